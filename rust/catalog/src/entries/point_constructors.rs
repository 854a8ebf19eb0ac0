//! Temporal values from base values and times, from instants and from columns (MobilityDB, "Constructors"; ours also sort and are
//! aggregates).

use temporal::construct::{
    Conflict, Form, Gaps, Instants, Sortable, Space, constant_at_times, constant_during, instants_of, interp_from_name,
    point_sequence, point_sequence_set, zip_columns,
};
use temporal::error::{Error, Result};
use temporal::geom::{Geometry, SRID_WGS84, Shape};
use temporal::point::{Point, TPoint};
use temporal::span::TstzSpan;
use temporal::temporal::{Interp, Subtype, Temporal};
use temporal::validate::check_tpoint;

use crate::functions;
use crate::value::{Interval, Times, Timestamptz, Tstzset, Value};

/// The entries of one type of moving point: constructors from a position, from instants and from columns.
macro_rules! point_constructors {
    ($module:ident, $type:ident, $Type:ident, $Seq:ident, $SeqGaps:ident, $geodetic:literal, $srid:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// A position at a time.
                ///
                /// An empty geometry, and one that is no point, is an error. For a tgeogpoint SRID 0 becomes 4326, and longitudes beyond 180
                /// or latitudes beyond 90 are an error. Source: MobilityDB, constructors.
                $type(position: Geometry, at: Timestamptz) -> $Type =
                    |g: &Geometry, t: Timestamptz| standing(g, $geodetic, |p| Some(Temporal::instant(t.0, *p))),
                    nullable: false, cost: Constant, meos: ["tpointinst_make"],
                    example: {concat!("asText(", stringify!($type), "(geomFromText('POINT(1 2)'), timestamp '2026-01-01 00:00:00Z')) -> POINT(1 2)@2026-01-01 00:00:00+00")};

                /// A position at a time, from coordinates.
                ///
                /// Coordinates must be finite and `srid` from 0 to 999999; errors as for a geometry.
                $type(x: Double, y: Double, at: Timestamptz, srid: Int = $srid) -> $Type =
                    |x: f64, y: f64, t: Timestamptz, srid: i32| fix(Point::xy(x, y), false, srid, $geodetic, t),
                    nullable: false, cost: Constant,
                    example: {concat!("asText(", stringify!($type), "(1, 2, timestamp '2026-01-01 00:00:00Z')) -> POINT(1 2)@2026-01-01 00:00:00+00")};

                /// A position in space at a time, from coordinates.
                ///
                /// As the form without z.
                $type(x: Double, y: Double, z: Double, at: Timestamptz, srid: Int = $srid) -> $Type =
                    |x: f64, y: f64, z: f64, t: Timestamptz, srid: i32| fix(Point::xyz(x, y, z), true, srid, $geodetic, t),
                    nullable: false, cost: Constant,
                    example: {concat!("asText(", stringify!($type), "(1, 2, 3, timestamp '2026-01-01 00:00:00Z')) -> POINT Z (1 2 3)@2026-01-01 00:00:00+00")};

                /// One position at some times, as a discrete sequence.
                ///
                /// NULL of an empty array; errors as for one time. Source: MobilityDB, constructors.
                $type(position: Geometry, at: Tstzset) -> $Type =
                    |g: &Geometry, t: &Tstzset| standing(g, $geodetic, |p| constant_at_times(p, &t.0)),
                    meos: ["tpointseq_from_base_tstzset"],
                    example: {concat!("numInstants(", stringify!($type), "(geomFromText('POINT(1 2)'), array(timestamp '2026-01-01 00:00:00Z', timestamp '2026-01-02 00:00:00Z'))) -> 2")};

                /// One position during a span of time, as a sequence.
                ///
                /// `interp`: linear or step. Errors as for one time. Source: MobilityDB, constructors.
                $type(position: Geometry, during: Tstzspan, interp: Text = "'linear'") -> $Type =
                    |g: &Geometry, t: TstzSpan, interp: &str| waiting(g, $geodetic, &[t], Subtype::Sequence, interp),
                    cost: Constant, meos: ["tpointseq_from_base_tstzspan"],
                    example: {concat!("asText(", stringify!($type), "(geomFromText('POINT(1 2)'), '[2026-01-01, 2026-01-01]')) -> [POINT(1 2)@2026-01-01 00:00:00+00]")};

                /// One position during a set of spans of time, as a sequence set.
                ///
                /// `interp`: linear or step. NULL of an empty array; errors as for one time. Source: MobilityDB, constructors.
                $type(position: Geometry, during: Tstzspanset, interp: Text = "'linear'") -> $Type =
                    |g: &Geometry, t: &[TstzSpan], interp: &str| waiting(g, $geodetic, t, Subtype::SequenceSet, interp),
                    meos: ["tpointseqset_from_base_tstzspanset"],
                    example: {concat!("numSequences(", stringify!($type), "(geomFromText('POINT(1 2)'), '{[2026-01-01, 2026-01-02], [2026-01-03, 2026-01-04]}')) -> 2")};

                /// A sequence of instants, which may come in any order.
                ///
                /// `interp`: linear, step or discrete. Equal instants are one; `duplicates` says what becomes of one time with several
                /// positions: error (names the time), first or last (the least or greatest position by x, y, z), mean. Mixed
                /// reference systems or dimensions, a NULL in the array and a value that is no instant are errors; NULL of an empty
                /// array. The result is in normal form. Source: MobilityDB, which wants the instants sorted.
                $Seq(instants: [$Type], interp: Text = "'linear'", lower_inc: Boolean = "true", upper_inc: Boolean = "true",
                     duplicates: Text = "'error'") -> $Type =
                    |all: &[Value], interp: &str, lower: bool, upper: bool, duplicates: &str|
                        sequence_of(gathered(all)?, interp, (lower, upper), duplicates),
                    meos: ["tsequence_make(instants, lower_inc, upper_inc, interp, true)"],
                    example: {concat!("asText(", stringify!($Seq), "(array(", stringify!($type), "('POINT(1 2)@2026-01-01')))) -> [POINT(1 2)@2026-01-01 00:00:00+00]")};

                /// A sequence of the instants of a group, in any order of rows.
                ///
                /// As the form over an array; NULLs are left out, and a group of NULLs gives NULL. The same bytes for every order and
                /// partitioning of the rows. Source: MobilityDB `appendInstant` as an aggregate.
                $Seq(instant: $Type, interp: Text = "'linear'", lower_inc: Boolean = "true", upper_inc: Boolean = "true",
                     duplicates: Text = "'error'") -> $Type =
                    |all: &[Value], interp: &str, lower: bool, upper: bool, duplicates: &str|
                        sequence_of(collected(all)?, interp, (lower, upper), duplicates),
                    aliases: ["appendInstant"], kind: Aggregate(1),
                    example: {concat!("numInstants(", stringify!($Seq), "(", stringify!($type), "('POINT(1 2)@2026-01-01'))) -> 1")};

                /// A linear sequence of the positions of a group, straight from columns, in any order of rows.
                ///
                /// `duplicates`: as in the form over an array. Rows with a NULL are left out. Coordinates must be finite.
                $Seq(x: Double, y: Double, t: Timestamptz, srid: Int = $srid, duplicates: Text = "'error'") -> $Type =
                    |x: &[f64], y: &[f64], t: &Times, srid: i32, duplicates: &str|
                        sequence_of(columns((x, y, None), t, (srid, $geodetic))?, "linear", (true, true), duplicates),
                    kind: Aggregate(3),
                    example: {concat!("numInstants(", stringify!($Seq), "(1D, 2D, timestamp '2026-01-01 00:00:00Z')) -> 1")};

                /// A linear sequence of the positions in space of a group, straight from columns, in any order of rows.
                ///
                /// As the form without z.
                $Seq(x: Double, y: Double, z: Double, t: Timestamptz, srid: Int = $srid, duplicates: Text = "'error'") -> $Type =
                    |x: &[f64], y: &[f64], z: &[f64], t: &Times, srid: i32, duplicates: &str|
                        sequence_of(columns((x, y, Some(z)), t, (srid, $geodetic))?, "linear", (true, true), duplicates),
                    kind: Aggregate(4),
                    example: {concat!("numInstants(", stringify!($Seq), "(1D, 2D, 3D, timestamp '2026-01-01 00:00:00Z')) -> 1")};

                /// A sequence set of instants, which may come in any order; a new sequence begins after a gap.
                ///
                /// A gap is longer than `maxt` or further than `maxdist`; equal is no gap. NULL, and a `maxdist` of 0 or less, is no limit.
                /// Distances in units of the coordinates, in metres on the ellipsoid for a tgeogpoint. `interp`: linear or step. The
                /// rest as for a sequence. Source: MobilityDB, constructors with gaps.
                $SeqGaps(instants: [$Type], maxt: Interval = "CAST(NULL AS INTERVAL DAY TO SECOND)",
                         maxdist: Double = "CAST(NULL AS DOUBLE)", interp: Text = "'linear'", duplicates: Text = "'error'") -> $Type =
                    |all: Option<&[Value]>, maxt: Option<Interval>, maxdist: Option<f64>, interp: &str, duplicates: &str|
                        all.map(gathered).transpose().and_then(|all| set_of(all.flatten(), (maxt, maxdist), interp, duplicates)),
                    strict: false, meos: ["tsequenceset_make_gaps(instants, interp, maxt, maxdist)"],
                    example: {concat!("numSequences(", stringify!($SeqGaps), "(array(", stringify!($type), "('POINT(1 2)@2026-01-01')))) -> 1")};

                /// A sequence set of the instants of a group, in any order of rows; a new sequence begins after a gap.
                ///
                /// As the form over an array; NULLs are left out, and a group of NULLs gives NULL.
                $SeqGaps(instant: $Type, maxt: Interval = "CAST(NULL AS INTERVAL DAY TO SECOND)",
                         maxdist: Double = "CAST(NULL AS DOUBLE)", interp: Text = "'linear'", duplicates: Text = "'error'") -> $Type =
                    |all: &[Value], maxt: Option<Interval>, maxdist: Option<f64>, interp: &str, duplicates: &str|
                        set_of(collected(all)?, (maxt, maxdist), interp, duplicates),
                    kind: Aggregate(1), strict: false,
                    example: {concat!("numSequences(", stringify!($SeqGaps), "(", stringify!($type), "('POINT(1 2)@2026-01-01'))) -> 1")};

                /// A linear sequence set of the positions of a group, straight from columns; a new sequence begins after a gap.
                ///
                /// Gaps and `duplicates` as in the form over an array. Rows with a NULL coordinate or time are left out.
                $SeqGaps(x: Double, y: Double, t: Timestamptz, srid: Int = $srid,
                         maxt: Interval = "CAST(NULL AS INTERVAL DAY TO SECOND)", maxdist: Double = "CAST(NULL AS DOUBLE)",
                         duplicates: Text = "'error'") -> $Type =
                    |x: &[f64], y: &[f64], t: &Times, srid: i32, maxt: Option<Interval>, maxdist: Option<f64>, duplicates: &str|
                        set_of(columns((x, y, None), t, (srid, $geodetic))?, (maxt, maxdist), "linear", duplicates),
                    kind: Aggregate(3), strict: false,
                    example: {concat!("numSequences(", stringify!($SeqGaps), "(1D, 2D, timestamp '2026-01-01 00:00:00Z')) -> 1")};

                /// A linear sequence set of the positions in space of a group, straight from columns; a new sequence begins after a gap.
                ///
                /// As the form without z.
                $SeqGaps(x: Double, y: Double, z: Double, t: Timestamptz, srid: Int = $srid,
                         maxt: Interval = "CAST(NULL AS INTERVAL DAY TO SECOND)", maxdist: Double = "CAST(NULL AS DOUBLE)",
                         duplicates: Text = "'error'") -> $Type =
                    |x: &[f64], y: &[f64], z: &[f64], t: &Times, srid: i32, maxt: Option<Interval>, maxdist: Option<f64>,
                     duplicates: &str|
                        set_of(columns((x, y, Some(z)), t, (srid, $geodetic))?, (maxt, maxdist), "linear", duplicates),
                    kind: Aggregate(4), strict: false,
                    example: {concat!("numSequences(", stringify!($SeqGaps), "(1D, 2D, 3D, timestamp '2026-01-01 00:00:00Z')) -> 1")};
            }
        }
    };
}

