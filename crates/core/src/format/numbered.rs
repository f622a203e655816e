//! Two formats of published benchmarks in which items are numbers from 1 and all are primary.
//!
//! The `.ec` format, in the manner of DIMACS:
//!
//! ```text
//! c a comment
//! p ec 4          4 items
//! s 1 3           an option
//! ```
//!
//! The list format: a line with the numbers of items and options, then a line per option, its size first:
//!
//! ```text
//! 4 2
//! 2 1 3
//! 2 2 4
//! ```

use std::io::{self, BufRead, Write};

use super::error::{ReadError, SourceLine, Token};
use super::lines::LineReader;
use super::{MAX_ITEMS, refusal, refuse_more};
use crate::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};

/// Reads the `.ec` format.
///
/// # Errors
/// If the text breaks a rule of the format, with line and column, or cannot be read.
///
/// ```
/// use dlx_count::format::numbered;
///
/// let problem = numbered::read_ec("c two items\np ec 2\ns 1\ns 2\ns 1 2\n".as_bytes())?;
/// assert_eq!((problem.n_primary(), problem.n_options()), (2, 3));
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read_ec(input: impl BufRead) -> Result<Problem, ReadError> {
    let (mut lines, mut builder, mut has_head) = (LineReader::new(input), Problem::builder(), false);
    while let Some(line) = lines.next()? {
        let mut words = line.words();
        let Some(first) = words.next() else { continue };
        match first.text {
            "c" => {}
            "p" if has_head => {
                return Err(line.error(first, "a second `p` line", "one `p ec N` line says how many items there are"));
            }
            "p" => {
                read_problem_line(line, &mut words, &mut builder)?;
                has_head = true;
            }
            "s" if has_head => read_option(line, words, &mut builder)?,
            "s" => {
                return Err(line.error(
                    first,
                    "an option before the `p` line",
                    "begin with `p ec N`, N being the number of items",
                ));
            }
            _ => {
                return Err(line.error(
                    first,
                    format!("unknown line type `{}`", first.text),
                    "lines begin with c, p or s",
                ));
            }
        }
    }
    if !has_head {
        return Err(missing(&lines, "no `p` line", "begin with `p ec N`, N being the number of items"));
    }
    Ok(builder.build())
}

fn read_problem_line<'a>(
    line: SourceLine<'a>,
    words: &mut impl Iterator<Item = Token<'a>>,
    builder: &mut ProblemBuilder,
) -> Result<(), ReadError> {
    let help = "write `p ec N`, N being the number of items";
    match words.next() {
        Some(word) if word.text == "ec" => {}
        word => return Err(line.error(word.unwrap_or(line.end()), "the `p` line is not `p ec N`", help)),
    }
    let word = words.next().unwrap_or(line.end());
    declare(line, word, number(line, word, help)?, builder)?;
    no_more(line, words, help)
}

/// Reads the list format.
///
/// # Errors
/// If the text breaks a rule of the format, with line and column, or cannot be read.
///
/// ```
/// use dlx_count::format::numbered;
///
/// let problem = numbered::read_list("2 3\n1 1\n1 2\n2 1 2\n".as_bytes())?;
/// assert_eq!((problem.n_primary(), problem.n_options()), (2, 3));
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read_list(input: impl BufRead) -> Result<Problem, ReadError> {
    let (mut lines, mut builder, mut announced) = (LineReader::new(input), Problem::builder(), None);
    let mut n_options = 0;
    while let Some(line) = lines.next()? {
        let mut words = line.words();
        let Some(first) = words.next() else { continue };
        match announced {
            None => announced = Some(read_sizes(line, first, words, &mut builder)?),
            Some(announced) if n_options == announced => {
                return Err(line.error(
                    first,
                    format!("more options than the {announced} announced"),
                    "correct the first line, or leave options out",
                ));
            }
            Some(_) => {
                let size = number(line, first, "an option begins with its number of items")?;
                let n_items = line.words().count() - 1;
                if size != n_items {
                    let what = format!("the option says it has {size} items and has {n_items}");
                    return Err(line.error(first, what, "an option begins with its number of items"));
                }
                read_option(line, words, &mut builder)?;
                n_options += 1;
            }
        }
    }
    match announced {
        None => Err(missing(&lines, "nothing there", "begin with the number of items and the number of options")),
        Some(announced) if n_options < announced => Err(missing(
            &lines,
            &format!("only {n_options} of the {announced} options announced"),
            "correct the first line, or add options",
        )),
        Some(_) => Ok(builder.build()),
    }
}

