//! The states of a level of a sweep, in a file beside the run file that is named by its hash.
//!
//! To write them takes time, so they are written when the last time was some seconds ago, and at most a twentieth of the time goes into it. When the run is stopped, they are written once more if that takes at most a part of the time that would be lost.
//! (Twelve seconds of a sweep with levels of 50 MB were lost again and again, since only 16 MB were taken to be quick.)
//! The file is on the disk before the line that names it is written, and the file before it is removed when that line is on the disk, too: so at
//! any moment the run file names states that are whole, if any. The hash is looked at before the first state is taken.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::error::{StoreError, io_at, write_at};
use super::event::Event;
use super::log::{Log, beside, level_at};
use super::state::RunState;
use super::{SharedLog, lock};
use crate::lines::{hex, sync_folder};
use crate::spill::LevelFolder;
use dlx_core::problem::{to_place, to_u64};
use dlx_engines::{CheckpointStore, Disk, LevelFile, Refused, StoredLevel};

/// The least time between two levels that are written.
const EVERY: Duration = Duration::from_secs(5);
/// At most one part in this many of the time goes into writing.
const SHARE: u32 = 20;
/// What is lost when a run is stopped is written if that takes at most one part in this many of the time that it took, and at most this number of seconds.
const PART_LOST: f64 = 4.0;
const SLOW: f64 = 2.0;
/// This many bytes are written in any case, which takes some 10 ms.
const FEW: usize = 1 << 20;
/// Bytes that are taken to be written in a second, before that has been measured.
const BYTES_A_SECOND: f64 = 1e8;
/// Bytes of a hash.
const BYTES: usize = 16;
/// The beginning of a file of states, and the rest of its header.
const MARK: &[u8] = b"dlx-count states 1\n";

/// What a file of blocks is, and the file.
type Opened = (StoredLevel, Arc<dyn LevelFile>);

/// Where a problem's level is kept.
#[derive(Debug)]
pub(super) struct Levels {
    store: Arc<SharedLog>,
    part: usize,
    pace: Mutex<WritingPace>,
    /// Levels that are larger than memory.
    scratch: Arc<LevelFolder>,
    /// The number of the file that has a part of a level, its name, and where that part ends.
    begun: Mutex<Option<(u64, String, u64)>>,
}

/// When to write, and how long it takes.
#[derive(Clone, Copy, Debug)]
struct WritingPace {
    next: Instant,
    /// Since when nothing has been written.
    last: Instant,
    bytes_a_second: f64,
}

impl Levels {
    pub(super) fn new(store: Arc<SharedLog>, part: usize) -> Self {
        let scratch = Arc::new(LevelFolder::named(beside(&store.path, &format!("{part:x}")), ".level.new"));
        let now = Instant::now();
        let pace = Mutex::new(WritingPace { next: now + EVERY, last: now, bytes_a_second: BYTES_A_SECOND });
        Self { store, part, pace, scratch, begun: Mutex::default() }
    }

    /// Where levels go that are larger than memory: into files beside the run file.
    pub(super) fn disk(&self) -> Arc<dyn Disk> {
        Arc::clone(&self.scratch) as Arc<dyn Disk>
    }

    /// What is kept: the hash of the file, and what is in it. None if the file no longer exists.
    fn kept(&self) -> Option<(String, StoredLevel)> {
        let log = lock(&self.store.log);
        let level = log.state.parts[self.part].level.clone();
        level.filter(|(hash, _)| level_at(&log.path, hash).exists())
    }

    fn write(&self, head: &StoredLevel, pieces: &mut dyn Iterator<Item = Vec<u8>>) -> Result<(), StoreError> {
        let path = &self.store.path;
        let new = beside(path, &format!("{}.level.new", self.part));
        let hash = write_pieces(&new, self.part, pieces).and_then(|hash| {
            fs::rename(&new, level_at(path, &hash))?;
            sync_folder(path)?;
            Ok(hash)
        });
        let hash = hash.map_err(|source| {
            // Half of it is of no use, and the disk may be full.
            let _ = fs::remove_file(&new);
            write_at(&new)(source)
        })?;
        let mut log = lock(&self.store.log);
        log.note(Event::Level { part: self.part, hash, head: head.clone() })?;
        log.sync()
    }

