//! The progress line: on a terminal it lives on the last line of standard error, elsewhere it is a plain line a minute if asked for.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::When;
use crate::parallel::Progress;
use crate::report::{seconds, short};

const PLAIN_EVERY: Duration = Duration::from_secs(60);
const BAR_EVERY: Duration = Duration::from_millis(100);
/// The bar's own resolution.
const STEPS: u64 = 10_000;

/// Shows how far a run is, or does nothing.
pub(super) struct ProgressLine {
    bar: Option<ProgressBar>,
    is_plain: bool,
    next: Instant,
}

impl ProgressLine {
    pub(super) fn new(when: When, is_silent: bool) -> Self {
        let on_terminal = stderr().is_terminal() && !is_silent;
        let has_bar = when != When::Never && on_terminal;
        Self {
            bar: has_bar.then(bar),
            is_plain: when == When::Always && !has_bar,
            next: Instant::now() + if has_bar { BAR_EVERY } else { PLAIN_EVERY },
        }
    }

    pub(super) fn show(&mut self, progress: &Progress) {
        if Instant::now() < self.next {
            return;
        }
        if let Some(bar) = &self.bar {
            self.next += BAR_EVERY;
            bar.set_position((progress.done * STEPS as f64) as u64);
            bar.set_message(figures(progress));
        } else if self.is_plain {
            self.next += PLAIN_EVERY;
            eprintln!("{:.1}% done, {}", progress.done * 100.0, figures(progress));
        }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{percent:>3}% [{bar:24}] {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar
}

fn figures(progress: &Progress) -> String {
    let elapsed = progress.elapsed.as_secs_f64();
    let rate = short((progress.nodes as f64 / elapsed.max(1e-3)) as u64);
    let left =
        if progress.done > 0.001 { seconds(elapsed * (1.0 - progress.done) / progress.done) } else { "?".into() };
    format!("{} found, {rate} nodes/s, {} elapsed, about {left} left", progress.found, seconds(elapsed))
}
