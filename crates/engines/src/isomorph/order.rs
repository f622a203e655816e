//! Orders in which to cover the items, for a race to choose from: a good choice can save factors of ten.
//!
//! The numbering of the items decides ties only.
//!
//! * The order of the `frontier` engine: few bits in the frontier.
//! * *Few new ones*: next comes the item that brings the fewest items into reach; if there are several, the one around which most options are gone already. In a Latin
//!   square that goes cell by cell along a row, in any order of the file.
//! * *Few left*: next comes the item that has lost the largest part of its options. In a Steiner system that closes point after point.
//! * *Group by group*: items are of a few kinds (cells; a digit in a row, a column, a box), and for each two kinds there is the order that takes items of the first, all
//!   those around one item of the second before those around the next. Sudoku grids of 2x4 boxes have 7330 classes when cells are taken column by column,
//!   31700 by rows, 68300 and more by boxes and otherwise.
//! * As given, since the author of a file often knows a good order.

use super::super::frontier;
use super::super::residue::Residue;
use super::label::FormLabeller;
use dlx_canon::graph::Hypergraph;
use dlx_core::problem::{to_u16, to_usize};

/// An order, and the bits of information expected in the frontier after each level.
pub(super) type Order = (Vec<usize>, Vec<f64>);

/// With more kinds than this, no orders by kinds are made.
const MAX_KINDS: usize = 5;

/// More steps than this are not taken to make an order: some ten milliseconds.
const EFFORT: usize = 1 << 24;

/// All orders, each once.
pub(super) fn candidates(residue: &Residue, is_stopped: &dyn Fn() -> bool) -> Vec<Order> {
    let given: Vec<usize> = (0..residue.n_primary).collect();
    let mut orders = vec![frontier::best_order(residue, is_stopped)];
    let predictor = frontier::Predictor::new(residue, is_stopped);
    let mut add = |order: Vec<usize>| {
        if orders.iter().all(|(known, _)| *known != order) {
            let bits = predictor.bits(&order);
            orders.push((order, bits));
        }
    };
    add(given);
    if residue.n_primary * residue.cells.len() > EFFORT || residue.n_items >= usize::from(u16::MAX) {
        return orders;
    }
    add(OrderWalk::new(residue).along(OrderRule::New));
    add(OrderWalk::new(residue).along(OrderRule::Left));
    let kinds = kinds(residue);
    let mut names = kinds.clone();
    names.sort_unstable();
    names.dedup();
    if (2..=MAX_KINDS).contains(&names.len()) {
        for &walked in &names {
            for &group in names.iter().filter(|&&group| group != walked) {
                add(OrderWalk::new(residue).by_groups(&|item| kinds[item] == walked, &|item| kinds[item] == group));
            }
        }
    }
    orders
}

/// How many kinds of primary items refinement alone tells apart.
pub(crate) fn n_colors(residue: &Residue) -> usize {
    if residue.n_items >= usize::from(u16::MAX) {
        return residue.n_items;
    }
    let mut cells = labeller(residue).cells_of_all(&roles(residue));
    cells.truncate(residue.n_primary);
    cells.sort_unstable();
    cells.dedup();
    cells.len()
}

/// For each primary item the trace of singling it out: the same for items that a symmetry exchanges.
fn kinds(residue: &Residue) -> Vec<u64> {
    labeller(residue).traces(&roles(residue), residue.n_primary)
}

fn roles(residue: &Residue) -> Vec<u32> {
    (0..residue.n_items).map(|item| u32::from(item >= residue.n_primary)).collect()
}

fn labeller(residue: &Residue) -> FormLabeller {
    let mut graph = Hypergraph::default();
    graph.vertices.extend((0..=u16::MAX).take(residue.n_items));
    for cells in residue.options() {
        graph.push(cells.iter().map(|&(item, _)| to_u16(to_usize(item))));
    }
    FormLabeller::of(graph, residue.n_items)
}

/// Which item comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OrderRule {
    /// One that brings few new ones into reach.
    New,
    /// One that has few of its options left.
    Left,
}

/// An order that is being made.
struct OrderWalk<'a> {
    residue: &'a Residue,
    options_of: Vec<Vec<usize>>,
    is_gone: Vec<bool>,
    n_left: Vec<usize>,
    is_taken: Vec<bool>,
    order: Vec<usize>,
    seen: Vec<usize>,
    n_looks: usize,
}

