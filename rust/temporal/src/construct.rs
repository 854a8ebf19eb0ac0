//! Construction of values from rows, arrays and columns (MobilityDB, "Constructors"; ours also sort).
//!
//! Instants may come in any order: equal ones are one, and one time with several values follows the [`Conflict`] policy,
//! whose outcome depends on the values alone. So the result is the same for every order and every partitioning of the
//! rows. Results are in normal form. Coordinates and numbers must be finite; -0.0 becomes 0.0.

use std::cmp::Ordering;

use crate::error::{Error, Result};
use crate::geom::{check_lon_lat, check_system};
use crate::motion::{GreatCircle, Motion, Straight};
use crate::movement::segment_length;
use crate::normalize::{NUMBER, normalize_on, tolerance};
use crate::point::{Point, TPoint, TPointRef};
use crate::span::TstzSpan;
use crate::temporal::{Interp, Piece, Subtype, Temporal};
use crate::time::{check_time, format_timestamp};
use crate::validate::{Checked, check};

/// What becomes of one time with several values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conflict {
    /// An error that names the time.
    #[default]
    Error,
    /// The least value stays: by x, then y, then z.
    Least,
    /// The greatest value stays.
    Greatest,
    /// Their mean, each distinct value counted once.
    Mean,
}

impl Conflict {
    /// The policy of this name: `error`, `least` or `first`, `greatest` or `last`, `mean`, in any case.
    ///
    /// # Errors
    /// For any other name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name.to_ascii_lowercase().as_str() {
            "error" => Ok(Self::Error),
            "least" | "first" => Ok(Self::Least),
            "greatest" | "last" => Ok(Self::Greatest),
            "mean" => Ok(Self::Mean),
            _ => Err(Error::Argument {
                argument: "duplicates",
                expected: "error, first, last or mean",
                found: name.to_owned(),
            }),
        }
    }
}

/// The interpolation of this name: `discrete`, `step` or `stepwise`, `linear`, in any case.
///
/// # Errors
/// For any other name.
pub fn interp_from_name(name: &str) -> Result<Interp> {
    match name.to_ascii_lowercase().as_str() {
        "discrete" => Ok(Interp::Discrete),
        "step" | "stepwise" => Ok(Interp::Step),
        "linear" => Ok(Interp::Linear),
        _ => Err(Error::Argument { argument: "interp", expected: "discrete, step or linear", found: name.to_owned() }),
    }
}

/// A base value that constructors can put in order.
pub trait Sortable: Checked {
    /// Name of the temporal type in errors.
    const WHAT: &'static str;
    /// A total order, for results that do not depend on the order of rows.
    fn order(&self, other: &Self) -> Ordering;
    /// The mean of at least one value; `None` where the type has none.
    fn mean(values: &[Self]) -> Option<Self>;
    /// The same value, -0.0 replaced.
    fn clean(self) -> Self;
}

impl Sortable for Point {
    const WHAT: &'static str = "tgeompoint";
    fn order(&self, other: &Self) -> Ordering {
        self.x.total_cmp(&other.x).then(self.y.total_cmp(&other.y)).then(self.z.total_cmp(&other.z))
    }
    fn mean(values: &[Self]) -> Option<Self> {
        let mean = |of: fn(&Self) -> f64| f64::mean(&values.iter().map(of).collect::<Vec<f64>>());
        Some(Self { x: mean(|p| p.x)?, y: mean(|p| p.y)?, z: mean(|p| p.z)? })
    }
    fn clean(self) -> Self {
        Self { x: self.x + 0.0, y: self.y + 0.0, z: self.z + 0.0 }
    }
}

impl Sortable for f64 {
    const WHAT: &'static str = "tfloat";
    fn order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }
    fn mean(values: &[Self]) -> Option<Self> {
        // Relative to the first value: no overflow of the sum, and exact where all are equal.
        let first = values.first()?;
        Some(first + values.iter().map(|v| (v - first) / values.len() as f64).sum::<f64>())
    }
    fn clean(self) -> Self {
        self + 0.0
    }
}

