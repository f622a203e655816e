//! The sweep itself: level after level, with wider numbers when they are needed, and in groups, or in halves, when memory is short.

use super::super::checkpoints::StoredLevel;
use super::super::disk::Refused;
use super::super::ledger::Ledger;
use super::super::residue::Residue;
use super::super::run_signal::{RunSignal, SweepStage};
use super::super::task::Task;
use super::budget::{Budget, SweepStopped, share_of_levels};
use super::checkpoint::{Checkpoint, TakenUp};
use super::cuts::Cuts;
use super::fold::{Equal, Fold};
use super::forecast::expected_states;
use super::kept::{AnyWidth, with_states};
use super::layout::{Key, KeyLayout, MAX_WORDS, Transition, with_words};
use super::number::Number;
use super::on_disk::{BegunLevel, OnDisk};
use super::resume::CheckpointWriter;
use super::shards::{Bounds, ExpandFailure};
use super::states::States;
use super::stride::MOST_LEVELS;
use dlx_core::problem::{to_place, to_u64};
use dlx_core::stop::caught;
use dlx_core::tally::Count;

/// What a sweep works with.
pub(crate) struct Sweep<'a, const K: usize, F> {
    pub(crate) fold: F,
    pub(super) levels: Vec<Transition<K>>,
    /// The state before the first level, if there is one.
    start: Option<Key<K>>,
    /// For each level, may its item be covered before it comes?
    pub(super) may_pass: Vec<bool>,
    /// How many levels may be made at one go: 0 if several were too much, since they would be again, and all that is made of them in vain. After states of another process first one, then twice as many each time: that process
    /// may have been stopped in a stride from there, as this one would be by the same limit on its time.
    pub(super) most_levels: usize,
    bits: &'a [f64],
    pub(super) signal: &'a RunSignal,
    pub(super) ledger: &'a mut Ledger,
    pub(super) n_threads: usize,
    pub(super) budget: Budget,
    /// States after each level, as far as it came; after the first shortage of memory no more.
    pub(super) sizes: Vec<usize>,
    pub(super) cuts: &'a mut Cuts,
    pub(super) checkpoints: Option<CheckpointWriter>,
    pub(super) checkpoint: &'a mut Checkpoint,
    /// Was it left because a level did not fit in memory?
    is_short: bool,
    /// How many times the states have been halved.
    pub(super) depth: u32,
    /// The share of the whole search that this is.
    pub(super) share: f64,
    /// Where it goes on, when states go to a disk or come back.
    pub(super) moved: Option<Held<K>>,
    /// What another process has made of the level that comes of the first one on the disk.
    pub(super) begun: Option<BegunLevel<K>>,
    /// The number of states after which to say next how far it is.
    next_word: u64,
}

/// The states after some level, in memory or on a disk.
pub(super) enum Held<const K: usize> {
    InMemory(usize, AnyWidth<K>),
    OnDisk(OnDisk<K>),
}

/// Where a sweep takes place.
#[derive(Debug)]
pub(crate) struct SweepContext<'a> {
    /// What stops it.
    pub(crate) signal: &'a RunSignal,
    /// What is counted.
    pub(crate) task: &'a Task,
    /// Where it continues, and where a trial that is given up leaves its states.
    pub(crate) checkpoint: &'a mut Checkpoint,
}

/// The least states between two words about how far a sweep is: some ten milliseconds.
const STATES_BETWEEN_WORDS: u64 = 100_000;

/// An expectation may be too low, and a sweep that is not done should not report that it is.
pub(super) const ALMOST_ALL: f64 = 0.99;

/// Is the frontier narrow enough to be swept at all?
pub(crate) fn fits(layout: &KeyLayout) -> bool {
    layout.n_bits <= 64 * MAX_WORDS
}

