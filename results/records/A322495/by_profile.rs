//! A322495 once more, by a program that shares nothing with dlx-count: `rustc -O by_profile.rs && ./by_profile 12`.
//!
//! Cells are passed row by row, from left to right. A profile has four bits for each column: how many more of its cells, from the next one that is passed on, are covered by the pieces so far.
//! Pieces have their corner at the top left, so the first cell that is not covered is a corner. One of arm m covers m more cells of its row and m of its column.
//! Profiles with the numbers of ways to reach them, modulo a prime, are in a hash table with open addressing: `./by_profile 12 PRIME`, with a prime below 2^63, 2^61 - 1 unless another one is named.

/// A profile and its number of ways plus one, 0 where the place is free.
type Entry = (u64, u64);

struct Table {
    prime: u64,
    factor: u64,
    entries: Vec<Entry>,
    len: usize,
}

impl Table {
    /// Each table spreads profiles in its own way, so that one that is filled in the order of another one has no long runs.
    fn new(places: usize, factor: u64, prime: u64) -> Self {
        Self { prime, factor: factor.wrapping_mul(0xD134_2543_DE82_EF95), entries: vec![(0, 0); places], len: 0 }
    }

    fn add(&mut self, key: u64, ways: u64) {
        let spread = (key ^ key >> 29).wrapping_mul(self.factor);
        let mut place = ((spread as u128 * self.entries.len() as u128) >> 64) as usize;
        while self.entries[place].1 != 0 && self.entries[place].0 != key {
            place = if place + 1 == self.entries.len() { 0 } else { place + 1 };
        }
        let entry = &mut self.entries[place];
        if entry.1 == 0 {
            *entry = (key, 1);
            self.len += 1;
        }
        let sum = entry.1 - 1 + ways;
        entry.1 = 1 + if sum >= self.prime { sum - self.prime } else { sum };
        if 5 * self.len > 4 * self.entries.len() {
            let larger = Self::new(self.entries.len() * 5 / 4 + 8, self.factor, self.prime);
            let old = std::mem::replace(self, larger);
            old.profiles().for_each(|(key, ways)| self.add(key, ways));
        }
    }

    fn profiles(&self) -> impl Iterator<Item = Entry> + '_ {
        self.entries.iter().filter(|entry| entry.1 != 0).map(|&(key, ways)| (key, ways - 1))
    }
}

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a whole number"));
    let n = words.next().filter(|n| (1..=16).contains(n)).expect("a side from 1 to 16") as usize;
    let prime = words.next().unwrap_or((1 << 61) - 1);
    let (mut table, mut made, mut most) = (Table::new(8, 1, prime), 0, 0);
    table.add(0, 1);
    for row in 0..n {
        for column in 0..n {
            let at = 4 * column;
            let mut next = Table::new(table.len * 7 / 5 + 8, table.factor, prime);
            for (key, ways) in table.profiles() {
                if key >> at & 15 != 0 {
                    next.add(key - (1 << at), ways);
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
                    next.add(covered | (arm as u64) << at, ways);
                }
            }
            made += next.len;
            most = most.max(next.len);
            table = next;
        }
    }
    let left: Vec<Entry> = table.profiles().collect();
    assert!(matches!(left[..], [(0, _)]), "all is covered");
    println!("{n}: {} modulo {prime} ({made} profiles, at most {most} at once)", left[0].1);
}
