//! Time zones: fixed offsets, and names of the IANA database with Java's rule for local times that do not exist or
//! exist twice (gap: shifted forward; overlap: the earlier offset).

use super::{EPOCH_UNIX_US, MINUTE_US, SECOND_US};
use crate::error::{Error, Result};
use jiff::tz::TimeZone;

/// Where a local time is.
pub(super) enum Zone {
    /// East of UTC by this many seconds.
    Fixed(i64),
    /// By the rules of a place.
    Place(TimeZone),
}

impl Zone {
    /// The zone of a session: an IANA name, `Z`, `+02:00`, or Java's `UTC+2`, `GMT+02:00`, `UT-1`.
    ///
    /// # Errors
    /// For a name that is none of these.
    pub(super) fn of_session(name: &str) -> Result<Self> {
        let bare = ["UTC", "GMT", "UT"].iter().find_map(|p| name.strip_prefix(p)).unwrap_or(name);
        match offset(bare) {
            Some((seconds, "")) => Ok(Self::Fixed(seconds)),
            _ => Self::named(name).ok_or_else(|| Error::Argument {
                argument: "time zone",
                expected: "a name such as Europe/Brussels, or an offset such as +02:00",
                found: name.to_string(),
            }),
        }
    }

    /// The zone with this name, as written in a timestamp; `None` if there is none.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_uppercase().as_str() {
            "Z" | "ZULU" | "UTC" | "GMT" | "UT" | "ETC/UTC" => Some(Self::Fixed(0)),
            _ => TimeZone::get(name).ok().map(Self::Place),
        }
    }

    /// The time at which the clocks of the zone show `local_us` (microseconds since 2000-01-01 00:00 local time).
    /// `None` where the rules of the place do not reach.
    pub(super) fn to_utc(&self, local_us: i64) -> Option<i64> {
        match self {
            Self::Fixed(seconds) => local_us.checked_sub(seconds * SECOND_US),
            Self::Place(zone) => {
                // jiff counts local times through UTC, and from 1970.
                let unix_us = local_us.checked_add(EPOCH_UNIX_US)?;
                let local = TimeZone::UTC.to_datetime(jiff::Timestamp::from_microsecond(unix_us).ok()?);
                zone.to_timestamp(local).ok()?.as_microsecond().checked_sub(EPOCH_UNIX_US)
            }
        }
    }
}

/// Seconds east of UTC of a leading `+hh`, `+hhmm`, `+hh:mm` or `+hh:mm:ss`, and what follows. `None` if there is none.
pub(super) fn offset(text: &str) -> Option<(i64, &str)> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (head, mut tail) = rest.split_at(digits);
    let number: i64 = head.parse().ok()?;
    let (mut seconds, colons) = match digits {
        1 | 2 => (number * 3600, true),
        3 | 4 => (number / 100 * 3600 + number % 100 * 60, false),
        _ => return None,
    };
    for unit in [60, 1] {
        if let Some(part) = tail.strip_prefix(':').filter(|_| colons) {
            let value: i64 = part.get(..2)?.parse().ok().filter(|v| (0..60).contains(v))?;
            seconds += value * unit;
            tail = &part[2..];
        }
    }
    // PostgreSQL's limit, and Java's is 18 hours; beyond it stands a typing error.
    (seconds < 16 * 60 * MINUTE_US / SECOND_US && number % 100 < 60).then_some((sign * seconds, tail))
}
