//! Items whose options are numbered but never branched on: of this piece thirteen, of that one two or three.
//!
//! Copies of an item, as `expand` makes them, are a choice more in each option: which copy it takes. The search guesses it, and learns only later that the order of the copies forbids it. Where every option also covers an item
//! that is covered just once, nothing has to be guessed: the search branches on those items alone, and counts how many options of each piece it has taken (the part of Knuth's Algorithm M, TAOCP 7.2.2.1,
//! that needs no ranks). When there are as many as allowed, the others go; when too few are left for what is still needed, the search turns back.
//!
//! Conway's box of 5 x 5 x 5, thirteen blocks of 1 x 2 x 4 and five other blocks: 4.4 million nodes, and with copies no end in sight after 200 times as long (results/2026-11-26-quotas).
//!
//! `frontier` keeps the numbers in its states. `isomorph` counts the problem with copies, which has the same solutions, one for one: a second way to every such number.

use super::bounds::by_item;
use super::builder::ProblemBuilder;
use super::error::ProblemError;
use super::exact_cover::{BoundedOrigin, Problem};
use super::ids::{Color, ItemId};
use super::multiplicity::Multiplicity;

/// What becomes of an item of the original problem.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Covered {
    Once,
    AtMostOnce,
    Quota(Multiplicity),
    /// Covered any number of times: it says nothing.
    Free,
}

impl Problem {
    /// The items of which a number of options is to be chosen, and what number: secondary items that may be covered several times. Only a problem made by [`with_quotas`](Self::with_quotas) has some.
    #[must_use]
    pub fn quotas(&self) -> &[(ItemId, Multiplicity)] {
        &self.quotas
    }

    /// The [original](Self::original) problem with [quotas](Self::quotas) instead of copies of items, if those suffice. Its options are those of the original problem, and its solutions the same, as lists of these.
    ///
    /// It is for the engines that can count the options of an item ([`quotas`](Self::quotas)): sessions are asked about the problem itself, and use it with those.
    ///
    /// ```
    /// use dlx_count::Problem;
    /// use dlx_count::problem::Multiplicity;
    ///
    /// // Three seats, and of two colors of chairs two are to be red.
    /// let mut builder = Problem::builder();
    /// let seats = ["left", "middle", "right"].map(|seat| builder.primary(seat).expect("three names"));
    /// let red = builder.secondary("red")?;
    /// for seat in seats {
    ///     builder.option(&[seat, red])?;
    ///     builder.option(&[seat])?;
    /// }
    /// let problem = builder.build().with_times(&[(red, Multiplicity::exactly(2))])?;
    /// let by_quotas = problem.with_quotas().expect("each chair has its seat");
    /// assert_eq!(by_quotas.n_options(), 6);
    /// assert!(problem.n_options() > 6);
    /// # Ok::<(), dlx_count::problem::ProblemError>(())
    /// ```
    #[must_use]
    pub fn with_quotas(&self) -> Option<&Self> {
        let origin = self.origin.as_ref()?;
        let made = || {
            let roles = self.roles();
            let by_quotas = || Box::new(self.by_quotas(&roles).expect("fewer items are as sound"));
            origin.can_have_quotas(&roles).then(by_quotas)
        };
        origin.by_quotas.get_or_init(made).as_deref()
    }

    /// Is there a problem [with quotas](Self::with_quotas) that has the same solutions?
    #[must_use]
    pub fn has_quotas(&self) -> bool {
        self.with_quotas().is_some()
    }

    /// The problem whose tree is searched and split into tasks, and whose states are merged: the one [with quotas](Self::with_quotas), if there is one, or this problem itself. It has the same solutions.
    #[must_use]
    pub fn tree_form(&self) -> &Self {
        self.with_quotas().unwrap_or(self)
    }

    /// What becomes of each item of the original problem.
    fn roles(&self) -> Vec<Covered> {
        let whole = self.original();
        let role = |(item, times): (ItemId, Option<Multiplicity>)| match times {
            None if whole.is_primary(item) => Covered::Once,
            None | Some(Multiplicity::AT_MOST_ONCE) => Covered::AtMostOnce,
            Some(Multiplicity::ONE) => Covered::Once,
            Some(Multiplicity::ANY) => Covered::Free,
            Some(times) => Covered::Quota(times),
        };
        whole.items().zip(by_item(whole, self.times())).map(role).collect()
    }

