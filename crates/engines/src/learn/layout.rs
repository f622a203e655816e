//! Options, items and clauses as the search sees them.
//!
//! A reader of formulas writes a clause as a primary item whose k-th option says, by colors, that the first k - 1 literals are false and the k-th is true. As long as a literal is open, such an item joins all variables of
//! its clause, even if the last of them is true and there is nothing left to decide. So these items are taken for what they mean: a clause that is satisfied is gone, and its options need not be searched, since exactly one
//! of them fits each way to satisfy it. (A random formula of 75 variables and 200 clauses: 3.6 s as clauses; as items it had not ended after 15 s.)

use dlx_core::problem::{OptionId, Problem, to_u32, to_usize};
use dlx_core::stop::poll;
use rustc_hash::FxHashMap;

use super::chains::Chains;

/// What may be known of an option: 2 o says that option o is chosen, 2 o + 1 that it is dead.
pub(super) type Fact = u32;

pub(super) const fn chosen(option: u32) -> Fact {
    2 * option
}

pub(super) const fn dead(option: u32) -> Fact {
    2 * option + 1
}

/// The option that a fact is about.
pub(super) const fn option_of(fact: Fact) -> usize {
    to_usize(fact / 2)
}

pub(super) const fn is_dead(fact: Fact) -> bool {
    fact % 2 == 1
}

pub(super) const fn opposite(fact: Fact) -> Fact {
    fact ^ 1
}

/// An item and a color; 0 stands for no color.
pub(super) type Cell = (u32, u32);

/// The problem as it is searched.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) n_primary: usize,
    /// The options of the problem; none for what is a fact about the states of a chain.
    pub(super) ids: Vec<Option<OptionId>>,
    pub(super) cells: Vec<Vec<Cell>>,
    /// For each item the options that have it, with their colors of it. Items of clauses and chains have none.
    pub(super) users: Vec<Vec<(u32, u32)>>,
    /// Of each clause one of these facts must hold.
    pub(super) clauses: Vec<Vec<Fact>>,
    /// Does the problem have clauses, apart from those of chains?
    pub(super) has_clauses: bool,
    /// What an option of the problem says of those that are searched.
    meanings: FxHashMap<OptionId, Vec<Fact>>,
    /// For each option the fact that it is chosen.
    facts: Vec<Fact>,
    /// For each option the one that is chosen where it is dead, and that says nothing else.
    slacks: Vec<Option<u32>>,
    /// Does an item have two options, of which one is the slack of the other, and not searched?
    has_slack: Vec<bool>,
    /// Has an item no option at all?
    pub(super) is_starving: bool,
    /// Does each option tell solutions apart, if some do not? The slack of a shown option is shown, and the other way round.
    shown: Option<Vec<bool>>,
}

/// What a part is branched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pivot {
    /// Each way to cover this item.
    Item(u32),
    /// Whether this option is chosen.
    Option(u32),
}

