//! Refinement: vertices that look alike share a cell, and cells are split as long as some of their members can be told from the others by their surroundings.
//!
//! Every cell has a color, a random-looking number. An edge adds up the colors of its vertices, and a vertex receives a hash of that sum from each of its edges. Members of a cell that receive different
//! values are put into cells of their own, which get new colors; the largest of the pieces keeps the old one (J. Hopcroft's remark, "An n log n algorithm for minimizing states in a finite
//! automaton", 1971). Only changes are passed on: a vertex that is singled out makes work only around itself.
//!
//! Everything is done in an order that does not depend on how the vertices were numbered: cells are known by where they stand, pieces are ordered by the values that they receive, colors are drawn
//! one after the other. So the places of singletons are labels, and a hash of all values received, the *trace*, is the same for vertices that a symmetry exchanges. If two sums are equal by
//! chance, vertices stay together that could be told apart. That may make a label worse, but not wrong.
//!
//! To give all vertices new colors in every round took longer, where graphs are large: sudoku grids 2x4 7.4 s for 2.5, 2-(16,4,1) designs 0.58 for 0.29, one-factorizations of K10 0.49 for 0.34,
//! Latin squares of order 8 2.8 for 2.7. So did cells of vertices and of edges that split one another one by one, as nauty's do: 3.4 s for the grids, and 4.5 for the squares, whose graphs are small.

use super::hypergraph::Hypergraph;
use super::mix::mix;
use dlx_core::problem::{to_u16, to_u64, to_usize};
use dlx_core::stop::poll;

/// Which edges each vertex is in. Vertices are renumbered, from 0.
#[derive(Debug, Default)]
pub struct Incidence {
    n_vertices: usize,
    /// The edges, their vertices with the new numbers.
    own: Hypergraph,
    /// The edges of all vertices, and where those of each begin.
    edges: Vec<u32>,
    starts: Vec<u32>,
    /// The new number of each vertex.
    numbers: Vec<u16>,
    /// Where the arrows from each vertex lead, and where those to it begin; [`NOWHERE`] if there is none, and empty if there are no arrows.
    ways: Vec<[u16; 2]>,
}

/// No vertex.
const NOWHERE: u16 = u16::MAX;

impl Incidence {
    /// Reads a hypergraph.
    pub fn read(&mut self, graph: &Hypergraph) {
        let most = graph.vertices.iter().max().map_or(0, |&vertex| usize::from(vertex) + 1);
        self.n_vertices = graph.vertices.len();
        self.numbers.resize(most.max(self.numbers.len()), 0);
        graph.vertices.iter().zip(0..).for_each(|(&vertex, number)| self.numbers[usize::from(vertex)] = number);
        self.own.clear();
        self.own.cells.extend(graph.cells.iter().map(|&vertex| self.numbers[usize::from(vertex)]));
        self.own.ends.extend_from_slice(&graph.ends);
        self.own.marks.extend_from_slice(&graph.marks);
        self.ways.clear();
        // Degrees, each two places on; then sums, each one place on; filling moves each to where the next one begins.
        self.starts.clear();
        self.starts.resize(self.n_vertices + 2, 0);
        self.own.cells.iter().for_each(|&vertex| self.starts[usize::from(vertex) + 2] += 1);
        (2..self.starts.len()).for_each(|place| self.starts[place] += self.starts[place - 1]);
        self.edges.clear();
        self.edges.resize(self.own.cells.len(), 0);
        for (edge, vertices) in (0..).zip(self.own.edges()) {
            for &vertex in vertices {
                let next = &mut self.starts[usize::from(vertex) + 1];
                self.edges[to_usize(*next)] = edge;
                *next += 1;
            }
        }
    }

    /// Marks the edges, and draws arrows from vertex to vertex, in place of those that were there. No two arrows begin at the same vertex, or end there.
    pub fn mark(&mut self, marks: &[u64], arrows: &[(u16, u16)]) {
        self.own.marks.clear();
        self.own.marks.extend_from_slice(marks);
        self.ways.clear();
        if !arrows.is_empty() {
            self.ways.resize(self.n_vertices, [NOWHERE; 2]);
        }
        for &arrow in arrows {
            let (from, to) = (self.numbers[usize::from(arrow.0)], self.numbers[usize::from(arrow.1)]);
            self.ways[usize::from(from)][0] = to;
            self.ways[usize::from(to)][1] = from;
        }
    }

