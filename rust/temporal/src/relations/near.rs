//! What lies within a distance of positions, edges and areas, and when a straight way is there.

use super::limit::{Limit, decide, whatever_happens, within_us};
use crate::distance::parts::{
    Bounds, Part, Place, approach_segment, between, crossing_share, edges, lies_on, place_in_area, share_at,
};
use crate::distance::{ExactMotion, RelativeMotion, nearest_squared};
use crate::point::Point;

/// When a way is near something, both ends included.
#[derive(Debug, Clone, Copy)]
struct Span {
    enter_us: i64,
    leave_us: i64,
    /// Shares of the way before it enters and leaves, not rounded to microseconds.
    from: f64,
    to: f64,
}

impl Span {
    fn with(self, other: Self) -> Self {
        Self {
            enter_us: self.enter_us.min(other.enter_us),
            leave_us: self.leave_us.max(other.leave_us),
            from: self.from.min(other.from),
            to: self.to.max(other.to),
        }
    }

    fn at_start(way: &RelativeMotion) -> Self {
        Self { enter_us: way.start_us, leave_us: way.start_us, from: 0.0, to: 0.0 }
    }

    fn at_end(way: &RelativeMotion) -> Self {
        Self { enter_us: way.end_us, leave_us: way.end_us, from: 1.0, to: 1.0 }
    }
}

/// The least share that is not the start, and the greatest that is not the end: only exact decisions reach those.
const AFTER_START: f64 = f64::MIN_POSITIVE;
const BEFORE_END: f64 = 1.0f64.next_down();

/// Gaps between spans up to this share of a way are rounding.
const NOISE: f64 = 1e-12;

/// Everything within a distance of the parts of a geometry.
pub(super) struct Surroundings<'a> {
    parts: &'a [Part],
    dist: f64,
    limit: Limit,
    /// A little more than the squared distance: rectangles farther apart than this hold nothing that is near.
    reach: f64,
}

impl<'a> Surroundings<'a> {
    pub(super) fn new(parts: &'a [Part], dist: f64) -> Self {
        let reach = if dist < 1e150 { dist * dist * (1.0 + 1e-12) } else { f64::INFINITY };
        Self { parts, dist, limit: Limit::new(dist), reach }
    }

    /// Whether a way is near at any time, ends included.
    pub(super) fn ever(&self, way: &RelativeMotion) -> bool {
        if let Some(known) = whatever_happens(self.dist) {
            return known;
        }
        let bounds = Bounds::of_two(&way.from, &way.to);
        self.parts.iter().any(|part| match part {
            Part::Position(place) => self.near_position(way, place).is_some(),
            Part::Path(line, around) => bounds.gap_squared(around) <= self.reach && self.near_line(way, &bounds, line),
            Part::Area(rings, around) => {
                bounds.gap_squared(around) <= self.reach
                    && (place_in_area(&way.from, rings) != Place::Outside
                        || rings.iter().any(|ring| self.near_line(way, &bounds, ring)))
            }
        })
    }

    fn near_line(&self, way: &RelativeMotion, bounds: &Bounds, line: &[Point]) -> bool {
        self.edges_in_reach(bounds, line).any(|(c, d)| self.near_edge(way, &c, &d))
    }

    fn edges_in_reach(&self, bounds: &Bounds, line: &[Point]) -> impl Iterator<Item = (Point, Point)> {
        edges(line).filter(move |(c, d)| bounds.gap_squared(&Bounds::of_two(c, d)) <= self.reach)
    }

    /// Whether a way comes near an edge: where they do not cross, an end of one is nearest to the other.
    fn near_edge(&self, way: &RelativeMotion, c: &Point, d: &Point) -> bool {
        let (a, b) = (&way.from, &way.to);
        let squared = approach_segment(a, b, c, d).squared;
        let sizes = [(a, b), (c, d), (a, c)].map(|(p, q)| (q.x - p.x).powi(2) + (q.y - p.y).powi(2));
        let spread = 4.0 * (sizes[0] + sizes[1] + sizes[2]);
        if squared == 0.0 {
            return true;
        }
        if self.dist == 0.0 || self.limit.surely_exceeded_by(squared, spread) {
            return false;
        }
        self.limit.surely_includes(squared, spread)
            || self.holds(a, c, d)
            || self.holds(b, c, d)
            || self.holds(c, a, b)
            || self.holds(d, a, b)
    }

    /// Whether a position is within the distance of a segment, exactly.
    fn holds(&self, place: &Point, p: &Point, q: &Point) -> bool {
        let past = seen_from(place, p, q, [0, 1]);
        decide(nearest_squared::<false>(&past), self.dist, &past, || {
            ExactMotion::past(*place, *p, *q, [0, 1], self.dist).ever_within()
        })
    }

