//! Every entry is called with values of the vectors and with NULLs, and must keep what it declares: no panic, its result
//! type, no error where it throws none, no NULL where it is never NULL.

use std::collections::HashMap;

use catalog::{Entry, Kind, Param, Type, Value, entries};

use crate::arguments::{Argument, collect, scalar};
use crate::call::call;
use crate::corpus;
use crate::meos::Routes;

const CALLS: usize = 200;

/// Values of each type of parameter, taken from the vectors; what they do not have comes from a few literals.
fn pool() -> HashMap<Type, Vec<Value>> {
    let routes = Routes::of_catalog();
    let mut pool: HashMap<Type, Vec<Value>> = HashMap::new();
    for vector in corpus::read(&corpus::own_directory()).iter().flat_map(|f| &f.vectors) {
        for arg in &vector.args {
            let kind = arg["type"].as_str().unwrap_or_default();
            for ty in Type::ALL {
                if let Argument::Fits(value, _) = scalar(arg, kind, &ty, &routes) {
                    pool.entry(ty).or_default().push(value);
                }
            }
        }
    }
    let edges = [0, 1, -1, i32::MAX, i32::MIN];
    pool.entry(Type::Int).or_default().extend(edges.map(Value::Int));
    pool.entry(Type::BigInt).or_default().extend([i64::MIN, i64::MAX].map(Value::BigInt));
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MAX, f64::MIN_POSITIVE];
    pool.entry(Type::Double).or_default().extend(odd.map(Value::Double));
    let times = [i64::MIN, i64::MAX, 0].map(catalog::Timestamptz);
    pool.entry(Type::Timestamptz).or_default().extend(times.map(Value::Timestamptz));
    let intervals = [i64::MIN, i64::MAX, 0].map(catalog::Interval);
    pool.entry(Type::Interval).or_default().extend(intervals.map(Value::Interval));
    let bytes = [&[][..], &[1], &[0xff; 64], &[1, 0x2e, 0, 3, 0xff, 0xff, 0xff, 0xff]];
    pool.entry(Type::Binary).or_default().extend(bytes.map(|b| Value::Binary(b.to_vec())));
    let texts = ["", " ", "{", "POINT(1 1)@", "SRID=;", "é", "UTC", "point(1 1)@infinity"];
    pool.entry(Type::Text).or_default().extend(texts.map(|t| Value::Text(t.to_owned())));
    pool
}

/// A small generator of the same numbers in every run (Steele, Lea and Flood, SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }
}

fn pick(ty: Type, pool: &HashMap<Type, Vec<Value>>, numbers: &mut Numbers) -> Value {
    if let Type::Array(of) = ty {
        let count = numbers.below(4);
        return collect(of, (0..count).map(|_| pick(*of, pool, numbers)).collect());
    }
    let values = pool.get(&ty).unwrap_or_else(|| panic!("no values of {}", ty.name()));
    values[numbers.below(values.len())].clone()
}

fn arguments(entry: &Entry, pool: &HashMap<Type, Vec<Value>>, numbers: &mut Numbers) -> Vec<Value> {
    let value = |(index, param): (usize, &Param)| {
        let zone = entry.session_zone && index + 1 == entry.params.len();
        let collected = matches!(entry.kind, Kind::Aggregate(count) if index < count);
        match numbers.below(20) {
            _ if zone => Value::Text("Europe/Copenhagen".to_owned()),
            0 if !collected => Value::Null,
            _ if collected => {
                let count = numbers.below(6);
                collect(&param.ty, (0..count).map(|_| pick(param.ty, pool, numbers)).collect())
            }
            _ => pick(param.ty, pool, numbers),
        }
    };
    entry.params.iter().enumerate().map(value).collect()
}

fn is_of(value: &Value, ty: Type) -> bool {
    use temporal::boxes::NumSpan;
    match (value, ty) {
        (Value::Null, _) => true,
        (Value::Tpoint(point), Type::Tgeompoint) => !point.geodetic,
        (Value::Tpoint(point), Type::Tgeogpoint) => point.geodetic,
        (Value::Tbox(tbox), Type::TboxFloat) => !matches!(tbox.value, Some(NumSpan::Int(_))),
        (Value::Tbox(tbox), Type::TboxInt) => !matches!(tbox.value, Some(NumSpan::Float(_))),
        (Value::Record(values), Type::Record(of)) => {
            values.len() == of.fields.len() && values.iter().zip(of.fields).all(|(v, (_, ty))| is_of(v, *ty))
        }
        (Value::Array(values), Type::Array(of)) => values.iter().all(|v| is_of(v, *of)),
        (Value::Doubles(_), Type::Array(Type::Double)) | (Value::Times(_), Type::Array(Type::Timestamptz)) => true,
        (value, ty) => matches!(
            (value, ty),
            (Value::Boolean(_), Type::Boolean)
                | (Value::Int(_), Type::Int)
                | (Value::BigInt(_), Type::BigInt)
                | (Value::Double(_), Type::Double)
                | (Value::Text(_), Type::Text)
                | (Value::Binary(_), Type::Binary)
                | (Value::Timestamptz(_), Type::Timestamptz)
                | (Value::Interval(_), Type::Interval)
                | (Value::Geometry(_), Type::Geometry)
                | (Value::Stbox(_), Type::Stbox)
                | (Value::Tstzspan(_), Type::Tstzspan)
                | (Value::Floatspan(_), Type::Floatspan)
                | (Value::Intspan(_), Type::Intspan)
                | (Value::Tstzset(_), Type::Tstzset)
                | (Value::Tstzspanset(_), Type::Tstzspanset)
                | (Value::Tfloat(_), Type::Tfloat)
                | (Value::Tint(_), Type::Tint)
                | (Value::Tbool(_), Type::Tbool)
                | (Value::Ttext(_), Type::Ttext)
        ),
    }
}

#[test]
fn every_entry_keeps_what_it_declares() {
    let pool = pool();
    let mut broken = Vec::new();
    for entry in entries() {
        let mut numbers = Numbers(u64::from(entry.id()));
        for _ in 0..CALLS {
            let args = arguments(entry, &pool, &mut numbers);
            let without_null = !args.contains(&Value::Null);
            let fault = match call(entry, &args) {
                Err(reason) if reason.starts_with("panic: ") => reason,
                Err(reason) if !entry.throws => format!("declared not to throw: {reason}"),
                Ok(Value::Null) if entry.strict && without_null && !entry.nullable => "declared never NULL".to_owned(),
                Ok(value) if !is_of(&value, entry.result) => format!("not a {}: {value:?}", entry.result.name()),
                _ => continue,
            };
            broken.push(format!("{} of {args:?}: {fault}", entry.signature()));
            break;
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
