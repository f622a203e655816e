//! Spanning trees by the matrix-tree theorem (Kirchhoff, 1847): their number is the determinant of the Laplacian matrix of the graph without one row and its column.
//!
//! It is found modulo primes of 31 bits, each by Gaussian elimination, and put together by the Chinese remainder theorem, digit by digit in mixed radix (Garner, 1959; TAOCP 4.3.2). The product of the degrees
//! bounds it (Hadamard's inequality), so it is known how many primes are enough. The vertex of the greatest degree is left out; of the others, one with the fewest neighbors is eliminated next, which joins these (the minimum degree
//! ordering: Tinney and Walker, 1967). That is done once without numbers, which says how long it takes, and then for each prime. In a connected graph no leading determinant is zero; a prime that divides one is passed over.

use super::vertices::Graph;
use dlx_core::problem::{join, root};
use dlx_core::stop::poll;
use dlx_core::tally::Count;
use std::collections::BTreeSet;

/// The most vertices: a matrix of 18 MB.
const MOST_VERTICES: usize = 1500;

/// The most products of entries, for all primes together: some seconds.
const MOST_WORK: usize = 1 << 30;

/// Primes are taken downwards from here, so that products fit in 64 bits.
const PRIMES_BELOW: u64 = 1 << 31;

/// Each prime has at least this many bits.
const BITS: u32 = 30;

/// A vertex, and the neighbors that it has when it is eliminated.
type Elimination = (usize, Vec<usize>);

impl Graph {
    /// The number of spanning trees, if a determinant says it in some seconds.
    ///
    /// ```
    /// use dlx_count::family::graph;
    ///
    /// // A square with a diagonal.
    /// let trees = graph("a b\nb c\nc d\nd a\na c\n", false)?.n_spanning_trees();
    /// assert_eq!(trees.map(|number| number.to_string()), Some("8".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn n_spanning_trees(&self) -> Option<Count> {
        let n = self.n_vertices();
        if self.is_directed || !(2..=MOST_VERTICES).contains(&n) {
            return None;
        }
        let mut neighbors = vec![BTreeSet::new(); n];
        let mut roots: Vec<usize> = (0..n).collect();
        for &(a, b) in self.edges.iter().filter(|(a, b)| a != b) {
            neighbors[a].insert(b);
            neighbors[b].insert(a);
            join(&mut roots, a, b);
        }
        if (0..n).any(|vertex| root(&mut roots, vertex) != 0) {
            return Some(Count::ZERO);
        }
        let out = (0..n).max_by_key(|&vertex| neighbors[vertex].len())?;
        let laplacian = Laplacian { degrees: neighbors.iter().map(BTreeSet::len).collect(), graph: self, out };
        let others = (0..n).filter(|&vertex| vertex != out);
        let bits: u32 = others.map(|vertex| usize::BITS - laplacian.degrees[vertex].leading_zeros()).sum();
        let n_primes = usize::try_from(bits / BITS + 1).ok()?;
        let steps = eliminations(neighbors, out, MOST_WORK / n_primes)?;
        let mut digits = Vec::new();
        let mut primes = primes();
        while digits.len() < n_primes {
            let prime = primes.next()?;
            let Some(rest) = laplacian.determinant(&steps, prime) else { continue };
            let digit = next_digit(&digits, rest, prime);
            digits.push((digit, prime));
        }
        let value = |above: Count, &(digit, prime): &(u64, u64)| above * Count::from(prime) + Count::from(digit);
        Some(digits.iter().rev().fold(Count::ZERO, value))
    }
}

/// All vertices but one in the order in which they are eliminated; none if that takes more products than this.
fn eliminations(mut neighbors: Vec<BTreeSet<usize>>, out: usize, most: usize) -> Option<Vec<Elimination>> {
    neighbors.iter_mut().for_each(|around| _ = around.remove(&out));
    let mut left: Vec<usize> = (0..neighbors.len()).filter(|&vertex| vertex != out).collect();
    let (mut steps, mut work) = (Vec::new(), 0);
    while let Some(place) = (0..left.len()).min_by_key(|&place| neighbors[left[place]].len()) {
        let vertex = left.swap_remove(place);
        let around: Vec<usize> = std::mem::take(&mut neighbors[vertex]).into_iter().collect();
        work += around.len() * around.len();
        if work > most {
            return None;
        }
        poll(left.len() + around.len() * around.len());
        for &other in &around {
            neighbors[other].remove(&vertex);
            neighbors[other].extend(around.iter().filter(|&&third| third != other));
        }
        steps.push((vertex, around));
    }
    Some(steps)
}

