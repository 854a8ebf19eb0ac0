//! The rules of a temporal value, checked where bytes, text or rows enter. Everything behind relies on them.

use crate::error::{Error, Result};
use crate::geom::{check_lon_lat, check_system};
use crate::point::{Point, TPointRef};
use crate::temporal::{Base, Interp, Subtype, View};
use crate::time::{MAX_TIME_US, MIN_TIME_US, check_time, format_timestamp};

/// A base value with rules of its own.
pub trait Checked: Base {
    /// Which rule the value breaks; `None` if none.
    fn fault(&self) -> Option<&'static str>;

    /// Whether any of the values breaks a rule.
    fn any_fault(values: &[Self]) -> bool {
        values.iter().any(|v| v.fault().is_some())
    }
}

impl Checked for bool {
    fn fault(&self) -> Option<&'static str> {
        None
    }
}

impl Checked for i32 {
    fn fault(&self) -> Option<&'static str> {
        None
    }
}

impl Checked for f64 {
    fn fault(&self) -> Option<&'static str> {
        (!self.is_finite()).then_some("NaN and infinite values are not allowed")
    }

    fn any_fault(values: &[Self]) -> bool {
        values.iter().fold(0, |bits, v| bits | unfinite(*v)) != 0
    }
}

impl Checked for String {
    fn fault(&self) -> Option<&'static str> {
        self.contains('\0').then_some("text must not contain the character NUL")
    }
}

impl Checked for Point {
    fn fault(&self) -> Option<&'static str> {
        let finite = self.x.is_finite() & self.y.is_finite() & self.z.is_finite();
        (!finite).then_some("NaN and infinite coordinates are not allowed")
    }

    fn any_fault(values: &[Self]) -> bool {
        values.iter().fold(0, |bits, p| bits | unfinite(p.x) | unfinite(p.y) | unfinite(p.z)) != 0
    }
}

/// Bits that are 0 for a finite number only. Subtraction and OR run at memory speed, comparisons do not.
#[expect(clippy::eq_op, reason = "infinity minus itself is NaN")]
fn unfinite(value: f64) -> u64 {
    (value - value).to_bits()
}

/// Checks every rule that does not depend on the reference system. `what` names the type in errors.
///
/// # Errors
/// For no instants, times not ascending or out of range, overlapping pieces, bounds or interpolation that the subtype
/// does not have, a step piece with an exclusive end that does not repeat its value, and values against their own rules.
pub fn check<V: Checked>(what: &'static str, value: View<'_, V>) -> Result<()> {
    check_form(what, &value)?;
    check_times(what, &value)?;
    if V::any_fault(value.values) {
        let found = value.values.iter().zip(value.times).find_map(|(v, t)| v.fault().map(|f| (f, *t)));
        if let Some((fault, time_us)) = found {
            return Err(invalid(what, format!("{fault}, at {}", format_timestamp(time_us))));
        }
    }
    Ok(())
}

/// [`check`], and the rules of the SRID and of longitude and latitude.
///
/// # Errors
/// As [`check`]; for an SRID outside of 0..=999999; for a geodetic point longitudes beyond 180, latitudes beyond 90 and an
/// SRID that is not geographic.
pub fn check_tpoint(value: TPointRef<'_>) -> Result<()> {
    let what = if value.geodetic { "tgeogpoint" } else { "tgeompoint" };
    check(what, value.track)?;
    if value.geodetic {
        check_lon_lat(what, value.srid, value.track.values.iter())
    } else {
        check_system(what, value.srid, false)
    }
}

fn invalid(what: &'static str, reason: String) -> Error {
    Error::Invalid { what, reason }
}

fn check_form<V: Checked>(what: &'static str, value: &View<'_, V>) -> Result<()> {
    let discrete = value.interp == Interp::Discrete;
    let reason = match (value.subtype, value.pieces.len()) {
        (_, 0) => "it has no instants",
        (Subtype::Instant | Subtype::Sequence, 2..) => "an instant or a sequence has one piece",
        (Subtype::SequenceSet, _) if discrete => "a sequence set is not discrete",
        (Subtype::Instant, _) if value.times.len() != 1 || !discrete => "an instant has one time and no interpolation",
        _ if value.interp == Interp::Linear && !V::CONTINUOUS => "its base type has no linear interpolation",
        _ => return Ok(()),
    };
    Err(invalid(what, reason.to_string()))
}

fn check_times<V: Checked>(what: &'static str, value: &View<'_, V>) -> Result<()> {
    let mut before: Option<(i64, bool)> = None;
    for run in value.runs() {
        // Without an early exit, so that it runs at memory speed; the search for the culprit follows only on a fault.
        let unordered = run.times.windows(2).fold(false, |bad, w| bad | (w[0] >= w[1]));
        if unordered && let Some(w) = run.times.windows(2).find(|w| w[0] >= w[1]) {
            return Err(not_ascending(what, w[0], w[1]));
        }
        let (Some(first), Some(last)) = (run.times.first(), run.times.last()) else {
            return Err(invalid(what, "a piece has no instants".to_string()));
        };
        if *first < MIN_TIME_US || *last > MAX_TIME_US {
            check_time(*first).and(check_time(*last))?;
        }
        if let Some((time_us, inclusive)) = before
            && (*first < time_us || (*first == time_us && inclusive && run.lower_inc))
        {
            return Err(not_ascending(what, time_us, *first));
        }
        let closed = run.lower_inc && run.upper_inc;
        if !closed && (run.times.len() == 1 || value.interp == Interp::Discrete) {
            let reason = "a piece of one instant, or a discrete one, must include both bounds, at ";
            return Err(invalid(what, format!("{reason}{}", format_timestamp(*first))));
        }
        if value.interp == Interp::Step && !run.upper_inc && run.values.last() != run.values.iter().nth_back(1) {
            let reason = "with step interpolation the value at an exclusive end must repeat the one before, at ";
            return Err(invalid(what, format!("{reason}{}", format_timestamp(*last))));
        }
        before = Some((*last, run.upper_inc));
    }
    Ok(())
}

fn not_ascending(what: &'static str, before_us: i64, after_us: i64) -> Error {
    let (before, after) = (format_timestamp(before_us), format_timestamp(after_us));
    invalid(what, format!("timestamps must be ascending, but {after} follows {before}"))
}
