//! The whole problem in bit sets of as many words as it takes. What is left below a prefix is the intersection of the sets compatible with each of its options: nothing has to be
//! undone, and only the living options have to be looked at.
//!
//! The options that are compatible with an option are kept in a table, if that fits in the cache. In a larger problem they are found from the option's cells (see `cells`).

use super::cells::{Alive, Cells, is_dense, n_different};
use super::instructions::Instructions;
use super::pack::squeeze;
use super::quotas::{are_enough, sets, take};
use super::tables::{LANES, Set, Tables, Users, contains, insert};
use crate::residue::Residue;
use dlx_core::problem::{OptionId, Problem, to_place, to_u32, to_u64, to_usize};
use dlx_core::stop::poll;

/// The most living options that tables are made for.
pub const MAX_OPTIONS: usize = 64 * 64;

/// The most words of all sets together: 32 MiB.
pub(super) const MAX_WORDS: usize = 1 << 22;

/// Options are bits, those that can be chosen at all numbered in their order, however many others there are.
#[derive(Debug)]
pub struct BitProblem {
    pub(super) level: Instructions,
    /// No more living options than these are put in tables.
    pub(super) few: u64,
    pub(super) n_words: usize,
    pub(super) n_primary: usize,
    pub(super) option_size: u32,
    pub(super) is_even: bool,
    /// All options, and all tokens.
    pub(super) choosable: Box<[u64]>,
    pub(super) rivals: Conflicts,
    /// For each option, how many primary items it has.
    pub(super) sizes: Vec<u32>,
    /// For each primary item, its options.
    pub(super) items: Vec<u64>,
    /// For each item with a quota its options, and its tokens; and how many of these may be left (see `quotas`).
    pub(super) quotas: Vec<u64>,
    pub(super) spare: Vec<u32>,
    /// The options by their names outside, in order; for tokens, which are never handed out, a name behind all others that no option has.
    pub(super) ids: Vec<OptionId>,
}

/// The representation of which options exclude each other.
#[derive(Debug)]
pub(super) enum Conflicts {
    /// For each option, those that can be chosen with it.
    Table(Vec<u64>),
    Cells(Cells),
}

/// What is left below a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subproblem {
    /// The options that can still be chosen.
    pub alive: Box<[u64]>,
    /// How many primary items are not covered.
    pub in_play: u32,
}

/// What to do at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeWork {
    /// This number of solutions, perhaps none, and nothing else.
    Solutions(u64),
    /// A branch on this primary item, which has this number of options.
    Branch(usize, u32),
}

impl BitProblem {
    /// The sets of a problem; none if they would be too large, or so thin that links are faster.
    #[must_use]
    pub fn new(problem: &Problem) -> Option<Self> {
        let n_words = problem.choosable().count().div_ceil(64);
        if problem.n_items() * n_words > MAX_WORDS {
            return None;
        }
        let residue = Residue::whole(problem);
        let is_large = residue.n_bits() > MAX_OPTIONS;
        if is_large && (n_words * n_different(&residue) > MAX_WORDS || !is_dense(&residue, n_words)) {
            return None;
        }
        Some(Self::of(&residue, is_large))
    }

    /// The sets of a small problem, counted as a large one is, with tables of at most `few` options: for tests.
    pub(super) fn as_if_large(problem: &Problem, few: u64) -> Self {
        Self { few, ..Self::of(&Residue::whole(problem), true) }
    }

