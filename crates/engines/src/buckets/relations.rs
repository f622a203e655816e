//! A problem as variables and relations: the primary items are the variables, the options of an item are its values, and two options either fit together or not.
//!
//! Nothing else has to be said: secondary items are covered at most once, or in one color, if that is true of each two options; and an option with several primary items is chosen if all of these have it as their value.

use rustc_hash::FxHashMap;

use super::super::learn::decomposition::Elimination;
use super::super::residue::Residue;
use dlx_core::problem::{to_place, to_u64, to_usize};
use dlx_core::stop::poll;

/// Values are kept as bits of a word.
const MOST_VALUES: usize = 64;

/// About as many pairs of options are looked at at most: a tenth of a second.
const MOST_PAIRS: usize = 1 << 23;

/// With as many values as these, names of values fit in half a byte.
pub(super) const MOST_NAMES: usize = 16;

/// Values of variables as bits.
pub(super) type ValueSet = u64;

/// The lowest values, this many.
pub(super) const fn lowest(number: usize) -> ValueSet {
    if number == 0 { 0 } else { ValueSet::MAX >> (MOST_VALUES - number) }
}

/// The values in a set.
pub(super) fn in_set(mut set: ValueSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let value = (set != 0).then(|| to_place(u64::from(set.trailing_zeros())));
        set &= set.wrapping_sub(1);
        value
    })
}

/// Variables, their values, and which of these fit together.
#[derive(Clone, Debug)]
pub(super) struct Relations {
    /// The options of each primary item, by their places.
    pub(super) values: Vec<Vec<u32>>,
    /// For each variable, for each other that does not fit with all of its values: the values that fit to each value of the first.
    pub(super) fits: Vec<FxHashMap<usize, Vec<ValueSet>>>,
}

/// An option that has an item: its variable, its value, the option, and the color of the item.
type Holder = (usize, usize, u32, u32);

impl Relations {
    /// The relations of a problem; none if an item has many options, or two options do not always exclude each other by what they have.
    pub(super) fn new(residue: &Residue) -> Option<Self> {
        if residue.ports.is_some() || !residue.quotas.is_empty() {
            return None;
        }
        let n = residue.n_primary;
        let mut values = vec![Vec::new(); n];
        for (option, cells) in (0..).zip(residue.options()) {
            poll(cells.len());
            cells.iter().filter(|cell| to_usize(cell.0) < n).for_each(|cell| values[to_usize(cell.0)].push(option));
        }
        if values.iter().any(|options| options.len() > MOST_VALUES) {
            return None;
        }
        let mut relations = Self { values, fits: vec![FxHashMap::default(); n] };
        let mut holders = vec![Vec::new(); residue.n_items - n];
        let mut n_pairs = 0;
        for (option, cells) in (0..).zip(residue.options()) {
            let primary: Vec<usize> = cells.iter().map(|cell| to_usize(cell.0)).filter(|&item| item < n).collect();
            n_pairs += primary.len() * primary.len();
            relations.join(&primary);
            for &(item, color) in cells.iter().filter(|cell| to_usize(cell.0) >= n) {
                let holder = |&variable: &usize| (variable, relations.value_of(variable, option), option, color);
                holders[to_usize(item) - n].extend(primary.iter().map(holder));
            }
        }
        n_pairs += holders.iter().map(|all| all.len() * all.len()).sum::<usize>();
        if n_pairs > MOST_PAIRS {
            return None;
        }
        holders.iter().for_each(|all| relations.exclude(all));
        Some(relations)
    }

    fn value_of(&self, variable: usize, option: u32) -> usize {
        self.values[variable].partition_point(|&other| other < option)
    }

    /// All values of a variable.
    pub(super) fn all(&self, variable: usize) -> ValueSet {
        lowest(self.values[variable].len())
    }

    /// Lets only these values of the second variable fit to a value of the first.
    fn restrict(&mut self, [one, other]: [usize; 2], value: usize, to: ValueSet) {
        let (number, all) = (self.values[one].len(), self.all(other));
        self.fits[one].entry(other).or_insert_with(|| vec![all; number])[value] &= to;
    }

    /// The variables of one option: if one of them has an option that another has, too, both have it.
    fn join(&mut self, variables: &[usize]) {
        for &one in variables {
            for &other in variables {
                if other == one || self.fits[one].contains_key(&other) {
                    continue;
                }
                poll(self.values[one].len() + self.values[other].len());
                let shared = |option: &u32| self.values[one].binary_search(option).is_ok();
                let common = self.values[other].iter().enumerate().filter(|(_, option)| shared(option));
                let common = common.fold(0, |set, (value, _)| set | 1 << value);
                for value in 0..self.values[one].len() {
                    let partner = self.values[other].binary_search(&self.values[one][value]);
                    self.restrict([one, other], value, partner.map_or(!common, |partner| 1 << partner));
                }
            }
        }
    }

