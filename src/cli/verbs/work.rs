//! `dlx-count work FILE`: count tasks that `split` has written down, and write what comes of each.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use clap::Args;

use super::count::Attendant;
use super::gather::{GIVE_SPLIT, unlisted};
use super::verb::{Call, LIMITS, Verb};
use crate::cli::end::{Failure, Signals, status};
use crate::cli::keep::{read_records, settle_on, swept_in};
use crate::cli::settings::Settings;
use crate::cli::show::{named, note, output};
use crate::parallel::{Journal, JournalError};
use crate::problem::{Problem, to_u64};
use crate::records::{OpenTask, Record, RecordJournal, RecordReader, Records, SweepProgress};
use crate::report::{plural, short, solutions};
use crate::tally::Outcome;

pub(super) const VERB: Verb = Verb {
    name: "work",
    about: "Count tasks written by `split`, one line of output per task",
    examples: &[
        ("work q18.tasks --shard 3/64 -o q18.3", "the third of 64 parts; run again to continue"),
        ("work q18.tasks q18.* -o q18.rest", "everything not yet counted"),
        ("work q18/", "a sweep: any number of times at once, on machines that share the folder"),
    ],
    heeds: &[&["threads", "engine", "memory"], LIMITS, &["quiet", "progress"]],
    says: &[("quiet", "Print no messages")],
    takes_source: false,
    options: WorkArgs::augment_args,
    run: work,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct WorkArgs {
    /// Files of tasks and tallies, `-` for standard input; tasks already counted in them are skipped. Or the folder of a sweep
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    /// Only a part of the tasks, such as 3/64: the third of 64 parts
    #[arg(long, value_name = "M/N", default_value = "1/1", value_parser = parse_shard)]
    shard: Shard,
    /// File for the tallies, resumed if it exists; standard output if omitted
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Some of the tasks: those whose number leaves this remainder.
#[derive(Clone, Copy, Debug)]
struct Shard {
    remainder: u64,
    of: u64,
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(own, of)| Some((own.parse::<u64>().ok()?, of.parse::<u64>().ok()?)));
    let (own, of) = numbers
        .filter(|(own, of)| (1..=*of).contains(own))
        .ok_or("a shard is written like 3/64, from 1/64 to 64/64")?;
    Ok(Shard { remainder: own - 1, of })
}

impl Shard {
    fn has(self, open: &OpenTask) -> bool {
        open.id % self.of == self.remainder
    }
}

fn work(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<WorkArgs>()?, &call.settings);
    if let [path] = &args.paths[..]
        && path.is_dir()
    {
        return work_in(path, &args, settings);
    }
    let mut reader = RecordReader::default();
    read_records(&args.paths, &mut reader)?;
    let sink = Sink::open(named(args.output.as_ref()), &mut reader)?;
    let (records, question) = settle_on(reader, settings.quiet)?;
    let mut open = records.settle()?.open();
    open.retain(|open| args.shard.has(open));
    let (n_tasks, signals) = (open.len(), Signals::listen()?);
    let journal = RecordJournal::new(sink.begun(&records)?, &records.head().split, open);
    if n_tasks == 0 {
        let refused = |what| Err(Failure::usage(what, GIVE_SPLIT));
        return unlisted(&records).map_or_else(|| Ok(nothing_open(settings)), refused);
    }
    let outcome = count(question.problem(), journal, settings, &signals)?;
    if !settings.quiet {
        let least = if outcome.is_complete() { "" } else { "at least " };
        note(&format!("{}: {least}{}", plural(n_tasks, "task"), solutions(&outcome.count)));
    }
    Ok(status(outcome.ending, signals.received()))
}

