//! Canonical labels: the points of a structure, some of whose options are chosen, numbered in a way that does not depend on how they were numbered before; and all symmetries
//! that carry the chosen options into themselves.
//!
//! The method is that of nauty (B. D. McKay, "Practical graph isomorphism", 1981; McKay and Piperno, "Practical graph isomorphism, II", 2014). Points are shaded; where some look alike, one
//! of the smallest class is singled out, and everything is shaded anew, until no two look alike: a *leaf*, whose shades number the points. The choices form a tree, and the
//! tree of an isomorphic structure is the same tree under other names. So the least leaf, by the shades met on the way down to it (its *trace*) and then by the structure written
//! in its numbers, gives canonical labels. Two leaves that write the same structure differ by a symmetry. Symmetries found at the first leaf or at the least one prune the tree:
//! of points that they exchange one is enough.
//!
//! On the way to the first leaf each choice has an orbit under the symmetries that fix the choices before, and the order of the group is the product of the sizes of these orbits.

use super::mix::mix;
use super::shade::Shader;
use super::structure::Structure;
use crate::problem::{OptionId, Problem, to_u16, to_u64};
use crate::tally::Count;

/// A structure with canonical labels.
#[derive(Debug)]
pub(super) struct Labelled {
    /// The same for isomorphic structures.
    pub(super) hash: u64,
    /// The label of each point.
    pub(super) ranks: Box<[u16]>,
    /// Symmetries that generate all, as images of the points.
    pub(super) generators: Vec<Box<[u16]>>,
    /// How many symmetries there are: permutations of the points.
    pub(super) order: Count,
}

/// Work to spend on finding all symmetries, where all are wanted, in points visited: some seconds.
pub(super) const EFFORT_OF_GROUP: u64 = 1_000_000_000;

/// Symmetries of a problem.
pub(super) struct Symmetric {
    pub(super) structure: Structure,
    /// Generators, as images of all options; of those that only exchange equal options none.
    pub(super) generators: Vec<Vec<OptionId>>,
    /// For each item the first one that the generators carry it to.
    pub(super) leaders: Vec<usize>,
    /// How many permutations of points they generate, if those are all symmetries; not known if the effort did not suffice. Then there are fewer generators, perhaps none.
    pub(super) order: Option<Count>,
}

/// Looks for the symmetries of a problem, with an effort in points visited; for those that keep the kinds of items, if they have kinds. None if it has too many points.
pub(super) fn symmetric(problem: &Problem, kinds: Option<&[u32]>, effort: u64) -> Option<Symmetric> {
    let structure = Structure::new(problem, kinds)?;
    let mut labeller = Labeller::new(&structure, effort);
    labeller.is_for_labels = false;
    let is_whole = labeller.search(&[]);
    let images = labeller.generators.iter().map(|images| structure.images_of_options(images, problem.n_options()));
    let leaders = leaders(problem.n_items(), &labeller.generators);
    let (generators, order) = (images.collect(), is_whole.then_some(labeller.order));
    Some(Symmetric { structure, generators, leaders, order })
}

