//! Problems for solvers of other kinds: clauses in DIMACS CNF, pseudo-Boolean constraints in OPB, 0-1 programs in LP and MPS. A model counter then gives the same count.
//!
//! Variable k stands for option k - 1: "it is chosen". Options that can never be chosen are false. Exactly one option of a primary item is chosen. No two options of a
//! secondary item can be chosen together unless they give it the same color. There are no other variables, so models are solutions, one to one.
//!
//! What options cost, as for `--minimize`, is the objective in OPB, LP and MPS; in CNF a comment says that it is left out. Options with labels keep them: as variables in LP and MPS, where they can be such, and otherwise in comments.
//!
//! Items that are covered several times have their bounds in OPB, LP and MPS; in CNF they are written as they are counted, with copies.
//!
//! In CNF "at most one" is a clause for each pair: exact, and as large as the sum of the squares of the items' options. OPB, LP and MPS have sums, and need pairs for colors only.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};

pub use super::mps::write_mps;

use super::refuse_connected;
use crate::problem::{Color, Decimal, ItemId, Multiplicity, OptionId, Problem};
use crate::stop::poll;

/// How many of some options are chosen.
#[derive(Clone, Copy)]
pub(super) enum RowKind {
    None,
    One,
    AtMostOne,
    AtLeast(usize),
    AtMost(usize),
}

/// The options of each item that can be chosen, with the colors they give it.
pub(super) struct ItemOptions {
    lists: Vec<Vec<(OptionId, Color)>>,
    /// Options that cannot be chosen.
    idle: Vec<OptionId>,
    /// How often items are covered, where that is not once or, for secondary items, at most once.
    bounds: Vec<Option<Multiplicity>>,
}

impl ItemOptions {
    /// Of a problem in which these items are covered so often: what covers one of them can be chosen, even if it has no primary item.
    pub(super) fn new(problem: &Problem, times: &[(ItemId, Multiplicity)]) -> Self {
        let mut bounds = vec![None; problem.n_items()];
        times.iter().for_each(|&(item, times)| bounds[item.index()] = Some(times));
        let is_bounded = |item: &ItemId| bounds[item.index()].is_some();
        let can_be = |option: OptionId| problem.has_primary(option) || problem.items_of(option).iter().any(is_bounded);
        let mut lists = vec![Vec::new(); problem.n_items()];
        for option in problem.options().filter(|&option| can_be(option)) {
            problem.cells(option).for_each(|(item, color)| lists[item.index()].push((option, color)));
        }
        let idle = problem.options().filter(|&option| !can_be(option)).collect();
        Self { lists, idle, bounds }
    }

    /// Pairs of options that exclude each other by an item.
    fn pairs(&self, item: ItemId) -> impl Iterator<Item = (OptionId, OptionId)> {
        let list = &self.lists[item.index()];
        list.iter().enumerate().flat_map(move |(rank, &(first, color))| {
            let others = list[rank + 1..].iter().filter(move |(_, other)| color.is_none() || *other != color);
            others.map(move |&(second, _)| (first, second))
        })
    }

    /// How many pairs there are: all but those of one color.
    fn n_pairs(&self, item: ItemId) -> usize {
        let pairs = |number: usize| number * number.saturating_sub(1) / 2;
        let mut colors: Vec<Color> = self.lists[item.index()].iter().map(|&(_, color)| color).collect();
        colors.sort_unstable();
        let alike = colors.chunk_by(|a, b| a == b).filter(|alike| !alike[0].is_none());
        pairs(colors.len()) - alike.map(|alike| pairs(alike.len())).sum::<usize>()
    }

    /// The clauses that exclude these pairs: there may be hundreds of millions, so each number is turned into text once.
    fn write_clauses(&self, item: ItemId, out: &mut impl Write) -> io::Result<()> {
        let list = &self.lists[item.index()];
        let words: Vec<String> = list.iter().map(|&(option, _)| format!("-{} ", variable(option))).collect();
        let mut clauses = String::new();
        for (rank, (first, &(_, color))) in words.iter().zip(list).enumerate() {
            poll(list.len());
            clauses.clear();
            for (second, &(_, other)) in words.iter().zip(list).skip(rank + 1) {
                if color.is_none() || other != color {
                    [first, second, "0\n"].into_iter().for_each(|word| clauses.push_str(word));
                }
            }
            out.write_all(clauses.as_bytes())?;
        }
        Ok(())
    }

