//! MEOS-WKB of spans, span sets and sets.
//!
//! ```text
//! span:      order, uint16 type (13 float, 19 int, 39 tstz), bounds, lower, upper
//! span set:  order, uint16 type (14 float, 20 int, 40 tstz), uint32 n, n times (bounds, lower, upper)
//! set:       order, uint16 type (12 float, 18 int, 32 text, 38 tstz), uint8 flags (1 ordered), uint32 n, values
//! bounds:    uint8, 1 lower inclusive, 2 upper inclusive
//! ```

use super::base::Plain;
use super::cursor::Cursor;
use super::sink::Sink;
use super::temporal::{bounds, bounds_byte};
use super::{Endian, Variant};
use crate::error::{Error, Result};
use crate::span::Span;
use crate::time::check_time;

/// A type with spans.
pub trait SpanValue: PartialOrd + Copy + std::fmt::Debug {
    /// Name of the span type.
    const SPAN: &'static str;
    /// Name of the span set type.
    const SPAN_SET: &'static str;
    /// MEOS type codes of the span and the span set.
    const CODES: (u16, u16);
    /// Bytes of a bound.
    const WIDTH: usize;
    /// Reads a bound.
    ///
    /// # Errors
    /// For a bound that the type does not allow.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self>;
    /// Appends a bound.
    fn write(self, sink: &mut Sink);
    /// The span in canonical form.
    ///
    /// # Errors
    /// Where the canonical bound does not fit, or the span is empty.
    fn canonical(span: Span<Self>) -> Result<Span<Self>> {
        Span::new(span.lower, span.upper, span.lower_inc, span.upper_inc)
    }
}

impl SpanValue for i64 {
    const SPAN: &'static str = "tstzspan";
    const SPAN_SET: &'static str = "tstzspanset";
    const CODES: (u16, u16) = (39, 40);
    const WIDTH: usize = 8;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        check_time(cursor.i64()?)
    }

    fn write(self, sink: &mut Sink) {
        sink.i64(self);
    }
}

impl SpanValue for f64 {
    const SPAN: &'static str = "floatspan";
    const SPAN_SET: &'static str = "floatspanset";
    const CODES: (u16, u16) = (13, 14);
    const WIDTH: usize = 8;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.finite()
    }

    fn write(self, sink: &mut Sink) {
        sink.f64(self);
    }
}

impl SpanValue for i32 {
    const SPAN: &'static str = "intspan";
    const SPAN_SET: &'static str = "intspanset";
    const CODES: (u16, u16) = (19, 20);
    const WIDTH: usize = 4;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.i32()
    }

    fn write(self, sink: &mut Sink) {
        sink.i32(self);
    }

    /// `[lower, upper)`: the integers from `lower` to below `upper`.
    fn canonical(span: Span<Self>) -> Result<Span<Self>> {
        let lower = if span.lower_inc { Some(span.lower) } else { span.lower.checked_add(1) };
        let upper = if span.upper_inc { span.upper.checked_add(1) } else { Some(span.upper) };
        match lower.zip(upper) {
            Some((lower, upper)) if lower < upper => Ok(Span { lower, upper, lower_inc: true, upper_inc: false }),
            _ => {
                let reason = format!("it is empty or beyond 32 bits: from {} to {}", span.lower, span.upper);
                Err(Error::Invalid { what: Self::SPAN, reason })
            }
        }
    }
}

/// The span of MEOS-WKB.
///
/// # Errors
/// For bytes that are not exactly one span of this type.
pub fn read_span<T: SpanValue>(bytes: &[u8]) -> Result<Span<T>> {
    let mut cursor = Cursor::new(T::SPAN, bytes);
    code(&mut cursor, T::CODES.0)?;
    let span = read_bounds(&mut cursor)?;
    cursor.finish()?;
    Ok(span)
}

/// MEOS-WKB of a span, little endian.
pub fn write_span<T: SpanValue>(span: &Span<T>) -> Vec<u8> {
    write_span_as(span, Variant::CANONICAL.endian)
}

