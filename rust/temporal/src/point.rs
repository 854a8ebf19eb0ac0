//! Positions and temporal points.

use crate::temporal::{Base, Temporal, View};

/// A position. `z` is 0 where the value has no z.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// First coordinate: easting, or longitude in degrees.
    pub x: f64,
    /// Second coordinate: northing, or latitude in degrees.
    pub y: f64,
    /// Third coordinate, or 0.
    pub z: f64,
}

impl Point {
    /// A position in the plane.
    pub const fn xy(x: f64, y: f64) -> Self {
        Self { x, y, z: 0.0 }
    }

    /// A position in space.
    pub const fn xyz(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
}

impl Base for Point {
    const CONTINUOUS: bool = true;

    fn interpolate(a: &Self, b: &Self, ratio: f64) -> Self {
        Self {
            x: f64::interpolate(&a.x, &b.x, ratio),
            y: f64::interpolate(&a.y, &b.y, ratio),
            z: f64::interpolate(&a.z, &b.z, ratio),
        }
    }

    fn deviation(a: &Self, b: &Self) -> f64 {
        (a.x - b.x).abs().max((a.y - b.y).abs()).max((a.z - b.z).abs())
    }

    fn displacement(from: &Self, to: &Self) -> [f64; 3] {
        [to.x - from.x, to.y - from.y, to.z - from.z]
    }
}

/// An owned temporal point: `tgeompoint`, or `tgeogpoint` where `geodetic`.
#[derive(Debug, Clone, PartialEq)]
pub struct TPoint {
    /// Reference system; 0 is unknown.
    pub srid: i32,
    /// Whether positions lie on the ellipsoid (longitude, latitude in degrees).
    pub geodetic: bool,
    /// Whether positions have a z.
    pub has_z: bool,
    /// The positions over time.
    pub track: Temporal<Point>,
}

/// A borrowed temporal point.
#[derive(Debug, Clone, Copy)]
pub struct TPointRef<'a> {
    /// Reference system; 0 is unknown.
    pub srid: i32,
    /// Whether positions lie on the ellipsoid.
    pub geodetic: bool,
    /// Whether positions have a z.
    pub has_z: bool,
    /// The positions over time.
    pub track: View<'a, Point>,
}

impl TPoint {
    /// A view of the whole value.
    pub fn view(&self) -> TPointRef<'_> {
        TPointRef { srid: self.srid, geodetic: self.geodetic, has_z: self.has_z, track: self.track.view() }
    }
}

impl TPointRef<'_> {
    /// A temporal point with the reference system and dimensions of this one.
    pub fn like(&self, track: Temporal<Point>) -> TPoint {
        TPoint { srid: self.srid, geodetic: self.geodetic, has_z: self.has_z, track }
    }
}
