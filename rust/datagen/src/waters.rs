//! Danish waters: a hand-made network of sea lanes, gates at its edge, harbours, ferry lines and open areas.
//!
//! Positions are degrees of WGS84, longitude first, read off the charts' general shape: at sea, but no aid to navigation.

/// Longitude and latitude in degrees.
pub type LonLat = (f64, f64);

/// West, south, east and north edge that no position leaves.
#[cfg(test)]
pub const EXTENT: [f64; 4] = [3.0, 53.5, 17.0, 59.2];

/// A point of the network.
pub struct Node {
    /// Name used by edges, gates and harbours.
    pub name: &'static str,
    /// Where it is.
    pub at: LonLat,
    /// Half the width of the lane here, in metres: vessels keep to starboard within it.
    pub half_width_m: f64,
}

const fn node(name: &'static str, lon: f64, lat: f64, half_width_m: f64) -> Node {
    Node { name, at: (lon, lat), half_width_m }
}

/// The network's points.
pub const NODES: &[Node] = &[
    // Gates
    node("north sea", 4.2, 57.0, 6000.0),
    node("german bight", 7.3, 54.3, 5000.0),
    node("oslo", 10.6, 58.9, 1500.0),
    node("baltic", 16.6, 55.75, 5000.0),
    node("gdansk", 16.4, 55.05, 5000.0),
    node("kiel", 10.24, 54.46, 500.0),
    node("travemunde", 10.98, 54.02, 500.0),
    // North Sea and Skagerrak
    node("horns rev west", 6.9, 55.55, 4000.0),
    node("jutland bank", 7.4, 56.5, 4000.0),
    node("hanstholm", 8.35, 57.35, 3000.0),
    node("jammer bay", 9.2, 57.5, 3000.0),
    node("hirtshals", 9.9, 57.75, 3000.0),
    node("skagerrak", 10.2, 58.2, 4000.0),
    node("skagen", 10.8, 57.83, 2500.0),
    // Kattegat, route T
    node("laeso east", 11.35, 57.48, 2500.0),
    node("kattegat", 11.4, 57.1, 2500.0),
    node("anholt west", 11.25, 56.75, 2000.0),
    node("fornaes", 11.15, 56.4, 2000.0),
    node("hjelm", 11.0, 56.12, 1500.0),
    node("samso east", 10.82, 55.87, 900.0),
    // Great Belt and Fehmarn Belt
    node("romso", 10.9, 55.55, 700.0),
    node("east bridge", 11.035, 55.343, 350.0),
    node("agerso", 11.02, 55.2, 600.0),
    node("langeland east", 10.95, 54.95, 800.0),
    node("keldsnor", 10.95, 54.66, 1200.0),
    node("kiel bight", 10.6, 54.56, 1500.0),
    node("fehmarn west", 11.05, 54.59, 1200.0),
    node("fehmarn belt", 11.29, 54.575, 900.0),
    node("fehmarn east", 11.62, 54.48, 1300.0),
    node("lubeck bight", 11.3, 54.3, 1200.0),
    node("gedser", 11.98, 54.43, 1300.0),
    node("kadet", 12.35, 54.55, 1000.0),
    node("plantagenet", 12.8, 54.78, 1800.0),
    // The Sound
    node("kattegat east", 11.75, 57.2, 2500.0),
    node("lilla middelgrund", 12.1, 56.75, 2500.0),
    node("kullen", 12.32, 56.28, 1200.0),
    node("helsingor", 12.655, 56.045, 350.0),
    node("hven", 12.63, 55.92, 500.0),
    node("copenhagen roads", 12.7, 55.75, 400.0),
    node("drogden", 12.71, 55.54, 250.0),
    node("falsterbo", 12.75, 55.29, 1200.0),
    // Arkona and Bornholm
    node("arkona", 13.5, 54.93, 2500.0),
    node("bornholm gat", 14.3, 55.28, 1800.0),
    node("hammeren", 14.75, 55.4, 2500.0),
    node("bornholm south", 14.9, 54.85, 2500.0),
    // Harbours
    node("esbjerg", 8.25, 55.44, 150.0),
    node("thyboron", 8.16, 56.71, 150.0),
    node("skagen harbour", 10.62, 57.715, 200.0),
    node("gothenburg", 11.66, 57.65, 300.0),
    node("aarhus", 10.28, 56.14, 300.0),
    node("aarhus bay", 10.5, 56.05, 400.0),
    node("mols", 10.72, 56.06, 500.0),
    node("grenaa", 10.97, 56.41, 200.0),
    node("kalundborg", 11.04, 55.68, 200.0),
    node("rosnaes", 10.83, 55.72, 500.0),
    node("copenhagen", 12.63, 55.7, 150.0),
    node("malmo", 12.95, 55.63, 150.0),
    node("rostock", 12.1, 54.21, 300.0),
    node("trelleborg", 13.15, 55.33, 200.0),
    node("ronne", 14.66, 55.1, 200.0),
    node("halmstad", 12.83, 56.63, 200.0),
];

