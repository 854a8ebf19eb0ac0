//! Construction and merge: order of rows, conflicts, gaps, bounds.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rstest::rstest;
use temporal::Error;
use temporal::construct::*;
use temporal::merge::{append_instant, append_sequence, merge};
use temporal::motion::Straight;
use temporal::normalize::NUMBER;
use temporal::point::Point;
use temporal::temporal::{Interp, Piece, Subtype, TFloat, Temporal};

const PLANE: Space = Space { srid: 25832, geodetic: false, has_z: false };
const EARTH: Space = Space { srid: 4326, geodetic: true, has_z: false };
const LINEAR: Form = Form { interp: Interp::Linear, lower_inc: true, upper_inc: true, conflict: Conflict::Error };
const SECOND: i64 = 1_000_000;
const MINUTE: i64 = 60 * SECOND;

fn at(rows: &[(i64, f64, f64)]) -> Vec<(i64, Point)> {
    rows.iter().map(|(t, x, y)| (*t, Point::xy(*x, *y))).collect()
}

#[test]
fn rows_in_any_order_give_the_path_in_order_of_time() {
    let got = point_sequence(PLANE, at(&[(3, 30.0, 0.0), (1, 10.0, 0.0), (2, 25.0, 0.0)]), LINEAR).unwrap().unwrap();
    assert_eq!(got.track.times, vec![1, 2, 3]);
    assert_eq!(got.track.values, vec![Point::xy(10.0, 0.0), Point::xy(25.0, 0.0), Point::xy(30.0, 0.0)]);
}

#[test]
fn exact_copies_collapse() {
    let rows = at(&[(0, 0.0, 0.0), (0, 0.0, -0.0), (5, 50.0, 0.0)]);
    assert_eq!(point_sequence(PLANE, rows, LINEAR).unwrap().unwrap().track.times, vec![0, 5]);
}

#[rstest]
#[case::least("first", Some(0.0))]
#[case::greatest("last", Some(3.0))]
#[case::mean("mean", Some(1.5))]
#[case::error("error", None)]
fn one_time_with_two_positions_follows_the_policy(#[case] policy: &str, #[case] x: Option<f64>) {
    let form = Form { conflict: Conflict::from_name(policy).unwrap(), ..LINEAR };
    let mut rows = at(&[(0, 0.0, 0.0), (0, 3.0, 0.0), (0, 0.0, 0.0), (5, 50.0, 0.0)]);
    for _ in 0..rows.len() {
        rows.rotate_left(1);
        let got = point_sequence(PLANE, rows.clone(), form);
        match x {
            Some(x) => assert_eq!(got.unwrap().unwrap().track.values[0].x, x),
            None => assert!(got.unwrap_err().to_string().contains("2000-01-01 00:00:00"), "names the time"),
        }
    }
}

#[test]
fn gap_is_longer_or_further_never_equal() {
    let rows = at(&[
        (540 * MINUTE, 0.0, 0.0),
        (720 * MINUTE, 1000.0, 0.0),
        (721 * MINUTE, 1010.0, 0.0),
        (722 * MINUTE, 1020.0, 5.0),
    ]);
    let split = |gaps| {
        let made = point_sequence_set(PLANE, rows.clone(), (Interp::Linear, Conflict::Error), gaps).unwrap().unwrap();
        assert_eq!(made.track.subtype, Subtype::SequenceSet);
        made.track.pieces.iter().map(|p| p.end - p.start).collect::<Vec<_>>()
    };
    let time = |us| Gaps { max_us: Some(us), max_dist: None };
    let dist = |d| Gaps { max_us: None, max_dist: Some(d) };
    assert_eq!(split(time(30 * MINUTE)), vec![1, 3]);
    assert_eq!(split(time(180 * MINUTE)), vec![4]);
    assert_eq!(split(time(180 * MINUTE - 1)), vec![1, 3]);
    assert_eq!(split(dist(1000.0)), vec![4]);
    assert_eq!(split(dist(999.9)), vec![1, 3]);
    assert_eq!(split(dist(0.0)), vec![4]);
    assert_eq!(split(dist(-1.0)), vec![4]);
    assert_eq!(split(dist(f64::INFINITY)), vec![4]);
    let nan = point_sequence_set(PLANE, rows.clone(), (Interp::Linear, Conflict::Error), dist(f64::NAN));
    assert!(nan.is_err());
}

