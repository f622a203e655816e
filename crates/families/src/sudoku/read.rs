//! Puzzles in the usual notations: a line of 81 characters, or a grid, with `.` or `0` for an empty cell; any number of them in a file.
//!
//! In larger puzzles the symbols after 9 are A = 10 and so on. A row may have commas, semicolons or tabs between its cells, and nothing in an empty one. Spaces and bars between boxes, lines of dashes, lines that begin with `#`, titles (`Grid 01`), heads of tables (`quizzes,solutions`), and what comes after
//! a puzzle that stands in one word, if it is no other puzzle, are passed over. The size of a box is told from the length of the first line.

use super::puzzle::{BoxSize, MAX_SYMBOLS, Sudoku, letter};
use super::rules::Rules;
use crate::grid::{Grid, LineKind, LineLayout, Regions};
use crate::text::lines_of;
use dlx_core::format::{SyntaxError, error_at, error_at_word, plural};

/// The most symbols that may still be written in the empty cells of all puzzles of a text together: their problems will have at most that many options. A quarter
/// of a million usual puzzles.
const MAX_FILLINGS: usize = 1 << 27;

/// A symbol of the text: its column from 1, and its meaning.
type Mark = (usize, char);

/// A line that has symbols.
struct SymbolRow<'a> {
    number: usize,
    text: &'a str,
    marks: Vec<Mark>,
}

/// The puzzles of a text.
///
/// # Errors
/// If a line has too many or too few symbols, a sign that is not a symbol, or a clue that contradicts another; or there are more puzzles than fit in memory.
///
/// ```
/// use dlx_count::family::{BoxSize, sudokus};
///
/// let puzzles = sudokus("1...\n..3.\n....\n...4\n", None)?;
/// assert_eq!(puzzles[0].to_string(), "1.....3........4");
/// # Ok::<(), Box<dlx_count::format::SyntaxError>>(())
/// ```
pub fn sudokus(text: &str, box_size: Option<BoxSize>) -> Result<Vec<Sudoku>, Box<SyntaxError>> {
    sudokus_by(text, &Rules { box_size, ..Rules::default() })
}

/// The puzzles of a text, by rules of their own.
pub(super) fn sudokus_by(text: &str, rules: &Rules) -> Result<Vec<Sudoku>, Box<SyntaxError>> {
    let (mut puzzles, mut open) = (Puzzles::default(), Vec::new());
    let (mut known, mut lines) = (rules.layout(rules.box_size), None);
    let mut last = (1, "");
    for (number, text) in lines_of(text) {
        if text.trim_start().starts_with('#') || is_rule(text) || is_title(text) {
            continue;
        }
        last = (number, text);
        if text.trim().is_empty() {
            expect_none_open(&open, last)?;
            continue;
        }
        let (n, layout) = match &mut known {
            Some(known) => &*known,
            none => none.insert(rules.with_boxes(guess(number, text)?)),
        };
        let lines = lines.get_or_insert_with(|| SymbolsOfLines::new(*n, layout));
        let (n, row) = (*n, SymbolRow { number, text, marks: marks(text, *n) });
        match row.marks.len() {
            length if length == n * n && open.is_empty() => {
                expect_no_other(&row, n)?;
                puzzles.add(&[row], (n, layout), lines)?;
            }
            length if length == n => open.push(row),
            length => {
                let column = row.marks.get(n).map_or(text.chars().count() + 1, |&(column, _)| column);
                let more = if length > n * n { format!("more than {}", n * n) } else { length.to_string() };
                let what = format!("{more} symbols in a line");
                let help =
                    format!("a row has {n} symbols, a puzzle in one line {}; --box says how large a box is", n * n);
                return Err(error_at((number, text), column, "", &what, &help));
            }
        }
        if open.len() == n {
            puzzles.add(&open, (n, layout), lines)?;
            open.clear();
        }
    }
    expect_none_open(&open, last)?;
    match puzzles.all.is_empty() {
        true => Err(error_at(
            last,
            1,
            "",
            "no puzzle",
            "write a line of 81 digits, or nine lines of nine; `.` or `0` is an empty cell",
        )),
        false => Ok(puzzles.all),
    }
}

/// The puzzles that have been read so far.
#[derive(Default)]
struct Puzzles {
    all: Vec<Sudoku>,
    n_fillings: usize,
}

