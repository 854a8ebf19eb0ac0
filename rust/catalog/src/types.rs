//! The types of arguments and results, and the struct shape of each (the shape is the type).

/// A type in a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// BOOLEAN.
    Boolean,
    /// INT.
    Int,
    /// BIGINT.
    BigInt,
    /// DOUBLE.
    Double,
    /// STRING.
    Text,
    /// BINARY that is no geometry: an encoding.
    Binary,
    /// TIMESTAMP.
    Timestamptz,
    /// INTERVAL DAY TO SECOND.
    Interval,
    /// BINARY EWKB of a geometry.
    Geometry,
    /// Box over space and time.
    Stbox,
    /// Box over a number and time; `vmin` and `vmax` are DOUBLE.
    TboxFloat,
    /// Box over an integer and time; `vmin` and `vmax` are INT.
    TboxInt,
    /// Span of time.
    Tstzspan,
    /// Span of DOUBLE.
    Floatspan,
    /// Span of INT.
    Intspan,
    /// Set of times.
    Tstzset,
    /// Set of spans of time.
    Tstzspanset,
    /// Moving point in the plane or in space.
    Tgeompoint,
    /// Moving point on the ellipsoid.
    Tgeogpoint,
    /// Moving real number.
    Tfloat,
    /// Moving integer.
    Tint,
    /// Moving Boolean.
    Tbool,
    /// Moving text.
    Ttext,
    /// ARRAY of another type.
    Array(&'static Type),
    /// STRUCT of a result that has several parts; no parameter takes one.
    Record(&'static Record),
}

/// Name and fields of a STRUCT of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Record {
    /// As [`Type::name`].
    pub name: &'static str,
    /// Names and types of the fields.
    pub fields: &'static [(&'static str, Type)],
}

const STBOX: &str = "STRUCT<xmin: DOUBLE, xmax: DOUBLE, ymin: DOUBLE, ymax: DOUBLE, zmin: DOUBLE, zmax: DOUBLE, \
    tmin: TIMESTAMP, tmax: TIMESTAMP, tmin_inc: BOOLEAN, tmax_inc: BOOLEAN, srid: INT, geodetic: BOOLEAN>";
const TBOX_FLOAT: &str = "STRUCT<vmin: DOUBLE, vmax: DOUBLE, vmin_inc: BOOLEAN, vmax_inc: BOOLEAN, \
    tmin: TIMESTAMP, tmax: TIMESTAMP, tmin_inc: BOOLEAN, tmax_inc: BOOLEAN>";
const TBOX_INT: &str = "STRUCT<vmin: INT, vmax: INT, vmin_inc: BOOLEAN, vmax_inc: BOOLEAN, \
    tmin: TIMESTAMP, tmax: TIMESTAMP, tmin_inc: BOOLEAN, tmax_inc: BOOLEAN>";
const TSTZSPAN: &str = "STRUCT<lower: TIMESTAMP, upper: TIMESTAMP, lower_inc: BOOLEAN, upper_inc: BOOLEAN>";

impl Type {
    /// The name used in signatures, `mobility_ddl` and messages; an array is `tgeompoint[]`.
    pub fn name(&self) -> String {
        match self {
            Self::Array(of) => format!("{}[]", of.name()),
            Self::Record(record) => record.name.into(),
            Self::Boolean => "boolean".into(),
            Self::Int => "int".into(),
            Self::BigInt => "bigint".into(),
            Self::Double => "double".into(),
            Self::Text => "string".into(),
            Self::Binary => "binary".into(),
            Self::Timestamptz => "timestamp".into(),
            Self::Interval => "interval".into(),
            Self::Geometry => "geometry".into(),
            Self::Stbox => "stbox".into(),
            Self::TboxFloat => "tbox".into(),
            Self::TboxInt => "tboxint".into(),
            Self::Tstzspan => "tstzspan".into(),
            Self::Floatspan => "floatspan".into(),
            Self::Intspan => "intspan".into(),
            Self::Tstzset => "tstzset".into(),
            Self::Tstzspanset => "tstzspanset".into(),
            Self::Tgeompoint => "tgeompoint".into(),
            Self::Tgeogpoint => "tgeogpoint".into(),
            Self::Tfloat => "tfloat".into(),
            Self::Tint => "tint".into(),
            Self::Tbool => "tbool".into(),
            Self::Ttext => "ttext".into(),
        }
    }

