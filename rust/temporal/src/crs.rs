//! Reference systems that `transform` knows, by EPSG code, and the shift of positions between two of them.
//!
//! Every system is reached from longitude and latitude on WGS84, the pivot: a projection (etmerc: Poder/Engsager; lcc and laea:
//! Snyder, "Map Projections: A Working Manual") and, for the British National Grid, a Helmert shift of the datum (EPSG:1314).
//! ETRS89 and NAD83 coincide with WGS84 here, as in PROJ without grid files. Heights pass through unchanged, as they do in
//! PROJ for systems with two axes. Axes are easting and northing, or longitude and latitude, whatever EPSG's order is.

use std::cell::RefCell;
use std::rc::Rc;

use proj4rs::Proj;
use proj4rs::transform::{Transform, TransformClosure};

use crate::error::{Error, Result};
use crate::point::Point;

/// What `transform` serves, in words; part of the message for other codes.
pub const SUPPORTED: &str = "EPSG 4326, 4258, 4269 (longitude and latitude), 32601-32660, 32701-32760, 25828-25838 (UTM), 3857, 3034, \
                             3035, 2154, 27700";

// One part in 1e9 of a degree (0.1 mm) beyond the pole or the antimeridian is rounding, not a position.
const SLACK: f64 = 1e-9;
// A position outside of the core must come back from its image to within 1 cm, or it has no image.
const RETURN_M: f64 = 0.01;
const METRES_PER_DEGREE: f64 = 111_320.0;

/// Longitude and latitude, or a projection with the rectangle in which it is known to be one to one.
enum Kind {
    Geographic,
    Projected { proj: Box<Proj>, core: [f64; 4] },
}

/// One reference system.
pub(crate) struct Crs {
    srid: i32,
    kind: Kind,
}

/// Whether an EPSG code stands for longitude and latitude; `None` for codes that `transform` does not know.
pub fn is_geographic(srid: i32) -> Option<bool> {
    match srid {
        4326 | 4258 | 4269 => Some(true),
        _ => definition(srid).map(|_| false),
    }
}

/// PROJ text and core rectangle (least x, least y, greatest x, greatest y) of a projected system.
fn definition(srid: i32) -> Option<(String, [f64; 4])> {
    let utm = |zone: i32, rest: &str| format!("+proj=utm +zone={zone} {rest} +units=m");
    let text = |s: &str| s.to_owned();
    Some(match srid {
        32601..=32660 => (utm(srid - 32600, "+ellps=WGS84"), [-5e5, -1e6, 1.5e6, 9.4e6]),
        32701..=32760 => (utm(srid - 32700, "+south +ellps=WGS84"), [-5e5, 6e5, 1.5e6, 1.1e7]),
        25828..=25838 => (utm(srid - 25800, "+ellps=GRS80"), [-5e5, -1e6, 1.5e6, 9.4e6]),
        3857 => {
            let world = 20_037_508.0;
            (text("+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +units=m"), [-world, -world, world, world])
        }
        3034 => (
            text("+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 +ellps=GRS80 +units=m"),
            [1e6, 0.0, 7e6, 6e6],
        ),
        3035 => (
            text("+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m"),
            [1e6, 0.0, 7.5e6, 7e6],
        ),
        2154 => (
            text("+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m"),
            [-5e5, 5.5e6, 2e6, 7.5e6],
        ),
        27700 => (
            text(
                "+proj=etmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy \
                 +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m",
            ),
            [-2e5, -2e5, 1e6, 1.4e6],
        ),
        _ => return None,
    })
}

impl Crs {
    fn new(srid: i32) -> Result<Self> {
        if is_geographic(srid) == Some(true) {
            return Ok(Self { srid, kind: Kind::Geographic });
        }
        let Some((text, core)) = definition(srid) else {
            let reason = match srid {
                0 => format!("the reference system is unknown, set it with setSRID first; supported are {SUPPORTED}"),
                _ => format!("supported are {SUPPORTED}"),
            };
            return Err(Error::Unsupported { what: format!("transform with SRID {srid}"), reason });
        };
        let proj = Proj::from_proj_string(&text).map_err(|e| invalid(srid, &e))?;
        Ok(Self { srid, kind: Kind::Projected { proj: Box::new(proj), core } })
    }

    fn in_core(&self, p: &Point) -> bool {
        match &self.kind {
            Kind::Geographic => p.x.abs() <= 180.0 && p.y.abs() <= 90.0,
            Kind::Projected { core, .. } => p.x >= core[0] && p.y >= core[1] && p.x <= core[2] && p.y <= core[3],
        }
    }

