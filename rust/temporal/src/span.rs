//! Spans: a lower and an upper bound, each inclusive or exclusive (MobilityDB, "Set and Span Types").

use crate::error::{Error, Result};

/// A non-empty interval of an ordered type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span<T> {
    /// Lower bound.
    pub lower: T,
    /// Upper bound, not below the lower one.
    pub upper: T,
    /// Whether the lower bound belongs to the span.
    pub lower_inc: bool,
    /// Whether the upper bound belongs to the span.
    pub upper_inc: bool,
}

/// Span of time, microseconds since 2000-01-01 UTC.
pub type TstzSpan = Span<i64>;
/// Span of real numbers.
pub type FloatSpan = Span<f64>;
/// Span of integers, canonical form `[lower, upper)`.
pub type IntSpan = Span<i32>;
/// Disjoint spans of time in ascending order; never two that could be one.
pub type TstzSpanSet = Vec<TstzSpan>;

impl<T: PartialOrd + Copy + std::fmt::Debug> Span<T> {
    /// The span with these bounds.
    ///
    /// # Errors
    /// Where the bounds are not ordered, or equal and not both inclusive.
    pub fn new(lower: T, upper: T, lower_inc: bool, upper_inc: bool) -> Result<Self> {
        let reason = match lower.partial_cmp(&upper) {
            Some(std::cmp::Ordering::Less) => None,
            Some(std::cmp::Ordering::Equal) if lower_inc && upper_inc => None,
            Some(std::cmp::Ordering::Equal) => Some("a span of one value must include both bounds"),
            _ => Some("the lower bound must not exceed the upper bound"),
        };
        match reason {
            None => Ok(Self { lower, upper, lower_inc, upper_inc }),
            Some(reason) => Err(Error::Invalid { what: "span", reason: format!("{reason}: {lower:?}, {upper:?}") }),
        }
    }

    /// Whether `value` lies in the span, bounds respected.
    pub fn contains_value(&self, value: T) -> bool {
        (self.lower < value || (self.lower_inc && self.lower == value))
            && (value < self.upper || (self.upper_inc && self.upper == value))
    }

    /// The common part of two spans; `None` where they share no value.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let (lower, lower_inc) = if self.lower > other.lower {
            (self.lower, self.lower_inc)
        } else if self.lower < other.lower {
            (other.lower, other.lower_inc)
        } else {
            (self.lower, self.lower_inc && other.lower_inc)
        };
        let (upper, upper_inc) = if self.upper < other.upper {
            (self.upper, self.upper_inc)
        } else if self.upper > other.upper {
            (other.upper, other.upper_inc)
        } else {
            (self.upper, self.upper_inc && other.upper_inc)
        };
        Self::new(lower, upper, lower_inc, upper_inc).ok()
    }
}
