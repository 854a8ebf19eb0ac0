//! A fixed position as a temporal point that stands there as long as another one lasts.

use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::{Interp, Piece, Subtype, Temporal};

/// A temporal point at `place` from the first to the last time of `trip`, with its dimensions.
///
/// A sequence with both bounds, step if the trip is step and else linear, so that it has no part in the form of an answer.
pub(crate) fn standing(trip: &TPointRef<'_>, place: Point) -> TPoint {
    let mut times = vec![trip.track.start_us(), trip.track.end_us()];
    times.dedup();
    let interp = if trip.track.interp == Interp::Step { Interp::Step } else { Interp::Linear };
    trip.like(Temporal {
        subtype: Subtype::Sequence,
        interp,
        pieces: vec![Piece { start: 0, end: times.len(), lower_inc: true, upper_inc: true }],
        values: vec![place; times.len()],
        times,
    })
}
