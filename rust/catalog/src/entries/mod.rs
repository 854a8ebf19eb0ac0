//! The families of the table, one file each, named as MobilityDB's chapters.

#[macro_use]
mod span_sql;

mod about;
mod accessors;
mod boolean;
mod bounds_wkb;
mod box_constructors;
mod box_predicates;
mod boxes;
mod distance;
mod geometry;
mod geometry_distances;
mod geometry_relations;
mod mfjson;
mod modification;
mod movement;
mod point_constructors;
mod projection;
mod relations;
mod restrict_space;
mod restrict_time;
mod restrict_values;
mod similarity;
mod simplify;
mod span_predicates;
mod spans;
mod tbox;
mod tbox_predicates;
mod text;
mod tiling;
mod time_predicates;
mod transformation;
mod validity;
mod value_accessors;
mod value_constructors;
mod wkb;

/// All families.
pub(crate) const FAMILIES: &[&[crate::Entry]] = &[
    about::ENTRIES,
    geometry::ENTRIES,
    text::tgeompoint::ENTRIES,
    text::tgeogpoint::ENTRIES,
    text::tfloat::ENTRIES,
    text::tint::ENTRIES,
    text::tbool::ENTRIES,
    text::ttext::ENTRIES,
    text::stbox::ENTRIES,
    text::tbox::ENTRIES,
    text::tboxint::ENTRIES,
    text::tstzspan::ENTRIES,
    text::floatspan::ENTRIES,
    text::intspan::ENTRIES,
    text::tstzspanset::ENTRIES,
    text::tstzset::ENTRIES,
    text::ewkt::ENTRIES,
    distance::ENTRIES,
    relations::ENTRIES,
    geometry_distances::trip_first::ENTRIES,
    geometry_distances::geometry_first::ENTRIES,
    geometry_distances::box_second::ENTRIES,
    geometry_distances::box_first::ENTRIES,
    geometry_relations::trip_first::ENTRIES,
    geometry_relations::geometry_first::ENTRIES,
    wkb::tgeompoint::ENTRIES,
    wkb::tgeogpoint::ENTRIES,
    wkb::tfloat::ENTRIES,
    wkb::tint::ENTRIES,
    wkb::tbool::ENTRIES,
    wkb::ttext::ENTRIES,
    bounds_wkb::stbox::ENTRIES,
    bounds_wkb::tstzspan::ENTRIES,
    bounds_wkb::tstzspanset::ENTRIES,
    mfjson::tgeompoint::ENTRIES,
    mfjson::tgeogpoint::ENTRIES,
    mfjson::tfloat::ENTRIES,
    mfjson::tint::ENTRIES,
    mfjson::tbool::ENTRIES,
    mfjson::ttext::ENTRIES,
    validity::tgeompoint::ENTRIES,
    validity::tgeogpoint::ENTRIES,
    validity::tfloat::ENTRIES,
    validity::tint::ENTRIES,
    validity::tbool::ENTRIES,
    validity::ttext::ENTRIES,
    box_constructors::ENTRIES,
    box_constructors::tgeompoint::ENTRIES,
    box_constructors::tgeogpoint::ENTRIES,
    box_predicates::stbox_stbox::ENTRIES,
    box_predicates::tgeompoint_stbox::ENTRIES,
    box_predicates::stbox_tgeompoint::ENTRIES,
    box_predicates::tgeompoint_tgeompoint::ENTRIES,
    box_predicates::tgeogpoint_stbox::ENTRIES,
    box_predicates::stbox_tgeogpoint::ENTRIES,
    box_predicates::tgeogpoint_tgeogpoint::ENTRIES,
    boxes::ENTRIES,
    modification::tgeompoint::ENTRIES,
    modification::tgeogpoint::ENTRIES,
    modification::tfloat::ENTRIES,
    modification::tint::ENTRIES,
    modification::tbool::ENTRIES,
    modification::ttext::ENTRIES,
    transformation::tgeompoint::ENTRIES,
    transformation::tgeogpoint::ENTRIES,
    transformation::tfloat::ENTRIES,
    transformation::tint::ENTRIES,
    transformation::tbool::ENTRIES,
    transformation::ttext::ENTRIES,
    boolean::ENTRIES,
    movement::tgeompoint::ENTRIES,
    movement::tgeogpoint::ENTRIES,
    projection::ENTRIES,
    projection::tgeompoint::ENTRIES,
    projection::tgeogpoint::ENTRIES,
    restrict_space::ENTRIES,
    restrict_values::tfloat::ENTRIES,
    restrict_values::tint::ENTRIES,
    restrict_values::tbool::ENTRIES,
    restrict_values::ttext::ENTRIES,
    restrict_values::tfloat_ordered::ENTRIES,
    restrict_values::tint_ordered::ENTRIES,
    restrict_values::ttext_ordered::ENTRIES,
    restrict_values::tfloat_spans::ENTRIES,
    restrict_values::tint_spans::ENTRIES,
    restrict_values::positions::ENTRIES,
    tbox::float::ENTRIES,
    tbox::int::ENTRIES,
    tbox_predicates::float_float::ENTRIES,
    tbox_predicates::tfloat_float::ENTRIES,
    tbox_predicates::float_tfloat::ENTRIES,
    tbox_predicates::tfloat_tfloat::ENTRIES,
    tbox_predicates::int_int::ENTRIES,
    tbox_predicates::tint_int::ENTRIES,
    tbox_predicates::int_tint::ENTRIES,
    tbox_predicates::tint_tint::ENTRIES,
    time_predicates::tgeompoint::ENTRIES,
    time_predicates::to_tgeompoint::ENTRIES,
    time_predicates::tgeogpoint::ENTRIES,
    time_predicates::to_tgeogpoint::ENTRIES,
    time_predicates::tfloat::ENTRIES,
    time_predicates::to_tfloat::ENTRIES,
    time_predicates::tint::ENTRIES,
    time_predicates::to_tint::ENTRIES,
    time_predicates::tbool::ENTRIES,
    time_predicates::to_tbool::ENTRIES,
    time_predicates::both_tbool::ENTRIES,
    time_predicates::ttext::ENTRIES,
    time_predicates::to_ttext::ENTRIES,
    time_predicates::both_ttext::ENTRIES,
    restrict_time::tgeompoint::ENTRIES,
    restrict_time::tgeogpoint::ENTRIES,
    restrict_time::tfloat::ENTRIES,
    restrict_time::tint::ENTRIES,
    restrict_time::tbool::ENTRIES,
    restrict_time::ttext::ENTRIES,
    similarity::tgeompoint::ENTRIES,
    similarity::tgeogpoint::ENTRIES,
    similarity::tfloat::ENTRIES,
    simplify::tgeompoint::ENTRIES,
    simplify::tfloat::ENTRIES,
    tiling::times::ENTRIES,
    tiling::tgeompoint::ENTRIES,
    tiling::tgeogpoint::ENTRIES,
    tiling::tfloat::ENTRIES,
    tiling::tint::ENTRIES,
    tiling::tbool::ENTRIES,
    tiling::ttext::ENTRIES,
    point_constructors::tgeompoint::ENTRIES,
    point_constructors::tgeogpoint::ENTRIES,
    value_constructors::tfloat::ENTRIES,
    value_constructors::tint::ENTRIES,
    value_constructors::tbool::ENTRIES,
    value_constructors::ttext::ENTRIES,
    value_constructors::columns::ENTRIES,
    accessors::tgeompoint::ENTRIES,
    accessors::tgeogpoint::ENTRIES,
    accessors::tfloat::ENTRIES,
    accessors::tint::ENTRIES,
    accessors::tbool::ENTRIES,
    accessors::ttext::ENTRIES,
    value_accessors::tfloat::ENTRIES,
    value_accessors::tint::ENTRIES,
    value_accessors::ttext::ENTRIES,
    value_accessors::others::ENTRIES,
    span_predicates::tstzspan_tstzspan::ENTRIES,
    span_predicates::tstzspan_tstzspanset::ENTRIES,
    span_predicates::tstzspanset_tstzspan::ENTRIES,
    span_predicates::tstzspanset_tstzspanset::ENTRIES,
    span_predicates::tstzspan_timestamp::ENTRIES,
    span_predicates::timestamp_tstzspan::ENTRIES,
    span_predicates::tstzspanset_timestamp::ENTRIES,
    span_predicates::timestamp_tstzspanset::ENTRIES,
    span_predicates::floatspan_floatspan::ENTRIES,
    span_predicates::floatspan_float::ENTRIES,
    span_predicates::float_floatspan::ENTRIES,
    span_predicates::intspan_intspan::ENTRIES,
    span_predicates::intspan_int::ENTRIES,
    span_predicates::int_intspan::ENTRIES,
    spans::tstzspan::ENTRIES,
    spans::floatspan::ENTRIES,
    spans::intspan::ENTRIES,
    spans::floatspan_algebra::ENTRIES,
    spans::intspan_algebra::ENTRIES,
    spans::span_span::ENTRIES,
    spans::span_spanset::ENTRIES,
    spans::spanset_span::ENTRIES,
    spans::spanset_spanset::ENTRIES,
    spans::span_timestamp::ENTRIES,
    spans::spanset_timestamp::ENTRIES,
    spans::time::ENTRIES,
];
