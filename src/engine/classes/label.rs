//! Labels for the vertices of a hypergraph that do not depend on how it was written down.
//!
//! Color refinement gives every vertex a color that says how its surroundings look; a vertex that still shares its color with others is singled out, and
//! the refinement goes on, until all colors differ. The labels are the ranks of the colors. Two hypergraphs that become equal under
//! their labels are isomorphic: the labels are the proof. So nothing here can make a count wrong. If two isomorphic hypergraphs get labels
//! that do not fit together, they are merely counted apart.
//!
//! Which vertex is singled out? Of those in the smallest class the one whose singling out gives the least *trace*, a hash of all colors after it. Vertices that a
//! symmetry carries into one another have the same trace, so any of them will do; those with different traces are told apart by it. Only vertices
//! of the same trace that no symmetry exchanges can spoil a label, and then a merge is missed. (McKay and Piperno, "Practical graph isomorphism II", 2014,
//! search the whole tree of such choices and prune it by the symmetries found on the way; one path of that tree is all that is needed here.)

use crate::problem::{to_place, to_u16, to_u32, to_u64, to_usize};

/// A hypergraph. Vertices are numbered from 0; only those in `vertices` take part.
#[derive(Debug, Default)]
pub(super) struct Hypergraph {
    /// The vertices that take part.
    pub(super) vertices: Vec<u16>,
    /// Where the cells of each edge end.
    pub(super) ends: Vec<u32>,
    /// The vertices of all edges.
    pub(super) cells: Vec<u16>,
}

/// A hypergraph to be labelled, and the room to do it in.
#[derive(Debug, Default)]
pub(super) struct Labeller {
    pub(super) graph: Hypergraph,
    colors: Vec<u64>,
    sums: Vec<u64>,
    best: Vec<u64>,
    start: Vec<u64>,
    sorted: Vec<(u64, u16)>,
    table: Vec<u64>,
    /// The rank of every vertex, from 0, once it has been labelled.
    pub(super) ranks: Vec<u16>,
}

/// Refinements that the choice of a vertex may take, all choices of a hypergraph together; after that the first one of a class is taken.
const MAX_REFINEMENTS: usize = 256;

/// So many vertices that look the same after the best one: then all are taken to be exchanged by symmetries, and no more are tried. (2-(16,4,1) designs take half the
/// time, and as many classes; Latin squares of order 8 have 51700 classes for 51000. With one, 75100.)
const TIES: usize = 3;

