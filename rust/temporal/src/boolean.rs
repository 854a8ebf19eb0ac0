//! Temporal Booleans combined (MobilityDB, "Boolean Operations"): each answer holds at the times that the operands share.

use crate::motion::Straight;
use crate::normalize::{NUMBER, normalize};
use crate::restrict_time::{span_of, value_at};
use crate::temporal::{Base, Interp, Piece, Run, Subtype, TBool, Temporal, View};

/// The negation at every time. Source: MobilityDB `tNot` (`~`).
pub fn not(value: View<'_, bool>) -> TBool {
    negated(value.to_temporal())
}

/// The negation of an owned value.
pub(crate) fn negated(mut value: TBool) -> TBool {
    value.values.iter_mut().for_each(|v| *v = !*v);
    value
}

/// `combine` of the value and a constant at every time, in normal form.
pub fn with_constant(value: View<'_, bool>, constant: bool, combine: impl Fn(bool, bool) -> bool) -> TBool {
    let mut made = value.to_temporal();
    made.values.iter_mut().for_each(|v| *v = combine(*v, constant));
    normalize(made, NUMBER)
}

/// `combine` of two values at every time that they share, in normal form; `None` if they share none.
///
/// An Instant if one is, else a Discrete sequence if one is, a Sequence for two Sequences, and a SequenceSet otherwise. Exclusive
/// bounds are respected. Source: MobilityDB `tAnd` (`&`), `tOr` (`|`).
pub fn of_both(a: View<'_, bool>, b: View<'_, bool>, combine: impl Fn(bool, bool) -> bool) -> Option<TBool> {
    let made = match (a.interp, b.interp) {
        (Interp::Discrete, _) => at_instants(a, b, combine),
        (_, Interp::Discrete) => at_instants(b, a, |v, w| combine(w, v)),
        _ => in_steps(a, b, combine),
    };
    (!made.times.is_empty()).then(|| normalize(made, NUMBER))
}

fn at_instants(discrete: View<'_, bool>, other: View<'_, bool>, combine: impl Fn(bool, bool) -> bool) -> TBool {
    let shared = discrete.times.iter().zip(discrete.values);
    let (times, values): (Vec<i64>, Vec<bool>) =
        shared.filter_map(|(t, v)| value_at(other, *t, &Straight).map(|w| (*t, combine(*v, w)))).unzip();
    let instant = discrete.subtype == Subtype::Instant || other.subtype == Subtype::Instant;
    let subtype = if instant { Subtype::Instant } else { Subtype::Sequence };
    let pieces = vec![Piece { start: 0, end: times.len(), lower_inc: true, upper_inc: true }];
    Temporal { subtype, interp: Interp::Discrete, pieces, times, values }
}

fn in_steps(a: View<'_, bool>, b: View<'_, bool>, combine: impl Fn(bool, bool) -> bool) -> TBool {
    let sequences = a.subtype == Subtype::Sequence && b.subtype == Subtype::Sequence;
    let subtype = if sequences { Subtype::Sequence } else { Subtype::SequenceSet };
    let mut made =
        Temporal { subtype, interp: Interp::Step, pieces: Vec::new(), times: Vec::new(), values: Vec::new() };
    let (mut runs_a, mut runs_b) = (a.runs().peekable(), b.runs().peekable());
    while let (Some(p), Some(q)) = (runs_a.peek(), runs_b.peek()) {
        push_shared(&mut made, p, q, &combine);
        if span_of(p).cmp_upper(&span_of(q)).is_lt() {
            runs_a.next();
        } else {
            runs_b.next();
        }
    }
    made
}

