//! Encodings of boxes, spans and span sets in bytes (MobilityDB, "Input and Output").

use temporal::boxes::STBox;
use temporal::span::TstzSpan;
use temporal::wkb::boxes::{read_stbox, write_stbox};
use temporal::wkb::hex::{from_hex, to_hex};
use temporal::wkb::span::{read_span, read_span_set, write_span, write_span_set};

use crate::functions;

macro_rules! bounds_wkb {
    ($module:ident, $Type:ident, $type:literal, $from_binary:ident, $from_hex:ident, [$from_ewkb:literal, $from_hex_ewkb:literal], $read:expr, $write:expr, $example:literal, $hex:literal) => {
        pub(super) mod $module {
            use super::*;

            functions! {
                #[doc = concat!("The ", $type, " in MEOS-WKB, either byte order.")]
                ///
                /// Bytes that are not exactly one valid value of the type are an error that names the byte.
                $from_binary(bytes: Binary) -> $Type = $read, aliases: [$from_ewkb], nullable: false, cost: Constant,
                    example: {concat!(stringify!($from_binary), "(unhex('", $hex, "')) -> ", $example)};

                #[doc = concat!("The ", $type, " in hexadecimal MEOS-WKB, digits in either case.")]
                ///
                /// As the binary form, with the same errors.
                $from_hex(hex: Text) -> $Type = |hex: &str| from_hex($type, hex).and_then(|bytes| $read(&bytes)),
                    aliases: [$from_hex_ewkb], nullable: false, cost: Constant,
                    example: {concat!(stringify!($from_hex), "('", $hex, "') -> ", $example)};

                /// MEOS-WKB, little endian, with the SRID where there is one.
                asBinary(value: $Type) -> Binary = $write, aliases: ["asEWKB"], nullable: false, throws: false, cost: Constant,
                    example: {concat!("hex(asBinary(", $type, "('", $example, "'))) -> ", $hex)};

                /// MEOS-WKB in upper-case hexadecimal digits, little endian, with the SRID where there is one.
                asHexWKB(value: $Type) -> Text = |value| to_hex(&$write(value)),
                    aliases: ["asHexEWKB"], nullable: false, throws: false, cost: Constant,
                    example: {concat!("asHexWKB(", $type, "('", $example, "')) -> ", $hex)};
            }
        }
    };
}

bounds_wkb!(
    stbox,
    Stbox,
    "stbox",
    stboxFromBinary,
    stboxFromHexWKB,
    ["stboxFromEWKB", "stboxFromHexEWKB"],
    read_stbox,
    |value: STBox| write_stbox(&value),
    "SRID=25832;STBOX XT(((1,2),(3,4)),[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00))",
    "0143E864000027000100000000000000000060D71D14000000000000000000F03F000000000000084000000000000000400000000000001040"
);
bounds_wkb!(
    tstzspan,
    Tstzspan,
    "tstzspan",
    tstzspanFromBinary,
    tstzspanFromHexWKB,
    ["tstzspanFromEWKB", "tstzspanFromHexEWKB"],
    read_span::<i64>,
    |value: TstzSpan| write_span(&value),
    "[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00)",
    "0127000100000000000000000060D71D14000000"
);
bounds_wkb!(
    tstzspanset,
    Tstzspanset,
    "tstzspanset",
    tstzspansetFromBinary,
    tstzspansetFromHexWKB,
    ["tstzspansetFromEWKB", "tstzspansetFromHexEWKB"],
    read_span_set::<i64>,
    |value: &[TstzSpan]| write_span_set(value),
    "{[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00), [2000-01-03 00:00:00+00, 2000-01-04 00:00:00+00]}",
    "012800020000000100000000000000000060D71D140000000300C0AE3B28000000002086593C000000"
);
