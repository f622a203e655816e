//! One solution of each kind, grown option by option, where the group is too large to be listed.
//!
//! A partial solution is a set of options that are compatible. Those that a symmetry of the problem carries into one another have the same future, up to that symmetry: one of them is
//! enough. So begin with no option; take every partial solution of a size, choose an item that it leaves, and add each option that covers it; of the results keep one of
//! each kind. A solution S contains the one partial solution without options. If it contains a partial solution P that was kept, one of the options tried on P is in S, and a
//! symmetry carries that larger partial solution, and S with it, to one that was kept. So every kind of solutions is reached, for any choice of items; and since one of each kind is
//! kept at each size, none is reached twice. (B. D. McKay, "Isomorph-free exhaustive generation", 1998, calls this generation by recorded objects; his canonical augmentation does without
//! the record, but the item must then be the same on isomorphic objects however they were reached, and that has a cost here.)
//!
//! Kinds are told apart by canonical labels. Two partial solutions with the same hash are only taken to be one when the labels give a symmetry of the problem that carries the one into the other.
//!
//! The kind of a solution has as many members as the group has elements for each one that fixes the solution, times the number of ways to choose among options that cover the same items.

use super::canonical_set::{Germ, Grow};
use super::classes::IsomorphismClasses;
use super::label::{Labeller, carried, one_of_each};
use dlx_core::problem::{Color, ItemId, OptionId, to_u32, to_u64, to_usize};
use dlx_core::tally::Count;

/// A partial solution that stands for all of its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial {
    /// Its options, as numbers of the structure, ascending.
    chosen: Box<[u32]>,
    /// The canonical label of each point.
    ranks: Box<[u16]>,
    /// How many symmetries of the problem fix it.
    fixing: Count,
    /// One of each kind of options that cover the next item; none if nothing is left to cover.
    next: Box<[u32]>,
}

impl Germ for Partial {
    /// How many options it has, equal options being one.
    fn size(&self) -> usize {
        self.chosen.len()
    }

    /// Is it a solution?
    fn is_whole(&self) -> bool {
        self.next.is_empty()
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + 4 * (self.chosen.len() + self.next.len()) + 2 * self.ranks.len()
    }

    fn is_like(&self, other: &Self, kinds: &IsomorphismClasses, room: &mut Vec<u16>) -> bool {
        let images = carried(&self.ranks, &other.ranks);
        let goes_over = |&option: &u32| {
            let image = kinds.structure.image(to_usize(option), &images, room);
            image.is_some_and(|image| other.chosen.binary_search(&image).is_ok())
        };
        self.chosen.len() == other.chosen.len()
            && self.chosen.iter().all(goes_over)
            && kinds.structure.is_symmetry(&images, room)
    }
}

impl IsomorphismClasses {
    /// The options of a partial solution, in increasing order; the first one of equal options.
    #[must_use]
    pub fn options(&self, partial: &Partial) -> Vec<OptionId> {
        let mut options: Vec<OptionId> =
            partial.chosen.iter().map(|&option| self.structure.options[to_usize(option)][0]).collect();
        options.sort_unstable();
        options
    }

    /// The number of partial solutions of the kind of this one.
    #[must_use]
    pub fn orbit(&self, partial: &Partial) -> Count {
        let equal = partial.chosen.iter().map(|&option| to_u64(self.structure.options[to_usize(option)].len()));
        equal.fold(self.order.div_ceil(&partial.fixing), |product, number| product * Count::from(number))
    }
}

/// Grows partial solutions: one for each thread.
#[derive(Debug)]
pub struct Grower<'k> {
    kinds: &'k IsomorphismClasses,
    labeller: Labeller<'k>,
    /// What covers each item: nothing, one color, or one option alone.
    covered: Vec<GrowerCover>,
    room: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GrowerCover {
    Free,
    By(Color),
}

