//! Another interpolation or subtype for the same function of time (MobilityDB, "Transformations").
//!
//! A value keeps what it is at every time, so linear values that move are not made step ones, and continuous values that last are
//! not made discrete.

use crate::construct::Sortable;
use crate::error::{Error, Result};
use crate::temporal::{Interp, Piece, Run, Subtype, Temporal, View};

/// The value with this interpolation.
///
/// An Instant becomes a Sequence, and a Discrete sequence of several instants a SequenceSet of pieces of one instant. A step
/// value becomes linear in pieces that stand, as a SequenceSet where it changes. A value of the interpolation comes back as it is.
///
/// # Errors
/// For linear interpolation of a type without one, step interpolation of a piece whose value changes linearly, and discrete
/// interpolation of a piece that lasts. Source: MobilityDB `setInterp`.
pub fn set_interp<V: Sortable>(value: View<'_, V>, interp: Interp) -> Result<Temporal<V>> {
    if interp == Interp::Linear && !V::CONTINUOUS {
        return Err(refused::<V>("its base type has no linear interpolation"));
    }
    if value.subtype == Subtype::Instant {
        return Ok(Temporal { subtype: Subtype::Sequence, interp, ..value.to_temporal() });
    }
    match (value.interp, interp) {
        (from, to) if from == to => Ok(value.to_temporal()),
        (Interp::Discrete, _) if value.times.len() == 1 => Ok(Temporal { interp, ..value.to_temporal() }),
        (Interp::Discrete, _) => Ok(instants(value, interp)),
        (_, Interp::Discrete) if value.runs().all(|run| run.times.len() == 1) => Ok(discrete(value)),
        (_, Interp::Discrete) => Err(refused::<V>("a value that lasts cannot be discrete")),
        (Interp::Step, _) => Ok(standing(value)),
        (Interp::Linear, _) if value.runs().all(|run| run.values.iter().all(|v| *v == run.values[0])) => {
            Ok(Temporal { interp, ..value.to_temporal() })
        }
        (Interp::Linear, _) => Err(refused::<V>("a value that changes linearly cannot be one of steps")),
    }
}

/// The value as an Instant.
///
/// # Errors
/// Where it has more than one instant. Source: MobilityDB `tgeompointInst` and its kin.
pub fn to_instant<V: Sortable>(value: View<'_, V>) -> Result<Temporal<V>> {
    match value.times {
        [time] => Ok(Temporal::instant(*time, value.values[0].clone())),
        _ => Err(refused::<V>("a value of several instants cannot be an instant")),
    }
}

/// The value as a SequenceSet with this interpolation.
///
/// # Errors
/// As [`set_interp`], and for discrete interpolation. Source: MobilityDB `tgeompointSeqSet` and its kin.
pub fn to_sequence_set<V: Sortable>(value: View<'_, V>, interp: Interp) -> Result<Temporal<V>> {
    if interp == Interp::Discrete {
        return Err(refused::<V>("a sequence set cannot be discrete"));
    }
    Ok(Temporal { subtype: Subtype::SequenceSet, ..set_interp(value, interp)? })
}

fn refused<V: Sortable>(reason: &str) -> Error {
    Error::Invalid { what: V::WHAT, reason: reason.to_owned() }
}

fn instants<V: Clone>(value: View<'_, V>, interp: Interp) -> Temporal<V> {
    let single = |i: usize| Piece { start: i, end: i + 1, lower_inc: true, upper_inc: true };
    let pieces = (0..value.times.len()).map(single).collect();
    Temporal { subtype: Subtype::SequenceSet, interp, pieces, ..value.to_temporal() }
}

fn discrete<V: Clone>(value: View<'_, V>) -> Temporal<V> {
    let pieces = vec![Piece { start: 0, end: value.times.len(), lower_inc: true, upper_inc: true }];
    Temporal { subtype: Subtype::Sequence, interp: Interp::Discrete, pieces, ..value.to_temporal() }
}

