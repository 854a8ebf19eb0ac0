//! Restriction to time and to the rest of it, value at a time (MobilityDB, "Restrictions").

use temporal::geom::{Geometry, Shape};
use temporal::motion::Straight;
use temporal::point::TPointRef;
use temporal::restrict_time::{
    When, after, at_time, before, minus_time, point_at_time, point_minus_time, point_value_at, value_at,
};
use temporal::span::TstzSpan;
use temporal::temporal::{Base, Temporal, View};

use crate::functions;
use crate::value::{Timestamptz, Tstzset};

/// The entries of one temporal type, with a value and its parts for the examples.
macro_rules! restrict_time {
    ($module:ident, $Type:ident, $view:ty, at: $at:ident, minus: $minus:ident,
     value_at: $value_at:ident -> $Value:ident as $meos:literal, value: $value:literal, first: $first:literal, at_second: $second:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The value at a time, as an instant.
                ///
                /// NULL where the value is not defined then, also at an excluded bound. Between instants it is interpolated, on the great
                /// circle for a tgeogpoint. Source: MobilityDB `atTime`.
                atTime(value: $Type, at: Timestamptz) -> $Type = |v: $view, t: Timestamptz| $at(v, When::Timestamp(t.0)),
                    throws: false, meos: ["temporal_at_timestamptz"],
                    example: {concat!("asText(atTime(", $value, ", timestamp '2026-01-01 00:00:00Z')) -> ", $first)};

                /// The value at some times, as a discrete sequence.
                ///
                /// An instant stays an instant. NULL where no time is left, also of an empty array. Source: MobilityDB `atTime`.
                atTime(value: $Type, at: Tstzset) -> $Type = |v: $view, t: &Tstzset| $at(v, When::Set(&t.0)),
                    throws: false, meos: ["temporal_at_tstzset"],
                    example: {concat!("asText(atTime(", $value, ", array(timestamp '2026-01-01 00:00:00Z'))) -> {", $first, "}")};

                /// The value during a span of time, in the form of the input.
                ///
                /// Bounds of both are respected: what is cut at an excluded bound is open there. NULL where no time is left.
                /// Source: MobilityDB `atTime`.
                atTime(value: $Type, at: Tstzspan) -> $Type = |v: $view, t: TstzSpan| $at(v, When::Span(t)),
                    throws: false, meos: ["temporal_at_tstzspan"],
                    example: {concat!("asText(atTime(", $value, ", '[2026-01-01, 2026-01-01]')) -> [", $first, "]")};

                /// The value during a set of spans of time, as a sequence set.
                ///
                /// An instant and a discrete sequence keep their form. NULL where no time is left. Source: MobilityDB `atTime`.
                atTime(value: $Type, at: Tstzspanset) -> $Type = |v: $view, t: &[TstzSpan]| $at(v, When::Spans(t)),
                    throws: false, meos: ["temporal_at_tstzspanset"],
                    example: {concat!("asText(atTime(", $value, ", '{[2026-01-01, 2026-01-01]}')) -> {[", $first, "]}")};

                /// The value but for one time, as a sequence set.
                ///
                /// Together with `atTime` it is the whole. An instant and a discrete sequence keep their form. NULL where nothing is left.
                /// Source: MobilityDB `minusTime`.
                minusTime(value: $Type, removed: Timestamptz) -> $Type =
                    |v: $view, t: Timestamptz| $minus(v, When::Timestamp(t.0)),
                    throws: false, meos: ["temporal_minus_timestamptz"],
                    example: {concat!("minusTime(atTime(", $value, ", timestamp '2026-01-01 00:00:00Z'), timestamp '2026-01-01 00:00:00Z') -> NULL")};

                /// The value but for some times, as a sequence set.
                ///
                /// As for one time; an empty array removes nothing. Source: MobilityDB `minusTime`.
                minusTime(value: $Type, removed: Tstzset) -> $Type = |v: $view, t: &Tstzset| $minus(v, When::Set(&t.0)),
                    throws: false, meos: ["temporal_minus_tstzset"],
                    example: {concat!("numInstants(minusTime(", $value, ", array(timestamp '2020-01-01 00:00:00Z'))) -> 2")};

                /// The value outside of a span of time, as a sequence set.
                ///
                /// As for one time. Source: MobilityDB `minusTime`.
                minusTime(value: $Type, removed: Tstzspan) -> $Type = |v: $view, t: TstzSpan| $minus(v, When::Span(t)),
                    throws: false, meos: ["temporal_minus_tstzspan"],
                    example: {concat!("minusTime(", $value, ", '[2020-01-01, 2030-01-01]') -> NULL")};

                /// The value outside of a set of spans of time, as a sequence set.
                ///
                /// As for one time; an empty array removes nothing. Source: MobilityDB `minusTime`.
                minusTime(value: $Type, removed: Tstzspanset) -> $Type =
                    |v: $view, t: &[TstzSpan]| $minus(v, When::Spans(t)),
                    throws: false, meos: ["temporal_minus_tstzspanset"],
                    example: {concat!("minusTime(", $value, ", '{[2020-01-01, 2030-01-01]}') -> NULL")};

                /// The value before a time, in the form of the input.
                ///
                /// `strict`: whether the time itself is left out. NULL where no time is left. Source: MobilityDB `beforeTimestamp`.
                beforeTimestamp(value: $Type, at: Timestamptz, strict: Boolean = "true") -> $Type =
                    |v: $view, t: Timestamptz, strict: bool| $at(v, When::Span(before(t.0, strict))),
                    throws: false, meos: ["temporal_before_timestamptz"],
                    example: {concat!("asText(beforeTimestamp(", $value, ", timestamp '2026-01-01 00:00:00Z', false)) -> [", $first, "]")};

                /// The value after a time, in the form of the input.
                ///
                /// `strict`: whether the time itself is left out. NULL where no time is left. Source: MobilityDB `afterTimestamp`.
                afterTimestamp(value: $Type, at: Timestamptz, strict: Boolean = "true") -> $Type =
                    |v: $view, t: Timestamptz, strict: bool| $at(v, When::Span(after(t.0, strict))),
                    throws: false, meos: ["temporal_after_timestamptz"],
                    example: {concat!("afterTimestamp(", $value, ", timestamp '2026-01-03 00:00:00Z') -> NULL")};

                /// The value at a time.
                ///
                /// NULL where the value is not defined then, also at an excluded bound. Between instants it is interpolated, on the great
                /// circle for a tgeogpoint. Source: MobilityDB `valueAtTimestamp`.
                valueAtTimestamp(value: $Type, at: Timestamptz) -> $Value = |v: $view, t: Timestamptz| $value_at(v, t.0),
                    throws: false, meos: [$meos],
                    example: {concat!("valueAtTimestamp(", $value, ", timestamp '2026-01-02 00:00:00Z') -> ", $second)};
            }
        }
    };
}

