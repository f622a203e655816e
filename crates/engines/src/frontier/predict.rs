//! How many states an order of the items will make, before any is made.
//!
//! An item in the frontier is covered or not, and the more of its options have been decided, the likelier it is. So each carries the
//! entropy of that share, and 2 to their sum is about the number of states. To count the items alone, which bounds the states by
//! 2 to the *width* of the frontier, is the obvious first idea, and is wrong where it matters: a straight scan of a board touches more cells
//! ahead than a slanted front, but hardly ever covers the far ones. Entropy alone is wrong, too: it sees nothing bad in an order that
//! takes every second cell, and leaves out that unlikely states are states. So the prediction is three quarters entropy and one quarter width. By entropy 10 x 8 pentominoes have 25.5 instead of 56.4 million states, 6 x 6 hexominoes
//! 0.56 instead of 4.3, Latin squares of side 5 0.07 instead of 0.42 (results/2026-11-21-families).
//!
//! Where every option covers one primary item, as in a coloring of a graph, what the secondary items say is only which options were chosen for the items that were decided, of those that are compatible with one another. In a coloring each edge
//! is three secondary items, but a state is the colors of the vertices at the border, and adjacent ones differ. Without that an order was judged by the edges that it cuts: 3 colors of a graph with
//! 125 vertices and 150 edges took 98.6 million states instead of 1.7 (results/2026-11-26-orders).

use super::super::residue::Residue;
use super::layout::colors_of;
use dlx_core::problem::{to_usize, whole_part};
use dlx_core::stop::poll;
use rustc_hash::FxHashMap;

/// More bits than this count as infinitely many.
const MAX_BITS: f64 = 1000.0;

/// With more pairs of cells that share an option, or an item, than this, no graph of items is made.
pub(super) const MAX_PAIRS: usize = 1 << 23;

/// For a residue in which every option covers one primary item, how the choices for two of them exclude each other.
struct ChoiceConflicts {
    /// The bits of the choice for each primary item, in units.
    choices: Vec<i64>,
    /// For each primary item others, and the share of the pairs of options that are compatible, in units of bits: none is 0.
    others: Vec<Vec<(usize, i64)>>,
}

impl ChoiceConflicts {
    /// None if some option covers more or fewer primary items, or secondary items meet too many of them.
    fn new(residue: &Residue) -> Option<Self> {
        let n_primary = residue.n_primary;
        if residue.option_size != 1 || n_primary == residue.n_items {
            return None;
        }
        let mut n_options = vec![0.0f64; n_primary];
        // For each secondary item the primary items that cover it, with the color, once for each option.
        let mut meetings = vec![Vec::new(); residue.n_items - n_primary];
        for cells in residue.options() {
            let (primary, secondary): (Vec<_>, Vec<_>) =
                cells.iter().partition(|(item, _)| to_usize(*item) < n_primary);
            let [(own, _)] = primary[..] else { return None };
            n_options[to_usize(own)] += 1.0;
            secondary
                .iter()
                .for_each(|&(item, color)| meetings[to_usize(item) - n_primary].push((to_usize(own), color)));
        }
        if meetings.iter().map(|meeting| meeting.len() * meeting.len()).sum::<usize>() > MAX_PAIRS {
            return None;
        }
        let mut shares = vec![FxHashMap::default(); n_primary];
        for meeting in &meetings {
            poll(meeting.len() * meeting.len());
            for &(item, color) in meeting {
                let others =
                    meeting.iter().filter(|&&(other, theirs)| other != item && (theirs != color || color == 0));
                others.for_each(|&(other, _)| *shares[item].entry(other).or_insert(0.0) += 1.0);
            }
        }
        let bits = |(item, others): (usize, FxHashMap<usize, f64>)| {
            let share = |(other, n_pairs): (usize, f64)| {
                let compatible = (1.0 - n_pairs / (n_options[item] * n_options[other])).max(f64::MIN_POSITIVE);
                (other, -in_units(-compatible.log2()))
            };
            others.into_iter().map(share).collect()
        };
        let others = shares.into_iter().enumerate().map(bits).collect();
        let choices = n_options.iter().map(|n_options| in_units(n_options.max(1.0).log2())).collect();
        Some(Self { choices, others })
    }
}

