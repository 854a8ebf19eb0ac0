//! Times, instants, pieces and values of a temporal value (MobilityDB, "Accessors").

use temporal::accessors::{
    duration, end_instant, end_sequence, instant_n, instants, num_instants, num_sequences, num_timestamps, segments,
    sequence_n, sequences, start_instant, time, timestamp_n, timestamps, value_n, values,
};
use temporal::boxes::bounds::time_span;
use temporal::construct::Sortable;
use temporal::error::{Error, Result};
use temporal::geom::{Geometry, Shape};
use temporal::point::{Point, TPoint, TPointRef};
use temporal::spanset::Extent;
use temporal::temporal::{Interp, Subtype, Temporal, View};

use crate::functions;
use crate::value::{Interval, IntoValue, Timestamptz, Tstzset, Value};

/// What accessors need of an argument: its instants, and how parts of it become values again.
pub(super) trait Viewed<'a> {
    /// The base type.
    type Base: Sortable + 'a;
    /// An owned value of the same temporal type.
    type Owned: IntoValue;
    /// A base value as a result.
    type Plain: IntoValue;
    /// The instants.
    fn track(&self) -> View<'a, Self::Base>;
    /// A part as a value of the same type.
    fn own(&self, part: Temporal<Self::Base>) -> Self::Owned;
    /// A base value as a result.
    fn plain(&self, value: Self::Base) -> Self::Plain;

    /// Parts as an array.
    fn array(&self, parts: Vec<Temporal<Self::Base>>) -> Result<Vec<Value>> {
        parts.into_iter().map(|part| self.own(part).into_value()).collect()
    }
}

impl<'a> Viewed<'a> for TPointRef<'a> {
    type Base = Point;
    type Owned = TPoint;
    type Plain = Geometry;

    fn track(&self) -> View<'a, Point> {
        self.track
    }

    fn own(&self, part: Temporal<Point>) -> TPoint {
        self.like(part)
    }

    fn plain(&self, at: Point) -> Geometry {
        Geometry { srid: self.srid, geodetic: self.geodetic, has_z: self.has_z, shape: Shape::Point(Some(at)) }
    }
}

impl<'a, V: Sortable + IntoValue + 'a> Viewed<'a> for View<'a, V>
where
    Temporal<V>: IntoValue,
{
    type Base = V;
    type Owned = Temporal<V>;
    type Plain = V;

    fn track(&self) -> View<'a, V> {
        *self
    }

    fn own(&self, part: Temporal<V>) -> Temporal<V> {
        part
    }

    fn plain(&self, value: V) -> V {
        value
    }
}

