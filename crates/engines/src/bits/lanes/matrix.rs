//! The tables of a search by lanes.

use std::arch::x86_64::_pext_u64;

use super::super::bit_problem::members;
use super::super::mrv_scan::DENSE_WORDS;
use super::super::tables::insert;
use super::bits::LaneBits;
use dlx_core::problem::{OptionId, to_u32, to_u64};

/// The source of a matrix.
pub(super) struct MatrixSource<'a> {
    /// Words of a set of options.
    pub(super) n_words: usize,
    /// For each item its options, one set behind the other.
    pub(super) items: &'a [u64],
    /// For each option those that can be chosen with it.
    pub(super) compatible: &'a [u64],
    pub(super) sizes: &'a [u32],
    pub(super) ids: &'a [OptionId],
    pub(super) option_size: u32,
    pub(super) is_even: bool,
}

impl MatrixSource<'_> {
    fn row(&self, option: usize) -> &[u64] {
        &self.compatible[option * self.n_words..][..self.n_words]
    }
}

/// Lanes of items, and for each option the bits that it leaves in them when it is chosen. Options are numbered by their first bits.
#[derive(Debug)]
pub(super) struct Matrix<const Z: usize> {
    /// A bit for each item of each option.
    pub(super) all: LaneBits<Z>,
    /// For each option, those that can be chosen with it.
    pub(super) compatible: Vec<LaneBits<Z>>,
    /// The option of each bit.
    pub(super) option_at: Vec<u16>,
    /// The first bit of each option.
    pub(super) first: LaneBits<Z>,
    /// For each option, how many items it has.
    pub(super) sizes: Vec<u32>,
    /// The options by their names outside.
    pub(super) ids: Vec<OptionId>,
    pub(super) n_items: u32,
    pub(super) option_size: u32,
    /// Do all options have `option_size` items, and are they compatible unless they share one of them?
    pub(super) is_even: bool,
    /// Words of a set with one bit for each option.
    pub(super) n_words: usize,
    /// `compatible` in such sets, one behind the other, for `pairs`; empty where those are not counted.
    pub(super) rows: Vec<u64>,
    /// How first bits move together into such a set: a list for the words that have any, 5% faster than `pack::squeeze_into` on sudokus.
    key: Vec<Compaction>,
    /// How many vectors options were taken out of to make this.
    pub(super) effort: u64,
}

/// Where the first bits of one word are moved.
#[derive(Debug)]
struct Compaction {
    word: usize,
    mask: u64,
    /// The new place of the first of them.
    shift: u32,
    /// Is the word full then?
    fills: bool,
}

impl<const Z: usize> Matrix<Z> {
    /// The matrix with lanes of 2^`log` bits.
    pub(super) fn new(source: &MatrixSource<'_>, log: u32) -> Self {
        let n_options = source.ids.len();
        let (mut all, mut first, mut option_at) = (LaneBits::NONE, LaneBits::NONE, vec![0; 512 * Z]);
        let mut own = vec![LaneBits::NONE; n_options];
        // The new number of each option, and the other way round.
        let (mut number, mut order) = (vec![usize::MAX; n_options], Vec::with_capacity(n_options));
        for (item, set) in source.items.chunks_exact(source.n_words).enumerate() {
            for (place, option) in members(set.iter().copied()).enumerate() {
                let bit = (item << log) + place;
                if number[option] == usize::MAX {
                    number[option] = order.len();
                    order.push(option);
                    first.insert(bit);
                }
                all.insert(bit);
                own[option].insert(bit);
                option_at[bit] = to_number(number[option]);
            }
        }
        let n_words = n_options.div_ceil(64);
        let mut matrix = Self {
            all,
            compatible: Vec::with_capacity(n_options),
            option_at,
            key: steps(first.words()),
            first,
            sizes: order.iter().map(|&option| source.sizes[option]).collect(),
            ids: order.iter().map(|&option| source.ids[option]).collect(),
            n_items: to_u32(source.items.len() / source.n_words),
            option_size: source.option_size,
            is_even: source.is_even,
            n_words,
            rows: Vec::new(),
            effort: 0,
        };
        matrix.exclude(source, &own, &order, log);
        if source.is_even && n_words <= DENSE_WORDS {
            matrix.lay_out_rows(source, &number, &order);
        }
        matrix
    }

    /// Finds what choosing each option leaves.
    fn exclude(&mut self, source: &MatrixSource<'_>, own: &[LaneBits<Z>], order: &[usize], log: u32) {
        let sets = || source.items.chunks_exact(source.n_words);
        let rivals_at: Vec<LaneBits<Z>> = sets()
            .map(|set| members(set.iter().copied()).fold(LaneBits::NONE, |all, option| all.either(&own[option])))
            .collect();
        let (mut sharing, mut n_steps) = (vec![0; source.n_words], 0);
        for &option in order {
            let mut left = self.all;
            sharing.fill(0);
            // A lane holds one bit of the option at most.
            for bit in own[option].members() {
                n_steps += 1;
                let item = bit >> log;
                left = left.without(&rivals_at[item]);
                let set = &source.items[item * source.n_words..][..source.n_words];
                sharing.iter_mut().zip(set).for_each(|(all, set)| *all |= set);
            }
            // Those that clash without sharing a primary item.
            let compatible = source.row(option);
            let others = sharing.iter().zip(compatible).map(|(sharing, compatible)| !sharing & !compatible);
            for rival in members(others).take_while(|&rival| rival < own.len()) {
                n_steps += 1;
                left = left.without(&own[rival]);
            }
            self.compatible.push(left);
        }
        self.effort = n_steps * to_u64(Z);
    }

    fn lay_out_rows(&mut self, source: &MatrixSource<'_>, number: &[usize], order: &[usize]) {
        self.rows = vec![0; self.n_words * order.len()];
        for (&option, row) in order.iter().zip(self.rows.chunks_exact_mut(self.n_words)) {
            members(source.row(option).iter().copied()).for_each(|friend| insert(row, number[friend]));
        }
    }

    /// Which options live, with one bit for each.
    #[inline]
    #[target_feature(enable = "bmi2")]
    pub(super) fn key(&self, alive: &LaneBits<Z>, set: &mut [u64]) {
        let (mut place, mut bits) = (0, 0);
        for step in &self.key {
            let close = _pext_u64(alive.words()[step.word], step.mask);
            bits |= close << step.shift;
            set[place] = bits;
            place += usize::from(step.fills);
            // In two steps, since to shift by 64 is not defined.
            bits = if step.fills { close >> 1 >> (63 - step.shift) } else { bits };
        }
        if let Some(last) = set.get_mut(place) {
            *last = bits;
        }
    }
}

/// The number of an option; tables have at most 4096 options.
fn to_number(option: usize) -> u16 {
    u16::try_from(option).expect("no more than 4096 options are put in tables")
}

/// How the bits of a mask are moved together.
fn steps(mask: &[u64]) -> Vec<Compaction> {
    let mut shift = 0;
    let mut step = |(word, &mask): (usize, &u64)| {
        let end = shift + mask.count_ones();
        let step = Compaction { word, mask, shift, fills: end >= 64 };
        shift = end % 64;
        (mask != 0).then_some(step)
    };
    mask.iter().enumerate().filter_map(&mut step).collect()
}
