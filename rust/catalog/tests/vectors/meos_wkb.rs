//! MEOS-WKB as MEOS 1.3 writes it, little endian, read without the crate under test: an error in its reader must not hide
//! an error in its kernels.
//!
//! `01`, then a box (flags first) or a type code of two bytes with flags. Flags: 0x01/0x02 subtype of a temporal (1 Instant,
//! 2 Sequence, 3 SequenceSet) or X/T of a box, 0x0c interpolation (1 discrete, 2 step, 3 linear), 0x10 z, 0x20 geodetic,
//! 0x40 an SRID follows. Bounds: 0x01 lower, 0x02 upper inclusive.

use catalog::{Tstzset, Value};
use temporal::boxes::{NumSpan, STBox, SpaceBounds, TBox};
use temporal::geom::{Geometry, Shape};
use temporal::point::{Point, TPoint};
use temporal::span::{Span, TstzSpan};
use temporal::temporal::{Interp, Piece, Subtype, Temporal};

const TYPE_FLOATSPAN: u16 = 0x0d;
const TYPE_INTSPAN: u16 = 0x13;

/// The value of type `kind` (`tgeompoint`, `stbox`, `tstzspan`, ...) in hexadecimal digits.
pub fn read(kind: &str, hex: &str) -> Result<Value, String> {
    let bytes = unhex(hex)?;
    let mut reader = Reader { bytes: &bytes, at: 0 };
    reader.expect_little_endian()?;
    let value = match kind {
        "stbox" => Value::Stbox(reader.stbox()?),
        "tbox" => Value::Tbox(reader.tbox()?),
        _ => {
            let code = reader.u16()?;
            reader.coded(kind, code)?
        }
    };
    reader.finish()?;
    Ok(value)
}

/// The geometry in hexadecimal EWKB.
pub fn read_geometry(hex: &str) -> Result<Geometry, String> {
    let bytes = unhex(hex)?;
    let mut reader = Reader { bytes: &bytes, at: 0 };
    let geometry = reader.geometry()?;
    reader.finish()?;
    Ok(geometry)
}

