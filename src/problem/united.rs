//! Sets of options that are chosen together: each becomes one option.
//!
//! Where items are covered several times, such an option may cover an item as often as it has options. If every set that covers it does so equally often, the bounds are divided by that; otherwise they are counted
//! by weights, as `counted` says. Of items that are covered alike one is enough.

use rustc_hash::{FxHashMap, FxHashSet};

use super::counted::counted_by_weight;
use super::exact_cover::{Origin, Problem};
use super::expand::bounded;
use super::ids::{Color, ItemId, OptionId};
use super::times::Times;

/// How often each set covers an item, by item and set; never if it is not there.
type Weights = FxHashMap<(ItemId, OptionId), usize>;

/// The sets that cover an item, and how often.
type Row = Vec<(OptionId, usize)>;

impl Problem {
    /// The problem whose options are these sets of options, as far as they do not cover any item twice that is covered once; the others are left out of the list. Options of a set may give an item the same color.
    ///
    /// Of a problem that was made of another, the sets are of options of the [original](Self::original); so are solutions of the new problem in terms of its own original, where options are named by
    /// their places in the list.
    pub(crate) fn united(&self, sets: &mut Vec<Vec<OptionId>>) -> Self {
        let Some(origin) = &self.origin else { return self.united_once(&[], sets).0 };
        let (once, mut weights) = origin.problem.united_once(&origin.times, sets);
        let times = origin.told_apart(&once, &mut weights);
        let needless = origin.needless.as_deref();
        let made = if weights.values().all(|&weight| weight == 1) {
            bounded(&once, &times, needless)
        } else {
            counted_by_weight(&once, &times, needless, |option, item| weights[&(item, option)])
        };
        made.expect("a problem of fewer options is as sound")
    }

    /// The same without the bounds on these items, and how often each set covers them. Items keep their numbers.
    fn united_once(&self, times: &[(ItemId, Times)], sets: &mut Vec<Vec<OptionId>>) -> (Self, Weights) {
        let mut builder = Self::builder();
        builder.name(self.name());
        for item in self.items() {
            let label = self.item_label(item);
            let added = if self.is_primary(item) { builder.primary(label) } else { builder.secondary(label) };
            added.expect("the items of a problem are sound");
        }
        for color in self.colors.iter() {
            builder.color(color).expect("the colors of a problem are sound");
        }
        let (mut is_bounded, mut may_meet) = (vec![false; self.n_items()], vec![false; self.n_items()]);
        for (item, times) in times {
            is_bounded[item.index()] = true;
            may_meet[item.index()] = times.most.is_none_or(|most| most > 1);
        }
        let mut weights = Weights::default();
        // A set that covers an item twice is refused: its options cannot be chosen together.
        sets.retain(|set| {
            let mut cells: Vec<(ItemId, Color)> = set.iter().flat_map(|&option| self.cells(option)).collect();
            cells.sort_unstable();
            let several = cells.chunk_by(|a, b| a == b).filter(|same| is_bounded[same[0].0.index()]);
            let several: Vec<(ItemId, usize)> = several.map(|same| (same[0].0, same.len())).collect();
            cells.dedup_by(|a, b| a == b && (!a.1.is_none() || may_meet[a.0.index()]));
            let added = if set.is_empty() { None } else { builder.colored_option(&cells).ok() };
            let Some(option) = added else { return false };
            weights.extend(several.into_iter().map(|(item, weight)| ((item, option), weight)));
            true
        });
        (builder.build(), weights)
    }
}

impl Origin {
    /// The bounds, of items that all sets cover alike only of the first one: the others may be covered any number of times. Weights that are all the same become 1.
    fn told_apart(&self, once: &Problem, weights: &mut Weights) -> Vec<(ItemId, Times)> {
        let mut rows: FxHashMap<ItemId, Row> = FxHashMap::default();
        for option in once.options() {
            for &item in once.items_of(option) {
                if let Some(&weight) = weights.get(&(item, option)) {
                    rows.entry(item).or_default().push((option, weight));
                }
            }
        }
        let mut is_there = FxHashSet::default();
        let bounds = self.times.iter().map(|&(item, times)| {
            let row = rows.remove(&item).unwrap_or_default();
            let (times, row) = self.divided(times, row);
            weights.extend(row.iter().map(|&(option, weight)| ((item, option), weight)));
            let is_new = is_there.insert((times.least, times.most, row));
            (item, if is_new { times } else { Times::ANY })
        });
        bounds.collect()
    }

    /// The same bounds with smaller weights. Not where it matters whether an item is covered just as often as it must be.
    fn divided(&self, times: Times, row: Row) -> (Times, Row) {
        let first = row.first().map_or(1, |(_, weight)| *weight);
        if first == 1 || self.needless.is_some() || row.iter().any(|(_, weight)| *weight != first) {
            return (times, row);
        }
        let (least, most) = (times.least.div_ceil(first), times.most.map(|most| most / first));
        let is_possible = most.is_none_or(|most| least <= most);
        let times = if is_possible { Times { least, most } } else { Times::exactly(row.len() + 1) };
        (times, row.into_iter().map(|(option, _)| (option, 1)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::links::Solutions;

    /// Four options, of which two are to cover an item twice together; two of them are one set.
    #[test]
    fn a_set_covers_as_often_as_it_has_options() {
        let mut builder = Problem::builder();
        let [party, bus] = ["party", "bus"].map(|label| builder.primary(label).unwrap());
        let options = [[party, bus]; 4].map(|items| builder.option(&items).unwrap());
        let [ann, bob, cid, dot] = options;
        let once = builder.build();
        assert_eq!(Solutions::new(&once.united(&mut vec![vec![ann], vec![bob, cid], vec![dot]])).count(), 2);
        let twice = once.with_times(&[(party, Times::exactly(2)), (bus, Times::exactly(2))]).unwrap();
        let mut sets = vec![vec![ann], vec![bob, cid], vec![dot]];
        let united = twice.united(&mut sets);
        let mut found: Vec<_> = Solutions::new(&united).map(|solution| united.original_options(&solution)).collect();
        found.sort_unstable();
        let place = OptionId::from_index;
        assert_eq!((found, sets.len()), (vec![vec![place(0), place(2)], vec![place(1)]], 3));
        let [two, three] = [2, 3].map(|number| once.with_times(&[(party, Times::exactly(number)), (bus, Times::ANY)]));
        for (problem, number) in [(two.unwrap(), 2), (three.unwrap(), 0)] {
            let pairs = problem.united(&mut vec![vec![ann, dot], vec![bob, cid]]);
            assert_eq!(Solutions::new(&pairs).count(), number);
        }
    }
}
