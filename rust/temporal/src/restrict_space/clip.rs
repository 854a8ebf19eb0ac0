//! One segment against the sides of a box (Liang and Barsky 1984), with sides that may be excluded.

use std::cmp::Ordering;

use geo::Coord;
use geo::algorithm::kernels::{Kernel, Orientation, RobustKernel};

use crate::boxes::SpaceBounds;
use crate::cut::Part;
use crate::point::Point;

// Nearer than this, the order in which two sides are passed is decided exactly, from the position of their corner.
const NEAR: f64 = 1e-9;

/// A box whose greatest coordinates may be excluded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sides {
    bounds: SpaceBounds,
    axes: usize,
    upper_inc: bool,
}

/// A side that is passed on the way: where, its axis and coordinate, and whether it belongs to the box.
#[derive(Clone, Copy)]
struct Passage {
    at: f64,
    side: Option<(usize, f64)>,
    inc: bool,
}

fn coordinate(p: &Point, axis: usize) -> f64 {
    match axis {
        0 => p.x,
        1 => p.y,
        _ => p.z,
    }
}

impl Sides {
    /// The sides of `bounds`; z counts where both the box and the trip have it.
    pub(crate) fn new(bounds: SpaceBounds, trip_has_z: bool, upper_inc: bool) -> Self {
        let axes = if bounds.has_z && trip_has_z { 3 } else { 2 };
        Self { bounds, axes, upper_inc }
    }

    /// Whether a position is in the box.
    pub(super) fn holds(&self, p: &Point) -> bool {
        (0..self.axes).all(|axis| {
            let (v, low, high) = self.on(p, axis);
            low <= v && (v < high || (v == high && self.upper_inc))
        })
    }

    /// Whether a whole box of positions is outside because of one side.
    pub(super) fn misses(&self, other: &SpaceBounds) -> bool {
        (0..self.axes).any(|axis| {
            let (least, low, high) = self.on(&other.min, axis);
            let most = coordinate(&other.max, axis);
            most < low || least > high || (least == high && !self.upper_inc)
        })
    }

    fn on(&self, p: &Point, axis: usize) -> (f64, f64, f64) {
        (coordinate(p, axis), coordinate(&self.bounds.min, axis), coordinate(&self.bounds.max, axis))
    }

    /// The part of the straight way from `a` to `b` in the box; a touch is a part of no length.
    pub(crate) fn clip(&self, a: &Point, b: &Point) -> Option<Part> {
        let mut enter = Passage { at: 0.0, side: None, inc: true };
        let mut leave = Passage { at: 1.0, side: None, inc: true };
        for axis in 0..self.axes {
            let (from, low, high) = self.on(a, axis);
            let way = coordinate(b, axis) - from;
            if way == 0.0 {
                if from < low || from > high || (from == high && !self.upper_inc) {
                    return None;
                }
                continue;
            }
            let upward = way > 0.0;
            let (near, far) = if upward { (low, high) } else { (high, low) };
            let (near_inc, far_inc) = (upward || self.upper_inc, !upward || self.upper_inc);
            // Distances in the direction of movement; each sign is exact, since a difference is 0 only of equal numbers.
            let ahead = |of: f64, to: f64| if upward { to - of } else { of - to };
            let to = coordinate(b, axis);
            if ahead(to, near) > 0.0 || ahead(far, from) > 0.0 {
                return None;
            }
            if ahead(from, near) > 0.0 || (from == near && !near_inc) {
                // + 0.0, for 0 / -1 is -0 and sorts before 0.
                enter =
                    later(enter, Passage { at: (near - from) / way + 0.0, side: Some((axis, near)), inc: near_inc });
            }
            if ahead(far, to) > 0.0 || (to == far && !far_inc) {
                leave = earlier(leave, Passage { at: (far - from) / way + 0.0, side: Some((axis, far)), inc: far_inc });
            }
        }
        part(order(a, b, &enter, &leave), &enter, &leave)
    }
}

