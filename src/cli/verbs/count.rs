//! `dlx-count SOURCE`: count.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::certify;
use super::finding::{certified, point_to_explain};
use super::puzzles::{self, PuzzleSet};
use super::verb::{COUNTING, DEMANDS, GENERATORS, LIMITS, Verb};
use super::weigh;
use crate::cli::end::{Failure, Signals, status};
use crate::cli::keep::{Keeping, RunFile};
use crate::cli::settings::Settings;
use crate::cli::show::{ProgressLine, harmless, note, print};
use crate::engine::EngineKind;
use crate::job::{AnswerForm, Ask, Demands, Members, Request};
use crate::parallel::{Control, Observer, Plan, Progress, SplitDepth};
use crate::report;
use crate::session::{Session, Solved};
use crate::symmetry::CountQuery;
use crate::tally::{Ending, NO_ENGINE, Outcome, Profile};

pub(super) const VERB: Verb = Verb {
    name: "a count",
    heeds: &[
        DEMANDS,
        GENERATORS,
        COUNTING,
        LIMITS,
        &["run", "certificate", "stats", "json", "mc", "quiet", "verbose", "progress"],
    ],
    run: |call| {
        let (ask, settings) = (call.ask()?, &call.settings);
        let request = || Request { ask: ask.clone(), wanted: AnswerForm::Count };
        let file = settings.run.as_deref().map(|path| RunFile::new(path, request()));
        count(ask, settings, file.as_ref())
    },
    ..Verb::PLAIN
};

/// Counts and prints the count, or those of all puzzles. Keeps the run in a file if there is one.
pub(super) fn count(ask: &Ask, settings: &Settings, file: Option<&RunFile<'_>>) -> Result<ExitCode, Failure> {
    // What is kept may be complete, and no limit stops that.
    let members = if file.is_some() { ask.members()? } else { settings.in_time(|| ask.members())?? };
    if let Some(status) = file.is_none().then(|| count_lightly(&members, settings)).transpose()?.flatten() {
        return Ok(status);
    }
    let questions = questions_of(&members, settings, file.is_some())?;
    if let ([question], true) = (questions.as_slice(), settings.mc)
        && let Some(status) = weigh::competition(question, settings)?
    {
        return Ok(status);
    }
    questions.first().into_iter().for_each(|question| weigh::mention(question, "models are counted", settings));
    if settings.mc && questions.len() != 1 {
        let what = format!("--mc prints one answer, and these are {} problems", questions.len());
        return Err(Failure::usage(what, "leave --mc out, or take one of them"));
    }
    if settings.stats {
        can_look_closely(&questions, settings)?;
    }
    if settings.certificate.is_some() {
        can_be_certified(&questions, settings)?;
    }
    let mut listed = questions.iter().filter(|question| question.is_listed());
    // A run that was begun is none of a list.
    let is_begun = |path: &Path| std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    if settings.run.as_deref().is_some_and(|path| !is_begun(path))
        && listed.any(|question| question.kinds().is_none() || settings.limit.is_some())
    {
        let what = "this count lists one solution of each kind, and a list is not kept in a file";
        return Err(Failure::usage(what, "leave --run out"));
    }
    let kept = Keeping::open(file, |file| file.count(&questions))?;
    let signals = Signals::listen()?;
    let [question] = questions.as_slice() else {
        return puzzles::count(&PuzzleSet::Questions(&questions), settings, &signals, &kept);
    };
    let (outcome, profile) = if settings.stats {
        let Solved { outcome, profile, .. } = look_closely(question, &ask.demands, settings, &signals)?;
        (outcome, Some(profile))
    } else if let Some(path) = &settings.certificate {
        describe(question, &ask.demands, settings);
        let Some(outcome) = certify::counted(question, path, settings, &signals)? else {
            return Ok(signals.status(Ending::TimeLimit));
        };
        (outcome, None)
    } else {
        (count_one(question, &ask.demands, settings, (&signals, &kept))?, None)
    };
    // The count is printed even if it could not be kept.
    let is_kept = kept.finish(outcome.is_complete());
    print(&answer(question, &outcome, profile.as_ref(), settings))?;
    is_kept?;
    Ok(status(outcome.ending, signals.received()))
}

/// The questions, for numbers of solutions if nothing else is asked for: tasks, certificates and figures of a search are about all solutions, and so are other engines.
fn questions_of(members: &Members<'_>, settings: &Settings, is_kept: bool) -> Result<Vec<CountQuery>, Failure> {
    if is_kept {
        return Ok(members.questions()?);
    }
    let is_number = !asks_for_solutions(settings);
    Ok(settings.in_time(|| if is_number { members.counted_questions() } else { members.questions() })??)
}

