//! Polyhexes and polyiamonds on the command line.

use std::path::Path;

use super::board::Outline;
use super::cover::{MAX_POLYFORM, Polyform};
use super::lattice::Lattice;
use super::own::drawn_pieces;
use crate::arguments::Arguments;
use crate::error::FamilyError;
use crate::freedom::Freedom;
use crate::member::{Family, Members, Named, only};
use crate::parameter::{Parameter, ParameterKind};
use crate::text::word_of;

/// Pieces of hexagons.
pub(crate) const POLYHEX: Family = Family {
    name: "polyhex",
    make: |_, arguments, values| member(Lattice::Hexagons, arguments, values),
    about: "Cover a board of hexagons with polyhexes",
    examples: &[
        ("polyhex 4x7 --pieces 4", "the seven tetrahexes, each once"),
        ("polyhex hexagon:3 --pieces 1,2 --reuse", "one hexagon or two, any number of each"),
        ("polyhex hexagon:3 --pieces @pieces.txt", "drawn pieces"),
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
        Parameter::first("board", "BOARD", "ROWSxCOLUMNS, a parallelogram; triangle:N; or hexagon:N, with sides of N"),
        Parameter::named("pieces", "SIZES", "All pieces of these sizes, such as 6 or 1,2; or @FILE with drawings")
            .list()
            .of(ParameterKind::WordOrFile)
            .required()
            .checked(size_of),
        Parameter::flag("reuse", "Use each piece any number of times; once if omitted"),
        Freedom::PARAMETERS[0],
        Freedom::PARAMETERS[1],
        Parameter::flag("up-to-symmetry", "Count rotations and reflections of a covering as one"),
    ],
    has_pictures: true,
    spans: |_, arguments| Outline::read(arguments.word("board").unwrap_or_default()).map(|(_, spans)| spans),
    ..Family::PLAIN
};

fn size_of(text: &str) -> Result<(), String> {
    if text.starts_with('@') {
        return Ok(());
    }
    let size = text.parse().ok().filter(|size| (1..=MAX_POLYFORM).contains(size));
    size.map(drop).ok_or_else(|| format!("a size is a number from 1 to {MAX_POLYFORM}; drawings are in @FILE"))
}

fn member(lattice: Lattice, arguments: &Arguments, values: &[usize]) -> Members {
    let (outline, _) = Outline::read(arguments.word("board").unwrap_or_default())?;
    let sizes: Vec<usize> = arguments.words("pieces").filter_map(|size| size.parse().ok()).collect();
    let mut polyform = Polyform::on(lattice, outline, values, &sizes)?.freedom(Freedom::of(arguments));
    if let Some(path) = arguments.words("pieces").find_map(|word| word.strip_prefix('@')) {
        if arguments.words("pieces").count() > 1 {
            let help = "draw all pieces in the file, or name sizes only";
            return Err(FamilyError::new("drawn pieces beside others", help).into());
        }
        let pieces = arguments.read(Path::new(path), |text| drawn_pieces(lattice, text))?;
        polyform = polyform.with_own(format!("@{}", word_of(Path::new(path))), pieces);
    }
    let polyform = polyform.up_to_symmetry(arguments.has("up-to-symmetry"));
    let of = if arguments.has("reuse") { polyform.reused() } else { polyform };
    only(Named { name: of.name(), of, question: Polyform::question, drawing: |polyform| polyform.drawing().map(Some) })
}
