//! Restriction to time against its definition, probed at every time and between all times.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rstest::rstest;
use temporal::motion::Straight;
use temporal::point::{Point, TPoint};
use temporal::restrict_time::{When, after, at_time, before, minus_time, point_at_time, value_at};
use temporal::span::{Span, TstzSpan};
use temporal::spanset;
use temporal::temporal::{Base, Interp, Piece, Subtype, TFloat, Temporal};

fn sequence<V>(interp: Interp, lower_inc: bool, upper_inc: bool, instants: Vec<(i64, V)>) -> Temporal<V> {
    let (times, values): (Vec<_>, Vec<_>) = instants.into_iter().unzip();
    let pieces = vec![Piece { start: 0, end: times.len(), lower_inc, upper_inc }];
    Temporal { subtype: Subtype::Sequence, interp, pieces, times, values }
}

/// Values on even times; odd times probe the open intervals between them.
fn value(interp: Interp) -> impl Strategy<Value = TFloat> {
    let piece = (0_i64..4, proptest::collection::vec((1_i64..4, -9_i32..9), 1..5), any::<bool>(), any::<bool>());
    proptest::collection::vec(piece, 1..4).prop_map(move |drawn| {
        let mut made =
            Temporal { subtype: Subtype::SequenceSet, interp, pieces: vec![], times: vec![], values: vec![] };
        let (mut t, mut taken) = (0, true);
        for (gap, steps, lower_inc, upper_inc) in drawn {
            let closed = steps.len() == 1 || interp == Interp::Discrete;
            let (lower_inc, upper_inc) = (lower_inc || closed, upper_inc || closed);
            let start = made.times.len();
            t += if gap == 0 && taken && lower_inc { 2 } else { gap * 2 };
            for (i, (dt, v)) in steps.into_iter().enumerate() {
                t += if i == 0 { 0 } else { dt * 2 };
                made.times.push(t);
                made.values.push(f64::from(v));
            }
            let end = made.times.len();
            if interp == Interp::Step && !upper_inc {
                made.values[end - 1] = made.values[end - 2];
            }
            made.pieces.push(Piece { start, end, lower_inc, upper_inc });
            taken = upper_inc;
        }
        if interp == Interp::Discrete {
            made.subtype = Subtype::Sequence;
            made.times = (0..made.times.len() as i64).map(|i| i * 6).collect();
            made.pieces = vec![Piece { start: 0, end: made.times.len(), lower_inc: true, upper_inc: true }];
        }
        made
    })
}

fn any_value() -> impl Strategy<Value = TFloat> {
    prop_oneof![value(Interp::Linear), value(Interp::Step), value(Interp::Discrete)]
}

fn spans() -> impl Strategy<Value = Vec<TstzSpan>> {
    let span = (0_i64..40, 0_i64..9, any::<bool>(), any::<bool>())
        .prop_filter_map("empty", |(l, n, li, ui)| Span::new(l * 2, (l + n) * 2, li, ui).ok());
    proptest::collection::vec(span, 1..5).prop_map(spanset::from_spans)
}

/// Naive oracle: looks at every piece and every segment.
fn probe(of: &TFloat, t: i64) -> Option<f64> {
    for run in of.view().runs() {
        for i in 0..run.times.len() {
            let excluded = (i == 0 && !run.lower_inc) || (i + 1 == run.times.len() && !run.upper_inc);
            if run.times[i] == t && !excluded {
                return Some(run.values[i]);
            }
            if i > 0 && run.times[i - 1] < t && t < run.times[i] {
                let part = (t - run.times[i - 1]) as f64 / (run.times[i] - run.times[i - 1]) as f64;
                return match of.interp {
                    Interp::Discrete => None,
                    Interp::Step => Some(run.values[i - 1]),
                    Interp::Linear => Some(run.values[i - 1] * (1.0 - part) + run.values[i] * part),
                };
            }
        }
    }
    None
}

fn same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-9,
        (a, b) => a == b,
    }
}

