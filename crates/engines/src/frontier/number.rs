//! Multiplicities: 64 bits while they suffice, then any number of them. Every sum is checked.
//!
//! What works with multiplicities is compiled for each kind of them, and for each width of keys. So there are only two kinds: the second holds numbers of 128 bits in place, which are nearly all there are, and only longer ones elsewhere.

use num_bigint::BigUint;

use super::layout::Key;

use dlx_core::problem::{to_place, to_u64, to_usize};
use dlx_core::tally::Count;

/// A multiplicity of a state.
pub(crate) trait Number: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// Bits, or 0 for any number of them.
    const WIDTH: u32;

    /// One.
    fn one() -> Self;

    /// Adds, or says that the sum does not fit and changes nothing.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;

    /// The number in the kind that holds all.
    fn widen(&self) -> AnyNumber;

    /// The number as a count.
    fn to_count(&self) -> Count;

    /// About how many bytes it has in addition to its own: none, unless its width is not fixed.
    fn heap(&self) -> usize {
        0
    }

    /// Appends its bytes.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Takes it from the front of some bytes; none if they are too few.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// How many bytes it has without zeros at its upper end.
    fn length(&self) -> usize;

    /// Appends these bytes, the lowest first.
    fn write_short(&self, bytes: &mut Vec<u8>);

    /// The number that has these bytes; none if it does not fit.
    fn read_short(bytes: &[u8]) -> Option<Self>;
}

/// Takes `N` bytes from the front.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// Takes a key from the front.
pub(super) fn take_key<const K: usize>(bytes: &mut &[u8]) -> Option<Key<K>> {
    let mut key = [0; K];
    for word in &mut key {
        *word = u64::from_le_bytes(take(bytes)?);
    }
    Some(key)
}

impl Number for u64 {
    const WIDTH: u32 = Self::BITS;

    fn one() -> Self {
        1
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or(*self);
        sum.is_some()
    }

    fn widen(&self) -> AnyNumber {
        AnyNumber::Short([*self, 0])
    }

    fn to_count(&self) -> Count {
        (*self).into()
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(Self::from_le_bytes)
    }

    #[inline(always)]
    fn length(&self) -> usize {
        to_usize(Self::BITS - self.leading_zeros()).div_ceil(8)
    }

    #[inline(always)]
    fn write_short(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes()[..self.length()]);
    }

    #[inline(always)]
    fn read_short(bytes: &[u8]) -> Option<Self> {
        let mut own = [0; size_of::<Self>()];
        own.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Self::from_le_bytes(own))
    }
}

/// A multiplicity of any width. (Two words and not a `u128`, which begins only at every second word: with a key of one word that would be no smaller.)
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AnyNumber {
    /// Two words, the lower one first.
    Short([u64; 2]),
    /// A number that does not fit there.
    Long(BigUint),
}

// What says that a number is short is where a long one would have a length that no memory holds.
const _: () = assert!(size_of::<AnyNumber>() == 24);

impl AnyNumber {
    #[cold]
    fn to_long(&self) -> BigUint {
        match self {
            Self::Short([low, high]) => (BigUint::from(*high) << u64::BITS) + *low,
            Self::Long(number) => number.clone(),
        }
    }

    #[cold]
    fn add_long(&mut self, other: &Self) {
        if let Self::Long(sum) = self {
            match other {
                Self::Short(_) => *sum += other.to_long(),
                Self::Long(more) => *sum += more,
            }
        } else {
            *self = Self::Long(self.to_long() + other.to_long());
        }
    }
}

impl Number for AnyNumber {
    const WIDTH: u32 = 0;

    fn one() -> Self {
        Self::Short([1, 0])
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        if let (Self::Short([low, high]), Self::Short(more)) = (&mut *self, other) {
            let (low_sum, carry) = low.overflowing_add(more[0]);
            if let Some(high_sum) = high.checked_add(more[1]).and_then(|sum| sum.checked_add(carry.into())) {
                (*low, *high) = (low_sum, high_sum);
                return true;
            }
        }
        self.add_long(other);
        true
    }

    fn widen(&self) -> Self {
        self.clone()
    }

    fn to_count(&self) -> Count {
        match self {
            Self::Short([low, 0]) => (*low).into(),
            _ => self.to_long().into(),
        }
    }

    fn heap(&self) -> usize {
        // Words, and what an allocator has for each block; a sum may have kept room for a word more.
        const BLOCK: usize = 24;
        match self {
            Self::Short(_) => 0,
            Self::Long(number) => to_place(number.bits()).div_ceil(64) * 8 + BLOCK,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(to_u64(self.length()).to_le_bytes());
        self.write_short(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(u64::from_le_bytes(take(bytes)?)).ok()?;
        let (own, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Self::read_short(own)
    }

    #[inline(always)]
    fn length(&self) -> usize {
        match self {
            Self::Short([low, 0]) => low.length(),
            Self::Short([_, high]) => 8 + high.length(),
            Self::Long(number) => to_place(number.bits()).div_ceil(8),
        }
    }

    #[inline(always)]
    fn write_short(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Short([low, 0]) => low.write_short(bytes),
            Self::Short([low, high]) => {
                low.write(bytes);
                high.write_short(bytes);
            }
            Self::Long(number) => bytes.extend_from_slice(&number.to_bytes_le()),
        }
    }

    #[inline(always)]
    fn read_short(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > 16 {
            return Some(Self::Long(BigUint::from_bytes_le(bytes)));
        }
        let (low, high) = bytes.split_at(bytes.len().min(8));
        Some(Self::Short([u64::read_short(low)?, u64::read_short(high)?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums, bytes and counts at every border between widths are those of numbers of any size.
    #[test]
    fn numbers_of_any_width_are_added_up() {
        let near = |bits: u32| (0..3u32).map(move |more| (BigUint::from(1u32) << bits) + more - 1u32);
        let all: Vec<BigUint> = [0, 8, 63, 64, 120, 127, 128, 129, 200].into_iter().flat_map(near).collect();
        let number = |big: &BigUint| AnyNumber::read_short(&big.to_bytes_le()).unwrap();
        for one in &all {
            for other in &all {
                let mut sum = number(one);
                assert!(sum.add(&number(other)));
                assert_eq!(sum.to_count(), Count::from(one + other), "{one} + {other}");
                let (mut bytes, mut short) = (Vec::new(), Vec::new());
                sum.write(&mut bytes);
                sum.write_short(&mut short);
                assert_eq!((short.len(), &bytes[8..]), (sum.length(), &short[..]));
                assert_eq!(AnyNumber::read(&mut &bytes[..]), Some(sum.clone()));
                assert_eq!(AnyNumber::read_short(&short), Some(sum.clone()));
                assert_eq!(u64::read_short(&short).is_some(), one + other <= u64::MAX.into());
                assert_eq!(sum.heap() > 0, (one + other).bits() > 128);
            }
        }
    }
}
