//! Normal form: fewer instants, the same function of time (MobilityDB, "Temporal Types"; its drift is not copied).
//!
//! Linear: a swing door with both ends on instants (Bristol 1990; Reumann and Witkam 1974 for the corridor). From the last
//! kept instant each later one leaves a cone of velocities that pass it within tolerance; an instant goes while the way to
//! its successor stays in the cone of all instants gone since. Thus no dropped instant is further than the tolerance from
//! the chord at its own time, however long the run. Step: an instant equal to its predecessor goes. Discrete: none goes.
//!
//! A second pass over thinned data no longer sees the dropped instants, and could thin further and drift. Where a kept
//! instant would fall in such a pass, others are kept in its place: so the normal form of a normal form is itself.

use crate::geom::is_lon_lat;
use crate::motion::{GreatCircle, Motion, Straight};
use crate::point::TPoint;
use crate::temporal::{Base, Interp, Piece, Run, Temporal};

/// Tolerance in units of projected coordinates.
pub const PROJECTED: f64 = 1e-6;
/// Tolerance in degrees, about a micrometre on the ground.
pub const DEGREES: f64 = 1e-11;
/// Tolerance of numbers.
pub const NUMBER: f64 = 1e-6;

/// The tolerance for points in this reference system: degrees for geodetic points and for geographic systems.
pub fn tolerance(srid: i32, geodetic: bool) -> f64 {
    if geodetic || is_lon_lat(srid) { DEGREES } else { PROJECTED }
}

/// The normal form of a value; every dropped instant lies within `tolerance` of it at its own time.
///
/// Keeps bounds, first and last instant of each piece bit for bit, except where two pieces that meet with one value at the
/// junction become one. Linear time. Source: functions of `tsequence_make` and `tsequenceset_make` with `normalize`.
pub fn normalize<V: Base>(temporal: Temporal<V>, tolerance: f64) -> Temporal<V> {
    normalize_on(temporal, tolerance, &Straight)
}

/// The normal form of a temporal point: its reference system decides tolerance and motion.
pub fn normalize_point(point: TPoint) -> TPoint {
    let tolerance = tolerance(point.srid, point.geodetic);
    let track = if point.geodetic {
        normalize_on(point.track, tolerance, &GreatCircle)
    } else {
        normalize_on(point.track, tolerance, &Straight)
    };
    TPoint { track, ..point }
}

/// As [`normalize`], for values that move by `motion` between instants; `tolerance` in units of its displacement.
pub fn normalize_on<V: Base>(temporal: Temporal<V>, tolerance: f64, motion: &impl Motion<V>) -> Temporal<V> {
    if temporal.interp == Interp::Discrete {
        return temporal;
    }
    let joined = join_pieces(temporal);
    // Without a branch, so that many are compared at once.
    let repeats = |run: Run<'_, V>| {
        run.values[..run.values.len() - 1].windows(2).fold(false, |repeats, w| repeats | (w[0] == w[1]))
    };
    if joined.interp == Interp::Step && !joined.view().runs().any(repeats) {
        return joined;
    }
    let (mut pieces, mut keep) = (Vec::with_capacity(joined.pieces.len()), Vec::with_capacity(joined.times.len()));
    for (piece, run) in joined.pieces.iter().zip(joined.view().runs()) {
        let start = keep.len();
        let kept = if joined.interp == Interp::Linear { thin_linear(&run, tolerance, motion) } else { thin_step(&run) };
        keep.extend(kept.into_iter().map(|i| piece.start + i));
        pieces.push(Piece { start, end: keep.len(), ..*piece });
    }
    if keep.len() == joined.times.len() {
        return joined;
    }
    Temporal {
        times: keep.iter().map(|&i| joined.times[i]).collect(),
        values: keep.iter().map(|&i| joined.values[i].clone()).collect(),
        pieces,
        ..joined
    }
}

/// Makes one piece of neighbours that meet and are one function of time.
fn join_pieces<V: Base>(mut temporal: Temporal<V>) -> Temporal<V> {
    let meets = |t: &Temporal<V>, left: &Piece, right: &Piece| {
        let (last, first) = (left.end - 1, right.start);
        // Step: before an exclusive end the value is that of the previous instant, so the right piece only goes on.
        let continues = t.values[last] == t.values[first] || (t.interp == Interp::Step && !left.upper_inc);
        t.times[last] == t.times[first] && left.upper_inc != right.lower_inc && continues
    };
    if !temporal.pieces.windows(2).any(|w| meets(&temporal, &w[0], &w[1])) {
        return temporal;
    }
    let mut joined = Temporal {
        subtype: temporal.subtype,
        interp: temporal.interp,
        pieces: Vec::with_capacity(temporal.pieces.len()),
        times: Vec::with_capacity(temporal.times.len()),
        values: Vec::with_capacity(temporal.times.len()),
    };
    let pieces = std::mem::take(&mut temporal.pieces);
    let mut previous: Option<Piece> = None;
    for piece in pieces {
        let goes_on = previous.is_some_and(|left| meets(&temporal, &left, &piece));
        if goes_on {
            joined.times.pop();
            joined.values.pop();
        }
        let start = joined.times.len();
        joined.times.extend_from_slice(&temporal.times[piece.start..piece.end]);
        joined.values.extend_from_slice(&temporal.values[piece.start..piece.end]);
        let end = joined.times.len();
        match joined.pieces.last_mut() {
            Some(last) if goes_on => {
                last.end = end;
                last.upper_inc = piece.upper_inc;
            }
            _ => joined.pieces.push(Piece { start, end, ..piece }),
        }
        previous = Some(piece);
    }
    joined
}

