//! The top of a search tree, looked at node by node: in bit sets, or by links where those would be too large.

use super::merge::BelowPrefix;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::{Stats, Tally};
use dlx_engines::bits::{BitProblem, NodeWork, Subproblem};
use dlx_engines::links::Links;
use dlx_engines::{EngineKind, OpenLevel, OpenSubtrees, Prefix, Task};

/// Searches the nodes.
pub(super) enum TreeExpander {
    Bits(Box<BitProblem>),
    Links { links: Box<Links>, n_cells: usize },
}

impl TreeExpander {
    pub(super) fn new(problem: &Problem) -> Self {
        let links = || Self::Links { links: Box::new(Links::new(problem)), n_cells: problem.n_cells() };
        let whole = EngineKind::Bits.knows(problem).then(|| BitProblem::new(problem)).flatten();
        whole.map_or_else(links, |whole| Self::Bits(Box::new(whole)))
    }

    /// Searches one node. Returns what is found there, and as the rest the options to continue with, without those that fail at once, as far as there is time to look. Branches on one of the `first` items, if any is open.
    pub(super) fn expand(
        &mut self,
        task: &Task,
        first: &[usize],
        is_stopped: &dyn Fn() -> bool,
    ) -> (Tally, OpenSubtrees) {
        match self {
            Self::Bits(whole) => {
                let left = whole.below(&task.prefix.to_vec());
                left.map(|left| looked_at(whole, &left, first, is_stopped)).unwrap_or_default()
            }
            Self::Links { links, .. } => links.expand(task),
        }
    }

    /// Does any of these items have a living option below a prefix?
    pub(super) fn is_any_open(&self, prefix: &Prefix, items: &[usize]) -> bool {
        match self {
            Self::Bits(whole) if !items.is_empty() => {
                whole.below(&prefix.to_vec()).is_some_and(|left| whole.is_any_open(&left, items))
            }
            _ => false,
        }
    }

    /// The time to find the options below a prefix, in options.
    pub(super) fn effort(&self) -> usize {
        match self {
            Self::Bits(_) => 0,
            Self::Links { n_cells, .. } => *n_cells,
        }
    }

    /// What can still be chosen below a prefix that does not fail.
    pub(super) fn alive(&mut self, prefix: &[OptionId]) -> BelowPrefix {
        match self {
            Self::Bits(whole) => {
                let Some(left) = whole.below(prefix) else { return BelowPrefix::default() };
                BelowPrefix { options: whole.living(&left), quotas: whole.tokens_left(&left).collect() }
            }
            Self::Links { links, .. } => {
                let (options, quotas) = links.alive(prefix);
                BelowPrefix { options, quotas }
            }
        }
    }
}

fn looked_at(
    whole: &BitProblem,
    left: &Subproblem,
    first: &[usize],
    is_stopped: &dyn Fn() -> bool,
) -> (Tally, OpenSubtrees) {
    let stats = Stats { nodes: 1, updates: 0 };
    let item = match whole.look(left, first) {
        NodeWork::Solutions(number) => return (Tally { count: number.into(), stats }, OpenSubtrees::default()),
        NodeWork::Branch(item, _) => item,
    };
    // An item may have a million options.
    let lives = |&option: &usize| {
        if is_stopped() {
            return true;
        }
        let mut below = left.clone();
        whole.choose(&mut below, option);
        !whole.is_starving(&below)
    };
    let untried: Vec<OptionId> = whole.options_of(item, left).filter(lives).map(|option| whole.id(option)).collect();
    let share = 1.0 / untried.len() as f64;
    let open = if untried.is_empty() { Vec::new() } else { vec![OpenLevel { level: 0, share, untried }] };
    (Tally { stats, ..Tally::default() }, OpenSubtrees { open, ..OpenSubtrees::default() })
}
