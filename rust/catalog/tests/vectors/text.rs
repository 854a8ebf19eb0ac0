//! Times, intervals, spans and sets in the vectors' text, read without the crate under test.

use temporal::span::Span;

const DAY_US: i64 = 86_400_000_000;

/// Microseconds since 2000-01-01 UTC of `2009-07-25 08:00:00.5+00`, or of a date, or with a zone of whole hours or minutes.
pub fn time(text: &str) -> Result<i64, String> {
    let wrong = || format!("time {text}");
    let (date, clock) = text.trim().trim_matches('"').split_once([' ', 'T']).unwrap_or((text.trim(), "00:00:00+00"));
    let date: Vec<i64> = date.split('-').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    let [year, month, day] = date[..] else { return Err(wrong()) };
    let zone_at = clock.rfind(['+', '-', 'Z']).unwrap_or(clock.len());
    let (clock, zone) = clock.split_at(zone_at);
    let mut us = days_since_2000(year, month, day) * DAY_US;
    for (part, unit) in clock.split(':').zip([3_600_000_000.0, 60_000_000.0, 1_000_000.0]) {
        // Whole microseconds below a day are exact in a double.
        us += (part.parse::<f64>().map_err(|_| wrong())? * unit).round() as i64;
    }
    Ok(us - zone_us(zone).ok_or_else(wrong)?)
}

fn zone_us(zone: &str) -> Option<i64> {
    let Some(sign) = zone.chars().next().filter(|c| *c != 'Z') else { return Some(0) };
    let (hours, minutes) = zone[1..].split_once(':').unwrap_or((&zone[1..], "0"));
    let minutes = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
    Some(if sign == '-' { -minutes } else { minutes } * 60_000_000)
}

/// Days since 2000-01-01 in the proleptic Gregorian calendar, counted from the first of March (Hinnant, `days_from_civil`).
fn days_since_2000(year: i64, month: i64, day: i64) -> i64 {
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 730_425
}

/// Microseconds of `1 day -2 hours`; `None` for months, which are no fixed length.
pub fn interval(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut us = 0;
    for pair in words.chunks(2) {
        let [count, unit] = pair[..] else { return None };
        us += count.parse::<i64>().ok()?
            * match unit.trim_end_matches('s') {
                "microsecond" => 1,
                "second" => 1_000_000,
                "minute" => 60_000_000,
                "hour" => 3_600_000_000,
                "day" => DAY_US,
                "week" => 7 * DAY_US,
                _ => return None,
            };
    }
    Some(us)
}

/// The span `[lower, upper)` with bounds read by `bound`.
pub fn span<T>(text: &str, bound: impl Fn(&str) -> Result<T, String>) -> Result<Span<T>, String> {
    let text = text.trim();
    let wrong = || format!("span {text}");
    let inner = text.get(1..text.len() - 1).ok_or_else(wrong)?;
    let (lower, upper) = inner.split_once(',').ok_or_else(wrong)?;
    Ok(Span {
        lower: bound(lower.trim())?,
        upper: bound(upper.trim())?,
        lower_inc: text.starts_with('['),
        upper_inc: text.ends_with(']'),
    })
}

/// The spans of `{[1, 2), [3, 4]}`.
pub fn span_set<T>(text: &str, bound: impl Fn(&str) -> Result<T, String>) -> Result<Vec<Span<T>>, String> {
    let inner = braced(text)?;
    let mut spans = Vec::new();
    let mut rest = inner.trim();
    while let Some(end) = rest.find([']', ')']) {
        spans.push(span(&rest[..=end], &bound)?);
        rest = rest[end + 1..].trim_start_matches([',', ' ']);
    }
    Ok(spans)
}

/// The elements of `{a, b}` or `{"a", "b"}`; a quoted element may hold commas.
pub fn set<T>(text: &str, element: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let inner = braced(text)?;
    if inner.contains('"') {
        inner.split('"').skip(1).step_by(2).map(element).collect()
    } else {
        inner.split(',').map(|part| element(part.trim())).collect()
    }
}

fn braced(text: &str) -> Result<&str, String> {
    text.trim().strip_prefix('{').and_then(|t| t.strip_suffix('}')).ok_or_else(|| format!("set {text}"))
}

/// The integer span in canonical form, `[lower, upper)`.
pub fn int_span(text: &str) -> Result<Span<i32>, String> {
    canonical(span(text, int)?)
}

/// The integer spans in canonical form, `[lower, upper)`.
pub fn int_span_set(text: &str) -> Result<Vec<Span<i32>>, String> {
    span_set(text, int)?.into_iter().map(canonical).collect()
}

fn canonical(span: Span<i32>) -> Result<Span<i32>, String> {
    Ok(Span {
        lower: span.lower + i32::from(!span.lower_inc),
        upper: span.upper + i32::from(span.upper_inc),
        lower_inc: true,
        upper_inc: false,
    })
}

/// An integer.
pub fn int(text: &str) -> Result<i32, String> {
    text.parse().map_err(|_| format!("integer {text}"))
}

/// A real number.
pub fn float(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("number {text}"))
}

#[cfg(test)]
mod tests {
    use super::{interval, time};

    #[test]
    fn time_is_counted_from_2000() {
        assert_eq!(time("2000-01-01 00:00:00+00"), Ok(0));
        assert_eq!(time("1999-12-31 23:59:59.999999+00"), Ok(-1));
        assert_eq!(time("2000-03-01"), Ok(60 * super::DAY_US));
        assert_eq!(time("2001-01-01 02:30:00+02:30"), Ok(366 * super::DAY_US));
    }

    #[test]
    fn interval_of_months_has_no_length() {
        assert_eq!(interval("-1 day -2 hours"), Some(-26 * 3_600_000_000));
        assert_eq!(interval("1 month"), None);
    }
}
