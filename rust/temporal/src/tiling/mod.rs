//! Values cut at the borders of bins and tiles (MobilityDB, "Multidimensional Tiling").
//!
//! Bins of time and tiles of space are half-open: each holds its lower border and not its upper one. So the pieces of a value
//! share no time and together are the value.

mod time;

pub use time::{point_time_split, time_bins, time_split};

use crate::error::{Error, Result};
use crate::temporal::{Interp, Piece, Subtype, Temporal};

/// The greatest number of parts that a function makes of one value.
pub const MAX_PARTS: usize = 1 << 20;

/// Refuses more parts than [`MAX_PARTS`].
fn check_count(parts: u128) -> Result<()> {
    if parts <= MAX_PARTS as u128 {
        return Ok(());
    }
    let (argument, expected) = ("size of bins or tiles", "one that makes at most 1048576 parts");
    Err(Error::Argument { argument, expected, found: format!("{parts} parts") })
}

/// A value of this subtype and interpolation that has no instants yet.
fn empty<V>(subtype: Subtype, interp: Interp) -> Temporal<V> {
    Temporal { subtype, interp, pieces: Vec::new(), times: Vec::new(), values: Vec::new() }
}

/// A value that was put together part by part: a discrete one is one piece.
fn finish<V>(mut made: Temporal<V>) -> Temporal<V> {
    if made.interp == Interp::Discrete {
        made.pieces = vec![Piece { start: 0, end: made.times.len(), lower_inc: true, upper_inc: true }];
    }
    made
}
