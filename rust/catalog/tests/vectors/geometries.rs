//! Comparison of geometries: position by position, or as point sets where the order of positions is free.

use temporal::geom::{Geometry, Shape};
use temporal::point::Point;

use crate::compare::Tolerance;

/// Whether the geometries agree. MEOS does not write into EWKB whether a geometry is a geography: that is not compared.
pub fn agree(got: &Geometry, want: &Geometry, tolerance: &Tolerance) -> bool {
    got.srid == want.srid
        && got.has_z == want.has_z
        && if tolerance.topological {
            unordered(&parts(&got.shape), &parts(&want.shape), |a, b| part_agrees(a, b, tolerance))
        } else {
            shape_agrees(&got.shape, &want.shape, tolerance)
        }
}

fn each<T>(got: &[T], want: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    got.len() == want.len() && got.iter().zip(want).all(|(a, b)| same(a, b))
}

fn path_agrees(got: &[Point], want: &[Point], tolerance: &Tolerance) -> bool {
    each(got, want, |a, b| tolerance.point(a, b))
}

fn shape_agrees(got: &Shape, want: &Shape, tolerance: &Tolerance) -> bool {
    let path = |a: &Vec<Point>, b: &Vec<Point>| path_agrees(a, b, tolerance);
    let rings = |a: &Vec<Vec<Point>>, b: &Vec<Vec<Point>>| each(a, b, path);
    match (got, want) {
        (Shape::Point(Some(a)), Shape::Point(Some(b))) => tolerance.point(a, b),
        (Shape::LineString(a), Shape::LineString(b)) | (Shape::MultiPoint(a), Shape::MultiPoint(b)) => path(a, b),
        (Shape::Polygon(a), Shape::Polygon(b)) | (Shape::MultiLineString(a), Shape::MultiLineString(b)) => rings(a, b),
        (Shape::MultiPolygon(a), Shape::MultiPolygon(b)) => each(a, b, rings),
        (Shape::Collection(a), Shape::Collection(b)) => each(a, b, |x, y| shape_agrees(x, y, tolerance)),
        (a, b) => a == b,
    }
}

/// The points, segments and polygons that a shape is made of.
enum Part {
    Point(Point),
    Segment(Point, Point),
    Polygon(Vec<Vec<Point>>),
}

fn parts(shape: &Shape) -> Vec<Part> {
    let segments = |line: &Vec<Point>| line.windows(2).map(|w| Part::Segment(w[0], w[1])).collect::<Vec<_>>();
    match shape {
        Shape::Point(point) => point.iter().map(|p| Part::Point(*p)).collect(),
        Shape::MultiPoint(points) => points.iter().map(|p| Part::Point(*p)).collect(),
        Shape::LineString(line) => segments(line),
        Shape::MultiLineString(lines) => lines.iter().flat_map(segments).collect(),
        Shape::Polygon(rings) => vec![Part::Polygon(rings.clone())],
        Shape::MultiPolygon(polygons) => polygons.iter().map(|rings| Part::Polygon(rings.clone())).collect(),
        Shape::Collection(shapes) => shapes.iter().flat_map(parts).collect(),
    }
}

fn part_agrees(got: &Part, want: &Part, tolerance: &Tolerance) -> bool {
    let same = |a: &Point, b: &Point| tolerance.point(a, b);
    match (got, want) {
        (Part::Point(a), Part::Point(b)) => same(a, b),
        (Part::Segment(a, b), Part::Segment(c, d)) => (same(a, c) && same(b, d)) || (same(a, d) && same(b, c)),
        (Part::Polygon(a), Part::Polygon(b)) => unordered(a, b, |x, y| ring_agrees(x, y, tolerance)),
        _ => false,
    }
}

/// Whether two closed rings are the same up to their start and direction.
fn ring_agrees(got: &[Point], want: &[Point], tolerance: &Tolerance) -> bool {
    if got.len() != want.len() {
        return false;
    }
    let open = got.len().saturating_sub(1);
    let turned = |start: usize, back: bool| {
        (0..open).all(|i| {
            let at = if back { start + open - i } else { start + i } % open;
            tolerance.point(&got[at], &want[i])
        })
    };
    open == 0 || (0..open).any(|start| turned(start, false) || turned(start, true))
}

/// Whether each element has a partner of its own in the other list.
fn unordered<T>(got: &[T], want: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    let mut free: Vec<&T> = want.iter().collect();
    got.len() == want.len()
        && got.iter().all(|a| free.iter().position(|b| same(a, b)).map(|at| free.swap_remove(at)).is_some())
}

#[cfg(test)]
mod tests {
    use super::agree;
    use crate::compare::Tolerance;
    use crate::wkt;

    #[test]
    fn point_sets_agree_whatever_the_start_and_direction() {
        let ring = wkt::read("POLYGON((0 0,2 0,2 2,0 0))", false).unwrap();
        let turned = wkt::read("POLYGON((2 2,2 0,0 0,2 2))", false).unwrap();
        let other = wkt::read("POLYGON((2 2,2 1,0 0,2 2))", false).unwrap();
        let loose = |topological| Tolerance { relative: 1e-9, time_us: 0, topological };
        assert!(agree(&ring, &turned, &loose(true)));
        assert!(!agree(&ring, &turned, &loose(false)));
        assert!(!agree(&ring, &other, &loose(true)));
    }
}
