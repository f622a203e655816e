//! The rules of a puzzle: boxes, or drawn regions, diagonals, windows, pairs of cells, and cages with sums.
//!
//! A drawing of regions has a line for each row and a letter for each cell; cells with the same letter are a region, and there are as many of each letter as
//! there are rows. Regions need not be connected.
//!
//! Cages are drawn likewise: cells with the same letter are a cage, which is as large as it is drawn, and `.` is a cell in no cage. Below the drawing each letter has its sum, as in `a=15`, one or several in a line.

use std::sync::Arc;

use super::puzzle::{BoxSize, MAX_SYMBOLS, Sudoku};
use super::read::USUAL;
use crate::apart::ExtraRules;
use crate::error::FamilyError;
use crate::grid::{Cages, Grid, LineKind, LineLayout, Regions, sets_with_sum};
use crate::text::lines_of;
use dlx_core::format::{SyntaxError, error_at, error_at_word};

/// The most symbols where there are cages: of more, too many sets have the same sum.
const MAX_CAGED: usize = 16;

/// What is known of the rules before a puzzle is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Rules {
    /// The size of a box; found from the puzzle if it is not known.
    pub(super) box_size: Option<BoxSize>,
    /// The number of symbols, and the region of each cell.
    pub(super) regions: Option<(usize, Arc<[usize]>)>,
    pub(super) extra: ExtraRules,
    /// The number of rows, and cages with sums.
    pub(super) cages: Option<(usize, Arc<Cages>)>,
}

impl Rules {
    /// The same rules with the boxes that go with the drawing of cages.
    pub(super) fn fitted(mut self) -> Result<Self, FamilyError> {
        let Some(&(rows, _)) = self.cages.as_ref() else { return Ok(self) };
        if self.regions.is_none() && self.box_size.is_none() {
            self.box_size = USUAL.into_iter().find(|size| size.n_symbols() == rows);
        }
        match self.layout(self.box_size) {
            Some((n, _)) if n == rows => Ok(self),
            Some((n, _)) => {
                let what = format!("cages on {rows} rows, but the grid has {n}");
                Err(FamilyError::new(what, "the drawing of cages is as large as the grid"))
            }
            None => {
                Err(FamilyError::new(format!("how large are the boxes of a grid of {rows}x{rows}?"), "add --box RxC"))
            }
        }
    }

    /// The number of symbols and the layout, as far as they are known.
    pub(super) fn layout(&self, box_size: Option<BoxSize>) -> Option<(usize, LineLayout)> {
        match (&self.regions, box_size) {
            (Some((n, regions)), _) => Some((*n, self.with(Regions::Drawn(Arc::clone(regions))))),
            (None, Some(size)) => Some(self.with_boxes(size)),
            (None, None) => None,
        }
    }

    /// The number of symbols and the layout for boxes of this size.
    pub(super) fn with_boxes(&self, size: BoxSize) -> (usize, LineLayout) {
        (size.n_symbols(), self.with(size.layout().regions))
    }

    fn with(&self, regions: Regions) -> LineLayout {
        let cages = self.cages.as_ref().map(|(_, cages)| Arc::clone(cages));
        LineLayout { regions, extra: self.extra, cages }
    }

    /// Refuses windows where there is no room for them.
    pub(super) fn check(&self, puzzle: &Sudoku) -> Result<(), FamilyError> {
        let n = puzzle.grid.n();
        if self.extra.windows && puzzle.layout.n_lines(LineKind::Window, n) == 0 {
            return Err(FamilyError::new(
                format!("a grid of {n}x{n} has no windows"),
                "--windoku is for grids of 4x4, 9x9, 16x16 or 25x25",
            ));
        }
        Ok(())
    }

    /// The puzzle without clues; none if its size is not known.
    pub(super) fn empty(&self) -> Option<Sudoku> {
        let (n, layout) = self.layout(self.box_size)?;
        Some(Sudoku { line: 1, layout, grid: Grid::empty(n) })
    }
}

