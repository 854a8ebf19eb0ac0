//! Conjuncts that call a function run after those that do not, and dear ones after cheap ones.
//!
//! ```text
//! before   Join Inner, near(a.trip, b.trip) AND a.id < b.id AND 10 / a.n > 1
//! after    Join Inner, a.id < b.id AND near(a.trip, b.trip) AND 10 / a.n > 1
//! ```
//!
//! AND stops at a conjunct that is FALSE (in some operators also at one that is NULL), so a conjunct runs on the rows
//! that its predecessors let through. The order is that of the cost classes, stable, under three conditions:
//!
//! - a conjunct that can throw keeps every predecessor it had, hence runs only on rows on which it ran before
//!   (`10 / a.n` above may rely on `near` being FALSE where `n` is 0);
//! - a conjunct that cannot throw may move forward past any other that is deterministic;
//! - a conjunct that is not deterministic is a barrier: nothing passes it, so it runs on the same rows as before.
//!
//! Of all orders that respect this the first by (class, place) is taken. An ordered condition is left alone, and an
//! order decided here is ordered.
//!
//! Not served: an operator that evaluates a call that occurs twice before the whole condition (Spark does where it
//! eliminates common subexpressions in a product over partitions) gains nothing from any order.

use crate::{Error, Result};

const RULE: &str = "order conjuncts by cost";

/// Bit of a conjunct's flags: evaluating it can raise an error.
pub const CAN_THROW: i32 = 1;
/// Bit of a conjunct's flags: it is not a function of its row alone.
pub const NOT_DETERMINISTIC: i32 = 2;

/// What is known of one conjunct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conjunct {
    /// Cost class: 0 calls no function; a higher class is dearer.
    pub cost: u32,
    /// Whether evaluating it can raise an error.
    pub can_throw: bool,
    /// Whether it gives the same answer for the same row, whatever ran before.
    pub deterministic: bool,
}

/// The conjuncts of one condition, n >= 0, in the order in which they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// One entry a conjunct.
    pub conjuncts: Vec<Conjunct>,
}

impl Facts {
    /// Facts from parallel lists: cost classes, and the union of [`CAN_THROW`] and [`NOT_DETERMINISTIC`].
    ///
    /// # Errors
    /// Lists of different lengths, a negative class, an unknown flag.
    pub fn from_flat(costs: &[i32], flags: &[i32]) -> Result<Facts> {
        if costs.len() != flags.len() {
            return Err(Error::Lengths {
                rule: RULE,
                left: "cost classes",
                left_count: costs.len(),
                right: "flags",
                right_count: flags.len(),
            });
        }
        let conjunct = |(index, (&cost, &flags)): (usize, (&i32, &i32))| {
            let fact =
                |fact, found: i32, expected| Error::Fact { rule: RULE, fact, index, found: found.into(), expected };
            let class = u32::try_from(cost).map_err(|_| fact("cost class", cost, "0 or more"))?;
            if flags & !(CAN_THROW | NOT_DETERMINISTIC) != 0 {
                return Err(fact("flags", flags, "0 to 3"));
            }
            Ok(Conjunct {
                cost: class,
                can_throw: flags & CAN_THROW != 0,
                deterministic: flags & NOT_DETERMINISTIC == 0,
            })
        };
        let conjuncts = costs.iter().zip(flags).enumerate().map(conjunct).collect::<Result<_>>()?;
        Ok(Facts { conjuncts })
    }
}

/// What a user may tune.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Conjuncts of this class and below count as equally cheap.
    pub free_class: u32,
}

/// The new order of the conjuncts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// `order[i]` is the place, from 0, where the conjunct that now is the i-th stood; a permutation of 0 .. n.
    pub order: Vec<usize>,
}

impl Decision {
    /// The order as 32-bit numbers.
    pub fn to_flat(&self) -> Vec<i32> {
        self.order.iter().map(|&place| i32::try_from(place).unwrap_or(i32::MAX)).collect()
    }
}

