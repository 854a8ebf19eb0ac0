//! Bounding boxes: `stbox` over space and time, `tbox` over a number and time (MobilityDB, "Bounding Box Types").

pub mod bounds;
pub mod measure;
pub mod shape;
pub mod tbox;
pub mod topology;

use crate::point::Point;
use crate::span::{FloatSpan, IntSpan, TstzSpan};

/// Bounds in space, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpaceBounds {
    /// Least coordinates.
    pub min: Point,
    /// Greatest coordinates.
    pub max: Point,
    /// Whether the box bounds z.
    pub has_z: bool,
}

/// A box over space, time or both; at least one of them is present.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct STBox {
    /// Reference system; 0 is unknown, and 0 without space.
    pub srid: i32,
    /// Whether the coordinates are longitude and latitude on the ellipsoid.
    pub geodetic: bool,
    /// Bounds in space, if any.
    pub space: Option<SpaceBounds>,
    /// Bounds in time, if any; inclusivity kept.
    pub time: Option<TstzSpan>,
}

/// The value dimension of a `tbox`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumSpan {
    /// Bounds of a temporal real number.
    Float(FloatSpan),
    /// Bounds of a temporal integer, canonical `[lower, upper)`.
    Int(IntSpan),
}

/// A box over a number, time or both; at least one of them is present.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TBox {
    /// Bounds of the value, if any.
    pub value: Option<NumSpan>,
    /// Bounds in time, if any.
    pub time: Option<TstzSpan>,
}
