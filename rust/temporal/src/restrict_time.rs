//! Restriction to time and to the rest of it (MobilityDB, "Restrictions").
//!
//! Removing a time keeps exactly the complement of it, so the two results together are always the whole. Results are not
//! thinned again: their instants are those of the input and the cuts. Source: MobilityDB `atTime`, `minusTime`,
//! `beforeTimestamp`, `afterTimestamp`.

use crate::motion::{GreatCircle, Motion, Straight};
use crate::point::{Point, TPoint, TPointRef};
use crate::span::TstzSpan;
use crate::spanset;
use crate::temporal::{Base, Interp, Piece, Run, Subtype, Temporal, View};

/// A time to keep or to remove.
#[derive(Debug, Clone, Copy)]
pub enum When<'a> {
    /// One time.
    Timestamp(i64),
    /// Times, ascending, without duplicates.
    Set(&'a [i64]),
    /// A span.
    Span(TstzSpan),
    /// Spans, ascending and disjoint.
    Spans(&'a [TstzSpan]),
}

/// The value at a time; `None` where the value is not defined then, such as at an excluded bound.
pub fn value_at<V: Base>(value: View<'_, V>, time_us: i64, motion: &impl Motion<V>) -> Option<V> {
    // At most two pieces share a timestamp, and at most one of them includes it.
    let first = value.pieces.partition_point(|p| value.times[p.end - 1] < time_us);
    value.pieces[first..].iter().take(2).find_map(|piece| {
        let run = value.run(piece);
        span_of(&run).contains_value(time_us).then_some(())?;
        run_value(&run, value.interp, time_us, motion)
    })
}

/// The value during `when`; `None` where they share no time.
///
/// A timestamp gives an Instant, a set a Discrete sequence, a span the form of the input, spans a SequenceSet; an Instant
/// stays an Instant and a Discrete sequence stays one. Bounds of the input and of `when` are respected.
pub fn at_time<V: Base>(value: View<'_, V>, when: When<'_>, motion: &impl Motion<V>) -> Option<Temporal<V>> {
    match when {
        When::Timestamp(t) => value_at(value, t, motion).map(|v| Temporal::instant(t, v)),
        When::Set(times) => {
            let found: Vec<(i64, V)> =
                times.iter().filter_map(|&t| value_at(value, t, motion).map(|v| (t, v))).collect();
            discrete(value.subtype, found)
        }
        When::Span(span) => cut(value, &[span], value.subtype, motion),
        When::Spans(spans) => cut(value, spans, Subtype::SequenceSet, motion),
    }
}

/// The value outside of `when`; `None` where nothing is left.
///
/// A continuous value gives a SequenceSet; an Instant stays an Instant and a Discrete sequence stays one.
pub fn minus_time<V: Base>(value: View<'_, V>, when: When<'_>, motion: &impl Motion<V>) -> Option<Temporal<V>> {
    let removed: Vec<TstzSpan> = match when {
        When::Timestamp(t) => vec![TstzSpan::of_value(t)],
        When::Set(times) => times.iter().map(|&t| TstzSpan::of_value(t)).collect(),
        When::Span(span) => vec![span],
        When::Spans(spans) => spans.to_vec(),
    };
    cut(value, &spanset::complement(&removed), Subtype::SequenceSet, motion)
}

/// The point during `when`, see [`at_time`]; geodetic points are cut on the great circle.
pub fn point_at_time(point: TPointRef<'_>, when: When<'_>) -> Option<TPoint> {
    let track =
        if point.geodetic { at_time(point.track, when, &GreatCircle) } else { at_time(point.track, when, &Straight) };
    track.map(|track| point.like(track))
}

/// The point outside of `when`, see [`minus_time`].
pub fn point_minus_time(point: TPointRef<'_>, when: When<'_>) -> Option<TPoint> {
    let track = if point.geodetic {
        minus_time(point.track, when, &GreatCircle)
    } else {
        minus_time(point.track, when, &Straight)
    };
    track.map(|track| point.like(track))
}

/// The position at a time; `None` where the point is not defined then.
pub fn point_value_at(point: TPointRef<'_>, time_us: i64) -> Option<Point> {
    if point.geodetic {
        value_at(point.track, time_us, &GreatCircle)
    } else {
        value_at(point.track, time_us, &Straight)
    }
}

/// The time up to `time_us`, to it or just before it.
pub fn before(time_us: i64, strict: bool) -> TstzSpan {
    TstzSpan { lower: i64::MIN, upper: time_us, lower_inc: true, upper_inc: !strict }
}

/// The time from `time_us` on, from it or just after it.
pub fn after(time_us: i64, strict: bool) -> TstzSpan {
    TstzSpan { lower: time_us, upper: i64::MAX, lower_inc: !strict, upper_inc: true }
}

/// The time from the first to the last instant of a piece.
pub fn span_of<V>(run: &Run<'_, V>) -> TstzSpan {
    TstzSpan {
        lower: run.times[0],
        upper: run.times[run.times.len() - 1],
        lower_inc: run.lower_inc,
        upper_inc: run.upper_inc,
    }
}

/// The value of a run at a time from its first to its last instant, whether or not these belong to it.
fn run_value<V: Base>(run: &Run<'_, V>, interp: Interp, time_us: i64, motion: &impl Motion<V>) -> Option<V> {
    let after = run.times.partition_point(|&t| t < time_us);
    if *run.times.get(after)? == time_us {
        return Some(run.values[after].clone());
    }
    let before = after.checked_sub(1)?;
    match interp {
        Interp::Discrete => None,
        Interp::Step => Some(run.values[before].clone()),
        Interp::Linear => {
            let ratio = ratio(run.times[before], run.times[after], time_us);
            Some(motion.at(&run.values[before], &run.values[after], ratio))
        }
    }
}

/// How far `time_us` lies between two times, 0 to 1.
pub fn ratio(start_us: i64, end_us: i64, time_us: i64) -> f64 {
    // Through i128: two times may be further apart than i64 can say.
    let since = |t: i64| (i128::from(t) - i128::from(start_us)) as f64;
    since(time_us) / since(end_us)
}

fn discrete<V>(subtype: Subtype, instants: Vec<(i64, V)>) -> Option<Temporal<V>> {
    let piece = Piece { start: 0, end: instants.len(), lower_inc: true, upper_inc: true };
    let (times, values): (Vec<i64>, Vec<V>) = instants.into_iter().unzip();
    let subtype = if subtype == Subtype::Instant { subtype } else { Subtype::Sequence };
    (!times.is_empty()).then(|| Temporal { subtype, interp: Interp::Discrete, pieces: vec![piece], times, values })
}

fn cut<V: Base>(
    value: View<'_, V>,
    spans: &[TstzSpan],
    subtype: Subtype,
    motion: &impl Motion<V>,
) -> Option<Temporal<V>> {
    if value.interp == Interp::Discrete {
        return discrete(value.subtype, cut_discrete(value, spans));
    }
    let mut made =
        Temporal { subtype, interp: value.interp, pieces: Vec::new(), times: Vec::new(), values: Vec::new() };
    let start = spans.first()?.lower;
    let (mut i, mut j) = (value.pieces.partition_point(|p| value.times[p.end - 1] < start), 0);
    while i < value.pieces.len() && j < spans.len() {
        let run = value.run(&value.pieces[i]);
        let whole = span_of(&run);
        if let Some(part) = whole.intersection(&spans[j]) {
            cut_run(&run, part, &mut made, motion);
        }
        if whole.cmp_upper(&spans[j]).is_lt() {
            i += 1;
        } else {
            j += 1;
        }
    }
    (!made.pieces.is_empty()).then_some(made)
}

fn cut_discrete<V: Clone>(value: View<'_, V>, spans: &[TstzSpan]) -> Vec<(i64, V)> {
    let instants = value.times.iter().zip(value.values);
    instants.filter(|(t, _)| spanset::contains_value(spans, **t)).map(|(t, v)| (*t, v.clone())).collect()
}

/// Adds the part of a run within `part`, which lies in the run.
pub(crate) fn cut_run<V: Base>(run: &Run<'_, V>, part: TstzSpan, made: &mut Temporal<V>, motion: &impl Motion<V>) {
    let start = made.times.len();
    let first = run.times.partition_point(|&t| t <= part.lower);
    let end = first + run.times[first..].partition_point(|&t| t < part.upper);
    let (count, interp) = (end - first + 2, made.interp);
    made.times.reserve(count);
    made.values.reserve(count);
    made.times.push(part.lower);
    made.values.extend(run_value(run, interp, part.lower, motion));
    made.times.extend_from_slice(&run.times[first..end]);
    made.values.extend_from_slice(&run.values[first..end]);
    if part.lower < part.upper {
        // Step: up to an excluded bound the value is the one before it, also where it changes right there.
        let repeats = interp == Interp::Step && !part.upper_inc;
        let value = if repeats { made.values.last().cloned() } else { run_value(run, interp, part.upper, motion) };
        made.times.push(part.upper);
        made.values.extend(value);
    }
    let end = made.times.len();
    made.pieces.push(Piece { start, end, lower_inc: part.lower_inc, upper_inc: part.upper_inc });
}
