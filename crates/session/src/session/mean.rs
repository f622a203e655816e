//! How many kinds of solutions there are, as a mean: Burnside's lemma, with one symmetry of each class of conjugates.
//!
//! Each term is the count of an exact cover problem, smaller than the problem itself, and most often without a solution. They are counted side by side; the term of the identity, the largest, comes last and has all threads.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::kinds::{KindsTask, TOO_MANY};
use super::orbit_enumerator::{Conjugates, OrbitEnumerator};
use super::resources::Session;
use dlx_canon::symmetry::{Conjugate, CountQuery};
use dlx_core::problem::{Problem, to_u64};
use dlx_core::tally::{Count, Ending, Outcome, Stats};
use dlx_run::{Journal, Journals, Observer, Plan, Progress, RunError};

impl Session<'_> {
    /// The problems whose counts make the answer to a question: its terms, or one for each class of conjugate symmetries where these are too many. [`count_kept`](Self::count_kept) has a journal for each.
    ///
    /// ```
    /// use dlx_count::{Session, family::latin, symmetry::CountQuery};
    ///
    /// let (session, question) = (Session::builder().threads(2).build()?, CountQuery::up_to_all(latin(5, false)?)?);
    /// // The group has 6 times 5!^3 elements; the solutions that they leave as they are make up this number of different problems.
    /// assert_eq!(session.problems(&question)?.len(), 108);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the symmetries do not fit in memory, or a limit stops the search for them.
    pub fn problems(&self, question: &CountQuery) -> Result<Vec<Problem>, RunError> {
        let Some(kinds) = question.kinds().filter(|_| question.is_listed()) else {
            return Ok(question.terms().iter().map(|term| term.problem.clone()).collect());
        };
        let (_permit, task) = (self.permit(), self.task(question.problem(), kinds, u64::MAX));
        let mut classes = self.conjugates(&task);
        if !self.grow_conjugates(&task, &mut classes, u64::MAX)? {
            return Err(match task.control.stopped_by() {
                Some(_) => RunError::Stopped { what: "classes of conjugate symmetries" },
                None => RunError::Memory { what: TOO_MANY },
            });
        }
        let classes = classes.into_whole();
        let terms = terms(&task, &classes, None)?;
        Ok(terms.iter().map(|term| kinds.fixed(task.problem, term.symmetry).problem).collect())
    }

    /// The symmetries of a problem, to be grown.
    pub(super) fn conjugates<'t>(&self, task: &KindsTask<'t>) -> Conjugates<'t> {
        OrbitEnumerator::new(task.kinds, self.threads(), false)
    }

    /// Grows symmetries until nothing is left, or there have been `most` parts of them, or they take too much memory. Returns whether nothing is left.
    pub(super) fn grow_conjugates<'t>(
        &self,
        task: &KindsTask<'t>,
        classes: &mut Conjugates<'t>,
        most: u64,
    ) -> Result<bool, RunError> {
        let is_enough = |classes: &Conjugates<'_>| classes.n_germs >= most || classes.bytes > self.memory();
        self.growing(task, || classes.grow(self, &task.control, false, is_enough))
    }

    /// The mean of the numbers of solutions that symmetries leave as they are, from one symmetry of each class of conjugates. If it is stopped, a lower bound. What is counted is written down, if there are journals.
    ///
    /// # Errors
    /// If a journal cannot be read or written.
    ///
    /// # Panics
    /// If the classes do not have as many members as the group, or the mean is not a whole number, which would be a mistake in this crate.
    pub(super) fn mean<'t>(
        &self,
        task: &KindsTask<'t>,
        classes: Conjugates<'t>,
        journals: Option<&dyn Journals>,
    ) -> Result<Outcome, RunError> {
        let classes = classes.into_whole();
        let n_symmetries: Count = classes.iter().map(|class| task.kinds.n_conjugates(class)).sum();
        assert!(n_symmetries == *task.kinds.n_permutations(), "the classes are the group");
        let terms = terms(task, &classes, journals)?;
        let nodes = task.control.signal().nodes();
        let outcomes = self.outcomes(task, &terms)?;
        let (mut sum, mut stats, mut ending) = (Count::ZERO, Stats { nodes, ..Stats::default() }, Ending::Complete);
        for (outcome, term) in outcomes.iter().zip(&terms) {
            stats += outcome.stats;
            sum += outcome.count.clone() * term.members.clone();
            ending = if ending == Ending::Complete { outcome.ending } else { ending };
        }
        let (order, outcome) = (task.kinds.n_permutations(), outcomes.into_iter().last().expect(IDENTITY));
        let count = sum.div_ceil(order);
        assert!(ending != Ending::Complete || count.clone() * order.clone() == sum, "orbits are counted whole");
        let n_classes = classes.len();
        let reason = format!(
            "Burnside's lemma, with {n_classes} classes of conjugate symmetries, {order} symmetries in all; the identity: {}",
            outcome.reason.as_deref().unwrap_or(outcome.engine)
        );
        Ok(Outcome { count, ending, stats, reason: Some(reason), elapsed: task.started.elapsed(), ..outcome })
    }

    /// Counts all terms: the small ones side by side, and then the identity.
    pub(super) fn outcomes(&self, task: &KindsTask<'_>, terms: &[SharedTerm<'_>]) -> Result<Vec<Outcome>, RunError> {
        let (whole, terms) = terms.split_last().expect(IDENTITY);
        let (session, mut failed, mut n_done) = (self.with_permit().to_builder().observer(()).build()?, None, 0);
        let (mut outcomes, mut nodes) = (vec![None; terms.len()], task.control.signal().nodes());
        let count = |session: &Session<'_>, term: usize| -> Result<Outcome, RunError> {
            let session = session.to_builder().limits(self.left(task)).build()?;
            let outcome = terms[term].count(&session, task)?;
            task.control.signal().note(outcome.stats.nodes, 0);
            Ok(outcome)
        };
        session.batch(terms.len(), count, |term, outcome| match outcome {
            Ok(outcome) => {
                n_done += 1;
                nodes += outcome.stats.nodes;
                outcomes[term] = Some(outcome);
                let (open_tasks, elapsed) = (to_u64(terms.len()) - n_done, task.started.elapsed());
                let done = SMALL_ONES * n_done as f64 / terms.len() as f64;
                self.observer.progress(&Progress { done, nodes, open_tasks, busy: 1, elapsed, ..Progress::default() });
            }
            Err(error) => failed = Some(error),
        });
        failed.map_or(Ok(()), Err)?;
        let (observer, elapsed) = (&*self.observer, task.started.elapsed());
        let whole = whole.count(&self.rest_of(task).observer(IdentityObserver { observer, elapsed }).build()?, task)?;
        Ok(outcomes.into_iter().flatten().chain([whole]).collect())
    }
}

