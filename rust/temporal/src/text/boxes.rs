//! Text of boxes.
//!
//! ```text
//! stbox := [ SRID=n; ] ( STBOX | GEODSTBOX ) ( X(space) | Z(space) | T(tstzspan) | XT((space),tstzspan) | ZT(..) )
//! space := (xmin,ymin[,zmin]),(xmax,ymax[,zmax])
//! tbox  := ( TBOXFLOAT | TBOXINT | TBOX ) ( X(span) | T(tstzspan) | XT(span,tstzspan) )
//! ```

use super::geom::push_srid;
use super::number::push_number;
use super::scan::Scan;
use super::span::{push_span, read_span};
use crate::boxes::{NumSpan, STBox, SpaceBounds, TBox};
use crate::error::Result;
use crate::geom::SRID_WGS84;
use crate::point::Point;
use crate::span::TstzSpan;

/// The `stbox` in `text`; inverted coordinates change places; a geodetic box is in WGS84 unless the text says another
/// SRID. Times without a zone are in `zone`.
///
/// # Errors
/// For text that is not exactly one box.
pub fn parse_stbox(text: &str, zone: &str) -> Result<STBox> {
    let mut scan = Scan::new("stbox", text, zone);
    let srid = scan.srid()?;
    if srid.is_some() {
        scan.expect(';')?;
    }
    let start = scan.at();
    let geodetic = match scan.word().to_ascii_uppercase().as_str() {
        "STBOX" => false,
        "GEODSTBOX" => true,
        _ => return scan.fail_at(start, "STBOX or GEODSTBOX"),
    };
    let start = scan.at();
    let dimensions = scan.word().to_ascii_uppercase();
    scan.expect('(').or_else(|_| scan.fail_at(start, "the dimensions X, Z, T, XT or ZT and a parenthesis"))?;
    let (space, time) = match dimensions.as_str() {
        "X" => (Some(read_space(&mut scan, false)?), None),
        "Z" => (Some(read_space(&mut scan, true)?), None),
        "T" => (None, Some(read_time(&mut scan)?)),
        "XT" | "ZT" => {
            scan.expect('(')?;
            let space = read_space(&mut scan, dimensions == "ZT")?;
            scan.expect(')')?;
            scan.expect(',')?;
            (Some(space), Some(read_time(&mut scan)?))
        }
        _ => return scan.fail_at(start, "the dimensions X, Z, T, XT or ZT"),
    };
    scan.expect(')')?;
    scan.finish()?;
    if space.is_none() {
        return Ok(STBox { srid: 0, geodetic: false, space, time });
    }
    let unsaid = if geodetic { SRID_WGS84 } else { 0 };
    Ok(STBox { srid: srid.filter(|s| *s != 0).unwrap_or(unsaid), geodetic, space, time })
}

/// Text of an `stbox` with at most `digits` decimals, times in UTC.
pub fn format_stbox(value: &STBox, digits: usize) -> String {
    let mut text = String::new();
    push_srid(&mut text, value.srid);
    text.push_str(if value.geodetic { "GEODSTBOX " } else { "STBOX " });
    if let Some(space) = &value.space {
        text.push(if space.has_z { 'Z' } else { 'X' });
    }
    if value.time.is_some() {
        text.push('T');
    }
    text.push('(');
    if let Some(space) = &value.space {
        if value.time.is_some() {
            text.push('(');
        }
        push_corner(&mut text, &space.min, space.has_z, digits);
        text.push(',');
        push_corner(&mut text, &space.max, space.has_z, digits);
        if value.time.is_some() {
            text.push_str("),");
        }
    }
    if let Some(time) = &value.time {
        push_span(&mut text, time, digits);
    }
    text.push(')');
    text
}

/// The `tbox` in `text`; `TBOX` with a value is `TBOXFLOAT`. Times without a zone are in `zone`.
///
/// # Errors
/// For text that is not exactly one box.
pub fn parse_tbox(text: &str, zone: &str) -> Result<TBox> {
    let mut scan = Scan::new("tbox", text, zone);
    let start = scan.at();
    let word = scan.word().to_ascii_uppercase();
    if !matches!(word.as_str(), "TBOX" | "TBOXFLOAT" | "TBOXINT") {
        return scan.fail_at(start, "TBOXFLOAT, TBOXINT or TBOX");
    }
    let start = scan.at();
    let dimensions = scan.word().to_ascii_uppercase();
    if !matches!(dimensions.as_str(), "X" | "T" | "XT") {
        return scan.fail_at(start, "the dimensions X, T or XT");
    }
    scan.expect('(')?;
    let (has_value, has_time) = (dimensions.starts_with('X'), dimensions.ends_with('T'));
    let value = match (has_value, word.as_str()) {
        (false, _) => None,
        (true, "TBOXINT") => Some(NumSpan::Int(read_span(&mut scan)?)),
        _ => Some(NumSpan::Float(read_span(&mut scan)?)),
    };
    if has_value && has_time {
        scan.expect(',')?;
    }
    let time = if has_time { Some(read_time(&mut scan)?) } else { None };
    scan.expect(')')?;
    scan.finish()?;
    Ok(TBox { value, time })
}

