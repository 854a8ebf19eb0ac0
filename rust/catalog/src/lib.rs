//! The declarative table of functions.
