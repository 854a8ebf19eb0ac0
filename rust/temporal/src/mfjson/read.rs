//! Reading MF-JSON.

use super::json::Json;
use crate::error::{Error, Result};
use crate::geom::{MAX_SRID, SRID_WGS84};
use crate::normalize::{NUMBER, normalize, normalize_point};
use crate::point::{Point, TPoint};
use crate::temporal::{Interp, Piece, Subtype, Temporal};
use crate::time::parse_timestamp;
use crate::validate::{self, Checked};

/// A base value with a JSON form.
pub trait JsonValue: Checked {
    /// Name of the temporal type.
    const NAME: &'static str;
    /// Name of the type in MF-JSON.
    const TYPE: &'static str;
    /// The base value; `None` if it is of another type.
    fn from_member(value: Member<'_, '_>) -> Option<Self>;
}

/// A value of a JSON document.
pub struct Member<'j, 'a>(&'j Json<'a>);

impl JsonValue for bool {
    const NAME: &'static str = "tbool";
    const TYPE: &'static str = "MovingBoolean";

    fn from_member(value: Member<'_, '_>) -> Option<Self> {
        match value.0 {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

impl JsonValue for i32 {
    const NAME: &'static str = "tint";
    const TYPE: &'static str = "MovingInteger";

    fn from_member(value: Member<'_, '_>) -> Option<Self> {
        match value.0 {
            Json::Number(number) => number.parse().ok(),
            _ => None,
        }
    }
}

impl JsonValue for f64 {
    const NAME: &'static str = "tfloat";
    const TYPE: &'static str = "MovingFloat";

    fn from_member(value: Member<'_, '_>) -> Option<Self> {
        number(value.0)
    }
}

impl JsonValue for String {
    const NAME: &'static str = "ttext";
    const TYPE: &'static str = "MovingText";

    fn from_member(value: Member<'_, '_>) -> Option<Self> {
        match value.0 {
            Json::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

/// A finite number; -0.0 becomes 0.0.
fn number(value: &Json<'_>) -> Option<f64> {
    match value {
        Json::Number(number) => number.parse().ok().filter(|v: &f64| v.is_finite()).map(|v| v + 0.0),
        _ => None,
    }
}

/// The temporal value of MF-JSON, in normal form; times without a zone are in `zone` (IANA name or offset).
///
/// # Errors
/// For text that is no JSON or no MF-JSON of this type, for arrays of values and times that differ in length, and for
/// values against the rules, as in [`crate::text::temporal::parse`].
pub fn parse<V: JsonValue>(text: &str, zone: &str) -> Result<Temporal<V>> {
    let document = Document { what: V::NAME, json: Json::parse(V::NAME, text)?, zone };
    document.check_type(V::TYPE)?;
    let value = document.track("values", V::CONTINUOUS, |json| V::from_member(Member(json)))?;
    validate::check(V::NAME, value.view())?;
    Ok(normalize(value, NUMBER))
}

/// The temporal point of MF-JSON, in normal form; a `tgeogpoint` where `geodetic`, in WGS84 unless `crs` says otherwise.
///
/// # Errors
/// As [`parse`]; for positions of different dimensions and a `crs` that is no EPSG code.
pub fn parse_tpoint(text: &str, zone: &str, geodetic: bool) -> Result<TPoint> {
    let what = if geodetic { "tgeogpoint" } else { "tgeompoint" };
    let document = Document { what, json: Json::parse(what, text)?, zone };
    document.check_type("MovingPoint")?;
    let srid = document.srid()?.unwrap_or(if geodetic { SRID_WGS84 } else { 0 });
    let mut dimensions = None;
    let track = document.track("coordinates", true, |json| {
        let Json::Array(items) = json else { return None };
        let all: Vec<f64> = items.iter().map(number).collect::<Option<_>>()?;
        let known = *dimensions.get_or_insert(all.len());
        match all[..] {
            [x, y] if known == 2 => Some(Point::xy(x, y)),
            [x, y, z] if known == 3 => Some(Point::xyz(x, y, z)),
            _ => None,
        }
    })?;
    let value = TPoint { srid, geodetic, has_z: dimensions == Some(3), track };
    validate::check_tpoint(value.view())?;
    Ok(normalize_point(value))
}

struct Document<'a> {
    what: &'static str,
    json: Json<'a>,
    zone: &'a str,
}

impl<'a> Document<'a> {
    fn fail<T>(&self, name: &str, expected: &str, found: Option<&Json<'_>>) -> Result<T> {
        let found = found.map_or_else(|| "nothing".to_string(), Json::kind);
        let reason = format!("member {name:?} of MF-JSON: expected {expected}, found {found}");
        Err(Error::Invalid { what: self.what, reason })
    }

    fn check_type(&self, expected: &str) -> Result<()> {
        match self.json.member("type") {
            Some(Json::Text(kind)) if kind == expected => Ok(()),
            other => self.fail("type", expected, other),
        }
    }

    /// The SRID of `crs`: `EPSG:n`, `urn:ogc:def:crs:EPSG::n`, or CRS84, which is WGS84.
    fn srid(&self) -> Result<Option<i32>> {
        let Some(crs) = self.json.member("crs").filter(|c| **c != Json::Null) else { return Ok(None) };
        let name = crs.member("properties").and_then(|p| p.member("name"));
        let Some(Json::Text(text)) = name else { return self.fail("crs", "properties with a name", Some(crs)) };
        if text.ends_with(":CRS84") {
            return Ok(Some(SRID_WGS84));
        }
        let code = text.rsplit(':').next().filter(|_| text.to_ascii_uppercase().contains("EPSG:"));
        match code.and_then(|c| c.parse().ok()) {
            Some(srid @ 0..=MAX_SRID) => Ok(Some(srid)),
            _ => self.fail("crs", "the name of an EPSG code, such as EPSG:4326", name),
        }
    }

    fn track<V>(
        &self,
        member: &str,
        continuous: bool,
        mut base: impl FnMut(&Json<'a>) -> Option<V>,
    ) -> Result<Temporal<V>> {
        let name = self.json.member("interpolation");
        let interp = match name {
            Some(Json::Text(name)) => Some(name.as_str()),
            _ => None,
        };
        let sequences = self.json.member("sequences");
        let (subtype, interp) = match (interp, sequences.is_some()) {
            (Some("None"), false) => (Subtype::Instant, Interp::Discrete),
            (Some("Discrete"), false) => (Subtype::Sequence, Interp::Discrete),
            (Some("Step"), false) => (Subtype::Sequence, Interp::Step),
            (Some("Step"), true) => (Subtype::SequenceSet, Interp::Step),
            (Some("Linear"), false) if continuous => (Subtype::Sequence, Interp::Linear),
            (Some("Linear"), true) if continuous => (Subtype::SequenceSet, Interp::Linear),
            _ => return self.fail("interpolation", "one that the type and subtype have", name),
        };
        let mut track = Temporal { subtype, interp, pieces: Vec::new(), times: Vec::new(), values: Vec::new() };
        match sequences {
            None => self.run(&self.json, member, &mut track, &mut base)?,
            Some(Json::Array(items)) => {
                for item in items {
                    self.run(item, member, &mut track, &mut base)?;
                }
            }
            other => return self.fail("sequences", "an array", other),
        }
        Ok(track)
    }

    /// Appends the instants of one object.
    fn run<V>(
        &self,
        object: &Json<'a>,
        member: &str,
        track: &mut Temporal<V>,
        base: &mut impl FnMut(&Json<'a>) -> Option<V>,
    ) -> Result<()> {
        let array = |name: &str| match object.member(name) {
            Some(Json::Array(items)) => Ok(items),
            other => self.fail(name, "an array", other),
        };
        let (values, times) = (array(member)?, array("datetimes")?);
        if values.len() != times.len() {
            return self.fail("datetimes", &format!("as many as values, {}", values.len()), object.member("datetimes"));
        }
        let start = track.times.len();
        for (value, time) in values.iter().zip(times) {
            match base(value) {
                Some(value) => track.values.push(value),
                None => return self.fail(member, "values of the type, all alike", Some(value)),
            }
            match time {
                Json::Text(text) => track.times.push(parse_timestamp(text, self.zone)?),
                other => return self.fail("datetimes", "timestamps", Some(other)),
            }
        }
        let bound = |name: &str| match object.member(name) {
            None => Ok(true),
            Some(Json::Bool(inclusive)) => Ok(*inclusive),
            other => self.fail(name, "true or false", other),
        };
        let (lower_inc, upper_inc) = (bound("lower_inc")?, bound("upper_inc")?);
        track.pieces.push(Piece { start, end: track.times.len(), lower_inc, upper_inc });
        Ok(())
    }
}
