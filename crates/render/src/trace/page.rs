//! The page: HTML, style, script and the recorded steps in one file, which loads nothing else.
//!
//! The script draws from the record: what an option removes follows from the items, so it is not stored. The board is drawn here, by the parts of
//! [`picture::svg`](crate::picture::svg); the script lays marks on it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::record::{End, Recording, Rule};
use crate::picture::palette::COLORS;
use crate::picture::svg;
use dlx_core::problem::{OptionId, Problem};
use dlx_families::{Mark, Scene};

/// A page with more options than these is too slow in browsers.
pub const MAX_OPTIONS: usize = 20_000;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(include_str!("tree.js"), include_str!("page.js"));

/// A page about one problem, with one search or several side by side.
///
/// ```
/// use dlx_count::family::queens;
/// use dlx_count::trace::{Page, fewest_first};
///
/// let problem = queens(4);
/// let html = Page::new(&problem, None).search("fewest options first", &fewest_first(&problem, 1000)).html();
/// assert!(html.starts_with("<!doctype html>") && html.contains("queens 4"));
/// ```
#[derive(Debug)]
pub struct Page<'a> {
    problem: &'a Problem,
    scene: Option<&'a Scene>,
    searches: Vec<Value>,
    /// Options that are chosen somewhere.
    shown: BTreeSet<OptionId>,
}

impl<'a> Page<'a> {
    /// A page without a search; with a scene there is a board.
    #[must_use]
    pub fn new(problem: &'a Problem, scene: Option<&'a Scene>) -> Self {
        Self { problem, scene, searches: Vec::new(), shown: BTreeSet::new() }
    }

    /// Adds a search.
    #[must_use]
    pub fn search(mut self, name: &str, recording: &Recording) -> Self {
        self.shown.extend(recording.steps.iter().filter_map(|step| step.option));
        let steps: Vec<Value> = recording
            .steps
            .iter()
            .map(|step| {
                let (kind, item, n) = match step.end {
                    End::Branch(item, n) => (0, i64::from(item.get()), n),
                    End::DeadEnd(item) => (1, i64::from(item.get()), 0),
                    End::Solution => (2, -1, 0),
                    End::Rejected(item) => (3, i64::from(item.get()), 0),
                };
                let parent = step.parent.and_then(|parent| i64::try_from(parent).ok()).unwrap_or(-1);
                let option = step.option.map_or(-1, |option| i64::from(option.get()));
                json!([parent, option, step.place, kind, item, n])
            })
            .collect();
        self.searches.push(json!({
            "name": name,
            "isFewestFirst": recording.rule == Rule::FewestFirst,
            "steps": steps,
            "positions": recording.positions,
            "first": recording.first_solution,
            "isWhole": recording.is_whole,
            "isCut": recording.is_cut(),
        }));
        self
    }

    /// The file.
    #[must_use]
    pub fn html(&self) -> String {
        // A closing tag in a label must not close the script.
        let data = self.data().to_string().replace('<', "\\u003c");
        let board = self.scene.map_or(String::new(), |scene| {
            let ([width, height], board, frame) = (svg::size(scene), svg::board(scene), svg::frame(scene));
            // As large as leaves room for the words below.
            let (ratio, most) = (width / height, if width > 2.0 * height { 60 } else { 34 });
            format!(
                "<template id=\"board\"><svg viewBox=\"0 0 {width} {height}\" style=\"width:min(100%,{most}rem,calc(54vh*{ratio:.3}))\" tabindex=\"0\" role=\"img\"><g>{board}</g><g class=\"hints\"></g>\
                 <g class=\"marks\"></g><g>{frame}</g><g class=\"above\"></g></svg></template>"
            )
        });
        let style = format!("{}\n{STYLE}\n@media (prefers-color-scheme:dark){{{}}}", svg::style(), svg::DARK);
        let title = svg::escaped(self.problem.name());
        filled(PAGE, |place| match place {
            "TITLE" => &title,
            "STYLE" => &style,
            "BOARD" => &board,
            "SCRIPT" => SCRIPT,
            _ => &data,
        })
    }

