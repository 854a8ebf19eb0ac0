//! Prints the table of functions as JSON, or with `--reference` the reference page.
#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None => print!("{}", catalog::table_json()),
        Some("--reference") => print!("{}", catalog::reference()),
        Some(other) => {
            eprintln!("catalog-table: unknown argument {other}; expected --reference or nothing");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
