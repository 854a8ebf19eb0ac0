//! Constructors of boxes over space and time (MobilityDB, "Box Types").

use temporal::boxes::STBox;
use temporal::boxes::bounds::{of_geometry, of_trip};
use temporal::boxes::shape::{space_box, time_box};
use temporal::error::Result;
use temporal::geom::Geometry;
use temporal::point::{Point, TPointRef};
use temporal::span::{Span, TstzSpan};

use crate::functions;
use crate::value::{Timestamptz, Tstzset};

/// What depends on the kind of moving point.
macro_rules! of_points {
    ($module:ident, $Type:ident, $type:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The box of the trip, over space and time; time bounds keep their inclusivity.
                ///
                /// That of a tgeogpoint holds the arcs between instants; all longitudes where they meet the antimeridian or a pole.
                /// Source: MobilityDB `stbox`.
                stbox(trip: $Type) -> Stbox = |trip: TPointRef<'_>| of_trip(&trip), aliases: ["tspatial_to_stbox"],
                    sql: "{0}.box", nullable: false, throws: false, cost: Field, meos: ["tspatial_to_stbox"],
                    example: {concat!("Xmax(stbox(", $type, "('[POINT(0 0)@2026-01-01, POINT(3 4)@2026-01-02]'))) -> 3")};
            }
        }
    };
}
of_points!(tgeompoint, Tgeompoint, "tgeompoint");
of_points!(tgeogpoint, Tgeogpoint, "tgeogpoint");