    /// The constraints one after the other: how many of which options are chosen, and the item that is this constraint and no other. Of a secondary item with colors each pair that excludes each other is one; what is covered several times has its bounds.
    pub(super) fn each_row(
        &self,
        problem: &Problem,
        mut write: impl FnMut(RowKind, &[OptionId], Option<ItemId>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.idle.iter().try_for_each(|option| write(RowKind::None, std::slice::from_ref(option), None))?;
        for item in problem.items() {
            let options: Vec<OptionId> = self.lists[item.index()].iter().map(|&(option, _)| option).collect();
            if let Some(Multiplicity { least, most }) = self.bounds[item.index()] {
                let most = most.filter(|&most| most < options.len());
                let alone = Some(item).filter(|_| least == 0 || most.is_none());
                if least > 0 {
                    write(RowKind::AtLeast(least), &options, alone)?;
                }
                if let Some(most) = most {
                    write(RowKind::AtMost(most), &options, alone)?;
                }
            } else if problem.is_primary(item) {
                write(RowKind::One, &options, Some(item))?;
            } else if self.has_colors(item) {
                self.pairs(item).try_for_each(|(first, second)| {
                    poll(1);
                    write(RowKind::AtMostOne, &[first, second], None)
                })?;
            } else if options.len() > 1 {
                write(RowKind::AtMostOne, &options, Some(item))?;
            }
        }
        Ok(())
    }

    /// Must some item be covered?
    fn asks_for_one(&self, problem: &Problem) -> bool {
        let is_asked =
            |item: ItemId| self.bounds[item.index()].map_or(problem.is_primary(item), |times| times.least > 0);
        problem.items().any(is_asked)
    }

    fn has_colors(&self, item: ItemId) -> bool {
        self.lists[item.index()].iter().any(|(_, color)| !color.is_none())
    }
}

fn variable(option: OptionId) -> usize {
    option.index() + 1
}

/// Says in comments which options with labels the variables stand for.
fn write_labels(problem: &Problem, comment: char, mut out: impl Write) -> io::Result<()> {
    let labelled = |option: OptionId| Some((option, problem.option_label(option)?));
    problem.options().filter_map(labelled).try_for_each(|(option, label)| {
        writeln!(out, "{comment} variable {}: {}", variable(option), label.replace(char::is_control, " "))
    })
}

/// Writes a CNF whose models are the solutions.
///
/// # Errors
/// If writing fails, or options must be connected: then nothing is written.
///
/// ```
/// let problem = dlx_count::format::matrix::read("11\n10\n01\n".as_bytes())?;
/// let mut text = Vec::new();
/// dlx_count::format::logic::write_cnf(&problem, &mut text)?;
/// assert_eq!(String::from_utf8(text)?, "p cnf 3 4\n1 2 0\n-1 -2 0\n1 3 0\n-1 -3 0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_cnf(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    refuse_connected(problem, "CNF")?;
    let lists = ItemOptions::new(problem, &[]);
    let n_pairs: usize = problem.items().map(|item| lists.n_pairs(item)).sum();
    if !problem.name().is_empty() {
        writeln!(out, "c {}", problem.name().replace(char::is_control, " "))?;
    }
    if problem.has_costs() {
        writeln!(out, "c what options cost is left out")?;
    }
    write_labels(problem, 'c', &mut out)?;
    writeln!(out, "p cnf {} {}", problem.n_options(), lists.idle.len() + problem.n_primary() + n_pairs)?;
    for &option in &lists.idle {
        writeln!(out, "-{} 0", variable(option))?;
    }
    for item in problem.items() {
        if problem.is_primary(item) {
            for &(option, _) in &lists.lists[item.index()] {
                write!(out, "{} ", variable(option))?;
            }
            writeln!(out, "0")?;
        }
        lists.write_clauses(item, &mut out)?;
    }
    Ok(())
}

/// Writes pseudo-Boolean constraints whose solutions are the solutions.
///
/// # Errors
/// If writing fails, or options must be connected: then nothing is written.
///
/// ```
/// let problem = dlx_count::format::matrix::read("11\n10\n01\n".as_bytes())?;
/// let mut text = Vec::new();
/// dlx_count::format::logic::write_opb(&problem, &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert_eq!(text, "* #variable= 3 #constraint= 2\n+1 x1 +1 x2 = 1 ;\n+1 x1 +1 x3 = 1 ;\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_opb(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    refuse_connected(problem, "OPB")?;
    let bounded = problem.with_bounds();
    let (problem, lists) = (bounded.0, ItemOptions::new(bounded.0, bounded.1));
    let mut n_constraints = 0;
    lists.each_row(problem, |_, _, _| {
        n_constraints += 1;
        Ok(())
    })?;
    // An item without options needs a variable for its contradiction.
    let n_variables = problem.n_options().max(usize::from(lists.asks_for_one(problem)));
    writeln!(out, "* #variable= {n_variables} #constraint= {n_constraints}")?;
    write_labels(problem, '*', &mut out)?;
    if let Some(priced) = objective(problem) {
        let unit = priced.in_units_of_cost(1);
        if unit != Decimal::from(1) {
            writeln!(out, "* costs are in units of {unit}")?;
        }
        let costs = priced.options().filter(|&option| priced.cost(option) != 0);
        // Many solvers know no other sense.
        let sign = if priced.is_maximized() { -1 } else { 1 };
        if priced.is_maximized() {
            writeln!(out, "* the negative of what is to be maximized")?;
        }
        let terms = costs.map(|option| format!("{:+} x{} ", sign * priced.cost(option), variable(option)));
        writeln!(out, "min: {};", terms.collect::<String>())?;
    }
    lists.each_row(problem, |chosen, options, _| {
        let (sign, end) = match chosen {
            RowKind::One | RowKind::AtLeast(_) if options.is_empty() => ("", "+1 x1 -1 x1 = 1 ;".into()),
            RowKind::One => ("+", "= 1 ;".into()),
            RowKind::None => ("+", "= 0 ;".into()),
            RowKind::AtMostOne => ("-", ">= -1 ;".into()),
            RowKind::AtLeast(least) => ("+", format!(">= {least} ;")),
            RowKind::AtMost(most) => ("-", format!(">= -{most} ;")),
        };
        options.iter().try_for_each(|&option| write!(out, "{sign}1 x{} ", variable(option)))?;
        writeln!(out, "{end}")
    })
}

