//! The rows of a table as they fill: printed in order, compared with published counts.

use std::collections::HashMap;
use std::process::ExitCode;

use super::known::Known;
use super::rows::RowResult;
use crate::cli::ask::Row;
use crate::cli::end::{Failure, Signals};
use crate::cli::show::{Rows, note};
use crate::report::{Table, TableRow};
use crate::tally::Ending;

/// The rows as they fill.
pub(super) struct GrowingTable<'a> {
    rows: &'a [Row],
    progress: &'a Rows,
    pub(super) table: Table<'a>,
    found: HashMap<Vec<usize>, RowResult>,
    n_printed: usize,
    known: Known,
    wrong: Vec<String>,
    n_checked: usize,
    last: Ending,
    pub(super) failure: Option<Failure>,
}

impl<'a> GrowingTable<'a> {
    pub(super) fn new(rows: &'a [Row], progress: &'a Rows, table: Table<'a>, known: Known) -> Self {
        Self {
            rows,
            progress,
            table,
            found: HashMap::new(),
            n_printed: 0,
            known,
            wrong: Vec::new(),
            n_checked: 0,
            last: Ending::Complete,
            failure: None,
        }
    }

    /// Takes what a job has found, and prints the rows whose turn it is.
    pub(super) fn fill(&mut self, results: Vec<RowResult>) -> Result<(), Failure> {
        self.progress.end(results.len());
        self.progress.look();
        self.found.extend(results.into_iter().map(|found| (found.key.clone(), found)));
        while let Some(row) = self.rows.get(self.n_printed).filter(|row| self.found.contains_key(&row.key)) {
            self.n_printed += 1;
            self.show(row)?;
        }
        Ok(())
    }

    fn show(&mut self, row: &Row) -> Result<(), Failure> {
        let Some(RowResult { name, outcome, is_timed, .. }) = self.found.get(&row.key) else { return Ok(()) };
        let index = self.known.index_of(&row.values);
        let published = self.known.get(name, index);
        let line = TableRow {
            name,
            values: &row.values,
            outcome,
            published: published.map(|(count, _)| count),
            index,
            is_timed: *is_timed,
        };
        if let Some((count, source)) = published.filter(|_| outcome.is_complete()) {
            self.n_checked += 1;
            if line.is_wrong() {
                self.wrong.push(format!("{name}: {}, but {source} has {count}", outcome.count));
            }
        }
        if !outcome.is_complete() {
            self.last = outcome.ending;
        }
        self.progress.print(&self.table.row(&line))
    }

    /// Is every row there, and every count complete?
    pub(super) fn is_complete(&self) -> bool {
        let is_there = |row: &Row| self.found.get(&row.key).is_some_and(|found| found.outcome.is_complete());
        self.failure.is_none() && self.rows.iter().all(is_there)
    }

    /// Prints the rows after a gap that an interruption has left, and says how it ended.
    pub(super) fn finish(mut self, signals: &Signals) -> Result<ExitCode, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        for row in &self.rows[self.n_printed..] {
            self.show(row)?;
        }
        let is_unknown = self.known.is_asked() && self.n_checked == 0 && !self.rows.is_empty();
        if is_unknown && self.last == Ending::Complete && signals.received().is_none() {
            return Err(Failure::usage(
                format!("nothing was compared: {} for these rows", self.known.missing()),
                "--check FILE compares with a b-file of OEIS",
            ));
        }
        if self.known.is_asked() {
            note(&format!(
                "{} of {} rows compared with {}, {} wrong",
                self.n_checked,
                self.rows.len(),
                self.known.called(),
                self.wrong.len()
            ));
        }
        if !self.wrong.is_empty() {
            return Err(Failure::io(self.wrong.join("\n")));
        }
        Ok(signals.status(self.last))
    }
}
