//! The reference page: every function with its signatures, documentation and example, in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::entry::{Entry, Kind};
use crate::table::entries;
use crate::types::Type;

/// The page, functions in the order of their names, types first.
pub fn reference() -> String {
    let mut page = String::from(
        "# Functions\n\nGenerated from the table of functions. Names are resolved without regard to case. \
         Every function that can fail also has a `try_` form, which gives NULL instead of an error.\n\n## Types\n\n\
         | type | Spark type |\n|---|---|\n",
    );
    for ty in Type::ALL {
        let _ = writeln!(page, "| `{}` | `{}` |", ty.name(), ty.ddl());
    }
    let mut by_name: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in entries() {
        by_name.entry(entry.name.to_lowercase()).or_default().push(entry);
    }
    page.push_str("\n## Functions\n");
    for overloads in by_name.values() {
        let _ = write!(page, "\n### {}\n", overloads[0].name);
        for entry in overloads {
            section(&mut page, entry);
        }
    }
    page
}

fn section(page: &mut String, entry: &Entry) {
    let _ = write!(page, "\n`{}`", usage(entry));
    if !entry.aliases.is_empty() {
        let _ = write!(page, " (also `{}`)", entry.aliases.join("`, `"));
    }
    let _ = write!(page, "\n\n{}\n\n    {}\n", entry.doc_text(), entry.example);
}

/// `name(parameter type, ...) -> result` as documented: without the session's time zone, with defaults.
fn usage(entry: &Entry) -> String {
    let shown = entry.params.len() - usize::from(entry.session_zone);
    let params: Vec<String> = entry.params[..shown]
        .iter()
        .map(|p| match p.default {
            Some(default) => format!("{} {} = {default}", p.name, p.ty.name()),
            None => format!("{} {}", p.name, p.ty.name()),
        })
        .collect();
    let kind = if entry.kind == Kind::Scalar { "" } else { ", aggregate" };
    format!("{}({}) -> {}{kind}", entry.name, params.join(", "), entry.result.name())
}

#[cfg(test)]
mod tests {
    use super::{entries, reference};

    #[test]
    fn every_function_and_example_is_on_the_page() {
        let page = reference();
        for entry in entries() {
            assert!(page.contains(&format!("`{}(", entry.name)), "{}", entry.name);
            assert!(page.contains(entry.example), "{}", entry.example);
        }
    }
}
