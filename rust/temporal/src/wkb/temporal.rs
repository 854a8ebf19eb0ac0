//! MEOS-WKB of temporal values.
//!
//! ```text
//! byte    order: 1 little (NDR), 0 big (XDR), of everything that follows
//! uint16  type: tbool 26, tfloat 33, tint 35, ttext 41, tgeompoint 46, tgeogpoint 47
//! uint8   flags: bits 0-1 subtype 1 Instant, 2 Sequence, 3 SequenceSet; bits 2-3 interpolation 0 none, 1 discrete,
//!         2 step, 3 linear; 0x10 z, 0x20 geodetic, 0x40 SRID
//! int32   SRID, only with 0x40
//! Instant:     value, int64 time
//! Sequence:    uint32 n, uint8 bounds (1 lower inclusive, 2 upper inclusive), n times (value, int64 time)
//! SequenceSet: uint32 number of sequences, then each as above
//! value:  bool uint8; int int32; float float64; text int64 length and UTF-8; point as in `tpoint.rs`
//! ```

use super::Variant;
use super::base::Plain;
use super::cursor::Cursor;
use super::sink::Sink;
use super::tpoint::{TGEOGPOINT, TGEOMPOINT};
use crate::error::Result;
use crate::point::TPoint;
use crate::temporal::{Interp, Piece, Subtype, TBool, TFloat, TInt, TText, Temporal, View};
use crate::validate;

pub use super::base::Plain as WkbValue;
pub use super::tpoint::{read_tpoint, read_tpoint_into, write_tpoint, write_tpoint_as};

/// A temporal value whose type only the bytes tell.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyTemporal {
    /// `tbool`.
    Bool(TBool),
    /// `tint`.
    Int(TInt),
    /// `tfloat`.
    Float(TFloat),
    /// `ttext`.
    Text(TText),
    /// `tgeompoint` or `tgeogpoint`.
    Point(TPoint),
}

/// The temporal value in MEOS-WKB of any variant.
///
/// # Errors
/// For bytes that are not exactly one valid `V`.
pub fn read<V: Plain>(bytes: &[u8]) -> Result<Temporal<V>> {
    let mut value = blank();
    read_into(&mut value, bytes)?;
    Ok(value)
}

/// As [`read`], into a value whose room is used again. After an error `value` means nothing.
///
/// # Errors
/// As [`read`].
pub fn read_into<V: Plain>(value: &mut Temporal<V>, bytes: &[u8]) -> Result<()> {
    let mut cursor = Cursor::new(V::NAME, bytes);
    let head = Head::read(&mut cursor, &[(V::CODE, V::NAME)])?;
    read_body(&mut cursor, &head, V::LEAST + 8, value, |cursor, count, value| {
        value.values.reserve(count);
        value.times.reserve(count);
        for _ in 0..count {
            value.values.push(V::read(cursor)?);
            value.times.push(cursor.i64()?);
        }
        Ok(())
    })?;
    validate::check(V::NAME, value.view())
}

/// The temporal value of whichever type the bytes say.
///
/// # Errors
/// For bytes that are not exactly one valid temporal value.
pub fn read_any(bytes: &[u8]) -> Result<AnyTemporal> {
    let mut cursor = Cursor::new("temporal value", bytes);
    cursor.byte_order()?;
    let at = cursor.at();
    match cursor.u16()? {
        <bool as Plain>::CODE => read(bytes).map(AnyTemporal::Bool),
        <i32 as Plain>::CODE => read(bytes).map(AnyTemporal::Int),
        <f64 as Plain>::CODE => read(bytes).map(AnyTemporal::Float),
        <String as Plain>::CODE => read(bytes).map(AnyTemporal::Text),
        TGEOMPOINT | TGEOGPOINT => read_tpoint(bytes).map(AnyTemporal::Point),
        other => cursor.fail_at(at, "the type code of a temporal value", other.to_string()),
    }
}

/// Canonical MEOS-WKB: variant 4, little endian.
pub fn write<V: Plain>(value: View<'_, V>) -> Vec<u8> {
    write_as(value, Variant::CANONICAL)
}

/// MEOS-WKB of a variant; only the byte order matters for values that are no points.
pub fn write_as<V: Plain>(value: View<'_, V>, variant: Variant) -> Vec<u8> {
    let (n, pieces) = (value.times.len(), value.pieces.len());
    let mut sink = Sink::new(variant.endian, 8 + pieces * 5 + n * (V::LEAST + 8));
    write_head(&mut sink, V::CODE, value.subtype, value.interp, 0, None);
    write_body(&mut sink, value, |sink, values, times| {
        for (value, time_us) in values.iter().zip(times) {
            value.write(sink);
            sink.i64(*time_us);
        }
    });
    sink.bytes
}

/// A value without instants, to be read into. It is not valid.
pub(super) fn blank<V>() -> Temporal<V> {
    Temporal {
        subtype: Subtype::Instant,
        interp: Interp::Discrete,
        pieces: Vec::new(),
        times: Vec::new(),
        values: Vec::new(),
    }
}

/// What stands in front of the instants.
pub(super) struct Head {
    pub(super) subtype: Subtype,
    pub(super) interp: Interp,
    pub(super) has_z: bool,
    pub(super) geodetic: bool,
    pub(super) srid: Option<i32>,
}

pub(super) const FLAG_Z: u8 = 0x10;
pub(super) const FLAG_GEODETIC: u8 = 0x20;
const FLAG_SRID: u8 = 0x40;

