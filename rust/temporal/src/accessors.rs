//! What a value consists of: its times, instants, pieces and values (MobilityDB, "Accessors" of temporal types).
//!
//! Numbers of instants and the like count from 1, as in SQL. Times are those of the instants, whether or not a bound
//! excludes them; so are first, last, least and greatest values.

use std::cmp::Ordering;

use crate::error::{Error, Result};
use crate::restrict_time::span_of;
use crate::span::{FloatSpan, TstzSpan};
use crate::spanset::{self, Extent};
use crate::temporal::{Interp, Piece, Run, Subtype, Temporal, View};

/// The time at which the value is defined; single times for an Instant and a Discrete sequence.
pub fn time<V>(value: View<'_, V>) -> Vec<TstzSpan> {
    if value.interp == Interp::Discrete {
        value.times.iter().map(|&t| TstzSpan::of_value(t)).collect()
    } else {
        spanset::from_spans(value.runs().map(|run| span_of(&run)).collect())
    }
}

/// How long the value lasts, in microseconds; `Extent::Covered` leaves gaps out and is 0 of an Instant or a Discrete
/// sequence.
pub fn duration<V>(value: View<'_, V>, extent: Extent) -> i64 {
    match (extent, value.interp) {
        (Extent::Bounding, _) => value.end_us().saturating_sub(value.start_us()),
        (Extent::Covered, Interp::Discrete) => 0,
        (Extent::Covered, _) => value
            .runs()
            .fold(0, |sum: i64, run| sum.saturating_add(run.times[run.times.len() - 1].saturating_sub(run.times[0]))),
    }
}

/// The distinct times of the instants, ascending.
pub fn timestamps<V>(value: View<'_, V>) -> Vec<i64> {
    let mut times = value.times.to_vec();
    times.dedup();
    times
}

/// How many distinct times the instants have.
pub fn num_timestamps<V>(value: View<'_, V>) -> usize {
    value.times.chunk_by(|a, b| a == b).count()
}

/// Indices of the instants; one of two pieces that meet in the same instant counts once.
fn distinct<V: PartialEq>(value: View<'_, V>) -> impl Iterator<Item = usize> {
    let repeats =
        move |i: usize| i > 0 && value.times[i] == value.times[i - 1] && value.values[i] == value.values[i - 1];
    (0..value.times.len()).filter(move |&i| !repeats(i))
}

/// How many distinct instants the value has.
pub fn num_instants<V: PartialEq>(value: View<'_, V>) -> usize {
    distinct(value).count()
}

/// The distinct instants, ascending.
pub fn instants<V: Clone + PartialEq>(value: View<'_, V>) -> Vec<Temporal<V>> {
    distinct(value).map(|i| Temporal::instant(value.times[i], value.values[i].clone())).collect()
}

/// Instant number `n`; `None` where there is none.
pub fn instant_n<V: Clone + PartialEq>(value: View<'_, V>, n: i32) -> Option<Temporal<V>> {
    let index = distinct(value).nth(offset(n)?)?;
    Some(Temporal::instant(value.times[index], value.values[index].clone()))
}

/// The first instant.
pub fn start_instant<V: Clone>(value: View<'_, V>) -> Temporal<V> {
    Temporal::instant(value.times[0], value.values[0].clone())
}

/// The last instant.
pub fn end_instant<V: Clone>(value: View<'_, V>) -> Temporal<V> {
    let last = value.times.len() - 1;
    Temporal::instant(value.times[last], value.values[last].clone())
}

/// Time number `n` of the distinct ones; `None` where there is none.
pub fn timestamp_n<V>(value: View<'_, V>, n: i32) -> Option<i64> {
    value.times.chunk_by(|a, b| a == b).nth(offset(n)?).map(|same| same[0])
}

fn offset(n: i32) -> Option<usize> {
    usize::try_from(n).ok()?.checked_sub(1)
}

/// The distinct values, ascending.
pub fn values<V: Clone>(value: View<'_, V>, order: impl Fn(&V, &V) -> Ordering) -> Vec<V> {
    let mut values = value.values.to_vec();
    values.sort_by(&order);
    values.dedup_by(|a, b| order(a, b).is_eq());
    values
}

