//! Whether two temporal points come, stay and are within a distance of each other.
//!
//! In the relative motion of a stretch the question is whether a segment meets a disc about the origin. Floating point
//! answers it wherever the distance differs from the limit by more than the rounding error; the rest is decided exactly.

use std::ops::ControlFlow;

use super::truth::{Form, Phase, Truth};
use crate::distance::{
    ExactMotion, RelativeMotion, Visit, check_operands, nearest_squared, share_before_nearest, try_for_each_motion,
};
use crate::error::Result;
use crate::point::{Point, TPointRef};
use crate::temporal::TBool;

/// Relative error allowed for the limit and its square: 2^-48.
const ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;
/// Beyond this error of a distance the coordinates are so large that squares may overflow.
const LARGEST_ERROR: f64 = 1e120;
/// Below this limit squares may vanish.
const SMALLEST_LIMIT: f64 = 1e-140;
/// Beyond this scale of the error the same holds.
const LARGEST_SPREAD: f64 = 1e260;

/// Whether two temporal points are ever within `dist` of each other at the same time, `dist` included.
///
/// `None` if they share no time. A negative or NaN distance gives false, infinity true. Closed at exclusive bounds.
/// Source: MobilityDB `eDwithin`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn ever_dwithin(a: &TPointRef<'_>, b: &TPointRef<'_>, dist: f64) -> Result<Option<bool>> {
    check_operands(a, b)?;
    Ok(if a.has_z { ever::<true>(a, b, dist) } else { ever::<false>(a, b, dist) })
}

/// Whether two temporal points are within `dist` of each other at all times they share, `dist` included.
///
/// `None` if they share no time. A negative or NaN distance gives false, infinity true. Closed at exclusive bounds.
/// Source: MobilityDB `aDwithin`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn always_dwithin(a: &TPointRef<'_>, b: &TPointRef<'_>, dist: f64) -> Result<Option<bool>> {
    check_operands(a, b)?;
    Ok(if a.has_z { always::<true>(a, b, dist) } else { always::<false>(a, b, dist) })
}

/// At which of their common times two temporal points are within `dist` of each other, `dist` included.
///
/// `None` if they share no time. Times of change are rounded to a microsecond; an approach that is shorter than that
/// is true at one instant. A negative or NaN distance gives false throughout, infinity true. Exclusive bounds stay
/// exclusive. A set of pieces; discrete or an instant if one of the operands is. Source: MobilityDB `tDwithin`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn tdwithin(a: &TPointRef<'_>, b: &TPointRef<'_>, dist: f64) -> Result<Option<TBool>> {
    check_operands(a, b)?;
    Ok(phases(a, b, dist, Truth::default()).finish(Form::of(a, b)))
}

/// As [`tdwithin`], restricted to the times at which it is `value`; `None` if it never is.
///
/// Source: MobilityDB `tDwithin` with `atvalue`.
///
/// # Errors
/// As [`tdwithin`].
pub fn tdwithin_at(a: &TPointRef<'_>, b: &TPointRef<'_>, dist: f64, value: bool) -> Result<Option<TBool>> {
    check_operands(a, b)?;
    Ok(phases(a, b, dist, Truth::only(value)).finish(Form::of(a, b)))
}

/// When the distance is within the limit and when not, added to `truth`.
pub(super) fn phases(a: &TPointRef<'_>, b: &TPointRef<'_>, dist: f64, truth: Truth) -> Truth {
    let mut phases = Phases { a, b, limit: Limit::new(dist), truth };
    let _ = if a.has_z {
        try_for_each_motion::<true, ()>(a, b, &mut phases)
    } else {
        try_for_each_motion::<false, ()>(a, b, &mut phases)
    };
    phases.truth
}

struct Phases<'a> {
    a: &'a TPointRef<'a>,
    b: &'a TPointRef<'a>,
    limit: Limit,
    truth: Truth,
}

impl Visit for Phases<'_> {
    type Answer = ();

    #[inline(always)]
    fn motion(&mut self, m: RelativeMotion) -> ControlFlow<()> {
        let farthest = if m.from_squared > m.to_squared { m.from_squared } else { m.to_squared };
        if self.limit.surely_exceeded_by(nearest_squared::<true>(&m), m.spread) {
            self.truth.push(Phase::of(&m, false));
        } else if self.limit.surely_includes(farthest, m.spread) {
            self.truth.push(Phase::of(&m, true));
        } else {
            self.split(m);
        }
        ControlFlow::Continue(())
    }
}

impl Phases<'_> {
    #[inline(never)]
    fn split(&mut self, m: RelativeMotion) {
        let whole = Phase::of(&m, false);
        let Some((enter, leave)) = within_us(self.a, self.b, &m, self.limit.dist) else {
            self.truth.push(whole);
            return;
        };
        self.truth.push(Phase { end_us: enter, upper_inc: false, ..whole });
        self.truth.push(Phase {
            start_us: enter,
            end_us: leave,
            lower_inc: m.lower_inc || enter > m.start_us,
            upper_inc: m.upper_inc || leave < m.end_us,
            value: true,
        });
        self.truth.push(Phase { start_us: leave, lower_inc: false, ..whole });
    }
}

