//! Fewer instants for almost the same course (MobilityDB, "Simplification").

use temporal::error::Result;
use temporal::point::{TPoint, TPointRef};
use temporal::simplify::{Deviation, douglas_peucker, max_dist, min_dist, min_time_delta};
use temporal::temporal::{TFloat, View};

use crate::{Interval, functions};

fn deviation(synchronised: bool) -> Deviation {
    if synchronised { Deviation::Synchronised } else { Deviation::Spatial }
}

pub(crate) mod tgeompoint {
    use super::*;

    functions! {
        /// The instants that Douglas and Peucker's simplification keeps.
        ///
        /// The instant farthest from the straight motion between the ends of a piece is kept if it is farther than `dist`, in units of
        /// the coordinates, and then the same on both sides of it. `synchronised` compares places at the same time, otherwise the
        /// nearest place on the line counts. What is dropped is within `dist` of the result. `dist` 0 returns the trip, a negative
        /// or NaN one is an error; step and discrete trips come back as they are.
        /// Source: Douglas and Peucker 1973, Meratnia and de By 2004; MobilityDB `douglasPeuckerSimplify`.
        douglasPeuckerSimplify(trip: Tgeompoint, dist: Double, synchronised: Boolean = "true") -> Tgeompoint =
            |trip: TPointRef<'_>, dist: f64, synchronised: bool| -> Result<TPoint> {
                douglas_peucker(&trip, dist, deviation(synchronised))
            },
            nullable: false, meos: ["temporal_simplify_dp"],
            example: "asText(douglasPeuckerSimplify(tgeompoint('[POINT(0 0)@2026-01-01, POINT(5 1)@2026-01-02, POINT(9 0)@2026-01-03]'), 2)) -> \
                [POINT(0 0)@2026-01-01 00:00:00+00, POINT(9 0)@2026-01-03 00:00:00+00]";

        /// The instants that an opening window keeps, in one pass.
        ///
        /// From the last instant kept the window opens as long as every instant in it is within `dist` of the straight motion, in units
        /// of the coordinates; where one is not, the farthest is kept, and the window opens from it. `synchronised` compares places at the same time, otherwise
        /// the nearest place on the line counts. What is dropped is within `dist` of the result. `dist` 0 returns the trip, a
        /// negative or NaN one is an error; step and discrete trips come back as they are.
        /// Source: Meratnia and de By 2004; MobilityDB `maxDistSimplify`.
        maxDistSimplify(trip: Tgeompoint, dist: Double, synchronised: Boolean = "true") -> Tgeompoint =
            |trip: TPointRef<'_>, dist: f64, synchronised: bool| -> Result<TPoint> {
                max_dist(&trip, dist, deviation(synchronised))
            },
            nullable: false, meos: ["temporal_simplify_max_dist"],
            example: "numInstants(maxDistSimplify(tgeompoint('[POINT(0 0)@2026-01-01, POINT(5 1)@2026-01-02, POINT(9 0)@2026-01-03]'), 2)) -> 2";

        /// The instants that are farther than `dist` from the last one kept, with the first and last of each piece.
        ///
        /// In units of the coordinates. `dist` 0 returns the trip, a negative or NaN one is an error; a discrete trip comes back as it is.
        /// Source: MobilityDB `minDistSimplify`.
        minDistSimplify(trip: Tgeompoint, dist: Double) -> Tgeompoint =
            |trip: TPointRef<'_>, dist: f64| -> Result<TPoint> { min_dist(&trip, dist) },
            nullable: false, meos: ["temporal_simplify_min_dist"],
            example: "numInstants(minDistSimplify(tgeompoint('[POINT(0 0)@2026-01-01, POINT(5 1)@2026-01-02, POINT(9 0)@2026-01-03]'), 6)) -> 2";

        /// The instants that are more than `interval` after the last one kept, with the first and last of each piece.
        ///
        /// An interval of 0 returns the trip, a negative one is an error; a discrete trip comes back as it is.
        /// Source: MobilityDB `minTimeDeltaSimplify`.
        minTimeDeltaSimplify(trip: Tgeompoint, interval: Interval) -> Tgeompoint =
            |trip: TPointRef<'_>, interval: Interval| -> Result<TPoint> { min_time_delta(&trip, interval.0) },
            nullable: false, meos: ["temporal_simplify_min_tdelta"],
            example: "numInstants(minTimeDeltaSimplify(tgeompoint('[POINT(0 0)@2026-01-01, POINT(5 1)@2026-01-02, POINT(9 0)@2026-01-03]'), INTERVAL 1 DAY)) -> 2";
    }
}

