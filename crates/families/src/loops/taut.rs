//! Numberlinks with one solution, or none, found out before anything is counted.
//!
//! Where cells may be left empty, a solution can be *pulled tight*, by steps each of which yields another solution:
//!
//! 1. a part of a path between two cells that are side by side is replaced by the line between them;
//! 2. a part of a path between two neighbors of an empty cell is replaced by the way through this cell, where that is shorter;
//! 3. a corner of a path is moved across a square to the empty cell above.
//!
//! Each makes paths shorter, or as long and higher up, so every solution ends as one that allows no step: a *taut* one. In those, cells of a path that are side by side are joined by a line. So inside a corner of a path there is the same
//! corner of another path, and inside that one more, until an end or an empty cell comes. With clauses that say so, a search that learns from conflicts takes some thousands of these where it takes millions to find all solutions.
//!
//! If there is no taut solution, there is none. If there is one, and no step leads to it, it is the only one, since every other one would end there with a last step. Steps 1 and 2 leave two cells empty that are side by side, where the
//! longer part was, and step 3 the cell inside the new corner: a solution without such cells is *rigid*. If all cells have to be on a path, a lone solution with an empty cell is none.

use super::clauses::SearchClauses;
use super::net::{WAYS, next_of};
use super::{LoopKind, LoopPuzzle};
use batsat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};

/// The lines of a solution, from each cell to the next, in both directions.
pub(super) type Lines = FxHashSet<[usize; 2]>;

/// The clauses that taut solutions satisfy, and models with cycles beside them.
struct TautClauses<'p> {
    puzzle: &'p LoopPuzzle,
    clauses: SearchClauses,
    /// From each cell to the next, in both directions.
    lines: FxHashMap<[usize; 2], Lit>,
    /// For each cell and each color whether it has it.
    colors: Vec<Vec<Lit>>,
    /// For each cell without a number whether no path has it.
    empty: Vec<Option<Lit>>,
}

impl LoopPuzzle {
    /// The solutions of a numberlink, one at most; nothing if these may be more, or are not found out.
    pub(super) fn lone_paths(&self) -> Option<Vec<Lines>> {
        let mut taut = TautClauses::new(self);
        taut.write();
        let mut solutions = taut.solutions()?;
        let is_full = self.kind == LoopKind::Numberlink { is_full: true };
        solutions.retain(|lines| !is_full || (0..self.clues.len()).all(|cell| !self.is_empty(cell, lines)));
        Some(solutions)
    }

    /// The cells beside a cell, each with the way to it.
    fn beside(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let size = self.size;
        WAYS.into_iter().filter_map(move |way| Some((way, next_of(size, cell, way)?)))
    }

    fn is_empty(&self, cell: usize, lines: &Lines) -> bool {
        self.beside(cell).all(|(_, next)| !lines.contains(&[cell, next]))
    }

    /// Each two neighbors of a cell; where they are not opposite, the other cell beside both, across the square; and whether that is below.
    fn corners(&self, cell: usize) -> impl Iterator<Item = ([usize; 2], Option<usize>, bool)> + use<> {
        let (size, beside) = (self.size, self.beside(cell).collect::<Vec<_>>());
        let of = move |&(way, one): &(usize, usize), &(other_way, other): &(usize, usize)| {
            let is_turn = way % 2 != other_way % 2;
            let across = next_of(size, one, other_way).filter(|_| is_turn);
            ([one, other], across, way == 2 || other_way == 2)
        };
        let pairs = beside.iter().enumerate().flat_map(|(rank, one)| beside[..rank].iter().map(|other| of(one, other)));
        pairs.collect::<Vec<_>>().into_iter()
    }

    /// Does no step lead to this solution?
    fn is_rigid(&self, lines: &Lines) -> bool {
        (0..self.clues.len()).filter(|&cell| self.is_empty(cell, lines)).all(|cell| {
            let is_inside = |([one, other], across, _): ([usize; 2], Option<usize>, bool)| {
                across.is_some_and(|across| lines.contains(&[one, across]) && lines.contains(&[across, other]))
            };
            self.beside(cell).all(|(_, next)| !self.is_empty(next, lines)) && !self.corners(cell).any(is_inside)
        })
    }
}

impl<'p> TautClauses<'p> {
    fn new(puzzle: &'p LoopPuzzle) -> Self {
        let mut clauses = SearchClauses::new(puzzle.search_limit());
        let n_cells = puzzle.clues.len();
        let mut lines = FxHashMap::default();
        for cell in 0..n_cells {
            for (_, next) in puzzle.beside(cell) {
                let line = *lines.entry([cell.min(next), cell.max(next)]).or_insert_with(|| clauses.literal());
                lines.insert([cell.max(next), cell.min(next)], line);
            }
        }
        let n_colors = puzzle.clues().count() / 2;
        let colors = (0..n_cells).map(|_| (0..n_colors).map(|_| clauses.literal()).collect()).collect();
        let empty = puzzle.clues.iter().map(|clue| clue.is_none().then(|| clauses.literal())).collect();
        Self { puzzle, clauses, lines, colors, empty }
    }

    fn write(&mut self) {
        let mut ranks = FxHashMap::default();
        for cell in 0..self.colors.len() {
            match &self.puzzle.clues[cell] {
                Some(clue) => {
                    let n_colors = ranks.len();
                    self.write_end(cell, *ranks.entry(clue).or_insert(n_colors));
                }
                None => self.write_place(cell),
            }
            for (_, next) in self.puzzle.beside(cell).filter(|&(_, next)| next > cell) {
                self.write_line([cell, next]);
            }
            if let Some(empty) = self.empty[cell] {
                self.write_empty(cell, empty);
            }
            self.write_square(cell);
        }
    }

