//! What a task is counted with, and what the searches in it share.

use super::super::ledger::Ledger;
use super::super::task::Rest;
use super::super::watch::Watch;
use super::instructions::Instructions;
use super::memo::Memo;
use super::packing::Learned;
use dlx_core::tally::{Count, Tally};

/// The watch is polled after about this many words have been looked at: a millisecond or so. A leaf counts as a node, which looks at more.
pub(super) const POLL_WORK: usize = 1 << 21;

/// What a search counts with.
pub(super) struct Context<'a> {
    pub(super) ledger: Ledger,
    pub(super) watch: &'a Watch,
    pub(super) level: Instructions,
    pub(super) learned: Learned,
    pub(super) memo: &'a mut Memo,
}

/// What a task is counted with.
pub(super) struct Means<'a> {
    pub(super) level: Instructions,
    pub(super) learned: &'a mut Learned,
    pub(super) memo: &'a mut Memo,
    pub(super) weight: &'a Count,
    pub(super) watch: &'a Watch,
}

impl Means<'_> {
    /// Counts with them, where options cover so many items at most.
    pub(super) fn count(&mut self, option_size: u32, job: impl FnOnce(&mut Context<'_>) -> Rest) -> (Tally, Rest) {
        let Self { level, learned, memo, weight, watch } = self;
        learned.begin(option_size);
        let ledger = Ledger::new(weight, watch);
        let mut context = Context { ledger, watch, level: *level, learned: **learned, memo };
        let rest = job(&mut context);
        context.learned.end(context.ledger.so_far());
        **learned = context.learned;
        (context.ledger.close(watch, 0), rest)
    }
}
