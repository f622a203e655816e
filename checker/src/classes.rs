//! Records of classes: a state stands for all that permutations of items make of it.

use std::collections::HashMap;
use std::io::Read;

use crate::balance::Balance;
use crate::input::Input;
use crate::numbers::sum;
use crate::problem::Problem;
use crate::{Res, require};

/// A set of items, with a bit for each.
type Set = Vec<u64>;

fn set(items: impl IntoIterator<Item = usize>, n_items: usize) -> Set {
    let mut set = vec![0; n_items.div_ceil(64)];
    items.into_iter().for_each(|item| set[item / 64] |= 1 << (item % 64));
    set
}

fn has(set: &[u64], item: usize) -> bool {
    set.get(item / 64).is_some_and(|word| word >> (item % 64) & 1 == 1)
}

fn without(set: &[u64], other: &[u64]) -> Set {
    set.iter().zip(other).map(|(a, b)| a & !b).collect()
}

fn is_within(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

/// Classes of states. A state is the set of items that are left.
struct Classes {
    n_items: usize,
    primary: Set,
    /// The items of each option, as a list and as a set.
    options: Vec<(Vec<usize>, Set)>,
    /// How many options have exactly these items.
    copies: HashMap<Set, usize>,
}

/// The count that records of classes prove.
pub(crate) fn classes(input: &mut Input<impl Read>, problem: &Problem) -> Res<Vec<u8>> {
    let n_items = problem.items.len();
    let options = problem.plain()?.into_iter().map(|items| (items.clone(), set(items, n_items)));
    let primary = set((0..n_items).filter(|&item| problem.is_primary(item)), n_items);
    let mut classes = Classes { n_items, primary, options: options.collect(), copies: HashMap::new() };
    classes.options.iter().for_each(|(_, set)| *classes.copies.entry(set.clone()).or_insert(0) += 1);
    let (whole, all) = (set(0..n_items, n_items), 0..classes.options.len());
    let mut balance = Balance::new(1, whole.len());
    classes.follow(input, &mut balance, &whole, all.clone().collect(), &[1])?;
    while let Some(branch) = input.number()?.checked_sub(1) {
        let (mut state, branch) = (vec![0; whole.len()], branch as usize);
        for (place, byte) in input.take(n_items.div_ceil(8) as u64)?.into_iter().enumerate() {
            state[place / 8] |= u64::from(byte) << (place % 8 * 8);
        }
        let count = input.amount()?;
        let is_good = has(&state, branch) && has(&classes.primary, branch) && is_within(&state, &whole);
        require(is_good, "a record has an impossible state")?;
        balance.add(0, 0, &state, &count);
        let fits = classes.fits(all.clone(), &state);
        for (_, option) in fits.iter().map(|&option| &classes.options[option]).filter(|it| has(&it.1, branch)) {
            let left = without(&state, option);
            let fits = classes.fits(fits.iter().copied(), &left);
            classes.follow(input, &mut balance, &left, fits, &count)?;
        }
    }
    balance.total()
}

impl Classes {
    /// Those of some options that fit if this is left.
    fn fits(&self, options: impl Iterator<Item = usize>, left: &[u64]) -> Vec<usize> {
        options.filter(|&option| is_within(&self.options[option].1, left)).collect()
    }

    /// Adds the ways to what is left, if these options fit.
    fn follow(
        &self,
        input: &mut Input<impl Read>,
        balance: &mut Balance,
        left: &[u64],
        fits: Vec<usize>,
        count: &[u8],
    ) -> Res<()> {
        let mut state = set(fits.iter().flat_map(|&option| self.options[option].0.iter().copied()), self.n_items);
        let needed = without(&self.primary, &without(&self.primary, left));
        if needed.iter().all(|word| *word == 0) {
            balance.total = sum(std::mem::take(&mut balance.total), count);
        } else if is_within(&needed, &state) {
            let way = input.number()?;
            require(way <= 1, "a step has an impossible permutation")?;
            if way == 1 {
                state = self.permuted(input, &state, &fits)?;
            }
            balance.add(0, 1, &state, count);
        }
        Ok(())
    }

    /// Reads which items take the place of those of a state, which these options fit, and checks that options take the place of these.
    fn permuted(&self, input: &mut Input<impl Read>, state: &[u64], fits: &[usize]) -> Res<Set> {
        let (mut images, mut image) = (vec![0; self.n_items], set([], self.n_items));
        for item in (0..self.n_items).filter(|&item| has(state, item)) {
            let to = input.number()? as usize;
            let is_alike = to < self.n_items && has(&self.primary, to) == has(&self.primary, item);
            require(is_alike && !has(&image, to), "a step has an impossible permutation")?;
            image[to / 64] |= 1 << (to % 64);
            images[item] = to;
        }
        let there = |items: &[usize]| set(items.iter().map(|&item| images[item]), self.n_items);
        let mut options = fits.iter().map(|&option| &self.options[option]);
        let is_good = options.all(|(items, set)| self.copies.get(&there(items)) == self.copies.get(set));
        let is_good = is_good && self.options.iter().filter(|it| is_within(&it.1, &image)).count() == fits.len();
        require(is_good, "a step has a permutation that does not carry options to options")?;
        Ok(image)
    }
}
