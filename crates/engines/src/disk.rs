//! Files for levels of a sweep that are larger than memory.
//!
//! An engine has no files: its caller may lend it a disk, on which it makes a file for each level, appends blocks of states, and reads them again by their places. What a disk cannot
//! do it notes, in words for the caller; the engine hears only that it is refused, and leaves its task as it is.

use std::fmt::Debug;
use std::sync::Arc;

/// The disk has failed, and knows why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused;

/// Where levels go.
pub trait Disk: Send + Sync + Debug {
    /// A new file.
    ///
    /// # Errors
    /// If the system refuses it.
    fn create(&self) -> Result<Arc<dyn LevelFile>, Refused>;

    /// What went wrong first, if something did.
    fn failure(&self) -> Option<String>;

    /// Bytes in all files at the moment.
    fn bytes(&self) -> u64;
}

/// A level on a disk. It is removed when its last handle is dropped, unless a checkpoint store keeps it.
pub trait LevelFile: Send + Sync + Debug {
    /// Appends a block, and says where it begins. From any thread.
    ///
    /// # Errors
    /// If the system refuses it: the disk is full.
    fn append(&self, block: &[u8]) -> Result<u64, Refused>;

    /// Fills a block with what begins there. From any thread.
    ///
    /// # Errors
    /// If the system refuses it, or so much is not there.
    fn read(&self, place: u64, block: &mut [u8]) -> Result<(), Refused>;

    /// Notes that what was read is not what was written.
    fn refuse(&self) -> Refused;

    /// Brings all of it to the disk.
    ///
    /// # Errors
    /// If the system refuses it.
    fn sync(&self) -> Result<(), Refused>;

    /// Bytes so far.
    fn bytes(&self) -> u64;

    /// Its number on its disk, by which a shelf knows it.
    fn number(&self) -> u64;
}
