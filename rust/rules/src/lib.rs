//! Plan facts in, decisions out: one file per optimizer rule.