macro_rules! plain {
    ($($ty:ty, $what:literal;)*) => {$(
        impl Sortable for $ty {
            const WHAT: &'static str = $what;
            fn order(&self, other: &Self) -> Ordering {
                self.cmp(other)
            }
            fn mean(_: &[Self]) -> Option<Self> {
                None
            }
            fn clean(self) -> Self {
                self
            }
        }
    )*};
}
plain!(i32, "tint"; bool, "tbool"; String, "ttext";);

/// Times strictly ascending, and a value for each; see the head of this file.
///
/// # Errors
/// For values against the rules of their type, times out of range, and one time with several values as `conflict` says.
pub fn in_order<V: Sortable>(instants: Vec<(i64, V)>, conflict: Conflict) -> Result<(Vec<i64>, Vec<V>)> {
    let mut instants: Vec<(i64, V)> = instants.into_iter().map(|(t, v)| (t, v.clean())).collect();
    for (time_us, value) in &instants {
        check_time(*time_us)?;
        if let Some(fault) = value.fault() {
            return Err(invalid::<V>(format!("{fault}, at {}", format_timestamp(*time_us))));
        }
    }
    let ascending = instants.windows(2).all(|w| w[0].0 < w[1].0);
    if ascending {
        return Ok(instants.into_iter().unzip());
    }
    instants.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.order(&b.1)));
    instants.dedup();
    let (mut times, mut values) = (Vec::with_capacity(instants.len()), Vec::with_capacity(instants.len()));
    for same in instants.chunk_by(|a, b| a.0 == b.0) {
        times.push(same[0].0);
        values.push(resolve(same, conflict)?);
    }
    Ok((times, values))
}

/// One value of those at one time, which are distinct and ascending.
fn resolve<V: Sortable>(same: &[(i64, V)], conflict: Conflict) -> Result<V> {
    let (first, last) = (&same[0], &same[same.len() - 1]);
    if same.len() == 1 {
        return Ok(first.1.clone());
    }
    let at = || format_timestamp(first.0);
    match conflict {
        Conflict::Error => Err(invalid::<V>(format!("{} different values at {}", same.len(), at()))),
        Conflict::Least => Ok(first.1.clone()),
        Conflict::Greatest => Ok(last.1.clone()),
        Conflict::Mean => {
            let values: Vec<V> = same.iter().map(|(_, v)| v.clone()).collect();
            V::mean(&values).ok_or_else(|| invalid::<V>(format!("several values at {} have no mean", at())))
        }
    }
}

fn invalid<V: Sortable>(reason: String) -> Error {
    Error::Invalid { what: V::WHAT, reason }
}

/// How a sequence is to be made.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Interpolation.
    pub interp: Interp,
    /// Whether the first time belongs to the sequence; a Discrete sequence includes it always.
    pub lower_inc: bool,
    /// Whether the last time belongs to the sequence.
    pub upper_inc: bool,
    /// What becomes of one time with several values.
    pub conflict: Conflict,
}

/// Where instants are so far apart that a new sequence begins.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gaps {
    /// The longest time in microseconds that is no gap; `None` for any.
    pub max_us: Option<i64>,
    /// The longest distance that is no gap, in units of the values (metres if geodetic); `None`, 0 or less for any.
    pub max_dist: Option<f64>,
}

/// A Sequence of these instants in normal form; `None` of none.
///
/// # Errors
/// As [`in_order`]; for bounds or interpolation that the instants do not allow.
pub fn sequence<V: Sortable>(
    instants: Vec<(i64, V)>,
    form: Form,
    tolerance: f64,
    motion: &impl Motion<V>,
) -> Result<Option<Temporal<V>>> {
    let (times, values) = in_order(instants, form.conflict)?;
    if times.is_empty() {
        return Ok(None);
    }
    let discrete = form.interp == Interp::Discrete;
    let (lower_inc, upper_inc) = (form.lower_inc || discrete, form.upper_inc || discrete);
    let pieces = vec![Piece { start: 0, end: times.len(), lower_inc, upper_inc }];
    let made = Temporal { subtype: Subtype::Sequence, interp: form.interp, pieces, times, values };
    check(V::WHAT, made.view())?;
    Ok(Some(normalize_on(made, tolerance, motion)))
}