    /// How many vertices and edges there are.
    pub fn size(&self) -> usize {
        self.n_vertices + self.own.ends.len()
    }

    #[inline(always)]
    fn edges_of(&self, vertex: u16) -> &[u32] {
        let vertex = usize::from(vertex);
        &self.edges[to_usize(self.starts[vertex])..to_usize(self.starts[vertex + 1])]
    }
}

/// Vertices in cells. A cell is known by the place where it begins.
#[derive(Debug, Default)]
pub struct Partition {
    /// All vertices, cell after cell.
    vertices: Vec<u16>,
    /// Where each vertex stands.
    places: Vec<u16>,
    /// How many vertices the cell that begins here has.
    sizes: Vec<u16>,
    /// The color of each vertex.
    colors: Vec<u64>,
    /// The sum of the colors of each edge, and the value that its vertices have received for it.
    sums: Vec<(u64, u64)>,
    n_cells: usize,
    /// Colors drawn so far.
    n_colors: u64,
}

impl Partition {
    /// Does each vertex have a cell of its own?
    pub fn is_discrete(&self) -> bool {
        self.n_cells == self.vertices.len()
    }

    /// How many cells there are.
    pub fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// The vertices of the cell that begins here.
    pub fn members(&self, cell: usize) -> &[u16] {
        &self.vertices[cell..cell + usize::from(self.sizes[cell])]
    }

    /// Where a vertex stands.
    pub fn place(&self, vertex: usize) -> u16 {
        self.places[vertex]
    }

    /// Where cells begin.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        let next = |cell: usize| cell + usize::from(self.sizes[cell]);
        let is_there = |cell: &usize| *cell < self.vertices.len();
        std::iter::successors(Some(0).filter(is_there), move |&cell| Some(next(cell)).filter(is_there))
    }

    /// The smallest cell of more than one vertex; the first if there are several.
    pub fn smallest(&self) -> usize {
        let cells = self.cells().filter(|&cell| self.sizes[cell] > 1);
        cells.min_by_key(|&cell| self.sizes[cell]).unwrap_or(0)
    }

    /// Copies another partition without allocating memory.
    pub fn copy(&mut self, other: &Self) {
        self.vertices.clone_from(&other.vertices);
        self.places.clone_from(&other.places);
        self.sizes.clone_from(&other.sizes);
        self.colors.clone_from(&other.colors);
        self.sums.clone_from(&other.sums);
        (self.n_cells, self.n_colors) = (other.n_cells, other.n_colors);
    }

    /// Puts all vertices into one cell, without a color.
    fn clear(&mut self, graph: &Incidence) {
        self.vertices.clear();
        self.vertices.extend((0..=u16::MAX).take(graph.n_vertices));
        self.places.clone_from(&self.vertices);
        self.sizes.clear();
        self.sizes.resize(graph.n_vertices, 0);
        self.colors.clear();
        self.colors.resize(graph.n_vertices, 0);
        self.sums.clear();
        self.sums.resize(graph.own.ends.len(), (0, 0));
        (self.n_cells, self.n_colors) = (0, 0);
    }
}

/// Refines partitions.
#[derive(Debug, Default)]
pub struct Refiner {
    /// Vertices with new colors: the new one less the old one.
    changed: Vec<(u16, u64)>,
    /// Edges of these vertices, and what they pass on: new less old.
    affected: Vec<(u32, u64)>,
    is_affected: Vec<bool>,
    /// What each vertex receives: new less old.
    heard: Vec<u64>,
    /// Where the pieces of a cell begin.
    pieces: Vec<usize>,
    trace: u64,
    /// Vertices looked at so far, or told something.
    pub work: u64,
    /// The amount of work after which refinement ends, if there is such a limit.
    pub most_work: Option<u64>,
}

/// If more than one vertex in this many has a new color, all edges are looked at.
const MANY: usize = 3;

