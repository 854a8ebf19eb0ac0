//! The distance functions against the naive answers, and their law.

use super::oracle::{pair, shared};
use super::*;
use crate::geom::Shape;
use crate::point::{Point, TPoint};
use crate::temporal::{Interp, Piece, Subtype, Temporal};
use proptest::prelude::*;
use rstest::rstest;

/// A linear sequence with both bounds included.
pub(crate) fn line(points: &[(f64, f64, i64)]) -> TPoint {
    let track = Temporal {
        subtype: Subtype::Sequence,
        interp: Interp::Linear,
        pieces: vec![Piece { start: 0, end: points.len(), lower_inc: true, upper_inc: true }],
        times: points.iter().map(|p| p.2).collect(),
        values: points.iter().map(|p| Point::xy(p.0, p.1)).collect(),
    };
    TPoint { srid: 0, geodetic: false, has_z: false, track }
}

/// The same with an exclusive upper bound.
pub(crate) fn line_open(points: &[(f64, f64, i64)]) -> TPoint {
    let mut open = line(points);
    open.track.pieces[0].upper_inc = false;
    open
}

/// The largest relative displacement in a microsecond.
fn motion_per_us(a: &TPoint, b: &TPoint) -> f64 {
    let fastest = |p: &TPoint| {
        let speed = |i: usize| {
            let (v, w) = (p.track.values[i - 1], p.track.values[i]);
            length(&Point::xyz(w.x - v.x, w.y - v.y, w.z - v.z))
                / (p.track.times[i] - p.track.times[i - 1]).max(1) as f64
        };
        (1..p.track.times.len()).map(speed).fold(0.0, f64::max)
    };
    fastest(a) + fastest(b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn nearest_approach_is_the_least_of_all_pairs((a, b) in pair()) {
        let want = shared(&a, &b).iter().map(|s| s.nearest()).reduce(f64::min);
        let got = nearest_approach_distance(&a.view(), &b.view()).unwrap();
        prop_assert_eq!(got.is_some(), want.is_some());
        if let (Some(got), Some(want)) = (got, want) {
            // A ternary search finds the place of a minimum to half the digits, and a zero no better than that.
            prop_assert!((got - want).abs() <= 2e-7, "{} against {}", got, want);
        }
    }

    #[test]
    fn distance_instant_and_line_agree((a, b) in pair()) {
        let (va, vb) = (a.view(), b.view());
        let Some(nad) = nearest_approach_distance(&va, &vb).unwrap() else {
            prop_assert!(nearest_approach_instant(&va, &vb).unwrap().is_none());
            prop_assert!(shortest_line(&va, &vb).unwrap().is_none());
            prop_assert!(tdistance(&va, &vb).unwrap().is_none());
            return Ok(());
        };
        let tolerance = 1e-9 * nad.max(1.0) + motion_per_us(&a, &b);
        let profile = tdistance(&va, &vb).unwrap().unwrap();
        let least = profile.values.iter().copied().fold(f64::INFINITY, f64::min);
        prop_assert!((least - nad).abs() <= tolerance, "tDistance {} against {}", least, nad);
        let Shape::LineString(ends) = shortest_line(&va, &vb).unwrap().unwrap().shape else { unreachable!() };
        let across = length(&Point::xyz(ends[1].x - ends[0].x, ends[1].y - ends[0].y, ends[1].z - ends[0].z));
        prop_assert!((across - nad).abs() <= 1e-9 * nad.max(1.0), "shortestLine {} against {}", across, nad);
        let instant = nearest_approach_instant(&va, &vb).unwrap().unwrap();
        let from_line = Point::xyz(
            ends[0].x - instant.track.values[0].x,
            ends[0].y - instant.track.values[0].y,
            ends[0].z - instant.track.values[0].z,
        );
        prop_assert!(length(&from_line) <= tolerance);
        let at = instant.track.times[0];
        let there = |s: &&oracle::Shared| s.lower_us <= at && at <= s.upper_us;
        let naive = shared(&a, &b).iter().filter(there).map(|s| s.distance_at(at as f64)).fold(f64::INFINITY, f64::min);
        prop_assert!(naive <= nad + tolerance, "distance at the instant {} against {}", naive, nad);
    }

    #[test]
    fn tdistance_is_the_distance_at_its_instants((a, b) in pair()) {
        let Some(profile) = tdistance(&a.view(), &b.view()).unwrap() else { return Ok(()) };
        let pairs = shared(&a, &b);
        let runs: Vec<_> = profile.view().runs().collect();
        for run in &runs {
            prop_assert!(run.times.windows(2).all(|w| w[0] < w[1]));
            for (at, value) in run.times.iter().zip(run.values) {
                let near = pairs
                    .iter()
                    .filter(|s| s.lower_us <= *at && *at <= s.upper_us)
                    .any(|s| (s.distance_at(*at as f64) - value).abs() <= 1e-9 * value.max(1.0));
                prop_assert!(near, "{} at {}", value, at);
            }
        }
        for w in runs.windows(2) {
            let (end, start) = (w[0].times[w[0].times.len() - 1], w[1].times[0]);
            prop_assert!(end < start || (end == start && !(w[0].upper_inc && w[1].lower_inc)));
        }
        let covered: i64 = runs.iter().map(|r| r.times[r.times.len() - 1] - r.times[0]).sum();
        let want: i64 = pairs.iter().map(|s| s.upper_us - s.lower_us).sum();
        if profile.interp != Interp::Discrete {
            prop_assert_eq!(covered, want);
        }
    }
}

#[rstest]
#[case::no_common_time(line(&[(0., 0., 0), (1., 0., 5)]), line(&[(0., 0., 6), (1., 0., 9)]), None)]
#[case::touching_closed(line(&[(0., 0., 0), (10., 0., 5)]), line(&[(10., 3., 5), (1., 0., 9)]), Some(3.0))]
#[case::touching_open(line_open(&[(0., 0., 0), (10., 0., 5)]), line(&[(10., 3., 5), (1., 0., 9)]), None)]
#[case::minimum_at_open_end(line_open(&[(0., 0., 0), (10., 0., 5)]), line_open(&[(0., 13., 0), (10., 3., 5)]), Some(3.0))]
#[case::three_centuries(
    line(&[(0., 0., 0), (10., 0., 1 << 53), (30., 0., 1 << 54)]),
    line(&[(10., 4., 0), (10., 4., 3 << 51), (10., 4., 1 << 54)]),
    Some(4.0)
)]
#[case::inside_a_microsecond(line(&[(0., 0., 0), (3., 0., 1)]), line(&[(1., 0., 0), (1., 0., 1)]), Some(0.0))]
#[case::utm(line(&[(6e6, 5e6, 0), (6e6 + 20.0, 5e6, 20)]), line(&[(6e6 + 20.0, 5e6 + 3.0, 0), (6e6, 5e6 + 3.0, 20)]), Some(3.0))]
#[case::huge(line(&[(-1e300, 1e300, 0), (1e300, 1e300, 20)]), line(&[(0., 0., 0), (0., 0., 20)]), Some(1e300))]
#[case::huge_crossing(line(&[(-1e300, 0., 0), (1e300, 0., 20)]), line(&[(0., 3., 0), (0., 3., 20)]), Some(3.0))]
fn nearest_approach_distance_of(#[case] a: TPoint, #[case] b: TPoint, #[case] want: Option<f64>) {
    assert_eq!(nearest_approach_distance(&a.view(), &b.view()).unwrap(), want);
    assert_eq!(nearest_approach_distance(&b.view(), &a.view()).unwrap(), want);
}

