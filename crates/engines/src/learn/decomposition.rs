//! Which items to decide first: those whose decision takes the problem apart.
//!
//! A tree decomposition of the graph of items (two are neighbors if an option or a clause has both) is made by eliminating vertices, each time one whose elimination joins the fewest pairs of its neighbors ("min-fill"). Its
//! tree is rooted at its centroid, so that no branch has more than half of the vertices, and an item is the closer to the root the earlier it should be decided (as in SharpSAT-TD: Korhonen and Jarvisalo, CP 2021).
//! With bit sets for neighbors this takes some milliseconds; where it would take long, no item is preferred.

use std::collections::BTreeSet;

use super::layout::{Layout, option_of};
use crate::bits::list;
use dlx_core::problem::{to_u32, to_u64, to_usize};
use dlx_core::stop::poll;

/// With more items than this none is preferred: the bit sets would take more than 32 MiB.
const MOST_ITEMS: usize = 1 << 14;

/// About as many words are looked at at most: a tenth of a second.
const MOST_WORDS: usize = 1 << 27;

/// How close each item is to the root, in units of activity: from nearly 0 to 100 e^(n/w) / n for n items and bags of up to w, as SharpSAT-TD has it. So where bags are small, nothing makes up for a step
/// away from the root, and where they have half of the items, the decomposition hardly counts. And n/w, by which the problem is loose.
pub(super) fn closeness(layout: &Layout) -> (Vec<f64>, f64) {
    let elimination = ItemNeighbors::new(layout).and_then(|graph| graph.eliminate(|| 0));
    let Some(elimination) = elimination else { return (vec![0.0; layout.users.len()], 1.0) };
    let items: BTreeSet<u32> = layout.cells.iter().flatten().map(|cell| cell.0).collect();
    let n_items = items.len().max(1) as f64;
    let width = elimination.bags.iter().map(Vec::len).max().unwrap_or(0) + 1;
    let depths = elimination.depths();
    let most = depths.iter().copied().max().unwrap_or(0);
    let looseness = n_items / width as f64;
    let step = 100.0 * looseness.min(LARGE_RATIO).exp() / n_items / (most + 1) as f64;
    let depth = |item: usize| {
        // Items that are in all of its options are decided with it.
        let mut depth = depths[item];
        let Some((first, rest)) = layout.users[item].split_first() else { return depth };
        for &(other, _) in &layout.cells[to_usize(first.0)] {
            if depths[to_usize(other)] < depth
                && layout.may_starve(to_u32(item))
                && rest.iter().all(|user| has(layout, user.0, other))
            {
                depth = depths[to_usize(other)];
            }
        }
        depth
    };
    ((0..layout.users.len()).map(|item| step * (most + 1 - depth(item)) as f64).collect(), looseness)
}

fn has(layout: &Layout, option: u32, item: u32) -> bool {
    layout.cells[to_usize(option)].iter().any(|cell| cell.0 == item)
}

/// Items and their neighbors, as bit sets.
#[derive(Clone, Debug)]
pub(crate) struct ItemNeighbors {
    n_words: usize,
    neighbors: Vec<Vec<u64>>,
    n_looked_at: usize,
}

/// Larger ratios make no difference.
const LARGE_RATIO: f64 = 100.0;

/// A tree decomposition: for each vertex the neighbors that it had when it was eliminated, and the order.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub(crate) order: Vec<usize>,
    pub(crate) bags: Vec<Vec<usize>>,
    /// How many words were looked at.
    pub(crate) n_looked_at: usize,
}

impl ItemNeighbors {
    /// This many items without neighbors; none if there are too many.
    pub(crate) fn none(n_items: usize) -> Option<Self> {
        let n_words = n_items.div_ceil(64);
        (n_items <= MOST_ITEMS).then(|| Self { n_words, neighbors: vec![vec![0; n_words]; n_items], n_looked_at: 0 })
    }

    fn new(layout: &Layout) -> Option<Self> {
        let mut graph = Self::none(layout.users.len())?;
        for cells in &layout.cells {
            graph.join(&cells.iter().map(|cell| to_usize(cell.0)).collect::<Vec<_>>());
        }
        for clause in &layout.clauses {
            let item = |&fact: &u32| layout.cells[option_of(fact)].iter().map(|cell| to_usize(cell.0)).min();
            graph.join(&clause.iter().filter_map(item).collect::<Vec<_>>());
        }
        Some(graph)
    }

    /// Makes all of these neighbors of each other.
    pub(crate) fn join(&mut self, items: &[usize]) {
        poll(items.len() * items.len());
        for &item in items {
            for &other in items.iter().filter(|&&other| other != item) {
                self.neighbors[item][other / 64] |= 1 << (other % 64);
            }
        }
    }

