//! Problems as text.

pub mod csv;
mod error;
mod guess;
pub mod json;
pub mod knuth;
mod lines;
pub mod logic;
pub mod matrix;
mod mps;
pub mod numbered;
mod similar;

use std::fmt::Display;
use std::io::{self, BufRead, Write};

pub use error::{ReadError, SyntaxError};
pub use error::{error_at, error_at_word};
pub use similar::{meant, similar};

use crate::problem::{Multiplicity, Problem};

/// Makes an enum of things that users name: each has a word, and what it is in a line.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$own:meta])* $member:ident: $word:literal, $about:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name {
            $($(#[$own])* $member,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$member,)*];

            /// The word for each, in the same order, and what it is.
            pub const WORDS: &[(&str, &str)] = &[$(($word, $about),)*];

            /// The word for it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$member => $word,)*
                }
            }

            /// The one with this word.
            #[must_use]
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

named! {
    /// The formats that can be read.
    pub enum InputFormat {
        /// Knuth's: [`knuth`].
        Dlx: "dlx", "Knuth's: items, a bar, secondary items; then options",
        /// Lines that begin with `c`, `p ec` and `s`: [`numbered`].
        Ec: "ec", "`p ec N`, then `s 1 2 3` for each option",
        /// Sizes, then a line per option that begins with its size: [`numbered`].
        List: "list", "`n m`, then `k i1 .. ik` for each option",
        /// Rows of 0 and 1: [`matrix`].
        Matrix: "matrix", "Rows of 0 and 1, with or without spaces",
        /// Rows of 0 and 1 with names of rows and columns: [`csv`].
        Csv: "csv", "Rows of 0 and 1 with commas, semicolons or tabs; names of items above, labels before, or neither",
        /// Options with their labels, and items: [`json`].
        Json: "json", "An array of options, or an object from labels to options; or primary, secondary and options",
    }
}

named! {
    /// The formats that can be written.
    pub enum OutputFormat {
        /// Knuth's: [`knuth`].
        Dlx: "dlx", "Knuth's format for DLX2",
        /// Lines that begin with `c`, `p ec` and `s`: [`numbered`].
        Ec: "ec", "`p ec N`, then `s 1 2 3` for each option",
        /// Sizes, then a line per option that begins with its size: [`numbered`].
        List: "list", "`n m`, then `k i1 .. ik` for each option",
        /// Rows of 0 and 1: [`matrix`].
        Matrix: "matrix", "Rows of 0 and 1",
        /// Rows of 0 and 1 with names of rows and columns: [`csv`].
        Csv: "csv", "Rows of 0 and 1 with names, and commas",
        /// Options with their labels, and items: [`json`].
        Json: "json", "An array of options, or an object from labels to options; with items where needed",
        /// Clauses whose models are the solutions: [`logic`].
        Cnf: "cnf", "DIMACS clauses whose models are the solutions",
        /// Pseudo-Boolean constraints with the same solutions: [`logic`].
        Opb: "opb", "Pseudo-Boolean constraints with the same solutions",
        /// A 0-1 program in LP format with the same solutions: [`logic`].
        Lp: "lp", "A 0-1 program with the same solutions, for CPLEX, Gurobi, HiGHS or SCIP",
        /// The same in free MPS format: [`logic`].
        Mps: "mps", "The same in MPS format, free",
    }
}

/// Writes a problem in a format.
///
/// # Errors
/// If writing fails, or the problem cannot be written in the format; then nothing is written.
pub fn write(problem: &Problem, format: OutputFormat, out: impl Write) -> io::Result<()> {
    match format {
        OutputFormat::Dlx => knuth::write(problem, out),
        OutputFormat::Ec => numbered::write_ec(problem, out),
        OutputFormat::List => numbered::write_list(problem, out),
        OutputFormat::Matrix => matrix::write(problem, out),
        OutputFormat::Csv => csv::write(problem, out),
        OutputFormat::Json => json::write(problem, out),
        OutputFormat::Cnf => logic::write_cnf(problem, out),
        OutputFormat::Opb => logic::write_opb(problem, out),
        OutputFormat::Lp => logic::write_lp(problem, out),
        OutputFormat::Mps => logic::write_mps(problem, out),
    }
}

