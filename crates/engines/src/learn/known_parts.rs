//! Parts whose counts, or other amounts, are known, for all threads.
//!
//! Amounts of parts are kept as long as there is room: in two generations, of which the older one is forgotten when the younger one is full; what is looked up moves to the younger one.
//!
//! While several parts of one state are counted, a learned clause that joins them may carry a contradiction in one of them into the other, whose count then is too small (Sang, Bacchus, Beame, Kautz and
//! Pitassi, "Combining component caching and clause learning for effective model counting", SAT 2004). That does no harm to the count of the state, which is 0, but counts of its parts, and parts of parts,
//! must not be used elsewhere. So what is found in a part is in doubt as long as other parts of the state may have no solution: it is used by the search that found it only, which forgets it if one of the parts has
//! the count 0, and lets others use it when all parts have been counted. In the last part, which is the largest, nothing is in doubt: all others have solutions.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dlx_core::problem::{in_seven_bits, to_place};
use dlx_core::tally::Semiring;
use rustc_hash::FxHashMap;

use super::parts::LoosePart;
use super::shared_part::SharedPart;

/// The memory that an entry takes beyond the bytes that say which part it is.
const ENTRY: usize = 128;

/// The store is divided, so that threads seldom wait for each other: into this many shards, or fewer, of at least this many bytes.
const MOST_SHARDS: usize = 64;
const LEAST_BYTES: usize = 1 << 16;

/// What is known of a part.
#[derive(Clone, Debug)]
pub(super) enum KnownPart<A> {
    Amount(A),
    /// It is being counted.
    Open(Arc<SharedPart<A>>),
}

#[derive(Debug)]
struct Entry<A> {
    key: Box<[u8]>,
    known: KnownPart<A>,
    /// The search that alone may use it, since it is in doubt; 0 if all may.
    doubter: u32,
}

type Generation<A> = FxHashMap<u64, Entry<A>>;

#[derive(Debug)]
struct PartShard<A> {
    young: Generation<A>,
    old: Generation<A>,
    /// Bytes of the younger generation.
    bytes: usize,
}

#[derive(Debug)]
struct PartStore<A> {
    shards: Vec<Mutex<PartShard<A>>>,
    /// Bytes of a shard.
    memory: usize,
    n_searches: AtomicU32,
}

/// What one search knows of parts.
#[derive(Debug)]
pub(super) struct KnownParts<R: Semiring> {
    store: Arc<PartStore<R::Amount>>,
    number: u32,
    /// Hashes of all that is in doubt.
    log: Vec<u64>,
    key: Vec<u8>,
}

/// Searches of the same problem have one store.
impl<R: Semiring> Clone for KnownParts<R> {
    fn clone(&self) -> Self {
        Self::of(Arc::clone(&self.store))
    }
}

impl<R: Semiring> KnownParts<R> {
    /// Room for about this many bytes, together with all clones.
    pub(super) fn with(memory: usize) -> Self {
        let n_shards = (memory / LEAST_BYTES).clamp(1, MOST_SHARDS);
        let shard = || PartShard { young: Generation::default(), old: Generation::default(), bytes: 0 };
        let shards = (0..n_shards).map(|_| Mutex::new(shard())).collect();
        Self::of(Arc::new(PartStore { shards, memory: memory / n_shards, n_searches: AtomicU32::new(0) }))
    }

    fn of(store: Arc<PartStore<R::Amount>>) -> Self {
        let number = store.n_searches.fetch_add(1, Relaxed) + 1;
        Self { store, number, log: Vec::new(), key: Vec::new() }
    }

    pub(super) fn get(&mut self, part: &LoosePart) -> Option<KnownPart<R::Amount>> {
        write_key(part, &mut self.key);
        let mut shard = self.store.shard(part.hash);
        let is_it =
            |entry: &&Entry<R::Amount>| *entry.key == *self.key && (entry.doubter == 0 || entry.doubter == self.number);
        if let Some(entry) = shard.young.get(&part.hash).filter(is_it) {
            return Some(entry.known.clone());
        }
        shard.old.get(&part.hash).filter(is_it)?;
        let entry = shard.old.remove(&part.hash)?;
        let known = entry.known.clone();
        self.store.put::<R>(&mut shard, part.hash, entry);
        Some(known)
    }

    /// Notes the amount of a part. It may turn out to be wrong if it is in doubt.
    pub(super) fn note(&mut self, part: &LoosePart, amount: R::Amount, is_doubtful: bool) {
        self.put(part, KnownPart::Amount(amount), if is_doubtful { self.number } else { 0 });
        if is_doubtful {
            self.log.push(part.hash);
        }
    }

    /// Lets others take part in counting a part. If another search has begun or ended that: what there is of it.
    pub(super) fn share(
        &mut self,
        part: &LoosePart,
        mine: &Arc<SharedPart<R::Amount>>,
    ) -> Option<Arc<SharedPart<R::Amount>>> {
        match self.get(part) {
            Some(KnownPart::Open(shared)) => return Some(shared),
            Some(KnownPart::Amount(amount)) => return Some(Arc::new(SharedPart::new(mine.pivot, amount, [], None))),
            None => self.put(part, KnownPart::Open(Arc::clone(mine)), 0),
        }
        None
    }

    fn put(&mut self, part: &LoosePart, known: KnownPart<R::Amount>, doubter: u32) {
        write_key(part, &mut self.key);
        let entry = Entry { key: self.key.as_slice().into(), known, doubter };
        self.store.put::<R>(&mut self.store.shard(part.hash), part.hash, entry);
    }

