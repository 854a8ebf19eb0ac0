//! Time moved, stretched and rounded to buckets (MobilityDB, "Transformations").
//!
//! A stretch keeps the start and maps every time in proportion, to the nearest microsecond.

use crate::error::{Error, Result};
use crate::span::{Span, TstzSpan};
use crate::spanset;
use crate::temporal::{Base, Temporal, View};
use crate::time::check_time;

/// Monday, 2000-01-03: where buckets start unless another origin is given.
pub const BUCKET_ORIGIN_US: i64 = 2 * 86_400_000_000;

/// A change of time: first moved, then stretched about the new start.
#[derive(Debug, Clone, Copy)]
pub struct Rescale {
    start_us: i64,
    shift_us: i64,
    /// New and old duration, where time is stretched.
    stretch: Option<(i64, i64)>,
}

impl Rescale {
    /// The change of a time from `start_us` to `end_us` by `shift_us` and to `duration_us`, each where given. A single time
    /// has nothing to stretch and is only moved.
    ///
    /// # Errors
    /// Where `duration_us` is not positive.
    pub fn new((start_us, end_us): (i64, i64), shift_us: Option<i64>, duration_us: Option<i64>) -> Result<Self> {
        if let Some(duration) = duration_us.filter(|d| *d <= 0) {
            let found = format!("{duration} us");
            return Err(Error::Argument { argument: "duration", expected: "a positive interval", found });
        }
        let old = end_us.saturating_sub(start_us);
        let stretch = duration_us.filter(|_| old > 0).map(|new| (new, old));
        Ok(Self { start_us, shift_us: shift_us.unwrap_or(0), stretch })
    }

    /// The new time of `time_us`.
    ///
    /// # Errors
    /// Where it is outside of what a timestamp can hold.
    pub fn apply(&self, time_us: i64) -> Result<i64> {
        let since = i128::from(time_us) - i128::from(self.start_us);
        let since = match self.stretch {
            Some((new, old)) => {
                let (new, old) = (i128::from(new), i128::from(old));
                (2 * since * new + old).div_euclid(2 * old)
            }
            None => since,
        };
        let moved = i128::from(self.start_us) + i128::from(self.shift_us) + since;
        i64::try_from(moved).map_err(|_| out_of_time()).and_then(check_time)
    }
}

fn out_of_time() -> Error {
    Error::Invalid { what: "timestamp", reason: "the time is outside of what a timestamp can hold".to_owned() }
}

/// The spans moved by `shift_us` and stretched together to `duration_us`, each where given.
///
/// # Errors
/// As [`Rescale::new`]; where a span shrinks below a microsecond. Source: MobilityDB `shiftScale`.
pub fn shift_scale_spans(spans: &[TstzSpan], shift_us: Option<i64>, duration_us: Option<i64>) -> Result<Vec<TstzSpan>> {
    let Some(whole) = spanset::bounds(spans) else { return Ok(Vec::new()) };
    let change = Rescale::new((whole.lower, whole.upper), shift_us, duration_us)?;
    let made: Result<Vec<TstzSpan>> = spans
        .iter()
        .map(|s| Span::new(change.apply(s.lower)?, change.apply(s.upper)?, s.lower_inc, s.upper_inc))
        .collect();
    Ok(spanset::from_spans(made?))
}

/// The value moved in time by `shift_us` and stretched to `duration_us`, each where given.
///
/// # Errors
/// As [`Rescale::new`]; where two instants would come to the same time. Source: MobilityDB `shiftScaleTime`.
pub fn shift_scale<V: Base>(
    value: View<'_, V>,
    shift_us: Option<i64>,
    duration_us: Option<i64>,
) -> Result<Temporal<V>> {
    let change = Rescale::new((value.start_us(), value.end_us()), shift_us, duration_us)?;
    let times = value.times.iter().map(|t| change.apply(*t)).collect::<Result<Vec<i64>>>()?;
    let collapsed = value.times.windows(2).zip(times.windows(2)).any(|(old, new)| old[0] < old[1] && new[0] >= new[1]);
    if collapsed {
        let found = format!("{} us", duration_us.unwrap_or_default());
        return Err(Error::Argument { argument: "duration", expected: "a microsecond for each instant", found });
    }
    Ok(Temporal {
        subtype: value.subtype,
        interp: value.interp,
        pieces: value.pieces.to_vec(),
        times,
        values: value.values.to_vec(),
    })
}

