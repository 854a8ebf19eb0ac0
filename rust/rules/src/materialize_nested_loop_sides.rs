//! A side that calls functions is computed once, not once for every partition of the other side.
//!
//! ```text
//! before   CartesianProduct near(l.trip, r.trip)      320 rows in 32 partitions a side: clip runs 320 * 32 times a side
//!          :- Project clip(trip) AS trip
//!          :  +- Scan
//!          +- Project clip(trip) AS trip
//!             +- Scan
//! after    CartesianProduct near(l.trip, r.trip)      clip runs 320 times a side
//!          :- Exchange hash(id), 3 partitions
//!          :  +- Project clip(trip) AS trip
//!          :     +- Scan
//!          +- Exchange hash(id), 3 partitions
//!             +- Project clip(trip) AS trip
//!                +- Scan
//! ```
//!
//! A product over pairs of partitions recomputes each side for every partition of the other one. An exchange on a side
//! ends that, since its output is read again instead. It goes on a side
//!
//! - of an inner or cross join without equality that will run as such a product (never where a side is broadcast),
//! - that calls a function which no exchange or cache separates from the join already, hence never twice,
//! - unless the other side is known to have one partition.
//!
//! The number of partitions comes from sizes, rows and the slots of the cluster: every pair of partitions is a task, so
//! few suffice. Rows are spread by a hash of cheap columns where there are several: one alone may have few values, which
//! would leave partitions empty and slots idle. Else they are dealt in turn, for which Spark sorts them first (measured: 10.2 s
//! against 4.9 s for 4 million rows of 110 bytes).

use crate::Result;
use crate::side::{Side, fact, length};

/// The rule's name in errors.
pub(crate) const RULE: &str = "materialize nested loop sides";

/// How a join is going to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planned {
    /// Each partition of one side against each of the other.
    PartitionProduct,
    /// Anything else: by equality, or with a side broadcast.
    Other,
}

/// What a join keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinKind {
    /// Inner or cross.
    Inner,
    /// Outer, semi, anti, existence.
    Other,
}

/// What is known of a join and of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// What the join keeps.
    pub kind: JoinKind,
    /// Number of equalities between the sides in its condition.
    pub equalities: u32,
    /// What the planner chose.
    pub planned: Planned,
    /// Left side.
    pub left: Side,
    /// Right side.
    pub right: Side,
    /// Tasks that can run at a time, >= 1.
    pub slots: u32,
    /// Partitions of an ordinary exchange of the session, >= 1: no side gets more.
    pub most_partitions: u32,
}

impl Facts {
    /// Facts from their flat form.
    ///
    /// `join`: 1 for inner or cross and 0 for others, number of equalities, 1 for a product of partitions and 0 for other
    /// strategies, slots, most partitions. Sides: see [`Side::from_flat`].
    ///
    /// # Errors
    /// A list of a wrong length, a number out of its range.
    pub fn from_flat(join: &[i32], left: Side, right: Side) -> Result<Facts> {
        let &[inner, equalities, product, slots, most_partitions] = join else {
            return Err(fact("length of the list of the join", 0, length(join.len()), "5"));
        };
        let flag = |what, index, found: i32| match found {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(fact(what, index, found.into(), "0 or 1")),
        };
        let count = |what, index, found: i32, least: u32, expected| {
            let count = u32::try_from(found).ok().filter(|&n| n >= least);
            count.ok_or_else(|| fact(what, index, found.into(), expected))
        };
        Ok(Facts {
            kind: if flag("inner", 0, inner)? { JoinKind::Inner } else { JoinKind::Other },
            equalities: count("equalities", 1, equalities, 0, "0 or more")?,
            planned: if flag("product", 2, product)? { Planned::PartitionProduct } else { Planned::Other },
            left,
            right,
            slots: count("slots", 3, slots, 1, "1 or more")?,
            most_partitions: count("most partitions", 4, most_partitions, 1, "1 or more")?,
        })
    }
}

/// What a user may tune.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Bytes that a partition of a side should not exceed.
    pub bytes_a_partition: u64,
    /// Tasks a slot: more than one, so that uneven tasks balance.
    pub tasks_a_slot: u32,
    /// Old partitions that become one where sizes are not known.
    pub merge: u32,
    /// Columns that it takes, >= 1, to spread rows by their hash.
    pub least_keys: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { bytes_a_partition: 64 << 20, tasks_a_slot: 4, merge: 8, least_keys: 2 }
    }
}

/// How rows are spread over partitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// By a hash of the cheap columns.
    Hash,
    /// In turn.
    RoundRobin,
}

