//! Dancing links: the reference engine, and the one for huge sparse problems.
//!
//! Algorithm X on Knuth's node arrays, with colors (TAOCP 7.2.2.1, Algorithms X and C). Choosing an option hides every option that meets it,
//! going back unhides them in reverse order, and the links of what was taken out are all that is needed to put it back.
//!
//! Where it differs from Algorithm C, step by step:
//!
//! * **C2, C3** (enter level, choose i): no linked list of active items; see [`choose`](super::choose).
//! * **C4, C5** (cover i, try x): an item that loses its last option is seen at once, not at the next level, and what was done so far is undone.
//!   Knuth's SSXCC gets its edge over DLX2 from the same test. Items that the option itself covers must not raise the alarm, so they go out
//!   of play before anything is hidden.
//! * **C2** again: the last item in play is not branched on. Every option in its list is a solution.
//! * The search is a loop with its own stack, so that it can pause at any node and hand back the rest, and no depth overflows the thread's stack.

mod arena;

use super::choose::least;
use super::ledger::Ledger;
use super::{Engine, OpenLevel, Rest, Task, Watch};
use crate::problem::{OptionId, Problem};
use crate::tally::{Count, Stats, Tally};
use arena::Arena;

/// An engine polls its watch after about this much work, in updates and nodes: a few milliseconds.
const POLL_WORK: u64 = 1 << 18;
/// The least work that a node is taken to be: finding the item to branch on.
const NODE_WORK: u64 = 32;

/// The dancing links engine.
#[derive(Clone, Debug)]
pub struct Links {
    arena: Arena,
    trail: Vec<Level>,
}

/// One level of the search: an open item, and the option of it that is being tried.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The node in the item's list whose option is chosen; the item's header while none is.
    node: u32,
    /// How many items had no option left after opening this one.
    starving: u32,
}

/// What there is to do at a node of the search tree.
enum Next {
    /// This many solutions, and nothing else.
    Solutions(u64),
    /// A branch on this item.
    Branch(usize),
}

