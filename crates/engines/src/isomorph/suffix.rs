//! What is left to choose from after a level of a sweep: the same for all states, as a hypergraph.
//!
//! Its vertices are the items that are looked at after the level, and a vertex of its own for each color that a secondary item may get; its edges are the options
//! of the levels to come, and one edge for each color, which ties it to its item. What is left of a *state* is a part of this: its covered items are taken out, with
//! all options that contain them. A state counts what this part counts. So two states whose parts are isomorphic count the same.
//!
//! Parts of the suffix that are alike are kept once (`copies`): on the way through a Latin square, row by row, all untouched rows are connected with the touched items in the
//! same way, and a map that carries one row of a state into one row of another carries all of them. A vertex of such a part stands for several items,
//! and that number is in its kind.

use super::super::frontier::{Key, KeyLayout};
use super::super::residue::Residue;
use dlx_canon::graph::Hypergraph;
use dlx_core::problem::{to_u16, to_u32, to_usize};
use dlx_core::stop::poll;

/// An edge: an option, or the tie between a secondary item and one of its colors.
#[derive(Clone, Debug)]
pub(super) struct Edge<const K: usize> {
    /// The vertices are `cells[start .. end]`.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The number of options that it stands for, in parts that are alike. They exclude each other by a secondary item that they share.
    copies: u32,
    /// Bits of the key that must be 0.
    clear: Key<K>,
    /// Fields that must be 0 or hold this value; the place in `fields`.
    fields: (u32, u32),
}

/// The hypergraph.
#[derive(Clone, Debug)]
pub(super) struct Suffix<const K: usize> {
    /// The kinds of vertices, which must not be mixed up: primary item, secondary item or color, and the number of items that the vertex stands for.
    pub(super) kinds: Vec<u32>,
    /// The item of each vertex.
    pub(super) items: Vec<u32>,
    /// The items of the same vertex in parts that are alike and were left out, one for each part.
    pub(super) alike: Vec<Box<[u32]>>,
    /// Bits that show, if any is set, that the item is covered.
    pub(super) covered: Vec<Key<K>>,
    /// Was the item within reach of an option of an earlier level?
    pub(super) is_touched: Vec<bool>,
    pub(super) cells: Vec<u16>,
    /// Options first, then ties.
    pub(super) edges: Vec<Edge<K>>,
    pub(super) n_options: usize,
    fields: Vec<(Key<K>, Key<K>)>,
    /// For each vertex the class of those it can be exchanged with.
    pub(super) twins: Vec<u32>,
    /// The first vertices are primary items.
    pub(super) n_primary: usize,
    /// The most vertices of an option.
    pub(super) option_size: usize,
    /// A secondary item with fewer choices is left out of residuals: 2, since an item with one excludes nothing; 1 to keep all that an option has.
    pub(super) least_choices: u32,
}

/// The sorts of vertices.
const PRIMARY: u32 = 0;
const SECONDARY: u32 = 1;
const COLOR: u32 = 2;

/// The vertex of each item and color.
type Colors = rustc_hash::FxHashMap<(u32, u32), u32>;

/// More vertices than this have no numbers.
const MAX_VERTICES: usize = (1 << 16) - 1;

impl<const K: usize> Suffix<K> {
    /// The suffix after `level` levels. None if it has more vertices than can be numbered.
    pub(super) fn new(layout: &KeyLayout, residue: &Residue, by_home: &[u32], level: usize) -> Option<Self> {
        let spans = layout.spans();
        let start = by_home.partition_point(|&option| spans.home[to_usize(option)] < level);
        let options = &by_home[start..];
        let mut suffix = Self::empty();
        let mut vertex_of = vec![u32::MAX; residue.n_items];
        for &item in &layout.order()[level..] {
            suffix.add_item(layout, residue, item, level, &mut vertex_of);
        }
        suffix.n_primary = suffix.items.len();
        let cells_of = |option: u32| residue.cells_of(to_usize(option));
        for &(item, _) in options.iter().flat_map(|&option| cells_of(option)) {
            if vertex_of[to_usize(item)] == u32::MAX {
                suffix.add_item(layout, residue, to_usize(item), level, &mut vertex_of);
            }
        }
        let cells = || options.iter().flat_map(|&option| cells_of(option));
        let colors = suffix.add_colors(cells().copied(), &vertex_of);
        if suffix.items.len() > MAX_VERTICES {
            return None;
        }
        for &option in options {
            let vertex = |&(item, color): &(u32, u32)| {
                if color == 0 { vertex_of[to_usize(item)] } else { colors[&(item, color)] }
            };
            suffix.add_option(layout, cells_of(option), vertex, level);
        }
        suffix.n_options = suffix.edges.len();
        let mut ties: Vec<(u32, u32)> =
            colors.iter().map(|(&(item, _), &vertex)| (vertex, vertex_of[to_usize(item)])).collect();
        ties.sort_unstable();
        for (color, item) in ties {
            suffix.push_edge([color, item].into_iter(), [0; K], (0, 0));
        }
        suffix.twins = vec![super::label::NO_TWIN; suffix.items.len()];
        suffix.alike = vec![Box::default(); suffix.items.len()];
        Some(suffix)
    }

