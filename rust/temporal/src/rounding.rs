//! Rounding of numbers to decimals.

use crate::error::{Error, Result};

// A double has no more than 17 significant decimal digits: rounding to more decimals changes nothing.
const MOST_DIGITS: i32 = 15;

/// A number rounded to `digits` decimals, half away from zero; -0.0 becomes 0.0.
///
/// # Errors
/// Where `digits` is negative.
pub fn round_number(value: f64, digits: i32) -> Result<f64> {
    if digits < 0 {
        let found = digits.to_string();
        return Err(Error::Argument { argument: "number of decimals", expected: "0 or more", found });
    }
    if digits > MOST_DIGITS {
        return Ok(value);
    }
    let power = 10f64.powi(digits);
    let scaled = value * power;
    Ok(if scaled.is_finite() { scaled.round() / power + 0.0 } else { value })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn rounding_is_half_away_from_zero() {
        let cases = [(2.5, 0, 3.0), (-2.5, 0, -3.0), (0.125, 2, 0.13), (1e300, 15, 1e300), (-0.2, 0, 0.0)];
        for (value, digits, want) in cases {
            assert_eq!(round_number(value, digits).unwrap().to_bits(), f64::to_bits(want));
        }
        assert!(round_number(1.0, -1).is_err());
    }
}
