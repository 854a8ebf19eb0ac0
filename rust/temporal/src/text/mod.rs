//! Text of temporal values, boxes, spans, sets and geometries, as MobilityDB reads and writes it (WKT and EWKT).
//!
//! Keywords are read in either case and spaces are free between words. Times without a zone are in the zone that the
//! caller names; times are written in UTC. Numbers are written with at most as many decimals as asked for, half to even,
//! without trailing zeros; 15 decimals are the default. -0.0 is read as 0.0.

pub mod boxes;
pub mod geom;
mod number;
mod scan;
pub mod span;
pub mod temporal;

pub(crate) use number::push_number;
pub use number::{DEFAULT_DIGITS, format_number, max_digits};
