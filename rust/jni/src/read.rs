//! From the bytes of Spark's rows to values: one reader a declared type.
//!
//! A value enters whole or not at all: a struct without its box or bytes is incomplete, and a box that is not the box of
//! the bytes beside it is refused. Both checks take constant time.

use catalog::{Interval, Times, Timestamptz, Tstzset, Type, Value};
use temporal::boxes::{NumSpan, STBox, SpaceBounds, TBox};
use temporal::point::Point;
use temporal::span::{Span, TstzSpan};

use crate::error::Error;
use crate::row::{Slots, boundary};
use crate::temporals;
use crate::time::from_spark;

/// Whether a value of the type is one word of its row.
pub(crate) fn is_fixed(ty: &Type) -> bool {
    matches!(ty, Type::Boolean | Type::Int | Type::BigInt | Type::Double | Type::Timestamptz | Type::Interval)
}

/// Reads a value into `value`, whose room is used again. After an error `value` means nothing.
pub(crate) fn read_into(ty: &Type, slots: &Slots<'_>, index: usize, value: &mut Value) -> Result<(), Error> {
    if slots.is_null(index) {
        *value = Value::Null;
        return Ok(());
    }
    *value = match ty {
        Type::Tgeompoint | Type::Tgeogpoint | Type::Tfloat | Type::Tint | Type::Tbool | Type::Ttext => {
            return temporals::read_into(ty, slots.bytes(index)?, value);
        }
        Type::Boolean => Value::Boolean(boolean(slots, index)),
        Type::Int => Value::Int(int(slots, index)),
        Type::BigInt => Value::BigInt(slots.word(index).cast_signed()),
        Type::Double => Value::Double(double(slots, index)),
        Type::Timestamptz => Value::Timestamptz(Timestamptz(time(slots, index)?)),
        Type::Interval => Value::Interval(Interval(slots.word(index).cast_signed())),
        Type::Text => Value::Text(text(slots.bytes(index)?)?),
        Type::Binary => Value::Binary(slots.bytes(index)?.to_vec()),
        Type::Geometry => Value::Geometry(temporals::geometry(slots.bytes(index)?)?),
        Type::Stbox => Value::Stbox(stbox(&Slots::row(slots.bytes(index)?, 12)?)?),
        Type::TboxFloat | Type::TboxInt => {
            Value::Tbox(tbox(*ty == Type::TboxInt, &Slots::row(slots.bytes(index)?, 8)?)?)
        }
        Type::Tstzspan => Value::Tstzspan(tstzspan(&span_row(slots, index)?)?),
        Type::Floatspan => Value::Floatspan(span("floatspan", &span_row(slots, index)?, |s, i| Ok(double(s, i)))?),
        Type::Intspan => Value::Intspan(span("intspan", &span_row(slots, index)?, |s, i| Ok(int(s, i)))?),
        Type::Tstzset => Value::Tstzset(tstzset(&Slots::array(slots.bytes(index)?, 8)?)?),
        Type::Tstzspanset => {
            let spans = Slots::array(slots.bytes(index)?, 8)?;
            let read = |i| tstzspan(&span_row(&spans, i)?);
            Value::Tstzspanset(temporal::spanset::from_spans(elements(ty, &spans, read)?))
        }
        Type::Array(of) => {
            let elements = Slots::array(slots.bytes(index)?, width(of))?;
            column_of(ty, of, elements.len(), |i| (&elements, i))?
        }
        Type::Record(_) => return Err(boundary("argument", "a type that parameters have".into(), ty.name())),
    };
    Ok(())
}

/// One field of many rows, as an array.
pub(crate) fn column(ty: &Type, rows: &[Slots<'_>], field: usize) -> Result<Value, Error> {
    column_of(ty, ty, rows.len(), |i| (&rows[i], field))
}

fn column_of<'s, 'a: 's>(
    ty: &Type,
    of: &Type,
    count: usize,
    at: impl Fn(usize) -> (&'s Slots<'a>, usize),
) -> Result<Value, Error> {
    let checked = |i: usize| {
        let (slots, index) = at(i);
        if slots.is_null(index) { Err(null_element(ty, i)) } else { Ok((slots, index)) }
    };
    Ok(match of {
        Type::Double => {
            let read = |i| checked(i).map(|(slots, index)| double(slots, index));
            Value::Doubles((0..count).map(read).collect::<Result<_, _>>()?)
        }
        Type::Timestamptz => {
            let read = |i| checked(i).and_then(|(slots, index)| time(slots, index));
            Value::Times(Times((0..count).map(read).collect::<Result<_, _>>()?))
        }
        _ => {
            let read = |i| {
                let (slots, index) = at(i);
                let mut value = Value::Null;
                read_into(of, slots, index, &mut value).map(|()| value)
            };
            Value::Array((0..count).map(read).collect::<Result<_, _>>()?)
        }
    })
}

/// Bytes of an element in an array.
pub(crate) fn width(of: &Type) -> usize {
    match of {
        Type::Boolean => 1,
        Type::Int => 4,
        _ => 8,
    }
}

/// A span of time from its struct.
pub(crate) fn tstzspan(row: &Slots<'_>) -> Result<TstzSpan, Error> {
    span("tstzspan", row, time)
}

/// A span's struct inside a row or array.
pub(crate) fn span_row<'a>(slots: &Slots<'a>, index: usize) -> Result<Slots<'a>, Error> {
    Slots::row(slots.bytes(index)?, 4)
}

/// A time, in microseconds since 2000-01-01 UTC.
pub(crate) fn time(slots: &Slots<'_>, index: usize) -> Result<i64, Error> {
    from_spark(slots.word(index).cast_signed())
}

