//! The records of a certificate of a tree: `checker/FORMAT.md`, "Records of a tree".
//!
//! The tree is that of the checkers, which know nothing of copies of items, quotas or symmetries: what an item is covered by is a status, as in a sweep.
//! It is made level by level until it has enough leaves. What is left at a leaf is a problem of its own, which an engine counts; a checker counts it again, one solution after the other.

use std::io::Write;

use dlx_core::problem::{Color, Multiplicity, Problem, join, root};
use dlx_core::stop::poll;
use dlx_core::tally::Count;

use super::super::info::EngineKind;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::plan::ProblemAsText;
use super::{Unproved, amount, number};

/// A tree with fewer nodes than this is one leaf: a checker counts it in some hundredths of a second.
const FEW_NODES: u64 = 1 << 16;

/// With so few solutions, that is.
const FEW_SOLUTIONS: u64 = 1 << 14;

/// Enough leaves for a checker to say how far it is, and to say where a count is wrong.
const ENOUGH_LEAVES: usize = 1 << 8;

/// Deeper levels are left to the leaves.
const MOST_LEVELS: usize = 64;

/// What is left somewhere in the tree.
#[derive(Clone)]
struct Remainder {
    /// The primary items that belong to it.
    items: Vec<usize>,
    /// The options that can still be chosen, in the order of the problem.
    options: Vec<usize>,
    /// How often each item is covered; a secondary one has its color.
    status: Vec<u64>,
}

/// What a node of the tree is.
enum Growth {
    Leaf(Remainder),
    Item(usize, Vec<usize>),
    Parts(Vec<usize>),
}

/// A tree, and how it is counted.
pub(super) struct ProofTree<'a> {
    text: ProblemAsText,
    pub(super) engine: EngineKind,
    memory: usize,
    signal: &'a RunSignal,
    nodes: Vec<Growth>,
    /// The count, if the whole is one leaf; none if that was not tried.
    tiny: Option<Option<Count>>,
}

impl<'a> ProofTree<'a> {
    pub(super) fn new(problem: &Problem, engine: EngineKind, memory: usize, signal: &'a RunSignal) -> Self {
        let text = ProblemAsText::new(problem, None);
        let items = (0..text.items.len()).filter(|&item| text.items[item].is_primary).collect();
        let status = vec![0; text.items.len()];
        let fits = |option: &usize| text.options[*option].iter().all(|cell| text.fits(cell, &status));
        let options = (0..text.options.len()).filter(fits).collect();
        let whole = Growth::Leaf(Remainder { items, options, status });
        Self { text, engine, memory, signal, nodes: vec![whole], tiny: None }
    }
}

impl ProofTree<'_> {
    /// Are so few nodes enough for the whole that a checker needs no tree? Then it is counted.
    pub(super) fn is_tiny(&mut self) -> Result<bool, Unproved> {
        if let (None, Some(Growth::Leaf(whole))) = (&self.tiny, self.nodes.first()) {
            let trial = self.signal.for_trial();
            trial.bound(Some(FEW_NODES), Some(FEW_SOLUTIONS), 1);
            let is_few = |count: &Count| count.to_u64().is_some_and(|count| count <= FEW_SOLUTIONS);
            self.tiny = Some(self.count(whole, &trial)?.filter(is_few));
            if self.signal.is_stopped() {
                return Err(Unproved::Stopped);
            }
        }
        Ok(matches!(self.tiny, Some(Some(_))))
    }

    /// Branches level by level, until there are enough leaves.
    pub(super) fn grow(&mut self) {
        let mut level = vec![0];
        for _ in 0..MOST_LEVELS {
            if level.len() < ENOUGH_LEAVES {
                level = level.into_iter().flat_map(|node| self.branch(node)).collect();
            }
        }
    }

    /// Branches at a leaf, if anything is left to choose there. Returns the new leaves.
    fn branch(&mut self, node: usize) -> Vec<usize> {
        let Growth::Leaf(left) = &self.nodes[node] else { return Vec::new() };
        let Some(item) = self.text.branching_item(left) else { return Vec::new() };
        let parts = self.text.parts(left);
        let is_whole = parts.len() < 2;
        let below = if is_whole { self.text.below(left, item) } else { parts };
        let ends: Vec<usize> = (self.nodes.len()..).take(below.len()).collect();
        self.nodes.extend(below.into_iter().map(Growth::Leaf));
        self.nodes[node] = if is_whole { Growth::Item(item, ends.clone()) } else { Growth::Parts(ends.clone()) };
        ends
    }

    /// Writes a node and what is below it, and counts that.
    pub(super) fn write(&self, node: usize, leaves: &mut u64, out: &mut dyn Write) -> Result<Count, Unproved> {
        let (kind, below) = match &self.nodes[node] {
            Growth::Leaf(left) => {
                let counted =
                    self.tiny.clone().flatten().map_or_else(|| self.count(left, self.signal), |count| Ok(Some(count)));
                let count = counted?.ok_or(Unproved::Stopped)?;
                number(out, 0)?;
                amount(out, &count)?;
                *leaves += 1;
                return Ok(count);
            }
            Growth::Parts(below) => (1, below),
            Growth::Item(item, below) => (2 + item, below),
        };
        number(out, kind)?;
        let counts = below.iter().map(|&node| self.write(node, leaves, out)).collect::<Result<Vec<_>, _>>()?;
        Ok(if kind == 1 {
            counts.into_iter().fold(Count::ONE, |all, count| all * count)
        } else {
            counts.into_iter().sum()
        })
    }

    /// The solutions of what is left; none if it is stopped.
    fn count(&self, left: &Remainder, signal: &RunSignal) -> Result<Option<Count>, Unproved> {
        if self.text.is_short(left) {
            return Ok(Some(Count::ZERO));
        }
        let problem = self.text.problem_of(left)?;
        let (tally, rest) = self.engine.build(&problem, self.memory).run(&Task::root(), signal);
        Ok(rest.is_empty().then_some(tally.count))
    }
}

