//! Distances of moving points to fixed geometries (MobilityDB, "Distance Operations"), in both orders of arguments.

use temporal::boxes::STBox;
use temporal::distance::{geometry as distance, stbox as to_stbox};
use temporal::geom::{Geometry, Shape};
use temporal::point::TPointRef;

use crate::functions;

/// The entries of one order of arguments; `line` turns the shortest line to start at the first argument.
macro_rules! distances {
    ($module:ident, $trip:ident, $geom:ident, [$($params:tt)*], [$($arguments:tt)*], call: $call:literal,
     line: $line:expr, line_answer: $line_answer:literal, line_meos: $line_meos:tt) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Smallest distance of a moving point to a geometry of any kind.
                ///
                /// In units of the coordinates; 0 inside of polygons. NULL if the geometry is empty. The trajectory counts as closed:
                /// a minimum at an excluded bound is seen. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `|=|`.
                nearestApproachDistance($($params)*) -> Double = |$($arguments)*| distance::nearest_approach_distance(&$trip, $geom),
                    implies: LowerBound, cost: Linear, meos: ["nad_tgeo_geo(trip, geom)"],
                    example: {concat!("nearestApproachDistance(", $call, ") -> 4.0")};

                /// Position of a moving point, with its time, when it is nearest to a geometry of any kind.
                ///
                /// Cut to a microsecond; it may be an excluded bound. Where several are nearest, the first segment of the trip and on it
                /// the first part of the geometry. NULL if the geometry is empty. Mixed SRIDs, and 2D with 3D, are errors.
                /// Source: MobilityDB.
                nearestApproachInstant($($params)*) -> Tgeompoint = |$($arguments)*| distance::nearest_approach_instant(&$trip, $geom),
                    cost: Linear, meos: ["nai_tgeo_geo(trip, geom)"],
                    example: {concat!("asText(nearestApproachInstant(", $call, ")) -> POINT(5 0)@2026-01-02 00:00:00+00")};

                /// Line from the first to the second argument when the moving point is nearest to the geometry.
                ///
                /// Always two positions, equal ones where they meet. NULL if the geometry is empty. Mixed SRIDs, and 2D with 3D, are
                /// errors. Source: MobilityDB.
                shortestLine($($params)*) -> Geometry = |$($arguments)*| distance::shortest_line(&$trip, $geom).map(|l| l.map($line)),
                    cost: Linear, meos: $line_meos,
                    example: {concat!("geomAsText(shortestLine(", $call, ")) -> ", $line_answer)};

                /// Distance of a moving point to a position at every time.
                ///
                /// In units of the coordinates, with an instant at every turning point; between instants the true distance is a hyperbola.
                /// NULL if the geometry is empty. A geometry that is not one point, mixed SRIDs, and 2D with 3D, are errors.
                /// Source: MobilityDB, `<->`.
                tDistance($($params)*) -> Tfloat = |$($arguments)*| distance::tdistance(&$trip, $geom),
                    cost: Linear, meos: ["tdistance_tgeo_geo(trip, geom)"],
                    example: {concat!("minValue(tDistance(", $call, ")) -> 4.0")};
            }
        }
    };
}

distances!(trip_first, trip, geom, [trip: Tgeompoint, geom: Geometry], [trip: TPointRef<'_>, geom: &Geometry],
    call: "tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-03]'), geomFromText('POINT(5 4)')",
    line: std::convert::identity, line_answer: "LINESTRING(5 0,5 4)", line_meos: ["shortestline_tgeo_geo(trip, geom)"]);
distances!(geometry_first, trip, geom, [geom: Geometry, trip: Tgeompoint], [geom: &Geometry, trip: TPointRef<'_>],
    call: "geomFromText('POINT(5 4)'), tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-03]')",
    line: reversed, line_answer: "LINESTRING(5 4,5 0)", line_meos: []);

fn reversed(mut line: Geometry) -> Geometry {
    if let Shape::LineString(ends) = &mut line.shape {
        ends.reverse();
    }
    line
}

/// The entries of one order of arguments that measure to a box.
macro_rules! box_distances {
    ($module:ident, trip: [$($trip:tt)*] [$($trip_arguments:tt)*] $trip_call:literal,
     geom: [$($geom:tt)*] [$($geom_arguments:tt)*] $geom_call:literal, $t:ident, $g:ident, $s:ident) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Smallest distance of a moving point to a box during the time of the box.
                ///
                /// In units of the coordinates; 0 inside. NULL if they share no time. The trajectory counts as closed over the time that
                /// they share. A box without space, a geodetic box, mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `|=|`.
                nearestApproachDistance($($trip)*) -> Double =
                    |$($trip_arguments)*| to_stbox::nearest_approach_distance(&$t, &$s),
                    implies: LowerBound, cost: Linear, meos: ["nad_tgeo_stbox(trip, stbox)"],
                    example: {concat!("nearestApproachDistance(", $trip_call, ") -> 2.0")};

                /// Smallest distance of a geometry to a box, whatever its time.
                ///
                /// In units of the coordinates; 0 where they share a position, polygons filled. NULL if the geometry is empty. A box without
                /// space, a geodetic box, mixed SRIDs, 2D with 3D, and polygons with z, are errors. Source: MobilityDB, `|=|`.
                nearestApproachDistance($($geom)*) -> Double = |$($geom_arguments)*| to_stbox::geometry_distance($g, &$s),
                    cost: Linear, meos: ["nad_stbox_geo(stbox, geom)"],
                    example: {concat!("nearestApproachDistance(", $geom_call, ") -> 5.0")};
            }
        }
    };
}

box_distances!(box_second,
    trip: [trip: Tgeompoint, stbox: Stbox] [trip: TPointRef<'_>, stbox: STBox]
        "tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-03]'), stboxX(4, 2, 6, 3)",
    geom: [geom: Geometry, stbox: Stbox] [geom: &Geometry, stbox: STBox] "geomFromText('POINT(0 0)'), stboxX(3, 4, 6, 6)",
    trip, geom, stbox);
box_distances!(box_first,
    trip: [stbox: Stbox, trip: Tgeompoint] [stbox: STBox, trip: TPointRef<'_>]
        "stboxX(4, 2, 6, 3), tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-03]')",
    geom: [stbox: Stbox, geom: Geometry] [stbox: STBox, geom: &Geometry] "stboxX(3, 4, 6, 6), geomFromText('POINT(0 0)')",
    trip, geom, stbox);
