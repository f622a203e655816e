//! Names by number and numbers by name, with all text in one string: millions of labels cost their letters and 4 bytes each.

use super::widths::to_usize;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A list of labels, numbered from 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    text: String,
    ends: Vec<usize>,
}

impl Labels {
    /// The number of labels.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there no labels?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The label with this number.
    ///
    /// # Panics
    /// If there is none with this number.
    #[must_use]
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// All labels in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    fn push(&mut self, label: &str) {
        self.text.push_str(label);
        self.ends.push(self.text.len());
    }

    /// Gives a number another label. Those before it that have none get empty ones. In order of the numbers this takes no time.
    pub(super) fn set(&mut self, index: usize, label: &str) {
        self.ends.resize(self.len().max(index), self.text.len());
        if index == self.len() {
            return self.push(label);
        }
        let (start, end) = (if index == 0 { 0 } else { self.ends[index - 1] }, self.ends[index]);
        self.text.replace_range(start..end, label);
        self.ends[index..].iter_mut().for_each(|place| *place = *place - (end - start) + label.len());
    }

    /// Removes the empty labels after the last one that is not empty.
    pub(super) fn trimmed(mut self) -> Self {
        let len = (0..self.len()).rev().find(|&index| !self.get(index).is_empty()).map_or(0, |last| last + 1);
        self.ends.truncate(len);
        self
    }
}

/// Labels that can be found by name, while a problem is being built. The table holds numbers, and the text is stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Lexicon {
    labels: Labels,
    numbers: HashTable<u32>,
}

impl Lexicon {
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    pub(super) fn get(&self, index: usize) -> &str {
        self.labels.get(index)
    }

    pub(super) fn find(&self, label: &str) -> Option<usize> {
        let number = self.numbers.find(hash(label), |&number| self.labels.get(to_usize(number)) == label)?;
        Some(to_usize(*number))
    }

    /// Adds a label that is not yet there.
    pub(super) fn add(&mut self, label: &str) {
        let number = u32::try_from(self.labels.len()).expect("the builder checks the number of items and colors");
        self.labels.push(label);
        self.numbers.insert_unique(hash(label), number, |&number| hash(self.labels.get(to_usize(number))));
    }

    pub(super) fn into_labels(self) -> Labels {
        self.labels
    }
}

fn hash(label: &str) -> u64 {
    FxBuildHasher.hash_one(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_by_name_and_number() {
        let mut lexicon = Lexicon::default();
        for label in ["a", "", "abc", "b"] {
            assert_eq!(lexicon.find(label), None);
            lexicon.add(label);
        }
        assert_eq!(lexicon.find("abc"), Some(2));
        assert_eq!(lexicon.find(""), Some(1));
        assert_eq!(lexicon.find("ab"), None);
        assert_eq!(lexicon.into_labels().iter().collect::<Vec<_>>(), ["a", "", "abc", "b"]);
    }

    #[test]
    fn labels_are_set_in_any_order() {
        let mut labels = Labels::default();
        for (index, label) in [(3, "d"), (1, "bb"), (0, "a"), (3, "dd"), (1, "b"), (5, "")] {
            labels.set(index, label);
        }
        assert_eq!(labels.iter().collect::<Vec<_>>(), ["a", "b", "", "dd", "", ""]);
        assert_eq!(labels.trimmed().iter().collect::<Vec<_>>(), ["a", "b", "", "dd"]);
        assert!(Labels::default().trimmed().is_empty());
    }
}
