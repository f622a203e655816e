//! The search by lanes: a loop over frames, as in the search without lanes.

use super::super::bit_problem::members;
use super::super::cache::{Met, OpenState};
use super::super::context::{Context, POLL_WORK};
use super::super::pairs;
use super::super::tables::Set;
use super::bits::LaneBits;
use super::matrix::Matrix;
use super::mrv_scan::mrv_scan;
use crate::task::OpenSubtrees;
use dlx_core::problem::{to_u64, to_usize};

/// The state at one level.
struct LaneFrame<const Z: usize> {
    alive: LaneBits<Z>,
    in_play: u32,
    /// How many options the item branched on has.
    width: u32,
    /// Where its lane begins.
    bit: usize,
    /// Those of its options that have not been tried.
    todo: u64,
    /// The one being tried.
    chosen: u16,
    open: OpenState,
}

/// Counts the solutions of what is alive in the matrix, with this many items in play.
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg"
)]
pub(super) fn search<const LOG: u32, const Z: usize>(
    matrix: &Matrix<Z>,
    alive: LaneBits<Z>,
    in_play: u32,
    context: &mut Context<'_>,
) -> OpenSubtrees {
    // As long as many words take, looked at by the other searches.
    let poll_nodes = to_u64(POLL_WORK / (4 * Z + 16));
    let mut frames: Vec<LaneFrame<Z>> = Vec::with_capacity(to_usize(in_play / matrix.option_size.max(1)));
    visit::<LOG, Z>(matrix, alive, in_play, &mut frames, context);
    while let Some(frame) = frames.last_mut() {
        if frame.todo == 0 {
            context.cache.close(&frame.open, &context.ledger);
            frames.pop();
            continue;
        }
        if context.is_to_pause(poll_nodes) {
            return rest(matrix, &frames);
        }
        let option = matrix.option_at[frame.bit + to_usize(frame.todo.trailing_zeros())];
        frame.todo &= frame.todo - 1;
        frame.chosen = option;
        let alive = frame.alive.both(&matrix.compatible[usize::from(option)]);
        let in_play = frame.in_play - matrix.sizes[usize::from(option)];
        if in_play <= matrix.option_size {
            let number = last(matrix, &alive, in_play);
            context.ledger.leaf(number);
            hand_out(number, matrix, &frames, &alive, in_play, context);
            continue;
        }
        visit::<LOG, Z>(matrix, alive, in_play, &mut frames, context);
    }
    OpenSubtrees::default()
}

/// Looks at a state: takes forced options, and opens a level if there is a choice.
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg"
)]
fn visit<const LOG: u32, const Z: usize>(
    matrix: &Matrix<Z>,
    mut alive: LaneBits<Z>,
    mut in_play: u32,
    frames: &mut Vec<LaneFrame<Z>>,
    context: &mut Context<'_>,
) {
    loop {
        context.ledger.visit();
        if in_play <= matrix.option_size {
            let number = last(matrix, &alive, in_play);
            context.ledger.find(number);
            hand_out(number, matrix, frames, &alive, in_play, context);
            return;
        }
        let Context { ledger, cache, lister, .. } = context;
        let Some(mrv_scan) = mrv_scan::<LOG, Z>(&alive, in_play) else { return };
        let todo = alive.lane(mrv_scan.bit, 1 << LOG);
        if mrv_scan.count == 1 {
            let option = usize::from(matrix.option_at[mrv_scan.bit + to_usize(todo.trailing_zeros())]);
            alive = alive.both(&matrix.compatible[option]);
            in_play -= matrix.sizes[option];
            continue;
        }
        if mrv_scan.are_pairs
            && matrix.is_even
            && lister.is_none()
            && let Some(n_solutions) = pairs(matrix, &alive)
        {
            ledger.find(n_solutions);
            return;
        }
        let key = |state: &mut [u64]| {
            state.fill(0);
            matrix.key(&alive, state);
        };
        let open = match cache.lookup(in_play / matrix.option_size, || 4 * Z, ledger, key) {
            Met::New(open) => open,
            Met::Known(n_solutions) => {
                ledger.find(n_solutions);
                return;
            }
        };
        frames.push(LaneFrame { alive, in_play, width: mrv_scan.count, bit: mrv_scan.bit, todo, chosen: 0, open });
        return;
    }
}

/// Hands out this number of solutions, which have just been found, if they are wanted one by one.
#[inline(always)]
fn hand_out<const Z: usize>(
    number: u64,
    matrix: &Matrix<Z>,
    frames: &[LaneFrame<Z>],
    alive: &LaneBits<Z>,
    in_play: u32,
    context: &mut Context<'_>,
) {
    if number > 0 && context.lister.is_some() {
        // A copy: what is lent stays in memory, and the loop is to keep its state in registers.
        let set = *alive;
        hand_out_each(matrix, frames, &set, in_play, context);
    }
}

#[cold]
#[inline(never)]
fn hand_out_each<const Z: usize>(
    matrix: &Matrix<Z>,
    frames: &[LaneFrame<Z>],
    alive: &LaneBits<Z>,
    in_play: u32,
    context: &mut Context<'_>,
) {
    let Context { lister: Some(lister), ledger, .. } = context else { return };
    let id = |option: u16| matrix.ids[usize::from(option)];
    let chosen = frames.iter().map(|frame| id(frame.chosen));
    if in_play == 0 {
        return lister.hand_out(chosen, None, ledger);
    }
    let last = matrix.first.members().filter(|&bit| alive.contains(bit)).map(|bit| id(matrix.option_at[bit]));
    last.for_each(|option| lister.hand_out(chosen.clone(), Some(option), ledger));
}

/// The solutions when all is covered, or when any living option covers all that is left.
#[inline(always)]
fn last<const Z: usize>(matrix: &Matrix<Z>, alive: &LaneBits<Z>, in_play: u32) -> u64 {
    if in_play == 0 { 1 } else { alive.n_common(&matrix.first) }
}

/// The solutions of a state in which each item has two options; none if they are not counted in that way.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn pairs<const Z: usize>(matrix: &Matrix<Z>, alive: &LaneBits<Z>) -> Option<u64> {
    match matrix.n_words {
        1 => pairs_in::<1, Z>(matrix, alive),
        2 => pairs_in::<2, Z>(matrix, alive),
        3 => pairs_in::<3, Z>(matrix, alive),
        4 => pairs_in::<4, Z>(matrix, alive),
        _ => None,
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn pairs_in<const W: usize, const Z: usize>(matrix: &Matrix<Z>, alive: &LaneBits<Z>) -> Option<u64> {
    let mut set: Set<W> = [0; W];
    matrix.key(alive, &mut set);
    pairs::count(matrix.rows.as_chunks().0, &set)
}

/// What is left to do in the frames.
fn rest<const Z: usize>(matrix: &Matrix<Z>, frames: &[LaneFrame<Z>]) -> OpenSubtrees {
    let id = |option: u16| matrix.ids[usize::from(option)];
    let level = |frame: &LaneFrame<Z>| {
        let untried = members(std::iter::once(frame.todo));
        (frame.width, id(frame.chosen), untried.map(|place| id(matrix.option_at[frame.bit + place])).collect())
    };
    OpenSubtrees::default().below(frames.iter().map(level))
}
