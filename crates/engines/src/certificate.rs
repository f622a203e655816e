//! Certificates: all states of a sweep with their multiplicities, or classes of them, by which an independent program (`checker/`) can check that a count is right.
//!
//! The classes are written by `isomorph/proof.rs`. For the states, the idea is that of `frontier`, implemented again for clarity: exactly what `checker/FORMAT.md` says. The items of a fixed order are decided one after the other; choices
//! that agree on all that later options can touch become one state. Every level is written as it is finished, sorted, so that what is written does not depend on hashes.

use std::io::{self, Write};

use dlx_core::format::knuth;
use dlx_core::problem::{Color, ItemId, Multiplicity, Problem, ProblemError, to_u32, to_u64, to_usize};
use dlx_core::stop::poll;
use dlx_core::tally::Count;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::frontier::best_order;
use super::isomorph;
use super::residue::Residue;
use super::run_signal::RunSignal;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unproved {
    /// The states of open levels do not fit.
    #[error("the states of this problem do not fit in memory")]
    Memory,
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
    /// The classes cannot be labelled.
    #[error("this problem is too wide for classes; --engine frontier writes states")]
    Wide,
    /// There are more records than were allowed.
    #[error("there are too many records")]
    Long,
    /// The checker cannot handle colors in classes, nor items that are covered several times.
    #[error("a certificate of classes cannot have {0}; --engine frontier writes states")]
    Classes(&'static str),
    /// The checker cannot handle components.
    #[error("a certificate cannot say how options must hang together")]
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
    /// The number of solutions.
    pub count: Count,
    /// The number of states or classes written.
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
}

/// A problem with more states than this is given classes, if it has few enough.
const MANY_STATES: u64 = 1 << 20;

/// A problem with more classes than this is given states.
const MANY_CLASSES: u64 = 1 << 16;

impl ProofKind {
    /// How a certificate begins, before what is compressed.
    #[must_use]
    pub const fn magic(self) -> &'static [u8] {
        match self {
            Self::States => b"dlx-certificate 1\n",
            Self::Classes => b"dlx-certificate 2\n",
        }
    }

    /// Which of them suits a problem: states, if a million are enough; else classes, if 65536 are enough; else states. Both are tried.
    ///
    /// # Errors
    /// If the run is stopped, or no certificate can be written at all.
    pub fn of(problem: &Problem, memory: usize, signal: &RunSignal) -> Result<Self, Unproved> {
        let trial = |kind, most| CertificateJob { kind, memory, most }.write(problem, signal, &mut io::sink());
        match trial(Self::States, MANY_STATES) {
            Err(Unproved::Long | Unproved::Memory) => {}
            other => return other.map(|_| Self::States),
        }
        match trial(Self::Classes, MANY_CLASSES) {
            Ok(_) => Ok(Self::Classes),
            Err(Unproved::Stopped) => Err(Unproved::Stopped),
            Err(_) => Ok(Self::States),
        }
    }

    /// Writes a certificate of the number of solutions, not yet compressed, in this much memory.
    ///
    /// # Errors
    /// If the problem cannot be written in Knuth's format, the states or classes do not fit, the run is stopped, or writing fails; or if there are classes only for simpler problems.
    pub fn certify(
        self,
        problem: &Problem,
        memory: usize,
        signal: &RunSignal,
        out: &mut dyn Write,
    ) -> Result<Proof, Unproved> {
        CertificateJob { kind: self, memory, most: u64::MAX }.write(problem, signal, out)
    }
}

/// A certificate to be written, and its bounds: bytes for states, and records.
#[derive(Clone, Copy)]
struct CertificateJob {
    kind: ProofKind,
    memory: usize,
    most: u64,
}

