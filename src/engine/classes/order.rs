//! In which order to cover the items.

use super::super::frontier;
use super::super::residue::Residue;
use super::label::{Labeller, NO_TWIN};

pub(super) fn best_order(residue: &Residue) -> (Vec<usize>, Vec<f64>) {
    let ord = std::env::var("ORD").unwrap_or_default();
    let order = match ord.as_str() {
        "f" => return frontier::best_order(residue),
        "g" => (0..residue.n_primary).collect(),
        "d" => Walk::new(residue).run(Rule::Left, &|_| true),
        "" => Walk::new(residue).run(Rule::New, &|_| true),
        other => {
            let kinds = kinds(residue);
            let mut names = kinds.clone();
            names.sort_unstable();
            names.dedup();
            if std::env::var("SHOW").is_ok() { eprintln!("{} kinds", names.len()); }
            let digits: Vec<usize> = other.bytes().map(|b| (b - b'0') as usize).collect();
            let (p, g) = (names[digits[0]], names[digits[1]]);
            Walk::new(residue).by_groups(&|item| kinds[item] == p, &|item| kinds[item] == g)
        }
    };
    if std::env::var("SHOW").is_ok() { eprintln!("{order:?}"); }
    let bits = frontier::bits(residue, &order);
    (order, bits)
}

/// For each primary item a number that is the same for items that a symmetry exchanges: the trace of singling it out.
fn kinds(residue: &Residue) -> Vec<u64> {
    let mut labeller = Labeller::default();
    labeller.clear(residue.n_items);
    labeller.graph.vertices.extend((0..residue.n_items).map(|v| v as u16));
    for cells in residue.options() {
        labeller.graph.cells.extend(cells.iter().map(|&(item, _)| item as u16));
        labeller.graph.ends.push(labeller.graph.cells.len() as u32);
    }
    let kinds: Vec<u32> = (0..residue.n_items).map(|item| u32::from(item >= residue.n_primary)).collect();
    let _ = NO_TWIN;
    labeller.traces(&kinds, residue.n_primary)
}

#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// fewest new
    New,
    /// fewest left
    Left,
}

struct Walk<'a> {
    residue: &'a Residue,
    options_of: Vec<Vec<usize>>,
    is_gone: Vec<bool>,
    n_left: Vec<usize>,
    is_done: Vec<bool>,
    order: Vec<usize>,
    seen: Vec<usize>,
    stamp: usize,
}

impl<'a> Walk<'a> {
    fn new(residue: &'a Residue) -> Self {
        let n = residue.n_primary;
        let mut options_of = vec![Vec::new(); residue.n_items];
        for (option, cells) in residue.options().enumerate() {
            cells.iter().for_each(|&(item, _)| options_of[item as usize].push(option));
        }
        let n_left = options_of.iter().map(Vec::len).collect();
        Self {
            residue,
            is_gone: vec![false; residue.ids.len()],
            n_left,
            is_done: vec![false; n],
            order: Vec::with_capacity(n),
            seen: vec![0; residue.n_items],
            stamp: 0,
            options_of,
        }
    }

    fn lost(&self, item: usize) -> f64 {
        1.0 - self.n_left[item] as f64 / self.options_of[item].len().max(1) as f64
    }

    /// New items, progress around.
    fn look(&mut self, item: usize) -> (usize, f64) {
        self.stamp += 1;
        let (mut n_new, mut progress) = (0, 0.0);
        for &option in self.options_of[item].iter().filter(|&&option| !self.is_gone[option]) {
            for &(other, _) in self.residue.cells_of(option) {
                let other = other as usize;
                if other == item || std::mem::replace(&mut self.seen[other], self.stamp) == self.stamp {
                    continue;
                }
                let lost = self.lost(other);
                n_new += usize::from(lost == 0.0);
                progress += lost;
            }
        }
        (n_new, progress + self.lost(item))
    }

    fn take(&mut self, item: usize) {
        self.is_done[item] = true;
        self.order.push(item);
        for &option in &self.options_of[item] {
            if !std::mem::replace(&mut self.is_gone[option], true) {
                self.residue.cells_of(option).iter().for_each(|&(other, _)| self.n_left[other as usize] -= 1);
            }
        }
    }

    fn next(&mut self, rule: Rule, among: &dyn Fn(usize) -> bool) -> Option<usize> {
        let items = (0..self.is_done.len()).filter(|&item| !self.is_done[item] && among(item)).collect::<Vec<_>>();
        let rank = |walk: &mut Self, item| {
            let (n_new, progress) = walk.look(item);
            match rule {
                Rule::New => (n_new as f64, -progress),
                Rule::Left => (-walk.lost(item), n_new as f64),
            }
        };
        let mut best: Option<((f64, f64), usize)> = None;
        for item in items {
            let rank = rank(self, item);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, item));
            }
        }
        best.map(|(_, item)| item)
    }

    fn run(mut self, rule: Rule, among: &dyn Fn(usize) -> bool) -> Vec<usize> {
        while let Some(item) = self.next(rule, among) {
            self.take(item);
        }
        while let Some(item) = self.next(Rule::New, &|_| true) {
            self.take(item);
        }
        self.order
    }

    fn by_groups(mut self, is_walked: &dyn Fn(usize) -> bool, is_group: &dyn Fn(usize) -> bool) -> Vec<usize> {
        loop {
            let groups: Vec<usize> =
                (0..self.is_done.len()).filter(|&item| is_group(item) && self.n_left[item] > 0).collect();
            let members = |walk: &Self, group: usize| {
                let mut members: Vec<usize> = walk.options_of[group]
                    .iter()
                    .filter(|&&option| !walk.is_gone[option])
                    .flat_map(|&option| walk.residue.cells_of(option))
                    .map(|&(item, _)| item as usize)
                    .filter(|&item| item < walk.is_done.len() && !walk.is_done[item] && is_walked(item))
                    .collect();
                members.sort_unstable();
                members.dedup();
                members
            };
            let mut best: Option<((f64, f64), usize)> = None;
            for group in groups {
                let members = members(&self, group);
                if members.is_empty() { continue; }
                let n_new: usize = members.iter().map(|&item| self.look(item).0).sum();
                let rank = (-self.lost(group), n_new as f64);
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, group));
                }
            }
            let Some((_, group)) = best else { break };
            let members = members(&self, group);
            let is_member = |item: usize| members.contains(&item);
            while let Some(item) = self.next(Rule::New, &is_member) {
                self.take(item);
            }
        }
        self.run(Rule::New, is_walked)
    }
}
