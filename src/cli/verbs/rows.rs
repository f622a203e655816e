//! The counts of a table, side by side.

use std::collections::HashMap;

use super::strips::StripWork;
use crate::cli::end::{Failure, Signals};
use crate::cli::keep::Keeping;
use crate::job::{Ask, Members};
use crate::parallel::Control;
use crate::session::Session;
use crate::tally::Outcome;

/// What all counts of a table have in common.
pub(super) struct Crowd<'a> {
    pub(super) ask: &'a Ask,
    /// The puzzles or graphs of a file by the other values, if rows are these.
    pub(super) members: &'a HashMap<Vec<usize>, Members<'a>>,
    pub(super) kept: &'a Keeping,
    pub(super) signals: &'a Signals,
    pub(super) control: &'a Control,
}

/// What a job has found: a row.
pub(super) struct RowResult {
    pub(super) key: Vec<usize>,
    pub(super) name: String,
    pub(super) outcome: Outcome,
    /// Was all of it counted now? For what was counted before, the run file does not say how long it took.
    pub(super) is_timed: bool,
}

impl Crowd<'_> {
    pub(super) fn run(&self, session: &Session<'_>, job: &StripWork) -> Result<Vec<RowResult>, Failure> {
        self.signals.pass_on(self.control);
        if self.control.stopped_by().is_some() {
            return Ok(Vec::new());
        }
        match job {
            StripWork::One(key) => self.one(session, key).map(|found| vec![found]),
            StripWork::Strip { across, lengths } => self.strip(session, across, lengths),
        }
    }

    fn one(&self, session: &Session<'_>, key: &[usize]) -> Result<RowResult, Failure> {
        let member = key.split_last().and_then(|(&number, values)| Some((self.members.get(values)?, number - 1)));
        let question = member.map_or_else(|| self.ask.at(key), |(members, number)| members.question(number))?;
        let (key, name) = (key.to_vec(), question.problem().name().to_owned());
        let is_begun = self.kept.is_begun(&question)?;
        let outcome = self.kept.count(session, &question)?;
        // Where classes of symmetries are counted, their problems are not known before; but then each is a task.
        let is_known = question.is_listed() && self.kept.is_kept() && outcome.tasks == 0;
        Ok(RowResult { key, name, outcome, is_timed: !is_begun && !is_known })
    }

    /// All boards of one width in one sweep along the longest.
    fn strip(&self, session: &Session<'_>, across: &[usize], lengths: &[usize]) -> Result<Vec<RowResult>, Failure> {
        let key = |length: usize| [across, &[length]].concat();
        let longest: Vec<usize> = key(lengths[lengths.len() - 1]).into_iter().rev().collect();
        let question = self.ask.at(&longest)?;
        if self.kept.is_kept() && self.is_answered(across, lengths)? {
            return lengths.iter().map(|&length| self.one(session, &key(length))).collect();
        }
        let cuts: Vec<usize> = lengths.iter().map(|length| length * across.iter().product::<usize>()).collect();
        let Some(outcomes) = session.count_cuts(question.problem(), &cuts)? else {
            return lengths.iter().map(|&length| self.one(session, &key(length))).collect();
        };
        let found = lengths.iter().zip(outcomes).map(|(&length, outcome)| {
            if self.kept.is_kept() {
                self.kept.keep(self.ask.at(&key(length))?.problem(), &outcome)?;
            }
            Ok(RowResult { key: key(length), name: self.ask.name_at(&key(length))?, outcome, is_timed: true })
        });
        found.collect()
    }

    /// Does the run file have the counts of all boards of a strip?
    fn is_answered(&self, across: &[usize], lengths: &[usize]) -> Result<bool, Failure> {
        for &length in lengths {
            let question = self.ask.at(&[across, &[length]].concat())?;
            if !self.kept.is_answered(question.problem())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
