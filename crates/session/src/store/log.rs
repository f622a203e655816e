//! A run file: read line by line, written at its end.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::{StoreError, io_at, write_at};
use super::event::{Event, FIRST, FORMAT, follow};
use super::state::RunState;
use crate::lines::{self, FileLines, Raw};
use dlx_core::problem::to_u64;

/// Lines of several problems are written together, this long after the last time.
const WRITE_EVERY: Duration = Duration::from_millis(100);
/// Written lines are brought to the disk this long after the last time.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// The contents of a file.
#[derive(Debug)]
pub(super) struct LogContents {
    pub(super) state: RunState,
    /// Bytes of whole lines.
    pub(super) length: u64,
    /// The checksum of the last line of the chain.
    last: String,
}

/// Reads a file to its last whole line. One that ends in its first line has not begun.
pub(super) fn read(path: &Path, file: impl Read, state: RunState) -> Result<LogContents, StoreError> {
    let mut known = LogContents { state, length: 0, last: String::new() };
    let mut lines = FileLines::new(BufReader::new(file));
    while let Some(line) = lines.next().map_err(io_at(path))? {
        if line.number == 1 {
            look_at_first(path, &line)?;
        }
        if !line.is_ended {
            break;
        }
        let event = Event::read(line.bytes, &known.last);
        let applied = event.and_then(|(event, last)| known.state.apply(event).map(|_| last));
        let damaged = |what| StoreError::Damaged { path: path.into(), line: line.number, sound: line.number - 1, what };
        known.last = applied.map_err(damaged)?;
        known.length += to_u64(line.bytes.len()) + 1;
    }
    Ok(known)
}

/// Is a file that begins with this line a run file of this version?
fn look_at_first(path: &Path, line: &Raw<'_>) -> Result<(), StoreError> {
    let path = path.to_owned();
    let foreign = |what: &str| StoreError::Foreign { path: path.clone(), what: what.into() };
    if line.bytes.starts_with(b"SQLite format 3\0") {
        return Err(StoreError::Database { path });
    }
    if !line.bytes.starts_with(FIRST) && (line.is_ended || !FIRST.starts_with(line.bytes)) {
        if line.bytes.starts_with(b"{\"record\":") {
            return Err(foreign(
                "it has tasks of `split`, or counts of `work`: `work` counts tasks, `gather` adds counts up",
            ));
        }
        return Err(foreign("its first line is different or damaged"));
    }
    if !line.is_ended {
        return Ok(());
    }
    let value: serde_json::Value =
        serde_json::from_slice(line.bytes).map_err(|_| foreign("its first line is damaged"))?;
    match &value["format"] {
        format if *format == FORMAT => Event::read(line.bytes, "").map(drop).map_err(|what| foreign(&what)),
        format => Err(StoreError::Version { path, found: format.to_string(), known: FORMAT }),
    }
}

/// Refuses what is not a file, such as a device, which may have no end.
fn refuse_device(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => Err(StoreError::Foreign { path: path.into(), what: "it is not a file".into() }),
        _ => Ok(()),
    }
}

/// Reads a file that may be written meanwhile. There has to be something in it.
pub(super) fn look_into(path: &Path, state: RunState) -> Result<RunState, StoreError> {
    refuse_device(path)?;
    let known = read(path, File::open(path).map_err(io_at(path))?, state)?;
    if known.length == 0 { Err(StoreError::NotBegun { path: path.into() }) } else { Ok(known.state) }
}

/// Writes evidence, even while another process counts: a line outside the chain, in one piece.
pub(super) fn append_aside(path: &Path, event: &Event) -> Result<(), StoreError> {
    let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(io_at(path))?;
    let lock = Lock::take(path);
    if lock.is_ok() {
        // What a process had no time to finish would stand before this line.
        let known = read(path, &file, RunState::default())?;
        file.set_len(known.length).map_err(write_at(path))?;
    }
    let line = event.line("").map_err(io::Error::from).map_err(write_at(path))? + "\n";
    file.write_all(line.as_bytes()).and_then(|()| file.sync_data()).map_err(write_at(path))
}

/// Keeps other processes out: a lock on a file beside the run file, which is removed with it. So no reader of the run file touches the lock.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks a run file, unless another process has locked it.
    pub(super) fn take(of: &Path) -> Result<Self, StoreError> {
        let path = beside(of, "lock");
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(io_at(of))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::Busy { path: of.into() }),
                Err(TryLockError::Error(source)) => return Err(io_at(of)(source)),
            }
            // The process that had the lock may have removed the file between these two steps.
            if is_at(&path, &file) {
                return Ok(Self { path, file });
            }
        }
    }

    /// Is it still the lock that other processes find?
    fn is_held(&self) -> bool {
        is_at(&self.path, &self.file)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.is_held() {
            // If it stays it does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Is this the file that has this name?
#[cfg(unix)]
fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |data: fs::Metadata| (data.dev(), data.ino());
    matches!((fs::metadata(path).map(place), file.metadata().map(place)), (Ok(named), Ok(own)) if named == own)
}

/// Is there a file that has this name? An open one cannot be replaced here.
#[cfg(not(unix))]
fn is_at(path: &Path, _: &File) -> bool {
    path.exists()
}

/// The path of a file that belongs to a run file.
pub(super) fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".");
    name.push(what);
    name.into()
}

