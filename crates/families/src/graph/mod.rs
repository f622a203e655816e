//! Graphs: complete ones by their number of vertices, others by name or from files, and problems about them.
//!
//! * `matching`: edges that have every vertex once. For complete graphs (n - 1)!! for even n: OEIS A001147.
//! * `factorization`: all edges in rounds, each of which is a perfect matching: round-robin tournaments. OEIS A000438, or A036981 if rounds have names.
//! * `cycles`: cycles through every vertex once. Undirected ones have three vertices or more (2-factors, OEIS A001205); directed ones may have two, or one where
//!   there is a loop, and are counted by the permanent of the adjacency matrix (A000166).
//! * `coloring`: a color for each vertex, different ones at the ends of each edge: values of the chromatic polynomial.
//! * `cliques`: the vertices, or the edges, in cliques, each in one. Partitions of a set (OEIS A000110), linear spaces (A056642).
//!
//! * `tour`: Hamiltonian cycles: one cycle has all vertices. OEIS A001710 for complete graphs, A003763 for square grids, A066037 for cubes.
//! * `path`: paths from one vertex to another. OEIS A007764 for corner to corner of square grids.
//! * `spanning`: trees that have all vertices, or forests. OEIS A000272 for complete graphs, A007341 for square grids.
//! * `pieces`: connected sets of vertices. OEIS A059525 for square grids.
//! * `districts`: partitions of the vertices into connected parts. OEIS A172477 for square grids in parts of equal size.
//! * `independent`: sets of vertices no two of which are neighbors (OEIS A006506 for square grids, A027624 for cubes), or the maximal ones among them (A001608 for cycles).
//! * `vertexcover`: sets of vertices that have an end of every edge, the complements of independent sets.
//!
//! Edges may have costs, which are those of options of `matching`, `factorization`, `tour`, `path` and `spanning`, and of `cycles` if edges are arcs: the travelling salesman is `solve tour FILE --minimize`.
//!
//! Special cases: the graph without vertices has one of each; a graph without edges has one factorization, without rounds.

mod choice;
mod chromatic;
mod cliques;
mod coloring;
mod cycles;
mod districts;
mod divided;
mod drawn;
mod factorization;
mod family;
pub(super) mod graph6;
mod kirchhoff;
mod laid;
mod matching;
mod mates;
mod pieces;
mod query;
mod read;
mod sets;
mod shapes;
mod source;
mod tours;
mod trees;
mod tsplib;
mod vertices;
mod walks;

pub use choice::GraphChoice;
pub(super) use choice::GraphReader;
pub(super) use drawn::{MAX_DRAWN_POINTS, blocks_scene};
pub(super) use family::{
    CLIQUES, COLORING, CYCLES, DISTRICTS, FACTORIZATION, INDEPENDENT, MATCHING, PATH, PIECES, SPANNING, TOUR,
    VERTEX_COVER,
};
pub use matching::{MAX_MATCHING, matching};
pub use read::graph;
pub use vertices::{Graph, MAX_VERTICES};
