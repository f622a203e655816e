//! Bucket elimination: variables are summed out one after the other, in an order whose tables are small.
//!
//! The problem is seen as variables and relations (`relations`): the primary items, whose values are their options, and which of these fit together. The count is a sum, over all values of all variables, of a product of factors 0 and 1.
//! A variable that is in few factors can be summed out: the factors that have it become one, a table of the variables that they have besides. The order is that of a tree decomposition (`learn::decomposition`), the best of
//! several that are made at random; so a table has as many variables as the treewidth, where the states of `frontier` grow with the width of a linear order. How much there is to do is known, nearly, before it begins.
//!
//! * Tables have the rows only that can be part of a solution (`join`): relations that are narrow make short tables. Full tables took seven times as long on sparse random graphs in 3 colors, and 700 MB.
//! * Where values can be exchanged, such as colors, a table has one of the rows that differ only by that.
//! * Counts are kept in 128 bits as long as they fit, and then as numbers of any size.
//!
//! It has no partial result, and uses one thread. `auto` lets it count where it needs less time than all others are expected to take.
//!
//! Sources: Dechter, "Bucket elimination", 1999; Abo Khamis, Ngo and Rudra, "FAQ", PODS 2016 (elimination by joins that no intermediate result makes slow); Dudek, Phan and Vardi, "DPMC", CP 2020 (model counting by
//! elimination along tree decompositions). Measurements: results/2026-11-27-elimination.

mod join;
mod relations;

use super::learn::decomposition::{Elimination, ItemNeighbors};
use super::residue::Residue;
use dlx_core::problem::{OptionId, Problem, to_usize};
use dlx_core::tally::{Count, Counted, Semiring, Stats, Tally};
use join::{TrieJoin, TrieTable};
use relations::Relations;

/// Time for a row that is looked at, in ns, where amounts have 128 bits, and for each 128 bits more.
const ROW_TIME: f64 = 20.0;
const BITS: f64 = 128.0;

/// Time for a word that the search for an order looks at, in ns, and the most of the expected time that all orders together may take.
const WORD_TIME: f64 = 8.0;
const PART_FOR_ORDERS: f64 = 0.25;

/// How to sum variables out.
#[derive(Clone, Debug)]
pub struct Buckets {
    relations: Relations,
    ids: Vec<OptionId>,
    /// Can the values be exchanged?
    is_alike: bool,
    graph: ItemNeighbors,
    dice: fastrand::Rng,
    /// The time that orders have taken, in seconds.
    spent: f64,
    elimination: Elimination,
    /// The rows that are looked at with that, about.
    n_rows: f64,
}