/// The answer that does not depend on the distance of the points, for limits that are not one.
fn whatever_happens(dist: f64) -> Option<bool> {
    if dist == f64::INFINITY {
        Some(true)
    } else if dist >= 0.0 {
        None
    } else {
        Some(false)
    }
}

fn ever<const Z: bool>(a: &TPointRef<'_>, b: &TPointRef<'_>, dist: f64) -> Option<bool> {
    let mut ever = Ever::<Z> { a, b, limit: Limit::new(dist), shares_time: false };
    let found = try_for_each_motion::<Z, bool>(a, b, &mut ever);
    found.break_value().or(ever.shares_time.then_some(false))
}

fn always<const Z: bool>(a: &TPointRef<'_>, b: &TPointRef<'_>, dist: f64) -> Option<bool> {
    let mut always = Always::<Z> { a, b, limit: Limit::new(dist), shares_time: false };
    let left = try_for_each_motion::<Z, bool>(a, b, &mut always);
    left.break_value().or(always.shares_time.then_some(true))
}

struct Ever<'a, const Z: bool> {
    a: &'a TPointRef<'a>,
    b: &'a TPointRef<'a>,
    limit: Limit,
    shares_time: bool,
}

impl<const Z: bool> Visit for Ever<'_, Z> {
    type Answer = bool;

    #[inline(always)]
    fn motion(&mut self, m: RelativeMotion) -> ControlFlow<bool> {
        self.shares_time = true;
        let nearest = nearest_squared::<Z>(&m);
        if self.limit.surely_exceeded_by(nearest, m.spread) {
            return ControlFlow::Continue(());
        }
        self.in_doubt(nearest, m)
    }
}

impl<const Z: bool> Ever<'_, Z> {
    // Takes the motion by value, so that it stays in registers where there is no doubt.
    #[inline(never)]
    fn in_doubt(&self, nearest: f64, m: RelativeMotion) -> ControlFlow<bool> {
        let exactly = || ExactMotion::new(self.a, self.b, &m, self.limit.dist).ever_within();
        match whatever_happens(self.limit.dist) {
            Some(known) => ControlFlow::Break(known),
            None if decide(nearest, self.limit.dist, &m, exactly) => ControlFlow::Break(true),
            None => ControlFlow::Continue(()),
        }
    }
}

struct Always<'a, const Z: bool> {
    a: &'a TPointRef<'a>,
    b: &'a TPointRef<'a>,
    limit: Limit,
    shares_time: bool,
}

impl<const Z: bool> Visit for Always<'_, Z> {
    type Answer = bool;

    #[inline(always)]
    fn motion(&mut self, m: RelativeMotion) -> ControlFlow<bool> {
        self.shares_time = true;
        let farthest = if m.from_squared > m.to_squared { m.from_squared } else { m.to_squared };
        if self.limit.surely_includes(farthest, m.spread) {
            return ControlFlow::Continue(());
        }
        self.in_doubt(farthest, m)
    }
}

impl<const Z: bool> Always<'_, Z> {
    #[inline(never)]
    fn in_doubt(&self, farthest: f64, m: RelativeMotion) -> ControlFlow<bool> {
        let exactly = || {
            let exact = ExactMotion::new(self.a, self.b, &m, self.limit.dist);
            exact.starts_within() && exact.ends_within()
        };
        match whatever_happens(self.limit.dist) {
            Some(known) => ControlFlow::Break(known),
            None if decide(farthest, self.limit.dist, &m, exactly) => ControlFlow::Continue(()),
            None => ControlFlow::Break(false),
        }
    }
}

/// A limit of the distance, with what decides most motions at a glance.
struct Limit {
    dist: f64,
    /// A little more than the squared limit; NaN where the limit decides nothing or squares may overflow or vanish.
    above: f64,
    /// A little less.
    below: f64,
}

impl Limit {
    /// Share of the squared limit that the error must not reach in a decision at a glance.
    const MARGIN: f64 = 1.0 / (1u64 << 20) as f64;
    /// What the squared scale of the error is multiplied with, so that `(limit + error)^2` is not above
    /// `limit^2 (1 + MARGIN) + spread * SPREAD`: twice the squared error over the margin.
    const SPREAD: f64 = RelativeMotion::ROUNDING_SQUARED * 2.0 / Self::MARGIN;

    fn new(dist: f64) -> Self {
        let usual = (dist == 0.0 || dist > SMALLEST_LIMIT) && dist < LARGEST_ERROR;
        let squared = if usual { dist * dist } else { f64::NAN };
        Self { dist, above: squared * (1.0 + Self::MARGIN), below: squared * (1.0 - Self::MARGIN) }
    }