    /// A place in time.
    pub(super) fn now(&self) -> usize {
        self.log.len()
    }

    /// Forgets all that was in doubt since then.
    pub(super) fn forget_since(&mut self, then: usize) {
        for hash in self.log.drain(then.min(self.log.len())..) {
            let mut shard = self.store.shard(hash);
            for generation in shard.generations() {
                if generation.get(&hash).is_some_and(|entry| entry.doubter == self.number) {
                    generation.remove(&hash);
                }
            }
        }
    }

    /// What was in doubt since then is not any more.
    pub(super) fn trust_since(&mut self, then: usize) {
        for hash in self.log.drain(then.min(self.log.len())..) {
            for generation in self.store.shard(hash).generations() {
                let mine = generation.get_mut(&hash).filter(|entry| entry.doubter == self.number);
                mine.into_iter().for_each(|entry| entry.doubter = 0);
            }
        }
    }
}

impl<A> PartShard<A> {
    /// Both, as each may have an entry with the same hash: what a search notes does not replace what another has noted before.
    fn generations(&mut self) -> [&mut Generation<A>; 2] {
        [&mut self.young, &mut self.old]
    }
}

impl<A> PartStore<A> {
    fn shard(&self, hash: u64) -> MutexGuard<'_, PartShard<A>> {
        let place = to_place(hash >> 32) % self.shards.len();
        self.shards[place].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put<R: Semiring<Amount = A>>(&self, shard: &mut PartShard<A>, hash: u64, entry: Entry<A>) {
        let heap = if let KnownPart::Amount(amount) = &entry.known { R::heap(amount) } else { ENTRY };
        shard.bytes += entry.key.len() + ENTRY + heap;
        shard.young.insert(hash, entry);
        if shard.bytes > self.memory / 2 {
            (shard.old, shard.bytes) = (std::mem::take(&mut shard.young), 0);
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
    use super::super::layout::Pivot;
    use super::*;
    use dlx_core::tally::{Count, Counted};

    fn part(options: &[u32], clauses: &[u32], hash: u64) -> LoosePart {
        LoosePart { options: options.into(), clauses: clauses.into(), hash, items: Vec::new() }
    }

    fn amount(known: &mut KnownParts<Counted>, part: &LoosePart) -> Option<Count> {
        match known.get(part)? {
            KnownPart::Amount(amount) => Some(amount),
            KnownPart::Open(_) => None,
        }
    }

    #[test]
    fn parts_with_the_same_hash_are_told_apart() {
        let mut known = KnownParts::<Counted>::with(1 << 20);
        let parts = [part(&[1, 300], &[0], 7), part(&[1, 300], &[], 7), part(&[1], &[299], 7), part(&[], &[], 7)];
        known.note(&parts[0], Count::from(5u64), false);
        assert_eq!(parts.map(|part| amount(&mut known, &part)), [Some(Count::from(5u64)), None, None, None]);
    }

    /// Not even in the older generation, behind what another search has noted.
    #[test]
    fn what_is_forgotten_does_not_come_back() {
        let mut known = KnownParts::<Counted>::with(100 * ENTRY);
        let (mut other, doubtful) = (known.clone(), part(&[1], &[], 1));
        known.note(&doubtful, Count::ONE, true);
        let mut number = 2;
        while !known.store.shard(0).old.contains_key(&1) {
            known.note(&part(&[number], &[], number.into()), Count::ONE, false);
            number += 1;
        }
        other.note(&doubtful, Count::ONE, true);
        known.forget_since(0);
        assert!(known.get(&doubtful).is_none() && other.get(&doubtful).is_some());
    }

    /// Another search knows what is not in doubt, and that a part is being counted.
    #[test]
    fn what_is_in_doubt_is_known_to_one_search() {
        let mut known = KnownParts::<Counted>::with(1 << 20);
        let mut other = known.clone();
        let all = [1, 2, 3, 4].map(|it| part(&[it], &[], u64::from(it)));
        known.note(&all[0], Count::ONE, false);
        known.note(&all[1], Count::ONE, true);
        let then = known.now();
        known.note(&all[2], Count::ONE, true);
        let mut who_knows = |known: &mut KnownParts<Counted>| {
            [known, &mut other].map(|it| all.each_ref().map(|part| it.get(part).is_some()))
        };
        assert_eq!(who_knows(&mut known), [[true, true, true, false], [true, false, false, false]]);
        known.forget_since(then);
        assert_eq!(who_knows(&mut known), [[true, true, false, false], [true, false, false, false]]);
        known.trust_since(0);
        let shared = [(); 2].map(|()| Arc::new(SharedPart::new(Pivot::Item(0), Count::ZERO, [7], None)));
        assert!(known.share(&all[3], &shared[0]).is_none());
        assert_eq!(who_knows(&mut known), [[true, true, false, true]; 2]);
        assert!(Arc::ptr_eq(&shared[0], &known.share(&all[3], &shared[1]).unwrap()));
    }

    #[test]
    fn memory_is_bounded() {
        let mut known = KnownParts::<Counted>::with(100 * ENTRY);
        for number in 0..10_000 {
            known.note(&part(&[number], &[], u64::from(number)), Count::ONE, false);
            assert!(known.get(&part(&[0], &[], 0)).is_some(), "it is used all the time");
        }
        let shard = known.store.shard(0);
        assert!(shard.young.len() + shard.old.len() <= 100);
    }
}
