//! Spanning trees by the matrix-tree theorem (Kirchhoff, 1847): their number is the determinant of the Laplacian matrix of the graph without one row and its column.
//!
//! It is found modulo primes of 28 bits, each by Gaussian elimination, and put together by the Chinese remainder theorem, digit by digit in mixed radix (Garner, 1959; TAOCP 4.3.2). The product of the degrees
//! bounds it (Hadamard's inequality), so it is known how many primes are enough. The vertex of the greatest degree is left out; of the others, one with the fewest neighbors is eliminated next, which joins these (the minimum degree
//! ordering: Tinney and Walker, 1967). That is done once without numbers, which says how long it takes, and which entries products are subtracted from: runs of neighbors, long ones where the graph is dense; then for each prime. A sum of products is divided by the prime only when it is used, or may no longer fit in 64 bits. The matrix is symmetric, and only entries are kept that are not always 0. In a connected graph no leading determinant is zero; a prime that divides one is passed over.

use super::vertices::Graph;
use dlx_core::problem::{join, root, to_place, to_u32, to_usize};
use dlx_core::stop::poll;
use dlx_core::tally::Count;
use std::collections::BTreeSet;

/// The most products of entries, for all primes together: some minutes, where any search takes far longer; and the most runs of entries, which take 128 MB.
const MOST_WORK: usize = 1 << 39;
const MOST_RUNS: usize = 1 << 24;

/// Primes are taken downwards from here, so that many products fit in 64 bits together.
const PRIMES_BELOW: u64 = 1 << 28;

/// Each prime has at least this many bits.
const BITS: usize = 27;

/// The most products that are added to a rest: with it, they are less than 2^64.
const MOST_ADDED: u32 = 255;

impl Graph {
    /// The number of spanning trees, if a determinant says it in some minutes.
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
        if self.is_directed || n < 2 {
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
        let others = (0..n).filter(|&vertex| vertex != out);
        let degrees = neighbors.iter().map(|around| u64::try_from(around.len()).ok()).collect::<Option<Vec<_>>>()?;
        let bound = others.enumerate().fold(Count::from(1u64), |product, (number, vertex)| {
            poll(number / 32);
            product * Count::from(degrees[vertex])
        });
        let steps = eliminations(&neighbors, out, MOST_WORK / (8 * bound.to_bytes().len() / BITS + 1))?;
        let laplacian = Laplacian::new(&neighbors, degrees, &steps)?;
        let (mut digits, mut modulus) = (Vec::<(u64, u64)>::new(), Count::from(1u64));
        let mut primes = primes();
        while modulus <= bound {
            let prime = primes.next()?;
            let Some(rest) = laplacian.determinant(prime) else { continue };
            let digit = next_digit(&digits, rest, prime);
            digits.push((digit, prime));
            modulus *= Count::from(prime);
        }
        let value = |above: Count, &(digit, prime): &(u64, u64)| above * Count::from(prime) + Count::from(digit);
        Some(digits.iter().rev().fold(Count::ZERO, value))
    }
}

/// All vertices but one in the order in which they are eliminated, each with the neighbors that it has then; none if that takes more products than this.
fn eliminations(neighbors: &[BTreeSet<usize>], out: usize, most: usize) -> Option<Vec<(usize, Vec<usize>)>> {
    let mut neighbors = neighbors.to_vec();
    neighbors.iter_mut().for_each(|around| _ = around.remove(&out));
    let others = (0..neighbors.len()).filter(|&vertex| vertex != out);
    let mut left: BTreeSet<(usize, usize)> = others.map(|vertex| (neighbors[vertex].len(), vertex)).collect();
    let (mut steps, mut work) = (Vec::new(), 0);
    let mut are_joined = false;
    while let Some((_, vertex)) = left.pop_first() {
        // Once all that are left are neighbors of each other, they stay so.
        are_joined |= neighbors[vertex].len() == left.len();
        let around: Vec<usize> = if are_joined {
            left.iter().map(|&(_, other)| other).collect()
        } else {
            std::mem::take(&mut neighbors[vertex]).into_iter().collect()
        };
        work += around.len() * around.len().saturating_sub(1) / 2;
        if work > most {
            return None;
        }
        poll(around.len() * around.len());
        for &other in around.iter().filter(|_| !are_joined) {
            left.remove(&(neighbors[other].len(), other));
            neighbors[other].remove(&vertex);
            neighbors[other].extend(around.iter().filter(|&&third| third != other));
            left.insert((neighbors[other].len(), other));
        }
        steps.push((vertex, around));
    }
    Some(steps)
}

/// The matrix without a row and its column, in the order of elimination: degrees on the diagonal, and -1 for each edge.
struct Laplacian {
    degrees: Vec<u64>,
    /// For each vertex its later neighbors, sorted.
    later: Vec<Vec<usize>>,
    /// For each vertex the place of its first entry.
    starts: Vec<usize>,
    /// The entries of all of these, one vertex after the other: is there an edge?
    edges: Vec<bool>,
    /// For each vertex, and each of its later neighbors, the places of the entries of that one and those after it: runs, each with its first place and its length.
    runs: Vec<(u32, u32)>,
}

