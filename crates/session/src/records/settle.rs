//! The sum of records: what is counted, and what is open.
//!
//! A tally with a rest is worth its own count and that of the tasks of its rest, which may have tallies themselves. A task may have been begun several times,
//! and each time have left another rest: each of these is one way to divide it, and all are right. So of every task the way that is counted furthest is
//! taken. Ways that are counted to the end must agree, and one that is not cannot have found more than they have.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::error::{RecordError, RecordPlace};
use super::line::{SplitRecord, TaskTally};
use super::read::{Key, Records, words};
use dlx_core::problem::to_u64;
use dlx_core::tally::{Count, Tally};
use dlx_engines::Task;
use dlx_run::{JournalEntry, Numbered, Start};

/// A task that has not been counted.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenTask {
    /// The number of the task of the split.
    pub id: u64,
    /// What is to be counted: the task, or a part of it.
    pub task: Task,
    /// Is it only a part of the task?
    pub is_part: bool,
}

/// The sum of all records.
#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    /// What was found, weighted.
    pub tally: Tally,
    /// The share of the search that is done.
    pub done: f64,
    /// Tasks of the split that are counted to their end.
    pub closed: u64,
    /// What is listed and not counted.
    pub open: Vec<OpenTask>,
}

/// The way in which a task is divided, and the sum of that way.
#[derive(Clone, Debug)]
struct Worth {
    /// Its place among the tallies of the task.
    way: usize,
    count: Count,
    n_open: u64,
    open_share: f64,
}

/// Settled records: for every task the way in which it is counted furthest.
#[derive(Debug)]
pub struct Settled<'r> {
    records: &'r Records,
    worths: FxHashMap<&'r Key, Worth>,
}

impl Records {
    /// Settles the records.
    ///
    /// # Errors
    /// If two of them cannot both be right.
    pub fn settle(&self) -> Result<Settled<'_>, RecordError> {
        let mut settled = Settled { records: self, worths: FxHashMap::default() };
        // Rests are below what they are left of: what is deepest is settled first.
        let mut keys: Vec<&Key> = self.tallies.keys().collect();
        keys.sort_unstable_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.cmp(b)));
        for key in keys {
            let worth = settled.worth(key)?;
            settled.worths.insert(key, worth);
        }
        Ok(settled)
    }
}

impl<'r> Settled<'r> {
    /// The best way of a task whose rests are settled.
    fn worth(&self, key: &'r Key) -> Result<Worth, RecordError> {
        let ways = &self.records.tallies[key];
        let worths: Vec<Worth> = ways.iter().enumerate().map(|(way, (counted, _))| self.way(way, counted)).collect();
        let is_closed = |worth: &&Worth| worth.n_open == 0;
        if let Some(closed) = worths.iter().find(is_closed) {
            let differs = |other: &&Worth| {
                if is_closed(other) { other.count != closed.count } else { other.count > closed.count }
            };
            if let Some(other) = worths.iter().find(differs) {
                let at = |worth: &Worth| Box::new((ways[worth.way].1.clone(), worth.count.clone()));
                let (first, second) = (at(closed), at(other));
                return Err(RecordError::Conflict { task: words(key.0, &key.1), first, second });
            }
        }
        let is_further = |a: &&Worth, b: &&Worth| further(a, b, ways);
        Ok(worths.iter().min_by(is_further).expect("a task stands here because it has a tally").clone())
    }

    /// The sum of one way.
    fn way(&self, way: usize, counted: &TaskTally) -> Worth {
        let mut worth = Worth { way, count: counted.tally.count.clone(), n_open: 0, open_share: 0.0 };
        for task in &counted.rest {
            match self.worths.get(&(counted.id, task.prefix.clone())) {
                Some(part) => {
                    worth.count += part.count.clone() * task.weight.clone();
                    worth.n_open = worth.n_open.saturating_add(part.n_open);
                    worth.open_share += part.open_share;
                }
                None => {
                    worth.n_open = worth.n_open.saturating_add(1);
                    worth.open_share += task.share;
                }
            }
        }
        worth
    }

