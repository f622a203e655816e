//! A sweep by many processes that share a folder: the levels of a [`DealtSweep`] as files.
//!
//! | file | says |
//! |---|---|
//! | `head` | what is counted: a split into one task, as lines |
//! | `00060/level` | how the states after 60 levels are dealt out: a line |
//! | `00060/0003` | what part 3 of the level before has made of it: a piece for each part, some keys, and a line about both |
//! | `00060/0003.begun` | a process has begun to make that |
//!
//! A file gets its name when all of it is on the disk, and never changes: so a process may begin and end at any moment, however it ends. No process waits for another. A part that was begun elsewhere is taken last, since that
//! process may be dead; if both finish it, the file of the first stays, and what they made means the same. A level is complete when every part of the level before has made its file; then all levels before it are removed.
//! There are no clocks and no locks. The file system need only make a link or rename a file in one step, as NFS does.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{RecordReader, Records};
use crate::lines::{body, checked, hash, hex, is_sound, parts, sync_folder};
use dlx_core::problem::{Problem, to_place, to_u64};
use dlx_core::tally::Count;
use dlx_engines::RunSignal;
use dlx_engines::frontier::{DealtError, DealtLevel, DealtStep, DealtSweep};

/// Why a sweep in a folder could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// It was stopped. What is in the folder stays.
    #[error("stopped before the end of the sweep")]
    Stopped,
    /// The frontier is too wide for any key, or the problem has no solution for a plain reason.
    #[error("this problem cannot be swept\n  help: leave --engine out: then tasks of the search tree are counted")]
    Unsweepable,
    /// The folder has a sweep already.
    #[error("{} has a sweep already\n  help: go on with it by `work`, or name another folder", path.display())]
    Begun {
        /// The folder.
        path: PathBuf,
    },
    /// The threads cannot be started.
    #[error(transparent)]
    Run(#[from] dlx_run::RunError),
    /// The system refused something.
    #[error("cannot use {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file is not as it was written, or not of this sweep.
    #[error("{} is damaged: {what}\n  help: {}", path.display(), remedy(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
}

/// What to do about a damaged file.
fn remedy(path: &Path) -> &'static str {
    match path.file_name().and_then(|name| name.to_str()) {
        Some("head") | None => "split again, into another folder",
        Some(_) => "restore it, or split again, into another folder",
    }
}

/// How a level is dealt out, as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LevelLine {
    /// Levels done.
    level: usize,
    parts: usize,
    /// Parts of the level before.
    from: usize,
    deal: String,
    /// States made until the level before.
    nodes: u64,
}

/// What stands at the end of the pieces that a part has made.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PiecesLine {
    /// Bytes of each piece, and of the keys after them.
    sizes: Vec<usize>,
    /// A hash of the keys; pieces have their own.
    keys: String,
    states: usize,
    nodes: u64,
}

/// How far a sweep in a folder is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SweepProgress {
    /// Levels done, of all.
    pub levels: (usize, usize),
    /// Parts that have gone through the next levels, of all.
    pub parts: (usize, usize),
    /// States of the level, those included that are in several pieces.
    pub states: usize,
    /// States made until there.
    pub nodes: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

impl SweepProgress {
    /// Are all levels done?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.levels.0 == self.levels.1
    }

    /// The share of the levels that is done.
    #[must_use]
    pub fn done(&self) -> f64 {
        self.levels.0 as f64 / self.levels.1.max(1) as f64
    }
}

/// A level that is there, or is being made.
#[derive(Clone, Debug)]
struct FolderLevel {
    level: DealtLevel,
    n_from: usize,
    nodes: u64,
}

/// A sweep in a folder.
#[derive(Debug)]
pub struct SweepFolder {
    path: PathBuf,
    /// The name of the split, without which no line is sound.
    split: String,
    sweep: Box<dyn DealtSweep>,
}

