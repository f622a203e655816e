//! Edge matching on the command line.

use super::board::{BoardShape, TileBoard};
use super::tiles::Tiles;
use crate::arguments::Arguments;
use crate::either::{Either, either};
use crate::error::FamilyError;
use crate::member::{Family, Named, only};
use crate::parameter::{Parameter, ParameterKind};
use crate::polyform::{Lattice, Outline};
use crate::span::Span;
use dlx_canon::symmetry::{CountQuery, Keep, Together};

/// The family on the command line.
pub(crate) const EDGES: Family = Family {
    name: "edges",
    about: "Edge-matching tiles with 3, 4 or 6 sides",
    parameters: &[
        Parameter::first("tiles", "TILES", "A number of colors, for all tiles (MacMahon's); or a file with a tile in each line, the colors of its sides clockwise: from the top of a square, the horizontal side of a triangle, the upper right of a hexagon")
            .of(ParameterKind::Path),
        Parameter::named("rows", "N", "Rows of a board of squares").number().not_with("triangles"),
        Parameter::named("columns", "N", "Columns of a board of squares").number().not_with("triangles"),
        Parameter::named("triangles", "BOARD", "A board of triangles: ROWSxCOLUMNS, a parallelogram; triangle:N; or hexagon:N")
            .not_with("hexagons"),
        Parameter::named("hexagons", "BOARD", "A board of hexagons, named in the same way").not_with("rows"),
        Parameter::named("border", "COLOR", "The color of the border; any if omitted"),
        Parameter::flag("fixed", "Tiles may not be rotated"),
        Parameter::flag("reuse", "Use each tile any number of times"),
    ],
    examples: &[
        ("edges 3 --rows 4 --columns 6 --border 1", "MacMahon's squares"),
        ("edges 4 --triangles hexagon:2 --border 1", "MacMahon's triangles"),
        ("edges tiles.txt --rows 3 --columns 3", ""),
    ],
    has_pictures: true,
    spans: |_, arguments| {
        let colors = match either(arguments, "tiles")? {
            Either::Numbers(span) => vec![("colors".into(), span)],
            Either::File(..) => Vec::new(),
        };
        Ok([colors, board(arguments)?.1].concat())
    },
    make: |_, arguments, values| {
        let (shape, spans) = board(arguments)?;
        // The numbers of the board stand last.
        let (colors, sides) = values.split_at(values.len().saturating_sub(spans.len()));
        let board = TileBoard::new(shape, sides);
        let (mut tiles, word) = match (either(arguments, "tiles")?, colors) {
            (Either::Numbers(_), [n]) => (Tiles::all(board.n_sides(), *n)?, n.to_string()),
            (Either::Numbers(_), _) => return Err(FamilyError::new("no number of colors", "name one").into()),
            (Either::File(path, word), _) => (arguments.read(path, |text| Tiles::read(text, board.n_sides()))?, word),
        };
        tiles.border = arguments.word("border").map(|color| tiles.color(color)).transpose()?;
        (tiles.is_fixed, tiles.is_reused) = (arguments.has("fixed"), arguments.has("reuse"));
        let border = tiles.border.as_ref().map(|color| format!(" --border {color}")).unwrap_or_default();
        only(Named {
            name: format!("edges {word} {}{border}{}", board.words(), arguments.flags(&["fixed", "reuse"])),
            of: (tiles, board),
            question: |(tiles, board)| question(tiles, board),
            drawing: |(tiles, board)| tiles.drawing(board).map(Some),
        })
    },
    ..Family::PLAIN
};

/// The shape of the board, and its numbers by name.
fn board(arguments: &Arguments) -> Result<(BoardShape, Vec<(String, Span)>), FamilyError> {
    let lattices = [("triangles", Lattice::Triangles), ("hexagons", Lattice::Hexagons)];
    for (name, lattice) in lattices {
        if let Some(board) = arguments.word(name) {
            let (outline, spans) = Outline::read(board)?;
            return Ok((BoardShape::Others(lattice, outline), spans));
        }
    }
    let help = "name --rows and --columns of squares, or --triangles BOARD, or --hexagons BOARD";
    let span = |name: &str| {
        arguments.word(name).ok_or_else(|| FamilyError::new(format!("no --{name} of a board"), help))?;
        Ok((name.to_owned(), arguments.span(name)?))
    };
    Ok((BoardShape::Squares, vec![span("rows")?, span("columns")?]))
}

fn question(tiles: &Tiles, board: &TileBoard) -> Result<CountQuery, FamilyError> {
    let (problem, [n_tiles, n_cells]) = tiles.counted_on(board)?;
    // Colors are exchanged on the whole board, and cells are turned and reflected as they are on it.
    let sets = board.neighboring_sides()?.into_iter().map(Together::from).collect();
    let keep = Keep { sets, has_common_colors: true, ..Keep::default() };
    let obstacle = format!("{n_tiles} tiles for {n_cells} cells (--reuse: each any number of times)");
    let obstacle = (n_tiles < n_cells && !tiles.is_reused).then_some(obstacle);
    Ok(CountQuery::from(problem).keeping(keep).impossible(obstacle))
}
