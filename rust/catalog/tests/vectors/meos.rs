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
    /// Parameters that no C argument goes to, with the literal that they get: `options=3` in the map.
    pub fixed: Vec<(usize, &'static str)>,
}

/// Every route of the catalog by C function.
pub struct Routes(HashMap<String, Vec<Route>>);

impl Routes {
    /// Reads the `meos` names of every entry.
    pub fn of_catalog() -> Self {
        let mut routes: HashMap<String, Vec<Route>> = HashMap::new();
        for entry in entries() {
            for text in entry.meos {
                let (name, route) = parse(entry, text);
                routes.entry(name).or_default().push(route);
            }
        }
        Self(routes)
    }

    /// The entries that answer like the C function; none where it is not served.
    pub fn of(&self, function: &str) -> &[Route] {
        self.0.get(function).map_or(&[], Vec::as_slice)
    }
}

fn parse(entry: &'static Entry, text: &'static str) -> (String, Route) {
    let Some((name, list)) = text.split_once('(') else {
        return (text.to_owned(), Route { entry, slots: None, fixed: Vec::new() });
    };
    let param = |word: &str| {
        let index = entry.params.iter().position(|p| p.name == word);
        index.unwrap_or_else(|| panic!("{text}: {} has no parameter {word}", entry.signature()))
    };
    let slot = |word: &str| match word {
        "_" => Slot::Any,
        word if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => Slot::Constant(word.to_owned()),
        "true" | "false" | "null" => Slot::Constant(word.to_owned()),
        word if word.starts_with('\'') => Slot::Constant(word.trim_matches('\'').to_owned()),
        word => Slot::Param(param(word)),
    };
    let words = list.trim_end_matches(')').split(',').map(str::trim);
    let (mut slots, mut fixed) = (Vec::new(), Vec::new());
    for word in words {
        match word.split_once('=') {
            Some((name, literal)) => fixed.push((param(name), literal)),
            None => slots.push(slot(word)),
        }
    }
    (name.trim().to_owned(), Route { entry, slots: Some(slots), fixed })
}

#[cfg(test)]
mod tests {
    use super::{Slot, parse};

    #[test]
    fn argument_map_names_parameters_constants_what_is_left_out_and_what_is_fixed() {
        let entry = catalog::entries().find(|e| e.params.first().is_some_and(|p| p.name == "value")).unwrap();
        let (name, route) = parse(entry, "f(_, value, true, 'a:b', value=7)");
        let constant = |word: &str| Slot::Constant(word.to_owned());
        assert_eq!(name, "f");
        assert_eq!(route.slots, Some(vec![Slot::Any, Slot::Param(0), constant("true"), constant("a:b")]));
        assert_eq!(route.fixed, vec![(0, "7")]);
    }
}
