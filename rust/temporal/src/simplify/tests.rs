//! Against the definitions, by recursion and by asking every instant again.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::temporal::Subtype;

fn trip(instants: &[(i64, f64, f64)], interp: Interp) -> TPoint {
    let pieces = vec![Piece { start: 0, end: instants.len(), lower_inc: true, upper_inc: true }];
    let times = instants.iter().map(|(t, _, _)| t * 1_000_000).collect();
    let values = instants.iter().map(|(_, x, y)| Point::xy(*x, *y)).collect();
    let track = Temporal { subtype: Subtype::Sequence, interp, pieces, times, values };
    TPoint { srid: 25832, geodetic: false, has_z: false, track }
}

fn seconds(trip: &TPoint) -> Vec<i64> {
    trip.track.times.iter().map(|t| t / 1_000_000).collect()
}

/// By the definition, by recursion.
fn naive_douglas_peucker(
    run: &Run<'_, Point>,
    from: usize,
    to: usize,
    dist: f64,
    by: Deviation,
    kept: &mut Vec<usize>,
) {
    let mut most = (0.0, from);
    for k in from + 1..to {
        let d = by.of(run, from, to, k);
        if d > most.0 {
            most = (d, k);
        }
    }
    if most.0 > dist {
        naive_douglas_peucker(run, from, most.1, dist, by, kept);
        naive_douglas_peucker(run, most.1, to, dist, by, kept);
    } else {
        kept.push(to);
    }
}

/// By the definition: every instant of the window is asked again.
fn naive_max_dist(run: &Run<'_, Point>, dist: f64, by: Deviation) -> Vec<usize> {
    let (mut kept, mut end) = (vec![0], 1);
    while end < run.times.len() {
        let start = kept[kept.len() - 1];
        let far: Vec<f64> = (start + 1..end).map(|k| by.of(run, start, end, k)).collect();
        let most = far.iter().copied().fold(0.0, f64::max);
        if most > dist {
            kept.push(start + 1 + far.iter().position(|d| *d == most).unwrap());
        } else {
            end += 1;
        }
    }
    kept.push(run.times.len() - 1);
    kept
}

