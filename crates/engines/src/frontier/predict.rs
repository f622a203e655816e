//! How many states an order of the items will make, before any is made.
//!
//! An item in the frontier is covered or not, and the more of its options have been decided, the likelier it is. So each carries the
//! entropy of that share, and 2 to their sum is about the number of states. To count the items alone, which bounds the states by
//! 2 to the *width* of the frontier, is the obvious first idea, and is wrong where it matters: a straight scan of a board touches more cells
//! ahead than a slanted front, but hardly ever covers the far ones. Entropy alone is wrong, too: it sees nothing bad in an order that
//! takes every second cell, and leaves out that unlikely states are states. So the prediction is three quarters entropy and one quarter width. By entropy 10 x 8 pentominoes have 25.5 instead of 56.4 million states, 6 x 6 hexominoes
//! 0.56 instead of 4.3, Latin squares of side 5 0.07 instead of 0.42 (results/2026-11-21-families).

use super::super::residue::Residue;
use dlx_core::problem::to_usize;

/// More bits than this count as infinitely many.
const MAX_BITS: f64 = 1000.0;

/// The predicted number of states of an order, all levels together, and the bits of information in the frontier after each; none if it would not be cheaper than this: an order is
/// given up at the level where that is known, as most are. When `is_stopped` says so, as many bits as can be.
pub(super) fn cheaper(
    residue: &Residue,
    order: &[usize],
    most: f64,
    is_stopped: &dyn Fn() -> bool,
) -> Option<(f64, Vec<f64>)> {
    let mut touched = Touched::new(residue, order);
    let (mut bits, mut cost) = (Vec::with_capacity(order.len()), 0.0);
    while bits.len() < order.len() {
        touched.step(bits.len());
        let here = if is_stopped() { MAX_BITS } else { touched.bits().min(MAX_BITS) };
        // It does not get better from there on.
        let levels = if here < MAX_BITS { 1 } else { order.len() - bits.len() };
        bits.extend(std::iter::repeat_n(here, levels));
        cost += here.exp2() * levels as f64;
        if cost >= most && most.is_finite() {
            return None;
        }
    }
    Some((cost, bits))
}

/// The predicted bits of information in the frontier after each level of an order; as many as can be when `is_stopped` says so.
pub(crate) fn bits(residue: &Residue, order: &[usize], is_stopped: &dyn Fn() -> bool) -> Vec<f64> {
    cheaper(residue, order, f64::INFINITY, is_stopped).map(|(_, bits)| bits).unwrap_or_default()
}

/// The items of the frontier, level after level, and how many of their options have been decided.
struct Touched<'a> {
    last: Vec<usize>,
    /// The options in the order of their levels, and how many have been decided.
    by_home: Vec<(usize, &'a [(u32, u32)])>,
    n_done: usize,
    n_options: Vec<f64>,
    n_decided: Vec<f64>,
    /// The entropy of the share of each item's options that has been decided, once it has been asked for.
    entropy: Vec<Option<f64>>,
    active: Vec<usize>,
}

impl<'a> Touched<'a> {
    fn new(residue: &'a Residue, order: &[usize]) -> Self {
        let spans = Spans::new(residue, order);
        let mut n_options = vec![0.0; residue.n_items];
        residue.options().flatten().for_each(|&(item, _)| n_options[to_usize(item)] += 1.0);
        let mut by_home: Vec<_> = spans.home.into_iter().zip(residue.options()).collect();
        by_home.sort_by_key(|&(home, _)| home);
        let (n_decided, entropy) = (vec![0.0; residue.n_items], vec![None; residue.n_items]);
        Self { last: spans.last, by_home, n_done: 0, n_options, n_decided, entropy, active: Vec::new() }
    }

    /// Decides the options of a level.
    fn step(&mut self, level: usize) {
        let from_here = &self.by_home[self.n_done..];
        let here = &from_here[..from_here.partition_point(|&(home, _)| home <= level)];
        for &(item, _) in here.iter().flat_map(|&(_, cells)| cells) {
            let item = to_usize(item);
            if self.n_decided[item] == 0.0 {
                self.active.push(item);
            }
            self.n_decided[item] += 1.0;
            self.entropy[item] = None;
        }
        self.n_done += here.len();
        let last = &self.last;
        self.active.retain(|&item| level < last[item]);
    }

    /// About how many bits the frontier carries: mostly those of items each covered with the share of its options that are decided, independently.
    fn bits(&mut self) -> f64 {
        let (n_decided, n_options, known) = (&self.n_decided, &self.n_options, &mut self.entropy);
        let share = |item: usize| n_decided[item] / n_options[item];
        let entropy = |&item: &usize| *known[item].get_or_insert_with(|| entropy(share(item)));
        let entropy: f64 = self.active.iter().map(entropy).sum();
        0.75 * entropy + 0.25 * self.active.len() as f64
    }
}

/// The entropy of an event of this probability, in bits.
fn entropy(p: f64) -> f64 {
    let plogp = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
    plogp(p) + plogp(1.0 - p)
}

/// For each item the levels between which its state must be remembered: it may be covered from `first` on, and is not looked at after `last`.
#[derive(Debug)]
pub(crate) struct Spans {
    pub(crate) first: Vec<usize>,
    pub(crate) last: Vec<usize>,
    /// The level at which each option is chosen: that of its first primary item.
    pub(crate) home: Vec<usize>,
}

impl Spans {
    pub(super) fn new(residue: &Residue, order: &[usize]) -> Self {
        let mut level = vec![0; residue.n_primary];
        order.iter().enumerate().for_each(|(rank, &item)| level[item] = rank);
        let mut spans =
            Self { first: vec![usize::MAX; residue.n_items], last: vec![0; residue.n_items], home: Vec::new() };
        for cells in residue.options() {
            let levels = cells
                .iter()
                .filter(|&&(item, _)| to_usize(item) < residue.n_primary)
                .map(|&(item, _)| level[to_usize(item)]);
            let home = levels.min().unwrap_or(0);
            spans.home.push(home);
            for &(item, _) in cells {
                let item = to_usize(item);
                spans.first[item] = spans.first[item].min(home);
                spans.last[item] = spans.last[item].max(home);
            }
        }
        // A primary item is looked at when its own level comes.
        level.iter().enumerate().for_each(|(item, &rank)| spans.last[item] = rank);
        spans
    }
}
