//! Douglas and Peucker's division at the farthest instant.

use super::{Course, Deviation};
use crate::temporal::Run;

/// Numbers of the instants of a run that are kept, ascending.
pub(super) fn kept<V: Course>(run: &Run<'_, V>, dist: f64, deviation: Deviation) -> Vec<usize> {
    let mut kept = vec![0];
    // Ends of the parts that are still to be looked at, the next one last; each part starts at the last instant kept.
    let mut ends = vec![run.times.len() - 1];
    while let Some(&end) = ends.last() {
        let start = kept[kept.len() - 1];
        match farthest(run, start, end, deviation) {
            Some((split, found)) if found > dist => ends.push(split),
            _ => {
                ends.pop();
                if end > start {
                    kept.push(end);
                }
            }
        }
    }
    kept
}

/// The first of the instants between two that are farthest from the straight motion, and how far it is.
pub(super) fn farthest<V: Course>(
    run: &Run<'_, V>,
    start: usize,
    end: usize,
    deviation: Deviation,
) -> Option<(usize, f64)> {
    (start + 1..end).map(|k| (k, deviation.of(run, start, end, k))).fold(None, |most, here| match most {
        Some((_, distance)) if distance >= here.1 => most,
        _ => Some(here),
    })
}
