//! The sum, 32 sign vectors at a time.
//!
//! The five items in most terms have a lane of a vector for each choice of their signs. The signs of the others follow a Gray code, so that from one step to the next only one of them changes, and of each row only the terms that have it;
//! those in fewest terms change most often. The sums of the rows are kept in 16 bits, and multiplied in 32, in 64 and at last in 128 bits, as wide as their bounds need.
//!
//! A row with an even number of terms has an even sum for all signs: half of it is kept, so that products are shorter.

use super::super::bits::Instructions;
use super::form::{SignForm, SignRow};
use dlx_core::problem::{digits, to_u64, to_usize};
use num_bigint::BigInt;
use sha2::{Digest, Sha256};

/// Sign vectors that are looked at together, and the items that have their signs there.
const LANES: usize = 32;
const LANE_ITEMS: u32 = 5;

/// The most items that change within a chunk.
const GRAY_ITEMS: u32 = 9;

/// The bits of the largest product: as many of them as a chunk has can be added in 128 bits, or in 256.
const NARROW_BITS: f64 = (126 - LANE_ITEMS - GRAY_ITEMS) as f64;
const MOST_BITS: f64 = (254 - LANE_ITEMS - GRAY_ITEMS) as f64;

/// Groups of which two pairs make a product of 128 bits, and the time, in steps, to multiply two of those.
const MOST_GROUPS: usize = 8;
const STEPS_IF_WIDE: f64 = 60.0;

/// The largest product in 16 and in 32 bits.
const MOST_SHORT: f64 = 32_767.0;
const MOST_NARROW: f64 = 2_147_483_647.0;

/// A product of signs, some number of times.
#[derive(Clone, Copy, Debug)]
struct SignTerm {
    row: usize,
    /// The items outside the lanes.
    items: u64,
    /// Those in the lanes.
    lane_items: usize,
    times: i16,
}

/// The sum over all signs that vary, ready to be made.
#[derive(Clone, Debug)]
pub(super) struct SignSum {
    /// The number of items that change within a chunk, and of those that do from one to another.
    n_gray: u32,
    n_high: u32,
    /// What the sums of the rows begin with.
    n_rows: usize,
    terms: Vec<SignTerm>,
    /// For each item that changes within a chunk its terms, twice where their row is not halved.
    changes: Vec<Vec<SignTerm>>,
    /// The rows of which half is kept.
    halved: Vec<usize>,
    /// The rows that are multiplied in 16 bits, in groups whose products are multiplied in 32.
    groups: Vec<Vec<Vec<usize>>>,
    /// Do products need more than 128 bits?
    is_wide: bool,
    /// The number of factors of 2 that were left out of every product.
    halvings: u32,
    level: Instructions,
    /// For each set of items in lanes the product of their signs in each lane.
    patterns: Vec<[i16; LANES]>,
}

