//! A problem as a hypergraph of points, small and flat, for labelling.
//!
//! A point is an item, or a color that some option gives to an item. An edge is a set of points that an option covers; options that cover the same points are one edge with a
//! multiplicity. One edge more joins every color to its item, so that a permutation of the points that carries edges to edges of the same kind is a symmetry of the problem.
//! Where that leaves symmetries that are not meant, there are further edges ([`Keep`](super::Keep)): between the colors of items and the colors themselves, and sets of items that belong together, with
//! points for things that are not items, after all others.

use rustc_hash::FxHashMap;

use super::symmetry_problem::SymmetryProblem;
use crate::graph::{Hypergraph, mix};
use dlx_core::problem::{Color, ItemId, OptionId, to_u16, to_u32, to_u64, to_usize};
use dlx_core::stop::poll;
use dlx_core::tally::Count;

/// The points and edges of a problem.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Structure {
    /// What each point is: a primary item, a secondary one, or a color. Kinds are numbered from 0.
    pub(super) kinds: Vec<u32>,
    /// All points; the edges, those of options first, their points ascending, and a mark that says what an edge is.
    pub(super) graph: Hypergraph,
    /// The options that each of the first edges stands for.
    pub(super) options: Vec<Vec<OptionId>>,
    edges: FxHashMap<Box<[u16]>, u32>,
}

/// Points that can be numbered in 16 bits.
const MOST_POINTS: usize = (1 << 16) - 1;

impl Structure {
    /// The structure of a problem; none if it has too many points.
    pub(super) fn new(asked: &SymmetryProblem<'_>) -> Option<Self> {
        let problem = asked.problem;
        if problem.n_items() >= MOST_POINTS {
            return None;
        }
        let mut owners = Vec::new();
        let mut colors = FxHashMap::default();
        let mut by_points = FxHashMap::<Box<[u16]>, Vec<OptionId>>::default();
        let mut in_order = Vec::new();
        for option in asked.options() {
            let points = problem.cells(option).map(|(item, color)| {
                if color.is_none() {
                    return item.index();
                }
                *colors.entry((item, color)).or_insert_with(|| {
                    owners.push((item.index(), color));
                    problem.n_items() + owners.len() - 1
                })
            });
            let mut points: Vec<usize> = points.collect();
            poll(4 * points.len());
            points.sort_unstable();
            if points.last().is_some_and(|&last| last >= MOST_POINTS) {
                return None;
            }
            let points: Box<[u16]> = points.into_iter().map(to_u16).collect();
            let options = by_points.entry(points.clone()).or_default();
            if options.is_empty() {
                in_order.push(points);
            }
            options.push(option);
        }
        let commons = common_colors(asked, &owners);
        let n_points = problem.n_items() + owners.len() + commons.len() + asked.things.len();
        if n_points > MOST_POINTS {
            return None;
        }
        let mut structure = Self::of_points(n_points);
        for points in in_order {
            let options = by_points.remove(&points).unwrap_or_default();
            structure.push(points, mix(to_u64(options.len()) + 16));
            structure.options.push(options);
        }
        structure.join(asked, &owners, &commons);
        structure.kinds = structure.numbered(asked);
        Some(structure)
    }

    /// Joins colors to their items and, behind all of these points, to the colors that all items have in common; and the items and things of sets.
    fn join(&mut self, asked: &SymmetryProblem<'_>, owners: &[(usize, Color)], commons: &[Color]) {
        let n_items = asked.problem.n_items();
        for (point, &(owner, color)) in (n_items..).zip(owners) {
            self.push([owner, point].map(to_u16).into(), mix(1));
            if let Ok(place) = commons.binary_search(&color) {
                self.push([point, n_items + owners.len() + place].map(to_u16).into(), mix(2));
            }
        }
        let first_thing = self.n_points() - asked.things.len();
        for (items, things) in &asked.sets {
            let things = things.iter().map(|thing| first_thing + thing);
            let mut points: Vec<usize> = items.iter().map(|item| item.index()).chain(things).collect();
            points.sort_unstable();
            points.dedup();
            let points: Box<[u16]> = points.into_iter().map(to_u16).collect();
            if !self.edges.contains_key(&points) {
                self.push(points, mix(3));
            }
        }
    }