pub(crate) mod tfloat {
    use super::*;

    functions! {
        /// The instants that Douglas and Peucker's simplification keeps.
        ///
        /// The instant farthest from the straight line between the ends of a piece, at its time, is kept if it is farther than `dist`, and
        /// then the same on both sides of it. What is dropped is within `dist` of the result. `dist` 0 returns the value, a
        /// negative or NaN one is an error; step and discrete values come back as they are.
        /// Source: Douglas and Peucker 1973; MobilityDB `douglasPeuckerSimplify`.
        douglasPeuckerSimplify(value: Tfloat, dist: Double) -> Tfloat =
            |value: View<'_, f64>, dist: f64| -> Result<TFloat> { douglas_peucker(&value, dist, Deviation::Synchronised) },
            nullable: false, meos: ["temporal_simplify_dp(value, dist, true)"],
            example: "asText(douglasPeuckerSimplify(tfloat('[0@2026-01-01, 1@2026-01-02, 0@2026-01-03]'), 2)) -> \
                [0@2026-01-01 00:00:00+00, 0@2026-01-03 00:00:00+00]";

        /// The instants that an opening window keeps, in one pass.
        ///
        /// From the last instant kept the window opens as long as every instant in it is within `dist` of the straight line, at its time;
        /// where one is not, the farthest is kept, and the window opens from it. `dist` 0 returns the value, a negative or NaN one is an error; step and
        /// discrete values come back as they are. Source: Meratnia and de By 2004; MobilityDB `maxDistSimplify`.
        maxDistSimplify(value: Tfloat, dist: Double) -> Tfloat =
            |value: View<'_, f64>, dist: f64| -> Result<TFloat> { max_dist(&value, dist, Deviation::Synchronised) },
            nullable: false, meos: ["temporal_simplify_max_dist(value, dist, true)"],
            example: "numInstants(maxDistSimplify(tfloat('[0@2026-01-01, 1@2026-01-02, 0@2026-01-03]'), 2)) -> 2";

        /// The instants that differ by more than `dist` from the last one kept, with the first and last of each piece.
        ///
        /// `dist` 0 returns the value, a negative or NaN one is an error; a discrete value comes back as it is.
        /// Source: MobilityDB `minDistSimplify`.
        minDistSimplify(value: Tfloat, dist: Double) -> Tfloat =
            |value: View<'_, f64>, dist: f64| -> Result<TFloat> { min_dist(&value, dist) },
            nullable: false, meos: ["temporal_simplify_min_dist"],
            example: "numInstants(minDistSimplify(tfloat('[0@2026-01-01, 1@2026-01-02, 0@2026-01-03]'), 2)) -> 2";

        /// The instants that are more than `interval` after the last one kept, with the first and last of each piece.
        ///
        /// An interval of 0 returns the value, a negative one is an error; a discrete value comes back as it is.
        /// Source: MobilityDB `minTimeDeltaSimplify`.
        minTimeDeltaSimplify(value: Tfloat, interval: Interval) -> Tfloat =
            |value: View<'_, f64>, interval: Interval| -> Result<TFloat> { min_time_delta(&value, interval.0) },
            nullable: false, meos: ["temporal_simplify_min_tdelta"],
            example: "numInstants(minTimeDeltaSimplify(tfloat('[0@2026-01-01, 1@2026-01-02, 0@2026-01-03]'), INTERVAL 1 DAY)) -> 2";
    }
}
