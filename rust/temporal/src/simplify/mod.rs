//! Fewer instants for almost the same course (MobilityDB, "Simplification").
//!
//! Each piece is simplified by itself: its first and last instants stay, those between are kept or dropped. What is left is
//! brought into the normal form. Discrete values are returned as they are.

mod farthest;
mod window;

use crate::error::{Error, Result};
use crate::movement::segment_length;
use crate::normalize::{NUMBER, normalize, normalize_point};
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::{Base, Interp, Piece, Run, TFloat, Temporal, View};

/// How far a dropped instant is from what is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deviation {
    /// From the place at the same time (synchronised Euclidean distance).
    Synchronised,
    /// From the nearest place on the line between the instants that are kept.
    Spatial,
}

/// Positions among which a straight motion is a line.
pub trait Course: Base + Copy {
    /// The straight motion from `a` to `b`, at a share of its duration.
    fn between(a: &Self, b: &Self, share: f64) -> Self;
    /// Distance of two positions.
    fn distance(a: &Self, b: &Self) -> f64;
    /// Distance of `p` to the line from `a` to `b`.
    fn distance_to_line(p: &Self, a: &Self, b: &Self) -> f64;
    /// Coordinates, 0 for those it has not.
    fn coordinates(&self) -> [f64; 3];
}

impl Course for f64 {
    fn between(a: &Self, b: &Self, share: f64) -> Self {
        a + (b - a) * share
    }

    fn distance(a: &Self, b: &Self) -> f64 {
        (a - b).abs()
    }

    fn distance_to_line(p: &Self, a: &Self, b: &Self) -> f64 {
        (p - p.clamp(a.min(*b), a.max(*b))).abs()
    }

    fn coordinates(&self) -> [f64; 3] {
        [*self, 0.0, 0.0]
    }
}

impl Course for Point {
    fn between(a: &Self, b: &Self, share: f64) -> Self {
        let [x, y, z] = [(a.x, b.x), (a.y, b.y), (a.z, b.z)].map(|(from, to)| f64::between(&from, &to, share));
        Self { x, y, z }
    }

    fn distance(a: &Self, b: &Self) -> f64 {
        segment_length(a, b, false)
    }

    fn distance_to_line(p: &Self, a: &Self, b: &Self) -> f64 {
        let length = Self::distance(a, b);
        if length == 0.0 {
            return Self::distance(p, a);
        }
        // Unit vector first: its products cannot overflow.
        let u = Self { x: (b.x - a.x) / length, y: (b.y - a.y) / length, z: (b.z - a.z) / length };
        let along = (p.x - a.x) * u.x + (p.y - a.y) * u.y + (p.z - a.z) * u.z;
        Self::distance(p, &Self::between(a, b, (along / length).clamp(0.0, 1.0)))
    }

    fn coordinates(&self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }
}

impl Deviation {
    /// How far instant `k` of a run is from the straight motion between its instants `start` and `end`.
    fn of<V: Course>(self, run: &Run<'_, V>, start: usize, end: usize, k: usize) -> f64 {
        let (a, b) = (&run.values[start], &run.values[end]);
        match self {
            Self::Spatial => V::distance_to_line(&run.values[k], a, b),
            Self::Synchronised => {
                let duration = run.times[end].abs_diff(run.times[start]) as f64;
                let share = run.times[k].abs_diff(run.times[start]) as f64 / duration;
                V::distance(&run.values[k], &V::between(a, b, share))
            }
        }
    }
}

/// A value that can be simplified: a moving point in the plane or in space, or a moving number.
pub trait Simplified: Sized {
    /// The value that owns its instants.
    type Owned;
    /// Its positions.
    type Position: Course;
    /// The instants.
    fn track(&self) -> View<'_, Self::Position>;
    /// A value like this one with other instants, in normal form.
    fn with(&self, track: Temporal<Self::Position>) -> Self::Owned;
}

impl Simplified for TPointRef<'_> {
    type Owned = TPoint;
    type Position = Point;

    fn track(&self) -> View<'_, Point> {
        self.track
    }

    fn with(&self, track: Temporal<Point>) -> TPoint {
        normalize_point(self.like(track))
    }
}

impl Simplified for View<'_, f64> {
    type Owned = TFloat;
    type Position = f64;

    fn track(&self) -> View<'_, f64> {
        *self
    }

    fn with(&self, track: Temporal<f64>) -> TFloat {
        normalize(track, NUMBER)
    }
}

