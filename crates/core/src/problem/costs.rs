//! What options cost.
//!
//! A cost is a whole number from 0, as in Knuth's DLX5; that of a solution is the sum over its options. No sign is needed: to maximize a gain, ask for the greatest sum instead of the least.
//! The costs of all options together are at most 2^62, so that every sum and every difference of sums fits in 64 bits and none has to be checked.
//!
//! Where items are covered several times, an option stands for one of the original problem, and has its cost; one that leaves a copy idle costs nothing.

use std::borrow::Cow;
use std::sync::Arc;

use super::builder::ProblemBuilder;
use super::error::ProblemError;
use super::exact_cover::{NONE, Problem};
use super::ids::OptionId;
use super::widths::to_usize;

/// The most that all options together may cost.
pub(super) const MOST: u64 = 1 << 62;

impl Problem {
    /// What an option costs; 0 if no cost was given.
    ///
    /// ```
    /// use dlx_count::Problem;
    ///
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("dinner")?;
    /// let fish = builder.option(&[item])?;
    /// let soup = builder.option(&[item])?;
    /// builder.cost(fish, 19)?;
    /// let problem = builder.build();
    /// assert_eq!((problem.cost(fish), problem.cost(soup)), (19, 0));
    /// # Ok::<(), dlx_count::ProblemError>(())
    /// ```
    #[must_use]
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// Were costs given?
    #[must_use]
    pub fn has_costs(&self) -> bool {
        self.is_priced || !self.costs.is_empty()
    }

    /// What several options cost together.
    #[must_use]
    pub fn cost_of(&self, options: &[OptionId]) -> u64 {
        options.iter().map(|&option| self.cost(option)).sum()
    }

    /// The problem itself if it has costs; otherwise with the [usual](Self::with_usual_costs) costs, or else 1 for each option. Where items are covered several times, options that leave a copy idle cost nothing.
    #[must_use]
    pub fn priced(&self) -> Cow<'_, Self> {
        if self.has_costs() {
            return Cow::Borrowed(self);
        }
        let usual = self.original().usual.clone();
        let cost = |option: OptionId| usual.get(option.index()).copied().unwrap_or(1);
        let priced = self.clone().with_costs(cost);
        let priced = priced.expect("the sum of usual costs was checked, and there are fewer than 2^32 options");
        Cow::Owned(Self { is_priced: true, ..priced })
    }

    /// Sets what options cost when the least cost is asked for and no costs were given: for a problem in which not every option is a thing that is chosen. It is used for nothing else.
    ///
    /// ```
    /// use dlx_count::{Problem, problem::ProblemError};
    ///
    /// let mut builder = Problem::builder();
    /// let lamp = builder.primary("lamp")?;
    /// let (on, off) = (builder.option(&[lamp])?, builder.option(&[lamp])?);
    /// let problem = builder.build().with_usual_costs(|option| u64::from(option == on))?;
    /// assert!(!problem.has_costs());
    /// assert_eq!((problem.priced().cost(on), problem.priced().cost(off)), (1, 0));
    /// # Ok::<(), ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If all together cost more than 2^62.
    pub fn with_usual_costs(mut self, cost: impl Fn(OptionId) -> u64) -> Result<Self, ProblemError> {
        let usual: Vec<u64> = self.original().options().map(cost).collect();
        usual.iter().try_fold(0, |sum, &cost| checked(sum, cost))?;
        match &mut self.origin {
            None => self.usual = usual,
            Some(origin) => Arc::make_mut(origin).problem.usual = usual,
        }
        Ok(self)
    }

    /// Notes that no sum over options measures a solution of this problem, so that it makes no sense to ask for the least cost. The text says what to ask for instead.
    ///
    /// ```
    /// let problem = dlx_count::family::queens(4).without_usual_costs("say what options cost");
    /// assert_eq!(problem.unpriced(), Some("say what options cost"));
    /// assert_eq!(problem.with_costs(|_| 1)?.unpriced(), None);
    /// # Ok::<(), dlx_count::ProblemError>(())
    /// ```
    #[must_use]
    pub fn without_usual_costs(mut self, help: &'static str) -> Self {
        match &mut self.origin {
            None => self.unpriced = help,
            Some(origin) => Arc::make_mut(origin).problem.unpriced = help,
        }
        self
    }

    /// What to ask for instead, where no sum over options [measures a solution](Self::without_usual_costs) and no costs were given.
    #[must_use]
    pub fn unpriced(&self) -> Option<&'static str> {
        Some(self.original().unpriced).filter(|help| !help.is_empty() && !self.has_costs())
    }

    /// Replaces the costs. Where items are covered several times, the options are those of the [original](Self::original) problem.
    ///
    /// ```
    /// use dlx_count::{OptionId, family::queens};
    ///
    /// let problem = queens(4).with_costs(|option| option.index() as u64)?;
    /// assert_eq!(problem.cost_of(&[1, 7, 8, 14].map(OptionId::from_index)), 30);
    /// # Ok::<(), dlx_count::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If all together cost more than 2^62.
    pub fn with_costs(mut self, cost: impl Fn(OptionId) -> u64) -> Result<Self, ProblemError> {
        let costs: Vec<u64> = self.original().options().map(cost).collect();
        costs.iter().try_fold(0, |sum, &cost| checked(sum, cost))?;
        match &mut self.origin {
            None => self.costs = costs,
            Some(origin) => {
                self.costs = inherited(&costs, &origin.options);
                Arc::make_mut(origin).problem.costs = costs;
            }
        }
        Ok(self)
    }
}

