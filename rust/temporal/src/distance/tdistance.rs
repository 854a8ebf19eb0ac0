//! The distance of two temporal points over time, with its turning points (MobilityDB, "Distance Operations").

use std::ops::ControlFlow;

use super::nearest::{turns, whole_us};
use super::synchronise::{RelativeMotion, Visit, try_for_each_motion};
use super::{check_operands, length, share_before_nearest};
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
    let room = p.times.len() + q.times.len();
    let mut profile = Profile {
        interp,
        pieces: Vec::new(),
        times: Vec::with_capacity(room),
        values: Vec::with_capacity(room),
        last_squared: 0.0,
    };
    let _ = if a.has_z {
        try_for_each_motion::<true, ()>(a, b, &mut profile)
    } else {
        try_for_each_motion::<false, ()>(a, b, &mut profile)
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
    Ok(Some(profile.finish(subtype)))
}

/// The distance as far as it is known.
struct Profile {
    interp: Interp,
    pieces: Vec<Piece>,
    times: Vec<i64>,
    values: Vec<f64>,
    /// Square of the last value.
    last_squared: f64,
}

impl Visit for Profile {
    type Answer = ();

    #[inline(always)]
    fn motion(&mut self, m: RelativeMotion) -> ControlFlow<()> {
        let goes_on = self.pieces.last().is_some_and(|p| m.lower_inc && !p.upper_inc)
            && self.times.last() == Some(&m.start_us)
            && self.last_squared == m.from_squared;
        if !goes_on {
            self.enter(m);
        }
        if m.start_us < m.end_us {
            if self.interp == Interp::Linear && turns::<true>(&m) {
                self.turn(m);
            }
            self.push(m.end_us, distance(&m.to, m.to_squared));
        }
        self.last_squared = m.to_squared;
        self.close(m.upper_inc);
        ControlFlow::Continue(())
    }
}

fn distance(by: &Point, squared: f64) -> f64 {
    if squared < f64::MAX { squared.sqrt() } else { length(by) }
}

impl Profile {
    fn push(&mut self, at_us: i64, value: f64) {
        self.times.push(at_us);
        self.values.push(value);
    }

    /// Takes the start of a motion that does not simply go on from the last one.
    fn enter(&mut self, m: RelativeMotion) {
        let value = distance(&m.from, m.from_squared);
        let last = self.times.len().wrapping_sub(1);
        match self.pieces.last() {
            Some(_) if self.interp == Interp::Discrete => self.push(m.start_us, value),
            Some(piece)
                if self.interp == Interp::Step && m.lower_inc && !piece.upper_inc && self.times[last] == m.start_us =>
            {
                self.values[last] = value;
            }
            _ => self.start_piece(&m, value),
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
    fn turn(&mut self, m: RelativeMotion) {
        let share = share_before_nearest(&m);
        let duration = m.end_us.wrapping_sub(m.start_us);
        let after = whole_us(duration, share);
        if 0 < after && after < duration {
            let value = length(&Point::interpolate(&m.from, &m.to, after as f64 / duration as f64));
            self.push(m.start_us.wrapping_add(after), value);
        }
    }

    fn finish(self, subtype: Subtype) -> TFloat {
        let farthest = self.values.iter().copied().fold(0.0, f64::max);
        let (interp, pieces) = (self.interp, self.pieces);
        let whole = Temporal { subtype, interp, pieces, times: self.times, values: self.values };
        // Only what rounding made uneven goes: a wider tolerance could take away the minimum.
        let tolerance = farthest.min(f64::MAX) * TOLERANCE;
        if whole.pieces.len() == 1 && !may_thin(&whole, tolerance) { whole } else { normalize(whole, tolerance) }
    }
}

/// Whether any instant of the only piece lies near the line between its neighbours: most profiles have none.
fn may_thin(profile: &TFloat, tolerance: f64) -> bool {
    profile.times.windows(3).zip(profile.values.windows(3)).any(|(t, v)| {
        let share = t[1].wrapping_sub(t[0]) as f64 / t[2].wrapping_sub(t[0]) as f64;
        let off = v[0] + (v[2] - v[0]) * share - v[1];
        off.is_nan() || off.abs() <= 4.0 * tolerance
    })
}