/// An exchange to put on a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boundary {
    /// Number of its partitions, >= 1.
    pub partitions: u32,
    /// How rows are spread.
    pub spread: Spread,
}

/// Which sides get an exchange; at least one does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// For the left side.
    pub left: Option<Boundary>,
    /// For the right side.
    pub right: Option<Boundary>,
}

impl Decision {
    /// Partitions of the left side's exchange (0 for no exchange), 1 where rows are hashed and 0 in turn; the same for the
    /// right side.
    pub fn to_flat(&self) -> [i32; 4] {
        let flat = |side: Option<Boundary>| match side {
            Some(b) => (i32::try_from(b.partitions).unwrap_or(i32::MAX), i32::from(b.spread == Spread::Hash)),
            None => (0, 0),
        };
        let ((left, left_hash), (right, right_hash)) = (flat(self.left), flat(self.right));
        [left, left_hash, right, right_hash]
    }
}

/// Exchanges for the sides of a join; `None` if it should stay as it is.
pub fn decide(facts: &Facts, options: &Options) -> Option<Decision> {
    let product = facts.kind == JoinKind::Inner && facts.equalities == 0 && facts.planned == Planned::PartitionProduct;
    if !product || (facts.left.streaming && facts.right.streaming) {
        return None;
    }
    let (left, right) = (facts.left.repeated_cost() > 0, facts.right.repeated_cost() > 0);
    let single = |side: &Side| side.partitions == Some(1);
    // With an exchange on both sides each is read by as many partitions as the other one gets: both are needed.
    let both = left && right && !(single(&facts.left) && single(&facts.right));
    let left = both || (left && !single(&facts.right));
    let right = both || (right && !single(&facts.left));

    let tasks = u64::from(facts.slots.max(1)) * u64::from(options.tasks_a_slot.max(1));
    let limit = u64::from(facts.most_partitions.max(1));
    let even = tasks.isqrt() + u64::from(tasks.isqrt().pow(2) < tasks);
    let share = |other: Option<u32>| other.map_or(even, |n| tasks.div_ceil(u64::from(n.max(1))));
    let boundary = |side: &Side, wanted: u64| Boundary {
        partitions: partitions(side, wanted, limit, options),
        spread: if side.keys >= options.least_keys.max(1) { Spread::Hash } else { Spread::RoundRobin },
    };
    let on_left = left.then(|| boundary(&facts.left, if right { even } else { share(facts.right.partitions) }));
    let of_left = on_left.map(|b| b.partitions).or(facts.left.partitions);
    let on_right = right.then(|| boundary(&facts.right, share(of_left)));
    (left || right).then_some(Decision { left: on_left, right: on_right })
}