    /// How many pairs of neighbors of a vertex are not neighbors. In bands and other large sparse graphs, few words have a neighbor.
    fn fill(&mut self, item: usize) -> usize {
        let own = &self.neighbors[item];
        let (all, words) = (list(own), own.iter().enumerate().filter(|(_, word)| **word != 0));
        let words: Vec<(usize, u64)> = words.map(|(place, &word)| (place, word)).collect();
        let n_words = self.n_words + all.len() * words.len();
        self.n_looked_at += n_words;
        poll(n_words);
        let n_common = |other: &[u64]| -> u32 { words.iter().map(|&(at, word)| (word & other[at]).count_ones()).sum() };
        let missing = |&other: &usize| all.len() - 1 - to_usize(n_common(&self.neighbors[other]));
        all.iter().map(missing).sum()
    }

    /// Eliminates all vertices, of several that join as few pairs one with the least number that is drawn; none if that would take long.
    pub(crate) fn eliminate(mut self, mut draw: impl FnMut() -> u32) -> Option<Elimination> {
        let n_items = self.neighbors.len();
        let mut fills: Vec<usize> = (0..n_items).map(|item| self.fill(item)).collect();
        let mut left: Vec<usize> = (0..n_items).collect();
        let mut elimination = Elimination { order: Vec::new(), bags: vec![Vec::new(); n_items], n_looked_at: 0 };
        while self.n_looked_at < MOST_WORDS
            && let Some(place) = (0..left.len()).min_by_key(|&place| (fills[left[place]], draw()))
        {
            self.n_looked_at += left.len();
            let item = left.swap_remove(place);
            let bag = list(&self.neighbors[item]);
            let mut changed = self.neighbors[item].clone();
            for &other in &bag {
                self.neighbors[other][item / 64] &= !(1 << (item % 64));
            }
            if fills[item] > 0 {
                self.join(&bag);
                for &other in &bag {
                    changed.iter_mut().zip(&self.neighbors[other]).for_each(|(word, more)| *word |= more);
                }
            }
            self.neighbors[item] = vec![0; self.n_words];
            list(&changed).into_iter().filter(|&it| it != item).for_each(|it| fills[it] = self.fill(it));
            elimination.order.push(item);
            elimination.bags[item] = bag;
        }
        elimination.n_looked_at = self.n_looked_at;
        left.is_empty().then_some(elimination)
    }
}

impl Elimination {
    /// For each vertex its least distance from the root among the bags that have it.
    fn depths(&self) -> Vec<usize> {
        let n_items = self.order.len();
        let mut places = vec![0; n_items];
        self.order.iter().enumerate().for_each(|(place, &item)| places[item] = place);
        let parent = |item: usize| self.bags[item].iter().copied().min_by_key(|&other| places[other]);
        let parents: Vec<Option<usize>> = (0..n_items).map(parent).collect();
        let (mut sizes, mut tree) = (vec![1; n_items], vec![Vec::new(); n_items]);
        for &item in &self.order {
            if let Some(parent) = parents[item] {
                sizes[parent] += sizes[item];
                tree[parent].push(item);
            }
        }
        let (mut depths, mut is_done) = (vec![usize::MAX; n_items], vec![false; n_items]);
        for &top in self.order.iter().filter(|&&item| parents[item].is_none()) {
            let mut open = vec![(centroid(top, &tree, &sizes), 0)];
            while let Some((item, depth)) = open.pop() {
                if std::mem::replace(&mut is_done[item], true) {
                    continue;
                }
                let bag = self.bags[item].iter().chain([&item]);
                bag.for_each(|&it| depths[it] = depths[it].min(depth));
                open.extend(tree[item].iter().copied().chain(parents[item]).map(|next| (next, depth + 1)));
            }
        }
        depths
    }
}

/// The vertex of a tree at which no branch has more than half of all vertices.
fn centroid(top: usize, tree: &[Vec<usize>], sizes: &[usize]) -> usize {
    let mut item = top;
    while let Some(&heavy) = tree[item].iter().find(|&&child| to_u64(sizes[child]) * 2 > to_u64(sizes[top])) {
        item = heavy;
    }
    item
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::format;

    /// A path of 15 variables, neighbors in a clause: the middle is decided first, and the ends last.
    #[test]
    fn the_middle_of_a_path_comes_first() {
        let items = |letter: char| (1..=15).map(|k| format!("{letter}{k}")).collect::<Vec<_>>().join(" ");
        let mut text = format!("{} {} | {}\n", items('x'), items('c').replace(" c15", ""), items('v'));
        (1..=15).for_each(|k| text += &format!("x{k} v{k}:t\nx{k} v{k}:f\n"));
        (1..=14).for_each(|k| text += &format!("c{k} v{k}:t\nc{k} v{k}:f v{}:t\n", k + 1));
        let layout = Layout::new(&format::knuth::read(text.as_bytes()).unwrap());
        let closeness = &closeness(&layout).0[..15];
        let most = closeness.iter().copied().fold(0.0, f64::max);
        let first: Vec<usize> = (0..15).filter(|&item| closeness[item] == most).collect();
        assert!(first.iter().all(|item| (5..=9).contains(item)), "{closeness:?}");
        assert!(closeness[0] < most && closeness[14] < most, "{closeness:?}");
    }
}
