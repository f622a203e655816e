//! Records of a tree: the items on which it branches, and leaves, which are counted here, one solution after the other.
//!
//! The options of an item stand in a list, those that can still be chosen first. An option that goes is exchanged with the last of these; to let it come back, in the opposite order, their number is enough.

use std::collections::HashMap;
use std::io::Read;

use crate::input::Input;
use crate::numbers::{decimals, product, sum};
use crate::problem::Problem;
use crate::{Res, require};

/// An item of an option.
struct Cell {
    item: usize,
    /// 0 for none.
    color: usize,
    /// Where the option stands in the list of the item.
    place: usize,
}

struct Tree {
    options: Vec<Vec<Cell>>,
    /// For each item its options, each with the cell that is the item, and how many of them can still be chosen.
    lists: Vec<Vec<(usize, usize)>>,
    n_living: Vec<usize>,
    /// How often each item must be covered, may be covered, and is covered.
    least: Vec<usize>,
    most: Vec<usize>,
    status: Vec<usize>,
    /// The options that have gone, in this order.
    gone: Vec<usize>,
    n_leaves: usize,
}

/// The count that a tree proves.
pub(crate) fn tree(input: &mut Input<impl Read>, problem: &Problem) -> Res<Vec<u8>> {
    let primary: Vec<usize> = (0..problem.items.len()).filter(|&item| problem.is_primary(item)).collect();
    Tree::new(problem).read(input, &primary)
}

impl Tree {
    fn new(problem: &Problem) -> Self {
        let bounds = |(_, bounds): &(String, Option<(u64, u64)>)| bounds.unwrap_or((0, 1));
        let (least, most): (Vec<_>, Vec<_>) = problem.items.iter().map(bounds).unzip();
        let [least, most] = [least, most].map(|bounds| bounds.into_iter().map(|bound| bound as usize).collect());
        let (mut lists, status) = (vec![Vec::new(); problem.items.len()], vec![0; problem.items.len()]);
        let (mut options, mut colors) = (Vec::new(), HashMap::from([("", 0)]));
        for (cells, _) in problem.options.iter().filter(|it| it.0.iter().any(|cell| problem.is_primary(cell.0))) {
            let mut option = Vec::new();
            for (item, color) in cells {
                let next = colors.len();
                let color = *colors.entry(color).or_insert(next);
                option.push(Cell { item: *item, color, place: lists[*item].len() });
                lists[*item].push((options.len(), option.len() - 1));
            }
            options.push(option);
        }
        let n_living = lists.iter().map(Vec::len).collect();
        let mut tree = Self { options, lists, n_living, least, most, status, gone: Vec::new(), n_leaves: 0 };
        for item in 0..problem.items.len() {
            if tree.most[item] == 0 {
                tree.close(item, 0);
            }
        }
        tree
    }

    /// What the next records say about these primary items; leaves are counted again.
    fn read(&mut self, input: &mut Input<impl Read>, items: &[usize]) -> Res<Vec<u8>> {
        let number = input.number()? as usize;
        if number == 0 {
            self.n_leaves += 1;
            let (found, claimed) = (self.search(items)?.to_le_bytes().to_vec(), input.amount()?);
            let (said, other) = (decimals(found.clone()), decimals(claimed));
            require(said == other, &format!("leaf {}: the count is {said}, not {other}", self.n_leaves))?;
            return Ok(found);
        }
        let is_short = |&item: &usize| self.status[item] + self.n_living[item] < self.least[item];
        require(!items.iter().any(is_short), "the tree goes on where nothing can be completed")?;
        if number == 1 {
            let parts = self.parts(items);
            require(parts.len() > 1, "the tree has parts where there are none")?;
            return parts.iter().try_fold(vec![1], |all, part| Ok(product(&all, &self.read(input, part)?)));
        }
        let (item, mut total) = (number - 2, Vec::new());
        require(items.contains(&item) && self.n_living[item] > 0, "the tree branches on an item without options")?;
        self.branch(item, |tree| {
            total = sum(std::mem::take(&mut total), &tree.read(input, items)?);
            Ok(())
        })?;
        Ok(total)
    }

