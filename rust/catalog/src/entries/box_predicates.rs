//! Topology and positions of pairs of boxes and moving points (MobilityDB, "Topological Operations", "Position Operations").
//!
//! Each predicate also is Spark SQL over struct fields: comparisons that cannot throw, so that they are pushed into scans and
//! prune, and a guard that raises what the kernel raises. Pairs in different reference systems pass the comparisons, so that
//! the guard sees them. An absent dimension is a NULL field; a NULL operand passes the comparisons and is NULL in the guard.

use temporal::boxes::STBox;
use temporal::boxes::bounds::of_trip;
use temporal::boxes::topology::{
    Axis, Position, adjacent, contained, contains, overlaps, position, position_in_time, same,
};
use temporal::point::TPointRef;

use crate::functions;

/// Operands that have a box.
trait Boxed {
    fn stbox(&self) -> STBox;
}

impl Boxed for STBox {
    fn stbox(&self) -> STBox {
        *self
    }
}

impl Boxed for TPointRef<'_> {
    fn stbox(&self) -> STBox {
        of_trip(self)
    }
}

/// Operands in different reference systems, or one on the ellipsoid and one in the plane.
#[rustfmt::skip]
macro_rules! mixed {
    ($a:literal, $b:literal) => {
        concat!(
            "(", $a, ".xmin IS NOT NULL AND ", $b, ".xmin IS NOT NULL AND (",
            $a, ".srid < ", $b, ".srid OR ", $a, ".srid > ", $b, ".srid OR ", $a, ".geodetic <> ", $b, ".geodetic))"
        )
    };
}

/// What must hold for an answer; `$needed` is TRUE where a needed dimension is missing.
#[rustfmt::skip]
macro_rules! guard {
    ($name:literal, $a:literal, $b:literal, $needed:expr, $expected:literal) => {
        concat!(
            "CASE WHEN ", $a, ".srid IS NULL OR ", $b, ".srid IS NULL THEN NULL ",
            "WHEN ", $a, ".xmin IS NOT NULL AND ", $b, ".xmin IS NOT NULL AND ", $a, ".geodetic <> ", $b, ".geodetic ",
            "THEN raise_error('[MOBILITY_MIXED_GEODETIC] ", $name, ": planar and geodetic operands cannot be mixed') ",
            "WHEN ", $a, ".xmin IS NOT NULL AND ", $b, ".xmin IS NOT NULL AND ", $a, ".srid <> ", $b, ".srid ",
            "THEN raise_error(concat('[MOBILITY_MIXED_SRID] ", $name, ": mixed SRID: ', ", $a, ".srid, ' and ', ", $b, ".srid)) ",
            "WHEN ", $needed, " THEN raise_error('[MOBILITY_INVALID_ARGUMENT] ", $name, ": expected ", $expected, "') ",
            "ELSE TRUE END"
        )
    };
}

/// TRUE where the operands share no dimension.
#[rustfmt::skip]
macro_rules! nothing_common {
    ($a:literal, $b:literal) => {
        concat!("(", $a, ".xmin IS NULL OR ", $b, ".xmin IS NULL) AND (", $a, ".tmin IS NULL OR ", $b, ".tmin IS NULL)")
    };
}

/// A topological predicate: two comparisons of a least or greatest value of `a` with one of `b`, on every common dimension.
#[rustfmt::skip]
macro_rules! topology {
    ($name:literal, $a:literal, $b:literal, [$l1:literal $o1:literal $r1:literal, $l2:literal $o2:literal $r2:literal]) => {
        concat!(
            "(", mixed!($a, $b), " OR ((", $a, ".xmin IS NULL OR ", $b, ".xmin IS NULL OR (",
            $a, ".x", $l1, $o1, $b, ".x", $r1, " AND ", $a, ".x", $l2, $o2, $b, ".x", $r2, " AND ",
            $a, ".y", $l1, $o1, $b, ".y", $r1, " AND ", $a, ".y", $l2, $o2, $b, ".y", $r2, ")) AND (",
            $a, ".zmin IS NULL OR ", $b, ".zmin IS NULL OR (",
            $a, ".z", $l1, $o1, $b, ".z", $r1, " AND ", $a, ".z", $l2, $o2, $b, ".z", $r2, ")) AND (",
            $a, ".tmin IS NULL OR ", $b, ".tmin IS NULL OR (",
            $a, ".t", $l1, $o1, $b, ".t", $r1, " AND ", $a, ".t", $l2, $o2, $b, ".t", $r2, ")))) AND ",
            guard!($name, $a, $b, nothing_common!($a, $b), "boxes with at least one common dimension")
        )
    };
}

