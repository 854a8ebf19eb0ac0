//! Distances of moving points (MobilityDB, "Distance Operations").

mod exact;
pub mod geometry;
mod nearest;
pub(crate) mod parts;
pub(crate) mod standing;
pub mod stbox;
mod synchronise;
mod tdistance;

pub use nearest::{nearest_approach_distance, nearest_approach_instant, shortest_line};
pub use synchronise::{Leg, RelativeMotion, Visit, position, try_for_each_motion};
pub use tdistance::tdistance;

pub(crate) use exact::ExactMotion;
pub(crate) use nearest::{length, nearest_squared, share_before_nearest};

use crate::error::{Error, Result};
use crate::point::TPointRef;

/// Checks that two temporal points are in the same space.
///
/// # Errors
/// Planar with geodetic, different reference systems (also unknown with known), 2D with 3D.
pub(crate) fn check_space(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<()> {
    if a.geodetic != b.geodetic {
        return Err(Error::MixedGeodetic);
    }
    if a.srid != b.srid {
        return Err(Error::MixedSrid { left: a.srid, right: b.srid });
    }
    if a.has_z != b.has_z {
        return Err(Error::MixedDimensions);
    }
    Ok(())
}

/// Checks that two temporal points can be measured against each other in the plane or in space.
///
/// # Errors
/// As [`check_space`]; both geodetic is not served.
pub(crate) fn check_operands(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<()> {
    check_space(a, b)?;
    if a.geodetic {
        return Err(Error::Unsupported {
            what: "a distance between two tgeogpoint".to_owned(),
            reason: "distances on the ellipsoid are not served; transform both to a projected system".to_owned(),
        });
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod oracle;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(crate) mod tests;
