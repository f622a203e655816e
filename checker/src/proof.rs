//! Records of states, of classes, and of trees.
//!
//! In all of them an item has a *status*: how often it is covered, or the color of a secondary
//! item. A state is a row of bits, in words of 64, in which the status of each item has its place.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};

use crate::file::{Natural, Problem, Source};
use crate::{Res, require};

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

    /// May an option add this, or make it the status?
    fn fits(&self, state: &[u64], more: u64) -> bool {
        let status = self.status(state);
        let agrees = status == 0 || more > 1 && status == more;
        if self.is_sum { status + more <= self.most } else { agrees }
    }
}

/// An option.
struct Choice {
    /// Items in order, and what it adds to their status, or makes it.
    cells: Vec<(usize, u64)>,
    /// Words of a state, bits that must be 0 there, and bits that become 1. That says all of items
    /// that are covered once, and soon that an option does not fit.
    masks: Vec<(usize, u64, u64)>,
    /// The other cells.
    others: Vec<(usize, u64)>,
}

impl Choice {
    fn new(cells: &[(usize, u64)], items: &[Item]) -> Self {
        let mut choice = Self { cells: cells.to_vec(), masks: Vec::new(), others: Vec::new() };
        choice.cells.sort_unstable();
        for &(number, more) in &choice.cells {
            let Item { most, is_sum, word, shift, bits, .. } = items[number];
            if more != 1 || is_sum && most != 1 {
                choice.others.push((number, more));
            } else if let Some(mask) = choice.masks.iter_mut().find(|mask| mask.0 == word) {
                (mask.1, mask.2) = (mask.1 | bits, mask.2 | 1 << shift);
            } else {
                choice.masks.push((word, bits, 1 << shift));
            }
        }
        choice
    }

    fn has(&self, item: usize) -> bool {
        self.cells.iter().any(|&(other, _)| other == item)
    }
}

/// What can be chosen, and what it does to a state.
struct Board {
    items: Vec<Item>,
    choices: Vec<Choice>,
    n_words: usize,
}

impl Board {
    /// The places of items are read; without a source they follow each other, each in one word.
    fn new(problem: &Problem<'_>, mut source: Option<&mut Source>) -> Res<Self> {
        let mut sums = vec![0u64; problem.items.len()];
        for &(item, more) in problem.options.iter().flatten() {
            sums[item] = sums[item].saturating_add(more);
        }
        let (mut items, mut place, mut n_words) = (Vec::new(), 0, 0);
        for (item, sum) in problem.items.iter().zip(sums) {
            let bounds = item.bounds.map(|(least, most)| (least, most.min(sum)));
            let (least, most) = bounds.unwrap_or((0, 1 + item.n_colors));
            let width = u64::from(64 - most.leading_zeros());
            if let Some(source) = &mut source {
                place = source.number()?;
                let is_possible = place < 4096 && place % 64 + width <= 64;
                require(is_possible, "an item has an impossible place")?;
            } else if place % 64 + width > 64 {
                place = place.next_multiple_of(64);
            }
            let (word, shift, is_sum) = (place as usize / 64, place % 64, bounds.is_some());
            items.push(Item { least, most, is_sum, word, shift, bits: ((1 << width) - 1) << shift });
            (place, n_words) = (place + width, n_words.max(word + 1));
        }
        let choices = problem.options.iter().map(|cells| Choice::new(cells, &items)).collect();
        Ok(Self { items, choices, n_words })
    }

    fn fits(&self, choice: usize, state: &[u64]) -> bool {
        let Choice { masks, others, .. } = &self.choices[choice];
        masks.iter().all(|&(word, zeros, _)| state[word] & zeros == 0)
            && others.iter().all(|&(item, more)| self.items[item].fits(state, more))
    }

    /// The state after an option that fits.
    fn choose(&self, choice: usize, state: &mut [u64]) {
        for &(word, _, ones) in &self.choices[choice].masks {
            state[word] |= ones;
        }
        for &(item, more) in &self.choices[choice].others {
            let item = &self.items[item];
            let status = if item.is_sum { item.status(state) + more } else { more };
            state[item.word] = state[item.word] & !item.bits | status << item.shift;
        }
    }

