//! A file that is there only when it is whole: until then it is written beside its place, with the permissions of an old file there, which stays. A device, a pipe, or a link that leads nowhere is written directly.

use std::fs::{self, File};
use std::io::{Result, Write};
use std::path::{Path, PathBuf};

/// A file that is being written.
pub(in crate::cli) struct WholeFile {
    file: File,
    /// Where it is written, and where it belongs if that is elsewhere.
    written: PathBuf,
    whole: Option<PathBuf>,
}

impl WholeFile {
    /// Begins to write the file at this path.
    pub(in crate::cli) fn create(path: &Path) -> Result<Self> {
        if let Some((written, whole)) = beside(path)
            && let Ok(file) = File::create(&written)
        {
            if let Ok(old) = fs::metadata(&whole) {
                let _ = file.set_permissions(old.permissions());
            }
            return Ok(Self { file, written, whole: Some(whole) });
        }
        Ok(Self { file: File::create(path)?, written: path.into(), whole: None })
    }

    /// The file is whole.
    pub(in crate::cli) fn finish(mut self) -> Result<()> {
        self.file.flush()?;
        if let Some(whole) = &self.whole {
            fs::rename(&self.written, whole)?;
        }
        self.written.clear();
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    /// Half a file is none.
    fn drop(&mut self) {
        if fs::symlink_metadata(&self.written).is_ok_and(|file| file.is_file()) {
            let _ = fs::remove_file(&self.written);
        }
    }
}

/// The file to write, and its place; none for what is not a file.
fn beside(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let whole = fs::canonicalize(path).or_else(|error| if path.is_symlink() { Err(error) } else { Ok(path.into()) });
    let whole = whole.ok().filter(|whole: &PathBuf| !whole.exists() || whole.is_file())?;
    let mut name = whole.file_name()?.to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    Some((whole.with_file_name(name), whole))
}
