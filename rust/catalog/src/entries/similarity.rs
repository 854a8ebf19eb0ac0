//! Similarity of two moving values (MobilityDB, "Similarity").

use temporal::error::Result;
use temporal::point::TPointRef;
use temporal::similarity::{Numbers, Points, Warp, hausdorff};
use temporal::temporal::View;

use crate::{Value, functions};

/// The matches of a path as an array of records.
fn matches(path: Vec<(usize, usize)>) -> Value {
    // Paths are shorter than 2^29.
    let number = |n: usize| Value::Int(i32::try_from(n).unwrap_or(i32::MAX));
    Value::Array(path.into_iter().map(|(i, j)| Value::Record(vec![number(i), number(j)])).collect())
}

/// The entries of one type of moving value.
macro_rules! similarity {
    ($module:ident, $Type:ident as $view:ty, $pair:expr, throws: $throws:literal, units: $units:literal,
     $a:literal, $b:literal, $frechet:literal, $warp:literal, $hausdorff:literal) => {
        pub(crate) mod $module {
            use super::*;

            functions! {
                /// Discrete Fréchet distance of the instants of two values.
                ///
                #[doc = $units]
                /// Times, interpolation and gaps play no part. n and m instants take time n m.
                /// Source: Eiter and Mannila 1994; MobilityDB `frechetDistance`.
                frechetDistance(a: $Type, b: $Type) -> Double =
                    |a: $view, b: $view| -> Result<f64> { Ok(Warp::Frechet.distance(&$pair(a, b)?)) },
                    nullable: false, throws: $throws, meos: ["temporal_frechet_distance"],
                    example: {concat!("round(frechetDistance(", $a, ", ", $b, "), 6) -> ", $frechet)};

                /// Distance of two values by dynamic time warping of their instants: the sum along the best warp.
                ///
                #[doc = $units]
                /// Times, interpolation and gaps play no part. n and m instants take time n m.
                /// Source: Sakoe and Chiba 1978; MobilityDB `dynTimeWarpDistance`.
                dynTimeWarpDistance(a: $Type, b: $Type) -> Double =
                    |a: $view, b: $view| -> Result<f64> { Ok(Warp::DynTimeWarp.distance(&$pair(a, b)?)) },
                    nullable: false, throws: $throws, meos: ["temporal_dyntimewarp_distance"],
                    example: {concat!("round(dynTimeWarpDistance(", $a, ", ", $b, "), 6) -> ", $warp)};

                /// Hausdorff distance of the instants of two values: how far from the other the farthest instant of one is.
                ///
                #[doc = $units]
                /// Times, interpolation and gaps play no part. Source: MobilityDB `hausdorffDistance`.
                hausdorffDistance(a: $Type, b: $Type) -> Double =
                    |a: $view, b: $view| -> Result<f64> { Ok(hausdorff(&$pair(a, b)?)) },
                    nullable: false, throws: $throws, meos: ["temporal_hausdorff_distance"],
                    example: {concat!("round(hausdorffDistance(", $a, ", ", $b, "), 6) -> ", $hausdorff)};

                /// Which instants of two values the discrete Fréchet distance compares, from the last ones to the first ones.
                ///
                /// Instants are numbered from 0. An error where the numbers of instants multiply to more than 2^28.
                /// Source: MobilityDB `frechetDistancePath`.
                frechetDistancePath(a: $Type, b: $Type) -> [MATCH] =
                    |a: $view, b: $view| -> Result<Value> { Warp::Frechet.path(&$pair(a, b)?).map(matches) },
                    nullable: false, meos: ["temporal_frechet_path"],
                    example: {concat!("frechetDistancePath(", $a, ", ", $b, ") -> [{2, 1}, {1, 1}, {0, 0}]")};

                /// Which instants of two values dynamic time warping compares, from the last ones to the first ones.
                ///
                /// Instants are numbered from 0. An error where the numbers of instants multiply to more than 2^28.
                /// Source: MobilityDB `dynTimeWarpPath`.
                dynTimeWarpPath(a: $Type, b: $Type) -> [MATCH] =
                    |a: $view, b: $view| -> Result<Value> { Warp::DynTimeWarp.path(&$pair(a, b)?).map(matches) },
                    nullable: false, meos: ["temporal_dyntimewarp_path"],
                    example: {concat!("dynTimeWarpPath(", $a, ", ", $b, ") -> [{2, 1}, {1, 1}, {0, 0}]")};
            }
        }
    };
}
similarity!(tgeompoint, Tgeompoint as TPointRef<'_>, Points::new, throws: true, units: "In units of the coordinates.",
    "tgeompoint('[POINT(0 0)@2026-01-01, POINT(8 0)@2026-01-02, POINT(9 2)@2026-01-03]')",
    "tgeompoint('[POINT(0 3)@2026-01-01, POINT(9 3)@2026-01-02]')", "3.162278", "7.162278", "3.162278");
similarity!(tgeogpoint, Tgeogpoint as TPointRef<'_>, Points::new, throws: true, units: "In metres on the WGS84 ellipsoid, heights left out.",
    "tgeogpoint('[POINT(10 55)@2026-01-01, POINT(10.2 55)@2026-01-02, POINT(10.2 55.1)@2026-01-03]')",
    "tgeogpoint('[POINT(10 55)@2026-01-01, POINT(10.2 55)@2026-01-02]')", "11132.445062", "11132.445062", "11132.445062");
similarity!(tfloat, Tfloat as View<'_, f64>, |a, b| Result::Ok(Numbers(a, b)), throws: false, units: "In units of the values.",
    "tfloat('[1@2026-01-01, 5@2026-01-02, 6@2026-01-03]')", "tfloat('[2@2026-01-01, 5@2026-01-02]')", "1.0", "2.0", "1.0");
