//! `dlx-count convert SOURCE`: write the problem to a file.

use std::ffi::OsStr;
use std::io::{BufWriter, ErrorKind, IntoInnerError, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::finding::plain_question;
use super::verb::{Call, DEMANDS, Verb};
use super::weigh::mention;
use crate::cli::end::{Failure, Signals};
use crate::cli::settings::Settings;
use crate::cli::show::{OUTPUT, WholeFile, ended, named, note, output};
use crate::engine::frontier::{Refusal, Zdd};
use crate::format::{self, OutputFormat};
use crate::problem::Problem;
use crate::report::{plural, solutions};
use crate::tally::Ending;

pub(super) const VERB: Verb = Verb {
    name: "convert",
    about: "Write a problem in another format",
    examples: &[
        ("convert queens 8 --to dlx", ""),
        ("convert file problem.dlx --to cnf -o problem.cnf", ""),
        ("convert polyomino 8x8 --pieces dominoes --reuse --to zdd -o tilings.zdd", "all solutions as a diagram"),
    ],
    heeds: &[DEMANDS, &["threads", "memory", "time_limit", "quiet"]],
    says: &[("quiet", "Print no messages")],
    takes_kinds: false,
    options: ConvertArgs::augment_args,
    run: convert,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct ConvertArgs {
    /// Format to write; by default that of the ending of --output, or dlx
    #[arg(long, value_parser = formats(), global = true)]
    to: Option<String>,
    /// File to write; standard output if omitted
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
}

impl ConvertArgs {
    /// The format that is asked for, or that the ending of the output names; none is the diagram.
    fn format(&self) -> Option<OutputFormat> {
        let ending = named(self.output.as_ref()).and_then(Path::extension).and_then(OsStr::to_str);
        match (self.to.as_deref(), ending.map(str::to_lowercase)) {
            (Some(word), _) => OutputFormat::named(word),
            (None, Some(word)) if word == DIAGRAM.0 => None,
            (None, word) => word.and_then(|word| OutputFormat::named(&word)).or(Some(OutputFormat::Dlx)),
        }
    }
}

/// The word for the diagram of all solutions, which is no text of the problem, and what it is.
const DIAGRAM: (&str, &str) = ("zdd", "The zero-suppressed decision diagram of all solutions, in Graphillion's format");

fn formats() -> PossibleValuesParser {
    let words = OutputFormat::WORDS.iter().chain(std::iter::once(&DIAGRAM));
    PossibleValuesParser::new(words.map(|&(word, about)| PossibleValue::new(word).help(about)))
}

/// The notes about colors that have names.
const SHORT: &str =
    "colors are written as one character each, which Knuth's programs need; --to json keeps their names";
const LONG: &str = "Knuth's programs read colors of one character; there are too many here, so they keep their names";

/// The note about a condition that Knuth's programs do not have.
const JOINED: &str = "Knuth's programs refuse this, since they do not know that options must be connected";

/// The note about costs that Knuth's programs, most of which know no costs, are spared.
const COSTLESS: &str = "what solutions cost is left out: --to json, lp, mps and opb keep it";

/// Writes the problem to the output file or to standard output.
fn convert(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<ConvertArgs>()?, &call.settings);
    let format = args.format();
    if format.is_some() && (settings.memory.is_some() || !settings.threads.is_empty()) {
        return Err(Failure::usage("--threads and --memory are for diagrams", "they go with --to zdd"));
    }
    let question = plain_question(call, "a problem is written down, and no format can say which solutions are alike")?;
    mention(&question, "no output format can express them", settings);
    let (problem, is_formula) = (question.problem(), question.models().is_some());
    let (name, place) = match named(args.output.as_ref()) {
        Some(path) => (path.display().to_string(), OutputPlace::File(path, None)),
        None => (OUTPUT.into(), OutputPlace::Output(output()?.lock())),
    };
    let signals = Signals::listen()?;
    let mut out = BufWriter::new(Written { place, signals: &signals });
    let written = match format {
        Some(format) => settings.in_time(|| write((problem, is_formula), format, settings, &mut out)),
        None => diagram(problem, settings, &signals).map(|diagram| diagram.write(problem.tree_form(), &mut out)),
    };
    let how = if named(args.output.as_ref()).is_some() { "not written" } else { "not whole" };
    if signals.received().is_some() {
        note(&format!("{}: stopped, {name} is {how}", problem.name()));
        return Ok(signals.status(Ending::Interrupted));
    }
    let whole = || out.into_inner().map_err(IntoInnerError::into_error)?.place.finish();
    // Reading and building were in time.
    let written = written.map_err(|failure| match failure.status {
        3 => Failure { message: format!("stopped by the time limit, {name} is {how}"), ..failure },
        _ => failure,
    });
    match written?.and_then(|()| whole()) {
        // The format cannot say it, and nothing was written.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Err(Failure::usage(error.to_string(), "")),
        written => ended(written, &name).map(|()| ExitCode::SUCCESS),
    }
}

/// Writes the problem as text, and says what is not in it. (Of a formula, what models cost is seldom asked for.)
fn write(
    (problem, is_formula): (&Problem, bool),
    format: OutputFormat,
    settings: &Settings,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let say = |word| {
        if !settings.quiet {
            note(word);
        }
    };
    if problem.has_usual_costs() && format == OutputFormat::Json {
        return format::write(&problem.priced(), format, out);
    }
    if problem.has_usual_costs() && format == OutputFormat::Dlx && !is_formula {
        say(COSTLESS);
    }
    if format == OutputFormat::Dlx && problem.connected().is_some() {
        say(JOINED);
    } else if format == OutputFormat::Dlx && problem.has_long_colors() {
        let short = problem.with_short_colors();
        say(if short.is_some() { SHORT } else { LONG });
        return format::write(short.as_ref().unwrap_or(problem), format, out);
    }
    format::write(problem, format, out)
}

/// The diagram of all solutions; its size is printed.
fn diagram(problem: &Problem, settings: &Settings, signals: &Signals) -> Result<Zdd, Failure> {
    let zdd = settings.session_until(signals).build()?.diagram(problem);
    let zdd = zdd.map_err(|error| Failure {
        message: format!("{}: {error}", problem.name()),
        status: if error == Refusal::Stopped { 3 } else { 1 },
    })?;
    if !settings.quiet {
        let nodes = plural(zdd.n_nodes(), "node");
        note(&format!("{}: {nodes}, {}", problem.name(), solutions(&zdd.count())));
    }
    Ok(zdd)
}

/// Where a problem is written.
enum OutputPlace<'a> {
    Output(StdoutLock<'static>),
    /// A file that is made when the first byte is written: what cannot be converted leaves an old one as it is.
    File(&'a Path, Option<WholeFile>),
}

impl OutputPlace<'_> {
    fn finish(self) -> std::io::Result<()> {
        match self {
            Self::File(path, None) => WholeFile::create(path)?.finish(),
            Self::File(_, Some(file)) => file.finish(),
            Self::Output(_) => Ok(()),
        }
    }
}

/// Output that ends when a signal has been received.
struct Written<'a> {
    place: OutputPlace<'a>,
    signals: &'a Signals,
}

impl Write for Written<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.signals.received().is_some() {
            return Err(ErrorKind::Other.into());
        }
        match &mut self.place {
            OutputPlace::Output(out) => out.write(bytes),
            OutputPlace::File(_, Some(file)) => file.write(bytes),
            OutputPlace::File(path, file) => file.insert(WholeFile::create(path)?).write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match &mut self.place {
            OutputPlace::Output(out) => out.flush(),
            OutputPlace::File(_, Some(file)) => file.flush(),
            OutputPlace::File(_, None) => Ok(()),
        }
    }
}
