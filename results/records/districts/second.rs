//! A second way to count: m x n cells cut into connected parts of k cells each, cell by cell, with nothing from the rest of the project.
//!
//!     rustc --edition 2024 -O second.rs && ./second 6 6 6 [most states of a slice]
//!
//! The frontier is the last n cells. A state has for each its part, by numbers in order of the first cell, 0 for parts that have all their cells; the number of cells of each part; and for each two parts whether they have
//! touched, since then they may not be joined any more. A new cell belongs to the part above, to the part on the left, to both, which joins them, or to a new one.
//!
//! Two parts need not be told from each other where they could not be joined anyhow, because they, and the cells between them, are too many.
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

const MOST: usize = 10;

/// Bits for the number of cells of a part.
fn width(n: usize) -> usize {
    if n <= 8 { 8 } else { 4 }
}

#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.chunks(8).for_each(|word| self.write_u64(u64::from_le_bytes(word.try_into().unwrap_or_default())));
    }
    fn write_usize(&mut self, _: usize) {}
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

type Key = [u64; 2];
type Map = HashMap<Key, u64, BuildHasherDefault<Mix>>;

fn hash(key: &Key) -> u64 {
    let mut mix = Mix::default();
    mix.write_u64(key[0]);
    mix.write_u64(key[1]);
    mix.finish().wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32
}

/// A state, unpacked: parts are numbered from 1.
#[derive(Clone, Copy)]
struct State {
    part: [usize; MOST],
    size: [usize; MOST + 2],
    touch: [u32; MOST + 2],
}

fn unpack(key: &Key, n: usize) -> State {
    let all = u128::from(key[0]) | u128::from(key[1]) << 64;
    let mut state = State { part: [0; MOST], size: [0; MOST + 2], touch: [0; MOST + 2] };
    let width = width(n);
    for cell in 0..n {
        state.part[cell] = (all >> (4 * cell) & 15) as usize;
        state.size[cell + 1] = (all >> (4 * n + width * cell) & ((1 << width) - 1)) as usize;
    }
    let mut bit = (4 + width) * n;
    for a in 2..=n {
        for b in 1..a {
            if all >> bit & 1 == 1 {
                state.touch[a] |= 1 << b;
                state.touch[b] |= 1 << a;
            }
            bit += 1;
        }
    }
    state
}

/// Packs a state behind cell `at`.
fn pack(state: &State, n: usize, k: usize, at: usize) -> Key {
    // Numbers in order; full parts are 0.
    let (mut number, mut old, mut last) = ([0usize; MOST + 2], [0usize; MOST + 2], 0);
    let (mut first, mut end) = ([0usize; MOST + 2], [0usize; MOST + 2]);
    let mut places = [0u32; MOST + 2];
    let mut all = 0u128;
    for cell in 0..n {
        let part = state.part[cell];
        if part == 0 || state.size[part] == k {
            continue;
        }
        if number[part] == 0 {
            last += 1;
            number[part] = last;
            old[last] = part;
            first[last] = cell;
        }
        end[number[part]] = cell;
        places[number[part]] |= 1 << cell;
        all |= (number[part] as u128) << (4 * cell);
    }
    let width = width(n);
    let mut bit = (4 + width) * n;
    for a in 1..=last {
        all |= (state.size[old[a]] as u128) << (4 * n + width * (a - 1));
        for b in 1..a {
            if state.touch[old[a]] >> old[b] & 1 == 1 {
                let spare = k as isize - state.size[old[a]] as isize - state.size[old[b]] as isize;
                if spare > 0 && between(places[a], places[b], at) as isize <= spare {
                    all |= 1 << bit;
                }
            }
            bit += 1;
        }
    }
    [all as u64, (all >> 64) as u64]
}

