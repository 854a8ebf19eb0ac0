//! Encodings in bytes: MEOS-WKB of temporals, boxes, spans and sets, EWKB of geometries (MobilityDB, "Input and Output").

use temporal::error::{Error, Result};
use temporal::point::{TPoint, TPointRef};
use temporal::wkb::hex::{from_hex, to_hex};
use temporal::wkb::{Endian, Form, Variant, temporal as wkb};

use crate::functions;

/// The entries of one temporal type. Kernels are named, so that the texts stand here once for all types.
macro_rules! temporal_wkb {
    ($module:ident, $Type:ident, $type:literal, $from_ewkb:ident, $from_hex:ident, $from_binary:ident, $from_hex_wkb:literal,
     $read:expr, $write:expr, $example:literal, $hex:literal) => {
        pub(super) mod $module {
            use super::*;

            functions! {
                #[doc = concat!("The ", $type, " in MEOS-WKB, any variant, either byte order.")]
                ///
                /// `bytes` are checked and taken as they are: never normalised again. Bytes that are not exactly one valid value
                /// of the type are an error that names the byte. Source: MobilityDB, `fromEWKB`.
                $from_ewkb(bytes: Binary) -> $Type = $read,
                    aliases: [stringify!($from_binary)], nullable: false, meos: ["temporal_from_wkb"],
                    example: {concat!(stringify!($from_ewkb), "(unhex('", $hex, "')) -> ", $example)};

                #[doc = concat!("The ", $type, " in hexadecimal MEOS-WKB, digits in either case.")]
                ///
                /// As the binary form, with the same errors.
                $from_hex(hex: Text) -> $Type = |hex: &str| from_hex($type, hex).and_then(|bytes| $read(&bytes)),
                    aliases: [$from_hex_wkb], nullable: false, meos: ["temporal_from_hexwkb"],
                    example: {concat!(stringify!($from_hex), "('", $hex, "') -> ", $example)};

                /// Extended MEOS-WKB with the SRID: variant 4.
                ///
                /// `endian`: `NDR` (little, the default) or `XDR` (big). The same value always gives the same bytes.
                asEWKB(value: $Type, endian: Text = "'NDR'") -> Binary =
                    |value, endian: &str| Ok::<_, Error>($write(value, extended(endian)?)), nullable: false,
                    example: {concat!("hex(asEWKB(", $type, "('", $example, "'))) -> ", $hex)};

                /// Extended MEOS-WKB with the SRID in upper-case hexadecimal digits.
                ///
                /// `endian`: `NDR` (little, the default) or `XDR` (big).
                asHexEWKB(value: $Type, endian: Text = "'NDR'") -> Text =
                    |value, endian: &str| Ok::<_, Error>(to_hex(&$write(value, extended(endian)?))), nullable: false,
                    example: {concat!("asHexEWKB(", $type, "('", $example, "')) -> ", $hex)};

                /// MEOS-WKB without the SRID: variant 0.
                ///
                /// `endian`: `NDR` (little, the default) or `XDR` (big).
                asBinary(value: $Type, endian: Text = "'NDR'") -> Binary =
                    |value, endian: &str| Ok::<_, Error>($write(value, plain(endian)?)), nullable: false,
                    example: {concat!("length(asBinary(", $type, "('", $example, "'))) > 0 -> true")};

                /// MEOS-WKB of a variant, in upper-case hexadecimal digits.
                ///
                /// `variant`: a sum of 1 (ISO), 4 (extended, with SRID) and 8 (NDR) or 16 (XDR); 0 is plain. Other bits are an error.
                asHexWKB(value: $Type, variant: Int = "0") -> Text =
                    |value, variant: i32| Ok::<_, Error>(to_hex(&$write(value, Variant::from_bits(variant)?))), nullable: false,
                    meos: ["temporal_as_hexwkb"],
                    example: {concat!("asHexWKB(", $type, "('", $example, "'), 4) -> ", $hex)};
            }
        }
    };
}

temporal_wkb!(
    tgeompoint,
    Tgeompoint,
    "tgeompoint",
    tgeompointFromEWKB,
    tgeompointFromHexEWKB,
    tgeompointFromBinary,
    "tgeompointFromHexWKB",
    planar,
    write_point,
    "SRID=4326;POINT(1 2)@2000-01-01 00:00:00+00",
    "012E0041E61000000101000020E6100000000000000000F03F00000000000000400000000000000000"
);
temporal_wkb!(
    tgeogpoint,
    Tgeogpoint,
    "tgeogpoint",
    tgeogpointFromEWKB,
    tgeogpointFromHexEWKB,
    tgeogpointFromBinary,
    "tgeogpointFromHexWKB",
    geodetic,
    write_point,
    "SRID=4326;POINT(1 2)@2000-01-01 00:00:00+00",
    "012F0061E61000000101000020E6100000000000000000F03F00000000000000400000000000000000"
);
temporal_wkb!(
    tfloat,
    Tfloat,
    "tfloat",
    tfloatFromEWKB,
    tfloatFromHexEWKB,
    tfloatFromBinary,
    "tfloatFromHexWKB",
    wkb::read::<f64>,
    wkb::write_as::<f64>,
    "1.5@2000-01-01 00:00:00+00",
    "01210001000000000000F83F0000000000000000"
);
temporal_wkb!(
    tint,
    Tint,
    "tint",
    tintFromEWKB,
    tintFromHexEWKB,
    tintFromBinary,
    "tintFromHexWKB",
    wkb::read::<i32>,
    wkb::write_as::<i32>,
    "[1@2000-01-01 00:00:00+00, 2@2000-01-02 00:00:00+00]",
    "0123000A0200000003010000000000000000000000020000000060D71D14000000"
);
temporal_wkb!(
    tbool,
    Tbool,
    "tbool",
    tboolFromEWKB,
    tboolFromHexEWKB,
    tboolFromBinary,
    "tboolFromHexWKB",
    wkb::read::<bool>,
    wkb::write_as::<bool>,
    "{t@2000-01-01 00:00:00+00, f@2000-01-02 00:00:00+00}",
    "011A00060200000003010000000000000000000060D71D14000000"
);
temporal_wkb!(
    ttext,
    Ttext,
    "ttext",
    ttextFromEWKB,
    ttextFromHexEWKB,
    ttextFromBinary,
    "ttextFromHexWKB",
    wkb::read::<String>,
    wkb::write_as::<String>,
    "\"héy\"@1999-12-31 00:00:00+00",
    "01290001040000000000000068C3A97900A028E2EBFFFFFF"
);

fn planar(bytes: &[u8]) -> Result<TPoint> {
    of_kind(bytes, false, "tgeompoint")
}

fn geodetic(bytes: &[u8]) -> Result<TPoint> {
    of_kind(bytes, true, "tgeogpoint")
}

fn of_kind(bytes: &[u8], geodetic: bool, what: &'static str) -> Result<TPoint> {
    let value = wkb::read_tpoint(bytes)?;
    if value.geodetic == geodetic {
        return Ok(value);
    }
    let found = if geodetic { "tgeompoint" } else { "tgeogpoint" };
    Err(Error::Wkb { what, offset: 1, expected: format!("the type code of {what}"), found: found.to_owned() })
}

fn write_point(value: TPointRef<'_>, variant: Variant) -> Vec<u8> {
    wkb::write_tpoint_as(&value, variant)
}

fn extended(endian: &str) -> Result<Variant> {
    Ok(Variant { form: Form::Extended, endian: Endian::from_name(endian)? })
}

fn plain(endian: &str) -> Result<Variant> {
    Ok(Variant { form: Form::Plain, endian: Endian::from_name(endian)? })
}
