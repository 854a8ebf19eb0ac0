//! Relations of moving points: ever, always, and at which times (MobilityDB, "Spatial Relationships").

use temporal::point::TPointRef;
use temporal::relations;

use crate::functions;

functions! {
    /// Whether two moving points are ever within `dist` of each other at the same time, `dist` included.
    ///
    /// `dist` is in units of the coordinates; negative or NaN gives FALSE, infinity TRUE. NULL if they share no time. The
    /// trajectories count as closed: what holds at an excluded bound is seen. Exact for the coordinates as given. Mixed
    /// SRIDs, and 2D with 3D, are errors. Source: MobilityDB.
    eDwithin(a: Tgeompoint, b: Tgeompoint, dist: Double) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>, dist| relations::ever_dwithin(&a, &b, dist),
        implies: Within(2), cost: Linear, meos: ["edwithin_tgeo_tgeo"],
        example: "eDwithin(tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-02]'), \
            tgeompoint('[Point(0 3)@2026-01-01, Point(10 3)@2026-01-02]'), 3) -> true";

    /// Whether two moving points are within `dist` of each other at all times they share, `dist` included.
    ///
    /// `dist` is in units of the coordinates; negative or NaN gives FALSE, infinity TRUE. NULL if they share no time. The
    /// trajectories count as closed. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB.
    aDwithin(a: Tgeompoint, b: Tgeompoint, dist: Double) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>, dist| relations::always_dwithin(&a, &b, dist),
        implies: Within(2), cost: Linear, meos: ["adwithin_tgeo_tgeo"],
        example: "aDwithin(tgeompoint('[Point(0 0)@2026-01-01, Point(6 0)@2026-01-02]'), \
            tgeompoint('[Point(4 0)@2026-01-01, Point(4 0)@2026-01-02]'), 0.5) -> false";

    /// At which of their common times two moving points are within `dist` of each other, `dist` included.
    ///
    /// Changes are rounded to a microsecond; a shorter approach is true at one instant. Exclusive bounds stay exclusive.
    /// `dist` negative or NaN gives FALSE throughout, infinity TRUE. NULL if they share no time. Mixed SRIDs, and 2D with
    /// 3D, are errors. Source: MobilityDB.
    tDwithin(a: Tgeompoint, b: Tgeompoint, dist: Double) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>, dist| relations::tdwithin(&a, &b, dist),
        implies: SameTime, cost: Linear, meos: ["tdwithin_tgeo_tgeo(a, b, dist, false, _)"],
        example: "asText(tDwithin(tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-03]'), \
            tgeompoint('[Point(5 5)@2026-01-01, Point(5 5)@2026-01-03]'), 5)) \
            -> {[f@2026-01-01 00:00:00+00, t@2026-01-02 00:00:00+00], \
            (f@2026-01-02 00:00:00+00, f@2026-01-03 00:00:00+00]}";

    /// The times at which tDwithin is `value`.
    ///
    /// NULL if there are none. Otherwise as tDwithin without `value`.
    tDwithin(a: Tgeompoint, b: Tgeompoint, dist: Double, value: Boolean) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>, dist, value| relations::tdwithin_at(&a, &b, dist, value),
        implies: SameTime, cost: Linear, meos: ["tdwithin_tgeo_tgeo(a, b, dist, true, value)"],
        example: "asText(tDwithin(tgeompoint('[Point(0 0)@2026-01-01, Point(6 0)@2026-01-07]'), \
            tgeompoint('[Point(4 0)@2026-01-01, Point(4 0)@2026-01-07]'), 1, true)) \
            -> {[t@2026-01-04 00:00:00+00, t@2026-01-06 00:00:00+00]}";

    /// Whether two moving points are ever at the same position at the same time.
    ///
    /// NULL if they share no time. The trajectories count as closed: a meeting at an excluded bound is seen. Mixed SRIDs,
    /// and 2D with 3D, are errors. Source: MobilityDB.
    eIntersects(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::ever_intersects(&a, &b),
        implies: Meets, cost: Linear, meos: ["eintersects_tgeo_tgeo"],
        example: "eIntersects(tgeompoint('[Point(0 0)@2026-01-01, Point(10 10)@2026-01-02]'), \
            tgeompoint('[Point(0 10)@2026-01-01, Point(10 0)@2026-01-02]')) -> true";

    /// Whether two moving points are at the same position at all times they share.
    ///
    /// NULL if they share no time. The trajectories count as closed. Mixed SRIDs, and 2D with 3D, are errors.
    /// Source: MobilityDB.
    aIntersects(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::always_intersects(&a, &b),
        implies: Meets, cost: Linear, meos: ["aintersects_tgeo_tgeo"],
        example: "aIntersects(tgeompoint('[Point(0 0)@2026-01-01, Point(10 10)@2026-01-02]'), \
            tgeompoint('[Point(0 10)@2026-01-01, Point(10 0)@2026-01-02]')) -> false";

    /// At which of their common times two moving points are at the same position.
    ///
    /// A meeting shorter than a microsecond is true at one instant. Exclusive bounds stay exclusive. NULL if they share no
    /// time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB.
    tIntersects(a: Tgeompoint, b: Tgeompoint) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>| relations::tintersects(&a, &b),
        implies: SameTime, cost: Linear, meos: ["tintersects_tgeo_tgeo(a, b, false, _)"],
        example: "asText(tIntersects(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01'))) \
            -> t@2026-01-01 00:00:00+00";

    /// The times at which tIntersects is `value`.
    ///
    /// NULL if there are none. Otherwise as tIntersects without `value`.
    tIntersects(a: Tgeompoint, b: Tgeompoint, value: Boolean) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>, value| relations::tintersects_at(&a, &b, value),
        implies: SameTime, cost: Linear, meos: ["tintersects_tgeo_tgeo(a, b, true, value)"],
        example: "tIntersects(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01'), false) -> NULL";

    /// Whether two moving points are ever apart: the negation of aIntersects.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB.
    eDisjoint(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::ever_disjoint(&a, &b),
        implies: SameTime, cost: Linear, meos: ["edisjoint_tgeo_tgeo"],
        example: "eDisjoint(tgeompoint('[Point(0 0)@2026-01-01, Point(10 10)@2026-01-02]'), \
            tgeompoint('[Point(0 10)@2026-01-01, Point(10 0)@2026-01-02]')) -> true";

    /// Whether two moving points never meet: the negation of eIntersects.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB.
    aDisjoint(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::always_disjoint(&a, &b),
        implies: SameTime, cost: Linear, meos: ["adisjoint_tgeo_tgeo"],
        example: "aDisjoint(tgeompoint('[Point(0 0)@2026-01-01, Point(10 10)@2026-01-02]'), \
            tgeompoint('[Point(0 10)@2026-01-01, Point(10 0)@2026-01-02]')) -> false";

    /// At which of their common times two moving points are apart: the negation of tIntersects.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB.
    tDisjoint(a: Tgeompoint, b: Tgeompoint) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>| relations::tdisjoint(&a, &b),
        implies: SameTime, cost: Linear, meos: ["tdisjoint_tgeo_tgeo(a, b, false, _)"],
        example: "asText(tDisjoint(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01'))) \
            -> f@2026-01-01 00:00:00+00";

    /// The times at which tDisjoint is `value`.
    ///
    /// NULL if there are none. Otherwise as tDisjoint without `value`.
    tDisjoint(a: Tgeompoint, b: Tgeompoint, value: Boolean) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>, value| relations::tdisjoint_at(&a, &b, value),
        implies: SameTime, cost: Linear, meos: ["tdisjoint_tgeo_tgeo(a, b, true, value)"],
        example: "tDisjoint(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01'), true) -> NULL";

    /// Whether two moving points are ever at the same position, at a time that both include.
    ///
    /// Unlike eIntersects it respects exclusive bounds. NULL if they share no time. Mixed SRIDs, and 2D with 3D, are
    /// errors. Source: MobilityDB, `?=`.
    eEq(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::ever_equals(&a, &b),
        implies: Meets, cost: Linear, meos: ["ever_eq_tgeo_tgeo", "ever_eq_temporal_temporal"],
        example: "eEq(tgeompoint('[Point(0 0)@2026-01-01, Point(10 0)@2026-01-02)'), \
            tgeompoint('[Point(10 9)@2026-01-01, Point(10 0)@2026-01-02)')) -> false";

    /// Whether two moving points are at the same position at all times that both include.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `%=`.
    aEq(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::always_equals(&a, &b),
        implies: Meets, cost: Linear, meos: ["always_eq_tgeo_tgeo", "always_eq_temporal_temporal"],
        example: "aEq(tgeompoint('[Point(0 0)@2026-01-01, Point(2 0)@2026-01-03]'), \
            tgeompoint('[Point(1 0)@2026-01-02, Point(2 0)@2026-01-03]')) -> true";

    /// Whether two moving points are ever at different positions: the negation of aEq.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `?<>`.
    eNe(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::ever_not_equals(&a, &b),
        implies: SameTime, cost: Linear, meos: ["ever_ne_tgeo_tgeo", "ever_ne_temporal_temporal"],
        example: "eNe(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01')) -> false";

    /// Whether two moving points are never at the same position: the negation of eEq.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `%<>`.
    aNe(a: Tgeompoint, b: Tgeompoint) -> Boolean = |a: TPointRef<'_>, b: TPointRef<'_>| relations::always_not_equals(&a, &b),
        implies: SameTime, cost: Linear, meos: ["always_ne_tgeo_tgeo", "always_ne_temporal_temporal"],
        example: "aNe(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01')) -> false";

    /// At which of their common times two moving points are at the same position: the same as tIntersects.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `#=`.
    tEq(a: Tgeompoint, b: Tgeompoint) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>| relations::tequals(&a, &b),
        implies: SameTime, cost: Linear, meos: ["teq_temporal_temporal"],
        example: "asText(tEq(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01'))) \
            -> t@2026-01-01 00:00:00+00";

    /// At which of their common times two moving points are at different positions: the negation of tEq.
    ///
    /// NULL if they share no time. Mixed SRIDs, and 2D with 3D, are errors. Source: MobilityDB, `#<>`.
    tNe(a: Tgeompoint, b: Tgeompoint) -> Tbool = |a: TPointRef<'_>, b: TPointRef<'_>| relations::tnot_equals(&a, &b),
        implies: SameTime, cost: Linear, meos: ["tne_temporal_temporal"],
        example: "asText(tNe(tgeompoint('Point(1 1)@2026-01-01'), tgeompoint('Point(1 1)@2026-01-01'))) \
            -> f@2026-01-01 00:00:00+00";
}
