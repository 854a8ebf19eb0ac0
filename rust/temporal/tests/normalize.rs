//! Normal form against its definition: bounded error at every dropped instant, fixed under repetition.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rstest::rstest;
use temporal::motion::{GreatCircle, Motion, Straight};
use temporal::normalize::{DEGREES, NUMBER, normalize, normalize_on};
use temporal::point::Point;
use temporal::temporal::{Base, Interp, Piece, Subtype, Temporal};

type Bounds = (bool, bool);

fn value<V: Clone>(interp: Interp, pieces: &[(Bounds, &[(i64, V)])]) -> Temporal<V> {
    let mut made = Temporal {
        subtype: if pieces.len() == 1 { Subtype::Sequence } else { Subtype::SequenceSet },
        interp,
        pieces: vec![],
        times: vec![],
        values: vec![],
    };
    for ((lower_inc, upper_inc), instants) in pieces {
        let start = made.times.len();
        made.times.extend(instants.iter().map(|i| i.0));
        made.values.extend(instants.iter().map(|i| i.1.clone()));
        made.pieces.push(Piece { start, end: made.times.len(), lower_inc: *lower_inc, upper_inc: *upper_inc });
    }
    made
}

const CLOSED: Bounds = (true, true);

#[rstest]
#[case::constant_run_collapses(&[(0, 5.0), (1, 5.0), (7, 5.0), (9, 5.0)], &[0, 9])]
#[case::constant_velocity_collapses(&[(0, 1.0), (1, 2.0), (7, 8.0), (9, 10.0)], &[0, 9])]
#[case::other_speed_stays(&[(0, 1.0), (1, 3.0), (7, 8.0)], &[0, 1, 7])]
#[case::within_tolerance_goes(&[(0, 1.0), (1, 1.0 + 0.9e-6), (2, 1.0)], &[0, 2])]
#[case::beyond_tolerance_stays(&[(0, 1.0), (1, 1.0 + 1.1e-6), (2, 1.0)], &[0, 1, 2])]
#[case::single_stays(&[(3, 1.0)], &[3])]
#[case::pair_stays(&[(3, 1.0), (4, 1.0)], &[3, 4])]
fn linear_thins(#[case] instants: &[(i64, f64)], #[case] times: &[i64]) {
    assert_eq!(normalize(value(Interp::Linear, &[(CLOSED, instants)]), NUMBER).times, times);
}

#[test]
fn step_drops_repeats_but_keeps_the_ends() {
    let got = normalize(value(Interp::Step, &[((true, false), &[(0, 1), (1, 1), (2, 2), (3, 2), (5, 2)])]), NUMBER);
    assert_eq!((got.times, got.values), (vec![0, 2, 5], vec![1, 2, 2]));
}

#[test]
fn discrete_keeps_repeats() {
    let given = value(Interp::Discrete, &[(CLOSED, &[(0, 1), (1, 1), (2, 1)])]);
    assert_eq!(normalize(given.clone(), NUMBER), given);
}

#[rstest]
#[case::open_then_closed((true, false), (true, true), 1.0, true)]
#[case::closed_then_open((true, true), (false, true), 1.0, true)]
#[case::both_open((true, false), (false, true), 1.0, false)]
#[case::other_value((true, false), (true, true), 1.5, false)]
fn linear_pieces_join(#[case] left: Bounds, #[case] right: Bounds, #[case] next: f64, #[case] joins: bool) {
    let got =
        normalize(value(Interp::Linear, &[(left, &[(0, 0.0), (1, 1.0)]), (right, &[(1, next), (2, 9.0)])]), NUMBER);
    assert_eq!(got.pieces.len(), if joins { 1 } else { 2 });
    assert_eq!(got.subtype, Subtype::SequenceSet);
    if joins {
        assert_eq!(got.pieces[0], Piece { start: 0, end: 3, lower_inc: left.0, upper_inc: right.1 });
        assert_eq!(got.times, vec![0, 1, 2]);
    }
}

#[test]
fn step_pieces_join_where_the_open_end_only_waits() {
    let got = normalize(
        value(
            Interp::Step,
            &[((true, false), &[(0, 1), (2, 1)]), (CLOSED, &[(2, 3), (4, 3)]), ((false, true), &[(4, 7), (5, 7)])],
        ),
        NUMBER,
    );
    assert_eq!((got.times, got.values), (vec![0, 2, 4, 4, 5], vec![1, 3, 3, 7, 7]));
    assert_eq!(got.pieces.len(), 2);
}

