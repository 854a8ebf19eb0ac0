//! The families of the table, one file each, named as MobilityDB's chapters.

mod about;

/// All families.
pub(crate) const FAMILIES: &[&[crate::Entry]] = &[about::ENTRIES];
