//! The families of the puzzles on the command line.

use super::{LoopKind, LoopPuzzle};
use crate::arguments::Arguments;
use crate::member::{Family, HANGING, LaidOut, Members, only};
use crate::parameter::{Parameter, ParameterKind};

pub(crate) const SLITHERLINK: Family = Family {
    name: "slitherlink",
    about: "Slitherlink: a loop; numbers count the sides of cells in it",
    parameters: &[file(
        "A line for each row: a digit for each cell, or `.`; or an address of puzz.link or a game ID of Loopy; `-` for standard input",
    )],
    examples: &[("slitherlink puzzle.txt", ""), ("solve slitherlink puzzle.txt", "the loop")],
    make: |_, arguments, _| member(LoopKind::Slitherlink, arguments),
    ..PUZZLE
};

pub(crate) const MASYU: Family = Family {
    name: "masyu",
    about: "Masyu: a loop through white and black pearls",
    parameters: &[file(
        "A line for each row: `w`, `b` or `.` for each cell; or an address of puzz.link or a game ID of Pearl; `-` for standard input",
    )],
    examples: &[("masyu puzzle.txt", ""), ("solve masyu puzzle.txt", "the loop")],
    make: |_, arguments, _| member(LoopKind::Masyu, arguments),
    ..PUZZLE
};

pub(crate) const NUMBERLINK: Family = Family {
    name: "numberlink",
    about: "Numberlink: paths between equal numbers",
    parameters: &[
        file(
            "A line for each row: a number, a letter or `.` for each cell; or an address of puzz.link; `-` for standard input",
        ),
        Parameter::flag("full", "Every cell is on a path"),
    ],
    examples: &[("numberlink puzzle.txt", ""), ("numberlink puzzle.txt --full", "through all cells")],
    make: |_, arguments, _| member(LoopKind::Numberlink { is_full: arguments.has("full") }, arguments),
    ..PUZZLE
};

pub(crate) const HASHI: Family = Family {
    name: "hashi",
    about: "Hashi: bridges that join islands, as many as given for each",
    parameters: &[file(
        "A line for each row: a digit for each island, `.` for water; or an address of puzz.link or a game ID of Bridges; `-` for standard input",
    )],
    examples: &[("hashi puzzle.txt", ""), ("solve hashi puzzle.txt", "the bridges")],
    make: |_, arguments, _| member(LoopKind::Hashi, arguments),
    ..PUZZLE
};

pub(crate) const NURIKABE: Family = Family {
    name: "nurikabe",
    about: "Nurikabe: islands of given sizes in a sea in one piece",
    parameters: &[file(
        "A line for each row: a number for each cell, or `.`; or an address of puzz.link; `-` for standard input",
    )],
    examples: &[("nurikabe puzzle.txt", ""), ("solve nurikabe puzzle.txt", "the sea")],
    make: |_, arguments, _| member(LoopKind::Nurikabe, arguments),
    ..PUZZLE
};

/// What all of them have in common.
const PUZZLE: Family = Family { has_pictures: true, fixes: |_| HANGING, ..Family::PLAIN };

/// The parameter of all of them.
const fn file(help: &'static str) -> Parameter {
    Parameter::first("path", "FILE", help).of(ParameterKind::Path)
}

fn member(kind: LoopKind, arguments: &Arguments) -> Members {
    let (puzzle, word) = arguments.read_file(|text| LoopPuzzle::read(kind, text))?;
    let name = format!("{} {word}{}", kind.name(), arguments.flags(&["full"]));
    let lay_out = move |name: &str| {
        let (problem, drawing) = puzzle.drawn()?;
        Ok((problem.with_name(name).into(), Some(drawing)))
    };
    only(LaidOut::new(name, lay_out))
}
