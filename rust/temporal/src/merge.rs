//! Values put together: merge of any number, append to the end (MobilityDB, "Modifications").

use crate::construct::{Gaps, Sortable, Space};
use crate::error::{Error, Result};
use crate::motion::{GreatCircle, Motion, Straight};
use crate::movement::segment_length;
use crate::normalize::{normalize_on, tolerance};
use crate::point::{Point, TPoint, TPointRef};
use crate::restrict_time::span_of;
use crate::temporal::{Interp, Piece, Run, Subtype, Temporal, View};
use crate::time::format_timestamp;
use crate::validate::check;

/// The value that is each of the given ones in its time; `None` of none.
///
/// Their times may touch in single instants of one value, and do not overlap otherwise. Instants and Discrete sequences
/// give a Discrete sequence, or an Instant where that is all there is; beside a continuous value they become pieces of one
/// instant. The result does not depend on the order of the values and is in normal form: a Sequence where it has one piece.
///
/// # Errors
/// Naming the time where two values overlap or differ, and for step and linear values together.
/// Source: MobilityDB `merge`.
pub fn merge<V: Sortable>(
    parts: &[View<'_, V>],
    tolerance: f64,
    motion: &impl Motion<V>,
) -> Result<Option<Temporal<V>>> {
    let Some(first) = parts.first() else { return Ok(None) };
    let continuous = parts.iter().find(|p| p.interp != Interp::Discrete);
    let Some(continuous) = continuous else {
        let instant = parts.iter().all(|p| p.subtype == Subtype::Instant);
        let made = discrete(parts)?;
        let subtype = if instant && made.times.len() == 1 { Subtype::Instant } else { Subtype::Sequence };
        return Ok(Some(Temporal { subtype, ..made }));
    };
    if parts.iter().any(|p| p.interp != Interp::Discrete && p.interp != continuous.interp) {
        return Err(Error::Invalid { what: V::WHAT, reason: "step and linear values cannot be one value".to_owned() });
    }
    let form = if parts.len() == 1 { first.subtype } else { Subtype::SequenceSet };
    let made = Temporal { subtype: form, ..concatenate(continuous.interp, pieces_of(parts))? };
    let made = normalize_on(made, tolerance, motion);
    let subtype = if parts.len() > 1 && made.pieces.len() == 1 { Subtype::Sequence } else { made.subtype };
    Ok(Some(Temporal { subtype, ..made }))
}

fn conflict<V: Sortable>(time_us: i64) -> Error {
    Error::Invalid { what: V::WHAT, reason: format!("two different values at {}", format_timestamp(time_us)) }
}

fn discrete<V: Sortable>(parts: &[View<'_, V>]) -> Result<Temporal<V>> {
    let pairs = parts.iter().flat_map(|p| p.times.iter().copied().zip(p.values));
    let mut instants: Vec<(i64, &V)> = pairs.collect();
    instants.sort_by_key(|i| i.0);
    instants.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
    if let Some(two) = instants.windows(2).find(|w| w[0].0 == w[1].0) {
        return Err(conflict::<V>(two[0].0));
    }
    Ok(Temporal {
        subtype: Subtype::Sequence,
        interp: Interp::Discrete,
        pieces: vec![Piece { start: 0, end: instants.len(), lower_inc: true, upper_inc: true }],
        times: instants.iter().map(|i| i.0).collect(),
        values: instants.iter().map(|i| i.1.clone()).collect(),
    })
}

/// All pieces in order of time, instants of Discrete values as pieces of their own.
fn pieces_of<'a, V>(parts: &[View<'a, V>]) -> Vec<Run<'a, V>> {
    let mut runs: Vec<Run<'a, V>> = Vec::new();
    for part in parts {
        if part.interp == Interp::Discrete {
            runs.extend((0..part.times.len()).map(|i| Run {
                times: &part.times[i..=i],
                values: &part.values[i..=i],
                lower_inc: true,
                upper_inc: true,
            }));
        } else {
            runs.extend(part.runs());
        }
    }
    runs.sort_by(|a, b| span_of(a).cmp_bounds(&span_of(b)));
    runs
}

