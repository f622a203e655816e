//! Array accesses without bounds checks, for the two loops where nearly all time goes.
//!
//! Checks take 13 to 17% of the time of the engine there (results/2026-11-20-engines). Builds with debug assertions check every access;
//! the tests run in one.

/// The element at `index`.
///
/// # Safety
/// `index` is less than the length of the slice.
#[inline(always)]
pub(super) unsafe fn get<T: Copy>(slice: &[T], index: usize) -> T {
    debug_assert!(index < slice.len());
    // SAFETY: the caller's promise.
    unsafe { *slice.get_unchecked(index) }
}

/// The element at `index`, to change it.
///
/// # Safety
/// `index` is less than the length of the slice.
#[inline(always)]
pub(super) unsafe fn get_mut<T>(slice: &mut [T], index: usize) -> &mut T {
    debug_assert!(index < slice.len());
    // SAFETY: the caller's promise.
    unsafe { slice.get_unchecked_mut(index) }
}
