//! Nearest distance and ever-within of two trips of 1000 instants each, at times that never coincide.
//!
//! Baseline `synchronised`: both trips are first brought to all their times by look-up, into new vectors, and then
//! compared pair by pair, which is how the definition reads. Every bench first asserts its answer.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use temporal::distance::nearest_approach_distance;
use temporal::point::{Point, TPoint};
use temporal::relations::{always_dwithin, ever_dwithin, tdwithin};
use temporal::temporal::{Interp, Piece, Subtype, Temporal};

const INSTANTS: usize = 1000;

/// The same numbers in every run (Steele, Lea and Flood, SplitMix64), in 0..1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A random walk of about 10 metres a second, with an instant every 5 to 15 seconds.
fn walk(seed: u64, x: f64, y: f64) -> TPoint {
    let mut numbers = Numbers(seed);
    let (mut at, mut here) = (0, Point::xy(x, y));
    let (mut times, mut values) = (Vec::new(), Vec::new());
    for _ in 0..INSTANTS {
        times.push(at);
        values.push(here);
        at += 5_000_000 + (numbers.next() * 1e7) as i64;
        here = Point::xy(here.x + numbers.next() * 200.0 - 100.0, here.y + numbers.next() * 200.0 - 100.0);
    }
    let pieces = vec![Piece { start: 0, end: INSTANTS, lower_inc: true, upper_inc: true }];
    let track = Temporal { subtype: Subtype::Sequence, interp: Interp::Linear, pieces, times, values };
    TPoint { srid: 25832, geodetic: false, has_z: false, track }
}

fn value_at(trip: &TPoint, at: i64) -> Point {
    let track = &trip.track;
    let i = track.times.partition_point(|&t| t <= at).clamp(1, track.times.len() - 1);
    let (p, q) = (track.values[i - 1], track.values[i]);
    let share = (at - track.times[i - 1]) as f64 / (track.times[i] - track.times[i - 1]) as f64;
    Point::xy(p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share)
}

fn synchronised(a: &TPoint, b: &TPoint) -> f64 {
    let start = a.track.times[0].max(b.track.times[0]);
    let end = a.track.times[INSTANTS - 1].min(b.track.times[INSTANTS - 1]);
    let mut times: Vec<i64> = a.track.times.iter().chain(&b.track.times).copied().collect();
    times.retain(|t| (start..=end).contains(t));
    times.sort_unstable();
    times.dedup();
    let apart: Vec<Point> = times
        .iter()
        .map(|&t| {
            let (p, q) = (value_at(a, t), value_at(b, t));
            Point::xy(q.x - p.x, q.y - p.y)
        })
        .collect();
    let nearest = |w: &[Point]| {
        let v = Point::xy(w[1].x - w[0].x, w[1].y - w[0].y);
        let share = -(w[0].x * v.x + w[0].y * v.y) / (v.x * v.x + v.y * v.y);
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        (w[0].x + v.x * share).hypot(w[0].y + v.y * share)
    };
    apart.windows(2).map(nearest).fold(f64::INFINITY, f64::min)
}

fn nearest_distance(c: &mut Criterion) {
    let (a, b) = (walk(1, 600_000.0, 6_100_000.0), walk(2, 600_500.0, 6_100_900.0));
    let want = synchronised(&a, &b);
    let got = nearest_approach_distance(&a.view(), &b.view()).unwrap().unwrap();
    assert!(want > 0.0 && (got - want).abs() < 1e-6, "{got} against {want}");
    let mut group = c.benchmark_group("nearest distance, 1000 instants each");
    group.throughput(Throughput::Elements(2 * INSTANTS as u64));
    group.bench_function("kernel", |bench| {
        bench.iter(|| nearest_approach_distance(&black_box(&a).view(), &black_box(&b).view()));
    });
    group.bench_function("synchronised", |bench| bench.iter(|| synchronised(black_box(&a), black_box(&b))));
    group.finish();
}

fn within(c: &mut Criterion) {
    let (a, b) = (walk(1, 600_000.0, 6_100_000.0), walk(2, 600_500.0, 6_100_900.0));
    let limit = synchronised(&a, &b) * 0.9;
    let (near, far) = (synchronised(&a, &b) * 1.1, 1e6);
    assert_eq!(ever_dwithin(&a.view(), &b.view(), limit).unwrap(), Some(false));
    assert_eq!(always_dwithin(&a.view(), &b.view(), far).unwrap(), Some(true));
    assert!(tdwithin(&a.view(), &b.view(), near).unwrap().unwrap().values.contains(&true));
    let mut group = c.benchmark_group("within, 1000 instants each, boxes overlap");
    group.throughput(Throughput::Elements(2 * INSTANTS as u64));
    group.bench_function("ever, no hit", |bench| {
        bench.iter(|| ever_dwithin(&black_box(&a).view(), &black_box(&b).view(), limit));
    });
    group.bench_function("always, all within", |bench| {
        bench.iter(|| always_dwithin(&black_box(&a).view(), &black_box(&b).view(), far));
    });
    group.bench_function("temporal", |bench| {
        bench.iter(|| tdwithin(&black_box(&a).view(), &black_box(&b).view(), near));
    });
    group.bench_function("synchronised", |bench| {
        bench.iter(|| synchronised(black_box(&a), black_box(&b)) <= limit);
    });
    group.finish();
}

criterion_group!(benches, nearest_distance, within);
criterion_main!(benches);
