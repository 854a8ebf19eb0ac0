//! Bounding boxes of values: the smallest box that holds the whole path, arcs of great circles included.

use super::{NumSpan, STBox, SpaceBounds, TBox};
use crate::accessors::float_span;
use crate::geom::{Geometry, Shape};
use crate::point::{Point, TPointRef};
use crate::span::{IntSpan, Span, TstzSpan};
use crate::temporal::{Interp, View};

// The latitude of the summit of an arc is computed: a few units in the last place outward keep the arc inside.
const OUTWARD: f64 = 4.0 * f64::EPSILON;

/// The time from the first to the last timestamp, gaps included, with the inclusivity of the ends.
pub fn time_span<V>(value: &View<'_, V>) -> TstzSpan {
    Span { lower: value.start_us(), upper: value.end_us(), lower_inc: value.lower_inc(), upper_inc: value.upper_inc() }
}

/// The box of a temporal point, over space and time.
///
/// For a tgeogpoint it holds the arcs between instants: latitudes bulge beyond the instants, and where the path crosses the
/// antimeridian or meets a pole, longitudes are -180 to 180. Source: MobilityDB `stbox`.
pub fn of_trip(trip: &TPointRef<'_>) -> STBox {
    let mut bounds = Growing::new(trip.geodetic);
    if trip.geodetic && trip.track.interp == Interp::Linear {
        trip.track.runs().for_each(|run| bounds.line(run.values));
    } else {
        trip.track.values.iter().for_each(|p| bounds.point(p));
    }
    STBox {
        srid: trip.srid,
        geodetic: trip.geodetic,
        space: bounds.finish(trip.has_z),
        time: Some(time_span(&trip.track)),
    }
}

/// The box of a geometry or geography, over space; `None` where it is empty.
///
/// Of a geography: as [`of_trip`], and a polygon around a pole holds the pole.
pub fn of_geometry(geom: &Geometry) -> Option<STBox> {
    let mut bounds = Growing::new(geom.geodetic);
    bounds.shape(&geom.shape);
    let space = bounds.finish(geom.has_z)?;
    Some(STBox { srid: geom.srid, geodetic: geom.geodetic, space: Some(space), time: None })
}

/// The box of a temporal real number; a value bound is inclusive where the value is taken.
pub fn of_tfloat(value: &View<'_, f64>) -> TBox {
    TBox { value: Some(NumSpan::Float(float_span(*value))), time: Some(time_span(value)) }
}

/// The box of a temporal integer; its value bounds are those of [`int_span`].
pub fn of_tint(value: &View<'_, i32>) -> TBox {
    TBox { value: Some(NumSpan::Int(int_span(value.values))), time: Some(time_span(value)) }
}

