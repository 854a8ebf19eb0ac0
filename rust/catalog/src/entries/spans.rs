//! Constructors, accessors, algebra and changes of spans and sets of spans (MobilityDB, "Set and Span Types").

use temporal::error::{Error, Result};
use temporal::shift_scale::{expand, shift_scale_spans, span_precision};
use temporal::span::{FloatSpan, IntSpan, Span, TstzSpan};
use temporal::spanset::{Extent, bounds, duration, intersection, minus, timestamps, union};
use temporal::time::check_time;

use crate::functions;
use crate::value::{Interval, Timestamptz, Tstzset, Value};

/// The entries of one type of span.
macro_rules! span {
    ($module:ident, $Span:ident $span:ty, $Value:ident $value:ty, make: $make:path, wrap: $wrap:path, [$x:literal, $y:literal], $text:literal, $shown:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The span from `lower` to `upper`.
                ///
                /// Bounds that are not ordered, or equal and not both inclusive, are an error. A span of integers becomes `[lower, upper)`.
                /// Source: MobilityDB `span`.
                span(lower: $Value, upper: $Value, lower_inc: Boolean = "true", upper_inc: Boolean = "false") -> $Span =
                    |lower: $value, upper: $value, lower_inc: bool, upper_inc: bool| $make(lower, upper, lower_inc, upper_inc),
                    nullable: false, cost: Constant,
                    example: {concat!("asText(span(", $x, ", ", $y, ")) -> ", $shown)};

                /// The span of one value. Source: MobilityDB `span`.
                span(value: $Value) -> $Span = |value: $value| $make(value, value, true, true), nullable: false, cost: Constant,
                    example: {concat!("lowerInc(span(", $x, ")) -> true")};

                /// The lower bound. Source: MobilityDB `lower`.
                lower(span: $Span) -> $Value = |span: $span| $wrap(span.lower), sql: "{0}.lower", nullable: false, throws: false,
                    cost: Field, meos: [concat!(stringify!($module), "_lower")],
                    example: {concat!("lower(", stringify!($module), "('", $text, "')) = ", $x, " -> true")};

                /// The upper bound; of a span of integers the first one above it. Source: MobilityDB `upper`.
                upper(span: $Span) -> $Value = |span: $span| $wrap(span.upper), sql: "{0}.upper", nullable: false, throws: false,
                    cost: Field, meos: [concat!(stringify!($module), "_upper")],
                    example: {concat!("upper(", stringify!($module), "('", $text, "')) = ", $y, " -> true")};

                /// Whether the lower bound belongs to the span. Source: MobilityDB `lowerInc`.
                lowerInc(span: $Span) -> Boolean = |span: $span| span.lower_inc, sql: "{0}.lower_inc", nullable: false,
                    throws: false, cost: Field, meos: ["span_lower_inc"],
                    example: {concat!("lowerInc(", stringify!($module), "('", $text, "')) -> true")};

                /// Whether the upper bound belongs to the span. Source: MobilityDB `upperInc`.
                upperInc(span: $Span) -> Boolean = |span: $span| span.upper_inc, sql: "{0}.upper_inc", nullable: false,
                    throws: false, cost: Field, meos: ["span_upper_inc"],
                    example: {concat!("upperInc(", stringify!($module), "('", $text, "')) -> false")};

                /// The common part of two spans; NULL where they share no value. Source: MobilityDB `*`.
                spanIntersection(a: $Span, b: $Span) -> $Span = |a: $span, b: $span| a.intersection(&b),
                    aliases: ["span_intersection"], throws: false, cost: Constant, meos: ["intersection_span_span"],
                    example: {concat!("asText(spanIntersection('", $text, "', ", stringify!($module), "('", $text, "'))) -> ", $shown)};
            }
        }
    };
}

span!(tstzspan, Tstzspan TstzSpan, Timestamptz Timestamptz, make: time_span, wrap: Timestamptz,
    ["TIMESTAMP '2026-01-01 00:00:00Z'", "TIMESTAMP '2026-01-02 00:00:00Z'"], "[2026-01-01, 2026-01-02)",
    "[2026-01-01 00:00:00+00, 2026-01-02 00:00:00+00)");
