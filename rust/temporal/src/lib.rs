//! Temporal values and kernels.
