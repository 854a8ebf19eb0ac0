//! Length, speed, course, path and coordinates of moving points (MobilityDB, "Spatial Operations").

use temporal::movement::{
    angular_difference, azimuth, cumulative_length, direction, get_x, get_y, get_z, length, round, speed, trajectory,
};
use temporal::point::TPointRef;

use crate::functions;

/// The entries of one type of moving point, with the trip and the answers of the examples.
macro_rules! movement {
    ($module:ident, $Type:ident, $type:literal, $points:literal, length: $length:literal, course: $course:literal,
     path: $path:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Length of the path.
                ///
                /// In units of the coordinates, z included; of a tgeogpoint in metres on the WGS84 ellipsoid, heights left out. 0 for one
                /// instant and for step and discrete values; gaps do not count. Source: MobilityDB `length`.
                length(trip: $Type) -> Double = |trip: TPointRef<'_>| length(&trip),
                    nullable: false, throws: false, meos: ["tpoint_length"],
                    example: {concat!("length(", $type, "('", $points, "')) -> ", $length)};

                /// Length of the path up to each time.
                ///
                /// 0 at the start, carried over gaps; units as `length`. Linear also for step values, whose length stays 0.
                /// Source: MobilityDB `cumulativeLength`.
                cumulativeLength(trip: $Type) -> Tfloat = |trip: TPointRef<'_>| cumulative_length(&trip),
                    nullable: false, throws: false, meos: ["tpoint_cumulative_length"],
                    example: {concat!("maxValue(cumulativeLength(", $type, "('", $points, "'))) -> ", $length)};

                /// Speed on each segment, as a step value.
                ///
                /// In units of the coordinates a second, metres a second for a tgeogpoint. NULL where no piece has two instants. A trip
                /// that is not linear is an error. Source: MobilityDB `speed`.
                speed(trip: $Type) -> Tfloat = |trip: TPointRef<'_>| speed(&trip), meos: ["tpoint_speed"],
                    example: {concat!("interp(speed(", $type, "('", $points, "'))) -> Step")};

                /// Direction from the first to the last position, in radians clockwise from north, 0 to 2 pi.
                ///
                /// NULL where they are the same. On the ellipsoid for a tgeogpoint. Source: MobilityDB `direction`.
                direction(trip: $Type) -> Double = |trip: TPointRef<'_>| direction(&trip),
                    throws: false, cost: Constant, meos: ["tpoint_direction"],
                    example: {concat!("round(degrees(direction(", $type, "('", $points, "'))), 4) -> ", $course)};

                /// Direction of each segment in radians clockwise from north, as a step value in pieces.
                ///
                /// It has gaps where the point stands or only climbs. NULL for a point that never moves and for step and discrete values.
                /// Source: MobilityDB `azimuth`.
                azimuth(trip: $Type) -> Tfloat = |trip: TPointRef<'_>| azimuth(&trip),
                    throws: false, meos: ["tpoint_azimuth"],
                    example: {concat!("round(degrees(startValue(azimuth(", $type, "('", $points, "')))), 4) -> ", $course)};

                /// Change of direction where it changes, in degrees from 0 to 180, as discrete values.
                ///
                /// 0 where the point starts and ends to move. NULL for a point that never moves and for step and discrete values.
                /// Source: MobilityDB `angularDifference`.
                angularDifference(trip: $Type) -> Tfloat = |trip: TPointRef<'_>| angular_difference(&trip),
                    throws: false, meos: ["tpoint_angular_difference"],
                    example: {concat!("maxValue(angularDifference(", $type, "('", $points, "'))) -> 0")};

                /// The geometry drawn by the point.
                ///
                /// A point for one position, a line for one linear piece, several lines or points or a collection of both for more;
                /// points for step and discrete values. Positions in a row that are equal are drawn once, exclusive ends are drawn.
                /// Source: MobilityDB `trajectory`.
                trajectory(trip: $Type) -> Geometry = |trip: TPointRef<'_>| trajectory(&trip),
                    nullable: false, throws: false, meos: ["tpoint_trajectory(trip, false)"],
                    example: {concat!("geomAsText(trajectory(", $type, "('", $points, "'))) -> ", $path)};

                /// The x coordinate over time; the longitude of a tgeogpoint. Source: MobilityDB `getX`.
                getX(trip: $Type) -> Tfloat = |trip: TPointRef<'_>| get_x(&trip),
                    nullable: false, throws: false, meos: ["tpoint_get_x"],
                    example: {concat!("minValue(getX(", $type, "('", $points, "'))) -> 0")};

                /// The y coordinate over time; the latitude of a tgeogpoint. Source: MobilityDB `getY`.
                getY(trip: $Type) -> Tfloat = |trip: TPointRef<'_>| get_y(&trip),
                    nullable: false, throws: false, meos: ["tpoint_get_y"],
                    example: {concat!("minValue(getY(", $type, "('", $points, "'))) -> 0")};

                /// The z coordinate over time. A trip without z is an error. Source: MobilityDB `getZ`.
                getZ(trip: $Type) -> Tfloat = |trip: TPointRef<'_>| get_z(&trip),
                    nullable: false, meos: ["tpoint_get_z"],
                    example: {concat!("minValue(getZ(", $type, "('POINT Z (1 2 3)@2026-01-01'))) -> 3")};

                /// The trip with its coordinates rounded to decimals, half away from zero.
                ///
                /// `digits`: 0 or more, otherwise an error. Source: MobilityDB `round`.
                round(trip: $Type, digits: Int = "0") -> $Type = |trip: TPointRef<'_>, digits: i32| round(&trip, digits),
                    nullable: false, meos: ["temporal_round"],
                    example: {concat!("asText(round(", $type, "('POINT(1.25 2)@2026-01-01'), 1)) -> POINT(1.3 2)@2026-01-01 00:00:00+00")};
            }
        }
    };
}

movement!(tgeompoint, Tgeompoint, "tgeompoint", "[POINT(0 0)@2026-01-01, POINT(3 4)@2026-01-02]",
    length: "5", course: "36.8699", path: "LINESTRING(0 0,3 4)");
movement!(tgeogpoint, Tgeogpoint, "tgeogpoint", "[POINT(0 0)@2026-01-01, POINT(1 0)@2026-01-02]",
    length: "111319.49079327357", course: "90", path: "LINESTRING(0 0,1 0)");
