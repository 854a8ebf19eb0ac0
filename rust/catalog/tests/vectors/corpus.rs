//! The vectors' files: one JSON object a line, one file a family (`FORMAT.md` beside them).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// One case.
pub struct Vector {
    /// Unique name.
    pub id: String,
    /// The MEOS C function.
    pub function: String,
    /// Arguments in the C order.
    pub args: Vec<Json>,
    /// The answer; `None` where none is settled.
    pub expect: Option<Json>,
    /// Relative tolerance of numbers, absolute below 1.
    pub tolerance: f64,
    /// How far a time may lie from the expected one.
    pub time_tolerance_us: i64,
    /// Whether a geometry is compared as a point set.
    pub topological: bool,
}

/// The cases of one file.
pub struct Family {
    /// Name of the file without its ending.
    pub name: String,
    /// In the order of the file.
    pub vectors: Vec<Vector>,
}

/// The vectors that come with the sources.
pub fn own_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

/// Every family of the directory by name, with `deviations.jsonl` applied.
pub fn read(directory: &Path) -> Vec<Family> {
    let deviations: HashMap<String, Json> =
        lines(&directory.join("deviations.jsonl")).into_iter().map(|line| (text(&line, "id"), line)).collect();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap_or_else(|e| panic!("{}: {e}", directory.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .filter(|path| !path.ends_with("deviations.jsonl") && !path.ends_with("exceptions.jsonl"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no vectors in {}", directory.display());
    paths
        .iter()
        .map(|path| Family {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            vectors: lines(path).into_iter().map(|line| vector(line, &deviations)).collect(),
        })
        .collect()
}

/// The ids that may fail, with the reason.
pub fn exceptions() -> HashMap<String, String> {
    lines(&own_directory().join("exceptions.jsonl"))
        .iter()
        .map(|line| (text(line, "id"), text(line, "reason")))
        .collect()
}

fn lines(path: &Path) -> Vec<Json> {
    let Ok(content) = std::fs::read_to_string(path) else { return Vec::new() };
    let parse = |(number, line): (usize, &str)| {
        serde_json::from_str(line).unwrap_or_else(|e| panic!("{}:{}: {e}", path.display(), number + 1))
    };
    content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(parse).collect()
}

fn text(line: &Json, field: &str) -> String {
    line[field].as_str().unwrap_or_else(|| panic!("no {field} in {line}")).to_owned()
}

fn vector(mut line: Json, deviations: &HashMap<String, Json>) -> Vector {
    let id = text(&line, "id");
    let mut settled = true;
    if let Some(deviation) = deviations.get(&id) {
        settled = deviation["unspecified"] != Json::Bool(true);
        for field in ["expect", "tolerance"] {
            if let Some(ours) = deviation.get(field) {
                line[field] = ours.clone();
            }
        }
    }
    Vector {
        function: text(&line, "function"),
        args: line["args"].as_array().unwrap_or_else(|| panic!("no args in {id}")).clone(),
        expect: settled.then(|| line["expect"].clone()),
        tolerance: line["tolerance"].as_f64().unwrap_or(0.0),
        time_tolerance_us: line["time_tolerance_us"].as_i64().unwrap_or(0),
        topological: line["compare"] == "topological",
        id,
    }
}
