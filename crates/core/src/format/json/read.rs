//! From JSON to a problem: first all cells, then, when all primary items are known, the secondary ones and the options.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;

use super::text::{HELP, JsonEntry, JsonNode, JsonText, Part};
use crate::format::error::{ReadError, TOO_LARGE};
use crate::format::meant;
use crate::problem::{
    Color, Connected, Decimal, ItemId, Multiplicity, NodeId, OptionId, Problem, ProblemBuilder, ProblemError,
};

/// Reads a problem.
///
/// # Errors
/// If the text is not JSON, or not a problem, with line and column; or if it cannot be read.
///
/// ```
/// use dlx_count::OptionId;
///
/// let text = r#"{"secondary": ["s"], "options": {"Ann": ["a", "s:red"], "Bob": ["b", "s:red"], "Cid": ["b", "s"]}}"#;
/// let problem = dlx_count::format::json::read(text.as_bytes())?;
/// assert_eq!((problem.n_primary(), problem.n_items(), problem.n_options()), (2, 3, 3));
/// assert_eq!(problem.option_label(OptionId::from_index(2)), Some("Cid"));
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read(mut input: impl BufRead) -> Result<Problem, ReadError> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let (text, whole) = JsonText::parse(&bytes)?;
    let mut reader = JsonReader::new(text);
    match text.node(whole)? {
        JsonNode::Object(entries) if entries.iter().any(|entry| KEYS.contains(&&*entry.key)) => {
            reader.problem(whole, &entries)?
        }
        node => reader.options(whole, node)?,
    }
    reader.build()
}

/// The keys of the form that names items. In the other form, where labels of options are keys, an option cannot be called so.
pub(super) const KEYS: [&str; 6] = ["primary", "secondary", "options", "times", "connected", "$schema"];

struct JsonReader<'a> {
    text: JsonText<'a>,
    /// It has only primary items until the end, since they come first.
    builder: ProblemBuilder,
    /// Are there words for items with colors?
    has_colors: bool,
    /// Are all primary items named, so that others are mistakes?
    is_closed: bool,
    /// The secondary items, in order, and the place of each in it.
    secondary: Vec<String>,
    ranks: HashMap<String, usize>,
    options: Vec<DraftOption<'a>>,
    times: Vec<(JsonItem, Multiplicity, Part<'a>)>,
}

/// The help where a number of times was expected.
const TIMES: &str = r#"how often is written {"times": {"a": 2, "b": "0..3", "c": "1.."}}"#;

/// The help where ports were expected.
const PORTS: &str = r#"nodes are written ["x", {"node": "y", "color": "red"}]"#;

/// The help where a condition on connectedness was expected.
const CONNECTED: &str =
    r#"how options must be connected is written {"connected": {"components": 1, "nodes": "2..4", "acyclic": true}}"#;

/// The ports of an option, and whether it keeps them apart.
type JsonPorts<'a> = (Part<'a>, bool);