/// The value of instant number `n`, in time order; `None` where there are not that many.
///
/// # Errors
/// Where `n` is not positive.
pub fn value_n<V: Clone + PartialEq>(value: View<'_, V>, n: i32) -> Result<Option<V>> {
    let place = offset(n).ok_or_else(|| Error::Argument {
        argument: "n",
        expected: "a positive number",
        found: n.to_string(),
    })?;
    Ok(distinct(value).nth(place).map(|i| value.values[i].clone()))
}

/// How many pieces the value has.
///
/// # Errors
/// For an Instant and a Discrete sequence, which have none.
pub fn num_sequences<V>(value: View<'_, V>) -> Result<usize> {
    Ok(continuous(value)?.pieces.len())
}

/// The pieces as Sequences, ascending.
///
/// # Errors
/// As [`num_sequences`].
pub fn sequences<V: Clone>(value: View<'_, V>) -> Result<Vec<Temporal<V>>> {
    let value = continuous(value)?;
    Ok(value.runs().map(|run| sequence(value.interp, &run)).collect())
}

/// Piece number `n`; `None` where there is none.
///
/// # Errors
/// As [`num_sequences`].
pub fn sequence_n<V: Clone>(value: View<'_, V>, n: i32) -> Result<Option<Temporal<V>>> {
    let value = continuous(value)?;
    Ok(offset(n).and_then(|n| value.runs().nth(n)).map(|run| sequence(value.interp, &run)))
}

/// The last piece.
///
/// # Errors
/// As [`num_sequences`].
pub fn end_sequence<V: Clone>(value: View<'_, V>) -> Result<Option<Temporal<V>>> {
    let value = continuous(value)?;
    Ok(value.runs().last().map(|run| sequence(value.interp, &run)))
}

