//! MF-JSON against the vectors made with MEOS, and its errors.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use rstest::rstest;
use serde_json::Value as Json;
use temporal::Result;
use temporal::mfjson::*;
use temporal::text::temporal as text;
use temporal::wkb::Variant;
use temporal::wkb::hex::{from_hex, to_hex};
use temporal::wkb::temporal::{AnyTemporal, read_any, write_as, write_tpoint};

fn vectors(function: &str) -> Vec<Json> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/io.jsonl");
    let lines = std::fs::read_to_string(file).unwrap();
    let all = lines.lines().map(|l| serde_json::from_str::<Json>(l).unwrap());
    all.filter(|l| l["function"].as_str().unwrap().ends_with(function)).collect()
}

fn written(value: &AnyTemporal, options: Options<'_>) -> String {
    match value {
        AnyTemporal::Bool(v) => format_tbool(v.view(), options),
        AnyTemporal::Int(v) => format_tint(v.view(), options),
        AnyTemporal::Float(v) => format_tfloat(v.view(), options),
        AnyTemporal::Text(v) => format_ttext(v.view(), options),
        AnyTemporal::Point(v) => format_tpoint(&v.view(), options),
    }
}

fn read(kind: &str, json: &str) -> Result<AnyTemporal> {
    Ok(match kind {
        "tbool" => AnyTemporal::Bool(parse::<bool>(json, "UTC")?),
        "tint" => AnyTemporal::Int(parse::<i32>(json, "UTC")?),
        "tfloat" => AnyTemporal::Float(parse::<f64>(json, "UTC")?),
        "ttext" => AnyTemporal::Text(parse::<String>(json, "UTC")?),
        _ => AnyTemporal::Point(parse_tpoint(json, "UTC", kind == "tgeogpoint")?),
    })
}

#[test]
fn mfjson_is_written_as_meos_writes_it() {
    let vectors = vectors("temporal_as_mfjson");
    assert!(vectors.len() > 30);
    for line in vectors {
        let args = &line["args"];
        let value = read_any(&from_hex("value", args[0]["hexwkb"].as_str().unwrap()).unwrap()).unwrap();
        let digits = args[3]["value"].as_u64().unwrap() as usize;
        let bbox = args[1]["value"].as_bool().unwrap();
        let got = written(&value, Options { digits, bbox, crs: args[4]["text"].as_str() });
        assert_eq!(got, line["expect"].as_str().unwrap(), "{}", line["id"]);
        assert!(serde_json::from_str::<Json>(&got).is_ok());
    }
}

#[test]
fn mfjson_is_read_as_meos_reads_it() {
    let vectors = vectors("_from_mfjson");
    assert!(vectors.len() > 15);
    for line in vectors {
        let value = read(line["expect"]["type"].as_str().unwrap(), line["args"][0]["text"].as_str().unwrap()).unwrap();
        let bytes = match &value {
            AnyTemporal::Bool(v) => write_as(v.view(), Variant::CANONICAL),
            AnyTemporal::Int(v) => write_as(v.view(), Variant::CANONICAL),
            AnyTemporal::Float(v) => write_as(v.view(), Variant::CANONICAL),
            AnyTemporal::Text(v) => write_as(v.view(), Variant::CANONICAL),
            AnyTemporal::Point(v) => write_tpoint(&v.view()),
        };
        assert_eq!(to_hex(&bytes), line["expect"]["hexwkb"].as_str().unwrap(), "{}", line["id"]);
    }
}

#[rstest]
#[case("SRID=25832;{[POINT Z (1 2 3)@2000-01-01, POINT Z (4 5 6.125)@2000-01-02), [POINT Z (4 5 6)@2000-01-03]}")]
#[case("SRID=3857,Interp=Step;(POINT(1 2)@2000-01-01 00:00:00.000001, POINT(4 5)@2000-01-02]")]
#[case("{POINT(1 2)@0044-03-15 BC}")]
fn points_go_through_mfjson_unchanged(#[case] input: &str) {
    let value = text::parse_tpoint(input, "UTC", false).unwrap();
    for long in [false, true] {
        let crs = crs_name(value.srid, long);
        let json = format_tpoint(&value.view(), Options { digits: 15, bbox: true, crs: crs.as_deref() });
        assert_eq!(parse_tpoint(&json, "Asia/Tokyo", false).unwrap(), value, "{json}");
    }
}

