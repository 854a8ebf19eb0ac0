//! Text of temporal values: spellings that are read, errors that say where, session zones.
#![allow(clippy::unwrap_used)]

use rstest::rstest;
use temporal::text::DEFAULT_DIGITS;
use temporal::text::temporal::*;
use temporal::time::format_timestamp;

fn rewritten(text: &str) -> String {
    format_tpoint(&parse_tpoint(text, "UTC", false).unwrap().view(), DEFAULT_DIGITS)
}

#[rstest]
#[case::keywords_in_either_case(
    "srid=25832;interp=step;[point(1 1)@2000-01-01, POINT(2 2)@2000-01-02]",
    "SRID=25832,Interp=Step;[POINT(1 1)@2000-01-01 00:00:00+00, POINT(2 2)@2000-01-02 00:00:00+00]"
)]
#[case::comma_as_written(
    "SRID=25832,Interp=Step;[POINT(1 1)@2000-01-01]",
    "SRID=25832,Interp=Step;[POINT(1 1)@2000-01-01 00:00:00+00]"
)]
#[case::spaces(
    "  {  [  Point( 1   1 ) @ 2000-01-01 ,  Point(2 2)@2000-01-02  ) , [ Point(0 0)@2000-01-03 ] } ",
    "{[POINT(1 1)@2000-01-01 00:00:00+00, POINT(2 2)@2000-01-02 00:00:00+00), [POINT(0 0)@2000-01-03 00:00:00+00]}"
)]
#[case::srid_at_the_first_point(
    "{SRID=25832;POINT(1 1)@2000-01-01, POINT(2 2)@2000-01-02}",
    "SRID=25832;{POINT(1 1)@2000-01-01 00:00:00+00, POINT(2 2)@2000-01-02 00:00:00+00}"
)]
#[case::hexadecimal_point(
    "0101000020E6100000000000000000F03F000000000000F03F@2000-01-01Z",
    "SRID=4326;POINT(1 1)@2000-01-01 00:00:00+00"
)]
#[case::minus_zero("POINT(-0 -0.0)@2000-01-01", "POINT(0 0)@2000-01-01 00:00:00+00")]
#[case::normal_form(
    "[POINT(0 0)@2000-01-01, POINT(1 1)@2000-01-02, POINT(2 2)@2000-01-03]",
    "[POINT(0 0)@2000-01-01 00:00:00+00, POINT(2 2)@2000-01-03 00:00:00+00]"
)]
fn points_are_read_in_all_spellings(#[case] text: &str, #[case] out: &str) {
    assert_eq!(rewritten(text), out);
    assert_eq!(rewritten(out), out);
}

