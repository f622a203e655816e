//! The top of the tree of a problem with more options than tables are made for: nodes in sets of as many words as it takes, until so few options live that they fit in tables.
//!
//! A node looks at all words of all items, most of which are empty before long. But there are few such nodes: below each of them are many with few options, and those are counted in tables.
//! Links, which did this before, go along the list of each item of each option that is hidden: with 1200 words in each line of a word square, 5 rows and 5 columns, 7 microseconds for each node.
//! Measurements: results/2026-11-23-trees.

use super::super::task::OpenSubtrees;
use super::bit_problem::{BitProblem, NodeWork, Subproblem};
use super::context::{Context, POLL_WORK, Workspace};
use super::search::search_few;
use dlx_core::problem::{OptionId, to_u64};
use dlx_core::tally::Tally;

/// The state at one level.
struct WideFrame {
    left: Subproblem,
    /// The options of the item branched on that have not been tried, the next one last.
    todo: Vec<usize>,
    /// How many there were.
    width: u32,
    /// The one being tried.
    chosen: usize,
}

/// Counts in what is left of a whole.
pub(super) fn count(whole: &BitProblem, left: Subproblem, means: &mut Workspace<'_>) -> (Tally, OpenSubtrees) {
    means.count(whole.option_size(), |context| search(whole, left, context))
}

fn search(whole: &BitProblem, left: Subproblem, context: &mut Context<'_>) -> OpenSubtrees {
    let poll_nodes = to_u64(POLL_WORK / (whole.n_looked_at() + 1));
    let mut frames = Vec::new();
    let mut inner = visit(whole, left, &mut frames, context);
    while inner.is_empty()
        && let Some(frame) = frames.last_mut()
    {
        let Some(option) = frame.todo.pop() else {
            frames.pop();
            continue;
        };
        if context.is_to_pause(poll_nodes) {
            frame.todo.push(option);
            return rest(whole, &frames, OpenSubtrees::default());
        }
        frame.chosen = option;
        let mut left = frame.left.clone();
        whole.choose(&mut left, option);
        inner = visit(whole, left, &mut frames, context);
    }
    rest(whole, &frames, inner)
}

/// Looks at a state: counts below it in tables if few options live, or in narrower sets if many live but only a part of all, as long as that pays; otherwise opens a level. Returns what is left to do below it.
///
/// It does not pay where nearly all items have one option to choose from, so that a table of thousands of options serves some ten nodes: the sums of a program with 16 variables and three rows took 3.5 s
/// when each was put in a table, most of it for pages of memory, and 0.3 s now.
fn visit(whole: &BitProblem, left: Subproblem, frames: &mut Vec<WideFrame>, context: &mut Context<'_>) -> OpenSubtrees {
    let (work, before) = (whole.work(), context.ledger.so_far());
    if context.learned.may_gather(work, before)
        && let Some((are_few, deal)) = whole.gathering(&left)
    {
        let inner = if are_few {
            search_few(whole, &left, context)
        } else {
            whole.narrow(&left).map(|whole| search(&whole, whole.root(), context)).unwrap_or_default()
        };
        context.learned.note_gathering(&deal, context.ledger.so_far().saturating_sub(before));
        return inner;
    }
    context.ledger.visit();
    match whole.look(&left, &[]) {
        NodeWork::Solutions(number) => context.ledger.find(number),
        NodeWork::Branch(item, width) => {
            let mut todo: Vec<usize> = whole.options_of(item, &left).collect();
            todo.reverse();
            frames.push(WideFrame { left, todo, width, chosen: 0 });
        }
    }
    OpenSubtrees::default()
}

/// What is left to do in the frames, and in `inner`, the rest of a search below the last of them.
fn rest(whole: &BitProblem, frames: &[WideFrame], inner: OpenSubtrees) -> OpenSubtrees {
    let ids = |options: &[usize]| -> Vec<OptionId> { options.iter().rev().map(|&option| whole.ids[option]).collect() };
    let level = |frame: &WideFrame| (frame.width, whole.ids[frame.chosen], ids(&frame.todo));
    inner.below(frames.iter().map(level))
}
