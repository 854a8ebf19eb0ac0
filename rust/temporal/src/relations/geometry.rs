//! Relations of a temporal point with a fixed geometry (MobilityDB, "Spatial Relationships").
//!
//! A position is taken as a temporal point that stands there. Any other geometry lies in the plane: what is near it is
//! near one of its positions, edges or areas, and a straight way is near an edge in one span, because a disc drawn along
//! an edge is convex. The ever and always forms take the trajectory as closed, the temporal forms respect exclusive bounds.
//! A geometry without z is met whatever the height of the temporal point.

use std::ops::ControlFlow;

use super::near::Surroundings;
use super::truth::{Form, Phase, Truth};
use crate::boolean::negated;
use crate::distance::RelativeMotion;
use crate::distance::geometry::{Fixed, check_size, check_systems, try_for_each_way};
use crate::distance::standing::standing;
use crate::error::{Error, Result};
use crate::geom::Geometry;
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::{Subtype, TBool, Temporal};

/// Whether a temporal point is ever within `dist` of a geometry, `dist` included.
///
/// `None` if the geometry is empty. A negative or NaN distance gives false, infinity true. Closed at exclusive bounds.
/// Source: MobilityDB `eDwithin`.
///
/// # Errors
/// Different reference systems, a geometry with z and a temporal point without, lines and polygons with z, geodetic
/// operands.
pub fn ever_dwithin(trip: &TPointRef<'_>, geometry: &Geometry, dist: f64) -> Result<Option<bool>> {
    let operands = Operands::new(trip, geometry)?;
    let trip = operands.trip();
    match &operands.fixed {
        Fixed::Nowhere => Ok(None),
        Fixed::Position(place) => super::ever_dwithin(&trip, &standing(&trip, *place).view(), dist),
        Fixed::Parts(parts) => {
            let near = Surroundings::new(parts, dist);
            let found = try_for_each_way(&trip, &mut |way: RelativeMotion| {
                if near.ever(&way) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            Ok(Some(found.is_break()))
        }
    }
}

/// Whether a temporal point is within `dist` of a geometry at all times, `dist` included.
///
/// `None` if the geometry is empty. A negative or NaN distance gives false, infinity true. Closed at exclusive bounds.
/// Source: MobilityDB `aDwithin`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn always_dwithin(trip: &TPointRef<'_>, geometry: &Geometry, dist: f64) -> Result<Option<bool>> {
    let operands = Operands::new(trip, geometry)?;
    let trip = operands.trip();
    match &operands.fixed {
        Fixed::Nowhere => Ok(None),
        Fixed::Position(place) => super::always_dwithin(&trip, &standing(&trip, *place).view(), dist),
        Fixed::Parts(parts) => {
            let near = Surroundings::new(parts, dist);
            let left = try_for_each_way(&trip, &mut |way: RelativeMotion| {
                if near.always(&way) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            Ok(Some(left.is_continue()))
        }
    }
}

/// At which times a temporal point is within `dist` of a geometry, `dist` included.
///
/// `None` if the geometry is empty. Times of change are rounded to a microsecond. A set of pieces; discrete or an instant
/// if the temporal point is. Source: MobilityDB `tDwithin`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tdwithin(trip: &TPointRef<'_>, geometry: &Geometry, dist: f64) -> Result<Option<TBool>> {
    Ok(phases(trip, geometry, dist, Truth::default())?.and_then(|truth| truth.finish(form(trip))))
}

/// As [`tdwithin`], restricted to the times at which it is `value`; `None` if it never is.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tdwithin_at(trip: &TPointRef<'_>, geometry: &Geometry, dist: f64, value: bool) -> Result<Option<TBool>> {
    Ok(phases(trip, geometry, dist, Truth::only(value))?.and_then(|truth| truth.finish(form(trip))))
}

/// Whether the trajectory of a temporal point ever meets a geometry.
///
/// `None` if the geometry is empty. Borders count, and so do exclusive bounds. Source: MobilityDB `eIntersects`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn ever_intersects(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    ever_dwithin(trip, geometry, 0.0)
}

/// Whether a temporal point is in a geometry, borders included, at all times.
///
/// `None` if the geometry is empty. Source: MobilityDB `aIntersects`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn always_intersects(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    always_dwithin(trip, geometry, 0.0)
}

