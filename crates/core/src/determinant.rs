//! Determinants of large sparse matrices of whole numbers, exactly.
//!
//! A determinant is found modulo primes of 28 bits, each by Gaussian elimination, and put together by the Chinese remainder theorem, digit by digit in mixed radix (Garner, 1959; TAOCP 4.3.2). A row with
//! the fewest neighbors is eliminated next, which joins these (the minimum degree ordering: Tinney and Walker, 1967). That is done once without numbers, which says how long it takes, and which entries products are subtracted from:
//! runs of neighbors, long ones where the matrix is dense; then for each prime. A sum of products is divided by the prime only when it is used, or may no longer fit in 64 bits. Only entries are kept that are not always 0.
//! Primes have nothing to do with each other: all threads of the pool have one.
//! No pivot is looked for: that suits matrices of which no leading determinant is zero in any order, such as Laplacian matrices of connected graphs. A prime that divides one is passed over.
//!
//! A matrix with A^T = -A has a Pfaffian, whose square is its determinant: a sum over the ways to pair its rows. To find it, two rows are eliminated at a time, and the product is that of their common entries.

use crate::problem::{to_place, to_u32, to_usize};
use crate::side_by_side::{n_threads, side_by_side};
use crate::stop::poll;
use crate::tally::Count;
use std::collections::BTreeSet;

/// The most products of entries, for all primes together: some minutes, where any search takes far longer; and the most runs of entries, which take 128 MB.
const MOST_WORK: usize = 1 << 39;
const MOST_RUNS: usize = 1 << 24;

/// Primes are taken downwards from here, so that many products fit in 64 bits together.
const PRIMES_BELOW: u64 = 1 << 28;

/// Each prime has at least this many bits.
const BITS: usize = 27;

/// The most products that are added to a rest: with it, they are less than 2^64.
const MOST_ADDED: usize = 255;

/// What is known of the entries of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatrixKind {
    /// Nothing.
    General,
    /// Those at opposite places are equal.
    Symmetric,
    /// Those at opposite places are opposite. Rows 2k and 2k + 1 are eliminated together, as one: neighbors are those of such pairs, and instead of the determinant the Pfaffian is found.
    Skew,
}

/// A matrix in the order of elimination. Where it has an entry, or the entry opposite to that, both are kept.
pub struct SparseMatrix {
    kind: MatrixKind,
    diagonal: Vec<i64>,
    /// For each row its later neighbors, sorted.
    later: Vec<Vec<usize>>,
    /// For each row the place of its first entry, in neighbors.
    starts: Vec<usize>,
    /// The entries of all rows at their later neighbors, one row after the other; and those of columns, which are left out if the matrix is symmetric. Of pairs of rows: those of the first rows of all pairs, with two
    /// entries for each neighbor, and those of the second rows.
    sides: Vec<Vec<i64>>,
    /// For each row, and each of its later neighbors, the places of the entries of that one and those after it: runs, each with its first place and its length.
    runs: Vec<(u32, u32)>,
}

