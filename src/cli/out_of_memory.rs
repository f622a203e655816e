//! Out of memory: one line and status 1, where the standard library would abort without a word about the program.
//!
//! What a run file has kept stays: it is written as the run goes, and nothing is left to be done at the end.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{Write, stderr};

/// The system's allocator, for a program that ends when it has nothing left.
#[derive(Debug)]
pub struct OrEnd;

// SAFETY: every call goes to the system's allocator as it came, and what that returns is returned.
unsafe impl GlobalAlloc for OrEnd {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of `alloc`, which are the same.
        some(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        some(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        some(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn some(block: *mut u8) -> *mut u8 {
    if block.is_null() { end() } else { block }
}

#[cold]
fn end() -> ! {
    let _ = stderr().write_all(b"dlx-count: out of memory; --memory bounds what the frontier engine takes\n");
    std::process::exit(1)
}
