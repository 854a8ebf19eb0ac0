//! Restriction to values and to the rest of them (MobilityDB, "Restrictions": atValues, atMin, atMax, atTbox and their kin).
//!
//! Times at which a value is crossed are cut to microseconds; what is kept has the value that was asked for there. Bounds are
//! respected, so what is reached only at an excluded bound is not found.

use std::cmp::Ordering;

use crate::accessors::{min_instant, when_true};
use crate::boxes::{NumSpan, TBox};
use crate::construct::Sortable;
use crate::cut::{Part, times_where};
use crate::error::{Error, Result};
use crate::geom::{Geometry, Shape};
use crate::motion::Straight;
use crate::point::{Point, TPoint, TPointRef};
use crate::relations::geometry::tequals;
use crate::restrict_time::{When, at_time, minus_time};
use crate::span::{FloatSpan, IntSpan, Span, TstzSpan};
use crate::spanset::{from_spans, intersection};
use crate::temporal::{Base, TFloat, TInt, Temporal, View};

/// Which part of a value is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// What meets the condition.
    At,
    /// All the rest.
    Minus,
}

/// The value while it is one of these, or while it is none; `None` where nothing is left.
///
/// For numbers, truth values and texts. The form is that of [`at_time()`] during spans. Source: MobilityDB `atValues`, `minusValues`.
pub fn restrict_values<V: Sortable>(value: View<'_, V>, wanted: &[V], keep: Keep) -> Option<Temporal<V>> {
    let single = |v: &V| times_where(value, |other| other == v, |a, b| crossing(a, b, v));
    let times = from_spans(wanted.iter().flat_map(single).collect());
    let made = restrict(value, &times, keep)?;
    Some(if keep == Keep::At { snapped(made, value, wanted) } else { made })
}

/// The value while it is least, or greatest by the reverse `order`, or while it is not; `None` where nothing is left.
///
/// For numbers and texts. A least value at an excluded bound alone is not found. Source: MobilityDB `atMin`, `atMax`, `minusMin`, `minusMax`.
pub fn restrict_extreme<V: Sortable>(
    value: View<'_, V>,
    order: impl Fn(&V, &V) -> Ordering,
    keep: Keep,
) -> Option<Temporal<V>> {
    let least = min_instant(value, order);
    restrict_values(value, &least.values, keep)
}

/// The number while it is in one of the spans, or while it is in none; `None` where nothing is left.
///
/// The form is that of [`at_time()`] during spans; numbers at cuts are those of the microsecond. Source: MobilityDB `atValues`.
pub fn restrict_float_spans(value: View<'_, f64>, spans: &[FloatSpan], keep: Keep) -> Option<TFloat> {
    restrict(value, &times_in(value, spans), keep)
}

/// As [`restrict_float_spans`], of integers.
pub fn restrict_int_spans(value: View<'_, i32>, spans: &[IntSpan], keep: Keep) -> Option<TInt> {
    restrict(value, &times_in_ints(value, spans), keep)
}

/// The number while it is in the box, in value and time together, or while it is not; `None` where nothing is left.
///
/// Source: MobilityDB `atTbox`, `minusTbox`.
pub fn restrict_float_tbox(value: View<'_, f64>, tbox: &TBox, keep: Keep) -> Option<TFloat> {
    let times = match tbox.value {
        Some(NumSpan::Float(span)) => times_in(value, &[span]),
        _ => times_where(value, |_| true, whole),
    };
    restrict(value, &during(times, tbox), keep)
}

/// As [`restrict_float_tbox`], of integers.
pub fn restrict_int_tbox(value: View<'_, i32>, tbox: &TBox, keep: Keep) -> Option<TInt> {
    let times = match tbox.value {
        Some(NumSpan::Int(span)) => times_in_ints(value, &[span]),
        _ => times_where(value, |_| true, whole),
    };
    restrict(value, &during(times, tbox), keep)
}

/// The trip while it is at one of the positions, or while it is at none; `None` where nothing is left.
///
/// Whether it passes through a position is decided exactly for the coordinates as given. An empty point is never met.
/// Source: MobilityDB `atValues`, `minusValues`.
///
/// # Errors
/// For geometries that are no points, mixed reference systems or dimensions, and geodetic trips.
pub fn restrict_positions(trip: &TPointRef<'_>, places: &[&Geometry], keep: Keep) -> Result<Option<TPoint>> {
    let (mut times, mut wanted) = (Vec::new(), Vec::new());
    for place in places {
        let Some(at) = position(place)? else { continue };
        if place.has_z != trip.has_z {
            return Err(Error::MixedDimensions);
        }
        times.extend(tequals(trip, place)?.iter().flat_map(|equal| when_true(equal.view())));
        wanted.push(at);
    }
    let made = restrict(trip.track, &from_spans(times), keep);
    let snap = |made| if keep == Keep::At { snapped(made, trip.track, &wanted) } else { made };
    Ok(made.map(|made| trip.like(snap(made))))
}

