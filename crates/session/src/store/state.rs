//! The state that the lines of a run file describe. Writers and readers apply lines by the same function.

use std::collections::BTreeMap;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::event::Event;
use crate::job::Job;
use crate::records::Flat;
use dlx_core::tally::{Count, Tally};
use dlx_engines::{StoredLevel, Task};
use dlx_run::{Numbered, Start};

/// A task that was counted to its end in one go.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptTask {
    /// The fingerprint of its problem.
    pub fingerprint: String,
    /// The number of its problem in the file.
    pub part: usize,
    /// The number of the task.
    pub number: u64,
    /// What was to be counted.
    pub task: Task,
    /// The count, not weighted.
    pub count: Count,
    /// The engines that have counted tasks of its problem, the last one last; none if the file does not say.
    pub engines: Vec<String>,
}

/// How far a run file is.
#[derive(Default, Debug)]
pub(super) struct RunState {
    pub(super) job: Option<Job>,
    /// Was everything counted when the last process ended?
    pub(super) is_complete: bool,
    pub(super) elapsed: Duration,
    pub(super) parts: Vec<PartState>,
    pub(super) answers: FxHashMap<String, Count>,
    pub(super) mismatches: Vec<Event>,
    /// Tasks that were closed without a rest, if the reader asks for them.
    pub(super) counted: Option<Vec<KeptTask>>,
    /// Hashes of states that are of no use any more.
    pub(super) superseded: Vec<String>,
    numbers: FxHashMap<String, usize>,
}

/// How far a problem is.
#[derive(Default, Debug)]
pub(super) struct PartState {
    pub(super) name: String,
    pub(super) fingerprint: String,
    pub(super) is_begun: bool,
    /// What was counted, weighted.
    pub(super) tally: Tally,
    pub(super) open: BTreeMap<u64, Task>,
    /// The counts of what is closed, not weighted.
    pub(super) closed: FxHashMap<u64, Count>,
    /// How many of these are open again as a whole.
    pub(super) n_back: u64,
    pub(super) engines: Vec<String>,
    /// The states that are kept, and the hash of their file.
    pub(super) level: Option<(String, StoredLevel)>,
    /// The file that has a part of the level that comes of it, and where that part ends.
    pub(super) begun: Option<(String, u64)>,
    next: u64,
}

impl RunState {
    /// The state for a reader that needs the tasks that were closed without a rest.
    pub(super) fn with_counted() -> Self {
        Self { counted: Some(Vec::new()), ..Self::default() }
    }

    /// Applies an event. Returns whether anything is new in it.
    ///
    /// # Errors
    /// If it cannot have happened after all the others.
    pub(super) fn apply(&mut self, event: Event) -> Result<bool, String> {
        match event {
            Event::Run { job, .. } => {
                self.is_complete = false;
                self.job = Some(*job);
            }
            Event::Problem { part, name, fingerprint } => {
                if part != self.parts.len() || self.numbers.insert(fingerprint.clone(), part).is_some() {
                    return Err(format!("problem {part} is there already"));
                }
                self.parts.push(PartState { name, fingerprint, ..PartState::default() });
            }
            Event::Engine { part, engine } => {
                let engines = &mut self.part(part)?.engines;
                if engines.last() == Some(&engine) {
                    return Ok(false);
                }
                engines.retain(|name| *name != engine);
                engines.push(engine);
            }
            Event::Begin { part, tally, tasks } => {
                let files = self.part(part)?.begin(tally, tasks)?;
                self.superseded.extend(files);
                self.counted.iter_mut().for_each(|counted| counted.retain(|kept| kept.part != part));
            }
            Event::Tally { part, task, tally, rest } => return self.close(part, task, tally, rest),
            Event::Level { part, hash, head } => {
                let files = self.part(part)?.drop_level();
                self.superseded.extend(files);
                self.part(part)?.level = Some((hash, head));
            }
            Event::Begun { part, name, bytes } => {
                let before = self.part(part)?.begun.replace((name, bytes));
                self.superseded.extend(before.map(|(name, _)| name));
            }
            Event::Answer { question, count } => drop(self.answers.insert(question, count)),
            Event::Time { milliseconds } => self.elapsed = Duration::from_millis(milliseconds),
            Event::End { complete } => {
                let was = std::mem::replace(&mut self.is_complete, complete);
                return Ok(was != complete);
            }
            mismatch @ Event::Mismatch { .. } => self.mismatches.push(mismatch),
        }
        Ok(true)
    }

    fn close(&mut self, part: usize, number: u64, tally: Flat, rest: Vec<Numbered>) -> Result<bool, String> {
        let (progress, count, is_whole) = (self.part(part)?, tally.count.clone(), rest.is_empty());
        let closed = progress.close(number, tally, rest);
        let Some(task) = closed.map_err(|what| format!("task {number} of problem {part} {what}"))? else {
            return Ok(false);
        };
        let files = progress.drop_level_of(&task);
        self.superseded.extend(files);
        if let (true, Some(counted)) = (is_whole, &mut self.counted) {
            let fingerprint = self.parts[part].fingerprint.clone();
            counted.push(KeptTask { fingerprint, part, number, task, count, engines: Vec::new() });
        }
        Ok(true)
    }

