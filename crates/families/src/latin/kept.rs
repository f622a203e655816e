//! The symmetries of a square with clues. A symmetry is an order of its rows, columns and symbols, perhaps with an exchange of these three, that carries clues to clues.
//!
//! Clues are covered at the beginning, so their items are missing, and what is left has symmetries that are not symmetries of the square: it may be that a row that still needs two symbols can be exchanged with
//! a cell. Without clues that cannot be, and what need not be kept is not: symmetries of fewer points are found faster. Else rows, columns and symbols are things that a symmetry carries about, each item is tied to two of them, and each clue is a set of three.

use super::square::LatinSquare;
use crate::grid::LineKind;
use dlx_canon::symmetry::{Keep, Together};

/// The number of a thing: a row, a column, a symbol, or all three together where they are ordered alike.
#[derive(Clone, Copy)]
struct Things(usize);

impl Things {
    fn row(self, row: usize) -> usize {
        row
    }

    fn column(self, column: usize) -> usize {
        self.0 + column
    }

    fn symbol(self, symbol: usize) -> usize {
        2 * self.0 + symbol
    }

    fn element(self, element: usize) -> usize {
        3 * self.0 + element
    }
}

impl LatinSquare {
    /// What the symmetries of a group keep; if no name is given, those of the largest group.
    pub(super) fn kept(&self, group: Option<&str>) -> Keep {
        let kinds: &[u32] = match group {
            Some("isotopy") => &[0, 1, 2],
            Some("isomorphism") => &[0, 1, 2, 3],
            _ => &[0, 0, 0],
        };
        let things = kinds.iter().flat_map(|&kind| std::iter::repeat_n(kind, self.n)).collect();
        let mut sets = self.tied();
        if kinds.len() > 3 {
            sets.extend(self.ordered_alike());
        }
        Keep { things, sets, ..Keep::default() }
    }

    /// Are some cells filled, so that the symmetries of what is left may differ from its own?
    pub(super) fn has_clues(&self) -> bool {
        self.grid.cells().any(|(.., symbol)| symbol.is_some())
    }

    /// Each item and the two things that it is about; each clue and its three.
    fn tied(&self) -> Vec<Together> {
        let (name, mut sets) = (Things(self.n), Vec::new());
        for (row, column, symbol) in self.grid.cells() {
            let place = [name.row(row), name.column(column)];
            sets.push(match symbol {
                Some(symbol) => together(None, &[place[0], place[1], name.symbol(symbol)]),
                None => together(Some(self.grid.label(row, column)), &place),
            });
        }
        for (line, symbol) in (0..self.n).flat_map(|line| (0..self.n).map(move |symbol| (line, symbol))) {
            let item = |kind| Some(self.grid.line_label(kind, line, symbol));
            sets.push(together(item(LineKind::Row), &[name.row(line), name.symbol(symbol)]));
            sets.push(together(item(LineKind::Column), &[name.column(line), name.symbol(symbol)]));
        }
        sets
    }

    /// The k-th row, column and symbol are one thing.
    fn ordered_alike(&self) -> impl Iterator<Item = Together> {
        let name = Things(self.n);
        (0..self.n).flat_map(move |k| {
            [name.row(k), name.column(k), name.symbol(k)].map(|thing| together(None, &[thing, name.element(k)]))
        })
    }
}

fn together(item: Option<String>, things: &[usize]) -> Together {
    Together { items: item.into_iter().collect(), things: things.to_vec() }
}