functions! {
    /// The bounds of the geometry; NULL where it is empty.
    ///
    /// Those of a geography hold its arcs. Source: MobilityDB `stbox`.
    stbox(geom: Geometry) -> Stbox = |geom: &Geometry| of_geometry(geom), throws: false, meos: ["geo_to_stbox"],
        example: "Xmax(stbox(geomFromText('LINESTRING(0 0,3 4)'))) -> 3";

    /// The bounds of the geometry at a time; NULL where it is empty.
    stbox(geom: Geometry, t: Timestamptz) -> Stbox =
        |geom: &Geometry, t: Timestamptz| during(of_geometry(geom), Span::of_value(t.0)), throws: false,
        meos: ["geo_timestamptz_to_stbox"],
        example: "Tmax(stbox(geomFromText('POINT(1 2)'), TIMESTAMP '2026-01-01 00:00:00')) -> 2026-01-01 00:00:00";

    /// The bounds of the geometry during a span of time; NULL where it is empty.
    stbox(geom: Geometry, span: Tstzspan) -> Stbox =
        |geom: &Geometry, span: TstzSpan| during(of_geometry(geom), span), throws: false,
        meos: ["geo_tstzspan_to_stbox"],
        example: "hasT(stbox(geomFromText('POINT(1 2)'), \
                  span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> true";

    /// The box over one time. Source: MobilityDB `stbox`.
    stbox(t: Timestamptz) -> Stbox = |t: Timestamptz| time_box(Span::of_value(t.0)), aliases: ["stboxT"],
        nullable: false, throws: false, cost: Constant, meos: ["timestamptz_to_stbox"],
        example: "Tmin(stboxT(TIMESTAMP '2026-01-02 00:00:00')) -> 2026-01-02 00:00:00";

    /// The box over a span of time. Source: MobilityDB `stbox`.
    stbox(span: Tstzspan) -> Stbox = time_box, aliases: ["stboxT"], nullable: false, throws: false, cost: Constant,
        meos: ["tstzspan_to_stbox"],
        example: "Tmax(stboxT(span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> \
                  2026-01-02 00:00:00";

    /// The box from the first to the last time of a set; NULL where it is empty.
    stbox(times: Tstzset) -> Stbox = |times: &Tstzset| of_times(times), throws: false, meos: ["tstzset_to_stbox"],
        example: "Tmax(stbox(array(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> \
                  2026-01-02 00:00:00";

    /// The box over all spans of a set, gaps included; NULL where it is empty.
    stbox(spans: Tstzspanset) -> Stbox = |spans: &[TstzSpan]| of_spans(spans), throws: false,
        meos: ["tstzspanset_to_stbox"],
        example: "Tmax(stbox(array(span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00')))) -> \
                  2026-01-02 00:00:00";

    /// A box over x and y. Bounds that are the wrong way round are exchanged.
    ///
    /// Coordinates that are not finite and an `srid` outside of 0 to 999999 are errors.
    stboxX(xmin: Double, ymin: Double, xmax: Double, ymax: Double, srid: Int = "0") -> Stbox =
        |a, b, c, d, srid: i32| flat([a, b, c, d], srid, false), nullable: false, cost: Constant,
        example: "Xmax(stboxX(0, 1, 2, 3)) -> 2";

    /// A box over x and y at a time; bounds as `stboxX`.
    stboxXT(xmin: Double, ymin: Double, xmax: Double, ymax: Double, t: Timestamptz, srid: Int = "0") -> Stbox =
        |a, b, c, d, t: Timestamptz, srid: i32| with_time(flat([a, b, c, d], srid, false), Span::of_value(t.0)),
        nullable: false, cost: Constant,
        example: "Tmin(stboxXT(0, 1, 2, 3, TIMESTAMP '2026-01-01 00:00:00')) -> 2026-01-01 00:00:00";

    /// A box over x and y during a span of time; bounds as `stboxX`.
    stboxXT(xmin: Double, ymin: Double, xmax: Double, ymax: Double, span: Tstzspan, srid: Int = "0") -> Stbox =
        |a, b, c, d, span: TstzSpan, srid: i32| with_time(flat([a, b, c, d], srid, false), span),
        nullable: false, cost: Constant,
        example: "Tmin(stboxXT(0, 1, 2, 3, span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> \
                  2026-01-01 00:00:00";

    /// A box over x, y and z; bounds as `stboxX`.
    stboxZ(xmin: Double, ymin: Double, zmin: Double, xmax: Double, ymax: Double, zmax: Double, srid: Int = "0")
        -> Stbox = |a, b, c, d, e, f, srid: i32| solid([a, b, c, d, e, f], srid, false), nullable: false,
        cost: Constant,
        example: "Zmax(stboxZ(0, 1, 2, 3, 4, 5)) -> 5";

    /// A box over x, y and z at a time; bounds as `stboxX`.
    stboxZT(xmin: Double, ymin: Double, zmin: Double, xmax: Double, ymax: Double, zmax: Double, t: Timestamptz,
            srid: Int = "0") -> Stbox =
        |a, b, c, d, e, f, t: Timestamptz, srid: i32|
            with_time(solid([a, b, c, d, e, f], srid, false), Span::of_value(t.0)), nullable: false, cost: Constant,
        example: "Tmin(stboxZT(0, 1, 2, 3, 4, 5, TIMESTAMP '2026-01-01 00:00:00')) -> 2026-01-01 00:00:00";

    /// A box over x, y and z during a span of time; bounds as `stboxX`.
    stboxZT(xmin: Double, ymin: Double, zmin: Double, xmax: Double, ymax: Double, zmax: Double, span: Tstzspan,
            srid: Int = "0") -> Stbox =
        |a, b, c, d, e, f, span: TstzSpan, srid: i32| with_time(solid([a, b, c, d, e, f], srid, false), span),
        nullable: false, cost: Constant,
        example: "Zmin(stboxZT(0, 1, 2, 3, 4, 5, \
                  span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> 2";

    /// A geodetic box over longitude and latitude in degrees.
    ///
    /// Longitudes beyond 180, latitudes beyond 90 and an SRID that is not geographic are errors.
    geodstboxX(xmin: Double, ymin: Double, xmax: Double, ymax: Double, srid: Int = "4326") -> Stbox =
        |a, b, c, d, srid: i32| flat([a, b, c, d], srid, true), nullable: false, cost: Constant,
        example: "isGeodetic(geodstboxX(0, 1, 2, 3)) -> true";

    /// A geodetic box over longitude and latitude during a span of time; errors as `geodstboxX`.
    geodstboxXT(xmin: Double, ymin: Double, xmax: Double, ymax: Double, span: Tstzspan, srid: Int = "4326") -> Stbox =
        |a, b, c, d, span: TstzSpan, srid: i32| with_time(flat([a, b, c, d], srid, true), span),
        nullable: false, cost: Constant,
        example: "hasT(geodstboxXT(0, 1, 2, 3, \
                  span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> true";

    /// A geodetic box over longitude, latitude and height; errors as `geodstboxX`.
    geodstboxZ(xmin: Double, ymin: Double, zmin: Double, xmax: Double, ymax: Double, zmax: Double,
               srid: Int = "4326") -> Stbox =
        |a, b, c, d, e, f, srid: i32| solid([a, b, c, d, e, f], srid, true), nullable: false, cost: Constant,
        example: "Zmax(geodstboxZ(0, 1, 2, 3, 4, 5)) -> 5";

    /// A geodetic box over longitude, latitude and height during a span of time; errors as `geodstboxX`.
    geodstboxZT(xmin: Double, ymin: Double, zmin: Double, xmax: Double, ymax: Double, zmax: Double, span: Tstzspan,
                srid: Int = "4326") -> Stbox =
        |a, b, c, d, e, f, span: TstzSpan, srid: i32| with_time(solid([a, b, c, d, e, f], srid, true), span),
        nullable: false, cost: Constant,
        example: "hasZ(geodstboxZT(0, 1, 2, 3, 4, 5, \
                  span(TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-02 00:00:00'))) -> true";
}

fn during(stbox: Option<STBox>, span: TstzSpan) -> Option<STBox> {
    stbox.map(|stbox| STBox { time: Some(span), ..stbox })
}

fn with_time(stbox: Result<STBox>, span: TstzSpan) -> Result<STBox> {
    stbox.map(|stbox| STBox { time: Some(span), ..stbox })
}

fn flat([xmin, ymin, xmax, ymax]: [f64; 4], srid: i32, geodetic: bool) -> Result<STBox> {
    space_box(Point::xy(xmin, ymin), Point::xy(xmax, ymax), false, srid, geodetic)
}

fn solid([xmin, ymin, zmin, xmax, ymax, zmax]: [f64; 6], srid: i32, geodetic: bool) -> Result<STBox> {
    space_box(Point::xyz(xmin, ymin, zmin), Point::xyz(xmax, ymax, zmax), true, srid, geodetic)
}

fn of_times(times: &Tstzset) -> Option<STBox> {
    let (first, last) = (times.0.first()?, times.0.last()?);
    Some(time_box(Span { lower: *first, upper: *last, lower_inc: true, upper_inc: true }))
}

fn of_spans(spans: &[TstzSpan]) -> Option<STBox> {
    let (first, last) = (spans.first()?, spans.last()?);
    Some(time_box(Span { upper: last.upper, upper_inc: last.upper_inc, ..*first }))
}
