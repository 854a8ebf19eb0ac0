//! The vectors made with MEOS, run through the catalog.
//!
//! The directory is the one in the environment variable MOBILITY_VECTORS, by default `tests/vectors`. Prints one line a
//! family, `<family>: P passed, F failed, S not served`, and writes what failed as JSON lines. A vector may fail only if
//! `tests/vectors/exceptions.jsonl` gives the reason.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod arguments;
mod call;
mod compare;
mod corpus;
mod facts;
mod geometries;
mod meos;
mod meos_wkb;
mod text;
mod wkt;

use std::collections::HashSet;
use std::path::PathBuf;

use call::Outcome;
use serde_json::json;

#[test]
fn vectors() {
    let other = std::env::var_os("MOBILITY_VECTORS").map(PathBuf::from);
    let directory = other.clone().unwrap_or_else(corpus::own_directory);
    let exceptions = corpus::exceptions();
    let mut needless: HashSet<&String> = exceptions.keys().collect();
    let routes = meos::Routes::of_catalog();
    let mut failures = Vec::new();
    let mut unexpected = Vec::new();
    for family in corpus::read(&directory) {
        let (mut passed, mut failed, mut not_served) = (0, 0, 0);
        for vector in &family.vectors {
            match call::run(vector, &routes) {
                Outcome::Passed => passed += 1,
                Outcome::NotServed => not_served += 1,
                Outcome::Failed(reason) => {
                    failed += 1;
                    let excepted = exceptions.get(&vector.id);
                    needless.remove(&vector.id);
                    if excepted.is_none() {
                        unexpected.push(format!("{} {} {reason}", vector.id, vector.function));
                    }
                    failures.push(
                        json!({"family": family.name, "id": vector.id, "function": vector.function, "reason": reason,
                            "excepted": excepted})
                        .to_string(),
                    );
                }
            }
        }
        println!("{}: {passed} passed, {failed} failed, {not_served} not served", family.name);
    }
    let report = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vectors-failed.jsonl");
    std::fs::write(&report, failures.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    println!("failed ones: {}", report.display());
    assert!(other.is_some() || needless.is_empty(), "exceptions that do not fail: {needless:?}");
    let shown: Vec<&str> = unexpected.iter().take(20).map(String::as_str).collect();
    assert!(unexpected.is_empty(), "{} vectors fail, among them\n{}", unexpected.len(), shown.join("\n"));
}
