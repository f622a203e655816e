//! From a problem to JSON, in the shortest form that is read back as the same problem.

use std::collections::HashSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::read::KEYS;
use crate::format::refuse_hidden;
use crate::problem::{Color, Connected, ItemId, Multiplicity, NodeId, OptionId, Problem};

/// Writes a problem so that [`read`](super::read()) gives it back: the options alone, if all items are primary and each is in an option, in the order in which they
/// first occur; else with its items. A line for each option.
///
/// # Errors
/// If writing fails.
///
/// ```
/// use dlx_count::format::{json, knuth};
///
/// let mut text = Vec::new();
/// json::write(&knuth::read("a b\n| label: Ann\na b\n| label: Bob\nb\n".as_bytes())?, &mut text)?;
/// assert_eq!(String::from_utf8(text)?, "{\n  \"Ann\": [\"a\",\"b\"],\n  \"Bob\": [\"b\"]\n}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    refuse_hidden(problem)?;
    let (problem, times) = problem.with_bounds();
    let writer = JsonWriter::new(problem, times);
    if writer.is_short {
        writer.options("", &mut out)?;
        return writeln!(out);
    }
    let labels = |is_primary: bool| {
        let items = problem.items().filter(|&item| problem.is_primary(item) == is_primary);
        items.map(|item| problem.item_label(item)).collect::<Vec<_>>()
    };
    writeln!(out, "{{\n  \"primary\": {},", json!(labels(true)))?;
    if problem.n_primary() < problem.n_items() {
        writeln!(out, "  \"secondary\": {},", json!(labels(false)))?;
    }
    write!(out, "  \"options\": ")?;
    writer.options("  ", &mut out)?;
    if !times.is_empty() {
        let times = times.iter().map(|(item, times)| (problem.item_label(*item).to_owned(), json!(times.to_string())));
        write!(out, ",\n  \"times\": {}", Value::Object(times.collect()))?;
    }
    if let Some(Connected { components, nodes, is_acyclic }) = problem.connected() {
        let mut connected = json!({ "components": components.to_string(), "acyclic": is_acyclic });
        if nodes != Multiplicity::ANY {
            connected["nodes"] = json!(nodes.to_string());
        }
        write!(out, ",\n  \"connected\": {connected}")?;
    }
    writeln!(out, "\n}}")
}

/// Do the options alone say which items there are, and in which order?
fn says_all(problem: &Problem) -> bool {
    let mut cells = problem.options().flat_map(|option| problem.items_of(option));
    let n_known = cells.try_fold(0, |n_known, item| (item.index() <= n_known).then(|| n_known.max(item.index() + 1)));
    n_known == Some(problem.n_primary()) && problem.n_primary() == problem.n_items()
}

struct JsonWriter<'a> {
    problem: &'a Problem,
    /// Can the labels of options be the keys of an object?
    has_keys: bool,
    /// Does an item have a colon in its label, so that `item:color` would be ambiguous?
    has_colons: bool,
    /// Are the options all that is written?
    is_short: bool,
}

impl<'a> JsonWriter<'a> {
    fn new(problem: &'a Problem, times: &[(ItemId, Multiplicity)]) -> Self {
        let mut seen = HashSet::new();
        let mut labels = problem.options().map(|option| problem.option_label(option));
        let is_labelled = labels.all(|label| label.is_some_and(|label| seen.insert(label)));
        let has_colons = problem.items().any(|item| problem.item_label(item).contains(':'));
        let has_keys = is_labelled && problem.n_options() > 0;
        let is_called_so = KEYS.iter().any(|key| seen.contains(key));
        let is_short = times.is_empty() && problem.connected().is_none() && !is_called_so && says_all(problem);
        Self { problem, has_keys, has_colons, is_short }
    }

    /// All options, and no newline at the end.
    fn options(&self, indent: &str, out: &mut impl Write) -> io::Result<()> {
        let [open, close] = if self.has_keys { ["{", "}"] } else { ["[", "]"] };
        writeln!(out, "{open}")?;
        for option in self.problem.options() {
            let comma = if option.index() + 1 == self.problem.n_options() { "" } else { "," };
            writeln!(out, "{indent}  {}{comma}", self.option(option))?;
        }
        write!(out, "{indent}{close}")
    }

    fn option(&self, option: OptionId) -> String {
        let items: Value = self
            .problem
            .cells(option)
            .map(|(item, color)| {
                let (label, color) = (self.problem.item_label(item), self.problem.color_label(color));
                self.cell(label, color)
            })
            .collect();
        let label = self.problem.option_label(option);
        let cost = self
            .problem
            .has_costs()
            .then(|| format!(", \"cost\": {}", self.problem.in_units_of_cost(self.problem.cost(option))));
        let more = cost.unwrap_or_default() + &self.ports(option);
        let whole = if more.is_empty() { items.to_string() } else { format!("{{\"items\": {items}{more}}}") };
        match label {
            Some(label) if self.has_keys => format!("{}: {whole}", json!(label)),
            Some(label) => format!("{{\"label\": {}, \"items\": {items}{more}}}", json!(label)),
            None => whole,
        }
    }

    /// The text for the ports of an option; empty if it has none.
    fn ports(&self, option: OptionId) -> String {
        let nodes = self.problem.ports_of(option);
        let node = |&node: &NodeId| match (self.problem.node_label(node), self.problem.node_color(node)) {
            (label, Color::NONE) => json!(label),
            (label, color) => json!({ "node": label, "color": self.problem.color_label(color) }),
        };
        let labels: Vec<Value> = nodes.iter().map(node).collect();
        let key = if self.problem.keeps_apart(option) { "apart" } else { "ports" };
        if labels.is_empty() { String::new() } else { format!(", \"{key}\": {}", json!(labels)) }
    }

    /// An item, as a string where that is unambiguous.
    fn cell(&self, label: &str, color: &str) -> Value {
        match color {
            "" if label.contains(':') && !self.is_short => json!({ "item": label }),
            "" => json!(label),
            color if self.has_colons => json!({ "item": label, "color": color }),
            color => json!(format!("{label}:{color}")),
        }
    }
}