/// The entries of one temporal type, whose time stands in its box (`boxed`) or alone; `fields` are those that hold it.
macro_rules! accessors {
    ($module:ident, $Type:ident, $view:ty, $Base:ident, natural: $natural:ident, time: boxed, $($rest:tt)*) => {
        accessors!($module, $Type, $view, $Base, natural: $natural,
            span: "if({0} IS NULL, NULL, named_struct('lower', {0}.box.tmin, 'upper', {0}.box.tmax, 'lower_inc', {0}.box.tmin_inc, 'upper_inc', {0}.box.tmax_inc))",
            fields: ["{0}.box.tmin", "{0}.box.tmax", "{0}.box.tmin_inc", "{0}.box.tmax_inc"], $($rest)*);
    };
    ($module:ident, $Type:ident, $view:ty, $Base:ident, natural: $natural:ident, time: alone, $($rest:tt)*) => {
        accessors!($module, $Type, $view, $Base, natural: $natural, span: "{0}.time",
            fields: ["{0}.time.lower", "{0}.time.upper", "{0}.time.lower_inc", "{0}.time.upper_inc"], $($rest)*);
    };
    ($module:ident, $Type:ident, $view:ty, $Base:ident, natural: $natural:ident, span: $span:literal,
     fields: [$lower:literal, $upper:literal, $lower_inc:literal, $upper_inc:literal], value: $value:literal, is: $is:literal,
     values: [$values:literal]) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The time from the first to the last instant, gaps included. Source: MobilityDB `timeSpan`.
                timeSpan(value: $Type) -> Tstzspan = |v: $view| time_span(&v.track()),
                    aliases: ["temporal_to_tstzspan"], sql: $span, nullable: false, throws: false, cost: Field, meos: ["temporal_to_tstzspan"],
                    example: {concat!("asText(timeSpan(", $value, ")) -> [2026-01-01 00:00:00+00, 2026-01-01 00:00:00+00]")};

                /// The time at which the value is defined, as spans without the gaps.
                ///
                /// Single times for an instant and a discrete sequence. Source: MobilityDB `getTime`.
                getTime(value: $Type) -> Tstzspanset = |v: $view| time(v.track()),
                    nullable: false, throws: false, meos: ["temporal_time"],
                    example: {concat!("asText(getTime(", $value, ")) -> {[2026-01-01 00:00:00+00, 2026-01-01 00:00:00+00]}")};

                /// How long the value lasts.
                ///
                /// `boundspan`: whether gaps count; without them it is 0 of an instant and of a discrete sequence.
                /// Source: MobilityDB `duration`.
                duration(value: $Type, boundspan: Boolean = "false") -> Interval = |v: $view, bounds: bool|
                    Interval(duration(v.track(), if bounds { Extent::Bounding } else { Extent::Covered })),
                    nullable: false, throws: false, meos: ["temporal_duration"],
                    example: {concat!("duration(", $value, ") -> INTERVAL '0 00:00:00' DAY TO SECOND")};

                /// The first time, whether or not it belongs to the value. Source: MobilityDB `startTimestamp`.
                startTimestamp(value: $Type) -> Timestamptz = |v: $view| Timestamptz(v.track().start_us()),
                    sql: $lower, nullable: false, throws: false, cost: Field, meos: ["temporal_start_timestamptz"],
                    example: {concat!("startTimestamp(", $value, ") = timestamp '2026-01-01 00:00:00Z' -> true")};

                /// The last time, whether or not it belongs to the value. Source: MobilityDB `endTimestamp`.
                endTimestamp(value: $Type) -> Timestamptz = |v: $view| Timestamptz(v.track().end_us()),
                    sql: $upper, nullable: false, throws: false, cost: Field, meos: ["temporal_end_timestamptz"],
                    example: {concat!("endTimestamp(", $value, ") = timestamp '2026-01-01 00:00:00Z' -> true")};

                /// Whether the first time belongs to the value. Source: MobilityDB `lowerInc`.
                lowerInc(value: $Type) -> Boolean = |v: $view| v.track().lower_inc(),
                    sql: $lower_inc, nullable: false, throws: false, cost: Field, meos: ["temporal_lower_inc"],
                    example: {concat!("lowerInc(", $value, ") -> true")};

                /// Whether the last time belongs to the value. Source: MobilityDB `upperInc`.
                upperInc(value: $Type) -> Boolean = |v: $view| v.track().upper_inc(),
                    sql: $upper_inc, nullable: false, throws: false, cost: Field, meos: ["temporal_upper_inc"],
                    example: {concat!("upperInc(", $value, ") -> true")};

                /// How many distinct times the instants have. Source: MobilityDB `numTimestamps`.
                numTimestamps(value: $Type) -> Int = |v: $view| count(num_timestamps(v.track())),
                    nullable: false, throws: false, meos: ["temporal_num_timestamps"],
                    example: {concat!("numTimestamps(", $value, ") -> 1")};

                /// The distinct times of the instants, ascending. Source: MobilityDB `timestamps`.
                timestamps(value: $Type) -> Tstzset = |v: $view| Tstzset(timestamps(v.track())),
                    nullable: false, throws: false, meos: ["temporal_timestamps"],
                    example: {concat!("size(timestamps(", $value, ")) -> 1")};

                /// The n-th distinct time, from 1; NULL where there is none. Source: MobilityDB `timestampN`.
                timestampN(value: $Type, n: Int) -> Timestamptz = |v: $view, n: i32| timestamp_n(v.track(), n).map(Timestamptz),
                    throws: false, meos: ["temporal_timestamptz_n"],
                    example: {concat!("timestampN(", $value, ", 2) -> NULL")};

                /// How many distinct instants the value has. Source: MobilityDB `numInstants`.
                numInstants(value: $Type) -> Int = |v: $view| count(num_instants(v.track())),
                    nullable: false, throws: false, meos: ["temporal_num_instants"],
                    example: {concat!("numInstants(", $value, ") -> 1")};

                /// The distinct instants, ascending. Source: MobilityDB `instants`.
                instants(value: $Type) -> [$Type] = |v: $view| v.array(instants(v.track())),
                    nullable: false, throws: false, meos: ["temporal_instants"],
                    example: {concat!("size(instants(", $value, ")) -> 1")};

                /// The n-th distinct instant, from 1; NULL where there is none. Source: MobilityDB `instantN`.
                instantN(value: $Type, n: Int) -> $Type = |v: $view, n: i32| instant_n(v.track(), n).map(|i| v.own(i)),
                    throws: false, meos: ["temporal_instant_n"],
                    example: {concat!("instantN(", $value, ", 2) -> NULL")};

                /// The first instant, whether or not it belongs to the value. Source: MobilityDB `startInstant`.
                startInstant(value: $Type) -> $Type = |v: $view| v.own(start_instant(v.track())),
                    nullable: false, throws: false, meos: ["temporal_start_instant"],
                    example: {concat!("numInstants(startInstant(", $value, ")) -> 1")};

                /// The last instant, whether or not it belongs to the value. Source: MobilityDB `endInstant`.
                endInstant(value: $Type) -> $Type = |v: $view| v.own(end_instant(v.track())),
                    nullable: false, throws: false, meos: ["temporal_end_instant"],
                    example: {concat!("numInstants(endInstant(", $value, ")) -> 1")};

                /// How many pieces the value has. An instant and a discrete sequence are errors. Source: MobilityDB `numSequences`.
                numSequences(value: $Type) -> Int = |v: $view| num_sequences(v.track()).map(count),
                    nullable: false, meos: ["temporal_num_sequences"],
                    example: {concat!("numSequences(", $value, ") -> 1")};

                /// The pieces as sequences, ascending. An instant and a discrete sequence are errors. Source: MobilityDB `sequences`.
                sequences(value: $Type) -> [$Type] = |v: $view| sequences(v.track()).and_then(|all| v.array(all)),
                    nullable: false, meos: ["temporal_sequences"],
                    example: {concat!("size(sequences(", $value, ")) -> 1")};

                /// The n-th piece as a sequence, from 1; NULL where there is none.
                ///
                /// An instant and a discrete sequence are errors. Source: MobilityDB `sequenceN`.
                sequenceN(value: $Type, n: Int) -> $Type =
                    |v: $view, n: i32| sequence_n(v.track(), n).map(|part| part.map(|part| v.own(part))),
                    meos: ["temporal_sequence_n"],
                    example: {concat!("sequenceN(", $value, ", 2) -> NULL")};

                /// The first piece as a sequence. An instant and a discrete sequence are errors. Source: MobilityDB `startSequence`.
                startSequence(value: $Type) -> $Type =
                    |v: $view| sequence_n(v.track(), 1).map(|part| part.map(|part| v.own(part))),
                    nullable: false, meos: ["temporal_start_sequence"],
                    example: {concat!("numInstants(startSequence(", $value, ")) -> 1")};

                /// The last piece as a sequence. An instant and a discrete sequence are errors. Source: MobilityDB `endSequence`.
                endSequence(value: $Type) -> $Type =
                    |v: $view| end_sequence(v.track()).map(|part| part.map(|part| v.own(part))),
                    nullable: false, meos: ["temporal_end_sequence"],
                    example: {concat!("numInstants(endSequence(", $value, ")) -> 1")};

                /// The stretches between neighbouring instants as sequences.
                ///
                /// Each includes its start and excludes its end, but for the bounds of the pieces; a step holds its value to the end.
                /// Each instant of a discrete sequence is one stretch. An instant is an error. Source: MobilityDB `segments`.
                segments(value: $Type) -> [$Type] =
                    |v: $view| segments(v.track(), Interp::$natural).and_then(|all| v.array(all)),
                    nullable: false, meos: ["temporal_segments"],
                    example: {concat!("size(segments(", $value, ")) -> 1")};

                /// The first value, whether or not its time belongs to the value. Source: MobilityDB `startValue`.
                startValue(value: $Type) -> $Base = |v: $view| v.plain(v.track().values[0].clone()),
                    nullable: false, throws: false, meos: ["tgeo_start_value", "tfloat_start_value", "tint_start_value", "tbool_start_value", "ttext_start_value"],
                    example: {concat!("startValue(", $value, ") -> ", $is)};

                /// The last value, whether or not its time belongs to the value. Source: MobilityDB `endValue`.
                endValue(value: $Type) -> $Base = |v: $view| v.plain(v.track().values[v.track().values.len() - 1].clone()),
                    nullable: false, throws: false, meos: ["tgeo_end_value", "tfloat_end_value", "tint_end_value", "tbool_end_value", "ttext_end_value"],
                    example: {concat!("endValue(", $value, ") -> ", $is)};

                /// The value of the n-th distinct instant, from 1; NULL where there are not that many.
                ///
                /// A number that is not positive is an error. Source: MobilityDB `valueN`.
                valueN(value: $Type, n: Int) -> $Base =
                    |v: $view, n: i32| value_n(v.track(), n).map(|value| value.map(|value| v.plain(value))),
                    meos: ["tgeo_value_n", "tfloat_value_n", "tint_value_n", "tbool_value_n", "ttext_value_n"],
                    example: {concat!("valueN(", $value, ", 2) -> NULL")};

                /// The distinct values of the instants, ascending; positions by x, y and z. Source: MobilityDB `getValues`.
                getValues(value: $Type) -> [$Base] = |v: $view| distinct_values(&v),
                    nullable: false, throws: false, meos: [$values],
                    example: {concat!("size(getValues(", $value, ")) -> 1")};

                /// The value of an instant. Anything else is an error. Source: MobilityDB `getValue`.
                getValue(value: $Type) -> $Base = |v: $view| single(v.track()).map(|()| v.plain(v.track().values[0].clone())),
                    nullable: false,
                    example: {concat!("getValue(startInstant(", $value, ")) -> ", $is)};

                /// The time of an instant. Anything else is an error. Source: MobilityDB `getTimestamp`.
                getTimestamp(value: $Type) -> Timestamptz = |v: $view| single(v.track()).map(|()| Timestamptz(v.track().start_us())),
                    nullable: false,
                    example: {concat!("getTimestamp(startInstant(", $value, ")) = timestamp '2026-01-01 00:00:00Z' -> true")};

                /// The form of the value: Instant, Sequence or SequenceSet. Source: MobilityDB `tempSubtype`.
                tempSubtype(value: $Type) -> Text = |v: $view| subtype(v.track().subtype).to_owned(),
                    nullable: false, throws: false, cost: Constant, meos: ["temporal_subtype"],
                    example: {concat!("tempSubtype(", $value, ") -> Sequence")};

                /// The interpolation: None (of an instant), Discrete, Step or Linear. Source: MobilityDB `interp`.
                interp(value: $Type) -> Text = |v: $view| interp(v.track().subtype, v.track().interp).to_owned(),
                    nullable: false, throws: false, cost: Constant, meos: ["temporal_interp"],
                    example: {concat!("interp(startInstant(", $value, ")) -> None")};
            }
        }
    };
}

