//! Hashi, or Hashiwokakero: bridges between islands.
//!
//! # The reduction
//!
//! An island is an item; its options say how many bridges, 0 to 2, lead to the next island in each way: the color of a secondary item for each two islands that see each other. A cell between islands is a secondary item whose color
//! says whether bridges cross it upright or not. Where there are bridges, the item is a port, too, and there is one component. It is parsimonious: the bridges decide everything.

use super::sheet::{Sheet, Stroke};
use super::{LoopPuzzle, Made};
use crate::scene::LineMark;
use dlx_core::problem::{Color, Connected, ItemId, NodeId};

/// Two islands that see each other, the first and the last cell of a part of a row or a column.
struct Strait {
    cells: Vec<usize>,
    is_upright: bool,
}

impl Strait {
    fn ends(&self) -> [usize; 2] {
        [self.cells[0], self.cells[self.cells.len() - 1]]
    }

    fn between(&self) -> &[usize] {
        &self.cells[1..self.cells.len() - 1]
    }

    /// This many bridges, in a [roomy](Sheet::roomy) picture.
    fn strokes(&self, number: usize, columns: usize) -> Vec<Stroke> {
        let signs = if self.is_upright { ['|', '"'] } else { ['-', '='] };
        let width = 2 * columns - 1;
        let place = |cell: usize| 2 * (cell / columns) * width + 2 * (cell % columns);
        let [first, last] = self.ends().map(place);
        let step = if self.is_upright { width } else { 1 };
        (first..last).step_by(step).skip(1).map(|place| (place, signs[number - 1])).collect()
    }
}

impl LoopPuzzle {
    pub(super) fn hashi(&self) -> Made<Sheet> {
        let mut sheet = Sheet::roomy(self.size, |cell| self.clues[cell].clone()).with_clue(LineMark::Island);
        let islands = self.clued_places(&mut sheet)?;
        let crossings =
            sheet.builder.secondaries((0..self.clues.len()).map(|cell| format!("x{}", self.label(cell))))?;
        let mut straits: Vec<(Strait, ItemId, NodeId)> = Vec::new();
        for strait in self.straits() {
            let name = strait.ends().map(|cell| self.label(cell)).join("-");
            straits.push((strait, sheet.builder.secondary(&name)?, sheet.builder.node(&name)?));
        }
        let numbers = ["0", "1", "2"].map(|number| sheet.builder.color(number));
        let [lying, upright] = ["lying", "upright"].map(|way| sheet.builder.color(way));
        let (numbers, lying, upright) = (numbers.into_iter().collect::<Made<Vec<Color>>>()?, lying?, upright?);
        for &(cell, own) in &islands {
            let here: Vec<_> = straits.iter().filter(|(strait, ..)| strait.ends().contains(&cell)).collect();
            for choice in choices(here.len()).filter(|choice| Some(choice.iter().sum()) == self.number(cell)) {
                let (mut cells, mut ports, mut strokes) = (vec![(own, Color::NONE)], Vec::new(), Vec::new());
                for (&number, (strait, item, node)) in choice.iter().zip(&here) {
                    cells.push((*item, numbers[number]));
                    if number > 0 {
                        ports.push(*node);
                        let color = if strait.is_upright { upright } else { lying };
                        cells.extend(strait.between().iter().map(|&cell| (crossings[cell], color)));
                        strokes.extend(strait.strokes(number, self.size[1]));
                    }
                }
                sheet.option(&cells, &ports, strokes)?;
            }
        }
        sheet.builder.connected(Connected::ONE);
        Ok(sheet)
    }

    fn straits(&self) -> Vec<Strait> {
        let [rows, columns] = self.size;
        let lines = (0..rows).map(|row| (false, (0..columns).map(|column| row * columns + column).collect::<Vec<_>>()));
        let upright =
            (0..columns).map(|column| (true, (0..rows).map(|row| row * columns + column).collect::<Vec<_>>()));
        let mut straits = Vec::new();
        for (is_upright, line) in lines.chain(upright) {
            let islands: Vec<usize> = (0..line.len()).filter(|&place| self.clues[line[place]].is_some()).collect();
            let parts = islands.windows(2).map(|ends| line[ends[0]..=ends[1]].to_vec());
            straits.extend(parts.map(|cells| Strait { cells, is_upright }));
        }
        straits
    }
}

/// All choices of 0, 1 or 2 bridges in each of `n_ways` directions.
fn choices(n_ways: usize) -> impl Iterator<Item = Vec<usize>> {
    let all = u32::try_from(n_ways).map_or(0, |n_ways| 3usize.pow(n_ways));
    (0..all).map(move |choice| {
        (0..n_ways)
            .scan(choice, |rest, _| {
                let number = *rest % 3;
                *rest /= 3;
                Some(number)
            })
            .collect()
    })
}
