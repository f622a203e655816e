//! Chains of states, as clauses.
//!
//! A reader of formulas checks a sum or a parity variable by variable: an item of a chain has an option for each value of its variable and each state before it; the option gives the state behind it, and neighbors agree on
//! states, which are colors. A search that learns has little use for such options: a conflict is about sums that are too large, and there are hundreds of them. So the states on which two neighbors agree, in order, become
//! facts: "at least the second state", "at least the third state" and so on (the order encoding: Tamura, Taga, Kitagawa and Banbara, Constraints 14, 2009). The more there is before a variable, the more there is
//! behind it, so a state and a value take two clauses of three facts, as in a sequential counter (Sinz, CP 2005); the two states of a parity take four. All these facts follow from the values of variables. They may be
//! decided all the same: how much of a sum is in one half tells it from the other half. (Measured in results/2026-11-29-sums.)
//!
//! Chains with other states, or in which the state behind does not follow from the one before, are searched as they are.

use std::collections::BTreeSet;
use std::ops::Range;

use dlx_core::problem::{Color, Problem, to_u32, to_usize};
use rustc_hash::FxHashMap;

use super::layout::{AsWritten, Cell, Fact, chosen, opposite};

/// An item of a chain.
#[derive(Debug)]
pub(super) struct ChainItem {
    item: usize,
    before: Option<u32>,
    behind: Option<u32>,
    /// The two values of the variable, each with the state behind for each state before, by their ranks.
    moves: [(Cell, Vec<Option<usize>>); 2],
    /// The options, each with its value and states.
    options: Vec<(u32, Cell, [usize; 2])>,
}

/// The chains of a problem, or one of them.
#[derive(Debug, Default)]
pub(super) struct Chains {
    pub(super) links: Vec<ChainItem>,
    /// How many states there are on which two neighbors agree, by their item.
    n_states: Vec<(u32, usize)>,
}

/// What a primary item has that may be in a chain: the items of states, one or two, and its options, each with its value and the colors of its states.
#[derive(Debug)]
struct ChainShape {
    states: Vec<u32>,
    rows: Vec<(u32, Cell, [u32; 2])>,
}

/// The states on which two neighbors agree, by their color, in order.
type Ranks = FxHashMap<u32, usize>;

impl Chains {
    /// Finds chains among items that may be searched as clauses.
    pub(super) fn find(problem: &Problem, all: &AsWritten, may_be_clauses: impl Fn(usize) -> bool) -> Self {
        let items = (0..problem.n_primary()).filter(|&item| may_be_clauses(item));
        let shapes: FxHashMap<usize, ChainShape> =
            items.filter_map(|item| Some((item, ChainShape::of(item, problem, all)?))).collect();
        let mut owners: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        let mut ends = Vec::new();
        for (&item, shape) in &shapes {
            shape.states.iter().for_each(|&state| owners.entry(state).or_default().push(item));
            ends.extend((shape.states.len() == 1).then_some(item));
        }
        ends.sort_unstable();
        let (mut chains, mut is_done) = (Self::default(), vec![false; problem.n_primary()]);
        for end in ends {
            if is_done[end] {
                continue;
            }
            let path = ChainWalk { problem, all, shapes: &shapes, owners: &owners }.from(end);
            if let Some(chain) = path {
                chain.items().for_each(|item| is_done[item] = true);
                chains.links.extend(chain.links);
                chains.n_states.extend(chain.n_states);
            }
        }
        chains
    }

    /// The items that are said by clauses.
    pub(super) fn items(&self) -> impl Iterator<Item = usize> {
        self.links.iter().map(|link| link.item)
    }

    /// Numbers the facts about states, from this option on: each with the item of its states.
    pub(super) fn numbered(&self, first: u32) -> (StateFacts, Vec<u32>) {
        let (mut facts, mut items) = (StateFacts::default(), Vec::new());
        for &(item, n_states) in &self.n_states {
            facts.of.insert(item, (first + to_u32(items.len()), n_states));
            items.extend(std::iter::repeat_n(item, n_states.saturating_sub(1)));
        }
        (facts, items)
    }
}

