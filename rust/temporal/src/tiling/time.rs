//! Bins of time: `[origin + k width, origin + (k + 1) width)` for every whole k.

use super::{check_count, empty, finish};
use crate::error::Result;
use crate::motion::{GreatCircle, Motion, Straight};
use crate::point::{TPoint, TPointRef};
use crate::restrict_time::{cut_run, span_of};
use crate::shift_scale::bucket;
use crate::span::TstzSpan;
use crate::temporal::{Base, Interp, Run, Temporal, View};
use crate::time::check_time;

/// The bins of `width_us` that hold a part of the value, ascending; a bin starts at `origin_us`.
///
/// Bins in a gap are left out, and so is one that is met only at an excluded bound. Source: MobilityDB `timeSpans`.
///
/// # Errors
/// Where `width_us` is not positive, there are more than [`MAX_PARTS`](super::MAX_PARTS) bins, or one reaches beyond what a
/// timestamp can hold.
pub fn time_bins<V>(value: View<'_, V>, width_us: i64, origin_us: i64) -> Result<Vec<TstzSpan>> {
    let mut bins: Vec<TstzSpan> = Vec::new();
    let mut fault = Ok(());
    for_each_part(value, width_us, origin_us, |start, _, _| {
        if bins.last().is_some_and(|last| last.lower == start) {
            return;
        }
        match check_time(start.saturating_add(width_us)) {
            Ok(upper) => bins.push(TstzSpan { lower: start, upper, lower_inc: true, upper_inc: false }),
            Err(error) => fault = Err(error),
        }
    })?;
    fault.map(|()| bins)
}

/// The value cut at the borders of bins: the start of each bin that holds a part of it, and that part, ascending.
///
/// The parts have the form of the value; they are disjoint and together the value. Bins as [`time_bins`].
/// Source: MobilityDB `timeSplit`.
///
/// # Errors
/// Where `width_us` is not positive, there are more than [`MAX_PARTS`](super::MAX_PARTS) parts, or a bin starts before any
/// timestamp.
pub fn time_split<V: Base>(
    value: View<'_, V>,
    width_us: i64,
    origin_us: i64,
    motion: &impl Motion<V>,
) -> Result<Vec<(i64, Temporal<V>)>> {
    let mut parts: Vec<(i64, Temporal<V>)> = Vec::new();
    for_each_part(value, width_us, origin_us, |start, run, span| match parts.last_mut() {
        Some((last, part)) if *last == start => cut_run(run, span, part, motion),
        _ => {
            let mut part = empty(value.subtype, value.interp);
            cut_run(run, span, &mut part, motion);
            parts.push((start, part));
        }
    })?;
    Ok(parts.into_iter().map(|(start, part)| (start, finish(part))).collect())
}

/// [`time_split`] of a point; a geodetic one is cut on the great circle.
///
/// # Errors
/// As [`time_split`].
pub fn point_time_split(point: &TPointRef<'_>, width_us: i64, origin_us: i64) -> Result<Vec<(i64, TPoint)>> {
    let parts = if point.geodetic {
        time_split(point.track, width_us, origin_us, &GreatCircle)
    } else {
        time_split(point.track, width_us, origin_us, &Straight)
    };
    Ok(parts?.into_iter().map(|(start, part)| (start, point.like(part))).collect())
}

