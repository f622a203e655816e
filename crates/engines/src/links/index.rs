//! The width of a link.
//!
//! A search with dancing links mostly waits for memory. With 16-bit links the tree of a task mostly lives in the first-level cache;
//! results/2026-11-20-engines has what that buys. Problems with more nodes get 32 bits.

use dlx_core::problem::{to_u16, to_u32, to_usize};

use std::fmt::Debug;

/// A position in the node array, stored in as few bits as it takes.
pub(super) trait Index: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// No position; larger than all of them.
    const NONE: Self;

    /// Stores a position, which must be below [`NONE`](Self::NONE).
    fn new(position: usize) -> Self;

    /// The position.
    fn get(self) -> usize;
}

impl Index for u16 {
    const NONE: Self = Self::MAX;

    #[inline(always)]
    fn new(position: usize) -> Self {
        debug_assert!(position < usize::from(Self::NONE));
        to_u16(position)
    }

    #[inline(always)]
    fn get(self) -> usize {
        self.into()
    }
}

impl Index for u32 {
    const NONE: Self = Self::MAX;

    #[inline(always)]
    fn new(position: usize) -> Self {
        debug_assert!(position < to_usize(Self::NONE));
        to_u32(position)
    }

    #[inline(always)]
    fn get(self) -> usize {
        to_usize(self)
    }
}
