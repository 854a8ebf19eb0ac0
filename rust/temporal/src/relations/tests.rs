//! The relations against naive answers in whole numbers, their identities, and the cases of the definitions.

use super::*;
use crate::distance::oracle::{Shared, pair, shared};
use crate::distance::tests::{line, line_open};
use crate::point::{Point, TPoint};
use crate::temporal::{Interp, Subtype, TBool};
use proptest::prelude::*;
use rstest::rstest;

/// The value at a time, if the time belongs to the temporal Boolean.
pub(super) fn value_at(truth: &TBool, at: i64) -> Option<bool> {
    if truth.interp == Interp::Discrete {
        return truth.times.iter().position(|&t| t == at).map(|i| truth.values[i]);
    }
    truth.view().runs().find_map(|run| {
        let (first, last) = (run.times[0], run.times[run.times.len() - 1]);
        let inside = (first < at || (first == at && run.lower_inc)) && (at < last || (at == last && run.upper_inc));
        inside.then(|| run.values[run.times.partition_point(|&t| t <= at) - 1])
    })
}

fn includes(s: &Shared, at: i64) -> bool {
    (s.lower_us < at || (s.lower_us == at && s.lower_inc)) && (at < s.upper_us || (at == s.upper_us && s.upper_inc))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn ever_and_always_dwithin_are_exact((a, b) in pair(), limit in 0i32..8) {
        let pairs = shared(&a, &b);
        let ever = (!pairs.is_empty()).then(|| pairs.iter().any(|s| s.ever_within(limit.into())));
        let at_ends = |s: &Shared| s.within_at(s.lower_us, limit.into()) && s.within_at(s.upper_us, limit.into());
        let always = (!pairs.is_empty()).then(|| pairs.iter().all(at_ends));
        let dist = f64::from(limit);
        prop_assert_eq!(ever_dwithin(&a.view(), &b.view(), dist).unwrap(), ever);
        prop_assert_eq!(ever_dwithin(&b.view(), &a.view(), dist).unwrap(), ever);
        prop_assert_eq!(always_dwithin(&a.view(), &b.view(), dist).unwrap(), always);
        if limit == 0 {
            prop_assert_eq!(ever_intersects(&a.view(), &b.view()).unwrap(), ever);
            prop_assert_eq!(always_disjoint(&a.view(), &b.view()).unwrap(), ever.map(|e| !e));
            prop_assert_eq!(always_intersects(&a.view(), &b.view()).unwrap(), always);
            prop_assert_eq!(ever_disjoint(&a.view(), &b.view()).unwrap(), always.map(|e| !e));
        }
    }

    #[test]
    fn tdwithin_is_right_at_every_whole_time((a, b) in pair(), limit in 0i32..8) {
        let pairs = shared(&a, &b);
        let Some(truth) = tdwithin(&a.view(), &b.view(), f64::from(limit)).unwrap() else {
            prop_assert!(pairs.is_empty());
            return Ok(());
        };
        let (first, last) = (a.track.times[0].min(b.track.times[0]), *a.track.times.last().unwrap());
        let changes: Vec<i64> = truth.times.clone();
        let vertices: Vec<i64> = a.track.times.iter().chain(&b.track.times).copied().collect();
        let step = ((last - first) / 500).max(1) as usize;
        for at in (first - 1..=last + 1).step_by(step).chain(vertices.iter().copied()) {
            let here: Vec<&Shared> = pairs.iter().filter(|s| includes(s, at)).collect();
            let want = here.first().map(|s| s.within_at(at, limit.into()));
            let rounded = changes.iter().any(|c| (c - at).abs() <= 1);
            if value_at(&truth, at) != want && !(rounded && want.is_some() && value_at(&truth, at).is_some()) {
                prop_assert!(false, "at {}: {:?} for {:?}", at, value_at(&truth, at), want);
            }
        }
    }

    #[test]
    fn tdwithin_is_ever_true_if_ever_dwithin((a, b) in pair(), limit in 0i32..8) {
        let dist = f64::from(limit);
        let truth = tdwithin(&a.view(), &b.view(), dist).unwrap();
        let ever = ever_dwithin(&a.view(), &b.view(), dist).unwrap();
        prop_assert_eq!(truth.is_some(), ever.is_some());
        let Some(truth) = truth else { return Ok(()) };
        let sometimes = truth.values.contains(&true);
        prop_assert!(!sometimes || ever == Some(true));
        // Without exclusive bounds and jumps the closed answer is the answer.
        let closed = |p: &TPoint| p.track.interp != Interp::Step && p.track.pieces.iter().all(|p| p.lower_inc && p.upper_inc);
        if closed(&a) && closed(&b) {
            prop_assert_eq!(ever, Some(sometimes));
            prop_assert_eq!(always_dwithin(&a.view(), &b.view(), dist).unwrap() == Some(true), !truth.values.contains(&false));
        }
        let at = |value| tdwithin_at(&a.view(), &b.view(), dist, value).unwrap();
        prop_assert_eq!(at(true).is_some(), sometimes);
        prop_assert!(at(true).is_none_or(|t| t.values.iter().all(|v| *v)));
        prop_assert!(at(false).is_none_or(|t| t.values.iter().all(|v| !*v)));
    }

    #[test]
    fn dwithin_agrees_with_the_nearest_distance((a, b) in pair(), dist in 0.0f64..9.0) {
        let nad = crate::distance::nearest_approach_distance(&a.view(), &b.view()).unwrap();
        if let Some(nad) = nad.filter(|nad| (nad - dist).abs() > 1e-9) {
            prop_assert_eq!(ever_dwithin(&a.view(), &b.view(), dist).unwrap(), Some(nad <= dist));
        }
    }

    #[test]
    fn equality_respects_bounds_and_follows_the_temporal_form((a, b) in pair()) {
        let truth = tequals(&a.view(), &b.view()).unwrap();
        let equal = ever_equals(&a.view(), &b.view()).unwrap();
        prop_assert_eq!(always_not_equals(&a.view(), &b.view()).unwrap(), equal.map(|e| !e));
        prop_assert_eq!(truth.as_ref().map(|t| !t.values.contains(&false)), always_equals(&a.view(), &b.view()).unwrap());
        // A meeting between two excluded ends of one microsecond has no time of its own.
        let short = shared(&a, &b).iter().any(|s| s.upper_us - s.lower_us == 1);
        if !short {
            prop_assert_eq!(truth.map(|t| t.values.contains(&true)), equal);
        }
    }
}

