//! The records of a certificate of states: `checker/FORMAT.md`, "Records of states".
//!
//! The idea is that of `frontier`, implemented again for what the checker knows alone: items that are covered several times, and sums of costs, which are statuses like others.
//! A state waits for the level at which it has something to choose. When that comes, all its states are there; they are written, and passed on.

use std::io::Write;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use dlx_core::problem::to_u64;
use dlx_core::stop::poll;
use dlx_core::tally::Count;

use super::super::frontier::{AnyNumber, Key, Number};
use super::super::run_signal::RunSignal;
use super::plan::{CertificatePlan, ProofField, ProofLevel};
use super::{Unproved, number};

/// States that are made.
type Map<const K: usize, N> = HashMap<Key<K>, N, FxBuildHasher>;

/// The most records of a block, which a checker keeps in memory.
const BLOCK: usize = 1 << 14;

/// States passed on between two looks at the clock and the memory.
const POLL: usize = 1 << 12;

/// A status, and a bound on it.
struct Bounded {
    word: usize,
    shift: usize,
    mask: u64,
    bound: u64,
}

impl Bounded {
    fn new(ProofField { start, width }: ProofField, bound: u64) -> Self {
        Self { word: start / 64, shift: start % 64, mask: ones(width), bound }
    }

    fn status<const K: usize>(&self, key: &Key<K>) -> u64 {
        key[self.word] >> self.shift & self.mask
    }
}

/// The conditions of choosing an option, and its effect.
struct ProofChoice<const K: usize> {
    /// Bits that must be 0.
    clear: Key<K>,
    /// Bits that are set.
    set: Key<K>,
    /// Fields that must be 0 or hold what the option would set.
    colored: Vec<(Key<K>, Key<K>)>,
    /// Items that can be covered again, up to their bounds; and what has been spent, which has to leave enough.
    counted: Vec<Bounded>,
    /// What is added to the fields that are counted.
    more: Key<K>,
}

impl<const K: usize> ProofChoice<K> {
    #[inline(always)]
    fn after(&self, key: &Key<K>) -> Option<Key<K>> {
        let is_free = (0..K).all(|word| key[word] & self.clear[word] == 0)
            && self.counted.iter().all(|counted| counted.status(key) <= counted.bound)
            && self.colored.iter().all(|(mask, color)| {
                let taken: Key<K> = std::array::from_fn(|word| key[word] & mask[word]);
                taken == [0; K] || taken == *color
            });
        is_free.then(|| std::array::from_fn(|word| (key[word] | self.set[word]) + self.more[word]))
    }
}

/// How states get from one level to the next.
struct ProofStep<const K: usize> {
    /// The item of the level, and its largest status.
    own: (Key<K>, Key<K>),
    choices: Vec<ProofChoice<K>>,
    /// Bits of items that are settled and must be set.
    must: Key<K>,
    /// Items that are settled and must be covered several times.
    least: Vec<Bounded>,
    /// The bits of items that are still looked at after this level.
    keep: Key<K>,
    /// The bytes of a state of this level.
    n_bytes: usize,
}

impl<const K: usize> ProofStep<K> {
    /// What is left of a state when this level is decided; none if something that it settles is not covered.
    #[inline(always)]
    fn settled(&self, key: &Key<K>) -> Option<Key<K>> {
        let is_covered = (0..K).all(|word| key[word] & self.must[word] == self.must[word])
            && self.least.iter().all(|item| item.status(key) >= item.bound);
        is_covered.then(|| std::array::from_fn(|word| key[word] & self.keep[word]))
    }

    #[inline(always)]
    fn is_full(&self, key: &Key<K>) -> bool {
        (0..K).all(|word| key[word] & self.own.0[word] == self.own.1[word])
    }
}

/// A sweep that writes down its states.
pub(super) struct StateSweep<const K: usize> {
    steps: Vec<ProofStep<K>>,
    waiting: Waiting<K>,
    /// The level that comes next.
    level: usize,
    pub(super) records: u64,
    /// No number of ways is larger.
    bound: f64,
}

/// The states that wait for each level, and the solutions, by what they have spent; in the width that their numbers need.
enum Waiting<const K: usize> {
    Narrow(Vec<Map<K, u64>>),
    Wide(Vec<Map<K, AnyNumber>>),
}

/// Does the same with states of any width.
macro_rules! with_waiting {
    ($any:expr, $maps:ident => $what:expr) => {
        match $any {
            Waiting::Narrow($maps) => $what,
            Waiting::Wide($maps) => $what,
        }
    };
}