fn valid<V: Base>(of: &Temporal<V>) -> bool {
    let runs: Vec<_> = of.view().runs().collect();
    let ordered = runs.windows(2).all(|w| {
        let (end, start) = (*w[0].times.last().unwrap(), w[1].times[0]);
        end < start || (end == start && !(w[0].upper_inc && w[1].lower_inc))
    });
    let inside = runs.iter().all(|r| {
        let step = of.interp == Interp::Step && !r.upper_inc;
        r.times.len() == r.values.len()
            && r.times.windows(2).all(|w| w[0] < w[1])
            && (r.times.len() > 1 || (r.lower_inc && r.upper_inc))
            && (!step || r.values[r.values.len() - 1] == r.values[r.values.len() - 2])
    });
    ordered && inside && (of.subtype == Subtype::SequenceSet || runs.len() == 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn at_and_minus_are_the_two_parts_of_the_whole(of in any_value(), spans in spans()) {
        let times: Vec<i64> = spans.iter().map(|s| s.lower).collect();
        let whens: [(When, &dyn Fn(i64) -> bool); 4] = [
            (When::Spans(&spans), &|t| spans.iter().any(|s| s.contains_value(t))),
            (When::Span(spans[0]), &|t| spans[0].contains_value(t)),
            (When::Set(&times), &|t| times.contains(&t)),
            (When::Timestamp(times[0]), &|t| t == times[0]),
        ];
        for (when, inside) in whens {
            let kept = at_time(of.view(), when, &Straight);
            let rest = minus_time(of.view(), when, &Straight);
            for part in [&kept, &rest].into_iter().flatten() {
                prop_assert!(valid(part), "{:?}", part);
            }
            for t in -1..of.view().end_us() + 3 {
                let whole = probe(&of, t);
                prop_assert!(same(value_at(of.view(), t, &Straight), whole), "whole at {}", t);
                let (a, b) = (kept.as_ref().and_then(|k| probe(k, t)), rest.as_ref().and_then(|r| probe(r, t)));
                let (want_a, want_b) = if inside(t) { (whole, None) } else { (None, whole) };
                prop_assert!(same(a, want_a), "{:?} at {}: {:?}", when, t, kept);
                prop_assert!(same(b, want_b), "{:?} minus {}: {:?}", when, t, rest);
            }
        }
    }

    #[test]
    fn the_whole_time_changes_nothing(of in any_value()) {
        let all = TstzSpan { lower: i64::MIN, upper: i64::MAX, lower_inc: true, upper_inc: true };
        prop_assert_eq!(at_time(of.view(), When::Span(all), &Straight), Some(of.clone()));
        prop_assert_eq!(minus_time(of.view(), When::Span(all), &Straight), None);
    }
}

#[rstest]
#[case::touching_excluded_upper(before(10, true), Some((0, 10)))]
#[case::from_the_end(after(10, false), Some((10, 10)))]
#[case::after_the_end(after(10, true), None)]
#[case::before_the_start(before(0, true), None)]
#[case::one_microsecond(TstzSpan { lower: 4, upper: 5, lower_inc: true, upper_inc: false }, Some((4, 5)))]
fn half_lines_and_short_spans(#[case] span: TstzSpan, #[case] bounds: Option<(i64, i64)>) {
    let of = sequence(Interp::Linear, true, true, vec![(0, 0.0), (10, 10.0)]);
    let got = at_time(of.view(), When::Span(span), &Straight);
    assert_eq!(got.map(|g| (g.view().start_us(), g.view().end_us())), bounds);
}

#[test]
fn forms_of_the_results_follow_the_request() {
    let of = sequence(Interp::Linear, true, true, vec![(0, 0.0), (10, 10.0)]);
    let span = TstzSpan { lower: 2, upper: 20, lower_inc: true, upper_inc: true };
    let form = |t: Option<TFloat>| t.map(|t| (t.subtype, t.interp, t.times.len())).unwrap();
    let at = |when| form(at_time(of.view(), when, &Straight));
    assert_eq!(at(When::Timestamp(3)), (Subtype::Instant, Interp::Discrete, 1));
    assert_eq!(at(When::Set(&[3, 4, 11])), (Subtype::Sequence, Interp::Discrete, 2));
    assert_eq!(at(When::Span(span)), (Subtype::Sequence, Interp::Linear, 2));
    assert_eq!(at(When::Spans(&[span])), (Subtype::SequenceSet, Interp::Linear, 2));
    let minus = form(minus_time(of.view(), When::Timestamp(3), &Straight));
    assert_eq!(minus, (Subtype::SequenceSet, Interp::Linear, 4));
}

#[test]
fn three_pieces_that_share_a_time_are_all_seen() {
    let of = Temporal {
        subtype: Subtype::SequenceSet,
        interp: Interp::Linear,
        pieces: vec![
            Piece { start: 0, end: 2, lower_inc: true, upper_inc: false },
            Piece { start: 2, end: 3, lower_inc: true, upper_inc: true },
            Piece { start: 3, end: 5, lower_inc: false, upper_inc: true },
        ],
        times: vec![0, 5, 5, 5, 9],
        values: vec![0.0, 1.0, 7.0, 1.0, 2.0],
    };
    assert_eq!(value_at(of.view(), 5, &Straight), Some(7.0));
}

#[test]
fn geodetic_point_is_cut_on_the_great_circle() {
    let track = sequence(Interp::Linear, true, true, vec![(0, Point::xy(0.0, 60.0)), (10, Point::xy(90.0, 60.0))]);
    let planar = TPoint { srid: 4326, geodetic: false, has_z: false, track: track.clone() };
    let geodetic = TPoint { geodetic: true, ..planar.clone() };
    let middle = |p: &TPoint| point_at_time(p.view(), When::Timestamp(5)).unwrap().track.values[0];
    assert_eq!(middle(&planar), Point::xy(45.0, 60.0));
    assert!((middle(&geodetic).y - 67.7923).abs() < 1e-4);
}