/// The share of the work that all terms except the identity are assumed to take.
const SMALL_ONES: f64 = 0.5;

/// Receives the progress of the identity, and passes it on to the observer of the whole.
struct IdentityObserver<'o> {
    observer: &'o dyn Observer,
    /// Time that the other terms took.
    elapsed: Duration,
}

impl Observer for IdentityObserver<'_> {
    fn progress(&self, progress: &Progress) {
        let (done, elapsed) = (SMALL_ONES + (1.0 - SMALL_ONES) * progress.done, self.elapsed + progress.elapsed);
        self.observer.progress(&Progress { done, elapsed, ..*progress });
    }

    fn task_done(&self, took: Duration) {
        self.observer.task_done(took);
    }

    fn planned(&self, plan: &Plan) {
        self.observer.planned(plan);
    }
}

/// A message: every group has an identity.
const IDENTITY: &str = "the identity is a class of its own";

/// Symmetries that leave the solutions of one and the same problem as they are.
pub(super) struct SharedTerm<'c> {
    /// One of these symmetries.
    pub(super) symmetry: &'c Conjugate,
    /// The number of these symmetries.
    pub(super) members: Count,
    /// The journal for the count of that problem.
    place: Mutex<Option<Box<dyn Journal>>>,
}

impl SharedTerm<'_> {
    fn count(&self, session: &Session<'_>, task: &KindsTask<'_>) -> Result<Outcome, RunError> {
        let problem = task.kinds.fixed(task.problem, self.symmetry).problem;
        let place = self.place.lock().unwrap_or_else(PoisonError::into_inner).take();
        session.answer((&problem).into(), vec![place])
    }
}

