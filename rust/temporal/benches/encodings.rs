//! Reading and writing a trip of 1,000 positions as EWKB and as text, beside copying its bytes.
//!
//! `copy` is the floor: the same 33 bytes a position moved once. `one_by_one` reads them as a plain loop over a slice would.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use temporal::point::{Point, TPoint};
use temporal::temporal::{Interp, Piece, Subtype, Temporal};
use temporal::text::DEFAULT_DIGITS;
use temporal::text::temporal::{format_tpoint, parse_tpoint};
use temporal::wkb::temporal::{read_tpoint, read_tpoint_into, write_tpoint};

const POSITIONS: usize = 1_000;

/// A ship that turns all the time, so that its normal form keeps every position.
fn trip() -> TPoint {
    let position = |i: usize| Point::xy(580_000.25 + i as f64 * 10.5, 6_140_000.75 + (i as f64 / 5.0).sin() * 900.0);
    TPoint {
        srid: 25832,
        geodetic: false,
        has_z: false,
        track: Temporal {
            subtype: Subtype::Sequence,
            interp: Interp::Linear,
            pieces: vec![Piece { start: 0, end: POSITIONS, lower_inc: true, upper_inc: true }],
            times: (0..POSITIONS).map(|i| 800_000_000_000_000 + i as i64 * 10_000_000).collect(),
            values: (0..POSITIONS).map(position).collect(),
        },
    }
}

fn one_by_one(bytes: &[u8], times: &mut Vec<i64>, values: &mut Vec<Point>) {
    times.clear();
    values.clear();
    for instant in bytes[13..].chunks_exact(33) {
        assert_eq!(instant[0], 1);
        assert_eq!(u32::from_le_bytes(instant[1..5].try_into().unwrap()), 0x2000_0001);
        assert_eq!(i32::from_le_bytes(instant[5..9].try_into().unwrap()), 25832);
        let number = |at: usize| f64::from_le_bytes(instant[at..at + 8].try_into().unwrap());
        values.push(Point::xy(number(9), number(17)));
        times.push(i64::from_le_bytes(instant[25..].try_into().unwrap()));
    }
}

fn encodings(criterion: &mut Criterion) {
    let trip = trip();
    let bytes = write_tpoint(&trip.view());
    let text = format_tpoint(&trip.view(), DEFAULT_DIGITS);
    let mut read = read_tpoint(&bytes).unwrap();
    assert_eq!(read, trip);
    assert_eq!(parse_tpoint(&text, "UTC", false).unwrap(), trip);
    let (mut times, mut values, mut copy) = (Vec::new(), Vec::new(), Vec::new());
    one_by_one(&bytes, &mut times, &mut values);
    assert_eq!((&times, &values), (&trip.track.times, &trip.track.values));

    let mut group = criterion.benchmark_group("ewkb");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("copy", |b| {
        b.iter(|| {
            copy.clear();
            copy.extend_from_slice(black_box(&bytes));
        });
    });
    group.bench_function("one_by_one", |b| b.iter(|| one_by_one(black_box(&bytes), &mut times, &mut values)));
    group.bench_function("read_tpoint_into", |b| b.iter(|| read_tpoint_into(&mut read, black_box(&bytes)).unwrap()));
    group.bench_function("read_tpoint", |b| b.iter(|| read_tpoint(black_box(&bytes)).unwrap()));
    group.bench_function("write_tpoint", |b| b.iter(|| write_tpoint(black_box(&trip.view()))));
    group.finish();

    let mut group = criterion.benchmark_group("ewkt");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("parse_tpoint", |b| b.iter(|| parse_tpoint(black_box(&text), "UTC", false).unwrap()));
    group.bench_function("format_tpoint", |b| b.iter(|| format_tpoint(black_box(&trip.view()), DEFAULT_DIGITS)));
    group.finish();
}

criterion_group!(benches, encodings);
criterion_main!(benches);