    fn is_open(&self, level: &Level, state: &[u64]) -> bool {
        self.items[level.item].status(state) < self.items[level.item].most
    }

    /// Is what a level settles covered often enough?
    fn is_settled(&self, level: &Level, state: &[u64]) -> bool {
        let mut items = level.settled.iter().map(|&item| &self.items[item]);
        items.all(|item| item.status(state) >= item.least)
    }

    /// Finds what states of each level show. An item is in use from the first level with an option
    /// that has it to the last.
    fn show(&self, levels: &mut [Level]) -> Res<()> {
        let mut uses = vec![None; self.items.len()];
        for (number, level) in levels.iter().enumerate() {
            for &(item, _) in level.choices.iter().flat_map(|&it| &self.choices[it].cells) {
                uses[item] = Some((uses[item].map_or(number, |(first, _)| first), number));
            }
        }
        let mut taken = vec![vec![0; self.n_words]; levels.len()];
        for (number, item) in self.items.iter().enumerate() {
            let Some((first, last)) = uses[number] else { continue };
            for taken in &mut taken[first..=last] {
                require(taken[item.word] & item.bits == 0, "two items have the same place")?;
                taken[item.word] |= item.bits;
            }
            for level in &mut levels[first + 1..=last] {
                level.live.push(number);
                level.bits[item.word] |= item.bits;
            }
            levels[last].settled.push(number);
        }
        Ok(())
    }

    /// The options that fit.
    fn fitting(&self, state: &[u64]) -> Vec<usize> {
        (0..self.choices.len()).filter(|&choice| self.fits(choice, state)).collect()
    }
}

/// At each level at most one of some options is chosen, all of which have the item of the level.
struct Level {
    item: usize,
    choices: Vec<usize>,
    /// Items that no later option has.
    settled: Vec<usize>,
    /// Items that a state shows, and their bits.
    live: Vec<usize>,
    bits: Vec<u64>,
}

/// A certificate of states, or of classes of them. There each item that has to be covered is a
/// level of its own, and states of all levels are in one balance.
pub struct Sweep<'a> {
    source: &'a mut Source,
    board: Board,
    levels: Vec<Level>,
    n_primary: usize,
    is_of_classes: bool,
    /// What all solutions have to spend.
    budget: Option<u64>,
    balance: Balance,
    /// The ways to the end.
    total: Natural,
}

impl<'a> Sweep<'a> {
    fn new(source: &'a mut Source, problem: &Problem<'_>, board: Board, levels: Vec<Level>) -> Self {
        let (balance, n_primary) = (Balance::new(levels.len(), board.n_words), problem.n_primary);
        let (is_of_classes, budget, total) = (false, None, Natural::default());
        Self { source, board, levels, n_primary, is_of_classes, budget, balance, total }
    }

    pub fn of_classes(source: &'a mut Source, problem: &Problem<'_>) -> Res<Self> {
        problem.plain()?;
        let board = Board::new(problem, None)?;
        let mut bits = vec![0; board.n_words];
        board.items.iter().for_each(|item| bits[item.word] |= item.bits);
        let level = |item| {
            let choices = 0..board.choices.len();
            let choices = choices.filter(|&choice| board.choices[choice].has(item)).collect();
            Level { item, choices, settled: vec![item], live: Vec::new(), bits: bits.clone() }
        };
        let levels = (0..problem.n_primary).map(level).collect();
        Ok(Self { is_of_classes: true, ..Self::new(source, problem, board, levels) })
    }

    pub fn of_states(
        source: &'a mut Source,
        problem: &Problem<'_>,
        budget: Option<u64>,
    ) -> Res<Self> {
        let order = source.numbers(problem.n_primary)?;
        let mut groups = vec![Vec::new(); order.len()];
        let mut positions = vec![usize::MAX; problem.items.len()];
        for (position, &item) in order.iter().enumerate() {
            let is_new = item < order.len() && positions[item] == usize::MAX;
            require(is_new, "the order of the items is none")?;
            positions[item] = position;
        }
        let board = Board::new(problem, Some(source))?;
        for (choice, cells) in problem.options.iter().enumerate() {
            let first = cells.iter().map(|&(item, _)| positions[item]).min();
            first.into_iter().for_each(|first| groups[first].push(choice));
        }
        let mut levels = Vec::new();
        for (item, group) in order.into_iter().zip(groups) {
            let is_several = problem.items[item].bounds.is_some_and(|(_, most)| most > 1);
            for choices in group.chunks(if is_several { 1 } else { group.len().max(1) }) {
                let (choices, bits) = (choices.to_vec(), vec![0; board.n_words]);
                levels.push(Level { item, choices, settled: Vec::new(), live: Vec::new(), bits });
            }
        }
        board.show(&mut levels)?;
        Ok(Self { budget, ..Self::new(source, problem, board, levels) })
    }