impl Laplacian {
    /// None if there are too many runs.
    fn new(neighbors: &[BTreeSet<usize>], degrees: Vec<u64>, steps: &[(usize, Vec<usize>)]) -> Option<Self> {
        let mut ranks = vec![usize::MAX; neighbors.len()];
        steps.iter().enumerate().for_each(|(rank, (vertex, _))| ranks[*vertex] = rank);
        let later = |(_, around): &(usize, Vec<usize>)| {
            let mut later: Vec<usize> = around.iter().map(|&other| ranks[other]).collect();
            later.sort_unstable();
            later
        };
        let later: Vec<Vec<usize>> = steps.iter().map(later).collect();
        let starts: Vec<usize> =
            later.iter().scan(0, |sum, list| Some(std::mem::replace(sum, *sum + list.len()))).collect();
        let mut runs = Vec::new();
        for list in &later {
            poll(list.len() * list.len());
            for (k, &one) in list.iter().enumerate() {
                // Neighbors of an eliminated vertex are neighbors of each other.
                let (mut others, mut place) = (&list[k + 1..], 0);
                while let Some(first) = others.first() {
                    place += later[one][place..].partition_point(|other| other < first);
                    let length =
                        others.iter().zip(&later[one][place..]).take_while(|(one, other)| one == other).count();
                    runs.push((to_u32(starts[one] + place), to_u32(length)));
                    (others, place) = (&others[length..], place + length);
                }
            }
            if runs.len() > MOST_RUNS {
                return None;
            }
        }
        let edges = steps
            .iter()
            .zip(&later)
            .flat_map(|((vertex, _), list)| list.iter().map(|&other| neighbors[*vertex].contains(&steps[other].0)));
        let edges = edges.collect();
        let degrees = steps.iter().map(|(vertex, _)| degrees[*vertex]).collect();
        Some(Self { degrees, later, starts, edges, runs })
    }

    /// The determinant modulo a prime; none if the prime divides that of a part.
    fn determinant(&self, prime: u64) -> Option<u64> {
        let mut diagonal: Vec<u64> = self.degrees.iter().map(|degree| degree % prime).collect();
        let mut entries: Vec<u64> = self.edges.iter().map(|&is_edge| if is_edge { prime - 1 } else { 0 }).collect();
        // How many products have been added to the entries of each vertex.
        let mut n_added = vec![0; diagonal.len()];
        let (mut mine, mut product, mut runs) = (Vec::new(), 1, self.runs.iter());
        for (vertex, later) in self.later.iter().enumerate() {
            product = product * diagonal[vertex] % prime;
            if product == 0 {
                return None;
            }
            poll(later.len() * later.len());
            let inverse = power(diagonal[vertex], prime - 2, prime);
            let start = self.starts[vertex];
            mine.clear();
            mine.extend(entries[start..start + later.len()].iter().map(|&entry| to_u32(to_place(entry % prime))));
            for (k, (&one, &entry)) in later.iter().zip(&mine).enumerate() {
                let factor = prime - u64::from(entry) * inverse % prime;
                diagonal[one] = (diagonal[one] + factor * u64::from(entry)) % prime;
                if n_added[one] == MOST_ADDED {
                    n_added[one] = 0;
                    let row = &mut entries[self.starts[one]..][..self.later[one].len()];
                    row.iter_mut().for_each(|entry| *entry %= prime);
                }
                n_added[one] += 1;
                let mut rest = &mine[k + 1..];
                while !rest.is_empty() {
                    let &(place, length) = runs.next()?;
                    let (now, later_on) = rest.split_at(to_usize(length));
                    let others = &mut entries[to_usize(place)..][..now.len()];
                    others.iter_mut().zip(now).for_each(|(other, &entry)| *other += factor * u64::from(entry));
                    rest = later_on;
                }
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

/// Primes of 28 bits, the largest first.
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
        assert_eq!(primes().next(), Some(268_435_399));
        // In a triangle without a corner 2 and 3 are on the diagonal.
        let neighbors = [[1, 2].into(), [0, 2].into(), [0, 1].into()];
        let steps = eliminations(&neighbors, 2, 100).unwrap();
        let laplacian = Laplacian::new(&neighbors, vec![2; 3], &steps).unwrap();
        assert_eq!([2, 3, 5].map(|prime| laplacian.determinant(prime)), [None, None, Some(3)]);
    }

    /// Cayley's formula: n^(n - 2) trees on n vertices.
    #[test]
    fn complete_graphs_have_the_trees_of_cayley() {
        for n in [2u32, 3, 7, 50, 100, 300] {
            let trees = Graph::complete(usize::try_from(n).unwrap()).n_spanning_trees().unwrap();
            assert_eq!(trees, Count::from(u64::from(n)).pow(n - 2), "{n}");
        }
        assert_eq!(Graph::complete(1).n_spanning_trees(), None);
        // Too many products.
        assert_eq!(Graph::complete(4000).n_spanning_trees(), None);
    }
}
