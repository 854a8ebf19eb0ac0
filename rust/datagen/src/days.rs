//! The files: `aisdk-YYYY-MM-DD.csv` a day, and `manifest.json` with the counts of each.

use crate::args::Options;
use crate::calendar::{DAY_S, iso_day};
use crate::dirt::{self, Faults};
use crate::dma;
use crate::fleet::{self, Vessel};
use crate::network::Network;
use crate::rng::Rng;
use crate::tracker::{Report, Tracker};
use crate::voyage::{self, Period};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Streams of the seed: particulars, habits and reports of vessel i are i plus a multiple of this.
const STREAMS: u64 = 1 << 32;

/// The vessels and their transponders.
struct Fleet {
    vessels: Vec<Vessel>,
    trackers: Vec<Tracker>,
}

impl Fleet {
    fn new(options: &Options) -> Self {
        let period =
            Period { from: (options.start * DAY_S) as f64, until: ((options.start + options.days) * DAY_S) as f64 };
        let network = Network::new();
        let mut ferries = 0;
        let (mut vessels, mut trackers) = (Vec::new(), Vec::new());
        for i in 0..options.vessels {
            let stream = |n| Rng::new(options.seed, i as u64 + n * STREAMS);
            let vessel = fleet::vessel(i, &mut stream(0));
            let phases = voyage::phases(vessel.kind, ferries, period, &network, &mut stream(1));
            ferries += usize::from(vessel.kind == fleet::Kind::Ferry);
            trackers.push(Tracker::new(i as u32, &vessel, phases, period.from, options.rate, stream(2)));
            vessels.push(vessel);
        }
        Self { vessels, trackers }
    }

    fn reports_before(&mut self, until: i64) -> Vec<Report> {
        let mut reports = Vec::new();
        for tracker in &mut self.trackers {
            tracker.reports(until as f64, &mut reports);
        }
        reports
    }
}

/// Writes the days of `options` and tells of each in a line of `log`.
///
/// # Errors
/// A text that names the file that could not be written, and why.
pub fn write_all(options: &Options, log: &mut impl Write) -> Result<(), String> {
    let at = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(&options.out).map_err(|e| at(&options.out, e))?;
    let mut fleet = Fleet::new(options);
    let mut dirt = options.dirty.then(|| Rng::new(options.seed, 3 * STREAMS));
    let mut days = Vec::new();
    for day in options.start..options.start + options.days {
        let reports = fleet.reports_before((day + 1) * DAY_S);
        let (entries, faults) = dirt::lines(&reports, dirt.as_mut());
        let path = options.out.join(format!("aisdk-{}.csv", iso_day(day)));
        write_day(&path, &entries, &fleet.vessels).map_err(|e| at(&path, e))?;
        let told = describe(entries.len(), reports.len(), &faults);
        writeln!(log, "{}: {} lines", path.display(), entries.len()).map_err(|e| format!("standard output: {e}"))?;
        days.push(format!("    \"{}\": {{{told}}}", iso_day(day)));
    }
    let path = options.out.join("manifest.json");
    let text = format!(
        "{{\n  \"seed\": {}, \"vessels\": {}, \"rate\": {}, \"dirty\": {},\n  \"days\": {{\n{}\n  }}\n}}\n",
        options.seed,
        options.vessels,
        options.rate,
        options.dirty,
        days.join(",\n")
    );
    fs::write(&path, text).map_err(|e| at(&path, e))
}

fn write_day(path: &Path, entries: &[dirt::Entry], vessels: &[Vessel]) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    out.write_all(dma::HEADER.as_bytes())?;
    for entry in entries {
        dma::write_line(&mut out, entry, &vessels[entry.report.vessel as usize])?;
    }
    out.flush()
}