#[test]
fn texts_go_through_mfjson_unchanged_but_for_an_escaped_quote() {
    let mut value = text::parse::<String>("x@2000-01-01", "UTC").unwrap();
    let options = Options { digits: 15, bbox: false, crs: None };
    for (written, read) in [("a\"b", "a\"b"), ("a\\b\\", "a\\b\\"), ("\n\u{1}é😀", "\n\u{1}é😀"), ("a\\\"b", "a\"b")]
    {
        value.values[0] = written.to_string();
        assert_eq!(parse::<String>(&format_ttext(value.view(), options), "UTC").unwrap().values, [read]);
    }
}

#[test]
fn members_come_in_any_order_and_unknown_ones_are_skipped() {
    let json = r#"{"interpolation":"Linear","extra":[{"a":null}],"datetimes":["2000-01-01","2000-01-02"],
        "coordinates":[[1,2],[3,4]],"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},
        "type":"MovingPoint"}"#;
    let value = parse_tpoint(json, "UTC", true).unwrap();
    assert_eq!((value.srid, value.track.times.len()), (4326, 2));
    assert!(value.view().track.lower_inc() && value.view().track.upper_inc());
}

#[rstest]
#[case(r#"{}"#, "\"type\"")]
#[case(r#"{"type":"MovingFloat"}"#, "expected MovingPoint, found \"MovingFloat\"")]
#[case(r#"{"type":"MovingPoint","interpolation":"Cubic"}"#, "\"interpolation\"")]
#[case(
    r#"{"type":"MovingPoint","interpolation":"None"}"#,
    "\"coordinates\" of MF-JSON: expected an array, found nothing"
)]
#[case(r#"{"type":"MovingPoint","interpolation":"None","coordinates":[[1,2]],"datetimes":[]}"#, "as many as values")]
#[case(r#"{"type":"MovingPoint","interpolation":"None","coordinates":[],"datetimes":[]}"#, "one time")]
#[case(r#"{"type":"MovingPoint","interpolation":"None","coordinates":[[1]],"datetimes":["2000-01-01"]}"#, "all alike")]
#[case(
    r#"{"type":"MovingPoint","interpolation":"None","coordinates":[[1,1e400]],"datetimes":["2000-01-01"]}"#,
    "all alike"
)]
#[case(r#"{"type":"MovingPoint","interpolation":"None","coordinates":[[1,2]],"datetimes":[5]}"#, "timestamps")]
#[case(r#"{"type":"MovingPoint","interpolation":"Linear","coordinates":[[1,2],[1,2,3]],"datetimes":["2000-01-01","2000-01-02"]}"#, "all alike")]
#[case(r#"{"type":"MovingPoint","interpolation":"Linear","coordinates":[[1,2],[1,2]],"datetimes":["2000-01-02","2000-01-01"]}"#, "ascending")]
#[case(r#"{"type":"MovingPoint","interpolation":"Linear","sequences":[]}"#, "no instants")]
#[case(r#"{"type":"MovingPoint","interpolation":"Linear","sequences":{}}"#, "an array")]
#[case(r#"{"type":"MovingPoint","crs":{"type":"Name","properties":{"name":"local"}}}"#, "EPSG code")]
#[case(r#"{"type":"MovingPoint""#, "character 21")]
fn bad_mfjson_is_refused(#[case] json: &str, #[case] message: &str) {
    let error = parse_tpoint(json, "UTC", false).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn cut_and_changed_mfjson_is_refused_or_a_valid_value() {
    let value = text::parse::<String>("{[\"a\\\"é\"@2000-01-01, b@2000-01-02], [c@2000-01-03]}", "UTC").unwrap();
    let json = format_ttext(value.view(), Options { digits: 15, bbox: true, crs: Some("EPSG:4326") });
    for (at, _) in json.char_indices() {
        assert!(parse::<String>(&json[..at], "UTC").is_err());
        for piece in ["\"", "\\", "{", "}", "[", "]", ",", ":", "\\u", "-", "null", "\0"] {
            let _ = parse::<String>(&format!("{}{piece}{}", &json[..at], &json[at..]), "UTC");
        }
    }
}
