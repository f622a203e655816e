//! Lines with checksums: the form in which counts are kept, in run files and in records.
//!
//! A line is a JSON object whose last member is a checksum of the others and of a *salt*, which says where the line belongs. So a line that was changed is
//! found out, and so is one that stands where another belongs. The last line of a file may lack its end: its writer was killed. This is against
//! damage, not against forgery: there is no secret in it.

use std::fs::File;
use std::io::{BufRead, Result};
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};

use dlx_core::problem::to_u64;

/// The text before the checksum at the end of a line.
const MARK: &str = ",\"checksum\":\"";
/// Bytes of a checksum; each is two digits.
const BYTES: usize = 8;

/// A record as JSON without its last brace.
pub(crate) fn body(record: &impl Serialize) -> serde_json::Result<String> {
    let mut text = serde_json::to_string(record)?;
    text.pop();
    Ok(text)
}

/// The line of a body, without its end.
pub(crate) fn checked(body: &str, salt: &str) -> String {
    format!("{body}{MARK}{}\"}}", hash([salt, body]))
}

/// A line without its checksum and last brace, and the checksum.
pub(crate) fn parts(line: &str) -> Option<(&str, &str)> {
    let (body, checksum) = line.trim_end().strip_suffix("\"}")?.rsplit_once(MARK)?;
    (checksum.len() == 2 * BYTES).then_some((body, checksum))
}

/// Is this the checksum of such a body with such a salt?
pub(crate) fn is_sound(body: &str, checksum: &str, salt: &str) -> bool {
    hash([salt, body]) == checksum
}

/// A hash that depends on where one part ends and the next begins.
pub(crate) fn hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(to_u64(part.len()).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hex(&hasher.finalize()[..BYTES])
}

/// Bytes as digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Brings the names in the folder of a file to the disk, where folders can be opened.
pub(crate) fn sync_folder(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The lines of a file, one after the other.
pub(crate) struct FileLines<R> {
    file: R,
    number: usize,
    bytes: Vec<u8>,
}

/// A line of a file.
pub(crate) struct Raw<'a> {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its bytes without the end of the line.
    pub(crate) bytes: &'a [u8],
    /// Is the end of the line there? It is missing at most in the last one.
    pub(crate) is_ended: bool,
}

impl<R: BufRead> FileLines<R> {
    pub(crate) fn new(file: R) -> Self {
        Self { file, number: 0, bytes: Vec::new() }
    }

    /// The next one, if there is one.
    pub(crate) fn next(&mut self) -> Result<Option<Raw<'_>>> {
        self.bytes.clear();
        self.number += 1;
        let length = self.file.read_until(b'\n', &mut self.bytes)?;
        let (bytes, is_ended) = self.bytes.strip_suffix(b"\n").map_or((&*self.bytes, false), |bytes| (bytes, true));
        Ok((length > 0).then_some(Raw { number: self.number, bytes, is_ended }))
    }
}
