//! Knuth's format, as his programs DLX1, DLX2 and their relatives read it.
//!
//! ```text
//! | a comment
//! a b c | s t          the items: primary, a bar, secondary
//! a s:red              an option: items, secondary ones perhaps with a color
//! | label: Ann
//! b c s:red t          an option with the label Ann
//! a b c |$5            an option that costs 5
//! ```
//!
//! Lines that begin with a bar are comments, empty lines are skipped, the first other line names the items. A comment `| label: Ann` gives a label to
//! the option in the line directly below it; to other programs it is a comment.
//! The last word of an option may be its cost, as in DLX5: `|$5`, or `|5`. Ours may be negative or decimal: `|$-2.5`.
//! A primary item may say how often it is covered, as in DLX3: `2:4|a` two to four times, `2|a` twice; see [`Problem::with_times`].
//!
//! Ours, and refused by his programs (a second bar in the item line), since they would count something else: how options must be connected ([`Connected`]), and the ports of an option.
//!
//! ```text
//! ab bc ca | | connected 1 acyclic
//! ab |@a |@b           an option with the ports a and b
//! ab |!a |!b           an option that keeps a and b apart
//! bc |@b |@c:red       a node with a color
//! ab
//! bc |@b |@c
//! bc
//! ca |@c |@a
//! ca
//! ```
//!
//! Labels and colors may be longer than Knuth's 8 and 1 characters.

use std::io::{self, BufRead, Write};

use super::error::{ReadError, SourceLine, TOO_LARGE, Token};
use super::lines::LineReader;
use super::{meant, refusal, refuse_hidden};
use crate::problem::{
    Color, Connected, Decimal, ItemId, Multiplicity, NodeId, OptionId, ParseDecimalError, Problem, ProblemBuilder,
    ProblemError,
};

/// How a comment begins that is the label of the option below it.
const LABEL: &str = "label:";

/// How the part of the item line begins that says how options must be connected.
const CONNECTED: &str = "connected";

/// How a port begins.
const PORT: &str = "|@";

/// How a node begins that an option keeps apart from others.
const APART: &str = "|!";

/// The word before the number of nodes of a component.
const NODES: &str = "nodes";

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
    let (mut lines, mut builder) = (LineReader::new(input), Problem::builder());
    let (mut item_line, mut label, mut times) = (None, String::new(), Vec::new());
    while let Some(line) = lines.next()? {
        // A label belongs to the next line only: if that is a comment, the label is dropped.
        let label = std::mem::replace(&mut label, label_in(line.text).into());
        if line.text.starts_with('|') || line.text.trim_start().is_empty() {
            continue;
        }
        match item_line {
            None => {
                times = read_items(line, &mut builder)?;
                item_line = Some(line.number);
            }
            Some(item_line) => read_option(line, &label, &mut builder, item_line)?,
        }
    }
    let Some(number) = item_line else {
        let end = SourceLine { number: lines.number().max(1), text: "" };
        return Err(end.error(end.end(), "no item line", "name the items on the first line, such as `a b c | s`"));
    };
    let problem = builder.build();
    if times.is_empty() {
        return Ok(problem);
    }
    let line = SourceLine { number, text: "" };
    problem.with_times(&times).map_err(|error| rule(line, line.end(), &error))
}

/// The label that a comment gives to the option below it; empty if it gives none.
fn label_in(line: &str) -> &str {
    let comment = line.strip_prefix('|').map(str::trim_start);
    comment.and_then(|comment| comment.strip_prefix(LABEL)).map_or("", str::trim)
}

