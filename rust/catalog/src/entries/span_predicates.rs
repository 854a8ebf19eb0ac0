//! Topology and positions of spans, sets of spans and single values (MobilityDB, "Set and Span Types").
//!
//! Inclusivity is respected: `[1, 2)` and `[2, 3]` share nothing and are adjacent. Positions look at the outer bounds. An empty
//! array is the empty set: contained in everything, otherwise in no relation.

use temporal::span::{Bounded, FloatSpan, IntSpan, Span, TstzSpan};
use temporal::spanset::{adjacent, contains, left, overlaps, overleft, overright, right};

use crate::functions;
use crate::value::Timestamptz;

/// Operands that are a set of values of type `T`.
trait Spans<T> {
    fn on<R>(&self, read: impl FnOnce(&[Span<T>]) -> R) -> R;
}

impl<T> Spans<T> for Span<T> {
    fn on<R>(&self, read: impl FnOnce(&[Span<T>]) -> R) -> R {
        read(std::slice::from_ref(self))
    }
}

impl<T> Spans<T> for &[Span<T>] {
    fn on<R>(&self, read: impl FnOnce(&[Span<T>]) -> R) -> R {
        read(self)
    }
}

impl Spans<i64> for Timestamptz {
    fn on<R>(&self, read: impl FnOnce(&[TstzSpan]) -> R) -> R {
        read(&[TstzSpan::of_value(self.0)])
    }
}

impl Spans<f64> for f64 {
    fn on<R>(&self, read: impl FnOnce(&[FloatSpan]) -> R) -> R {
        // NaN is in no span.
        if self.is_nan() { read(&[]) } else { read(&[FloatSpan::of_value(*self)]) }
    }
}

impl Spans<i32> for i32 {
    fn on<R>(&self, read: impl FnOnce(&[IntSpan]) -> R) -> R {
        read(&[temporal::boxes::bounds::int_span(&[*self])])
    }
}

/// A relation of two sets of values.
type Relation<T> = fn(&[Span<T>], &[Span<T>]) -> bool;

fn relate<T: Bounded>(a: &impl Spans<T>, b: &impl Spans<T>, holds: Relation<T>) -> bool {
    a.on(|a| b.on(|b| holds(a, b)))
}

/// The entries of one pair of operand types. `time` or `number` name the positions.
macro_rules! predicates {
    ($module:ident, $A:ident $a:ty, $B:ident $b:ty, $meos:literal, [$before:ident $overbefore:ident $after:ident $overafter:ident],
     [$m_before:literal $m_overbefore:literal $m_after:literal $m_overafter:literal],
     [$s_before:literal $s_overbefore:literal $s_after:literal $s_overafter:literal], $x:literal, $y:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Whether the operands share a value. Source: MobilityDB `&&`.
                overlaps(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&a, &b, overlaps),
                    aliases: ["spanOverlaps"], nullable: false, throws: false, cost: Constant, meos: [concat!("overlaps_", $meos)],
                    example: {concat!("overlaps(", $x, ", ", $y, ") -> true")};

                /// Whether every value of `b` is in `a`. Source: MobilityDB `@>`.
                contains(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&a, &b, contains),
                    aliases: ["spanContains"], nullable: false, throws: false, cost: Constant, meos: [concat!("contains_", $meos)],
                    example: {concat!("contains(", $x, ", ", $y, ") -> true")};

                /// Whether every value of `a` is in `b`. Source: MobilityDB `<@`.
                contained(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&b, &a, contains),
                    aliases: ["spanContained"], nullable: false, throws: false, cost: Constant, meos: [concat!("contained_", $meos)],
                    example: {concat!("contained(", $x, ", ", $y, ") -> true")};

                /// Whether one operand starts where the other ends, one of them holding that value. Source: MobilityDB `-|-`.
                adjacent(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&a, &b, adjacent),
                    aliases: ["spanAdjacent"], nullable: false, throws: false, cost: Constant, meos: [concat!("adjacent_", $meos)],
                    example: {concat!("adjacent(", $x, ", ", $y, ") -> false")};

                /// Whether every value of `a` is below every value of `b`. Source: MobilityDB `<<` and `<<#`.
                $before(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&a, &b, left),
                    aliases: [$s_before], nullable: false, throws: false, cost: Constant, meos: [concat!($m_before, "_", $meos)],
                    example: {concat!(stringify!($before), "(", $x, ", ", $y, ") -> false")};

                /// Whether no value of `a` is above all values of `b`. Source: MobilityDB `&<` and `&<#`.
                $overbefore(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&a, &b, overleft),
                    aliases: [$s_overbefore], nullable: false, throws: false, cost: Constant, meos: [concat!($m_overbefore, "_", $meos)],
                    example: {concat!(stringify!($overbefore), "(", $x, ", ", $y, ") -> true")};

                /// Whether every value of `a` is above every value of `b`. Source: MobilityDB `>>` and `#>>`.
                $after(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&a, &b, right),
                    aliases: [$s_after], nullable: false, throws: false, cost: Constant, meos: [concat!($m_after, "_", $meos)],
                    example: {concat!(stringify!($after), "(", $x, ", ", $y, ") -> false")};

                /// Whether no value of `a` is below all values of `b`. Source: MobilityDB `&>` and `#&>`.
                $overafter(a: $A, b: $B) -> Boolean = |a: $a, b: $b| relate(&a, &b, overright),
                    aliases: [$s_overafter], nullable: false, throws: false, cost: Constant, meos: [concat!($m_overafter, "_", $meos)],
                    example: {concat!(stringify!($overafter), "(", $x, ", ", $y, ") -> true")};
            }
        }
    };
}