fn walks() -> impl Strategy<Value = Vec<(i64, f64, f64)>> {
    prop::collection::vec((1_i64..40, -30_i32..30, -30_i32..30), 2..60).prop_map(|steps| {
        let mut here = (0, 0.0, 0.0);
        steps
            .iter()
            .map(|(t, x, y)| {
                here = (here.0 + t, here.1 + f64::from(*x) / 7.0, here.2 + f64::from(*y) / 7.0);
                here
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn both_are_what_their_definitions_say(walk in walks(), dist in 0.1_f64..20.0) {
        let trip = trip(&walk, Interp::Linear);
        let run = trip.track.view().runs().next().unwrap();
        for by in [Deviation::Synchronised, Deviation::Spatial] {
            let mut divided = vec![0];
            naive_douglas_peucker(&run, 0, run.times.len() - 1, dist, by, &mut divided);
            prop_assert_eq!(farthest::kept(&run, dist, by), divided);
            prop_assert_eq!(window::kept(&run, dist, by), naive_max_dist(&run, dist, by));
        }
    }

    #[test]
    fn what_is_dropped_is_within_the_distance_of_what_is_left(walk in walks(), dist in 0.1_f64..20.0) {
        let trip = trip(&walk, Interp::Linear);
        let run = trip.track.view().runs().next().unwrap();
        for by in [Deviation::Synchronised, Deviation::Spatial] {
            for kept in [farthest::kept(&run, dist, by), window::kept(&run, dist, by)] {
                prop_assert_eq!((kept[0], kept[kept.len() - 1]), (0, walk.len() - 1));
                for w in kept.windows(2) {
                    prop_assert!((w[0] + 1..w[1]).all(|k| by.of(&run, w[0], w[1], k) <= dist));
                }
            }
        }
    }
}

const STOP: [(i64, f64, f64); 5] = [(0, 0.0, 0.0), (10, 1.0, 0.0), (20, 10.0, 0.0), (30, 10.0, 3.0), (40, 20.0, 1.0)];

#[rstest]
#[case(Deviation::Spatial, 2.5, &[0, 40])]
#[case(Deviation::Spatial, 2.4, &[0, 20, 30, 40])]
#[case(Deviation::Synchronised, 5.5, &[0, 40])]
#[case(Deviation::Synchronised, 4.0, &[0, 30, 40])]
#[case(Deviation::Synchronised, 3.8, &[0, 10, 20, 30, 40])]
fn douglas_peucker_keeps(#[case] by: Deviation, #[case] dist: f64, #[case] kept: &[i64]) {
    assert_eq!(seconds(&douglas_peucker(&trip(&STOP, Interp::Linear).view(), dist, by).unwrap()), kept);
}

#[test]
fn a_day_at_anchor_is_not_asked_again_for_each_instant() {
    let jitter = |i: i64| (i, ((i * 7919) % 101) as f64 / 50.0 - 1.0, ((i * 104_729) % 103) as f64 / 51.0 - 1.0);
    let anchored: Vec<_> = (0..200_000).map(jitter).collect();
    let trip = trip(&anchored, Interp::Linear);
    for by in [Deviation::Synchronised, Deviation::Spatial] {
        assert_eq!(seconds(&max_dist(&trip.view(), 10.0, by).unwrap()), [0, 199_999]);
    }
}

#[rstest]
#[case(3.0, &[0, 20, 40])]
#[case(9.99, &[0, 20, 40])]
#[case(10.0, &[0, 30, 40])]
#[case(f64::INFINITY, &[0, 40])]
fn min_dist_keeps_what_is_farther(#[case] dist: f64, #[case] kept: &[i64]) {
    assert_eq!(seconds(&min_dist(&trip(&STOP, Interp::Linear).view(), dist).unwrap()), kept);
}

#[rstest]
#[case(9, &[0, 10, 20, 30, 40])]
#[case(10, &[0, 20, 40])]
#[case(25, &[0, 30, 40])]
#[case(100, &[0, 40])]
fn min_time_delta_keeps_what_is_later(#[case] seconds_between: i64, #[case] kept: &[i64]) {
    for interp in [Interp::Linear, Interp::Step] {
        let simple = min_time_delta(&trip(&STOP, interp).view(), seconds_between * 1_000_000).unwrap();
        assert_eq!((seconds(&simple).as_slice(), simple.track.interp), (kept, interp));
    }
}

#[rstest]
#[case(Interp::Step)]
#[case(Interp::Discrete)]
fn lines_are_sought_in_linear_values_only(#[case] interp: Interp) {
    let trip = trip(&STOP, interp);
    for by in [Deviation::Synchronised, Deviation::Spatial] {
        assert_eq!(douglas_peucker(&trip.view(), 100.0, by).unwrap(), trip);
        assert_eq!(max_dist(&trip.view(), 100.0, by).unwrap(), trip);
    }
}

#[test]
fn distance_0_returns_the_value_and_others_below_are_refused() {
    let linear = trip(&STOP, Interp::Linear);
    assert_eq!(douglas_peucker(&linear.view(), 0.0, Deviation::Spatial).unwrap(), linear);
    assert_eq!(min_time_delta(&linear.view(), 0).unwrap(), linear);
    for dist in [-1.0, f64::NAN] {
        assert!(max_dist(&linear.view(), dist, Deviation::Spatial).is_err());
        assert!(min_dist(&linear.view(), dist).is_err());
    }
    assert!(min_time_delta(&linear.view(), -1).is_err());
}

#[test]
fn numbers_are_compared_at_their_time_and_pieces_by_themselves() {
    let pieces = vec![
        Piece { start: 0, end: 3, lower_inc: true, upper_inc: false },
        Piece { start: 3, end: 6, lower_inc: true, upper_inc: true },
    ];
    let times = vec![0, 10, 20, 30, 40, 50];
    let values = vec![0.0, 1.0, 0.0, 0.0, 5.0, 0.0];
    let numbers = Temporal { subtype: Subtype::SequenceSet, interp: Interp::Linear, pieces, times, values };
    let simple = douglas_peucker(&numbers.view(), 2.0, Deviation::Synchronised).unwrap();
    assert_eq!((simple.times, simple.pieces.len()), (vec![0, 20, 30, 40, 50], 2));
}
