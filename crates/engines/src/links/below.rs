//! The engine: a problem laid out once, in which the prefix of each task is chosen to see what is left below it.

use super::super::algorithm::Engine;
use super::super::ports::Ports;
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::{OpenSubtrees, Task};
use super::arena::Arena;
use super::index::Index;
use super::widths::{count, expand};
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::Tally;

/// The dancing links engine.
#[derive(Clone, Debug)]
pub struct Links {
    /// The whole problem, in which prefixes are chosen.
    whole: Arena<u32>,
    /// How its options must be connected, if there is such a condition.
    ports: Option<Ports>,
}

impl Links {
    /// Lays out the problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let residue = Residue::whole(problem);
        Self { whole: Arena::new(&residue), ports: residue.ports }
    }

    /// Searches one node only. Returns what is found there, and as the rest the options to continue with, without those that fail at once.
    pub fn expand(&mut self, task: &Task) -> (Tally, OpenSubtrees) {
        self.below(&task.prefix.to_vec()).map(|residue| expand(&residue)).unwrap_or_default()
    }

    /// The options that can still be chosen below a prefix, in order, and for each item with a [quota](Problem::quotas) that some of them have how many of them may be; none if it starves an item or its options exclude each other.
    pub fn alive(&mut self, prefix: &[OptionId]) -> (Vec<OptionId>, Vec<u64>) {
        let Some(residue) = self.below(prefix) else { return Default::default() };
        let quotas = residue.quotas.iter().map(|quota| u64::from(quota.most)).collect();
        (residue.ids, quotas)
    }

    /// What is left below a prefix; none if it starves an item or its options exclude each other.
    pub(crate) fn below(&mut self, prefix: &[OptionId]) -> Option<Residue> {
        let residue =
            if self.whole.is_colored() { self.residue::<true>(prefix) } else { self.residue::<false>(prefix) };
        let Some(ports) = &self.ports else { return residue };
        let places = |options: &[OptionId]| {
            let place = |option| self.whole.ids.binary_search(option).ok();
            options.iter().map(place).collect::<Option<Vec<usize>>>()
        };
        let residue = residue?;
        let ports = ports.below(&places(prefix)?, &places(&residue.ids)?)?;
        Some(Residue { ports: Some(ports), ..residue })
    }

    fn residue<const COLORED: bool>(&mut self, prefix: &[OptionId]) -> Option<Residue> {
        let mut chosen = Vec::with_capacity(prefix.len());
        chosen.extend(prefix.iter().map_while(|&option| self.choose::<COLORED>(option)));
        let is_possible = chosen.len() == prefix.len() && !self.whole.is_short();
        let residue = is_possible.then(|| self.whole.residue());
        chosen.iter().rev().for_each(|&node| self.unchoose::<COLORED>(node));
        residue
    }

    /// Chooses an option, and returns the node by which it was chosen; none if that is not possible.
    fn choose<const COLORED: bool>(&mut self, option: OptionId) -> Option<usize> {
        let node = self.whole.find(option)?;
        let item = self.whole.nodes[node].item.get();
        let starving = self.whole.open::<COLORED>(item);
        let is_chosen = self.whole.choose::<COLORED>(node, starving);
        if !is_chosen {
            self.whole.close::<COLORED>(item);
        }
        is_chosen.then_some(node)
    }

    /// Undoes [`choose`](Self::choose).
    fn unchoose<const COLORED: bool>(&mut self, node: usize) {
        self.whole.unchoose::<COLORED>(node);
        self.whole.close::<COLORED>(self.whole.nodes[node].item.get());
    }
}

impl Engine for Links {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        self.below(&task.prefix.to_vec()).map(|residue| count(&residue, &task.weight, signal)).unwrap_or_default()
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