    /// The count that the records prove.
    pub fn check(mut self) -> Res<Natural> {
        let mut state = vec![0; self.board.n_words];
        if self.board.items.iter().all(|item| item.least == 0 || item.most > 0) {
            self.arrive(0, &mut state, &[1])?;
        }
        let mut n_read = 0u64;
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
                n_read += 1;
                let checked = self.record(level as usize, &state, &bytes.collect::<Vec<_>>());
                checked.map_err(|why| format!("record {n_read}: {why}"))?;
            }
        }
        self.balance.check()?;
        Ok(self.total)
    }

    /// Checks a record: the number of ways that lead to a state.
    fn record(&mut self, level: usize, state: &[u64], count: &[u8]) -> Res<()> {
        let Self { board, levels, .. } = self;
        let here = &levels[level];
        let is_good = board.is_open(here, state)
            && here.live.iter().map(|&it| &board.items[it]).all(|it| it.status(state) <= it.most)
            && state.iter().zip(&here.bits).all(|(state, bits)| state & !bits == 0);
        require(is_good, "its state is impossible")?;
        self.balance.add(if self.is_of_classes { 0 } else { level }, false, state, count);
        let (mut next, n_choices) = (state.to_vec(), here.choices.len());
        self.leave(level, &mut next, count)?;
        for place in 0..n_choices {
            let choice = self.levels[level].choices[place];
            if self.board.fits(choice, state) {
                next.copy_from_slice(state);
                self.board.choose(choice, &mut next);
                self.leave(level, &mut next, count)?;
            }
        }
        Ok(())
    }

    /// The choice of a level is made.
    fn leave(&mut self, level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        let is_settled = self.board.is_settled(&self.levels[level], state);
        if is_settled { self.arrive(level + 1, state, count) } else { Ok(()) }
    }

    /// Adds ways to a state before a level, or before the next one with something to choose; or to
    /// the end.
    fn arrive(&mut self, mut level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        if self.is_of_classes {
            return self.arrive_at_class(state, count);
        }
        while let Some(here) = self.levels.get(level) {
            state.iter_mut().zip(&here.bits).for_each(|(state, bits)| *state &= bits);
            if self.board.is_open(here, state) {
                self.balance.add(level, true, state, count);
                return Ok(());
            }
            if !self.board.is_settled(here, state) {
                return Ok(());
            }
            level += 1;
        }
        let spent = self.board.items.last().map_or(0, |item| item.status(state));
        let is_best = self.budget.is_none_or(|budget| spent == budget);
        require(is_best, "a solution is better than the best")?;
        self.total.add_product(&Natural::new(count), &Natural::new(&[1]));
        Ok(())
    }

    /// Adds ways to a state or the one that is read for its class, or to the end.
    fn arrive_at_class(&mut self, state: &mut [u64], count: &[u8]) -> Res<()> {
        let open: Vec<&Item> =
            self.board.items.iter().filter(|item| item.status(state) < item.least).collect();
        if open.is_empty() {
            self.total.add_product(&Natural::new(count), &Natural::new(&[1]));
            return Ok(());
        }
        // Items that are in no option that fits count as covered.
        let fitting = self.board.fitting(state);
        state.copy_from_slice(&self.levels[0].bits);
        for &(word, bits, _) in fitting.iter().flat_map(|&it| &self.board.choices[it].masks) {
            state[word] &= !bits;
        }
        if open.iter().all(|item| item.status(state) == 0) {
            let way = self.source.number()?;
            require(way <= 1, "a step has an impossible permutation")?;
            if way == 1 {
                self.permute(state, &fitting)?;
            }
            self.balance.add(0, true, state, count);
        }
        Ok(())
    }

    /// Reads which items take the place of those that are left, and checks that they carry the
    /// options that fit to those that fit then.
    fn permute(&mut self, state: &mut [u64], fitting: &[usize]) -> Res<()> {
        let Board { items, choices, .. } = &self.board;
        let (before, mut images) = (state.to_vec(), vec![0; items.len()]);
        state.copy_from_slice(&self.levels[0].bits);
        for item in (0..items.len()).filter(|&item| items[item].status(&before) == 0) {
            let to = self.source.number()? as usize;
            let is_alike = to < items.len() && (to < self.n_primary) == (item < self.n_primary);
            let is_new = is_alike && items[to].status(state) == 1;
            require(is_new, "a step has an impossible permutation")?;
            state[items[to].word] &= !items[to].bits;
            images[item] = to;
        }
        let items = |choice: usize| choices[choice].cells.iter().map(|&(item, _)| item);
        let carried = fitting.iter().map(|&choice| {
            let mut there: Vec<usize> = items(choice).map(|item| images[item]).collect();
            there.sort_unstable();
            there
        });
        let there = self.board.fitting(state).into_iter().map(|choice| items(choice).collect());
        let (mut carried, mut there): (Vec<_>, Vec<Vec<usize>>) = (carried.collect(), there.collect());
        carried.sort_unstable();
        there.sort_unstable();
        let why = "a step has a permutation that does not carry options to options";
        require(carried == there, why)
    }
}

