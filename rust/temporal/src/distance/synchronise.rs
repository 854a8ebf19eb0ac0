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
    /// Squared distance at the start.
    pub from_squared: f64,
    /// Squared distance at the end.
    pub to_squared: f64,
    /// Sum of the squares of the terms that `from` or `to` is made of, whichever is greater: the scale of their error.
    pub spread: f64,
    /// Where the first point is.
    pub first: Leg,
    /// Where the second point is.
    pub second: Leg,
}

impl RelativeMotion {
    /// Relative rounding error allowed for a term, and for distances computed from the terms, squared: 2^-92.
    ///
    /// Every term is right to 4 roundings and every distance to 8 of the sum of their sizes, of which there are nine.
    pub const ROUNDING_SQUARED: f64 = 1.0 / (1u128 << 92) as f64;

    /// Bound of the error of `from`, `to` and distances computed from them; NaN or infinite where they may have overflowed.
    pub fn slack(&self) -> f64 {
        (self.spread * Self::ROUNDING_SQUARED).sqrt()
    }
}

/// What is done with every motion: a closure, or a type whose method is inlined into the loop whatever its size.
pub trait Visit {
    /// What the walk ends with if it is broken off.
    type Answer;

    /// Takes the next motion.
    fn motion(&mut self, m: RelativeMotion) -> ControlFlow<Self::Answer>;
}

impl<T, F: FnMut(RelativeMotion) -> ControlFlow<T>> Visit for F {
    type Answer = T;

    #[inline(always)]
    fn motion(&mut self, m: RelativeMotion) -> ControlFlow<T> {
        self(m)
    }
}

/// Calls `visit` on every motion of the common time of two temporal points, ascending, until it breaks.
///
/// Continues, having visited nothing, if there is no common time. The points have the same reference system and
/// dimensions; with `Z` false their z is taken as 0. Source: MobilityDB `synchronize_temporal_temporal`.
#[inline(always)]
pub fn try_for_each_motion<const Z: bool, T>(
    a: &TPointRef<'_>,
    b: &TPointRef<'_>,
    visit: &mut impl Visit<Answer = T>,
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
    position_between(track, leg, at_us, 0.0)
}

/// Position of the point with this leg less than a microsecond after a time within the leg.
pub(super) fn position_between(track: &View<'_, Point>, leg: Leg, at_us: i64, rest_us: f64) -> Point {
    let (p, q) = (track.values[leg.index], track.values[leg.next]);
    let (start, end) = (track.times[leg.index], track.times[leg.next]);
    if leg.next == leg.index || (at_us <= start && rest_us == 0.0) {
        return p;
    }
    if at_us >= end {
        return q;
    }
    let ratio = (elapsed(start, at_us) + rest_us) / elapsed(start, end);
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

/// Microseconds between two times; those of one value differ by less than 2^63.
fn elapsed(from_us: i64, to_us: i64) -> f64 {
    to_us.wrapping_sub(from_us) as f64
}

/// Spans up to this many microseconds, 142 years, are converted with one subtraction.
const SHORT_US: i64 = 1 << 52;

/// Microseconds from a time to one not before it and less than [`SHORT_US`] after it.
///
/// The general conversion leaves half of its register as it was, which ties an iteration to the one before it and halves
/// the speed of the merge.
#[inline(always)]
fn short_elapsed(from_us: i64, to_us: i64) -> f64 {
    const TWO_TO_52: f64 = (1u64 << 52) as f64;
    f64::from_bits(to_us.wrapping_sub(from_us) as u64 | TWO_TO_52.to_bits()) - TWO_TO_52
}

fn minus(p: &Point, q: &Point) -> Point {
    Point { x: p.x - q.x, y: p.y - q.y, z: p.z - q.z }
}

#[inline(always)]
fn squared<const Z: bool>(p: &Point) -> f64 {
    let plane = p.x * p.x + p.y * p.y;
    if Z { plane + p.z * p.z } else { plane }
}

/// Where the second point is relative to the first, with its squared distance and the sum of the squares of its terms.
#[derive(Clone, Copy)]
struct Apart {
    by: Point,
    squared: f64,
    spread: f64,
}

impl Apart {
    /// From the difference of two instants and the ways that the points have gone since.
    #[inline(always)]
    fn new<const Z: bool>(instants: &Point, first: &Point, second: &Point) -> Self {
        let z = if Z { instants.z + second.z - first.z } else { 0.0 };
        let by = Point { x: instants.x + second.x - first.x, y: instants.y + second.y - first.y, z };
        let spread = squared::<Z>(instants) + squared::<Z>(first) + squared::<Z>(second);
        Self { squared: squared::<Z>(&by), spread, by }
    }

    /// At a time within both legs.
    ///
    /// Inlined because a result in memory would stay there in the loops.
    #[inline(always)]
    fn at(a: &View<'_, Point>, i: Leg, b: &View<'_, Point>, j: Leg, at_us: i64) -> Self {
        let way = |v: &View<'_, Point>, leg: Leg| {
            let (p, q) = (&v.values[leg.index], &v.values[leg.next]);
            let span = elapsed(v.times[leg.index], v.times[leg.next]).max(1.0);
            let ratio = elapsed(v.times[leg.index], at_us) / span;
            Point { x: (q.x - p.x) * ratio, y: (q.y - p.y) * ratio, z: (q.z - p.z) * ratio }
        };
        Self::new::<true>(&minus(&b.values[j.index], &a.values[i.index]), &way(a, i), &way(b, j))
    }
}

