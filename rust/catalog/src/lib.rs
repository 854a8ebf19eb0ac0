//! The declarative table of functions: SQL name, documentation, argument and result types, kernel, planner facts.
//!
//! Everything else derives from it: registration in a session, DESCRIBE FUNCTION, the reference page and the tests. Knows
//! nothing of a JVM, of Java or of Spark's classes.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod entries;
mod entry;
mod error;
mod json;
mod reference;
mod table;
mod types;
mod value;

pub use entry::{Cost, Entry, Implies, Kernel, Kind, Param, fnv1a};
pub use error::{Error, condition};
pub use json::{table_hash, table_json};
pub use reference::reference;
pub use table::entries;
pub use types::{Record, Type};
pub use value::{FromValue, Interval, IntoValue, Times, Timestamptz, Tstzset, Value};

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::{Error, Type, Value, entries};

    #[test]
    fn function_ids_are_distinct() {
        let mut seen = HashMap::new();
        for entry in entries() {
            let previous = seen.insert(entry.id(), entry.signature());
            assert_eq!(previous, None, "id of {} is taken", entry.signature());
        }
    }

    #[test]
    fn type_names_and_shapes_are_distinct() {
        let names: HashSet<String> = Type::ALL.iter().map(Type::name).collect();
        assert_eq!(names.len(), Type::ALL.len());
    }

    #[test]
    fn a_null_that_reaches_a_kernel_is_never_an_argument_of_another_type() {
        for entry in entries().filter(|e| !e.strict) {
            let answer = (entry.kernel)(&vec![&Value::Null; entry.params.len()]);
            assert!(!matches!(answer, Err(Error::ArgumentType { .. })), "{}: {answer:?}", entry.signature());
        }
    }

    #[test]
    fn every_entry_is_documented_and_defaults_trail() {
        for entry in entries() {
            assert!(entry.doc.trim().len() > 10, "{} has no doc", entry.name);
            assert!(!entry.example.is_empty(), "{} has no example", entry.signature());
            let first = entry.params.iter().position(|p| p.default.is_some()).unwrap_or(entry.params.len());
            assert!(entry.params[first..].iter().all(|p| p.default.is_some()), "{}", entry.signature());
        }
    }
}
