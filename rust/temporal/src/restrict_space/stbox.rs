//! Moving points in and outside of a box.

use super::clip::Sides;
use crate::boxes::bounds::{of_trip, time_span};
use crate::boxes::topology::{common, overlaps};
use crate::boxes::{STBox, SpaceBounds};
use crate::cut;
use crate::error::{Error, Result};
use crate::point::{Point, TPoint, TPointRef};
use crate::restrict_time::{When, point_at_time, point_minus_time, span_of};
use crate::span::TstzSpan;
use crate::temporal::{Interp, Run};

/// Whether the greatest coordinates of a box belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Border {
    /// All sides belong to the box.
    Included,
    /// The sides of greatest x, y and z do not, so that boxes side by side share nothing.
    UpperExcluded,
}

/// The trip while it is in the box, in space and in time; `None` where it never is.
///
/// A touch gives a single instant. Exclusive times of the box and of the trip are respected, the box's z only where both have
/// one. A linear or step Sequence becomes a SequenceSet, unless the box has time only; a trip wholly inside keeps all its
/// instants. Times are cut to microseconds, positions there are those of the trip.
///
/// # Errors
/// Mixed reference systems; a geodetic trip against a box with space. Source: MobilityDB `atStbox`.
pub fn at_stbox(trip: &TPointRef<'_>, stbox: &STBox, border: Border) -> Result<Option<TPoint>> {
    let inside = inside(trip, stbox, border)?;
    Ok(match (stbox.space, stbox.time) {
        (None, Some(time)) => point_at_time(*trip, When::Span(time)),
        _ => point_at_time(*trip, When::Spans(&inside)),
    })
}

/// The trip while it is not in the box: everything that [`at_stbox`] leaves; `None` where that is nothing.
///
/// A linear or step Sequence becomes a SequenceSet. A trip that is never inside keeps its form where the box has time, or where
/// its own box does not meet the box.
///
/// # Errors
/// As [`at_stbox`]. Source: MobilityDB `minusStbox`, whose answer for boxes with space and time is not the complement.
pub fn minus_stbox(trip: &TPointRef<'_>, stbox: &STBox, border: Border) -> Result<Option<TPoint>> {
    let inside = inside(trip, stbox, border)?;
    // Forms as MEOS gives them: it looks at the path only where a box without time meets that of the trip.
    if inside.is_empty() && (stbox.time.is_some() || !overlaps(&of_trip(trip), stbox)?) {
        return Ok(Some(trip.like(trip.track.to_temporal())));
    }
    Ok(point_minus_time(*trip, When::Spans(&inside)))
}

/// The times of the trip in the box: ascending, disjoint, within the times of the trip.
fn inside(trip: &TPointRef<'_>, stbox: &STBox, border: Border) -> Result<Vec<TstzSpan>> {
    common(&dimensions(trip), stbox)?;
    let during = stbox.time.unwrap_or_else(|| time_span(&trip.track));
    let mut spans = Vec::new();
    let Some(space) = stbox.space else {
        spans.extend(trip.track.runs().filter_map(|run| span_of(&run).intersection(&during)));
        return Ok(spans);
    };
    if trip.geodetic {
        return Err(Error::Unsupported {
            what: "atStbox of a tgeogpoint".to_owned(),
            reason: "arcs are not cut at parallels and meridians; transform trip and box to a projected SRID"
                .to_owned(),
        });
    }
    let sides = Sides::new(space, trip.has_z, border == Border::Included);
    for run in trip.track.runs() {
        let Some(window) = window(&run, &during) else { continue };
        spans.append(&mut match trip.track.interp {
            Interp::Discrete => cut::instants(&run, &during, |p| sides.holds(p)),
            Interp::Step => cut::steps(&run, &window, |p| sides.holds(p)),
            Interp::Linear => segments(&run, &sides, &window),
        });
    }
    Ok(spans)
}

/// The trip as the rules on mixing see it.
fn dimensions(trip: &TPointRef<'_>) -> STBox {
    let space = SpaceBounds { min: Point::default(), max: Point::default(), has_z: trip.has_z };
    STBox { srid: trip.srid, geodetic: trip.geodetic, space: Some(space), time: None }
}

