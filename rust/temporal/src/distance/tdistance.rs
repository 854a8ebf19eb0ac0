//! The distance of two temporal points over time, with its turning points (MobilityDB, "Distance Operations").

use std::ops::ControlFlow;

use super::nearest::whole_us;
use super::synchronise::{RelativeMotion, try_for_each_motion};
use super::{check_operands, length, segment_nearest};
use crate::error::Result;
use crate::normalize::normalize;
use crate::point::{Point, TPointRef};
use crate::temporal::{Base, Interp, Piece, Subtype, TFloat, Temporal};

/// Tolerance of the normal form relative to the greatest distance.
const TOLERANCE: f64 = 1e-13;

/// Distance of two temporal points at every time they share.
///
/// `None` if they share no time. In units of the coordinates. Exclusive bounds stay exclusive. Linear if one of the
/// operands is linear, with an instant at every turning point, cut to a microsecond, so that minima are exact to
/// within a microsecond of motion; between its instants the true distance is a hyperbola, not a line. Step if both are
/// step; discrete if one is discrete; an instant if one is an instant. Normalised.
/// Source: MobilityDB `tDistance` (`<->`).
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn tdistance(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<TFloat>> {
    check_operands(a, b)?;
    let (p, q) = (&a.track, &b.track);
    let interp = if p.interp == Interp::Discrete || q.interp == Interp::Discrete {
        Interp::Discrete
    } else if p.interp == Interp::Step && q.interp == Interp::Step {
        Interp::Step
    } else {
        Interp::Linear
    };
    let mut profile = Profile::default();
    let mut add = |m: RelativeMotion| {
        profile.add(&m, interp);
        ControlFlow::Continue(())
    };
    let _ = if a.has_z {
        try_for_each_motion::<true, ()>(a, b, &mut add)
    } else {
        try_for_each_motion::<false, ()>(a, b, &mut add)
    };
    if profile.times.is_empty() {
        return Ok(None);
    }
    let instant = p.subtype == Subtype::Instant || q.subtype == Subtype::Instant;
    let set = p.subtype == Subtype::SequenceSet || q.subtype == Subtype::SequenceSet || p.interp != q.interp;
    let subtype = match interp {
        Interp::Discrete if instant => Subtype::Instant,
        Interp::Linear | Interp::Step if set => Subtype::SequenceSet,
        _ => Subtype::Sequence,
    };
    Ok(Some(profile.finish(subtype, interp)))
}

/// The distance as far as it is known.
#[derive(Default)]
struct Profile {
    pieces: Vec<Piece>,
    times: Vec<i64>,
    values: Vec<f64>,
}

impl Profile {
    fn push(&mut self, at_us: i64, value: f64) {
        self.times.push(at_us);
        self.values.push(value);
    }

    fn add(&mut self, m: &RelativeMotion, interp: Interp) {
        self.enter(m, interp, length(&m.from));
        if m.start_us == m.end_us {
            self.close(m.upper_inc);
            return;
        }
        if interp == Interp::Linear {
            self.turn(m);
        }
        self.push(m.end_us, length(&m.to));
        self.close(m.upper_inc);
    }

    /// Goes on with the piece that ends where the motion starts, or starts one.
    fn enter(&mut self, m: &RelativeMotion, interp: Interp, value: f64) {
        let last = self.times.len().wrapping_sub(1);
        match self.pieces.last() {
            Some(_) if interp == Interp::Discrete => self.push(m.start_us, value),
            Some(piece) if m.lower_inc && !piece.upper_inc && self.times[last] == m.start_us => {
                if interp == Interp::Step || self.values[last] == value {
                    self.values[last] = value;
                } else {
                    self.start_piece(m, value);
                }
            }
            _ => self.start_piece(m, value),
        }
    }

    fn start_piece(&mut self, m: &RelativeMotion, value: f64) {
        let start = self.times.len();
        self.push(m.start_us, value);
        self.pieces.push(Piece { start, end: start + 1, lower_inc: m.lower_inc, upper_inc: m.upper_inc });
    }

    fn close(&mut self, upper_inc: bool) {
        let end = self.times.len();
        if let Some(piece) = self.pieces.last_mut() {
            (piece.end, piece.upper_inc) = (end, upper_inc);
        }
    }

    /// An instant at the nearest approach, if it lies between start and end.
    fn turn(&mut self, m: &RelativeMotion) {
        let share = segment_nearest::<true>(&m.from, &m.to).1;
        let duration = m.end_us.wrapping_sub(m.start_us);
        let after = whole_us(duration, share);
        if 0 < after && after < duration {
            let value = length(&Point::interpolate(&m.from, &m.to, after as f64 / duration as f64));
            self.push(m.start_us.wrapping_add(after), value);
        }
    }

    fn finish(self, subtype: Subtype, interp: Interp) -> TFloat {
        let farthest = self.values.iter().copied().fold(0.0, f64::max);
        let whole = Temporal { subtype, interp, pieces: self.pieces, times: self.times, values: self.values };
        // Only what rounding made uneven goes: a wider tolerance could take away the minimum.
        normalize(whole, farthest.min(f64::MAX) * TOLERANCE)
    }
}