#[rstest]
#[case::negative(-1.0, Some(false), Some(false))]
#[case::nan(f64::NAN, Some(false), Some(false))]
#[case::infinite(f64::INFINITY, Some(true), Some(true))]
#[case::exactly(3.0, Some(true), Some(true))]
#[case::just_less(3.0f64.next_down(), Some(false), Some(false))]
#[case::just_more(3.0f64.next_up(), Some(true), Some(true))]
fn parallel_at_three_within(#[case] dist: f64, #[case] ever: Option<bool>, #[case] always: Option<bool>) {
    let a = line(&[(0.0, 0.0, 0), (10.0, 0.0, 7_000_000)]);
    let b = line(&[(0.0, 3.0, 1_000_000), (10.0, 3.0, 8_000_000)]);
    let (c, d) = (line(&[(0.0, 0.0, 0), (10.0, 0.0, 70)]), line(&[(0.0, 3.0, 0), (4.0, 3.0, 28), (10.0, 3.0, 70)]));
    assert_eq!(ever_dwithin(&c.view(), &d.view(), dist).unwrap(), ever);
    assert_eq!(always_dwithin(&c.view(), &d.view(), dist).unwrap(), always);
    assert_eq!(always_dwithin(&a.view(), &b.view(), dist).unwrap().map(|_| ()), Some(()));
    let truth = tdwithin(&c.view(), &d.view(), dist).unwrap().unwrap();
    assert_eq!((truth.times, truth.values), (vec![0, 70], vec![always.unwrap(); 2]));
}

