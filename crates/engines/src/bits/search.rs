//! The search: a loop over frames, each the state at one level and the options not yet tried there.

use super::super::residue::Residue;
use super::super::task::OpenSubtrees;
use super::bit_problem::{BitProblem, Subproblem, n_members};
use super::cache::{Met, OpenState};
use super::context::{Context, POLL_WORK, Workspace};
#[cfg(target_arch = "x86_64")]
use super::instructions::Detected;
use super::instructions::Instructions;
#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::mrv_scan::{MrvScan, MrvScanner, Portable};
#[cfg(target_arch = "x86_64")]
use super::mrv_scan_avx512::Avx512;
use super::pack::Unpacked;
use super::pack::spread;
use super::packing::PackEstimate;
use super::pairs;
use super::tables::{Set, Tables, contains, insert, len, members, take_first};
use dlx_core::problem::{to_place, to_u32, to_u64, to_usize};
use dlx_core::tally::Tally;

/// With fewer vectors to look at, another census costs less than taking several forced options at once. (Queens 16: 0.63 s, or 0.75.)
const CHEAP_CENSUS: usize = 9;

/// The state at one level.
#[derive(Clone, Copy)]
struct Frame<const W: usize> {
    alive: Set<W>,
    in_play: u32,
    /// The options of the item branched on that have not been tried.
    todo: Set<W>,
    /// The number of all these options at first.
    width: u32,
    /// The one being tried.
    chosen: usize,
    open: OpenState,
}

/// Counts in a residue of at most 4096 options.
pub(super) fn count(residue: &Residue, means: &mut Workspace<'_>) -> (Tally, OpenSubtrees) {
    means.count(residue.option_size, |context| with_words(residue.n_bits(), OfResidue { residue, context }))
}

/// Counts in what is left of a whole with at most 4096 options.
pub(super) fn search_few(whole: &BitProblem, left: &Subproblem, context: &mut Context<'_>) -> OpenSubtrees {
    with_words(to_place(n_members(&left.alive)), OfWhole { whole, left, context })
}

/// Something to do with sets of a fixed number of words.
trait ForWords {
    fn go<const W: usize>(self) -> OpenSubtrees;
}

/// Does it with the fewest words that hold `n_options` options, rounded up to a number of words that is compiled: fewer of them for tests, where assertions are on.
#[inline(always)]
fn with_words(n_options: usize, job: impl ForWords) -> OpenSubtrees {
    match n_options.div_ceil(64) {
        0..=1 => job.go::<1>(),
        2 => job.go::<2>(),
        3 => job.go::<3>(),
        4 => job.go::<4>(),
        #[cfg(not(debug_assertions))]
        5..=6 => job.go::<6>(),
        ..=8 => job.go::<8>(),
        #[cfg(not(debug_assertions))]
        9..=12 => job.go::<12>(),
        ..=16 => job.go::<16>(),
        #[cfg(not(debug_assertions))]
        17..=24 => job.go::<24>(),
        ..=32 => job.go::<32>(),
        #[cfg(not(debug_assertions))]
        33..=48 => job.go::<48>(),
        _ => job.go::<64>(),
    }
}

struct OfWhole<'a, 'w> {
    whole: &'a BitProblem,
    left: &'a Subproblem,
    context: &'a mut Context<'w>,
}

impl ForWords for OfWhole<'_, '_> {
    fn go<const W: usize>(self) -> OpenSubtrees {
        let tables = self.whole.pack::<W>(self.left, self.context.level);
        self.context.cache.begin(W);
        tables.map(|tables| search_or_lanes(&tables, self.context)).unwrap_or_default()
    }
}

struct OfResidue<'a, 'w> {
    residue: &'a Residue,
    context: &'a mut Context<'w>,
}

impl ForWords for OfResidue<'_, '_> {
    fn go<const W: usize>(self) -> OpenSubtrees {
        self.context.cache.begin(W);
        search_or_lanes(&Tables::<W>::new(self.residue), self.context)
    }
}

/// Sets of so few words are packed in the search itself: elsewhere Latin squares of order 6 take 7% longer. For wider ones that would be a copy of the packing for each pair of widths, a fifth of this crate.
const FEW_WORDS: usize = 4;

#[inline(always)]
fn with_few_words(n_options: usize, job: impl ForWords) -> OpenSubtrees {
    match n_options.div_ceil(64) {
        0..=1 => job.go::<1>(),
        2 => job.go::<2>(),
        3 => job.go::<3>(),
        _ => job.go::<FEW_WORDS>(),
    }
}

struct PackedFew<'a, 'w, const W: usize> {
    tables: &'a Tables<W>,
    alive: Set<W>,
    in_play: u32,
    context: &'a mut Context<'w>,
}

impl<const W: usize> ForWords for PackedFew<'_, '_, W> {
    #[inline(always)]
    fn go<const V: usize>(self) -> OpenSubtrees {
        let packed = self.tables.pack::<V>(&self.alive, self.in_play, self.context.level, self.context.cache.n_words());
        search_or_lanes(&packed, self.context)
    }
}