/// Is more asked for than a count by the best engine?
fn asks_for_solutions(settings: &Settings) -> bool {
    let is_special = settings.stats || settings.certificate.is_some() || settings.split_depth != SplitDepth::Auto;
    is_special || settings.engine.is_some_and(|engine| engine != EngineKind::Learn)
}

/// What is printed about an outcome.
fn answer(question: &CountQuery, outcome: &Outcome, profile: Option<&Profile>, settings: &Settings) -> String {
    match (settings.json, settings.quiet) {
        (true, _) => report::json(question.problem(), outcome, profile),
        (_, true) => format!("{}\n", outcome.count),
        _ if settings.mc => report::competition(outcome, question.models().is_some_and(|models| models.is_projected)),
        _ => {
            harmless(&report::human(question.problem().name(), outcome))
                + &profile.map_or_else(String::new, report::search)
        }
    }
}

/// Counts what is counted sooner without its problems, where nothing is said of those; none if that is not so.
fn count_lightly(members: &Members<'_>, settings: &Settings) -> Result<Option<ExitCode>, Failure> {
    if settings.stats || settings.json || settings.mc || settings.certificate.is_some() {
        return Ok(None);
    }
    if let Some(outcome) = sooner(members, settings)? {
        let human = || harmless(&report::human(&members.name(0), &outcome));
        print(&if settings.quiet { format!("{}\n", outcome.count) } else { human() })?;
        return Ok(Some(ExitCode::SUCCESS));
    }
    let Some(puzzles) = PuzzleSet::below(members, settings)? else { return Ok(None) };
    puzzles::count(&puzzles, settings, &Signals::listen()?, &Keeping::default()).map(Some)
}

/// The outcome of a single member, if it is counted without a problem and no engine is asked for.
fn sooner(members: &Members<'_>, settings: &Settings) -> Result<Option<Outcome>, Failure> {
    let is_bounded = settings.limit.is_some() || settings.node_limit.is_some() || settings.mc;
    if is_bounded || settings.engine.is_some() || settings.split_depth != SplitDepth::Auto {
        return Ok(None);
    }
    let Some(closed_form) = members.closed_form() else { return Ok(None) };
    let begun = Instant::now();
    let session = settings.session().build()?;
    let stopped = |failure| Failure {
        message: "stopped by the time limit: what is counted without a search has no count before its end".into(),
        ..failure
    };
    let count = settings.in_time(|| session.on_pool(|| closed_form.count())).map_err(stopped)??;
    let elapsed = begun.elapsed();
    Ok(count.map(|(count, engine)| Outcome { elapsed, ..session.found_by(engine, count) }))
}

/// Is there one count to be certified, to its end?
fn can_be_certified(questions: &[CountQuery], settings: &Settings) -> Result<(), Failure> {
    let others = [
        ("--run", settings.run.is_some()),
        ("--stats", settings.stats),
        ("--limit", settings.limit.is_some()),
        ("--node-limit", settings.node_limit.is_some()),
    ];
    if let Some((other, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::usage(format!("a certificate is about a whole count in one run: leave {other} out"), ""));
    }
    certified(questions).map(drop)
}

/// Is there one search to look at?
fn can_look_closely(questions: &[CountQuery], settings: &Settings) -> Result<(), Failure> {
    if questions.len() != 1 {
        return Err(Failure::usage("--stats shows one search", "`sudoku rate FILE` says it of many puzzles"));
    }
    let is_part = questions.iter().any(|question| question.equivalence().is_some());
    let is_whole = settings.run.is_none() && settings.limit.is_none() && !is_part;
    if !is_whole || settings.engine.is_some_and(|engine| !engine.info().is_reference) {
        return Err(Failure::usage(
            "--stats shows the whole search of the links engine",
            "leave --run, --limit, --up-to-symmetry and other engines out",
        ));
    }
    Ok(())
}

/// Counts one solution after the other, for the figures of the search.
fn look_closely(
    question: &CountQuery,
    demands: &Demands,
    settings: &Settings,
    signals: &Signals,
) -> Result<Solved, Failure> {
    describe(question, demands, settings);
    let attendant = Attendant::new(settings, signals);
    let session = attendant.session(settings)?;
    let solved = session.solve(question.problem()).count()?;
    attendant.finish();
    Ok(solved)
}

/// Shows how far a count is, and passes signals on to it.
pub(super) struct Attendant<'a> {
    signals: &'a Signals,
    control: Control,
    line: Mutex<ProgressLine>,
    /// Where states go that do not fit in memory, until that is said.
    spill: Mutex<Option<PathBuf>>,
    /// How each problem was counted: parts of the problem, or what its symmetries leave as it is.
    plans: Mutex<Vec<Plan>>,
}

impl Observer for &Attendant<'_> {
    fn progress(&self, progress: &Progress) {
        self.look(progress);
    }

    fn planned(&self, plan: &Plan) {
        self.plans.lock().unwrap_or_else(PoisonError::into_inner).push(plan.clone());
    }
}