impl Links {
    /// Lays out the problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let arena = Arena::new(problem);
        let trail = Vec::with_capacity(arena.n_primary);
        Self { arena, trail }
    }

    /// Looks at one node only: what is found there, and the options to go on with as the rest.
    /// The options of the rest have been tried: none of them fails at once.
    pub fn expand(&mut self, task: &Task) -> (Tally, Rest) {
        if self.arena.is_colored() {
            self.below::<true>(task, Self::one_node)
        } else {
            self.below::<false>(task, Self::one_node)
        }
    }

    /// Chooses the prefix, does something below it, and takes the prefix back.
    fn below<const COLORED: bool>(
        &mut self,
        task: &Task,
        search: impl FnOnce(&mut Self) -> (Tally, Rest),
    ) -> (Tally, Rest) {
        let mut chosen = Vec::with_capacity(task.prefix.len());
        for &option in &task.prefix {
            match self.take::<COLORED>(option) {
                Some(node) => chosen.push(node),
                None => break,
            }
        }
        let is_possible = chosen.len() == task.prefix.len() && self.arena.starving() == 0;
        let result = if is_possible { search(self) } else { Default::default() };
        for &node in chosen.iter().rev() {
            self.untake::<COLORED>(node);
        }
        result
    }

    /// Chooses an option wherever it stands, and says by which node; or cannot.
    fn take<const COLORED: bool>(&mut self, option: OptionId) -> Option<usize> {
        let first = self.arena.first_node(option)?;
        let node = self
            .arena
            .option_nodes(first)
            .find(|&node| (self.arena.nodes[node].item as usize) < self.arena.n_primary)?;
        if !self.arena.is_alive(node) {
            return None;
        }
        let item = self.arena.nodes[node].item as usize;
        let starving = self.arena.open::<COLORED>(item);
        if self.arena.choose::<COLORED>(node, starving) {
            return Some(node);
        }
        self.arena.close::<COLORED>(item);
        None
    }

    /// Undoes [`take`](Self::take).
    fn untake<const COLORED: bool>(&mut self, node: usize) {
        self.arena.unchoose::<COLORED>(node);
        self.arena.close::<COLORED>(self.arena.nodes[node].item as usize);
    }

    /// The search itself.
    fn search<const COLORED: bool>(&mut self, weight: &Count, watch: &Watch) -> (Tally, Rest) {
        let (mut ledger, mut rest) = (Ledger::new(weight), Rest::default());
        let updates_before = self.arena.updates;
        let mut next_poll = updates_before + POLL_WORK;
        loop {
            if self.arena.updates + ledger.nodes * NODE_WORK >= next_poll {
                if ledger.pause_now(watch) {
                    rest = self.rest();
                    self.rewind::<COLORED>();
                    break;
                }
                next_poll = self.arena.updates + POLL_WORK;
            }
            ledger.nodes += 1;
            match self.next() {
                Next::Solutions(solutions) => ledger.found += solutions,
                Next::Branch(item) => self.open::<COLORED>(item),
            }
            if !self.advance::<COLORED>() {
                break;
            }
        }
        (ledger.close(watch, self.arena.updates - updates_before), rest)
    }

    /// C2 and C3: are we done here, and if not, which item is next?
    fn next(&self) -> Next {
        if self.arena.in_play == 0 {
            return Next::Solutions(1);
        }
        let (item, len) = least(&self.arena.len[..self.arena.n_primary]);
        if self.arena.in_play == 1 { Next::Solutions(len.into()) } else { Next::Branch(item) }
    }

    /// C4: a new level that branches on the item.
    fn open<const COLORED: bool>(&mut self, item: usize) {
        let starving = self.arena.open::<COLORED>(item);
        self.trail.push(Level { item: item as u32, node: item as u32, starving });
    }

    /// C5 to C8: goes on to the next option that works, here or further up. Says no when there is none.
    fn advance<const COLORED: bool>(&mut self) -> bool {
        while let Some(level) = self.trail.last_mut() {
            if level.node != level.item {
                self.arena.unchoose::<COLORED>(level.node as usize);
            }
            loop {
                level.node = self.arena.nodes[level.node as usize].down;
                if level.node == level.item {
                    self.arena.close::<COLORED>(level.item as usize);
                    self.trail.pop();
                    break;
                }
                if self.arena.choose::<COLORED>(level.node as usize, level.starving) {
                    return true;
                }
            }
        }
        false
    }

    /// Takes back everything on the trail.
    fn rewind<const COLORED: bool>(&mut self) {
        while let Some(level) = self.trail.pop() {
            if level.node != level.item {
                self.arena.unchoose::<COLORED>(level.node as usize);
            }
            self.arena.close::<COLORED>(level.item as usize);
        }
    }

    /// What is left to do, at a node that has just been reached and not been looked at.
    fn rest(&self) -> Rest {
        let mut rest = Rest::default();
        let mut share = 1.0;
        for (depth, level) in self.trail.iter().enumerate() {
            share /= f64::from(self.list(level.item, level.item).count() as u32);
            // The option being tried at the last level has not been looked into; the others above have their own levels below them.
            let is_last = depth + 1 == self.trail.len();
            let tried = is_last.then_some(level.node);
            let untried: Vec<OptionId> = tried
                .into_iter()
                .chain(self.list(level.node, level.item))
                .map(|node| self.arena.option_at(node as usize))
                .collect();
            if !untried.is_empty() {
                rest.open.push(OpenLevel { level: depth, share, untried });
            }
            rest.trail.push(self.arena.option_at(level.node as usize));
        }
        rest
    }

    /// The nodes below `from` in the list of an item.
    fn list(&self, from: u32, item: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(self.arena.nodes[from as usize].down), |&node| {
            Some(self.arena.nodes[node as usize].down)
        })
        .take_while(move |&node| node != item)
    }

    fn one_node(&mut self) -> (Tally, Rest) {
        let mut tally = Tally { count: Count::ZERO, stats: Stats { nodes: 1, updates: 0 } };
        match self.next() {
            Next::Solutions(solutions) => tally.count = solutions.into(),
            Next::Branch(item) => {
                return (
                    tally,
                    if self.arena.is_colored() { self.children::<true>(item) } else { self.children::<false>(item) },
                );
            }
        }
        (tally, Rest::default())
    }

    /// The options of an item that work, as a rest.
    fn children<const COLORED: bool>(&mut self, item: usize) -> Rest {
        let mut untried = Vec::new();
        self.open::<COLORED>(item);
        while self.advance::<COLORED>() {
            untried.push(self.arena.option_at(self.trail[0].node as usize));
        }
        let share = 1.0 / untried.len().max(1) as f64;
        let open = if untried.is_empty() { Vec::new() } else { vec![OpenLevel { level: 0, share, untried }] };
        Rest { trail: Vec::new(), open }
    }
}

impl Engine for Links {
    fn run(&mut self, task: &Task, watch: &Watch) -> (Tally, Rest) {
        if self.arena.is_colored() {
            self.below::<true>(task, |links| links.search::<true>(&task.weight, watch))
        } else {
            self.below::<false>(task, |links| links.search::<false>(&task.weight, watch))
        }
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