    /// An end of a path has its color, and one line.
    fn write_end(&mut self, cell: usize, rank: usize) {
        let lines = self.lines_at(cell);
        self.clauses.add_at_most_one(&lines);
        self.clauses.add(lines);
        for (color, literal) in self.colors[cell].clone().into_iter().enumerate() {
            self.clauses.add([if color == rank { literal } else { !literal }]);
        }
    }

    /// A cell has one color and two lines, or is empty and has none.
    fn write_place(&mut self, cell: usize) {
        let lines = self.lines_at(cell);
        for (rank, &one) in lines.iter().enumerate() {
            for (before, &other) in lines[..rank].iter().enumerate() {
                lines[..before].iter().for_each(|&third| self.clauses.add([!one, !other, !third]));
            }
        }
        let Some(empty) = self.empty[cell] else { return };
        for &line in &lines {
            self.clauses.add([!empty, !line]);
            self.clauses.add(lines.iter().copied().filter(|&other| other != line).chain([empty]));
        }
        let looks: Vec<Lit> = self.colors[cell].iter().copied().chain([empty]).collect();
        self.clauses.add_at_most_one(&looks);
        self.clauses.add(looks);
    }

    /// Two cells side by side have the same color exactly if there is a line between them.
    fn write_line(&mut self, [one, other]: [usize; 2]) {
        let line = self.lines[&[one, other]];
        for (a, b) in self.shared([one, other]) {
            self.clauses.add([!line, !a, b]);
            self.clauses.add([!line, a, !b]);
            self.clauses.add([line, !a, !b]);
        }
    }

    /// Two neighbors of an empty cell have a color only if they are joined by the cell across, and that is not below.
    fn write_empty(&mut self, cell: usize, empty: Lit) {
        for ([one, other], across, is_below) in self.puzzle.corners(cell) {
            let around: Vec<Lit> = across
                .iter()
                .flat_map(|&across| [[one, across], [across, other]])
                .map(|line| self.lines[&line])
                .collect();
            if is_below && !around.is_empty() {
                self.clauses.add(around.iter().map(|&line| !line).chain([!empty]));
            }
            for (a, b) in self.shared([one, other]) {
                if is_below || around.is_empty() {
                    self.clauses.add([!empty, !a, !b]);
                } else {
                    around.iter().for_each(|&line| self.clauses.add([!empty, !a, !b, line]));
                }
            }
        }
    }

    /// Two lines at most are sides of the square whose first corner is here.
    fn write_square(&mut self, cell: usize) {
        let size = self.puzzle.size;
        let (Some(right), Some(below)) = (next_of(size, cell, 1), next_of(size, cell, 2)) else { return };
        let Some(across) = next_of(size, below, 1) else { return };
        let sides = [[cell, right], [right, across], [across, below], [below, cell]].map(|line| self.lines[&line]);
        for left in 0..4 {
            self.clauses.add((0..4).filter(|&side| side != left).map(|side| !sides[side]));
        }
    }

    fn lines_at(&self, cell: usize) -> Vec<Lit> {
        self.puzzle.beside(cell).map(|(_, next)| self.lines[&[cell, next]]).collect()
    }

    /// Each color of two cells.
    fn shared(&self, [one, other]: [usize; 2]) -> Vec<(Lit, Lit)> {
        self.colors[one].iter().copied().zip(self.colors[other].iter().copied()).collect()
    }

    /// All solutions, if there is one at most.
    fn solutions(&mut self) -> Option<Vec<Lines>> {
        let mut found = Vec::new();
        while self.clauses.has_model(&[])? {
            let drawn = self.lines.iter().filter(|&(_, &line)| self.clauses.holds(line));
            let lines: Lines = drawn.map(|(&line, _)| line).collect();
            let cycles = self.cycles(&lines);
            if cycles.is_empty() {
                if !found.is_empty() || !self.puzzle.is_rigid(&lines) {
                    return None;
                }
                self.rule_out(&lines);
                found.push(lines);
            }
            cycles.iter().for_each(|cycle| self.rule_out(cycle));
        }
        Some(found)
    }

    /// These lines are not all there.
    fn rule_out(&mut self, lines: &Lines) {
        let lines: Vec<[usize; 2]> = lines.iter().copied().filter(|[one, other]| one < other).collect();
        self.clauses.add(lines.into_iter().map(|line| !self.lines[&line]));
    }

    /// The lines that are in no path between numbers.
    fn cycles(&self, lines: &Lines) -> Vec<Lines> {
        let (mut left, mut cycles) = (lines.clone(), Vec::new());
        self.puzzle.clues().for_each(|(end, _)| _ = self.take(&mut left, end));
        while let Some(&[cell, _]) = left.iter().next() {
            cycles.push(self.take(&mut left, cell));
        }
        cycles
    }

    /// Takes the lines out that are connected with a cell.
    fn take(&self, left: &mut Lines, from: usize) -> Lines {
        let (mut taken, mut cells) = (Lines::default(), vec![from]);
        while let Some(cell) = cells.pop() {
            for (_, next) in self.puzzle.beside(cell) {
                if left.remove(&[cell, next]) {
                    left.remove(&[next, cell]);
                    taken.extend([[cell, next], [next, cell]]);
                    cells.push(next);
                }
            }
        }
        taken
    }
}
