//! Deductions, as a person makes them: options that every solution has, or none, each with its reason.
//!
//! The reasons are about items and options, so they hold for any exact cover. What sudoku players have found and named one by one are a few cases of them:
//!
//! * A *single* is an item with one option left: a *naked* single if the item is a cell, a *hidden* one if it is a symbol in a row, column or box.
//! * If each option of k items covers exactly one of k other items, and no option covers two of the first, these k options cover all k others; so no other option covers any of them.
//!   With k = 1 these are *intersections* (pointing and claiming, locked candidates); with k = 2 and 3 *naked* and *hidden pairs* and *triples* (cells and symbols change places), *X-wing* and *swordfish* (rows and columns do).
//! * An option that shares items with each option of another item is a *dead end*.
//! * A *trial* takes an option and singles after it, until an item has no option left.
//!
//! Simplest first, and after each deduction from the beginning, as in the programs that rate puzzles. No deduction assumes that there is one solution. A trial with its singles is a branch of the search that fails without
//! another decision; so where trials do not help, a *guess* is needed in the sense of [`rate`](super::rate()).

use std::collections::BTreeSet;

use dlx_core::problem::{Color, ItemId, OptionId, Problem};
use dlx_core::stop;

/// Kinds of deductions, the simplest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Technique {
    /// An item has one option.
    Single,
    /// All options of an item cover another item.
    Intersection,
    /// An option would leave an item without options.
    DeadEnd,
    /// Two items share two others.
    Pair,
    /// Three items share three others.
    Triple,
    /// An option, and singles after it, would leave an item without options.
    Trial,
}

impl Technique {
    /// All, the simplest first.
    pub const ALL: [Self; 6] = [Self::Single, Self::Intersection, Self::DeadEnd, Self::Pair, Self::Triple, Self::Trial];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Intersection => "intersection",
            Self::DeadEnd => "dead end",
            Self::Pair => "pair",
            Self::Triple => "triple",
            Self::Trial => "trial",
        }
    }
}

/// A step: an option that belongs to every solution, or options that belong to none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// Its kind.
    pub technique: Technique,
    /// The items that it is about: those whose options are looked at, or the one that would be left without.
    pub items: Vec<ItemId>,
    /// The items that these share, if the technique is about any.
    pub shared: Vec<ItemId>,
    /// The option that every solution has, after a single.
    pub chosen: Option<OptionId>,
    /// The options that no solution has, after all others.
    pub out: Vec<OptionId>,
    /// Singles of a trial before an item has no option left.
    pub n_singles: usize,
}

/// What is known when there are no more deductions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// All items are covered: this is the only solution.
    Solved,
    /// There is no solution: this item has no option left.
    Impossible(ItemId),
    /// It is not known whether there is a solution, or only one: this number of options is left.
    Open(usize),
}

/// All deductions of a problem, one after the other.
///
/// ```
/// use dlx_count::family::sudokus;
/// use dlx_count::puzzle::{Conclusion, Deductions, Technique};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let problem = sudokus(text, None)?[0].problem();
/// let mut deductions = Deductions::new(&problem).unwrap();
/// assert!(deductions.by_ref().all(|deduction| deduction.technique == Technique::Single));
/// assert_eq!(deductions.conclusion(), Conclusion::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deductions<'a> {
    state: Position<'a>,
}

impl<'a> Deductions<'a> {
    /// None if items are covered several times, or options must be connected. Work on it can be [stopped](dlx_core::stop).
    #[must_use]
    pub fn new(problem: &'a Problem) -> Option<Self> {
        let is_plain = problem.times().is_empty() && !problem.is_irredundant() && problem.connected().is_none();
        is_plain.then(|| Self { state: Position::new(problem) })
    }

    /// What is known so far.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        match (self.state.starved(), self.state.open().next()) {
            (Some(item), _) => Conclusion::Impossible(item),
            (None, None) => Conclusion::Solved,
            _ => Conclusion::Open(self.state.is_left.iter().filter(|&&is_left| is_left).count()),
        }
    }
}

/// The hardest deduction on the way to the only solution. None if deductions do not lead there.
#[must_use]
pub fn hardest(problem: &Problem) -> Option<Technique> {
    let mut deductions = Deductions::new(problem)?;
    let hardest = deductions.by_ref().map(|deduction| deduction.technique).max();
    hardest.filter(|_| deductions.conclusion() == Conclusion::Solved)
}

