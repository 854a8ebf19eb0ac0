//! Short journeys of which everything is known: what several functions say of one and the same value.
#![allow(clippy::unwrap_used)]

use rstest::rstest;
use temporal::accessors::{duration, min_instant, when_true};
use temporal::boxes::STBox;
use temporal::boxes::shape::space_box;
use temporal::construct::{Conflict, Form, Gaps, Space, point_sequence, point_sequence_set};
use temporal::distance::{self, geometry as to_geometry};
use temporal::error::Error;
use temporal::geom::{Geometry, Shape};
use temporal::merge::merge_points;
use temporal::movement::{length, speed, trajectory};
use temporal::point::{Point, TPoint};
use temporal::relations::geometry as relations;
use temporal::restrict_space::{Border, at_stbox, minus_stbox};
use temporal::restrict_time::point_value_at;
use temporal::spanset::Extent;
use temporal::temporal::Interp;
use temporal::text::geom::parse_geometry;
use temporal::text::temporal::{format_tpoint, parse_tpoint};
use temporal::time::parse_timestamp;
use temporal::wkb::temporal::read_tpoint;

const MINUTE: i64 = 60_000_000;
const PLANE: Space = Space { srid: 0, geodetic: false, has_z: false };

/// A trip of one day, times written without it.
fn trip(text: &str) -> TPoint {
    parse_tpoint(&text.replace('@', "@2026-01-01 "), "UTC", false).unwrap()
}

fn at(time: &str) -> i64 {
    parse_timestamp(&format!("2026-01-01 {time}"), "UTC").unwrap()
}

fn place(wkt: &str) -> Geometry {
    parse_geometry(wkt, 0).unwrap()
}

fn square(side: f64) -> STBox {
    space_box(Point::xy(0.0, 0.0), Point::xy(side, side), false, 0, false).unwrap()
}

#[test]
fn trip_past_a_place_is_ever_but_not_always_near_it() {
    let (trip, place) = (trip("[Point(0 0)@10:00, Point(6 0)@10:06]"), place("POINT(4 0)"));
    let trip = trip.view();
    assert_eq!(relations::ever_intersects(&trip, &place).unwrap(), Some(true));
    assert_eq!(relations::always_disjoint(&trip, &place).unwrap(), Some(false));
    assert_eq!(relations::ever_dwithin(&trip, &place, 0.5).unwrap(), Some(true));
    assert_eq!(relations::always_dwithin(&trip, &place, 0.5).unwrap(), Some(false));
    let near = when_true(relations::tdwithin(&trip, &place, 0.5).unwrap().unwrap().view());
    let times: Vec<_> = near.iter().map(|s| (s.lower, s.upper, s.lower_inc, s.upper_inc)).collect();
    assert_eq!(times, [(at("10:03:30"), at("10:04:30"), true, true)]);
}

#[test]
fn nearest_instant_distance_and_profile_agree_between_the_fixes() {
    let trip = trip("[Point(0 0)@09:00, Point(10 0)@09:10, Point(20 0)@09:20]");
    let standing = parse_tpoint("[Point(13 4)@2026-01-01 09:00, Point(13 4)@2026-01-01 09:20]", "UTC", false).unwrap();
    let (trip, place, standing) = (trip.view(), place("POINT(13 4)"), standing.view());
    let instants = [
        to_geometry::nearest_approach_instant(&trip, &place).unwrap().unwrap(),
        distance::nearest_approach_instant(&trip, &standing).unwrap().unwrap(),
    ];
    for instant in instants {
        assert_eq!(format_tpoint(&instant.view(), 15), "POINT(13 0)@2026-01-01 09:13:00+00");
    }
    assert_eq!(to_geometry::nearest_approach_distance(&trip, &place).unwrap(), Some(4.0));
    assert_eq!(distance::nearest_approach_distance(&trip, &standing).unwrap(), Some(4.0));
    let profiles = [to_geometry::tdistance(&trip, &place), distance::tdistance(&trip, &standing)];
    for profile in profiles {
        let least = min_instant(profile.unwrap().unwrap().view(), f64::total_cmp);
        assert_eq!((least.times[0], least.values[0]), (at("09:13"), 4.0));
    }
}

