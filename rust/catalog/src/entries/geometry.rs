//! Fixed geometries in and out, so that queries need no second library for them.

use temporal::error::{Error, Result};
use temporal::geom::{Geometry, check_system};
use temporal::text::geom::{format_geometry, format_geometry_ewkt, parse_geometry};
use temporal::text::max_digits;
use temporal::wkb::geom::{read_geometry, write_geometry_hex};

use crate::functions;

functions! {
    /// The geometry in WKT or EWKT, as EWKB.
    ///
    /// `srid`: of text that names none; 0 is unknown. Text that is not exactly one geometry, or with coordinates that are not
    /// finite, is an error that names the character. A literal in the place of a geometry is read the same way.
    geomFromText(text: Text, srid: Int = "0") -> Geometry = |t: &str, srid: i32| parse_geometry(t, known(srid)?),
        aliases: ["geomFromEWKT"], nullable: false,
        example: "geomAsText(geomFromText('POINT(1 2)')) -> POINT(1 2)";

    /// The geometry in WKB or EWKB, as EWKB little endian.
    ///
    /// `srid`: of bytes that carry none; 0 is unknown. Bytes that are not exactly one geometry are an error that names the byte.
    geomFromWKB(bytes: Binary, srid: Int = "0") -> Geometry = |b: &[u8], srid: i32| read_geometry(b, known(srid)?),
        aliases: ["geomFromEWKB"], nullable: false,
        example: "geomAsText(geomFromWKB(unhex('0101000000000000000000F03F0000000000000040'))) -> POINT(1 2)";

    /// WKT of the geometry, without the SRID.
    ///
    /// `digits`: the most decimals, 15 if left out; a negative number is an error.
    geomAsText(geom: Geometry, digits: Int = "15") -> Text =
        |g: &Geometry, digits: i32| Ok::<_, Error>(format_geometry(g, max_digits(digits)?)), nullable: false,
        example: "geomAsText(geomFromText('LINESTRING(0 0, 1.5 1)')) -> LINESTRING(0 0,1.5 1)";

    /// EWKT of the geometry: WKT with the SRID in front unless it is 0.
    ///
    /// `digits`: the most decimals, 15 if left out; a negative number is an error.
    geomAsEWKT(geom: Geometry, digits: Int = "15") -> Text =
        |g: &Geometry, digits: i32| Ok::<_, Error>(format_geometry_ewkt(g, max_digits(digits)?)), nullable: false,
        example: "geomAsEWKT(geomFromText('POINT(1 2)', 25832)) -> SRID=25832;POINT(1 2)";

    /// EWKB of the geometry in upper-case hexadecimal digits, little endian.
    geomAsHexEWKB(geom: Geometry) -> Text = write_geometry_hex, nullable: false, throws: false,
        example: "geomAsHexEWKB(geomFromText('POINT(1 2)')) -> 0101000000000000000000F03F0000000000000040";
}

fn known(srid: i32) -> Result<i32> {
    check_system("geometry", srid, false)?;
    Ok(srid)
}