#[test]
fn geodetic_gap_is_measured_in_metres() {
    let rows = at(&[(0, 10.0, 0.0), (MINUTE, 11.0, 0.0)]);
    let split = |d| {
        let gaps = Gaps { max_us: None, max_dist: Some(d) };
        point_sequence_set(EARTH, rows.clone(), (Interp::Linear, Conflict::Error), gaps)
            .unwrap()
            .unwrap()
            .track
            .pieces
            .len()
    };
    assert_eq!((split(111_319.0), split(111_320.0)), (2, 1));
}

#[rstest]
#[case::nan(PLANE, &[(0, f64::NAN, 0.0)])]
#[case::infinite(PLANE, &[(0, 0.0, f64::INFINITY)])]
#[case::longitude(EARTH, &[(0, 181.0, 0.0)])]
#[case::latitude(EARTH, &[(0, 0.0, 91.0)])]
#[case::not_geographic(Space { srid: 25832, ..EARTH }, &[(0, 0.0, 0.0)])]
#[case::infinite_time(PLANE, &[(i64::MAX, 0.0, 0.0)])]
fn values_against_the_rules_are_errors(#[case] space: Space, #[case] rows: &[(i64, f64, f64)]) {
    assert!(point_sequence(space, at(rows), LINEAR).is_err());
    assert!(point_sequence_set(space, at(rows), (Interp::Linear, Conflict::Error), Gaps::default()).is_err());
}

#[test]
fn bounds_and_interpolation_must_fit_the_instants() {
    let open = Form { upper_inc: false, ..LINEAR };
    assert!(point_sequence(PLANE, at(&[(0, 0.0, 0.0)]), open).is_err());
    let step = Form { interp: Interp::Step, ..open };
    assert!(value_sequence(vec![(0, 1), (1, 2)], step).is_err());
    assert!(value_sequence(vec![(0, 1), (1, 1)], step).is_ok());
    assert!(value_sequence(vec![(0, 1), (1, 1)], LINEAR).is_err());
    let discrete = Form { interp: Interp::Discrete, ..open };
    assert!(value_sequence(vec![(0, 1), (1, 1)], discrete).unwrap().unwrap().pieces[0].upper_inc);
    assert_eq!(value_sequence(Vec::<(i64, f64)>::new(), LINEAR).unwrap(), None);
}

#[test]
fn arrays_of_mixed_spaces_are_errors() {
    let point = |space: Space| space.point(Temporal::instant(0, Point::xy(1.0, 2.0)));
    let planar = point(PLANE);
    for (other, expected) in [
        (point(Space { srid: 3857, ..PLANE }), Error::MixedSrid { left: 25832, right: 3857 }),
        (point(Space { geodetic: true, ..PLANE }), Error::MixedGeodetic),
        (point(Space { has_z: true, ..PLANE }), Error::MixedDimensions),
    ] {
        assert_eq!(instants_of([&planar, &other]).unwrap_err(), expected);
    }
    assert_eq!(instants_of([]).unwrap(), None);
}

fn run(rows: &[(i64, f64)], lower_inc: bool, upper_inc: bool) -> TFloat {
    Temporal {
        subtype: Subtype::Sequence,
        interp: Interp::Linear,
        pieces: vec![Piece { start: 0, end: rows.len(), lower_inc, upper_inc }],
        times: rows.iter().map(|r| r.0).collect(),
        values: rows.iter().map(|r| r.1).collect(),
    }
}

fn merged(parts: &[&TFloat]) -> temporal::Result<Option<TFloat>> {
    merge(&parts.iter().map(|p| p.view()).collect::<Vec<_>>(), NUMBER, &Straight)
}

