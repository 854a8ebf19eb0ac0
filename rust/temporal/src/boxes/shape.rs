//! Boxes made and changed: constructors, growth, set operations, measures (MobilityDB, "Box Types").

use super::topology::{common, overlaps};
use super::{STBox, SpaceBounds};
use crate::error::{Error, Result};
use crate::geom::{Geometry, Shape, check_system};
use crate::point::Point;
use crate::shift_scale::{self, Rescale};
use crate::span::{Span, TstzSpan};

// The least radius of curvature of WGS84: along the meridian at the equator. On a sphere of this radius no two positions are
// farther apart than on the ellipsoid, so a margin computed on it holds everything within the distance.
const LEAST_RADIUS_M: f64 = 6_335_439.327;

/// A box over space. Bounds that are the wrong way round are exchanged.
///
/// # Errors
/// Where a coordinate is not finite, a geodetic one is beyond 180 or 90 degrees, the SRID is no number from 0 to 999999, or
/// that of a geodetic box is not geographic.
pub fn space_box(a: Point, b: Point, has_z: bool, srid: i32, geodetic: bool) -> Result<STBox> {
    for p in [a, b] {
        if !(p.x.is_finite() && p.y.is_finite() && p.z.is_finite()) {
            return Err(invalid(format!("coordinates must be finite, found {} {} {}", p.x, p.y, p.z)));
        }
        if geodetic && (p.x.abs() > 180.0 || p.y.abs() > 90.0) {
            return Err(invalid(format!("longitude and latitude expected, found {} {}", p.x, p.y)));
        }
    }
    check_system("geodetic stbox", srid, geodetic)?;
    let min = Point::xyz(a.x.min(b.x) + 0.0, a.y.min(b.y) + 0.0, a.z.min(b.z) + 0.0);
    let max = Point::xyz(a.x.max(b.x) + 0.0, a.y.max(b.y) + 0.0, a.z.max(b.z) + 0.0);
    Ok(STBox { srid, geodetic, space: Some(SpaceBounds { min, max, has_z }), time: None })
}

/// A box over time alone.
pub fn time_box(time: TstzSpan) -> STBox {
    STBox { srid: 0, geodetic: false, space: None, time: Some(time) }
}

fn invalid(reason: String) -> Error {
    Error::Invalid { what: "stbox", reason }
}

fn need(argument: &'static str, expected: &'static str) -> Error {
    Error::Argument { argument, expected, found: "a box without it".to_owned() }
}

fn space_of(function: &'static str, stbox: &STBox) -> Result<SpaceBounds> {
    stbox.space.ok_or_else(|| need(function, "a box with an x dimension"))
}

fn time_of(function: &'static str, stbox: &STBox) -> Result<TstzSpan> {
    stbox.time.ok_or_else(|| need(function, "a box with a time dimension"))
}

/// The box grown by `dist` on every side in space; time is kept. A negative `dist` shrinks it.
///
/// In units of the coordinates; for a geodetic box metres, and the result holds every position within that distance of the
/// box on the ellipsoid (all longitudes where it meets the antimeridian or a pole). `None` where nothing is left.
///
/// # Errors
/// Where the box has no space, or `dist` is not finite. Source: MobilityDB `expandSpace`.
pub fn expand_space(stbox: &STBox, dist: f64) -> Result<Option<STBox>> {
    let space = space_of("expandSpace", stbox)?;
    if !dist.is_finite() {
        let found = dist.to_string();
        return Err(Error::Argument { argument: "expandSpace distance", expected: "a finite number", found });
    }
    let (dx, dy) = if stbox.geodetic { geodetic_margin(&space, dist) } else { (dist, dist) };
    let dz = if space.has_z { dist } else { 0.0 };
    let mut min = Point::xyz(space.min.x - dx, space.min.y - dy, space.min.z - dz);
    let mut max = Point::xyz(space.max.x + dx, space.max.y + dy, space.max.z + dz);
    if min.x > max.x || min.y > max.y || min.z > max.z {
        return Ok(None);
    }
    if [min.x, min.y, min.z, max.x, max.y, max.z].iter().any(|v| !v.is_finite()) {
        return Err(invalid("the coordinates must be finite".to_owned()));
    }
    if stbox.geodetic {
        (min.y, max.y) = (min.y.max(-90.0), max.y.min(90.0));
        if min.x < -180.0 || max.x > 180.0 {
            (min.x, max.x) = (-180.0, 180.0);
        }
    }
    Ok(Some(STBox { space: Some(SpaceBounds { min, max, ..space }), ..*stbox }))
}

