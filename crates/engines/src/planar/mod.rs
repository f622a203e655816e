//! Perfect matchings of planar graphs by a Pfaffian or a determinant: problems whose options have two items each, such as tilings by dominoes.
//!
//! Items are vertices, options edges, and a solution is a perfect matching. The edges of a planar graph can be directed so that along each face an odd number of them leads in the direction of the clock. Then all terms of the Pfaffian
//! of the matrix of vertices and vertices, each a perfect matching, have the same sign, and it counts them (Kasteleyn, 1961; Temperley and Fisher, 1961). So what takes exponential time in general takes polynomial time here: dominoes on 40 by 40
//! cells some tenths of a second, where a sweep would have 2^40 states. If the vertices can be colored black and white, so that each edge joins both colors, the determinant of the matrix of white and black vertices is enough, a quarter in size.
//!
//! Rows are paired as vertices are in one matching, so that no pivot is zero. What is left out, when only some of these pairs are eliminated, inside a cycle is paired, too: so each leading part counts the matchings of its pairs,
//! none is zero, and [elimination](dlx_core::determinant) looks for no pivots. An option that is there several times has that weight.

mod faces;
mod matching;

use std::collections::BTreeSet;

use dlx_core::determinant::{MatrixKind, SparseMatrix};
use dlx_core::problem::{Problem, join, root};
use dlx_core::stop::poll;
use dlx_core::tally::Count;
use rustc_hash::FxHashMap;

use faces::directions;
use matching::partners;

/// The most edges times vertices: to find the faces takes as many steps at worst, some seconds.
const MOST_STEPS: usize = 1 << 31;

/// A graph without loops.
struct PairGraph {
    n: usize,
    /// From one vertex to another, in how many ways. If the vertices have two colors, from white to black.
    edges: Vec<(usize, usize, i64)>,
    /// For each vertex its edges.
    edges_at: Vec<Vec<usize>>,
    has_two_colors: bool,
}

/// The number of solutions, if options have two items each, items and options are a planar graph, and it does not take too long.
///
/// ```
/// use dlx_count::{engine::planar, family::graph};
///
/// let square = graph("a b\nb c\nc d\nd a\n", false)?;
/// assert_eq!(planar::count(&square.matchings()?).unwrap().to_u64(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn count(problem: &Problem) -> Option<Count> {
    let mut graph = PairGraph::of(problem)?;
    let Some(partners) = partners(&graph) else { return Some(Count::ZERO) };
    graph.direct(&directions(&graph)?);
    graph.matchings(&partners)
}

impl PairGraph {
    /// The graph of items and options; none if they are not one.
    fn of(problem: &Problem) -> Option<Self> {
        let is_plain = problem.times().is_empty() && problem.quotas().is_empty() && problem.shown().is_none();
        if !is_plain || problem.connected().is_some() || problem.is_irredundant() || problem.is_colored() {
            return None;
        }
        let n = problem.n_primary();
        let mut ways = FxHashMap::<(usize, usize), i64>::default();
        for option in problem.options() {
            let &[one, other] = problem.items_of(option) else { return None };
            if !problem.is_primary(one) || !problem.is_primary(other) {
                return None;
            }
            let (one, other) = (one.index(), other.index());
            *ways.entry((one.min(other), one.max(other))).or_default() += 1;
        }
        let mut edges: Vec<_> = ways.into_iter().map(|((one, other), ways)| (one, other, ways)).collect();
        edges.sort_unstable();
        let is_white = colors(n, &edges);
        // Euler's formula: a planar graph has 3n - 6 edges at most; 2n - 4 without triangles.
        let most = if is_white.is_some() { (2 * n).saturating_sub(4) } else { (3 * n).saturating_sub(6) };
        if n > 2 && edges.len() > most || n.checked_mul(edges.len())? > MOST_STEPS {
            return None;
        }
        for edge in &mut edges {
            if is_white.as_ref().is_some_and(|is_white| !is_white[edge.0]) {
                *edge = (edge.1, edge.0, edge.2);
            }
        }
        let mut edges_at = vec![Vec::new(); n];
        for (number, &(from, to, _)) in edges.iter().enumerate() {
            edges_at[from].push(number);
            edges_at[to].push(number);
        }
        Some(Self { n, edges, edges_at, has_two_colors: is_white.is_some() })
    }

