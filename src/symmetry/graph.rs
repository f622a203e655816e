//! A problem as a graph, and its color refinement.
//!
//! The vertices are points and options. A point is an item, or a color that some option gives to an item; an option is joined to its points,
//! and a color of an item to the item. Renaming the colors of one item is a symmetry like any other, and the graph shows it as one.
//!
//! Refinement gives every vertex a 64-bit shade that depends only on the structure around it: first on what it is, then again and again on its own
//! shade and the shades of its neighbors, until no class is divided any more. Shades are sums of mixed bits, so equal surroundings
//! give equal shades, whatever the numbering. Two different surroundings with one shade, which is possible, would only be taken apart later.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::problem::to_u64;
use crate::problem::{OptionId, Problem};

/// A color refinement: the shade of every point, then of every option.
pub(super) type Shades = Vec<u64>;

/// The graph of a problem.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) n_points: usize,
    /// What a point is: 0 a primary item, 1 a secondary one, 2 a color.
    kind: Vec<u64>,
    /// The item of each color, itself for items.
    owner: Vec<usize>,
    /// The points of each option that can be chosen, ascending.
    pub(super) options: Vec<Vec<usize>>,
    ids: Vec<OptionId>,
    /// How many options the problem has, those that cannot be chosen included.
    n_ids: usize,
    n_edges: u64,
    by_points: FxHashMap<Vec<usize>, Vec<usize>>,
}

impl Graph {
    pub(super) fn new(problem: &Problem) -> Self {
        let n_items = problem.n_items();
        let mut kind: Vec<u64> = problem.items().map(|item| u64::from(!problem.is_primary(item))).collect();
        let mut owner: Vec<usize> = (0..n_items).collect();
        let mut colors = FxHashMap::default();
        let ids: Vec<OptionId> = problem.choosable().collect();
        let mut options = Vec::with_capacity(ids.len());
        for &option in &ids {
            let points = problem.cells(option).map(|(item, color)| {
                if color.is_none() {
                    return item.index();
                }
                *colors.entry((item, color)).or_insert_with(|| {
                    kind.push(2);
                    owner.push(item.index());
                    owner.len() - 1
                })
            });
            let mut points: Vec<usize> = points.collect();
            points.sort_unstable();
            options.push(points);
        }
        let mut by_points = FxHashMap::<Vec<usize>, Vec<usize>>::default();
        for (option, points) in options.iter().enumerate() {
            by_points.entry(points.clone()).or_default().push(option);
        }
        let n_edges = to_u64(problem.n_cells()) + to_u64(owner.len());
        Self { n_points: owner.len(), kind, owner, options, ids, n_ids: problem.n_options(), n_edges, by_points }
    }

    /// The refinement in which nothing is told apart but what it is.
    pub(super) fn plain(&self, effort: &mut u64) -> Shades {
        let options = self.options.iter().map(|_| mix(3));
        self.refine(self.kind.iter().map(|&kind| mix(kind)).chain(options).collect(), effort)
    }

    /// The refinement in which this point is told apart from all others.
    pub(super) fn individualize(&self, shades: &Shades, point: usize, effort: &mut u64) -> Shades {
        let mut shades = shades.clone();
        shades[point] = mix(shades[point] ^ 0x5bd1_e995);
        self.refine(shades, effort)
    }

    fn refine(&self, mut shades: Shades, effort: &mut u64) -> Shades {
        let mut n_classes = 0;
        loop {
            let now = shades.iter().collect::<FxHashSet<_>>().len();
            if now == n_classes || *effort == 0 {
                return shades;
            }
            n_classes = now;
            *effort = effort.saturating_sub(2 * self.n_edges);
            self.round(&mut shades);
        }
    }

    /// Options look at their points, then points at their options and colors.
    fn round(&self, shades: &mut Shades) {
        let (points, options) = shades.split_at_mut(self.n_points);
        for (shade, own) in options.iter_mut().zip(&self.options) {
            *shade = own.iter().fold(mix(*shade), |sum, &point| sum.wrapping_add(mix(points[point] ^ 1)));
        }
        let mut sums: Vec<u64> = points.iter().map(|&shade| mix(shade)).collect();
        for (&shade, own) in options.iter().zip(&self.options) {
            let share = mix(shade ^ 2);
            own.iter().for_each(|&point| sums[point] = sums[point].wrapping_add(share));
        }
        for (point, &owner) in self.owner.iter().enumerate().filter(|&(point, &owner)| point != owner) {
            sums[point] = sums[point].wrapping_add(mix(points[owner] ^ 4));
            sums[owner] = sums[owner].wrapping_add(mix(points[point] ^ 8));
        }
        points.copy_from_slice(&sums);
    }

    /// The permutation of all options that this permutation of points makes, if it is a symmetry.
    pub(super) fn check(&self, image: &[usize]) -> Option<Vec<OptionId>> {
        let is_faithful = |point: usize| {
            self.kind[image[point]] == self.kind[point] && self.owner[image[point]] == image[self.owner[point]]
        };
        if !(0..self.n_points).all(is_faithful) {
            return None;
        }
        let mut result: Vec<OptionId> = (0..self.n_ids).map(OptionId::from_index).collect();
        for (points, options) in &self.by_points {
            let mut images: Vec<usize> = points.iter().map(|&point| image[point]).collect();
            images.sort_unstable();
            // Equal options go to equal options, in order.
            let partners = self.by_points.get(&images).filter(|partners| partners.len() == options.len())?;
            options.iter().zip(partners).for_each(|(&from, &to)| result[self.ids[from].index()] = self.ids[to]);
        }
        Some(result)
    }
}

/// Bits well mixed: the finalizer of splitmix64 (Steele, Lea and Flood, 2014).
fn mix(bits: u64) -> u64 {
    let mut z = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
