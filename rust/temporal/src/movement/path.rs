//! The geometry drawn by a moving point.

use std::collections::HashSet;

use crate::geom::{Geometry, Shape};
use crate::point::{Point, TPointRef};
use crate::temporal::Interp;

/// The geometry drawn by a temporal point.
///
/// A point for one position; a line for one linear piece; several lines, several points, or a collection of both for several
/// pieces. Step and discrete values draw points. Positions in a row that are equal are drawn once, equal points once.
/// Exclusive ends are drawn. Source: MobilityDB `trajectory`.
pub fn trajectory(trip: &TPointRef<'_>) -> Geometry {
    let shape = if trip.track.interp == Interp::Linear { lines(trip) } else { points(distinct(trip.track.values)) };
    Geometry { srid: trip.srid, geodetic: trip.geodetic, has_z: trip.has_z, shape }
}

fn lines(trip: &TPointRef<'_>) -> Shape {
    let (mut lines, mut still) = (Vec::new(), Vec::new());
    for run in trip.track.runs() {
        let mut line = run.values.to_vec();
        line.dedup();
        if line.len() > 1 { lines.push(line) } else { still.append(&mut line) }
    }
    let still = distinct(&still);
    if lines.is_empty() {
        return points(still);
    }
    if still.is_empty() {
        return if lines.len() == 1 { Shape::LineString(lines.remove(0)) } else { Shape::MultiLineString(lines) };
    }
    let dots = still.into_iter().map(|p| Shape::Point(Some(p)));
    Shape::Collection(dots.chain(lines.into_iter().map(Shape::LineString)).collect())
}

fn points(mut points: Vec<Point>) -> Shape {
    if points.len() == 1 { Shape::Point(points.pop()) } else { Shape::MultiPoint(points) }
}

/// Each position once, in order of first appearance.
fn distinct(points: &[Point]) -> Vec<Point> {
    let mut seen = HashSet::with_capacity(points.len());
    points.iter().filter(|p| seen.insert([p.x, p.y, p.z].map(f64::to_bits))).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::pieces;
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point::xy(x, y)
    }

    #[test]
    fn path_with_a_stationary_piece_is_a_collection() {
        let trip = pieces(&[&[(0.0, 0.0), (3.0, 0.0)], &[(9.0, 9.0), (9.0, 9.0)]]);
        let want = vec![Shape::Point(Some(at(9.0, 9.0))), Shape::LineString(vec![at(0.0, 0.0), at(3.0, 0.0)])];
        assert_eq!(trajectory(&trip.view()).shape, Shape::Collection(want));
    }

    #[test]
    fn path_of_points_only_has_each_once() {
        let trip = pieces(&[&[(1.0, 1.0)], &[(2.0, 1.0), (2.0, 1.0)], &[(1.0, 1.0)]]);
        assert_eq!(trajectory(&trip.view()).shape, Shape::MultiPoint(vec![at(1.0, 1.0), at(2.0, 1.0)]));
        let mut step = pieces(&[&[(1.0, 1.0), (1.0, 1.0)]]);
        step.track.interp = Interp::Step;
        assert_eq!(trajectory(&step.view()).shape, Shape::Point(Some(at(1.0, 1.0))));
    }

    #[test]
    fn path_of_pieces_is_as_many_lines() {
        let trip = pieces(&[&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 1.0)], &[(5.0, 5.0), (6.0, 6.0)]]);
        let want = vec![vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0)], vec![at(5.0, 5.0), at(6.0, 6.0)]];
        assert_eq!(trajectory(&trip.view()).shape, Shape::MultiLineString(want));
    }
}