    /// A vertex for each color that a secondary item may get.
    fn add_colors(&mut self, cells: impl Iterator<Item = (u32, u32)>, vertex_of: &[u32]) -> Colors {
        let mut colors = Colors::default();
        for (item, color) in cells.filter(|cell| cell.1 != 0) {
            let owner = to_usize(vertex_of[to_usize(item)]);
            colors.entry((item, color)).or_insert_with(|| {
                self.items.push(item);
                self.kinds.push(COLOR);
                self.covered.push(self.covered[owner]);
                self.is_touched.push(self.is_touched[owner]);
                to_u32(self.items.len()) - 1
            });
        }
        colors
    }

    fn empty() -> Self {
        Self {
            kinds: Vec::new(),
            items: Vec::new(),
            alike: Vec::new(),
            covered: Vec::new(),
            is_touched: Vec::new(),
            cells: Vec::new(),
            edges: Vec::new(),
            n_options: 0,
            fields: Vec::new(),
            twins: Vec::new(),
            n_primary: 0,
            option_size: 0,
            least_choices: 2,
        }
    }

    fn add_item(&mut self, layout: &KeyLayout, residue: &Residue, item: usize, level: usize, vertex_of: &mut [u32]) {
        let is_touched = layout.spans().first[item] < level;
        vertex_of[item] = to_u32(self.items.len());
        self.items.push(to_u32(item));
        self.kinds.push(if item < residue.n_primary { PRIMARY } else { SECONDARY });
        self.covered.push(if is_touched { layout.mask(item) } else { [0; K] });
        self.is_touched.push(is_touched);
    }

    fn add_option(
        &mut self,
        layout: &KeyLayout,
        cells: &[(u32, u32)],
        vertex: impl Fn(&(u32, u32)) -> u32,
        level: usize,
    ) {
        let (mut clear, first) = ([0; K], to_u32(self.fields.len()));
        poll(K * cells.len());
        for &(item, color) in cells {
            if layout.spans().first[to_usize(item)] >= level {
                continue;
            }
            let mask = layout.mask::<K>(to_usize(item));
            if color == 0 {
                (0..K).for_each(|word| clear[word] |= mask[word]);
            } else {
                self.fields.push((mask, layout.value(to_usize(item), color)));
            }
        }
        let fields = (first, to_u32(self.fields.len()));
        self.option_size = self.option_size.max(cells.len());
        self.push_edge(cells.iter().map(vertex), clear, fields);
    }

    fn push_edge(&mut self, vertices: impl Iterator<Item = u32>, clear: Key<K>, fields: (u32, u32)) {
        let start = to_u32(self.cells.len());
        self.cells.extend(vertices.map(|vertex| to_u16(to_usize(vertex))));
        self.edges.push(Edge { start, end: to_u32(self.cells.len()), copies: 1, clear, fields });
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let cells = self.edges.len() * size_of::<Edge<K>>() + self.cells.len() * size_of::<u16>();
        cells + 2 * self.fields.len() * size_of::<Key<K>>() + self.items.len() * (size_of::<Key<K>>() + 16)
    }

    /// The vertices of an edge.
    #[inline(always)]
    pub(super) fn vertices_of(&self, edge: &Edge<K>) -> &[u16] {
        &self.cells[to_usize(edge.start)..to_usize(edge.end)]
    }

    /// Keeps only these vertices and edges. Vertices are renumbered.
    pub(super) fn retain(&mut self, keeps_vertex: &[bool], keeps_edge: &[bool]) {
        let mut number = vec![0u16; self.items.len()];
        let kept = (0..self.items.len()).filter(|&vertex| keeps_vertex[vertex]);
        kept.enumerate().for_each(|(new, old)| number[old] = to_u16(new));
        let mut edges = Vec::new();
        let mut cells = Vec::new();
        let mut n_options = 0;
        for (place, edge) in self.edges.iter().enumerate().filter(|&(place, _)| keeps_edge[place]) {
            let start = to_u32(cells.len());
            cells.extend(self.vertices_of(edge).iter().map(|&vertex| number[usize::from(vertex)]));
            let copies = self.vertices_of(edge).iter().map(|&vertex| self.copies(vertex.into())).max().unwrap_or(1);
            edges.push(Edge { start, end: to_u32(cells.len()), copies, ..edge.clone() });
            n_options += usize::from(place < self.n_options);
        }
        (self.edges, self.cells, self.n_options) = (edges, cells, n_options);
        self.n_primary = keeps_vertex[..self.n_primary].iter().filter(|&&keeps| keeps).count();
        keep(&mut self.kinds, keeps_vertex);
        keep(&mut self.items, keeps_vertex);
        keep(&mut self.alike, keeps_vertex);
        keep(&mut self.covered, keeps_vertex);
        keep(&mut self.is_touched, keeps_vertex);
        keep(&mut self.twins, keeps_vertex);
    }

