//! Costs moved between items that have to agree, before the search: along the colors of secondary items.
//!
//! Say that each option of two primary items gives a secondary item a color, and both items are covered once. Then the two options that are chosen have the same color there, and what is taken from the cost of all
//! options of the one with a color may be added to those of the other with this color: no solution becomes cheaper or dearer. But the bound does, the sum over items of the least cost that an option has: it
//! grows where the options that are cheap for one item have colors that are dear for the other. A formula is so (a variable and its clauses), and a sum that is counted up step by step (the state
//! between two steps).
//!
//! In the language of weighted constraint networks, such items are factors and the secondary items variables; the moves are those of sequential message passing (V. Kolmogorov, "A new look at reweighted message
//! passing", 2015). An item first takes all that has been left at its secondary items. Then it leaves there, for each color, what its options with this color cost more than its cheapest one, an equal part at each
//! secondary item that an item to come shares. No step makes the bound smaller. There and back again, until nothing is gained; along a single chain once is enough, and the bound is exact.
//!
//! All figures are whole numbers, so nothing is lost but the remainders of divisions, which stay where they are.
//! Measurements: results/2026-11-27-agreement.

use rustc_hash::{FxHashMap, FxHashSet};

use dlx_core::problem::{to_u32, to_u64, to_usize};
use dlx_core::stop::poll;

/// The work for all passes: costs moved.
const WORK: usize = 1 << 26;
/// Costs are moved, and prices paid again, at most so often.
const MOST_ROUNDS: usize = 8;
/// What the items cost together stays below twice this.
const ROOM: i64 = 1 << 58;

/// An item that is covered once by options that cover no other such item, and the secondary items to which all of them give a color.
struct CostFactor {
    options: Vec<u32>,
    links: Vec<SharedColors>,
}

/// A secondary item of a factor.
struct SharedColors {
    /// For each option the slot of the color that it gives.
    slots: Vec<u32>,
    /// Do factors before this one have it, and factors after it?
    is_shared: [bool; 2],
}

/// Factors that have to agree, and what has been left at the colors of their secondary items.
pub(super) struct Agreement {
    factors: Vec<CostFactor>,
    waiting: Vec<i64>,
    lowest: Vec<i64>,
    /// The most that is moved to a color at once.
    most: i64,
    /// Costs moved in a pass there and back, and how many may still be moved.
    n_moves: usize,
    work: usize,
}

impl Agreement {
    /// What has to agree; none if nothing has. `times` and `cells` are those of the ground.
    pub(super) fn new(times: &[Option<[u32; 2]>], cells: &[Vec<(u32, u32)>]) -> Option<Self> {
        let homes = homes(times, cells);
        let colors = |option: &u32| {
            let colored = |&&(item, color): &&(u32, u32)| color != 0 && times[to_usize(item)].is_none();
            cells[to_usize(*option)].iter().filter(colored).copied()
        };
        let shared: Vec<Vec<u32>> = homes.iter().map(|options| in_all(options, colors)).collect();
        let (mut first, mut last) = (FxHashMap::default(), FxHashMap::default());
        for (place, items) in shared.iter().enumerate() {
            for &item in items {
                first.entry(item).or_insert(place);
                last.insert(item, place);
            }
        }
        let mut slot_of: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut factors = Vec::new();
        for (place, (options, items)) in homes.into_iter().zip(shared).enumerate() {
            poll(options.len() * (items.len() + 1));
            let mut links = Vec::new();
            for item in items.into_iter().filter(|item| first[item] < last[item]) {
                let mut slots = Vec::with_capacity(options.len());
                for option in &options {
                    let color = colors(option).find(|&(other, _)| other == item).unwrap_or_default();
                    let next = to_u32(slot_of.len());
                    slots.push(*slot_of.entry(color).or_insert(next));
                }
                links.push(SharedColors { slots, is_shared: [first[&item] < place, place < last[&item]] });
            }
            factors.push(CostFactor { options, links });
        }
        let n_slots = slot_of.len();
        (n_slots > 0).then(|| Self::of(factors, n_slots))
    }

    fn of(factors: Vec<CostFactor>, n_slots: usize) -> Self {
        let n_moves = factors.iter().map(|factor| 4 * factor.options.len() * (factor.links.len() + 1)).sum::<usize>();
        let n_links = factors.iter().map(|factor| factor.links.len()).max().unwrap_or(0);
        // There and back, an option takes this much twice at each of its colors: so no sum grows by more than `ROOM`.
        let most = ROOM / i64::try_from(2 * (n_links + 1) * (factors.len() + 1)).unwrap_or(ROOM);
        let (waiting, lowest) = (vec![0; n_slots], vec![i64::MAX; n_slots]);
        Self { factors, waiting, lowest, most, n_moves, work: WORK }
    }