/// Degrees on the diagonal, and -1 for each edge; without a row and its column.
struct Laplacian<'a> {
    graph: &'a Graph,
    degrees: Vec<usize>,
    out: usize,
}

impl Laplacian<'_> {
    /// The determinant modulo a prime; none if the prime divides that of a part.
    fn determinant(&self, steps: &[Elimination], prime: u64) -> Option<u64> {
        let n = self.degrees.len();
        let mut rows = vec![vec![0; n]; n];
        poll(n * n / 8);
        for (vertex, &degree) in self.degrees.iter().enumerate() {
            rows[vertex][vertex] = u64::try_from(degree).ok()?;
        }
        for &(a, b) in self.graph.edges.iter().filter(|(a, b)| a != b && *a != self.out && *b != self.out) {
            rows[a][b] = prime - 1;
            rows[b][a] = prime - 1;
        }
        let (mut product, square) = (1, prime * prime);
        for (vertex, around) in steps {
            let pivot = std::mem::take(&mut rows[*vertex]);
            product = product * pivot[*vertex] % prime;
            if product == 0 {
                return None;
            }
            poll(around.len() * around.len());
            let inverse = power(pivot[*vertex], prime - 2, prime);
            for &row in around {
                let factor = pivot[row] * inverse % prime;
                let row = &mut rows[row];
                around.iter().for_each(|&place| row[place] = (row[place] + square - factor * pivot[place]) % prime);
            }
        }
        Some(product)
    }
}

/// The next digit in mixed radix of a number with these first digits, and this rest.
fn next_digit(digits: &[(u64, u64)], rest: u64, prime: u64) -> u64 {
    let (mut value, mut radix) = (0, 1);
    for &(digit, other) in digits {
        value = (value + digit % prime * radix) % prime;
        radix = radix * (other % prime) % prime;
    }
    (rest + prime - value) * power(radix, prime - 2, prime) % prime
}

fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut product = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = product * base % prime;
        }
        base = base * base % prime;
        exponent /= 2;
    }
    product
}

/// Primes of 31 bits, the largest first.
fn primes() -> impl Iterator<Item = u64> {
    let has_factor = |number: u64, factor: u64| number.is_multiple_of(factor);
    let is_prime = move |&number: &u64| {
        (3..).step_by(2).take_while(|factor| factor * factor <= number).all(|factor| !has_factor(number, factor))
    };
    (1..PRIMES_BELOW / 4).map(|k| PRIMES_BELOW + 1 - 2 * k).filter(is_prime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prime_that_divides_a_part_is_passed_over() {
        assert_eq!(primes().next(), Some(2_147_483_647));
        // In a triangle without a corner 2 and 3 are on the diagonal.
        let triangle = Graph::complete(3);
        let laplacian = Laplacian { graph: &triangle, degrees: vec![2; 3], out: 2 };
        let steps = eliminations(vec![[1, 2].into(), [0, 2].into(), [0, 1].into()], 2, 100).unwrap();
        assert_eq!([2, 3, 5].map(|prime| laplacian.determinant(&steps, prime)), [None, None, Some(3)]);
    }

    /// Cayley's formula: n^(n - 2) trees on n vertices.
    #[test]
    fn complete_graphs_have_the_trees_of_cayley() {
        for n in [2u32, 3, 7, 50, 100] {
            let trees = Graph::complete(usize::try_from(n).unwrap()).n_spanning_trees().unwrap();
            assert_eq!(trees, Count::from(u64::from(n)).pow(n - 2), "{n}");
        }
        assert_eq!(Graph::complete(1).n_spanning_trees(), None);
        // Too many products.
        assert_eq!(Graph::complete(900).n_spanning_trees(), None);
    }
}
