//! Distances of a temporal point, or of a geometry, to a box (MobilityDB, "Distance Operations").
//!
//! The trajectory is taken as closed over the time that it shares with the box. The squared distance of a straight way to a box is convex and,
//! between the places where the way passes a plane of a side, quadratic: its least value is found piece by piece.

use std::ops::ControlFlow;

use super::parts::{Part, Place, edges, parts, place_in_area};
use super::standing::standing;
use super::synchronise::{RelativeMotion, try_for_each_motion};
use crate::boxes::measure::planar;
use crate::boxes::{STBox, SpaceBounds};
use crate::construct::constant_during;
use crate::error::{Error, Result};
use crate::geom::Geometry;
use crate::motion::{Motion, Straight};
use crate::point::{Point, TPoint, TPointRef};
use crate::restrict_space::Sides;
use crate::temporal::{Interp, Subtype};

/// Smallest distance of a temporal point to a box during the time of the box.
///
/// `None` if they share no time. In units of the coordinates; 0 inside. Source: MobilityDB `nearestApproachDistance`.
///
/// # Errors
/// Different reference systems or dimensions, a box without space, and geodetic operands.
pub fn nearest_approach_distance(trip: &TPointRef<'_>, stbox: &STBox) -> Result<Option<f64>> {
    let space = bounds(stbox, (trip.srid, trip.geodetic, trip.has_z))?;
    let presence = presence(trip, stbox);
    let mut least: Option<f64> = None;
    let _ = try_for_each_motion::<true, ()>(&presence.view(), trip, &mut |way: RelativeMotion| {
        let distance = to_box(&way.from, &way.to, &space);
        least = Some(least.map_or(distance, |least| least.min(distance)));
        if distance == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Ok(least)
}

/// Smallest distance of a geometry to a box, whatever its time.
///
/// `None` if the geometry is empty. In units of the coordinates; 0 where they share a position, areas filled. Source: MobilityDB
/// `nearestApproachDistance`.
///
/// # Errors
/// As [`nearest_approach_distance`], and for polygons with z.
pub fn geometry_distance(geometry: &Geometry, stbox: &STBox) -> Result<Option<f64>> {
    let pieces = parts(&geometry.shape);
    if pieces.is_empty() {
        return Ok(None);
    }
    let space = bounds(stbox, (geometry.srid, geometry.geodetic, geometry.has_z))?;
    let each = pieces.iter().map(|piece| piece_distance(piece, &space)).collect::<Result<Vec<f64>>>()?;
    Ok(each.into_iter().reduce(f64::min))
}

fn bounds(stbox: &STBox, (srid, geodetic, has_z): (i32, bool, bool)) -> Result<SpaceBounds> {
    if stbox.space.is_some() && stbox.geodetic != geodetic {
        return Err(Error::MixedGeodetic);
    }
    let space = planar("nearestApproachDistance", stbox)?;
    if stbox.srid != srid {
        return Err(Error::MixedSrid { left: srid, right: stbox.srid });
    }
    if space.has_z != has_z {
        return Err(Error::MixedDimensions);
    }
    Ok(space)
}

/// Something at the origin during the time of the box, or as long as the trip lasts.
fn presence(trip: &TPointRef<'_>, stbox: &STBox) -> TPoint {
    let origin = Point::default();
    let during = stbox.time.and_then(|time| constant_during(&origin, &[time], Subtype::Sequence, Interp::Linear));
    during.map_or_else(|| standing(trip, origin), |track| trip.like(track))
}

fn piece_distance(piece: &Part, space: &SpaceBounds) -> Result<f64> {
    let along = |line: &[Point]| edges(line).map(|(p, q)| to_box(&p, &q, space)).fold(f64::INFINITY, f64::min);
    match piece {
        Part::Position(at) => Ok(to_box(at, at, space)),
        Part::Path(line, _) if line.len() == 1 => Ok(to_box(&line[0], &line[0], space)),
        Part::Path(line, _) => Ok(along(line)),
        Part::Area(..) if space.has_z => Err(Error::Unsupported {
            what: "a distance in space to a polygon".to_owned(),
            reason: "polygons are measured in the plane only".to_owned(),
        }),
        Part::Area(rings, _) if place_in_area(&space.min, rings) != Place::Outside => Ok(0.0),
        Part::Area(rings, _) => Ok(rings.iter().map(|ring| along(ring)).fold(f64::INFINITY, f64::min)),
    }
}

/// Smallest distance of the straight way from `a` to `b` to a box.
fn to_box(a: &Point, b: &Point, space: &SpaceBounds) -> f64 {
    if Sides::new(*space, space.has_z, true).clip(a, b).is_some() {
        return 0.0;
    }
    let axes = axes(a, b, space);
    let mut places = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    for (place, (axis, side)) in places[2..].iter_mut().zip(axes.iter().flat_map(|a| [(a, a.low), (a, a.high)])) {
        let share = (side - axis.from) / axis.way;
        *place = if share > 0.0 && share < 1.0 { share } else { 0.0 };
    }
    places.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| outside(&Straight.at(a, b, share), space);
    let between = places.windows(2).filter_map(|w| Some(at(turn(&axes, w[0], w[1])?)));
    between.chain(places.iter().map(|share| at(*share))).fold(f64::INFINITY, f64::min)
}

/// One coordinate of a way and the sides of a box across it.
struct Axis {
    from: f64,
    way: f64,
    low: f64,
    high: f64,
}

fn axes(a: &Point, b: &Point, space: &SpaceBounds) -> [Axis; 3] {
    let (low, high) = (&space.min, &space.max);
    [
        Axis { from: a.x, way: b.x - a.x, low: low.x, high: high.x },
        Axis { from: a.y, way: b.y - a.y, low: low.y, high: high.y },
        Axis { from: a.z, way: b.z - a.z, low: low.z, high: high.z },
    ]
}

/// The share of the way, from `lower` to `upper`, at which the distance of a quadratic piece stops to fall; `None` where it does
/// not change.
fn turn(axes: &[Axis; 3], lower: f64, upper: f64) -> Option<f64> {
    let scale = axes.iter().map(|axis| axis.way.abs()).fold(0.0, f64::max);
    let (mut slope, mut growth) = (0.0, 0.0);
    for axis in axes {
        let middle = axis.from + axis.way * f64::midpoint(lower, upper);
        let side = if middle < axis.low {
            axis.low
        } else if middle > axis.high {
            axis.high
        } else {
            continue;
        };
        let speed = axis.way / scale;
        slope += speed * (axis.from - side);
        growth += speed * speed;
    }
    let share = -slope / growth / scale;
    share.is_finite().then(|| share.clamp(lower, upper))
}

/// Distance of a position to a box.
fn outside(p: &Point, space: &SpaceBounds) -> f64 {
    let gap = |v: f64, low: f64, high: f64| (low - v).max(v - high).max(0.0);
    let (low, high) = (&space.min, &space.max);
    gap(p.x, low.x, high.x).hypot(gap(p.y, low.y, high.y)).hypot(gap(p.z, low.z, high.z))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::boxes::shape::space_box;
    use crate::distance::tests::{line, line_open};
    use crate::span::Span;
    use crate::text::geom::parse_geometry;
    use proptest::prelude::*;
    use rstest::rstest;

    fn solid(low: (f64, f64, f64), high: (f64, f64, f64)) -> SpaceBounds {
        SpaceBounds { min: Point::xyz(low.0, low.1, low.2), max: Point::xyz(high.0, high.1, high.2), has_z: true }
    }

    fn coordinate() -> impl Strategy<Value = f64> {
        (-6i8..=6).prop_map(f64::from)
    }

    fn place() -> impl Strategy<Value = Point> {
        (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Point::xyz(x, y, z))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn way_is_as_far_from_a_box_as_its_nearest_position(a in place(), b in place(), c in place(), d in place()) {
            let space = solid((c.x.min(d.x), c.y.min(d.y), c.z.min(d.z)), (c.x.max(d.x), c.y.max(d.y), c.z.max(d.z)));
            let at = |share: f64| outside(&Straight.at(&a, &b, share), &space);
            let (mut low, mut high) = (0.0, 1.0);
            // Convex along the way, so thirds close in on the least value.
            for _ in 0..200 {
                let (p, q) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                if at(p) <= at(q) { high = q } else { low = p }
            }
            let want = at(low).min(at(0.0)).min(at(1.0));
            let got = to_box(&a, &b, &space);
            prop_assert!((got - want).abs() <= 2e-7, "{} against {}", got, want);
        }
    }

    #[rstest]
    #[case::any_time(None, Some(1.0))]
    #[case::early(Some((-5, 2)), Some(std::f64::consts::SQRT_2))]
    #[case::up_to_the_excluded_end(Some((3, 9)), Some(1.0))]
    #[case::touching_the_excluded_end(Some((4, 9)), None)]
    #[case::later(Some((5, 9)), None)]
    fn trip_is_measured_during_the_time_of_the_box(#[case] time: Option<(i64, i64)>, #[case] want: Option<f64>) {
        let trip = line_open(&[(0.0, 0.0, 0), (4.0, 0.0, 4)]);
        let space = space_box(Point::xy(3.0, 1.0), Point::xy(5.0, 2.0), false, 0, false).unwrap();
        let span = time.map(|(lower, upper)| Span::new(lower, upper, true, true).unwrap());
        let got = nearest_approach_distance(&trip.view(), &STBox { time: span, ..space }).unwrap();
        assert_eq!(got, want);
    }

    #[test]
    fn box_of_another_system_or_dimension_is_refused() {
        let trip = line(&[(0.0, 0.0, 0), (4.0, 0.0, 4)]);
        let at = Point::xy(1.0, 1.0);
        let of = |has_z: bool, srid: i32| space_box(at, at, has_z, srid, false).unwrap();
        let measure = |stbox: STBox| nearest_approach_distance(&trip.view(), &stbox);
        assert_eq!(measure(of(false, 25832)), Err(Error::MixedSrid { left: 0, right: 25832 }));
        assert_eq!(measure(of(true, 0)), Err(Error::MixedDimensions));
        assert!(measure(crate::boxes::shape::time_box(Span::of_value(0))).is_err());
    }

    #[rstest]
    #[case("POINT(0 5)", Some(4.0))]
    #[case("LINESTRING(-3 3, 5 -3)", Some(0.0))]
    #[case("LINESTRING(2 -3, 2 3)", Some(1.0))]
    #[case("MULTIPOINT((9 9), (3 0))", Some(2.0))]
    #[case("POLYGON((-9 -9, 9 -9, 9 9, -9 9, -9 -9))", Some(0.0))]
    #[case("POLYGON((-9 -9, 9 -9, 9 9, -9 9, -9 -9), (-4 -4, 4 -4, 4 4, -4 4, -4 -4))", Some(3.0))]
    #[case("LINESTRING EMPTY", None)]
    fn geometry_is_as_far_from_a_box_as_its_nearest_part(#[case] wkt: &str, #[case] want: Option<f64>) {
        let stbox = space_box(Point::xy(-1.0, -1.0), Point::xy(1.0, 1.0), false, 0, false).unwrap();
        assert_eq!(geometry_distance(&parse_geometry(wkt, 0).unwrap(), &stbox).unwrap(), want);
    }
}
