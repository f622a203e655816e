//! The answer to a question: a weighted sum of counts, divided.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::countable::Countable;
use super::factors::{Factor, factors, times};
use super::resources::{Session, refuse_hidden};
use super::run::{Run, nothing, whole_below};
use dlx_canon::symmetry::{CountQuery, Equivalence};
use dlx_core::problem::Problem;
use dlx_core::stop::{StopSource, caught};
use dlx_core::tally::{Count, Ending, Outcome};
use dlx_engines::{EngineKind, Task, planar};
use dlx_run::{Control, Journal, Journals, Limits, RunError, SplitDepth};

impl Session<'_> {
    /// Counts the solutions of a problem, or answers a question about one.
    ///
    /// The limits are those of the whole answer. An answer that is not complete is a lower bound. A limit on the count is used in the first
    /// problem of a question, which is by far the largest, and there as often as one solution stands for many.
    ///
    /// ```
    /// use dlx_count::family::{Queens, queens};
    /// use dlx_count::{Count, Session};
    ///
    /// let session = Session::builder().threads(2).build()?;
    /// let outcome = session.count(&queens(8))?;
    /// assert!(outcome.is_complete());
    /// assert_eq!(outcome.count, Count::from(92u64));
    /// let question = Queens { n: 8, up_to_symmetry: true, ..Queens::default() }.question()?;
    /// assert_eq!(session.count(&question)?.count, Count::from(12u64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A session without a journal has no errors today; later engines may have some.
    ///
    /// # Panics
    /// If an engine does, or if the counts of a complete answer do not add up to a multiple of the divisor, which means that the symmetries of the question were
    /// wrong: these are mistakes in this crate, and no count is given then.
    pub fn count<'a>(&self, asked: impl Into<Countable<'a>>) -> Result<Outcome, RunError> {
        let asked = asked.into();
        self.answer(asked, asked.terms().iter().map(|_| None).collect())
    }

    /// Counts like [`count`](Self::count), but writes down what is done, and continues where the last run ended. A [`Store`](crate::store::Store) keeps it in a file.
    ///
    /// For a question whose group is too large for its sum, the count for each class of conjugate symmetries is written down. Solutions that can only be listed are not.
    ///
    /// # Errors
    /// If a journal cannot be read or written, or holds tasks that do not belong to the problem; what it has kept so far stays.
    ///
    /// # Panics
    /// As [`count`](Self::count) does.
    pub fn count_kept<'a>(
        &self,
        asked: impl Into<Countable<'a>>,
        journals: &dyn Journals,
    ) -> Result<Outcome, RunError> {
        let asked = asked.into();
        if let Countable::Question(question) = asked
            && let (None, true, Some(kinds)) = (asked.obstacle(), question.is_listed(), question.kinds())
        {
            return self.n_kinds_kept(question.problem(), kinds, journals);
        }
        let places = asked.terms().into_iter().map(|(problem, _)| journals.journal(problem));
        let mut places = places.collect::<Result<Vec<_>, _>>().map_err(RunError::Journal)?;
        if asked.obstacle().is_some() {
            // Nothing is counted, and there are no tasks.
            let begun = places.iter_mut().flatten().try_for_each(|journal| journal.begin(&nothing()));
            begun.map_err(RunError::Journal)?;
        }
        self.answer(asked, places)
    }

    /// Counts below a task, without its weight: the work of a worker, or of a recount. The task is split once more first.
    ///
    /// ```
    /// use dlx_count::{Session, SplitDepth, family::queens};
    ///
    /// let (session, problem) = (Session::builder().threads(2).build()?, queens(8));
    /// let split = session.split(&problem, SplitDepth::At(1));
    /// let mut total = split.tally.count;
    /// for task in split.tasks {
    ///     total += session.run_task(&problem, &task)?.count * task.weight;
    /// }
    /// assert_eq!(total.to_u64(), Some(92));
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    ///
    /// # Errors
    /// If the task does not belong to the problem.
    pub fn run_task(&self, problem: &Problem, task: &Task) -> Result<Outcome, RunError> {
        refuse_hidden(problem, "a task")?;
        task.check(problem)?;
        let (_permit, control) = (self.permit(), self.control_of_one());
        self.run(problem, &control, self.settings.limits.clone(), Instant::now()).go_on(whole_below(problem, task))
    }

    /// Counts every problem of a question and combines the counts.
    pub(super) fn answer(
        &self,
        asked: Countable<'_>,
        places: Vec<Option<Box<dyn Journal>>>,
    ) -> Result<Outcome, RunError> {
        if let Some(obstacle) = asked.obstacle() {
            return Ok(Outcome::impossible(obstacle));
        }
        let signs = EngineKind::Signs;
        if self.settings.engine == Some(signs) && !asked.terms().iter().any(|(problem, _)| signs.knows(problem)) {
            return Err(RunError::NoSum);
        }
        if let Countable::Question(question) = asked
            && question.is_listed()
        {
            return self.listed(question);
        }
        let (_permit, control, started) = (self.permit(), self.control_of_one(), Instant::now());
        let is_kept = places.iter().any(Option::is_some);
        let sooner = || if is_kept { None } else { self.without_search(asked) };
        let all = || match (sooner(), self.larger(asked).filter(|_| !is_kept)) {
            (Some(outcome), _) => Ok(Outcome { elapsed: started.elapsed(), ..outcome }),
            (None, Some((larger, times))) => {
                let outcome = self.sum(Countable::Problem(larger), vec![None], (&control, started))?;
                // A bound from below is one for the part, too.
                Ok(Outcome { count: outcome.count.div_ceil(times), ..outcome })
            }
            (None, None) => self.sum(asked, places, (&control, started)),
        };
        self.until_stopped(&control, (&self.settings.limits, started), all)
            .unwrap_or_else(|ending| Ok(Outcome { elapsed: started.elapsed(), ..Outcome::stopped(ending) }))
    }

    /// The outcome of a closed form, where no engine is asked for and no bound on the search.
    fn without_search(&self, asked: Countable<'_>) -> Option<Outcome> {
        let Countable::Question(question) = asked else { return None };
        let closed_form = question.closed_form().filter(|_| self.may_go_another_way())?;
        let (count, engine) = self.on_pool(|| closed_form.count()).ok()??;
        Some(self.found_by(engine, count))
    }

    /// The outcome of a count that takes no search, by a closed form or a [determinant](planar), if it ends within this time.
    ///
    /// ```
    /// use dlx_count::{Session, family::graph, symmetry::CountQuery};
    /// use std::time::Duration;
    ///
    /// let square = CountQuery::from(graph("a b\nb c\nc d\nd a\n", false)?.matchings()?);
    /// let found = Session::new()?.count_without_search(&square, Duration::from_secs(1));
    /// assert_eq!(found.unwrap().count.to_string(), "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count_without_search(&self, question: &CountQuery, time: Duration) -> Option<Outcome> {
        let started = Instant::now();
        let asked = Countable::Question(question);
        let is_plain = question.divisor() == 1 && question.equivalence().is_none() && self.may_go_another_way();
        let by_determinant = || match asked.terms()[..] {
            [(problem, 1)] if is_plain => self.by_determinant(problem),
            _ => None,
        };
        let either = || self.without_search(asked).or_else(by_determinant);
        let found = StopSource::heard_here().until(Some(started + time)).over(|| caught(either)).ok()?;
        Some(Outcome { elapsed: started.elapsed(), ..found? })
    }

    /// The outcome of a count of the perfect matchings of a planar graph, if the problem is one.
    pub(super) fn by_determinant(&self, problem: &Problem) -> Option<Outcome> {
        let count = self.on_pool(|| planar::count(problem)).ok()??;
        Some(self.found_by("determinant", count))
    }

    /// The outcome of a count that took no search, but went this way. Only determinants are found on several threads.
    #[must_use]
    pub fn found_by(&self, way: &'static str, count: Count) -> Outcome {
        let threads = if way == "determinant" { self.threads() } else { 1 };
        Outcome { engine: way, threads, tasks: 1, ..Outcome::known(count) }
    }

    /// A larger problem to be counted instead, and how often its count has the answer. It has symmetries to be merged by.
    fn larger<'q>(&self, asked: Countable<'q>) -> Option<(&'q Problem, &'q Count)> {
        let Countable::Question(question) = asked else { return None };
        question.larger().filter(|_| self.may_go_another_way() && self.settings.is_merging)
    }

    /// Is no engine asked for, and nothing that bounds or divides the search of the problem itself?
    pub(super) fn may_go_another_way(&self) -> bool {
        let settings = &self.settings;
        let is_bounded = settings.limits.count.is_some() || settings.limits.nodes.is_some();
        !is_bounded && settings.engine.is_none() && settings.split_depth == SplitDepth::Auto
    }

    /// The weighted sum of the counts of a question, divided.
    fn sum(
        &self,
        asked: Countable<'_>,
        places: Vec<Option<Box<dyn Journal>>>,
        (control, started): (&Control, Instant),
    ) -> Result<Outcome, RunError> {
        let divisor = Count::from(u64::from(asked.divisor()));
        let count = self.settings.limits.count.clone().map(|limit| limit * divisor);
        let mut limits = Limits { count, ..self.settings.limits.clone() };
        let (mut sum, mut n_parts): (Option<Outcome>, f64) = (None, 0.0);
        for QueryPart { problem, weight, place } in parts(asked, places) {
            let factors = if place.is_none() && self.takes_apart() { factors(problem) } else { None };
            let outcome = match factors {
                Some(factors) => self.product(&factors, control, &limits, started)?,
                None => self.run(problem, control, limits.clone(), started).kept_in(place).count()?,
            };
            (limits.count, n_parts) = (None, n_parts + 1.0);
            sum = Some(match sum {
                Some(sum) => added(sum, outcome, weight),
                None => Outcome { count: outcome.count * Count::from(u64::from(weight)), ..outcome },
            });
        }
        let sum = sum.expect("a question asks about a problem");
        let (count, remainder) = sum.count.divided_by(asked.divisor());
        assert!(remainder == 0 || sum.ending != Ending::Complete, "orbits are counted whole");
        Ok(Outcome { count, done: sum.done / n_parts, elapsed: started.elapsed(), ..sum })
    }

    /// Counts solutions up to a group in another way than by the sum: as a mean over classes of symmetries, or by finding those that stand for all others.
    fn listed(&self, question: &CountQuery) -> Result<Outcome, RunError> {
        let limit = self.settings.limits.count.as_ref().map_or(u64::MAX, |limit| limit.to_u64().unwrap_or(u64::MAX));
        if let Some(kinds) = question.kinds() {
            // It takes less time to grow some of many kinds than to count all. (To list them takes a solution that stands for all others, of which there may be one in millions.)
            if limit < u64::MAX && kinds.are_shown() {
                return Ok(self.grown(question.problem(), kinds, limit)?.outcome);
            }
            let is_listable = matches!(question.equivalence(), Some(Equivalence::Listed(_)));
            if let Some(outcome) = self.n_kinds(question.problem(), kinds, is_listable)? {
                return Ok(outcome);
            }
        }
        let solver = self.solve(question.problem()).up_to(question.equivalence().cloned()).limit(limit);
        let solved = solver.batches::<()>(Arc::new(|_, ()| ()), |(), _| ControlFlow::Continue(()))?;
        Ok(Outcome { reason: Some("one solution of each kind is listed".into()), ..solved.outcome })
    }

    /// Tasks that were asked for are tasks of the whole, and so are those of a search in which nothing is to be merged.
    fn takes_apart(&self) -> bool {
        self.settings.split_depth == SplitDepth::Auto && self.settings.is_merging
    }

    /// Counts part by part. A limit on the count applies to the last and largest part, divided by the product of the other counts.
    fn product(
        &self,
        factors: &[Factor],
        control: &Control,
        limits: &Limits,
        started: Instant,
    ) -> Result<Outcome, RunError> {
        let mut product: Option<Outcome> = None;
        for (place, Factor { problem, exponent }) in factors.iter().enumerate() {
            let is_last = place + 1 == factors.len();
            let known = product.as_ref().map_or(Count::ONE, |product| product.count.clone());
            let count = limits.count.clone().filter(|_| is_last).map(|limit| limit.div_ceil(&known));
            control.signal().forget_found();
            let outcome = self.run(problem, control, Limits { count, ..limits.clone() }, started).count()?;
            if outcome.is_complete() && outcome.count.is_zero() {
                return Ok(outcome);
            }
            product = Some(times(product, outcome, *exponent));
        }
        let product = product.expect("a problem falls into parts, or it is in one piece");
        let n_parts: u32 = factors.iter().map(|factor| factor.exponent).sum();
        let kinds = if factors.len() == 1 { "all alike".into() } else { format!("of {} kinds", factors.len()) };
        let why = product.reason.as_ref().map_or(String::new(), |why| format!("; the last of them: {why}"));
        Ok(Outcome { reason: Some(format!("{n_parts} parts without a common item, {kinds}{why}")), ..product })
    }

    /// A run for one count, which has not begun.
    pub(super) fn run<'r>(
        &'r self,
        problem: &'r Problem,
        control: &'r Control,
        limits: Limits,
        started: Instant,
    ) -> Run<'r> {
        Run { session: self, problem, control, limits, started, begun: Instant::now(), journal: None, shown: 0.0 }
    }
}

