//! Relations of moving points: ever, always and at which times (MobilityDB, "Spatial Relationships").
//!
//! The ever and always forms look at the closed trajectories: what holds only at an excluded bound, or just before a jump
//! of step interpolation, counts. `ever_equals`, `always_equals` and the temporal forms respect exclusive bounds.
//! All forms answer `None` if there is no common time. Decisions are exact for the coordinates as given.

mod dwithin;
pub mod geometry;
mod intersects;
mod limit;
mod near;
mod truth;

pub use dwithin::{always_dwithin, ever_dwithin, tdwithin, tdwithin_at};
pub use intersects::{
    always_disjoint, always_equals, always_intersects, always_not_equals, ever_disjoint, ever_equals, ever_intersects,
    ever_not_equals, tdisjoint, tdisjoint_at, tequals, tintersects, tintersects_at, tnot_equals,
};

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod geometry_tests;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
