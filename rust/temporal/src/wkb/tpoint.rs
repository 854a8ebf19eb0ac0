//! MEOS-WKB of temporal points: the bytes of a position, and the fast way through instants that all look alike.
//!
//! ```text
//! position: a whole geometry: uint8 order, uint32 type (1, or 1001 in ISO with z; + 0x80000000 z, + 0x20000000
//!           SRID), [int32 SRID], 2 or 3 float64. MEOS 1.2 and before: the 2 or 3 float64 only; which of both it is
//!           follows from the exact length.
//! ```
//!
//! With the time that is 33 bytes an instant with SRID, 29 without, 24 in the older form; 8 more with z.

use super::cursor::Cursor;
use super::sink::Sink;
use super::temporal::{FLAG_GEODETIC, FLAG_Z, Head, blank, read_body, write_body, write_head};
use super::{Endian, Form, Variant};
use crate::error::Result;
use crate::geom::SRID_WGS84;
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::{Subtype, Temporal};
use crate::validate;

/// MEOS type code of `tgeompoint`.
pub(super) const TGEOMPOINT: u16 = 46;
/// MEOS type code of `tgeogpoint`.
pub(super) const TGEOGPOINT: u16 = 47;

const POINT: u32 = 1;
const POINT_Z_ISO: u32 = 1001;
const WITH_Z: u32 = 0x8000_0000;
const WITH_SRID: u32 = 0x2000_0000;

/// The temporal point in MEOS-WKB of any variant, in the older form too. A `tgeogpoint` without an SRID is WGS84.
///
/// # Errors
/// For bytes that are not exactly one valid temporal point.
pub fn read_tpoint(bytes: &[u8]) -> Result<TPoint> {
    let mut value = TPoint { srid: 0, geodetic: false, has_z: false, track: blank() };
    read_tpoint_into(&mut value, bytes)?;
    Ok(value)
}

/// As [`read_tpoint`], into a value whose room is used again. After an error `value` means nothing.
///
/// # Errors
/// As [`read_tpoint`].
pub fn read_tpoint_into(value: &mut TPoint, bytes: &[u8]) -> Result<()> {
    let what = if bytes.get(1) == Some(&47) || bytes.get(2) == Some(&47) { "tgeogpoint" } else { "tgeompoint" };
    let mut cursor = Cursor::new(what, bytes);
    let head = Head::read(&mut cursor, &[(TGEOMPOINT, "tgeompoint"), (TGEOGPOINT, "tgeogpoint")])?;
    (value.geodetic, value.has_z) = (head.geodetic, head.has_z);
    value.srid = head.srid.unwrap_or(if head.geodetic { SRID_WGS84 } else { 0 });
    let layout = Layout::of(&bytes[cursor.at()..], &head, cursor.endian());
    let least = if head.has_z { 32 } else { 24 };
    read_body(&mut cursor, &head, least, &mut value.track, |cursor, count, track| match &layout {
        Some(layout) => layout.read(cursor, count, track, &head),
        None => read_one_by_one(cursor, count, track, &head),
    })?;
    validate::check_tpoint(value.view())
}

/// Canonical MEOS-WKB: variant 4, little endian.
pub fn write_tpoint(value: &TPointRef<'_>) -> Vec<u8> {
    write_tpoint_as(value, Variant::CANONICAL)
}

/// MEOS-WKB of a variant. Plain points with z carry the z flag of the extended form, since without it the bytes could
/// not be read.
pub fn write_tpoint_as(value: &TPointRef<'_>, variant: Variant) -> Vec<u8> {
    let code = if value.geodetic { TGEOGPOINT } else { TGEOMPOINT };
    let flags = if value.geodetic { FLAG_GEODETIC } else { 0 } | if value.has_z { FLAG_Z } else { 0 };
    let srid = Some(value.srid).filter(|s| *s != 0 && variant.form == Form::Extended);
    let header = header(value.has_z, srid, variant);
    let stride = header.len() + if value.has_z { 32 } else { 24 };
    let room = 16 + value.track.pieces.len() * 5 + value.track.times.len() * stride;
    let mut sink = Sink::new(variant.endian, room);
    write_head(&mut sink, code, value.track.subtype, value.track.interp, flags, srid);
    let write: fn(&mut Sink, &[u8], &[Point], &[i64]) = match (header.len(), value.has_z) {
        (9, false) => write_run::<33, 9, false>,
        (9, true) => write_run::<41, 9, true>,
        (_, false) => write_run::<29, 5, false>,
        (_, true) => write_run::<37, 5, true>,
    };
    write_body(&mut sink, value.track, |sink, values, times| write(sink, &header, values, times));
    sink.bytes
}

