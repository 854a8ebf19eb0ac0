//! Topology and positions of pairs of boxes over numbers, and of temporal numbers (MobilityDB, "Topological Operations").
//!
//! Bounds count as they are, inclusive or exclusive. Each predicate also is Spark SQL over struct fields: comparisons that
//! cannot throw, and a guard that raises where a needed dimension is missing. A NULL operand is NULL in the guard.

use temporal::boxes::TBox;
use temporal::boxes::bounds::{of_tfloat, of_tint};
use temporal::boxes::tbox::{adjacent, contained, contains, overlaps, position, position_in_time, same};
use temporal::boxes::topology::Position;
use temporal::temporal::View;

use crate::functions;

/// Operands that have a box.
trait Boxed {
    fn tbox(&self) -> TBox;
}

impl Boxed for TBox {
    fn tbox(&self) -> TBox {
        *self
    }
}

impl Boxed for View<'_, f64> {
    fn tbox(&self) -> TBox {
        of_tfloat(self)
    }
}

impl Boxed for View<'_, i32> {
    fn tbox(&self) -> TBox {
        of_tint(self)
    }
}

/// A comparison of the values, `values!(ends_before, a, b)`.
#[rustfmt::skip]
macro_rules! values {
    ($how:ident, $a:literal, $b:literal) => {
        $how!(
            [concat!($a, ".vmin"), concat!($a, ".vmax"), concat!($a, ".vmin_inc"), concat!($a, ".vmax_inc")],
            [concat!($b, ".vmin"), concat!($b, ".vmax"), concat!($b, ".vmin_inc"), concat!($b, ".vmax_inc")]
        )
    };
}

/// A comparison of the times.
#[rustfmt::skip]
macro_rules! times {
    ($how:ident, $a:literal, $b:literal) => {
        $how!(
            [concat!($a, ".tmin"), concat!($a, ".tmax"), concat!($a, ".tmin_inc"), concat!($a, ".tmax_inc")],
            [concat!($b, ".tmin"), concat!($b, ".tmax"), concat!($b, ".tmin_inc"), concat!($b, ".tmax_inc")]
        )
    };
}

#[rustfmt::skip]
macro_rules! guard {
    ($name:literal, $a:literal, $b:literal, $needed:expr, $expected:literal) => {
        concat!(
            "CASE WHEN ", $a, " IS NULL OR ", $b, " IS NULL THEN NULL WHEN ", $needed,
            " THEN raise_error('[MOBILITY_INVALID_ARGUMENT] ", $name, ": expected ", $expected, "') ELSE TRUE END"
        )
    };
}

/// A topological predicate: one comparison with `a` first and one with `$x`, `$y` first, on every common dimension.
#[rustfmt::skip]
macro_rules! topology {
    ($name:literal, $a:literal, $b:literal, $one:ident($p:literal, $q:literal), $other:ident($r:literal, $s:literal)) => {
        concat!(
            "(", $a, ".vmin IS NULL OR ", $b, ".vmin IS NULL OR (",
            values!($one, $p, $q), " AND ", values!($other, $r, $s), ")) AND (",
            $a, ".tmin IS NULL OR ", $b, ".tmin IS NULL OR (",
            times!($one, $p, $q), " AND ", times!($other, $r, $s), ")) AND ",
            guard!(
                $name, $a, $b,
                concat!("(", $a, ".vmin IS NULL OR ", $b, ".vmin IS NULL) AND (", $a, ".tmin IS NULL OR ", $b, ".tmin IS NULL)"),
                "boxes with at least one common dimension"
            )
        )
    };
}

#[rustfmt::skip]
macro_rules! by_value {
    ($name:literal, $a:literal, $b:literal, $how:ident($p:literal, $q:literal)) => {
        concat!(
            values!($how, $p, $q), " AND ",
            guard!(
                $name, $a, $b, concat!($a, ".vmin IS NULL OR ", $b, ".vmin IS NULL"), "boxes with a value dimension"
            )
        )
    };
}

#[rustfmt::skip]
macro_rules! by_time {
    ($name:literal, $a:literal, $b:literal, $how:ident($p:literal, $q:literal)) => {
        concat!(
            times!($how, $p, $q), " AND ",
            guard!(
                $name, $a, $b, concat!($a, ".tmin IS NULL OR ", $b, ".tmin IS NULL"), "boxes with a time dimension"
            )
        )
    };
}