#[rstest]
#[case::cut("[Point(1 1)@", "character 12: expected a date")]
#[case::empty("", "character 0")]
#[case::no_time("POINT(1 1)", "'@'")]
#[case::interp_first("Interp=Step;SRID=4326;[POINT(1 1)@2000-01-01]", "sequence after Interp=Step;")]
#[case::interp_linear("Interp=Linear;[POINT(1 1)@2000-01-01]", "Interp=Step, or nothing")]
#[case::interp_instant("Interp=Step;POINT(1 1)@2000-01-01", "sequence after Interp=Step;")]
#[case::open("[POINT(1 1)@2000-01-01, POINT(2 2)@2000-01-02", "']' or ')'")]
#[case::left_over("POINT(1 1)@2000-01-01]", "the end")]
#[case::two_values("{POINT(1 1)@2000-01-01} x", "the end")]
#[case::duplicate("[POINT(1 1)@2000-01-01, POINT(2 2)@2000-01-01]", "ascending")]
#[case::unordered("{POINT(1 1)@2000-01-02, POINT(2 2)@2000-01-01}", "2000-01-01 00:00:00+00 follows 2000-01-02")]
#[case::overlap("{[POINT(1 1)@2000-01-01], [POINT(2 2)@2000-01-01]}", "ascending")]
#[case::open_instant("[POINT(1 1)@2000-01-01)", "both bounds")]
#[case::step_end("Interp=Step;[POINT(1 1)@2000-01-01, POINT(2 2)@2000-01-02)", "repeat")]
#[case::mixed_srid("[SRID=4326;Point(1 1)@2000-01-01, SRID=3857;Point(2 2)@2000-01-02]", "mixed SRID: 4326 and 3857")]
#[case::late_srid("[Point(1 1)@2000-01-01, SRID=3857;Point(2 2)@2000-01-02]", "mixed SRID: 0 and 3857")]
#[case::outer_srid("SRID=4326;SRID=3857;Point(1 1)@2000-01-01", "mixed SRID: 4326 and 3857")]
#[case::mixed_dimension("[Point(1 1)@2000-01-01, Point(2 2 2)@2000-01-02]", "same dimensionality")]
#[case::empty_point("POINT EMPTY@2000-01-01", "a point that is not empty")]
#[case::line("LINESTRING(1 1,2 2)@2000-01-01", "a point that is not empty")]
#[case::infinite("Point(inf 1)@2000-01-01", "finite number")]
#[case::infinite_time("Point(1 1)@infinity", "infinite timestamps")]
#[case::quoted_half("POINT(1 1)@\"2000-01-01", "'\"'")]
fn bad_points_are_refused_with_the_place(#[case] text: &str, #[case] message: &str) {
    let error = parse_tpoint(text, "UTC", false).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[rstest]
#[case("SRID=3857;Point(1 1)@2000-01-01", "not geographic")]
#[case("Point(181 10)@2000-01-01", "out of range")]
#[case("Point(0 -91)@2000-01-01", "out of range")]
fn geodetic_points_lie_on_the_ellipsoid(#[case] text: &str, #[case] message: &str) {
    assert!(parse_tpoint(text, "UTC", true).unwrap_err().to_string().contains(message));
}

#[test]
fn geodetic_points_are_in_wgs84_unless_said_otherwise() {
    assert_eq!(parse_tpoint("Point(1 1)@2000-01-01", "UTC", true).unwrap().srid, 4326);
    assert_eq!(parse_tpoint("SRID=4269;Point(1 1)@2000-01-01", "UTC", true).unwrap().srid, 4269);
}

#[test]
fn numbers_truth_values_and_texts_are_read() {
    let same = |text: &str, out: String| assert_eq!(text.replace("2000-01-01", "2000-01-01 00:00:00+00"), out);
    let float = "Interp=Step;{[1@2000-01-01, 1@2000-01-01 10:00:00+00), [2.5@2000-01-01 10:00:00+00]}";
    assert!(parse::<f64>(float, "UTC").is_ok());
    same("{-1.5@2000-01-01}", format(parse::<f64>("{-1.5@2000-01-01}", "UTC").unwrap().view(), 15));
    same("-7@2000-01-01", format(parse::<i32>(" -7 @2000-01-01", "UTC").unwrap().view(), 15));
    same("[t@2000-01-01]", format(parse::<bool>("[TRUE@2000-01-01]", "UTC").unwrap().view(), 15));
    same("\"a, b@ [c]\"@2000-01-01", format(parse::<String>("\"a, b@ [c]\"@2000-01-01", "UTC").unwrap().view(), 15));
    same("\"plain word\"@2000-01-01", format(parse::<String>("plain word@2000-01-01", "UTC").unwrap().view(), 15));
}

#[test]
fn texts_with_quotes_can_be_read_again() {
    for value in ["a\"b", "\"", "\\", "\\\\", "a\\\"b", "héllo, [x]@", ""] {
        let mut written = parse::<String>("x@2000-01-01", "UTC").unwrap();
        written.values[0] = value.to_string();
        let text = format(written.view(), 15);
        let read = parse::<String>(&text, "UTC").unwrap();
        assert_eq!(format(read.view(), 15), text, "{value}");
    }
    let kept = parse::<String>("\"quote \\\" inside\"@2000-01-01", "UTC").unwrap();
    assert_eq!(kept.values, ["quote \\\" inside"]);
}

#[test]
fn values_of_another_type_are_refused() {
    for text in ["1.5@2000-01-01", "x@2000-01-01", "Interp=Step;[1@2000-01-01]", "99999999999@2000-01-01"] {
        assert!(parse::<i32>(text, "UTC").is_err(), "{text}");
        assert!(parse::<bool>(text, "UTC").is_err(), "{text}");
    }
    for text in ["inf@2000-01-01", "NaN@2000-01-01", "1e400@2000-01-01", "[1@2000-01-01 2@2000-01-02]", "@2000-01-01"] {
        assert!(parse::<f64>(text, "UTC").is_err(), "{text}");
    }
    assert!(parse::<String>("\"open@2000-01-01", "UTC").unwrap_err().to_string().contains("closing quote"));
}

#[rstest]
#[case("UTC", "2024-03-10 02:30:00+00")]
#[case("Asia/Tokyo", "2024-03-09 17:30:00+00")]
#[case("America/New_York", "2024-03-10 07:30:00+00")]
fn times_without_zone_are_in_the_session_zone(#[case] zone: &str, #[case] time: &str) {
    let value = parse_tpoint("POINT(1 1)@2024-03-10 02:30:00", zone, false).unwrap();
    assert_eq!(format_timestamp(value.track.times[0]), time);
    let fixed = parse_tpoint("POINT(1 1)@2024-03-10 02:30:00+00", zone, false).unwrap();
    assert_eq!(format_timestamp(fixed.track.times[0]), "2024-03-10 02:30:00+00");
}

#[test]
fn digits_round_the_coordinates_only() {
    let value = parse_tpoint("SRID=25832;POINT(1.2345 2.5)@2000-01-01 00:00:00.123456", "UTC", false).unwrap();
    assert_eq!(format_tpoint_wkt(&value.view(), 0), "POINT(1 2)@2000-01-01 00:00:00.123456+00");
    assert_eq!(format_tpoint(&value.view(), 2), "SRID=25832;POINT(1.23 2.5)@2000-01-01 00:00:00.123456+00");
}

#[test]
fn nested_input_of_any_depth_is_an_error() {
    for piece in ["GEOMETRYCOLLECTION(", "{", "[", "(", "SRID=1;", "\""] {
        let text = piece.repeat(1_000_000);
        assert!(parse_tpoint(&text, "UTC", false).is_err());
        assert!(parse::<String>(&text, "UTC").is_err());
    }
}
