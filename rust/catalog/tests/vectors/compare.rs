//! Whether an answer is the expected one, within the vector's tolerance.

use catalog::{Interval, Timestamptz, Value};
use serde_json::Value as Json;
use temporal::boxes::{NumSpan, STBox, TBox};
use temporal::point::{Point, TPoint};
use temporal::span::Span;
use temporal::temporal::Temporal;

use crate::{geometries, meos_wkb, text};

/// How far an answer may lie from the expected one.
pub struct Tolerance {
    /// Of a number, relative; absolute below 1.
    pub relative: f64,
    /// Of a time, in microseconds.
    pub time_us: i64,
    /// Whether geometries are compared as point sets.
    pub topological: bool,
}

type Verdict = Result<(), String>;

impl Tolerance {
    /// Whether the number agrees.
    pub fn number(&self, got: f64, want: f64) -> bool {
        got == want
            || (got.is_nan() && want.is_nan())
            || (want.is_finite() && (got - want).abs() <= self.relative * want.abs().max(1.0))
    }

    /// Whether the position agrees.
    pub fn point(&self, got: &Point, want: &Point) -> bool {
        self.number(got.x, want.x) && self.number(got.y, want.y) && self.number(got.z, want.z)
    }

    fn time(&self, got: i64, want: i64) -> bool {
        got.abs_diff(want) <= self.time_us.unsigned_abs()
    }

    fn span<T: Copy>(&self, got: &Span<T>, want: &Span<T>, same: impl Fn(T, T) -> bool) -> bool {
        same(got.lower, want.lower)
            && same(got.upper, want.upper)
            && got.lower_inc == want.lower_inc
            && got.upper_inc == want.upper_inc
    }

    fn times(&self, got: Option<&Span<i64>>, want: Option<&Span<i64>>) -> bool {
        match (got, want) {
            (Some(got), Some(want)) => self.span(got, want, |a, b| self.time(a, b)),
            (got, want) => got.is_none() && want.is_none(),
        }
    }

    fn stbox(&self, got: &STBox, want: &STBox) -> bool {
        let space = match (&got.space, &want.space) {
            (Some(got), Some(want)) => {
                got.has_z == want.has_z && self.point(&got.min, &want.min) && self.point(&got.max, &want.max)
            }
            (got, want) => got.is_none() && want.is_none(),
        };
        space
            && got.srid == want.srid
            && got.geodetic == want.geodetic
            && self.times(got.time.as_ref(), want.time.as_ref())
    }

    fn tbox(&self, got: &TBox, want: &TBox) -> bool {
        let value = match (&got.value, &want.value) {
            (Some(NumSpan::Float(got)), Some(NumSpan::Float(want))) => self.span(got, want, |a, b| self.number(a, b)),
            (Some(NumSpan::Int(got)), Some(NumSpan::Int(want))) => got == want,
            (got, want) => got.is_none() && want.is_none(),
        };
        value && self.times(got.time.as_ref(), want.time.as_ref())
    }

    fn temporal<V>(&self, got: &Temporal<V>, want: &Temporal<V>, same: impl Fn(&V, &V) -> bool) -> bool {
        got.subtype == want.subtype
            && got.interp == want.interp
            && got.pieces == want.pieces
            && got.times.len() == want.times.len()
            && got.times.iter().zip(&want.times).all(|(a, b)| self.time(*a, *b))
            && got.values.iter().zip(&want.values).all(|(a, b)| same(a, b))
    }

    fn tpoint(&self, got: &TPoint, want: &TPoint) -> bool {
        (got.srid, got.geodetic, got.has_z) == (want.srid, want.geodetic, want.has_z)
            && self.temporal(&got.track, &want.track, |a, b| self.point(a, b))
    }

