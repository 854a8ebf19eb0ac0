//! Single coordinates of a moving point, and rounding.

use crate::error::{Error, Result};
use crate::normalize::{normalize, normalize_point, tolerance};
use crate::point::{Point, TPoint, TPointRef};
use crate::rounding::round_number;
use crate::temporal::{TFloat, Temporal};

/// The x coordinate over time (longitude of a tgeogpoint); same form as the trip. Source: MobilityDB `getX`.
pub fn get_x(trip: &TPointRef<'_>) -> TFloat {
    coordinate(trip, |p| p.x)
}

/// The y coordinate over time (latitude of a tgeogpoint); same form as the trip. Source: MobilityDB `getY`.
pub fn get_y(trip: &TPointRef<'_>) -> TFloat {
    coordinate(trip, |p| p.y)
}

/// The z coordinate over time; same form as the trip.
///
/// # Errors
/// Where the trip has no z. Source: MobilityDB `getZ`.
pub fn get_z(trip: &TPointRef<'_>) -> Result<TFloat> {
    if !trip.has_z {
        let found = "a 2D value".to_owned();
        return Err(Error::Argument { argument: "getZ", expected: "a temporal point with z", found });
    }
    Ok(coordinate(trip, |p| p.z))
}

fn coordinate(trip: &TPointRef<'_>, of: fn(&Point) -> f64) -> TFloat {
    let track = Temporal {
        subtype: trip.track.subtype,
        interp: trip.track.interp,
        pieces: trip.track.pieces.to_vec(),
        times: trip.track.times.to_vec(),
        values: trip.track.values.iter().map(of).collect(),
    };
    normalize(track, tolerance(trip.srid, trip.geodetic))
}

/// The temporal point with its coordinates rounded to `digits` decimals, half away from zero.
///
/// # Errors
/// Where `digits` is negative. Source: MobilityDB `round`.
pub fn round(trip: &TPointRef<'_>, digits: i32) -> Result<TPoint> {
    let mut track = trip.track.to_temporal();
    for p in &mut track.values {
        *p = Point::xyz(round_number(p.x, digits)?, round_number(p.y, digits)?, round_number(p.z, digits)?);
    }
    Ok(normalize_point(trip.like(track)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::pieces;
    use super::*;

    #[test]
    fn coordinate_that_moves_evenly_needs_two_instants() {
        let trip = pieces(&[&[(0.0, 0.0), (1.0, 5.0), (2.0, 1.0)]]);
        assert_eq!(get_x(&trip.view()).values, [0.0, 2.0]);
        assert_eq!(get_y(&trip.view()).values, [0.0, 5.0, 1.0]);
        assert!(get_z(&trip.view()).is_err());
    }

    #[test]
    fn round_of_trip_rounds_every_coordinate() {
        let trip = pieces(&[&[(0.26, 0.0), (1.24, 5.04), (3.0, 1.0)]]);
        let got = round(&trip.view(), 1).unwrap();
        assert_eq!(got.track.values, [Point::xy(0.3, 0.0), Point::xy(1.2, 5.0), Point::xy(3.0, 1.0)]);
    }
}
