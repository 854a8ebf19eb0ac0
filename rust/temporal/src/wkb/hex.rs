//! Bytes as hexadecimal text.

use crate::error::{Error, Result};

/// Two upper-case digits a byte.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    bytes.iter().flat_map(|b| [b >> 4, b & 15]).map(|d| char::from(DIGITS[usize::from(d)])).collect()
}

/// The bytes of hexadecimal text in either case. `what` names the type in errors.
///
/// # Errors
/// For a character that is no digit and for an odd number of digits.
pub fn from_hex(what: &'static str, text: &str) -> Result<Vec<u8>> {
    let fail = |at: usize, expected: &str, found: String| {
        let offset = text.char_indices().take_while(|(i, _)| *i < at).count();
        Err(Error::Text { what, offset, expected: expected.to_string(), found })
    };
    let digit = |b: u8| char::from(b).to_digit(16);
    if let Some(at) = text.bytes().position(|b| digit(b).is_none()) {
        let found = text[at..].chars().next().map_or_else(String::new, |c| format!("{c:?}"));
        return fail(at, "a hexadecimal digit", found);
    }
    if !text.len().is_multiple_of(2) {
        return fail(text.len(), "an even number of hexadecimal digits", text.len().to_string());
    }
    Ok(text
        .as_bytes()
        .chunks_exact(2)
        .map(|p| p.iter().fold(0, |v, b| (v << 4) | digit(*b).unwrap_or(0) as u8))
        .collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn hex_goes_both_ways_in_either_case() {
        let bytes: Vec<u8> = (0..=255).collect();
        let text = to_hex(&bytes);
        assert!(text.ends_with("FDFEFF"));
        assert_eq!(from_hex("value", &text).unwrap(), bytes);
        assert_eq!(from_hex("value", &text.to_lowercase()).unwrap(), bytes);
    }

    #[test]
    fn hex_names_the_bad_character() {
        assert!(from_hex("value", "0é").unwrap_err().to_string().contains("character 1"));
        assert!(from_hex("value", "012").unwrap_err().to_string().contains("even"));
    }
}
