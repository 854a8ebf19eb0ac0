//! Exact decisions about a motion, for the cases that floating-point arithmetic cannot tell apart.
//!
//! Coordinates and times are whole multiples of powers of two, so positions at whole microseconds are rational numbers
//! and every comparison of squared distances is a comparison of integers. Slow (a few microseconds) and rarely reached:
//! only where the distance equals the limit to within the rounding error.

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

use super::synchronise::{Leg, RelativeMotion};
use crate::point::{Point, TPointRef};
use crate::temporal::View;

/// Bits kept below the unit when a root is computed.
const ROOT_BITS: u64 = 160;

/// The relative motion of two points and a limit, in one integer unit.
pub(crate) struct ExactMotion {
    start_us: i64,
    duration: BigInt,
    /// Squared distance at the start.
    start: BigInt,
    /// Squared distance at the end.
    end: BigInt,
    /// Squared length of the relative path.
    path: BigInt,
    /// Minus the scalar product of the start and the path: positive while they approach.
    closing: BigInt,
    /// Squared limit.
    limit: BigInt,
    /// A distance of one is this many integer units, times `2^-unit`.
    scale: BigInt,
    unit: i64,
}

impl ExactMotion {
    /// The motion of two temporal points with a limit of their distance, finite and not negative.
    pub(crate) fn new(a: &TPointRef<'_>, b: &TPointRef<'_>, motion: &RelativeMotion, limit: f64) -> Self {
        let (a, b) = (LegEnds::new(&a.track, motion.first), LegEnds::new(&b.track, motion.second));
        Self::of_legs(&a, &b, [motion.start_us, motion.end_us], limit)
    }

    /// The way of a point from `p` to `q` in a time, seen from a fixed position.
    pub(crate) fn past(place: Point, p: Point, q: Point, time_us: [i64; 2], limit: f64) -> Self {
        let start_us = time_us[0];
        let duration = difference(start_us, time_us[1]).max(BigInt::from(1));
        let still = LegEnds { p: place, q: place, start_us, duration: BigInt::from(1) };
        Self::of_legs(&still, &LegEnds { p, q, start_us, duration }, time_us, limit)
    }

    fn of_legs(a: &LegEnds, b: &LegEnds, [from_us, to_us]: [i64; 2], limit: f64) -> Self {
        let unit = [&a.p, &a.q, &b.p, &b.q]
            .into_iter()
            .flat_map(|p| [p.x, p.y, p.z])
            .chain([limit])
            .map(|c| decode(c).1)
            .min()
            .unwrap_or(0);
        let scale = &a.duration * &b.duration;
        let axis = |pick: fn(&Point) -> f64, at_us: i64| {
            let whole = |p: &Point| integer(pick(p), unit);
            let (a0, b0) = (whole(&a.p), whole(&b.p));
            let a_way = (whole(&a.q) - &a0) * difference(a.start_us, at_us) * &b.duration;
            let b_way = (whole(&b.q) - &b0) * difference(b.start_us, at_us) * &a.duration;
            (b0 - a0) * &scale + b_way - a_way
        };
        let at = |at_us: i64| [axis(|p| p.x, at_us), axis(|p| p.y, at_us), axis(|p| p.z, at_us)];
        let (from, to) = (at(from_us), at(to_us));
        let path: Vec<BigInt> = from.iter().zip(&to).map(|(f, t)| t - f).collect();
        let limit = integer(limit, unit) * &scale;
        Self {
            start_us: from_us,
            duration: difference(from_us, to_us),
            start: dot(&from, &from),
            end: dot(&to, &to),
            closing: -dot(&from, &path),
            path: dot(&path, &path),
            limit: &limit * &limit,
            scale,
            unit,
        }
    }

    /// Smallest distance, to the nearest number or its neighbour, and the share of the motion before it.
    pub(crate) fn nearest(&self) -> (f64, f64) {
        if self.closing.sign() == Sign::Plus && self.closing < self.path {
            let squared = &self.path * &self.start - &self.closing * &self.closing;
            return (self.root(&squared, &self.path), ratio(&self.closing, &self.path));
        }
        let one = BigInt::from(1);
        if self.end < self.start { (self.root(&self.end, &one), 1.0) } else { (self.root(&self.start, &one), 0.0) }
    }

    /// Square root of a quotient of squared integer units, as a distance.
    fn root(&self, numerator: &BigInt, denominator: &BigInt) -> f64 {
        let denominator = denominator * &self.scale * &self.scale;
        // Enough bits for a root of more than 64.
        let shift = (denominator.bits() + 2 * 64).saturating_sub(numerator.bits()).div_ceil(2);
        let root = ((numerator << (2 * shift)) / denominator).sqrt();
        times_power_of_two(root.to_f64().unwrap_or(f64::INFINITY), self.unit - shift as i64)
    }

    /// Whether the distance is within the limit at the start.
    pub(crate) fn starts_within(&self) -> bool {
        self.start <= self.limit
    }

    /// Whether the distance is within the limit at the end.
    pub(crate) fn ends_within(&self) -> bool {
        self.end <= self.limit
    }

    /// Whether the distance is within the limit at any time from the start to the end.
    pub(crate) fn ever_within(&self) -> bool {
        self.starts_within() || self.ends_within() || self.passes_within()
    }

    /// Whether the nearest approach lies between start and end, and within the limit.
    fn passes_within(&self) -> bool {
        self.closing.sign() == Sign::Plus && self.closing < self.path && self.discriminant().sign() != Sign::Minus
    }

    fn discriminant(&self) -> BigInt {
        &self.closing * &self.closing - &self.path * (&self.start - &self.limit)
    }