/// Pairs of points that vessels sail between; both ways.
pub const EDGES: &[(&str, &str)] = &[
    ("north sea", "hanstholm"),
    ("north sea", "jutland bank"),
    ("german bight", "horns rev west"),
    ("horns rev west", "jutland bank"),
    ("jutland bank", "hanstholm"),
    ("hanstholm", "jammer bay"),
    ("jammer bay", "hirtshals"),
    ("hirtshals", "skagen"),
    ("oslo", "skagerrak"),
    ("skagerrak", "skagen"),
    ("skagerrak", "hirtshals"),
    ("skagen", "laeso east"),
    ("laeso east", "kattegat"),
    ("kattegat", "anholt west"),
    ("anholt west", "fornaes"),
    ("fornaes", "hjelm"),
    ("hjelm", "samso east"),
    ("samso east", "romso"),
    ("romso", "east bridge"),
    ("east bridge", "agerso"),
    ("agerso", "langeland east"),
    ("langeland east", "keldsnor"),
    ("keldsnor", "fehmarn west"),
    ("kiel", "kiel bight"),
    ("kiel bight", "keldsnor"),
    ("kiel bight", "fehmarn west"),
    ("fehmarn west", "fehmarn belt"),
    ("fehmarn belt", "fehmarn east"),
    ("travemunde", "lubeck bight"),
    ("lubeck bight", "fehmarn east"),
    ("lubeck bight", "gedser"),
    ("fehmarn east", "gedser"),
    ("gedser", "kadet"),
    ("kadet", "plantagenet"),
    ("plantagenet", "arkona"),
    ("plantagenet", "falsterbo"),
    ("laeso east", "kattegat east"),
    ("kattegat east", "lilla middelgrund"),
    ("lilla middelgrund", "kullen"),
    ("kullen", "helsingor"),
    ("helsingor", "hven"),
    ("hven", "copenhagen roads"),
    ("copenhagen roads", "drogden"),
    ("drogden", "falsterbo"),
    ("falsterbo", "arkona"),
    ("arkona", "bornholm gat"),
    ("bornholm gat", "hammeren"),
    ("hammeren", "baltic"),
    ("arkona", "bornholm south"),
    ("bornholm south", "gdansk"),
    ("esbjerg", "horns rev west"),
    ("thyboron", "jutland bank"),
    ("skagen harbour", "skagen"),
    ("gothenburg", "laeso east"),
    ("gothenburg", "kattegat east"),
    ("aarhus", "aarhus bay"),
    ("aarhus bay", "mols"),
    ("mols", "hjelm"),
    ("mols", "samso east"),
    ("grenaa", "fornaes"),
    ("kalundborg", "rosnaes"),
    ("rosnaes", "samso east"),
    ("rosnaes", "romso"),
    ("copenhagen", "copenhagen roads"),
    ("malmo", "drogden"),
    ("rostock", "gedser"),
    ("rostock", "kadet"),
    ("trelleborg", "falsterbo"),
    ("trelleborg", "arkona"),
    ("ronne", "arkona"),
    ("ronne", "bornholm gat"),
    ("halmstad", "lilla middelgrund"),
];

