//! Sums over signs: exact covers counted by inclusion and exclusion, without looking at one.
//!
//! Some problems are products. In a matrix a 1 is chosen in every row so that no two are in one column; of each number in a Langford pairing a place is chosen for its two copies. Give every column a sign, plus or minus, and every
//! option the product of the signs of its columns; then
//!
//! > the number of exact covers = the mean over all signs of (product of all signs) · (product over the rows of the sum of their options)
//!
//! If the product is multiplied out, each term is one choice for every row. In the mean all terms cancel but those that have every column an odd number of times; and since the sizes of a choice add up to the number of columns, these have
//! every column once. With n columns there are 2^n sums, each of some hundred additions and multiplications, whatever the count is: the time is known before it begins, it takes no memory, and any number of threads can share it.
//!
//! This is Glynn's formula for the permanent, and what Godfrey counted Langford pairings with. Items may be rows if every option has exactly one of them (`form`); without rows, if all options have one size s, the sum of all options is
//! raised to the power n / s and divided by the factorial of that. Signs that need not vary make the sum shorter, by a factor of 4 for Langford pairings, or show that there is no solution (`parity`). The sum is made
//! 32 sign vectors at a time (`lanes`).
//!
//! It is for problems of up to some 40 columns with many solutions, where states do not merge: permanents of dense matrices, Langford pairings, matchings in three dimensions. Measurements: results/2026-11-27-signs.
//!
//! Sources: Ryser, Combinatorial Mathematics, 1963; Glynn, "The permanent of a square matrix", European J. Combinatorics 31 (2010); Miller, "Langford's Problem" (dialectrix.com/langford.html), on M. Godfrey's method of 2002; Björklund,
//! Husfeldt and Koivisto, "Set partitioning via inclusion-exclusion", SIAM J. Computing 39 (2009).

mod form;
mod lanes;
mod parity;
mod shelf;

use num_bigint::{BigInt, BigUint};
use rayon::prelude::*;

use super::algorithm::Engine;
use super::links::{self, Links};
use super::residue::Residue;
use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use dlx_core::problem::{Problem, to_u64, whole_part};
use dlx_core::tally::{Count, Stats, Tally};
use form::SignForm;
use lanes::SignSum;
use shelf::Shelf;

/// Time for a step of one lane, in ns, and the time after which it is asked whether to stop.
const STEP_TIME: f64 = 0.06;
const TURN: f64 = 20e6;

/// The time that a sum over signs takes, in seconds of one thread, about; none if the problem has no such form: if items have colors, or some of them are to be covered several times, if no items are found of which every option has exactly one, while options have different
/// sizes, if the options of a row have, or if there are more than 64 items besides rows.
///
/// ```
/// use dlx_count::engine::signs;
/// use dlx_count::family::{langford, queens};
///
/// assert!(signs::time(&langford(16)?).unwrap() < 60.0);
/// assert_eq!(signs::time(&langford(17)?), Some(0.0)); // everything cancels
/// assert!(signs::time(&queens(16)).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn time(problem: &Problem) -> Option<f64> {
    SignedProblem::of(&Residue::whole(problem)).map(|signed| signed.time())
}

/// The engine that sums over signs.
#[derive(Clone, Debug)]
pub struct Signs {
    whole: Residue,
    links: Links,
}

impl Signs {
    /// Sets the engine up.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { whole: Residue::whole(problem), links: Links::new(problem) }
    }
}

/// A problem as a sum over signs.
enum SignedProblem {
    /// There is no solution: sizes do not add up, or everything cancels. Or there is one, where nothing is to be covered.
    Known(Count),
    /// The sum, and in how many orders each solution is in it.
    Sum(Box<SignSum>, BigUint),
}

impl SignedProblem {
    /// The sum of a problem; none if it has no such form, or is too large.
    fn of(residue: &Residue) -> Option<Self> {
        if residue.n_items == 0 {
            return Some(Self::Known(Count::ONE));
        }
        let form = SignForm::of(residue)?;
        let Some(varying) = parity::varying(&form).filter(|_| form.adds_up()) else {
            return Some(Self::Known(Count::ZERO));
        };
        let orders = form.rows.iter().flat_map(|row| 1..=row.times).map(BigUint::from).product();
        Some(Self::Sum(Box::new(SignSum::new(&form, varying)?), orders))
    }

