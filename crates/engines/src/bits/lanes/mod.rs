//! A lane for each item: the living options in a second form, in which a look at all items is a look at a few vectors.
//!
//! # The idea
//!
//! The census of the other searches here goes through all living options for each item, most of which are not the item's: for a sudoku with 200 living options and 170 items it looks at 88 vectors,
//! though no item has more than eight options. In a *matrix* each item has a lane of 8, 16, 32 or 64 bits, one for each option that it has, so an option has a bit in the lane of each of its items.
//! Three vectors hold all. To choose an option is still one intersection, of all lanes at once; the census is the number of bits in each lane.
//!
//! # When it pays
//!
//! Where items have few options each, but are many, and so are the options: sudokus, random covers. To make the matrix takes as long as some thousand nodes, so it is made where tables begin, of a task or packed ones, and what it
//! has brought there is learned as for packing (see `packing`). What an option excludes is found from its items: their lanes are emptied, and their options taken out everywhere; only options that clash elsewhere,
//! in secondary items, are taken out one by one. Inside, lanes are never packed.
//!
//! States met before and pairs are as in the search without lanes; a *key*, made of the first bit of each option, says for both which options live.
//!
//! Only for processors with AVX-512 and its popcounts of vectors (2019 and later). That cells of a grid are lanes is an idea of fast solvers of sudokus; here any item is.
//! A sudoku with 6644608 solutions takes 0.58 of the time, random covers of 48 items 0.65. Measurements, and what did not help: results/2026-11-24-lanes.

mod bits;
mod matrix;
mod mrv_scan;
mod search;
mod whole;

use super::super::task::OpenSubtrees;
use super::bit_problem::{BitProblem, Conflicts, n_members};
use super::context::Context;
use super::instructions::Instructions;
use super::packing::{LanesWanted, PackEstimate};
use super::tables::{Set, Tables, len};
use dlx_core::problem::{to_place, to_u64, to_usize};
use matrix::{Matrix, MatrixSource};
use whole::LayOut;
pub(super) use whole::WholeLanes;

/// No more vectors than these.
const MOST_VECTORS: usize = 32;

/// Lanes are made if they save looking at this many words: a smaller gain is lost in the other work of a node.
const LEAST_SAVED: usize = 24;

/// The lanes of a whole problem take this many bytes at most.
const MOST_BYTES: usize = 1 << 23;

/// The time to take the options of an item out of a vector, when the matrix is made, in words looked at.
const STEP: u64 = 10;

/// The logarithm of the width of lanes, and the number of vectors for all of them.
#[derive(Clone, Copy)]
struct LaneShape {
    log: u32,
    n_vectors: usize,
}

impl LaneShape {
    /// The shape for items with at most `most_options` options; none if lanes are too wide.
    fn of(n_items: usize, most_options: usize) -> Option<Self> {
        let log = most_options.max(8).next_power_of_two().ilog2();
        let n_vectors = (n_items << log).div_ceil(512);
        (log <= 6 && n_vectors <= MOST_VECTORS).then_some(Self { log, n_vectors })
    }
}

/// Counts all solutions of the tables by lanes; none if lanes do not suit.
pub(super) fn search<const W: usize>(tables: &Tables<W>, context: &mut Context<'_>) -> Option<OpenSubtrees> {
    let (n_looks, n_nodes) = (tables.items.len() * W, context.ledger.so_far());
    let is_forced = match context.learned.lanes_wanted {
        LanesWanted::WhereTheyPay => false,
        LanesWanted::Everywhere => true,
        LanesWanted::InPackedTables => !tables.in_task.is_empty(),
    };
    if !tables.spare.is_empty() {
        return None;
    }
    let pays = n_looks >= LEAST_SAVED && context.learned.may_make_lanes(tables.n_primary, n_nodes);
    if !matches!(context.level, Instructions::Avx512(_)) || !(pays || is_forced) {
        return None;
    }
    let all = tables.all();
    let sets: Vec<Set<W>> = (0..to_usize(tables.n_primary)).map(|item| tables.options_of(item, &all)).collect();
    let most_options = to_place(sets.iter().map(len).max()?);
    let shape = LaneShape::of(sets.len(), most_options)?;
    let saves = n_looks.saturating_sub(2 * shape.n_vectors);
    if saves < LEAST_SAVED && !is_forced {
        return None;
    }
    let source = MatrixSource {
        n_words: W,
        items: sets.as_flattened(),
        compatible: tables.compatible.as_flattened(),
        sizes: &tables.sizes,
        ids: &tables.ids,
        option_size: tables.option_size,
        is_even: tables.is_even,
    };
    // States in lanes are called by other keys than those without: neither search may take one for its own.
    context.cache.begin(W);
    let (rest, effort) = with_shape(shape, SearchIn { source: &source, context });
    context.cache.begin(W);
    let deal = PackEstimate { in_play: tables.n_primary, costs: effort * STEP, saves: to_u64(saves) };
    context.learned.note_lanes(&deal, context.ledger.so_far().saturating_sub(n_nodes));
    Some(rest)
}

