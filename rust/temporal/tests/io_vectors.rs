//! The encodings against the vectors made with MEOS: values in them go through WKB and text unchanged, and what MEOS reads
//! and writes is read and written alike.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value as Json;
use temporal::Result;
use temporal::span::Span;
use temporal::text::{DEFAULT_DIGITS, boxes as box_text, geom as geom_text, span as span_text, temporal as text};
use temporal::wkb::hex::{from_hex, to_hex};
use temporal::wkb::temporal::AnyTemporal;
use temporal::wkb::{Variant, boxes, geom, span, temporal as wkb};

fn lines(file: &Path) -> Vec<Json> {
    std::fs::read_to_string(file).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

fn families() -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path());
    entries.filter(|p| p.extension().is_some_and(|e| e == "jsonl")).collect()
}

/// A value of any type that the vectors hold in WKB.
#[derive(Debug, PartialEq)]
enum Any {
    Temporal(AnyTemporal),
    STBox(temporal::boxes::STBox),
    TBox(temporal::boxes::TBox),
    Times(Span<i64>),
    Floats(Span<f64>),
    Ints(Span<i32>),
    TimeSpans(Vec<Span<i64>>),
    FloatSpans(Vec<Span<f64>>),
    TimeSet(Vec<i64>),
}

impl Any {
    fn from_wkb(kind: &str, bytes: &[u8]) -> Result<Self> {
        Ok(match kind {
            "stbox" => Self::STBox(boxes::read_stbox(bytes)?),
            "tbox" => Self::TBox(boxes::read_tbox(bytes)?),
            "tstzspan" => Self::Times(span::read_span(bytes)?),
            "floatspan" => Self::Floats(span::read_span(bytes)?),
            "intspan" => Self::Ints(span::read_span(bytes)?),
            "tstzspanset" => Self::TimeSpans(span::read_span_set(bytes)?),
            "floatspanset" => Self::FloatSpans(span::read_span_set(bytes)?),
            "tstzset" => Self::TimeSet(span::read_set(bytes)?),
            _ => Self::Temporal(wkb::read_any(bytes)?),
        })
    }

    fn from_text(kind: &str, input: &str) -> Result<Self> {
        Ok(match kind {
            "stbox" => Self::STBox(box_text::parse_stbox(input, "UTC")?),
            "tbox" => Self::TBox(box_text::parse_tbox(input, "UTC")?),
            "tstzspan" => Self::Times(span_text::parse_span::<i64>(input, "UTC")?),
            "floatspan" => Self::Floats(span_text::parse_span::<f64>(input, "UTC")?),
            "intspan" => Self::Ints(span_text::parse_span::<i32>(input, "UTC")?),
            "tstzspanset" => Self::TimeSpans(span_text::parse_span_set::<i64>(input, "UTC")?),
            "floatspanset" => Self::FloatSpans(span_text::parse_span_set(input, "UTC")?),
            "tstzset" => Self::TimeSet(span_text::parse_set::<i64>(input, "UTC")?),
            "tbool" => Self::Temporal(AnyTemporal::Bool(text::parse::<bool>(input, "UTC")?)),
            "tint" => Self::Temporal(AnyTemporal::Int(text::parse::<i32>(input, "UTC")?)),
            "tfloat" => Self::Temporal(AnyTemporal::Float(text::parse::<f64>(input, "UTC")?)),
            "ttext" => Self::Temporal(AnyTemporal::Text(text::parse::<String>(input, "UTC")?)),
            _ => Self::Temporal(AnyTemporal::Point(text::parse_tpoint(input, "UTC", kind == "tgeogpoint")?)),
        })
    }

