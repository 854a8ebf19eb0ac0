//! The common time of two temporal points, cut into motions: spans in which both move linearly or stand.
//!
//! Within a motion the position of the second point relative to the first is linear in time, so distances reduce to
//! a fixed point against a segment. Relative positions are formed difference first, so their error depends on the
//! distances covered and not on how far the coordinates lie from the origin. Nothing is allocated.
//!
//! Step interpolation holds its value up to the next instant, where it jumps: the motion before the jump ends
//! exclusively with the held value, the next one starts with the new value. Discrete instants give motions of no length.

use std::ops::ControlFlow;

use crate::point::{Point, TPointRef};
use crate::temporal::{Interp, Piece, View};

/// Where one of the two points is during a motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// Index of the last instant at or before the start.
    pub index: usize,
    /// Index of the instant it moves to; equal to `index` if it stands.
    pub next: usize,
}

/// A span of the common time without a change of velocity.
#[derive(Debug, Clone, Copy)]
pub struct RelativeMotion {
    /// Start, microseconds since 2000-01-01 UTC.
    pub start_us: i64,
    /// End, not before the start.
    pub end_us: i64,
    /// Whether the start belongs to this motion.
    pub lower_inc: bool,
    /// Whether the end belongs to this motion; if not, the next motion may start there.
    pub upper_inc: bool,
    /// Second position minus first position at the start.
    pub from: Point,
    /// Second position minus first position at the end, or its limit there.
    pub to: Point,
    /// Bound of the rounding error of `from` and `to`, and of distances computed from them.
    pub slack: f64,
    /// Where the first point is.
    pub first: Leg,
    /// Where the second point is.
    pub second: Leg,
}

/// Relative rounding error allowed for an offset, its difference and the distance computed from them: 2^-48.
const ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;

/// Calls `visit` on every motion of the common time of two temporal points, ascending, until it breaks.
///
/// Continues, having visited nothing, if there is no common time. The points have the same reference system and
/// dimensions; with `Z` false their z is taken as 0. Source: MobilityDB `synchronize_temporal_temporal`.
#[inline(always)]
pub fn try_for_each_motion<const Z: bool, T>(
    a: &TPointRef<'_>,
    b: &TPointRef<'_>,
    visit: &mut impl FnMut(RelativeMotion) -> ControlFlow<T>,
) -> ControlFlow<T> {
    if a.track.end_us() < b.track.start_us() || b.track.end_us() < a.track.start_us() {
        return ControlFlow::Continue(());
    }
    match (a.track.interp, b.track.interp) {
        (Interp::Discrete, Interp::Discrete) => both_discrete(&a.track, &b.track, visit),
        (Interp::Discrete, _) => discrete_on_continuous(&a.track, &b.track, Order::DiscreteFirst, visit),
        (_, Interp::Discrete) => discrete_on_continuous(&b.track, &a.track, Order::ContinuousFirst, visit),
        (Interp::Linear, Interp::Linear) => {
            for_each_overlap(&a.track, &b.track, &mut |o| linear_overlap::<Z, T>(&a.track, &b.track, &o, visit))
        }
        _ => for_each_overlap(&a.track, &b.track, &mut |o| stepped_overlap(&a.track, &b.track, &o, visit)),
    }
}

/// Position of the point with this leg at a time within the leg.
pub fn position(track: &View<'_, Point>, leg: Leg, at_us: i64) -> Point {
    let (p, q) = (track.values[leg.index], track.values[leg.next]);
    let (start, end) = (track.times[leg.index], track.times[leg.next]);
    if leg.next == leg.index || at_us <= start {
        return p;
    }
    if at_us >= end {
        return q;
    }
    let ratio = elapsed(start, at_us) / elapsed(start, end);
    let blend = |p: f64, q: f64| if p == q { p } else { p * (1.0 - ratio) + q * ratio };
    let near = |p: f64, q: f64| if (q - p).is_finite() { p + (q - p) * ratio } else { blend(p, q) };
    Point { x: near(p.x, q.x), y: near(p.y, q.y), z: near(p.z, q.z) }
}

/// The common span of two pieces.
struct Overlap {
    lower: i64,
    upper: i64,
    lower_inc: bool,
    upper_inc: bool,
    a: Piece,
    b: Piece,
}

enum Order {
    DiscreteFirst,
    ContinuousFirst,
}

fn overlap(a: &Piece, a_times: &[i64], b: &Piece, b_times: &[i64]) -> Option<Overlap> {
    let (a0, a1) = (a_times[a.start], a_times[a.end - 1]);
    let (b0, b1) = (b_times[b.start], b_times[b.end - 1]);
    let (lower, upper) = (a0.max(b0), a1.min(b1));
    let lower_inc = (a0 < lower || a.lower_inc) && (b0 < lower || b.lower_inc);
    let upper_inc = (a1 > upper || a.upper_inc) && (b1 > upper || b.upper_inc);
    let shares_time = lower < upper || (lower == upper && lower_inc && upper_inc);
    shares_time.then_some(Overlap { lower, upper, lower_inc, upper_inc, a: *a, b: *b })
}

