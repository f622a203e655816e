//! The progress line: on a terminal it is the last line of standard error, elsewhere a plain line every minute, if asked for.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use serde_json::json;

use super::print::print_row;
use crate::cli::args::When;
use crate::cli::end::Failure;
use crate::cli::settings::Settings;
use crate::engine::SweepStage;
use crate::parallel::Progress;
use crate::problem::{Decimal, whole_part};
use crate::report::{about, rough, seconds, short};

const PLAIN_EVERY: Duration = Duration::from_secs(60);
/// The first plain line comes sooner, to show that there will be more.
const PLAIN_FIRST: Duration = Duration::from_secs(1);
const BAR_EVERY: Duration = Duration::from_millis(100);
/// Signs of the bar. With the percents before it they leave 60 of 80 columns for the figures.
const BAR: usize = 12;
/// Seconds of which it does not matter how many there are: a thousand years.
const AGES: f64 = 3.2e10;
/// The bar's own resolution.
const STEPS: u64 = 10_000;

/// Shows how far a run is, or does nothing.
pub(in crate::cli) struct ProgressLine {
    kind: ProgressKind,
    next: Instant,
    /// The share last shown. Each of several counts in a row begins at zero, but the line never goes back.
    shown: f64,
    /// What was shown last.
    most: Progress,
    pace: Pace,
}

/// The point from which the time left is extrapolated: the first task that ended, or the beginning. What came before, the choice of the engine and the split,
/// says nothing about the rest. (After a tenth of the time, the estimate for queens 18 was too long by a factor of 1.7 without this rule, and of 1.0 with it.)
#[derive(Default)]
struct Pace {
    /// Seconds and share at which counting began.
    origin: (f64, f64),
    /// Seconds, share and tasks at the last look, if there was one. The first look sees what another process had already counted of a kept run.
    last: Option<(f64, f64, u64)>,
}

impl Pace {
    /// The seconds that are left, if they can be estimated already.
    fn left(&mut self, progress: &Progress) -> Option<f64> {
        let (seconds, done, tasks) = (progress.elapsed.as_secs_f64(), progress.done, progress.tasks);
        match self.last {
            None => self.origin = (seconds, done),
            Some((last, share, 0)) if tasks > 0 => self.origin = (last, share),
            Some(_) => {}
        }
        self.last = Some((seconds, done, tasks));
        let (since, more) = (seconds - self.origin.0, done - self.origin.1);
        (more > 0.001).then(|| since * (1.0 - done) / more)
    }
}

enum ProgressKind {
    Bar(ProgressBar),
    Plain,
    Json,
    None,
}

impl ProgressLine {
    pub(in crate::cli) fn new(when: When, is_silent: bool) -> Self {
        let on_terminal = stderr().is_terminal() && !is_silent;
        let now = Instant::now();
        let (kind, next) = match when {
            When::Auto | When::Always if on_terminal => (ProgressKind::Bar(bar()), now),
            When::Always => (ProgressKind::Plain, now + PLAIN_FIRST),
            When::Json => (ProgressKind::Json, now),
            When::Auto | When::Never => (ProgressKind::None, now),
        };
        Self { kind, next, shown: 0.0, most: Progress::default(), pace: Pace::default() }
    }

    /// Shows how far a count is.
    pub(in crate::cli) fn show(&mut self, progress: &Progress) {
        let progress = &self.furthest(progress);
        let left = self.pace.left(progress);
        let is_bar = matches!(self.kind, ProgressKind::Bar(_));
        // A narrow terminal would cut the rest off.
        let words = || if is_bar { figures(progress, left) } else { figures(progress, left) + &more(progress) };
        self.tell(progress.done, words, |done| event(progress, done, left));
    }

    /// The progress with the largest figures of this count so far: engines that take turns have figures of their own.
    fn furthest(&mut self, progress: &Progress) -> Progress {
        if progress.elapsed < self.most.elapsed {
            self.most = Progress::default();
        }
        let Progress { found, nodes, tasks, .. } = self.most;
        let (found, nodes) = (progress.found.max(found), progress.nodes.max(nodes));
        self.most = Progress { found, nodes, tasks: progress.tasks.max(tasks), ..*progress };
        self.most
    }

    /// Shows the share that is done if it is time to, with these words on a line or as this JSON event.
    fn tell(&mut self, done: f64, words: impl FnOnce() -> String, event: impl FnOnce(f64) -> serde_json::Value) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        self.next = now + if matches!(self.kind, ProgressKind::Plain) { PLAIN_EVERY } else { BAR_EVERY };
        self.shown = self.shown.max(done);
        match &self.kind {
            // A terminal whose output is paused would block.
            ProgressKind::Bar(bar) if takes_a_line() => {
                bar.set_position(whole_part(self.shown * STEPS as f64));
                bar.set_message(words());
            }
            ProgressKind::Plain => say(&format!("{:.1}% done, {}", self.shown * 100.0, words())),
            ProgressKind::Json => say(&event(self.shown).to_string()),
            ProgressKind::Bar(_) | ProgressKind::None => {}
        }
    }

    /// Does a person see how far it is?
    pub(in crate::cli) const fn is_shown(&self) -> bool {
        matches!(self.kind, ProgressKind::Bar(_) | ProgressKind::Plain)
    }

    /// Hides the progress line while something is printed.
    pub(in crate::cli) fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        match &self.kind {
            ProgressKind::Bar(bar) => bar.suspend(work),
            _ => work(),
        }
    }

    /// Takes the line away.
    pub(in crate::cli) fn finish(&self) {
        if let ProgressKind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }
}

