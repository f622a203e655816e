//! A race on a shelf: what each of its orders has reached, so that another process can continue all of them.
//!
//! An order is known by the hash of its plan. The process that continues finds the orders again; those that are not in the race on the shelf had given up.
//! States on a disk are not kept before the race is decided: their orders begin again. The leader alone was kept at first, and was not always the one that would have won: Latin squares 9 were not done in twice the time.

use serde::{Deserialize, Serialize};

use super::super::checkpoints::{CheckpointStore, StoredLevel, head_on, is_time};
use super::super::frontier::{CheckpointHead, Fold};
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::fold::Isomorphic;
use super::race::{Race, Runner};
use super::run::{plan_of, read};

/// The word for a race in place of the hash of a plan.
const PLAN: &str = "a race";

/// A race as it is written down; the pieces of its runners' states follow in their order.
#[derive(Serialize, Deserialize)]
struct WrittenRace {
    patience: u64,
    spent: u64,
    runners: Vec<WrittenRunner>,
}

#[derive(Serialize, Deserialize)]
struct WrittenRunner {
    plan: String,
    n_made: u64,
    /// None if it has not begun.
    head: Option<CheckpointHead>,
}

impl Race {
    /// Puts the race on a shelf if it is time; the last time, if that is quick.
    pub(super) fn keep(&self, checkpoints: &dyn CheckpointStore, task: &Task, is_last: bool) {
        let heads = || self.runners.iter().filter_map(|runner| runner.checkpoint.head());
        let bytes = || self.runners.iter().map(|runner| runner.checkpoint.bytes()).sum();
        if heads().next().is_none() || !is_time(checkpoints, is_last, bytes) {
            return;
        }
        let Ok(first) = serde_json::to_vec(&self.written()) else { return };
        let head = StoredLevel {
            engine: <Isomorphic<'_, 1> as Fold<1>>::ENGINE.to_owned(),
            task: task.words(),
            plan: PLAN.to_owned(),
            level: heads().map(|head| head.level).max().unwrap_or(0),
            levels: self.residue.n_primary,
            words: 0,
            width: 0,
            states: heads().map(|head| head.sizes.last().copied().unwrap_or(0)).sum(),
            nodes: self.spent,
            blocks: false,
        };
        let pieces = self.runners.iter().flat_map(|runner| runner.checkpoint.pieces());
        checkpoints.put(&head, &mut std::iter::once(first).chain(pieces));
    }

    fn written(&self) -> WrittenRace {
        let written = |runner: &Runner| WrittenRunner {
            plan: plan_of(&runner.layout, &self.residue),
            n_made: runner.n_made,
            head: runner.checkpoint.head().cloned(),
        };
        WrittenRace { patience: self.patience, spent: self.spent, runners: self.runners.iter().map(written).collect() }
    }

    /// Continues from what is on the shelf: a race, or the states of the order that won one.
    pub(super) fn go_on_from_the_shelf(&mut self, task: &Task, signal: &RunSignal) {
        let Some(checkpoints) = signal.checkpoints().filter(|checkpoints| !checkpoints.is_empty()) else { return };
        let mut pieces = Vec::new();
        let is_race = |head: &StoredLevel| head.task == task.words() && head.plan == PLAN;
        let take = &mut |bytes: &[u8]| {
            pieces.push(bytes.to_vec());
            true
        };
        if checkpoints.get(&is_race, take).is_some() {
            let written = pieces.first().and_then(|first| serde_json::from_slice(first).ok());
            written.into_iter().for_each(|written| self.take_up(written, &pieces[1..]));
        } else if let Some(head) = head_on(&*checkpoints).filter(|head| head.task == task.words()) {
            self.keep_only(&head.plan);
        }
    }

    /// Only the order of this plan continues, if there is one.
    fn keep_only(&mut self, plan: &str) {
        if let Some(place) = self.place_of(plan) {
            self.runners.swap(0, place);
            self.runners.truncate(1);
        }
    }

    fn place_of(&self, plan: &str) -> Option<usize> {
        self.runners.iter().position(|runner| plan_of(&runner.layout, &self.residue) == plan)
    }

    /// Continues from what was written down, as far as it is whole and belongs to orders that are known here.
    fn take_up(&mut self, written: WrittenRace, mut pieces: &[Vec<u8>]) {
        let mut runners = Vec::new();
        for WrittenRunner { plan, n_made, head } in written.runners {
            let n_pieces = head.as_ref().map_or(0, |head| head.n_pieces);
            let Some((own, rest)) = pieces.split_at_checked(n_pieces) else { break };
            pieces = rest;
            let Some(place) = self.place_of(&plan) else { continue };
            let mut runner = self.runners.swap_remove(place);
            if let Some(head) = head {
                let Some(checkpoint) = read(&runner.layout, &head, own) else { continue };
                runner.checkpoint = checkpoint;
                runner.n_made = n_made;
                runner.has_reached(head.sizes);
            }
            runners.push(runner);
        }
        if !runners.is_empty() {
            (self.runners, self.patience, self.spent) = (runners, written.patience, written.spent);
        }
    }
}