impl Layout {
    pub(super) fn new(problem: &Problem) -> Self {
        let ids: Vec<OptionId> = problem.choosable().collect();
        let cells_of = |&option: &OptionId| {
            poll(problem.items_of(option).len());
            problem.cells(option).map(|(item, color)| (item.get(), color.get())).collect()
        };
        let shown = shown_among(problem, &ids);
        let all = AsWritten::new(problem, ids.iter().map(cells_of).collect());
        let mut layout = Self { n_primary: problem.n_primary(), ..Self::default() };
        // Whether a shown option is chosen must be seen.
        let is_hidden = |item: usize| {
            shown.as_ref().is_none_or(|shown| all.users[item].iter().all(|user| !shown[to_usize(user.0)]))
        };
        let found: Vec<(usize, Vec<Cell>)> = (0..layout.n_primary)
            .filter(|&item| is_hidden(item))
            .filter_map(|item| Some((item, all.clause(item)?)))
            .collect();
        let chains = Chains::find(problem, &all, is_hidden);
        let mut is_searched = vec![true; ids.len()];
        let of_clauses = found.iter().map(|(item, _)| *item).chain(chains.items());
        of_clauses.for_each(|item| all.users[item].iter().for_each(|&(it, _)| is_searched[to_usize(it)] = false));
        let mut number = vec![0; ids.len()];
        for (place, &id) in ids.iter().enumerate().filter(|&(place, _)| is_searched[place]) {
            number[place] = to_u32(layout.ids.len());
            layout.ids.push(Some(id));
            layout.cells.push(all.cells[place].clone());
        }
        layout.drop_needless(problem.n_items());
        layout.find_slacks(problem.n_items());
        let is_shown = |shown: Vec<bool>| (0..ids.len()).filter(|&it| is_searched[it]).map(|it| shown[it]).collect();
        layout.shown = shown.map(is_shown);
        layout.show_slacks();
        layout.meanings = layout.ids.iter().flatten().zip(&layout.facts).map(|(&id, &fact)| (id, vec![fact])).collect();
        layout.users = users(problem.n_items(), &layout.cells);
        let facts = layout.facts.clone();
        let fact = |literal: &ColorOption| facts[to_usize(number[to_usize(literal.option)])];
        for (item, cells) in &found {
            for &(option, _) in &all.users[*item] {
                let literals = all.cells[to_usize(option)].iter().filter_map(|cell| all.literals.get(cell));
                layout.meanings.insert(ids[to_usize(option)], literals.map(fact).collect());
            }
            layout.clauses.push(cells.iter().map(|cell| fact(&all.literals[cell])).collect());
        }
        layout.has_clauses = !found.is_empty();
        layout.add_chains(&chains, &ids, |cell| fact(&all.literals[&cell]));
        layout.is_starving = (0..layout.n_primary).any(|item| all.users[item].is_empty());
        layout
    }

    /// Adds what chains say: facts about their states, which are in no item, and clauses.
    fn add_chains(&mut self, chains: &Chains, ids: &[OptionId], value: impl Fn(Cell) -> Fact) {
        let (states, items) = chains.numbered(to_u32(self.ids.len()));
        for item in items {
            self.facts.push(chosen(to_u32(self.ids.len())));
            self.ids.push(None);
            self.cells.push(vec![(item, 0)]);
            self.slacks.push(None);
            self.shown.iter_mut().for_each(|shown| shown.push(false));
        }
        let meanings = states.meanings(&chains.links, &value);
        self.meanings.extend(meanings.map(|(option, meaning)| (ids[to_usize(option)], meaning)));
        self.clauses.extend(states.clauses(&chains.links, &value));
    }

    /// Drops secondary items that say nothing, since all options that have one have a primary item in common: the values of variables whose clauses are not searched as items.
    fn drop_needless(&mut self, n_items: usize) {
        let users = users(n_items, &self.cells);
        let has = |option: u32, item: u32| self.cells[to_usize(option)].iter().any(|cell| cell.0 == item);
        let says_something = |item: usize| {
            let Some((first, others)) = users[item].split_first() else { return false };
            let mut primary = self.cells[to_usize(first.0)].iter().filter(|cell| self.is_primary(cell.0));
            !primary.any(|cell| others.iter().all(|other| has(other.0, cell.0)))
        };
        let is_needed: Vec<bool> = (0..n_items).map(|item| item < self.n_primary || says_something(item)).collect();
        self.cells.iter_mut().for_each(|cells| cells.retain(|cell| is_needed[to_usize(cell.0)]));
    }

    /// Takes out options that are alone with one other in an item, and have no further item: each is chosen where the other is dead, so that there is one fact where there were two. Such are the values of a variable.
    fn find_slacks(&mut self, n_items: usize) {
        let users = users(n_items, &self.cells);
        self.facts = (0..to_u32(self.ids.len())).map(chosen).collect();
        (self.slacks, self.has_slack) = (vec![None; self.ids.len()], vec![false; n_items]);
        for (item, users) in users[..self.n_primary].iter().enumerate() {
            let &[(one, _), (other, _)] = users.as_slice() else { continue };
            let is_slack = |option: u32| self.cells[to_usize(option)].len() == 1;
            let (option, slack) = if is_slack(other) { (one, other) } else { (other, one) };
            if is_slack(slack) && self.slacks[to_usize(option)].is_none() {
                self.facts[to_usize(slack)] = dead(option);
                self.slacks[to_usize(option)] = Some(slack);
                self.has_slack[item] = true;
                self.cells[to_usize(slack)].clear();
            }
        }
    }

