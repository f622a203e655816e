//! Prices of items, by which a certificate of a least cost leaves out what is too dear: `checker/FORMAT.md`, "Least costs".

use dlx_core::problem::{ItemId, Multiplicity, OptionId, Problem, floor_of, to_u32, to_u64};

use super::super::least::item_prices;
use super::Unproved;

/// How the cost of a solution is paid: by prices of its items, and by what its options spend beyond them.
pub(super) struct Spending {
    /// The digits behind the point of costs; costs, prices and what is spent are whole in units of the last of them.
    pub(super) digits: u32,
    /// For each primary item, in the order of the text.
    pub(super) prices: Vec<i64>,
    /// For each option that can be chosen.
    pub(super) of_options: Vec<Option<u64>>,
    /// What the best solutions spend.
    pub(super) most: u64,
}

impl Spending {
    /// For the solutions of this cost, none of which is cheaper, or dearer if the greatest cost is wanted.
    pub(super) fn new(problem: &Problem, best: i64, is_greatest: bool) -> Result<Self, Unproved> {
        let (problem, said) = problem.with_bounds();
        let times = |item: ItemId| {
            let said = said.iter().find(|(other, _)| *other == item).map(|(_, times)| *times);
            said.or(problem.is_primary(item).then_some(Multiplicity::ONE))
        };
        let times: Vec<Option<Multiplicity>> = problem.items().map(times).collect();
        let is_exact = |item: &ItemId| times[item.index()].is_some_and(|times| times.most == Some(times.least));
        let sign = if is_greatest { -1 } else { 1 };
        let is_primary = |option: &OptionId| problem.items_of(*option).iter().any(|item| times[item.index()].is_some());
        let options: Vec<(OptionId, i64, Vec<usize>)> = problem
            .options()
            .filter(is_primary)
            .map(|option| {
                let items = problem.items_of(option).iter().copied().filter(is_exact).map(ItemId::index).collect();
                (option, sign * problem.cost(option), items)
            })
            .collect();
        let good = dual(&times, problem, &options);
        let paid = |prices: &[i64]| -> i128 {
            let times = times.iter().map(|times| times.map_or(0, |times| to_u64(times.least)));
            prices.iter().zip(times).map(|(&price, times)| i128::from(price) * i128::from(times)).sum()
        };
        let candidates = [vec![0; problem.n_items()], good].map(|prices| raised(prices, &options));
        let prices = candidates.into_iter().flatten().max_by_key(|prices| paid(prices)).ok_or(Unproved::Dear)?;
        let most = u64::try_from(i128::from(sign * best) - paid(&prices)).map_err(|_| Unproved::Dear)?;
        if most >= 1 << 62 {
            return Err(Unproved::Dear);
        }
        let mut of_options = vec![None; problem.n_options()];
        for (option, cost, items) in &options {
            of_options[option.index()] = u64::try_from(left(*cost, items, &prices)).ok();
        }
        let primary = problem.items().filter(|item| times[item.index()].is_some());
        let prices = primary.map(|item| prices[item.index()]).collect();
        Ok(Self { digits: problem.in_units_of_cost(1).digits(), prices, of_options, most })
    }
}

/// What is left of a cost when the items have paid.
fn left(cost: i64, items: &[usize], prices: &[i64]) -> i64 {
    items.iter().fold(cost, |left, &item| left.saturating_sub(prices[item]))
}

/// Prices that the dual of the linear program suggests.
fn dual(times: &[Option<Multiplicity>], problem: &Problem, options: &[(OptionId, i64, Vec<usize>)]) -> Vec<i64> {
    let bounds = |times: &Multiplicity| [times.least, times.most.unwrap_or(usize::MAX >> 33)].map(to_u32);
    let times: Vec<_> = times.iter().map(|times| times.as_ref().map(bounds)).collect();
    let cells: Vec<Vec<(u32, u32)>> = options
        .iter()
        .map(|(option, ..)| problem.items_of(*option).iter().map(|item| (to_u32(item.index()), 0)).collect())
        .collect();
    let costs: Vec<i64> = options.iter().map(|(_, cost, _)| *cost).collect();
    item_prices(&times, &cells, &costs).into_iter().map(floor_of).collect()
}

/// Prices that all options can pay, none of which can be raised: first they are lowered where they are too high. None if an option costs less than nothing and has no item with a price that could make up for it.
fn raised(mut prices: Vec<i64>, options: &[(OptionId, i64, Vec<usize>)]) -> Option<Vec<i64>> {
    for (_, cost, items) in options {
        let left = left(*cost, items, &prices);
        if left < 0 {
            prices[*items.first()?] += left;
        }
    }
    let mut of_items = vec![Vec::new(); prices.len()];
    for (place, (_, _, items)) in options.iter().enumerate() {
        items.iter().for_each(|&item| of_items[item].push(place));
    }
    for (item, places) in of_items.iter().enumerate() {
        let lefts = places.iter().map(|&place| left(options[place].1, &options[place].2, &prices));
        prices[item] += lefts.min().unwrap_or(0);
    }
    Some(prices)
}
