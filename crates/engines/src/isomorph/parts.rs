//! Parts of a suffix that are alike are kept once.
//!
//! Some vertices are *fixed*: the touched ones, and those that refinement tells from all others once each touched one has a color of its own. Take the fixed
//! vertices away, and what is left falls into parts. Two parts are alike if one can be put in the place of the other, every fixed vertex staying
//! where it is: then they become equal under their labels, with the fixed vertices labelled by themselves. Of parts that are alike the first stays, and its
//! vertices stand for all of them.
//!
//! Why that decides as well as the whole: the touched items that a state covers kill the same options in parts that are alike. So an isomorphism between what two states leave
//! of the kept parts, which mixes only vertices with the same number of copies, extends to the k-th copies of all. (The part of an option that is kept stands for as many options as
//! there are copies. A secondary item with one such option still makes its copies exclude each other; to leave it out, like an item with a single option, made a wrong count that random
//! symmetric problems found.)

use rustc_hash::FxHashMap;

use super::label::{FormLabeller, NO_TWIN};
use super::suffix::Suffix;
use dlx_canon::graph::Hypergraph;
use dlx_core::problem::{join, root, to_u16, to_u32};

/// Merges parts that are alike.
pub(super) fn fold<const K: usize>(suffix: &mut Suffix<K>) {
    let parts = FixedParts::new(suffix, fixed(suffix));
    let mut by_form = FxHashMap::<Vec<Vec<u32>>, Vec<(usize, Vec<u16>)>>::default();
    for candidates in parts.of_equal_size().into_iter().filter(|parts| parts.len() > 1) {
        for part in candidates {
            let (form, names) = parts.form(suffix, part);
            by_form.entry(form).or_default().push((part, names));
        }
    }
    let mut is_kept = vec![true; parts.vertices.len()];
    for alike in by_form.values().filter(|alike| alike.len() > 1) {
        alike[1..].iter().for_each(|(part, _)| is_kept[*part] = false);
        for (label, vertex) in alike[0].1.iter().map(|&vertex| usize::from(vertex)).enumerate() {
            suffix.set_copies(vertex, to_u32(alike.len()));
            suffix.alike[vertex] =
                alike[1..].iter().map(|(_, names)| suffix.items[usize::from(names[label])]).collect();
        }
    }
    if is_kept.iter().all(|&kept| kept) {
        return;
    }
    let keeps_vertex: Vec<bool> = parts.part_of.iter().map(|&part| part == NONE || is_kept[part]).collect();
    let keeps_edge: Vec<bool> = suffix
        .edges
        .iter()
        .map(|edge| suffix.vertices_of(edge).iter().all(|&vertex| keeps_vertex[usize::from(vertex)]))
        .collect();
    suffix.retain(&keeps_vertex, &keeps_edge);
}

const NONE: usize = usize::MAX;

/// The touched vertices, and those that are told from all others by them.
fn fixed<const K: usize>(suffix: &Suffix<K>) -> Vec<bool> {
    let n_vertices = suffix.items.len();
    let mut graph = Hypergraph::default();
    graph.vertices.extend((0..=u16::MAX).take(n_vertices));
    suffix.edges.iter().for_each(|edge| graph.push(suffix.vertices_of(edge).iter().copied()));
    let kinds: Vec<u32> = (0..n_vertices).map(|vertex| kind(suffix, &suffix.is_touched, vertex)).collect();
    FormLabeller::of(graph, n_vertices).alone(&kinds)
}

/// A kind of its own for a fixed vertex.
fn kind<const K: usize>(suffix: &Suffix<K>, is_fixed: &[bool], vertex: usize) -> u32 {
    if is_fixed[vertex] { 3 + to_u32(vertex) } else { suffix.kinds[vertex] }
}

/// The parts that the fixed vertices hold together.
struct FixedParts {
    is_fixed: Vec<bool>,
    /// The part of each vertex, or [`NONE`] if it is fixed.
    part_of: Vec<usize>,
    vertices: Vec<Vec<usize>>,
    edges: Vec<Vec<usize>>,
}

