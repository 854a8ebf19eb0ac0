//! Restriction of moving points in space (MobilityDB, "Restrictions": atStbox, minusStbox).
//!
//! A restriction first finds the times at which the condition holds, cut to whole microseconds, and then keeps or drops these
//! times. So `at` and `minus` never share a time and together are the whole value.

mod clip;
mod stbox;

pub(crate) use clip::Sides;
pub use stbox::{Border, at_stbox, minus_stbox};
