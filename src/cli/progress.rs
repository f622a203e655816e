//! The progress line: on a terminal it lives on the last line of standard error, elsewhere it is a plain line a minute if asked for.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use serde_json::json;

use super::args::When;
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
        Self { kind, next }
    }

    pub(super) fn show(&mut self, progress: &Progress) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        self.next = now + if matches!(self.kind, Kind::Plain) { PLAIN_EVERY } else { BAR_EVERY };
        match &self.kind {
            Kind::Bar(bar) => {
                bar.set_position((progress.done * STEPS as f64) as u64);
                bar.set_message(figures(progress));
            }
            Kind::Plain => eprintln!("{:.1}% done, {}", progress.done * 100.0, figures(progress)),
            Kind::Json => eprintln!("{}", event(progress)),
            Kind::None => {}
        }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
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
