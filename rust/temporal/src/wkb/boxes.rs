//! MEOS-WKB of boxes.
//!
//! ```text
//! stbox:  order, uint8 flags (1 space, 2 time, 0x10 z, 0x20 geodetic, 0x40 SRID), [int32 SRID],
//!         [time: uint16 39, bounds, lower, upper], [space: xmin, xmax, ymin, ymax, [zmin, zmax]]
//! tbox:   order, uint8 flags (1 value, 2 time), [time as above], [value: uint16 13 float or 19 int, bounds, lower,
//!         upper]
//! ```

use super::cursor::Cursor;
use super::sink::Sink;
use super::span::{SpanValue, read_bounds, write_bounds};
use super::{Endian, Variant};
use crate::boxes::{NumSpan, STBox, SpaceBounds, TBox};
use crate::error::Result;
use crate::point::Point;
use crate::span::TstzSpan;

const SPACE: u8 = 0x01;
const TIME: u8 = 0x02;
const Z: u8 = 0x10;
const GEODETIC: u8 = 0x20;
const SRID: u8 = 0x40;

/// The `stbox` of MEOS-WKB.
///
/// # Errors
/// For bytes that are not exactly one box: bounds inverted or not finite, no dimension at all.
pub fn read_stbox(bytes: &[u8]) -> Result<STBox> {
    let mut cursor = Cursor::new("stbox", bytes);
    cursor.byte_order()?;
    let at = cursor.at();
    let flags = cursor.u8()?;
    if flags & !(SPACE | TIME | Z | GEODETIC | SRID) != 0 || flags & (SPACE | TIME) == 0 {
        return cursor.fail_at(at, "flags of a box with space or time", format!("{flags:#04x}"));
    }
    let srid = if flags & SRID == 0 { 0 } else { cursor.srid()? };
    let time = if flags & TIME == 0 { None } else { Some(read_time(&mut cursor)?) };
    let space = if flags & SPACE == 0 { None } else { Some(read_space(&mut cursor, flags & Z != 0)?) };
    cursor.finish()?;
    let spatial = space.is_some();
    Ok(STBox { srid: if spatial { srid } else { 0 }, geodetic: spatial && flags & GEODETIC != 0, space, time })
}

/// MEOS-WKB of an `stbox`, little endian.
pub fn write_stbox(value: &STBox) -> Vec<u8> {
    write_stbox_as(value, Variant::CANONICAL.endian)
}

/// MEOS-WKB of an `stbox`.
pub fn write_stbox_as(value: &STBox, endian: Endian) -> Vec<u8> {
    let has_z = value.space.is_some_and(|s| s.has_z);
    let flag = |bit, set| if set { bit } else { 0 };
    let mut sink = Sink::new(endian, 74);
    sink.u8(flag(SPACE, value.space.is_some())
        | flag(TIME, value.time.is_some())
        | flag(Z, has_z)
        | flag(GEODETIC, value.geodetic)
        | flag(SRID, value.srid != 0));
    if value.srid != 0 {
        sink.i32(value.srid);
    }
    if let Some(time) = &value.time {
        sink.u16(i64::CODES.0);
        write_bounds(&mut sink, time);
    }
    if let Some(SpaceBounds { min, max, .. }) = value.space {
        let all = [min.x, max.x, min.y, max.y, min.z, max.z];
        all.iter().take(if has_z { 6 } else { 4 }).for_each(|v| sink.f64(*v));
    }
    sink.bytes
}

/// The `tbox` of MEOS-WKB.
///
/// # Errors
/// For bytes that are not exactly one box.
pub fn read_tbox(bytes: &[u8]) -> Result<TBox> {
    let mut cursor = Cursor::new("tbox", bytes);
    cursor.byte_order()?;
    let at = cursor.at();
    let flags = cursor.u8()?;
    if flags & !(SPACE | TIME) != 0 || flags == 0 {
        return cursor.fail_at(at, "flags of a box with a value or time", format!("{flags:#04x}"));
    }
    let time = if flags & TIME == 0 { None } else { Some(read_time(&mut cursor)?) };
    let value = if flags & SPACE == 0 { None } else { Some(read_number(&mut cursor)?) };
    cursor.finish()?;
    Ok(TBox { value, time })
}

