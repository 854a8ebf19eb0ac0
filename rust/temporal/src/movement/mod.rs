//! How far, how fast and where to a point moves (MobilityDB, "Spatial Operations": length, speed, trajectory, azimuth).
//!
//! Lengths are in units of the coordinates, z included; of a tgeogpoint in metres along the WGS84 geodesic between instants
//! (Karney 2013), heights left out.

mod coordinates;
mod course;
mod path;

pub use coordinates::{get_x, get_y, get_z, round};
pub use course::{angular_difference, azimuth, direction};
pub use path::trajectory;

use std::ops::Add;

use geo::{Distance, Geodesic};

use crate::distance::length as vector_length;
use crate::error::{Error, Result};
use crate::normalize::{NUMBER, normalize};
use crate::point::{Point, TPointRef};
use crate::temporal::{Interp, Piece, Run, Subtype, TFloat, Temporal};

const US_PER_SECOND: f64 = 1e6;

/// Length of the straight way between two positions; metres on the ellipsoid where geodetic.
pub fn segment_length(a: &Point, b: &Point, geodetic: bool) -> f64 {
    if !geodetic {
        return vector_length(&Point { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z });
    }
    Geodesic.distance(geo::Point::new(a.x, a.y), geo::Point::new(b.x, b.y))
}

/// Length of a straight way in the plane or in space; infinite where squares overflow.
fn plain_length(w: &[Point]) -> f64 {
    let (dx, dy, dz) = (w[1].x - w[0].x, w[1].y - w[0].y, w[1].z - w[0].z);
    (dx * dx + dy * dy + dz * dz).sqrt()
}

/// Length of the path.
///
/// `trip`: n >= 1 instants. 0 for one instant, and for step and discrete values, which have no path; gaps do not count.
/// Source: MobilityDB `length`.
pub fn length(trip: &TPointRef<'_>) -> f64 {
    if trip.track.interp != Interp::Linear {
        return 0.0;
    }
    if trip.geodetic {
        return sum(trip, |w| segment_length(&w[0], &w[1], true));
    }
    // The plain form first: it is twice as fast, and is right wherever it is finite.
    let plain = sum(trip, plain_length);
    if plain.is_finite() { plain } else { sum(trip, |w| segment_length(&w[0], &w[1], false)) }
}

/// The sum over all segments; 0 for none, where Rust's own sum of floats gives -0.
fn sum(trip: &TPointRef<'_>, of: impl Fn(&[Point]) -> f64) -> f64 {
    trip.track.runs().map(|run| run.values.windows(2).map(&of).sum::<f64>()).fold(0.0, Add::add)
}

/// Length of the path up to each time: 0 at the start, carried over gaps, which add nothing.
///
/// Same form as the trip; linear, also for step values, whose length stays 0. Source: MobilityDB `cumulativeLength`.
pub fn cumulative_length(trip: &TPointRef<'_>) -> TFloat {
    let moves = trip.track.interp == Interp::Linear;
    let mut so_far = 0.0;
    let mut values = Vec::with_capacity(trip.track.values.len());
    for run in trip.track.runs() {
        values.push(so_far);
        for w in run.values.windows(2) {
            if moves {
                so_far += segment_length(&w[0], &w[1], trip.geodetic);
            }
            values.push(so_far);
        }
    }
    let interp = if trip.track.interp == Interp::Step { Interp::Linear } else { trip.track.interp };
    let whole = Temporal {
        subtype: trip.track.subtype,
        interp,
        pieces: trip.track.pieces.to_vec(),
        times: trip.track.times.to_vec(),
        values,
    };
    normalize(whole, NUMBER)
}

/// Speed on each segment, as a step value in units of the coordinates a second (metres a second if geodetic).
///
/// At the last instant of a piece the speed is that of the segment before. Pieces of one instant have none; `None` where no
/// piece has any.
///
/// # Errors
/// Where the trip is not linear. Source: MobilityDB `speed`.
pub fn speed(trip: &TPointRef<'_>) -> Result<Option<TFloat>> {
    if trip.track.interp != Interp::Linear {
        return Err(Error::Argument {
            argument: "speed",
            expected: "a temporal point with linear interpolation",
            found: interpolation(trip.track.interp).to_owned(),
        });
    }
    let mut out = stepwise(trip.track.subtype);
    for run in trip.track.runs().filter(|run| run.times.len() > 1) {
        let start = out.times.len();
        out.values.extend(paces(&run, trip.geodetic));
        out.values.extend(out.values.last().copied());
        out.times.extend_from_slice(run.times);
        out.pieces.push(Piece { start, end: out.times.len(), lower_inc: run.lower_inc, upper_inc: run.upper_inc });
    }
    Ok((!out.pieces.is_empty()).then(|| normalize(out, NUMBER)))
}

