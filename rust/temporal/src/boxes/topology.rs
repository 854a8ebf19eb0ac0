//! Predicates over pairs of boxes (MobilityDB, "Topological Operations" and "Position Operations" of box types).
//!
//! Topology looks at the dimensions that both boxes have and treats every bound as part of the box: `[1, 2)` and `[2, 3]`
//! overlap. Positions in time respect exclusive bounds: `[1, 2]` is before `(2, 3]`.

use super::STBox;
use crate::error::{Error, Result};
use crate::span::TstzSpan;

/// The dimensions of two boxes that have been found comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Common {
    /// Both bound space.
    pub space: bool,
    /// Both bound z.
    pub z: bool,
    /// Both bound time.
    pub time: bool,
}

/// The dimensions that both boxes have.
///
/// # Errors
/// Where both bound space, but in different reference systems, or one on the ellipsoid and one in the plane.
pub fn common(a: &STBox, b: &STBox) -> Result<Common> {
    if a.space.is_some() && b.space.is_some() {
        if a.geodetic != b.geodetic {
            return Err(Error::MixedGeodetic);
        }
        if a.srid != b.srid {
            return Err(Error::MixedSrid { left: a.srid, right: b.srid });
        }
    }
    let z = |s: &STBox| s.space.is_some_and(|s| s.has_z);
    Ok(Common {
        space: a.space.is_some() && b.space.is_some(),
        z: z(a) && z(b),
        time: a.time.is_some() && b.time.is_some(),
    })
}

fn shared(function: &'static str, a: &STBox, b: &STBox) -> Result<Common> {
    let dims = common(a, b)?;
    if !dims.space && !dims.time {
        return Err(Error::Argument {
            argument: function,
            expected: "boxes with at least one common dimension",
            found: "one over space and one over time".to_owned(),
        });
    }
    Ok(dims)
}

/// Least and greatest values of the common dimensions of two boxes.
struct Sides {
    space: Option<[[f64; 4]; 3]>,
    axes: usize,
    time: Option<(TstzSpan, TstzSpan)>,
}

impl Sides {
    fn new(function: &'static str, a: &STBox, b: &STBox) -> Result<Self> {
        let dims = shared(function, a, b)?;
        let space = a.space.zip(b.space).map(|(p, q)| {
            [
                [p.min.x, p.max.x, q.min.x, q.max.x],
                [p.min.y, p.max.y, q.min.y, q.max.y],
                [p.min.z, p.max.z, q.min.z, q.max.z],
            ]
        });
        Ok(Self { space, axes: if dims.z { 3 } else { 2 }, time: a.time.zip(b.time) })
    }

    /// Whether `space` holds on every common axis and `time` on the times, each where it is common.
    fn all(&self, space: fn([f64; 4]) -> bool, time: fn(&TstzSpan, &TstzSpan) -> bool) -> bool {
        self.axes().all(space) && self.time.is_none_or(|(s, t)| time(&s, &t))
    }

    fn axes(&self) -> impl Iterator<Item = [f64; 4]> + '_ {
        self.space.iter().flat_map(|axes| axes[..self.axes].iter().copied())
    }
}

/// Whether the boxes share a value in every common dimension, bounds included.
///
/// # Errors
/// Mixed reference systems; no common dimension. Source: MobilityDB `&&`.
pub fn overlaps(a: &STBox, b: &STBox) -> Result<bool> {
    Ok(Sides::new("overlaps", a, b)?
        .all(|[p, q, r, s]| p <= s && r <= q, |s, t| s.lower <= t.upper && t.lower <= s.upper))
}

/// Whether `b` lies in `a` in every common dimension, bounds included.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `@>`.
pub fn contains(a: &STBox, b: &STBox) -> Result<bool> {
    Ok(Sides::new("contains", a, b)?
        .all(|[p, q, r, s]| p <= r && s <= q, |s, t| s.lower <= t.lower && t.upper <= s.upper))
}

/// Whether `a` lies in `b` in every common dimension, bounds included.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `<@`.
pub fn contained(a: &STBox, b: &STBox) -> Result<bool> {
    Ok(Sides::new("contained", a, b)?
        .all(|[p, q, r, s]| r <= p && q <= s, |s, t| t.lower <= s.lower && s.upper <= t.upper))
}