/// Reads a drawing of regions.
pub(crate) fn regions(text: &str) -> Result<(usize, Arc<[usize]>), Box<SyntaxError>> {
    let lines: Vec<(usize, &str)> = lines_of(text).filter(|(_, line)| !line.trim().is_empty()).collect();
    let n = lines.first().map_or(0, |(_, line)| letters(line).count());
    let first = lines.first().copied().unwrap_or((1, ""));
    if n == 0 || n > MAX_SYMBOLS {
        return Err(error_at(
            first,
            1,
            "",
            &format!("a drawing with {n} columns"),
            &format!("there may be 1 to {MAX_SYMBOLS}"),
        ));
    }
    let (mut names, mut sizes, mut cells) = (Vec::new(), vec![0; n], Vec::new());
    for &line in &lines {
        if lines.len() != n || letters(line.1).count() != n {
            let what = format!("{} columns in a drawing with {} rows", letters(line.1).count(), lines.len());
            return Err(error_at(line, 1, "", &what, "a drawing has as many rows as columns, and a letter in each"));
        }
        for (column, letter) in letters(line.1) {
            let region = names.iter().position(|&name| name == letter).unwrap_or_else(|| {
                names.push(letter);
                names.len() - 1
            });
            if region >= n || sizes[region] == n {
                let what = match region < n {
                    true => format!("too many cells for region {letter}"),
                    false => format!("region {letter} is one too many: another has too few cells"),
                };
                return Err(error_at(
                    line,
                    column,
                    &letter.to_string(),
                    &what,
                    &format!("each of {n} regions has {n} cells"),
                ));
            }
            sizes[region] += 1;
            cells.push(region);
        }
    }
    Ok((n, cells.into()))
}

/// The letter of a cage, and where it is first drawn: its line and column.
type CageName<'a> = (char, (usize, &'a str), usize);

/// For each cell of a drawing the number of its cage, and the names of all cages.
type DrawnCages<'a> = (Vec<Option<usize>>, Vec<CageName<'a>>);

/// Reads a drawing of cages and their sums.
pub(crate) fn cages(text: &str) -> Result<(usize, Arc<Cages>), Box<SyntaxError>> {
    let lines = lines_of(text);
    let lines: Vec<(usize, &str)> =
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#')).collect();
    let first = lines.first().copied().unwrap_or((1, ""));
    let n = letters(first.1).count();
    if n == 0 || n > MAX_CAGED {
        let help = "draw a row in each line, a letter for each cell, and below it the sums, such as a=15; there may be 16 columns";
        return Err(error_at(first, 1, "", &format!("a drawing with {n} columns"), help));
    }
    let (rows, below) = lines.split_at(n.min(lines.len()));
    let (of_cell, names) = drawn_cages(rows, n)?;
    let letters = names.iter().map(|(letter, ..)| *letter).collect();
    let mut cages = Cages { of_cell, sums: vec![0; names.len()], letters };
    for &line in below {
        line.1.split_whitespace().try_for_each(|word| add_sum(&mut cages, (line, word), (n, &names)))?;
    }
    let Some(cage) = cages.sums.iter().position(|&sum| sum == 0) else { return Ok((n, Arc::new(cages))) };
    let (name, line, column) = names[cage];
    let what = format!("cage {name} has no sum");
    Err(error_at(line, column, &name.to_string(), &what, &format!("write it below the drawing: {name}=15")))
}

