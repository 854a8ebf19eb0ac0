//! A writer of numbers in either byte order.

use super::Endian;

/// Bytes that grow by numbers.
pub struct Sink {
    pub(crate) bytes: Vec<u8>,
    endian: Endian,
}

macro_rules! numbers {
    ($($name:ident: $type:ty),*) => {$(
        pub(crate) fn $name(&mut self, value: $type) {
            match self.endian {
                Endian::Little => self.bytes.extend_from_slice(&value.to_le_bytes()),
                Endian::Big => self.bytes.extend_from_slice(&value.to_be_bytes()),
            }
        }
    )*};
}

impl Sink {
    /// Starts with the byte order mark.
    pub(crate) fn new(endian: Endian, capacity: usize) -> Self {
        let mut sink = Self::without_mark(endian, capacity);
        sink.byte_order();
        sink
    }

    pub(crate) fn without_mark(endian: Endian, capacity: usize) -> Self {
        Self { bytes: Vec::with_capacity(capacity), endian }
    }

    pub(crate) fn endian(&self) -> Endian {
        self.endian
    }

    pub(crate) fn byte_order(&mut self) {
        self.bytes.push(u8::from(self.endian == Endian::Little));
    }

    numbers!(u8: u8, u16: u16, u32: u32, i32: i32, i64: i64, f64: f64);

    /// A count. Values hold fewer than 2^32 elements: they would not fit into one row.
    pub(crate) fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).unwrap_or(u32::MAX));
    }
}
