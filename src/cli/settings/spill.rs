//! Where levels go that are larger than memory.
//!
//! Beside the run file where there is one. Else into the folder for large temporary files, if there is room for a few times the memory: a sweep that outgrows memory hardly outgrows it by less. (Files in memory are of no use here, which
//! `/tmp` often are.) A full disk ends a count with a message, and not the machine.

use std::path::{Path, PathBuf};

use crate::cli::end::Failure;

/// There must be room for this multiple of the memory.
#[cfg(unix)]
const ROOM: u64 = 2;

/// What the word `none` stands for, or a folder that was named, or nothing.
pub(super) fn folder(given: Option<&Path>, run: Option<&Path>, memory: usize) -> Option<PathBuf> {
    match (given, run) {
        (Some(given), _) if is_none(given) => None,
        (Some(given), _) => Some(given.into()),
        (None, Some(run)) => Some(run.parent().unwrap_or(Path::new("")).into()),
        (None, None) => Some(temporary()).filter(|folder| has_room(folder, memory)),
    }
}

/// Refuses a folder that is none, and one for a run, which has its own.
pub(super) fn check(given: Option<&Path>, is_run_kept: bool) -> Result<(), Failure> {
    let Some(given) = given.filter(|given| !is_none(given)) else { return Ok(()) };
    if is_run_kept {
        let what = "the states of a run that is kept lie beside its file";
        return Err(Failure::usage(
            what,
            "keep the run where there is room, and leave --spill out or say --spill none",
        ));
    }
    if !given.is_dir() {
        let what = format!("{} is not a folder", given.display());
        return Err(Failure::usage(what, "--spill names a folder with room, or `none`"));
    }
    Ok(())
}

fn is_none(given: &Path) -> bool {
    given == Path::new("none")
}

/// The folder for large temporary files.
fn temporary() -> PathBuf {
    let large = PathBuf::from("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && large.is_dir() { large } else { std::env::temp_dir() }
}

#[cfg(unix)]
#[allow(clippy::useless_conversion, reason = "numbers of blocks have other widths on other systems")]
fn has_room(folder: &Path, memory: usize) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(folder.as_os_str().as_bytes()) else { return false };
    let mut found = std::mem::MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: the path ends with a zero, and the system writes to what has room for it.
    if unsafe { libc::statvfs(path.as_ptr(), found.as_mut_ptr()) } != 0 {
        return false;
    }
    // SAFETY: the system has said that all of it is written.
    let found = unsafe { found.assume_init() };
    let free = u64::from(found.f_bavail).saturating_mul(u64::from(found.f_frsize));
    free >= ROOM.saturating_mul(u64::try_from(memory).unwrap_or(u64::MAX))
}

#[cfg(not(unix))]
fn has_room(_: &Path, _: usize) -> bool {
    true
}