    fn read(
        &self,
        wanted: &dyn Fn(&StoredLevel) -> bool,
        put: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<Option<StoredLevel>, StoreError> {
        let Some((hash, head)) = self.kept().filter(|(_, head)| wanted(head)) else { return Ok(None) };
        let path = level_at(&self.store.path, &hash);
        if hash_of(&path).map_err(io_at(&path))? != hash {
            return Err(StoreError::Level { path });
        }
        Ok(read_pieces(&path, put).map_err(io_at(&path))?.then_some(head))
    }

    /// Gives a file of blocks the name under which it is found again.
    fn keep_blocks(&self, head: &StoredLevel, file: &dyn LevelFile) -> Result<(), StoreError> {
        let own = self.path_of(file);
        let hash = file.sync().and_then(|()| hash_of_blocks(head, file)).map_err(self.refused(&own))?;
        self.rename(&own, &hash)?;
        let mut log = lock(&self.store.log);
        log.note(Event::Level { part: self.part, hash, head: head.clone() })?;
        log.sync()
    }

    /// The error of a file that its disk has refused.
    fn refused(&self, own: &Path) -> impl Fn(Refused) -> StoreError {
        |Refused| write_at(own)(io::Error::other(self.scratch.failure().unwrap_or_default()))
    }

    /// Gives a file a name that a line can say.
    fn rename(&self, own: &Path, name: &str) -> Result<(), StoreError> {
        let path = &self.store.path;
        fs::rename(own, level_at(path, name)).and_then(|()| sync_folder(path)).map_err(write_at(own))
    }

    /// Where a file is.
    fn path_of(&self, file: &dyn LevelFile) -> PathBuf {
        match &*lock(&self.begun) {
            Some((number, name, _)) if *number == file.number() => level_at(&self.store.path, name),
            _ => self.scratch.path_of(file.number()),
        }
    }

    /// Gives a file that has a part of a level a name under which it is found again, if it has none yet. Returns the bytes that are new in it.
    fn keep_part(&self, file: &dyn LevelFile, end: u64) -> Result<u64, StoreError> {
        let own = self.path_of(file);
        file.sync().map_err(self.refused(&own))?;
        let known = lock(&self.begun).take().filter(|(number, ..)| *number == file.number());
        let (_, name, before) = known.unwrap_or_else(|| (0, format!("{:032x}", fastrand::u128(..)), 0));
        if before == 0 {
            self.rename(&own, &name)?;
        }
        *lock(&self.begun) = Some((file.number(), name.clone(), end));
        let mut log = lock(&self.store.log);
        log.note(Event::Begun { part: self.part, name, bytes: end })?;
        log.sync()?;
        Ok(end - before)
    }

    /// The file that has a part of a level; none if it is not there, and then that part is made again.
    fn open_part(&self) -> Option<Arc<dyn LevelFile>> {
        let (name, end) = lock(&self.store.log).state.parts[self.part].begun.clone()?;
        let file = self.scratch.open_until(level_at(&self.store.path, &name), end).ok()?;
        *lock(&self.begun) = Some((file.number(), name, end));
        Some(file)
    }

    fn open_blocks(&self, wanted: &dyn Fn(&StoredLevel) -> bool) -> Result<Option<Opened>, StoreError> {
        let Some((hash, head)) = self.kept().filter(|(_, head)| head.blocks && wanted(head)) else { return Ok(None) };
        let path = level_at(&self.store.path, &hash);
        let file = self.scratch.open(path.clone()).map_err(io_at(&path))?;
        match hash_of_blocks(&head, &*file) {
            Ok(found) if found == hash => Ok(Some((head, file))),
            _ => Err(StoreError::Level { path }),
        }
    }

    /// Notes that this many bytes have been written since then.
    fn pause(&self, started: Instant, bytes: u64) {
        let (now, took, mut pace) = (Instant::now(), started.elapsed(), lock(&self.pace));
        let rate = bytes as f64 / took.as_secs_f64().max(1e-9);
        let bytes_a_second = if bytes > 0 { rate } else { pace.bytes_a_second };
        *pace = WritingPace { next: now + (took * SHARE).max(EVERY), last: now, bytes_a_second };
    }

    /// How many bytes are kept.
    fn bytes(&self) -> u64 {
        let path = self.kept().map(|(hash, _)| level_at(&self.store.path, &hash));
        path.and_then(|path| fs::metadata(path).ok()).map_or(0, |file| file.len())
    }

    /// Keeps an error until the next tallies are written: a sweep is not interrupted.
    fn fail(&self, error: StoreError) {
        lock(&self.store.log).failure = Some(error);
    }
}

impl CheckpointStore for Levels {
    fn is_empty(&self) -> bool {
        self.kept().is_none()
    }

    fn wants(&self) -> bool {
        Instant::now() >= lock(&self.pace).next
    }

    fn wants_last(&self, bytes: usize) -> bool {
        let WritingPace { last, bytes_a_second, .. } = *lock(&self.pace);
        let lost = last.elapsed().as_secs_f64();
        bytes <= FEW || bytes as f64 <= bytes_a_second * (lost / PART_LOST).min(SLOW)
    }

    fn put(&self, head: &StoredLevel, pieces: &mut dyn Iterator<Item = Vec<u8>>) {
        let started = Instant::now();
        self.write(head, pieces).unwrap_or_else(|error| self.fail(error));
        self.pause(started, self.bytes());
    }