accessors!(tgeompoint, Tgeompoint, TPointRef<'_>, Geometry, natural: Linear,
    time: boxed, value: "tgeompoint('[POINT(1 2)@2026-01-01]')", is: "POINT(1 2)", values: ["tgeo_values"]);
accessors!(tgeogpoint, Tgeogpoint, TPointRef<'_>, Geometry, natural: Linear,
    time: boxed, value: "tgeogpoint('[POINT(1 2)@2026-01-01]')", is: "POINT(1 2)", values: ["tgeo_values"]);
accessors!(tfloat, Tfloat, View<'_, f64>, Double, natural: Linear,
    time: boxed, value: "tfloat('[1.5@2026-01-01]')", is: "1.5", values: ["tfloat_values"]);
accessors!(tint, Tint, View<'_, i32>, Int, natural: Step,
    time: boxed, value: "tint('[1@2026-01-01]')", is: "1", values: ["tint_values"]);
accessors!(tbool, Tbool, View<'_, bool>, Boolean, natural: Step,
    time: alone, value: "tbool('[t@2026-01-01]')", is: "true", values: ["tbool_values"]);
accessors!(ttext, Ttext, View<'_, String>, Text, natural: Step,
    time: alone, value: "ttext('[\"a\"@2026-01-01]')", is: "a", values: ["ttext_values"]);

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn distinct_values<'a, T: Viewed<'a>>(value: &T) -> Result<Value> {
    let all = values(value.track(), Sortable::order).into_iter().map(|v| value.plain(v).into_value());
    let all = all.collect::<Result<Vec<Value>>>()?;
    let numbers: Option<Vec<f64>> =
        all.iter().map(|v| if let Value::Double(v) = v { Some(*v) } else { None }).collect();
    Ok(numbers.map_or(Value::Array(all), Value::Doubles))
}

fn single<V>(value: View<'_, V>) -> Result<()> {
    match value.subtype {
        Subtype::Instant => Ok(()),
        other => Err(Error::Argument { argument: "value", expected: "an instant", found: subtype(other).to_owned() }),
    }
}

fn subtype(subtype: Subtype) -> &'static str {
    match subtype {
        Subtype::Instant => "Instant",
        Subtype::Sequence => "Sequence",
        Subtype::SequenceSet => "SequenceSet",
    }
}

fn interp(subtype: Subtype, interp: Interp) -> &'static str {
    match (subtype, interp) {
        (Subtype::Instant, _) => "None",
        (_, Interp::Discrete) => "Discrete",
        (_, Interp::Step) => "Step",
        (_, Interp::Linear) => "Linear",
    }
}