#[rstest]
#[case::eastward(0.0, 0.0)]
#[case::utm(594_212.25, 6_196_788.5)]
#[case::far(1e12, -1e12)]
fn crossing_at_five_is_true_at_one_instant(#[case] x: f64, #[case] y: f64) {
    let a = line(&[(x, y, 0), (x + 10.0, y, 86_400_000_000)]);
    let b = line(&[(x + 5.0, y + 5.0, 0), (x + 5.0, y + 5.0, 86_400_000_000)]);
    assert_eq!(ever_dwithin(&a.view(), &b.view(), 5.0).unwrap(), Some(true));
    assert_eq!(ever_dwithin(&a.view(), &b.view(), 5.0f64.next_down()).unwrap(), Some(false));
    let truth = tdwithin(&a.view(), &b.view(), 5.0).unwrap().unwrap();
    assert_eq!(truth.times, [0, 43_200_000_000, 43_200_000_000, 86_400_000_000]);
    assert_eq!(truth.values, [false, true, false, false]);
    assert_eq!(
        truth.pieces.iter().map(|p| (p.lower_inc, p.upper_inc)).collect::<Vec<_>>(),
        [(true, true), (false, true)]
    );
    assert_eq!(truth.subtype, Subtype::SequenceSet);
}

#[test]
fn minimum_at_excluded_end_counts_for_ever_but_not_for_temporal() {
    let a = line_open(&[(0.0, 0.0, 0), (10.0, 0.0, 1000)]);
    let b = line_open(&[(0.0, 13.0, 0), (10.0, 3.0, 1000)]);
    assert_eq!(ever_dwithin(&a.view(), &b.view(), 3.0).unwrap(), Some(true));
    assert!(tdwithin_at(&a.view(), &b.view(), 3.0, true).unwrap().is_none());
    assert_eq!(always_dwithin(&a.view(), &b.view(), 13.0).unwrap(), Some(true));
    assert_eq!(always_dwithin(&a.view(), &b.view(), 12.9).unwrap(), Some(false));
    let c = line_open(&[(10.0, 5.0, 0), (10.0, 0.0, 1000)]);
    assert_eq!(ever_intersects(&a.view(), &c.view()).unwrap(), Some(true));
    assert_eq!(ever_equals(&a.view(), &c.view()).unwrap(), Some(false));
}

#[test]
fn trip_against_standing_point_as_in_the_definition_of_always() {
    let minute = 60_000_000;
    let trip = line(&[(0.0, 0.0, 0), (6.0, 0.0, 6 * minute)]);
    let place = line(&[(4.0, 0.0, 0), (4.0, 0.0, 6 * minute)]);
    assert_eq!(ever_intersects(&trip.view(), &place.view()).unwrap(), Some(true));
    assert_eq!(always_disjoint(&trip.view(), &place.view()).unwrap(), Some(false));
    assert_eq!(always_dwithin(&trip.view(), &place.view(), 0.5).unwrap(), Some(false));
    let near = tdwithin_at(&trip.view(), &place.view(), 0.5, true).unwrap().unwrap();
    assert_eq!(near.times, [7 * minute / 2, 9 * minute / 2]);
}

#[test]
fn huge_coordinates_do_not_overflow_into_a_wrong_answer() {
    let a = line(&[(-1e300, 0.0, 0), (1e300, 0.0, 20)]);
    let b = line(&[(0.0, 3.0, 0), (0.0, 3.0, 20)]);
    assert_eq!(ever_dwithin(&a.view(), &b.view(), 3.0).unwrap(), Some(true));
    assert_eq!(ever_dwithin(&a.view(), &b.view(), 2.9).unwrap(), Some(false));
    assert_eq!(tdwithin_at(&a.view(), &b.view(), 3.0, true).unwrap().unwrap().times, [10]);
    assert_eq!(always_dwithin(&a.view(), &b.view(), 1e300).unwrap(), Some(false));
    assert_eq!(always_dwithin(&a.view(), &b.view(), 1.1e300).unwrap(), Some(true));
}

#[test]
fn distance_counts_height() {
    let with_z = |z: f64| {
        let mut p = line(&[(0.0, 0.0, 0), (10.0, 0.0, 20)]);
        p.has_z = true;
        p.track.values = vec![Point::xyz(0.0, 0.0, z), Point::xyz(10.0, 0.0, z)];
        p
    };
    assert_eq!(ever_dwithin(&with_z(0.0).view(), &with_z(50.0).view(), 40.0).unwrap(), Some(false));
    assert_eq!(always_dwithin(&with_z(0.0).view(), &with_z(50.0).view(), 50.0).unwrap(), Some(true));
}