point_constructors!(tgeompoint, tgeompoint, Tgeompoint, tgeompointSeq, tgeompointSeqSetGaps, false, "0");
point_constructors!(tgeogpoint, tgeogpoint, Tgeogpoint, tgeogpointSeq, tgeogpointSeqSetGaps, true, "4326");

/// Positions of a column each, with or without z.
type Columns<'a> = (&'a [f64], &'a [f64], Option<&'a [f64]>);

fn columns((x, y, z): Columns<'_>, times: &Times, (srid, geodetic): (i32, bool)) -> Result<Option<Instants>> {
    let space = Space { srid, geodetic, has_z: z.is_some() };
    let instants = zip_columns(x, y, z, &times.0)?;
    Ok((!instants.is_empty()).then_some((space, instants)))
}

/// The position of a point geometry, as one of a planar or geodetic value.
fn position(geometry: &Geometry, geodetic: bool) -> Result<(Space, Point)> {
    if geometry.geodetic && !geodetic {
        return Err(Error::MixedGeodetic);
    }
    let srid = if geodetic && geometry.srid == 0 { SRID_WGS84 } else { geometry.srid };
    match geometry.shape {
        Shape::Point(Some(at)) => Ok((Space { srid, geodetic, has_z: geometry.has_z }, at.clean())),
        Shape::Point(None) => Err(not_a_point("an empty point")),
        _ => Err(not_a_point("another geometry")),
    }
}

