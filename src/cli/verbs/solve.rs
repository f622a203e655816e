//! `dlx-count solve SOURCE`: print solutions.

use std::io::{Error, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::best::{BestArgs, best};
use super::finding::{Order, OrderArgs, first_of, impossible, kinds, limit, point_to_explain, solver};
use super::verb::{Call, DEMANDS, GENERATORS, LIMITS, Verb};
use crate::cli::end::{Failure, Signals, status};
use crate::cli::settings::Settings;
use crate::cli::show::{Form, Picture, Screen, SolutionText, encoder, note, output, scene};
use crate::family::Drawing;
use crate::problem::OptionId;
use crate::report;
use crate::session::{Session, Solved};
use crate::symmetry::CountQuery;
use crate::tally::Ending;

pub(super) const VERB: Verb = Verb {
    name: "solve",
    about: "Print solutions as they are found",
    examples: &[
        ("solve queens 8 --limit 3", ""),
        ("solve queens 20 --seed 1 --limit 1", "a random one, the same each time"),
        ("solve sudoku puzzles.txt -q", "only the solutions"),
        ("solve file problem.dlx --as json", "a line each"),
        ("solve polyomino 6x10 --pieces pentominoes --picture tiling.svg", ""),
        ("solve polyomino 3x20 --pieces pentominoes --up-to-symmetry", "one of each kind"),
        ("solve file problem.dlx --minimize --limit 3", "the three cheapest"),
    ],
    heeds: &[DEMANDS, GENERATORS, LIMITS, &["threads", "stats", "json", "quiet"], &["engine", "memory", "progress"]],
    says: &[
        ("limit", "Stop when this many solutions have been printed"),
        ("json", "Print solutions as JSON, one object per line: the same as --as json"),
        ("quiet", "Print only the solutions"),
        ("engine", "With --minimize or --maximize: auto, links for the tree, frontier for the diagram"),
        (
            "memory",
            "With --minimize or --maximize: memory for the diagram, such as 4GiB; half of what is free by default",
        ),
        ("progress", "With --minimize or --maximize: show a progress line"),
    ],
    options: SolveArgs::augment_args,
    run: solve,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct SolveArgs {
    /// How to print a solution; by default `placement` if the source has one, else `options`
    #[arg(long = "as", value_name = "FORM", value_enum, global = true)]
    form: Option<Form>,
    /// Draw the first solution in FILE.svg or FILE.txt and stop, unless --limit is larger
    #[arg(long, value_name = "FILE", global = true)]
    picture: Option<PathBuf>,
    #[command(flatten)]
    best: BestArgs,
    #[command(flatten)]
    order: OrderArgs,
}

/// Prints the solutions of every problem of the source, one problem after the other.
fn solve(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<SolveArgs>()?, &call.settings);
    if args.best.is_wanted() {
        return best(call, &args.best, args.form.or(settings.json.then_some(Form::Json)));
    }
    args.best.check(call)?;
    let (questions, drawings): (Vec<_>, Vec<_>) = call.drawn_questions()?.into_iter().unzip();
    let signals = Signals::listen()?;
    let picture = args.picture.as_deref().map(Picture::new).transpose()?;
    let screen = if settings.limit.is_none() && picture.is_none() { Screen::of_output() } else { None };
    let left = limit(settings, if picture.is_some() { 1 } else { u64::MAX });
    let form = args.form.or(settings.json.then_some(Form::Json));
    let (order, session) = (Order::new(&args.order, settings), settings.session_until(&signals).build()?);
    let mut solving =
        Solving { settings, form, order, session: &session, started: Instant::now(), picture, left, screen };
    let mut last = Ending::Complete;
    for (question, drawing) in questions.iter().zip(drawings) {
        last = match solving.one(question, drawing)? {
            Printed::To(Ending::Complete) if solving.left > 0 => continue,
            Printed::To(ending) => ending,
            Printed::ToNobody => return Ok(ExitCode::SUCCESS),
            Printed::AScreenful(number) => {
                let found = first_of(questions.iter(), number, (&session, settings))?;
                note(&format!(
                    "{found}, as many as fit on the screen: --limit N prints N, and a file or a pipe gets all"
                ));
                return Ok(status(Ending::Complete, signals.received()));
            }
        };
        break;
    }
    if let (Some(picture), Ending::Complete) = (&solving.picture, last) {
        note(&format!("there is no solution: nothing is drawn in {}", picture.name()));
    }
    // The number that was asked for was found: that is not a failure.
    let last = if last == Ending::CountLimit { Ending::Complete } else { last };
    Ok(status(last, signals.received()))
}

/// What solving one problem after the other needs.
struct Solving<'a> {
    settings: &'a Settings,
    form: Option<Form>,
    order: Order,
    session: &'a Session<'a>,
    started: Instant,
    /// A picture that is still to be drawn.
    picture: Option<Picture>,
    /// The number of solutions that are still wanted.
    left: u64,
    /// The part of a terminal that is still empty.
    screen: Option<Screen>,
}

