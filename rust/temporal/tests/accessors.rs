//! Accessors on small values with gaps, excluded ends and pieces that meet.
#![allow(clippy::unwrap_used)]

use rstest::rstest;
use temporal::accessors::*;
use temporal::span::{Span, TstzSpan};
use temporal::spanset::Extent;
use temporal::temporal::{Interp, Piece, Subtype, Temporal};

type Bounds = (bool, bool);

fn set<V: Clone>(interp: Interp, pieces: &[(Bounds, &[(i64, V)])]) -> Temporal<V> {
    let subtype = if pieces.len() == 1 { Subtype::Sequence } else { Subtype::SequenceSet };
    let mut made = Temporal { subtype, interp, pieces: vec![], times: vec![], values: vec![] };
    for ((lower_inc, upper_inc), instants) in pieces {
        let start = made.times.len();
        made.times.extend(instants.iter().map(|i| i.0));
        made.values.extend(instants.iter().map(|i| i.1.clone()));
        made.pieces.push(Piece { start, end: made.times.len(), lower_inc: *lower_inc, upper_inc: *upper_inc });
    }
    made
}

fn span(lower: i64, upper: i64, lower_inc: bool, upper_inc: bool) -> TstzSpan {
    Span { lower, upper, lower_inc, upper_inc }
}

/// `{[1@0, 5@4), (5@4, 2@6], [7@10]}`
fn meeting() -> Temporal<f64> {
    set(
        Interp::Linear,
        &[((true, false), &[(0, 1.0), (4, 5.0)]), ((false, true), &[(4, 5.0), (6, 2.0)]), ((true, true), &[(10, 7.0)])],
    )
}

#[test]
fn pieces_that_meet_in_an_instant_count_it_once() {
    let value = meeting();
    let v = value.view();
    assert_eq!((num_instants(v), num_timestamps(v), num_sequences(v).unwrap()), (4, 4, 3));
    assert_eq!(timestamps(v), vec![0, 4, 6, 10]);
    assert_eq!(instants(v).len(), 4);
    assert_eq!((instant_n(v, 3), instant_n(v, 5), instant_n(v, 0)), (Some(Temporal::instant(6, 2.0)), None, None));
    assert_eq!((timestamp_n(v, 3), timestamp_n(v, -1)), (Some(6), None));
    assert_eq!((value_n(v, 2).unwrap(), value_n(v, 9).unwrap()), (Some(5.0), None));
    assert!(value_n(v, 0).is_err());
}

#[test]
fn time_leaves_gaps_and_excluded_times_out() {
    let value = meeting();
    let v = value.view();
    assert_eq!(time(v), vec![span(0, 4, true, false), span(4, 6, false, true), span(10, 10, true, true)]);
    assert_eq!((duration(v, Extent::Covered), duration(v, Extent::Bounding)), (6, 10));
    let discrete = set(Interp::Discrete, &[((true, true), &[(0, 1), (9, 2)])]);
    assert_eq!(duration(discrete.view(), Extent::Covered), 0);
    assert_eq!(time(discrete.view()), vec![span(0, 0, true, true), span(9, 9, true, true)]);
}

#[test]
fn instants_and_discrete_sequences_have_no_pieces() {
    for value in [Temporal::instant(3, 1), set(Interp::Discrete, &[((true, true), &[(0, 1), (9, 2)])])] {
        assert!(num_sequences(value.view()).is_err() && sequences(value.view()).is_err());
        assert!(sequence_n(value.view(), 1).is_err() && end_sequence(value.view()).is_err());
    }
    assert!(segments(Temporal::instant(3, 1).view(), Interp::Step).is_err());
}

#[test]
fn segments_of_a_step_hold_their_value_and_the_last_jump_stands_alone() {
    let value = set(Interp::Step, &[((false, true), &[(0, 1), (4, 2), (6, 3)])]);
    let made = segments(value.view(), Interp::Step).unwrap();
    let shown: Vec<_> = made
        .iter()
        .map(|s| (s.times.clone(), s.values.clone(), s.pieces[0].lower_inc, s.pieces[0].upper_inc))
        .collect();
    assert_eq!(
        shown,
        vec![
            (vec![0, 4], vec![1, 1], false, false),
            (vec![4, 6], vec![2, 2], true, false),
            (vec![6], vec![3], true, true)
        ]
    );
}

#[rstest]
#[case::ends_excluded((false, false), &[(0, 1.0), (5, 3.0)], (false, false))]
#[case::inner_extreme((false, false), &[(0, 1.0), (2, 9.0), (5, 1.0)], (false, true))]
#[case::constant_between_excluded_ends((false, false), &[(0, 1.0), (5, 1.0)], (true, true))]
fn value_bounds_are_inclusive_where_taken(
    #[case] bounds: Bounds,
    #[case] instants: &[(i64, f64)],
    #[case] inclusive: Bounds,
) {
    let got = float_span(set(Interp::Linear, &[(bounds, instants)]).view());
    assert_eq!((got.lower_inc, got.upper_inc), inclusive);
}

#[test]
fn value_spans_of_linear_pieces_fill_and_those_of_steps_are_single() {
    let spans = |interp| {
        let value = set(interp, &[((true, true), &[(0, 1.0), (2, 3.0)]), ((true, true), &[(4, 9.0)])]);
        float_spans(value.view()).iter().map(|s| (s.lower, s.upper)).collect::<Vec<_>>()
    };
    assert_eq!(spans(Interp::Linear), vec![(1.0, 3.0), (9.0, 9.0)]);
    assert_eq!(spans(Interp::Step).len(), 3);
}

#[test]
fn when_true_respects_bounds_and_single_times() {
    let value = set(
        Interp::Step,
        &[((false, true), &[(0, true), (2, false), (4, true)]), ((false, false), &[(4, true), (6, true)])],
    );
    assert_eq!(when_true(value.view()), vec![span(0, 2, false, false), span(4, 6, true, false)]);
    let never = set(Interp::Step, &[((true, true), &[(0, false), (2, false)])]);
    assert_eq!(when_true(never.view()), vec![]);
}

#[test]
fn extremes_are_the_first_and_count_excluded_ends() {
    let value = set(Interp::Linear, &[((false, true), &[(0, 1.0), (2, 7.0), (4, 7.0), (6, 1.0)])]);
    assert_eq!(min_instant(value.view(), f64::total_cmp), Temporal::instant(0, 1.0));
    assert_eq!(max_instant(value.view(), f64::total_cmp), Temporal::instant(2, 7.0));
    assert_eq!(values(value.view(), f64::total_cmp), vec![1.0, 7.0]);
}
