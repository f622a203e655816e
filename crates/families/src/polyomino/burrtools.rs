//! Puzzles of [BurrTools](https://burrtools.sourceforge.net): pieces of cubes, or of the bodies of another [grid](super::space_grid), that fill a shape together. In which order they get there is not asked.
//!
//! A file is XML, usually packed by gzip. It has shapes, each a box with a sign for every cube (`#` filled, `+` filled or not, `_` empty; x runs fastest, then y, then z), and problems: a shape as
//! the result, and how often each of the others is used ("The xmpuzzle format" in the documentation of BurrTools). Layers, rows and columns here are z, y and x there.

use std::path::Path;

use roxmltree::{Document, Node, TextPos};

use super::board::{Board, MAX_CELLS};
use super::cover::Polyomino;
use super::pieces::Piece;
use super::shape::{Cell, Shape};
use super::space_grid::SpaceGrid;
use crate::copies::Copies;
use crate::member::{Family, Member};
use crate::parameter::{Parameter, ParameterKind};
use crate::quoted::quoted;
use crate::text::word_of;
use dlx_core::format::{SyntaxError, error_at};
use dlx_core::problem::to_place;

/// The family on the command line.
pub(crate) const BURRTOOLS: Family = Family {
    name: "burrtools",
    about: "Puzzles of BurrTools: solid pieces that fill a shape",
    parameters: &[
        Parameter::first("path", "FILE", "A file of BurrTools, `.xmpuzzle`; `-` for standard input")
            .of(ParameterKind::Path),
        Parameter::named(
            "problem",
            "N|NAME",
            "Only this problem of the file, by its number from 1 or its name; all if omitted",
        ),
        Parameter::flag(
            "up-to-symmetry",
            "Count rotations as one, and mirror images if the pieces can form them, as BurrTools does",
        ),
    ],
    examples: &[
        ("burrtools cube.xmpuzzle --up-to-symmetry", "the assemblies that BurrTools finds"),
        ("solve burrtools cube.xmpuzzle --problem 2", "layer by layer"),
    ],
    has_pictures: true,
    spans: |_, _| Ok(Vec::new()),
    make: |_, arguments, _| {
        let (path, chosen) = (arguments.path("path").unwrap_or(Path::new("")), arguments.word("problem"));
        let title = format!("burrtools {}", quoted(&word_of(path)));
        let puzzles = arguments.read(path, |text| puzzles(text, chosen, &title))?;
        let is_kind = arguments.has("up-to-symmetry");
        Ok(puzzles.into_iter().map(|puzzle| Box::new(puzzle.up_to_symmetry(is_kind)) as Box<dyn Member>).collect())
    },
    ..Family::PLAIN
};

type Found<T> = Result<T, Box<SyntaxError>>;

/// The problems of a file, or the one that is chosen.
fn puzzles(text: &str, chosen: Option<&str>, title: &str) -> Found<Vec<Polyomino>> {
    let text = text.trim_start_matches('\u{feff}');
    let document = Document::parse(text).map_err(|error| {
        let help = "a file of BurrTools is XML, packed by gzip or not";
        at(text, error.pos(), "", &format!("this is not XML: {error}"), help)
    })?;
    let root = document.root_element();
    let shapes = named(child(root, "shapes"), "voxel");
    let mut file = BurrFile { text, grid: SpaceGrid::Cubes, shapes };
    if !root.has_tag_name("puzzle") {
        let help = "a file of BurrTools has a <puzzle> on the outside";
        return Err(file.wrong(root, root.tag_name().name(), "this is not a puzzle of BurrTools", help));
    }
    if let Some((node, kind)) = child(root, "gridType").and_then(|node| Some((node, node.attribute("type")?))) {
        let grid = kind.parse().ok().and_then(|kind: usize| SpaceGrid::ALL.get(kind).copied());
        let help = "0 for cubes, 1 for triangular prisms, 2 for spheres, 3 for rhombic tetrahedra, 4 for tetrahedra and octahedra";
        file.grid = grid.ok_or_else(|| file.wrong(node, kind, "there is no such grid", help))?;
    }
    let problems = named(child(root, "problems"), "problem");
    let n_problems = problems.len();
    let is_named = |number: usize, chosen| problems[number - 1].attribute("name") == Some(chosen);
    let is_chosen =
        |&number: &usize| chosen.is_none_or(|chosen| chosen == number.to_string() || is_named(number, chosen));
    let numbers: Vec<usize> = (1..=n_problems).filter(is_chosen).collect();
    if numbers.is_empty() {
        let (what, help) = match chosen {
            Some(chosen) if n_problems > 0 => (
                format!("the file has no problem {chosen}"),
                format!("its problems are numbered from 1 to {n_problems}{}", said_names(&problems)),
            ),
            _ => ("the file has no problem, only shapes".into(), "a problem has a result and pieces".into()),
        };
        return Err(file.wrong(root, "", &what, &help));
    }
    let suffix = |number: usize| if n_problems > 1 { format!(" --problem {number}") } else { String::new() };
    let puzzle = |number| Ok(file.puzzle(problems[number - 1])?.titled(format!("{title}{}", suffix(number))));
    numbers.into_iter().map(puzzle).collect()
}

