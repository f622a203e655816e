//! One solution of each kind, where the group is too large to be listed: partial solutions are grown, size by size, on all threads of the session.
//!
//! A shelf for each size has the partial solutions of that size, one of each kind ([`Kinds`] says why that suffices). All of one size are grown before any of the next, and then forgotten. Where the
//! search may end early, by a limit, the largest are grown first instead: solutions come soon, but all shelves stay.
//!
//! At the end the kinds prove themselves: the solutions that they stand for are added up, by the orbit theorem, and all solutions are counted by an engine that knows nothing of kinds.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use super::resources::Session;
use crate::engine::side_by_side;
use crate::parallel::{Control, Limits, Progress, RunError};
use crate::problem::{Problem, to_u64};
use crate::symmetry::{Grower, Kinds, Partial, Shelf};
use crate::tally::{Count, Ending, Outcome, Stats};

/// Partial solutions that a thread grows before the results are put on the shelves.
const AT_ONCE: usize = 16;

/// What was grown.
pub(super) struct Grown {
    /// One solution of each kind.
    pub(super) solutions: Vec<Partial>,
    /// How it ended: the count is the number of kinds.
    pub(super) outcome: Outcome,
}

/// The shelves, and where the work on each has come to.
#[derive(Default)]
struct Shelves {
    shelves: BTreeMap<usize, (Shelf, usize)>,
    solutions: Vec<Partial>,
    n_solutions: u64,
    bytes: usize,
}

impl Session<'_> {
    /// Grows one solution of each kind; at least so many, if there are.
    ///
    /// # Panics
    /// If the kinds do not stand for all solutions, which would be a mistake in this crate.
    pub(super) fn grown(&self, problem: &Problem, kinds: &Kinds, wanted: u64) -> Result<Grown, RunError> {
        let (_hand, control, started) = (self.hand(), self.control_of_one(), Instant::now());
        let limits = &self.settings.limits;
        limits.tell(&control, 1);
        let is_hasty = wanted < u64::MAX || *limits != Limits::default();
        let found =
            self.meanwhile(|| self.grow(kinds, &control, (wanted, is_hasty)), || self.look(&control, started))?;
        let n_nodes = control.watch().nodes();
        let has_all = control.stopped_by().is_none() && to_u64(found.len()) < wanted;
        let standing_for: Count = found.iter().map(|solution| kinds.orbit(solution)).sum();
        let count = Count::from(to_u64(found.len()));
        let ending = match control.stopped_by() {
            None if has_all => self.checked(problem, &standing_for, limits, started)?,
            None => Ending::CountLimit,
            Some(ending) => ending,
        };
        let done = if ending == Ending::Complete { 1.0 } else { 0.0 };
        let outcome = Outcome {
            count,
            ending,
            done,
            stats: Stats { nodes: n_nodes, ..Stats::default() },
            engine: "kinds",
            reason: Some(format!("one solution of each kind is grown, since the group has order {}", kinds.order())),
            threads: self.threads(),
            tasks: 0,
            elapsed: started.elapsed(),
        };
        Ok(Grown { solutions: found, outcome })
    }

    /// Counts all solutions by an engine, and compares.
    fn checked(
        &self,
        problem: &Problem,
        standing_for: &Count,
        limits: &Limits,
        started: Instant,
    ) -> Result<Ending, RunError> {
        let time = limits.after(started.elapsed()).time;
        let session = self.with_hand().to_builder().limits(Limits { time, ..Limits::default() }).build()?;
        let all = session.count(problem)?;
        assert!(!all.is_complete() || all.count == *standing_for, "orbits are counted whole");
        Ok(all.ending)
    }

    /// Grows until nothing is left, or enough is there.
    fn grow(
        &self,
        kinds: &Kinds,
        control: &Control,
        (wanted, is_hasty): (u64, bool),
    ) -> Result<Vec<Partial>, RunError> {
        let mut growers: Vec<Grower<'_>> = (0..self.threads()).map(|_| Grower::new(kinds)).collect();
        let mut shelves = Shelves::default();
        growers[0].root().into_iter().for_each(|(hash, root)| shelves.put(kinds, hash, root, control));
        while !control.watch().is_stopped() && shelves.n_solutions < wanted {
            let Some((size, range)) = shelves.take(is_hasty, AT_ONCE * growers.len()) else { break };
            let hands = self.crew.hands().take(growers.len() - 1);
            let results = shelves.grown(size, range, &mut growers[..=hands], control);
            self.crew.hands().give_back(hands);
            results.into_iter().flatten().for_each(|(hash, partial)| shelves.put(kinds, hash, partial, control));
            if shelves.bytes > self.memory() {
                return Err(RunError::Memory { what: "partial solutions, one of each kind," });
            }
        }
        Ok(shelves.into_solutions())
    }

    /// Looks at the limits, and tells how far the work is.
    fn look(&self, control: &Control, started: Instant) {
        self.settings.limits.enforce(control, started);
        let (found, nodes, elapsed) = (control.watch().found(), control.watch().nodes(), started.elapsed());
        self.observer.progress(&Progress { found, nodes, open_tasks: 1, busy: 1, elapsed, ..Progress::default() });
    }
}