/// Predicts the states of orders of the primary items of a residue.
pub(crate) struct Predictor<'a> {
    residue: &'a Residue,
    conflicts: Option<ChoiceConflicts>,
    more_colors: Vec<f64>,
    is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> Predictor<'a> {
    /// Looks at the residue, unless `is_stopped` says so.
    pub(crate) fn new(residue: &'a Residue, is_stopped: &'a dyn Fn() -> bool) -> Self {
        let conflicts = if is_stopped() { None } else { ChoiceConflicts::new(residue) };
        Self { residue, conflicts, more_colors: bits_of_colors(residue), is_stopped }
    }

    /// The predicted number of states of an order, all levels together, and the bits of information in the frontier after each; none if it would not be cheaper than this: an order is
    /// given up at the level where that is known, as most are. When `is_stopped` says so, as many bits as can be.
    pub(super) fn cheaper(&self, order: &[usize], most: f64) -> Option<(f64, Vec<f64>)> {
        let mut touched = Touched::new(self.residue, (self.conflicts.as_ref(), &self.more_colors), order);
        let (mut bits, mut cost) = (Vec::with_capacity(order.len()), 0.0);
        while bits.len() < order.len() {
            touched.step(bits.len());
            let here = if (self.is_stopped)() { MAX_BITS } else { touched.bits().min(MAX_BITS) };
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
    pub(crate) fn bits(&self, order: &[usize]) -> Vec<f64> {
        self.cheaper(order, f64::INFINITY).map(|(_, bits)| bits).unwrap_or_default()
    }
}

/// The units in one bit. Bits are added up in whole numbers, so that nothing is lost when items come and go: to add up all items at each level took half of the time of short formulas.
const UNIT: f64 = (1u64 << 32) as f64;

/// Bits in units, of no more than a million bits.
fn in_units(bits: f64) -> i64 {
    i64::try_from(whole_part(bits.min(1e6) * UNIT)).unwrap_or(i64::MAX)
}

/// The frontier, level after level, and how many options of its items have been decided.
struct Touched<'a> {
    spans: Spans,
    conflicts: Option<&'a ChoiceConflicts>,
    order: &'a [usize],
    levels: Vec<usize>,
    /// The options in the order of their levels, and how many have been decided.
    by_home: Vec<(usize, &'a [(u32, u32)])>,
    n_done: usize,
    n_options: Vec<f64>,
    n_decided: Vec<f64>,
    /// By item the bits of its color beyond one, for two colors.
    more_colors: &'a [f64],
    /// Items of which options are decided at this level, and for each item the level at which some were last.
    changed: Vec<usize>,
    changed_at: Vec<usize>,
    /// All items in the order of the levels at which they leave, and how many have left.
    leaving: Vec<usize>,
    n_left: usize,
    /// The bits of each item of the frontier, in units.
    bits_of: Vec<i64>,
    /// What the frontier knows of the choice at each level, by the bits of the items that it touches first; and by the earlier choices of which it knows something. Then the levels where that has changed, and the less of the two.
    said: Vec<i64>,
    known: Vec<i64>,
    stale: Vec<usize>,
    least: Vec<i64>,
    /// The bits of the frontier, in units.
    all_bits: i64,
}

impl<'a> Touched<'a> {
    fn new(
        residue: &'a Residue,
        (conflicts, more_colors): (Option<&'a ChoiceConflicts>, &'a [f64]),
        order: &'a [usize],
    ) -> Self {
        let (spans, n_levels, n_items) = (Spans::new(residue, order), order.len(), residue.n_items);
        let mut n_options = vec![0.0; n_items];
        residue.options().flatten().for_each(|&(item, _)| n_options[to_usize(item)] += 1.0);
        let mut by_home: Vec<_> = spans.home.iter().copied().zip(residue.options()).collect();
        by_home.sort_by_key(|&(home, _)| home);
        let mut leaving: Vec<usize> = (0..n_items).collect();
        leaving.sort_by_key(|&item| spans.last[item]);
        let mut levels = vec![0; n_levels];
        order.iter().enumerate().for_each(|(level, &item)| levels[item] = level);
        Self {
            spans,
            conflicts,
            order,
            levels,
            by_home,
            n_done: 0,
            n_options,
            n_decided: vec![0.0; n_items],
            more_colors,
            changed: Vec::new(),
            changed_at: vec![usize::MAX; n_items],
            leaving,
            n_left: 0,
            bits_of: vec![0; n_items],
            said: vec![0; n_levels],
            known: vec![0; n_levels],
            stale: Vec::new(),
            least: vec![0; n_levels],
            all_bits: 0,
        }
    }

    /// Decides the options of a level.
    fn step(&mut self, level: usize) {
        let from_here = &self.by_home[self.n_done..];
        let here = &from_here[..from_here.partition_point(|&(home, _)| home <= level)];
        for &(item, _) in here.iter().flat_map(|&(_, cells)| cells) {
            let item = to_usize(item);
            self.n_decided[item] += 1.0;
            if std::mem::replace(&mut self.changed_at[item], level) != level {
                self.changed.push(item);
            }
        }
        self.n_done += here.len();
        while let Some(item) = self.changed.pop() {
            if level < self.spans.last[item] {
                let share = self.n_decided[item] / self.n_options[item];
                self.set(item, in_units(0.75 * entropy(share) + 0.25 + self.more_colors[item]));
            }
        }
        while let Some(&item) = self.leaving.get(self.n_left).filter(|&&item| self.spans.last[item] <= level) {
            self.set(item, 0);
            self.n_left += 1;
        }
        self.settle();
    }

    /// Sets the bits of an item.
    fn set(&mut self, item: usize, bits: i64) {
        let more = bits - std::mem::replace(&mut self.bits_of[item], bits);
        let Some(conflicts) = self.conflicts else {
            self.all_bits += more;
            return;
        };
        if more == 0 {
            return;
        }
        let chooser = self.spans.first[item];
        let before = self.said[chooser];
        self.said[chooser] += more;
        self.stale.push(chooser);
        let sign = i64::from(before == 0) - i64::from(self.said[chooser] == 0);
        let others = if sign == 0 { &[] } else { conflicts.others[self.order[chooser]].as_slice() };
        for &(other, bits) in others {
            let later = self.levels[other];
            if later > chooser {
                self.known[later] += sign * bits;
                self.stale.push(later);
            }
        }
    }

    /// Adds up what has changed: each choice has as many bits as the items that it touches first, or as choices that are compatible with the earlier ones, where these are fewer.
    fn settle(&mut self) {
        let Some(conflicts) = self.conflicts else { return };
        while let Some(level) = self.stale.pop() {
            let compatible = conflicts.choices[self.order[level]] + self.known[level];
            let least = self.said[level].min(compatible.max(0));
            self.all_bits += least - std::mem::replace(&mut self.least[level], least);
        }
    }

    /// About how many bits the frontier carries: those of items each covered with the share of its options that are decided, independently; or those of compatible choices, where these are fewer.
    fn bits(&self) -> f64 {
        self.all_bits as f64 / UNIT
    }
}

/// By item the bits of its color beyond those of one of two colors: a sum so far has many values. (Of 7 x 7 cells at most 14 that dominate the others: each place where the order leaves the chain of sums counted one bit, and an order with seven of
/// them was taken.)
fn bits_of_colors(residue: &Residue) -> Vec<f64> {
    colors_of(residue).into_iter().map(|colors| (colors.len() as f64 / 2.0).log2().max(0.0)).collect()
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
