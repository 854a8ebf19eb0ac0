//! Distances of a temporal point to a fixed geometry (MobilityDB, "Distance Operations").
//!
//! A position is taken as a temporal point that stands there: the answers are those for two temporal points. Any other
//! geometry lies in the plane. The trajectory is taken as closed.

use std::ops::ControlFlow;

use super::nearest::whole_us;
use super::parts::{Approach, Part, approach_part, between, parts};
use super::standing::standing;
use super::synchronise::{Leg, RelativeMotion, position, try_for_each_motion};
use crate::error::{Error, Result};
use crate::geom::{Geometry, Shape};
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::{TFloat, Temporal};

/// Smallest distance of a temporal point to a geometry.
///
/// `None` if the geometry is empty. In units of the coordinates; 0 inside of polygons. Closed at exclusive bounds. The
/// dimensions must be equal, and geometries other than a point lie in the plane.
/// Source: MobilityDB `nearestApproachDistance`.
///
/// # Errors
/// Different reference systems or dimensions, geodetic operands, and lines and polygons with z.
pub fn nearest_approach_distance(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<f64>> {
    match Fixed::new(trip, geometry)? {
        Fixed::Nowhere => Ok(None),
        Fixed::Position(place) => super::nearest_approach_distance(trip, &standing(trip, place).view()),
        Fixed::Parts(parts) => Ok(nearest(trip, &parts).map(|n| n.distance)),
    }
}

/// Position of a temporal point, with its time, when it is nearest to a geometry.
///
/// `None` if the geometry is empty. The earliest segment of the trip that is nearest, and on it the first part or edge of
/// the geometry. The time is the last whole microsecond before the approach; it may be an excluded bound.
/// Source: MobilityDB `nearestApproachInstant`.
///
/// # Errors
/// As [`nearest_approach_distance`].
pub fn nearest_approach_instant(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<TPoint>> {
    match Fixed::new(trip, geometry)? {
        Fixed::Nowhere => Ok(None),
        Fixed::Position(place) => super::nearest_approach_instant(trip, &standing(trip, place).view()),
        Fixed::Parts(parts) => {
            Ok(nearest(trip, &parts)
                .map(|n| trip.like(Temporal::instant(n.at_us, position(&trip.track, n.leg, n.at_us)))))
        }
    }
}

/// The line from a temporal point to a geometry when they are nearest; two equal positions where they meet.
///
/// `None` if the geometry is empty. Which one, where there are several, as in [`nearest_approach_instant`].
/// Source: MobilityDB `shortestLine`.
///
/// # Errors
/// As [`nearest_approach_distance`].
pub fn shortest_line(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<Geometry>> {
    match Fixed::new(trip, geometry)? {
        Fixed::Nowhere => Ok(None),
        Fixed::Position(place) => super::shortest_line(trip, &standing(trip, place).view()),
        Fixed::Parts(parts) => Ok(nearest(trip, &parts).map(|n| Geometry {
            srid: trip.srid,
            geodetic: false,
            has_z: trip.has_z,
            shape: Shape::LineString(vec![n.from, n.to]),
        })),
    }
}

/// Distance of a temporal point to a position at every time.
///
/// `None` if the geometry is empty. As [`super::tdistance()`] of two temporal points of which one stands.
/// Source: MobilityDB `tDistance` (`<->`).
///
/// # Errors
/// As [`nearest_approach_distance`]; lines, polygons and several positions are not served.
pub fn tdistance(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<TFloat>> {
    match Fixed::new(trip, geometry)? {
        Fixed::Nowhere => Ok(None),
        Fixed::Position(place) => super::tdistance(trip, &standing(trip, place).view()),
        Fixed::Parts(_) => Err(Error::Unsupported {
            what: "tDistance to a geometry that is not one point".to_owned(),
            reason: "use nearestApproachDistance or tDwithin".to_owned(),
        }),
    }
}

/// A geometry as the distances take it.
pub(crate) enum Fixed {
    /// It is empty.
    Nowhere,
    /// One position.
    Position(Point),
    /// Anything else, in the plane.
    Parts(Vec<Part>),
}

impl Fixed {
    /// The parts of a geometry that a temporal point can be measured against.
    fn new(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Self> {
        check_systems(trip, geometry)?;
        if trip.has_z != geometry.has_z && !geometry.shape.is_empty() {
            return Err(Error::MixedDimensions);
        }
        let fixed = Self::of(&geometry.shape);
        if matches!(fixed, Self::Parts(_)) {
            check_size(trip, geometry)?;
        }
        if trip.has_z && matches!(fixed, Self::Parts(_)) {
            return Err(Error::Unsupported {
                what: "a distance in space to a geometry that is not one point".to_owned(),
                reason: "lines and polygons are measured in the plane only".to_owned(),
            });
        }
        Ok(fixed)
    }

    pub(crate) fn of(shape: &Shape) -> Self {
        let parts = parts(shape);
        match parts.as_slice() {
            [] => Self::Nowhere,
            [Part::Position(place)] => Self::Position(*place),
            _ => Self::Parts(parts),
        }
    }
}

/// Checks that a temporal point and a geometry lie in one planar system.
pub(crate) fn check_systems(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<()> {
    if trip.geodetic != geometry.geodetic {
        return Err(Error::MixedGeodetic);
    }
    if trip.srid != geometry.srid {
        return Err(Error::MixedSrid { left: trip.srid, right: geometry.srid });
    }
    if trip.geodetic {
        return Err(Error::Unsupported {
            what: "a distance between a tgeogpoint and a geography".to_owned(),
            reason: "distances on the ellipsoid are not served; transform both to a projected system".to_owned(),
        });
    }
    Ok(())
}

/// Checks that no product of four coordinates overflows.
pub(crate) fn check_size(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<()> {
    const LARGEST: f64 = 1e70;
    let mut largest = 0.0f64;
    let mut see = |p: &Point| largest = largest.max(p.x.abs()).max(p.y.abs());
    trip.track.values.iter().for_each(&mut see);
    geometry.shape.for_each_point(&mut see);
    if largest < LARGEST {
        return Ok(());
    }
    Err(Error::Unsupported {
        what: format!("a distance between a trip and a line or polygon with the coordinate {largest:e}"),
        reason: format!("coordinates must be below {LARGEST:e}"),
    })
}

/// Calls `visit` with every straight way of a temporal point: `from` and `to` are its positions, `second` is its leg.
pub(crate) fn try_for_each_way<T>(
    trip: &TPointRef<'_>,
    visit: &mut impl FnMut(RelativeMotion) -> ControlFlow<T>,
) -> ControlFlow<T> {
    try_for_each_motion::<false, T>(&standing(trip, Point::default()).view(), trip, visit)
}

/// A nearest approach of a temporal point to a geometry.
struct Nearest {
    distance: f64,
    at_us: i64,
    leg: Leg,
    from: Point,
    to: Point,
}

fn nearest(trip: &TPointRef<'_>, parts: &[Part]) -> Option<Nearest> {
    let mut best: Option<(Approach, RelativeMotion)> = None;
    let _ = try_for_each_way(trip, &mut |way: RelativeMotion| {
        for part in parts {
            let limit = best.as_ref().map_or(f64::INFINITY, |(b, _)| b.squared);
            let approach = approach_part(&way.from, &way.to, part, limit);
            if best.as_ref().is_none_or(|(b, _)| approach.squared < b.squared) {
                best = Some((approach, way));
                if approach.squared == 0.0 {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    best.map(|(approach, way)| {
        let after = whole_us(way.end_us.wrapping_sub(way.start_us), approach.share);
        let from = between(&way.from, &way.to, approach.share);
        let meets = approach.squared == 0.0;
        Nearest {
            distance: approach.squared.sqrt(),
            at_us: way.start_us.wrapping_add(after).clamp(way.start_us, way.end_us),
            leg: way.second,
            from: if meets { approach.at } else { from },
            to: approach.at,
        }
    })
}
