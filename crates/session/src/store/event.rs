//! The contents of a line of a run file.

use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::lines;
use crate::records::Flat;
use dlx_core::tally::{Count, Tally};
use dlx_engines::StoredLevel;
use dlx_run::Numbered;

/// The version of the format. Up to version 5 a run file was a database; up to version 6 each task had the whole way to it.
pub(super) const FORMAT: u32 = 7;
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
    Begin {
        part: usize,
        tally: Tally,
        #[serde(with = "written")]
        tasks: Vec<Numbered>,
    },
    /// A task is closed: what was counted of it, not weighted, and the tasks of its rest, which are opened.
    Tally {
        part: usize,
        task: u64,
        #[serde(flatten)]
        tally: Flat,
        #[serde(default, skip_serializing_if = "Vec::is_empty", with = "written")]
        rest: Vec<Numbered>,
    },
    /// States of a problem are kept in a file of their own with this hash.
    Level { part: usize, hash: String, head: StoredLevel },
    /// A part of the level that comes of the one that is kept is in a file with this name, up to this byte.
    Begun { part: usize, name: String, bytes: u64 },
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

/// Tasks as they are written: next to each other and on one way, they have it once. (The rest of a search 1800 options deep has as many tasks, some 10 MB of ways.)
mod written {
    use std::sync::Arc;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use dlx_core::problem::OptionId;
    use dlx_core::tally::Count;
    use dlx_engines::{Prefix, Task};
    use dlx_run::Numbered;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum TaskGroup {
        Alone(Numbered),
        OnWay {
            way: Vec<OptionId>,
            /// The number of each, how many options of the way it begins with, the one after those, the weight and the share.
            tasks: Vec<(u64, usize, Option<OptionId>, Count, f64)>,
        },
    }

    impl TaskGroup {
        fn of(tasks: &[Numbered]) -> Self {
            let first = match tasks {
                [alone] => return Self::Alone(alone.clone()),
                tasks => tasks.first().map_or(&[][..], |(_, task)| task.prefix.on_way().0),
            };
            let longest = tasks.iter().map(|(_, task)| task.prefix.on_way().1).max().unwrap_or(0);
            let way = first[..longest].to_vec();
            let one = |(number, task): &Numbered| {
                let (_, length, last) = task.prefix.on_way();
                (*number, length, last, task.weight.clone(), task.share)
            };
            Self::OnWay { way, tasks: tasks.iter().map(one).collect() }
        }

        /// The tasks; none if one is longer than the way.
        fn tasks(self) -> Option<Vec<Numbered>> {
            let (way, tasks) = match self {
                Self::Alone(task) => return Some(vec![task]),
                Self::OnWay { way, tasks } => (Arc::from(way), tasks),
            };
            let one = |(number, length, last, weight, share)| {
                Some((number, Task { prefix: Prefix::on(&way, length, last)?, weight, share }))
            };
            tasks.into_iter().map(one).collect()
        }
    }

    pub(super) fn serialize<S: Serializer>(tasks: &[Numbered], serializer: S) -> Result<S::Ok, S::Error> {
        let is_shared =
            |(_, one): &Numbered, (_, next): &Numbered| Arc::ptr_eq(one.prefix.on_way().0, next.prefix.on_way().0);
        serializer.collect_seq(tasks.chunk_by(is_shared).map(TaskGroup::of))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Numbered>, D::Error> {
        let groups = Vec::<TaskGroup>::deserialize(deserializer)?.into_iter().map(TaskGroup::tasks);
        let tasks: Option<Vec<_>> = groups.collect();
        Ok(tasks
            .ok_or_else(|| D::Error::custom("a task is longer than the way to it"))?
            .into_iter()
            .flatten()
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::problem::OptionId;
    use dlx_engines::{OpenLevel, OpenSubtrees, Task};

    /// A rest of two levels after a task by itself: its way is there once, and all come back as they were.
    #[test]
    fn tasks_on_a_way_have_it_once() {
        let id = OptionId::from_index;
        let level = |level, untried| OpenLevel { level, share: 0.25, untried };
        let open = vec![level(0, vec![id(7)]), level(2, vec![id(8), id(9)])];
        let rest = OpenSubtrees { is_whole: false, trail: (1001..1005).map(id).collect(), open };
        let alone = Task { prefix: vec![id(3), id(4)].into(), weight: 5u64.into(), share: 0.5 };
        let tasks: Vec<Numbered> = (0..).zip([alone.clone()].into_iter().chain(rest.tasks(&alone))).collect();
        let event = Event::Tally { part: 0, task: 9, tally: Tally::default().into(), rest: tasks.clone() };
        let line = event.line("").unwrap();
        assert_eq!([1001, 1002, 1003].map(|option| line.matches(&option.to_string()).count()), [1, 1, 0], "{line}");
        let (Event::Tally { rest: back, .. }, _) = Event::read(line.as_bytes(), "").unwrap() else { panic!("{line}") };
        assert_eq!(back, tasks);
        let short = lines::checked(&lines::parts(&line).unwrap().0.replace("1001,1002", "1001"), "");
        assert_eq!(Event::read(short.as_bytes(), "").unwrap_err(), "a task is longer than the way to it");
    }
}
