//! What options cost.
//!
//! A cost is a whole or decimal number, perhaps negative; that of a solution is the sum over its options. All costs of a problem are kept in one unit, a power of ten that makes them whole, and so all sums
//! are exact. Their amounts are together at most 2^62 units, so that every sum and every difference of sums fits in 64 bits and none has to be checked.
//!
//! Where items are covered several times, an option stands for one of the original problem, and has its cost; one that leaves a copy idle costs nothing.

use std::borrow::Cow;
use std::sync::Arc;

use super::builder::ProblemBuilder;
use super::decimal::Decimal;
use super::error::ProblemError;
use super::exact_cover::{NONE, Problem};
use super::ids::OptionId;
use super::widths::to_usize;

/// The most that all options together may cost, in units and without their signs.
pub(super) const MOST: u64 = 1 << 62;

/// The costs of options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Costs {
    /// What each option costs, in units; empty if no costs were given.
    pub(super) units: Vec<i64>,
    /// 10^`digits` units make 1.
    pub(super) digits: u32,
    /// Does who gave them ask for the greatest sum?
    is_maximized: bool,
}

impl Costs {
    /// The costs of options that stand for others.
    pub(super) fn inherited(&self, stands_for: &[u32]) -> Self {
        let cost = |&option: &u32| if option == NONE { 0 } else { self.units[to_usize(option)] };
        let stands_for = if self.units.is_empty() { &[] } else { stands_for };
        Self { units: stands_for.iter().map(cost).collect(), digits: self.digits, is_maximized: self.is_maximized }
    }
}

impl Problem {
    /// What an option costs, in [units](Self::in_units_of_cost); 0 if no cost was given.
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
    pub fn cost(&self, option: OptionId) -> i64 {
        self.costs.units.get(option.index()).copied().unwrap_or(0)
    }

    /// Were costs given?
    #[must_use]
    pub fn has_costs(&self) -> bool {
        self.is_priced || !self.costs.units.is_empty()
    }

    /// What several options cost together, in [units](Self::in_units_of_cost).
    #[must_use]
    pub fn cost_of(&self, options: &[OptionId]) -> i64 {
        options.iter().map(|&option| self.cost(option)).sum()
    }

    /// A cost or a sum of costs, given in units, as the number that it is: the unit is 1 if all costs are whole numbers, 1/10 if they have at most one digit behind the point, and so on.
    ///
    /// ```
    /// let problem = dlx_count::format::knuth::read("a b\na |$2.5\nb |$-0.75\n".as_bytes())?;
    /// let options: Vec<_> = problem.options().collect();
    /// let sum = problem.cost_of(&options);
    /// assert_eq!((sum, problem.in_units_of_cost(sum).to_string()), (175, "1.75".into()));
    /// # Ok::<(), dlx_count::format::ReadError>(())
    /// ```
    #[must_use]
    pub fn in_units_of_cost(&self, units: i64) -> Decimal {
        Decimal::new(units, self.costs.digits)
    }

    /// The greatest sum of costs, in units, that is at most this.
    ///
    /// ```
    /// let problem = dlx_count::format::knuth::read("a b\na |$2.5\nb |$4\n".as_bytes())?;
    /// assert_eq!(["5.25", "-1", "1e18"].map(|most| problem.cost_within(most.parse().unwrap())), [52, -10, i64::MAX]);
    /// # Ok::<(), dlx_count::format::ReadError>(())
    /// ```
    #[must_use]
    pub fn cost_within(&self, most: Decimal) -> i64 {
        let units = most.floor(self.costs.digits);
        i64::try_from(units).unwrap_or(if units < 0 { i64::MIN } else { i64::MAX })
    }

    /// Notes that the file with the costs asks for the greatest sum, not for the least. Only formats that have an objective say so; what is computed is what is asked for.
    #[must_use]
    pub fn maximized(mut self) -> Self {
        self.costs.is_maximized = true;
        if let Some(origin) = &mut self.origin {
            Arc::make_mut(origin).problem.costs.is_maximized = true;
        }
        self
    }