/// Where transits enter and leave, with the weight of each.
pub const GATES: &[(&str, f64)] = &[
    ("north sea", 4.0),
    ("german bight", 2.0),
    ("oslo", 1.0),
    ("baltic", 5.0),
    ("gdansk", 3.0),
    ("kiel", 5.0),
    ("travemunde", 2.0),
];

/// Where coastal traffic calls.
pub const HARBOURS: &[&str] = &[
    "esbjerg",
    "skagen harbour",
    "gothenburg",
    "aarhus",
    "grenaa",
    "kalundborg",
    "copenhagen",
    "malmo",
    "rostock",
    "trelleborg",
    "ronne",
    "halmstad",
    "kiel",
    "travemunde",
];

/// A ferry line.
pub struct Line {
    /// From end to end.
    pub path: &'static [LonLat],
    /// Service speed in knots.
    pub speed_kn: f64,
    /// Time in harbour at each end, in minutes.
    pub turn_min: f64,
    /// Whether it also sails between 01:00 and 05:00.
    pub at_night: bool,
    /// How many vessels share it before the next round begins.
    pub vessels: usize,
}

const fn line(path: &'static [LonLat], speed_kn: f64, turn_min: f64, at_night: bool, vessels: usize) -> Line {
    Line { path, speed_kn, turn_min, at_night, vessels }
}

/// The ferry lines.
pub const LINES: &[Line] = &[
    // Rodby - Puttgarden, across the traffic of the Fehmarn Belt
    line(&[(11.345, 54.645), (11.29, 54.58), (11.23, 54.512)], 16.5, 15.0, true, 5),
    // Helsingor - Helsingborg, across the northern Sound
    line(&[(12.625, 56.032), (12.683, 56.042)], 12.0, 12.0, true, 4),
    // Gedser - Rostock
    line(&[(11.925, 54.555), (11.96, 54.42), (12.1, 54.21)], 18.5, 30.0, true, 2),
    // Spodsbjerg - Tars, across the Langeland Belt
    line(&[(10.85, 54.932), (10.98, 54.91), (11.0, 54.885)], 14.0, 15.0, false, 2),
    // Aarhus - Odden, fast
    line(&[(10.28, 56.14), (10.5, 56.05), (10.72, 56.06), (11.1, 56.06), (11.34, 55.99)], 34.0, 25.0, false, 2),
    // Frederikshavn - Gothenburg
    line(&[(10.58, 57.435), (10.85, 57.52), (11.3, 57.58), (11.66, 57.65)], 18.0, 60.0, true, 2),
    // Frederikshavn - Laeso
    line(&[(10.57, 57.43), (10.75, 57.36), (10.9, 57.31)], 14.0, 30.0, false, 1),
    // Ballen - Kalundborg
    line(&[(10.66, 55.81), (10.83, 55.74), (11.04, 55.68)], 15.0, 30.0, false, 1),
    // Ronne - Ystad, fast
    line(&[(14.66, 55.1), (14.55, 55.15), (13.83, 55.4)], 33.0, 35.0, false, 2),
    // Trelleborg - Rostock
    line(&[(13.15, 55.33), (12.75, 54.85), (12.4, 54.6), (12.1, 54.21)], 18.0, 75.0, true, 3),
    // Hirtshals - Kristiansand
    line(&[(9.96, 57.62), (9.4, 57.85), (8.4, 58.05)], 25.0, 60.0, true, 2),
    // Grenaa - Halmstad
    line(&[(10.97, 56.41), (11.3, 56.5), (12.1, 56.55), (12.83, 56.63)], 18.0, 60.0, true, 2),
    // Trelleborg - Swinemunde
    line(&[(13.15, 55.33), (13.75, 54.85), (14.2, 54.2), (14.24, 53.98)], 18.0, 90.0, true, 2),
];

