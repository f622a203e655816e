//! One perfect matching, by paths that add an edge each (Edmonds, 1965).
//!
//! From a vertex without a partner, paths lead alternately along an edge and from a vertex to its partner. Vertices at an even distance are outer ones. An edge between two outer vertices closes an odd cycle, a blossom:
//! all of it can be reached by paths of both kinds, so its vertices become outer ones, with one base, the vertex where both ways part.

use super::PairGraph;
use dlx_core::problem::root;
use dlx_core::stop::poll;

/// No vertex.
const NONE: usize = usize::MAX;

/// For each vertex its partner in some perfect matching; none if there is none.
pub(super) fn partners(graph: &PairGraph) -> Option<Vec<usize>> {
    let mut partners = vec![NONE; graph.n];
    for &(from, to, _) in &graph.edges {
        if partners[from] == NONE && partners[to] == NONE {
            (partners[from], partners[to]) = (to, from);
        }
    }
    for first in 0..graph.n {
        if partners[first] == NONE {
            let mut search = PathSearch {
                graph,
                partners: &mut partners,
                before: vec![NONE; graph.n],
                bases: (0..graph.n).collect(),
                passed: vec![0; graph.n],
                n_closed: 0,
                is_outer: vec![false; graph.n],
                round: Vec::new(),
            };
            let last = search.path(first)?;
            search.exchange(last);
        }
    }
    Some(partners)
}

/// A search for a path from one vertex without a partner to another.
struct PathSearch<'g> {
    graph: &'g PairGraph,
    partners: &'g mut [usize],
    /// Of each vertex that can be reached by an edge that is in no pair, where that begins.
    before: Vec<usize>,
    /// Of each vertex its base, or one nearer to it.
    bases: Vec<usize>,
    /// Of each vertex the last edge that closed a blossom whose ways back led through it as a base.
    passed: Vec<usize>,
    n_closed: usize,
    is_outer: Vec<bool>,
    /// Outer vertices, in the order in which they are found.
    round: Vec<usize>,
}

impl PathSearch<'_> {
    /// The last vertex of a path, without a partner; none if there is no path, and so no perfect matching.
    fn path(&mut self, first: usize) -> Option<usize> {
        self.add(first);
        let mut next = 0;
        while let Some(&vertex) = self.round.get(next) {
            next += 1;
            poll(self.graph.edges_at[vertex].len());
            for &edge in &self.graph.edges_at[vertex] {
                let (from, to, _) = self.graph.edges[edge];
                let there = if from == vertex { to } else { from };
                if self.is_outer[there] {
                    self.close(vertex, there);
                } else if self.before[there] == NONE {
                    self.before[there] = vertex;
                    if self.partners[there] == NONE {
                        return Some(there);
                    }
                    self.add(self.partners[there]);
                }
            }
        }
        None
    }

    fn add(&mut self, vertex: usize) {
        if !std::mem::replace(&mut self.is_outer[vertex], true) {
            self.round.push(vertex);
        }
    }

    /// Closes a blossom by an edge between two outer vertices.
    fn close(&mut self, one: usize, other: usize) {
        let mut ways = [root(&mut self.bases, one), root(&mut self.bases, other)];
        if ways[0] == ways[1] {
            return;
        }
        // Both ways back to the start, by turns, until one meets the other.
        self.n_closed += 1;
        let base = loop {
            let [way, _] = &mut ways;
            if *way != NONE {
                if std::mem::replace(&mut self.passed[*way], self.n_closed) == self.n_closed {
                    break *way;
                }
                let inner = self.partners[*way];
                *way = if inner == NONE { NONE } else { root(&mut self.bases, self.before[inner]) };
            }
            ways.swap(0, 1);
        };
        self.blossom(one, base, other);
        self.blossom(other, base, one);
    }

    /// Takes the way back from an outer vertex to the base into the blossom, which is closed by an edge to another vertex.
    fn blossom(&mut self, mut vertex: usize, base: usize, mut closing: usize) {
        while root(&mut self.bases, vertex) != base {
            let inner = self.partners[vertex];
            self.before[vertex] = closing;
            self.add(inner);
            // Within a blossom that is there already, the way goes on to its base.
            for end in [vertex, inner] {
                if self.bases[end] == end {
                    self.bases[end] = base;
                }
            }
            (closing, vertex) = (inner, self.before[inner]);
        }
    }

    /// Exchanges what is paired along the path to this vertex.
    fn exchange(&mut self, mut last: usize) {
        while last != NONE {
            let before = self.before[last];
            let next = std::mem::replace(&mut self.partners[before], last);
            self.partners[last] = before;
            last = next;
        }
    }
}
