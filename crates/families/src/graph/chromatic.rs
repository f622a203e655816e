//! Colorings of graphs by the partitions of a frontier: the values of the chromatic polynomial, for any number of colors.
//!
//! Vertices are colored one by one. Of those that still have neighbors without a color, the frontier, only this matters: which of them have equal colors, a partition. The next vertex takes the color of a part without
//! neighbors of it, or a color that no part has, and there are as many of these as colors less parts. So the number of colors does not matter for the time that it takes, but the width of the frontier does
//! (H. N. V. Temperley and E. H. Lieb, 1971, for the Potts model; K. Sekine, H. Imai and S. Tani, "Computing the Tutte polynomial of a graph of moderate size", 1995).

//!
//! Vertices of the frontier with the same neighbors to come are twins: of a part it only matters which groups of twins it has a vertex in. So half of a complete bipartite graph has as many states as vertices, where it has millions of
//! partitions.

use super::vertices::Graph;
use dlx_core::problem::{to_u32, to_u64, to_usize};
use dlx_core::stop::poll;
use dlx_core::tally::Count;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The widest frontier: the part of a vertex takes five bits of a state.
const MAX_WIDTH: usize = 25;
const BITS: usize = 5;

/// The most states, in all steps: less than a tenth of a second. If there are no fewer colors than the frontier has vertices, any search takes longer, since it tries all colors in all these states: then only the memory for those
/// of one step is bounded, to some 300 MB.
const MOST_STATES: usize = 1 << 16;
const MOST_STATES_AT_ONCE: usize = 1 << 21;

/// From how many vertices an order is begun, to choose the best.
const STARTS: usize = 16;

/// A vertex that is colored next.
struct ColoringStep {
    /// How many vertices are in the frontier before.
    width: usize,
    /// The places of its neighbors in the frontier, as bits.
    neighbors: u32,
    /// The places, with its own as the last one, that leave the frontier then.
    leaving: u32,
    /// By place that stays the number of its group of twins; none if all groups are small.
    groups: Option<Vec<u32>>,
}

