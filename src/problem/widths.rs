//! From one width of whole numbers to another, checked. All in one place, so that nothing is cut off in silence elsewhere.
//!
//! On the machines that this program is made for a `usize` has 64 bits, and none of this takes any time.

/// A number of things in memory as a figure. There are never more than 2^64.
pub(crate) fn to_u64(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A number that was made small to save room, as a place in memory again.
pub(crate) fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
