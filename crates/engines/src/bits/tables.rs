//! The tables of a bit set search: which options are compatible, and which options an item has.

use rustc_hash::FxHashMap;

use super::super::residue::Residue;
use super::quotas::sets;
use dlx_core::problem::{OptionId, to_u32, to_usize};

/// A set of options.
pub(super) type Set<const W: usize> = [u64; W];

/// Items that are looked at together, one in each lane of a vector.
pub(super) const LANES: usize = 8;

/// A word of eight items, one in each lane of a vector, where a vector is fetched in one go: across two lines of the cache it takes twice as long.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

/// The tables of a search over at most 64 W options.
#[derive(Clone, Debug)]
pub(super) struct Tables<const W: usize> {
    /// For each option, those that can be chosen with it.
    pub(super) compatible: Vec<Set<W>>,
    /// For each option, how many primary items it has.
    pub(super) sizes: Vec<u32>,
    /// For each primary item its options: word w of item 8 b + l is `items[b][w].0[l]`.
    pub(super) items: Vec<[Lanes; W]>,
    /// Lanes of the last block that stand for no item.
    pub(super) n_idle_lanes: u32,
    /// Number of primary items.
    pub(super) n_primary: u32,
    /// The options by their names outside.
    pub(super) ids: Vec<OptionId>,
    /// When no more items are in play than this, every living option is a solution.
    pub(super) option_size: u32,
    /// Do all options cover `option_size` items, and are they compatible unless they share one of them?
    pub(super) is_even: bool,
    /// For each item with a quota its options, and its tokens; and how many of these may be left (see `quotas`).
    pub(super) quotas: Vec<Set<W>>,
    pub(super) spare: Vec<u32>,
    /// For packed tables: their options as a set of those in the tables that the task began with.
    pub(super) in_task: Vec<u64>,
}

impl<const W: usize> Tables<W> {
    /// The tables of a residue of at most 64 W options.
    pub(super) fn new(residue: &Residue) -> Self {
        let (n_real, n_options) = (residue.ids.len(), residue.n_bits());
        let users = Users::new(residue.n_items, n_options, residue.options().enumerate());
        let mut all = [0; W];
        (0..n_options).for_each(|option| insert(&mut all, option));
        let mut tables = Self::with_room(residue.n_primary, n_options, residue.option_size, residue.is_even());
        (tables.compatible, tables.ids) = (vec![all; n_options], residue.ids.clone());
        // Tokens are never handed out.
        tables.ids.resize(n_options, OptionId::from_index(0));
        for (row, cells) in tables.compatible.iter_mut().zip(residue.options()) {
            for &(item, color) in cells {
                users.exclude_rivals(row, item, color);
            }
        }
        tables.sizes.extend(residue.sizes());
        tables.sizes.resize(n_options, 0);
        let (sets, spare) = sets(&residue.quotas, n_real, &users.of_item);
        let word = |set: &[u64], word: usize| set.get(word).copied().unwrap_or(0);
        let n_words = n_options.div_ceil(64).max(1);
        tables.quotas = sets.chunks_exact(n_words).map(|set| std::array::from_fn(|place| word(set, place))).collect();
        tables.spare = spare;
        for (item, set) in users.of_item.iter().take(residue.n_primary).enumerate() {
            for (word, &bits) in set.iter().enumerate() {
                tables.items[item / LANES][word].0[item % LANES] = bits;
            }
        }
        tables
    }

    /// Tables without options, for `n_primary` items and with room for `n_options` options.
    #[inline(always)]
    pub(super) fn with_room(n_primary: usize, n_options: usize, option_size: u32, is_even: bool) -> Self {
        Self {
            compatible: Vec::with_capacity(n_options),
            sizes: Vec::with_capacity(n_options),
            items: vec![[Lanes([0; LANES]); W]; n_primary.div_ceil(LANES)],
            n_idle_lanes: to_u32(n_primary.next_multiple_of(LANES) - n_primary),
            n_primary: to_u32(n_primary),
            ids: Vec::with_capacity(n_options),
            option_size,
            is_even,
            quotas: Vec::new(),
            spare: Vec::new(),
            in_task: Vec::new(),
        }
    }

    /// All options.
    pub(super) fn all(&self) -> Set<W> {
        let mut all = [0; W];
        (0..self.ids.len()).for_each(|option| insert(&mut all, option));
        all
    }

    /// The living options of an item.
    #[inline(always)]
    pub(super) fn options_of(&self, item: usize, alive: &Set<W>) -> Set<W> {
        let words = &self.items[item / LANES];
        std::array::from_fn(|word| alive[word] & words[word].0[item % LANES])
    }
}

/// Which options use which items, as sets of options.
pub(super) struct Users {
    /// The options of each item, primary or not.
    pub(super) of_item: Vec<Vec<u64>>,
    /// The options that give an item a color.
    of_color: FxHashMap<(u32, u32), Vec<u64>>,
}

impl Users {
    /// The users in options that are numbered below `n_options`, each with its cells.
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
