//! JSON (RFC 8259) as a tree. Numbers stay text, so that each is read once, exactly, as what it should be.

use crate::error::{Error, Result};
use crate::geom::MAX_DEPTH;

/// A JSON value of the text it was read from.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    Text(String),
    Array(Vec<Json<'a>>),
    /// Members in the order of the text; of equal names the last counts.
    Object(Vec<(String, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// The JSON value that is all of `text`. `what` names the type in errors.
    pub(super) fn parse(what: &'static str, text: &'a str) -> Result<Self> {
        let mut reader = Reader { what, text, at: 0 };
        reader.spaces();
        let value = reader.value(0)?;
        if reader.at == text.len() { Ok(value) } else { reader.fail("the end") }
    }

    /// The member of an object with this name.
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// What kind of value it is, in words.
    pub(super) fn kind(&self) -> String {
        match self {
            Self::Null => "null".to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Number(value) => (*value).to_string(),
            Self::Text(value) => format!("{:?}", value.chars().take(20).collect::<String>()),
            Self::Array(items) => format!("an array of {}", items.len()),
            Self::Object(_) => "an object".to_string(),
        }
    }
}

struct Reader<'a> {
    what: &'static str,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fail<T>(&self, expected: &str) -> Result<T> {
        let offset = self.text[..self.at].chars().count();
        let found = match self.rest().is_empty() {
            true => "the end".to_string(),
            false => format!("{:?}", self.rest().chars().take(20).collect::<String>()),
        };
        Err(Error::Text { what: self.what, offset, expected: expected.to_string(), found })
    }

    fn spaces(&mut self) {
        let left = self.rest().trim_start_matches([' ', '\t', '\n', '\r']);
        self.at = self.text.len() - left.len();
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
            self.spaces();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json<'a>> {
        if depth > MAX_DEPTH {
            return self.fail("values nested at most 128 deep");
        }
        match self.rest().bytes().next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.accept("true") => Ok(Json::Bool(true)),
            _ if self.accept("false") => Ok(Json::Bool(false)),
            _ if self.accept("null") => Ok(Json::Null),
            _ => self.fail("a JSON value"),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json<'a>> {
        let mut members = Vec::new();
        self.accept("{");
        if self.accept("}") {
            return Ok(Json::Object(members));
        }
        loop {
            let name = self.string()?;
            if !self.accept(":") {
                return self.fail("':'");
            }
            members.push((name, self.value(depth + 1)?));
            if self.accept("}") {
                return Ok(Json::Object(members));
            }
            if !self.accept(",") {
                return self.fail("',' or '}'");
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json<'a>> {
        let mut items = Vec::new();
        self.accept("[");
        if self.accept("]") {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.accept("]") {
                return Ok(Json::Array(items));
            }
            if !self.accept(",") {
                return self.fail("',' or ']'");
            }
        }
    }

    fn number(&mut self) -> Result<Json<'a>> {
        let length =
            self.rest().bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')).count();
        let token = &self.rest()[..length];
        if token.parse::<f64>().is_err() {
            return self.fail("a number");
        }
        self.at += length;
        self.spaces();
        Ok(Json::Number(token))
    }

    fn string(&mut self) -> Result<String> {
        if !self.rest().starts_with('"') {
            return self.fail("a string");
        }
        self.at += 1;
        let mut value = String::new();
        loop {
            let plain = self.rest().find(['"', '\\']).unwrap_or(self.rest().len());
            value.push_str(&self.rest()[..plain]);
            self.at += plain;
            if self.accept("\"") {
                return Ok(value);
            }
            if self.rest().is_empty() {
                return self.fail("the closing quote of a string");
            }
            value.push(self.escape()?);
        }
    }

    /// The character of an escape sequence.
    fn escape(&mut self) -> Result<char> {
        let simple = match self.rest().as_bytes().get(1) {
            Some(b'u') => return self.unicode(),
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(*c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return self.fail("an escape sequence of JSON"),
        };
        self.at += 2;
        Ok(simple)
    }

    /// `\uXXXX`, or two of them that are a surrogate pair.
    fn unicode(&mut self) -> Result<char> {
        let unit = |text: &str| {
            let digits = text.strip_prefix("\\u")?.get(..4)?;
            digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
        };
        let Some(first) = unit(self.rest()) else { return self.fail("four hexadecimal digits after \\u") };
        let second = self.rest().get(6..).and_then(unit);
        let pair =
            second.and_then(|second| char::decode_utf16([first, second]).next()?.ok().filter(|c| c.len_utf16() == 2));
        match char::from_u32(u32::from(first)).or(pair) {
            Some(c) => {
                self.at += 6 * c.len_utf16();
                Ok(c)
            }
            None => self.fail("a surrogate pair"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn json_is_read_as_serde_json_reads_it() {
        fn same(a: &Json<'_>, b: &serde_json::Value) -> bool {
            match (a, b) {
                (Json::Null, serde_json::Value::Null) => true,
                (Json::Bool(a), serde_json::Value::Bool(b)) => a == b,
                (Json::Number(a), serde_json::Value::Number(b)) => a.parse::<f64>().ok() == b.as_f64(),
                (Json::Text(a), serde_json::Value::String(b)) => a == b,
                (Json::Array(a), serde_json::Value::Array(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
                }
                (Json::Object(a), serde_json::Value::Object(b)) => {
                    a.len() == b.len() && a.iter().all(|(n, v)| b.get(n).is_some_and(|b| same(v, b)))
                }
                _ => false,
            }
        }
        let text = r#" { "a" : [1, -2.5e3, 0.1, true, false, null, [], {}], "é\n\u00e9\ud83d\ude00\/": "x\"y\\" } "#;
        assert!(same(&Json::parse("json", text).unwrap(), &serde_json::from_str(text).unwrap()));
    }

    #[rstest]
    #[case("")]
    #[case("{")]
    #[case("[1,]")]
    #[case("{\"a\" 1}")]
    #[case("{a:1}")]
    #[case("[1 2]")]
    #[case("\"open")]
    #[case("\"\\x\"")]
    #[case("\"\\ud83d\"")]
    #[case("\"\\u12\"")]
    #[case("\"\\u+123\"")]
    #[case("1.2.3")]
    #[case("tru")]
    #[case("{} {}")]
    fn bad_json_is_refused(#[case] text: &str) {
        assert!(Json::parse("json", text).is_err());
    }

    #[test]
    fn nesting_stops_at_the_limit() {
        assert!(Json::parse("json", &"[".repeat(1_000_000)).unwrap_err().to_string().contains("nested"));
    }
}
