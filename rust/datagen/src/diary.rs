//! What one vessel does from moment to moment: a list of phases without a hole, each beginning where the last one ended.

use crate::path::{KNOT_MPS, Path};
use crate::waters::LonLat;

/// One thing at a time.
#[derive(Clone, Debug)]
pub enum Doing {
    /// Out of these waters or switched off: no reports.
    Away,
    /// At a berth.
    Moored(LonLat),
    /// Swinging at anchor.
    Anchored(LonLat),
    /// Under way.
    Sailing(Sail),
}

/// A passage along a line.
#[derive(Clone, Debug)]
pub struct Sail {
    /// The line.
    pub path: Path,
    /// Speed between the ramps, in metres a second.
    pub speed_mps: f64,
    /// Seconds of steady acceleration at the start, and of braking at the end.
    pub ramp_s: f64,
    /// Whether nets are out.
    pub fishing: bool,
}

impl Sail {
    /// Seconds from end to end.
    pub fn duration_s(&self) -> f64 {
        self.path.length_m() / self.speed_mps + self.ramp_s
    }

    /// Metres along the line and metres a second, `t` seconds after the start.
    pub fn progress(&self, t: f64) -> (f64, f64) {
        let (v, r) = (self.speed_mps, self.ramp_s);
        let left = self.duration_s() - t;
        if t < r {
            (v * t * t / (2.0 * r), v * t / r)
        } else if left < r {
            let left = left.max(0.0);
            (self.path.length_m() - v * left * left / (2.0 * r), v * left / r)
        } else {
            (v * (t - r / 2.0), v)
        }
    }
}

/// A phase: from the end of the one before until `until`, in seconds since 1970.
#[derive(Clone, Debug)]
pub struct Phase {
    /// First moment.
    pub from: f64,
    /// First moment of the next phase.
    pub until: f64,
    /// What happens.
    pub doing: Doing,
}

/// The phases of a vessel so far.
pub struct Diary {
    phases: Vec<Phase>,
    /// Where the next phase begins, in seconds since 1970.
    pub now: f64,
}

impl Diary {
    /// An empty diary that begins at `from`.
    pub fn new(from: f64) -> Self {
        Self { phases: Vec::new(), now: from }
    }

    /// No reports until `until`; nothing if that has passed.
    pub fn away_until(&mut self, until: f64) {
        self.push(until, Doing::Away);
    }

    /// At the berth `at` until `until`; nothing if that has passed.
    pub fn moor_until(&mut self, at: LonLat, until: f64) {
        self.push(until, Doing::Moored(at));
    }

    /// At anchor at `at` until `until`; nothing if that has passed.
    pub fn anchor_until(&mut self, at: LonLat, until: f64) {
        self.push(until, Doing::Anchored(at));
    }

    /// Along `path` at `speed_kn` knots, with ramps of `ramp_s` seconds; a line of no length takes no time.
    pub fn sail(&mut self, path: Path, speed_kn: f64, ramp_s: f64, fishing: bool) {
        let speed_mps = speed_kn * KNOT_MPS;
        let ramp_s = ramp_s.min(path.length_m() / speed_mps);
        let sail = Sail { path, speed_mps, ramp_s, fishing };
        self.push(self.now + sail.duration_s(), Doing::Sailing(sail));
    }

    /// The phases, in order of time.
    pub fn into_phases(self) -> Vec<Phase> {
        self.phases
    }

    fn push(&mut self, until: f64, doing: Doing) {
        if until > self.now {
            self.phases.push(Phase { from: self.now, until, doing });
            self.now = until;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;

    #[test]
    fn a_passage_begins_at_rest_covers_its_line_and_ends_at_rest() {
        let mut diary = Diary::new(100.0);
        diary.sail(Path::new(vec![(11.0, 55.0), (11.0, 55.1)]), 10.0, 300.0, false);
        let phase = &diary.into_phases()[0];
        let Doing::Sailing(sail) = &phase.doing else { panic!() };
        assert_eq!(sail.progress(0.0), (0.0, 0.0));
        let (s, v) = sail.progress(phase.until - phase.from);
        assert!((s - sail.path.length_m()).abs() < 1e-6 && v.abs() < 1e-9);
        let mut last = 0.0;
        for i in 0..=1000 {
            let (s, v) = sail.progress(sail.duration_s() * f64::from(i) / 1000.0);
            assert!(s >= last && v <= sail.speed_mps + 1e-9);
            last = s;
        }
    }

    #[test]
    fn phases_leave_no_hole_and_none_is_empty() {
        let mut diary = Diary::new(0.0);
        diary.moor_until((11.0, 55.0), 10.0);
        diary.moor_until((11.0, 55.0), 5.0);
        diary.away_until(20.0);
        let phases = diary.into_phases();
        assert_eq!(phases.len(), 2);
        assert_eq!(phases[0].until, phases[1].from);
    }
}