impl SparseMatrix {
    /// A matrix by its neighbors, which are the columns where a row or the column of the same number may have an entry, and by its entries, for row and column. One row and its column may be left out. None
    /// if it takes too many products, or too many runs, to find a determinant of this many bits.
    ///
    /// ```
    /// use dlx_core::{determinant::{MatrixKind, SparseMatrix}, tally::Count};
    ///
    /// // 2 1 / 5 3
    /// let entry = |row: usize, column: usize| [[2, 1], [5, 3]][row][column];
    /// let matrix = SparseMatrix::new(&[[1].into(), [0].into()], None, (entry, MatrixKind::General), 100).unwrap();
    /// let is_enough = |modulus: &Count| *modulus > Count::from(100u64);
    /// assert_eq!(matrix.determinant(is_enough).unwrap().to_u64(), Some(1));
    /// ```
    #[must_use]
    pub fn new(
        neighbors: &[BTreeSet<usize>],
        left_out: Option<usize>,
        (entry, kind): (impl Fn(usize, usize) -> i64, MatrixKind),
        n_bits: usize,
    ) -> Option<Self> {
        let steps = eliminations(neighbors, left_out, MOST_WORK / kind.width().pow(3) / (n_bits / BITS + 1))?;
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
        let runs = runs(&later, &starts)?;
        let is_skew = kind == MatrixKind::Skew;
        let side = |side: usize| {
            let rows = steps.iter().zip(&later);
            let pairs = rows.flat_map(|((vertex, _), list)| list.iter().map(|&other| (*vertex, steps[other].0)));
            let entries = pairs.flat_map(|(one, other)| {
                let places = match side {
                    _ if is_skew => [0, 1].map(|column| (2 * one + side, 2 * other + column)),
                    0 => [(one, other); 2],
                    _ => [(other, one); 2],
                };
                let is_there = neighbors[one].contains(&other);
                places.map(|(row, column)| if is_there { entry(row, column) } else { 0 }).into_iter().take(kind.width())
            });
            entries.collect()
        };
        let sides = (0..if kind == MatrixKind::Symmetric { 1 } else { 2 }).map(side).collect();
        let pivot = |&(row, _): &(usize, _)| if is_skew { entry(2 * row, 2 * row + 1) } else { entry(row, row) };
        Some(Self { kind, diagonal: steps.iter().map(pivot).collect(), later, starts, sides, runs })
    }

    /// The determinant, or the Pfaffian, if that is no less than 0: by as many primes as it takes until their product is enough. None if there are not as many.
    pub fn determinant(&self, is_enough: impl Fn(&Count) -> bool) -> Option<Count> {
        let (mut digits, mut modulus) = (Vec::<(u64, u64)>::new(), Count::from(1u64));
        let mut primes = primes();
        while !is_enough(&modulus) {
            let some: Vec<u64> = primes.by_ref().take(n_threads()).collect();
            if some.is_empty() {
                return None;
            }
            let rests = side_by_side(some, |prime| Some((prime, self.modulo(prime)?)));
            for (prime, rest) in rests.into_iter().flatten() {
                digits.push((next_digit(&digits, rest, prime), prime));
                modulus *= Count::from(prime);
            }
        }
        let value = |above: Count, &(digit, prime): &(u64, u64)| above * Count::from(prime) + Count::from(digit);
        Some(digits.iter().rev().fold(Count::ZERO, value))
    }

    /// The determinant, or the Pfaffian, modulo a prime; none if the prime divides that of a part.
    fn modulo(&self, prime: u64) -> Option<u64> {
        let rest = |&number: &i64| {
            let rest = number.unsigned_abs() % prime;
            if number < 0 && rest > 0 { prime - rest } else { rest }
        };
        let width = self.kind.width();
        let mut diagonal: Vec<u64> = self.diagonal.iter().map(rest).collect();
        let mut sides: Vec<Vec<u64>> = self.sides.iter().map(|side| side.iter().map(rest).collect()).collect();
        // The entries of the row that is eliminated, and how many products have been added to the entries of each row.
        let (mut here, mut n_added) = (vec![Vec::new(); sides.len()], vec![0; diagonal.len()]);
        let (mut product, mut runs) = (1, self.runs.iter());
        for (row, later) in self.later.iter().enumerate() {
            product = product * diagonal[row] % prime;
            if product == 0 {
                return None;
            }
            poll(later.len() * later.len());
            let inverse = power(diagonal[row], prime - 2, prime);
            let places = width * self.starts[row]..width * (self.starts[row] + later.len());
            for (entries, side) in here.iter_mut().zip(&sides) {
                entries.clear();
                entries.extend(side[places.clone()].iter().map(|&entry| to_u32(to_place(entry % prime))));
            }
            for (k, &one) in later.iter().enumerate() {
                let additions = self.kind.additions(&here, k, |entry| u64::from(entry) * inverse % prime, prime);
                for &(_, from, factor) in additions.iter().flatten().filter(|(to, ..)| *to == 0) {
                    diagonal[one] = (diagonal[one] + factor * u64::from(here[from][width * k + width - 1])) % prime;
                }
                if n_added[one] + width > MOST_ADDED {
                    n_added[one] = 0;
                    let entries = width * self.starts[one]..width * (self.starts[one] + self.later[one].len());
                    for side in &mut sides {
                        side[entries.clone()].iter_mut().for_each(|entry| *entry %= prime);
                    }
                }
                n_added[one] += width;
                let mut done = k + 1;
                while done < later.len() {
                    let &(place, length) = runs.next()?;
                    let (place, now) = (to_usize(place), done..done + to_usize(length));
                    let there = width * place..width * (place + now.len());
                    for &(to, from, factor) in additions.iter().flatten() {
                        add(&mut sides[to][there.clone()], &here[from][width * now.start..width * now.end], factor);
                    }
                    done = now.end;
                }
            }
        }
        Some(product)
    }
}

