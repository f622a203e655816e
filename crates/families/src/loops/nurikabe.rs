//! Nurikabe: white islands in a black sea.
//!
//! # The reduction
//!
//! A number is an item whose options are the islands that have this many cells and no other number; the cells next to an island are black. A cell is an item that an island covers, or the option that it is black, with its borders as
//! ports; its color is a secondary item. Of each two by two cells one is white: an item whose options say which is the first. There is at most one component. It is parsimonious: the colors of cells decide everything.

use std::collections::HashSet;

use super::net::next_of;
use super::sheet::Sheet;
use super::{LoopPuzzle, Made};
use crate::error::FamilyError;
use dlx_core::problem::{Color, Connected, ItemId, Multiplicity, OptionId};

/// The most islands that can be where one is.
const MAX_ISLANDS: usize = 1 << 20;

impl LoopPuzzle {
    /// For each cell with a number the islands that it allows. Refuses puzzles where these are too many.
    pub(super) fn all_islands(&self) -> Result<Vec<Vec<Vec<usize>>>, FamilyError> {
        let (mut all, mut n_islands) = (Vec::new(), 0);
        for (cell, clue) in self.clues() {
            let islands = self.islands(cell).filter(|islands| n_islands + islands.len() <= MAX_ISLANDS);
            let islands = islands.ok_or_else(|| {
                let what = format!("the island of {clue} at {} can be in too many ways", self.label(cell));
                FamilyError::new(what, format!("all islands together: in {MAX_ISLANDS} ways"))
            })?;
            n_islands += islands.len();
            all.push(islands);
        }
        Ok(all)
    }

    pub(super) fn nurikabe(&self, all_islands: &[Vec<Vec<usize>>]) -> Made<Sheet> {
        let columns = self.size[1];
        let mut sheet = Sheet::new(self.size, [0, 1], |row, column| {
            self.clues[row * columns + column].clone().unwrap_or_else(|| ".".into())
        });
        let n_cells = self.clues.len();
        let cells = self.places(&mut sheet)?;
        let islands = sheet.builder.primaries(self.clues().map(|(cell, _)| format!("island{}", self.label(cell))))?;
        let blocks =
            self.blocks().map(|block| Ok((block, sheet.builder.primary(format!("block{}", self.label(block[0])))?)));
        let blocks = blocks.collect::<Made<Vec<([usize; 4], ItemId)>>>()?;
        let tints = sheet.builder.secondaries((0..n_cells).map(|cell| format!("color{}", self.label(cell))))?;
        let [white, black] = [sheet.builder.color("white")?, sheet.builder.color("black")?];
        for (own, allowed) in islands.into_iter().zip(all_islands) {
            for island in allowed {
                let mut covered = vec![(own, Color::NONE)];
                covered.extend(island.iter().flat_map(|&cell| [(cells[cell], Color::NONE), (tints[cell], white)]));
                covered.extend(self.shore(island).into_iter().map(|cell| (tints[cell], black)));
                sheet.option(&covered, &[], Vec::new())?;
            }
        }
        for cell in (0..n_cells).filter(|&cell| self.clues[cell].is_none()) {
            let mut ports = vec![sheet.builder.node(&self.label(cell))?];
            for other in self.neighbors(cell) {
                let name = [cell.min(other), cell.max(other)].map(|cell| self.label(cell)).join("-");
                ports.push(sheet.builder.node(&name)?);
            }
            sheet.option(&[(cells[cell], Color::NONE), (tints[cell], black)], &ports, vec![(cell, '#')])?;
        }
        for (block, own) in blocks {
            for first in 0..4 {
                let color = |rank| if rank < first { black } else { white };
                let tinted = (0..=first).map(|rank| (tints[block[rank]], color(rank)));
                let covered: Vec<_> = std::iter::once((own, Color::NONE)).chain(tinted).collect();
                sheet.option(&covered, &[], Vec::new())?;
            }
        }
        sheet.builder.connected(Connected { components: Multiplicity { least: 0, most: Some(1) }, ..Connected::ONE });
        sheet.known = self.lone_islands().map(|solutions| {
            solutions.first().map(|is_white| self.options_with(all_islands, is_white)).unwrap_or_default()
        });
        Ok(sheet)
    }