impl SignSum {
    /// The sum over the signs of these items; none if its numbers are too large.
    pub(super) fn new(form: &SignForm, varying: u64) -> Option<Self> {
        let items: Vec<u64> = (0..64).map(|item| 1 << item).filter(|item| varying & item != 0).collect();
        let n_varying = u32::try_from(items.len()).ok()?;
        let n_lane = n_varying.min(LANE_ITEMS);
        let n_gray = (n_varying - n_lane).min(GRAY_ITEMS);
        let n_high = n_varying - n_lane - n_gray;
        // The last row is the product of all signs: a term that has an item twice, besides those of a solution, is then none of the sum.
        let all = SignRow { terms: vec![varying], times: 1 };
        let (mut terms, mut bounds, mut halved, mut halvings) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let mut changes = vec![Vec::new(); to_usize(n_gray)];
        for (place, row) in form.rows.iter().chain([&all]).enumerate() {
            let is_halved = row.terms.len() % 2 == 0;
            let merged = merged(place, row, &items, n_varying - n_lane)?;
            for (item, changes) in (0..).zip(&mut changes) {
                let changed = merged.iter().filter(|term| term.items >> item & 1 == 1);
                changes.extend(
                    changed
                        .map(|term| SignTerm { times: if is_halved { term.times } else { 2 * term.times }, ..*term }),
                );
            }
            terms.extend(merged);
            if is_halved {
                halved.push(place);
                halvings += row.times;
            }
            let bound = (row.terms.len() as f64 / if is_halved { 2.0 } else { 1.0 }).max(1.0);
            bounds.extend((0..row.times).map(|_| (bound, place)));
        }
        let bits: f64 = bounds.iter().map(|(bound, _)| f64::log2(*bound)).sum();
        let groups: Vec<_> =
            packed(packed(bounds, MOST_SHORT), MOST_NARROW).into_iter().map(|(_, group)| group).collect();
        let is_wide = bits > NARROW_BITS;
        if bits > MOST_BITS || (is_wide && groups.len() > MOST_GROUPS) {
            return None;
        }
        let (n_rows, level) = (form.rows.len() + 1, Instructions::best());
        Some(Self {
            n_gray,
            n_high,
            n_rows,
            terms,
            changes,
            halved,
            groups,
            is_wide,
            halvings,
            level,
            patterns: patterns(),
        })
    }
}

/// For each set of items in lanes the product of their signs in each lane.
fn patterns() -> Vec<[i16; LANES]> {
    let sign = |items: usize, lane: usize| if (items & lane).count_ones() % 2 == 1 { -1 } else { 1 };
    (0..LANES).map(|items| std::array::from_fn(|lane| sign(items, lane))).collect()
}

/// The terms of a row, equal ones together.
fn merged(row: usize, of_row: &SignRow, items: &[u64], n_outside: u32) -> Option<Vec<SignTerm>> {
    let renumbered = |term: &u64| {
        (0..).zip(items).filter(|&(_, item)| term & item != 0).fold(0, |set, (place, _)| set | 1_u64 << place)
    };
    let mut sets: Vec<u64> = of_row.terms.iter().map(renumbered).collect();
    sets.sort_unstable();
    let outside = (1_u64 << n_outside) - 1;
    let term = |equal: &[u64]| {
        let lane_items = usize::try_from(equal[0] >> n_outside).ok()?;
        Some(SignTerm { row, items: equal[0] & outside, lane_items, times: i16::try_from(equal.len()).ok()? })
    };
    sets.chunk_by(|one, other| one == other).map(term).collect()
}

/// Numbers in groups whose products are at most this large, where there are bounds for each.
fn packed<T>(mut numbers: Vec<(f64, T)>, most: f64) -> Vec<(f64, Vec<T>)> {
    numbers.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut groups: Vec<(f64, Vec<T>)> = Vec::new();
    for (bound, number) in numbers {
        match groups.iter_mut().find(|(product, _)| product * bound <= most) {
            Some((product, group)) => {
                *product *= bound;
                group.push(number);
            }
            None => groups.push((bound, vec![number])),
        }
    }
    groups
}

impl SignSum {
    /// How many chunks there are.
    pub(super) fn n_chunks(&self) -> u64 {
        1 << self.n_high
    }

    /// How many sign vectors a chunk has.
    pub(super) fn chunk(&self) -> u64 {
        1 << (LANE_ITEMS + self.n_gray)
    }

    /// The logarithm of what the sum has to be divided by for the mean over all signs, with the factors of 2 that were left out.
    pub(super) fn shift(&self) -> (u32, u32) {
        (self.n_high + LANE_ITEMS + self.n_gray, self.halvings)
    }

    /// The number of steps of one lane that a chunk takes, about: terms that change, rows that are multiplied.
    pub(super) fn n_steps(&self) -> f64 {
        let n_changed = |(item, terms): (i32, &Vec<SignTerm>)| terms.len() as f64 * 0.5_f64.powi(item + 1);
        let changed: f64 = (0..).zip(&self.changes).map(n_changed).sum();
        let factors = self.groups.iter().flatten().map(Vec::len).sum::<usize>() as f64;
        let more = if self.is_wide { STEPS_IF_WIDE } else { 0.0 };
        self.chunk() as f64 * (changed + factors + more) + (self.terms.len() * LANES) as f64
    }