fn describe(lines: usize, reports: usize, faults: &Faults) -> String {
    format!(
        "\"lines\": {lines}, \"reports\": {reports}, \"duplicates\": {}, \"conflicts\": {}, \"late\": {}, \"no_position\": {}, \
         \"no_speed\": {}, \"spikes\": {}, \"cut\": {}, \"base_stations\": {}",
        faults.duplicates,
        faults.conflicts,
        faults.late,
        faults.no_position,
        faults.no_speed,
        faults.spikes,
        faults.cut,
        faults.base_stations
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::path::{KNOT_MPS, distance_m};
    use crate::tracker::{INTERVAL_S, Status};
    use crate::waters::EXTENT;
    use std::collections::HashMap;

    fn options(rate: f64, seed: u64) -> Options {
        Options { out: "unused".into(), days: 3, start: 20_461, vessels: 300, rate, seed, dirty: false }
    }

    fn tracks(options: &Options) -> HashMap<u32, Vec<Report>> {
        let mut fleet = Fleet::new(options);
        let mut tracks: HashMap<u32, Vec<Report>> = HashMap::new();
        for day in options.start..options.start + options.days {
            for report in fleet.reports_before((day + 1) * DAY_S) {
                assert_eq!(report.t.div_euclid(DAY_S), day);
                tracks.entry(report.vessel).or_default().push(report);
            }
        }
        tracks
    }

    #[test]
    fn every_vessel_reports_inside_the_extent_at_strictly_later_times() {
        for seed in 0..4 {
            let options = options(0.1, seed);
            let tracks = tracks(&options);
            assert_eq!(tracks.len(), options.vessels);
            for track in tracks.values() {
                assert!(track.len() >= 2);
                assert!(track.windows(2).all(|w| w[0].t < w[1].t));
                assert!(
                    track
                        .iter()
                        .all(|r| r.lon > EXTENT[0] && r.lon < EXTENT[2] && r.lat > EXTENT[1] && r.lat < EXTENT[3])
                );
            }
        }
    }

    #[test]
    fn no_vessel_outruns_its_kind_and_speeds_agree_with_positions() {
        for track in tracks(&options(1.0, 1)).values() {
            for w in track.windows(2) {
                let (dt, metres) = ((w[1].t - w[0].t) as f64, distance_m((w[0].lon, w[0].lat), (w[1].lon, w[1].lat)));
                // Noise of 4 sigma on each axis of both ends.
                let noise = 36.0;
                if w[0].sog <= 36.0 && dt < 3600.0 {
                    assert!(metres <= 36.0 * KNOT_MPS * dt + noise, "{w:?}");
                }
                assert!(w[0].sog < 40.0, "{w:?}");
                if dt <= 10.0 && w[0].status == Status::UnderWay {
                    assert!(metres <= (w[0].sog.max(w[1].sog) + 1.0) * KNOT_MPS * dt + noise, "{w:?}");
                }
            }
        }
    }

    #[test]
    fn intervals_lie_within_2_seconds_and_6_minutes_but_for_silences() {
        for rate in [0.02, 1.0] {
            let (mut silences, mut total) = (0, 0);
            for track in tracks(&options(rate, 2)).values() {
                for w in track.windows(2) {
                    let dt = (w[1].t - w[0].t) as f64;
                    assert!(dt >= INTERVAL_S.0);
                    silences += usize::from(dt > INTERVAL_S.1);
                    total += 1;
                }
            }
            assert!(silences > 0 && silences * 100 < total, "{silences} of {total}");
        }
    }

    #[test]
    fn ferries_and_transits_meet_in_the_fehmarn_belt() {
        let belt = |r: &&Report| r.lon > 11.2 && r.lon < 11.4 && r.lat > 54.5 && r.lat < 54.65;
        let options = options(0.1, 1);
        let vessels = Fleet::new(&options).vessels;
        let (mut ferries, mut transits) = (0, 0);
        for (index, track) in tracks(&options) {
            let there = track.iter().any(|r| belt(&r) && r.status == Status::UnderWay);
            match vessels[index as usize].kind {
                fleet::Kind::Ferry => ferries += usize::from(there),
                fleet::Kind::Transit => transits += usize::from(there),
                _ => {}
            }
        }
        assert!(ferries >= 3 && transits >= 20, "{ferries} {transits}");
    }

    #[test]
    fn the_same_seed_writes_the_same_bytes_and_another_does_not() {
        let root = std::env::temp_dir().join(format!("datagen-{}", std::process::id()));
        let read = |name: &str, seed: u64| {
            let out = root.join(name);
            let options = Options { out: out.clone(), days: 2, vessels: 40, dirty: true, ..options(0.05, seed) };
            let mut log = Vec::new();
            write_all(&options, &mut log).unwrap();
            assert_eq!(String::from_utf8(log).unwrap().lines().count(), 2);
            ["aisdk-2026-01-08.csv", "aisdk-2026-01-09.csv", "manifest.json"].map(|f| fs::read(out.join(f)).unwrap())
        };
        let (a, b, c) = (read("a", 1), read("b", 1), read("c", 2));
        fs::remove_dir_all(&root).unwrap();
        assert!(a == b);
        assert!(a != c);
        assert!(a[0].starts_with(dma::HEADER.as_bytes()));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let options = Options { out: "/dev/null/days".into(), ..options(0.1, 1) };
        let message = write_all(&options, &mut Vec::new()).unwrap_err();
        assert!(message.starts_with("/dev/null/days: "), "{message}");
    }
}