/// Declares the items. Returns those that are covered several times.
fn read_items(line: SourceLine<'_>, builder: &mut ProblemBuilder) -> Result<Vec<(ItemId, Multiplicity)>, ReadError> {
    let (mut bar, mut bounded) = (None, Vec::new());
    let mut words = line.words().peekable();
    while let Some(word) = words.next() {
        if word.text == "|" {
            if bar.replace(word).is_some() {
                if words.next_if(|word| word.text == CONNECTED).is_some() {
                    builder.connected(read_connected(line, words)?);
                    break;
                }
                let near = words.next().and_then(|next| meant(next.text, [CONNECTED].into_iter()));
                let help = near.unwrap_or_else(|| "one bar divides primary from secondary items".to_owned());
                return Err(line.error(word, "a second `|` in the item line", help));
            }
            continue;
        }
        let (times, word) = if bar.is_none() { read_times(line, word)? } else { (None, word) };
        check_label(line, word)?;
        let declared = if bar.is_none() { builder.primary(word.text) } else { builder.secondary(word.text) };
        let item = declared.map_err(|error| rule(line, word, &error))?;
        bounded.extend(times.map(|times| (item, times)));
    }
    Ok(bounded)
}

/// How options must be connected: the number of components, and perhaps that there is no cycle.
fn read_connected<'a>(
    line: SourceLine<'_>,
    mut words: impl Iterator<Item = Token<'a>>,
) -> Result<Connected, ReadError> {
    let help = "the item line ends with `| connected 1`, `| connected 0..2`, `| connected 1 acyclic` or `| connected 0.. nodes 3`";
    let number = words.next().unwrap_or(line.end());
    let components = number.text.parse().map_err(|_| line.error(number, "this is not a number of components", help))?;
    let (mut nodes, mut is_acyclic) = (None, false);
    while let Some(word) = words.next() {
        match word.text {
            "acyclic" if !is_acyclic => is_acyclic = true,
            NODES if nodes.is_none() => {
                let number = words.next().unwrap_or(line.end());
                let wrong = |_| line.error(number, "this is not a number of nodes", help);
                nodes = Some(number.text.parse().map_err(wrong)?);
            }
            again @ ("acyclic" | NODES) => {
                return Err(line.error(word, format!("`{again}` appears twice"), help));
            }
            other => {
                return Err(line.error(word, format!("`{other}` does not say how options must be connected"), help));
            }
        }
    }
    Ok(Connected { components, nodes: nodes.unwrap_or(Multiplicity::ANY), is_acyclic })
}

/// Divides `2:4|item` and `2|item`.
fn read_times<'a>(line: SourceLine<'_>, word: Token<'a>) -> Result<(Option<Multiplicity>, Token<'a>), ReadError> {
    let divided = word
        .text
        .split_once('|')
        .filter(|(times, label)| times.starts_with(|c: char| c.is_ascii_digit()) && !label.is_empty());
    let Some((times, label)) = divided else { return Ok((None, word)) };
    let help = "an item that is covered two to four times is written `2:4|item`, one that is covered twice `2|item`";
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number <= 100_000);
    let (least, most) = times.split_once(':').unwrap_or((times, times));
    let bounds = number(least).zip(number(most)).filter(|(least, most)| least <= most);
    let Some((least, most)) = bounds else {
        return Err(line.error(word, format!("`{times}|` does not say how often an item is covered"), help));
    };
    let label = Token { start: word.start + times.len() + 1, text: label };
    Ok((Some(Multiplicity { least, most: Some(most) }).filter(|&times| times != Multiplicity::ONE), label))
}

fn check_label(line: SourceLine<'_>, word: Token<'_>) -> Result<(), ReadError> {
    if word.text.contains('|') {
        let help = "put spaces around the bar; an item that is covered twice is written `2|item`";
        return Err(line.error(word, format!("item `{}` contains a bar", word.text), help));
    }
    if word.text.contains(':') {
        return Err(line.error(
            word,
            format!("item `{}` contains a colon", word.text),
            "colors go in the options, not in the item line",
        ));
    }
    Ok(())
}

