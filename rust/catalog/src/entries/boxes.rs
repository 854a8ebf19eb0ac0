//! Boxes over space and time: accessors, changes and measures (MobilityDB, "Box Types").

use temporal::boxes::bounds::{of_geometry, of_trip};
use temporal::boxes::measure::{area, nearest_approach_distance, perimeter, volume};
use temporal::boxes::shape::{
    expand_space, expand_time, intersection, outline, quad_split, round, shift_scale_time, space_only, union,
};
use temporal::boxes::{STBox, SpaceBounds};
use temporal::error::{Error, Result};
use temporal::geom::Geometry;
use temporal::point::TPointRef;

use crate::functions;
use crate::value::{Interval, Timestamptz, Value};

// A NaN fails every comparison, so the check is written as what must hold.
const EXPAND_SPACE: &str = "CASE WHEN {0}.box.xmin IS NULL OR {1} IS NULL THEN NULL \
     WHEN isnan({1}) OR abs({1}) = double('Infinity') THEN \
     raise_error('[MOBILITY_INVALID_ARGUMENT] expandSpace: expandSpace distance: expected a finite number') \
     WHEN {1} < 0 AND ({0}.box.xmin - {1} > {0}.box.xmax + {1} OR {0}.box.ymin - {1} > {0}.box.ymax + {1} \
     OR coalesce({0}.box.zmin - {1} > {0}.box.zmax + {1}, false)) THEN NULL \
     ELSE named_struct('xmin', {0}.box.xmin - {1}, 'xmax', {0}.box.xmax + {1}, 'ymin', {0}.box.ymin - {1}, \
     'ymax', {0}.box.ymax + {1}, 'zmin', {0}.box.zmin - {1}, 'zmax', {0}.box.zmax + {1}, 'tmin', {0}.box.tmin, \
     'tmax', {0}.box.tmax, 'tmin_inc', {0}.box.tmin_inc, 'tmax_inc', {0}.box.tmax_inc, 'srid', {0}.box.srid, \
     'geodetic', {0}.box.geodetic) END";

