//! A large problem narrowed to what is left of it: sets of the living options only, renumbered.
//!
//! Tables are packed from the sets of the whole problem, and to read all of these takes longer than anything that is done with a table of some hundred options. So where few options live, sets
//! of those are made first, for all that is tried below. (300 items and 100000 options: 12000 options are left after one choice, 1500 after two. Read from 12000 instead of 100000, the tables of a third option take an eighth.)
//! Measurements: results/2026-11-23-trees.

use std::sync::Arc;

use super::bit_problem::{BitProblem, Conflicts, Subproblem, list, n_members};
use super::cells::Alive;
use super::instructions::Instructions;
use super::packing::PackEstimate;
use super::tables::{contains, insert};
use dlx_core::problem::{OptionId, to_u64, to_usize};

/// Sets are narrowed where this many times fewer options live.
const NARROWED: u64 = 4;

impl BitProblem {
    /// Do so few options live that smaller sets are worth while? Never where there is a table of all pairs: its rows are short.
    pub(super) fn is_sparse(&self, left: &Subproblem) -> bool {
        matches!(self.rivals, Conflicts::Cells(_)) && n_members(&left.alive) * NARROWED <= to_u64(self.ids.len())
    }

    /// Whether so few options live that they go into tables, and what that or narrower sets would cost and save; none if neither is worth while. From the table of all pairs, tables cost next to nothing.
    pub(super) fn gathering(&self, left: &Subproblem) -> Option<(bool, PackEstimate)> {
        let (are_few, n_alive) = (self.are_few(left), n_members(&left.alive));
        let n_rows = match &self.rivals {
            Conflicts::Table(_) => return are_few.then_some((true, PackEstimate::FREE)),
            Conflicts::Cells(_) if are_few => n_alive,
            Conflicts::Cells(cells) if self.is_sparse(left) => to_u64(cells.n_sets()).min(n_alive),
            Conflicts::Cells(_) => return None,
        };
        Some((are_few, PackEstimate::gathering(self.work(), left.in_play, n_alive, n_rows)))
    }

    /// What is left as a problem of its own; none if an item is not covered and has no option.
    pub(super) fn narrow(&self, left: &Subproblem) -> Option<Self> {
        match self.level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.narrow_avx2(left) },
            _ => self.narrow_anyhow(left),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn narrow_avx2(&self, left: &Subproblem) -> Option<Self> {
        self.narrow_anyhow(left)
    }

    #[inline(always)]
    fn narrow_anyhow(&self, left: &Subproblem) -> Option<Self> {
        let Conflicts::Cells(cells) = &self.rivals else { return None };
        let (options, alive) = (list(&left.alive), Alive::of(&left.alive));
        let (n_words, n_primary) = (options.len().div_ceil(64), to_usize(left.in_play));
        let mut items = Vec::with_capacity(n_primary * n_words);
        for item in 0..self.n_primary {
            if self.is_open(item, left) {
                alive.pack_behind(&mut items, n_words, self.row(item), self.level);
            }
        }
        let mut quotas = Vec::new();
        for set in self.quotas.chunks_exact(self.n_words) {
            alive.pack_behind(&mut quotas, n_words, set, self.level);
        }
        let mut choosable = vec![0; n_words].into_boxed_slice();
        (0..options.len()).for_each(|option| insert(&mut choosable, option));
        let all = Self {
            n_words,
            n_primary,
            choosable,
            rivals: Conflicts::Cells(cells.narrow(&options, &alive, self.level)),
            sizes: options.iter().map(|&option| self.sizes[option]).collect(),
            ids: options.iter().map(|&option| self.ids[option]).collect(),
            items,
            quotas,
            spare: self.spare.clone(),
            ..*self
        };
        (all.items.len() == n_primary * n_words).then_some(all)
    }
}

/// The problem, narrowed along the way to the last task: the next one is likely to begin in the same way.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    whole: Arc<BitProblem>,
    way: Vec<OptionId>,
    /// What is left below the first options of the way, with the number of those options; each is narrower than the one before.
    inner: Vec<(usize, Arc<BitProblem>)>,
}

impl Nest {
    pub(super) fn new(whole: Arc<BitProblem>) -> Self {
        Self { whole, way: Vec::new(), inner: Vec::new() }
    }

    pub(super) fn whole(&self) -> &BitProblem {
        &self.whole
    }

    /// What is left below a prefix, in sets that are as narrow as is worth while; none if its options exclude each other or starve an item.
    pub(super) fn below(&mut self, prefix: &[OptionId]) -> Option<(Arc<BitProblem>, Subproblem)> {
        let n_same = self.way.iter().zip(prefix).take_while(|(before, now)| before == now).count();
        // What was made below all of a prefix would not be for others.
        self.inner.retain(|&(depth, _)| depth <= n_same && depth < prefix.len());
        self.way = prefix.to_vec();
        let (start, mut whole) = self.inner.last().cloned().unwrap_or_else(|| (0, Arc::clone(&self.whole)));
        let mut left = whole.root();
        for (depth, option) in prefix.iter().enumerate().skip(start) {
            if depth > start && whole.is_sparse(&left) {
                whole = Arc::new(whole.narrow(&left)?);
                left = whole.root();
                self.inner.push((depth, Arc::clone(&whole)));
            }
            let option = whole.number(*option).filter(|&option| contains(&left.alive, option))?;
            whole.choose(&mut left, option);
        }
        Some((whole, left))
    }
}
