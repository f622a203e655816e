//! The permutation of the options that a permutation of the items induces: for symmetries that are known beforehand.

use rustc_hash::FxHashMap;

use super::group::GroupError;
use super::symmetry_problem::SymmetryProblem;
use dlx_core::problem::{Color, ItemId, OptionId, Problem};

/// Why a permutation of the items is not a symmetry.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoSymmetry {
    /// An item is mapped to one that is not to be covered in the same way.
    #[error("`{from}` and `{to}` are not to be covered equally often")]
    Items {
        /// The item.
        from: String,
        /// Its image.
        to: String,
    },
    /// The image of an option is not an option, or there are more options equal to it than equal to its image.
    #[error("the image of option {option} ({words}) is not an option")]
    Option {
        /// The number of the option, from 0.
        option: usize,
        /// Its items.
        words: String,
    },
    /// There is no group of such permutations.
    #[error(transparent)]
    Group(#[from] GroupError),
}

/// The image of every option of the [original](Problem::original) problem under a permutation of its items; colors stay as they are. Several equal options have different images.
///
/// ```
/// use dlx_count::{family::queens, problem::ItemId, symmetry::induced};
///
/// let problem = queens(4);
/// let still: Vec<ItemId> = problem.items().collect();
/// assert_eq!(induced(&problem, &still)?, problem.options().collect::<Vec<_>>());
/// # Ok::<(), dlx_count::symmetry::NoSymmetry>(())
/// ```
///
/// # Errors
/// If solutions are not carried into solutions.
///
/// # Panics
/// If `images` does not have one image for each item.
pub fn induced(problem: &Problem, images: &[ItemId]) -> Result<Vec<OptionId>, NoSymmetry> {
    GroupError::unless_connected(problem)?;
    let (asked, original) = (SymmetryProblem::original(problem, None), problem.original());
    assert_eq!(images.len(), original.n_items(), "an image for each item");
    let is_alike = |&(item, image): &(ItemId, ItemId)| {
        asked.kind(item) == asked.kind(image) && original.is_primary(item) == original.is_primary(image)
    };
    if let Some((from, to)) = original.items().zip(images.iter().copied()).find(|pair| !is_alike(pair)) {
        let [from, to] = [from, to].map(|item| original.item_label(item).to_owned());
        return Err(NoSymmetry::Items { from, to });
    }
    let mut equal: FxHashMap<Vec<(ItemId, Color)>, Vec<OptionId>> = FxHashMap::default();
    for option in (0..original.n_options()).rev().map(OptionId::from_index) {
        equal.entry(cells(original, option, |item| item)).or_default().push(option);
    }
    let image = |option| {
        let cells = cells(original, option, |item: ItemId| images[item.index()]);
        let no_option = || NoSymmetry::Option { option: option.index(), words: original.option_words(option) };
        equal.get_mut(&cells).and_then(Vec::pop).ok_or_else(no_option)
    };
    original.options().map(image).collect()
}

/// What an option covers, in order, when its items are replaced.
fn cells(problem: &Problem, option: OptionId, image: impl Fn(ItemId) -> ItemId) -> Vec<(ItemId, Color)> {
    let mut cells: Vec<(ItemId, Color)> = problem.cells(option).map(|(item, color)| (image(item), color)).collect();
    cells.sort_unstable();
    cells
}