#[test]
fn step_against_linear_finds_the_meeting_before_the_jump() {
    let mut held = line(&[(5.0, 0.0, 0), (9.0, 0.0, 5_000), (9.0, 0.0, 9_000)]);
    held.track.interp = Interp::Step;
    let moving = line(&[(0.0, 0.0, 0), (10.0, 0.0, 10_000)]);
    assert_eq!(nearest_approach_distance(&held.view(), &moving.view()).unwrap(), Some(0.0));
    let profile = tdistance(&held.view(), &moving.view()).unwrap().unwrap();
    assert_eq!(profile.times, [0, 5_000, 5_000, 9_000]);
    assert_eq!(profile.values, [5.0, 0.0, 4.0, 0.0]);
    assert_eq!(
        profile.pieces.iter().map(|p| (p.lower_inc, p.upper_inc)).collect::<Vec<_>>(),
        [(true, false), (true, true)]
    );
}

#[test]
fn constant_distance_is_nearest_at_its_first_time() {
    let a = line(&[(0.0, 0.0, 0), (7.0, 11.0, 300), (20.0, 1.0, 777)]);
    let b = line(&[(3.0, 0.0, 0), (10.0, 11.0, 300), (23.0, 1.0, 777)]);
    let c = line(&[(0.1, 0.3, -5), (0.1, 0.3, 1000)]);
    let instant = nearest_approach_instant(&a.view(), &b.view()).unwrap().unwrap();
    assert_eq!((instant.track.times[0], instant.track.values[0]), (0, Point::xy(0.0, 0.0)));
    assert_eq!(nearest_approach_instant(&c.view(), &c.view()).unwrap().unwrap().track.times, [-5]);
}

#[test]
fn operands_that_do_not_fit_are_errors_naming_both() {
    let a = line(&[(0.0, 0.0, 0), (1.0, 0.0, 9)]);
    let with = |srid, geodetic, has_z| TPoint { srid, geodetic, has_z, ..a.clone() };
    let error = |a: &TPoint, b: &TPoint| nearest_approach_distance(&a.view(), &b.view()).unwrap_err().to_string();
    assert_eq!(error(&with(25832, false, false), &with(0, false, false)), "mixed SRID: 25832 and 0");
    assert!(error(&with(4326, false, false), &with(4326, true, false)).contains("geodetic"));
    assert!(error(&a, &with(0, false, true)).contains("dimension"));
    assert!(error(&with(4326, true, false), &with(4326, true, false)).contains("not supported"));
}
