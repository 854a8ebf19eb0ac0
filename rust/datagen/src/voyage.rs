//! The habits of each kind of vessel, written into a diary.

use crate::calendar::DAY_S;
use crate::diary::{Diary, Phase};
use crate::fleet::Kind;
use crate::network::Network;
use crate::path::{Path, moved};
use crate::rng::Rng;
use crate::waters::{Area, GATES, GROUNDS, HARBOURS, LINES, Line, LonLat, MARINAS, NODES, SITES};

const HOUR_S: f64 = 3600.0;
const SHIP_RAMP_S: f64 = 240.0;
const BOAT_RAMP_S: f64 = 60.0;

/// Seconds since 1970: the first moment, and the moment after the last.
#[derive(Clone, Copy)]
pub struct Period {
    /// First moment, a midnight.
    pub from: f64,
    /// Moment after the last, a midnight.
    pub until: f64,
}

/// What a vessel of `kind`, number `ordinal` of the fleet, does over `period`. It is seen at least once.
pub fn phases(kind: Kind, ordinal: usize, period: Period, network: &Network, rng: &mut Rng) -> Vec<Phase> {
    match kind {
        Kind::Ferry => ferry(ordinal, period, rng),
        Kind::Transit => transit(period, network, rng),
        Kind::Coastal => coastal(period, network, rng),
        Kind::Fishing => outings(rng.pick(GROUNDS), &FISHING, period, rng),
        Kind::Service => outings(rng.pick(SITES), &SERVICE, period, rng),
        Kind::Pleasure => outings(rng.pick(MARINAS), &PLEASURE, period, rng),
    }
}

fn around(at: LonLat, radius_m: f64, rng: &mut Rng) -> LonLat {
    let (angle, r) = (rng.range(0.0, std::f64::consts::TAU), radius_m * rng.unit().sqrt());
    moved(at, r * angle.cos(), r * angle.sin())
}

fn ferry(ordinal: usize, period: Period, rng: &mut Rng) -> Vec<Phase> {
    let places: usize = LINES.iter().map(|line| line.vessels).sum();
    let mut place = ordinal % places;
    let mut line: &Line = &LINES[0];
    for candidate in LINES {
        line = candidate;
        if place < candidate.vessels {
            break;
        }
        place -= candidate.vessels;
    }
    let berths = [line.path[0], line.path[line.path.len() - 1]].map(|at| around(at, 120.0, rng));
    let crossing_s = Path::new(line.path.to_vec()).length_m() / (line.speed_kn * crate::path::KNOT_MPS) + SHIP_RAMP_S;
    let round_s = 2.0 * (crossing_s + line.turn_min * 60.0);
    let mut diary = Diary::new(period.from - round_s * (place as f64 + 0.3 * rng.unit()) / line.vessels as f64);
    let mut outward = true;
    while diary.now < period.until {
        let here = berths[usize::from(!outward)];
        let mut sails = diary.now + line.turn_min * 60.0 + rng.range(-120.0, 240.0);
        let hour = (sails.rem_euclid(DAY_S as f64)) / HOUR_S;
        if !line.at_night && (1.0..5.0).contains(&hour) {
            sails += (5.0 - hour) * HOUR_S;
        }
        diary.moor_until(here, sails);
        let mut points = line.path.to_vec();
        if !outward {
            points.reverse();
        }
        // Half a lane to starboard, so that sisters pass each other clear.
        let offsets = vec![rng.range(100.0, 350.0); points.len()];
        let path = Path::to_starboard(&points, &offsets).joined(Some(here), Some(berths[usize::from(outward)]));
        diary.sail(path, line.speed_kn * rng.range(0.93, 1.0), SHIP_RAMP_S, false);
        outward = !outward;
    }
    diary.into_phases()
}

fn gate(weight: impl Fn(&str) -> f64, rng: &mut Rng) -> &'static str {
    let total: f64 = GATES.iter().map(|(name, w)| w * weight(name)).sum();
    let mut ticket = rng.range(0.0, total);
    for (name, w) in GATES {
        ticket -= w * weight(name);
        if ticket < 0.0 {
            return name;
        }
    }
    GATES[0].0
}

