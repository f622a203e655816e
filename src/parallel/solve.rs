//! Solutions from all threads through one bounded channel: workers find, encode and batch them, the caller takes the batches.
//!
//! The channel holds few batches, so a slow taker slows the workers down and memory stays flat however many solutions there are. A batch goes out when it is
//! large enough or a millisecond old, whichever is first: rare solutions are seen when they are found. Encoding, which for text takes longer
//! than finding, is the workers' part.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Sender, bounded};

use super::{Control, Counter, Limits, Progress, RunError};
use crate::engine::links::{Finding, Take, Way};
use crate::problem::{OptionId, Problem};
use crate::tally::{Ending, Outcome, Profile};

/// Solutions of a batch.
const BATCH: usize = 1024;
/// Batches on their way for each worker.
const ON_THE_WAY: usize = 4;

/// What became of a search for solutions.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The count is that of the solutions handed out.
    pub outcome: Outcome,
    /// What the search looked like.
    pub profile: Profile,
}

/// Finds the solutions of a problem, with as many threads as wanted.
///
/// ```
/// use std::ops::ControlFlow;
/// use dlx_count::{Solver, family::queens};
///
/// let problem = queens(8);
/// let mut first = Vec::new();
/// let solved = Solver::new(&problem).threads(2).limit(10).for_each(|solution| {
///     first.push(solution.to_vec());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((first.len(), solved.outcome.count.to_u64()), (10, Some(10)));
/// # Ok::<(), dlx_count::RunError>(())
/// ```
pub struct Solver<'a> {
    counter: Counter<'a>,
    problem: &'a Problem,
    threads: usize,
    control: Control,
    limit: u64,
    way: Way,
}

type Encode<B> = Arc<dyn Fn(&[OptionId], &mut B) + Send + Sync>;

impl<'a> Solver<'a> {
    /// All solutions, as they are found by all processors of the machine.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        let control = Control::default();
        Self {
            counter: Counter::new(problem),
            problem,
            threads: num_cpus::get(),
            control,
            limit: u64::MAX,
            way: Way::default(),
        }
    }

    /// Number of worker threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// At most so many solutions.
    #[must_use]
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    /// Limits on time and nodes; the one on the count is [`limit`](Self::limit).
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.counter = self.counter.limits(Limits { count: None, ..limits });
        self
    }

    /// In the order of the search, by one thread.
    #[must_use]
    pub fn in_order(mut self, is_in_order: bool) -> Self {
        self.way.is_in_order = is_in_order;
        self
    }

    /// Items and options shuffled before the search, by this seed: ties are decided by it.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        self.way.seed = Some(seed);
        self
    }

    /// A handle to stop the search with.
    #[must_use]
    pub fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// Called some dozen times a second with how far the search is.
    #[must_use]
    pub fn on_progress(mut self, on_progress: impl FnMut(&Progress) + Send + 'a) -> Self {
        self.counter = self.counter.on_progress(on_progress);
        self
    }

    /// Looks at every solution and hands out none: for the figures of the search.
    ///
    /// # Errors
    /// If the worker threads cannot be started.
    pub fn count(self) -> Result<Solved, RunError> {
        let profile = Arc::new(Mutex::new(Profile::default()));
        let finding = Finding::new(self.problem, Box::new(Quiet(Arc::clone(&profile))), self.way);
        let threads = if self.way.is_in_order { 1 } else { self.threads };
        let outcome = self.counter.threads(threads).control(self.control).find(Box::new(finding))?;
        let profile = profile.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Solved { outcome, profile })
    }

    /// Hands every solution, its options in increasing order, to a function on this thread, until that breaks off.
    ///
    /// # Errors
    /// If the worker threads cannot be started.
    pub fn for_each(self, mut take: impl FnMut(&[OptionId]) -> ControlFlow<()>) -> Result<Solved, RunError> {
        let encode = |solution: &[OptionId], batch: &mut Vec<Vec<OptionId>>| batch.push(solution.to_vec());
        self.batches(Arc::new(encode), |batch, number| batch.iter().take(number).try_for_each(|one| take(one)))
    }

    /// The same in batches, which the workers put together with `encode`. `take` gets each with the number of its solutions that are wanted: all
    /// of them but in the last, if the limit comes before its end.
    ///
    /// # Errors
    /// If the worker threads cannot be started.
    pub fn batches<B: Default + Send + 'static>(
        self,
        encode: Encode<B>,
        mut take: impl FnMut(B, usize) -> ControlFlow<()>,
    ) -> Result<Solved, RunError> {
        let threads = if self.way.is_in_order { 1 } else { self.threads };
        let (sender, inbox) = bounded(threads * ON_THE_WAY);
        let profile = Arc::new(Mutex::new(Profile::default()));
        let taker =
            Batcher { sender, encode, batch: B::default(), n_solutions: 0, profile: Quiet(Arc::clone(&profile)) };
        let finding = Finding::new(self.problem, Box::new(taker), self.way);
        let counter = self.counter.threads(threads).control(self.control.clone());
        let (mut n_taken, control, limit) = (0u64, &self.control, self.limit);
        let (outcome, broken_by) = std::thread::scope(|scope| {
            let mut broken_by = None;
            let search = scope.spawn(move || counter.find(Box::new(finding)));
            for (batch, number) in &inbox {
                let wanted = usize::try_from(limit - n_taken).unwrap_or(usize::MAX).min(number);
                n_taken += wanted as u64;
                let ending = match take(batch, wanted) {
                    ControlFlow::Break(()) => Ending::Interrupted,
                    ControlFlow::Continue(()) if n_taken == limit => Ending::CountLimit,
                    ControlFlow::Continue(()) => continue,
                };
                control.stop(ending);
                broken_by = Some(ending);
                break;
            }
            // Whoever is sending hears that nobody listens.
            drop(inbox);
            let outcome = search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            outcome.map(|outcome| (outcome, broken_by))
        })?;
        // The search may have come to its end before it heard that nobody wants more.
        let has_all = outcome.is_complete() && outcome.count == n_taken.into();
        let ending = broken_by.filter(|_| !has_all).unwrap_or(outcome.ending);
        let profile = profile.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Solved { outcome: Outcome { count: n_taken.into(), ending, ..outcome }, profile })
    }
}