    /// Has all been done that may be?
    pub(super) fn is_spent(&self) -> bool {
        self.work == 0
    }

    /// Moves costs as long as the bound grows by more than `least`, and then takes the least cost of each item from its options. Returns what was taken.
    pub(super) fn settle(&mut self, left: &mut [i64], least: i64) -> i64 {
        let mut bound = self.bound(left);
        // No solution costs more: if the bound does, there is none.
        let ceiling: i64 = self.factors.iter().map(|factor| factor.dearest(left)).sum();
        self.work = self.work.saturating_sub(WORK / MOST_ROUNDS);
        loop {
            let dearest = left.iter().map(|left| left.unsigned_abs()).max().unwrap_or(0);
            if dearest >= ROOM.unsigned_abs() / (to_u64(self.factors.len()) + 1) {
                break;
            }
            poll(self.n_moves);
            self.pass(left, 1);
            self.pass(left, 0);
            self.work = self.work.saturating_sub(self.n_moves);
            let before = std::mem::replace(&mut bound, self.bound(left));
            if bound > ceiling {
                self.work = 0;
            }
            if bound - before <= least || self.is_spent() {
                break;
            }
        }
        // What is still waiting goes to the first item that can take it.
        (0..self.factors.len()).for_each(|place| self.take(place, left));
        let bound = self.bound(left);
        for factor in &self.factors {
            let cheapest = factor.cheapest(left);
            factor.options.iter().for_each(|&option| left[to_usize(option)] -= cheapest);
        }
        bound
    }

    fn bound(&self, left: &[i64]) -> i64 {
        self.factors.iter().map(|factor| factor.cheapest(left)).sum()
    }

    /// Goes through all factors, forwards (1) or backwards (0).
    fn pass(&mut self, left: &mut [i64], direction: usize) {
        for step in 0..self.factors.len() {
            let place = if direction == 1 { step } else { self.factors.len() - 1 - step };
            self.take(place, left);
            self.leave(place, left, direction);
        }
    }

    /// Adds to the options of a factor what is waiting at their colors.
    fn take(&mut self, place: usize, left: &mut [i64]) {
        let Self { factors, waiting, .. } = self;
        let factor = &factors[place];
        for SharedColors { slots, .. } in &factor.links {
            for (&option, &slot) in factor.options.iter().zip(slots) {
                left[to_usize(option)] += waiting[to_usize(slot)];
            }
            slots.iter().for_each(|&slot| waiting[to_usize(slot)] = 0);
        }
    }

    /// Leaves at the colors that are shared with factors to come what options with them cost more than the cheapest.
    fn leave(&mut self, place: usize, left: &mut [i64], direction: usize) {
        let Self { factors, waiting, lowest, most, .. } = self;
        let factor = &factors[place];
        let onward = || factor.links.iter().filter(|link| link.is_shared[direction]);
        let mut parts: i64 = onward().map(|_| 1).sum();
        for SharedColors { slots, .. } in onward() {
            let pairs =
                || factor.options.iter().map(|&option| to_usize(option)).zip(slots.iter().map(|&slot| to_usize(slot)));
            pairs().for_each(|(option, slot)| lowest[slot] = lowest[slot].min(left[option]));
            let cheapest = factor.cheapest(left);
            let part = |lowest: i64| ((lowest - cheapest) / parts).min(*most);
            for (option, slot) in pairs() {
                left[option] -= part(lowest[slot]);
            }
            for (_, slot) in pairs() {
                let lowest = std::mem::replace(&mut lowest[slot], i64::MAX);
                if lowest < i64::MAX {
                    waiting[slot] += part(lowest);
                }
            }
            parts -= 1;
        }
    }
}

impl CostFactor {
    fn cheapest(&self, left: &[i64]) -> i64 {
        self.options.iter().map(|&option| left[to_usize(option)]).min().unwrap_or(0)
    }

    fn dearest(&self, left: &[i64]) -> i64 {
        self.options.iter().map(|&option| left[to_usize(option)]).max().unwrap_or(0)
    }
}

/// The options of the items that are covered once, but of none whose options an item before it has.
fn homes(times: &[Option<[u32; 2]>], cells: &[Vec<(u32, u32)>]) -> Vec<Vec<u32>> {
    let mut options_of = vec![Vec::new(); times.len()];
    for (option, cells) in (0..).zip(cells) {
        cells.iter().for_each(|&(item, _)| options_of[to_usize(item)].push(option));
    }
    let mut is_taken = vec![false; cells.len()];
    poll(cells.len());
    let mut homes = Vec::new();
    for (options, times) in options_of.into_iter().zip(times) {
        if *times == Some([1, 1]) && !options.is_empty() && options.iter().all(|&option| !is_taken[to_usize(option)]) {
            options.iter().for_each(|&option| is_taken[to_usize(option)] = true);
            homes.push(options);
        }
    }
    homes
}

