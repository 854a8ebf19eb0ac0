//! Great circles of the unit sphere, on which geodetic points move between their instants.
//!
//! Positions are longitude and latitude in degrees. All formulas work in the local frame of the first position
//! (east, north, up), which stays accurate for arcs of any length; source: any text on spherical trigonometry, the
//! differences of latitude and longitude taken before the sines so that short arcs do not cancel.

use crate::point::Point;

/// Degrees of arc that weigh as much as one unit of height in [`displacement`].
const DEGREES_PER_HEIGHT: f64 = 1e-5;

/// Direction and length of the arc between two positions, seen from the first.
struct Arc {
    /// Unit direction at the start, to the east.
    east: f64,
    /// Unit direction at the start, to the north.
    north: f64,
    /// Length in radians, `0..=PI`.
    angle: f64,
}

fn arc(a: &Point, b: &Point) -> Arc {
    let (sin_a, cos_a) = a.y.to_radians().sin_cos();
    let cos_b = b.y.to_radians().cos();
    let delta_lon = (b.x - a.x).to_radians();
    let half = (delta_lon / 2.0).sin();
    let lift = 2.0 * cos_b * half * half;
    let east = cos_b * delta_lon.sin();
    let north = (b.y - a.y).to_radians().sin() + lift * sin_a;
    let up = (b.y - a.y).to_radians().cos() - lift * cos_a;
    let sine = east.hypot(north);
    // Opposite positions have no direction of their own: the way over the north pole is taken.
    let (east, north) = if sine > 1e-15 { (east / sine, north / sine) } else { (0.0, 1.0) };
    Arc { east, north, angle: sine.atan2(up) }
}

/// The position `ratio` of the way along the shorter great circle from `a` to `b`; the height is linear.
///
/// `0 <= ratio <= 1`; bit for bit `a` at 0 and `b` at 1. Longitudes come back in `-180..=180`. Between opposite
/// positions the way over the north pole is taken.
pub fn interpolate(a: &Point, b: &Point, ratio: f64) -> Point {
    if ratio <= 0.0 || a == b {
        return *a;
    }
    if ratio >= 1.0 {
        return *b;
    }
    let way = arc(a, b);
    let (sine, cosine) = (way.angle * ratio).sin_cos();
    let (sin_a, cos_a) = a.y.to_radians().sin_cos();
    let ahead = cos_a * cosine - sin_a * way.north * sine;
    let aside = way.east * sine;
    let above = sin_a * cosine + cos_a * way.north * sine;
    Point {
        x: wrap(a.x + aside.atan2(ahead).to_degrees()),
        y: above.atan2(ahead.hypot(aside)).to_degrees(),
        z: a.z + (b.z - a.z) * ratio,
    }
}

fn wrap(longitude: f64) -> f64 {
    if longitude > 180.0 {
        longitude - 360.0
    } else if longitude < -180.0 {
        longitude + 360.0
    } else {
        longitude
    }
}

/// The displacement from `from` to `to` in the plane that touches the sphere at `from`: degrees of arc to the east and to
/// the north, and the height scaled so that 1 unit weighs 1e-5 degrees.
///
/// Great circles through `from` are straight lines in that plane and lengths along them are kept (azimuthal equidistant
/// projection), so a motion of constant speed on the great circle is linear in these coordinates.
pub fn displacement(from: &Point, to: &Point) -> [f64; 3] {
    let way = arc(from, to);
    let degrees = way.angle.to_degrees();
    [way.east * degrees, way.north * degrees, (to.z - from.z) * DEGREES_PER_HEIGHT]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: Point, x: f64, y: f64) {
        assert!((got.x - x).abs() < 1e-4 && (got.y - y).abs() < 1e-4, "{got:?} is not {x} {y}");
    }

    #[test]
    fn middle_of_the_sixtieth_parallel_bulges_north() {
        close(interpolate(&Point::xy(0.0, 60.0), &Point::xy(90.0, 60.0), 0.5), 45.0, 67.7923);
    }

    #[test]
    fn way_over_the_antimeridian_is_the_short_one() {
        close(interpolate(&Point::xy(179.2, -17.0), &Point::xy(-179.6, -17.4), 0.5), 179.7994, -17.2009);
        let middle = interpolate(&Point::xy(179.0, 0.0), &Point::xy(-179.0, 0.0), 0.5);
        assert!((middle.x.abs() - 180.0).abs() < 1e-9, "{middle:?}");
    }

    #[test]
    fn way_between_opposite_positions_passes_the_north_pole() {
        assert!((interpolate(&Point::xy(10.0, 0.0), &Point::xy(-170.0, 0.0), 0.5).y - 90.0).abs() < 1e-9);
    }

    #[test]
    fn displacement_is_linear_along_the_great_circle() {
        let (a, b) = (Point::xyz(12.0, 55.0, 3.0), Point::xyz(-30.0, 20.0, 9.0));
        let whole = displacement(&a, &b);
        for part in [1e-6, 0.25, 0.5, 0.999] {
            let here = displacement(&a, &interpolate(&a, &b, part));
            for (w, h) in whole.iter().zip(here) {
                assert!((w * part - h).abs() < 1e-12, "{part}: {whole:?} {here:?}");
            }
        }
    }
}
