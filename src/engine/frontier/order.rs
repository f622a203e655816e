//! In which order to cover the items: the order decides between milliseconds and never.
//!
//! Several orders are made and the one with the narrowest predicted frontier is taken: as given, reversed, by growing degree, breadth first
//! (Cuthill and McKee, 1969) and greedily from several ends. The greedy one takes, among the items that an option already taken in touches, the one
//! that brings the fewest new items into the frontier; on a board of cells that finds the scan along the short side, whatever the order of the file.
//! Items that meet nearly everything, such as the pieces of a puzzle, would tie the whole graph together: they are left out of it and come last.
//!
//! The prediction counts at each level the items that options up to there touch and options from there on still need: 2 to that number bounds the states.

use super::super::residue::Residue;

/// From how many ends the searching orders start.
const N_ENDS: usize = 4;
/// With more pairs of cells that share an option than this, only the orders that need no graph are tried.
const MAX_PAIRS: usize = 1 << 23;
/// With more items than this the greedy order would take too long.
const MAX_GREEDY_ITEMS: usize = 3000;

/// The primary items of a residue in the order in which to cover them.
pub(super) fn best_order(residue: &Residue) -> Vec<usize> {
    let mut candidates = vec![(0..residue.n_primary).collect::<Vec<_>>(), (0..residue.n_primary).rev().collect()];
    if residue.options().map(|cells| cells.len() * cells.len()).sum::<usize>() <= MAX_PAIRS {
        let graph = Graph::new(residue);
        candidates.push(graph.by_degree());
        for end in graph.ends() {
            candidates.push(graph.breadth_first(end));
            if residue.n_primary <= MAX_GREEDY_ITEMS {
                candidates.push(graph.greedy(end));
            }
        }
    }
    let costs = candidates.iter().map(|order| cost(residue, order));
    let best = costs.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(best, _)| best);
    candidates.swap_remove(best)
}

/// The predicted cost of an order: the sum over its levels of 2 to the width of the frontier.
pub(super) fn cost(residue: &Residue, order: &[usize]) -> f64 {
    widths(residue, order).iter().map(|&width| f64::from(width as u32).min(1000.0).exp2()).sum()
}

/// The number of items in the frontier after each level.
pub(super) fn widths(residue: &Residue, order: &[usize]) -> Vec<usize> {
    let spans = Spans::new(residue, order);
    let mut change = vec![0i64; order.len() + 1];
    for (&from, &to) in spans.first.iter().zip(&spans.last) {
        if from < to {
            change[from] += 1;
            change[to] -= 1;
        }
    }
    let mut width = 0;
    change
        .iter()
        .take(order.len())
        .map(|change| {
            width += change;
            width as usize
        })
        .collect()
}

/// For each item the levels between which its state must be remembered: it may be covered from `first` on, and is not looked at after `last`.
#[derive(Debug)]
pub(super) struct Spans {
    pub(super) first: Vec<usize>,
    pub(super) last: Vec<usize>,
    /// The level at which each option is chosen: that of its first primary item.
    pub(super) home: Vec<usize>,
}

impl Spans {
    pub(super) fn new(residue: &Residue, order: &[usize]) -> Self {
        let mut level = vec![0; residue.n_primary];
        order.iter().enumerate().for_each(|(rank, &item)| level[item] = rank);
        let mut spans =
            Self { first: vec![usize::MAX; residue.n_items], last: vec![0; residue.n_items], home: Vec::new() };
        for cells in residue.options() {
            let levels = cells
                .iter()
                .filter(|&&(item, _)| (item as usize) < residue.n_primary)
                .map(|&(item, _)| level[item as usize]);
            let home = levels.min().unwrap_or(0);
            spans.home.push(home);
            for &(item, _) in cells {
                let item = item as usize;
                spans.first[item] = spans.first[item].min(home);
                spans.last[item] = spans.last[item].max(home);
            }
        }
        // A primary item is looked at when its own level comes.
        level.iter().enumerate().for_each(|(item, &rank)| spans.last[item] = rank);
        spans
    }
}

/// Which primary items share options.
struct Graph {
    neighbors: Vec<Vec<usize>>,
    /// Items that meet nearly all others; no edges.
    hubs: Vec<usize>,
}

