//! Tours and paths edge by edge, for graphs in which vertices have many edges.
//!
//! # The reduction
//!
//! Each end of an edge is a primary item with options that say whether the edge is on the way, a color on which both ends agree, and how many edges of the vertex were on the way before it, 0, 1 or 2: colors of secondary
//! items, one between each edge of a vertex and the next. Behind its last edge a vertex must have the right number: two, one where a path ends, or none where it does not pass. Between two of its edges a vertex that has
//! one edge so far is an open end of a piece of the way: there is a node, which is a port of what comes before it and behind it. An edge that is on the way is a node, too, and joins its ends; one that is passed by hands the
//! open end on to the next node. So a state says of each vertex that has been reached only whether it is an open end, and which one is at the other end of its piece: Knuth's mates (Simpath, TAOCP 7.1.4). With one
//! [component](dlx_core::problem::Connected) there are as many solutions as tours or paths: the set of edges says everything.
//!
//! (If an edge were one item, with an option for both of its ends, it would pass on two open ends at once, and join them.)
//!
//! Vertex by vertex, as [`walks`](super::walks) does it, a state says for each edge that leads on whether it is on the way. That is less information as long as there are few such edges, as on a board of squares; for the hypercube of five
//! dimensions it is more than fits into memory.

use super::laid::Meaning;
use super::vertices::Graph;
use super::walks::WalkKind;
use dlx_core::problem::{Color, ItemId, NodeId, ProblemBuilder, ProblemError};

/// The items between an edge of a vertex and the next: how many edges were on the way, and the open end if that is one.
#[derive(Clone, Copy)]
struct Between {
    count: ItemId,
    open: NodeId,
}

/// The state of an edge at one of its ends: how many edges are on the way before it, and how many with it.
type Step = [usize; 2];

impl Graph {
    /// The problem edge by edge, of an undirected graph.
    pub(super) fn way_by_mates(
        &self,
        builder: &mut ProblemBuilder,
        edges_at: &[Vec<usize>],
        way: WalkKind,
    ) -> Result<Vec<Meaning>, ProblemError> {
        let mut halves = Vec::with_capacity(2 * self.n_edges());
        for (edge, &(a, b)) in self.edges.iter().enumerate() {
            for (vertex, other) in [(a, b), (b, a)] {
                halves.push((edge, vertex, builder.primary(format!("{}>{}", self.names[vertex], self.names[other]))?));
            }
        }
        // A vertex without edges is on no way.
        for vertex in (0..edges_at.len()).filter(|&vertex| edges_at[vertex].is_empty()) {
            if !way.numbers(vertex).contains(&0) {
                builder.primary(self.names[vertex].as_str())?;
            }
        }
        let items = EndItems::declare(self, builder, edges_at)?;
        let mut meanings = Vec::new();
        for (edge, vertex, half) in halves {
            let here = &edges_at[vertex];
            let place = here.iter().position(|&other| other == edge).unwrap_or_default();
            for is_in in [true, false] {
                for step in steps(place, here.len(), is_in, way.numbers(vertex)) {
                    let (cells, ports) = items.step(edge, (vertex, place), is_in, step);
                    let option = builder.colored_option(&[vec![(half, Color::NONE)], cells].concat())?;
                    builder.ports(option, &ports)?;
                    // Once for both ends.
                    let is_said = is_in && vertex == self.edges[edge].0;
                    meanings.push(if is_said { Meaning::Link { edge, first: way.first() } } else { Meaning::Nothing });
                }
            }
        }
        Ok(meanings)
    }
}

/// The items on which ends of edges agree.
struct EndItems {
    /// For each edge, is it on the way?
    edges: Vec<(ItemId, NodeId)>,
    /// For each vertex the items between its edges.
    between: Vec<Vec<Between>>,
    is_in: [Color; 2],
    counts: [Color; 3],
}

impl EndItems {
    fn declare(graph: &Graph, builder: &mut ProblemBuilder, edges_at: &[Vec<usize>]) -> Result<Self, ProblemError> {
        let names = (0..graph.n_edges()).map(|edge| graph.edge_name(edge));
        let edges = names.map(|name| Ok((builder.secondary(&name)?, builder.node(&name)?)));
        let edges = edges.collect::<Result<_, ProblemError>>()?;
        let mut between = Vec::with_capacity(edges_at.len());
        for (vertex, here) in edges_at.iter().enumerate() {
            let names = (1..here.len()).map(|place| format!("{}#{place}", graph.names[vertex]));
            let all = names.map(|name| Ok(Between { count: builder.secondary(&name)?, open: builder.node(&name)? }));
            between.push(all.collect::<Result<_, ProblemError>>()?);
        }
        let is_in = [builder.color("out")?, builder.color("in")?];
        Ok(Self { edges, between, is_in, counts: [builder.color("0")?, builder.color("1")?, builder.color("2")?] })
    }

    /// The cells and the ports of an edge in this place among those of a vertex.
    fn step(
        &self,
        edge: usize,
        (vertex, place): (usize, usize),
        is_in: bool,
        [before, behind]: Step,
    ) -> (Vec<(ItemId, Color)>, Vec<NodeId>) {
        let (item, node) = self.edges[edge];
        let (mut cells, mut ports) = (vec![(item, self.is_in[usize::from(is_in)])], Vec::new());
        ports.extend(is_in.then_some(node));
        for (side, count) in [(place.checked_sub(1), before), (Some(place), behind)] {
            let Some(there) = side.and_then(|side| self.between[vertex].get(side)) else { continue };
            cells.push((there.count, self.counts[count]));
            ports.extend((count == 1).then_some(there.open));
        }
        (cells, ports)
    }
}

/// The possible states of an edge in this place among those of a vertex, if the last edge must leave one of these numbers.
fn steps(place: usize, n_edges: usize, is_in: bool, numbers: &[usize]) -> Vec<Step> {
    let before = 0..=place.min(2);
    let steps = before.map(|before| [before, before + usize::from(is_in)]);
    let is_last = place + 1 == n_edges;
    let most = numbers.iter().copied().max().unwrap_or_default();
    steps.filter(|[_, behind]| if is_last { numbers.contains(behind) } else { *behind <= most }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::graph;
    use dlx_count::Session;

    /// On random graphs, edge by edge there are as many tours and paths as vertex by vertex.
    #[test]
    fn mates_count_what_vertices_count() {
        let session = Session::builder().threads(1).build().unwrap();
        let (mut dice, mut n_found) = (fastrand::Rng::with_seed(5), 0);
        for _ in 0..300 {
            let n = dice.usize(2..8);
            let vertices: String = (0..n).map(|vertex| format!("{vertex}\n")).collect();
            let edges = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).filter(|_| dice.u8(0..3) > 0);
            let text = edges.map(|(a, b)| format!("{a} {b}\n")).collect::<String>();
            let graph = graph(&(vertices + &text), false).unwrap();
            for way in [
                WalkKind::Tour,
                WalkKind::Path { ends: [0, n - 1], is_hamiltonian: false },
                WalkKind::Path { ends: [1, 0], is_hamiltonian: true },
            ] {
                let [by_mates, by_vertices] = [true, false].map(|by_mates| {
                    session.count(&graph.laid_way(way, by_mates).unwrap().problem).unwrap().count.to_u64().unwrap()
                });
                assert_eq!(by_mates, by_vertices, "{way:?} {text}");
                n_found += by_mates;
            }
        }
        assert!(n_found > 1000, "only {n_found}");
    }
}
