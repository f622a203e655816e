//! States by their forms: where those of the same form are added up.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::super::frontier::{ExpandFailure, Key, Number};
use dlx_core::problem::{to_u32, to_usize};

/// A state for each form. Forms are compared in full; a hash only finds the place.
#[derive(Clone, Debug)]
pub(super) struct FormTable<const K: usize, N> {
    /// All forms, one behind the other.
    forms: Vec<u8>,
    entries: Vec<FormEntry<K, N>>,
    /// The numbers of the entries, by hashes of their forms.
    places: HashTable<u32>,
    /// Bytes that multiplicities take elsewhere.
    heap: usize,
}

#[derive(Clone, Debug)]
struct FormEntry<const K: usize, N> {
    key: Key<K>,
    number: N,
    /// Where its form ends, and the next one begins.
    end: usize,
}

/// Bytes of a place, whether it is taken or not, for each entry.
const PLACE: usize = 12;

impl<const K: usize, N> Default for FormTable<K, N> {
    fn default() -> Self {
        Self { forms: Vec::new(), entries: Vec::new(), places: HashTable::new(), heap: 0 }
    }
}

/// A hash of a form.
pub(super) fn hash(form: &[u8]) -> u64 {
    FxBuildHasher.hash_one(form)
}

impl<const K: usize, N: Number> FormTable<K, N> {
    /// Adds a state to those of its form. The one with the least key stands for all, for any order in which they come.
    pub(super) fn add(&mut self, form: &[u8], key: Key<K>, number: &N) -> Result<(), ExpandFailure> {
        let Self { forms, entries, places, heap } = self;
        let own = |&entry: &u32| form_of(forms, entries, to_usize(entry));
        match places.entry(hash(form), |entry| own(entry) == form, |entry| hash(own(entry))) {
            Entry::Vacant(place) => {
                place.insert(to_u32(entries.len()));
                forms.extend_from_slice(form);
                *heap += number.heap();
                entries.push(FormEntry { key, number: number.clone(), end: forms.len() });
                Ok(())
            }
            Entry::Occupied(place) => {
                let entry = &mut entries[to_usize(*place.get())];
                entry.key = key.min(entry.key);
                if entry.number.add(number) { Ok(()) } else { Err(ExpandFailure::Overflow) }
            }
        }
    }

    /// Adds the states of other tables.
    pub(super) fn with(mut self, more: Vec<Self>) -> Result<Self, ExpandFailure> {
        for table in more {
            if self.entries.is_empty() {
                self = table;
            } else {
                table.iter().try_for_each(|(form, key, number)| self.add(form, *key, number))?;
            }
        }
        Ok(self)
    }

    /// All forms and their states.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], &Key<K>, &N)> {
        let form = |number| form_of(&self.forms, &self.entries, number);
        self.entries.iter().enumerate().map(move |(number, entry)| (form(number), &entry.key, &entry.number))
    }

    /// Forgets everything; its room stays.
    pub(super) fn clear(&mut self) {
        self.forms.clear();
        self.entries.clear();
        self.places.clear();
        self.heap = 0;
    }

    pub(super) fn bytes(&self) -> usize {
        self.forms.len() + self.entries.len() * (size_of::<FormEntry<K, N>>() + PLACE) + self.heap
    }

    /// The states without their forms.
    pub(super) fn into_states(self) -> Vec<(Key<K>, N)> {
        let Self { forms, entries, places, .. } = self;
        drop((forms, places));
        entries.into_iter().map(|entry| (entry.key, entry.number)).collect()
    }
}

/// The form of an entry.
fn form_of<'f, const K: usize, N>(forms: &'f [u8], entries: &[FormEntry<K, N>], number: usize) -> &'f [u8] {
    let begin = number.checked_sub(1).map_or(0, |before| entries[before].end);
    &forms[begin..entries[number].end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_a_form_are_added_up() {
        let (mut one, mut other) = (FormTable::<1, u64>::default(), FormTable::<1, u64>::default());
        for number in 0..1000u64 {
            let form = (number % 300).to_string();
            one.add(form.as_bytes(), [1000 - number], &1).unwrap();
            other.add(form.as_bytes(), [number], &number).unwrap();
        }
        let bytes = one.bytes();
        let sum = one.with(vec![other]).unwrap();
        assert_eq!(sum.bytes(), bytes);
        for (form, key, &number) in sum.iter() {
            let own: u64 = std::str::from_utf8(form).unwrap().parse().unwrap();
            let all = (0..1000).filter(|number| number % 300 == own);
            assert_eq!(number, all.clone().map(|number| number + 1).sum::<u64>());
            assert_eq!(*key, [all.flat_map(|number| [number, 1000 - number]).min().unwrap()]);
        }
        assert_eq!(sum.into_states().len(), 300);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let mut table = FormTable::<1, u64>::default();
        table.add(b"a", [0], &u64::MAX).unwrap();
        table.add(b"b", [0], &u64::MAX).unwrap();
        assert_eq!(table.add(b"a", [0], &1), Err(ExpandFailure::Overflow));
        table.clear();
        table.add(b"a", [0], &1).unwrap();
        assert_eq!(table.iter().count(), 1);
    }
}
