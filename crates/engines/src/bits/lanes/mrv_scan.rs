//! The census of lanes: how many bits each has.

use std::arch::x86_64::{
    __m512i, _mm_and_si128, _mm_cvtsi128_si32, _mm_min_epu8, _mm_min_epu16, _mm_minpos_epu16, _mm_set1_epi16,
    _mm_srli_epi16, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_min_epu8, _mm256_min_epu16,
    _mm512_castsi512_si256, _mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi16_mask, _mm512_cmpeq_epi32_mask,
    _mm512_cmpeq_epi64_mask, _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_min_epu8, _mm512_min_epu16,
    _mm512_min_epu32, _mm512_min_epu64, _mm512_popcnt_epi8, _mm512_popcnt_epi16, _mm512_popcnt_epi32,
    _mm512_popcnt_epi64, _mm512_reduce_min_epu32, _mm512_reduce_min_epu64, _mm512_set1_epi8, _mm512_set1_epi16,
    _mm512_set1_epi32, _mm512_set1_epi64, _mm512_sub_epi8, _mm512_sub_epi16, _mm512_sub_epi32, _mm512_sub_epi64,
    _mm512_testn_epi8_mask, _mm512_testn_epi16_mask, _mm512_testn_epi32_mask, _mm512_testn_epi64_mask,
};

use super::bits::LaneBits;
use dlx_core::problem::{to_place, to_u32, to_usize};

/// The result of a look at the items.
#[derive(Clone, Copy)]
pub(super) struct LaneScan {
    /// The fewest options that an item has.
    pub(super) count: u32,
    /// The first bit of the first lane with that number of options.
    pub(super) bit: usize,
    /// Do all items have two options?
    pub(super) are_pairs: bool,
}

/// Looks at all lanes, `in_play` of which are in play; none if an item is starving.
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg"
)]
pub(super) fn mrv_scan<const LOG: u32, const Z: usize>(alive: &LaneBits<Z>, in_play: u32) -> Option<LaneScan> {
    // SAFETY: eight words, aligned.
    let bits: [__m512i; Z] =
        std::array::from_fn(|vector| unsafe { _mm512_load_si512(alive.0[vector].as_ptr().cast()) });
    let n_empty: u32 = bits.iter().map(|&bits| empty::<LOG>(bits).count_ones()).sum();
    if n_empty + in_play > to_u32(Z * (512 >> LOG)) {
        return None;
    }
    let counts: [__m512i; Z] = std::array::from_fn(|vector| counts::<LOG>(bits[vector]));
    // One option or two are nearly always the fewest, and sooner found than the least of all.
    for count in 1..=2 {
        let (bit, n_lanes) = lanes_with::<LOG, Z>(&counts, count);
        if n_lanes > 0 {
            return Some(LaneScan { count: to_u32(to_place(count)), bit, are_pairs: n_lanes == in_play });
        }
    }
    let fewest =
        counts.into_iter().reduce(|one, other| fewer::<LOG>(one, other)).map_or(0, |all| least::<LOG>(all)) + 1;
    let (bit, _) = lanes_with::<LOG, Z>(&counts, fewest);
    Some(LaneScan { count: to_u32(to_place(fewest)), bit, are_pairs: false })
}

/// Where the first lane with `count` bits begins, and how many such lanes there are.
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg"
)]
fn lanes_with<const LOG: u32, const Z: usize>(counts: &[__m512i; Z], count: u64) -> (usize, u32) {
    let (mut bit, mut n_lanes) = (0, 0);
    for vector in (0..Z).rev() {
        let lanes = equal::<LOG>(counts[vector], count - 1);
        n_lanes += lanes.count_ones();
        bit = if lanes == 0 { bit } else { 512 * vector + (to_usize(lanes.trailing_zeros()) << LOG) };
    }
    (bit, n_lanes)
}

/// How many bits each lane has, less one: a large number if it has none.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vpopcntdq,avx512bitalg")]
fn counts<const LOG: u32>(bits: __m512i) -> __m512i {
    match LOG {
        3 => _mm512_sub_epi8(_mm512_popcnt_epi8(bits), _mm512_set1_epi8(1)),
        4 => _mm512_sub_epi16(_mm512_popcnt_epi16(bits), _mm512_set1_epi16(1)),
        5 => _mm512_sub_epi32(_mm512_popcnt_epi32(bits), _mm512_set1_epi32(1)),
        _ => _mm512_sub_epi64(_mm512_popcnt_epi64(bits), _mm512_set1_epi64(1)),
    }
}

/// Which lanes are empty.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn empty<const LOG: u32>(bits: __m512i) -> u64 {
    match LOG {
        3 => _mm512_testn_epi8_mask(bits, bits),
        4 => _mm512_testn_epi16_mask(bits, bits).into(),
        5 => _mm512_testn_epi32_mask(bits, bits).into(),
        _ => _mm512_testn_epi64_mask(bits, bits).into(),
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn fewer<const LOG: u32>(one: __m512i, other: __m512i) -> __m512i {
    match LOG {
        3 => _mm512_min_epu8(one, other),
        4 => _mm512_min_epu16(one, other),
        5 => _mm512_min_epu32(one, other),
        _ => _mm512_min_epu64(one, other),
    }
}

/// The least of all lanes.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
fn least<const LOG: u32>(lanes: __m512i) -> u64 {
    let halves = [_mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64::<1>(lanes)];
    let least = match LOG {
        3 => {
            let half = _mm256_min_epu8(halves[0], halves[1]);
            let quarter = _mm_min_epu8(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
            let pairs = _mm_and_si128(_mm_min_epu8(quarter, _mm_srli_epi16::<8>(quarter)), _mm_set1_epi16(0xff));
            _mm_minpos_epu16(pairs)
        }
        4 => {
            let half = _mm256_min_epu16(halves[0], halves[1]);
            _mm_minpos_epu16(_mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half)))
        }
        5 => return _mm512_reduce_min_epu32(lanes).into(),
        _ => return _mm512_reduce_min_epu64(lanes),
    };
    // The least, and behind it which lane it came from.
    u64::from(_mm_cvtsi128_si32(least).cast_unsigned() & 0xffff)
}

/// Which lanes are equal to this number.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn equal<const LOG: u32>(lanes: __m512i, number: u64) -> u64 {
    // The number in each lane of a word.
    let word = number * (u64::MAX / (u64::MAX >> (64 - (1 << LOG))));
    let numbers = _mm512_set1_epi64(word.cast_signed());
    match LOG {
        3 => _mm512_cmpeq_epi8_mask(lanes, numbers),
        4 => _mm512_cmpeq_epi16_mask(lanes, numbers).into(),
        5 => _mm512_cmpeq_epi32_mask(lanes, numbers).into(),
        _ => _mm512_cmpeq_epi64_mask(lanes, numbers).into(),
    }
}
