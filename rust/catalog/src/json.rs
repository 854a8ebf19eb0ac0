//! The table as JSON: what a caller on the other side of the door reads once.
//!
//! `{"version", "hash", "types": [{"name", "ddl"}], "entries": [{"id", "name", "aliases", "doc", "params": [{"name", "type",
//! "default"}], "result", "kind", "collected", "sql", "strict", "nullable", "throws", "session_zone", "cost", "implies",
//! "implies_argument", "example"}]}`. The place of an entry in `entries` is its index in calls; `hash` is FNV-1a-32 of
//! everything else, so equal hashes mean equal indices.

use serde_json::{Value, json};

use crate::entry::{Entry, Implies, Kind, fnv1a};
use crate::table::entries;
use crate::types::Type;

/// The table with its hash.
pub fn table_json() -> String {
    let mut table = table();
    table["hash"] = json!(hash_of(&table));
    let mut text = format!("{table:#}");
    text.push('\n');
    text
}

/// The hash that [`table_json`] carries.
pub fn table_hash() -> u32 {
    hash_of(&table())
}

fn table() -> Value {
    let types: Vec<Value> = Type::ALL.iter().map(|t| json!({ "name": t.name(), "ddl": t.ddl() })).collect();
    let entries: Vec<Value> = entries().map(entry_json).collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "types": types, "entries": entries })
}

fn hash_of(table: &Value) -> u32 {
    fnv1a(table.to_string().as_bytes())
}

fn entry_json(entry: &Entry) -> Value {
    let params: Vec<Value> =
        entry.params.iter().map(|p| json!({ "name": p.name, "type": p.ty.name(), "default": p.default })).collect();
    let (kind, collected) = match entry.kind {
        Kind::Scalar => ("scalar", 0),
        Kind::Aggregate(n) => ("aggregate", n),
    };
    let (implies, argument) = match entry.implies {
        Implies::Within(n) => ("within", Some(n)),
        Implies::Meets => ("meets", None),
        Implies::SameTime => ("sameTime", None),
        Implies::LowerBound => ("lowerBound", None),
        Implies::Nothing => ("nothing", None),
    };
    json!({
        "id": entry.id(),
        "name": entry.name,
        "aliases": entry.aliases,
        "doc": entry.doc_text(),
        "params": params,
        "result": entry.result.name(),
        "kind": kind,
        "collected": collected,
        "sql": entry.sql,
        "strict": entry.strict,
        "nullable": entry.nullable,
        "throws": entry.throws,
        "session_zone": entry.session_zone,
        "cost": format!("{:?}", entry.cost).to_lowercase(),
        "implies": implies,
        "implies_argument": argument,
        "example": entry.example,
    })
}

#[cfg(test)]
mod tests {
    use super::{Value, entries, table_hash, table_json};

    #[test]
    fn table_is_json_with_its_hash_and_every_entry() {
        let parsed: Value = serde_json::from_str(&table_json()).unwrap();
        assert_eq!(parsed["hash"], table_hash());
        assert_eq!(parsed["entries"].as_array().unwrap().len(), entries().count());
        assert_eq!(parsed["entries"][0]["name"], entries().next().unwrap().name);
    }
}
