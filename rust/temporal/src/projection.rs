//! Moving values from one reference system to another (MobilityDB, "Spatial Reference System").

use crate::boxes::{STBox, SpaceBounds};
use crate::crs::Shift;
use crate::error::Result;
use crate::geom::{Geometry, Shape, check_system};
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::Base;

// Positions moved on each side of a box.
const SIDE: usize = 21;

/// The temporal point with its instants in another reference system.
///
/// Same times, form and pieces; the path between instants is straight in the target system. Within 1 cm of PROJ without grid
/// files in the area of use of the systems. `z` is kept.
///
/// # Errors
/// Where a reference system is not served (the text lists those that are), a position is outside of its domain, or a
/// tgeogpoint would leave longitude and latitude. Source: MobilityDB `transform`.
pub fn transform(trip: &TPointRef<'_>, to_srid: i32) -> Result<TPoint> {
    let mut track = trip.track.to_temporal();
    shift(&mut track.values, trip.srid, to_srid, trip.geodetic)?;
    Ok(TPoint { srid: to_srid, ..trip.like(track) })
}

/// The geometry in another reference system: each vertex moved, straight lines in between.
///
/// # Errors
/// As [`transform`].
pub fn transform_geometry(geom: &Geometry, to_srid: i32) -> Result<Geometry> {
    let mut out = geom.clone();
    out.srid = to_srid;
    shift_shape(&mut out.shape, geom.srid, to_srid, geom.geodetic)?;
    Ok(out)
}

/// The bounds, in another reference system, of the box. `z` and time are kept; a box without space is returned as it is.
///
/// The sides of a box bend: 21 positions on each of them are moved, and the bounds of these are widened by how far a side can
/// bend between two of them. The result holds the image of the box, which MobilityDB's (the image of two corners) need not.
///
/// # Errors
/// As [`transform`].
pub fn transform_stbox(stbox: &STBox, to_srid: i32) -> Result<STBox> {
    let Some(space) = stbox.space else { return Ok(*stbox) };
    let mut sides = sides(&space);
    let (mut min, mut max) = (Point::xy(f64::INFINITY, f64::INFINITY), Point::xy(-f64::INFINITY, -f64::INFINITY));
    let mut bend = Point::default();
    for side in &mut sides {
        shift(side, stbox.srid, to_srid, stbox.geodetic)?;
        for p in side.iter() {
            (min.x, min.y) = (min.x.min(p.x), min.y.min(p.y));
            (max.x, max.y) = (max.x.max(p.x), max.y.max(p.y));
        }
        for w in side.windows(3) {
            bend.x = bend.x.max((w[0].x - 2.0 * w[1].x + w[2].x).abs());
            bend.y = bend.y.max((w[0].y - 2.0 * w[1].y + w[2].y).abs());
        }
    }
    // A smooth curve leaves the chord of two samples by an eighth of its second difference; a quarter covers its change.
    let (dx, dy) = (bend.x / 4.0, bend.y / 4.0);
    min = Point::xyz(min.x - dx, min.y - dy, space.min.z);
    max = Point::xyz(max.x + dx, max.y + dy, space.max.z);
    Ok(STBox { srid: to_srid, space: Some(SpaceBounds { min, max, ..space }), ..*stbox })
}

/// The same temporal point, said to be in another reference system: no coordinate changes.
///
/// # Errors
/// Where the SRID is no number from 0 to 999999, or a tgeogpoint would be in a system that is not geographic. Source: MobilityDB `setSRID`.
pub fn set_srid(trip: &TPointRef<'_>, srid: i32) -> Result<TPoint> {
    check_system("tgeogpoint", srid, trip.geodetic)?;
    let track = trip.track.to_temporal();
    Ok(TPoint { srid, ..trip.like(track) })
}

/// The same geometry, said to be in another reference system.
///
/// # Errors
/// Where the SRID is no number from 0 to 999999, or a geography would be in a system that is not geographic.
pub fn set_srid_geometry(geom: &Geometry, srid: i32) -> Result<Geometry> {
    check_system("geography", srid, geom.geodetic)?;
    Ok(Geometry { srid, ..geom.clone() })
}

