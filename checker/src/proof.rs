//! Records of states, of classes, and of trees.
//!
//! In all of them an item has a *status*: how often it is covered, or the color of a secondary
//! item. A state is a row of bits, in words of 64, in which the status of each item has its place.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use crate::file::{Natural, Problem, Source};
use crate::{Res, require};

type State = Vec<u64>;

struct Item {
    least: u64,
    most: u64,
    /// Do options add to the status? Otherwise they agree on it.
    is_sum: bool,
    /// Where the status stands in a state.
    word: usize,
    shift: u64,
    bits: u64,
}

impl Item {
    fn status(&self, state: &[u64]) -> u64 {
        (state[self.word] & self.bits) >> self.shift
    }

    /// May an option add this to the status, or make it the status?
    fn fits(&self, state: &[u64], more: u64) -> bool {
        let status = self.status(state);
        let agrees = status == 0 || more > 1 && status == more;
        if self.is_sum { status + more <= self.most } else { agrees }
    }

    fn put(&self, state: &mut [u64], more: u64) {
        let status = if self.is_sum { self.status(state) + more } else { more };
        state[self.word] = state[self.word] & !self.bits | status << self.shift;
    }

    fn is_enough(&self, state: &[u64]) -> bool {
        self.status(state) >= self.least
    }
}

/// An option.
struct Choice {
    /// Items in order, and what it adds to their status, or makes it.
    cells: Vec<(usize, u64)>,
    /// Bits of a word that must be 0, which most often shows that it does not fit; and cells of
    /// which they say nothing.
    word: usize,
    zeros: u64,
    others: Vec<(usize, u64)>,
    /// How many options have the same items; for classes.
    n_copies: usize,
}

impl Choice {
    fn new(cells: &[(usize, u64)], items: &[Item]) -> Self {
        let word = items[cells[0].0].word;
        let is_free = |&(item, more): &(usize, u64)| {
            let item = &items[item];
            item.word == word && more == 1 && (item.most == 1 || !item.is_sum)
        };
        let (free, others): (Vec<_>, _) = cells.iter().partition(|&cell| is_free(cell));
        let zeros = free.iter().fold(0, |zeros, &(item, _)| zeros | items[item].bits);
        Self { cells: cells.to_vec(), word, zeros, others, n_copies: 1 }
    }

    fn items(&self) -> Vec<usize> {
        self.cells.iter().map(|&(item, _)| item).collect()
    }

    fn has(&self, item: usize) -> bool {
        self.cells.iter().any(|&(other, _)| other == item)
    }
}

/// At each level at most one of some options is chosen, all of which have the item of the level.
#[derive(Default)]
struct Level {
    item: usize,
    /// Where these options are among all; and others, which do not have the item.
    choices: Range<usize>,
    /// Items that no later option has.
    settled: Vec<usize>,
    /// Items that a state shows, and their bits.
    live: Vec<usize>,
    bits: State,
    /// The bits of all items in use.
    taken: State,
}

/// A certificate of states, of classes, or of a tree, as it is read.
pub struct Proof<'a> {
    source: &'a mut Source,
    items: Vec<Item>,
    n_primary: usize,
    n_words: usize,
    choices: Vec<Choice>,
    levels: Vec<Level>,
    is_of_classes: bool,
    /// How many options have these items, and the options that fit the state of a record, since no
    /// others fit below; both for classes.
    copies: HashMap<Vec<usize>, usize>,
    candidates: Vec<usize>,
    /// For best costs what all solutions have to spend.
    budget: Option<u64>,
    balance: Balance,
    /// The ways to the end.
    total: Natural,
    n_records: u64,
    /// For trees how many options a primary item has left.
    n_living: Vec<u64>,
}