/// Reads the cells of a drawing.
fn drawn_cages<'a>(rows: &[(usize, &'a str)], n: usize) -> Result<DrawnCages<'a>, Box<SyntaxError>> {
    let (mut of_cell, mut names) = (Vec::new(), Vec::<CageName<'a>>::new());
    for &line in rows {
        let n_columns = letters(line.1).count();
        if rows.len() != n || n_columns != n || line.1.contains('=') {
            let what = match n_columns == n {
                true => format!("a drawing of {} by {n} cells", rows.len()),
                false => format!("{n_columns} cells in this row, and {n} in the first"),
            };
            return Err(error_at(line, 1, "", &what, "a drawing has as many rows as columns, and a letter in each"));
        }
        for (column, letter) in letters(line.1) {
            let known = names.iter().position(|(name, ..)| *name == letter);
            if known.is_none() && letter != '.' {
                names.push((letter, line, column));
            }
            of_cell.push((letter != '.').then(|| known.unwrap_or(names.len() - 1)));
        }
    }
    Ok((of_cell, names))
}

/// Reads the sum of a cage.
fn add_sum(
    cages: &mut Cages,
    (line, word): ((usize, &str), &str),
    (n, names): (usize, &[CageName<'_>]),
) -> Result<(), Box<SyntaxError>> {
    let (cage, sum) = cage_sum(line, word, names)?;
    if std::mem::replace(&mut cages.sums[cage], sum) > 0 {
        return Err(error_at_word(line, word, "a second sum for this cage", "a cage has one sum"));
    }
    let size = cages.size(cage);
    if sets_with_sum(n, size, sum).is_empty() {
        let what = format!("no {size} different numbers from 1 to {n} have the sum {sum}");
        return Err(error_at_word(line, word, &what, "the numbers in a cage are different"));
    }
    Ok(())
}

/// The number of a cage, and its sum, in `a=15`.
fn cage_sum(line: (usize, &str), word: &str, names: &[CageName<'_>]) -> Result<(usize, usize), Box<SyntaxError>> {
    let wrong = |what: String| error_at_word(line, word, &what, "a sum is written a=15, with the letter of its cage");
    let (name, sum) = word.split_once('=').ok_or_else(|| wrong(format!("`{word}` is not the sum of a cage")))?;
    let cage = names.iter().position(|(letter, ..)| letter.to_string() == name);
    let cage = cage.ok_or_else(|| wrong(format!("no cell is in a cage `{name}`")))?;
    let sum = sum.parse().ok().filter(|sum| (1..=MAX_SYMBOLS * MAX_SYMBOLS).contains(sum));
    Ok((cage, sum.ok_or_else(|| wrong(format!("`{word}` is not the sum of a cage")))?))
}

/// The letters of a line, with their columns from 1.
fn letters(line: &str) -> impl Iterator<Item = (usize, char)> {
    (1..).zip(line.chars()).filter(|(_, c)| !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cages_are_read() {
        let (n, read) = cages("# cages\naab\n.ab\n..c\n\na=6 b=3\nc=2\n").unwrap();
        let cells = [Some(0), Some(0), Some(1), None, Some(0), Some(1), None, None, Some(2)];
        assert_eq!((n, &read.of_cell[..], &read.sums[..]), (3, &cells[..], &[6, 3, 2][..]));
    }

    /// All sets of a size and a sum, by trying all.
    #[test]
    fn sets_have_their_sum() {
        for (n, size, sum) in (0..7).flat_map(|n| (0..8).flat_map(move |size| (0..25).map(move |sum| (n, size, sum)))) {
            let numbers = |set: u32| (0..n).filter(|k| set >> k & 1 == 1).collect::<Vec<usize>>();
            let fits = |set: &Vec<usize>| set.len() == size && set.iter().map(|k| k + 1).sum::<usize>() == sum;
            let mut all: Vec<_> = (0u32..1 << n).map(numbers).filter(fits).collect();
            let mut found = sets_with_sum(n, size, sum);
            all.sort();
            found.sort();
            assert_eq!(found, all, "{n} {size} {sum}");
        }
    }

    #[test]
    fn regions_are_read() {
        let (n, cells) = regions("a a b\nabb\n\nccc\n").unwrap();
        assert_eq!((n, &cells[..]), (3, &[0, 0, 1, 0, 1, 1, 2, 2, 2][..]));
    }
}
