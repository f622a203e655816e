//! The progress line: on a terminal it lives on the last line of standard error, elsewhere it is a plain line a minute if asked for.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use serde_json::json;

use super::args::{RunArgs, When};
use super::exit::Failure;
use crate::parallel::Progress;
use crate::report::{seconds, short};

const PLAIN_EVERY: Duration = Duration::from_secs(60);
const BAR_EVERY: Duration = Duration::from_millis(100);
/// The bar's own resolution.
const STEPS: u64 = 10_000;

/// Shows how far a run is, or does nothing.
pub(super) struct ProgressLine {
    kind: Kind,
    next: Instant,
    /// The share last shown: of several counts one after the other each begins anew, but the line never goes back.
    shown: f64,
}

enum Kind {
    Bar(ProgressBar),
    Plain,
    Json,
    None,
}

impl ProgressLine {
    pub(super) fn new(when: When, is_silent: bool) -> Self {
        let on_terminal = stderr().is_terminal() && !is_silent;
        let now = Instant::now();
        let (kind, next) = match when {
            When::Auto | When::Always if on_terminal => (Kind::Bar(bar()), now),
            When::Always => (Kind::Plain, now + PLAIN_EVERY),
            When::Json => (Kind::Json, now),
            When::Auto | When::Never => (Kind::None, now),
        };
        Self { kind, next, shown: 0.0 }
    }

    /// Shows how far a count is.
    pub(super) fn show(&mut self, progress: &Progress) {
        self.tell(progress.done, || figures(progress), || event(progress));
    }

    /// Shows this share, if it is time, with these words or as this event.
    fn tell(&mut self, done: f64, words: impl FnOnce() -> String, event: impl FnOnce() -> serde_json::Value) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        self.next = now + if matches!(self.kind, Kind::Plain) { PLAIN_EVERY } else { BAR_EVERY };
        self.shown = self.shown.max(done);
        match &self.kind {
            Kind::Bar(bar) => {
                bar.set_position((self.shown * STEPS as f64) as u64);
                bar.set_message(words());
            }
            Kind::Plain => eprintln!("{:.1}% done, {}", self.shown * 100.0, words()),
            Kind::Json => eprintln!("{}", event()),
            Kind::None => {}
        }
    }

    /// Does something that prints, with the line out of its way.
    fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        match &self.kind {
            Kind::Bar(bar) => bar.suspend(work),
            _ => work(),
        }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }
}

/// How far many counts are that run side by side: those that have ended, of all.
pub(super) struct Rows {
    line: Mutex<ProgressLine>,
    /// What they are.
    name: &'static str,
    all: usize,
    ended: AtomicUsize,
    started: Instant,
}

impl Rows {
    pub(super) fn new(name: &'static str, all: usize, args: &RunArgs) -> Self {
        let line = Mutex::new(ProgressLine::new(args.progress, args.quiet));
        Self { line, name, all, ended: AtomicUsize::new(0), started: Instant::now() }
    }

    /// So many more have ended.
    pub(super) fn end(&self, number: usize) {
        self.ended.fetch_add(number, Relaxed);
    }

    /// To be called now and then.
    pub(super) fn look(&self) {
        let Ok(mut line) = self.line.lock() else { return };
        let (ended, all, name) = (self.ended.load(Relaxed), self.all, self.name);
        let (share, elapsed) = (ended as f64 / all.max(1) as f64, self.started.elapsed().as_secs_f64());
        line.tell(
            share,
            || format!("{ended} of {all} {name}, {} elapsed", seconds(elapsed)),
            || json!({ "event": "progress", "done": share, "ended": ended, "all": all, "seconds": elapsed }),
        );
    }

    /// Prints data.
    pub(super) fn print(&self, text: &str) -> Result<(), Failure> {
        match self.line.lock() {
            Ok(line) => line.suspend(|| super::print(text)),
            Err(_) => super::print(text),
        }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        if let Ok(line) = self.line.lock() {
            line.finish();
        }
    }
}

fn event(progress: &Progress) -> serde_json::Value {
    let Progress { done, found, nodes, tasks, open_tasks, busy, elapsed } = progress;
    json!({
        "event": "progress",
        "done": done,
        // Counts are strings everywhere: they outgrow doubles.
        "found": found.to_string(),
        "nodes": nodes,
        "tasks": tasks,
        "open_tasks": open_tasks,
        "busy_threads": busy,
        "seconds": elapsed.as_secs_f64(),
    })
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
    let busy = progress.busy;
    format!("{} found, {rate} nodes/s, {busy} busy, {} elapsed, about {left} left", progress.found, seconds(elapsed))
}
