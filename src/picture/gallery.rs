//! Many solutions on one page: HTML that loads nothing else, and prints well.

use std::fmt::Write as _;

use super::svg;
use crate::family::Scene;
use crate::problem::{OptionId, Problem};

const STYLE: &str = "\
body{font:16px/1.4 sans-serif;margin:1.5rem;background:#fff;color:#111}
ol{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}
li{break-inside:avoid;text-align:center;overflow-wrap:anywhere;max-width:90vw}
ul{list-style:none;padding:.3rem .6rem;margin:0;text-align:left;border:1px solid #999}ul li{text-align:left}
svg{display:block;width:100%;height:auto}";

/// A page of pictures in the making.
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
}

impl Gallery {
    /// An empty one.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), pictures: Vec::new() }
    }

    /// How many pictures there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// Adds a solution. `of` says what it solves, where that is not the title of the page.
    pub fn add(&mut self, scene: &Scene, of: &str, solution: &[OptionId]) {
        let ([width, height], caption) = (svg::size(scene), self.caption(of));
        // Large boards are shown smaller, so that about five square ones fit side by side.
        let shown = (260.0 * (width / height).sqrt()).min(width);
        let mut picture = String::new();
        let _ = write!(
            picture,
            "<li style=\"width:{shown:.0}px\"><svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"solution {caption}\">{}</svg>{caption}</li>",
            svg::parts(scene, solution)
        );
        self.pictures.push(picture);
    }

    /// Adds a solution of a problem that has no board, as a list of its options with their labels.
    pub fn add_words(&mut self, problem: &Problem, of: &str, solution: &[OptionId]) {
        let words = solution.iter().map(|&option| format!("<li>{}</li>", svg::escaped(&problem.option_words(option))));
        let (words, caption) = (words.collect::<String>(), self.caption(of));
        self.pictures.push(format!("<li><ul aria-label=\"solution {caption}\">{words}</ul>{caption}</li>"));
    }

    fn caption(&self, of: &str) -> String {
        let number = self.len() + 1;
        if of.is_empty() { number.to_string() } else { format!("{number}: {}", svg::escaped(of)) }
    }

    /// The page; `note` says how many there are.
    #[must_use]
    pub fn page(&self, note: &str) -> String {
        let title = svg::escaped(&self.title);
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{STYLE}\n{}\n</style>\n<h1>{title}</h1>\n<p>{}</p>\n<ol>\n{}\n</ol>\n</html>\n",
            svg::style(),
            svg::escaped(note),
            self.pictures.join("\n")
        )
    }
}
