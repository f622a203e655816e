//! Problems as 0-1 programs in free MPS format, which has the numbers of a program column by column where LP has them row by row.

use std::io::{self, Write};

use super::logic::{ItemOptions, RowKind, lp_names, objective, row_names};
use super::refuse_connected;
use crate::problem::{OptionId, Problem};

/// Writes a 0-1 program in free MPS format whose solutions are the solutions: what options cost is to be minimized, or [maximized](Problem::maximized).
///
/// # Errors
/// If writing fails, or options must be connected: then nothing is written.
///
/// ```
/// let problem = dlx_count::format::matrix::read("11\n10\n01\n".as_bytes())?;
/// let mut text = Vec::new();
/// dlx_count::format::logic::write_mps(&problem, &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains(" E r1\n E r2\nCOLUMNS\n x1 r1 1\n x1 r2 1\n x2 r1 1\n x3 r2 1\nRHS\n RHS r1 1\n RHS r2 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_mps(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    refuse_connected(problem, "MPS")?;
    let name = problem.name().replace(char::is_control, " ");
    let bounded = problem.with_bounds();
    let (problem, lists) = (bounded.0, ItemOptions::new(bounded.0, bounded.1));
    let names = lp_names(problem);
    if !name.is_empty() {
        writeln!(out, "* {name}")?;
    }
    for option in problem.options() {
        if let Some(label) = problem.option_label(option).filter(|&label| label != names[option.index()]) {
            writeln!(out, "* {}: {}", names[option.index()], label.replace(char::is_control, " "))?;
        }
    }
    let columns = MpsColumns::new(problem, &lists)?;
    writeln!(out, "NAME solutions")?;
    if problem.is_maximized() {
        writeln!(out, "OBJSENSE\n MAX")?;
    }
    columns.write(&names, &mut out)
}

/// The numbers of a program by column.
struct MpsColumns {
    /// By row its name, its letter and its right side.
    rows: Vec<(String, char, usize)>,
    /// By column the rows in which it has a 1, from 1.
    ones: Vec<Vec<usize>>,
    /// By column its cost, if costs are to be written.
    costs: Option<Vec<String>>,
}

impl MpsColumns {
    fn new(problem: &Problem, lists: &ItemOptions) -> io::Result<Self> {
        let (mut rows, mut ones) = (Vec::new(), vec![Vec::new(); problem.n_options()]);
        let mut names = row_names(problem, lists)?.0.into_iter();
        lists.each_row(problem, |chosen, options, _| {
            let (letter, bound) = match chosen {
                RowKind::None => ('E', 0),
                RowKind::One => ('E', 1),
                RowKind::AtMostOne => ('L', 1),
                RowKind::AtLeast(least) => ('G', least),
                RowKind::AtMost(most) => ('L', most),
            };
            rows.push((names.next().unwrap_or_default(), letter, bound));
            options.iter().for_each(|option| ones[option.index()].push(rows.len()));
            Ok(())
        })?;
        let costs = objective(problem).map(|priced| {
            let cost = |option: OptionId| priced.in_units_of_cost(priced.cost(option)).to_string();
            priced.options().map(cost).collect()
        });
        Ok(Self { rows, ones, costs })
    }

    fn write(&self, names: &[String], out: &mut impl Write) -> io::Result<()> {
        // A column that is in no row is in one that asks for nothing.
        let is_alone = |column: usize| self.costs.is_none() && self.ones[column].is_empty();
        let free = if (0..names.len()).any(is_alone) { " N free\n" } else { "" };
        write!(out, "ROWS\n N obj\n{free}")?;
        for (row, letter, _) in &self.rows {
            writeln!(out, " {letter} {row}")?;
        }
        writeln!(out, "COLUMNS")?;
        for (column, name) in names.iter().enumerate() {
            if let Some(costs) = &self.costs {
                writeln!(out, " {name} obj {}", costs[column])?;
            } else if is_alone(column) {
                writeln!(out, " {name} free 1")?;
            }
            self.ones[column].iter().try_for_each(|&row| writeln!(out, " {name} {} 1", self.rows[row - 1].0))?;
        }
        writeln!(out, "RHS")?;
        for (row, _, right) in self.rows.iter().filter(|(_, _, right)| *right > 0) {
            writeln!(out, " RHS {row} {right}")?;
        }
        writeln!(out, "BOUNDS")?;
        names.iter().try_for_each(|name| writeln!(out, " BV BND {name}"))?;
        writeln!(out, "ENDATA")
    }
}