/// One value of runs in order of time; runs that touch in one instant become one piece.
fn concatenate<V: Sortable>(interp: Interp, runs: Vec<Run<'_, V>>) -> Result<Temporal<V>> {
    let mut made =
        Temporal { subtype: Subtype::SequenceSet, interp, pieces: Vec::new(), times: Vec::new(), values: Vec::new() };
    for run in runs {
        let (mut from, first) = (0, run.times[0]);
        if let Some(last) = made.pieces.last_mut() {
            let end_us = made.times[last.end - 1];
            let touches = end_us == first && last.upper_inc && run.lower_inc;
            if first < end_us {
                let reason = format!("values overlap in time from {}", format_timestamp(first));
                return Err(Error::Invalid { what: V::WHAT, reason });
            }
            if touches && made.values[last.end - 1] != run.values[0] {
                return Err(conflict::<V>(first));
            }
            if touches {
                made.times.extend_from_slice(&run.times[1..]);
                made.values.extend_from_slice(&run.values[1..]);
                (last.end, last.upper_inc) = (made.times.len(), run.upper_inc);
                from = run.times.len();
            }
        }
        if from == 0 {
            let start = made.times.len();
            made.times.extend_from_slice(run.times);
            made.values.extend_from_slice(run.values);
            let end = made.times.len();
            made.pieces.push(Piece { start, end, lower_inc: run.lower_inc, upper_inc: run.upper_inc });
        }
    }
    Ok(made)
}

/// A value followed by one instant.
///
/// The last piece goes on to the instant, unless time or distance from its end is greater than `gaps` allows: then a new
/// piece begins, and a Sequence becomes a SequenceSet. An excluded end that the piece goes on from is included. An Instant
/// becomes a Sequence of interpolation `interp`; a Discrete sequence gets one more instant. The instant at the end itself
/// with the same value closes an excluded end.
///
/// # Errors
/// Naming the time of an instant before the end, or of a different value at the end; for a gap in a Discrete sequence, and for
/// an interpolation that the type does not have. Source: MobilityDB `appendInstant`.
pub fn append_instant<V: Sortable>(
    value: View<'_, V>,
    (time_us, next): (i64, V),
    interp: Interp,
    gaps: Gaps,
    (tolerance, motion): (f64, &impl Motion<V>),
    distance: impl Fn(&V, &V) -> f64,
) -> Result<Temporal<V>> {
    let interp = if value.subtype == Subtype::Instant { interp } else { value.interp };
    let (end, last) = (value.end_us(), &value.values[value.values.len() - 1]);
    if time_us < end {
        return Err(not_after::<V>(end, time_us));
    }
    let subtype = if value.subtype == Subtype::SequenceSet { value.subtype } else { Subtype::Sequence };
    let mut made = Temporal {
        subtype,
        interp,
        pieces: value.pieces.to_vec(),
        times: value.times.to_vec(),
        values: value.values.to_vec(),
    };
    check(V::WHAT, made.view())?;
    let place = made.pieces.len() - 1;
    if time_us == end {
        if *last != next {
            return Err(conflict::<V>(time_us));
        }
        made.pieces[place].upper_inc = true;
        return Ok(made);
    }
    let apart = gaps.max_us.is_some_and(|most| time_us.saturating_sub(end) > most)
        || gaps.max_dist.is_some_and(|most| most > 0.0 && distance(last, &next) > most);
    if apart && interp == Interp::Discrete {
        return Err(Error::Argument {
            argument: "value",
            expected: "a continuous value where gaps are asked for",
            found: "a discrete sequence".to_owned(),
        });
    }
    made.times.push(time_us);
    made.values.push(next);
    let count = made.times.len();
    if apart {
        made.pieces.push(Piece { start: count - 1, end: count, lower_inc: true, upper_inc: true });
        made.subtype = Subtype::SequenceSet;
    } else {
        (made.pieces[place].end, made.pieces[place].upper_inc) = (count, true);
    }
    Ok(normalize_on(made, tolerance, motion))
}