    /// A hash of what is added up, in which order.
    pub(super) fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        [self.n_gray, self.n_high, self.halvings].iter().for_each(|word| hasher.update(word.to_le_bytes()));
        for term in &self.terms {
            let words = [to_u64(term.row), term.items, to_u64(term.lane_items)];
            words.iter().for_each(|word| hasher.update(word.to_le_bytes()));
            hasher.update(term.times.to_le_bytes());
        }
        digits(hasher)
    }

    /// The sum of some chunks.
    pub(super) fn of(&self, chunks: impl Iterator<Item = u64>) -> BigInt {
        chunks.map(|chunk| self.of_chunk(chunk)).sum()
    }

    fn of_chunk(&self, chunk: u64) -> BigInt {
        match self.level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.of_chunk_avx2(chunk) },
            _ => self.of_chunk_anyhow(chunk),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn of_chunk_avx2(&self, chunk: u64) -> BigInt {
        self.of_chunk_anyhow(chunk)
    }

    /// (No closures: they would not be compiled for the instructions of their caller.)
    #[inline(always)]
    fn of_chunk_anyhow(&self, chunk: u64) -> BigInt {
        let mut signs = chunk << self.n_gray;
        let mut sums = self.sums_at(signs);
        let (mut narrow, mut wide) = (0, WideSum::default());
        for step in 0..1_u64 << self.n_gray {
            if step > 0 {
                let item = step.trailing_zeros();
                for term in &self.changes[to_usize(item)] {
                    add(&mut sums[term.row], &self.patterns[term.lane_items], -term.signed(signs));
                }
                signs ^= 1 << item;
            }
            if self.is_wide {
                self.add_wide(&sums, &mut wide);
            } else {
                narrow += self.product(&sums);
            }
        }
        if self.is_wide { wide.into() } else { narrow.into() }
    }

    /// Adds the product of all rows in each lane.
    #[inline(always)]
    fn add_wide(&self, sums: &[[i16; LANES]], total: &mut WideSum) {
        let (first, second) = self.groups.split_at(self.groups.len().min(MOST_GROUPS / 2));
        let (first, second) = (two_wide(first, sums), two_wide(second, sums));
        for (one, other) in first.into_iter().zip(second) {
            total.add_product(one, other);
        }
    }

    /// The sums of all rows, halved where they are even.
    #[inline(always)]
    fn sums_at(&self, signs: u64) -> Vec<[i16; LANES]> {
        let mut sums = vec![[0; LANES]; self.n_rows];
        for term in &self.terms {
            add(&mut sums[term.row], &self.patterns[term.lane_items], term.signed(signs));
        }
        for &row in &self.halved {
            sums[row].iter_mut().for_each(|sum| *sum /= 2);
        }
        sums
    }

    /// The sum over all lanes of the product of all rows.
    #[inline(always)]
    fn product(&self, sums: &[[i16; LANES]]) -> i128 {
        if self.groups.len() <= 2 {
            return added(wide(&self.groups, sums));
        }
        two_wide(&self.groups, sums).into_iter().sum()
    }
}

/// The product of these groups in each lane, if it fits.
#[inline(always)]
fn two_wide(groups: &[Vec<Vec<usize>>], sums: &[[i16; LANES]]) -> [i128; LANES] {
    if groups.is_empty() {
        return [1; LANES];
    }
    let (first, rest) = groups.split_at(groups.len().min(2));
    let first = wide(first, sums);
    if rest.is_empty() {
        return first.map(i128::from);
    }
    let (second, rest) = rest.split_at(rest.len().min(2));
    let second = wide(second, sums);
    let mut product: [_; LANES] = std::array::from_fn(|lane| i128::from(first[lane]) * i128::from(second[lane]));
    for pair in rest.chunks(2) {
        let other = wide(pair, sums);
        product = std::array::from_fn(|lane| product[lane] * i128::from(other[lane]));
    }
    product
}