/// Operands in time; MEOS calls positions of a single time `before`, of spans `left`.
macro_rules! in_time {
    ($module:ident, $A:ident $a:ty, $B:ident $b:ty, $meos:literal, $names:tt, $x:literal, $y:literal) => {
        predicates!($module, $A $a, $B $b, $meos, [before overbefore after overafter], $names,
            ["spanBefore" "spanOverbefore" "spanAfter" "spanOverafter"], $x, $y);
    };
}

/// Operands on the number line.
macro_rules! in_numbers {
    ($module:ident, $A:ident $a:ty, $B:ident $b:ty, $meos:literal, $x:literal, $y:literal) => {
        predicates!($module, $A $a, $B $b, $meos, [left overleft right overright], ["left" "overleft" "right" "overright"],
            ["spanLeft" "spanOverleft" "spanRight" "spanOverright"], $x, $y);
    };
}

in_time!(tstzspan_tstzspan, Tstzspan TstzSpan, Tstzspan TstzSpan, "span_span", ["left" "overleft" "right" "overright"],
    "tstzspan('[2026-01-01, 2026-01-01]')", "tstzspan('[2026-01-01, 2026-01-01]')");
in_time!(tstzspan_tstzspanset, Tstzspan TstzSpan, Tstzspanset &[TstzSpan], "span_spanset", ["left" "overleft" "right" "overright"],
    "tstzspan('[2026-01-01, 2026-01-01]')", "tstzspanset('{[2026-01-01, 2026-01-01]}')");
in_time!(tstzspanset_tstzspan, Tstzspanset &[TstzSpan], Tstzspan TstzSpan, "spanset_span", ["left" "overleft" "right" "overright"],
    "tstzspanset('{[2026-01-01, 2026-01-01]}')", "tstzspan('[2026-01-01, 2026-01-01]')");
in_time!(tstzspanset_tstzspanset, Tstzspanset &[TstzSpan], Tstzspanset &[TstzSpan], "spanset_spanset",
    ["left" "overleft" "right" "overright"], "tstzspanset('{[2026-01-01, 2026-01-01]}')", "tstzspanset('{[2026-01-01, 2026-01-01]}')");
in_time!(tstzspan_timestamp, Tstzspan TstzSpan, Timestamptz Timestamptz, "span_timestamptz",
    ["before" "overbefore" "after" "overafter"], "tstzspan('[2026-01-01, 2026-01-01]')", "TIMESTAMP '2026-01-01 00:00:00Z'");
in_time!(timestamp_tstzspan, Timestamptz Timestamptz, Tstzspan TstzSpan, "timestamptz_span",
    ["before" "overbefore" "after" "overafter"], "TIMESTAMP '2026-01-01 00:00:00Z'", "tstzspan('[2026-01-01, 2026-01-01]')");
in_time!(tstzspanset_timestamp, Tstzspanset &[TstzSpan], Timestamptz Timestamptz, "spanset_timestamptz",
    ["before" "overbefore" "after" "overafter"], "tstzspanset('{[2026-01-01, 2026-01-01]}')", "TIMESTAMP '2026-01-01 00:00:00Z'");
in_time!(timestamp_tstzspanset, Timestamptz Timestamptz, Tstzspanset &[TstzSpan], "timestamptz_spanset",
    ["before" "overbefore" "after" "overafter"], "TIMESTAMP '2026-01-01 00:00:00Z'", "tstzspanset('{[2026-01-01, 2026-01-01]}')");
in_numbers!(floatspan_floatspan, Floatspan FloatSpan, Floatspan FloatSpan, "span_span", "floatspan('[1, 1]')", "floatspan('[1, 1]')");
in_numbers!(floatspan_float, Floatspan FloatSpan, Double f64, "span_float", "floatspan('[1, 1]')", "1D");
in_numbers!(float_floatspan, Double f64, Floatspan FloatSpan, "float_span", "1D", "floatspan('[1, 1]')");
in_numbers!(intspan_intspan, Intspan IntSpan, Intspan IntSpan, "span_span", "intspan('[1, 1]')", "intspan('[1, 1]')");
in_numbers!(intspan_int, Intspan IntSpan, Int i32, "span_int", "intspan('[1, 1]')", "1");
in_numbers!(int_intspan, Int i32, Intspan IntSpan, "int_span", "1", "intspan('[1, 1]')");