/// A problem to be counted, how often it counts, and its place in a journal.
struct QueryPart<'a> {
    problem: &'a Problem,
    weight: u32,
    place: Option<Box<dyn Journal>>,
}

/// The parts of an answer, with those of equal problems merged. (Two reflections of a board may leave the same problem, most often one without solutions.)
fn parts<'a>(asked: Countable<'a>, places: Vec<Option<Box<dyn Journal>>>) -> Vec<QueryPart<'a>> {
    let terms = asked.terms();
    let (is_one, mut prints, mut parts) = (terms.len() == 1, Vec::new(), Vec::<QueryPart<'a>>::new());
    for ((problem, weight), place) in terms.into_iter().zip(places) {
        let print = if is_one { String::new() } else { problem.fingerprint() };
        let is_known =
            |(known, part): (&String, &QueryPart<'a>)| *known == print && part.problem.is_same_but_for_names(problem);
        if let Some(known) = prints.iter().zip(&parts).position(is_known) {
            parts[known].weight += weight;
            parts[known].place = parts[known].place.take().or(place);
        } else {
            prints.push(print);
            parts.push(QueryPart { problem, weight, place });
        }
    }
    parts
}

/// The sum of two outcomes, the second one times `weight`.
fn added(mut sum: Outcome, outcome: Outcome, weight: u32) -> Outcome {
    sum.count += outcome.count * Count::from(u64::from(weight));
    sum.stats += outcome.stats;
    sum.tasks += outcome.tasks;
    sum.done += outcome.done;
    if sum.ending == Ending::Complete {
        sum.ending = outcome.ending;
    }
    sum
}