impl SweepFolder {
    /// Begins the sweep of a problem in a folder, which is made if it is not there: the levels until the first one with many states are gone through at once, and that is dealt out into `n_parts` parts. `lines` are the split into one task.
    ///
    /// # Errors
    /// If the problem cannot be swept, there is a sweep already, the system refuses, or it was stopped.
    pub fn create(
        path: &Path,
        lines: &[String],
        problem: &Problem,
        n_parts: usize,
        signal: &RunSignal,
    ) -> Result<SweepProgress, SweepError> {
        let head = path.join("head");
        if head.exists() {
            return Err(SweepError::Begun { path: path.into() });
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut reader = RecordReader::default();
        let read = reader.read("head", text.as_bytes()).and_then(|_| reader.finish());
        let records = read.map_err(|_| SweepError::Damaged { path: head.clone(), what: "it is no split" })?;
        let folder = Self::open(path, &records, problem, MEMORY, signal)?;
        let (level, made) =
            folder.sweep.begin(folder.sweep.first(), n_parts, signal).map_err(|error| folder.refused(0, error))?;
        fs::create_dir_all(folder.of_level(level.at)).map_err(io_at(path))?;
        folder.write_made(level.at, 0, &made)?;
        folder.write_level(&FolderLevel { level, n_from: 1, nodes: 0 })?;
        write_once(&head, &[text.as_bytes()])?;
        folder.progress()
    }

    /// The sweep that a folder has, in steps that have this many bytes for states.
    ///
    /// # Errors
    /// If the problem cannot be swept, or it was stopped.
    pub fn open(
        path: &Path,
        records: &Records,
        problem: &Problem,
        memory: usize,
        signal: &RunSignal,
    ) -> Result<Self, SweepError> {
        let sweep = records.head().sweep.sweep(problem, memory, signal);
        let missing = || if signal.is_stopped() { SweepError::Stopped } else { SweepError::Unsweepable };
        Ok(Self { path: path.into(), split: records.head().split.clone(), sweep: sweep.ok_or_else(missing)? })
    }

    /// Takes parts through levels until the last level is there, or it is stopped. From any number of threads and processes.
    ///
    /// # Errors
    /// If it was stopped, the system refuses, or a file is damaged.
    pub fn work(&self, signal: &RunSignal) -> Result<(), SweepError> {
        loop {
            let now = self.reached()?;
            if now.level.at == self.sweep.n_levels() {
                return self.remove_before(now.level.at);
            }
            let result = self.next_of(&now, signal).and_then(|next| self.take_part(&now, &next, signal));
            match result {
                // Others have gone on meanwhile, and the files that were to be read are removed.
                Err(_) if !signal.is_stopped() && self.reached()?.level.at > now.level.at => {}
                result => result?,
            }
        }
    }

    /// How far it is.
    ///
    /// # Errors
    /// If the system refuses, or a file is damaged.
    pub fn progress(&self) -> Result<SweepProgress, SweepError> {
        let now = self.reached()?;
        let (mut states, mut nodes) = (0, now.nodes);
        for from in 0..now.n_from {
            let line = self.open_pieces(now.level.at, from)?.1;
            (states, nodes) = (states + line.states, nodes + line.nodes);
        }
        let next = self.levels()?.into_iter().rfind(|&at| at > now.level.at);
        let n_done = next.map_or(Ok(0), |at| self.made(at).map(|made| made.len()))?;
        Ok(SweepProgress {
            levels: (now.level.at, self.sweep.n_levels()),
            parts: (n_done, now.level.n_parts),
            states,
            nodes,
            bytes: self.bytes(),
        })
    }

    /// The count, if the last level is there.
    ///
    /// # Errors
    /// If it was stopped, the system refuses, or a file is damaged.
    pub fn count(&self, signal: &RunSignal) -> Result<Option<Count>, SweepError> {
        let now = self.reached()?;
        if now.level.at < self.sweep.n_levels() {
            return Ok(None);
        }
        let total = |part| {
            let pieces = self.pieces(&now, part)?;
            let total = self.sweep.total(&now.level, part, &slices(&pieces), signal);
            total.map_err(|error| self.refused(now.level.at, error))
        };
        (0..now.level.n_parts).map(total).sum::<Result<Count, _>>().map(Some)
    }

    /// The last level that is complete.
    fn reached(&self) -> Result<FolderLevel, SweepError> {
        for _ in 0..MOST_LOOKS {
            for at in self.levels()? {
                if let Some(level) = self.level(at)?
                    && self.made(at)?.len() >= level.n_from
                {
                    return Ok(level);
                }
            }
            // Between two looks another process may have completed the next level and removed this one.
        }
        Err(SweepError::Damaged { path: self.path.clone(), what: "no level is complete" })
    }

    /// The level to which steps lead from this one, by what the first process that came here has found.
    fn next_of(&self, now: &FolderLevel, signal: &RunSignal) -> Result<FolderLevel, SweepError> {
        if let Some(at) = self.levels()?.into_iter().rfind(|&at| at > now.level.at)
            && let Some(level) = self.level(at)?
        {
            return Ok(level);
        }
        let (mut sample, mut n_states, mut nodes) = (Vec::new(), 0, now.nodes);
        for from in 0..now.n_from {
            let (mut file, line) = self.open_pieces(now.level.at, from)?;
            let keys = self.piece(now.level.at, from, &mut file, &line, line.sizes.len() - 1)?;
            if hash_of(&keys) != line.keys {
                let path = self.of_part(now.level.at, from);
                return Err(SweepError::Damaged { path, what: "its keys are not as they were written" });
            }
            sample.extend(keys);
            (n_states, nodes) = (n_states + line.states, nodes + line.nodes);
        }
        let next = self.sweep.next(&now.level, &sample, (n_states, now.level.n_parts), signal);
        let level = next.map_err(|error| self.refused(now.level.at, error))?;
        let at = level.at;
        fs::create_dir_all(self.of_level(at)).map_err(io_at(&self.path))?;
        self.write_level(&FolderLevel { level, n_from: now.level.n_parts, nodes })?;
        self.remove_before(now.level.at)?;
        self.level(at)?.ok_or(SweepError::Damaged { path: self.of_level(at), what: "it has no level" })
    }

    /// Removes the levels before one that is complete.
    fn remove_before(&self, at: usize) -> Result<(), SweepError> {
        for at in self.levels()?.into_iter().filter(|&before| before < at) {
            // One that stays is removed after the next level.
            let _ = fs::remove_dir_all(self.of_level(at));
        }
        Ok(())
    }

    /// Takes a part that has not been begun to the next level; where all are begun, one that has not been finished.
    fn take_part(&self, now: &FolderLevel, next: &FolderLevel, signal: &RunSignal) -> Result<(), SweepError> {
        let made = self.made(next.level.at)?;
        let mut open: Vec<usize> = (0..now.level.n_parts).filter(|part| made.binary_search(part).is_err()).collect();
        // Processes that begin the same parts a second time should not begin with the same ones.
        fastrand::shuffle(&mut open);
        let mut begun = None;
        for &part in &open {
            let path = self.of_part(next.level.at, part).with_extension("begun");
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => {
                    begun = Some((part, Some(path)));
                    break;
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(SweepError::Io { path, source }),
            }
        }
        let Some((part, claim)) = begun.or_else(|| open.first().map(|&part| (part, None))) else { return Ok(()) };
        let result = self.step(now, next, part, signal);
        if let (Err(_), Some(claim)) = (&result, claim) {
            let _ = fs::remove_file(claim);
        }
        result
    }

    fn step(&self, now: &FolderLevel, next: &FolderLevel, part: usize, signal: &RunSignal) -> Result<(), SweepError> {
        let pieces = self.pieces(now, part)?;
        let made = self.sweep.step((&now.level, &next.level), part, &slices(&pieces), signal);
        let made = made.map_err(|error| self.refused(now.level.at, error))?;
        drop(pieces);
        self.write_made(next.level.at, part, &made)?;
        let n_levels = next.level.at - now.level.at;
        let n_done = n_levels * self.made(next.level.at)?.len() / now.level.n_parts;
        signal.note_share((now.level.at + n_done) as f64 / self.sweep.n_levels() as f64);
        Ok(())
    }

    /// The pieces for a part of a level, one from each part before.
    fn pieces(&self, now: &FolderLevel, part: usize) -> Result<Vec<Vec<u8>>, SweepError> {
        let read = |from| {
            let (mut file, line) = self.open_pieces(now.level.at, from)?;
            self.piece(now.level.at, from, &mut file, &line, part)
        };
        (0..now.n_from).map(read).collect()
    }

    /// What a part has made, and the line about it.
    fn open_pieces(&self, at: usize, from: usize) -> Result<(File, PiecesLine), SweepError> {
        let path = self.of_part(at, from);
        let mut file = File::open(&path).map_err(io_at(&path))?;
        let line = (|| {
            let end = file.seek(SeekFrom::End(-8))?;
            let mut length = [0; 8];
            file.read_exact(&mut length)?;
            let length = u64::from_le_bytes(length);
            let begin = end.checked_sub(length).ok_or(io::ErrorKind::UnexpectedEof)?;
            file.seek(SeekFrom::Start(begin))?;
            let mut text = vec![0; to_place(length)];
            file.read_exact(&mut text)?;
            io::Result::Ok((text, begin))
        })();
        let (text, begin) = match line {
            Ok(line) => line,
            Err(error) if matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput) => {
                return Err(SweepError::Damaged { path, what: "it is not whole" });
            }
            Err(source) => return Err(SweepError::Io { path, source }),
        };
        let line: Option<PiecesLine> = self.read_line(&text);
        match line.filter(|line| to_u64(line.sizes.iter().sum()) == begin && !line.sizes.is_empty()) {
            Some(line) => Ok((file, line)),
            None => Err(SweepError::Damaged { path, what: "its last line is not as it was written" }),
        }
    }

