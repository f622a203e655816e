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
use dlx_core::problem::Connected;

impl LoopPuzzle {
    pub(super) fn numberlink(&self) -> Made<Sheet> {
        let mut sheet = Sheet::roomy(self.size, |cell| self.clues[cell].clone()).with_clue(LineMark::Island);
        let places = self.places(&mut sheet)?;
        let net = Net::new(self.size, &mut sheet)?;
        let color = sheet.builder.color("in")?;
        for (cell, &own) in places.iter().enumerate() {
            if let Some(clue) = &self.clues[cell] {
                // A number is not the color of lines.
                let end = sheet.builder.colored_node(&self.label(cell), &format!("={clue}"))?;
                for way in WAYS.into_iter().filter(|&way| net.next(cell, way).is_some()) {
                    net.add(&mut sheet, (own, cell), (&[way], color), &[], Some(end))?;
                }
                continue;
            }
            if self.kind == (LoopKind::Numberlink { is_full: false }) {
                net.add(&mut sheet, (own, cell), (&[], color), &[], None)?;
            }
            for pair in net.pairs(cell) {
                net.add(&mut sheet, (own, cell), (&pair, color), &[], None)?;
            }
        }
        sheet.builder.connected(Connected::FOREST);
        Ok(sheet)
    }
}
