//! How alike the courses of two values are: discrete Fréchet, dynamic time warping and Hausdorff distance of their instants.
//!
//! The instants are taken in their order and without their times; interpolation, gaps and bounds play no part. Distances of
//! the instants are in units of the values, metres on the WGS84 ellipsoid for geodetic points. n and m instants take time
//! n m, and memory n + m where no path is asked. Sources: Eiter and Mannila 1994 (discrete Fréchet distance), Sakoe and
//! Chiba 1978 (dynamic time warping); MobilityDB, "Similarity".

use crate::distance::check_space;
use crate::error::{Error, Result};
use crate::movement::segment_length;
use crate::point::TPointRef;
use crate::temporal::View;

/// Most matches of two instants among which a path is sought: one byte each.
const MOST_MATCHES: usize = 1 << 28;

/// How the distances along a warp add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warp {
    /// The greatest counts: discrete Fréchet distance.
    Frechet,
    /// The sum counts: dynamic time warping.
    DynTimeWarp,
}

/// In which values a warp goes back by one instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Both,
    First,
    Second,
}

/// Two values whose instants have a distance.
pub trait Pair {
    /// Numbers of instants.
    fn lengths(&self) -> (usize, usize);
    /// Distance of instant `i` of the first and `j` of the second, from 0.
    fn distance(&self, i: usize, j: usize) -> f64;
}

/// Two moving numbers; the distance is the difference.
#[derive(Debug, Clone, Copy)]
pub struct Numbers<'a>(pub View<'a, f64>, pub View<'a, f64>);

impl Pair for Numbers<'_> {
    fn lengths(&self) -> (usize, usize) {
        (self.0.values.len(), self.1.values.len())
    }

    fn distance(&self, i: usize, j: usize) -> f64 {
        (self.0.values[i] - self.1.values[j]).abs()
    }
}

/// Two moving points of one reference system.
#[derive(Debug, Clone, Copy)]
pub struct Points<'a>(TPointRef<'a>, TPointRef<'a>);

impl<'a> Points<'a> {
    /// The points, if they can be measured against each other.
    ///
    /// # Errors
    /// Planar with geodetic, different reference systems, 2D with 3D.
    pub fn new(a: TPointRef<'a>, b: TPointRef<'a>) -> Result<Self> {
        check_space(&a, &b)?;
        Ok(Self(a, b))
    }
}

impl Pair for Points<'_> {
    fn lengths(&self) -> (usize, usize) {
        (self.0.track.values.len(), self.1.track.values.len())
    }

    fn distance(&self, i: usize, j: usize) -> f64 {
        segment_length(&self.0.track.values[i], &self.1.track.values[j], self.0.geodetic)
    }
}

impl Warp {
    fn add(self, so_far: f64, distance: f64) -> f64 {
        match self {
            Self::Frechet => so_far.max(distance),
            Self::DynTimeWarp => so_far + distance,
        }
    }

    /// Calls `visit` for each match: `(i, j, before)`, where `before` has those of the three
    /// matches that can come before: both back, i back, j back; infinite where there is none.
    fn walk(self, pair: &impl Pair, mut visit: impl FnMut(usize, usize, [f64; 3])) -> f64 {
        let (n, m) = pair.lengths();
        let mut row = vec![f64::INFINITY; m];
        for i in 0..n {
            let (mut both_back, mut j_back) = (f64::INFINITY, f64::INFINITY);
            for (j, cell) in row.iter_mut().enumerate() {
                let before = [both_back, *cell, j_back];
                visit(i, j, before);
                let least = if i + j == 0 { 0.0 } else { both_back.min(*cell).min(j_back) };
                both_back = *cell;
                j_back = self.add(least, pair.distance(i, j));
                *cell = j_back;
            }
        }
        row.last().copied().unwrap_or(f64::NAN)
    }

    /// The least distance of all warps: ways through both values from their first instants to their last ones that go on
    /// by one instant in one of them or in both.
    pub fn distance(self, pair: &impl Pair) -> f64 {
        self.walk(pair, |_, _, _| ())
    }

    /// The matches of a warp of the least distance, from the last instants to the first ones, numbered from 0.
    ///
    /// Of equal ways it takes the one that goes back in both, then the one that goes back in the first value.
    ///
    /// # Errors
    /// More than 2^28 matches to choose from.
    pub fn path(self, pair: &impl Pair) -> Result<Vec<(usize, usize)>> {
        let (n, m) = pair.lengths();
        let matches = n.checked_mul(m).filter(|matches| *matches <= MOST_MATCHES).ok_or_else(|| Error::Argument {
            argument: "path",
            expected: "values whose numbers of instants multiply to at most 268,435,456",
            found: format!("{n} and {m} instants"),
        })?;
        let mut steps = vec![Step::Both; matches];
        self.walk(pair, |i, j, [both, first, second]| {
            steps[i * m + j] = match () {
                () if i == 0 => Step::Second,
                () if j == 0 => Step::First,
                () if both <= first && both <= second => Step::Both,
                () if first <= second => Step::First,
                () => Step::Second,
            }
        });
        let (mut i, mut j) = (n - 1, m - 1);
        let mut path = vec![(i, j)];
        while (i, j) != (0, 0) {
            match steps[i * m + j] {
                Step::Both => (i, j) = (i - 1, j - 1),
                Step::First => i -= 1,
                Step::Second => j -= 1,
            }
            path.push((i, j));
        }
        Ok(path)
    }
}

