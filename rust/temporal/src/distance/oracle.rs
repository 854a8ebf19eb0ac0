//! Naive answers, pair of segments by pair of segments, and random temporal points on a small grid to ask about.
//!
//! Decisions are made in whole numbers (coordinates and times are small integers), distances by a ternary search: nothing
//! is shared with the kernels but the definitions.

use crate::point::{Point, TPoint};
use crate::temporal::{Interp, Piece, Subtype, Temporal};
use proptest::prelude::*;

/// A time span in which a point moves from `p` to `q`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) start_us: i64,
    pub(crate) end_us: i64,
    lower_inc: bool,
    upper_inc: bool,
    p: Point,
    q: Point,
}

/// Two segments and the span they share, as a closed one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shared {
    a: Segment,
    b: Segment,
    pub(crate) lower_us: i64,
    pub(crate) upper_us: i64,
    pub(crate) lower_inc: bool,
    pub(crate) upper_inc: bool,
}

fn segments(point: &TPoint) -> Vec<Segment> {
    let track = &point.track;
    let still = |i: usize| Segment {
        start_us: track.times[i],
        end_us: track.times[i],
        lower_inc: true,
        upper_inc: true,
        p: track.values[i],
        q: track.values[i],
    };
    if track.interp == Interp::Discrete {
        return (0..track.times.len()).map(still).collect();
    }
    let step = track.interp == Interp::Step;
    let mut all = Vec::new();
    for piece in &track.pieces {
        let last = piece.end - 1;
        for i in piece.start..last {
            all.push(Segment {
                start_us: track.times[i],
                end_us: track.times[i + 1],
                lower_inc: i > piece.start || piece.lower_inc,
                upper_inc: !step && (i + 1 < last || piece.upper_inc),
                p: track.values[i],
                q: track.values[if step { i } else { i + 1 }],
            });
        }
        if piece.start == last || (step && piece.upper_inc) {
            all.push(still(last));
        }
    }
    all
}

/// Every pair of segments that share time, in no order.
pub(crate) fn shared(a: &TPoint, b: &TPoint) -> Vec<Shared> {
    let mut all = Vec::new();
    for a in segments(a) {
        for b in segments(b) {
            let (lower_us, upper_us) = (a.start_us.max(b.start_us), a.end_us.min(b.end_us));
            let includes = |s: &Segment, t: i64| (s.start_us < t || s.lower_inc) && (t < s.end_us || s.upper_inc);
            let lower_inc = includes(&a, lower_us) && includes(&b, lower_us);
            let upper_inc = includes(&a, upper_us) && includes(&b, upper_us);
            if lower_us < upper_us || (lower_us == upper_us && lower_inc) {
                all.push(Shared { a, b, lower_us, upper_us, lower_inc, upper_inc });
            }
        }
    }
    all
}

impl Segment {
    fn at(&self, at_us: f64) -> Point {
        let span = (self.end_us - self.start_us).max(1) as f64;
        let share = (at_us - self.start_us as f64) / span;
        let blend = |p: f64, q: f64| p + (q - p) * share;
        Point { x: blend(self.p.x, self.q.x), y: blend(self.p.y, self.q.y), z: blend(self.p.z, self.q.z) }
    }

    /// Position times the length of the segment, and that length.
    fn whole(&self, at_us: i64) -> ([i128; 3], i128) {
        let span = i128::from((self.end_us - self.start_us).max(1));
        let go = i128::from(at_us - self.start_us);
        let axis = |p: f64, q: f64| p as i128 * span + (q as i128 - p as i128) * go;
        ([axis(self.p.x, self.q.x), axis(self.p.y, self.q.y), axis(self.p.z, self.q.z)], span)
    }
}

impl Shared {
    pub(crate) fn distance_at(&self, at_us: f64) -> f64 {
        let (p, q) = (self.a.at(at_us), self.b.at(at_us));
        ((p.x - q.x).powi(2) + (p.y - q.y).powi(2) + (p.z - q.z).powi(2)).sqrt()
    }

    /// Smallest distance, by ternary search on the closed span.
    pub(crate) fn nearest(&self) -> f64 {
        let (mut low, mut high) = (self.lower_us as f64, self.upper_us as f64);
        for _ in 0..200 {
            let (third, two_thirds) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if self.distance_at(third) < self.distance_at(two_thirds) { high = two_thirds } else { low = third }
        }
        let ends = self.distance_at(self.lower_us as f64).min(self.distance_at(self.upper_us as f64));
        ends.min(self.distance_at((low + high) / 2.0))
    }