/// MEOS-WKB of a span.
pub fn write_span_as<T: SpanValue>(span: &Span<T>, endian: Endian) -> Vec<u8> {
    let mut sink = Sink::new(endian, 4 + 2 * T::WIDTH);
    sink.u16(T::CODES.0);
    write_bounds(&mut sink, span);
    sink.bytes
}

/// The span set of MEOS-WKB.
///
/// # Errors
/// For bytes that are not exactly one span set of this type; spans must be ascending and must not touch.
pub fn read_span_set<T: SpanValue>(bytes: &[u8]) -> Result<Vec<Span<T>>> {
    let mut cursor = Cursor::new(T::SPAN_SET, bytes);
    code(&mut cursor, T::CODES.1)?;
    let count = cursor.count("spans", 1 + 2 * T::WIDTH)?;
    if count == 0 {
        return cursor.fail("at least one span", "none");
    }
    let mut spans: Vec<Span<T>> = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor.at();
        let span = read_bounds(&mut cursor)?;
        if let Some(before) = spans.last()
            && (!before.ends_before(&span) || before.adjacent(&span))
        {
            return cursor.fail_at(at, "ascending spans that do not touch", format!("{before:?}, {span:?}"));
        }
        spans.push(span);
    }
    cursor.finish()?;
    Ok(spans)
}

/// MEOS-WKB of a span set, little endian.
pub fn write_span_set<T: SpanValue>(spans: &[Span<T>]) -> Vec<u8> {
    let mut sink = Sink::new(Endian::Little, 8 + spans.len() * (1 + 2 * T::WIDTH));
    sink.u16(T::CODES.1);
    sink.count(spans.len());
    for span in spans {
        write_bounds(&mut sink, span);
    }
    sink.bytes
}

/// A type with sets.
pub trait SetValue: PartialOrd + Clone + std::fmt::Debug {
    /// Name of the set type.
    const SET: &'static str;
    /// MEOS type code of the set.
    const SET_CODE: u16;
    /// Fewest bytes of a value.
    const LEAST: usize;
    /// Reads a value.
    ///
    /// # Errors
    /// For bytes that are no value.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self>;
    /// Appends a value.
    fn write(&self, sink: &mut Sink);
}

macro_rules! set_value {
    ($($type:ty: $name:literal, $code:literal, $least:literal, $read:expr, $write:expr;)*) => {$(
        impl SetValue for $type {
            const SET: &'static str = $name;
            const SET_CODE: u16 = $code;
            const LEAST: usize = $least;

            fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
                $read(cursor)
            }

            fn write(&self, sink: &mut Sink) {
                $write(self, sink);
            }
        }
    )*};
}
set_value! {
    f64: "floatset", 12, 8, Cursor::finite, |v: &f64, sink: &mut Sink| sink.f64(*v);
    i32: "intset", 18, 4, Cursor::i32, |v: &i32, sink: &mut Sink| sink.i32(*v);
    String: "textset", 32, 8, <String as Plain>::read, <String as Plain>::write;
    i64: "tstzset", 38, 8, <i64 as SpanValue>::read, |v: &i64, sink: &mut Sink| sink.i64(*v);
}

/// The set of MEOS-WKB, ascending.
///
/// # Errors
/// For bytes that are not exactly one set of this type with at least one value, ascending without duplicates.
pub fn read_set<T: SetValue>(bytes: &[u8]) -> Result<Vec<T>> {
    let mut cursor = Cursor::new(T::SET, bytes);
    code(&mut cursor, T::SET_CODE)?;
    let at = cursor.at();
    let flags = cursor.u8()?;
    if flags != 1 {
        return cursor.fail_at(at, "flags 1 (ordered)", flags.to_string());
    }
    let count = cursor.count("values", T::LEAST)?;
    if count == 0 {
        return cursor.fail("at least one value", "none");
    }
    let mut values: Vec<T> = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor.at();
        let value = T::read(&mut cursor)?;
        if let Some(before) = values.last()
            && *before >= value
        {
            return cursor.fail_at(at, "ascending values", format!("{before:?}, {value:?}"));
        }
        values.push(value);
    }
    cursor.finish()?;
    Ok(values)
}