    fn to_wkb(&self, variant: Variant) -> Vec<u8> {
        match self {
            Self::Temporal(AnyTemporal::Bool(v)) => wkb::write_as(v.view(), variant),
            Self::Temporal(AnyTemporal::Int(v)) => wkb::write_as(v.view(), variant),
            Self::Temporal(AnyTemporal::Float(v)) => wkb::write_as(v.view(), variant),
            Self::Temporal(AnyTemporal::Text(v)) => wkb::write_as(v.view(), variant),
            Self::Temporal(AnyTemporal::Point(v)) => wkb::write_tpoint_as(&v.view(), variant),
            Self::STBox(v) => boxes::write_stbox(v),
            Self::TBox(v) => boxes::write_tbox(v),
            Self::Times(v) => span::write_span(v),
            Self::Floats(v) => span::write_span(v),
            Self::Ints(v) => span::write_span(v),
            Self::TimeSpans(v) => span::write_span_set(v),
            Self::FloatSpans(v) => span::write_span_set(v),
            Self::TimeSet(v) => span::write_set(v),
        }
    }

    fn to_text(&self, digits: usize) -> String {
        match self {
            Self::Temporal(AnyTemporal::Bool(v)) => text::format(v.view(), digits),
            Self::Temporal(AnyTemporal::Int(v)) => text::format(v.view(), digits),
            Self::Temporal(AnyTemporal::Float(v)) => text::format(v.view(), digits),
            Self::Temporal(AnyTemporal::Text(v)) => text::format(v.view(), digits),
            Self::Temporal(AnyTemporal::Point(v)) => text::format_tpoint(&v.view(), digits),
            Self::STBox(v) => box_text::format_stbox(v, digits),
            Self::TBox(v) => box_text::format_tbox(v, digits),
            Self::Times(v) => span_text::format_span(v, digits),
            Self::Floats(v) => span_text::format_span(v, digits),
            Self::Ints(v) => span_text::format_span(v, digits),
            Self::TimeSpans(v) => span_text::format_span_set(v, digits),
            Self::FloatSpans(v) => span_text::format_span_set(v, digits),
            Self::TimeSet(v) => span_text::format_set(v, digits),
        }
    }
}

/// Calls `visit` with every object that has a type.
fn walk<'a>(json: &'a Json, visit: &mut impl FnMut(&'a Json)) {
    match json {
        Json::Object(fields) => {
            if fields.contains_key("type") {
                visit(json);
            }
            fields.values().for_each(|v| walk(v, visit));
        }
        Json::Array(items) => items.iter().for_each(|v| walk(v, visit)),
        _ => {}
    }
}

fn string<'a>(json: &'a Json, field: &str) -> Option<&'a str> {
    json[field].as_str()
}

/// MEOS lets numbers be NaN or infinite, and we do not (functions.md names it under its differences).
fn not_finite(json: &Json) -> bool {
    ["text", "wkt"].iter().filter_map(|f| string(json, f)).any(|t| {
        let t = t.to_ascii_lowercase();
        json["type"] == "tfloat" && (t.contains("inf") || t.contains("nan") || t.contains("1e400"))
    })
}

/// Answers of MEOS that no MEOS could read back: scaled to a microsecond, times coincide or run backwards; a box shrunk
/// beyond nothing has its bounds inverted.
const IMPOSSIBLE: [&str; 7] = [
    "box-d-01764",
    "transform-d-00158",
    "transform-d-00341",
    "transform-d-00488",
    "transform-d-00555",
    "transform-d-00588",
    "transform-d-00617",
];

/// A discrete sequence says nothing with its bounds; MEOS writes those that its constructor was given.
fn without_discrete_bounds(hex: &str) -> String {
    let at = if hex.get(6..8).is_some_and(|f| matches!(f, "46" | "56" | "66" | "76")) { 24 } else { 16 };
    let discrete = hex.starts_with("012") && matches!(hex.get(7..8), Some("6"));
    if discrete { format!("{}03{}", &hex[..at], &hex[at + 2..]) } else { hex.to_string() }
}

