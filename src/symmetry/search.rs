//! Automorphisms by individualization: tell one point apart here and another there, refine both, and see whether they still look alike.

use rustc_hash::FxHashMap;

use super::graph::{Graph, Shades};
use crate::problem::OptionId;

/// Generators of the group of symmetries, as images of all options, and whether they are those of the whole group: if the effort does not suffice there are fewer.
pub(super) fn generators(graph: &Graph, effort: u64) -> (Vec<Vec<OptionId>>, bool) {
    let mut search = Automorphisms { graph, effort, points: Vec::new(), options: Vec::new() };
    let plain = graph.plain(&mut search.effort);
    search.level(&plain);
    (search.options, search.effort > 0)
}

/// The automorphisms of a graph as far as they are found.
struct Automorphisms<'a> {
    graph: &'a Graph,
    effort: u64,
    /// The generators found, as images of all points.
    points: Vec<Vec<usize>>,
    /// The same, as images of all options.
    options: Vec<Vec<OptionId>>,
}

impl Automorphisms<'_> {
    /// Finds generators of the symmetries that keep `shades`: first those that fix one more point, then one for each
    /// point that this one can be carried to and is not by those known.
    fn level(&mut self, shades: &Shades) {
        // Without effort nothing is told apart any more, and there would be no end.
        let Some(class) = self.smallest_class(shades).filter(|_| self.effort > 0) else { return };
        let point = class[0];
        let fixed = self.graph.individualize(shades, point, &mut self.effort);
        self.level(&fixed);
        for &other in &class[1..] {
            if self.effort == 0 {
                return;
            }
            if self.orbit(point).contains(&other) {
                continue;
            }
            let moved = self.graph.individualize(shades, other, &mut self.effort);
            if let Some((points, options)) = self.carry(&fixed, &moved) {
                self.points.push(points);
                self.options.push(options);
            }
        }
    }

    /// A symmetry that carries one refinement into the other.
    fn carry(&mut self, from: &Shades, to: &Shades) -> Option<(Vec<usize>, Vec<OptionId>)> {
        if self.effort == 0 || sorted(from) != sorted(to) {
            return None;
        }
        let Some(class) = self.smallest_class(from) else {
            let image = self.match_points(from, to);
            return self.graph.check(&image).map(|options| (image, options));
        };
        let (point, shade) = (class[0], from[class[0]]);
        let next_from = self.graph.individualize(from, point, &mut self.effort);
        let others: Vec<usize> = (0..self.graph.n_points).filter(|&other| to[other] == shade).collect();
        others.into_iter().find_map(|other| {
            let next_to = self.graph.individualize(to, other, &mut self.effort);
            self.carry(&next_from, &next_to)
        })
    }

    /// The permutation by shades, when all points have different ones.
    fn match_points(&self, from: &Shades, to: &Shades) -> Vec<usize> {
        let n_points = self.graph.n_points;
        let by_shade: FxHashMap<u64, usize> = (0..n_points).map(|point| (to[point], point)).collect();
        from[..n_points].iter().map(|shade| by_shade[shade]).collect()
    }

    /// The points of the smallest class that has more than one, in order. None if all have different shades.
    fn smallest_class(&self, shades: &Shades) -> Option<Vec<usize>> {
        let mut classes = FxHashMap::<u64, Vec<usize>>::default();
        for (point, &shade) in shades[..self.graph.n_points].iter().enumerate() {
            classes.entry(shade).or_default().push(point);
        }
        classes.into_values().filter(|class| class.len() > 1).min_by_key(|class| (class.len(), class[0]))
    }

    /// Where the generators found so far carry a point.
    fn orbit(&self, point: usize) -> Vec<usize> {
        let mut orbit = vec![point];
        let mut next = 0;
        while next < orbit.len() {
            for image in &self.points {
                if !orbit.contains(&image[orbit[next]]) {
                    orbit.push(image[orbit[next]]);
                }
            }
            next += 1;
        }
        orbit
    }
}

fn sorted(shades: &Shades) -> Shades {
    let mut sorted = shades.clone();
    sorted.sort_unstable();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::queens;

    /// Whatever the effort, the search ends, and what it finds are symmetries.
    #[test]
    fn a_search_without_effort_ends() {
        let problem = queens(40);
        let graph = Graph::new(&problem);
        for effort in [0, 1, 100, 10_000, 1_000_000] {
            assert!(generators(&graph, effort).0.iter().all(|image| image.len() == problem.n_options()));
        }
    }
}
