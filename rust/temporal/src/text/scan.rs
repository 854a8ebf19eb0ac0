//! A reader of text that knows where it is.

use crate::error::{Error, Result};
use crate::geom::MAX_SRID;
use crate::point::Point;
use crate::time::{as_written, parse_timestamp};

/// A place in text that is read as `what`; `zone` is where times without a zone are.
pub struct Scan<'a> {
    what: &'static str,
    text: &'a str,
    at: usize,
    zone: &'a str,
}

impl<'a> Scan<'a> {
    pub(super) fn new(what: &'static str, text: &'a str, zone: &'a str) -> Self {
        let mut scan = Self { what, text, at: 0, zone };
        scan.spaces();
        scan
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn characters(&self, at: usize) -> usize {
        self.text[..at].chars().count()
    }

    /// The error that `expected` does not stand here.
    pub(super) fn fail<T>(&self, expected: impl Into<String>) -> Result<T> {
        self.fail_at(self.at, expected)
    }

    pub(super) fn fail_at<T>(&self, at: usize, expected: impl Into<String>) -> Result<T> {
        let rest = &self.text[at..];
        let found = match rest.chars().next() {
            Some(_) => format!("{:?}", rest.chars().take(20).collect::<String>()),
            None => "the end".to_string(),
        };
        Err(Error::Text { what: self.what, offset: self.characters(at), expected: expected.into(), found })
    }

    pub(super) fn spaces(&mut self) {
        match self.text.as_bytes().get(self.at) {
            // Most often there is none, or one before something else.
            Some(b'!'..=b'~') | None => {}
            Some(b' ') if matches!(self.text.as_bytes().get(self.at + 1), Some(b'!'..=b'~')) => self.at += 1,
            _ => self.at += self.rest().len() - self.rest().trim_start().len(),
        }
    }

    /// Takes `c` and the spaces after it, if it stands here.
    pub(super) fn accept(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
            self.spaces();
        }
        found
    }

    pub(super) fn expect(&mut self, c: char) -> Result<()> {
        if self.accept(c) { Ok(()) } else { self.fail(format!("{c:?}")) }
    }

    /// Takes one of two characters; whether it was the first.
    pub(super) fn either(&mut self, first: char, second: char) -> Result<bool> {
        if self.accept(first) {
            return Ok(true);
        }
        if self.accept(second) { Ok(false) } else { self.fail(format!("{first:?} or {second:?}")) }
    }