impl Puzzles {
    /// Adds the puzzle of these rows.
    fn add(
        &mut self,
        rows: &[SymbolRow<'_>],
        (n, layout): (usize, &LineLayout),
        lines: &mut SymbolsOfLines,
    ) -> Result<(), Box<SyntaxError>> {
        let puzzle = puzzle(rows, (n, layout), lines)?;
        self.n_fillings += (n * n - puzzle.clues().len()) * n;
        if self.n_fillings > MAX_FILLINGS {
            let what = format!("more than the {} puzzles before it do not fit", self.all.len());
            return Err(error_at((rows[0].number, rows[0].text), 1, "", &what, "divide the file"));
        }
        self.all.push(puzzle);
        Ok(())
    }
}

/// Is this word a puzzle, perhaps with mistakes, and not a name?
pub(super) fn is_puzzle(word: &str) -> bool {
    let is_empty_cell = |c: char| ".0_*".contains(c);
    let is_symbol = |n: usize| {
        move |c: char| {
            c.to_digit(36).is_some_and(|digit| usize::try_from(digit).is_ok_and(|digit| digit <= n)) || is_empty_cell(c)
        }
    };
    let is_plain = |c: char| c.is_ascii_digit() || is_empty_cell(c);
    let sizes = (4..=MAX_SYMBOLS).filter(|n| n * n == word.len());
    (word.len() >= 16 && word.chars().all(is_plain)) || sizes.into_iter().any(|n| word.chars().all(is_symbol(n)))
}

fn expect_none_open(open: &[SymbolRow<'_>], place: (usize, &str)) -> Result<(), Box<SyntaxError>> {
    let Some(row) = open.first() else { return Ok(()) };
    let (has, needs) = (open.len(), row.marks.len());
    let what = format!("the puzzle that begins in line {} has {}", row.number, plural(has, "row"));
    Err(error_at(place, 1, "", &what, &format!("it needs {needs}; --box says how large a box is")))
}

/// Solutions and comments may stand behind a puzzle, but no other puzzle.
fn expect_no_other(row: &SymbolRow<'_>, n: usize) -> Result<(), Box<SyntaxError>> {
    let is_open = |word: &&str| word.len() == n * n && is_puzzle(word) && word.contains(['.', '0', '_', '*']);
    let other = row.text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).skip(1).find(is_open);
    other.map_or(Ok(()), |word| {
        Err(error_at_word((row.number, row.text), word, "a second puzzle in a line", "write each in a line of its own"))
    })
}

/// The title of a puzzle, or the head of a table of puzzles.
fn is_title(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    let is_number = |rest: &str| !rest.is_empty() && rest.trim().chars().all(|c| c.is_ascii_digit());
    text.strip_prefix("grid ").is_some_and(is_number)
        || ["quizzes,", "puzzle,", "puzzles,"].iter().any(|head| text.starts_with(head))
}

/// A line between boxes.
fn is_rule(text: &str) -> bool {
    text.contains(['-', '=', '+']) && text.chars().all(|c| "-=+| \t".contains(c))
}

/// The symbols of a line: those of its first word, if that is a whole puzzle. If a line has more symbols than a puzzle, only one of the additional ones is kept.
fn marks(text: &str, n: usize) -> Vec<Mark> {
    if let Some(marks) = [',', ';', '\t'].into_iter().find_map(|comma| marks_between(text, comma, n)) {
        return marks;
    }
    let is_mark = |&(_, c): &Mark| !c.is_whitespace() && c != '|';
    let all = || (1..).zip(text.chars()).skip_while(|mark| !is_mark(mark));
    let first: Vec<Mark> = all().take_while(|&(_, c)| !c.is_whitespace() && c != ',').take(n * n + 1).collect();
    if first.len() == n * n { first } else { all().filter(is_mark).take(n * n + 1).collect() }
}

/// The symbols of a row as spreadsheets write it, with nothing in an empty cell; none if this is no such row.
fn marks_between(text: &str, comma: char, n: usize) -> Option<Vec<Mark>> {
    if text.chars().filter(|&c| c == comma).count() + 1 != n {
        return None;
    }
    let mut column = 1;
    let mark = |cell: &str| {
        let place = column + cell.chars().take_while(|c| c.is_whitespace()).count();
        column += cell.chars().count() + 1;
        let mut signs = cell.trim().chars();
        let sign = signs.next().unwrap_or('.');
        signs.next().is_none().then_some((place, sign))
    };
    text.split(comma).map(mark).collect()
}

/// Boxes that need not be named.
pub(super) const USUAL: [BoxSize; 6] = {
    let [four, nine] = [BoxSize { rows: 2, columns: 2 }, BoxSize::NINE];
    let [six, twelve] = [BoxSize { rows: 2, columns: 3 }, BoxSize { rows: 3, columns: 4 }];
    [nine, six, four, twelve, BoxSize { rows: 4, columns: 4 }, BoxSize { rows: 5, columns: 5 }]
};

/// The size of a box, from the first line that has symbols.
fn guess(number: usize, text: &str) -> Result<BoxSize, Box<SyntaxError>> {
    let sizes = USUAL;
    let as_puzzle = sizes
        .iter()
        .find(|size| size.n_symbols() > 4 && marks(text, size.n_symbols()).len() == size.n_symbols().pow(2));
    let as_row = sizes.iter().find(|size| marks(text, size.n_symbols()).len() == size.n_symbols());
    as_puzzle.or(as_row).copied().ok_or_else(|| {
        let help = "a row has 4, 6, 9, 12, 16 or 25 symbols, a puzzle in one line 16 (with --box 2x2), 36, 81, 144, 256 or 625; --box says how large a box is";
        let length = marks(text, MAX_SYMBOLS).len();
        let more = if length > MAX_SYMBOLS * MAX_SYMBOLS { "more than " } else { "" };
        let what = format!("{more}{} symbols in a line", length.min(MAX_SYMBOLS * MAX_SYMBOLS));
        error_at((number, text), 1, text, &what, help)
    })
}

/// The symbol from 0 that a digit or letter stands for.
fn symbol_of(c: char) -> Option<usize> {
    usize::try_from(c.to_digit(36)?).ok()?.checked_sub(1)
}

/// The puzzle of these rows: n of them, or one with all symbols.
fn puzzle(
    rows: &[SymbolRow<'_>],
    (n, layout): (usize, &LineLayout),
    lines: &mut SymbolsOfLines,
) -> Result<Sudoku, Box<SyntaxError>> {
    let mut grid = Grid::empty(n);
    lines.clear();
    let marks = rows.iter().flat_map(|row| row.marks.iter().map(move |mark| (row, mark)));
    for (cell, (row, &(column, c))) in marks.enumerate() {
        let wrong = |what: &str, help: &str| Err(error_at((row.number, row.text), column, &c.to_string(), what, help));
        let symbol = match c {
            '.' | '0' | '_' | '*' => continue,
            _ => symbol_of(c).filter(|&symbol| symbol < n),
        };
        let Some(symbol) = symbol else {
            return wrong(
                &format!("`{c}` is not a symbol"),
                &format!("symbols are 1 to {}; `.` or `0` is an empty cell", letter(n - 1)),
            );
        };
        if !lines.take(cell, symbol)
            && let Some((other, line)) = contradiction(&grid, (n, layout), (cell / n, cell % n), symbol)
        {
            let what = format!("this {c} contradicts the {c} in row {}, column {}", other.0 + 1, other.1 + 1);
            return wrong(&what, &format!("each {line} has every symbol once"));
        }
        if let Some(((r, column), rule)) = layout.extra.contradiction(&grid, (cell / n, cell % n, symbol)) {
            let other = grid.symbol((r, column)).map_or('.', letter);
            return wrong(&format!("this {c} contradicts the {other} in row {}, column {}", r + 1, column + 1), rule);
        }
        grid.set(cell / n, cell % n, symbol);
    }
    Ok(Sudoku { line: rows[0].number, layout: layout.clone(), grid })
}

/// The symbols that the lines of a puzzle have so far. (To compare each clue with each other one took half of the time of 20000 puzzles with 40 clues.)
struct SymbolsOfLines {
    /// The numbers of the lines of each cell.
    of_cell: Vec<Vec<usize>>,
    /// The symbols of each line, as bits.
    taken: Vec<u64>,
}

impl SymbolsOfLines {
    fn new(n: usize, layout: &LineLayout) -> Self {
        let mut n_lines = 0;
        let mut of_cell = vec![Vec::new(); n * n];
        for kind in LineKind::ALL {
            for (cell, lines) in of_cell.iter_mut().enumerate() {
                lines.extend(layout.line_of(kind, n, cell / n, cell % n).map(|line| n_lines + line));
            }
            n_lines += layout.n_lines(kind, n);
        }
        Self { of_cell, taken: vec![0; n_lines] }
    }

    fn clear(&mut self) {
        self.taken.fill(0);
    }

    /// Puts a symbol in a cell. Returns whether no line of the cell had it.
    fn take(&mut self, cell: usize, symbol: usize) -> bool {
        let mut is_new = true;
        for &line in &self.of_cell[cell] {
            is_new &= self.taken[line] >> symbol & 1 == 0;
            self.taken[line] |= 1 << symbol;
        }
        is_new
    }
}

/// The clue that a new one contradicts, and the kind of line they share.
fn contradiction(
    grid: &Grid,
    (n, layout): (usize, &LineLayout),
    (row, column): (usize, usize),
    symbol: usize,
) -> Option<((usize, usize), &'static str)> {
    let same = grid.cells().filter(|&(.., other)| other == Some(symbol));
    let shared = |(r, c, _)| Some(((r, c), line_name(layout.shared(n, (r, c), (row, column))?, layout)));
    same.filter_map(shared).next()
}

/// The name of a kind of lines.
fn line_name(kind: LineKind, layout: &LineLayout) -> &'static str {
    match (kind, &layout.regions) {
        (LineKind::Row, _) => "row",
        (LineKind::Column, _) => "column",
        (LineKind::Region, Regions::Drawn(_)) => "region",
        (LineKind::Region, _) => "box",
        (LineKind::Falling | LineKind::Rising, _) => "diagonal",
        (LineKind::Window, _) => "window",
        (LineKind::Cage, _) => "cage",
    }
}

impl Sudoku {
    /// Is this word a puzzle rather than the name of a file? It has as many symbols as a puzzle and no others, or is long and has digits and points only.
    ///
    /// ```
    /// use dlx_count::family::Sudoku;
    ///
    /// assert!(Sudoku::is_in_a_word("1.....3........4") && !Sudoku::is_in_a_word("puzzles-for-.txt"));
    /// ```
    #[must_use]
    pub fn is_in_a_word(word: &str) -> bool {
        is_puzzle(word)
    }

