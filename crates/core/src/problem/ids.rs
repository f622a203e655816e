//! Typed indices, so that items, options and colors cannot be confused.
//!
//! Everything in a [`Problem`](super::Problem) is numbered from 0 and stored in 32 bits, half of what a `usize` takes.
//! Conversions to and from `usize` are made here only.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The id with this index.
            ///
            /// # Panics
            /// If `index` does not fit in 32 bits; a [`ProblemBuilder`](super::ProblemBuilder) never hands out such an id.
            #[inline]
            #[must_use]
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("ids have 32 bits; the builder refuses larger problems"))
            }

            /// The position in the problem's arrays.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                crate::problem::to_usize(self.0)
            }

            /// The number of the id in its stored width.
            #[must_use]
            pub const fn get(self) -> u32 {
                self.0
            }
        }
    };
}

id! {
    /// An item: something to be covered. Primary items come first, then the secondary ones.
    ItemId
}

id! {
    /// An option: a set of items that are covered together.
    OptionId
}

id! {
    /// A color of a secondary item in an option. [`Color::NONE`] is "no color": such options exclude each other.
    Color
}

id! {
    /// A node that options may have as a port: see [`Connected`](super::Connected).
    NodeId
}

impl Color {
    /// No color: the option takes the secondary item for itself.
    pub const NONE: Self = Self(0);

    /// Is this "no color"?
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}
