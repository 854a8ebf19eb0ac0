//! Boxes over a number and time: predicates, growth, set operations (MobilityDB, "Box Types").
//!
//! Unlike boxes over space, they respect inclusive and exclusive bounds in both dimensions.

use super::topology::Position;
use super::{NumSpan, TBox};
use crate::error::{Error, Result};
use crate::rounding::round_number;
use crate::shift_scale;
use crate::span::{FloatSpan, IntSpan, Span, TstzSpan};

/// The bounds that two boxes have in common, as spans of `a` and of `b`.
struct Common {
    value: Option<(FloatSpan, FloatSpan)>,
    time: Option<(TstzSpan, TstzSpan)>,
}

/// The same bounds as real numbers: every INT is one, and canonical spans compare as they do.
fn real(value: NumSpan) -> FloatSpan {
    match value {
        NumSpan::Float(span) => span,
        NumSpan::Int(s) => {
            Span { lower: s.lower.into(), upper: s.upper.into(), lower_inc: s.lower_inc, upper_inc: s.upper_inc }
        }
    }
}

fn common(a: &TBox, b: &TBox) -> Result<Common> {
    if let (Some(NumSpan::Float(_)), Some(NumSpan::Int(_))) | (Some(NumSpan::Int(_)), Some(NumSpan::Float(_))) =
        (a.value, b.value)
    {
        return Err(Error::Argument {
            argument: "tbox",
            expected: "two boxes of real numbers or two of integers",
            found: "one of each".to_owned(),
        });
    }
    let value = a.value.zip(b.value).map(|(p, q)| (real(p), real(q)));
    Ok(Common { value, time: a.time.zip(b.time) })
}

fn shared(function: &'static str, a: &TBox, b: &TBox) -> Result<Common> {
    let dims = common(a, b)?;
    if dims.value.is_none() && dims.time.is_none() {
        return Err(Error::Argument {
            argument: function,
            expected: "boxes with at least one common dimension",
            found: "one over values and one over time".to_owned(),
        });
    }
    Ok(dims)
}

impl Common {
    fn all(&self, value: impl Fn(&FloatSpan, &FloatSpan) -> bool, time: impl Fn(&TstzSpan, &TstzSpan) -> bool) -> bool {
        self.value.is_none_or(|(p, q)| value(&p, &q)) && self.time.is_none_or(|(s, t)| time(&s, &t))
    }
}

/// Whether the boxes share a value in every common dimension.
///
/// # Errors
/// One box of real numbers and one of integers; no common dimension. Source: MobilityDB `&&`.
pub fn overlaps(a: &TBox, b: &TBox) -> Result<bool> {
    Ok(shared("overlaps", a, b)?.all(Span::overlaps, Span::overlaps))
}

/// Whether `b` lies in `a` in every common dimension.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `@>`.
pub fn contains(a: &TBox, b: &TBox) -> Result<bool> {
    Ok(shared("contains", a, b)?.all(Span::contains, Span::contains))
}

/// Whether `a` lies in `b` in every common dimension.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `<@`.
pub fn contained(a: &TBox, b: &TBox) -> Result<bool> {
    Ok(shared("contained", a, b)?.all(|p, q| q.contains(p), |s, t| t.contains(s)))
}

/// Whether the boxes have the same bounds in every common dimension.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `~=`.
pub fn same(a: &TBox, b: &TBox) -> Result<bool> {
    Ok(shared("same", a, b)?.all(|p, q| p == q, |s, t| s == t))
}

/// Whether the boxes meet without sharing a value: adjacent in one common dimension, and no farther apart in the other.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `-|-`.
pub fn adjacent(a: &TBox, b: &TBox) -> Result<bool> {
    let dims = shared("adjacent", a, b)?;
    let meet = dims.all(|p, q| p.overlaps(q) || p.adjacent(q), |s, t| s.overlaps(t) || s.adjacent(t));
    let beside = dims.value.is_some_and(|(p, q)| p.adjacent(&q)) || dims.time.is_some_and(|(s, t)| s.adjacent(&t));
    Ok(meet && beside)
}

fn at<T: crate::span::Bounded>(p: &Span<T>, q: &Span<T>, position: Position) -> bool {
    match position {
        Position::Less => p.ends_before(q),
        Position::NotGreater => p.cmp_upper(q).is_le(),
        Position::Greater => q.ends_before(p),
        Position::NotLess => p.cmp_lower(q).is_ge(),
    }
}

