//! Shortest ways through the network of sea lanes (Dijkstra; some sixty points, so a plain scan finds the nearest).

use crate::path::{Path, distance_m};
use crate::rng::Rng;
use crate::waters::{EDGES, LonLat, NODES};

/// The network with its edges by point.
pub struct Network {
    neighbours: Vec<Vec<(usize, f64)>>,
}

impl Network {
    /// The network of `waters`.
    pub fn new() -> Self {
        let mut neighbours = vec![Vec::new(); NODES.len()];
        for (a, b) in EDGES {
            if let (Some(a), Some(b)) = (index(a), index(b)) {
                let length = distance_m(NODES[a].at, NODES[b].at);
                neighbours[a].push((b, length));
                neighbours[b].push((a, length));
            }
        }
        Self { neighbours }
    }

    /// The points of the way from one named point to another. Each edge counts up to `spread` longer by chance, so that
    /// ways of nearly the same length are all used. None when no way leads there.
    pub fn way(&self, from: &str, to: &str, spread: f64, rng: &mut Rng) -> Option<Vec<usize>> {
        let (from, to) = (index(from)?, index(to)?);
        let mut cost = vec![f64::INFINITY; NODES.len()];
        let mut previous = vec![usize::MAX; NODES.len()];
        let mut done = vec![false; NODES.len()];
        cost[from] = 0.0;
        while let Some(here) = nearest(&cost, &done) {
            done[here] = true;
            for &(next, length) in &self.neighbours[here] {
                let there = cost[here] + length * (1.0 + spread * rng.unit());
                if there < cost[next] {
                    cost[next] = there;
                    previous[next] = here;
                }
            }
        }
        if !done[to] {
            return None;
        }
        let mut way = vec![to];
        while way[way.len() - 1] != from {
            way.push(previous[way[way.len() - 1]]);
        }
        way.reverse();
        Some(way)
    }

    /// The line along `way`, kept to starboard at the share `side` (0 .. 1) of each point's half width.
    pub fn path(&self, way: &[usize], side: f64) -> Path {
        let points: Vec<LonLat> = way.iter().map(|i| NODES[*i].at).collect();
        let offsets: Vec<f64> = way.iter().map(|i| NODES[*i].half_width_m * side).collect();
        Path::to_starboard(&points, &offsets)
    }
}

fn index(name: &str) -> Option<usize> {
    NODES.iter().position(|n| n.name == name)
}

fn nearest(cost: &[f64], done: &[bool]) -> Option<usize> {
    (0..cost.len()).filter(|i| !done[*i] && cost[*i].is_finite()).min_by(|a, b| cost[*a].total_cmp(&cost[*b]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::waters::{GATES, HARBOURS};

    #[test]
    fn every_gate_and_harbour_is_reached_from_every_other() {
        let network = Network::new();
        let names: Vec<&str> = GATES.iter().map(|g| g.0).chain(HARBOURS.iter().copied()).collect();
        for a in &names {
            for b in &names {
                assert!(network.way(a, b, 0.0, &mut Rng::new(1, 1)).is_some(), "{a} {b}");
            }
        }
    }

    #[test]
    fn skagen_to_the_fehmarn_belt_leads_through_the_great_belt() {
        let way = Network::new().way("skagen", "fehmarn belt", 0.0, &mut Rng::new(1, 1)).unwrap();
        assert!(way.iter().any(|i| NODES[*i].name == "east bridge"));
    }

    #[test]
    fn an_unknown_name_has_no_way() {
        assert!(Network::new().way("skagen", "atlantis", 0.0, &mut Rng::new(1, 1)).is_none());
    }
}
