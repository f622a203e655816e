//! Texts that words of the command line name: drawings and puzzles.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::Path;
use std::sync::OnceLock;

use super::exit::Failure;
use crate::format::SyntaxError;

const BUFFER: usize = 1 << 20;
/// More text than this is no drawing and no list of puzzles.
const MOST: u64 = 1 << 26;

/// A text that is read when it is first wanted, and once: standard input and pipes cannot be read again.
#[derive(Debug, Default)]
pub(super) struct Text(OnceLock<Loaded>);

#[derive(Debug)]
struct Loaded {
    text: String,
    /// It goes on, but nothing that is wanted is so long.
    is_cut: bool,
}

impl Text {
    /// What is at this path, read in this way.
    pub(super) fn read<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&str) -> Result<T, Box<SyntaxError>>,
    ) -> Result<T, Failure> {
        let Loaded { text, is_cut } = match self.0.get() {
            Some(loaded) => loaded,
            None => {
                let loaded = load(path)?;
                self.0.get_or_init(|| loaded)
            }
        };
        let found = read(text).map_err(|error| Failure::syntax(&name_of(path), &error))?;
        if *is_cut {
            let (line, size) = (line_at(text.as_bytes(), text.len()), MOST >> 20);
            let what = format!("{}:{line}: the text goes on after {size} MiB", name_of(path));
            return Err(Failure::usage(what, "no board has so many cells; divide a file of puzzles"));
        }
        Ok(found)
    }
}

/// A path as people call it.
pub(super) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// A file, or standard input.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin().lock()));
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
}

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::io(format!("cannot read {}: {error}", name_of(path)))
}

/// A whole text, or so many of its lines as may be wanted.
fn load(path: &Path) -> Result<Loaded, Failure> {
    let mut bytes = Vec::new();
    open(path)?.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    let is_cut = bytes.len() as u64 > MOST;
    if let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n').filter(|_| is_cut) {
        bytes.truncate(end + 1);
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = line_at(error.as_bytes(), error.utf8_error().valid_up_to());
        Failure::usage(format!("{}:{line}: not UTF-8", name_of(path)), "save the file as UTF-8 text")
    })?;
    Ok(Loaded { text, is_cut })
}

/// The number of the line in which this place is.
fn line_at(bytes: &[u8], place: usize) -> usize {
    bytes[..place].iter().filter(|&&byte| byte == b'\n').count() + 1
}