/// All classes, merged if their problems are the same; that of the identity is last. Each has its place in the journals from the beginning, so that the journals say how many there are.
pub(super) fn terms<'c>(
    task: &KindsTask<'_>,
    classes: &'c [Conjugate],
    journals: Option<&dyn Journals>,
) -> Result<Vec<SharedTerm<'c>>, RunError> {
    let (mut terms, mut alike): (Vec<SharedTerm<'c>>, HashMap<String, Vec<usize>>) = (Vec::new(), HashMap::new());
    let (fixed, mut last) = (|symmetry: &Conjugate| task.kinds.fixed(task.problem, symmetry).problem, 0);
    for symmetry in classes {
        let (problem, members) = (fixed(symmetry), task.kinds.n_conjugates(symmetry));
        let alike = alike.entry(problem.fingerprint()).or_default();
        let is_same = |&&number: &&usize| problem.is_same_but_for_names(&fixed(terms[number].symmetry));
        let number = if let Some(&number) = alike.iter().find(is_same) {
            terms[number].members += members;
            number
        } else {
            let place = journals.map(|journals| journals.journal(&problem)).transpose().map_err(RunError::Journal)?;
            terms.push(SharedTerm { symmetry, members, place: Mutex::new(place.flatten()) });
            alike.push(terms.len() - 1);
            terms.len() - 1
        };
        if symmetry.is_identity() {
            last = number;
        }
    }
    let n_terms = terms.len();
    terms.swap(last, n_terms - 1);
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_canon::symmetry::IsomorphismClasses;
    use dlx_core::problem::Problem;
    use dlx_families::{latin, queens, steiner};

    /// Squares of two colors along a line, neighbors alike where they meet, and each option twice.
    fn line(n: usize) -> Problem {
        let mut builder = Problem::builder();
        let cells: Vec<_> = (0..n).map(|cell| builder.primary(format!("c{cell}")).unwrap()).collect();
        let edges: Vec<_> = (0..=n).map(|edge| builder.secondary(format!("e{edge}")).unwrap()).collect();
        let colors = ["red", "blue"].map(|color| builder.color(color).unwrap());
        for (cell, &item) in cells.iter().enumerate() {
            for [left, right] in [[0, 0], [0, 1], [1, 0], [0, 0], [1, 1], [1, 1]] {
                let option = [
                    (item, dlx_core::problem::Color::NONE),
                    (edges[cell], colors[left]),
                    (edges[cell + 1], colors[right]),
                ];
                builder.colored_option(&option).unwrap();
            }
        }
        builder.build()
    }

    /// The mean is the number of kinds that are grown one by one.
    #[test]
    fn the_mean_is_the_number_of_kinds_that_are_grown() {
        let session = Session::builder().threads(2).build().unwrap();
        for problem in
            [latin(4, false).unwrap(), latin(5, false).unwrap(), steiner(9).unwrap(), queens(7), line(1), line(4)]
        {
            let kinds = IsomorphismClasses::of(&problem).unwrap();
            let grown = session.grown(&problem, &kinds, u64::MAX).unwrap().outcome;
            let task = session.task(&problem, &kinds, u64::MAX);
            let mut classes = session.conjugates(&task);
            assert!(session.grow_conjugates(&task, &mut classes, u64::MAX).unwrap());
            let mean = session.mean(&task, classes, None).unwrap();
            assert_eq!((mean.count, mean.ending), (grown.count, Ending::Complete), "{}", problem.name());
        }
    }

    /// The progress never goes back, and that of the identity begins where the other terms end.
    #[test]
    fn progress_goes_on() {
        let told = Mutex::new(Vec::new());
        let session = Session::builder().threads(2).on_progress(|progress| told.lock().unwrap().push(progress.done));
        let (session, problem) = (session.build().unwrap(), latin(5, false).unwrap());
        let kinds = IsomorphismClasses::of(&problem).unwrap();
        let task = session.task(&problem, &kinds, u64::MAX);
        let mut classes = session.conjugates(&task);
        assert!(session.grow_conjugates(&task, &mut classes, u64::MAX).unwrap());
        session.mean(&task, classes, None).unwrap();
        let told = told.lock().unwrap();
        assert!(told.is_sorted() && told.contains(&SMALL_ONES) && told.iter().all(|&done| done <= 1.0), "{told:?}");
    }
}
