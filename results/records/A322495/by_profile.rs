//! A322495 once more, by a program that shares nothing with dlx-count: `rustc -O by_profile.rs && ./by_profile 12`.
//!
//! Cells are passed row by row, from left to right. A profile has four bits for each column: how many more of its cells, from the next one that is passed on, are covered by the pieces so far.
//! Pieces have their corner at the top left, so the first cell that is not covered is a corner. One of arm m covers m more cells of its row and m of its column.
//! Profiles with the numbers of ways to reach them, modulo a prime, are in a hash table with open addressing, which all threads fill:
//! `./by_profile 12 PRIME`, with a prime below 2^63, 2^61 - 1 unless another one is named. A table that turns out too small is filled again, with half as many places more.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A profile plus one, 0 where the place is free, and its number of ways.
type Entry = [AtomicU64; 2];

struct Table {
    prime: u64,
    /// Each table spreads profiles in its own way, so that one that is filled in the order of another one has no long runs.
    factor: u64,
    entries: Vec<Entry>,
    len: AtomicUsize,
    is_full: AtomicBool,
}

impl Table {
    fn new(factor: u64, prime: u64) -> Self {
        Self { prime, factor, entries: Vec::new(), len: AtomicUsize::new(0), is_full: AtomicBool::new(false) }
    }

    /// An empty table of this many places, in the memory that it has.
    fn clear(&mut self, places: usize, threads: usize) {
        self.entries.resize_with(places, Entry::default);
        let empty = |part: &mut [Entry]| part.iter_mut().flatten().for_each(|number| *number.get_mut() = 0);
        let parts = self.entries.chunks_mut(places.div_ceil(threads));
        std::thread::scope(|scope| parts.for_each(|part| drop(scope.spawn(move || empty(part)))));
        (self.len, self.is_full) = (AtomicUsize::new(0), AtomicBool::new(false));
    }

    /// Adds these ways to a profile, and one to `new` if nothing led to it before.
    fn add(&self, key: u64, ways: u64, new: &mut usize) {
        let spread = (key ^ key >> 29).wrapping_mul(self.factor);
        let mut place = ((spread as u128 * self.entries.len() as u128) >> 64) as usize;
        for _ in 0..5000 {
            let [name, sum] = &self.entries[place];
            let found = match name.load(Relaxed) {
                0 => name.compare_exchange(0, key + 1, Relaxed, Relaxed).inspect(|_| *new += 1).map_or_else(|other| other, |_| key + 1),
                other => other,
            };
            if found == key + 1 {
                let reduced = |old: u64| Some(old + ways - if old + ways >= self.prime { self.prime } else { 0 });
                sum.fetch_update(Relaxed, Relaxed, reduced).expect("never refused");
                return;
            }
            place = if place + 1 == self.entries.len() { 0 } else { place + 1 };
        }
        self.is_full.store(true, Relaxed);
    }
}

/// Fills the next table with all profiles after one more cell.
fn pass(table: &Table, next: &Table, n: usize, row: usize, column: usize, threads: usize) {
    let (at, chunks) = (4 * column, AtomicUsize::new(0));
    let work = || {
        let mut new = 0;
        while let Some(chunk) = table.entries.chunks(1 << 14).nth(chunks.fetch_add(1, Relaxed)) {
            for [name, ways] in chunk.iter().filter(|[name, _]| name.load(Relaxed) != 0) {
                let (key, ways) = (name.load(Relaxed) - 1, ways.load(Relaxed));
                if key >> at & 15 != 0 {
                    next.add(key - (1 << at), ways, &mut new);
                    continue;
                }
                let mut covered = key;
                for arm in 0..n - row.max(column) {
                    if arm > 0 {
                        if key >> (at + 4 * arm) & 15 != 0 {
                            break;
                        }
                        covered |= 1 << (at + 4 * arm);
                    }
                    next.add(covered | (arm as u64) << at, ways, &mut new);
                }
            }
            if next.is_full.load(Relaxed) {
                break;
            }
        }
        next.len.fetch_add(new, Relaxed);
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a whole number"));
    let n = words.next().filter(|n| (1..=15).contains(n)).expect("a side from 1 to 15") as usize;
    let prime = words.next().unwrap_or((1 << 61) - 1);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut table, mut next) = (Table::new(0x9E37_79B9_7F4A_7C15, prime), Table::new(0xD134_2543_DE82_EF95, prime));
    table.clear(8, threads);
    table.len = AtomicUsize::new(1);
    table.add(0, 1, &mut 0);
    let (mut made, mut most) = (0, 0);
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let mut places = table.len.load(Relaxed) * 3 / 2 + 64;
        loop {
            next.clear(places, threads);
            pass(&table, &next, n, row, column, threads);
            if !next.is_full.load(Relaxed) {
                break;
            }
            places += places / 2;
        }
        std::mem::swap(&mut table, &mut next);
        made += table.len.load(Relaxed);
        most = most.max(table.len.load(Relaxed));
    }
    let mut left = table.entries.iter().filter(|[name, _]| name.load(Relaxed) != 0);
    let (Some([name, ways]), None) = (left.next(), left.next()) else { panic!("all is covered") };
    assert_eq!(name.load(Relaxed), 1, "all is covered");
    println!("{n}: {} modulo {prime} ({made} profiles, at most {most} at once)", ways.load(Relaxed));
}
