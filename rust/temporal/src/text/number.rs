//! Numbers as liblwgeom writes them: the shortest digits that read back as the same number (Zverovich, "Żmij"), then at
//! most so many decimals, half to even; with an exponent below 1e-8 and from 1e15 on.

use crate::error::{Error, Result};

/// Decimals where none are asked for.
pub const DEFAULT_DIGITS: usize = 15;

/// A number of decimals from SQL.
///
/// # Errors
/// For a negative one.
pub fn max_digits(digits: i32) -> Result<usize> {
    usize::try_from(digits).map_err(|_| Error::Argument {
        argument: "maximum of decimal digits",
        expected: "0 or more",
        found: digits.to_string(),
    })
}

/// Numbers that [`zmij`] writes without an exponent, and so do we.
const PLAIN: std::ops::Range<f64> = 1e-4..1e15;

/// A number as text with at most `digits` decimals; `NaN`, `Infinity` and `-Infinity` for what has no digits.
pub fn format_number(value: f64, digits: usize) -> String {
    let mut text = String::with_capacity(24);
    push_number(&mut text, value, digits);
    text
}

/// Appends a number with at most `digits` decimals.
pub(crate) fn push_number(text: &mut String, value: f64, digits: usize) {
    let magnitude = value.abs();
    if !value.is_finite() {
        text.push_str(match (value.is_nan(), value > 0.0) {
            (true, _) => "NaN",
            (_, true) => "Infinity",
            _ => "-Infinity",
        });
        return;
    }
    if magnitude == 0.0 {
        text.push('0');
        return;
    }
    let mut buffer = zmij::Buffer::new();
    let shortest = buffer.format_finite(value);
    if PLAIN.contains(&magnitude) && push_plain(text, shortest, digits) {
        return;
    }
    let (number, places) = digits_of(shortest);
    if magnitude <= 1e-8 || magnitude >= 1e15 {
        // One digit before the point, and the exponent says where it belongs.
        let length = number.checked_ilog10().unwrap_or(0) as i32;
        push_fixed(text, value < 0.0, number, length, digits);
        text.push_str(&format!("e{:+}", length - places));
    } else {
        push_fixed(text, value < 0.0, number, places, digits);
    }
}

/// Appends a number that is written without an exponent, unless it has more than `digits` decimals.
fn push_plain(text: &mut String, number: &str, digits: usize) -> bool {
    let whole = number.strip_suffix(".0").unwrap_or(number);
    // A short one need not be searched.
    let fits = whole.len() <= digits || decimals(whole) <= digits;
    if fits {
        text.push_str(whole);
    }
    fits
}

/// How many digits stand behind the point.
fn decimals(number: &str) -> usize {
    number.bytes().position(|b| b == b'.').map_or(0, |point| number.len() - point - 1)
}

/// The digits of a number as a whole number, and how many of them are decimals (negative: zeros follow). The sign is left.
fn digits_of(number: &str) -> (u64, i32) {
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, "0"));
    let mantissa = mantissa.strip_suffix(".0").unwrap_or(mantissa);
    let decimals = decimals(mantissa);
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).fold(0, |n, b| n * 10 + u64::from(b - b'0'));
    (digits, decimals as i32 - exponent.parse::<i32>().unwrap_or(0))
}

/// Appends `number / 10^places`, rounded to `digits` decimals.
fn push_fixed(text: &mut String, negative: bool, mut number: u64, mut places: i32, digits: usize) {
    let kept = i32::try_from(digits).unwrap_or(i32::MAX);
    if places > kept {
        // More than the 17 digits of any double: all are dropped.
        let divisor = 10_u64.checked_pow((places - kept).unsigned_abs()).unwrap_or(u64::MAX);
        let (quotient, remainder) = (number / divisor, number % divisor);
        let half = divisor / 2;
        number = quotient + u64::from(remainder > half || (remainder == half && quotient % 2 == 1));
        places = kept;
    }
    while places > 0 && number.is_multiple_of(10) {
        (number, places) = (number / 10, places - 1);
    }
    if negative && number != 0 {
        text.push('-');
    }
    let shown = number.to_string();
    if places <= 0 {
        text.push_str(&shown);
        text.extend(std::iter::repeat_n('0', places.unsigned_abs() as usize));
        return;
    }
    let places = places.unsigned_abs() as usize;
    let whole = shown.len().saturating_sub(places);
    text.push_str(if whole == 0 { "0" } else { &shown[..whole] });
    text.push('.');
    text.extend(std::iter::repeat_n('0', places - (shown.len() - whole)));
    text.push_str(&shown[whole..]);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    proptest! {
        #[test]
        fn plain_numbers_have_no_exponent(value in prop_oneof![PLAIN, 1e-4..1.0, 1.0..1e6, Just(1e-4), Just(999999999999999.9)]) {
            let mut buffer = zmij::Buffer::new();
            let text = buffer.format_finite(value);
            prop_assert!(!text.contains('e'), "{text}");
            prop_assert_eq!(text.parse::<f64>(), Ok(value));
        }
    }

    #[rstest]
    #[case(1.5, 0, "2")]
    #[case(2.5, 0, "2")]
    #[case(-0.4, 0, "0")]
    #[case(0.5, 0, "0")]
    #[case(9.96, 1, "10")]
    #[case(100.0, 3, "100")]
    #[case(-123.0001, 15, "-123.0001")]
    #[case(0.1 + 0.2, 15, "0.3")]
    #[case(std::f64::consts::PI, 6, "3.141593")]
    #[case(1e10, 15, "10000000000")]
    #[case(1e-10, 0, "1e-10")]
    #[case(1e-8, 15, "1e-8")]
    #[case(2e-8, 15, "0.00000002")]
    #[case(2e-8, 6, "0")]
    #[case(999999999999999.9, 25, "999999999999999.9")]
    #[case(1e15, 15, "1e+15")]
    #[case(123456789012345680.0, 0, "1e+17")]
    #[case(123456789012345680.0, 2, "1.23e+17")]
    #[case(1e300, 6, "1e+300")]
    #[case(5e-324, 15, "5e-324")]
    #[case(-0.0, 15, "0")]
    #[case(f64::NAN, 15, "NaN")]
    #[case(f64::NEG_INFINITY, 15, "-Infinity")]
    fn number_is_written_as_liblwgeom_does(#[case] value: f64, #[case] digits: usize, #[case] text: &str) {
        assert_eq!(format_number(value, digits), text);
    }

    #[test]
    fn all_digits_read_back_as_the_same_number() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(state);
            if value.is_finite() {
                assert_eq!(format_number(value, 400).parse::<f64>().unwrap(), value);
            }
        }
    }

    #[test]
    fn negative_digits_are_refused() {
        assert!(max_digits(-1).is_err());
        assert_eq!(max_digits(6), Ok(6));
    }
}
