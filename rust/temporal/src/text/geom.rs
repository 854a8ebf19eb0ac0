//! WKT and EWKT of geometries: `SRID=25832;POINT Z (1 2 3)`, `MULTIPOINT(1 1,2 2)`, `POLYGON EMPTY`.

use super::number::push_number;
use super::scan::Scan;
use crate::error::{Error, Result};
use crate::geom::{Geometry, MAX_DEPTH, Shape};
use crate::point::Point;
use crate::wkb::geom::read_geometry;
use crate::wkb::hex::from_hex;

const WHAT: &str = "geometry";

/// The geometry of WKT, EWKT or hexadecimal (E)WKB; `default_srid` where the text names none. Planar; see
/// [`Geometry::into_geography`]. Whether it has z follows from the coordinates.
///
/// # Errors
/// For text that is not exactly one geometry, M coordinates, curves, nesting beyond [`MAX_DEPTH`], coordinates that are
/// not finite, lines of one position and rings that do not close.
pub fn parse_geometry(text: &str, default_srid: i32) -> Result<Geometry> {
    let mut scan = Scan::new(WHAT, text, "UTC");
    let geometry = read(&mut scan, default_srid)?;
    scan.finish()?;
    Ok(geometry)
}

/// WKT with at most `digits` decimals: no SRID, and `Z` before coordinates with z.
pub fn format_geometry(geometry: &Geometry, digits: usize) -> String {
    let mut text = String::new();
    Writer { has_z: geometry.has_z, marks_z: geometry.has_z, digits }.shape(&mut text, &geometry.shape);
    text
}

/// EWKT with at most `digits` decimals: `SRID=n;` first, unless it is 0; z is told by the number of coordinates alone, as
/// PostGIS writes it.
pub fn format_geometry_ewkt(geometry: &Geometry, digits: usize) -> String {
    let mut text = String::new();
    push_srid(&mut text, geometry.srid);
    Writer { has_z: geometry.has_z, marks_z: false, digits }.shape(&mut text, &geometry.shape);
    text
}

pub(super) fn push_srid(text: &mut String, srid: i32) {
    if srid != 0 {
        text.push_str(&format!("SRID={srid};"));
    }
}

/// Reads the geometry that stands here.
pub(super) fn read(scan: &mut Scan<'_>, default_srid: i32) -> Result<Geometry> {
    let digits = scan.rest().bytes().take_while(u8::is_ascii_hexdigit).count();
    if digits >= 10 && scan.rest().starts_with('0') {
        let geometry = read_geometry(&from_hex(WHAT, &scan.rest()[..digits])?, default_srid)?;
        scan.skip(digits);
        scan.spaces();
        return Ok(geometry);
    }
    let srid = scan.srid()?;
    if srid.is_some() {
        scan.expect(';')?;
    }
    let mut reader = Reader { scan, has_z: None };
    let shape = reader.shape(0)?;
    let has_z = reader.has_z.unwrap_or(false);
    Ok(Geometry { srid: srid.unwrap_or(default_srid), geodetic: false, has_z, shape })
}

struct Reader<'s, 'a> {
    scan: &'s mut Scan<'a>,
    /// Known from the first keyword `Z` or the first coordinates on.
    has_z: Option<bool>,
}

