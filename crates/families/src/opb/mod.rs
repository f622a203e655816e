//! Pseudo-Boolean formulas, as OPB files write them: sums of literals with bounds, `+2 x1 -1 x2 +1 ~x3 >= 2 ;`. Solutions are counted, exactly.
//!
//! A line of ones with `= 1` is an item as it stands; the others are read as [`formula`](crate::formula) reads them: clauses where a line says no more than one,
//! other sums as chains. A line `min:` says what literals cost.

mod family;
mod read;

pub(super) use family::OPB;
pub use read::Opb;