/// Sweeps a residue with keys whose layout [`fits`].
pub(super) fn sweep(
    layout: &KeyLayout,
    residue: &Residue,
    place: SweepContext<'_>,
    ledger: &mut Ledger,
    budget: Budget,
    cuts: &mut Cuts,
) -> Result<Count, SweepStopped> {
    with_words!(layout.n_bits, WORDS => {
        Sweep::<WORDS, _>::new(layout, layout.levels(residue), Equal, place, ledger, budget, cuts).start()
    })
}

impl<'a, const K: usize, F: Fold<K>> Sweep<'a, K, F> {
    pub(crate) fn new(
        layout: &'a KeyLayout,
        levels: Vec<Transition<K>>,
        fold: F,
        SweepContext { signal, task, checkpoint }: SweepContext<'a>,
        ledger: &'a mut Ledger,
        budget: Budget,
        cuts: &'a mut Cuts,
    ) -> Self {
        // Cuts have sums of their own, which are nowhere put aside.
        let checkpoints = signal
            .checkpoints()
            .filter(|_| cuts.levels.is_empty())
            .map(|checkpoints| CheckpointWriter::new(checkpoints, F::ENGINE, task, &levels));
        Self {
            fold,
            checkpoints,
            checkpoint,
            is_short: false,
            levels,
            start: layout.start(),
            may_pass: layout.may_pass(),
            most_levels: MOST_LEVELS,
            bits: &layout.bits,
            signal,
            ledger,
            n_threads: rayon::current_num_threads(),
            budget,
            sizes: Vec::new(),
            cuts,
            depth: 0,
            moved: None,
            begun: None,
            share: task.share,
            next_word: STATES_BETWEEN_WORDS,
        }
    }

    pub(crate) fn start(mut self) -> Result<Count, SweepStopped> {
        let held = self.level_put_off().unwrap_or_else(|| Ok(self.states_put_off()));
        let count = match held {
            Ok(held) => self.go(held),
            Err(Refused) => self.give_up(),
        };
        if count.is_some() {
            self.cuts.n_passed = self.cuts.levels.len();
        }
        count.ok_or_else(|| SweepStopped {
            expected: self.expected(),
            n_made: self.ledger.total_nodes(),
            is_short: self.is_short,
            sizes: self.sizes,
        })
    }

    /// Goes on to the end, in memory and on a disk.
    fn go(&mut self, mut held: Held<K>) -> Option<Count> {
        let memory = self.memory_for_levels();
        loop {
            let count = match held {
                Held::InMemory(level, states) => with_states!(states, states => self.begin(level, states, memory)),
                Held::OnDisk(level) => self.run_on_disk(level),
            };
            match self.moved.take() {
                Some(next) => held = next,
                None => return count,
            }
        }
    }

    /// What another process has put on the shelf, or this one aside, if that is a level on a disk; the error is that it is not whole.
    fn level_put_off(&mut self) -> Option<Result<Held<K>, Refused>> {
        if let Some((head, level)) = self.checkpoints.as_ref().and_then(CheckpointWriter::open) {
            self.go_on_after(&head);
            let begun = |level: &OnDisk<K>| self.checkpoints.as_ref().map_or(Ok(None), |shelf| shelf.open_next(level));
            let level = level.and_then(|level| begun(&level).map(|begun| (level, begun)));
            return Some(level.map(|(level, begun)| {
                self.begun = begun;
                Held::OnDisk(level)
            }));
        }
        let (nodes, sizes, level) = self.checkpoint.take_up_level()?;
        self.ledger.go_on_after(nodes);
        self.sizes = sizes;
        Some(Ok(Held::OnDisk(level)))
    }

    /// The states that were put aside, or those at the start.
    fn states_put_off(&mut self) -> Held<K> {
        let start = AnyWidth::Narrow(States::one(self.start));
        let (level, states) = self.on_the_shelf().or_else(|| self.put_off()).unwrap_or((0, start));
        Held::InMemory(level, states)
    }

    /// What another process has put on the shelf.
    fn on_the_shelf(&mut self) -> Option<(usize, AnyWidth<K>)> {
        let (head, states) = self.checkpoints.as_ref()?.take_up()?;
        self.go_on_after(&head);
        self.most_levels = 1;
        Some((head.level, states))
    }