/// The problem with costs, given or usual, unless each option costs 1, as variables do where there is no objective.
pub(super) fn objective(problem: &Problem) -> Option<Cow<'_, Problem>> {
    let priced = Some(problem.priced()).filter(|_| problem.unpriced().is_none())?;
    let is_one = |option: OptionId| priced.in_units_of_cost(priced.cost(option)) == Decimal::from(1);
    (!priced.options().all(is_one)).then_some(priced)
}

/// Terms in a line of LP: readers may refuse lines with more than 500 signs.
const TERMS: usize = 20;

/// Words that mean something in LP files.
const LP_WORDS: [&str; 38] = [
    "min",
    "minimum",
    "minimize",
    "minimise",
    "max",
    "maximum",
    "maximize",
    "maximise",
    "subject",
    "such",
    "to",
    "that",
    "st",
    "s.t.",
    "st.",
    "bound",
    "bounds",
    "free",
    "inf",
    "infinity",
    "general",
    "generals",
    "gen",
    "integer",
    "integers",
    "int",
    "binary",
    "binaries",
    "bin",
    "lazy",
    "user",
    "cuts",
    "constraints",
    "semi",
    "semis",
    "sos",
    "end",
    "obj",
];

/// Can a label be the name of a variable in an LP file, whichever solver reads it?
fn is_lp_name(label: &str) -> bool {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == '.';
    let is_number = |rest: &str| rest.starts_with(|sign: char| sign.is_ascii_digit() || sign == '.');
    label.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_')
        && label.chars().all(is_part)
        && label.len() < 256
        && !label.strip_prefix(['e', 'E']).is_some_and(is_number)
        && !LP_WORDS.contains(&label.to_ascii_lowercase().as_str())
}

/// Names of rows in LP and MPS: that of an item which is one row, if it can be one, and otherwise a number behind `r` or more. Is any row named by its item?
pub(super) fn row_names(problem: &Problem, lists: &ItemOptions) -> io::Result<(Vec<String>, bool)> {
    let mut items = Vec::new();
    lists.each_row(problem, |_, _, item| {
        let label = item.map(|item| problem.item_label(item));
        items.push(label.filter(|&label| is_lp_name(label) && label != "free"));
        Ok(())
    })?;
    let prefix = unused_prefix("r", &items);
    let name =
        |(label, number): (&Option<&str>, usize)| label.map_or_else(|| format!("{prefix}{number}"), str::to_owned);
    let is_named = items.iter().any(Option::is_some);
    Ok((items.iter().zip(1..).map(name).collect(), is_named))
}

/// This prefix, or with underlines behind it, so that no label is one with a number.
fn unused_prefix(prefix: &str, labels: &[Option<&str>]) -> String {
    let mut prefix = String::from(prefix);
    let is_taken = |prefix: &str| {
        let numbered = |label: &&str| {
            label.strip_prefix(prefix).is_some_and(|rest| rest.bytes().all(|sign| sign.is_ascii_digit()))
        };
        labels.iter().flatten().any(numbered)
    };
    while labels.contains(&None) && is_taken(&prefix) {
        prefix.push('_');
    }
    prefix
}