    pub(super) fn of(residue: &Residue, is_large: bool) -> Self {
        let (n_real, n_options) = (residue.ids.len(), residue.n_bits());
        let n_words = n_options.div_ceil(64);
        let users = Users::new(residue.n_items, n_options, residue.options().enumerate());
        let mut choosable = vec![0; n_words].into_boxed_slice();
        (0..n_options).for_each(|option| insert(&mut choosable, option));
        let mut sizes: Vec<u32> = residue.sizes().collect();
        sizes.resize(n_options, 0);
        let rivals = if is_large {
            Conflicts::Cells(Cells::new(&users, n_options, residue.options()))
        } else {
            let mut table = choosable.repeat(n_options);
            for (row, cells) in table.chunks_exact_mut(n_words.max(1)).zip(residue.options()) {
                poll(n_words * (cells.len() + 1));
                cells.iter().for_each(|&(item, color)| users.exclude_rivals(row, item, color));
            }
            Conflicts::Table(table)
        };
        let (quotas, spare) = sets(&residue.quotas, n_real, &users.of_item);
        let mut ids = residue.ids.clone();
        ids.resize(n_options, no_option());
        Self {
            level: Instructions::best(),
            few: to_u64(MAX_OPTIONS),
            n_words,
            n_primary: residue.n_primary,
            option_size: residue.option_size,
            is_even: residue.is_even(),
            rivals,
            sizes,
            items: users.of_item[..residue.n_primary].concat(),
            choosable,
            quotas,
            spare,
            ids,
        }
    }

    /// The whole problem.
    #[must_use]
    pub fn root(&self) -> Subproblem {
        Subproblem { alive: self.choosable.clone(), in_play: to_u32(self.n_primary) }
    }

    /// What is left below a prefix; none if its options exclude each other.
    #[must_use]
    pub fn below(&self, prefix: &[OptionId]) -> Option<Subproblem> {
        let mut left = self.root();
        for &option in prefix {
            let option = self.number(option).filter(|&option| contains(&left.alive, option))?;
            self.choose(&mut left, option);
        }
        Some(left)
    }

    /// All ways to cover these items: options that exclude none of each other, in order, and leave some option to every item that is not covered. None if there are more than `most`, or it takes twice as many nodes to see that.
    #[must_use]
    pub fn coverings(&self, items: &[usize], most: usize) -> Option<Vec<Vec<OptionId>>> {
        let (mut coverings, mut open, mut n_nodes) = (Vec::new(), vec![(self.root(), Vec::new())], 0);
        while let Some((left, chosen)) = open.pop() {
            n_nodes += 1;
            poll(self.n_looked_at());
            if self.is_starving(&left) {
                continue;
            }
            let widths = items.iter().map(|&item| (self.n_options(item, &left), item));
            let Some((width, item)) = widths.filter(|&(width, _)| width > 0).min() else {
                coverings.push(chosen);
                continue;
            };
            if coverings.len() + open.len() + to_usize(width) > most || n_nodes > most.saturating_mul(2) {
                return None;
            }
            for option in self.options_of(item, &left) {
                poll(self.n_words);
                let (mut below, mut chosen) = (left.clone(), chosen.clone());
                self.choose(&mut below, option);
                chosen.push(self.ids[option]);
                open.push((below, chosen));
            }
        }
        coverings.iter_mut().for_each(|chosen: &mut Vec<OptionId>| chosen.sort_unstable());
        Some(coverings)
    }

    /// The number of an option here; none if it can never be chosen.
    #[must_use]
    pub fn number(&self, option: OptionId) -> Option<usize> {
        self.ids.binary_search(&option).ok()
    }

    /// The name outside of an option.
    #[must_use]
    pub fn id(&self, option: usize) -> OptionId {
        self.ids[option]
    }

    /// Chooses an option that is alive.
    pub fn choose(&self, left: &mut Subproblem, option: usize) {
        match self.level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.choose_avx2(left, option) },
            _ => self.choose_anyhow(left, option),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn choose_avx2(&self, left: &mut Subproblem, option: usize) {
        self.choose_anyhow(left, option);
    }

    #[inline(always)]
    fn choose_anyhow(&self, left: &mut Subproblem, option: usize) {
        match &self.rivals {
            Conflicts::Table(table) => {
                let row = &table[option * self.n_words..][..self.n_words];
                left.alive.iter_mut().zip(row).for_each(|(alive, compatible)| *alive &= compatible);
            }
            Conflicts::Cells(cells) => cells.exclude(option, &mut left.alive),
        }
        left.in_play -= self.sizes[option];
        // If too few options are left, a look will see it.
        let _ = take(self.n_words, &self.quotas, &self.spare, &mut left.alive, option);
    }

    /// Are there as many living options of each item with a quota as are still needed?
    fn has_enough(&self, left: &Subproblem) -> bool {
        are_enough(self.n_words, &self.quotas, &self.spare, &left.alive)
    }