    /// The options of a secondary item: no two of them fit together unless they give it one color. If all options of a variable have the item, the others need only fit to that variable: what fits to one color
    /// fits together. (The value of a variable of a formula, and its clauses.)
    fn exclude(&mut self, holders: &[Holder]) {
        let mut of_each: FxHashMap<usize, usize> = FxHashMap::default();
        holders.iter().for_each(|holder| *of_each.entry(holder.0).or_default() += 1);
        let decider = holders.iter().map(|holder| holder.0).find(|it| of_each[it] == self.values[*it].len());
        for (place, one) in holders.iter().enumerate() {
            poll(holders.len() - place);
            for other in &holders[place + 1..] {
                let is_decided = decider.is_some_and(|decider| one.0 != decider && other.0 != decider);
                let is_apart = one.0 == other.0 || one.2 == other.2 || is_decided;
                if !is_apart && (one.3 != other.3 || one.3 == 0) {
                    self.restrict([one.0, other.0], one.1, !(1 << other.1));
                    self.restrict([other.0, one.0], other.1, !(1 << one.1));
                }
            }
        }
    }

    /// About how many rows an elimination looks at: as if relations of two variables did not depend on each other. Of rows that differ only by an exchange of values there is one.
    pub(super) fn rows(&self, elimination: &Elimination, is_alike: bool) -> f64 {
        let rows = |&variable: &usize| {
            let scope: Vec<usize> = elimination.bags[variable].iter().chain([&variable]).copied().collect();
            let sizes: f64 = scope.iter().map(|&it| (self.values[it].len().max(1) as f64).log2()).sum();
            let densities = |(place, &one): (usize, &usize)| {
                poll(place);
                scope[..place].iter().filter_map(|&other| self.log_density(one, other)).sum::<f64>()
            };
            (sizes + scope.iter().enumerate().map(densities).sum::<f64>()).exp2()
        };
        let number = self.values.first().filter(|_| is_alike).map_or(0, Vec::len);
        let permutations: f64 = (1..=number).map(|factor| factor as f64).product();
        elimination.order.iter().map(rows).sum::<f64>() / permutations
    }

    /// The part of all pairs of values of two variables that fits, as a logarithm; none if all do.
    fn log_density(&self, one: usize, other: usize) -> Option<f64> {
        let fits = self.fits[one].get(&other)?;
        let pairs: u64 = fits.iter().map(|set| u64::from(set.count_ones())).sum();
        Some((pairs.max(1) as f64 / (self.values[one].len() * self.values[other].len()).max(1) as f64).log2())
    }

    /// Numbers the values so that they can be exchanged: any permutation of the numbers of all variables at once carries solutions into solutions, as that of the colors of a graph. Says whether that is possible; if not,
    /// nothing is changed. That is so if each relation is "equal" or "different".
    pub(super) fn align(&mut self) -> bool {
        let Some(number) = self.values.first().map(Vec::len) else { return false };
        if !(3..=MOST_NAMES).contains(&number) || self.values.iter().any(|options| options.len() != number) {
            return false;
        }
        let Some(names) = self.names(number) else { return false };
        let renamed = |set: ValueSet, name: &[usize]| in_set(set).fold(0, |all, value| all | 1 << name[value]);
        let mut fits = vec![FxHashMap::default(); self.fits.len()];
        for (one, relations) in self.fits.iter().enumerate() {
            for (&other, sets) in relations {
                let mut by_name = vec![0; number];
                (0..number).for_each(|value| by_name[names[one][value]] = renamed(sets[value], &names[other]));
                let is_equal = by_name.iter().enumerate().all(|(name, &set)| set == 1 << name);
                if !is_equal && !by_name.iter().enumerate().all(|(name, &set)| set == lowest(number) & !(1 << name)) {
                    return false;
                }
                fits[one].insert(other, by_name);
            }
        }
        for (options, name) in self.values.iter_mut().zip(&names) {
            let before = options.clone();
            before.iter().zip(name).for_each(|(&option, &name)| options[name] = option);
        }
        self.fits = fits;
        true
    }

    /// For each variable the names of its values that relations hand on from one variable of each connected part.
    fn names(&self, number: usize) -> Option<Vec<Vec<usize>>> {
        let mut names: Vec<Vec<usize>> = vec![Vec::new(); self.values.len()];
        for start in 0..names.len() {
            if names[start].is_empty() {
                names[start] = (0..number).collect();
            }
            let mut open = vec![start];
            while let Some(one) = open.pop() {
                for (&other, sets) in &self.fits[one] {
                    if !names[other].is_empty() {
                        continue;
                    }
                    names[other] = vec![number; number];
                    for (value, &set) in sets.iter().enumerate() {
                        let partner = if set.count_ones() == 1 { set } else { lowest(number) & !set };
                        let is_one = partner.count_ones() == 1;
                        let partner = is_one.then(|| to_place(u64::from(partner.trailing_zeros())))?;
                        names[other][partner] = names[one][value];
                    }
                    if names[other].contains(&number) {
                        return None;
                    }
                    open.push(other);
                }
            }
        }
        Some(names)
    }

    /// About how many bits the number of solutions has at most: in this order, each variable has as many values as fit to any value of an earlier one.
    pub(super) fn bits(&self, order: impl Iterator<Item = usize>) -> f64 {
        let mut is_placed = vec![false; self.values.len()];
        let mut bits = 0.0;
        for variable in order {
            let earlier = self.fits[variable].keys().filter(|&&other| is_placed[other]);
            let most = |&other: &usize| self.fits[other][&variable].iter().map(|set| u64::from(set.count_ones())).max();
            let most = earlier.filter_map(most).min().unwrap_or_else(|| to_u64(self.values[variable].len()));
            bits += (most.max(1) as f64).log2();
            is_placed[variable] = true;
        }
        bits
    }
}