    fn data(&self) -> Value {
        let problem = self.problem;
        let options = || problem.options();
        let items: Vec<&str> = problem.items().map(|item| problem.item_label(item)).collect();
        let members: Vec<Vec<usize>> =
            options().map(|option| problem.items_of(option).iter().map(|item| item.index()).collect()).collect();
        let colors = problem.is_colored().then(|| {
            let of = |option| problem.cells(option).map(|(_, color)| problem.color_label(color)).collect::<Vec<_>>();
            options().map(of).collect::<Vec<_>>()
        });
        json!({
            "items": items,
            "names": items.iter().map(|label| self.scene.map_or((*label).into(), |scene| scene.name(label))).collect::<Vec<_>>(),
            "primary": problem.n_primary(),
            // Items that several options may cover: how many at most.
            "most": problem.quotas().iter().map(|(item, times)| (item.index().to_string(), json!(times.most))).collect::<serde_json::Map<_, _>>(),
            "options": members,
            "labels": problem.has_option_labels().then(|| options().map(|option| problem.option_label(option)).collect::<Vec<_>>()),
            "colors": colors,
            "board": self.scene.map(|scene| self.board(scene)),
            "searches": self.searches,
        })
    }

    /// The board as the script needs it: cells, and the words and cells of each option.
    fn board(&self, scene: &Scene) -> Value {
        // An option that leaves a copy of an item idle writes nothing.
        let mark =
            |option: OptionId| self.problem.original_options(&[option]).first().map(|&option| scene.mark(option));
        let marks: Vec<Mark> = self.problem.options().map(|option| mark(option).unwrap_or_default()).collect();
        let drawn = |option: &OptionId| {
            let mark = &marks[option.index()];
            (option.index().to_string(), svg::mark(scene, mark, mark.kind % COLORS.len(), false).into())
        };
        json!({
            "style": svg::class(scene),
            "layers": scene.size[0],
            "rows": scene.size[1],
            "cells": scene.cells,
            // Where cells are not squares, the columns of a picture are none to speak of.
            "names": scene.graph.as_ref().map(|graph| &graph.names).or(scene.mesh.as_ref().map(|_| &scene.reading)),
            "kinds": marks.iter().map(|mark| mark.kind).collect::<Vec<_>>(),
            "words": marks.iter().map(|mark| mark.word.as_str()).collect::<Vec<_>>(),
            "marks": marks.iter().map(|mark| &mark.cells).collect::<Vec<_>>(),
            "drawn": self.shown.iter().map(drawn).collect::<serde_json::Map<_, _>>(),
            "given": scene.given.iter().map(|mark| svg::mark(scene, mark, 0, true)).collect::<String>(),
            "givenAt": scene.given.iter().flat_map(|mark| mark.cells.clone()).collect::<Vec<_>>(),
            "places": self.places(&marks.iter().map(|mark| &*mark.cells).collect::<Vec<_>>()),
        })
    }

    /// For each item its place on the board: the cells that all its options write into; or, if each writes into one, all of those.
    fn places(&self, marks: &[&[usize]]) -> Vec<Vec<usize>> {
        let mut all: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.problem.n_items()];
        let mut common: Vec<Option<BTreeSet<usize>>> = vec![None; self.problem.n_items()];
        for (option, cells) in self.problem.options().zip(marks) {
            for item in self.problem.items_of(option).iter().map(|item| item.index()) {
                all[item].extend(*cells);
                match &mut common[item] {
                    Some(common) => common.retain(|cell| cells.contains(cell)),
                    none => *none = Some(cells.iter().copied().collect()),
                }
            }
        }
        let is_single = marks.iter().all(|cells| cells.len() == 1);
        let place = |(all, common): (BTreeSet<usize>, Option<BTreeSet<usize>>)| match common {
            Some(common) if !common.is_empty() => common,
            _ if is_single => all,
            _ => BTreeSet::new(),
        };
        all.into_iter().zip(common).map(|each| place(each).into_iter().collect()).collect()
    }
}

/// A text with its places, `{{NAME}}`, filled. The inserted texts are not scanned again.
fn filled<'a>(text: &str, value: impl Fn(&str) -> &'a str) -> String {
    let mut parts = text.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for (place, rest) in parts.filter_map(|part| part.split_once("}}")) {
        page += value(place);
        page += rest;
    }
    page
}