    /// The time that the sum takes, in seconds of one thread, about.
    fn time(&self) -> f64 {
        match self {
            Self::Known(_) => 0.0,
            Self::Sum(sum, _) => sum.n_chunks() as f64 * sum.n_steps() * STEP_TIME * 1e-9,
        }
    }
}

/// The chunks that have been added up, and their sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct PartialSum {
    n_done: u64,
    sum: BigInt,
}

impl PartialSum {
    /// Adds chunks up until all are done or the run is to stop. The task is this share of the whole search.
    fn go_on(&mut self, sum: &SignSum, share: f64, signal: &RunSignal, mut after: impl FnMut(&Self, bool)) {
        let at_once = whole_part((TURN / (sum.n_steps() * STEP_TIME)).clamp(1.0, 1e6));
        // A limit on nodes is one on sign vectors.
        let at_once = at_once.min(signal.allowed_nodes() / sum.chunk()).max(1);
        let note = |n_done: u64| signal.note_share(share * n_done as f64 / sum.n_chunks() as f64);
        note(self.n_done);
        while self.n_done < sum.n_chunks() && !signal.is_stopped() {
            let left = sum.n_chunks() - self.n_done;
            let (begun, more) = signal.with_permits(rayon::current_num_threads(), |n_threads| {
                let n = to_u64(n_threads);
                let each = at_once.min(left.div_ceil(n));
                let end = |part: u64| self.n_done + (part * each).min(left);
                let part = |part| sum.of(end(part)..end(part + 1));
                (end(n), (0..n).into_par_iter().map(part).reduce(BigInt::default, |one, other| one + other))
            });
            signal.note((begun - self.n_done) * sum.chunk(), 0);
            (self.n_done, self.sum) = (begun, std::mem::take(&mut self.sum) + more);
            note(self.n_done);
            after(self, false);
        }
        after(self, true);
    }

    /// The mean over all signs.
    ///
    /// # Panics
    /// If it is no number of solutions: then a processor or this program has made a mistake.
    fn count(&self, sum: &SignSum, orders: BigUint) -> Count {
        let (shift, halvings) = sum.shift();
        let (sum, divisor) = (&self.sum << halvings, BigInt::from(orders << shift));
        let count = (&sum / &divisor).to_biguint().filter(|_| (sum % divisor) == BigInt::ZERO);
        count.expect("the mean over all signs is a number of solutions").into()
    }
}

impl Engine for Signs {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        // Below a prefix secondary items are left out that do not matter, and options of a row may have different sizes.
        let is_whole = task.prefix.is_empty();
        let residue = if is_whole { Some(self.whole.clone()) } else { self.links.below(&task.prefix.to_vec()) };
        let Some(residue) = residue else { return Default::default() };
        let (sum, orders) = match SignedProblem::of(&residue) {
            None => return links::count(&residue, &task.weight, signal),
            Some(SignedProblem::Known(count)) => return (Tally { count, ..Tally::default() }, OpenSubtrees::default()),
            Some(SignedProblem::Sum(sum, orders)) => (sum, orders),
        };
        let shelf = signal.checkpoints().map(|checkpoints| Shelf::new(checkpoints, task, &sum));
        let mut partial = shelf.as_ref().and_then(|shelf| shelf.take_up()).unwrap_or_default();
        partial.go_on(&sum, task.share, signal, |partial, is_last| {
            if let Some(shelf) = &shelf {
                shelf.put_aside(partial, is_last);
            }
        });
        let stats = Stats { nodes: partial.n_done * sum.chunk(), updates: 0 };
        if partial.n_done < sum.n_chunks() {
            let stats = if shelf.is_none() { stats } else { Stats::default() };
            return (Tally { stats, ..Tally::default() }, OpenSubtrees::whole());
        }
        (Tally { count: partial.count(&sum, orders), stats }, OpenSubtrees::default())
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