/// What records say, less what steps lead to, modulo two random primes of 63 bits.
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

    fn add(&mut self, level: usize, is_step: bool, state: &[u64], count: &[u8]) {
        for (k, &prime) in self.primes.iter().enumerate() {
            let mut product = count.chunks(7).rev().fold(0, |rest, bytes| {
                let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                let all = u128::from(rest) << 56 | u128::from(word);
                if rest == 0 { word } else { (all % u128::from(prime)) as u64 }
            });
            let bytes = state.iter().flat_map(|word| word.to_le_bytes());
            for (coins, byte) in self.coins.iter().zip(bytes).filter(|(_, byte)| *byte > 0) {
                product = times(product, coins[usize::from(byte)][k], prime);
            }
            let sum = &mut self.sums[level][k];
            *sum += if is_step { prime - product } else { product };
            *sum -= if *sum >= prime { prime } else { 0 };
        }
    }

    fn check(&self) -> Res<()> {
        let wrong = self.sums.iter().position(|sums| *sums != [0; 2]);
        let why = |level| {
            format!("level {level} is out of balance: its records are not what steps lead to")
        };
        wrong.map_or(Ok(()), |level| Err(why(level)))
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
            if n / 2 >> bit & 1 == 1 { times(square, base, n) } else { square }
        })
    };
    let bases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    bases.into_iter().map(power).all(|power| power == 1 || power == n - 1)
}

/// The count that a tree proves.
pub fn tree(source: &mut Source, problem: &Problem<'_>) -> Res<Natural> {
    let board = Board::new(problem, None)?;
    let (items, state): (Vec<_>, _) = ((0..problem.n_primary).collect(), vec![0; board.n_words]);
    Reader { source, board: &board, n_leaves: 0 }.read(&items, &mut board.fitting(&state), &state)
}

/// A tree as it is read.
struct Reader<'a> {
    source: &'a mut Source,
    board: &'a Board,
    n_leaves: u64,
}