/// MEOS-WKB of a `tbox`, little endian.
pub fn write_tbox(value: &TBox) -> Vec<u8> {
    write_tbox_as(value, Variant::CANONICAL.endian)
}

/// MEOS-WKB of a `tbox`.
pub fn write_tbox_as(value: &TBox, endian: Endian) -> Vec<u8> {
    let mut sink = Sink::new(endian, 40);
    sink.u8(u8::from(value.value.is_some()) | u8::from(value.time.is_some()) << 1);
    if let Some(time) = &value.time {
        sink.u16(i64::CODES.0);
        write_bounds(&mut sink, time);
    }
    match &value.value {
        Some(NumSpan::Float(span)) => {
            sink.u16(f64::CODES.0);
            write_bounds(&mut sink, span);
        }
        Some(NumSpan::Int(span)) => {
            sink.u16(i32::CODES.0);
            write_bounds(&mut sink, span);
        }
        None => {}
    }
    sink.bytes
}

fn read_time(cursor: &mut Cursor<'_>) -> Result<TstzSpan> {
    let at = cursor.at();
    match cursor.u16()? {
        code if code == i64::CODES.0 => read_bounds(cursor),
        other => cursor.fail_at(at, "the type code of tstzspan, 39", other.to_string()),
    }
}

fn read_number(cursor: &mut Cursor<'_>) -> Result<NumSpan> {
    let at = cursor.at();
    match cursor.u16()? {
        code if code == f64::CODES.0 => read_bounds(cursor).map(NumSpan::Float),
        code if code == i32::CODES.0 => read_bounds(cursor).map(NumSpan::Int),
        other => cursor.fail_at(at, "the type code of floatspan or intspan, 13 or 19", other.to_string()),
    }
}

fn read_space(cursor: &mut Cursor<'_>, has_z: bool) -> Result<SpaceBounds> {
    let mut axis = || {
        let at = cursor.at();
        let (min, max) = (cursor.finite()?, cursor.finite()?);
        if min > max { cursor.fail_at(at, "the lower bound first", format!("{min}, {max}")) } else { Ok((min, max)) }
    };
    let (x, y) = (axis()?, axis()?);
    let z = if has_z { axis()? } else { (0.0, 0.0) };
    Ok(SpaceBounds { min: Point::xyz(x.0, y.0, z.0), max: Point::xyz(x.1, y.1, z.1), has_z })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::hex::{from_hex, to_hex};
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(
        "0143E864000027000100000000000000000060D71D14000000000000000000F03F000000000000084000000000000000400000000000001040"
    )]
    #[case("0141E8640000000000000000F03F000000000000084000000000000000400000000000001040")]
    #[case("010227000100000000000000000060D71D14000000")]
    #[case(
        "011327000100000000000000000060D71D14000000000000000000F03F00000000000010400000000000000040000000000000144000000000000008400000000000001840"
    )]
    fn stbox_is_written_as_it_was_read(#[case] text: &str) {
        let value = read_stbox(&from_hex("stbox", text).unwrap()).unwrap();
        assert_eq!(to_hex(&write_stbox(&value)), text);
        assert_eq!(read_stbox(&write_stbox_as(&value, Endian::Big)).unwrap(), value);
    }

    #[rstest]
    #[case("010327000100000000000000000060D71D140000000D0001000000000000F83F0000000000000440")]
    #[case("01011300010100000003000000")]
    fn tbox_is_written_as_it_was_read(#[case] text: &str) {
        let value = read_tbox(&from_hex("tbox", text).unwrap()).unwrap();
        assert_eq!(to_hex(&write_tbox(&value)), text);
        assert_eq!(read_tbox(&write_tbox_as(&value, Endian::Big)).unwrap(), value);
    }

    #[rstest]
    #[case("0100")]
    #[case("0180")]
    #[case("0101000000000000F03F0000000000000000")]
    #[case("0102270003000000000000000000")]
    fn bad_boxes_are_refused(#[case] text: &str) {
        let bytes = from_hex("box", text).unwrap();
        assert!(read_stbox(&bytes).is_err());
        assert!(read_tbox(&bytes).is_err());
    }
}
