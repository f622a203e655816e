//! What a sweep decides at each level, and where its states keep what: exactly what `checker/FORMAT.md` says.

use dlx_core::problem::{Color, ItemId, Multiplicity, Problem, to_u32, to_u64, to_usize};
use dlx_core::stop::poll;

use super::super::frontier::{MAX_WORDS, best_order, first_fit};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::Unproved;
use super::prices::Spending;

/// An item, and the levels at which something is decided about it.
pub(super) struct ProofItem {
    pub(super) least: u64,
    /// The largest status.
    pub(super) most: u64,
    /// Is it primary? Then options add to its status; those of a secondary item have to agree on it.
    pub(super) is_primary: bool,
    /// The first and the last level with an option that touches it; none if no option does.
    pub(super) levels: Option<(usize, usize)>,
    pub(super) field: ProofField,
}

impl ProofItem {
    const SPENT: Self =
        Self { least: 0, most: 0, is_primary: true, levels: None, field: ProofField { start: 0, width: 0 } };
}

/// Where a status stands in a state.
#[derive(Clone, Copy, Default)]
pub(super) struct ProofField {
    pub(super) start: usize,
    pub(super) width: usize,
}

/// At each level at most one of some options is chosen, all of which cover the item of the level.
pub(super) struct ProofLevel {
    pub(super) item: usize,
    pub(super) options: Vec<usize>,
}

pub(super) struct CertificatePlan {
    pub(super) items: Vec<ProofItem>,
    /// For each option its items, and what it adds to their status, or makes it.
    pub(super) options: Vec<Vec<(usize, u64)>>,
    pub(super) order: Vec<usize>,
    pub(super) levels: Vec<ProofLevel>,
    pub(super) n_bits: usize,
}

/// A problem as the certificate has it: items in the order of its first line, primary ones first, also those whose bounds make them primary.
pub(super) struct ProblemAsText {
    pub(super) items: Vec<ProofItem>,
    /// The options with a primary item, as in a [`CertificatePlan`].
    pub(super) options: Vec<Vec<(usize, u64)>>,
    /// Which primary items may be covered several times?
    is_several: Vec<bool>,
    /// The same, for an order of the items.
    residue: Residue,
}

impl ProblemAsText {
    pub(super) fn new(problem: &Problem, spending: Option<&Spending>) -> Self {
        let (problem, times) = problem.with_bounds();
        let bounds = |item: &ItemId| times.iter().find(|(other, _)| other == item).map(|(_, times)| *times);
        let is_primary = |item: &ItemId| problem.is_primary(*item) || bounds(item).is_some();
        let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) = problem.items().partition(is_primary);
        let mut places = vec![0; problem.n_items()];
        primary.iter().chain(&secondary).enumerate().for_each(|(place, item)| places[item.index()] = place);
        let n_primary = primary.len();
        let mut residue = Residue { n_items: places.len(), n_primary, option_size: 1, ..Residue::default() };
        let mut colors = vec![Vec::new(); places.len()];
        let (mut options, mut degrees) = (Vec::new(), vec![0usize; places.len()]);
        for option in problem.options() {
            let mut cells = Vec::new();
            poll(problem.items_of(option).len());
            for (item, color) in problem.cells(option) {
                let place = places[item.index()];
                cells.push((place, if color.is_none() { 1 } else { 2 + to_u64(known(&mut colors[place], color)) }));
            }
            if cells.iter().any(|&(item, _)| item < n_primary) {
                residue.push(
                    option,
                    problem.cells(option).map(|(item, color)| (to_u32(places[item.index()]), color.get())),
                );
                cells.iter().for_each(|&(item, _)| degrees[item] += 1);
                let spends = spending.map(|spending| spending.of_options[option.index()].unwrap_or(u64::MAX));
                cells.extend(spends.map(|spends| (places.len(), spends)));
                options.push(cells);
            }
        }
        let item = |(place, item): (usize, &ItemId)| {
            let is_primary = place < n_primary;
            let Multiplicity { least, most } =
                bounds(item).unwrap_or(Multiplicity { least: usize::from(is_primary), ..Multiplicity::ONE });
            let most =
                if is_primary { most.unwrap_or(usize::MAX).min(degrees[place]) } else { 1 + colors[place].len() };
            let (least, most) = (to_u64(least), to_u64(most));
            ProofItem { least, most, is_primary, levels: None, field: ProofField::default() }
        };
        let mut items: Vec<ProofItem> = primary.iter().chain(&secondary).enumerate().map(item).collect();
        // What has been spent is an item that all options have.
        items.extend(spending.map(|&Spending { most, .. }| ProofItem { most, ..ProofItem::SPENT }));
        let declared =
            primary.iter().map(|item| bounds(item).unwrap_or(Multiplicity::ONE).most.is_none_or(|most| most > 1));
        Self { items, options, is_several: declared.collect(), residue }
    }
}

