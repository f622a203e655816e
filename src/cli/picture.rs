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
        fits(path, &["svg", "txt"], "picture", "a picture is FILE.svg, or FILE.txt for lines of characters")?;
        Ok(Self { path: path.into(), is_text: ending(path) == "txt" })
    }

    /// Its file, as people write it.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Draws a solution and writes it.
    pub(super) fn draw(&self, problem: &Problem, scene: &Scene, solution: &[OptionId]) -> Result<(), Failure> {
        let drawn = if self.is_text { text(scene, solution) } else { svg::picture(scene, problem.name(), solution) };
        write(&self.path, &drawn)
    }
}

/// The page to write, if there is one and its name says so.
pub(super) fn page(path: Option<&PathBuf>) -> Result<&Path, Failure> {
    let path = path.ok_or_else(|| Failure::usage("the page needs a file", "name it by -o FILE.html"))?;
    fits(path, &["html", "htm"], "page", "name the file by -o FILE.html")?;
    Ok(path)
}

/// Is this the name of such a file, in a folder that is there? Better asked before a search than after.
pub(super) fn fits(path: &Path, endings: &[&str], what: &str, help: &str) -> Result<(), Failure> {
    if !endings.contains(&ending(path).as_str()) {
        return Err(Failure::usage(format!("{} is no name of a {what}", path.display()), help));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            Err(Failure::io(format!("cannot write {}: there is no folder {}", path.display(), folder.display())))
        }
        None => Ok(()),
    }
}

/// What stands behind the last point of a file's name, in small letters.
fn ending(path: &Path) -> String {
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

/// Writes a file as a whole.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::io(format!("cannot write {}: {error}", path.display())))
}
