//! Reading timestamps: `2000-01-01`, `2000-01-01 10:20:30.5+02`, `20000101T102030Z`, `... Europe/Brussels`, `epoch`.

use super::zone::{Zone, offset};
use super::{DAY_US, EPOCH_UNIX_US, HOUR_US, MINUTE_US, SECOND_US, check_time, days_from_civil, days_in_month};
use crate::error::{Error, Result};

const WHAT: &str = "timestamp";

/// The time that `text` names; `zone` (IANA name or offset) is where a text without a zone is.
///
/// Digits below a microsecond round half up; a 60th second and 24:00 roll over; `Z` is UTC. A local time that does not
/// exist moves forward by the gap, one that exists twice is the earlier of both.
///
/// # Errors
/// For text that is no timestamp, unknown zones, fields out of range, and `infinity`.
pub fn parse_timestamp(text: &str, zone: &str) -> Result<i64> {
    if let Some((time_us, length)) = as_written(text.as_bytes())
        && length == text.len()
    {
        return Ok(time_us);
    }
    let mut scan = Scan { text, at: 0 };
    scan.spaces();
    if let Some(time) = scan.word_alone()? {
        return Ok(time);
    }
    let days = scan.date()?;
    let of_day = scan.time_of_day()?;
    let place = scan.zone(zone)?;
    let local = days.checked_mul(DAY_US).and_then(|d| d.checked_add(of_day));
    match local.and_then(|l| place.to_utc(l)) {
        Some(time_us) => check_time(time_us),
        None => Err(Error::Invalid { what: WHAT, reason: format!("{text:?} is out of range") }),
    }
}