impl Reader<'_, '_> {
    fn shape(&mut self, depth: usize) -> Result<Shape> {
        if depth > MAX_DEPTH {
            return self.scan.fail(format!("geometries nested at most {MAX_DEPTH} deep"));
        }
        let start = self.scan.at();
        let word = self.scan.word().to_ascii_uppercase();
        let kind = self.dimension(&word, start)?;
        let empty = self.scan.accept_word("EMPTY");
        match kind {
            "POINT" if empty => Ok(Shape::Point(None)),
            "POINT" => self.in_parentheses(Self::position).map(|p| Shape::Point(Some(p))),
            "LINESTRING" => self.maybe(empty, Self::line).map(Shape::LineString),
            "POLYGON" => self.maybe(empty, Self::rings).map(Shape::Polygon),
            "MULTIPOINT" => {
                let points = self.maybe(empty, |r| r.list(Self::member_point))?;
                Ok(Shape::MultiPoint(points.into_iter().flatten().collect()))
            }
            "MULTILINESTRING" => {
                let line = |r: &mut Self| r.member(Self::line);
                self.maybe(empty, |r| r.list(line)).map(Shape::MultiLineString)
            }
            "MULTIPOLYGON" => {
                let rings = |r: &mut Self| r.member(Self::rings);
                self.maybe(empty, |r| r.list(rings)).map(Shape::MultiPolygon)
            }
            "GEOMETRYCOLLECTION" => self.maybe(empty, |r| r.list(|r| r.shape(depth + 1))).map(Shape::Collection),
            "CIRCULARSTRING" | "COMPOUNDCURVE" | "CURVEPOLYGON" | "MULTICURVE" | "MULTISURFACE" | "TIN"
            | "TRIANGLE" | "POLYHEDRALSURFACE" => Err(Error::Unsupported {
                what: format!("a geometry of type {kind}"),
                reason: "only points, lines, polygons and collections of these are".to_string(),
            }),
            _ => self.scan.fail_at(start, "the keyword of a geometry, such as POINT"),
        }
    }

    /// The keyword without its dimension, which may be joined to it or follow it.
    fn dimension<'w>(&mut self, word: &'w str, start: usize) -> Result<&'w str> {
        let (kind, joined) = match word.strip_suffix('Z') {
            Some(kind) => (kind, true),
            None => (word, false),
        };
        if word.ends_with('M') || self.scan.accept_word("ZM") || self.scan.accept_word("M") {
            return Err(m_coordinates());
        }
        if joined || self.scan.accept_word("Z") {
            self.agree(true, start)?;
        }
        Ok(kind)
    }

    /// Fails unless everything so far has the same dimension.
    fn agree(&mut self, has_z: bool, start: usize) -> Result<()> {
        match self.has_z.replace(has_z) {
            Some(before) if before != has_z => {
                self.scan.fail_at(start, if before { "coordinates with z throughout" } else { "coordinates without z" })
            }
            _ => Ok(()),
        }
    }

    fn in_parentheses<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<T> {
        self.scan.expect('(')?;
        let value = read(self)?;
        self.scan.expect(')')?;
        Ok(value)
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.in_parentheses(|r| {
            let mut items = vec![read(r)?];
            while r.scan.accept(',') {
                items.push(read(r)?);
            }
            Ok(items)
        })
    }

    fn maybe<T>(&mut self, empty: bool, read: impl FnOnce(&mut Self) -> Result<Vec<T>>) -> Result<Vec<T>> {
        if empty { Ok(Vec::new()) } else { read(self) }
    }

    fn member<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<Vec<T>>) -> Result<Vec<T>> {
        let empty = self.scan.accept_word("EMPTY");
        self.maybe(empty, read)
    }

    /// A position of a multipoint, in parentheses of its own or not.
    fn member_point(&mut self) -> Result<Option<Point>> {
        if self.scan.accept_word("EMPTY") {
            return Ok(None);
        }
        let own = self.scan.peek() == Some('(');
        if own { self.in_parentheses(Self::position).map(Some) } else { self.position().map(Some) }
    }

    fn position(&mut self) -> Result<Point> {
        let start = self.scan.at();
        let (x, y) = (self.scan.number()?, self.scan.number()?);
        let more = |scan: &Scan<'_>| !matches!(scan.peek(), None | Some(',' | ')'));
        let z = if more(self.scan) { Some(self.scan.number()?) } else { None };
        if more(self.scan) {
            self.scan.number()?;
            return Err(m_coordinates());
        }
        self.agree(z.is_some(), start)?;
        Ok(Point { x, y, z: z.unwrap_or(0.0) })
    }

    fn line(&mut self) -> Result<Vec<Point>> {
        let start = self.scan.at();
        let line = self.list(Self::position)?;
        if line.len() < 2 { self.scan.fail_at(start, "a line of two positions or more") } else { Ok(line) }
    }

    fn rings(&mut self) -> Result<Vec<Vec<Point>>> {
        self.list(|r| {
            let start = r.scan.at();
            let ring = r.list(Self::position)?;
            if ring.len() < 4 || ring.first() != ring.last() {
                return r.scan.fail_at(start, "a closed ring of four positions or more");
            }
            Ok(ring)
        })
    }
}