/// Whether the boxes have the same bounds in every common dimension, whether or not these are inclusive.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `~=`.
pub fn same(a: &STBox, b: &STBox) -> Result<bool> {
    Ok(Sides::new("same", a, b)?.all(|[p, q, r, s]| p == r && q == s, |s, t| s.lower == t.lower && s.upper == t.upper))
}

/// Whether the boxes meet, and only in a border: what they share has no extent in some common dimension.
///
/// In time, spans that meet where exactly one of them is exclusive share that border.
///
/// # Errors
/// As [`overlaps`]. Source: MobilityDB `-|-`.
pub fn adjacent(a: &STBox, b: &STBox) -> Result<bool> {
    let sides = Sides::new("adjacent", a, b)?;
    let meet = sides.all(|[p, q, r, s]| p <= s && r <= q, meet_in_time);
    let flat_space = sides.axes().any(|[p, q, r, s]| p.max(r) == q.min(s));
    let flat_time = sides.time.is_some_and(|(s, t)| s.lower.max(t.lower) == s.upper.min(t.upper));
    Ok(meet && (flat_space || flat_time))
}

/// Spans that share a time, or that meet where exactly one of them is exclusive.
fn meet_in_time(s: &TstzSpan, t: &TstzSpan) -> bool {
    let touch = |end_inc: bool, start_inc: bool| end_inc || start_inc;
    s.intersection(t).is_some()
        || (s.upper == t.lower && touch(s.upper_inc, t.lower_inc))
        || (t.upper == s.lower && touch(t.upper_inc, s.lower_inc))
}

/// An axis along which boxes are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// First coordinate: left and right.
    X,
    /// Second coordinate: below and above.
    Y,
    /// Third coordinate: front and back.
    Z,
}

/// A position of one box against another along an axis or in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// Ends before the other starts: left, below, front, before.
    Less,
    /// Ends no later than the other: overleft, overbelow, overfront, overbefore.
    NotGreater,
    /// Starts after the other ends: right, above, back, after.
    Greater,
    /// Starts no earlier than the other: overright, overabove, overback, overafter.
    NotLess,
}

/// Whether `a` has the position along the axis against `b`; bounds are part of the boxes.
///
/// # Errors
/// Mixed reference systems; a box without that dimension. Source: MobilityDB `<<`, `&<`, `>>`, `&>` and their kin.
pub fn position(a: &STBox, b: &STBox, axis: Axis, position: Position) -> Result<bool> {
    let dims = common(a, b)?;
    let present = if axis == Axis::Z { dims.z } else { dims.space };
    let (Some(p), Some(q), true) = (a.space, b.space, present) else {
        let expected = if axis == Axis::Z { "boxes with a z dimension" } else { "boxes with an x dimension" };
        return Err(missing(expected));
    };
    let [least, most, other_least, other_most] = match axis {
        Axis::X => [p.min.x, p.max.x, q.min.x, q.max.x],
        Axis::Y => [p.min.y, p.max.y, q.min.y, q.max.y],
        Axis::Z => [p.min.z, p.max.z, q.min.z, q.max.z],
    };
    Ok(match position {
        Position::Less => most < other_least,
        Position::NotGreater => most <= other_most,
        Position::Greater => least > other_most,
        Position::NotLess => least >= other_least,
    })
}

/// Whether `a` has the position in time against `b`; exclusive bounds are respected.
///
/// # Errors
/// Mixed reference systems; a box without time. Source: MobilityDB `<<#`, `&<#`, `#>>`, `#&>`.
pub fn position_in_time(a: &STBox, b: &STBox, position: Position) -> Result<bool> {
    let dims = common(a, b)?;
    let (Some(s), Some(t), true) = (a.time, b.time, dims.time) else {
        return Err(missing("boxes with a time dimension"));
    };
    let before =
        |s: &TstzSpan, t: &TstzSpan| s.upper < t.lower || (s.upper == t.lower && !(s.upper_inc && t.lower_inc));
    Ok(match position {
        Position::Less => before(&s, &t),
        Position::NotGreater => s.upper < t.upper || (s.upper == t.upper && (!s.upper_inc || t.upper_inc)),
        Position::Greater => before(&t, &s),
        Position::NotLess => s.lower > t.lower || (s.lower == t.lower && (!s.lower_inc || t.lower_inc)),
    })
}