/// Index of the last instant of the piece at or before a time not before its first one.
fn index_at(times: &[i64], piece: &Piece, at_us: i64) -> usize {
    piece.start + times[piece.start..piece.end].partition_point(|&t| t <= at_us) - 1
}

/// A value up to the end of a piece: times and values of equal number, indexed as the whole.
#[derive(Clone, Copy)]
struct Walked<'a> {
    times: &'a [i64],
    values: &'a [Point],
}

impl<'a> Walked<'a> {
    fn new(view: &View<'a, Point>, piece: &Piece) -> Self {
        let times = &view.times[..piece.end];
        Self { times, values: &view.values[..times.len()] }
    }

    fn leg(&self, index: usize) -> Leg {
        Leg { index, next: (index + 1).min(self.times.len() - 1) }
    }

    /// How far the leg with this index, which is not the last instant, has gone at a time.
    #[inline(always)]
    fn way(&self, index: usize, at_us: i64) -> Point {
        let (p, q) = (&self.values[index], &self.values[index + 1]);
        let (start_us, end_us) = (self.times[index], self.times[index + 1]);
        let ratio = short_elapsed(start_us, at_us) / short_elapsed(start_us, end_us);
        Point { x: (q.x - p.x) * ratio, y: (q.y - p.y) * ratio, z: (q.z - p.z) * ratio }
    }
}

/// The motions of two linear pieces.
///
/// Whichever piece has an instant at the next time advances. Neither which one that is nor what it does depends on a
/// branch: at times that never coincide it would be mispredicted every other time.
#[inline(always)]
fn linear_overlap<const Z: bool, T>(
    a: &View<'_, Point>,
    b: &View<'_, Point>,
    common: &Overlap,
    visit: &mut impl Visit<Answer = T>,
) -> ControlFlow<T> {
    let (p, q) = (Walked::new(a, &common.a), Walked::new(b, &common.b));
    let here = |i: usize, j: usize, at_us: i64| Apart::at(a, p.leg(i), b, q.leg(j), at_us);
    let long = !(0..SHORT_US).contains(&a.end_us().wrapping_sub(a.start_us()))
        || !(0..SHORT_US).contains(&b.end_us().wrapping_sub(b.start_us()));
    let (mut i, mut j) = (index_at(a.times, &common.a, common.lower), index_at(b.times, &common.b, common.lower));
    let mut start_us = common.lower;
    let mut from = here(i, j, start_us);
    if common.lower == common.upper {
        return visit.motion(still(start_us, from, p.leg(i), q.leg(j)));
    }
    loop {
        let (p_next, q_next) = (p.times[i + 1], q.times[j + 1]);
        let end_us = p_next.min(q_next).min(common.upper);
        let (i_next, j_next) = (i + usize::from(p_next == end_us), j + usize::from(q_next == end_us));
        let last = end_us == common.upper;
        let to = if last || long {
            here(i_next, j_next, end_us)
        } else {
            let instants = minus(&q.values[j_next], &p.values[i_next]);
            Apart::new::<Z>(&instants, &p.way(i_next, end_us), &q.way(j_next, end_us))
        };
        visit.motion(RelativeMotion {
            start_us,
            end_us,
            lower_inc: start_us > common.lower || common.lower_inc,
            upper_inc: last && common.upper_inc,
            from: from.by,
            to: to.by,
            from_squared: from.squared,
            to_squared: to.squared,
            spread: larger(from.spread, to.spread),
            first: Leg { index: i, next: i + 1 },
            second: Leg { index: j, next: j + 1 },
        })?;
        if last {
            return ControlFlow::Continue(());
        }
        (i, j, start_us, from) = (i_next, j_next, end_us, to);
    }
}

