//! The census: how many living options each item has, eight items at a time, one in each lane of a vector.
//!
//! For each lane the least *rank* is kept: a number made of the number of options of an item in its high bits, and the number of the item in its low bits. So the least of the eight is the first item with the fewest options, and an
//! item without options, whose rank wraps around to a large number, is never the least.
//!
//! There is one version for any processor, and one for those with AVX-512 and its vector popcount (`mrv_scan_avx512`).

use super::tables::{LANES, Set, Tables};
use dlx_core::problem::{to_place, to_u32, to_u64, to_usize};

/// Up to this many words are looked at without asking which of them are empty.
pub(super) const DENSE_WORDS: usize = 4;

/// The item is in the lowest bits of a rank: a problem with few options may have a million items.
pub(super) const ITEM_BITS: u32 = 32;

/// The rank of an item that can be covered in one way only is less than this.
pub(super) const CHOICE: u64 = 1 << ITEM_BITS;

/// The result of a look at the items.
pub(super) struct MrvScan {
    /// The least of all ranks.
    pub(super) least: u64,
    /// How many items have no option.
    pub(super) n_without: u32,
    /// The least rank of each lane.
    pub(super) ranks: [u64; LANES],
}

impl MrvScan {
    /// The item with the fewest living options, but at least one; the first of several.
    #[inline(always)]
    pub(super) fn item(&self) -> usize {
        to_place(self.least % CHOICE)
    }

    /// How many it has; large if there is no such item.
    #[inline(always)]
    pub(super) fn n_options(&self) -> u64 {
        (self.least >> ITEM_BITS) + 1
    }

    /// Items with a single living option: the first of each lane.
    #[inline(always)]
    pub(super) fn forced(&self) -> impl Iterator<Item = usize> {
        let single = |lane: usize| u32::from(self.ranks[lane] < CHOICE) << lane;
        let mut lanes = (0..LANES).fold(0, |lanes, lane| lanes | single(lane));
        std::iter::from_fn(move || {
            let lane = (lanes != 0).then(|| to_usize(lanes.trailing_zeros()))?;
            lanes &= lanes - 1;
            Some(to_place(self.ranks[lane] % CHOICE))
        })
    }
}

/// A way to look for the item with the fewest options.
pub(super) trait MrvScanner: Copy {
    /// Counts the living options of all items.
    fn mrv_scan<const W: usize>(self, tables: &Tables<W>, alive: &Set<W>) -> MrvScan;
}

/// For any processor; with AVX2 the compiler makes vectors of it.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl MrvScanner for Portable {
    #[inline(always)]
    fn mrv_scan<const W: usize>(self, tables: &Tables<W>, alive: &Set<W>) -> MrvScan {
        let (living, n_living) = living_words(alive);
        let (mut ranks, mut without) = ([i64::MAX; LANES], [0u64; LANES]);
        for (block, words) in tables.items.iter().enumerate() {
            let words = one_by_one(words);
            let mut counts = [0u64; LANES];
            for &word in &living[..n_living] {
                let (bits, lanes) = (alive[word], &words[word].0);
                for lane in 0..LANES {
                    counts[lane] += u64::from((bits & lanes[lane]).count_ones());
                }
            }
            for lane in 0..LANES {
                // Signed, since AVX2 compares only signed numbers.
                let rank = (counts[lane].wrapping_sub(1) << ITEM_BITS | to_u64(block)) & (u64::MAX >> 1);
                ranks[lane] = ranks[lane].min(rank.cast_signed());
                without[lane] += u64::from(counts[lane] == 0);
            }
        }
        // From blocks to items only now: one number less to know in the loop.
        let item_of =
            |lane: usize, rank: u64| (rank / CHOICE * CHOICE) | (rank % CHOICE * to_u64(LANES) + to_u64(lane));
        let ranks = std::array::from_fn(|lane| item_of(lane, ranks[lane].cast_unsigned()));
        let least = ranks.iter().copied().fold(u64::MAX, u64::min);
        MrvScan { least, n_without: to_u32(to_place(without.iter().sum::<u64>())) - tables.n_idle_lanes, ranks }
    }
}

/// The words that have a living option, and how many they are. Where there are few words, all of them, since it would cost more to find out.
#[inline(always)]
fn living_words<const W: usize>(alive: &Set<W>) -> ([usize; W], usize) {
    let mut living = std::array::from_fn(|word| word);
    if W <= DENSE_WORDS {
        return (living, W);
    }
    let mut n_living = 0;
    for (word, bits) in alive.iter().enumerate() {
        living[n_living] = word;
        n_living += usize::from(*bits != 0);
    }
    (living, n_living)
}

/// Returns the block itself, in a way that hides it from the compiler, which then looks at one block after the other, as they are laid out. Otherwise it took a lane of eight blocks at once, gathered from
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