impl<'a> Proof<'a> {
    /// The places of items are read, or they follow each other, each in one word.
    pub fn new(source: &'a mut Source, problem: &Problem<'_>, has_places: bool) -> Res<Self> {
        let mut sums = vec![0u64; problem.items.len()];
        for &(item, more) in problem.options.iter().flatten() {
            sums[item] = sums[item].saturating_add(more);
        }
        let (mut items, mut place, mut n_words) = (Vec::new(), 0, 0);
        for (item, sum) in problem.items.iter().zip(sums) {
            let bounds = item.bounds.map(|(least, most)| (least, most.min(sum)));
            let (least, most) = bounds.unwrap_or((0, 1 + item.n_colors));
            let width = u64::from(64 - most.leading_zeros());
            if has_places {
                place = source.number()?;
                let is_possible = place < 4096 && place % 64 + width <= 64;
                require(is_possible, "an item has an impossible place")?;
            } else if place % 64 + width > 64 {
                place = place.next_multiple_of(64);
            }
            let (word, shift) = (place as usize / 64, place % 64);
            let (is_sum, bits) = (bounds.is_some(), ((1 << width) - 1) << shift);
            items.push(Item { least, most, is_sum, word, shift, bits });
            (place, n_words) = (place + width, n_words.max(word + 1));
        }
        Ok(Self {
            source,
            n_primary: problem.n_primary,
            n_words,
            choices: problem.options.iter().map(|cells| Choice::new(cells, &items)).collect(),
            items,
            levels: Vec::new(),
            is_of_classes: false,
            copies: HashMap::new(),
            candidates: (0..problem.options.len()).collect(),
            budget: None,
            balance: Balance::default(),
            total: Natural::default(),
            n_records: 0,
            n_living: vec![0; problem.n_primary],
        })
    }

    #[inline(always)]
    fn fits(&self, choice: &Choice, state: &[u64]) -> bool {
        let fits = |&(item, more): &(usize, u64)| self.items[item].fits(state, more);
        state[choice.word] & choice.zeros == 0 && choice.others.iter().all(fits)
    }

    fn fitting(&self, state: &[u64]) -> Vec<usize> {
        (0..self.choices.len()).filter(|&it| self.fits(&self.choices[it], state)).collect()
    }

    #[inline]
    fn choose(&self, choice: usize, state: &mut [u64]) {
        for &(item, more) in &self.choices[choice].cells {
            self.items[item].put(state, more);
        }
    }

    /// The count that states prove, if options spend what they have to.
    pub fn states(mut self, budget: Option<u64>) -> Res<Natural> {
        self.budget = budget;
        let order = self.source.numbers(self.n_primary)?;
        let mut positions = vec![usize::MAX; self.items.len()];
        for (position, &item) in order.iter().enumerate() {
            let is_new = item < self.n_primary && positions[item] == usize::MAX;
            require(is_new, "the order of the items is none")?;
            positions[item] = position;
        }
        // An option belongs to the first of its items.
        let first = |choice: &Choice| choice.cells.iter().map(|&(item, _)| positions[item]).min();
        self.choices.sort_by_key(first);
        let owner = |choice: &Choice| order[first(choice).unwrap_or(0)];
        let mut start = 0;
        for group in self.choices.chunk_by(|a, b| owner(a) == owner(b)) {
            let item = owner(&group[0]);
            for part in group.chunks(if self.items[item].most > 1 { 1 } else { group.len() }) {
                let (choices, bits) = (start..start + part.len(), vec![0; self.n_words]);
                start = choices.end;
                let taken = bits.clone();
                self.levels.push(Level { item, choices, bits, taken, ..Level::default() });
            }
        }
        self.lay_out()?;
        self.check()
    }

    /// Finds what states of each level show. An item is in use from the first level with an option
    /// that has it to the last.
    fn lay_out(&mut self) -> Res<()> {
        let mut uses = vec![None; self.items.len()];
        for (number, level) in self.levels.iter().enumerate() {
            for &(item, _) in self.choices[level.choices.clone()].iter().flat_map(|it| &it.cells) {
                uses[item] = Some((uses[item].map_or(number, |(first, _)| first), number));
            }
        }
        for (number, item) in self.items.iter().enumerate() {
            let Some((first, last)) = uses[number] else { continue };
            self.levels[last].settled.push(number);
            for (place, level) in self.levels.iter_mut().enumerate().take(last + 1).skip(first) {
                require(level.taken[item.word] & item.bits == 0, "two items have the same place")?;
                level.taken[item.word] |= item.bits;
                if place > first {
                    level.live.push(number);
                    level.bits[item.word] |= item.bits;
                }
            }
        }
        Ok(())
    }

