//! Hypergraphs, and refined partitions of their vertices: the basis of canonical labels and symmetries.
//!
//! There are two uses of labels, with different needs. The engine `isomorph` labels millions of small hypergraphs, and a label that is not the best costs it a merge; `symmetry` searches the whole tree of choices, and
//! finds all symmetries. Both stand on the same refinement.

mod hypergraph;
mod mix;
mod partition;

pub use hypergraph::Hypergraph;
pub use mix::mix;
pub use partition::{Incidence, Partition, Refiner};