/// Speed on each segment of a run.
fn paces(run: &Run<'_, Point>, geodetic: bool) -> Vec<f64> {
    let pace = |length: f64, t: &[i64]| length * US_PER_SECOND / t[1].abs_diff(t[0]) as f64;
    let segments = run.values.windows(2).zip(run.times.windows(2));
    if !geodetic {
        let plain: Vec<f64> = segments.clone().map(|(w, t)| pace(plain_length(w), t)).collect();
        if plain.iter().fold(true, |finite, pace| finite & pace.is_finite()) {
            return plain;
        }
    }
    segments.map(|(w, t)| pace(segment_length(&w[0], &w[1], geodetic), t)).collect()
}

fn interpolation(interp: Interp) -> &'static str {
    match interp {
        Interp::Discrete => "discrete instants",
        Interp::Step => "step interpolation",
        Interp::Linear => "linear interpolation",
    }
}

/// An empty step value of this form, to be filled.
fn stepwise(subtype: Subtype) -> TFloat {
    Temporal { subtype, interp: Interp::Step, pieces: Vec::new(), times: Vec::new(), values: Vec::new() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::point::TPoint;
    use rstest::rstest;

    /// Pieces of a linear trip, one instant a second.
    pub(super) fn pieces(parts: &[&[(f64, f64)]]) -> TPoint {
        let mut track = Temporal {
            subtype: if parts.len() == 1 { Subtype::Sequence } else { Subtype::SequenceSet },
            interp: Interp::Linear,
            pieces: vec![],
            times: vec![],
            values: vec![],
        };
        for part in parts {
            let start = track.times.len();
            track.values.extend(part.iter().map(|(x, y)| Point::xy(*x, *y)));
            track.times.extend((start..track.values.len()).map(|i| i as i64 * 1_000_000));
            track.pieces.push(Piece { start, end: track.times.len(), lower_inc: true, upper_inc: true });
        }
        TPoint { srid: 25832, geodetic: false, has_z: false, track }
    }

    #[test]
    fn length_leaves_gaps_out() {
        let trip = pieces(&[&[(0.0, 0.0), (3.0, 4.0)], &[(9.0, 9.0), (9.0, 9.0)], &[(0.0, 0.0), (0.0, 2.0)]]);
        assert_eq!(length(&trip.view()), 7.0);
        assert_eq!(cumulative_length(&trip.view()).values, [0.0, 5.0, 5.0, 5.0, 5.0, 7.0]);
    }

    #[test]
    fn length_of_far_coordinates_is_a_number() {
        let trip = pieces(&[&[(0.0, 0.0), (3e200, 4e200)]]);
        assert!((length(&trip.view()) / 5e200 - 1.0).abs() < 1e-15);
    }

    #[test]
    fn length_of_step_and_single_values_is_zero() {
        let mut trip = pieces(&[&[(0.0, 0.0), (3.0, 4.0)]]);
        trip.track.interp = Interp::Step;
        assert_eq!(length(&trip.view()), 0.0);
        assert_eq!(cumulative_length(&trip.view()).interp, Interp::Linear);
        let single = length(&pieces(&[&[(1.0, 1.0)]]).view());
        assert!(single == 0.0 && single.is_sign_positive());
    }

    #[rstest]
    #[case::equator((0.0, 0.0), (1.0, 0.0), 111_319.490_793)]
    #[case::meridian((0.0, 0.0), (0.0, 1.0), 110_574.388_558)]
    #[case::antimeridian((179.2, -17.0), (-179.6, -17.4), 135_082.2)]
    fn length_of_geodetic_segment_is_metres_on_the_ellipsoid(
        #[case] a: (f64, f64),
        #[case] b: (f64, f64),
        #[case] want: f64,
    ) {
        let trip = TPoint { geodetic: true, srid: 4326, ..pieces(&[&[a, b]]) };
        let tolerance = if want > 130_000.0 { 100.0 } else { 1e-5 };
        assert!((length(&trip.view()) - want).abs() < tolerance, "{}", length(&trip.view()));
    }

    #[test]
    fn speed_is_that_of_the_segment_and_skips_single_instants() {
        let trip = pieces(&[&[(0.0, 0.0), (3.0, 4.0), (3.0, 4.0)], &[(1.0, 1.0)], &[(0.0, 0.0), (0.0, 2.0)]]);
        let got = speed(&trip.view()).unwrap().unwrap();
        assert_eq!((got.interp, got.values.as_slice()), (Interp::Step, [5.0, 0.0, 0.0, 2.0, 2.0].as_slice()));
        assert_eq!(got.pieces.len(), 2);
        assert_eq!(speed(&pieces(&[&[(1.0, 1.0)]]).view()), Ok(None));
    }

    #[test]
    fn speed_of_a_value_that_is_not_linear_is_an_error() {
        let trip = TPoint { track: Temporal::instant(0, Point::default()), ..pieces(&[&[(0.0, 0.0)]]) };
        assert!(speed(&trip.view()).unwrap_err().to_string().contains("linear"));
    }
}
