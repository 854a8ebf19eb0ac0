//! WKB of geometries: OGC, ISO and extended (PostGIS) forms in, EWKB little endian out.
//!
//! ```text
//! byte    order of the geometry, each nested one has its own
//! uint32  type 1..7, + 1000 or 0x80000000 for z, + 0x20000000 for SRID
//! int32   SRID, only with that flag; written in the outermost geometry only
//! then    Point: 2 or 3 float64, all NaN where empty; LineString: uint32 n and n positions; Polygon: uint32 n and n
//!         rings; Multi.. and GeometryCollection: uint32 n and n whole geometries
//! ```

use super::cursor::Cursor;
use super::sink::Sink;
use super::{Endian, hex};
use crate::error::{Error, Result};
use crate::geom::{Geometry, MAX_DEPTH, Shape};
use crate::point::Point;

const WHAT: &str = "geometry";
const WITH_Z: u32 = 0x8000_0000;
const WITH_M: u32 = 0x4000_0000;
const WITH_SRID: u32 = 0x2000_0000;
/// Fewest bytes of a nested geometry: order, type and a count.
const LEAST: usize = 9;

/// The geometry of WKB in any of its forms; `default_srid` where it carries none. Planar; see
/// [`Geometry::into_geography`]. Empty points inside a multipoint are left out.
///
/// # Errors
/// For bytes that are not exactly one geometry, M coordinates, curves, surfaces other than polygons, nesting beyond
/// [`MAX_DEPTH`], coordinates that are not finite, lines of one position and rings that do not close.
pub fn read_geometry(bytes: &[u8], default_srid: i32) -> Result<Geometry> {
    let mut cursor = Cursor::new(WHAT, bytes);
    let head = Head::read(&mut cursor)?;
    let mut reader = Reader { cursor, has_z: head.has_z, srid: head.srid };
    let shape = reader.shape(&head, 0)?;
    reader.cursor.finish()?;
    Ok(Geometry { srid: head.srid.unwrap_or(default_srid), geodetic: false, has_z: head.has_z, shape })
}

/// EWKB, little endian, with the SRID unless it is 0.
pub fn write_geometry(geometry: &Geometry) -> Vec<u8> {
    let mut positions = 0;
    geometry.shape.for_each_point(&mut |_| positions += 1);
    let mut sink = Sink::without_mark(Endian::Little, 32 + positions * 24);
    write_shape(&mut sink, &geometry.shape, geometry.has_z, Some(geometry.srid).filter(|s| *s != 0));
    sink.bytes
}

/// [`write_geometry`] in upper-case hexadecimal digits.
pub fn write_geometry_hex(geometry: &Geometry) -> String {
    hex::to_hex(&write_geometry(geometry))
}

struct Head {
    at: usize,
    kind: u32,
    has_z: bool,
    srid: Option<i32>,
}

impl Head {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.byte_order()?;
        let at = cursor.at();
        let bits = cursor.u32()?;
        let code = bits & !(WITH_Z | WITH_M | WITH_SRID);
        let (kind, iso) = (code % 1000, code / 1000);
        if iso > 3 || !(1..=17).contains(&kind) {
            return cursor.fail_at(at, "the type of a geometry", format!("{bits:#010x}"));
        }
        if bits & WITH_M != 0 || iso >= 2 {
            return Err(unsupported("a geometry with M coordinates", "drop them first"));
        }
        if kind > 7 {
            let reason = "only points, lines, polygons and collections of these are";
            return Err(unsupported(&format!("a geometry of WKB type {kind}"), reason));
        }
        let srid = if bits & WITH_SRID == 0 { None } else { Some(cursor.srid()?) };
        Ok(Self { at, kind, has_z: bits & WITH_Z != 0 || iso == 1, srid })
    }
}

fn unsupported(what: &str, reason: &str) -> Error {
    Error::Unsupported { what: what.to_string(), reason: reason.to_string() }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    has_z: bool,
    srid: Option<i32>,
}