/// Open water round which fishing, service and pleasure craft move, with the harbour that they leave from.
pub struct Area {
    /// The harbour; from it every place of the circle is reached by a straight leg.
    pub harbour: LonLat,
    /// Centre of the circle.
    pub centre: LonLat,
    /// Radius in metres.
    pub radius_m: f64,
}

const fn area(harbour: LonLat, centre: LonLat, radius_m: f64) -> Area {
    Area { harbour, centre, radius_m }
}

/// Fishing grounds.
pub const GROUNDS: &[Area] = &[
    area((8.08, 56.71), (7.3, 56.7), 30_000.0),
    area((8.0, 56.0), (7.2, 56.0), 30_000.0),
    area((8.6, 57.14), (8.2, 57.45), 20_000.0),
    area((9.95, 57.62), (9.7, 57.9), 18_000.0),
    area((10.63, 57.73), (10.9, 57.95), 14_000.0),
    area((10.97, 56.41), (11.5, 56.45), 14_000.0),
    area((14.66, 55.1), (14.3, 54.95), 20_000.0),
    area((15.15, 55.07), (15.7, 55.1), 25_000.0),
    area((13.15, 55.33), (13.3, 55.1), 16_000.0),
    area((11.93, 54.555), (11.85, 54.43), 10_000.0),
];

/// Sites of pilots, tugs, guards and wind farms.
pub const SITES: &[Area] = &[
    area((10.63, 57.73), (10.75, 57.8), 4000.0),
    area((12.63, 55.7), (12.68, 55.72), 1800.0),
    area((11.93, 54.555), (11.8, 54.5), 5000.0),
    area((11.25, 54.513), (11.29, 54.575), 4500.0),
    area((8.08, 55.47), (7.8, 55.5), 9000.0),
    area((11.035, 55.68), (10.95, 55.7), 2000.0),
    area((10.28, 56.14), (10.4, 56.1), 2500.0),
    area((12.63, 55.33), (12.6, 55.3), 4000.0),
    area((10.97, 56.41), (11.15, 56.6), 6000.0),
    area((14.66, 55.1), (14.55, 55.12), 4000.0),
];

/// Where people sail for pleasure.
pub const MARINAS: &[Area] = &[
    area((10.28, 56.14), (10.4, 56.09), 4500.0),
    area((12.62, 55.9), (12.64, 55.93), 3000.0),
    area((12.35, 55.6), (12.4, 55.5), 7500.0),
    area((10.24, 54.46), (10.45, 54.55), 9000.0),
    area((10.98, 54.02), (11.05, 54.12), 5000.0),
    area((12.1, 54.21), (12.05, 54.32), 9000.0),
    area((12.4, 56.13), (12.4, 56.22), 5500.0),
    area((11.345, 54.64), (11.35, 54.59), 3500.0),
    area((10.58, 57.435), (10.7, 57.47), 6000.0),
    area((10.97, 56.41), (11.1, 56.38), 6000.0),
    area((13.83, 55.4), (13.85, 55.33), 6000.0),
    area((14.66, 55.1), (14.57, 55.1), 4500.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_an_edge_gate_or_harbour_is_a_node() {
        let known = |name: &str| NODES.iter().any(|n| n.name == name);
        assert!(EDGES.iter().all(|(a, b)| known(a) && known(b)));
        assert!(GATES.iter().all(|(name, _)| known(name)));
        assert!(HARBOURS.iter().all(|name| known(name)));
    }

    #[test]
    fn every_place_lies_well_inside_the_extent() {
        let inside = |(lon, lat): LonLat| {
            lon > EXTENT[0] + 0.2 && lon < EXTENT[2] - 0.2 && lat > EXTENT[1] + 0.2 && lat < EXTENT[3] - 0.2
        };
        assert!(NODES.iter().all(|n| inside(n.at)));
        assert!(LINES.iter().flat_map(|l| l.path).all(|p| inside(*p)));
        for a in GROUNDS.iter().chain(SITES).chain(MARINAS) {
            assert!(inside(a.harbour) && inside(a.centre) && a.radius_m < 35_000.0);
        }
    }
}