impl ChainShape {
    fn of(item: usize, problem: &Problem, all: &AsWritten) -> Option<Self> {
        let (mut states, mut rows) = (Vec::new(), Vec::new());
        let users = &all.users[item];
        for &(option, _) in users {
            let cells = &all.cells[to_usize(option)];
            if cells.len() > 4 || all.is_literal(option) {
                return None;
            }
            let others = || cells.iter().filter(|cell| to_usize(cell.0) != item);
            let mut values = others().filter(|cell| all.literals.contains_key(*cell));
            let (Some(&value), None) = (values.next(), values.next()) else { return None };
            let of_states: Vec<Cell> = others().filter(|&&cell| cell != value).copied().collect();
            if rows.is_empty() {
                states = of_states.iter().map(|cell| cell.0).collect();
            }
            let is_state = |cell: &Cell| cell.1 != 0 && to_usize(cell.0) >= problem.n_primary();
            let is_same = of_states.iter().map(|cell| cell.0).eq(states.iter().copied());
            if !is_same || states.is_empty() || !of_states.iter().all(is_state) {
                return None;
            }
            rows.push((option, value, [of_states[0].1, of_states.last()?.1]));
        }
        Some(Self { states, rows }).filter(|shape| !shape.rows.is_empty())
    }

    /// The colors of an item of states.
    fn colors(&self, state: u32) -> impl Iterator<Item = u32> {
        let place = usize::from(self.states[0] != state);
        self.rows.iter().map(move |row| row.2[place])
    }
}

/// A way along a chain.
struct ChainWalk<'p> {
    problem: &'p Problem,
    all: &'p AsWritten,
    shapes: &'p FxHashMap<usize, ChainShape>,
    owners: &'p FxHashMap<u32, Vec<usize>>,
}

impl ChainWalk<'_> {
    /// The chain from one end to the other; none if something is not as in a chain.
    fn from(&self, end: usize) -> Option<Chains> {
        let mut chain = Chains::default();
        let (mut item, mut before) = (end, None);
        let mut ranks_before = Ranks::default();
        loop {
            let shape = &self.shapes[&item];
            let behind = shape.states.iter().copied().find(|&state| Some(state) != before);
            let ranks = match behind {
                Some(state) => self.ranks(state)?,
                None => Ranks::default(),
            };
            chain.links.push(self.link(item, (before, &ranks_before), (behind, &ranks))?);
            let Some(state) = behind else { break };
            chain.n_states.push((state, ranks.len()));
            item = self.owners[&state].iter().copied().find(|&other| other != item)?;
            (before, ranks_before) = (behind, ranks);
        }
        let is_small = chain.n_states.iter().all(|&(_, n)| n <= 2);
        let is_known = is_small || chain.links.iter().all(|link| link.moves.iter().all(|(_, moves)| grows(moves)));
        is_known.then_some(chain)
    }

    /// The states that both neighbors have: by the numbers that they are called, if they are.
    fn ranks(&self, state: u32) -> Option<Ranks> {
        let &[one, other] = self.owners[&state].as_slice() else { return None };
        let [one, other] = [one, other].map(|item| &self.shapes[&item]);
        if self.all.users[to_usize(state)].len() != one.rows.len() + other.rows.len() {
            return None;
        }
        let number = |color: u32| {
            let label = self.problem.color_label(Color::from_index(to_usize(color)));
            (label.parse::<u64>().unwrap_or(u64::MAX), color)
        };
        let both: BTreeSet<(u64, u32)> = one.colors(state).map(number).collect();
        let mut both: Vec<(u64, u32)> = other.colors(state).map(number).filter(|it| both.contains(it)).collect();
        both.sort_unstable();
        both.dedup();
        let ranks: Ranks = both.into_iter().enumerate().map(|(rank, (_, color))| (color, rank)).collect();
        Some(ranks).filter(|ranks| !ranks.is_empty())
    }

    /// An item between two states; none if the state behind does not follow from the one before.
    fn link(
        &self,
        item: usize,
        (before, ranks_before): (Option<u32>, &Ranks),
        (behind, ranks_behind): (Option<u32>, &Ranks),
    ) -> Option<ChainItem> {
        let shape = &self.shapes[&item];
        let (_, value, _) = *shape.rows.first()?;
        let n_before = if before.is_some() { ranks_before.len() } else { 1 };
        let mut moves = [value, self.all.literals[&value].opposite].map(|value| (value, vec![None; n_before]));
        let mut options = Vec::new();
        let of = |state: Option<u32>, ranks: &Ranks, colors: [u32; 2]| match state {
            Some(state) => ranks.get(&colors[usize::from(shape.states[0] != state)]).copied(),
            None => Some(0),
        };
        for &(option, value, colors) in &shape.rows {
            let states = (of(before, ranks_before, colors), of(behind, ranks_behind, colors));
            // No option of the neighbor agrees with this one.
            let (Some(from), Some(to)) = states else { continue };
            let (_, its) = moves.iter_mut().find(|(its, _)| *its == value)?;
            if its[from].replace(to).is_some() {
                return None;
            }
            options.push((option, value, [from, to]));
        }
        Some(ChainItem { item, before, behind, moves, options })
    }
}

