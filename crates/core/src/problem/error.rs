//! What can be wrong with a problem while it is built. Readers add the line and the column.

use crate::format::often;

/// A rule of exact cover problems that an item or an option broke.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Two items may not share a label.
    #[error("item `{label}` is declared twice")]
    DuplicateItem {
        /// The label of both.
        label: String,
    },
    /// Items are numbered primary first, so a primary item cannot follow a secondary one.
    #[error("primary item `{label}` comes after a secondary item; primary items come first")]
    PrimaryAfterSecondary {
        /// The label of the primary item.
        label: String,
    },
    /// An option names an item that was never declared.
    #[error("unknown item `{label}`")]
    UnknownItem {
        /// The unknown label.
        label: String,
    },
    /// There is no option with this number.
    #[error("there is no option {number}")]
    UnknownOption {
        /// The unknown number.
        number: usize,
    },
    /// An option is a set: it has an item once or not at all.
    #[error("item `{label}` appears twice in this option")]
    RepeatedItem {
        /// The label of the item.
        label: String,
    },
    /// Colors say when options agree on a secondary item; a primary item is covered exactly once and has none.
    #[error("primary item `{label}` has a color; only secondary items may have one")]
    ColoredPrimary {
        /// The label of the item.
        label: String,
    },
    /// The least number of times is larger than the greatest.
    #[error("item `{label}` is to be covered at least {} and at most {}", often(*least), often(*most))]
    BadTimes {
        /// The label of the item.
        label: String,
        /// The least number of times.
        least: usize,
        /// The greatest number of times.
        most: usize,
    },
    /// An item that must be covered cannot be left out.
    #[error("item `{label}` is {what}, and is to be covered at least {}", often(*least))]
    Contradiction {
        /// The label of the item.
        label: String,
        /// The least number of times.
        least: usize,
        /// What else is demanded of it: forbidden or optional.
        what: &'static str,
    },
    /// Colors say when options agree on an item, so an item with colors cannot have a number of times.
    #[error("item `{label}` has colors; it cannot be covered a given number of times")]
    ColoredTimes {
        /// The label of the item.
        label: String,
    },
    /// A port of an option is not a node.
    #[error("there is no node {number}")]
    UnknownNode {
        /// Its number.
        number: usize,
    },
    /// An option has a node as a port twice.
    #[error("node `{label}` appears twice among the nodes of an option")]
    RepeatedNode {
        /// The label of the node.
        label: String,
    },
    /// A node has one color, or none.
    #[error("node `{label}` has another color already")]
    RecoloredNode {
        /// The label of the node.
        label: String,
    },
    /// All sums and differences of costs have to fit in 64 bits, in units in which every cost is a whole number.
    #[error("the costs are too large: in the smallest unit, their absolute values may add up to {limit}")]
    TooDear {
        /// The most that all may cost together.
        limit: u64,
    },
    /// Ids have 32 bits and the engines need one to spare.
    #[error("too many {what}: the limit is {limit}")]
    TooLarge {
        /// Of which there are too many: items, options, nodes or colors.
        what: &'static str,
        /// How many are possible.
        limit: usize,
    },
}
