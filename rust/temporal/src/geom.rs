//! Fixed geometries (OGC Simple Features), 2D or 3D, with their reference system.

use crate::error::{Error, Result};
use crate::point::Point;

/// The kinds of geometry. Coordinates have `z` 0 where the geometry has no z.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A position; `None` is POINT EMPTY.
    Point(Option<Point>),
    /// A path; empty, or at least two positions.
    LineString(Vec<Point>),
    /// Rings, the shell first, each closed; empty without rings.
    Polygon(Vec<Vec<Point>>),
    /// Positions.
    MultiPoint(Vec<Point>),
    /// Paths.
    MultiLineString(Vec<Vec<Point>>),
    /// Polygons.
    MultiPolygon(Vec<Vec<Vec<Point>>>),
    /// Any of them, nested at most 128 deep.
    Collection(Vec<Shape>),
}

/// A geometry, or a geography where `geodetic`.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// Reference system; 0 is unknown.
    pub srid: i32,
    /// Whether coordinates are longitude and latitude on the ellipsoid.
    pub geodetic: bool,
    /// Whether coordinates have a z.
    pub has_z: bool,
    /// The shape.
    pub shape: Shape,
}

/// How deep geometries may be nested, in bytes and in text.
pub const MAX_DEPTH: usize = 128;

/// The greatest SRID, as in PostGIS.
pub const MAX_SRID: i32 = 999_999;

/// The SRID of longitude and latitude on WGS84, which geographies without one have.
pub const SRID_WGS84: i32 = 4326;

impl Shape {
    /// Calls `visit` with every position, in order.
    pub fn for_each_point<'a>(&'a self, visit: &mut impl FnMut(&'a Point)) {
        match self {
            Self::Point(p) => p.iter().for_each(visit),
            Self::LineString(line) | Self::MultiPoint(line) => line.iter().for_each(visit),
            Self::Polygon(lines) | Self::MultiLineString(lines) => lines.iter().flatten().for_each(visit),
            Self::MultiPolygon(polygons) => polygons.iter().flatten().flatten().for_each(visit),
            Self::Collection(members) => members.iter().for_each(|m| m.for_each_point(visit)),
        }
    }

    /// Whether the shape holds no position.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Point(p) => p.is_none(),
            Self::LineString(line) | Self::MultiPoint(line) => line.is_empty(),
            Self::Polygon(rings) => rings.is_empty(),
            Self::MultiLineString(lines) => lines.iter().all(Vec::is_empty),
            Self::MultiPolygon(polygons) => polygons.iter().all(Vec::is_empty),
            Self::Collection(members) => members.iter().all(Shape::is_empty),
        }
    }
}

impl Geometry {
    /// The same shape as a geography; without an SRID it is WGS84.
    ///
    /// # Errors
    /// For longitudes beyond 180, latitudes beyond 90 and an SRID that is not geographic.
    pub fn into_geography(self) -> Result<Self> {
        let srid = if self.srid == 0 { SRID_WGS84 } else { self.srid };
        let mut points = Vec::new();
        self.shape.for_each_point(&mut |p| points.push(p));
        check_lon_lat("geography", srid, points.into_iter())?;
        Ok(Self { srid, geodetic: true, ..self })
    }
}

/// Whether an SRID is one of longitude and latitude in degrees: EPSG keeps 4001..=4999 for these, but for the geocentric
/// ones among them, and gave later ones other codes, of which 7844 (GDA2020) is in wide use.
pub fn is_lon_lat(srid: i32) -> bool {
    const GEOCENTRIC: [i32; 18] =
        [4328, 4330, 4331, 4332, 4333, 4334, 4335, 4336, 4337, 4338, 4339, 4340, 4341, 4342, 4343, 4919, 4936, 4978];
    srid == 7844 || ((4001..=4999).contains(&srid) && !GEOCENTRIC.contains(&srid))
}

/// Checks that a value of the type `what` can be in a reference system: one of longitude and latitude if it is geodetic.
///
/// # Errors
/// For an SRID outside of 0..=[`MAX_SRID`], which no value could be read back with, and one that is not geographic.
pub fn check_system(what: &'static str, srid: i32, geodetic: bool) -> Result<()> {
    if !(0..=MAX_SRID).contains(&srid) {
        return Err(Error::Argument {
            argument: "srid",
            expected: "a number from 0 to 999999",
            found: srid.to_string(),
        });
    }
    if geodetic && !is_lon_lat(srid) {
        let reason = format!("it needs longitude and latitude, and SRID {srid} is not geographic");
        return Err(Error::Invalid { what, reason });
    }
    Ok(())
}

/// Checks that positions on the ellipsoid lie within -180..=180 and -90..=90 and that their SRID is geographic.
///
/// # Errors
/// Naming the type `what` and the first position outside, or the SRID.
pub fn check_lon_lat<'a>(what: &'static str, srid: i32, points: impl Iterator<Item = &'a Point> + Clone) -> Result<()> {
    let outside = |p: &Point| (p.x.abs() > 180.0) | (p.y.abs() > 90.0);
    check_system(what, srid, true)?;
    if points.clone().fold(false, |bad, p| bad | outside(p))
        && let Some(p) = points.clone().find(|p| outside(p))
    {
        let reason = format!("longitude or latitude out of range: {} {}", p.x, p.y);
        return Err(Error::Invalid { what, reason });
    }
    Ok(())
}
