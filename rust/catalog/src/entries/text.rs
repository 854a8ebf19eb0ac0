//! Text in and out: EWKT of temporals, boxes, spans and sets (MobilityDB, "Input and Output").
//!
//! Times without an offset are read in the session time zone; written times are in UTC with the offset `+00`.

use temporal::boxes::{NumSpan, STBox, TBox};
use temporal::error::{Error, Result};
use temporal::point::TPointRef;
use temporal::span::{FloatSpan, IntSpan, TstzSpan};
use temporal::temporal::View;
use temporal::text::{boxes, max_digits, span, temporal as text};

use crate::functions;
use crate::value::Tstzset;

/// The entries of one type: the constructor from text with its other names, and `asText`.
macro_rules! as_text {
    ($module:ident, $Type:ident, $type:ident, [$($name:literal),*], [$($in:literal),*], [$($out:literal),*], $parse:expr, $format:expr, $example:literal) => {
        pub(super) mod $module {
            use super::*;

            functions! {
                #[doc = concat!("The ", stringify!($type), " written in `text`.")]
                ///
                /// Values come back in normal form. Times without an offset are in the session time zone; sub-microseconds round half
                /// up. Text that is not exactly one valid value is an error that names the character. A string literal in the place of
                /// such a value is read the same way.
                $type(text: Text, zone: Text) -> $Type = $parse, session_zone: true, nullable: false,
                    aliases: [$($name),*],
                    meos: [$($in),*],
                    example: {concat!(stringify!($type), "('", $example, "') -> ", $example)};

                /// Text of the value, times in UTC; of a moving point without its SRID.
                ///
                /// `digits`: the most decimals, 15 if left out; a negative number is an error.
                asText(value: $Type, digits: Int = "15") -> Text =
                    |value, digits: i32| Ok::<_, Error>($format(value, max_digits(digits)?)),
                    nullable: false, meos: [$($out),*],
                    example: {concat!("asText(", stringify!($type), "('", $example, "')) -> ", $example)};
            }
        }
    };
}

as_text!(
    tgeompoint,
    Tgeompoint,
    tgeompoint,
    ["tgeompointFromText", "tgeompointFromEWKT"],
    ["tgeompoint_in(text)"],
    ["tspatial_as_text"],
    |t: &str, zone: &str| text::parse_tpoint(t, zone, false),
    |v: TPointRef<'_>, digits| text::format_tpoint_wkt(&v, digits),
    "[POINT(1 2)@2000-01-01 00:00:00+00, POINT(3 4)@2000-01-02 00:00:00+00)"
);
as_text!(
    tgeogpoint,
    Tgeogpoint,
    tgeogpoint,
    ["tgeogpointFromText", "tgeogpointFromEWKT"],
    ["tgeogpoint_in(text)"],
    ["tspatial_as_text"],
    |t: &str, zone: &str| text::parse_tpoint(t, zone, true),
    |v: TPointRef<'_>, digits| text::format_tpoint_wkt(&v, digits),
    "POINT(12.5 55.25)@2000-01-01 00:00:00+00"
);
as_text!(
    tfloat,
    Tfloat,
    tfloat,
    ["tfloatFromText"],
    ["tfloat_in(text)"],
    ["tfloat_out"],
    text::parse::<f64>,
    |v: View<'_, f64>, digits| text::format(v, digits),
    "[1.5@2000-01-01 00:00:00+00, 2@2000-01-02 00:00:00+00]"
);
as_text!(
    tint,
    Tint,
    tint,
    ["tintFromText"],
    ["tint_in(text)"],
    ["tint_out(value)"],
    text::parse::<i32>,
    |v: View<'_, i32>, digits| text::format(v, digits),
    "{1@2000-01-01 00:00:00+00, 2@2000-01-02 00:00:00+00}"
);
as_text!(
    tbool,
    Tbool,
    tbool,
    ["tboolFromText"],
    ["tbool_in(text)"],
    ["tbool_out(value)"],
    text::parse::<bool>,
    |v: View<'_, bool>, digits| text::format(v, digits),
    "[t@2000-01-01 00:00:00+00, f@2000-01-02 00:00:00+00]"
);
as_text!(
    ttext,
    Ttext,
    ttext,
    ["ttextFromText"],
    ["ttext_in(text)"],
    [],
    text::parse::<String>,
    |v: View<'_, String>, digits| text::format(v, digits),
    "\"under way\"@2000-01-01 00:00:00+00"
);
as_text!(
    stbox,
    Stbox,
    stbox,
    ["stboxFromText"],
    ["stbox_in(text)"],
    ["stbox_out"],
    boxes::parse_stbox,
    |v: STBox, digits| boxes::format_stbox(&v, digits),
    "SRID=25832;STBOX XT(((1,2),(3,4)),[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00])"
);
as_text!(
    tbox,
    TboxFloat,
    tbox,
    ["tboxFromText"],
    ["tbox_in(text)"],
    [],
    |t: &str, zone: &str| boxes::parse_tbox(t, zone).and_then(|b| of_numbers(b, false)),
    |v: TBox, digits| boxes::format_tbox(&v, digits),
    "TBOXFLOAT XT([1, 2],[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00])"
);
as_text!(
    tboxint,
    TboxInt,
    tboxint,
    ["tboxintFromText"],
    [],
    [],
    |t: &str, zone: &str| boxes::parse_tbox(t, zone).and_then(|b| of_numbers(b, true)),
    |v: TBox, digits| boxes::format_tbox(&v, digits),
    "TBOXINT XT([1, 3),[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00])"
);
as_text!(
    tstzspan,
    Tstzspan,
    tstzspan,
    ["tstzspanFromText"],
    ["tstzspan_in(text)"],
    [],
    span::parse_span::<i64>,
    |v: TstzSpan, digits| span::format_span(&v, digits),
    "[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00)"
);
as_text!(
    floatspan,
    Floatspan,
    floatspan,
    ["floatspanFromText"],
    ["floatspan_in(text)"],
    [],
    span::parse_span::<f64>,
    |v: FloatSpan, digits| span::format_span(&v, digits),
    "[1.5, 2)"
);
as_text!(
    intspan,
    Intspan,
    intspan,
    ["intspanFromText"],
    ["intspan_in(text)"],
    [],
    span::parse_span::<i32>,
    |v: IntSpan, digits| span::format_span(&v, digits),
    "[1, 3)"
);
as_text!(
    tstzspanset,
    Tstzspanset,
    tstzspanset,
    ["tstzspansetFromText"],
    ["tstzspanset_in(text)"],
    [],
    span::parse_span_set::<i64>,
    |v: &[TstzSpan], digits| span::format_span_set(v, digits),
    "{[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00), [2000-01-03 00:00:00+00, 2000-01-04 00:00:00+00]}"
);
as_text!(
    tstzset,
    Tstzset,
    tstzset,
    ["tstzsetFromText"],
    ["tstzset_in(text)"],
    [],
    |t: &str, zone: &str| span::parse_set(t, zone).map(Tstzset),
    |v: &Tstzset, digits| span::format_set(&v.0, digits),
    "{\"2000-01-01 00:00:00+00\", \"2000-01-02 00:00:00+00\"}"
);