/// A step value as linear pieces, one for each stretch of one value.
fn standing<V: Clone + PartialEq>(value: View<'_, V>) -> Temporal<V> {
    let mut made = Temporal {
        subtype: Subtype::SequenceSet,
        interp: Interp::Linear,
        pieces: Vec::new(),
        times: Vec::new(),
        values: Vec::new(),
    };
    value.runs().for_each(|run| stand(&mut made, &run));
    if value.subtype == Subtype::Sequence && made.pieces.len() == 1 {
        made.subtype = Subtype::Sequence;
    }
    made
}

fn stand<V: Clone + PartialEq>(made: &mut Temporal<V>, run: &Run<'_, V>) {
    let last = run.times.len() - 1;
    let mut i = 0;
    while i <= last {
        let same = run.values[i..].iter().take_while(|v| **v == run.values[i]).count();
        let end = (i + same).min(last);
        // At an exclusive end the value is repeated: there is no other stretch to come.
        let whole = i + same > last;
        let start = made.times.len();
        made.times.push(run.times[i]);
        made.times.extend((end > i).then_some(run.times[end]));
        made.values.resize(made.times.len(), run.values[i].clone());
        made.pieces.push(Piece {
            start,
            end: made.times.len(),
            lower_inc: i > 0 || run.lower_inc,
            upper_inc: whole && run.upper_inc,
        });
        i += same;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::motion::Straight;
    use crate::restrict_time::value_at;
    use crate::text::temporal::{format, parse};
    use rstest::rstest;

    #[rstest]
    #[case("1@2026-01-01", Interp::Discrete, "{1@2026-01-01 00:00:00+00}")]
    #[case(
        "{1@2026-01-01, 2@2026-01-02}",
        Interp::Step,
        "Interp=Step;{[1@2026-01-01 00:00:00+00], [2@2026-01-02 00:00:00+00]}"
    )]
    #[case(
        "Interp=Step;[1@2026-01-01, 2@2026-01-02, 2@2026-01-03)",
        Interp::Linear,
        "{[1@2026-01-01 00:00:00+00, 1@2026-01-02 00:00:00+00), [2@2026-01-02 00:00:00+00, 2@2026-01-03 00:00:00+00)}"
    )]
    #[case(
        "Interp=Step;(1@2026-01-01, 1@2026-01-03]",
        Interp::Linear,
        "(1@2026-01-01 00:00:00+00, 1@2026-01-03 00:00:00+00]"
    )]
    #[case(
        "[1@2026-01-01, 1@2026-01-03]",
        Interp::Step,
        "Interp=Step;[1@2026-01-01 00:00:00+00, 1@2026-01-03 00:00:00+00]"
    )]
    #[case(
        "{[1@2026-01-01], [2@2026-01-03]}",
        Interp::Discrete,
        "{1@2026-01-01 00:00:00+00, 2@2026-01-03 00:00:00+00}"
    )]
    fn value_stays_the_same_function_of_time(#[case] text: &str, #[case] interp: Interp, #[case] want: &str) {
        let value = parse::<f64>(text, "UTC").unwrap();
        let made = set_interp(value.view(), interp).unwrap();
        assert_eq!(format(made.view(), 15), want);
        for time_us in (value.view().start_us()..=value.view().end_us()).step_by(21_600_000_000) {
            assert_eq!(value_at(made.view(), time_us, &Straight), value_at(value.view(), time_us, &Straight));
        }
    }

    #[rstest]
    #[case("[1@2026-01-01, 2@2026-01-02]", Interp::Step)]
    #[case("[1@2026-01-01, 1@2026-01-02]", Interp::Discrete)]
    fn value_that_would_change_is_refused(#[case] text: &str, #[case] interp: Interp) {
        assert!(set_interp(parse::<f64>(text, "UTC").unwrap().view(), interp).is_err());
    }

    #[test]
    fn types_without_linear_interpolation_and_discrete_sets_are_refused() {
        let value = parse::<i32>("[1@2026-01-01, 2@2026-01-02]", "UTC").unwrap();
        assert!(set_interp(value.view(), Interp::Linear).is_err());
        assert!(to_sequence_set(value.view(), Interp::Discrete).is_err());
        assert!(to_instant(value.view()).is_err());
    }
}