/// A sum in 256 bits.
#[derive(Clone, Copy, Default)]
struct WideSum {
    high: i128,
    low: u128,
}

impl WideSum {
    /// Adds a product of two numbers.
    #[inline(always)]
    fn add_product(&mut self, one: i128, other: i128) {
        let (high, low) = product_of(one.unsigned_abs(), other.unsigned_abs());
        let high = i128::try_from(high).unwrap_or(i128::MAX);
        let (sum, carry) = if (one < 0) == (other < 0) {
            let (sum, carry) = self.low.overflowing_add(low);
            self.high += high;
            (sum, i128::from(carry))
        } else {
            let (sum, borrow) = self.low.overflowing_sub(low);
            self.high -= high;
            (sum, -i128::from(borrow))
        };
        (self.low, self.high) = (sum, self.high + carry);
    }
}

impl From<WideSum> for BigInt {
    fn from(sum: WideSum) -> Self {
        (Self::from(sum.high) << 128) + Self::from(sum.low)
    }
}

/// The upper and the lower 128 bits of a product, by its four partial products.
#[inline(always)]
const fn product_of(one: u128, other: u128) -> (u128, u128) {
    const LOW: u128 = (1 << 64) - 1;
    let [a, b, c, d] = [one >> 64, one & LOW, other >> 64, other & LOW];
    let middle = a * d + ((b * d) >> 64);
    let more = (middle & LOW) + b * c;
    (a * c + (middle >> 64) + (more >> 64), (more << 64) | ((b * d) & LOW))
}

/// The sum of numbers of less than 63 bits: of their upper and their lower halves, since vectors have no sums of 128 bits.
#[inline(always)]
fn added(numbers: [i64; LANES]) -> i128 {
    let halves = |(high, low), number: &i64| (high + (number >> 32), low + (number & 0xffff_ffff));
    let (high, low) = numbers.iter().fold((0, 0), halves);
    (i128::from(high) << 32) + i128::from(low)
}

/// The product of one or two groups of rows in each lane.
#[inline(always)]
fn wide(groups: &[Vec<Vec<usize>>], sums: &[[i16; LANES]]) -> [i64; LANES] {
    let one = narrow(&groups[0], sums);
    let Some(group) = groups.get(1) else { return one.map(i64::from) };
    let other = narrow(group, sums);
    std::array::from_fn(|lane| i64::from(one[lane]) * i64::from(other[lane]))
}

/// The product of a group of rows in each lane.
#[inline(always)]
fn narrow(group: &[Vec<usize>], sums: &[[i16; LANES]]) -> [i32; LANES] {
    let mut product = short(&group[0], sums).map(i32::from);
    for rows in &group[1..] {
        let other = short(rows, sums);
        product = std::array::from_fn(|lane| product[lane] * i32::from(other[lane]));
    }
    product
}

/// The product of rows in each lane, where 16 bits suffice.
#[inline(always)]
fn short(rows: &[usize], sums: &[[i16; LANES]]) -> [i16; LANES] {
    let mut product = sums[rows[0]];
    for &row in &rows[1..] {
        let other = sums[row];
        product = std::array::from_fn(|lane| product[lane] * other[lane]);
    }
    product
}

impl SignTerm {
    /// What it adds in the lanes where the product of the signs in lanes is positive.
    #[inline(always)]
    fn signed(&self, signs: u64) -> i16 {
        // Without a branch, which would be guessed wrong every second time.
        let minus = -i16::from((self.items & signs).count_ones() % 2 == 1);
        (self.times ^ minus) - minus
    }
}

/// Adds to the sums of a row. (By value: in place, through references, it was not compiled to vectors, and took four times as long.)
#[inline(always)]
fn add(sums: &mut [i16; LANES], signs: &[i16; LANES], amount: i16) {
    let (before, signs) = (*sums, *signs);
    *sums = std::array::from_fn(|lane| before[lane] + amount * signs[lane]);
}