/// MEOS-WKB of a set, little endian. `values`: at least one, ascending.
pub fn write_set<T: SetValue>(values: &[T]) -> Vec<u8> {
    let mut sink = Sink::new(Endian::Little, 8 + values.len() * T::LEAST);
    sink.u16(T::SET_CODE);
    sink.u8(1);
    sink.count(values.len());
    for value in values {
        value.write(&mut sink);
    }
    sink.bytes
}

/// Reads byte order and type code.
fn code(cursor: &mut Cursor<'_>, code: u16) -> Result<()> {
    cursor.byte_order()?;
    let at = cursor.at();
    match cursor.u16()? {
        found if found == code => Ok(()),
        found => cursor.fail_at(at, format!("type code {code}"), found.to_string()),
    }
}

/// Reads bounds and both values.
pub(super) fn read_bounds<T: SpanValue>(cursor: &mut Cursor<'_>) -> Result<Span<T>> {
    let (lower_inc, upper_inc) = bounds(cursor)?;
    let (lower, upper) = (T::read(cursor)?, T::read(cursor)?);
    T::canonical(Span { lower, upper, lower_inc, upper_inc })
}

/// Writes bounds and both values.
pub(super) fn write_bounds<T: SpanValue>(sink: &mut Sink, span: &Span<T>) {
    sink.u8(bounds_byte(span.lower_inc, span.upper_inc));
    span.lower.write(sink);
    span.upper.write(sink);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::hex::{from_hex, to_hex};
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        from_hex("span", text).unwrap()
    }

    #[test]
    fn spans_are_written_as_they_were_read() {
        let text = "0127000300000000000000000060D71D14000000";
        assert_eq!(to_hex(&write_span(&read_span::<i64>(&bytes(text)).unwrap())), text);
        let text = "010D0003000000000000F03F0000000000000040";
        assert_eq!(to_hex(&write_span(&read_span::<f64>(&bytes(text)).unwrap())), text);
        let text = "011300010100000003000000";
        assert_eq!(to_hex(&write_span(&read_span::<i32>(&bytes(text)).unwrap())), text);
        let big = write_span_as(&read_span::<i32>(&bytes(text)).unwrap(), Endian::Big);
        assert_eq!(to_hex(&big), "000013010000000100000003");
        assert_eq!(to_hex(&write_span(&read_span::<i32>(&big).unwrap())), text);
    }

    #[test]
    fn integer_spans_become_canonical() {
        let span = read_span::<i32>(&bytes("011300020000000002000000")).unwrap();
        assert_eq!((span.lower, span.upper, span.lower_inc, span.upper_inc), (1, 3, true, false));
        assert!(read_span::<i32>(&bytes("0113000300000000FFFFFF7F")).is_err());
        assert!(read_span::<i32>(&bytes("011300000100000002000000")).is_err());
    }

    #[test]
    fn sets_and_span_sets_are_written_as_they_were_read() {
        let text = "012800020000000300000000000000000060D71D140000000300C0AE3B28000000002086593C000000";
        assert_eq!(to_hex(&write_span_set(&read_span_set::<i64>(&bytes(text)).unwrap())), text);
        let text = "01260001010000000000000000000000";
        assert_eq!(to_hex(&write_set(&read_set::<i64>(&bytes(text)).unwrap())), text);
        let words = vec!["A".to_string(), "B".to_string()];
        assert_eq!(read_set::<String>(&write_set(&words)).unwrap(), words);
    }

    #[test]
    fn bad_spans_are_refused() {
        let touching = "012800020000000300000000000000000060D71D14000000030060D71D14000000002086593C000000";
        assert!(read_span_set::<i64>(&bytes(touching)).unwrap_err().to_string().contains("touch"));
        assert!(read_span_set::<i64>(&bytes("01280000000000")).unwrap_err().to_string().contains("at least one"));
        assert!(read_span::<i64>(&bytes("010D0003")).unwrap_err().to_string().contains("type code 39"));
        assert!(read_span::<i64>(&bytes("0127000000000000000000000060D71D1400000000")).is_err());
        assert!(read_set::<i64>(&bytes("01260001FFFFFFFF")).unwrap_err().to_string().contains("count"));
    }
}
