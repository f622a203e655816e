//! States as bytes in blocks, the way they lie on a disk.
//!
//! The states of a block are in order of their keys, read as large numbers. Of each key only those bits are written in which it differs from the one before, and of each multiplicity as many bytes as it has; one byte in front
//! says how many bytes both are. So the bits that all states of a block share cost nothing, and multiplicities of all widths are read in the same way. (Where to find a block, and the sum of its bytes, is kept by the writer.)

use super::layout::Key;
use super::number::Number;
use dlx_core::problem::{to_u32, to_u64, to_usize};

/// In half a byte: the length is in the bytes that follow.
const LONG: u8 = 15;

/// Where a block is, and what is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StateBlock {
    pub(super) place: u64,
    pub(super) length: u32,
    pub(super) n_states: u32,
    pub(super) sum: u64,
}

impl StateBlock {
    /// Bytes that say it.
    pub(super) const BYTES: usize = 24;

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.place.to_le_bytes());
        bytes.extend(self.length.to_le_bytes());
        bytes.extend(self.n_states.to_le_bytes());
        bytes.extend(self.sum.to_le_bytes());
    }

    pub(super) fn read(bytes: &mut &[u8]) -> Option<Self> {
        use super::number::take;
        Some(Self {
            place: u64::from_le_bytes(take(bytes)?),
            length: u32::from_le_bytes(take(bytes)?),
            n_states: u32::from_le_bytes(take(bytes)?),
            sum: u64::from_le_bytes(take(bytes)?),
        })
    }
}

/// A sum of bytes that is another one if any of them is another: each step can be undone.
pub(super) fn sum_of(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let step = |sum: u64, word: [u8; 8]| {
        let sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 32
    };
    step(words.iter().fold(to_u64(bytes.len()), |sum, &word| step(sum, word)), last)
}

/// Orders keys as large numbers, the last word first: the widest part of it may be empty.
#[inline(always)]
fn order<const K: usize>(one: &Key<K>, other: &Key<K>) -> std::cmp::Ordering {
    one.iter().rev().cmp(other.iter().rev())
}

/// Brings states in the order of a block.
pub(super) fn sort<const K: usize, N>(states: &mut [(Key<K>, N)]) {
    states.sort_unstable_by(|(one, _), (other, _)| order(one, other));
}

/// Bytes without zeros at the upper end.
#[inline(always)]
fn length_of<const K: usize>(key: &Key<K>) -> usize {
    let top = (0..K).rev().find(|&word| key[word] != 0);
    top.map_or(0, |word| 8 * word + to_usize(64 - key[word].leading_zeros()).div_ceil(8))
}

/// The lower half of the byte in front of a state or the upper one, for something of this length.
#[inline(always)]
fn half(length: usize) -> u8 {
    u8::try_from(length).map_or(LONG, |length| length.min(LONG))
}

/// Appends states, which are in order.
pub(super) fn pack<const K: usize, N: Number>(states: &[(Key<K>, N)], bytes: &mut Vec<u8>) {
    let mut before = [0; K];
    for (key, number) in states {
        let news: Key<K> = std::array::from_fn(|word| key[word] ^ before[word]);
        before = *key;
        let lengths = [length_of(&news), number.length()];
        bytes.push(half(lengths[0]) | half(lengths[1]) << 4);
        for length in lengths.into_iter().filter(|&length| length >= usize::from(LONG)) {
            bytes.extend(to_u32(length).to_le_bytes());
        }
        let mut left = lengths[0];
        for word in news {
            let here = left.min(8);
            bytes.extend_from_slice(&word.to_le_bytes()[..here]);
            left -= here;
        }
        number.write_short(bytes);
    }
}

/// Shows `n_states` states of a block; fails if the bytes are not states.
pub(super) fn unpack<const K: usize, N: Number>(
    mut bytes: &[u8],
    n_states: u32,
    mut show: impl FnMut(Key<K>, N),
) -> Option<()> {
    let mut key = [0; K];
    for _ in 0..n_states {
        let (&halves, rest) = bytes.split_first()?;
        bytes = rest;
        let mut length = |half: u8| {
            if half < LONG {
                return Some(usize::from(half));
            }
            let (length, rest) = bytes.split_first_chunk()?;
            bytes = rest;
            Some(to_usize(u32::from_le_bytes(*length)))
        };
        let (of_key, of_number) = (length(halves & LONG)?, length(halves >> 4)?);
        let (news, rest) = bytes.split_at_checked(of_key)?;
        let (number, rest) = rest.split_at_checked(of_number)?;
        bytes = rest;
        for (word, news) in news.chunks(8).enumerate() {
            *key.get_mut(word)? ^= word_of(news);
        }
        show(key, N::read_short(number)?);
    }
    bytes.is_empty().then_some(())
}

/// The word that has these bytes, the lowest first.
#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::super::number::AnyNumber;
    use super::*;

    fn check<const K: usize, N: Number + PartialEq>(mut states: Vec<(Key<K>, N)>) {
        sort(&mut states);
        let (mut bytes, mut found) = (Vec::new(), Vec::new());
        pack(&states, &mut bytes);
        unpack(&bytes, to_u32(states.len()), |key, number: N| found.push((key, number))).unwrap();
        assert!(found == states);
        assert!(
            bytes.is_empty() || unpack::<K, N>(&bytes[..bytes.len() - 1], to_u32(states.len()), |_, _| ()).is_none()
        );
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut dice = fastrand::Rng::with_seed(5);
        check::<1, u64>(Vec::new());
        check(vec![([0], 1u64), ([0], u64::MAX), ([u64::MAX], 1 << 56)]);
        check((0..1000).map(|_| ([dice.u64(..) >> dice.u32(..64)], dice.u64(1..) >> dice.u32(..63) | 1)).collect());
        let short = |dice: &mut fastrand::Rng| AnyNumber::Short([dice.u64(1..), dice.u64(..) >> dice.u32(..64)]);
        check((0..1000).map(|_| ([dice.u64(..9), dice.u64(..), dice.u64(..3)], short(&mut dice))).collect());
        let wide = |dice: &mut fastrand::Rng| [(); 16].map(|()| dice.u64(..));
        check(
            (1..100)
                .map(|number| (wide(&mut dice), AnyNumber::read_short(&vec![number; number.into()]).unwrap()))
                .collect(),
        );
    }

    #[test]
    fn narrow_numbers_refuse_wide_ones() {
        let mut bytes = Vec::new();
        pack(&[([7], AnyNumber::Short([0, 1]))], &mut bytes);
        assert!(unpack::<1, u64>(&bytes, 1, |_, _| ()).is_none());
    }

    /// Every bit counts, and so does the length.
    #[test]
    fn a_flipped_bit_changes_the_sum() {
        let bytes: Vec<u8> = (0..77u8).collect();
        for place in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[place / 8] ^= 1 << (place % 8);
            assert_ne!(sum_of(&flipped), sum_of(&bytes), "{place}");
        }
        assert_ne!(sum_of(&[0; 8]), sum_of(&[0; 9]));
        assert_ne!(sum_of(&[]), sum_of(&[0]));
    }
}
