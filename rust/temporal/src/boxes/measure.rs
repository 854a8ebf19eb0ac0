//! Measures of boxes: area, perimeter, volume, and the nearest distance of two of them.

use super::topology::common;
use super::{STBox, SpaceBounds};
use crate::error::{Error, Result};
use crate::point::Point;

/// The bounds in space of a box in the plane.
///
/// # Errors
/// Where it has none or is geodetic.
pub(crate) fn planar(function: &'static str, stbox: &STBox) -> Result<SpaceBounds> {
    let space = stbox.space.ok_or_else(|| Error::Argument {
        argument: function,
        expected: "a box with an x dimension",
        found: "a box over time alone".to_owned(),
    })?;
    if stbox.geodetic {
        return Err(Error::Unsupported {
            what: format!("{function} of a geodetic box"),
            reason: "measure its projection: transform the box to a projected SRID first".to_owned(),
        });
    }
    Ok(space)
}

fn extents(space: &SpaceBounds) -> Point {
    Point::xyz(space.max.x - space.min.x, space.max.y - space.min.y, space.max.z - space.min.z)
}

/// Area in x and y, in square units of the coordinates.
///
/// # Errors
/// Where the box has no space or is geodetic. Source: MobilityDB `area`.
pub fn area(stbox: &STBox) -> Result<f64> {
    let e = extents(&planar("area", stbox)?);
    Ok(e.x * e.y)
}

/// Perimeter in units of the coordinates; of a box with z, the length of all twelve edges.
///
/// # Errors
/// As [`area`]. Source: MobilityDB `perimeter`.
pub fn perimeter(stbox: &STBox) -> Result<f64> {
    let space = planar("perimeter", stbox)?;
    let e = extents(&space);
    Ok(if space.has_z { 4.0 * (e.x + e.y + e.z) } else { 2.0 * (e.x + e.y) })
}

/// Volume in cubic units of the coordinates.
///
/// # Errors
/// Where the box has no z or is geodetic. Source: MobilityDB `volume`.
pub fn volume(stbox: &STBox) -> Result<f64> {
    let space = planar("volume", stbox)?;
    if !space.has_z {
        let found = "a box without z".to_owned();
        return Err(Error::Argument { argument: "volume", expected: "a box with a z dimension", found });
    }
    let e = extents(&space);
    Ok(e.x * e.y * e.z)
}

/// Nearest distance of two boxes in space, in units of the coordinates; 0 where they overlap.
///
/// `None` where both have time and share none (bounds included).
///
/// # Errors
/// Mixed reference systems, one box with and one without z, a box without space, geodetic boxes.
/// Source: MobilityDB `|=|`.
pub fn nearest_approach_distance(a: &STBox, b: &STBox) -> Result<Option<f64>> {
    common(a, b)?;
    let (p, q) = (planar("nearestApproachDistance", a)?, planar("nearestApproachDistance", b)?);
    if p.has_z != q.has_z {
        return Err(Error::MixedDimensions);
    }
    if a.time.zip(b.time).is_some_and(|(s, t)| s.lower > t.upper || t.lower > s.upper) {
        return Ok(None);
    }
    let gap = |a: f64, b: f64, c: f64, d: f64| (c - b).max(a - d).max(0.0);
    let dx = gap(p.min.x, p.max.x, q.min.x, q.max.x);
    let dy = gap(p.min.y, p.max.y, q.min.y, q.max.y);
    let dz = gap(p.min.z, p.max.z, q.min.z, q.max.z);
    Ok(Some(dx.hypot(dy).hypot(dz)))
}