fn not_after<V: Sortable>(end_us: i64, time_us: i64) -> Error {
    let (end, time) = (format_timestamp(end_us), format_timestamp(time_us));
    Error::Invalid {
        what: V::WHAT,
        reason: format!("what is appended must not begin before {end}, but begins at {time}"),
    }
}

/// A value followed by another one of the same interpolation that begins where it ends or later.
///
/// # Errors
/// Naming the time where the second begins before the first ends, or where they differ in one instant; for another
/// interpolation. Source: MobilityDB `appendSequence`.
pub fn append_sequence<V: Sortable>(
    value: View<'_, V>,
    next: View<'_, V>,
    tolerance: f64,
    motion: &impl Motion<V>,
) -> Result<Temporal<V>> {
    if next.start_us() < value.end_us() {
        return Err(not_after::<V>(value.end_us(), next.start_us()));
    }
    if value.subtype != Subtype::Instant && next.subtype != Subtype::Instant && value.interp != next.interp {
        return Err(Error::Invalid { what: V::WHAT, reason: "the values differ in their interpolation".to_owned() });
    }
    let made = merge(&[value, next], tolerance, motion)?;
    made.ok_or_else(|| Error::Invalid { what: V::WHAT, reason: "no value".to_owned() })
}

/// [`merge`] of temporal points.
///
/// # Errors
/// As [`merge`]; for points that differ in their reference system, in dimensions, or planar against geodetic.
pub fn merge_points(parts: &[TPointRef<'_>]) -> Result<Option<TPoint>> {
    let Some(first) = parts.first() else { return Ok(None) };
    let space = Space::of(first);
    parts[1..].iter().try_for_each(|part| space.check_same(&Space::of(part)))?;
    let tracks: Vec<View<'_, Point>> = parts.iter().map(|part| part.track).collect();
    let tolerance = tolerance(space.srid, space.geodetic);
    let made = match space.geodetic {
        true => merge(&tracks, tolerance, &GreatCircle),
        false => merge(&tracks, tolerance, &Straight),
    };
    Ok(made?.map(|track| space.point(track)))
}

/// [`append_instant`] to a temporal point; distances in units of the reference system, in metres if geodetic.
///
/// # Errors
/// As [`append_instant`] and [`merge_points`].
pub fn append_position(value: &TPointRef<'_>, next: &TPointRef<'_>, interp: Interp, gaps: Gaps) -> Result<TPoint> {
    let space = Space::of(value);
    space.check_same(&Space::of(next))?;
    let instant = (next.track.times[0], next.track.values[0]);
    let tolerance = tolerance(space.srid, space.geodetic);
    let distance = |a: &Point, b: &Point| segment_length(a, b, space.geodetic);
    let made = match space.geodetic {
        true => append_instant(value.track, instant, interp, gaps, (tolerance, &GreatCircle), distance),
        false => append_instant(value.track, instant, interp, gaps, (tolerance, &Straight), distance),
    };
    Ok(space.point(made?))
}

/// [`append_sequence`] to a temporal point.
///
/// # Errors
/// As [`append_sequence`] and [`merge_points`].
pub fn append_path(value: &TPointRef<'_>, next: &TPointRef<'_>) -> Result<TPoint> {
    let space = Space::of(value);
    space.check_same(&Space::of(next))?;
    let tolerance = tolerance(space.srid, space.geodetic);
    let made = match space.geodetic {
        true => append_sequence(value.track, next.track, tolerance, &GreatCircle),
        false => append_sequence(value.track, next.track, tolerance, &Straight),
    };
    Ok(space.point(made?))
}
