//! Edge matching on the command line.

use super::board::{BoardShape, TileBoard};
use super::tiles::Tiles;
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::either::{Either, either};
use crate::error::{FamilyError, SourceError};
use crate::member::{Example, Family, Member};
use crate::parameter::{Parameter, ParameterKind};
use crate::polyform::{Lattice, Outline};
use crate::span::Span;
use dlx_canon::symmetry::{CountQuery, Keep, Together};

/// The family on the command line.
pub(crate) struct EdgeFamily;

impl Family for EdgeFamily {
    fn name(&self) -> &'static str {
        "edges"
    }

    fn about(&self) -> &'static str {
        "Edge-matching tiles with 3, 4 or 6 sides"
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::first("tiles", "TILES", "A number of colors, for all tiles (MacMahon's); or a file with a tile in each line, its colors clockwise from above")
                    .of(ParameterKind::Path),
                Parameter::named("rows", "N", "Rows of a board of squares").number().not_with("triangles"),
                Parameter::named("columns", "N", "Columns of a board of squares").number().not_with("triangles"),
                Parameter::named("triangles", "BOARD", "A board of triangles: ROWSxCOLUMNS, a parallelogram; triangle:N; or hexagon:N")
                    .not_with("hexagons"),
                Parameter::named("hexagons", "BOARD", "A board of hexagons, by the same names").not_with("rows"),
                Parameter::named("border", "COLOR", "The color of the border; any if omitted"),
                Parameter::flag("fixed", "Tiles may not be rotated"),
                Parameter::flag("reuse", "Use each tile any number of times"),
            ]
        }
    }

    fn examples(&self) -> &'static [Example] {
        &[
            ("edges 3 --rows 4 --columns 6 --border 1", "MacMahon's squares"),
            ("edges 4 --triangles hexagon:2 --border 1", "MacMahon's triangles"),
            ("edges tiles.txt --rows 3 --columns 3", ""),
        ]
    }

    fn spans(&self, arguments: &Arguments) -> Result<Vec<(String, Span)>, FamilyError> {
        let colors = match either(arguments, "tiles")? {
            Either::Numbers(span) => vec![("colors".into(), span)],
            Either::File(..) => Vec::new(),
        };
        Ok([colors, board(arguments)?.1].concat())
    }

    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
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
        Ok(Box::new(Covered { word, tiles, board }))
    }
}

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

/// A board with tiles, and the words for it.
struct Covered {
    /// The number of colors, or the name of the file.
    word: String,
    tiles: Tiles,
    board: TileBoard,
}

impl Member for Covered {
    fn name(&self) -> String {
        let border = self.tiles.border.as_ref().map(|color| format!(" --border {color}")).unwrap_or_default();
        let flags = [(self.tiles.is_fixed, " --fixed"), (self.tiles.is_reused, " --reuse")];
        let flags: String = flags.iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| *flag).collect();
        format!("edges {} {}{border}{flags}", self.word, self.board.words())
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        let (problem, [n_tiles, n_cells]) = self.tiles.counted_on(&self.board)?;
        let question = CountQuery::from(problem.with_name(self.name()));
        // Colors are exchanged on the whole board, and cells are turned and reflected as they are on it.
        let sets = self.board.neighboring_sides()?.into_iter().map(Together::from).collect();
        let keep = Keep { sets, has_common_colors: true, ..Keep::default() };
        let question = question.keeping(keep);
        let obstacle = format!("{n_tiles} tiles for {n_cells} cells (--reuse: each any number of times)");
        Ok(question.impossible((n_tiles < n_cells && !self.tiles.is_reused).then_some(obstacle)))
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        self.tiles.drawing(&self.board).map(Some)
    }
}