fn transit(period: Period, network: &Network, rng: &mut Rng) -> Vec<Phase> {
    let mut from = gate(|_| 1.0, rng);
    let mut to = gate(|name| if name == from { 0.0 } else { 1.0 }, rng);
    let speed_kn = (13.0 + 2.5 * rng.normal()).clamp(7.0, 21.0);
    let mut diary = Diary::new(period.from);
    let days = (period.until - period.from) / DAY_S as f64;
    if rng.chance(1.0 / (1.0 + days)) {
        diary.now -= rng.range(0.0, 6.0) * HOUR_S;
    } else {
        diary.away_until(rng.range(period.from, period.until - 2.0 * HOUR_S));
    }
    while diary.now < period.until {
        let Some(way) = network.way(from, to, 0.35, rng) else {
            break;
        };
        let side = rng.range(0.1, 1.0);
        if way.len() > 3 && rng.chance(0.12) {
            let stop = 1 + rng.below(way.len() - 2);
            let first = network.path(&way[..=stop], side);
            let anchorage = around(first.end(), 800.0, rng);
            diary.sail(first.joined(None, Some(anchorage)), speed_kn, SHIP_RAMP_S, false);
            diary.anchor_until(anchorage, diary.now + rng.range(3.0, 30.0) * HOUR_S);
            diary.sail(network.path(&way[stop..], side).joined(Some(anchorage), None), speed_kn, SHIP_RAMP_S, false);
        } else {
            diary.sail(network.path(&way, side), speed_kn, 0.0, false);
        }
        if !rng.chance(0.3) {
            break;
        }
        diary.away_until(diary.now + rng.range(10.0, 60.0) * HOUR_S);
        from = to;
        to = gate(|name| if name == from { 0.0 } else { 1.0 }, rng);
    }
    diary.into_phases()
}

fn coastal(period: Period, network: &Network, rng: &mut Rng) -> Vec<Phase> {
    let mut here = *rng.pick(HARBOURS);
    let mut berth = berth_at(here, rng);
    let speed_kn = rng.range(8.5, 13.5);
    let mut diary = Diary::new(period.from);
    diary.moor_until(berth, period.from + rng.range(0.2, 30.0) * HOUR_S);
    while diary.now < period.until {
        let there = *rng.pick(HARBOURS);
        if there == here {
            continue;
        }
        let Some(way) = network.way(here, there, 0.15, rng) else {
            break;
        };
        let next = berth_at(there, rng);
        let path = network.path(&way, rng.range(0.1, 1.0)).joined(Some(berth), Some(next));
        diary.sail(path, speed_kn, SHIP_RAMP_S, false);
        (here, berth) = (there, next);
        diary.moor_until(berth, diary.now + rng.range(4.0, 30.0) * HOUR_S);
    }
    diary.into_phases()
}

fn berth_at(name: &str, rng: &mut Rng) -> LonLat {
    let at = NODES.iter().find(|n| n.name == name).map_or(NODES[0].at, |n| n.at);
    around(at, 450.0, rng)
}

/// How a kind of craft spends an outing; ranges are (low, high).
struct Habit {
    /// Hours of the day at which it leaves.
    leaves_h: (f64, f64),
    /// Hours out.
    out_h: (f64, f64),
    /// Knots to and from the area, and within it.
    way_kn: (f64, f64),
    area_kn: (f64, f64),
    /// Chance of an outing on a day.
    daily: f64,
    /// Chance that the transponder is switched off in harbour.
    off: f64,
    fishing: bool,
    /// Chance of a halt of up to an hour after each leg.
    halt: f64,
}

const FISHING: Habit = Habit {
    leaves_h: (2.0, 7.0),
    out_h: (8.0, 30.0),
    way_kn: (7.5, 10.5),
    area_kn: (2.5, 4.2),
    daily: 0.7,
    off: 0.1,
    fishing: true,
    halt: 0.05,
};
const SERVICE: Habit = Habit {
    leaves_h: (0.0, 20.0),
    out_h: (1.0, 5.0),
    way_kn: (10.0, 22.0),
    area_kn: (3.0, 14.0),
    daily: 0.95,
    off: 0.0,
    fishing: false,
    halt: 0.5,
};
const PLEASURE: Habit = Habit {
    leaves_h: (8.0, 14.0),
    out_h: (2.0, 7.0),
    way_kn: (4.0, 8.0),
    area_kn: (4.0, 7.5),
    daily: 0.5,
    off: 0.6,
    fishing: false,
    halt: 0.15,
};

