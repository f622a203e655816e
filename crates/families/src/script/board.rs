//! What a script draws: texts in the cells of a board, by the options that write them, and lines around regions and cages.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::wrong::Complaint;
use crate::drawing::Drawing;
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::OptionId;

/// The most rows, and columns.
const MAX_SIDE: usize = 300;

/// The most texts, of all options together.
const MAX_TEXTS: usize = 1 << 20;

/// Row and column from 0.
type Place = [usize; 2];

/// Texts by their places.
type Texts = BTreeMap<Place, String>;

/// A board as a script has drawn it so far.
#[derive(Clone, Default)]
pub(super) struct ScriptBoard {
    /// Rows and columns.
    size: [usize; 2],
    /// What is there from the beginning.
    given: Texts,
    /// What options write, by their numbers.
    written: BTreeMap<usize, Texts>,
    n_texts: usize,
    regions: Texts,
    cages: Vec<(Vec<Place>, usize)>,
}

impl ScriptBoard {
    /// The option writes a text; without an option it is there from the beginning.
    pub(super) fn write(&mut self, option: Option<usize>, place: [i64; 2], text: String) -> Result<(), Complaint> {
        if self.n_texts == MAX_TEXTS {
            return Err(Complaint::new("too many texts in the picture", format!("a script may write {MAX_TEXTS}")));
        }
        let place = self.place(place)?;
        self.n_texts += 1;
        option.map_or(&mut self.given, |option| self.written.entry(option).or_default()).insert(place, text);
        Ok(())
    }

    /// Puts a cell into the region of this name.
    pub(super) fn region(&mut self, place: [i64; 2], name: String) -> Result<(), Complaint> {
        let place = self.place(place)?;
        self.regions.insert(place, name);
        Ok(())
    }

    /// Puts cells into a cage with a sum.
    pub(super) fn cage(&mut self, cells: &[[i64; 2]], sum: i64) -> Result<(), Complaint> {
        let wrong = |what: &str| Complaint::new(what, "a cage is an array of cells, [[row, column], ...], and a sum");
        if cells.is_empty() {
            return Err(wrong("a cage without cells"));
        }
        let sum = usize::try_from(sum).map_err(|_| wrong("the sum of a cage is negative"))?;
        let cells = cells.iter().map(|&cell| self.place(cell)).collect::<Result<Vec<Place>, _>>()?;
        if cells.iter().any(|cell| self.cages.iter().any(|(others, _)| others.contains(cell))) {
            return Err(wrong("a cell is in two cages"));
        }
        self.cages.push((cells, sum));
        Ok(())
    }

    fn place(&mut self, place: [i64; 2]) -> Result<Place, Complaint> {
        let number = |number: i64| usize::try_from(number).ok().filter(|number| (1..=MAX_SIDE).contains(number));
        let [Some(row), Some(column)] = place.map(number) else {
            let what = format!("there is no cell in row {}, column {}", place[0], place[1]);
            return Err(Complaint::new(what, format!("rows and columns are numbered from 1 to {MAX_SIDE}")));
        };
        self.size = [self.size[0].max(row), self.size[1].max(column)];
        Ok([row - 1, column - 1])
    }

    /// Draws solutions, if anything was drawn.
    pub(super) fn drawing(&self) -> Option<Drawing> {
        let [_, columns] = self.size;
        if columns == 0 {
            return None;
        }
        let cell = move |&[row, column]: &Place| row * columns + column;
        let all = self.written.values().chain([&self.given]).flat_map(BTreeMap::values);
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        for text in all {
            let next = numbers.len();
            numbers.entry(text.clone()).or_insert(next);
        }
        let mark = |texts: &Texts| {
            let words: Vec<String> = texts.values().cloned().collect();
            let kind = words.first().map_or(0, |first| numbers[first]);
            let is_one = words.iter().all(|word| *word == words[0]);
            let word = if is_one { words[0].clone() } else { words.concat() };
            let words = if is_one { Vec::new() } else { words };
            Mark { words, ..Mark::new(word, kind, texts.keys().map(cell).collect()) }
        };
        let marks: BTreeMap<usize, Mark> = self.written.iter().map(|(&option, texts)| (option, mark(texts))).collect();
        let mut scene = Scene::plane(Style::Symbols { boxes: None }, self.size, move |option: OptionId| {
            marks.get(&option.index()).cloned().unwrap_or_default()
        });
        let alone = |(place, text): (&Place, &String)| mark(&Texts::from([(*place, text.clone())]));
        scene.given = self.given.iter().map(alone).collect();
        self.add_lines(&mut scene);
        Some(Drawing::spaced_words(scene))
    }

    /// Regions and cages.
    fn add_lines(&self, scene: &mut Scene) {
        let [_, columns] = self.size;
        let n_cells = scene.cells.len();
        if !self.regions.is_empty() {
            let mut names: Vec<&str> = self.regions.values().map(String::as_str).collect();
            names.sort_unstable();
            names.dedup();
            // Cells without a region are one together.
            scene.regions = vec![names.len(); n_cells];
            for ([row, column], name) in &self.regions {
                scene.regions[row * columns + column] = names.binary_search(&name.as_str()).unwrap_or_default();
            }
        }
        if !self.cages.is_empty() {
            scene.cages = vec![None; n_cells];
            for (number, (cells, sum)) in self.cages.iter().enumerate() {
                cells.iter().for_each(|[row, column]| scene.cages[row * columns + column] = Some(number));
                scene.sums.push(*sum);
            }
        }
    }
}