fn restrict<V: Base>(value: View<'_, V>, times: &[TstzSpan], keep: Keep) -> Option<Temporal<V>> {
    match keep {
        Keep::At => at_time(value, When::Spans(times), &Straight),
        Keep::Minus => minus_time(value, When::Spans(times), &Straight),
    }
}

/// A restricted value of which the instants that are new are the one of `wanted` that they were cut at.
fn snapped<V: Base>(mut made: Temporal<V>, value: View<'_, V>, wanted: &[V]) -> Temporal<V> {
    for (time, v) in made.times.iter().zip(&mut made.values) {
        if value.times.binary_search(time).is_err() {
            let near = |w: &V| V::displacement(v, w).map(f64::abs).into_iter().sum::<f64>();
            let nearest = wanted.iter().min_by(|a, b| near(a).total_cmp(&near(b)));
            *v = nearest.cloned().unwrap_or_else(|| v.clone());
        }
    }
    made
}

fn whole<V>(_: &V, _: &V) -> Option<Part> {
    Some(Part { from: 0.0, to: 1.0, from_inc: true, to_inc: true })
}

/// Where the way from one number to another meets `v`.
fn crossing<V: Base>(a: &V, b: &V, v: &V) -> Option<Part> {
    let (way, ahead) = (V::displacement(a, b)[0], V::displacement(a, v)[0]);
    if way == 0.0 {
        return if ahead == 0.0 { whole(a, b) } else { None };
    }
    let at = ahead / way;
    (0.0..=1.0).contains(&at).then_some(Part { from: at, to: at, from_inc: true, to_inc: true })
}

fn times_in(value: View<'_, f64>, spans: &[FloatSpan]) -> Vec<TstzSpan> {
    let single = |span: &FloatSpan| times_where(value, |v| span.contains_value(*v), |a, b| passage(*a, *b, span));
    from_spans(spans.iter().flat_map(single).collect())
}

fn times_in_ints(value: View<'_, i32>, spans: &[IntSpan]) -> Vec<TstzSpan> {
    times_where(value, |v| spans.iter().any(|span| span.contains_value(*v)), whole)
}

/// The part of the way from `a` to `b` inside of a span.
fn passage(a: f64, b: f64, span: &FloatSpan) -> Option<Part> {
    let way = Span { lower: a.min(b), upper: a.max(b), lower_inc: true, upper_inc: true };
    let common = way.intersection(span)?;
    if a == b {
        return whole(&a, &b);
    }
    let at = |v: f64| (v - a) / (b - a);
    Some(if a < b {
        Part { from: at(common.lower), to: at(common.upper), from_inc: common.lower_inc, to_inc: common.upper_inc }
    } else {
        Part { from: at(common.upper), to: at(common.lower), from_inc: common.upper_inc, to_inc: common.lower_inc }
    })
}

/// The times that lie in that of a box, if it has one.
fn during(times: Vec<TstzSpan>, tbox: &TBox) -> Vec<TstzSpan> {
    match tbox.time {
        Some(time) => intersection(&times, &[time]),
        None => times,
    }
}

