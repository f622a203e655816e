//! A condition that is checked variable by variable: a sum, a parity.
//!
//! Each variable is a primary item; an option gives it a value, by its color, and gives the states before and behind it: the colors of two secondary items, on which
//! neighbors agree. A choice of values determines all states, so one option of each item fits, or none. Only states that can be reached, and from which a right end can be, are written.
//!
//! The states of a sum are sets of sums so far that the same values of the remaining variables complete ([`intervals`](super::intervals)).

use dlx_core::problem::{Color, ItemId, ProblemBuilder, ProblemError};

use super::intervals;
use super::literal::Literal;

/// The terms of a chain, and the sums that are right at its end.
pub(super) struct Chain {
    pub(super) terms: Vec<(u64, Literal)>,
    pub(super) least: u64,
    pub(super) most: u64,
    /// Does only the remainder modulo two matter?
    pub(super) is_parity: bool,
}

/// A value of a literal, and the states before and behind it.
pub(super) type Link = (bool, u64, u64);

impl Chain {
    /// The links of each variable; none if that takes more than `most`.
    pub(super) fn links(&self, most: usize) -> Option<Vec<Vec<Link>>> {
        if self.is_parity {
            return Some(self.parities());
        }
        let numbers: Vec<u64> = self.terms.iter().map(|(number, _)| *number).collect();
        intervals::links(&numbers, (self.least, self.most), most)
    }

    /// The links of a parity, whose states are 0 and 1.
    fn parities(&self) -> Vec<Vec<Link>> {
        let n = self.terms.len();
        let of = |k: usize| {
            let before = if k == 0 { 0..1 } else { 0..2u64 };
            let all = before.flat_map(|sum| [(true, sum, 1 - sum), (false, sum, sum)]);
            all.filter(|&(_, _, behind)| k + 1 < n || behind == self.least).collect()
        };
        (0..n).map(of).collect()
    }
}

/// The items of a chain, which are declared before options are.
pub(super) struct Linked {
    links: Vec<Vec<Link>>,
    items: Vec<ItemId>,
    sums: Vec<ItemId>,
}

impl Linked {
    /// A chain with these primary items, one for each variable.
    pub(super) const fn new(links: Vec<Vec<Link>>, items: Vec<ItemId>) -> Self {
        Self { links, items, sums: Vec::new() }
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
