//! Restriction of moving points in space (MobilityDB, "Restrictions": atStbox, minusStbox).

mod clip;
mod stbox;

pub(crate) use clip::Sides;
pub use stbox::{Border, at_stbox, minus_stbox};
