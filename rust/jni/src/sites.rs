//! Calls, with what each thread keeps between them: the decoded arguments of recent call sites.
//!
//! A literal polygon or the outer row of a nested loop arrives in every call with equal bytes. Each call site of a thread
//! keeps the bytes of its last arguments and their values; equal bytes are not decoded again, others are decoded into the
//! same room. The last [`SITES`] sites of a thread are kept, one a place, so a new site in a place drops the old one.

use std::cell::RefCell;
use std::sync::OnceLock;

use catalog::{Entry, Kind, Type, Value};

use crate::error::Error;
use crate::row::{Slots, boundary};
use crate::write::{Answer, write};
use crate::{calls, read};

const SITES: usize = 64;
/// No entry has more parameters; a test sees to it.
const MAX_ARGS: usize = 16;
/// Room for an answer or an argument that is kept between calls, in bytes; more is let go with the next smaller one.
const KEPT_BYTES: usize = 1 << 20;

/// Which function, from where, and whether its errors are NULL.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    /// Index in the table.
    pub(crate) function: usize,
    /// The call site, unique in the process.
    pub(crate) site: i32,
    /// `try_` form: an error is NULL.
    pub(crate) attempt: bool,
}

#[derive(Debug)]
struct Argument {
    /// What `value` was decoded from; `None` where a decode failed or it was NULL or of fixed width.
    raw: Option<Vec<u8>>,
    value: Value,
}

#[derive(Debug)]
struct Site {
    id: i32,
    function: usize,
    arguments: Vec<Argument>,
}

#[derive(Debug, Default)]
struct Thread {
    sites: Vec<Option<Site>>,
    out: Vec<u8>,
}

thread_local! {
    static THREAD: RefCell<Thread> = RefCell::default();
}

/// The entries by index.
pub(crate) fn table() -> &'static [&'static Entry] {
    static TABLE: OnceLock<Vec<&'static Entry>> = OnceLock::new();
    TABLE.get_or_init(|| catalog::entries().collect())
}

fn entry(function: usize) -> Result<&'static Entry, Error> {
    let unknown = || boundary("function", format!("an index below {}", table().len()), function.to_string());
    table().get(function).copied().ok_or_else(unknown)
}

/// Calls a function on a row of its arguments and gives the answer to `take`.
pub(crate) fn eval<T>(call: Call, args: &[u8], take: impl FnOnce(Answer<'_>) -> T) -> Result<T, Error> {
    let entry = entry(call.function)?;
    calls::count(call.function);
    THREAD.with_borrow_mut(|thread| {
        let Thread { sites, out } = thread;
        if sites.is_empty() {
            sites.resize_with(SITES, || None);
        }
        let site = match &mut sites[call.site.unsigned_abs() as usize % SITES] {
            Some(site) if site.id == call.site && site.function == call.function => site,
            other => other.insert(Site::new(call, entry.params.len())),
        };
        let row = Slots::row(args, entry.params.len())?;
        let out = cleared(out);
        if entry.false_on_error && !site.is_whole(entry, &row, out)? {
            return Ok(take(Answer::Word(0)));
        }
        let answer = site.call(entry, &row).and_then(|value| write(&entry.result, &value, cleared(out)));
        Ok(take(match answer {
            Err(error) if call.attempt && error.is_of_values() => Answer::Null,
            other => other?,
        }))
    })
}

/// The final step of an aggregate over its collected rows; see `native`.
///
/// The rows are brought into the order of their bytes first, so that the answer does not depend on how they arrived.
pub(crate) fn aggregate<T>(
    function: usize,
    rows: &[u8],
    args: &[u8],
    take: impl FnOnce(Answer<'_>) -> T,
) -> Result<T, Error> {
    let entry = entry(function)?;
    calls::count(function);
    let collected = match entry.kind {
        Kind::Aggregate(n) if n <= entry.params.len() => n,
        _ => return Err(boundary("function", "an aggregate".into(), entry.name.into())),
    };
    let (columns, once) = entry.params.split_at(collected);
    let words = columns.iter().all(|p| read::is_fixed(&p.ty));
    let rows = if words { split_records(rows, collected)? } else { split_rows(rows, collected)? };
    let mut values = Vec::with_capacity(entry.params.len());
    for (index, param) in columns.iter().enumerate() {
        values.push(read::column(&param.ty, &rows, index)?);
    }
    let row = Slots::row(args, once.len())?;
    for (index, param) in once.iter().enumerate() {
        let mut value = Value::Null;
        read::read_into(&param.ty, &row, index, &mut value)?;
        values.push(value);
    }
    let refs: Vec<&Value> = values.iter().collect();
    let value = (entry.kernel)(&refs)?;
    THREAD.with_borrow_mut(|thread| Ok(take(write(&entry.result, &value, cleared(&mut thread.out))?)))
}

/// Records of one 8-byte word a column.
fn split_records(bytes: &[u8], fields: usize) -> Result<Vec<Slots<'_>>, Error> {
    let size = fields * 8;
    if size == 0 || !bytes.len().is_multiple_of(size) {
        let found = format!("{} bytes", bytes.len());
        return Err(boundary("collected records", format!("a multiple of {size} bytes"), found));
    }
    let mut records: Vec<&[u8]> = bytes.chunks_exact(size).collect();
    records.sort_unstable();
    Ok(records.into_iter().map(Slots::record).collect())
}

/// Rows, each behind its length.
fn split_rows(mut bytes: &[u8], fields: usize) -> Result<Vec<Slots<'_>>, Error> {
    let mut rows = Vec::new();
    while !bytes.is_empty() {
        let row = bytes.split_at_checked(8).and_then(|(length, rest)| {
            let length = usize::try_from(u64::from_le_bytes(*length.first_chunk()?)).ok()?;
            rest.split_at_checked(length)
        });
        let Some((row, rest)) = row else {
            return Err(boundary("collected rows", "whole rows".into(), format!("{} bytes left", bytes.len())));
        };
        rows.push(row);
        bytes = rest;
    }
    rows.sort_unstable();
    rows.into_iter().map(|row| Slots::row(row, fields)).collect()
}