/// Spreads the bits of a number over all places.
#[inline(always)]
fn mix(number: u64) -> u64 {
    let spread = (number ^ (number >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (spread ^ (spread >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (spread >> 31)
}

impl Hypergraph {
    /// Takes everything out.
    pub(super) fn clear(&mut self) {
        self.vertices.clear();
        self.ends.clear();
        self.cells.clear();
    }

    /// Adds an edge.
    pub(super) fn push(&mut self, vertices: impl IntoIterator<Item = u16>) {
        self.cells.extend(vertices);
        self.ends.push(to_u32(self.cells.len()));
    }

    /// The vertices of one edge.
    pub(super) fn edge(&self, edge: usize) -> &[u16] {
        let start = edge.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[to_usize(start)..to_usize(self.ends[edge])]
    }

    /// The vertices of each edge.
    pub(super) fn edges(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.cells[to_usize(start)..to_usize(end)])
    }
}

impl Labeller {
    /// For a hypergraph with vertices below this number.
    pub(super) fn of(graph: Hypergraph, n_vertices: usize) -> Self {
        let mut labeller = Self::default();
        labeller.clear(n_vertices);
        labeller.graph = graph;
        labeller
    }

    /// Forgets the last hypergraph, and makes room for one with at most so many vertices.
    pub(super) fn clear(&mut self, n_vertices: usize) {
        self.graph.clear();
        for colors in [&mut self.colors, &mut self.sums] {
            if colors.len() < n_vertices {
                colors.resize(n_vertices, 0);
            }
        }
        if self.ranks.len() < n_vertices {
            self.ranks.resize(n_vertices, 0);
        }
    }

    /// Labels the vertices. `kinds` are never mixed: a vertex of a smaller kind has a smaller rank. Vertices with the same `twin` (that is not [`NO_TWIN`])
    /// can be exchanged, whatever else is there.
    pub(super) fn label(&mut self, kinds: &[u32], twins: &[u32]) {
        let mut n_colors = self.begin(kinds);
        let mut left = MAX_REFINEMENTS;
        while n_colors < self.graph.vertices.len() {
            let (from, to) = self.smallest_class();
            let twin = twins[usize::from(self.sorted[from].1)];
            let are_twins =
                twin != NO_TWIN && self.sorted[from..to].iter().all(|&(_, v)| twins[usize::from(v)] == twin);
            if are_twins {
                for place in from..to {
                    let vertex = usize::from(self.sorted[place].1);
                    self.colors[vertex] = mix(self.colors[vertex] ^ mix(to_u64(place - from) + 7));
                }
                n_colors = self.refine(n_colors);
            } else {
                n_colors = self.single_out(from, to, n_colors, &mut left);
            }
        }
        self.rank(kinds);
    }

    /// Colors the vertices by their kinds alone, and refines.
    fn begin(&mut self, kinds: &[u32]) -> usize {
        for &vertex in &self.graph.vertices {
            self.colors[usize::from(vertex)] = mix(u64::from(kinds[usize::from(vertex)]) + 1);
        }
        self.refine(0)
    }

    /// The colors of all vertices after refinement alone.
    pub(super) fn colors_of_all(&mut self, kinds: &[u32]) -> Vec<u64> {
        self.begin(kinds);
        self.colors.clone()
    }

    /// Which vertices refinement alone tells from all others.
    pub(super) fn alone(&mut self, kinds: &[u32]) -> Vec<bool> {
        self.begin(kinds);
        self.sort();
        let mut is_alone = vec![false; self.colors.len()];
        for class in self.sorted.chunk_by(|a, b| a.0 == b.0).filter(|class| class.len() == 1) {
            is_alone[usize::from(class[0].1)] = true;
        }
        is_alone
    }

    /// For each of the first vertices a hash of how everything looks when it is singled out.
    pub(super) fn traces(&mut self, kinds: &[u32], n: usize) -> Vec<u64> {
        let n_colors = self.begin(kinds);
        let start = self.colors.clone();
        (0..n)
            .map(|vertex| {
                self.colors.copy_from_slice(&start);
                self.colors[vertex] = mix(self.colors[vertex] ^ SINGLED_OUT);
                self.refine(n_colors);
                self.graph.vertices.iter().fold(0u64, |sum, &v| sum.wrapping_add(mix(self.colors[usize::from(v)])))
            })
            .collect()
    }

    /// Singles out the vertex of a class that leaves the least trace.
    fn single_out(&mut self, from: usize, to: usize, n_colors: usize, left: &mut usize) -> usize {
        let mut class: [u16; 64] = [0; 64];
        let n_class = (to - from).min(class.len()).min((*left).max(1));
        for (place, slot) in class[..n_class].iter_mut().enumerate() {
            *slot = self.sorted[from + place].1;
        }
        if n_class == 1 {
            self.colors[usize::from(class[0])] = mix(self.colors[usize::from(class[0])] ^ SINGLED_OUT);
            return self.refine(n_colors);
        }
        *left = left.saturating_sub(n_class);
        self.start.clear();
        self.start.extend_from_slice(&self.colors);
        let (mut best, mut n_ties) = ((0, u64::MAX), 0);
        for &vertex in &class[..n_class] {
            self.colors.copy_from_slice(&self.start);
            self.colors[usize::from(vertex)] = mix(self.colors[usize::from(vertex)] ^ SINGLED_OUT);
            let n_colors = self.refine(n_colors);
            let trace =
                self.graph.vertices.iter().fold(0u64, |sum, &v| sum.wrapping_add(mix(self.colors[usize::from(v)])));
            n_ties = if (n_colors, trace) == best { n_ties + 1 } else { 0 };
            if n_ties == TIES {
                break;
            }
            let is_better = n_colors > best.0 || (n_colors == best.0 && trace < best.1);
            if is_better {
                best = (n_colors, trace);
                self.best.clear();
                self.best.extend_from_slice(&self.colors);
            }
        }
        self.colors.copy_from_slice(&self.best);
        best.0
    }

    /// Refines the colors until no class falls apart any more; returns how many there are.
    fn refine(&mut self, mut n_colors: usize) -> usize {
        loop {
            self.round();
            let n_finer = self.n_colors();
            if n_finer == n_colors || n_finer == self.graph.vertices.len() {
                return n_finer;
            }
            n_colors = n_finer;
        }
    }

    /// Every vertex hears from its edges, every edge from its vertices.
    fn round(&mut self) {
        for &vertex in &self.graph.vertices {
            self.sums[usize::from(vertex)] = 0;
        }
        let mut start = 0;
        for &end in &self.graph.ends {
            let edge = &self.graph.cells[start..to_usize(end)];
            start = to_usize(end);
            let sum = edge.iter().fold(0u64, |sum, &vertex| sum.wrapping_add(self.colors[usize::from(vertex)]));
            let heard = mix(sum);
            for &vertex in edge {
                let place = &mut self.sums[usize::from(vertex)];
                *place = place.wrapping_add(heard);
            }
        }
        for &vertex in &self.graph.vertices {
            let (color, sum) = (self.colors[usize::from(vertex)], self.sums[usize::from(vertex)]);
            self.colors[usize::from(vertex)] = mix(color.rotate_left(23).wrapping_add(sum));
        }
    }

    /// How many colors there are.
    fn n_colors(&mut self) -> usize {
        let size = (2 * self.graph.vertices.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(size, 0);
        let mut n_colors = 0;
        for &vertex in &self.graph.vertices {
            let color = self.colors[usize::from(vertex)] | 1;
            let mut place = to_place(color >> 20) & (size - 1);
            while self.table[place] != 0 && self.table[place] != color {
                place = (place + 1) & (size - 1);
            }
            n_colors += usize::from(self.table[place] == 0);
            self.table[place] = color;
        }
        n_colors
    }

    /// Sorts the vertices by color.
    fn sort(&mut self) {
        self.sorted.clear();
        self.sorted.extend(self.graph.vertices.iter().map(|&vertex| (self.colors[usize::from(vertex)] | 1, vertex)));
        self.sorted.sort_unstable();
    }

    /// The places, among the vertices sorted by color, of the smallest class of more than one.
    fn smallest_class(&mut self) -> (usize, usize) {
        self.sort();
        let (mut best, mut from) = ((0, usize::MAX), 0);
        for place in 1..=self.sorted.len() {
            if self.sorted.get(place).is_none_or(|next| next.0 != self.sorted[from].0) {
                if place - from > 1 && place - from < best.1 - best.0 {
                    best = (from, place);
                }
                from = place;
            }
        }
        best
    }

    /// Numbers the vertices by kind and color.
    fn rank(&mut self, kinds: &[u32]) {
        self.sort();
        self.sorted.sort_by_key(|&(_, vertex)| kinds[usize::from(vertex)]);
        for (rank, &(_, vertex)) in self.sorted.iter().enumerate() {
            self.ranks[usize::from(vertex)] = to_u16(rank);
        }
    }
}

/// The mark of a vertex that cannot be exchanged with any other.
pub(super) const NO_TWIN: u32 = u32::MAX;

const SINGLED_OUT: u64 = 0xd6e8_feb8_6659_fd93;
