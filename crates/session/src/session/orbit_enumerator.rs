//! Growing things up to symmetry, size by size, on all threads of a session.
//!
//! A shelf for each size has the germs of that size, one of each kind ([`Grower`](dlx_canon::symmetry::Grower) says why that suffices). All of one size are grown before any of the next, and then forgotten. Where the
//! search may end early, by a limit, the largest are grown first instead: whole ones come soon, but all shelves stay.

use std::collections::BTreeMap;
use std::ops::Range;

use super::resources::Session;
use dlx_canon::symmetry::{CanonicalSet, Conjugator, Germ, Grow, IsomorphismClasses};
use dlx_engines::side_by_side;
use dlx_run::Control;

/// Symmetries, or parts of them, up to symmetry.
pub(super) type Conjugates<'t> = OrbitEnumerator<'t, Conjugator<'t>>;

/// Germs that a thread grows before the results are put on the shelves.
const AT_ONCE: usize = 16;

/// The shelves, and the progress on each.
pub(super) struct OrbitEnumerator<'k, K: Grow<'k>> {
    kinds: &'k IsomorphismClasses,
    growers: Vec<K>,
    shelves: BTreeMap<usize, (CanonicalSet<K::Germ>, usize)>,
    /// Complete germs of shelves that were put away.
    whole: Vec<K::Germ>,
    /// The number of complete germs.
    pub(super) n_whole: u64,
    /// The number of germs so far.
    pub(super) n_germs: u64,
    /// About how many bytes they take.
    pub(super) bytes: usize,
    is_hasty: bool,
}

impl<'k, K: Grow<'k>> OrbitEnumerator<'k, K> {
    /// An enumerator that only has the germ from which all others grow.
    pub(super) fn new(kinds: &'k IsomorphismClasses, threads: usize, is_hasty: bool) -> Self {
        let growers = (0..threads).map(|_| K::new(kinds)).collect();
        let shelves = BTreeMap::new();
        let mut nursery =
            Self { kinds, growers, shelves, whole: Vec::new(), n_whole: 0, n_germs: 0, bytes: 0, is_hasty };
        if let Some((hash, root)) = nursery.growers[0].root() {
            nursery.put(hash, root);
        }
        nursery
    }

    /// Lets some germs grow; false if all have grown.
    pub(super) fn step(&mut self, session: &Session<'_>, control: &Control) -> bool {
        let Some((size, range)) = self.take() else { return false };
        let permits = session.workers.permits().take(self.growers.len() - 1);
        let results = self.grown(size, range, permits + 1, control);
        session.workers.permits().give_back(permits);
        results.into_iter().flatten().for_each(|(hash, germ)| self.put(hash, germ));
        true
    }

    fn put(&mut self, hash: u64, germ: K::Germ) {
        let (bytes, is_whole) = (germ.bytes(), germ.is_whole());
        let (shelf, _) = self.shelves.entry(germ.size()).or_default();
        let is_new = shelf.put(self.kinds, hash, germ);
        self.bytes += if is_new { bytes } else { 0 };
        self.n_whole += u64::from(is_new && is_whole);
        self.n_germs += 1;
    }

    /// Germs to be grown next: their size, and places. None if all are.
    fn take(&mut self) -> Option<(usize, Range<usize>)> {
        self.clear();
        let most = AT_ONCE * self.growers.len();
        let is_open = |(_, (shelf, next)): &(&usize, &mut (CanonicalSet<_>, usize))| *next < shelf.germs().len();
        let mut open = self.shelves.iter_mut().filter(is_open);
        let (&size, (shelf, next)) = if self.is_hasty { open.next_back() } else { open.next() }?;
        let range = *next..(*next + most).min(shelf.germs().len());
        *next = range.end;
        Some((size, range))
    }

    /// Puts the smallest germs away, as long as nothing will be added to their shelves.
    fn clear(&mut self) {
        while let Some(first) = self.shelves.first_entry()
            && first.get().1 == first.get().0.germs().len()
        {
            let germs = first.remove().0.into_germs();
            self.bytes -= germs.iter().map(Germ::bytes).sum::<usize>();
            let whole = germs.into_iter().filter(Germ::is_whole);
            self.whole.extend(whole.inspect(|germ| self.bytes += germ.bytes()));
        }
    }

    /// The germs into which these grow.
    fn grown(
        &mut self,
        size: usize,
        range: Range<usize>,
        threads: usize,
        control: &Control,
    ) -> Vec<Vec<(u64, K::Germ)>> {
        let germs = &self.shelves[&size].0.germs()[range];
        let part = germs.len().div_ceil(threads);
        let parts: Vec<_> = self.growers.iter_mut().zip(germs.chunks(part)).collect();
        side_by_side(parts, |(grower, germs)| {
            let living = germs.iter().take_while(|_| !control.signal().is_stopped()).filter(|germ| !germ.is_whole());
            living.flat_map(|germ| grower.grow(germ)).collect()
        })
    }

    /// All complete germs.
    pub(super) fn into_whole(self) -> Vec<K::Germ> {
        let kept = self.shelves.into_values().flat_map(|(shelf, _)| shelf.into_germs());
        self.whole.into_iter().chain(kept.filter(Germ::is_whole)).collect()
    }

    /// Lets all grow until `is_enough`, or the control says stop; the germs are noted there as nodes, and complete ones as found if `has_found` says so. False if something is left to grow.
    pub(super) fn grow(
        &mut self,
        session: &Session<'_>,
        control: &Control,
        has_found: bool,
        is_enough: impl Fn(&Self) -> bool,
    ) -> bool {
        while !control.signal().is_stopped() && !is_enough(self) {
            let (n_germs, n_whole) = (self.n_germs, self.n_whole);
            if !self.step(session, control) {
                return true;
            }
            let found = if has_found { self.n_whole - n_whole } else { 0 };
            control.signal().note(self.n_germs - n_germs, found);
        }
        false
    }
}
