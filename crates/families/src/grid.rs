//! Squares filled with symbols: what Latin squares and sudoku have in common.
//!
//! Each empty cell, and each symbol that a row, a column, a box or a diagonal still needs, is an item; each symbol that can still be written in an empty cell is an option
//! (TAOCP 7.2.2.1, equations (28) and (29)). Clues are covered at the beginning: their items are missing.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::apart::{self, ExtraRules};
use super::scene::{Mark, Scene, Style};
use dlx_core::problem::{ItemId, OptionId, Problem, ProblemBuilder, ProblemError, to_u32};

/// Which lines have each symbol once, in addition to rows and columns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LineLayout {
    pub(super) regions: Regions,
    pub(super) extra: ExtraRules,
    /// The cages of killer sudoku: groups of cells with different symbols and a given sum.
    pub(super) cages: Option<Arc<Cages>>,
}

/// Cages that do not overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Cages {
    /// For each cell the number of its cage, if it is in one.
    pub(super) of_cell: Vec<Option<usize>>,
    /// For each cage the sum of its symbols, which count from 1.
    pub(super) sums: Vec<usize>,
    /// For each cage the letter with which it is drawn.
    pub(super) letters: Vec<char>,
}

/// Letters and other signs for cages that are not drawn.
pub(super) fn cage_letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('0'..='9').chain("!$%&*+:;?@".chars())
}

impl Cages {
    /// What a cage is called: by its letter, or by its number, from 0.
    fn name(&self, cage: usize) -> String {
        let letter = self.letters.get(cage).map(char::to_string);
        format!("cage {}", letter.unwrap_or_else(|| (cage + 1).to_string()))
    }

    /// What an item of a cage is: a symbol that it needs or leaves out, or its sum.
    fn item_name(&self, label: &str) -> Option<String> {
        if let Some(number) = label.strip_prefix("sum") {
            let cage = number.parse::<usize>().ok()?.checked_sub(1)?;
            return Some(format!("the sum {} of {}", self.sums.get(cage)?, self.name(cage)));
        }
        let (cage, symbol) = label.strip_prefix('k')?.split_once(',')?;
        let cage = cage.parse::<usize>().ok()?.checked_sub(1)?;
        Some(format!("symbol {symbol} in {}, whose sum is {}", self.name(cage), self.sums.get(cage)?))
    }

    /// How many cells a cage has.
    pub(super) fn size(&self, cage: usize) -> usize {
        self.of_cell.iter().filter(|&&of_cell| of_cell == Some(cage)).count()
    }
}

/// The sets of `size` of the symbols 0 to n - 1 with this sum, where each counts one more than its number.
pub(super) fn sets_with_sum(n: usize, size: usize, sum: usize) -> Vec<Vec<usize>> {
    let Some(left) = sum.checked_sub(n).filter(|_| n > 0 && size > 0) else {
        // The largest symbol is too large, or there is none.
        return match (n, size, sum) {
            (_, 0, 0) => vec![Vec::new()],
            (0, ..) | (_, 0, _) => Vec::new(),
            _ => sets_with_sum(n - 1, size, sum),
        };
    };
    let mut sets = sets_with_sum(n - 1, size, sum);
    sets.extend(sets_with_sum(n - 1, size - 1, left).into_iter().map(|mut set| {
        set.push(n - 1);
        set
    }));
    sets
}

/// Parts of a square that have each symbol once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Regions {
    /// There are none: a Latin square.
    #[default]
    None,
    /// Boxes with these numbers of rows and columns.
    Boxes { rows: usize, columns: usize },
    /// Drawn ones: for each cell the number of its region.
    Drawn(Arc<[usize]>),
}

/// A kind of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    Row,
    Column,
    Region,
    /// From the upper left corner.
    Falling,
    /// From the lower left corner.
    Rising,
    Window,
    Cage,
}

impl LineKind {
    pub(super) const ALL: [Self; 7] =
        [Self::Row, Self::Column, Self::Region, Self::Falling, Self::Rising, Self::Window, Self::Cage];

    /// The letter of its lines in labels, and the number of the first: both diagonals are `d`.
    fn label(self) -> (char, usize) {
        match self {
            Self::Row => ('r', 1),
            Self::Column => ('c', 1),
            Self::Region => ('b', 1),
            Self::Falling => ('d', 1),
            Self::Rising => ('d', 2),
            Self::Window => ('w', 1),
            Self::Cage => ('k', 1),
        }
    }
}