    /// The count that classes prove. Each item that has to be covered is a level of its own, and
    /// all states are in one balance.
    pub fn classes(mut self) -> Res<Natural> {
        self.is_of_classes = true;
        for choice in &self.choices {
            *self.copies.entry(choice.items()).or_default() += 1;
        }
        for choice in &mut self.choices {
            choice.n_copies = self.copies[&choice.items()];
        }
        let mut bits = vec![0; self.n_words];
        self.items.iter().for_each(|item| bits[item.word] |= item.bits);
        for item in 0..self.n_primary {
            let (choices, bits, settled) = (0..self.choices.len(), bits.clone(), vec![item]);
            self.levels.push(Level { item, choices, bits, settled, ..Level::default() });
        }
        self.check()
    }

    /// Reads records and checks them, and how they balance.
    fn check(mut self) -> Res<Natural> {
        let mut state = vec![0; self.n_words];
        self.balance = Balance::new(self.levels.len(), self.n_words);
        if self.items.iter().all(|item| item.least == 0 || item.most > 0) {
            self.arrive(0, &mut state, &[1])?;
        }
        while let Some(level) = self.source.number()?.checked_sub(1) {
            require(level < self.levels.len() as u64, "a block is of no level")?;
            let [n_records, length, width] = [(); 3].map(|()| self.source.number());
            let (n_records, length, width) = (n_records?, length?, width?);
            let is_possible = (1..=65536).contains(&n_records) && width <= 4096;
            let is_possible = is_possible && length <= 8 * state.len() as u64;
            require(is_possible, "a block is too large")?;
            let block = self.source.take(n_records * (length + width))?;
            for record in 0..n_records as usize {
                let mut bytes = block.iter().skip(record).step_by(n_records as usize).copied();
                state.fill(0);
                for (place, byte) in (0..length as usize).zip(&mut bytes) {
                    state[place / 8] |= u64::from(byte) << (place % 8 * 8);
                }
                let checked = self.record(level as usize, &state, &bytes.collect::<Vec<_>>());
                self.n_records += 1;
                checked.map_err(|why| format!("record {}: {why}", self.n_records))?;
            }
        }
        self.balance.check()?;
        Ok(self.total)
    }

    /// Checks a record: the number of ways that lead to a state.
    fn record(&mut self, level: usize, state: &[u64], count: &[u8]) -> Res<()> {
        let here = &self.levels[level];
        let (item, choices) = (here.item, here.choices.clone());
        let is_good = self.items[item].status(state) < self.items[item].most
            && here.live.iter().map(|&it| &self.items[it]).all(|it| it.status(state) <= it.most)
            && state.iter().zip(&here.bits).all(|(state, bits)| state & !bits == 0);
        require(is_good, "its state is impossible")?;
        self.balance.add(if self.is_of_classes { 0 } else { level }, false, state, count);
        if self.is_of_classes {
            self.candidates = self.fitting(state);
        }
        let mut next = state.to_vec();
        self.leave(level, &mut next, count)?;
        for choice in choices {
            let it = &self.choices[choice];
            if self.fits(it, state) && it.has(item) {
                next.copy_from_slice(state);
                self.choose(choice, &mut next);
                self.leave(level, &mut next, count)?;
            }
        }
        Ok(())
    }

    /// The choice of a level is made.
    fn leave(&mut self, level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        let mut settled = self.levels[level].settled.iter();
        let is_settled = settled.all(|&item| self.items[item].is_enough(state));
        if is_settled { self.arrive(level + 1, state, count) } else { Ok(()) }
    }

