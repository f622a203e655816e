//! Conversions between whole numbers of different widths. All of them are here, and a lint reports any elsewhere, so that no number is truncated unnoticed.
//!
//! They are meant for inner loops: where a `usize` has 64 bits, as on the machines that this program is made for, none of them takes time. A conversion to fewer
//! bits is safe because of a bound that is enforced elsewhere; its comment says which. Builds with debug assertions, and so all tests, check the bound.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "each function says why nothing is lost")]

/// A number of things in memory, as a figure. Memory never holds more than 2^64 of anything.
#[inline(always)]
pub const fn to_u64(number: usize) -> u64 {
    number as u64
}

/// A number that was stored in 32 bits to save room, as an index again. A machine whose indices are shorter could not have stored the array.
#[inline(always)]
pub const fn to_usize(number: u32) -> usize {
    number as usize
}

/// The number of an item, option, cell or node, or how many there are. It fits, since a [`ProblemBuilder`](super::ProblemBuilder) refuses problems with 2^32 - 2 or more
/// of any of them. So do the numbers of what an engine derives from a problem piece by piece, such as one vertex for each item and color.
#[inline(always)]
pub fn to_u32(number: usize) -> u32 {
    debug_assert!(u32::try_from(number).is_ok());
    number as u32
}

/// The number of a vertex of a hypergraph, or how many there are. It fits, since the vertices are counted before a hypergraph is laid out, and with 2^16 or more it is not.
#[inline(always)]
pub fn to_u16(number: usize) -> u16 {
    debug_assert!(u16::try_from(number).is_ok());
    number as u16
}

/// A figure as an index: part of a hash, or the number of things that are in memory and were counted in 64 bits.
#[inline(always)]
pub fn to_place(number: u64) -> usize {
    debug_assert!(usize::try_from(number).is_ok());
    number as usize
}

/// The largest whole number that is not above a number; at an end of the range for one that is beyond it, and 0 for NaN.
#[inline(always)]
pub fn floor_of(number: f64) -> i64 {
    number.floor() as i64
}

/// The whole part of a number: 0 for a negative number and for NaN, and `u64::MAX` for one that is too large.
#[inline(always)]
pub const fn whole_part(number: f64) -> u64 {
    number as u64
}

/// A number in bytes of seven bits, the lowest first; all bytes but the last have their highest bit set (LEB128).
#[inline]
pub fn in_seven_bits(number: u64) -> impl Iterator<Item = u8> {
    let mut left = Some(number);
    std::iter::from_fn(move || {
        let number = left?;
        left = (number > 127).then_some(number >> 7);
        Some(number as u8 & 127 | if left.is_some() { 128 } else { 0 })
    })
}
