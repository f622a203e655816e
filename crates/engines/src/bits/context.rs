//! The means of counting a task, shared by its searches.

use super::super::ledger::Ledger;
use super::super::run_signal::RunSignal;
use super::super::task::OpenSubtrees;
use super::cache::Cache;
use super::instructions::Instructions;
use super::listing::Lister;
use super::pack::WordMoves;
use super::packing::Learned;
use dlx_core::problem::OptionId;
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
    /// Hands solutions out, if they are wanted one by one.
    pub(super) lister: Option<Lister<'a>>,
}

/// The means of counting a task.
pub(super) struct Workspace<'a> {
    pub(super) level: Instructions,
    pub(super) learned: &'a mut Learned,
    pub(super) cache: &'a mut Cache,
    pub(super) weight: &'a Count,
    pub(super) signal: &'a RunSignal,
    pub(super) lister: Option<Lister<'a>>,
}

impl Context<'_> {
    /// Is it time to poll, if that is done every `every` steps, and to pause?
    #[inline(always)]
    pub(super) fn is_to_pause(&mut self, every: u64) -> bool {
        self.ledger.is_due(every) && self.pause_now()
    }

    #[cold]
    #[inline(never)]
    fn pause_now(&mut self) -> bool {
        let is_tired = self.lister.as_mut().is_some_and(Lister::is_to_pause);
        self.ledger.pause_now(self.signal) || is_tired
    }

    /// Enters narrower tables below these branches; returns where to go back to.
    #[inline(always)]
    pub(super) fn enter(&mut self, chosen: impl Iterator<Item = OptionId>) -> Option<usize> {
        self.lister.as_mut().map(|lister| lister.enter(chosen))
    }

    #[inline(always)]
    pub(super) fn leave(&mut self, outside: Option<usize>) {
        if let (Some(lister), Some(outside)) = (&mut self.lister, outside) {
            lister.leave(outside);
        }
    }
}

impl Workspace<'_> {
    /// Counts with these means, where options cover at most `option_size` items.
    pub(super) fn count(
        &mut self,
        option_size: u32,
        job: impl FnOnce(&mut Context<'_>) -> OpenSubtrees,
    ) -> (Tally, OpenSubtrees) {
        let Self { level, learned, cache, weight, signal, lister } = self;
        learned.begin(option_size);
        let ledger = Ledger::new(weight, signal);
        let mut context = Context {
            ledger,
            signal,
            level: *level,
            learned: **learned,
            cache,
            moves: WordMoves::default(),
            lister: lister.take(),
        };
        let rest = job(&mut context);
        context.learned.end(context.ledger.so_far());
        **learned = context.learned;
        (context.ledger.close(signal, 0), rest)
    }
}
