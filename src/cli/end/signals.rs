//! Signals such as that of Ctrl-C: the first stops the run, which then reports what it has; the second ends the program at once.
//!
//! `timeout`, and systems that run jobs, signal the program and then its group: two signals within microseconds, which are one.
//!
//! A terminal that is closed asks to end, too; but not a program that was started by `nohup`.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use signal_hook::consts::{SIGINT, SIGTERM};

use super::failure::{Failure, status};
use crate::parallel::Control;
use crate::stop::hear;
use crate::tally::Ending;

/// A signal that comes less than this many milliseconds after the first one is taken for the same.
const TOGETHER: u64 = 200;

/// The signal that was received, for the code that ends the program.
static LAST: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// Signals that ask the program to end.
#[derive(Debug, Default)]
pub(in crate::cli) struct Signals {
    /// The signal that came, 0 if none did.
    last: Arc<AtomicUsize>,
}

impl Signals {
    /// Begins to listen.
    pub(in crate::cli) fn listen() -> Result<Self, Failure> {
        Self::register().map_err(|error| Failure::io(format!("cannot listen for signals: {error}")))
    }

    fn register() -> std::io::Result<Self> {
        let signals = Self::default();
        let has_one = Arc::new(AtomicBool::new(false));
        for signal in asking_to_end() {
            let number = usize::try_from(signal).unwrap_or_default();
            end_at_second(signal)?;
            signal_hook::flag::register(signal, Arc::clone(&has_one))?;
            signal_hook::flag::register_usize(signal, Arc::clone(&signals.last), number)?;
        }
        hear(&has_one);
        let _ = LAST.set(Arc::clone(&signals.last));
        Ok(signals)
    }

    /// Stops a count if a signal has been received: to be called while it runs.
    pub(in crate::cli) fn pass_on(&self, control: &Control) {
        if self.received().is_some() {
            control.stop(Ending::Interrupted);
        }
    }

    /// The signal that came, if one did.
    pub(in crate::cli) fn received(&self) -> Option<i32> {
        match self.last.load(Relaxed) {
            0 => None,
            signal => i32::try_from(signal).ok(),
        }
    }

    /// The status of a verb that has ended so, unless a signal has ended it.
    pub(in crate::cli) fn status(&self, ending: Ending) -> ExitCode {
        let signal = self.received();
        status(if signal.is_some() { Ending::Interrupted } else { ending }, signal)
    }
}

/// A second signal has its default action, if it does not come together with the first.
fn end_at_second(signal: i32) -> std::io::Result<()> {
    /// When the first one came, in milliseconds from the start, and 1; 0 if none did.
    static FIRST: AtomicU64 = AtomicU64::new(0);
    let began = Instant::now();
    let end = move || {
        let now = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX - 1) + 1;
        if let Err(first) = FIRST.compare_exchange(0, now, Relaxed, Relaxed)
            && now >= first + TOGETHER
        {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    // SAFETY: it reads the clock and an atomic number, and ends the process, all of which a handler of signals may do.
    unsafe { signal_hook::low_level::register(signal, end) }.map(drop)
}

/// The exit status if a signal ends the program before there is any output.
pub(in crate::cli) fn status_of_signal() -> ExitCode {
    let signal = LAST.get().map_or(0, |last| last.load(Relaxed));
    ExitCode::from(u8::try_from(128 + signal).unwrap_or(1))
}

/// The signals that ask the program to end.
fn asking_to_end() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    if !is_ignored(libc::SIGHUP) {
        signals.push(libc::SIGHUP);
    }
    signals
}

/// Was the program started so that it ignores this signal?
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: a structure of numbers and a pointer, which is written to and not followed.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: nothing is changed where no new action is given.
    let answer = unsafe { libc::sigaction(signal, std::ptr::null(), &raw mut action) };
    answer == 0 && action.sa_sigaction == libc::SIG_IGN
}