/// Names of variables in LP and MPS: labels that can be names and are not given twice, and numbers behind an `x` or more.
pub(super) fn lp_names(problem: &Problem) -> Vec<String> {
    let mut n_times: HashMap<&str, usize> = HashMap::new();
    problem
        .options()
        .filter_map(|option| problem.option_label(option))
        .for_each(|label| *n_times.entry(label).or_default() += 1);
    let labels: Vec<Option<&str>> = problem
        .options()
        .map(|option| problem.option_label(option).filter(|&label| n_times[label] == 1 && is_lp_name(label)))
        .collect();
    let prefix = unused_prefix("x", &labels);
    let name = |(option, label): (OptionId, &Option<&str>)| {
        label.map_or_else(|| format!("{prefix}{}", variable(option)), String::from)
    };
    problem.options().zip(&labels).map(name).collect()
}

/// Writes a 0-1 program in LP format whose solutions are the solutions: what options cost is to be minimized, or [maximized](Problem::maximized).
///
/// # Errors
/// If writing fails, or options must be connected: then nothing is written.
///
/// ```
/// let problem = dlx_count::format::matrix::read("11\n10\n01\n".as_bytes())?;
/// let mut text = Vec::new();
/// dlx_count::format::logic::write_lp(&problem, &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert_eq!(text, "Minimize\n obj:\nSubject To\n x1 + x2 = 1\n x1 + x3 = 1\nBinaries\n x1 x2 x3\nEnd\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_lp(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    refuse_connected(problem, "LP")?;
    if !problem.name().is_empty() {
        writeln!(out, "\\ {}", problem.name().replace(char::is_control, " "))?;
    }
    let bounded = problem.with_bounds();
    let (problem, lists) = (bounded.0, ItemOptions::new(bounded.0, bounded.1));
    let names = lp_names(problem);
    for option in problem.options() {
        let label = problem.option_label(option).filter(|&label| label != names[option.index()]);
        if let Some(label) = label {
            writeln!(out, "\\ {}: {}", names[option.index()], label.replace(char::is_control, " "))?;
        }
    }
    let lines = |terms: &[&str], between: &str| {
        terms.chunks(TERMS).map(|terms| terms.join(between)).collect::<Vec<_>>().join(&format!("\n {between}"))
    };
    let costs: Vec<String> = objective(problem).map_or_else(Vec::new, |priced| {
        let is_named = |&option: &OptionId| option.index() == 0 || priced.cost(option) != 0;
        let term = |option: OptionId| {
            let cost = priced.in_units_of_cost(priced.cost(option)).to_string();
            let sign = if cost.starts_with('-') { "" } else { "+" };
            format!(" {sign}{cost} {}", names[option.index()])
        };
        // One term there must be, or each variable costs 1.
        priced.options().filter(is_named).map(term).collect()
    });
    let costs: Vec<&str> = costs.iter().map(String::as_str).collect();
    let sense = if problem.is_maximized() { "Maximize" } else { "Minimize" };
    writeln!(out, "{sense}\n obj:{}\nSubject To", lines(&costs, ""))?;
    let never = format!("0 {} = 1", names.first().map_or("x1", String::as_str));
    let (rows, are_named) = row_names(problem, &lists)?;
    let mut row = rows.iter();
    lists.each_row(problem, |chosen, options, _| {
        let end = match chosen {
            // What is never 1.
            RowKind::One | RowKind::AtLeast(_) if options.is_empty() => never.clone(),
            RowKind::One => " = 1".into(),
            RowKind::None => " = 0".into(),
            RowKind::AtMostOne => " <= 1".into(),
            RowKind::AtLeast(least) => format!(" >= {least}"),
            RowKind::AtMost(most) => format!(" <= {most}"),
        };
        let terms: Vec<&str> = options.iter().map(|&option| names[option.index()].as_str()).collect();
        let name = row.next().filter(|_| are_named).map_or_else(String::new, |name| format!("{name}: "));
        writeln!(out, " {name}{}{end}", lines(&terms, " + "))
    })?;
    let mut binaries: Vec<&str> = names.iter().map(String::as_str).collect();
    if binaries.is_empty() && lists.asks_for_one(problem) {
        binaries.push("x1");
    }
    let binaries = if binaries.is_empty() { String::new() } else { format!("Binaries\n {}\n", lines(&binaries, " ")) };
    writeln!(out, "{binaries}End")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_as_they_are_written() {
        let text = "a b | s t\na s:x t\na s:x\nb s:y t:z\nb s\na b t:z\na s:y\ns\n";
        let problem = super::super::knuth::read(text.as_bytes()).unwrap();
        let lists = ItemOptions::new(&problem, &[]);
        for item in problem.items() {
            let mut clauses = Vec::new();
            lists.write_clauses(item, &mut clauses).unwrap();
            let one_by_one = lists.pairs(item).map(|(a, b)| format!("-{} -{} 0\n", variable(a), variable(b)));
            assert_eq!(String::from_utf8(clauses).unwrap(), one_by_one.collect::<String>());
            assert_eq!(lists.n_pairs(item), lists.pairs(item).count());
        }
    }
}
