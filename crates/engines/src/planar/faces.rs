//! The faces of a planar graph, and directions of its edges by which an odd number of those of each face are turned one way.
//!
//! Each edge is two darts, one in each direction; a face is a round of darts, each with the next one along its side. Blocks, in which no vertex cuts anything off, are drawn one by one: a cycle, and then path after path
//! through one of the faces that all neighbors of what is left are on, the paths with only one such face first; if there is a path without one, the graph is not planar (Demoucron, Malgrange and Pertuiset, 1964).
//! Two blocks are put together at a vertex when two darts that lead to it exchange what is next.

use std::collections::VecDeque;

use super::PairGraph;
use dlx_core::problem::{join, root};
use dlx_core::stop::poll;

/// No dart, edge or vertex.
const NONE: usize = usize::MAX;

/// Which edges are to be turned around, so that an odd number of the edges of each face lead in its direction; none if the graph is not planar. Of an odd number of vertices, one face cannot have that.
pub(super) fn directions(graph: &PairGraph) -> Option<Vec<bool>> {
    let next = next_darts(graph)?;
    let (mut face_of, mut is_wrong) = (vec![NONE; next.len()], Vec::new());
    for first in 0..next.len() {
        if face_of[first] != NONE {
            continue;
        }
        let (mut dart, mut n_along) = (first, 0);
        while face_of[dart] == NONE {
            face_of[dart] = is_wrong.len();
            n_along += usize::from(dart.is_multiple_of(2));
            dart = next[dart];
        }
        is_wrong.push(n_along % 2 == 0);
    }
    is_plane(graph, is_wrong.len()).then(|| directions_by_faces(graph, &face_of, is_wrong))
}

/// Euler's formula, as a check: a component has two more vertices and faces than edges.
fn is_plane(graph: &PairGraph, n_faces: usize) -> bool {
    let mut roots: Vec<usize> = (0..graph.n).collect();
    graph.edges.iter().for_each(|&(from, to, _)| join(&mut roots, from, to));
    let n_components = (0..graph.n).filter(|&vertex| root(&mut roots, vertex) == vertex).count();
    graph.n + n_faces == graph.edges.len() + 2 * n_components
}

/// Edges of a spanning forest stay as they are. The others are a spanning forest of the faces: from its leaves on, each is turned if a face still needs it.
fn directions_by_faces(graph: &PairGraph, face_of: &[usize], mut is_wrong: Vec<bool>) -> Vec<bool> {
    let mut roots: Vec<usize> = (0..graph.n).collect();
    let mut edges_of = vec![Vec::new(); is_wrong.len()];
    for (edge, &(from, to, _)) in graph.edges.iter().enumerate() {
        if root(&mut roots, from) == root(&mut roots, to) {
            edges_of[face_of[2 * edge]].push(edge);
            edges_of[face_of[2 * edge + 1]].push(edge);
        }
        join(&mut roots, from, to);
    }
    let mut is_turned = vec![false; graph.edges.len()];
    let mut n_open: Vec<usize> = edges_of.iter().map(Vec::len).collect();
    let mut is_open = vec![true; graph.edges.len()];
    let mut leaves: Vec<usize> = (0..is_wrong.len()).filter(|&face| n_open[face] == 1).collect();
    while let Some(face) = leaves.pop() {
        let Some(&edge) = edges_of[face].iter().find(|&&edge| is_open[edge]) else { continue };
        is_open[edge] = false;
        is_turned[edge] = is_wrong[face];
        let other = if face_of[2 * edge] == face { face_of[2 * edge + 1] } else { face_of[2 * edge] };
        is_wrong[other] ^= is_wrong[face];
        is_wrong[face] = false;
        n_open[other] -= 1;
        if n_open[other] == 1 {
            leaves.push(other);
        }
    }
    is_turned
}

/// For each dart the next one of its face. Dart 2k leads along edge k, dart 2k + 1 back.
fn next_darts(graph: &PairGraph) -> Option<Vec<usize>> {
    let mut drawing = PlaneDrawing {
        graph,
        next: vec![NONE; 2 * graph.edges.len()],
        is_drawn: vec![false; graph.edges.len()],
        block_of: vec![NONE; graph.edges.len()],
        seen: vec![0; graph.edges.len()],
        n_divisions: 0,
    };
    let blocks = drawing.blocks();
    let mut faces = BlockFaces { faces: Vec::new(), at: vec![Vec::new(); graph.n] };
    // A dart that leads to each vertex.
    let mut leading = vec![NONE; graph.n];
    for (number, block) in blocks.iter().enumerate() {
        drawing.draw(number, block, &mut faces)?;
        let darts = block.iter().flat_map(|&edge| [2 * edge, 2 * edge + 1]);
        for dart in darts {
            let (_, vertex) = drawing.ends(dart);
            if leading[vertex] == NONE {
                leading[vertex] = dart;
            } else if drawing.block_of[leading[vertex] / 2] != number {
                let other = std::mem::replace(&mut leading[vertex], dart);
                drawing.next.swap(other, dart);
            }
        }
    }
    Some(drawing.next)
}

