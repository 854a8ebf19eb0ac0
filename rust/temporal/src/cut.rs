//! The times at which a condition on the value holds, cut to the last whole microsecond before.
//!
//! Restrictions to space or to values find these times first and then keep or drop them, so that `at` and `minus` never share a
//! time and together are the whole value.

use crate::restrict_time::span_of;
use crate::span::TstzSpan;
use crate::temporal::{Interp, Run, View};

/// The part of a segment on which a condition holds: ratios of the way, and whether each end belongs to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Part {
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) from_inc: bool,
    pub(crate) to_inc: bool,
}

/// The times at which a condition holds: ascending, disjoint, within the times of the value.
///
/// `holds` decides for a value, `clip` for the way from one to the next where that is linear.
pub(crate) fn times_where<V>(
    value: View<'_, V>,
    holds: impl Fn(&V) -> bool,
    clip: impl Fn(&V, &V) -> Option<Part>,
) -> Vec<TstzSpan> {
    let run = |run: Run<'_, V>| {
        let window = span_of(&run);
        match value.interp {
            Interp::Discrete => instants(&run, &window, &holds),
            Interp::Step => steps(&run, &window, &holds),
            Interp::Linear => segments(&run, &window, &holds, &clip),
        }
    };
    value.runs().flat_map(run).collect()
}

/// The times of discrete instants in `window` at which `holds`.
pub(crate) fn instants<V>(run: &Run<'_, V>, window: &TstzSpan, holds: impl Fn(&V) -> bool) -> Vec<TstzSpan> {
    let here = run.times.iter().zip(run.values).filter(|(t, v)| window.contains_value(**t) && holds(v));
    here.map(|(t, _)| TstzSpan::of_value(*t)).collect()
}

/// The times of a step piece in `window` at which `holds`.
pub(crate) fn steps<V>(run: &Run<'_, V>, window: &TstzSpan, holds: impl Fn(&V) -> bool) -> Vec<TstzSpan> {
    let mut spans = Vec::new();
    let first = run.times.partition_point(|t| *t <= window.lower).saturating_sub(1);
    for i in first..run.times.len() {
        if run.times[i] > window.upper {
            break;
        }
        if holds(&run.values[i]) {
            let held = match run.times.get(i + 1) {
                Some(next) => TstzSpan { lower: run.times[i], upper: *next, lower_inc: true, upper_inc: false },
                None => TstzSpan::of_value(run.times[i]),
            };
            join(&mut spans, held.intersection(window));
        }
    }
    spans
}

/// The times of a linear piece in `window` at which `holds`.
pub(crate) fn segments<V>(
    run: &Run<'_, V>,
    window: &TstzSpan,
    holds: impl Fn(&V) -> bool,
    clip: impl Fn(&V, &V) -> Option<Part>,
) -> Vec<TstzSpan> {
    let mut spans = Vec::new();
    if run.times.len() == 1 && holds(&run.values[0]) {
        spans.push(*window);
    }
    for (t, v) in run.times.windows(2).zip(run.values.windows(2)) {
        let span = clip(&v[0], &v[1]).and_then(|part| moments(&part, t[0], t[1]));
        join(&mut spans, span.and_then(|s| s.intersection(window)));
    }
    spans
}

/// A part of a segment as a span of time, cut to microseconds.
fn moments(part: &Part, start_us: i64, end_us: i64) -> Option<TstzSpan> {
    let length = end_us.abs_diff(start_us);
    let after = |ratio: f64| {
        // A share of a whole number of microseconds must not lose one of them to rounding.
        let passed = (ratio * length as f64 + 1e-3) as u64;
        start_us.saturating_add_unsigned(passed.min(length))
    };
    let (lower, upper) = (after(part.from), after(part.to));
    if lower < upper {
        return Some(TstzSpan { lower, upper, lower_inc: part.from_inc, upper_inc: part.to_inc });
    }
    // Shorter than a microsecond: a moment, unless neither end belongs to it.
    (part.from_inc || part.to_inc).then_some(TstzSpan::of_value(lower))
}

/// Appends a span that does not start before the last one ends; one that goes on where it ended becomes part of it.
fn join(spans: &mut Vec<TstzSpan>, span: Option<TstzSpan>) {
    let Some(span) = span else { return };
    match spans.last_mut() {
        Some(last) if last.upper == span.lower && (last.upper_inc || span.lower_inc) => {
            last.upper_inc = if span.upper == last.upper { true } else { span.upper_inc };
            last.upper = span.upper;
        }
        _ => spans.push(span),
    }
}
