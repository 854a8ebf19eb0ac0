//! Relations and distances of temporal points with geometries against a position-by-position answer, and their cases.

use super::geometry::*;
use super::tests::value_at;
use crate::distance::geometry as distance;
use crate::distance::oracle::trip;
use crate::distance::tests::{line, line_open};
use crate::geom::{Geometry, Shape};
use crate::point::{Point, TPoint};
use crate::temporal::Interp;
use proptest::prelude::*;
use rstest::rstest;

fn planar(shape: Shape) -> Geometry {
    Geometry { srid: 0, geodetic: false, has_z: false, shape }
}

fn points(list: &[(i8, i8)]) -> Vec<Point> {
    list.iter().map(|&(x, y)| Point::xy(f64::from(x), f64::from(y))).collect()
}

/// A square with its lower left corner and side, and a square hole in it if it is large.
fn square(x: i8, y: i8, side: i8) -> Vec<Vec<Point>> {
    let ring = |x: i8, y: i8, s: i8| points(&[(x, y), (x + s, y), (x + s, y + s), (x, y + s), (x, y)]);
    let mut rings = vec![ring(x, y, side)];
    if side > 2 {
        rings.push(ring(x + 1, y + 1, side - 2));
    }
    rings
}

fn shape() -> impl Strategy<Value = Shape> {
    let place = || (0i8..7, 0i8..7);
    let path = prop::collection::vec(place(), 2..5).prop_map(|list| Shape::LineString(points(&list)));
    let many = prop::collection::vec(place(), 1..4).prop_map(|list| Shape::MultiPoint(points(&list)));
    let triangle = (place(), place(), place())
        .prop_filter("has an area", |(a, b, c)| {
            let way = |p: &(i8, i8), q: &(i8, i8)| (i32::from(q.0 - p.0), i32::from(q.1 - p.1));
            let (u, v) = (way(a, b), way(a, c));
            u.0 * v.1 != u.1 * v.0
        })
        .prop_map(|(a, b, c)| Shape::Polygon(vec![points(&[a, b, c, a])]));
    let squares = (place(), 1i8..6).prop_map(|((x, y), side)| Shape::Polygon(square(x, y, side)));
    let two = (place(), 1i8..3)
        .prop_map(|((x, y), side)| Shape::MultiPolygon(vec![square(x, y, side), square(x + side, y, side)]));
    let simple = prop_oneof![path, many, triangle, squares, two];
    prop_oneof![simple.clone(), prop::collection::vec(simple, 1..3).prop_map(Shape::Collection)]
}

fn to_segment(p: &Point, q: &Point, r: &Point) -> f64 {
    let (dx, dy) = (r.x - q.x, r.y - q.y);
    let share = ((p.x - q.x) * dx + (p.y - q.y) * dy) / (dx * dx + dy * dy);
    let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
    ((p.x - q.x - dx * share).powi(2) + (p.y - q.y - dy * share).powi(2)).sqrt()
}

/// Distance of a position to a shape: the least to an edge, and 0 where an odd number of edges lies to the right.
fn naive(p: &Point, shape: &Shape) -> f64 {
    let to_line =
        |line: &Vec<Point>| line.windows(2).map(|w| to_segment(p, &w[0], &w[1])).fold(f64::INFINITY, f64::min);
    let to_area = |rings: &Vec<Vec<Point>>| {
        let crossings = rings.iter().flat_map(|r| r.windows(2)).filter(|w| {
            (w[0].y > p.y) != (w[1].y > p.y) && p.x < w[0].x + (p.y - w[0].y) / (w[1].y - w[0].y) * (w[1].x - w[0].x)
        });
        let border = rings.iter().map(to_line).fold(f64::INFINITY, f64::min);
        if crossings.count() % 2 == 1 { 0.0 } else { border }
    };
    match shape {
        Shape::Point(place) => place.map_or(f64::INFINITY, |q| to_segment(p, &q, &q)),
        Shape::MultiPoint(places) => places.iter().map(|q| to_segment(p, q, q)).fold(f64::INFINITY, f64::min),
        Shape::LineString(path) => to_line(path),
        Shape::MultiLineString(paths) => paths.iter().map(to_line).fold(f64::INFINITY, f64::min),
        Shape::Polygon(rings) => to_area(rings),
        Shape::MultiPolygon(areas) => areas.iter().map(to_area).fold(f64::INFINITY, f64::min),
        Shape::Collection(members) => members.iter().map(|m| naive(p, m)).fold(f64::INFINITY, f64::min),
    }
}

