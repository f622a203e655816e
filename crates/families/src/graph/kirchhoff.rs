//! Spanning trees by the matrix-tree theorem (Kirchhoff, 1847): their number is the determinant of the Laplacian matrix of the graph without one row and its column.
//!
//! It is found modulo primes of 31 bits, each by Gaussian elimination, and put together by the Chinese remainder theorem, digit by digit in mixed radix (Garner, 1959; TAOCP 4.3.2). The product of the degrees
//! bounds it (Hadamard's inequality), so it is known how many primes are enough. Rows in which a column is empty are left alone: a grid takes time in proportion to its vertices and the square of its width.

use super::vertices::Graph;
use dlx_core::stop::poll;
use dlx_core::tally::Count;

/// The most vertices: a matrix of 18 MB.
const MOST_VERTICES: usize = 1500;

/// Primes are taken downwards from here, so that products fit in 64 bits.
const PRIMES_BELOW: u64 = 1 << 31;

/// Each prime has at least this many bits.
const BITS: u32 = 30;

impl Graph {
    /// The number of spanning trees, if the graph is not too large for a determinant.
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
        let mut degrees = vec![0u64; n];
        let edges: Vec<(usize, usize)> = self.edges.iter().copied().filter(|(a, b)| a != b).collect();
        for &(a, b) in &edges {
            degrees[a] += 1;
            degrees[b] += 1;
        }
        degrees.pop();
        let bits: u32 = degrees.iter().map(|degree| u64::BITS - degree.leading_zeros()).sum();
        let mut digits = Vec::new();
        for prime in primes().take(usize::try_from(bits / BITS + 1).ok()?) {
            let rest = determinant(laplacian(&degrees, &edges, prime), prime);
            let digit = next_digit(&digits, rest, prime);
            digits.push((digit, prime));
        }
        let value = |above: Count, &(digit, prime): &(u64, u64)| above * Count::from(prime) + Count::from(digit);
        Some(digits.iter().rev().fold(Count::ZERO, value))
    }
}

/// Degrees on the diagonal, and -1 for each edge, modulo a prime; the last vertex is left out.
fn laplacian(degrees: &[u64], edges: &[(usize, usize)], prime: u64) -> Vec<Vec<u64>> {
    let n = degrees.len();
    let mut rows = vec![vec![0; n]; n];
    degrees.iter().enumerate().for_each(|(vertex, degree)| rows[vertex][vertex] = degree % prime);
    for &(a, b) in edges.iter().filter(|(a, b)| a.max(b) < &n) {
        rows[a][b] = prime - 1;
        rows[b][a] = prime - 1;
    }
    rows
}

/// The determinant modulo a prime.
fn determinant(mut rows: Vec<Vec<u64>>, prime: u64) -> u64 {
    let (n, mut product) = (rows.len(), 1);
    for column in 0..n {
        let Some(pivot) = (column..n).find(|&row| rows[row][column] != 0) else { return 0 };
        if pivot != column {
            rows.swap(pivot, column);
            product = prime - product;
        }
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot = &above[column];
        product = product * pivot[column] % prime;
        let inverse = power(pivot[column], prime - 2, prime);
        let filled: Vec<usize> = (column..n).filter(|&place| pivot[place] != 0).collect();
        for row in below.iter_mut().filter(|row| row[column] != 0) {
            poll(filled.len());
            let factor = prime - row[column] * inverse % prime;
            filled.iter().for_each(|&place| row[place] = (row[place] + factor * pivot[place]) % prime);
        }
    }
    product
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
    let is_prime = |number: &u64| {
        (3..).step_by(2).take_while(|factor| factor * factor <= *number).all(|factor| !number.is_multiple_of(factor))
    };
    (1..PRIMES_BELOW / 4).map(|k| PRIMES_BELOW + 1 - 2 * k).filter(is_prime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determinants_of_any_matrix_are_right() {
        let prime = primes().next().unwrap();
        assert_eq!(prime, 2_147_483_647);
        // The first pivot is below the diagonal: -2.
        assert_eq!(determinant(vec![vec![0, 2], vec![1, 3]], prime), prime - 2);
        assert_eq!(determinant(vec![vec![1, 2], vec![2, 4]], prime), 0);
    }

    /// Cayley's formula: n^(n - 2) trees on n vertices.
    #[test]
    fn complete_graphs_have_the_trees_of_cayley() {
        for n in [2u32, 3, 7, 50, 100] {
            let trees = Graph::complete(usize::try_from(n).unwrap()).n_spanning_trees().unwrap();
            assert_eq!(trees, Count::from(u64::from(n)).pow(n - 2), "{n}");
        }
        assert_eq!(Graph::complete(1).n_spanning_trees(), None);
    }
}