/// The items to which all options give a color.
fn in_all<C: Iterator<Item = (u32, u32)>>(options: &[u32], colors: impl Fn(&u32) -> C) -> Vec<u32> {
    let Some((first, others)) = options.split_first() else { return Vec::new() };
    let mut common: Vec<u32> = colors(first).map(|(item, _)| item).collect();
    for option in others {
        poll(common.len());
        let its: FxHashSet<u32> = colors(option).map(|(item, _)| item).collect();
        common.retain(|item| its.contains(item));
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    type Cells = Vec<(u32, u32)>;

    /// Items with some options each, and secondary items behind them to which these give colors from 1 to 3: to those that `has` names for an item.
    fn dealt(
        n: usize,
        has: impl Fn(usize) -> Vec<usize>,
        dice: &mut fastrand::Rng,
    ) -> (Agreement, Vec<Cells>, Vec<i64>) {
        let times: Vec<Option<[u32; 2]>> = (0..2 * n).map(|item| (item < n).then_some([1, 1])).collect();
        let mut cells = Vec::new();
        for item in 0..n {
            for _ in 0..dice.usize(2..5) {
                let colored = has(item).into_iter().map(|other| (to_u32(n + other), dice.u32(1..4)));
                cells.push(std::iter::once((to_u32(item), 0)).chain(colored).collect());
            }
        }
        let left = cells.iter().map(|_| dice.i64(-50..100)).collect();
        (Agreement::new(&times, &cells).unwrap(), cells, left)
    }

    /// All choices of an option for each item in which no secondary item has two colors.
    fn solutions(cells: &[Cells], n: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for item in 0..n {
            let options = || (0..cells.len()).filter(|&option| to_usize(cells[option][0].0) == item);
            let fits = |chosen: &Vec<usize>, option: usize| {
                let clashes = |&other: &usize| {
                    cells[other][1..].iter().any(|a| cells[option][1..].iter().any(|b| a.0 == b.0 && a.1 != b.1))
                };
                !chosen.iter().any(clashes)
            };
            let with = |chosen: Vec<usize>| {
                let more: Vec<_> = options().filter(|&option| fits(&chosen, option)).collect();
                more.into_iter().map(move |option| [&chosen[..], &[option]].concat()).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    #[test]
    fn no_solution_becomes_cheaper_or_dearer() {
        let mut dice = fastrand::Rng::with_seed(46);
        for _ in 0..200 {
            let (mask, n) = (dice.u64(..), 4);
            let has = |item: usize| (0..n).filter(|other| mask >> (n * item + other) & 1 == 1 || *other == 0).collect();
            let (mut agreement, cells, before) = dealt(n, has, &mut dice);
            let mut after = before.clone();
            let taken = agreement.settle(&mut after, 0);
            let sum = |left: &[i64], chosen: &[usize]| chosen.iter().map(|&option| left[option]).sum::<i64>();
            for chosen in solutions(&cells, n) {
                assert_eq!(sum(&before, &chosen), taken + sum(&after, &chosen));
            }
            assert!(after.iter().all(|&left| left >= 0), "{after:?}");
        }
    }

    /// Along a chain nothing is lost: states from 1 to 3 between steps, and a cost for each way to go on.
    #[test]
    fn the_bound_of_a_chain_is_exact() {
        let (mut dice, n) = (fastrand::Rng::with_seed(47), 5);
        let times: Vec<Option<[u32; 2]>> = (0..2 * n).map(|item| (item < n).then_some([1, 1])).collect();
        let ways = |item| {
            (1..4)
                .flat_map(move |from| (1..4).map(move |to| vec![(item, 0), (5 + item, from), (5 + (item + 1) % 5, to)]))
        };
        // The first step comes from nowhere, and the last leads nowhere.
        let trimmed = |mut cells: Cells| {
            cells.retain(|&(item, _)| item != 5);
            cells
        };
        let cells: Vec<Cells> = (0..5).flat_map(ways).map(trimmed).collect();
        let all = solutions(&cells, n);
        for _ in 0..20 {
            let mut left: Vec<i64> = cells.iter().map(|_| dice.i64(-50..100)).collect();
            let cost = |chosen: &Vec<usize>| chosen.iter().map(|&option| left[option]).sum::<i64>();
            let least = all.iter().map(cost).min();
            assert_eq!(Agreement::new(&times, &cells).map(|mut agreement| agreement.settle(&mut left, 0)), least);
        }
    }
}
