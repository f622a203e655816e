//! Labels for the vertices of a hypergraph that do not depend on how it was written down.
//!
//! Refinement (`partition`) puts vertices that look alike into cells; a vertex that still shares its cell with others is singled out, and
//! the refinement continues, until each has a cell of its own. The labels are the places of the cells. Two hypergraphs that become equal under
//! their labels are isomorphic: the labels are the proof. So nothing here can make a count wrong. If two isomorphic hypergraphs get labels
//! that do not fit together, they are merely counted apart.
//!
//! Which vertex is singled out? The vertex of the smallest cell that then gives the least *trace*, a hash of all that its refinement does. Vertices that a
//! symmetry carries into one another have the same trace, so any of them will do; those with different traces are told apart by it. Only vertices
//! of the same trace that no symmetry exchanges can spoil a label, and then a merge is missed. (McKay and Piperno, "Practical graph isomorphism II", 2014,
//! search the whole tree of such choices and prune it by the symmetries found on the way; one path of that tree is all that is needed here.)

use dlx_canon::graph::{Hypergraph, Incidence, Partition, Refiner};
use dlx_core::problem::to_u16;

/// A hypergraph to be labelled, and the room to do it in.
#[derive(Debug, Default)]
pub(super) struct FormLabeller {
    pub(super) graph: Hypergraph,
    incidence: Incidence,
    refiner: Refiner,
    now: Partition,
    start: Partition,
    best: Partition,
    /// The rank of every vertex, from 0, once it has been labelled.
    pub(super) ranks: Vec<u16>,
}

/// Refinements that the choice of a vertex may take, all choices of a hypergraph together; after that the first one of a class is taken.
const MAX_REFINEMENTS: usize = 256;

/// After this many vertices that look like the best one, all are taken to be exchanged by symmetries, and no more are tried. (2-(16,4,1) designs take half the
/// time, and as many classes; Latin squares of order 8 have 51700 classes for 51000. With one, 75100.)
const TIES: usize = 3;

impl FormLabeller {
    /// For a hypergraph with vertices below this number.
    pub(super) fn of(graph: Hypergraph, n_vertices: usize) -> Self {
        let mut labeller = Self::default();
        labeller.clear(n_vertices);
        labeller.graph = graph;
        labeller
    }

    /// Forgets the last hypergraph, and makes room for one with vertices below this number.
    pub(super) fn clear(&mut self, n_vertices: usize) {
        self.graph.clear();
        if self.ranks.len() < n_vertices {
            self.ranks.resize(n_vertices, 0);
        }
    }

    /// Labels the vertices. `kinds` are never mixed: a vertex of a smaller kind has a smaller rank. Vertices with the same `twin` (that is not [`NO_TWIN`])
    /// can be exchanged, whatever the rest of the hypergraph is. False, and no labels, if it was stopped: a refinement of a large hypergraph takes long.
    #[must_use]
    pub(super) fn label(&mut self, kinds: &[u32], twins: &[u32], is_stopped: &dyn Fn() -> bool) -> bool {
        self.begin(kinds);
        let mut left = MAX_REFINEMENTS;
        while !self.now.is_discrete() {
            if is_stopped() {
                return false;
            }
            let cell = self.now.smallest();
            if self.are_twins(cell, twins) {
                self.refiner.tell_apart(&self.incidence, &mut self.now, cell);
            } else {
                self.single_out(cell, &mut left, is_stopped);
            }
        }
        for (number, &vertex) in self.graph.vertices.iter().enumerate() {
            self.ranks[usize::from(vertex)] = self.now.place(number);
        }
        true
    }

    /// Puts the vertices into cells by their kinds, and refines.
    fn begin(&mut self, kinds: &[u32]) {
        self.incidence.read(&self.graph);
        let vertices = &self.graph.vertices;
        let kind = |number: u16| kinds[usize::from(vertices[usize::from(number)])];
        self.refiner.begin(&self.incidence, &mut self.now, kind);
    }

    fn are_twins(&self, cell: usize, twins: &[u32]) -> bool {
        let members = self.now.members(cell);
        let mut all = members.iter().map(|&number| twins[usize::from(self.graph.vertices[usize::from(number)])]);
        all.next().is_some_and(|first| first != NO_TWIN && all.all(|twin| twin == first))
    }

    /// For each vertex the place of its cell after refinement alone. All vertices take part.
    pub(super) fn cells_of_all(&mut self, kinds: &[u32]) -> Vec<usize> {
        self.begin(kinds);
        let mut cells = vec![0; self.graph.vertices.len()];
        for cell in self.now.cells() {
            self.now.members(cell).iter().for_each(|&vertex| cells[usize::from(vertex)] = cell);
        }
        cells
    }

    /// Which vertices refinement alone tells from all others. All vertices take part.
    pub(super) fn alone(&mut self, kinds: &[u32]) -> Vec<bool> {
        let cells = self.cells_of_all(kinds);
        cells.into_iter().map(|cell| self.now.members(cell).len() == 1).collect()
    }

    /// For each of the first vertices a hash of how everything looks when it is singled out. All vertices take part.
    pub(super) fn traces(&mut self, kinds: &[u32], n: usize) -> Vec<u64> {
        let cells = self.cells_of_all(kinds);
        self.start.copy(&self.now);
        (0..n)
            .map(|vertex| {
                self.now.copy(&self.start);
                self.refiner.single_out(&self.incidence, &mut self.now, cells[vertex], to_u16(vertex))
            })
            .collect()
    }

    /// Singles out the vertex of a cell that leaves the least trace; any one when it is stopped.
    fn single_out(&mut self, cell: usize, left: &mut usize, is_stopped: &dyn Fn() -> bool) {
        let mut class: [u16; 64] = [0; 64];
        let n_class = self.now.members(cell).len().min(class.len()).min((*left).max(1));
        class[..n_class].copy_from_slice(&self.now.members(cell)[..n_class]);
        if n_class == 1 {
            self.refiner.single_out(&self.incidence, &mut self.now, cell, class[0]);
            return;
        }
        *left = left.saturating_sub(n_class);
        self.start.copy(&self.now);
        let (mut best, mut n_ties) = ((0, u64::MAX), 0);
        for &vertex in &class[..n_class] {
            self.now.copy(&self.start);
            let trace = self.refiner.single_out(&self.incidence, &mut self.now, cell, vertex);
            let n_cells = self.now.n_cells();
            n_ties = if (n_cells, trace) == best { n_ties + 1 } else { 0 };
            if n_ties == TIES || is_stopped() && best.0 > 0 {
                break;
            }
            if n_cells > best.0 || (n_cells == best.0 && trace < best.1) {
                best = (n_cells, trace);
                self.best.copy(&self.now);
            }
        }
        std::mem::swap(&mut self.now, &mut self.best);
    }
}

/// The mark of a vertex that cannot be exchanged with any other.
pub(super) const NO_TWIN: u32 = u32::MAX;