impl Buckets {
    /// Makes an order; none if the problem does not suit: if an item has more than 64 options, or is covered a number of times, or options must be connected.
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
        let mut graph = ItemNeighbors::none(relations.fits.len())?;
        for (one, others) in relations.fits.iter().enumerate() {
            others.keys().for_each(|&other| graph.join(&[one, other]));
        }
        let elimination = graph.clone().eliminate(|| 0)?;
        let (dice, spent) = (fastrand::Rng::with_seed(1), elimination.n_looked_at as f64 * WORD_TIME * 1e-9);
        let n_rows = relations.rows(&elimination, is_alike);
        Some(Self { relations, ids: residue.ids, is_alike, graph, dice, spent, elimination, n_rows })
    }

    /// Looks for better orders, for about as many seconds as given, or until that has taken a quarter of the time that the best of them needs.
    pub fn improve(&mut self, seconds: f64) {
        let until = self.spent + seconds;
        while self.spent < until.min(self.time() * PART_FOR_ORDERS) {
            let dice = &mut self.dice;
            let Some(elimination) = self.graph.clone().eliminate(|| dice.u32(..)) else { return };
            self.spent += elimination.n_looked_at as f64 * WORD_TIME * 1e-9;
            let n_rows = self.relations.rows(&elimination, self.is_alike);
            if n_rows < self.n_rows {
                (self.elimination, self.n_rows) = (elimination, n_rows);
            }
        }
    }

    /// The time that a count takes, in seconds, about.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time_with(0.0)
    }

    /// The time that a sum takes if amounts have this many bits more than counts.
    fn time_with(&self, bits: f64) -> f64 {
        let bits = bits + self.relations.bits(self.elimination.order.iter().rev().copied());
        self.n_rows * ROW_TIME * (bits / BITS).max(1.0) * 1e-9
    }

    /// The time that a [`sum`](Self::sum) takes, in seconds, about.
    pub fn time_of<R: Semiring>(&self, problem: &Problem, ring: &R) -> f64 {
        let most = |gains: &Vec<R::Amount>| gains.iter().map(R::heap).max().unwrap_or(0);
        self.time_with(self.gains(problem, ring).iter().map(most).sum::<usize>() as f64 * 8.0)
    }

    /// Counts; none if the tables do not fit in this many bytes.
    #[must_use]
    pub fn count(&self, memory: usize) -> Option<Tally> {
        let mut narrow = self.begun(1, memory);
        let is_done = self.go_on(&Narrow, &[], &mut narrow, |amount| *amount < u128::MAX)?;
        let mut wide = narrow.into(Count::from);
        if !is_done {
            self.go_on(&Counted, &[], &mut wide, |_| true)?;
        }
        Some(Tally { count: wide.total, stats: Stats { nodes: wide.n_rows, ..Stats::default() } })
    }

    /// Adds up other amounts than numbers of solutions, of the problem that it was made for; none if the tables do not fit in this many bytes.
    ///
    /// ```
    /// use dlx_count::{engine::buckets::Buckets, family::queens, tally::Modulo};
    ///
    /// let problem = queens(6);
    /// assert_eq!(Buckets::new(&problem).unwrap().sum(&problem, &Modulo(3), 1 << 20), Some(1)); // of 4
    /// ```
    #[must_use]
    pub fn sum<R: Semiring>(&self, problem: &Problem, ring: &R, memory: usize) -> Option<R::Amount> {
        let mut sum = self.begun(ring.one(), memory);
        self.go_on(ring, &self.gains(problem, ring), &mut sum, |_| true)?;
        Some(sum.total)
    }

    /// For each variable what its options make of an amount, unless an earlier one has them; nothing if they change none.
    fn gains<R: Semiring>(&self, problem: &Problem, ring: &R) -> Vec<Vec<R::Amount>> {
        let gain = |&option: &OptionId| {
            problem.original_options(&[option]).into_iter().fold(ring.one(), |all, option| ring.with(option, all))
        };
        let mut gains: Vec<R::Amount> = self.ids.iter().map(gain).collect();
        if gains.iter().all(|gain| *gain == ring.one()) {
            return Vec::new();
        }
        let mut taken = |&option: &u32| std::mem::replace(&mut gains[to_usize(option)], ring.one());
        self.relations.values.iter().map(|options| options.iter().map(&mut taken).collect()).collect()
    }

    fn begun<A>(&self, one: A, memory: usize) -> BucketRun<A> {
        let waiting = self.relations.values.iter().map(|_| Vec::new()).collect();
        BucketRun { waiting, total: one, n_done: 0, room: memory, n_rows: 0 }
    }

    /// Goes on to the end, or until an amount does not fit; none if the memory does not suffice.
    fn go_on<R: Semiring>(
        &self,
        ring: &R,
        gains: &[Vec<R::Amount>],
        run: &mut BucketRun<R::Amount>,
        fits: impl Fn(&R::Amount) -> bool,
    ) -> Option<bool> {
        let mut places = vec![0; self.elimination.order.len()];
        self.elimination.order.iter().enumerate().for_each(|(place, &variable)| places[variable] = place);
        for &variable in &self.elimination.order[run.n_done..] {
            let mut scope = self.elimination.bags[variable].clone();
            scope.sort_unstable_by_key(|&other| std::cmp::Reverse(places[other]));
            scope.push(variable);
            let own = gains.get(variable).map_or(&[][..], Vec::as_slice);
            let step = if self.is_alike && gains.is_empty() {
                BucketRun::step::<R, true>
            } else {
                BucketRun::step::<R, false>
            };
            if !step(run, ring, &self.relations, (&scope, own), &fits)? {
                return Some(false);
            }
            if run.total == ring.zero() {
                break;
            }
        }
        Some(true)
    }
}

/// The variables that have been summed out, and the tables of the others.
struct BucketRun<A> {
    /// For each variable the tables in which it is the first to be summed.
    waiting: Vec<Vec<TrieTable<A>>>,
    /// The product of the sums of all parts that share nothing.
    total: A,
    n_done: usize,
    /// Bytes that are left.
    room: usize,
    n_rows: u64,
}

impl<A: Clone> BucketRun<A> {
    /// The same with other amounts.
    fn into<B>(self, other: impl Fn(A) -> B) -> BucketRun<B> {
        let Self { waiting, total, n_done, room, n_rows } = self;
        let waiting = waiting.into_iter().map(|tables| tables.into_iter().map(|table| table.into(&other)).collect());
        BucketRun { waiting: waiting.collect(), total: other(total), n_done, room, n_rows }
    }

    /// Sums the last variable of the scope out, unless an amount does not fit then.
    fn step<R: Semiring<Amount = A>, const ALIKE: bool>(
        &mut self,
        ring: &R,
        relations: &Relations,
        (scope, gains): (&[usize], &[A]),
        fits: &dyn Fn(&A) -> bool,
    ) -> Option<bool> {
        let Some(&variable) = scope.last() else { return Some(true) };
        let tables = &self.waiting[variable];
        let mut join = TrieJoin::<R, ALIKE>::new(ring, relations, (scope, gains), tables, self.room);
        let product = join.multiplied()?;
        self.n_rows += join.n_rows;
        let mut total = self.total.clone();
        match (product.scope.is_empty(), product.amounts.first()) {
            (_, None) => total = ring.zero(),
            (true, Some(amount)) => ring.multiply(&mut total, amount.clone()),
            _ => {}
        }
        if !fits(&total) || !product.amounts.iter().all(fits) {
            return Some(false);
        }
        let freed: usize = std::mem::take(&mut self.waiting[variable]).iter().map(TrieTable::bytes).sum();
        self.room = (self.room + freed).saturating_sub(product.bytes());
        (self.total, self.n_done) = (total, self.n_done + 1);
        if let Some(&next) = product.scope.last() {
            self.waiting[next].push(product);
        }
        Some(true)
    }
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