    fn go_on_after(&mut self, head: &StoredLevel) {
        self.ledger.go_on_after(head.nodes);
        // How many of them each level had is not known any more; their sum is.
        self.sizes = vec![to_place(head.nodes) / head.level.max(1); head.level];
    }

    /// What this process has put aside.
    fn put_off(&mut self) -> Option<(usize, AnyWidth<K>)> {
        let TakenUp { level, nodes, sizes, states } = self.checkpoint.take_up()?;
        self.ledger.go_on_after(nodes);
        self.sizes = sizes;
        Some((level, states))
    }

    fn begin<N: Number>(&mut self, level: usize, states: States<K, N>, room: usize) -> Option<Count> {
        self.cuts.pass(level, || states.closed(), true);
        self.run(level, states, room)
    }

    /// The number of ways to continue from these states at this level, in `room` bytes.
    pub(super) fn run<N: Number>(&mut self, mut from: usize, mut states: States<K, N>, room: usize) -> Option<Count> {
        while from < self.levels.len() {
            let n_levels = self.n_levels_at_once(from, &states, room);
            (from, states) = match self.advance(from, n_levels, &states, room) {
                Ok(next) => next,
                Err(ExpandFailure::Stopped | ExpandFailure::Disk) => return self.leave(from, states),
                Err(ExpandFailure::Bound) => {
                    self.note_bound();
                    return self.leave(from, states);
                }
                Err(ExpandFailure::Overflow) => {
                    let bounds =
                        Bounds { room, n_threads: 1, most: usize::MAX, is_stopped: &|| self.signal.is_stopped() };
                    let wider = states.widen(&bounds)?;
                    return self.run(from, wider, room);
                }
                Err(ExpandFailure::Memory) => match self.disk() {
                    Some(disk) => return self.spill(&*disk, from, states),
                    // If several trials share the memory, another one may get by with its part.
                    None if self.budget.is_trial && self.fold.merges(from + 1) => {
                        self.is_short = true;
                        return self.leave(from, states);
                    }
                    None => match self.run_short_of_memory(from, states, room) {
                        Ok(next) => (from + 1, next),
                        Err(count) => return count,
                    },
                },
            };
            self.most_levels = (2 * self.most_levels).min(MOST_LEVELS);
            self.arrive(from, &states, self.depth == 0);
            if states.len() == 0 {
                return Some(Count::ZERO);
            }
            self.tell(from);
            self.put_aside(from, &states, false);
            if self.is_losing_patience() && !self.goes_on() {
                return self.leave(from, states);
            }
        }
        Some(states.numbers().map(Number::to_count).sum())
    }

    /// The states after `n_levels` more levels, or if that is too much in one go, after the next one; and the number of that level.
    fn advance<N: Number>(
        &mut self,
        from: usize,
        n_levels: usize,
        states: &States<K, N>,
        room: usize,
    ) -> Result<(usize, States<K, N>), ExpandFailure> {
        if n_levels > 1 {
            match self.stride(from, n_levels, states, room) {
                Err(ExpandFailure::Memory | ExpandFailure::Bound) => self.most_levels = 0,
                result => return result.map(|states| (from + n_levels, states)),
            }
        }
        self.levels[from].twins = caught(|| self.fold.twins(from + 1)).map_err(|_| ExpandFailure::Stopped)?;
        self.next(from, states, room).map(|states| (from + 1, states))
    }

    /// Notes that these are states at a level, perhaps all.
    fn arrive<N: Number>(&mut self, level: usize, states: &States<K, N>, are_all: bool) {
        self.note_size(level, states.len());
        self.cuts.pass(level, || states.closed(), are_all);
        self.ledger.visit_all(to_u64(states.len()));
        self.ledger.note(self.signal);
    }

    pub(super) fn note_size(&mut self, level: usize, n_states: usize) {
        if self.sizes.len() + 1 == level {
            self.sizes.push(n_states);
        }
    }