    /// Whether a squared distance is greater than the limit, whatever the rounding. False may only be doubt.
    #[inline(always)]
    fn surely_exceeded_by(&self, squared: f64, spread: f64) -> bool {
        (spread < LARGEST_SPREAD) & (squared > self.above + spread * Self::SPREAD)
    }

    /// Whether a squared distance is less than the limit, whatever the rounding. False may only be doubt.
    #[inline(always)]
    fn surely_includes(&self, squared: f64, spread: f64) -> bool {
        squared < self.below - spread * Self::SPREAD
    }
}

/// Whether two points are at one position at a time that belongs to the motion.
pub(super) fn meets(a: &TPointRef<'_>, b: &TPointRef<'_>, m: &RelativeMotion) -> bool {
    let nearest = nearest_squared::<true>(m);
    let slack = m.slack();
    if slack < LARGEST_ERROR && nearest > slack * slack {
        return false;
    }
    let exact = ExactMotion::new(a, b, m, 0.0);
    match (exact.starts_within(), exact.ends_within()) {
        (true, true) => true,
        (true, false) => m.lower_inc,
        (false, true) => m.upper_inc,
        (false, false) => exact.ever_within(),
    }
}

fn squared(p: &Point) -> f64 {
    p.x * p.x + p.y * p.y + p.z * p.z
}

/// Whether a squared distance in a motion is within the limit: by floating point if that can tell, else exactly.
#[inline(always)]
fn decide(squared: f64, limit: f64, m: &RelativeMotion, exactly: impl FnOnce() -> bool) -> bool {
    let error = m.slack() + limit * ROUNDING;
    let (least, most) = (limit - error, limit + error);
    if error < LARGEST_ERROR {
        if squared > most * most {
            return false;
        }
        if least > SMALLEST_LIMIT && squared <= least * least {
            return true;
        }
    }
    if m.spread == 0.0 && m.from == Point::default() && m.to == Point::default() { true } else { exactly() }
}

/// First and last time of a motion within the limit, microseconds; `None` if never.
///
/// Not the start unless it is within the limit there, and likewise for the end, except in motions of one microsecond.
fn within_us(a: &TPointRef<'_>, b: &TPointRef<'_>, m: &RelativeMotion, dist: f64) -> Option<(i64, i64)> {
    if let Some(known) = whatever_happens(dist) {
        return known.then_some((m.start_us, m.end_us));
    }
    let exact = || ExactMotion::new(a, b, m, dist);
    let starts = decide(m.from_squared, dist, m, || exact().starts_within());
    let ends = decide(m.to_squared, dist, m, || exact().ends_within());
    if starts && ends {
        return Some((m.start_us, m.end_us));
    }
    if m.start_us == m.end_us {
        return None;
    }
    let (enter, leave) = match crossing(m, dist) {
        Crossing::Never if !starts && !ends => return None,
        Crossing::At(enter, leave) => (enter, leave),
        _ => exact().within_us()?,
    };
    let (first, last) = (m.start_us + i64::from(!starts), m.end_us - i64::from(!ends));
    if first <= last {
        let enter = if starts { m.start_us } else { enter.clamp(first, last) };
        let leave = if ends { m.end_us } else { leave.clamp(first, last) };
        return Some((enter, leave));
    }
    // One microsecond long, and within the limit only between its ends: true at one of them.
    let at = if m.upper_inc && (!m.lower_inc || share_before_nearest(m) >= 0.5) { m.end_us } else { m.start_us };
    Some((at, at))
}

/// Times at which a moving point enters and leaves the disc, as far as floating point can tell.
enum Crossing {
    Never,
    At(i64, i64),
    Unclear,
}

fn crossing(m: &RelativeMotion, dist: f64) -> Crossing {
    let error = m.slack() + dist * ROUNDING;
    if !(error < LARGEST_ERROR && dist > SMALLEST_LIMIT) {
        return Crossing::Unclear;
    }
    let nearest = nearest_squared::<true>(m);
    if nearest > (dist + error) * (dist + error) {
        return Crossing::Never;
    }
    let v = Point { x: m.to.x - m.from.x, y: m.to.y - m.from.y, z: m.to.z - m.from.z };
    let across = Point {
        x: m.from.y * v.z - m.from.z * v.y,
        y: m.from.z * v.x - m.from.x * v.z,
        z: m.from.x * v.y - m.from.y * v.x,
    };
    let speed = squared(&v);
    let closing = -(m.from.x * v.x + m.from.y * v.y + m.from.z * v.z);
    let root = (dist * dist * speed - squared(&across)).sqrt();
    let duration = m.end_us.wrapping_sub(m.start_us) as f64;
    let uncertain = error * dist / root + (closing.abs() + root) / speed * ROUNDING;
    // NaN, from a negative discriminant or a motion without speed, is unclear too.
    if uncertain * duration < 0.25 {
        let time =
            |share: f64| m.start_us.wrapping_add((share.clamp(0.0, 1.0) * duration).round() as i64).min(m.end_us);
        Crossing::At(time((closing - root) / speed), time((closing + root) / speed))
    } else {
        Crossing::Unclear
    }
}
