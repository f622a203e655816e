//! The search: Algorithm C as a loop with its own stack.

use super::super::choose::least;
use super::super::ledger::Ledger;
use super::super::probed::{Probed, Seen};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::{OpenLevel, OpenSubtrees};
use super::arena::Arena;
use super::index::Index;
use super::joined::Joined;
use dlx_core::problem::{OptionId, to_u32, to_u64, to_usize};
use dlx_core::stop::is_due_after;
use dlx_core::tally::{Count, Stats, Tally};

/// The watch is polled after about this much work, in updates and nodes: a millisecond or so.
pub(super) const POLL_WORK: u64 = 1 << 18;
/// The least work that a node is taken to be: finding the item to branch on.
pub(super) const NODE_WORK: u64 = 32;

/// An arena, and the state of the search in it.
#[derive(Debug)]
pub(super) struct Search<I> {
    pub(super) arena: Arena<I>,
    pub(super) trail: Vec<Level>,
    /// What is joined to what, where options must be connected.
    joined: Option<Box<Joined>>,
    /// Items looked at by probes.
    n_looked_at: u64,
}

/// One level of the search: an open item, and the option of it that is being tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    item: u32,
    /// The node in the item's list whose option is chosen, or was tried last; the item's header while none is.
    pub(super) node: u32,
    is_chosen: bool,
    /// How many items had no option left after opening this one.
    starving: u32,
}

/// Updates after which the options of a single node are no longer tried before they are handed out: some ten milliseconds.
const EXPAND_WORK: u64 = 1 << 22;

/// The result of [`Search::advance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Advance {
    /// The next option that works is chosen.
    Chosen,
    /// Enough options have failed that it is time for a poll. After that the search can simply be continued.
    Tired,
    /// There is no next option.
    Over,
}

/// What to do at a node of the search tree.
pub(super) enum Next {
    /// This many solutions, and nothing else.
    Solutions(u64),
    /// A branch on this item.
    Branch(usize),
}

impl<I: Index> Search<I> {
    /// A search of all that the residue holds.
    pub(super) fn new(residue: &Residue) -> Self {
        let arena = Arena::new(residue);
        let joined = residue.ports.as_ref().map(|ports| Box::new(Joined::new(ports, &arena)));
        Self { arena, trail: Vec::with_capacity(residue.n_primary), joined, n_looked_at: 0 }
    }

    /// Counts until all is counted, or the watch wants a pause.
    pub(super) fn count(&mut self, weight: &Count, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        if self.arena.is_colored() { self.run::<true>(weight, signal) } else { self.run::<false>(weight, signal) }
    }

    fn run<const COLORED: bool>(&mut self, weight: &Count, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let (mut ledger, mut rest) = (Ledger::new(weight, signal), OpenSubtrees::default());
        let mut next_poll = POLL_WORK;
        loop {
            if self.arena.updates + ledger.steps() * NODE_WORK >= next_poll || ledger.is_due(u64::MAX) {
                if ledger.pause_now(signal) {
                    rest = self.rest();
                    break;
                }
                next_poll = self.arena.updates + POLL_WORK;
            }
            ledger.visit();
            match self.next() {
                Next::Solutions(solutions) => ledger.find(solutions),
                Next::Branch(item) => self.open::<COLORED>(item),
            }
            let mut advance = self.advance::<COLORED>(next_poll);
            while advance == Advance::Tired && !ledger.pause_now(signal) {
                next_poll = self.arena.updates + POLL_WORK;
                advance = self.advance::<COLORED>(next_poll);
            }
            match advance {
                Advance::Chosen => {}
                Advance::Over => break,
                Advance::Tired => {
                    rest = self.rest();
                    break;
                }
            }
        }
        (ledger.close(signal, self.arena.updates), rest)
    }

    /// C2 and C3: are we done here, and if not, which item is next?
    pub(super) fn next(&self) -> Next {
        if self.arena.in_play == 0 {
            let is_sound = !self.arena.is_short() && self.joined.as_ref().is_none_or(|joined| joined.is_sound());
            return Next::Solutions(is_sound.into());
        }
        let (item, len) = least(&self.arena.len[..self.arena.n_primary]);
        // The last option: each of those left covers all that is left.
        if self.arena.in_play <= self.arena.option_size { Next::Solutions(len.into()) } else { Next::Branch(item) }
    }

