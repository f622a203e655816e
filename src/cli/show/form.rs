//! What is printed of a solution.

use std::fmt::Write as _;
use std::sync::Arc;

use clap::ValueEnum;
use serde_json::json;

use super::print::harmless;
use crate::cli::end::Failure;
use crate::family::Drawing;
use crate::problem::{OptionId, Problem};
use crate::session::Found;

/// What to print of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Form {
    /// A line for each option with its label, if it has one, and its items, and a blank line
    Options,
    /// The solution as the source draws it
    Placement,
    /// The numbers of the options from 0, in a line
    Indices,
    /// A JSON object in a line: numbers, labels and items of the options; of formulas the values of all variables; of graphs the edges, vertices, path, cycles, parts or colors; up to symmetry the size of the orbit
    Json,
}

/// Solutions as text, and where each ends.
#[derive(Debug, Default)]
pub(in crate::cli) struct SolutionText {
    text: String,
    ends: Vec<usize>,
    leader: Vec<OptionId>,
}

impl SolutionText {
    /// The first solution itself.
    pub(in crate::cli) fn leader(&self) -> &[OptionId] {
        &self.leader
    }

    /// The text of the first ones.
    pub(in crate::cli) fn first(&self, number: usize) -> &str {
        let end = number.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0);
        &self.text[..end]
    }
}

/// The empty part of a terminal.
pub(in crate::cli) struct Screen {
    width: usize,
    rows: usize,
    /// How many solutions are on it.
    pub(in crate::cli) n_shown: usize,
}

/// Rows for the command, and for what is said after the solutions.
const ROWS_AROUND: usize = 4;

impl Screen {
    /// Standard output, if it is a terminal.
    pub(in crate::cli) fn of_output() -> Option<Self> {
        let (width, height) = terminal_size::terminal_size_of(std::io::stdout())?;
        let (width, rows) = (usize::from(width.0).max(1), usize::from(height.0).saturating_sub(ROWS_AROUND));
        Some(Self { width, rows, n_shown: 0 })
    }

    /// How many of these solutions fit on it, at least the very first one; their rows are taken.
    pub(in crate::cli) fn take(&mut self, batch: &SolutionText, number: usize) -> usize {
        let width = self.width;
        let rows = |number| -> usize {
            batch.first(number).lines().map(|line| line.chars().count().div_ceil(width).max(1)).sum()
        };
        let fit = (1..=number).take_while(|&number| rows(number) <= self.rows).count();
        let fit = if self.n_shown == 0 { fit.max(1).min(number) } else { fit };
        (self.rows, self.n_shown) = (self.rows.saturating_sub(rows(fit)), self.n_shown + fit);
        fit
    }
}

/// Writes a solution behind others.
pub(in crate::cli) type Encode = crate::session::Encode<SolutionText>;

/// Appends the text of a solution.
type Write = dyn Fn(Found<'_>, &mut String) + Send + Sync;

/// How to write solutions of a problem in this form, or in the one that suits it; in JSON with the seed, if chance decides.
pub(in crate::cli) fn encoder(
    problem: &Problem,
    drawing: Option<Arc<Drawing>>,
    form: Option<Form>,
    seed: Option<u64>,
) -> Result<Encode, Failure> {
    let form = form.unwrap_or(if drawing.is_some() { Form::Placement } else { Form::Options });
    let write = match (form, drawing) {
        (Form::Placement, None) => {
            return Err(Failure::usage("this source has no placements", "print --as options, indices or json"));
        }
        (Form::Placement, Some(drawing)) => placements(drawing),
        (Form::Indices, _) => Box::new(indices),
        (Form::Options, drawing) => options(problem, drawing.as_deref()),
        (Form::Json, drawing) => objects(problem.clone(), drawing, seed),
    };
    Ok(Arc::new(move |found: Found<'_>, batch: &mut SolutionText| {
        if batch.ends.is_empty() {
            batch.leader = found.options.to_vec();
        }
        write(found, &mut batch.text);
        batch.ends.push(batch.text.len());
    }))
}

/// The drawing of a solution, and a blank line if it has several lines.
fn placements(drawing: Arc<Drawing>) -> Box<Write> {
    Box::new(move |found, text| {
        let drawn = drawing.draw(found.options);
        let blank = if drawn.contains('\n') { "\n" } else { "" };
        let _ = writeln!(text, "{drawn}{blank}");
    })
}

fn indices(found: Found<'_>, text: &mut String) {
    let numbers: Vec<String> = found.options.iter().map(|option| option.index().to_string()).collect();
    let _ = writeln!(text, "{}", numbers.join(" "));
}

/// A line for each option, and a blank line.
fn options(problem: &Problem, drawing: Option<&Drawing>) -> Box<Write> {
    let words = OptionWords::new(problem, drawing);
    Box::new(move |found, text| {
        found.options.iter().for_each(|option| {
            let _ = writeln!(text, "{}", words.of(*option));
        });
        text.push('\n');
    })
}

fn objects(problem: Problem, drawing: Option<Arc<Drawing>>, seed: Option<u64>) -> Box<Write> {
    Box::new(move |Found { options: solution, orbit }, text| {
        let numbers: Vec<usize> = solution.iter().map(|option| option.index()).collect();
        let items: Vec<Vec<String>> = solution.iter().map(|&option| problem.cell_words(option)).collect();
        let mut object = json!({ "options": numbers, "items": items });
        if problem.has_option_labels() {
            object["labels"] = solution.iter().map(|&option| problem.option_label(option)).collect();
        }
        if let Some(values) = drawing.as_ref().and_then(|drawing| drawing.values_in(solution)) {
            object["values"] = json!(values);
        }
        if let Some(choice) = drawing.as_ref().and_then(|drawing| drawing.choice_in(solution))
            && let (Some(object), serde_json::Value::Object(choice)) = (object.as_object_mut(), json!(choice))
        {
            object.extend(choice);
        }
        if problem.has_costs() {
            object["cost"] = json!(problem.in_units_of_cost(problem.cost_of(solution)));
        }
        if let Some(orbit) = orbit {
            object["orbit"] = json!(orbit);
        }
        if let Some(seed) = seed {
            object["seed"] = json!(seed);
        }
        let _ = writeln!(text, "{object}");
    })
}

/// All options in words, made once.
struct OptionWords {
    text: String,
    ends: Vec<usize>,
}

impl OptionWords {
    /// What leaves a vertex or an edge of a graph out has the same items as what chooses it, and is called by its label.
    fn new(problem: &Problem, drawing: Option<&Drawing>) -> Self {
        let (mut text, mut ends) = (String::new(), vec![0]);
        for option in problem.options() {
            let is_left_out = drawing.is_some_and(|drawing| drawing.leaves_out(option));
            let label = problem.option_label(option).filter(|_| is_left_out).map(String::from);
            text += &harmless(&label.unwrap_or_else(|| problem.option_words(option)));
            ends.push(text.len());
        }
        Self { text, ends }
    }

    fn of(&self, option: OptionId) -> &str {
        &self.text[self.ends[option.index()]..self.ends[option.index() + 1]]
    }
}