/// Writes a line on standard error unless that would block: a reader that has gone away or has stopped reading must not stop a count.
fn say(line: &str) {
    if takes_a_line() {
        // In one piece: half a line is worse than none.
        let _ = stderr().lock().write_all(format!("{line}\n").as_bytes());
    }
}

/// Can a line be written without waiting? A pipe that reports itself writable takes at least 4096 bytes.
#[cfg(unix)]
fn takes_a_line() -> bool {
    let mut errors = libc::pollfd { fd: libc::STDERR_FILENO, events: libc::POLLOUT, revents: 0 };
    // SAFETY: one descriptor is asked about, which outlives the call, and without waiting.
    let answer = unsafe { libc::poll(&raw mut errors, 1, 0) };
    answer != 0
}

#[cfg(not(unix))]
fn takes_a_line() -> bool {
    true
}

/// The progress of many counts side by side: how many of them have ended.
pub(in crate::cli) struct Rows {
    line: Mutex<ProgressLine>,
    /// What the counts are called.
    name: &'static str,
    all: usize,
    ended: AtomicUsize,
    started: Instant,
}

impl Rows {
    pub(in crate::cli) fn new(name: &'static str, all: usize, settings: &Settings) -> Self {
        let line = Mutex::new(ProgressLine::new(settings.progress, settings.quiet));
        Self { line, name, all, ended: AtomicUsize::new(0), started: Instant::now() }
    }

    /// More of them have ended.
    pub(in crate::cli) fn end(&self, number: usize) {
        self.ended.fetch_add(number, Relaxed);
    }

    /// Updates the line; to be called now and then.
    pub(in crate::cli) fn look(&self) {
        let Ok(mut line) = self.line.lock() else { return };
        let (ended, all, name) = (self.ended.load(Relaxed), self.all, self.name);
        let (share, elapsed) = (ended as f64 / all.max(1) as f64, self.started.elapsed().as_secs_f64());
        line.tell(
            share,
            || format!("{ended} of {all} {name}, {} elapsed", seconds(elapsed)),
            |done| json!({ "event": "progress", "done": done, "ended": ended, "all": all, "seconds": elapsed }),
        );
    }

    /// Prints rows; fails if the reader has closed the pipe.
    pub(in crate::cli) fn print(&self, text: &str) -> Result<(), Failure> {
        match self.line.lock() {
            Ok(line) => line.suspend(|| print_row(text)),
            Err(_) => print_row(text),
        }
    }

    /// Takes the line away.
    pub(in crate::cli) fn finish(&self) {
        if let Ok(line) = self.line.lock() {
            line.finish();
        }
    }
}

fn event(progress: &Progress, done: f64, left: Option<f64>) -> serde_json::Value {
    let Progress { found, nodes, tasks, open_tasks, busy, elapsed, .. } = progress;
    let mut event = json!({
        "event": "progress",
        "done": done,
        // Counts are strings everywhere: they outgrow doubles.
        "found": found.to_string(),
        "nodes": nodes,
        "tasks": tasks,
        "open_tasks": open_tasks,
        "busy_threads": busy,
        "seconds": elapsed.as_secs_f64(),
        "seconds_left": left,
    });
    if progress.on_disk > 0 {
        event["bytes_on_disk"] = json!(progress.on_disk);
    }
    if let Some(SweepStage { level, levels, part, parts }) = progress.stage {
        (event["level"], event["levels"]) = (json!(level), json!(levels));
        if parts > 0 {
            (event["part"], event["parts"]) = (json!(part), json!(parts));
        }
    }
    if progress.best.is_some() || progress.bound.is_some() {
        event["best"] = json!(progress.best);
        event["bound"] = json!(progress.bound);
    }
    event
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template(&format!("{{percent:>3}}% [{{bar:{BAR}}}] {{wide_msg}}"));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar
}