/// A graph, of which some blocks are drawn.
struct PlaneDrawing<'g> {
    graph: &'g PairGraph,
    next: Vec<usize>,
    is_drawn: Vec<bool>,
    /// For each edge the number of its block.
    block_of: Vec<usize>,
    /// For each edge the last division of a rest that has seen it.
    seen: Vec<usize>,
    n_divisions: usize,
}

impl PlaneDrawing<'_> {
    /// Where a dart begins and ends.
    fn ends(&self, dart: usize) -> (usize, usize) {
        let (from, to, _) = self.graph.edges[dart / 2];
        if dart.is_multiple_of(2) { (from, to) } else { (to, from) }
    }

    /// The dart of an edge that begins at a vertex.
    fn dart_from(&self, vertex: usize, edge: usize) -> usize {
        2 * edge + usize::from(self.graph.edges[edge].0 != vertex)
    }

    /// The edges of each block: a depth-first search, where a vertex cuts off what reaches nothing before it (Hopcroft and Tarjan, 1973).
    fn blocks(&mut self) -> Vec<Vec<usize>> {
        let n = self.graph.n;
        let (mut number, mut low, mut places) = (vec![NONE; n], vec![NONE; n], vec![0; n]);
        let (mut blocks, mut open, mut path, mut n_seen) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for first in 0..n {
            if number[first] != NONE {
                continue;
            }
            path.push((first, NONE));
            (number[first], low[first]) = (n_seen, n_seen);
            n_seen += 1;
            while let Some(&(vertex, by)) = path.last() {
                if let Some(&edge) = self.graph.edges_at[vertex].get(places[vertex]) {
                    places[vertex] += 1;
                    let (_, there) = self.ends(self.dart_from(vertex, edge));
                    if edge == by || number[there] != NONE && number[there] > number[vertex] {
                        continue;
                    }
                    open.push(edge);
                    if number[there] == NONE {
                        (number[there], low[there]) = (n_seen, n_seen);
                        n_seen += 1;
                        path.push((there, edge));
                    } else {
                        low[vertex] = low[vertex].min(number[there]);
                    }
                    continue;
                }
                path.pop();
                let Some(&(before, _)) = path.last() else { continue };
                low[before] = low[before].min(low[vertex]);
                if low[vertex] >= number[before] {
                    let start = open.iter().rposition(|&edge| edge == by).unwrap_or_default();
                    let block = open.split_off(start);
                    block.iter().for_each(|&edge| self.block_of[edge] = blocks.len());
                    blocks.push(block);
                }
            }
        }
        blocks
    }

    /// Draws a block: finds the next dart of each of its darts. None if it is not planar. There are no faces before, and none afterwards.
    fn draw(&mut self, number: usize, block: &[usize], faces: &mut BlockFaces) -> Option<()> {
        if let &[edge] = block {
            (self.next[2 * edge], self.next[2 * edge + 1]) = (2 * edge + 1, 2 * edge);
            self.is_drawn[edge] = true;
            return Some(());
        }
        // The first face is a cycle through an edge, the second one the same backward.
        let (from, to) = self.ends(2 * block[0]);
        self.is_drawn[block[0]] = true;
        let mut cycle = self.path(number, to, |vertex| vertex == from, |_| false)?;
        cycle.push(2 * block[0]);
        cycle.iter().for_each(|&dart| self.is_drawn[dart / 2] = true);
        let back: Vec<usize> = cycle.iter().rev().map(|&dart| dart ^ 1).collect();
        faces.add(cycle, self);
        faces.add(back, self);
        let mut parts = self.parts(number, block, faces);
        while !parts.is_empty() {
            let mut chosen = (NONE, NONE, NONE);
            for (place, part) in parts.iter().enumerate() {
                poll(part.feet.len());
                let (number, face) = faces.of_all(&part.feet);
                if number < chosen.0 {
                    chosen = (number, place, face);
                }
                if number < 2 {
                    break;
                }
            }
            let (n_faces, place, face) = chosen;
            if n_faces == 0 {
                return None;
            }
            let part = parts.swap_remove(place);
            let path = self.path_through(&part, number, faces);
            path.iter().for_each(|&dart| self.is_drawn[dart / 2] = true);
            faces.divide(face, &path, self);
            parts.extend(self.parts(number, &part.edges, faces));
        }
        for face in faces.faces.drain(..) {
            for (&dart, &next) in face.iter().zip(face.iter().cycle().skip(1)) {
                self.next[dart] = next;
                faces.at[self.ends(dart).0].clear();
            }
        }
        Some(())
    }

    /// A shortest path of edges of this block that are not drawn yet, from a vertex to one that is wanted, past none that is barred, as darts.
    fn path(
        &self,
        block: usize,
        from: usize,
        is_wanted: impl Fn(usize) -> bool,
        is_barred: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut by = rustc_hash::FxHashMap::default();
        let mut round = VecDeque::from([from]);
        while let Some(vertex) = round.pop_front() {
            poll(self.graph.edges_at[vertex].len());
            for &edge in
                self.graph.edges_at[vertex].iter().filter(|&&edge| self.block_of[edge] == block && !self.is_drawn[edge])
            {
                let dart = self.dart_from(vertex, edge);
                let (_, there) = self.ends(dart);
                if there == from || is_barred(there) || by.contains_key(&there) {
                    continue;
                }
                by.insert(there, dart);
                if is_wanted(there) {
                    let mut path = vec![dart];
                    while let Some(&before) = path.last().and_then(|&dart| by.get(&self.ends(dart).0)) {
                        path.push(before);
                    }
                    path.reverse();
                    return Some(path);
                }
                round.push_back(there);
            }
        }
        None
    }

    /// A path through a part from one of its feet to another.
    fn path_through(&self, part: &BlockPart, block: usize, faces: &BlockFaces) -> Vec<usize> {
        // Edges at the foot belong to several parts: the path begins with one of this part.
        let foot = part.feet[0];
        let first = part.edges.iter().map(|&edge| self.dart_from(foot, edge)).find(|&dart| self.ends(dart).0 == foot);
        let first = first.unwrap_or_default();
        let (_, there) = self.ends(first);
        if faces.is_drawn(there) {
            return vec![first];
        }
        let rest =
            self.path(block, there, |vertex| faces.is_drawn(vertex), |vertex| vertex == foot).unwrap_or_default();
        [vec![first], rest].concat()
    }

    /// What is left of these edges of a block, divided: edges that meet at a vertex that is not drawn are in one part.
    fn parts(&mut self, block: usize, edges: &[usize], faces: &BlockFaces) -> Vec<BlockPart> {
        self.n_divisions += 1;
        let (now, mut parts) = (self.n_divisions, Vec::new());
        for &first in edges.iter().filter(|&&edge| !self.is_drawn[edge]) {
            if std::mem::replace(&mut self.seen[first], now) == now {
                continue;
            }
            let mut part = BlockPart { edges: vec![first], feet: Vec::new() };
            let mut place = 0;
            while let Some(&edge) = part.edges.get(place) {
                place += 1;
                let (from, to) = self.ends(2 * edge);
                for vertex in [from, to] {
                    if faces.is_drawn(vertex) {
                        if !part.feet.contains(&vertex) {
                            part.feet.push(vertex);
                        }
                        continue;
                    }
                    let here = self.graph.edges_at[vertex].iter().filter(|&&edge| self.block_of[edge] == block);
                    part.edges.extend(here.filter(|&&edge| std::mem::replace(&mut self.seen[edge], now) != now));
                }
            }
            poll(part.edges.len());
            parts.push(part);
        }
        parts
    }
}

