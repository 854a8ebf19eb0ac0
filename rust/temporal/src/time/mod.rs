//! Times as text and as numbers (MobilityDB follows PostgreSQL, "Date/Time Input"; proleptic Gregorian calendar).
//!
//! A time is an `i64`: microseconds since 2000-01-01 00:00 UTC. It has no leap seconds and no infinities.

mod interval;
mod parse;
mod zone;

pub use interval::{format_interval, parse_interval};
pub(crate) use parse::as_written;
pub use parse::parse_timestamp;

use crate::error::{Error, Result};

/// Microseconds of a day.
pub const DAY_US: i64 = 86_400_000_000;
/// Microseconds of an hour.
pub const HOUR_US: i64 = 3_600_000_000;
/// Microseconds of a minute.
pub const MINUTE_US: i64 = 60_000_000;
/// Microseconds of a second.
pub const SECOND_US: i64 = 1_000_000;
/// 2000-01-01 UTC in microseconds since 1970-01-01 UTC.
pub const EPOCH_UNIX_US: i64 = 946_684_800_000_000;
/// The earliest time: 4714-11-24 BC, the first day of PostgreSQL.
pub const MIN_TIME_US: i64 = -211_813_488_000_000_000;
/// The latest time: the last one that also fits into microseconds since 1970.
pub const MAX_TIME_US: i64 = i64::MAX - EPOCH_UNIX_US;

/// Days from 1970-01-01 to 2000-01-01.
const EPOCH_DAYS: i64 = 10_957;

/// The same time, if it is one that a value may have.
///
/// # Errors
/// For infinite times and times outside of [`MIN_TIME_US`] ..= [`MAX_TIME_US`].
pub fn check_time(time_us: i64) -> Result<i64> {
    let reason = match time_us {
        i64::MIN | i64::MAX => "infinite timestamps are not supported".to_string(),
        MIN_TIME_US..=MAX_TIME_US => return Ok(time_us),
        _ => format!("{time_us} microseconds since 2000 are out of range"),
    };
    Err(Error::Invalid { what: "timestamp", reason })
}

/// Day number since 2000-01-01 of a date of the proleptic Gregorian calendar; year 0 is 1 BC.
/// Source: H. Hinnant, "chrono-compatible low-level date algorithms".
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let y = if month <= 2 { year - 1 } else { year };
    let era = y.div_euclid(400);
    let of_era = y.rem_euclid(400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let day_of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    era * 146_097 + day_of_era - 719_468 - EPOCH_DAYS
}

/// Year, month and day of a day number since 2000-01-01. Source: as [`days_from_civil`].
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let z = days + EPOCH_DAYS + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let of_year = day_of_era - (365 * of_era + of_era / 4 - of_era / 100);
    let mp = (5 * of_year + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    (of_era + era * 400 + i64::from(month <= 2), month, of_year - (153 * mp + 2) / 5 + 1)
}

/// Days of a month.
fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// `YYYY-MM-DD HH:MM:SS[.ffffff]+00`, always UTC, without trailing zeros of the fraction; ` BC` follows before year 1.
pub fn format_timestamp(time_us: i64) -> String {
    let mut text = String::with_capacity(29);
    push_timestamp(&mut text, time_us, ' ');
    text
}

/// Appends a timestamp with `separator` between date and time of day.
pub(crate) fn push_timestamp(text: &mut String, time_us: i64, separator: char) {
    let (year, month, day) = civil_from_days(time_us.div_euclid(DAY_US));
    let of_day = time_us.rem_euclid(DAY_US);
    let (hour, minute) = (of_day / HOUR_US, of_day / MINUTE_US % 60);
    let (second, fraction) = (of_day / SECOND_US % 60, of_day % SECOND_US);
    let shown = if year > 0 { year } else { 1 - year };
    let mut digits = *b"00-00-00 00:00:00.000000";
    // All below 100.
    let parts =
        [shown % 100, month, day, hour, minute, second, fraction / 10_000, fraction / 100 % 100, fraction % 100];
    for (at, part) in [0, 3, 6, 9, 12, 15, 18, 20, 22].into_iter().zip(parts) {
        digits[at] += (part / 10) as u8;
        digits[at + 1] += (part % 10) as u8;
    }
    let length = if fraction == 0 { 17 } else { 24 - fraction_zeros(fraction) };
    let digits = std::str::from_utf8(&digits[..length]).unwrap_or_default();
    if shown < 10_000 {
        text.push(char::from(b'0' + (shown / 1000) as u8));
        text.push(char::from(b'0' + (shown / 100 % 10) as u8));
    } else {
        text.push_str(&(shown / 100).to_string());
    }
    text.push_str(&digits[..8]);
    text.push(separator);
    text.push_str(&digits[9..]);
    text.push_str("+00");
    if year <= 0 {
        text.push_str(" BC");
    }
}

/// How many of the six decimals are zeros at the end; `fraction_us` is not 0.
fn fraction_zeros(mut fraction_us: i64) -> usize {
    let mut zeros = 0;
    while fraction_us % 10 == 0 {
        (fraction_us, zeros) = (fraction_us / 10, zeros + 1);
    }
    zeros
}

/// Appends `.ffffff` without trailing zeros; nothing for 0.
fn push_fraction(text: &mut String, fraction_us: i64) {
    if fraction_us != 0 {
        let digits = format!(".{fraction_us:06}");
        text.push_str(&digits[..7 - fraction_zeros(fraction_us)]);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, "2000-01-01 00:00:00+00")]
    #[case(-1, "1999-12-31 23:59:59.999999+00")]
    #[case(500_000, "2000-01-01 00:00:00.5+00")]
    #[case(-EPOCH_UNIX_US, "1970-01-01 00:00:00+00")]
    #[case(MIN_TIME_US, "4714-11-24 00:00:00+00 BC")]
    fn format_writes_utc(#[case] time_us: i64, #[case] text: &str) {
        assert_eq!(format_timestamp(time_us), text);
        assert_eq!(parse_timestamp(text, "UTC").unwrap(), time_us);
    }

    #[test]
    fn civil_days_agree_with_counting_day_by_day() {
        let (mut year, mut month, mut day) = (-4, 1, 1);
        for days in days_from_civil(-4, 1, 1)..days_from_civil(2405, 1, 1) {
            assert_eq!(days_from_civil(year, month, day), days);
            assert_eq!(civil_from_days(days), (year, month, day));
            day += 1;
            if day > days_in_month(year, month) {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
        assert_eq!(days_from_civil(1970, 1, 1), -EPOCH_DAYS);
    }

    #[test]
    fn infinite_times_are_refused_by_name() {
        for time_us in [i64::MIN, i64::MAX] {
            assert!(check_time(time_us).unwrap_err().to_string().contains("infinite"));
        }
        assert!(check_time(MAX_TIME_US + 1).is_err());
        assert_eq!(check_time(MAX_TIME_US), Ok(MAX_TIME_US));
        assert_eq!(parse_timestamp(&format_timestamp(MAX_TIME_US), "UTC").unwrap(), MAX_TIME_US);
    }
}
