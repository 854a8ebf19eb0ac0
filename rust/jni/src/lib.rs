//! The door: the only crate that knows of the JVM.
