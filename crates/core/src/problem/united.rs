//! Sets of options that are chosen together: each becomes one option.
//!
//! Where items are covered several times, such an option may cover an item as often as it has options. If every set that covers it does so equally often, the bounds are divided by that; otherwise they are counted
//! by weights, as `counted` says. Of items that are covered alike one is enough.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::by_item;
use super::counted::counted_by_weight;
use super::exact_cover::{BoundedOrigin, Problem};
use super::expand::bounded;
use super::ids::{Color, ItemId, OptionId};
use super::multiplicity::Multiplicity;

/// The sets that cover an item, and how often.
type Row = Vec<(OptionId, usize)>;

/// How often each set covers an item, by item and set.
type Weights = FxHashMap<(ItemId, OptionId), usize>;

impl Problem {
    /// The problem whose options are these sets of options. Sets that cover an item twice that must be covered once are left out of the list. Options of a set may give an item the same color.
    ///
    /// For a problem that was made from another, the sets contain options of the [original](Self::original). Likewise, solutions of the new problem are in terms of its own original, whose options are numbered by
    /// their places in the list.
    ///
    /// # Panics
    /// If options must be connected: the options of a set need not, and a single option cannot express that.
    #[must_use]
    pub fn united(&self, sets: &mut Vec<Vec<OptionId>>) -> Self {
        assert!(self.wiring.is_none(), "one option cannot say how several must be connected");
        let Some(origin) = &self.origin else { return self.united_once(&[], sets).0 };
        let (once, rows) = origin.problem.united_once(&origin.times, sets);
        let (times, weights) = origin.told_apart(rows);
        let needless = origin.needless.as_deref();
        let made = if weights.values().all(|&weight| weight == 1) {
            bounded(&once, &times, needless)
        } else {
            counted_by_weight(&once, &times, needless, |option, item| weights[&(item, option)])
        };
        made.expect("a problem of fewer options is as sound")
    }

    /// The united problem without the bounds on these items, and for each of them its row. Items keep their numbers.
    fn united_once(&self, times: &[(ItemId, Multiplicity)], sets: &mut Vec<Vec<OptionId>>) -> (Self, Vec<Row>) {
        let mut builder = Self::builder();
        builder.name(self.name());
        for item in self.items() {
            builder.copy_item(self, item).expect("the items of a problem are sound");
        }
        for color in self.colors.iter() {
            builder.color(color).expect("the colors of a problem are sound");
        }
        let (bounds, mut rows) = (by_item(self, times), vec![Row::new(); self.n_items()]);
        let may_meet = |item: ItemId| bounds[item.index()].is_some_and(|times| times.most.is_none_or(|most| most > 1));
        // A set that covers an item twice is refused: its options cannot be chosen together.
        sets.retain(|set| {
            let mut cells: Vec<(ItemId, Color)> = set.iter().flat_map(|&option| self.cells(option)).collect();
            cells.sort_unstable();
            let same = cells.chunk_by(|a, b| a == b).map(|same| (same[0].0, same.len()));
            let several: Vec<(ItemId, usize)> = same.filter(|(item, _)| bounds[item.index()].is_some()).collect();
            cells.dedup_by(|a, b| a == b && (!a.1.is_none() || may_meet(a.0)));
            let added = if set.is_empty() { None } else { builder.colored_option(&cells).ok() };
            let Some(option) = added else { return false };
            several.into_iter().for_each(|(item, weight)| rows[item.index()].push((option, weight)));
            true
        });
        (builder.build(), rows)
    }
}

impl BoundedOrigin {
    /// The bounds and the weights. Of several items that all sets cover alike only the first keeps its bounds: the others may be covered any number of times. Weights that are all equal become 1.
    fn told_apart(&self, mut rows: Vec<Row>) -> (Vec<(ItemId, Multiplicity)>, Weights) {
        let (mut is_there, mut weights) = (FxHashSet::default(), Weights::default());
        let bounds = self.times.iter().map(|&(item, times)| {
            let (times, row) = self.divided(times, std::mem::take(&mut rows[item.index()]));
            weights.extend(row.iter().map(|&(option, weight)| ((item, option), weight)));
            let is_new = is_there.insert((times.least, times.most, row));
            (item, if is_new { times } else { Multiplicity::ANY })
        });
        (bounds.collect(), weights)
    }

    /// Equivalent bounds with smaller weights. Nothing changes where it matters whether an item is covered just as often as it must be.
    fn divided(&self, times: Multiplicity, row: Row) -> (Multiplicity, Row) {
        let first = row.first().map_or(1, |(_, weight)| *weight);
        if first == 1 || self.needless.is_some() || row.iter().any(|(_, weight)| *weight != first) {
            return (times, row);
        }
        let (least, most) = (times.least.div_ceil(first), times.most.map(|most| most / first));
        let is_possible = most.is_none_or(|most| least <= most);
        let times = if is_possible { Multiplicity { least, most } } else { Multiplicity::exactly(row.len() + 1) };
        (times, row.into_iter().map(|(option, _)| (option, 1)).collect())
    }
}
