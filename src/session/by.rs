//! How many solutions there are of each composition: so many options of the first kind, so many of the second.
//!
//! The count is a polynomial with a variable for each kind, and the diagram of all solutions gives it in one walk from the ends to the root: a node adds the polynomial without its option to
//! the one with it, multiplied by the option's variables. So the tilings of a board with 10^30 of them take milliseconds. If the diagram does not fit in memory, all solutions are
//! found one by one, by all threads, and each is looked at.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::resources::Session;
use super::takers::Found;
use crate::engine::frontier::{Diagram, Refusal, Zdd};
use crate::parallel::RunError;
use crate::problem::{OptionId, Problem};
use crate::tally::{Count, Ending};

/// How many options of each kind, and how many solutions have so many.
pub type Compositions = BTreeMap<Vec<u32>, Count>;

/// The kinds of an option, as places in a list.
pub type KindsOf<'k> = dyn Fn(OptionId) -> Vec<usize> + Sync + 'k;

/// What was counted by kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByKind {
    /// How many solutions there are of each composition that occurs.
    pub compositions: Compositions,
    /// [`Ending::Complete`], or why there may be more.
    pub ending: Ending,
    /// How they were counted.
    pub way: &'static str,
}

impl Session<'_> {
    /// Counts the solutions of a problem by how many options of each of some kinds they have. Of a problem in which items are covered several times the options are those of the
    /// [original](Problem::original) one.
    ///
    /// ```
    /// use dlx_count::{Problem, Session};
    ///
    /// // A row of four cells in pieces of one and two: by the number of long ones.
    /// let mut builder = Problem::builder();
    /// let cells = (0..4).map(|cell| builder.primary(cell)).collect::<Result<Vec<_>, _>>()?;
    /// let short = cells.chunks(1).map(|one| builder.option(one)).collect::<Result<Vec<_>, _>>()?;
    /// cells.windows(2).try_for_each(|two| builder.option(two).map(drop))?;
    /// let by = Session::new()?.count_by(&builder.build(), 1, &|option| if short.contains(&option) { vec![] } else { vec![0] })?;
    /// let counts: Vec<(u32, u64)> = by.compositions.iter().map(|(numbers, count)| (numbers[0], count.to_u64().unwrap())).collect();
    /// assert_eq!(counts, [(0, 1), (1, 3), (2, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// None today.
    pub fn count_by(&self, problem: &Problem, n_kinds: usize, kinds_of: &KindsOf<'_>) -> Result<ByKind, RunError> {
        let started = Instant::now();
        let kinds: Vec<Vec<usize>> = problem.original().options().map(kinds_of).collect();
        match self.diagram_within(problem, started) {
            Ok(diagram) => {
                let compositions = walked(&diagram, problem, n_kinds, &kinds);
                Ok(ByKind { compositions, ending: Ending::Complete, way: "from the diagram of all solutions" })
            }
            Err((Refusal::Stopped, ending)) => {
                Ok(ByKind { compositions: Compositions::new(), ending, way: "stopped before the diagram was there" })
            }
            Err(_) => self.one_by_one(problem, n_kinds, kinds, started),
        }
    }

    /// The diagram, or why there is none, and what has stopped it.
    fn diagram_within(&self, problem: &Problem, started: Instant) -> Result<Zdd, (Refusal, Ending)> {
        let (_hand, control) = (self.hand(), self.control_of_one());
        let (memory, watch) = (self.settings.memory, control.watch());
        let build = || Diagram::new(problem, memory, watch).map(|diagram| diagram.zdd());
        let built = self.meanwhile(build, || self.settings.limits.enforce(&control, started));
        built.map_err(|refusal| (refusal, control.stopped_by().unwrap_or(Ending::Interrupted)))
    }

    fn one_by_one(
        &self,
        problem: &Problem,
        n_kinds: usize,
        kinds: Vec<Vec<usize>>,
        started: Instant,
    ) -> Result<ByKind, RunError> {
        let sums = Arc::new(Mutex::new(BTreeMap::<Vec<u32>, u64>::new()));
        let shared = Arc::clone(&sums);
        let encode = move |found: Found<'_>, (): &mut ()| {
            let mut numbers = vec![0; n_kinds];
            found.options.iter().flat_map(|option| &kinds[option.index()]).for_each(|&kind| numbers[kind] += 1);
            *shared.lock().unwrap_or_else(PoisonError::into_inner).entry(numbers).or_insert(0) += 1;
        };
        let session = self.to_builder().limits(self.settings.limits.after(started.elapsed())).build()?;
        let solved = session.solve(problem).batches(Arc::new(encode), |(), _| ControlFlow::Continue(()))?;
        let sums = std::mem::take(&mut *sums.lock().unwrap_or_else(PoisonError::into_inner));
        let compositions = sums.into_iter().map(|(numbers, count)| (numbers, count.into())).collect();
        Ok(ByKind { compositions, ending: solved.outcome.ending, way: "one solution after the other" })
    }
}

/// The polynomial of the root. `kinds` are those of the options of the original problem.
fn walked(diagram: &Zdd, problem: &Problem, n_kinds: usize, kinds: &[Vec<usize>]) -> Compositions {
    let one = Compositions::from([(vec![0; n_kinds], Count::ONE)]);
    diagram.evaluate(Compositions::new(), one, |option, without, with| {
        let stands_for = problem.original_options(&[option]);
        let mut sum = without.clone();
        for (numbers, count) in with {
            let mut numbers = numbers.clone();
            stands_for.iter().flat_map(|option| &kinds[option.index()]).for_each(|&kind| numbers[kind] += 1);
            *sum.entry(numbers).or_default() += count.clone();
        }
        sum
    })
}