/// Calls `visit` with the start of a bin, a run of the value and the part of the run in the bin, in the order of time.
fn for_each_part<V>(
    value: View<'_, V>,
    width_us: i64,
    origin_us: i64,
    mut visit: impl FnMut(i64, &Run<'_, V>, TstzSpan),
) -> Result<()> {
    let bins = Bins { width_us, origin_us };
    let (mut count, mut previous) = (0, None);
    for (_, span) in stretches(value) {
        let (first, last) = bins.of(&span)?;
        let apart = u128::from(last.abs_diff(first)) / u128::from(width_us.unsigned_abs());
        count += apart + u128::from(previous != Some(first));
        previous = Some(last);
    }
    check_count(count)?;
    for (run, span) in stretches(value) {
        let (mut start, last) = bins.of(&span)?;
        while start < last {
            let next = start + width_us;
            let bin = TstzSpan { lower: start, upper: next, lower_inc: true, upper_inc: false };
            if let Some(part) = span.intersection(&bin) {
                visit(start, &run, part);
            }
            start = next;
        }
        let rest = TstzSpan { lower: start, upper: i64::MAX, lower_inc: true, upper_inc: true };
        if let Some(part) = span.intersection(&rest) {
            visit(start, &run, part);
        }
    }
    Ok(())
}

/// The times of the value without a gap, each with its run: pieces, or single times of a discrete value.
fn stretches<'a, V>(value: View<'a, V>) -> impl Iterator<Item = (Run<'a, V>, TstzSpan)> {
    let discrete = value.interp == Interp::Discrete;
    let single = move |run: Run<'a, V>| run.times.iter().map(move |t| (run, TstzSpan::of_value(*t)));
    let instants = value.runs().filter(move |_| discrete).flat_map(single);
    let whole = value.runs().filter(move |_| !discrete).map(|run| (run, span_of(&run)));
    instants.chain(whole)
}

struct Bins {
    width_us: i64,
    origin_us: i64,
}

