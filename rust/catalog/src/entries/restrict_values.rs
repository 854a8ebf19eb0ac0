//! Restriction to values and to the rest of them, extremes and boxes of numbers too (MobilityDB, "Restrictions").

use temporal::boxes::TBox;
use temporal::construct::Sortable;
use temporal::error::{Error, Result};
use temporal::geom::Geometry;
use temporal::point::TPointRef;
use temporal::restrict_values::{
    Keep, restrict_extreme, restrict_float_spans, restrict_float_tbox, restrict_int_spans, restrict_int_tbox,
    restrict_positions, restrict_values,
};
use temporal::span::{FloatSpan, IntSpan};
use temporal::temporal::View;

use crate::functions;
use crate::value::{Value, elements};

/// The entries for one value, with a value that has it and what is found and left then.
macro_rules! one_value {
    ($module:ident, $Type:ident, $base:ty, $Base:ident as $wanted:ty, meos: [$at:literal, $minus:literal],
     value: $value:literal, wanted: $found:literal, at: $at_text:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The value while it is the given one.
                ///
                /// A crossing gives a single instant, cut to a microsecond. Exclusive bounds are respected. NULL where it never is.
                /// Source: MobilityDB `atValues`.
                atValues(value: $Type, wanted: $Base) -> $Type =
                    |v: View<'_, $base>, wanted: $wanted| restrict_values(v, &[<$base>::from(wanted)], Keep::At),
                    aliases: ["atValue"], throws: false, meos: [$at],
                    example: {concat!("asText(atValues(", $value, ", ", $found, ")) -> ", $at_text)};

                /// The value while it is not the given one: all that `atValues` leaves, as a sequence set.
                ///
                /// An instant and a discrete sequence keep their form. NULL where nothing is left. Source: MobilityDB `minusValues`.
                minusValues(value: $Type, removed: $Base) -> $Type =
                    |v: View<'_, $base>, removed: $wanted| restrict_values(v, &[<$base>::from(removed)], Keep::Minus),
                    aliases: ["minusValue"], throws: false, meos: [$minus],
                    example: {concat!("minusValues(atValues(", $value, ", ", $found, "), ", $found, ") -> NULL")};
            }
        }
    };
}

one_value!(tfloat, Tfloat, f64, Double as f64, meos: ["tfloat_at_value", "tfloat_minus_value"],
    value: "tfloat('[0@2026-01-01, 2@2026-01-03]')", wanted: "1D", at: "{[1@2026-01-02 00:00:00+00]}");
one_value!(tint, Tint, i32, Int as i32, meos: ["tint_at_value", "tint_minus_value"],
    value: "tint('[0@2026-01-01, 2@2026-01-03]')", wanted: "2", at: "{[2@2026-01-03 00:00:00+00]}");
one_value!(tbool, Tbool, bool, Boolean as bool, meos: ["tbool_at_value", "tbool_minus_value"],
    value: "tbool('[f@2026-01-01, t@2026-01-03]')", wanted: "true", at: "{[t@2026-01-03 00:00:00+00]}");
one_value!(ttext, Ttext, String, Text as &str, meos: ["ttext_at_value", "ttext_minus_value"],
    value: "ttext('[\"a\"@2026-01-01, \"b\"@2026-01-03]')", wanted: "'b'", at: "{[\"b\"@2026-01-03 00:00:00+00]}");

/// The entries for several values of an ordered type, and for the least and greatest.
macro_rules! ordered {
    ($module:ident, $Type:ident, $base:ty, $Base:ident, $array:ty, $read:path, value: $value:literal, least: $least:literal, greatest: $greatest:literal,
     texts: [$least_text:literal, $greatest_text:literal]) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The value while it is one of the given ones.
                ///
                /// As for one value; NULL of an empty array. A NULL in the array is an error. Source: MobilityDB `atValues`.
                atValues(value: $Type, wanted: [$Base]) -> $Type =
                    |v: View<'_, $base>, wanted: $array| Ok::<_, Error>(restrict_values(v, &$read(wanted)?, Keep::At)),
                    meos: ["temporal_at_values"],
                    example: {concat!("asText(atValues(", $value, ", array(", $least, "))) -> ", $least_text)};

                /// The value while it is none of the given ones: all that `atValues` leaves, as a sequence set.
                ///
                /// As for one value; an empty array removes nothing. A NULL in the array is an error. Source: MobilityDB `minusValues`.
                minusValues(value: $Type, removed: [$Base]) -> $Type =
                    |v: View<'_, $base>, removed: $array| Ok::<_, Error>(restrict_values(v, &$read(removed)?, Keep::Minus)),
                    meos: ["temporal_minus_values"],
                    example: {concat!("minusValues(atMin(", $value, "), array(", $least, ")) -> NULL")};

                /// The value while it is least.
                ///
                /// NULL where it is least at an excluded bound only, although `minValue` tells that bound. Source: MobilityDB `atMin`.
                atMin(value: $Type) -> $Type = |v: View<'_, $base>| restrict_extreme(v, Sortable::order, Keep::At),
                    throws: false, meos: ["temporal_at_min"],
                    example: {concat!("asText(atMin(", $value, ")) -> ", $least_text)};

                /// The value while it is greatest; NULL where that is at an excluded bound only. Source: MobilityDB `atMax`.
                atMax(value: $Type) -> $Type = |v: View<'_, $base>| restrict_extreme(v, reversed, Keep::At),
                    throws: false, meos: ["temporal_at_max"],
                    example: {concat!("asText(atMax(", $value, ")) -> ", $greatest_text)};

                /// The value while it is not least: all that `atMin` leaves; NULL where nothing is left. Source: MobilityDB `minusMin`.
                minusMin(value: $Type) -> $Type = |v: View<'_, $base>| restrict_extreme(v, Sortable::order, Keep::Minus),
                    throws: false, meos: ["temporal_minus_min"],
                    example: {concat!("minusMin(atMin(", $value, ")) -> NULL")};

                /// The value while it is not greatest: all that `atMax` leaves; NULL where nothing is left. Source: MobilityDB `minusMax`.
                minusMax(value: $Type) -> $Type = |v: View<'_, $base>| restrict_extreme(v, reversed, Keep::Minus),
                    throws: false, meos: ["temporal_minus_max"],
                    example: {concat!("minusMax(atMax(", $value, ")) -> NULL")};
            }
        }
    };
}