#[inline(always)]
fn for_each_overlap<T>(
    a: &View<'_, Point>,
    b: &View<'_, Point>,
    visit: &mut impl FnMut(Overlap) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let ends_before = |v: &View<'_, Point>, from: i64| v.pieces.partition_point(|p| v.times[p.end - 1] < from);
    let (mut i, mut j) = (ends_before(a, b.start_us()), ends_before(b, a.start_us()));
    while let (Some(p), Some(q)) = (a.pieces.get(i), b.pieces.get(j)) {
        if let Some(common) = overlap(p, a.times, q, b.times) {
            visit(common)?;
        }
        let (a_end, b_end) = (a.times[p.end - 1], b.times[q.end - 1]);
        // At equal ends both pieces stay comparable with the start of the other's successor: advance one at a time,
        // the one that excludes its end first, because its successor may include that time.
        if a_end < b_end || (a_end == b_end && !p.upper_inc) {
            i += 1;
        } else {
            j += 1;
        }
    }
    ControlFlow::Continue(())
}

/// Microseconds between two times; the times of one value differ by less than 2^63.
#[inline(always)]
fn elapsed(from_us: i64, to_us: i64) -> f64 {
    to_us.wrapping_sub(from_us) as f64
}

fn minus(p: &Point, q: &Point) -> Point {
    Point { x: p.x - q.x, y: p.y - q.y, z: p.z - q.z }
}

#[inline(always)]
fn norm1<const Z: bool>(p: &Point) -> f64 {
    let plane = p.x.abs() + p.y.abs();
    if Z { plane + p.z.abs() } else { plane }
}

/// How far the leg has gone at a time, and the error bound of that.
#[inline(always)]
fn offset<const Z: bool>(times: &[i64], values: &[Point], leg: Leg, at_us: i64) -> Point {
    let (p, q) = (&values[leg.index], &values[leg.next]);
    let span = elapsed(times[leg.index], times[leg.next]).max(1.0);
    let ratio = elapsed(times[leg.index], at_us) / span;
    let z = if Z { (q.z - p.z) * ratio } else { 0.0 };
    Point { x: (q.x - p.x) * ratio, y: (q.y - p.y) * ratio, z }
}

/// Second minus first position at a time within both legs, and its error bound.
#[inline(always)]
fn relative<const Z: bool>(a: &View<'_, Point>, i: Leg, b: &View<'_, Point>, j: Leg, at_us: i64) -> (Point, f64) {
    let (p, q) = (&a.values[i.index], &b.values[j.index]);
    let apart = Point { x: q.x - p.x, y: q.y - p.y, z: if Z { q.z - p.z } else { 0.0 } };
    let (da, db) = (offset::<Z>(a.times, a.values, i, at_us), offset::<Z>(b.times, b.values, j, at_us));
    let go = minus(&db, &da);
    let slack = (norm1::<Z>(&apart) + norm1::<Z>(&da) + norm1::<Z>(&db)) * ROUNDING;
    (Point { x: apart.x + go.x, y: apart.y + go.y, z: apart.z + go.z }, slack)
}

/// Index of the last instant of the piece at or before a time not before its first one.
fn index_at(times: &[i64], piece: &Piece, at_us: i64) -> usize {
    piece.start + times[piece.start..piece.end].partition_point(|&t| t <= at_us) - 1
}

#[inline(always)]
fn linear_overlap<const Z: bool, T>(
    a: &View<'_, Point>,
    b: &View<'_, Point>,
    common: &Overlap,
    visit: &mut impl FnMut(RelativeMotion) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let (a_last, b_last) = (common.a.end - 1, common.b.end - 1);
    let leg = |index: usize, last: usize| Leg { index, next: (index + 1).min(last) };
    let mut i = leg(index_at(a.times, &common.a, common.lower), a_last);
    let mut j = leg(index_at(b.times, &common.b, common.lower), b_last);
    let mut start_us = common.lower;
    let mut lower_inc = common.lower_inc;
    let (mut from, mut from_slack) = relative::<Z>(a, i, b, j, start_us);
    if common.lower == common.upper {
        return visit(still(start_us, from, from_slack, i, j));
    }
    loop {
        let (a_next, b_next) = (a.times[i.next], b.times[j.next]);
        let end_us = a_next.min(b_next).min(common.upper);
        let i_next = leg(i.index + usize::from(a_next == end_us), a_last);
        let j_next = leg(j.index + usize::from(b_next == end_us), b_last);
        let (to, to_slack) = relative::<Z>(a, i_next, b, j_next, end_us);
        let last = end_us == common.upper;
        visit(RelativeMotion {
            start_us,
            end_us,
            lower_inc,
            upper_inc: last && common.upper_inc,
            from,
            to,
            slack: from_slack.max(to_slack),
            first: i,
            second: j,
        })?;
        if last {
            return ControlFlow::Continue(());
        }
        (i, j, start_us, lower_inc, from, from_slack) = (i_next, j_next, end_us, true, to, to_slack);
    }
}

