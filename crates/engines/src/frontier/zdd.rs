//! The zero-suppressed decision diagram of all solutions (Minato, 1993; TAOCP 7.1.4), from the states of a sweep.
//!
//! A variable stands for an option. Variables are ordered as the sweep meets them: level by level, and within a level in the order of its choices. The node of a state
//! in which its item is covered is that of its only successor. Else the state becomes a chain: does it take the first choice, or the second, or ...; it must
//! take one, so the chain ends in the empty family. Levels are taken from the last to the first; nodes without a way to a solution vanish, and equal nodes are one,
//! so the diagram is reduced when it is done.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::kept::{KeptLevels, Refusal};
use super::layout::Key;
use dlx_core::problem::{OptionId, Problem, to_u32, to_usize};
use dlx_core::stop::poll;
use dlx_core::tally::Count;

/// No solution, and the empty one: the numbers of the two ends.
const BOTTOM: u32 = 0;
const TOP: u32 = 1;

/// A node: a variable, and the nodes without and with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct ZddNode {
    variable: u32,
    low: u32,
    high: u32,
}

/// A family of sets of options.
#[derive(Clone, Debug)]
pub struct Zdd {
    /// The node with number k is at k - 2; children come before parents.
    nodes: Vec<ZddNode>,
    root: u32,
    /// The option of each variable, from 1.
    options: Vec<OptionId>,
}

impl Zdd {
    /// The diagram of a list of sets, such as solutions, each in increasing order.
    pub fn of(mut sets: Vec<Vec<OptionId>>) -> Self {
        sets.sort_unstable();
        sets.dedup();
        let mut options = sets.concat();
        options.sort_unstable();
        options.dedup();
        let mut zdd = Self { nodes: Vec::new(), root: BOTTOM, options };
        zdd.root = zdd.below(&sets, 0, &mut FxHashMap::default());
        zdd
    }

    /// The node for the parts of some sets, in order, from this place on; before it they agree.
    fn below(&mut self, sets: &[Vec<OptionId>], place: usize, known: &mut FxHashMap<ZddNode, u32>) -> u32 {
        let n_ended = sets.partition_point(|set| set.len() == place);
        let mut low = if n_ended > 0 { TOP } else { BOTTOM };
        for sets in sets[n_ended..].chunk_by(|one, other| one[place] == other[place]).rev() {
            let variable = self.options.partition_point(|&option| option < sets[0][place]);
            let high = self.below(sets, place + 1, known);
            low = self.node(known, ZddNode { variable: to_u32(variable) + 1, low, high });
        }
        low
    }

    /// Nodes, without the two ends.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The root: a node, or 0 for the empty family and 1 for that of the empty set alone.
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// Every node, from number 2 on, children first: its option, and the numbers of the nodes without and with it.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (OptionId, [u32; 2])> + '_ {
        self.nodes.iter().map(|node| (self.options[to_usize(node.variable) - 1], [node.low, node.high]))
    }

    /// The option of a node, and the numbers of the nodes without and with it; none for an end.
    pub(super) fn node_at(&self, number: u32) -> Option<(OptionId, [u32; 2])> {
        let node = self.nodes.get(to_usize(number.checked_sub(2)?))?;
        Some((self.options[to_usize(node.variable) - 1], [node.low, node.high]))
    }

    /// How many sets are in the family, counted in the diagram itself.
    #[must_use]
    pub fn count(&self) -> Count {
        let mut counts = vec![Count::ZERO, Count::ONE];
        for node in &self.nodes {
            counts.push(counts[to_usize(node.low)].clone() + counts[to_usize(node.high)].clone());
        }
        counts[to_usize(self.root)].clone()
    }

    /// Writes the diagram as Graphillion reads it: a line `node variable low high` for each node, children first, `B` and `T` for the ends, and a dot. (A diagram
    /// without nodes is the name of its end.) Lines before, which begin with `c`, say which option each variable is; Graphillion wants them taken out.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, problem: &Problem, mut out: impl Write) -> io::Result<()> {
        for (number, &option) in (1..).zip(&self.options) {
            writeln!(out, "c variable {number}: option {}: {}", option.index(), problem.option_words(option))?;
        }
        if self.nodes.is_empty() {
            writeln!(out, "{}", name(self.root))?;
        }
        for (number, node) in (2u32..).zip(&self.nodes) {
            writeln!(out, "{number} {} {} {}", node.variable, name(node.low), name(node.high))?;
        }
        writeln!(out, ".")
    }
}

fn name(node: u32) -> String {
    match node {
        BOTTOM => "B".into(),
        TOP => "T".into(),
        node => node.to_string(),
    }
}

/// Builds the diagram of kept levels in this much memory.
pub(super) fn build<const K: usize>(kept: &KeptLevels<K>, memory: usize) -> Result<Zdd, Refusal> {
    let options: Vec<OptionId> = kept.options.iter().flatten().copied().collect();
    let mut zdd = Zdd { nodes: Vec::new(), root: BOTTOM, options };
    let mut known: FxHashMap<ZddNode, u32> = FxHashMap::default();
    let mut after: FxHashMap<Key<K>, u32> = [([0; K], TOP)].into_iter().collect();
    let mut first_variable = to_u32(zdd.options.len()) + 1;
    for (level, states) in kept.levels.iter().zip(&kept.states).rev() {
        first_variable -= to_u32(level.choices.len());
        let (mut before, mut steps) = (FxHashMap::default(), Vec::new());
        // A node may be equal to one of this level only: variables of another are others.
        known.clear();
        let mut is_full = false;
        states.for_each(|key, _| {
            poll(level.choices.len());
            is_full = is_full || bytes_of::<K>(&zdd, &[&after, &before], &known) > memory;
            if is_full {
                return;
            }
            steps.clear();
            level.steps(key, |next, choice| steps.push((after.get(&next).copied().unwrap_or(BOTTOM), choice)));
            let node = steps.iter().rev().fold(BOTTOM, |low, &(high, choice)| match choice {
                None => high,
                Some(_) if high == BOTTOM => low,
                Some(choice) => zdd.node(&mut known, ZddNode { variable: first_variable + to_u32(choice), low, high }),
            });
            if node != BOTTOM {
                before.insert(*key, node);
            }
        });
        if is_full {
            return Err(Refusal::Memory);
        }
        after = before;
    }
    // Before the first level there is one state, or none.
    kept.states[0].for_each(|key, _| zdd.root = after.get(key).copied().unwrap_or(BOTTOM));
    Ok(zdd)
}

/// What has been allocated while a diagram is built.
fn bytes_of<const K: usize>(zdd: &Zdd, levels: &[&FxHashMap<Key<K>, u32>], known: &FxHashMap<ZddNode, u32>) -> usize {
    let states: usize = levels.iter().map(|level| level.capacity()).sum();
    zdd.nodes.capacity() * size_of::<ZddNode>()
        + states * (size_of::<(Key<K>, u32)>() + 1)
        + known.capacity() * (size_of::<(ZddNode, u32)>() + 1)
}

impl Zdd {
    /// The number of a node, new or known.
    fn node(&mut self, known: &mut FxHashMap<ZddNode, u32>, node: ZddNode) -> u32 {
        *known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            to_u32(self.nodes.len()) + 1
        })
    }
}
