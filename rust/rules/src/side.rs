//! One side of a join as facts: its plan, and which calls in it run again with every reading of the side.
//!
//! Flat form: three numbers a node in preorder (place of the node above, cost class, flags), and five estimates.

use crate::materialize_nested_loop_sides::RULE;
use crate::{Error, Result};

/// A number that is not known, in flat facts.
pub const UNKNOWN: i64 = -1;
/// Flag of a node: an exchange or a cache lies between it and the node above.
pub const EXCHANGED: i32 = 1;

/// One node of the plan of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Place of the node above, less than the node's own; `None` for the top, which comes first.
    pub parent: Option<usize>,
    /// Cost class of the dearest function that the node itself calls; 0 if it calls none.
    pub cost: u32,
    /// Whether its output is kept, by an exchange or a cache, before the node above reads it.
    pub exchanged: bool,
}

/// One side of a join.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its plan in preorder, n >= 1; what lies below a node whose output is kept may be left out.
    pub nodes: Vec<Node>,
    /// Estimate of its rows.
    pub rows: Option<u64>,
    /// Estimate of its bytes.
    pub bytes: Option<u64>,
    /// Number of its partitions, where that is certain before the plan runs.
    pub partitions: Option<u32>,
    /// Number of columns that are cheap to hash, deterministic and not constant.
    pub keys: u32,
    /// Whether it is a stream.
    pub streaming: bool,
}

impl Side {
    /// A side from its flat form.
    ///
    /// `nodes`: place of the node above (-1 for the top), cost class and flags ([`EXCHANGED`]) of each node.
    /// `estimates`: rows, bytes and partitions ([`UNKNOWN`] where not known), number of keys, 1 for a stream or 0.
    ///
    /// # Errors
    /// No node or a broken triple, a node above that does not come before, a number out of its range.
    pub fn from_flat(nodes: &[i32], estimates: &[i64]) -> Result<Side> {
        let (triples, rest) = nodes.as_chunks::<3>();
        if triples.is_empty() || !rest.is_empty() {
            return Err(fact("length of the list of nodes", 0, length(nodes.len()), "three numbers a node"));
        }
        let &[rows, bytes, partitions, keys, streaming] = estimates else {
            return Err(fact("length of the list of estimates", 0, length(estimates.len()), "5"));
        };
        Ok(Side {
            nodes: triples.iter().enumerate().map(|(i, &triple)| node(i, triple)).collect::<Result<_>>()?,
            rows: estimate("rows", 0, rows)?,
            bytes: estimate("bytes", 1, bytes)?,
            partitions: match estimate("partitions", 2, partitions)? {
                Some(n) => Some(u32::try_from(n).map_err(|_| fact("partitions", 2, partitions, "a count of 32 bits"))?),
                None => None,
            },
            keys: u32::try_from(keys).map_err(|_| fact("keys", 3, keys, "a count of 32 bits"))?,
            streaming: match streaming {
                0 => false,
                1 => true,
                _ => return Err(fact("streaming", 4, streaming, "0 or 1")),
            },
        })
    }

    /// Cost class of the dearest call that runs again with every reading of the side; 0 if there is none.
    pub fn repeated_cost(&self) -> u32 {
        let mut repeated = vec![false; self.nodes.len()];
        let mut dearest = 0;
        for (i, node) in self.nodes.iter().enumerate() {
            repeated[i] = !node.exchanged && node.parent.is_none_or(|above| repeated[above]);
            if repeated[i] {
                dearest = dearest.max(node.cost);
            }
        }
        dearest
    }
}

/// The error for a fact outside of what it can be.
pub(crate) fn fact(fact: &'static str, index: usize, found: i64, expected: &'static str) -> Error {
    Error::Fact { rule: RULE, fact, index, found, expected }
}