impl<const K: usize> StateSweep<K> {
    pub(super) fn new(plan: &CertificatePlan) -> Self {
        let steps = steps(plan);
        let mut maps: Vec<Map<K, u64>> = (0..=steps.len()).map(|_| Map::default()).collect();
        let is_coverable = plan.items.iter().all(|item| item.levels.is_some() || item.least == 0 || !item.is_primary);
        if is_coverable {
            send(&steps, &mut maps, 0, [0; K], &1);
        }
        Self { steps, waiting: Waiting::Narrow(maps), level: 0, records: 0, bound: 1.0 }
    }

    /// Goes on to the end, or until there are more records than this: then it can go on again. Says whether it has come to the end.
    pub(super) fn go_on(
        &mut self,
        (memory, most): (usize, u64),
        signal: &RunSignal,
        out: &mut dyn Write,
    ) -> Result<bool, Unproved> {
        while self.level < self.steps.len() {
            if self.records > most {
                return Ok(false);
            }
            self.widen();
            let (steps, level) = (&self.steps, self.level);
            let made = with_waiting!(&mut self.waiting, maps => pass_on(steps, maps, level, memory, signal, out))?;
            (self.records, self.level) = (self.records + made, level + 1);
            signal.note(made, 0);
        }
        Ok(true)
    }

    /// Makes room for larger numbers, if the next level may need it: no number is larger than the sum of all that are passed on.
    fn widen(&mut self) {
        let sum: f64 = with_waiting!(&self.waiting, maps => maps[self.level].values().map(size).sum());
        self.bound += sum * (self.steps[self.level].choices.len() + 1) as f64;
        // Rounding makes a difference of less than one part in two.
        self.waiting = match std::mem::replace(&mut self.waiting, Waiting::Narrow(Vec::new())) {
            Waiting::Narrow(maps) if self.bound * 2.0 > 2f64.powi(64) => Waiting::Wide(widened(maps)),
            waiting => waiting,
        };
    }

    /// The number of solutions, once the end is reached. Those for a least cost have all spent the same.
    pub(super) fn count(&self) -> Count {
        with_waiting!(&self.waiting, maps => maps[self.steps.len()].values().map(Number::to_count).sum())
    }

    /// The bytes that states take.
    pub(super) fn bytes(&self) -> usize {
        with_waiting!(&self.waiting, maps => maps.iter().map(Map::allocation_size).sum())
    }
}

/// About how large a number is.
fn size<N: Number>(number: &N) -> f64 {
    2f64.powi(i32::try_from(8 * number.length()).unwrap_or(i32::MAX))
}

fn widened<const K: usize>(maps: Vec<Map<K, u64>>) -> Vec<Map<K, AnyNumber>> {
    let widen = |map: Map<K, u64>| map.into_iter().map(|(key, number)| (key, number.widen())).collect();
    maps.into_iter().map(widen).collect()
}

/// Writes the states of a level, and passes them on.
fn pass_on<const K: usize, N: Number>(
    steps: &[ProofStep<K>],
    maps: &mut [Map<K, N>],
    level: usize,
    memory: usize,
    signal: &RunSignal,
    out: &mut dyn Write,
) -> Result<u64, Unproved> {
    let mut states: Vec<(Key<K>, N)> = std::mem::take(&mut maps[level]).into_iter().collect();
    // In order they take less room, and hashes leave no trace.
    states.sort_unstable_by(|a, b| {
        poll(1);
        a.0.iter().rev().cmp(b.0.iter().rev())
    });
    let heap = states.iter().map(|(_, number)| number.heap()).max().unwrap_or(0);
    for block in states.chunks(BLOCK) {
        write_block(level, steps[level].n_bytes, block, out)?;
    }
    for piece in states.chunks(POLL) {
        let bytes: usize = maps.iter().map(|map| map.allocation_size() + map.len() * heap).sum();
        if bytes + states.len() * (size_of::<(Key<K>, N)>() + heap) > memory {
            return Err(Unproved::Memory);
        }
        if signal.is_stopped() {
            return Err(Unproved::Stopped);
        }
        for (key, number) in piece {
            if let Some(key) = steps[level].settled(key) {
                send(steps, maps, level + 1, key, number);
            }
            for next in steps[level].choices.iter().filter_map(|choice| choice.after(key)) {
                if let Some(key) = steps[level].settled(&next) {
                    send(steps, maps, level + 1, key, number);
                }
            }
        }
    }
    Ok(to_u64(states.len()))
}

