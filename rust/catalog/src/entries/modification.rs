//! Values put together: merge and append (MobilityDB, "Modifications").

use temporal::construct::{Gaps, Sortable, interp_from_name};
use temporal::error::{Error, Result};
use temporal::merge::{append_instant, append_path, append_position, append_sequence, merge, merge_points};
use temporal::motion::Straight;
use temporal::normalize::NUMBER;
use temporal::point::{TPoint, TPointRef};
use temporal::temporal::{Interp, Subtype, Temporal, View};

use crate::functions;
use crate::value::{FromValue, Interval, Value, elements};

/// The entries of one temporal type, with two values that meet and what becomes of them.
macro_rules! modification {
    ($module:ident, $Type:ident, $view:ty, merge: $merge:ident, sequence: $sequence:ident, interp: $interp:literal,
     instant: $instant:expr, first: $first:literal, second: $second:literal, both: $both:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The value that is each of the two in its time.
                ///
                /// A NULL counts for nothing. They may share single times at which they agree; two values that disagree at a time, and other
                /// overlaps, are an error that names the time. Mixed interpolations are an error. Source: MobilityDB `merge`.
                merge(a: $Type, b: $Type) -> $Type =
                    |a: Option<$view>, b: Option<$view>| $merge(&[a, b].into_iter().flatten().collect::<Vec<$view>>()),
                    strict: false, meos: ["temporal_merge"],
                    example: {concat!("asText(merge(", $first, ", ", $second, ")) -> ", $both)};

                /// The value that is each of the array's in its time, whatever their order.
                ///
                /// A NULL in the array is an error; NULL of an empty array. The rest as for two values. Source: MobilityDB `merge`.
                merge(values: [$Type]) -> $Type = |all: &[Value]| elements("values", all).and_then(|all: Vec<$view>| $merge(&all)),
                    meos: ["temporal_merge_array"],
                    example: {concat!("asText(merge(array(", $second, ", ", $first, "))) -> ", $both)};

                /// The value that is each of the group's in its time, in any order of rows.
                ///
                /// NULLs are left out, and a group of NULLs gives NULL. The same bytes, or the same error, for every order and partitioning
                /// of the rows. The rest as for two values. Source: MobilityDB `merge` as an aggregate.
                merge(value: $Type) -> $Type =
                    |all: &[Value]| $merge(&all.iter().filter_map(FromValue::from_value).collect::<Vec<$view>>()),
                    aliases: ["mergeAgg", "appendSequence"], kind: Aggregate(1),
                    example: {concat!("asText(merge(", $first, ")) = asText(", $first, ") -> true")};

                /// The value with one more instant at its end.
                ///
                /// An instant at the end itself must have the value there; one before the end is an error that names the time. After a gap,
                /// longer than `maxt` or further than `maxdist`, a new sequence begins; equal is no gap, NULL is no limit, nor is a
                /// `maxdist` of 0 or less. `interp`: of the sequence that an instant becomes. NULL if either value is. Source: MobilityDB
                /// `appendInstant`.
                appendInstant(value: $Type, instant: $Type, interp: Text = $interp, maxdist: Double = "CAST(NULL AS DOUBLE)",
                              maxt: Interval = "CAST(NULL AS INTERVAL DAY TO SECOND)") -> $Type =
                    |value: Option<$view>, instant: Option<$view>, interp: Option<&str>, maxdist: Option<f64>, maxt: Option<Interval>|
                        appended((value, instant), interp.unwrap_or("NULL"), (maxt, maxdist), $instant),
                    strict: false, meos: ["temporal_append_tinstant(value, instant, interp, maxdist, maxt, _)"],
                    example: {concat!("asText(appendInstant(", $first, ", endInstant(", $second, "))) -> ", $both)};

                /// The value followed by another one, which begins where it ends or later.
                ///
                /// Where they meet they must agree. One that begins earlier, and another interpolation, are errors. Source: MobilityDB
                /// `appendSequence`.
                appendSequence(value: $Type, next: $Type) -> $Type = |value: $view, next: $view| $sequence(value, next),
                    nullable: false, meos: ["temporal_append_tsequence(value, next, _)"],
                    example: {concat!("asText(appendSequence(", $first, ", ", $second, ")) -> ", $both)};
            }
        }
    };
}

modification!(tgeompoint, Tgeompoint, TPointRef<'_>, merge: merge_points, sequence: path, interp: "'linear'",
    instant: position, first: "tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-03]')",
    second: "tgeompoint('[POINT(2 0)@2026-01-03, POINT(2 4)@2026-01-05]')",
    both: "[POINT(0 0)@2026-01-01 00:00:00+00, POINT(2 0)@2026-01-03 00:00:00+00, POINT(2 4)@2026-01-05 00:00:00+00]");