    /// Turns these edges around. An edge from black to white keeps its ends, and has a negative number of ways.
    fn direct(&mut self, is_turned: &[bool]) {
        for ((from, to, ways), _) in self.edges.iter_mut().zip(is_turned).filter(|(_, is_turned)| **is_turned) {
            if self.has_two_colors {
                *ways = -*ways;
            } else {
                std::mem::swap(from, to);
            }
        }
    }

    /// The number of perfect matchings, once edges are directed, by one of them: for each vertex its partner.
    fn matchings(&self, partners: &[usize]) -> Option<Count> {
        // Row and column 2k lead to 2k + 1: from white to black, or from one vertex of a pair to the other.
        let (mut places, mut signs) = (vec![0; self.n], Vec::with_capacity(self.n / 2));
        for &(from, to, ways) in self.edges.iter().filter(|&&(from, to, _)| partners[from] == to) {
            (places[from], places[to]) = (2 * signs.len(), 2 * signs.len() + 1);
            signs.push(ways.signum());
        }
        let (mut entries, mut neighbors) = (FxHashMap::default(), vec![BTreeSet::new(); signs.len()]);
        let mut squares = vec![0u64; self.n];
        for &(from, to, ways) in &self.edges {
            let (from, to) = (places[from], places[to]);
            // The sign of a row changes that of all terms: with it, that of the pairs is positive.
            entries.insert((from, to), ways * signs[from / 2]);
            squares[from] += ways.unsigned_abs().pow(2);
            squares[to] += ways.unsigned_abs().pow(2);
            if from / 2 != to / 2 {
                neighbors[from / 2].insert(to / 2);
                neighbors[to / 2].insert(from / 2);
            }
        }
        let entry = |row: usize, column: usize| entries.get(&(row, column)).copied().unwrap_or(0);
        // Hadamard's inequality: the square of a determinant is at most the product of the squares of its rows; and the determinant is the square of the Pfaffian.
        let bound = |squares: &mut dyn Iterator<Item = &u64>| {
            squares.enumerate().fold(Count::from(1u64), |product, (number, &square)| {
                poll(number / 32);
                product * Count::from(square)
            })
        };
        if self.has_two_colors {
            let square = bound(&mut squares.iter().step_by(2));
            let entry = |row: usize, column: usize| entry(2 * row, 2 * column + 1);
            let matrix =
                SparseMatrix::new(&neighbors, None, (entry, MatrixKind::General), 4 * square.to_bytes().len())?;
            return matrix.determinant(|modulus| modulus.pow(2) > square);
        }
        let fourth = bound(&mut squares.iter());
        let entry = |row: usize, column: usize| entry(row, column) - entry(column, row);
        let matrix = SparseMatrix::new(&neighbors, None, (entry, MatrixKind::Skew), 2 * fourth.to_bytes().len())?;
        matrix.determinant(|modulus| modulus.pow(4) > fourth)
    }
}

/// Which vertices are white, if each edge joins a white one to a black one.
fn colors(n: usize, edges: &[(usize, usize, i64)]) -> Option<Vec<bool>> {
    // Each vertex twice: as white, and as black. Those that must have their colors together are in one set.
    let mut roots: Vec<usize> = (0..2 * n).collect();
    for &(one, other, _) in edges {
        join(&mut roots, one, n + other);
        join(&mut roots, n + one, other);
    }
    // The smaller of both sets of a component has its first vertex as white.
    let sides = (0..n).map(|vertex| (root(&mut roots, vertex), root(&mut roots, n + vertex)));
    sides.map(|(white, black)| (white != black).then_some(white < black)).collect()
}