#[test]
fn standing_pieces_are_drawn_as_points_clipped_as_a_whole_and_have_no_length() {
    let mixed = trip("{[Point(0 0)@07:00, Point(3 0)@07:30], [Point(9 9)@08:00, Point(9 9)@09:00]}");
    let path =
        [Shape::Point(Some(Point::xy(9.0, 9.0))), Shape::LineString(vec![Point::xy(0.0, 0.0), Point::xy(3.0, 0.0)])];
    assert_eq!(trajectory(&mixed.view()).shape, Shape::Collection(path.to_vec()));

    let standing = trip("[Point(5 5)@12:00, Point(5 5)@12:30]");
    let inside = at_stbox(&standing.view(), &square(10.0), Border::Included).unwrap().unwrap();
    assert_eq!((&inside.track.times, &inside.track.values), (&standing.track.times, &standing.track.values));
    assert_eq!(duration(inside.track.view(), Extent::Covered), 30 * MINUTE);
    assert_eq!(length(&inside.view()), 0.0);
    assert_eq!(minus_stbox(&standing.view(), &square(10.0), Border::Included).unwrap(), None);

    let single = trip("{[Point(1 2)@12:00]}");
    assert_eq!(trajectory(&single.view()).shape, Shape::Point(Some(Point::xy(1.0, 2.0))));
}

#[test]
fn parts_that_agree_where_they_meet_are_one_and_others_an_error_with_the_time() {
    let p = trip("[Point(0 0)@10:00, Point(1 0)@10:05]");
    let other = trip("[Point(2 0)@10:05, Point(3 0)@10:10]");
    let turning = trip("[Point(1 0)@10:05, Point(1 4)@10:10]");
    for parts in [[p.view(), turning.view()], [turning.view(), p.view()]] {
        let merged = merge_points(&parts).unwrap().unwrap();
        assert_eq!((merged.track.pieces.len(), merged.track.times.len()), (1, 3));
    }
    for parts in [[p.view(), other.view()], [other.view(), p.view()]] {
        let error = merge_points(&parts).unwrap_err().to_string();
        assert!(error.contains("two different values at 2026-01-01 10:05:00+00"), "{error}");
    }
}

#[test]
fn copies_of_a_fix_collapse_so_that_speed_is_finite() {
    let rows = [(0, 0.0), (0, 0.0), (5, 50.0)].map(|(s, x)| (at("10:00") + s * 1_000_000, Point::xy(x, 0.0)));
    let form = Form { interp: Interp::Linear, lower_inc: true, upper_inc: true, conflict: Conflict::Error };
    let made = point_sequence(PLANE, rows.to_vec(), form).unwrap().unwrap();
    assert_eq!(made.track.times.len(), 2);
    assert_eq!(speed(&made.view()).unwrap().unwrap().values, [10.0, 10.0]);
}

#[test]
fn rows_out_of_order_make_the_same_way_in_order_of_time() {
    let rows = [(3, 30.0), (1, 10.0), (2, 20.0)].map(|(m, x)| (at("10:00") + m * MINUTE, Point::xy(x, 0.0)));
    let form = Form { interp: Interp::Linear, lower_inc: true, upper_inc: true, conflict: Conflict::Error };
    let made = point_sequence(PLANE, rows.to_vec(), form).unwrap().unwrap();
    for (time, x) in [("10:01", 10.0), ("10:02", 20.0), ("10:03", 30.0)] {
        assert_eq!(point_value_at(made.view(), at(time)), Some(Point::xy(x, 0.0)));
    }
    assert_eq!(length(&made.view()), 20.0);
}