fn outings(area: &Area, habit: &Habit, period: Period, rng: &mut Rng) -> Vec<Phase> {
    let berth = around(area.harbour, 250.0, rng);
    let mut diary = Diary::new(period.from);
    let days = ((period.until - period.from) / DAY_S as f64).round() as usize;
    let sure = rng.below(days.max(1));
    for day in 0..days {
        let midnight = period.from + day as f64 * DAY_S as f64;
        if day != sure && !rng.chance(habit.daily) {
            continue;
        }
        let leaves = midnight + rng.range(habit.leaves_h.0, habit.leaves_h.1) * HOUR_S;
        if leaves < diary.now {
            continue;
        }
        in_harbour(&mut diary, berth, leaves, habit, rng);
        outing(&mut diary, area, berth, habit, rng);
    }
    in_harbour(&mut diary, berth, period.until, habit, rng);
    diary.into_phases()
}

fn in_harbour(diary: &mut Diary, berth: LonLat, until: f64, habit: &Habit, rng: &mut Rng) {
    if rng.chance(habit.off) {
        diary.moor_until(berth, (diary.now + 0.3 * HOUR_S).min(until));
        diary.away_until(until - 0.3 * HOUR_S);
    }
    diary.moor_until(berth, until);
}

fn outing(diary: &mut Diary, area: &Area, berth: LonLat, habit: &Habit, rng: &mut Rng) {
    let back_by = diary.now + rng.range(habit.out_h.0, habit.out_h.1) * HOUR_S;
    let way_kn = rng.range(habit.way_kn.0, habit.way_kn.1);
    let mut here = around(area.centre, area.radius_m, rng);
    let out = Path::new(vec![berth, here]);
    let home_s = out.length_m() / (way_kn * crate::path::KNOT_MPS);
    diary.sail(out, way_kn, BOAT_RAMP_S, false);
    while diary.now < back_by - home_s {
        let next = around(area.centre, area.radius_m, rng);
        let area_kn = rng.range(habit.area_kn.0, habit.area_kn.1);
        diary.sail(Path::new(vec![here, next]), area_kn, BOAT_RAMP_S, habit.fishing);
        here = next;
        if rng.chance(habit.halt) {
            diary.anchor_until(here, diary.now + rng.range(0.1, 1.0) * HOUR_S);
        }
    }
    diary.sail(Path::new(vec![here, berth]), way_kn, BOAT_RAMP_S, false);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diary::Doing;
    use crate::path::distance_m;

    const KINDS: [Kind; 6] = [Kind::Ferry, Kind::Transit, Kind::Coastal, Kind::Fishing, Kind::Service, Kind::Pleasure];

    fn week() -> Period {
        Period { from: 20_461.0 * 86_400.0, until: 20_468.0 * 86_400.0 }
    }

    #[test]
    fn each_phase_begins_when_and_where_the_last_one_ended() {
        let network = Network::new();
        for (i, kind) in (0..60).flat_map(|i| KINDS.map(|k| (i, k))) {
            let phases = phases(kind, i, week(), &network, &mut Rng::new(5, i as u64));
            let mut end = None;
            let mut until = phases[0].from;
            for phase in phases {
                assert_eq!(phase.from, until);
                until = phase.until;
                let (first, last) = match &phase.doing {
                    Doing::Away => continue,
                    Doing::Moored(at) | Doing::Anchored(at) => (*at, *at),
                    Doing::Sailing(sail) => (sail.path.position(0.0).0, sail.path.end()),
                };
                if let (Some(end), false) = (end, kind == Kind::Transit) {
                    assert!(distance_m(end, first) < 1e-6, "{kind:?} {i}");
                }
                end = Some(last);
            }
        }
    }

    #[test]
    fn every_vessel_is_there_for_at_least_ten_minutes_of_the_period() {
        let network = Network::new();
        for (i, kind) in (0..200).flat_map(|i| KINDS.map(|k| (i, k))) {
            let phases = phases(kind, i, week(), &network, &mut Rng::new(6, i as u64));
            let seen: f64 = phases
                .iter()
                .filter(|p| !matches!(p.doing, Doing::Away))
                .map(|p| p.until.min(week().until) - p.from.max(week().from))
                .filter(|s| *s > 0.0)
                .sum();
            assert!(seen >= 600.0, "{kind:?} {i}: {seen}");
        }
    }
}