/// Are there moves from all states between the first and the last from which there is one, and to a state at least as high as from the one before?
fn grows(moves: &[Option<usize>]) -> bool {
    let movable = &moves[movable(moves)];
    movable.iter().all(Option::is_some) && movable.is_sorted()
}

/// The states from the first to the last from which there is a move.
fn movable(moves: &[Option<usize>]) -> Range<usize> {
    let first = moves.iter().position(Option::is_some).unwrap_or(0);
    first..moves.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
}

/// A fact of a clause, or what is known of it.
#[derive(Clone, Copy)]
enum StateLiteral {
    Known(bool),
    Fact(Fact),
}

impl StateLiteral {
    const fn not(self) -> Self {
        match self {
            Self::Known(truth) => Self::Known(!truth),
            Self::Fact(fact) => Self::Fact(opposite(fact)),
        }
    }

    const fn fact(self) -> Option<Fact> {
        match self {
            Self::Fact(fact) => Some(fact),
            Self::Known(_) => None,
        }
    }
}

/// Facts about states: by the item of the states, the first option that says "at least the second state", and how many states there are.
#[derive(Debug, Default)]
pub(super) struct StateFacts {
    of: FxHashMap<u32, (u32, usize)>,
}

impl StateFacts {
    /// Is the state of this item at least this one? Without an item there is one state.
    fn at_least(&self, item: Option<u32>, state: usize) -> StateLiteral {
        let (first, n_states) = item.map_or((0, 1), |item| self.of[&item]);
        match state {
            0 => StateLiteral::Known(true),
            _ if state >= n_states => StateLiteral::Known(false),
            _ => StateLiteral::Fact(chosen(first + to_u32(state) - 1)),
        }
    }

    /// What it means that a state is this one.
    fn is(&self, item: Option<u32>, state: usize) -> [StateLiteral; 2] {
        [self.at_least(item, state), self.at_least(item, state + 1).not()]
    }

    /// What the options of a chain say of those that are searched.
    pub(super) fn meanings(
        &self,
        links: &[ChainItem],
        value: impl Fn(Cell) -> Fact,
    ) -> impl Iterator<Item = (u32, Vec<Fact>)> {
        let meaning = move |link: &ChainItem, cell: Cell, states: [usize; 2]| {
            let all = [self.is(link.before, states[0]), self.is(link.behind, states[1])].concat();
            std::iter::once(value(cell)).chain(all.into_iter().filter_map(StateLiteral::fact)).collect()
        };
        let all = links.iter().flat_map(|link| link.options.iter().map(move |option| (link, option)));
        all.map(move |(link, &(option, cell, states))| (option, meaning(link, cell, states)))
    }

