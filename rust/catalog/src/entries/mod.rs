//! The families of the table, one file each, named as MobilityDB's chapters.

mod about;
mod wkb;

/// All families.
pub(crate) const FAMILIES: &[&[crate::Entry]] = &[
    about::ENTRIES,
    wkb::tgeompoint::ENTRIES,
    wkb::tgeogpoint::ENTRIES,
    wkb::tfloat::ENTRIES,
    wkb::tint::ENTRIES,
    wkb::tbool::ENTRIES,
    wkb::ttext::ENTRIES,
];
