//! The form of problem whose solutions are the terms of a product: rows, of each of which one option is chosen.
//!
//! Secondary items may stay uncovered, but how many of them do is known, since the options of a row are equally long. One more row covers these: the secondary items, one by one, of which that many are chosen.

use super::super::residue::Residue;
use dlx_core::problem::{to_u32, to_usize};
use dlx_core::stop::poll;

/// The most items that get signs: a set of them is a word.
const MOST_SIGNS: usize = 64;

/// The most items in all, and the most options of a row, so that a sum of a row fits in 16 bits.
const MOST_ITEMS: usize = 512;
const MOST_TERMS: usize = 16_000;

/// How many cells of options the search for the items of rows may look at.
const EFFORT: usize = 5_000_000;

/// A problem as a product of rows. The items of its terms come in the order of the number of terms that have them.
#[derive(Clone, Debug)]
pub(super) struct SignForm {
    /// The number of items that are no rows.
    pub(super) n_items: usize,
    pub(super) rows: Vec<SignRow>,
}

/// A factor of the product: one of its terms is chosen, or several of them.
#[derive(Clone, Debug)]
pub(super) struct SignRow {
    /// The items of each.
    pub(super) terms: Vec<u64>,
    /// How many are chosen.
    pub(super) times: u32,
}

impl SignForm {
    /// The form of a problem; none if it has no such form, or too many items or options.
    pub(super) fn of(residue: &Residue) -> Option<Self> {
        let is_plain = !residue.is_colored && residue.ports.is_none() && residue.quotas.is_empty();
        if !is_plain || residue.n_items > MOST_ITEMS {
            return None;
        }
        let (places, form) = match row_items(residue) {
            Some(is_row) => Self::of_rows(residue, &is_row)?,
            None => Self::of_one(residue)?,
        };
        form.is_even().then(|| form.with_spare(&places[residue.n_primary..]))
    }

    /// One row for each of these items.
    fn of_rows(residue: &Residue, is_row: &[bool]) -> Option<(SignPlaces, Self)> {
        let mut rows = vec![SignRow { terms: Vec::new(), times: 1 }; is_row.len()];
        let places = places(residue, |item| !is_row[item])?;
        for cells in residue.options() {
            let row = cells.iter().map(|&(item, _)| to_usize(item)).find(|&item| is_row[item])?;
            rows[row].terms.push(set(cells, &places));
        }
        let rows = rows.into_iter().zip(is_row).filter_map(|(row, &is_row)| is_row.then_some(row)).collect();
        Some((places, Self { n_items: is_row.iter().filter(|&&is_row| !is_row).count(), rows }))
    }

    /// All options in one row, of which as many are chosen as it takes to cover all items, if all must be covered.
    fn of_one(residue: &Residue) -> Option<(SignPlaces, Self)> {
        if residue.n_items > residue.n_primary {
            return None;
        }
        let places = places(residue, |_| true)?;
        let terms: Vec<u64> = residue.options().map(|cells| set(cells, &places)).collect();
        let size = terms.first().map_or(1, |term| term.count_ones().max(1));
        let times = u32::try_from(residue.n_items).ok()?.div_ceil(size);
        Some((places, Self { n_items: residue.n_items, rows: vec![SignRow { terms, times }] }))
    }

    /// With a row for the secondary items, which have these places, that stay uncovered.
    fn with_spare(mut self, places: &[Option<u32>]) -> Self {
        let n_spare = self.n_items.saturating_sub(self.size());
        if n_spare > 0 && !places.is_empty() {
            let terms = places.iter().flatten().map(|place| 1 << place).collect();
            self.rows.push(SignRow { terms, times: to_u32(n_spare) });
        }
        self
    }

    /// Are all terms of a row of one size?
    fn is_even(&self) -> bool {
        let is_of_one_size =
            |row: &SignRow| row.terms.windows(2).all(|pair| pair[0].count_ones() == pair[1].count_ones());
        self.rows.iter().all(|row| is_of_one_size(row) && row.terms.len() <= MOST_TERMS)
    }