/// Appends what two pieces have in common as one piece.
fn push_shared(made: &mut TBool, p: &Run<'_, bool>, q: &Run<'_, bool>, combine: impl Fn(bool, bool) -> bool) {
    let Some(shared) = span_of(p).intersection(&span_of(q)) else { return };
    let inside = |t: &&i64| shared.lower < **t && **t < shared.upper;
    let mut times = vec![shared.lower];
    times.extend(p.times.iter().chain(q.times).filter(inside));
    times.extend((shared.lower < shared.upper).then_some(shared.upper));
    times.sort_unstable();
    times.dedup();
    let start = made.times.len();
    made.values.extend(times.iter().map(|t| combine(*held(p, *t), *held(q, *t))));
    made.times.append(&mut times);
    let end = made.times.len();
    if !shared.upper_inc && end - start > 1 {
        made.values[end - 1] = made.values[end - 2];
    }
    made.pieces.push(Piece { start, end, lower_inc: shared.lower_inc, upper_inc: shared.upper_inc });
}

/// The value that a step piece holds at a time between its first and last.
fn held<'a, V: Base>(run: &Run<'a, V>, time_us: i64) -> &'a V {
    &run.values[run.times.partition_point(|t| *t <= time_us).saturating_sub(1)]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::text::temporal::{format, parse};
    use proptest::prelude::*;
    use rstest::rstest;

    fn shown(value: Option<TBool>) -> String {
        value.map_or("none".to_owned(), |v| format(v.view(), 15).replace("2026-01-0", "").replace(" 00:00:00+00", ""))
    }

    #[rstest]
    #[case("[t@2026-01-01, f@2026-01-03]", "[f@2026-01-02, t@2026-01-03, t@2026-01-04)", "[f@2, f@3]", "[t@2, t@3]")]
    #[case(
        "{[t@2026-01-01, t@2026-01-02), [f@2026-01-02, f@2026-01-03)}",
        "[t@2026-01-01, t@2026-01-05]",
        "{[t@1, f@2, f@3)}",
        "{[t@1, t@3)}"
    )]
    #[case("[t@2026-01-01, t@2026-01-02)", "[t@2026-01-02, t@2026-01-03]", "none", "none")]
    #[case("{t@2026-01-01, t@2026-01-02}", "(t@2026-01-01, f@2026-01-02, f@2026-01-03]", "{f@2}", "{t@2}")]
    #[case("t@2026-01-02", "[f@2026-01-01, t@2026-01-02, f@2026-01-03]", "t@2", "t@2")]
    fn values_are_combined_where_they_share_time(
        #[case] a: &str,
        #[case] b: &str,
        #[case] and: &str,
        #[case] or: &str,
    ) {
        let (a, b) = (parse::<bool>(a, "UTC").unwrap(), parse::<bool>(b, "UTC").unwrap());
        for (p, q) in [(a.view(), b.view()), (b.view(), a.view())] {
            assert_eq!(shown(of_both(p, q, |v, w| v && w)), and);
            assert_eq!(shown(of_both(p, q, |v, w| v || w)), or);
        }
    }

    fn truth() -> impl Strategy<Value = TBool> {
        (0i64..6, prop::collection::vec((1i64..4, any::<bool>(), any::<bool>()), 1..8)).prop_map(|(first, steps)| {
            let mut made = Temporal {
                subtype: Subtype::SequenceSet,
                interp: Interp::Step,
                pieces: vec![],
                times: vec![],
                values: vec![],
            };
            let mut time = first;
            for (length, value, open) in steps {
                let start = made.times.len();
                made.times.extend([time, time + length]);
                made.values.extend([value, value]);
                made.pieces.push(Piece { start, end: start + 2, lower_inc: true, upper_inc: !open });
                time += length + i64::from(!open);
            }
            made
        })
    }

    proptest! {
        #[test]
        fn combination_is_that_of_the_values_at_each_time(a in truth(), b in truth()) {
            let and = of_both(a.view(), b.view(), |v, w| v && w);
            let neither = of_both(not(a.view()).view(), not(b.view()).view(), |v, w| v || w).map(negated);
            for time in 0..40 {
                let at = |value: &TBool| value_at(value.view(), time, &Straight);
                let want = at(&a).zip(at(&b)).map(|(v, w)| v && w);
                prop_assert_eq!(and.as_ref().and_then(at), want);
                prop_assert_eq!(neither.as_ref().and_then(at), want);
            }
        }
    }
}
