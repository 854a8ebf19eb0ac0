//! The families of the table, one file each, named as MobilityDB's chapters.

mod about;
mod bounds_wkb;
mod movement;
mod projection;
mod restrict_space;
mod wkb;

/// All families.
pub(crate) const FAMILIES: &[&[crate::Entry]] = &[
    about::ENTRIES,
    bounds_wkb::stbox::ENTRIES,
    bounds_wkb::tstzspan::ENTRIES,
    bounds_wkb::tstzspanset::ENTRIES,
    wkb::tgeompoint::ENTRIES,
    wkb::tgeogpoint::ENTRIES,
    wkb::tfloat::ENTRIES,
    wkb::tint::ENTRIES,
    wkb::tbool::ENTRIES,
    wkb::ttext::ENTRIES,
    movement::tgeompoint::ENTRIES,
    movement::tgeogpoint::ENTRIES,
    projection::ENTRIES,
    projection::tgeompoint::ENTRIES,
    projection::tgeogpoint::ENTRIES,
    restrict_space::ENTRIES,
];
