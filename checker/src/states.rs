//! Records of states: a sweep, level by level.

use std::collections::HashMap;
use std::io::Read;

use crate::balance::Balance;
use crate::input::Input;
use crate::numbers::sum;
use crate::problem::{NamedItem, Problem};
use crate::{Res, require};

/// An item as a sweep sees it: a status, from 0 to the most.
struct Item {
    least: u64,
    most: u64,
    /// Do options add to the status? Otherwise, they agree on it.
    is_sum: bool,
    /// The first and the last level with an option that has it.
    levels: Option<(usize, usize)>,
    /// Where the status stands in a state.
    word: usize,
    shift: u64,
    bits: u64,
}

impl Item {
    fn status(&self, state: &[u64]) -> u64 {
        (state[self.word] & self.bits) >> self.shift
    }

    fn fits(&self, state: &[u64], more: u64) -> bool {
        let status = self.status(state);
        if self.is_sum { status + more <= self.most } else { status == 0 || more > 1 && status == more }
    }

    fn put(&self, state: &mut [u64], more: u64) {
        let sum = if self.is_sum { self.status(state) + more } else { more };
        state[self.word] = state[self.word] & !self.bits | sum << self.shift;
    }
}

/// At each level at most one of some options is chosen, all of which cover the item of the level.
#[derive(Default)]
struct Level {
    item: usize,
    /// Items, and what each adds to their status, or makes it.
    options: Vec<Vec<(usize, u64)>>,
    /// For each option the bits that must be 0: most do not fit, and that shows it soon.
    zeros: Vec<Vec<u64>>,
    /// Items that no later option has.
    settled: Vec<usize>,
    /// Items that a state shows, and their bits.
    live: Vec<usize>,
    bits: Vec<u64>,
}

struct Sweep {
    items: Vec<Item>,
    levels: Vec<Level>,
    /// Is the last item what is spent?
    is_spent: bool,
}

/// The count that records of states prove. If options spend something, it is that of the solutions that spend the most that they may; no solution may spend less.
pub(crate) fn states(input: &mut Input<impl Read>, problem: &Problem, spends: Option<(Vec<u64>, u64)>) -> Res<Vec<u8>> {
    let sweep = Sweep::new(input, problem, spends)?;
    let mut state = vec![0; sweep.items.iter().map(|item| item.word + 1).max().unwrap_or(0)];
    let mut balance = Balance::new(sweep.levels.len(), state.len());
    if sweep.items.iter().all(|item| item.levels.is_some() || item.least == 0) {
        sweep.arrive(&mut balance, 0, &mut state.clone(), &[1])?;
    }
    while let Some(level) = input.number()?.checked_sub(1) {
        let here = sweep.levels.get(level as usize).ok_or("a block is of no level")?;
        let n_bits = here
            .bits
            .iter()
            .rposition(|&bits| bits > 0)
            .map_or(0, |word| 64 * (word + 1) - here.bits[word].leading_zeros() as usize);
        let (n_records, width) = (input.number()?, input.number()?);
        require((1..=65536).contains(&n_records) && width <= 4096, "a block is too large")?;
        let block = input.take(n_records * (n_bits.div_ceil(8) as u64 + width))?;
        for record in 0..n_records as usize {
            let mut bytes = block.iter().skip(record).step_by(n_records as usize).copied();
            state.fill(0);
            for (place, byte) in (0..n_bits.div_ceil(8)).zip(&mut bytes) {
                state[place / 8] |= u64::from(byte) << (place % 8 * 8);
            }
            sweep.record(&mut balance, level as usize, &state, &bytes.collect::<Vec<u8>>())?;
        }
    }
    balance.total()
}