/// For each of the first points the first one that some permutations carry it to, if they carry these points to each other.
fn leaders(n_points: usize, generators: &[Box<[u16]>]) -> Vec<usize> {
    let mut leaders = vec![usize::MAX; n_points];
    for leader in 0..n_points {
        let mut reached = vec![leader];
        while let Some(point) = reached.pop() {
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
    shader: Shader<'a>,
    /// Is the least leaf wanted, or are symmetries alone?
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
    /// For this structure; `effort` bounds the work, in points visited, of all labels together.
    pub(super) fn new(structure: &'a Structure, effort: u64) -> Self {
        Self {
            shader: Shader::new(structure, effort),
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
        let is_whole = self.search(chosen);
        let Leaf { traces, ranks, hash, .. } = self.best.take().filter(|_| is_whole)?;
        let (generators, order) = (std::mem::take(&mut self.generators), self.order.clone());
        let hash = traces.iter().fold(hash, |hash, trace| mix(hash ^ trace));
        Some(Labelled { hash, ranks, generators, order })
    }

    /// Searches the tree; false if the effort does not suffice.
    fn search(&mut self, chosen: &[u32]) -> bool {
        (self.first, self.best, self.order) = (None, None, Count::ONE);
        self.generators.clear();
        self.shader.choose(chosen);
        let (shades, n_shades) = self.shader.plain();
        self.node(&shades, n_shades);
        self.traces.clear();
        self.singled_out.clear();
        self.shader.effort > 0
    }

    /// Searches below a choice of points. Returns how many of the choices stand: a node with more of them is done.
    fn node(&mut self, shades: &[u64], n_shades: usize) -> usize {
        let level = self.singled_out.len();
        if n_shades == shades.len() || self.shader.effort == 0 {
            return self.leaf(shades);
        }
        let is_on_first_way = self.first.is_none();
        let class = smallest_class(shades);
        let mut tried: Vec<u16> = Vec::new();
        for &point in &class {
            if !tried.is_empty() && self.orbit(point).iter().any(|other| tried.contains(other)) {
                continue;
            }
            let mut below = shades.to_vec();
            let n_below = self.shader.single_out(&mut below, point, n_shades);
            self.traces.push(trace(&below, n_below));
            self.singled_out.push(point);
            let standing = if self.is_wanted() { self.node(&below, n_below) } else { level };
            self.traces.pop();
            self.singled_out.pop();
            if standing < level || self.shader.effort == 0 {
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

    /// Can there be a leaf below that is like the first one, or not greater than the least one?
    fn is_wanted(&self) -> bool {
        let depth = self.traces.len();
        let Some((first, best)) = self.first.as_ref().zip(self.best.as_ref()) else { return true };
        first.traces.get(..depth) == Some(&self.traces)
            || (self.is_for_labels && self.traces.as_slice() <= &best.traces[..depth.min(best.traces.len())])
    }

    /// All points have different shades.
    fn leaf(&mut self, shades: &[u64]) -> usize {
        let ranks = ranks(shades);
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

    /// The symmetry that carries one leaf into another, if they write the same.
    fn carry(&self, from: &Leaf, to: &Leaf) -> Option<Box<[u16]>> {
        if (&from.traces, from.hash) != (&to.traces, to.hash) {
            return None;
        }
        let images = carried(&from.ranks, &to.ranks);
        let mut room = Vec::new();
        let marks = &self.shader.marks;
        self.shader.structure.carries(&images, marks, marks, &mut room).then_some(images)
    }

    /// A hash of the structure in these numbers.
    fn written_in(&self, ranks: &[u16]) -> u64 {
        let structure = self.shader.structure;
        let edges = self.shader.marks.iter().enumerate();
        edges.fold(0, |sum: u64, (edge, &mark)| {
            let points = structure.edge(edge).iter().map(|&point| mix(u64::from(ranks[usize::from(point)])));
            sum.wrapping_add(mix(points.fold(mark, u64::wrapping_add)))
        })
    }

    /// Where the symmetries known that fix the points singled out can carry a point.
    fn orbit(&mut self, point: u16) -> Vec<u16> {
        let fixing = |images: &&[u16]| self.singled_out.iter().all(|&fixed| images[usize::from(fixed)] == fixed);
        let generators: Vec<&[u16]> = self.generators.iter().map(|images| &**images).filter(fixing).collect();
        let (mut orbit, mut next) = (vec![point], 0);
        self.room.clear();
        self.room.resize(self.shader.structure.n_points(), 0);
        self.room[usize::from(point)] = 1;
        while next < orbit.len() {
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

/// How far two lists agree.
fn common(a: &[u16], b: &[u16]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// What everything looks like: fewer classes are more.
fn trace(shades: &[u64], n_shades: usize) -> u64 {
    let sum = shades.iter().fold(0u64, |sum, &shade| sum.wrapping_add(mix(shade)));
    (to_u64(shades.len() - n_shades) << 48) | (mix(sum) >> 16)
}

/// The points of the smallest class of more than one; of several the one of the least shade.
fn smallest_class(shades: &[u64]) -> Vec<u16> {
    let sorted = by_shade(shades);
    let classes = sorted.chunk_by(|a, b| a.0 == b.0).filter(|class| class.len() > 1);
    let smallest = classes.min_by_key(|class| class.len()).unwrap_or_default();
    smallest.iter().map(|&(_, point)| point).collect()
}

fn by_shade(shades: &[u64]) -> Vec<(u64, u16)> {
    let mut sorted: Vec<(u64, u16)> =
        shades.iter().enumerate().map(|(point, &shade)| (shade | 1, to_u16(point))).collect();
    sorted.sort_unstable();
    sorted
}

fn ranks(shades: &[u64]) -> Vec<u16> {
    let mut ranks = vec![0; shades.len()];
    for (rank, (_, point)) in by_shade(shades).into_iter().enumerate() {
        ranks[usize::from(point)] = to_u16(rank);
    }
    ranks
}

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
    use crate::family::queens;

    /// Whatever the effort, the search ends, and what it finds are symmetries.
    #[test]
    fn a_search_without_effort_ends() {
        let problem = queens(40);
        for effort in [0, 1, 100, 10_000, 1_000_000] {
            let found = symmetric(&problem, None, effort).unwrap();
            assert!(found.generators.iter().all(|image| image.len() == problem.n_options()));
            assert!(found.order.is_none_or(|order| order == Count::from(8u64)));
        }
    }
}