    fn value(&self, got: &Value, want: &Value) -> bool {
        match (got, want) {
            (Value::Tpoint(got), Value::Tpoint(want)) => self.tpoint(got, want),
            (Value::Tfloat(got), Value::Tfloat(want)) => self.temporal(got, want, |a, b| self.number(*a, *b)),
            (Value::Tint(got), Value::Tint(want)) => self.temporal(got, want, i32::eq),
            (Value::Tbool(got), Value::Tbool(want)) => self.temporal(got, want, bool::eq),
            (Value::Ttext(got), Value::Ttext(want)) => self.temporal(got, want, String::eq),
            (Value::Stbox(got), Value::Stbox(want)) => self.stbox(got, want),
            (Value::Tbox(got), Value::Tbox(want)) => self.tbox(got, want),
            (Value::Tstzspan(got), Value::Tstzspan(want)) => self.times(Some(got), Some(want)),
            (Value::Floatspan(got), Value::Floatspan(want)) => self.span(got, want, |a, b| self.number(a, b)),
            (Value::Tstzspanset(got), Value::Tstzspanset(want)) => {
                got.len() == want.len() && got.iter().zip(want).all(|(a, b)| self.times(Some(a), Some(b)))
            }
            (Value::Tstzset(got), Value::Tstzset(want)) => {
                got.0.len() == want.0.len() && got.0.iter().zip(&want.0).all(|(a, b)| self.time(*a, *b))
            }
            (Value::Array(got), Value::Array(want)) => {
                got.len() == want.len() && got.iter().zip(want).all(|(a, b)| self.value(a, b))
            }
            (got, want) => got == want,
        }
    }
}

/// `Ok` where the answer is the expected one; otherwise what was got.
pub fn agrees(got: &Result<Value, String>, expect: &Json, tolerance: &Tolerance) -> Verdict {
    match (got, expect["error"] == Json::Bool(true)) {
        (Err(reason), true) if reason.starts_with("panic: ") => Err(reason.clone()),
        (Err(_), true) => Ok(()),
        (Ok(value), true) => Err(format!("expected an error ({}), got {value:?}", expect["message"])),
        (Err(reason), false) => Err(format!("expected {}, got the error: {reason}", brief(expect))),
        (Ok(value), false) => value_agrees(value, expect, tolerance),
    }
}

fn brief(expect: &Json) -> String {
    expect.get("text").unwrap_or(expect).to_string()
}

fn value_agrees(got: &Value, expect: &Json, tolerance: &Tolerance) -> Verdict {
    let same = match expect {
        Json::Null => *got == Value::Null,
        Json::Bool(want) => *got == Value::Boolean(*want),
        Json::Number(want) => want.as_f64().is_some_and(|want| plain_number(got, want, tolerance)),
        Json::String(want) => match got {
            Value::Text(got) => got == want,
            Value::Double(got) => want.parse().is_ok_and(|want| tolerance.number(*got, want)),
            _ => false,
        },
        Json::Object(_) => object_agrees(got, expect, tolerance)?,
        Json::Array(fields) => match got {
            Value::Record(got) if got.len() == fields.len() => {
                return got.iter().zip(fields).try_for_each(|(got, want)| value_agrees(got, want, tolerance));
            }
            _ => false,
        },
    };
    if same { Ok(()) } else { Err(format!("expected {}, got {got:?}", brief(expect))) }
}

fn plain_number(got: &Value, want: f64, tolerance: &Tolerance) -> bool {
    match got {
        Value::Double(got) => tolerance.number(*got, want),
        Value::Int(got) => f64::from(*got) == want,
        Value::BigInt(got) => *got as f64 == want,
        _ => false,
    }
}

fn object_agrees(got: &Value, expect: &Json, tolerance: &Tolerance) -> Result<bool, String> {
    let field = |name: &str| expect[name].as_str().unwrap_or_default();
    Ok(match (field("type"), got) {
        ("timestamptz", Value::Timestamptz(Timestamptz(got))) => tolerance.time(*got, text::time(field("text"))?),
        ("interval", Value::Interval(Interval(got))) => {
            let part = |name: &str| expect[name].as_i64().unwrap_or_default();
            part("months") == 0 && *got == part("days") * 86_400_000_000 + part("usecs")
        }
        ("geo", Value::Geometry(got)) => {
            let want = meos_wkb::read_geometry(field("hexewkb"))?;
            geometries::agree(got, &want, tolerance)
        }
        ("array", got) => return array_agrees(got, expect, tolerance).map(|()| true),
        ("timestamptz" | "interval" | "geo", _) => false,
        (kind, got) => tolerance.value(got, &meos_wkb::read(kind, field("hexwkb"))?),
    })
}

/// Where the tiles of a split stand, in the order of the fields of its records.
const BINS: [&str; 3] = ["value_bins", "space_bins", "time_bins"];

