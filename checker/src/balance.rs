//! The two sides of the equations between levels: what records say, and what steps lead to.

use std::hash::{BuildHasher, RandomState};

use crate::Res;

/// Both sides of the equations modulo two primes of 62 bits, and the ways to the end.
pub(crate) struct Balance {
    primes: [u64; 2],
    /// For each byte of a state and each value that it may have a random number; one for 0.
    coins: Vec<Vec<[u64; 2]>>,
    /// For each level what its records add up to, and what leads there.
    sums: Vec<[[u64; 2]; 2]>,
    /// A number, the least byte first.
    pub(crate) total: Vec<u8>,
}

impl Balance {
    /// The certificate is on the disk; now the coins are thrown. The keys of RandomState come from the operating system.
    pub(crate) fn new(n_levels: usize, n_words: usize) -> Self {
        let (keys, mut number) = (RandomState::new(), 0u64);
        let mut random = || {
            number += 1;
            keys.hash_one(number)
        };
        let mut prime = || std::iter::repeat_with(|| random() >> 3 | 1 << 61 | 1).find(|&n| is_prime(n)).unwrap_or(2);
        let primes = [prime(), prime()];
        let mut coin = |value| primes.map(|p| if value == 0 { 1 } else { 1 + random() % (p - 1) });
        let coins = (0..8 * n_words).map(|_| (0..256).map(&mut coin).collect()).collect();
        Self { primes, coins, sums: vec![[[0; 2]; 2]; n_levels], total: Vec::new() }
    }

    /// Adds ways to a state to the side of the records, or of the steps.
    pub(crate) fn add(&mut self, level: usize, side: usize, state: &[u64], count: &[u8]) {
        for (k, &p) in self.primes.iter().enumerate() {
            let mut product = count.chunks(7).rev().fold(0, |rest, bytes| {
                let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                if rest == 0 {
                    word
                } else {
                    ((u128::from(rest) << (8 * bytes.len()) | u128::from(word)) % u128::from(p)) as u64
                }
            });
            for (coins, byte) in self.coins.iter().zip(state.iter().flat_map(|word| word.to_le_bytes())) {
                if byte > 0 {
                    product = times(product, coins[usize::from(byte)][k], p);
                }
            }
            let sum = &mut self.sums[level][side][k];
            *sum += product;
            *sum -= if *sum >= p { p } else { 0 };
        }
    }

    /// The ways to the end, if all levels are in balance.
    pub(crate) fn total(self) -> Res<Vec<u8>> {
        match self.sums.iter().position(|sums| sums[0] != sums[1]) {
            Some(level) => Err(format!("level {level} is out of balance: its records are not what steps lead to")),
            None => Ok(self.total),
        }
    }
}

fn times(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

/// Miller's test with the first twelve primes, which decides below 2^64.
fn is_prime(n: u64) -> bool {
    let power = |base, exponent: u64| {
        let bits = (0..64).rev().map(|bit| exponent >> bit & 1 == 1);
        bits.fold(1, |power, bit| times(times(power, power, n), if bit { base } else { 1 }, n))
    };
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
        .iter()
        .all(|&base| power(base, (n - 1) >> twos) == 1 || (1..=twos).any(|k| power(base, (n - 1) >> k) == n - 1))
}
