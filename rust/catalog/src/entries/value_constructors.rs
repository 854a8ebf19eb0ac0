//! Temporal numbers, Booleans and texts from values and times, from instants and from columns (MobilityDB, "Constructors"; ours
//! also sort and are aggregates).

use temporal::construct::{
    Conflict, Form, Gaps, Sortable, constant_at_times, constant_during, interp_from_name, sequence_set, value_sequence,
};
use temporal::error::{Error, Result};
use temporal::motion::Straight;
use temporal::normalize::NUMBER;
use temporal::span::TstzSpan;
use temporal::temporal::{Interp, Subtype, TBool, TFloat, TInt, TText, Temporal};
use temporal::validate::check;

use crate::functions;
use crate::value::{Interval, Times, Timestamptz, Tstzset, Value};

/// The entries of one base type.
macro_rules! value_constructors {
    ($module:ident, $type:ident, $Type:ident, $Seq:ident, $SeqGaps:ident, $Base:ident as $base:ty => $own:ty, $pick:path,
     interp: $interp:literal, value: $value:literal, distance: $distance:expr, meos: [$inst:literal, $set:literal, $span:literal, $spans:literal]) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// A value at a time. NaN and infinite numbers are errors. Source: MobilityDB, constructors.
                $type(value: $Base, at: Timestamptz) -> $Type =
                    |v: $base, t: Timestamptz| made(Some(Temporal::instant(t.0, owned::<$own>(v)))),
                    nullable: false, cost: Constant, meos: [$inst],
                    example: {concat!("startValue(", stringify!($type), "(", $value, ", timestamp '2026-01-01 00:00:00Z')) = ", $value, " -> true")};

                /// One value at some times, as a discrete sequence. NULL of an empty array. Source: MobilityDB, constructors.
                $type(value: $Base, at: Tstzset) -> $Type =
                    |v: $base, t: &Tstzset| made(constant_at_times(&owned::<$own>(v), &t.0)), meos: [$set],
                    example: {concat!("numInstants(", stringify!($type), "(", $value, ", array(timestamp '2026-01-01 00:00:00Z'))) -> 1")};

                /// One value during a span of time, as a sequence.
                ///
                /// `interp`: step, or linear for real numbers. Source: MobilityDB, constructors.
                $type(value: $Base, during: Tstzspan, interp: Text = $interp) -> $Type =
                    |v: $base, t: TstzSpan, interp: &str|
                        made(constant_during(&owned::<$own>(v), &[t], Subtype::Sequence, continuous(interp)?)),
                    cost: Constant, meos: [$span],
                    example: {concat!("duration(", stringify!($type), "(", $value, ", '[2026-01-01, 2026-01-02]')) -> INTERVAL '1 00:00:00' DAY TO SECOND")};

                /// One value during a set of spans of time, as a sequence set.
                ///
                /// `interp`: step, or linear for real numbers. NULL of an empty array. Source: MobilityDB, constructors.
                $type(value: $Base, during: Tstzspanset, interp: Text = $interp) -> $Type =
                    |v: $base, t: &[TstzSpan], interp: &str|
                        made(constant_during(&owned::<$own>(v), t, Subtype::SequenceSet, continuous(interp)?)),
                    meos: [$spans],
                    example: {concat!("numSequences(", stringify!($type), "(", $value, ", '{[2026-01-01, 2026-01-02]}')) -> 1")};

                /// A sequence of instants, which may come in any order.
                ///
                /// `interp`: step, discrete, or linear for real numbers. Equal instants are one; `duplicates` says what becomes of one time
                /// with several values: error (names the time), first or last (the least or greatest), mean for real numbers. A NULL
                /// in the array and a value that is no instant are errors; NULL of an empty array. The result is in normal form.
                /// Source: MobilityDB, which wants the instants sorted.
                $Seq(instants: [$Type], interp: Text = $interp, lower_inc: Boolean = "true", upper_inc: Boolean = "true",
                     duplicates: Text = "'error'") -> $Type =
                    |all: &[Value], interp: &str, lower: bool, upper: bool, duplicates: &str|
                        sequence_of(gathered(all, $pick)?, interp, (lower, upper), duplicates),
                    meos: ["tsequence_make(instants, lower_inc, upper_inc, interp, true)"],
                    example: {concat!("numInstants(", stringify!($Seq), "(array(", stringify!($type), "(", $value, ", timestamp '2026-01-01 00:00:00Z')))) -> 1")};

                /// A sequence of the instants of a group, in any order of rows.
                ///
                /// As the form over an array; NULLs are left out. The same bytes for every order and partitioning of the rows.
                /// Source: MobilityDB `appendInstant` as an aggregate.
                $Seq(instant: $Type, interp: Text = $interp, lower_inc: Boolean = "true", upper_inc: Boolean = "true",
                     duplicates: Text = "'error'") -> $Type =
                    |all: &[Value], interp: &str, lower: bool, upper: bool, duplicates: &str|
                        sequence_of(collected(all, $pick)?, interp, (lower, upper), duplicates),
                    aliases: ["appendInstant"], kind: Aggregate(1),
                    example: {concat!("numInstants(", stringify!($Seq), "(", stringify!($type), "(", $value, ", timestamp '2026-01-01 00:00:00Z'))) -> 1")};

                /// A sequence set of instants, which may come in any order; a new sequence begins after a gap.
                ///
                /// A gap is longer than `maxt` or, for numbers, a jump of more than `maxdist`; equal is no gap. NULL, and a `maxdist` of 0 or
                /// less, is no limit. `interp`: step, or linear for real numbers. The rest as for a sequence.
                /// Source: MobilityDB, constructors with gaps.
                $SeqGaps(instants: [$Type], maxt: Interval = "CAST(NULL AS INTERVAL DAY TO SECOND)",
                         maxdist: Double = "CAST(NULL AS DOUBLE)", interp: Text = $interp, duplicates: Text = "'error'") -> $Type =
                    |all: Option<&[Value]>, maxt: Option<Interval>, maxdist: Option<f64>, interp: &str, duplicates: &str|
                        all.map_or(Ok(Vec::new()), |all| gathered(all, $pick))
                            .and_then(|all| set_of(all, gaps(maxt, maxdist), interp, duplicates, $distance)),
                    strict: false, meos: ["tsequenceset_make_gaps(instants, interp, maxt, maxdist)"],
                    example: {concat!("numSequences(", stringify!($SeqGaps), "(array(", stringify!($type), "(", $value, ", timestamp '2026-01-01 00:00:00Z')))) -> 1")};

                /// A sequence set of the instants of a group, in any order of rows; a new sequence begins after a gap.
                ///
                /// As the form over an array; NULLs are left out.
                $SeqGaps(instant: $Type, maxt: Interval = "CAST(NULL AS INTERVAL DAY TO SECOND)",
                         maxdist: Double = "CAST(NULL AS DOUBLE)", interp: Text = $interp, duplicates: Text = "'error'") -> $Type =
                    |all: &[Value], maxt: Option<Interval>, maxdist: Option<f64>, interp: &str, duplicates: &str|
                        set_of(collected(all, $pick)?, gaps(maxt, maxdist), interp, duplicates, $distance),
                    kind: Aggregate(1), strict: false,
                    example: {concat!("numSequences(", stringify!($SeqGaps), "(", stringify!($type), "(", $value, ", timestamp '2026-01-01 00:00:00Z'))) -> 1")};
            }
        }
    };
}