fn read_sizes<'a>(
    line: SourceLine<'a>,
    first: Token<'a>,
    mut words: impl Iterator<Item = Token<'a>>,
    builder: &mut ProblemBuilder,
) -> Result<usize, ReadError> {
    let help = "the first line has the number of items and the number of options";
    declare(line, first, number(line, first, help)?, builder)?;
    let n_options = number(line, words.next().unwrap_or(line.end()), help)?;
    no_more(line, words, help)?;
    Ok(n_options)
}

/// Declares the items 1 to n.
fn declare(
    line: SourceLine<'_>,
    word: Token<'_>,
    n_items: usize,
    builder: &mut ProblemBuilder,
) -> Result<(), ReadError> {
    if n_items > MAX_ITEMS {
        return Err(line.error(word, format!("{n_items} items"), format!("at most {MAX_ITEMS} in this format")));
    }
    for item in 1..=n_items {
        builder.primary(item.to_string()).map_err(|error| line.too_large(word, error))?;
    }
    Ok(())
}

fn read_option<'a>(
    line: SourceLine<'a>,
    words: impl Iterator<Item = Token<'a>>,
    builder: &mut ProblemBuilder,
) -> Result<(), ReadError> {
    for word in words {
        let item = number(line, word, "items are numbers from 1")?;
        if item == 0 {
            return Err(line.error(word, "there is no item 0", "items are numbers from 1"));
        }
        builder.push(ItemId::from_index(item - 1), Color::NONE).map_err(|error| match error {
            ProblemError::UnknownItem { .. } => line.error(
                word,
                format!("there is no item {item}"),
                "the first numbers of the file say how many there are",
            ),
            error => line.error(word, error, "an option is a set of items: leave one out"),
        })?;
    }
    builder.finish().map(drop).map_err(|error| line.too_large(line.end(), error))
}

fn number(line: SourceLine<'_>, word: Token<'_>, help: &str) -> Result<usize, ReadError> {
    let number = word.text.parse::<u32>().ok().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| {
        let what = if word.text.is_empty() {
            "a number is missing".into()
        } else {
            format!("`{}` is not a number below 2^32", word.text)
        };
        line.error(word, what, help)
    })
}

fn no_more<'a>(line: SourceLine<'a>, mut words: impl Iterator<Item = Token<'a>>, help: &str) -> Result<(), ReadError> {
    match words.next() {
        Some(word) => Err(line.error(word, format!("`{}` is too much", word.text), help)),
        None => Ok(()),
    }
}

fn missing<R: BufRead>(lines: &LineReader<R>, what: &str, help: &str) -> ReadError {
    let end = SourceLine { number: lines.number().max(1), text: "" };
    end.error(end.end(), what, help)
}

/// Writes the `.ec` format; labels are lost.
///
/// # Errors
/// If writing fails, or the problem has costs, items that are covered several times, secondary items or too many items; then nothing is written.
pub fn write_ec(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    check(problem, ".ec")?;
    if !problem.name().is_empty() {
        writeln!(out, "c {}", problem.name().replace(char::is_control, " "))?;
    }
    writeln!(out, "p ec {}", problem.n_items())?;
    for option in problem.options() {
        write!(out, "s")?;
        problem.items_of(option).iter().try_for_each(|item| write!(out, " {}", item.index() + 1))?;
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the list format; labels are lost.
///
/// # Errors
/// If writing fails, or the problem has costs, items that are covered several times, secondary items or too many items; then nothing is written.
pub fn write_list(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    check(problem, "the list format")?;
    writeln!(out, "{} {}", problem.n_items(), problem.n_options())?;
    for option in problem.options() {
        write!(out, "{}", problem.items_of(option).len())?;
        problem.items_of(option).iter().try_for_each(|item| write!(out, " {}", item.index() + 1))?;
        writeln!(out)?;
    }
    Ok(())
}

fn check(problem: &Problem, format: &str) -> io::Result<()> {
    refuse_more(problem, format)?;
    if problem.n_primary() < problem.n_items() {
        return Err(refusal(
            "a secondary item",
            format,
            "its items are all primary; Knuth's format, JSON, CNF, OPB and LP can",
        ));
    }
    if problem.n_items() > MAX_ITEMS {
        let why = format!("at most {MAX_ITEMS} are read there");
        return Err(refusal(&format!("{} items", problem.n_items()), format, &why));
    }
    Ok(())
}
