//! Temporal values and geometries between Spark's structs and the canonical bytes inside them.
//!
//! A struct is `{box, bytes}` or, for `tbool` and `ttext`, `{time, bytes}`. UNION and CAST can put another type's name on a
//! struct, and `named_struct` can put a foreign box in front of the bytes: every decode compares type, reference system,
//! dimensions, first and last time of the two.

use catalog::{Type, Value};
use temporal::geom::Geometry;
use temporal::point::TPoint;
use temporal::temporal::{Temporal, View};
use temporal::time::format_timestamp;
use temporal::wkb::geom::read_geometry;
use temporal::wkb::temporal::{WkbValue, read, read_into as decode_into, read_tpoint, read_tpoint_into};

use crate::error::Error;
use crate::read::{boolean, int, time};
use crate::row::Slots;

/// A geometry from (E)WKB; without an SRID in the bytes it is 0.
pub(crate) fn geometry(bytes: &[u8]) -> Result<Geometry, Error> {
    Ok(read_geometry(bytes, 0)?)
}

/// Reads the struct of a temporal value into `value`, whose room is used again.
pub(crate) fn read_into(ty: &Type, bytes: &[u8], value: &mut Value) -> Result<(), Error> {
    let parts = Parts { row: Slots::row(bytes, 2)?, ty };
    match ty {
        Type::Tfloat => plain::<f64>(&parts, value),
        Type::Tint => plain::<i32>(&parts, value),
        Type::Tbool => plain::<bool>(&parts, value),
        Type::Ttext => plain::<String>(&parts, value),
        _ => point(&parts, value),
    }
}

fn point(parts: &Parts<'_>, value: &mut Value) -> Result<(), Error> {
    let (bounds, blob) = (parts.bounds("box", 12)?, parts.blob()?);
    if let Value::Tpoint(point) = value {
        read_tpoint_into(point, blob)?;
    } else {
        *value = Value::Tpoint(read_tpoint(blob)?);
    }
    let Value::Tpoint(point) = value else { return Ok(()) };
    parts.agree_in_space(point, &bounds)?;
    parts.agree_in_time(&Ends::of(&point.track.view()), &bounds, 6)
}

fn plain<V: Kept>(parts: &Parts<'_>, value: &mut Value) -> Result<(), Error> {
    let (bounds, blob) = (parts.bounds(V::BOUNDS.0, V::BOUNDS.1)?, parts.blob()?);
    if let Some(room) = V::room(value) {
        decode_into(room, blob)?;
        return parts.agree_in_time(&Ends::of(&room.view()), &bounds, V::BOUNDS.2);
    }
    let decoded = read(blob)?;
    parts.agree_in_time(&Ends::of(&decoded.view()), &bounds, V::BOUNDS.2)?;
    *value = V::wrap(decoded);
    Ok(())
}

/// A base type with its place among the dynamic values.
trait Kept: WkbValue {
    /// Name of the struct's first field, the number of its fields, and the first of those for time.
    const BOUNDS: (&'static str, usize, usize);
    /// The value's room, if it is of this type.
    fn room(value: &mut Value) -> Option<&mut Temporal<Self>>;
    /// As a dynamic value.
    fn wrap(value: Temporal<Self>) -> Value;
}

macro_rules! kept {
    ($($base:ty, $variant:ident, $bounds:expr;)*) => {$(
        impl Kept for $base {
            const BOUNDS: (&'static str, usize, usize) = $bounds;

            fn room(value: &mut Value) -> Option<&mut Temporal<Self>> {
                if let Value::$variant(v) = value { Some(v) } else { None }
            }

            fn wrap(value: Temporal<Self>) -> Value {
                Value::$variant(value)
            }
        }
    )*};
}
kept! {
    f64, Tfloat, ("box", 8, 4);
    i32, Tint, ("box", 8, 4);
    bool, Tbool, ("time", 4, 0);
    String, Ttext, ("time", 4, 0);
}

/// First and last time of a value.
struct Ends {
    start_us: i64,
    end_us: i64,
    lower_inc: bool,
    upper_inc: bool,
}

impl Ends {
    fn of<V>(value: &View<'_, V>) -> Self {
        Self {
            start_us: value.start_us(),
            end_us: value.end_us(),
            lower_inc: value.lower_inc(),
            upper_inc: value.upper_inc(),
        }
    }
}

/// The struct of a temporal value.
struct Parts<'a> {
    row: Slots<'a>,
    ty: &'a Type,
}

impl<'a> Parts<'a> {
    fn blob(&self) -> Result<&'a [u8], Error> {
        if self.row.is_null(1) { Err(self.incomplete(&self.ty.name())) } else { self.row.bytes(1) }
    }

    fn bounds(&self, field: &str, fields: usize) -> Result<Slots<'a>, Error> {
        if self.row.is_null(0) { Err(self.incomplete(field)) } else { Slots::row(self.row.bytes(0)?, fields) }
    }

    fn agree_in_space(&self, point: &TPoint, bounds: &Slots<'_>) -> Result<(), Error> {
        let name = |geodetic: bool| if geodetic { "tgeogpoint" } else { "tgeompoint" };
        self.agree("type", name(point.geodetic), name(*self.ty == Type::Tgeogpoint))?;
        for (index, field) in [(0, "xmin"), (10, "srid"), (11, "geodetic")] {
            if bounds.is_null(index) {
                return Err(self.incomplete(&format!("box.{field}")));
            }
        }
        self.agree("SRID", point.srid, int(bounds, 10))?;
        self.agree("geodetic flag", point.geodetic, boolean(bounds, 11))?;
        self.agree("presence of z", point.has_z, !bounds.is_null(4))
    }

    fn agree_in_time(&self, ends: &Ends, bounds: &Slots<'_>, at: usize) -> Result<(), Error> {
        if (at..at + 4).any(|i| bounds.is_null(i)) {
            return Err(self.incomplete("time in the box"));
        }
        let (lower, upper) = (time(bounds, at)?, time(bounds, at + 1)?);
        if (ends.start_us, ends.end_us) != (lower, upper) {
            self.agree("first time", format_timestamp(ends.start_us), format_timestamp(lower))?;
            self.agree("last time", format_timestamp(ends.end_us), format_timestamp(upper))?;
        }
        self.agree("inclusion of the first time", ends.lower_inc, boolean(bounds, at + 2))?;
        self.agree("inclusion of the last time", ends.upper_inc, boolean(bounds, at + 3))
    }

    fn agree<T: PartialEq + ToString>(&self, what: &'static str, blob: T, bounds: T) -> Result<(), Error> {
        if blob == bounds {
            return Ok(());
        }
        Err(Error::Disagree { ty: self.ty.name(), what, blob: blob.to_string(), bounds: bounds.to_string() })
    }

    fn incomplete(&self, field: &str) -> Error {
        Error::Incomplete { ty: self.ty.name(), field: field.to_owned() }
    }
}
