//! How much memory a thread holds, if the allocator of the program reports it: the memory that is taken and given back while a script runs belongs to the script.
//!
//! The language bounds each value, but a value inside another one is not added to its size: fifty thousand arrays of fifty thousand values are 40 GB.

use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Notes by how many bytes the allocator has changed what this thread holds.
#[inline]
pub fn note(bytes: isize) {
    // At the end of a thread nothing is counted any more.
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_add(bytes)));
}

/// Bytes that this thread has taken and not given back. It may have given back memory that other threads took.
pub(super) fn held() -> isize {
    HELD.get()
}