/// Margins in degrees of longitude and latitude for a distance in metres.
fn geodetic_margin(space: &SpaceBounds, dist_m: f64) -> (f64, f64) {
    let angle = dist_m.abs() / LEAST_RADIUS_M;
    let lat = space.min.y.abs().max(space.max.y.abs()).to_radians();
    let dy = angle.to_degrees();
    let dx = if lat + angle >= std::f64::consts::FRAC_PI_2 {
        360.0
    } else {
        (angle.sin() / lat.cos()).min(1.0).asin().to_degrees()
    };
    (dx * dist_m.signum(), dy * dist_m.signum())
}

/// The box with `margin_us` more time before and after; space is kept. A negative margin shrinks it, `None` where nothing is
/// left.
///
/// # Errors
/// Where the box has no time, or the result is outside of what a timestamp can hold. Source: MobilityDB `expandTime`.
pub fn expand_time(stbox: &STBox, margin_us: i64) -> Result<Option<STBox>> {
    let time = shift_scale::expand(time_of("expandTime", stbox)?, margin_us)?;
    Ok(time.map(|time| STBox { time: Some(time), ..*stbox }))
}

/// The box with its time moved by `shift_us` and stretched or squeezed to `duration_us`, each where given.
///
/// A single time has nothing to stretch and is only moved.
///
/// # Errors
/// Where the box has no time, both are missing, or `duration_us` is not positive. Source: MobilityDB `shiftScaleTime`.
pub fn shift_scale_time(stbox: &STBox, shift_us: Option<i64>, duration_us: Option<i64>) -> Result<STBox> {
    let t = time_of("shiftScaleTime", stbox)?;
    let change = Rescale::new((t.lower, t.upper), shift_us, duration_us)?;
    Ok(STBox { time: Some(Span { lower: change.apply(t.lower)?, upper: change.apply(t.upper)?, ..t }), ..*stbox })
}

/// The box without its time.
///
/// # Errors
/// Where it has no space. Source: MobilityDB `getSpace`.
pub fn space_only(stbox: &STBox) -> Result<STBox> {
    space_of("getSpace", stbox)?;
    Ok(STBox { time: None, ..*stbox })
}

/// What two boxes share, in the dimensions that both have; `None` where they share nothing. Boxes that touch share a border.
/// In time, exclusive bounds are respected.
///
/// # Errors
/// Mixed reference systems. Source: MobilityDB `*`.
pub fn intersection(a: &STBox, b: &STBox) -> Result<Option<STBox>> {
    let dims = common(a, b)?;
    if !dims.space && !dims.time {
        return Ok(None);
    }
    let space = a.space.zip(b.space).map(|(p, q)| SpaceBounds {
        min: Point::xyz(p.min.x.max(q.min.x), p.min.y.max(q.min.y), if dims.z { p.min.z.max(q.min.z) } else { 0.0 }),
        max: Point::xyz(p.max.x.min(q.max.x), p.max.y.min(q.max.y), if dims.z { p.max.z.min(q.max.z) } else { 0.0 }),
        has_z: dims.z,
    });
    if space.is_some_and(|s| s.min.x > s.max.x || s.min.y > s.max.y || s.min.z > s.max.z) {
        return Ok(None);
    }
    let time = a.time.zip(b.time).map(|(s, t)| s.intersection(&t));
    if time == Some(None) {
        return Ok(None);
    }
    let (srid, geodetic) = if space.is_some() { (a.srid, a.geodetic) } else { (0, false) };
    Ok(Some(STBox { srid, geodetic, space, time: time.flatten() }))
}

