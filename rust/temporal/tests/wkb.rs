//! MEOS-WKB of temporal values: what is read is written again as it was, and bytes that are something else are refused.
#![allow(clippy::unwrap_used)]

use rstest::rstest;
use temporal::point::Point;
use temporal::temporal::{Interp, Subtype};
use temporal::wkb::hex::{from_hex, to_hex};
use temporal::wkb::temporal::*;
use temporal::wkb::{Endian, Form, Variant};

const SEQUENCE: &str = "012E000E02000000030101000000000000000000F03F000000000000F03F0000000000000000\
    0101000000000000000000004000000000000000400060D71D14000000";
const SEQUENCE_SET: &str = "012E004F110F00000200000002000000030101000020110F0000000000000000F03F000000000000F03F\
    00000000000000000101000020110F0000000000000000004000000000000000400060D71D14000000\
    02000000030101000020110F000000000000000008400000000000000840002086593C000000\
    0101000020110F00000000000000000840000000000000084000805D7750000000";

fn rewritten(bytes: &[u8], variant: Variant) -> Vec<u8> {
    match read_any(bytes).unwrap() {
        AnyTemporal::Bool(v) => write_as(v.view(), variant),
        AnyTemporal::Int(v) => write_as(v.view(), variant),
        AnyTemporal::Float(v) => write_as(v.view(), variant),
        AnyTemporal::Text(v) => write_as(v.view(), variant),
        AnyTemporal::Point(v) => write_tpoint_as(&v.view(), variant),
    }
}

fn hex(text: &str) -> Vec<u8> {
    from_hex("value", &text.replace(' ', "")).unwrap()
}

#[rstest]
#[case("01210001000000000000F83F0000000000000000")]
#[case("0123000A0200000003010000000000000000000000020000000060D71D14000000")]
#[case("011A00060200000003010000000000000000000060D71D14000000")]
#[case("01290001040000000000000068C3A97900A028E2EBFFFFFF")]
#[case("012E0041E61000000101000020E6100000000000000000F03F00000000000000400000000000000000")]
#[case("012E00010101000000000000000000F03F00000000000000400000000000000000")]
#[case(
    "012F006EE610000002000000010101000020E610000000000000000029400000000000A04B4001C04C6167EB0200\
     0101000020E610000000000000008029400000000000C04B400064E03768EB0200"
)]
#[case("012E0051E864000001010000A0E864000000000040103E214100000020084557410000000000000840FFDF3C85BE420200")]
#[case(SEQUENCE)]
#[case(SEQUENCE_SET)]
fn canonical_bytes_are_written_as_they_were_read(#[case] text: &str) {
    let bytes = hex(text);
    assert_eq!(to_hex(&rewritten(&bytes, Variant::CANONICAL)), to_hex(&bytes));
    for endian in [Endian::Little, Endian::Big] {
        let other = rewritten(&bytes, Variant { form: Form::Extended, endian });
        assert_eq!(to_hex(&rewritten(&other, Variant::CANONICAL)), to_hex(&bytes));
    }
}

#[rstest]
#[case(0, "012F0031010100008000000000000025400000000000A04B4000000000000028400000000000000000")]
#[case(1, "012F003101E903000000000000000025400000000000A04B4000000000000028400000000000000000")]
#[case(2, "012F0031010100008000000000000025400000000000A04B4000000000000028400000000000000000")]
#[case(4, "012F0071E610000001010000A0E610000000000000000025400000000000A04B4000000000000028400000000000000000")]
#[case(5, "012F0071E610000001010000A0E610000000000000000025400000000000A04B4000000000000028400000000000000000")]
#[case(0x14, "00002F71000010E600A0000001000010E64025000000000000404BA0000000000040280000000000000000000000000000")]
fn variants_write_meos_bytes_and_are_read(#[case] bits: i32, #[case] text: &str) {
    let value = read_tpoint(&hex(text)).unwrap();
    assert_eq!((value.srid, value.has_z, value.track.values[0]), (4326, true, Point::xyz(10.5, 55.25, 12.0)));
    assert_eq!(to_hex(&write_tpoint_as(&value.view(), Variant::from_bits(bits).unwrap())), text);
}