impl<'a> OrderWalk<'a> {
    fn new(residue: &'a Residue) -> Self {
        let mut options_of = vec![Vec::new(); residue.n_items];
        for (option, cells) in residue.options().enumerate() {
            cells.iter().for_each(|&(item, _)| options_of[to_usize(item)].push(option));
        }
        Self {
            residue,
            is_gone: vec![false; residue.ids.len()],
            n_left: options_of.iter().map(Vec::len).collect(),
            is_taken: vec![false; residue.n_primary],
            order: Vec::with_capacity(residue.n_primary),
            seen: vec![0; residue.n_items],
            n_looks: 0,
            options_of,
        }
    }

    /// The part of its options that an item has lost.
    fn lost(&self, item: usize) -> f64 {
        1.0 - self.n_left[item] as f64 / self.options_of[item].len().max(1) as f64
    }

    /// How many items this one would bring into reach, and how much all items around it have lost.
    fn look(&mut self, item: usize) -> (usize, f64) {
        self.n_looks += 1;
        let (mut n_new, mut lost) = (0, self.lost(item));
        for &option in self.options_of[item].iter().filter(|&&option| !self.is_gone[option]) {
            for &(other, _) in self.residue.cells_of(option) {
                let other = to_usize(other);
                let is_known = std::mem::replace(&mut self.seen[other], self.n_looks) == self.n_looks;
                if other != item && !is_known {
                    n_new += usize::from(self.n_left[other] == self.options_of[other].len());
                    lost += self.lost(other);
                }
            }
        }
        (n_new, lost)
    }

    fn take(&mut self, item: usize) {
        self.is_taken[item] = true;
        self.order.push(item);
        for &option in &self.options_of[item] {
            if !std::mem::replace(&mut self.is_gone[option], true) {
                self.residue.cells_of(option).iter().for_each(|&(other, _)| self.n_left[to_usize(other)] -= 1);
            }
        }
    }

    /// Takes the best of these items, and the best of the others, until all are taken.
    fn take_all(&mut self, mut items: Vec<usize>, rule: OrderRule) {
        items.retain(|&item| !self.is_taken[item]);
        while !items.is_empty() {
            let ranks: Vec<(f64, f64)> = items.iter().map(|&item| self.rank(item, rule)).collect();
            let order =
                |&a: &usize, &b: &usize| ranks[a].0.total_cmp(&ranks[b].0).then(ranks[a].1.total_cmp(&ranks[b].1));
            let best = (0..items.len()).min_by(order).unwrap_or(0);
            self.take(items.remove(best));
        }
    }

    fn rank(&mut self, item: usize, rule: OrderRule) -> (f64, f64) {
        let (n_new, lost) = self.look(item);
        match rule {
            OrderRule::New => (n_new as f64, -lost),
            OrderRule::Left => (-self.lost(item), n_new as f64),
        }
    }

    fn along(mut self, rule: OrderRule) -> Vec<usize> {
        self.take_all((0..self.residue.n_primary).collect(), rule);
        self.order
    }

    /// Takes the items of one kind, group by group: a group is what is around one item of the other kind.
    fn by_groups(mut self, is_walked: &dyn Fn(usize) -> bool, leads: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let leaders: Vec<usize> = (0..self.residue.n_primary).filter(|&item| leads(item)).collect();
        loop {
            let mut best: Option<((f64, f64), Vec<usize>)> = None;
            for &leader in &leaders {
                let group = self.around(leader, is_walked);
                if group.is_empty() {
                    continue;
                }
                let n_new: usize = group.iter().map(|&item| self.look(item).0).sum();
                let rank = (-self.lost(leader), n_new as f64);
                if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                    best = Some((rank, group));
                }
            }
            let Some((_, group)) = best else { break };
            self.take_all(group, OrderRule::New);
        }
        self.take_all((0..self.residue.n_primary).filter(|&item| is_walked(item)).collect(), OrderRule::New);
        self.along(OrderRule::New)
    }

    /// The items of a kind that an item can still be covered with.
    fn around(&self, leader: usize, is_walked: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let options = self.options_of[leader].iter().filter(|&&option| !self.is_gone[option]);
        let items = options.flat_map(|&option| self.residue.cells_of(option)).map(|&(item, _)| to_usize(item));
        let mut group: Vec<usize> =
            items.filter(|&item| item < self.residue.n_primary && !self.is_taken[item] && is_walked(item)).collect();
        group.sort_unstable();
        group.dedup();
        group
    }
}
