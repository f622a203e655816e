//! What a search did, apart from finding solutions. One table gives every figure its name, unit and meaning.

use serde::{Deserialize, Serialize};

macro_rules! stats {
    ($($field:ident, $unit:literal, $help:literal;)*) => {
        /// Figures of a search; they add up over tasks.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub struct Stats {
            $(#[doc = $help] pub $field: u64,)*
        }

        impl Stats {
            /// Every figure: name, value, unit, meaning.
            #[must_use]
            pub fn table(&self) -> Vec<(&'static str, u64, &'static str, &'static str)> {
                vec![$((stringify!($field), self.$field, $unit, $help)),*]
            }
        }

        impl std::ops::AddAssign for Stats {
            /// Adds figure by figure. They stop at 2^64 - 1 rather than wrap.
            fn add_assign(&mut self, other: Self) {
                $(self.$field = self.$field.saturating_add(other.$field);)*
            }
        }
    };
}

stats! {
    nodes, "nodes", "States looked at: the root, and one for every option tried that did not fail at once.";
    updates, "updates", "Nodes taken out of an item's list, Knuth's measure of the work of dancing links; 0 for engines without lists.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_add_up_and_never_wrap() {
        let mut stats = Stats { nodes: 1, updates: u64::MAX - 1 };
        stats += Stats { nodes: 2, updates: 5 };
        assert_eq!(stats, Stats { nodes: 3, updates: u64::MAX });
        assert_eq!(stats.table()[0].0, "nodes");
    }
}
