//! The means of counting a task, shared by its searches.

use super::super::ledger::Ledger;
use super::super::run_signal::RunSignal;
use super::super::task::OpenSubtrees;
use super::cache::Cache;
use super::instructions::Instructions;
use super::pack::WordMoves;
use super::packing::Learned;
use dlx_core::tally::{Count, Tally};

/// The watch is polled after about this many words have been looked at: a millisecond or so. A leaf counts as a node, which looks at more.
pub(super) const POLL_WORK: usize = 1 << 21;

/// The means of a search.
pub(super) struct Context<'a> {
    pub(super) ledger: Ledger,
    pub(super) signal: &'a RunSignal,
    pub(super) level: Instructions,
    pub(super) learned: Learned,
    pub(super) cache: &'a mut Cache,
    pub(super) moves: WordMoves,
}

/// The means of counting a task.
pub(super) struct Workspace<'a> {
    pub(super) level: Instructions,
    pub(super) learned: &'a mut Learned,
    pub(super) cache: &'a mut Cache,
    pub(super) weight: &'a Count,
    pub(super) signal: &'a RunSignal,
}

impl Workspace<'_> {
    /// Counts with these means, where options cover at most `option_size` items.
    pub(super) fn count(
        &mut self,
        option_size: u32,
        job: impl FnOnce(&mut Context<'_>) -> OpenSubtrees,
    ) -> (Tally, OpenSubtrees) {
        let Self { level, learned, cache, weight, signal } = self;
        learned.begin(option_size);
        let ledger = Ledger::new(weight, signal);
        let mut context =
            Context { ledger, signal, level: *level, learned: **learned, cache, moves: WordMoves::default() };
        let rest = job(&mut context);
        context.learned.end(context.ledger.so_far());
        **learned = context.learned;
        (context.ledger.close(signal, 0), rest)
    }
}