/// The names of problems, as far as they have some, to be said after their numbers.
fn said_names(problems: &[Node<'_, '_>]) -> String {
    let names: Vec<&str> = problems.iter().filter_map(|problem| problem.attribute("name")).collect();
    if names.is_empty() { String::new() } else { format!(", and named {}", names.join(", ")) }
}

/// The element of this name in another, if there is one.
fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// All elements of this name in another.
fn named<'a, 'i>(node: Option<Node<'a, 'i>>, name: &str) -> Vec<Node<'a, 'i>> {
    node.into_iter().flat_map(|node| node.children()).filter(|child| child.has_tag_name(name)).collect()
}

/// An error at a place of the text.
fn at(text: &str, place: TextPos, word: &str, what: &str, help: &str) -> Box<SyntaxError> {
    let [row, column] = [place.row, place.col].map(|number| to_place(number.into()));
    error_at((row, text.lines().nth(row - 1).unwrap_or_default()), column, word, what, help)
}

/// A file: its text, and its shapes.
struct BurrFile<'a, 'i> {
    text: &'i str,
    grid: SpaceGrid,
    shapes: Vec<Node<'a, 'i>>,
}

/// The cubes or other bodies of a shape.
#[derive(Default)]
struct Bodies {
    all: Vec<Cell>,
    /// Those that may be filled or not.
    spare: Vec<Cell>,
    is_colored: bool,
}

impl<'a, 'i> BurrFile<'a, 'i> {
    fn wrong(&self, node: Node<'_, '_>, word: &str, what: &str, help: &str) -> Box<SyntaxError> {
        at(self.text, node.document().text_pos_at(node.range().start), word, what, help)
    }

    /// A number that an element has.
    fn number(&self, node: Node<'_, '_>, name: &str) -> Found<Option<usize>> {
        let Some(word) = node.attribute(name) else { return Ok(None) };
        let what = || self.wrong(node, word, &format!("`{name}` is not a number"), "a whole number from 0");
        word.parse().map(Some).map_err(|_| what())
    }

    fn needed(&self, node: Node<'_, '_>, name: &str) -> Found<usize> {
        let missing = || self.wrong(node, node.tag_name().name(), &format!("`{name}` is missing"), "a whole number");
        self.number(node, name)?.ok_or_else(missing)
    }

    /// The result and the pieces of a problem.
    fn puzzle(&self, problem: Node<'a, 'i>) -> Found<Polyomino> {
        let Some(result) = child(problem, "result") else {
            let help = "choose a shape as the result in BurrTools, and some as pieces";
            return Err(self.wrong(problem, "", "this problem has no result", help));
        };
        let (result, bodies) = self.shape(result)?;
        let Some(board) = Board::in_space(self.grid, &bodies.all, &bodies.spare) else {
            return Err(self.wrong(
                result,
                "",
                &format!("the result has no {}", self.grid.bodies()),
                "a problem fills a shape",
            ));
        };
        let (mut pieces, mut copies): (Vec<Piece>, Vec<Copies>) = (Vec::new(), Vec::new());
        for used in named(child(problem, "shapes"), "shape") {
            let how_often = self.copies(used)?;
            let piece = self.piece(used, &pieces, bodies.is_colored)?;
            if how_often.most != Some(0) {
                pieces.push(piece);
                copies.push(how_often);
            }
        }
        let least: usize = pieces.iter().zip(&copies).map(|(piece, copies)| piece.size() * copies.least).sum();
        let most_empty = board.area().saturating_sub(least);
        if self.number(problem, "maxHoles")?.is_some_and(|most| most < most_empty.min(bodies.spare.len())) {
            let help = "remove the bound: it is used only where the numbers of pieces leave no choice";
            return Err(self.wrong(
                problem,
                "maxHoles",
                &format!("a bound on the {} that stay empty", self.grid.bodies()),
                help,
            ));
        }
        let named: Vec<(String, Copies)> = pieces.iter().map(|piece| piece.name.clone()).zip(copies).collect();
        let once = Polyomino::new(board, pieces);
        Ok(named.into_iter().fold(once, |puzzle, (name, copies)| puzzle.copies_of(name, copies)))
    }

