//! From what a vessel does to what its transponder sends: positions with noise, at irregular intervals.

use crate::diary::{Doing, Phase};
use crate::fleet::{Kind, Vessel};
use crate::path::{KNOT_MPS, moved};
use crate::rng::Rng;

/// Shortest and longest interval between two reports, in seconds, but for silences.
pub const INTERVAL_S: (f64, f64) = (2.0, 360.0);

/// What a vessel says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Under way using engine.
    UnderWay,
    /// Moored.
    Moored,
    /// At anchor.
    AtAnchor,
    /// Engaged in fishing.
    Fishing,
}

/// One position report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Seconds since 1970.
    pub t: i64,
    /// Index of the vessel in the fleet.
    pub vessel: u32,
    /// Degrees.
    pub lon: f64,
    /// Degrees.
    pub lat: f64,
    /// Speed over ground in knots.
    pub sog: f64,
    /// Course over ground in degrees.
    pub cog: f64,
    /// What the vessel does.
    pub status: Status,
}

/// The transponder of one vessel.
pub struct Tracker {
    index: u32,
    class_a: bool,
    silence: f64,
    phases: Vec<Phase>,
    cursor: usize,
    next_t: f64,
    rate: f64,
    swing: f64,
    rng: Rng,
}

impl Tracker {
    /// The transponder of vessel number `index`, whose first report comes after the moment `from`.
    pub fn new(index: u32, vessel: &Vessel, phases: Vec<Phase>, from: f64, rate: f64, mut rng: Rng) -> Self {
        // Small sets are heard less well, and small craft sail behind islands.
        let silence = match vessel.kind {
            Kind::Ferry | Kind::Service => 0.0,
            Kind::Transit | Kind::Coastal => 0.0006,
            Kind::Fishing | Kind::Pleasure => 0.003,
        };
        let next_t = from + rng.range(0.0, 60.0);
        let swing = rng.range(0.0, std::f64::consts::TAU);
        Self { index, class_a: vessel.class_a, silence, phases, cursor: 0, next_t, rate, swing, rng }
    }

    /// Adds the reports before the moment `until`, in order of time, each at a later second than the one before.
    pub fn reports(&mut self, until: f64, out: &mut Vec<Report>) {
        while let Some(phase) = self.phases.get(self.cursor) {
            if phase.until <= self.next_t {
                self.cursor += 1;
                continue;
            }
            let t = self.next_t.floor();
            if t >= until {
                return;
            }
            match self.report(t, self.cursor) {
                Some(report) => {
                    self.next_t = t + self.interval(&report);
                    out.push(report);
                }
                None => self.next_t = (self.phases[self.cursor].until + self.rng.range(0.0, 20.0)).ceil(),
            }
        }
    }

    fn report(&mut self, t: f64, cursor: usize) -> Option<Report> {
        let phase = &self.phases[cursor];
        let (at, noise_m, sog, cog, status) = match &phase.doing {
            Doing::Sailing(sail) => {
                let (s, v) = sail.progress((t - phase.from).max(0.0));
                let (at, course) = sail.path.position(s);
                let status = if sail.fishing { Status::Fishing } else { Status::UnderWay };
                let sog = (v / KNOT_MPS + 0.1 * self.rng.normal()).max(0.0);
                (at, 2.0, sog, course + 1.5 * self.rng.normal(), status)
            }
            Doing::Anchored(at) => {
                // The chain runs out in ten minutes; then the ship swings with wind and tide.
                let (out_m, hours) = (60.0 * ((t - phase.from) / 600.0).clamp(0.0, 1.0), t / 3600.0);
                let angle = self.swing + 0.9 * (hours + self.swing).sin();
                let at = moved(*at, out_m * angle.cos(), out_m * angle.sin());
                (at, 3.0, self.rng.range(0.0, 0.4), self.rng.range(0.0, 360.0), Status::AtAnchor)
            }
            Doing::Moored(at) => (*at, 3.0, self.rng.range(0.0, 0.12), self.rng.range(0.0, 360.0), Status::Moored),
            Doing::Away => return None,
        };
        let (lon, lat) = moved(at, noise_m * self.rng.normal(), noise_m * self.rng.normal());
        Some(Report { t: t as i64, vessel: self.index, lon, lat, sog, cog: cog.rem_euclid(360.0), status })
    }

    fn interval(&mut self, report: &Report) -> f64 {
        if self.rng.chance(self.silence) {
            return self.rng.range(0.5, 3.0) * 3600.0;
        }
        let full_s = match (self.class_a, report.status, report.sog) {
            (_, Status::Moored | Status::AtAnchor, _) => 180.0,
            (false, _, sog) if sog < 2.0 => 180.0,
            (false, ..) => 30.0,
            (true, _, sog) if sog < 14.0 => 10.0,
            (true, _, sog) if sog < 23.0 => 6.0,
            (true, ..) => 2.0,
        };
        (full_s / self.rate * self.rng.range(0.6, 1.4)).clamp(INTERVAL_S.0, INTERVAL_S.1).round()
    }
}
