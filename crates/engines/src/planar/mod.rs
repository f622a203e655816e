//! Perfect matchings of planar graphs by a determinant: problems whose options have two items each, such as tilings by dominoes.
//!
//! Items are vertices, options edges, and a solution is a perfect matching. Where the graph is planar and its vertices can be colored black and white, so that each edge joins both colors, there are signs for its edges with which
//! the determinant of the matrix of white and black vertices counts the matchings: each of them is a term, and all have the same sign (Kasteleyn, 1961; Temperley and Fisher, 1961). A cycle along faces
//! has the right sign if each face has: of a face with 2k edges, k + 1 are negative, or an even number more or fewer. So what takes exponential time in general takes polynomial time here: dominoes on 40 by 40 cells
//! some tenths of a second, where a sweep would have 2^40 states.
//!
//! A column is that of a vertex and a row that of its partner in one matching, so that the diagonal has no zero. A leading determinant in any order then counts the matchings of some of these pairs, since what is left out inside a
//! cycle is paired, too: none is zero, and [elimination](dlx_core::determinant) needs no pivots. An option that is there several times has that weight.

mod faces;
mod matching;

use std::collections::BTreeSet;

use dlx_core::determinant::SparseMatrix;
use dlx_core::problem::{Problem, join, root};
use dlx_core::stop::poll;
use dlx_core::tally::Count;
use rustc_hash::FxHashMap;

use faces::signs;
use matching::partners;

/// The most edges times vertices: to find the faces takes as many steps at worst, some seconds.
const MOST_STEPS: usize = 1 << 31;

/// A graph whose edges join white vertices to black ones.
struct TwoColored {
    n: usize,
    /// White vertex, black vertex, in how many ways.
    edges: Vec<(usize, usize, i64)>,
    /// For each vertex its edges.
    edges_at: Vec<Vec<usize>>,
}

/// The number of solutions, if options have two items each, items and options are a planar graph in two colors, and it does not take too long.
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
    let graph = TwoColored::of(problem)?;
    let Some(partners) = partners(&graph) else { return Some(Count::ZERO) };
    let signs = signs(&graph)?;
    graph.matchings(&partners, &signs)
}

impl TwoColored {
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
        // Euler's formula: without triangles, 2n - 4 edges are the most.
        if n > 2 && ways.len() > 2 * n - 4 || n.checked_mul(ways.len())? > MOST_STEPS {
            return None;
        }
        let mut edges: Vec<_> = ways.into_iter().map(|((one, other), ways)| (one, other, ways)).collect();
        edges.sort_unstable();
        let is_white = colors(n, &edges)?;
        let turned = |(one, other, ways): (usize, usize, i64)| {
            if is_white[one] { (one, other, ways) } else { (other, one, ways) }
        };
        let edges: Vec<_> = edges.into_iter().map(turned).collect();
        let mut edges_at = vec![Vec::new(); n];
        for (number, &(white, black, _)) in edges.iter().enumerate() {
            edges_at[white].push(number);
            edges_at[black].push(number);
        }
        Some(Self { n, edges, edges_at })
    }

    /// The number of perfect matchings, by one of them, for each vertex the edge in it, and by the edges that are negative.
    fn matchings(&self, partners: &[usize], is_negative: &[bool]) -> Option<Count> {
        let mut rows = vec![usize::MAX; self.n];
        let pairs: Vec<usize> = (0..self.edges.len()).filter(|&edge| partners[self.edges[edge].0] == edge).collect();
        for (row, &edge) in pairs.iter().enumerate() {
            let (white, black, _) = self.edges[edge];
            (rows[white], rows[black]) = (row, row);
        }
        let (mut entries, mut neighbors) = (FxHashMap::default(), vec![BTreeSet::new(); pairs.len()]);
        let mut squares = vec![0u64; pairs.len()];
        for (&(white, black, ways), &is_negative) in self.edges.iter().zip(is_negative) {
            let (row, column) = (rows[white], rows[black]);
            entries.insert((row, column), if is_negative { -ways } else { ways });
            squares[row] += ways.unsigned_abs().pow(2);
            if row != column {
                neighbors[row].insert(column);
                neighbors[column].insert(row);
            }
        }
        // Hadamard's inequality: the square of a determinant is at most the product of the lengths of its rows.
        let square = squares.iter().enumerate().fold(Count::from(1u64), |product, (number, &square)| {
            poll(number / 32);
            product * Count::from(square)
        });
        let entry = |row: usize, column: usize| entries.get(&(row, column)).copied().unwrap_or(0);
        let matrix = SparseMatrix::new(&neighbors, None, (entry, false), 4 * square.to_bytes().len())?;
        let n_negative = pairs.iter().filter(|&&edge| is_negative[edge]).count();
        matrix.determinant(n_negative % 2 == 1, |modulus| modulus.clone() * modulus.clone() > square)
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
