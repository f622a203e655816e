//! Bucket elimination: variables are summed out one after the other, in an order whose tables are small.
//!
//! The problem is seen as variables and [relations]: the primary items, whose values are their options, and which of these fit together. The count is a sum, over all values of all variables, of a product of factors 0 and 1.
//! A variable that is in few factors can be summed out: the factors that have it become one, a table of the variables that they have besides. The order is that of a tree decomposition (`learn::decomposition`), the best of
//! several that are drawn by lot; so a table has as many variables as the treewidth, where the states of `frontier` grow with the width of a linear order. How much there is to do is known, nearly, before it begins.
//!
//! * Tables have the rows only that can be part of a solution (`join`): relations that are narrow make short tables. Full tables took seven times as long on sparse random graphs in 3 colors, and 700 MB.
//! * Where values can be exchanged, such as colors, a table has one of the rows that differ only by that.
//! * Counts are kept in 128 bits; only if the result does not fit, all is done again with numbers of any size.
//!
//! It has no partial result, and uses one thread. `auto` lets it count where it needs less time than all others are expected to take.
//!
//! Sources: Dechter, "Bucket elimination", 1999; Abo Khamis, Ngo and Rudra, "FAQ", PODS 2016 (elimination by joins that no intermediate result makes slow); Dudek, Phan and Vardi, "DPMC", CP 2020 (model counting by
//! elimination along tree decompositions). Measurements: results/2026-11-27-elimination.

mod join;
mod relations;

use super::learn::decomposition::{Elimination, ItemNeighbors};
use super::residue::Residue;
use dlx_core::problem::{OptionId, Problem, whole_part};
use dlx_core::tally::{Count, Counted, Semiring, Tally};
use join::{TrieJoin, TrieTable};
use relations::Relations;

/// Time for a row that is looked at, in ns, where amounts have 128 bits, and for each 128 bits more.
const ROW_TIME: f64 = 20.0;
const BITS: f64 = 128.0;

/// Time for a word of the search for an order, in ns, and the part of the time of the elimination that this search may take, and the most, in words.
const WORD_TIME: f64 = 1.0;
const PART_FOR_ORDERS: f64 = 0.25;
const MOST_WORDS: usize = 1 << 29;

/// How to sum variables out.
#[derive(Clone, Debug)]
pub struct Buckets {
    relations: Relations,
    ids: Vec<OptionId>,
    order: Vec<usize>,
    bags: Vec<Vec<usize>>,
    /// Can the values be exchanged?
    is_alike: bool,
    n_rows: f64,
    bits: f64,
}

impl Buckets {
    /// Looks for an order; none if the problem does not suit: if an item has many options, or is covered a number of times, or options must be connected.
    ///
    /// ```
    /// use dlx_count::{engine::buckets::Buckets, family::queens};
    ///
    /// let tally = Buckets::new(&queens(6)).unwrap().count(1 << 20).unwrap();
    /// assert_eq!(tally.count.to_u64(), Some(4));
    /// ```
    #[must_use]
    pub fn new(problem: &Problem) -> Option<Self> {
        let residue = Residue::whole(problem);
        let mut relations = Relations::new(&residue)?;
        let is_alike = relations.align();
        let (n_rows, Elimination { order, bags, .. }) = shortest(&relations)?;
        let permutations = (1..=relations.values.first().map_or(0, Vec::len)).map(|k| k as f64).product::<f64>();
        let n_rows = if is_alike { n_rows / permutations } else { n_rows };
        let bits = relations.bits(order.iter().rev().copied());
        Some(Self { relations, ids: residue.ids, order, bags, is_alike, n_rows, bits })
    }

