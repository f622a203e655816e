//! Symmetries up to conjugation: one of each class of conjugates, and the size of each class.
//!
//! A group of symmetries can be far too large to be listed: that of the Latin squares of order 8 has 393,291,890,688,000 elements. But Burnside's lemma needs for a symmetry g only the number of solutions that it leaves
//! as they are, and that is the same for all its conjugates h g h^-1: whatever g fixes, h carries to what h g h^-1 fixes. Those squares have 2530 classes of conjugates.
//!
//! The classes are found as kinds of solutions are (see [`Grower`](super::Grower)): a symmetry is grown point by point. It is begun as a map that is given on no point; a map that is given on some points is a set of arrows, from each of
//! them to its image, and two such maps are of one kind if a symmetry of the problem carries the arrows of the one to those of the other. So canonical labels of the structure with arrows
//! tell them apart, and what a map does to one more point needs to be tried only up to the symmetries that keep all its arrows and fix the point. Every symmetry begins as the
//! empty map, and by induction some conjugate of it is reached, for any choice of points.
//!
//! Points are put into cells with the points of the map told apart, and once more with their images told apart: a point can only go to one whose cell has the same place, and where that is the only one in it, it must. So a
//! symmetry is known from a few points; the others follow. The symmetries that keep all arrows of a whole map g are those that commute with g, and by the orbit theorem its class has as many members as the group has elements for each of
//! them. All classes together must be the group, so the sum of their sizes checks the result.
//!
//! This is an algorithm for small structures. (D. F. Holt, B. Eick and E. A. O'Brien, "Handbook of Computational Group Theory", 2005, chapter 4.6, has those for groups of permutations as such.)

use super::canonical_set::{Germ, Grow};
use super::classes::IsomorphismClasses;
use super::label::{Labeller, carried, carries_arrows, one_of_each};
use super::term::Term;
use crate::graph::{Incidence, Partition, Refiner};
use dlx_core::problem::{OptionId, Problem, to_u16, to_u32, to_usize};
use dlx_core::tally::Count;

/// A symmetry, given on some of the points, or on all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conjugate {
    /// Each point on which it is given, with its image; in order.
    arrows: Box<[(u16, u16)]>,
    /// The canonical label of each point.
    ranks: Box<[u16]>,
    /// How many symmetries of the problem keep all arrows.
    commuting: Count,
}

impl Conjugate {
    /// Does it leave every point where it is?
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.is_whole() && self.arrows.iter().all(|(from, to)| from == to)
    }
}

impl Germ for Conjugate {
    /// The number of points on which it is given.
    fn size(&self) -> usize {
        self.arrows.len()
    }

    fn is_whole(&self) -> bool {
        self.arrows.len() == self.ranks.len()
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + 4 * self.arrows.len() + 2 * self.ranks.len()
    }

    fn is_like(&self, other: &Self, kinds: &IsomorphismClasses, room: &mut Vec<u16>) -> bool {
        let images = carried(&self.ranks, &other.ranks);
        carries_arrows(&images, &self.arrows, &other.arrows) && kinds.structure.is_symmetry(&images, room)
    }
}

impl IsomorphismClasses {
    /// The number of symmetries that a complete one stands for: all its conjugates.
    #[must_use]
    pub fn n_conjugates(&self, symmetry: &Conjugate) -> Count {
        self.order.div_ceil(&symmetry.commuting)
    }

    /// The number of permutations of items, and of the colors of each item, that are symmetries.
    #[must_use]
    pub fn n_permutations(&self) -> &Count {
        &self.order
    }

    /// The problem whose solutions are those of this problem that a complete symmetry leaves as they are; it has one of each set of options that cover the same. Once: how many are like it,
    /// [`n_conjugates`](Self::n_conjugates) says.
    #[must_use]
    pub fn fixed(&self, problem: &Problem, symmetry: &Conjugate) -> Term {
        let images: Vec<u16> = symmetry.arrows.iter().map(|&(_, to)| to).collect();
        let (mut is_seen, mut orbits, mut room) = (vec![false; self.structure.n_options()], Vec::new(), Vec::new());
        for first in 0..is_seen.len() {
            let (mut orbit, mut edge): (Vec<OptionId>, usize) = (Vec::new(), first);
            while !std::mem::replace(&mut is_seen[edge], true) {
                orbit.push(self.structure.options[edge][0]);
                edge = self.structure.image(edge, &images, &mut room).map_or(edge, to_usize);
            }
            orbits.push(orbit);
        }
        Term::of_orbits(problem, orbits, 1)
    }
}

/// Grows symmetries: one for each thread.
#[derive(Debug)]
pub struct Conjugator<'k> {
    kinds: &'k IsomorphismClasses,
    labeller: Labeller<'k>,
    refiner: Refiner,
    /// The structure without arrows.
    incidence: Incidence,
    room: Vec<u16>,
}

