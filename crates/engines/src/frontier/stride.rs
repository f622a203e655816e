//! Several levels in one go: a state moves directly to the level of the next item that it has not covered.
//!
//! On a board that is filled with pieces of four cells, three levels of four find the cell of most states covered already. To take these states through such a level means to find each of them a place in
//! another map, only to drop a bit of its key. So a stride has a map for each of its levels. A state waits in that of the level at which it has something to choose; on the way there it drops the bits that are not looked at
//! any more, as it would have level by level, so states become equal that would have become equal. When its level comes, each of its choices continues in the same way, at most to the end of
//! the stride, where all states are at one level again, as the rest of this engine requires.
//!
//! With several threads each has maps of its own for all levels; when a level comes, what they have for it is merged, shard by shard.
//!
//! Level by level tetrominoes on 10 x 10 take 1.3 times as long, pentominoes on 5 x 12 twice as long, networks 1.4 times (results/2026-11-24-stride). That is less than the reduction in the number of states that need a place (2.4 times): a
//! state that is only passed on finds its next place near the last one, in memory that is in the cache.

use super::fold::Fold;
use super::layout::{Key, Transition};
use super::number::Number;
use super::shards::{Bounds, ExpandFailure, Shards, each_by_color, goes, meets, often};
use super::states::States;
use super::sweep::Sweep;
use dlx_core::problem::to_u64;
use dlx_core::side_by_side::side_by_side;

/// The most levels of a stride. At its end all states are given places once more: the fewer ends, the better. (With 4 levels tetrominoes on 10 x 10 take 1.92 s, with 8 1.61, with 16 1.54.)
pub(super) const MOST_LEVELS: usize = 16;

/// About as many states are made in a stride as in some seconds: between two of them, states can be put aside.
const MOST_STATES: f64 = 33_554_432.0;

/// A stride from few states is made by one thread, and ends before there are more than about this many.
const FEW_STATES: f64 = 65_536.0;

/// States are expected to grow as they did over this many levels: from one level to the next they may become fewer, in the middle of growth. (Tetrominoes on 12 x 12: a stride from level 14 took 16 s instead of 3, at the end of which the states
/// could be put aside for the first time.)
const MOST_PAST: usize = 9;

/// There may be this many times as many states as expected.
const MARGIN: f64 = 2.0;

/// A map takes up to this many times the room of a list of its states, and may take half of the room.
const ROOM: usize = 4;

impl<const K: usize, F: Fold<K>> Sweep<'_, K, F> {
    /// How many levels to make in one go: fewer if there would be too many states at their present rate of growth.
    pub(super) fn n_levels_at_once<N: Number>(&self, from: usize, states: &States<K, N>, room: usize) -> usize {
        let levels = from + 1..self.levels.len().min(from + self.most_levels);
        // An engine that merges more than equal states has to do so after each level. And where no state passes a level, each waits at the next one.
        if !F::IS_EXPECTED || self.most_levels < 2 || !self.may_pass[levels.clone()].contains(&true) {
            return 1;
        }
        let growth = match self.sizes.rchunks(MOST_PAST).next() {
            Some(&[first, .., last]) if first > 0 => {
                let n = self.sizes.len().min(MOST_PAST) - 1;
                (last as f64 / first as f64).powf(1.0 / n as f64).max(1.0)
            }
            // As long as nothing is known, all choices of a level can be made.
            _ => self.levels[from].choices.len().max(1) as f64,
        };
        let fitting = room / (ROOM * size_of::<(Key<K>, N)>());
        let most = if states.is_worth_sharing() { MOST_STATES } else { FEW_STATES };
        let most = most.min(fitting as f64).min(self.most_at_once() as f64 / MARGIN);
        let (mut n_levels, mut size, mut sum) = (0, states.len() as f64, 0.0);
        while n_levels <= levels.len() && (n_levels == 0 || sum <= most) {
            (n_levels, size) = (n_levels + 1, size * growth);
            sum += size;
        }
        n_levels
    }

    /// The most states of a stride: when patience is lost, the levels that it has passed would have been made in vain.
    fn most_at_once(&self) -> usize {
        let patience = self.budget.patience.saturating_sub(self.ledger.total_nodes());
        self.most_states().min(usize::try_from(patience).unwrap_or(usize::MAX))
    }

    /// The states after `n_levels` more levels.
    pub(super) fn stride<N: Number>(
        &mut self,
        from: usize,
        n_levels: usize,
        states: &States<K, N>,
        room: usize,
    ) -> Result<States<K, N>, ExpandFailure> {
        let room = room.saturating_sub(states.bytes());
        let n_threads = if states.is_worth_sharing() { self.n_threads } else { 1 };
        let levels = &self.levels[from..from + n_levels];
        let is_asked = !self.cuts.levels.is_empty();
        let stride =
            self.with_bounds(n_threads, room, self.most_at_once(), |bounds| states.stride(levels, is_asked, bounds))?;
        for (passed, level) in stride.passed.iter().zip(from + 1..) {
            self.note_size(level, passed.size);
            self.cuts.pass(level, || passed.closed.as_ref(), self.depth == 0);
            self.ledger.visit_all(to_u64(passed.n_awake));
        }
        Ok(stride.states)
    }
}

