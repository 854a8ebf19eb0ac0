//! The nearest approach of two temporal points: its distance, its instant and the line across.
//!
//! The trajectories are taken as closed (MobilityDB, "Distance Operations"): a minimum reached only at an excluded
//! bound, or just before a jump of step interpolation, counts. All three functions share one search, so they agree.

use std::ops::ControlFlow;

use super::check_operands;
use super::exact::ExactMotion;
use super::synchronise::{RelativeMotion, position, try_for_each_motion};
use crate::error::Result;
use crate::geom::{Geometry, Shape};
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::Temporal;

/// Later minima must undercut the first one by this factor of the squared distance to be the instant: noise must not
/// move the answer away from the first time of a constant distance.
const NOISE: f64 = 1.0 - 1e-12;
/// Below this one, no square of a difference and no sum of squares overflows.
const LARGE: f64 = 1e150;
/// The same as a bound of the slack, which is at least 2^-49 of a difference.
const LARGE_SLACK: f64 = 1e135;
/// A power of two that brings every finite coordinate into the range where squares are finite, and its inverse.
const SHRINK: f64 = f64::from_bits((1023 - 600) << 52);
const GROW: f64 = f64::from_bits((1023 + 600) << 52);

/// Smallest distance of two temporal points at the same time.
///
/// `None` if they share no time. In units of the coordinates; infinite if the true distance is greater than the largest
/// number. Closed at exclusive bounds. Source: MobilityDB `nearestApproachDistance`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn nearest_approach_distance(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<f64>> {
    Ok(nearest(a, b)?.map(|n| n.distance))
}

/// Position of the first temporal point, with its time, when the two are nearest; the earliest such time.
///
/// `None` if they share no time. The time is the last whole microsecond before the approach, the position the one at that time. It may be
/// an excluded bound. Source: MobilityDB `nearestApproachInstant`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn nearest_approach_instant(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<TPoint>> {
    Ok(nearest(a, b)?.map(|n| {
        let at = n.time_us();
        a.like(Temporal::instant(at, position(&a.track, n.motion.first, at)))
    }))
}

/// The line from the first to the second temporal point when they are nearest; two equal positions where they meet.
///
/// `None` if they share no time. Positions are those at the time of [`nearest_approach_instant`].
/// Source: MobilityDB `shortestLine`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn shortest_line(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<Geometry>> {
    Ok(nearest(a, b)?.map(|n| {
        let at = n.time_us();
        let ends = vec![position(&a.track, n.motion.first, at), position(&b.track, n.motion.second, at)];
        Geometry { srid: a.srid, geodetic: a.geodetic, has_z: a.has_z, shape: Shape::LineString(ends) }
    }))
}

/// The last whole microsecond before a share of a duration.
pub(crate) fn whole_us(duration_us: i64, share: f64) -> i64 {
    // A share of a whole number of microseconds must not lose one of them to rounding.
    (duration_us as f64 * share + 1e-3) as i64
}

/// Length of a vector, without overflow on the way.
pub(crate) fn length(p: &Point) -> f64 {
    let squared = p.x * p.x + p.y * p.y + p.z * p.z;
    if squared < LARGE * LARGE {
        return squared.sqrt();
    }
    let (x, y, z) = (p.x * SHRINK, p.y * SHRINK, p.z * SHRINK);
    (x * x + y * y + z * z).sqrt() * GROW
}

/// Squared distance of the origin from a segment, and the share of the segment before the nearest position.
#[inline(always)]
pub(crate) fn segment_nearest<const Z: bool>(from: &Point, to: &Point) -> (f64, f64) {
    let v = Point { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
    let dot = |p: &Point, q: &Point| if Z { p.x * q.x + p.y * q.y + p.z * q.z } else { p.x * q.x + p.y * q.y };
    let (start, end) = (dot(from, from), dot(to, to));
    let (closing, leaving) = (-dot(from, &v), dot(to, &v));
    if !(closing > 0.0 && leaving > 0.0) {
        return if end < start { (end, 1.0) } else { (start, 0.0) };
    }
    let speed = dot(&v, &v);
    let c = Point { x: from.y * v.z - from.z * v.y, y: from.z * v.x - from.x * v.z, z: from.x * v.y - from.y * v.x };
    // Rather than squaring the cross product, divide in between: the square can overflow where the distance does not.
    let across = if Z { (c.x / speed) * c.x + (c.y / speed) * c.y + (c.z / speed) * c.z } else { (c.z / speed) * c.z };
    (across.min(start).min(end), closing / speed)
}

/// The nearest approach found in one motion.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    distance: f64,
    /// Share of the motion before the approach.
    share: f64,
    motion: RelativeMotion,
}

impl Nearest {
    fn time_us(&self) -> i64 {
        let m = &self.motion;
        m.start_us.wrapping_add(whole_us(m.end_us.wrapping_sub(m.start_us), self.share)).clamp(m.start_us, m.end_us)
    }
}

fn nearest(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<Nearest>> {
    check_operands(a, b)?;
    let search = if a.has_z { search::<true> } else { search::<false> };
    let found = search(a, b);
    if found.in_range {
        return Ok(found.nearest);
    }
    Ok(if a.has_z { search_exactly::<true>(a, b) } else { search_exactly::<false>(a, b) })
}

fn search_exactly<const Z: bool>(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    let _ = try_for_each_motion::<Z, ()>(a, b, &mut |motion| {
        let (distance, share) = ExactMotion::new(a, b, &motion, 0.0).nearest();
        if best.is_none_or(|n| distance < n.distance) {
            best = Some(Nearest { distance, share, motion });
        }
        ControlFlow::Continue(())
    });
    best
}

struct Search {
    nearest: Option<Nearest>,
    /// Whether nothing can have overflowed on the way.
    in_range: bool,
}

fn search<const Z: bool>(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Search {
    let mut least = f64::INFINITY;
    let mut undercut = f64::INFINITY;
    let mut best: Option<(RelativeMotion, f64)> = None;
    let mut in_range = true;
    let _ = try_for_each_motion::<Z, ()>(a, b, &mut |m| {
        let (squared, share) = segment_nearest::<Z>(&m.from, &m.to);
        // The slack grows with the coordinates, and is NaN where they overflow.
        in_range &= m.slack < LARGE_SLACK;
        least = least.min(squared);
        if squared < undercut || best.is_none() {
            undercut = squared * NOISE;
            best = Some((m, share));
        }
        if squared == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let nearest = best.map(|(motion, share)| Nearest { distance: least.sqrt(), share, motion });
    Search { nearest, in_range }
}
