//! The family on the command line, and what is published.

use super::board::{Queens, Square};
use super::dominate;
use crate::arguments::Arguments;
use crate::error::FamilyError;
use crate::member::{Family, Members, Named, only};
use crate::parameter::Parameter;

/// The family on the command line.
pub(crate) const QUEENS: Family = Family {
    name: "queens",
    about: "N non-attacking queens on an N by N board (A000170)",
    parameters: &[
        Parameter::first("n", "N", "Board size, 0 to 700; for table a range such as 1..12").number(),
        Parameter::flag("toroidal", "Diagonals wrap around (A007705)"),
        Parameter::named("placed", "SQUARES", "Queens already placed, as \"row,column ...\" from 1")
            .checked(|text| squares(text).map(drop)),
        Parameter::named("blocked", "SQUARES", "Squares where no queen may stand, in the same form")
            .checked(|text| squares(text).map(drop)),
        Parameter::flag("amazons", "Queens that also move like knights: superqueens (A051223)"),
        Parameter::flag(
            "dominate",
            "Sets of queens that occupy or attack every square and may attack each other; --minimize finds the smallest (A075458)",
        ),
        Parameter::flag("up-to-symmetry", "Count rotations and reflections of a placement as one (A002562)"),
    ],
    examples: &[
        ("queens 14", ""),
        ("queens 8 --up-to-symmetry", "rotations and reflections count as one"),
        ("queens 8 --placed \"1,1 2,5\"", "with queens already placed"),
        ("queens 13 --toroidal", "diagonals wrap around"),
        ("queens 10 --amazons", "queens that also move like knights"),
        ("solve queens 8 --dominate --minimize", "the fewest queens that attack every square"),
    ],
    has_pictures: true,
    make: |_, arguments, values| {
        let squares_of = |name: &str| {
            let squares = arguments.word(name).map_or(Ok(Vec::new()), squares);
            squares.map_err(|help| FamilyError::new("these are not squares", help))
        };
        let n = values.first().copied().unwrap_or_default();
        if arguments.has("dominate") {
            return dominated(arguments, n, squares_of("blocked")?);
        }
        let of = Queens {
            n,
            is_toroidal: arguments.has("toroidal"),
            placed: squares_of("placed")?,
            blocked: squares_of("blocked")?,
            are_amazons: arguments.has("amazons"),
            up_to_symmetry: arguments.has("up-to-symmetry"),
        };
        only(Named { name: of.words(), of, question: Queens::question, drawing: |queens| queens.drawing().map(Some) })
    },
    ..Family::PLAIN
};

/// The member of a board to be dominated.
fn dominated(arguments: &Arguments, n: usize, blocked: Vec<Square>) -> Members {
    let others = ["toroidal", "placed", "amazons"];
    if let Some(other) = others.iter().find(|name| arguments.has(name)) {
        let what = format!("--{other} cannot be used with --dominate");
        return Err(FamilyError::new(
            what,
            "--dominate takes a board with borders, and only --blocked and --up-to-symmetry beside it",
        )
        .into());
    }
    let up_to_symmetry = arguments.has("up-to-symmetry");
    let board = Queens { n, blocked, up_to_symmetry, ..Queens::default() };
    board.check()?;
    only(Named {
        name: dominate::name(&board),
        of: board,
        question: dominate::question,
        drawing: |board| Ok(Some(dominate::drawing(board))),
    })
}

/// Reads `1,1 2,5`.
fn squares(text: &str) -> Result<Vec<Square>, String> {
    let square = |word: &str| {
        let (row, column) = word.split_once(',')?;
        Some((row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?))
    };
    let squares: Option<Vec<Square>> = text.split_whitespace().map(square).collect();
    squares.ok_or_else(|| "squares are written as row,column from 1, such as \"1,1 3,2\"".into())
}