/// The order in which the conjuncts should stand; `None` if they stand in it already.
pub fn decide(facts: &Facts, options: &Options) -> Option<Decision> {
    let mut order = Vec::with_capacity(facts.conjuncts.len());
    let mut start = 0;
    for run in facts.conjuncts.split_inclusive(|c| !c.deterministic) {
        let movable = run.iter().take_while(|c| c.deterministic).count();
        let classes =
            run.iter().take(movable).map(|c| (c.cost.max(options.free_class), c.can_throw)).collect::<Vec<_>>();
        order.extend(order_run(&classes).into_iter().map(|i| start + i));
        order.extend(start + movable..start + run.len());
        start += run.len();
    }
    let moved = order.iter().enumerate().any(|(to, &from)| to != from);
    moved.then_some(Decision { order })
}

/// Order of a run of deterministic conjuncts, each given as (class, can throw).
fn order_run(run: &[(u32, bool)]) -> Vec<usize> {
    let mut free: Vec<usize> = (0..run.len()).filter(|&i| !run[i].1).collect();
    free.sort_by_key(|&i| run[i].0);
    let mut free = free.into_iter().peekable();

    let mut order = Vec::with_capacity(run.len());
    let mut placed = vec![false; run.len()];
    let mut first_unplaced = 0;
    while first_unplaced < run.len() {
        // Of those that can throw only one may come next: the one all of whose predecessors are placed.
        let fixed = run[first_unplaced].1.then_some(first_unplaced);
        let next = match (fixed, free.peek().copied()) {
            (Some(t), Some(f)) if (run[f].0, f) < (run[t].0, t) => f,
            (Some(t), _) => t,
            (None, Some(f)) => f,
            (None, None) => break,
        };
        if fixed != Some(next) {
            free.next();
        }
        order.push(next);
        placed[next] = true;
        while first_unplaced < run.len() && placed[first_unplaced] {
            first_unplaced += 1;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    /// `c` cheap, `C` cheap that can throw, `f` call, `F` call that can throw, `h` and `H` dearer calls, `r` not deterministic.
    fn facts(text: &str) -> Facts {
        let conjunct = |c: char| Conjunct {
            cost: match c.to_ascii_lowercase() {
                'f' => 3,
                'h' => 5,
                _ => 0,
            },
            can_throw: c.is_ascii_uppercase(),
            deterministic: c != 'r',
        };
        Facts { conjuncts: text.chars().map(conjunct).collect() }
    }

    fn order(facts: &Facts) -> Vec<usize> {
        decide(facts, &Options::default()).map_or_else(|| (0..facts.conjuncts.len()).collect(), |d| d.order)
    }

    #[rstest]
    #[case::call_before_comparison("Fc", "cF")]
    #[case::groups_are_stable("FcFccF", "cccFFF")]
    #[case::guarded_division_stays_behind_its_guard("FC", "FC")]
    #[case::comparison_passes_guard_and_guarded("FCc", "cFC")]
    #[case::division_before_the_call_stays_there("CFc", "CcF")]
    #[case::call_that_cannot_throw_guards_too("fC", "fC")]
    #[case::dearer_call_moves_back_behind_one_that_cannot_throw("Hf", "fH")]
    #[case::calls_that_can_throw_keep_their_order("HF", "HF")]
    #[case::nothing_passes_a_barrier("Frc", "Frc")]
    #[case::runs_between_barriers_are_ordered("FcrFc", "cFrcF")]
    #[case::barrier_last("Fcr", "cFr")]
    #[case::one("F", "F")]
    #[case::none("", "")]
    fn conjuncts_end_up_in_order(#[case] before: &str, #[case] after: &str) {
        let facts = facts(before);
        let moved: String = order(&facts).iter().map(|&i| before.chars().nth(i).unwrap()).collect();
        assert_eq!(moved, after);
        let decision = decide(&facts, &Options::default());
        assert_eq!(decision.is_none(), decision.is_none_or(|d| d.order.is_sorted()), "a decision that changes nothing");
    }

    #[test]
    fn classes_up_to_the_free_one_keep_their_order() {
        let facts = facts("hfc");
        assert_eq!(decide(&facts, &Options { free_class: 3 }).unwrap().to_flat(), [1, 2, 0]);
        assert_eq!(decide(&facts, &Options { free_class: 5 }), None);
    }

    #[test]
    fn flat_facts_are_checked() {
        let facts = Facts::from_flat(&[2, 0], &[CAN_THROW, NOT_DETERMINISTIC]).unwrap();
        assert_eq!(
            facts.conjuncts,
            [
                Conjunct { cost: 2, can_throw: true, deterministic: true },
                Conjunct { cost: 0, can_throw: false, deterministic: false }
            ]
        );
        assert_eq!(
            Facts::from_flat(&[1], &[0, 0]).unwrap_err().to_string(),
            "order conjuncts by cost: 1 cost classes but 2 flags, expected one each"
        );
        assert_eq!(
            Facts::from_flat(&[0, -1], &[0, 0]).unwrap_err().to_string(),
            "order conjuncts by cost: cost class at 1 is -1, expected 0 or more"
        );
        assert!(matches!(Facts::from_flat(&[0], &[4]), Err(Error::Fact { fact: "flags", found: 4, .. })));
    }

    fn conjunct() -> impl Strategy<Value = Conjunct> {
        (0u32..4, any::<bool>(), prop::bool::weighted(0.85)).prop_map(|(cost, can_throw, deterministic)| Conjunct {
            cost,
            can_throw,
            deterministic,
        })
    }

    fn conjuncts(most: usize) -> impl Strategy<Value = Vec<Conjunct>> {
        prop::collection::vec(conjunct(), 0..=most)
    }

    /// What a conjunct does on a row.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Outcome {
        True,
        False,
        Null,
        Throws,
    }

    /// At which values of a conjunct the evaluation of AND ends.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Stops {
        AtFalse,
        AtFalseOrNull,
    }

    /// AND over one row: its outcome, and which conjuncts ran, by their place before ordering.
    fn and(order: &[usize], row: &mut impl FnMut(usize) -> Outcome, stops: Stops) -> (Outcome, Vec<usize>) {
        let mut whole = Outcome::True;
        let mut ran = Vec::new();
        for &i in order {
            ran.push(i);
            match row(i) {
                Outcome::Throws => return (Outcome::Throws, ran),
                Outcome::False => return (Outcome::False, ran),
                Outcome::Null if stops == Stops::AtFalseOrNull => return (Outcome::Null, ran),
                Outcome::Null => whole = Outcome::Null,
                Outcome::True => {}
            }
        }
        (whole, ran)
    }

    /// Rows as random numbers, one a conjunct; a conjunct that cannot throw never does.
    fn outcome(conjunct: &Conjunct, seed: u8) -> Outcome {
        match seed % 8 {
            0 if conjunct.can_throw => Outcome::Throws,
            0..=2 => Outcome::False,
            3..=4 => Outcome::Null,
            _ => Outcome::True,
        }
    }

    fn rows() -> impl Strategy<Value = Vec<[u8; 8]>> {
        prop::collection::vec(any::<[u8; 8]>(), 1..40)
    }

    /// Runs the condition over all rows; a conjunct that is not deterministic answers by how often it was asked.
    fn filter(conjuncts: &[Conjunct], order: &[usize], rows: &[[u8; 8]], stops: Stops) -> Vec<(Outcome, Vec<usize>)> {
        let mut asked = [0u8; 8];
        let mut answers = Vec::new();
        for row in rows {
            let mut value = |i: usize| {
                let seed = if conjuncts[i].deterministic {
                    row[i]
                } else {
                    asked[i] = asked[i].wrapping_mul(5).wrapping_add(77);
                    asked[i]
                };
                outcome(&conjuncts[i], seed)
            };
            let answer = and(order, &mut value, stops);
            let thrown = answer.0 == Outcome::Throws;
            answers.push(answer);
            if thrown {
                break;
            }
        }
        answers
    }

    /// Whether an order keeps what the head of this file promises.
    fn allowed(conjuncts: &[Conjunct], order: &[usize]) -> bool {
        let place = |i: usize| order.iter().position(|&o| o == i).unwrap();
        (0..conjuncts.len()).all(|later| {
            (0..later).all(|earlier| {
                let (a, b) = (conjuncts[earlier], conjuncts[later]);
                let kept = b.can_throw || !a.deterministic || !b.deterministic;
                !kept || place(earlier) < place(later)
            })
        })
    }

    fn permutations(of: Vec<usize>) -> Vec<Vec<usize>> {
        if of.is_empty() {
            return vec![vec![]];
        }
        let mut all = Vec::new();
        for (at, &first) in of.iter().enumerate() {
            let mut rest = of.clone();
            rest.remove(at);
            all.extend(permutations(rest).into_iter().map(|mut p| {
                p.insert(0, first);
                p
            }));
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_order_is_a_permutation_that_keeps_the_promises(conjuncts in conjuncts(30)) {
            let order = order(&Facts { conjuncts: conjuncts.clone() });
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..conjuncts.len()).collect::<Vec<_>>());
            prop_assert!(allowed(&conjuncts, &order));
        }

        #[test]
        fn an_order_decided_once_is_left_alone(conjuncts in conjuncts(30)) {
            let facts = Facts { conjuncts };
            let again = Facts { conjuncts: order(&facts).iter().map(|&i| facts.conjuncts[i]).collect() };
            prop_assert_eq!(decide(&again, &Options::default()), None);
        }

        #[test]
        fn it_is_the_first_of_all_allowed_orders(conjuncts in conjuncts(6)) {
            let key = |o: &Vec<usize>| {
                let mut barriers = 0;
                let runs: Vec<usize> = conjuncts.iter().map(|c| {
                    let run = barriers;
                    barriers += usize::from(!c.deterministic);
                    run
                }).collect();
                o.iter().map(|&i| (runs[i], !conjuncts[i].deterministic, conjuncts[i].cost, i)).collect::<Vec<_>>()
            };
            let all = permutations((0..conjuncts.len()).collect());
            let first = all.into_iter().filter(|o| allowed(&conjuncts, o)).min_by_key(key).unwrap();
            prop_assert_eq!(order(&Facts { conjuncts: conjuncts.clone() }), first);
        }

        #[test]
        fn equal_classes_swap_only_to_pass_one_held_back(conjuncts in conjuncts(12)) {
            let order = order(&Facts { conjuncts: conjuncts.clone() });
            for (at, &i) in order.iter().enumerate() {
                for &j in &order[..at] {
                    if i < j && conjuncts[i].cost == conjuncts[j].cost {
                        let dearer_guard = conjuncts[..i].iter().any(|g| g.cost > conjuncts[i].cost);
                        prop_assert!(conjuncts[i].can_throw && !conjuncts[j].can_throw && dearer_guard);
                    }
                }
            }
        }

        #[test]
        fn what_can_throw_runs_only_where_it_ran_and_answers_stay(conjuncts in conjuncts(8), rows in rows()) {
            let order = order(&Facts { conjuncts: conjuncts.clone() });
            let written = (0..conjuncts.len()).collect::<Vec<_>>();
            for stops in [Stops::AtFalse, Stops::AtFalseOrNull] {
                let before = filter(&conjuncts, &written, &rows, stops);
                let after = filter(&conjuncts, &order, &rows, stops);
                for ((was, ran_before), (is, ran_after)) in before.iter().zip(&after) {
                    if *was == Outcome::Throws {
                        break;
                    }
                    prop_assert_eq!(*was == Outcome::True, *is == Outcome::True);
                    // FALSE and NULL may stand for each other only where a NULL ends the evaluation.
                    prop_assert!(stops == Stops::AtFalseOrNull || was == is);
                    prop_assert!(*is != Outcome::Throws);
                    for i in ran_after.iter().filter(|&&i| conjuncts[i].can_throw || !conjuncts[i].deterministic) {
                        prop_assert!(ran_before.contains(i), "{} ran on a new row", i);
                    }
                    for i in ran_before.iter().filter(|&&i| !conjuncts[i].deterministic) {
                        prop_assert!(ran_after.contains(i), "barrier {} missed a row", i);
                    }
                }
            }
        }

        #[test]
        fn the_dearest_conjuncts_run_on_no_new_row(conjuncts in conjuncts(8), rows in rows()) {
            let dearest = conjuncts.iter().map(|c| c.cost).max().unwrap_or(0);
            let order = order(&Facts { conjuncts: conjuncts.clone() });
            let written = (0..conjuncts.len()).collect::<Vec<_>>();
            let before = filter(&conjuncts, &written, &rows, Stops::AtFalse);
            let after = filter(&conjuncts, &order, &rows, Stops::AtFalse);
            for ((was, ran_before), (_, ran_after)) in before.iter().zip(&after) {
                if *was == Outcome::Throws {
                    break;
                }
                for i in ran_after.iter().filter(|&&i| conjuncts[i].cost == dearest) {
                    prop_assert!(ran_before.contains(i));
                }
            }
        }
    }
}
