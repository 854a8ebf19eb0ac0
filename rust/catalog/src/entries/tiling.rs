//! Values cut at the borders of bins and tiles (MobilityDB, "Multidimensional Tiling").

use temporal::error::Result;
use temporal::motion::Straight;
use temporal::point::TPointRef;
use temporal::shift_scale::bucket;
use temporal::temporal::View;
use temporal::tiling::{point_time_split, time_bins, time_split};

use super::accessors::Viewed;
use crate::functions;
use crate::value::{Interval, IntoValue, Timestamptz, Value};

pub(crate) mod times {
    use super::*;

    functions! {
        /// The start of the bin of a width that holds a time.
        ///
        /// Bins include their start; `origin` is the start of one. A width that is not positive is an error.
        /// Source: MobilityDB `tprecision`.
        tprecision(t: Timestamptz, width: Interval, origin: Timestamptz = "TIMESTAMP '2000-01-03 00:00:00Z'") -> Timestamptz =
            |t: Timestamptz, width: Interval, origin: Timestamptz| bucket(t.0, width.0, origin.0).map(Timestamptz),
            aliases: ["timestamptz_tprecision"], nullable: false, cost: Constant, meos: ["timestamptz_tprecision"],
            example: "tprecision(TIMESTAMP '2026-01-01 10:20:00Z', INTERVAL 1 HOUR) = TIMESTAMP '2026-01-01 10:00:00Z' -> true";
    }
}

/// Parts with the start of their bin, as an array of records.
fn starting<T: IntoValue>(parts: Vec<(i64, T)>) -> Result<Vec<Value>> {
    let record =
        |(start, part): (i64, T)| Ok(Value::Record(vec![Value::Timestamptz(Timestamptz(start)), part.into_value()?]));
    parts.into_iter().map(record).collect()
}

/// The entries of one temporal type, with a value of three days for the examples.
macro_rules! bins {
    ($module:ident, $Type:ident, $Part:ident, $view:ty, $split:expr, $value:literal, $second:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// The value cut at the borders of bins of time: the start of each bin that holds a part of it, and that part.
                ///
                /// A bin is `interval` long and includes its start; `origin` is the start of one. The parts have the form of the
                /// value, ascend, share no time and are together the value; what is cut at the end of a bin is open there. An interval that is
                /// not positive and more than 1048576 parts are errors. Source: MobilityDB `timeSplit`.
                timeSplit(value: $Type, interval: Interval, origin: Timestamptz = "TIMESTAMP '2000-01-03 00:00:00Z'") -> [$Part] =
                    |value: $view, interval: Interval, origin: Timestamptz| -> Result<Vec<Value>> {
                        starting($split(value, interval.0, origin.0)?)
                    },
                    nullable: false, meos: ["temporal_time_split"],
                    example: {concat!("asText(timeSplit(", $value, ", INTERVAL 1 DAY)[1].temp) -> ", $second)};

                /// The bins of time that hold a part of the value, ascending.
                ///
                /// A bin is `interval` long and includes its start; `origin` is the start of one. Bins in a gap are left out. An interval
                /// that is not positive and more than 1048576 bins are errors. Source: MobilityDB `timeSpans`.
                timeSpans(value: $Type, interval: Interval, origin: Timestamptz = "TIMESTAMP '2000-01-03 00:00:00Z'") -> [Tstzspan] =
                    |value: $view, interval: Interval, origin: Timestamptz| -> Result<Vec<Value>> {
                        Ok(time_bins(value.track(), interval.0, origin.0)?.into_iter().map(Value::Tstzspan).collect())
                    },
                    aliases: ["timeBins", "temporal_time_bins"], nullable: false, meos: ["temporal_time_bins"],
                    example: {concat!("size(timeSpans(", $value, ", INTERVAL 1 DAY)) -> 3")};
            }
        }
    };
}

macro_rules! point_bins {
    ($module:ident, $Type:ident, $Part:ident, $value:literal, $second:literal) => {
        bins!(
            $module,
            $Type,
            $Part,
            TPointRef<'_>,
            |v, width, origin| point_time_split(&v, width, origin),
            $value,
            $second
        );
    };
}
point_bins!(
    tgeompoint,
    Tgeompoint,
    TIME_TGEOMPOINT,
    "tgeompoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-03]')",
    "[POINT(1 0)@2026-01-02 00:00:00+00, POINT(2 0)@2026-01-03 00:00:00+00)"
);
point_bins!(
    tgeogpoint,
    Tgeogpoint,
    TIME_TGEOGPOINT,
    "tgeogpoint('[POINT(0 0)@2026-01-01, POINT(2 0)@2026-01-03]')",
    "[POINT(1 0)@2026-01-02 00:00:00+00, POINT(2 0)@2026-01-03 00:00:00+00)"
);

macro_rules! value_bins {
    ($module:ident, $Type:ident, $Part:ident, $base:ty, $value:literal, $second:literal) => {
        bins!(
            $module,
            $Type,
            $Part,
            View<'_, $base>,
            |v, width, origin| time_split(v, width, origin, &Straight),
            $value,
            $second
        );
    };
}
value_bins!(
    tfloat,
    Tfloat,
    TIME_TFLOAT,
    f64,
    "tfloat('[0@2026-01-01, 2@2026-01-03]')",
    "[1@2026-01-02 00:00:00+00, 2@2026-01-03 00:00:00+00)"
);
value_bins!(
    tint,
    Tint,
    TIME_TINT,
    i32,
    "tint('[0@2026-01-01, 2@2026-01-03]')",
    "[0@2026-01-02 00:00:00+00, 0@2026-01-03 00:00:00+00)"
);
value_bins!(
    tbool,
    Tbool,
    TIME_TBOOL,
    bool,
    "tbool('[f@2026-01-01, t@2026-01-03]')",
    "[f@2026-01-02 00:00:00+00, f@2026-01-03 00:00:00+00)"
);
value_bins!(
    ttext,
    Ttext,
    TIME_TTEXT,
    String,
    "ttext('[\"a\"@2026-01-01, \"b\"@2026-01-03]')",
    "[\"a\"@2026-01-02 00:00:00+00, \"a\"@2026-01-03 00:00:00+00)"
);
