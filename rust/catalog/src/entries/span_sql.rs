//! Spark SQL that compares two spans by their fields, inclusivity respected: `[lower, upper, lower_inc, upper_inc]` of each.
//!
//! None of them can throw; a missing span gives NULL.

/// TRUE where `a` starts before `b` ends, or both hold that moment.
#[rustfmt::skip]
macro_rules! starts_in_reach {
    ([$al:expr, $au:expr, $ali:expr, $aui:expr], [$bl:expr, $bu:expr, $bli:expr, $bui:expr]) => {
        concat!("(", $al, " < ", $bu, " OR (", $al, " = ", $bu, " AND ", $ali, " AND ", $bui, "))")
    };
}

/// TRUE where `a` starts no later than `b`, inclusivity respected.
#[rustfmt::skip]
macro_rules! starts_no_later {
    ([$al:expr, $au:expr, $ali:expr, $aui:expr], [$bl:expr, $bu:expr, $bli:expr, $bui:expr]) => {
        concat!("(", $al, " < ", $bl, " OR (", $al, " = ", $bl, " AND (", $ali, " OR NOT ", $bli, ")))")
    };
}

/// TRUE where `a` ends no earlier than `b`, inclusivity respected.
#[rustfmt::skip]
macro_rules! ends_no_earlier {
    ([$al:expr, $au:expr, $ali:expr, $aui:expr], [$bl:expr, $bu:expr, $bli:expr, $bui:expr]) => {
        concat!("(", $au, " > ", $bu, " OR (", $au, " = ", $bu, " AND (", $aui, " OR NOT ", $bui, ")))")
    };
}

/// TRUE where `a` ends before `b` starts.
#[rustfmt::skip]
macro_rules! ends_before {
    ([$al:expr, $au:expr, $ali:expr, $aui:expr], [$bl:expr, $bu:expr, $bli:expr, $bui:expr]) => {
        concat!("(", $au, " < ", $bl, " OR (", $au, " = ", $bl, " AND NOT (", $aui, " AND ", $bli, ")))")
    };
}

/// TRUE where `b` starts where `a` ends and one of them holds that moment.
#[rustfmt::skip]
macro_rules! goes_on {
    ([$al:expr, $au:expr, $ali:expr, $aui:expr], [$bl:expr, $bu:expr, $bli:expr, $bui:expr]) => {
        concat!("(", $au, " = ", $bl, " AND ", $aui, " <> ", $bli, ")")
    };
}
