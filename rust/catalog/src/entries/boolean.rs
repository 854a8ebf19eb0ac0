//! Temporal Booleans combined (MobilityDB, "Boolean Operations").

use temporal::boolean::{not, of_both, with_constant};
use temporal::temporal::View;

use crate::functions;

functions! {
    /// Whether both are true, at every time that they share.
    ///
    /// Exclusive bounds are respected; NULL where they share no time. Source: MobilityDB `&`.
    tAnd(a: Tbool, b: Tbool) -> Tbool = |a: View<'_, bool>, b: View<'_, bool>| of_both(a, b, |v, w| v && w),
        aliases: ["temporal_and"], throws: false, meos: ["tand_tbool_tbool"],
        example: "asText(tAnd(tbool('[t@2026-01-01, f@2026-01-03]'), tbool('[t@2026-01-02, t@2026-01-03]'))) -> \
                  [t@2026-01-02 00:00:00+00, f@2026-01-03 00:00:00+00]";

    /// Whether the value and a constant are true, at every time of the value. Source: MobilityDB `&`.
    tAnd(a: Tbool, b: Boolean) -> Tbool = |a: View<'_, bool>, b: bool| with_constant(a, b, |v, w| v && w),
        aliases: ["temporal_and"], nullable: false, throws: false, meos: ["tand_tbool_bool"],
        example: "asText(tAnd(tbool('[t@2026-01-01, t@2026-01-03]'), false)) -> [f@2026-01-01 00:00:00+00, f@2026-01-03 00:00:00+00]";

    /// Whether a constant and the value are true, at every time of the value. Source: MobilityDB `&`.
    tAnd(a: Boolean, b: Tbool) -> Tbool = |a: bool, b: View<'_, bool>| with_constant(b, a, |v, w| v && w),
        aliases: ["temporal_and"], nullable: false, throws: false, meos: ["tand_bool_tbool"],
        example: "asText(tAnd(true, tbool('[t@2026-01-01, t@2026-01-03]'))) -> [t@2026-01-01 00:00:00+00, t@2026-01-03 00:00:00+00]";

    /// Whether one or both are true, at every time that they share.
    ///
    /// Exclusive bounds are respected; NULL where they share no time. Source: MobilityDB `|`.
    tOr(a: Tbool, b: Tbool) -> Tbool = |a: View<'_, bool>, b: View<'_, bool>| of_both(a, b, |v, w| v || w),
        aliases: ["temporal_or"], throws: false, meos: ["tor_tbool_tbool"],
        example: "asText(tOr(tbool('[t@2026-01-01, f@2026-01-03]'), tbool('[f@2026-01-02, f@2026-01-03]'))) -> \
                  [t@2026-01-02 00:00:00+00, f@2026-01-03 00:00:00+00]";

    /// Whether the value or a constant is true, at every time of the value. Source: MobilityDB `|`.
    tOr(a: Tbool, b: Boolean) -> Tbool = |a: View<'_, bool>, b: bool| with_constant(a, b, |v, w| v || w),
        aliases: ["temporal_or"], nullable: false, throws: false, meos: ["tor_tbool_bool"],
        example: "asText(tOr(tbool('[f@2026-01-01, f@2026-01-03]'), true)) -> [t@2026-01-01 00:00:00+00, t@2026-01-03 00:00:00+00]";

    /// Whether a constant or the value is true, at every time of the value. Source: MobilityDB `|`.
    tOr(a: Boolean, b: Tbool) -> Tbool = |a: bool, b: View<'_, bool>| with_constant(b, a, |v, w| v || w),
        aliases: ["temporal_or"], nullable: false, throws: false, meos: ["tor_bool_tbool"],
        example: "asText(tOr(false, tbool('[f@2026-01-01, f@2026-01-03]'))) -> [f@2026-01-01 00:00:00+00, f@2026-01-03 00:00:00+00]";

    /// Whether the value is false, at every time. Source: MobilityDB `~`.
    tNot(value: Tbool) -> Tbool = not, aliases: ["temporal_not"], nullable: false, throws: false, meos: ["tnot_tbool"],
        example: "asText(tNot(tbool('[t@2026-01-01, f@2026-01-03]'))) -> [f@2026-01-01 00:00:00+00, t@2026-01-03 00:00:00+00]";
}
