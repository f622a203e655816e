//! Certificates: all states of a sweep with their multiplicities, or classes of them, or the top of a search tree, by which an independent program (`checker/`) can check that a count is right.
//!
//! `checker/FORMAT.md` says what is written, and why it proves the count. `plan` lays a sweep out, `states` makes it and writes its states, level by level; `tree` writes a tree; classes are written by `isomorph/proof.rs`.
//! Nothing is written twice: where the kind of the records is not yet known, what is written is held back.

mod kinds;
mod plan;
mod prices;
mod states;
mod tree;

use std::io::{self, BufWriter, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use dlx_canon::symmetry::Group;
use dlx_core::format::knuth;
use dlx_core::problem::{Problem, ProblemError, in_seven_bits, to_u32, to_u64};
use dlx_core::stop::poll;
use dlx_core::tally::Count;

use self::plan::CertificatePlan;
use self::prices::Spending;
use self::states::StateSweep;
use self::tree::ProofTree;
use super::frontier::{Forecast, forecast, with_few_words};
use super::info::EngineKind;
use super::isomorph;
use super::probes::Probes;
use super::residue::Residue;
use super::run_signal::RunSignal;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unproved {
    /// The states of open levels do not fit.
    #[error("the states of this problem do not fit in memory; --engine bits writes a tree")]
    Memory,
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
    /// The classes cannot be labelled.
    #[error("this problem is too wide for classes; --engine frontier writes states")]
    Wide,
    /// The states have too many bits.
    #[error("the states of this problem have more than 1024 bits; --engine bits writes a tree")]
    WideFrontier,
    /// There are more records than were allowed.
    #[error("there are too many records")]
    Long,
    /// The checker cannot handle colors in classes, nor items that are covered several times.
    #[error("a certificate of classes cannot have {0}; --engine frontier writes states")]
    Classes(&'static str),
    /// The checker cannot handle this in a count up to symmetry.
    #[error("a certificate of a count up to symmetry cannot have {0}")]
    Kinds(&'static str),
    /// There is no best cost, or no thread to look for it.
    #[error("{0}")]
    Best(String),
    /// Prices cannot bound costs.
    #[error("options cost less than nothing, or amounts too large, where no item is covered a fixed number of times")]
    Dear,
    /// The checker cannot handle components.
    #[error("a certificate cannot say how options must be connected")]
    Connected,
    /// It cannot be written, or the problem cannot be written in Knuth's format.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The problem is too large.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// The result of a certificate, and its size.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Proof {
    /// The number of solutions: of those that have the best cost, if it is about that, or of kinds of them.
    pub count: Count,
    /// The best cost, in [units](Problem::in_units_of_cost).
    pub cost: Option<i64>,
    /// The number of states, classes or leaves written.
    pub records: u64,
    /// What the records are.
    pub kind: ProofKind,
}

/// What the records of a certificate are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProofKind {
    /// The states of a sweep.
    States,
    /// Classes of states up to isomorphism, and how each step leads to one.
    Classes,
    /// Leaves of a tree, counted by this engine. A checker counts them again.
    Leaves(EngineKind),
}

/// What a certificate is about, and what its records are.
const COUNT: usize = 0;
const CLASSES: usize = 1;
const LEAST: usize = 2;
const GREATEST: usize = 3;
const KINDS: usize = 4;
const TREE: usize = 5;

/// How a certificate begins, before what is compressed.
const MAGIC: &[u8] = b"dlx-certificate 4\n";

/// Where the kind of the records is not asked for: with more states than this, and then this, something else is written if it has few enough records.
const MANY_STATES: [u64; 2] = [1 << 14, 1 << 20];

/// With more states than this, classes are tried once more.
const HARD: f64 = (1u64 << 24) as f64;

/// As many classes are few as make this product with the places in the options of the problem: to label one takes time with these. For `latin 7`, 2038 classes.
const FEW_CLASSES: [u64; 2] = [1 << 21, 1 << 27];

/// Seconds to check a tree that are too many: ten days.
const TOO_LONG: f64 = 864_000.0;

/// The seconds that a checker takes for a state, and for a node of a tree, for each place in the options of its problem: about (results/2026-11-26-tree-certificates).
const STATE_TIME: f64 = 5e-7;
const NODE_TIME: f64 = 6e-10;

/// Probes for an estimate of a tree.
const PROBES: u64 = 1000;

/// Bytes that are compressed together.
const BUFFER: usize = 1 << 16;

/// Writes a certificate of the number of solutions, in this much memory: with the records of this engine, states for `frontier`, classes for `isomorph`, a tree for those that search one; or with what suits the problem: states, if there
/// are few (16384); else a tree, if it is tiny; else classes, if there are few; else states again, up to a million; else classes again, if states seem hopeless; else a tree, if it seems to be checked sooner than the states, or these seem not to fit; else states.
///
/// # Errors
/// If the problem cannot be written in Knuth's format, the states or classes do not fit, the run is stopped, or writing fails; or if there are classes only for simpler problems.
pub fn certify(
    problem: &Problem,
    engine: Option<EngineKind>,
    memory: usize,
    signal: &RunSignal,
    out: &mut dyn Write,
) -> Result<Proof, Unproved> {
    let tree = |engine| ProofTree::new(problem, engine, memory, signal);
    match engine {
        Some(EngineKind::Isomorph) => return classes(problem, (memory, u64::MAX), signal, out),
        Some(engine) if engine.keeps_tasks() => return leaves(problem, &mut tree(engine), out),
        _ => {}
    }
    let held = HeldBack { kept: engine.is_none().then(Vec::new), out };
    let mut packed = begun(problem, COUNT, held)?;
    let plan = match CertificatePlan::new(problem, None, signal) {
        Err(Unproved::WideFrontier) if engine.is_none() => {
            return leaves(problem, &mut tree(EngineKind::of_tasks()), packed.get_mut().out);
        }
        plan => plan?,
    };
    with_few_words!(plan.n_bits, WORDS => {
        let mut sweep = begun_sweep::<WORDS>(&plan, &mut packed)?;
        if engine.is_none() && let Some(proof) = perhaps_others(problem, &mut sweep, (memory, signal), &mut packed)? {
            return Ok(proof);
        }
        packed.get_mut().release()?;
        sweep.go_on((memory, u64::MAX), signal, &mut packed)?;
        finish(packed, &sweep.count())?;
        Ok(Proof { count: sweep.count(), records: sweep.records, kind: ProofKind::States, cost: None })
    })
}

/// Writes a certificate of the number of solutions of this cost, in units, and that there are none of less, or of more if the cost is the greatest.
///
/// # Errors
/// As [`certify`]; or if options without items that are covered a fixed number of times cost less than nothing.
pub fn certify_best(
    problem: &Problem,
    (best, is_greatest): (i64, bool),
    memory: usize,
    signal: &RunSignal,
    out: &mut dyn Write,
) -> Result<Proof, Unproved> {
    let spending = Spending::new(problem, best, is_greatest)?;
    let mut packed = begun(problem, if is_greatest { GREATEST } else { LEAST }, HeldBack { kept: None, out })?;
    number(&mut packed, spending.digits as usize)?;
    for price in &spending.prices {
        long(&mut packed, (price << 1 ^ price >> 63).cast_unsigned())?;
    }
    long(&mut packed, spending.most)?;
    let plan = CertificatePlan::new(problem, Some(&spending), signal)?;
    let (count, records) =
        with_few_words!(plan.n_bits, WORDS => whole_sweep::<WORDS>(&plan, memory, signal, &mut packed))?;
    finish(packed, &count)?;
    Ok(Proof { count, records, kind: ProofKind::States, cost: Some(best) })
}

/// Writes a certificate of the number of solutions up to the symmetries of a group: of all solutions that each of them leaves as they are.
///
/// # Errors
/// As [`certify`]; or if the problem or the group is one that the checkers do not take: with colors, items that are covered several times, equal options, or more than 1000 symmetries.
///
/// # Panics
/// If the sum cannot be divided by the order of the group: then it is none.
pub fn certify_kinds(
    problem: &Problem,
    group: &Group,
    memory: usize,
    signal: &RunSignal,
    out: &mut dyn Write,
) -> Result<Proof, Unproved> {
    let symmetries = kinds::permutations(problem, group)?;
    let mut packed = begun(problem, KINDS, HeldBack { kept: None, out })?;
    number(&mut packed, symmetries.len())?;
    let (mut sum, mut all) = (Count::ZERO, 0);
    for symmetry in &symmetries {
        symmetry.items.iter().try_for_each(|item| number(&mut packed, item.index()))?;
        let plan = CertificatePlan::new(&symmetry.fixed(problem)?, None, signal)?;
        let (count, records) =
            with_few_words!(plan.n_bits, WORDS => whole_sweep::<WORDS>(&plan, memory, signal, &mut packed))?;
        number(&mut packed, 0)?;
        (sum, all) = (sum + count, all + records);
    }
    let (count, rest) = sum.divided_by(to_u32(symmetries.len()));
    assert_eq!(rest, 0, "the mean of what symmetries leave as it is is whole");
    let mut held = ended(packed, &count)?;
    held.flush()?;
    Ok(Proof { count, records: all, kind: ProofKind::States, cost: None })
}

/// A sweep of which the places and the order of items have been written.
fn begun_sweep<const K: usize>(plan: &CertificatePlan, out: &mut dyn Write) -> io::Result<StateSweep<K>> {
    plan.items.iter().try_for_each(|item| number(out, item.field.start))?;
    plan.order.iter().try_for_each(|&item| number(out, item))?;
    Ok(StateSweep::new(plan))
}

/// The number of solutions, and of records.
fn whole_sweep<const K: usize>(
    plan: &CertificatePlan,
    memory: usize,
    signal: &RunSignal,
    out: &mut dyn Write,
) -> Result<(Count, u64), Unproved> {
    let mut sweep = begun_sweep::<K>(plan, out)?;
    sweep.go_on((memory, u64::MAX), signal, out)?;
    Ok((sweep.count(), sweep.records))
}

/// Writes something else instead of the states that are held back, if these are too many, and something else suits the problem better.
fn perhaps_others<const K: usize>(
    problem: &Problem,
    sweep: &mut StateSweep<K>,
    (memory, signal): (usize, &RunSignal),
    packed: &mut ZlibEncoder<HeldBack<'_>>,
) -> Result<Option<Proof>, Unproved> {
    // A sweep that does not fit is lost.
    let (mut is_lost, mut tree) = (false, None);
    for (most, few) in MANY_STATES.into_iter().zip(FEW_CLASSES) {
        match sweep.go_on((memory, most), signal, packed) {
            Ok(true) => return Ok(None),
            Err(Unproved::Memory) => is_lost = true,
            tried => drop(tried?),
        }
        let tree = tree.get_or_insert_with(|| ProofTree::new(problem, EngineKind::of_tasks(), memory, signal));
        if tree.is_tiny()? {
            return leaves(problem, tree, packed.get_mut().out).map(Some);
        }
        let is_last = is_lost || most == MANY_STATES[1];
        let forecast = is_last.then(|| forecast(problem, memory, &signal.for_trial(), || false));
        let is_narrow = |it: &Forecast| it.states.about < HARD && it.largest.about * it.bytes.0 < memory as f64;
        if is_lost || !forecast.as_ref().is_some_and(is_narrow) {
            let few = if is_lost { u64::MAX } else { few / to_u64(problem.n_cells().max(1)) };
            let mut instead = Vec::new();
            match classes(problem, (memory.saturating_sub(sweep.bytes()), few), signal, &mut instead) {
                Ok(proof) => {
                    packed.get_mut().out.write_all(&instead)?;
                    return Ok(Some(proof));
                }
                Err(Unproved::Stopped) => return Err(Unproved::Stopped),
                Err(_) => {}
            }
        }
        if let Some(it) = forecast {
            let time = time_to_check_tree(problem, &mut || !signal.is_stopped());
            // A file that is far smaller is worth some time.
            let is_sooner = time < 2.0 * it.states.about * STATE_TIME || it.largest.about * it.bytes.0 > memory as f64;
            return match (time < TOO_LONG && (is_lost || is_sooner), is_lost) {
                (true, _) => leaves(problem, tree, packed.get_mut().out).map(Some),
                (false, true) => Err(Unproved::Memory),
                (false, false) => Ok(None),
            };
        }
    }
    Ok(None)
}

/// About how many seconds `dlx-check` takes for a certificate of a tree: right within a factor of three at best.
#[must_use]
pub fn time_to_check_tree(problem: &Problem, goes_on: &mut dyn FnMut() -> bool) -> f64 {
    if problem.n_parts() > 1 {
        return problem.parts().iter().map(|part| time_to_check_tree(part, goes_on)).sum();
    }
    Probes::new(problem, PROBES, 1, goes_on).nodes.value * problem.n_cells() as f64 * NODE_TIME
}

/// Writes a tree.
fn leaves(problem: &Problem, tree: &mut ProofTree<'_>, out: &mut dyn Write) -> Result<Proof, Unproved> {
    let mut packed = begun(problem, TREE, HeldBack { kept: None, out })?;
    if !tree.is_tiny()? {
        tree.grow();
    }
    let mut records = 0;
    let count = tree.write(0, &mut records, &mut packed)?;
    ended(packed, &count)?.flush()?;
    Ok(Proof { count, records, kind: ProofKind::Leaves(tree.engine), cost: None })
}

fn classes(
    problem: &Problem,
    bounds: (usize, u64),
    signal: &RunSignal,
    out: &mut dyn Write,
) -> Result<Proof, Unproved> {
    let residue = simple(problem)?;
    let mut packed = begun(problem, CLASSES, HeldBack { kept: None, out })?;
    // A step is some bytes: to compress each by itself took a sixth of the time.
    let mut buffered = BufWriter::with_capacity(BUFFER, &mut packed);
    let proof = isomorph::write_classes(residue, bounds, signal, &mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    finish(packed, &proof.count)?;
    Ok(proof)
}

/// What has been compressed, kept until it is known whether it is wanted.
struct HeldBack<'a> {
    kept: Option<Vec<u8>>,
    out: &'a mut dyn Write,
}

impl HeldBack<'_> {
    /// It is wanted.
    fn release(&mut self) -> io::Result<()> {
        self.kept.take().map_or(Ok(()), |kept| self.out.write_all(&kept))
    }
}

impl Write for HeldBack<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        poll(bytes.len());
        match &mut self.kept {
            Some(kept) => kept.write(bytes),
            None => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A certificate with its problem.
fn begun<'a>(problem: &Problem, kind: usize, mut held: HeldBack<'a>) -> Result<ZlibEncoder<HeldBack<'a>>, Unproved> {
    if problem.connected().is_some() {
        return Err(Unproved::Connected);
    }
    let mut text = PolledText(Vec::new());
    knuth::write(problem, &mut text)?;
    let PolledText(text) = text;
    held.write_all(MAGIC)?;
    // Classes are few and long, states many and short.
    let level = if kind == CLASSES { Compression::default() } else { Compression::fast() };
    let mut packed = ZlibEncoder::new(held, level);
    number(&mut packed, text.len())?;
    packed.write_all(&text)?;
    number(&mut packed, kind)?;
    Ok(packed)
}

