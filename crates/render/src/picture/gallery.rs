//! Many solutions on one page: HTML that loads nothing else, and prints well.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::palette::{COLORS, colors};
use super::svg;
use dlx_core::problem::{OptionId, Problem};
use dlx_families::{Mark, Scene, Style};

const STYLE: &str = "\
body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem;background:#fff;color:#111}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .6rem}h1 span{display:inline-block;max-width:100%;overflow-wrap:anywhere}
ol{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}
li{break-inside:avoid;text-align:center;overflow-wrap:anywhere;max-width:90vw}
ul{list-style:none;padding:.3rem .6rem;margin:0;text-align:left;border:1px solid #999}ul li{text-align:left}
svg{display:block;width:100%;height:auto}";

/// The page itself on dark paper.
const DARK: &str = "body{background:#16181c;color:#eee}ul{border-color:#777}";

/// A page of pictures that is being made.
///
/// ```
/// use dlx_count::{engine::links::Solutions, family::Queens, picture::Gallery};
///
/// let queens = Queens { n: 6, ..Queens::default() };
/// let (question, drawing) = (queens.question()?, queens.drawing()?);
/// let mut gallery = Gallery::new("queens 6");
/// Solutions::new(question.problem()).for_each(|solution| gallery.add(drawing.scene().unwrap(), "", &solution));
/// assert_eq!(gallery.page("all 4 solutions").matches("<svg").count(), 4);
/// # Ok::<(), dlx_count::family::FamilyError>(())
/// ```
#[derive(Debug)]
pub struct Gallery {
    title: String,
    pictures: Vec<String>,
    /// The colors of pieces, by their kinds: the same in all pictures.
    colors: BTreeMap<usize, usize>,
}

impl Gallery {
    /// An empty page.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), pictures: Vec::new(), colors: BTreeMap::new() }
    }

    /// The number of pictures.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    /// Are there no pictures?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// Adds a solution. `of` says what it solves, where that is not the title of the page.
    pub fn add(&mut self, scene: &Scene, of: &str, solution: &[OptionId]) {
        let ([width, height], caption) = (svg::size(scene), self.caption(of));
        // Large boards are shown smaller, so that about five square ones fit side by side.
        let shown = (260.0 * (width / height).sqrt()).min(width);
        let (mut picture, parts) = (String::new(), self.parts(scene, solution));
        let _ = write!(
            picture,
            "<li class=\"{}\" style=\"width:{shown:.0}px\"><svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"solution {caption}\">{parts}</svg>{caption}</li>",
            svg::class(scene)
        );
        self.pictures.push(picture);
    }

    /// Adds a solution of a problem that has no board, as a list of its options with their labels.
    pub fn add_words(&mut self, problem: &Problem, of: &str, solution: &[OptionId]) {
        let words = solution.iter().map(|&option| format!("<li>{}</li>", svg::escaped(&problem.option_words(option))));
        let (words, caption) = (words.collect::<String>(), self.caption(of));
        self.pictures.push(format!("<li><ul aria-label=\"solution {caption}\">{words}</ul>{caption}</li>"));
    }

    /// The drawing of a solution.
    fn parts(&mut self, scene: &Scene, solution: &[OptionId]) -> String {
        let marks = scene.marks(solution);
        let colors = self.colors_of(scene, &marks);
        svg::colored_parts(scene, &marks, &colors)
    }

    /// A color for each mark. Where there are colors enough, each piece has its own, copies too; else it keeps the one that it had at first. Of one piece, colors tell neighbors apart.
    fn colors_of(&mut self, scene: &Scene, marks: &[Mark]) -> Vec<usize> {
        if scene.style != Style::Pieces || scene.kinds.len() < 2 {
            return colors(scene, marks);
        }
        if scene.kinds.len() <= COLORS.len() {
            return marks.iter().map(|mark| mark.kind).collect();
        }
        let first = colors(scene, marks);
        marks.iter().zip(first).map(|(mark, color)| *self.colors.entry(mark.kind).or_insert(color)).collect()
    }

    fn caption(&self, of: &str) -> String {
        let number = self.len() + 1;
        if of.is_empty() { number.to_string() } else { format!("{number}: {}", svg::escaped(of)) }
    }

    /// The page; `note` says how many there are.
    #[must_use]
    pub fn page(&self, note: &str) -> String {
        let title = svg::escaped(&self.title);
        // Words break between each other before they break at a hyphen.
        let heading: String = title.split(' ').map(|word| format!("<span>{word}</span> ")).collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{STYLE}\n{}\n@media (prefers-color-scheme:dark){{{DARK}{}}}\n</style>\n<h1>{}</h1>\n<p>{}</p>\n<ol>\n{}\n</ol>\n</html>\n",
            svg::style(),
            svg::DARK,
            heading.trim_end(),
            svg::escaped(note),
            self.pictures.join("\n")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_engines::links::Solutions;
    use dlx_families::{Board, Copies, Polyomino, pieces};

    /// In all pictures, also where two copies touch.
    #[test]
    fn copies_of_a_piece_have_one_color() {
        let board = Board::parse("6x6").unwrap();
        let tilings = Polyomino::new(board, pieces("L4,O4,I4").unwrap()).copies(Copies::ANY);
        let (question, drawing) = (tilings.question().unwrap(), tilings.drawing().unwrap());
        let scene = drawing.scene().unwrap();
        let mut gallery = Gallery::new("tilings");
        let mut color_of = BTreeMap::new();
        for solution in Solutions::new(question.problem()).take(50) {
            let colors = gallery.colors_of(scene, &scene.marks(&solution));
            for (&option, color) in solution.iter().zip(colors) {
                let piece = question.problem().option_label(option).unwrap();
                assert_eq!(*color_of.entry(piece.to_owned()).or_insert(color), color);
            }
        }
        assert_eq!(color_of.into_values().collect::<std::collections::BTreeSet<_>>().len(), 3);
    }
}
