//! Out of memory: one line and status 1, where the standard library would abort with a status that says nothing.
//!
//! The allocator hands out what the system hands out, and nothing when the system has nothing: whoever asks by `try_reserve` gets an error and can go on.
//! Who cannot go on without memory calls `std::alloc::handle_alloc_error`, which says how many bytes were wanted and aborts. (A hook of one's own in that
//! place is not stable Rust; to end the program in the allocator, as one might, would take `try_reserve` from everybody.) To abort is to raise
//! SIGABRT, so the last word is ours in the handler of that signal: if memory was refused it writes a line and ends the program by
//! `_exit`. It runs when nothing can be relied on, so it takes no lock, asks for no memory, unwinds nothing.
//!
//! What a run file has kept stays: it is written as the run goes, and nothing is left to be done at the end.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What is said.
const MESSAGE: &[u8] = b"dlx-count: out of memory; --memory bounds what the frontier engine takes\n";

/// Has the system refused memory? Whoever asked may have gone on without.
static IS_REFUSED: AtomicBool = AtomicBool::new(false);

/// The system's allocator, which remembers that it had nothing left.
#[derive(Debug)]
pub struct OrEnd;

// SAFETY: every call goes to the system's allocator as it came, and what that returns is returned.
unsafe impl GlobalAlloc for OrEnd {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of `alloc`, which are the same.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        noted(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn noted(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        IS_REFUSED.store(true, Relaxed);
    }
    block
}

/// From now on the program ends with a line and status 1 when it cannot go on without memory.
pub(super) fn end_in_words() {
    // SAFETY: `last_words` does nothing that a handler of signals must not do.
    let registered = unsafe { signal_hook::low_level::register(signal_hook::consts::SIGABRT, last_words) };
    // Without it the standard library has the last word.
    drop(registered);
}

/// Says why, if it is for want of memory, and ends the program. Else it is the mistake that aborts it, which has had its say.
fn last_words() {
    if IS_REFUSED.load(Relaxed) {
        // SAFETY: a buffer that is always there, and its length. Who reads is not our concern any more.
        unsafe { libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len() as _) };
    }
    signal_hook::low_level::exit(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody has so much. Whoever asks is told so, and can go on.
    #[test]
    fn a_refusal_is_handed_on() {
        let layout = Layout::from_size_align(isize::MAX as usize - 4096, 1).unwrap();
        // SAFETY: the layout is not empty, and nothing is done with what is not handed out.
        let block = std::hint::black_box(unsafe { OrEnd.alloc(layout) });
        assert!(block.is_null() && IS_REFUSED.load(Relaxed));
    }
}