/// The same bytes without the position headers: what MEOS 1.2 and before wrote.
fn bare(bytes: &[u8]) -> Vec<u8> {
    let header = [1, 1, 0, 0, 0x20, 0x11, 0x0F, 0, 0];
    let mut out = Vec::new();
    let mut rest = bytes;
    while let Some((first, tail)) = rest.split_first() {
        match rest.strip_prefix(&header) {
            Some(tail) => rest = tail,
            None => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    out
}

#[test]
fn older_form_with_bare_coordinates_is_told_apart_by_length() {
    let bytes = hex(SEQUENCE_SET);
    let older = bare(&bytes);
    assert_eq!(older.len() + 4 * 9, bytes.len());
    assert_eq!(read_tpoint(&older).unwrap(), read_tpoint(&bytes).unwrap());
    let instant = read_tpoint(&hex("012E0001 000000000000F03F 0000000000000040 0000000000000000")).unwrap();
    assert_eq!(instant.track.values, [Point::xy(1.0, 2.0)]);
    let with_z = read_tpoint(&hex("012E0011 000000000000F03F 0000000000000040 0000000000000840 0000000000000000"));
    assert_eq!(with_z.unwrap().track.values, [Point::xyz(1.0, 2.0, 3.0)]);
}

#[test]
fn positions_of_mixed_byte_orders_are_read_one_by_one() {
    let mixed =
        SEQUENCE.replace("010100000000000000000000400000000000000040", "000000000140000000000000004000000000000000");
    assert_eq!(read_tpoint(&hex(&mixed)).unwrap(), read_tpoint(&hex(SEQUENCE)).unwrap());
}

#[test]
fn reading_into_a_value_uses_its_room_again() {
    let mut value = read_tpoint(&hex(SEQUENCE_SET)).unwrap();
    let room = (value.track.times.capacity(), value.track.values.capacity(), value.track.times.as_ptr());
    read_tpoint_into(&mut value, &hex(SEQUENCE)).unwrap();
    assert_eq!(value, read_tpoint(&hex(SEQUENCE)).unwrap());
    assert_eq!(room, (value.track.times.capacity(), value.track.values.capacity(), value.track.times.as_ptr()));
}

#[test]
fn subtype_interpolation_and_bounds_come_from_the_flags() {
    let value = read::<i32>(&hex("0123000A02000000010100000000000000000000000100 00000060D71D14000000")).unwrap();
    assert_eq!((value.subtype, value.interp), (Subtype::Sequence, Interp::Step));
    assert_eq!((value.view().lower_inc(), value.view().upper_inc()), (true, false));
}

#[rstest]
#[case::span_bytes("0127000300000000000000000060D71D14000000", "type code 46 (tgeompoint) or 47 (tgeogpoint)")]
#[case::empty("", "byte 0")]
#[case::bad_order("022E0001", "byte order 0 or 1")]
#[case::subtype_0("012E0000", "flags")]
#[case::instant_with_interpolation("012E000D", "flags")]
#[case::discrete_set("012E0007", "flags")]
#[case::planar_geodetic("012E0021", "flags")]
#[case::geodetic_planar("012F0001", "flags")]
#[case::unknown_flag("012E0081", "flags")]
#[case::huge_count("012E000EFFFFFF7F03", "count of instants")]
#[case::huge_count_of_pieces("012E000FFFFFFF7F", "count of sequences")]
#[case::no_instants("012E000E0000000003", "no instants")]
#[case::no_pieces("012E000F00000000", "no instants")]
#[case::bad_bounds(
    "012E000E0100000004 0101000000000000000000F03F000000000000F03F0000000000000000",
    "bounds from 0 to 3"
)]
#[case::open_instant(
    "012E000E0100000001 0101000000000000000000F03F000000000000F03F0000000000000000",
    "include both bounds"
)]
#[case::infinite_coordinate("012E00010101000000000000000000F07F000000000000F03F0000000000000000", "NaN and infinite")]
#[case::infinite_time("012E00010101000000000000000000F03F000000000000F03FFFFFFFFFFFFFFF7F", "infinite timestamps")]
#[case::trailing("012E00010101000000000000000000F03F000000000000F03F000000000000000000", "tgeompoint at byte")]
#[case::flat_with_z("012E00110101000000000000000000F03F000000000000F03F0000000000000000", "a point with z")]
#[case::other_srid("012E0041E61000000101000020E8640000000000000000F03F00000000000000400000000000000000", "SRID 4326")]
#[case::negative_srid(
    "012E0041FFFFFFFF0101000020FFFFFFFF000000000000F03F00000000000000400000000000000000",
    "SRID from 0"
)]
#[case::latitude("012F0061E61000000101000020E6100000000000000000F03F0000000000C056400000000000000000", "out of range")]
#[case::not_geographic(
    "012F0061110F00000101000020110F0000000000000000F03F00000000000000400000000000000000",
    "not geographic"
)]
fn bytes_of_something_else_are_refused(#[case] text: &str, #[case] message: &str) {
    let error = read_tpoint(&hex(text)).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[rstest]
#[case::unordered("0123000A0200000003010000000060D71D14000000020000000000000000000000", "ascending")]
#[case::duplicate("0123000A0200000003010000000000000000000000020000000000000000000000", "ascending")]
#[case::open_step_end("0123000A0200000001010000000000000000000000020000000060D71D14000000", "repeat")]
#[case::linear("0123000E0200000003010000000000000000000000020000000060D71D14000000", "no linear")]
#[case::z("01230011010000000000000000000000", "flags")]
#[case::overlap(
    "0123000B 02000000 0200000003010000000000000000000000 020000000060D71D14000000 0100000003 010000000060D71D14000000",
    "ascending"
)]
fn integers_against_the_rules_are_refused(#[case] text: &str, #[case] message: &str) {
    let error = read::<i32>(&hex(text)).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn pieces_may_share_a_time_that_only_one_includes() {
    let text = "0123000B02000000 02000000 01 010000000000000000000000 010000000060D71D14000000 \
        01000000 03 020000000060D71D14000000";
    assert_eq!(read::<i32>(&hex(text)).unwrap().pieces.len(), 2);
}

#[rstest]
#[case::tbool("011A0001020000000000000000", "0 or 1")]
#[case::tfloat("01210001000000000000F87F0000000000000000", "finite")]
#[case::ttext_length("01290001FFFFFFFFFFFFFF7F0000000000000000", "length")]
#[case::ttext_utf8("012900010100000000000000FF0000000000000000", "UTF-8")]
#[case::ttext_nul("012900010100000000000000000000000000000000", "NUL")]
#[case::unknown("013300010000", "type code of a temporal value")]
fn values_against_their_type_are_refused(#[case] text: &str, #[case] message: &str) {
    let error = read_any(&hex(text)).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn variant_bits_that_contradict_are_refused() {
    assert!(Variant::from_bits(0x18).is_err());
    assert!(Variant::from_bits(64).is_err());
    assert!(Variant::from_bits(-1).is_err());
    assert_eq!(Variant::from_bits(6).unwrap(), Variant::CANONICAL);
    assert_eq!(Endian::from_name("xdr").unwrap(), Endian::Big);
    assert!(Endian::from_name("middle").is_err());
}
