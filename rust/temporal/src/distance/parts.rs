//! A fixed geometry in the plane as positions, paths and areas, and what a straight way meets of them.
//!
//! Whether a way touches or crosses an edge is decided with the adaptive predicate of Shewchuk (1997), so a distance of
//! zero is found exactly where there is one.

use robust::{Coord, orient2d};

use crate::geom::Shape;
use crate::point::Point;

/// A piece of a geometry.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    /// A position.
    Position(Point),
    /// Positions joined by edges.
    Path(Vec<Point>, Bounds),
    /// Closed rings, the shell first.
    Area(Vec<Vec<Point>>, Bounds),
}

/// The least rectangle around something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    min: Point,
    max: Point,
}

impl Bounds {
    pub(crate) fn of(points: &[Point]) -> Self {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        let start = Self { min: Point::xy(low, low), max: Point::xy(high, high) };
        points.iter().fold(start, |b, p| Self {
            min: Point::xy(b.min.x.min(p.x), b.min.y.min(p.y)),
            max: Point::xy(b.max.x.max(p.x), b.max.y.max(p.y)),
        })
    }

    /// Around a way or an edge.
    #[inline(always)]
    pub(crate) fn of_two(p: &Point, q: &Point) -> Self {
        let order = |p: f64, q: f64| if p < q { (p, q) } else { (q, p) };
        let ((left, right), (low, high)) = (order(p.x, q.x), order(p.y, q.y));
        Self { min: Point::xy(left, low), max: Point::xy(right, high) }
    }

    /// Squared distance of two rectangles.
    #[inline(always)]
    pub(crate) fn gap_squared(&self, other: &Self) -> f64 {
        let gap = |a: f64, b: f64| if a > b { a } else { b };
        let dx = gap(gap(self.min.x - other.max.x, other.min.x - self.max.x), 0.0);
        let dy = gap(gap(self.min.y - other.max.y, other.min.y - self.max.y), 0.0);
        dx * dx + dy * dy
    }
}

/// The pieces of a shape in their order; none where it is empty.
pub(crate) fn parts(shape: &Shape) -> Vec<Part> {
    let mut found = Vec::new();
    collect(shape, &mut found);
    found
}

fn collect(shape: &Shape, found: &mut Vec<Part>) {
    let area = |rings: &Vec<Vec<Point>>| {
        rings.first().is_some_and(|r| !r.is_empty()).then(|| Part::Area(rings.clone(), Bounds::of(&rings[0])))
    };
    let path = |line: &Vec<Point>| (!line.is_empty()).then(|| Part::Path(line.clone(), Bounds::of(line)));
    match shape {
        Shape::Point(place) => found.extend(place.map(Part::Position)),
        Shape::MultiPoint(places) => found.extend(places.iter().copied().map(Part::Position)),
        Shape::LineString(line) => found.extend(path(line)),
        Shape::MultiLineString(lines) => found.extend(lines.iter().filter_map(path)),
        Shape::Polygon(rings) => found.extend(area(rings)),
        Shape::MultiPolygon(polygons) => found.extend(polygons.iter().filter_map(area)),
        Shape::Collection(members) => members.iter().for_each(|member| collect(member, found)),
    }
}

/// The edges of a line or ring.
pub(crate) fn edges(line: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    line.windows(2).map(|w| (w[0], w[1]))
}

/// Twice the signed area of a triangle, with the right sign.
pub(crate) fn turn(p: &Point, q: &Point, r: &Point) -> f64 {
    let coord = |p: &Point| Coord { x: p.x, y: p.y };
    orient2d(coord(p), coord(q), coord(r))
}

/// Where a position lies with respect to an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Inside,
    Border,
    Outside,
}

/// Where a position lies with respect to a closed ring, whatever its direction; by crossing parity.
pub(crate) fn place_in_ring(p: &Point, ring: &[Point]) -> Place {
    let mut inside = false;
    for (q, r) in edges(ring) {
        if lies_on(p, &q, &r) {
            return Place::Border;
        }
        if (q.y > p.y) != (r.y > p.y) {
            let left = turn(&q, &r, p) > 0.0;
            inside ^= left == (r.y > q.y);
        }
    }
    if inside { Place::Inside } else { Place::Outside }
}

/// Where a position lies with respect to a polygon, its holes left out.
pub(crate) fn place_in_area(p: &Point, rings: &[Vec<Point>]) -> Place {
    let Some((shell, holes)) = rings.split_first() else { return Place::Outside };
    let place = place_in_ring(p, shell);
    if place != Place::Inside {
        return place;
    }
    for hole in holes {
        match place_in_ring(p, hole) {
            Place::Inside => return Place::Outside,
            Place::Border => return Place::Border,
            Place::Outside => {}
        }
    }
    Place::Inside
}