impl CertificatePlan {
    pub(super) fn new(problem: &Problem, spending: Option<&Spending>, signal: &RunSignal) -> Result<Self, Unproved> {
        let text = ProblemAsText::new(problem, spending);
        let (order, _) = best_order(&text.residue, &|| signal.is_stopped());
        let ProblemAsText { items, options, is_several, .. } = text;
        let mut plan = Self { items, options, order, levels: Vec::new(), n_bits: 0 };
        plan.lay_out(&is_several);
        plan.place();
        if plan.n_bits > 64 * MAX_WORDS { Err(Unproved::WideFrontier) } else { Ok(plan) }
    }

    /// Determines what is decided at each level.
    fn lay_out(&mut self, is_several: &[bool]) {
        let mut positions = vec![usize::MAX; self.items.len()];
        self.order.iter().enumerate().for_each(|(position, &item)| positions[item] = position);
        let mut groups = vec![Vec::new(); self.order.len()];
        for (number, option) in self.options.iter().enumerate() {
            let first = option.iter().map(|&(item, _)| positions[item]).min();
            first.into_iter().for_each(|first| groups[first].push(number));
        }
        for (&item, group) in self.order.iter().zip(groups) {
            let parts = if is_several[item] { group.len() } else { group.len().min(1) };
            for options in group.chunks(group.len().checked_div(parts).unwrap_or(1).max(1)) {
                let level = self.levels.len();
                poll(options.iter().map(|&option| self.options[option].len()).sum());
                for &(item, _) in options.iter().flat_map(|&option| &self.options[option]) {
                    let first = self.items[item].levels.map_or(level, |(first, _)| first);
                    self.items[item].levels = Some((first, level));
                }
                self.levels.push(ProofLevel { item, options: options.to_vec() });
            }
        }
    }

    /// Gives each item the lowest bits that are free from the first level that touches it to the last.
    fn place(&mut self) {
        let (mut begin, mut end) = (vec![Vec::new(); self.levels.len()], vec![Vec::new(); self.levels.len()]);
        for (item, &ProofItem { levels, .. }) in self.items.iter().enumerate() {
            if let Some((first, last)) = levels {
                begin[first].push(item);
                end[last].push(item);
            }
        }
        let mut free = Vec::new();
        for (begin, end) in begin.iter().zip(end) {
            // To look for a place among ever more bits would take time with their square.
            if free.len() > 64 * MAX_WORDS {
                break;
            }
            for &item in begin {
                poll(free.len());
                let width = width(self.items[item].most);
                let start = if width == 0 { 0 } else { first_fit(&mut free, width, 64) };
                self.items[item].field = ProofField { start, width };
            }
            for item in end {
                let ProofField { start, width } = self.items[item].field;
                free[start..start + width].fill(true);
            }
        }
        self.n_bits = free.len();
    }
}

/// The bits of a number.
fn width(number: u64) -> usize {
    to_usize(u64::BITS - number.leading_zeros())
}

/// The number of a color among those of an item.
fn known(colors: &mut Vec<Color>, color: Color) -> usize {
    colors.iter().position(|&other| other == color).unwrap_or_else(|| {
        colors.push(color);
        colors.len() - 1
    })
}
