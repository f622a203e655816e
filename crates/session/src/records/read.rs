//! Reads records: from any files, in any order, and any number of times.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::error::{RecordError, RecordPlace};
use super::line::{Listed, Record, SplitRecord, TaskTally, VERSION};
use crate::lines::{FileLines, is_sound, parts};
use dlx_core::problem::{Problem, to_u64};
use dlx_engines::{Prefix, Task};

/// A task of the split, or a part of one: its number and the prefix below which is to be counted.
pub(super) type Key = (u64, Prefix);

/// A line whose checksum has not been checked yet: that needs the head, which may come later.
struct RawLine {
    place: RecordPlace,
    text: String,
    record: Record,
}

/// Reads files of records.
#[derive(Default)]
pub struct RecordReader {
    lines: Vec<RawLine>,
    unfinished: Vec<RecordPlace>,
}

impl RecordReader {
    /// Takes in a file. Returns how many bytes of it are whole lines: after them there is at most one line that its writer had no time to finish.
    ///
    /// # Errors
    /// If a line is not a record.
    pub fn read(&mut self, file: &str, bytes: &[u8]) -> Result<usize, RecordError> {
        let file: Arc<str> = file.into();
        let (mut lines, mut end) = (FileLines::new(bytes), 0);
        while let Ok(Some(line)) = lines.next() {
            let place = RecordPlace { file: Arc::clone(&file), line: line.number };
            match self.take(&place, line.bytes) {
                Err(_) if !line.is_ended => {
                    self.unfinished.push(place);
                    return Ok(end);
                }
                other => other?,
            }
            end += line.bytes.len() + usize::from(line.is_ended);
        }
        Ok(end)
    }

    fn take(&mut self, place: &RecordPlace, line: &[u8]) -> Result<(), RecordError> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let text = std::str::from_utf8(line).map_err(|_| foreign(place, "not text in UTF-8"))?;
        let record = record(place, text)?;
        self.lines.push(RawLine { place: place.clone(), text: text.into(), record });
        Ok(())
    }

    /// The lines that were left unfinished.
    #[must_use]
    pub fn unfinished(&self) -> &[RecordPlace] {
        &self.unfinished
    }

    /// All that was read, if it belongs together.
    ///
    /// # Errors
    /// If there is no head, heads are of different problems or splits, or a line is not what was written.
    pub fn finish(self) -> Result<Records, RecordError> {
        let head = self.head()?;
        let mut records = Records { head, tasks: BTreeMap::new(), tallies: FxHashMap::default() };
        for RawLine { place, text, record } in self.lines {
            let split = if matches!(record, Record::Split(_)) { "" } else { &records.head.split };
            let is_whole = parts(&text).is_some_and(|(body, checksum)| is_sound(body, checksum, split));
            if !is_whole {
                return Err(damaged(&place, "the checksum at its end does not belong to it and to this split"));
            }
            match record {
                Record::Split(_) => {}
                Record::Task(listed) => records.list(&place, listed)?,
                Record::Tally(counted) => records.add(place, counted)?,
            }
        }
        Ok(records)
    }

    /// The head that all heads agree on.
    fn head(&self) -> Result<SplitRecord, RecordError> {
        let mut heads = self.lines.iter().filter_map(|line| match &line.record {
            Record::Split(head) => Some((head, &line.place)),
            _ => None,
        });
        let (first, place) = heads.next().ok_or(RecordError::NoHead)?;
        for (head, other) in heads {
            if head.fingerprint != first.fingerprint {
                let what = format!("a record of {}, but {place} is one of {}", problem_of(head), problem_of(first));
                return Err(RecordError::Line { place: other.clone(), what, help: TOGETHER.into() });
            }
            if head.split != first.split {
                let what = format!("a record of another split of {} than {place}", head.name);
                return Err(RecordError::Line { place: other.clone(), what, help: TOGETHER.into() });
            }
        }
        Ok(SplitRecord::clone(first))
    }
}

fn problem_of(head: &SplitRecord) -> String {
    format!("`{}` ({})", head.name, head.fingerprint)
}