/// The bytes in front of the coordinates of every position.
fn header(has_z: bool, srid: Option<i32>, variant: Variant) -> Vec<u8> {
    let mut sink = Sink::new(variant.endian, 9);
    let shape = match (has_z, variant.form) {
        (false, _) => POINT,
        (true, Form::Iso) => POINT_Z_ISO,
        (true, Form::Plain | Form::Extended) => POINT | WITH_Z,
    };
    sink.u32(shape | if srid.is_some() { WITH_SRID } else { 0 });
    if let Some(srid) = srid {
        sink.i32(srid);
    }
    sink.bytes
}

fn write_run<const STRIDE: usize, const HEADER: usize, const Z: bool>(
    sink: &mut Sink,
    header: &[u8],
    values: &[Point],
    times: &[i64],
) {
    let Some(header) = header.first_chunk::<HEADER>() else { return };
    let big = sink.endian() == Endian::Big;
    let number = |v: u64| if big { v.to_be_bytes() } else { v.to_le_bytes() };
    let start = sink.bytes.len();
    sink.bytes.resize(start + values.len() * STRIDE, 0);
    let (instants, _) = sink.bytes[start..].as_chunks_mut::<STRIDE>();
    for ((out, p), time_us) in instants.iter_mut().zip(values).zip(times) {
        out[..HEADER].copy_from_slice(header);
        out[HEADER..HEADER + 8].copy_from_slice(&number(p.x.to_bits()));
        out[HEADER + 8..HEADER + 16].copy_from_slice(&number(p.y.to_bits()));
        if Z {
            out[HEADER + 16..HEADER + 24].copy_from_slice(&number(p.z.to_bits()));
        }
        out[STRIDE - 8..].copy_from_slice(&number(time_us.cast_unsigned()));
    }
}

/// Instants of one length whose positions start with the same bytes.
struct Layout<'a> {
    header: &'a [u8],
}

impl<'a> Layout<'a> {
    /// The layout that `body` (what follows the head) has throughout, judged by its first position and its length.
    fn of(body: &'a [u8], head: &Head, endian: Endian) -> Option<Self> {
        let first = match head.subtype {
            Subtype::Instant => 0,
            Subtype::Sequence => 5,
            Subtype::SequenceSet => 9,
        };
        let coordinates = if head.has_z { 32 } else { 24 };
        // Bytes that start with a header are never taken for bare coordinates: they are cut, not old.
        let header = first_header(body.get(first..)?, head, endian).unwrap_or_default();
        ends_exactly(body, head, endian, header.len() + coordinates).then_some(Self { header })
    }

    /// Appends `count` instants. A position that starts with other bytes is read by itself.
    fn read(&self, cursor: &mut Cursor<'_>, count: usize, track: &mut Temporal<Point>, head: &Head) -> Result<()> {
        let stride = self.header.len() + if head.has_z { 32 } else { 24 };
        let start = cursor.at();
        // The length of the whole was walked with this stride, so the bytes are there.
        let bytes = cursor.take(count * stride, "instants")?;
        let little = cursor.endian() == Endian::Little;
        let read: fn(&[u8], &[u8], bool, &mut Temporal<Point>) -> bool = match (self.header.len(), head.has_z) {
            (9, false) => read_run::<33, 9, false>,
            (9, true) => read_run::<41, 9, true>,
            (5, false) => read_run::<29, 5, false>,
            (5, true) => read_run::<37, 5, true>,
            (_, false) => read_run::<24, 0, false>,
            (_, true) => read_run::<32, 0, true>,
        };
        let before = track.times.len();
        if read(bytes, self.header, little, track) {
            return Ok(());
        }
        track.times.truncate(before);
        track.values.truncate(before);
        cursor.back_to(start);
        read_one_by_one(cursor, count, track, head)
    }
}

