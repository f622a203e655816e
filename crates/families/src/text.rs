//! Texts that parameters name: drawings and puzzles.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Error, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::bufread::MultiGzDecoder;

use super::error::{FamilyError, SourceError};
use dlx_core::format::SyntaxError;

/// A line of a text, and its number.
pub(super) type Line<'a> = (usize, &'a str);

/// The lines of a text, without a byte order mark. A carriage return alone ends one, too.
pub(super) fn lines_of(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    (1..).zip(text.trim_start_matches('\u{feff}').lines().flat_map(|line| line.split('\r')))
}

const BUFFER: usize = 1 << 20;
/// A longer text is not taken for a drawing, a list of puzzles or a formula.
const MOST: u64 = 1 << 28;

/// Texts by name. Each is read once, when it is first needed: standard input and pipes cannot be read again.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts(Arc<Mutex<HashMap<PathBuf, Arc<Loaded>>>>);

#[derive(Debug)]
struct Loaded {
    text: String,
    /// The file is longer, but nothing that is wanted is as long as this.
    is_cut: bool,
}

impl Texts {
    /// The text at this path, read in this way.
    pub(super) fn read<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&str) -> Result<T, Box<SyntaxError>>,
    ) -> Result<T, SourceError> {
        let loaded = self.loaded(path)?;
        if loaded.text.trim().is_empty() {
            return Err(
                FamilyError::new(format!("{} is empty", name_of(path)), "check that the file was written").into()
            );
        }
        let found = read(&loaded.text).map_err(|error| SourceError::Syntax { name: name_of(path), error });
        if loaded.is_cut {
            let (line, size) = (line_at(loaded.text.as_bytes(), loaded.text.len()), MOST >> 20);
            // A mistake at the end may be one only because the rest is missing.
            let is_mistake = matches!(&found, Err(SourceError::Syntax { error, .. }) if error.line + 1 < line);
            if !is_mistake {
                let what = format!("{}:{line}: the text goes on after {size} MiB", name_of(path));
                return Err(
                    FamilyError::new(what, "boards and formulas may not be that large; divide other files").into()
                );
            }
        }
        found
    }

    fn loaded(&self, path: &Path) -> Result<Arc<Loaded>, SourceError> {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = texts.get(path) {
            return Ok(Arc::clone(loaded));
        }
        let loaded = Arc::new(load(path)?);
        texts.insert(path.into(), Arc::clone(&loaded));
        Ok(loaded)
    }
}

/// The text itself, if a word of several lines stands where a path should, or the address or the game ID of a puzzle, which says it all. In this way programs pass texts that are not in files.
fn inline(path: &Path) -> Option<&str> {
    let is_address = |word: &str| word.starts_with("https://") || word.starts_with("http://");
    path.to_str().filter(|word| word.contains('\n') || is_address(word) || is_game(word))
}

/// Does a word begin as Simon Tatham's game IDs do, `7x7t0:`? Files are hardly called so.
fn is_game(word: &str) -> bool {
    let is_number = |word: &str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let size = word.split_once(':').and_then(|(size, _)| size.split_once('x'));
    size.is_some_and(|(columns, rows)| is_number(columns) && is_number(rows))
}

/// The name of a path in messages.
pub(super) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { word_of(path) }
}

/// A path as a word of the name of a problem: `(text)` for a text given in place of a path.
pub(super) fn word_of(path: &Path) -> String {
    inline(path).map_or_else(|| path.display().to_string(), |_| "(text)".into())
}

/// A file, or standard input.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead>, SourceError> {
    if path == Path::new("-") {
        return unpacked(stdin().lock()).map_err(|error| unreadable(path, error));
    }
    if let Some(text) = inline(path) {
        return Ok(Box::new(Cursor::new(text.to_owned())));
    }
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    unpacked(BufReader::with_capacity(BUFFER, file)).map_err(|error| unreadable(path, error))
}

pub(super) fn unreadable(path: &Path, source: Error) -> SourceError {
    SourceError::Unreadable { name: name_of(path), source }
}

/// A whole text, or as many of its lines as may be wanted.
fn load(path: &Path) -> Result<Loaded, SourceError> {
    let mut bytes = Vec::new();
    let mut start = open(path)?.take(MOST + 1);
    start.read_to_end(&mut bytes).map_err(|error| unreadable(path, error))?;
    let is_cut = start.limit() == 0;
    if let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n').filter(|_| is_cut) {
        bytes.truncate(end + 1);
    }
    let text = String::from_utf8(bytes).or_else(|error| {
        // BurrTools has written comments in the letters of the system; names of its own are ASCII.
        let is_puzzle = |bytes: &[u8]| bytes.starts_with(b"<?xml") && bytes.windows(7).any(|at| at == b"<puzzle");
        if is_puzzle(error.as_bytes()) {
            return Ok(error.into_bytes().into_iter().map(char::from).collect());
        }
        if [[0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| error.as_bytes().starts_with(mark)) {
            return Err(FamilyError::new(format!("{} is UTF-16", name_of(path)), "save the file as UTF-8 text"));
        }
        if error.as_bytes().contains(&0) {
            return Err(FamilyError::new(
                format!("{} is not a text file", name_of(path)),
                "a text file is expected here",
            ));
        }
        let line = line_at(error.as_bytes(), error.utf8_error().valid_up_to());
        Err(FamilyError::new(format!("{}:{line}: not UTF-8", name_of(path)), "save the file as UTF-8 text"))
    })?;
    Ok(Loaded { text, is_cut })
}

/// The bytes themselves, or what they are if gzip has packed them.
fn unpacked(mut packed: impl BufRead + 'static) -> Result<Box<dyn BufRead>, Error> {
    let start = packed.fill_buf()?;
    for (head, packer) in
        [(&b"\xfd7zXZ\0"[..], "xz"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"BZh", "bzip2"), (b"PK\x03\x04", "zip")]
    {
        if start.starts_with(head) {
            return Err(Error::other(format!("it is packed by {packer}; unpack it first (gzip is read as it is)")));
        }
    }
    Ok(if start.starts_with(&[0x1f, 0x8b]) {
        Box::new(BufReader::new(MultiGzDecoder::new(packed)))
    } else {
        Box::new(packed)
    })
}

/// The number of the line in which this place is.
fn line_at(bytes: &[u8], place: usize) -> usize {
    bytes[..place].iter().filter(|&&byte| byte == b'\n').count() + 1
}