    /// Sets the number of items that a vertex stands for.
    pub(super) fn set_copies(&mut self, vertex: usize, copies: u32) {
        self.kinds[vertex] = self.kinds[vertex] % 3 + 3 * (copies - 1);
    }

    fn copies(&self, vertex: usize) -> u32 {
        self.kinds[vertex] / 3 + 1
    }

    #[inline(always)]
    fn is_alive(&self, edge: &Edge<K>, key: &Key<K>) -> bool {
        let common = edge.clear.iter().zip(key).fold(0, |common, (clear, word)| common | clear & word);
        common == 0 && (edge.fields.0 == edge.fields.1 || self.fields_agree(edge, key))
    }

    fn fields_agree(&self, edge: &Edge<K>, key: &Key<K>) -> bool {
        self.fields[to_usize(edge.fields.0)..to_usize(edge.fields.1)].iter().all(|(mask, value)| {
            let is_free = (0..K).all(|word| key[word] & mask[word] == 0);
            is_free || (0..K).all(|word| (key[word] ^ value[word]) & mask[word] == 0)
        })
    }

    #[inline(always)]
    fn is_covered(&self, vertex: usize, key: &Key<K>) -> bool {
        self.covered[vertex].iter().zip(key).any(|(bits, word)| bits & word != 0)
    }

    /// Finds what is left of a state. Returns false if it has no solution, since a primary item has lost all options.
    ///
    /// A secondary item by which no two remaining options can exclude each other is left out.
    pub(super) fn residual(&self, key: &Key<K>, residual: &mut Residual) -> bool {
        let Residual { degrees, edges, .. } = &mut *residual;
        degrees.clear();
        degrees.resize(self.items.len(), 0);
        edges.clear();
        for (number, edge) in self.edges[..self.n_options].iter().enumerate() {
            if self.is_alive(edge, key) {
                edges.push(to_u32(number));
                for &vertex in self.vertices_of(edge) {
                    degrees[usize::from(vertex)] += edge.copies;
                }
            }
        }
        let is_starved = |(vertex, degree): (usize, &u32)| *degree == 0 && !self.is_covered(vertex, key);
        if degrees[..self.n_primary].iter().enumerate().any(is_starved) {
            return false;
        }
        self.leave_out(key, residual);
        self.collect(residual);
        true
    }

    /// Leaves out secondary items that have got their color, and those by which no two remaining options can exclude each other.
    fn leave_out(&self, key: &Key<K>, residual: &mut Residual) {
        let Residual { degrees, choices, .. } = residual;
        // What a secondary item can be: taken by one of its options without color, or in one of its colors.
        choices.clear();
        choices.extend_from_slice(&degrees[self.n_primary..]);
        let ties = self.ties();
        for tie in ties {
            let [color, item] = self.tie(tie);
            choices[item - self.n_primary] += if degrees[color] > 0 { tie.copies } else { 0 };
        }
        for vertex in self.n_primary..self.items.len() {
            if choices[vertex - self.n_primary] < self.least_choices && self.kinds[vertex] % 3 == SECONDARY
                || self.is_covered(vertex, key)
            {
                degrees[vertex] = 0;
            }
        }
        for tie in ties {
            let [color, item] = self.tie(tie);
            if choices[item - self.n_primary] < 2 {
                degrees[color] = 0;
            } else if degrees[color] > 0 {
                degrees[item] += 1;
            }
        }
    }

    /// Writes down the vertices that are there, and their edges.
    fn collect(&self, residual: &mut Residual) {
        let Residual { degrees, edges, whole, .. } = residual;
        whole.clear();
        let is_there = |vertex: usize| degrees[vertex] > 0;
        whole.vertices.extend((0..self.items.len()).filter(|&vertex| is_there(vertex)).map(to_u16));
        for &number in edges.iter() {
            let vertices = self.vertices_of(&self.edges[to_usize(number)]);
            whole.push(vertices.iter().copied().filter(|&vertex| is_there(usize::from(vertex))));
        }
        for tie in self.ties() {
            let [color, item] = self.tie(tie);
            if is_there(color) && is_there(item) {
                whole.push([to_u16(color), to_u16(item)]);
            }
        }
    }

    fn ties(&self) -> &[Edge<K>] {
        &self.edges[self.n_options..]
    }

    fn tie(&self, edge: &Edge<K>) -> [usize; 2] {
        [0, 1].map(|end| usize::from(self.cells[to_usize(edge.start) + end]))
    }
}

/// What is left of a state, and room to find it.
#[derive(Debug, Default)]
pub(super) struct Residual {
    degrees: Vec<u32>,
    choices: Vec<u32>,
    edges: Vec<u32>,
    pub(super) whole: Hypergraph,
}

fn keep<T>(list: &mut Vec<T>, keeps: &[bool]) {
    let mut place = 0;
    list.retain(|_| {
        place += 1;
        keeps[place - 1]
    });
}
