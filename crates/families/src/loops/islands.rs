//! Nurikabes with one solution, or none, found out without a list of islands.
//!
//! Clauses say which cells are white, and to which number each of these belongs; how many cells that number has; and how far from it each is at most, so a cell is on the way to it of a cell that is one step further. That the sea is
//! connected is said by [cuts](super::cuts) when it is not: of two parts of it one cell is white, or a cell around the first of them is black. Where the engines meet a million islands that 15 cells may be, these are some thousand
//! clauses.

use super::LoopPuzzle;
use super::clauses::SearchClauses;
use batsat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The clauses that solutions satisfy, and models whose sea is not connected.
struct IslandClauses<'p> {
    puzzle: &'p LoopPuzzle,
    clauses: SearchClauses,
    white: Vec<Lit>,
    /// For each cell the numbers that it may belong to, by their cells.
    owned: Vec<FxHashMap<usize, Lit>>,
}

impl LoopPuzzle {
    /// The solutions of a nurikabe, one at most, as which cells are white; nothing if these may be more, or are not found out.
    pub(super) fn lone_islands(&self) -> Option<Vec<Vec<bool>>> {
        let mut clauses = SearchClauses::new(self.search_limit());
        let white = (0..self.clues.len()).map(|_| clauses.literal()).collect();
        let owned = vec![FxHashMap::default(); self.clues.len()];
        let mut islands = IslandClauses { puzzle: self, clauses, white, owned };
        islands.write();
        islands.solutions()
    }

    /// The cells that the island of a number may have, by how many steps they are from it: not those of other numbers, nor any beside them.
    fn reach(&self, start: usize, size: usize) -> Vec<(usize, usize)> {
        let others = self.clues().map(|(other, _)| other).filter(|&other| other != start);
        let mut is_seen: FxHashSet<usize> = others.flat_map(|other| self.neighbors(other).chain([other])).collect();
        let mut queue: VecDeque<(usize, usize)> = is_seen.insert(start).then_some((start, 0)).into_iter().collect();
        let mut reached = Vec::new();
        while let Some((cell, n_steps)) = queue.pop_front().filter(|&(_, n_steps)| n_steps < size) {
            reached.push((cell, n_steps));
            queue.extend(self.neighbors(cell).filter(|&next| is_seen.insert(next)).map(|next| (next, n_steps + 1)));
        }
        reached
    }
}

impl IslandClauses<'_> {
    fn write(&mut self) {
        for (start, _) in self.puzzle.clues() {
            if self.clauses.has_room() {
                self.write_island(start, self.puzzle.number(start).unwrap_or(1));
            }
        }
        for cell in 0..self.white.len() {
            let owners: Vec<Lit> = self.owned[cell].values().copied().collect();
            for (rank, &one) in owners.iter().enumerate() {
                owners[..rank].iter().for_each(|&other| self.clauses.add([!one, !other]));
                self.clauses.add([!one, self.white[cell]]);
            }
            self.clauses.add(owners.into_iter().chain([!self.white[cell]]));
            self.puzzle.neighbors(cell).for_each(|next| self.write_neighbors(cell, next));
        }
        for block in self.puzzle.blocks() {
            self.clauses.add(block.map(|cell| self.white[cell]));
        }
    }

    /// White cells side by side belong to one number.
    fn write_neighbors(&mut self, cell: usize, next: usize) {
        for (start, &own) in &self.owned[cell] {
            self.clauses.add([!own, !self.white[next]].into_iter().chain(self.owned[next].get(start).copied()));
        }
    }

    /// A number has as many cells, and its cells are connected with it.
    fn write_island(&mut self, start: usize, size: usize) {
        let reached = self.puzzle.reach(start, size);
        let own: Vec<Lit> = reached.iter().map(|_| self.clauses.literal()).collect();
        self.clauses.add_exactly(size, &own);
        // Whether it has a cell that is at most this many steps from it.
        let mut near: FxHashMap<(usize, usize), Lit> = FxHashMap::default();
        for (&(cell, n_steps), &own) in reached.iter().zip(&own) {
            self.owned[cell].insert(start, own);
            for most in n_steps..size - 1 {
                near.insert((cell, most), if cell == start { own } else { self.clauses.literal() });
            }
            near.insert((cell, size - 1), own);
        }
        for &(cell, n_steps) in reached.iter().filter(|&&(cell, _)| cell != start) {
            for most in n_steps..size {
                let is_near = near[&(cell, most)];
                let before = self.puzzle.neighbors(cell).filter_map(|next| near.get(&(next, most - 1)).copied());
                self.clauses.add(before.chain([!is_near]));
                if let Some(&later) = near.get(&(cell, most + 1)) {
                    self.clauses.add([!is_near, later]);
                }
            }
        }
    }

    /// All solutions, if there is one at most.
    fn solutions(&mut self) -> Option<Vec<Vec<bool>>> {
        let mut found = Vec::new();
        while self.clauses.has_model(&[])? {
            let is_white: Vec<bool> = self.white.iter().map(|&white| self.clauses.holds(white)).collect();
            let seas = self.seas(&is_white);
            if seas.len() > 1 {
                (0..seas.len()).for_each(|rank| self.join(&seas[rank], &seas[(rank + 1) % seas.len()]));
                continue;
            }
            if !found.is_empty() {
                return None;
            }
            let colors = self.white.iter().zip(&is_white);
            let other: Vec<Lit> = colors.map(|(&white, &is_white)| if is_white { !white } else { white }).collect();
            self.clauses.add(other);
            found.push(is_white);
        }
        Some(found)
    }

    /// The parts of the sea.
    fn seas(&self, is_white: &[bool]) -> Vec<Vec<usize>> {
        let (mut is_seen, mut seas) = (is_white.to_vec(), Vec::new());
        for cell in 0..is_white.len() {
            if std::mem::replace(&mut is_seen[cell], true) {
                continue;
            }
            let (mut sea, mut n_done) = (vec![cell], 0);
            while let Some(&cell) = sea.get(n_done) {
                let fresh = self.puzzle.neighbors(cell).filter(|&next| !std::mem::replace(&mut is_seen[next], true));
                sea.extend(fresh);
                n_done += 1;
            }
            seas.push(sea);
        }
        seas
    }

    /// Of these parts of the sea one has a white cell, or the first is larger.
    fn join(&mut self, sea: &[usize], other: &[usize]) {
        let around: FxHashSet<usize> = sea.iter().flat_map(|&cell| self.puzzle.neighbors(cell)).collect();
        let around = around.into_iter().filter(|cell| !sea.contains(cell)).map(|cell| !self.white[cell]);
        let clause: Vec<Lit> = around.chain([self.white[sea[0]], self.white[other[0]]]).collect();
        self.clauses.add(clause);
    }
}
