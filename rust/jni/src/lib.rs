//! The door: the only crate that knows of the JVM.
//!
//! Two planes. Values cross through `native`: one raw export, arguments as the bytes of one UnsafeRow at an address, the
//! answer as a tag and bytes at an address. Everything rare crosses through `control`, whose methods take strings and
//! primitive arrays. Every exported function runs inside the `gate`: an error or a panic becomes a Java exception, the JVM
//! never dies. Nothing is computed here; kernels are reached through the catalog.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod arrays;
mod calls;
mod control;
mod error;
mod gate;
mod native;
mod read;
mod row;
mod sites;
mod temporals;
mod time;
mod write;

pub use error::Error;
