//! From values to what Spark reads: a word, bytes, or the bytes of an UnsafeRow or UnsafeArrayData (see `row`).

use catalog::{Type, Value};
use temporal::boxes::{NumSpan, STBox, TBox, bounds};
use temporal::point::TPoint;
use temporal::span::{Span, TstzSpan};
use temporal::temporal::View;
use temporal::wkb::geom::write_geometry;
use temporal::wkb::temporal::{WkbValue, write as write_temporal, write_tpoint};

use crate::error::Error;
use crate::read::width;
use crate::row::boundary;
use crate::time::to_spark;

/// A result on its way out.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer<'a> {
    /// NULL.
    Null,
    /// A value of fixed width, zero-extended.
    Word(u64),
    /// A string, binary, struct or array.
    Bytes(&'a [u8]),
}

/// Writes a value of type `ty`, its bytes into `out`, which is empty.
pub(crate) fn write<'o>(ty: &Type, value: &Value, out: &'o mut Vec<u8>) -> Result<Answer<'o>, Error> {
    match item(ty, value, out)? {
        Item::Null => Ok(Answer::Null),
        Item::Word(word) => Ok(Answer::Word(word)),
        Item::Bytes { .. } if i32::try_from(out.len()).is_err() => {
            Err(boundary("answer", "at most 2 GiB".into(), format!("{} bytes", out.len())))
        }
        Item::Bytes { size } => Ok(Answer::Bytes(&out[..size])),
    }
}

/// What was written: `Bytes` means that `size` bytes were appended, and padding to a whole word.
enum Item {
    Null,
    Word(u64),
    Bytes { size: usize },
}

fn item(ty: &Type, value: &Value, out: &mut Vec<u8>) -> Result<Item, Error> {
    let start = out.len();
    match value {
        Value::Null => return Ok(Item::Null),
        Value::Boolean(v) => return Ok(Item::Word(u64::from(*v))),
        Value::Int(v) => return Ok(Item::Word(u64::from(v.cast_unsigned()))),
        Value::BigInt(v) => return Ok(Item::Word(v.cast_unsigned())),
        Value::Double(v) => return Ok(Item::Word(v.to_bits())),
        Value::Timestamptz(v) => return Ok(Item::Word(to_spark(v.0)?.cast_unsigned())),
        Value::Interval(v) => return Ok(Item::Word(v.0.cast_unsigned())),
        Value::Text(v) => return Ok(bytes(v.as_bytes(), out)),
        Value::Binary(v) => return Ok(bytes(v, out)),
        Value::Geometry(v) => return Ok(bytes(&write_geometry(v), out)),
        Value::Stbox(v) => stbox(v, out)?,
        Value::Tbox(v) => tbox(v, out)?,
        Value::Tstzspan(v) => tstzspan(v, out)?,
        Value::Floatspan(v) => span(v, |x| Ok(x.to_bits()), out)?,
        Value::Intspan(v) => span(v, |x| Ok(u64::from(x.cast_unsigned())), out)?,
        Value::Tpoint(v) => tpoint(v, out)?,
        Value::Tfloat(v) => temporal(&v.view(), |out| tbox(&bounds::of_tfloat(&v.view()), out), out)?,
        Value::Tint(v) => temporal(&v.view(), |out| tbox(&bounds::of_tint(&v.view()), out), out)?,
        Value::Tbool(v) => temporal(&v.view(), |out| tstzspan(&bounds::time_span(&v.view()), out), out)?,
        Value::Ttext(v) => temporal(&v.view(), |out| tstzspan(&bounds::time_span(&v.view()), out), out)?,
        Value::Tstzset(v) => array(&Type::Timestamptz, v.0.len(), |i, _| Ok(Item::Word(time_word(v.0[i])?)), out)?,
        Value::Times(v) => array(&Type::Timestamptz, v.0.len(), |i, _| Ok(Item::Word(time_word(v.0[i])?)), out)?,
        Value::Doubles(v) => array(&Type::Double, v.len(), |i, _| Ok(Item::Word(v[i].to_bits())), out)?,
        Value::Tstzspanset(v) => {
            let element = |i: usize, out: &mut Vec<u8>| nested(out, |out| tstzspan(&v[i], out));
            array(&Type::Tstzspan, v.len(), element, out)?;
        }
        Value::Array(v) => match ty {
            Type::Array(of) => array(of, v.len(), |i, out| item(of, &v[i], out), out)?,
            _ => return Err(boundary("answer", ty.name(), "an array".into())),
        },
        Value::Record(v) => match ty {
            Type::Record(of) if of.fields.len() == v.len() => record(of.fields, v, out)?,
            _ => return Err(boundary("answer", ty.name(), format!("a record of {} fields", v.len()))),
        },
    }
    Ok(Item::Bytes { size: out.len() - start })
}

fn bytes(v: &[u8], out: &mut Vec<u8>) -> Item {
    out.extend_from_slice(v);
    out.resize(out.len().next_multiple_of(8), 0);
    Item::Bytes { size: v.len() }
}

fn nested(out: &mut Vec<u8>, put: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>) -> Result<Item, Error> {
    let start = out.len();
    put(out)?;
    Ok(Item::Bytes { size: out.len() - start })
}

/// A row or array whose values are being set; they are 0 and not NULL until then.
struct Slots {
    base: usize,
    nulls_at: usize,
    values_at: usize,
    width: usize,
}

impl Slots {
    fn row(fields: usize, out: &mut Vec<u8>) -> Self {
        Self::at(out.len(), out.len(), fields, 8, out)
    }