/// The predicates of one pair of types: their names, Rust types, the fields' prefix and an example of each.
macro_rules! predicates {
    ($module:ident, $A:ident $a_type:ty, $a:literal $a_example:literal, $B:ident $b_type:ty, $b:literal $b_example:literal,
     $meos:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Whether the boxes of the operands share a value in every dimension that both have.
                ///
                /// Operands without a common dimension are an error. Source: MobilityDB `&&`.
                overlaps(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| overlaps(&a.tbox(), &b.tbox()),
                    aliases: ["tboxOverlaps"], nullable: false, cost: Field, meos: [concat!("overlaps_", $meos)],
                    sql: {topology!("overlaps", $a, $b, starts_in_reach($a, $b), starts_in_reach($b, $a))},
                    example: {concat!("overlaps(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the box of `b` lies in that of `a` in every dimension that both have. Errors as `overlaps`.
                contains(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| contains(&a.tbox(), &b.tbox()),
                    aliases: ["tboxContains"], nullable: false, cost: Field, meos: [concat!("contains_", $meos)],
                    sql: {topology!("contains", $a, $b, starts_no_later($a, $b), ends_no_earlier($a, $b))},
                    example: {concat!("contains(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the box of `a` lies in that of `b` in every dimension that both have. Errors as `overlaps`.
                contained(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| contained(&a.tbox(), &b.tbox()),
                    aliases: ["tboxContained"], nullable: false, cost: Field, meos: [concat!("contained_", $meos)],
                    sql: {topology!("contained", $a, $b, starts_no_later($b, $a), ends_no_earlier($b, $a))},
                    example: {concat!("contained(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the boxes have the same bounds in every dimension that both have. Errors as `overlaps`.
                same(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| same(&a.tbox(), &b.tbox()),
                    aliases: ["tboxSame"], nullable: false, meos: [concat!("same_", $meos)],
                    example: {concat!("same(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the boxes meet without sharing a value. Errors as `overlaps`. Source: MobilityDB `-|-`.
                adjacent(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| adjacent(&a.tbox(), &b.tbox()),
                    aliases: ["tboxAdjacent"], nullable: false, meos: [concat!("adjacent_", $meos)],
                    example: {concat!("adjacent(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether every value of `a` is below every value of `b`. An operand without values is an error.
                left(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| position(&a.tbox(), &b.tbox(), Position::Less),
                    aliases: ["tboxLeft"], nullable: false, cost: Field, meos: [concat!("left_", $meos)],
                    sql: {by_value!("left", $a, $b, ends_before($a, $b))},
                    example: {concat!("left(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether no value of `a` is above all of `b`. Errors as `left`. Source: MobilityDB `&<`.
                overleft(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.tbox(), &b.tbox(), Position::NotGreater),
                    aliases: ["tboxOverleft"], nullable: false, cost: Field, meos: [concat!("overleft_", $meos)],
                    sql: {by_value!("overleft", $a, $b, ends_no_earlier($b, $a))},
                    example: {concat!("overleft(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether every value of `a` is above every value of `b`. Errors as `left`. Source: MobilityDB `>>`.
                right(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.tbox(), &b.tbox(), Position::Greater),
                    aliases: ["tboxRight"], nullable: false, cost: Field, meos: [concat!("right_", $meos)],
                    sql: {by_value!("right", $a, $b, ends_before($b, $a))},
                    example: {concat!("right(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether no value of `a` is below all of `b`. Errors as `left`. Source: MobilityDB `&>`.
                overright(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.tbox(), &b.tbox(), Position::NotLess),
                    aliases: ["tboxOverright"], nullable: false, cost: Field, meos: [concat!("overright_", $meos)],
                    sql: {by_value!("overright", $a, $b, starts_no_later($b, $a))},
                    example: {concat!("overright(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` ends before `b` starts. An operand without time is an error. Source: MobilityDB `<<#`.
                before(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.tbox(), &b.tbox(), Position::Less),
                    aliases: ["tboxBefore"], nullable: false, cost: Field, meos: [concat!("before_", $meos)],
                    sql: {by_time!("before", $a, $b, ends_before($a, $b))},
                    example: {concat!("before(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` ends no later than `b`. Errors as `before`. Source: MobilityDB `&<#`.
                overbefore(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.tbox(), &b.tbox(), Position::NotGreater),
                    aliases: ["tboxOverbefore"], nullable: false, cost: Field, meos: [concat!("overbefore_", $meos)],
                    sql: {by_time!("overbefore", $a, $b, ends_no_earlier($b, $a))},
                    example: {concat!("overbefore(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` starts after `b` ends. Errors as `before`. Source: MobilityDB `#>>`.
                after(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.tbox(), &b.tbox(), Position::Greater),
                    aliases: ["tboxAfter"], nullable: false, cost: Field, meos: [concat!("after_", $meos)],
                    sql: {by_time!("after", $a, $b, ends_before($b, $a))},
                    example: {concat!("after(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` starts no earlier than `b`. Errors as `before`. Source: MobilityDB `#&>`.
                overafter(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.tbox(), &b.tbox(), Position::NotLess),
                    aliases: ["tboxOverafter"], nullable: false, cost: Field, meos: [concat!("overafter_", $meos)],
                    sql: {by_time!("overafter", $a, $b, starts_no_later($b, $a))},
                    example: {concat!("overafter(", $a_example, ", ", $b_example, ") -> true")};
            }
        }
    };
}

/// The pairs of a kind of box and the temporal type that has it.
macro_rules! pairs {
    ($boxes:ident, $left:ident, $right:ident, $both:ident, $Box:ident, $Temporal:ident $temporal:ty, $example:literal,
     $of:literal) => {
        predicates!($boxes, $Box TBox, "{0}" $of, $Box TBox, "{1}" $of, "tbox_tbox");
        predicates!($left, $Temporal $temporal, "{0}.box" $example, $Box TBox, "{1}" $of, "tnumber_tbox");
        predicates!($right, $Box TBox, "{0}" $of, $Temporal $temporal, "{1}.box" $example, "tbox_tnumber");
        predicates!(
            $both, $Temporal $temporal, "{0}.box" $example, $Temporal $temporal, "{1}.box" $example, "tnumber_tnumber"
        );
    };
}

pairs!(
    float_float, tfloat_float, float_tfloat, tfloat_tfloat, TboxFloat, Tfloat View<'_, f64>, "tfloat('1.5@2026-01-01')",
    "tbox(tfloat('1.5@2026-01-01'))"
);
pairs!(
    int_int, tint_int, int_tint, tint_tint, TboxInt, Tint View<'_, i32>, "tint('1@2026-01-01')",
    "tbox(tint('1@2026-01-01'))"
);
