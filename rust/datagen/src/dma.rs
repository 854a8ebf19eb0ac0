//! The CSV layout of the Danish Maritime Authority's AIS days.

use crate::calendar::write_dma_time;
use crate::dirt::{Entry, Line};
use crate::fleet::{Kind, Vessel};
use crate::tracker::{Report, Status};
use std::io::{self, Write};

/// First line of a file.
pub const HEADER: &str = "# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,IMO,\
Callsign,Name,Ship type,Cargo type,Width,Length,Type of position fixing device,Draught,Destination,ETA,Data source type,A,B,C,D\n";

/// Writes one line.
///
/// # Errors
/// Those of `out`.
pub fn write_line(out: &mut impl Write, entry: &Entry, vessel: &Vessel) -> io::Result<()> {
    let report = &entry.report;
    write_dma_time(out, report.t)?;
    match entry.line {
        Line::Cut => return writeln!(out, ",Class {}", if vessel.class_a { 'A' } else { 'B' }),
        Line::BaseStation => {
            // Digits 3 to 5 of a coast station's identity are its country's.
            let station = 2_190_000 + vessel.mmsi % 1000;
            return writeln!(
                out,
                ",Base Station,{station:09},{:.6},{:.6},Unknown value,,,,,Unknown,Unknown,,Undefined,,,,GPS,,Unknown,,AIS,,,,",
                report.lat, report.lon
            );
        }
        Line::Plain | Line::NoPosition | Line::NoSpeed => {}
    }
    let (lat, lon) = if entry.line == Line::NoPosition { (91.0, 181.0) } else { (report.lat, report.lon) };
    let sog = if entry.line == Line::NoSpeed { 102.3 } else { report.sog };
    let class = if vessel.class_a { 'A' } else { 'B' };
    write!(out, ",Class {class},{},{lat:.6},{lon:.6},{},", vessel.mmsi, status(report, vessel))?;
    if vessel.class_a {
        write!(out, "0.0,{sog:.1},{:.1},{},", report.cog, report.cog.round() as u32 % 360)?;
    } else {
        write!(out, ",{sog:.1},{:.1},,", report.cog)?;
    }
    write_particulars(out, vessel)
}

fn status(report: &Report, vessel: &Vessel) -> &'static str {
    match (vessel.class_a, report.status) {
        (false, _) => "Unknown value",
        (_, Status::UnderWay) if vessel.kind == Kind::Pleasure => "Under way sailing",
        (_, Status::UnderWay) => "Under way using engine",
        (_, Status::Moored) => "Moored",
        (_, Status::AtAnchor) => "At anchor",
        (_, Status::Fishing) => "Engaged in fishing",
    }
}

fn write_particulars(out: &mut impl Write, vessel: &Vessel) -> io::Result<()> {
    match vessel.imo {
        Some(imo) => write!(out, "{imo},")?,
        None => write!(out, "Unknown,")?,
    }
    let [bow, stern, port, starboard] = vessel.antenna_m;
    writeln!(
        out,
        "{},{},{},,{},{},GPS,{}.{},{},,AIS,{bow},{stern},{port},{starboard}",
        vessel.call_sign,
        vessel.name,
        vessel.ship_type,
        port + starboard,
        bow + stern,
        vessel.draught_dm / 10,
        vessel.draught_dm % 10,
        vessel.destination
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::fleet::vessel;
    use crate::rng::Rng;

    fn text(line: Line, index: usize) -> String {
        let report = Report {
            t: 20_461 * 86_400 + 61,
            vessel: 0,
            lon: 11.25,
            lat: 54.5123456,
            sog: 12.34,
            cog: 359.7,
            status: Status::UnderWay,
        };
        let mut out = Vec::new();
        write_line(&mut out, &Entry { written: 0, report, line }, &vessel(index, &mut Rng::new(1, 0))).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_line_has_the_columns_of_the_header() {
        for (line, index) in [(Line::Plain, 0), (Line::Plain, 10), (Line::NoSpeed, 0), (Line::BaseStation, 0)] {
            assert_eq!(text(line, index).matches(',').count(), HEADER.matches(',').count(), "{line:?}");
        }
    }

    #[test]
    fn a_plain_line_holds_time_position_and_speed_where_the_header_says() {
        let line = text(Line::Plain, 0);
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(
            (cells[0], cells[3], cells[4], cells[7], cells[8]),
            ("08/01/2026 00:01:01", "54.512346", "11.250000", "12.3", "359.7")
        );
    }

    #[test]
    fn faults_are_written_as_real_files_have_them() {
        assert!(text(Line::NoPosition, 0).contains(",91.000000,181.000000,"));
        assert!(text(Line::NoSpeed, 0).contains(",102.3,"));
        assert!(text(Line::Cut, 0).matches(',').count() == 1);
    }
}
