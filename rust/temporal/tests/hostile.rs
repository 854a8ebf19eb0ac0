//! Bytes and text that are not what they should be: every reader answers with an error or with a valid value. It never
//! panics and never reserves more than the input can hold.
#![allow(clippy::unwrap_used)]

use temporal::text::{boxes as box_text, geom as geom_text, span as span_text, temporal as text};
use temporal::time::{format_interval, format_timestamp, parse_interval, parse_timestamp};
use temporal::validate::check_tpoint;
use temporal::wkb::hex::from_hex;
use temporal::wkb::{boxes, geom, span, temporal as wkb};

/// Valid values of every format: temporal values of each subtype, boxes, spans, sets, geometries.
const VALUES: [&str; 26] = [
    "01210001000000000000F83F0000000000000000",
    "0121000E0200000003000000000000F03F0000000000000000000000000000084000C0AE3B28000000",
    "0123000A0200000003010000000000000000000000020000000060D71D14000000",
    "011A00060200000003010000000000000000000060D71D14000000",
    "011A000B020000000200000003010000000000000000000060D71D1400000001000000030100C0AE3B28000000",
    "01290001040000000000000068C3A97900A028E2EBFFFFFF",
    "0129000A0200000003010000000000000041000000000000000001000000000000004200C0AE3B28000000",
    "012E0041E61000000101000020E6100000000000000000F03F00000000000000400000000000000000",
    "012E0001000000000000F03F00000000000000400000000000000000",
    "012F003101E903000000000000000025400000000000A04B4000000000000028400000000000000000",
    "00002F71000010E600A0000001000010E64025000000000000404BA0000000000040280000000000000000000000000000",
    "012E000E02000000030101000000000000000000F03F000000000000F03F00000000000000000101000000000000000000\
     004000000000000000400060D71D14000000",
    "012E000F0200000001000000030101000000000000000000F03F000000000000F03F000000000000000001000000030101\
     000000000000000000004000000000000000400060D71D14000000",
    "0143E864000027000100000000000000000060D71D14000000000000000000F03F00000000000008400000000000000040\
     0000000000001040",
    "0111000000000000F03F00000000000010400000000000000040000000000000144000000000000008400000000000001840",
    "010327000100000000000000000060D71D140000000D0001000000000000F83F0000000000000440",
    "01011300010100000003000000",
    "0127000300000000000000000060D71D14000000",
    "010D0003000000000000F03F0000000000000040",
    "012800020000000300000000000000000060D71D140000000300C0AE3B28000000002086593C000000",
    "012600010200000000000000000000000060D71D14000000",
    "01010000A0E6100000000000000000F03F00000000000000400000000000000840",
    "01030000000100000004000000000000000000000000000000000000000000000000000000000000000000F03F\
     000000000000F03F000000000000F03F00000000000000000000000000000000",
    "0104000000010000000101000000000000000000F03F0000000000000040",
    "01060000000100000001030000000100000004000000000000000000000000000000000000000000000000000000\
     000000000000F03F000000000000F03F000000000000F03F00000000000000000000000000000000",
    "010700000002000000010700000000000000010300000000000000",
];

const TEXTS: [&str; 14] = [
    "SRID=25832,Interp=Step;{[POINT Z (1 1 -2.5e3)@2000-01-01 00:00:00.5+00, POINT Z (1 1 -2500)@2000-01-02T10:00Z)}",
    "{Point(1 1)@2000-01-01, Point(2 2)@\"2000-01-02 Europe/Brussels\"}",
    "0101000000000000000000F03F000000000000F03F@20000101T120000Z",
    "[1.5@0044-03-15 BC, 2@2000-01-02, 3e0@2000-01-03)",
    "{[t@2000-01-01, f@2000-01-02],[true@2000-01-03 24:00:00]}",
    "\"quote \\\" inside, @[]{}\"@1999-12-31 23:59:59.9999999",
    "SRID=25832;STBOX ZT(((1,2,3),(4,5,6)),[2000-01-01,2000-01-02))",
    "TBOXINT XT([1, 3),(2000-01-01,2000-01-02])",
    "{[2000-01-01, 2000-01-02], (2000-01-03, 2000-01-04]}",
    "{3, 1.5, 3}",
    "SRID=4326;GEOMETRYCOLLECTION(MULTIPOINT((1 1),2 2),POLYGON((0 0,1 0,1 1,0 0)),POINT EMPTY,MULTIPOLYGON(EMPTY))",
    "-1 day 02:03:04.5 ago",
    "P1DT2H3M4.5S",
    "héllo@2000-01-01",
];

