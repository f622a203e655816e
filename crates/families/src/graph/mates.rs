//! Tours and paths edge by edge, for graphs in which vertices have many edges.
//!
//! # The reduction
//!
//! An edge is a primary item with options that say whether it is on the way, and how many edges of each of its ends were on the way before it, 0, 1 or 2: colors of secondary items, one between each edge of a vertex and the
//! next. Behind its last edge a vertex must have the right number: two, one where a path ends, or none where it does not pass. Between two of its edges a vertex that has one edge so far is an open end of a piece of the way: there
//! is a node, which the edges before it and behind it have as port. An edge that is passed by hands the open end on to the next node. So a state knows of each vertex that has been reached only whether it is an open end, and which one is
//! at the other end of its piece: Knuth's mates (Simpath, TAOCP 7.1.4). With one [component](dlx_core::problem::Connected) there are as many solutions as tours or paths: the set of edges says everything.
//!
//! Vertex by vertex, as [`walks`](super::walks) does it, a state knows of each edge that leads on whether it is on the way. That is less as long as there are few of them, as on a board of squares; of the hypercube of five
//! dimensions it is more than fits into memory.

use super::laid::Meaning;
use super::vertices::Graph;
use super::walks::Way;
use dlx_core::problem::{Color, ItemId, NodeId, ProblemBuilder, ProblemError};

/// What lies between an edge of a vertex and the next: how many edges were on the way, and the open end if that is one.
#[derive(Clone, Copy)]
struct Between {
    count: ItemId,
    open: NodeId,
}

/// How an edge stands at one of its ends: how many edges were on the way before it, and how many are with it.
type Step = [usize; 2];

impl Graph {
    /// The problem edge by edge, of an undirected graph.
    pub(super) fn way_by_mates(
        &self,
        builder: &mut ProblemBuilder,
        edges_at: &[Vec<usize>],
        way: Way,
    ) -> Result<Vec<Meaning>, ProblemError> {
        let edges = (0..self.n_edges()).map(|edge| builder.primary(self.edge_name(edge)));
        let edges = edges.collect::<Result<Vec<_>, _>>()?;
        // A vertex without edges may be on no way, or be passed by.
        for (vertex, _) in edges_at.iter().enumerate().filter(|(_, here)| here.is_empty()) {
            if !way.numbers(vertex).contains(&0) {
                builder.primary(self.names[vertex].as_str())?;
            }
        }
        let mut between = Vec::with_capacity(edges_at.len());
        for (vertex, here) in edges_at.iter().enumerate() {
            let names = (1..here.len()).map(|place| format!("{}#{place}", self.names[vertex]));
            let all = names.map(|name| Ok(Between { count: builder.secondary(&name)?, open: builder.node(&name)? }));
            between.push(all.collect::<Result<Vec<Between>, ProblemError>>()?);
        }
        let counts = ["0", "1", "2"].map(|count| builder.color(count));
        let [none, one, two] = counts;
        let counts = [none?, one?, two?];
        let mut meanings = Vec::new();
        for (edge, (&item, &(a, b))) in edges.iter().zip(&self.edges).enumerate() {
            let ends = [a, b].map(|vertex| {
                let place = edges_at[vertex].iter().position(|&other| other == edge).unwrap_or_default();
                (vertex, place)
            });
            for is_in in [true, false] {
                let [first, second] =
                    ends.map(|(vertex, place)| steps(place, edges_at[vertex].len(), is_in, way.numbers(vertex)));
                for pair in first.iter().flat_map(|&from| second.iter().map(move |&to| [from, to])) {
                    let (mut cells, mut ports) = (vec![(item, Color::NONE)], Vec::new());
                    for ((vertex, place), [before, behind]) in ends.into_iter().zip(pair) {
                        let sides = [(place.checked_sub(1), before), (Some(place), behind)];
                        for (side, count) in sides {
                            let Some(there) = side.and_then(|side| between[vertex].get(side)) else { continue };
                            cells.push((there.count, counts[count]));
                            ports.extend((count == 1).then_some(there.open));
                        }
                    }
                    let option = builder.colored_option(&cells)?;
                    builder.ports(option, &ports)?;
                    meanings.push(if is_in { Meaning::Link { edge, first: way.first() } } else { Meaning::Nothing });
                }
            }
        }
        Ok(meanings)
    }
}

/// What an edge in this place among those of a vertex may find and leave there, if the last of them must leave one of these numbers.
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
                Way::Tour,
                Way::Path { ends: [0, n - 1], is_hamiltonian: false },
                Way::Path { ends: [1, 0], is_hamiltonian: true },
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
