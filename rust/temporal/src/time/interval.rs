//! Durations as text (PostgreSQL, "Interval Input"): units of a day and below only.

use super::{DAY_US, HOUR_US, MINUTE_US, SECOND_US, push_fraction};
use crate::error::{Error, Result};

const WHAT: &str = "interval";

/// The duration that `text` names, in microseconds: `3 days`, `-1 day -2 hours`, `01:30:00.5`, `1.5 hours`, `PT90M`.
/// Digits below a microsecond round half away from zero.
///
/// # Errors
/// For text that is no duration, for months and years (they have no fixed length), and beyond 292 thousand years.
pub fn parse_interval(text: &str) -> Result<i64> {
    let mut scan = Scan { text, rest: text.trim() };
    let (iso, negative) = match scan.rest.strip_prefix("-P") {
        Some(rest) => (Some(rest), true),
        None => (scan.rest.strip_prefix('P'), false),
    };
    let total = match iso {
        Some(rest) => {
            scan.rest = rest;
            scan.iso()?
        }
        None => scan.verbose()?,
    };
    let total = if negative { total.checked_neg() } else { Some(total) };
    total.ok_or_else(|| scan.out_of_range())
}

/// `1 day 02:03:04.5`, as PostgreSQL writes it: days if any, then the time of day if any; `00:00:00` for 0.
pub fn format_interval(duration_us: i64) -> String {
    let (days, rest) = (duration_us / DAY_US, duration_us % DAY_US);
    let mut text = match days {
        0 => String::new(),
        1 => "1 day".to_string(),
        _ => format!("{days} days"),
    };
    if rest != 0 || days == 0 {
        if days != 0 {
            text.push(' ');
        }
        let (sign, of_day) = (if rest < 0 { "-" } else { "" }, rest.abs());
        let (hour, minute, second) = (of_day / HOUR_US, of_day / MINUTE_US % 60, of_day / SECOND_US % 60);
        text.push_str(&format!("{sign}{hour:02}:{minute:02}:{second:02}"));
        push_fraction(&mut text, of_day % SECOND_US);
    }
    text
}

struct Scan<'a> {
    text: &'a str,
    rest: &'a str,
}

/// A decimal number: sign, digits before and after the point.
struct Decimal<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
}

impl Decimal<'_> {
    /// Times `unit_us`, exact and rounded half away from zero; `None` on overflow.
    fn times(&self, unit_us: i64) -> Option<i64> {
        let whole: i128 = if self.whole.is_empty() { 0 } else { self.whole.parse().ok()? };
        let kept = &self.fraction[..self.fraction.len().min(18)];
        let scale = 10_i128.pow(kept.len() as u32);
        let part: i128 = if kept.is_empty() { 0 } else { kept.parse().ok()? };
        let unit = i128::from(unit_us);
        let total = whole.checked_mul(unit)?.checked_add((part * unit * 2 + scale) / (2 * scale))?;
        i64::try_from(if self.negative { -total } else { total }).ok()
    }
}

impl<'a> Scan<'a> {
    fn fail<T>(&self, expected: &str) -> Result<T> {
        let done = self.text.trim_end().len() - self.rest.len();
        let offset = self.text[..done].chars().count();
        let found = if self.rest.is_empty() { "the end".to_string() } else { format!("{:?}", self.rest) };
        Err(Error::Text { what: WHAT, offset, expected: expected.to_string(), found })
    }

    fn out_of_range(&self) -> Error {
        Error::Invalid { what: WHAT, reason: format!("{:?} is out of range", self.text) }
    }

    fn add(&self, total: i64, part: Option<i64>) -> Result<i64> {
        part.and_then(|p| total.checked_add(p)).ok_or_else(|| self.out_of_range())
    }