fn m_coordinates() -> Error {
    Error::Unsupported { what: "a geometry with M coordinates".to_string(), reason: "drop them first".to_string() }
}

/// How a geometry is written.
struct Writer {
    has_z: bool,
    marks_z: bool,
    digits: usize,
}

impl Writer {
    fn shape(&self, text: &mut String, shape: &Shape) {
        text.push_str(match shape {
            Shape::Point(_) => "POINT",
            Shape::LineString(_) => "LINESTRING",
            Shape::Polygon(_) => "POLYGON",
            Shape::MultiPoint(_) => "MULTIPOINT",
            Shape::MultiLineString(_) => "MULTILINESTRING",
            Shape::MultiPolygon(_) => "MULTIPOLYGON",
            Shape::Collection(_) => "GEOMETRYCOLLECTION",
        });
        text.push_str(if self.marks_z { " Z " } else { "" });
        let spaced = self.marks_z;
        match shape {
            Shape::Point(point) => push_list(text, spaced, point.as_slice(), |t, p| self.position(t, p)),
            Shape::LineString(points) | Shape::MultiPoint(points) => {
                push_list(text, spaced, points, |t, p| self.position(t, p));
            }
            Shape::Polygon(lines) | Shape::MultiLineString(lines) => {
                push_list(text, spaced, lines, |t, line| self.line(t, line));
            }
            Shape::MultiPolygon(polygons) => push_list(text, spaced, polygons, |text, rings| {
                push_list(text, true, rings, |t, ring| self.line(t, ring));
            }),
            Shape::Collection(members) => push_list(text, spaced, members, |t, m| self.shape(t, m)),
        }
    }

    fn line(&self, text: &mut String, line: &[Point]) {
        push_list(text, true, line, |text, p| self.position(text, p));
    }

    fn position(&self, text: &mut String, p: &Point) {
        push_number(text, p.x, self.digits);
        text.push(' ');
        push_number(text, p.y, self.digits);
        if self.has_z {
            text.push(' ');
            push_number(text, p.z, self.digits);
        }
    }
}

/// Appends `(a,b)`, or `EMPTY`; `spaced` where a space stands before it already.
fn push_list<T>(text: &mut String, spaced: bool, items: &[T], mut push: impl FnMut(&mut String, &T)) {
    if items.is_empty() {
        text.push_str(if spaced { "EMPTY" } else { " EMPTY" });
        return;
    }
    for (i, item) in items.iter().enumerate() {
        text.push(if i == 0 { '(' } else { ',' });
        push(text, item);
    }
    text.push(')');
}