/// A length as an error shows it.
pub(crate) fn length(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

fn node(index: usize, [parent, cost, flags]: [i32; 3]) -> Result<Node> {
    let above = usize::try_from(parent).ok();
    let in_preorder = if index == 0 { parent == -1 } else { above.is_some_and(|p| p < index) };
    if !in_preorder {
        return Err(fact("node above", index, parent.into(), "-1 for the top, then a node before"));
    }
    if flags & !EXCHANGED != 0 {
        return Err(fact("flags", index, flags.into(), "0 or 1"));
    }
    let cost = u32::try_from(cost).map_err(|_| fact("cost class", index, cost.into(), "0 or more"))?;
    Ok(Node { parent: above, cost, exchanged: flags & EXCHANGED != 0 })
}

fn estimate(what: &'static str, index: usize, found: i64) -> Result<Option<u64>> {
    match found {
        UNKNOWN => Ok(None),
        _ => u64::try_from(found).map(Some).map_err(|_| fact(what, index, found, "0 or more, or -1")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use rstest::rstest;

    #[test]
    fn flat_facts_are_read() {
        let side = Side::from_flat(&[-1, 0, 0, 0, 4, EXCHANGED], &[320, UNKNOWN, 32, 2, 1]).unwrap();
        let top = Node { parent: None, cost: 0, exchanged: false };
        let below = Node { parent: Some(0), cost: 4, exchanged: true };
        let nodes = vec![top, below];
        assert_eq!(side, Side { nodes, rows: Some(320), bytes: None, partitions: Some(32), keys: 2, streaming: true });
    }

    #[rstest]
    #[case::a_node_above_itself(&[-1, 0, 0, 1, 0, 0], &[-1, -1, -1, 0, 0], "node above at 1 is 1, expected -1 for the top")]
    #[case::a_top_below(&[0, 0, 0], &[-1, -1, -1, 0, 0], "node above at 0 is 0")]
    #[case::two_tops(&[-1, 0, 0, -1, 0, 0], &[-1, -1, -1, 0, 0], "node above at 1 is -1")]
    #[case::no_node(&[], &[-1, -1, -1, 0, 0], "length of the list of nodes at 0 is 0")]
    #[case::half_a_node(&[-1, 0, 0, 0], &[-1, -1, -1, 0, 0], "length of the list of nodes at 0 is 4")]
    #[case::class(&[-1, -4, 0], &[-1, -1, -1, 0, 0], "cost class at 0 is -4")]
    #[case::flags(&[-1, 0, 2], &[-1, -1, -1, 0, 0], "flags at 0 is 2")]
    #[case::few_estimates(&[-1, 0, 0], &[0], "length of the list of estimates at 0 is 1, expected 5")]
    #[case::rows(&[-1, 0, 0], &[-2, 0, 0, 0, 0], "rows at 0 is -2, expected 0 or more, or -1")]
    #[case::partitions(&[-1, 0, 0], &[0, 0, 1 << 40, 0, 0], "partitions at 2 is 1099511627776")]
    #[case::keys(&[-1, 0, 0], &[0, 0, 0, -1, 0], "keys at 3 is -1")]
    #[case::streaming(&[-1, 0, 0], &[0, 0, 0, 0, 2], "streaming at 4 is 2, expected 0 or 1")]
    fn facts_that_cannot_be_are_errors(#[case] nodes: &[i32], #[case] estimates: &[i64], #[case] text: &str) {
        let error = Side::from_flat(nodes, estimates).unwrap_err().to_string();
        assert!(error.starts_with("materialize nested loop sides: ") && error.contains(text), "{error}");
    }

    #[test]
    fn a_call_is_repeated_unless_something_above_it_is_kept() {
        let side = |nodes: &[i32]| Side::from_flat(nodes, &[-1, -1, -1, 0, 0]).unwrap().repeated_cost();
        assert_eq!(side(&[-1, 0, 0, 0, 3, 0]), 3);
        assert_eq!(side(&[-1, 0, 0, 0, 3, 1]), 0);
        assert_eq!(side(&[-1, 0, 0, 0, 0, 1, 1, 3, 0]), 0);
        assert_eq!(side(&[-1, 1, 0, 0, 0, 1, 1, 3, 0]), 1);
        assert_eq!(side(&[-1, 0, 0, 0, 3, 1, 0, 2, 0]), 2);
    }
}
