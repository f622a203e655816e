//! Squares cut into rectangles that all differ, by a program that shares nothing with dlx-count: `rustc -O --edition 2021 rectangles.rs && ./rectangles 9 oblongs [THREADS]`.
//!
//! Rectangles are laid from the top. All cells below a free one are free, so that the depth to which each column is filled says all. The next one goes into the left corner of the narrowest pit: columns of equal depth
//! with deeper ones, or the edge, on both sides. Nothing is remembered but which rectangles are used. The mirror images of a tiling are counted once: of the two rectangles in the upper corners, where they are two, the left one comes
//! first in the list of rectangles.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[derive(Clone)]
struct Board {
    n: usize,
    /// The bit that each height and width takes; 0 where the rule has no such rectangle.
    bits: [[u128; 17]; 17],
    depth: [usize; 16],
    used: u128,
    /// The rectangle in the upper left corner.
    first: u128,
}

impl Board {
    fn new(n: usize, rule: &str) -> Self {
        let mut keys: Vec<(usize, usize)> = Vec::new();
        let mut bits = [[0; 17]; 17];
        for height in 1..=n {
            for width in 1..=n {
                let key = match rule {
                    "oblongs" if height == width => continue,
                    "oblongs" | "sides" => (height.min(width), height.max(width)),
                    "oblongs-upright" if height == width => continue,
                    "upright" | "oblongs-upright" => (height, width),
                    "areas" => (height * width, 0),
                    _ => panic!("there is no rule {}", rule),
                };
                let place = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
                    keys.push(key);
                    keys.len() - 1
                });
                bits[height][width] = 1 << place;
            }
        }
        Board { n, bits, depth: [0; 16], used: 0, first: 0 }
    }

    /// Calls `each` with every board that has one more rectangle, or returns true where this one is full.
    fn extend(&mut self, each: &mut impl FnMut(&mut Board)) -> bool {
        let (column, right) = self.narrowest();
        let top = self.depth[column];
        if top == self.n {
            return true;
        }
        for wide in column..right {
            for height in 1..=self.n - top {
                let bit = self.bits[height][wide - column + 1];
                let is_mirrored = top == 0 && wide == self.n - 1 && bit < self.first;
                if bit != 0 && self.used & bit == 0 && !is_mirrored {
                    self.depth[column..=wide].fill(top + height);
                    self.used |= bit;
                    each(self);
                    self.used &= !bit;
                }
            }
        }
        self.depth[column..right].fill(top);
        false
    }

    /// The first and last column of the narrowest pit, the last one not included; of the whole board if it is full.
    fn narrowest(&self) -> (usize, usize) {
        let (mut best, mut width) = ((0, self.n), usize::MAX);
        let mut column = 0;
        while column < self.n {
            let mut right = column + 1;
            while right < self.n && self.depth[right] == self.depth[column] {
                right += 1;
            }
            let is_pit = (column == 0 || self.depth[column - 1] > self.depth[column])
                && (right == self.n || self.depth[right] > self.depth[column]);
            if is_pit && right - column < width {
                (best, width) = ((column, right), right - column);
            }
            column = right;
        }
        best
    }

    fn count(&mut self) -> u64 {
        let mut sum = 0;
        if self.extend(&mut |board| sum += board.count()) { 1 } else { sum }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let threads = words.get(3).map_or(1, |word| word.parse().expect("a number of threads"));
    let mut empty = Board::new(words[1].parse().expect("a side"), &words[2]);
    let (mut whole, mut tops) = (0, Vec::new());
    empty.extend(&mut |board| {
        // A rectangle as wide as the board is its own image.
        if board.depth[board.n - 1] > 0 {
            whole += board.count();
        } else {
            let first = board.used;
            tops.push(Board { first, ..board.clone() });
        }
    });
    for _ in 0..2 {
        let mut next = Vec::new();
        for top in &mut tops {
            if top.extend(&mut |board| next.push(board.clone())) {
                next.push(top.clone());
            }
        }
        tops = next;
    }
    let next = AtomicUsize::new(0);
    let half: u128 = std::thread::scope(|scope| {
        let count = || {
            let mut sum = 0;
            while let Some(top) = tops.get(next.fetch_add(1, Relaxed)) {
                sum += u128::from(top.clone().count());
            }
            sum
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker ends")).sum()
    });
    println!("{}", u128::from(whole) + 2 * half);
}
