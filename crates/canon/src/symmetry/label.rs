//! Canonical labels: the points of a structure, some of whose options are chosen, numbered in a way that does not depend on how they were numbered before; and all symmetries
//! that carry the chosen options into themselves.
//!
//! The method is that of nauty (B. D. McKay, "Practical graph isomorphism", 1981; McKay and Piperno, "Practical graph isomorphism, II", 2014). Points that look alike share a cell; of one of the smallest
//! cells a point is singled out, and cells fall apart by that, until each point has one of its own: a *leaf*, in which the places of the cells number the points. The choices form a tree, and the
//! tree of an isomorphic structure is the same tree under other names. So the least leaf, by what happened on the way down to it (its *trace*) and then by the structure written
//! in its numbers, gives canonical labels. Two leaves that write the same structure differ by a symmetry. Symmetries found at the first leaf or at the least one prune the tree:
//! of points that they exchange one is enough.
//!
//! On the way to the first leaf each choice has an orbit under the symmetries that fix the choices before, and the order of the group is the product of the sizes of these orbits.

use super::structure::Structure;
use super::symmetry_problem::SymmetryProblem;
use crate::graph::{Incidence, Partition, Refiner, mix};
use dlx_core::problem::{OptionId, to_u16, to_u64, to_usize};
use dlx_core::stop::poll;
use dlx_core::tally::Count;

/// A structure with canonical labels.
#[derive(Debug)]
pub(super) struct Labelled {
    /// A hash that is equal for isomorphic structures.
    pub(super) hash: u64,
    /// The label of each point.
    pub(super) ranks: Box<[u16]>,
    /// Symmetries that generate all, as images of the points.
    pub(super) generators: Vec<Box<[u16]>>,
    /// How many symmetries there are: permutations of the points.
    pub(super) order: Count,
}

/// The work to spend on finding all symmetries, if all are needed, in points visited: some seconds.
pub(super) const EFFORT_OF_GROUP: u64 = 1_000_000_000;

/// Symmetries of a problem.
pub(super) struct Symmetric {
    pub(super) structure: Structure,
    /// Generators, as images of all options, without those that only exchange equal options.
    pub(super) generators: Vec<Vec<OptionId>>,
    /// For each item the first one that the generators carry it to.
    pub(super) leaders: Vec<usize>,
    /// The number of permutations of points that they generate, if those are all symmetries; none if the effort did not suffice. Then there are fewer generators, perhaps none.
    pub(super) order: Option<Count>,
}

/// Points singled out one below the other when symmetries are looked for: each takes half a KiB of the stack, and memory for all points. (18000 items that one option covers overran the stack of the main thread.)
const MOST_LEVELS: usize = 1500;

/// Looks for the symmetries of a problem, with an effort in points visited. None if it has too many points, or if its options must be connected, which the graph does not show.
pub(super) fn symmetric(asked: &SymmetryProblem<'_>, effort: u64) -> Option<Symmetric> {
    if asked.problem.connected().is_some() {
        return None;
    }
    let (structure, problem) = (Structure::new(asked)?, asked.problem);
    let mut labeller = Labeller::new(&structure, effort);
    labeller.is_for_labels = false;
    labeller.most_levels = MOST_LEVELS;
    let is_whole = labeller.search(&[], &[], None);
    let images = labeller.generators.iter().map(|images| structure.images_of_options(images, problem.n_options()));
    let leaders = leaders(problem.n_items(), &labeller.generators);
    let (generators, order) = (images.collect(), is_whole.then_some(labeller.order));
    Some(Symmetric { structure, generators, leaders, order })
}

/// One of each class of things that symmetries exchange: the first of those given. There are `number` things in all, and `images` gives the images of one under the generators of the symmetries.
pub(super) fn one_of_each<I: IntoIterator<Item = usize>>(
    things: impl IntoIterator<Item = usize>,
    number: usize,
    mut images: impl FnMut(usize) -> I,
) -> Vec<usize> {
    let (mut is_reached, mut kept) = (vec![false; number], Vec::new());
    for thing in things {
        if is_reached[thing] {
            continue;
        }
        kept.push(thing);
        let mut reached = vec![thing];
        while let Some(member) = reached.pop() {
            poll(1);
            if !std::mem::replace(&mut is_reached[member], true) {
                reached.extend(images(member));
            }
        }
    }
    kept
}