    /// Do the sizes of a choice add up to the number of the items? Then a choice that covers every item an odd number of times covers it once; if not, there is no solution.
    pub(super) fn adds_up(&self) -> bool {
        self.size() == self.n_items
    }

    /// The number of items in a choice.
    fn size(&self) -> usize {
        let size =
            |row: &SignRow| row.terms.first().map_or(0, |term| to_usize(term.count_ones()) * to_usize(row.times));
        self.rows.iter().map(size).sum()
    }
}

/// For each item its place among those that get signs.
type SignPlaces = Vec<Option<u32>>;

/// The place of each of these items by the number of their options, the fewest first; none if they are too many.
fn places(residue: &Residue, is_in: impl Fn(usize) -> bool) -> Option<SignPlaces> {
    let mut n_options = vec![0_usize; residue.n_items];
    residue.cells.iter().for_each(|&(item, _)| n_options[to_usize(item)] += 1);
    let mut items: Vec<usize> = (0..residue.n_items).filter(|&item| is_in(item)).collect();
    if items.len() > MOST_SIGNS {
        return None;
    }
    items.sort_by_key(|&item| n_options[item]);
    let mut places = vec![None; residue.n_items];
    (0..).zip(items).for_each(|(place, item)| places[item] = Some(place));
    Some(places)
}

fn set(cells: &[(u32, u32)], places: &[Option<u32>]) -> u64 {
    cells.iter().filter_map(|&(item, _)| places[to_usize(item)]).fold(0, |set, place| set | 1 << place)
}

/// Primary items of which every option has exactly one, if some are found: an exact cover of the options by items.
fn row_items(residue: &Residue) -> Option<Vec<bool>> {
    let mut effort = EFFORT;
    let open = (0..residue.n_items).map(|item| (item >= residue.n_primary).then_some(false)).collect();
    let chosen = chosen_from(residue, open, &mut effort)?;
    Some(chosen.into_iter().map(|is_row| is_row == Some(true)).collect())
}

/// Chooses among the items that are open, by what follows and, where nothing does, by guesses.
fn chosen_from(residue: &Residue, mut chosen: Vec<Option<bool>>, effort: &mut usize) -> Option<Vec<Option<bool>>> {
    let open = loop {
        *effort = effort.checked_sub(residue.cells.len())?;
        poll(residue.cells.len());
        match step(residue, &mut chosen)? {
            RowStep::Changed => {}
            RowStep::Open(option) => break option,
            RowStep::Done => return Some(chosen),
        }
    };
    let items = residue.cells_of(open).iter().map(|&(item, _)| to_usize(item)).filter(|&item| chosen[item].is_none());
    for item in items.collect::<Vec<_>>() {
        let mut with_it = chosen.clone();
        with_it[item] = Some(true);
        if let Some(found) = chosen_from(residue, with_it, effort) {
            return Some(found);
        }
        chosen[item] = Some(false);
    }
    None
}

enum RowStep {
    /// Some items have been decided.
    Changed,
    /// An option has none yet, and the fewest items that could be.
    Open(usize),
    /// Every option has its item.
    Done,
}

/// Draws conclusions from every option once; none if one of them cannot have exactly one item.
fn step(residue: &Residue, chosen: &mut [Option<bool>]) -> Option<RowStep> {
    let (mut open, mut is_changed) = (None, false);
    for (option, cells) in residue.options().enumerate() {
        let items = cells.iter().map(|&(item, _)| to_usize(item));
        let n_chosen = items.clone().filter(|&item| chosen[item] == Some(true)).count();
        let n_open = items.clone().filter(|&item| chosen[item].is_none()).count();
        match (n_chosen, n_open) {
            (1, 0) => {}
            (1, _) | (0, 1) => {
                items.for_each(|item| _ = chosen[item].get_or_insert(n_chosen == 0));
                is_changed = true;
            }
            (0, 2..) => open = open.into_iter().chain([(n_open, option)]).min(),
            _ => return None,
        }
    }
    Some(if is_changed { RowStep::Changed } else { open.map_or(RowStep::Done, |(_, option)| RowStep::Open(option)) })
}