    /// The puzzle in a word, with these boxes, or with those that fit its length.
    ///
    /// # Errors
    /// If it has too many or too few symbols, a sign that is not a symbol, or a clue that contradicts another.
    pub fn of_word(word: &str, box_size: Option<BoxSize>) -> Result<Self, Box<SyntaxError>> {
        Self::of_word_by(word, &Rules { box_size, ..Rules::default() })
    }

    pub(super) fn of_word_by(word: &str, rules: &Rules) -> Result<Self, Box<SyntaxError>> {
        // As a line of a file 16 symbols are a row.
        let box_size = rules.box_size.or((word.len() == 16).then_some(BoxSize { rows: 2, columns: 2 }));
        let puzzles = sudokus_by(word, &Rules { box_size, ..rules.clone() })?;
        let only = puzzles.into_iter().next();
        only.ok_or_else(|| error_at((1, word), 1, word, "no puzzle", "a puzzle in a word has all its rows"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn lines_grids_and_decorated_grids_are_the_same() {
        let rows: Vec<String> = (0..9).map(|row| LINE[9 * row..9 * row + 9].to_owned()).collect();
        let boxed = |row: &String| format!("| {} | {} | {} |", &row[..3], &row[3..6], &row[6..]);
        let decorated: Vec<String> = rows.iter().map(boxed).collect();
        let rule = "+-----+-----+-----+";
        let decorated =
            format!("# from a newspaper\n{}\n{rule}\n{}\n", decorated[..3].join("\n"), decorated[3..].join("\n"));
        let puzzles =
            sudokus(&format!("{LINE} # easy\n\n{}\n{decorated}{}", rows.join("\n"), LINE.replace('.', "0")), None)
                .unwrap();
        assert_eq!(puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [1, 3, 13, 23]);
        assert!(puzzles.iter().all(|puzzle| puzzle.to_string() == LINE));
        for comma in [",", ";", "\t"] {
            let row = |row: &String| row.chars().map(|sign| sign.to_string().replace('.', "")).collect::<Vec<_>>();
            let sheet: Vec<String> = rows.iter().map(|one| row(one).join(comma)).collect();
            assert_eq!(sudokus(&sheet.join("\n"), None).unwrap()[0].to_string(), LINE);
        }
        let titled = format!("Grid 01\n{}\nGrid 02\r{}", rows.join("\n"), rows.join("\r"));
        let table = format!("quizzes,solutions\n{LINE},{}\n{LINE}", "1".repeat(81));
        for text in [titled, table] {
            assert_eq!(sudokus(&text, None).unwrap().len(), 2, "{text}");
        }
        assert_eq!(sudokus(&format!("{LINE} {LINE}"), None).unwrap_err().column, 83);
    }

    #[test]
    fn other_sizes_are_told_from_the_first_line() {
        let sizes = |text: &str| sudokus(text, None).unwrap()[0].problem().n_primary();
        assert_eq!(sizes("1...\n....\n....\n....\n"), 4 * 16 - 4);
        assert_eq!(sizes(&".".repeat(36)), 4 * 36);
        assert_eq!(sizes(&format!("{}\n", ".".repeat(16)).repeat(16)), 4 * 256);
        assert_eq!(sizes(&format!("G{}", ".".repeat(255))), 4 * 256 - 4);
        let four = sudokus(&".".repeat(16), Some(BoxSize { rows: 2, columns: 2 })).unwrap();
        assert_eq!(four[0].problem().n_primary(), 64);
    }

    #[test]
    fn what_is_too_long_is_refused() {
        for (text, line, column, part) in [
            (".".repeat(2_000_000), 1, 1, "more than 1225 symbols"),
            (format!("1...\n{}", ".".repeat(2_000_000)), 2, 5, "more than 16 symbols"),
            (format!("{}\n", ".".repeat(625)).repeat(8600), 8590, 1, "more than the 8589 puzzles"),
        ] {
            let error = sudokus(&text, None).unwrap_err();
            assert!((error.line, error.column) == (line, column) && error.what.contains(part), "{error}");
        }
    }
}