/// The least number of cells between two sets of columns: those up to `at` are in the row of the last cell, the others in the row above.
fn between(a: u32, b: u32, at: usize) -> usize {
    let mut least = usize::MAX;
    for i in (0..MOST).filter(|i| a >> i & 1 == 1) {
        for j in (0..MOST).filter(|j| b >> j & 1 == 1) {
            let (low, high) = (i.min(j), i.max(j));
            let is_bent = low <= at && at < high;
            least = least.min(high - low + usize::from(!is_bent));
        }
    }
    least
}

fn join(state: &mut State, n: usize, a: usize, b: usize, k: usize) -> bool {
    if a == b {
        return true;
    }
    if state.touch[a] >> b & 1 == 1 || state.size[a] + state.size[b] > k {
        return false;
    }
    state.size[a] += state.size[b];
    state.size[b] = 0;
    let touch = std::mem::take(&mut state.touch[b]);
    state.touch[a] |= touch;
    for c in 1..MOST + 2 {
        if state.touch[c] >> b & 1 == 1 {
            state.touch[c] = state.touch[c] & !(1 << b) | 1 << a;
        }
    }
    state.part[..n].iter_mut().filter(|part| **part == b).for_each(|part| *part = a);
    true
}

fn apart(state: &mut State, a: usize, b: usize) -> bool {
    if a == b {
        return false;
    }
    state.touch[a] |= 1 << b;
    state.touch[b] |= 1 << a;
    true
}

/// All states after one more cell.
fn step(key: &Key, [n, k]: [usize; 2], row: usize, column: usize, mut found: impl FnMut(Key)) {
    let before = unpack(key, n);
    let new = MOST + 1;
    let has = [row > 0, column > 0];
    for choice in 0..4 {
        let joins = [choice & 1 == 1, choice & 2 == 2];
        if (0..2).any(|side| joins[side] && !has[side]) {
            continue;
        }
        let mut state = before;
        state.size[new] = 1;
        let mut is_right = true;
        for side in 0..2 {
            if !is_right || !has[side] {
                continue;
            }
            let other = if side == 0 { state.part[column] } else { state.part[column - 1] };
            // A full part takes no cell, and is apart from all others.
            is_right = match (joins[side], other) {
                (true, 0) => false,
                (true, other) => join(&mut state, n, new, other, k),
                (false, 0) => true,
                (false, other) => apart(&mut state, new, other),
            };
        }
        // What is apart may have been joined on the other side.
        if !is_right || (1..MOST + 2).any(|part| state.touch[part] >> part & 1 == 1) {
            continue;
        }
        let gone = state.part[column];
        state.part[column] = new;
        if row > 0 && gone != 0 && state.size[gone] < k && !state.part[..n].contains(&gone) {
            continue;
        }
        found(pack(&state, n, k, column));
    }
}

fn main() {
    let words: Vec<usize> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let [m, n, k] = [words[0], words[1], words[2]];
    let slice = words.get(3).copied().unwrap_or(usize::MAX);
    assert!(n <= MOST && k < 1 << width(n) && m * n % k == 0);
    let mut states: Vec<(Key, u64)> = vec![([0, 0], 1)];
    let mut most = 0;
    for cell in 0..m * n {
        let (row, column) = (cell / n, cell % n);
        // In slices of the hash, so that a map of a part of the next level has to be in memory.
        let n_slices = (states.len() / slice.max(1) + 1) as u64;
        let mut next = Vec::new();
        for part in 0..n_slices {
            let mut map = Map::default();
            for (key, number) in &states {
                step(key, [n, k], row, column, |key| {
                    if n_slices == 1 || hash(&key) % n_slices == part {
                        let sum = map.entry(key).or_insert(0);
                        *sum = sum.checked_add(*number).expect("more than 64 bits");
                    }
                });
            }
            next.extend(map);
        }
        states = next;
        most = most.max(states.len());
        if states.len() > 1_000_000 {
            eprintln!("{} {}", cell + 1, states.len());
        }
    }
    // All parts are full at the end, or they were given up.
    let total: u64 = states.iter().filter(|(key, _)| *key == [0, 0]).map(|(_, number)| number).sum();
    println!("{m} x {n} in parts of {k}: {total} (at most {most} states)");
}