    /// C4: a new level that branches on the item.
    pub(super) fn open<const COLORED: bool>(&mut self, item: usize) {
        let starving = self.arena.open::<COLORED>(item);
        self.trail.push(Level { item: to_u32(item), node: to_u32(item), is_chosen: false, starving });
    }

    /// C5 to C8: advances to the next option that works, here or further up, or until `until` updates have been made in all.
    pub(super) fn advance<const COLORED: bool>(&mut self, until: u64) -> Advance {
        while let Some(level) = self.trail.last_mut() {
            let item = to_usize(level.item);
            let mut node = to_usize(level.node);
            if level.is_chosen {
                level.is_chosen = false;
                take_out::<I, COLORED>(&mut self.arena, self.joined.as_deref_mut(), node);
            }
            loop {
                node = self.arena.nodes[node].down.get();
                if node == item {
                    break;
                }
                level.node = to_u32(node);
                if put_in::<I, COLORED>(&mut self.arena, self.joined.as_deref_mut(), node, level.starving) {
                    level.is_chosen = true;
                    return Advance::Chosen;
                }
                if self.arena.updates >= until {
                    return Advance::Tired;
                }
            }
            self.arena.close::<COLORED>(item);
            self.trail.pop();
        }
        Advance::Over
    }

    /// What is left to do, at a node that has just been reached and not been looked at, or where an option has just failed.
    pub(super) fn rest(&self) -> OpenSubtrees {
        let mut rest = OpenSubtrees::default();
        let mut share = 1.0;
        for (depth, &Level { item, node, .. }) in self.trail.iter().enumerate() {
            let (item, node) = (to_usize(item), to_usize(node));
            share /= f64::from(to_u32(self.arena.list(item, item).count()));
            // The option being tried at the last level has not been looked into; those above are, in the levels below them.
            let is_last = depth + 1 == self.trail.len();
            let untried = is_last.then_some(node).into_iter().chain(self.arena.list(node, item));
            let untried: Vec<OptionId> = untried.map(|node| self.arena.option_at(node)).collect();
            if !untried.is_empty() {
                rest.open.push(OpenLevel { level: depth, share, untried });
            }
            rest.trail.push(self.arena.option_at(node));
        }
        rest
    }

    /// Searches the first node only. Returns what is found there, and as the rest the options to continue with, without those that fail at once.
    pub(super) fn expand(&mut self) -> (Tally, OpenSubtrees) {
        if self.arena.is_colored() { self.one_node::<true>() } else { self.one_node::<false>() }
    }

    fn one_node<const COLORED: bool>(&mut self) -> (Tally, OpenSubtrees) {
        let (mut count, mut rest) = (Count::ZERO, OpenSubtrees::default());
        match self.next() {
            Next::Solutions(solutions) => count = solutions.into(),
            Next::Branch(item) => rest.open.extend(self.children::<COLORED>(item)),
        }
        let stats = Stats { nodes: 1, updates: self.arena.updates };
        (Tally { count, stats }, rest)
    }

    /// The options of an item that work; where it takes long to find that out, the last ones include those that do not.
    fn children<const COLORED: bool>(&mut self, item: usize) -> Option<OpenLevel> {
        let mut untried = Vec::new();
        self.open::<COLORED>(item);
        loop {
            match self.advance::<COLORED>(EXPAND_WORK) {
                Advance::Over => break,
                Advance::Chosen if self.arena.updates < EXPAND_WORK => {
                    untried.push(self.arena.option_at(to_usize(self.trail[0].node)));
                }
                _ => {
                    // The search ends here, in the middle of an option.
                    untried.extend(self.rest().open.into_iter().flat_map(|open| open.untried));
                    break;
                }
            }
        }
        (!untried.is_empty()).then(|| OpenLevel { level: 0, share: 1.0 / untried.len() as f64, untried })
    }

    fn walk<const COLORED: bool>(&mut self, dice: &mut dyn FnMut(usize) -> usize) -> Option<Seen> {
        let (mut seen, mut weight) = (Seen { nodes: 1.0, solutions: 0.0 }, 1.0);
        let most = self.n_looked_at + PROBE_WORK;
        while self.n_looked_at < most {
            if is_due_after(self.arena.len.len()) {
                return None;
            }
            self.n_looked_at += to_u64(self.arena.len.len());
            let item = match self.next() {
                Next::Branch(item) => item,
                Next::Solutions(number) => {
                    // The weight of a very large tree may be infinite; no solution still counts as 0.
                    seen.solutions = if number == 0 { 0.0 } else { weight * number as f64 };
                    break;
                }
            };
            self.open::<COLORED>(item);
            let options: Vec<usize> = self.arena.list(item, item).collect();
            let Some(level) = self.trail.last_mut().filter(|_| !options.is_empty()) else { break };
            let node = options[dice(options.len())];
            weight *= options.len() as f64;
            if !put_in::<I, COLORED>(&mut self.arena, self.joined.as_deref_mut(), node, level.starving) {
                break;
            }
            (level.node, level.is_chosen) = (to_u32(node), true);
            seen.nodes += weight;
        }
        Some(seen)
    }