fn read_option(
    line: SourceLine<'_>,
    label: &str,
    builder: &mut ProblemBuilder,
    item_line: usize,
) -> Result<(), ReadError> {
    let (mut cost, mut ports, mut sign) = (None, Vec::new(), None);
    for word in line.words() {
        if let Some(cost) = cost {
            return Err(line.error(cost, "a cost before the end of the option", COST));
        }
        if let Some((own, node)) = [PORT, APART].iter().find_map(|own| Some((*own, word.text.strip_prefix(own)?))) {
            if *sign.get_or_insert(own) != own {
                return Err(line.error(
                    word,
                    "an option with ports keeps nothing apart",
                    "write one option with `|@` and another with `|!`",
                ));
            }
            ports.push(read_port(line, word, (own, node), builder)?);
            continue;
        }
        if word.text.starts_with('|') {
            cost = Some(word);
            continue;
        }
        let (label, color) = read_cell(line, word, builder)?;
        let Some(item) = builder.find_item(label.text) else {
            return Err(unknown_item(line, label, builder, item_line));
        };
        builder.push(item, color).map_err(|error| rule(line, word, &error))?;
    }
    let option = builder.finish_labelled(label).map_err(|error| rule(line, line.end(), &error))?;
    let said = if sign == Some(APART) { builder.apart(option, &ports) } else { builder.ports(option, &ports) };
    said.map_err(|error| rule(line, line.end(), &error))?;
    let Some(word) = cost else { return Ok(()) };
    let number = word.text.trim_start_matches('|').trim_start_matches('$').parse::<Decimal>();
    let number = number.map_err(|error| {
        let fault = if error == ParseDecimalError::Digits { "has too many digits" } else { "is not a cost" };
        line.error(word, format!("`{}` {fault}", word.text), COST)
    })?;
    builder.cost(option, number).map(drop).map_err(|error| rule(line, word, &error))
}

/// The node of a port.
fn read_port(
    line: SourceLine<'_>,
    word: Token<'_>,
    (sign, node): (&str, &str),
    builder: &mut ProblemBuilder,
) -> Result<NodeId, ReadError> {
    if node.is_empty() {
        return Err(line.error(word, "a node without a name", format!("write `{sign}name`")));
    }
    if !builder.has_condition() {
        let help = "end the item line with how options must be connected: `a b | s | connected 1`";
        return Err(line.error(word, "a node, but no condition", help));
    }
    let (label, color) = node.split_once(':').unwrap_or((node, ""));
    if label.is_empty() || color.contains(':') || label.len() + 1 == node.len() {
        return Err(line.error(word, "this is not a node", format!("write `{sign}name` or `{sign}name:color`")));
    }
    builder.colored_node(label, color).map_err(|error| rule(line, word, &error))
}

/// The help for a bar in an option that does not begin a cost.
const COST: &str = "an option that costs 5 ends with ` |$5`: perhaps negative or decimal, as in ` |$-2.5`; other bars stand in the item line";

/// Divides `item:color`.
fn read_cell<'a>(
    line: SourceLine<'_>,
    word: Token<'a>,
    builder: &mut ProblemBuilder,
) -> Result<(Token<'a>, Color), ReadError> {
    let Some((label, color)) = word.text.split_once(':') else {
        return Ok((word, Color::NONE));
    };
    let after = Token { start: word.start + label.len() + 1, text: color };
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
    Ok((Token { start: word.start, text: label }, color))
}

fn unknown_item(line: SourceLine<'_>, word: Token<'_>, builder: &ProblemBuilder, item_line: usize) -> ReadError {
    let near = meant(word.text, builder.item_labels());
    let help = near.unwrap_or_else(|| format!("items are declared in line {item_line}"));
    line.error(word, ProblemError::UnknownItem { label: word.text.into() }, help)
}

/// A rule of exact cover problems that this word breaks.
fn rule(line: SourceLine<'_>, word: Token<'_>, error: &ProblemError) -> ReadError {
    let help = match error {
        ProblemError::DuplicateItem { .. } => "every item is named once",
        ProblemError::RepeatedItem { .. } => "an option is a set of items: leave one out",
        ProblemError::ColoredPrimary { .. } => "leave the color out, or declare the item after the bar",
        ProblemError::TooDear { .. } => "count in larger units, or with fewer digits",
        ProblemError::RepeatedNode { .. } => "an option has a port once: leave one out",
        ProblemError::RecoloredNode { .. } => "a node has one color",
        _ => TOO_LARGE,
    };
    line.error(word, error, help)
}