impl Shelves {
    fn put(&mut self, kinds: &Kinds, hash: u64, partial: Partial, control: &Control) {
        let (bytes, is_solution) = (partial.bytes(), partial.is_solution());
        let (shelf, _) = self.shelves.entry(partial.size()).or_default();
        let is_new = shelf.put(kinds, hash, partial);
        let is_found = is_new && is_solution;
        self.bytes += if is_new { bytes } else { 0 };
        self.n_solutions += u64::from(is_found);
        control.watch().note(1, u64::from(is_found));
    }

    /// Partial solutions to be grown next: their size, and places. None if all are.
    fn take(&mut self, is_hasty: bool, most: usize) -> Option<(usize, Range<usize>)> {
        self.clear();
        let is_open = |(_, (shelf, next)): &(&usize, &mut (Shelf, usize))| *next < shelf.partials().len();
        let mut open = self.shelves.iter_mut().filter(is_open);
        let (&size, (shelf, next)) = if is_hasty { open.next_back() } else { open.next() }?;
        let range = *next..(*next + most).min(shelf.partials().len());
        *next = range.end;
        Some((size, range))
    }

    /// Puts the smallest away, as long as nothing will come on their shelves any more.
    fn clear(&mut self) {
        while let Some(first) = self.shelves.first_entry()
            && first.get().1 == first.get().0.partials().len()
        {
            let partials = first.remove().0.into_partials();
            self.bytes -= partials.iter().map(Partial::bytes).sum::<usize>();
            let solutions = partials.into_iter().filter(Partial::is_solution);
            self.solutions.extend(solutions.inspect(|solution| self.bytes += solution.bytes()));
        }
    }

    /// What can be made of these partial solutions.
    fn grown(
        &self,
        size: usize,
        range: Range<usize>,
        growers: &mut [Grower<'_>],
        control: &Control,
    ) -> Vec<Vec<(u64, Partial)>> {
        let partials = &self.shelves[&size].0.partials()[range];
        let part = partials.len().div_ceil(growers.len());
        let parts: Vec<_> = growers.iter_mut().zip(partials.chunks(part)).collect();
        side_by_side(parts, |(grower, partials)| {
            let living = partials.iter().take_while(|_| !control.watch().is_stopped());
            living.flat_map(|partial| grower.grow(partial)).collect()
        })
    }

    fn into_solutions(self) -> Vec<Partial> {
        let kept = self.shelves.into_values().flat_map(|(shelf, _)| shelf.into_partials());
        self.solutions.into_iter().chain(kept.filter(Partial::is_solution)).collect()
    }
}