    /// One of the pieces of a file.
    fn piece(
        &self,
        at: usize,
        from: usize,
        file: &mut File,
        line: &PiecesLine,
        part: usize,
    ) -> Result<Vec<u8>, SweepError> {
        let path = self.of_part(at, from);
        let Some(&size) = line.sizes.get(part) else {
            return Err(SweepError::Damaged { path, what: "it has no piece for each part" });
        };
        let mut bytes = vec![0; size];
        let place = to_u64(line.sizes[..part].iter().sum());
        let read = file.seek(SeekFrom::Start(place)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(io_at(&path))?;
        Ok(bytes)
    }

    fn write_made(&self, at: usize, from: usize, made: &DealtStep) -> Result<(), SweepError> {
        let mut parts: Vec<&[u8]> = made.pieces.iter().map(Vec::as_slice).collect();
        parts.push(&made.sample);
        let sizes = parts.iter().map(|part| part.len()).collect();
        let keys = hash_of(&made.sample);
        let line = self.line(&PiecesLine { sizes, keys, states: made.n_states, nodes: made.n_nodes });
        let length = to_u64(line.len()).to_le_bytes();
        parts.extend([line.as_bytes(), &length]);
        write_once(&self.of_part(at, from), &parts)
    }

    fn write_level(&self, FolderLevel { level, n_from, nodes }: &FolderLevel) -> Result<(), SweepError> {
        let (parts, from, deal) = (level.n_parts, *n_from, hex(&level.deal));
        let line = self.line(&LevelLine { level: level.at, parts, from, deal, nodes: *nodes });
        write_once(&self.of_level(level.at).join("level"), &[line.as_bytes()])
    }

    /// How a level is dealt out; none if it is no longer there, or not yet.
    fn level(&self, at: usize) -> Result<Option<FolderLevel>, SweepError> {
        let path = self.of_level(at).join("level");
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(io_at(&path))?,
        };
        let damaged = SweepError::Damaged { path, what: "it is not as it was written" };
        let line: Option<LevelLine> = self.read_line(&text);
        let Some(line) = line.filter(|line| line.level == at) else { return Err(damaged) };
        let Some(deal) = bytes_of(&line.deal) else { return Err(damaged) };
        let level = DealtLevel { at, n_parts: line.parts, deal };
        Ok(Some(FolderLevel { level, n_from: line.from, nodes: line.nodes }))
    }