value_constructors!(tfloat, tfloat, Tfloat, tfloatSeq, tfloatSeqSetGaps, Double as f64 => f64, float, interp: "'linear'",
    value: "1.5D", distance: |a: &f64, b: &f64| (a - b).abs(),
    meos: ["tfloatinst_make", "tfloatseq_from_base_tstzset", "tfloatseq_from_base_tstzspan", "tfloatseqset_from_base_tstzspanset"]);
value_constructors!(tint, tint, Tint, tintSeq, tintSeqSetGaps, Int as i32 => i32, int, interp: "'step'",
    value: "1", distance: |a: &i32, b: &i32| (f64::from(*a) - f64::from(*b)).abs(),
    meos: ["tintinst_make", "tintseq_from_base_tstzset", "tintseq_from_base_tstzspan", "tintseqset_from_base_tstzspanset"]);
value_constructors!(tbool, tbool, Tbool, tboolSeq, tboolSeqSetGaps, Boolean as bool => bool, boolean, interp: "'step'",
    value: "true", distance: |_: &bool, _: &bool| 0.0,
    meos: ["tboolinst_make", "tboolseq_from_base_tstzset", "tboolseq_from_base_tstzspan", "tboolseqset_from_base_tstzspanset"]);
value_constructors!(ttext, ttext, Ttext, ttextSeq, ttextSeqSetGaps, Text as &str => String, text, interp: "'step'",
    value: "'a'", distance: |_: &String, _: &String| 0.0,
    meos: ["ttextinst_make", "ttextseq_from_base_tstzset", "ttextseq_from_base_tstzspan", "ttextseqset_from_base_tstzspanset"]);

