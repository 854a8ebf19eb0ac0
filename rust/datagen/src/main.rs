//! Writes synthetic AIS days.
fn main() {}