fn missing(argument: &'static str, expected: &'static str) -> Error {
    Error::Argument { argument, expected, found: "a box without it".to_owned() }
}

/// Whether the values of `a` have the position against those of `b`.
///
/// # Errors
/// One box of real numbers and one of integers; a box without values. Source: MobilityDB `<<`, `&<`, `>>`, `&>`.
pub fn position(a: &TBox, b: &TBox, position: Position) -> Result<bool> {
    let (p, q) = common(a, b)?.value.ok_or_else(|| missing("position of boxes", "boxes with a value dimension"))?;
    Ok(at(&p, &q, position))
}

/// Whether the time of `a` has the position against that of `b`.
///
/// # Errors
/// A box without time. Source: MobilityDB `<<#`, `&<#`, `#>>`, `#&>`.
pub fn position_in_time(a: &TBox, b: &TBox, position: Position) -> Result<bool> {
    let times = a.time.zip(b.time);
    let (s, t) = times.ok_or_else(|| missing("position of boxes", "boxes with a time dimension"))?;
    Ok(at(&s, &t, position))
}

/// The least and the greatest value of a box, whether or not these belong to it; `None` without values.
pub fn extremes(tbox: &TBox) -> Option<(f64, f64)> {
    tbox.value.map(|value| match value {
        NumSpan::Float(span) => (span.lower, span.upper),
        NumSpan::Int(span) => (span.lower.into(), greatest(&span).into()),
    })
}

/// The greatest value of a canonical span of integers.
pub fn greatest(span: &IntSpan) -> i32 {
    if span.upper_inc { span.upper } else { span.upper - 1 }
}

/// Distance of the values of two boxes: 0 where they overlap; `None` where both have time and share none.
///
/// # Errors
/// One box of real numbers and one of integers; a box without values. Source: MobilityDB `|=|`.
pub fn nearest_approach_distance(a: &TBox, b: &TBox) -> Result<Option<f64>> {
    common(a, b)?;
    let values = extremes(a).zip(extremes(b));
    let ((least, most), (from, to)) =
        values.ok_or_else(|| missing("nearestApproachDistance", "boxes with a value dimension"))?;
    if a.time.zip(b.time).is_some_and(|(s, t)| !s.overlaps(&t)) {
        return Ok(None);
    }
    Ok(Some((from - most).max(least - to).max(0.0)))
}

/// The box with its values grown by `by` at both ends; a negative number shrinks it, `None` where nothing is left.
///
/// # Errors
/// A box without values; a result that is not finite, or for integers `by` that is no INT or bounds outside of INT.
/// Source: MobilityDB `expandValue`.
pub fn expand_value(tbox: &TBox, by: f64) -> Result<Option<TBox>> {
    let value = match tbox.value.ok_or_else(|| missing("expandValue", "a box with a value dimension"))? {
        NumSpan::Float(s) => {
            let (lower, upper) = (s.lower - by, s.upper + by);
            if !(lower.is_finite() && upper.is_finite()) {
                return Err(out_of_range(by));
            }
            Span::new(lower, upper, s.lower_inc, s.upper_inc).ok().map(NumSpan::Float)
        }
        NumSpan::Int(s) => {
            let (lower, upper) = (f64::from(s.lower) - by, f64::from(greatest(&s)) + by);
            let whole = |v: f64| (v.fract() == 0.0 && v.abs() < f64::from(i32::MAX)).then_some(v as i32);
            let (lower, upper) = whole(lower).zip(whole(upper)).ok_or_else(|| out_of_range(by))?;
            let span = (lower <= upper).then(|| IntSpan { lower, upper: upper + 1, lower_inc: true, upper_inc: false });
            span.map(NumSpan::Int)
        }
    };
    Ok(value.map(|value| TBox { value: Some(value), ..*tbox }))
}

fn out_of_range(by: f64) -> Error {
    Error::Argument {
        argument: "expandValue",
        expected: "a number that leaves the bounds finite, and whole for a box of integers",
        found: by.to_string(),
    }
}