fn not_a_point(found: &str) -> Error {
    Error::Argument { argument: "position", expected: "a point geometry", found: found.to_owned() }
}

fn fix(at: Point, has_z: bool, srid: i32, geodetic: bool, t: Timestamptz) -> Result<Option<TPoint>> {
    let geometry = Geometry { srid, geodetic: false, has_z, shape: Shape::Point(Some(at)) };
    standing(&geometry, geodetic, |p| Some(Temporal::instant(t.0, *p)))
}

fn standing(
    geometry: &Geometry,
    geodetic: bool,
    make: impl Fn(&Point) -> Option<Temporal<Point>>,
) -> Result<Option<TPoint>> {
    let (space, at) = position(geometry, geodetic)?;
    let made = make(&at).map(|track| space.point(track));
    made.as_ref().map_or(Ok(()), |made| check_tpoint(made.view()))?;
    Ok(made)
}

fn waiting(
    geometry: &Geometry,
    geodetic: bool,
    spans: &[TstzSpan],
    subtype: Subtype,
    interp: &str,
) -> Result<Option<TPoint>> {
    let interp = continuous(interp)?;
    standing(geometry, geodetic, |at| constant_during(at, spans, subtype, interp))
}

fn continuous(name: &str) -> Result<Interp> {
    match interp_from_name(name)? {
        Interp::Discrete => {
            Err(Error::Argument { argument: "interp", expected: "step or linear", found: name.to_owned() })
        }
        interp => Ok(interp),
    }
}