impl<'a> Attendant<'a> {
    pub(super) fn new(settings: &Settings, signals: &'a Signals) -> Self {
        let line = Mutex::new(ProgressLine::new(settings.progress, settings.quiet));
        let says_so = settings.verbose || line.lock().is_ok_and(|line| line.is_shown());
        let spill = Mutex::new(settings.spill_folder().filter(|_| says_so));
        Self { signals, control: Control::default(), line, spill, plans: Mutex::default() }
    }

    /// A session whose progress is shown and that stops at signals.
    pub(super) fn session<'s>(&'s self, settings: &Settings) -> Result<Session<'s>, Failure> {
        let session = settings.session().control(self.control.clone());
        Ok(session.observer(self).build()?)
    }

    fn look(&self, progress: &Progress) {
        self.signals.pass_on(&self.control);
        if let Ok(mut line) = self.line.lock() {
            if progress.on_disk > 0
                && let Some(folder) = self.spill.lock().unwrap_or_else(PoisonError::into_inner).take()
            {
                line.suspend(|| {
                    note(&format!("states do not fit in memory: from here on they go to {}", shown(&folder)))
                });
            }
            line.show(progress);
        }
    }

    pub(super) fn finish(&self) {
        if let Ok(line) = self.line.lock() {
            line.finish();
        }
    }
}

/// A folder as it is named to people.
fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { "the current folder".into() } else { folder.display().to_string() }
}

/// Counts with a progress line, and stops at a signal.
fn count_one(
    question: &CountQuery,
    demands: &Demands,
    settings: &Settings,
    (signals, kept): (&Signals, &Keeping),
) -> Result<Outcome, Failure> {
    // From this message on, signals stop the count in order.
    describe(question, demands, settings);
    let attendant = Attendant::new(settings, signals);
    let outcome = kept.count(&attendant.session(settings)?, question)?;
    attendant.finish();
    match &outcome.reason {
        // That no option is left of an item of a puzzle says little: `explain` says more.
        _ if outcome.engine == NO_ENGINE && !outcome.is_complete() => {}
        Some(obstacle) if outcome.engine == NO_ENGINE && !question.problem().is_narrowed() && !settings.quiet => {
            note(&format!("nothing to count: {obstacle}"));
            if question.conditions().is_some() {
                point_to_explain(question, true);
            }
        }
        _ if outcome.engine != NO_ENGINE && settings.verbose => {
            describe_plans(&attendant.plans.lock().unwrap_or_else(PoisonError::into_inner))
        }
        _ if settings.quiet || settings.json => {}
        _ => point_to_explain(question, outcome.is_complete() && outcome.count.is_zero()),
    }
    Ok(outcome)
}

/// Says how each problem was counted, the first ones in full.
fn describe_plans(plans: &[Plan]) {
    plans.iter().take(MOST_PLANS).for_each(describe_plan);
    if plans.len() > MOST_PLANS {
        note(&format!("and {} more", report::plural(plans.len() - MOST_PLANS, "problem")));
    }
}

/// The most plans that are described.
const MOST_PLANS: usize = 8;

/// Says how a problem was counted: by which engine and why, in how many tasks, with how many symmetries.
fn describe_plan(plan: &Plan) {
    let Plan { engine, reason, symmetries, tasks, .. } = plan;
    let reason = reason.as_deref().unwrap_or("it was asked for, or the run was begun with it");
    let tasks = report::plural(tasks, "task");
    note(&format!("engine {engine}: {reason}; begins with {tasks}, symmetries used: {symmetries}"));
}

/// Says what is counted: under these demands.
fn describe(question: &CountQuery, demands: &Demands, settings: &Settings) {
    let problem = question.problem();
    let n_useless = problem.n_options() - problem.choosable().count();
    // An option that a demand has taken out has lost its primary items: that is no news.
    let takes_out = !demands.select.is_empty() || !demands.forbid.is_empty();
    if n_useless > 0 && !takes_out && !settings.quiet {
        let (have, are) = if n_useless == 1 { ("has", "is") } else { ("have", "are") };
        note(&format!("{n_useless} of {} options {have} no primary item and {are} never chosen", problem.n_options()));
    }
    if !question.doubt().is_empty() && !settings.quiet {
        note(question.doubt());
    }
    if settings.verbose {
        let (primary, secondary) = (problem.n_primary(), problem.n_items() - problem.n_primary());
        note(&format!(
            "counting {}: {primary} primary and {secondary} secondary items, {} options, {} cells, {} colors",
            problem.name(),
            problem.n_options(),
            problem.n_cells(),
            problem.n_colors()
        ));
        if !question.found().is_empty() {
            note(question.found());
        }
    }
}
