//! How a value moves between two instants: straight in its coordinates, or along the great circle of a sphere.
//!
//! Kernels that cut or thin a value take a [`Motion`], so that one body serves planar and geodetic points and numbers.

use crate::geodetic;
use crate::point::Point;
use crate::temporal::Base;

/// A way to move between two instants.
pub trait Motion<V> {
    /// The value `ratio` of the way from `a` to `b`, `0 <= ratio <= 1`; bit for bit `a` at 0 and `b` at 1.
    fn at(&self, a: &V, b: &V, ratio: f64) -> V;
    /// The displacement from `from` to `to`, in coordinates in which this motion is straight and of constant speed.
    fn displacement(&self, from: &V, to: &V) -> [f64; 3];
}

/// Straight in the coordinates: numbers and planar points; constant for types without linear interpolation.
#[derive(Debug, Clone, Copy, Default)]
pub struct Straight;

/// Along the great circle of the unit sphere, the height linear: geodetic points.
#[derive(Debug, Clone, Copy, Default)]
pub struct GreatCircle;

impl<V: Base> Motion<V> for Straight {
    fn at(&self, a: &V, b: &V, ratio: f64) -> V {
        if ratio >= 1.0 && V::CONTINUOUS { b.clone() } else { V::interpolate(a, b, ratio) }
    }

    fn displacement(&self, from: &V, to: &V) -> [f64; 3] {
        V::displacement(from, to)
    }
}

impl Motion<Point> for GreatCircle {
    fn at(&self, a: &Point, b: &Point, ratio: f64) -> Point {
        geodetic::interpolate(a, b, ratio)
    }

    fn displacement(&self, from: &Point, to: &Point) -> [f64; 3] {
        geodetic::displacement(from, to)
    }
}
