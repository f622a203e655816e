//! What is left of a problem when some options are chosen.

use super::exact_cover::Problem;
use super::ids::{Color, ItemId, OptionId};

/// The problem below a choice of options, and the options of the whole problem that its own stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Below {
    /// The items that are still to be covered, the secondary items that can still be covered, and the options that can still be chosen, in their order, with their labels.
    pub problem: Problem,
    /// For each of its options the option of the whole problem.
    pub options: Vec<OptionId>,
}

impl Problem {
    /// What is left when an option is chosen: its items are covered, and all options that it excludes are gone. A secondary item that has its color now is left out, too: every remaining option with that item has the
    /// same color. So the solutions of the rest are those of the problem that have the option, without it.
    ///
    /// ```
    /// use dlx_count::{OptionId, Session, family::queens};
    ///
    /// // A queen in a corner of 8 x 8: 64 squares without those that it attacks.
    /// let below = queens(8).below(OptionId::from_index(0));
    /// assert_eq!((below.problem.n_primary(), below.options.len()), (14, 42));
    /// assert_eq!(Session::new()?.count(&below.problem)?.count.to_string(), "4");
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    ///
    /// # Panics
    /// If the option is not in this problem, or has no primary item and is never chosen; or if options must be connected, since the rest would have to know what they are connected with.
    #[must_use]
    pub fn below(&self, chosen: OptionId) -> Below {
        assert!(self.has_primary(chosen), "an option without a primary item is never chosen");
        assert!(self.wiring.is_none(), "options must be connected, with the chosen one too");
        let mut taken: Vec<Option<Color>> = vec![None; self.n_items()];
        self.cells(chosen).for_each(|(item, color)| taken[item.index()] = Some(color));
        let agrees =
            |(item, color): (ItemId, Color)| taken[item.index()].is_none_or(|has| !has.is_none() && has == color);
        let mut builder = Self::builder();
        builder.name(self.name());
        let mut number = vec![None; self.n_items()];
        for item in self.items().filter(|item| taken[item.index()].is_none()) {
            number[item.index()] = Some(builder.copy_item(self, item).expect("the items of a problem are sound"));
        }
        let mut options = Vec::new();
        for option in self.choosable().filter(|&option| self.cells(option).all(agrees)) {
            let added = builder.copy_option(self, option, |item| number[item.index()]);
            added.expect("the options of a problem are sound");
            options.push(option);
        }
        Below { problem: builder.build(), options }
    }
}