ordered!(tfloat_ordered, Tfloat, f64, Double, &[f64], as_they_are,
    value: "tfloat('[0@2026-01-01, 2@2026-01-03]')", least: "0D", greatest: "2D",
    texts: ["{[0@2026-01-01 00:00:00+00]}", "{[2@2026-01-03 00:00:00+00]}"]);
ordered!(tint_ordered, Tint, i32, Int, &[Value], ints,
    value: "tint('{0@2026-01-01, 2@2026-01-03}')", least: "0", greatest: "2",
    texts: ["{0@2026-01-01 00:00:00+00}", "{2@2026-01-03 00:00:00+00}"]);
ordered!(ttext_ordered, Ttext, String, Text, &[Value], texts,
    value: "ttext('{\"a\"@2026-01-01, \"b\"@2026-01-03}')", least: "'a'", greatest: "'b'",
    texts: ["{\"a\"@2026-01-01 00:00:00+00}", "{\"b\"@2026-01-03 00:00:00+00}"]);

/// The entries for spans and boxes of a number.
macro_rules! numbers {
    ($module:ident, $Type:ident, $base:ty, $Span:ident as $span:ty, $Tbox:ident, $spans:ident, $tbox:ident, value: $value:literal, span: $example:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The value while it is in a span of values.
                ///
                /// Times are cut to microseconds, values there are those at that time. Bounds of both are respected. NULL where it never
                /// is. Source: MobilityDB `atValues`.
                atValues(value: $Type, wanted: $Span) -> $Type =
                    |v: View<'_, $base>, wanted: $span| $spans(v, &[wanted], Keep::At), throws: false, meos: ["tnumber_at_span"],
                    example: {concat!("numInstants(atValues(", $value, ", ", $example, ")) -> 2")};

                /// The value while it is in one of the spans of values.
                ///
                /// As for one span; NULL of an empty array. A NULL in the array is an error. Source: MobilityDB `atValues`.
                atValues(value: $Type, wanted: [$Span]) -> $Type =
                    |v: View<'_, $base>, wanted: &[Value]| Ok::<_, Error>($spans(v, &elements::<$span>("wanted", wanted)?, Keep::At)),
                    meos: ["tnumber_at_spanset"],
                    example: {concat!("numInstants(atValues(", $value, ", array(", $example, "))) -> 2")};

                /// The value while it is not in a span of values: all that `atValues` leaves, as a sequence set.
                ///
                /// An instant and a discrete sequence keep their form. NULL where nothing is left. Source: MobilityDB `minusValues`.
                minusValues(value: $Type, removed: $Span) -> $Type =
                    |v: View<'_, $base>, removed: $span| $spans(v, &[removed], Keep::Minus), throws: false,
                    meos: ["tnumber_minus_span"],
                    example: {concat!("minusValues(atValues(", $value, ", ", $example, "), ", $example, ") -> NULL")};

                /// The value while it is in none of the spans of values: all that `atValues` leaves, as a sequence set.
                ///
                /// As for one span; an empty array removes nothing. A NULL in the array is an error. Source: MobilityDB `minusValues`.
                minusValues(value: $Type, removed: [$Span]) -> $Type =
                    |v: View<'_, $base>, removed: &[Value]| Ok::<_, Error>($spans(v, &elements::<$span>("removed", removed)?, Keep::Minus)),
                    meos: ["tnumber_minus_spanset"],
                    example: {concat!("minusValues(atValues(", $value, ", ", $example, "), array(", $example, ")) -> NULL")};

                /// The value while it is in the box, in value and time together; NULL where it never is. Source: MobilityDB `atTbox`.
                atTbox(value: $Type, tbox: $Tbox) -> $Type = |v: View<'_, $base>, tbox: TBox| $tbox(v, &tbox, Keep::At),
                    throws: false, meos: ["tnumber_at_tbox"],
                    example: {concat!("numInstants(atTbox(", $value, ", tbox(", $value, "))) -> 2")};

                /// The value while it is not in the box: all that `atTbox` leaves, as a sequence set.
                ///
                /// An instant and a discrete sequence keep their form. NULL where nothing is left. Source: MobilityDB `minusTbox`.
                minusTbox(value: $Type, tbox: $Tbox) -> $Type = |v: View<'_, $base>, tbox: TBox| $tbox(v, &tbox, Keep::Minus),
                    throws: false, meos: ["tnumber_minus_tbox"],
                    example: {concat!("minusTbox(", $value, ", tbox(", $value, ")) -> NULL")};
            }
        }
    };
}