/// Sends a state that has reached a level on to where it has something to choose.
#[inline(always)]
fn send<const K: usize, N: Number>(
    steps: &[ProofStep<K>],
    maps: &mut [Map<K, N>],
    mut level: usize,
    mut key: Key<K>,
    number: &N,
) {
    while let Some(step) = steps.get(level)
        && step.is_full(&key)
    {
        let Some(next) = step.settled(&key) else { return };
        (key, level) = (next, level + 1);
    }
    match maps[level].get_mut(&key) {
        Some(sum) => {
            let is_added = sum.add(number);
            debug_assert!(is_added, "the bound says so");
        }
        None => {
            maps[level].insert(key, number.clone());
        }
    }
}

/// A block: what is alike in all records stands together, byte by byte, which leaves little when it is compressed.
fn write_block<const K: usize, N: Number>(
    level: usize,
    n_bytes: usize,
    states: &[(Key<K>, N)],
    out: &mut dyn Write,
) -> Result<(), Unproved> {
    let width = states.iter().map(|(_, number)| number.length()).max().unwrap_or(0);
    number(out, level + 1)?;
    [states.len(), n_bytes, width].into_iter().try_for_each(|size| number(out, size))?;
    let (mut bytes, mut short) = (vec![0; states.len() * (n_bytes + width)], Vec::new());
    for (rank, (key, number)) in states.iter().enumerate() {
        let mut put = |place: usize, byte: u8| bytes[place * states.len() + rank] = byte;
        (0..n_bytes).for_each(|place| put(place, key[place / 8].to_le_bytes()[place % 8]));
        short.clear();
        number.write_short(&mut short);
        short.iter().enumerate().for_each(|(place, &byte)| put(n_bytes + place, byte));
    }
    Ok(out.write_all(&bytes)?)
}

fn ones(width: usize) -> u64 {
    if width == 0 { 0 } else { u64::MAX >> (64 - width) }
}

/// A status in its field.
fn bits<const K: usize>(ProofField { start, .. }: ProofField, status: u64) -> Key<K> {
    let mut key = [0; K];
    if status > 0 {
        key[start / 64] = status << (start % 64);
    }
    key
}

fn join<const K: usize>(key: &mut Key<K>, other: Key<K>) {
    (0..K).for_each(|word| key[word] |= other[word]);
}

fn steps<const K: usize>(plan: &CertificatePlan) -> Vec<ProofStep<K>> {
    let all = |field: ProofField| bits::<K>(field, ones(field.width));
    let new_step = |level: &ProofLevel| {
        let own = &plan.items[level.item];
        let choices = level.options.iter().filter_map(|&option| choice(plan, option)).collect();
        let own = (all(own.field), bits(own.field, own.most));
        ProofStep { own, choices, must: [0; K], least: Vec::new(), keep: [0; K], n_bytes: 0 }
    };
    let mut steps: Vec<ProofStep<K>> = plan.levels.iter().map(new_step).collect();
    let mut n_bits = vec![0; steps.len()];
    for item in &plan.items {
        let Some((first, last)) = item.levels else { continue };
        steps[first..last].iter_mut().for_each(|step| join(&mut step.keep, all(item.field)));
        let end = item.field.start + item.field.width;
        n_bits[first + 1..=last].iter_mut().for_each(|n_bits| *n_bits = end.max(*n_bits));
        if !item.is_primary || item.least == 0 {
        } else if item.field.width == 1 && item.least == 1 {
            join(&mut steps[last].must, all(item.field));
        } else {
            steps[last].least.push(Bounded::new(item.field, item.least));
        }
    }
    steps.iter_mut().zip(n_bits).for_each(|(step, n_bits)| step.n_bytes = n_bits.div_ceil(8));
    steps
}

/// None for an option that is never chosen.
fn choice<const K: usize>(plan: &CertificatePlan, option: usize) -> Option<ProofChoice<K>> {
    let mut choice = ProofChoice { clear: [0; K], set: [0; K], colored: Vec::new(), counted: Vec::new(), more: [0; K] };
    for &(item, tint) in &plan.options[option] {
        let item = &plan.items[item];
        let all = bits(item.field, ones(item.field.width));
        if item.is_primary && item.most != 1 {
            choice.counted.push(Bounded::new(item.field, item.most.checked_sub(tint)?));
            join(&mut choice.more, bits(item.field, tint));
            continue;
        }
        match (item.is_primary, tint) {
            (true, 0) => continue,
            (true, 2..) => return None,
            (false, 2..) => choice.colored.push((all, bits(item.field, tint))),
            _ => join(&mut choice.clear, all),
        }
        join(&mut choice.set, bits(item.field, tint));
    }
    Some(choice)
}