#[test]
fn gap_after_the_first_fix_is_no_way_and_no_time_and_keeps_the_fix() {
    let fixes = [("09:00", 0.0), ("12:00", 1000.0), ("12:01", 1010.0), ("12:02", 1020.0)];
    let rows: Vec<(i64, Point)> = fixes.iter().map(|(t, x)| (at(t), Point::xy(*x, 0.0))).collect();
    let gaps = Gaps { max_us: Some(30 * MINUTE), max_dist: None };
    let made = point_sequence_set(PLANE, rows, (Interp::Linear, Conflict::Error), gaps).unwrap().unwrap();
    let pieces: Vec<(i64, i64)> = made.track.view().runs().map(|r| (r.times[0], r.times[r.times.len() - 1])).collect();
    assert_eq!(pieces, [(at("09:00"), at("09:00")), (at("12:00"), at("12:02"))]);
    assert_eq!(point_value_at(made.view(), at("10:30")), None);
    assert_eq!(duration(made.track.view(), Extent::Covered), 2 * MINUTE);
    assert_eq!(length(&made.view()), 20.0);

    let thirty = vec![(at("09:00"), Point::xy(0.0, 0.0)), (at("09:30"), Point::xy(9.0, 0.0))];
    let made = point_sequence_set(PLANE, thirty, (Interp::Linear, Conflict::Error), gaps).unwrap().unwrap();
    assert_eq!(made.track.pieces.len(), 1);
}

#[rstest]
#[case("POINT(NaN 1)")]
#[case("POINT(1 Infinity)")]
#[case("POINT(1e400 1)")]
fn numbers_that_are_none_are_refused_in_text_bytes_and_rows(#[case] position: &str) {
    assert!(parse_tpoint(&format!("{position}@2026-01-01"), "UTC", false).is_err());
    let x = if position.contains("NaN") { f64::NAN } else { f64::INFINITY };
    let mut bytes = vec![0x01, 0x2E, 0x00, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00];
    bytes.extend(x.to_le_bytes().into_iter().chain(1f64.to_le_bytes()).chain(0i64.to_le_bytes()));
    assert!(read_tpoint(&bytes).unwrap_err().to_string().contains("NaN and infinite"));
    let form = Form { interp: Interp::Linear, lower_inc: true, upper_inc: true, conflict: Conflict::Error };
    let rows = vec![(0, Point::xy(x, 0.0)), (MINUTE, Point::xy(1.0, 0.0))];
    assert!(point_sequence(PLANE, rows, form).is_err());
}

#[rstest]
#[case(4326, 3857)]
#[case(0, 4326)]
fn trips_boxes_and_places_of_two_reference_systems_are_errors_that_name_both(#[case] left: i32, #[case] right: i32) {
    let mixed = Error::MixedSrid { left, right };
    let trip = TPoint { srid: left, ..trip("[Point(0 0)@10:00, Point(6 0)@10:06]") };
    let place = Geometry { srid: right, ..place("POLYGON((0 0, 9 0, 9 9, 0 9, 0 0))") };
    let other = TPoint { srid: right, ..trip.clone() };
    let (near, far) = (STBox { srid: left, ..square(2.0) }, STBox { srid: right, ..square(7.0) });
    assert_eq!(relations::ever_intersects(&trip.view(), &place).unwrap_err(), mixed);
    assert_eq!(to_geometry::nearest_approach_distance(&trip.view(), &place).unwrap_err(), mixed);
    assert_eq!(distance::stbox::nearest_approach_distance(&trip.view(), &far).unwrap_err(), mixed);
    assert_eq!(temporal::relations::ever_dwithin(&trip.view(), &other.view(), 9.0).unwrap_err(), mixed);
    assert_eq!(at_stbox(&trip.view(), &far, Border::Included).unwrap_err(), mixed);
    assert_eq!(temporal::boxes::measure::nearest_approach_distance(&near, &far).unwrap_err(), mixed);
    assert_eq!(temporal::boxes::topology::overlaps(&near, &far).unwrap_err(), mixed);
    assert_ne!(trip, other);
}