impl Iterator for Deductions<'_> {
    type Item = Deduction;

    fn next(&mut self) -> Option<Deduction> {
        if self.state.starved().is_some() {
            return None;
        }
        let found = Technique::ALL.into_iter().find_map(|technique| self.state.find(technique))?;
        found.chosen.into_iter().for_each(|option| self.state.choose(option));
        found.out.iter().for_each(|&option| self.state.remove(option));
        Some(found)
    }
}

/// What is left of a problem.
#[derive(Clone, Debug)]
struct Position<'a> {
    problem: &'a Problem,
    is_left: Vec<bool>,
    /// The options that are left, for each item.
    options: Vec<Vec<OptionId>>,
    is_covered: Vec<bool>,
}

impl<'a> Position<'a> {
    fn new(problem: &'a Problem) -> Self {
        let mut options = vec![Vec::new(); problem.n_items()];
        let mut is_left = vec![false; problem.n_options()];
        for option in problem.choosable() {
            stop::poll(problem.items_of(option).len());
            is_left[option.index()] = true;
            problem.items_of(option).iter().for_each(|item| options[item.index()].push(option));
        }
        Self { problem, is_left, options, is_covered: vec![false; problem.n_items()] }
    }

    fn options(&self, item: ItemId) -> &[OptionId] {
        &self.options[item.index()]
    }

    /// The primary items that are not covered.
    fn open(&self) -> impl Iterator<Item = ItemId> {
        self.problem.items().take(self.problem.n_primary()).filter(|item| !self.is_covered[item.index()])
    }

    /// The first open item without options.
    fn starved(&self) -> Option<ItemId> {
        self.open().find(|&item| self.options(item).is_empty())
    }

    fn remove(&mut self, option: OptionId) {
        if std::mem::take(&mut self.is_left[option.index()]) {
            for item in self.problem.items_of(option) {
                stop::poll(self.options(*item).len());
                self.options[item.index()].retain(|&other| other != option);
            }
        }
    }

    fn choose(&mut self, option: OptionId) {
        self.remove(option);
        for (item, color) in self.problem.cells(option) {
            self.is_covered[item.index()] |= color.is_none();
        }
        for other in self.clashing(option) {
            self.remove(other);
        }
    }

    /// The options that are left and cannot be chosen together with this one, which need not be left.
    fn clashing(&self, option: OptionId) -> BTreeSet<OptionId> {
        let items = self.problem.items_of(option).iter();
        let others = items.flat_map(|&item| self.options(item));
        others.copied().filter(|&other| other != option && self.clash(option, other)).collect()
    }

    fn clash(&self, one: OptionId, other: OptionId) -> bool {
        stop::poll(self.problem.items_of(one).len());
        !self.problem.go_together(one, other)
    }

    fn find(&self, technique: Technique) -> Option<Deduction> {
        match technique {
            Technique::Single => self.single(),
            Technique::Intersection => self.share(technique, 1),
            Technique::DeadEnd => self.open().find_map(|item| self.dead_ends(item)),
            Technique::Pair => self.share(technique, 2),
            Technique::Triple => self.share(technique, 3),
            Technique::Trial => self.shortest_trial(),
        }
    }

    fn single(&self) -> Option<Deduction> {
        let item = self.open().find(|&item| self.options(item).len() == 1)?;
        let chosen = self.options(item).first().copied();
        let (technique, items) = (Technique::Single, vec![item]);
        Some(Deduction { technique, items, shared: Vec::new(), chosen, out: Vec::new(), n_singles: 0 })
    }

    /// Options that share items with each option of an item.
    fn dead_ends(&self, item: ItemId) -> Option<Deduction> {
        let (&first, rest) = self.options(item).split_first()?;
        let others = self.clashing(first).into_iter().filter(|&other| !self.problem.items_of(other).contains(&item));
        let out: Vec<OptionId> = others.filter(|&other| rest.iter().all(|&option| self.clash(option, other))).collect();
        out_if_any(Technique::DeadEnd, vec![item], Vec::new(), out)
    }

    /// A set of items, at most of this size, that share as many others.
    fn share(&self, technique: Technique, size: usize) -> Option<Deduction> {
        let search = Sharing { position: self, technique, size };
        self.open().find_map(|item| search.grow(&mut vec![item], &mut Vec::new()))
    }