impl ProblemAsText {
    fn fits(&self, &(item, tint): &(usize, u64), status: &[u64]) -> bool {
        let (status, item) = (status[item], &self.items[item]);
        if item.is_primary { status < item.most } else { status == 0 || tint > 1 && status == tint }
    }

    fn has(&self, option: usize, item: usize) -> bool {
        self.options[option].iter().any(|&(other, _)| other == item)
    }

    /// How many options that can still be chosen each item has.
    fn n_living(&self, left: &Remainder) -> Vec<u64> {
        let mut n_living = vec![0; self.items.len()];
        left.options.iter().flat_map(|&option| &self.options[option]).for_each(|&(item, _)| n_living[item] += 1);
        n_living
    }

    /// Can an item not be covered often enough?
    fn is_short(&self, left: &Remainder) -> bool {
        let n_living = self.n_living(left);
        left.items.iter().any(|&item| left.status[item] + n_living[item] < self.items[item].least)
    }

    /// The item with the fewest branches; none if nothing is left to choose, or an item cannot be covered often enough.
    fn branching_item(&self, left: &Remainder) -> Option<usize> {
        let n_living = self.n_living(left);
        let open = left.items.iter().copied().filter(|&item| n_living[item] > 0);
        let n_branches = |&item: &usize| n_living[item] - self.items[item].least.saturating_sub(left.status[item]);
        if self.is_short(left) { None } else { open.min_by_key(n_branches) }
    }

    /// What is left for each option of an item, if it is the first of these that is chosen; and if none is, where that is enough.
    fn below(&self, left: &Remainder, item: usize) -> Vec<Remainder> {
        let mut below = Vec::new();
        for &chosen in left.options.iter().filter(|&&option| self.has(option, item)) {
            poll(left.options.len());
            let mut status = left.status.clone();
            for &(item, tint) in &self.options[chosen] {
                status[item] = if self.items[item].is_primary { status[item] + 1 } else { tint };
            }
            let remains = |&option: &usize| {
                (option > chosen || !self.has(option, item))
                    && self.options[option].iter().all(|cell| self.fits(cell, &status))
            };
            let options = left.options.iter().copied().filter(remains).collect();
            below.push(Remainder { items: left.items.clone(), options, status });
        }
        if left.status[item] >= self.items[item].least {
            let options = left.options.iter().copied().filter(|&option| !self.has(option, item)).collect();
            below.push(Remainder { options, ..left.clone() });
        }
        below
    }

    /// The parts that have no option in common, and no secondary item that is not covered yet: by their least items. Items without options belong to none.
    fn parts(&self, left: &Remainder) -> Vec<Remainder> {
        let joins = |item: usize| self.items[item].is_primary || left.status[item] == 0;
        let mut roots: Vec<usize> = (0..self.items.len()).collect();
        for &option in &left.options {
            let items: Vec<usize> =
                self.options[option].iter().map(|cell| cell.0).filter(|&item| joins(item)).collect();
            items.windows(2).for_each(|pair| join(&mut roots, pair[0], pair[1]));
        }
        let n_living = self.n_living(left);
        let mut parts: Vec<(usize, Remainder)> = Vec::new();
        for &item in left.items.iter().filter(|&&item| n_living[item] > 0) {
            let part = root(&mut roots, item);
            match parts.iter_mut().find(|(root, _)| *root == part) {
                Some((_, one)) => one.items.push(item),
                None => parts
                    .push((part, Remainder { items: vec![item], options: Vec::new(), status: left.status.clone() })),
            }
        }
        for &option in &left.options {
            let primary = self.options[option].iter().find(|cell| self.items[cell.0].is_primary);
            let part = primary.map(|cell| root(&mut roots, cell.0));
            let one = parts.iter_mut().find(|(root, _)| Some(*root) == part);
            one.into_iter().for_each(|(_, one)| one.options.push(option));
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// What is left, as a problem.
    fn problem_of(&self, left: &Remainder) -> Result<Problem, Unproved> {
        let (mut builder, n_living) = (Problem::builder(), self.n_living(left));
        let (mut ids, mut times) = (vec![None; self.items.len()], Vec::new());
        for &item in left.items.iter().filter(|&&item| n_living[item] > 0) {
            let id = builder.primary(item)?;
            ids[item] = Some(id);
            let (covered, whole) = (left.status[item], &self.items[item]);
            let (least, most) = (whole.least.saturating_sub(covered), whole.most - covered);
            if (least, most) != (1, 1) {
                // What says nothing makes no copies.
                let most = (most < n_living[item]).then(|| as_usize(most));
                times.push((id, Multiplicity { least: as_usize(least), most }));
            }
        }
        for (item, id) in ids.iter_mut().enumerate() {
            if !self.items[item].is_primary && left.status[item] == 0 && n_living[item] > 0 {
                *id = Some(builder.secondary(item)?);
            }
        }
        for &option in &left.options {
            poll(self.options[option].len());
            for &(item, tint) in &self.options[option] {
                let Some(id) = ids[item] else { continue };
                let color = if tint > 1 { builder.color(&tint.to_string())? } else { Color::NONE };
                builder.push(id, color)?;
            }
            builder.finish()?;
        }
        let problem = builder.build();
        Ok(if times.is_empty() { problem } else { problem.with_times(&times)? })
    }
}

fn as_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
