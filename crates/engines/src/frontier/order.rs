//! In which order to cover the items: the order can decide between milliseconds and forever.
//!
//! Several orders are made and the one with the fewest predicted states (`predict`) is taken: as given, reversed, across (if the order given runs along the
//! long side of a board, along the short side instead), by growing degree, breadth first (Cuthill and McKee, 1969) and greedily from several ends, along options and along what makes them exclude each other. Where many states are predicted, greedy orders start from all items. The greedy one takes, among the items that an option already taken in touches, the one
//! that brings the fewest new items into the frontier; on a board of cells that finds the scan along the short side, for any order of the file.
//! Where options must be connected, the nodes that they have as ports count like secondary items: what is joined to what has to be remembered, too.
//! Items with quotas are left out, as they are in the frontier of every order.
//! Items that meet nearly everything, such as the pieces of a puzzle, would tie the whole graph together: they are left out of it and come last.

use super::super::residue::Residue;
use super::predict::{MAX_PAIRS, Predictor};
use dlx_core::problem::to_usize;

/// From how many ends the searching orders start.
const N_ENDS: usize = 4;
/// How many lengths of a row to try when the items may be a board, numbered row by row.
const N_STRIDES: usize = 2;
/// With more items than this the greedy order would take too long.
const MAX_GREEDY_ITEMS: usize = 3000;
/// With more predicted states than this no order is looked for any more: another engine counts, or none.
const HOPELESS: f64 = 1e15;
/// More steps than this are not taken to look for orders: some ten milliseconds.
const MAX_STEPS: usize = 1 << 21;

/// The primary items of a residue in the order in which to cover them, and the bits of information in the frontier after each.
/// If `is_stopped` says so, an order that has been looked at, or the one given.
pub(crate) fn best_order(residue: &Residue, is_stopped: &dyn Fn() -> bool) -> (Vec<usize>, Vec<f64>) {
    let without_quotas = residue.without_quotas();
    let residue = without_quotas.as_ref().unwrap_or(residue);
    let with_nodes = residue.with_nodes();
    let residue = with_nodes.as_ref().unwrap_or(residue);
    let mut search = OrderSearch { predictor: Predictor::new(residue, is_stopped), is_stopped, best: None };
    let given: Vec<usize> = (0..residue.n_primary).collect();
    search.look_at(given.iter().copied().rev().collect());
    search.look_at(given);
    let mut graphs = Vec::new();
    if residue.options().map(|cells| cells.len() * cells.len()).sum::<usize>() <= MAX_PAIRS {
        let options: Vec<_> = residue.options().map(|cells| primary_of(residue, cells)).collect();
        let graph = ItemGraph::new(residue.n_primary, &options);
        search.look_at(graph.by_degree());
        strides(residue).for_each(|stride| search.look_at(graph.across(stride)));
        search.walk(&graph);
        graphs.push((graph, Greed::Outside));
    }
    let at_odds = if is_stopped() { Vec::new() } else { at_odds(residue) };
    if !at_odds.is_empty() && at_odds.iter().map(|items| items.len() * items.len()).sum::<usize>() <= MAX_PAIRS {
        let graph = ItemGraph::new(residue.n_primary, &at_odds);
        search.walk(&graph);
        graphs.push((graph, Greed::Inside));
    }
    search.look_from_everywhere(&graphs, residue.cells.len());
    let (_, order, bits) = search.best.expect("the order as given was looked at");
    (order, bits)
}

/// The best order of those looked at, with its predicted states and the bits after each level.
struct OrderSearch<'a> {
    predictor: Predictor<'a>,
    is_stopped: &'a dyn Fn() -> bool,
    best: Option<(f64, Vec<usize>, Vec<f64>)>,
}

impl OrderSearch<'_> {
    fn look_at(&mut self, order: Vec<usize>) {
        if let Some((cost, bits)) = self.predictor.cheaper(&order, self.cost()) {
            self.best = Some((cost, order, bits));
        }
    }

    fn cost(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |&(cost, ..)| cost)
    }

    /// The searching orders, from all ends.
    fn walk(&mut self, graph: &ItemGraph) {
        for end in graph.ends() {
            if (self.is_stopped)() {
                break;
            }
            self.look_at(graph.breadth_first(end));
            if graph.neighbors.len() <= MAX_GREEDY_ITEMS {
                self.look_at(graph.greedy(end));
            }
        }
    }

    /// Greedy orders from all items, as long as looking takes little compared with the states that are predicted, and these are not hopelessly many. (3 colors of random graphs with 125 vertices and 150 edges:
    /// the best start makes a tenth of the states of the median one.)
    fn look_from_everywhere(&mut self, graphs: &[(ItemGraph, Greed)], n_cells: usize) {
        let mut n_steps = 0;
        for (graph, greed) in graphs.iter().filter(|(graph, _)| graph.neighbors.len() <= MAX_GREEDY_ITEMS) {
            let step = n_cells + 8 * graph.neighbors.iter().map(Vec::len).sum::<usize>();
            for start in graph.by_degree() {
                n_steps += step;
                let most = self.cost();
                if n_steps as f64 > most || most > HOPELESS || n_steps > MAX_STEPS || (self.is_stopped)() {
                    return;
                }
                match greed {
                    Greed::Outside => self.look_at(graph.greedy(start)),
                    Greed::Inside => self.look_at(graph.greedy_inside(start)),
                }
            }
        }
    }
}

