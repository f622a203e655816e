//! Multiplicities: 64 bits while they suffice, then 128, then any size. Every sum is checked.

use num_bigint::BigUint;

use super::layout::Key;

use dlx_core::problem::{to_place, to_u64, to_usize};
use dlx_core::tally::Count;

/// A multiplicity of a state.
pub(crate) trait Number: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The next wider kind; the widest is its own.
    type Wider: Number;

    /// Bits, or 0 for any number of them.
    const WIDTH: u32;

    /// One.
    fn one() -> Self;

    /// Adds, or says that the sum does not fit and changes nothing.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;

    /// The number in the next width.
    fn widen(&self) -> Self::Wider;

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

/// Numbers of the processor differ in their width, and in what comes when it is not enough.
macro_rules! fixed_width {
    ($own:ty, $wider:ty) => {
        impl Number for $own {
            type Wider = $wider;

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

            fn widen(&self) -> $wider {
                (*self).into()
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
    };
}

fixed_width!(u64, u128);
fixed_width!(u128, BigUint);

impl Number for BigUint {
    type Wider = Self;

    const WIDTH: u32 = 0;

    fn one() -> Self {
        1u32.into()
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn widen(&self) -> Self {
        self.clone()
    }

    fn to_count(&self) -> Count {
        self.clone().into()
    }

    fn heap(&self) -> usize {
        // Words, and what an allocator has for each block; a sum may have kept room for a word more.
        const BLOCK: usize = 24;
        to_place(self.bits()).div_ceil(64) * 8 + BLOCK
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let own = self.to_bytes_le();
        bytes.extend(to_u64(own.len()).to_le_bytes());
        bytes.extend(own);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(u64::from_le_bytes(take(bytes)?)).ok()?;
        let (own, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(Self::from_bytes_le(own))
    }

    fn length(&self) -> usize {
        to_place(self.bits()).div_ceil(8)
    }

    fn write_short(&self, bytes: &mut Vec<u8>) {
        let own = self.to_bytes_le();
        bytes.extend_from_slice(&own[..self.length()]);
    }

    fn read_short(bytes: &[u8]) -> Option<Self> {
        Some(Self::from_bytes_le(bytes))
    }
}