/// For each of the first points the first one to which some permutations carry it, if they carry these points to each other.
fn leaders(n_points: usize, generators: &[Box<[u16]>]) -> Vec<usize> {
    let mut leaders = vec![usize::MAX; n_points];
    for leader in 0..n_points {
        let mut reached = vec![leader];
        while let Some(point) = reached.pop() {
            poll(generators.len());
            if leaders[point] == usize::MAX {
                leaders[point] = leader;
                reached.extend(generators.iter().map(|images| usize::from(images[point])));
            }
        }
    }
    leaders
}

/// Labels structures, one after the other.
#[derive(Debug)]
pub(super) struct Labeller<'a> {
    structure: &'a Structure,
    /// The mark of each edge now, chosen or not.
    marks: Vec<u64>,
    /// Arrows from point to point: a permutation of the points, or a part of one.
    arrows: Vec<(u16, u16)>,
    incidence: Incidence,
    refiner: Refiner,
    /// The partitions on the path to this node: one for each point singled out.
    partitions: Vec<Partition>,
    /// Visits to points that may still be spent.
    effort: u64,
    /// The greatest depth of the search.
    most_levels: usize,
    /// Is the least leaf needed, or only symmetries?
    is_for_labels: bool,
    first: Option<Leaf>,
    best: Option<Leaf>,
    traces: Vec<u64>,
    singled_out: Vec<u16>,
    generators: Vec<Box<[u16]>>,
    order: Count,
    room: Vec<u16>,
}

/// Where a branch of the tree ends.
#[derive(Clone, Debug)]
struct Leaf {
    traces: Vec<u64>,
    singled_out: Vec<u16>,
    ranks: Box<[u16]>,
    hash: u64,
}

impl<'a> Labeller<'a> {
    /// A labeller of this structure; `effort` bounds the work, in points visited, of all labels together.
    pub(super) fn new(structure: &'a Structure, effort: u64) -> Self {
        let mut incidence = Incidence::default();
        incidence.read(&structure.graph);
        Self {
            structure,
            marks: Vec::new(),
            arrows: Vec::new(),
            incidence,
            refiner: Refiner::with_effort(effort),
            partitions: Vec::new(),
            effort,
            most_levels: usize::MAX,
            is_for_labels: true,
            first: None,
            best: None,
            traces: Vec::new(),
            singled_out: Vec::new(),
            generators: Vec::new(),
            order: Count::ONE,
            room: Vec::new(),
        }
    }

    /// Labels the structure in which these options are chosen. None if that takes too long.
    pub(super) fn label(&mut self, chosen: &[u32]) -> Option<Labelled> {
        let is_whole = self.search(chosen, &[], None);
        self.labelled(is_whole)
    }

    /// Labels the structure with these arrows from point to point.
    pub(super) fn label_with_arrows(&mut self, arrows: &[(u16, u16)]) -> Option<Labelled> {
        let is_whole = self.search(&[], arrows, None);
        self.labelled(is_whole)
    }

    /// Generators of the symmetries that keep these arrows and fix a point.
    pub(super) fn fixing(&mut self, arrows: &[(u16, u16)], point: u16) -> Vec<Box<[u16]>> {
        self.is_for_labels = false;
        self.search(&[], arrows, Some(point));
        self.is_for_labels = true;
        std::mem::take(&mut self.generators)
    }

    fn labelled(&mut self, is_whole: bool) -> Option<Labelled> {
        let Leaf { traces, ranks, hash, .. } = self.best.take().filter(|_| is_whole)?;
        let (generators, order) = (std::mem::take(&mut self.generators), self.order.clone());
        let hash = traces.iter().fold(hash, |hash, trace| mix(hash ^ trace));
        Some(Labelled { hash, ranks, generators, order })
    }