    fn part(&mut self, part: usize) -> Result<&mut PartState, String> {
        self.parts.get_mut(part).ok_or_else(|| format!("there is no problem {part}"))
    }

    /// The number of a problem, if it has come up.
    pub(super) fn number(&self, fingerprint: &str) -> Option<usize> {
        self.numbers.get(fingerprint).copied()
    }

    /// Is the file of states with this name of use?
    pub(super) fn needs(&self, name: &str) -> bool {
        self.parts.iter().flat_map(PartState::files).any(|own| own == name)
    }

    /// What was counted to its end in one go, in order.
    pub(super) fn into_counted(self) -> Vec<KeptTask> {
        let mut counted = self.counted.unwrap_or_default();
        counted.sort_by_key(|kept| (kept.part, kept.number));
        counted.iter_mut().for_each(|kept| kept.engines.clone_from(&self.parts[kept.part].engines));
        counted
    }

    /// The shortest list of events with this result, without states and closed tasks.
    pub(super) fn summary(&self) -> Vec<Event> {
        let mut events: Vec<Event> = self.job.iter().map(Event::run).collect();
        for (part, progress) in self.parts.iter().enumerate() {
            let PartState { name, fingerprint, engines, tally, open, .. } = progress;
            events.push(Event::Problem { part, name: name.clone(), fingerprint: fingerprint.clone() });
            events.extend(engines.iter().map(|engine| Event::Engine { part, engine: engine.clone() }));
            if progress.is_begun {
                let tasks = open.iter().map(|(number, task)| (*number, task.clone())).collect();
                events.push(Event::Begin { part, tally: tally.clone(), tasks });
            }
        }
        let answer =
            |(question, count): (&String, &Count)| Event::Answer { question: question.clone(), count: count.clone() };
        events.extend(self.answers.iter().map(answer));
        let milliseconds = self.elapsed.as_millis().try_into().unwrap_or(u64::MAX);
        events.extend([Event::Time { milliseconds }, Event::End { complete: self.is_complete }]);
        events.into_iter().chain(self.mismatches.iter().cloned()).collect()
    }
}

impl PartState {
    /// Begins again. Returns the files of states that are of no use any more.
    fn begin(&mut self, tally: Tally, tasks: Vec<Numbered>) -> Result<Vec<String>, String> {
        let files = self.drop_level();
        let (name, fingerprint) = (std::mem::take(&mut self.name), std::mem::take(&mut self.fingerprint));
        let engines = std::mem::take(&mut self.engines);
        *self = Self { name, fingerprint, engines, is_begun: true, tally, ..Self::default() };
        self.open(tasks)?;
        Ok(files)
    }

    /// The names of the files of its states.
    fn files(&self) -> impl Iterator<Item = &String> {
        let begun = self.begun.iter().map(|(name, _)| name);
        self.level.iter().map(|(hash, _)| hash).chain(begun)
    }

    /// Forgets its states, and returns the names of their files.
    fn drop_level(&mut self) -> Vec<String> {
        let files = self.files().cloned().collect();
        (self.level, self.begun) = (None, None);
        files
    }

    fn open(&mut self, tasks: Vec<Numbered>) -> Result<(), String> {
        for (number, task) in tasks {
            let is_share = task.share.is_finite() && task.share >= 0.0;
            let is_new = !self.closed.contains_key(&number) && !self.open.contains_key(&number);
            if !is_share || !is_new {
                return Err(format!("task {number} is there already, or no task"));
            }
            self.next = self.next.max(number.saturating_add(1));
            self.open.insert(number, task);
        }
        Ok(())
    }

    /// Closes a task and returns it; none if it was closed before with the same count, which then counts once.
    fn close(&mut self, number: u64, tally: Flat, rest: Vec<Numbered>) -> Result<Option<Task>, String> {
        match self.closed.get(&number) {
            Some(known) if *known == tally.count => return Ok(None),
            Some(known) => return Err(format!("was counted twice: first {known}, then {}", tally.count)),
            None => {}
        }
        let task = self.open.remove(&number).ok_or("is not there")?;
        self.closed.insert(number, tally.count.clone());
        self.tally += Tally { count: tally.count * task.weight.clone(), stats: tally.stats };
        self.n_back += u64::from(rest.iter().any(|(_, open)| open.prefix == task.prefix));
        self.open(rest)?;
        Ok(Some(task))
    }

    /// States of a task that is counted now are of no use any more.
    fn drop_level_of(&mut self, task: &Task) -> Vec<String> {
        let is_of_it = |(_, head): &(String, StoredLevel)| head.task == task.words();
        let is_open = || self.open.values().any(|open| open.prefix == task.prefix);
        if self.level.as_ref().is_some_and(is_of_it) && !is_open() { self.drop_level() } else { Vec::new() }
    }

    /// The share of the search that is left.
    pub(super) fn left(&self) -> f64 {
        self.open.values().map(|task| task.share).sum()
    }

    /// Where the count continues; none if it has not begun.
    pub(super) fn start(&self) -> Option<Start> {
        let tasks = self.open.iter().map(|(number, task)| (*number, task.clone())).collect();
        self.is_begun.then(|| Start { tally: self.tally.clone(), done: 1.0 - self.left(), tasks, next: self.next })
    }
}
