//! Whether two temporal points meet: are at the same position at the same time.
//!
//! Meeting is being within 0, so the ever and always forms and the temporal forms are those of `dwithin`. Equality differs
//! from intersection only in that its ever and always forms respect exclusive bounds.

use std::ops::ControlFlow;

use super::dwithin::{always_dwithin, ever_dwithin, meets, phases};
use super::truth::{Form, Truth};
use crate::boolean::negated;
use crate::distance::{RelativeMotion, check_operands, try_for_each_motion};
use crate::error::Result;
use crate::point::TPointRef;
use crate::temporal::TBool;

/// Whether two temporal points ever meet.
///
/// `None` if they share no time. Closed at exclusive bounds. Source: MobilityDB `eIntersects`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn ever_intersects(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    ever_dwithin(a, b, 0.0)
}

/// Whether two temporal points are at the same position at all times they share.
///
/// `None` if they share no time. Closed at exclusive bounds. Source: MobilityDB `aIntersects`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn always_intersects(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    always_dwithin(a, b, 0.0)
}

/// Whether two temporal points are ever apart: not [`always_intersects`].
///
/// `None` if they share no time. Source: MobilityDB `eDisjoint`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn ever_disjoint(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    Ok(always_intersects(a, b)?.map(|together| !together))
}

/// Whether two temporal points never meet: not [`ever_intersects`].
///
/// `None` if they share no time. Source: MobilityDB `aDisjoint`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn always_disjoint(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    Ok(ever_intersects(a, b)?.map(|meet| !meet))
}

/// At which of their common times two temporal points are at the same position.
///
/// `None` if they share no time. A meeting within a microsecond is true at one instant. Exclusive bounds stay exclusive.
/// One sequence if both are sequences of one interpolation and one is enough, else a set; discrete or an instant if one
/// of the operands is. Source: MobilityDB `tIntersects`.
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn tintersects(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<TBool>> {
    check_operands(a, b)?;
    Ok(phases(a, b, 0.0, Truth::default()).finish(Form::sequence_of(a, b)))
}

/// As [`tintersects`], restricted to the times at which it is `value`; `None` if it never is.
///
/// # Errors
/// As [`tintersects`].
pub fn tintersects_at(a: &TPointRef<'_>, b: &TPointRef<'_>, value: bool) -> Result<Option<TBool>> {
    check_operands(a, b)?;
    Ok(phases(a, b, 0.0, Truth::only(value)).finish(Form::of(a, b)))
}

/// At which of their common times two temporal points are apart: the negation of [`tintersects`].
///
/// Source: MobilityDB `tDisjoint`.
///
/// # Errors
/// As [`tintersects`].
pub fn tdisjoint(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<TBool>> {
    Ok(tintersects(a, b)?.map(negated))
}

/// As [`tdisjoint`], restricted to the times at which it is `value`; `None` if it never is.
///
/// # Errors
/// As [`tintersects`].
pub fn tdisjoint_at(a: &TPointRef<'_>, b: &TPointRef<'_>, value: bool) -> Result<Option<TBool>> {
    Ok(tintersects_at(a, b, !value)?.map(negated))
}

/// Whether two temporal points are ever at the same position, at a time that both include.
///
/// `None` if they share no time. Respects exclusive bounds and jumps. Source: MobilityDB `eEq` (`?=`).
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn ever_equals(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    check_operands(a, b)?;
    let mut shares_time = false;
    let mut visit = |m: RelativeMotion| {
        shares_time = true;
        if meets(a, b, &m) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = if a.has_z {
        try_for_each_motion::<true, ()>(a, b, &mut visit)
    } else {
        try_for_each_motion::<false, ()>(a, b, &mut visit)
    };
    Ok(shares_time.then_some(found.is_break()))
}

/// Whether two temporal points are at the same position at all times that both include.
///
/// `None` if they share no time. Respects exclusive bounds and jumps. Source: MobilityDB `aEq` (`%=`).
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn always_equals(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    // Positions are continuous up to a bound, so an excluded bound cannot differ from the times before it.
    always_intersects(a, b)
}

/// Whether two temporal points are ever at different positions: not [`always_equals`].
///
/// `None` if they share no time. Source: MobilityDB `eNe` (`?<>`).
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn ever_not_equals(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    Ok(always_equals(a, b)?.map(|equal| !equal))
}

/// Whether two temporal points are never at the same position: not [`ever_equals`].
///
/// `None` if they share no time. Source: MobilityDB `aNe` (`%<>`).
///
/// # Errors
/// Different reference systems or dimensions, and geodetic points.
pub fn always_not_equals(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<bool>> {
    Ok(ever_equals(a, b)?.map(|equal| !equal))
}

/// At which of their common times two temporal points are at the same position. The same as [`tintersects`].
///
/// Source: MobilityDB `tEq` (`#=`).
///
/// # Errors
/// As [`tintersects`].
pub fn tequals(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<TBool>> {
    tintersects(a, b)
}

/// At which of their common times two temporal points are at different positions. The same as [`tdisjoint`].
///
/// Source: MobilityDB `tNe` (`#<>`).
///
/// # Errors
/// As [`tintersects`].
pub fn tnot_equals(a: &TPointRef<'_>, b: &TPointRef<'_>) -> Result<Option<TBool>> {
    tdisjoint(a, b)
}