/// Samples of every way of the trip, its ends among them: time in microseconds, position, whether it is sure to belong.
fn samples(trip: &TPoint) -> Vec<(f64, Point, bool)> {
    let track = &trip.track;
    let mut all = Vec::new();
    for piece in &track.pieces {
        for i in piece.start..piece.end {
            all.push((track.times[i] as f64, track.values[i], false));
            if i + 1 == piece.end || track.interp == Interp::Discrete {
                continue;
            }
            let (p, q) = (track.values[i], track.values[if track.interp == Interp::Step { i } else { i + 1 }]);
            for k in 1..60 {
                let share = f64::from(k) / 60.0;
                let at = track.times[i] as f64 + (track.times[i + 1] - track.times[i]) as f64 * share;
                all.push((at, Point::xy(p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share), true));
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn nearest_distance_is_the_least_of_samples(trip in trip(), shape in shape()) {
        let geometry = planar(shape.clone());
        let least = samples(&trip).iter().map(|(_, p, _)| naive(p, &shape)).fold(f64::INFINITY, f64::min);
        let nad = distance::nearest_approach_distance(&trip.view(), &geometry).unwrap().unwrap();
        // Between samples a point goes at most 10 / 60.
        prop_assert!(nad <= least + 1e-9 && least <= nad + 0.17, "{} against {}", nad, least);
        let Shape::LineString(ends) = distance::shortest_line(&trip.view(), &geometry).unwrap().unwrap().shape else {
            unreachable!()
        };
        prop_assert!((to_segment(&ends[0], &ends[1], &ends[1]) - nad).abs() < 1e-9);
        prop_assert!(naive(&ends[1], &shape) < 1e-9);
        let instant = distance::nearest_approach_instant(&trip.view(), &geometry).unwrap().unwrap();
        // An instant lies up to a microsecond before the approach, and some trips go ten units in one.
        if trip.track.times.windows(2).all(|w| w[1] - w[0] >= 100) {
            prop_assert!(naive(&instant.track.values[0], &shape) <= nad + 0.1);
        }
    }

    #[test]
    fn within_is_the_same_for_ever_always_temporal_and_samples(trip in trip(), shape in shape(), twice in 0u8..9) {
        let (geometry, dist) = (planar(shape.clone()), f64::from(twice) / 2.0);
        let near = ever_dwithin(&trip.view(), &geometry, dist).unwrap().unwrap();
        let always = always_dwithin(&trip.view(), &geometry, dist).unwrap().unwrap();
        let nad = distance::nearest_approach_distance(&trip.view(), &geometry).unwrap().unwrap();
        prop_assert!((nad - dist).abs() < 1e-9 || near == (nad <= dist), "{} within {}", nad, dist);
        let truth = tdwithin(&trip.view(), &geometry, dist).unwrap().unwrap();
        prop_assert!(near || !truth.values.contains(&true));
        prop_assert!(!always || !truth.values.contains(&false));
        // A gap that is shorter than a microsecond is lost where its ends are rounded to the same one.
        let slow = trip.track.times.windows(2).all(|w| w[1] - w[0] >= 100);
        let closed = trip.track.interp != Interp::Step && trip.track.pieces.iter().all(|p| p.lower_inc && p.upper_inc);
        if closed {
            prop_assert_eq!(near, truth.values.contains(&true));
            prop_assert!(!slow || always != truth.values.contains(&false));
        }
        for (at, place, sure) in samples(&trip) {
            let away = naive(&place, &shape);
            prop_assert!(!always || away <= dist + 1e-9);
            prop_assert!(near || away >= dist - 1e-9);
            let whole = at.round() as i64;
            let change = truth.times.iter().any(|t| (t - whole).abs() <= 1);
            if slow && sure && at.fract() == 0.0 && !change && (away - dist).abs() > 1e-9 {
                prop_assert_eq!(value_at(&truth, whole), Some(away <= dist), "at {}", whole);
            }
        }
    }
}

#[rstest]
#[case::through(line(&[(0., 0., 0), (10., 0., 10_000)]), 0.0, &[(2_000, 6_000)])]
#[case::through_near(line(&[(0., 0., 0), (10., 0., 10_000)]), 1.0, &[(1_000, 7_000)])]
#[case::along_border(line(&[(0., 2., 0), (10., 2., 10_000)]), 0.0, &[(2_000, 6_000)])]
#[case::corner(line(&[(0., 4., 0), (4., 0., 4_000), (8., -4., 8_000)]), 0.0, &[(2_000, 6_000)])]
#[case::graze(line(&[(4., 4., 0), (8., 0., 4_000)]), 0.0, &[(2_000, 2_000)])]
#[case::outside(line(&[(0., 9., 0), (10., 9., 10_000)]), 6.0, &[])]
#[case::tangent(line(&[(0., 9., 0), (10., 9., 10_000)]), 7.0, &[(2_000, 6_000)])]
#[case::rounded_corner(line(&[(9., 0., 0), (9., 10., 10_000)]), 5.0, &[(0, 6_000)])]
fn times_within_of_square(#[case] trip: TPoint, #[case] dist: f64, #[case] want: &[(i64, i64)]) {
    let square = points(&[(2, -2), (6, -2), (6, 2), (2, 2), (2, -2)]);
    let geometry = planar(Shape::Polygon(vec![square]));
    let truth = tdwithin_at(&trip.view(), &geometry, dist, true).unwrap();
    let found: Vec<(i64, i64)> =
        truth.iter().flat_map(|t| t.pieces.iter().map(|p| (t.times[p.start], t.times[p.end - 1]))).collect();
    assert_eq!(found, want);
    assert_eq!(ever_dwithin(&trip.view(), &geometry, dist).unwrap(), Some(!want.is_empty()));
}

#[test]
fn open_end_on_the_border_counts_for_ever_but_not_for_temporal() {
    let trip = line_open(&[(0.0, 0.0, 0), (5.0, 0.0, 5_000)]);
    let geometry = planar(Shape::LineString(points(&[(5, 0), (5, 5)])));
    assert_eq!(ever_intersects(&trip.view(), &geometry).unwrap(), Some(true));
    assert_eq!(tintersects_at(&trip.view(), &geometry, true).unwrap(), None);
    let place = planar(Shape::Point(Some(Point::xy(5.0, 0.0))));
    assert_eq!(ever_intersects(&trip.view(), &place).unwrap(), Some(true));
    assert_eq!(ever_equals(&trip.view(), &place).unwrap(), Some(false));
    assert_eq!(ever_equals(&trip.view(), &geometry).unwrap(), Some(false));
}

#[test]
fn empty_geometry_has_no_answer() {
    let trip = line(&[(0.0, 0.0, 0), (5.0, 0.0, 5_000)]);
    for shape in [Shape::Point(None), Shape::Polygon(vec![]), Shape::Collection(vec![])] {
        let geometry = planar(shape);
        assert_eq!(ever_dwithin(&trip.view(), &geometry, 1.0).unwrap(), None);
        assert_eq!(always_disjoint(&trip.view(), &geometry).unwrap(), None);
        assert_eq!(tdwithin(&trip.view(), &geometry, 1.0).unwrap(), None);
        assert_eq!(distance::nearest_approach_distance(&trip.view(), &geometry).unwrap(), None);
        assert_eq!(distance::tdistance(&trip.view(), &geometry).unwrap(), None);
    }
}

#[rstest]
#[case(-1.0, false)]
#[case(f64::NAN, false)]
#[case(f64::INFINITY, true)]
fn limits_that_are_none(#[case] dist: f64, #[case] want: bool) {
    let trip = line(&[(0.0, 0.0, 0), (5.0, 0.0, 5_000)]);
    let geometry = planar(Shape::LineString(points(&[(1, 0), (2, 0)])));
    assert_eq!(ever_dwithin(&trip.view(), &geometry, dist).unwrap(), Some(want));
    assert_eq!(always_dwithin(&trip.view(), &geometry, dist).unwrap(), Some(want));
    assert_eq!(tdwithin(&trip.view(), &geometry, dist).unwrap().unwrap().values, [want, want]);
}

#[test]
fn height_is_left_out_of_relations_with_flat_geometries_and_an_error_in_distances() {
    let mut trip = line(&[(0.0, 0.0, 0), (5.0, 0.0, 5_000)]);
    trip.has_z = true;
    trip.track.values = vec![Point::xyz(0.0, 0.0, 90.0), Point::xyz(5.0, 0.0, 90.0)];
    let geometry = planar(Shape::LineString(points(&[(1, 0), (2, 0)])));
    assert_eq!(ever_intersects(&trip.view(), &geometry).unwrap(), Some(true));
    assert!(distance::nearest_approach_distance(&trip.view(), &geometry).is_err());
    let other = Geometry { srid: 25832, ..planar(Shape::Point(None)) };
    assert_eq!(ever_intersects(&trip.view(), &other).unwrap_err().to_string(), "mixed SRID: 0 and 25832");
}
