//! Extremes and ranges of values, and the time a Boolean is true (MobilityDB, "Accessors").

use temporal::accessors::{float_span, float_spans, max_instant, min_instant, when_true};
use temporal::boxes::bounds::int_span;
use temporal::construct::Sortable;
use temporal::span::IntSpan;
use temporal::spanset::from_spans;
use temporal::temporal::{Temporal, View};

use crate::functions;
use crate::value::Value;

/// The entries of one ordered type.
macro_rules! extremes {
    ($module:ident, $Type:ident, $base:ty, $Base:ident, value: $value:literal, least: $least:literal, greatest: $greatest:literal,
     meos: [$min:literal, $max:literal]) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The least value of the instants, excluded ends too. Texts are compared byte by byte. Source: MobilityDB `minValue`.
                minValue(value: $Type) -> $Base = |v: View<'_, $base>| least(v),
                    nullable: false, throws: false, meos: [$min],
                    example: {concat!("minValue(", $value, ") -> ", $least)};

                /// The greatest value of the instants, excluded ends too. Texts are compared byte by byte. Source: MobilityDB `maxValue`.
                maxValue(value: $Type) -> $Base = |v: View<'_, $base>| greatest(v),
                    nullable: false, throws: false, meos: [$max],
                    example: {concat!("maxValue(", $value, ") -> ", $greatest)};

                /// The first instant with the least value, which may be an excluded end. Source: MobilityDB `minInstant`.
                minInstant(value: $Type) -> $Type = |v: View<'_, $base>| min_instant(v, Sortable::order),
                    nullable: false, throws: false, meos: ["temporal_min_instant"],
                    example: {concat!("startValue(minInstant(", $value, ")) -> ", $least)};

                /// The first instant with the greatest value, which may be an excluded end. Source: MobilityDB `maxInstant`.
                maxInstant(value: $Type) -> $Type = |v: View<'_, $base>| max_instant(v, Sortable::order),
                    nullable: false, throws: false, meos: ["temporal_max_instant"],
                    example: {concat!("startValue(maxInstant(", $value, ")) -> ", $greatest)};
            }
        }
    };
}

extremes!(tfloat, Tfloat, f64, Double, value: "tfloat('[1.5@2026-01-01, 2.5@2026-01-02]')", least: "1.5", greatest: "2.5",
    meos: ["tfloat_min_value", "tfloat_max_value"]);
extremes!(tint, Tint, i32, Int, value: "tint('[1@2026-01-01, 2@2026-01-02]')", least: "1", greatest: "2",
    meos: ["tint_min_value", "tint_max_value"]);
extremes!(ttext, Ttext, String, Text, value: "ttext('[\"a\"@2026-01-01, \"b\"@2026-01-02]')", least: "a", greatest: "b",
    meos: ["ttext_min_value", "ttext_max_value"]);

pub(crate) mod others {
    use super::*;

    functions! {
        /// The span of the values; a bound is inclusive where the value is taken. Source: MobilityDB `valueSpan`.
        valueSpan(value: Tfloat) -> Floatspan = float_span,
            nullable: false, throws: false, meos: ["tnumber_to_span"],
            example: "asText(valueSpan(tfloat('[1.5@2026-01-01, 2.5@2026-01-02]'))) -> [1.5, 2.5]";

        /// The span of the values. Source: MobilityDB `valueSpan`.
        valueSpan(value: Tint) -> Intspan = |v: View<'_, i32>| int_span(v.values),
            nullable: false, throws: false, meos: ["tnumber_to_span"],
            example: "asText(valueSpan(tint('[1@2026-01-01, 2@2026-01-02]'))) -> [1, 3)";

        /// The values taken, as spans: whole ranges where the value is linear. Source: MobilityDB `valueSpans`.
        valueSpans(value: Tfloat) -> [Floatspan] =
            |v: View<'_, f64>| Value::Array(float_spans(v).into_iter().map(Value::Floatspan).collect()),
            nullable: false, throws: false, meos: ["tnumber_valuespans"],
            example: "size(valueSpans(tfloat('[1.5@2026-01-01, 2.5@2026-01-02]'))) -> 1";

        /// The values taken, as spans. Source: MobilityDB `valueSpans`.
        valueSpans(value: Tint) -> [Intspan] =
            |v: View<'_, i32>| Value::Array(int_spans(v).into_iter().map(Value::Intspan).collect()),
            nullable: false, throws: false, meos: ["tnumber_valuespans"],
            example: "size(valueSpans(tint('[1@2026-01-01, 3@2026-01-02]'))) -> 2";

        /// The time at which the value is true, as spans; NULL where it never is. Source: MobilityDB `whenTrue`.
        whenTrue(value: Tbool) -> Tstzspanset = |v: View<'_, bool>| Some(when_true(v)).filter(|spans| !spans.is_empty()),
            throws: false, meos: ["tbool_when_true"],
            example: "asText(whenTrue(tbool('[t@2026-01-01, f@2026-01-02]'))) -> {[2026-01-01 00:00:00+00, 2026-01-02 00:00:00+00)}";
    }
}

fn least<V: Sortable>(value: View<'_, V>) -> V {
    first(min_instant(value, Sortable::order))
}

fn greatest<V: Sortable>(value: View<'_, V>) -> V {
    first(max_instant(value, Sortable::order))
}

fn first<V>(mut instant: Temporal<V>) -> V {
    instant.values.swap_remove(0)
}

fn int_spans(value: View<'_, i32>) -> Vec<IntSpan> {
    let single = |v: &i32| int_span(&[*v]);
    from_spans(value.values.iter().map(single).collect())
}
