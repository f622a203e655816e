//! Masyu: one loop from cell to cell, through all pearls.
//!
//! # The reduction
//!
//! Cells are the places of a [net](super::net). One without a pearl is on the loop or not. At a white pearl the loop goes straight on, and turns in a cell before or behind it, or in both: the lines that would lead straight on
//! there are part of the option, and not both drawn. At a black pearl it turns, and the lines that lead straight on in the next cells are drawn. There is one component. It is parsimonious: the loop decides everything.

use super::net::Net;
use super::sheet::Sheet;
use super::{LoopPuzzle, Made};
use crate::scene::LineMark;
use dlx_core::problem::{Connected, ItemId};

impl LoopPuzzle {
    pub(super) fn masyu(&self) -> Made<Sheet> {
        let mut sheet = Sheet::roomy(self.size, |cell| self.clues[cell].clone()).with_clue(LineMark::White);
        let places = self.places(&mut sheet)?;
        let net = Net::new(self.size, &mut sheet)?;
        let color = sheet.builder.color("in")?;
        for (cell, &own) in places.iter().enumerate() {
            let pearl = self.clues[cell].as_deref();
            if pearl.is_none() {
                net.add(&mut sheet, (own, cell), (&[], color), &[], None)?;
            }
            for pair in net.pairs(cell) {
                let is_straight = pair[0] + 2 == pair[1];
                let ahead = pair.map(|way| net.next(cell, way).and_then(|next| net.line(next, way)));
                let allowed: &[[bool; 2]] = match pearl {
                    None => {
                        net.add(&mut sheet, (own, cell), (&pair, color), &[], None)?;
                        &[]
                    }
                    Some("w") if is_straight => &[[false, false], [false, true], [true, false]],
                    Some("b") if !is_straight => &[[true, true]],
                    Some(_) => &[],
                };
                for drawn in allowed {
                    // Off the board there is no line to be drawn.
                    if ahead.iter().zip(drawn).any(|(line, &is_drawn)| line.is_none() && is_drawn) {
                        continue;
                    }
                    let others: Vec<(ItemId, bool)> =
                        ahead.iter().zip(drawn).filter_map(|(line, &is_drawn)| Some(((*line)?, is_drawn))).collect();
                    net.add(&mut sheet, (own, cell), (&pair, color), &others, None)?;
                }
            }
        }
        sheet.builder.connected(Connected::ONE);
        Ok(sheet)
    }
}