impl MatrixKind {
    /// Rows that are eliminated together.
    fn width(self) -> usize {
        if self == Self::Skew { 2 } else { 1 }
    }

    /// What the elimination of a row adds to the row of its neighbor k: to which side, from which one of the eliminated row, how often. Entries are divided by the pivot.
    fn additions(
        self,
        here: &[Vec<u32>],
        k: usize,
        divided: impl Fn(u32) -> u64,
        prime: u64,
    ) -> [Option<(usize, usize, u64)>; 4] {
        let minus = |entry: u32| prime - divided(entry);
        match self {
            Self::Symmetric => [Some((0, 0, minus(here[0][k]))), None, None, None],
            Self::General => [Some((0, 0, minus(here[1][k]))), Some((1, 1, minus(here[0][k]))), None, None],
            // Of rows u and v, with a common entry of 1: A[x][y] - A[u][x] A[v][y] + A[v][x] A[u][y].
            Self::Skew => [(0, 1), (0, 0), (1, 1), (1, 0)].map(|(to, from)| {
                let entry = here[1 - from][2 * k + to];
                Some((to, from, if from == 1 { minus(entry) } else { divided(entry) }))
            }),
        }
    }
}

/// Adds multiples of numbers to others.
fn add(others: &mut [u64], numbers: &[u32], factor: u64) {
    others.iter_mut().zip(numbers).for_each(|(other, &number)| *other += factor * u64::from(number));
}

/// Which entries of a later row each elimination changes; none if there are too many runs of them.
fn runs(later: &[Vec<usize>], starts: &[usize]) -> Option<Vec<(u32, u32)>> {
    let mut runs = Vec::new();
    for list in later {
        poll(list.len() * list.len());
        for (k, &one) in list.iter().enumerate() {
            // Neighbors of an eliminated row are neighbors of each other.
            let (mut others, mut place) = (&list[k + 1..], 0);
            while let Some(first) = others.first() {
                place += later[one][place..].partition_point(|other| other < first);
                let length = others.iter().zip(&later[one][place..]).take_while(|(one, other)| one == other).count();
                runs.push((to_u32(starts[one] + place), to_u32(length)));
                (others, place) = (&others[length..], place + length);
            }
        }
        if runs.len() > MOST_RUNS {
            return None;
        }
    }
    Some(runs)
}

