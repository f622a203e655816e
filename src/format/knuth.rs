//! Knuth's format, as his programs DLX1, DLX2 and their relatives read it.
//!
//! ```text
//! | a comment
//! a b c | s t          the items: primary, a bar, secondary
//! a s:red              an option: items, secondary ones perhaps with a color
//! | label: Ann
//! b c s:red t          an option with the label Ann
//! ```
//!
//! Lines that begin with a bar are comments, empty lines are skipped, the first other line names the items. A comment `| label: Ann` gives a label to
//! the option in the line directly below it; to other programs it is a comment.
//! Labels and colors may be longer than Knuth's 8 and 1 characters. Costs (`|5`, DLX5) and multiplicities (`2|a`, DLX3) are refused by name.

use std::io::{self, BufRead, Write};

use super::error::{Line, ReadError, Word};
use super::lines::Lines;
use super::refusal;
use super::similar::similar;
use crate::problem::{Color, OptionId, Problem, ProblemBuilder, ProblemError};

/// How a comment begins that is the label of the option below it.
const LABEL: &str = "label:";

/// Reads a problem.
///
/// # Errors
/// If the text breaks a rule of the format or of exact cover problems, with line and column, or cannot be read.
///
/// ```
/// use dlx_count::format::knuth;
///
/// let problem = knuth::read("a b c | s\na s:1\nb c s:1\na b c\n".as_bytes())?;
/// assert_eq!((problem.n_primary(), problem.n_items(), problem.n_options()), (3, 4, 3));
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read(input: impl BufRead) -> Result<Problem, ReadError> {
    let (mut lines, mut builder) = (Lines::new(input), Problem::builder());
    let (mut item_line, mut label) = (None, String::new());
    while let Some(line) = lines.next()? {
        // A label is that of the next line only: should that be a comment, it is nobody's.
        let label = std::mem::replace(&mut label, label_in(line.text).into());
        if line.text.starts_with('|') || line.text.trim_start().is_empty() {
            continue;
        }
        match item_line {
            None => {
                read_items(line, &mut builder)?;
                item_line = Some(line.number);
            }
            Some(item_line) => read_option(line, &label, &mut builder, item_line)?,
        }
    }
    if item_line.is_none() {
        let end = Line { number: lines.number().max(1), text: "" };
        return Err(end.error(end.end(), "no item line", "name the items on the first line, such as `a b c | s`"));
    }
    Ok(builder.build())
}

/// The label that a comment gives to the option below it; empty if it gives none.
fn label_in(line: &str) -> &str {
    let comment = line.strip_prefix('|').map(str::trim_start);
    comment.and_then(|comment| comment.strip_prefix(LABEL)).map_or("", str::trim)
}

fn read_items(line: Line<'_>, builder: &mut ProblemBuilder) -> Result<(), ReadError> {
    let mut bar = None;
    for word in line.words() {
        if word.text == "|" {
            if bar.replace(word).is_some() {
                return Err(line.error(
                    word,
                    "a second `|` in the item line",
                    "one bar divides primary from secondary items",
                ));
            }
            continue;
        }
        check_label(line, word)?;
        let declared = if bar.is_none() { builder.primary(word.text) } else { builder.secondary(word.text) };
        declared.map_err(|error| rule(line, word, &error))?;
    }
    Ok(())
}

fn check_label(line: Line<'_>, word: Word<'_>) -> Result<(), ReadError> {
    if word.text.contains('|') {
        let help = "put spaces around the bar; multiplicities, as in DLX3, are not supported";
        return Err(line.error(word, format!("item `{}` contains a bar", word.text), help));
    }
    if word.text.contains(':') {
        return Err(line.error(
            word,
            format!("item `{}` contains a colon", word.text),
            "colors belong into the options, not into the item line",
        ));
    }
    Ok(())
}

fn read_option(line: Line<'_>, label: &str, builder: &mut ProblemBuilder, item_line: usize) -> Result<(), ReadError> {
    for word in line.words() {
        let (label, color) = read_cell(line, word, builder)?;
        let Some(item) = builder.find_item(label.text) else {
            return Err(unknown_item(line, label, builder, item_line));
        };
        builder.push(item, color).map_err(|error| rule(line, word, &error))?;
    }
    builder.finish_labelled(label).map_err(|error| rule(line, line.end(), &error))
}