/// Whether a position lies on the segment from `q` to `r`, ends included.
pub(crate) fn lies_on(p: &Point, q: &Point, r: &Point) -> bool {
    let between = |p: f64, q: f64, r: f64| (q <= p && p <= r) || (r <= p && p <= q);
    between(p.x, q.x, r.x) && between(p.y, q.y, r.y) && turn(q, r, p) == 0.0
}

/// The nearest approach of a straight way to something fixed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Approach {
    /// Squared distance; 0 exactly where they meet.
    pub(crate) squared: f64,
    /// Share of the way before it.
    pub(crate) share: f64,
    /// The nearest fixed position.
    pub(crate) at: Point,
}

impl Approach {
    /// Farther than any other.
    pub(crate) fn none(at: &Point) -> Self {
        Self { squared: f64::INFINITY, share: 0.0, at: *at }
    }

    /// This one, unless another one is nearer.
    pub(crate) fn or_nearer(self, other: Self) -> Self {
        if other.squared < self.squared { other } else { self }
    }
}

/// Share of the way from `a` to `b` before a position on it.
pub(crate) fn share_at(a: &Point, b: &Point, p: &Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let share = if dx.abs() > dy.abs() { (p.x - a.x) / dx } else { (p.y - a.y) / dy };
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}

/// The approach of the way from `a` to `b` to a position.
pub(crate) fn approach_position(a: &Point, b: &Point, p: &Point) -> Approach {
    if lies_on(p, a, b) {
        return Approach { squared: 0.0, share: share_at(a, b, p), at: *p };
    }
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let (px, py) = (p.x - a.x, p.y - a.y);
    let speed = dx * dx + dy * dy;
    let share = (px * dx + py * dy) / speed;
    if share > 0.0 && share < 1.0 {
        let across = dx * py - dy * px;
        return Approach { squared: (across / speed) * across, share, at: *p };
    }
    let (start, end) = (px * px + py * py, (p.x - b.x).powi(2) + (p.y - b.y).powi(2));
    let (squared, share) = if end < start { (end, 1.0) } else { (start, 0.0) };
    Approach { squared, share, at: *p }
}

/// The share of the way from `a` to `b` at which it crosses the segment from `c` to `d` between the ends of both.
pub(crate) fn crossing_share(a: &Point, b: &Point, c: &Point, d: &Point) -> Option<f64> {
    // The same share from both sides of an edge that two areas have in common.
    let (c, d) = if (c.x, c.y) <= (d.x, d.y) { (c, d) } else { (d, c) };
    let (c_side, d_side) = (turn(a, b, c), turn(a, b, d));
    let (a_side, b_side) = (turn(c, d, a), turn(c, d, b));
    let crosses = ((c_side < 0.0) != (d_side < 0.0)) && ((a_side < 0.0) != (b_side < 0.0));
    let proper = c_side != 0.0 && d_side != 0.0 && a_side != 0.0 && b_side != 0.0;
    (crosses && proper).then(|| a_side / (a_side - b_side))
}

/// The approach of the way from `a` to `b` to the segment from `c` to `d`.
///
/// Where there are several, the one at a fixed end, if any.
pub(crate) fn approach_segment(a: &Point, b: &Point, c: &Point, d: &Point) -> Approach {
    if let Some(share) = crossing_share(a, b, c, d) {
        return Approach { squared: 0.0, share, at: between(a, b, share) };
    }
    let seen_from = |share: f64, p: &Point| {
        let back = approach_position(c, d, p);
        Approach { squared: back.squared, share, at: between(c, d, back.share) }
    };
    let (start, end) = (seen_from(0.0, a), seen_from(1.0, b));
    let (first, last) = (approach_position(a, b, c), approach_position(a, b, d));
    let nearest = start.or_nearer(end).or_nearer(first).or_nearer(last);
    let meets = |approach: &Approach| nearest.squared == 0.0 && approach.squared == 0.0;
    [last, first, end].into_iter().find(meets).unwrap_or(nearest)
}

/// The position at a share of the way from `a` to `b`.
pub(crate) fn between(a: &Point, b: &Point, share: f64) -> Point {
    let blend = |a: f64, b: f64| {
        if a == b || share == 0.0 {
            a
        } else if share == 1.0 {
            b
        } else {
            a + (b - a) * share
        }
    };
    Point { x: blend(a.x, b.x), y: blend(a.y, b.y), z: blend(a.z, b.z) }
}

