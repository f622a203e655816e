//! The amounts in sums over all solutions: whole numbers, numbers modulo another, or products of weights.
//!
//! A diagram is walked in the same way for any kind of sum. A [`Semiring`] says what a solution counts before any option is chosen, what an option makes of it, and how two amounts are added.

use std::fmt::{Debug, Display};

use num_bigint::BigInt;

use super::{Count, Ratio};
use crate::problem::{OptionId, Problem, to_place};

/// What is added up.
pub trait Semiring: Clone + Debug + Send + Sync + 'static {
    /// An amount.
    type Amount: Clone + PartialEq + Debug + Display + Send;

    /// No solution.
    fn zero(&self) -> Self::Amount;

    /// The solution without any option.
    fn one(&self) -> Self::Amount;

    /// Adds an amount to another.
    fn add(&self, sum: &mut Self::Amount, amount: &Self::Amount);

    /// Multiplies an amount by another: that of pairs of solutions of two parts that share nothing.
    fn multiply(&self, product: &mut Self::Amount, amount: Self::Amount);

    /// An amount of solutions, each with this option, of the original problem, added to it.
    fn with(&self, option: OptionId, amount: Self::Amount) -> Self::Amount;

    /// About how many bytes an amount takes beyond its own size.
    #[must_use]
    fn heap(_: &Self::Amount) -> usize {
        0
    }
}

/// Solutions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted;

impl Semiring for Counted {
    type Amount = Count;

    #[inline]
    fn zero(&self) -> Count {
        Count::ZERO
    }

    #[inline]
    fn one(&self) -> Count {
        Count::ONE
    }

    #[inline]
    fn add(&self, sum: &mut Count, amount: &Count) {
        *sum += amount.clone();
    }

    #[inline]
    fn multiply(&self, product: &mut Count, amount: Count) {
        *product *= amount;
    }

    #[inline]
    fn with(&self, _: OptionId, amount: Count) -> Count {
        amount
    }
}

/// Solutions are counted modulo a number from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modulo(pub u64);

impl Semiring for Modulo {
    type Amount = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn one(&self) -> u64 {
        1 % self.0
    }

    fn add(&self, sum: &mut u64, amount: &u64) {
        let whole = (u128::from(*sum) + u128::from(*amount)) % u128::from(self.0);
        *sum = u64::try_from(whole).expect("it is less than the modulus");
    }

    fn multiply(&self, product: &mut u64, amount: u64) {
        let whole = u128::from(*product) * u128::from(amount) % u128::from(self.0);
        *product = u64::try_from(whole).expect("it is less than the modulus");
    }

    fn with(&self, _: OptionId, amount: u64) -> u64 {
        amount
    }
}

/// A solution counts as the product of the weights of its options, of the original problem: the sum is the partition function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighted {
    /// The weight of each option.
    pub weights: Vec<Ratio>,
}

impl Semiring for Weighted {
    type Amount = Ratio;

    fn zero(&self) -> Ratio {
        Ratio::from(0)
    }

    fn one(&self) -> Ratio {
        Ratio::from(1)
    }

    fn add(&self, sum: &mut Ratio, amount: &Ratio) {
        *sum = std::mem::replace(sum, Ratio::from(0)) + amount;
    }

    fn multiply(&self, product: &mut Ratio, amount: Ratio) {
        *product = amount * product;
    }

    fn with(&self, option: OptionId, amount: Ratio) -> Ratio {
        amount * &self.weights[option.index()]
    }

    fn heap(amount: &Ratio) -> usize {
        to_place((amount.over().bits() + amount.under().bits()) / 8)
    }
}

/// Weights as whole numbers, which need no greatest common divisors: each solution covers each primary item once, so the weights of the options of an item may be multiplied by one number, its *scale*, and the sum is divided by all
/// scales in the end.
///
/// ```
/// use dlx_count::tally::{Scaled, Semiring};
/// use dlx_count::{OptionId, family::queens};
///
/// let problem = queens(4);
/// let ring = Scaled::new(&problem, &vec!["1/3".parse()?; problem.n_options()]).unwrap();
/// let one = ring.with(OptionId::from_index(0), ring.one());
/// assert_eq!(ring.ratio(one).to_string(), "1/81"); // a third, where the other three scales stand for their items
/// # Ok::<(), dlx_count::tally::ParseRatioError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaled {
    weights: Vec<BigInt>,
    scales: Vec<BigInt>,
}

impl Scaled {
    /// The weights of the options of a problem, scaled; none if it has items that are covered several times.
    #[must_use]
    pub fn new(problem: &Problem, weights: &[Ratio]) -> Option<Self> {
        if problem.is_derived() || !problem.quotas().is_empty() {
            return None;
        }
        let primary = |option| problem.items_of(option).iter().filter(|item| item.index() < problem.n_primary());
        let mut scales = vec![BigInt::from(1); problem.n_primary()];
        for (option, weight) in problem.options().zip(weights) {
            if let Some(item) = primary(option).next() {
                let scale = &mut scales[item.index()];
                // The least common multiple.
                *scale = &*scale * Ratio::new(weight.under().clone(), scale.clone()).over();
            }
        }
        let scaled = |(option, weight): (OptionId, &Ratio)| {
            let scale = primary(option).fold(BigInt::from(1), |all, item| all * &scales[item.index()]);
            weight.over() * (scale / weight.under())
        };
        Some(Self { weights: problem.options().zip(weights).map(scaled).collect(), scales })
    }

    /// The sum of the products of the weights themselves.
    #[must_use]
    pub fn ratio(&self, sum: BigInt) -> Ratio {
        Ratio::over_all(sum, &self.scales)
    }
}

impl Semiring for Scaled {
    type Amount = BigInt;

    fn zero(&self) -> BigInt {
        BigInt::from(0)
    }

    fn one(&self) -> BigInt {
        BigInt::from(1)
    }

    fn add(&self, sum: &mut BigInt, amount: &BigInt) {
        *sum += amount;
    }

    fn multiply(&self, product: &mut BigInt, amount: BigInt) {
        *product *= amount;
    }

    fn with(&self, option: OptionId, amount: BigInt) -> BigInt {
        amount * &self.weights[option.index()]
    }

    fn heap(amount: &BigInt) -> usize {
        to_place(amount.bits() / 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Ratio {
        text.parse().unwrap()
    }

    #[test]
    fn amounts_are_added_and_multiplied() {
        let ring = Weighted { weights: vec![ratio("2/3"), ratio("-1/2")] };
        let [first, second] = [0, 1].map(OptionId::from_index);
        let both = ring.with(second, ring.with(first, ring.one()));
        assert_eq!(both, ratio("-1/3"));
        let mut sum = both;
        ring.add(&mut sum, &ring.with(first, ring.one()));
        assert_eq!(sum, ratio("1/3"));
        ring.add(&mut sum, &ratio("-1/3"));
        assert_eq!(sum, ring.zero());
        let mut sum = u64::MAX - 1;
        Modulo(u64::MAX).add(&mut sum, &(u64::MAX - 1));
        assert_eq!((sum, Modulo(1).one()), (u64::MAX - 2, 0));
    }
}