/// Simplification of Douglas and Peucker: the instant that is farthest from the straight motion between the ends is kept
/// if it is farther than `dist`, and then the same on both sides of it.
///
/// Every instant that is dropped is within `dist` of what is left. `dist` 0 returns the value; step and discrete values are
/// returned as they are. Time n log n for most courses, n squared at worst. Source: Douglas and Peucker 1973; synchronised:
/// Meratnia and de By 2004; MobilityDB `douglasPeuckerSimplify`.
///
/// # Errors
/// A negative or NaN distance.
pub fn douglas_peucker<T: Simplified>(value: &T, dist: f64, deviation: Deviation) -> Result<T::Owned> {
    simplify(value, check_distance(dist)? && value.track().interp == Interp::Linear, |run| {
        farthest::kept(run, dist, deviation)
    })
}

/// Simplification in one pass with an opening window: goes on from the last instant kept as long as every instant passed is
/// within `dist` of the straight motion; where one is not, the farthest is kept, and the window opens from it.
///
/// Every instant that is dropped is within `dist` of what is left. `dist` 0 returns the value; step and discrete values are
/// returned as they are. Source: Meratnia and de By 2004 (opening window); MobilityDB `maxDistSimplify`.
///
/// # Errors
/// A negative or NaN distance.
pub fn max_dist<T: Simplified>(value: &T, dist: f64, deviation: Deviation) -> Result<T::Owned> {
    simplify(value, check_distance(dist)? && value.track().interp == Interp::Linear, |run| {
        window::kept(run, dist, deviation)
    })
}

/// Keeps the instants that are farther than `dist` from the last one kept.
///
/// `dist` 0 returns the value; discrete values are returned as they are. Source: MobilityDB `minDistSimplify`.
///
/// # Errors
/// A negative or NaN distance.
pub fn min_dist<T: Simplified>(value: &T, dist: f64) -> Result<T::Owned> {
    let far = |run: &Run<'_, T::Position>, i: usize, j: usize| {
        <T::Position as Course>::distance(&run.values[i], &run.values[j]) > dist
    };
    simplify(value, check_distance(dist)?, |run| kept_if(run, |i, j| far(run, i, j)))
}

/// Keeps the instants that are more than `interval_us` microseconds after the last one kept.
///
/// An interval of 0 returns the value; discrete values are returned as they are. Source: MobilityDB `minTimeDeltaSimplify`.
///
/// # Errors
/// A negative interval.
pub fn min_time_delta<T: Simplified>(value: &T, interval_us: i64) -> Result<T::Owned> {
    let least = u64::try_from(interval_us).map_err(|_| Error::Argument {
        argument: "interval",
        expected: "an interval that is not negative",
        found: format!("{interval_us} microseconds"),
    })?;
    simplify(value, least > 0, |run| kept_if(run, |i, j| run.times[j].abs_diff(run.times[i]) > least))
}

/// Whether there is anything to drop at this distance.
fn check_distance(dist: f64) -> Result<bool> {
    if dist >= 0.0 {
        return Ok(dist > 0.0);
    }
    let (argument, expected) = ("dist", "a distance that is not negative");
    Err(Error::Argument { argument, expected, found: dist.to_string() })
}

/// The value with the instants of each piece that `kept` numbers; as it is if `drops` is false.
fn simplify<T: Simplified>(
    value: &T,
    drops: bool,
    kept: impl Fn(&Run<'_, T::Position>) -> Vec<usize>,
) -> Result<T::Owned> {
    let track = value.track();
    if !drops || track.interp == Interp::Discrete {
        return Ok(value.with(track.to_temporal()));
    }
    let mut simple = Temporal {
        subtype: track.subtype,
        interp: track.interp,
        pieces: Vec::with_capacity(track.pieces.len()),
        times: Vec::new(),
        values: Vec::new(),
    };
    for (piece, run) in track.pieces.iter().zip(track.runs()) {
        let start = simple.times.len();
        for i in kept(&run) {
            simple.times.push(run.times[i]);
            simple.values.push(run.values[i]);
        }
        simple.pieces.push(Piece { start, end: simple.times.len(), ..*piece });
    }
    Ok(value.with(simple))
}

/// The first instant, those for which `keep(last kept, it)`, and the last one.
fn kept_if<V>(run: &Run<'_, V>, keep: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let last = run.times.len() - 1;
    let mut kept = vec![0];
    for i in 1..=last {
        if i == last || keep(kept[kept.len() - 1], i) {
            kept.push(i);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
