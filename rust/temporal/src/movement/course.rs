//! The direction of movement, clockwise from north (the y axis).

use geo::{Bearing, Geodesic};

use super::stepwise;
use crate::normalize::{NUMBER, normalize};
use crate::point::{Point, TPointRef};
use crate::temporal::{Interp, Piece, Run, Subtype, TFloat, Temporal};

const TURN: f64 = std::f64::consts::TAU;

/// Direction from one position to another in radians, `0 <= d < 2 pi`; `None` where they share x and y.
///
/// On the ellipsoid where `geodetic`: the geodesic's azimuth at its start.
pub fn heading(a: &Point, b: &Point, geodetic: bool) -> Option<f64> {
    if a.x == b.x && a.y == b.y {
        return None;
    }
    let angle = if geodetic {
        Geodesic.bearing(geo::Point::new(a.x, a.y), geo::Point::new(b.x, b.y)).to_radians()
    } else {
        (b.x - a.x).atan2(b.y - a.y)
    };
    let angle = if angle < 0.0 { angle + TURN } else { angle };
    Some(if angle >= TURN { 0.0 } else { angle })
}

/// Direction from the first to the last position in radians; `None` where they are the same. Any interpolation.
///
/// Source: MobilityDB `direction`.
pub fn direction(trip: &TPointRef<'_>) -> Option<f64> {
    let values = trip.track.values;
    heading(values.first()?, values.last()?, trip.geodetic)
}

/// Direction of each segment in radians, as a step value; gaps where the point does not move in x and y.
///
/// Always a set of pieces. `None` for a point that never moves and for step and discrete values, which have no segments.
/// Source: MobilityDB `azimuth`.
pub fn azimuth(trip: &TPointRef<'_>) -> Option<TFloat> {
    courses(trip, None)
}

/// Directions as [`azimuth`] gives them; a climb straight up has the direction `climb`.
fn courses(trip: &TPointRef<'_>, climb: Option<f64>) -> Option<TFloat> {
    if trip.track.interp != Interp::Linear {
        return None;
    }
    let course = |a: &Point, b: &Point| if a == b { None } else { heading(a, b, trip.geodetic).or(climb) };
    let mut out = stepwise(Subtype::SequenceSet);
    for run in trip.track.runs() {
        courses_of_run(&run, course, &mut out);
    }
    (!out.pieces.is_empty()).then(|| normalize(out, NUMBER))
}

fn courses_of_run(run: &Run<'_, Point>, course: impl Fn(&Point, &Point) -> Option<f64>, out: &mut TFloat) {
    let last = run.times.len() - 1;
    let mut start = out.times.len();
    let mut lower_inc = run.lower_inc;
    for i in 0..=last {
        let ahead = if i < last { course(&run.values[i], &run.values[i + 1]) } else { None };
        if let Some(angle) = ahead {
            out.times.push(run.times[i]);
            out.values.push(angle);
            continue;
        }
        if out.times.len() > start {
            out.times.push(run.times[i]);
            out.values.extend(out.values.last().copied());
            let upper_inc = i < last || run.upper_inc;
            out.pieces.push(Piece { start, end: out.times.len(), lower_inc, upper_inc });
        }
        start = out.times.len();
        lower_inc = true;
    }
}

/// Change of direction in degrees, 0 to 180, as discrete values: at each instant where the direction changes, and 0 where the
/// point starts and ends to move.
///
/// Excluded ends are left out. A climb straight up counts as north. `None` where nothing is left, and for step and discrete
/// values. Source: MobilityDB `angularDifference`.
pub fn angular_difference(trip: &TPointRef<'_>) -> Option<TFloat> {
    let courses = courses(trip, Some(0.0))?;
    let mut out = Temporal {
        subtype: Subtype::Sequence,
        interp: Interp::Discrete,
        pieces: Vec::new(),
        times: Vec::new(),
        values: Vec::new(),
    };
    for run in courses.view().runs() {
        let last = run.times.len() - 1;
        for i in 0..=last {
            let inside = (i > 0 || run.lower_inc) && (i < last || run.upper_inc);
            let turn = if i == 0 || i == last { 0.0 } else { between(run.values[i - 1], run.values[i]) };
            // Two pieces that meet may both have their end here: a set of times has it once.
            if inside && out.times.last() != Some(&run.times[i]) {
                out.times.push(run.times[i]);
                out.values.push(turn.to_degrees());
            }
        }
    }
    let end = out.times.len();
    out.pieces.push(Piece { start: 0, end, lower_inc: true, upper_inc: true });
    (end > 0).then_some(out)
}

fn between(a: f64, b: f64) -> f64 {
    let turn = (a - b).abs();
    turn.min(TURN - turn)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::pieces;
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn azimuth_has_gaps_where_the_point_stands() {
        let trip = pieces(&[&[(0.0, 0.0), (0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (4.0, 4.0), (4.0, 0.0)]]);
        let got = azimuth(&trip.view()).unwrap();
        assert_eq!(got.subtype, Subtype::SequenceSet);
        assert_eq!(got.values, [FRAC_PI_2, FRAC_PI_2, 0.0, PI, PI]);
        let seconds: Vec<i64> = got.times.iter().map(|t| t / 1_000_000).collect();
        assert_eq!(seconds, [1, 2, 3, 4, 5]);
        assert_eq!(got.pieces.len(), 2);
        assert_eq!(azimuth(&pieces(&[&[(1.0, 1.0), (1.0, 1.0)]]).view()), None);
    }

    #[test]
    fn azimuth_keeps_exclusive_ends_of_the_trip() {
        let mut trip = pieces(&[&[(0.0, 0.0), (4.0, 0.0)]]);
        (trip.track.pieces[0].lower_inc, trip.track.pieces[0].upper_inc) = (false, false);
        let got = azimuth(&trip.view()).unwrap();
        assert_eq!((got.pieces[0].lower_inc, got.pieces[0].upper_inc), (false, false));
    }

    #[test]
    fn direction_is_from_first_to_last() {
        assert_eq!(direction(&pieces(&[&[(0.0, 0.0), (9.0, 9.0), (0.0, -1.0)]]).view()), Some(PI));
        assert_eq!(direction(&pieces(&[&[(0.0, 0.0), (9.0, 9.0), (0.0, 0.0)]]).view()), None);
    }

    #[test]
    fn turn_back_is_half_a_turn_and_leaving_a_stop_none() {
        let trip = pieces(&[&[(0.0, 0.0), (4.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 3.0)]]);
        assert_eq!(angular_difference(&trip.view()).unwrap().values, [0.0, 180.0, 0.0, 0.0, 0.0]);
        let straight = pieces(&[&[(0.0, 0.0), (1.0, 0.0), (5.0, 0.0)]]);
        assert_eq!(angular_difference(&straight.view()).unwrap().values, [0.0, 0.0]);
        assert_eq!(angular_difference(&pieces(&[&[(0.0, 0.0), (0.0, 0.0)]]).view()), None);
    }
}
