//! Catalog entries by the name of the MEOS C function they answer like.

use std::collections::HashMap;

use catalog::{Entry, entries};

/// Where a C argument goes.
#[derive(Debug, Clone, PartialEq)]
pub enum Slot {
    /// To the parameter with this index.
    Param(usize),
    /// Nowhere: any value will do.
    Any,
    /// Nowhere: the entry answers for this value only.
    Constant(String),
}

/// An entry with the way of the C arguments to its parameters.
#[derive(Clone)]
pub struct Route {
    /// The entry.
    pub entry: &'static Entry,
    /// One a C argument; `None` where they go to the parameters in order.
    pub slots: Option<Vec<Slot>>,
}

/// Every route of the catalog by C function.
pub struct Routes(HashMap<String, Vec<Route>>);

impl Routes {
    /// Reads the `meos` names of every entry.
    pub fn of_catalog() -> Self {
        let mut routes: HashMap<String, Vec<Route>> = HashMap::new();
        for entry in entries() {
            for text in entry.meos {
                let (name, slots) = parse(entry, text);
                routes.entry(name).or_default().push(Route { entry, slots });
            }
        }
        Self(routes)
    }

    /// The entries that answer like the C function; none where it is not served.
    pub fn of(&self, function: &str) -> &[Route] {
        self.0.get(function).map_or(&[], Vec::as_slice)
    }
}

fn parse(entry: &'static Entry, text: &str) -> (String, Option<Vec<Slot>>) {
    let Some((name, list)) = text.split_once('(') else { return (text.to_owned(), None) };
    let slot = |word: &str| match word {
        "_" => Slot::Any,
        word if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => Slot::Constant(word.to_owned()),
        "true" | "false" | "null" => Slot::Constant(word.to_owned()),
        word => {
            let index = entry.params.iter().position(|p| p.name == word);
            Slot::Param(index.unwrap_or_else(|| panic!("{text}: {} has no parameter {word}", entry.signature())))
        }
    };
    (name.trim().to_owned(), Some(list.trim_end_matches(')').split(',').map(|word| slot(word.trim())).collect()))
}

#[cfg(test)]
mod tests {
    use super::{Slot, parse};

    #[test]
    fn argument_map_names_parameters_constants_and_what_is_left_out() {
        let entry = catalog::entries().find(|e| !e.params.is_empty());
        assert_eq!(
            entry.map(|e| parse(e, &format!("f(_, {}, true)", e.params[0].name))),
            entry.map(|_| ("f".to_owned(), Some(vec![Slot::Any, Slot::Param(0), Slot::Constant("true".to_owned())])))
        );
    }
}