/// Works at a sweep in a folder.
fn work_in(path: &Path, args: &WorkArgs, settings: &Settings) -> Result<ExitCode, Failure> {
    if args.output.is_some() || args.shard.of > 1 || settings.limit.is_some() || settings.node_limit.is_some() {
        let help = "leave -o, --shard, --limit and --node-limit out";
        return Err(Failure::usage("what a process takes of a sweep, and what it makes, are in the folder", help));
    }
    let (records, question) = swept_in(path, settings.quiet)?;
    let own = records.head().sweep.kind();
    if settings.engine.is_some() && settings.engine != own {
        let what = format!("this is a sweep of the engine {}", records.head().sweep.engine);
        return Err(Failure::usage(what, "leave --engine out"));
    }
    let signals = Signals::listen()?;
    let attendant = Attendant::new(settings, &signals);
    let (progress, ending) = attendant.session(settings)?.work_in(path, &records, question.problem())?;
    attendant.finish();
    if !settings.quiet {
        note(&format!("{}: {}", question.problem().name(), sweep_in_words(&progress)));
    }
    Ok(status(ending, signals.received()))
}

/// How far a sweep in a folder is.
pub(super) fn sweep_in_words(progress: &SweepProgress) -> String {
    let SweepProgress { levels: (level, levels), parts: (part, parts), states, bytes, .. } = progress;
    let level = format!("level {level} of {levels}, {} in {}B", plural(short(to_u64(*states)), "state"), short(*bytes));
    if progress.is_complete() { level } else { format!("{level}, {part} of {parts} parts taken on") }
}

fn nothing_open(settings: &Settings) -> ExitCode {
    if !settings.quiet {
        note("all of these tasks are counted");
    }
    ExitCode::SUCCESS
}

/// Counts all tasks of a journal, with one driver for all of them: limits, signals and threads are those of the whole.
fn count(
    problem: &Problem,
    journal: RecordJournal<Box<dyn Write + Send>>,
    settings: &Settings,
    signals: &Signals,
) -> Result<Outcome, Failure> {
    let attendant = Attendant::new(settings, signals);
    let place = Mutex::new(Some(Box::new(journal) as Box<dyn Journal>));
    let take =
        |_: &Problem| -> Result<_, JournalError> { Ok(place.lock().unwrap_or_else(PoisonError::into_inner).take()) };
    let outcome = attendant.session(settings)?.count_kept(problem, &take)?;
    attendant.finish();
    Ok(outcome)
}

/// Where tallies go.
enum Sink {
    Output,
    /// A file that is locked, and whether its last line is whole.
    File {
        file: File,
        is_new: bool,
        is_ended: bool,
        name: String,
    },
}

impl Sink {
    /// Opens it. What a file says already is read, and a line that was left unfinished at its end is taken away.
    fn open(path: Option<&Path>, reader: &mut RecordReader) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::Output) };
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Failure::io(format!("cannot write {name}: {error}"));
        let mut file = File::options().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(Failure::io(format!("{name} is in use by another process"))),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Ok(()) => {}
        }
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(Failure::usage(
                format!("cannot keep tallies in {name}: it is not a file"),
                "leave -o out for standard output",
            ));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = reader.read(&name, &bytes)?;
        if whole < bytes.len() {
            file.set_len(to_u64(whole)).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        let is_ended = whole == 0 || bytes[whole - 1] == b'\n';
        Ok(Self::File { file, is_new: whole == 0, is_ended, name })
    }

    /// The output, with a head if it is new.
    fn begun(self, records: &Records) -> Result<Box<dyn Write + Send>, Failure> {
        let head =
            Record::Split(Box::new(records.head().clone())).line("").map_err(|error| Failure::io(error.to_string()))?;
        let (mut out, first, name): (Box<dyn Write + Send>, String, String) = match self {
            Self::Output => (Box::new(output()?), head + "\n", "standard output".into()),
            Self::File { file, is_new: true, name, .. } => (Box::new(file), head + "\n", name),
            Self::File { file, is_ended, name, .. } => (Box::new(file), if is_ended { "" } else { "\n" }.into(), name),
        };
        let written = out.write_all(first.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| Failure::io(format!("cannot write {name}: {error}")))?;
        Ok(out)
    }
}
