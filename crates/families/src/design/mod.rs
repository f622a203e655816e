//! Steiner systems S(t, k, v): sets of blocks, each of k of the v points, so that any t points lie together in exactly one block. Systems are *labelled*:
//! two that differ by a renumbering of the points are two, so that an only one up to isomorphism is counted v! / |Aut| times.
//!
//! S(2, 3, v) are the triple systems, S(2, 4, 16) is the affine plane of order 4, S(5, 6, 12) the small Witt design. Items are the sets of t points,
//! options the sets of k.
//!
//! A system is *resolvable* if its blocks fall into rounds, each of which has every point once, as in Kirkman's walks of fifteen schoolgirls. What is
//! counted is systems with their rounds: one that falls into rounds in two ways counts twice. `rounds` says how.
//!
//! Special cases: with fewer than t points there is nothing to be covered, and the empty system is the only one; t = 0 asks for a single block.

mod family;
mod question;
mod rounds;
mod system;

pub(super) use family::DESIGN;
pub use system::{Design, MAX_DESIGN, MAX_POINTS, Rounds};
