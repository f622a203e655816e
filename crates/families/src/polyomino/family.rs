//! Polyominoes on the command line: boards and pieces by their names, or drawn in files.

use std::path::Path;

use super::board::{BOARDS, by_number};
use super::pieces::SETS;
use super::{Assembly, Board, Piece, Polyomino, assembly, drawn_pieces, pieces};
use crate::arguments::Arguments;
use crate::copies::{Copies, PieceCounts};
use crate::drawing::Drawing;
use crate::error::{FamilyError, SourceError};
use crate::freedom::Freedom;
use crate::member::{Family, Member, Spans, only};
use crate::parameter::{Parameter, ParameterKind};
use crate::text::word_of;
use dlx_canon::symmetry::CountQuery;

/// The pieces that the drawing of the board shows put together.
pub(crate) const ASSEMBLY: &str = "assembly";

/// The family on the command line.
pub(crate) const POLYOMINO: Family = Family {
    name: "polyomino",
    about: "Cover a board with polyominoes, or a box with polycubes",
    parameters: &[
    Parameter::first(
        "board",
        "BOARD",
        "ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS, square:N, cube:N, aztec:N, or @FILE: a drawing with `.` for each cell, `?` for one that may stay empty, blank lines between layers",
    )
    .of(ParameterKind::WordOrFile),
    Parameter::named(
        "pieces",
        "PIECES",
        "pentominoes and other sets, letters such as I4,L4 or FILNPTUVWXYZ, soma, tetracubes, @FILE with drawings (of a polycube, layers side by side, a space between them), or assembly: those that the board is drawn with, by letters",
    )
    .of(ParameterKind::WordOrFile)
    .such_as(&SETS)
    .required(),
    PieceCounts::PARAMETERS[0],
    PieceCounts::PARAMETERS[1],
    Freedom::PARAMETERS[0],
    Freedom::PARAMETERS[1],
    Parameter::named("remove", "CELLS", "Cells that are not part of the board, as \"row,column ...\" from 1"),
    Parameter::flag("up-to-symmetry", "Count rotations and reflections of a covering as one"),
],
    examples: &[
        ("polyomino 6x10 --pieces pentominoes", "each piece once"),
        ("polyomino 8x8 --pieces dominoes --reuse", "any number of each"),
        ("polyomino 8x8 --remove \"4,4 4,5 5,4 5,5\" --pieces pentominoes", ""),
        ("polyomino 3x3x3 --pieces soma", "a box"),
        ("polyomino aztec:4 --pieces dominoes --reuse", "1024 = 2^(4*5/2)"),
        ("polyomino @board.txt --pieces I4,L4 --copies I4=2,L4=0..", "a drawn board"),
    ],
    has_pictures: true,
    spans: |_, arguments| sides(arguments),
    is_turnable,
    can_be_cut: |arguments| {
        // The copies if every piece may be used any number of times.
        let is_plain = arguments.has("reuse") && !arguments.has("copies") && !arguments.has("up-to-symmetry");
        is_plain && is_turnable(arguments)
    },
    make: |_, arguments, values| only(polyomino(arguments, values)?),
    ..Family::PLAIN
};

/// The sides of the board; none if it is a drawing.
fn sides(arguments: &Arguments) -> Spans {
    let board = board_word(arguments);
    if board.starts_with('@') {
        return Ok(Vec::new());
    }
    let (names, sides): (&[&str], Vec<&str>) = match by_number(board) {
        Some(([_, name], number)) => (&[name], vec![number]),
        None => (&["layers", "rows", "columns"], board.split(['x', 'X']).collect()),
    };
    let names = match names.len().checked_sub(sides.len()) {
        Some(without) if names.len() == 1 || sides.len() > 1 => &names[without..],
        _ => return Err(no_board(board)),
    };
    let is_span =
        |side: &&str| !side.is_empty() && side.chars().all(|sign| sign.is_ascii_digit() || ".,=".contains(sign));
    if !sides.iter().all(is_span) {
        return Err(no_board(board));
    }
    let wrong = |text: &str, help: String| FamilyError::new(format!("`{text}` in the board {board}"), help);
    let span =
        |(name, text): (&&'static str, &&str)| Ok(((*name).into(), text.parse().map_err(|help| wrong(text, help))?));
    names.iter().zip(&sides).map(span).collect()
}

fn is_turnable(arguments: &Arguments) -> bool {
    // A board with a single number cannot be turned.
    if by_number(board_word(arguments)).is_some() {
        return false;
    }
    let are_own = arguments.word("pieces").is_some_and(|pieces| pieces.starts_with('@'));
    let is_fixed = arguments.has("fixed") && (are_own || arguments.has("copies"));
    !arguments.has("remove") && !is_fixed
}

impl Member for Polyomino {
    fn name(&self) -> String {
        Self::name(self)
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Self::question(self)
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Self::drawing(self).map(Some)
    }

    fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        Self::drawn(self).map(|(question, drawing)| (question, Some(drawing)))
    }
}

