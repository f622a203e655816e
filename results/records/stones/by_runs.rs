//! Tilings of a triangle of hexagons with n on each side by stones (three that meet) and bones (three in a row), modulo
//! 2^61 - 1: `./by_runs 20`.
//!
//! A second way, which knows nothing of exact covers. Cells are decided row by row, from the longest row. A state has a
//! bit for each cell from here on: it is covered. A cell that is not covered is the first of one of five pieces. Each of
//! these keeps the order of the states that it can be added to, so the next list is made of sorted runs.

const PRIME: u64 = (1 << 61) - 1;

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).expect("the length of a side");
    assert!((1..=31).contains(&n));
    let mut states: Vec<(u64, u64)> = vec![(0, 1)];
    let mut most = 1;
    for length in (1..=n).rev() {
        for place in 0..length {
            states = step(&states, &pieces(length, place));
            most = most.max(states.len());
        }
    }
    let total = states.iter().filter(|(state, _)| *state == 0).fold(0, |sum, (_, ways)| (sum + ways) % PRIME);
    println!("{n}: {total} modulo {PRIME}, {most} states at most");
}

/// The pieces whose first cell is here, as bits for the cells from here on. Of the next row, which is shorter by one,
/// the cells number `place - 1` and `place` are neighbors.
fn pieces(length: usize, place: usize) -> Vec<u64> {
    let right = |k: usize| (place + k < length).then_some(k);
    let next = |c: isize| (0 <= c && c < length as isize - 1).then(|| (length as isize - place as isize + c) as usize);
    let after = |c: isize| {
        (0 <= c && c < length as isize - 2).then(|| (2 * length as isize - 1 - place as isize + c) as usize)
    };
    let p = place as isize;
    [
        [right(1), next(p)],           // stones
        [next(p - 1), next(p)],
        [right(1), right(2)],          // bones
        [next(p), after(p)],
        [next(p - 1), after(p - 2)],
    ]
    .iter()
    .filter_map(|&[one, other]| Some(1 | 1 << one? | 1 << other?))
    .collect()
}

fn step(states: &[(u64, u64)], pieces: &[u64]) -> Vec<(u64, u64)> {
    let mut next: Vec<(u64, u64)> = states.iter().filter(|(state, _)| state & 1 == 1).map(|(state, ways)| (state >> 1, *ways)).collect();
    for piece in pieces {
        next.extend(states.iter().filter(|(state, _)| state & piece == 0).map(|(state, ways)| ((state | piece) >> 1, *ways)));
    }
    next.sort(); // merges the runs
    next.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 = (first.1 + later.1) % PRIME;
        }
        same
    });
    next
}
