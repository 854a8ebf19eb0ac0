//! Boxes over a number and time: constructors, accessors, changes and measures (MobilityDB, "Box Types").

use temporal::boxes::bounds::{of_tfloat, of_tint};
use temporal::boxes::tbox::{
    expand_time, expand_value, extremes, greatest, intersection, nearest_approach_distance, round, union,
};
use temporal::boxes::{NumSpan, TBox};
use temporal::error::{Error, Result};
use temporal::span::{FloatSpan, IntSpan, Span, TstzSpan};
use temporal::temporal::View;

use crate::functions;
use crate::value::{Interval, Timestamptz};

/// What boxes of real numbers and of integers share: types, an example box, and what its accessors give.
macro_rules! tbox {
    ($module:ident, $Box:ident, $Temporal:ident $temporal:ty, $of:ident, $Span:ident $span:ty, $variant:ident,
     $Number:ident $number:ty, $single:ident, $trip:literal, $value:literal, $sql_max:literal, $least:expr, $most:expr) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The box of the values over time; time bounds keep their inclusivity. Source: MobilityDB `tbox`.
                tbox(value: $Temporal) -> $Box = |value: $temporal| $of(&value), aliases: ["tnumber_to_tbox"],
                    sql: "{0}.box", nullable: false, throws: false, cost: Field, meos: ["tnumber_to_tbox"],
                    example: {concat!("Xmax(tbox(", $trip, ")) -> ", $value)};

                /// The box of one number. A number that is not finite is an error.
                tbox(value: $Number) -> $Box = |value: $number| $single(value), nullable: false, cost: Constant,
                    example: {concat!("Xmin(tbox(", $value, ")) -> ", $value)};

                /// The box of a span of numbers. Source: MobilityDB `tbox`.
                tbox(span: $Span) -> $Box = |span: $span| over(NumSpan::$variant(span), None),
                    nullable: false, throws: false, cost: Constant, meos: ["numspan_to_tbox"],
                    example: {concat!("Xmin(tbox(span(", $value, ", ", $value, ", true, true))) -> ", $value)};

                /// The box of a span of numbers at a time.
                tbox(span: $Span, t: Timestamptz) -> $Box =
                    |span: $span, t: Timestamptz| over(NumSpan::$variant(span), Some(Span::of_value(t.0))),
                    nullable: false, throws: false, cost: Constant, meos: ["numspan_timestamptz_to_tbox"],
                    example: {concat!("hasT(tbox(span(", $value, ", ", $value,
                        ", true, true), TIMESTAMP '2026-01-01 00:00:00')) -> true")};

                /// The box of a span of numbers during a span of time.
                tbox(span: $Span, time: Tstzspan) -> $Box =
                    |span: $span, time: TstzSpan| over(NumSpan::$variant(span), Some(time)),
                    nullable: false, throws: false, cost: Constant, meos: ["numspan_tstzspan_to_tbox"],
                    example: {concat!("hasT(tbox(span(", $value, ", ", $value,
                        ", true, true), span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> true")};

                /// Least value; NULL without values. Source: MobilityDB `Xmin`.
                Xmin(tbox: $Box) -> $Number = $least, aliases: ["tbox_xmin"], sql: "{0}.vmin", throws: false,
                    cost: Field, meos: ["tbox_xmin"],
                    example: {concat!("Xmin(tbox(", $trip, ")) -> ", $value)};

                /// Greatest value; NULL without values. Source: MobilityDB `Xmax`.
                Xmax(tbox: $Box) -> $Number = $most, aliases: ["tbox_xmax"], sql: $sql_max, throws: false,
                    cost: Field, meos: ["tbox_xmax"],
                    example: {concat!("Xmax(tbox(", $trip, ")) -> ", $value)};

                /// Start of the time; NULL without time. Source: MobilityDB `Tmin`.
                Tmin(tbox: $Box) -> Timestamptz = |b: TBox| b.time.map(|t| Timestamptz(t.lower)), aliases: ["tbox_tmin"],
                    sql: "{0}.tmin", throws: false, cost: Field, meos: ["tbox_tmin"],
                    example: {concat!("Tmin(tbox(", $trip, ")) -> 2026-01-01 00:00:00")};

                /// End of the time; NULL without time. Source: MobilityDB `Tmax`.
                Tmax(tbox: $Box) -> Timestamptz = |b: TBox| b.time.map(|t| Timestamptz(t.upper)), aliases: ["tbox_tmax"],
                    sql: "{0}.tmax", throws: false, cost: Field, meos: ["tbox_tmax"],
                    example: {concat!("Tmax(tbox(", $trip, ")) -> 2026-01-01 00:00:00")};

                /// Whether the start of the time belongs to the box; NULL without time. Source: MobilityDB `TminInc`.
                TminInc(tbox: $Box) -> Boolean = |b: TBox| b.time.map(|t| t.lower_inc),
                    aliases: ["tbox_tmin_inc", "Tmin_inc"], sql: "{0}.tmin_inc", throws: false, cost: Field,
                    meos: ["tbox_tmin_inc"],
                    example: {concat!("TminInc(tbox(", $trip, ")) -> true")};

                /// Whether the end of the time belongs to the box; NULL without time. Source: MobilityDB `TmaxInc`.
                TmaxInc(tbox: $Box) -> Boolean = |b: TBox| b.time.map(|t| t.upper_inc),
                    aliases: ["tbox_tmax_inc", "Tmax_inc"], sql: "{0}.tmax_inc", throws: false, cost: Field,
                    meos: ["tbox_tmax_inc"],
                    example: {concat!("TmaxInc(tbox(", $trip, ")) -> true")};

                /// Whether the box bounds values. Source: MobilityDB `hasX`.
                hasX(tbox: $Box) -> Boolean = |b: TBox| b.value.is_some(),
                    sql: "IF({0} IS NULL, NULL, {0}.vmin IS NOT NULL)", nullable: false, throws: false, cost: Field,
                    meos: ["tbox_hasx"],
                    example: {concat!("hasX(tbox(", $trip, ")) -> true")};

                /// Whether the box bounds time. Source: MobilityDB `hasT`.
                hasT(tbox: $Box) -> Boolean = |b: TBox| b.time.is_some(),
                    sql: "IF({0} IS NULL, NULL, {0}.tmin IS NOT NULL)", nullable: false, throws: false, cost: Field,
                    meos: ["tbox_hast"],
                    example: {concat!("hasT(tbox(", $trip, ")) -> true")};

                /// The box with its values grown at both ends; a negative number shrinks it, NULL where nothing is left.
                ///
                /// A box without values and bounds out of range are errors. Source: MobilityDB `expandValue`.
                expandValue(tbox: $Box, by: $Number) -> $Box =
                    |tbox: TBox, by: $number| expand_value(&tbox, by.into()), cost: Constant, meos: ["tbox_expand_value"],
                    example: {concat!("hasX(expandValue(tbox(", $trip, "), 1)) -> true")};

                /// The box with more time before and after; a negative interval shrinks it, NULL where nothing is left.
                ///
                /// A box without time is an error. Source: MobilityDB `expandTime`.
                expandTime(tbox: $Box, margin: Interval) -> $Box =
                    |tbox: TBox, margin: Interval| expand_time(&tbox, margin.0), cost: Constant,
                    meos: ["tbox_expand_time"],
                    example: {concat!("Tmin(expandTime(tbox(", $trip, "), INTERVAL '1' DAY)) -> 2025-12-31 00:00:00")};

                /// What two boxes share in the dimensions that both have; NULL where that is nothing. Source: MobilityDB `*`.
                tboxIntersection(a: $Box, b: $Box) -> $Box = |a: TBox, b: TBox| intersection(&a, &b),
                    aliases: ["tbox_intersection"], throws: false, cost: Constant, meos: ["intersection_tbox_tbox"],
                    example: {concat!("Xmin(tboxIntersection(tbox(", $trip, "), tbox(", $trip, "))) -> ", $value)};

                /// The smallest box that holds both.
                ///
                /// Boxes of different dimensions and, unless `strict` is FALSE, boxes that do not overlap are errors.
                /// Source: MobilityDB `+`.
                tboxUnion(a: $Box, b: $Box, strict: Boolean = "true") -> $Box =
                    |a: TBox, b: TBox, strict: bool| union(&a, &b, strict), aliases: ["tbox_union"], nullable: false,
                    cost: Constant, meos: ["union_tbox_tbox"],
                    example: {concat!("Xmin(tboxUnion(tbox(", $trip, "), tbox(", $trip, "))) -> ", $value)};

                /// Distance of the values of two boxes, 0 where they overlap; NULL where both have time and share none.
                ///
                /// A box without values is an error. Source: MobilityDB `|=|`.
                nearestApproachDistance(a: $Box, b: $Box) -> Double =
                    |a: TBox, b: TBox| nearest_approach_distance(&a, &b), cost: Constant, meos: ["nad_tbox_tbox"],
                    example: {concat!("nearestApproachDistance(tbox(", $trip, "), tbox(", $trip, ")) -> 0")};

                /// The box with its values rounded to decimals, half away from zero; integers stay as they are.
                ///
                /// A box without values and negative `digits` are errors. Source: MobilityDB `round`.
                round(tbox: $Box, digits: Int = "0") -> $Box = |tbox: TBox, digits: i32| round(&tbox, digits),
                    nullable: false, cost: Constant, meos: ["tbox_round"],
                    example: {concat!("Xmin(round(tbox(", $trip, "), 1)) -> ", $value)};
            }
        }
    };
}

