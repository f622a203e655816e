//! The living options packed densely, into tables of their own.

use super::bit_problem::n_members;
use super::instructions::{Detected, Instructions};
use super::tables::{LANES, Lanes, Set, Tables, len, members};
use dlx_core::problem::{OptionId, to_place, to_usize};

impl<const W: usize> Tables<W> {
    /// Tables with the living options only, and the items that are not covered. No item may be starving. The tables that the task began with have sets of `n_words`.
    #[inline(always)]
    pub(super) fn pack<const V: usize>(
        &self,
        alive: &Set<W>,
        in_play: u32,
        level: Instructions,
        n_words: usize,
    ) -> Tables<V> {
        let n_primary = to_usize(in_play);
        let mut packed = Tables::with_room(n_primary, to_place(len(alive)), self.option_size, self.is_even);
        for option in members(alive) {
            packed.compatible.push(squeeze(self.compatible[option].iter().copied(), alive, level));
            packed.sizes.push(self.sizes[option]);
            packed.ids.push(self.ids[option]);
        }
        let uncovered =
            (0..to_usize(self.n_primary)).map(|item| self.options_of(item, alive)).filter(|set| *set != [0; W]);
        for (item, set) in uncovered.enumerate() {
            for (word, bits) in squeeze::<V>(set.iter().copied(), alive, level).into_iter().enumerate() {
                packed.items[item / LANES][word].0[item % LANES] = bits;
            }
        }
        for set in &self.quotas {
            packed.quotas.push(squeeze(set.iter().copied(), alive, level));
        }
        packed.spare.clone_from(&self.spare);
        packed.in_task.resize(n_words, 0);
        spread(alive, &self.in_task, level, &mut packed.in_task);
        packed
    }
}

/// Wide tables to be packed: their packing is compiled once for each width it packs into, not for each pair of widths.
pub(super) struct Unpacked<'t> {
    /// Words of a set.
    n_words: usize,
    /// As in [`Tables`], one after the other.
    compatible: &'t [u64],
    items: &'t [Lanes],
    sizes: &'t [u32],
    ids: &'t [OptionId],
    n_primary: usize,
    option_size: u32,
    is_even: bool,
    quotas: &'t [u64],
    spare: &'t [u32],
    in_task: &'t [u64],
}

impl<'t, const W: usize> From<&'t Tables<W>> for Unpacked<'t> {
    fn from(tables: &'t Tables<W>) -> Self {
        Self {
            n_words: W,
            compatible: tables.compatible.as_flattened(),
            items: tables.items.as_flattened(),
            sizes: &tables.sizes,
            ids: &tables.ids,
            n_primary: to_usize(tables.n_primary),
            option_size: tables.option_size,
            is_even: tables.is_even,
            quotas: tables.quotas.as_flattened(),
            spare: &tables.spare,
            in_task: &tables.in_task,
        }
    }
}

impl Unpacked<'_> {
    /// The same as [`Tables::pack`].
    #[inline(always)]
    pub(super) fn pack<const V: usize>(
        &self,
        alive: &[u64],
        in_play: u32,
        level: Instructions,
        n_words: usize,
        moves: &mut WordMoves,
    ) -> Tables<V> {
        let n_alive = to_place(n_members(alive));
        let mut packed = Tables::with_room(to_usize(in_play), n_alive, self.option_size, self.is_even);
        moves.begin(alive);
        for option in super::bit_problem::members(alive.iter().copied()) {
            let row = &self.compatible[option * self.n_words..][..self.n_words];
            packed.compatible.push(moves.squeeze(|word| row[word], level));
            packed.sizes.push(self.sizes[option]);
            packed.ids.push(self.ids[option]);
        }
        let mut number = 0;
        for item in 0..self.n_primary {
            let words = &self.items[item / LANES * self.n_words..][..self.n_words];
            let set: Set<V> = moves.squeeze(|word| words[word].0[item % LANES], level);
            if set.iter().all(|&word| word == 0) {
                continue;
            }
            for (word, bits) in set.into_iter().enumerate() {
                packed.items[number / LANES][word].0[number % LANES] = bits;
            }
            number += 1;
        }
        for set in self.quotas.chunks_exact(self.n_words) {
            packed.quotas.push(moves.squeeze(|word| set[word], level));
        }
        packed.spare.extend_from_slice(self.spare);
        packed.in_task.resize(n_words, 0);
        spread(alive, self.in_task, level, &mut packed.in_task);
        packed
    }
}

/// Where the bits of each word that has living options go: found once for all sets that are packed alike.
#[derive(Default)]
pub(super) struct WordMoves(Vec<WordMove>);

#[derive(Clone, Copy)]
struct WordMove {
    /// The word, and the bits of it that stay.
    word: u32,
    mask: u64,
    /// The word where the first of them goes, and its place there.
    target: u32,
    shift: u32,
    /// Do the last of them go into the next word?
    is_split: bool,
}

impl WordMoves {
    #[inline(always)]
    fn begin(&mut self, alive: &[u64]) {
        self.0.clear();
        let mut place = 0;
        for (word, &mask) in (0..).zip(alive).filter(|(_, mask)| **mask != 0) {
            let shift = place % 64;
            self.0.push(WordMove { word, mask, target: place / 64, shift, is_split: shift + mask.count_ones() > 64 });
            place += mask.count_ones();
        }
    }

