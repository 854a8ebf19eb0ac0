//! Algebra of spans and of sets of spans (MobilityDB, "Set and Span Types").
//!
//! A set of spans is a slice of disjoint spans in ascending order, never two that could be one; an empty slice is the
//! empty set, which callers turn into NULL. A single span is the slice of one. Positions compare the outer bounds.

use std::cmp::Ordering;

use crate::span::{Bounded, Span, TstzSpan};

/// The set of all values of the given spans: sorted, and those that touch or overlap made one.
pub fn from_spans<T: Bounded>(mut spans: Vec<Span<T>>) -> Vec<Span<T>> {
    spans.sort_unstable_by(Span::cmp_bounds);
    let mut made: Vec<Span<T>> = Vec::with_capacity(spans.len());
    for span in spans {
        match made.last_mut() {
            Some(last) if !last.ends_before(&span) || last.adjacent(&span) => {
                if last.cmp_upper(&span) == Ordering::Less {
                    (last.upper, last.upper_inc) = (span.upper, span.upper_inc);
                }
            }
            _ => made.push(span),
        }
    }
    made
}

/// The values in `a` or in `b`.
pub fn union<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> Vec<Span<T>> {
    from_spans([a, b].concat())
}

/// The values in both `a` and `b`, in time linear in their sum.
pub fn intersection<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> Vec<Span<T>> {
    let (mut i, mut j, mut common) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        common.extend(a[i].intersection(&b[j]));
        if a[i].cmp_upper(&b[j]) == Ordering::Less {
            i += 1;
        } else {
            j += 1;
        }
    }
    common
}

/// The values in `a` but not in `b`, in time linear in their sum.
pub fn minus<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> Vec<Span<T>> {
    let (mut rest, mut first) = (Vec::new(), 0);
    for span in a {
        // Spans of `b` before this one cannot meet a later one either.
        first += b[first..].iter().take_while(|x| x.ends_before(span)).count();
        let mut left = Some(*span);
        for hole in b[first..].iter().take_while(|x| !span.ends_before(x)) {
            let Some(part) = left else { break };
            if part.cmp_lower(hole) == Ordering::Less {
                rest.extend(Span::new(part.lower, hole.lower, part.lower_inc, !hole.lower_inc));
            }
            left = if hole.cmp_upper(&part) == Ordering::Less {
                Span::new(hole.upper, part.upper, !hole.upper_inc, part.upper_inc).ok()
            } else {
                None
            };
        }
        rest.extend(left);
    }
    rest
}

/// All times that are not in `spans`; from -infinity to infinity where it is empty.
pub fn complement(spans: &[TstzSpan]) -> Vec<TstzSpan> {
    minus(&[TstzSpan { lower: i64::MIN, upper: i64::MAX, lower_inc: true, upper_inc: true }], spans)
}

/// Whether `value` is in the set, in logarithmic time.
pub fn contains_value<T: Bounded>(spans: &[Span<T>], value: T) -> bool {
    let after = spans.partition_point(|s| s.upper < value);
    spans[after..].iter().take(2).any(|s| s.contains_value(value))
}

/// Whether every value of `b` is in `a`.
pub fn contains<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> bool {
    minus(b, a).is_empty()
}

/// Whether some value is in both.
pub fn overlaps<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> bool {
    !intersection(a, b).is_empty()
}

/// Whether one ends where the other begins, no value between them and none in both.
pub fn adjacent<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> bool {
    on_bounds(a, b, |a, b| a.adjacent(b))
}

/// Whether every value of `a` is below every value of `b`.
pub fn left<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> bool {
    on_bounds(a, b, Span::ends_before)
}

/// Whether every value of `a` is above every value of `b`.
pub fn right<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> bool {
    left(b, a)
}

/// Whether no value of `a` is above all values of `b`.
pub fn overleft<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> bool {
    on_bounds(a, b, |a, b| a.cmp_upper(b) != Ordering::Greater)
}

/// Whether no value of `a` is below all values of `b`.
pub fn overright<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> bool {
    on_bounds(a, b, |a, b| a.cmp_lower(b) != Ordering::Less)
}

/// The span from the first to the last value; `None` of an empty set.
pub fn bounds<T: Bounded>(spans: &[Span<T>]) -> Option<Span<T>> {
    let (first, last) = (spans.first()?, spans.last()?);
    Some(Span { lower: first.lower, lower_inc: first.lower_inc, upper: last.upper, upper_inc: last.upper_inc })
}

/// How the sets order: by their spans in turn, the shorter first.
pub fn cmp<T: Bounded>(a: &[Span<T>], b: &[Span<T>]) -> Ordering {
    let differs = a.iter().zip(b).map(|(a, b)| a.cmp_bounds(b)).find(|order| order.is_ne());
    differs.unwrap_or_else(|| a.len().cmp(&b.len()))
}

fn on_bounds<T: Bounded>(a: &[Span<T>], b: &[Span<T>], holds: impl Fn(&Span<T>, &Span<T>) -> bool) -> bool {
    match (bounds(a), bounds(b)) {
        (Some(a), Some(b)) => holds(&a, &b),
        _ => false,
    }
}

/// The distinct bounds, ascending.
pub fn timestamps(spans: &[TstzSpan]) -> Vec<i64> {
    let mut times: Vec<i64> = spans.iter().flat_map(|s| [s.lower, s.upper]).collect();
    times.dedup();
    times
}

/// What a duration counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The time covered, gaps left out.
    Covered,
    /// The time from the first to the last bound.
    Bounding,
}

/// How long the set lasts, in microseconds; 0 of an empty set. Beyond what 64 bits hold it is the greatest duration.
pub fn duration(spans: &[TstzSpan], extent: Extent) -> i64 {
    match extent {
        Extent::Covered => spans.iter().fold(0, |sum: i64, s| sum.saturating_add(s.upper.saturating_sub(s.lower))),
        Extent::Bounding => bounds(spans).map_or(0, |s| s.upper.saturating_sub(s.lower)),
    }
}