    /// Reports which share of the search is done after `n_made` levels: the states made so far, compared with those expected. It does so only now and then, since the forecast takes time, too.
    pub(super) fn tell(&mut self, n_made: usize) {
        if self.depth == 0 {
            let levels = self.levels.len();
            self.signal.note_stage(SweepStage { level: n_made, levels, ..SweepStage::default() });
        }
        let nodes = self.ledger.total_nodes();
        let share = if !F::IS_EXPECTED {
            share_of_levels(n_made, self.levels.len())
        } else if nodes >= self.next_word {
            self.next_word = nodes + nodes / 50 + STATES_BETWEEN_WORDS;
            self.sizes.iter().sum::<usize>() as f64 / self.expected().max(1.0)
        } else {
            return;
        };
        self.signal.note_share(self.share * share.min(ALMOST_ALL));
    }

    /// Puts the states aside if there is a shelf and it is time, or, the last time, if that is quick.
    fn put_aside<N: Number>(&self, from: usize, states: &States<K, N>, is_last: bool) {
        // A half is not the whole level.
        if let Some(checkpoints) = self.checkpoints.as_ref().filter(|_| self.depth == 0) {
            checkpoints.put_aside(from, states, self.ledger.total_nodes(), is_last);
        }
    }

    /// Leaves the states for a later continuation, by another process, or by this one if it was a trial.
    fn leave<N: Number>(&mut self, from: usize, states: States<K, N>) -> Option<Count> {
        self.put_aside(from, &states, true);
        if self.depth == 0 && self.budget.is_trial {
            self.sizes.truncate(from);
            self.checkpoint.put(from, self.ledger.total_nodes(), &self.sizes, states);
        }
        None
    }

    /// Will patience be lost by the end of the next level, if that grows as the last one did? To make it and then give up would be to make twice
    /// as many states as one has patience for. (Queens 17 spent 1.5 of 3.8 s on such a level.)
    pub(super) fn is_losing_patience(&self) -> bool {
        let next = match self.sizes[..] {
            [.., before, last] if before > 0 => last as f64 * (last as f64 / before as f64).max(1.0),
            _ => 0.0,
        };
        self.ledger.total_nodes() as f64 + next > self.budget.patience as f64
    }

    /// Patience is lost. Does what has been seen promise an end that is worth waiting for?
    pub(super) fn goes_on(&mut self) -> bool {
        // What has been seen may have promised too much: ask again after as many states.
        self.budget.patience = 2 * self.ledger.total_nodes();
        self.most_levels = MOST_LEVELS;
        self.expected() < self.budget.worth
    }

    /// The states of all levels, those included that pass a level and need not be made there. (To take off as many of those to come as of those until now promised too much: a sudoku with 34543508 solutions went to the states for
    /// 16 s before the tree, which takes 7.)
    pub(super) fn expected(&self) -> f64 {
        expected_states(&self.sizes, self.bits)
    }

    /// One half of the states to the end, then the other.
    pub(super) fn run_halves<N: Number>(&mut self, from: usize, states: States<K, N>, room: usize) -> Option<Count> {
        let (first, second) = states.halve();
        self.run_both((from, first), (from, second), room)
    }

    /// The states of the next level that were made to the end, then those that are left at this one.
    pub(super) fn run_apart<N: Number>(
        &mut self,
        from: usize,
        (made, left): (States<K, N>, States<K, N>),
        room: usize,
    ) -> Option<Count> {
        self.arrive(from + 1, &made, false);
        self.run_both((from + 1, made), (from, left), room)
    }

    /// Some states at a level to the end, then the others. What they would have merged is made twice; nothing is counted twice.
    fn run_both<N: Number>(
        &mut self,
        (from, first): (usize, States<K, N>),
        (from_others, others): (usize, States<K, N>),
        room: usize,
    ) -> Option<Count> {
        self.depth += 1;
        let count =
            self.run(from, first, room.saturating_sub(others.bytes()))? + self.run(from_others, others, room)?;
        self.depth -= 1;
        Some(count)
    }
}
