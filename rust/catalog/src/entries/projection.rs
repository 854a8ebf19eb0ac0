//! Reference systems: SRID, setSRID, transform (MobilityDB, "Spatial Reference System").

use temporal::boxes::STBox;
use temporal::geom::Geometry;
use temporal::point::TPointRef;
use temporal::projection::{
    set_srid, set_srid_geometry, set_srid_stbox, transform, transform_geometry, transform_stbox,
};

use crate::functions;

/// The entries of one type of moving point.
macro_rules! reference_system {
    ($module:ident, $Type:ident, $type:literal, $example:literal, $to:literal, $image:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The trip with its instants in another reference system; times and form are kept.
                ///
                /// Within 1 cm of PROJ without grid files. Served are EPSG 4326, 4258, 4269, 32601-32660, 32701-32760, 25828-25838, 3857,
                /// 3034, 3035, 2154 and 27700; another code, a position outside of the domain of a system, and a tgeogpoint to a
                /// projected system are errors. z is kept. Source: MobilityDB `transform`.
                transform(trip: $Type, srid: Int) -> $Type = |trip: TPointRef<'_>, srid: i32| transform(&trip, srid),
                    nullable: false, meos: ["tspatial_transform"],
                    example: {concat!("asEWKT(round(transform(", $type, "('", $example, "'), ", $to, "), 3)) -> ", $image)};

                /// The same trip said to be in another reference system: no coordinate changes.
                ///
                /// An SRID outside of 0 to 999999 is an error, and so is one for a tgeogpoint that is not geographic. Source: MobilityDB `setSRID`.
                setSRID(trip: $Type, srid: Int) -> $Type = |trip: TPointRef<'_>, srid: i32| set_srid(&trip, srid),
                    nullable: false, meos: ["tspatial_set_srid"],
                    example: {concat!("SRID(setSRID(", $type, "('", $example, "'), 4258)) -> 4258")};

                /// The code of the reference system; 0 is unknown. Source: MobilityDB `SRID`.
                SRID(trip: $Type) -> Int = |trip: TPointRef<'_>| trip.srid, sql: "{0}.box.srid",
                    nullable: false, throws: false, cost: Field, meos: ["tspatial_srid"],
                    example: {concat!("SRID(", $type, "('", $example, "')) -> 4326")};
            }
        }
    };
}

reference_system!(
    tgeompoint,
    Tgeompoint,
    "tgeompoint",
    "SRID=4326;POINT(9 55)@2026-01-01",
    "25832",
    "SRID=25832;POINT(500000 6094791.421)@2026-01-01 00:00:00+00"
);
reference_system!(
    tgeogpoint,
    Tgeogpoint,
    "tgeogpoint",
    "SRID=4326;POINT(9 55)@2026-01-01",
    "4258",
    "SRID=4258;POINT(9 55)@2026-01-01 00:00:00+00"
);

functions! {
    /// The geometry in another reference system: each vertex moved. Served systems and errors are those of the moving point.
    ///
    /// Source: MobilityDB and PostGIS `ST_Transform`.
    transform(geom: Geometry, srid: Int) -> Geometry = |geom: &Geometry, srid: i32| transform_geometry(geom, srid),
        nullable: false, meos: ["geo_transform"],
        example: "geomAsText(transform(geomFromText('POINT(0 0)', 4326), 3857)) -> POINT(0 0)";

    /// The same geometry said to be in another reference system: no coordinate changes.
    ///
    /// An SRID outside of 0 to 999999 is an error.
    setSRID(geom: Geometry, srid: Int) -> Geometry = |geom: &Geometry, srid: i32| set_srid_geometry(geom, srid),
        nullable: false, meos: ["geo_set_srid"],
        example: "SRID(setSRID(geomFromText('POINT(0 0)'), 4258)) -> 4258";

    /// The code of the geometry's reference system; 0 is unknown.
    SRID(geom: Geometry) -> Int = |geom: &Geometry| geom.srid, nullable: false, throws: false, cost: Constant,
        meos: ["geo_srid"],
        example: "SRID(geomFromText('POINT(0 0)', 4326)) -> 4326";

    /// The bounds of the box in another reference system; z and time are kept, a box without space comes back as it is.
    ///
    /// They hold the image of the whole box, not only of its corners. Served systems and errors are those of the moving point.
    transform(stbox: Stbox, srid: Int) -> Stbox = |stbox: STBox, srid: i32| transform_stbox(&stbox, srid),
        nullable: false, cost: Constant, meos: ["stbox_transform"],
        example: "round(Xmax(transform(stboxX(0, 0, 1, 1, 4326), 3857)), 3) -> 111319.491";

    /// The same box said to be in another reference system; a box without space comes back as it is.
    ///
    /// An SRID outside of 0 to 999999 is an error, and so is one for a geodetic box that is not geographic.
    setSRID(stbox: Stbox, srid: Int) -> Stbox = |stbox: STBox, srid: i32| set_srid_stbox(&stbox, srid),
        nullable: false, cost: Constant, meos: ["stbox_set_srid"],
        example: "SRID(setSRID(stboxX(0, 0, 1, 1), 4258)) -> 4258";
}
