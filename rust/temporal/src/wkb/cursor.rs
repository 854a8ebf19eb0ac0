//! A bounded reader of numbers in either byte order.

use super::Endian;
use crate::error::{Error, Result};
use crate::geom::MAX_SRID;

/// A place in bytes that are read as `what`.
pub struct Cursor<'a> {
    what: &'static str,
    bytes: &'a [u8],
    at: usize,
    endian: Endian,
}

macro_rules! numbers {
    ($($name:ident: $type:ty),*) => {$(
        pub(crate) fn $name(&mut self) -> Result<$type> {
            let bytes = self.array(stringify!($type))?;
            Ok(match self.endian {
                Endian::Little => <$type>::from_le_bytes(bytes),
                Endian::Big => <$type>::from_be_bytes(bytes),
            })
        }
    )*};
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, bytes, at: 0, endian: Endian::Little }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn endian(&self) -> Endian {
        self.endian
    }

    pub(crate) fn set_endian(&mut self, endian: Endian) {
        self.endian = endian;
    }

    /// Goes back to a place that was reached before.
    pub(crate) fn back_to(&mut self, at: usize) {
        self.at = at.min(self.at);
    }

    pub(crate) fn fail<T>(&self, expected: impl Into<String>, found: impl Into<String>) -> Result<T> {
        self.fail_at(self.at, expected, found)
    }

    pub(crate) fn fail_at<T>(&self, at: usize, expected: impl Into<String>, found: impl Into<String>) -> Result<T> {
        Err(Error::Wkb { what: self.what, offset: at, expected: expected.into(), found: found.into() })
    }

    /// The next `count` bytes.
    pub(crate) fn take(&mut self, count: usize, expected: &str) -> Result<&'a [u8]> {
        match self.bytes[self.at..].get(..count) {
            Some(taken) => {
                self.at += count;
                Ok(taken)
            }
            None => self.fail(expected, format!("{} of {count} bytes", self.remaining())),
        }
    }

    fn array<const N: usize>(&mut self, expected: &str) -> Result<[u8; N]> {
        match self.bytes[self.at..].first_chunk() {
            Some(taken) => {
                self.at += N;
                Ok(*taken)
            }
            None => self.fail(expected, format!("{} of {N} bytes", self.remaining())),
        }
    }

    numbers!(u8: u8, u16: u16, u32: u32, i32: i32, i64: i64, f64: f64);

    /// Reads the byte order mark and reads on in this order.
    pub(crate) fn byte_order(&mut self) -> Result<Endian> {
        let at = self.at;
        self.endian = match self.u8()? {
            0 => Endian::Big,
            1 => Endian::Little,
            other => return self.fail_at(at, "byte order 0 or 1", other.to_string()),
        };
        Ok(self.endian)
    }

    /// A finite number; -0.0 stays as it is.
    pub(crate) fn finite(&mut self) -> Result<f64> {
        let at = self.at;
        let value = self.f64()?;
        if value.is_finite() { Ok(value) } else { self.fail_at(at, "a finite number", value.to_string()) }
    }

    /// The number of a reference system.
    pub(crate) fn srid(&mut self) -> Result<i32> {
        let at = self.at;
        match self.i32()? {
            srid @ 0..=MAX_SRID => Ok(srid),
            other => self.fail_at(at, format!("an SRID from 0 to {MAX_SRID}"), other.to_string()),
        }
    }

    /// A count of elements that take `least` bytes or more each. What follows is long enough for them, so a caller may
    /// reserve room.
    pub(crate) fn count(&mut self, of: &str, least: usize) -> Result<usize> {
        let at = self.at;
        let count = self.u32()? as usize;
        if count > self.remaining() / least {
            let found = format!("{count} in {} bytes", self.remaining());
            return self.fail_at(at, format!("a count of {of} that the bytes can hold"), found);
        }
        Ok(count)
    }

    /// Fails if bytes are left.
    pub(crate) fn finish(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            left => self.fail("the end", format!("{left} more bytes")),
        }
    }
}
