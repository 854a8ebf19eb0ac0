//! Text of spans, span sets and sets: `[1, 3)`, `{[2000-01-01, 2000-01-02], (2000-01-03, 2000-01-04]}`, `{1, 2}`, `{"A"}`.

use super::number::push_number;
use super::scan::{Scan, push_quoted};
use crate::error::{Error, Result};
use crate::span::{Bounded, Span};
use crate::spanset::from_spans;
use crate::time::push_timestamp;
use crate::wkb::span::{SetValue, SpanValue};

/// A value of spans and sets with a text form.
pub trait TextBound: SetValue {
    /// Reads the value that stands here.
    ///
    /// # Errors
    /// For anything else.
    fn read_text(scan: &mut Scan<'_>) -> Result<Self>;
    /// Appends the value as a bound of a span, with at most `digits` decimals.
    fn push_text(&self, text: &mut String, digits: usize);
    /// Appends the value as an element of a set.
    fn push_element(&self, text: &mut String, digits: usize) {
        self.push_text(text, digits);
    }
}

impl TextBound for i64 {
    fn read_text(scan: &mut Scan<'_>) -> Result<Self> {
        scan.time()
    }

    fn push_text(&self, text: &mut String, _: usize) {
        push_timestamp(text, *self, ' ');
    }

    fn push_element(&self, text: &mut String, digits: usize) {
        text.push('"');
        self.push_text(text, digits);
        text.push('"');
    }
}

impl TextBound for f64 {
    fn read_text(scan: &mut Scan<'_>) -> Result<Self> {
        scan.number()
    }

    fn push_text(&self, text: &mut String, digits: usize) {
        push_number(text, *self, digits);
    }
}

impl TextBound for i32 {
    fn read_text(scan: &mut Scan<'_>) -> Result<Self> {
        scan.integer()
    }

    fn push_text(&self, text: &mut String, _: usize) {
        text.push_str(&self.to_string());
    }
}

impl TextBound for String {
    fn read_text(scan: &mut Scan<'_>) -> Result<Self> {
        if scan.peek() == Some('"') {
            return scan.quoted().map(str::to_string);
        }
        match scan.until(b",}\"{") {
            "" => scan.fail("a text"),
            word => Ok(word.to_string()),
        }
    }