    /// First and last time within the limit, rounded to the nearest microsecond; `None` if never.
    pub(crate) fn within_us(&self) -> Option<(i64, i64)> {
        if !self.ever_within() {
            return None;
        }
        let zero = BigInt::ZERO;
        let root =
            ((self.discriminant().max(zero.clone()) << (2 * ROOT_BITS)) * &self.duration * &self.duration).sqrt();
        let middle = (&self.closing * &self.duration) << ROOT_BITS;
        let path = &self.path << ROOT_BITS;
        let enter = if self.starts_within() { zero } else { rounded(&(&middle - &root), &path) };
        let leave = if self.ends_within() { self.duration.clone() } else { rounded(&(&middle + &root), &path) };
        let clamped =
            |us: &BigInt| self.start_us.wrapping_add(i64::try_from(us.min(&self.duration)).unwrap_or(0).max(0));
        Some((clamped(&enter), clamped(&leave)))
    }
}

/// The two instants a leg lies between.
struct LegEnds {
    p: Point,
    q: Point,
    start_us: i64,
    duration: BigInt,
}

impl LegEnds {
    fn new(track: &View<'_, Point>, leg: Leg) -> Self {
        let (start_us, end_us) = (track.times[leg.index], track.times[leg.next]);
        let duration = if leg.index == leg.next { BigInt::from(1) } else { difference(start_us, end_us) };
        Self { p: track.values[leg.index], q: track.values[leg.next], start_us, duration }
    }
}

fn difference(from_us: i64, to_us: i64) -> BigInt {
    BigInt::from(to_us) - BigInt::from(from_us)
}

fn dot(p: &[BigInt], q: &[BigInt]) -> BigInt {
    p.iter().zip(q).map(|(p, q)| p * q).sum()
}

/// Quotient to the nearest integer, halves upwards; the denominator is positive, or zero where nothing moves.
fn rounded(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    if denominator.sign() == Sign::NoSign {
        return BigInt::ZERO;
    }
    let n: BigInt = numerator * 2 + denominator;
    let d: BigInt = denominator * 2;
    let floor = &n / &d;
    if n.sign() == Sign::Minus && &floor * &d != n { floor - 1 } else { floor }
}

/// Quotient of two integers of which the first is smaller.
fn ratio(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let shifted: BigInt = (numerator << 64u32) / denominator;
    shifted.to_f64().unwrap_or(0.0) / 2f64.powi(64)
}

/// Scales in steps, because the power itself may overflow or vanish where the product does not.
fn times_power_of_two(x: f64, exponent: i64) -> f64 {
    let exponent = exponent.clamp(-3000, 3000) as i32;
    let steps = exponent.abs() / 1000;
    let step = 2f64.powi(exponent.signum() * 1000);
    (0..steps).fold(x, |x, _| x * step) * 2f64.powi(exponent % 1000)
}

/// Mantissa and exponent: the number is `mantissa * 2^exponent`. Zero has the largest exponent.
fn decode(c: f64) -> (i64, i64) {
    let bits = c.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, (bits & ((1 << 52) - 1)) as i64);
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    if mantissa == 0 {
        return (0, i64::MAX);
    }
    (if c < 0.0 { -mantissa } else { mantissa }, exponent.max(1) - 1075)
}

/// The number in multiples of `2^unit`, which divides it.
fn integer(c: f64, unit: i64) -> BigInt {
    match decode(c) {
        (0, _) => BigInt::ZERO,
        (mantissa, exponent) => BigInt::from(mantissa) << (exponent - unit),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::distance::tests::line;
    use crate::distance::try_for_each_motion;
    use crate::point::TPoint;
    use rstest::rstest;
    use std::ops::ControlFlow;

    fn first_motion(a: &TPoint, b: &TPoint) -> RelativeMotion {
        let found = try_for_each_motion::<false, RelativeMotion>(&a.view(), &b.view(), &mut ControlFlow::Break);
        found.break_value().unwrap()
    }

    #[rstest]
    #[case::tangent_at_sevenths(5.0, true, Some((3_500_000, 3_500_000)))]
    #[case::one_ulp_less(5.0f64.next_down(), false, None)]
    #[case::crossing(13.0, true, Some((1_000_000, 7_000_000)))]
    fn within_limit_of_diagonal(#[case] limit: f64, #[case] ever: bool, #[case] times: Option<(i64, i64)>) {
        let a = line(&[(0.0, 0.0, 0), (9.0, 12.0, 7_000_000)]);
        let b = line(&[(0.5, 9.0, 1_000_000), (0.5, 9.0, 8_000_000)]);
        let exact = ExactMotion::new(&a.view(), &b.view(), &first_motion(&a, &b), limit);
        assert_eq!(exact.ever_within(), ever);
        assert_eq!(exact.within_us(), times);
    }

    #[rstest]
    #[case(7, 2, 4)]
    #[case(-7, 2, -3)]
    #[case(-8, 3, -3)]
    #[case(5, 0, 0)]
    fn rounded_goes_to_nearest(#[case] n: i64, #[case] d: i64, #[case] want: i64) {
        assert_eq!(rounded(&n.into(), &d.into()), want.into());
    }

    #[rstest]
    #[case(0.0)]
    #[case(-3.75)]
    #[case(1e300)]
    #[case(5e-324)]
    fn decode_gives_back_the_number(#[case] c: f64) {
        let (mantissa, exponent) = decode(c);
        let back = if mantissa == 0 { 0.0 } else { mantissa as f64 * 2f64.powi(exponent.max(-1074) as i32) };
        assert_eq!(back, c);
    }
}