    /// Searches the tree, for symmetries that fix a point if one is given; false if the effort does not suffice.
    fn search(&mut self, chosen: &[u32], arrows: &[(u16, u16)], fixed: Option<u16>) -> bool {
        (self.first, self.best, self.order) = (None, None, Count::ONE);
        self.generators.clear();
        self.choose(chosen, arrows);
        if self.partitions.is_empty() {
            self.partitions.push(Partition::default());
        }
        let kind = |point: u16| 2 * self.structure.kinds[usize::from(point)] + u32::from(Some(point) == fixed);
        self.refiner.begin(&self.incidence, &mut self.partitions[0], kind);
        self.pay();
        self.node();
        self.traces.clear();
        self.singled_out.clear();
        self.effort > 0
    }

    /// Marks these options as chosen, and no others; draws these arrows, and no others.
    fn choose(&mut self, chosen: &[u32], arrows: &[(u16, u16)]) {
        self.marks.clone_from(&self.structure.graph.marks);
        for &option in chosen {
            let mark = &mut self.marks[to_usize(option)];
            *mark = mix(*mark ^ CHOSEN);
        }
        self.arrows.clear();
        self.arrows.extend_from_slice(arrows);
        self.incidence.mark(&self.marks, arrows);
    }

    /// Subtracts the cost of the last refinement from the effort that is left.
    fn pay(&mut self) {
        let work = std::mem::take(&mut self.refiner.work) + to_u64(self.incidence.size());
        self.effort = self.effort.saturating_sub(work);
        self.refiner.most_work = Some(self.effort);
    }

    /// Searches below a choice of points. Returns how many of the choices still hold: a node below more choices than that is done.
    fn node(&mut self) -> usize {
        let level = self.singled_out.len();
        if level > self.most_levels {
            self.effort = 0;
        }
        if self.partitions[level].is_discrete() || self.effort == 0 {
            return self.leaf();
        }
        if self.partitions.len() == level + 1 {
            self.partitions.push(Partition::default());
        }
        let is_on_first_way = self.first.is_none();
        let cell = self.partitions[level].smallest();
        let class = self.partitions[level].members(cell).to_vec();
        let mut tried: Vec<u16> = Vec::new();
        for &point in &class {
            if !tried.is_empty() && self.orbit(point).iter().any(|other| tried.contains(other)) {
                continue;
            }
            let trace = self.single_out(level, cell, point);
            self.traces.push(trace);
            self.singled_out.push(point);
            let standing = if self.is_wanted() { self.node() } else { level };
            self.traces.pop();
            self.singled_out.pop();
            if standing < level || self.effort == 0 {
                return standing;
            }
            tried.push(point);
        }
        if is_on_first_way {
            let orbit = self.orbit(class[0]);
            self.order *= Count::from(to_u64(orbit.len()));
        }
        level
    }

    /// Makes the partition below this level. Returns a code of what happened, larger for fewer cells.
    fn single_out(&mut self, level: usize, cell: usize, point: u16) -> u64 {
        let (above, below) = self.partitions.split_at_mut(level + 1);
        below[0].copy(&above[level]);
        let trace = self.refiner.single_out(&self.incidence, &mut below[0], cell, point);
        let n_shared = self.structure.n_points() - below[0].n_cells();
        self.pay();
        (to_u64(n_shared) << 48) | (trace >> 16)
    }

    /// Can there be a leaf below that is like the first one, or not greater than the least one?
    fn is_wanted(&self) -> bool {
        let depth = self.traces.len();
        let Some((first, best)) = self.first.as_ref().zip(self.best.as_ref()) else { return true };
        first.traces.get(..depth) == Some(&self.traces)
            || (self.is_for_labels && self.traces.as_slice() <= &best.traces[..depth.min(best.traces.len())])
    }