/// The word for the board.
pub(crate) fn board_word(arguments: &Arguments) -> &str {
    arguments.word("board").unwrap_or_default()
}

/// The error for a word that is not a board: perhaps it is a file, and only the @ is missing.
fn no_board(board: &str) -> FamilyError {
    if Path::new(board).is_file() {
        let what = format!("`{board}` is not a board, but there is such a file");
        FamilyError::new(what, format!("did you mean `@{board}`?"))
    } else if board.contains(['.', '/']) {
        FamilyError::new(format!("`{board}` is not a board, and there is no such file"), BOARDS)
    } else {
        FamilyError::new(format!("`{board}` is not a board"), BOARDS)
    }
}

/// The board of this size, or the drawn one, and the pieces to cover it with.
fn polyomino(arguments: &Arguments, values: &[usize]) -> Result<Polyomino, SourceError> {
    let words = arguments.word("pieces").unwrap_or_default();
    let mut polyomino = match words {
        ASSEMBLY => assembled(arguments)?,
        _ => Polyomino::new(board(arguments, values)?, named_pieces(arguments, words)?),
    };
    let called = words.strip_prefix('@').map_or_else(|| words.to_owned(), drawn);
    polyomino = polyomino.called(&called).freedom(Freedom::of(arguments));
    Ok(polyomino.copies_by(arguments)?.up_to_symmetry(arguments.has("up-to-symmetry")))
}

/// The file of a board that shows its pieces put together.
pub(crate) fn assembly_path(arguments: &Arguments) -> Result<&str, FamilyError> {
    let help = "an assembly is a board and its pieces, each as often as it is drawn; they may be turned and reflected";
    if let Some(flag) = ["reuse", "one-sided", "fixed", "remove"].into_iter().find(|flag| arguments.has(flag)) {
        return Err(FamilyError::new(format!("--{flag} cannot be used with --pieces {ASSEMBLY}"), help));
    }
    let word = board_word(arguments);
    word.strip_prefix('@').ok_or_else(|| {
        let help = "draw it with a letter for each piece, in a file: @FILE";
        FamilyError::new(format!("the board {word} shows no pieces"), help)
    })
}

/// The board and the pieces that a drawing shows put together, each as often as it is drawn.
fn assembled(arguments: &Arguments) -> Result<Polyomino, SourceError> {
    let path = assembly_path(arguments)?;
    let Assembly { board, pieces } = arguments.read(Path::new(path), |text| assembly(text, &drawn(path)))?;
    let all_once = Polyomino::new(board, pieces.iter().map(|(piece, _)| piece.clone()).collect());
    let several = pieces.iter().filter(|(_, number)| *number > 1);
    Ok(several.fold(all_once, |some, (piece, number)| some.copies_of(piece.name(), Copies::exactly(*number))))
}

/// The word for a drawing at this path.
pub(crate) fn drawn(path: &str) -> String {
    format!("@{}", word_of(Path::new(path)))
}

fn board(arguments: &Arguments, values: &[usize]) -> Result<Board, SourceError> {
    let word = board_word(arguments);
    let board = match (word.strip_prefix('@'), values) {
        (Some(path), _) => arguments.read(Path::new(path), |text| Board::drawing(text, &drawn(path)))?,
        (None, [number]) => match by_number(word) {
            Some(([shape, _], _)) => Board::by_number(shape, *number)?,
            None => Board::parse(word)?,
        },
        (None, [rows, columns]) => Board::rectangle(*rows, *columns)?,
        (None, [layers, rows, columns]) => Board::cuboid(*layers, *rows, *columns)?,
        _ => Board::parse(word)?,
    };
    Ok(match arguments.word("remove") {
        Some(cells) => board.remove(cells)?,
        None => board,
    })
}

fn named_pieces(arguments: &Arguments, words: &str) -> Result<Vec<Piece>, SourceError> {
    match words.strip_prefix('@') {
        Some(path) if path.contains(',') && !Path::new(path).exists() => {
            let help = "draw all pieces in the file, or name them all";
            Err(FamilyError::new("drawn pieces beside others", help).into())
        }
        Some(path) => arguments.read(Path::new(path), drawn_pieces),
        None => Ok(pieces(words)?),
    }
}