    fn line(&self, line: &impl Serialize) -> String {
        checked(&body(line).unwrap_or_default(), &self.split)
    }

    fn read_line<T: for<'de> Deserialize<'de>>(&self, text: &[u8]) -> Option<T> {
        let text = std::str::from_utf8(text).ok()?;
        let (body, checksum) = parts(text)?;
        if is_sound(body, checksum, &self.split) { serde_json::from_str(text).ok() } else { None }
    }

    fn of_level(&self, at: usize) -> PathBuf {
        self.path.join(format!("{at:05}"))
    }

    fn of_part(&self, at: usize, part: usize) -> PathBuf {
        self.of_level(at).join(format!("{part:04}"))
    }

    /// The levels that have a folder, the last one first.
    fn levels(&self) -> Result<Vec<usize>, SweepError> {
        let mut levels = numbers_in(&self.path)?;
        levels.reverse();
        Ok(levels)
    }

    /// The parts of the level before that have made their files.
    fn made(&self, at: usize) -> Result<Vec<usize>, SweepError> {
        numbers_in(&self.of_level(at))
    }

    /// Bytes of all files, as far as they are there.
    fn bytes(&self) -> u64 {
        let files = |path: PathBuf| fs::read_dir(path).into_iter().flatten().flatten();
        let folders = files(self.path.clone()).map(|folder| folder.path());
        folders.flat_map(files).filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
    }