impl CertificateJob {
    fn write(self, problem: &Problem, signal: &RunSignal, out: &mut dyn Write) -> Result<Proof, Unproved> {
        if problem.connected().is_some() {
            return Err(Unproved::Connected);
        }
        let mut text = PolledText(Vec::new());
        knuth::write(problem, &mut text)?;
        let PolledText(text) = text;
        number(out, text.len())?;
        out.write_all(&text)?;
        drop(text);
        let proof = match self.kind {
            ProofKind::States => {
                let plan = CertificatePlan::new(problem, signal)?;
                plan.order.iter().try_for_each(|&item| number(out, item))?;
                plan.sweep((self.memory, self.most), signal, out)?
            }
            ProofKind::Classes => isomorph::write_classes(simple(problem)?, (self.memory, self.most), signal, out)?,
        };
        number(out, 0)?;
        amount(out, &proof.count)?;
        Ok(proof)
    }
}

/// A problem of which the checker can check classes.
fn simple(problem: &Problem) -> Result<Residue, Unproved> {
    let (problem, times) = problem.with_bounds();
    if !times.is_empty() {
        return Err(Unproved::Classes("items that are covered several times, or perhaps not at all"));
    }
    let residue = Residue::whole(problem);
    if residue.is_colored { Err(Unproved::Classes("colors")) } else { Ok(residue) }
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
pub(super) fn number(out: &mut dyn Write, mut number: usize) -> io::Result<()> {
    loop {
        let low = (number & 127).to_le_bytes()[0];
        number >>= 7;
        if number == 0 {
            return out.write_all(&[low]);
        }
        out.write_all(&[low | 128])?;
    }
}

/// A count: the number of its bytes, and these, the least first.
pub(super) fn amount(out: &mut dyn Write, count: &Count) -> io::Result<()> {
    let bytes = count.to_bytes();
    number(out, bytes.len())?;
    out.write_all(&bytes)
}

/// An item, and the levels at which something is decided about it.
struct ProofItem {
    least: usize,
    /// The largest status.
    most: u32,
    is_primary: bool,
    /// The first and the last level with an option that touches it; none if no option does.
    levels: Option<(usize, usize)>,
}

/// At each level at most one of some options is chosen, all of which cover the item of the level.
struct ProofLevel {
    item: usize,
    options: Vec<usize>,
    /// Items that later options do not touch.
    settled: Vec<usize>,
    /// Items that earlier options have touched and these or later ones do, and how many bits each takes in a state.
    live: Vec<(usize, u32)>,
}

struct CertificatePlan {
    items: Vec<ProofItem>,
    /// For each option its items and the status that it gives to secondary ones.
    options: Vec<Vec<(usize, u32)>>,
    order: Vec<usize>,
    levels: Vec<ProofLevel>,
}

type States = HashMap<Box<[u8]>, Count, FxBuildHasher>;

impl CertificatePlan {
    fn new(problem: &Problem, signal: &RunSignal) -> Result<Self, Unproved> {
        let (problem, times) = problem.with_bounds();
        let bounds = |item: &ItemId| times.iter().find(|(other, _)| other == item).map(|(_, times)| *times);
        let is_primary = |item: &ItemId| problem.is_primary(*item) || bounds(item).is_some();
        // The items as the text has them: primary ones first.
        let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) = problem.items().partition(is_primary);
        let mut places = vec![0; problem.n_items()];
        primary.iter().chain(&secondary).enumerate().for_each(|(place, item)| places[item.index()] = place);
        let (n_primary, mut builder) = (primary.len(), Problem::builder());
        for item in &primary {
            builder.primary(problem.item_label(*item))?;
        }
        for item in &secondary {
            builder.secondary(problem.item_label(*item))?;
        }
        let mut colors = vec![Vec::new(); problem.n_items()];
        let (mut options, mut degrees) = (Vec::new(), vec![0usize; problem.n_items()]);
        for option in problem.options() {
            let mut cells = Vec::new();
            poll(problem.items_of(option).len());
            for (item, color) in problem.cells(option) {
                let place = places[item.index()];
                cells.push((place, if color.is_none() { 1 } else { 2 + to_u32(known(&mut colors[place], color)) }));
            }
            if cells.iter().any(|&(item, _)| item < n_primary) {
                let ids: Vec<ItemId> = cells.iter().map(|&(item, _)| ItemId::from_index(item)).collect();
                builder.option(&ids)?;
                cells.iter().for_each(|&(item, _)| degrees[item] += 1);
                options.push(cells);
            }
        }
        let item = |(place, item): (usize, &ItemId)| {
            let is_primary = place < n_primary;
            let Multiplicity { least, most } =
                bounds(item).unwrap_or(Multiplicity { least: usize::from(is_primary), ..Multiplicity::ONE });
            let most =
                if is_primary { most.unwrap_or(usize::MAX).min(degrees[place]) } else { 1 + colors[place].len() };
            ProofItem { least, most: to_u32(most), is_primary, levels: None }
        };
        let items: Vec<ProofItem> = primary.iter().chain(&secondary).enumerate().map(item).collect();
        let (order, _) = best_order(&Residue::whole(&builder.build()), &|| signal.is_stopped());
        let declared =
            primary.iter().map(|item| bounds(item).unwrap_or(Multiplicity::ONE).most.is_none_or(|most| most > 1));
        let is_several: Vec<bool> = declared.collect();
        let mut plan = Self { items, options, order, levels: Vec::new() };
        plan.lay_out(&is_several);
        Ok(plan)
    }

    /// Determines what is decided at each level.
    fn lay_out(&mut self, is_several: &[bool]) {
        let mut positions = vec![usize::MAX; self.items.len()];
        self.order.iter().enumerate().for_each(|(position, &item)| positions[item] = position);
        let mut groups = vec![Vec::new(); self.order.len()];
        for (number, option) in self.options.iter().enumerate() {
            let first = option.iter().map(|&(item, _)| positions[item]).min();
            first.into_iter().for_each(|first| groups[first].push(number));
        }
        for (&item, group) in self.order.iter().zip(groups) {
            let parts = if is_several[item] { group.len() } else { group.len().min(1) };
            for options in group.chunks(group.len().checked_div(parts).unwrap_or(1).max(1)) {
                let level = self.levels.len();
                poll(options.iter().map(|&option| self.options[option].len()).sum());
                for &(item, _) in options.iter().flat_map(|&option| &self.options[option]) {
                    let first = self.items[item].levels.map_or(level, |(first, _)| first);
                    self.items[item].levels = Some((first, level));
                }
                self.levels.push(ProofLevel { item, options: options.to_vec(), settled: Vec::new(), live: Vec::new() });
            }
        }
        for (number, item) in self.items.iter().enumerate() {
            let Some((first, last)) = item.levels else { continue };
            self.levels[last].settled.push(number);
            poll(last - first);
            let bits = item.most.checked_ilog2().map_or(0, |bits| bits + 1);
            self.levels[first + 1..=last].iter_mut().for_each(|level| level.live.push((number, bits)));
        }
    }

    /// Sweeps from level to level.
    fn sweep(&self, (memory, most): (usize, u64), signal: &RunSignal, out: &mut dyn Write) -> Result<Proof, Unproved> {
        let mut pending: Vec<States> = (0..=self.levels.len()).map(|_| States::default()).collect();
        let mut status = vec![0; self.items.len()];
        let is_coverable = self.items.iter().all(|item| item.levels.is_some() || item.least == 0 || !item.is_primary);
        if let Some(level) = self.next_open(0, &status).filter(|_| is_coverable) {
            self.add(&mut pending, level, &status, &Count::ONE);
        }
        let (mut records, mut bytes) = (0, 0);
        for (depth, level) in self.levels.iter().enumerate() {
            let mut states: Vec<(Box<[u8]>, Count)> = std::mem::take(&mut pending[depth]).into_iter().collect();
            if states.is_empty() {
                continue;
            }
            records += to_u64(states.len());
            if records > most {
                return Err(Unproved::Long);
            }
            states.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            number(out, depth + 1)?;
            number(out, states.len())?;
            for (key, count) in &states {
                out.write_all(key)?;
                amount(out, count)?;
                self.unpack(level, key, &mut status);
                bytes += self.choose(depth, &mut status, count, &mut pending);
                poll(key.len());
                if bytes > memory {
                    return Err(Unproved::Memory);
                }
            }
            signal.note(to_u64(states.len()), 0);
            bytes = bytes.saturating_sub(states.iter().map(|(key, _)| weight(key)).sum());
            status.fill(0);
        }
        let count = pending.pop().and_then(|mut last| last.remove(&[][..])).unwrap_or_default();
        Ok(Proof { count, records, kind: ProofKind::States })
    }

    /// Passes a state on by each choice. Returns the bytes that new states take.
    fn choose(&self, level: usize, status: &mut [u32], count: &Count, pending: &mut [States]) -> usize {
        let mut bytes = 0;
        let mut hand_on = |status: &[u32]| {
            if self.is_settled(level, status)
                && let Some(next) = self.next_open(level + 1, status)
            {
                bytes += self.add(pending, next, status, count);
            }
        };
        hand_on(status);
        for &option in &self.levels[level].options {
            let option = &self.options[option];
            poll(option.len());
            if option.iter().all(|&cell| self.fits(cell, status)) {
                let before: Vec<u32> = option.iter().map(|&(item, _)| status[item]).collect();
                for &(item, tint) in option {
                    status[item] = if self.items[item].is_primary { status[item] + 1 } else { tint };
                }
                hand_on(status);
                option.iter().zip(before).for_each(|(&(item, _), before)| status[item] = before);
            }
        }
        bytes
    }

    fn fits(&self, (item, tint): (usize, u32), status: &[u32]) -> bool {
        match status[item] {
            taken if self.items[item].is_primary => taken < self.items[item].most,
            taken => taken == 0 || (taken == tint && tint > 1),
        }
    }

    /// Is all that this level settles covered often enough?
    fn is_settled(&self, level: usize, status: &[u32]) -> bool {
        self.levels[level].settled.iter().all(|&item| {
            let ProofItem { least, is_primary, .. } = self.items[item];
            !is_primary || to_usize(status[item]) >= least
        })
    }

    /// The next level at which there is something to choose: those are left out whose item takes no more. None if something that they settle is not covered.
    fn next_open(&self, mut level: usize, status: &[u32]) -> Option<usize> {
        while let Some(ProofLevel { item, .. }) = self.levels.get(level)
            && status[*item] == self.items[*item].most
        {
            if !self.is_settled(level, status) {
                return None;
            }
            level += 1;
        }
        Some(level)
    }

    /// Adds to a state of this level. Returns the bytes that it takes if it is new.
    fn add(&self, pending: &mut [States], level: usize, status: &[u32], count: &Count) -> usize {
        let key = self.levels.get(level).map_or_else(Vec::new, |level| pack(level, status));
        match pending[level].get_mut(&key[..]) {
            Some(sum) => {
                *sum += count.clone();
                0
            }
            None => {
                let bytes = weight(&key);
                pending[level].insert(key.into(), count.clone());
                bytes
            }
        }
    }

    fn unpack(&self, level: &ProofLevel, key: &[u8], status: &mut [u32]) {
        let mut place = 0;
        for &(item, bits) in &level.live {
            status[item] = 0;
            for bit in 0..bits {
                status[item] |= u32::from(key[place / 8] >> (place % 8) & 1) << bit;
                place += 1;
            }
        }
        debug_assert!(level.live.iter().all(|&(item, _)| status[item] <= self.items[item].most));
    }
}

/// The state of a level: the status of each live item in its bits, the least first.
fn pack(level: &ProofLevel, status: &[u32]) -> Vec<u8> {
    let n_bits: u32 = level.live.iter().map(|&(_, bits)| bits).sum();
    let (mut key, mut place) = (vec![0u8; to_usize(n_bits.div_ceil(8))], 0);
    for &(item, bits) in &level.live {
        for bit in 0..bits {
            key[place / 8] |= u8::from(status[item] >> bit & 1 == 1) << (place % 8);
            place += 1;
        }
    }
    key
}

/// About how many bytes a state takes: its key, its count, and its places in a hash map and in a list.
fn weight(key: &[u8]) -> usize {
    4 * (size_of::<Box<[u8]>>() + size_of::<Count>()) + key.len().next_multiple_of(16) + 16
}

/// The number of a color among those of an item.
fn known(colors: &mut Vec<Color>, color: Color) -> usize {
    colors.iter().position(|&other| other == color).unwrap_or_else(|| {
        colors.push(color);
        colors.len() - 1
    })
}
