//! Lines over the sea: lengths in metres, positions along them, and the side of the lane that a vessel keeps to.

use crate::waters::LonLat;

/// Metres in a degree of latitude, on a sphere of 6371 km.
pub const METRES_PER_DEGREE: f64 = 111_194.93;

/// Metres in a knot second.
pub const KNOT_MPS: f64 = 1852.0 / 3600.0;

/// `at` moved by metres to the east and to the north; flat earth, good to a per cent over 50 km.
pub fn moved(at: LonLat, east_m: f64, north_m: f64) -> LonLat {
    let shrink = at.1.to_radians().cos();
    (at.0 + east_m / (METRES_PER_DEGREE * shrink), at.1 + north_m / METRES_PER_DEGREE)
}

/// Metres to the east and to the north from `a` to `b`.
pub fn offset_m(a: LonLat, b: LonLat) -> (f64, f64) {
    let shrink = ((a.1 + b.1) / 2.0).to_radians().cos();
    ((b.0 - a.0) * METRES_PER_DEGREE * shrink, (b.1 - a.1) * METRES_PER_DEGREE)
}

/// Distance in metres.
pub fn distance_m(a: LonLat, b: LonLat) -> f64 {
    let (east, north) = offset_m(a, b);
    east.hypot(north)
}

/// A line of at least two points, with the distance of each from the first.
#[derive(Clone, Debug)]
pub struct Path {
    points: Vec<LonLat>,
    at_m: Vec<f64>,
}

impl Path {
    /// The line through `points`, of which there are at least two.
    pub fn new(points: Vec<LonLat>) -> Self {
        let mut at_m = vec![0.0];
        let mut total = 0.0;
        for pair in points.windows(2) {
            total += distance_m(pair[0], pair[1]);
            at_m.push(total);
        }
        Self { points, at_m }
    }

    /// The line moved to starboard by `offsets_m[i]` metres at point i; one offset a point.
    pub fn to_starboard(points: &[LonLat], offsets_m: &[f64]) -> Self {
        let last = points.len() - 1;
        let shifted = (0..points.len()).map(|i| {
            let (east, north) = offset_m(points[i.saturating_sub(1)], points[(i + 1).min(last)]);
            let length = east.hypot(north).max(1.0);
            moved(points[i], north / length * offsets_m[i], -east / length * offsets_m[i])
        });
        Self::new(shifted.collect())
    }

    /// The same line with its ends moved to `start` and `end`, where given.
    pub fn joined(mut self, start: Option<LonLat>, end: Option<LonLat>) -> Self {
        let last = self.points.len() - 1;
        self.points[0] = start.unwrap_or(self.points[0]);
        self.points[last] = end.unwrap_or(self.points[last]);
        Self::new(self.points)
    }

    /// Length in metres.
    pub fn length_m(&self) -> f64 {
        self.at_m[self.at_m.len() - 1]
    }

    /// Last point.
    pub fn end(&self) -> LonLat {
        self.points[self.points.len() - 1]
    }

    /// Position `s_m` metres along the line, clamped to it, and the course there in degrees from north, clockwise.
    pub fn position(&self, s_m: f64) -> (LonLat, f64) {
        let upper = self.at_m.partition_point(|d| *d <= s_m).clamp(1, self.points.len() - 1);
        let (a, b) = (self.points[upper - 1], self.points[upper]);
        let span = self.at_m[upper] - self.at_m[upper - 1];
        let u = if span > 0.0 { ((s_m - self.at_m[upper - 1]) / span).clamp(0.0, 1.0) } else { 0.0 };
        let (east, north) = offset_m(a, b);
        ((a.0 + (b.0 - a.0) * u, a.1 + (b.1 - a.1) * u), east.atan2(north).to_degrees().rem_euclid(360.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_of_latitude_is_60_miles() {
        assert!((distance_m((11.0, 55.0), (11.0, 56.0)) - 60.0 * 1852.0).abs() < 100.0);
        assert!((distance_m((11.0, 60.0), (12.0, 60.0)) - 30.0 * 1852.0).abs() < 100.0);
    }

    #[test]
    fn position_walks_the_line_and_stops_at_its_ends() {
        let path = Path::new(vec![(11.0, 55.0), (11.0, 55.1), (11.1, 55.1)]);
        let leg = 0.1 * METRES_PER_DEGREE;
        let (halfway, course) = path.position(leg / 2.0);
        assert!((halfway.1 - 55.05).abs() < 1e-9 && course.abs() < 1e-9);
        let (_, east) = path.position(leg + 100.0);
        assert!((east - 90.0).abs() < 1e-9);
        assert_eq!(path.position(-5.0).0, path.position(0.0).0);
        assert_eq!(path.position(1e9).0, path.end());
    }

    #[test]
    fn starboard_is_to_the_right_of_the_course() {
        let north = Path::to_starboard(&[(11.0, 55.0), (11.0, 55.2)], &[500.0, 500.0]);
        assert!((offset_m((11.0, 55.0), north.position(0.0).0).0 - 500.0).abs() < 1.0);
        let south = Path::to_starboard(&[(11.0, 55.2), (11.0, 55.0)], &[500.0, 500.0]);
        assert!((offset_m((11.0, 55.2), south.position(0.0).0).0 + 500.0).abs() < 1.0);
    }
}
