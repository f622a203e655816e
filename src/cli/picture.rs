//! Pictures and pages that go to a file.

use std::path::{Path, PathBuf};

use super::exit::Failure;
use crate::family::{Drawing, Scene};
use crate::picture::{svg, text};
use crate::problem::{OptionId, Problem};

/// A picture to be: its file, which says the kind.
pub(super) struct Picture {
    path: PathBuf,
    is_text: bool,
}

impl Picture {
    pub(super) fn new(path: &Path) -> Result<Self, Failure> {
        let is_text = match ending(path).as_str() {
            "svg" => false,
            "txt" => true,
            _ => {
                return Err(Failure::usage(
                    format!("{} is no name of a picture", path.display()),
                    "a picture is FILE.svg, or FILE.txt for lines of characters",
                ));
            }
        };
        has_folder(path)?;
        Ok(Self { path: path.into(), is_text })
    }

    /// Its file, as people write it.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Draws a solution and writes it.
    pub(super) fn draw(
        &self,
        problem: &Problem,
        drawing: Option<&Drawing>,
        solution: &[OptionId],
    ) -> Result<(), Failure> {
        let scene = scene(problem, drawing)?;
        write(
            &self.path,
            &if self.is_text { text(scene, solution) } else { svg::picture(scene, problem.name(), solution) },
        )
    }
}

/// What stands behind the last point of a file's name, in small letters.
pub(super) fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// What is drawn; an error if there is no board.
pub(super) fn scene<'a>(problem: &Problem, drawing: Option<&'a Drawing>) -> Result<&'a Scene, Failure> {
    drawing.map(Drawing::scene).ok_or_else(|| {
        Failure::usage(
            format!("there is no picture of {}", problem.name()),
            "queens, polyomino, sudoku, langford and latin have pictures",
        )
    })
}

/// Is there a folder to write this file to? Better asked before a search than after.
pub(super) fn has_folder(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            Err(Failure::io(format!("cannot write {}: there is no folder {}", path.display(), folder.display())))
        }
        None => Ok(()),
    }
}

/// Writes a file as a whole.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::io(format!("cannot write {}: {error}", path.display())))
}