/// A run file that this process writes.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) path: PathBuf,
    pub(super) state: RunState,
    file: File,
    /// The checksum of the last line.
    last: String,
    /// Lines that are not written yet.
    pending: Vec<u8>,
    last_write: Instant,
    last_sync: Instant,
    /// The time spent by earlier processes.
    pub(super) before: Duration,
    opened: Instant,
    /// An error that could not be reported where it happened.
    pub(super) failure: Option<StoreError>,
    /// Dropped last.
    lock: Lock,
}

impl Log {
    /// Opens a file, new or not, and cuts off a line that was left unfinished.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        refuse_device(path)?;
        let (lock, path) = (Lock::take(path)?, path.to_owned());
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(io_at(&path))?;
        let LogContents { state, length, last } = read(&path, &file, RunState::default())?;
        file.set_len(length).map_err(write_at(&path))?;
        let (now, before) = (Instant::now(), state.elapsed);
        Ok(Self {
            path,
            state,
            file,
            last,
            pending: Vec::new(),
            last_write: now,
            last_sync: now,
            before,
            opened: now,
            failure: None,
            lock,
        })
    }

    /// Notes what has happened, to be written soon.
    pub(super) fn note(&mut self, event: Event) -> Result<(), StoreError> {
        let line = event.line(&self.last).map_err(io::Error::from).map_err(write_at(&self.path))?;
        let contradicts = |what| StoreError::Contradiction { path: self.path.clone(), what };
        if self.state.apply(event).map_err(contradicts)? {
            self.last = checksum_of(&line);
            self.pending.extend(line.into_bytes());
            self.pending.push(b'\n');
        }
        Ok(())
    }

    /// Writes what was noted if it is time to.
    pub(super) fn keep_up(&mut self) -> Result<(), StoreError> {
        if self.failure.is_some() || self.last_write.elapsed() >= WRITE_EVERY {
            self.write()?;
        }
        if self.last_sync.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Notes how long all processes have counted.
    fn note_time(&mut self) -> Result<(), StoreError> {
        let elapsed = self.before.saturating_add(self.opened.elapsed());
        self.note(Event::Time { milliseconds: elapsed.as_millis().try_into().unwrap_or(u64::MAX) })
    }

    /// Notes that a process ends, and how long it has counted even if there is nothing else to be noted.
    pub(super) fn end(&mut self, is_complete: bool) -> Result<(), StoreError> {
        self.note(Event::End { complete: is_complete })?;
        if self.pending.is_empty() && !is_complete {
            self.note_time()?;
        }
        self.sync()
    }

    fn write(&mut self) -> Result<(), StoreError> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        self.note_time()?;
        let length = self.file.metadata().map_err(write_at(&self.path))?.len();
        self.file.write_all(&self.pending).map_err(|source| {
            // What is there in part would stand before what is written next.
            let _ = self.file.set_len(length);
            write_at(&self.path)(source)
        })?;
        self.pending.clear();
        self.last_write = Instant::now();
        Ok(())
    }

    /// Writes what was noted, and brings it to the disk.
    pub(super) fn sync(&mut self) -> Result<(), StoreError> {
        self.write()?;
        self.file.sync_data().map_err(write_at(&self.path))?;
        self.last_sync = Instant::now();
        for hash in std::mem::take(&mut self.state.superseded) {
            if !self.state.needs(&hash) {
                // No line on the disk names it any more. If it stays, the next process removes it.
                let _ = fs::remove_file(level_at(&self.path, &hash));
            }
        }
        Ok(())
    }

    /// Fails if the file is no longer there as it was written, and writes what is known into another one.
    pub(super) fn make_sure(&mut self) -> Result<(), StoreError> {
        if self.lock.is_held() && is_at(&self.path, &self.file) && self.is_whole() {
            return Ok(());
        }
        let saved = free_name(&self.path);
        let (mut last, mut text) = (String::new(), String::new());
        for event in self.state.summary() {
            let line = event.line(&last).map_err(io::Error::from).map_err(write_at(&saved))?;
            if !event.is_aside() {
                last = checksum_of(&line);
            }
            text += &(line + "\n");
        }
        fs::write(&saved, text).map_err(write_at(&saved))?;
        Err(StoreError::Replaced { path: self.path.clone(), saved })
    }

    /// Is everything that was written still there?
    fn is_whole(&self) -> bool {
        let mut file = &self.file;
        let (mut last, is_read) = (String::new(), file.seek(SeekFrom::Start(0)).is_ok());
        let mut lines = FileLines::new(BufReader::new(file));
        while let Ok(Some(line)) = lines.next() {
            match follow(line.bytes, &last) {
                Ok(next) => last = next.unwrap_or(last),
                Err(_) => return false,
            }
        }
        is_read && last == self.last
    }
}

fn checksum_of(line: &str) -> String {
    lines::parts(line).map(|(_, checksum)| checksum).unwrap_or_default().into()
}

/// A name beside a run file that no file has.
fn free_name(path: &Path) -> PathBuf {
    let names = (1u64..).map(|number| beside(path, &format!("saved{number}")));
    std::iter::once(beside(path, "saved")).chain(names).find(|name| !name.exists()).unwrap_or_default()
}

/// Where states of this hash are.
pub(super) fn level_at(path: &Path, hash: &str) -> PathBuf {
    beside(path, &format!("{hash}.level"))
}
