//! A price for each item, so that the options pay for what they cover. Prices give the bound at the root, and make options comparable.
//!
//! Say an item has to be covered exactly once, and has a price, positive or negative. Take the price from the cost of each option that covers it: then every solution has become cheaper by
//! exactly that price, and which are the cheapest has not changed. With a price for each such item the cost of a solution is the sum of all prices plus what is *left* of the costs of its options. If
//! nothing is left below zero, no solution costs less than the sum of the prices; where something is, that is added. Knuth's DLX5 does this with "taxes": an item takes what its cheapest option
//! can pay. The best prices are those of the linear program's dual. They are approached by steps along the subgradient (Held and Karp, 1971): an item that no cheap option covers
//! is worth more, one that several cover is worth less. Any prices give a bound, so it does no harm that these are rounded: they are whole numbers, `scale` to a unit of cost, and all that
//! follows is exact.

use dlx_core::problem::{floor_of, to_usize};
use dlx_core::stop::poll;

/// What remains when prices are paid.
pub(super) struct Prices {
    pub(super) left: Vec<i64>,
    pub(super) paid: i64,
    pub(super) scale: i64,
}

/// Sums of what is left stay below this.
const ROOM: f64 = (1u64 << 60) as f64;
/// The finest scale of prices: finer ones would not prune more.
pub(super) const FINEST: f64 = (1u64 << 20) as f64;
/// The work for good prices: cells looked at.
const WORK: usize = 1 << 25;

/// Pays prices. Their scale is at most `finest`: that many steps to a unit of cost. `times` and `cells` are those of the ground.
pub(super) fn priced(times: &[Option<[u32; 2]>], cells: &[Vec<(u32, u32)>], costs: &[i64], finest: f64) -> Prices {
    let is_exact: Vec<bool> = times.iter().map(|times| times.is_some_and(|[least, most]| least == most)).collect();
    let n_cells: usize = cells.iter().map(Vec::len).sum();
    let dearest = costs.iter().map(|cost| cost.unsigned_abs()).max().unwrap_or(0) as f64;
    let total: f64 = costs.iter().map(|cost| cost.unsigned_abs() as f64).sum();
    let covers: f64 =
        times.iter().flatten().filter(|[least, most]| least == most).map(|&[least, _]| f64::from(least)).sum();
    let scale = (ROOM / (total + 2.0 * (n_cells as f64 + covers) * dearest + 1.0)).log2().floor();
    if scale < 0.0 {
        return Prices { left: costs.to_vec(), paid: costs.iter().map(|&cost| cost.min(0)).sum(), scale: 1 };
    }
    let scale = scale.exp2().min(finest);
    let market = Market { is_exact, times, cells, costs };
    let prices = market.best(n_cells, dearest);
    let whole: Vec<i64> = prices.iter().map(|price| floor_of(price.clamp(-dearest, dearest) * scale)).collect();
    let scale = floor_of(scale);
    let paid_by = |cells: &[(u32, u32)]| cells.iter().map(|&(item, _)| whole[to_usize(item)]).sum::<i64>();
    let left: Vec<i64> = cells.iter().zip(costs).map(|(cells, cost)| cost * scale - paid_by(cells)).collect();
    let least = |times: &Option<[u32; 2]>| i64::from(times.map_or(0, |[least, _]| least));
    let paid: i64 = whole.iter().zip(times).map(|(price, times)| price * least(times)).sum();
    let paid = paid + left.iter().map(|&left| left.min(0)).sum::<i64>();
    Prices { left, paid, scale }
}

/// The best prices found, where no option can pay less than nothing: they may be a little too high for that.
pub(in super::super) fn item_prices(times: &[Option<[u32; 2]>], cells: &[Vec<(u32, u32)>], costs: &[i64]) -> Vec<f64> {
    let is_exact = times.iter().map(|times| times.is_some_and(|[least, most]| least == most)).collect();
    let dearest = costs.iter().map(|cost| cost.unsigned_abs()).max().unwrap_or(0) as f64;
    let prices = Market { is_exact, times, cells, costs }.best(cells.iter().map(Vec::len).sum(), dearest);
    prices.into_iter().map(|price| price.clamp(-dearest, dearest)).collect()
}

/// Items that are covered an exact number of times can have a price.
struct Market<'a> {
    is_exact: Vec<bool>,
    times: &'a [Option<[u32; 2]>],
    cells: &'a [Vec<(u32, u32)>],
    costs: &'a [i64],
}

impl Market<'_> {
    /// The best prices found.
    fn best(&self, n_cells: usize, dearest: f64) -> Vec<f64> {
        let mut prices = self.taxes();
        if !self.is_exact.contains(&true) || dearest == 0.0 {
            return prices;
        }
        let (mut best, mut best_prices, mut stride, mut n_idle) = (f64::NEG_INFINITY, prices.clone(), 1.0, 0);
        for _ in 0..(WORK / (n_cells + 1)).clamp(20, 400) {
            poll(n_cells);
            let (bound, wanted) = self.bound(&prices);
            if bound > best + 1e-6 * dearest {
                (best, n_idle) = (bound, 0);
                best_prices.clone_from(&prices);
            } else {
                n_idle += 1;
                if n_idle % 8 == 0 {
                    stride /= 2.0;
                }
            }
            let norm: f64 = wanted.iter().map(|wanted| wanted * wanted).sum();
            if norm == 0.0 || stride < 1e-4 {
                break;
            }
            let step = stride * (0.05 * best.abs() + dearest) / norm;
            prices.iter_mut().zip(&wanted).for_each(|(price, wanted)| *price += step * wanted);
        }
        best_prices
    }

    /// The most that the cheapest option of an item can pay, if the items of an option get equal parts.
    fn taxes(&self) -> Vec<f64> {
        let mut taxes = vec![f64::INFINITY; self.times.len()];
        for (cells, &cost) in self.cells.iter().zip(self.costs) {
            let items = || cells.iter().map(|&(item, _)| to_usize(item)).filter(|&item| self.is_exact[item]);
            let share = cost as f64 / items().count() as f64;
            items().for_each(|item| taxes[item] = taxes[item].min(share));
        }
        taxes.into_iter().map(|tax| if tax.is_finite() { tax } else { 0.0 }).collect()
    }

    /// The bound that prices give, and for each item how much more often it should be covered than the options do for which nothing is left of their cost.
    fn bound(&self, prices: &[f64]) -> (f64, Vec<f64>) {
        let times = |item: usize| {
            if self.is_exact[item] { self.times[item].map_or(0.0, |[least, _]| f64::from(least)) } else { 0.0 }
        };
        let mut wanted: Vec<f64> = (0..prices.len()).map(times).collect();
        let mut bound: f64 = prices.iter().zip(&wanted).map(|(price, times)| price * times).sum();
        for (cells, &cost) in self.cells.iter().zip(self.costs) {
            let items = || cells.iter().map(|&(item, _)| to_usize(item)).filter(|&item| self.is_exact[item]);
            let left = cost as f64 - items().map(|item| prices[item]).sum::<f64>();
            if left < 0.0 {
                bound += left;
                items().for_each(|item| wanted[item] -= 1.0);
            }
        }
        (bound, wanted)
    }
}