impl LineLayout {
    /// Only rows and columns.
    pub(super) const LATIN: Self = Self { regions: Regions::None, extra: ExtraRules::NONE, cages: None };

    /// The number of lines of a kind in an n by n square.
    pub(super) fn n_lines(&self, kind: LineKind, n: usize) -> usize {
        match kind {
            LineKind::Row | LineKind::Column => n,
            LineKind::Region => {
                if self.regions == Regions::None {
                    0
                } else {
                    n
                }
            }
            LineKind::Falling | LineKind::Rising => usize::from(self.extra.diagonals && n > 0),
            LineKind::Window => self.window_side(n).map_or(0, |side| (side - 1) * (side - 1)),
            LineKind::Cage => self.cages.as_ref().map_or(0, |cages| cages.sums.len()),
        }
    }

    /// The line of a kind on which a cell of an n by n square lies, if there is one.
    pub(super) fn line_of(&self, kind: LineKind, n: usize, row: usize, column: usize) -> Option<usize> {
        match (kind, &self.regions) {
            (LineKind::Row, _) => Some(row),
            (LineKind::Column, _) => Some(column),
            (LineKind::Region, Regions::None) => None,
            (LineKind::Region, Regions::Boxes { rows, columns }) => Some(row / rows * (n / columns) + column / columns),
            (LineKind::Region, Regions::Drawn(regions)) => Some(regions[row * n + column]),
            (LineKind::Falling, _) => (self.extra.diagonals && row == column).then_some(0),
            (LineKind::Rising, _) => (self.extra.diagonals && row + column + 1 == n).then_some(0),
            (LineKind::Cage, _) => self.cages.as_ref()?.of_cell[row * n + column],
            (LineKind::Window, _) => {
                let side = self.window_side(n)?;
                // Windows and the lines between them alternate, and a line is outermost.
                let window = |line: usize| (!line.is_multiple_of(side + 1)).then(|| line / (side + 1));
                Some(window(row)? * (side - 1) + window(column)?)
            }
        }
    }

    /// The rows of a window, if there are windows: the square root of the number of rows.
    fn window_side(&self, n: usize) -> Option<usize> {
        self.extra.windows.then(|| n.isqrt()).filter(|&side| side * side == n && side > 1)
    }

    /// The kind of a line on which both cells lie, if there is one.
    pub(super) fn shared(&self, n: usize, one: (usize, usize), other: (usize, usize)) -> Option<LineKind> {
        let line = |kind, (row, column)| self.line_of(kind, n, row, column);
        LineKind::ALL.into_iter().find(|&kind| line(kind, one).is_some() && line(kind, one) == line(kind, other))
    }
}

/// A square of cells, some of them filled. Rows, columns and symbols are from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    n: usize,
    cells: Box<[Option<u8>]>,
}

/// What an option does: row, column, symbol.
pub(super) type Filling = (usize, usize, usize);

/// The lines of one kind, and the items of the symbols that they still need.
type Lines = Vec<Vec<Option<ItemId>>>;

impl Grid {
    pub(super) fn empty(n: usize) -> Self {
        Self { n, cells: vec![None; n * n].into() }
    }

    /// The number of rows, columns and symbols.
    pub(super) fn n(&self) -> usize {
        self.n
    }

    pub(super) fn set(&mut self, row: usize, column: usize, symbol: usize) {
        self.cells[row * self.n + column] = Some(u8::try_from(symbol).expect("there are at most 64 symbols"));
    }

    /// What is in a cell.
    pub(super) fn symbol(&self, (row, column): (usize, usize)) -> Option<usize> {
        self.cells[row * self.n + column].map(usize::from)
    }

    /// Empties the cell at a place, counted row by row.
    pub(super) fn clear(&mut self, place: usize) {
        self.cells[place] = None;
    }