#[test]
fn slow_curve_of_many_instants_does_not_drift_and_takes_linear_time() {
    let n = 400_000_i64;
    let curve: Vec<(i64, f64)> = (0..n).map(|i| (i * 1_000_000, 1e-9 * (i as f64) * (i as f64) * 1e-3)).collect();
    let given = value(Interp::Linear, &[(CLOSED, &curve)]);
    let got = normalize(given.clone(), NUMBER);
    assert!(got.times.len() < 20_000, "{}", got.times.len());
    within(&given, &got, NUMBER, &Straight, |a, b| (a - b).abs());
    assert_eq!(normalize(got.clone(), NUMBER), got);
}

/// Naive oracle: each instant of `given` lies within `tolerance` of `got` at its time.
fn within<V: Base>(
    given: &Temporal<V>,
    got: &Temporal<V>,
    tolerance: f64,
    motion: &impl Motion<V>,
    distance: impl Fn(&V, &V) -> f64,
) {
    for (time, value) in given.times.iter().zip(&given.values) {
        let after = got.times.partition_point(|t| t < time);
        let expected = if got.times[after] == *time {
            assert!(got.values[after] == *value, "a kept instant changed");
            continue;
        } else {
            let (t0, t1) = (got.times[after - 1], got.times[after]);
            motion.at(&got.values[after - 1], &got.values[after], (time - t0) as f64 / (t1 - t0) as f64)
        };
        let off = distance(value, &expected);
        assert!(off <= tolerance * 1.001, "{off} off at {time}");
    }
}

fn noisy() -> impl Strategy<Value = Vec<(i64, [f64; 2])>> {
    // Noise about the size of the tolerance on a few straight lines: the cases in which a second pass could decide anew.
    let step = (1_i64..4, -3_i32..4, -3_i32..4, 0_u8..12);
    proptest::collection::vec(step, 1..60).prop_map(|steps| {
        let (mut t, mut trend, mut at) = (0, 0.0, 0.0);
        steps
            .into_iter()
            .map(|(dt, nx, ny, turn)| {
                t += dt;
                if turn == 0 {
                    trend = f64::from(nx);
                }
                at += trend * dt as f64;
                (t, [at + f64::from(nx) * 0.45e-6, f64::from(ny) * 0.3e-6])
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn planar_normal_form_is_within_tolerance_and_fixed(instants in noisy()) {
        let points: Vec<(i64, Point)> = instants.iter().map(|(t, [x, y])| (*t, Point::xy(*x, *y))).collect();
        let given = value(Interp::Linear, &[(CLOSED, &points)]);
        let got = normalize(given.clone(), NUMBER);
        prop_assert_eq!(got.times[0], given.times[0]);
        prop_assert_eq!(got.times.last(), given.times.last());
        within(&given, &got, NUMBER, &Straight, Point::deviation);
        prop_assert_eq!(normalize(got.clone(), NUMBER), got);
    }

    #[test]
    fn geodetic_normal_form_is_within_tolerance_and_fixed(
        corners in proptest::collection::vec((-179.0..179.0_f64, -80.0..80.0_f64), 2..5), between in 1_i64..12,
    ) {
        let mut points = vec![];
        for (leg, ends) in corners.windows(2).enumerate() {
            let (a, b) = (Point::xy(ends[0].0, ends[0].1), Point::xy(ends[1].0, ends[1].1));
            for i in 0..between {
                points.push((leg as i64 * between + i, GreatCircle.at(&a, &b, i as f64 / between as f64)));
            }
        }
        let given = value(Interp::Linear, &[(CLOSED, &points)]);
        let got = normalize_on(given.clone(), DEGREES, &GreatCircle);
        prop_assert!(got.times.len() <= corners.len() + 1, "{} of {}", got.times.len(), given.times.len());
        let apart = |a: &Point, b: &Point| GreatCircle.displacement(a, b).iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        within(&given, &got, DEGREES, &GreatCircle, apart);
        prop_assert_eq!(normalize_on(got.clone(), DEGREES, &GreatCircle), got);
    }
}