fn later(a: Passage, b: Passage) -> Passage {
    match a.at.total_cmp(&b.at) {
        Ordering::Less => b,
        Ordering::Greater => a,
        Ordering::Equal => Passage { inc: a.inc && b.inc, ..b },
    }
}

fn earlier(a: Passage, b: Passage) -> Passage {
    match a.at.total_cmp(&b.at) {
        Ordering::Less => a,
        Ordering::Greater => b,
        Ordering::Equal => Passage { inc: a.inc && b.inc, ..b },
    }
}

fn part(order: Ordering, enter: &Passage, leave: &Passage) -> Option<Part> {
    let inside = match order {
        Ordering::Less => true,
        Ordering::Equal => enter.inc && leave.inc,
        Ordering::Greater => false,
    };
    let to = leave.at.max(enter.at);
    inside.then_some(Part { from: enter.at, to, from_inc: enter.inc, to_inc: leave.inc })
}

/// Whether the box is entered before it is left. Where an x and a y side are passed at nearly the same place, their corner
/// decides: on which side of the way it lies is computed exactly (Shewchuk 1997).
fn order(a: &Point, b: &Point, enter: &Passage, leave: &Passage) -> Ordering {
    let rounded = enter.at.total_cmp(&leave.at);
    let (Some((first, near)), Some((second, far))) = (enter.side, leave.side) else { return rounded };
    if first == second || first.max(second) > 1 || (enter.at - leave.at).abs() > NEAR {
        return rounded;
    }
    let (x, y) = if first == 0 { (near, far) } else { (far, near) };
    let turn = RobustKernel::orient2d(Coord { x: a.x, y: a.y }, Coord { x: b.x, y: b.y }, Coord { x, y });
    // With the way (dx, dy) and the corner (wx, wy) seen from its start, wx / dx < wy / dy is (dx wy - dy wx) / (dx dy) > 0.
    let x_first = match turn {
        Orientation::Collinear => return Ordering::Equal,
        Orientation::CounterClockwise => (b.x > a.x) == (b.y > a.y),
        Orientation::Clockwise => (b.x > a.x) != (b.y > a.y),
    };
    if x_first == (first == 0) { Ordering::Less } else { Ordering::Greater }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn sides(x: [f64; 4], upper_inc: bool) -> Sides {
        let bounds = SpaceBounds { min: Point::xy(x[0], x[1]), max: Point::xy(x[2], x[3]), has_z: false };
        Sides::new(bounds, false, upper_inc)
    }

    fn closed(from: f64, to: f64) -> Option<Part> {
        Some(Part { from, to, from_inc: true, to_inc: true })
    }

    #[rstest]
    #[case::through((0.0, 1.0), (8.0, 1.0), closed(0.25, 0.5))]
    #[case::back((8.0, 1.0), (0.0, 1.0), closed(0.5, 0.75))]
    #[case::corner((0.0, 2.0), (4.0, -2.0), closed(0.5, 0.5))]
    #[case::along_the_border((0.0, 2.0), (8.0, 2.0), closed(0.25, 0.5))]
    #[case::ends_at_the_border((0.0, 1.0), (2.0, 1.0), closed(1.0, 1.0))]
    #[case::starts_at_the_border((4.0, 1.0), (8.0, 1.0), closed(0.0, 0.0))]
    #[case::stands_inside((3.0, 1.0), (3.0, 1.0), closed(0.0, 1.0))]
    #[case::stands_outside((5.0, 1.0), (5.0, 1.0), None)]
    #[case::passes_by((0.0, 3.0), (8.0, 3.0), None)]
    #[case::short((0.0, 1.0), (1.0, 1.0), None)]
    #[case::behind((5.0, 1.0), (8.0, 1.0), None)]
    fn clip_with_closed_sides(#[case] a: (f64, f64), #[case] b: (f64, f64), #[case] want: Option<Part>) {
        let got = sides([2.0, 0.0, 4.0, 2.0], true).clip(&Point::xy(a.0, a.1), &Point::xy(b.0, b.1));
        assert_eq!(got, want);
    }

    #[rstest]
    #[case::up((0.0, 1.0), (8.0, 1.0), Some(Part { from: 0.25, to: 0.5, from_inc: true, to_inc: false }))]
    #[case::down((8.0, 1.0), (0.0, 1.0), Some(Part { from: 0.5, to: 0.75, from_inc: false, to_inc: true }))]
    #[case::up_to_the_border((3.0, 1.0), (4.0, 1.0), Some(Part { from: 0.0, to: 1.0, from_inc: true, to_inc: false }))]
    #[case::down_from_the_border((4.0, 1.0), (3.0, 1.0), Some(Part { from: 0.0, to: 1.0, from_inc: false, to_inc: true }))]
    #[case::along_the_upper_border((0.0, 2.0), (8.0, 2.0), None)]
    #[case::along_the_lower_border((0.0, 0.0), (8.0, 0.0), Some(Part { from: 0.25, to: 0.5, from_inc: true, to_inc: false }))]
    #[case::to_the_border_from_above((5.0, 1.0), (4.0, 1.0), None)]
    fn clip_with_open_upper_sides(#[case] a: (f64, f64), #[case] b: (f64, f64), #[case] want: Option<Part>) {
        let got = sides([2.0, 0.0, 4.0, 2.0], false).clip(&Point::xy(a.0, a.1), &Point::xy(b.0, b.1));
        assert_eq!(got, want);
    }

    #[test]
    fn a_corner_on_the_way_is_touched_whatever_the_rounding() {
        // Each corner is the exact middle of the way, in numbers whose ratios are not exact.
        for i in 1..200 {
            let (dx, dy) = (f64::from(i) / 7.0, f64::from(i) / 3.0);
            let corner = (0.1, 0.7);
            let (a, b) = (Point::xy(corner.0 - dx, corner.1 + dy), Point::xy(corner.0 + dx, corner.1 - dy));
            let turn = RobustKernel::orient2d(
                Coord { x: a.x, y: a.y },
                Coord { x: b.x, y: b.y },
                Coord { x: corner.0, y: corner.1 },
            );
            let low = sides([0.1, 0.7, 5.0, 5.0], true).clip(&a, &b);
            let high = sides([-5.0, -5.0, 0.1, 0.7], true).clip(&a, &b);
            // The way runs down to the right: a corner to its left (counterclockwise) lies above it.
            assert_eq!(low.is_some(), turn != Orientation::CounterClockwise, "{i}: {low:?}");
            assert_eq!(high.is_some(), turn != Orientation::Clockwise, "{i}: {high:?}");
        }
    }

    proptest! {
        #[test]
        fn clip_agrees_with_dense_sampling(
            a in (-4i32..8, -4i32..8), b in (-4i32..8, -4i32..8), c in (-4i32..8, -4i32..8), size in (0i32..6, 0i32..6), upper in any::<bool>()
        ) {
            let p = |v: (i32, i32)| Point::xy(f64::from(v.0), f64::from(v.1));
            let (low, high) = (p(c), p((c.0 + size.0, c.1 + size.1)));
            let sides = sides([low.x, low.y, high.x, high.y], upper);
            let part = sides.clip(&p(a), &p(b));
            // Coordinates below 8 and 840 = 8 * 105: every passage falls on a sample, and samples are exact integers.
            for i in 0..=840 {
                let at = |from: i32, to: i32| 840 * from + i * (to - from);
                let (x, y) = (at(a.0, b.0), at(a.1, b.1));
                let within = |v: i32, low: i32, high: i32| v >= 840 * low && (v < 840 * high || (upper && v == 840 * high));
                let inside = within(x, c.0, c.0 + size.0) && within(y, c.1, c.1 + size.1);
                let r = f64::from(i) / 840.0;
                let got = part.is_some_and(|q| {
                    (q.from < r - 1e-12 || (q.from_inc && q.from < r + 1e-12)) && (q.to > r + 1e-12 || (q.to_inc && q.to > r - 1e-12))
                });
                prop_assert_eq!(got, inside, "sample {} of {:?}", i, part);
            }
        }
    }
}