/// The time at the start of a text in the form that we write, `YYYY-MM-DD HH:MM:SS[.f]+00` with up to six decimals, and the
/// length of that: most of what is read. `None` for any other text, right or wrong.
pub(crate) fn as_written(text: &[u8]) -> Option<(i64, usize)> {
    let (head, tail) = text.split_first_chunk::<19>()?;
    let mut all_digits = true;
    let mut digit = |at: usize| {
        let value = head[at].wrapping_sub(b'0');
        all_digits &= value < 10;
        i64::from(value)
    };
    let mut pair = |at: usize| digit(at) * 10 + digit(at + 1);
    let (year, month, day) = (pair(0) * 100 + pair(2), pair(5), pair(8));
    let (hour, minute, second) = (pair(11), pair(14), pair(17));
    let marks = [head[4], head[7], head[10], head[13], head[16]];
    let right = all_digits
        && marks == *b"-- ::"
        && year > 0
        && (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let (mut fraction, mut decimals) = (0, 0);
    if let [b'.', rest @ ..] = tail {
        decimals = rest.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
        fraction = rest[..decimals].iter().fold(0, |n, b| n * 10 + i64::from(b - b'0'));
        fraction *= [0, 100_000, 10_000, 1_000, 100, 10, 1][decimals];
    }
    let length = 19 + if decimals > 0 { decimals + 1 } else { 0 };
    let of_day = hour * HOUR_US + minute * MINUTE_US + second * SECOND_US + fraction;
    let whole = right && text[length..].starts_with(b"+00");
    whole.then(|| (days_from_civil(year, month, day) * DAY_US + of_day, length + 3))
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, expected: &str) -> Result<T> {
        let found = match self.rest().chars().next() {
            Some(_) => format!("{:?}", self.rest().chars().take(20).collect::<String>()),
            None => "the end".to_string(),
        };
        let offset = self.text[..self.at].chars().count();
        Err(Error::Text { what: WHAT, offset, expected: expected.to_string(), found })
    }

    fn spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn accept(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// A run of digits: how many and their value; at most 18 are read.
    fn digits(&mut self) -> (usize, i64) {
        let count = self.rest().bytes().take(18).take_while(u8::is_ascii_digit).count();
        let value = self.rest()[..count].bytes().fold(0, |v, b| v * 10 + i64::from(b - b'0'));
        self.at += count;
        (count, value)
    }

    fn number(&mut self, expected: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64> {
        let start = self.at;
        match self.digits() {
            (1..=2, value) if range.contains(&value) => Ok(value),
            _ => {
                self.at = start;
                self.fail(expected)
            }
        }
    }

    /// `epoch`; `infinity` is refused.
    fn word_alone(&mut self) -> Result<Option<i64>> {
        let word = self.rest().trim().to_ascii_lowercase();
        match word.as_str() {
            "epoch" => Ok(Some(-EPOCH_UNIX_US)),
            "infinity" | "+infinity" | "-infinity" => {
                Err(Error::Invalid { what: WHAT, reason: format!("infinite timestamps are not supported: {word}") })
            }
            _ => Ok(None),
        }
    }

    /// Day number; reads a trailing `BC` of the whole text too, since it belongs to the year.
    fn date(&mut self) -> Result<i64> {
        let start = self.at;
        let (count, value) = self.digits();
        let (year, month, day) = match count {
            8 if !self.rest().starts_with('-') => (value / 10_000, value / 100 % 100, value % 100),
            4..=6 if self.accept('-') => {
                let month = self.number("a month from 1 to 12", 1..=12)?;
                if !self.accept('-') {
                    return self.fail("- before the day");
                }
                (value, month, self.number("a day of the month", 1..=31)?)
            }
            _ => {
                self.at = start;
                return self.fail("a date, YYYY-MM-DD");
            }
        };
        let year = if self.text.trim_end().ends_with(" BC") { 1 - year } else { year };
        if !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
            self.at = start;
            return self.fail("a date that exists");
        }
        Ok(days_from_civil(year, month, day))
    }

    /// Microseconds since midnight; 0 where the text has only a date.
    fn time_of_day(&mut self) -> Result<i64> {
        let before = self.at;
        let marked = self.accept('T') || self.accept('t');
        self.spaces();
        if !self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            if marked {
                return self.fail("a time of day after T");
            }
            self.at = before;
            return Ok(0);
        }
        if before == self.at {
            return self.fail("a space or T between date and time");
        }
        let run = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let compact = run == 4 || run == 6;
        let hour = self.pair("an hour from 0 to 24", 24, compact)?;
        if !compact && !self.accept(':') {
            return self.fail(": before the minutes");
        }
        let minute = self.pair("minutes from 0 to 59", 59, compact)?;
        let mut of_day = hour * HOUR_US + minute * MINUTE_US;
        if run == 6 || (!compact && self.accept(':')) {
            of_day += self.pair("seconds from 0 to 60", 60, compact)? * SECOND_US + self.fraction()?;
        }
        if of_day > DAY_US && hour == 24 {
            self.at = before;
            return self.fail("a time of day up to 24:00:00");
        }
        Ok(of_day)
    }

    /// One or two digits; exactly two where digits follow each other without a colon.
    fn pair(&mut self, expected: &str, max: i64, compact: bool) -> Result<i64> {
        if !compact {
            return self.number(expected, 0..=max);
        }
        match self.rest()[..2].parse::<i64>() {
            Ok(value) if value <= max => {
                self.at += 2;
                Ok(value)
            }
            _ => self.fail(expected),
        }
    }

    /// Microseconds of a decimal fraction, rounded half up.
    fn fraction(&mut self) -> Result<i64> {
        if !self.accept('.') {
            return Ok(0);
        }
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let micros = self.rest()[..digits].bytes().chain(std::iter::repeat(b'0')).take(6);
        let micros = micros.fold(0, |v, b| v * 10 + i64::from(b - b'0'));
        let up = self.rest().as_bytes()[..digits].get(6).is_some_and(|b| *b >= b'5');
        self.at += digits;
        Ok(micros + i64::from(up))
    }

    fn zone(&mut self, session: &str) -> Result<Zone> {
        self.spaces();
        let rest = self.rest().trim_end();
        let rest = if rest == "BC" { "" } else { rest.strip_suffix(" BC").unwrap_or(rest).trim_end() };
        if rest.is_empty() {
            return Zone::of_session(session);
        }
        let zone = match offset(rest) {
            Some((seconds, "")) => Some(Zone::Fixed(seconds)),
            _ => Zone::named(rest),
        };
        zone.map_or_else(|| self.fail("a time zone: +02, +02:00, Z, UTC or a name such as Europe/Brussels"), Ok)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::format_timestamp;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("2000-01-01", "2000-01-01 00:00:00+00")]
    #[case(" 2000-1-1 1:2:3 ", "2000-01-01 01:02:03+00")]
    #[case("2000-01-01T12:30", "2000-01-01 12:30:00+00")]
    #[case("20000101T120000Z", "2000-01-01 12:00:00+00")]
    #[case("2000-01-01 12:00:00 UTC", "2000-01-01 12:00:00+00")]
    #[case("2000-01-01 00:00:00+02", "1999-12-31 22:00:00+00")]
    #[case("2000-01-01 00:00:00-05:30", "2000-01-01 05:30:00+00")]
    #[case("2000-01-01 00:00:00+0530", "1999-12-31 18:30:00+00")]
    #[case("2000-01-01+02", "1999-12-31 22:00:00+00")]
    #[case("2020-07-01 12:00 Europe/Brussels", "2020-07-01 10:00:00+00")]
    #[case("2000-01-01 00:00:00.1234565", "2000-01-01 00:00:00.123457+00")]
    #[case("2000-01-01 23:59:59.9999999", "2000-01-02 00:00:00+00")]
    #[case("2016-12-31 23:59:60", "2017-01-01 00:00:00+00")]
    #[case("2000-01-01 24:00:00", "2000-01-02 00:00:00+00")]
    #[case("0001-01-01", "0001-01-01 00:00:00+00")]
    #[case("0044-03-15 BC", "0044-03-15 00:00:00+00 BC")]
    #[case("9999-12-31 23:59:59", "9999-12-31 23:59:59+00")]
    #[case("epoch", "1970-01-01 00:00:00+00")]
    fn parse_understands(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(format_timestamp(parse_timestamp(text, "UTC").unwrap()), expected);
    }

    #[rstest]
    #[case("")]
    #[case("2000")]
    #[case("2000-13-01")]
    #[case("2001-02-29")]
    #[case("2000-01-01 25:00")]
    #[case("2000-01-01 24:00:01")]
    #[case("2000-01-01 12:60")]
    #[case("2000-01-01 12:00:61")]
    #[case("2000-01-01T")]
    #[case("2000-01-0112:00")]
    #[case("2000-01-01 12:00 Mars/Base")]
    #[case("2000-01-01 12:00+99")]
    #[case("2000-01-01 12:00 UTC x")]
    #[case("infinity")]
    #[case("-infinity")]
    #[case("999999-01-01")]
    #[case("é")]
    #[case("2000-01-01 1é")]
    fn parse_refuses(#[case] text: &str) {
        let message = parse_timestamp(text, "UTC").unwrap_err().to_string();
        assert!(message.contains("timestamp"), "{message}");
    }

    #[rstest]
    #[case("UTC", 1_710_037_800_000_000)]
    #[case("Asia/Tokyo", 1_710_005_400_000_000)]
    #[case("America/New_York", 1_710_055_800_000_000)]
    #[case("+02:00", 1_710_030_600_000_000)]
    #[case("GMT+2", 1_710_030_600_000_000)]
    fn text_without_zone_is_read_in_the_session_zone(#[case] zone: &str, #[case] unix_us: i64) {
        assert_eq!(parse_timestamp("2024-03-10 02:30:00", zone).unwrap() + EPOCH_UNIX_US, unix_us);
    }

    #[test]
    fn overlap_takes_the_earlier_of_both_times_as_java_does() {
        let time = parse_timestamp("2024-11-03 01:30:00", "America/New_York").unwrap();
        assert_eq!(format_timestamp(time), "2024-11-03 05:30:00+00");
    }

    #[test]
    fn unknown_session_zone_is_an_error_that_names_it() {
        assert!(parse_timestamp("2000-01-01", "Mars/Base").unwrap_err().to_string().contains("Mars/Base"));
        assert!(parse_timestamp("2000-01-01Z", "Mars/Base").is_ok());
    }
}
