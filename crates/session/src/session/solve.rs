//! Solutions from all threads through one bounded channel: workers find, encode and batch them, the caller takes the batches.
//!
//! The channel holds few batches, so a slow taker slows the workers down and memory stays flat however many solutions there are. A batch is sent when it is
//! large enough or a millisecond old, so rare solutions are seen when they are found. Encoding, which for text takes longer
//! than finding, is the workers' part.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Receiver, bounded};

use super::kinds::Grown;
use super::resources::{Session, refuse_hidden};
use super::takers::{BATCH, Batch, Batcher, Encode, Figures, Found, Sieve};
use dlx_canon::symmetry::{Equivalence, IsomorphismClasses};
use dlx_core::problem::to_u64;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::{Count, Ending, Outcome, Profile};
use dlx_engines::Engine;
use dlx_engines::bits::Listing;
use dlx_engines::links::{Finding, Strategy, Take};
use dlx_run::{Control, Limits, OrbitSplit, RunError, Split};

/// Batches on their way for each worker.
const ON_THE_WAY: usize = 4;

/// The result of a search for solutions.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// The count is that of the solutions handed out.
    pub outcome: Outcome,
    /// The shape of the search, if it was asked for: see [`Solver::profiled`].
    pub profile: Profile,
    /// If solutions were found up to a group: the number of solutions that those handed out stand for. If the search was complete, that is the number of all solutions, which was checked.
    pub standing_for: Option<Count>,
}

impl Session<'_> {
    /// Finds the solutions of a problem, with the threads of the session and its limits on time and nodes; the one on their number is
    /// [`Solver::limit`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use dlx_count::{Session, family::queens};
    ///
    /// let (session, problem) = (Session::builder().threads(2).build()?, queens(8));
    /// let mut first = Vec::new();
    /// let solved = session.solve(&problem).limit(10).for_each(|solution| {
    ///     first.push(solution.to_vec());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((first.len(), solved.outcome.count.to_u64()), (10, Some(10)));
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    #[must_use = "nothing is searched until it is said what to do with the solutions"]
    pub fn solve<'s>(&'s self, problem: &'s Problem) -> Solver<'s> {
        Solver {
            session: self,
            problem,
            limit: u64::MAX,
            way: Strategy::default(),
            is_profiled: false,
            equivalence: None,
        }
    }
}

/// A search for solutions: which ones, in which order. Made by [`Session::solve`].
#[must_use = "nothing is searched until it is said what to do with the solutions"]
pub struct Solver<'s> {
    session: &'s Session<'s>,
    problem: &'s Problem,
    limit: u64,
    way: Strategy,
    is_profiled: bool,
    equivalence: Option<Equivalence>,
}

