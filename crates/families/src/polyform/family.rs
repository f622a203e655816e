//! Polyhexes and polyiamonds on the command line.

use std::path::Path;

use super::board::{Outline, PolyformBoard};
use super::cover::{MAX_POLYFORM, Polyform};
use super::lattice::Lattice;
use super::own::{assembled, drawn_pieces};
use crate::arguments::Arguments;
use crate::copies::{Copies, PieceCounts};
use crate::error::{FamilyError, SourceError};
use crate::freedom::Freedom;
use crate::member::{Family, LaidOut, Members, only};
use crate::parameter::{Parameter, ParameterKind};
use crate::polyomino::{ASSEMBLY, assembly_path, board_word, drawn};

/// Pieces of hexagons.
pub(crate) const POLYHEX: Family = Family {
    name: "polyhex",
    make: |_, arguments, values| member(Lattice::Hexagons, arguments, values),
    about: "Cover a board of hexagons with polyhexes",
    examples: &[
        ("polyhex 4x7 --pieces 4", "the seven tetrahexes, each once"),
        ("polyhex hexagon:3 --pieces 1,2 --reuse", "one hexagon or two, any number of each"),
        ("polyhex @board.txt --pieces 3,4 --copies 3=1,4=0..", "a drawn board"),
        ("polyhex hexagon:3 --remove 3,3 --pieces @pieces.txt", "drawn pieces, without the middle"),
    ],
    ..POLYFORM
};

/// Pieces of triangles.
pub(crate) const POLYIAMOND: Family = Family {
    name: "polyiamond",
    make: |_, arguments, values| member(Lattice::Triangles, arguments, values),
    about: "Cover a board of triangles with polyiamonds",
    examples: &[
        ("polyiamond 6x6 --pieces 6", "the twelve hexiamonds, each once"),
        ("polyiamond hexagon:4 --pieces 2 --reuse", "plane partitions in a cube (A008793)"),
        ("table polyiamond triangle:1..6 --pieces 1,2 --reuse", ""),
    ],
    ..POLYFORM
};

/// What both have in common.
const POLYFORM: Family = Family {
    parameters: &[
        Parameter::first(
            "board",
            "BOARD",
            "ROWSxCOLUMNS, a parallelogram; triangle:N or hexagon:N, with sides of N; or @FILE: a drawing with `.` for each cell, `?` for one that may stay empty, written as solutions are",
        )
        .of(ParameterKind::WordOrFile),
        Parameter::named(
            "pieces",
            "SIZES",
            "All pieces of these sizes, such as 6 or 1,2; @FILE with drawings; or assembly: those that the board is drawn with, by letters",
        )
        .list()
        .of(ParameterKind::WordOrFile)
        .required()
        .checked(size_of),
        PieceCounts::PARAMETERS[0],
        Parameter::named(
            "copies",
            "PIECE=N",
            "How often a piece is used, such as 4a=2, A=0..3, or 4=1.. for each of that size; `*` is all pieces",
        )
        .list(),
        Freedom::PARAMETERS[0],
        Freedom::PARAMETERS[1],
        Parameter::named("remove", "CELLS", "Cells that are not part of the board, as \"row,place in the row ...\" from 1"),
        Parameter::flag("up-to-symmetry", "Count rotations and reflections of a covering as one"),
    ],
    has_pictures: true,
    spans: |_, arguments| match board_word(arguments) {
        board if board.starts_with('@') => Ok(Vec::new()),
        board => Outline::read(board).map(|(_, spans)| spans),
    },
    ..Family::PLAIN
};

fn size_of(text: &str) -> Result<(), String> {
    if text.starts_with('@') || text == ASSEMBLY {
        return Ok(());
    }
    let size = text.parse().ok().filter(|size| (1..=MAX_POLYFORM).contains(size));
    size.map(drop).ok_or_else(|| format!("a size is a number from 1 to {MAX_POLYFORM}; drawings are in @FILE"))
}

fn board(lattice: Lattice, arguments: &Arguments, values: &[usize]) -> Result<PolyformBoard, SourceError> {
    let word = board_word(arguments);
    let board = match word.strip_prefix('@') {
        Some(path) => arguments.read(Path::new(path), |text| PolyformBoard::drawing(lattice, text, &drawn(path)))?,
        None => PolyformBoard::outlined(lattice, Outline::read(word)?.0, values)?,
    };
    Ok(match arguments.word("remove") {
        Some(cells) => board.remove(cells)?,
        None => board,
    })
}

/// The board and the pieces that a drawing shows put together, each as often as it is drawn.
fn put_together(lattice: Lattice, arguments: &Arguments) -> Result<Polyform, SourceError> {
    let path = assembly_path(arguments)?;
    let (board, pieces) = arguments.read(Path::new(path), |text| assembled(lattice, text, &drawn(path)))?;
    let several: Vec<(String, usize)> =
        pieces.iter().filter(|(_, number)| *number > 1).map(|((name, _), number)| (name.clone(), *number)).collect();
    let own = pieces.into_iter().map(|(piece, _)| piece).collect();
    let polyform = Polyform::on(lattice, board, &[])?.with_own(ASSEMBLY.into(), own);
    Ok(several.into_iter().fold(polyform, |some, (name, number)| some.copies_of(name, Copies::exactly(number))))
}

/// The board, and the pieces of some sizes or those that are drawn.
fn with_pieces(lattice: Lattice, arguments: &Arguments, values: &[usize]) -> Result<Polyform, SourceError> {
    let words = || arguments.words("pieces");
    if words().count() > 1 && words().any(|word| word.starts_with('@') || word == ASSEMBLY) {
        let help = "draw all pieces in the file, or name sizes only";
        return Err(FamilyError::new("drawn pieces beside others", help).into());
    }
    if words().any(|word| word == ASSEMBLY) {
        return put_together(lattice, arguments);
    }
    let sizes: Vec<usize> = words().filter_map(|size| size.parse().ok()).collect();
    let polyform = Polyform::on(lattice, board(lattice, arguments, values)?, &sizes)?;
    match words().find_map(|word| word.strip_prefix('@')) {
        Some(path) => {
            let pieces = arguments.read(Path::new(path), |text| drawn_pieces(lattice, text))?;
            Ok(polyform.with_own(drawn(path), pieces))
        }
        None => Ok(polyform),
    }
}

fn member(lattice: Lattice, arguments: &Arguments, values: &[usize]) -> Members {
    let polyform = with_pieces(lattice, arguments, values)?.freedom(Freedom::of(arguments));
    let of = polyform.copies_by(arguments)?.up_to_symmetry(arguments.has("up-to-symmetry"));
    only(LaidOut::new(of.name(), move |_: &str| of.drawn()))
}