#[test]
fn every_value_is_written_as_it_was_read() {
    let (mut values, mut geometries, mut failures) = (0, 0, Vec::new());
    for file in families() {
        for line in lines(&file) {
            walk(&line, &mut |json| {
                let kind = string(json, "type").unwrap();
                if let Some(hex) = string(json, "hexwkb").filter(|_| !not_finite(json)) {
                    values += 1;
                    match Any::from_wkb(kind, &from_hex("value", hex).unwrap()) {
                        Ok(value) if to_hex(&value.to_wkb(Variant::CANONICAL)) == without_discrete_bounds(hex) => {}
                        Err(_) if IMPOSSIBLE.contains(&line["id"].as_str().unwrap()) => {}
                        other => failures.push(format!("{}: {hex}: {other:?}", line["id"])),
                    }
                }
                if let Some(hex) = string(json, "hexewkb") {
                    geometries += 1;
                    let geometry = geom::read_geometry(&from_hex("geometry", hex).unwrap(), 0).unwrap();
                    assert_eq!(geom::write_geometry_hex(&geometry), hex);
                    let text = string(json, "text").unwrap();
                    assert_eq!(geom_text::format_geometry_ewkt(&geometry, DEFAULT_DIGITS), text);
                }
            });
        }
    }
    assert!(failures.is_empty(), "{} of {values}:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
    assert!(values > 10_000 && geometries > 800, "{values}, {geometries}");
}

#[test]
fn answers_are_written_as_meos_writes_them() {
    let (mut count, mut failures) = (0, Vec::new());
    for file in families() {
        for line in lines(&file) {
            walk(&line["expect"], &mut |json| {
                let (Some(hex), Some(want)) = (string(json, "hexwkb"), string(json, "text")) else { return };
                // Answers that were computed for these two are not written by MEOS.
                let ours = line.get("oracle").is_some() || line.get("why").is_some();
                if ours || not_finite(json) {
                    return;
                }
                count += 1;
                match Any::from_wkb(string(json, "type").unwrap(), &from_hex("value", hex).unwrap()) {
                    Ok(value) if value.to_text(DEFAULT_DIGITS) == want => {}
                    Ok(value) => {
                        failures.push(format!("{}:\n  {}\n  {want}", line["id"], value.to_text(DEFAULT_DIGITS)))
                    }
                    Err(_) if IMPOSSIBLE.contains(&line["id"].as_str().unwrap()) => {}
                    Err(error) => failures.push(format!("{} {}: {want}\n   {error}", line["id"], line["function"])),
                }
            });
        }
    }
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
    assert!(count > 3_000, "{count}");
}

#[test]
fn arguments_are_read_as_meos_reads_them() {
    let deviations: BTreeSet<String> =
        lines(&folder().join("deviations.jsonl")).iter().map(|l| l["id"].as_str().unwrap().to_string()).collect();
    let (mut count, mut failures) = (0, Vec::new());
    for file in families() {
        for line in lines(&file).iter().filter(|l| !deviations.contains(l["id"].as_str().unwrap())) {
            walk(&line["args"], &mut |json| {
                let kind = string(json, "type").unwrap();
                if let Some(wkt) = string(json, "wkt") {
                    let geometry = geom_text::parse_geometry(wkt, 0).unwrap();
                    let text = geom_text::format_geometry_ewkt(&geometry, 17);
                    assert_eq!(geom_text::parse_geometry(&text, 0).unwrap(), geometry);
                    if kind == "geography" {
                        geometry.into_geography().unwrap();
                    }
                }
                let (Some(hex), Some(input)) = (string(json, "hexwkb"), string(json, "text")) else { return };
                if not_finite(json) {
                    return;
                }
                count += 1;
                let want = Any::from_wkb(kind, &from_hex("value", hex).unwrap()).unwrap();
                match Any::from_text(kind, input) {
                    Ok(got) if got == want => {}
                    Ok(got) if drifted(&bytes(hex), &got.to_wkb(Variant::CANONICAL)) => {}
                    Ok(got) => {
                        failures.push(format!("{}: {input}\n  {}\n  {}", line["id"], got.to_text(15), want.to_text(15)))
                    }
                    Err(error) => failures.push(format!("{}: {input}\n  {error}", line["id"])),
                }
            });
        }
    }
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
    assert!(count > 9_000, "{count}");
}

fn bytes(hex: &str) -> Vec<u8> {
    from_hex("value", hex).unwrap()
}

/// Whether MEOS dropped instants of a point that ours keeps: its tolerance is 1e-6 in degrees too, ours is 1e-11.
fn drifted(meos: &[u8], ours: &[u8]) -> bool {
    let (Ok(meos), Ok(ours)) = (wkb::read_tpoint(meos), wkb::read_tpoint(ours)) else { return false };
    let instants = |p: &temporal::point::TPoint| p.track.times.iter().copied().zip(p.track.values.clone()).collect();
    let (fewer, more): (Vec<_>, Vec<_>) = (instants(&meos), instants(&ours));
    ours.srid == 4326 && fewer.len() < more.len() && fewer.iter().all(|i| more.contains(i))
}

fn differs(line: &Json, deviations: &[Json]) -> Option<Json> {
    deviations.iter().find(|d| d["id"] == line["id"]).cloned()
}

#[test]
fn functions_of_input_and_output_answer_as_meos_does() {
    let deviations = lines(&folder().join("deviations.jsonl"));
    let (mut count, mut failures) = (0, Vec::new());
    for line in lines(&folder().join("io.jsonl")) {
        let deviation = differs(&line, &deviations).unwrap_or_default();
        if deviation["unspecified"] == true {
            continue;
        }
        let expect = if deviation["expect"].is_null() { &line["expect"] } else { &deviation["expect"] };
        let function = string(&line, "function").unwrap();
        let Some(got) = answer(function, &line["args"]) else { continue };
        count += 1;
        let want = match expect {
            Json::String(text) => Some(text.clone()),
            json if json["error"] == true => None,
            json => string(json, "hexwkb").map(str::to_string),
        };
        let both = got.as_ref().ok().zip(want.as_ref());
        let thinned = both.is_some_and(|(g, w)| function.ends_with("_in") && drifted(&bytes(w), &bytes(g)));
        if got.as_ref().ok() != want.as_ref() && !thinned {
            failures.push(format!("{} {function}: {}\n  {got:?}\n  {want:?}", line["id"], line["args"]));
        }
    }
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures[..failures.len().min(20)].join("\n"));
    assert!(count > 250, "{count}");
}