/// The span with `margin_us` more time before and after; a negative margin shrinks it, `None` where nothing is left.
///
/// # Errors
/// Where the result is outside of what a timestamp can hold. Source: MobilityDB `expand`.
pub fn expand(span: TstzSpan, margin_us: i64) -> Result<Option<TstzSpan>> {
    let lower = span.lower.checked_sub(margin_us).ok_or_else(out_of_time)?;
    let upper = span.upper.checked_add(margin_us).ok_or_else(out_of_time)?;
    Ok(Span::new(check_time(lower)?, check_time(upper)?, span.lower_inc, span.upper_inc).ok())
}

/// The start of the bucket of `width_us` that holds a time; buckets start at `origin_us` and include their start.
///
/// # Errors
/// Where `width_us` is not positive, or the bucket starts before any timestamp.
pub fn bucket(time_us: i64, width_us: i64, origin_us: i64) -> Result<i64> {
    if width_us <= 0 {
        let found = format!("{width_us} us");
        return Err(Error::Argument { argument: "duration", expected: "a positive interval", found });
    }
    let since = i128::from(time_us) - i128::from(origin_us);
    let start = i128::from(origin_us) + since.div_euclid(i128::from(width_us)) * i128::from(width_us);
    i64::try_from(start).map_err(|_| out_of_time()).and_then(check_time)
}

/// The span of the buckets of `width_us` that it meets.
///
/// # Errors
/// As [`bucket`]. Source: MobilityDB `tprecision`.
pub fn span_precision(span: TstzSpan, width_us: i64, origin_us: i64) -> Result<TstzSpan> {
    let (first, last) = (bucket(span.lower, width_us, origin_us)?, bucket(span.upper, width_us, origin_us)?);
    let meets_last = span.upper_inc || span.upper > last;
    let end = if meets_last { last.checked_add(width_us).ok_or_else(out_of_time)? } else { last };
    Span::new(first, check_time(end)?, true, false)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::temporal::{Interp, Piece, Subtype};

    fn span(lower: i64, upper: i64, lower_inc: bool, upper_inc: bool) -> TstzSpan {
        Span { lower, upper, lower_inc, upper_inc }
    }

    #[test]
    fn stretch_keeps_proportions_to_the_nearest_microsecond() {
        let change = Rescale::new((100, 103), Some(-50), Some(100)).unwrap();
        let got: Vec<i64> = (100..=103).map(|t| change.apply(t).unwrap()).collect();
        assert_eq!(got, vec![50, 83, 117, 150]);
        assert_eq!(Rescale::new((0, 1), None, None).unwrap().apply(5).unwrap(), 5);
        assert!(Rescale::new((0, 1), None, Some(0)).is_err());
        assert_eq!(Rescale::new((5, 5), Some(1), Some(9)).unwrap().apply(5).unwrap(), 6);
        assert!(Rescale::new((0, 1), Some(i64::MAX), None).unwrap().apply(0).is_err());
    }

    #[test]
    fn value_that_would_lose_instants_is_an_error() {
        let value = Temporal {
            subtype: Subtype::Sequence,
            interp: Interp::Linear,
            pieces: vec![Piece { start: 0, end: 3, lower_inc: true, upper_inc: true }],
            times: vec![0, 1, 100],
            values: vec![0.0, 1.0, 2.0],
        };
        assert_eq!(shift_scale(value.view(), Some(7), Some(200)).unwrap().times, vec![7, 9, 207]);
        assert!(shift_scale(value.view(), None, Some(10)).is_err());
    }

    #[test]
    fn spans_stretch_about_the_first() {
        let spans = [span(0, 10, true, true), span(20, 30, true, false)];
        let got = shift_scale_spans(&spans, None, Some(60)).unwrap();
        assert_eq!(got, vec![span(0, 20, true, true), span(40, 60, true, false)]);
        assert_eq!(shift_scale_spans(&[], Some(1), None).unwrap(), vec![]);
        assert!(shift_scale_spans(&[span(0, 1, true, false), span(100, 200, true, true)], None, Some(1)).is_err());
    }

    #[test]
    fn buckets_hold_their_start_and_go_below_the_origin() {
        assert_eq!(bucket(-1, 10, 3).unwrap(), -7);
        assert_eq!(bucket(3, 10, 3).unwrap(), 3);
        assert!(bucket(3, 0, 3).is_err());
        assert_eq!(span_precision(span(5, 20, true, true), 10, 0).unwrap(), span(0, 30, true, false));
        assert_eq!(span_precision(span(5, 20, true, false), 10, 0).unwrap(), span(0, 20, true, false));
    }

    #[test]
    fn expansion_by_less_than_nothing_vanishes() {
        assert_eq!(expand(span(0, 10, true, false), 3).unwrap(), Some(span(-3, 13, true, false)));
        assert_eq!(expand(span(0, 10, true, true), -5).unwrap(), Some(span(5, 5, true, true)));
        assert_eq!(expand(span(0, 10, true, false), -5).unwrap(), None);
    }
}
