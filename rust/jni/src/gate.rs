//! The gate: what every exported function runs in.
//!
//! A panic unwinds no further than here. Its text and place are kept by our panic hook, which prints nothing for panics
//! that the gate catches; other threads and other code keep the hook that was there before.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::sync::Once;
use std::thread;

use jni::EnvUnowned;
use jni::strings::JNIString;
use jni::sys::JNIEnv;

use crate::error::Error;
use crate::row::boundary;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static FORCED: Cell<Option<Forced>> = const { Cell::new(None) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Where a panic happens that a test asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forced {
    /// In the thread that called.
    Caller,
    /// In a thread of our own, which runs its work through the gate too.
    Worker,
    /// In a destructor.
    Drop,
}

impl TryFrom<i32> for Forced {
    type Error = Error;

    fn try_from(code: i32) -> Result<Self, Error> {
        match code {
            1 => Ok(Self::Caller),
            2 => Ok(Self::Worker),
            3 => Ok(Self::Drop),
            _ => Err(boundary("panic", "1, 2 or 3".into(), code.to_string())),
        }
    }
}

/// What was asked for: the answer, or the error to throw.
pub(crate) fn run<T>(f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    INSIDE.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        FORCED.take().map_or(Ok(()), forced)?;
        f()
    }));
    INSIDE.set(false);
    outcome.unwrap_or_else(|payload| Err(Error::Panic(describe(&*payload))))
}

/// Runs `f` for a raw export: the answer, or the default with a Java exception pending.
pub(crate) fn guarded<T: Default>(env: *mut JNIEnv, f: impl FnOnce() -> Result<T, Error>) -> T {
    run(f).unwrap_or_else(|error| {
        throw(env, &error);
        T::default()
    })
}

/// The next call through the gate on this thread panics: how tests see that every export is behind it.
pub(crate) fn panic_next(at: Forced) {
    FORCED.set(Some(at));
}

/// Puts our hook in front of the one that is there. Does so once.
pub(crate) fn install_hook() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if INSIDE.get() {
                remember(info);
            } else {
                previous(info);
            }
        }));
    });
}

fn remember(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|at| format!("{}:{}:{}", at.file(), at.line(), at.column()));
    PLACE.with(|p| *p.borrow_mut() = place);
}

struct Bomb;

impl Drop for Bomb {
    #[allow(clippy::panic, reason = "asked for by panic_next")]
    fn drop(&mut self) {
        panic!("forced panic");
    }
}

#[cold]
#[allow(clippy::panic, reason = "asked for by panic_next")]
fn forced(at: Forced) -> Result<(), Error> {
    match at {
        Forced::Caller => panic!("forced panic"),
        Forced::Worker => {
            thread::spawn(|| run(|| forced(Forced::Caller))).join().unwrap_or_else(|payload| resume_unwind(payload))
        }
        Forced::Drop => {
            drop(Bomb);
            Ok(())
        }
    }
}

fn describe(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without text");
    match PLACE.with(|p| p.borrow_mut().take()) {
        Some(place) => format!("panic in native code at {place}: {text}"),
        None => format!("panic in native code: {text}"),
    }
}

#[cold]
fn throw(env: *mut JNIEnv, error: &Error) {
    if env.is_null() {
        return;
    }
    // SAFETY: the JVM passes the environment of the current thread to every native method; it is not null.
    let mut unowned = unsafe { EnvUnowned::from_raw(env) };
    // Where throwing fails, an exception of the JVM's own is pending already (out of memory, class not found).
    let _ = unowned.with_env(|env| -> jni::errors::Result<()> {
        if env.exception_check() {
            return Ok(());
        }
        env.throw_new(JNIString::from(error.class_name()), JNIString::from(error.text()))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(f: impl FnOnce() -> Result<i32, Error>) -> String {
        install_hook();
        run(f).unwrap_err().text()
    }

    #[test]
    fn panic_text_and_place_are_in_the_message() {
        let text = message(|| panic!("formatted {}", 4));
        assert!(text.starts_with("[MOBILITY_INTERNAL] panic in native code at "), "{text}");
        assert!(text.contains("gate.rs:") && text.ends_with("formatted 4"), "{text}");
        let values: Vec<i32> = Vec::new();
        assert!(message(|| Ok(values[std::hint::black_box(4)])).contains("index out of bounds"));
    }

    #[test]
    fn panic_of_a_worker_outside_the_gate_is_caught_where_it_is_joined() {
        let text = message(|| match thread::spawn(|| -> i32 { panic!("worker") }).join() {
            Ok(v) => Ok(v),
            Err(payload) => resume_unwind(payload),
        });
        assert!(text.ends_with("worker"), "{text}");
    }

    #[test]
    fn forced_panic_happens_once_where_it_was_asked_for() {
        install_hook();
        for at in [Forced::Caller, Forced::Worker, Forced::Drop] {
            panic_next(at);
            let text = run(|| Ok(1)).unwrap_err().text();
            assert!(text.contains("gate.rs:") && text.ends_with("forced panic"), "{at:?}: {text}");
            assert_eq!(run(|| Ok(1)), Ok(1));
        }
    }
}