    /// All cells: row, column, what is in it.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize, Option<usize>)> {
        let cells = self.cells.iter().enumerate();
        cells.map(|(cell, &symbol)| (cell / self.n, cell % self.n, symbol.map(usize::from)))
    }

    /// The problem of filling the empty cells. Clues must not contradict each other.
    pub(super) fn problem(&self, layout: &LineLayout) -> Problem {
        self.laid_out(layout).0
    }

    /// The problem of filling the empty cells, and for each option the cell that it fills and with what. Behind them are options that fill no cell: the symbols that a cage does not have.
    pub(super) fn laid_out(&self, layout: &LineLayout) -> (Problem, Vec<Filling>) {
        self.build(layout).expect("cells and symbols have different labels")
    }

    /// The same square without symbols.
    pub(super) fn emptied(&self) -> Self {
        Self::empty(self.n)
    }

    /// The options of the problem of the empty square that the symbols in it are: one for each cell and symbol.
    pub(super) fn chosen(&self) -> Vec<OptionId> {
        let option = |(row, column, symbol)| OptionId::from_index((row * self.n + column) * self.n + symbol);
        self.cells().filter_map(|(row, column, symbol)| Some(option((row, column, symbol?)))).collect()
    }

    /// The square, its contents, and what each option writes.
    pub(super) fn scene(&self, layout: &LineLayout, word: fn(usize) -> String) -> Scene {
        let (n, (_, fillings)) = (self.n, self.laid_out(layout));
        let (boxes, regions) = match &layout.regions {
            Regions::None => (None, Vec::new()),
            Regions::Boxes { rows, columns } => (Some([*rows, *columns]), Vec::new()),
            Regions::Drawn(regions) => (None, regions.to_vec()),
        };
        let mark = move |(row, column, symbol): Filling| Mark::new(word(symbol), symbol, vec![row * n + column]);
        let mut scene = Scene::plane(Style::Symbols { boxes }, [n, n], move |option| {
            fillings.get(option.index()).copied().map_or_else(Mark::default, &mark)
        });
        let given = self.cells().filter_map(|(row, column, symbol)| Some((row, column, symbol?)));
        scene.given = given.map(mark).collect();
        let region = if regions.is_empty() { "in box" } else { "in region" };
        (scene.name_of, scene.regions) = (Box::new(move |label: &str| name(label, region)), regions);
        if let Some(cages) = &layout.cages {
            (scene.cages, scene.sums) = (cages.of_cell.clone(), cages.sums.clone());
            let cages = Arc::clone(cages);
            scene.name_of = Box::new(move |label| cages.item_name(label).or_else(|| name(label, region)));
        }
        let empty = self.cells().filter(|(.., symbol)| symbol.is_none());
        scene.reading = empty.map(|(row, column, _)| self.label(row, column)).collect();
        scene
    }

    /// Fills cells.
    pub(super) fn filled(&self, cells: impl Iterator<Item = Filling>) -> Self {
        let mut grid = self.clone();
        cells.for_each(|(row, column, symbol)| grid.set(row, column, symbol));
        grid
    }

    fn build(&self, layout: &LineLayout) -> Result<(Problem, Vec<Filling>), ProblemError> {
        let mut fillings = Vec::new();
        let mut builder = Problem::builder();
        let mut cells = Vec::new();
        for (row, column, _) in self.cells().filter(|(.., symbol)| symbol.is_none()) {
            let item = builder.primary(self.label(row, column))?;
            cells.push((row, column, item));
        }
        let mut lines = Vec::new();
        for kind in LineKind::ALL {
            lines.push(self.lines(&mut builder, layout, kind)?);
        }
        let sums = (1..=layout.cages.as_ref().map_or(0, |cages| cages.sums.len()))
            .map(|cage| builder.primary(format!("sum{cage}")))
            .collect::<Result<Vec<_>, _>>()?;
        // These are secondary items, which come after all others.
        let apart = layout.extra.items(self, &mut builder)?;
        for (row, column, item) in cells {
            let here: Vec<&Vec<Option<ItemId>>> = LineKind::ALL
                .iter()
                .zip(&lines)
                .filter_map(|(&kind, lines)| Some(&lines[layout.line_of(kind, self.n, row, column)?]))
                .collect();
            for symbol in 0..self.n {
                let needed: Option<Vec<ItemId>> = here.iter().map(|line| line[symbol]).collect();
                let apart = apart.get((row * self.n + column) * self.n + symbol);
                if let (Some(needed), Some(apart)) = (needed, apart.map_or(Some(&[][..]), Option::as_deref)) {
                    builder.option(&[&[item], needed.as_slice(), apart].concat())?;
                    fillings.push((row, column, symbol));
                }
            }
        }
        if let Some(cages) = &layout.cages {
            self.add_sums(&mut builder, cages, (&sums, &lines[lines.len() - 1]))?;
        }
        Ok((builder.build(), fillings))
    }

    /// A cage has an item for its sum, and one for each symbol. An option is a set of symbols with that sum: it covers the symbols that are *not* in the set, and the cells cover those that are.
    fn add_sums(
        &self,
        builder: &mut ProblemBuilder,
        cages: &Cages,
        (sums, lines): (&[ItemId], &Lines),
    ) -> Result<(), ProblemError> {
        for (cage, (&sum, &whole)) in cages.sums.iter().zip(sums).enumerate() {
            for set in sets_with_sum(self.n, cages.size(cage), sum) {
                let others = (0..self.n).filter(|symbol| !set.contains(symbol));
                let others: Option<Vec<ItemId>> = others.map(|symbol| lines[cage][symbol]).collect();
                // A set without the symbol of a clue is left out.
                if let Some(others) = others {
                    let option = builder.option(&[&[whole], others.as_slice()].concat())?;
                    let symbols: Vec<String> = set.iter().map(|symbol| (symbol + 1).to_string()).collect();
                    builder.label(option, format!("{} = {} in {}", sum, symbols.join("+"), cages.name(cage)))?;
                }
            }
        }
        Ok(())
    }

    /// For each line of a kind the items of the symbols it still needs.
    fn lines(&self, builder: &mut ProblemBuilder, layout: &LineLayout, kind: LineKind) -> Result<Lines, ProblemError> {
        let mut lines = vec![vec![None; self.n]; layout.n_lines(kind, self.n)];
        let mut is_there = vec![vec![false; self.n]; lines.len()];
        for (row, column, symbol) in self.cells() {
            if let (Some(line), Some(symbol)) = (layout.line_of(kind, self.n, row, column), symbol) {
                is_there[line][symbol] = true;
            }
        }
        for (line, symbol) in (0..lines.len()).flat_map(|line| (0..self.n).map(move |symbol| (line, symbol))) {
            if !is_there[line][symbol] {
                lines[line][symbol] = Some(builder.primary(self.line_label(kind, line, symbol))?);
            }
        }
        Ok(lines)
    }

    /// The item of a cell.
    pub(super) fn label(&self, row: usize, column: usize) -> String {
        format!("p{}{}{}", row + 1, self.comma(), column + 1)
    }

    /// The item of a symbol that a line still needs.
    pub(super) fn line_label(&self, kind: LineKind, line: usize, symbol: usize) -> String {
        let (letter, first) = kind.label();
        // There are more than nine cages.
        let comma = if kind == LineKind::Cage { "," } else { self.comma() };
        format!("{letter}{}{comma}{}", line + first, symbol + 1)
    }

    /// The separator between two numbers that may have two digits each.
    fn comma(&self) -> &'static str {
        if self.n > 9 { "," } else { "" }
    }
}