/// Partitions of a side: as many as wanted for tasks or needed for memory, no more than it has rows or the limit says.
fn partitions(side: &Side, wanted: u64, limit: u64, options: &Options) -> u32 {
    let for_memory = match (side.bytes, side.partitions) {
        (Some(bytes), _) => bytes.div_ceil(options.bytes_a_partition.max(1)),
        (None, Some(old)) => u64::from(old.div_ceil(options.merge.max(1))),
        (None, None) => 1,
    };
    let most = limit.min(side.rows.unwrap_or(u64::MAX)).max(1);
    u32::try_from(wanted.max(for_memory).clamp(1, most)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::side::Node;
    use proptest::prelude::*;
    use rstest::rstest;

    const TOP: Node = Node { parent: None, cost: 0, exchanged: false };

    fn scan() -> Side {
        Side { nodes: vec![TOP], rows: None, bytes: None, partitions: None, keys: 0, streaming: false }
    }

    /// A projection that calls a function, over a scan.
    fn calls() -> Side {
        Side { nodes: vec![Node { cost: 4, ..TOP }, Node { parent: Some(0), ..TOP }], ..scan() }
    }

    /// The same behind an exchange.
    fn kept() -> Side {
        let below = Node { parent: Some(0), cost: 4, exchanged: true };
        Side { nodes: vec![TOP, below, Node { parent: Some(1), ..TOP }], ..scan() }
    }

    fn product(left: Side, right: Side) -> Facts {
        let (kind, planned) = (JoinKind::Inner, Planned::PartitionProduct);
        Facts { kind, equalities: 0, planned, left, right, slots: 2, most_partitions: 200 }
    }

    fn decided(facts: &Facts) -> (Option<u32>, Option<u32>) {
        let decision = decide(facts, &Options::default());
        (decision.and_then(|d| d.left).map(|b| b.partitions), decision.and_then(|d| d.right).map(|b| b.partitions))
    }

    #[rstest]
    #[case::neither_calls(scan(), scan(), (None, None))]
    #[case::both_call(calls(), calls(), (Some(3), Some(3)))]
    #[case::left_calls(calls(), scan(), (Some(3), None))]
    #[case::right_calls(scan(), calls(), (None, Some(3)))]
    #[case::calls_are_kept(kept(), kept(), (None, None))]
    #[case::one_is_kept(kept(), calls(), (None, Some(3)))]
    #[case::other_has_one_partition(Side { partitions: Some(1), ..scan() }, calls(), (None, None))]
    #[case::one_partition_a_side(
        Side { partitions: Some(1), ..calls() }, Side { partitions: Some(1), ..calls() }, (None, None)
    )]
    #[case::one_partition_against_many(Side { partitions: Some(1), ..calls() }, calls(), (Some(3), Some(3)))]
    #[case::other_brings_the_tasks(calls(), Side { partitions: Some(32), ..scan() }, (Some(1), None))]
    #[case::other_brings_few_tasks(calls(), Side { partitions: Some(2), ..scan() }, (Some(4), None))]
    #[case::few_rows(Side { rows: Some(1), ..calls() }, calls(), (Some(1), Some(8)))]
    #[case::no_rows(Side { rows: Some(0), ..calls() }, scan(), (Some(1), None))]
    #[case::large(Side { bytes: Some(1 << 30), ..calls() }, calls(), (Some(16), Some(1)))]
    #[case::huge_stops_at_the_limit(Side { bytes: Some(u64::MAX), ..calls() }, scan(), (Some(200), None))]
    #[case::many_partitions_of_unknown_size(Side { partitions: Some(80), ..calls() }, scan(), (Some(10), None))]
    #[case::stream_against_table(Side { streaming: true, ..calls() }, calls(), (Some(3), Some(3)))]
    #[case::two_streams(
        Side { streaming: true, ..calls() }, Side { streaming: true, ..calls() }, (None, None)
    )]
    fn sides_that_would_run_again_are_kept(
        #[case] left: Side,
        #[case] right: Side,
        #[case] expected: (Option<u32>, Option<u32>),
    ) {
        assert_eq!(decided(&product(left, right)), expected);
    }

    #[rstest]
    #[case::outer(|f: &mut Facts| f.kind = JoinKind::Other)]
    #[case::equality(|f: &mut Facts| f.equalities = 1)]
    #[case::broadcast(|f: &mut Facts| f.planned = Planned::Other)]
    fn joins_that_run_otherwise_are_left_alone(#[case] change: fn(&mut Facts)) {
        let mut facts = product(calls(), calls());
        assert!(decide(&facts, &Options::default()).is_some());
        change(&mut facts);
        assert_eq!(decide(&facts, &Options::default()), None);
    }

    #[test]
    fn a_call_above_the_exchange_runs_again() {
        let mut side = kept();
        side.nodes[0].cost = 1;
        assert_eq!(decided(&product(side, scan())), (Some(3), None));
    }

    #[test]
    fn rows_are_hashed_where_there_are_keys() {
        let one = Side { keys: 1, ..calls() };
        let decision = decide(&product(Side { keys: 2, ..calls() }, one), &Options::default()).unwrap();
        assert_eq!(decision.left.unwrap().spread, Spread::Hash);
        assert_eq!(decision.right.unwrap().spread, Spread::RoundRobin);
    }

    #[test]
    fn flat_facts_are_read_and_checked() {
        let facts = Facts::from_flat(&[1, 0, 1, 2, 200], calls(), scan()).unwrap();
        assert_eq!(facts, product(calls(), scan()));
        let facts = Facts::from_flat(&[0, 3, 0, 1, 1], calls(), scan()).unwrap();
        assert_eq!((facts.kind, facts.equalities, facts.planned), (JoinKind::Other, 3, Planned::Other));
        let error = |join: &[i32]| Facts::from_flat(join, calls(), scan()).unwrap_err().to_string();
        assert!(error(&[1]).contains("length of the list of the join at 0 is 1, expected 5"));
        assert!(error(&[2, 0, 1, 2, 200]).contains("inner at 0 is 2, expected 0 or 1"));
        assert!(error(&[1, -1, 1, 2, 200]).contains("equalities at 1 is -1"));
        assert!(error(&[1, 0, 7, 2, 200]).contains("product at 2 is 7"));
        assert!(error(&[1, 0, 1, 0, 200]).contains("slots at 3 is 0, expected 1 or more"));
        assert!(error(&[1, 0, 1, 2, 0]).contains("most partitions at 4 is 0"));
    }

    #[test]
    fn decisions_are_written_flat() {
        let decision = decide(&product(Side { keys: 2, ..calls() }, scan()), &Options::default()).unwrap();
        assert_eq!(decision.to_flat(), [3, 1, 0, 0]);
        let decision = decide(&product(scan(), calls()), &Options::default()).unwrap();
        assert_eq!(decision.to_flat(), [0, 0, 3, 0]);
    }

    fn side() -> impl Strategy<Value = Side> {
        let node = (any::<prop::sample::Index>(), 0u32..3, prop::bool::weighted(0.3));
        let estimates = (
            prop::option::of(0u64..5000),
            prop::option::of(0u64..1 << 34),
            prop::option::of(1u32..100),
            0u32..3,
            prop::bool::weighted(0.2),
        );
        (prop::collection::vec(node, 1..12), estimates).prop_map(
            |(nodes, (rows, bytes, partitions, keys, streaming))| {
                let parent = |i: usize, above: prop::sample::Index| (i > 0).then(|| above.index(i));
                let node = |(i, (above, cost, exchanged)): (usize, (prop::sample::Index, u32, bool))| Node {
                    parent: parent(i, above),
                    cost,
                    exchanged: exchanged && i > 0,
                };
                let nodes = nodes.into_iter().enumerate().map(node).collect();
                Side { nodes, rows, bytes, partitions, keys, streaming }
            },
        )
    }

    fn facts() -> impl Strategy<Value = Facts> {
        (side(), side(), 1u32..400, 1u32..300).prop_map(|(left, right, slots, most_partitions)| Facts {
            slots,
            most_partitions,
            ..product(left, right)
        })
    }

    /// The side as it is once the decision is carried out.
    fn behind(side: &Side, boundary: Option<Boundary>) -> Side {
        let Some(boundary) = boundary else { return side.clone() };
        let below = side.nodes.iter().map(|n| Node { parent: Some(n.parent.map_or(0, |p| p + 1)), ..*n });
        let mut nodes: Vec<Node> = std::iter::once(TOP).chain(below).collect();
        nodes[1].exchanged = true;
        Side { nodes, partitions: Some(boundary.partitions), ..side.clone() }
    }

    /// How often each node runs for one run of the join, by following the readings from the top down.
    fn runs(side: &Side, other_partitions: u64) -> Vec<u64> {
        let mut runs: Vec<u64> = Vec::new();
        for node in &side.nodes {
            let above = node.parent.map_or(other_partitions, |p| runs[p]);
            runs.push(if node.exchanged { 1 } else { above });
        }
        runs
    }

    proptest! {
        #[test]
        fn every_call_runs_once_and_no_exchange_is_wasted(facts in facts()) {
            let Some(decision) = decide(&facts, &Options::default()) else {
                let quiet = |side: &Side, other: &Side| side.repeated_cost() == 0 || other.partitions == Some(1);
                let streams = facts.left.streaming && facts.right.streaming;
                prop_assert!(streams || (quiet(&facts.left, &facts.right) && quiet(&facts.right, &facts.left)));
                return Ok(());
            };
            let (left, right) = (behind(&facts.left, decision.left), behind(&facts.right, decision.right));
            for (side, other) in [(&left, &right), (&right, &left)] {
                let readings = u64::from(other.partitions.unwrap_or(1000));
                for (node, runs) in side.nodes.iter().zip(runs(side, readings)) {
                    prop_assert!(node.cost == 0 || runs == 1);
                }
            }
            for (side, boundary) in [(&facts.left, decision.left), (&facts.right, decision.right)] {
                prop_assert!(boundary.is_none() || side.repeated_cost() > 0);
            }
        }

        #[test]
        fn a_decision_carried_out_is_not_taken_again(facts in facts()) {
            if let Some(decision) = decide(&facts, &Options::default()) {
                let (left, right) = (behind(&facts.left, decision.left), behind(&facts.right, decision.right));
                prop_assert_eq!(decide(&Facts { left, right, ..facts }, &Options::default()), None);
            }
        }

        #[test]
        fn partition_counts_stay_within_their_bounds(facts in facts()) {
            let decision = decide(&facts, &Options::default());
            let sides = [(&facts.left, decision.and_then(|d| d.left)), (&facts.right, decision.and_then(|d| d.right))];
            for (side, boundary) in sides {
                let Some(Boundary { partitions, spread }) = boundary else { continue };
                prop_assert!((1..=facts.most_partitions).contains(&partitions));
                prop_assert!(u64::from(partitions) <= side.rows.unwrap_or(u64::MAX).max(1));
                prop_assert_eq!(spread == Spread::Hash, side.keys > 1);
            }
        }
    }
}
