//! Fixed geometries (OGC Simple Features), 2D or 3D, with their reference system.

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