/// The box with `margin_us` more time before and after; a negative margin shrinks it, `None` where nothing is left.
///
/// # Errors
/// A box without time; times outside of what a timestamp can hold. Source: MobilityDB `expandTime`.
pub fn expand_time(tbox: &TBox, margin_us: i64) -> Result<Option<TBox>> {
    let time = tbox.time.ok_or_else(|| missing("expandTime", "a box with a time dimension"))?;
    Ok(shift_scale::expand(time, margin_us)?.map(|time| TBox { time: Some(time), ..*tbox }))
}

/// The box of real numbers with its values rounded to `digits` decimals, half away from zero; one of integers as it is.
///
/// # Errors
/// A box without values; negative `digits`. Source: MobilityDB `round`.
pub fn round(tbox: &TBox, digits: i32) -> Result<TBox> {
    let value = match tbox.value.ok_or_else(|| missing("round", "a box with a value dimension"))? {
        NumSpan::Float(s) => {
            let (lower, upper) = (round_number(s.lower, digits)?, round_number(s.upper, digits)?);
            // Bounds that have become one are both in it.
            let inc = lower == upper;
            NumSpan::Float(Span { lower, upper, lower_inc: s.lower_inc || inc, upper_inc: s.upper_inc || inc })
        }
        int => int,
    };
    Ok(TBox { value: Some(value), ..*tbox })
}

/// What two boxes share in the dimensions that both have; `None` where that is nothing.
///
/// # Errors
/// One box of real numbers and one of integers. Source: MobilityDB `*`.
pub fn intersection(a: &TBox, b: &TBox) -> Result<Option<TBox>> {
    common(a, b)?;
    let value = match (a.value, b.value) {
        (Some(NumSpan::Float(p)), Some(NumSpan::Float(q))) => Some(p.intersection(&q).map(NumSpan::Float)),
        (Some(NumSpan::Int(p)), Some(NumSpan::Int(q))) => Some(p.intersection(&q).map(NumSpan::Int)),
        _ => None,
    };
    let time = a.time.zip(b.time).map(|(s, t)| s.intersection(&t));
    let nothing = value == Some(None) || time == Some(None) || (value.is_none() && time.is_none());
    Ok((!nothing).then(|| TBox { value: value.flatten(), time: time.flatten() }))
}