/// The result of a stride.
pub(super) struct Stride<const K: usize, N> {
    /// The states after the last level.
    pub(super) states: States<K, N>,
    /// The levels before it, the one that it began with left out.
    pub(super) passed: Vec<Passed<N>>,
}

impl<const K: usize, N: Number> Stride<K, N> {
    /// The states that were made.
    pub(super) fn n_nodes(&self) -> usize {
        self.states.len() + self.passed.iter().map(|passed| passed.n_awake).sum::<usize>()
    }
}

/// What was seen of a level on the way.
pub(super) struct Passed<N> {
    /// States that had something to choose there.
    pub(super) n_awake: usize,
    /// About how many states there were, those that waited for later levels included.
    pub(super) size: usize,
    /// The multiplicity of the state in which nothing that is still to come is covered, if it was there and is asked for.
    pub(super) closed: Option<N>,
}

impl<const K: usize, N: Number> States<K, N> {
    /// The states after all these levels, at least one; `is_asked` says whether the state in which nothing is covered is asked for.
    pub(super) fn stride(
        &self,
        levels: &[Transition<K>],
        is_asked: bool,
        bounds: &Bounds<'_>,
    ) -> Result<Stride<K, N>, ExpandFailure> {
        let n_walkers = if self.is_worth_sharing() { bounds.n_threads } else { 1 };
        let mut passed = Vec::with_capacity(levels.len());
        let n_shards = self.n_shards(n_walkers);
        let waiting = || (0..=levels.len()).map(|_| Shards::new(n_shards, self.most_heap())).collect();
        let walker = |_| Walker { levels, waiting: waiting(), n_walkers };
        let mut walkers: Vec<_> = (0..n_walkers).map(walker).collect();
        walk(&mut walkers, self, bounds, |walker, piece, bounds| walker.begin(piece, bounds))?;
        for level in 1..levels.len() {
            let waiting: usize = walkers.iter().map(Walker::n_waiting).sum();
            let awake = gather(&mut walkers, level, bounds)?;
            let closed = if is_asked { awake.closed().cloned() } else { None };
            passed.push(Passed { n_awake: awake.len(), size: waiting, closed });
            walk(&mut walkers, &awake, bounds, |walker, piece, bounds| walker.go_on(level, piece, bounds))?;
        }
        Ok(Stride { states: gather(&mut walkers, levels.len(), bounds)?, passed })
    }
}

/// What one thread makes of its states.
struct Walker<'s, const K: usize, N> {
    levels: &'s [Transition<K>],
    /// The states that wait for each level, and those that have arrived at the end.
    waiting: Vec<Shards<K, N>>,
    /// The number of walkers that share the bounds.
    n_walkers: usize,
}