fn figures(progress: &Progress, left: Option<f64>) -> String {
    let elapsed = progress.elapsed.as_secs_f64();
    let rate = short(whole_part(progress.nodes as f64 / elapsed.max(1e-3)));
    if progress.best.is_some() || progress.bound.is_some() {
        let known = |cost: Option<Decimal>| cost.map_or("?".into(), |cost| cost.to_string());
        let (best, bound) = (known(progress.best), known(progress.bound));
        let (gap, elapsed) = (gap(progress).unwrap_or_default(), seconds(elapsed));
        return format!("best {best}, bound {bound}{gap}, {rate} nodes/s, {elapsed}");
    }
    let left = match left {
        None => "? left".into(),
        Some(left) if left > AGES => "ages left".into(),
        Some(left) => format!("{} left", about(left)),
    };
    match stage(progress) {
        // A sweep finds solutions at its end only.
        Some(stage) if progress.found == 0 => format!("{left}, {stage}"),
        _ => format!("{left}, {} found, {rate} nodes/s", in_short(progress.found)),
    }
}

/// Where a sweep is: the level, the part of it, and the bytes on the disk.
fn stage(progress: &Progress) -> Option<String> {
    let SweepStage { level, levels, part, parts } = progress.stage?;
    let parts = if parts > 0 { format!(" ({part}/{parts})") } else { String::new() };
    let on_disk = if progress.on_disk > 0 { format!(", {}B", short(progress.on_disk)) } else { String::new() };
    Some(format!("level {level}/{levels}{parts}{on_disk}"))
}

/// How far the best cost is from the bound, as a part of the best.
fn gap(progress: &Progress) -> Option<String> {
    let [best, bound] = [progress.best?, progress.bound?].map(|cost| cost.to_string().parse::<f64>().unwrap_or(0.0));
    (best != 0.0).then(|| format!(" (gap {:.1}%)", 100.0 * ((best - bound) / best).abs()))
}

/// What is added where the progress has a line of its own.
fn more(progress: &Progress) -> String {
    if progress.best.is_some() || progress.bound.is_some() {
        return format!(", {} busy", progress.busy);
    }
    format!(", {} busy, {} elapsed", progress.busy, seconds(progress.elapsed.as_secs_f64()))
}

/// A count that would take too much room with all its digits.
fn in_short(count: u64) -> String {
    if count < 1_000_000_000_000 { short(count) } else { rough(count as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Percents, the bar and what is between them take twenty columns of eighty.
    #[test]
    fn figures_fit_beside_the_bar() {
        let progress = Progress {
            done: 0.5,
            found: u64::MAX,
            nodes: 999_900_000_000,
            elapsed: Duration::from_secs(1000),
            ..Progress::default()
        };
        let words = figures(&progress, Some(3.0e8));
        assert_eq!(words, "about 9.5 years left, 1.8e19 found, 999.9 M nodes/s");
        assert!(words.len() <= 80 - BAR - 8 && figures(&progress, Some(f64::INFINITY)).len() <= 80 - BAR - 8);
        let stage = Some(SweepStage { level: 1234, levels: 2000, part: 499, parts: 512 });
        let sweep = Progress { stage, found: 0, on_disk: 999_900_000_000, ..progress };
        let words = figures(&sweep, Some(3.0e8));
        assert_eq!(words, "about 9.5 years left, level 1234/2000 (499/512), 999.9 GB");
        assert!(words.len() <= 80 - BAR - 8, "{}", words.len());
        let best = Progress { best: Some(1_234_567_890.into()), bound: Some(1_234_567_000.into()), ..progress };
        assert_eq!(figures(&best, None), "best 1234567890, bound 1234567000 (gap 0.0%), 999.9 M nodes/s, 16 min 40 s");
        let best = Progress { best: "-2.5".parse().ok(), bound: Some((-3).into()), ..progress };
        assert_eq!(figures(&best, None), "best -2.5, bound -3 (gap 20.0%), 999.9 M nodes/s, 16 min 40 s");
        let open = Progress { bound: Some(7.into()), ..progress };
        assert_eq!(figures(&open, None), "best ?, bound 7, 999.9 M nodes/s, 16 min 40 s");
    }

    #[test]
    fn the_rest_is_reckoned_from_the_first_task_on() {
        let look = |seconds: u64, done: f64, tasks: u64| Progress {
            done,
            found: 0,
            nodes: 0,
            tasks,
            open_tasks: 1,
            busy: 1,
            elapsed: Duration::from_secs(seconds),
            ..Progress::default()
        };
        let mut pace = Pace::default();
        assert_eq!(pace.left(&look(4, 0.0, 0)), None);
        // Four seconds of preparation; then a tenth in two seconds: nine more tenths.
        assert_eq!(pace.left(&look(6, 0.1, 3)).map(f64::round), Some(18.0));
        assert_eq!(pace.left(&look(14, 0.5, 9)).map(f64::round), Some(10.0));
        // A sweep is one task, from the beginning.
        let mut pace = Pace::default();
        assert_eq!((pace.left(&look(0, 0.0, 0)), pace.left(&look(5, 0.5, 0))), (None, Some(5.0)));
        // Four fifths were done by another process; half of what was left took this one three seconds.
        let mut pace = Pace::default();
        assert_eq!(pace.left(&look(0, 0.8, 2)), None);
        assert_eq!(pace.left(&look(3, 0.9, 5)).map(f64::round), Some(3.0));
    }
}
