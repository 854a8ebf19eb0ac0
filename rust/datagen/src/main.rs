//! Writes synthetic AIS days of Danish waters in the CSV layout of the Danish Maritime Authority.
//!
//! `args` reads the command line; `waters` and `network` are the sea, `fleet` who sails, `voyage` and `diary` what each
//! vessel does, `tracker` what it sends; `dirt` adds the faults of real files, `dma` writes lines, `days` the files.

mod args;
mod calendar;
mod days;
mod diary;
mod dirt;
mod dma;
mod fleet;
mod network;
mod path;
mod rng;
mod tracker;
mod voyage;
mod waters;

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut stdout, mut stderr) = (std::io::stdout(), std::io::stderr());
    let outcome = match args::parse(std::env::args().skip(1)) {
        Ok(args::Request::Help) => write!(stdout, "{}", args::HELP).map_err(|e| e.to_string()),
        Ok(args::Request::Run(options)) => days::write_all(&options, &mut stdout),
        Err(message) => Err(message),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Nothing is left to tell where stderr itself is closed.
            let _ = writeln!(stderr, "datagen: {message}");
            ExitCode::from(2)
        }
    }
}