/// Takes nothing but figures.
struct Quiet(Arc<Mutex<Profile>>);

impl Quiet {
    fn add(&self, profile: Option<(&Profile, usize)>) {
        if let Some((profile, depth)) = profile {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).add(profile, depth);
        }
    }
}

impl Take for Quiet {
    fn take(&mut self, _: &[OptionId]) -> bool {
        true
    }

    fn pass(&mut self, profile: Option<(&Profile, usize)>) -> bool {
        self.add(profile);
        true
    }

    fn another(&self) -> Box<dyn Take> {
        Box::new(Self(Arc::clone(&self.0)))
    }
}

/// A worker's end of the channel.
struct Batcher<B> {
    sender: Sender<(B, usize)>,
    encode: Encode<B>,
    batch: B,
    n_solutions: usize,
    profile: Quiet,
}

impl<B: Default + Send> Batcher<B> {
    /// Sends what there is. Says whether anybody listens.
    fn send(&mut self) -> bool {
        let number = std::mem::take(&mut self.n_solutions);
        number == 0 || self.sender.send((std::mem::take(&mut self.batch), number)).is_ok()
    }
}

impl<B: Default + Send + 'static> Take for Batcher<B> {
    fn take(&mut self, solution: &[OptionId]) -> bool {
        (self.encode)(solution, &mut self.batch);
        self.n_solutions += 1;
        self.n_solutions < BATCH || self.send()
    }

    fn pass(&mut self, profile: Option<(&Profile, usize)>) -> bool {
        self.profile.add(profile);
        self.send()
    }

    fn another(&self) -> Box<dyn Take> {
        let (sender, encode, profile) =
            (self.sender.clone(), Arc::clone(&self.encode), Quiet(Arc::clone(&self.profile.0)));
        Box::new(Self { sender, encode, batch: B::default(), n_solutions: 0, profile })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::links::Solutions;
    use crate::family::{langford, queens};

    fn found(solver: Solver<'_>) -> Vec<Vec<OptionId>> {
        let mut all = Vec::new();
        let solved = solver.for_each(|solution| {
            all.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        let outcome = solved.unwrap().outcome;
        assert!(outcome.is_complete());
        assert_eq!(outcome.count.to_u64(), Some(all.len() as u64));
        all
    }

    /// Shared among threads, handed back and shuffled: the same solutions, each once.
    #[test]
    fn every_way_finds_the_same() {
        for problem in [queens(12), langford(8).unwrap(), queens(0), queens(3)] {
            let in_order: Vec<_> = Solutions::new(&problem).collect();
            assert_eq!(found(Solver::new(&problem).in_order(true)), in_order);
            let mut expected = in_order;
            expected.sort();
            for solver in [
                Solver::new(&problem).threads(1),
                Solver::new(&problem).threads(3),
                Solver::new(&problem).threads(3).shuffled(5),
                Solver::new(&problem).in_order(true).shuffled(6),
            ] {
                let mut all = found(solver);
                all.sort();
                assert_eq!(all, expected, "{}", problem.name());
            }
        }
    }

    #[test]
    fn it_ends_when_nobody_wants_more() {
        let problem = queens(14);
        let mut number = 0;
        let solved = Solver::new(&problem).threads(2).for_each(|_| {
            number += 1;
            if number == 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((number, solved.unwrap().outcome.ending), (3000, Ending::Interrupted));
        let solved = Solver::new(&queens(100)).threads(2).limit(2).for_each(|_| ControlFlow::Continue(())).unwrap();
        assert_eq!((solved.outcome.ending, solved.outcome.count.to_u64()), (Ending::CountLimit, Some(2)));
    }

    /// The figures of a shared search are those of a search by one.
    #[test]
    fn profiles_add_up() {
        let problem = queens(11);
        let mut alone = Solutions::new(&problem);
        assert_eq!(alone.by_ref().count(), 2680);
        let solved = Solver::new(&problem).threads(3).for_each(|_| ControlFlow::Continue(())).unwrap();
        assert_eq!(&solved.profile, alone.profile());
    }
}