    /// Distance in metres between two positions that are close to each other.
    fn gap_m(&self, a: &Point, b: &Point) -> f64 {
        match self.kind {
            Kind::Projected { .. } => (a.x - b.x).hypot(a.y - b.y),
            Kind::Geographic => {
                let turn = (a.x - b.x).abs();
                let dx = turn.min((360.0 - turn).abs()) * a.y.to_radians().cos();
                dx.hypot(a.y - b.y) * METRES_PER_DEGREE
            }
        }
    }
}

fn invalid(srid: i32, cause: &proj4rs::errors::Error) -> Error {
    Error::Unsupported { what: format!("transform with SRID {srid}"), reason: cause.to_string() }
}

/// A prepared pair of reference systems. Immutable, cheap to keep, not shared between threads.
pub(crate) struct Shift {
    from: Crs,
    to: Crs,
    wgs84: Proj,
}

thread_local! {
    static PREPARED: RefCell<Option<Rc<Shift>>> = const { RefCell::new(None) };
}

/// Positions on their way through the projection; `at` is the one that failed last.
struct Batch<'a> {
    points: &'a mut [Point],
    at: usize,
}

impl Transform for Batch<'_> {
    fn transform_coordinates<F: TransformClosure>(&mut self, f: &mut F) -> proj4rs::errors::Result<()> {
        for (i, p) in self.points.iter_mut().enumerate() {
            self.at = i;
            (p.x, p.y, _) = f(p.x, p.y, 0.0)?;
        }
        Ok(())
    }
}

impl Shift {
    /// The shift from one EPSG code to another; the last one is kept for the thread.
    ///
    /// # Errors
    /// Where a code is not one of [`SUPPORTED`]; the text names the code.
    pub(crate) fn prepare(from: i32, to: i32) -> Result<Rc<Self>> {
        PREPARED.with_borrow_mut(|slot| {
            if let Some(shift) = slot.as_ref().filter(|s| s.from.srid == from && s.to.srid == to) {
                return Ok(Rc::clone(shift));
            }
            let wgs84 = Proj::from_proj_string("+proj=longlat +datum=WGS84").map_err(|e| invalid(4326, &e))?;
            let shift = Rc::new(Self { from: Crs::new(from)?, to: Crs::new(to)?, wgs84 });
            *slot = Some(Rc::clone(&shift));
            Ok(shift)
        })
    }

    /// Moves positions to the target system. `z` is kept.
    ///
    /// # Errors
    /// Where a position has no image: longitudes beyond 180, latitudes beyond 90, and what the projection cannot reach. The
    /// text names the position and both codes.
    pub(crate) fn apply(&self, points: &mut [Point]) -> Result<()> {
        let source = points.to_vec();
        self.run(points, true).map_err(|i| self.outside(&source[i]))?;
        for (i, image) in points.iter().enumerate() {
            let sure = self.from.in_core(&source[i]) && self.to.in_core(image);
            if !sure && !self.returns(&source[i], image) {
                return Err(self.outside(&source[i]));
            }
        }
        Ok(())
    }

    fn outside(&self, p: &Point) -> Error {
        Error::Argument {
            argument: "transform",
            expected: "a position inside of the domain of both reference systems",
            found: format!("({}, {}) from SRID {} to SRID {}", p.x, p.y, self.from.srid, self.to.srid),
        }
    }

    fn returns(&self, source: &Point, image: &Point) -> bool {
        let mut back = [*image];
        self.run(&mut back, false).is_ok() && self.from.gap_m(source, &back[0]) <= RETURN_M
    }

    /// Both legs over the pivot; the error is the index of the position that failed.
    fn run(&self, points: &mut [Point], forward: bool) -> std::result::Result<(), usize> {
        let (from, to) = if forward { (&self.from, &self.to) } else { (&self.to, &self.from) };
        match &from.kind {
            Kind::Geographic => points.iter_mut().for_each(|p| (p.x, p.y) = (p.x.to_radians(), p.y.to_radians())),
            Kind::Projected { proj, .. } => through(proj, &self.wgs84, points)?,
        }
        let (east, north) = ((180.0 + SLACK).to_radians(), (90.0 + SLACK).to_radians());
        // Written so that NaN is outside.
        if let Some(i) = points.iter().position(|p| !(p.x.abs() <= east && p.y.abs() <= north)) {
            return Err(i);
        }
        match &to.kind {
            Kind::Geographic => points.iter_mut().for_each(|p| (p.x, p.y) = (p.x.to_degrees(), p.y.to_degrees())),
            Kind::Projected { proj, .. } => through(&self.wgs84, proj, points)?,
        }
        points.iter().position(|p| !(p.x.is_finite() && p.y.is_finite())).map_or(Ok(()), Err)
    }
}

fn through(from: &Proj, to: &Proj, points: &mut [Point]) -> std::result::Result<(), usize> {
    let mut batch = Batch { points, at: 0 };
    proj4rs::transform::transform(from, to, &mut batch).map_err(|_| batch.at)
}