    fn array(count: usize, width: usize, out: &mut Vec<u8>) -> Self {
        let base = out.len();
        out.extend_from_slice(&(count as u64).to_le_bytes());
        Self::at(base, base + 8, count, width, out)
    }

    fn at(base: usize, nulls_at: usize, count: usize, width: usize, out: &mut Vec<u8>) -> Self {
        let values_at = nulls_at + count.div_ceil(64) * 8;
        out.resize(values_at + (count * width).next_multiple_of(8), 0);
        Self { base, nulls_at, values_at, width }
    }

    fn set(&self, index: usize, item: Item, out: &mut [u8], at: usize) -> Result<(), Error> {
        match item {
            Item::Null => self.null(index, out),
            Item::Word(word) => self.word(index, word, out),
            Item::Bytes { size } => match (u32::try_from(at - self.base), u32::try_from(size)) {
                (Ok(offset), Ok(size)) => self.word(index, u64::from(offset) << 32 | u64::from(size), out),
                _ => return Err(boundary("answer", "at most 2 GiB".into(), format!("{} bytes", out.len()))),
            },
        }
        Ok(())
    }

    fn null(&self, index: usize, out: &mut [u8]) {
        out[self.nulls_at + index / 8] |= 1 << (index % 8);
    }

    fn word(&self, index: usize, word: u64, out: &mut [u8]) {
        let at = self.values_at + index * self.width;
        out[at..at + self.width].copy_from_slice(&word.to_le_bytes()[..self.width]);
    }
}

fn array(
    of: &Type,
    count: usize,
    element: impl Fn(usize, &mut Vec<u8>) -> Result<Item, Error>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let slots = Slots::array(count, width(of), out);
    for index in 0..count {
        let at = out.len();
        let item = element(index, out)?;
        slots.set(index, item, out, at)?;
    }
    Ok(())
}

fn record(fields: &[(&str, Type)], values: &[Value], out: &mut Vec<u8>) -> Result<(), Error> {
    let row = Slots::row(fields.len(), out);
    for (index, ((_, ty), value)) in fields.iter().zip(values).enumerate() {
        let at = out.len();
        let item = item(ty, value, out)?;
        row.set(index, item, out, at)?;
    }
    Ok(())
}

fn time_word(micros: i64) -> Result<u64, Error> {
    Ok(to_spark(micros)?.cast_unsigned())
}

fn tpoint(v: &TPoint, out: &mut Vec<u8>) -> Result<(), Error> {
    let view = v.view();
    pair(|out| stbox(&bounds::of_trip(&view), out), &write_tpoint(&view), out)
}

fn temporal<V: WkbValue>(
    view: &View<'_, V>,
    put_bounds: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    pair(put_bounds, &write_temporal(*view), out)
}

/// A struct of bounds and bytes.
fn pair(
    put_bounds: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>,
    blob: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let row = Slots::row(2, out);
    let at = out.len();
    let item = nested(out, put_bounds)?;
    row.set(0, item, out, at)?;
    let at = out.len();
    let item = bytes(blob, out);
    row.set(1, item, out, at)
}

fn stbox(v: &STBox, out: &mut Vec<u8>) -> Result<(), Error> {
    let row = Slots::row(12, out);
    match &v.space {
        Some(s) => {
            let corners = [s.min.x, s.max.x, s.min.y, s.max.y, s.min.z, s.max.z];
            for (i, c) in corners.iter().enumerate().take(if s.has_z { 6 } else { 4 }) {
                row.word(i, c.to_bits(), out);
            }
            (if s.has_z { 6..6 } else { 4..6 }).for_each(|i| row.null(i, out));
        }
        None => (0..6).for_each(|i| row.null(i, out)),
    }
    time_fields(&row, 6, v.time.as_ref(), out)?;
    row.word(10, u64::from(v.srid.cast_unsigned()), out);
    row.word(11, u64::from(v.geodetic), out);
    Ok(())
}

fn tbox(v: &TBox, out: &mut Vec<u8>) -> Result<(), Error> {
    let row = Slots::row(8, out);
    match &v.value {
        Some(NumSpan::Float(s)) => span_fields(&row, 0, s, |x| Ok(x.to_bits()), out)?,
        Some(NumSpan::Int(s)) => span_fields(&row, 0, s, |x| Ok(u64::from(x.cast_unsigned())), out)?,
        None => (0..4).for_each(|i| row.null(i, out)),
    }
    time_fields(&row, 4, v.time.as_ref(), out)
}

fn time_fields(row: &Slots, at: usize, time: Option<&TstzSpan>, out: &mut [u8]) -> Result<(), Error> {
    match time {
        Some(time) => span_fields(row, at, time, time_word, out),
        None => {
            (at..at + 4).for_each(|i| row.null(i, out));
            Ok(())
        }
    }
}

fn tstzspan(v: &TstzSpan, out: &mut Vec<u8>) -> Result<(), Error> {
    span(v, time_word, out)
}

fn span<T: Copy>(v: &Span<T>, word: impl Fn(T) -> Result<u64, Error>, out: &mut Vec<u8>) -> Result<(), Error> {
    let row = Slots::row(4, out);
    span_fields(&row, 0, v, word, out)
}

fn span_fields<T: Copy>(
    row: &Slots,
    at: usize,
    v: &Span<T>,
    word: impl Fn(T) -> Result<u64, Error>,
    out: &mut [u8],
) -> Result<(), Error> {
    row.word(at, word(v.lower)?, out);
    row.word(at + 1, word(v.upper)?, out);
    row.word(at + 2, u64::from(v.lower_inc), out);
    row.word(at + 3, u64::from(v.upper_inc), out);
    Ok(())
}