/// The smallest box that holds both.
///
/// # Errors
/// Mixed reference systems, boxes of different dimensions, and, where `strict`, boxes that do not overlap: their union would
/// hold what neither does. Source: MobilityDB `+`.
pub fn union(a: &STBox, b: &STBox, strict: bool) -> Result<STBox> {
    let dims = common(a, b)?;
    let has_z = |s: &STBox| s.space.is_some_and(|s| s.has_z);
    if a.space.is_some() != b.space.is_some() || a.time.is_some() != b.time.is_some() || has_z(a) != has_z(b) {
        return Err(Error::MixedDimensions);
    }
    if strict && !overlaps(a, b)? {
        let found = "boxes apart from each other".to_owned();
        return Err(Error::Argument { argument: "union", expected: "boxes that overlap", found });
    }
    let space = a.space.zip(b.space).map(|(p, q)| SpaceBounds {
        min: Point::xyz(p.min.x.min(q.min.x), p.min.y.min(q.min.y), p.min.z.min(q.min.z)),
        max: Point::xyz(p.max.x.max(q.max.x), p.max.y.max(q.max.y), p.max.z.max(q.max.z)),
        has_z: dims.z,
    });
    Ok(STBox { space, time: a.time.zip(b.time).map(|(s, t)| s.hull(&t)), ..*a })
}

/// The box with its coordinates rounded to `digits` decimals, half away from zero.
///
/// # Errors
/// Where it has no space, or `digits` is negative. Source: MobilityDB `round`.
pub fn round(stbox: &STBox, digits: i32) -> Result<STBox> {
    let s = space_of("round", stbox)?;
    let one = |v: f64| crate::rounding::round_number(v, digits);
    let all = |p: Point| Ok::<_, Error>(Point::xyz(one(p.x)?, one(p.y)?, one(p.z)?));
    Ok(STBox { space: Some(SpaceBounds { min: all(s.min)?, max: all(s.max)?, has_z: s.has_z }), ..*stbox })
}

/// The four quadrants of a box, or its eight octants where it has z: x fastest, then y, then z.
///
/// # Errors
/// Where it has no space. Source: MobilityDB `quadSplit`.
pub fn quad_split(stbox: &STBox) -> Result<Vec<STBox>> {
    let s = space_of("quadSplit", stbox)?;
    let middle = Point::xyz(
        s.min.x + (s.max.x - s.min.x) / 2.0,
        s.min.y + (s.max.y - s.min.y) / 2.0,
        s.min.z + (s.max.z - s.min.z) / 2.0,
    );
    let half = |low: bool, min: f64, middle: f64, max: f64| if low { (min, middle) } else { (middle, max) };
    let part = |i: usize| {
        let (x, xx) = half(i & 1 == 0, s.min.x, middle.x, s.max.x);
        let (y, yy) = half(i & 2 == 0, s.min.y, middle.y, s.max.y);
        let (z, zz) = if s.has_z { half(i & 4 == 0, s.min.z, middle.z, s.max.z) } else { (0.0, 0.0) };
        let bounds = SpaceBounds { min: Point::xyz(x, y, z), max: Point::xyz(xx, yy, zz), has_z: s.has_z };
        STBox { space: Some(bounds), ..*stbox }
    };
    Ok((0..if s.has_z { 8 } else { 4 }).map(part).collect())
}