span!(floatspan, Floatspan FloatSpan, Double f64, make: float_span, wrap: f64::from, ["1.5D", "2.5D"], "[1.5, 2.5)", "[1.5, 2.5)");
span!(intspan, Intspan IntSpan, Int i32, make: int_span, wrap: i32::from, ["1", "3"], "[1, 3)", "[1, 3)");

fn time_span(lower: Timestamptz, upper: Timestamptz, lower_inc: bool, upper_inc: bool) -> Result<TstzSpan> {
    Span::new(check_time(lower.0)?, check_time(upper.0)?, lower_inc, upper_inc)
}

fn float_span(lower: f64, upper: f64, lower_inc: bool, upper_inc: bool) -> Result<FloatSpan> {
    Span::new(lower + 0.0, upper + 0.0, lower_inc, upper_inc)
}

fn int_span(lower: i32, upper: i32, lower_inc: bool, upper_inc: bool) -> Result<IntSpan> {
    let span = Span::new(lower, upper, lower_inc, upper_inc)?;
    let above = |bound: i32| bound.checked_add(1);
    // The greatest integer has no successor: a bound on it stays as it is.
    let first = if lower_inc { Some(lower) } else { above(lower) };
    let end = if upper_inc { above(upper) } else { Some(upper) };
    match (first, end) {
        (Some(first), Some(end)) => Span::new(first, end, true, false),
        _ => Ok(span),
    }
}

/// Union and difference of numbers, as arrays of spans.
macro_rules! number_algebra {
    ($module:ident, $Span:ident $span:ty, $x:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The values in one span or the other, as an array of spans. Source: MobilityDB `+`.
                spanUnion(a: $Span, b: $Span) -> [$Span] = |a: $span, b: $span| array(union(&[a], &[b]), Value::$Span),
                    aliases: ["span_union"], nullable: false, throws: false, cost: Constant, meos: ["union_span_span"],
                    example: {concat!("size(spanUnion(", $x, ", ", $x, ")) -> 1")};

                /// The values of `a` that are not in `b`, as an array of spans; NULL where there are none. Source: MobilityDB `-`.
                spanMinus(a: $Span, b: $Span) -> [$Span] =
                    |a: $span, b: $span| some(minus(&[a], &[b])).map(|spans| array(spans, Value::$Span)),
                    aliases: ["span_minus"], throws: false, cost: Constant, meos: ["minus_span_span"],
                    example: {concat!("spanMinus(", $x, ", ", $x, ") -> NULL")};
            }
        }
    };
}

number_algebra!(floatspan_algebra, Floatspan FloatSpan, "floatspan('[1, 2]')");
number_algebra!(intspan_algebra, Intspan IntSpan, "intspan('[1, 3)')");

fn array<T>(spans: Vec<Span<T>>, wrap: fn(Span<T>) -> Value) -> Value {
    Value::Array(spans.into_iter().map(wrap).collect())
}

/// Union, difference and common part in time.
macro_rules! time_algebra {
    ($module:ident, $A:ident $a:ty, $B:ident $b:ty, $meos:literal, [$to_a:expr, $to_b:expr], $x:literal, $y:literal $(, $common:ident)?) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The times in one operand or the other, as a set of spans. Source: MobilityDB `+`.
                spanUnion(a: $A, b: $B) -> Tstzspanset = |a: $a, b: $b| union(&$to_a(a), &$to_b(b)),
                    aliases: ["span_union"], nullable: false, throws: false, meos: [concat!("union_", $meos)],
                    example: {concat!("numSpans(spanUnion(", $x, ", ", $y, ")) -> 1")};

                /// The times of `a` that are not in `b`, as a set of spans; NULL where there are none. Source: MobilityDB `-`.
                spanMinus(a: $A, b: $B) -> Tstzspanset = |a: $a, b: $b| some(minus(&$to_a(a), &$to_b(b))),
                    aliases: ["span_minus"], throws: false, meos: [concat!("minus_", $meos)],
                    example: {concat!("spanMinus(", $x, ", ", $x, ") -> NULL")};
                $(
                /// The times in both operands, as a set of spans; NULL where there are none. Source: MobilityDB `*`.
                spanIntersection(a: $A, b: $B) -> Tstzspanset = |a: $a, b: $b| some(intersection(&$to_a(a), &$to_b(b))),
                    aliases: ["span_intersection"], throws: false, meos: [concat!(stringify!($common), "_", $meos)],
                    example: {concat!("numSpans(spanIntersection(", $x, ", ", $y, ")) -> 1")};
                )?
            }
        }
    };
}