    /// Adds ways to a state before a level, or, if nothing can be chosen there, goes on.
    fn arrive(&mut self, level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        if self.is_of_classes {
            return self.arrive_at_class(state, count);
        }
        let Some(here) = self.levels.get(level) else {
            let spent = self.items.last().map_or(0, |item| item.status(state));
            let is_best = self.budget.is_none_or(|budget| spent == budget);
            require(is_best, "a solution is better than the best")?;
            self.total.add_product(&Natural::new(count), &Natural::new(&[1]));
            return Ok(());
        };
        state.iter_mut().zip(&here.bits).for_each(|(state, bits)| *state &= bits);
        if self.items[here.item].status(state) < self.items[here.item].most {
            self.balance.add(level, true, state, count);
            return Ok(());
        }
        self.leave(level, state, count)
    }

    /// Adds ways to a state, or to the one that is read for its class.
    fn arrive_at_class(&mut self, state: &mut [u64], count: &[u8]) -> Res<()> {
        if self.items.iter().all(|item| item.is_enough(state)) {
            self.total.add_product(&Natural::new(count), &Natural::new(&[1]));
            return Ok(());
        }
        // Items without an option that fits count as covered.
        let fits = |&&choice: &&usize| self.fits(&self.choices[choice], state);
        let fitting: Vec<usize> = self.candidates.iter().filter(fits).copied().collect();
        let before = state.to_vec();
        state.copy_from_slice(&self.levels[0].bits);
        for &(item, _) in fitting.iter().flat_map(|&choice| &self.choices[choice].cells) {
            state[self.items[item].word] &= !self.items[item].bits;
        }
        let is_lost = |item: &Item| item.status(state) > item.status(&before);
        if self.items[..self.n_primary].iter().any(is_lost) {
            return Ok(());
        }
        let way = self.source.number()?;
        require(way <= 1, "a step has an impossible permutation")?;
        if way == 1 {
            self.permute(state, &fitting)?;
        }
        self.balance.add(0, true, state, count);
        Ok(())
    }

    /// Reads which items take the place of those that are left, and checks that they carry the
    /// options that fit to those that fit then.
    fn permute(&mut self, state: &mut [u64], fitting: &[usize]) -> Res<()> {
        let (n_items, mut images) = (self.items.len(), vec![0; self.items.len()]);
        let before = state.to_vec();
        state.copy_from_slice(&self.levels[0].bits);
        for item in (0..n_items).filter(|&item| self.items[item].status(&before) == 0) {
            let to = self.source.number()? as usize;
            let is_alike = to < n_items && (to < self.n_primary) == (item < self.n_primary);
            let is_new = is_alike && self.items[to].status(state) == 1;
            require(is_new, "a step has an impossible permutation")?;
            state[self.items[to].word] &= !self.items[to].bits;
            images[item] = to;
        }
        let mut there = Vec::new();
        let is_carried = |&choice: &usize| {
            there.clear();
            there.extend(self.choices[choice].cells.iter().map(|&(item, _)| images[item]));
            there.sort_unstable();
            self.copies.get(&there) == Some(&self.choices[choice].n_copies)
        };
        let is_right = fitting.iter().all(is_carried) && self.fitting(state).len() == fitting.len();
        require(is_right, "a step has a permutation that does not carry options to options")
    }

    /// The count that a tree proves.
    pub fn tree(mut self) -> Res<Natural> {
        let (items, state): (Vec<_>, _) = ((0..self.n_primary).collect(), vec![0; self.n_words]);
        let mut living = self.fitting(&state);
        self.read(&items, &mut living, &state)
    }