    /// The kinds of points, numbered. Points without edges can be exchanged freely, but such symmetries are of no interest: each of these points is a kind of its own.
    fn numbered(&self, asked: &SymmetryProblem<'_>) -> Vec<u32> {
        let mut is_used = vec![false; self.n_points()];
        self.graph.cells.iter().for_each(|&point| is_used[usize::from(point)] = true);
        let first_thing = self.n_points() - asked.things.len();
        let kind_of = |point: usize| {
            let item = (point < asked.problem.n_items()).then(|| asked.kind(ItemId::from_index(point)));
            let thing = point.checked_sub(first_thing).map(|thing| asked.things[thing]);
            (item.is_none(), item, thing, if is_used[point] { 0 } else { point + 1 })
        };
        let of_points: Vec<_> = (0..self.n_points()).map(kind_of).collect();
        let mut all = of_points.clone();
        all.sort_unstable();
        all.dedup();
        of_points.iter().map(|kind| to_u32(all.partition_point(|other| other < kind))).collect()
    }

    fn of_points(n_points: usize) -> Self {
        let graph = Hypergraph { vertices: (0..n_points).map(to_u16).collect(), ..Hypergraph::default() };
        Self { kinds: Vec::new(), graph, options: Vec::new(), edges: FxHashMap::default() }
    }

    fn push(&mut self, points: Box<[u16]>, mark: u64) {
        self.graph.push(points.iter().copied());
        self.graph.marks.push(mark);
        self.edges.insert(points, to_u32(self.edges.len()));
    }

    pub(super) fn n_points(&self) -> usize {
        self.graph.vertices.len()
    }

    /// The number of edges that stand for options.
    pub(super) fn n_options(&self) -> usize {
        self.options.len()
    }

    /// Where a permutation of the points carries an edge; none if the image is not an edge.
    pub(super) fn image(&self, edge: usize, images: &[u16], room: &mut Vec<u16>) -> Option<u32> {
        poll(8);
        room.clear();
        room.extend(self.graph.edge(edge).iter().map(|&point| images[usize::from(point)]));
        room.sort_unstable();
        self.edges.get(room.as_slice()).copied()
    }

    /// Is this permutation of the points a symmetry of the problem?
    pub(super) fn is_symmetry(&self, images: &[u16], room: &mut Vec<u16>) -> bool {
        self.carries(images, &self.graph.marks, room)
    }

    /// Does a permutation of the points carry points to points of their kind, and edges to edges with the same mark, by these marks?
    pub(super) fn carries(&self, images: &[u16], marks: &[u64], room: &mut Vec<u16>) -> bool {
        let is_kept = |point: usize| self.kinds[usize::from(images[point])] == self.kinds[point];
        let goes_over = |(edge, mark): (usize, &u64)| {
            self.image(edge, images, room).is_some_and(|image| marks[to_usize(image)] == *mark)
        };
        (0..self.n_points()).all(is_kept) && marks.iter().enumerate().all(goes_over)
    }

    /// The number of permutations of options that only exchange options that cover the same points.
    pub(super) fn n_exchanges(&self) -> Count {
        let factors = self.options.iter().flat_map(|equal| 1..=to_u64(equal.len()));
        factors.fold(Count::ONE, |product, factor| product * Count::from(factor))
    }

    /// Generators of these permutations: exchanges of neighbors.
    pub(super) fn exchanges(&self, n_options: usize) -> Vec<Vec<OptionId>> {
        let pairs = self.options.iter().flat_map(|equal| equal.windows(2));
        pairs
            .map(|pair| {
                poll(n_options);
                let mut images: Vec<OptionId> = (0..n_options).map(OptionId::from_index).collect();
                images.swap(pair[0].index(), pair[1].index());
                images
            })
            .collect()
    }

    /// The images of the options of the problem under a symmetry; equal options are mapped to equal options, in order.
    pub(super) fn images_of_options(&self, images: &[u16], n_options: usize) -> Vec<OptionId> {
        let mut result: Vec<OptionId> = (0..n_options).map(OptionId::from_index).collect();
        let mut room = Vec::new();
        for (edge, options) in self.options.iter().enumerate() {
            let image = self.image(edge, images, &mut room).map_or(edge, to_usize);
            options.iter().zip(&self.options[image]).for_each(|(from, &to)| result[from.index()] = to);
        }
        result
    }
}

/// The colors, if symmetries exchange them in all items alike.
fn common_colors(asked: &SymmetryProblem<'_>, owners: &[(usize, Color)]) -> Vec<Color> {
    let mut colors: Vec<Color> = owners.iter().map(|&(_, color)| color).filter(|_| asked.has_common_colors).collect();
    colors.sort_unstable();
    colors.dedup();
    colors
}