fn thin_step<V: PartialEq>(run: &Run<'_, V>) -> Vec<usize> {
    let last = run.times.len() - 1;
    (0..=last).filter(|&i| i == 0 || i == last || run.values[i] != run.values[i - 1]).collect()
}

/// Velocities from an anchor that pass given instants within tolerance.
///
/// Instants are named by their place in `at`.
struct Cone<'a, V, M> {
    run: Run<'a, V>,
    at: Vec<usize>,
    motion: &'a M,
    tolerance: f64,
    anchor: usize,
    low: [f64; 3],
    high: [f64; 3],
}

impl<V, M: Motion<V>> Cone<'_, V, M> {
    fn restart(&mut self, anchor: usize) {
        (self.anchor, self.low, self.high) = (anchor, [f64::NEG_INFINITY; 3], [f64::INFINITY; 3]);
    }

    fn way(&self, to: usize) -> ([f64; 3], f64) {
        let (from, to) = (self.at[self.anchor], self.at[to]);
        // Through i128: two times may be further apart than i64 can say.
        let elapsed = i128::from(self.run.times[to]) - i128::from(self.run.times[from]);
        (self.motion.displacement(&self.run.values[from], &self.run.values[to]), elapsed as f64)
    }

    fn narrow(&mut self, by: usize) {
        let (way, elapsed) = self.way(by);
        for (k, way) in way.into_iter().enumerate() {
            if way.is_finite() {
                self.low[k] = self.low[k].max((way - self.tolerance) / elapsed);
                self.high[k] = self.high[k].min((way + self.tolerance) / elapsed);
            } else {
                (self.low[k], self.high[k]) = (f64::INFINITY, f64::NEG_INFINITY);
            }
        }
    }

    /// The instant between the anchor and `to` that is furthest from their chord, if it is out of tolerance.
    fn furthest(&self, to: usize) -> Option<usize> {
        let (chord, elapsed) = self.way(to);
        let mut worst = (self.tolerance, None);
        for i in self.anchor + 1..to {
            let (way, after) = self.way(i);
            let off = (0..3).map(|k| (way[k] - chord[k] / elapsed * after).abs()).fold(0.0, f64::max);
            if off > worst.0 {
                worst = (off, Some(i));
            }
        }
        worst.1
    }

    fn passes(&self, to: usize) -> bool {
        let (way, elapsed) = self.way(to);
        (0..3).all(|k| {
            let velocity = way[k] / elapsed;
            self.low[k] <= velocity && velocity <= self.high[k]
        })
    }
}

fn thin_linear<V: Base>(run: &Run<'_, V>, tolerance: f64, motion: &impl Motion<V>) -> Vec<usize> {
    let end = run.times.len() - 1;
    // Waiting never counts, even where the rest of the run cannot be settled.
    let moves =
        |i: usize| i == 0 || i == end || run.values[i] != run.values[i - 1] || run.values[i] != run.values[i + 1];
    let at: Vec<usize> = (0..=end).filter(|&i| moves(i)).collect();
    let last = at.len() - 1;
    if last < 2 {
        return at;
    }
    let mut cone = Cone { run: *run, at, motion, tolerance, anchor: 0, low: [0.0; 3], high: [0.0; 3] };
    cone.restart(0);
    let mut kept = vec![0];
    for candidate in 1..last {
        cone.narrow(candidate);
        if !cone.passes(candidate + 1) {
            kept.push(candidate);
            cone.restart(candidate);
        }
    }
    kept.push(last);
    match settle(&mut cone, kept) {
        Some(settled) => settled.into_iter().map(|i| cone.at[i]).collect(),
        None => cone.at,
    }
}

/// Instants visited while settling, as a multiple of the run's length.
const SETTLE_BUDGET: usize = 16;

/// Moves kept instants until none of them lies within tolerance of the chord of its two neighbours, so that a second pass
/// drops nothing; `None` where that takes too long (noise of the tolerance's size), and the run keeps all that moves.
///
/// Such an instant was kept for the sake of others: the one furthest from the chord takes its place (Douglas and Peucker
/// 1973), and so on until all are within tolerance again. Mostly the short end of a curve, shared out evenly.
fn settle<V, M: Motion<V>>(cone: &mut Cone<'_, V, M>, mut ahead: Vec<usize>) -> Option<Vec<usize>> {
    let mut budget = SETTLE_BUDGET * cone.at.len();
    ahead.reverse();
    let mut settled: Vec<usize> = ahead.pop().into_iter().collect();
    while let (Some(&from), Some(&middle)) = (settled.last(), ahead.last()) {
        let Some(&to) = ahead.len().checked_sub(2).and_then(|i| ahead.get(i)) else {
            settled.push(middle);
            break;
        };
        cone.restart(from);
        cone.narrow(middle);
        if !cone.passes(to) {
            settled.push(middle);
            ahead.pop();
            continue;
        }
        ahead.pop();
        budget = split(cone, (from, to), &mut ahead, budget)?;
        // The instant before has a new successor.
        if settled.len() > 1 {
            ahead.extend(settled.pop());
        }
    }
    Some(settled)
}

/// Puts the instants that the open interval needs on top of `ahead`, in descending order; `None` where the budget is spent.
fn split<V, M: Motion<V>>(
    cone: &mut Cone<'_, V, M>,
    whole: (usize, usize),
    ahead: &mut Vec<usize>,
    mut budget: usize,
) -> Option<usize> {
    let mut open = vec![whole];
    while let Some((from, to)) = open.pop() {
        budget = budget.checked_sub(to - from)?;
        cone.restart(from);
        match cone.furthest(to) {
            None if from == whole.0 => {}
            None => ahead.push(from),
            Some(pivot) => open.extend([(from, pivot), (pivot, to)]),
        }
    }
    Some(budget)
}