    fn push_text(&self, text: &mut String, _: usize) {
        push_quoted(text, self);
    }
}

/// The span in `text`; times without a zone are in `zone`. Integer spans become `[lower, upper)`.
///
/// # Errors
/// For text that is not exactly one span, and for spans without a value.
pub fn parse_span<T: SpanValue + TextBound>(text: &str, zone: &str) -> Result<Span<T>> {
    let mut scan = Scan::new(T::SPAN, text, zone);
    let span = read_span(&mut scan)?;
    scan.finish()?;
    Ok(span)
}

/// `[lower, upper)` with at most `digits` decimals.
pub fn format_span<T: TextBound + Bounded>(span: &Span<T>, digits: usize) -> String {
    let mut text = String::new();
    push_span(&mut text, span, digits);
    text
}

/// The span set in `text`; spans that touch become one.
///
/// # Errors
/// For text that is not exactly one span set, and for spans that overlap or are not ascending.
pub fn parse_span_set<T: SpanValue + TextBound>(text: &str, zone: &str) -> Result<Vec<Span<T>>> {
    let mut scan = Scan::new(T::SPAN_SET, text, zone);
    let spans = read_braces(&mut scan, read_span)?;
    scan.finish()?;
    if let Some(w) = spans.windows(2).find(|w| !w[0].ends_before(&w[1])) {
        let (before, after) = (format_span(&w[0], super::DEFAULT_DIGITS), format_span(&w[1], super::DEFAULT_DIGITS));
        let reason = format!("its spans must be ascending and must not overlap, but {after} follows {before}");
        return Err(Error::Invalid { what: T::SPAN_SET, reason });
    }
    Ok(from_spans(spans))
}

/// `{[lower, upper), ...}` with at most `digits` decimals.
pub fn format_span_set<T: TextBound + Bounded>(spans: &[Span<T>], digits: usize) -> String {
    let mut text = String::new();
    push_braces(&mut text, spans, |text, span| push_span(text, span, digits));
    text
}

/// The set in `text`, ascending without duplicates.
///
/// # Errors
/// For text that is not exactly one set with at least one value.
pub fn parse_set<T: TextBound>(text: &str, zone: &str) -> Result<Vec<T>> {
    let mut scan = Scan::new(T::SET, text, zone);
    let mut values = read_braces(&mut scan, T::read_text)?;
    scan.finish()?;
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    values.dedup();
    Ok(values)
}

/// `{value, ...}` with at most `digits` decimals; times and texts are quoted.
pub fn format_set<T: TextBound>(values: &[T], digits: usize) -> String {
    let mut text = String::new();
    push_braces(&mut text, values, |text, value| value.push_element(text, digits));
    text
}

pub(super) fn read_span<T: SpanValue + TextBound>(scan: &mut Scan<'_>) -> Result<Span<T>> {
    let lower_inc = scan.either('[', '(')?;
    let lower = T::read_text(scan)?;
    scan.expect(',')?;
    let upper = T::read_text(scan)?;
    let upper_inc = scan.either(']', ')')?;
    T::canonical(Span { lower, upper, lower_inc, upper_inc })
}

pub(super) fn push_span<T: TextBound + Bounded>(text: &mut String, span: &Span<T>, digits: usize) {
    text.push(if span.lower_inc { '[' } else { '(' });
    span.lower.push_text(text, digits);
    text.push_str(", ");
    span.upper.push_text(text, digits);
    text.push(if span.upper_inc { ']' } else { ')' });
}

fn read_braces<'a, T>(scan: &mut Scan<'a>, mut read: impl FnMut(&mut Scan<'a>) -> Result<T>) -> Result<Vec<T>> {
    scan.expect('{')?;
    let mut items = vec![read(scan)?];
    while scan.accept(',') {
        items.push(read(scan)?);
    }
    scan.expect('}')?;
    Ok(items)
}

fn push_braces<T>(text: &mut String, items: &[T], mut push: impl FnMut(&mut String, &T)) {
    text.push('{');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            text.push_str(", ");
        }
        push(text, item);
    }
    text.push('}');
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::text::DEFAULT_DIGITS;
    use rstest::rstest;

    #[rstest]
    #[case("[2000-01-01, 2000-01-02]", "[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00]")]
    #[case(" ( 2000-01-01 ,\"2000-01-02 10:00+02\" ) ", "(2000-01-01 00:00:00+00, 2000-01-02 08:00:00+00)")]
    fn tstzspan_is_read_and_written(#[case] text: &str, #[case] out: &str) {
        assert_eq!(format_span(&parse_span::<i64>(text, "UTC").unwrap(), DEFAULT_DIGITS), out);
    }

    #[test]
    fn number_spans_and_sets_are_read_and_written() {
        assert_eq!(format_span(&parse_span::<i32>("[1, 2]", "UTC").unwrap(), 0), "[1, 3)");
        assert_eq!(format_span(&parse_span::<f64>("(1.25,2]", "UTC").unwrap(), 1), "(1.2, 2]");
        let spans = parse_span_set::<i32>("{[1, 2), [2, 5]}", "UTC").unwrap();
        assert_eq!(format_span_set(&spans, 0), "{[1, 6)}");
        assert_eq!(format_set(&parse_set::<f64>("{3, 1.5,3}", "UTC").unwrap(), 15), "{1.5, 3}");
        assert_eq!(format_set(&parse_set::<String>("{\"b, c\", a}", "UTC").unwrap(), 15), "{\"a\", \"b, c\"}");
        assert_eq!(
            format_set(&parse_set::<i64>("{2000-01-01, 2000-01-01}", "UTC").unwrap(), 15),
            "{\"2000-01-01 00:00:00+00\"}"
        );
    }

    #[rstest]
    #[case("[1, 1)")]
    #[case("[2, 1]")]
    #[case("[1, 2")]
    #[case("1, 2]")]
    #[case("[1; 2]")]
    #[case("[1, 2] x")]
    #[case("[nan, 2]")]
    fn bad_spans_are_refused(#[case] text: &str) {
        assert!(parse_span::<f64>(text, "UTC").is_err());
        assert!(parse_span::<i64>(text, "UTC").is_err());
    }

    #[test]
    fn unordered_span_sets_are_refused_and_integers_need_a_value() {
        let text = "{[2000-01-03, 2000-01-04], [2000-01-01, 2000-01-02]}";
        let error = parse_span_set::<i64>(text, "UTC").unwrap_err().to_string();
        assert!(error.contains("[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00] follows"), "{error}");
        assert!(parse_span::<i32>("(1, 2)", "UTC").is_err());
        assert!(parse_set::<i64>("{}", "UTC").is_err());
    }
}
