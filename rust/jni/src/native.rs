//! The data plane: a call of a function with its arguments as the bytes of one UnsafeRow.
//!
//! The answer is a tag. 0: NULL. 1: eight bytes stand at `out`. 2: an address and a length stand at `out` (two 8-byte
//! words); the bytes are the thread's and stay until its next call. The Java side copies them at once.

use std::ffi::c_void;
use std::slice;

use jni::sys::{JNI_VERSION_1_8, JNIEnv, JavaVM, jboolean, jclass, jint, jlong};

use crate::error::Error;
use crate::gate;
use crate::row::boundary;
use crate::sites::{self, Call};
use crate::write::Answer;

/// Called by the JVM when it loads the library.
#[unsafe(no_mangle)]
pub extern "system" fn JNI_OnLoad(_vm: *mut JavaVM, _reserved: *mut c_void) -> jint {
    // Without our hook panics print to stderr too; nothing else depends on it.
    let _ = std::panic::catch_unwind(gate::install_hook);
    JNI_VERSION_1_8
}

/// `Native.eval(int function, int site, boolean attempt, long args, int length, long out)`.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_mobilitydb_spark_jni_Native_eval(
    env: *mut JNIEnv,
    _class: jclass,
    function: jint,
    site: jint,
    attempt: jboolean,
    args: jlong,
    length: jint,
    out: jlong,
) -> jint {
    gate::guarded(env, || {
        let call = Call { function: index(function)?, site, attempt };
        // SAFETY: Scratch passes the address and length of the arguments that it has just written.
        let args = unsafe { bytes(args, length.into()) }?;
        // SAFETY: Scratch passes the address of its two result words.
        let out = unsafe { words(out) }?;
        sites::eval(call, args, |answer| place(answer, out))
    })
}

/// `Native.aggregate(int function, long rows, long rowsLength, long args, int length, long out)`: the final step over
/// collected rows; `args` is a row of the arguments that are given once. Collected rows hold no NULL. Where all
/// collected arguments are 8-byte words, the rows are records of these words; otherwise each is an 8-byte length and an
/// UnsafeRow.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_mobilitydb_spark_jni_Native_aggregate(
    env: *mut JNIEnv,
    _class: jclass,
    function: jint,
    rows: jlong,
    rows_length: jlong,
    args: jlong,
    length: jint,
    out: jlong,
) -> jint {
    gate::guarded(env, || {
        let function = index(function)?;
        // SAFETY: NativeAggregate passes the address and length of the buffer that it has just copied.
        let rows = unsafe { bytes(rows, rows_length) }?;
        // SAFETY: as in eval.
        let args = unsafe { bytes(args, length.into()) }?;
        // SAFETY: as in eval.
        let out = unsafe { words(out) }?;
        sites::aggregate(function, rows, args, |answer| place(answer, out))
    })
}

fn place(answer: Answer<'_>, out: &mut [u64; 2]) -> jint {
    match answer {
        Answer::Null => 0,
        Answer::Word(word) => {
            out[0] = word;
            1
        }
        Answer::Bytes(bytes) => {
            *out = [bytes.as_ptr().addr() as u64, bytes.len() as u64];
            2
        }
    }
}

fn index(function: jint) -> Result<usize, Error> {
    usize::try_from(function).map_err(|_| boundary("function", "an index of the table".into(), function.to_string()))
}

/// # Safety
/// Where `length` is positive, `length` bytes at `address` must stay readable and unchanged for `'a`.
unsafe fn bytes<'a>(address: jlong, length: jlong) -> Result<&'a [u8], Error> {
    match usize::try_from(length) {
        Ok(0) => Ok(&[]),
        // SAFETY: the caller's contract; null is excluded here.
        Ok(length) if address != 0 => Ok(unsafe { slice::from_raw_parts(address as *const u8, length) }),
        _ => Err(boundary("bytes", "an address and a length".into(), format!("{address:#x}, {length}"))),
    }
}

/// # Safety
/// Where `address` is not 0, two words at it must be writable and unused by others for `'a`.
unsafe fn words<'a>(address: jlong) -> Result<&'a mut [u64; 2], Error> {
    let pointer = address as *mut [u64; 2];
    // SAFETY: the caller's contract; null and unaligned addresses are excluded here.
    let words = if pointer.is_aligned() { unsafe { pointer.as_mut() } } else { None };
    words.ok_or_else(|| boundary("result", "an aligned address".into(), format!("{address:#x}")))
}
