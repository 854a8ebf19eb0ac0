//! Text of temporal values.
//!
//! ```text
//! value     := [ SRID=n (; | ,) ] [ Interp=Step; ] ( instant | discrete | sequence | set )
//! instant   := base @ time
//! discrete  := { instant, ... }
//! sequence  := ( [ | ( ) instant, ... ( ] | ) )
//! set       := { sequence, ... }
//! base      := t, true, f, false | integer | number | "text" | POINT(x y), hexadecimal EWKB
//! ```
//!
//! Only points have an SRID; it may stand at each point too. Sequences of numbers and points are linear unless the text
//! says `Interp=Step`, all others are step. What is read is checked and brought to normal form.

use super::geom::{push_point, push_srid, read};
use super::number::push_number;
use super::scan::{Scan, push_quoted};
use crate::error::{Error, Result};
use crate::geom::{SRID_WGS84, Shape};
use crate::normalize::{NUMBER, normalize, normalize_point};
use crate::point::{Point, TPoint, TPointRef};
use crate::temporal::{Interp, Piece, Subtype, Temporal, View};
use crate::time::push_timestamp;
use crate::validate::{self, Checked};

/// A base value with a text form of its own.
pub trait TextValue: Checked {
    /// Name of the temporal type.
    const NAME: &'static str;
    /// Reads the value that stands here.
    ///
    /// # Errors
    /// For anything else.
    fn read(scan: &mut Scan<'_>) -> Result<Self>;
    /// Appends the value with at most `digits` decimals.
    fn push_text(&self, text: &mut String, digits: usize);
}

impl TextValue for bool {
    const NAME: &'static str = "tbool";

    fn read(scan: &mut Scan<'_>) -> Result<Self> {
        read_bool(scan)
    }

    fn push_text(&self, text: &mut String, _: usize) {
        text.push(if *self { 't' } else { 'f' });
    }
}

impl TextValue for i32 {
    const NAME: &'static str = "tint";

    fn read(scan: &mut Scan<'_>) -> Result<Self> {
        scan.integer()
    }

    fn push_text(&self, text: &mut String, _: usize) {
        text.push_str(&self.to_string());
    }
}

impl TextValue for f64 {
    const NAME: &'static str = "tfloat";

    fn read(scan: &mut Scan<'_>) -> Result<Self> {
        scan.number()
    }

    fn push_text(&self, text: &mut String, digits: usize) {
        push_number(text, *self, digits);
    }
}

impl TextValue for String {
    const NAME: &'static str = "ttext";

    fn read(scan: &mut Scan<'_>) -> Result<Self> {
        if scan.peek() == Some('"') {
            return scan.quoted().map(str::to_string);
        }
        match scan.until(b"@\",[]{}") {
            "" => scan.fail("a text"),
            word => Ok(word.to_string()),
        }
    }

