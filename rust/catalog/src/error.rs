//! What can go wrong in a call through the table.

/// An error of a call.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The kernel, a reader or a check refused.
    #[error("{function}: {source}")]
    Kernel {
        /// SQL name of the function.
        function: &'static str,
        /// Why.
        source: temporal::Error,
    },
    /// An argument of another type than the entry declares: the caller did not resolve the overload.
    #[error("{function}: argument {position} is not a {expected}")]
    ArgumentType {
        /// SQL name of the function.
        function: &'static str,
        /// Which argument, from 1.
        position: usize,
        /// The type that the entry declares.
        expected: String,
    },
}

impl Error {
    /// The condition name that goes in front of the message, in the manner of Spark's error classes.
    pub fn condition(&self) -> &'static str {
        match self {
            Self::ArgumentType { .. } => "MOBILITY_INTERNAL",
            Self::Kernel { source, .. } => condition(source),
        }
    }
}

/// The condition name of an error of a kernel or reader.
pub fn condition(error: &temporal::Error) -> &'static str {
    match error {
        temporal::Error::Wkb { .. } => "MOBILITY_INVALID_BINARY",
        temporal::Error::Text { .. } => "MOBILITY_INVALID_TEXT",
        temporal::Error::MixedSrid { .. } => "MOBILITY_MIXED_SRID",
        temporal::Error::MixedGeodetic => "MOBILITY_MIXED_GEODETIC",
        temporal::Error::MixedDimensions => "MOBILITY_MIXED_DIMENSIONS",
        temporal::Error::Invalid { .. } => "MOBILITY_INVALID_VALUE",
        temporal::Error::Unsupported { .. } => "MOBILITY_UNSUPPORTED",
        _ => "MOBILITY_INVALID_ARGUMENT",
    }
}