    /// Is the greatest sum of costs asked for where they come from?
    #[must_use]
    pub fn is_maximized(&self) -> bool {
        self.costs.is_maximized
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

    /// Were no costs given, and is a solution measured by something else than the number of its options?
    ///
    /// ```
    /// let problem = dlx_count::family::queens(4);
    /// assert!(!problem.has_usual_costs());
    /// assert!(problem.with_usual_costs(|option| i64::from(option.index() < 4))?.has_usual_costs());
    /// # Ok::<(), dlx_count::ProblemError>(())
    /// ```
    #[must_use]
    pub fn has_usual_costs(&self) -> bool {
        !self.has_costs() && self.unpriced().is_none() && self.original().usual.iter().any(|&cost| cost != 1)
    }

    /// Sets what options cost when the least cost is asked for and no costs were given: for a problem in which not every option is a thing that is chosen. It is used for nothing else.
    ///
    /// ```
    /// use dlx_count::{Problem, problem::ProblemError};
    ///
    /// let mut builder = Problem::builder();
    /// let lamp = builder.primary("lamp")?;
    /// let (on, off) = (builder.option(&[lamp])?, builder.option(&[lamp])?);
    /// let problem = builder.build().with_usual_costs(|option| i64::from(option == on))?;
    /// assert!(!problem.has_costs());
    /// assert_eq!((problem.priced().cost(on), problem.priced().cost(off)), (1, 0));
    /// # Ok::<(), ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If all together cost more than 2^62.
    pub fn with_usual_costs(mut self, cost: impl Fn(OptionId) -> i64) -> Result<Self, ProblemError> {
        let usual: Vec<i64> = self.original().options().map(cost).collect();
        usual.iter().try_fold(0, |sum, &cost| checked(sum, Some(cost)))?;
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
    /// let problem = queens(4).with_costs(|option| option.index() as i64)?;
    /// assert_eq!(problem.cost_of(&[1, 7, 8, 14].map(OptionId::from_index)), 30);
    /// # Ok::<(), dlx_count::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If all together cost more than 2^62.
    pub fn with_costs<C: Into<Decimal>>(mut self, cost: impl Fn(OptionId) -> C) -> Result<Self, ProblemError> {
        let costs: Vec<Decimal> = self.original().options().map(|option| cost(option).into()).collect();
        let digits = costs.iter().map(|cost| cost.digits()).max().unwrap_or(0);
        let in_units = |cost: &Decimal| cost.in_units(digits);
        costs.iter().try_fold(0, |sum, cost| checked(sum, in_units(cost)))?;
        let costs = Costs { units: costs.iter().filter_map(in_units).collect(), digits, is_maximized: false };
        match &mut self.origin {
            None => self.costs = costs,
            Some(origin) => {
                self.costs = costs.inherited(&origin.options);
                Arc::make_mut(origin).problem.costs = costs;
            }
        }
        Ok(self)
    }
}

impl ProblemBuilder {
    /// Sets what an option costs, instead of its earlier cost: a whole number, or a [`Decimal`].
    ///
    /// # Errors
    /// If there is no such option, or all together cost more than 2^62.
    pub fn cost(&mut self, option: OptionId, cost: impl Into<Decimal>) -> Result<&mut Self, ProblemError> {
        let (number, cost) = (option.index(), cost.into());
        if number + 1 >= self.starts.len() {
            return Err(ProblemError::UnknownOption { number });
        }
        // Finer units for all costs where this one needs them.
        let Costs { units, digits, .. } = &mut self.costs;
        let fine = cost.digits().max(*digits);
        let finer = 10u64.pow(fine - *digits);
        let old = units.get(number).map_or(0, |old| old.unsigned_abs());
        let others = (self.total_cost - old).checked_mul(finer).ok_or(TOO_DEAR)?;
        let cost = cost.in_units(fine).ok_or(TOO_DEAR)?;
        self.total_cost = checked(others, Some(cost))?;
        units.resize(units.len().max(number + 1), 0);
        units[number] = 0;
        if finer > 1 {
            let finer = finer.cast_signed();
            units.iter_mut().for_each(|cost| *cost *= finer);
        }
        (units[number], *digits) = (cost, fine);
        Ok(self)
    }

    /// The costs of `n_options` options.
    pub(super) fn take_costs(&mut self, n_options: usize) -> Costs {
        let Costs { mut units, mut digits, is_maximized } = std::mem::take(&mut self.costs);
        if !units.is_empty() {
            units.resize(n_options, 0);
        }
        // A cost that needed fine units may have been replaced.
        while digits > 0 && units.iter().all(|cost| cost % 10 == 0) {
            units.iter_mut().for_each(|cost| *cost /= 10);
            digits -= 1;
        }
        Costs { units, digits, is_maximized }
    }
}

const TOO_DEAR: ProblemError = ProblemError::TooDear { limit: MOST };

/// A sum of amounts with another one, which is none if it was too large.
fn checked(sum: u64, cost: Option<i64>) -> Result<u64, ProblemError> {
    cost.and_then(|cost| sum.checked_add(cost.unsigned_abs())).filter(|&sum| sum <= MOST).ok_or(TOO_DEAR)
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
        let most = MOST.cast_signed();
        assert_eq!(builder.cost(first, most).unwrap_err(), ProblemError::TooDear { limit: MOST });
        builder.cost(second, -most).unwrap();
        assert!(builder.cost(third, 1).is_err() && builder.cost(third, i64::MIN).is_err());
        assert!(builder.cost(second, Decimal::new(most, 1)).is_ok(), "finer, and ten times less");
        assert!(builder.cost(third, 1).is_err());
        builder.cost(second, 5).unwrap();
        let problem = builder.build();
        assert_eq!([first, second, third].map(|option| problem.cost(option)), [0, 5, 0]);
        assert_eq!((problem.has_costs(), problem.cost_of(&[first, second])), (true, 5));
        let plain = three().build();
        assert!(!plain.has_costs() && plain.fingerprint() != problem.fingerprint());
        let free = problem.with_costs(|_| 0).unwrap();
        assert!(free.has_costs() && free.cost_of(&[first, second]) == 0);
        assert!(plain.clone().with_costs(|_| most).is_err() && plain.with_costs(|_| -most).is_err());
        let empty = Problem::builder().build();
        assert!(!empty.has_costs() && empty.priced().has_costs(), "of no options the sum is 0");
    }

    /// Costs have the coarsest unit in which all are whole, in whatever order they are given.
    #[test]
    fn units_fit_all_costs() {
        let options = [0, 1, 2].map(OptionId::from_index);
        let cost = |text: &str| text.parse::<Decimal>().unwrap();
        let built = |costs: &[(usize, &str)]| {
            let mut builder = three();
            for &(option, text) in costs {
                builder.cost(options[option], cost(text)).unwrap();
            }
            builder.build()
        };
        let problem = built(&[(0, "2"), (1, "0.125"), (2, "-1.5"), (1, "0.25")]);
        assert_eq!(options.map(|option| problem.cost(option)), [200, 25, -150]);
        assert_eq!(problem.in_units_of_cost(problem.cost_of(&options)), cost("0.75"));
        assert_eq!(problem.fingerprint(), built(&[(2, "-1.5"), (1, "0.25"), (0, "2")]).fingerprint());
        let texts = ["2", "0.25", "-1.5"];
        let other = three().build().with_costs(|option| cost(texts[option.index()])).unwrap();
        assert_eq!(problem, other);
        let hundredfold = other.with_costs(|option| problem.cost(option)).unwrap();
        assert_ne!(problem.fingerprint(), hundredfold.fingerprint());
        assert_eq!(built(&[(0, "0.5"), (0, "3")]), built(&[(0, "3")]));
    }

    /// An option that stands for another one has its cost.
    #[test]
    fn costs_are_inherited() {
        let priced = three().build().with_costs(|option| 10 + i64::from(option.get())).unwrap();
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
                assert_eq!(ones.cost(option), i64::try_from(ones.original_options(&[option]).len()).unwrap());
            }
        }
        assert_eq!(priced.parts()[0].cost(OptionId::from_index(1)), 11);
    }
}