tbox!(
    float, TboxFloat, Tfloat View<'_, f64>, of_tfloat, Floatspan FloatSpan, Float, Double f64, of_real,
    "tfloat('1.5@2026-01-01')", "1.5", "{0}.vmax", |b: TBox| extremes(&b).map(|e| e.0), |b: TBox| extremes(&b).map(|e| e.1)
);
tbox!(
    int, TboxInt, Tint View<'_, i32>, of_tint, Intspan IntSpan, Int, Int i32, of_int,
    "tint('1@2026-01-01')", "1", "{0}.vmax - IF({0}.vmax_inc, 0, 1)", least_int, greatest_int
);

fn over(value: NumSpan, time: Option<TstzSpan>) -> TBox {
    TBox { value: Some(value), time }
}

fn of_real(value: f64) -> Result<TBox> {
    if !value.is_finite() {
        return Err(Error::Invalid { what: "tbox", reason: format!("numbers must be finite, found {value}") });
    }
    Ok(over(NumSpan::Float(Span::of_value(value + 0.0)), None))
}

fn of_int(value: i32) -> TBox {
    let span = match value.checked_add(1) {
        Some(upper) => IntSpan { lower: value, upper, lower_inc: true, upper_inc: false },
        None => Span::of_value(value),
    };
    over(NumSpan::Int(span), None)
}

fn least_int(tbox: TBox) -> Option<i32> {
    match tbox.value {
        Some(NumSpan::Int(span)) => Some(span.lower),
        _ => None,
    }
}

fn greatest_int(tbox: TBox) -> Option<i32> {
    match tbox.value {
        Some(NumSpan::Int(span)) => Some(greatest(&span)),
        _ => None,
    }
}
