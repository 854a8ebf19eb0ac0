//! Dynamic values: what passes between a caller of the table and a kernel.
//!
//! `FromValue` and `IntoValue` tie the Rust types of kernels to them, so an entry of the table can name a plain typed
//! function.

use temporal::boxes::{STBox, TBox};
use temporal::geom::Geometry;
use temporal::point::{TPoint, TPointRef};
use temporal::span::{FloatSpan, IntSpan, TstzSpan, TstzSpanSet};
use temporal::temporal::{TBool, TFloat, TInt, TText, Temporal, View};

/// A value of any [`crate::Type`].
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// NULL.
    Null,
    /// BOOLEAN.
    Boolean(bool),
    /// INT.
    Int(i32),
    /// BIGINT.
    BigInt(i64),
    /// DOUBLE.
    Double(f64),
    /// STRING.
    Text(String),
    /// BINARY.
    Binary(Vec<u8>),
    /// TIMESTAMP, microseconds since 2000-01-01 UTC.
    Timestamptz(Timestamptz),
    /// INTERVAL DAY TO SECOND, microseconds.
    Interval(Interval),
    /// A geometry.
    Geometry(Geometry),
    /// A box over space and time.
    Stbox(STBox),
    /// A box over a number and time.
    Tbox(TBox),
    /// A span of time.
    Tstzspan(TstzSpan),
    /// A span of real numbers.
    Floatspan(FloatSpan),
    /// A span of integers.
    Intspan(IntSpan),
    /// A set of times, ascending, without duplicates.
    Tstzset(Tstzset),
    /// A set of spans of time.
    Tstzspanset(TstzSpanSet),
    /// A `tgeompoint` or `tgeogpoint`.
    Tpoint(TPoint),
    /// A `tfloat`.
    Tfloat(TFloat),
    /// A `tint`.
    Tint(TInt),
    /// A `tbool`.
    Tbool(TBool),
    /// A `ttext`.
    Ttext(TText),
    /// An ARRAY of DOUBLE without NULL elements, in the given order.
    Doubles(Vec<f64>),
    /// An ARRAY of TIMESTAMP without NULL elements, in the given order, duplicates kept.
    Times(Times),
    /// An ARRAY of any other type; elements are of one type or NULL.
    Array(Vec<Value>),
    /// The fields of a STRUCT of results.
    Record(Vec<Value>),
}

/// A time as an argument or result, so that it is no plain BIGINT: microseconds since 2000-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamptz(pub i64);

/// A duration in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval(pub i64);

/// A set of times, ascending, without duplicates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tstzset(pub Vec<i64>);

/// Times as they were given: microseconds since 2000-01-01 UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Times(pub Vec<i64>);

/// A kernel's parameter type. `None` where the value is of another type or NULL, which only `Option` and `&Value` take.
pub trait FromValue<'a>: Sized {
    /// The value as this type.
    fn from_value(value: &'a Value) -> Option<Self>;
}

/// The elements of an ARRAY, in which a NULL is an error that names the argument.
pub(crate) fn elements<'a, T: FromValue<'a>>(argument: &'static str, all: &'a [Value]) -> temporal::Result<Vec<T>> {
    let each: Option<Vec<T>> = all.iter().map(T::from_value).collect();
    let found = || "a NULL element".to_owned();
    each.ok_or_else(|| temporal::Error::Argument { argument, expected: "an array without NULL", found: found() })
}

/// A kernel's result type.
pub trait IntoValue {
    /// The dynamic value; `None` becomes NULL.
    fn into_value(self) -> Result<Value, temporal::Error>;
}

macro_rules! plain {
    ($($variant:ident($t:ty)),* $(,)?) => {$(
        impl FromValue<'_> for $t {
            fn from_value(value: &Value) -> Option<Self> {
                match value { Value::$variant(v) => Some(*v), _ => None }
            }
        }
        plain!(@into $variant($t));
    )*};
    (@into $variant:ident($t:ty)) => {
        impl IntoValue for $t {
            fn into_value(self) -> Result<Value, temporal::Error> {
                Ok(Value::$variant(self))
            }
        }
    };
}
plain!(
    Boolean(bool),
    Int(i32),
    BigInt(i64),
    Double(f64),
    Timestamptz(Timestamptz),
    Interval(Interval),
    Stbox(STBox),
    Tbox(TBox),
    Tstzspan(TstzSpan),
    Floatspan(FloatSpan),
    Intspan(IntSpan),
);

macro_rules! borrowed {
    ($($variant:ident($owned:ty as $borrowed:ty)),* $(,)?) => {$(
        impl<'a> FromValue<'a> for $borrowed {
            fn from_value(value: &'a Value) -> Option<Self> {
                match value { Value::$variant(v) => Some(v), _ => None }
            }
        }
        plain!(@into $variant($owned));
    )*};
}
borrowed!(
    Text(String as &'a str),
    Binary(Vec<u8> as &'a [u8]),
    Geometry(Geometry as &'a Geometry),
    Tstzset(Tstzset as &'a Tstzset),
    Tstzspanset(TstzSpanSet as &'a [TstzSpan]),
    Doubles(Vec<f64> as &'a [f64]),
    Times(Times as &'a Times),
    Array(Vec<Value> as &'a [Value]),
);

impl<'a> FromValue<'a> for TPointRef<'a> {
    fn from_value(value: &'a Value) -> Option<Self> {
        match value {
            Value::Tpoint(v) => Some(v.view()),
            _ => None,
        }
    }
}

impl IntoValue for TPoint {
    fn into_value(self) -> Result<Value, temporal::Error> {
        Ok(Value::Tpoint(self))
    }
}

macro_rules! temporals {
    ($($variant:ident($base:ty)),* $(,)?) => {$(
        impl<'a> FromValue<'a> for View<'a, $base> {
            fn from_value(value: &'a Value) -> Option<Self> {
                match value { Value::$variant(v) => Some(v.view()), _ => None }
            }
        }
        plain!(@into $variant(Temporal<$base>));
    )*};
}
temporals!(Tfloat(f64), Tint(i32), Tbool(bool), Ttext(String));

impl<'a> FromValue<'a> for &'a Value {
    fn from_value(value: &'a Value) -> Option<Self> {
        Some(value)
    }
}

impl<'a, T: FromValue<'a>> FromValue<'a> for Option<T> {
    fn from_value(value: &'a Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            other => T::from_value(other).map(Some),
        }
    }
}

impl IntoValue for Value {
    fn into_value(self) -> Result<Value, temporal::Error> {
        Ok(self)
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Result<Value, temporal::Error> {
        self.map_or(Ok(Value::Null), T::into_value)
    }
}

impl<T: IntoValue> IntoValue for Result<T, temporal::Error> {
    fn into_value(self) -> Result<Value, temporal::Error> {
        self.and_then(T::into_value)
    }
}