/// What a greedy order keeps small: what a state has to say.
enum Greed {
    /// Items that an option already decided touches, and that are not decided: a state says which of them are covered.
    Outside,
    /// Items that are decided and meet others at secondary items that are not: a state says how they were covered. In a coloring, these are the vertices whose colors still matter.
    Inside,
}

/// The primary items of an option.
fn primary_of(residue: &Residue, cells: &[(u32, u32)]) -> Vec<usize> {
    cells.iter().map(|&(item, _)| to_usize(item)).filter(|&item| item < residue.n_primary).collect()
}

/// For each secondary item the primary items whose options meet there. In a coloring of a map, where each option is a cell with its color, only these show which cells are neighbors.
fn at_odds(residue: &Residue) -> Vec<Vec<usize>> {
    let mut items = vec![Vec::new(); residue.n_items - residue.n_primary];
    for cells in residue.options() {
        let primary = primary_of(residue, cells);
        for &(item, _) in cells.iter().filter(|&&(item, _)| to_usize(item) >= residue.n_primary) {
            items[to_usize(item) - residue.n_primary].extend(&primary);
        }
    }
    items.iter_mut().for_each(tidy);
    items
}

/// Which primary items share options, or meet at secondary items.
struct ItemGraph {
    neighbors: Vec<Vec<usize>>,
    /// Items that meet nearly all others; no edges.
    hubs: Vec<usize>,
}

impl ItemGraph {
    /// Ties all items of a group to one another.
    fn new(n: usize, groups: &[Vec<usize>]) -> Self {
        let mut neighbors = neighbors(n, groups);
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

    /// The items of a board that was numbered row by row, column by column.
    fn across(&self, stride: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.neighbors.len()).filter(|&item| !self.is_hub(item)).collect();
        order.sort_by_key(|&item| (item % stride, item));
        order.extend(&self.hubs);
        order
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

    /// At each step the item that brings the fewest new ones into the frontier; if there are several, the one that has waited longest.
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

    /// At each step the item that leaves the fewest decided items with neighbors that are not; if there are several, one with many decided neighbors.
    fn greedy_inside(&self, start: usize) -> Vec<usize> {
        let n = self.neighbors.len();
        let (mut is_decided, mut is_near) = (vec![false; n], vec![false; n]);
        // Neighbors that are not decided, those that are, and of these the ones of which the item is the last neighbor that is not.
        let mut n_open: Vec<usize> = self.neighbors.iter().map(Vec::len).collect();
        let (mut n_decided, mut n_settled) = (vec![0; n], vec![0; n]);
        let (mut order, mut near) = (Vec::with_capacity(n), Vec::new());
        let mut starts = std::iter::once(start).chain(self.by_degree()).filter(|&item| !self.is_hub(item));
        while order.len() + self.hubs.len() < n {
            let growth =
                |item: usize| (usize::from(n_open[item] > 0) + n - n_settled[item], std::cmp::Reverse(n_decided[item]));
            let best = (0..near.len()).min_by_key(|&place| growth(near[place]));
            let item = match best.map(|place| near.swap_remove(place)) {
                Some(item) => item,
                None => match starts.find(|&item| !is_decided[item]) {
                    Some(item) => item,
                    None => break,
                },
            };
            is_decided[item] = true;
            order.push(item);
            for &other in &self.neighbors[item] {
                n_open[other] -= 1;
                n_decided[other] += 1;
                if !is_decided[other] && !std::mem::replace(&mut is_near[other], true) {
                    near.push(other);
                }
            }
            for &other in self.neighbors[item].iter().chain([&item]).filter(|&&it| is_decided[it] && n_open[it] == 1) {
                let last = self.neighbors[other].iter().find(|&&it| !is_decided[it]);
                last.into_iter().for_each(|&last| n_settled[last] += 1);
            }
        }
        order.extend(&self.hubs);
        order
    }
}

/// For each item the others of its groups, in order and once. (A list of all of them, sorted and without what came twice, took a quarter of the time of networks with options of 30 items.)
fn neighbors(n: usize, groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut groups_of = vec![Vec::new(); n];
    for group in groups {
        group.iter().for_each(|&item| groups_of[item].push(group));
    }
    // Which item has last seen each.
    let mut seen_by = vec![usize::MAX; n];
    let neighbors_of = |(item, groups): (usize, Vec<&Vec<usize>>)| {
        seen_by[item] = item;
        let others = groups.into_iter().flatten().copied();
        let mut others: Vec<usize> =
            others.filter(|&other| std::mem::replace(&mut seen_by[other], item) != item).collect();
        others.sort_unstable();
        others
    };
    groups_of.into_iter().enumerate().map(neighbors_of).collect()
}

/// The most frequent distances between items of an option, in the numbers that they were given; not 1. On a board the length of a row is among them.
fn strides(residue: &Residue) -> impl Iterator<Item = usize> {
    let mut numbers = vec![0usize; residue.n_primary + 1];
    for cells in residue.options() {
        let primary = || cells.iter().map(|&(item, _)| to_usize(item)).filter(|&item| item < residue.n_primary);
        primary().for_each(|item| primary().for_each(|other| numbers[item.abs_diff(other)] += 1));
    }
    let mut strides: Vec<usize> = (2..numbers.len()).filter(|&stride| numbers[stride] > 0).collect();
    strides.sort_by_key(|&stride| std::cmp::Reverse(numbers[stride]));
    strides.into_iter().take(N_STRIDES)
}

fn tidy(list: &mut Vec<usize>) {
    list.sort_unstable();
    list.dedup();
}