fn position(place: &Geometry) -> Result<Option<Point>> {
    match place.shape {
        Shape::Point(at) => Ok(at),
        _ => Err(Error::Argument {
            argument: "value",
            expected: "a point geometry",
            found: "another geometry".to_owned(),
        }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::restrict_time::value_at;
    use crate::temporal::{Interp, Piece, Subtype};
    use crate::text::geom::parse_geometry;
    use crate::text::temporal::{format, format_tpoint, parse, parse_tpoint};
    use proptest::prelude::*;
    use rstest::rstest;

    fn shown(value: Option<TFloat>) -> String {
        value.map_or("none".to_owned(), |v| format(v.view(), 15).replace("2026-01-0", "").replace(" 00:00:00+00", ""))
    }

    #[rstest]
    #[case::crossed("[0@2026-01-01, 2@2026-01-03]", "{[1@2]}", "{[0@1, 1@2), (1@2, 2@3]}")]
    #[case::at_the_excluded_end("[0@2026-01-01, 1@2026-01-03)", "none", "{[0@1, 1@3)}")]
    #[case::held("[1@2026-01-01, 1@2026-01-02, 3@2026-01-03]", "{[1@1, 1@2]}", "{(1@2, 3@3]}")]
    #[case::held_by_a_step(
        "Interp=Step;[1@2026-01-01, 3@2026-01-03]",
        "Interp=Step;{[1@1, 1@3)}",
        "Interp=Step;{[3@3]}"
    )]
    #[case::discrete("{1@2026-01-01, 3@2026-01-03}", "{1@1}", "{3@3}")]
    #[case::instant("1@2026-01-01", "1@1", "none")]
    fn value_is_found_and_left_out(#[case] text: &str, #[case] at: &str, #[case] minus: &str) {
        let value = parse::<f64>(text, "UTC").unwrap();
        assert_eq!(shown(restrict_values(value.view(), &[1.0], Keep::At)), at);
        assert_eq!(shown(restrict_values(value.view(), &[1.0], Keep::Minus)), minus);
    }

    #[test]
    fn value_at_a_rounded_time_is_the_one_asked_for() {
        let value = parse::<f64>("[0@2026-01-01 00:00:00, 3@2026-01-01 00:00:00.00001]", "UTC").unwrap();
        let found = restrict_values(value.view(), &[1.0], Keep::At).unwrap();
        assert_eq!((found.values, found.times[0] - value.times[0]), (vec![1.0], 3));
    }

    #[rstest]
    #[case("[1@2026-01-01, 4@2026-01-02, 1@2026-01-03]", "{[1@1], [1@3]}", "{[4@2]}")]
    #[case("(1@2026-01-01, 4@2026-01-03)", "none", "none")]
    #[case("[2@2026-01-01, 2@2026-01-03]", "{[2@1, 2@3]}", "{[2@1, 2@3]}")]
    fn least_and_greatest_are_found_where_they_belong(#[case] text: &str, #[case] least: &str, #[case] greatest: &str) {
        let value = parse::<f64>(text, "UTC").unwrap();
        assert_eq!(shown(restrict_extreme(value.view(), f64::total_cmp, Keep::At)), least);
        assert_eq!(shown(restrict_extreme(value.view(), |a, b| b.total_cmp(a), Keep::At)), greatest);
    }

    #[test]
    fn trip_is_at_a_position_when_it_passes_or_stands_there() {
        let trip = parse_tpoint("[POINT(0 0)@2026-01-01, POINT(2 2)@2026-01-03, POINT(2 2)@2026-01-05)", "UTC", false)
            .unwrap();
        let (there, on) = (parse_geometry("POINT(2 2)", 0).unwrap(), parse_geometry("POINT(1 1)", 0).unwrap());
        let text = |made: Option<TPoint>| format_tpoint(&made.unwrap().view(), 15).replace(" 00:00:00+00", "");
        let restrict = |places: &[&Geometry], keep| restrict_positions(&trip.view(), places, keep).unwrap();
        assert_eq!(
            text(restrict(&[&there, &on], Keep::At)),
            "{[POINT(1 1)@2026-01-02], [POINT(2 2)@2026-01-03, POINT(2 2)@2026-01-05)}"
        );
        assert_eq!(text(restrict(&[&there], Keep::Minus)), "{[POINT(0 0)@2026-01-01, POINT(2 2)@2026-01-03)}");
        let line = parse_geometry("LINESTRING(0 0, 1 1)", 0).unwrap();
        assert!(restrict_positions(&trip.view(), &[&line], Keep::At).is_err());
        let deep = parse_geometry("POINT Z (2 2 0)", 0).unwrap();
        assert_eq!(restrict_positions(&trip.view(), &[&deep], Keep::At), Err(Error::MixedDimensions));
    }

    fn number() -> impl Strategy<Value = TFloat> {
        let instants = prop::collection::vec((1i64..4, -3i8..4), 1..8);
        (instants, any::<[bool; 3]>()).prop_map(|(steps, [lower, upper, step])| {
            let mut time_us = 0;
            let (mut times, mut values) = (Vec::new(), Vec::new());
            for (gap, v) in steps {
                time_us += gap * 1000;
                times.push(time_us);
                values.push(f64::from(v));
            }
            let last = values.len() - 1;
            if step && !upper && last > 0 {
                values[last] = values[last - 1];
            }
            Temporal {
                subtype: Subtype::Sequence,
                interp: if step { Interp::Step } else { Interp::Linear },
                pieces: vec![Piece {
                    start: 0,
                    end: last + 1,
                    lower_inc: lower || last == 0,
                    upper_inc: upper || last == 0,
                }],
                times,
                values,
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn kept_and_left_out_are_the_whole_and_apart(value in number(), low in -3i8..3, size in 0i8..3, inc in any::<[bool; 2]>()) {
            let (lower, upper) = (f64::from(low), f64::from(low + size));
            let span = Span { lower, upper, lower_inc: inc[0] || size == 0, upper_inc: inc[1] || size == 0 };
            let at = restrict_float_spans(value.view(), &[span], Keep::At);
            let minus = restrict_float_spans(value.view(), &[span], Keep::Minus);
            for time_us in value.times[0] - 1..=value.times[value.times.len() - 1] + 1 {
                let find = |part: &Option<TFloat>| part.as_ref().and_then(|p| value_at(p.view(), time_us, &Straight));
                let (kept, left) = (find(&at), find(&minus));
                prop_assert!(kept.is_none() || left.is_none());
                let whole = value_at(value.view(), time_us, &Straight);
                prop_assert_eq!(kept.or(left).is_some(), whole.is_some());
                if let Some(v) = whole {
                    // Times are cut to microseconds: near them the other answer is right too.
                    let clear = [lower, upper].iter().all(|bound| (v - bound).abs() > 0.01);
                    prop_assert!(!clear || kept.is_some() == span.contains_value(v), "{} at {}", v, time_us);
                }
            }
        }
    }
}