impl<const K: usize, N: Number> Walker<'_, K, N> {
    fn n_waiting(&self) -> usize {
        self.waiting.iter().map(Shards::len).sum()
    }

    /// Takes states to the levels where they have something to choose.
    fn begin(&mut self, states: &[(Key<K>, N)], bounds: &Bounds<'_>) -> Result<(), ExpandFailure> {
        if self.levels[0].by_color.is_some() {
            return self
                .each(states, 0, bounds, |walker, key, number| walker.choose_by_color(key, (0, bounds), number));
        }
        self.each(states, 0, bounds, |walker, key, number| {
            if meets(key, &walker.levels[0].own) {
                walker.levels[0].passed(key).map_or(Ok(()), |next| walker.send(next, 1, number))
            } else {
                walker.choose(key, 0, number)
            }
        })
    }

    /// Lets states choose at a level where they have something to choose.
    fn go_on(&mut self, level: usize, states: &[(Key<K>, N)], bounds: &Bounds<'_>) -> Result<(), ExpandFailure> {
        if self.levels[level].by_color.is_some() {
            let by_color =
                |walker: &mut Self, key: &_, number: &_| walker.choose_by_color(key, (level, bounds), number);
            return self.each(states, level, bounds, by_color);
        }
        self.each(states, level, bounds, |walker, key, number| walker.choose(key, level, number))
    }

    fn each(
        &mut self,
        states: &[(Key<K>, N)],
        level: usize,
        bounds: &Bounds<'_>,
        mut step: impl FnMut(&mut Self, &Key<K>, &N) -> Result<(), ExpandFailure>,
    ) -> Result<(), ExpandFailure> {
        let (every, n_more) = often::<K, N>(&self.levels[level], bounds);
        for (rank, (key, number)) in states.iter().enumerate() {
            if rank % every == every - 1 {
                self.check(n_more, bounds)?;
            }
            step(self, key, number)?;
        }
        Ok(())
    }

    /// Fails if the run is stopped, or there are more states, or more bytes, than allowed.
    fn check(&self, n_more: usize, bounds: &Bounds<'_>) -> Result<(), ExpandFailure> {
        if (bounds.is_stopped)() {
            return Err(ExpandFailure::Stopped);
        }
        Shards::check(&self.waiting, n_more, bounds.room / self.n_walkers, bounds.most / self.n_walkers)
    }

    /// Lets a state choose where choices are found by their color. Where all may go, they may be more than are expected between two looks at the bounds.
    fn choose_by_color(
        &mut self,
        key: &Key<K>,
        (level, bounds): (usize, &Bounds<'_>),
        number: &N,
    ) -> Result<(), ExpandFailure> {
        let transition = &self.levels[level];
        if meets(key, &transition.own) {
            return transition.passed(key).map_or(Ok(()), |next| self.send(next, level + 1, number));
        }
        let Some(by_color) = &transition.by_color else { return self.choose(key, level, number) };
        if by_color.of_state(key).is_none() {
            self.check(transition.choices.len(), bounds)?;
        }
        each_by_color(transition, by_color, key, |_, next| self.send(next, level + 1, number))
    }

    #[inline(always)]
    fn choose(&mut self, key: &Key<K>, level: usize, number: &N) -> Result<(), ExpandFailure> {
        let levels = self.levels;
        for choice in levels[level].choices.iter().filter(|choice| goes(choice, key)) {
            if let Some(next) = levels[level].chosen(key, choice) {
                self.send(next, level + 1, number)?;
            }
        }
        Ok(())
    }

    /// Sends a state that has reached a level on to where it has something to choose.
    #[inline(always)]
    fn send(&mut self, mut key: Key<K>, mut level: usize, number: &N) -> Result<(), ExpandFailure> {
        while let Some(transition) = self.levels.get(level)
            && meets(&key, &transition.own)
        {
            let Some(next) = transition.passed(&key) else { return Ok(()) };
            (key, level) = (next, level + 1);
        }
        self.waiting[level].add(key, number)
    }
}