    /// One of two options of which each is chosen where the other is dead says as much as both.
    fn show_slacks(&mut self) {
        let Some(shown) = &mut self.shown else { return };
        for (option, slack) in self.slacks.iter().enumerate().filter_map(|(option, slack)| Some((option, (*slack)?))) {
            let is_any = shown[option] || shown[to_usize(slack)];
            (shown[option], shown[to_usize(slack)]) = (is_any, is_any);
        }
    }

    /// Are only some options shown?
    pub(super) const fn is_projected(&self) -> bool {
        self.shown.is_some()
    }

    /// Does this option tell solutions apart?
    pub(super) fn is_shown(&self, option: u32) -> bool {
        self.shown.as_ref().is_none_or(|shown| shown[to_usize(option)])
    }

    pub(super) fn is_primary(&self, item: u32) -> bool {
        to_usize(item) < self.n_primary
    }

    /// Is this not an option of the problem, but a fact about the states of a chain?
    pub(super) fn is_state(&self, option: u32) -> bool {
        self.ids[to_usize(option)].is_none()
    }

    /// Is this a primary item that has no option left when all that are searched are dead?
    pub(super) fn may_starve(&self, item: u32) -> bool {
        self.is_primary(item) && !self.has_slack[to_usize(item)]
    }

    /// The fact that an option is chosen.
    pub(super) fn fact(&self, option: u32) -> Fact {
        self.facts[to_usize(option)]
    }

    /// The option that is chosen if this is a fact.
    pub(super) fn choice(&self, fact: Fact) -> Option<u32> {
        if is_dead(fact) { self.slacks[option_of(fact)] } else { Some(fact / 2) }
    }

    /// The ways to cover a primary item.
    pub(super) fn ways(&self, item: u32) -> impl Iterator<Item = Fact> {
        let users = &self.users[to_usize(item)];
        let slack = users.iter().filter(move |_| self.has_slack[to_usize(item)]).map(|user| dead(user.0));
        users.iter().map(|user| chosen(user.0)).chain(slack)
    }

    /// The ways in which a part is branched.
    pub(super) fn ways_of(&self, pivot: Pivot) -> Vec<Fact> {
        match pivot {
            Pivot::Item(item) => self.ways(item).collect(),
            Pivot::Option(option) => vec![chosen(option), dead(option)],
        }
    }

    /// Options that are searched.
    pub(super) fn searched(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.cells).filter(|(_, cells)| !cells.is_empty()).map(|(option, _)| option)
    }

    /// What an option of the problem says of those that are searched; none if it can never be chosen.
    pub(super) fn meaning(&self, option: OptionId) -> Option<&[Fact]> {
        self.meanings.get(&option).map(Vec::as_slice)
    }
}

/// Which of these options tell solutions apart, if some do not.
fn shown_among(problem: &Problem, ids: &[OptionId]) -> Option<Vec<bool>> {
    let shown = problem.shown()?;
    Some(ids.iter().map(|option| shown.binary_search(option).is_ok()).collect())
}

/// For each item the options that have it, with their colors.
fn users(n_items: usize, all: &[Vec<Cell>]) -> Vec<Vec<(u32, u32)>> {
    let mut users = vec![Vec::new(); n_items];
    for (option, cells) in (0..).zip(all) {
        cells.iter().for_each(|&(item, color)| users[to_usize(item)].push((option, color)));
    }
    users
}

/// Colors of the same item in two options, where they differ.
fn opposites(one: &[Cell], other: &[Cell]) -> Vec<[Cell; 2]> {
    let opposite = |cell: &Cell| other.iter().find(|it| it.0 == cell.0 && it.1 != 0 && it.1 != cell.1);
    one.iter().filter(|cell| cell.1 != 0).filter_map(|cell| Some([*cell, *opposite(cell)?])).collect()
}

/// The color of a secondary item that one of the two options of a primary item has, and the color of the other option.
pub(super) struct ColorOption {
    option: u32,
    pub(super) opposite: Cell,
}