impl Graph {
    /// The number of colorings with this number of colors, not all of which need be used, if they are counted soon, or many colors leave no other way.
    ///
    /// ```
    /// use dlx_count::family::graph;
    ///
    /// let triangle = graph("a b\nb c\nc a\n", false)?;
    /// assert_eq!(triangle.n_colorings(1000).and_then(|count| count.to_u64()), Some(1000 * 999 * 998));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn n_colorings(&self, n_colors: usize) -> Option<Count> {
        if self.edges.iter().any(|(a, b)| a == b) {
            return Some(Count::ZERO);
        }
        let steps = self.coloring_steps()?;
        let is_wide = steps.iter().any(|step| step.width > n_colors);
        // As many colorings as there may be.
        let n_bits = (usize::BITS - n_colors.leading_zeros()).checked_mul(u32::try_from(self.n_vertices()).ok()?)?;
        let n_limbs = to_usize(n_bits.div_ceil(u64::BITS)).max(1);
        let (mut states, mut counts) = (vec![0], vec![0; n_limbs]);
        counts[0] = 1;
        let (mut n_made, mut parts) = (0, Vec::new());
        for step in steps {
            let (mut places, mut next, mut sums) = (FxHashMap::default(), Vec::new(), Vec::new());
            for (&state, count) in states.iter().zip(counts.chunks(n_limbs)) {
                poll(8);
                parts.clear();
                parts.extend((0..step.width).map(|place| part_of(state, place)));
                let n_parts = parts.iter().max().map_or(0, |part| part + 1);
                let near = parts.iter().enumerate().filter(|(place, _)| step.neighbors >> place & 1 == 1);
                let barred = near.fold(0u32, |barred, (_, part)| barred | 1 << part);
                let n_free = to_u64(n_colors).saturating_sub(u64::from(n_parts));
                let known = (0..n_parts).filter(|part| barred >> part & 1 == 0).map(|part| (part, 1));
                for (part, times) in known.chain((n_free > 0).then_some((n_parts, n_free))) {
                    let state = step.renamed(&parts, part);
                    if next.len() == MOST_STATES_AT_ONCE {
                        return None;
                    }
                    let place = *places.entry(state).or_insert_with(|| {
                        next.push(state);
                        sums.resize(sums.len() + n_limbs, 0);
                        next.len() - 1
                    });
                    add(&mut sums[place * n_limbs..(place + 1) * n_limbs], count, times);
                }
            }
            n_made += next.len();
            if is_wide && n_made > MOST_STATES {
                return None;
            }
            (states, counts) = (next, sums);
        }
        let value = |above: Count, &limb: &u64| above * Count::from(1u128 << u64::BITS) + Count::from(limb);
        Some(counts.iter().rev().fold(Count::ZERO, value))
    }

    /// The vertices in the best order of some; none if each has too wide a frontier.
    fn coloring_steps(&self) -> Option<Vec<ColoringStep>> {
        let mut neighbors = vec![Vec::new(); self.n_vertices()];
        for &(a, b) in &self.edges {
            neighbors[a].push(b);
            neighbors[b].push(a);
        }
        let mut starts: Vec<usize> = (0..self.n_vertices()).collect();
        starts.sort_by_key(|&vertex| neighbors[vertex].len());
        starts.truncate(STARTS);
        let orders = starts.into_iter().filter_map(|start| narrow_order(&neighbors, start));
        let best = orders.min_by_key(|(_, cost)| *cost).map(|(order, _)| order);
        let order = if neighbors.is_empty() { Vec::new() } else { best? };
        let mut n_open: Vec<usize> = neighbors.iter().map(Vec::len).collect();
        let mut is_done = vec![false; neighbors.len()];
        let (mut frontier, mut steps) = (Vec::new(), Vec::with_capacity(order.len()));
        let bits = |frontier: &[usize], is_in: &dyn Fn(usize) -> bool| {
            frontier.iter().enumerate().fold(0, |bits, (place, &vertex)| bits | u32::from(is_in(vertex)) << place)
        };
        for vertex in order {
            let (width, here) = (frontier.len(), bits(&frontier, &|other| neighbors[vertex].contains(&other)));
            frontier.push(vertex);
            neighbors[vertex].iter().for_each(|&other| n_open[other] -= 1);
            is_done[vertex] = true;
            let leaving = bits(&frontier, &|other| n_open[other] == 0);
            frontier.retain(|&other| n_open[other] > 0);
            let to_come = frontier.iter().map(|&it| neighbors[it].iter().copied().filter(|&it| !is_done[it]).collect());
            steps.push(ColoringStep { width, neighbors: here, leaving, groups: groups(to_come) });
        }
        Some(steps)
    }
}

/// Numbers of equal sets, in the order in which they come; none if no three are equal: a pair merges few states, and the torus 6 x 6 took a third more time.
fn groups(sets: impl Iterator<Item = BTreeSet<usize>>) -> Option<Vec<u32>> {
    let mut known = BTreeMap::new();
    let number = |set: BTreeSet<usize>| {
        poll(set.len());
        let next = to_u32(known.len());
        *known.entry(set).or_insert(next)
    };
    let groups: Vec<u32> = sets.map(number).collect();
    let size = |group: u32| groups.iter().filter(|&&other| other == group).count();
    groups.iter().any(|&group| size(group) > 2).then_some(groups)
}