impl Bins {
    /// The starts of the first and the last bin that hold a time of the span.
    fn of(&self, span: &TstzSpan) -> Result<(i64, i64)> {
        let first = bucket(span.lower, self.width_us, self.origin_us)?;
        let last = bucket(span.upper, self.width_us, self.origin_us)?;
        let met = span.upper_inc || span.upper > last;
        Ok((first, if met { last } else { last - self.width_us }))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::distance::oracle::trip;
    use crate::restrict_time::value_at;
    use crate::text::temporal::{format, parse};
    use crate::tiling::MAX_PARTS;
    use proptest::prelude::*;
    use rstest::rstest;

    const HOUR: i64 = 3_600_000_000;

    fn shown(text: &str, width_us: i64) -> Vec<String> {
        let value = parse::<f64>(text, "UTC").unwrap();
        let parts = time_split(value.view(), width_us, 0, &Straight).unwrap();
        let short = |part: &Temporal<f64>| format(part.view(), 15).replace("2026-01-01 ", "").replace(":00:00+00", "h");
        parts.iter().map(|(_, part)| short(part)).collect()
    }

    #[rstest]
    #[case::instant("1@2026-01-01 05:00", &["1@05h"])]
    #[case::discrete("{1@2026-01-01 01:00, 2@2026-01-01 02:00, 3@2026-01-01 09:00}", &["{1@01h}", "{2@02h}", "{3@09h}"])]
    #[case::linear("[0@2026-01-01 01:00, 3@2026-01-01 04:00]", &["[0@01h, 1@02h)", "[1@02h, 3@04h)", "[3@04h]"])]
    #[case::excluded_end_on_a_border("(0@2026-01-01 02:00, 2@2026-01-01 04:00)", &["(0@02h, 2@04h)"])]
    #[case::step("Interp=Step;[1@2026-01-01 03:00, 2@2026-01-01 04:00]", &["Interp=Step;[1@03h, 1@04h)", "Interp=Step;[2@04h]"])]
    #[case::pieces(
        "{[1@2026-01-01 02:00], [1@2026-01-01 03:00, 3@2026-01-01 05:00), (3@2026-01-01 05:00, 4@2026-01-01 06:00)}",
        &["{[1@02h], [1@03h, 2@04h)}", "{[2@04h, 3@05h), (3@05h, 4@06h)}"]
    )]
    fn parts_of_two_hours_have_the_form_of_the_value(#[case] text: &str, #[case] want: &[&str]) {
        assert_eq!(shown(text, 2 * HOUR), want);
    }

    #[test]
    fn gaps_are_jumped_over_and_too_many_bins_refused_at_once() {
        let text = "{[1@0001-01-01], [2@2026-01-01, 2@2026-01-01 00:00:00.000003)}";
        assert_eq!(shown(text, 1).len(), 4);
        let year = parse::<f64>("[1@2025-01-01, 2@2026-01-01]", "UTC").unwrap();
        let error = time_split(year.view(), 1, 0, &Straight).unwrap_err().to_string();
        assert!(error.contains("31536000000001 parts"), "{error}");
        assert!(time_bins(year.view(), 1, 0).is_err());
        let last = i64::try_from(MAX_PARTS).unwrap();
        let full = Temporal { times: vec![0, last], ..year };
        assert!(time_bins(full.view(), 1, 0).is_err());
        let full = Temporal { times: vec![0, last - 1], ..full };
        assert_eq!(time_bins(full.view(), 1, 0).unwrap().len(), MAX_PARTS);
    }

    #[test]
    fn pieces_in_one_bin_are_one_part_however_many() {
        let n = MAX_PARTS + 1;
        let single = |i| crate::temporal::Piece { start: i, end: i + 1, lower_inc: true, upper_inc: true };
        let value = Temporal {
            subtype: crate::temporal::Subtype::SequenceSet,
            interp: Interp::Step,
            pieces: (0..n).map(single).collect(),
            times: (0..n as i64).collect(),
            values: vec![7; n],
        };
        assert_eq!(time_bins(value.view(), 2 * n as i64, 0).unwrap().len(), 1);
    }

    #[rstest]
    #[case(0)]
    #[case(-5)]
    fn width_must_be_positive(#[case] width_us: i64) {
        let value = Temporal::instant(3, true);
        assert!(time_split(value.view(), width_us, 0, &Straight).is_err());
        assert!(time_bins(value.view(), width_us, 0).is_err());
    }

    #[test]
    fn wide_bins_and_far_origins_do_not_overflow() {
        let value = Temporal::instant(3, true);
        let parts = time_split(value.view(), i64::MAX / 64, i64::MIN, &Straight);
        assert!(parts.is_err() || parts.unwrap().len() == 1);
        assert_eq!(time_bins(value.view(), 10, i64::MAX - 4).unwrap()[0].lower, 3);
        assert!(time_bins(value.view(), i64::MAX, 0).is_err());
        assert_eq!(time_split(value.view(), i64::MAX, 0, &Straight).unwrap()[0].0, 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn every_time_of_a_value_is_in_one_part_whose_bin_holds_it(trip in trip(), width in 1i64..9, origin in -9i64..9) {
            // Twice as far apart, so that there are times between any two, and borders too.
            let mut value = trip.track.clone();
            value.times.iter_mut().for_each(|t| *t *= 2);
            let unit = value.times.iter().copied().fold(0, |a, b| if a == 0 { b } else { gcd(a, b) }).max(2) / 2;
            let (width_us, origin_us) = (width * unit, origin * unit);
            let parts = time_split(value.view(), width_us, origin_us, &Straight).unwrap();
            let bins: Vec<i64> = time_bins(value.view(), width_us, origin_us).unwrap().iter().map(|b| b.lower).collect();
            prop_assert_eq!(&bins, &parts.iter().map(|(start, _)| *start).collect::<Vec<_>>());
            prop_assert!(bins.windows(2).all(|w| w[0] < w[1]));
            for (_, part) in &parts {
                crate::validate::check("part", part.view()).unwrap();
                prop_assert_eq!((part.subtype, part.interp), (value.subtype, value.interp));
            }
            for time_us in (value.view().start_us() - unit..=value.view().end_us() + unit).step_by(unit as usize) {
                let at = |v: &Temporal<_>| value_at(v.view(), time_us, &Straight);
                let found: Vec<_> = parts.iter().filter_map(|(start, part)| at(part).map(|v| (*start, v))).collect();
                match at(&value) {
                    None => prop_assert!(found.is_empty()),
                    Some(v) => {
                        prop_assert_eq!(found.len(), 1);
                        prop_assert!(crate::point::Point::deviation(&found[0].1, &v) < 1e-9);
                        prop_assert_eq!(found[0].0, origin_us + (time_us - origin_us).div_euclid(width_us) * width_us);
                    }
                }
            }
        }
    }

    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
}