/// The smallest box that holds both.
///
/// # Errors
/// One box of real numbers and one of integers, boxes of different dimensions, and, where `strict`, boxes that neither overlap
/// nor are adjacent. Source: MobilityDB `+`.
pub fn union(a: &TBox, b: &TBox, strict: bool) -> Result<TBox> {
    common(a, b)?;
    if a.value.is_some() != b.value.is_some() || a.time.is_some() != b.time.is_some() {
        let found = "boxes of different dimensions".to_owned();
        return Err(Error::Argument { argument: "union", expected: "boxes of the same dimensions", found });
    }
    if strict && !overlaps(a, b)? {
        let found = "boxes apart from each other".to_owned();
        return Err(Error::Argument { argument: "union", expected: "boxes that overlap", found });
    }
    let value = match (a.value, b.value) {
        (Some(NumSpan::Float(p)), Some(NumSpan::Float(q))) => Some(NumSpan::Float(p.hull(&q))),
        (Some(NumSpan::Int(p)), Some(NumSpan::Int(q))) => Some(NumSpan::Int(p.hull(&q))),
        _ => None,
    };
    Ok(TBox { value, time: a.time.zip(b.time).map(|(s, t)| s.hull(&t)) })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use rstest::rstest;

    fn span<T: crate::span::Bounded>(lower: T, upper: T, inc: &str) -> Span<T> {
        Span::new(lower, upper, inc.starts_with('['), inc.ends_with(']')).unwrap()
    }

    fn reals(lower: f64, upper: f64, inc: &str) -> TBox {
        TBox { value: Some(NumSpan::Float(span(lower, upper, inc))), time: None }
    }

    fn ints(lower: i32, upper: i32) -> TBox {
        TBox { value: Some(NumSpan::Int(span(lower, upper + 1, "[)"))), time: None }
    }

    fn during(tbox: TBox, lower: i64, upper: i64, inc: &str) -> TBox {
        TBox { time: Some(span(lower, upper, inc)), ..tbox }
    }

    // Answers of MEOS 1.3.
    #[rstest]
    #[case::half_open(reals(1.0, 2.0, "[)"), reals(2.0, 3.0, "[]"), [false, true, true])]
    #[case::closed(reals(1.0, 2.0, "[]"), reals(2.0, 3.0, "[]"), [true, false, false])]
    #[case::open(reals(1.0, 2.0, "[)"), reals(2.0, 3.0, "(]"), [false, false, true])]
    #[case::ints_that_share(ints(1, 2), ints(2, 3), [true, false, false])]
    #[case::ints_in_a_row(ints(1, 2), ints(3, 4), [false, true, true])]
    fn overlaps_adjacent_and_left(#[case] a: TBox, #[case] b: TBox, #[case] want: [bool; 3]) {
        let got = [overlaps(&a, &b), adjacent(&a, &b), position(&a, &b, Position::Less)];
        assert_eq!(got.map(Result::unwrap), want);
        assert!(position(&b, &a, Position::NotLess).unwrap() && position(&a, &b, Position::NotGreater).unwrap());
    }

    #[rstest]
    #[case(reals(1.0, 2.0, "[)"), reals(2.0, 3.0, "[]"), "[)", 1, true)]
    #[case(reals(1.0, 2.0, "[]"), reals(2.0, 3.0, "[]"), "[)", 2, true)]
    #[case(reals(1.0, 3.0, "[]"), reals(2.0, 3.0, "[]"), "[]", 2, false)]
    #[case(reals(1.0, 2.0, "[)"), reals(2.0, 3.0, "[]"), "[)", 5, false)]
    fn adjacent_in_one_dimension_needs_contact_in_the_other(
        #[case] a: TBox,
        #[case] b: TBox,
        #[case] inc: &str,
        #[case] later: i64,
        #[case] want: bool,
    ) {
        assert_eq!(adjacent(&during(a, 1, 2, inc), &during(b, later, later + 1, "[]")).unwrap(), want);
    }

    #[test]
    fn containment_respects_exclusive_bounds() {
        let (a, b) = (reals(1.0, 2.0, "[)"), reals(1.0, 2.0, "[]"));
        assert!(!contains(&a, &b).unwrap() && contained(&a, &b).unwrap() && !same(&a, &b).unwrap());
    }

    #[test]
    fn mixed_kinds_and_missing_dimensions_are_errors() {
        let time = TBox { value: None, time: Some(span(1, 2, "[]")) };
        assert!(overlaps(&reals(1.0, 2.0, "[]"), &ints(1, 2)).is_err());
        assert!(overlaps(&reals(1.0, 2.0, "[]"), &time).is_err());
        assert!(position(&time, &time, Position::Less).is_err());
        assert!(position_in_time(&ints(1, 2), &time, Position::Less).is_err());
        assert_eq!(intersection(&ints(1, 2), &time), Ok(None));
    }

    #[test]
    fn growth_and_shrinking() {
        assert_eq!(expand_value(&reals(1.0, 5.0, "[)"), 1.0), Ok(Some(reals(0.0, 6.0, "[)"))));
        assert_eq!(expand_value(&reals(1.0, 5.0, "[)"), -3.0), Ok(None));
        assert_eq!(expand_value(&ints(1, 5), -2.0), Ok(Some(ints(3, 3))));
        assert!(expand_value(&ints(1, 5), 0.5).is_err() && expand_value(&ints(1, 5), 1e10).is_err());
        assert_eq!(expand_time(&during(ints(1, 1), 5, 7, "[]"), -1), Ok(Some(during(ints(1, 1), 6, 6, "[]"))));
    }

    #[test]
    fn set_operations_and_distance() {
        assert_eq!(intersection(&ints(1, 3), &ints(3, 5)), Ok(Some(ints(3, 3))));
        assert_eq!(union(&ints(1, 3), &ints(3, 5), true), Ok(ints(1, 5)));
        assert!(union(&ints(1, 3), &ints(7, 9), true).is_err());
        assert_eq!(nearest_approach_distance(&ints(1, 3), &ints(7, 9)), Ok(Some(4.0)));
        let (now, later) = (during(ints(1, 3), 1, 2, "[)"), during(ints(1, 3), 2, 3, "[]"));
        assert_eq!(nearest_approach_distance(&now, &later), Ok(None));
        assert_eq!(round(&reals(1.24, 1.25, "[)"), 1).unwrap(), reals(1.2, 1.3, "[)"));
    }
}
