//! What can go wrong at the door, and the Java exception of each.

/// An error of a native call.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The function refused.
    #[error(transparent)]
    Call(#[from] catalog::Error),
    /// A binary field that is not what its type says.
    #[error(transparent)]
    Decode(#[from] temporal::Error),
    /// A struct without its box or its bytes.
    #[error("incomplete {ty}: field {field} is NULL")]
    Incomplete {
        /// The type.
        ty: String,
        /// The field that is missing.
        field: String,
    },
    /// A box that is not the box of the bytes beside it: the struct was put together or relabelled by hand.
    #[error(
        "{ty} does not agree with its box: {what} is {blob} in the value and {bounds} in the box; refresh() recomputes the box"
    )]
    Disagree {
        /// The type.
        ty: String,
        /// What differs.
        what: &'static str,
        /// In the binary value.
        blob: String,
        /// In the box.
        bounds: String,
    },
    /// A NULL inside an array that must have none.
    #[error("element {index} of {ty} is NULL")]
    NullElement {
        /// The type.
        ty: String,
        /// Which, from 0.
        index: usize,
    },
    /// A time that one of the two sides cannot count in microseconds.
    #[error("timestamp out of range: {micros} microseconds")]
    TimestampRange {
        /// As given.
        micros: i64,
    },
    /// Text that is not UTF-8.
    #[error("string is not UTF-8 at byte {offset}")]
    Utf8 {
        /// First bad byte.
        offset: usize,
    },
    /// Bytes or numbers that the Java side would not pass.
    #[error("{what} at the native boundary: expected {expected}, found {found}")]
    Boundary {
        /// Which argument or structure.
        what: &'static str,
        /// What is right.
        expected: String,
        /// What came.
        found: String,
    },
    /// Facts that no rule takes.
    #[error(transparent)]
    Rule(#[from] rules::Error),
    /// A panic, with its text and place.
    #[error("{0}")]
    Panic(String),
}

impl Error {
    /// The condition name in front of the message.
    pub fn condition(&self) -> &'static str {
        match self {
            Self::Call(e) => e.condition(),
            Self::Decode(e) => catalog::condition(e),
            Self::Incomplete { .. } => "MOBILITY_INCOMPLETE_VALUE",
            Self::Disagree { .. } => "MOBILITY_BOX_MISMATCH",
            Self::NullElement { .. } => "MOBILITY_NULL_ELEMENT",
            Self::TimestampRange { .. } => "MOBILITY_TIMESTAMP_RANGE",
            Self::Utf8 { .. } => "MOBILITY_INVALID_TEXT",
            Self::Boundary { .. } | Self::Rule(_) | Self::Panic(_) => "MOBILITY_INTERNAL",
        }
    }

    /// The Java class that is thrown, in JNI's spelling.
    pub(crate) fn class_name(&self) -> &'static str {
        match self {
            Self::Panic(_) => "java/lang/RuntimeException",
            _ => "java/lang/IllegalArgumentException",
        }
    }

    /// Whether the arguments' values are at fault, so that a `try_` form gives NULL.
    pub(crate) fn is_of_values(&self) -> bool {
        !matches!(self, Self::Boundary { .. } | Self::Panic(_) | Self::Call(catalog::Error::ArgumentType { .. }))
    }

    /// `[CONDITION] message`.
    pub(crate) fn text(&self) -> String {
        format!("[{}] {self}", self.condition())
    }
}
