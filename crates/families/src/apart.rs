//! Rules of a square beyond its lines: cells a knight's or a king's move apart have different symbols, and neighbors no consecutive ones.
//!
//! Each pair of cells and each symbol is a secondary item, which the two options cover that write it there, so that at most one of them is chosen (TAOCP 7.2.2.1). Where the symbols k and k+1
//! exclude each other, all four options that write one of both in one of the cells share an item: two in a cell exclude each other anyway, and so do equal symbols of neighbors, which are on a line.

use super::grid::{Filling, Grid};
use dlx_core::problem::{ItemId, ProblemBuilder, ProblemError};

/// Which rules a square has besides rows, columns and regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExtraRules {
    /// Both long diagonals have every symbol once.
    pub diagonals: bool,
    /// The windows of windoku have every symbol once: squares as large as a box between the outer lines and the middle of the boxes.
    pub windows: bool,
    /// Cells a knight's move apart have different symbols.
    pub anti_knight: bool,
    /// Cells that touch at a corner have different symbols.
    pub anti_king: bool,
    /// Cells that share a side have no consecutive symbols.
    pub nonconsecutive: bool,
}

/// A rule about pairs of cells.
struct PairRule {
    /// The letter of its items.
    letter: char,
    /// From the upper cell of a pair to the lower one, or to the right.
    moves: &'static [(usize, isize)],
    /// How far apart the symbols are that exclude each other.
    difference: usize,
    /// The rule, as a sentence.
    words: &'static str,
}

const KNIGHT: PairRule = PairRule {
    letter: 'n',
    moves: &[(1, -2), (1, 2), (2, -1), (2, 1)],
    difference: 0,
    words: "cells a knight's move apart have different symbols",
};
const KING: PairRule = PairRule {
    letter: 'g',
    moves: &[(1, -1), (1, 1)],
    difference: 0,
    words: "cells that touch have different symbols",
};
const NEIGHBORS: PairRule = PairRule {
    letter: 'o',
    moves: &[(0, 1), (1, 0)],
    difference: 1,
    words: "cells that share a side have no consecutive symbols",
};

impl PairRule {
    /// The cell to which one of the moves leads, from the upper cell or, backward, from the lower one.
    fn cell(
        n: usize,
        (row, column): (usize, usize),
        (down, right): (usize, isize),
        back: bool,
    ) -> Option<(usize, usize)> {
        let (row, right) = if back { (row.checked_sub(down)?, -right) } else { (row + down, right) };
        let cell = (row, column.checked_add_signed(right)?);
        (cell.0 < n && cell.1 < n).then_some(cell)
    }

    /// The item of a pair of cells in which a symbol, or it and the next one, may be written once.
    fn label(&self, [one, other]: [(usize, usize); 2], symbol: usize) -> String {
        let [(row, column), (r, c)] = [one, other].map(|(row, column)| (row + 1, column + 1));
        format!("{}r{row}c{column}r{r}c{c},{}", self.letter, symbol + 1)
    }

    /// The fillings of a pair of cells of which one may be chosen.
    fn fillings(&self, pair: [(usize, usize); 2], symbol: usize) -> impl Iterator<Item = Filling> {
        let symbols = symbol..=symbol + self.difference;
        symbols.flat_map(move |symbol| pair.map(|(row, column)| (row, column, symbol)))
    }
}

impl ExtraRules {
    pub(super) const NONE: Self =
        Self { diagonals: false, windows: false, anti_knight: false, anti_king: false, nonconsecutive: false };

    fn about_pairs(self) -> impl Iterator<Item = &'static PairRule> {
        [(self.anti_knight, &KNIGHT), (self.anti_king, &KING), (self.nonconsecutive, &NEIGHBORS)]
            .into_iter()
            .filter_map(|(is_there, rule)| is_there.then_some(rule))
    }

    /// Is any of the rules about pairs of cells?
    pub(super) fn has_pairs(self) -> bool {
        self.about_pairs().next().is_some()
    }

    /// A cell of the square that a filling contradicts by one of the rules about pairs, and the rule.
    pub(super) fn contradiction(
        self,
        grid: &Grid,
        (row, column, symbol): Filling,
    ) -> Option<((usize, usize), &'static str)> {
        let near = |rule: &'static PairRule| {
            let both = rule.moves.iter().flat_map(|&one| [(one, false), (one, true)]);
            both.filter_map(move |(one, back)| Some((PairRule::cell(grid.n(), (row, column), one, back)?, rule)))
        };
        self.about_pairs().flat_map(near).find_map(|(cell, rule)| {
            let other = grid.symbol(cell)?;
            (other.abs_diff(symbol) == rule.difference).then_some((cell, rule.words))
        })
    }

    /// The items of all pairs of empty cells, for each filling, by its number among all of the square. What is written in a cell excludes some fillings of others: they have none. Empty where there is no such rule.
    pub(super) fn items(
        self,
        grid: &Grid,
        builder: &mut ProblemBuilder,
    ) -> Result<Vec<Option<Vec<ItemId>>>, ProblemError> {
        let n = grid.n();
        let mut items = vec![Some(Vec::new()); if self.has_pairs() { n * n * n } else { 0 }];
        let number = |(row, column, symbol): Filling| (row * n + column) * n + symbol;
        let pairs = |rule: &'static PairRule| {
            let cells = (0..n).flat_map(move |row| (0..n).map(move |column| (row, column)));
            let pairs = cells.flat_map(move |one| {
                rule.moves.iter().filter_map(move |&by| Some([one, PairRule::cell(n, one, by, false)?]))
            });
            pairs.map(move |pair| (rule, pair))
        };
        for (rule, pair) in self.about_pairs().flat_map(pairs) {
            for symbol in 0..n.saturating_sub(rule.difference) {
                let is_written = |(row, column, symbol): Filling| grid.symbol((row, column)) == Some(symbol);
                if rule.fillings(pair, symbol).any(is_written) {
                    rule.fillings(pair, symbol).for_each(|filling| items[number(filling)] = None);
                } else if pair.iter().all(|&cell| grid.symbol(cell).is_none()) {
                    let item = builder.secondary(rule.label(pair, symbol))?;
                    rule.fillings(pair, symbol).for_each(|filling| {
                        items[number(filling)].iter_mut().for_each(|items| items.push(item));
                    });
                }
            }
        }
        Ok(items)
    }
}

/// What an item of a pair is, from the letter in its label, the cells and the symbol.
pub(super) fn name(letter: &str, cells: &str, symbol: &str) -> Option<String> {
    let (_, other) = cells.split_at_checked(1)?;
    let (one, other) = other.split_once('r')?;
    let place = |cell: &str| cell.split_once('c').map(|(row, column)| format!("row {row}, column {column}"));
    let (one, other) = (place(one)?, place(other)?);
    Some(match letter {
        "o" => format!("{symbol} and {} in {one} and {other}", symbol.parse::<usize>().ok()? + 1),
        _ => format!("symbol {symbol} in {one} and {other}"),
    })
}
