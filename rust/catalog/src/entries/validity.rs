//! Whether a stored value is what its struct says, and how to mend its box (ours; MobilityDB keeps boxes by itself).

use crate::functions;
use crate::value::Value;

/// The entries of one temporal type.
macro_rules! validity {
    ($($module:ident, $Type:ident, $sql:literal, $example:literal;)*) => {$(
        pub(super) mod $module {
            use super::*;

            functions! {
                /// Whether a struct holds a value as a constructor makes it.
                ///
                /// FALSE where the box or the bytes are NULL, the bytes are not a value of this type or not in their canonical form, or
                /// the box is not the box of the value. Every other function only compares type, SRID, dimensions, first and last time.
                isValid(value: $Type) -> Boolean = |_: &Value| true, nullable: false, throws: false, false_on_error: true,
                    example: {concat!("isValid(", stringify!($module), "('", $example, "')) -> true")};

                /// The value of the struct's bytes with a box made anew.
                ///
                /// NULL where the bytes are NULL; bytes that are not a value of this type are an error.
                refresh(value: $Type) -> $Type = |value: &Value| value.clone(), sql: $sql,
                    example: {concat!("refresh(", stringify!($module), "('", $example, "')) -> ", $example)};
            }
        }
    )*};
}

validity! {
    tgeompoint, Tgeompoint, "tgeompointFromEWKB({0}.tgeompoint)", "POINT(1 2)@2026-01-01 00:00:00+00";
    tgeogpoint, Tgeogpoint, "tgeogpointFromEWKB({0}.tgeogpoint)", "SRID=4326;POINT(1 2)@2026-01-01 00:00:00+00";
    tfloat, Tfloat, "tfloatFromEWKB({0}.tfloat)", "1.5@2026-01-01 00:00:00+00";
    tint, Tint, "tintFromEWKB({0}.tint)", "1@2026-01-01 00:00:00+00";
    tbool, Tbool, "tboolFromEWKB({0}.tbool)", "t@2026-01-01 00:00:00+00";
    ttext, Ttext, "ttextFromEWKB({0}.ttext)", "\"a\"@2026-01-01 00:00:00+00";
}