struct Packed<'a, 'w> {
    tables: Unpacked<'a>,
    alive: &'a [u64],
    in_play: u32,
    context: &'a mut Context<'w>,
}

impl ForWords for Packed<'_, '_> {
    #[inline(always)]
    fn go<const V: usize>(self) -> OpenSubtrees {
        let Self { tables, alive, in_play, context } = self;
        let packed = tables.pack::<V>(alive, in_play, context.level, context.cache.n_words(), &mut context.moves);
        search_or_lanes(&packed, context)
    }
}

/// Goes on in narrower tables.
#[inline(never)]
fn search_packed(n_options: usize, job: Packed<'_, '_>) -> OpenSubtrees {
    match job.context.level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the instructions were detected.
        Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { search_packed_avx2(n_options, job) },
        _ => with_words(n_options, job),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search_packed_avx2(n_options: usize, job: Packed<'_, '_>) -> OpenSubtrees {
    with_words(n_options, job)
}

/// Counts all solutions of the tables, by lanes where they suit.
#[inline(always)]
fn search_or_lanes<const W: usize>(tables: &Tables<W>, context: &mut Context<'_>) -> OpenSubtrees {
    #[cfg(target_arch = "x86_64")]
    if let Some(rest) = lanes::search(tables, context) {
        return rest;
    }
    search(tables, context)
}

/// Counts all solutions of the tables, with the instructions of the context's level.
fn search<const W: usize>(tables: &Tables<W>, context: &mut Context<'_>) -> OpenSubtrees {
    match context.level {
        Instructions::Plain => body(Portable, tables, context),
        // SAFETY: the instructions were detected.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(_) => unsafe { search_avx2(tables, context) },
        // SAFETY: likewise.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512(detected) => unsafe { search_avx512(detected, tables, context) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => body(Portable, tables, context),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search_avx2<const W: usize>(tables: &Tables<W>, context: &mut Context<'_>) -> OpenSubtrees {
    body(Portable, tables, context)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn search_avx512<const W: usize>(detected: Detected, tables: &Tables<W>, context: &mut Context<'_>) -> OpenSubtrees {
    body(Avx512(detected), tables, context)
}

#[inline(always)]
fn body<C: MrvScanner, const W: usize>(scanner: C, tables: &Tables<W>, context: &mut Context<'_>) -> OpenSubtrees {
    let all = tables.all();
    let poll_nodes = to_u64(POLL_WORK / (tables.items.len() * W + 1));
    let mut frames: Vec<Frame<W>> = Vec::with_capacity(to_usize(tables.n_primary));
    if !tables.has_enough(&all) {
        return OpenSubtrees::default();
    }
    visit(scanner, tables, all, tables.n_primary, &mut frames, context);
    while let Some(frame) = frames.last_mut() {
        let Some(option) = take_first(&mut frame.todo) else {
            context.cache.close(&frame.open, &context.ledger);
            frames.pop();
            continue;
        };
        if context.is_to_pause(poll_nodes) {
            insert(&mut frame.todo, option);
            return rest(tables, &frames, OpenSubtrees::default());
        }
        frame.chosen = option;
        let Some((alive, in_play)) = choose(tables, &frame.alive, frame.in_play, option, context.level) else {
            context.ledger.leaf(0);
            continue;
        };
        if in_play <= tables.option_size {
            let number = last(&alive, in_play);
            context.ledger.leaf(number);
            hand_out(number, tables, &frames, &alive, in_play, context);
            continue;
        }
        if in_play >= context.learned.packing.least
            && let Some((deal, n_alive)) = PackEstimate::of(tables, &alive, in_play)
        {
            let before = context.ledger.so_far();
            let outside = context.enter(frames.iter().map(|frame| tables.ids[frame.chosen]));
            let inner = if W <= FEW_WORDS {
                with_few_words(n_alive, PackedFew { tables, alive, in_play, context })
            } else {
                // A copy: what is lent stays in memory, and the loop is to keep its state in registers.
                let set = alive;
                search_packed(n_alive, Packed { tables: tables.into(), alive: &set, in_play, context })
            };
            context.leave(outside);
            let profit = deal.profit(context.ledger.so_far().saturating_sub(before));
            context.learned.packing.note(deal.in_play, profit);
            if !inner.is_empty() {
                return rest(tables, &frames, inner);
            }
            continue;
        }
        visit(scanner, tables, alive, in_play, &mut frames, context);
    }
    OpenSubtrees::default()
}

/// What is left when an option is chosen; none if that is too little for a quota.
#[inline(always)]
fn choose<const W: usize>(
    tables: &Tables<W>,
    alive: &Set<W>,
    in_play: u32,
    option: usize,
    level: Instructions,
) -> Option<(Set<W>, u32)> {
    let compatible = &tables.compatible[option];
    let mut left: Set<W> = std::array::from_fn(|word| alive[word] & compatible[word]);
    tables.take_tokens(&mut left, option, level).then_some((left, in_play - tables.sizes[option]))
}

/// The solutions when all is covered, or when any living option covers all that is left.
#[inline(always)]
fn last<const W: usize>(alive: &Set<W>, in_play: u32) -> u64 {
    if in_play == 0 { 1 } else { len(alive) }
}

/// Hands out this number of solutions, which have just been found, if they are wanted one by one.
#[inline(always)]
fn hand_out<const W: usize>(
    number: u64,
    tables: &Tables<W>,
    frames: &[Frame<W>],
    alive: &Set<W>,
    in_play: u32,
    context: &mut Context<'_>,
) {
    if number > 0 && context.lister.is_some() {
        // A copy, as for packing.
        let set = *alive;
        hand_out_each(tables, frames, &set, in_play, context);
    }
}

#[cold]
#[inline(never)]
fn hand_out_each<const W: usize>(
    tables: &Tables<W>,
    frames: &[Frame<W>],
    alive: &Set<W>,
    in_play: u32,
    context: &mut Context<'_>,
) {
    let Context { lister: Some(lister), ledger, .. } = context else { return };
    let chosen = frames.iter().map(|frame| tables.ids[frame.chosen]);
    if in_play == 0 {
        return lister.hand_out(chosen, None, ledger);
    }
    members(alive).for_each(|option| lister.hand_out(chosen.clone(), Some(tables.ids[option]), ledger));
}

/// Looks at a state: takes forced options, and opens a level if there is a choice.
#[inline(always)]
fn visit<C: MrvScanner, const W: usize>(
    scanner: C,
    tables: &Tables<W>,
    mut alive: Set<W>,
    mut in_play: u32,
    frames: &mut Vec<Frame<W>>,
    context: &mut Context<'_>,
) {
    loop {
        context.ledger.visit();
        if in_play <= tables.option_size {
            let number = last(&alive, in_play);
            context.ledger.find(number);
            hand_out(number, tables, frames, &alive, in_play, context);
            return;
        }
        let Context { ledger, cache, level, lister, .. } = context;
        let mrv_scan = scanner.mrv_scan(tables, &alive);
        if mrv_scan.n_without > tables.n_primary - in_play {
            return;
        }
        if mrv_scan.n_options() > 1 {
            if mrv_scan.n_options() == 2
                && pairs::are_all(tables, &alive, in_play)
                && lister.is_none()
                && let Some(n_solutions) = pairs::count(&tables.compatible, &alive)
            {
                ledger.find(n_solutions);
                return;
            }
            let n_looks = || tables.items.len() * alive.iter().filter(|&&word| word != 0).count();
            let key = |state: &mut [u64]| spread(&alive, &tables.in_task, *level, state);
            let open = match cache.lookup(in_play / tables.option_size.max(1), n_looks, ledger, key) {
                Met::New(open) => open,
                Met::Known(n_solutions) => {
                    ledger.find(n_solutions);
                    return;
                }
            };
            let (todo, width) = (tables.options_of(mrv_scan.item(), &alive), to_u32(to_place(mrv_scan.n_options())));
            frames.push(Frame { alive, in_play, todo, width, chosen: 0, open });
            return;
        }
        if tables.items.len() * W < CHEAP_CENSUS {
            let Some(option) = take_first(&mut tables.options_of(mrv_scan.item(), &alive)) else { return };
            let Some(left) = choose(tables, &alive, in_play, option, *level) else { return };
            (alive, in_play) = left;
            continue;
        }
        let Some(forced) = forced(tables, &mrv_scan, alive, in_play, *level) else { return };
        (alive, in_play) = (forced.alive, forced.in_play);
        ledger.visit_all(forced.number - 1);
    }
}

/// What is left when forced options have been taken.
struct Forced<const W: usize> {
    alive: Set<W>,
    in_play: u32,
    number: u64,
}

/// Takes the only options of several items, as many as one census shows; none if two of them exclude each other, or too little is left for a quota. A census costs more than choosing.
#[inline(always)]
fn forced<const W: usize>(
    tables: &Tables<W>,
    mrv_scan: &MrvScan,
    before: Set<W>,
    in_play: u32,
    level: Instructions,
) -> Option<Forced<W>> {
    let mut forced = Forced { alive: before, in_play, number: 0 };
    let mut taken = [0; W];
    for item in mrv_scan.forced() {
        let option = take_first(&mut tables.options_of(item, &before))?;
        if contains(&taken, option) {
            continue;
        }
        if !contains(&forced.alive, option) {
            return None;
        }
        (forced.alive, forced.in_play) = choose(tables, &forced.alive, forced.in_play, option, level)?;
        insert(&mut taken, option);
        forced.number += 1;
    }
    Some(forced)
}

/// What is left to do in the frames, and in `inner`, the rest of a search that was packed below the last of them.
fn rest<const W: usize>(tables: &Tables<W>, frames: &[Frame<W>], inner: OpenSubtrees) -> OpenSubtrees {
    let level = |frame: &Frame<W>| {
        let untried = members(&frame.todo).map(|option| tables.ids[option]).collect();
        (frame.width, tables.ids[frame.chosen], untried)
    };
    inner.below(frames.iter().map(level))
}