/// What colors are multiplied by before they are told along an arrow, and against it.
const ALONG: u64 = 0x9fb2_1c65_1e98_df25;
const AGAINST: u64 = 0xc4ce_b9fe_1a85_ec53;

/// What an edge with this sum tells its vertices now, and that less what it told before.
#[inline(always)]
fn tell((sum, told): &mut (u64, u64)) -> (u64, u64) {
    let now = mix(*sum);
    (now, now.wrapping_sub(std::mem::replace(told, now)))
}

impl Refiner {
    /// A refiner that ends after this much work, whether or not anything is left to be refined.
    pub fn with_effort(effort: u64) -> Self {
        Self { most_work: Some(effort), ..Self::default() }
    }

    /// Puts all vertices into cells by their kinds, in the order of the kinds, and refines.
    pub fn begin(&mut self, graph: &Incidence, partition: &mut Partition, kind: impl Fn(u16) -> u32) {
        partition.clear(graph);
        let n_vertices = graph.n_vertices;
        if !partition.vertices.is_sorted_by_key(|&vertex| kind(vertex)) {
            partition.vertices.sort_unstable_by_key(|&vertex| (kind(vertex), vertex));
        }
        self.is_affected.resize(graph.own.ends.len().max(self.is_affected.len()), false);
        let mut from = 0;
        for place in 1..=n_vertices {
            if place == n_vertices || kind(partition.vertices[place]) != kind(partition.vertices[from]) {
                self.make_cell(partition, from, place);
                from = place;
            }
        }
        self.refine(graph, partition);
    }

    /// Gives a vertex a cell of its own, before the others of its cell, which begins here; and refines. The trace tells what happened.
    pub fn single_out(&mut self, graph: &Incidence, partition: &mut Partition, cell: usize, vertex: u16) -> u64 {
        let (size, place) = (partition.sizes[cell], usize::from(partition.places[usize::from(vertex)]));
        partition.vertices.swap(cell, place);
        partition.places[usize::from(partition.vertices[place])] = to_u16(place);
        if size > 1 {
            partition.sizes[cell + 1] = size - 1;
            self.make_cell(partition, cell, cell + 1);
        }
        self.trace = to_u64(cell);
        self.refine(graph, partition);
        self.trace
    }

    /// Gives every vertex of a cell a cell of its own, in any order, and refines.
    pub fn tell_apart(&mut self, graph: &Incidence, partition: &mut Partition, cell: usize) {
        let size = usize::from(partition.sizes[cell]);
        partition.n_cells -= 1;
        (cell..cell + size).for_each(|place| self.make_cell(partition, place, place + 1));
        self.refine(graph, partition);
    }

    /// Makes the vertices from here to there a cell with a color of its own.
    fn make_cell(&mut self, partition: &mut Partition, from: usize, to: usize) {
        partition.n_colors += 1;
        partition.n_cells += 1;
        partition.sizes[from] = to_u16(to - from);
        let color = mix(partition.n_colors);
        for place in from..to {
            let vertex = partition.vertices[place];
            partition.places[usize::from(vertex)] = to_u16(place);
            let old = std::mem::replace(&mut partition.colors[usize::from(vertex)], color);
            self.changed.push((vertex, color.wrapping_sub(old)));
        }
    }

    /// Passes changes on until nothing changes any more, or each vertex has a cell of its own.
    fn refine(&mut self, graph: &Incidence, partition: &mut Partition) {
        while !self.changed.is_empty() {
            poll(graph.n_vertices + self.affected.len());
            if self.changed.len() * MANY > graph.n_vertices {
                self.tell_all_edges(graph, partition);
            } else {
                self.tell_edges(graph, partition);
            }
            self.work += to_u64(graph.n_vertices);
            if partition.is_discrete() || self.most_work.is_some_and(|most| self.work > most) {
                self.changed.clear();
                return;
            }
            self.tell_vertices(graph);
            self.split(partition);
        }
    }