    fn push_text(&self, text: &mut String, _: usize) {
        push_quoted(text, self);
    }
}

fn read_bool(scan: &mut Scan<'_>) -> Result<bool> {
    let start = scan.at();
    let word = scan.until(b"@,)]}").to_ascii_lowercase();
    match word.as_str() {
        "t" | "tr" | "tru" | "true" | "y" | "ye" | "yes" | "on" | "1" => Ok(true),
        "f" | "fa" | "fal" | "fals" | "false" | "n" | "no" | "of" | "off" | "0" => Ok(false),
        _ => scan.fail_at(start, "t or f"),
    }
}

/// The temporal value in `text`, in normal form; times without a zone are in `zone` (IANA name or offset).
///
/// # Errors
/// For text that is not exactly one `V`, and for values against the rules: times not ascending, overlapping sequences,
/// numbers that are not finite, a step sequence that changes at its exclusive end.
pub fn parse<V: TextValue>(text: &str, zone: &str) -> Result<Temporal<V>> {
    let mut scan = Scan::new(V::NAME, text, zone);
    let step = read_interp(&mut scan, V::CONTINUOUS)?;
    let value = read_track(&mut scan, step || !V::CONTINUOUS, step, V::read)?;
    validate::check(V::NAME, value.view())?;
    Ok(normalize(value, NUMBER))
}

/// Text of a temporal value with at most `digits` decimals, in UTC.
pub fn format<V: TextValue>(value: View<'_, V>, digits: usize) -> String {
    let mut text = String::with_capacity(16 + value.times.len() * 40);
    push_track(&mut text, V::CONTINUOUS, value, |text, v| v.push_text(text, digits));
    text
}

/// The temporal point in EWKT or WKT, in normal form; a `tgeogpoint` where `geodetic`, in WGS84 unless the text says
/// another SRID. Times without a zone are in `zone`.
///
/// # Errors
/// As [`parse`]; for points with different SRIDs or dimensions, empty points, other geometries, coordinates that are not
/// finite; longitudes beyond 180, latitudes beyond 90 and projected SRIDs where `geodetic`.
pub fn parse_tpoint(text: &str, zone: &str, geodetic: bool) -> Result<TPoint> {
    let mut scan = Scan::new(if geodetic { "tgeogpoint" } else { "tgeompoint" }, text, zone);
    let mut frame = Frame { srid: 0, has_z: None };
    let start = scan.at();
    if let Some(srid) = scan.srid()? {
        let before_interp = |scan: &Scan<'_>| scan.rest().get(..6).is_some_and(|w| w.eq_ignore_ascii_case("Interp"));
        let marked = scan.accept(';') || (scan.accept(',') && before_interp(&scan));
        if !marked {
            return scan.fail_at(start, "SRID=n; or SRID=n,Interp=Step;");
        }
        frame.srid = srid;
    }
    let step = read_interp(&mut scan, true)?;
    let track = read_track(&mut scan, step, step, |scan| frame.point(scan))?;
    let srid = if geodetic && frame.srid == 0 { SRID_WGS84 } else { frame.srid };
    let value = TPoint { srid, geodetic, has_z: frame.has_z.unwrap_or(false), track };
    validate::check_tpoint(value.view())?;
    Ok(normalize_point(value))
}

/// EWKT of a temporal point with at most `digits` decimals, in UTC: the SRID stands in front unless it is 0.
pub fn format_tpoint(value: &TPointRef<'_>, digits: usize) -> String {
    let mut text = String::with_capacity(16 + value.track.times.len() * 64);
    let step = value.track.interp == Interp::Step;
    push_srid(&mut text, value.srid);
    if step && value.srid != 0 {
        text.pop();
        text.push(',');
    }
    push_tpoint(&mut text, value, digits);
    text
}

/// WKT of a temporal point: [`format_tpoint`] without the SRID.
pub fn format_tpoint_wkt(value: &TPointRef<'_>, digits: usize) -> String {
    let mut text = String::with_capacity(16 + value.track.times.len() * 64);
    push_tpoint(&mut text, value, digits);
    text
}

fn push_tpoint(text: &mut String, value: &TPointRef<'_>, digits: usize) {
    push_track(text, true, value.track, |text, p| push_point(text, p, value.has_z, digits));
}

/// What all points of a value share.
struct Frame {
    srid: i32,
    has_z: Option<bool>,
}

impl Frame {
    fn point(&mut self, scan: &mut Scan<'_>) -> Result<Point> {
        if self.has_z == Some(false)
            && let Some(point) = scan.plain_point()
        {
            return Ok(point);
        }
        let start = scan.at();
        let geometry = read(scan, 0)?;
        let Shape::Point(Some(point)) = geometry.shape else {
            return scan.fail_at(start, "a point that is not empty");
        };
        match self.has_z.replace(geometry.has_z) {
            None if self.srid == 0 => self.srid = geometry.srid,
            Some(has_z) if has_z != geometry.has_z => return Err(Error::MixedDimensions),
            _ if geometry.srid != 0 && geometry.srid != self.srid => {
                return Err(Error::MixedSrid { left: self.srid, right: geometry.srid });
            }
            _ => {}
        }
        Ok(point)
    }
}

/// `Interp=Step;` if it stands here.
fn read_interp(scan: &mut Scan<'_>, continuous: bool) -> Result<bool> {
    let start = scan.at();
    if !scan.accept_word("Interp") {
        return Ok(false);
    }
    scan.expect('=')?;
    let named = scan.word().eq_ignore_ascii_case("Step");
    if !named || !continuous {
        let expected = if continuous { "Interp=Step, or nothing" } else { "no interpolation: it is always step" };
        return scan.fail_at(start, expected);
    }
    scan.expect(';')?;
    Ok(true)
}

/// Reads instants and pieces to the end. `step`: how sequences behave; `said`: whether the text says so.
fn read_track<V>(
    scan: &mut Scan<'_>,
    step: bool,
    said: bool,
    mut base: impl FnMut(&mut Scan<'_>) -> Result<V>,
) -> Result<Temporal<V>> {
    let interp = if step { Interp::Step } else { Interp::Linear };
    let mut track = Temporal { interp, ..Temporal { pieces: Vec::new(), ..blank() } };
    let mut instants = |scan: &mut Scan<'_>, track: &mut Temporal<V>| loop {
        let value = base(scan)?;
        scan.spaces();
        scan.expect('@')?;
        track.times.push(scan.time()?);
        track.values.push(value);
        if track.subtype == Subtype::Instant || !scan.accept(',') {
            return Ok(());
        }
    };
    match scan.peek() {
        Some('[' | '(') => {
            track.subtype = Subtype::Sequence;
            read_sequence(scan, &mut track, &mut instants)?;
        }
        Some('{') => {
            scan.expect('{')?;
            if matches!(scan.peek(), Some('[' | '(')) {
                track.subtype = Subtype::SequenceSet;
                read_sequence(scan, &mut track, &mut instants)?;
                while scan.accept(',') {
                    read_sequence(scan, &mut track, &mut instants)?;
                }
            } else {
                (track.subtype, track.interp) = (Subtype::Sequence, Interp::Discrete);
                instants(scan, &mut track)?;
                track.pieces.push(whole(track.times.len()));
            }
            scan.expect('}')?;
        }
        _ if said => return scan.fail("a sequence after Interp=Step;"),
        _ => {
            track.interp = Interp::Discrete;
            instants(scan, &mut track)?;
            track.pieces.push(whole(1));
        }
    }
    scan.finish()?;
    Ok(track)
}

fn blank<V>() -> Temporal<V> {
    Temporal {
        subtype: Subtype::Instant,
        interp: Interp::Discrete,
        pieces: Vec::new(),
        times: Vec::new(),
        values: Vec::new(),
    }
}

fn whole(end: usize) -> Piece {
    Piece { start: 0, end, lower_inc: true, upper_inc: true }
}

fn read_sequence<V>(
    scan: &mut Scan<'_>,
    track: &mut Temporal<V>,
    instants: &mut impl FnMut(&mut Scan<'_>, &mut Temporal<V>) -> Result<()>,
) -> Result<()> {
    let lower_inc = scan.either('[', '(')?;
    let start = track.times.len();
    instants(scan, track)?;
    let upper_inc = scan.either(']', ')')?;
    track.pieces.push(Piece { start, end: track.times.len(), lower_inc, upper_inc });
    Ok(())
}

fn push_track<V>(text: &mut String, continuous: bool, value: View<'_, V>, mut push: impl FnMut(&mut String, &V)) {
    if continuous && value.interp == Interp::Step {
        text.push_str("Interp=Step;");
    }
    let braces =
        value.subtype == Subtype::SequenceSet || (value.subtype, value.interp) == (Subtype::Sequence, Interp::Discrete);
    let brackets = value.subtype != Subtype::Instant && value.interp != Interp::Discrete;
    if braces {
        text.push('{');
    }
    for (i, run) in value.runs().enumerate() {
        if i > 0 {
            text.push_str(", ");
        }
        if brackets {
            text.push(if run.lower_inc { '[' } else { '(' });
        }
        for (j, (value, time_us)) in run.values.iter().zip(run.times).enumerate() {
            if j > 0 {
                text.push_str(", ");
            }
            push(text, value);
            text.push('@');
            push_timestamp(text, *time_us, ' ');
        }
        if brackets {
            text.push(if run.upper_inc { ']' } else { ')' });
        }
    }
    if braces {
        text.push('}');
    }
}