/// An order of vertices that adds as few as possible to the frontier, one after the other, and the sum of 2 to the power of its widths; none if it becomes too wide.
fn narrow_order(neighbors: &[Vec<usize>], start: usize) -> Option<(Vec<usize>, u64)> {
    let mut n_open: Vec<usize> = neighbors.iter().map(Vec::len).collect();
    let mut is_done = vec![false; neighbors.len()];
    let (mut order, mut frontier, mut cost) = (Vec::with_capacity(neighbors.len()), Vec::<usize>::new(), 0);
    let mut rest = (0..neighbors.len()).peekable();
    let mut next = Some(start);
    while let Some(vertex) = next {
        is_done[vertex] = true;
        order.push(vertex);
        neighbors[vertex].iter().for_each(|&other| n_open[other] -= 1);
        frontier.push(vertex);
        frontier.retain(|&other| n_open[other] > 0);
        if frontier.len() >= MAX_WIDTH {
            return None;
        }
        cost += 1 << frontier.len();
        // How many more the frontier has with a vertex: itself, less those whose last open neighbor it is.
        let growth = |vertex: usize| {
            let closed = neighbors[vertex].iter().filter(|&&other| is_done[other] && n_open[other] == 1).count();
            (usize::from(n_open[vertex] > 0) + frontier.len() - closed, n_open[vertex])
        };
        let around = frontier.iter().flat_map(|&vertex| &neighbors[vertex]).copied();
        next = around.filter(|&other| !is_done[other]).min_by_key(|&other| growth(other));
        poll(frontier.len());
        if next.is_none() {
            while rest.next_if(|&vertex| is_done[vertex]).is_some() {}
            next = rest.peek().copied();
        }
    }
    Some((order, cost))
}

/// Adds a number to another, this many times.
fn add(sum: &mut [u64], number: &[u64], times: u64) {
    let mut carry = 0;
    for (sum, &limb) in sum.iter_mut().zip(number) {
        let total = u128::from(*sum) + u128::from(limb) * u128::from(times) + carry;
        *sum = u64::try_from(total & u128::from(u64::MAX)).unwrap_or_default();
        carry = total >> u64::BITS;
    }
}

fn part_of(state: u128, place: usize) -> u32 {
    u32::try_from(state >> (BITS * place) & ((1 << BITS) - 1)).unwrap_or_default()
}

impl ColoringStep {
    /// The state of these parts and one for the last place, without the places that leave.
    fn renamed(&self, parts: &[u32], last: u32) -> u128 {
        let all = parts.iter().chain([&last]).enumerate();
        let staying = all.filter(|(place, _)| self.leaving >> place & 1 == 0).map(|(_, &part)| part);
        match &self.groups {
            None => as_they_come(staying),
            Some(groups) => by_groups(staying, groups),
        }
    }
}

/// The state in which parts are numbered as they come.
fn as_they_come(parts: impl Iterator<Item = u32>) -> u128 {
    let (mut names, mut n_parts, mut state) = ([u32::MAX; MAX_WIDTH + 1], 0, 0);
    for (place, part) in parts.enumerate() {
        let name = &mut names[to_usize(part)];
        if *name == u32::MAX {
            (*name, n_parts) = (n_parts, n_parts + 1);
        }
        state |= u128::from(*name) << (BITS * place);
    }
    state
}

