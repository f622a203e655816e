//! The families of the puzzles on the command line.

use std::path::PathBuf;

use super::{LoopKind, LoopPuzzle};
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::error::{FamilyError, SourceError};
use crate::member::{Example, Family, Member};
use crate::parameter::{Parameter, ParameterKind};
use crate::text::word_of;
use dlx_canon::symmetry::CountQuery;

/// A family for each kind.
pub(crate) struct LoopFamily(LoopKind);

pub(crate) static SLITHERLINK: LoopFamily = LoopFamily(LoopKind::Slitherlink);
pub(crate) static MASYU: LoopFamily = LoopFamily(LoopKind::Masyu);
pub(crate) static NUMBERLINK: LoopFamily = LoopFamily(LoopKind::Numberlink { is_full: false });
pub(crate) static HASHI: LoopFamily = LoopFamily(LoopKind::Hashi);
pub(crate) static NURIKABE: LoopFamily = LoopFamily(LoopKind::Nurikabe);

/// The parameter of all of them.
const fn file(help: &'static str) -> Parameter {
    Parameter::first("path", "FILE", help).of(ParameterKind::Path)
}

impl Family for LoopFamily {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn about(&self) -> &'static str {
        match self.0 {
            LoopKind::Slitherlink => "Slitherlink: a loop with given numbers of borders of cells",
            LoopKind::Masyu => "Masyu: a loop through white and black pearls",
            LoopKind::Numberlink { .. } => "Numberlink: paths between equal numbers",
            LoopKind::Hashi => "Hashi: bridges that join islands, as many as given for each",
            LoopKind::Nurikabe => "Nurikabe: islands of given sizes in a sea in one piece",
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        match self.0 {
            LoopKind::Slitherlink => {
                const { &[file("A line for each row: a digit for each cell, or `.`; `-` for standard input")] }
            }
            LoopKind::Masyu => {
                const { &[file("A line for each row: `w`, `b` or `.` for each cell; `-` for standard input")] }
            }
            LoopKind::Numberlink { .. } => {
                const {
                    &[
                        file("A line for each row: a number, a letter or `.` for each cell; `-` for standard input"),
                        Parameter::flag("full", "Every cell is on a path"),
                    ]
                }
            }
            LoopKind::Hashi => {
                const { &[file("A line for each row: a digit for each island, `.` for water; `-` for standard input")] }
            }
            LoopKind::Nurikabe => {
                const { &[file("A line for each row: a number for each cell, or `.`; `-` for standard input")] }
            }
        }
    }

    fn examples(&self) -> &'static [Example] {
        match self.0 {
            LoopKind::Slitherlink => &[("slitherlink puzzle.txt", ""), ("solve slitherlink puzzle.txt", "the loop")],
            LoopKind::Masyu => &[("masyu puzzle.txt", ""), ("solve masyu puzzle.txt", "the loop")],
            LoopKind::Numberlink { .. } => {
                &[("numberlink puzzle.txt", ""), ("numberlink puzzle.txt --full", "through all cells")]
            }
            LoopKind::Hashi => &[("hashi puzzle.txt", ""), ("solve hashi puzzle.txt", "the bridges")],
            LoopKind::Nurikabe => &[("nurikabe puzzle.txt", ""), ("solve nurikabe puzzle.txt", "the sea")],
        }
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn member(&self, arguments: &Arguments, _: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let path = arguments.path("path").map_or_else(PathBuf::new, PathBuf::from);
        let is_full = arguments.has("full");
        let kind = if is_full { LoopKind::Numberlink { is_full } } else { self.0 };
        let puzzle = arguments.read(&path, |text| LoopPuzzle::read(kind, text))?;
        let name = format!("{} {}{}", kind.name(), word_of(&path), if is_full { " --full" } else { "" });
        Ok(Box::new(LoopMember { name, puzzle }))
    }
}

/// A puzzle, and the words for it.
struct LoopMember {
    name: String,
    puzzle: LoopPuzzle,
}

impl Member for LoopMember {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Ok(self.puzzle.problem()?.with_name(&self.name).into())
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(Some(self.puzzle.drawn()?.1))
    }

    fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        let (problem, drawing) = self.puzzle.drawn()?;
        Ok((problem.with_name(&self.name).into(), Some(drawing)))
    }
}