    /// What the next records say about some items and options; leaves are counted again.
    fn read(&mut self, items: &[usize], living: &mut [usize], state: &[u64]) -> Res<Natural> {
        let (number, one) = (self.source.number()? as usize, Natural::new(&[1]));
        if number == 0 {
            self.n_records += 1;
            let total = Natural::new(&self.search(items, living, state).to_le_bytes());
            let claimed = self.source.count()?;
            let why = format!("leaf {}: the count is {total}, not {claimed}", self.n_records);
            require(total == claimed, &why)?;
            return Ok(total);
        }
        let is_completable = self.branching_item(items, living, state).is_some();
        require(is_completable, "the tree goes on where nothing can be completed")?;
        if number == 1 {
            let parts = self.parts(items, living, state);
            require(parts.len() > 1, "the tree has parts where there are none")?;
            return parts.into_values().try_fold(one, |others, (items, mut living)| {
                let mut total = Natural::default();
                total.add_product(&others, &self.read(&items, &mut living, state)?);
                Ok(total)
            });
        }
        let (item, mut total) = (number - 2, Natural::default());
        let is_open = living.iter().any(|&choice| self.choices[choice].has(item));
        let is_good = is_open && items.contains(&item);
        require(is_good, "the tree branches on an item without options")?;
        for choice in self.branches(item, living, state) {
            let mut next = state.to_vec();
            let living = self.below(item, choice, living, &mut next);
            total.add_product(&self.read(items, living, &next)?, &one);
        }
        Ok(total)
    }

    /// How many sets of these options complete these items: each is tried.
    fn search(&mut self, items: &[usize], living: &mut [usize], state: &[u64]) -> u64 {
        let Some(branch) = self.branching_item(items, living, state) else { return 0 };
        let Some(item) = branch else { return 1 };
        let (mut total, mut next) = (0, state.to_vec());
        for choice in self.branches(item, living, state) {
            next.copy_from_slice(state);
            let living = self.below(item, choice, living, &mut next);
            total += self.search(items, living, &next);
        }
        total
    }

    /// The item with the fewest branches; none if nothing is left to choose, and not even that if
    /// an item cannot be covered often enough.
    fn branching_item(
        &mut self,
        items: &[usize],
        living: &[usize],
        state: &[u64],
    ) -> Option<Option<usize>> {
        let (mut fewest, n_primary) = ((u64::MAX, None), self.n_primary);
        self.n_living.fill(0);
        for &choice in living.iter() {
            let cells = self.choices[choice].cells.iter();
            cells.take_while(|cell| cell.0 < n_primary).for_each(|cell| self.n_living[cell.0] += 1);
        }
        for &item in items {
            let needed = self.items[item].least.saturating_sub(self.items[item].status(state));
            let n_spare = self.n_living[item].checked_sub(needed)?;
            if self.n_living[item] > 0 && n_spare < fewest.0 {
                fewest = (n_spare, Some(item));
            }
        }
        Some(fewest.1)
    }

    /// The options of an item in order, of which one is the first that is chosen; and none, where
    /// that is enough.
    fn branches(&self, item: usize, living: &[usize], state: &[u64]) -> Vec<Option<usize>> {
        let having = living.iter().copied().filter(|&choice| self.choices[choice].has(item));
        let mut branches: Vec<Option<usize>> = having.map(Some).collect();
        branches.sort_unstable();
        branches.extend(self.items[item].is_enough(state).then_some(None));
        branches
    }

    /// What is left below a branch. The options that remain come first in the list.
    fn below<'b>(
        &self,
        item: usize,
        chosen: Option<usize>,
        living: &'b mut [usize],
        state: &mut [u64],
    ) -> &'b mut [usize] {
        let (mut n_left, last) = (0, chosen.unwrap_or(usize::MAX));
        chosen.into_iter().for_each(|choice| self.choose(choice, state));
        // Then no option with the item fits any more.
        let is_closed = chosen.is_some() && self.items[item].most == 1;
        for place in 0..living.len() {
            let (number, choice) = (living[place], &self.choices[living[place]]);
            if self.fits(choice, state) && (is_closed || number > last || !choice.has(item)) {
                living.swap(place, n_left);
                n_left += 1;
            }
        }
        &mut living[..n_left]
    }

    /// Items that have options, and these, by the parts that share none, and no secondary item that
    /// is not covered yet; each by its least item.
    fn parts(&self, items: &[usize], living: &[usize], state: &[u64]) -> Parts {
        let mut least: Vec<usize> = (0..self.items.len()).collect();
        let joins = |&item: &usize| self.items[item].is_sum || self.items[item].status(state) == 0;
        let mut before = Vec::new();
        while least != before {
            before.clone_from(&least);
            for &choice in living {
                let mut joined = self.choices[choice].items();
                joined.retain(joins);
                let first = joined.iter().map(|&item| least[item]).min().unwrap_or(0);
                joined.into_iter().for_each(|item| least[item] = first);
            }
        }
        let mut parts = Parts::new();
        for &choice in living {
            parts.entry(least[self.choices[choice].cells[0].0]).or_default().1.push(choice);
        }
        for &item in items {
            parts.entry(least[item]).and_modify(|part| part.0.push(item));
        }
        parts
    }
}

