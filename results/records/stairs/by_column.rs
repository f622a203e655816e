//! Tilings of n by n with single cells and stairs in one position, modulo 2^61 - 1: `./by_column 24`.
//!
//! A second way, which knows nothing of exact covers. Cells are decided row by row. A state has a bit for each of the
//! next cells, up to two rows and three: it is covered. Both things that can be done at a cell, nothing and the stairs
//! with their top there, keep the order of the states, so sorted lists of states are merged.

const PRIME: u64 = (1 << 61) - 1;

type States = Vec<(u128, u64)>;

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).expect("the length of a side");
    assert!((1..=60).contains(&n));
    let stairs = [0, n, n + 1, 2 * n, 2 * n + 1, 2 * n + 2].iter().fold(0u128, |all, cell| all | 1 << cell);
    let mut states: States = vec![(0, 1)];
    let mut most = 1;
    for cell in 0..n * n {
        let fits = cell / n + 2 < n && cell % n + 2 < n;
        let with = states.iter().filter(|(state, _)| fits && state & stairs == 0).map(|(state, ways)| ((state | stairs) >> 1, *ways));
        let without = states.iter().map(|(state, ways)| (state >> 1, *ways));
        states = merged(without, with);
        most = most.max(states.len());
    }
    println!("{n}: {} modulo {PRIME}, {most} states at most", states.iter().fold(0, |sum, (_, ways)| (sum + ways) % PRIME));
}

fn merged(one: impl Iterator<Item = (u128, u64)>, other: impl Iterator<Item = (u128, u64)>) -> States {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let mut all = States::new();
    loop {
        let next = match (one.peek(), other.peek()) {
            (Some(a), Some(b)) if a.0 <= b.0 => one.next(),
            (Some(_), None) => one.next(),
            _ => other.next(),
        };
        let Some((state, ways)) = next else { return all };
        match all.last_mut() {
            Some(last) if last.0 == state => last.1 = (last.1 + ways) % PRIME,
            _ => all.push((state, ways)),
        }
    }
}
