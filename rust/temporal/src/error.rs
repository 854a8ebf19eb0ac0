//! What can go wrong with a value or a kernel. Every text says what, where and what was expected.

/// An error of this crate.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Bytes that are not what their format says.
    #[error("{what} at byte {offset}: expected {expected}, found {found}")]
    Wkb {
        /// The type that was being read, such as `tgeompoint`.
        what: &'static str,
        /// Where in the bytes.
        offset: usize,
        /// What the format asks for there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// Text that is not what its format says.
    #[error("{what} at character {offset}: expected {expected}, found {found}")]
    Text {
        /// The type that was being read.
        what: &'static str,
        /// Where in the text, counted in characters from 0.
        offset: usize,
        /// What the format asks for there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// Operands in different reference systems.
    #[error("mixed SRID: {left} and {right}")]
    MixedSrid {
        /// SRID of the first operand.
        left: i32,
        /// SRID of the second operand.
        right: i32,
    },
    /// A planar and a geodetic operand together.
    #[error("planar and geodetic operands cannot be mixed")]
    MixedGeodetic,
    /// A 2D and a 3D operand where both must have the same dimension.
    #[error("operands must have the same dimensionality: one has z, the other has not")]
    MixedDimensions,
    /// A value that its type does not allow: order of instants, finite coordinates, bounds.
    #[error("invalid {what}: {reason}")]
    Invalid {
        /// The type.
        what: &'static str,
        /// Which rule is broken, and where.
        reason: String,
    },
    /// An argument outside of what the function accepts.
    #[error("{argument}: expected {expected}, found {found}")]
    Argument {
        /// Name of the argument or function.
        argument: &'static str,
        /// What is accepted.
        expected: &'static str,
        /// What was given.
        found: String,
    },
    /// Something that is right but not served.
    #[error("{what} is not supported: {reason}")]
    Unsupported {
        /// The request.
        what: String,
        /// Why not, and what to use instead.
        reason: String,
    },
}

/// Result with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;