/// Hausdorff distance: how far from the other value the farthest instant of one of them is.
pub fn hausdorff(pair: &impl Pair) -> f64 {
    let (n, m) = pair.lengths();
    let forth = farthest(n, m, |i, j| pair.distance(i, j), 0.0);
    farthest(m, n, |j, i| pair.distance(i, j), forth)
}

/// The greatest distance to the nearest of `others`, of `found` and of `these`.
fn farthest(these: usize, others: usize, distance: impl Fn(usize, usize) -> f64, found: f64) -> f64 {
    let mut found = found;
    for i in 0..these {
        let mut nearest = f64::INFINITY;
        for j in 0..others {
            nearest = nearest.min(distance(i, j));
            if nearest <= found {
                break;
            }
        }
        found = found.max(nearest);
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    /// Distances in a table.
    #[derive(Debug)]
    struct Table(Vec<Vec<f64>>);

    impl Pair for Table {
        fn lengths(&self) -> (usize, usize) {
            (self.0.len(), self.0[0].len())
        }

        fn distance(&self, i: usize, j: usize) -> f64 {
            self.0[i][j]
        }
    }

    /// Every warp, by the definition: distances of the matches after (i, j).
    fn warps(table: &Table, i: usize, j: usize) -> Vec<Vec<f64>> {
        let (n, m) = table.lengths();
        let here = table.distance(i, j);
        if (i, j) == (n - 1, m - 1) {
            return vec![vec![here]];
        }
        let next = [(i + 1, j + 1), (i + 1, j), (i, j + 1)].into_iter().filter(|(i, j)| *i < n && *j < m);
        next.flat_map(|(i, j)| warps(table, i, j))
            .map(|mut way| {
                way.insert(0, here);
                way
            })
            .collect()
    }

    fn total(warp: Warp, distances: impl Iterator<Item = f64>) -> f64 {
        distances.fold(0.0, |so_far, distance| warp.add(so_far, distance))
    }

    fn table() -> impl Strategy<Value = Table> {
        (1_usize..6, 1_usize..6)
            .prop_flat_map(|(n, m)| prop::collection::vec(prop::collection::vec((0_u8..9).prop_map(f64::from), m), n))
            .prop_map(Table)
    }

    proptest! {
        #[test]
        fn distances_are_the_least_of_all_warps(table in table()) {
            for warp in [Warp::Frechet, Warp::DynTimeWarp] {
                let least = warps(&table, 0, 0).into_iter().map(|way| total(warp, way.into_iter())).fold(f64::INFINITY, f64::min);
                prop_assert_eq!(warp.distance(&table), least);
            }
        }

        #[test]
        fn paths_are_warps_of_the_least_distance(table in table()) {
            let (n, m) = table.lengths();
            for warp in [Warp::Frechet, Warp::DynTimeWarp] {
                let path = warp.path(&table).unwrap();
                prop_assert_eq!((path[0], path[path.len() - 1]), ((n - 1, m - 1), (0, 0)));
                for w in path.windows(2) {
                    let (di, dj) = (w[0].0 - w[1].0, w[0].1 - w[1].1);
                    prop_assert!(di <= 1 && dj <= 1 && di + dj >= 1);
                }
                let along = total(warp, path.iter().rev().map(|(i, j)| table.distance(*i, *j)));
                prop_assert_eq!(along, warp.distance(&table));
            }
        }

        #[test]
        fn hausdorff_is_the_farthest_nearest_of_both_sides(table in table()) {
            let (n, m) = table.lengths();
            let nearest = |i: usize| (0..m).map(|j| table.distance(i, j)).fold(f64::INFINITY, f64::min);
            let nearest_back = |j: usize| (0..n).map(|i| table.distance(i, j)).fold(f64::INFINITY, f64::min);
            let naive = (0..n).map(nearest).chain((0..m).map(nearest_back)).fold(0.0, f64::max);
            prop_assert_eq!(hausdorff(&table), naive);
        }
    }

    #[test]
    fn a_path_through_infinite_distances_stays_between_the_first_and_the_last() {
        let table = Table(vec![vec![f64::INFINITY; 3]; 2]);
        for warp in [Warp::Frechet, Warp::DynTimeWarp] {
            assert_eq!(warp.path(&table).unwrap(), [(1, 2), (0, 1), (0, 0)]);
        }
    }

    #[test]
    fn a_path_among_too_many_matches_is_refused() {
        struct Large;
        impl Pair for Large {
            fn lengths(&self) -> (usize, usize) {
                (1 << 20, 1 << 20)
            }
            fn distance(&self, _: usize, _: usize) -> f64 {
                0.0
            }
        }
        assert!(Warp::Frechet.path(&Large).unwrap_err().to_string().contains("268,435,456"));
    }
}
