//! Finds the entries that answer a vector, and calls them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use catalog::{Entry, Type, Value};
use serde_json::Value as Json;

use crate::arguments::{Arguments, arguments};
use crate::compare::{Tolerance, agrees};
use crate::corpus::Vector;
use crate::meos::Routes;

/// What became of a vector.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    /// Every entry that answers the function agrees.
    Passed,
    /// An entry does not; which, and how.
    Failed(String),
    /// No entry answers, or no answer is settled.
    NotServed,
}

type Answer = Result<Value, String>;

/// Runs the vector through every entry that answers the function for these arguments.
pub fn run(vector: &Vector, routes: &Routes) -> Outcome {
    let Some(expect) = &vector.expect else { return Outcome::NotServed };
    let candidates = candidates(vector, expect, routes);
    if candidates.is_empty() {
        return Outcome::NotServed;
    }
    let tolerance =
        Tolerance { relative: vector.tolerance, time_us: vector.time_tolerance_us, topological: vector.topological };
    for (entry, prepared) in candidates {
        let answer = match prepared {
            Ok(values) => call(entry, &values),
            Err(reason) => Err(reason),
        };
        if let Err(reason) = agrees(&answer, expect, &tolerance) {
            return Outcome::Failed(format!("{}: {reason}", entry.signature()));
        }
    }
    Outcome::Passed
}

/// Our reading of a literal through the entry that answers `<kind>_in`; `None` where there is none.
pub fn parse_literal(kind: &str, literal: &str, routes: &Routes) -> Option<Answer> {
    let route = routes.of(&format!("{kind}_in")).first()?;
    let mut values = vec![Value::Text(literal.to_owned())];
    if route.entry.session_zone {
        values.push(Value::Text("UTC".to_owned()));
    }
    Some(call(route.entry, &values))
}

fn candidates(vector: &Vector, expect: &Json, routes: &Routes) -> Vec<(&'static Entry, Result<Vec<Value>, String>)> {
    let mut fitting = Vec::new();
    for route in routes.of(&vector.function) {
        match arguments(route, &vector.args, routes) {
            Arguments::Fit(values, widened) => fitting.push((widened, route.entry, Ok(values))),
            Arguments::Refused(reason) => fitting.push((0, route.entry, Err(reason))),
            Arguments::Misfit => {}
        }
    }
    let least = fitting.iter().map(|(widened, _, _)| *widened).min().unwrap_or(0);
    fitting.retain(|(widened, _, _)| *widened == least);
    // Readers of text and bytes are told apart by what they give, not by what they take.
    let told_apart = |entry: &Entry| entry.params.iter().any(|p| !matches!(p.ty, Type::Text | Type::Binary));
    fitting.retain(|(_, entry, _)| told_apart(entry) || may_give(entry.result, expect));
    fitting.into_iter().map(|(_, entry, prepared)| (entry, prepared)).collect()
}

/// Whether a result of this type can be the expected one, as far as its kind tells.
fn may_give(result: Type, expect: &Json) -> bool {
    match expect["type"].as_str() {
        Some("geo") => result == Type::Geometry,
        Some("tbox") => matches!(result, Type::TboxFloat | Type::TboxInt),
        Some(kind) if Type::ALL.iter().any(|ty| ty.name() == kind) => result.name() == kind,
        _ => true,
    }
}

/// The entry's answer as a session would get it; a panic is an error whose text says so.
pub fn call(entry: &Entry, values: &[Value]) -> Answer {
    if entry.strict && values.contains(&Value::Null) {
        return Ok(Value::Null);
    }
    let refs: Vec<&Value> = values.iter().collect();
    match catch_unwind(AssertUnwindSafe(|| (entry.kernel)(&refs))) {
        Ok(answer) => answer.map_err(|e| e.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            Err(format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")))
        }
    }
}
