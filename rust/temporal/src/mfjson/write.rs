//! Writing MF-JSON.

use crate::boxes::SpaceBounds;
use crate::boxes::bounds::of_trip;
use crate::point::{Point, TPointRef};
use crate::temporal::{Interp, Run, Subtype, View};
use crate::text::push_number;
use crate::time::push_timestamp;

/// What is written besides the value.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// Most decimals of a number.
    pub digits: usize,
    /// Whether the bounds of value and time are written.
    pub bbox: bool,
    /// Name of the reference system, if it is written; see [`crs_name`].
    pub crs: Option<&'a str>,
}

/// Name of a reference system: `EPSG:4326`, or `urn:ogc:def:crs:EPSG::4326` where `long`; `None` for SRID 0.
pub fn crs_name(srid: i32, long: bool) -> Option<String> {
    let prefix = if long { "urn:ogc:def:crs:EPSG::" } else { "EPSG:" };
    (srid != 0).then(|| format!("{prefix}{srid}"))
}

/// MF-JSON of a temporal point. The bounds of a geodetic one hold the arcs between its positions.
pub fn format_tpoint(value: &TPointRef<'_>, options: Options<'_>) -> String {
    let position = |text: &mut String, p: &Point| {
        let all = [p.x, p.y, p.z];
        push_array(text, all[..if value.has_z { 3 } else { 2 }].iter(), |t, v| push_number(t, *v, options.digits));
    };
    let bbox = |text: &mut String| {
        if let Some(SpaceBounds { min, max, .. }) = of_trip(value).space {
            push_array(text, [min, max].iter(), position);
        }
    };
    document("MovingPoint", "coordinates", value.track, options, Some(&bbox), &position)
}

/// MF-JSON of a `tfloat`.
pub fn format_tfloat(value: View<'_, f64>, options: Options<'_>) -> String {
    let number = |text: &mut String, v: &f64| push_number(text, *v, options.digits);
    let bbox = |text: &mut String| {
        let (low, high) =
            value.values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |b, v| (b.0.min(*v), b.1.max(*v)));
        push_array(text, [low, high].iter(), number);
    };
    document("MovingFloat", "values", value, options, Some(&bbox), &number)
}

/// MF-JSON of a `tint`.
pub fn format_tint(value: View<'_, i32>, options: Options<'_>) -> String {
    let number = |text: &mut String, v: &i32| text.push_str(&v.to_string());
    let bbox = |text: &mut String| {
        push_array(text, value.values.iter().min().into_iter().chain(value.values.iter().max()), number)
    };
    document("MovingInteger", "values", value, options, Some(&bbox), &number)
}

/// MF-JSON of a `tbool`.
pub fn format_tbool(value: View<'_, bool>, options: Options<'_>) -> String {
    document("MovingBoolean", "values", value, options, None, &|text, v| push_bool(text, *v))
}

/// MF-JSON of a `ttext`. A quote that a backslash precedes in the value is written as it stands there, like in text.
pub fn format_ttext(value: View<'_, String>, options: Options<'_>) -> String {
    document("MovingText", "values", value, options, None, &|text, v| push_string(text, v))
}

type Push<'f, V> = &'f dyn Fn(&mut String, &V);

fn document<V>(
    kind: &str,
    member: &str,
    value: View<'_, V>,
    options: Options<'_>,
    bbox: Option<&dyn Fn(&mut String)>,
    push: Push<'_, V>,
) -> String {
    let mut text = String::with_capacity(128 + value.times.len() * 64);
    text.push_str("{\"type\":\"");
    text.push_str(kind);
    text.push_str("\",");
    if let Some(name) = options.crs {
        text.push_str("\"crs\":{\"type\":\"Name\",\"properties\":{\"name\":");
        push_string(&mut text, name);
        text.push_str("}},");
    }
    if options.bbox {
        if let Some(bbox) = bbox {
            text.push_str("\"bbox\":");
            bbox(&mut text);
            text.push(',');
        }
        text.push_str("\"period\":{\"begin\":");
        push_time(&mut text, value.start_us());
        text.push_str(",\"end\":");
        push_time(&mut text, value.end_us());
        push_bounds(&mut text, value.lower_inc(), value.upper_inc());
        text.push_str("},");
    }
    push_runs(&mut text, member, value, push);
    text.push_str(",\"interpolation\":\"");
    text.push_str(match (value.subtype, value.interp) {
        (Subtype::Instant, _) => "None",
        (_, Interp::Discrete) => "Discrete",
        (_, Interp::Step) => "Step",
        (_, Interp::Linear) => "Linear",
    });
    text.push_str("\"}");
    text
}

fn push_runs<V>(text: &mut String, member: &str, value: View<'_, V>, push: Push<'_, V>) {
    if value.subtype != Subtype::SequenceSet {
        for run in value.runs() {
            push_run(text, member, &run, value.subtype != Subtype::Instant, push);
        }
        return;
    }
    text.push_str("\"sequences\":");
    push_array(text, value.runs(), |text, run| {
        text.push('{');
        push_run(text, member, &run, true, push);
        text.push('}');
    });
}

fn push_run<V>(text: &mut String, member: &str, run: &Run<'_, V>, bounds: bool, push: Push<'_, V>) {
    text.push('"');
    text.push_str(member);
    text.push_str("\":");
    push_array(text, run.values.iter(), push);
    text.push_str(",\"datetimes\":");
    push_array(text, run.times.iter(), |text, t| push_time(text, *t));
    if bounds {
        push_bounds(text, run.lower_inc, run.upper_inc);
    }
}

fn push_array<T>(text: &mut String, items: impl Iterator<Item = T>, push: impl Fn(&mut String, T)) {
    text.push('[');
    for (i, item) in items.enumerate() {
        if i > 0 {
            text.push(',');
        }
        push(text, item);
    }
    text.push(']');
}

fn push_time(text: &mut String, time_us: i64) {
    text.push('"');
    push_timestamp(text, time_us, 'T');
    text.push('"');
}

fn push_bounds(text: &mut String, lower_inc: bool, upper_inc: bool) {
    text.push_str(",\"lower_inc\":");
    push_bool(text, lower_inc);
    text.push_str(",\"upper_inc\":");
    push_bool(text, upper_inc);
}

fn push_bool(text: &mut String, value: bool) {
    text.push_str(if value { "true" } else { "false" });
}

fn push_string(text: &mut String, value: &str) {
    text.push('"');
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' if rest.next_if_eq(&'"').is_some() => text.push_str("\\\""),
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c < ' ' => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text.push('"');
}