    /// The clauses of chains.
    pub(super) fn clauses(&self, links: &[ChainItem], value: impl Fn(Cell) -> Fact) -> Vec<Vec<Fact>> {
        let mut clauses = Vec::new();
        let mut add = |literals: &[StateLiteral]| {
            if !literals.iter().any(|literal| matches!(literal, StateLiteral::Known(true))) {
                clauses.push(literals.iter().copied().filter_map(StateLiteral::fact).collect());
            }
        };
        for link in links {
            let n_behind = link.behind.map_or(1, |item| self.of[&item].1);
            (1..n_behind).for_each(|state| {
                add(&[self.at_least(link.behind, state), self.at_least(link.behind, state + 1).not()]);
            });
            for (cell, moves) in &link.moves {
                let value = StateLiteral::Fact(opposite(value(*cell)));
                if grows(moves) {
                    self.growing(link, value, moves, &mut add);
                } else {
                    self.any(link, value, moves, &mut add);
                }
            }
        }
        clauses
    }

    /// From at least a state to at least another, and from at most a state to at most another; where there is no move, the state is too low or too high.
    fn growing(
        &self,
        link: &ChainItem,
        not_value: StateLiteral,
        moves: &[Option<usize>],
        add: &mut impl FnMut(&[StateLiteral]),
    ) {
        let Range { start: first, end: last } = movable(moves);
        let at_least = |state: usize| self.at_least(link.before, state);
        if first > 0 {
            add(&[at_least(first), not_value]);
        }
        for (state, &to) in moves.iter().enumerate() {
            let Some(to) = to else { continue };
            let neighbor = |other: Option<usize>| other.and_then(|other| moves.get(other).copied().flatten());
            if neighbor(state.checked_sub(1)) != Some(to) {
                add(&[at_least(state).not(), not_value, self.at_least(link.behind, to)]);
            }
            if neighbor(Some(state + 1)) != Some(to) {
                add(&[at_least(state + 1), not_value, self.at_least(link.behind, to + 1).not()]);
            }
        }
        if last < moves.len() {
            add(&[at_least(last).not(), not_value]);
        }
    }

    /// From each state to the one behind it.
    fn any(
        &self,
        link: &ChainItem,
        not_value: StateLiteral,
        moves: &[Option<usize>],
        add: &mut impl FnMut(&[StateLiteral]),
    ) {
        for (state, &to) in moves.iter().enumerate() {
            let [low, high] = self.is(link.before, state).map(StateLiteral::not);
            match to {
                None => add(&[low, high, not_value]),
                Some(to) => self.is(link.behind, to).into_iter().for_each(|is| add(&[low, high, not_value, is])),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use dlx_core::format::knuth;
    use dlx_core::problem::OptionId;

    /// Two of three, at most, with the states of the sum called by numbers.
    const AT_MOST_TWO: &str = "x y z a b c | u v w s t
x u:t\nx u:f\ny v:t\ny v:f\nz w:t\nz w:f
a u:t s:1\na u:f s:0\nb v:t s:1 t:2\nb v:t s:0 t:1\nb v:f s:1 t:1\nb v:f s:0 t:0\nc w:t t:1\nc w:t t:0\nc w:f t:2\nc w:f t:1\nc w:f t:0\n";

    fn layout(text: &str) -> Layout {
        Layout::new(&knuth::read(text.as_bytes()).unwrap())
    }

    #[test]
    fn a_sum_is_searched_as_clauses() {
        let layout = layout(AT_MOST_TWO);
        let n_states = layout.ids.iter().filter(|id| id.is_none()).count();
        assert_eq!((layout.ids.len() - n_states, n_states), (6, 3), "one of two states, and two of three");
        assert!(!layout.has_clauses && layout.clauses.iter().all(|clause| clause.len() <= 3), "{:?}", layout.clauses);
        // "b v:t s:1 t:2": v is true, the first sum is at least 1 and the second one at least 2.
        assert_eq!(layout.meaning(OptionId::from_index(8)).map(<[_]>::len), Some(3));
    }

    /// An item of states that a further item has, and a state from which a value leads to two.
    #[test]
    fn what_is_no_chain_is_searched_as_items() {
        let shared = AT_MOST_TWO.replace("x y z a b c", "x y z a b c d") + "d s:0\nd s:1\n";
        let several = AT_MOST_TWO.to_owned() + "b v:t s:0 t:2\n";
        for text in [shared, several] {
            let layout = layout(&text);
            assert!(layout.clauses.is_empty() && layout.ids.iter().all(Option::is_some), "{text}");
        }
    }
}
