//! Well-known binary: of temporal values, boxes, spans and sets as MobilityDB writes them, and of geometries (EWKB).
//!
//! Every reader takes all bytes it is given or fails: bytes left over, counts that the bytes cannot hold, type codes and
//! flags of something else are errors with the place in the bytes. Readers validate and never change: what was read and
//! is written again in the same variant has the same bytes. The first byte of each format is the byte order.

mod base;
pub mod boxes;
mod cursor;
pub mod geom;
pub mod hex;
mod sink;
pub mod span;
pub mod temporal;
mod tpoint;

use crate::error::{Error, Result};

/// The order of the bytes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endian {
    /// Least significant byte first, `NDR`.
    Little,
    /// Most significant byte first, `XDR`.
    Big,
}

impl Endian {
    /// `NDR` or `XDR`, in either case.
    ///
    /// # Errors
    /// For any other name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name.to_ascii_uppercase().as_str() {
            "NDR" => Ok(Self::Little),
            "XDR" => Ok(Self::Big),
            _ => Err(Error::Argument { argument: "endian", expected: "NDR or XDR", found: name.to_string() }),
        }
    }
}

/// How positions inside a temporal point are headed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// OGC: no SRID anywhere.
    Plain,
    /// ISO: no SRID; z is told by type 1001.
    Iso,
    /// PostGIS: with SRID; z and SRID are told by flags. What `asEWKB` writes.
    Extended,
}

/// A way to write a temporal value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// How positions are headed.
    pub form: Form,
    /// The byte order.
    pub endian: Endian,
}

impl Variant {
    /// Variant 4, little endian: what is stored.
    pub const CANONICAL: Self = Self { form: Form::Extended, endian: Endian::Little };

    /// The variant of MEOS's bits: 1 ISO, 4 extended, 8 NDR, 0x10 XDR; 2 and 0x20 (hexadecimal) change nothing here.
    /// Extended beats ISO; without a byte order it is little endian.
    ///
    /// # Errors
    /// For other bits, and for both byte orders together.
    pub fn from_bits(bits: i32) -> Result<Self> {
        if !(0..0x40).contains(&bits) || bits & 0x18 == 0x18 {
            let expected = "a sum of 1 (ISO), 4 (extended) and one of 8 (NDR), 16 (XDR)";
            return Err(Error::Argument { argument: "variant", expected, found: bits.to_string() });
        }
        let form = match bits & 0x05 {
            0 => Form::Plain,
            1 => Form::Iso,
            _ => Form::Extended,
        };
        let endian = if bits & 0x10 == 0 { Endian::Little } else { Endian::Big };
        Ok(Self { form, endian })
    }
}
