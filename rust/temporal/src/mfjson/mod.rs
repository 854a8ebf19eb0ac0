//! MF-JSON of temporal values (OGC 19-045r3, "Moving Features Encoding Extension - JSON"), as MobilityDB writes it.
//!
//! ```text
//! { "type": "MovingPoint" | "MovingFloat" | "MovingInteger" | "MovingBoolean" | "MovingText",
//!   [ "crs": {"type":"Name","properties":{"name":"EPSG:4326"}}, ]
//!   [ "bbox": [[x,y],[x,y]] | [low,high], "period": {"begin":..,"end":..,"lower_inc":..,"upper_inc":..}, ]
//!   "coordinates" | "values": [..], "datetimes": ["2001-01-01T00:00:00+00", ..], "lower_inc": .., "upper_inc": ..,
//!   "interpolation": "None" | "Discrete" | "Step" | "Linear" }
//! ```
//!
//! A sequence set has `"sequences": [{..}, ..]` in place of the line with the values; an instant has one value, one time
//! and no bounds. Members may come in any order, and unknown ones are skipped.

mod json;
mod read;
mod write;

pub use read::{parse, parse_tpoint};
pub use write::{Options, crs_name, format_tbool, format_tfloat, format_tint, format_tpoint, format_ttext};