/// The larger of two numbers; the second if one is NaN, as the machine instruction does.
#[inline(always)]
fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// A motion of no length.
fn still(at_us: i64, apart: Apart, first: Leg, second: Leg) -> RelativeMotion {
    RelativeMotion {
        start_us: at_us,
        end_us: at_us,
        lower_inc: true,
        upper_inc: true,
        from: apart.by,
        to: apart.by,
        from_squared: apart.squared,
        to_squared: apart.squared,
        spread: apart.spread,
        first,
        second,
    }
}

#[inline(never)]
fn stepped_overlap<T>(
    a: &View<'_, Point>,
    b: &View<'_, Point>,
    common: &Overlap,
    visit: &mut impl Visit<Answer = T>,
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
        let from = Apart::at(a, first, b, second, start_us);
        // A moving point that reaches an instant is exactly there; a held one has not jumped yet.
        let arrive = |v: &View<'_, Point>, leg: Leg| {
            if leg.next != leg.index && v.times[leg.next] == end_us {
                Leg { index: leg.next, next: leg.next }
            } else {
                leg
            }
        };
        let to = Apart::at(a, arrive(a, first), b, arrive(b, second), end_us);
        visit.motion(RelativeMotion {
            start_us,
            end_us,
            lower_inc,
            upper_inc: false,
            from: from.by,
            to: to.by,
            from_squared: from.squared,
            to_squared: to.squared,
            spread: larger(from.spread, to.spread),
            first,
            second,
        })?;
        i += usize::from(a.times[i + 1] == end_us);
        j += usize::from(b.times[j + 1] == end_us);
        (start_us, lower_inc) = (end_us, true);
    }
    if !common.upper_inc {
        return ControlFlow::Continue(());
    }
    let (first, second) = (leg(a, i, a_last), leg(b, j, b_last));
    visit.motion(still(common.upper, Apart::at(a, first, b, second, common.upper), first, second))
}

#[inline(never)]
fn both_discrete<T>(a: &View<'_, Point>, b: &View<'_, Point>, visit: &mut impl Visit<Answer = T>) -> ControlFlow<T> {
    let (mut i, mut j) = (0, 0);
    while i < a.times.len() && j < b.times.len() {
        let (s, t) = (a.times[i], b.times[j]);
        if s == t {
            let (first, second) = (Leg { index: i, next: i }, Leg { index: j, next: j });
            visit.motion(still(s, Apart::at(a, first, b, second, s), first, second))?;
        }
        i += usize::from(s <= t);
        j += usize::from(t <= s);
    }
    ControlFlow::Continue(())
}

#[inline(never)]
fn discrete_on_continuous<T>(
    discrete: &View<'_, Point>,
    continuous: &View<'_, Point>,
    order: Order,
    visit: &mut impl Visit<Answer = T>,
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
            Order::DiscreteFirst => still(at, Apart::at(discrete, instant, continuous, leg, at), instant, leg),
            Order::ContinuousFirst => still(at, Apart::at(continuous, leg, discrete, instant, at), leg, instant),
        };
        visit.motion(motion)?;
    }
    ControlFlow::Continue(())
}
