//! Arguments of a vector as the catalog's values.

use catalog::{Interval, Param, Timestamptz, Tstzset, Type, Value};
use serde_json::Value as Json;
use temporal::boxes::{NumSpan, TBox};

use crate::call::parse_literal;
use crate::meos::{Route, Routes, Slot};
use crate::{meos_wkb, text, wkt};

/// An argument for a parameter.
pub enum Argument {
    /// The value, and whether its type had to be widened.
    Fits(Value, bool),
    /// Text that our own reader refuses: the call as a whole is an error.
    Refused(String),
    /// Not of the parameter's type.
    Misfits,
}

use Argument::{Fits, Misfits, Refused};

/// The arguments of a call, in the order of the parameters, and how many of them were widened.
pub enum Arguments {
    /// As the kernel takes them.
    Fit(Vec<Value>, usize),
    /// One of them is an error already.
    Refused(String),
    /// The entry is another overload.
    Misfit,
}

/// The arguments for the entry of `route`.
pub fn arguments(route: &Route, args: &[Json], routes: &Routes) -> Arguments {
    let params = route.entry.params;
    let open = params.len() - usize::from(route.entry.session_zone);
    let slots = route.slots.clone().unwrap_or_else(|| (0..args.len()).map(Slot::Param).collect());
    if slots.len() != args.len() {
        return Arguments::Misfit;
    }
    let mut values: Vec<Option<Value>> = vec![None; params.len()];
    let mut widened = 0;
    for (slot, arg) in slots.iter().zip(args) {
        match slot {
            Slot::Any => {}
            Slot::Constant(word) => {
                if !is_constant(arg, word) {
                    return Arguments::Misfit;
                }
            }
            Slot::Param(index) if *index >= open => return Arguments::Misfit,
            Slot::Param(index) => match argument(arg, route, *index, routes) {
                Fits(value, wide) => {
                    values[*index] = Some(value);
                    widened += usize::from(wide);
                }
                Refused(reason) => return Arguments::Refused(reason),
                Misfits => return Arguments::Misfit,
            },
        }
    }
    for (index, text) in &route.fixed {
        values[*index] = literal(&params[*index], text);
    }
    if route.entry.session_zone {
        values[open] = Some(Value::Text("UTC".to_owned()));
    }
    let filled = values.into_iter().zip(params).map(|(value, param)| value.or_else(|| default_value(param)));
    match filled.collect::<Option<Vec<Value>>>() {
        Some(values) => Arguments::Fit(values, widened),
        None => Arguments::Misfit,
    }
}

fn is_constant(arg: &Json, word: &str) -> bool {
    match (arg["type"].as_str(), &arg["value"]) {
        (Some("null"), _) => word == "null",
        (Some("cstring" | "text"), _) => arg["text"] == *word,
        (_, Json::Bool(value)) => word == value.to_string(),
        (_, number) => number.as_f64().is_some_and(|n| word.parse() == Ok(n)),
    }
}

fn argument(arg: &Json, route: &Route, index: usize, routes: &Routes) -> Argument {
    let param = &route.entry.params[index];
    let collected = matches!(route.entry.kind, catalog::Kind::Aggregate(count) if index < count);
    let kind = arg["type"].as_str().unwrap_or_default();
    match (kind, &param.ty) {
        ("null", _) => Fits(default_value(param).unwrap_or(Value::Null), false),
        ("array", of) if collected => array(&arg["items"], of, routes),
        ("array", Type::Array(of)) => array(&arg["items"], of, routes),
        (_, _) if collected => Misfits,
        (_, ty) => scalar(arg, kind, ty, routes),
    }
}

fn array(items: &Json, of: &Type, routes: &Routes) -> Argument {
    let mut values = Vec::new();
    for item in items.as_array().unwrap_or(&Vec::new()) {
        match scalar(item, item["type"].as_str().unwrap_or_default(), of, routes) {
            Fits(value, false) => values.push(value),
            Fits(_, true) => return Misfits,
            other => return other,
        }
    }
    Fits(collect(of, values), false)
}

/// The ARRAY of these elements of type `of`; numbers and times lie in columns.
pub fn collect(of: &Type, values: Vec<Value>) -> Value {
    match of {
        Type::Double => Value::Doubles(
            values.iter().filter_map(|v| if let Value::Double(d) = v { Some(*d) } else { None }).collect(),
        ),
        Type::Timestamptz => Value::Times(catalog::Times(
            values.iter().filter_map(|v| if let Value::Timestamptz(t) = v { Some(t.0) } else { None }).collect(),
        )),
        _ => Value::Array(values),
    }
}

