//! The opening window.
//!
//! To ask all instants of the window again for each instant that it grows by takes time n squared where a ship lies at
//! anchor for a day. Two bounds answer most of it at once. An instant within the distance of the start of the window is
//! within it of every line from there. And a motion from the start stays within the distance of an instant, at its time, if
//! its velocity lies in a ball; the boxes inside of these balls are cut with each other, and a velocity inside of the rest
//! is in all balls.

use super::farthest::farthest;
use super::{Course, Deviation};
use crate::temporal::Run;

/// Boxes are made smaller by this share of the distance, and by this one of the coordinates, so that rounding cannot let a
/// velocity in that is not in the ball.
const MARGIN: f64 = 1e-9;
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Numbers of the instants of a run that are kept, ascending.
pub(super) fn kept<V: Course>(run: &Run<'_, V>, dist: f64, deviation: Deviation) -> Vec<usize> {
    let last = run.times.len() - 1;
    let mut kept = vec![0];
    let mut window = Window::at(0);
    let mut end = 1;
    while end <= last {
        if window.surely_fits(run, deviation, end) {
            window.pass(run, dist, deviation, end);
            end += 1;
            continue;
        }
        match farthest(run, window.start, end, deviation) {
            Some((split, found)) if found > dist => {
                kept.push(split);
                window = Window::at(split);
                (split + 1..end).for_each(|k| window.pass(run, dist, deviation, k));
            }
            _ => {
                window.pass(run, dist, deviation, end);
                end += 1;
            }
        }
    }
    if last > 0 {
        kept.push(last);
    }
    kept
}

/// The instants from a start on, and what is known of all of them.
struct Window {
    start: usize,
    /// Whether all are within the distance of the start.
    near: bool,
    /// Velocities that stay within the distance of all, in units a microsecond: from and to, for each coordinate.
    velocities: [(f64, f64); 3],
}

impl Window {
    fn at(start: usize) -> Self {
        Self { start, near: true, velocities: [(f64::NEG_INFINITY, f64::INFINITY); 3] }
    }

    /// Takes an instant into the window.
    fn pass<V: Course>(&mut self, run: &Run<'_, V>, dist: f64, deviation: Deviation, k: usize) {
        let (from, to) = (&run.values[self.start], &run.values[k]);
        match deviation {
            Deviation::Spatial => self.near = self.near && V::distance(from, to) <= dist,
            Deviation::Synchronised => {
                let duration = run.times[k].abs_diff(run.times[self.start]) as f64;
                // Half the edge of the cube in a ball of this radius.
                let half = dist / 3_f64.sqrt() * (1.0 - MARGIN);
                for (axis, range) in self.velocities.iter_mut().enumerate() {
                    let (from, to) = (from.coordinates()[axis], to.coordinates()[axis]);
                    let moved = to - from;
                    let half = half - ROUNDING * (from.abs() + to.abs());
                    *range = (range.0.max((moved - half) / duration), range.1.min((moved + half) / duration));
                }
            }
        }
    }

    /// Whether all instants passed are within the distance of the straight motion to `end`, as far as that is seen at once.
    fn surely_fits<V: Course>(&self, run: &Run<'_, V>, deviation: Deviation, end: usize) -> bool {
        match deviation {
            Deviation::Spatial => self.near,
            Deviation::Synchronised => {
                let duration = run.times[end].abs_diff(run.times[self.start]) as f64;
                let (from, to) = (run.values[self.start].coordinates(), run.values[end].coordinates());
                self.velocities.iter().enumerate().all(|(axis, (least, most))| {
                    let velocity = (to[axis] - from[axis]) / duration;
                    *least <= velocity && velocity <= *most
                })
            }
        }
    }
}
