//! Numberlink: a path from cell to cell between any two equal numbers.
//!
//! # The reduction
//!
//! Cells are the places of a [net](super::net); a line that is drawn has the number of its path as its color. A cell with a number has one line, another one none or two; none of it is allowed if all cells must be on a path. Paths
//! of different numbers are apart, since their colors are; there are no cycles, so each component is a path between two ends, and equal ones. It is parsimonious: the paths decide everything.
//!
//! For narrowing, nodes are told apart by colors, and there are as many components as numbers: where two ends cannot be joined any more, that is seen.

use super::net::{Net, WAYS};
use super::sheet::Sheet;
use super::{LoopKind, LoopPuzzle, Made};
use dlx_core::problem::{Color, Connected, Multiplicity};

impl LoopPuzzle {
    pub(super) fn numberlink(&self) -> Made<Sheet> {
        let mut sheet = Sheet::roomy(self.size, |cell| self.clues[cell].clone());
        let places = self.places(&mut sheet)?;
        let net = Net::new(self.size, &mut sheet)?;
        sheet.is_fine = true;
        // A number is not the color for lines that are not drawn.
        let mut names: Vec<String> = self.clues().map(|(_, clue)| format!("={clue}")).collect();
        names.sort_unstable();
        names.dedup();
        let colors = names.iter().map(|name| sheet.builder.color(name)).collect::<Made<Vec<Color>>>()?;
        for (cell, &own) in places.iter().enumerate() {
            if let Some(clue) = &self.clues[cell] {
                let color = sheet.builder.color(&format!("={clue}"))?;
                for way in WAYS.into_iter().filter(|&way| net.next(cell, way).is_some()) {
                    net.add(&mut sheet, (own, cell), (&[way], color), &[])?;
                }
                continue;
            }
            if self.kind == (LoopKind::Numberlink { is_full: false }) {
                net.add(&mut sheet, (own, cell), (&[], Color::NONE), &[])?;
            }
            for pair in net.pairs(cell) {
                for &color in &colors {
                    net.add(&mut sheet, (own, cell), (&pair, color), &[])?;
                }
            }
        }
        sheet.builder.connected(Connected { components: Multiplicity::exactly(colors.len()), is_acyclic: true });
        Ok(sheet)
    }
}