    /// A set, its words looked up by number, packed.
    #[inline(always)]
    fn squeeze<const V: usize>(&self, set: impl Fn(usize) -> u64, level: Instructions) -> Set<V> {
        let mut result = [0; V];
        for &WordMove { word, mask, target, shift, is_split } in &self.0 {
            let bits = extract(set(to_usize(word)), mask, level);
            result[to_usize(target)] |= bits << shift;
            if is_split {
                result[to_usize(target) + 1] |= bits >> (64 - shift);
            }
        }
        result
    }
}

/// The members of `set` at the places of `alive`, close together.
#[inline(always)]
pub(super) fn squeeze<const V: usize>(set: impl Iterator<Item = u64>, alive: &[u64], level: Instructions) -> Set<V> {
    let mut result = [0; V];
    squeeze_into(&mut result, set, alive, level);
    result
}

/// The members of `set` at the places of `alive`, close together, in a set that is empty.
#[inline(always)]
pub(super) fn squeeze_into(result: &mut [u64], set: impl Iterator<Item = u64>, alive: &[u64], level: Instructions) {
    let mut place = 0;
    for (bits, &mask) in set.zip(alive) {
        let squeezed = extract(bits, mask, level);
        let width = to_usize(mask.count_ones());
        if width > 0 {
            result[place / 64] |= squeezed << (place % 64);
            if place % 64 + width > 64 {
                result[place / 64 + 1] |= squeezed >> (64 - place % 64);
            }
        }
        place += width;
    }
}

/// The inverse of [`squeeze`]: spreads a set whose members are close together to the places of `mask`; without a mask the set itself, and empty words behind it.
#[inline(always)]
pub(super) fn spread(set: &[u64], mask: &[u64], level: Instructions, result: &mut [u64]) {
    if mask.is_empty() {
        let (same, rest) = result.split_at_mut(set.len());
        same.copy_from_slice(set);
        return rest.fill(0);
    }
    // Which instruction to use is asked once, not for each word.
    match level {
        Instructions::Plain => spread_by(set, mask, result, deposit_plain),
        Instructions::Avx2(detected) | Instructions::Avx512(detected) => {
            spread_by(set, mask, result, |bits, mask| deposit(bits, mask, detected));
        }
    }
}

#[inline(always)]
fn spread_by(set: &[u64], mask: &[u64], result: &mut [u64], deposit: impl Fn(u64, u64) -> u64) {
    let mut place = 0;
    for (bits, &mask) in result.iter_mut().zip(mask) {
        let word = |number: usize| set.get(number).copied().unwrap_or(0);
        let (number, shift) = (place / 64, place % 64);
        // In two steps, since to shift by 64 is not defined.
        let close = word(number) >> shift | word(number + 1) << (63 - shift) << 1;
        *bits = deposit(close, mask);
        place += to_usize(mask.count_ones());
    }
}

/// The bits at the places of the mask, close together.
#[inline(always)]
fn extract(bits: u64, mask: u64, level: Instructions) -> u64 {
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: BMI2 is among what was detected.
        Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { std::arch::x86_64::_pext_u64(bits, mask) },
        _ => extract_plain(bits, mask),
    }
}

fn extract_plain(bits: u64, mut mask: u64) -> u64 {
    let (mut result, mut place) = (0, 0);
    while mask != 0 {
        result |= (bits >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    result
}

/// The first bits, at the places of the mask.
#[inline(always)]
fn deposit(bits: u64, mask: u64, _: Detected) -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: BMI2 is among what was detected.
    return unsafe { std::arch::x86_64::_pdep_u64(bits, mask) };
    #[cfg(not(target_arch = "x86_64"))]
    deposit_plain(bits, mask)
}

fn deposit_plain(mut bits: u64, mut mask: u64) -> u64 {
    let mut result = 0;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        result |= lowest * (bits & 1);
        mask ^= lowest;
        bits >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_move_as_the_instructions_say(bits: u64, mask: u64) {
            for level in Instructions::all() {
                prop_assert_eq!(extract(bits, mask, level), extract_plain(bits, mask));
                if let Instructions::Avx2(detected) | Instructions::Avx512(detected) = level {
                    prop_assert_eq!(deposit(bits, mask, detected), deposit_plain(bits, mask));
                }
            }
        }

        #[test]
        fn squeezing_keeps_who_is_in(set: [u64; 4], alive: [u64; 4], thin: [u64; 4]) {
            // Thinned, so that what is alive fits in two words about half of the time.
            let alive: Set<4> = std::array::from_fn(|word| alive[word] & thin[word]);
            let living: Vec<usize> = members(&alive).take(129).collect();
            prop_assume!(living.len() <= 128);
            let squeezed: Set<2> = squeeze(set.iter().copied(), &alive, Instructions::Plain);
            for (place, &option) in living.iter().enumerate() {
                prop_assert_eq!(squeezed[place / 64] >> (place % 64) & 1, set[option / 64] >> (option % 64) & 1);
            }
            let mut spread_again = [0; 4];
            for level in Instructions::all() {
                spread(&squeezed, &alive, level, &mut spread_again);
                prop_assert_eq!(spread_again, std::array::from_fn(|word| set[word] & alive[word]));
            }
        }
    }
}