/// All rows but the one left out in the order in which they are eliminated, each with the neighbors that it has then; none if that takes more products than this.
fn eliminations(neighbors: &[BTreeSet<usize>], out: Option<usize>, most: usize) -> Option<Vec<(usize, Vec<usize>)>> {
    let mut neighbors = neighbors.to_vec();
    if let Some(out) = out {
        neighbors.iter_mut().for_each(|around| _ = around.remove(&out));
    }
    let others = (0..neighbors.len()).filter(|&vertex| Some(vertex) != out);
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
        let entry = |row: usize, column: usize| if row == column { 2 } else { -1 };
        let matrix = SparseMatrix::new(&neighbors, Some(2), (entry, MatrixKind::Symmetric), 100).unwrap();
        assert_eq!([2, 3, 5].map(|prime| matrix.modulo(prime)), [None, None, Some(3)]);
    }

    /// Random matrices with large numbers on the diagonal, against the sum over all permutations.
    #[test]
    fn determinants_are_sums_over_permutations() {
        fn sum(matrix: &[Vec<i64>], row: usize, taken: usize) -> i64 {
            if row == matrix.len() {
                return 1;
            }
            let free = (0..matrix.len()).filter(|column| taken >> column & 1 == 0);
            free.enumerate()
                .map(|(place, column)| {
                    matrix[row][column] * sum(matrix, row + 1, taken | 1 << column) * [1, -1][place % 2]
                })
                .sum()
        }
        let mut dice = fastrand::Rng::with_seed(4);
        for case in 0..200 {
            let n = dice.usize(1..7);
            let mut matrix = vec![vec![0; n]; n];
            for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                matrix[row][column] = if row == column { dice.i64(9..20) } else { dice.i64(-1..2) * dice.i64(0..2) };
            }
            let neighbors: Vec<BTreeSet<usize>> = (0..n)
                .map(|row| {
                    (0..n)
                        .filter(|&column| column != row && (matrix[row][column] != 0 || matrix[column][row] != 0))
                        .collect()
                })
                .collect();
            let sparse = SparseMatrix::new(
                &neighbors,
                None,
                (|row: usize, column: usize| matrix[row][column], MatrixKind::General),
                1000,
            )
            .unwrap();
            let found = sparse.determinant(|modulus| *modulus > Count::from(u64::MAX)).unwrap();
            assert_eq!(found.to_u64(), u64::try_from(sum(&matrix, 0, 0)).ok(), "{case}: {matrix:?}");
        }
    }

    /// Random matrices with opposite entries at opposite places, against the sum over all ways to pair their rows.
    #[test]
    fn pfaffians_are_sums_over_pairs() {
        fn sum(matrix: &[Vec<i64>], taken: usize) -> i64 {
            let mut free = (0..matrix.len()).filter(|row| taken >> row & 1 == 0);
            let Some(first) = free.next() else { return 1 };
            let terms = free.enumerate().map(|(place, other)| {
                matrix[first][other] * sum(matrix, taken | 1 << first | 1 << other) * [1, -1][place % 2]
            });
            terms.sum()
        }
        let mut dice = fastrand::Rng::with_seed(5);
        for case in 0..200 {
            let n = dice.usize(1..5);
            let mut matrix = vec![vec![0; 2 * n]; 2 * n];
            for (row, column) in (0..2 * n).flat_map(|row| (row + 1..2 * n).map(move |column| (row, column))) {
                let is_pair = row / 2 == column / 2;
                matrix[row][column] = if is_pair { dice.i64(9..20) } else { dice.i64(-1..2) * dice.i64(0..2) };
                matrix[column][row] = -matrix[row][column];
            }
            let others = |pair: usize| (0..n).filter(move |&other| other != pair);
            let neighbors: Vec<BTreeSet<usize>> = (0..n).map(|pair| others(pair).collect()).collect();
            let entry = |row: usize, column: usize| matrix[row][column];
            let sparse = SparseMatrix::new(&neighbors, None, (entry, MatrixKind::Skew), 1000).unwrap();
            let found = sparse.determinant(|modulus| *modulus > Count::from(u64::MAX)).unwrap();
            assert_eq!(found.to_u64(), u64::try_from(sum(&matrix, 0)).ok(), "{case}: {matrix:?}");
        }
    }
}
