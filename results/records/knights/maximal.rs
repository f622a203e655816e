//! Maximal matchings of the knight's graph on n by n, modulo 2^61 - 1: `./maximal 7`.
//!
//! A second way, which knows nothing of exact covers. Squares are decided row by row. Of each of the next 2n + 2
//! squares a state says, in two bits, whether it is free (0), in a pair (1), or must still get into one (2), because a
//! square that stays single attacks it.

use std::collections::HashMap;

const PRIME: u64 = (1 << 61) - 1;

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).expect("the length of a side");
    assert!((1..=14).contains(&n));
    let mut states: HashMap<u64, u64> = HashMap::from([(0, 1)]);
    let mut most = 1;
    for square in 0..n * n {
        let (row, column) = (square / n, square % n);
        let steps: Vec<usize> = [(1, -2), (1, 2), (2, -1), (2, 1)]
            .into_iter()
            .filter(|&(down, right)| row + down < n && (0..n as isize).contains(&(column as isize + right)))
            .map(|(down, right)| ((down * n) as isize + right) as usize)
            .collect();
        let mut next: HashMap<u64, u64> = HashMap::with_capacity(2 * states.len());
        let mut add = |state: u64, ways: u64| {
            let sum = next.entry(state >> 2).or_insert(0);
            *sum = (*sum + ways) % PRIME;
        };
        for (state, ways) in states {
            let get = |step: usize| state >> (2 * step) & 3;
            if get(0) == 1 {
                add(state, ways);
                continue;
            }
            if get(0) == 0 {
                let free = steps.iter().filter(|&&step| get(step) == 0);
                add(free.fold(state, |all, step| all | 2 << (2 * step)), ways);
            }
            for &step in steps.iter().filter(|&&step| get(step) != 1) {
                add(state & !(3 << (2 * step)) | 1 << (2 * step), ways);
            }
        }
        most = most.max(next.len());
        states = next;
    }
    println!("{n}: {} modulo {PRIME}, {most} states at most", states.get(&0).copied().unwrap_or(0));
}
