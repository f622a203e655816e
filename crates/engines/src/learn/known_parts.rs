//! Parts whose counts, or other amounts, are known.
//!
//! Amounts of parts are kept as long as there is room: in two generations, of which the older one is forgotten when the younger one is full; what is looked up moves to the younger one.
//!
//! While several parts of one state are counted, a learned clause that joins them may carry a contradiction in one of them into the other, whose count then is too small (Sang, Bacchus, Beame, Kautz and
//! Pitassi, "Combining component caching and clause learning for effective model counting", SAT 2004). That does no harm to the count of the state, which is 0, but counts of its parts, and parts of parts,
//! must not be used elsewhere: all that was found since the state began is forgotten when one of several parts has the count 0.

use std::sync::Arc;

use dlx_core::problem::in_seven_bits;
use dlx_core::tally::Semiring;
use rustc_hash::FxHashMap;

use super::parts::LoosePart;

/// The memory that an entry takes beyond the bytes that say which part it is.
const ENTRY: usize = 128;

type Generation<A> = FxHashMap<u64, (Box<[u8]>, A)>;

/// Amounts of parts.
#[derive(Debug)]
pub(super) struct KnownParts<R: Semiring> {
    young: Generation<R::Amount>,
    old: Generation<R::Amount>,
    /// Bytes of the younger generation.
    bytes: usize,
    /// Bytes that all searches share evenly which hold this.
    memory: Arc<usize>,
    /// Hashes of all that was noted while several parts were open.
    log: Vec<u64>,
    key: Vec<u8>,
}

/// Each worker has parts of its own, and its share of the memory.
impl<R: Semiring> Clone for KnownParts<R> {
    fn clone(&self) -> Self {
        Self::sharing(Arc::clone(&self.memory))
    }
}

impl<R: Semiring> KnownParts<R> {
    /// Room for about this many bytes, together with all clones.
    pub(super) fn with(memory: usize) -> Self {
        Self::sharing(Arc::new(memory))
    }

    fn sharing(memory: Arc<usize>) -> Self {
        let (young, old) = (Generation::default(), Generation::default());
        Self { young, old, bytes: 0, memory, log: Vec::new(), key: Vec::new() }
    }

    pub(super) fn get(&mut self, part: &LoosePart) -> Option<R::Amount> {
        write_key(part, &mut self.key);
        let is_it = |entry: &&(Box<[u8]>, R::Amount)| *entry.0 == *self.key;
        if let Some((_, amount)) = self.young.get(&part.hash).filter(is_it) {
            return Some(amount.clone());
        }
        let (key, amount) = self.old.get(&part.hash).filter(is_it).cloned()?;
        self.put(part.hash, key, amount.clone());
        Some(amount)
    }

    /// Notes the amount of a part. It may turn out to be wrong if there are `doubts`: several parts are open.
    pub(super) fn note(&mut self, part: &LoosePart, amount: R::Amount, doubts: bool) {
        write_key(part, &mut self.key);
        let key = self.key.as_slice().into();
        self.put(part.hash, key, amount);
        if doubts {
            self.log.push(part.hash);
        } else {
            self.log.clear();
        }
    }

    fn put(&mut self, hash: u64, key: Box<[u8]>, amount: R::Amount) {
        self.bytes += key.len() + ENTRY + R::heap(&amount);
        self.young.insert(hash, (key, amount));
        if self.bytes > *self.memory / Arc::strong_count(&self.memory) / 2 {
            (self.old, self.bytes) = (std::mem::take(&mut self.young), 0);
        }
    }

    /// A place in time.
    pub(super) fn now(&self) -> usize {
        self.log.len()
    }

    /// Forgets all that was noted since then.
    pub(super) fn forget_since(&mut self, then: usize) {
        for hash in self.log.drain(then.min(self.log.len())..) {
            self.young.remove(&hash);
            self.old.remove(&hash);
        }
    }
}

/// The options and clauses of a part as differences of successive numbers, in bytes of seven bits.
fn write_key(part: &LoosePart, key: &mut Vec<u8>) {
    key.clear();
    for list in [&part.options, &part.clauses] {
        let mut last = 0;
        for &number in list {
            key.extend(in_seven_bits(u64::from(number - last + 1)));
            last = number;
        }
        key.push(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::tally::{Count, Counted};

    fn part(options: &[u32], clauses: &[u32], hash: u64) -> LoosePart {
        LoosePart { options: options.into(), clauses: clauses.into(), hash, items: Vec::new() }
    }

    #[test]
    fn parts_with_the_same_hash_are_told_apart() {
        let mut known = KnownParts::<Counted>::with(1 << 20);
        let parts = [part(&[1, 300], &[0], 7), part(&[1, 300], &[], 7), part(&[1], &[299], 7), part(&[], &[], 7)];
        known.note(&parts[0], Count::from(5u64), false);
        assert_eq!(parts.map(|part| known.get(&part)), [Some(Count::from(5u64)), None, None, None]);
    }

    #[test]
    fn what_is_doubtful_is_forgotten() {
        let mut known = KnownParts::<Counted>::with(1 << 20);
        let all = [1, 2, 3].map(|it| part(&[it], &[], u64::from(it)));
        known.note(&all[0], Count::ONE, false);
        known.note(&all[1], Count::ONE, true);
        let then = known.now();
        known.note(&all[2], Count::ONE, true);
        known.forget_since(then);
        assert_eq!(all.each_ref().map(|part| known.get(part).is_some()), [true, true, false]);
        known.forget_since(0);
        assert_eq!(all.map(|part| known.get(&part).is_some()), [true, false, false]);
    }

    #[test]
    fn memory_is_bounded() {
        let mut known = KnownParts::<Counted>::with(100 * ENTRY);
        for number in 0..10_000 {
            known.note(&part(&[number], &[], u64::from(number)), Count::ONE, false);
            assert!(known.get(&part(&[0], &[], 0)).is_some(), "it is used all the time");
        }
        assert!(known.young.len() + known.old.len() <= 100);
    }
}
