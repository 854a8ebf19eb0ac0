//! The faults of real files, put into clean reports so that each can be counted again.
//!
//! A fault is never within `CLEAR` reports of the same vessel's last fault, so that the count of each kind does not depend
//! on how a reader treats the others.

use crate::path::moved;
use crate::rng::Rng;
use crate::tracker::Report;

/// Clean reports between two faults of a vessel.
const CLEAR: u32 = 4;
/// Longest interval round a spike, in seconds: half a degree away is out of reach at 100 knots within it.
const SPIKE_WINDOW_S: i64 = 400;

/// What a line of the file holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    /// A report as it is.
    Plain,
    /// No position: latitude 91, longitude 181.
    NoPosition,
    /// Speed 102.3 knots: not available.
    NoSpeed,
    /// Cut short after the time stamp.
    Cut,
    /// From a base station on shore instead of a vessel.
    BaseStation,
}

/// A line with its place in the file.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The moment at which the line was written, in seconds since 1970: the file's order.
    pub written: i64,
    /// What is said.
    pub report: Report,
    /// How it is said.
    pub line: Line,
}

/// How many lines of each fault a day has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Lines that repeat the line of the same vessel and second.
    pub duplicates: u64,
    /// Lines with the time of another line of the vessel and another place.
    pub conflicts: u64,
    /// Lines with an earlier time than a line before them of the vessel.
    pub late: u64,
    /// Lines without a position (91, 181).
    pub no_position: u64,
    /// Lines without a speed (102.3 knots).
    pub no_speed: u64,
    /// Positions out of reach from the ones before and after.
    pub spikes: u64,
    /// Lines cut short.
    pub cut: u64,
    /// Lines of base stations.
    pub base_stations: u64,
}

/// The lines of a day, in the order of the file: `reports` by time, with faults if `rng` is given.
/// `reports` holds each vessel's reports in order of time, one vessel after the other.
pub fn lines(reports: &[Report], rng: Option<&mut Rng>) -> (Vec<Entry>, Faults) {
    let mut entries: Vec<Entry> =
        reports.iter().map(|report| Entry { written: report.t, report: *report, line: Line::Plain }).collect();
    let mut faults = Faults::default();
    if let Some(rng) = rng {
        soil(&mut entries, &mut faults, rng);
    }
    // Stable: lines of one second keep the order of the fleet.
    entries.sort_by_key(|entry| entry.written);
    (entries, faults)
}

fn soil(entries: &mut Vec<Entry>, faults: &mut Faults, rng: &mut Rng) {
    let mut more = Vec::new();
    let mut since = 0;
    for i in 1..entries.len().saturating_sub(1) {
        let (before, after) = (entries[i - 1].report, entries[i + 1].report);
        let entry = &mut entries[i];
        since = if before.vessel == entry.report.vessel { since + 1 } else { 0 };
        if since < CLEAR || after.vessel != entry.report.vessel || !rng.chance(0.01) {
            continue;
        }
        since = 0;
        match rng.below(100) {
            0..35 => {
                more.push(Entry { written: entry.written + rng.below(2) as i64, ..*entry });
                faults.duplicates += 1;
            }
            35..40 => {
                let mut other = *entry;
                let (angle, metres) = (rng.range(0.0, std::f64::consts::TAU), rng.range(300.0, 900.0));
                (other.report.lon, other.report.lat) =
                    moved((entry.report.lon, entry.report.lat), metres * angle.cos(), metres * angle.sin());
                other.written += 1;
                more.push(other);
                faults.conflicts += 1;
            }
            40..70 => {
                entry.written = after.t + 1 + rng.below(120) as i64;
                faults.late += 1;
            }
            70..80 => {
                entry.line = Line::NoPosition;
                faults.no_position += 1;
            }
            80..85 => {
                entry.line = Line::NoSpeed;
                faults.no_speed += 1;
            }
            85..90 if entry.report.t - before.t <= SPIKE_WINDOW_S && after.t - entry.report.t <= SPIKE_WINDOW_S => {
                entry.report.lat += if entry.report.lat > 56.0 { -1.0 } else { 1.0 } * rng.range(0.5, 1.5);
                faults.spikes += 1;
            }
            90..93 => {
                more.push(Entry { line: Line::Cut, ..*entry });
                faults.cut += 1;
            }
            93..100 => {
                more.push(Entry { line: Line::BaseStation, ..*entry });
                faults.base_stations += 1;
            }
            _ => since = CLEAR,
        }
    }
    entries.extend(more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracker::Status;

    fn reports() -> Vec<Report> {
        let at = |vessel, i| Report {
            t: 1000 + 30 * i64::from(i),
            vessel,
            lon: 11.0,
            lat: 55.0,
            sog: 1.0,
            cog: 0.0,
            status: Status::UnderWay,
        };
        (0..50).flat_map(|vessel| (0..1000).map(move |i| at(vessel, i))).collect()
    }

    #[test]
    fn without_dirt_the_lines_are_the_reports_by_time() {
        let (entries, faults) = lines(&reports(), None);
        assert_eq!(faults, Faults::default());
        assert_eq!(entries.len(), 50_000);
        assert!(entries.is_sorted_by_key(|e| (e.report.t, e.report.vessel)));
    }

    #[test]
    fn every_fault_is_counted() {
        let (entries, faults) = lines(&reports(), Some(&mut Rng::new(3, 0)));
        let count = |line| entries.iter().filter(|e| e.line == line).count() as u64;
        assert_eq!(count(Line::NoPosition), faults.no_position);
        assert_eq!(count(Line::NoSpeed), faults.no_speed);
        assert_eq!(count(Line::Cut), faults.cut);
        assert_eq!(count(Line::BaseStation), faults.base_stations);
        assert_eq!(entries.iter().filter(|e| e.report.lat > 55.3).count() as u64, faults.spikes);
        let extra = faults.duplicates + faults.conflicts + faults.cut + faults.base_stations;
        assert_eq!(entries.len() as u64, 50_000 + extra);
        let all =
            [faults.duplicates, faults.conflicts, faults.late, faults.no_position, faults.no_speed, faults.spikes];
        assert!(all.iter().all(|n| *n > 0), "{faults:?}");
    }

    #[test]
    fn late_lines_stand_behind_a_later_one_of_their_vessel() {
        let (entries, faults) = lines(&reports(), Some(&mut Rng::new(4, 0)));
        let mut newest = [0; 50];
        let mut late = 0;
        for entry in entries.iter().filter(|e| !matches!(e.line, Line::Cut | Line::BaseStation)) {
            let newest = &mut newest[entry.report.vessel as usize];
            late += u64::from(entry.report.t < *newest);
            *newest = entry.report.t.max(*newest);
        }
        assert_eq!(late, faults.late);
    }
}