impl Reader<'_> {
    /// What the next records say about some items and options; leaves are counted again.
    fn read(&mut self, items: &[usize], living: &mut [usize], state: &[u64]) -> Res<Natural> {
        let (board, mut total, one) = (self.board, Natural::default(), Natural::new(&[1]));
        let number = self.source.number()? as usize;
        if number == 0 {
            self.n_leaves += 1;
            let total = Natural::new(&board.search(items, living, state).to_le_bytes());
            let claimed = self.source.count()?;
            let why = format!("leaf {}: the count is {total}, not {claimed}", self.n_leaves);
            require(total == claimed, &why)?;
            return Ok(total);
        }
        let is_completable = board.branching_item(items, living, state).is_some();
        require(is_completable, "the tree goes on where nothing can be completed")?;
        if number == 1 {
            let parts = board.parts(items, living, state);
            require(parts.len() > 1, "the tree has parts where there are none")?;
            return parts.into_values().try_fold(one, |others, (items, mut living)| {
                let mut total = Natural::default();
                total.add_product(&others, &self.read(&items, &mut living, state)?);
                Ok(total)
            });
        }
        let item = number - 2;
        let is_open = living.iter().any(|&choice| board.choices[choice].has(item));
        let is_good = is_open && items.contains(&item);
        require(is_good, "the tree branches on an item without options")?;
        board.branch(item, living, state, |living, state| {
            total.add_product(&self.read(items, living, state)?, &one);
            Ok(())
        })?;
        Ok(total)
    }
}

impl Board {
    /// How many sets of these options complete these items: each is tried.
    fn search(&self, items: &[usize], living: &mut [usize], state: &[u64]) -> u64 {
        let Some(branch) = self.branching_item(items, living, state) else { return 0 };
        let Some(item) = branch else { return 1 };
        let mut total = 0;
        let _ = self.branch(item, living, state, |living, state| {
            total += self.search(items, living, state);
            Ok(())
        });
        total
    }

    /// The item with the fewest branches; none if nothing is left to choose, and not even that if
    /// an item cannot be covered often enough.
    fn branching_item(&self, items: &[usize], living: &[usize], state: &[u64]) -> Option<Option<usize>> {
        let (mut n_living, mut fewest) = (vec![0u64; self.items.len()], (u64::MAX, None));
        for &(item, _) in living.iter().flat_map(|&choice| &self.choices[choice].cells) {
            n_living[item] += 1;
        }
        for &item in items {
            let needed = self.items[item].least.saturating_sub(self.items[item].status(state));
            let n_spare = n_living[item].checked_sub(needed)?;
            if n_living[item] > 0 && n_spare < fewest.0 {
                fewest = (n_spare, Some(item));
            }
        }
        Some(fewest.1)
    }

    /// Does something for each option of an item, if it is the first of these that is chosen; and
    /// if none is, where that is enough. What remains living comes first in the list.
    fn branch(
        &self,
        item: usize,
        living: &mut [usize],
        state: &[u64],
        mut below: impl FnMut(&mut [usize], &[u64]) -> Res<()>,
    ) -> Res<()> {
        let has = |choice: usize| self.choices[choice].has(item);
        let mut chosen: Vec<usize> = living.iter().copied().filter(|&it| has(it)).collect();
        chosen.sort_unstable();
        for choice in chosen {
            let mut next = state.to_vec();
            self.choose(choice, &mut next);
            let stays = |other| self.fits(other, &next) && (other > choice || !has(other));
            below(first(living, stays), &next)?;
        }
        if self.items[item].status(state) >= self.items[item].least {
            below(first(living, |other| !has(other)), state)?;
        }
        Ok(())
    }

    /// Items that have options, and these, by the parts that share none, and no secondary item that
    /// is not covered yet; each by its least item.
    fn parts(&self, items: &[usize], living: &[usize], state: &[u64]) -> Parts {
        let mut least: Vec<usize> = (0..self.items.len()).collect();
        let joins = |&item: &usize| self.items[item].is_sum || self.items[item].status(state) == 0;
        while {
            let before = least.clone();
            for &choice in living {
                let cells = self.choices[choice].cells.iter();
                let joined: Vec<usize> = cells.map(|&(item, _)| item).filter(joins).collect();
                let first = joined.iter().map(|&item| least[item]).min().unwrap_or(0);
                joined.into_iter().for_each(|item| least[item] = first);
            }
            least != before
        } {}
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

/// Items and options.
type Parts = BTreeMap<usize, (Vec<usize>, Vec<usize>)>;

/// Brings those that stay to the beginning, and returns them.
fn first(list: &mut [usize], stays: impl Fn(usize) -> bool) -> &mut [usize] {
    let mut n = 0;
    for place in 0..list.len() {
        if stays(list[place]) {
            list.swap(place, n);
            n += 1;
        }
    }
    &mut list[..n]
}
