//! How many options of an item are still to be chosen, where the item is not branched on but its options are numbered: see [`Problem::quotas`].

use dlx_core::problem::{Problem, to_u32};

/// The color of the cells of such items: no option may give it.
pub(crate) const QUOTA: u32 = u32::MAX - 1;

/// How many more options of an item must be chosen, and how many may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quota {
    pub(crate) item: u32,
    pub(crate) least: u32,
    pub(crate) most: u32,
}

impl Quota {
    /// The quotas of a problem.
    pub(crate) fn of(problem: &Problem) -> Vec<Self> {
        let mut smallest = vec![usize::MAX; problem.n_items()];
        for option in problem.choosable().filter(|_| !problem.quotas().is_empty()) {
            let items = problem.items_of(option);
            let size = items.iter().filter(|&&item| problem.is_primary(item)).count();
            items.iter().for_each(|item| smallest[item.index()] = smallest[item.index()].min(size));
        }
        let quotas = problem.quotas().iter().map(|&(item, times)| {
            // No more options of it have room, each of which covers some primary items.
            let room = problem.n_primary() / smallest[item.index()];
            let bounded = |number: usize| to_u32(number.min(room + 1));
            Self {
                item: item.get(),
                least: bounded(times.least),
                most: bounded(times.most.unwrap_or(usize::MAX)).min(to_u32(room)).max(bounded(times.least)),
            }
        });
        quotas.collect()
    }
}
