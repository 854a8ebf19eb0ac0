//! Relations of moving points with fixed geometries (MobilityDB, "Spatial Relationships"), in both orders of arguments.

use temporal::geom::Geometry;
use temporal::point::TPointRef;
use temporal::relations::geometry as relations;

use crate::functions;

/// The entries of one order of arguments.
macro_rules! relations {
    ($module:ident, $trip:ident, $geom:ident, [$($params:tt)*], [$($arguments:tt)*], call: $call:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Whether a moving point is ever within `dist` of a geometry of any kind, `dist` included.
                ///
                /// `dist` is in units of the coordinates; negative or NaN gives FALSE, infinity TRUE. NULL if the geometry is empty. The
                /// trajectory counts as closed: what holds at an excluded bound is seen. A geometry without z is met at any height. Mixed
                /// SRIDs are errors. Source: MobilityDB.
                eDwithin($($params)*, dist: Double) -> Boolean = |$($arguments)*, dist| relations::ever_dwithin(&$trip, $geom, dist),
                    implies: Within(2), cost: Linear, meos: ["edwithin_tgeo_geo(trip, geom, dist)"],
                    example: {concat!("eDwithin(", $call, ", 1) -> true")};

                /// Whether a moving point is within `dist` of a geometry of any kind at all times, `dist` included.
                ///
                /// `dist` is in units of the coordinates; negative or NaN gives FALSE, infinity TRUE. NULL if the geometry is empty. The
                /// trajectory counts as closed. Mixed SRIDs are errors. Source: MobilityDB.
                aDwithin($($params)*, dist: Double) -> Boolean = |$($arguments)*, dist| relations::always_dwithin(&$trip, $geom, dist),
                    implies: Within(2), cost: Linear, meos: ["adwithin_tgeo_geo(trip, geom, dist)"],
                    example: {concat!("aDwithin(", $call, ", 1) -> false")};

                /// At which times a moving point is within `dist` of a geometry of any kind, `dist` included.
                ///
                /// Changes are rounded to a microsecond; exclusive bounds stay exclusive. `dist` negative or NaN gives FALSE throughout,
                /// infinity TRUE. NULL if the geometry is empty. Mixed SRIDs are errors. Source: MobilityDB.
                tDwithin($($params)*, dist: Double) -> Tbool = |$($arguments)*, dist| relations::tdwithin(&$trip, $geom, dist),
                    cost: Linear, meos: ["tdwithin_tgeo_geo(trip, geom, dist, false, _)"],
                    example: {concat!("startValue(tDwithin(", $call, ", 1)) -> false")};

                /// The times at which tDwithin is `value`.
                ///
                /// NULL if there are none. Otherwise as tDwithin without `value`.
                tDwithin($($params)*, dist: Double, value: Boolean) -> Tbool =
                        |$($arguments)*, dist, value| relations::tdwithin_at(&$trip, $geom, dist, value),
                    cost: Linear, meos: ["tdwithin_tgeo_geo(trip, geom, dist, true, value)"],
                    example: {concat!("startTimestamp(tDwithin(", $call, ", 1, true)) = timestamp '2026-01-02 00:00:00Z' -> true")};

                /// Whether a moving point ever meets a geometry of any kind, its border included.
                ///
                /// NULL if the geometry is empty. The trajectory counts as closed. A geometry without z is met at any height. Mixed SRIDs
                /// are errors. Source: MobilityDB.
                eIntersects($($params)*) -> Boolean = |$($arguments)*| relations::ever_intersects(&$trip, $geom),
                    implies: Meets, cost: Linear, meos: ["eintersects_tgeo_geo(trip, geom)"],
                    example: {concat!("eIntersects(", $call, ") -> true")};

                /// Whether a moving point is in a geometry of any kind at all times, its border included.
                ///
                /// NULL if the geometry is empty. The trajectory counts as closed. Mixed SRIDs are errors. Source: MobilityDB.
                aIntersects($($params)*) -> Boolean = |$($arguments)*| relations::always_intersects(&$trip, $geom),
                    implies: Meets, cost: Linear, meos: ["aintersects_tgeo_geo(trip, geom)"],
                    example: {concat!("aIntersects(", $call, ") -> false")};

                /// At which times a moving point is in a geometry of any kind, its border included.
                ///
                /// Changes are rounded to a microsecond; exclusive bounds stay exclusive. NULL if the geometry is empty. Mixed SRIDs are
                /// errors. Source: MobilityDB.
                tIntersects($($params)*) -> Tbool = |$($arguments)*| relations::tintersects(&$trip, $geom),
                    cost: Linear, meos: ["tintersects_tgeo_geo(trip, geom, false, _)"],
                    example: {concat!("startValue(tIntersects(", $call, ")) -> false")};

                /// The times at which tIntersects is `value`.
                ///
                /// NULL if there are none. Otherwise as tIntersects without `value`.
                tIntersects($($params)*, value: Boolean) -> Tbool =
                        |$($arguments)*, value| relations::tintersects_at(&$trip, $geom, value),
                    cost: Linear, meos: ["tintersects_tgeo_geo(trip, geom, true, value)"],
                    example: {concat!("startTimestamp(tIntersects(", $call, ", true)) = timestamp '2026-01-03 00:00:00Z' -> true")};

                /// Whether a moving point is ever outside of a geometry: the negation of aIntersects.
                ///
                /// NULL if the geometry is empty. Mixed SRIDs are errors. Source: MobilityDB.
                eDisjoint($($params)*) -> Boolean = |$($arguments)*| relations::ever_disjoint(&$trip, $geom),
                    cost: Linear, meos: ["edisjoint_tgeo_geo(trip, geom)"],
                    example: {concat!("eDisjoint(", $call, ") -> true")};

                /// Whether a moving point never meets a geometry: the negation of eIntersects.
                ///
                /// NULL if the geometry is empty. Mixed SRIDs are errors. Source: MobilityDB.
                aDisjoint($($params)*) -> Boolean = |$($arguments)*| relations::always_disjoint(&$trip, $geom),
                    cost: Linear, meos: ["adisjoint_tgeo_geo(trip, geom)"],
                    example: {concat!("aDisjoint(", $call, ") -> false")};

                /// At which times a moving point is outside of a geometry: the negation of tIntersects.
                ///
                /// NULL if the geometry is empty. Mixed SRIDs are errors. Source: MobilityDB.
                tDisjoint($($params)*) -> Tbool = |$($arguments)*| relations::tdisjoint(&$trip, $geom),
                    cost: Linear, meos: ["tdisjoint_tgeo_geo(trip, geom, false, _)"],
                    example: {concat!("startValue(tDisjoint(", $call, ")) -> true")};

                /// The times at which tDisjoint is `value`.
                ///
                /// NULL if there are none. Otherwise as tDisjoint without `value`.
                tDisjoint($($params)*, value: Boolean) -> Tbool = |$($arguments)*, value| relations::tdisjoint_at(&$trip, $geom, value),
                    cost: Linear, meos: ["tdisjoint_tgeo_geo(trip, geom, true, value)"],
                    example: {concat!("startTimestamp(tDisjoint(", $call, ", false)) = timestamp '2026-01-03 00:00:00Z' -> true")};

                /// Whether a moving point is ever at a position, at a time that belongs to it.
                ///
                /// FALSE for a geometry that is not one point; NULL if it is empty. Respects exclusive bounds. Mixed SRIDs are errors.
                /// Source: MobilityDB, `?=`.
                eEq($($params)*) -> Boolean = |$($arguments)*| relations::ever_equals(&$trip, $geom),
                    implies: Meets, cost: Linear, meos: ["ever_eq_tgeo_geo(trip, geom)"],
                    example: {concat!("eEq(", $call, ") -> false")};

                /// Whether a moving point is at a position at all its times.
                ///
                /// FALSE for a geometry that is not one point; NULL if it is empty. Mixed SRIDs are errors. Source: MobilityDB, `%=`.
                aEq($($params)*) -> Boolean = |$($arguments)*| relations::always_equals(&$trip, $geom),
                    implies: Meets, cost: Linear, meos: ["always_eq_tgeo_geo(trip, geom)"],
                    example: {concat!("aEq(", $call, ") -> false")};

                /// Whether a moving point is ever not at a position: the negation of aEq.
                ///
                /// NULL if the geometry is empty. Mixed SRIDs are errors. Source: MobilityDB, `?<>`.
                eNe($($params)*) -> Boolean = |$($arguments)*| relations::ever_not_equals(&$trip, $geom),
                    cost: Linear, meos: ["ever_ne_tgeo_geo(trip, geom)"],
                    example: {concat!("eNe(", $call, ") -> true")};

                /// Whether a moving point is never at a position: the negation of eEq.
                ///
                /// NULL if the geometry is empty. Mixed SRIDs are errors. Source: MobilityDB, `%<>`.
                aNe($($params)*) -> Boolean = |$($arguments)*| relations::always_not_equals(&$trip, $geom),
                    cost: Linear, meos: ["always_ne_tgeo_geo(trip, geom)"],
                    example: {concat!("aNe(", $call, ") -> true")};

                /// At which times a moving point is at a position.
                ///
                /// FALSE throughout for a geometry that is not one point; NULL if it is empty. Mixed SRIDs are errors.
                /// Source: MobilityDB, `#=`.
                tEq($($params)*) -> Tbool = |$($arguments)*| relations::tequals(&$trip, $geom),
                    cost: Linear, meos: ["teq_tgeo_geo(trip, geom)"],
                    example: {concat!("startValue(tEq(", $call, ")) -> false")};

                /// At which times a moving point is not at a position: the negation of tEq.
                ///
                /// NULL if the geometry is empty. Mixed SRIDs are errors. Source: MobilityDB, `#<>`.
                tNe($($params)*) -> Tbool = |$($arguments)*| relations::tnot_equals(&$trip, $geom),
                    cost: Linear, meos: ["tne_tgeo_geo(trip, geom)"],
                    example: {concat!("startValue(tNe(", $call, ")) -> true")};
            }
        }
    };
}

relations!(trip_first, trip, geom, [trip: Tgeompoint, geom: Geometry], [trip: TPointRef<'_>, geom: &Geometry],
    call: "tgeompoint('[Point(0 0)@2026-01-01, Point(6 0)@2026-01-07]'), geomFromText('LINESTRING(2 -4, 2 4)')");
relations!(geometry_first, trip, geom, [geom: Geometry, trip: Tgeompoint], [geom: &Geometry, trip: TPointRef<'_>],
    call: "geomFromText('LINESTRING(2 -4, 2 4)'), tgeompoint('[Point(0 0)@2026-01-01, Point(6 0)@2026-01-07]')");