impl Reader<'_> {
    fn shape(&mut self, head: &Head, depth: usize) -> Result<Shape> {
        if depth > MAX_DEPTH {
            return self.cursor.fail(format!("geometries nested at most {MAX_DEPTH} deep"), "a deeper one");
        }
        match head.kind {
            1 => self.point().map(Shape::Point),
            2 => self.line().map(Shape::LineString),
            3 => self.polygon().map(Shape::Polygon),
            4 => {
                let points = self.members(1, depth, |reader, _, _| reader.point())?;
                Ok(Shape::MultiPoint(points.into_iter().flatten().collect()))
            }
            5 => self.members(2, depth, |reader, _, _| reader.line()).map(Shape::MultiLineString),
            6 => self.members(3, depth, |reader, _, _| reader.polygon()).map(Shape::MultiPolygon),
            _ => self.members(0, depth, Self::shape).map(Shape::Collection),
        }
    }

    /// Nested geometries, all of type `kind` unless it is 0.
    fn members<T>(
        &mut self,
        kind: u32,
        depth: usize,
        mut read: impl FnMut(&mut Self, &Head, usize) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.cursor.count("geometries", LEAST)?;
        let mut members = Vec::with_capacity(count);
        for _ in 0..count {
            let outer = self.cursor.endian();
            let head = Head::read(&mut self.cursor)?;
            if kind != 0 && head.kind != kind {
                return self.cursor.fail_at(head.at, format!("members of type {kind}"), head.kind.to_string());
            }
            if head.has_z != self.has_z {
                return Err(Error::MixedDimensions);
            }
            if let (Some(inner), outer) = (head.srid, self.srid.unwrap_or(0))
                && inner != outer
            {
                return Err(Error::MixedSrid { left: outer, right: inner });
            }
            members.push(read(self, &head, depth + 1)?);
            self.cursor.set_endian(outer);
        }
        Ok(members)
    }

    fn position(&mut self) -> Result<Point> {
        let (x, y) = (self.cursor.finite()?, self.cursor.finite()?);
        Ok(Point { x, y, z: if self.has_z { self.cursor.finite()? } else { 0.0 } })
    }

    fn point(&mut self) -> Result<Option<Point>> {
        let at = self.cursor.at();
        let dimensions = if self.has_z { 3 } else { 2 };
        for _ in 0..dimensions {
            if !self.cursor.f64()?.is_nan() {
                self.cursor.back_to(at);
                return self.position().map(Some);
            }
        }
        Ok(None)
    }

    fn positions(&mut self) -> Result<Vec<Point>> {
        let count = self.cursor.count("positions", if self.has_z { 24 } else { 16 })?;
        (0..count).map(|_| self.position()).collect()
    }

    fn line(&mut self) -> Result<Vec<Point>> {
        let at = self.cursor.at();
        let line = self.positions()?;
        if line.len() == 1 { self.cursor.fail_at(at, "a line of two positions or more", "one") } else { Ok(line) }
    }

    fn polygon(&mut self) -> Result<Vec<Vec<Point>>> {
        let count = self.cursor.count("rings", 4)?;
        let mut rings = Vec::with_capacity(count);
        for _ in 0..count {
            let at = self.cursor.at();
            let ring = self.positions()?;
            if ring.len() < 4 || ring.first() != ring.last() {
                let found = format!("{} positions{}", ring.len(), if ring.len() < 4 { "" } else { ", not closed" });
                return self.cursor.fail_at(at, "a closed ring of four positions or more", found);
            }
            rings.push(ring);
        }
        Ok(rings)
    }
}

fn write_shape(sink: &mut Sink, shape: &Shape, has_z: bool, srid: Option<i32>) {
    let kind = match shape {
        Shape::Point(_) => 1,
        Shape::LineString(_) => 2,
        Shape::Polygon(_) => 3,
        Shape::MultiPoint(_) => 4,
        Shape::MultiLineString(_) => 5,
        Shape::MultiPolygon(_) => 6,
        Shape::Collection(_) => 7,
    };
    write_head(sink, kind, has_z, srid);
    match shape {
        Shape::Point(point) => write_position(sink, &point.unwrap_or(Point::xyz(f64::NAN, f64::NAN, f64::NAN)), has_z),
        Shape::LineString(line) => write_positions(sink, line, has_z),
        Shape::Polygon(rings) => write_rings(sink, rings, has_z),
        Shape::MultiPoint(points) => write_each(sink, points, |sink, point| {
            write_head(sink, 1, has_z, None);
            write_position(sink, point, has_z);
        }),
        Shape::MultiLineString(lines) => write_each(sink, lines, |sink, line| {
            write_head(sink, 2, has_z, None);
            write_positions(sink, line, has_z);
        }),
        Shape::MultiPolygon(polygons) => write_each(sink, polygons, |sink, rings| {
            write_head(sink, 3, has_z, None);
            write_rings(sink, rings, has_z);
        }),
        Shape::Collection(members) => write_each(sink, members, |sink, m| write_shape(sink, m, has_z, None)),
    }
}

