//! The contents of a line of a run file.

use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::lines;
use crate::records::Flat;
use dlx_core::tally::{Count, Tally};
use dlx_engines::StoredLevel;
use dlx_run::Numbered;

/// The version of the format. Up to version 5 a run file was a database.
pub(super) const FORMAT: u32 = 6;
/// How the first line begins.
pub(super) const FIRST: &[u8] = b"{\"record\":\"run\",";
/// The salt of lines that are not in the chain.
const ASIDE: &str = "aside";

/// What has happened. Problems are numbered from 0 in the order in which they came up, and so are the tasks of each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub(super) enum Event {
    /// The file is for this job from now on.
    Run { format: u32, program: String, job: Box<Job> },
    /// A problem has come up.
    Problem { part: usize, name: String, fingerprint: String },
    /// An engine counts the problem from now on.
    Engine { part: usize, engine: String },
    /// A problem is begun: what was found while it was split, and its tasks. This replaces what was begun of it before.
    Begin { part: usize, tally: Tally, tasks: Vec<Numbered> },
    /// A task is closed: what was counted of it, not weighted, and the tasks of its rest, which are opened.
    Tally {
        part: usize,
        task: u64,
        #[serde(flatten)]
        tally: Flat,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rest: Vec<Numbered>,
    },
    /// States of a problem are kept in a file of their own with this hash.
    Level { part: usize, hash: String, head: StoredLevel },
    /// The whole answer to a question.
    Answer { question: String, count: Count },
    /// How long the job has been counted, in all processes together.
    Time { milliseconds: u64 },
    /// A process has ended: is all that the job asks for counted?
    End { complete: bool },
    /// An audit has got a different count for a task.
    Mismatch { part: usize, task: u64, prefix: String, kept: Count, recounted: Count, engine: String, program: String },
}

impl Event {
    /// The event of a job, for this version.
    pub(super) fn run(job: &Job) -> Self {
        Self::Run { format: FORMAT, program: env!("CARGO_PKG_VERSION").into(), job: Box::new(job.clone()) }
    }

    /// Is the line outside the chain? Those of an audit are, since it may write while another process counts.
    pub(super) fn is_aside(&self) -> bool {
        matches!(self, Self::Mismatch { .. })
    }

    /// The line that comes after one with this checksum, and its own checksum, which is of no use for a line outside the chain.
    pub(super) fn line(&self, last: &str) -> serde_json::Result<String> {
        Ok(lines::checked(&lines::body(self)?, if self.is_aside() { ASIDE } else { last }))
    }

    /// Reads the line that comes after one with this checksum. Returns the checksum after which the next line comes.
    pub(super) fn read(line: &[u8], last: &str) -> Result<(Self, String), String> {
        let next = follow(line, last)?;
        let event: Self = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        if event.is_aside() == next.is_some() {
            return Err("it stands where it does not belong".into());
        }
        Ok((event, next.unwrap_or_else(|| last.into())))
    }
}

/// Checks the checksum of the line that comes after one with this checksum, and returns it; none if the line is outside the chain.
pub(super) fn follow(line: &[u8], last: &str) -> Result<Option<String>, String> {
    let text = std::str::from_utf8(line).map_err(|_| "it is not text")?;
    let (body, checksum) = lines::parts(text).ok_or("it does not end with a checksum")?;
    match lines::is_sound(body, checksum, last) {
        true => Ok(Some(checksum.into())),
        false if lines::is_sound(body, checksum, ASIDE) => Ok(None),
        false => Err("its checksum does not belong to it and to the line before".into()),
    }
}
