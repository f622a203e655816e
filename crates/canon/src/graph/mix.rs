//! A mixing function for bits, so that equal sums of mixed numbers mean equal terms, almost surely.

/// Spreads the bits of a number over all places.
#[inline(always)]
pub fn mix(number: u64) -> u64 {
    let spread = (number ^ (number >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (spread ^ (spread >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (spread >> 31)
}
