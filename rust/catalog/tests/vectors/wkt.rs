//! EWKT as the vectors hold it, read without the crate under test.

use temporal::geom::{Geometry, Shape};
use temporal::point::Point;

use crate::meos_wkb::multi;

/// The geometry, or geography, in EWKT.
pub fn read(text: &str, geodetic: bool) -> Result<Geometry, String> {
    let (srid, rest) = match text.strip_prefix("SRID=").and_then(|rest| rest.split_once(';')) {
        Some((srid, rest)) => (srid.parse().map_err(|_| format!("SRID {srid}"))?, rest),
        None => (if geodetic { 4326 } else { 0 }, text),
    };
    let mut parser = Parser { rest, has_z: false };
    let shape = parser.shape()?;
    if !parser.rest.trim().is_empty() {
        return Err(format!("left over: {}", parser.rest));
    }
    Ok(Geometry { srid, geodetic, has_z: parser.has_z, shape })
}

/// The geometries of `{"POINT(0 0)", "POINT(1 0)"}`; an SRID in front is that of each.
pub fn read_set(text: &str) -> Result<Vec<Geometry>, String> {
    let (srid, braces) = text.split_at(text.find('{').ok_or("a set without {")?);
    crate::text::set(braces, |element| read(&format!("{srid}{element}"), false))
}

struct Parser<'a> {
    rest: &'a str,
    has_z: bool,
}

impl<'a> Parser<'a> {
    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.rest = &rest[end..];
        &rest[..end]
    }

    fn accept(&mut self, symbol: char) -> bool {
        match self.rest.trim_start().strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// `(part, part, ...)`, or EMPTY.
    fn list<T>(&mut self, mut part: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        if self.rest.trim_start().starts_with("EMPTY") {
            self.word();
            return Ok(Vec::new());
        }
        if !self.accept('(') {
            return Err(format!("expected ( at {}", self.rest));
        }
        let mut parts = vec![part(self)?];
        while self.accept(',') {
            parts.push(part(self)?);
        }
        if self.accept(')') { Ok(parts) } else { Err(format!("expected ) at {}", self.rest)) }
    }

    fn position(&mut self) -> Result<Point, String> {
        let rest = self.rest.trim_start();
        let end = rest.find([',', ')']).ok_or("position without an end")?;
        self.rest = &rest[end..];
        let numbers = rest[..end]
            .split_whitespace()
            .map(|n| n.parse::<f64>().map_err(|_| format!("number {n}")))
            .collect::<Result<Vec<_>, _>>()?;
        match numbers[..] {
            [x, y] => Ok(Point::xy(x, y)),
            [x, y, z] => {
                self.has_z = true;
                Ok(Point::xyz(x, y, z))
            }
            _ => Err(format!("position {}", &rest[..end])),
        }
    }

    fn path(&mut self) -> Result<Vec<Point>, String> {
        self.list(Self::position)
    }

    fn rings(&mut self) -> Result<Vec<Vec<Point>>, String> {
        self.list(Self::path)
    }

    /// A point of a MULTIPOINT, with or without parentheses of its own.
    fn member_point(&mut self) -> Result<Shape, String> {
        if self.accept('(') {
            let point = self.position()?;
            if self.accept(')') { Ok(Shape::Point(Some(point))) } else { Err("expected )".to_owned()) }
        } else {
            self.position().map(|p| Shape::Point(Some(p)))
        }
    }

    fn shape(&mut self) -> Result<Shape, String> {
        let name = self.word().to_ascii_uppercase();
        if self.rest.trim_start().starts_with(['Z', 'z']) {
            self.word();
            self.has_z = true;
        }
        Ok(match name.as_str() {
            "POINT" | "POINTZ" => Shape::Point(self.path()?.first().copied()),
            "LINESTRING" | "LINESTRINGZ" => Shape::LineString(self.path()?),
            "POLYGON" | "POLYGONZ" => Shape::Polygon(self.rings()?),
            "MULTIPOINT" => multi(4, self.list(Self::member_point)?)?,
            "MULTILINESTRING" => Shape::MultiLineString(self.rings()?),
            "MULTIPOLYGON" => Shape::MultiPolygon(self.list(Self::rings)?),
            "GEOMETRYCOLLECTION" => Shape::Collection(self.list(Self::shape)?),
            other => return Err(format!("geometry {other}")),
        })
    }
}
