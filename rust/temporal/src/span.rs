//! Spans: a lower and an upper bound, each inclusive or exclusive (MobilityDB, "Set and Span Types").

use std::cmp::Ordering;

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

/// What can bound a span: ordered values, of which real numbers are never NaN in a span.
pub trait Bounded: PartialOrd + Copy + std::fmt::Debug {}
impl<T: PartialOrd + Copy + std::fmt::Debug> Bounded for T {}

impl<T: Bounded> Span<T> {
    /// The span with these bounds.
    ///
    /// # Errors
    /// Where the bounds are not ordered, or equal and not both inclusive.
    pub fn new(lower: T, upper: T, lower_inc: bool, upper_inc: bool) -> Result<Self> {
        let reason = match lower.partial_cmp(&upper) {
            Some(Ordering::Less) => None,
            Some(Ordering::Equal) if lower_inc && upper_inc => None,
            Some(Ordering::Equal) => Some("a span of one value must include both bounds"),
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

    /// How the lower bounds order: an inclusive bound comes before an exclusive one at the same value.
    pub fn cmp_lower(&self, other: &Self) -> Ordering {
        let order = self.lower.partial_cmp(&other.lower).unwrap_or(Ordering::Equal);
        order.then(other.lower_inc.cmp(&self.lower_inc))
    }

    /// How the upper bounds order: an exclusive bound comes before an inclusive one at the same value.
    pub fn cmp_upper(&self, other: &Self) -> Ordering {
        let order = self.upper.partial_cmp(&other.upper).unwrap_or(Ordering::Equal);
        order.then(self.upper_inc.cmp(&other.upper_inc))
    }

    /// How spans order: by lower, then by upper bound.
    pub fn cmp_bounds(&self, other: &Self) -> Ordering {
        self.cmp_lower(other).then(self.cmp_upper(other))
    }

    /// Whether every value of this span is below every value of the other.
    pub fn ends_before(&self, other: &Self) -> bool {
        self.upper < other.lower || (self.upper == other.lower && !(self.upper_inc && other.lower_inc))
    }

    /// Whether one span ends where the other begins, no value between them and none in both.
    pub fn adjacent(&self, other: &Self) -> bool {
        (self.upper == other.lower && self.upper_inc != other.lower_inc)
            || (other.upper == self.lower && other.upper_inc != self.lower_inc)
    }

    /// Whether the spans share a value.
    pub fn overlaps(&self, other: &Self) -> bool {
        !self.ends_before(other) && !other.ends_before(self)
    }

    /// Whether every value of the other span is in this one.
    pub fn contains(&self, other: &Self) -> bool {
        self.cmp_lower(other) != Ordering::Greater && self.cmp_upper(other) != Ordering::Less
    }

    /// The least span that holds both.
    pub fn hull(&self, other: &Self) -> Self {
        let low = if self.cmp_lower(other) == Ordering::Greater { other } else { self };
        let high = if self.cmp_upper(other) == Ordering::Less { other } else { self };
        Self { lower: low.lower, lower_inc: low.lower_inc, upper: high.upper, upper_inc: high.upper_inc }
    }

    /// The span of one value.
    pub fn of_value(value: T) -> Self {
        Self { lower: value, upper: value, lower_inc: true, upper_inc: true }
    }
}
