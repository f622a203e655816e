//! A sweep that was put off, in memory: a trial that lost its patience goes on later where it stopped.

use super::kept::AnyWidth;
use super::number::Number;
use super::states::States;
use std::any::Any;

/// What a sweep that was put off has reached, or nothing. It belongs to one layout and one task.
#[derive(Debug, Default)]
pub(in crate::engine) struct Aside(Option<Reached>);

/// The states after some level.
#[derive(Debug)]
struct Reached {
    level: usize,
    /// States of all levels so far.
    nodes: u64,
    /// How many of them each level had.
    sizes: Vec<usize>,
    /// `States<K, N>`, whatever the width of the keys and the width of the multiplicities.
    states: Box<dyn Any + Send + Sync>,
}

/// What was put aside, as it is taken up.
pub(super) struct TakenUp<const K: usize> {
    pub(super) level: usize,
    pub(super) nodes: u64,
    pub(super) sizes: Vec<usize>,
    pub(super) states: AnyWidth<K>,
}

impl Aside {
    /// Puts the states after so many levels aside, in place of what was there.
    pub(super) fn put<const K: usize, N: Number>(
        &mut self,
        level: usize,
        nodes: u64,
        sizes: &[usize],
        states: States<K, N>,
    ) {
        self.0 = Some(Reached { level, nodes, sizes: sizes.to_vec(), states: Box::new(states) });
    }

    /// Takes it up again. Nothing is left.
    pub(super) fn take_up<const K: usize>(&mut self) -> Option<TakenUp<K>> {
        let Reached { level, nodes, sizes, states } = self.0.take()?;
        let states = states.downcast().map(|states| AnyWidth::Narrow(*states));
        let states = states.or_else(|states| states.downcast().map(|states| AnyWidth::Wide(*states)));
        let states = states.or_else(|states| states.downcast().map(|states| AnyWidth::Big(*states))).ok()?;
        Some(TakenUp { level, nodes, sizes, states })
    }
}
