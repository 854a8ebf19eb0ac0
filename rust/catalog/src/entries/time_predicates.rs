//! Topology and positions of a temporal value and a span of time, and of two values without a box (MobilityDB, "Topological Operations", "Position Operations").
//!
//! Inclusivity is respected, unlike between boxes: a value that ends before 2 o'clock shares no time with `[2, 3]`. Each
//! predicate also is Spark SQL over struct fields that cannot throw.

use temporal::boxes::bounds::time_span;
use temporal::point::TPointRef;
use temporal::span::TstzSpan;
use temporal::temporal::View;

use crate::functions;

/// Operands that have a time from a first to a last moment.
trait Timed {
    fn time(&self) -> TstzSpan;
}

impl Timed for TstzSpan {
    fn time(&self) -> TstzSpan {
        *self
    }
}

impl Timed for TPointRef<'_> {
    fn time(&self) -> TstzSpan {
        time_span(&self.track)
    }
}

impl<V> Timed for View<'_, V> {
    fn time(&self) -> TstzSpan {
        time_span(self)
    }
}

/// The predicates of one pair of types: Rust types, fields of the time, an example of each, and how MEOS calls the pair.
macro_rules! predicates {
    ($module:ident, $A:ident $a_type:ty, $a:tt $a_example:literal, $B:ident $b_type:ty, $b:tt $b_example:literal,
     $meos:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Whether the times of the operands, from first to last moment, share a moment; gaps are not looked at.
                ///
                /// Source: MobilityDB `&&`.
                overlaps(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| a.time().overlaps(&b.time()),
                    aliases: ["spanOverlaps"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("overlaps_", $meos)],
                    sql: {concat!(starts_in_reach!($a, $b), " AND ", starts_in_reach!($b, $a))},
                    example: {concat!("overlaps(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the time of `b`, from first to last moment, lies in that of `a`. Source: MobilityDB `@>`.
                contains(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| a.time().contains(&b.time()),
                    aliases: ["spanContains"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("contains_", $meos)],
                    sql: {concat!(starts_no_later!($a, $b), " AND ", ends_no_earlier!($a, $b))},
                    example: {concat!("contains(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the time of `a`, from first to last moment, lies in that of `b`. Source: MobilityDB `<@`.
                contained(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| b.time().contains(&a.time()),
                    aliases: ["spanContained"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("contained_", $meos)],
                    sql: {concat!(starts_no_later!($b, $a), " AND ", ends_no_earlier!($b, $a))},
                    example: {concat!("contained(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the operands have the same first and last moment, inclusivity respected. Source: MobilityDB `~=`.
                same(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| a.time() == b.time(),
                    aliases: ["spanSame"], nullable: false, throws: false, cost: Field, meos: [concat!("same_", $meos)],
                    sql: {concat!(
                        starts_no_later!($a, $b), " AND ", starts_no_later!($b, $a), " AND ", ends_no_earlier!($a, $b),
                        " AND ", ends_no_earlier!($b, $a)
                    )},
                    example: {concat!("same(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether one operand starts where the other ends, one of them holding that moment. Source: MobilityDB `-|-`.
                adjacent(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| a.time().adjacent(&b.time()),
                    aliases: ["spanAdjacent"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("adjacent_", $meos)],
                    sql: {concat!(goes_on!($a, $b), " OR ", goes_on!($b, $a))},
                    example: {concat!("adjacent(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` ends before `b` starts. Source: MobilityDB `<<#`.
                before(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| a.time().ends_before(&b.time()),
                    aliases: ["spanBefore"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("before_", $meos)], sql: {ends_before!($a, $b)},
                    example: {concat!("before(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` ends no later than `b`. Source: MobilityDB `&<#`.
                overbefore(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| b.time().cmp_upper(&a.time()).is_ge(),
                    aliases: ["spanOverbefore"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("overbefore_", $meos)], sql: {ends_no_earlier!($b, $a)},
                    example: {concat!("overbefore(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` starts after `b` ends. Source: MobilityDB `#>>`.
                after(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| b.time().ends_before(&a.time()),
                    aliases: ["spanAfter"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("after_", $meos)], sql: {ends_before!($b, $a)},
                    example: {concat!("after(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` starts no earlier than `b`. Source: MobilityDB `#&>`.
                overafter(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| b.time().cmp_lower(&a.time()).is_le(),
                    aliases: ["spanOverafter"], nullable: false, throws: false, cost: Field,
                    meos: [concat!("overafter_", $meos)], sql: {starts_no_later!($b, $a)},
                    example: {concat!("overafter(", $a_example, ", ", $b_example, ") -> true")};
            }
        }
    };
}

/// Both orders of a temporal type and a span.
macro_rules! with_span {
    ($module:ident, $reverse:ident, $Type:ident $rust:ty, $left:tt, $right:tt, $example:literal) => {
        predicates!(
            $module, $Type $rust, $left $example,
            Tstzspan TstzSpan, ["{1}.lower", "{1}.upper", "{1}.lower_inc", "{1}.upper_inc"]
            "span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', true, true)", "temporal_tstzspan"
        );
        predicates!(
            $reverse, Tstzspan TstzSpan, ["{0}.lower", "{0}.upper", "{0}.lower_inc", "{0}.upper_inc"]
            "span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', true, true)",
            $Type $rust, $right $example, "tstzspan_temporal"
        );
    };
}

/// Both orders, for a type whose time lies in its box.
macro_rules! boxed {
    ($module:ident, $reverse:ident, $Type:ident $rust:ty, $example:literal) => {
        with_span!(
            $module, $reverse, $Type $rust, ["{0}.box.tmin", "{0}.box.tmax", "{0}.box.tmin_inc", "{0}.box.tmax_inc"],
            ["{1}.box.tmin", "{1}.box.tmax", "{1}.box.tmin_inc", "{1}.box.tmax_inc"], $example
        );
    };
}

/// Both orders and two values, for a type whose time is a field of its own.
macro_rules! spanned {
    ($module:ident, $reverse:ident, $both:ident, $Type:ident $rust:ty, $example:literal) => {
        predicates!(
            $both, $Type $rust, ["{0}.time.lower", "{0}.time.upper", "{0}.time.lower_inc", "{0}.time.upper_inc"] $example,
            $Type $rust, ["{1}.time.lower", "{1}.time.upper", "{1}.time.lower_inc", "{1}.time.upper_inc"] $example,
            "temporal_temporal"
        );
        with_span!(
            $module, $reverse, $Type $rust, ["{0}.time.lower", "{0}.time.upper", "{0}.time.lower_inc", "{0}.time.upper_inc"],
            ["{1}.time.lower", "{1}.time.upper", "{1}.time.lower_inc", "{1}.time.upper_inc"], $example
        );
    };
}

boxed!(tgeompoint, to_tgeompoint, Tgeompoint TPointRef<'_>, "tgeompoint('POINT(1 1)@2026-01-01')");
boxed!(tgeogpoint, to_tgeogpoint, Tgeogpoint TPointRef<'_>, "tgeogpoint('POINT(1 1)@2026-01-01')");
boxed!(tfloat, to_tfloat, Tfloat View<'_, f64>, "tfloat('1.5@2026-01-01')");
boxed!(tint, to_tint, Tint View<'_, i32>, "tint('1@2026-01-01')");
spanned!(tbool, to_tbool, both_tbool, Tbool View<'_, bool>, "tbool('t@2026-01-01')");
spanned!(ttext, to_ttext, both_ttext, Ttext View<'_, String>, "ttext('a@2026-01-01')");