#[test]
fn merge_joins_what_touches_and_refuses_what_differs() {
    let (p, q, r) = (
        run(&[(0, 0.0), (5, 1.0)], true, true),
        run(&[(5, 2.0), (10, 3.0)], true, true),
        run(&[(5, 1.0), (10, 9.0)], true, true),
    );
    for parts in [[&p, &r], [&r, &p]] {
        let got = merged(&parts).unwrap().unwrap();
        assert_eq!((got.subtype, got.times), (Subtype::Sequence, vec![0, 5, 10]));
    }
    assert!(merged(&[&p, &q]).unwrap_err().to_string().contains("2000-01-01 00:00:00.000005"));
    assert!(merged(&[&q, &p]).is_err());
    assert!(merged(&[&p, &p]).unwrap_err().to_string().contains("overlap"));
    assert_eq!(merged(&[&p]).unwrap(), Some(p.clone()));
    let far = run(&[(7, 0.0), (8, 1.0)], true, true);
    assert_eq!(merged(&[&far, &p]).unwrap().unwrap().subtype, Subtype::SequenceSet);
}

#[test]
fn merge_of_instants_is_discrete_and_beside_a_sequence_they_are_pieces() {
    let (a, b) = (Temporal::instant(3, 1.0), Temporal::instant(1, 2.0));
    assert_eq!(merged(&[&a, &a]).unwrap().unwrap(), a);
    let both = merged(&[&a, &b]).unwrap().unwrap();
    assert_eq!((both.subtype, both.interp, both.times), (Subtype::Sequence, Interp::Discrete, vec![1, 3]));
    let p = run(&[(5, 0.0), (9, 1.0)], true, true);
    let with = merged(&[&p, &a]).unwrap().unwrap();
    assert_eq!((with.subtype, with.pieces.len()), (Subtype::SequenceSet, 2));
    assert!(merged(&[&a, &Temporal::instant(3, 9.0)]).is_err());
    let step = Temporal { interp: Interp::Step, ..run(&[(10, 0.0), (11, 1.0)], true, true) };
    assert!(merged(&[&p, &step]).is_err());
}

#[test]
fn append_goes_on_splits_or_refuses() {
    let value = run(&[(0, 0.0), (4, 1.0)], true, false);
    let gaps = Gaps { max_us: Some(5), max_dist: Some(10.0) };
    let append = |instant| {
        append_instant(value.view(), instant, Interp::Linear, gaps, (NUMBER, &Straight), |a: &f64, b: &f64| {
            (a - b).abs()
        })
    };
    assert_eq!(append((9, 11.0)).unwrap().pieces, vec![Piece { start: 0, end: 3, lower_inc: true, upper_inc: true }]);
    assert_eq!(append((10, 1.0)).unwrap().subtype, Subtype::SequenceSet);
    assert_eq!(append((5, 11.1)).unwrap().pieces.len(), 2);
    assert!(append((4, 1.0)).unwrap().pieces[0].upper_inc);
    assert!(append((4, 2.0)).is_err() && append((3, 0.5)).is_err());
    let later = run(&[(4, 1.0), (8, 8.0)], true, true);
    assert_eq!(append_sequence(value.view(), later.view(), NUMBER, &Straight).unwrap().times, vec![0, 4, 8]);
    assert!(append_sequence(later.view(), value.view(), NUMBER, &Straight).is_err());
}

proptest! {
    #[test]
    fn result_is_the_same_for_every_order_of_rows(
        rows in proptest::collection::vec((0_i64..20, -3_i32..3, -3_i32..3), 1..40),
        shuffle in proptest::collection::vec(any::<u64>(), 40),
        policy in prop_oneof![Just(Conflict::Least), Just(Conflict::Greatest), Just(Conflict::Mean)],
    ) {
        let rows: Vec<(i64, Point)> = rows.iter().map(|(t, x, y)| (*t, Point::xy(f64::from(*x) / 3.0, f64::from(*y) / 7.0))).collect();
        let mut keyed: Vec<(u64, (i64, Point))> = shuffle.into_iter().zip(rows.clone()).collect();
        keyed.sort_by_key(|k| k.0);
        let other: Vec<(i64, Point)> = keyed.into_iter().map(|k| k.1).collect();
        let form = Form { conflict: policy, ..LINEAR };
        let (a, b) = (point_sequence(PLANE, rows.clone(), form).unwrap(), point_sequence(PLANE, other.clone(), form).unwrap());
        prop_assert_eq!(a, b);
        let strict = |rows: Vec<(i64, Point)>| point_sequence(PLANE, rows, LINEAR).map_err(|e| e.to_string());
        prop_assert_eq!(strict(rows), strict(other));
    }
}
