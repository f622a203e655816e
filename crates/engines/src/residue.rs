//! What is left of a problem below a prefix: the items still in play, the options still possible.
//!
//! An arena is laid out from a residue, so that a task searches in an arena of its own without hidden nodes. On the way
//! secondary items that cannot matter any more are left out: those with a single option left, and those that have got their color.

use super::ports::Ports;
use super::quota::{QUOTA, Quota};
use dlx_core::problem::{Color, ItemId, OptionId, Problem, to_u32, to_usize};
use dlx_core::stop::poll;

/// A problem without labels, its items renumbered, primary ones first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Residue {
    pub(crate) n_items: usize,
    pub(crate) n_primary: usize,
    /// Number of primary items in every option of the whole problem, if it is the same in all; 1 if not. Where options must be connected, or some are numbered, it is 0: there the last option does not make a solution by itself.
    pub(crate) option_size: u32,
    /// How the options must be connected, if there is such a condition.
    pub(crate) ports: Option<Ports>,
    /// The items of which a number of options is to be chosen. Their cells have the color [`QUOTA`].
    pub(crate) quotas: Vec<Quota>,
    /// Does any cell have a color?
    pub(crate) is_colored: bool,
    /// The options by their names outside, in order.
    pub(crate) ids: Vec<OptionId>,
    /// Where the cells of each option end.
    pub(crate) ends: Vec<usize>,
    /// Items and colors; 0 stands for no color.
    pub(crate) cells: Vec<(u32, u32)>,
}

impl Residue {
    /// All items, and all options that can be chosen.
    pub(crate) fn whole(problem: &Problem) -> Self {
        let mut residue = Self {
            n_items: problem.n_items(),
            n_primary: problem.n_primary(),
            option_size: option_size(problem),
            quotas: Quota::of(problem),
            ..Self::default()
        };
        let mut most = vec![None; if residue.quotas.is_empty() { 0 } else { residue.n_items }];
        residue.quotas.iter().for_each(|quota| most[to_usize(quota.item)] = Some(quota.most));
        let most = |item: ItemId| most.get(item.index()).copied().flatten();
        for option in problem.choosable() {
            poll(problem.items_of(option).len());
            if problem.items_of(option).iter().any(|&item| most(item) == Some(0)) {
                continue;
            }
            let color = |item, color: Color| if most(item).is_some() { QUOTA } else { color.get() };
            residue.push(option, problem.cells(option).map(|(item, of_cell)| (item.get(), color(item, of_cell))));
        }
        residue.ports = Ports::of(problem, &residue.ids);
        residue
    }

    /// The residue with its primary items, its secondary items and its options in an order that the seed decides.
    pub(crate) fn shuffled(&self, seed: u64) -> Self {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut numbers: Vec<u32> = (0..to_u32(self.n_items)).collect();
        let (primary, secondary) = numbers.split_at_mut(self.n_primary);
        dice.shuffle(primary);
        dice.shuffle(secondary);
        let mut places: Vec<usize> = (0..self.ids.len()).collect();
        dice.shuffle(&mut places);
        let (n_items, n_primary, option_size) = (self.n_items, self.n_primary, self.option_size);
        let ports = self.ports.as_ref().map(|ports| ports.in_order(&places));
        let renumbered = |quota: &Quota| Quota { item: numbers[to_usize(quota.item)], ..*quota };
        let quotas = self.quotas.iter().map(renumbered).collect();
        let mut residue = Self { n_items, n_primary, option_size, ports, quotas, ..Self::default() };
        for place in places {
            let cells = self.cells_of(place).iter();
            residue.push(self.ids[place], cells.map(|&(item, color)| (numbers[to_usize(item)], color)));
        }
        residue
    }

    /// Adds an option.
    pub(crate) fn push(&mut self, id: OptionId, cells: impl Iterator<Item = (u32, u32)>) {
        self.cells.extend(cells);
        let start = self.ends.last().copied().unwrap_or(0);
        self.is_colored |= self.cells[start..].iter().any(|&(_, color)| color != 0);
        self.ids.push(id);
        self.ends.push(self.cells.len());
    }

    /// The cells of each option.
    pub(crate) fn options(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.cells[start..end])
    }

    /// The number of primary items in each option.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = u32> {
        let is_primary = |item: u32| to_usize(item) < self.n_primary;
        self.options().map(move |cells| to_u32(cells.iter().filter(|&&(item, _)| is_primary(item)).count()))
    }

    /// The cells of one option, by its place.
    pub(crate) fn cells_of(&self, option: usize) -> &[(u32, u32)] {
        let start = option.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[start..self.ends[option]]
    }

    /// The residue in which the nodes that options have as ports are secondary items, too, each in one color; none if there are no nodes.
    pub(crate) fn with_nodes(&self) -> Option<Self> {
        let ports = self.ports.as_ref()?;
        let (n_items, n_primary) = (self.n_items + ports.n_nodes, self.n_primary);
        let mut with_nodes = Self { n_items, n_primary, ..Self::default() };
        for ((&id, cells), nodes) in self.ids.iter().zip(self.options()).zip(ports.options()) {
            let nodes = nodes.iter().map(|node| (to_u32(self.n_items) + node, 1));
            with_nodes.push(id, cells.iter().copied().chain(nodes));
        }
        Some(with_nodes)
    }

    /// The residue whose options do not cover the items that have quotas; none if no item has one.
    pub(crate) fn without_quotas(&self) -> Option<Self> {
        if self.quotas.is_empty() {
            return None;
        }
        let (n_items, n_primary, ports) = (self.n_items, self.n_primary, self.ports.clone());
        let mut without = Self { n_items, n_primary, ports, ..Self::default() };
        for (&id, cells) in self.ids.iter().zip(self.options()) {
            without.push(id, cells.iter().copied().filter(|&(_, color)| color != QUOTA));
        }
        Some(without)
    }

    /// The number of bits of a set of its options: one for each, and one for each token of a quota (see `bits::quotas`).
    pub(crate) fn n_bits(&self) -> usize {
        self.ids.len() + self.quotas.iter().map(|quota| to_usize(quota.most)).sum::<usize>()
    }

    /// Do all options cover equally many items, more than one, and exclude each other only where they share one of them?
    pub(crate) fn is_even(&self) -> bool {
        self.n_items == self.n_primary && self.option_size > 1
    }

    /// How many nodes an arena of it has: headers, cells and spacers.
    pub(crate) fn n_nodes(&self) -> usize {
        self.n_items + self.cells.len() + self.ids.len() + 1
    }
}

fn option_size(problem: &Problem) -> u32 {
    if problem.connected().is_some() || !problem.quotas().is_empty() {
        return 0;
    }
    let n_primary = |option| to_u32(problem.items_of(option).iter().filter(|&&item| problem.is_primary(item)).count());
    let sizes = problem.choosable().map(n_primary);
    let (least, most) = sizes.fold((u32::MAX, 0), |(least, most), size| (least.min(size), most.max(size)));
    if least == most { least } else { 1 }
}
