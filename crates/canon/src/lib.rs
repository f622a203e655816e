//! Refined partitions of hypergraphs, canonical labels, and the symmetries of a problem.

pub mod graph;
pub mod symmetry;