    /// The Spark type, as in CREATE TABLE.
    pub fn ddl(&self) -> String {
        match self {
            Self::Boolean => "BOOLEAN".into(),
            Self::Int => "INT".into(),
            Self::BigInt => "BIGINT".into(),
            Self::Double => "DOUBLE".into(),
            Self::Text => "STRING".into(),
            Self::Binary | Self::Geometry => "BINARY".into(),
            Self::Timestamptz => "TIMESTAMP".into(),
            Self::Interval => "INTERVAL DAY TO SECOND".into(),
            Self::Stbox => STBOX.into(),
            Self::TboxFloat => TBOX_FLOAT.into(),
            Self::TboxInt => TBOX_INT.into(),
            Self::Tstzspan => TSTZSPAN.into(),
            Self::Floatspan => TSTZSPAN.replace("TIMESTAMP", "DOUBLE"),
            Self::Intspan => TSTZSPAN.replace("TIMESTAMP", "INT"),
            Self::Tstzset => "ARRAY<TIMESTAMP>".into(),
            Self::Tstzspanset => format!("ARRAY<{TSTZSPAN}>"),
            Self::Tgeompoint | Self::Tgeogpoint => format!("STRUCT<box: {STBOX}, {}: BINARY>", self.name()),
            Self::Tfloat => format!("STRUCT<box: {TBOX_FLOAT}, tfloat: BINARY>"),
            Self::Tint => format!("STRUCT<box: {TBOX_INT}, tint: BINARY>"),
            Self::Tbool | Self::Ttext => format!("STRUCT<time: {TSTZSPAN}, {}: BINARY>", self.name()),
            Self::Array(of) => format!("ARRAY<{}>", of.ddl()),
            Self::Record(record) => {
                let fields: Vec<_> = record.fields.iter().map(|(name, ty)| format!("{name}: {}", ty.ddl())).collect();
                format!("STRUCT<{}>", fields.join(", "))
            }
        }
    }

    /// Numbers of an instant of each of two values, from 0.
    pub const MATCH: Self = Self::Record(&Record { name: "match", fields: &[("i", Self::Int), ("j", Self::Int)] });
    /// The start of a bin of time and the part of a tgeompoint in it.
    pub const TIME_TGEOMPOINT: Self = Self::Record(&Record {
        name: "time_tgeompoint",
        fields: &[("time", Self::Timestamptz), ("temp", Self::Tgeompoint)],
    });
    /// The start of a bin of time and the part of a tgeogpoint in it.
    pub const TIME_TGEOGPOINT: Self = Self::Record(&Record {
        name: "time_tgeogpoint",
        fields: &[("time", Self::Timestamptz), ("temp", Self::Tgeogpoint)],
    });
    /// The start of a bin of time and the part of a tfloat in it.
    pub const TIME_TFLOAT: Self =
        Self::Record(&Record { name: "time_tfloat", fields: &[("time", Self::Timestamptz), ("temp", Self::Tfloat)] });
    /// The start of a bin of time and the part of a tint in it.
    pub const TIME_TINT: Self =
        Self::Record(&Record { name: "time_tint", fields: &[("time", Self::Timestamptz), ("temp", Self::Tint)] });
    /// The start of a bin of time and the part of a tbool in it.
    pub const TIME_TBOOL: Self =
        Self::Record(&Record { name: "time_tbool", fields: &[("time", Self::Timestamptz), ("temp", Self::Tbool)] });
    /// The start of a bin of time and the part of a ttext in it.
    pub const TIME_TTEXT: Self =
        Self::Record(&Record { name: "time_ttext", fields: &[("time", Self::Timestamptz), ("temp", Self::Ttext)] });

    /// Every type that has a shape or name of ours, arrays excepted.
    pub const ALL: [Self; 30] = [
        Self::Boolean,
        Self::Int,
        Self::BigInt,
        Self::Double,
        Self::Text,
        Self::Binary,
        Self::Timestamptz,
        Self::Interval,
        Self::Geometry,
        Self::Stbox,
        Self::TboxFloat,
        Self::TboxInt,
        Self::Tstzspan,
        Self::Floatspan,
        Self::Intspan,
        Self::Tstzset,
        Self::Tstzspanset,
        Self::Tgeompoint,
        Self::Tgeogpoint,
        Self::Tfloat,
        Self::Tint,
        Self::Tbool,
        Self::Ttext,
        Self::MATCH,
        Self::TIME_TGEOMPOINT,
        Self::TIME_TGEOGPOINT,
        Self::TIME_TFLOAT,
        Self::TIME_TINT,
        Self::TIME_TBOOL,
        Self::TIME_TTEXT,
    ];
}