/// A SequenceSet of these instants in normal form: a new sequence begins where time or distance is greater than `gaps`
/// allows, and not where it is equal. `None` of no instants.
///
/// # Errors
/// As [`sequence`]; for Discrete interpolation, a negative time and a NaN distance.
pub fn sequence_set<V: Sortable>(
    instants: Vec<(i64, V)>,
    (interp, conflict): (Interp, Conflict),
    gaps: Gaps,
    tolerance: f64,
    motion: &impl Motion<V>,
    distance: impl Fn(&V, &V) -> f64,
) -> Result<Option<Temporal<V>>> {
    check_gaps(interp, gaps)?;
    let (times, values) = in_order(instants, conflict)?;
    if times.is_empty() {
        return Ok(None);
    }
    let max_dist = gaps.max_dist.filter(|d| *d > 0.0);
    let apart = |i: usize| {
        gaps.max_us.is_some_and(|most| times[i] - times[i - 1] > most)
            || max_dist.is_some_and(|most| distance(&values[i - 1], &values[i]) > most)
    };
    let mut starts = vec![0];
    starts.extend((1..times.len()).filter(|&i| apart(i)));
    let ends = starts[1..].iter().copied().chain([times.len()]);
    let pieces: Vec<Piece> =
        starts.iter().zip(ends).map(|(&start, end)| Piece { start, end, lower_inc: true, upper_inc: true }).collect();
    let made = Temporal { subtype: Subtype::SequenceSet, interp, pieces, times, values };
    check(V::WHAT, made.view())?;
    Ok(Some(normalize_on(made, tolerance, motion)))
}

fn check_gaps(interp: Interp, gaps: Gaps) -> Result<()> {
    let fault = if interp == Interp::Discrete {
        Some(("interp", "step or linear", "discrete".to_owned()))
    } else if gaps.max_us.is_some_and(|most| most < 0) {
        Some(("maxt", "a duration of 0 or more", format!("{} microseconds", gaps.max_us.unwrap_or(0))))
    } else if gaps.max_dist.is_some_and(f64::is_nan) {
        Some(("maxdist", "a number", "NaN".to_owned()))
    } else {
        None
    };
    fault.map_or(Ok(()), |(argument, expected, found)| Err(Error::Argument { argument, expected, found }))
}

/// What positions mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// Reference system; 0 is unknown.
    pub srid: i32,
    /// Whether positions are longitude and latitude on the ellipsoid.
    pub geodetic: bool,
    /// Whether positions have a z.
    pub has_z: bool,
}

impl Space {
    /// The space of a temporal point.
    pub fn of(point: &TPointRef<'_>) -> Self {
        Self { srid: point.srid, geodetic: point.geodetic, has_z: point.has_z }
    }

    /// Checks that another value lies in the same space.
    ///
    /// # Errors
    /// For another reference system, planar against geodetic, or 2D against 3D.
    pub fn check_same(&self, other: &Self) -> Result<()> {
        if self.geodetic != other.geodetic {
            Err(Error::MixedGeodetic)
        } else if self.srid != other.srid {
            Err(Error::MixedSrid { left: self.srid, right: other.srid })
        } else if self.has_z != other.has_z {
            Err(Error::MixedDimensions)
        } else {
            Ok(())
        }
    }

    fn what(&self) -> &'static str {
        if self.geodetic { "tgeogpoint" } else { "tgeompoint" }
    }

    fn check_positions(&self, instants: &[(i64, Point)]) -> Result<()> {
        if !self.geodetic {
            return check_system(self.what(), self.srid, false);
        }
        check_lon_lat(self.what(), self.srid, instants.iter().map(|(_, p)| p))
    }

    /// A temporal point in this space.
    pub fn point(self, track: Temporal<Point>) -> TPoint {
        TPoint { srid: self.srid, geodetic: self.geodetic, has_z: self.has_z, track }
    }
}

/// [`sequence`] of positions.
///
/// # Errors
/// As [`sequence`]; for geodetic positions beyond 180 and 90 degrees or in a system that is not geographic.
pub fn point_sequence(space: Space, instants: Vec<(i64, Point)>, form: Form) -> Result<Option<TPoint>> {
    space.check_positions(&instants)?;
    let tolerance = tolerance(space.srid, space.geodetic);
    let made = if space.geodetic {
        sequence(instants, form, tolerance, &GreatCircle)
    } else {
        sequence(instants, form, tolerance, &Straight)
    };
    Ok(made?.map(|track| space.point(track)))
}