    /// The number of ways to complete these items, each of which is tried.
    fn search(&mut self, items: &[usize]) -> Res<u64> {
        let (mut fewest, mut branch) = (usize::MAX, None);
        for &item in items {
            let (n_living, needed) = (self.n_living[item], self.least[item].saturating_sub(self.status[item]));
            if n_living < needed {
                return Ok(0);
            }
            if n_living > 0 && n_living - needed < fewest {
                (fewest, branch) = (n_living - needed, Some(item));
            }
        }
        let (Some(item), mut total) = (branch, 0) else { return Ok(1) };
        self.branch(item, |tree| {
            total += tree.search(items)?;
            Ok(())
        })?;
        Ok(total)
    }

    /// Does something for each option of an item, if it is the first of these that is chosen; and if none is, where that is enough.
    fn branch(&mut self, item: usize, mut below: impl FnMut(&mut Self) -> Res<()>) -> Res<()> {
        let mut options: Vec<usize> = self.lists[item][..self.n_living[item]].iter().map(|it| it.0).collect();
        options.sort_unstable();
        let before = self.gone.len();
        for option in options {
            let here = self.gone.len();
            self.choose(option);
            below(self)?;
            self.options[option].iter().for_each(|cell| self.status[cell.item] -= 1);
            self.restore(here);
            self.drop(option);
        }
        if self.status[item] >= self.least[item] {
            below(self)?;
        }
        self.restore(before);
        Ok(())
    }

    fn choose(&mut self, option: usize) {
        self.drop(option);
        for cell in 0..self.options[option].len() {
            let Cell { item, color, .. } = self.options[option][cell];
            self.status[item] += 1;
            if self.status[item] >= self.most[item] {
                self.close(item, color);
            }
        }
    }

    /// Drops the options of an item, but for those of a color.
    fn close(&mut self, item: usize, color: usize) {
        for place in (0..self.n_living[item]).rev() {
            let (option, cell) = self.lists[item][place];
            if color == 0 || self.options[option][cell].color != color {
                self.drop(option);
            }
        }
    }

    fn drop(&mut self, option: usize) {
        for cell in 0..self.options[option].len() {
            let Cell { item, place, .. } = self.options[option][cell];
            self.n_living[item] -= 1;
            let last = self.n_living[item];
            let (other, its_cell) = self.lists[item][last];
            self.lists[item].swap(place, last);
            self.options[other][its_cell].place = place;
            self.options[option][cell].place = last;
        }
        self.gone.push(option);
    }

    /// Lets options come back until this many are gone.
    fn restore(&mut self, n_gone: usize) {
        for option in self.gone.drain(n_gone..).rev() {
            self.options[option].iter().for_each(|cell| self.n_living[cell.item] += 1);
        }
    }

    /// These items, if they have options, by the parts that share none, and no secondary item that is not covered yet.
    fn parts(&self, items: &[usize]) -> Vec<Vec<usize>> {
        let (mut part_of, mut parts) = (vec![None; self.lists.len()], Vec::<Vec<usize>>::new());
        for &start in items.iter().filter(|&&item| self.n_living[item] > 0) {
            let mut open = if part_of[start].is_none() { vec![start] } else { Vec::new() };
            let part = *part_of[start].get_or_insert(parts.len());
            parts.resize(parts.len().max(part + 1), Vec::new());
            parts[part].push(start);
            while let Some(item) = open.pop() {
                let options = self.lists[item][..self.n_living[item]].iter();
                for &Cell { item, .. } in options.flat_map(|&(option, _)| &self.options[option]) {
                    let is_settled = self.status[item] >= self.most[item];
                    if !is_settled && part_of[item].is_none() {
                        part_of[item] = Some(part);
                        open.push(item);
                    }
                }
            }
        }
        parts
    }
}