/// A part of a block that is not drawn, and the drawn vertices that it meets.
struct BlockPart {
    edges: Vec<usize>,
    feet: Vec<usize>,
}

/// The faces of what is drawn of a block.
struct BlockFaces {
    /// The darts of each, in their order.
    faces: Vec<Vec<usize>>,
    /// For each vertex the faces that it is on.
    at: Vec<Vec<usize>>,
}

impl BlockFaces {
    fn is_drawn(&self, vertex: usize) -> bool {
        !self.at[vertex].is_empty()
    }

    fn add(&mut self, darts: Vec<usize>, drawing: &PlaneDrawing<'_>) {
        for &dart in &darts {
            self.at[drawing.ends(dart).0].push(self.faces.len());
        }
        self.faces.push(darts);
    }

    /// How many faces all of these vertices are on, where 2 are enough to know of, and one of them.
    fn of_all(&self, vertices: &[usize]) -> (usize, usize) {
        let Some(fewest) = vertices.iter().min_by_key(|&&vertex| self.at[vertex].len()) else { return (0, NONE) };
        let has_all = |&&face: &&usize| vertices.iter().all(|&vertex| self.at[vertex].contains(&face));
        let mut all = self.at[*fewest].iter().filter(has_all);
        match all.next() {
            Some(&face) => (1 + usize::from(all.next().is_some()), face),
            None => (0, NONE),
        }
    }

    /// Divides a face by a path from one of its vertices to another.
    fn divide(&mut self, face: usize, path: &[usize], drawing: &PlaneDrawing<'_>) {
        let (from, to) = (drawing.ends(path[0]).0, drawing.ends(path[path.len() - 1]).1);
        let mut old = std::mem::take(&mut self.faces[face]);
        for &dart in &old {
            self.at[drawing.ends(dart).0].retain(|&other| other != face);
        }
        let begin = |old: &[usize], vertex: usize| {
            old.iter().position(|&dart| drawing.ends(dart).0 == vertex).unwrap_or_default()
        };
        let start = begin(&old, from);
        old.rotate_left(start);
        let middle = begin(&old, to);
        let back = path.iter().rev().map(|&dart| dart ^ 1);
        // From one end to the other along the face, and back along the path; and the other way.
        let one: Vec<usize> = old[..middle].iter().copied().chain(back).collect();
        let other: Vec<usize> = path.iter().chain(&old[middle..]).copied().collect();
        for &dart in &one {
            self.at[drawing.ends(dart).0].push(face);
        }
        self.faces[face] = one;
        self.add(other, drawing);
    }
}