fn window(run: &Run<'_, Point>, during: &TstzSpan) -> Option<TstzSpan> {
    span_of(run).intersection(during)
}

fn segments(run: &Run<'_, Point>, sides: &Sides, window: &TstzSpan) -> Vec<TstzSpan> {
    let first = run.times.partition_point(|t| *t <= window.lower).saturating_sub(1);
    let end = (run.times.partition_point(|t| *t < window.upper) + 1).min(run.times.len());
    let (times, values) = (&run.times[first..end], &run.values[first..end]);
    let bounds = bounds(values);
    if sides.misses(&bounds) {
        return Vec::new();
    }
    if sides.holds(&bounds.min) && sides.holds(&bounds.max) {
        return vec![*window];
    }
    let legs = Run { times, values, ..*run };
    cut::segments(&legs, window, |p| sides.holds(p), |p, q| sides.clip(p, q))
}

fn bounds(values: &[Point]) -> SpaceBounds {
    let (mut min, mut max) = (values[0], values[0]);
    for p in &values[1..] {
        min = Point::xyz(min.x.min(p.x), min.y.min(p.y), min.z.min(p.z));
        max = Point::xyz(max.x.max(p.x), max.y.max(p.y), max.z.max(p.z));
    }
    SpaceBounds { min, max, has_z: true }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::temporal::{Piece, Subtype, Temporal};
    use proptest::prelude::*;
    use rstest::rstest;

    const MINUTE: i64 = 60_000_000;

    fn trip(interp: Interp, points: &[(f64, f64)], step_us: i64) -> TPoint {
        let n = points.len();
        let track = Temporal {
            subtype: Subtype::Sequence,
            interp,
            pieces: vec![Piece { start: 0, end: n, lower_inc: true, upper_inc: true }],
            times: (0..n as i64).map(|i| i * step_us).collect(),
            values: points.iter().map(|(x, y)| Point::xy(*x, *y)).collect(),
        };
        TPoint { srid: 0, geodetic: false, has_z: false, track }
    }

    fn plane(x: [f64; 4]) -> STBox {
        let space = SpaceBounds { min: Point::xy(x[0], x[1]), max: Point::xy(x[2], x[3]), has_z: false };
        STBox { srid: 0, geodetic: false, space: Some(space), time: None }
    }

    fn spans(value: &Option<TPoint>) -> Vec<(i64, i64, bool, bool)> {
        let runs = value.iter().flat_map(|v| v.track.view().runs().map(|r| span_of(&r)).collect::<Vec<_>>());
        runs.map(|s| (s.lower, s.upper, s.lower_inc, s.upper_inc)).collect()
    }

    #[test]
    fn zigzag_through_a_zone_gives_disjoint_pieces_and_one_inside_stays_whole() {
        let zigzag = [(0.0, 0.0), (10.0, 10.0), (20.0, 0.0), (30.0, 10.0), (40.0, 0.0)];
        let trip = trip(Interp::Linear, &zigzag, 10 * MINUTE);
        let upper = at_stbox(&trip.view(), &plane([-5.0, 6.0, 45.0, 20.0]), Border::Included).unwrap();
        assert_eq!(spans(&upper), [(6 * MINUTE, 14 * MINUTE, true, true), (26 * MINUTE, 34 * MINUTE, true, true)]);
        let all = at_stbox(&trip.view(), &plane([-5.0, -5.0, 45.0, 20.0]), Border::Included).unwrap().unwrap();
        assert_eq!((&all.track.times, &all.track.values), (&trip.track.times, &trip.track.values));
        assert_eq!((all.track.subtype, all.track.pieces.len()), (Subtype::SequenceSet, 1));
        let none = minus_stbox(&trip.view(), &plane([-5.0, -5.0, 45.0, 20.0]), Border::Included).unwrap();
        assert_eq!(none, None);
    }

    #[test]
    fn motionless_trip_inside_comes_back_whole() {
        let trip = trip(Interp::Linear, &[(5.0, 5.0), (5.0, 5.0)], 30 * MINUTE);
        let got = at_stbox(&trip.view(), &plane([0.0, 0.0, 10.0, 10.0]), Border::Included).unwrap();
        assert_eq!(spans(&got), [(0, 30 * MINUTE, true, true)]);
    }

    #[test]
    fn touch_is_a_single_instant_that_minus_takes_out() {
        let trip = trip(Interp::Linear, &[(0.0, 4.0), (4.0, 0.0)], 8);
        let stbox = plane([2.0, 2.0, 6.0, 6.0]);
        let at = at_stbox(&trip.view(), &stbox, Border::Included).unwrap();
        assert_eq!(spans(&at), [(4, 4, true, true)]);
        let minus = minus_stbox(&trip.view(), &stbox, Border::Included).unwrap();
        assert_eq!(spans(&minus), [(0, 4, true, false), (4, 8, false, true)]);
    }

    #[test]
    fn crossing_within_a_microsecond_is_a_moment() {
        let trip = trip(Interp::Linear, &[(0.0, 0.0), (100.0, 0.0)], 1);
        let at = at_stbox(&trip.view(), &plane([40.0, -1.0, 45.0, 1.0]), Border::Included).unwrap();
        assert_eq!(spans(&at), [(0, 0, true, true)]);
    }

    #[test]
    fn minus_of_a_trip_that_is_never_inside_is_the_trip() {
        let trip = trip(Interp::Step, &[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0)], MINUTE);
        assert_eq!(minus_stbox(&trip.view(), &plane([5.0; 4]), Border::Included).unwrap().unwrap(), trip);
        assert_eq!(at_stbox(&trip.view(), &plane([5.0; 4]), Border::Included).unwrap(), None);
    }

    #[rstest]
    #[case::instant(Temporal::instant(5, Point::xy(1.0, 1.0)), Subtype::Instant)]
    #[case::discrete(trip(Interp::Discrete, &[(1.0, 1.0), (9.0, 9.0)], 1).track, Subtype::Sequence)]
    #[case::step(trip(Interp::Step, &[(1.0, 1.0), (9.0, 9.0)], 1).track, Subtype::SequenceSet)]
    fn form_of_the_result(#[case] track: Temporal<Point>, #[case] want: Subtype) {
        let trip = TPoint { srid: 0, geodetic: false, has_z: false, track };
        let got = at_stbox(&trip.view(), &plane([0.0, 0.0, 2.0, 2.0]), Border::Included).unwrap().unwrap();
        assert_eq!(got.track.subtype, want);
    }

    #[test]
    fn z_counts_only_where_both_have_it() {
        let mut trip = trip(Interp::Linear, &[(0.0, 0.0), (8.0, 0.0)], 8);
        trip.has_z = true;
        trip.track.values[1].z = 8.0;
        let mut stbox = plane([2.0, -1.0, 6.0, 1.0]);
        let flat = at_stbox(&trip.view(), &stbox, Border::Included).unwrap();
        assert_eq!(spans(&flat), [(2, 6, true, true)]);
        let space = stbox.space.unwrap();
        let solid = SpaceBounds { max: Point::xyz(6.0, 1.0, 4.0), has_z: true, ..space };
        stbox.space = Some(solid);
        let high = at_stbox(&trip.view(), &stbox, Border::UpperExcluded).unwrap();
        assert_eq!(spans(&high), [(2, 4, true, false)]);
    }

    #[test]
    fn errors_name_what_is_mixed() {
        let trip = trip(Interp::Linear, &[(0.0, 0.0), (8.0, 0.0)], 8);
        let other = STBox { srid: 4326, ..plane([0.0; 4]) };
        let want = Err(Error::MixedSrid { left: 0, right: 4326 });
        assert_eq!(at_stbox(&trip.view(), &other, Border::Included), want);
        assert_eq!(minus_stbox(&trip.view(), &other, Border::Included), want);
        let geodetic = TPoint { geodetic: true, srid: 4326, ..trip };
        let stbox = STBox { geodetic: true, ..other };
        assert!(at_stbox(&geodetic.view(), &stbox, Border::Included).unwrap_err().to_string().contains("transform"));
        let time = STBox { srid: 0, geodetic: false, space: None, time: Some(TstzSpan::of_value(4)) };
        assert_eq!(spans(&at_stbox(&geodetic.view(), &time, Border::Included).unwrap()), [(4, 4, true, true)]);
    }

    // Coordinates below 8 and 840 us a segment: every passage falls on a whole microsecond.
    const TICK: i64 = 840;

    /// The integer position at a time, scaled by the tick; the definition, one time after the other.
    fn scaled(trip: &TPoint, time_us: i64) -> Option<(i64, i64)> {
        for run in trip.track.view().runs() {
            if !span_of(&run).contains_value(time_us) {
                continue;
            }
            let i = run.times.iter().rposition(|t| *t <= time_us)?;
            let (p, whole) = (run.values[i], |v: f64| v as i64 * TICK);
            if run.times[i] == time_us || trip.track.interp == Interp::Step {
                return Some((whole(p.x), whole(p.y)));
            }
            if trip.track.interp == Interp::Discrete {
                return None;
            }
            let (q, passed) = (run.values[i + 1], time_us - run.times[i]);
            let on = |a: f64, b: f64| whole(a) + (b - a) as i64 * passed;
            return Some((on(p.x, q.x), on(p.y, q.y)));
        }
        None
    }

    fn holds(stbox: &STBox, border: Border, time_us: i64, p: (i64, i64)) -> bool {
        let within = |v: i64, low: f64, high: f64| {
            let (low, high) = (low as i64 * TICK, high as i64 * TICK);
            low <= v && (v < high || (v == high && border == Border::Included))
        };
        stbox.time.is_none_or(|t| t.contains_value(time_us))
            && stbox.space.is_none_or(|s| within(p.0, s.min.x, s.max.x) && within(p.1, s.min.y, s.max.y))
    }

    fn trips() -> impl Strategy<Value = TPoint> {
        let interp = prop_oneof![3 => Just(Interp::Linear), 1 => Just(Interp::Step), 1 => Just(Interp::Discrete)];
        let piece = (prop::collection::vec((0i32..8, 0i32..8), 1..6), any::<bool>(), any::<bool>(), 0i64..3);
        (interp, prop::collection::vec(piece, 1..4)).prop_map(|(interp, parts)| {
            let mut track =
                Temporal { subtype: Subtype::SequenceSet, interp, pieces: vec![], times: vec![], values: vec![] };
            let mut tick = 0;
            let count = if interp == Interp::Discrete { 1 } else { parts.len() };
            for (points, lower, upper, gap) in parts.into_iter().take(count) {
                let start = track.times.len();
                let single = points.len() == 1 || interp == Interp::Discrete;
                // Pieces may meet in time; then only one of them may include it.
                let taken = track.pieces.last().is_some_and(|p| p.upper_inc && track.times[start - 1] == tick * TICK);
                if single && taken {
                    tick += 1;
                }
                for (x, y) in points {
                    track.times.push(tick * TICK);
                    track.values.push(Point::xy(f64::from(x), f64::from(y)));
                    tick += 1;
                }
                let (lower_inc, upper_inc) = if single { (true, true) } else { (lower && !taken, upper) };
                if interp == Interp::Step && !upper_inc {
                    let last = track.values.len() - 1;
                    track.values[last] = track.values[last - 1];
                }
                track.pieces.push(Piece { start, end: track.times.len(), lower_inc, upper_inc });
                tick += gap - 1;
            }
            if interp == Interp::Discrete {
                track.subtype = Subtype::Sequence;
            }
            TPoint { srid: 0, geodetic: false, has_z: false, track }
        })
    }

    fn boxes() -> impl Strategy<Value = STBox> {
        let space = (0i32..8, 0i32..8, 0i32..6, 0i32..6);
        let time = (0i64..20, 0i64..12, any::<bool>(), any::<bool>());
        (prop::option::of(space), prop::option::of(time)).prop_map(|(space, time)| {
            let space = space.map(|(x, y, w, h)| {
                let (min, max) = ((x, y), (x + w, y + h));
                let p = |v: (i32, i32)| Point::xy(f64::from(v.0), f64::from(v.1));
                SpaceBounds { min: p(min), max: p(max), has_z: false }
            });
            let time = time.map(|(t, d, lower_inc, upper_inc)| {
                let (lower, upper) = (t * TICK / 2, (t + d) * TICK / 2);
                if d == 0 { TstzSpan::of_value(lower) } else { TstzSpan { lower, upper, lower_inc, upper_inc } }
            });
            STBox { srid: 0, geodetic: false, space, time }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn at_holds_exactly_the_times_inside_and_minus_all_others(
            trip in trips(), stbox in boxes(), included in any::<bool>()
        ) {
            let border = if included { Border::Included } else { Border::UpperExcluded };
            let at = at_stbox(&trip.view(), &stbox, border).unwrap();
            let minus = minus_stbox(&trip.view(), &stbox, border).unwrap();
            let during = |v: &Option<TPoint>, t: i64| {
                v.as_ref().is_some_and(|v| match v.track.interp {
                    Interp::Discrete => v.track.times.contains(&t),
                    _ => v.track.view().runs().any(|r| span_of(&r).contains_value(t)),
                })
            };
            // Every 35 us: passages are at multiples of 105, and there are times between them.
            for t in (-TICK..30 * TICK).step_by(35) {
                let p = scaled(&trip, t);
                let inside = p.is_some_and(|p| holds(&stbox, border, t, p));
                prop_assert_eq!(during(&at, t), inside, "at, {} us: {:?}", t, &at);
                prop_assert_eq!(during(&minus, t), p.is_some() && !inside, "minus, {} us: {:?}", t, &minus);
            }
            for part in [&at, &minus].into_iter().flatten() {
                for run in part.track.view().runs() {
                    prop_assert!(run.times.windows(2).all(|w| w[0] < w[1]), "{:?}", part);
                }
                for w in part.track.pieces.windows(2) {
                    let (a, b) = (part.track.times[w[0].end - 1], part.track.times[w[1].start]);
                    prop_assert!(a < b || (a == b && !(w[0].upper_inc && w[1].lower_inc)), "{:?}", part);
                }
            }
        }

        #[test]
        fn cuts_between_microseconds_stay_within_one_and_lose_nothing(
            points in prop::collection::vec((-9.0..9.0f64, -9.0..9.0f64, 1i64..6), 2..8), included in any::<bool>()
        ) {
            let mut trip = trip(Interp::Linear, &[(0.0, 0.0)], 1);
            let times = points.iter().scan(0, |t, p| { *t += p.2; Some(*t) }).collect();
            trip.track.pieces[0].end = points.len();
            trip.track.values = points.iter().map(|p| Point::xy(p.0, p.1)).collect();
            trip.track.times = times;
            let border = if included { Border::Included } else { Border::UpperExcluded };
            let stbox = plane([-4.0, -4.0, 4.0, 4.0]);
            let at = at_stbox(&trip.view(), &stbox, border).unwrap();
            let minus = minus_stbox(&trip.view(), &stbox, border).unwrap();
            let holds = |v: &Option<TPoint>, t| {
                v.iter().any(|v| v.track.view().runs().any(|r| span_of(&r).contains_value(t)))
            };
            for t in trip.track.times[0]..=*trip.track.times.last().unwrap() {
                prop_assert!(holds(&at, t) != holds(&minus, t), "{}: {:?} {:?}", t, at, minus);
            }
            for (a, b) in at.iter().flat_map(|v| v.track.times.iter().zip(&v.track.values)) {
                // Half a microsecond at no more than 18 * sqrt(2) a microsecond.
                prop_assert!(b.x.abs() <= 17.0 && b.y.abs() <= 17.0, "{} {:?}", a, b);
            }
        }
    }
}