    /// Goes through all tasks that are listed, each before its parts, numbered as in a run file. `told` gets the number of the task of the split, the task
    /// with all of its weight, and what was counted of it with the tasks of the rest.
    pub fn replay(&self, told: impl FnMut(u64, &Numbered, Option<JournalEntry<'_>>)) {
        self.walk(self.start().tasks, told);
    }

    /// The tasks as they were split.
    #[must_use]
    pub fn start(&self) -> Start {
        let Records { head, tasks, .. } = self.records;
        let tasks = tasks.iter().map(|(&id, (task, _))| (id, task.clone())).collect();
        Start { tally: head.tally.clone(), done: head.done, tasks, next: head.tasks }
    }

    fn walk(&self, tops: Vec<Numbered>, mut told: impl FnMut(u64, &Numbered, Option<JournalEntry<'_>>)) {
        let mut next = self.records.head.tasks;
        let mut stack: Vec<(u64, Numbered)> = tops.into_iter().rev().map(|top| (top.0, top)).collect();
        while let Some((id, numbered)) = stack.pop() {
            let Some(counted) = self.counted(id, &numbered.1) else {
                told(id, &numbered, None);
                continue;
            };
            let part = |task: &Task| Task { weight: task.weight.clone() * numbered.1.weight.clone(), ..task.clone() };
            let rest: Vec<Numbered> = (next..).zip(counted.rest.iter().map(part)).collect();
            next += to_u64(rest.len());
            let tally = counted.tally.clone().into();
            told(id, &numbered, Some(JournalEntry { task: numbered.0, tally: &tally, rest: &rest }));
            stack.extend(rest.into_iter().rev().map(|part| (id, part)));
        }
    }

    /// The tally that is taken for a task.
    fn counted(&self, id: u64, task: &Task) -> Option<&'r TaskTally> {
        let (key, worth) = self.worths.get_key_value(&(id, task.prefix.clone()))?;
        Some(&self.records.tallies[*key][worth.way].0)
    }

    /// The sum of all records.
    #[must_use]
    pub fn sum(&self) -> Sum {
        let Records { head: SplitRecord { tally, done, .. }, tasks, .. } = self.records;
        let mut sum = Sum { tally: tally.clone(), done: *done, closed: 0, open: Vec::new() };
        self.replay(|id, (number, task), entry| match entry {
            Some(JournalEntry { tally, rest, .. }) => {
                let count = tally.count.clone() * task.weight.clone();
                sum.tally += Tally { count, stats: tally.stats };
                sum.done += task.share - rest.iter().map(|(_, task)| task.share).sum::<f64>();
            }
            None => sum.open.push(OpenTask { id, task: task.clone(), is_part: *number != id }),
        });
        let is_closed =
            |id: &u64, task: &Task| self.worths.get(&(*id, task.prefix.clone())).is_some_and(|worth| worth.n_open == 0);
        sum.closed = to_u64(tasks.iter().filter(|(id, (task, _))| is_closed(id, task)).count());
        sum
    }

    /// All that is open, including the rests of tasks that are not listed: the work to do if there are no other records than these.
    #[must_use]
    pub fn open(&self) -> Vec<OpenTask> {
        let mut open = self.sum().open;
        self.walk(self.unlisted(), |id, (_, task), entry| {
            if entry.is_none() {
                open.push(OpenTask { id, task: task.clone(), is_part: true });
            }
        });
        open
    }

    /// What was counted, but is neither listed nor the rest of anything. Its weight is not known here.
    fn unlisted(&self) -> Vec<Numbered> {
        let Records { tasks, tallies, .. } = self.records;
        let rests = tallies.values().flatten();
        let rests: rustc_hash::FxHashSet<Key> =
            rests.flat_map(|(counted, _)| counted.rest.iter().map(|task| (counted.id, task.prefix.clone()))).collect();
        let mut tops: Vec<&Key> =
            tallies.keys().filter(|key| !tasks.contains_key(&key.0) && !rests.contains(*key)).collect();
        tops.sort_unstable();
        tops.into_iter().map(|(id, prefix)| (*id, Task { prefix: prefix.clone(), ..Task::root() })).collect()
    }
}

/// Which of two ways to take: the one that is counted further; if they do not differ in that, always the same one of the two.
fn further(a: &Worth, b: &Worth, ways: &[(TaskTally, RecordPlace)]) -> Ordering {
    let rest = |worth: &Worth| ways[worth.way].0.rest.iter().map(|task| &task.prefix).collect::<Vec<_>>();
    let is_open = |worth: &Worth| worth.n_open > 0;
    let furthest = is_open(a).cmp(&is_open(b)).then(a.open_share.total_cmp(&b.open_share));
    furthest.then_with(|| b.count.cmp(&a.count)).then_with(|| rest(a).cmp(&rest(b)))
}