/// Pseudo-random numbers (Knuth's MMIX generator): the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// Gives `bytes` to every reader of bytes. What is accepted must survive being written and read.
/// Returns which readers accept.
fn read_bytes(bytes: &[u8]) -> Vec<&'static str> {
    let mut accepted = Vec::new();
    if let Ok(value) = wkb::read_any(bytes) {
        accepted.push("temporal");
        match value {
            wkb::AnyTemporal::Bool(v) => assert_eq!(wkb::read::<bool>(&wkb::write(v.view())), Ok(v)),
            wkb::AnyTemporal::Int(v) => assert_eq!(wkb::read::<i32>(&wkb::write(v.view())), Ok(v)),
            wkb::AnyTemporal::Float(v) => assert_eq!(wkb::read::<f64>(&wkb::write(v.view())), Ok(v)),
            wkb::AnyTemporal::Text(v) => assert_eq!(wkb::read::<String>(&wkb::write(v.view())), Ok(v)),
            wkb::AnyTemporal::Point(v) => {
                check_tpoint(v.view()).unwrap();
                assert_eq!(wkb::read_tpoint(&wkb::write_tpoint(&v.view())), Ok(v));
            }
        }
    }
    macro_rules! survives {
        ($($read:expr, $write:expr;)*) => {$(
            if let Ok(value) = $read(bytes) {
                accepted.push(stringify!($read));
                assert_eq!($read(&$write(&value)), Ok(value));
            }
        )*};
    }
    survives! {
        boxes::read_stbox, boxes::write_stbox;
        boxes::read_tbox, boxes::write_tbox;
        span::read_span::<i64>, span::write_span;
        span::read_span::<f64>, span::write_span;
        span::read_span::<i32>, span::write_span;
        span::read_span_set::<i64>, span::write_span_set;
        span::read_set::<i64>, span::write_set;
        span::read_set::<String>, span::write_set;
        |b: &[u8]| geom::read_geometry(b, 0), geom::write_geometry;
    }
    accepted
}

/// Gives `input` to every reader of text. What is accepted must survive being written and read.
fn read_text(input: &str) -> usize {
    let mut accepted = 0;
    macro_rules! survives {
        ($($parse:expr, $format:expr;)*) => {$(
            if let Ok(value) = $parse(input) {
                accepted += 1;
                let written = $format(&value);
                let read = $parse(&written);
                assert_eq!(read.as_ref().map($format), Ok(written), "{input:?} as {value:?}");
            }
        )*};
    }
    const ALL: usize = 400;
    survives! {
        |t: &str| text::parse::<bool>(t, "UTC"), |v: &_| text::format(temporal::temporal::Temporal::view(v), ALL);
        |t: &str| text::parse::<i32>(t, "UTC"), |v: &_| text::format(temporal::temporal::Temporal::view(v), ALL);
        |t: &str| text::parse::<f64>(t, "UTC"), |v: &_| text::format(temporal::temporal::Temporal::view(v), ALL);
        |t: &str| text::parse::<String>(t, "UTC"), |v: &_| text::format(temporal::temporal::Temporal::view(v), ALL);
        |t: &str| text::parse_tpoint(t, "UTC", false),
            |v: &temporal::point::TPoint| text::format_tpoint(&v.view(), ALL);
        |t: &str| text::parse_tpoint(t, "UTC", true),
            |v: &temporal::point::TPoint| text::format_tpoint(&v.view(), ALL);
        |t: &str| box_text::parse_stbox(t, "UTC"), |v: &_| box_text::format_stbox(v, ALL);
        |t: &str| box_text::parse_tbox(t, "UTC"), |v: &_| box_text::format_tbox(v, ALL);
        |t: &str| span_text::parse_span_set::<i64>(t, "UTC"), |v: &Vec<_>| span_text::format_span_set(v, ALL);
        |t: &str| span_text::parse_set::<f64>(t, "UTC"), |v: &Vec<_>| span_text::format_set(v, ALL);
        |t: &str| geom_text::parse_geometry(t, 0), |v: &_| geom_text::format_geometry(v, ALL);
        |t: &str| parse_timestamp(t, "Europe/Brussels"), |v: &i64| format_timestamp(*v);
        parse_interval, |v: &i64| format_interval(*v);
    }
    accepted
}

fn values() -> Vec<Vec<u8>> {
    VALUES.iter().map(|v| from_hex("value", &v.replace(' ', "")).unwrap()).collect()
}

