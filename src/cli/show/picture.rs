//! Pictures and pages that go to a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::whole_file::WholeFile;
use crate::cli::end::Failure;
use crate::family::{Drawing, FAMILIES, Scene};
use crate::picture::{svg, text};
use crate::problem::{OptionId, Problem};

/// A picture that is to be written; the ending of the file's name says in which format.
pub(in crate::cli) struct Picture {
    path: PathBuf,
    is_text: bool,
}

impl Picture {
    pub(in crate::cli) fn new(path: &Path) -> Result<Self, Failure> {
        fits(path, &["svg", "txt"], "picture", "a picture is FILE.svg, or FILE.txt for lines of characters")?;
        Ok(Self { path: path.into(), is_text: ending(path) == "txt" })
    }

    /// The name of its file, as it was given.
    pub(in crate::cli) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Draws a solution and writes it.
    pub(in crate::cli) fn draw(&self, problem: &Problem, scene: &Scene, solution: &[OptionId]) -> Result<(), Failure> {
        let drawn = if self.is_text { text(scene, solution) } else { svg::picture(scene, problem.name(), solution) };
        write(&self.path, &drawn)
    }
}

/// The page to write, if there is one and its name says so.
pub(in crate::cli) fn page(path: Option<&PathBuf>) -> Result<&Path, Failure> {
    let path = path.ok_or_else(|| Failure::usage("the page needs a file name", "add -o FILE.html"))?;
    fits(path, &["html", "htm"], "page", "a page is named FILE.html")?;
    Ok(path)
}

/// Does the name have one of these endings, and does its folder exist? This is checked before the search, not after it.
pub(in crate::cli) fn fits(path: &Path, endings: &[&str], what: &str, help: &str) -> Result<(), Failure> {
    if !endings.contains(&ending(path).as_str()) {
        return Err(Failure::usage(format!("{} is not a name for a {what}", path.display()), help));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            Err(Failure::io(format!("cannot write {}: there is no folder {}", path.display(), folder.display())))
        }
        None => Ok(()),
    }
}

/// The ending of a file's name, in lower case.
fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// What is drawn; an error if there is no board.
pub(in crate::cli) fn scene<'a>(problem: &Problem, drawing: Option<&'a Drawing>) -> Result<&'a Scene, Failure> {
    drawing.and_then(Drawing::scene).ok_or_else(|| {
        let drawn: Vec<&str> = FAMILIES.iter().filter(|family| family.has_pictures).map(|family| family.name).collect();
        let (last, others) = drawn.split_last().unwrap_or((&"", &[]));
        let help = format!("{} and {last} have pictures", others.join(", "));
        Failure::usage(format!("there is no picture of {}", problem.name()), &help)
    })
}

/// The file that was named for text; none if that is to go to standard output, which `-` says, too.
pub(in crate::cli) fn named(path: Option<&PathBuf>) -> Option<&Path> {
    path.map(PathBuf::as_path).filter(|path| *path != Path::new("-"))
}

/// Writes a file as a whole.
pub(in crate::cli) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let whole = || {
        let mut file = WholeFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.finish()
    };
    whole().map_err(|error: std::io::Error| Failure::io(format!("cannot write {}: {error}", path.display())))
}