impl Head {
    /// Reads byte order, type code, flags and SRID; the type must be one of `types` (code, name).
    pub(super) fn read(cursor: &mut Cursor<'_>, types: &[(u16, &str)]) -> Result<Self> {
        cursor.byte_order()?;
        let at = cursor.at();
        let code = cursor.u16()?;
        if !types.iter().any(|(c, _)| *c == code) {
            let names: Vec<String> = types.iter().map(|(c, name)| format!("{c} ({name})")).collect();
            return cursor.fail_at(at, format!("type code {}", names.join(" or ")), code.to_string());
        }
        let at = cursor.at();
        let flags = cursor.u8()?;
        let forms = match (flags & 0x03, flags >> 2 & 0x03) {
            (1, 0) => Some((Subtype::Instant, Interp::Discrete)),
            (2, 1) => Some((Subtype::Sequence, Interp::Discrete)),
            (2, 2) => Some((Subtype::Sequence, Interp::Step)),
            (2, 3) => Some((Subtype::Sequence, Interp::Linear)),
            (3, 2) => Some((Subtype::SequenceSet, Interp::Step)),
            (3, 3) => Some((Subtype::SequenceSet, Interp::Linear)),
            _ => None,
        };
        let spatial = matches!(code, TGEOMPOINT | TGEOGPOINT);
        let geodetic = flags & FLAG_GEODETIC != 0;
        let fits = if spatial { geodetic == (code == TGEOGPOINT) && flags & 0x80 == 0 } else { flags & 0xF0 == 0 };
        let Some((subtype, interp)) = forms.filter(|_| fits) else {
            return cursor.fail_at(at, "flags of a subtype and interpolation of this type", format!("{flags:#04x}"));
        };
        let srid = if flags & FLAG_SRID == 0 { None } else { Some(cursor.srid()?) };
        Ok(Self { subtype, interp, has_z: flags & FLAG_Z != 0, geodetic, srid })
    }
}

/// Reads pieces and instants. `least`: fewest bytes of an instant; `run`: appends so many instants to the value.
pub(super) fn read_body<'a, V>(
    cursor: &mut Cursor<'a>,
    head: &Head,
    least: usize,
    value: &mut Temporal<V>,
    mut run: impl FnMut(&mut Cursor<'a>, usize, &mut Temporal<V>) -> Result<()>,
) -> Result<()> {
    (value.subtype, value.interp) = (head.subtype, head.interp);
    value.pieces.clear();
    value.times.clear();
    value.values.clear();
    if head.subtype == Subtype::Instant {
        run(cursor, 1, value)?;
        value.pieces.push(Piece { start: 0, end: 1, lower_inc: true, upper_inc: true });
        return cursor.finish();
    }
    let set = head.subtype == Subtype::SequenceSet;
    let pieces = if set { cursor.count("sequences", 5 + least)? } else { 1 };
    value.pieces.reserve(pieces);
    for _ in 0..pieces {
        let count = cursor.count("instants", least)?;
        // The bounds of a discrete sequence mean nothing: MEOS keeps there what its constructor was given.
        let (lower_inc, upper_inc) = match (bounds(cursor)?, head.interp) {
            (_, Interp::Discrete) => (true, true),
            (bounds, _) => bounds,
        };
        let start = value.times.len();
        run(cursor, count, value)?;
        value.pieces.push(Piece { start, end: value.times.len(), lower_inc, upper_inc });
    }
    cursor.finish()
}

/// The byte of two bounds: whether the lower and the upper one are inclusive.
pub(super) fn bounds(cursor: &mut Cursor<'_>) -> Result<(bool, bool)> {
    let at = cursor.at();
    match cursor.u8()? {
        bits @ 0..=3 => Ok((bits & 1 != 0, bits & 2 != 0)),
        other => cursor.fail_at(at, "bounds from 0 to 3", other.to_string()),
    }
}

/// The byte of two bounds.
pub(super) fn bounds_byte(lower_inc: bool, upper_inc: bool) -> u8 {
    u8::from(lower_inc) | u8::from(upper_inc) << 1
}

pub(super) fn write_head(
    sink: &mut Sink,
    code: u16,
    subtype: Subtype,
    interp: Interp,
    spatial_flags: u8,
    srid: Option<i32>,
) {
    let subtype_bits = match subtype {
        Subtype::Instant => 1,
        Subtype::Sequence => 2,
        Subtype::SequenceSet => 3,
    };
    let interp_bits = match (subtype, interp) {
        (Subtype::Instant, _) => 0,
        (_, Interp::Discrete) => 1,
        (_, Interp::Step) => 2,
        (_, Interp::Linear) => 3,
    };
    sink.u16(code);
    sink.u8(subtype_bits | interp_bits << 2 | spatial_flags | if srid.is_some() { FLAG_SRID } else { 0 });
    if let Some(srid) = srid {
        sink.i32(srid);
    }
}

/// Writes pieces and instants; `run` appends the instants of one piece.
pub(super) fn write_body<V>(sink: &mut Sink, value: View<'_, V>, mut run: impl FnMut(&mut Sink, &[V], &[i64])) {
    if value.subtype == Subtype::SequenceSet {
        sink.count(value.pieces.len());
    }
    for piece in value.runs() {
        if value.subtype != Subtype::Instant {
            sink.count(piece.times.len());
            sink.u8(bounds_byte(piece.lower_inc, piece.upper_inc));
        }
        run(sink, piece.values, piece.times);
    }
}