/// An option whose secondary items have no numbers yet.
struct DraftOption<'a> {
    label: String,
    cost: Option<(Decimal, Part<'a>)>,
    ports: Option<JsonPorts<'a>>,
    place: Part<'a>,
    cells: Vec<(JsonItem, Color, Part<'a>)>,
}

#[derive(Clone, Copy)]
enum JsonItem {
    Primary(ItemId),
    /// A secondary item, by its place among them.
    Secondary(usize),
}

impl<'a> JsonReader<'a> {
    fn new(text: JsonText<'a>) -> Self {
        let (builder, secondary, ranks) = (Problem::builder(), Vec::new(), HashMap::new());
        Self {
            text,
            builder,
            has_colors: false,
            is_closed: false,
            secondary,
            ranks,
            options: Vec::new(),
            times: Vec::new(),
        }
    }

    /// The form that names items.
    fn problem(&mut self, whole: Part<'a>, entries: &[JsonEntry<'a>]) -> Result<(), ReadError> {
        let fields = self.text.fields(entries, KEYS)?;
        let [primary, secondary, options, times, connected, _] = fields;
        (self.has_colors, self.is_closed) = (true, primary.is_some());
        for (label, place) in self.labels(primary)? {
            self.builder.primary(label).map_err(|error| self.rule(place, &error))?;
        }
        for (label, place) in self.labels(secondary)? {
            if self.find(&label).is_some() {
                return Err(self.rule(place, &ProblemError::DuplicateItem { label }));
            }
            self.ranks.insert(label.clone(), self.secondary.len());
            self.secondary.push(label);
        }
        let missing = || {
            self.text.wrong(
                whole,
                "there is no key `options`",
                "options are listed under that key; there may be none: []",
            )
        };
        let options = options.ok_or_else(missing)?;
        self.options(options, self.text.node(options)?)?;
        times.map_or(Ok(()), |times| self.times(times))?;
        connected.map_or(Ok(()), |connected| self.connected(connected))
    }

    /// How options must be connected: an object.
    fn connected(&mut self, connected: Part<'a>) -> Result<(), ReadError> {
        let JsonNode::Object(entries) = self.text.node(connected)? else {
            return Err(self.text.wrong(
                connected,
                "this is not an object that says how options must be connected",
                CONNECTED,
            ));
        };
        let [components, nodes, acyclic] = self.text.fields(&entries, ["components", "nodes", "acyclic"])?;
        let mut condition = Connected::ONE;
        for (part, number, what) in [
            (components, &mut condition.components, "the number of components"),
            (nodes, &mut condition.nodes, "the number of nodes of a component"),
        ] {
            let Some(part) = part else { continue };
            let word = self.word(part, what)?;
            *number = word.parse().map_err(|error| self.text.wrong(part, &format!("{error}"), CONNECTED))?;
        }
        if let Some(part) = acyclic {
            condition.is_acyclic =
                part.get().parse().map_err(|_| self.text.wrong(part, "this is neither true nor false", CONNECTED))?;
        }
        self.builder.connected(condition);
        Ok(())
    }

    /// How often items are covered: an object from items to numbers.
    fn times(&mut self, times: Part<'a>) -> Result<(), ReadError> {
        let JsonNode::Object(entries) = self.text.node(times)? else {
            return Err(self.text.wrong(times, "this is not an object from items to numbers", TIMES));
        };
        for entry in entries {
            let number = self.word(entry.value, "how often an item is covered")?;
            let number = number.parse().map_err(|error| self.text.wrong(entry.value, &format!("{error}"), TIMES))?;
            let item = self.item(&entry.key, entry.place)?;
            self.times.push((item, number, entry.place));
        }
        Ok(())
    }

    /// The items that an array names.
    fn labels(&self, list: Option<Part<'a>>) -> Result<Vec<(String, Part<'a>)>, ReadError> {
        let Some(list) = list else { return Ok(Vec::new()) };
        let JsonNode::List(items) = self.text.node(list)? else {
            return Err(self.text.wrong(list, "this is not an array of items", r#"items are named ["a", "b"]"#));
        };
        items.into_iter().map(|item| Ok((self.word(item, "an item")?, item))).collect()
    }

    /// A string or a number as a label.
    fn word(&self, part: Part<'a>, what: &str) -> Result<String, ReadError> {
        match self.text.node(part)? {
            JsonNode::Word(word) => Ok(word),
            _ => Err(self.text.wrong(part, &format!("{what} is neither a number nor a string"), HELP)),
        }
    }

    /// An array of options, or an object from labels to options.
    fn options(&mut self, place: Part<'a>, node: JsonNode<'a>) -> Result<(), ReadError> {
        match node {
            JsonNode::List(options) => options.into_iter().try_for_each(|option| self.option(option)),
            JsonNode::Object(entries) => self.labelled(entries),
            _ => Err(self.text.wrong(place, "this is neither an array of options nor an object", HELP)),
        }
    }

    fn labelled(&mut self, entries: Vec<JsonEntry<'a>>) -> Result<(), ReadError> {
        let mut seen = HashSet::new();
        if let Some(entry) = entries.iter().find(|entry| !seen.insert(entry.key.as_str())) {
            let what = format!("label `{}` appears twice", entry.key);
            let help = r#"programs read that in different ways; equal labels can stand in an array: {"label": "Ann", "items": ["a"]}"#;
            return Err(self.text.wrong(entry.place, &what, help));
        }
        entries.into_iter().try_for_each(|entry| self.named(entry.key, entry.value))
    }

    /// An option in an array: its items, or an object with its label and its items.
    fn option(&mut self, option: Part<'a>) -> Result<(), ReadError> {
        let JsonNode::Object(entries) = self.text.node(option)? else {
            return self.draft(String::new(), (None, None), option);
        };
        let fields = self.text.fields(&entries, ["label", "items", "cost", "ports", "apart"])?;
        let [label, items, cost, ports, apart] = fields;
        let label = label.map_or(Ok(String::new()), |label| self.word(label, "a label"))?;
        self.priced(label, option, [items, cost, ports, apart])
    }

    /// An option after its label: its items, or an object with them and its cost.
    fn named(&mut self, label: String, option: Part<'a>) -> Result<(), ReadError> {
        let JsonNode::Object(entries) = self.text.node(option)? else {
            return self.draft(label, (None, None), option);
        };
        let fields = self.text.fields(&entries, ["items", "cost", "ports", "apart"])?;
        self.priced(label, option, fields)
    }

    fn priced(
        &mut self,
        label: String,
        option: Part<'a>,
        [items, cost, ports, apart]: [Option<Part<'a>>; 4],
    ) -> Result<(), ReadError> {
        if let Some((_, apart)) = ports.zip(apart) {
            return Err(self.text.wrong(apart, "an option with ports keeps nothing apart", PORTS));
        }
        let ports = ports.map(|ports| (ports, false)).or(apart.map(|apart| (apart, true)));
        let items = items.ok_or_else(|| self.text.wrong(option, "an option without the key `items`", HELP))?;
        let number = |cost: Part<'a>| match cost.get().parse() {
            Ok(number) => Ok((number, cost)),
            Err(_) => Err(self.text.wrong(
                cost,
                "a cost must be a number",
                r#"a cost is written {"items": [1, 2], "cost": 5}; it may be negative or decimal"#,
            )),
        };
        let cost = cost.map(number).transpose()?;
        self.draft(label, (cost, ports), items)
    }

    fn draft(
        &mut self,
        label: String,
        (cost, ports): (Option<(Decimal, Part<'a>)>, Option<JsonPorts<'a>>),
        place: Part<'a>,
    ) -> Result<(), ReadError> {
        let JsonNode::List(cells) = self.text.node(place)? else {
            return Err(self.text.wrong(place, "this is not an option, an array of items", HELP));
        };
        let cells = cells.into_iter().map(|cell| self.cell(cell)).collect::<Result<_, _>>()?;
        self.options.push(DraftOption { label, cost, ports, place, cells });
        Ok(())
    }

    fn cell(&mut self, cell: Part<'a>) -> Result<(JsonItem, Color, Part<'a>), ReadError> {
        let (item, color) = match self.text.node(cell)? {
            JsonNode::Word(word) => self.short(&word, cell)?,
            JsonNode::Object(entries) => {
                let [item, color] = self.text.fields(&entries, ["item", "color"])?;
                let item = item.ok_or_else(|| self.text.wrong(cell, "an object without the key `item`", HELP))?;
                let (label, color) = (self.word(item, "an item")?, color.map(|color| self.word(color, "a color")));
                (self.item(&label, item)?, self.color(&color.transpose()?.unwrap_or_default(), cell)?)
            }
            _ => return Err(self.text.wrong(cell, "an item is neither a number nor a string", HELP)),
        };
        Ok((item, color, cell))
    }

    /// `item` or `item:color`. Labels may contain colons.
    fn short(&mut self, word: &str, place: Part<'a>) -> Result<(JsonItem, Color), ReadError> {
        let divided = word.match_indices(':').filter(|_| self.has_colors).map(|(colon, _)| word.split_at(colon));
        // Where primary items are not named, which of them are known depends on the order of the options.
        let is_item = |label: &str| self.ranks.contains_key(label) || (self.is_closed && self.find(label).is_some());
        let divided: Vec<(&str, &str)> = divided.filter(|(label, _)| is_item(label)).collect();
        match (self.find(word), divided.as_slice()) {
            (_, []) => Ok((self.item(word, place)?, Color::NONE)),
            (None, [(label, ":")]) => Err(self.text.wrong(
                place,
                &format!("no color after `{label}:`"),
                "write `item:color`, or the item alone",
            )),
            (None, [(label, color)]) => Ok((self.item(label, place)?, self.color(&color[1..], place)?)),
            (_, [(label, color), ..]) => {
                let (label, color) = (serde_json::json!(label), serde_json::json!(color[1..]));
                let help = format!(r#"write the item as an object, such as {{"item": {label}, "color": {color}}}"#);
                Err(self.text.wrong(
                    place,
                    &format!("`{word}` can be an item, or an item and a color, in several ways"),
                    &help,
                ))
            }
        }
    }

    fn find(&self, label: &str) -> Option<JsonItem> {
        let secondary = || self.ranks.get(label).map(|&rank| JsonItem::Secondary(rank));
        self.builder.find_item(label).map(JsonItem::Primary).or_else(secondary)
    }

    /// An item, known or, if that is allowed, new.
    fn item(&mut self, label: &str, place: Part<'a>) -> Result<JsonItem, ReadError> {
        if let Some(item) = self.find(label) {
            return Ok(item);
        }
        if self.is_closed {
            let labels = self.builder.item_labels().chain(self.secondary.iter().map(String::as_str));
            let help = meant(label, labels);
            let help = help.unwrap_or("all items are named under `primary` and `secondary`".into());
            let error = ProblemError::UnknownItem { label: label.into() };
            return Err(self.text.wrong(place, &error.to_string(), &help));
        }
        self.builder.primary(label).map(JsonItem::Primary).map_err(|error| self.rule(place, &error))
    }

    fn color(&mut self, label: &str, place: Part<'a>) -> Result<Color, ReadError> {
        self.builder.color(label).map_err(|error| self.rule(place, &error))
    }

    /// A rule of exact cover problems that a part breaks.
    fn rule(&self, place: Part<'_>, error: &ProblemError) -> ReadError {
        let help = match error {
            ProblemError::DuplicateItem { .. } => "every item is named once",
            ProblemError::RepeatedItem { .. } => "an option has an item once: leave one out",
            ProblemError::ColoredPrimary { .. } => "leave the color out, or name the item under `secondary`",
            ProblemError::TooDear { .. } => "count in larger units, or with fewer digits",
            ProblemError::RepeatedNode { .. } => "an option has a port once: leave one out",
            ProblemError::RecoloredNode { .. } => "a node has one color",
            ProblemError::ColoredTimes { .. } => "leave its colors out, or the number of times",
            _ => TOO_LARGE,
        };
        self.text.wrong(place, &error.to_string(), help)
    }

    fn build(mut self) -> Result<Problem, ReadError> {
        let secondary: Result<Vec<ItemId>, _> =
            self.secondary.iter().map(|label| self.builder.secondary(label)).collect();
        let options = std::mem::take(&mut self.options);
        let Some(first) = options.first() else { return self.timed(&[]) };
        let secondary = secondary.map_err(|error| self.rule(first.place, &error))?;
        for DraftOption { label, cost, ports, place, cells } in &options {
            for (item, color, cell) in cells {
                let item = match *item {
                    JsonItem::Primary(item) => item,
                    JsonItem::Secondary(rank) => secondary[rank],
                };
                self.builder.push(item, *color).map_err(|error| self.rule(cell, &error))?;
            }
            let option = self.builder.finish_labelled(label).map_err(|error| self.rule(place, &error))?;
            if let Some((cost, place)) = *cost {
                self.builder.cost(option, cost).map(drop).map_err(|error| self.rule(place, &error))?;
            }
            if let Some(ports) = *ports {
                self.ports(option, ports)?;
            }
        }
        self.timed(&secondary)
    }

    fn ports(&mut self, option: OptionId, (list, is_apart): JsonPorts<'a>) -> Result<(), ReadError> {
        let JsonNode::List(ports) = self.text.node(list)? else {
            return Err(self.text.wrong(list, "this is not an array of nodes", PORTS));
        };
        if !ports.is_empty() && !self.builder.has_condition() {
            return Err(self.text.wrong(list, "nodes, but no condition", CONNECTED));
        }
        let nodes = ports.into_iter().map(|port| self.port(port)).collect::<Result<Vec<_>, _>>()?;
        let said = match is_apart {
            true => self.builder.apart(option, &nodes),
            false => self.builder.ports(option, &nodes),
        };
        said.map(drop).map_err(|error| self.rule(list, &error))
    }

    /// The node of a port: its label, or an object that has its color, too.
    fn port(&mut self, port: Part<'a>) -> Result<NodeId, ReadError> {
        let (label, color) = match self.text.node(port)? {
            JsonNode::Word(word) => (word, None),
            JsonNode::Object(entries) => {
                let [node, color] = self.text.fields(&entries, ["node", "color"])?;
                let node = node.ok_or_else(|| self.text.wrong(port, "an object without the key `node`", PORTS))?;
                (self.word(node, "a node")?, color)
            }
            _ => return Err(self.text.wrong(port, "a node is neither a number nor a string", PORTS)),
        };
        let color = color.map(|color| self.word(color, "a color")).transpose()?.unwrap_or_default();
        if label.is_empty() {
            return Err(self.text.wrong(port, "a node without a name", PORTS));
        }
        self.builder.colored_node(&label, &color).map_err(|error| self.rule(port, &error))
    }

    /// The problem, with the items that are covered several times.
    fn timed(mut self, secondary: &[ItemId]) -> Result<Problem, ReadError> {
        let problem = std::mem::take(&mut self.builder).build();
        let Some(&(_, _, place)) = self.times.first() else { return Ok(problem) };
        let number = |item| match item {
            JsonItem::Primary(item) => Some(item),
            JsonItem::Secondary(rank) => secondary.get(rank).copied(),
        };
        let times: Vec<(ItemId, Multiplicity)> =
            self.times.iter().filter_map(|&(item, times, _)| Some((number(item)?, times))).collect();
        problem.with_times(&times).map_err(|error| self.rule(place, &error))
    }
}
