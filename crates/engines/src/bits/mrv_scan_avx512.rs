//! The census with AVX-512, written out instruction by instruction.
//!
//! Left to the compiler, the loop of `mrv_scan` lost up to a third after changes elsewhere that had nothing to do with it, and even at its best it was slower: see results/2026-11-23-trees.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512, _mm512_maskz_compress_epi64,
    _mm512_maskz_loadu_epi64, _mm512_min_epu64, _mm512_popcnt_epi64, _mm512_reduce_min_epu64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_setzero_si512, _mm512_slli_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
    _mm512_test_epi64_mask, _mm512_testn_epi64_mask,
};
use std::mem::MaybeUninit;

use super::instructions::Detected;
use super::mrv_scan::{CHOICE, DENSE_WORDS, ITEM_BITS, MrvScan, MrvScanner};
use super::tables::{LANES, Lanes, Set, Tables};
use dlx_core::problem::{to_place, to_usize};

/// The number of blocks that are looked at together where there are many words: a word of the living options is fetched once for all of them.
const TOGETHER: usize = 4;

/// For processors with AVX-512 and its vector popcount.
#[derive(Clone, Copy)]
pub(super) struct Avx512(pub(super) Detected);

impl MrvScanner for Avx512 {
    #[inline(always)]
    fn mrv_scan<const W: usize>(self, tables: &Tables<W>, alive: &Set<W>) -> MrvScan {
        // SAFETY: the instructions were detected.
        unsafe { mrv_scan(tables, alive) }
    }
}

#[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq,popcnt")]
fn mrv_scan<const W: usize>(tables: &Tables<W>, alive: &Set<W>) -> MrvScan {
    let living = Living::of(alive);
    let mut ranks = LeastRanks::new();
    let n_together = if W <= DENSE_WORDS { 0 } else { tables.items.len() / TOGETHER * TOGETHER };
    let (together, rest) = tables.items.split_at(n_together);
    for blocks in together.as_chunks::<TOGETHER>().0 {
        living.counts(alive, blocks).into_iter().for_each(|counts| ranks.note(counts));
    }
    for block in rest {
        let [counts] = living.counts(alive, std::array::from_ref(block));
        ranks.note(counts);
    }
    ranks.mrv_scan(tables.n_idle_lanes)
}

/// The words in which there is a living option. Where there are few words, all of them, since it would cost more to find out.
struct Living<const W: usize> {
    /// Their numbers, and room for what is stored past their end.
    words: MaybeUninit<[[u64; LANES]; W]>,
    number: usize,
}

impl<const W: usize> Living<W> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq,popcnt")]
    fn of(alive: &Set<W>) -> Self {
        let mut living = Self { words: MaybeUninit::uninit(), number: 0 };
        if W <= DENSE_WORDS {
            return living;
        }
        let mut numbers = first_lanes();
        for group in alive.chunks(LANES) {
            let within = u8::MAX >> (LANES - group.len());
            // SAFETY: only the lanes within the group are read.
            let bits = unsafe { _mm512_maskz_loadu_epi64(within, group.as_ptr().cast()) };
            let mask = _mm512_test_epi64_mask(bits, bits);
            // SAFETY: no more than W numbers are stored before this, and there is room for 8 W.
            unsafe {
                let place = living.words.as_mut_ptr().cast::<u64>().add(living.number);
                _mm512_storeu_si512(place.cast(), _mm512_maskz_compress_epi64(mask, numbers));
            }
            living.number += to_usize(mask.count_ones());
            numbers = _mm512_add_epi64(numbers, _mm512_set1_epi64(8));
        }
        living
    }

    /// How many living options the items of some blocks have.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq,popcnt")]
    fn counts<const B: usize>(&self, alive: &Set<W>, blocks: &[[Lanes; W]; B]) -> [__m512i; B] {
        let mut counts = [_mm512_setzero_si512(); B];
        let mut look = |word: usize| {
            // SAFETY: `word` is the number of a word.
            let bits = _mm512_set1_epi64(unsafe { *alive.get_unchecked(word) }.cast_signed());
            for (count, block) in counts.iter_mut().zip(blocks) {
                // SAFETY: likewise.
                let lanes = unsafe { _mm512_load_si512(block.get_unchecked(word).0.as_ptr().cast()) };
                *count = _mm512_add_epi64(*count, _mm512_popcnt_epi64(_mm512_and_si512(lanes, bits)));
            }
        };
        if W <= DENSE_WORDS {
            (0..W).for_each(look);
        } else {
            // SAFETY: this many were stored.
            let words = unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast::<u64>(), self.number) };
            words.iter().for_each(|&word| look(to_place(word)));
        }
        counts
    }
}

/// The least ranks so far. Without options a rank wraps around to a large number.
struct LeastRanks {
    least: __m512i,
    /// The ranks of the next block if its items had no options.
    next: __m512i,
    n_without: u32,
}

impl LeastRanks {
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq,popcnt")]
    fn new() -> Self {
        let next = _mm512_sub_epi64(first_lanes(), _mm512_set1_epi64(CHOICE.cast_signed()));
        Self { least: _mm512_set1_epi64(-1), next, n_without: 0 }
    }

    /// Notes how many options the items of the next block have.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq,popcnt")]
    fn note(&mut self, counts: __m512i) {
        let ranks = _mm512_add_epi64(_mm512_slli_epi64::<ITEM_BITS>(counts), self.next);
        self.least = _mm512_min_epu64(self.least, ranks);
        self.n_without += _mm512_testn_epi64_mask(counts, counts).count_ones();
        self.next = _mm512_add_epi64(self.next, _mm512_set1_epi64(8));
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq,popcnt")]
    fn mrv_scan(self, n_idle_lanes: u32) -> MrvScan {
        let mut ranks = [0; LANES];
        // SAFETY: there is room for all lanes.
        unsafe { _mm512_storeu_si512(ranks.as_mut_ptr().cast(), self.least) };
        MrvScan { least: _mm512_reduce_min_epu64(self.least), n_without: self.n_without - n_idle_lanes, ranks }
    }
}

/// 0 to 7.
#[inline]
#[target_feature(enable = "avx512f")]
fn first_lanes() -> __m512i {
    _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7)
}