/// Divides `item:color`.
fn read_cell<'a>(line: Line<'_>, word: Word<'a>, builder: &mut ProblemBuilder) -> Result<(Word<'a>, Color), ReadError> {
    let Some((label, color)) = word.text.split_once(':') else {
        return Ok((word, Color::NONE));
    };
    let after = Word { start: word.start + label.len() + 1, text: color };
    if label.is_empty() {
        return Err(line.error(word, "no item before the colon", "write `item:color`"));
    }
    if color.is_empty() {
        return Err(line.error(after, format!("no color after `{label}:`"), "write `item:color`, or the item alone"));
    }
    if color.contains(':') {
        return Err(line.error(
            after,
            format!("color `{color}` contains a colon"),
            "write `item:color` with one colon",
        ));
    }
    let color = builder.color(color).map_err(|error| rule(line, after, &error))?;
    Ok((Word { start: word.start, text: label }, color))
}

fn unknown_item(line: Line<'_>, word: Word<'_>, builder: &ProblemBuilder, item_line: usize) -> ReadError {
    let help = if word.text.starts_with('|') {
        "bars stand in the item line only; costs, as in DLX5, are not supported".into()
    } else {
        match similar(word.text, builder.item_labels()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("items are declared in line {item_line}"),
        }
    };
    line.error(word, ProblemError::UnknownItem { label: word.text.into() }, help)
}

/// A rule of exact cover problems that this word breaks.
fn rule(line: Line<'_>, word: Word<'_>, error: &ProblemError) -> ReadError {
    let help = match error {
        ProblemError::DuplicateItem { .. } => "every item is named once",
        ProblemError::RepeatedItem { .. } => "an option is a set of items: leave one out",
        ProblemError::ColoredPrimary { .. } => "leave the color out, or declare the item after the bar",
        _ => "the problem is too large for this program",
    };
    line.error(word, error, help)
}

/// Writes a problem so that [`read`] gives it back, with its name as a comment, and labels of options as such.
///
/// # Errors
/// If writing fails, or something cannot stand in this format: an item that is empty or contains white space, a bar or a colon,
/// a color that contains white space or a colon, an option without items, a label of an option that is no line of its own or has white space at an end.
/// Then nothing is written.
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    check_labels(problem)?;
    // The comment must stay on one line, whatever the name is. It also distinguishes the format from all others, since items may have any names.
    writeln!(out, "{}", format!("| {}", problem.name().replace(char::is_control, " ")).trim_end())?;
    let primary = problem.items().filter(|&item| problem.is_primary(item));
    let secondary = problem.items().filter(|&item| !problem.is_primary(item));
    let mut line: Vec<&str> = primary.map(|item| problem.item_label(item)).collect();
    if line.len() < problem.n_items() || line.is_empty() {
        // Without the bar, a line without primary items would be a comment or an empty line.
        line.push("|");
    }
    line.extend(secondary.map(|item| problem.item_label(item)));
    let indent = if problem.n_primary() == 0 { " " } else { "" };
    writeln!(out, "{indent}{}", line.join(" "))?;
    problem.options().try_for_each(|option| write_option(problem, option, &mut out))
}

fn write_option(problem: &Problem, option: OptionId, out: &mut impl Write) -> io::Result<()> {
    if let Some(label) = problem.option_label(option) {
        writeln!(out, "| {LABEL} {label}")?;
    }
    for (rank, (item, color)) in problem.cells(option).enumerate() {
        let (space, label) = (if rank == 0 { "" } else { " " }, problem.item_label(item));
        match color {
            Color::NONE => write!(out, "{space}{label}")?,
            color => write!(out, "{space}{label}:{}", problem.color_label(color))?,
        }
    }
    writeln!(out)
}

fn check_labels(problem: &Problem) -> io::Result<()> {
    let has_break = |label: &str| label.contains(|c: char| c.is_whitespace() || c == ':');
    let is_bad_item = |label: &&str| label.is_empty() || label.contains('|') || has_break(label);
    let is_bad_option = |label: &&str| label.trim() != *label || label.contains(char::is_control);
    let mut colors = problem.options().flat_map(|option| problem.cells(option)).map(|(_, color)| color);
    if let Some(label) = problem.items().map(|item| problem.item_label(item)).find(is_bad_item) {
        Err(refusal(&format!("item `{label}`"), "Knuth's format", "items have no spaces, bars or colons there"))
    } else if let Some(color) = colors.find(|&color| has_break(problem.color_label(color))) {
        Err(refusal(
            &format!("color `{}`", problem.color_label(color)),
            "Knuth's format",
            "colors have no spaces or colons there",
        ))
    } else if problem.options().any(|option| problem.items_of(option).is_empty()) {
        Err(refusal("an option without items", "Knuth's format", "empty lines are skipped there"))
    } else if let Some(label) = problem.options().filter_map(|option| problem.option_label(option)).find(is_bad_option)
    {
        let why = "the label of an option is a line there, without white space at its ends";
        Err(refusal(&format!("label `{}`", label.escape_debug()), "Knuth's format", why))
    } else {
        Ok(())
    }
}