    /// When a way is near, in ascending spans that do not touch. An end is in a span only if the way is near there, except
    /// in ways of one microsecond.
    pub(super) fn spans(&self, way: &RelativeMotion) -> Vec<(i64, i64)> {
        if let Some(known) = whatever_happens(self.dist) {
            return if known { vec![(way.start_us, way.end_us)] } else { Vec::new() };
        }
        let mut union: Vec<Span> = Vec::new();
        for span in self.single_spans(way) {
            match union.last_mut() {
                Some(last) if span.enter_us <= last.leave_us || span.from <= last.to + NOISE => *last = last.with(span),
                _ => union.push(span),
            }
        }
        union.into_iter().map(|s| (s.enter_us, s.leave_us)).collect()
    }

    /// Whether a way is near at all times, ends included.
    pub(super) fn always(&self, way: &RelativeMotion) -> bool {
        if let Some(known) = whatever_happens(self.dist) {
            return known;
        }
        let spans = self.single_spans(way);
        if way.start_us == way.end_us {
            return !spans.is_empty();
        }
        let starts = spans.first().is_some_and(|s| s.from == 0.0);
        let ends = spans.iter().any(|s| s.to == 1.0);
        let reached =
            spans.iter().try_fold(0.0, |reached: f64, s| (s.from <= reached + NOISE).then(|| reached.max(s.to)));
        starts && ends && reached.is_some()
    }

    /// The spans of all parts and edges, ascending.
    fn single_spans(&self, way: &RelativeMotion) -> Vec<Span> {
        let bounds = Bounds::of_two(&way.from, &way.to);
        let mut found = Vec::new();
        for part in self.parts {
            match part {
                Part::Position(place) => found.extend(self.near_position(way, place)),
                Part::Path(_, around) | Part::Area(_, around) if bounds.gap_squared(around) > self.reach => {}
                Part::Path(line, _) => self.add_line_spans(way, &bounds, line, &mut found),
                Part::Area(rings, _) => {
                    rings.iter().for_each(|ring| self.add_line_spans(way, &bounds, ring, &mut found));
                    add_inner_spans(way, rings, &mut found);
                }
            }
        }
        found.sort_unstable_by(|p, q| p.from.total_cmp(&q.from));
        found
    }

    fn add_line_spans(&self, way: &RelativeMotion, bounds: &Bounds, line: &[Point], found: &mut Vec<Span>) {
        match line {
            [place] => found.extend(self.near_position(way, place)),
            _ => found.extend(self.edges_in_reach(bounds, line).filter_map(|(c, d)| self.edge_span(way, &c, &d))),
        }
    }

    fn near_position(&self, way: &RelativeMotion, place: &Point) -> Option<Span> {
        let times = [way.start_us, way.end_us];
        let past = RelativeMotion {
            lower_inc: way.lower_inc,
            upper_inc: way.upper_inc,
            ..seen_from(place, &way.from, &way.to, times)
        };
        let exactly = || ExactMotion::past(*place, way.from, way.to, times, self.dist);
        let (enter_us, leave_us) = within_us(&past, self.dist, exactly)?;
        let (from, to) = shares_in_disc(&past, self.dist);
        // In a way of a microsecond the ends also stand for what is near between them.
        let long = way.end_us.wrapping_sub(way.start_us) != 1;
        let starts = enter_us == way.start_us && (long || self.holds(place, &way.from, &way.from));
        let ends = leave_us == way.end_us && (long || self.holds(place, &way.to, &way.to));
        Some(Span {
            enter_us,
            leave_us,
            from: if starts { 0.0 } else { from.max(AFTER_START) },
            to: if ends { 1.0 } else { to.min(BEFORE_END) },
        })
    }

    /// The one span in which a way is near an edge: that of its ends and of the strip along it.
    fn edge_span(&self, way: &RelativeMotion, c: &Point, d: &Point) -> Option<Span> {
        let (a, b) = (&way.from, &way.to);
        if !self.near_edge(way, c, d) {
            return None;
        }
        let starts = self.holds(a, c, d).then(|| Span::at_start(way));
        let ends = self.holds(b, c, d).then(|| Span::at_end(way));
        let known = starts.into_iter().chain(ends).reduce(Span::with);
        let strip = if self.dist == 0.0 {
            crossing_share(a, b, c, d).map(|share| (share, share))
        } else {
            self.shares_along(way, c, d)
        };
        let strip = strip.and_then(|(from, to)| inner_span(way, from, to));
        let caps = [self.near_position(way, c), self.near_position(way, d)];
        let whole = [known, strip, caps[0], caps[1]].into_iter().flatten().reduce(Span::with);
        if way.end_us.wrapping_sub(way.start_us) > 1 {
            return whole;
        }
        // There is no time between the ends: what is near only there is near at one of them.
        let first = known.or(caps[0]).or(strip).or(caps[1]);
        first.zip(whole).map(|(first, whole)| Span { from: whole.from, to: whole.to, ..first })
    }

