//! The command line: `datagen --out DIR [--days N] [--start YYYY-MM-DD] ...`.

use crate::calendar;
use std::path::PathBuf;

/// What to print for `--help`.
pub const HELP: &str = "\
datagen: writes synthetic AIS days in the CSV layout of the Danish Maritime Authority, one file a day.

  --out DIR           folder for the files (made if missing); required
  --days N            number of days, 1 .. 366 (default 7)
  --start YYYY-MM-DD  first day, UTC (default 2026-01-08)
  --vessels N         number of vessels, 1 .. 100000 (default 2664)
  --rate R            share of a full receiver's reports, over 0 .. 1 (default 0.05); intervals stay within 2 s and 6 min
  --seed N            the same seed writes the same bytes (default 1)
  --dirty             add what real files have: duplicates, disorder, 181/91, 102.3 knots, spikes, broken lines
  --help              this text
";

/// The choices of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Folder for the files.
    pub out: PathBuf,
    /// Number of days, at least 1.
    pub days: i64,
    /// First day, as a day number.
    pub start: i64,
    /// Number of vessels, at least 1.
    pub vessels: usize,
    /// Share of a full receiver's reports, in (0, 1].
    pub rate: f64,
    /// Seed of every random choice.
    pub seed: u64,
    /// Whether to add the faults of real files.
    pub dirty: bool,
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Print the help text.
    Help,
    /// Write days.
    Run(Options),
}

/// The request in `args` (without the program's name).
///
/// # Errors
/// A text that names the argument, what was found and what was expected.
pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Request, String> {
    let mut out = None;
    let mut options =
        Options { out: PathBuf::new(), days: 7, start: 20_461, vessels: 2664, rate: 0.05, seed: 1, dirty: false };
    let mut args = args.into_iter();
    while let Some(name) = args.next() {
        match name.as_str() {
            "--help" | "-h" => return Ok(Request::Help),
            "--dirty" => options.dirty = true,
            "--out" | "--days" | "--start" | "--vessels" | "--rate" | "--seed" => {
                let text = args.next().ok_or_else(|| format!("{name} needs a value"))?;
                match name.as_str() {
                    "--out" if text.is_empty() => {
                        return Err("--out: expected a folder, found an empty text".into());
                    }
                    "--out" => out = Some(PathBuf::from(text)),
                    "--days" => options.days = number(&name, &text, "1 .. 366", |n| (1..=366).contains(&n))?,
                    "--start" => {
                        options.start = calendar::parse_day(&text)
                            .ok_or_else(|| format!("--start: expected a day YYYY-MM-DD, found '{text}'"))?;
                    }
                    "--vessels" => {
                        options.vessels = number(&name, &text, "1 .. 100000", |n| (1..=100_000).contains(&n))?
                    }
                    "--rate" => {
                        options.rate = number(&name, &text, "a number over 0, at most 1", |r| r > 0.0 && r <= 1.0)?
                    }
                    _ => options.seed = number(&name, &text, "a whole number from 0", |_| true)?,
                }
            }
            other => return Err(format!("unknown argument '{other}'; --help lists them")),
        }
    }
    options.out = out.ok_or("--out DIR is required; --help lists the arguments")?;
    Ok(Request::Run(options))
}

fn number<T: std::str::FromStr + Copy>(
    name: &str,
    text: &str,
    expected: &str,
    ok: impl Fn(T) -> bool,
) -> Result<T, String> {
    text.parse().ok().filter(|value| ok(*value)).ok_or_else(|| format!("{name}: expected {expected}, found '{text}'"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn run(line: &str) -> Result<Request, String> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn defaults_are_a_week_of_2664_vessels() {
        let Request::Run(options) = run("--out d").unwrap() else { panic!() };
        assert_eq!((options.days, options.vessels, options.dirty), (7, 2664, false));
        assert_eq!(calendar::iso_day(options.start), "2026-01-08");
    }

    #[test]
    fn every_option_is_read() {
        let Request::Run(options) =
            run("--days 31 --start 2026-01-01 --vessels 10 --rate 0.5 --seed 9 --dirty --out x/y").unwrap()
        else {
            panic!()
        };
        let start = calendar::parse_day("2026-01-01").unwrap();
        assert_eq!(
            options,
            Options { out: "x/y".into(), days: 31, start, vessels: 10, rate: 0.5, seed: 9, dirty: true }
        );
    }

    #[test]
    fn errors_name_the_argument_and_what_was_expected() {
        for (line, part) in [
            ("", "--out DIR is required"),
            ("--out", "--out needs a value"),
            ("--out d --days 0", "--days: expected 1 .. 366, found '0'"),
            ("--out d --days x", "found 'x'"),
            ("--out d --rate 0", "--rate: expected a number over 0"),
            ("--out d --rate NaN", "found 'NaN'"),
            ("--out d --start 8/1/2026", "--start: expected a day"),
            ("--out d --vessels -3", "--vessels"),
            ("--out d --seed 1.5", "--seed"),
            ("--out d --frobnicate", "unknown argument '--frobnicate'"),
        ] {
            let message = run(line).unwrap_err();
            assert!(message.contains(part), "{line}: {message}");
        }
        assert_eq!(run("--help"), Ok(Request::Help));
    }
}
