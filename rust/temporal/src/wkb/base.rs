//! The base types of temporal values that are no points: type codes and the bytes of a value.

use super::cursor::Cursor;
use super::sink::Sink;
use crate::error::Result;
use crate::validate::Checked;

/// A base type with a fixed type code.
pub trait Plain: Checked {
    /// MEOS type code of the temporal type.
    const CODE: u16;
    /// Name of the temporal type.
    const NAME: &'static str;
    /// Fewest bytes of a value.
    const LEAST: usize;
    /// Reads one value.
    ///
    /// # Errors
    /// For bytes that are no value of this type.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self>;
    /// Appends one value.
    fn write(&self, sink: &mut Sink);
}

impl Plain for bool {
    const CODE: u16 = 26;
    const NAME: &'static str = "tbool";
    const LEAST: usize = 1;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let at = cursor.at();
        match cursor.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            other => cursor.fail_at(at, "0 or 1", other.to_string()),
        }
    }

    fn write(&self, sink: &mut Sink) {
        sink.u8(u8::from(*self));
    }
}

impl Plain for i32 {
    const CODE: u16 = 35;
    const NAME: &'static str = "tint";
    const LEAST: usize = 4;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.i32()
    }

    fn write(&self, sink: &mut Sink) {
        sink.i32(*self);
    }
}

impl Plain for f64 {
    const CODE: u16 = 33;
    const NAME: &'static str = "tfloat";
    const LEAST: usize = 8;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.finite()
    }

    fn write(&self, sink: &mut Sink) {
        sink.f64(*self);
    }
}

impl Plain for String {
    const CODE: u16 = 41;
    const NAME: &'static str = "ttext";
    const LEAST: usize = 8;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let at = cursor.at();
        let length = cursor.i64()?;
        let Some(length) = usize::try_from(length).ok().filter(|l| *l <= cursor.remaining()) else {
            return cursor.fail_at(at, "a length that the bytes can hold", length.to_string());
        };
        let bytes = cursor.take(length, "text")?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_string()),
            Err(error) => cursor.fail_at(at + 8 + error.valid_up_to(), "UTF-8", "other bytes"),
        }
    }

    fn write(&self, sink: &mut Sink) {
        sink.i64(i64::try_from(self.len()).unwrap_or(i64::MAX));
        sink.bytes.extend_from_slice(self.as_bytes());
    }
}