    /// The shape that an element names by its number.
    fn shape(&self, node: Node<'_, '_>) -> Found<(Node<'a, 'i>, Bodies)> {
        let number = self.needed(node, "id")?;
        let Some(&shape) = self.shapes.get(number) else {
            return Err(self.wrong(node, "", &format!("there is no shape {number}"), "shapes are numbered from 0"));
        };
        Ok((shape, self.bodies(shape)?))
    }

    fn copies(&self, used: Node<'_, '_>) -> Found<Copies> {
        if let Some(number) = self.number(used, "count")? {
            return Ok(Copies::exactly(number));
        }
        let (least, most) = (self.needed(used, "min")?, self.needed(used, "max")?);
        if least > most {
            return Err(self.wrong(used, "min", "the least number of pieces is above the most", "min before max"));
        }
        Ok(Copies { least, most: Some(most) })
    }

    /// A piece, with a name that no other has: that of its shape, or a letter.
    fn piece(&self, used: Node<'_, '_>, others: &[Piece], is_result_colored: bool) -> Found<Piece> {
        let (shape, bodies) = self.shape(used)?;
        let wrong = |what: &str, help: &str| Err(self.wrong(shape, "", what, help));
        if bodies.all.is_empty() {
            return wrong(&format!("a piece has no {}", self.grid.bodies()), "leave it out of the problem");
        }
        if !bodies.spare.is_empty() {
            return wrong(
                &format!("a piece has {} that may be filled or not", self.grid.bodies()),
                "only the result may have those",
            );
        }
        if bodies.is_colored && is_result_colored {
            return wrong("colors say where this piece may lie", "puzzles with colors in the result are not read");
        }
        let number = self.needed(used, "id")?;
        let name = shape.attribute("name").map(|name| name.split_whitespace().collect::<Vec<_>>().join("_"));
        let letter = || u8::try_from(number).ok().filter(|number| *number < 26).map(|number| char::from(b'A' + number));
        let name = name.filter(|name| !name.is_empty() && name != "*");
        let name = name.or_else(|| letter().map(String::from)).unwrap_or_else(|| format!("S{}", number + 1));
        let shape = match self.grid {
            SpaceGrid::Cubes => Shape::new(bodies.all),
            _ => Shape::in_place(bodies.all),
        };
        Ok(Piece::named(super::assembly::unused(&name, others.iter().map(Piece::name)), shape))
    }

    /// Reads the signs of a shape.
    fn bodies(&self, shape: Node<'_, '_>) -> Found<Bodies> {
        let sides = [self.needed(shape, "z")?, self.needed(shape, "y")?, self.needed(shape, "x")?];
        let n_cells = sides.iter().try_fold(1usize, |product, &side| product.checked_mul(side));
        let Some(n_cells) = n_cells.filter(|&n_cells| n_cells <= MAX_CELLS) else {
            let what = format!("a shape has more than {MAX_CELLS} places");
            return Err(self.wrong(shape, "", &what, "use a smaller box around it"));
        };
        let [_, rows, columns] = sides;
        let (mut bodies, mut place) = (Bodies::default(), 0);
        for sign in shape.text().unwrap_or_default().chars().filter(|sign| !sign.is_whitespace()) {
            if sign.is_ascii_digit() {
                bodies.is_colored |= sign != '0';
                continue;
            }
            let cell = [place / (rows * columns).max(1), place / columns.max(1) % rows.max(1), place % columns.max(1)];
            let cell: Cell = cell.map(|number| i32::try_from(number).unwrap_or(i32::MAX));
            place += 1;
            match sign {
                '_' => continue,
                '#' => {}
                '+' => bodies.spare.push(cell),
                _ => {
                    let what = format!("`{sign}` in a shape");
                    return Err(self.wrong(shape, "", &what, "# filled, + filled or not, _ empty, and a color"));
                }
            }
            if !self.grid.has(cell) {
                let what = format!("no body of this grid lies at place {place} of the shape");
                let help = format!("{} lie at other places: save the puzzle with BurrTools", self.grid.bodies());
                return Err(self.wrong(shape, "", &what, &help));
            }
            bodies.all.push(cell);
        }
        if place != n_cells {
            let what = format!("a shape has {place} signs and not {n_cells}");
            return Err(self.wrong(shape, "", &what, "a sign for each place: x times y times z"));
        }
        Ok(bodies)
    }
}