/// Items and options of parts.
type Parts = BTreeMap<usize, (Vec<usize>, Vec<usize>)>;

/// What records say, less what steps lead to, modulo two random primes of 63 bits.
#[derive(Default)]
struct Balance {
    primes: [u64; 2],
    /// For each byte of a state and each value that it may have a random number; 1 for 0.
    coins: Vec<Vec<[u64; 2]>>,
    /// For each level.
    sums: Vec<[u64; 2]>,
}

impl Balance {
    /// The certificate is on the disk; now the coins are thrown. The keys of RandomState come from
    /// the operating system.
    fn new(n_levels: usize, n_words: usize) -> Self {
        let (keys, mut number) = (RandomState::new(), 0u64);
        let mut random = || {
            number += 1;
            keys.hash_one(number)
        };
        let mut candidates = std::iter::repeat_with(|| random() >> 2 | 1 << 62 | 3);
        let primes = [(); 2].map(|()| candidates.find(|&n| is_prime(n)).unwrap_or(3));
        let mut coin = |value| primes.map(|p| if value == 0 { 1 } else { 1 + random() % (p - 1) });
        let coins = (0..8 * n_words).map(|_| (0..256).map(&mut coin).collect()).collect();
        Self { primes, coins, sums: vec![[0; 2]; n_levels] }
    }

    /// Adds the ways to a state that a record says, or takes those away that a step leads there.
    fn add(&mut self, level: usize, is_step: bool, state: &[u64], count: &[u8]) {
        let mut products = self.primes.map(|prime| {
            count.chunks(7).rev().fold(0, |rest, bytes| {
                let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                let all = u128::from(rest) << 56 | u128::from(word);
                if rest == 0 { word } else { (all % u128::from(prime)) as u64 }
            })
        });
        for (word, coins) in state.iter().zip(self.coins.chunks(8)) {
            let bytes = word.to_le_bytes().into_iter().zip(coins);
            for (byte, coins) in bytes.filter(|(byte, _)| *byte > 0) {
                for (k, product) in products.iter_mut().enumerate() {
                    *product = times(*product, coins[usize::from(byte)][k], self.primes[k]);
                }
            }
        }
        for (k, &prime) in self.primes.iter().enumerate() {
            let sum = &mut self.sums[level][k];
            *sum += if is_step { prime - products[k] } else { products[k] };
            *sum -= if *sum >= prime { prime } else { 0 };
        }
    }

    fn check(&self) -> Res<()> {
        let Some(level) = self.sums.iter().position(|sums| *sums != [0; 2]) else { return Ok(()) };
        let why = "its records are not what steps lead to";
        Err(format!("level {level} is out of balance: {why}"))
    }
}

fn times(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

/// Miller's test with the first twelve primes, which decides below 2^64, for n = 3 modulo 4.
fn is_prime(n: u64) -> bool {
    let power = |base| {
        (0..62).rev().fold(1, |power, bit| {
            let square = times(power, power, n);
            if n >> (bit + 1) & 1 == 1 { times(square, base, n) } else { square }
        })
    };
    let bases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    bases.into_iter().map(power).all(|power| power == 1 || power == n - 1)
}
