//! The control plane: what the Java side asks once or seldom (class `Bridge` there).
//!
//! A method here takes scalars, strings and the arrays of `arrays`, and answers through [`Checked`](crate::arrays::Checked).

use robusta_jni::bridge;

#[bridge]
#[allow(missing_docs, clippy::missing_docs_in_private_items, unused_imports, reason = "generated around the methods")]
mod bridge_mod {
    use robusta_jni::convert::Signature;
    use rules::side::Side;
    use rules::{materialize_nested_loop_sides, order_conjuncts_by_cost};

    use crate::arrays::{Checked, Ints, Longs};
    use crate::{calls, gate};

    #[derive(Signature)]
    #[package(org.mobilitydb.spark.jni)]
    pub struct Bridge;

    impl Bridge {
        /// Version of the library.
        pub extern "jni" fn version() -> Checked<String> {
            Checked::run(|| Ok(env!("CARGO_PKG_VERSION").to_owned()))
        }

        /// Hash of the table of functions; the Java side has the same table if it has the same hash.
        pub extern "jni" fn tableHash() -> Checked<i32> {
            Checked::run(|| Ok(catalog::table_hash().cast_signed()))
        }

        /// Evaluations of each function since the library was loaded, in the order of the table.
        pub extern "jni" fn evaluations() -> Checked<Longs> {
            Checked::run(|| Ok(Longs(calls::totals())))
        }

        /// The order of a condition's conjuncts; empty where it is right already. See `order_conjuncts_by_cost`.
        pub extern "jni" fn orderConjunctsByCost(costs: Ints, flags: Ints) -> Checked<Ints> {
            Checked::run(|| {
                let facts = order_conjuncts_by_cost::Facts::from_flat(&costs.0, &flags.0)?;
                let decision = order_conjuncts_by_cost::decide(&facts, &order_conjuncts_by_cost::Options::default());
                Ok(Ints(decision.map_or_else(Vec::new, |d| d.to_flat())))
            })
        }

        /// Exchanges for the sides of a nested loop; empty where it stays as it is. See `materialize_nested_loop_sides`.
        pub extern "jni" fn materializeNestedLoopSides(
            join: Ints,
            leftNodes: Ints,
            leftEstimates: Longs,
            rightNodes: Ints,
            rightEstimates: Longs,
        ) -> Checked<Ints> {
            Checked::run(|| {
                let left = Side::from_flat(&leftNodes.0, &leftEstimates.0)?;
                let right = Side::from_flat(&rightNodes.0, &rightEstimates.0)?;
                let facts = materialize_nested_loop_sides::Facts::from_flat(&join.0, left, right)?;
                let options = materialize_nested_loop_sides::Options::default();
                let decision = materialize_nested_loop_sides::decide(&facts, &options);
                Ok(Ints(decision.map_or_else(Vec::new, |d| d.to_flat().to_vec())))
            })
        }

        /// The next native call of this thread panics, there (1), in a thread of its own (2) or in a destructor (3): a
        /// test of the gate.
        pub extern "jni" fn panicNext(place: i32) -> Checked<i32> {
            Checked::run(|| {
                gate::panic_next(place.try_into()?);
                Ok(0)
            })
        }
    }
}
