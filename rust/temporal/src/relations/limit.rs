//! A limit of the distance in a motion: whether it is kept, and from when to when.
//!
//! Floating point decides wherever the distance differs from the limit by more than the rounding error; the rest is
//! decided exactly.

use crate::distance::{ExactMotion, RelativeMotion, nearest_squared, share_before_nearest};
use crate::point::Point;

/// Relative error allowed for the limit and its square: 2^-48.
const ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;
/// Beyond this error of a distance the coordinates are so large that squares may overflow.
pub(super) const LARGEST_ERROR: f64 = 1e120;
/// Below this limit squares may vanish.
const SMALLEST_LIMIT: f64 = 1e-140;
/// Beyond this scale of the error the same holds.
const LARGEST_SPREAD: f64 = 1e260;

/// A limit of the distance, with what decides most motions at a glance.
pub(super) struct Limit {
    pub(super) dist: f64,
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

    pub(super) fn new(dist: f64) -> Self {
        let usual = (dist == 0.0 || dist > SMALLEST_LIMIT) && dist < LARGEST_ERROR;
        let squared = if usual { dist * dist } else { f64::NAN };
        Self { dist, above: squared * (1.0 + Self::MARGIN), below: squared * (1.0 - Self::MARGIN) }
    }

    /// Whether a squared distance is greater than the limit, whatever the rounding. False may only be doubt.
    #[inline(always)]
    pub(super) fn surely_exceeded_by(&self, squared: f64, spread: f64) -> bool {
        (spread < LARGEST_SPREAD) & (squared > self.above + spread * Self::SPREAD)
    }

    /// Whether a squared distance is less than the limit, whatever the rounding. False may only be doubt.
    #[inline(always)]
    pub(super) fn surely_includes(&self, squared: f64, spread: f64) -> bool {
        squared < self.below - spread * Self::SPREAD
    }
}

/// The answer that does not depend on the distance of the points, for limits that are not one.
pub(super) fn whatever_happens(dist: f64) -> Option<bool> {
    if dist == f64::INFINITY {
        Some(true)
    } else if dist >= 0.0 {
        None
    } else {
        Some(false)
    }
}

/// Whether a squared distance in a motion is within the limit: by floating point if that can tell, else exactly.
#[inline(always)]
pub(super) fn decide(squared: f64, limit: f64, m: &RelativeMotion, exactly: impl FnOnce() -> bool) -> bool {
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
pub(super) fn within_us(m: &RelativeMotion, dist: f64, exact: impl Fn() -> ExactMotion) -> Option<(i64, i64)> {
    if let Some(known) = whatever_happens(dist) {
        return known.then_some((m.start_us, m.end_us));
    }
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
    if error < LARGEST_ERROR && nearest_squared::<true>(m) > (dist + error) * (dist + error) {
        return Crossing::Never;
    }
    if !(error < LARGEST_ERROR && dist > SMALLEST_LIMIT) {
        return Crossing::Unclear;
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

fn squared(p: &Point) -> f64 {
    p.x * p.x + p.y * p.y + p.z * p.z
}