impl Solver<'_> {
    /// Sets the most solutions that are handed out.
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    /// In the order of the search, by one thread.
    pub fn in_order(mut self, is_in_order: bool) -> Self {
        self.way.is_in_order = is_in_order;
        self
    }

    /// Items and options shuffled before the search, by this seed: ties are decided by it.
    pub fn shuffled(mut self, seed: impl Into<Option<u64>>) -> Self {
        self.way.seed = seed.into();
        self
    }

    /// Whether the shape of the search by dancing links is wanted. All solutions, in no particular order and without it, are found by sets of bits where those are faster.
    pub fn profiled(mut self, is_profiled: bool) -> Self {
        self.is_profiled = is_profiled;
        self
    }

    /// One solution of each kind: of those that the group carries into one another only the least, see [`Group::orbit`](dlx_canon::symmetry::Group::orbit); or, if the group is not listed, the one
    /// that was found.
    ///
    /// ```
    /// use std::{ops::ControlFlow, sync::Arc};
    /// use dlx_count::{Session, family::queens, symmetry::Group};
    ///
    /// let (session, problem) = (Session::builder().threads(2).build()?, queens(8));
    /// let square = Arc::new(Group::of(&problem)?);
    /// let solved = session.solve(&problem).up_to(Some(square.into())).for_each(|_| ControlFlow::Continue(()))?;
    /// assert_eq!((solved.outcome.count.to_u64(), solved.standing_for), (Some(12), Some(92u64.into())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn up_to(mut self, equivalence: Option<Equivalence>) -> Self {
        self.equivalence = equivalence;
        self
    }

    /// Looks at every solution and hands out none: for the figures of the search.
    ///
    /// # Errors
    /// None today.
    pub fn count(mut self) -> Result<Solved, RunError> {
        refuse_hidden(self.problem, "a search for all solutions")?;
        self.is_profiled = true;
        let (_permit, control, figures) = (self.session.permit(), self.session.control_of_one(), Figures::new());
        let started = Instant::now();
        let outcome = match self.until_stopped((&control, started), || self.engine(Box::new(figures.handle()))) {
            Ok(engine) => self.find(engine, Split::whole(), (&control, started))?,
            Err(ending) => Outcome::stopped(ending),
        };
        Ok(Solved { outcome, profile: figures.profile(), standing_for: None })
    }

    /// Hands every solution, its options in increasing order, to a function on this thread, until the function breaks off. Where items are covered several times, the options are those of the
    /// [original](Problem::original) problem.
    ///
    /// # Errors
    /// None today.
    pub fn for_each(self, mut take: impl FnMut(&[OptionId]) -> ControlFlow<()>) -> Result<Solved, RunError> {
        let encode = |found: Found<'_>, batch: &mut Vec<Vec<OptionId>>| batch.push(found.options.to_vec());
        self.batches(Arc::new(encode), |batch, number| batch.iter().take(number).try_for_each(|one| take(one)))
    }

    /// Hands solutions out in batches, which the workers put together with `encode`. `take` gets each with the number of its solutions that are wanted: all
    /// of them but in the last, if the limit comes before its end.
    ///
    /// # Errors
    /// None today.
    ///
    /// # Panics
    /// If solutions were found up to a group and do not stand for all of them, which would be a mistake in this crate.
    pub fn batches<B: Default + Send + 'static>(
        self,
        encode: Encode<B>,
        take: impl FnMut(B, usize) -> ControlFlow<()>,
    ) -> Result<Solved, RunError> {
        refuse_hidden(self.problem, "a search for all solutions")?;
        let group = match &self.equivalence {
            Some(Equivalence::Grown(kinds)) => return self.grown(kinds, &*encode, take),
            Some(Equivalence::Listed(group)) => Some(Arc::clone(group)),
            None => None,
        };
        let (_permit, control, figures) = (self.session.permit(), self.session.control_of_one(), Figures::new());
        let started = Instant::now();
        let (sender, inbox) = bounded(self.threads() * ON_THE_WAY);
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX).clamp(1, BATCH);
        let set_up = || {
            let orbits =
                group.as_ref().filter(|_| self.are_all_wanted()).and_then(|group| OrbitSplit::new(self.problem, group));
            let sieve = group.clone().map(|group| Sieve::new(group, self.limit < u64::MAX));
            let (sieve, split) = match orbits {
                Some(OrbitSplit { split, leading }) => (sieve.map(|sieve| sieve.led_by(&leading)), split),
                None => (sieve, Split::whole()),
            };
            let whose = (Arc::new(self.problem.tree_form().clone()), sieve.clone());
            let taker = Batcher::new(sender, encode, whose, most, figures.handle());
            (sieve, split, self.engine(Box::new(taker)))
        };
        let (sieve, split, engine) = match self.until_stopped((&control, started), set_up) {
            Ok(ready) => ready,
            Err(ending) => {
                let standing_for = group.map(|_| Count::ZERO);
                return Ok(Solved { outcome: Outcome::stopped(ending), profile: figures.profile(), standing_for });
            }
        };
        let (outcome, taken) = std::thread::scope(|scope| {
            let search = scope.spawn(|| self.find(engine, split, (&control, started)));
            let taken = self.hand_out(inbox, &control, take);
            let outcome = search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            outcome.map(|outcome| (outcome, taken))
        })?;
        // The search may have ended before it was told that no more solutions are wanted.
        let passed = sieve.as_ref().map(Sieve::n_passed);
        let is_last = passed.map_or(outcome.count == taken.number.into(), |passed| passed == taken.number);
        let has_all = outcome.is_complete() && is_last;
        let ending = taken.broken_by.filter(|_| !has_all).unwrap_or(outcome.ending);
        let standing_for = passed.map(|_| taken.standing_for);
        let are_whole = standing_for.as_ref().is_none_or(|number| *number == outcome.count);
        assert!(!has_all || are_whole, "orbits are counted whole");
        let outcome = Outcome { count: taken.number.into(), ending, ..outcome };
        Ok(Solved { outcome, profile: figures.profile(), standing_for })
    }

    /// Grows one solution of each kind, and hands them out in the order of their options.
    fn grown<B: Default>(
        &self,
        kinds: &IsomorphismClasses,
        encode: &(dyn Fn(Found<'_>, &mut B) + Send + Sync),
        mut take: impl FnMut(B, usize) -> ControlFlow<()>,
    ) -> Result<Solved, RunError> {
        let Grown { solutions, mut outcome, .. } = self.session.grown(self.problem, kinds, self.limit)?;
        let mut sorted: Vec<_> =
            solutions.iter().map(|solution| (kinds.options(solution), kinds.orbit(solution))).collect();
        sorted.sort_unstable();
        sorted.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        let (mut n_taken, mut standing_for) = (0u64, Count::ZERO);
        for (options, orbit) in &sorted {
            let mut batch = B::default();
            encode(Found { options, orbit: Some(orbit) }, &mut batch);
            n_taken += 1;
            standing_for += orbit.clone();
            if take(batch, 1).is_break() {
                outcome.ending = Ending::Interrupted;
                break;
            }
        }
        outcome.count = n_taken.into();
        Ok(Solved { outcome, profile: Profile::default(), standing_for: Some(standing_for) })
    }

    /// Gives batches to `take`, until there are no more or enough. Then the channel is closed, and the workers stop.
    fn hand_out<B>(
        &self,
        inbox: Receiver<Batch<B>>,
        control: &Control,
        mut take: impl FnMut(B, usize) -> ControlFlow<()>,
    ) -> Taken {
        let mut taken = Taken::default();
        for Batch { solutions, number, orbits } in inbox {
            let left = self.limit - taken.number;
            let wanted = usize::try_from(left).unwrap_or(usize::MAX).min(number);
            taken.number += to_u64(wanted);
            orbits.iter().take(wanted).for_each(|&orbit| taken.standing_for += Count::from(orbit));
            taken.broken_by = match take(solutions, wanted) {
                ControlFlow::Break(()) => Some(Ending::Interrupted),
                ControlFlow::Continue(()) if taken.number == self.limit => Some(Ending::CountLimit),
                ControlFlow::Continue(()) => continue,
            };
            taken.broken_by.into_iter().for_each(|ending| control.stop(ending));
            break;
        }
        taken
    }

    fn threads(&self) -> usize {
        if self.way.is_in_order { 1 } else { self.session.threads() }
    }

    /// Sets something up under the limits of the session.
    fn until_stopped<W>(
        &self,
        (control, started): (&Control, Instant),
        set_up: impl FnOnce() -> W,
    ) -> Result<W, Ending> {
        self.session.until_stopped(control, (&self.session.settings.limits, started), set_up)
    }

    /// Are all solutions wanted, in any order, and no figures?
    fn are_all_wanted(&self) -> bool {
        self.limit == u64::MAX && self.way == Strategy::default() && !self.is_profiled
    }

    /// Links can begin with any part of the tree, and continue elsewhere where nothing is found: the first solutions are theirs.
    fn engine(&self, taker: Box<dyn Take>) -> Box<dyn Engine> {
        let problem = self.problem.tree_form();
        match if self.are_all_wanted() { Listing::new(problem, taker) } else { Err(taker) } {
            Ok(listing) => Box::new(listing),
            Err(taker) => Box::new(Finding::new(problem, taker, self.way)),
        }
    }

    /// Searches the tasks of a split.
    fn find(
        &self,
        engine: Box<dyn Engine>,
        split: Split,
        (control, started): (&Control, Instant),
    ) -> Result<Outcome, RunError> {
        let limits = Limits { count: None, ..self.session.settings.limits.clone() };
        self.session.run(self.problem, control, limits, started).find(engine, split, self.threads())
    }
}

/// The solutions that were handed out.
#[derive(Default)]
struct Taken {
    number: u64,
    /// How many solutions they stand for, if they were passed by a sieve.
    standing_for: Count,
    /// Why there were no more, if the solutions did not end.
    broken_by: Option<Ending>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_canon::symmetry::Group;
    use dlx_engines::links::Solutions;
    use dlx_families::{langford, queens};

    fn session(threads: usize) -> Session<'static> {
        Session::builder().threads(threads).build().unwrap()
    }

    fn found(solver: Solver<'_>) -> Vec<Vec<OptionId>> {
        let mut all = Vec::new();
        let solved = solver.for_each(|solution| {
            all.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        let outcome = solved.unwrap().outcome;
        assert!(outcome.is_complete());
        assert_eq!(outcome.count.to_u64(), Some(to_u64(all.len())));
        all
    }

    /// Shared among threads, handed back and shuffled: the same solutions, each once.
    #[test]
    fn every_way_finds_the_same() {
        let [one, three] = [1, 3].map(session);
        for problem in [queens(12), langford(8).unwrap(), queens(0), queens(3)] {
            let in_order: Vec<_> = Solutions::new(&problem).collect();
            assert_eq!(found(three.solve(&problem).in_order(true)), in_order);
            let mut expected = in_order;
            expected.sort();
            for solver in [
                one.solve(&problem),
                three.solve(&problem),
                three.solve(&problem).shuffled(5),
                three.solve(&problem).in_order(true).shuffled(6),
            ] {
                let mut all = found(solver);
                all.sort();
                assert_eq!(all, expected, "{}", problem.name());
            }
        }
    }

    #[test]
    fn it_ends_when_nobody_wants_more() {
        let (session, problem, large) = (session(2), queens(14), queens(100));
        let mut number = 0;
        let solved = session.solve(&problem).for_each(|_| {
            number += 1;
            if number == 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((number, solved.unwrap().outcome.ending), (3000, Ending::Interrupted));
        let solved = session.solve(&large).limit(2).for_each(|_| ControlFlow::Continue(())).unwrap();
        assert_eq!((solved.outcome.ending, solved.outcome.count.to_u64()), (Ending::CountLimit, Some(2)));
    }

    /// Below the tasks that are left up to a group, on any number of threads, is the least solution of each kind.
    #[test]
    fn kinds_are_those_of_all_solutions() {
        let problem = queens(11);
        let group = Arc::new(Group::of(&problem).unwrap());
        assert!(OrbitSplit::new(&problem, &group).unwrap().split.tasks.len() > 1);
        let mut expected: Vec<_> =
            Solutions::new(&problem).filter(|solution| group.orbit(solution).is_some()).collect();
        expected.sort();
        for session in [1, 3].map(session) {
            let mut all = found(session.solve(&problem).up_to(Some(Arc::clone(&group).into())));
            all.sort();
            assert_eq!(all, expected);
        }
    }

    /// The figures of a shared search are those of a search by one worker.
    #[test]
    fn profiles_add_up() {
        let problem = queens(11);
        let mut alone = Solutions::new(&problem);
        assert_eq!(alone.by_ref().count(), 2680);
        let three = session(3);
        let solved = three.solve(&problem).profiled(true).for_each(|_| ControlFlow::Continue(())).unwrap();
        assert_eq!(&solved.profile, alone.profile());
    }
}