    /// The living options of what is left, by their names outside, in order.
    #[must_use]
    pub fn living(&self, left: &Subproblem) -> Vec<OptionId> {
        let mut living = Vec::with_capacity(to_place(n_members(&left.alive)));
        let ids = members(left.alive.iter().copied()).map(|option| self.ids[option]);
        ids.take_while(|&id| id != no_option()).for_each(|id| living.push(id));
        living
    }

    /// For each item with a quota how many options of it may still be chosen. No symmetry exchanges such items.
    pub fn tokens_left<'a>(&'a self, left: &'a Subproblem) -> impl Iterator<Item = u64> + 'a {
        let tokens = self.quotas.chunks_exact(2 * self.n_words.max(1)).map(|pair| &pair[self.n_words..]);
        tokens.map(|set| set.iter().zip(&left.alive).map(|(set, alive)| u64::from((set & alive).count_ones())).sum())
    }

    /// Are there so few living options that they are put in tables?
    pub(super) fn are_few(&self, left: &Subproblem) -> bool {
        n_members(&left.alive) <= self.few
    }

    /// How many words one look at a node takes.
    pub(super) fn n_looked_at(&self) -> usize {
        self.n_primary * self.n_words
    }

    /// The same in words of lanes, as tables are looked at.
    pub(super) fn work(&self) -> u64 {
        to_u64(self.n_looked_at() / LANES)
    }

    /// Looks for an item to branch on: one with a single option if there is one, otherwise one of the `first` if any of those is not covered, otherwise any;
    /// and each time the one with the fewest options, the first of several.
    #[must_use]
    pub fn look(&self, left: &Subproblem, first: &[usize]) -> NodeWork {
        match self.level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.look_avx2(left, first) },
            _ => self.look_anyhow(left, first),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn look_avx2(&self, left: &Subproblem, first: &[usize]) -> NodeWork {
        self.look_anyhow(left, first)
    }

    #[inline(always)]
    fn look_anyhow(&self, left: &Subproblem, first: &[usize]) -> NodeWork {
        if !self.has_enough(left) {
            return NodeWork::Solutions(0);
        }
        if left.in_play <= self.option_size {
            return NodeWork::Solutions(if left.in_play == 0 { 1 } else { n_members(&left.alive) });
        }
        let (mut best, mut n_living) = (NodeWork::Solutions(0), 0);
        let mut least = u32::MAX;
        for item in 0..self.n_primary {
            let n_options = self.n_options(item, left);
            n_living += u32::from(n_options > 0);
            if n_options > 0 && n_options < least {
                (best, least) = (NodeWork::Branch(item, n_options), n_options);
            }
        }
        if n_living < left.in_play {
            return NodeWork::Solutions(0);
        }
        let preferred = first.iter().map(|&item| (self.n_options(item, left), item)).filter(|&(n, _)| n > 0).min();
        match preferred {
            Some((n_options, item)) if least > 1 => NodeWork::Branch(item, n_options),
            _ => best,
        }
    }

    /// Does any of these items have a living option?
    #[must_use]
    pub fn is_any_open(&self, left: &Subproblem, items: &[usize]) -> bool {
        items.iter().any(|&item| self.is_open(item, left))
    }

    /// Is there an item that is not covered and has no option left?
    #[must_use]
    pub fn is_starving(&self, left: &Subproblem) -> bool {
        match self.level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.is_starving_avx2(left) },
            _ => self.is_starving_anyhow(left),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn is_starving_avx2(&self, left: &Subproblem) -> bool {
        self.is_starving_anyhow(left)
    }

    #[inline(always)]
    fn is_starving_anyhow(&self, left: &Subproblem) -> bool {
        !self.has_enough(left)
            || (0..self.n_primary).filter(|&item| self.is_open(item, left)).count() < to_usize(left.in_play)
    }

    #[inline(always)]
    pub(super) fn is_open(&self, item: usize, left: &Subproblem) -> bool {
        self.row(item).iter().zip(&left.alive).any(|(row, alive)| row & alive != 0)
    }