/// The end of the records, and the count.
fn finish(mut packed: ZlibEncoder<HeldBack<'_>>, count: &Count) -> Result<(), Unproved> {
    number(&mut packed, 0)?;
    Ok(ended(packed, count)?.flush()?)
}

/// The count.
fn ended<'a>(mut packed: ZlibEncoder<HeldBack<'a>>, count: &Count) -> io::Result<HeldBack<'a>> {
    amount(&mut packed, count)?;
    let mut held = packed.finish()?;
    held.release()?;
    Ok(held)
}

/// A problem of which the checker can check classes.
fn simple(problem: &Problem) -> Result<Residue, Unproved> {
    let (problem, times) = problem.with_bounds();
    if !times.is_empty() {
        return Err(Unproved::Classes("items that are covered several times, or perhaps not at all"));
    }
    // The checker reads the colors of options, too, that can never be chosen.
    if problem.is_colored() { Err(Unproved::Classes("colors")) } else { Ok(Residue::whole(problem)) }
}

/// A text that polls as it grows.
struct PolledText(Vec<u8>);

impl Write for PolledText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        poll(bytes.len());
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A number of seven bits in each byte, the least first; all bytes but the last have the high bit.
pub(super) fn number(out: &mut dyn Write, number: usize) -> io::Result<()> {
    long(out, to_u64(number))
}

fn long(out: &mut dyn Write, number: u64) -> io::Result<()> {
    in_seven_bits(number).try_for_each(|byte| out.write_all(&[byte]))
}

/// A count: the number of its bytes, and these, the least first.
pub(super) fn amount(out: &mut dyn Write, count: &Count) -> io::Result<()> {
    let bytes = count.to_bytes();
    number(out, bytes.len())?;
    out.write_all(&bytes)
}