/// Whether a temporal point is ever outside of a geometry: not [`always_intersects`].
///
/// Source: MobilityDB `eDisjoint`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn ever_disjoint(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    Ok(always_intersects(trip, geometry)?.map(|inside| !inside))
}

/// Whether the trajectory of a temporal point never meets a geometry: not [`ever_intersects`].
///
/// Source: MobilityDB `aDisjoint`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn always_disjoint(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    Ok(ever_intersects(trip, geometry)?.map(|meet| !meet))
}

/// At which times a temporal point is in a geometry, borders included.
///
/// `None` if the geometry is empty. A set of pieces, but one sequence if the box of a sequence does not meet that of the
/// geometry; discrete or an instant if the temporal point is. Source: MobilityDB `tIntersects`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tintersects(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<TBool>> {
    Ok(tdwithin(trip, geometry, 0.0)?.map(|truth| as_sequence_if_apart(trip, geometry, truth)))
}

/// As [`tintersects`], restricted to the times at which it is `value`; `None` if it never is.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tintersects_at(trip: &TPointRef<'_>, geometry: &Geometry, value: bool) -> Result<Option<TBool>> {
    Ok(tdwithin_at(trip, geometry, 0.0, value)?.map(|truth| as_sequence_if_apart(trip, geometry, truth)))
}

/// At which times a temporal point is outside of a geometry: the negation of [`tintersects`].
///
/// Source: MobilityDB `tDisjoint`.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tdisjoint(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<TBool>> {
    Ok(tintersects(trip, geometry)?.map(negated))
}

/// As [`tdisjoint`], restricted to the times at which it is `value`; `None` if it never is.
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tdisjoint_at(trip: &TPointRef<'_>, geometry: &Geometry, value: bool) -> Result<Option<TBool>> {
    Ok(tintersects_at(trip, geometry, !value)?.map(negated))
}

/// Whether a temporal point is ever at a position, at a time that belongs to it.
///
/// `None` if the geometry is empty; false for any other geometry than a point, which no position equals. Respects
/// exclusive bounds. Source: MobilityDB `eEq` (`?=`).
///
/// # Errors
/// As [`ever_dwithin`].
pub fn ever_equals(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    equality(trip, geometry, super::ever_equals)
}

/// Whether a temporal point is at a position at all its times.
///
/// `None` if the geometry is empty; false for any other geometry than a point. Source: MobilityDB `aEq` (`%=`).
///
/// # Errors
/// As [`ever_dwithin`].
pub fn always_equals(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    equality(trip, geometry, super::always_equals)
}

/// Whether a temporal point is ever not at a position: not [`always_equals`]. Source: MobilityDB `eNe` (`?<>`).
///
/// # Errors
/// As [`ever_dwithin`].
pub fn ever_not_equals(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    Ok(always_equals(trip, geometry)?.map(|equal| !equal))
}

/// Whether a temporal point is never at a position: not [`ever_equals`]. Source: MobilityDB `aNe` (`%<>`).
///
/// # Errors
/// As [`ever_dwithin`].
pub fn always_not_equals(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<bool>> {
    Ok(ever_equals(trip, geometry)?.map(|equal| !equal))
}

/// At which times a temporal point is at a position.
///
/// `None` if the geometry is empty; false throughout for any other geometry than a point. A set of pieces; discrete or an
/// instant if the temporal point is. Source: MobilityDB `tEq` (`#=`).
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tequals(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<TBool>> {
    match Operands::new(trip, geometry)?.fixed {
        Fixed::Parts(_) => tdwithin(trip, geometry, f64::NAN),
        Fixed::Nowhere | Fixed::Position(_) => tdwithin(trip, geometry, 0.0),
    }
}

/// At which times a temporal point is not at a position: the negation of [`tequals`]. Source: MobilityDB `tNe` (`#<>`).
///
/// # Errors
/// As [`ever_dwithin`].
pub fn tnot_equals(trip: &TPointRef<'_>, geometry: &Geometry) -> Result<Option<TBool>> {
    Ok(tequals(trip, geometry)?.map(negated))
}

fn equality(
    trip: &TPointRef<'_>,
    geometry: &Geometry,
    of_trips: impl Fn(&TPointRef<'_>, &TPointRef<'_>) -> Result<Option<bool>>,
) -> Result<Option<bool>> {
    let operands = Operands::new(trip, geometry)?;
    let trip = operands.trip();
    match operands.fixed {
        Fixed::Nowhere => Ok(None),
        Fixed::Position(place) => of_trips(&trip, &standing(&trip, place).view()),
        Fixed::Parts(_) => Ok(Some(false)),
    }
}

fn form(trip: &TPointRef<'_>) -> Form {
    Form::of(trip, trip)
}

fn as_sequence_if_apart(trip: &TPointRef<'_>, geometry: &Geometry, truth: TBool) -> TBool {
    if trip.track.subtype == Subtype::Sequence && truth.subtype == Subtype::SequenceSet && boxes_apart(trip, geometry) {
        Temporal { subtype: Subtype::Sequence, ..truth }
    } else {
        truth
    }
}

fn boxes_apart(trip: &TPointRef<'_>, geometry: &Geometry) -> bool {
    let mut places = Vec::new();
    geometry.shape.for_each_point(&mut |p| places.push(*p));
    let axes: [fn(&Point) -> f64; 3] = [|p| p.x, |p| p.y, |p| p.z];
    let apart = |axis: &fn(&Point) -> f64| {
        let range = |points: &[Point]| {
            let grow = |(low, high): (f64, f64), p: &Point| (low.min(axis(p)), high.max(axis(p)));
            points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), grow)
        };
        let ((low, high), (from, to)) = (range(trip.track.values), range(&places));
        high < from || to < low
    };
    axes.iter().take(if trip.has_z && geometry.has_z { 3 } else { 2 }).any(apart)
}

