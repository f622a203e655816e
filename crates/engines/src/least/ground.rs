//! The data that a search does not change: the problem in rows of numbers, its costs made small, and a price for each item.

use super::agreement::Agreement;
use super::bound::Taxes;
use super::lists::OptionLists;
use super::prices::{FINEST, Prices, priced};
use dlx_core::problem::{Color, ItemId, Multiplicity, OptionId, Problem, to_u32, to_usize};
use dlx_core::stop::poll;

/// Costs are moved as long as a pass gains this part of a unit.
const LEAST_GAIN: i64 = 1 << 6;

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
    /// The ground for the solutions of least cost, or of greatest: with the prices that give the better bound.
    pub(super) fn new(problem: &Problem, is_greatest: bool) -> Self {
        let (whole, times) = problem.with_bounds();
        let times = numbers(whole, times);
        let is_counted = |option: &OptionId| whole.items_of(*option).iter().any(|item| times[item.index()].is_some());
        let options: Vec<OptionId> = whole.options().filter(is_counted).collect();
        let (unit, sign) = (unit(whole, &options), if is_greatest { -1 } else { 1 });
        let cells_of = |option: &OptionId| {
            poll(whole.items_of(*option).len());
            whole.cells(*option).map(|(item, color)| (to_u32(item.index()), tint(color))).collect()
        };
        let cells: Vec<Vec<(u32, u32)>> = options.iter().map(cells_of).collect();
        let costs: Vec<i64> = options.iter().map(|&option| sign * whole.cost(option) / unit).collect();
        let stands_for = |&option: &OptionId| whole.original_options(&[option]).first().copied();
        let Prices { left, paid, scale } = priced(&times, &cells, &costs, FINEST);
        let agreement = Agreement::new(&times, &cells);
        let is_loose = times.iter().flatten().any(|[least, most]| least < most);
        let options = options.iter().map(stands_for).collect();
        let mut ground = Self { times, options, cells, costs, left, paid, unit, scale, sign, is_loose };
        if let Some(agreement) = agreement {
            ground.agree(agreement);
        }
        ground.in_order()
    }

    /// Moves costs between items that have to agree, and pays prices again, in turns, as long as the bound grows.
    fn agree(&mut self, mut agreement: Agreement) {
        let debt = |left: &[i64]| left.iter().map(|&left| left.min(0)).sum::<i64>();
        let (mut left, mut paid) = (self.left.clone(), self.paid - debt(&self.left));
        let lists = OptionLists::new(self);
        let mut best = self.bound(&self.left, self.paid, &lists);
        loop {
            let before = best;
            paid += agreement.settle(&mut left, self.scale / LEAST_GAIN);
            best = self.improve(&left, paid + debt(&left), &lists, best);
            let again = priced(&self.times, &self.cells, &left, 1.0);
            (left, paid) = (again.left, paid + again.paid);
            best = self.improve(&left, paid, &lists, best);
            paid -= debt(&left);
            if best - before <= self.scale || agreement.is_spent() {
                break;
            }
        }
    }

    /// Takes these as what is left of the costs and what is paid, if the bound is better than the best so far. Returns the better one.
    fn improve(&mut self, left: &[i64], paid: i64, lists: &OptionLists, best: i64) -> i64 {
        let bound = self.bound(left, paid, lists);
        if bound <= best {
            return best;
        }
        (self.left, self.paid) = (left.to_vec(), paid);
        bound
    }

    /// The bound at the root, with all options in the lists.
    fn bound(&self, left: &[i64], paid: i64, lists: &OptionLists) -> i64 {
        paid.saturating_add(Taxes::new(left, self.is_loose).collect(lists, i64::MAX))
    }

    /// The cheapest options first.
    fn in_order(mut self) -> Self {
        let mut order: Vec<usize> = (0..self.options.len()).collect();
        order.sort_by_key(|&place| self.left[place]);
        self.options = order.iter().map(|&place| self.options[place]).collect();
        self.costs = order.iter().map(|&place| self.costs[place]).collect();
        self.cells = order.iter().map(|&place| std::mem::take(&mut self.cells[place])).collect();
        self.left = order.iter().map(|&place| self.left[place]).collect();
        self
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