fn cleared(out: &mut Vec<u8>) -> &mut Vec<u8> {
    out.clear();
    out.shrink_to(KEPT_BYTES);
    out
}

impl Site {
    fn new(call: Call, params: usize) -> Self {
        let arguments = (0..params).map(|_| Argument { raw: None, value: Value::Null }).collect();
        Self { id: call.site, function: call.function, arguments }
    }

    /// Whether every argument is byte for byte what its value is written as.
    fn is_whole(&mut self, entry: &Entry, row: &Slots<'_>, out: &mut Vec<u8>) -> Result<bool, Error> {
        for (index, (argument, param)) in self.arguments.iter_mut().zip(entry.params).enumerate() {
            let whole = argument.update(&param.ty, row, index).and_then(|()| {
                out.clear();
                Ok(match write(&param.ty, &argument.value, out)? {
                    Answer::Bytes(bytes) => bytes == row.bytes(index)?,
                    Answer::Null | Answer::Word(_) => true,
                })
            });
            match whole {
                Ok(true) => {}
                Err(error) if !error.is_of_values() => return Err(error),
                Ok(false) | Err(_) => return Ok(false),
            }
        }
        Ok(true)
    }

    fn call(&mut self, entry: &Entry, row: &Slots<'_>) -> Result<Value, Error> {
        for (index, (argument, param)) in self.arguments.iter_mut().zip(entry.params).enumerate() {
            argument.update(&param.ty, row, index)?;
        }
        let mut refs = [&Value::Null; MAX_ARGS];
        for (slot, argument) in refs.iter_mut().zip(&self.arguments) {
            *slot = &argument.value;
        }
        Ok((entry.kernel)(&refs[..self.arguments.len()])?)
    }
}

impl Argument {
    fn update(&mut self, ty: &Type, row: &Slots<'_>, index: usize) -> Result<(), Error> {
        if row.is_null(index) || read::is_fixed(ty) {
            self.raw = None;
            return read::read_into(ty, row, index, &mut self.value);
        }
        let bytes = row.bytes(index)?;
        if self.raw.as_deref() == Some(bytes) {
            return Ok(());
        }
        // Unset until the value is whole: a failed decode leaves something else in its room.
        let mut raw = self.raw.take().unwrap_or_default();
        if raw.capacity() > KEPT_BYTES && bytes.len() <= KEPT_BYTES {
            (raw, self.value) = (Vec::new(), Value::Null);
        }
        read::read_into(ty, row, index, &mut self.value)?;
        raw.clear();
        raw.extend_from_slice(bytes);
        self.raw = Some(raw);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entry_has_more_parameters_than_a_call_can_pass() {
        assert!(table().iter().all(|e| e.params.len() <= MAX_ARGS));
    }

    #[test]
    fn unknown_function_and_short_row_are_errors() {
        let call = Call { function: usize::MAX, site: 1, attempt: true };
        assert!(eval(call, &[], |_| ()).unwrap_err().to_string().contains("an index below"));
        let ddl = table().iter().position(|e| e.name == "mobility_ddl").unwrap();
        assert!(eval(Call { function: ddl, ..call }, &[0; 8], |_| ()).is_err());
        assert!(aggregate(ddl, &[], &[], |_| ()).unwrap_err().to_string().contains("an aggregate"));
    }
}