/// The record in a line.
fn record(place: &RecordPlace, text: &str) -> Result<Record, RecordError> {
    let unreadable = |_| foreign(place, "this line is not a record");
    let value: Value = serde_json::from_str(text).map_err(unreadable)?;
    if value["record"] == "split" && value["version"] != VERSION {
        let what =
            format!("a record of format {}, and this version of the program has format {VERSION}", value["version"]);
        return Err(RecordError::Line {
            place: place.clone(),
            what,
            help: "split again, or use the version that has split".into(),
        });
    }
    if parts(text).is_none() {
        return Err(foreign(place, "this line is not a record: it does not end with a checksum"));
    }
    serde_json::from_value(value).map_err(unreadable)
}

const TOGETHER: &str = "give the files of one split: what one `split` has written, and what `work` has made of that";

fn foreign(place: &RecordPlace, what: &str) -> RecordError {
    let help = "a line is a JSON object with `record` and `checksum`, as `split` and `work` write it";
    RecordError::Line { place: place.clone(), what: what.into(), help: help.into() }
}

fn damaged(place: &RecordPlace, what: &str) -> RecordError {
    let help = "leave the line out, and what it says is counted again";
    RecordError::Line { place: place.clone(), what: format!("damaged: {what}"), help: help.into() }
}

/// Records that belong together.
#[derive(Clone, Debug)]
pub struct Records {
    pub(super) head: SplitRecord,
    pub(super) tasks: BTreeMap<u64, (Task, RecordPlace)>,
    /// The different tallies of each task.
    pub(super) tallies: FxHashMap<Key, Vec<(TaskTally, RecordPlace)>>,
}

impl Records {
    /// What was split.
    #[must_use]
    pub fn head(&self) -> &SplitRecord {
        &self.head
    }

    /// How many tasks of the split no file has listed.
    #[must_use]
    pub fn unlisted(&self) -> u64 {
        self.head.tasks - to_u64(self.tasks.len())
    }

    /// Checks that the records are of this problem, and that a search of it can reach every prefix.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self, problem: &Problem) -> Result<(), String> {
        let SplitRecord { name, fingerprint, .. } = &self.head;
        if problem.fingerprint() != *fingerprint {
            let now = problem.fingerprint();
            return Err(format!(
                "`{name}` is not what it was when it was split: its fingerprint was {fingerprint} and is {now}"
            ));
        }
        let listed = self.tasks.values().map(|(task, place)| (task, place));
        let rests = self
            .tallies
            .values()
            .flatten()
            .flat_map(|(counted, place)| counted.rest.iter().map(move |task| (task, place)));
        listed
            .chain(rests)
            .try_for_each(|(task, place)| task.check(problem).map_err(|error| format!("{place}: {error}")))
    }

    fn list(&mut self, place: &RecordPlace, Listed { id, task }: Listed) -> Result<(), RecordError> {
        if id >= self.head.tasks {
            return Err(damaged(place, &format!("there is no task {id} among {}, numbered from 0", self.head.tasks)));
        }
        let (known, first) = self.tasks.entry(id).or_insert_with(|| (task.clone(), place.clone()));
        if *known == task { Ok(()) } else { Err(damaged(place, &format!("task {id} is another one in {first}"))) }
    }

    fn add(&mut self, place: RecordPlace, counted: TaskTally) -> Result<(), RecordError> {
        let is_below = |task: &Task| task.prefix.is_below(&counted.prefix);
        if counted.id >= self.head.tasks || !counted.rest.iter().all(is_below) {
            return Err(damaged(&place, "its rest is not below it, or there is no such task"));
        }
        let known = self.tallies.entry((counted.id, counted.prefix.clone())).or_default();
        match known.iter_mut().find(|(other, _)| other.rest == counted.rest) {
            None => known.push((counted, place)),
            Some((other, first)) if other.tally.count != counted.tally.count => {
                let first = Box::new((first.clone(), other.tally.count.clone()));
                let second = Box::new((place, counted.tally.count));
                let task = words(counted.id, &counted.prefix);
                return Err(RecordError::Conflict { task, first, second });
            }
            // A part was counted twice, perhaps by different engines: which figures are shown does not depend on the order of the records.
            Some((other, first)) => {
                let figures = |counted: &TaskTally| (counted.tally.stats.nodes, counted.tally.stats.updates);
                if figures(&counted) < figures(other) {
                    (*other, *first) = (counted, place);
                }
            }
        }
        Ok(())
    }
}

/// A task in words.
pub(super) fn words(id: u64, prefix: &Prefix) -> String {
    let task = Task { prefix: prefix.clone(), ..Task::root() };
    format!("task {id} (options {})", task.words())
}
