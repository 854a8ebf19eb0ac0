//! Between the two ways of counting microseconds: Spark's since 1970, ours since 2000, both UTC.

use crate::error::Error;

/// 2000-01-01 00:00 UTC in Unix microseconds.
const EPOCH_US: i64 = 946_684_800_000_000;

/// Microseconds since 2000 of Spark's time.
pub(crate) fn from_spark(micros: i64) -> Result<i64, Error> {
    micros.checked_sub(EPOCH_US).ok_or(Error::TimestampRange { micros })
}

/// Spark's time of microseconds since 2000.
pub(crate) fn to_spark(micros: i64) -> Result<i64, Error> {
    micros.checked_add(EPOCH_US).ok_or(Error::TimestampRange { micros })
}