fn write_head(sink: &mut Sink, kind: u32, has_z: bool, srid: Option<i32>) {
    sink.byte_order();
    sink.u32(kind | if has_z { WITH_Z } else { 0 } | if srid.is_some() { WITH_SRID } else { 0 });
    if let Some(srid) = srid {
        sink.i32(srid);
    }
}

fn write_each<T>(sink: &mut Sink, items: &[T], mut write: impl FnMut(&mut Sink, &T)) {
    sink.count(items.len());
    for item in items {
        write(sink, item);
    }
}

fn write_position(sink: &mut Sink, p: &Point, has_z: bool) {
    sink.f64(p.x);
    sink.f64(p.y);
    if has_z {
        sink.f64(p.z);
    }
}

fn write_positions(sink: &mut Sink, line: &[Point], has_z: bool) {
    write_each(sink, line, |sink, p| write_position(sink, p, has_z));
}

fn write_rings(sink: &mut Sink, rings: &[Vec<Point>], has_z: bool) {
    write_each(sink, rings, |sink, ring| write_positions(sink, ring, has_z));
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("0101000000000000000000F03F0000000000000040")]
    #[case("0101000020E6100000000000000000F87F000000000000F87F")]
    #[case("01010000A0E6100000000000000000F03F00000000000000400000000000000840")]
    #[case("010200000000000000")]
    #[case("0104000020E6100000010000000101000000000000000000F03F0000000000000040")]
    #[case("010700000002000000010700000000000000010300000000000000")]
    fn ewkb_is_written_as_it_was_read(#[case] text: &str) {
        let geometry = read_geometry(&hex::from_hex("geometry", text).unwrap(), 0).unwrap();
        assert_eq!(write_geometry_hex(&geometry), text);
    }

    #[rstest]
    #[case("00000000013FF00000000000004000000000000000", "0101000000000000000000F03F0000000000000040")]
    #[case(
        "01E9030000000000000000F03F00000000000000400000000000000840",
        "0101000080000000000000F03F00000000000000400000000000000840"
    )]
    #[case(
        "010400000002000000 00000000013FF00000000000004000000000000000 0101000000000000000000F87F000000000000F87F",
        "0104000000010000000101000000000000000000F03F0000000000000040"
    )]
    fn other_forms_are_read(#[case] text: &str, #[case] canonical: &str) {
        let bytes = hex::from_hex("geometry", &text.replace(' ', "")).unwrap();
        assert_eq!(write_geometry_hex(&read_geometry(&bytes, 0).unwrap()), canonical);
    }

    #[rstest]
    #[case("", "byte 0")]
    #[case("0101000000000000000000F03F00000000000000", "7 of 8 bytes")]
    #[case("0101000000000000000000F03F000000000000004000", "1 more bytes")]
    #[case("0101000000000000000000F07F0000000000000040", "finite")]
    #[case("0102000000FFFFFFFF", "count of positions")]
    #[case("010200000001000000000000000000F03F0000000000000040", "two positions")]
    #[case("01010000C0", "M coordinates")]
    #[case("0108000000", "type 8")]
    #[case("0163000000", "type of a geometry")]
    #[case("0104000000010000000102000000 00000000", "members of type 1")]
    #[case("010700000001000000010200008000000000", "same dimensionality")]
    #[case("0107000020E610000001000000010200002011000000 00000000", "mixed SRID: 4326 and 17")]
    fn bad_bytes_are_refused_with_the_place(#[case] text: &str, #[case] message: &str) {
        let bytes = hex::from_hex("geometry", &text.replace(' ', "")).unwrap();
        let error = read_geometry(&bytes, 0).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn nesting_stops_at_the_limit() {
        let nest = |depth: usize| [&b"\x01\x07\0\0\0\x01\0\0\0".repeat(depth), &b"\x01\x07\0\0\0\0\0\0\0"[..]].concat();
        assert!(read_geometry(&nest(MAX_DEPTH), 0).is_ok());
        assert!(read_geometry(&nest(MAX_DEPTH + 1), 0).unwrap_err().to_string().contains("nested"));
        assert!(read_geometry(&nest(1_000_000), 0).unwrap_err().to_string().contains("nested"));
    }
}
