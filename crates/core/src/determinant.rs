//! Determinants of large sparse matrices of whole numbers, exactly.
//!
//! A determinant is found modulo primes of 28 bits, each by Gaussian elimination, and put together by the Chinese remainder theorem, digit by digit in mixed radix (Garner, 1959; TAOCP 4.3.2). A row with
//! the fewest neighbors is eliminated next, which joins these (the minimum degree ordering: Tinney and Walker, 1967). That is done once without numbers, which says how long it takes, and which entries products are subtracted from:
//! runs of neighbors, long ones where the matrix is dense; then for each prime. A sum of products is divided by the prime only when it is used, or may no longer fit in 64 bits. Only entries are kept that are not always 0.
//! No pivot is looked for: that suits matrices of which no leading determinant is zero in any order, such as Laplacian matrices of connected graphs. A prime that divides one is passed over.

use crate::problem::{to_place, to_u32, to_usize};
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
const MOST_ADDED: u32 = 255;

/// A matrix in the order of elimination. Where it has an entry, or the entry opposite to that, both are kept.
pub struct SparseMatrix {
    diagonal: Vec<i64>,
    /// For each row its later neighbors, sorted.
    later: Vec<Vec<usize>>,
    /// For each row the place of its first entry.
    starts: Vec<usize>,
    /// The entries of all rows at their later neighbors, one row after the other; and those of columns. Of a symmetric matrix these are the same, and left out.
    sides: Vec<Vec<i64>>,
    /// For each row, and each of its later neighbors, the places of the entries of that one and those after it: runs, each with its first place and its length.
    runs: Vec<(u32, u32)>,
}

impl SparseMatrix {
    /// A matrix by its neighbors, which are the columns where a row or the column of the same number may have an entry, and by its entries, for row and column. One row and its column may be left out. None
    /// if it takes too many products, or too many runs, to find a determinant of this many bits.
    ///
    /// ```
    /// use dlx_core::{determinant::SparseMatrix, tally::Count};
    ///
    /// // 2 1 / 5 3
    /// let entry = |row: usize, column: usize| [[2, 1], [5, 3]][row][column];
    /// let matrix = SparseMatrix::new(&[[1].into(), [0].into()], None, (entry, false), 100).unwrap();
    /// let is_enough = |modulus: &Count| *modulus > Count::from(100u64);
    /// assert_eq!(matrix.determinant(false, is_enough).unwrap().to_u64(), Some(1));
    /// ```
    #[must_use]
    pub fn new(
        neighbors: &[BTreeSet<usize>],
        left_out: Option<usize>,
        (entry, is_symmetric): (impl Fn(usize, usize) -> i64, bool),
        n_bits: usize,
    ) -> Option<Self> {
        let steps = eliminations(neighbors, left_out, MOST_WORK / (n_bits / BITS + 1))?;
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
        let side = |is_column: bool| {
            let rows = steps.iter().zip(&later);
            let entries = rows.flat_map(|((vertex, _), list)| list.iter().map(|&other| (*vertex, steps[other].0)));
            let entries = entries.map(|(one, other)| match neighbors[one].contains(&other) {
                true if is_column => entry(other, one),
                true => entry(one, other),
                false => 0,
            });
            entries.collect()
        };
        let sides = [false, true].into_iter().take(if is_symmetric { 1 } else { 2 }).map(side).collect();
        Some(Self { diagonal: steps.iter().map(|&(row, _)| entry(row, row)).collect(), later, starts, sides, runs })
    }

    /// The determinant, or its opposite, if that is no less than 0: by as many primes as it takes until their product is enough. None if there are not as many.
    pub fn determinant(&self, is_negative: bool, is_enough: impl Fn(&Count) -> bool) -> Option<Count> {
        let (mut digits, mut modulus) = (Vec::<(u64, u64)>::new(), Count::from(1u64));
        let mut primes = primes();
        while !is_enough(&modulus) {
            let prime = primes.next()?;
            let Some(rest) = self.modulo(prime) else { continue };
            let digit = next_digit(&digits, if is_negative { prime - rest } else { rest }, prime);
            digits.push((digit, prime));
            modulus *= Count::from(prime);
        }
        let value = |above: Count, &(digit, prime): &(u64, u64)| above * Count::from(prime) + Count::from(digit);
        Some(digits.iter().rev().fold(Count::ZERO, value))
    }

    /// The determinant modulo a prime; none if the prime divides that of a part.
    fn modulo(&self, prime: u64) -> Option<u64> {
        let rest = |&number: &i64| {
            let rest = number.unsigned_abs() % prime;
            if number < 0 && rest > 0 { prime - rest } else { rest }
        };
        let mut diagonal: Vec<u64> = self.diagonal.iter().map(rest).collect();
        let [mut rows, mut columns] = [0, 1]
            .map(|side| self.sides.get(side).map_or_else(Vec::new, |side| side.iter().map(rest).collect::<Vec<_>>()));
        let is_symmetric = columns.is_empty();
        // How many products have been added to the entries of each row.
        let mut n_added = vec![0; diagonal.len()];
        let (mut in_row, mut in_column, mut product, mut runs) = (Vec::new(), Vec::new(), 1, self.runs.iter());
        for (row, later) in self.later.iter().enumerate() {
            product = product * diagonal[row] % prime;
            if product == 0 {
                return None;
            }
            poll(later.len() * later.len());
            let inverse = power(diagonal[row], prime - 2, prime);
            let here = self.starts[row]..self.starts[row] + later.len();
            let reduced = |&entry: &u64| to_u32(to_place(entry % prime));
            in_row.clear();
            in_row.extend(rows[here.clone()].iter().map(reduced));
            in_column.clear();
            in_column.extend(columns.get(here).into_iter().flatten().map(reduced));
            let in_column = if is_symmetric { &in_row } else { &in_column };
            for (k, &one) in later.iter().enumerate() {
                let factor = |entry: u32| prime - u64::from(entry) * inverse % prime;
                let (down, right) = (factor(in_column[k]), if is_symmetric { 0 } else { factor(in_row[k]) });
                diagonal[one] = (diagonal[one] + down * u64::from(in_row[k])) % prime;
                if n_added[one] == MOST_ADDED {
                    n_added[one] = 0;
                    let entries = self.starts[one]..self.starts[one] + self.later[one].len();
                    rows[entries.clone()].iter_mut().for_each(|entry| *entry %= prime);
                    columns.get_mut(entries).into_iter().flatten().for_each(|entry| *entry %= prime);
                }
                n_added[one] += 1;
                let mut done = k + 1;
                while done < later.len() {
                    let &(place, length) = runs.next()?;
                    let (there, now) =
                        (to_usize(place)..to_usize(place) + to_usize(length), done..done + to_usize(length));
                    add(&mut rows[there.clone()], &in_row[now.clone()], down);
                    if !is_symmetric {
                        add(&mut columns[there], &in_column[now.clone()], right);
                    }
                    done = now.end;
                }
            }
        }
        Some(product)
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
        let matrix = SparseMatrix::new(&neighbors, Some(2), (entry, true), 100).unwrap();
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
            let sparse =
                SparseMatrix::new(&neighbors, None, (|row: usize, column: usize| matrix[row][column], false), 1000)
                    .unwrap();
            let found = sparse.determinant(false, |modulus| *modulus > Count::from(u64::MAX)).unwrap();
            assert_eq!(found.to_u64(), u64::try_from(sum(&matrix, 0, 0)).ok(), "{case}: {matrix:?}");
        }
    }
}
