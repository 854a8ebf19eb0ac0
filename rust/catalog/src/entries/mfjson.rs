//! MF-JSON of temporals in and out (MobilityDB, "Input and Output"; OGC 19-045r3).

use temporal::error::{Error, Result};
use temporal::mfjson::{
    Options, crs_name, format_tbool, format_tfloat, format_tint, format_tpoint, format_ttext, parse, parse_tpoint,
};
use temporal::point::{TPoint, TPointRef};
use temporal::temporal::View;
use temporal::text::max_digits;

use crate::functions;

/// The entries of one temporal type. `meos` are the ways of the C function `temporal_as_mfjson`, whose last argument names the
/// reference system where the SQL form writes that of the value.
macro_rules! mfjson {
    ($module:ident, $Type:ident, $type:literal, $view:ty, $from:ident, $read:expr, $write:expr, meos: [$($meos:literal),*], [$from_meos:literal],
     value: $value:literal, json: $json:literal) => {
        pub(super) mod $module {
            use super::*;

            functions! {
                #[doc = concat!("The ", $type, " in MF-JSON (OGC 19-045r3), as `asMFJSON` writes it.")]
                ///
                /// Members may come in any order, unknown ones are skipped, and the value comes back in normal form. Times without an
                /// offset are in the session time zone. The SRID is that of `crs`, if any. Text that is no JSON, or not MF-JSON of this
                /// type, is an error that names the place. Source: MobilityDB, `fromMFJSON`.
                $from(json: Text, zone: Text) -> $Type = $read, session_zone: true, nullable: false, meos: [$from_meos],
                    example: {concat!(stringify!($from), "('", $json, "') -> ", $value)};

                /// MF-JSON (OGC 19-045r3) of the value, times in UTC.
                ///
                /// `options`: a sum of 1 (write the bounds of value and time), 2 (the name of the reference system of a point, such as
                /// `EPSG:4326`) and 4 (its long name, such as `urn:ogc:def:crs:EPSG::4326`); there is no name where the SRID is 0. `flags`:
                /// 0, everything on one line. `digits`: the most decimals, 15 if left out. Other numbers are errors.
                /// Source: MobilityDB `asMFJSON`.
                asMFJSON(value: $Type, options: Int = "0", flags: Int = "0", digits: Int = "15") -> Text =
                    |value: $view, options: i32, flags: i32, digits: i32| $write(value, Wanted::new(options, flags, digits)?),
                    nullable: false, meos: [$($meos),*],
                    example: {concat!("asMFJSON(", $type, "('", $value, "')) -> ", $json)};
            }
        }
    };
}

mfjson!(tgeompoint, Tgeompoint, "tgeompoint", TPointRef<'_>, tgeompointFromMFJSON, planar, point,
    meos: ["temporal_as_mfjson(value, false, flags, digits, null)"], ["tgeompoint_from_mfjson"],
    value: "POINT(1 2)@2026-01-01 00:00:00+00",
    json: r#"{"type":"MovingPoint","coordinates":[[1,2]],"datetimes":["2026-01-01T00:00:00+00"],"interpolation":"None"}"#);
mfjson!(tgeogpoint, Tgeogpoint, "tgeogpoint", TPointRef<'_>, tgeogpointFromMFJSON, geodetic, point,
    meos: ["temporal_as_mfjson(value, false, flags, digits, null)",
        "temporal_as_mfjson(value, true, flags, digits, 'EPSG:4326', options=3)"], ["tgeogpoint_from_mfjson"],
    value: "SRID=4326;POINT(1 2)@2026-01-01 00:00:00+00",
    json: r#"{"type":"MovingPoint","coordinates":[[1,2]],"datetimes":["2026-01-01T00:00:00+00"],"interpolation":"None"}"#);
mfjson!(tfloat, Tfloat, "tfloat", View<'_, f64>, tfloatFromMFJSON, parse::<f64>, float,
    meos: ["temporal_as_mfjson(value, false, flags, digits, null)"], ["tfloat_from_mfjson"],
    value: "1.5@2026-01-01 00:00:00+00",
    json: r#"{"type":"MovingFloat","values":[1.5],"datetimes":["2026-01-01T00:00:00+00"],"interpolation":"None"}"#);
mfjson!(tint, Tint, "tint", View<'_, i32>, tintFromMFJSON, parse::<i32>, int,
    meos: ["temporal_as_mfjson(value, false, flags, digits, null)"], ["tint_from_mfjson"],
    value: "1@2026-01-01 00:00:00+00",
    json: r#"{"type":"MovingInteger","values":[1],"datetimes":["2026-01-01T00:00:00+00"],"interpolation":"None"}"#);
mfjson!(tbool, Tbool, "tbool", View<'_, bool>, tboolFromMFJSON, parse::<bool>, boolean,
    meos: ["temporal_as_mfjson(value, false, flags, digits, null)"], ["tbool_from_mfjson"],
    value: "t@2026-01-01 00:00:00+00",
    json: r#"{"type":"MovingBoolean","values":[true],"datetimes":["2026-01-01T00:00:00+00"],"interpolation":"None"}"#);
mfjson!(ttext, Ttext, "ttext", View<'_, String>, ttextFromMFJSON, parse::<String>, text,
    meos: ["temporal_as_mfjson(value, false, flags, digits, null)"], ["ttext_from_mfjson"],
    value: "\"a\"@2026-01-01 00:00:00+00",
    json: r#"{"type":"MovingText","values":["a"],"datetimes":["2026-01-01T00:00:00+00"],"interpolation":"None"}"#);

/// What is asked for besides the value.
#[derive(Clone, Copy)]
struct Wanted {
    digits: usize,
    bbox: bool,
    crs: bool,
    long: bool,
}

impl Wanted {
    fn new(options: i32, flags: i32, digits: i32) -> Result<Self> {
        if !(0..8).contains(&options) {
            let found = options.to_string();
            return Err(Error::Argument { argument: "options", expected: "a sum of 1, 2 and 4", found });
        }
        if flags != 0 {
            let found = flags.to_string();
            return Err(Error::Argument { argument: "flags", expected: "0, everything on one line", found });
        }
        let (bbox, long) = (options & 1 != 0, options & 4 != 0);
        Ok(Self { digits: max_digits(digits)?, bbox, crs: long || options & 2 != 0, long })
    }

    /// For a value without a reference system.
    fn plain(self) -> Options<'static> {
        Options { digits: self.digits, bbox: self.bbox, crs: None }
    }
}

fn planar(json: &str, zone: &str) -> Result<TPoint> {
    parse_tpoint(json, zone, false)
}

fn geodetic(json: &str, zone: &str) -> Result<TPoint> {
    parse_tpoint(json, zone, true)
}

fn point(value: TPointRef<'_>, wanted: Wanted) -> Result<String> {
    let name = crs_name(value.srid, wanted.long).filter(|_| wanted.crs);
    Ok(format_tpoint(&value, Options { crs: name.as_deref(), ..wanted.plain() }))
}

fn float(value: View<'_, f64>, wanted: Wanted) -> Result<String> {
    Ok(format_tfloat(value, wanted.plain()))
}

fn int(value: View<'_, i32>, wanted: Wanted) -> Result<String> {
    Ok(format_tint(value, wanted.plain()))
}

fn boolean(value: View<'_, bool>, wanted: Wanted) -> Result<String> {
    Ok(format_tbool(value, wanted.plain()))
}

fn text(value: View<'_, String>, wanted: Wanted) -> Result<String> {
    Ok(format_ttext(value, wanted.plain()))
}
