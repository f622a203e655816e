//! A condition that is checked variable by variable: a sum, a parity.
//!
//! Each variable is a primary item; an option gives it a value, by its color, and gives the sums before and after it: the colors of two secondary items, on which
//! neighbors agree. A choice of values determines all sums, so one option of each item fits, or none. Only sums that can be reached, and from which a right end can be, are written.

use std::collections::BTreeSet;

use dlx_core::problem::{Color, ItemId, ProblemBuilder, ProblemError};
use dlx_core::stop::poll;

use super::literal::Literal;

/// The terms of a chain, and the sums that are right at its end.
pub(super) struct Chain {
    pub(super) terms: Vec<(u64, Literal)>,
    pub(super) least: u64,
    pub(super) most: u64,
    /// Does only the remainder modulo two matter?
    pub(super) is_parity: bool,
}

/// A value of a literal, and the sums before and behind it.
type Link = (bool, u64, u64);

impl Chain {
    /// The links of each variable; none if there are more than `most`.
    pub(super) fn links(&self, most: usize) -> Option<Vec<Vec<Link>>> {
        let mut n_links = 0;
        let mut reached = vec![BTreeSet::from([0])];
        for &(number, _) in &self.terms {
            let here = &reached[reached.len() - 1];
            n_links += 2 * here.len();
            poll(here.len());
            if n_links > most {
                return None;
            }
            let next = here
                .iter()
                .flat_map(|&sum| [sum, self.add(sum, number)])
                .filter(|&sum| self.is_parity || sum <= self.most);
            let next = next.collect();
            reached.push(next);
        }
        let mut open: BTreeSet<u64> =
            reached.pop()?.into_iter().filter(|sum| (self.least..=self.most).contains(sum)).collect();
        let mut links = Vec::new();
        for (&(number, _), here) in self.terms.iter().zip(&reached).rev() {
            poll(here.len());
            let all = here.iter().flat_map(|&sum| [(true, sum, self.add(sum, number)), (false, sum, sum)]);
            let its: Vec<Link> = all.filter(|(_, _, behind)| open.contains(behind)).collect();
            open = its.iter().map(|&(_, before, _)| before).collect();
            links.push(its);
        }
        links.reverse();
        Some(links)
    }

    fn add(&self, sum: u64, number: u64) -> u64 {
        // Where there is no upper bound, sums above the lower bound need not be told apart.
        let total = sum.saturating_add(number);
        if self.is_parity {
            total % 2
        } else if self.most == u64::MAX {
            total.min(self.least)
        } else {
            total
        }
    }
}

/// The items of a chain, which are declared before options are.
pub(super) struct Linked {
    links: Vec<Vec<Link>>,
    items: Vec<ItemId>,
    sums: Vec<ItemId>,
}

impl Linked {
    /// Declares the primary items.
    pub(super) fn new(links: Vec<Vec<Link>>, label: &str, builder: &mut ProblemBuilder) -> Result<Self, ProblemError> {
        let items = builder.primaries((1..=links.len()).map(|k| format!("{label}.{k}")))?;
        Ok(Self { links, items, sums: Vec::new() })
    }

    /// Declares the secondary items.
    pub(super) fn declare_sums(&mut self, label: &str, builder: &mut ProblemBuilder) -> Result<(), ProblemError> {
        let sums = (1..self.links.len()).map(|k| builder.secondary(format!("{label}.{k}-{}", k + 1)));
        self.sums = sums.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Adds the options. A literal and its value are a color of its variable.
    pub(super) fn add(
        &self,
        chain: &Chain,
        builder: &mut ProblemBuilder,
        value: impl Fn(Literal) -> Option<(ItemId, Color)>,
    ) -> Result<(), ProblemError> {
        for (k, (links, &(_, literal))) in self.links.iter().zip(&chain.terms).enumerate() {
            for &(is_true, before, behind) in links {
                builder.push(self.items[k], Color::NONE)?;
                if let Some((item, color)) = value(if is_true { literal } else { -literal }) {
                    builder.push(item, color)?;
                }
                let sums = [(k.checked_sub(1), before), (Some(k), behind)];
                for (place, sum) in sums {
                    if let Some(&item) = place.and_then(|place| self.sums.get(place)) {
                        let color = builder.color(&sum.to_string())?;
                        builder.push(item, color)?;
                    }
                }
                builder.finish()?;
            }
        }
        Ok(())
    }
}