    /// The options of the solution with these white cells.
    fn options_with(&self, all_islands: &[Vec<Vec<usize>>], is_white: &[bool]) -> Vec<OptionId> {
        // A number has all cells of its island, so no other one has room among white cells.
        let islands = all_islands.iter().flatten().map(|island| island.iter().all(|&cell| is_white[cell]));
        let sea = (0..self.clues.len()).filter(|&cell| self.clues[cell].is_none()).map(|cell| !is_white[cell]);
        let firsts = self.blocks().flat_map(|block| {
            let first = block.iter().position(|&cell| is_white[cell]);
            (0..4).map(move |rank| first == Some(rank))
        });
        let all = islands.chain(sea).chain(firsts).enumerate();
        all.filter(|&(_, is_in)| is_in).map(|(option, _)| OptionId::from_index(option)).collect()
    }

    /// The squares of two by two cells.
    pub(super) fn blocks(&self) -> impl Iterator<Item = [usize; 4]> + use<> {
        let [rows, columns] = self.size;
        let firsts = (0..rows * columns).filter(move |cell| cell / columns + 1 < rows && cell % columns + 1 < columns);
        firsts.map(move |cell| [cell, cell + 1, cell + columns, cell + columns + 1])
    }

    pub(super) fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        // In increasing order.
        [0, 3, 1, 2].into_iter().filter_map(move |way| next_of(size, cell, way))
    }

    /// The cells around an island.
    fn shore(&self, island: &[usize]) -> Vec<usize> {
        let around: HashSet<usize> = island.iter().flat_map(|&cell| self.neighbors(cell)).collect();
        let mut shore: Vec<usize> = around.into_iter().filter(|cell| !island.contains(cell)).collect();
        shore.sort_unstable();
        shore
    }

    /// The islands that a number allows, cells sorted; none if there are too many. Each is found once: a cell that was passed by is not added later (Redelmeier, 1981).
    fn islands(&self, start: usize) -> Option<Vec<Vec<usize>>> {
        let size = self.number(start).unwrap_or(1);
        // Cells of other islands, and beside them.
        let mut is_seen = vec![false; self.clues.len()];
        for (other, _) in self.clues().filter(|&(other, _)| other != start) {
            is_seen[other] = true;
            self.neighbors(other).for_each(|cell| is_seen[cell] = true);
        }
        let (mut found, is_blocked) = (Vec::new(), std::mem::replace(&mut is_seen[start], true));
        if is_blocked {
            return Some(found);
        }
        self.grow(&mut vec![start], vec![], start, &mut is_seen, size, &mut found).then_some(found)
    }

    /// Adds a cell, and finds all islands with it. Returns false if there are too many.
    fn grow(
        &self,
        island: &mut Vec<usize>,
        mut untried: Vec<usize>,
        last: usize,
        is_seen: &mut Vec<bool>,
        size: usize,
        found: &mut Vec<Vec<usize>>,
    ) -> bool {
        if island.len() == size {
            let mut sorted = island.clone();
            sorted.sort_unstable();
            found.push(sorted);
            return found.len() <= MAX_ISLANDS;
        }
        let fresh: Vec<usize> = self.neighbors(last).filter(|&cell| !is_seen[cell]).collect();
        fresh.iter().for_each(|&cell| is_seen[cell] = true);
        untried.extend(&fresh);
        let mut is_bounded = true;
        while let Some(cell) = untried.pop().filter(|_| is_bounded) {
            island.push(cell);
            is_bounded = self.grow(island, untried.clone(), cell, is_seen, size, found);
            island.pop();
        }
        fresh.iter().for_each(|&cell| is_seen[cell] = false);
        is_bounded
    }
}