fn of_numbers(value: TBox, int: bool) -> Result<TBox> {
    match value.value {
        Some(NumSpan::Float(_)) if int => refuse("tboxint", "TBOXINT", "TBOXFLOAT"),
        Some(NumSpan::Int(_)) if !int => refuse("tbox", "TBOXFLOAT", "TBOXINT"),
        _ => Ok(value),
    }
}

fn refuse(what: &'static str, expected: &str, found: &str) -> Result<TBox> {
    Err(Error::Text { what, offset: 0, expected: expected.to_owned(), found: found.to_owned() })
}

pub(super) mod ewkt {
    //! Text with the SRID.

    use super::*;

    functions! {
        /// Text of the moving point with its SRID in front, times in UTC.
        ///
        /// `digits`: the most decimals, 15 if left out; a negative number is an error. The SRID is left out where it is 0.
        asEWKT(value: Tgeompoint, digits: Int = "15") -> Text =
            |v: TPointRef<'_>, digits: i32| Ok::<_, Error>(text::format_tpoint(&v, max_digits(digits)?)),
            nullable: false, meos: ["tspatial_as_ewkt"],
            example: "asEWKT(tgeompoint('SRID=25832;POINT(1 2)@2000-01-01')) -> SRID=25832;POINT(1 2)@2000-01-01 00:00:00+00";

        /// Text of the moving point with its SRID in front, times in UTC.
        ///
        /// `digits`: the most decimals, 15 if left out; a negative number is an error.
        asEWKT(value: Tgeogpoint, digits: Int = "15") -> Text =
            |v: TPointRef<'_>, digits: i32| Ok::<_, Error>(text::format_tpoint(&v, max_digits(digits)?)),
            nullable: false, meos: ["tspatial_as_ewkt"],
            example: "asEWKT(tgeogpoint('POINT(1 2)@2000-01-01')) -> SRID=4326;POINT(1 2)@2000-01-01 00:00:00+00";

        /// Text of the box with its SRID in front, times in UTC, as `asText`.
        ///
        /// `digits`: the most decimals, 15 if left out; a negative number is an error. The SRID is left out where it is 0.
        asEWKT(value: Stbox, digits: Int = "15") -> Text =
            |v: STBox, digits: i32| Ok::<_, Error>(boxes::format_stbox(&v, max_digits(digits)?)), nullable: false,
            example: "asEWKT(stbox('SRID=25832;STBOX X((1,2),(3,4))')) -> SRID=25832;STBOX X((1,2),(3,4))";
    }
}
