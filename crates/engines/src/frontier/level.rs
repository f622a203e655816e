//! Making the next level of a sweep: as a whole, or piece by piece where memory is short.
//!
//! A level is made in two steps: new states from every state by every choice, and then states with equal counts are merged. Where merging is up to isomorphism, the states between
//! the steps can be a hundred times as many as those after them. So when they do not fit, they are made from some of the states at a time, merged with what has been merged so far, and
//! forgotten: only the states of two levels have to fit, not those between the steps. The price is that equal states of different pieces are labelled more than once. (Before
//! that, a level without room stayed unmerged and the next was many times larger: Latin squares 9 took 12 GB that it had been told not to take.)

use super::fold::Fold;
use super::number::Number;
use super::shards::{Bounds, ExpandFailure};
use super::states::States;
use super::sweep::Sweep;
use dlx_core::problem::to_u64;
use dlx_core::tally::Count;

/// Pieces of a level that does not fit as a whole, at first.
const N_PIECES: usize = 8;

impl<const K: usize, F: Fold<K>> Sweep<'_, K, F> {
    /// The states after level `from`, with those of equal counts merged, in `room` bytes together with those before it.
    pub(super) fn next<N: Number>(
        &self,
        from: usize,
        states: &States<K, N>,
        room: usize,
    ) -> Result<States<K, N>, ExpandFailure> {
        let room = room.saturating_sub(states.bytes());
        if !self.fold.merges(from + 1) {
            return self.expand(from, states, room, self.most_states());
        }
        match self.as_a_whole(from, states, room) {
            // On a disk it is made piece by piece, too.
            Err(ExpandFailure::Memory) if states.len() > 1 && self.disk().is_none() => {
                self.in_pieces(from, states, room)
            }
            result => result,
        }
    }

    /// The next states of states at a level. Equal states are merged.
    fn expand<N: Number>(
        &self,
        from: usize,
        states: &States<K, N>,
        room: usize,
        most: usize,
    ) -> Result<States<K, N>, ExpandFailure> {
        let n_threads = if states.is_worth_sharing() { self.n_threads } else { 1 };
        self.with_bounds(n_threads, room, most, |bounds| states.expand(&self.levels[from], bounds))
    }

    /// Merges states with equal counts.
    fn merge<N: Number>(
        &self,
        level: usize,
        merged: &mut F::Merged<N>,
        states: &States<K, N>,
        room: usize,
    ) -> Result<(), ExpandFailure> {
        let room = room.saturating_sub(states.bytes());
        let n_threads = if states.is_worth_folding() { self.n_threads } else { 1 };
        self.with_bounds(n_threads, room, usize::MAX, |bounds| self.fold.add(level, merged, states, bounds))
    }

    fn as_a_whole<N: Number>(
        &self,
        from: usize,
        states: &States<K, N>,
        room: usize,
    ) -> Result<States<K, N>, ExpandFailure> {
        let made = self.expand(from, states, room, self.most_states())?;
        if made.len() < 2 {
            return Ok(made);
        }
        let mut merged = F::Merged::default();
        self.merge(from + 1, &mut merged, &made, room)?;
        Ok(F::finish(merged))
    }

    fn in_pieces<N: Number>(
        &self,
        from: usize,
        states: &States<K, N>,
        room: usize,
    ) -> Result<States<K, N>, ExpandFailure> {
        let (mut merged, mut left, mut n_made) = (F::Merged::default(), states.iter(), 0);
        let mut size = states.len().div_ceil(N_PIECES);
        loop {
            let piece: Vec<_> = left.clone().take(size).cloned().collect();
            if piece.is_empty() {
                return Ok(F::finish(merged));
            }
            let room = room.saturating_sub(F::bytes(&merged));
            let most = self.most_states().saturating_sub(n_made);
            let made = self.expand(from, &States::of(vec![piece]), room, most).and_then(|made| {
                self.merge(from + 1, &mut merged, &made, room)?;
                Ok(made.len())
            });
            match made {
                Ok(n_more) => {
                    n_made += n_more;
                    left.nth(size - 1);
                }
                Err(ExpandFailure::Memory) if size > 1 => size /= 2,
                Err(failure) => return Err(failure),
            }
        }
    }

    pub(super) fn with_bounds<R>(
        &self,
        n_threads: usize,
        room: usize,
        most: usize,
        work: impl FnOnce(&Bounds<'_>) -> R,
    ) -> R {
        let is_stopped = || self.signal.is_stopped();
        self.signal
            .with_permits(n_threads, |n_threads| work(&Bounds { room, n_threads, most, is_stopped: &is_stopped }))
    }

    /// Continues in one way or another where the next level does not fit.
    pub(super) fn run_short_of_memory<N: Number>(
        &mut self,
        from: usize,
        states: States<K, N>,
        room: usize,
    ) -> Result<States<K, N>, Option<Count>> {
        let merges = self.fold.merges(from + 1);
        if states.len() > 1 && (merges || states.bytes() > room / 5 * 4) {
            return Err(self.run_halves(from, states, room));
        }
        let level = &self.levels[from];
        if states.could_overflow(level) {
            let wider = self.with_bounds(1, room, usize::MAX, |bounds| states.widen(bounds));
            return Err(wider.and_then(|states| self.run(from, states, room)));
        }
        if states.len() == 1 {
            // Its successors have to be somewhere.
            let made = self.with_bounds(1, usize::MAX, usize::MAX, |bounds| states.expand(level, bounds));
            return made.map_err(|_| None);
        }
        let groups = self.with_bounds(1, room, usize::MAX, |bounds| states.expand_in_groups(level, bounds));
        let (made, left) = groups.ok_or(None)?;
        if made.len() == 0 && left.len() > 0 {
            return Err(self.run_halves(from, left, room));
        }
        if left.len() == 0 { Ok(made) } else { Err(self.run_apart(from, (made, left), room)) }
    }

    /// The most states that the next level may have. A level that can be kept is made to its end: otherwise a run that is continued with small limits each time would
    /// never get past a large one.
    pub(super) fn most_states(&self) -> usize {
        let is_bounded = self.checkpoints.is_none();
        let allowed = if is_bounded { self.signal.allowed_nodes() } else { u64::MAX };
        usize::try_from(allowed).unwrap_or(usize::MAX).min(self.budget.at_once)
    }

    /// Notes that a level would have had more states than it may.
    pub(super) fn note_bound(&mut self) {
        let most = self.most_states();
        self.ledger.visit_all(to_u64(most));
        self.ledger.note(self.signal);
    }
}