pub(crate) mod columns {
    use super::*;

    functions! {
        /// A linear sequence of the real numbers of a group, straight from columns, in any order of rows.
        ///
        /// `duplicates`: as in the form over an array. Rows with a NULL are left out. Numbers must be finite.
        tfloatSeq(value: Double, t: Timestamptz, duplicates: Text = "'error'") -> Tfloat =
            |values: &[f64], times: &Times, duplicates: &str|
                sequence_of(zip(values, times)?, "linear", (true, true), duplicates),
            kind: Aggregate(2),
            example: "numInstants(tfloatSeq(1.5D, timestamp '2026-01-01 00:00:00Z')) -> 1";
    }
}

fn zip(values: &[f64], times: &Times) -> Result<Vec<(i64, f64)>> {
    if values.len() != times.0.len() {
        return Err(Error::Argument {
            argument: "columns",
            expected: "one value a time",
            found: format!("{} values, {} times", values.len(), times.0.len()),
        });
    }
    Ok(times.0.iter().copied().zip(values.iter().copied()).collect())
}

/// The value that a temporal value owns.
fn owned<V: Sortable>(value: impl Into<V>) -> V {
    value.into().clean()
}

fn made<V: Sortable>(value: Option<Temporal<V>>) -> Result<Option<Temporal<V>>> {
    value.as_ref().map_or(Ok(()), |value| check(V::WHAT, value.view()))?;
    Ok(value)
}

fn continuous(name: &str) -> Result<Interp> {
    match interp_from_name(name)? {
        Interp::Discrete => {
            Err(Error::Argument { argument: "interp", expected: "step or linear", found: name.to_owned() })
        }
        interp => Ok(interp),
    }
}

fn float(value: &Value) -> Option<&TFloat> {
    if let Value::Tfloat(value) = value { Some(value) } else { None }
}

fn int(value: &Value) -> Option<&TInt> {
    if let Value::Tint(value) = value { Some(value) } else { None }
}

fn boolean(value: &Value) -> Option<&TBool> {
    if let Value::Tbool(value) = value { Some(value) } else { None }
}

fn text(value: &Value) -> Option<&TText> {
    if let Value::Ttext(value) = value { Some(value) } else { None }
}

type Pick<V> = fn(&Value) -> Option<&Temporal<V>>;

/// The instants of an array, in which a NULL is an error.
fn gathered<V: Clone>(all: &[Value], pick: Pick<V>) -> Result<Vec<(i64, V)>> {
    if all.iter().any(|v| pick(v).is_none()) {
        return Err(Error::Argument {
            argument: "instants",
            expected: "an array without NULL",
            found: "a NULL element".to_owned(),
        });
    }
    collected(all, pick)
}

/// The instants of a group of rows, in which a NULL counts for nothing.
fn collected<V: Clone>(all: &[Value], pick: Pick<V>) -> Result<Vec<(i64, V)>> {
    let instant = |value: &Temporal<V>| {
        (value.subtype == Subtype::Instant).then(|| (value.times[0], value.values[0].clone())).ok_or_else(|| {
            Error::Argument { argument: "instants", expected: "an array of instants", found: "a sequence".to_owned() }
        })
    };
    all.iter().filter_map(pick).map(instant).collect()
}

fn sequence_of<V: Sortable>(
    instants: Vec<(i64, V)>,
    interp: &str,
    (lower_inc, upper_inc): (bool, bool),
    duplicates: &str,
) -> Result<Option<Temporal<V>>> {
    let (interp, conflict) = (interp_from_name(interp)?, Conflict::from_name(duplicates)?);
    value_sequence(instants, Form { interp, lower_inc, upper_inc, conflict })
}

fn set_of<V: Sortable>(
    instants: Vec<(i64, V)>,
    gaps: Gaps,
    interp: &str,
    duplicates: &str,
    distance: impl Fn(&V, &V) -> f64,
) -> Result<Option<Temporal<V>>> {
    let how = (continuous(interp)?, Conflict::from_name(duplicates)?);
    sequence_set(instants, how, gaps, NUMBER, &Straight, distance)
}

fn gaps(max_us: Option<Interval>, max_dist: Option<f64>) -> Gaps {
    Gaps { max_us: max_us.map(|i| i.0), max_dist }
}
