//! Files for levels that are larger than memory.
//!
//! Blocks are appended by whichever thread has one, so a file is written at its end only, in large pieces, and read in pieces from anywhere. Where no run is kept, a file loses its name as soon as it is open: the system gives its room
//! back when the process ends, however it ends. Where a run is kept, files have names beside its file; those that no line of it names are removed, by their process or by the next one.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use dlx_core::problem::to_u64;
use dlx_engines::{Disk, LevelFile, Refused};

/// Takes a lock, also from a thread that has panicked: what it noted is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder for the levels of one count.
#[derive(Debug)]
pub(crate) struct LevelFolder(Arc<ScratchState>);

#[derive(Debug)]
struct ScratchState {
    /// What the names of all files begin with.
    stem: PathBuf,
    /// What they end with.
    ending: &'static str,
    /// Do files have names as long as they are in use?
    is_named: bool,
    next: AtomicU64,
    bytes: AtomicU64,
    failure: OnceLock<String>,
}

impl ScratchState {
    /// Notes what went wrong.
    fn note(&self, what: String) -> Refused {
        let _ = self.failure.set(what);
        Refused
    }
}

impl LevelFolder {
    /// In a folder, for files without names.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        let name = format!("dlx-count-{}-{:08x}", std::process::id(), fastrand::u32(..));
        Self::new(folder.join(name), ".level", false)
    }

    /// For files with names that begin and end so, with digits between.
    pub(crate) fn named(stem: PathBuf, ending: &'static str) -> Self {
        Self::new(stem, ending, true)
    }

    fn new(stem: PathBuf, ending: &'static str, is_named: bool) -> Self {
        let (next, bytes, failure) = (AtomicU64::new(1), AtomicU64::new(0), OnceLock::new());
        Self(Arc::new(ScratchState { stem, ending, is_named, next, bytes, failure }))
    }

    /// The path of a file that has a name.
    pub(crate) fn path_of(&self, number: u64) -> PathBuf {
        self.0.path_of(number)
    }

    /// A file that is there already and stays there.
    pub(crate) fn open(&self, path: PathBuf) -> io::Result<Arc<dyn LevelFile>> {
        let file = File::open(&path)?;
        let length = Mutex::new(file.metadata()?.len());
        let shared = Arc::clone(&self.0);
        shared.bytes.fetch_add(*lock(&length), Relaxed);
        Ok(Arc::new(ScratchFile { shared, path, number: 0, file, length, is_removed: false }))
    }

    /// A file that is there already, up to a place from which on it is written.
    pub(crate) fn open_until(&self, path: PathBuf, end: u64) -> io::Result<Arc<dyn LevelFile>> {
        let file = OpenOptions::new().read(true).write(true).open(&path)?;
        if file.metadata()?.len() < end {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.set_len(end)?;
        let (shared, number) = (Arc::clone(&self.0), self.0.next.fetch_add(1, Relaxed));
        shared.bytes.fetch_add(end, Relaxed);
        Ok(Arc::new(ScratchFile { shared, path, number, file, length: Mutex::new(end), is_removed: false }))
    }

    fn try_create(&self) -> Result<ScratchFile, (PathBuf, io::Error)> {
        let (shared, number) = (Arc::clone(&self.0), self.0.next.fetch_add(1, Relaxed));
        let path = shared.path_of(number);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        let file = file.map_err(|error| (path.clone(), error))?;
        if !shared.is_named {
            fs::remove_file(&path).map_err(|error| (path.clone(), error))?;
        }
        let is_removed = shared.is_named;
        Ok(ScratchFile { shared, path, number, file, length: Mutex::default(), is_removed })
    }
}

impl ScratchState {
    fn path_of(&self, number: u64) -> PathBuf {
        let mut name = self.stem.clone().into_os_string();
        name.push(format!("{number:08x}{}", self.ending));
        name.into()
    }
}

impl Disk for LevelFolder {
    fn create(&self) -> Result<Arc<dyn LevelFile>, Refused> {
        let file = self.try_create().map_err(|(path, error)| self.0.note(cannot_write(&path, &error)))?;
        Ok(Arc::new(file))
    }

    fn failure(&self) -> Option<String> {
        self.0.failure.get().cloned()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes.load(Relaxed)
    }
}

/// What is said of a file that cannot be written, and what to do.
fn cannot_write(path: &Path, error: &io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let remedy = "make room, or name a folder with --spill, or allow more with --memory";
    format!("states that do not fit in memory cannot be written to {}: {error}\n  help: {remedy}", folder.display())
}

/// A file.
#[derive(Debug)]
struct ScratchFile {
    shared: Arc<ScratchState>,
    path: PathBuf,
    number: u64,
    file: File,
    /// Held while it grows.
    length: Mutex<u64>,
    /// Is it removed by its name at the end, if it still has it?
    is_removed: bool,
}

impl ScratchFile {
    /// Reads what begins somewhere, while other threads read and write elsewhere.
    #[cfg(unix)]
    fn read_at(&self, place: u64, block: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, block, place)
    }

    /// Reads what begins somewhere, one thread at a time: they share the place in the file.
    #[cfg(not(unix))]
    fn read_at(&self, place: u64, block: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let _turn = lock(&self.length);
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(block)
    }
}

impl LevelFile for ScratchFile {
    fn append(&self, block: &[u8]) -> Result<u64, Refused> {
        let mut length = lock(&self.length);
        let place = *length;
        write_at(&self.file, place, block).map_err(|error| self.shared.note(cannot_write(&self.path, &error)))?;
        *length += to_u64(block.len());
        self.shared.bytes.fetch_add(to_u64(block.len()), Relaxed);
        Ok(place)
    }

    fn read(&self, place: u64, block: &mut [u8]) -> Result<(), Refused> {
        self.read_at(place, block).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.refuse(),
            _ => self.shared.note(format!("cannot read {}: {error}", self.path.display())),
        })
    }

    fn refuse(&self) -> Refused {
        let path = self.path.display();
        let remedy = "remove it, and what its states stood for is counted again from the beginning";
        let cause = "states come from it otherwise than they were written, and the disk may be failing";
        self.shared.note(format!("{path} is damaged: {}", if self.shared.is_named { remedy } else { cause }))
    }

    fn bytes(&self) -> u64 {
        *lock(&self.length)
    }

    fn number(&self) -> u64 {
        self.number
    }

    fn sync(&self) -> Result<(), Refused> {
        self.file.sync_all().map_err(|error| self.shared.note(cannot_write(&self.path, &error)))
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        self.shared.bytes.fetch_sub(self.bytes(), Relaxed);
        if self.is_removed {
            // One that is kept has another name by now.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn write_at(file: &File, place: u64, block: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, block, place)
}

#[cfg(not(unix))]
fn write_at(mut file: &File, place: u64, block: &[u8]) -> io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    file.seek(SeekFrom::Start(place))?;
    file.write_all(block)
}
