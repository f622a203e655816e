//! Out of memory: one line and status 1, where the standard library would abort with a status that says nothing.
//!
//! The allocator passes every request on to the system. If the system refuses, `try_reserve` returns an error, and its caller can continue.
//! Code that cannot continue without memory calls `std::alloc::handle_alloc_error`, which prints how many bytes were wanted and aborts. (A custom hook in that
//! place is not stable Rust; ending the program in the allocator itself would make `try_reserve` useless.) Aborting raises
//! SIGABRT, and our handler of that signal has the last word: if memory was refused, it writes a line and ends the program by
//! `_exit`. It runs when nothing can be relied on, so it takes no lock, asks for no memory, unwinds nothing.
//!
//! A run file keeps what it has: it is written during the run, so nothing remains to be done at the end.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::family::script::heap;

/// The message.
const MESSAGE: &[u8] = b"dlx-count: out of memory; --memory bounds what the frontier engine takes\n";

/// Has the system ever refused memory? The program may have continued without it.
static IS_REFUSED: AtomicBool = AtomicBool::new(false);

/// The system's allocator, which remembers whether memory was ever refused, and how much each thread holds.
#[derive(Debug)]
pub struct LastWords;

// SAFETY: every call goes to the system's allocator as it came, and what that returns is returned.
unsafe impl GlobalAlloc for LastWords {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of `alloc`, which are the same.
        noted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        noted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        let moved = noted(unsafe { System.realloc(block, layout, size) }, size);
        if !moved.is_null() {
            heap::note(-layout.size().cast_signed());
        }
        moved
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) };
        heap::note(-layout.size().cast_signed());
    }
}

#[inline(always)]
fn noted(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() {
        IS_REFUSED.store(true, Relaxed);
    } else {
        heap::note(size.cast_signed());
    }
    block
}

/// From now on the program ends with a line and status 1 when it cannot continue without memory.
pub(in crate::cli) fn end_in_words() {
    // SAFETY: `last_words` does nothing that a handler of signals must not do.
    let registered = unsafe { signal_hook::low_level::register(signal_hook::consts::SIGABRT, last_words) };
    // Without it the standard library has the last word.
    drop(registered);
}

/// Large blocks go back to the system as soon as they are free, so that `--memory` bounds what the process holds.
///
/// Unless told, the allocator of GNU raises the size from which blocks are large to 32 MiB as blocks are freed, and keeps smaller ones between those in use. (V-ominoes on 13 x 13 in 96 MiB held 202 MiB.)
pub(in crate::cli) fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE: i32 = 4 << 20;
        // SAFETY: the allocator takes a number; no other thread is there yet. If it refuses, all is as it was.
        unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
    }
}

/// Prints a line if memory was refused, and ends the program. For any other reason it aborts as any program does, and may leave a core file.
fn last_words() {
    if !IS_REFUSED.load(Relaxed) {
        // Safe in a handler; if it fails, what follows ends the program.
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGABRT);
        signal_hook::low_level::exit(1)
    }
    // SAFETY: the buffer is static, and its length is its own. Whether it is read does not matter any more.
    unsafe { libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len() as _) };
    signal_hook::low_level::exit(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No machine has this much memory. The request fails, and the program can continue.
    #[test]
    fn a_refusal_is_handed_on() {
        let layout = Layout::from_size_align(isize::MAX as usize - 4096, 1).unwrap();
        // SAFETY: the layout is not empty, and nothing is done with what is not handed out.
        let block = std::hint::black_box(unsafe { LastWords.alloc(layout) });
        assert!(block.is_null() && IS_REFUSED.load(Relaxed));
    }
}
