//! Numberlink: a path from cell to cell between any two equal numbers.
//!
//! # The reduction
//!
//! Cells are the places of a [net](super::net). A cell with a number has one line, another one none or two; none is not allowed if all cells must be on a path. The number is the color of a node that is a port there, so equal
//! numbers are in one component and different ones are not; there are no cycles, so each component is a path between two equal numbers. It is parsimonious: the paths decide everything.

use super::net::{Net, WAYS};
use super::sheet::Sheet;
use super::{LoopKind, LoopPuzzle, Made};
use crate::scene::LineMark;
use dlx_core::problem::{Connected, OptionId};

impl LoopPuzzle {
    pub(super) fn numberlink(&self) -> Made<Sheet> {
        let mut sheet = Sheet::roomy(self.size, |cell| self.clues[cell].clone()).with_clue(LineMark::Island);
        let places = self.places(&mut sheet)?;
        let net = Net::new(self.size, &mut sheet)?;
        let color = sheet.builder.color("in")?;
        let mut choices = Vec::new();
        for (cell, &own) in places.iter().enumerate() {
            let end = match &self.clues[cell] {
                // A number is not the color of lines.
                Some(clue) => Some(sheet.builder.colored_node(&self.label(cell), &format!("={clue}"))?),
                None => None,
            };
            for ways in self.choices(&net, cell) {
                net.add(&mut sheet, (own, cell), (&ways, color), &[], end)?;
                choices.push((cell, ways));
            }
        }
        sheet.builder.connected(Connected::FOREST);
        sheet.known = self.lone_paths().map(|solutions| {
            let is_drawn = |(cell, ways): &(usize, Vec<usize>)| {
                let has = |way| net.next(*cell, way).is_some_and(|next| solutions[0].contains(&[*cell, next]));
                WAYS.into_iter().all(|way| has(way) == ways.contains(&way))
            };
            let drawn = (0..choices.len()).filter(|&choice| !solutions.is_empty() && is_drawn(&choices[choice]));
            drawn.map(OptionId::from_index).collect()
        });
        Ok(sheet)
    }

    /// The ways in which lines may lead on from a cell.
    fn choices(&self, net: &Net, cell: usize) -> Vec<Vec<usize>> {
        if self.clues[cell].is_some() {
            return WAYS.into_iter().filter(|&way| net.next(cell, way).is_some()).map(|way| vec![way]).collect();
        }
        let none = (self.kind == LoopKind::Numberlink { is_full: false }).then(Vec::new);
        none.into_iter().chain(net.pairs(cell).into_iter().map(Vec::from)).collect()
    }
}
