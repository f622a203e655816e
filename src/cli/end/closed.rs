//! Was standard output closed when the program began (`>&-`)? The runtime of Rust then opens `/dev/null` in its place before `main`, and what is printed would be lost in silence; so it is looked at before that.

#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[cfg(unix)]
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Called by the loader before the runtime begins.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = look;

#[cfg(unix)]
extern "C" fn look() {
    // SAFETY: a question about a number, which may be none of an open file.
    IS_CLOSED.store(unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1, Relaxed);
}

/// Was there no standard output?
pub(in crate::cli) fn is_output_closed() -> bool {
    #[cfg(unix)]
    return IS_CLOSED.load(Relaxed);
    #[cfg(not(unix))]
    false
}