/// A truth value.
pub(crate) fn boolean(slots: &Slots<'_>, index: usize) -> bool {
    slots.word(index) & 1 == 1
}

/// A 32-bit integer.
pub(crate) fn int(slots: &Slots<'_>, index: usize) -> i32 {
    (slots.word(index) as u32).cast_signed()
}

fn double(slots: &Slots<'_>, index: usize) -> f64 {
    f64::from_bits(slots.word(index))
}

fn text(bytes: &[u8]) -> Result<String, Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(e) => Err(Error::Utf8 { offset: e.valid_up_to() }),
    }
}

fn stbox(row: &Slots<'_>) -> Result<STBox, Error> {
    const FIELDS: [&str; 12] =
        ["xmin", "xmax", "ymin", "ymax", "zmin", "zmax", "tmin", "tmax", "tmin_inc", "tmax_inc", "srid", "geodetic"];
    let whole = |range: std::ops::Range<usize>| present("stbox", row, &FIELDS, range);
    let (has_x, has_z, has_t) = (whole(0..4)?, whole(4..6)?, whole(6..10)?);
    if !whole(10..12)? {
        return Err(incomplete("stbox", "srid"));
    }
    let space = if has_x {
        let bound = |i: usize| if i < 4 || has_z { double(row, i) } else { 0.0 };
        let (min, max) = (Point::xyz(bound(0), bound(2), bound(4)), Point::xyz(bound(1), bound(3), bound(5)));
        // Written so that NaN is refused too.
        if !(min.x <= max.x && min.y <= max.y && min.z <= max.z) {
            return Err(invalid("stbox", format!("bounds are not in order: {min:?}, {max:?}")));
        }
        Some(SpaceBounds { min, max, has_z })
    } else if has_z {
        return Err(incomplete("stbox", "xmin"));
    } else {
        None
    };
    let time = has_t.then(|| bounds("stbox", row, [6, 7, 8, 9], time)).transpose()?;
    if space.is_none() && time.is_none() {
        return Err(invalid("stbox", "it bounds neither space nor time".into()));
    }
    Ok(STBox { srid: int(row, 10), geodetic: boolean(row, 11), space, time })
}

fn tbox(of_int: bool, row: &Slots<'_>) -> Result<TBox, Error> {
    const FIELDS: [&str; 8] = ["vmin", "vmax", "vmin_inc", "vmax_inc", "tmin", "tmax", "tmin_inc", "tmax_inc"];
    let value = match present("tbox", row, &FIELDS, 0..4)? {
        false => None,
        true if of_int => Some(NumSpan::Int(bounds("tbox", row, [0, 1, 2, 3], |s, i| Ok(int(s, i)))?)),
        true => Some(NumSpan::Float(bounds("tbox", row, [0, 1, 2, 3], |s, i| Ok(double(s, i)))?)),
    };
    let has_t = present("tbox", row, &FIELDS, 4..8)?;
    let time = has_t.then(|| bounds("tbox", row, [4, 5, 6, 7], time)).transpose()?;
    if value.is_none() && time.is_none() {
        return Err(invalid("tbox", "it bounds neither a number nor time".into()));
    }
    Ok(TBox { value, time })
}

/// Whether a dimension is there; one that is there in part is an error.
fn present(
    ty: &'static str,
    row: &Slots<'_>,
    fields: &[&'static str],
    mut range: std::ops::Range<usize>,
) -> Result<bool, Error> {
    let start = range.start;
    let has = !row.is_null(start);
    match range.find(|i| row.is_null(*i) == has) {
        None => Ok(has),
        Some(i) => Err(incomplete(ty, fields[if has { i } else { start }])),
    }
}

fn span<T: PartialOrd + Copy + std::fmt::Debug>(
    ty: &'static str,
    row: &Slots<'_>,
    read: impl Fn(&Slots<'_>, usize) -> Result<T, Error>,
) -> Result<Span<T>, Error> {
    if !present(ty, row, &["lower", "upper", "lower_inc", "upper_inc"], 0..4)? {
        return Err(incomplete(ty, "lower"));
    }
    bounds(ty, row, [0, 1, 2, 3], read)
}

fn bounds<T: PartialOrd + Copy + std::fmt::Debug>(
    ty: &'static str,
    row: &Slots<'_>,
    at: [usize; 4],
    read: impl Fn(&Slots<'_>, usize) -> Result<T, Error>,
) -> Result<Span<T>, Error> {
    let (lower, upper) = (read(row, at[0])?, read(row, at[1])?);
    Span::new(lower, upper, boolean(row, at[2]), boolean(row, at[3])).map_err(|e| invalid(ty, e.to_string()))
}

fn tstzset(times: &Slots<'_>) -> Result<Tstzset, Error> {
    let mut times = elements(&Type::Tstzset, times, |i| time(times, i))?;
    times.sort_unstable();
    times.dedup();
    Ok(Tstzset(times))
}

fn elements<T>(ty: &Type, slots: &Slots<'_>, read: impl Fn(usize) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    (0..slots.len()).map(|i| if slots.is_null(i) { Err(null_element(ty, i)) } else { read(i) }).collect()
}

fn null_element(ty: &Type, index: usize) -> Error {
    Error::NullElement { ty: ty.name(), index }
}

fn incomplete(ty: &str, field: &str) -> Error {
    Error::Incomplete { ty: ty.to_owned(), field: field.to_owned() }
}

fn invalid(what: &'static str, reason: String) -> Error {
    Error::Decode(temporal::Error::Invalid { what, reason })
}