fn missing(expected: &'static str) -> Error {
    Error::Argument { argument: "position of boxes", expected, found: "a box without it".to_owned() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::boxes::SpaceBounds;
    use crate::point::Point;
    use crate::span::Span;
    use rstest::rstest;

    fn time(lower: i64, upper: i64, inc: &str) -> STBox {
        let (lower_inc, upper_inc) = (inc.starts_with('['), inc.ends_with(']'));
        let span = Span::new(lower, upper, lower_inc, upper_inc).unwrap();
        STBox { srid: 0, geodetic: false, space: None, time: Some(span) }
    }

    fn plane(srid: i32, x: [f64; 4]) -> STBox {
        let bounds = SpaceBounds { min: Point::xy(x[0], x[1]), max: Point::xy(x[2], x[3]), has_z: false };
        STBox { srid, geodetic: false, space: Some(bounds), time: None }
    }

    #[test]
    fn bounds_in_time_are_closed_for_topology_and_respected_for_positions() {
        let (a, b) = (time(1, 2, "[)"), time(2, 3, "[]"));
        assert!(overlaps(&a, &b).unwrap() && adjacent(&a, &b).unwrap());
        assert!(contains(&a, &a).unwrap() && same(&a, &time(1, 2, "[]")).unwrap());
        let (a, b) = (time(1, 2, "[]"), time(2, 3, "(]"));
        assert!(overlaps(&a, &b).unwrap() && position_in_time(&a, &b, Position::Less).unwrap());
        assert!(!position_in_time(&time(1, 2, "[]"), &time(2, 3, "[]"), Position::Less).unwrap());
        assert!(!adjacent(&time(1, 2, "[)"), &time(2, 3, "(]")).unwrap());
    }

    #[rstest]
    #[case(Position::NotGreater, "[]", "[)", false)]
    #[case(Position::NotGreater, "[)", "[]", true)]
    #[case(Position::NotGreater, "[]", "[]", true)]
    #[case(Position::NotLess, "[]", "(]", false)]
    #[case(Position::NotLess, "(]", "[]", true)]
    fn position_at_the_same_bound_respects_exclusion(
        #[case] at: Position,
        #[case] a: &str,
        #[case] b: &str,
        #[case] want: bool,
    ) {
        assert_eq!(position_in_time(&time(1, 2, a), &time(1, 2, b), at).unwrap(), want);
    }

    #[test]
    fn mixed_srid_is_an_error_that_names_both() {
        let (a, b) = (plane(4326, [0.0, 0.0, 2.0, 2.0]), plane(3857, [5.0, 5.0, 7.0, 7.0]));
        let want = Error::MixedSrid { left: 4326, right: 3857 };
        for f in [overlaps, contains, contained, same, adjacent] {
            assert_eq!(f(&a, &b), Err(want.clone()));
        }
        assert_eq!(position(&a, &b, Axis::X, Position::Less), Err(want));
        assert_eq!(overlaps(&a, &STBox { geodetic: true, ..a }), Err(Error::MixedGeodetic));
    }

    #[test]
    fn missing_dimensions_are_errors() {
        let (a, t) = (plane(0, [0.0, 0.0, 2.0, 2.0]), time(1, 2, "[]"));
        assert!(overlaps(&a, &t).is_err() && position(&a, &t, Axis::X, Position::Less).is_err());
        assert!(position(&a, &a, Axis::Z, Position::Less).is_err());
        assert!(position_in_time(&a, &t, Position::Less).is_err());
    }

    #[rstest]
    #[case::border([2.0, 0.0, 4.0, 2.0], true)]
    #[case::corner([2.0, 2.0, 4.0, 4.0], true)]
    #[case::inside([0.5, 0.5, 1.0, 1.0], false)]
    #[case::apart([3.0, 0.0, 4.0, 2.0], false)]
    #[case::a_line_inside([0.5, 1.0, 1.5, 1.0], true)]
    fn adjacent_in_the_plane(#[case] other: [f64; 4], #[case] want: bool) {
        assert_eq!(adjacent(&plane(0, [0.0, 0.0, 2.0, 2.0]), &plane(0, other)).unwrap(), want);
    }
}