/// All options of the problem.
pub(super) struct AsWritten {
    pub(super) cells: Vec<Vec<Cell>>,
    pub(super) users: Vec<Vec<(u32, u32)>>,
    pub(super) literals: FxHashMap<Cell, ColorOption>,
}

impl AsWritten {
    fn new(problem: &Problem, cells: Vec<Vec<Cell>>) -> Self {
        let users = users(problem.n_items(), &cells);
        let mut literals = FxHashMap::default();
        // A variable with a single color comes before an item of a chain that has that color, too, and those of its states.
        for is_alone in [true, false] {
            for item in &users[..problem.n_primary()] {
                let &[(one, _), (other, _)] = item.as_slice() else { continue };
                let opposites = opposites(&cells[to_usize(one)], &cells[to_usize(other)]);
                let is_new = opposites.iter().flatten().all(|cell| !literals.contains_key(cell));
                for [cell, opposite] in
                    opposites.iter().copied().filter(|_| is_new && (opposites.len() == 1) == is_alone)
                {
                    literals.insert(cell, ColorOption { option: one, opposite });
                    literals.insert(opposite, ColorOption { option: other, opposite: cell });
                }
            }
        }
        Self { cells, users, literals }
    }

    /// Is this option searched because it says which color an item has?
    pub(super) fn is_literal(&self, option: u32) -> bool {
        let of_it = |cell: &Cell| self.literals.get(cell).is_some_and(|literal| literal.option == option);
        self.cells[to_usize(option)].iter().any(of_it)
    }

    /// The literals of the clause that an item stands for, if it does, and not for a variable as well: a clause of two literals says which value the first one has.
    fn clause(&self, item: usize) -> Option<Vec<Cell>> {
        if self.users[item].iter().any(|&(option, _)| self.is_literal(option)) {
            return None;
        }
        let mut options: Vec<&[Cell]> =
            self.users[item].iter().map(|&(option, _)| self.cells[to_usize(option)].as_slice()).collect();
        options.sort_by_key(|cells| cells.len());
        let (mut clause, mut opposites) = (Vec::new(), Vec::new());
        for cells in options {
            poll(cells.len());
            let mut new = cells.iter().filter(|cell| to_usize(cell.0) != item && !opposites.contains(*cell));
            let (Some(&cell), None) = (new.next(), new.next()) else { return None };
            if cells.len() != clause.len() + 2 || clause.contains(&cell) {
                return None;
            }
            opposites.push(self.literals.get(&cell)?.opposite);
            clause.push(cell);
        }
        (clause.len() > 1).then_some(clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::format;

    /// Whether a variable or a clause of it comes first.
    #[test]
    fn a_clause_of_two_literals_is_not_a_variable() {
        for (order, n_clauses) in [("x y c", 1), ("c x y", 0)] {
            let text = format!("{order} | v w\nx v:t\nx v:f\ny w:t\ny w:f\nc v:f\nc v:t w:t\n");
            let problem = format::knuth::read(text.as_bytes()).unwrap();
            let layout = Layout::new(&problem);
            assert_eq!(layout.clauses.len(), n_clauses);
            assert!(n_clauses == 0 || layout.clauses == [[dead(0), chosen(2)]]);
        }
    }

    #[test]
    fn items_that_say_what_a_clause_does_are_clauses() {
        let text = "x y z c d | v w u\nx v:t\nx v:f\ny w:t\ny w:f\nz u:t\nz u:f\nc v:t\nc v:f w:t\nc v:f w:f u:f\nd v:t\nd w:t\n";
        let layout = Layout::new(&format::knuth::read(text.as_bytes()).unwrap());
        assert_eq!(
            layout.clauses,
            [[chosen(0), chosen(2), dead(4)]],
            "the second option of z is chosen where the first is not"
        );
        assert_eq!(layout.ids.len(), 8, "the options of c are gone, those of d are not: it has another meaning");
        assert_eq!(layout.meaning(OptionId::from_index(7)), Some(&[1, 2].map(chosen)[..]), "the second option of c");
        let is_needed = [5, 6, 7].map(|item: usize| !layout.users[item].is_empty());
        assert_eq!(is_needed, [true, true, false], "v and w are in d, too");
    }
}
