//! Temporal values: instants in time, grouped into pieces (ISO 19141 moving features; MobilityDB, "Temporal Types").
//!
//! `Temporal<V>` owns its instants, `View<'_, V>` borrows them; kernels take views. The same three subtypes serve every
//! base type: an Instant and a Sequence have one piece, a SequenceSet one or more. Instants are strictly ascending in
//! time inside a piece; consecutive pieces may share a timestamp only if at most one of them includes it.

/// How a value behaves between two instants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interp {
    /// Defined at the instants only.
    Discrete,
    /// Constant from an instant to the next.
    Step,
    /// Linear between instants.
    Linear,
}

/// The form of a temporal value. It is part of the value: `[v@t]` is not `v@t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subtype {
    /// One value at one time.
    Instant,
    /// One piece.
    Sequence,
    /// One or more pieces.
    SequenceSet,
}

/// A run of instants without a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Index of the first instant.
    pub start: usize,
    /// Index after the last instant; greater than `start`.
    pub end: usize,
    /// Whether the first timestamp belongs to the piece.
    pub lower_inc: bool,
    /// Whether the last timestamp belongs to the piece.
    pub upper_inc: bool,
}

/// A base value that can change over time.
pub trait Base: Clone + PartialEq {
    /// Whether linear interpolation is defined.
    const CONTINUOUS: bool;
    /// The value `ratio` of the way from `a` to `b`, `0 <= ratio <= 1`; `a` for types without linear interpolation.
    fn interpolate(a: &Self, b: &Self, ratio: f64) -> Self;
    /// The largest absolute difference of a coordinate; 0 or infinity for types without linear interpolation.
    fn deviation(a: &Self, b: &Self) -> f64;
    /// The difference of each coordinate, `to` less `from`; 0 for absent coordinates and types without linear interpolation.
    fn displacement(from: &Self, to: &Self) -> [f64; 3];
}

/// An owned temporal value. The fields satisfy the rules in the head of this file; constructors and readers see to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Temporal<V> {
    /// The form.
    pub subtype: Subtype,
    /// The behaviour between instants; `Discrete` for an Instant.
    pub interp: Interp,
    /// The runs, ascending.
    pub pieces: Vec<Piece>,
    /// Timestamps of all pieces, microseconds since 2000-01-01 UTC.
    pub times: Vec<i64>,
    /// Values, one a timestamp.
    pub values: Vec<V>,
}

/// A borrowed temporal value; same rules as [`Temporal`].
#[derive(Debug)]
pub struct View<'a, V> {
    /// The form.
    pub subtype: Subtype,
    /// The behaviour between instants.
    pub interp: Interp,
    /// The runs, ascending.
    pub pieces: &'a [Piece],
    /// Timestamps of all pieces.
    pub times: &'a [i64],
    /// Values, one a timestamp.
    pub values: &'a [V],
}

/// One piece of a view.
#[derive(Debug)]
pub struct Run<'a, V> {
    /// Timestamps, at least one.
    pub times: &'a [i64],
    /// Values, one a timestamp.
    pub values: &'a [V],
    /// Whether the first timestamp belongs to the piece.
    pub lower_inc: bool,
    /// Whether the last timestamp belongs to the piece.
    pub upper_inc: bool,
}

// Borrowed values are copied whatever their base type: deriving would ask for `V: Copy`.
impl<V> Clone for View<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V> Copy for View<'_, V> {}
impl<V> Clone for Run<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V> Copy for Run<'_, V> {}

impl<V> Temporal<V> {
    /// One value at one time.
    pub fn instant(time_us: i64, value: V) -> Self {
        Self {
            subtype: Subtype::Instant,
            interp: Interp::Discrete,
            pieces: vec![Piece { start: 0, end: 1, lower_inc: true, upper_inc: true }],
            times: vec![time_us],
            values: vec![value],
        }
    }

    /// A view of the whole value.
    pub fn view(&self) -> View<'_, V> {
        View {
            subtype: self.subtype,
            interp: self.interp,
            pieces: &self.pieces,
            times: &self.times,
            values: &self.values,
        }
    }
}

impl<'a, V> View<'a, V> {
    /// The pieces, ascending in time.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = Run<'a, V>> + use<'a, V> {
        let view = *self;
        self.pieces.iter().map(move |piece| view.run(piece))
    }

    /// The instants of one of its pieces.
    pub fn run(&self, piece: &Piece) -> Run<'a, V> {
        Run {
            times: &self.times[piece.start..piece.end],
            values: &self.values[piece.start..piece.end],
            lower_inc: piece.lower_inc,
            upper_inc: piece.upper_inc,
        }
    }

    /// An owned copy.
    pub fn to_temporal(&self) -> Temporal<V>
    where
        V: Clone,
    {
        Temporal {
            subtype: self.subtype,
            interp: self.interp,
            pieces: self.pieces.to_vec(),
            times: self.times.to_vec(),
            values: self.values.to_vec(),
        }
    }

    /// First timestamp, whether or not it belongs to the value.
    pub fn start_us(&self) -> i64 {
        self.times[0]
    }

    /// Last timestamp, whether or not it belongs to the value.
    pub fn end_us(&self) -> i64 {
        self.times[self.times.len() - 1]
    }

    /// Whether the first timestamp belongs to the value.
    pub fn lower_inc(&self) -> bool {
        self.pieces[0].lower_inc
    }

    /// Whether the last timestamp belongs to the value.
    pub fn upper_inc(&self) -> bool {
        self.pieces[self.pieces.len() - 1].upper_inc
    }
}

impl Base for f64 {
    const CONTINUOUS: bool = true;
    fn interpolate(a: &Self, b: &Self, ratio: f64) -> Self {
        if a == b { *a } else { a + (b - a) * ratio }
    }
    fn deviation(a: &Self, b: &Self) -> f64 {
        (a - b).abs()
    }
    fn displacement(from: &Self, to: &Self) -> [f64; 3] {
        [to - from, 0.0, 0.0]
    }
}

macro_rules! stepwise {
    ($($t:ty),*) => {$(
        impl Base for $t {
            const CONTINUOUS: bool = false;
            fn interpolate(a: &Self, _: &Self, _: f64) -> Self {
                a.clone()
            }
            fn deviation(a: &Self, b: &Self) -> f64 {
                if a == b { 0.0 } else { f64::INFINITY }
            }
            fn displacement(_: &Self, _: &Self) -> [f64; 3] {
                [0.0; 3]
            }
        }
    )*};
}
stepwise!(bool, i32, String);

/// Temporal real number.
pub type TFloat = Temporal<f64>;
/// Temporal integer.
pub type TInt = Temporal<i32>;
/// Temporal Boolean.
pub type TBool = Temporal<bool>;
/// Temporal text.
pub type TText = Temporal<String>;