impl<'k> Grow<'k> for Conjugator<'k> {
    type Germ = Conjugate;

    fn new(kinds: &'k IsomorphismClasses) -> Self {
        let (labeller, refiner, room) = (Labeller::new(&kinds.structure, u64::MAX), Refiner::default(), Vec::new());
        let mut incidence = Incidence::default();
        incidence.read(&kinds.structure.graph);
        Self { kinds, labeller, refiner, incidence, room }
    }

    /// The map on the points for which there is no choice.
    fn root(&mut self) -> Option<(u64, Conjugate)> {
        let plain = self.told_apart(std::iter::empty());
        self.labelled(&plain, &plain)
    }

    fn grow(&mut self, map: &Conjugate) -> Vec<(u64, Conjugate)> {
        let mut from = self.told_apart(map.arrows.iter().map(|arrow| arrow.0));
        let to = self.told_apart(map.arrows.iter().map(|arrow| arrow.1));
        let (cell, point) = next_point(map, &from);
        // With two images it is quicker to try both.
        let has_many = to.members(cell).len() > 2 && map.commuting != Count::ONE;
        let generators = if has_many { self.labeller.fixing(&map.arrows, point) } else { Vec::new() };
        let trace = self.refiner.single_out(&self.incidence, &mut from, cell, point);
        let images = to.members(cell).iter().map(|&image| usize::from(image));
        let images = one_of_each(images, map.ranks.len(), |image| {
            generators.iter().map(move |generator| usize::from(generator[image]))
        });
        let (mut grown, mut taken) = (Vec::new(), Partition::default());
        for image in images {
            taken.copy(&to);
            if self.refiner.single_out(&self.incidence, &mut taken, cell, to_u16(image)) == trace {
                grown.extend(self.labelled(&from, &taken));
            }
        }
        grown
    }
}

impl Conjugator<'_> {
    /// A partition in which each of these points is told apart from all others, by its place among them.
    fn told_apart(&mut self, points: impl Iterator<Item = u16>) -> Partition {
        let structure = &self.kinds.structure;
        let mut kinds = structure.kinds.clone();
        let n_points = to_u32(structure.n_points());
        points.zip(n_points..).for_each(|(point, kind)| kinds[usize::from(point)] = kind);
        let mut partition = Partition::default();
        self.refiner.begin(&self.incidence, &mut partition, |point| kinds[usize::from(point)]);
        partition
    }

    /// The map that carries each point with a cell of its own to the point whose cell has that place, labelled. None if the cells show that it cannot be a symmetry.
    fn labelled(&mut self, from: &Partition, to: &Partition) -> Option<(u64, Conjugate)> {
        let arrows = arrows(from, to)?;
        if from.is_discrete() {
            let images: Vec<u16> = arrows.iter().map(|arrow| arrow.1).collect();
            self.kinds.structure.is_symmetry(&images, &mut self.room).then_some(())?;
        }
        let labelled = self.labeller.label_with_arrows(&arrows)?;
        let (arrows, ranks, commuting) = (arrows.into(), labelled.ranks, labelled.order);
        Some((labelled.hash, Conjugate { arrows, ranks, commuting }))
    }
}

/// An arrow from each point with a cell of its own to the other one whose cell is there. None if the sizes of the cells differ.
fn arrows(from: &Partition, to: &Partition) -> Option<Vec<(u16, u16)>> {
    let mut arrows = Vec::new();
    if !from.cells().eq(to.cells()) {
        return None;
    }
    for cell in from.cells() {
        if let ([from], [to]) = (from.members(cell), to.members(cell)) {
            arrows.push((*from, *to));
        }
    }
    arrows.sort_unstable();
    Some(arrows)
}

/// The next point on which the map is to be given, and its cell: among the points in the smallest cells one to which an arrow leads, so that cycles are closed before new ones begin.
fn next_point(map: &Conjugate, partition: &Partition) -> (usize, u16) {
    let mut is_image = vec![false; map.ranks.len()];
    map.arrows.iter().for_each(|arrow| is_image[usize::from(arrow.1)] = true);
    let image_in = |cell: usize| partition.members(cell).iter().copied().find(|&point| is_image[usize::from(point)]);
    let cells = partition.cells().filter(|&cell| partition.members(cell).len() > 1);
    let rank = |&cell: &usize| (partition.members(cell).len(), image_in(cell).is_none());
    let cell = cells.min_by_key(rank).expect("where every point has its own cell, the map is whole");
    (cell, image_in(cell).unwrap_or(partition.members(cell)[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::CanonicalSet;
    use dlx_families::{latin, queens, steiner};

    /// All classes, with the number of members of each.
    fn classes(problem: &Problem) -> Vec<u64> {
        let kinds = IsomorphismClasses::of(problem).unwrap();
        let mut conjugator = Conjugator::new(&kinds);
        let mut shelf = CanonicalSet::default();
        let mut open: Vec<(u64, Conjugate)> = conjugator.root().into_iter().collect();
        let mut sizes = Vec::new();
        while let Some((hash, map)) = open.pop() {
            if shelf.put(&kinds, hash, map.clone()) {
                if map.is_whole() {
                    sizes.push(kinds.n_conjugates(&map).to_u64().unwrap());
                } else {
                    open.extend(conjugator.grow(&map));
                }
            }
        }
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn classes_of_conjugates_are_those_of_textbooks() {
        assert_eq!(classes(&queens(6)), [1, 1, 2, 2, 2]); // the square
        assert_eq!(classes(&steiner(7).unwrap()).len(), 15); // partitions of 7
        // Three factors S_3 and their exchange: 3 choose 3 of 3 kinds, with repetition, 10, two factors exchanged 3 * 3, all three 3.
        assert_eq!(classes(&latin(3, false).unwrap()).len(), 22);
    }
}