time_algebra!(span_span, Tstzspan TstzSpan, Tstzspan TstzSpan, "span_span", [one, one],
    "tstzspan('[2026-01-01, 2026-01-02]')", "tstzspan('[2026-01-01, 2026-01-02]')");
time_algebra!(span_spanset, Tstzspan TstzSpan, Tstzspanset &[TstzSpan], "span_spanset", [one, many],
    "tstzspan('[2026-01-01, 2026-01-02]')", "tstzspanset('{[2026-01-01, 2026-01-02]}')", intersection);
time_algebra!(spanset_span, Tstzspanset &[TstzSpan], Tstzspan TstzSpan, "spanset_span", [many, one],
    "tstzspanset('{[2026-01-01, 2026-01-02]}')", "tstzspan('[2026-01-01, 2026-01-02]')", intersection);
time_algebra!(
    spanset_spanset,
    Tstzspanset & [TstzSpan],
    Tstzspanset & [TstzSpan],
    "spanset_spanset",
    [many, many],
    "tstzspanset('{[2026-01-01, 2026-01-02]}')",
    "tstzspanset('{[2026-01-01, 2026-01-02]}')",
    intersection
);
time_algebra!(span_timestamp, Tstzspan TstzSpan, Timestamptz Timestamptz, "span_timestamptz", [one, single],
    "tstzspan('[2026-01-01, 2026-01-02]')", "TIMESTAMP '2026-01-01 00:00:00Z'", intersection);
time_algebra!(spanset_timestamp, Tstzspanset &[TstzSpan], Timestamptz Timestamptz, "spanset_timestamptz", [many, single],
    "tstzspanset('{[2026-01-01, 2026-01-02]}')", "TIMESTAMP '2026-01-01 00:00:00Z'", intersection);

fn one(span: TstzSpan) -> [TstzSpan; 1] {
    [span]
}

fn many(spans: &[TstzSpan]) -> &[TstzSpan] {
    spans
}

fn single(time: Timestamptz) -> [TstzSpan; 1] {
    [TstzSpan::of_value(time.0)]
}

fn some<T>(spans: Vec<Span<T>>) -> Option<Vec<Span<T>>> {
    Some(spans).filter(|spans| !spans.is_empty())
}

pub(crate) mod time {
    use super::*;