restrict_time!(tgeompoint, Tgeompoint, TPointRef<'_>, at: point_at_time, minus: point_minus_time,
    value_at: position -> Geometry as "tgeo_value_at_timestamptz(value, at, _)",
    value: "tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-03]')",
    first: "POINT(0 0)@2026-01-01 00:00:00+00", at_second: "POINT(1 0)");
restrict_time!(tgeogpoint, Tgeogpoint, TPointRef<'_>, at: point_at_time, minus: point_minus_time,
    value_at: position -> Geometry as "tgeo_value_at_timestamptz(value, at, _)",
    value: "tgeogpoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-03]')",
    first: "POINT(0 0)@2026-01-01 00:00:00+00", at_second: "POINT(1 0)");
restrict_time!(tfloat, Tfloat, View<'_, f64>, at: at, minus: minus,
    value_at: value_then -> Double as "tfloat_value_at_timestamptz(value, at, _)",
    value: "tfloat('[0.5@2026-01-01, 1.5@2026-01-03]')", first: "0.5@2026-01-01 00:00:00+00", at_second: "1.0");
restrict_time!(tint, Tint, View<'_, i32>, at: at, minus: minus,
    value_at: value_then -> Int as "tint_value_at_timestamptz(value, at, _)",
    value: "tint('[1@2026-01-01, 2@2026-01-03]')", first: "1@2026-01-01 00:00:00+00", at_second: "1");
restrict_time!(tbool, Tbool, View<'_, bool>, at: at, minus: minus,
    value_at: value_then -> Boolean as "tbool_value_at_timestamptz(value, at, _)",
    value: "tbool('[t@2026-01-01, f@2026-01-03]')", first: "t@2026-01-01 00:00:00+00", at_second: "true");
restrict_time!(ttext, Ttext, View<'_, String>, at: at, minus: minus,
    value_at: value_then -> Text as "ttext_value_at_timestamptz(value, at, _)",
    value: "ttext('[\"a\"@2026-01-01, \"b\"@2026-01-03]')", first: "\"a\"@2026-01-01 00:00:00+00", at_second: "a");

fn at<V: Base>(value: View<'_, V>, when: When<'_>) -> Option<Temporal<V>> {
    at_time(value, when, &Straight)
}

fn minus<V: Base>(value: View<'_, V>, when: When<'_>) -> Option<Temporal<V>> {
    minus_time(value, when, &Straight)
}

fn value_then<V: Base>(value: View<'_, V>, time_us: i64) -> Option<V> {
    value_at(value, time_us, &Straight)
}

fn position(value: TPointRef<'_>, time_us: i64) -> Option<Geometry> {
    point_value_at(value, time_us).map(|at| Geometry {
        srid: value.srid,
        geodetic: value.geodetic,
        has_z: value.has_z,
        shape: Shape::Point(Some(at)),
    })
}