/// Writes a problem so that [`read`] gives it back, with its name as a comment, and labels of options as such.
///
/// # Errors
/// If writing fails, or something cannot be written in this format: an item that is empty or contains white space, a bar or a colon,
/// a color that contains white space or a colon, a port that is empty or contains white space, an option without items, or a label of an option that does not fit on one line or has white space at an end.
/// Then nothing is written.
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    refuse_hidden(problem)?;
    let (problem, times) = problem.with_bounds();
    check_labels(problem)?;
    // The comment must stay on one line for any name. It also distinguishes the format from all others, since items may have any names.
    writeln!(out, "{}", format!("| {}", problem.name().replace(char::is_control, " ")).trim_end())?;
    let is_primary = |item: &ItemId| problem.is_primary(*item) || times.iter().any(|(other, _)| other == item);
    let primary = problem.items().filter(is_primary);
    let secondary = problem.items().filter(|item| !is_primary(item));
    let mut line: Vec<String> = primary.map(|item| with_times(problem, times, item)).collect();
    let n_primary = line.len();
    if n_primary < problem.n_items() || n_primary == 0 {
        // Without the bar, a line without primary items would be a comment or an empty line.
        line.push("|".into());
    }
    line.extend(secondary.map(|item| problem.item_label(item).to_owned()));
    if let Some(Connected { components, nodes, is_acyclic }) = problem.connected() {
        // Behind the second bar, so the first has to be there.
        line.extend((!line.iter().any(|word| word == "|")).then(|| "|".into()));
        line.push(format!("| {CONNECTED} {components}{}", if is_acyclic { " acyclic" } else { "" }));
        line.extend((nodes != Multiplicity::ANY).then(|| format!("{NODES} {nodes}")));
    }
    let indent = if n_primary == 0 { " " } else { "" };
    writeln!(out, "{indent}{}", line.join(" "))?;
    problem.options().try_for_each(|option| write_option(problem, option, &mut out))
}

/// A primary item as it is written in the item line.
fn with_times(problem: &Problem, times: &[(ItemId, Multiplicity)], item: ItemId) -> String {
    let label = problem.item_label(item);
    let Some((_, times)) = times.iter().find(|(other, _)| *other == item) else { return label.to_owned() };
    // Without a bound: as often as there are options.
    let number =
        || problem.options().filter(|&option| problem.items_of(option).contains(&item)).count().max(times.least);
    let most = times.most.unwrap_or_else(number);
    if times.least == most { format!("{most}|{label}") } else { format!("{}:{most}|{label}", times.least) }
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
    let sign = if problem.keeps_apart(option) { APART } else { PORT };
    for &node in problem.ports_of(option) {
        match problem.node_color(node) {
            Color::NONE => write!(out, " {sign}{}", problem.node_label(node))?,
            color => write!(out, " {sign}{}:{}", problem.node_label(node), problem.color_label(color))?,
        }
    }
    if problem.has_costs() {
        write!(out, " |${}", problem.in_units_of_cost(problem.cost(option)))?;
    }
    writeln!(out)
}

fn check_labels(problem: &Problem) -> io::Result<()> {
    let has_break = |label: &str| label.contains(|c: char| c.is_whitespace() || c == ':');
    let is_bad_item = |label: &&str| label.is_empty() || label.contains('|') || has_break(label);
    let is_bad_option = |label: &&str| label.trim() != *label || label.contains(char::is_control);
    let colors = problem.options().flat_map(|option| problem.cells(option)).map(|(_, color)| color);
    let mut nodes = problem.options().flat_map(|option| problem.ports_of(option));
    let node_colors =
        problem.options().flat_map(|option| problem.ports_of(option)).map(|&node| problem.node_color(node));
    let is_bad_node = |label: &&str| label.is_empty() || has_break(label);
    if let Some(node) = nodes.find_map(|&node| Some(problem.node_label(node)).filter(is_bad_node)) {
        Err(refusal(&format!("port `{node}`"), "Knuth's format", "ports have a name without spaces or colons there"))
    } else if let Some(label) = problem.items().map(|item| problem.item_label(item)).find(is_bad_item) {
        Err(refusal(&format!("item `{label}`"), "Knuth's format", "items have no spaces, bars or colons there"))
    } else if let Some(color) = colors.chain(node_colors).find(|&color| has_break(problem.color_label(color))) {
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