/// What a function of input or output answers; `None` for functions of another kind.
fn answer(function: &str, args: &Json) -> Option<Result<String>> {
    let first = &args[0];
    let number = args[1]["value"].as_i64().unwrap_or(0);
    let hex = |value: Any| to_hex(&value.to_wkb(Variant::CANONICAL));
    // The text as written decides whether there is a value at all; its bytes are MEOS's.
    let value = || -> Result<Any> {
        let kind = string(first, "type").unwrap();
        match string(first, "hexwkb") {
            Some(hex) => Any::from_wkb(kind, &from_hex("value", hex)?),
            None => Any::from_text(kind, string(first, "text").unwrap()),
        }
    };
    Some(match function {
        "temporal_as_hexwkb" => {
            value().and_then(|v| Ok(to_hex(&v.to_wkb(Variant::from_bits(i32::try_from(number).unwrap())?))))
        }
        "temporal_from_hexwkb" => from_hex("value", string(first, "text").unwrap())
            .and_then(|b| wkb::read_any(&b))
            .map(Any::Temporal)
            .map(hex),
        "tspatial_as_text" => value().map(|v| match v {
            Any::Temporal(AnyTemporal::Point(p)) => text::format_tpoint_wkt(&p.view(), number as usize),
            other => other.to_text(number as usize),
        }),
        "tspatial_as_ewkt" | "tfloat_out" | "stbox_out" => value().map(|v| v.to_text(number as usize)),
        "tint_out" | "tbool_out" => value().map(|v| v.to_text(0)),
        _ => {
            let kind = function.strip_suffix("_in")?;
            Any::from_text(kind, string(first, "text").unwrap()).map(hex)
        }
    })
}