    fn digits(&mut self) -> &'a str {
        let count = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (head, tail) = self.rest.split_at(count);
        self.rest = tail;
        head
    }

    fn decimal(&mut self) -> Result<Decimal<'a>> {
        let negative = self.rest.starts_with('-');
        if negative || self.rest.starts_with('+') {
            self.rest = &self.rest[1..];
        }
        let whole = self.digits();
        let fraction = match self.rest.strip_prefix('.') {
            Some(rest) => {
                self.rest = rest;
                self.digits()
            }
            None => "",
        };
        if whole.is_empty() && fraction.is_empty() {
            return self.fail("a number");
        }
        Ok(Decimal { negative, whole, fraction })
    }

    fn word(&mut self) -> &'a str {
        let count = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (head, tail) = self.rest.split_at(count);
        self.rest = tail;
        head
    }

    fn verbose(&mut self) -> Result<i64> {
        let mut total = 0;
        loop {
            let number = self.decimal()?;
            if self.rest.starts_with(':') {
                let clock = self.clock(&number)?;
                total = self.add(total, clock)?;
            } else {
                self.rest = self.rest.trim_start();
                let unit = self.unit()?;
                total = self.add(total, number.times(unit))?;
            }
            self.rest = self.rest.trim_start();
            if self.rest.eq_ignore_ascii_case("ago") {
                return total.checked_neg().ok_or_else(|| self.out_of_range());
            }
            if self.rest.is_empty() {
                return Ok(total);
            }
        }
    }

    /// The minutes and seconds after the hours of `hh:mm[:ss[.f]]`; `None` on overflow.
    fn clock(&mut self, hours: &Decimal<'a>) -> Result<Option<i64>> {
        self.rest = &self.rest[1..];
        let minutes = self.decimal()?;
        let mut seconds = None;
        if let Some(rest) = self.rest.strip_prefix(':') {
            self.rest = rest;
            seconds = Some(self.decimal()?);
        }
        let below_60 = |d: &Decimal<'_>| !d.negative && d.whole.len() <= 2 && d.whole < "60";
        if !below_60(&minutes) || !seconds.as_ref().is_none_or(below_60) {
            return self.fail("minutes and seconds below 60");
        }
        if !hours.fraction.is_empty() || !minutes.fraction.is_empty() {
            return self.fail("a fraction only of the seconds");
        }
        let positive = Decimal { negative: false, ..*hours };
        let part = |d: &Decimal<'_>, unit| d.times(unit);
        let sum = part(&positive, HOUR_US).zip(part(&minutes, MINUTE_US)).and_then(|(h, m)| h.checked_add(m));
        let sum = sum.zip(seconds.map_or(Some(0), |s| part(&s, SECOND_US))).and_then(|(hm, s)| hm.checked_add(s));
        Ok(sum.map(|s| if hours.negative { -s } else { s }))
    }

    /// Microseconds of the unit that stands here.
    fn unit(&mut self) -> Result<i64> {
        let start = self.rest;
        let word = self.word().to_ascii_lowercase();
        let unit = match word.as_str() {
            "us" | "usec" | "usecs" | "microsecond" | "microseconds" => 1,
            "ms" | "msec" | "msecs" | "millisecond" | "milliseconds" => 1000,
            "s" | "sec" | "secs" | "second" | "seconds" | "" => SECOND_US,
            "m" | "min" | "mins" | "minute" | "minutes" => MINUTE_US,
            "h" | "hr" | "hrs" | "hour" | "hours" => HOUR_US,
            "d" | "day" | "days" => DAY_US,
            "w" | "week" | "weeks" => 7 * DAY_US,
            "mon" | "mons" | "month" | "months" | "y" | "yr" | "yrs" | "year" | "years" | "decade" | "decades"
            | "century" | "centuries" | "millennium" | "millennia" => return self.no_months(),
            _ => {
                self.rest = start;
                return self.fail("a unit: microseconds, milliseconds, seconds, minutes, hours, days or weeks");
            }
        };
        Ok(unit)
    }

    fn no_months<T>(&self) -> Result<T> {
        Err(Error::Unsupported {
            what: format!("interval {:?}", self.text),
            reason: "months and years have no fixed length; use days".to_string(),
        })
    }

    /// After `P`: `1W`, `1DT2H3M4.5S`.
    fn iso(&mut self) -> Result<i64> {
        let (mut total, mut in_time) = (0, false);
        if self.rest.is_empty() {
            return self.fail("a number and one of W, D, T");
        }
        while !self.rest.is_empty() {
            if !in_time && self.rest.starts_with('T') && self.rest.len() > 1 {
                in_time = true;
                self.rest = &self.rest[1..];
            }
            let number = self.decimal()?;
            let unit = match (self.word(), in_time) {
                ("W", false) => 7 * DAY_US,
                ("D", false) => DAY_US,
                ("H", true) => HOUR_US,
                ("M", true) => MINUTE_US,
                ("S", true) => SECOND_US,
                ("DT", false) => {
                    in_time = true;
                    DAY_US
                }
                ("M" | "Y", false) => return self.no_months(),
                _ => return self.fail("one of W, D, H, M, S in this order, T before the time of day"),
            };
            total = self.add(total, number.times(unit))?;
        }
        Ok(total)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("1200 seconds", 1_200_000_000, "00:20:00")]
    #[case("3 days", 3 * DAY_US, "3 days")]
    #[case("-1 day -2 hours", -26 * HOUR_US, "-1 days -02:00:00")]
    #[case("1 day 2 hours", 26 * HOUR_US, "1 day 02:00:00")]
    #[case("1 week", 7 * DAY_US, "7 days")]
    #[case("0 seconds", 0, "00:00:00")]
    #[case("1 microsecond", 1, "00:00:00.000001")]
    #[case("1.5 hours", 5_400_000_000, "01:30:00")]
    #[case("01:02:03.25", 3_723_250_000, "01:02:03.25")]
    #[case("-00:00:30", -30_000_000, "-00:00:30")]
    #[case("1 hour ago", -HOUR_US, "-01:00:00")]
    #[case("PT90M", 90 * MINUTE_US, "01:30:00")]
    #[case("P1DT2H", 26 * HOUR_US, "1 day 02:00:00")]
    #[case("-PT0.5S", -500_000, "-00:00:00.5")]
    #[case("0.0000005 seconds", 1, "00:00:00.000001")]
    fn parse_and_format(#[case] text: &str, #[case] us: i64, #[case] out: &str) {
        assert_eq!(parse_interval(text).unwrap(), us);
        assert_eq!(format_interval(us), out);
        assert_eq!(parse_interval(out).unwrap(), us);
    }

    #[rstest]
    #[case("1 month", "months")]
    #[case("1 year 2 days", "months")]
    #[case("P1M", "months")]
    #[case("", "number")]
    #[case("1 fortnight", "unit")]
    #[case("1:60", "below 60")]
    #[case("PT", "number")]
    #[case("99999999999999999 days", "out of range")]
    #[case("300000000 days 300000000 days", "out of range")]
    #[case("1 day é", "number")]
    fn parse_refuses(#[case] text: &str, #[case] message: &str) {
        let error = parse_interval(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
