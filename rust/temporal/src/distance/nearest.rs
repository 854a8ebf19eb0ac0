//! The nearest approach of two temporal points: its distance, its instant and the line across.
//!
//! The trajectories are taken as closed (MobilityDB, "Distance Operations"): a minimum reached only at an excluded
//! bound, or just before a jump of step interpolation, counts. All three functions share one search, so they agree.

use std::ops::ControlFlow;

use super::check_operands;
use super::exact::ExactMotion;
use super::synchronise::{Leg, RelativeMotion, Visit, position, position_between, try_for_each_motion};
use crate::error::Result;
use crate::geom::{Geometry, Shape};
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::Temporal;

/// Later minima must undercut the first one by this factor of the squared distance to be the instant: noise must not
/// move the answer away from the first time of a constant distance.
const NOISE: f64 = 1.0 - 1e-12;
/// Squared distances below this one have not overflowed, nor have squares of their differences.
const LARGE: f64 = 1e300;
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
    Ok(nearest(a, b)?.map(|n| a.like(Temporal::instant(n.at_us, position(&a.track, n.first, n.at_us)))))
}

/// The line from the first to the second temporal point when they are nearest; two equal positions where they meet.
///
/// `None` if they share no time. Positions are those at the approach itself, which [`nearest_approach_instant`] cuts to a
/// microsecond.
/// Source: MobilityDB `shortestLine`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn shortest_line(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<Geometry>> {
    Ok(nearest(a, b)?.map(|n| {
        let at = |track, leg| position_between(track, leg, n.at_us, n.rest_us);
        let ends = vec![at(&a.track, n.first), at(&b.track, n.second)];
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
    if squared < LARGE {
        return squared.sqrt();
    }
    let (x, y, z) = (p.x * SHRINK, p.y * SHRINK, p.z * SHRINK);
    (x * x + y * y + z * z).sqrt() * GROW
}

/// Squared distance of the nearest approach in a motion.
#[inline(always)]
pub(crate) fn nearest_squared<const Z: bool>(m: &RelativeMotion) -> f64 {
    if turns::<Z>(m) { squared_in_passing::<Z>(m) } else { smaller(m.from_squared, m.to_squared) }
}

/// Share of a motion before its nearest approach.
pub(crate) fn share_before_nearest(m: &RelativeMotion) -> f64 {
    if !turns::<true>(m) {
        return if m.to_squared < m.from_squared { 1.0 } else { 0.0 };
    }
    let v = Point { x: m.to.x - m.from.x, y: m.to.y - m.from.y, z: m.to.z - m.from.z };
    let closing = -(m.from.x * v.x + m.from.y * v.y + m.from.z * v.z);
    (closing / (v.x * v.x + v.y * v.y + v.z * v.z)).clamp(0.0, 1.0)
}

/// Whether the nearest approach lies between the start and the end of a motion.
#[inline(always)]
pub(crate) fn turns<const Z: bool>(m: &RelativeMotion) -> bool {
    let plane = m.from.x * m.to.x + m.from.y * m.to.y;
    let product = if Z { plane + m.from.z * m.to.z } else { plane };
    // A wrong answer from rounding changes the distance by no more than its own rounding.
    product < smaller(m.from_squared, m.to_squared)
}

fn squared_in_passing<const Z: bool>(m: &RelativeMotion) -> f64 {
    let (from, to) = (&m.from, &m.to);
    let v = Point { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
    let c = Point { x: from.y * v.z - from.z * v.y, y: from.z * v.x - from.x * v.z, z: from.x * v.y - from.y * v.x };
    let plane = v.x * v.x + v.y * v.y;
    let speed = if Z { plane + v.z * v.z } else { plane };
    // Rather than squaring the cross product, divide in between: the square can overflow where the distance does not.
    let across = if Z { (c.x / speed) * c.x + (c.y / speed) * c.y + (c.z / speed) * c.z } else { (c.z / speed) * c.z };
    across.min(m.from_squared).min(m.to_squared)
}

/// The smaller of two numbers; the second if one is NaN, as the machine instruction does.
#[inline(always)]
fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// A nearest approach.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    distance: f64,
    /// The last whole microsecond before it.
    at_us: i64,
    /// The time since then, microseconds.
    rest_us: f64,
    first: Leg,
    second: Leg,
}

impl Nearest {
    /// The approach in a motion, before which there is this share of it.
    fn new(distance: f64, m: &RelativeMotion, share: f64) -> Self {
        let duration = m.end_us.wrapping_sub(m.start_us);
        let after = whole_us(duration, share).clamp(0, duration);
        let rest_us = (duration as f64 * share - after as f64).max(0.0);
        Self { distance, at_us: m.start_us.wrapping_add(after), rest_us, first: m.first, second: m.second }
    }
}

fn nearest(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<Nearest>> {
    check_operands(a, b)?;
    let search = if a.has_z { search::<true> } else { search::<false> };
    let (nearest, in_range) = search(a, b);
    if in_range {
        return Ok(nearest);
    }
    Ok(if a.has_z { search_exactly::<true>(a, b) } else { search_exactly::<false>(a, b) })
}

fn search_exactly<const Z: bool>(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    let _ = try_for_each_motion::<Z, ()>(a, b, &mut |m| {
        let (distance, share) = ExactMotion::new(a, b, &m, 0.0).nearest();
        if best.is_none_or(|n| distance < n.distance) {
            best = Some(Nearest::new(distance, &m, share));
        }
        ControlFlow::Continue(())
    });
    best
}

/// What is known of the nearest approach so far.
struct Search<const Z: bool> {
    least: f64,
    /// The best one gives way to a smaller squared distance than this.
    undercut: f64,
    best: Option<Nearest>,
    /// Sum of squared distances: not below a limit if any of them is not, be it infinite or NaN.
    sum: f64,
}

impl<const Z: bool> Visit for Search<Z> {
    type Answer = ();

    #[inline(always)]
    fn motion(&mut self, m: RelativeMotion) -> ControlFlow<()> {
        let squared = nearest_squared::<Z>(&m);
        self.sum += m.from_squared + m.to_squared;
        self.least = smaller(squared, self.least);
        if squared < self.undercut {
            self.undercut = squared * NOISE;
            self.best = Some(Nearest::new(0.0, &m, share_before_nearest(&m)));
            if squared == 0.0 {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// The nearest approach, and whether nothing can have overflowed on the way to it.
fn search<const Z: bool>(a: &TPointRef<'_>, b: &TPointRef<'_>) -> (Option<Nearest>, bool) {
    let mut search = Search::<Z> { least: f64::INFINITY, undercut: f64::INFINITY, best: None, sum: 0.0 };
    let _ = try_for_each_motion::<Z, ()>(a, b, &mut search);
    (search.best.map(|n| Nearest { distance: search.least.sqrt(), ..n }), search.sum < LARGE)
}
