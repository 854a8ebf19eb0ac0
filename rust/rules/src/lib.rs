//! Plan facts in, decisions out: one file per optimizer rule.
//!
//! A rule sees a plan only as flat facts and answers only with a small decision; whoever holds the plan gathers the one
//! and carries out the other. `None` always means: leave the plan as it is. Nothing here knows of a JVM or of Spark's
//! classes, so that every rule is tested without them.

pub mod error;
pub mod materialize_nested_loop_sides;
pub mod order_conjuncts_by_cost;
pub mod side;

pub use error::{Error, Result};