/// The letter and the two numbers in the label of an item.
pub(super) fn parts(label: &str) -> Option<(&str, &str, &str)> {
    let (letter, numbers) = label.split_at_checked(1)?;
    let (first, second) = numbers.split_once(',').or_else(|| numbers.split_at_checked(1))?;
    Some((letter, first, second))
}

/// The kinds of the items of a square, as numbers: items with equal values of `kind` are of the same kind.
pub(super) fn kinds<T: Eq + Hash>(problem: &Problem, kind: impl Fn((&str, &str, &str)) -> T) -> Vec<u32> {
    let mut known = FxHashMap::default();
    let labels = problem.items().map(|item| problem.item_label(item));
    let parts = labels.map(|label| parts(label).unwrap_or_default());
    parts
        .map(|parts| {
            let next = to_u32(known.len());
            *known.entry(kind(parts)).or_insert(next)
        })
        .collect()
}

/// What an item is on the square: a cell, or a symbol that a line still needs. Regions have this name.
pub(super) fn name(label: &str, region: &str) -> Option<String> {
    let (letter, first, second) = parts(label)?;
    Some(match letter {
        "p" => format!("row {first}, column {second}"),
        "r" => format!("symbol {second} in row {first}"),
        "c" => format!("symbol {second} in column {first}"),
        "b" => format!("symbol {second} {region} {first}"),
        "d" => format!("symbol {second} on diagonal {first}"),
        "w" => format!("symbol {second} in window {first}"),
        "n" | "g" | "o" => return apart::name(letter, first, second),
        _ => return None,
    })
}
