//! Who sails: kinds of vessel and the particulars that every report repeats.

use crate::rng::Rng;

/// How a vessel spends its days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To and fro between two harbours.
    Ferry,
    /// From one edge of the waters to another.
    Transit,
    /// From harbour to harbour.
    Coastal,
    /// Out to a ground and to and fro on it.
    Fishing,
    /// Pilots, tugs and guards near one harbour.
    Service,
    /// A few hours out of a marina by day.
    Pleasure,
}

/// Particulars of a vessel.
#[derive(Clone, Debug)]
pub struct Vessel {
    /// Identity.
    pub mmsi: u32,
    /// How it spends its days.
    pub kind: Kind,
    /// Class A or class B transponder.
    pub class_a: bool,
    /// As on the side of the ship.
    pub name: String,
    /// Radio call sign.
    pub call_sign: String,
    /// IMO number; None for small craft.
    pub imo: Option<u32>,
    /// The authority's word for the type.
    pub ship_type: &'static str,
    /// Metres from the antenna to bow, stern, port and starboard.
    pub antenna_m: [u16; 4],
    /// Decimetres.
    pub draught_dm: u16,
    /// Where it says it goes.
    pub destination: &'static str,
}

/// Country codes of the MMSI, with how often each is met in a hundred.
const COUNTRIES: &[(u32, usize)] = &[
    (219, 30),
    (211, 12),
    (265, 12),
    (230, 5),
    (244, 6),
    (257, 6),
    (261, 5),
    (273, 4),
    (304, 4),
    (538, 6),
    (563, 4),
    (636, 6),
];
const FIRST: &[&str] = &[
    "NORDIC", "BALTIC", "HAV", "SKAGEN", "ANNA", "MARIE", "STELLA", "ØST", "VEGA", "FREJA", "THOR", "ARKONA", "SUND",
    "ORION",
];
const SECOND: &[&str] =
    &["STAR", "TRADER", "BREEZE", "PIONEER", "WAVE", "SPIRIT", "LADY", "QUEEN", "EXPRESS", "HOPE", "SWAN", "CARRIER"];
const PORTS: &[&str] =
    &["GDANSK", "ROTTERDAM", "ST PETERSBURG", "AARHUS", "KLAIPEDA", "HAMBURG", "GOTEBORG", "ROSTOCK", "ANTWERPEN"];

/// The vessel number `index` (below 100,000) of a fleet; every hundred in a row hold each kind in its share, and no two share an MMSI.
pub fn vessel(index: usize, rng: &mut Rng) -> Vessel {
    let kind = match index * 37 % 100 {
        0..3 => Kind::Ferry,
        3..47 => Kind::Transit,
        47..62 => Kind::Coastal,
        62..72 => Kind::Fishing,
        72..80 => Kind::Service,
        _ => Kind::Pleasure,
    };
    let class_a = match kind {
        Kind::Pleasure => false,
        Kind::Fishing => rng.chance(0.6),
        _ => true,
    };
    let (ship_type, lengths, draughts): (&str, (f64, f64), (f64, f64)) = match kind {
        Kind::Ferry => ("Passenger", (90.0, 210.0), (45.0, 65.0)),
        Kind::Transit => (*rng.pick(&["Cargo", "Cargo", "Cargo", "Tanker"]), (80.0, 300.0), (50.0, 150.0)),
        Kind::Coastal => (*rng.pick(&["Cargo", "Tanker", "Dredging"]), (50.0, 120.0), (30.0, 60.0)),
        Kind::Fishing => ("Fishing", (12.0, 45.0), (20.0, 50.0)),
        Kind::Service => (*rng.pick(&["Tug", "Pilot", "SAR", "Law enforcement"]), (12.0, 40.0), (15.0, 50.0)),
        Kind::Pleasure => (*rng.pick(&["Pleasure", "Sailing"]), (7.0, 18.0), (10.0, 25.0)),
    };
    let length = rng.range(lengths.0, lengths.1);
    let width = (length / rng.range(5.5, 7.0)).max(3.0);
    Vessel {
        mmsi: mmsi(index, kind, rng),
        kind,
        class_a,
        name: format!("{} {}", rng.pick(FIRST), rng.pick(SECOND)),
        call_sign: format!("O{}{}{:03}", letter(rng), letter(rng), index % 1000),
        imo: class_a.then(|| 9_000_000 + index as u32 * 7 % 900_000),
        ship_type,
        antenna_m: [length * 0.8, length * 0.2, width / 2.0, width / 2.0].map(|m| m as u16),
        draught_dm: rng.range(draughts.0, draughts.1) as u16,
        destination: rng.pick::<&str>(PORTS),
    }
}

fn mmsi(index: usize, kind: Kind, rng: &mut Rng) -> u32 {
    let mut ticket = rng.below(100);
    let mut country = 219;
    if !matches!(kind, Kind::Ferry) {
        for (code, share) in COUNTRIES {
            if ticket < *share {
                country = *code;
                break;
            }
            ticket -= share;
        }
    }
    country * 1_000_000 + index as u32 * 10
}

fn letter(rng: &mut Rng) -> char {
    char::from(b'A' + rng.below(26) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_hundred_vessels_hold_every_kind_in_its_share() {
        let kinds: Vec<Kind> = (0..100).map(|i| vessel(i, &mut Rng::new(1, i as u64)).kind).collect();
        let count = |kind| kinds.iter().filter(|k| **k == kind).count();
        assert_eq!(
            [Kind::Ferry, Kind::Transit, Kind::Coastal, Kind::Fishing, Kind::Service, Kind::Pleasure].map(count),
            [3, 44, 15, 10, 8, 20]
        );
    }

    #[test]
    fn identities_are_nine_digits_and_unique() {
        let all: HashSet<u32> = (0..100_000).map(|i| vessel(i, &mut Rng::new(1, i as u64)).mmsi).collect();
        assert_eq!(all.len(), 100_000);
        assert!(all.iter().all(|m| (200_000_000..800_000_000).contains(m)));
    }
}
