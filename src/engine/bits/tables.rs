//! The tables of a bit set search: which options go together, which options an item has.

use rustc_hash::FxHashMap;

use super::super::residue::Residue;
use crate::problem::{OptionId, to_place, to_u32, to_u64, to_usize};

/// A set of options.
pub(super) type Set<const W: usize> = [u64; W];

/// Items that are looked at together, one in each lane of a vector.
pub(super) const LANES: usize = 8;

/// So many words are looked at without asking which of them are empty.
const DENSE_WORDS: usize = 4;

/// What a search over at most 64 W options knows.
#[derive(Clone, Debug)]
pub(super) struct Tables<const W: usize> {
    /// For each option, those that can be chosen with it.
    pub(super) compatible: Vec<Set<W>>,
    /// For each option, how many primary items it has.
    pub(super) sizes: Vec<u32>,
    /// For each primary item its options: word w of item 8 b + l stands at `items[b][w][l]`.
    pub(super) items: Vec<[[u64; LANES]; W]>,
    /// Lanes of the last block that stand for no item.
    pub(super) n_idle_lanes: u32,
    /// Number of primary items.
    pub(super) n_primary: u32,
    /// The options by their names outside.
    pub(super) ids: Vec<OptionId>,
    /// When no more items are in play than this, every living option is a solution.
    pub(super) option_size: u32,
}

/// How the items stand.
pub(super) struct Census {
    /// The item with the fewest living options, but at least one; the first of several.
    pub(super) item: usize,
    /// How many it has; large if there is no such item.
    pub(super) least: u64,
    /// How many items have none.
    pub(super) n_without: u32,
    /// For each lane the rank of the item in it that has the fewest, but at least one: one less than their number, and its block.
    ranks: [i64; LANES],
}

impl Census {
    /// Items with a single living option: the first of each lane. Only if the least number is one.
    #[inline(always)]
    pub(super) fn forced(&self) -> impl Iterator<Item = usize> {
        let forced = self.ranks.into_iter().enumerate().filter(|(_, rank)| *rank <= 0xffff);
        forced.map(|(lane, block)| to_place(block.cast_unsigned()) * LANES + lane)
    }
}

impl<const W: usize> Tables<W> {
    /// The tables of a residue of at most 64 W options.
    pub(super) fn new(residue: &Residue) -> Self {
        let n_options = residue.ids.len();
        let users = Users::new(residue.n_items, n_options, residue.options().enumerate());
        let mut all = [0; W];
        (0..n_options).for_each(|option| insert(&mut all, option));
        let mut tables = Self::with_room(residue.n_primary, n_options, residue.option_size);
        (tables.compatible, tables.ids) = (vec![all; n_options], residue.ids.clone());
        for (row, cells) in tables.compatible.iter_mut().zip(residue.options()) {
            for &(item, color) in cells {
                users.exclude_rivals(row, item, color);
            }
            tables.sizes.push(to_u32(cells.iter().filter(|&&(item, _)| to_usize(item) < residue.n_primary).count()));
        }
        for (item, set) in users.of_item.iter().take(residue.n_primary).enumerate() {
            for (word, &bits) in set.iter().enumerate() {
                tables.items[item / LANES][word][item % LANES] = bits;
            }
        }
        tables
    }

    /// Tables without options, for so many items and with room for so many options.
    #[inline(always)]
    pub(super) fn with_room(n_primary: usize, n_options: usize, option_size: u32) -> Self {
        Self {
            compatible: Vec::with_capacity(n_options),
            sizes: Vec::with_capacity(n_options),
            items: vec![[[0; LANES]; W]; n_primary.div_ceil(LANES)],
            n_idle_lanes: to_u32(n_primary.next_multiple_of(LANES) - n_primary),
            n_primary: to_u32(n_primary),
            ids: Vec::with_capacity(n_options),
            option_size,
        }
    }