/// A position along an axis: one comparison.
#[rustfmt::skip]
macro_rules! along {
    ($name:literal, $a:literal, $b:literal, $least:literal, $left:literal $op:literal $right:literal, $expected:literal) => {
        concat!(
            "(", mixed!($a, $b), " OR ", $a, $left, $op, $b, $right, ") AND ",
            guard!($name, $a, $b, concat!($a, $least, " IS NULL OR ", $b, $least, " IS NULL"), $expected)
        )
    };
}

/// A position in time: by the bounds, and by their inclusivity where they are the same.
#[rustfmt::skip]
macro_rules! in_time {
    ($name:literal, $a:literal, $b:literal, $left:literal $op:literal $right:literal, $tie:expr) => {
        concat!(
            "(", mixed!($a, $b), " OR ", $a, $left, $op, $b, $right,
            " OR (", $a, $left, " = ", $b, $right, " AND ", $tie, ")) AND ",
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
                /// Whether the boxes of the operands share a value in every dimension that both have, bounds included.
                ///
                /// Mixed SRIDs and operands without a common dimension are errors. Source: MobilityDB `&&`.
                overlaps(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| overlaps(&a.stbox(), &b.stbox()),
                    aliases: ["stboxOverlaps"], nullable: false, cost: Field, meos: [concat!("overlaps_", $meos)],
                    sql: {topology!("overlaps", $a, $b, ["min" " <= " "max", "max" " >= " "min"])},
                    example: {concat!("overlaps(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the box of `b` lies in that of `a` in every dimension that both have, bounds included.
                ///
                /// Errors as `overlaps`. Source: MobilityDB `@>`.
                contains(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| contains(&a.stbox(), &b.stbox()),
                    aliases: ["stboxContains"], nullable: false, cost: Field, meos: [concat!("contains_", $meos)],
                    sql: {topology!("contains", $a, $b, ["min" " <= " "min", "max" " >= " "max"])},
                    example: {concat!("contains(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the box of `a` lies in that of `b` in every dimension that both have, bounds included.
                ///
                /// Errors as `overlaps`. Source: MobilityDB `<@`.
                contained(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| contained(&a.stbox(), &b.stbox()),
                    aliases: ["stboxContained"], nullable: false, cost: Field, meos: [concat!("contained_", $meos)],
                    sql: {topology!("contained", $a, $b, ["min" " >= " "min", "max" " <= " "max"])},
                    example: {concat!("contained(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the boxes have the same bounds in every dimension that both have, inclusive or not.
                ///
                /// Errors as `overlaps`. Source: MobilityDB `~=`.
                same(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| same(&a.stbox(), &b.stbox()),
                    aliases: ["stboxSame"], nullable: false, cost: Field, meos: [concat!("same_", $meos)],
                    sql: {topology!("same", $a, $b, ["min" " = " "min", "max" " = " "max"])},
                    example: {concat!("same(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether the boxes meet, and only in a border: what they share has no extent in some dimension.
                ///
                /// Errors as `overlaps`. Source: MobilityDB `-|-`.
                adjacent(a: $A, b: $B) -> Boolean = |a: $a_type, b: $b_type| adjacent(&a.stbox(), &b.stbox()),
                    aliases: ["stboxAdjacent"], nullable: false, meos: [concat!("adjacent_", $meos)],
                    example: {concat!("adjacent(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` ends in x before `b` starts. Mixed SRIDs and an operand without space are errors. Source: MobilityDB `<<`.
                left(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::X, Position::Less),
                    aliases: ["stboxLeft"], nullable: false, cost: Field, meos: [concat!("left_", $meos)],
                    sql: {along!("left", $a, $b, ".xmin", ".xmax" " < " ".xmin", "boxes with an x dimension")},
                    example: {concat!("left(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` ends in x no later than `b`. Errors as `left`. Source: MobilityDB `&<`.
                overleft(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::X, Position::NotGreater),
                    aliases: ["stboxOverleft"], nullable: false, cost: Field, meos: [concat!("overleft_", $meos)],
                    sql: {along!("overleft", $a, $b, ".xmin", ".xmax" " <= " ".xmax", "boxes with an x dimension")},
                    example: {concat!("overleft(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` starts in x after `b` ends. Errors as `left`. Source: MobilityDB `>>`.
                right(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::X, Position::Greater),
                    aliases: ["stboxRight"], nullable: false, cost: Field, meos: [concat!("right_", $meos)],
                    sql: {along!("right", $a, $b, ".xmin", ".xmin" " > " ".xmax", "boxes with an x dimension")},
                    example: {concat!("right(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` starts in x no earlier than `b`. Errors as `left`. Source: MobilityDB `&>`.
                overright(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::X, Position::NotLess),
                    aliases: ["stboxOverright"], nullable: false, cost: Field, meos: [concat!("overright_", $meos)],
                    sql: {along!("overright", $a, $b, ".xmin", ".xmin" " >= " ".xmin", "boxes with an x dimension")},
                    example: {concat!("overright(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` ends in y before `b` starts. Errors as `left`. Source: MobilityDB `<<|`.
                below(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Y, Position::Less),
                    aliases: ["stboxBelow"], nullable: false, cost: Field, meos: [concat!("below_", $meos)],
                    sql: {along!("below", $a, $b, ".xmin", ".ymax" " < " ".ymin", "boxes with an x dimension")},
                    example: {concat!("below(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` ends in y no later than `b`. Errors as `left`. Source: MobilityDB `&<|`.
                overbelow(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Y, Position::NotGreater),
                    aliases: ["stboxOverbelow"], nullable: false, cost: Field, meos: [concat!("overbelow_", $meos)],
                    sql: {along!("overbelow", $a, $b, ".xmin", ".ymax" " <= " ".ymax", "boxes with an x dimension")},
                    example: {concat!("overbelow(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` starts in y after `b` ends. Errors as `left`. Source: MobilityDB `|>>`.
                above(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Y, Position::Greater),
                    aliases: ["stboxAbove"], nullable: false, cost: Field, meos: [concat!("above_", $meos)],
                    sql: {along!("above", $a, $b, ".xmin", ".ymin" " > " ".ymax", "boxes with an x dimension")},
                    example: {concat!("above(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` starts in y no earlier than `b`. Errors as `left`. Source: MobilityDB `|&>`.
                overabove(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Y, Position::NotLess),
                    aliases: ["stboxOverabove"], nullable: false, cost: Field, meos: [concat!("overabove_", $meos)],
                    sql: {along!("overabove", $a, $b, ".xmin", ".ymin" " >= " ".ymin", "boxes with an x dimension")},
                    example: {concat!("overabove(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` ends in z before `b` starts. Mixed SRIDs and an operand without z are errors. Source: MobilityDB `<</`.
                front(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Z, Position::Less),
                    aliases: ["stboxFront"], nullable: false, cost: Field, meos: [concat!("front_", $meos)],
                    sql: {along!("front", $a, $b, ".zmin", ".zmax" " < " ".zmin", "boxes with a z dimension")},
                    example: {concat!("front(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` ends in z no later than `b`. Errors as `front`. Source: MobilityDB `&</`.
                overfront(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Z, Position::NotGreater),
                    aliases: ["stboxOverfront"], nullable: false, cost: Field, meos: [concat!("overfront_", $meos)],
                    sql: {along!("overfront", $a, $b, ".zmin", ".zmax" " <= " ".zmax", "boxes with a z dimension")},
                    example: {concat!("overfront(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` starts in z after `b` ends. Errors as `front`. Source: MobilityDB `/>>`.
                back(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Z, Position::Greater),
                    aliases: ["stboxBack"], nullable: false, cost: Field, meos: [concat!("back_", $meos)],
                    sql: {along!("back", $a, $b, ".zmin", ".zmin" " > " ".zmax", "boxes with a z dimension")},
                    example: {concat!("back(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` starts in z no earlier than `b`. Errors as `front`. Source: MobilityDB `/&>`.
                overback(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position(&a.stbox(), &b.stbox(), Axis::Z, Position::NotLess),
                    aliases: ["stboxOverback"], nullable: false, cost: Field, meos: [concat!("overback_", $meos)],
                    sql: {along!("overback", $a, $b, ".zmin", ".zmin" " >= " ".zmin", "boxes with a z dimension")},
                    example: {concat!("overback(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` ends before `b` starts; exclusive bounds are respected.
                ///
                /// Mixed SRIDs and an operand without time are errors. Source: MobilityDB `<<#`.
                before(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.stbox(), &b.stbox(), Position::Less),
                    aliases: ["stboxBefore"], nullable: false, cost: Field, meos: [concat!("before_", $meos)],
                    sql: {in_time!("before", $a, $b, ".tmax" " < " ".tmin",
                        concat!("NOT (", $a, ".tmax_inc AND ", $b, ".tmin_inc)"))},
                    example: {concat!("before(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` ends no later than `b`; exclusive bounds are respected. Errors as `before`. Source: MobilityDB `&<#`.
                overbefore(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.stbox(), &b.stbox(), Position::NotGreater),
                    aliases: ["stboxOverbefore"], nullable: false, cost: Field, meos: [concat!("overbefore_", $meos)],
                    sql: {in_time!("overbefore", $a, $b, ".tmax" " < " ".tmax",
                        concat!("(NOT ", $a, ".tmax_inc OR ", $b, ".tmax_inc)"))},
                    example: {concat!("overbefore(", $a_example, ", ", $b_example, ") -> true")};

                /// Whether `a` starts after `b` ends; exclusive bounds are respected. Errors as `before`. Source: MobilityDB `#>>`.
                after(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.stbox(), &b.stbox(), Position::Greater),
                    aliases: ["stboxAfter"], nullable: false, cost: Field, meos: [concat!("after_", $meos)],
                    sql: {in_time!("after", $a, $b, ".tmin" " > " ".tmax",
                        concat!("NOT (", $a, ".tmin_inc AND ", $b, ".tmax_inc)"))},
                    example: {concat!("after(", $a_example, ", ", $b_example, ") -> false")};

                /// Whether `a` starts no earlier than `b`; exclusive bounds are respected. Errors as `before`. Source: MobilityDB `#&>`.
                overafter(a: $A, b: $B) -> Boolean =
                    |a: $a_type, b: $b_type| position_in_time(&a.stbox(), &b.stbox(), Position::NotLess),
                    aliases: ["stboxOverafter"], nullable: false, cost: Field, meos: [concat!("overafter_", $meos)],
                    sql: {in_time!("overafter", $a, $b, ".tmin" " > " ".tmin",
                        concat!("(NOT ", $a, ".tmin_inc OR ", $b, ".tmin_inc)"))},
                    example: {concat!("overafter(", $a_example, ", ", $b_example, ") -> true")};
            }
        }
    };
}

predicates!(
    stbox_stbox,
    Stbox STBox, "{0}" "stbox(tgeompoint('POINT Z (1 1 1)@2026-01-01'))",
    Stbox STBox, "{1}" "stbox(tgeompoint('POINT Z (1 1 1)@2026-01-01'))",
    "stbox_stbox"
);
predicates!(
    tgeompoint_stbox,
    Tgeompoint TPointRef<'_>, "{0}.box" "tgeompoint('POINT Z (1 1 1)@2026-01-01')",
    Stbox STBox, "{1}" "stbox(tgeompoint('POINT Z (1 1 1)@2026-01-01'))",
    "tspatial_stbox"
);
predicates!(
    stbox_tgeompoint,
    Stbox STBox, "{0}" "stbox(tgeompoint('POINT Z (1 1 1)@2026-01-01'))",
    Tgeompoint TPointRef<'_>, "{1}.box" "tgeompoint('POINT Z (1 1 1)@2026-01-01')",
    "stbox_tspatial"
);
predicates!(
    tgeompoint_tgeompoint,
    Tgeompoint TPointRef<'_>, "{0}.box" "tgeompoint('POINT Z (1 1 1)@2026-01-01')",
    Tgeompoint TPointRef<'_>, "{1}.box" "tgeompoint('POINT Z (1 1 1)@2026-01-01')",
    "tspatial_tspatial"
);
predicates!(
    tgeogpoint_stbox,
    Tgeogpoint TPointRef<'_>, "{0}.box" "tgeogpoint('POINT Z (1 1 1)@2026-01-01')",
    Stbox STBox, "{1}" "stbox(tgeogpoint('POINT Z (1 1 1)@2026-01-01'))",
    "tspatial_stbox"
);
predicates!(
    stbox_tgeogpoint,
    Stbox STBox, "{0}" "stbox(tgeogpoint('POINT Z (1 1 1)@2026-01-01'))",
    Tgeogpoint TPointRef<'_>, "{1}.box" "tgeogpoint('POINT Z (1 1 1)@2026-01-01')",
    "stbox_tspatial"
);
predicates!(
    tgeogpoint_tgeogpoint,
    Tgeogpoint TPointRef<'_>, "{0}.box" "tgeogpoint('POINT Z (1 1 1)@2026-01-01')",
    Tgeogpoint TPointRef<'_>, "{1}.box" "tgeogpoint('POINT Z (1 1 1)@2026-01-01')",
    "tspatial_tspatial"
);