/// Deals states out to the walkers; few to one alone.
fn walk<const K: usize, N: Number>(
    walkers: &mut [Walker<'_, K, N>],
    states: &States<K, N>,
    bounds: &Bounds<'_>,
    step: impl Fn(&mut Walker<'_, K, N>, &[(Key<K>, N)], &Bounds<'_>) -> Result<(), ExpandFailure> + Sync,
) -> Result<(), ExpandFailure> {
    let n_heaps = if states.is_worth_sharing() { walkers.len() } else { 1 };
    let go = |walker: &mut _, heap: Vec<_>| heap.into_iter().try_for_each(|piece| step(walker, piece, bounds));
    let mut pairs: Vec<_> = walkers.iter_mut().zip(states.heaps(n_heaps)).collect();
    if pairs.len() > 1 {
        return side_by_side(pairs, |(walker, heap)| go(walker, heap)).into_iter().collect();
    }
    pairs.pop().map_or(Ok(()), |(walker, heap)| go(walker, heap))
}

/// All that wait for a level.
fn gather<const K: usize, N: Number>(
    walkers: &mut [Walker<'_, K, N>],
    level: usize,
    bounds: &Bounds<'_>,
) -> Result<States<K, N>, ExpandFailure> {
    let parts = walkers.iter_mut().map(|walker| std::mem::take(&mut walker.waiting[level].maps));
    States::merged(parts.collect(), bounds)
}

#[cfg(test)]
mod tests {
    use super::super::super::residue::Residue;
    use super::super::layout::KeyLayout;
    use super::*;
    use dlx_core::problem::Problem;
    use dlx_families::{Board, Copies, Polyomino, pieces, queens};

    fn sorted<const K: usize>(states: &States<K, u64>) -> Vec<(Key<K>, u64)> {
        let mut all: Vec<_> = states.iter().copied().collect();
        all.sort_unstable();
        all
    }

    /// From many levels, strides of many lengths lead to the states to which levels one by one lead, with one thread or three, and pass what those pass.
    fn check(problem: &Problem, every: usize) {
        let residue = Residue::whole(problem);
        let layout = KeyLayout::as_given(&residue, &|| false);
        let levels: Vec<Transition<1>> = layout.levels(&residue);
        let one = Bounds { room: usize::MAX, n_threads: 1, most: usize::MAX, is_stopped: &|| false };
        let three = Bounds { n_threads: 3, ..one };
        let mut all = vec![States::<1, u64>::start()];
        for level in &levels {
            all.push(all[all.len() - 1].expand(level, &one).unwrap());
        }
        for (from, states) in all.iter().enumerate().step_by(every) {
            for until in (from + 1..=levels.len()).take(9).step_by(every) {
                for bounds in [&one, &three] {
                    let stride = states.stride(&levels[from..until], true, bounds).unwrap();
                    assert_eq!(sorted(&stride.states), sorted(&all[until]), "{} {from} {until}", problem.name());
                    assert_eq!(stride.passed.len(), until - from - 1);
                    for (passed, level) in stride.passed.iter().zip(from + 1..) {
                        assert_eq!(passed.closed.as_ref(), all[level].closed());
                        assert!(passed.n_awake <= all[level].len());
                        assert!(bounds.n_threads > 1 || passed.size <= all[level].len());
                    }
                }
            }
        }
    }

    #[test]
    fn strides_lead_where_levels_lead() {
        check(&queens(8), 1);
        let board = Board::rectangle(7, 8).unwrap();
        let cover = Polyomino::new(board, pieces("tetrominoes").unwrap()).copies(Copies::ANY);
        check(cover.question().unwrap().problem(), 5);
    }

    /// What does not fit, is too much, or is stopped, is refused; the states are as before.
    #[test]
    fn bounds_are_heeded() {
        let residue = Residue::whole(&queens(9));
        let layout = KeyLayout::as_given(&residue, &|| false);
        let levels: Vec<Transition<1>> = layout.levels(&residue);
        let free = Bounds { room: usize::MAX, n_threads: 2, most: usize::MAX, is_stopped: &|| false };
        let failure = |bounds: &Bounds<'_>| States::<1, u64>::start().stride(&levels, false, bounds).err();
        assert_eq!(failure(&free), None);
        assert_eq!(failure(&Bounds { room: 1 << 16, ..free }), Some(ExpandFailure::Memory));
        assert_eq!(failure(&Bounds { most: 1000, ..free }), Some(ExpandFailure::Bound));
        assert_eq!(failure(&Bounds { is_stopped: &|| true, ..free }), Some(ExpandFailure::Stopped));
        let many = States::of(vec![vec![([0], u64::MAX)]]);
        assert_eq!(many.stride(&levels, false, &free).err(), Some(ExpandFailure::Overflow));
    }
}