/// The same box, said to be in another reference system; a box without space is returned as it is.
///
/// # Errors
/// Where the SRID is no number from 0 to 999999, or a geodetic box would be in a system that is not geographic.
pub fn set_srid_stbox(stbox: &STBox, srid: i32) -> Result<STBox> {
    if stbox.space.is_none() {
        return Ok(*stbox);
    }
    check_system("geodetic stbox", srid, stbox.geodetic)?;
    Ok(STBox { srid, ..*stbox })
}

fn shift(points: &mut [Point], from: i32, to: i32, geodetic: bool) -> Result<()> {
    if from == to {
        return Ok(());
    }
    check_system("geodetic value", to, geodetic)?;
    Shift::prepare(from, to)?.apply(points)
}

fn shift_shape(shape: &mut Shape, from: i32, to: i32, geodetic: bool) -> Result<()> {
    let one = |points: &mut [Point]| shift(points, from, to, geodetic);
    match shape {
        Shape::Point(None) => one(&mut []),
        Shape::Point(Some(p)) => one(std::slice::from_mut(p)),
        Shape::LineString(points) | Shape::MultiPoint(points) => one(points),
        Shape::Polygon(lines) | Shape::MultiLineString(lines) => lines.iter_mut().try_for_each(|l| one(l)),
        Shape::MultiPolygon(polygons) => polygons.iter_mut().flatten().try_for_each(|ring| one(ring)),
        Shape::Collection(shapes) => shapes.iter_mut().try_for_each(|s| shift_shape(s, from, to, geodetic)),
    }
}