/// Appends all instants of `bytes`; whether all positions start with `header`.
fn read_run<const STRIDE: usize, const HEADER: usize, const Z: bool>(
    bytes: &[u8],
    header: &[u8],
    little: bool,
    track: &mut Temporal<Point>,
) -> bool {
    let Some(header) = header.first_chunk::<HEADER>() else { return false };
    let (instants, _) = bytes.as_chunks::<STRIDE>();
    if little {
        append::<STRIDE, HEADER, Z>(instants, header, u64::from_le_bytes, track)
    } else {
        append::<STRIDE, HEADER, Z>(instants, header, u64::from_be_bytes, track)
    }
}

#[inline(always)]
fn append<const STRIDE: usize, const HEADER: usize, const Z: bool>(
    instants: &[[u8; STRIDE]],
    header: &[u8; HEADER],
    number: impl Fn([u8; 8]) -> u64,
    track: &mut Temporal<Point>,
) -> bool {
    let at = |instant: &[u8; STRIDE], at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&instant[at..at + 8]);
        number(bytes)
    };
    let mut same = true;
    track.values.extend(instants.iter().map(|i| {
        same &= i[..HEADER] == header[..];
        Point {
            x: f64::from_bits(at(i, HEADER)),
            y: f64::from_bits(at(i, HEADER + 8)),
            z: if Z { f64::from_bits(at(i, HEADER + 16)) } else { 0.0 },
        }
    }));
    track.times.extend(instants.iter().map(|i| at(i, STRIDE - 8).cast_signed()));
    same
}

/// The header of the position at the start of `bytes`, if it is one that fits the value and its byte order.
fn first_header<'a>(bytes: &'a [u8], head: &Head, endian: Endian) -> Option<&'a [u8]> {
    let mut cursor = Cursor::new("tgeompoint", bytes);
    let fits = read_header(&mut cursor, head).ok()? == endian;
    bytes.get(..cursor.at()).filter(|_| fits)
}

/// Whether `body` ends exactly after its instants if each takes `stride` bytes.
fn ends_exactly(body: &[u8], head: &Head, endian: Endian, stride: usize) -> bool {
    let mut cursor = Cursor::new("tgeompoint", body);
    cursor.set_endian(endian);
    let mut walk = || -> Result<usize> {
        if head.subtype == Subtype::Instant {
            return Ok(cursor.remaining().abs_diff(stride));
        }
        let sequences = if head.subtype == Subtype::SequenceSet { cursor.count("sequences", 5)? } else { 1 };
        for _ in 0..sequences {
            let count = cursor.count("instants", stride)?;
            cursor.u8()?;
            cursor.take(count * stride, "instants")?;
        }
        Ok(cursor.remaining())
    };
    walk().is_ok_and(|left| left == 0)
}

/// Reads what stands in front of the coordinates of a position; its byte order.
fn read_header(cursor: &mut Cursor<'_>, head: &Head) -> Result<Endian> {
    let outer = cursor.endian();
    let endian = cursor.byte_order()?;
    let at = cursor.at();
    let shape = cursor.u32()?;
    let has_z = match shape & !WITH_SRID {
        POINT => false,
        POINT_Z_ISO => true,
        bits if bits == POINT | WITH_Z => true,
        _ => return cursor.fail_at(at, "the type of a point, 2D or with z", format!("{shape:#010x}")),
    };
    if has_z != head.has_z {
        let name = |has_z| if has_z { "a point with z" } else { "a point without z" };
        return cursor.fail_at(at, format!("{}, as the value says", name(head.has_z)), name(has_z));
    }
    if shape & WITH_SRID != 0 {
        let at = cursor.at();
        let srid = cursor.srid()?;
        if Some(srid) != head.srid {
            let expected = head.srid.map_or("no SRID".to_string(), |s| format!("SRID {s}"));
            return cursor.fail_at(at, format!("{expected}, as the value says"), srid.to_string());
        }
    }
    cursor.set_endian(outer);
    Ok(endian)
}

fn read_one_by_one(cursor: &mut Cursor<'_>, count: usize, track: &mut Temporal<Point>, head: &Head) -> Result<()> {
    for _ in 0..count {
        let outer = cursor.endian();
        let endian = read_header(cursor, head)?;
        cursor.set_endian(endian);
        let (x, y) = (cursor.finite()?, cursor.finite()?);
        let z = if head.has_z { cursor.finite()? } else { 0.0 };
        cursor.set_endian(outer);
        track.values.push(Point { x, y, z });
        track.times.push(cursor.i64()?);
    }
    Ok(())
}