/// Appends `POINT(x y)` or `POINT Z (x y z)`.
pub(super) fn push_point(text: &mut String, p: &Point, has_z: bool, digits: usize) {
    text.push_str(if has_z { "POINT Z (" } else { "POINT(" });
    Writer { has_z, marks_z: has_z, digits }.position(text, p);
    text.push(')');
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::text::DEFAULT_DIGITS;
    use rstest::rstest;

    #[rstest]
    #[case("POINT(1 2)")]
    #[case("SRID=25832;POINT(640 384 640)")]
    #[case("POINT EMPTY")]
    #[case("LINESTRING(0 0,30 40,30 0)")]
    #[case("SRID=3857;POLYGON((10 -40,90 -40,90 40,10 40,10 -40),(30 -20,70 -20,70 20,30 20,30 -20))")]
    #[case("POLYGON EMPTY")]
    #[case("MULTIPOINT(596038 6185981,596041 6185985)")]
    #[case("MULTILINESTRING((2 -1,2 1),(7 -1,7 1))")]
    #[case("MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))")]
    #[case("MULTIPOLYGON(EMPTY,((5 5,6 5,6 6,5 5)))")]
    #[case("GEOMETRYCOLLECTION(POINT(1 0),LINESTRING(3 -1,3 1),GEOMETRYCOLLECTION EMPTY)")]
    #[case("GEOMETRYCOLLECTION(POINT(1 0 2),MULTIPOINT(1 2 3,4 5 6.5))")]
    fn ewkt_is_written_as_it_was_read(#[case] text: &str) {
        assert_eq!(format_geometry_ewkt(&parse_geometry(text, 0).unwrap(), DEFAULT_DIGITS), text);
    }

    #[rstest]
    #[case("POINT Z EMPTY")]
    #[case("GEOMETRYCOLLECTION Z (POINT Z (1 0 2),MULTIPOINT Z (1 2 3,4 5 6.5))")]
    #[case("MULTIPOLYGON(((0 0,1 0,1 1,0 0)))")]
    fn wkt_is_written_as_it_was_read(#[case] text: &str) {
        assert_eq!(format_geometry(&parse_geometry(text, 0).unwrap(), DEFAULT_DIGITS), text);
    }

    #[rstest]
    #[case("  point ( 1   2 ) ", "POINT(1 2)")]
    #[case("PointZ(1 2 3)", "POINT(1 2 3)")]
    #[case("Point Z (1 2 3)", "POINT(1 2 3)")]
    #[case("srid = 4326 ; Point(-0 1e2)", "SRID=4326;POINT(0 100)")]
    #[case("MULTIPOINT((31 -1),(61 .5), 1 1)", "MULTIPOINT(31 -1,61 0.5,1 1)")]
    #[case("0101000020E6100000000000000000F03F000000000000F03F", "SRID=4326;POINT(1 1)")]
    fn other_spellings_are_read(#[case] text: &str, #[case] canonical: &str) {
        assert_eq!(format_geometry_ewkt(&parse_geometry(text, 0).unwrap(), DEFAULT_DIGITS), canonical);
    }

    #[rstest]
    #[case("", "character 0: expected the keyword of a geometry")]
    #[case("POINT", "'('")]
    #[case("POINT(1)", "finite number")]
    #[case("POINT(1 2", "')'")]
    #[case("POINT(1 2) x", "the end")]
    #[case("POINT(inf 1)", "finite number")]
    #[case("POINT(1e400 1)", "finite number")]
    #[case("POINT(NaN 1)", "finite number")]
    #[case("POINT(1.2.3 1)", "finite number")]
    #[case("POINT(1 2 3 4)", "M coordinates")]
    #[case("POINT ZM (1 2 3 4)", "M coordinates")]
    #[case("POINTM(1 2 3)", "M coordinates")]
    #[case("LINESTRING(1 2)", "two positions")]
    #[case("LINESTRING(1 2,1 2 3)", "without z")]
    #[case("POLYGON((0 0,1 0,1 1,0 1))", "closed ring")]
    #[case("CIRCULARSTRING(0 0,1 1,2 2)", "CIRCULARSTRING is not supported")]
    #[case("SRID=x;POINT(1 1)", "an SRID")]
    #[case("SRID=-5;POINT(1 1)", "an SRID")]
    #[case("POINT Z (1 2)", "with z")]
    #[case("0101000020E6100000000000000000F03F", "byte")]
    #[case("CAFÉ(1 2)", "keyword")]
    fn bad_text_is_refused_with_the_place(#[case] text: &str, #[case] message: &str) {
        let error = parse_geometry(text, 0).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn nesting_stops_at_the_limit() {
        let nest = |n: usize| format!("{}POINT(1 1){}", "GEOMETRYCOLLECTION(".repeat(n), ")".repeat(n));
        assert!(parse_geometry(&nest(MAX_DEPTH), 0).is_ok());
        assert!(parse_geometry(&nest(1_000_000), 0).unwrap_err().to_string().contains("nested"));
    }
}
