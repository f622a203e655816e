//! What is left of a state falls into components, and each is labelled by itself.
//!
//! The form of the whole is the sorted list of the forms of its components. That is not only less work: in a nearly finished square many small
//! components look alike, and to tell every one of them from the others vertex by vertex took most of the time (sudoku grids 2x4: 150 rounds of refinement a state).

use super::form::FormWriter;
use super::label::FormLabeller;
use super::suffix::{Residual, Suffix};
use dlx_canon::graph::Hypergraph;
use dlx_core::problem::{to_u16, to_u32, to_usize};

/// Room for the work on one state after another.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) residual: Residual,
    split: SplitRoom,
    labeller: FormLabeller,
    form: FormWriter,
    /// The forms of all components.
    sum: Vec<u8>,
    /// The vertices of all components by their labels, if they are kept.
    pub(super) names: Vec<u16>,
}

/// Room to find components.
#[derive(Debug, Default)]
struct SplitRoom {
    roots: Vec<u16>,
    /// Components of edges, as (root, edge).
    edges: Vec<(u16, u32)>,
    vertices: Vec<(u16, u16)>,
    /// Where the form of each component stands, and the names of its vertices.
    forms: Vec<[(usize, usize); 2]>,
}

impl Scratch {
    /// Room for work that keeps the names of vertices.
    pub(super) fn with_names() -> Self {
        let mut scratch = Self::default();
        scratch.form.keeps_names = true;
        scratch
    }

    /// The form that was written last.
    pub(super) fn sum(&self) -> &[u8] {
        &self.sum
    }
}

/// Writes the form of what is left of a state; none if it was stopped.
pub(super) fn form<'a, const K: usize>(
    suffix: &Suffix<K>,
    scratch: &'a mut Scratch,
    is_stopped: &dyn Fn() -> bool,
) -> Option<&'a mut Vec<u8>> {
    let Scratch { residual: Residual { whole, .. }, split, labeller, form, sum, names } = scratch;
    form.bytes.clear();
    form.names.clear();
    split.forms.clear();
    labeller.clear(suffix.items.len());
    let mut add = |split: &mut SplitRoom, labeller: &mut FormLabeller| {
        let (start, first) = (form.bytes.len(), form.names.len());
        let is_labelled = labeller.label(&suffix.kinds, &suffix.twins, is_stopped);
        if is_labelled {
            form.write(labeller, &suffix.kinds, suffix.option_size);
            split.forms.push([(start, form.bytes.len()), (first, form.names.len())]);
        }
        is_labelled
    };
    let is_labelled = if split.is_connected(whole, suffix.items.len()) {
        std::mem::swap(&mut labeller.graph, whole);
        add(split, labeller)
    } else {
        each(suffix.items.len(), whole, split, labeller, add)
    };
    if !is_labelled {
        return None;
    }
    put_together(&mut split.forms, form, sum, names);
    Some(sum)
}

/// The forms of all components, in order.
fn put_together(forms: &mut [[(usize, usize); 2]], form: &FormWriter, sum: &mut Vec<u8>, names: &mut Vec<u16>) {
    let bytes = |(from, to): (usize, usize)| &form.bytes[from..to];
    forms.sort_unstable_by(|a, b| bytes(a[0]).cmp(bytes(b[0])));
    sum.clear();
    names.clear();
    for &[place, (first, last)] in &*forms {
        sum.extend(to_u32(place.1 - place.0).to_le_bytes());
        sum.extend_from_slice(bytes(place));
        names.extend_from_slice(&form.names[first..last]);
    }
}

/// Hands the components out one by one, in the labeller, until one is refused. Returns whether all were taken.
fn each(
    n_vertices: usize,
    whole: &Hypergraph,
    split: &mut SplitRoom,
    labeller: &mut FormLabeller,
    mut take: impl FnMut(&mut SplitRoom, &mut FormLabeller) -> bool,
) -> bool {
    split.sort(whole);
    let (mut edge, mut vertex) = (0, 0);
    while let Some(&(root, _)) = split.vertices.get(vertex) {
        labeller.clear(n_vertices);
        let vertices = split.vertices[vertex..].iter().take_while(|&&(other, _)| other == root);
        labeller.graph.vertices.extend(vertices.map(|&(_, vertex)| vertex));
        vertex += labeller.graph.vertices.len();
        for &(_, number) in split.edges[edge..].iter().take_while(|&&(other, _)| other == root) {
            labeller.graph.push(whole.edge(to_usize(number)).iter().copied());
        }
        edge += labeller.graph.ends.len();
        if !take(split, labeller) {
            return false;
        }
    }
    true
}

impl SplitRoom {
    /// Joins what edges hold together. Is that all vertices?
    fn is_connected(&mut self, whole: &Hypergraph, n_vertices: usize) -> bool {
        self.roots.clear();
        self.roots.extend((0..n_vertices).map(to_u16));
        let mut n_components = whole.vertices.len();
        for edge in whole.edges() {
            let mut least = root(&mut self.roots, edge[0]);
            for &vertex in &edge[1..] {
                let other = root(&mut self.roots, vertex);
                n_components -= usize::from(other != least);
                let (low, high) = (least.min(other), least.max(other));
                self.roots[usize::from(high)] = low;
                least = low;
            }
            if n_components == 1 {
                return true;
            }
        }
        n_components == 1
    }

    /// Sorts edges and vertices by component.
    fn sort(&mut self, whole: &Hypergraph) {
        self.edges.clear();
        for (number, edge) in whole.edges().enumerate() {
            self.edges.push((root(&mut self.roots, edge[0]), to_u32(number)));
        }
        self.vertices.clear();
        for &vertex in &whole.vertices {
            self.vertices.push((root(&mut self.roots, vertex), vertex));
        }
        if !self.edges.is_sorted() {
            self.edges.sort_unstable();
        }
        if !self.vertices.is_sorted() {
            self.vertices.sort_unstable();
        }
    }
}

fn root(roots: &mut [u16], mut vertex: u16) -> u16 {
    while roots[usize::from(vertex)] != vertex {
        roots[usize::from(vertex)] = roots[usize::from(roots[usize::from(vertex)])];
        vertex = roots[usize::from(vertex)];
    }
    vertex
}
