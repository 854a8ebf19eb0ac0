//! Building a temporal Boolean from spans of one value each.

use crate::distance::RelativeMotion;
use crate::point::TPointRef;
use crate::temporal::{Interp, Piece, Subtype, TBool, Temporal};

/// A temporal Boolean in the making, in normal form throughout. Spans come in ascending order and are disjoint.
#[derive(Debug, Default)]
pub(super) struct Truth {
    pieces: Vec<Piece>,
    times: Vec<i64>,
    values: Vec<bool>,
    /// Value of the last span, which ends at `end_us`.
    open: Option<Open>,
    /// Spans of the other value are left out.
    only: Option<bool>,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    end_us: i64,
    upper_inc: bool,
    value: bool,
}

/// A span of time with one value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    pub(super) start_us: i64,
    pub(super) end_us: i64,
    pub(super) lower_inc: bool,
    pub(super) upper_inc: bool,
    pub(super) value: bool,
}

impl Phase {
    /// A whole motion with one value.
    pub(super) fn of(m: &RelativeMotion, value: bool) -> Self {
        let (lower_inc, upper_inc) = (m.lower_inc, m.upper_inc);
        Self { start_us: m.start_us, end_us: m.end_us, lower_inc, upper_inc, value }
    }

    fn is_empty(&self) -> bool {
        self.start_us > self.end_us || (self.start_us == self.end_us && !(self.lower_inc && self.upper_inc))
    }
}

/// Which shape a temporal relation takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One instant.
    Instant,
    /// Instants only.
    Discrete,
    /// One piece where the operands are sequences and the answer has one piece; otherwise a set.
    Sequence,
    /// A set of pieces.
    SequenceSet,
}

impl Form {
    /// The shape of a relation between two temporal points, a set wherever it is continuous.
    pub(super) fn of(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Self {
        if a.track.subtype == Subtype::Instant || b.track.subtype == Subtype::Instant {
            Self::Instant
        } else if a.track.interp == Interp::Discrete || b.track.interp == Interp::Discrete {
            Self::Discrete
        } else {
            Self::SequenceSet
        }
    }

    /// As [`Form::of`], but a sequence for two sequences of the same interpolation if one piece is enough.
    pub(super) fn sequence_of(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Self {
        let sequences = a.track.subtype == Subtype::Sequence && b.track.subtype == Subtype::Sequence;
        match Self::of(a, b) {
            Self::SequenceSet if sequences && a.track.interp == b.track.interp => Self::Sequence,
            other => other,
        }
    }
}

impl Truth {
    /// One that keeps only the spans with this value.
    pub(super) fn only(value: bool) -> Self {
        Self { only: Some(value), ..Self::default() }
    }

    /// Adds a span after all others; an empty one is ignored.
    #[inline]
    pub(super) fn push(&mut self, phase: Phase) {
        if let Some(open) = &mut self.open
            && open.value == phase.value
            && open.end_us == phase.start_us
            && (phase.lower_inc || open.upper_inc)
            && !phase.is_empty()
        {
            (open.end_us, open.upper_inc) = (phase.end_us, phase.upper_inc);
        } else {
            self.push_change(phase);
        }
    }

    fn push_change(&mut self, phase: Phase) {
        if phase.is_empty() || self.only.is_some_and(|v| v != phase.value) {
            return;
        }
        match self.open {
            Some(open) if open.end_us == phase.start_us && (phase.lower_inc || open.upper_inc) => {
                if open.upper_inc {
                    self.close();
                    self.start(&phase);
                } else {
                    self.times.push(phase.start_us);
                    self.values.push(phase.value);
                }
            }
            _ => {
                self.close();
                self.start(&phase);
            }
        }
        self.open = Some(Open { end_us: phase.end_us, upper_inc: phase.upper_inc, value: phase.value });
    }

    fn start(&mut self, phase: &Phase) {
        let start = self.times.len();
        self.pieces.push(Piece { start, end: start, lower_inc: phase.lower_inc, upper_inc: true });
        self.times.push(phase.start_us);
        self.values.push(phase.value);
    }

    fn close(&mut self) {
        let (Some(open), Some(piece)) = (self.open.take(), self.pieces.last_mut()) else { return };
        if self.times.last() != Some(&open.end_us) {
            self.times.push(open.end_us);
            self.values.push(open.value);
        }
        (piece.end, piece.upper_inc) = (self.times.len(), open.upper_inc);
    }

    /// The temporal Boolean; `None` if nothing was added.
    pub(super) fn finish(mut self, form: Form) -> Option<TBool> {
        self.close();
        if self.times.is_empty() {
            return None;
        }
        let (subtype, interp) = match form {
            Form::Instant => (Subtype::Instant, Interp::Discrete),
            Form::Discrete => (Subtype::Sequence, Interp::Discrete),
            Form::Sequence if self.pieces.len() == 1 && self.only.is_none() => (Subtype::Sequence, Interp::Step),
            Form::Sequence | Form::SequenceSet => (Subtype::SequenceSet, Interp::Step),
        };
        if interp == Interp::Discrete {
            self.pieces = vec![Piece { start: 0, end: self.times.len(), lower_inc: true, upper_inc: true }];
        }
        Some(Temporal { subtype, interp, pieces: self.pieces, times: self.times, values: self.values })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn phase(text: &str) -> Phase {
        let value = text.starts_with('t');
        let (lower_inc, upper_inc) = (text.as_bytes()[1] == b'[', text.ends_with(']'));
        let (start, end) = text[2..text.len() - 1].split_once(',').unwrap();
        Phase { start_us: start.parse().unwrap(), end_us: end.parse().unwrap(), lower_inc, upper_inc, value }
    }

    fn shown(truth: &TBool) -> String {
        let piece = |p: &Piece| {
            let instants: Vec<String> = (p.start..p.end)
                .map(|i| format!("{}@{}", if truth.values[i] { 't' } else { 'f' }, truth.times[i]))
                .collect();
            let (lower, upper) = (if p.lower_inc { '[' } else { '(' }, if p.upper_inc { ']' } else { ')' });
            format!("{lower}{}{upper}", instants.join(" "))
        };
        truth.pieces.iter().map(piece).collect::<Vec<_>>().join(" ")
    }

    #[rstest]
    #[case::instant_inside(&["f[0,5)", "t[5,5]", "f(5,9]"], "[f@0 t@5] (f@5 f@9]")]
    #[case::true_closed(&["f[0,5)", "t[5,7]", "f(7,9)"], "[f@0 t@5 t@7] (f@7 f@9)")]
    #[case::jumps(&["f[0,5)", "t[5,7)", "f[7,9]"], "[f@0 t@5 f@7 f@9]")]
    #[case::same_value_joins(&["t[0,5)", "t[5,7]", "t(7,9]"], "[t@0 t@9]")]
    #[case::gap(&["t(0,5]", "t[6,7)"], "(t@0 t@5] [t@6 t@7)")]
    #[case::two_open_ends(&["t[0,5)", "t(5,7)"], "[t@0 t@5) (t@5 t@7)")]
    #[case::empty_is_ignored(&["f(5,5)", "t[5,5]", "f(5,5]"], "[t@5]")]
    fn phases_become_pieces(#[case] phases: &[&str], #[case] want: &str) {
        let mut truth = Truth::default();
        phases.iter().for_each(|p| truth.push(phase(p)));
        assert_eq!(shown(&truth.finish(Form::SequenceSet).unwrap()), want);
    }

    #[test]
    fn nothing_is_none() {
        assert_eq!(Truth::default().finish(Form::Sequence), None);
    }
}