/// [`sequence_set`] of positions; distances in units of the reference system, in metres on the ellipsoid if geodetic.
///
/// # Errors
/// As [`sequence_set`] and [`point_sequence`].
pub fn point_sequence_set(
    space: Space,
    instants: Vec<(i64, Point)>,
    how: (Interp, Conflict),
    gaps: Gaps,
) -> Result<Option<TPoint>> {
    space.check_positions(&instants)?;
    let tolerance = tolerance(space.srid, space.geodetic);
    let distance = |a: &Point, b: &Point| segment_length(a, b, space.geodetic);
    let made = if space.geodetic {
        sequence_set(instants, how, gaps, tolerance, &GreatCircle, distance)
    } else {
        sequence_set(instants, how, gaps, tolerance, &Straight, distance)
    };
    Ok(made?.map(|track| space.point(track)))
}

/// [`sequence`] of numbers, truth values or texts.
///
/// # Errors
/// As [`sequence`].
pub fn value_sequence<V: Sortable>(instants: Vec<(i64, V)>, form: Form) -> Result<Option<Temporal<V>>> {
    sequence(instants, form, NUMBER, &Straight)
}

/// Pairs times with coordinates from columns; z may be absent.
///
/// # Errors
/// For columns of different lengths.
pub fn zip_columns(x: &[f64], y: &[f64], z: Option<&[f64]>, times: &[i64]) -> Result<Vec<(i64, Point)>> {
    let lengths = [x.len(), y.len(), z.map_or(times.len(), <[f64]>::len)];
    if lengths.iter().any(|n| *n != times.len()) {
        return Err(Error::Argument {
            argument: "columns",
            expected: "one coordinate a time",
            found: format!("{} x, {} y, {} times", x.len(), y.len(), times.len()),
        });
    }
    let height = |i: usize| z.map_or(0.0, |z| z[i]);
    Ok((0..times.len()).map(|i| (times[i], Point::xyz(x[i], y[i], height(i)))).collect())
}

/// Positions in time, in any order, and the space they share.
pub type Instants = (Space, Vec<(i64, Point)>);

/// The instants of temporal points that are Instants; `None` of none.
///
/// # Errors
/// For a value that is not an Instant and for mixed spaces.
pub fn instants_of<'a>(points: impl IntoIterator<Item = &'a TPoint>) -> Result<Option<Instants>> {
    let mut found: Option<Instants> = None;
    for point in points {
        let space = Space::of(&point.view());
        if point.track.subtype != Subtype::Instant {
            return Err(Error::Argument {
                argument: "instants",
                expected: "an array of instants",
                found: "a sequence".to_owned(),
            });
        }
        let (shared, instants) = found.get_or_insert_with(|| (space, Vec::new()));
        shared.check_same(&space)?;
        instants.push((point.track.times[0], point.track.values[0]));
    }
    Ok(found)
}

/// One value at all these times, as a Discrete sequence; `None` of no times.
pub fn constant_at_times<V: Clone>(value: &V, times: &[i64]) -> Option<Temporal<V>> {
    let pieces = vec![Piece { start: 0, end: times.len(), lower_inc: true, upper_inc: true }];
    (!times.is_empty()).then(|| Temporal {
        subtype: Subtype::Sequence,
        interp: Interp::Discrete,
        pieces,
        times: times.to_vec(),
        values: vec![value.clone(); times.len()],
    })
}

/// One value during these spans, as a Sequence or, where `subtype` says so, a SequenceSet; `None` of no spans.
pub fn constant_during<V: Clone>(
    value: &V,
    spans: &[TstzSpan],
    subtype: Subtype,
    interp: Interp,
) -> Option<Temporal<V>> {
    let mut made = Temporal { subtype, interp, pieces: Vec::new(), times: Vec::new(), values: Vec::new() };
    for span in spans {
        let start = made.times.len();
        made.times.push(span.lower);
        made.times.extend((span.lower < span.upper).then_some(span.upper));
        let end = made.times.len();
        made.pieces.push(Piece { start, end, lower_inc: span.lower_inc, upper_inc: span.upper_inc });
    }
    made.values = vec![value.clone(); made.times.len()];
    (!made.pieces.is_empty()).then_some(made)
}