    fn get(&self, wanted: &dyn Fn(&StoredLevel) -> bool, put: &mut dyn FnMut(&[u8]) -> bool) -> Option<StoredLevel> {
        self.read(wanted, put).unwrap_or_else(|error| {
            self.fail(error);
            None
        })
    }

    fn keep(&self, head: &StoredLevel, file: &dyn LevelFile) {
        let started = Instant::now();
        self.keep_blocks(head, file).unwrap_or_else(|error| self.fail(error));
        self.pause(started, self.bytes());
    }

    fn keep_begun(&self, file: &dyn LevelFile, end: u64) {
        let started = Instant::now();
        let bytes = self.keep_part(file, end).unwrap_or_else(|error| {
            self.fail(error);
            0
        });
        self.pause(started, bytes);
    }

    fn open_begun(&self) -> Option<Arc<dyn LevelFile>> {
        self.open_part()
    }

    fn open(&self, wanted: &dyn Fn(&StoredLevel) -> bool) -> Option<(StoredLevel, Arc<dyn LevelFile>)> {
        self.open_blocks(wanted).unwrap_or_else(|error| {
            self.fail(error);
            None
        })
    }
}

/// The hash of a file of blocks: of its end, which has sums of all blocks, and of what it is.
fn hash_of_blocks(head: &StoredLevel, file: &dyn LevelFile) -> Result<String, Refused> {
    let (length, mut end) = (file.bytes(), [0; BYTES]);
    file.read(length.saturating_sub(to_u64(BYTES)), &mut end)?;
    let mut hasher = Sha256::new();
    hasher.update(serde_json::to_vec(head).map_err(|_| Refused)?);
    hasher.update(length.to_le_bytes());
    hasher.update(end);
    Ok(hex(&hasher.finalize()[..BYTES]))
}

/// Hashes what is written through it.
struct Hashing<W> {
    out: W,
    hasher: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..n_written]);
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes pieces to a new file, each after its length, and brings them to the disk. Returns the hash.
fn write_pieces(path: &Path, part: usize, pieces: &mut dyn Iterator<Item = Vec<u8>>) -> io::Result<String> {
    let mut out = Hashing { out: BufWriter::new(File::create(path)?), hasher: Sha256::new() };
    out.write_all(MARK)?;
    // No two problems share a file, so each may remove its own.
    out.write_all(&to_u64(part).to_le_bytes())?;
    for piece in pieces {
        out.write_all(&to_u64(piece.len()).to_le_bytes())?;
        out.write_all(&piece)?;
    }
    let file = out.out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(hex(&out.hasher.finalize()[..BYTES]))
}

/// The hash of a file.
fn hash_of(path: &Path) -> io::Result<String> {
    let mut out = Hashing { out: io::sink(), hasher: Sha256::new() };
    io::copy(&mut File::open(path)?, &mut out)?;
    Ok(hex(&out.hasher.finalize()[..BYTES]))
}

/// Hands out the pieces of a sound file, until no more are taken. Returns whether all were.
fn read_pieces(path: &Path, put: &mut dyn FnMut(&[u8]) -> bool) -> io::Result<bool> {
    let mut file = BufReader::new(File::open(path)?);
    let (mut mark, mut number, mut piece) = ([0; MARK.len()], [0; 8], Vec::new());
    file.read_exact(&mut mark)?;
    file.read_exact(&mut number)?;
    while !io::BufRead::fill_buf(&mut file)?.is_empty() {
        file.read_exact(&mut number)?;
        piece.resize(to_place(u64::from_le_bytes(number)), 0);
        file.read_exact(&mut piece)?;
        if !put(&piece) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes files of states that no line names: their process died before it could write the line, or before it could remove the file.
pub(super) fn remove_strays(log: &Log) {
    for (path, _) in strays(&log.path, &log.state) {
        // If it stays it does no harm.
        let _ = fs::remove_file(path);
    }
}

/// The files of states that no line names, with their bytes: a process writes them at the moment, or has died.
pub(super) fn strays(path: &Path, state: &RunState) -> Vec<(PathBuf, u64)> {
    let (Some(name), folder) = (path.file_name(), path.parent()) else { return Vec::new() };
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_stray = |found: &[u8]| {
        let rest = found.strip_prefix(name.as_encoded_bytes()).and_then(|rest| rest.strip_prefix(b"."));
        let hash = rest.and_then(|rest| rest.strip_suffix(b".level").or_else(|| rest.strip_suffix(b".level.new")));
        let hash = hash.and_then(|hash| std::str::from_utf8(hash).ok());
        hash.is_some_and(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit()) && !state.needs(hash))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let strays = entries.filter(|entry| is_stray(entry.file_name().as_encoded_bytes()));
    strays.map(|entry| (entry.path(), entry.metadata().map_or(0, |file| file.len()))).collect()
}