    /// Tells edges the new colors.
    fn tell_edges(&mut self, graph: &Incidence, partition: &mut Partition) {
        self.affected.clear();
        for &(vertex, difference) in &self.changed {
            for &edge in graph.edges_of(vertex) {
                let sum = &mut partition.sums[to_usize(edge)].0;
                *sum = sum.wrapping_add(difference);
                if !std::mem::replace(&mut self.is_affected[to_usize(edge)], true) {
                    self.affected.push((edge, 0));
                }
            }
        }
        let mut all = 0u64;
        for (edge, news) in &mut self.affected {
            let edge = to_usize(*edge);
            self.is_affected[edge] = false;
            let now;
            (now, *news) = tell(&mut partition.sums[edge]);
            all = all.wrapping_add(now);
        }
        self.trace = mix(self.trace.wrapping_add(all));
    }

    /// All edges look at all colors: where many have changed, that is quicker than telling each.
    fn tell_all_edges(&mut self, graph: &Incidence, partition: &mut Partition) {
        self.affected.clear();
        let mut all = 0u64;
        for ((edge, vertices), sum) in (0..).zip(graph.own.edges()).zip(&mut partition.sums) {
            let colors = vertices.iter().map(|&vertex| partition.colors[usize::from(vertex)]);
            sum.0 = colors.fold(graph.own.mark(to_usize(edge)), u64::wrapping_add);
            let (now, news) = tell(sum);
            all = all.wrapping_add(now);
            self.affected.push((edge, news));
        }
        self.trace = mix(self.trace.wrapping_add(all));
    }

    /// Tells vertices what has changed at their edges, and at both ends of their arrows.
    fn tell_vertices(&mut self, graph: &Incidence) {
        self.heard.clear();
        self.heard.resize(graph.n_vertices, 0);
        for &(edge, news) in &self.affected {
            for &vertex in graph.own.edge(to_usize(edge)) {
                let heard = &mut self.heard[usize::from(vertex)];
                *heard = heard.wrapping_add(news);
            }
            self.work += to_u64(graph.own.edge(to_usize(edge)).len());
        }
        if !graph.ways.is_empty() {
            for &(vertex, difference) in &self.changed {
                for (to, way) in graph.ways[usize::from(vertex)].into_iter().zip([ALONG, AGAINST]) {
                    if to != NOWHERE {
                        let heard = &mut self.heard[usize::from(to)];
                        *heard = heard.wrapping_add(difference.wrapping_mul(way));
                    }
                }
            }
        }
        self.changed.clear();
    }

    /// Splits the cells whose members have received different values.
    fn split(&mut self, partition: &mut Partition) {
        let mut cell = 0;
        while cell < partition.vertices.len() {
            let end = cell + usize::from(partition.sizes[cell]);
            if end > cell + 1 {
                let heard = &self.heard;
                let of = |vertex: u16| heard[usize::from(vertex)];
                let members = &mut partition.vertices[cell..end];
                let first = of(members[0]);
                if members[1..].iter().any(|&vertex| of(vertex) != first) {
                    members.sort_unstable_by_key(|&vertex| of(vertex));
                    self.fall_apart(partition, cell, end);
                }
            }
            cell = end;
        }
    }

    /// Makes cells of the pieces of one. The largest keeps its color.
    fn fall_apart(&mut self, partition: &mut Partition, cell: usize, end: usize) {
        self.pieces.clear();
        let heard = |place: usize| self.heard[usize::from(partition.vertices[place])];
        self.pieces.extend((cell..end).filter(|&place| place == cell || heard(place) != heard(place - 1)));
        self.pieces.push(end);
        let sizes = self.pieces.windows(2).map(|ends| ends[1] - ends[0]);
        let largest =
            sizes.enumerate().max_by_key(|&(piece, size)| (size, std::cmp::Reverse(piece))).map_or(0, |piece| piece.0);
        for piece in 0..self.pieces.len() - 1 {
            let (from, to) = (self.pieces[piece], self.pieces[piece + 1]);
            if piece == largest {
                partition.sizes[from] = to_u16(to - from);
                (from..to).for_each(|place| partition.places[usize::from(partition.vertices[place])] = to_u16(place));
            } else {
                self.make_cell(partition, from, to);
            }
        }
    }
}