/// `1 task`, `2 tasks`.
#[must_use]
pub fn plural(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    format!("{number} {noun}{}", if number == "1" { "" } else { "s" })
}

/// `once`, `2 times`.
#[must_use]
pub fn often(number: usize) -> String {
    if number == 1 { "once".into() } else { format!("{number} times") }
}

/// The error for something that a format has no place for.
fn refusal(what: &str, format: &str, why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{what} cannot be written in {format}: {why}"))
}

/// The error for something that a format cannot express, and others can.
fn inexpressible(what: &str, format: &str, others: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{format} cannot express {what}; {others}"))
}

/// Refuses that only some options are shown: no format has a place for that.
fn refuse_hidden(problem: &Problem) -> io::Result<()> {
    if problem.shown().is_none() {
        return Ok(());
    }
    let what = "that solutions are told apart by some of their options only";
    Err(refusal(what, "any format", "write the problem of which all options are shown"))
}

/// Refuses the condition that options must be connected, for a format without a place for it, and hidden options.
fn refuse_connected(problem: &Problem, format: &str) -> io::Result<()> {
    refuse_hidden(problem)?;
    match problem.connected() {
        None => Ok(()),
        Some(_) => Err(inexpressible("that options must be connected", format, "Knuth's format and JSON can")),
    }
}

/// Refuses costs, that options must be connected, and items that are covered several times, where there is no place for them.
fn refuse_more(problem: &Problem, format: &str) -> io::Result<()> {
    if problem.has_costs() {
        return Err(inexpressible("costs", format, "Knuth's format, CSV, JSON, OPB, LP and MPS can"));
    }
    refuse_more_than_costs(problem, format)
}

/// Refuses what [`refuse_more`] refuses, except costs.
fn refuse_more_than_costs(problem: &Problem, format: &str) -> io::Result<()> {
    refuse_connected(problem, format)?;
    if problem.is_irredundant() {
        return Err(inexpressible("that no option can be spared", format, "Knuth's format can"));
    }
    let Some(&(item, times)) = problem.times().first() else { return Ok(()) };
    let what = format!("that item `{}` is covered {}", problem.original().item_label(item), in_words(times));
    Err(inexpressible(&what, format, "Knuth's format, JSON, OPB, LP and MPS can"))
}

/// How often an item is covered, in words.
fn in_words(times: Multiplicity) -> String {
    match (times.least, times.most) {
        (least, Some(most)) if least == most => often(most),
        (least, Some(most)) => format!("{least} to {most} times"),
        (1, None) => "once or more".into(),
        (least, None) => format!("{least} times or more"),
    }
}

/// The most items that a line may announce by a number or by its mere length. A few digits more or less make a billion of them, each with a label; a problem so
/// large is written with labels in Knuth's format.
const MAX_ITEMS: usize = 10_000_000;

/// Reads a problem in a format, or in the one it looks like.
///
/// # Errors
/// If the text is not a problem in this format, with line and column, or cannot be read. If no format is given, and the text is different problems in two formats,
/// the error names both.
///
/// ```
/// let problem = dlx_count::format::read("2 1\n2 1 2\n".as_bytes(), None)?;
/// assert_eq!((problem.n_primary(), problem.n_options()), (2, 1));
/// // Five rows of one column, or an item `1` and four options?
/// assert!(dlx_count::format::read("1\n1\n1\n1\n1\n".as_bytes(), None).is_err());
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read(input: impl BufRead, format: Option<InputFormat>) -> Result<Problem, ReadError> {
    match format {
        Some(format) => read_as(format, input),
        None => guess::read(input),
    }
}

fn read_as(format: InputFormat, input: impl BufRead) -> Result<Problem, ReadError> {
    match format {
        InputFormat::Dlx => knuth::read(input),
        InputFormat::Ec => numbered::read_ec(input),
        InputFormat::List => numbered::read_list(input),
        InputFormat::Matrix => matrix::read(input),
        InputFormat::Csv => csv::read(input),
        InputFormat::Json => json::read(input),
    }
}