impl Graph {
    fn new(residue: &Residue) -> Self {
        let n = residue.n_primary;
        let mut neighbors = vec![Vec::new(); n];
        for cells in residue.options() {
            let primary = || cells.iter().map(|&(item, _)| item as usize).filter(|&item| item < n);
            for item in primary() {
                neighbors[item].extend(primary().filter(|&other| other != item));
            }
        }
        neighbors.iter_mut().for_each(tidy);
        let hubs: Vec<usize> = (0..n).filter(|&item| n > 8 && neighbors[item].len() * 10 > n * 7).collect();
        for &hub in &hubs {
            neighbors[hub].clear();
        }
        let mut graph = Self { neighbors, hubs };
        for item in 0..n {
            let mut list = std::mem::take(&mut graph.neighbors[item]);
            list.retain(|&other| !graph.is_hub(other));
            graph.neighbors[item] = list;
        }
        graph
    }

    fn is_hub(&self, item: usize) -> bool {
        self.hubs.binary_search(&item).is_ok()
    }

    fn by_degree(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.neighbors.len()).filter(|&item| !self.is_hub(item)).collect();
        order.sort_by_key(|&item| self.neighbors[item].len());
        order.extend(&self.hubs);
        order
    }

    /// Items to start from: of small degree, and as far as can be from one another.
    fn ends(&self) -> Vec<usize> {
        let items = || (0..self.neighbors.len()).filter(|&item| !self.is_hub(item));
        let Some(first) = items().min_by_key(|&item| self.neighbors[item].len()) else { return Vec::new() };
        let mut ends = vec![first];
        while ends.len() < N_ENDS {
            let distance = self.distances(&ends);
            let farthest = items().max_by_key(|&item| {
                (distance[item], std::cmp::Reverse(self.neighbors[item].len()), std::cmp::Reverse(item))
            });
            match farthest {
                Some(item) if !ends.contains(&item) => ends.push(item),
                _ => break,
            }
        }
        ends
    }

    fn distances(&self, from: &[usize]) -> Vec<usize> {
        let mut distance = vec![usize::MAX; self.neighbors.len()];
        from.iter().for_each(|&item| distance[item] = 0);
        let mut queue: Vec<usize> = from.to_vec();
        let mut next = 0;
        while next < queue.len() {
            let item = queue[next];
            next += 1;
            for &other in &self.neighbors[item] {
                if distance[other] == usize::MAX {
                    distance[other] = distance[item] + 1;
                    queue.push(other);
                }
            }
        }
        distance
    }

    /// Cuthill and McKee's order, component after component.
    fn breadth_first(&self, start: usize) -> Vec<usize> {
        let mut taken = vec![false; self.neighbors.len()];
        let mut order = Vec::new();
        for start in std::iter::once(start).chain(self.by_degree()) {
            if taken[start] || self.is_hub(start) {
                continue;
            }
            taken[start] = true;
            let mut next = order.len();
            order.push(start);
            while next < order.len() {
                let mut fresh: Vec<usize> =
                    self.neighbors[order[next]].iter().copied().filter(|&other| !taken[other]).collect();
                fresh.sort_by_key(|&other| self.neighbors[other].len());
                fresh.iter().for_each(|&other| taken[other] = true);
                order.extend(fresh);
                next += 1;
            }
        }
        order.extend(&self.hubs);
        order
    }

    /// At each step the item that brings the fewest new ones into the frontier; the one that has waited longest, of several.
    fn greedy(&self, start: usize) -> Vec<usize> {
        let n = self.neighbors.len();
        let (mut touched, mut taken) = (vec![false; n], vec![false; n]);
        let mut fresh: Vec<usize> = self.neighbors.iter().map(Vec::len).collect();
        let (mut order, mut frontier) = (Vec::with_capacity(n), Vec::new());
        let rest = self.by_degree();
        let mut starts = std::iter::once(start).chain(rest).filter(|&item| !self.is_hub(item));
        while order.len() + self.hubs.len() < n {
            let best = frontier
                .iter()
                .enumerate()
                .min_by_key(|&(_, &item): &(usize, &usize)| fresh[item])
                .map(|(place, _)| place);
            let item = match best {
                Some(place) => frontier.remove(place),
                None => match starts.find(|&item| !taken[item]) {
                    Some(item) => item,
                    None => break,
                },
            };
            taken[item] = true;
            order.push(item);
            for &other in self.neighbors[item].iter().chain([&item]) {
                if !std::mem::replace(&mut touched[other], true) {
                    self.neighbors[other].iter().for_each(|&third| fresh[third] -= 1);
                    if other != item {
                        frontier.push(other);
                    }
                }
            }
        }
        order.extend(&self.hubs);
        order
    }
}

fn tidy(list: &mut Vec<usize>) {
    list.sort_unstable();
    list.dedup();
}