/// The outline of a box in x and y: a point, a line or a polygon, as its extent is.
///
/// # Errors
/// Where it has no space; where it has z and an extent in more than one direction (a solid has no outline).
/// Source: MobilityDB `geometry(stbox)`.
pub fn outline(stbox: &STBox) -> Result<Geometry> {
    let s = space_of("geometry", stbox)?;
    let (a, b) = (s.min, s.max);
    let extents = [a.x < b.x, a.y < b.y, a.z < b.z].iter().filter(|e| **e).count();
    let shape = match extents {
        0 => Shape::Point(Some(a)),
        1 => Shape::LineString(vec![a, b]),
        _ if s.has_z && a.z < b.z => {
            return Err(Error::Unsupported {
                what: "the geometry of a solid box".to_owned(),
                reason: "a box with an extent in z and in x or y has no flat outline; drop z first".to_owned(),
            });
        }
        _ => {
            let corner = |x, y| Point::xyz(x, y, a.z);
            Shape::Polygon(vec![vec![a, corner(a.x, b.y), corner(b.x, b.y), corner(b.x, a.y), a]])
        }
    };
    Ok(Geometry { srid: stbox.srid, geodetic: stbox.geodetic, has_z: s.has_z, shape })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::boxes::measure::{area, nearest_approach_distance, perimeter, volume};
    use rstest::rstest;

    fn plane(x: [f64; 4]) -> STBox {
        space_box(Point::xy(x[0], x[1]), Point::xy(x[2], x[3]), false, 0, false).unwrap()
    }

    fn solid(x: [f64; 6]) -> STBox {
        space_box(Point::xyz(x[0], x[1], x[2]), Point::xyz(x[3], x[4], x[5]), true, 0, false).unwrap()
    }

    fn during(stbox: STBox, lower: i64, upper: i64, inc: &str) -> STBox {
        let time = Span::new(lower, upper, inc.starts_with('['), inc.ends_with(']')).unwrap();
        STBox { time: Some(time), ..stbox }
    }

    #[test]
    fn inverted_coordinates_are_exchanged_and_infinite_ones_refused() {
        assert_eq!(plane([4.0, 0.0, 0.0, -0.0]), plane([0.0, 0.0, 4.0, 0.0]));
        let nan = space_box(Point::xy(f64::NAN, 0.0), Point::xy(1.0, 1.0), false, 0, false);
        assert!(nan.unwrap_err().to_string().contains("finite"));
        assert!(space_box(Point::xy(181.0, 91.0), Point::xy(1.0, 1.0), false, 4326, true).is_err());
    }

    #[rstest]
    #[case(2.0, Some([-2.0, -2.0, 6.0, 10.0]))]
    #[case(-2.0, Some([2.0, 2.0, 2.0, 6.0]))]
    #[case(-2.5, None)]
    fn expand_space_shrinks_to_nothing(#[case] dist: f64, #[case] want: Option<[f64; 4]>) {
        assert_eq!(expand_space(&plane([0.0, 0.0, 4.0, 8.0]), dist).unwrap(), want.map(plane));
    }

    #[test]
    fn expand_space_of_a_geodetic_box_holds_everything_within_the_metres() {
        use geo::{Destination, Geodesic};
        for (x, y) in [(12.0, 55.0), (-70.0, -33.0), (5.0, 0.0), (5.0, 84.0)] {
            let corner = Point::xy(x, y);
            let stbox = space_box(corner, corner, false, 4326, true).unwrap();
            for dist in [1.0, 20_000.0, 400_000.0] {
                let s = expand_space(&stbox, dist).unwrap().unwrap().space.unwrap();
                for bearing in 0..360 {
                    let p = Geodesic.destination(geo::Point::new(x, y), f64::from(bearing), dist);
                    let inside = s.min.x <= p.x() && p.x() <= s.max.x && s.min.y <= p.y() && p.y() <= s.max.y;
                    assert!(inside, "{dist} m from {x} {y} towards {bearing}");
                }
                let width_m = (s.max.y - s.min.y) * 111_320.0;
                assert!(width_m < 2.0 * dist * 1.02, "{dist}: not tight");
            }
        }
        let near_pole = space_box(Point::xy(3.0, 89.9), Point::xy(4.0, 89.9), false, 4326, true).unwrap();
        let s = expand_space(&near_pole, 20_000.0).unwrap().unwrap().space.unwrap();
        assert_eq!((s.min.x, s.max.x, s.max.y), (-180.0, 180.0, 90.0));
    }

    #[test]
    fn expand_time_keeps_inclusivity_and_shrinks_to_nothing() {
        let stbox = during(plane([0.0; 4]), 100, 200, "[)");
        assert_eq!(expand_time(&stbox, 10).unwrap(), Some(during(plane([0.0; 4]), 90, 210, "[)")));
        assert_eq!(expand_time(&stbox, -50).unwrap(), None);
        assert_eq!(
            expand_time(&during(stbox, 100, 200, "[]"), -50).unwrap(),
            Some(during(plane([0.0; 4]), 150, 150, "[]"))
        );
        assert!(expand_time(&stbox, i64::MIN).is_err() && expand_time(&plane([0.0; 4]), 1).is_err());
    }

    #[test]
    fn shift_and_scale_of_time() {
        let stbox = during(plane([0.0; 4]), 100, 200, "(]");
        assert_eq!(shift_scale_time(&stbox, Some(5), Some(10)).unwrap().time.unwrap().upper, 115);
        assert!(shift_scale_time(&stbox, None, Some(0)).is_err());
        let instant = during(plane([0.0; 4]), 100, 100, "[]");
        assert_eq!(shift_scale_time(&instant, None, Some(10)).unwrap(), instant);
    }

    #[test]
    fn intersection_respects_exclusive_times_and_keeps_touching_borders() {
        let (a, b) = (plane([0.0, 0.0, 8.0, 8.0]), plane([8.0, 2.0, 12.0, 4.0]));
        assert_eq!(intersection(&a, &b).unwrap(), Some(plane([8.0, 2.0, 8.0, 4.0])));
        assert_eq!(intersection(&during(a, 1, 2, "[)"), &during(b, 2, 3, "[]")).unwrap(), None);
        assert_eq!(intersection(&a, &plane([9.0, 9.0, 10.0, 10.0])).unwrap(), None);
        assert_eq!(intersection(&a, &time_box(during(a, 1, 2, "[]").time.unwrap())).unwrap(), None);
    }

    #[test]
    fn union_is_the_hull_and_strict_union_needs_overlap() {
        let (a, b) = (during(plane([0.0, 0.0, 1.0, 1.0]), 1, 2, "[)"), during(plane([5.0, 5.0, 6.0, 6.0]), 2, 3, "(]"));
        assert_eq!(union(&a, &b, false).unwrap(), during(plane([0.0, 0.0, 6.0, 6.0]), 1, 3, "[]"));
        assert!(union(&a, &b, true).is_err());
        assert_eq!(union(&a, &plane([0.0; 4]), false), Err(Error::MixedDimensions));
        let (c, d) = (during(a, 1, 3, "()"), during(a, 1, 3, "[)"));
        assert_eq!(union(&c, &d, true).unwrap().time, d.time);
    }

    #[test]
    fn quadrants_tile_the_box() {
        let parts = quad_split(&solid([0.0, 0.0, 0.0, 2.0, 4.0, 8.0])).unwrap();
        assert_eq!(parts[6], solid([0.0, 2.0, 4.0, 1.0, 4.0, 8.0]));
        let sum: f64 = parts.iter().map(|p| volume(p).unwrap()).sum();
        assert_eq!((parts.len(), sum), (8, 64.0));
        assert_eq!(quad_split(&plane([0.0, 0.0, 2.0, 2.0])).unwrap()[2], plane([0.0, 1.0, 1.0, 2.0]));
    }

    #[test]
    fn outline_has_the_dimension_of_the_extent() {
        let shape = |x| outline(&plane(x)).unwrap().shape;
        assert!(matches!(shape([1.0, 1.0, 1.0, 1.0]), Shape::Point(Some(_))));
        assert!(matches!(shape([1.0, 1.0, 1.0, 2.0]), Shape::LineString(_)));
        assert!(matches!(shape([1.0, 1.0, 2.0, 2.0]), Shape::Polygon(_)));
        assert!(outline(&solid([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])).is_err());
    }

    #[test]
    fn measures_of_boxes() {
        let s = solid([0.0, 0.0, 0.0, 2.0, 3.0, 4.0]);
        assert_eq!((area(&s), perimeter(&s), volume(&s)), (Ok(6.0), Ok(36.0), Ok(24.0)));
        assert!(volume(&plane([0.0; 4])).is_err());
        assert!(area(&STBox { geodetic: true, srid: 4326, ..plane([0.0; 4]) }).is_err());
    }

    #[test]
    fn nearest_distance_of_boxes() {
        let a = plane([0.0, 0.0, 2.0, 2.0]);
        let near = |b: &STBox| nearest_approach_distance(&a, b);
        assert_eq!(near(&plane([5.0, 6.0, 7.0, 8.0])), Ok(Some(5.0)));
        assert_eq!(near(&plane([1.0, 1.0, 7.0, 8.0])), Ok(Some(0.0)));
        assert_eq!(near(&STBox { srid: 4326, ..a }), Err(Error::MixedSrid { left: 0, right: 4326 }));
        assert_eq!(near(&solid([0.0; 6])), Err(Error::MixedDimensions));
        let (now, later) = (during(a, 1, 2, "[]"), during(a, 3, 4, "[]"));
        assert_eq!(nearest_approach_distance(&now, &later), Ok(None));
        let (p, q) = (solid([0.0, 0.0, 0.0, 9.0, 9.0, 1.0]), solid([5.0, 5.0, 4.0, 9.0, 9.0, 9.0]));
        assert_eq!(nearest_approach_distance(&p, &q), Ok(Some(3.0)));
    }
}