impl<'k> Grow<'k> for Grower<'k> {
    type Germ = Partial;

    fn new(kinds: &'k IsomorphismClasses) -> Self {
        let labeller = Labeller::new(&kinds.structure, u64::MAX);
        Self { kinds, labeller, covered: vec![GrowerCover::Free; kinds.n_items], room: Vec::new() }
    }

    /// The partial solution without options; none if there is no solution.
    fn root(&mut self) -> Option<(u64, Partial)> {
        self.labelled(Vec::new())
    }

    /// All partial solutions that arise from one by an option that covers its next item, and the options that are then forced.
    fn grow(&mut self, partial: &Partial) -> Vec<(u64, Partial)> {
        let with = |&option: &u32| {
            let mut chosen = partial.chosen.to_vec();
            chosen.push(option);
            self.labelled(chosen)
        };
        partial.next.iter().filter_map(with).collect()
    }
}

impl Grower<'_> {
    /// A solution as a [`Partial`], with its hash. Options that cover the same items are not told apart. None if it is not a solution.
    pub fn solution(&mut self, options: &[OptionId]) -> Option<(u64, Partial)> {
        let structure = &self.kinds.structure;
        let is_chosen = |of_edge: &Vec<OptionId>| of_edge.iter().any(|option| options.contains(option));
        let chosen = (0..).zip(&structure.options).filter(|(_, of_edge)| is_chosen(of_edge));
        self.labelled(chosen.map(|(edge, _)| edge).collect()).filter(|(_, partial)| partial.is_whole())
    }

    /// A partial solution with all that is forced, labelled; none if some item cannot be covered any more.
    fn labelled(&mut self, mut chosen: Vec<u32>) -> Option<(u64, Partial)> {
        let next = self.complete(&mut chosen)?;
        chosen.sort_unstable();
        let labelled = self.labeller.label(&chosen)?;
        let (structure, room) = (&self.kinds.structure, &mut self.room);
        let next = one_of_each(next.into_iter().map(to_usize), structure.n_options(), |option| {
            let images = labelled.generators.iter().filter_map(|images| structure.image(option, images, room));
            images.map(to_usize).collect::<Vec<usize>>()
        });
        let next = next.into_iter().map(to_u32).collect();
        let (chosen, ranks, fixing) = (chosen.into(), labelled.ranks, labelled.order);
        Some((labelled.hash, Partial { chosen, ranks, fixing, next }))
    }

    /// Adds options as long as some item has only one, and returns the options of an item that has the fewest. None if some item has no option.
    fn complete(&mut self, chosen: &mut Vec<u32>) -> Option<Vec<u32>> {
        self.covered.fill(GrowerCover::Free);
        chosen.iter().for_each(|&option| self.cover(option));
        loop {
            let mut best: Option<(usize, usize)> = None;
            for item in (0..self.kinds.options_of.len()).filter(|&item| self.covered[item] == GrowerCover::Free) {
                let n_living = self.living(item).count();
                if best.is_none_or(|best| n_living < best.0) {
                    best = Some((n_living, item));
                }
            }
            let Some((n_living, item)) = best else { return Some(Vec::new()) };
            let living: Vec<u32> = self.living(item).collect();
            match n_living {
                0 => return None,
                1 => {
                    self.cover(living[0]);
                    chosen.push(living[0]);
                }
                _ => return Some(living),
            }
        }
    }

    fn cover(&mut self, option: u32) {
        for &(item, color) in &self.kinds.cells[to_usize(option)] {
            self.covered[item.index()] = GrowerCover::By(color);
        }
    }

    /// The options of an item that can still be chosen.
    fn living(&self, item: usize) -> impl Iterator<Item = u32> + '_ {
        let fits = |&(item, color): &(ItemId, Color)| match self.covered[item.index()] {
            GrowerCover::Free => true,
            GrowerCover::By(by) => !color.is_none() && by == color,
        };
        self.kinds.options_of[item]
            .iter()
            .copied()
            .filter(move |&option| self.kinds.cells[to_usize(option)].iter().all(fits))
    }
}