fn null_element() -> Error {
    Error::Argument { argument: "instants", expected: "an array without NULL", found: "a NULL element".to_owned() }
}

/// The instants of an array, in which a NULL is an error.
fn gathered(all: &[Value]) -> Result<Option<Instants>> {
    let points = all.iter().map(|v| if let Value::Tpoint(p) = v { Ok(p) } else { Err(null_element()) });
    instants_of(points.collect::<Result<Vec<&TPoint>>>()?)
}

/// The instants of a group of rows, in which a NULL counts for nothing.
fn collected(all: &[Value]) -> Result<Option<Instants>> {
    instants_of(all.iter().filter_map(|v| if let Value::Tpoint(p) = v { Some(p) } else { None }))
}

fn form(interp: &str, (lower_inc, upper_inc): (bool, bool), duplicates: &str) -> Result<Form> {
    let (interp, conflict) = (interp_from_name(interp)?, Conflict::from_name(duplicates)?);
    Ok(Form { interp, lower_inc, upper_inc, conflict })
}

fn sequence_of(
    instants: Option<Instants>,
    interp: &str,
    bounds: (bool, bool),
    duplicates: &str,
) -> Result<Option<TPoint>> {
    let form = form(interp, bounds, duplicates)?;
    instants.map_or(Ok(None), |(space, instants)| point_sequence(space, instants, form))
}

type Limits = (Option<Interval>, Option<f64>);

fn set_of(instants: Option<Instants>, limits: Limits, interp: &str, duplicates: &str) -> Result<Option<TPoint>> {
    let how = (continuous(interp)?, Conflict::from_name(duplicates)?);
    let gaps = gaps(limits);
    instants.map_or(Ok(None), |(space, instants)| point_sequence_set(space, instants, how, gaps))
}

fn gaps((max_us, max_dist): Limits) -> Gaps {
    Gaps { max_us: max_us.map(|i| i.0), max_dist }
}
