//! Slitherlink: one loop along the borders of cells.
//!
//! # The reduction
//!
//! The corners of cells are the places of a [net](super::net): each is on the loop, with two of its lines, or not. A cell with a number is an item, too, whose options say which of its four borders are on the loop. There is one
//! component. It is parsimonious: the loop decides everything.

use super::net::Net;
use super::sheet::Sheet;
use super::{LoopPuzzle, Made};
use dlx_core::problem::{Color, Connected, ItemId};

impl LoopPuzzle {
    pub(super) fn slitherlink(&self) -> Made<Sheet> {
        let [rows, columns] = self.size;
        let corners = [rows + 1, columns + 1];
        let word = |cell: usize| self.clues[cell].clone().unwrap_or_else(|| ".".into());
        let mut sheet =
            Sheet::new([2 * rows + 1, 2 * columns + 1], [1, 2], |row, column| match (row % 2, column % 2) {
                (0, 0) => "+".into(),
                (1, 1) => word(row / 2 * columns + column / 2),
                _ => " ".into(),
            });
        let n_corners = corners[0] * corners[1];
        let corner = |place: usize| format!("+{},{}", place / corners[1] + 1, place % corners[1] + 1);
        let places = sheet.builder.primaries((0..n_corners).map(corner))?;
        let clues = self.clued_places(&mut sheet)?;
        let net = Net::new(corners, &mut sheet)?;
        let color = sheet.builder.color("in")?;
        for (place, &own) in places.iter().enumerate() {
            net.add(&mut sheet, (own, place), (&[], color), &[], None)?;
            for pair in net.pairs(place) {
                net.add(&mut sheet, (own, place), (&pair, color), &[], None)?;
            }
        }
        let out = sheet.builder.color("out")?;
        for (cell, own) in clues {
            // Right and below of its first corner, above and left of its last.
            let first = cell / columns * corners[1] + cell % columns;
            let last = first + corners[1] + 1;
            let borders = [(first, 1), (first, 2), (last, 0), (last, 3)];
            let borders: Vec<ItemId> = borders.into_iter().filter_map(|(place, way)| net.line(place, way)).collect();
            for set in (0..16usize)
                .filter(|set| Some(set.count_ones()) == self.number(cell).and_then(|n| u32::try_from(n).ok()))
            {
                let border = |(rank, &item): (usize, &ItemId)| (item, if set >> rank & 1 == 1 { color } else { out });
                let cells = std::iter::once((own, Color::NONE)).chain(borders.iter().enumerate().map(border));
                sheet.option(&cells.collect::<Vec<_>>(), &[], Vec::new())?;
            }
        }
        sheet.builder.connected(Connected::ONE);
        Ok(sheet)
    }
}
