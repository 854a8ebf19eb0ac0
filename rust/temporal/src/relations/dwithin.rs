//! Whether two temporal points come, stay and are within a distance of each other.
//!
//! In the relative motion of a stretch the question is whether a segment meets a disc about the origin. Floating point
//! answers it wherever the distance differs from the limit by more than the rounding error; the rest is decided exactly.

use std::ops::ControlFlow;

use super::limit::{LARGEST_ERROR, Limit, decide, whatever_happens, within_us};
use super::truth::{Form, Phase, Truth};
use crate::distance::{ExactMotion, RelativeMotion, Visit, check_operands, nearest_squared, try_for_each_motion};
use crate::error::Result;
use crate::point::TPointRef;
use crate::temporal::TBool;

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
        let Some((enter, leave)) =
            within_us(&m, self.limit.dist, || ExactMotion::new(self.a, self.b, &m, self.limit.dist))
        else {
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