functions! {
    /// The box of the trip grown by `dist` on every side in space; a negative `dist` shrinks it.
    ///
    /// In units of the coordinates. NULL where nothing is left; a `dist` that is not finite is an error.
    /// Source: MobilityDB `expandSpace`.
    expandSpace(trip: Tgeompoint, dist: Double) -> Stbox =
        |trip: TPointRef<'_>, dist: f64| expand_space(&of_trip(&trip), dist), sql: EXPAND_SPACE,
        cost: Field, meos: ["tspatial_expand_space"],
        example: "Xmin(expandSpace(tgeompoint('POINT(1 2)@2026-01-01'), 3)) -> -2";

    /// The box of the trip grown by metres, so that it holds everything within them; a negative `dist` shrinks it.
    ///
    /// All longitudes where it meets the antimeridian or a pole. NULL where nothing is left; a `dist` that is not finite is an error.
    expandSpace(trip: Tgeogpoint, dist: Double) -> Stbox =
        |trip: TPointRef<'_>, dist: f64| expand_space(&of_trip(&trip), dist), meos: ["tspatial_expand_space"],
        example: "Ymax(expandSpace(tgeogpoint('POINT(1 2)@2026-01-01'), 1000)) > 2 -> true";

    /// The bounds of the geometry grown by `dist` on every side; a negative `dist` shrinks them.
    ///
    /// In units of the coordinates; metres for a geography. NULL for an empty geometry and where nothing is left.
    expandSpace(geom: Geometry, dist: Double) -> Stbox =
        |geom: &Geometry, dist: f64| of_geometry(geom).map_or(Ok(None), |b| expand_space(&b, dist)),
        meos: ["geo_expand_space"],
        example: "Xmax(expandSpace(geomFromText('POINT(1 2)'), 3)) -> 4";

    /// The box grown by `dist` on every side in space; time is kept; a negative `dist` shrinks it.
    ///
    /// In units of the coordinates; metres for a geodetic box, which then holds everything within them. NULL where nothing is left.
    /// A box without space, and a `dist` that is not finite, are errors. Source: MobilityDB `expandSpace`.
    expandSpace(stbox: Stbox, dist: Double) -> Stbox = |stbox: STBox, dist: f64| expand_space(&stbox, dist),
        cost: Constant, meos: ["stbox_expand_space"],
        example: "Xmax(expandSpace(stboxX(0, 0, 1, 1), 3)) -> 4";

    /// The box with more time before and after; space is kept; a negative interval shrinks it.
    ///
    /// NULL where nothing is left. A box without time is an error. Source: MobilityDB `expandTime`.
    expandTime(stbox: Stbox, margin: Interval) -> Stbox =
        |stbox: STBox, margin: Interval| expand_time(&stbox, margin.0), cost: Constant, meos: ["stbox_expand_time"],
        example: "Tmin(expandTime(stboxT(TIMESTAMP '2026-01-02 00:00:00'), INTERVAL '1' DAY)) -> 2026-01-01 00:00:00";

    /// The box of the trip with more time before and after; a negative interval shrinks it; NULL where nothing is left.
    ///
    /// Source: MobilityDB `expandTime`.
    expandTime(trip: Tgeompoint, margin: Interval) -> Stbox =
        |trip: TPointRef<'_>, margin: Interval| expand_time(&of_trip(&trip), margin.0),
        meos: ["tspatial_expand_time"],
        example: "Tmin(expandTime(tgeompoint('POINT(1 2)@2026-01-02 00:00:00'), INTERVAL '1' DAY)) -> 2026-01-01 00:00:00";

    /// The box of the trip with more time before and after; a negative interval shrinks it; NULL where nothing is left.
    ///
    /// Source: MobilityDB `expandTime`.
    expandTime(trip: Tgeogpoint, margin: Interval) -> Stbox =
        |trip: TPointRef<'_>, margin: Interval| expand_time(&of_trip(&trip), margin.0),
        meos: ["tspatial_expand_time"],
        example: "Tmin(expandTime(tgeogpoint('POINT(1 2)@2026-01-02 00:00:00'), INTERVAL '1' DAY)) -> 2026-01-01 00:00:00";

    /// The box with its time moved by an interval. A box without time is an error. Source: MobilityDB `shiftTime`.
    shiftTime(stbox: Stbox, shift: Interval) -> Stbox =
        |stbox: STBox, shift: Interval| shift_scale_time(&stbox, Some(shift.0), None), nullable: false, cost: Constant,
        meos: ["stbox_shift_scale_time(stbox, shift, null)"],
        example: "Tmin(shiftTime(stboxT(TIMESTAMP '2026-01-02 00:00:00'), INTERVAL '1' DAY)) -> 2026-01-03 00:00:00";

    /// The box with its time stretched or squeezed to a duration; its start stays.
    ///
    /// A single time has nothing to stretch. A box without time and a duration that is not positive are errors.
    /// Source: MobilityDB `scaleTime`.
    scaleTime(stbox: Stbox, duration: Interval) -> Stbox =
        |stbox: STBox, duration: Interval| shift_scale_time(&stbox, None, Some(duration.0)), nullable: false,
        cost: Constant, meos: ["stbox_shift_scale_time(stbox, null, duration)"],
        example: "Tmax(scaleTime(stboxT(span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00')), \
                  INTERVAL '2' DAY)) -> 2026-01-03 00:00:00";

    /// The box with its time moved and then stretched or squeezed to a duration.
    ///
    /// A NULL interval leaves that out; NULL for a NULL box. Errors as `scaleTime`. Source: MobilityDB `shiftScaleTime`.
    shiftScaleTime(stbox: Stbox, shift: Interval, duration: Interval) -> Stbox =
        |stbox: Option<STBox>, shift: Option<Interval>, duration: Option<Interval>| shift_scale(stbox, shift, duration),
        strict: false, cost: Constant, meos: ["stbox_shift_scale_time"],
        example: "Tmin(shiftScaleTime(stboxT(TIMESTAMP '2026-01-02 00:00:00'), INTERVAL '1' DAY, INTERVAL '1' DAY)) -> \
                  2026-01-03 00:00:00";

    /// The box without its time. A box without space is an error. Source: MobilityDB `getSpace`.
    getSpace(stbox: Stbox) -> Stbox = |stbox: STBox| space_only(&stbox), nullable: false, cost: Constant,
        meos: ["stbox_get_space"],
        example: "hasT(getSpace(stboxX(0, 0, 1, 1))) -> false";

    /// The box with its coordinates rounded to decimals, half away from zero.
    ///
    /// A box without space and negative `digits` are errors. Source: MobilityDB `round`.
    round(stbox: Stbox, digits: Int = "0") -> Stbox = |stbox: STBox, digits: i32| round(&stbox, digits),
        nullable: false, cost: Constant, meos: ["stbox_round"],
        example: "Xmax(round(stboxX(0, 0, 1.25, 1), 1)) -> 1.3";

    /// What two boxes share in the dimensions that both have; NULL where that is nothing.
    ///
    /// Boxes that touch share a border; exclusive times are respected. Mixed SRIDs are an error. Source: MobilityDB `*`.
    stboxIntersection(a: Stbox, b: Stbox) -> Stbox = |a: STBox, b: STBox| intersection(&a, &b),
        aliases: ["stbox_intersection"], cost: Constant, meos: ["intersection_stbox_stbox"],
        example: "Xmin(stboxIntersection(stboxX(0, 0, 2, 2), stboxX(1, 1, 3, 3))) -> 1";

    /// The smallest box that holds both.
    ///
    /// Boxes of different dimensions, mixed SRIDs and, unless `strict` is FALSE, boxes that do not overlap are errors.
    /// Source: MobilityDB `+`.
    stboxUnion(a: Stbox, b: Stbox, strict: Boolean = "true") -> Stbox =
        |a: STBox, b: STBox, strict: bool| union(&a, &b, strict), aliases: ["stbox_union"], nullable: false,
        cost: Constant, meos: ["union_stbox_stbox"],
        example: "Xmax(stboxUnion(stboxX(0, 0, 2, 2), stboxX(1, 1, 3, 3))) -> 3";

    /// The four quadrants of the box, its eight octants where it has z: x fastest, then y, then z.
    ///
    /// A box without space is an error. Source: MobilityDB `quadSplit`.
    quadSplit(stbox: Stbox) -> [Stbox] = |stbox: STBox| quadrants(&stbox), nullable: false, cost: Constant,
        meos: ["stbox_quad_split"],
        example: "size(quadSplit(stboxX(0, 0, 2, 2))) -> 4";

    /// The outline of the box: a point, a line or a polygon, as its extent is.
    ///
    /// A box without space, and one with an extent in z and in x or y, are errors. Source: MobilityDB `geometry(stbox)`.
    geometry(stbox: Stbox) -> Geometry = |stbox: STBox| outline(&stbox), nullable: false, cost: Constant,
        meos: ["stbox_to_geo"],
        example: "geomAsText(geometry(stboxX(0, 0, 1, 1))) -> POLYGON((0 0,0 1,1 1,1 0,0 0))";

    /// Area in x and y, in square units of the coordinates. A box without space and a geodetic one are errors.
    area(stbox: Stbox) -> Double = |stbox: STBox| area(&stbox), nullable: false, cost: Constant,
        meos: ["stbox_area(stbox, false)"],
        example: "area(stboxX(0, 0, 2, 3)) -> 6";

    /// Perimeter in units of the coordinates, the length of all edges where the box has z. Errors as `area`.
    perimeter(stbox: Stbox) -> Double = |stbox: STBox| perimeter(&stbox), nullable: false, cost: Constant,
        meos: ["stbox_perimeter(stbox, false)"],
        example: "perimeter(stboxX(0, 0, 2, 3)) -> 10";

    /// Volume in cubic units of the coordinates. A box without z and a geodetic one are errors.
    volume(stbox: Stbox) -> Double = |stbox: STBox| volume(&stbox), nullable: false, cost: Constant,
        meos: ["stbox_volume"],
        example: "volume(stboxZ(0, 0, 0, 1, 2, 3)) -> 6";

    /// Nearest distance of two boxes in space, in units of the coordinates; 0 where they overlap.
    ///
    /// NULL where both have time and share none. Mixed SRIDs, boxes with and without z, without space, and geodetic boxes are
    /// errors. Source: MobilityDB `|=|`.
    nearestApproachDistance(a: Stbox, b: Stbox) -> Double =
        |a: STBox, b: STBox| nearest_approach_distance(&a, &b), cost: Constant, implies: LowerBound,
        meos: ["nad_stbox_stbox"],
        example: "nearestApproachDistance(stboxX(0, 0, 1, 1), stboxX(4, 5, 6, 6)) -> 5";

    /// Least x; NULL without space. Source: MobilityDB `Xmin`.
    Xmin(stbox: Stbox) -> Double = |s: STBox| s.space.map(|s| s.min.x), aliases: ["stbox_xmin"], sql: "{0}.xmin",
        throws: false, cost: Field, meos: ["stbox_xmin"],
        example: "Xmin(stboxX(1, 2, 3, 4)) -> 1";

    /// Greatest x; NULL without space. Source: MobilityDB `Xmax`.
    Xmax(stbox: Stbox) -> Double = |s: STBox| s.space.map(|s| s.max.x), aliases: ["stbox_xmax"], sql: "{0}.xmax",
        throws: false, cost: Field, meos: ["stbox_xmax"],
        example: "Xmax(stboxX(1, 2, 3, 4)) -> 3";

    /// Least y; NULL without space. Source: MobilityDB `Ymin`.
    Ymin(stbox: Stbox) -> Double = |s: STBox| s.space.map(|s| s.min.y), aliases: ["stbox_ymin"], sql: "{0}.ymin",
        throws: false, cost: Field, meos: ["stbox_ymin"],
        example: "Ymin(stboxX(1, 2, 3, 4)) -> 2";

    /// Greatest y; NULL without space. Source: MobilityDB `Ymax`.
    Ymax(stbox: Stbox) -> Double = |s: STBox| s.space.map(|s| s.max.y), aliases: ["stbox_ymax"], sql: "{0}.ymax",
        throws: false, cost: Field, meos: ["stbox_ymax"],
        example: "Ymax(stboxX(1, 2, 3, 4)) -> 4";

    /// Least z; NULL without z. Source: MobilityDB `Zmin`.
    Zmin(stbox: Stbox) -> Double = |s: STBox| z_of(&s).map(|s| s.min.z), aliases: ["stbox_zmin"], sql: "{0}.zmin",
        throws: false, cost: Field, meos: ["stbox_zmin"],
        example: "Zmin(stboxZ(1, 2, 3, 4, 5, 6)) -> 3";

    /// Greatest z; NULL without z. Source: MobilityDB `Zmax`.
    Zmax(stbox: Stbox) -> Double = |s: STBox| z_of(&s).map(|s| s.max.z), aliases: ["stbox_zmax"], sql: "{0}.zmax",
        throws: false, cost: Field, meos: ["stbox_zmax"],
        example: "Zmax(stboxZ(1, 2, 3, 4, 5, 6)) -> 6";

    /// Start of the time; NULL without time. Source: MobilityDB `Tmin`.
    Tmin(stbox: Stbox) -> Timestamptz = |s: STBox| s.time.map(|t| Timestamptz(t.lower)), aliases: ["stbox_tmin"],
        sql: "{0}.tmin", throws: false, cost: Field, meos: ["stbox_tmin"],
        example: "Tmin(stboxT(TIMESTAMP '2026-01-02 00:00:00')) -> 2026-01-02 00:00:00";

    /// End of the time; NULL without time. Source: MobilityDB `Tmax`.
    Tmax(stbox: Stbox) -> Timestamptz = |s: STBox| s.time.map(|t| Timestamptz(t.upper)), aliases: ["stbox_tmax"],
        sql: "{0}.tmax", throws: false, cost: Field, meos: ["stbox_tmax"],
        example: "Tmax(stboxT(TIMESTAMP '2026-01-02 00:00:00')) -> 2026-01-02 00:00:00";

    /// Whether the start of the time belongs to the box; NULL without time. Source: MobilityDB `TminInc`.
    TminInc(stbox: Stbox) -> Boolean = |s: STBox| s.time.map(|t| t.lower_inc), aliases: ["stbox_tmin_inc", "Tmin_inc"],
        sql: "{0}.tmin_inc", throws: false, cost: Field, meos: ["stbox_tmin_inc"],
        example: "TminInc(stboxT(TIMESTAMP '2026-01-02 00:00:00')) -> true";

    /// Whether the end of the time belongs to the box; NULL without time. Source: MobilityDB `TmaxInc`.
    TmaxInc(stbox: Stbox) -> Boolean = |s: STBox| s.time.map(|t| t.upper_inc), aliases: ["stbox_tmax_inc", "Tmax_inc"],
        sql: "{0}.tmax_inc", throws: false, cost: Field, meos: ["stbox_tmax_inc"],
        example: "TmaxInc(stboxT(TIMESTAMP '2026-01-02 00:00:00')) -> true";

    /// Whether the box bounds space. Source: MobilityDB `hasX`.
    hasX(stbox: Stbox) -> Boolean = |s: STBox| s.space.is_some(), sql: "IF({0} IS NULL, NULL, {0}.xmin IS NOT NULL)",
        nullable: false, throws: false, cost: Field, meos: ["stbox_hasx"],
        example: "hasX(stboxX(1, 2, 3, 4)) -> true";

    /// Whether the box bounds z. Source: MobilityDB `hasZ`.
    hasZ(stbox: Stbox) -> Boolean = |s: STBox| z_of(&s).is_some(), sql: "IF({0} IS NULL, NULL, {0}.zmin IS NOT NULL)",
        nullable: false, throws: false, cost: Field, meos: ["stbox_hasz"],
        example: "hasZ(stboxX(1, 2, 3, 4)) -> false";

    /// Whether the box bounds time. Source: MobilityDB `hasT`.
    hasT(stbox: Stbox) -> Boolean = |s: STBox| s.time.is_some(), sql: "IF({0} IS NULL, NULL, {0}.tmin IS NOT NULL)",
        nullable: false, throws: false, cost: Field, meos: ["stbox_hast"],
        example: "hasT(stboxX(1, 2, 3, 4)) -> false";

    /// Whether the coordinates are longitude and latitude on the ellipsoid. Source: MobilityDB `isGeodetic`.
    isGeodetic(stbox: Stbox) -> Boolean = |s: STBox| s.geodetic, sql: "{0}.geodetic", nullable: false, throws: false,
        cost: Field, meos: ["stbox_isgeodetic"],
        example: "isGeodetic(stboxX(1, 2, 3, 4)) -> false";

    /// The code of the reference system; 0 is unknown. A box without space is an error. Source: MobilityDB `SRID`.
    SRID(stbox: Stbox) -> Int = |s: STBox| srid(&s),
        sql: "CASE WHEN {0} IS NOT NULL AND {0}.xmin IS NULL THEN raise_error('[MOBILITY_INVALID_ARGUMENT] SRID: \
              SRID: expected a box with an x dimension, found a box over time alone') ELSE {0}.srid END",
        nullable: false, cost: Field, meos: ["stbox_srid"],
        example: "SRID(stboxX(1, 2, 3, 4, 25832)) -> 25832";
}

fn shift_scale(stbox: Option<STBox>, shift: Option<Interval>, duration: Option<Interval>) -> Result<Option<STBox>> {
    stbox.map(|stbox| shift_scale_time(&stbox, shift.map(|i| i.0), duration.map(|i| i.0))).transpose()
}

fn z_of(stbox: &STBox) -> Option<SpaceBounds> {
    stbox.space.filter(|s| s.has_z)
}

fn srid(stbox: &STBox) -> Result<i32> {
    match stbox.space {
        Some(_) => Ok(stbox.srid),
        None => Err(Error::Argument {
            argument: "SRID",
            expected: "a box with an x dimension",
            found: "a box over time alone".to_owned(),
        }),
    }
}

fn quadrants(stbox: &STBox) -> Result<Value> {
    Ok(Value::Array(quad_split(stbox)?.into_iter().map(Value::Stbox).collect()))
}
