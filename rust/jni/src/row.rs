//! Spark's UnsafeRow and UnsafeArrayData, read in place.
//!
//! Row: null bits in words of 64, then one 8-byte word a field. Array: an 8-byte count, null bits, then the elements in
//! their own width, 1, 4 or 8 bytes. A value of variable length is a word `offset << 32 | size`, the offset counted from
//! the start of its row or array. All little endian (the platform's order; only little endian platforms are built).

use crate::error::Error;

#[cfg(not(target_endian = "little"))]
compile_error!("UnsafeRow words are read as little endian");

/// The fields of a row or the elements of an array.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slots<'a> {
    all: &'a [u8],
    nulls: &'a [u8],
    values: &'a [u8],
    width: usize,
    count: usize,
}

impl<'a> Slots<'a> {
    /// A row of `fields` fields.
    pub(crate) fn row(bytes: &'a [u8], fields: usize) -> Result<Self, Error> {
        Self::at("row", bytes, 0, fields, 8)
    }

    /// A record of 8-byte words, none of them NULL, at most 64.
    pub(crate) fn record(bytes: &'a [u8]) -> Self {
        const NO_NULLS: &[u8] = &[0; 8];
        Self { all: bytes, nulls: NO_NULLS, values: bytes, width: 8, count: bytes.len() / 8 }
    }

    /// An array whose elements are `width` bytes wide.
    pub(crate) fn array(bytes: &'a [u8], width: usize) -> Result<Self, Error> {
        let Some(count) = bytes.first_chunk::<8>() else {
            return Err(boundary("array", "at least 8 bytes".into(), format!("{} bytes", bytes.len())));
        };
        // Each element takes at least a byte, so a count beyond the bytes cannot be right.
        let count = u64::from_le_bytes(*count);
        match usize::try_from(count).ok().filter(|n| *n <= bytes.len()) {
            Some(count) => Self::at("array", bytes, 8, count, width),
            None => Err(boundary("array", format!("at most {} elements", bytes.len()), count.to_string())),
        }
    }

    fn at(what: &'static str, all: &'a [u8], start: usize, count: usize, width: usize) -> Result<Self, Error> {
        let values_at = start + count.div_ceil(64) * 8;
        let end = values_at + count * width;
        if all.len() < end {
            return Err(boundary(what, format!("at least {end} bytes"), format!("{} bytes", all.len())));
        }
        Ok(Self { all, nulls: &all[start..values_at], values: &all[values_at..end], width, count })
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Whether the value is NULL.
    pub(crate) fn is_null(&self, index: usize) -> bool {
        self.nulls[index / 8] >> (index % 8) & 1 == 1
    }

    /// A value of fixed width, zero-extended.
    pub(crate) fn word(&self, index: usize) -> u64 {
        let at = index * self.width;
        let mut word = [0; 8];
        word[..self.width].copy_from_slice(&self.values[at..at + self.width]);
        u64::from_le_bytes(word)
    }

    /// A value of variable length.
    pub(crate) fn bytes(&self, index: usize) -> Result<&'a [u8], Error> {
        let word = self.word(index);
        let (offset, size) = ((word >> 32) as usize, (word & 0xffff_ffff) as usize);
        self.all.get(offset..offset.saturating_add(size)).ok_or_else(|| {
            let expected = format!("within {} bytes", self.all.len());
            boundary("field of variable length", expected, format!("offset {offset}, size {size}"))
        })
    }
}

/// An error of the Java side.
pub(crate) fn boundary(what: &'static str, expected: String, found: String) -> Error {
    Error::Boundary { what, expected, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_nulls_and_bytes_of_a_row() {
        let mut bytes = vec![0b10, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend(7u64.to_le_bytes());
        bytes.extend(0u64.to_le_bytes());
        bytes.extend(((32u64 << 32) | 3).to_le_bytes());
        bytes.extend(*b"abc\0\0\0\0\0");
        let row = Slots::row(&bytes, 3).unwrap();
        assert!(!row.is_null(0) && row.is_null(1));
        assert_eq!((row.word(0), row.bytes(2).unwrap()), (7, &b"abc"[..]));
        assert!(Slots::row(&bytes[..24], 3).is_err());
        assert!(Slots::row(&bytes[..34], 3).unwrap().bytes(2).is_err());
    }

    #[test]
    fn array_with_a_count_beyond_its_bytes_is_an_error() {
        let mut bytes = u64::MAX.to_le_bytes().to_vec();
        assert!(Slots::array(&bytes, 8).is_err());
        assert!(Slots::array(&bytes[..7], 8).is_err());
        bytes[..8].copy_from_slice(&2u64.to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend([5, 0, 0, 0, 255, 255, 255, 255]);
        let array = Slots::array(&bytes, 4).unwrap();
        assert_eq!((array.len(), array.word(1) as u32 as i32), (2, -1));
    }
}
