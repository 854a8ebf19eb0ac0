//! Times kernels for `scripts/bench kernels`. Each line of the standard input asks `KERNEL CALLS DISTANCE TRIP TRIP`, trips as
//! HexEWKB; each line of the output answers with the processor time of a call in nanoseconds and what the kernel gave:
//! a number, a truth value or HexEWKB.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::hint::black_box;
use std::io::BufRead;

use rustix::time::{ClockId, clock_gettime};
use temporal::distance::{nearest_approach_distance, tdistance};
use temporal::movement::{length, speed};
use temporal::point::TPointRef;
use temporal::relations::{ever_dwithin, tdwithin};
use temporal::similarity::{Points, Warp};
use temporal::simplify::{Deviation, douglas_peucker};
use temporal::text::temporal::{format_tpoint, parse_tpoint};
use temporal::wkb::hex::{from_hex, to_hex};
use temporal::wkb::temporal::{read_tpoint, write, write_tpoint};

type Outcome<T> = Result<T, Box<dyn Error>>;

const DIGITS: usize = 15;

fn cpu_ns() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// The time of a call, and the last answer as `show` writes it.
fn time<T>(calls: u32, call: impl Fn() -> T, show: impl Fn(T) -> Outcome<String>) -> Outcome<String> {
    let mut answer = call();
    let start = cpu_ns();
    for _ in 0..calls {
        answer = black_box(call());
    }
    let ns = (cpu_ns() - start) / f64::from(calls);
    Ok(format!("{ns} {}", show(answer)?))
}

/// What a kernel without common time, or with an error, gave.
fn given<T>(answer: temporal::Result<Option<T>>) -> Outcome<T> {
    Ok(answer?.ok_or("no common time")?)
}

fn measured(kernel: &str, calls: u32, dist: f64, a: &TPointRef<'_>, b: &TPointRef<'_>) -> Outcome<String> {
    let trip = |read: temporal::Result<temporal::point::TPoint>| Ok(to_hex(&write_tpoint(&read?.view())));
    match kernel {
        "nad" => time(calls, || nearest_approach_distance(a, b), |d| Ok(given(d)?.to_string())),
        "eDwithin" => time(calls, || ever_dwithin(a, b, dist), |near| Ok(given(near)?.to_string())),
        "tDwithin" => time(calls, || tdwithin(a, b, dist), |near| Ok(to_hex(&write(given(near)?.view())))),
        "tDistance" => time(calls, || tdistance(a, b), |d| Ok(to_hex(&write(given(d)?.view())))),
        "speed" => time(calls, || speed(a), |s| Ok(to_hex(&write(given(s)?.view())))),
        "length" => time(calls, || length(a), |l| Ok(l.to_string())),
        "frechetDistance" => {
            time(calls, || Points::new(*a, *b).map(|pair| Warp::Frechet.distance(&pair)), |d| Ok(d?.to_string()))
        }
        "douglasPeucker" => time(calls, || douglas_peucker(a, dist, Deviation::Synchronised), trip),
        "readEWKB" => {
            let bytes = write_tpoint(a);
            time(calls, || read_tpoint(&bytes), trip)
        }
        "writeEWKB" => time(calls, || write_tpoint(a), |bytes| Ok(to_hex(&bytes))),
        "readText" => {
            let text = format_tpoint(a, DIGITS);
            time(calls, || parse_tpoint(&text, "UTC", false), trip)
        }
        "writeText" => time(
            calls,
            || format_tpoint(a, DIGITS),
            |text| Ok(to_hex(&write_tpoint(&parse_tpoint(&text, "UTC", false)?.view()))),
        ),
        _ => Err(format!("no kernel '{kernel}'").into()),
    }
}

fn answer(request: &str) -> Outcome<String> {
    let words: Vec<&str> = request.split(' ').collect();
    let [kernel, calls, dist, a, b] = words[..] else {
        return Err(format!("expected 5 words, found {}", words.len()).into());
    };
    let trip = |hex: &str| read_tpoint(&from_hex("tgeompoint", hex)?);
    let (a, b) = (trip(a)?, trip(b)?);
    measured(kernel, calls.parse()?, dist.parse()?, &a.view(), &b.view())
}

fn main() -> Outcome<()> {
    for line in std::io::stdin().lock().lines() {
        println!("{}", answer(&line?)?);
    }
    Ok(())
}