fn unhex(hex: &str) -> Result<Vec<u8>, String> {
    (0..hex.len())
        .step_by(2)
        .map(|i| hex.get(i..i + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()))
        .collect::<Option<Vec<u8>>>()
        .ok_or_else(|| format!("not hexadecimal: {hex}"))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let end = self.at + N;
        let part = self.bytes.get(self.at..end).ok_or_else(|| format!("bytes end at {}", self.bytes.len()))?;
        self.at = end;
        part.try_into().map_err(|_| "length".to_owned())
    }

    fn u8(&mut self) -> Result<u8, String> {
        Ok(self.take::<1>()?[0])
    }

    fn u16(&mut self) -> Result<u16, String> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, String> {
        self.take().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Result<i32, String> {
        self.take().map(i32::from_le_bytes)
    }

    fn i64(&mut self) -> Result<i64, String> {
        self.take().map(i64::from_le_bytes)
    }

    fn f64(&mut self) -> Result<f64, String> {
        self.take().map(f64::from_le_bytes)
    }

    fn finish(&self) -> Result<(), String> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(format!("bytes left over at {}", self.at)) }
    }

    fn expect_little_endian(&mut self) -> Result<(), String> {
        if self.u8()? == 1 { Ok(()) } else { Err("not little endian".to_owned()) }
    }

    fn coded(&mut self, kind: &str, code: u16) -> Result<Value, String> {
        let expected = match kind {
            "tbool" => 0x1a,
            "tfloat" => 0x21,
            "tint" => 0x23,
            "ttext" => 0x29,
            "tgeompoint" => 0x2e,
            "tgeogpoint" => 0x2f,
            "tstzset" => 0x26,
            "tstzspan" => 0x27,
            "tstzspanset" => 0x28,
            "floatspan" => TYPE_FLOATSPAN,
            "floatspanset" => 0x0e,
            "intspan" => TYPE_INTSPAN,
            other => return Err(format!("no reader for {other}")),
        };
        if code != expected {
            return Err(format!("type code {code:#x} is no {kind}"));
        }
        Ok(match kind {
            "tbool" => Value::Tbool(self.temporal(|r| Ok(r.u8()? != 0))?.0),
            "tfloat" => Value::Tfloat(self.temporal(Self::f64)?.0),
            "tint" => Value::Tint(self.temporal(Self::i32)?.0),
            "ttext" => Value::Ttext(self.temporal(Self::text)?.0),
            "tgeompoint" | "tgeogpoint" => Value::Tpoint(self.point_track()?),
            "tstzset" => Value::Tstzset(self.time_set()?),
            "tstzspan" => Value::Tstzspan(self.span(Self::i64)?),
            "tstzspanset" => Value::Tstzspanset(self.span_set(Self::i64)?),
            "floatspan" => Value::Floatspan(self.span(Self::f64)?),
            "floatspanset" => Value::Array(self.span_set(Self::f64)?.into_iter().map(Value::Floatspan).collect()),
            _ => Value::Intspan(self.span(Self::i32)?),
        })
    }

    /// The value, its flags and SRID.
    fn temporal<V>(
        &mut self,
        mut base: impl FnMut(&mut Self) -> Result<V, String>,
    ) -> Result<(Temporal<V>, u8, i32), String> {
        let flags = self.u8()?;
        let srid = if flags & 0x40 != 0 { self.i32()? } else { 0 };
        let subtype = match flags & 0x03 {
            1 => Subtype::Instant,
            2 => Subtype::Sequence,
            3 => Subtype::SequenceSet,
            other => return Err(format!("subtype {other}")),
        };
        let interp = match (flags >> 2) & 0x03 {
            0 | 1 => Interp::Discrete,
            2 => Interp::Step,
            _ => Interp::Linear,
        };
        let mut out = Temporal { subtype, interp, pieces: Vec::new(), times: Vec::new(), values: Vec::new() };
        let pieces = if subtype == Subtype::SequenceSet { self.u32()? } else { 1 };
        for _ in 0..pieces {
            let (count, bounds) = if subtype == Subtype::Instant { (1, 3) } else { (self.u32()?, self.u8()?) };
            let start = out.times.len();
            for _ in 0..count {
                out.values.push(base(self)?);
                out.times.push(self.i64()?);
            }
            let (lower_inc, upper_inc) = inclusive(bounds);
            out.pieces.push(Piece { start, end: out.times.len(), lower_inc, upper_inc });
        }
        Ok((out, flags, srid))
    }

    fn text(&mut self) -> Result<String, String> {
        let length = usize::try_from(self.i64()?).map_err(|e| e.to_string())?;
        let part = self.bytes.get(self.at..self.at + length).ok_or("text is cut")?;
        self.at += length;
        String::from_utf8(part.to_vec()).map_err(|e| e.to_string())
    }

    fn point_track(&mut self) -> Result<TPoint, String> {
        let (track, flags, srid) = self.temporal(|r| match r.geometry()?.shape {
            Shape::Point(Some(point)) => Ok(point),
            other => Err(format!("{other:?} is no position")),
        })?;
        Ok(TPoint { srid, geodetic: flags & 0x20 != 0, has_z: flags & 0x10 != 0, track })
    }

    fn time_set(&mut self) -> Result<Tstzset, String> {
        self.u8()?;
        let count = self.u32()?;
        (0..count).map(|_| self.i64()).collect::<Result<_, _>>().map(Tstzset)
    }

    fn span<T>(&mut self, mut bound: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Span<T>, String> {
        let (lower_inc, upper_inc) = inclusive(self.u8()?);
        Ok(Span { lower: bound(self)?, upper: bound(self)?, lower_inc, upper_inc })
    }

    fn span_set<T>(&mut self, mut bound: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<Span<T>>, String> {
        let count = self.u32()?;
        (0..count).map(|_| self.span(&mut bound)).collect()
    }

    fn time_of_box(&mut self) -> Result<TstzSpan, String> {
        self.u16()?;
        self.span(Self::i64)
    }

    fn stbox(&mut self) -> Result<STBox, String> {
        let flags = self.u8()?;
        let srid = if flags & 0x40 != 0 { self.i32()? } else { 0 };
        let time = if flags & 0x02 != 0 { Some(self.time_of_box()?) } else { None };
        let space = if flags & 0x01 != 0 { Some(self.space_bounds(flags & 0x10 != 0)?) } else { None };
        Ok(STBox { srid, geodetic: flags & 0x20 != 0, space, time })
    }

    fn space_bounds(&mut self, has_z: bool) -> Result<SpaceBounds, String> {
        let (mut min, mut max) = (Point::default(), Point::default());
        (min.x, max.x) = (self.f64()?, self.f64()?);
        (min.y, max.y) = (self.f64()?, self.f64()?);
        if has_z {
            (min.z, max.z) = (self.f64()?, self.f64()?);
        }
        Ok(SpaceBounds { min, max, has_z })
    }

    fn tbox(&mut self) -> Result<TBox, String> {
        let flags = self.u8()?;
        let time = if flags & 0x02 != 0 { Some(self.time_of_box()?) } else { None };
        let value = if flags & 0x01 != 0 {
            Some(match self.u16()? {
                TYPE_FLOATSPAN => NumSpan::Float(self.span(Self::f64)?),
                TYPE_INTSPAN => NumSpan::Int(self.span(Self::i32)?),
                other => return Err(format!("type code {other:#x} is no number span")),
            })
        } else {
            None
        };
        Ok(TBox { value, time })
    }

    fn geometry(&mut self) -> Result<Geometry, String> {
        self.expect_little_endian()?;
        let code = self.u32()?;
        let has_z = code & 0x8000_0000 != 0;
        let srid = if code & 0x2000_0000 != 0 { self.i32()? } else { 0 };
        let shape = self.shape(code & 0xff, has_z)?;
        Ok(Geometry { srid, geodetic: false, has_z, shape })
    }

    fn shape(&mut self, code: u32, has_z: bool) -> Result<Shape, String> {
        Ok(match code {
            1 => {
                let point = self.point(has_z)?;
                Shape::Point(if point.x.is_nan() { None } else { Some(point) })
            }
            2 => Shape::LineString(self.points(has_z)?),
            3 => Shape::Polygon(self.rings(has_z)?),
            4..=7 => {
                let count = self.u32()?;
                let parts = (0..count).map(|_| self.geometry().map(|g| g.shape)).collect::<Result<Vec<_>, _>>()?;
                multi(code, parts)?
            }
            other => return Err(format!("geometry type {other}")),
        })
    }

    fn point(&mut self, has_z: bool) -> Result<Point, String> {
        Ok(Point { x: self.f64()?, y: self.f64()?, z: if has_z { self.f64()? } else { 0.0 } })
    }

    fn points(&mut self, has_z: bool) -> Result<Vec<Point>, String> {
        let count = self.u32()?;
        (0..count).map(|_| self.point(has_z)).collect()
    }

    fn rings(&mut self, has_z: bool) -> Result<Vec<Vec<Point>>, String> {
        let count = self.u32()?;
        (0..count).map(|_| self.points(has_z)).collect()
    }
}

fn inclusive(bounds: u8) -> (bool, bool) {
    (bounds & 0x01 != 0, bounds & 0x02 != 0)
}

/// The multi-geometry of type code 4 (points) to 7 (collection) with these parts.
pub fn multi(code: u32, parts: Vec<Shape>) -> Result<Shape, String> {
    fn all<T>(parts: Vec<Shape>, pick: impl Fn(Shape) -> Option<T>) -> Result<Vec<T>, String> {
        parts.into_iter().map(pick).collect::<Option<Vec<T>>>().ok_or_else(|| "part of a wrong type".to_owned())
    }
    Ok(match code {
        4 => Shape::MultiPoint(all(parts, |s| if let Shape::Point(Some(p)) = s { Some(p) } else { None })?),
        5 => Shape::MultiLineString(all(parts, |s| if let Shape::LineString(l) = s { Some(l) } else { None })?),
        6 => Shape::MultiPolygon(all(parts, |s| if let Shape::Polygon(r) = s { Some(r) } else { None })?),
        _ => Shape::Collection(parts),
    })
}
