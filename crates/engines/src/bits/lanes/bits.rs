//! Bits in some vectors: sets of options in which an option has a bit for each of its items.

use std::arch::x86_64::{__m512i, _mm512_and_si512, _mm512_load_si512, _mm512_store_si512};
use std::mem::MaybeUninit;

use super::super::bit_problem::members;
use super::super::tables::{LANES, contains, insert};

/// `Z` vectors of 512 bits, each fetched in one go.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct LaneBits<const Z: usize>(pub(super) [[u64; LANES]; Z]);

impl<const Z: usize> LaneBits<Z> {
    pub(super) const NONE: Self = Self([[0; LANES]; Z]);

    #[inline(always)]
    pub(super) fn words(&self) -> &[u64] {
        self.0.as_flattened()
    }

    pub(super) fn insert(&mut self, bit: usize) {
        insert(self.0.as_flattened_mut(), bit);
    }

    pub(super) fn contains(&self, bit: usize) -> bool {
        contains(self.words(), bit)
    }

    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        members(self.words().iter().copied())
    }

    /// Some bits of one word, from this one on.
    #[inline(always)]
    pub(super) fn lane(&self, bit: usize, width: u32) -> u64 {
        self.words()[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - width))
    }

    /// How many bits both have.
    #[inline(always)]
    pub(super) fn n_common(&self, other: &Self) -> u64 {
        self.words().iter().zip(other.words()).map(|(one, other)| u64::from((one & other).count_ones())).sum()
    }

    /// The bits that both have. This is the step of the search: as a closure for `from_fn` the compiler calls it where vectors are many, and without the instructions of the caller; where an empty set is filled, it is
    /// slower where they are few.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn both(&self, other: &Self) -> Self {
        let mut both = MaybeUninit::<Self>::uninit();
        let to: *mut __m512i = both.as_mut_ptr().cast();
        let mut vector = 0;
        while vector < Z {
            let (one, other) = (self.0[vector].as_ptr(), other.0[vector].as_ptr());
            // SAFETY: all three have `Z` vectors of eight words, each aligned.
            unsafe {
                let bits = _mm512_and_si512(_mm512_load_si512(one.cast()), _mm512_load_si512(other.cast()));
                _mm512_store_si512(to.add(vector), bits);
            }
            vector += 1;
        }
        // SAFETY: each of its vectors has been written.
        unsafe { both.assume_init() }
    }

    #[inline(always)]
    pub(super) fn either(&self, other: &Self) -> Self {
        self.with(other, |one, other| one | other)
    }

    #[inline(always)]
    pub(super) fn without(&self, other: &Self) -> Self {
        self.with(other, |one, other| one & !other)
    }

    #[inline(always)]
    fn with(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|vector| {
            std::array::from_fn(|word| join(self.0[vector][word], other.0[vector][word]))
        }))
    }
}