    /// Takes back everything on the trail.
    fn rewind(&mut self) {
        while let Some(level) = self.trail.pop() {
            if self.arena.is_colored() {
                self.take_back::<true>(level);
            } else {
                self.take_back::<false>(level);
            }
        }
    }

    fn take_back<const COLORED: bool>(&mut self, level: Level) {
        if level.is_chosen {
            take_out::<I, COLORED>(&mut self.arena, self.joined.as_deref_mut(), to_usize(level.node));
        }
        self.arena.close::<COLORED>(to_usize(level.item));
    }
}

/// Chooses the option of a node. If some item cannot be covered any more or not often enough, or what is chosen cannot be connected, leaves everything as it was and returns false.
#[inline(always)]
fn put_in<I: Index, const COLORED: bool>(
    arena: &mut Arena<I>,
    joined: Option<&mut Joined>,
    node: usize,
    starving: u32,
) -> bool {
    if !arena.choose::<COLORED>(node, starving) {
        return false;
    }
    if COLORED && arena.is_short() {
        arena.unchoose::<COLORED>(node);
        return false;
    }
    joined.is_none_or(|joined| join::<I, COLORED>(arena, joined, node))
}

/// Joins the nodes of an option that has just been chosen, or takes the option back.
fn join<I: Index, const COLORED: bool>(arena: &mut Arena<I>, joined: &mut Joined, node: usize) -> bool {
    if joined.choose(node) {
        if !joined.is_hopeless(arena) {
            return true;
        }
        joined.unchoose();
    }
    arena.unchoose::<COLORED>(node);
    false
}

/// Undoes [`put_in`].
#[inline(always)]
fn take_out<I: Index, const COLORED: bool>(arena: &mut Arena<I>, joined: Option<&mut Joined>, node: usize) {
    if let Some(joined) = joined {
        joined.unchoose();
    }
    arena.unchoose::<COLORED>(node);
}

/// Time for an update, and for an item that is looked at, in ns.
const UPDATE_TIME: f64 = 5.0;
const LOOK_TIME: f64 = 0.1;

/// A probe ends when it has looked at this many items, which is enough for an estimate. (A path of 100000 vertices has as many levels, which would take 10^10 looks.)
const PROBE_WORK: u64 = 1 << 28;

impl<I: Index> Probed for Search<I> {
    fn probe(&mut self, dice: &mut dyn FnMut(usize) -> usize) -> Option<Seen> {
        let seen = if self.arena.is_colored() { self.walk::<true>(dice) } else { self.walk::<false>(dice) };
        self.rewind();
        seen
    }

    fn time(&self) -> f64 {
        self.arena.updates as f64 * UPDATE_TIME + self.n_looked_at as f64 * LOOK_TIME
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There are many large options, none of which works, and each fails only after thousands of updates: a poll comes in between nevertheless, and the rest is what was not tried.
    #[test]
    fn options_that_fail_are_polled_between() {
        let mut dice = fastrand::Rng::with_seed(1);
        let mut residue = Residue { n_items: 60, n_primary: 60, option_size: 1, ..Residue::default() };
        for option in 0..3000 {
            let items = dice.choose_multiple(0..60, 25 + option % 2);
            residue.push(OptionId::from_index(option), items.into_iter().map(|item| (item, 0)));
        }
        let signal = RunSignal::default();
        signal.request_split();
        let (tally, rest) = Search::<u32>::new(&residue).count(&Count::ONE, &signal);
        assert_eq!((rest.open[0].level, tally.count), (0, Count::ZERO));
        let (n_left, n_first) = (rest.open[0].untried.len(), to_usize(least(&Arena::<u32>::new(&residue).len).1));
        assert!(n_left > 0 && n_left < n_first, "{n_left} of {n_first}");
        // Without a request it runs to the end.
        let (all, rest) = Search::<u32>::new(&residue).count(&Count::ONE, &RunSignal::default());
        assert!(rest.is_empty() && all.count.is_zero());
    }
}