fn sides(space: &SpaceBounds) -> [[Point; SIDE]; 4] {
    let (a, b) = (space.min, space.max);
    let corners = [Point::xy(a.x, a.y), Point::xy(b.x, a.y), Point::xy(b.x, b.y), Point::xy(a.x, b.y)];
    std::array::from_fn(|side| {
        let (from, to) = (corners[side], corners[(side + 1) % 4]);
        std::array::from_fn(|i| Point::interpolate(&from, &to, i as f64 / (SIDE - 1) as f64))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::boxes::shape::space_box;
    use crate::construct::{Conflict, Form, Space, point_sequence};
    use crate::crs::is_geographic;
    use crate::error::Error;
    use crate::temporal::{Interp, Piece, Subtype, Temporal};
    use crate::validate::check_tpoint;
    use rstest::rstest;

    fn point(srid: i32, x: f64, y: f64) -> Geometry {
        Geometry { srid, geodetic: false, has_z: false, shape: Shape::Point(Some(Point::xy(x, y))) }
    }

    fn trip(srid: i32, values: Vec<Point>) -> TPoint {
        let n = values.len();
        let track = Temporal {
            subtype: Subtype::Sequence,
            interp: Interp::Linear,
            pieces: vec![Piece { start: 0, end: n, lower_inc: true, upper_inc: false }],
            times: (0..n as i64).collect(),
            values,
        };
        TPoint { srid, geodetic: false, has_z: true, track }
    }

    /// PROJ control points, there and back within 1 cm.
    #[test]
    fn transform_of_control_points_agrees_with_proj() {
        let metres = |srid: i32| if is_geographic(srid) == Some(true) { 111_320.0 } else { 1.0 };
        for line in include_str!("../tests/data/proj_control.csv").lines().skip(2) {
            let f: Vec<f64> = line.split(',').map(|s| s.parse().unwrap()).collect();
            for (from, p, to, q) in [(f[0], &f[1..3], f[3], &f[4..6]), (f[3], &f[4..6], f[0], &f[1..3])] {
                let (from, to) = (from as i32, to as i32);
                let Shape::Point(Some(got)) = transform_geometry(&point(from, p[0], p[1]), to).unwrap().shape else {
                    panic!("not a point")
                };
                let off = (got.x - q[0]).hypot(got.y - q[1]) * metres(to);
                assert!(off < 0.01, "{line}: {from} to {to} off by {off} m");
            }
        }
    }

    #[test]
    fn transform_of_unknown_srid_names_it_and_lists_those_served() {
        for (from, to, named) in
            [(4326, 999_999, "999999"), (0, 4326, "SRID 0"), (5514, 4326, "5514"), (4326, 0, "SRID 0")]
        {
            let text = transform_geometry(&point(from, 1.0, 1.0), to).unwrap_err().to_string();
            assert!(text.contains(named) && text.contains("25828-25838"), "{text}");
        }
    }

    #[test]
    fn transform_outside_of_the_domain_is_an_error_that_names_the_position() {
        let cases = [
            (4326, 181.0, 91.0, 25832),
            (4326, 181.0, 50.0, 3857),
            (4326, 9.0, 91.0, 4258),
            (4326, 0.0, 90.0, 3857),
            (4326, 99.0, 0.0, 25832),
            (25832, 1e9, 0.0, 4326),
            (25832, 500_000.0, 1e12, 4326),
            (3035, 1e9, 1e9, 4326),
            (3857, 1e9, 0.0, 25832),
            (4326, -170.0, -52.0, 3035),
        ];
        for (from, x, y, to) in cases {
            let got = transform_geometry(&point(from, x, y), to);
            assert!(matches!(got, Err(Error::Argument { .. })), "{from} ({x} {y}) to {to}: {got:?}");
        }
    }

    #[test]
    fn transform_keeps_times_bounds_and_z() {
        let p = trip(4326, vec![Point::xyz(9.0, 55.0, 7.0), Point::xyz(10.0, 56.0, -3.0)]);
        let q = transform(&p.view(), 25832).unwrap();
        assert_eq!((q.srid, q.has_z), (25832, true));
        assert_eq!((&q.track.times, &q.track.pieces), (&p.track.times, &p.track.pieces));
        assert_eq!(q.track.values.iter().map(|v| v.z).collect::<Vec<_>>(), [7.0, -3.0]);
        assert!((q.track.values[0].x - 500_000.0).abs() < 1e-6);
        assert_eq!(transform(&p.view(), 4326).unwrap(), p);
    }

    #[test]
    fn transform_of_a_tgeogpoint_to_a_projected_system_is_an_error() {
        let p = TPoint { geodetic: true, ..trip(4326, vec![Point::xy(9.0, 55.0), Point::xy(10.0, 55.0)]) };
        assert!(transform(&p.view(), 25832).is_err() && set_srid(&p.view(), 3857).is_err());
        assert_eq!(transform(&p.view(), 4258).unwrap().track, p.track);
    }

    #[rstest]
    #[case::negative(-5, false)]
    #[case::too_great(1_000_000, false)]
    #[case::unknown_on_the_ellipsoid(0, true)]
    #[case::projected_that_transform_does_not_know(5514, true)]
    fn an_srid_that_could_not_be_read_back_is_refused(#[case] srid: i32, #[case] geodetic: bool) {
        let at = Point::xy(9.0, 55.0);
        assert!(set_srid(&TPoint { geodetic, ..trip(4326, vec![at, at]) }.view(), srid).is_err());
        assert!(set_srid_geometry(&Geometry { geodetic, ..point(4326, 9.0, 55.0) }, srid).is_err());
        let stbox = space_box(at, at, false, 4326, geodetic).unwrap();
        assert!(set_srid_stbox(&stbox, srid).is_err() && space_box(at, at, false, srid, geodetic).is_err());
        let space = Space { srid, geodetic, has_z: false };
        assert!(check_tpoint(space.point(Temporal::instant(0, at)).view()).is_err());
        let form = Form { interp: Interp::Linear, lower_inc: true, upper_inc: true, conflict: Conflict::Error };
        assert!(point_sequence(space, vec![(0, at)], form).is_err());
    }

    #[test]
    fn transform_of_a_box_holds_the_image_of_everything_in_it() {
        let space = SpaceBounds { min: Point::xy(0.0, 40.0), max: Point::xy(20.0, 60.0), has_z: false };
        let stbox = STBox { srid: 4326, geodetic: false, space: Some(space), time: None };
        for to in [3034, 3035, 25832, 3857] {
            let got = transform_stbox(&stbox, to).unwrap().space.unwrap();
            for (i, j) in (0..=100).flat_map(|i| (0..=100).map(move |j| (i, j))) {
                let g = point(4326, 0.2 * f64::from(i), 40.0 + 0.2 * f64::from(j));
                let Shape::Point(Some(p)) = transform_geometry(&g, to).unwrap().shape else { panic!("not a point") };
                assert!(got.min.x <= p.x && p.x <= got.max.x && got.min.y <= p.y && p.y <= got.max.y, "{to} {p:?}");
            }
        }
    }
}