    /// Of the trials that fail one with the fewest singles.
    fn shortest_trial(&self) -> Option<Deduction> {
        let mut shortest: Option<(usize, ItemId, OptionId)> = None;
        for option in self.problem.options().filter(|option| self.is_left[option.index()]) {
            let most = shortest.map_or(usize::MAX, |(n_singles, ..)| n_singles);
            // Without any it would be a dead end.
            if most == 1 {
                break;
            }
            if let Some((n_singles, item)) = self.failure_of(option, most) {
                shortest = Some((n_singles, item, option));
            }
        }
        let (n_singles, item, option) = shortest?;
        let (technique, items, out) = (Technique::Trial, vec![item], vec![option]);
        Some(Deduction { technique, items, shared: Vec::new(), chosen: None, out, n_singles })
    }

    /// If an option leads to an item without options after fewer singles than these: after how many, and which item.
    fn failure_of(&self, option: OptionId, most: usize) -> Option<(usize, ItemId)> {
        stop::poll(self.problem.n_cells());
        let mut after = self.clone();
        after.choose(option);
        for n_singles in 0..most {
            if let Some(item) = after.starved() {
                return Some((n_singles, item));
            }
            after.choose(after.single()?.chosen?);
        }
        None
    }
}

fn out_if_any(technique: Technique, items: Vec<ItemId>, shared: Vec<ItemId>, out: Vec<OptionId>) -> Option<Deduction> {
    (!out.is_empty()).then_some(Deduction { technique, items, shared, chosen: None, out, n_singles: 0 })
}

/// A search for items of whose options each covers exactly one of as many other items.
struct Sharing<'a> {
    position: &'a Position<'a>,
    technique: Technique,
    /// The most items on either side.
    size: usize,
}

impl Sharing<'_> {
    /// Adds items to either side, until both have as many.
    fn grow(&self, items: &mut Vec<ItemId>, shared: &mut Vec<ItemId>) -> Option<Deduction> {
        let mut uncovered = None;
        for &option in items.iter().flat_map(|&item| self.position.options(item)) {
            match self.n_among(option, shared) {
                0 => uncovered = uncovered.or(Some(option)),
                1 => {}
                _ => return None,
            }
        }
        let next: BTreeSet<ItemId> = match uncovered {
            Some(_) if shared.len() == self.size => return None,
            Some(option) => self.once(option).filter(|item| !items.contains(item)).collect(),
            None if shared.len() == items.len() => return self.others(items, shared),
            None => self.partners(items, shared),
        };
        for item in next {
            let side = if uncovered.is_some() { &mut *shared } else { &mut *items };
            side.push(item);
            let found = self.grow(items, shared);
            if found.is_some() {
                return found;
            }
            let side = if uncovered.is_some() { &mut *shared } else { &mut *items };
            side.pop();
        }
        None
    }

    /// The items that an option covers without a color.
    fn once(&self, option: OptionId) -> impl Iterator<Item = ItemId> {
        let cells = self.position.problem.cells(option);
        cells.filter(|&(_, color): &(ItemId, Color)| color.is_none()).map(|(item, _)| item)
    }

    fn n_among(&self, option: OptionId, shared: &[ItemId]) -> usize {
        stop::poll(self.position.problem.items_of(option).len());
        self.once(option).filter(|item| shared.contains(item)).count()
    }

    /// Open items after the first that have an option with a shared item, and none with an item that is there.
    fn partners(&self, items: &[ItemId], shared: &[ItemId]) -> BTreeSet<ItemId> {
        let Position { problem, is_covered, .. } = self.position;
        let options = shared.iter().flat_map(|&item| self.position.options(item));
        let near = options.flat_map(|&option| self.once(option));
        let is_new = |item: &ItemId| problem.is_primary(*item) && !is_covered[item.index()] && *item > items[0];
        let is_apart = |item: &ItemId| {
            let options = self.position.options(*item).iter();
            let mut others = options.flat_map(|&option| problem.items_of(option));
            !others.any(|other| items.contains(other))
        };
        near.filter(|item| is_new(item) && !shared.contains(item) && is_apart(item)).collect()
    }

    /// The options of shared items without any of the items that share them.
    fn others(&self, items: &[ItemId], shared: &[ItemId]) -> Option<Deduction> {
        let options = shared.iter().flat_map(|&item| self.position.options(item)).copied();
        let is_other =
            |option: &OptionId| !self.position.problem.items_of(*option).iter().any(|item| items.contains(item));
        let out: BTreeSet<OptionId> = options.filter(is_other).collect();
        out_if_any(self.technique, items.to_vec(), shared.to_vec(), out.into_iter().collect())
    }
}