    /// What an engine has refused, as an error about the files of a level.
    fn refused(&self, at: usize, error: DealtError) -> SweepError {
        match error {
            DealtError::Stopped => SweepError::Stopped,
            DealtError::Refused { what, piece } => {
                let path = piece.map_or_else(|| self.of_level(at), |from| self.of_part(at, from));
                SweepError::Damaged { path, what }
            }
        }
    }
}

/// Bytes for states of the levels before that.
const MEMORY: usize = 1 << 28;

/// How often to look for a complete level while other processes go on.
const MOST_LOOKS: usize = 16;

/// A hash of bytes.
fn hash_of(bytes: &[u8]) -> String {
    hash([hex(bytes).as_str()])
}

fn slices(pieces: &[Vec<u8>]) -> Vec<&[u8]> {
    pieces.iter().map(Vec::as_slice).collect()
}

fn io_at(path: &Path) -> impl FnOnce(io::Error) -> SweepError {
    let path = path.to_owned();
    |source| SweepError::Io { path, source }
}

/// The numbers that are names in a folder, in order; none if it is not there.
fn numbers_in(path: &Path) -> Result<Vec<usize>, SweepError> {
    let entries = match fs::read_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(io_at(path))?,
    };
    let number = |entry: fs::DirEntry| {
        entry.file_name().to_str().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
    };
    let mut numbers: Vec<usize> = entries.flatten().filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Bytes that were written as digits.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.as_bytes().chunks(2).map(byte).collect()
}

/// Writes a file that is there as a whole or not at all, even if the power fails; if one is there already, that stays.
fn write_once(path: &Path, contents: &[&[u8]]) -> Result<(), SweepError> {
    let new = path.with_extension(format!("new{:016x}", fastrand::u64(..)));
    let write = || {
        let mut file = File::create_new(&new)?;
        contents.iter().try_for_each(|bytes| file.write_all(bytes))?;
        file.sync_all()?;
        match fs::hard_link(&new, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // A file system without links.
            Err(_) if !path.exists() => return fs::rename(&new, path).and_then(|()| sync_folder(path)),
            linked => linked?,
        }
        fs::remove_file(&new)?;
        sync_folder(path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&new);
        io_at(path)(error)
    })
}
