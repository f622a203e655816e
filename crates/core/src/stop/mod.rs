//! How to stop work that has no partial result.
//!
//! Engines that search poll a `RunSignal` and hand back what they have. Other work can take long, too, and has no partial result: building a problem,
//! laying it out, looking for symmetries, labelling. To pass "was I stopped?" through all of that would burden every signature. So a thread may be given a
//! [`StopSource`], and any loop that can take a tenth of a second calls [`poll`]. When the thread is to stop, `poll` unwinds, silently, to the nearest [`caught`],
//! where the run says that it was stopped.
//!
//! Unwinding loses the work in progress. So nothing that counts and has a rest to hand back calls `poll`, and everything that it unwinds through is dropped. It is caught in few places: a count, the set-up of an
//! engine, a batch of labels, the command line.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Steps between two looks at the stop source: far less than a millisecond where a step is a memory access or two.
const STEPS: u32 = 1 << 14;

thread_local! {
    static WORD: RefCell<StopSource> = const { RefCell::new(StopSource { flags: Vec::new(), deadline: None }) };
    static LEFT: Cell<u32> = const { Cell::new(STEPS) };
}

/// What stops a thread: any of some flags, or the clock.
#[derive(Clone, Debug, Default)]
pub struct StopSource {
    flags: Vec<Arc<AtomicBool>>,
    deadline: Option<Instant>,
}

/// The payload with which [`poll`] unwinds, and what [`caught`] makes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl StopSource {
    /// The stop source of this thread, to be passed on to a thread that works for it.
    #[must_use]
    pub fn heard_here() -> Self {
        WORD.with_borrow(Self::clone)
    }

    /// Adds a flag.
    #[must_use]
    pub fn or(mut self, flag: &Arc<AtomicBool>) -> Self {
        self.flags.push(Arc::clone(flag));
        self
    }

    /// Adds a deadline; the earlier one counts.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = self.deadline.into_iter().chain(deadline).min();
        self
    }

    /// Does some work on this thread, with this as its stop source meanwhile.
    pub fn over<R>(self, work: impl FnOnce() -> R) -> R {
        let _before = Before(WORD.replace(self));
        work()
    }

    fn is_said(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Relaxed)) || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// The stop source that a thread had before, which is restored when this is dropped.
struct Before(StopSource);

impl Drop for Before {
    fn drop(&mut self) {
        WORD.set(std::mem::take(&mut self.0));
    }
}

/// Adds a flag to the stop source of this thread.
pub fn hear(flag: &Arc<AtomicBool>) {
    WORD.set(StopSource::heard_here().or(flag));
}

/// Unwinds if this thread is to stop. Every loop that can take long has to call it, with the approximate number of steps since the last call.
#[inline(always)]
pub fn poll(steps: usize) {
    if is_due_after(steps) {
        unwind();
    }
}

#[cold]
#[inline(never)]
fn unwind() {
    if !std::thread::panicking() {
        pass_on(Stopped);
    }
}

/// Is this thread to stop? For loops that have a partial result, with the approximate number of steps since the last call: the clock is read only now and then.
#[inline(always)]
#[must_use]
pub fn is_due_after(steps: usize) -> bool {
    LEFT.with(|left| match u32::try_from(steps).ok().and_then(|steps| left.get().checked_sub(steps)) {
        Some(fewer) => {
            left.set(fewer);
            false
        }
        None => {
            left.set(STEPS);
            is_due()
        }
    })
}

/// Is this thread to stop?
#[cold]
#[inline(never)]
#[must_use]
pub fn is_due() -> bool {
    WORD.with_borrow(StopSource::is_said)
}

/// How much time this thread has left, if a deadline is set.
#[must_use]
pub fn time_left() -> Option<Duration> {
    WORD.with_borrow(|word| word.deadline).map(|end| end.saturating_duration_since(Instant::now()))
}

/// Does some work, and says whether it was stopped on the way. Any other panic is passed on.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use dlx_count::stop::{Stopped, StopSource, caught, poll};
///
/// let flag = Arc::new(AtomicBool::new(true));
/// let endless = || loop { poll(1) };
/// assert_eq!(StopSource::default().or(&flag).over(|| caught::<()>(endless)), Err(Stopped));
/// ```
///
/// # Errors
/// If it was stopped.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Stopped> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| match panic.downcast::<Stopped>() {
        Ok(stopped) => *stopped,
        Err(panic) => resume_unwind(panic),
    })
}

/// Unwinds further after a stop, to the next [`caught`].
pub fn pass_on(stopped: Stopped) -> ! {
    resume_unwind(Box::new(stopped))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flag or the clock stops a loop; the earlier stop source is restored afterwards, and without one nothing stops.
    #[test]
    fn a_loop_hears_its_word_and_no_other() {
        let many = || (0..10 * STEPS).for_each(|_| poll(1));
        let (on, off) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
        assert_eq!(caught(many), Ok(()));
        assert_eq!(StopSource::default().or(&off).over(|| caught(many)), Ok(()));
        assert_eq!(StopSource::default().or(&off).or(&on).over(|| caught(many)), Err(Stopped));
        assert_eq!(StopSource::default().until(Some(Instant::now())).over(|| caught(many)), Err(Stopped));
        assert_eq!(caught(many), Ok(()));
        let inner = || (StopSource::default().over(|| caught(many)), caught(many));
        assert_eq!(StopSource::default().or(&on).over(inner), (Ok(()), Err(Stopped)));
    }

    #[test]
    fn another_panic_goes_on() {
        let panic = catch_unwind(|| caught(|| -> () { resume_unwind(Box::new("other")) }));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"other"));
    }
}
