//! A problem falls into parts that have no item in common; its count is the product of theirs.

use super::disjoint::{join, root};
use super::exact_cover::Problem;
use super::ids::{ItemId, OptionId};

impl Problem {
    /// The parts of a problem: two items are in the same part if an option has both, or a chain of options leads from one to the other. Items and options stay in their
    /// order, with their labels. Parts without a primary item are left out: the only way to cover nothing is to choose nothing, so they count 1.
    ///
    /// The number of solutions is the product of the numbers of all parts; that of no parts at all is 1. A problem whose options must be connected is one part, and so is one of which only some options are shown.
    ///
    /// ```
    /// use dlx_count::Problem;
    ///
    /// let mut builder = Problem::builder();
    /// let items = ["a", "b", "c"].map(|label| builder.primary(label).unwrap());
    /// builder.option(&[items[0], items[2]])?;
    /// builder.option(&[items[1]])?;
    /// let parts = builder.build().parts();
    /// assert_eq!((parts.len(), parts[0].n_items(), parts[1].n_items()), (2, 2, 1));
    /// # Ok::<(), dlx_count::ProblemError>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<Self> {
        if self.is_one_part() {
            return vec![self.clone()];
        }
        let part_of = self.part_of();
        let mut options_of = vec![Vec::new(); self.n_items()];
        for option in self.choosable() {
            options_of[part_of[self.items_of(option)[0].index()]].push(option);
        }
        let mut items_of = vec![Vec::new(); self.n_items()];
        for item in self.items() {
            items_of[part_of[item.index()]].push(item);
        }
        let has_primary = |items: &&Vec<ItemId>| items.first().is_some_and(|&item| self.is_primary(item));
        let parts = items_of.iter().zip(&options_of).filter(|(items, _)| has_primary(items));
        let mut number = vec![None; self.n_items()];
        parts.map(|(items, options)| self.part(items, options, &mut number)).collect()
    }

    /// How many [`parts`](Self::parts) there are.
    #[must_use]
    pub fn n_parts(&self) -> usize {
        if self.is_one_part() {
            return 1;
        }
        let part_of = self.part_of();
        // The least item of a part that has a primary one is primary.
        (0..self.n_primary()).filter(|&item| part_of[item] == item).count()
    }

    /// Would parts lose something?
    fn is_one_part(&self) -> bool {
        self.wiring.is_some() || !self.quotas.is_empty() || self.shown.is_some()
    }

    /// For each item the number of the least item of its part.
    fn part_of(&self) -> Vec<usize> {
        let mut roots: Vec<usize> = (0..self.n_items()).collect();
        for option in self.choosable() {
            let items = self.items_of(option);
            for pair in items.windows(2) {
                join(&mut roots, pair[0].index(), pair[1].index());
            }
        }
        (0..self.n_items()).map(|item| root(&mut roots, item)).collect()
    }

    /// A part. `number` has room for the number that each of its items gets there.
    fn part(&self, items: &[ItemId], options: &[OptionId], number: &mut [Option<ItemId>]) -> Self {
        let mut builder = Self::builder();
        builder.name(self.name());
        for &item in items {
            number[item.index()] = Some(builder.copy_item(self, item).expect("the items of a problem are sound"));
        }
        for &option in options {
            let added = builder.copy_option(self, option, |item| number[item.index()]);
            let added = added.expect("the options of a problem are sound");
            if self.has_costs() {
                let cost = self.in_units_of_cost(self.cost(option));
                builder.cost(added, cost).expect("a part costs no more than the whole");
            }
        }
        builder.build()
    }
}