impl Sweep {
    fn new(input: &mut Input<impl Read>, problem: &Problem, spends: Option<(Vec<u64>, u64)>) -> Res<Self> {
        let n_items = problem.items.len();
        let order = input.numbers(problem.items.iter().filter(|(_, bounds)| bounds.is_some()).count())?;
        let mut position = vec![usize::MAX; n_items];
        for (place, &item) in order.iter().enumerate() {
            require(item < order.len() && position[item] == usize::MAX, "the order of the items is none")?;
            position[item] = place;
        }
        let (mut colors, mut degrees) = (vec![HashMap::new(); n_items], vec![0; n_items]);
        let mut groups = vec![Vec::new(); order.len()];
        for (number, (cells, _)) in problem.options.iter().enumerate() {
            let mut option = Vec::new();
            for (item, color) in cells {
                let next = 2 + colors[*item].len() as u64;
                option.push((*item, if color.is_empty() { 1 } else { *colors[*item].entry(color).or_insert(next) }));
            }
            let first = option.iter().map(|(item, _)| position[*item]).min().filter(|&first| first < usize::MAX);
            // An option without a primary item is never chosen.
            if let Some(first) = first {
                option.iter().for_each(|(item, _)| degrees[*item] += 1);
                option.extend(spends.iter().map(|(spends, _)| (n_items, spends[number])));
                groups[first].push(option);
            }
        }
        let status = |(item, (_, bounds)): (usize, &NamedItem)| match *bounds {
            Some((least, most)) => (least, most.min(degrees[item]), true),
            None => (0, 1 + colors[item].len() as u64, false),
        };
        let statuses = problem.items.iter().enumerate().map(status);
        let mut items = Vec::new();
        for (least, most, is_sum) in statuses.chain(spends.iter().map(|(_, most)| (0, *most, true))) {
            let (place, width) = (input.number()?, u64::from(64 - most.leading_zeros()));
            require(place < 4096 && place % 64 + width <= 64, "an item has an impossible place")?;
            let bits = ((1 << width) - 1) << (place % 64);
            items.push(Item { least, most, is_sum, levels: None, word: place as usize / 64, shift: place % 64, bits });
        }
        let mut levels = Vec::new();
        for (&item, group) in order.iter().zip(groups) {
            let is_several = problem.items[item].1.is_some_and(|(_, most)| most > 1);
            for part in group.chunks(if is_several { 1 } else { group.len().max(1) }) {
                for (item, _) in part.iter().flatten() {
                    let (first, _) = items[*item].levels.unwrap_or((levels.len(), 0));
                    items[*item].levels = Some((first, levels.len()));
                }
                levels.push(Level { item, options: part.to_vec(), ..Level::default() });
            }
        }
        let mut sweep = Self { items, levels, is_spent: spends.is_some() };
        sweep.place()?;
        Ok(sweep)
    }

    /// Determines what states show. No two items may share a bit while options have both.
    fn place(&mut self) -> Res<()> {
        let n_words = self.items.iter().map(|item| item.word + 1).max().unwrap_or(0);
        let mut taken = vec![vec![0; n_words]; self.levels.len()];
        for level in &mut self.levels {
            level.bits = vec![0; n_words];
            level.zeros = vec![vec![0; n_words]; level.options.len()];
            for (option, zeros) in level.options.iter().zip(&mut level.zeros) {
                let items = option.iter().map(|&(item, more)| (&self.items[item], more));
                for (item, _) in items.filter(|(item, more)| *more == 1 && (item.most == 1 || !item.is_sum)) {
                    zeros[item.word] |= item.bits;
                }
            }
        }
        for (number, item) in self.items.iter().enumerate() {
            let Some((first, last)) = item.levels else { continue };
            self.levels[last].settled.push(number);
            for taken in &mut taken[first..=last] {
                require(taken[item.word] & item.bits == 0, "two items have the same place")?;
                taken[item.word] |= item.bits;
            }
            for level in &mut self.levels[first + 1..=last] {
                level.live.push(number);
                level.bits[item.word] |= item.bits;
            }
        }
        Ok(())
    }

    /// Checks a record: the number of ways that lead to a state.
    fn record(&self, balance: &mut Balance, level: usize, state: &[u64], count: &[u8]) -> Res<()> {
        let (here, mut next) = (&self.levels[level], state.to_vec());
        let is_good = here.live.iter().map(|&item| &self.items[item]).all(|item| item.status(state) <= item.most);
        let is_good = is_good && state.iter().zip(&here.bits).all(|(state, bits)| state & !bits == 0);
        require(is_good, "a record has an impossible state")?;
        balance.add(level, 0, state, count);
        self.leave(balance, level, &mut next, count)?;
        for (option, zeros) in here.options.iter().zip(&here.zeros) {
            let is_free = state.iter().zip(zeros).all(|(state, zeros)| state & zeros == 0);
            if is_free && option.iter().all(|&(item, more)| self.items[item].fits(state, more)) {
                next.copy_from_slice(state);
                option.iter().for_each(|&(item, more)| self.items[item].put(&mut next, more));
                self.leave(balance, level, &mut next, count)?;
            }
        }
        Ok(())
    }

    /// Is what a level settles covered often enough?
    fn is_settled(&self, level: usize, state: &[u64]) -> bool {
        let mut items = self.levels[level].settled.iter().map(|&item| &self.items[item]);
        items.all(|item| item.status(state) >= item.least)
    }

    /// The choice of a level is made.
    fn leave(&self, balance: &mut Balance, level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        if self.is_settled(level, state) { self.arrive(balance, level + 1, state, count) } else { Ok(()) }
    }

    /// Adds ways to a state before a level, or before the next one whose item takes more; or to the end.
    fn arrive(&self, balance: &mut Balance, mut level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        while let Some(here) = self.levels.get(level) {
            state.iter_mut().zip(&here.bits).for_each(|(state, bits)| *state &= bits);
            if self.items[here.item].status(state) < self.items[here.item].most {
                balance.add(level, 1, state, count);
                return Ok(());
            }
            if !self.is_settled(level, state) {
                return Ok(());
            }
            level += 1;
        }
        let spent = self.items.last().filter(|_| self.is_spent);
        require(spent.is_none_or(|item| item.status(state) == item.most), "a solution is better than the best")?;
        balance.total = sum(std::mem::take(&mut balance.total), count);
        Ok(())
    }
}
