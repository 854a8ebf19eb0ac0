//! Days and seconds of the proleptic Gregorian calendar, in UTC (Hinnant: chrono-compatible low-level date algorithms).

use std::io::{self, Write};

/// Seconds in a day.
pub const DAY_S: i64 = 86_400;

/// The day number (0 = 1970-01-01) of a text `YYYY-MM-DD`; None when it is no day of the calendar.
pub fn parse_day(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' || !text.is_ascii() {
        return None;
    }
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<i64>().ok()).flatten();
    let (year, month, day) = (number(&text[0..4])?, number(&text[5..7])?, number(&text[8..10])?);
    let count = day_of(year, month, day);
    (civil(count) == (year, month, day)).then_some(count)
}

/// The day number of a date; months and days beyond their range roll over.
fn day_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day of a day number.
pub fn civil(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let month_of_year = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month_of_year <= 2), month_of_year, of_year - (153 * month + 2) / 5 + 1)
}

/// `YYYY-MM-DD` of a day number.
pub fn iso_day(day: i64) -> String {
    let (y, m, d) = civil(day);
    format!("{y:04}-{m:02}-{d:02}")
}

/// Writes `dd/mm/yyyy hh:mm:ss` of a number of seconds since 1970.
///
/// # Errors
/// Those of `out`.
pub fn write_dma_time(out: &mut impl Write, seconds: i64) -> io::Result<()> {
    let (y, m, d) = civil(seconds.div_euclid(DAY_S));
    let of_day = seconds.rem_euclid(DAY_S);
    write!(out, "{d:02}/{m:02}/{y:04} {:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn days_round_trip_over_four_centuries() {
        for day in -150_000..150_000 {
            let (y, m, d) = civil(day);
            assert_eq!(day_of(y, m, d), day);
        }
    }

    #[test]
    fn known_days() {
        assert_eq!(parse_day("1970-01-01"), Some(0));
        assert_eq!(parse_day("2026-01-08"), Some(20_461));
        assert_eq!(iso_day(20_461), "2026-01-08");
        assert_eq!(parse_day("2024-02-29"), Some(19_782));
    }

    #[test]
    fn texts_that_are_no_day_are_refused() {
        for text in
            ["2026-02-30", "2026-13-01", "2026-1-08", "08/01/2026", "", "2026-01-0x", "+026-01-01", "2026-00-10"]
        {
            assert_eq!(parse_day(text), None, "{text}");
        }
    }

    #[test]
    fn dma_time_is_day_first() {
        let mut out = Vec::new();
        write_dma_time(&mut out, 20_461 * DAY_S + 3 * 3600 + 4 * 60 + 5).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "08/01/2026 03:04:05");
    }
}