/// The state in which parts are numbered by the groups that they are in. The places of a group have all of its parts, one after the other, and the last one again if there are more places.
fn by_groups(parts: impl Iterator<Item = u32>, groups: &[u32]) -> u128 {
    let (mut groups_of, mut n_parts) = ([0u32; MAX_WIDTH + 1], 0);
    for (part, group) in parts.zip(groups) {
        groups_of[to_usize(part)] |= 1 << group;
        n_parts = n_parts.max(to_usize(part) + 1);
    }
    let groups_of = &mut groups_of[..n_parts];
    // Parts that are nowhere any more come last, and get no number.
    groups_of.sort_unstable_by(|one, other| other.cmp(one));
    let (mut next, mut names, mut state) = ([0; MAX_WIDTH + 1], [0u32; MAX_WIDTH + 1], 0);
    for (place, &group) in groups.iter().enumerate() {
        let of_group = to_usize(group);
        if let Some(more) = groups_of[next[of_group]..].iter().position(|groups| groups >> group & 1 == 1) {
            next[of_group] += more + 1;
            names[of_group] = to_u32(next[of_group] - 1);
        }
        state |= u128::from(names[of_group]) << (BITS * place);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By trying all colors of all vertices.
    fn by_hand(graph: &Graph, n_colors: usize, colors: &mut Vec<usize>) -> u64 {
        let n = colors.len();
        if n == graph.n_vertices() {
            return 1;
        }
        let is_free = |color: usize, colors: &[usize]| {
            graph.edges.iter().all(|&(a, b)| !(a.max(b) == n && (a == b || colors[a.min(b)] == color)))
        };
        let mut sum = 0;
        for color in 0..n_colors {
            if is_free(color, colors) {
                colors.push(color);
                sum += by_hand(graph, n_colors, colors);
                colors.pop();
            }
        }
        sum
    }

    #[test]
    fn random_graphs_have_the_colorings_that_all_ways_to_color_have() {
        let (mut dice, mut n_some) = (fastrand::Rng::with_seed(7), 0);
        for case in 0..400 {
            let (n, n_colors) = (dice.usize(0..7), dice.usize(0..5));
            let share = dice.usize(1..9);
            let mut edges: Vec<(usize, usize)> = (0..n * n)
                .map(|pair| (pair / n, pair % n))
                .filter(|(a, b)| a < b && dice.usize(0..9) < share)
                .collect();
            if n > 0 && dice.usize(0..20) == 0 {
                edges.push((0, 0));
            }
            let graph = Graph { names: (0..n).map(|vertex| format!("v{vertex}")).collect(), edges, ..Graph::default() };
            let expected = by_hand(&graph, n_colors, &mut Vec::new());
            n_some += usize::from(expected > 1);
            assert_eq!(graph.n_colorings(n_colors), Some(Count::from(expected)), "{case}: {graph:?} {n_colors}");
        }
        assert!(n_some > 100, "{n_some}");
    }

    /// The chromatic polynomials of cycles, (k - 1)^n + (k - 1)(-1)^n, and of complete graphs; counts of several limbs.
    #[test]
    fn cycles_and_complete_graphs_have_the_colorings_of_their_polynomials() {
        let product = |mut factors: std::ops::RangeInclusive<u64>| {
            factors.try_fold(Count::from(1u64), |product, factor| Some(product * Count::from(factor)))
        };
        // One half with k of q colors, in q (q - 1) ... (q - k + 1) S(12, k) ways, and the other half with the q - k others.
        let halves = (0..144).map(|pair| (pair / 12, 12 + pair % 12)).collect();
        let bipartite =
            Graph { names: (0..24).map(|vertex| vertex.to_string()).collect(), edges: halves, ..Graph::default() };
        let mut stirling = vec![Count::from(1u64)];
        for _ in 0..12 {
            let of = |k: usize| stirling.get(k).cloned().unwrap_or_default();
            let next = |k: usize| of(k) * Count::from(to_u64(k)) + if k == 0 { Count::ZERO } else { of(k - 1) };
            stirling = (0..=stirling.len()).map(next).collect();
        }
        let with = |(k, ways): (u64, &Count)| Some(product(21 - k..=20)? * ways.clone() * Count::from(20 - k).pow(12));
        assert_eq!(bipartite.n_colorings(20), (0..).zip(&stirling).map(with).sum());
        assert_eq!(Graph::complete(24).n_colorings(1_000_000), product(999_977..=1_000_000));
        // 25 vertices before the last one are too wide; no graph is too long.
        assert_eq!(Graph::complete(27).n_colorings(1_000_000), None);
        let n = 1000;
        let edges = (0..n).map(|vertex| (vertex.min((vertex + 1) % n), vertex.max((vertex + 1) % n))).collect();
        let cycle = Graph { names: (0..n).map(|vertex| vertex.to_string()).collect(), edges, ..Graph::default() };
        let power = |base: u64| Count::from(base).pow(1000);
        assert_eq!(cycle.n_colorings(4).unwrap(), power(3) + Count::from(3u64));
        assert_eq!(cycle.n_colorings(2).unwrap(), Count::from(2u64));
    }
}