/// The span of at least one integer, canonical `[lower, upper)`; the greatest integer of all has no successor and is included.
pub fn int_span(values: &[i32]) -> IntSpan {
    let (lower, upper) = values.iter().fold((i32::MAX, i32::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
    match upper.checked_add(1) {
        Some(upper) => IntSpan { lower, upper, lower_inc: true, upper_inc: false },
        None => IntSpan { lower, upper, lower_inc: true, upper_inc: true },
    }
}

/// Bounds that grow by points and lines.
struct Growing {
    geodetic: bool,
    min: Point,
    max: Point,
    all_longitudes: bool,
}

impl Growing {
    fn new(geodetic: bool) -> Self {
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        Self {
            geodetic,
            min: Point::xyz(most, most, most),
            max: Point::xyz(least, least, least),
            all_longitudes: false,
        }
    }

    fn point(&mut self, p: &Point) {
        self.min = Point::xyz(self.min.x.min(p.x), self.min.y.min(p.y), self.min.z.min(p.z));
        self.max = Point::xyz(self.max.x.max(p.x), self.max.y.max(p.y), self.max.z.max(p.z));
        if self.geodetic && p.y.abs() == 90.0 {
            self.all_longitudes = true;
        }
    }

    fn line(&mut self, points: &[Point]) {
        points.iter().for_each(|p| self.point(p));
        if self.geodetic {
            points.windows(2).for_each(|w| self.arc(&w[0], &w[1]));
        }
    }

    /// Grows by what an arc of a great circle has beyond its ends.
    fn arc(&mut self, a: &Point, b: &Point) {
        if a.x == b.x {
            return;
        }
        let turn = (b.x - a.x).abs();
        if turn > 180.0 {
            self.all_longitudes = true;
        }
        if turn == 180.0 {
            self.over_the_pole(a.y + b.y);
            return;
        }
        if let Some(lat) = summit(a, b) {
            self.min.y = self.min.y.min(lat);
            self.max.y = self.max.y.max(lat);
        }
    }

    fn over_the_pole(&mut self, side: f64) {
        self.all_longitudes = true;
        // The two ways between antipodes are equally short: the box holds both.
        if side >= 0.0 {
            self.max.y = 90.0;
        }
        if side <= 0.0 {
            self.min.y = -90.0;
        }
    }

    fn ring(&mut self, ring: &[Point]) {
        self.line(ring);
        if !self.geodetic {
            return;
        }
        let around: f64 = ring.windows(2).map(|w| wrapped(w[1].x - w[0].x)).sum();
        if around.abs() > 180.0 {
            self.over_the_pole(ring.iter().map(|p| p.y).sum());
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Point(p) => p.iter().for_each(|p| self.point(p)),
            Shape::MultiPoint(points) => points.iter().for_each(|p| self.point(p)),
            Shape::LineString(line) => self.line(line),
            Shape::MultiLineString(lines) => lines.iter().for_each(|l| self.line(l)),
            Shape::Polygon(rings) => rings.iter().for_each(|r| self.ring(r)),
            Shape::MultiPolygon(polygons) => polygons.iter().flatten().for_each(|r| self.ring(r)),
            Shape::Collection(shapes) => shapes.iter().for_each(|s| self.shape(s)),
        }
    }

    fn finish(self, has_z: bool) -> Option<SpaceBounds> {
        if self.min.x > self.max.x {
            return None;
        }
        let (mut min, mut max) = (self.min, self.max);
        if self.all_longitudes {
            (min.x, max.x) = (-180.0, 180.0);
        }
        // -0.0 becomes 0.0.
        let clean = |p: Point| Point::xyz(p.x + 0.0, p.y + 0.0, p.z + 0.0);
        Some(SpaceBounds { min: clean(min), max: clean(max), has_z })
    }
}

fn wrapped(degrees: f64) -> f64 {
    if degrees > 180.0 {
        degrees - 360.0
    } else if degrees < -180.0 {
        degrees + 360.0
    } else {
        degrees
    }
}

/// Latitude of the point of the arc that is nearest to a pole, where it lies between the ends.
fn summit(a: &Point, b: &Point) -> Option<f64> {
    let unit = |p: &Point| {
        let ((sin_x, cos_x), (sin_y, cos_y)) = (p.x.to_radians().sin_cos(), p.y.to_radians().sin_cos());
        [cos_y * cos_x, cos_y * sin_x, sin_y]
    };
    let (u, v) = (unit(a), unit(b));
    let dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    // Slopes of z along the arc at its two ends, up to a positive factor.
    let (leaving, arriving) = (v[2] - dot * u[2], dot * v[2] - u[2]);
    if leaving * arriving >= 0.0 {
        return None;
    }
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let lat = normal[0].hypot(normal[1]).atan2(normal[2].abs()).to_degrees();
    let lat = (lat * (1.0 + OUTWARD)).min(90.0);
    Some(if leaving > 0.0 { lat } else { -lat })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::point::TPoint;
    use crate::temporal::{Piece, Subtype, Temporal};
    use proptest::prelude::*;
    use rstest::rstest;

    fn path(points: &[(f64, f64)]) -> TPoint {
        let n = points.len();
        let track = Temporal {
            subtype: Subtype::Sequence,
            interp: Interp::Linear,
            pieces: vec![Piece { start: 0, end: n, lower_inc: false, upper_inc: true }],
            times: (0..n as i64).collect(),
            values: points.iter().map(|(x, y)| Point::xy(*x, *y)).collect(),
        };
        TPoint { srid: 4326, geodetic: true, has_z: false, track }
    }

    /// Positions of the arc by slicing the chord, which is the definition.
    fn arc(a: (f64, f64), b: (f64, f64)) -> Vec<(f64, f64)> {
        let unit = |p: (f64, f64)| {
            let (l, f) = (p.0.to_radians(), p.1.to_radians());
            [f.cos() * l.cos(), f.cos() * l.sin(), f.sin()]
        };
        let (u, v) = (unit(a), unit(b));
        (0..=200)
            .map(|i| {
                let r = f64::from(i) / 200.0;
                let w: Vec<f64> = (0..3).map(|k| u[k] + (v[k] - u[k]) * r).collect();
                (w[1].atan2(w[0]).to_degrees(), w[2].atan2(w[0].hypot(w[1])).to_degrees())
            })
            .collect()
    }

    #[rstest]
    #[case::bulge(&[(0.0, 60.0), (90.0, 60.0)], (0.0, 60.0, 90.0, 67.792_345_9))]
    #[case::bulge_south(&[(0.0, -60.0), (90.0, -60.0)], (0.0, -67.792_345_9, 90.0, -60.0))]
    #[case::antimeridian(&[(179.0, 10.0), (-179.0, 12.0)], (-180.0, 10.0, 180.0, 12.0))]
    #[case::pole(&[(0.0, 80.0), (180.0, 85.0)], (-180.0, 80.0, 180.0, 90.0))]
    #[case::antipodes(&[(0.0, 10.0), (180.0, -10.0)], (-180.0, -90.0, 180.0, 90.0))]
    #[case::on_the_pole(&[(3.0, 90.0), (3.0, 80.0)], (-180.0, 80.0, 180.0, 90.0))]
    #[case::meridian(&[(3.0, -10.0), (3.0, 80.0)], (3.0, -10.0, 3.0, 80.0))]
    fn box_of_geodetic_path(#[case] points: &[(f64, f64)], #[case] want: (f64, f64, f64, f64)) {
        let got = of_trip(&path(points).view());
        let s = got.space.unwrap();
        for (got, want) in [(s.min.x, want.0), (s.min.y, want.1), (s.max.x, want.2), (s.max.y, want.3)] {
            assert!((got - want).abs() < 1e-6, "{s:?}");
        }
        let time = got.time.unwrap();
        assert!(!time.lower_inc && time.upper_inc);
    }

    #[test]
    fn box_of_polygon_around_the_pole_holds_the_pole() {
        let ring = [(0.0, 70.0), (120.0, 75.0), (-120.0, 70.0), (0.0, 70.0)].map(|(x, y)| Point::xy(x, y));
        let shape = Shape::Polygon(vec![ring.to_vec()]);
        let space = of_geometry(&Geometry { srid: 4326, geodetic: true, has_z: false, shape }).unwrap().space.unwrap();
        assert_eq!((space.min.x, space.max.x, space.max.y), (-180.0, 180.0, 90.0));
    }

    #[test]
    fn box_of_empty_geometry_is_none() {
        for shape in [Shape::Point(None), Shape::LineString(vec![]), Shape::Collection(vec![Shape::Polygon(vec![])])] {
            assert_eq!(of_geometry(&Geometry { srid: 0, geodetic: false, has_z: false, shape }), None);
        }
    }

    #[test]
    fn box_of_tint_is_canonical() {
        let track = Temporal::instant(5, i32::MAX);
        assert_eq!(
            of_tint(&track.view()).value,
            Some(NumSpan::Int(IntSpan { lower: i32::MAX, upper: i32::MAX, lower_inc: true, upper_inc: true }))
        );
        assert_eq!(
            of_tint(&Temporal::instant(5, 3).view()).value,
            Some(NumSpan::Int(IntSpan { lower: 3, upper: 4, lower_inc: true, upper_inc: false }))
        );
    }

    proptest! {
        #[test]
        fn box_of_geodetic_path_holds_every_position_of_its_arcs(
            points in prop::collection::vec((-180.0..=180.0f64, -89.0..=89.0f64), 2..5)
        ) {
            let space = of_trip(&path(&points).view()).space.unwrap();
            for (x, y) in points.windows(2).flat_map(|w| arc(w[0], w[1])) {
                let inside = space.min.x - 1e-9 <= x && x <= space.max.x + 1e-9 && space.min.y - 1e-9 <= y && y <= space.max.y + 1e-9;
                prop_assert!(inside, "({x}, {y}) is outside of {space:?}");
            }
        }
    }
}