/// A motion of no length.
fn still(at_us: i64, apart: Point, slack: f64, first: Leg, second: Leg) -> RelativeMotion {
    RelativeMotion {
        start_us: at_us,
        end_us: at_us,
        lower_inc: true,
        upper_inc: true,
        from: apart,
        to: apart,
        slack,
        first,
        second,
    }
}

fn stepped_overlap<T>(
    a: &View<'_, Point>,
    b: &View<'_, Point>,
    common: &Overlap,
    visit: &mut impl FnMut(RelativeMotion) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let leg = |v: &View<'_, Point>, index: usize, last: usize| {
        let holds = v.interp == Interp::Step || index == last;
        Leg { index, next: if holds { index } else { index + 1 } }
    };
    let (a_last, b_last) = (common.a.end - 1, common.b.end - 1);
    let mut i = index_at(a.times, &common.a, common.lower);
    let mut j = index_at(b.times, &common.b, common.lower);
    let (mut start_us, mut lower_inc) = (common.lower, common.lower_inc);
    while start_us < common.upper {
        let end_us = a.times[i + 1].min(b.times[j + 1]).min(common.upper);
        let (first, second) = (leg(a, i, a_last), leg(b, j, b_last));
        let (from, from_slack) = relative::<true>(a, first, b, second, start_us);
        // A moving point that reaches an instant is exactly there; a held one has not jumped yet.
        let arrive = |v: &View<'_, Point>, leg: Leg| {
            if leg.next != leg.index && v.times[leg.next] == end_us {
                Leg { index: leg.next, next: leg.next }
            } else {
                leg
            }
        };
        let (to, to_slack) = relative::<true>(a, arrive(a, first), b, arrive(b, second), end_us);
        let upper_inc = false;
        let slack = from_slack.max(to_slack);
        visit(RelativeMotion { start_us, end_us, lower_inc, upper_inc, from, to, slack, first, second })?;
        i += usize::from(a.times[i + 1] == end_us);
        j += usize::from(b.times[j + 1] == end_us);
        (start_us, lower_inc) = (end_us, true);
    }
    if !common.upper_inc {
        return ControlFlow::Continue(());
    }
    let (first, second) = (leg(a, i, a_last), leg(b, j, b_last));
    let (apart, slack) = relative::<true>(a, first, b, second, common.upper);
    visit(still(common.upper, apart, slack, first, second))
}

fn both_discrete<T>(
    a: &View<'_, Point>,
    b: &View<'_, Point>,
    visit: &mut impl FnMut(RelativeMotion) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let (mut i, mut j) = (0, 0);
    while i < a.times.len() && j < b.times.len() {
        let (s, t) = (a.times[i], b.times[j]);
        if s == t {
            let (first, second) = (Leg { index: i, next: i }, Leg { index: j, next: j });
            let (apart, slack) = relative::<true>(a, first, b, second, s);
            visit(still(s, apart, slack, first, second))?;
        }
        i += usize::from(s <= t);
        j += usize::from(t <= s);
    }
    ControlFlow::Continue(())
}

fn discrete_on_continuous<T>(
    discrete: &View<'_, Point>,
    continuous: &View<'_, Point>,
    order: Order,
    visit: &mut impl FnMut(RelativeMotion) -> ControlFlow<T>,
) -> ControlFlow<T> {
    let skipped = discrete.times.partition_point(|&t| t < continuous.start_us());
    let mut pieces = continuous.pieces;
    for (index, &at) in discrete.times.iter().enumerate().skip(skipped) {
        let ended = |p: &Piece| {
            let end = continuous.times[p.end - 1];
            end < at || (end == at && !p.upper_inc)
        };
        pieces = &pieces[pieces.partition_point(ended)..];
        let Some(piece) = pieces.first() else { return ControlFlow::Continue(()) };
        let start = continuous.times[piece.start];
        if start > at || (start == at && !piece.lower_inc) {
            continue;
        }
        let k = index_at(continuous.times, piece, at);
        let moves = continuous.interp == Interp::Linear && continuous.times[k] < at;
        let instant = Leg { index, next: index };
        let leg = Leg { index: k, next: k + usize::from(moves) };
        let motion = match order {
            Order::DiscreteFirst => {
                let (apart, slack) = relative::<true>(discrete, instant, continuous, leg, at);
                still(at, apart, slack, instant, leg)
            }
            Order::ContinuousFirst => {
                let (apart, slack) = relative::<true>(continuous, leg, discrete, instant, at);
                still(at, apart, slack, leg, instant)
            }
        };
        visit(motion)?;
    }
    ControlFlow::Continue(())
}