fn phases(trip: &TPointRef<'_>, geometry: &Geometry, dist: f64, mut truth: Truth) -> Result<Option<Truth>> {
    let operands = Operands::new(trip, geometry)?;
    let trip = operands.trip();
    let parts = match &operands.fixed {
        Fixed::Nowhere => return Ok(None),
        Fixed::Position(place) => {
            return Ok(Some(super::dwithin::phases(&trip, &standing(&trip, *place).view(), dist, truth)));
        }
        Fixed::Parts(parts) => parts,
    };
    let near = Surroundings::new(parts, dist);
    let _ = try_for_each_way(&trip, &mut |way: RelativeMotion| {
        let mut open = Phase::of(&way, false);
        for (enter, leave) in near.spans(&way) {
            truth.push(Phase { end_us: enter, upper_inc: false, ..open });
            truth.push(Phase {
                start_us: enter,
                end_us: leave,
                lower_inc: way.lower_inc || enter > way.start_us,
                upper_inc: way.upper_inc || leave < way.end_us,
                value: true,
            });
            open = Phase { start_us: leave, lower_inc: false, ..open };
        }
        truth.push(open);
        ControlFlow::<()>::Continue(())
    });
    Ok(Some(truth))
}

/// A temporal point and a geometry that can be related.
struct Operands<'a> {
    trip: TPointRef<'a>,
    /// The temporal point without its heights, if the geometry has none.
    flat: Option<TPoint>,
    fixed: Fixed,
}

impl<'a> Operands<'a> {
    fn new(trip: &TPointRef<'a>, geometry: &Geometry) -> Result<Self> {
        check_systems(trip, geometry)?;
        let fixed = Fixed::of(&geometry.shape);
        if geometry.has_z && !trip.has_z && !geometry.shape.is_empty() {
            return Err(Error::MixedDimensions);
        }
        if matches!(fixed, Fixed::Parts(_)) {
            check_size(trip, geometry)?;
            if geometry.has_z {
                return Err(Error::Unsupported {
                    what: "a relation in space with a geometry that is not one point".to_owned(),
                    reason: "lines and polygons are met in the plane only".to_owned(),
                });
            }
        }
        let flat = (trip.has_z && !geometry.has_z).then(|| without_z(trip));
        Ok(Self { trip: *trip, flat, fixed })
    }

    fn trip(&self) -> TPointRef<'_> {
        self.flat.as_ref().map_or(self.trip, TPoint::view)
    }
}

fn without_z(trip: &TPointRef<'_>) -> TPoint {
    let track = &trip.track;
    let track = Temporal {
        subtype: track.subtype,
        interp: track.interp,
        pieces: track.pieces.to_vec(),
        times: track.times.to_vec(),
        values: track.values.iter().map(|p| Point::xy(p.x, p.y)).collect(),
    };
    TPoint { has_z: false, ..trip.like(track) }
}