/// The approach of the way from `a` to `b` to a piece of a geometry, the first of equals in the order of its edges.
///
/// What is certainly farther than the squared `limit` may be left out; with all left out the squared distance is infinite.
pub(crate) fn approach_part(a: &Point, b: &Point, part: &Part, limit: f64) -> Approach {
    let way = Bounds::of_two(a, b);
    match part {
        Part::Position(p) => approach_position(a, b, p),
        Part::Path(_, bounds) | Part::Area(_, bounds) if way.gap_squared(bounds) > limit => Approach::none(a),
        Part::Path(line, _) => approach_line(a, b, line, limit),
        Part::Area(rings, _) => approach_area(a, b, rings, limit),
    }
}

fn approach_line(a: &Point, b: &Point, line: &[Point], limit: f64) -> Approach {
    if line.len() == 1 {
        return approach_position(a, b, &line[0]);
    }
    let way = Bounds::of_two(a, b);
    let mut nearest = Approach::none(a);
    for (c, d) in edges(line) {
        if way.gap_squared(&Bounds::of_two(&c, &d)) > limit.min(nearest.squared) {
            continue;
        }
        nearest = nearest.or_nearer(approach_segment(a, b, &c, &d));
        if nearest.squared == 0.0 {
            break;
        }
    }
    nearest
}

fn approach_area(a: &Point, b: &Point, rings: &[Vec<Point>], limit: f64) -> Approach {
    if place_in_ring(a, &rings[0]) == Place::Outside {
        return approach_line(a, b, &rings[0], limit);
    }
    let holes = rings[1..].iter().map(|hole| approach_line(a, b, hole, limit));
    let to_hole = holes.reduce(Approach::or_nearer).unwrap_or(Approach::none(a));
    if to_hole.squared == 0.0 || place_in_area(a, rings) == Place::Outside {
        return to_hole;
    }
    Approach { squared: 0.0, share: 0.0, at: *a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn square() -> Vec<Point> {
        [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)].map(|(x, y)| Point::xy(x, y)).to_vec()
    }

    fn area() -> Vec<Vec<Point>> {
        let hole = [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0), (1.0, 1.0)];
        vec![square(), hole.map(|(x, y)| Point::xy(x, y)).to_vec()]
    }

    #[rstest]
    #[case(0.5, 0.5, Place::Inside)]
    #[case(2.0, 2.0, Place::Outside)]
    #[case(1.0, 2.0, Place::Border)]
    #[case(4.0, 4.0, Place::Border)]
    #[case(2.0, 4.0, Place::Border)]
    #[case(5.0, 4.0, Place::Outside)]
    #[case(-1.0, 0.0, Place::Outside)]
    #[case(3.0000000000000004, 1.0, Place::Inside)]
    fn place_of_position(#[case] x: f64, #[case] y: f64, #[case] want: Place) {
        assert_eq!(place_in_area(&Point::xy(x, y), &area()), want);
        let reversed: Vec<Vec<Point>> = area().into_iter().map(|r| r.into_iter().rev().collect()).collect();
        assert_eq!(place_in_area(&Point::xy(x, y), &reversed), want);
    }

    #[rstest]
    #[case::crossing((0.0, 0.0), (4.0, 4.0), (0.0, 4.0), (4.0, 0.0), 0.0, 0.5)]
    #[case::touching_inside((0.0, 0.0), (4.0, 0.0), (1.0, 0.0), (1.0, 5.0), 0.0, 0.25)]
    #[case::overlapping((0.0, 0.0), (4.0, 0.0), (1.0, 0.0), (3.0, 0.0), 0.0, 0.75)]
    #[case::parallel((0.0, 0.0), (4.0, 0.0), (0.0, 3.0), (4.0, 3.0), 9.0, 0.0)]
    #[case::standing((2.0, 1.0), (2.0, 1.0), (0.0, 0.0), (4.0, 0.0), 1.0, 0.0)]
    #[case::beyond((0.0, 0.0), (4.0, 0.0), (7.0, 4.0), (9.0, 4.0), 25.0, 1.0)]
    fn approach_of_way_to_segment(
        #[case] a: (f64, f64),
        #[case] b: (f64, f64),
        #[case] c: (f64, f64),
        #[case] d: (f64, f64),
        #[case] squared: f64,
        #[case] share: f64,
    ) {
        let p = |(x, y)| Point::xy(x, y);
        let approach = approach_segment(&p(a), &p(b), &p(c), &p(d));
        assert_eq!((approach.squared, approach.share), (squared, share));
    }

    #[test]
    fn way_through_a_hole_is_near_its_border() {
        let approach = approach_part(
            &Point::xy(2.0, 1.5),
            &Point::xy(2.5, 2.5),
            &Part::Area(area(), Bounds::of(&square())),
            f64::INFINITY,
        );
        assert_eq!(approach.squared, 0.25);
    }
}