/// The argument for a parameter of this type.
pub fn scalar(arg: &Json, kind: &str, ty: &Type, routes: &Routes) -> Argument {
    if arg.get("hexwkb").is_some() {
        return binary(arg, kind, ty);
    }
    let written = arg["text"].as_str().unwrap_or_default();
    let fits = |value: Result<Value, String>| match value {
        Ok(value) => Fits(value, false),
        Err(reason) => panic!("unreadable argument {arg}: {reason}"),
    };
    match (kind, ty) {
        ("bool", Type::Boolean) => fits(arg["value"].as_bool().map(Value::Boolean).ok_or("no value".to_owned())),
        ("float", Type::Double) => fits(number(&arg["value"]).map(Value::Double)),
        ("int", Type::Int) => fits(int(&arg["value"]).map(Value::Int)),
        ("int", Type::BigInt) => int(&arg["value"]).map_or(Misfits, |n| Fits(Value::BigInt(n.into()), true)),
        ("int", Type::Double) => number(&arg["value"]).map_or(Misfits, |n| Fits(Value::Double(n), true)),
        ("cstring" | "text" | "interp", Type::Text) => Fits(Value::Text(written.to_owned()), false),
        ("geometry", Type::Geometry) => {
            fits(wkt::read(arg["wkt"].as_str().unwrap_or_default(), false).map(Value::Geometry))
        }
        ("geography", Type::Geometry) => {
            fits(wkt::read(arg["wkt"].as_str().unwrap_or_default(), true).map(Value::Geometry))
        }
        ("timestamptz", Type::Timestamptz) => fits(text::time(written).map(|t| Value::Timestamptz(Timestamptz(t)))),
        // A month has no fixed length: the vector asks for what an INTERVAL DAY TO SECOND cannot say.
        ("interval", Type::Interval) => {
            text::interval(written).map_or(Misfits, |us| Fits(Value::Interval(Interval(us)), false))
        }
        ("tstzspan", Type::Tstzspan) => fits(text::span(written, text::time).map(Value::Tstzspan)),
        ("tstzspanset", Type::Tstzspanset) => fits(text::span_set(written, text::time).map(Value::Tstzspanset)),
        ("tstzset", Type::Tstzset) => fits(text::set(written, text::time).map(|t| Value::Tstzset(Tstzset(t)))),
        ("floatspan", Type::Floatspan) => fits(text::span(written, text::float).map(Value::Floatspan)),
        ("intspan", Type::Intspan) => fits(text::int_span(written).map(Value::Intspan)),
        ("floatset", Type::Array(Type::Double)) => fits(text::set(written, text::float).map(Value::Doubles)),
        ("intset", Type::Array(Type::Int)) => {
            fits(text::set(written, |t| text::int(t).map(Value::Int)).map(Value::Array))
        }
        ("floatspanset", Type::Array(Type::Floatspan)) => fits(
            text::span_set(written, text::float).map(|s| Value::Array(s.into_iter().map(Value::Floatspan).collect())),
        ),
        ("intspanset", Type::Array(Type::Intspan)) => {
            fits(text::int_span_set(written).map(|s| Value::Array(s.into_iter().map(Value::Intspan).collect())))
        }
        ("geomset", Type::Array(Type::Geometry)) => {
            fits(wkt::read_set(written).map(|set| Value::Array(set.into_iter().map(Value::Geometry).collect())))
        }
        (kind, ty) if ty.name() == kind => match parse_literal(kind, written, routes) {
            Some(Ok(value)) => Fits(value, false),
            Some(Err(reason)) => Refused(reason),
            None => Misfits,
        },
        _ => Misfits,
    }
}

fn binary(arg: &Json, kind: &str, ty: &Type) -> Argument {
    let value = meos_wkb::read(kind, arg["hexwkb"].as_str().unwrap_or_default())
        .unwrap_or_else(|reason| panic!("unreadable argument {arg}: {reason}"));
    let fits = match (&value, ty) {
        (Value::Tbox(TBox { value: Some(NumSpan::Int(_)), .. }), ty) => *ty == Type::TboxInt,
        (Value::Tbox(TBox { value: None, .. }), ty) => matches!(ty, Type::TboxInt | Type::TboxFloat),
        (_, ty) => ty.name() == kind,
    };
    if fits { Fits(value, false) } else { Misfits }
}

fn number(value: &Json) -> Result<f64, String> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).ok_or_else(|| format!("no number: {value}"))
}

fn int(value: &Json) -> Result<i32, String> {
    value.as_i64().and_then(|n| i32::try_from(n).ok()).ok_or_else(|| format!("no int: {value}"))
}

/// The value of an argument left out; `None` where the parameter has no default that is a plain literal.
fn default_value(param: &Param) -> Option<Value> {
    literal(param, param.default?)
}

/// The value that a literal gives a parameter; `None` where it is not a plain one.
fn literal(param: &Param, literal: &str) -> Option<Value> {
    if literal.eq_ignore_ascii_case("null") || literal.starts_with("CAST(NULL") {
        return Some(Value::Null);
    }
    match param.ty {
        Type::Boolean => literal.parse().ok().map(Value::Boolean),
        Type::Int => literal.parse().ok().map(Value::Int),
        Type::BigInt => literal.trim_end_matches('L').parse().ok().map(Value::BigInt),
        Type::Double => literal.trim_end_matches('D').parse().ok().map(Value::Double),
        Type::Text => Some(Value::Text(literal.trim_matches('\'').to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Argument, Type, scalar};
    use crate::corpus;
    use crate::meos::Routes;

    #[test]
    fn every_argument_of_the_vectors_is_read_as_its_own_type() {
        const ALSO: [Type; 5] = [
            Type::Array(&Type::Double),
            Type::Array(&Type::Int),
            Type::Array(&Type::Geometry),
            Type::Array(&Type::Floatspan),
            Type::Array(&Type::Intspan),
        ];
        let routes = Routes::of_catalog();
        let families = corpus::read(&corpus::own_directory());
        let args: Vec<_> = families.iter().flat_map(|f| &f.vectors).flat_map(|v| &v.args).collect();
        assert!(args.len() > 10_000, "{}", args.len());
        for arg in args {
            let kind = arg["type"].as_str().unwrap_or_default();
            let literal = arg.get("hexwkb").is_none() && matches!(kind, "tgeompoint" | "tbool");
            let month = kind == "interval" && arg["text"].as_str().unwrap_or_default().contains("month");
            let taken =
                Type::ALL.iter().chain(&ALSO).filter(|ty| matches!(scalar(arg, kind, ty, &routes), Argument::Fits(..)));
            assert!(literal || month || matches!(kind, "array" | "null") || taken.count() > 0, "{arg}");
        }
    }
}