    /// Handles a leaf: each point has a cell of its own, or the effort is spent.
    fn leaf(&mut self) -> usize {
        let partition = &self.partitions[self.singled_out.len()];
        let ranks: Vec<u16> = (0..self.structure.n_points()).map(|point| partition.place(point)).collect();
        let hash = self.written_in(&ranks);
        let leaf =
            Leaf { traces: self.traces.clone(), singled_out: self.singled_out.clone(), ranks: ranks.into(), hash };
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            self.first = Some(leaf.clone());
            self.best = Some(leaf);
            return self.singled_out.len();
        };
        let twins =
            [first, best].map(|known| (common(&known.singled_out, &leaf.singled_out), self.carry(known, &leaf)));
        let is_better = (&leaf.traces, leaf.hash) < (&best.traces, best.hash);
        for (standing, symmetry) in twins {
            if let Some(symmetry) = symmetry {
                self.generators.push(symmetry);
                return standing;
            }
        }
        if is_better {
            self.best = Some(leaf);
        }
        self.singled_out.len()
    }

    /// The symmetry that carries one leaf into another, if the structure looks the same in both.
    fn carry(&self, from: &Leaf, to: &Leaf) -> Option<Box<[u16]>> {
        if (&from.traces, from.hash) != (&to.traces, to.hash) {
            return None;
        }
        let images = carried(&from.ranks, &to.ranks);
        let keeps_arrows = || carries_arrows(&images, &self.arrows, &self.arrows);
        let is_symmetry = keeps_arrows() && self.structure.carries(&images, &self.marks, &mut Vec::new());
        is_symmetry.then_some(images)
    }

    /// A hash of the structure with these numbers for its points.
    fn written_in(&self, ranks: &[u16]) -> u64 {
        let rank = |point: u16| mix(u64::from(ranks[usize::from(point)]));
        let edges = self.structure.graph.edges().zip(&self.marks);
        let edges = edges.map(|(edge, &mark)| mix(edge.iter().map(|&point| rank(point)).fold(mark, u64::wrapping_add)));
        let arrows = self.arrows.iter().map(|&(from, to)| mix(rank(from).wrapping_add(mix(rank(to)))));
        edges.chain(arrows).fold(0, u64::wrapping_add)
    }

    /// Where the known symmetries that fix the points singled out can carry a point.
    fn orbit(&mut self, point: u16) -> Vec<u16> {
        let fixing = |images: &&[u16]| self.singled_out.iter().all(|&fixed| images[usize::from(fixed)] == fixed);
        let generators: Vec<&[u16]> = self.generators.iter().map(|images| &**images).filter(fixing).collect();
        let (mut orbit, mut next) = (vec![point], 0);
        self.room.clear();
        self.room.resize(self.structure.n_points(), 0);
        self.room[usize::from(point)] = 1;
        poll(self.generators.len() + self.structure.n_points());
        while next < orbit.len() {
            poll(generators.len());
            for images in &generators {
                let image = images[usize::from(orbit[next])];
                if std::mem::replace(&mut self.room[usize::from(image)], 1) == 0 {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        orbit
    }
}

/// Does a permutation of the points carry these arrows to those? The latter are in order.
pub(super) fn carries_arrows(images: &[u16], arrows: &[(u16, u16)], to: &[(u16, u16)]) -> bool {
    let image = |&(from, to): &(u16, u16)| (images[usize::from(from)], images[usize::from(to)]);
    arrows.len() == to.len() && arrows.iter().all(|arrow| to.binary_search(&image(arrow)).is_ok())
}

/// The length of the common beginning of two lists.
fn common(a: &[u16], b: &[u16]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// What is mixed into the mark of a chosen option.
const CHOSEN: u64 = 0x5bd1_e995_2545_f491;

/// The permutation that carries each point to the one that has its label among the others.
pub(super) fn carried(from: &[u16], to: &[u16]) -> Box<[u16]> {
    let mut points = vec![0; to.len()];
    for (point, &rank) in to.iter().enumerate() {
        points[usize::from(rank)] = to_u16(point);
    }
    from.iter().map(|&rank| points[usize::from(rank)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_families::queens;

    /// The search ends for any effort, and what it finds are symmetries.
    #[test]
    fn a_search_without_effort_ends() {
        let problem = queens(40);
        for effort in [0, 1, 100, 10_000, 1_000_000] {
            let found = symmetric(&SymmetryProblem::as_it_stands(&problem), effort).unwrap();
            assert!(found.generators.iter().all(|image| image.len() == problem.n_options()));
            assert!(found.order.is_none_or(|order| order == Count::from(8u64)));
        }
    }
}