/// Text of a `tbox` with at most `digits` decimals, times in UTC.
pub fn format_tbox(value: &TBox, digits: usize) -> String {
    let mut text = String::from(match value.value {
        Some(NumSpan::Float(_)) => "TBOXFLOAT X",
        Some(NumSpan::Int(_)) => "TBOXINT X",
        None => "TBOX ",
    });
    if value.time.is_some() {
        text.push('T');
    }
    text.push('(');
    match &value.value {
        Some(NumSpan::Float(span)) => push_span(&mut text, span, digits),
        Some(NumSpan::Int(span)) => push_span(&mut text, span, digits),
        None => {}
    }
    if let Some(time) = &value.time {
        if value.value.is_some() {
            text.push(',');
        }
        push_span(&mut text, time, digits);
    }
    text.push(')');
    text
}

fn read_time(scan: &mut Scan<'_>) -> Result<TstzSpan> {
    read_span(scan)
}

fn read_space(scan: &mut Scan<'_>, has_z: bool) -> Result<SpaceBounds> {
    let a = read_corner(scan, has_z)?;
    scan.expect(',')?;
    let b = read_corner(scan, has_z)?;
    let min = Point::xyz(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z));
    let max = Point::xyz(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z));
    Ok(SpaceBounds { min, max, has_z })
}

fn read_corner(scan: &mut Scan<'_>, has_z: bool) -> Result<Point> {
    scan.expect('(')?;
    let x = scan.number()?;
    scan.expect(',')?;
    let y = scan.number()?;
    let mut z = 0.0;
    if has_z {
        scan.expect(',')?;
        z = scan.number()?;
    }
    scan.expect(')')?;
    Ok(Point { x, y, z })
}

fn push_corner(text: &mut String, corner: &Point, has_z: bool, digits: usize) {
    let all = [corner.x, corner.y, corner.z];
    for (i, value) in all.iter().take(if has_z { 3 } else { 2 }).enumerate() {
        text.push(if i == 0 { '(' } else { ',' });
        push_number(text, *value, digits);
    }
    text.push(')');
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::text::DEFAULT_DIGITS;
    use rstest::rstest;

    #[rstest]
    #[case("SRID=25832;STBOX X((1,2),(3,4))", "SRID=25832;STBOX X((1,2),(3,4))")]
    #[case("STBOX Z((0,0,10),(4,4,14))", "STBOX Z((0,0,10),(4,4,14))")]
    #[case("stbox x ( ( 3 , 4 ) , ( 1 , 2 ) )", "STBOX X((1,2),(3,4))")]
    #[case(
        "STBOX ZT(((1,2,3),(4,5,6)),[2000-01-01,2000-01-02))",
        "STBOX ZT(((1,2,3),(4,5,6)),[2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00))"
    )]
    #[case("STBOX T([2000-01-01,2000-01-02))", "STBOX T([2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00))")]
    #[case(
        "GEODSTBOX XT(((-179,10),(179,12)),[2020-01-01, 2020-01-02])",
        "SRID=4326;GEODSTBOX XT(((-179,10),(179,12)),[2020-01-01 00:00:00+00, 2020-01-02 00:00:00+00])"
    )]
    fn stbox_is_read_and_written(#[case] text: &str, #[case] out: &str) {
        let value = parse_stbox(text, "UTC").unwrap();
        assert_eq!(format_stbox(&value, DEFAULT_DIGITS), out);
        assert_eq!(parse_stbox(out, "Asia/Tokyo").unwrap(), value);
    }

    #[rstest]
    #[case("TBOXFLOAT X([1.5, 2.5))", "TBOXFLOAT X([1.5, 2.5))")]
    #[case("tbox x([1,2])", "TBOXFLOAT X([1, 2])")]
    #[case(
        "TBOXINT XT([2,3],[2018-11-22,2018-11-23])",
        "TBOXINT XT([2, 4),[2018-11-22 00:00:00+00, 2018-11-23 00:00:00+00])"
    )]
    #[case("TBOX T([2018-11-22,2018-11-23])", "TBOX T([2018-11-22 00:00:00+00, 2018-11-23 00:00:00+00])")]
    fn tbox_is_read_and_written(#[case] text: &str, #[case] out: &str) {
        let value = parse_tbox(text, "UTC").unwrap();
        assert_eq!(format_tbox(&value, DEFAULT_DIGITS), out);
        assert_eq!(parse_tbox(out, "Asia/Tokyo").unwrap(), value);
    }

    #[rstest]
    #[case("STBOX", "dimensions")]
    #[case("STBOX Y((1,2),(3,4))", "dimensions")]
    #[case("STBOX X((1,2),(3,inf))", "finite")]
    #[case("STBOX X((1,2),(3,4),(5,6))", "')'")]
    #[case("STBOX Z((1,2),(3,4))", "','")]
    #[case("BOX X((1,2),(3,4))", "STBOX or GEODSTBOX")]
    #[case("SRID=1,STBOX X((1,2),(3,4))", "';'")]
    #[case("STBOX T([2000-01-02,2000-01-01])", "lower bound")]
    fn bad_boxes_are_refused(#[case] text: &str, #[case] message: &str) {
        let error = parse_stbox(text, "UTC").unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert!(parse_tbox(text, "UTC").is_err());
    }
}
