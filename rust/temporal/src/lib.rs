//! Temporal values, their encodings and the kernels over them. Knows nothing of a JVM, of Java or of Spark.
//!
//! Times are microseconds since 2000-01-01 00:00 UTC throughout. A value is validated once, where bytes, text or rows
//! enter; kernels take borrowed views and do not check again.

pub mod accessors;
pub mod boolean;
pub mod boxes;
pub mod construct;
pub mod crs;
mod cut;
pub mod distance;
pub mod error;
pub mod geodetic;
pub mod geom;
pub mod merge;
pub mod mfjson;
pub mod motion;
pub mod movement;
pub mod normalize;
pub mod point;
pub mod projection;
pub mod relations;
pub mod restrict_space;
pub mod restrict_time;
pub mod restrict_values;
pub mod rounding;
pub mod set_interp;
pub mod shift_scale;
pub mod similarity;
pub mod simplify;
pub mod span;
pub mod spanset;
pub mod temporal;
pub mod text;
pub mod tiling;
pub mod time;
pub mod validate;
pub mod wkb;

pub use error::{Error, Result};