fn array_agrees(got: &Value, expect: &Json, tolerance: &Tolerance) -> Verdict {
    let items = expect["items"].as_array().ok_or("no items")?;
    let got: Vec<Value> = match got {
        Value::Array(values) => values.clone(),
        Value::Doubles(values) => values.iter().map(|v| Value::Double(*v)).collect(),
        Value::Times(catalog::Times(times)) | Value::Tstzset(catalog::Tstzset(times)) => {
            times.iter().map(|t| Value::Timestamptz(Timestamptz(*t))).collect()
        }
        Value::Tstzspanset(spans) => spans.iter().map(|s| Value::Tstzspan(*s)).collect(),
        other => return Err(format!("expected an array, got {other:?}")),
    };
    if got.len() != items.len() {
        return Err(format!("expected {} elements, got {}: {got:?}", items.len(), got.len()));
    }
    let bins: Vec<&Vec<Json>> = BINS.iter().filter_map(|name| expect[name].as_array()).collect();
    for (number, (got, want)) in got.iter().zip(items).enumerate() {
        match got {
            // The answer of a split: where the piece lies, then the piece.
            Value::Record(_) if !bins.is_empty() => {
                let want: Vec<Json> = bins.iter().map(|bins| bins[number].clone()).chain([want.clone()]).collect();
                value_agrees(got, &Json::Array(want), tolerance)
            }
            _ => value_agrees(got, want, tolerance),
        }
        .map_err(|reason| format!("element {}: {reason}", number + 1))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{Tolerance, Value, agrees, text};
    use crate::{corpus, meos_wkb};

    const EXACT: Tolerance = Tolerance { relative: 0.0, time_us: 0, topological: false };

    /// The expected value itself, where it has a form of its own; the types of split functions have none yet.
    fn itself(expect: &Json) -> Option<Result<Value, String>> {
        let field = |name: &str| expect[name].as_str().unwrap_or_default();
        Some(match field("type") {
            "" | "array" => return None,
            "timestamptz" => text::time(field("text")).map(|t| Value::Timestamptz(catalog::Timestamptz(t))),
            "interval" => return None,
            "geo" => meos_wkb::read_geometry(field("hexewkb")).map(Value::Geometry),
            kind => meos_wkb::read(kind, field("hexwkb")),
        })
    }

    #[test]
    fn every_expected_value_is_read_and_agrees_with_itself_only() {
        let families = corpus::read(&corpus::own_directory());
        let expected: Vec<&Json> = families.iter().flat_map(|f| &f.vectors).filter_map(|v| v.expect.as_ref()).collect();
        let values: Vec<(&Json, Value)> =
            expected.iter().filter_map(|e| itself(e).map(|value| (*e, value.unwrap()))).collect();
        assert!(values.len() > 3000, "{}", values.len());
        for pair in values.windows(2) {
            let [(expect, value), (other, _)] = pair else { unreachable!() };
            assert_eq!(agrees(&Ok(value.clone()), expect, &EXACT), Ok(()));
            let bytes = |e: &Json| (e["type"].clone(), e["hexwkb"].clone(), e["hexewkb"].clone(), e["text"].clone());
            assert_eq!(
                agrees(&Ok(value.clone()), other, &EXACT).is_ok(),
                bytes(expect) == bytes(other),
                "{expect} {other}"
            );
        }
    }

    #[test]
    fn tolerance_is_relative_above_one_and_absolute_below() {
        let loose = Tolerance { relative: 1e-3, ..EXACT };
        for (got, want, same) in [
            (1000.9, 1000.0, true),
            (1001.1, 1000.0, false),
            (0.0009, 0.0, true),
            (0.0011, 0.0, false),
            (f64::INFINITY, f64::INFINITY, true),
            (f64::INFINITY, 1e300, false),
            (f64::NAN, f64::NAN, true),
            (f64::NAN, 0.0, false),
        ] {
            assert_eq!(loose.number(got, want), same, "{got} {want}");
        }
    }

    #[test]
    fn null_error_and_value_are_told_apart() {
        let error = json!({"error": true, "code": 1, "message": ""});
        assert!(agrees(&Err("no".to_owned()), &error, &EXACT).is_ok());
        assert!(agrees(&Ok(Value::Null), &error, &EXACT).is_err());
        assert!(agrees(&Err("no".to_owned()), &Json::Null, &EXACT).is_err());
        assert!(agrees(&Ok(Value::Null), &Json::Null, &EXACT).is_ok());
        assert!(agrees(&Ok(Value::Double(1.0)), &Json::Bool(true), &EXACT).is_err());
    }
}