    /// Shares of a way between which it lies beside an edge and not farther from it than the distance.
    fn shares_along(&self, way: &RelativeMotion, c: &Point, d: &Point) -> Option<(f64, f64)> {
        let (ex, ey) = (d.x - c.x, d.y - c.y);
        let length = (ex * ex + ey * ey).sqrt();
        if length == 0.0 {
            return None;
        }
        let coordinates = |p: &Point| {
            let (x, y) = (p.x - c.x, p.y - c.y);
            ((x * ex + y * ey) / length, (ex * y - ey * x) / length)
        };
        let ((along, across), (along_end, across_end)) = (coordinates(&way.from), coordinates(&way.to));
        let beside = shares_between(along, along_end, 0.0, length)?;
        let close = shares_between(across, across_end, -self.dist, self.dist)?;
        let (from, to) = (beside.0.max(close.0), beside.1.min(close.1));
        (from <= to).then_some((from, to))
    }
}

/// Shares of a way between which it lies in a disc, as floating point sees it.
fn shares_in_disc(past: &RelativeMotion, dist: f64) -> (f64, f64) {
    let (vx, vy) = (past.to.x - past.from.x, past.to.y - past.from.y);
    let speed = vx * vx + vy * vy;
    let middle = -(past.from.x * vx + past.from.y * vy) / speed;
    let across = past.from.x * vy - past.from.y * vx;
    let half = (dist * dist - (across / speed) * across).max(0.0).sqrt() / speed.sqrt();
    if half.is_finite() { ((middle - half).clamp(0.0, 1.0), (middle + half).clamp(0.0, 1.0)) } else { (0.0, 1.0) }
}

/// Shares of a way from one number to another between which it lies within bounds.
fn shares_between(from: f64, to: f64, low: f64, high: f64) -> Option<(f64, f64)> {
    let speed = to - from;
    if speed == 0.0 {
        return (low <= from && from <= high).then_some((0.0, 1.0));
    }
    let (at_low, at_high) = ((low - from) / speed, (high - from) / speed);
    let (enter, leave) = (at_low.min(at_high).max(0.0), at_low.max(at_high).min(1.0));
    (enter <= leave).then_some((enter, leave))
}

/// A way as seen from a fixed position.
fn seen_from(place: &Point, p: &Point, q: &Point, [start_us, end_us]: [i64; 2]) -> RelativeMotion {
    let leg = crate::distance::Leg { index: 0, next: 0 };
    let by = |p: &Point| Point::xy(p.x - place.x, p.y - place.y);
    let squared = |p: &Point| p.x * p.x + p.y * p.y;
    let (from, to) = (by(p), by(q));
    let (from_squared, to_squared) = (squared(&from), squared(&to));
    RelativeMotion {
        start_us,
        end_us,
        lower_inc: true,
        upper_inc: true,
        from,
        to,
        from_squared,
        to_squared,
        spread: from_squared.max(to_squared),
        first: leg,
        second: leg,
    }
}

/// A span of shares of a way in time, rounded to a microsecond between the ends; `None` where there is none.
fn inner_span(way: &RelativeMotion, from: f64, to: f64) -> Option<Span> {
    let duration = way.end_us.wrapping_sub(way.start_us);
    let time = |share: f64| way.start_us.wrapping_add((duration as f64 * share).round() as i64);
    let (enter_us, leave_us) = if duration < 2 {
        // No whole microsecond between the ends: the nearer one that belongs to the way.
        let late = way.upper_inc && (!way.lower_inc || from >= 0.5);
        let at_us = if late { way.end_us } else { way.start_us };
        (at_us, at_us)
    } else {
        let (first, last) = (way.start_us + 1, way.end_us - 1);
        (time(from).clamp(first, last), time(to).clamp(first, last))
    };
    (duration > 0).then_some(Span { enter_us, leave_us, from: from.max(AFTER_START), to: to.min(BEFORE_END) })
}

/// Adds the spans in which a way is inside of an area or on its border, as far as they have length.
fn add_inner_spans(way: &RelativeMotion, rings: &[Vec<Point>], found: &mut Vec<Span>) {
    let (a, b) = (&way.from, &way.to);
    if way.start_us == way.end_us {
        if place_in_area(a, rings) != Place::Outside {
            found.push(Span::at_start(way));
        }
        return;
    }
    let mut cuts = vec![0.0, 1.0];
    let bounds = Bounds::of_two(a, b);
    for (c, d) in rings.iter().flat_map(|ring| edges(ring)) {
        if bounds.gap_squared(&Bounds::of_two(&c, &d)) > 0.0 {
            continue;
        }
        cuts.extend(crossing_share(a, b, &c, &d));
        if lies_on(&c, a, b) {
            cuts.push(share_at(a, b, &c));
        }
    }
    cuts.sort_unstable_by(f64::total_cmp);
    for ends in cuts.windows(2) {
        let inside = || place_in_area(&between(a, b, (ends[0] + ends[1]) / 2.0), rings) != Place::Outside;
        if ends[0] < ends[1] && inside() {
            let start = (ends[0] == 0.0).then(|| Span::at_start(way));
            let end = (ends[1] == 1.0).then(|| Span::at_end(way));
            // In a way too short for a time between its ends an end is enough.
            let inner = inner_span(way, ends[0], ends[1])
                .filter(|s| s.enter_us < s.leave_us || start.is_none() && end.is_none());
            found.extend([start, inner, end].into_iter().flatten().reduce(Span::with));
        }
    }
}