modification!(tgeogpoint, Tgeogpoint, TPointRef<'_>, merge: merge_points, sequence: path, interp: "'linear'",
    instant: position, first: "tgeogpoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-03]')",
    second: "tgeogpoint('[POINT(2 0)@2026-01-03, POINT(2 4)@2026-01-05]')",
    both: "[POINT(0 0)@2026-01-01 00:00:00+00, POINT(2 0)@2026-01-03 00:00:00+00, POINT(2 4)@2026-01-05 00:00:00+00]");
modification!(tfloat, Tfloat, View<'_, f64>, merge: values, sequence: run, interp: "'linear'",
    instant: |v, i, interp, gaps| number(v, i, interp, gaps, |a: &f64, b: &f64| (a - b).abs()),
    first: "tfloat('[0@2026-01-01, 2@2026-01-03]')", second: "tfloat('[2@2026-01-03, 7@2026-01-05]')",
    both: "[0@2026-01-01 00:00:00+00, 2@2026-01-03 00:00:00+00, 7@2026-01-05 00:00:00+00]");
modification!(tint, Tint, View<'_, i32>, merge: values, sequence: run, interp: "'step'",
    instant: |v, i, interp, gaps| number(v, i, interp, gaps, |a: &i32, b: &i32| (f64::from(*a) - f64::from(*b)).abs()),
    first: "tint('[0@2026-01-01, 2@2026-01-03]')", second: "tint('[2@2026-01-03, 7@2026-01-05]')",
    both: "[0@2026-01-01 00:00:00+00, 2@2026-01-03 00:00:00+00, 7@2026-01-05 00:00:00+00]");
modification!(tbool, Tbool, View<'_, bool>, merge: values, sequence: run, interp: "'step'",
    instant: |v, i, interp, gaps| number(v, i, interp, gaps, |_: &bool, _: &bool| 0.0),
    first: "tbool('[f@2026-01-01, t@2026-01-03]')", second: "tbool('[t@2026-01-03, f@2026-01-05]')",
    both: "[f@2026-01-01 00:00:00+00, t@2026-01-03 00:00:00+00, f@2026-01-05 00:00:00+00]");
modification!(ttext, Ttext, View<'_, String>, merge: values, sequence: run, interp: "'step'",
    instant: |v, i, interp, gaps| number(v, i, interp, gaps, |_: &String, _: &String| 0.0),
    first: "ttext('[\"a\"@2026-01-01, \"b\"@2026-01-03]')", second: "ttext('[\"b\"@2026-01-03, \"c\"@2026-01-05]')",
    both: "[\"a\"@2026-01-01 00:00:00+00, \"b\"@2026-01-03 00:00:00+00, \"c\"@2026-01-05 00:00:00+00]");

fn values<V: Sortable>(parts: &[View<'_, V>]) -> Result<Option<Temporal<V>>> {
    merge(parts, NUMBER, &Straight)
}

fn run<V: Sortable>(value: View<'_, V>, next: View<'_, V>) -> Result<Temporal<V>> {
    append_sequence(value, next, NUMBER, &Straight)
}

fn path(value: TPointRef<'_>, next: TPointRef<'_>) -> Result<TPoint> {
    append_path(&value, &next)
}

/// `append` of an instant, where there are both.
fn appended<T, R>(
    (value, instant): (Option<T>, Option<T>),
    interp: &str,
    (max_us, max_dist): (Option<Interval>, Option<f64>),
    append: impl Fn(T, T, Interp, Gaps) -> Result<R>,
) -> Result<Option<R>> {
    let gaps = Gaps { max_us: max_us.map(|i| i.0), max_dist };
    let interp = interp_from_name(interp)?;
    value.zip(instant).map(|(value, instant)| append(value, instant, interp, gaps)).transpose()
}

fn position(value: TPointRef<'_>, instant: TPointRef<'_>, interp: Interp, gaps: Gaps) -> Result<TPoint> {
    single(instant.track)?;
    append_position(&value, &instant, interp, gaps)
}

fn number<V: Sortable>(
    value: View<'_, V>,
    instant: View<'_, V>,
    interp: Interp,
    gaps: Gaps,
    distance: impl Fn(&V, &V) -> f64,
) -> Result<Temporal<V>> {
    single(instant)?;
    let next = (instant.times[0], instant.values[0].clone());
    append_instant(value, next, interp, gaps, (NUMBER, &Straight), distance)
}

fn single<V>(value: View<'_, V>) -> Result<()> {
    if value.subtype == Subtype::Instant {
        return Ok(());
    }
    Err(Error::Argument { argument: "instant", expected: "an instant", found: "a sequence".to_owned() })
}