    /// Relative position in whole numbers, and the unit of it.
    fn relative(&self, at_us: i64) -> ([i128; 3], i128) {
        let ((p, m), (q, n)) = (self.a.whole(at_us), self.b.whole(at_us));
        ([q[0] * m - p[0] * n, q[1] * m - p[1] * n, q[2] * m - p[2] * n], m * n)
    }

    /// Whether the distance at a whole time is within a whole limit.
    pub(crate) fn within_at(&self, at_us: i64, limit: i128) -> bool {
        let (r, unit) = self.relative(at_us);
        dot(r, r) <= (limit * unit).pow(2)
    }

    /// Whether the distance is within a whole limit at any time of the closed span.
    pub(crate) fn ever_within(&self, limit: i128) -> bool {
        let ((from, unit), (to, _)) = (self.relative(self.lower_us), self.relative(self.upper_us));
        let v = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
        let ends = self.within_at(self.lower_us, limit) || self.within_at(self.upper_us, limit);
        let passes = dot(from, v) < 0 && dot(to, v) > 0;
        ends || (passes && dot(from, from) * dot(v, v) - dot(from, v).pow(2) <= (limit * unit).pow(2) * dot(v, v))
    }
}

fn dot(p: [i128; 3], q: [i128; 3]) -> i128 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

/// Steps between instants: microseconds apart, or far apart.
fn unit_us() -> impl Strategy<Value = i64> {
    prop_oneof![Just(1i64), Just(1000)]
}

/// Two random temporal points with the same dimensions on a small grid and in a short time, so that they often touch.
pub(crate) fn pair() -> impl Strategy<Value = (TPoint, TPoint)> {
    (unit_us(), any::<bool>()).prop_flat_map(|(unit, has_z)| (point(unit, has_z), point(unit, has_z)))
}

/// A random temporal point in the plane.
pub(crate) fn trip() -> impl Strategy<Value = TPoint> {
    unit_us().prop_flat_map(|unit| point(unit, false))
}

fn point(unit: i64, has_z: bool) -> impl Strategy<Value = TPoint> {
    let instant = (1i64..5, 0i8..7, 0i8..7, 0i8..4);
    let piece = (prop::collection::vec(instant, 1..6), any::<bool>(), any::<bool>(), 0i64..3);
    (0i64..8, prop::collection::vec(piece, 1..4), 0u8..5).prop_map(move |(start, pieces, kind)| {
        let interp = match kind {
            0 => Interp::Discrete,
            1 => Interp::Step,
            _ => Interp::Linear,
        };
        assemble(start, &pieces, unit, has_z, interp)
    })
}

type RandomPiece = (Vec<(i64, i8, i8, i8)>, bool, bool, i64);

fn assemble(start: i64, random: &[RandomPiece], unit: i64, has_z: bool, interp: Interp) -> TPoint {
    let (mut pieces, mut times, mut values): (Vec<Piece>, Vec<i64>, Vec<Point>) = (vec![], vec![], vec![]);
    let mut now = start;
    for (instants, lower_inc, upper_inc, gap) in random {
        let first = times.len();
        // A gap of 0 makes pieces that share a timestamp, which at most one of them may include.
        let meets = *gap == 0 && first > 0 && interp != Interp::Discrete;
        let lower_inc = *lower_inc || instants.len() == 1;
        if meets && pieces.last().is_some_and(|p: &Piece| p.upper_inc) && lower_inc {
            now += 1;
        } else if !meets {
            now += gap.max(&1);
        }
        for (k, &(step, x, y, z)) in instants.iter().enumerate() {
            now += if k == 0 { 0 } else { step };
            times.push(now * unit);
            values.push(Point::xyz(f64::from(x), f64::from(y), if has_z { f64::from(z) } else { 0.0 }));
        }
        let upper_inc = *upper_inc || instants.len() == 1;
        if interp == Interp::Step && !upper_inc {
            let n = values.len();
            values[n - 1] = values[n - 2];
        }
        pieces.push(Piece { start: first, end: times.len(), lower_inc, upper_inc });
        if interp != Interp::Discrete && random.len() == 1 {
            break;
        }
    }
    if interp == Interp::Discrete {
        pieces = vec![Piece { start: 0, end: times.len(), lower_inc: true, upper_inc: true }];
    }
    let subtype = match (interp, pieces.len(), times.len()) {
        (Interp::Discrete, _, 1) => Subtype::Instant,
        (_, 1, _) => Subtype::Sequence,
        _ => Subtype::SequenceSet,
    };
    TPoint { srid: 0, geodetic: false, has_z, track: Temporal { subtype, interp, pieces, times, values } }
}