    /// The living options of an item.
    pub fn options_of<'a>(&'a self, item: usize, left: &'a Subproblem) -> impl Iterator<Item = usize> + 'a {
        members(self.row(item).iter().zip(&left.alive).map(|(row, alive)| row & alive))
    }

    /// Is this option one of the item's?
    #[must_use]
    pub fn has(&self, item: usize, option: OptionId) -> bool {
        self.number(option).is_some_and(|option| contains(self.row(item), option))
    }

    /// When no more items are in play than this, every living option is a solution.
    pub(super) fn option_size(&self) -> u32 {
        self.option_size
    }

    /// Number of primary items.
    #[must_use]
    pub fn n_primary(&self) -> usize {
        self.n_primary
    }

    #[inline(always)]
    fn n_options(&self, item: usize, left: &Subproblem) -> u32 {
        self.row(item).iter().zip(&left.alive).map(|(row, alive)| (row & alive).count_ones()).sum()
    }

    #[inline(always)]
    pub(super) fn row(&self, item: usize) -> &[u64] {
        &self.items[item * self.n_words..][..self.n_words]
    }

    /// Tables with the living options only, and the items that are not covered; none if one of those has no option.
    pub(super) fn pack<const V: usize>(&self, left: &Subproblem, level: Instructions) -> Option<Tables<V>> {
        match level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.pack_avx2(left, level) },
            _ => self.pack_anyhow(left, level),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn pack_avx2<const V: usize>(&self, left: &Subproblem, level: Instructions) -> Option<Tables<V>> {
        self.pack_anyhow(left, level)
    }

    #[inline(always)]
    fn pack_anyhow<const V: usize>(&self, left: &Subproblem, level: Instructions) -> Option<Tables<V>> {
        let options = list(&left.alive);
        let cells = match &self.rivals {
            Conflicts::Table(_) => None,
            Conflicts::Cells(cells) => Some((cells, Alive::of(&left.alive))),
        };
        let mut packed = Tables::with_room(to_usize(left.in_play), options.len(), self.option_size, self.is_even);
        // Loops, and not closures, which would not be compiled for the level.
        if let Some((cells, alive)) = &cells {
            packed.compatible = cells.pack(&options, alive, level);
        } else if let Conflicts::Table(table) = &self.rivals {
            for &option in &options {
                let row = &table[option * self.n_words..][..self.n_words];
                packed.compatible.push(squeeze(row.iter().copied(), &left.alive, level));
            }
        }
        for option in options {
            packed.sizes.push(self.sizes[option]);
            packed.ids.push(self.ids[option]);
        }
        let mut n_uncovered = 0;
        for item in 0..self.n_primary {
            if !self.is_open(item, left) {
                continue;
            }
            let row = self.row(item);
            let squeezed: Set<V> = match &cells {
                Some((_, alive)) => alive.pack(row, level),
                None => squeeze(row.iter().copied(), &left.alive, level),
            };
            for (word, bits) in squeezed.into_iter().enumerate() {
                packed.items[n_uncovered / LANES][word].0[n_uncovered % LANES] = bits;
            }
            n_uncovered += 1;
        }
        for set in self.quotas.chunks_exact(self.n_words.max(1)) {
            packed.quotas.push(match &cells {
                Some((_, alive)) => alive.pack(set, level),
                None => squeeze(set.iter().copied(), &left.alive, level),
            });
        }
        packed.spare.clone_from(&self.spare);
        (n_uncovered == to_usize(left.in_play)).then_some(packed)
    }
}

/// The name of tokens.
fn no_option() -> OptionId {
    OptionId::from_index(to_usize(u32::MAX))
}

/// The size of a set.
#[must_use]
#[inline(always)]
pub fn n_members(set: &[u64]) -> u64 {
    set.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The members of a set, in order.
pub fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| 64 * word + to_usize(bits.trailing_zeros()))?;
            bits &= bits - 1;
            Some(bit)
        })
    })
}

/// The members of a set, as a list.
pub fn list(set: &[u64]) -> Vec<usize> {
    // Without its capacity set beforehand the list grew five times: that took a third of the time to split queens 18.
    let mut list = Vec::with_capacity(to_place(n_members(set)));
    members(set.iter().copied()).for_each(|member| list.push(member));
    list
}
