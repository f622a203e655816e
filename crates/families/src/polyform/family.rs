//! Polyhexes and polyiamonds on the command line.

use std::path::Path;

use super::board::Outline;
use super::cover::{MAX_POLYFORM, Polyform};
use super::lattice::{Freedom, Lattice};
use super::own::drawn_pieces;
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::error::{FamilyError, SourceError};
use crate::member::{Example, Family, Member};
use crate::parameter::{Parameter, ParameterKind};
use crate::span::Span;
use crate::text::word_of;
use dlx_canon::symmetry::CountQuery;

/// Pieces of one lattice.
pub(crate) struct PolyformFamily {
    lattice: Lattice,
    name: &'static str,
    about: &'static str,
    examples: &'static [Example],
}

/// Pieces of hexagons.
pub(crate) const POLYHEX: PolyformFamily = PolyformFamily {
    lattice: Lattice::Hexagons,
    name: "polyhex",
    about: "Cover a board of hexagons with polyhexes",
    examples: &[
        ("polyhex 4x7 --pieces 4", "the seven tetrahexes, each once"),
        ("polyhex hexagon:3 --pieces 1,2 --reuse", "one hexagon or two, any number of each"),
        ("polyhex hexagon:3 --pieces @pieces.txt", "drawn pieces"),
    ],
};

/// Pieces of triangles.
pub(crate) const POLYIAMOND: PolyformFamily = PolyformFamily {
    lattice: Lattice::Triangles,
    name: "polyiamond",
    about: "Cover a board of triangles with polyiamonds",
    examples: &[
        ("polyiamond 6x6 --pieces 6", "the twelve hexiamonds, each once"),
        ("polyiamond hexagon:4 --pieces 2 --reuse", "plane partitions in a cube (A008793)"),
        ("table polyiamond triangle:1..6 --pieces 1,2 --reuse", ""),
    ],
};

const PARAMETERS: &[Parameter] = &[
    Parameter::first("board", "BOARD", "ROWSxCOLUMNS, a parallelogram; triangle:N; or hexagon:N, with sides of N"),
    Parameter::named("pieces", "SIZES", "All pieces of these sizes, such as 6 or 1,2; or @FILE with drawings")
        .list()
        .of(ParameterKind::WordOrFile)
        .required()
        .checked(size_of),
    Parameter::flag("reuse", "Use each piece any number of times; once if omitted"),
    Parameter::flag("one-sided", "Pieces may be rotated but not reflected: mirror images are different pieces")
        .not_with("fixed"),
    Parameter::flag("fixed", "Pieces may not be rotated: orientations are different pieces"),
];

fn size_of(text: &str) -> Result<(), String> {
    if text.starts_with('@') {
        return Ok(());
    }
    let size = text.parse().ok().filter(|size| (1..=MAX_POLYFORM).contains(size));
    size.map(drop).ok_or_else(|| format!("a size is a number from 1 to {MAX_POLYFORM}; drawings are in @FILE"))
}

impl Family for PolyformFamily {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn examples(&self) -> &'static [Example] {
        self.examples
    }

    fn spans(&self, arguments: &Arguments) -> Result<Vec<(String, Span)>, FamilyError> {
        Outline::read(arguments.word("board").unwrap_or_default()).map(|(_, spans)| spans)
    }

    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let (outline, _) = Outline::read(arguments.word("board").unwrap_or_default())?;
        let sizes: Vec<usize> = arguments.words("pieces").filter_map(|size| size.parse().ok()).collect();
        let freedom = match (arguments.has("one-sided"), arguments.has("fixed")) {
            (true, _) => Freedom::OneSided,
            (_, true) => Freedom::Fixed,
            _ => Freedom::Free,
        };
        let mut polyform = Polyform::on(self.lattice, outline, values, &sizes)?.freedom(freedom);
        if let Some(path) = arguments.words("pieces").find_map(|word| word.strip_prefix('@')) {
            if arguments.words("pieces").count() > 1 {
                let help = "draw all pieces in the file, or name sizes only";
                return Err(FamilyError::new("drawn pieces beside others", help).into());
            }
            let pieces = arguments.read(Path::new(path), |text| drawn_pieces(self.lattice, text))?;
            polyform = polyform.with_own(format!("@{}", word_of(Path::new(path))), pieces);
        }
        Ok(Box::new(if arguments.has("reuse") { polyform.reused() } else { polyform }))
    }
}

impl Member for Polyform {
    fn name(&self) -> String {
        Self::name(self)
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        self.problem().map(CountQuery::from)
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Self::drawing(self).map(Some)
    }
}
