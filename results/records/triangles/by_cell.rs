//! Maximal independent sets of the triangular grid of n rows, modulo 2^61 - 1: `./by_cell 17`.
//!
//! A second way, which knows nothing of exact covers. Vertices are decided row by row from the apex, each row from
//! right to left. A state has two bits for each column, for the latest vertex in it: 0 not chosen and without a chosen
//! neighbor so far, 1 not chosen and with one, 2 chosen. States are kept in a list that is sorted once per vertex.

const PRIME: u64 = (1 << 61) - 1;

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).expect("the number of rows");
    assert!((1..31).contains(&n));
    let mut states: Vec<(u64, u64)> = vec![(0, 1)];
    let mut most = 1;
    for r in 0..n {
        for c in (0..=r).rev() {
            states = decide(&states, r, c);
            most = most.max(states.len());
        }
    }
    let all_settled = |state: u64| (0..n).all(|column| get(state, column) != 0);
    let total = states.iter().filter(|(state, _)| all_settled(*state)).fold(0, |sum, (_, ways)| (sum + ways) % PRIME);
    println!("{n}: {total} modulo {PRIME}, {most} states at most");
}

fn get(state: u64, column: usize) -> u64 {
    state >> (2 * column) & 3
}

/// The states with (r, c) decided. Its neighbors that are decided are the latest vertices of columns c - 1, c and
/// c + 1; that of column c is (r - 1, c), all of whose neighbors are now decided.
fn decide(states: &[(u64, u64)], r: usize, c: usize) -> Vec<(u64, u64)> {
    let beside: Vec<usize> = [c.checked_sub(1), (c < r).then_some(c + 1)].into_iter().flatten().collect();
    let above = c < r;
    let mut next = Vec::with_capacity(2 * states.len());
    for &(state, ways) in states {
        let near = beside.iter().any(|&column| get(state, column) == 2) || above && get(state, c) == 2;
        let cleared = state & !(3 << (2 * c));
        if !above || get(state, c) != 0 {
            next.push((cleared | u64::from(near) << (2 * c), ways));
        }
        if !near {
            let open = beside.iter().filter(|&&column| get(state, column) == 0);
            next.push((open.fold(cleared | 2 << (2 * c), |all, column| all | 1 << (2 * column)), ways));
        }
    }
    next.sort_unstable();
    next.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 = (first.1 + later.1) % PRIME;
        }
        same
    });
    next
}