fn continuous<V>(value: View<'_, V>) -> Result<View<'_, V>> {
    if value.interp == Interp::Discrete {
        return Err(Error::Argument {
            argument: "value",
            expected: "a continuous sequence or sequence set",
            found: if value.subtype == Subtype::Instant { "an instant" } else { "a discrete sequence" }.to_owned(),
        });
    }
    Ok(value)
}

fn sequence<V: Clone>(interp: Interp, run: &Run<'_, V>) -> Temporal<V> {
    Temporal {
        subtype: Subtype::Sequence,
        interp,
        pieces: vec![Piece { start: 0, end: run.times.len(), lower_inc: run.lower_inc, upper_inc: run.upper_inc }],
        times: run.times.to_vec(),
        values: run.values.to_vec(),
    }
}

/// The stretches between neighbouring instants as Sequences: each includes its start and excludes its end, but for the
/// bounds of the pieces. A step holds its value to the end of its stretch. Each instant of a Discrete sequence is one
/// stretch, of the interpolation that is natural to the type.
///
/// # Errors
/// For an Instant.
pub fn segments<V: Clone + PartialEq>(value: View<'_, V>, natural: Interp) -> Result<Vec<Temporal<V>>> {
    if value.subtype == Subtype::Instant {
        return Err(Error::Argument {
            argument: "value",
            expected: "a sequence or sequence set",
            found: "an instant".to_owned(),
        });
    }
    if value.interp == Interp::Discrete {
        return Ok((0..value.times.len()).map(|i| single(natural, value.times[i], &value.values[i])).collect());
    }
    Ok(value.runs().flat_map(|run| run_segments(value.interp, &run)).collect())
}

fn single<V: Clone>(interp: Interp, time_us: i64, value: &V) -> Temporal<V> {
    Temporal { subtype: Subtype::Sequence, interp, ..Temporal::instant(time_us, value.clone()) }
}

fn run_segments<V: Clone + PartialEq>(interp: Interp, run: &Run<'_, V>) -> Vec<Temporal<V>> {
    let last = run.times.len() - 1;
    if last == 0 {
        return vec![single(interp, run.times[0], &run.values[0])];
    }
    let step = interp == Interp::Step;
    // The last value of a step is a stretch of its own where it differs.
    let jumps = step && run.upper_inc && run.values[last] != run.values[last - 1];
    let mut made: Vec<Temporal<V>> = (0..last)
        .map(|i| {
            let end = if step { &run.values[i] } else { &run.values[i + 1] };
            let bounds = (i > 0 || run.lower_inc, i + 1 == last && run.upper_inc && !jumps);
            Temporal {
                subtype: Subtype::Sequence,
                interp,
                pieces: vec![Piece { start: 0, end: 2, lower_inc: bounds.0, upper_inc: bounds.1 }],
                times: run.times[i..i + 2].to_vec(),
                values: vec![run.values[i].clone(), end.clone()],
            }
        })
        .collect();
    if jumps {
        made.push(single(interp, run.times[last], &run.values[last]));
    }
    made
}

/// The first instant with the least value in this order, which may be an excluded end.
pub fn min_instant<V: Clone>(value: View<'_, V>, order: impl Fn(&V, &V) -> Ordering) -> Temporal<V> {
    let at = (1..value.values.len())
        .fold(0, |at, i| if order(&value.values[i], &value.values[at]).is_lt() { i } else { at });
    Temporal::instant(value.times[at], value.values[at].clone())
}

/// The first instant with the greatest value in this order, which may be an excluded end.
pub fn max_instant<V: Clone>(value: View<'_, V>, order: impl Fn(&V, &V) -> Ordering) -> Temporal<V> {
    min_instant(value, |a, b| order(b, a))
}

/// The time at which a temporal Boolean is true; empty where it never is.
pub fn when_true(value: View<'_, bool>) -> Vec<TstzSpan> {
    if value.interp == Interp::Discrete {
        let instants = value.times.iter().zip(value.values);
        return instants.filter(|(_, v)| **v).map(|(t, _)| TstzSpan::of_value(*t)).collect();
    }
    let mut spans = Vec::new();
    for run in value.runs() {
        let last = run.times.len() - 1;
        for i in (0..last).filter(|&i| run.values[i]) {
            spans.extend(TstzSpan::new(run.times[i], run.times[i + 1], i > 0 || run.lower_inc, false));
        }
        if run.values[last] && run.upper_inc {
            spans.push(TstzSpan::of_value(run.times[last]));
        }
    }
    spanset::from_spans(spans)
}

/// The span of the values of a temporal real number; a bound is inclusive where the value is taken.
pub fn float_span(value: View<'_, f64>) -> FloatSpan {
    let lower = value.values.iter().fold(f64::INFINITY, |low, v| low.min(*v));
    let upper = value.values.iter().fold(f64::NEG_INFINITY, |high, v| high.max(*v));
    FloatSpan { lower, upper, lower_inc: takes(value, lower), upper_inc: takes(value, upper) }
}

/// Whether an extreme value is taken at a time that belongs to the value.
fn takes(value: View<'_, f64>, extreme: f64) -> bool {
    value.runs().any(|run| {
        let last = run.times.len() - 1;
        // Between instants an extreme is only taken where both ends have it, or where a step holds it.
        let held = |i: usize| i < last && (value.interp == Interp::Step || run.values[i + 1] == extreme);
        let included = |i: usize| (i > 0 || run.lower_inc) && (i < last || run.upper_inc);
        (0..=last).any(|i| run.values[i] == extreme && (included(i) || held(i)))
    })
}

/// The values that a temporal real number takes, as spans.
pub fn float_spans(value: View<'_, f64>) -> Vec<FloatSpan> {
    if value.interp != Interp::Linear {
        return spanset::from_spans(value.values.iter().map(|&v| FloatSpan::of_value(v)).collect());
    }
    let runs = value.runs().map(|run| {
        let piece = [Piece { start: 0, end: run.times.len(), lower_inc: run.lower_inc, upper_inc: run.upper_inc }];
        let (subtype, interp) = (Subtype::Sequence, value.interp);
        float_span(View { subtype, interp, pieces: &piece, times: run.times, values: run.values })
    });
    spanset::from_spans(runs.collect())
}