    fn by_quotas(&self, roles: &[Covered]) -> Result<Self, ProblemError> {
        let whole = self.original();
        let mut builder = Self::builder();
        builder.name(whole.name());
        let (mut numbers, mut quotas) = (vec![None; whole.n_items()], Vec::new());
        for item in whole.items().filter(|item| roles[item.index()] == Covered::Once) {
            numbers[item.index()] = Some(builder.primary(whole.item_label(item))?);
        }
        for item in whole.items() {
            let secondary = |builder: &mut ProblemBuilder| builder.secondary(whole.item_label(item));
            match roles[item.index()] {
                Covered::Once | Covered::Free => {}
                Covered::AtMostOnce => numbers[item.index()] = Some(secondary(&mut builder)?),
                Covered::Quota(times) => {
                    let number = secondary(&mut builder)?;
                    numbers[item.index()] = Some(number);
                    quotas.push((number, times));
                }
            }
        }
        for color in whole.colors.iter() {
            builder.color(color)?;
        }
        for option in whole.options() {
            let cells = whole.cells(option).filter_map(|(item, color)| Some((numbers[item.index()]?, color)));
            builder.colored_option(&cells.collect::<Vec<(ItemId, Color)>>())?;
        }
        let (option_labels, wiring) = (whole.option_labels.clone(), whole.wiring.clone());
        Ok(Self { quotas, option_labels, wiring, ..builder.build() })
    }
}

impl BoundedOrigin {
    /// Do all options of items with bounds also cover an item that is covered once, and is there an item whose number says something?
    fn can_have_quotas(&self, roles: &[Covered]) -> bool {
        let bounds = by_item(&self.problem, &self.times);
        let is_once = |item: &ItemId| roles[item.index()] == Covered::Once;
        let is_bounded = |item: &ItemId| bounds[item.index()].is_some();
        let mut options = self.problem.options().map(|option| self.problem.items_of(option));
        self.needless.is_none()
            && roles.iter().any(|role| matches!(role, Covered::Quota(_)))
            && options.all(|items| items.iter().any(is_once) || !items.iter().any(is_bounded))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ids::OptionId;
    use super::*;

    fn seats(red: Multiplicity) -> Problem {
        let mut builder = Problem::builder();
        let seats = ["left", "right"].map(|seat| builder.primary(seat).unwrap());
        let chair = builder.secondary("red").unwrap();
        for seat in seats {
            builder.option(&[seat, chair]).unwrap();
            builder.option(&[seat]).unwrap();
        }
        builder.build().with_times(&[(chair, red)]).unwrap()
    }

    /// Only a number that says something is a quota, and only where each option has an item that is covered once.
    #[test]
    fn quotas_are_numbers_that_say_something() {
        let two = seats(Multiplicity::exactly(2));
        let by_quotas = two.with_quotas().unwrap();
        assert_eq!(by_quotas.quotas(), [(ItemId::from_index(2), Multiplicity::exactly(2))]);
        assert_eq!((by_quotas.n_primary(), by_quotas.n_options(), by_quotas.is_derived()), (2, 4, false));
        assert!(two.quotas().is_empty() && two.fingerprint() != two.original().fingerprint());
        for red in [Multiplicity::ONE, Multiplicity::AT_MOST_ONCE, Multiplicity::ANY] {
            assert!(!seats(red).has_quotas(), "{red}");
        }
        let mut builder = Problem::builder();
        let [seat, party] = ["seat", "party"].map(|label| builder.primary(label).unwrap());
        builder.option(&[seat, party]).unwrap();
        builder.option(&[party]).unwrap();
        let problem = builder.build().with_times(&[(party, Multiplicity::exactly(2))]).unwrap();
        assert!(problem.with_quotas().is_none());
    }

    #[test]
    fn options_keep_their_numbers() {
        let problem = seats(Multiplicity { least: 0, most: Some(1) });
        assert!(problem.with_quotas().is_none());
        let problem = seats(Multiplicity { least: 1, most: None });
        let by_quotas = problem.with_quotas().unwrap();
        let words = |problem: &Problem, option: OptionId| problem.option_words(option);
        let all = |problem: &Problem| problem.options().map(|option| words(problem, option)).collect::<Vec<_>>();
        assert_eq!(all(by_quotas), all(problem.original()));
    }
}