/// How the solutions of a problem were printed.
enum Printed {
    /// To the end of the search, which ended in this way.
    To(Ending),
    /// Until the reader closed the pipe.
    ToNobody,
    /// Until the terminal was full: this many of all problems.
    AScreenful(usize),
}

/// The result of printing the solutions of a problem.
#[derive(Default)]
struct Output {
    /// The first solution.
    leader: Vec<OptionId>,
    failure: Option<Error>,
    /// Did a solution not fit on the screen?
    is_full: bool,
}

impl Solving<'_> {
    /// Prints the solutions of a problem.
    fn one(&mut self, question: &CountQuery, drawing: Option<Drawing>) -> Result<Printed, Failure> {
        let (problem, drawing) = (question.problem(), drawing.map(Arc::new));
        let scene = self.picture.as_ref().map(|_| scene(problem, drawing.as_deref())).transpose()?;
        let (solved, output) = self.print(question, drawing.clone())?;
        let mut drawn = None;
        if !solved.outcome.count.is_zero()
            && let (Some(scene), Some(picture)) = (scene, self.picture.take())
        {
            picture.draw(problem, scene, &output.leader)?;
            drawn = Some(format!("{}: a solution is drawn in {}", problem.name(), picture.name()));
        }
        match output.failure {
            Some(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(Printed::ToNobody),
            Some(error) => return Err(Failure::io(format!("cannot write standard output: {error}"))),
            None => {}
        }
        if let Some(screen) = self.screen.as_ref().filter(|_| output.is_full) {
            return Ok(Printed::AScreenful(screen.n_shown));
        }
        self.left -= solved.outcome.count.to_u64().unwrap_or(self.left).min(self.left);
        if !self.settings.quiet {
            self.say(question, &solved, drawn);
        }
        Ok(Printed::To(solved.outcome.ending))
    }

    fn print(&mut self, question: &CountQuery, drawing: Option<Arc<Drawing>>) -> Result<(Solved, Output), Failure> {
        let mut out = output()?.lock();
        let (problem, mut output) = (question.problem(), Output::default());
        let encode = encoder(problem.original(), drawing, self.form, self.order.seed)?;
        let screen = &mut self.screen;
        let take = |batch: SolutionText, number| {
            if output.leader.is_empty() && number > 0 {
                output.leader = batch.leader().to_vec();
            }
            let shown = screen.as_mut().map_or(number, |screen| screen.take(&batch, number));
            output.is_full = shown < number;
            match out.write_all(batch.first(shown).as_bytes()).and_then(|()| out.flush()) {
                Ok(()) if output.is_full => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    output.failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let session = self.session.to_builder().limits(self.settings.limits_after(self.started.elapsed())).build()?;
        let solved = match impossible(question, self.settings) {
            Some(solved) => solved,
            None => {
                let solver = solver(&session, question, self.order).limit(self.left);
                solver.profiled(self.settings.stats).batches(encode, take)?
            }
        };
        Ok((solved, output))
    }

    /// Says how many solutions there are; or, if a single picture was asked for, where it is, without saying that there may be more solutions.
    fn say(&self, question: &CountQuery, solved: &Solved, drawn: Option<String>) {
        let said = drawn.filter(|_| self.settings.limit.is_none());
        note(said.as_deref().unwrap_or(report::headline(question.problem().name(), &solved.outcome).trim_end()));
        let is_none = solved.outcome.is_complete() && solved.outcome.count.is_zero();
        point_to_explain(question, is_none && solved.outcome.reason.is_none());
        Some(kinds(question, solved)).filter(|kinds| !kinds.is_empty()).into_iter().for_each(|kinds| note(&kinds));
        if self.settings.stats {
            note(report::search(&solved.profile).trim());
        }
    }
}
