//! What can be wrong with the facts of a rule.

/// An error of this crate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two parallel lists of different lengths.
    #[error("{rule}: {left_count} {left} but {right_count} {right}, expected one each")]
    Lengths {
        /// The rule the facts are for.
        rule: &'static str,
        /// What the first list holds.
        left: &'static str,
        /// How many of them.
        left_count: usize,
        /// What the second list holds.
        right: &'static str,
        /// How many of them.
        right_count: usize,
    },
    /// A fact outside of what it can be.
    #[error("{rule}: {fact} at {index} is {found}, expected {expected}")]
    Fact {
        /// The rule the facts are for.
        rule: &'static str,
        /// Which fact.
        fact: &'static str,
        /// Where in its list.
        index: usize,
        /// What was given.
        found: i64,
        /// What is possible.
        expected: &'static str,
    },
}

/// Result with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;