    functions! {
        /// How long the span lasts. Source: MobilityDB `duration`.
        duration(span: Tstzspan) -> Interval = |span: TstzSpan| Interval(duration(&[span], Extent::Covered)),
            nullable: false, throws: false, cost: Constant, meos: ["tstzspan_duration"],
            example: "duration(tstzspan('[2026-01-01, 2026-01-02]')) -> INTERVAL '1 00:00:00' DAY TO SECOND";

        /// How long the spans last; `boundspan`: whether gaps count. Source: MobilityDB `duration`.
        duration(spans: Tstzspanset, boundspan: Boolean = "false") -> Interval = |spans: &[TstzSpan], bounds: bool|
            Interval(duration(spans, if bounds { Extent::Bounding } else { Extent::Covered })),
            nullable: false, throws: false, meos: ["tstzspanset_duration"],
            example: "duration(tstzspanset('{[2026-01-01, 2026-01-02]}')) -> INTERVAL '1 00:00:00' DAY TO SECOND";

        /// The seconds between two spans, 0 where they touch or overlap. Source: MobilityDB `<->`.
        distance(a: Tstzspan, b: Tstzspan) -> Double = seconds_between,
            nullable: false, throws: false, cost: Constant, meos: ["distance_tstzspan_tstzspan"],
            example: "distance(tstzspan('[2026-01-01, 2026-01-02]'), tstzspan('[2026-01-03, 2026-01-04]')) -> 86400.0";

        /// The span moved by an interval. Source: MobilityDB `shift`.
        shift(span: Tstzspan, by: Interval) -> Tstzspan = |span: TstzSpan, by: Interval| rescaled(span, Some(by), None),
            nullable: false, cost: Constant, meos: ["tstzspan_shift_scale(span, by, null)"],
            example: "asText(shift(tstzspan('[2026-01-01, 2026-01-02]'), INTERVAL '1' DAY)) -> [2026-01-02 00:00:00+00, 2026-01-03 00:00:00+00]";

        /// The span stretched to a duration, its start kept. A span of one time stays. Source: MobilityDB `scale`.
        scale(span: Tstzspan, duration: Interval) -> Tstzspan =
            |span: TstzSpan, duration: Interval| rescaled(span, None, Some(duration)),
            nullable: false, cost: Constant, meos: ["tstzspan_shift_scale(span, null, duration)"],
            example: "asText(scale(tstzspan('[2026-01-01, 2026-01-02]'), INTERVAL '2' DAY)) -> [2026-01-01 00:00:00+00, 2026-01-03 00:00:00+00]";

        /// The span moved by an interval and stretched to a duration; a NULL of them changes nothing. Source: MobilityDB `shiftScale`.
        shiftScale(span: Tstzspan, by: Interval, duration: Interval) -> Tstzspan =
            |span: Option<TstzSpan>, by: Option<Interval>, duration: Option<Interval>|
                span.map(|span| rescaled(span, by, duration)).transpose(),
            strict: false, cost: Constant, meos: ["tstzspan_shift_scale"],
            example: "duration(shiftScale(tstzspan('[2026-01-01, 2026-01-02]'), INTERVAL '1' DAY, INTERVAL '1' HOUR)) -> INTERVAL '0 01:00:00' DAY TO SECOND";

        /// The spans moved by an interval. Source: MobilityDB `shift`.
        shift(spans: Tstzspanset, by: Interval) -> Tstzspanset =
            |spans: &[TstzSpan], by: Interval| shift_scale_spans(spans, Some(by.0), None),
            nullable: false, meos: ["tstzspanset_shift_scale(spans, by, null)"],
            example: "numSpans(shift(tstzspanset('{[2026-01-01, 2026-01-02]}'), INTERVAL '1' DAY)) -> 1";

        /// The spans stretched together to a duration, their start kept. Source: MobilityDB `scale`.
        scale(spans: Tstzspanset, duration: Interval) -> Tstzspanset =
            |spans: &[TstzSpan], duration: Interval| shift_scale_spans(spans, None, Some(duration.0)),
            nullable: false, meos: ["tstzspanset_shift_scale(spans, null, duration)"],
            example: "numSpans(scale(tstzspanset('{[2026-01-01, 2026-01-02]}'), INTERVAL '1' HOUR)) -> 1";

        /// The spans moved by an interval and stretched together to a duration; a NULL of them changes nothing.
        ///
        /// Source: MobilityDB `shiftScale`.
        shiftScale(spans: Tstzspanset, by: Interval, duration: Interval) -> Tstzspanset =
            |spans: Option<&[TstzSpan]>, by: Option<Interval>, duration: Option<Interval>|
                spans.map(|spans| shift_scale_spans(spans, by.map(|i| i.0), duration.map(|i| i.0))).transpose(),
            strict: false, meos: ["tstzspanset_shift_scale"],
            example: "numSpans(shiftScale(tstzspanset('{[2026-01-01, 2026-01-02]}'), INTERVAL '1' DAY, INTERVAL '1' HOUR)) -> 1";

        /// The span with more time before and after; NULL where a negative interval leaves nothing. Source: MobilityDB `expand`.
        expand(span: Tstzspan, by: Interval) -> Tstzspan = |span: TstzSpan, by: Interval| expand(span, by.0),
            aliases: ["expandTime"], cost: Constant, meos: ["tstzspan_expand"],
            example: "asText(expand(tstzspan('[2026-01-02, 2026-01-03]'), INTERVAL '1' DAY)) -> [2026-01-01 00:00:00+00, 2026-01-04 00:00:00+00]";

        /// The span of the buckets of a width that it meets.
        ///
        /// `origin`: where a bucket starts; each includes its start. A width that is not positive is an error.
        /// Source: MobilityDB `tprecision`.
        tprecision(span: Tstzspan, width: Interval, origin: Timestamptz = "TIMESTAMP '2000-01-03 00:00:00Z'") -> Tstzspan =
            |span: TstzSpan, width: Interval, origin: Timestamptz| span_precision(span, width.0, origin.0),
            nullable: false, cost: Constant, meos: ["tstzspan_tprecision"],
            example: "asText(tprecision(tstzspan('[2026-01-01 10:00, 2026-01-01 11:00]'), INTERVAL '1' DAY)) -> [2026-01-01 00:00:00+00, 2026-01-02 00:00:00+00)";

        /// The set of these spans, which may overlap and come in any order. Source: MobilityDB `spanset`.
        spanset(spans: Tstzspanset) -> Tstzspanset = |spans: &[TstzSpan]| spans.to_vec(),
            nullable: false, throws: false, example: "numSpans(spanset(array(tstzspan('[2026-01-01, 2026-01-02]')))) -> 1";

        /// The set of one span. Source: MobilityDB `spanset`.
        spanset(span: Tstzspan) -> Tstzspanset = |span: TstzSpan| vec![span], nullable: false, throws: false, cost: Constant,
            example: "numSpans(spanset(tstzspan('[2026-01-01, 2026-01-02]'))) -> 1";

        /// The set of these times, in any order. Source: MobilityDB `set`.
        set(times: Tstzset) -> Tstzset = |times: &Tstzset| times.clone(), nullable: false, throws: false,
            example: "size(set(array(TIMESTAMP '2026-01-01 00:00:00Z'))) -> 1";

        /// The span from the first to the last time of a set; NULL of an empty one. Source: MobilityDB `span`.
        span(spans: Tstzspanset) -> Tstzspan = bounds, throws: false, cost: Constant, meos: ["spanset_span"],
            aliases: ["timeSpan"], example: "asText(span(tstzspanset('{[2026-01-01, 2026-01-01]}'))) -> [2026-01-01 00:00:00+00, 2026-01-01 00:00:00+00]";

        /// The span from the first to the last time of a set; NULL of an empty one. Source: MobilityDB `span`.
        span(times: Tstzset) -> Tstzspan = span_of_times, throws: false, cost: Constant, meos: ["set_span"],
            aliases: ["timeSpan"], example: "lowerInc(span(array(TIMESTAMP '2026-01-01 00:00:00Z'))) -> true";

        /// How many spans the set has. Source: MobilityDB `numSpans`.
        numSpans(spans: Tstzspanset) -> Int = |spans: &[TstzSpan]| count(spans.len()), nullable: false, throws: false,
            cost: Constant, meos: ["spanset_num_spans"], example: "numSpans(tstzspanset('{[2026-01-01, 2026-01-01]}')) -> 1";

        /// The first span; NULL of an empty set. Source: MobilityDB `startSpan`.
        startSpan(spans: Tstzspanset) -> Tstzspan = |spans: &[TstzSpan]| spans.first().copied(), throws: false, cost: Constant,
            meos: ["spanset_start_span"], example: "lowerInc(startSpan(tstzspanset('{[2026-01-01, 2026-01-01]}'))) -> true";

        /// The last span; NULL of an empty set. Source: MobilityDB `endSpan`.
        endSpan(spans: Tstzspanset) -> Tstzspan = |spans: &[TstzSpan]| spans.last().copied(), throws: false, cost: Constant,
            meos: ["spanset_end_span"], example: "lowerInc(endSpan(tstzspanset('{[2026-01-01, 2026-01-01]}'))) -> true";

        /// The n-th span, from 1; NULL where there is none. Source: MobilityDB `spanN`.
        spanN(spans: Tstzspanset, n: Int) -> Tstzspan = |spans: &[TstzSpan], n: i32| nth(spans, n), throws: false, cost: Constant,
            meos: ["spanset_span_n"], example: "spanN(tstzspanset('{[2026-01-01, 2026-01-01]}'), 2) -> NULL";

        /// The first time, whether or not it belongs to the set; NULL of an empty set. Source: MobilityDB `startTimestamp`.
        startTimestamp(spans: Tstzspanset) -> Timestamptz = |spans: &[TstzSpan]| spans.first().map(|s| Timestamptz(s.lower)),
            throws: false, cost: Constant, meos: ["tstzspanset_start_timestamptz"],
            example: "startTimestamp(tstzspanset('{[2026-01-01, 2026-01-01]}')) = TIMESTAMP '2026-01-01 00:00:00Z' -> true";

        /// The last time, whether or not it belongs to the set; NULL of an empty set. Source: MobilityDB `endTimestamp`.
        endTimestamp(spans: Tstzspanset) -> Timestamptz = |spans: &[TstzSpan]| spans.last().map(|s| Timestamptz(s.upper)),
            throws: false, cost: Constant, meos: ["tstzspanset_end_timestamptz"],
            example: "endTimestamp(tstzspanset('{[2026-01-01, 2026-01-01]}')) = TIMESTAMP '2026-01-01 00:00:00Z' -> true";

        /// How many distinct bounds the spans have. Source: MobilityDB `numTimestamps`.
        numTimestamps(spans: Tstzspanset) -> Int = |spans: &[TstzSpan]| count(timestamps(spans).len()), nullable: false,
            throws: false, meos: ["tstzspanset_num_timestamps"], example: "numTimestamps(tstzspanset('{[2026-01-01, 2026-01-02]}')) -> 2";

        /// The distinct bounds of the spans, ascending. Source: MobilityDB `timestamps`.
        timestamps(spans: Tstzspanset) -> Tstzset = |spans: &[TstzSpan]| Tstzset(timestamps(spans)), nullable: false,
            throws: false, meos: ["tstzspanset_timestamps"], example: "size(timestamps(tstzspanset('{[2026-01-01, 2026-01-02]}'))) -> 2";

        /// The n-th distinct bound, from 1; NULL where there is none. Source: MobilityDB `timestampN`.
        timestampN(spans: Tstzspanset, n: Int) -> Timestamptz = |spans: &[TstzSpan], n: i32| nth(&timestamps(spans), n).map(Timestamptz),
            throws: false, meos: ["tstzspanset_timestamptz_n"], example: "timestampN(tstzspanset('{[2026-01-01, 2026-01-02]}'), 3) -> NULL";
    }
}

fn rescaled(span: TstzSpan, by: Option<Interval>, duration: Option<Interval>) -> Result<TstzSpan> {
    let made = shift_scale_spans(&[span], by.map(|i| i.0), duration.map(|i| i.0))?;
    made.first().copied().ok_or_else(|| Error::Invalid { what: "tstzspan", reason: "no span is left".to_owned() })
}

fn seconds_between(a: TstzSpan, b: TstzSpan) -> f64 {
    let apart = |first: TstzSpan, then: TstzSpan| (i128::from(then.lower) - i128::from(first.upper)).max(0);
    (apart(a, b) + apart(b, a)) as f64 / 1e6
}

fn span_of_times(times: &Tstzset) -> Option<TstzSpan> {
    let (lower, upper) = (*times.0.first()?, *times.0.last()?);
    Some(TstzSpan { lower, upper, lower_inc: true, upper_inc: true })
}

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn nth<T: Copy>(all: &[T], n: i32) -> Option<T> {
    all.get(usize::try_from(n).ok()?.checked_sub(1)?).copied()
}
