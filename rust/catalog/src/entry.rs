//! One row of the table: a function overload with everything that is known of it.

use crate::error::Error;
use crate::types::Type;
use crate::value::Value;

/// A declared parameter.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Name as documented.
    pub name: &'static str,
    /// Type.
    pub ty: Type,
    /// Spark SQL text of the value where the argument is left out; only trailing parameters have one.
    pub default: Option<&'static str>,
}

/// How the work of a call grows; the order of the variants is the order of evaluation in a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// Comparison of struct fields.
    Field,
    /// A few fields or a constant amount of work, or a scan of the bytes' head.
    Constant,
    /// In the number of instants.
    Linear,
    /// In the product of the numbers of instants.
    Quadratic,
}

/// What a TRUE answer (or, for a distance, any bound on the answer) says of arguments 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Implies {
    /// Nothing that a planner can use.
    Nothing,
    /// They share time and come within the distance in argument number `.0`.
    Within(usize),
    /// They share time and meet.
    Meets,
    /// They share time.
    SameTime,
    /// The answer is a distance that bounds their approach from below.
    LowerBound,
}

/// How rows become an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One answer a row.
    Scalar,
    /// One answer a group: rows are collected and the kernel gets one ARRAY a parameter marked as collected
    /// (all parameters before `.0`), the others once.
    Aggregate(usize),
}

/// A kernel behind its dynamic arguments. Arguments are as many as parameters, of the declared types or NULL.
pub type Kernel = fn(&[&Value]) -> Result<Value, Error>;

/// A function overload.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// SQL name, as in MobilityDB.
    pub name: &'static str,
    /// Other names of the same overload.
    pub aliases: &'static [&'static str],
    /// What comes back, then shapes, units, NULL and error behaviour, source.
    pub doc: &'static str,
    /// Parameters.
    pub params: &'static [Param],
    /// Result type.
    pub result: Type,
    /// Kind.
    pub kind: Kind,
    /// The kernel.
    pub kernel: Kernel,
    /// Spark SQL over struct fields that gives the same answer, `{0}`, `{1}` being the arguments; used where arguments
    /// are cheap to repeat.
    pub sql: Option<&'static str>,
    /// Whether a NULL in any argument gives NULL.
    pub strict: bool,
    /// Whether a strict call with arguments that are not NULL can give NULL.
    pub nullable: bool,
    /// Whether some arguments raise an error.
    pub throws: bool,
    /// Whether an argument that is no whole value makes the answer FALSE; the caller then compares it with the struct that its
    /// value gives, and answers FALSE by itself.
    pub false_on_error: bool,
    /// Whether the last parameter is the session time zone, which the caller fills in.
    pub session_zone: bool,
    /// Cost class.
    pub cost: Cost,
    /// Planner fact.
    pub implies: Implies,
    /// MEOS C functions with the same answer, each with its argument map: `edwithin_tgeo_tgeo` or
    /// `tgeo_space_split(a, x, y, z, o, _, inc)` where C and SQL differ. In the map `_` is any value, a number, a word or
    /// `'text'` the only value that the entry answers for, and `options=3` a parameter that no C argument goes to.
    pub meos: &'static [&'static str],
    /// A call with its answer, for DESCRIBE FUNCTION and run as a test: `eDwithin(...) -> true`.
    pub example: &'static str,
}

impl Entry {
    /// `name(argument types)->result`; distinct for distinct entries.
    pub fn signature(&self) -> String {
        let args: Vec<String> = self.params.iter().map(|p| p.ty.name()).collect();
        let kind = match self.kind {
            Kind::Scalar => "",
            Kind::Aggregate(_) => "aggregate ",
        };
        format!("{kind}{}({})->{}", self.name, args.join(","), self.result.name())
    }

    /// The documentation without the indentation of its comment.
    pub fn doc_text(&self) -> String {
        let lines: Vec<&str> = self.doc.lines().map(str::trim).collect();
        lines.join("\n").trim().to_owned()
    }

    /// Identity across the door: FNV-1a-32 of the signature.
    pub fn id(&self) -> u32 {
        fnv1a(self.signature().as_bytes())
    }
}

/// FNV-1a, 32 bits.
pub fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, b| (hash ^ u32::from(*b)).wrapping_mul(0x0100_0193))
}