    /// The time that a count takes, in seconds, about; mostly less.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time_with(self.bits)
    }

    fn time_with(&self, bits: f64) -> f64 {
        self.n_rows * ROW_TIME * (bits / BITS).max(1.0) * 1e-9
    }

    /// Counts; none if the tables do not fit in this many bytes.
    #[must_use]
    pub fn count(&self, memory: usize) -> Option<Tally> {
        let mut tally = Tally::default();
        let count = match self.eliminate(&Narrow, &[], memory, &mut tally)? {
            u128::MAX => self.eliminate(&Counted, &[], memory, &mut tally)?,
            narrow => Count::from(narrow),
        };
        Some(Tally { count, ..tally })
    }

    /// Adds up other amounts than numbers of solutions; none if the tables do not fit in this many bytes.
    ///
    /// ```
    /// use dlx_count::{engine::buckets::Buckets, family::queens, tally::Modulo};
    ///
    /// let problem = queens(6);
    /// assert_eq!(Buckets::new(&problem).unwrap().sum(&problem, &Modulo(3), 1 << 20), Some(1)); // of 4
    /// ```
    #[must_use]
    pub fn sum<R: Semiring>(&self, problem: &Problem, ring: &R, memory: usize) -> Option<R::Amount> {
        let gain = |&option: &OptionId| {
            problem.original_options(&[option]).into_iter().fold(ring.one(), |all, option| ring.with(option, all))
        };
        let mut gains: Vec<R::Amount> = self.ids.iter().map(gain).collect();
        if gains.iter().all(|gain| *gain == ring.one()) {
            gains.clear();
        }
        self.eliminate(ring, &gains, memory, &mut Tally::default())
    }

    fn eliminate<R: Semiring>(
        &self,
        ring: &R,
        gains: &[R::Amount],
        memory: usize,
        tally: &mut Tally,
    ) -> Option<R::Amount> {
        if self.is_alike && gains.is_empty() {
            self.eliminate_as::<R, true>(ring, gains, memory, tally)
        } else {
            self.eliminate_as::<R, false>(ring, gains, memory, tally)
        }
    }

    fn eliminate_as<R: Semiring, const ALIKE: bool>(
        &self,
        ring: &R,
        gains: &[R::Amount],
        memory: usize,
        tally: &mut Tally,
    ) -> Option<R::Amount> {
        let mut places = vec![0; self.order.len()];
        self.order.iter().enumerate().for_each(|(place, &variable)| places[variable] = place);
        let mut waiting: Vec<Vec<TrieTable<R::Amount>>> = places.iter().map(|_| Vec::new()).collect();
        let (mut total, mut is_counted, mut room) = (ring.one(), vec![false; gains.len()], memory);
        for &variable in &self.order {
            let mut scope = self.bags[variable].clone();
            scope.sort_unstable_by_key(|&other| std::cmp::Reverse(places[other]));
            scope.push(variable);
            let own = self.gains_of(variable, ring, gains, &mut is_counted);
            let tables = std::mem::take(&mut waiting[variable]);
            let mut join = TrieJoin::<R, ALIKE>::new(ring, &self.relations, (&scope, &own), &tables, room);
            let product = join.multiplied()?;
            tally.stats.nodes += join.n_rows;
            room = (room + tables.iter().map(TrieTable::bytes).sum::<usize>()).saturating_sub(product.bytes());
            match (product.scope.last(), product.amounts.first()) {
                (_, None) => return Some(ring.zero()),
                (Some(&next), _) => waiting[next].push(product),
                (None, Some(amount)) => ring.multiply(&mut total, amount.clone()),
            }
        }
        Some(total)
    }

    /// What the options of a variable make of amounts: those that no variable has counted before.
    fn gains_of<R: Semiring>(
        &self,
        variable: usize,
        ring: &R,
        gains: &[R::Amount],
        is_counted: &mut [bool],
    ) -> Vec<R::Amount> {
        if gains.is_empty() {
            return Vec::new();
        }
        let mut gain = |&option: &u32| {
            let option = dlx_core::problem::to_usize(option);
            let is_new = !std::mem::replace(&mut is_counted[option], true);
            if is_new { gains[option].clone() } else { ring.one() }
        };
        self.relations.values[variable].iter().map(&mut gain).collect()
    }
}

/// Of several orders that with the fewest rows, about.
fn shortest(relations: &Relations) -> Option<(f64, Elimination)> {
    let mut graph = ItemNeighbors::none(relations.fits.len())?;
    for (one, others) in relations.fits.iter().enumerate() {
        others.keys().for_each(|&other| graph.join(&[one, other]));
    }
    let mut dice = fastrand::Rng::with_seed(1);
    let mut best: Option<(f64, Elimination)> = None;
    let mut spent = 0;
    loop {
        let elimination = graph.clone().eliminate(|| dice.u32(..))?;
        spent += elimination.n_looked_at;
        let n_rows = rows(relations, &elimination);
        if best.as_ref().is_none_or(|best| n_rows < best.0) {
            best = Some((n_rows, elimination));
        }
        let worth = best.as_ref().map_or(0.0, |best| best.0 * ROW_TIME * PART_FOR_ORDERS / WORD_TIME);
        if spent >= MOST_WORDS.min(dlx_core::problem::to_place(whole_part(worth))) {
            return best;
        }
    }
}

/// About how many rows are looked at: as if relations of two variables did not depend on each other.
fn rows(relations: &Relations, elimination: &Elimination) -> f64 {
    let rows = |&variable: &usize| {
        let scope: Vec<usize> = elimination.bags[variable].iter().chain([&variable]).copied().collect();
        let sizes: f64 = scope.iter().map(|&it| (relations.values[it].len().max(1) as f64).log2()).sum();
        let densities = |(place, &one): (usize, &usize)| {
            scope[..place].iter().filter_map(|&other| relations.log_density(one, other)).sum::<f64>()
        };
        (sizes + scope.iter().enumerate().map(densities).sum::<f64>()).exp2()
    };
    elimination.order.iter().map(rows).sum()
}

/// Counts up to the largest number of 128 bits, which stands for all that are larger.
#[derive(Clone, Copy, Debug)]
struct Narrow;

impl Semiring for Narrow {
    type Amount = u128;

    fn zero(&self) -> u128 {
        0
    }

    fn one(&self) -> u128 {
        1
    }

    #[inline]
    fn add(&self, sum: &mut u128, amount: &u128) {
        *sum = sum.saturating_add(*amount);
    }

    #[inline]
    fn multiply(&self, product: &mut u128, amount: u128) {
        *product = product.saturating_mul(amount);
    }

    fn with(&self, _: OptionId, amount: u128) -> u128 {
        amount
    }
}
