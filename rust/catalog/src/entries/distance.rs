//! Distances of moving points (MobilityDB, "Distance Operations").

use temporal::distance;
use temporal::point::TPointRef;

use crate::functions;

functions! {
    /// Smallest distance of two moving points at the same time.
    ///
    /// In units of the coordinates. NULL if they share no time. The trajectories count as closed: a minimum at an excluded
    /// bound is seen. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `|=|`.
    nearestApproachDistance(a: Tgeompoint, b: Tgeompoint) -> Double = |a: TPointRef<'_>, b: TPointRef<'_>| distance::nearest_approach_distance(&a, &b),
        implies: LowerBound, cost: Linear, meos: ["nad_tgeo_tgeo"],
        example: "nearestApproachDistance(tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-02]'), \
            tgeompoint('[Point(0 3)@2026-01-01, Point(10 3)@2026-01-02]')) -> 3.0";

    /// Position of the first moving point, with its time, when the two are nearest.
    ///
    /// The earliest such time, cut to a microsecond; it may be an excluded bound. NULL if they share no time. Mixed
    /// SRIDs, and 2D with 3D, are errors. Source: MobilityDB.
    nearestApproachInstant(a: Tgeompoint, b: Tgeompoint) -> Tgeompoint = |a: TPointRef<'_>, b: TPointRef<'_>| distance::nearest_approach_instant(&a, &b),
        implies: SameTime, cost: Linear, meos: ["nai_tgeo_tgeo"],
        example: "asText(nearestApproachInstant(tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-03]'), \
            tgeompoint('[Point(5 4)@2026-01-01, Point(5 4)@2026-01-03]'))) -> POINT(5 0)@2026-01-02 00:00:00+00";

    /// Line from the first to the second moving point when they are nearest.
    ///
    /// Always two positions, equal ones where they meet. NULL if they share no time. Mixed SRIDs, and 2D with 3D, are
    /// errors. Source: MobilityDB.
    shortestLine(a: Tgeompoint, b: Tgeompoint) -> Geometry = |a: TPointRef<'_>, b: TPointRef<'_>| distance::shortest_line(&a, &b),
        implies: SameTime, cost: Linear, meos: ["shortestline_tgeo_tgeo"],
        example: "geomAsText(shortestLine(tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-03]'), \
            tgeompoint('[Point(5 4)@2026-01-01, Point(5 4)@2026-01-03]'))) -> LINESTRING(5 0,5 4)";

    /// Distance of two moving points at every time they share.
    ///
    /// In units of the coordinates, with an instant at every turning point; between instants the true distance is a
    /// hyperbola. Exclusive bounds stay exclusive. NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors.
    /// Source: MobilityDB, `<->`.
    tDistance(a: Tgeompoint, b: Tgeompoint) -> Tfloat = |a: TPointRef<'_>, b: TPointRef<'_>| distance::tdistance(&a, &b),
        implies: SameTime, cost: Linear, meos: ["tdistance_tgeo_tgeo"],
        example: "asText(tDistance(tgeompoint('[Point(0 0)@2026-01-01, Point(6 0)@2026-01-03]'), \
            tgeompoint('[Point(3 4)@2026-01-01, Point(3 4)@2026-01-03]'))) \
            -> [5@2026-01-01 00:00:00+00, 4@2026-01-02 00:00:00+00, 5@2026-01-03 00:00:00+00]";
}