/// The costs of options that stand for others.
pub(super) fn inherited(costs: &[u64], stands_for: &[u32]) -> Vec<u64> {
    if costs.is_empty() {
        return Vec::new();
    }
    stands_for.iter().map(|&option| if option == NONE { 0 } else { costs[to_usize(option)] }).collect()
}

impl ProblemBuilder {
    /// Sets what an option costs, instead of its earlier cost.
    ///
    /// # Errors
    /// If there is no such option, or all together cost more than 2^62.
    pub fn cost(&mut self, option: OptionId, cost: u64) -> Result<&mut Self, ProblemError> {
        let number = option.index();
        if number + 1 >= self.starts.len() {
            return Err(ProblemError::UnknownOption { number });
        }
        let old = self.costs.get(number).copied().unwrap_or(0);
        self.total_cost = checked(self.total_cost - old, cost)?;
        self.costs.resize(self.costs.len().max(number + 1), 0);
        self.costs[number] = cost;
        Ok(self)
    }

    /// The costs of `n_options` options; empty if no costs were given.
    pub(super) fn take_costs(&mut self, n_options: usize) -> Vec<u64> {
        let mut costs = std::mem::take(&mut self.costs);
        if !costs.is_empty() {
            costs.resize(n_options, 0);
        }
        costs
    }
}

fn checked(sum: u64, cost: u64) -> Result<u64, ProblemError> {
    sum.checked_add(cost).filter(|&sum| sum <= MOST).ok_or(ProblemError::TooDear { limit: MOST })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Multiplicity;

    fn three() -> ProblemBuilder {
        let mut builder = Problem::builder();
        let item = builder.primary("a").unwrap();
        for _ in 0..3 {
            builder.option(&[item]).unwrap();
        }
        builder
    }

    #[test]
    fn costs_are_kept_bounded_and_part_of_the_fingerprint() {
        let [first, second, third, none] = [0, 1, 2, 3].map(OptionId::from_index);
        let mut builder = three();
        builder.cost(second, 7).unwrap();
        assert_eq!(builder.cost(none, 1).unwrap_err(), ProblemError::UnknownOption { number: 3 });
        assert_eq!(builder.cost(first, MOST).unwrap_err(), ProblemError::TooDear { limit: MOST });
        builder.cost(second, MOST).unwrap();
        assert!(builder.cost(third, 1).is_err() && builder.cost(third, u64::MAX).is_err());
        builder.cost(second, 5).unwrap();
        let problem = builder.build();
        assert_eq!([first, second, third].map(|option| problem.cost(option)), [0, 5, 0]);
        assert_eq!((problem.has_costs(), problem.cost_of(&[first, second])), (true, 5));
        let plain = three().build();
        assert!(!plain.has_costs() && plain.fingerprint() != problem.fingerprint());
        let free = problem.with_costs(|_| 0).unwrap();
        assert!(free.has_costs() && free.cost_of(&[first, second]) == 0);
        assert!(plain.with_costs(|_| MOST).is_err());
        let empty = Problem::builder().build();
        assert!(!empty.has_costs() && empty.priced().has_costs(), "of no options the sum is 0");
    }

    /// An option that stands for another one has its cost.
    #[test]
    fn costs_are_inherited() {
        let priced = three().build().with_costs(|option| 10 + option.index() as u64).unwrap();
        let item = crate::problem::ItemId::from_index(0);
        // By counts, and by copies.
        for times in [Multiplicity { least: 1, most: Some(2) }, Multiplicity::exactly(2)] {
            let twice = priced.with_times(&[(item, times)]).unwrap();
            for option in twice.options() {
                assert_eq!(twice.cost(option), twice.original().cost_of(&twice.original_options(&[option])));
            }
            assert!(twice.options().any(|option| twice.cost(option) == 12));
            let ones = twice.with_costs(|_| 1).unwrap();
            assert_eq!(ones.original().cost(OptionId::from_index(2)), 1);
            for option in ones.options() {
                assert_eq!(ones.cost(option), ones.original_options(&[option]).len() as u64);
            }
        }
        assert_eq!(priced.parts()[0].cost(OptionId::from_index(1)), 11);
    }
}
