//! Time moved and stretched, interpolation and subtype changed (MobilityDB, "Transformations").

use temporal::construct::interp_from_name;
use temporal::error::Result;
use temporal::point::TPointRef;
use temporal::set_interp::{set_interp, to_instant, to_sequence_set};
use temporal::shift_scale::shift_scale;
use temporal::temporal::View;

use super::accessors::Viewed;
use crate::functions;
use crate::value::Interval;

/// The entries of one temporal type: a value of one instant, a longer one, and its end after a day's stretch to two.
macro_rules! transformation {
    ($module:ident, $Type:ident, $view:ty, $Inst:ident, $SeqSet:ident, interp: $interp:literal, value: $value:literal,
     one: $one:literal, is: $is:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The value with its time moved by an interval. Source: MobilityDB `shiftTime`.
                shiftTime(value: $Type, shift: Interval) -> $Type = |v: $view, shift: Interval| moved(&v, Some(shift), None),
                    aliases: ["shift"], nullable: false, meos: ["temporal_shift_time"],
                    example: {concat!("startTimestamp(shiftTime(", $value, ", INTERVAL '1' DAY)) = timestamp '2026-01-02 00:00:00Z' -> true")};

                /// The value with its time stretched or squeezed to a duration; its start stays.
                ///
                /// Times are rounded to microseconds. A single time stays. An interval that is not positive, or too short for the instants,
                /// is an error. Source: MobilityDB `scaleTime`.
                scaleTime(value: $Type, duration: Interval) -> $Type = |v: $view, duration: Interval| moved(&v, None, Some(duration)),
                    aliases: ["tscale", "scale"], nullable: false, meos: ["temporal_scale_time"],
                    example: {concat!("endTimestamp(scaleTime(", $value, ", INTERVAL '2' DAY)) = timestamp '2026-01-03 00:00:00Z' -> true")};

                /// The value with its time moved by an interval, then stretched or squeezed to a duration.
                ///
                /// As `shiftTime` and `scaleTime`. Source: MobilityDB `shiftScaleTime`.
                shiftScaleTime(value: $Type, shift: Interval, duration: Interval) -> $Type =
                    |v: $view, shift: Interval, duration: Interval| moved(&v, Some(shift), Some(duration)),
                    aliases: ["shiftTscale", "shiftScale"], nullable: false, meos: ["temporal_shift_scale_time"],
                    example: {concat!("endTimestamp(shiftScaleTime(", $value, ", INTERVAL '1' DAY, INTERVAL '2' DAY)) = timestamp '2026-01-04 00:00:00Z' -> true")};

                /// The value with another interpolation: discrete, step or linear.
                ///
                /// It stays what it is at every time: a step value becomes linear in pieces that stand; a value that changes linearly, made
                /// one of steps, and one that lasts, made discrete, are errors. Source: MobilityDB `setInterp`.
                setInterp(value: $Type, interp: Text) -> $Type = |v: $view, interp: &str|
                    set_interp(v.track(), interp_from_name(interp)?).map(|made| v.own(made)),
                    nullable: false, meos: ["temporal_set_interp"],
                    example: {concat!("asText(setInterp(", $one, ", 'discrete')) -> {", $is, "}")};

                /// A value of one instant as an instant. Anything else is an error. Source: MobilityDB, "Transformations".
                $Inst(value: $Type) -> $Type = |v: $view| to_instant(v.track()).map(|made| v.own(made)),
                    nullable: false, meos: ["temporal_to_tinstant"],
                    example: {concat!("asText(", stringify!($Inst), "(", $one, ")) -> ", $is)};

                /// The value as a sequence set.
                ///
                /// `interp`: step or linear, of an instant or a discrete value; others may only change it as `setInterp` does.
                /// Source: MobilityDB, "Transformations".
                $SeqSet(value: $Type, interp: Text = $interp) -> $Type = |v: $view, interp: &str|
                    to_sequence_set(v.track(), interp_from_name(interp)?).map(|made| v.own(made)),
                    nullable: false, meos: ["temporal_to_tsequenceset"],
                    example: {concat!("asText(", stringify!($SeqSet), "(", $one, ")) -> {[", $is, "]}")};
            }
        }
    };
}

transformation!(tgeompoint, Tgeompoint, TPointRef<'_>, tgeompointInst, tgeompointSeqSet, interp: "'linear'",
    value: "tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-02]')",
    one: "tgeompoint('[POINT(1 2)@2026-01-01]')", is: "POINT(1 2)@2026-01-01 00:00:00+00");
transformation!(tgeogpoint, Tgeogpoint, TPointRef<'_>, tgeogpointInst, tgeogpointSeqSet, interp: "'linear'",
    value: "tgeogpoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-02]')",
    one: "tgeogpoint('[POINT(1 2)@2026-01-01]')", is: "POINT(1 2)@2026-01-01 00:00:00+00");
transformation!(tfloat, Tfloat, View<'_, f64>, tfloatInst, tfloatSeqSet, interp: "'linear'",
    value: "tfloat('[1@2026-01-01, 2@2026-01-02]')", one: "tfloat('[1@2026-01-01]')", is: "1@2026-01-01 00:00:00+00");
transformation!(tint, Tint, View<'_, i32>, tintInst, tintSeqSet, interp: "'step'",
    value: "tint('[1@2026-01-01, 2@2026-01-02]')", one: "tint('[1@2026-01-01]')", is: "1@2026-01-01 00:00:00+00");
transformation!(tbool, Tbool, View<'_, bool>, tboolInst, tboolSeqSet, interp: "'step'",
    value: "tbool('[t@2026-01-01, f@2026-01-02]')", one: "tbool('[t@2026-01-01]')", is: "t@2026-01-01 00:00:00+00");
transformation!(ttext, Ttext, View<'_, String>, ttextInst, ttextSeqSet, interp: "'step'",
    value: "ttext('[\"a\"@2026-01-01, \"b\"@2026-01-02]')", one: "ttext('[\"a\"@2026-01-01]')",
    is: "\"a\"@2026-01-01 00:00:00+00");

fn moved<'a, T: Viewed<'a>>(value: &T, shift: Option<Interval>, duration: Option<Interval>) -> Result<T::Owned> {
    shift_scale(value.track(), shift.map(|i| i.0), duration.map(|i| i.0)).map(|made| value.own(made))
}