    /// Counts the living options of all items.
    #[inline(always)]
    pub(super) fn census(&self, alive: &Set<W>) -> Census {
        let (mut best, mut without) = ([i64::MAX; LANES], [0u64; LANES]);
        // Words without a living option need not be looked at; where there are few words, to find that out costs more.
        let (mut living, mut n_living) = (std::array::from_fn::<usize, W, _>(|word| word), W);
        if W > DENSE_WORDS {
            n_living = 0;
            for (word, bits) in alive.iter().enumerate() {
                living[n_living] = word;
                n_living += usize::from(*bits != 0);
            }
        }
        for (block, words) in self.items.iter().enumerate() {
            let words = one_by_one(words);
            let mut counts = [0u64; LANES];
            for &word in &living[..n_living] {
                let (bits, lanes) = (alive[word], &words[word]);
                for lane in 0..LANES {
                    counts[lane] += u64::from((bits & lanes[lane]).count_ones());
                }
            }
            for lane in 0..LANES {
                // Without options the count wraps around to the largest number, and never is the least.
                let rank = (counts[lane].wrapping_sub(1) << 16 | to_u64(block)) & (u64::MAX >> 1);
                best[lane] = best[lane].min(rank.cast_signed());
                without[lane] += u64::from(counts[lane] == 0);
            }
        }
        let (mut lane, mut rank) = (0, best[0]);
        for (other, &bits) in best.iter().enumerate().skip(1) {
            if bits < rank {
                (lane, rank) = (other, bits);
            }
        }
        let n_without = to_u32(to_place(without.iter().sum::<u64>())) - self.n_idle_lanes;
        let rank = rank.cast_unsigned();
        Census { item: to_place(rank & 0xffff) * LANES + lane, least: (rank >> 16) + 1, n_without, ranks: best }
    }

    /// The living options of an item.
    #[inline(always)]
    pub(super) fn options_of(&self, item: usize, alive: &Set<W>) -> Set<W> {
        let words = &self.items[item / LANES];
        std::array::from_fn(|word| alive[word] & words[word][item % LANES])
    }
}

/// The same block, of which the compiler knows nothing: so it looks at one block after the other, as they are laid out. Left to itself it took a lane of eight blocks at once, gathered from
/// eight places, for sets of one to four words and 64: a sudoku with 6644608 solutions took 4.5 s instead of 2.4 (results/2026-11-23-trees).
#[expect(clippy::pointers_in_nomem_asm_block, reason = "there is no instruction that could read or write")]
#[inline(always)]
fn one_by_one<T>(block: &T) -> &T {
    let mut place = std::ptr::from_ref(block);
    // SAFETY: there is no instruction, and the place stays what it is.
    unsafe {
        std::arch::asm!("/* {0} */", inout(reg) place, options(pure, nomem, nostack, preserves_flags));
        &*place
    }
}

/// Who uses what, in sets of options.
pub(super) struct Users {
    /// The options of each item, primary or not.
    pub(super) of_item: Vec<Vec<u64>>,
    /// The options that give an item a color.
    of_color: FxHashMap<(u32, u32), Vec<u64>>,
}

impl Users {
    /// For options that are numbered below `n_options`, each with its cells.
    pub(super) fn new<'c>(
        n_items: usize,
        n_options: usize,
        options: impl Iterator<Item = (usize, &'c [(u32, u32)])>,
    ) -> Self {
        let none = vec![0; n_options.div_ceil(64)];
        let mut users = Self { of_item: vec![none.clone(); n_items], of_color: FxHashMap::default() };
        for (option, cells) in options {
            for &(item, color) in cells {
                insert(&mut users.of_item[to_usize(item)], option);
                if color != 0 {
                    insert(users.of_color.entry((item, color)).or_insert_with(|| none.clone()), option);
                }
            }
        }
        users
    }

    /// Takes out of `row` the options that cannot be chosen with one that takes the item in this color: all others that have it,
    /// but those in the same color.
    pub(super) fn exclude_rivals(&self, row: &mut [u64], item: u32, color: u32) {
        let friends = self.of_color.get(&(item, color));
        for (word, (bits, users)) in row.iter_mut().zip(&self.of_item[to_usize(item)]).enumerate() {
            let friendly = friends.map_or(0, |set| set[word]);
            *bits &= !users | friendly;
        }
    }
}

/// Adds an option to a set.
#[inline(always)]
pub(super) fn insert(set: &mut [u64], option: usize) {
    set[option / 64] |= 1 << (option % 64);
}

/// Is an option in a set?
#[inline(always)]
pub(super) fn contains(set: &[u64], option: usize) -> bool {
    set[option / 64] >> (option % 64) & 1 == 1
}

/// The size of a set.
#[inline(always)]
pub(super) fn len<const W: usize>(set: &Set<W>) -> u64 {
    set.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The first option of a set, taken out of it.
#[inline(always)]
pub(super) fn take_first<const W: usize>(set: &mut Set<W>) -> Option<usize> {
    for (word, bits) in set.iter_mut().enumerate() {
        if *bits != 0 {
            let option = 64 * word + to_usize(bits.trailing_zeros());
            *bits &= *bits - 1;
            return Some(option);
        }
    }
    None
}

/// The options of a set, in order.
pub(super) fn members<const W: usize>(set: &Set<W>) -> impl Iterator<Item = usize> + use<W> {
    let mut rest = *set;
    std::iter::from_fn(move || take_first(&mut rest))
}