/// The lanes of a whole, if lanes suit, for a processor that has the instructions and as long as they fit in its cache.
pub(super) fn of_whole(whole: &BitProblem, level: Instructions) -> Option<Box<dyn WholeLanes>> {
    let (Instructions::Avx512(_), Conflicts::Table(compatible)) = (level, &whole.rivals) else { return None };
    if !whole.spare.is_empty() {
        return None;
    }
    let widths = whole.items.chunks_exact(whole.n_words.max(1)).map(n_members);
    let shape = LaneShape::of(whole.n_primary, to_place(widths.max()?))?;
    let source = MatrixSource {
        n_words: whole.n_words,
        items: &whole.items,
        compatible,
        sizes: &whole.sizes,
        ids: &whole.ids,
        option_size: whole.option_size,
        is_even: whole.is_even,
    };
    (shape.n_bytes(whole.ids.len()) <= MOST_BYTES).then(|| with_shape(shape, LayOut(&source)))
}

/// Something to do with lanes of a fixed shape.
trait ForShape {
    type Made;

    fn go<const LOG: u32, const Z: usize>(self) -> Self::Made;
}

/// Does it with this shape, rounded up to a number of vectors that is compiled: fewer of them for tests, where assertions are on.
fn with_shape<J: ForShape>(shape: LaneShape, job: J) -> J::Made {
    match shape.log {
        3 => with_log::<3, J>(shape, job),
        4 => with_log::<4, J>(shape, job),
        5 => with_log::<5, J>(shape, job),
        _ => with_log::<6, J>(shape, job),
    }
}

fn with_log<const LOG: u32, J: ForShape>(shape: LaneShape, job: J) -> J::Made {
    match shape.n_vectors {
        0..=1 => job.go::<LOG, 1>(),
        2 => job.go::<LOG, 2>(),
        #[cfg(not(debug_assertions))]
        3 => job.go::<LOG, 3>(),
        ..=4 => job.go::<LOG, 4>(),
        #[cfg(not(debug_assertions))]
        5..=6 => job.go::<LOG, 6>(),
        ..=8 => job.go::<LOG, 8>(),
        #[cfg(not(debug_assertions))]
        9..=12 => job.go::<LOG, 12>(),
        ..=16 => job.go::<LOG, 16>(),
        #[cfg(not(debug_assertions))]
        17..=24 => job.go::<LOG, 24>(),
        _ => job.go::<LOG, 32>(),
    }
}

/// Counts in lanes made for this count, and returns the cost of making them.
struct SearchIn<'a, 'w> {
    source: &'a MatrixSource<'a>,
    context: &'a mut Context<'w>,
}

impl ForShape for SearchIn<'_, '_> {
    type Made = (OpenSubtrees, u64);

    fn go<const LOG: u32, const Z: usize>(self) -> Self::Made {
        let matrix = Matrix::<Z>::new(self.source, LOG);
        // SAFETY: the processor has the instructions of the level.
        let rest = unsafe { search::search::<LOG, Z>(&matrix, matrix.all, matrix.n_items, self.context) };
        (rest, matrix.effort)
    }
}
