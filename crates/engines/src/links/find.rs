//! The search of `search`, one solution at a time: what counting adds up in one go at the last option is handed out option by option.

use super::super::choose::least;
use super::super::residue::Residue;
use super::super::task::OpenSubtrees;
use super::index::Index;
use super::search::{Advance, NODE_WORK, Next, POLL_WORK, Search};
use dlx_core::problem::{OptionId, to_usize};
use dlx_core::tally::Profile;

/// A search, and what it still has to hand out at the current node.
#[derive(Debug)]
pub(super) struct Finder<I> {
    search: Search<I>,
    leaf: FinderState,
    n_solutions: u64,
    pub(super) profile: Profile,
}

/// The position of the finder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FinderState {
    /// The search is at a node that has not been looked at.
    None,
    /// In the list of this item: the option of every node after this one is the last of a solution.
    List { item: usize, node: usize },
    /// The search is between two options, the first of which has failed.
    Tired,
    /// Everything is searched.
    Over,
}

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FindStep {
    /// A solution.
    Found,
    /// A node.
    Passed,
    /// The end.
    Over,
}

impl<I: Index> Finder<I> {
    /// Searches all that the residue holds.
    pub(super) fn new(residue: &Residue) -> Self {
        let search = Search::new(residue);
        Self { search, leaf: FinderState::None, n_solutions: 0, profile: Profile::default() }
    }

    /// Looks at one more node, or hands out one more solution: its options are then in `found`, in the order in which they were chosen.
    pub(super) fn step(&mut self, found: &mut Vec<OptionId>) -> FindStep {
        match self.leaf {
            FinderState::None => self.look(found),
            FinderState::List { item, node } => self.next_of(item, node, found),
            FinderState::Tired => {
                self.leaf = FinderState::None;
                self.go_on();
                FindStep::Passed
            }
            FinderState::Over => FindStep::Over,
        }
    }

    /// About how much work has been done so far.
    pub(super) fn work(&self) -> u64 {
        self.search.arena.updates + (self.profile.nodes + self.n_solutions) * NODE_WORK
    }

    /// Updates so far.
    pub(super) fn updates(&self) -> u64 {
        self.search.arena.updates
    }

    /// Is it between two nodes, or two options? Only there can it be asked for its rest.
    pub(super) fn is_between_nodes(&self) -> bool {
        matches!(self.leaf, FinderState::None | FinderState::Tired)
    }

    /// What is left to do.
    pub(super) fn rest(&self) -> OpenSubtrees {
        debug_assert!(self.is_between_nodes());
        self.search.rest()
    }

    fn look(&mut self, found: &mut Vec<OptionId>) -> FindStep {
        self.profile.visit(self.search.trail.len());
        match self.search.next() {
            Next::Solutions(0) => {}
            Next::Solutions(_) if self.search.arena.in_play == 0 => {
                self.fill(found, None);
                self.go_on();
                return FindStep::Found;
            }
            // Another look at the lengths, at leaves only.
            Next::Solutions(_) => {
                let (item, _) = least(&self.search.arena.len[..self.search.arena.n_primary]);
                self.leaf = FinderState::List { item, node: item };
                return FindStep::Passed;
            }
            Next::Branch(item) => {
                self.profile.branch(self.search.arena.list(item, item).count());
                if self.search.arena.is_colored() {
                    self.search.open::<true>(item);
                } else {
                    self.search.open::<false>(item);
                }
            }
        }
        self.go_on();
        FindStep::Passed
    }

    /// The next of the last options.
    fn next_of(&mut self, item: usize, node: usize, found: &mut Vec<OptionId>) -> FindStep {
        let next = self.search.arena.nodes[node].down.get();
        if next == item {
            self.leaf = FinderState::None;
            self.go_on();
            return FindStep::Passed;
        }
        self.leaf = FinderState::List { item, node: next };
        self.fill(found, Some(next));
        FindStep::Found
    }

    fn fill(&mut self, found: &mut Vec<OptionId>, last: Option<usize>) {
        self.n_solutions += 1;
        let chosen = self.search.trail.iter().map(|level| to_usize(level.node));
        found.extend(chosen.chain(last).map(|node| self.search.arena.option_at(node)));
    }

    fn go_on(&mut self) {
        let search = &mut self.search;
        let until = search.arena.updates + POLL_WORK;
        let is_colored = search.arena.is_colored();
        let advance = if is_colored { search.advance::<true>(until) } else { search.advance::<false>(until) };
        match advance {
            Advance::Chosen => {}
            Advance::Tired => self.leaf = FinderState::Tired,
            Advance::Over => self.leaf = FinderState::Over,
        }
    }
}
