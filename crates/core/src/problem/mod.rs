//! Exact cover problems with colors: items, options, what options cost, and how they must be connected.
//!
//! A [`Problem`] is what all other modules work on. It is immutable, holds flat arrays with 32-bit ids (4 bytes a node,
//! 8 where colors occur), and imports nothing of ours. The links dance in an engine's own copy.
//!
//! The corners, as Knuth's programs have them (TAOCP 7.2.2.1):
//! a problem without primary items has exactly one solution, the empty one; a primary item without options makes the count 0;
//! two equal options are two options; an option without a primary item is kept, so that options keep their numbers, but is never chosen.

mod apart;
mod before;
mod below;
mod bounds;
mod builder;
mod connected;
mod constrain;
mod costs;
mod counted;
mod decimal;
mod disjoint;
mod error;
mod exact_cover;
mod expand;
mod ids;
mod labels;
mod multiplicity;
mod parts;
mod quotas;
mod ranks;
mod united;
mod widths;

pub use below::Below;
pub use builder::ProblemBuilder;
pub use connected::{Components, Connected};
pub use constrain::Constraints;
pub use decimal::{Decimal, ParseDecimalError};
pub use disjoint::{join, root};
pub use error::ProblemError;
pub use exact_cover::Problem;
pub use exact_cover::digits;
pub use ids::{Color, ItemId, NodeId, OptionId};
pub use labels::Labels;
pub use multiplicity::{Multiplicity, ParseMultiplicityError};
pub use widths::{floor_of, in_seven_bits, to_place, to_u16, to_u32, to_u64, to_usize, whole_part};