numbers!(tfloat_spans, Tfloat, f64, Floatspan as FloatSpan, TboxFloat, restrict_float_spans, restrict_float_tbox,
    value: "tfloat('[0@2026-01-01, 2@2026-01-03]')", span: "floatspan('[1, 5]')");
numbers!(tint_spans, Tint, i32, Intspan as IntSpan, TboxInt, restrict_int_spans, restrict_int_tbox,
    value: "tint('{0@2026-01-01, 2@2026-01-03}')", span: "intspan('[0, 5]')");

pub(crate) mod positions {
    use super::*;

    functions! {
        /// The trip while it is at a position.
        ///
        /// Passing through gives a single instant, rounded to a microsecond; whether it does is decided exactly for the coordinates as
        /// given. Exclusive bounds are respected. NULL where it never is, also for an empty point. A geometry that is no point, mixed
        /// SRIDs, and 2D with 3D, are errors. Source: MobilityDB `atValues`.
        atValues(trip: Tgeompoint, wanted: Geometry) -> Tgeompoint =
            |trip: TPointRef<'_>, wanted: &Geometry| restrict_positions(&trip, &[wanted], Keep::At),
            aliases: ["atValue"], meos: ["tpoint_at_value"],
            example: "asText(atValues(tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 2)@2026-01-03]'), geomFromText('POINT(1 1)'))) \
                      -> {[POINT(1 1)@2026-01-02 00:00:00+00]}";

        /// The trip while it is at one of the positions.
        ///
        /// As for one position; NULL of an empty array. A NULL in the array is an error. Source: MobilityDB `atValues`.
        atValues(trip: Tgeompoint, wanted: [Geometry]) -> Tgeompoint =
            |trip: TPointRef<'_>, wanted: &[Value]| restrict_positions(&trip, &elements::<&Geometry>("wanted", wanted)?, Keep::At),
            meos: ["temporal_at_values"],
            example: "asText(atValues(tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 2)@2026-01-03]'), array(geomFromText('POINT(1 1)')))) \
                      -> {[POINT(1 1)@2026-01-02 00:00:00+00]}";

        /// The trip while it is not at a position: all that `atValues` leaves, as a sequence set.
        ///
        /// An instant and a discrete sequence keep their form. NULL where nothing is left; errors as `atValues`.
        /// Source: MobilityDB `minusValues`.
        minusValues(trip: Tgeompoint, removed: Geometry) -> Tgeompoint =
            |trip: TPointRef<'_>, removed: &Geometry| restrict_positions(&trip, &[removed], Keep::Minus),
            aliases: ["minusValue"], meos: ["tpoint_minus_value"],
            example: "asText(minusValues(tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 2)@2026-01-03]'), geomFromText('POINT(0 0)'))) \
                      -> {(POINT(0 0)@2026-01-01 00:00:00+00, POINT(2 2)@2026-01-03 00:00:00+00]}";

        /// The trip while it is at none of the positions: all that `atValues` leaves, as a sequence set.
        ///
        /// As for one position; an empty array removes nothing. A NULL in the array is an error. Source: MobilityDB `minusValues`.
        minusValues(trip: Tgeompoint, removed: [Geometry]) -> Tgeompoint =
            |trip: TPointRef<'_>, removed: &[Value]| restrict_positions(&trip, &elements::<&Geometry>("removed", removed)?, Keep::Minus),
            meos: ["temporal_minus_values"],
            example: "asText(minusValues(tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 2)@2026-01-03]'), array(geomFromText('POINT(0 0)')))) \
                      -> {(POINT(0 0)@2026-01-01 00:00:00+00, POINT(2 2)@2026-01-03 00:00:00+00]}";
    }
}

fn reversed<V: Sortable>(a: &V, b: &V) -> std::cmp::Ordering {
    b.order(a)
}

fn as_they_are(all: &[f64]) -> Result<&[f64]> {
    Ok(all)
}

fn ints(all: &[Value]) -> Result<Vec<i32>> {
    elements("values", all)
}

fn texts(all: &[Value]) -> Result<Vec<String>> {
    Ok(elements::<&str>("values", all)?.into_iter().map(str::to_owned).collect())
}
