//! The data that a search does not change: the problem in rows of numbers, its costs made small, and a price for each item.

use super::prices::{Prices, priced};
use dlx_core::problem::{Color, ItemId, Multiplicity, OptionId, Problem, to_u32, to_usize};
use dlx_core::stop::poll;

/// No bound on how often an item is covered.
pub(super) const ANY: u32 = u32::MAX;

/// The problem to be searched.
#[derive(Debug)]
pub(super) struct LeastProblem {
    /// For each item how often it is covered, from the least to the most; secondary items without bounds have none.
    pub(super) times: Vec<Option<[u32; 2]>>,
    /// For the options that can be chosen, the cheapest first by what is left of their cost when the prices of their items are paid, those of the original problem that they stand for.
    options: Vec<Option<OptionId>>,
    /// For each of them the items, with colors as numbers from 1, or 0.
    pub(super) cells: Vec<Vec<(u32, u32)>>,
    /// For each of them the cost, in units and times the sign.
    pub(super) costs: Vec<i64>,
    /// For each of them what is left of the cost when the prices are paid, on the scale of prices.
    pub(super) left: Vec<i64>,
    /// The sum of all prices: no solution costs less, except for options whose price is higher than their cost.
    pub(super) paid: i64,
    /// Costs are multiples of this.
    unit: i64,
    /// How many times finer prices are than units.
    pub(super) scale: i64,
    /// 1 for the least cost, -1 for the greatest.
    sign: i64,
    /// May an item be covered more often than it has to be?
    pub(super) is_loose: bool,
}

impl LeastProblem {
    /// The ground for the solutions of least cost, or of greatest.
    pub(super) fn new(problem: &Problem, is_greatest: bool) -> Self {
        let (whole, times) = problem.with_bounds();
        let times = numbers(whole, times);
        let is_counted = |option: &OptionId| whole.items_of(*option).iter().any(|item| times[item.index()].is_some());
        let options: Vec<OptionId> = whole.options().filter(is_counted).collect();
        let (unit, sign) = (unit(whole, &options), if is_greatest { -1 } else { 1 });
        let cost = |option: OptionId| sign * whole.cost(option) / unit;
        let cells_of = |option: OptionId| {
            poll(whole.items_of(option).len());
            whole.cells(option).map(|(item, color)| (to_u32(item.index()), tint(color))).collect()
        };
        let mut cells: Vec<Vec<(u32, u32)>> = options.iter().map(|&option| cells_of(option)).collect();
        let mut costs: Vec<i64> = options.iter().map(|&option| cost(option)).collect();
        let Prices { left, paid, scale } = priced(&times, &cells, &costs);
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_key(|&place| left[place]);
        let stands_for = |&place: &usize| whole.original_options(&[options[place]]).first().copied();
        let options = order.iter().map(stands_for).collect();
        costs = order.iter().map(|&place| costs[place]).collect();
        cells = order.iter().map(|&place| std::mem::take(&mut cells[place])).collect();
        let left = order.iter().map(|&place| left[place]).collect();
        let is_loose = times.iter().flatten().any(|[least, most]| least < most);
        Self { times, options, cells, costs, left, paid, unit, scale, sign, is_loose }
    }

    /// A bound as it is shown: no solution costs less than all negative costs together.
    pub(super) fn shown_bound(&self, cost: i64) -> i64 {
        let least = self.costs.iter().map(|&cost| cost.min(0)).sum();
        self.shown(cost.max(least))
    }

    /// A sum of costs as it is shown.
    pub(super) fn shown(&self, cost: i64) -> i64 {
        (self.sign * cost).saturating_mul(self.unit)
    }

    /// The least sum of costs that is not below this bound, which is on the scale of prices.
    pub(super) fn whole(&self, bound: i64) -> i64 {
        bound.div_euclid(self.scale) + i64::from(bound.rem_euclid(self.scale) > 0)
    }
}

fn numbers(whole: &Problem, said: &[(ItemId, Multiplicity)]) -> Vec<Option<[u32; 2]>> {
    let mut times: Vec<Option<[u32; 2]>> = whole.items().map(|item| whole.is_primary(item).then_some([1, 1])).collect();
    for (item, said) in said {
        let number = |number: usize| u32::try_from(number).unwrap_or(ANY - 1);
        times[item.index()] = Some([number(said.least), said.most.map_or(ANY, number)]);
    }
    times
}

fn tint(color: Color) -> u32 {
    color.get()
}

/// The greatest number that divides all costs.
fn unit(problem: &Problem, options: &[OptionId]) -> i64 {
    let costs = options.iter().map(|&option| problem.cost(option).unsigned_abs());
    let unit = costs.fold(0, |unit, cost| {
        let (mut a, mut b) = (unit, cost);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    unit.max(1).cast_signed()
}

impl LeastProblem {
    /// How many items there are.
    pub(super) fn n_items(&self) -> usize {
        self.times.len()
    }

    /// The options of the original problem for which these stand.
    pub(super) fn named(&self, chosen: &[u32]) -> Vec<OptionId> {
        let mut named: Vec<OptionId> = chosen.iter().filter_map(|&option| self.options[to_usize(option)]).collect();
        named.sort_unstable();
        named
    }

    /// What several options cost.
    pub(super) fn cost_of(&self, chosen: &[u32]) -> i64 {
        chosen.iter().map(|&option| self.costs[to_usize(option)]).sum()
    }
}
