//! Options with many items to be covered several times: where choosing a copy of each item at once would make too many options of one, the choices are made apart.
//!
//! The option gets a primary item of its own, and a secondary one that has the color `yes` if it is chosen and `no` if not. Each of its items that is covered several times becomes a primary item of its
//! own for this option: covered with `no`, or with `yes` and a copy, each copy an option. So what was a product of choices becomes a sum, and since the color says everything that the choices must agree on,
//! solutions stay the same one by one.

use super::builder::ProblemBuilder;
use super::error::ProblemError;
use super::ids::{Color, ItemId};

/// What an option covers, with colors.
pub(super) type Cells = Vec<(ItemId, Color)>;

/// An option whose choices are made apart.
pub(super) struct Apart {
    /// For each of its items that has a choice a primary item.
    choices: Vec<ItemId>,
    /// Has the option been chosen?
    is_chosen: Option<ItemId>,
}

impl Apart {
    /// Declares the primary items, by these labels.
    pub(super) fn declare(
        labels: impl Iterator<Item = String>,
        builder: &mut ProblemBuilder,
    ) -> Result<Self, ProblemError> {
        let choices = labels.map(|label| builder.primary(label)).collect::<Result<_, _>>()?;
        Ok(Self { choices, is_chosen: None })
    }

    /// Declares the secondary item.
    pub(super) fn declare_color(&mut self, label: String, builder: &mut ProblemBuilder) -> Result<(), ProblemError> {
        self.is_chosen = Some(builder.secondary(label)?);
        Ok(())
    }

    /// The option, chosen and not, with what it covers in any case and the item of its own, and the options that choose. The first of them alone stands for the option.
    pub(super) fn options(
        &self,
        mut plain: Cells,
        own: ItemId,
        choices: Vec<Vec<Cells>>,
        builder: &mut ProblemBuilder,
    ) -> Result<Vec<Cells>, ProblemError> {
        let is_chosen = self.is_chosen.into_iter();
        let [yes, no] = [builder.color("yes")?, builder.color("no")?];
        let said = |color: Color| is_chosen.clone().map(move |item| (item, color));
        let (several, single): (Vec<_>, Vec<_>) = choices.into_iter().partition(|choices| choices.len() != 1);
        plain.extend(single.into_iter().flatten().flatten());
        let mut options = vec![plain.into_iter().chain(said(yes)).collect::<Cells>()];
        options.push(std::iter::once((own, Color::NONE)).chain(said(no)).collect());
        for (&item, choices) in self.choices.iter().zip(several) {
            let own = std::iter::once((item, Color::NONE));
            options.push(own.clone().chain(said(no)).collect());
            options
                .extend(choices.into_iter().map(|cells| own.clone().chain(said(yes)).chain(cells).collect::<Cells>()));
        }
        Ok(options)
    }
}