#[test]
fn valid_values_are_accepted() {
    values().iter().zip(VALUES).for_each(|(bytes, hex)| assert!(!read_bytes(bytes).is_empty(), "{hex}"));
    TEXTS.iter().for_each(|t| assert!(read_text(t) > 0, "{t}"));
}

#[test]
fn cut_and_lengthened_bytes_are_refused() {
    for bytes in values() {
        let readers = read_bytes(&bytes);
        let longer = [&bytes[..], &[0]].concat();
        for changed in (0..bytes.len()).map(|length| &bytes[..length]).chain([&longer[..]]) {
            // Boxes have no type code: the start of something else may be one.
            assert!(read_bytes(changed).iter().all(|r| !readers.contains(r)), "{changed:?}");
        }
    }
}

#[test]
fn bytes_changed_at_any_place_are_refused_or_a_valid_value() {
    for bytes in values() {
        for at in 0..bytes.len() {
            for value in [0, 1, 2, 3, 0x7F, 0x80, 0xC0, 0xFF, bytes[at] ^ 1, bytes[at] ^ 0x10] {
                let mut changed = bytes.clone();
                changed[at] = value;
                read_bytes(&changed);
            }
        }
    }
}

#[test]
fn random_bytes_are_refused_or_a_valid_value() {
    let mut random = Random(7);
    for seed in 0..20_000 {
        let mut bytes: Vec<u8> = (0..64).map(|_| random.next(256) as u8).collect();
        // A plausible start lets every second one go deeper.
        if seed % 2 == 0 {
            let start = &values()[random.next(VALUES.len())];
            let kept = random.next(12).min(start.len());
            bytes[..kept].copy_from_slice(&start[..kept]);
        }
        read_bytes(&bytes);
    }
}

#[test]
fn spliced_values_are_refused_or_a_valid_value() {
    let (values, mut random) = (values(), Random(11));
    for _ in 0..20_000 {
        let (a, b) = (&values[random.next(values.len())], &values[random.next(values.len())]);
        let (head, tail) = (random.next(a.len()), random.next(b.len()));
        read_bytes(&[&a[..head], &b[tail..]].concat());
    }
}

/// Kilobytes of address space of this process at its peak.
#[cfg(target_os = "linux")]
fn peak_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|l| l.strip_prefix("VmPeak:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn huge_counts_reserve_nothing() {
    let before = peak_kb();
    for bytes in values() {
        for at in 0..bytes.len().saturating_sub(4) {
            for count in [u32::MAX, i32::MAX as u32, 0x0100_0000, 0x0000_0100] {
                for number in [count.to_le_bytes(), count.to_be_bytes()] {
                    let mut changed = bytes.clone();
                    changed[at..at + 4].copy_from_slice(&number);
                    read_bytes(&changed);
                }
            }
        }
    }
    // The least of these counts would ask for 400 MB.
    assert!(peak_kb() - before < 300_000, "{} kB", peak_kb() - before);
}

#[test]
fn changed_text_is_refused_or_a_valid_value() {
    const PIECES: [&str; 24] = [
        "", "(", ")", "[", "]", "{", "}", ",", ";", "@", "\"", "\\", " ", "é", "1e400", "-", ".", "NaN", "SRID=1;",
        "Z", "EMPTY", "+", ":", "\0",
    ];
    for input in TEXTS {
        let places: Vec<usize> = input.char_indices().map(|(i, _)| i).chain([input.len()]).collect();
        for window in places.windows(2) {
            read_text(&input[..window[0]]);
            for piece in PIECES {
                read_text(&format!("{}{piece}{}", &input[..window[0]], &input[window[0]..]));
                read_text(&format!("{}{piece}{}", &input[..window[0]], &input[window[1]..]));
            }
        }
    }
}

#[test]
fn spliced_texts_are_refused_or_a_valid_value() {
    let mut random = Random(13);
    for _ in 0..20_000 {
        let [a, b] = [(); 2].map(|()| TEXTS[random.next(TEXTS.len())].chars().collect::<Vec<_>>());
        let (head, tail) = (random.next(a.len()), random.next(b.len()));
        read_text(&a[..head].iter().chain(&b[tail..]).collect::<String>());
    }
}

#[test]
fn deep_input_is_an_error_and_no_stack_overflow() {
    for piece in ["GEOMETRYCOLLECTION(", "{", "[", "(", "\"", "SRID=1;", "Z", "1 day "] {
        read_text(&piece.repeat(200_000));
    }
    let nested = b"\x01\x07\0\0\0\x01\0\0\0".repeat(200_000);
    assert!(read_bytes(&nested).is_empty());
}