    /// Takes `word` in either case and the spaces after it, if it stands here.
    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.rest().get(..word.len()).is_some_and(|r| r.eq_ignore_ascii_case(word));
        if found {
            self.at += word.len();
            self.spaces();
        }
        found
    }

    /// The letters that stand here.
    pub(super) fn word(&mut self) -> &'a str {
        let length = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
        let word = &self.rest()[..length];
        self.at += length;
        self.spaces();
        word
    }

    /// What stands before the first of `ends`, which are ASCII, without spaces around it.
    pub(super) fn until(&mut self, ends: &[u8]) -> &'a str {
        let length = self.rest().bytes().position(|b| ends.contains(&b)).unwrap_or(self.rest().len());
        let token = &self.rest()[..length];
        self.at += length;
        token.trim()
    }

    /// A finite number; -0.0 becomes 0.0.
    pub(super) fn number(&mut self) -> Result<f64> {
        if let Some((value, length)) = short_number(&self.text.as_bytes()[self.at..]) {
            self.at += length;
            self.spaces();
            return Ok(value);
        }
        let start = self.at;
        let length = number_length(self.rest().as_bytes());
        let token = &self.rest()[..length];
        match token.parse::<f64>() {
            Ok(value) if value.is_finite() => {
                self.at += length;
                self.spaces();
                Ok(value + 0.0)
            }
            _ => self.fail_at(start, "a finite number"),
        }
    }

    /// `POINT(x y)` in the form that we write it, and the spaces after it; otherwise the place stays.
    pub(super) fn plain_point(&mut self) -> Option<Point> {
        let start = self.at;
        let point = self.rest().starts_with("POINT(").then(|| {
            self.at += "POINT(".len();
            let (x, y) = (self.number().ok()?, self.number().ok()?);
            self.accept(')').then_some(Point { x, y, z: 0.0 })
        });
        if point.flatten().is_none() {
            self.at = start;
        }
        point.flatten()
    }

    pub(super) fn integer(&mut self) -> Result<i32> {
        let start = self.at;
        let length = number_length(self.rest().as_bytes());
        match self.rest()[..length].parse() {
            Ok(value) => {
                self.at += length;
                self.spaces();
                Ok(value)
            }
            Err(_) => self.fail_at(start, "an integer of 32 bits"),
        }
    }

    /// `SRID=n` if it stands here; what follows it is left.
    pub(super) fn srid(&mut self) -> Result<Option<i32>> {
        if !self.accept_word("SRID") {
            return Ok(None);
        }
        self.expect('=')?;
        let start = self.at;
        match self.integer() {
            Ok(srid @ 0..=MAX_SRID) => Ok(Some(srid)),
            _ => self.fail_at(start, format!("an SRID from 0 to {MAX_SRID}")),
        }
    }

    /// A time, quoted or up to the next `,`, bracket or brace.
    pub(super) fn time(&mut self) -> Result<i64> {
        if let Some((time_us, length)) = as_written(&self.text.as_bytes()[self.at..])
            && matches!(self.text.as_bytes().get(self.at + length), Some(b',' | b']' | b')' | b'}'))
        {
            self.at += length;
            return Ok(time_us);
        }
        let quoted = self.accept('"');
        let start = self.at;
        let token = if quoted { self.until(b"\"") } else { self.until(b",)]}([{\"") };
        let time_us = parse_timestamp(token, self.zone).map_err(|error| self.inside(start, error))?;
        if quoted {
            self.expect('"')?;
        }
        Ok(time_us)
    }

    /// An error in a part of the text that starts at `start`, as an error of the whole.
    fn inside(&self, start: usize, error: Error) -> Error {
        match error {
            Error::Text { what: part, offset, expected, found } => Error::Text {
                what: self.what,
                offset: self.characters(start) + offset,
                expected: format!("{expected} ({part})"),
                found,
            },
            other => other,
        }
    }

    /// Text in quotes, as it stands there: a quote inside follows a backslash, which stays.
    pub(super) fn quoted(&mut self) -> Result<&'a str> {
        let start = self.at;
        let mut escaped = true;
        for (i, c) in self.rest().char_indices() {
            match c {
                '"' if i > 0 && !escaped => {
                    let token = &self.rest()[1..i];
                    self.at += i + 1;
                    self.spaces();
                    return Ok(token);
                }
                '"' if i == 0 => escaped = false,
                _ if i == 0 => return self.fail("a text in double quotes"),
                _ => escaped = c == '\\' && !escaped,
            }
        }
        self.at = self.text.len();
        self.fail(format!("the closing quote of the text at character {}", self.characters(start)))
    }

    /// Fails unless the text is at its end.
    pub(super) fn finish(&self) -> Result<()> {
        if self.rest().is_empty() { Ok(()) } else { self.fail("the end") }
    }
}

/// The number at the start of `text`, and its length, if it has at most 15 digits and no exponent: then its digits and the
/// power of ten below them are exact, and their quotient is rounded once (Clinger 1990).
fn short_number(text: &[u8]) -> Option<(f64, usize)> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let (mut digits, mut decimals, mut number) = (0, None, 0_u64);
    let mut at = sign;
    loop {
        match text.get(at) {
            Some(b @ b'0'..=b'9') if digits < 15 => {
                number = number * 10 + u64::from(b - b'0');
                digits += 1;
                decimals = decimals.map(|n| n + 1);
            }
            Some(b'.') if decimals.is_none() => decimals = Some(0),
            Some(b'0'..=b'9' | b'.' | b'e' | b'E') => return None,
            _ => break,
        }
        at += 1;
    }
    let magnitude = number as f64 / POWERS[decimals.unwrap_or(0)];
    // -0.0 becomes 0.0.
    (digits > 0).then_some((if sign == 1 { 0.0 - magnitude } else { magnitude }, at))
}

const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Bytes of the number at the start of `text`.
fn number_length(text: &[u8]) -> usize {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let mantissa = text[sign..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let end = sign + mantissa;
    match text.get(end..) {
        Some([b'e' | b'E', b'+' | b'-', rest @ ..]) if rest.first().is_some_and(u8::is_ascii_digit) => {
            end + 2 + rest.iter().take_while(|b| b.is_ascii_digit()).count()
        }
        Some([b'e' | b'E', rest @ ..]) if rest.first().is_some_and(u8::is_ascii_digit) => {
            end + 1 + rest.iter().take_while(|b| b.is_ascii_digit()).count()
        }
        _ => end,
    }
}

/// Appends text in quotes. A quote inside that no backslash precedes gets one, so that the text can be read again.
pub(super) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut escaped = false;
    for c in text.chars() {
        if c == '"' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    // A lone backslash at the end would take the closing quote for its own.
    if escaped {
        out.push('\\');
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_numbers_are_those_of_the_standard_library(text in r"-?[0-9]{0,9}\.?[0-9]{0,9}(e|E|x| |,)?") {
            if let Some((value, length)) = short_number(text.as_bytes()) {
                prop_assert_eq!(value.to_bits(), (text[..length].parse::<f64>().unwrap_or(f64::NAN) + 0.0).to_bits());
            }
        }
    }
}