impl FixedParts {
    fn new<const K: usize>(suffix: &Suffix<K>, is_fixed: Vec<bool>) -> Self {
        let mut roots: Vec<usize> = (0..suffix.items.len()).collect();
        let loose = |edge| {
            suffix.vertices_of(edge).iter().map(|&vertex| usize::from(vertex)).filter(|&vertex| !is_fixed[vertex])
        };
        for edge in &suffix.edges {
            let mut vertices = loose(edge);
            if let Some(first) = vertices.next() {
                vertices.for_each(|vertex| join(&mut roots, first, vertex));
            }
        }
        let mut parts = Self {
            part_of: vec![NONE; roots.len()],
            vertices: Vec::new(),
            edges: Vec::new(),
            is_fixed: is_fixed.clone(),
        };
        let mut number = FxHashMap::default();
        for vertex in (0..roots.len()).filter(|&vertex| !is_fixed[vertex]) {
            let part = *number.entry(root(&mut roots, vertex)).or_insert_with(|| {
                parts.vertices.push(Vec::new());
                parts.edges.push(Vec::new());
                parts.vertices.len() - 1
            });
            parts.part_of[vertex] = part;
            parts.vertices[part].push(vertex);
        }
        for (place, edge) in suffix.edges.iter().enumerate() {
            if let Some(vertex) = loose(edge).next() {
                parts.edges[parts.part_of[vertex]].push(place);
            }
        }
        parts
    }

    /// The parts in groups of as many vertices and edges.
    fn of_equal_size(&self) -> Vec<Vec<usize>> {
        let mut groups = FxHashMap::<(usize, usize), Vec<usize>>::default();
        for part in 0..self.vertices.len() {
            groups.entry((self.vertices[part].len(), self.edges[part].len())).or_default().push(part);
        }
        groups.into_values().collect()
    }

    /// The form of a part: the kinds of its vertices by label, then its edges, touched vertices by their own numbers; and its vertices by label.
    fn form<const K: usize>(&self, suffix: &Suffix<K>, part: usize) -> (Vec<Vec<u32>>, Vec<u16>) {
        let mut graph = Hypergraph::default();
        let mut is_there = vec![false; suffix.items.len()];
        for &edge in &self.edges[part] {
            for &vertex in suffix.vertices_of(&suffix.edges[edge]) {
                is_there[usize::from(vertex)] = true;
            }
        }
        self.vertices[part].iter().for_each(|&vertex| is_there[vertex] = true);
        graph
            .vertices
            .extend((0..=u16::MAX).zip(&is_there).filter(|(_, is_there)| **is_there).map(|(vertex, _)| vertex));
        for &edge in &self.edges[part] {
            graph.push(suffix.vertices_of(&suffix.edges[edge]).iter().copied());
        }
        let mut labeller = FormLabeller::of(graph, suffix.items.len());
        let kinds: Vec<u32> = (0..is_there.len()).map(|vertex| kind(suffix, &self.is_fixed, vertex)).collect();
        let is_labelled = labeller.label(&kinds, &vec![NO_TWIN; is_there.len()], &|| false);
        debug_assert!(is_labelled, "it was not stopped");
        let n_own = self.vertices[part].len();
        let mut head = vec![0; n_own];
        self.vertices[part].iter().for_each(|&vertex| head[usize::from(labeller.ranks[vertex])] = kinds[vertex]);
        let name = |&vertex: &u16| {
            let vertex = usize::from(vertex);
            if self.is_fixed[vertex] { to_u32(n_own + vertex) } else { u32::from(labeller.ranks[vertex]) }
        };
        let mut form: Vec<Vec<u32>> = labeller
            .graph
            .edges()
            .map(|edge| {
                let mut names: Vec<u32> = edge.iter().map(name).collect();
                names.sort_unstable();
                names
            })
            .collect();
        form.sort_unstable();
        form.insert(0, head);
        let mut names = vec![0; n_own];
        self.vertices[part].iter().for_each(|&vertex| names[usize::from(labeller.ranks[vertex])] = to_u16(vertex));
        (form, names)
    }
}
