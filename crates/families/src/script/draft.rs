//! The items and options that a script has named so far, in any order. The rules are checked at once, so that a mistake is reported with its place in the script.

use rustc_hash::FxHashMap;

use super::board::ScriptBoard;
use super::wrong::Complaint;
use dlx_core::format::meant;
use dlx_core::problem::{
    Color, Connected, Decimal, ItemId, Multiplicity, NodeId, OptionId, ParseMultiplicityError, Problem, ProblemBuilder,
    ProblemError,
};

/// The most items that a script may name.
const MAX_ITEMS: usize = 1 << 20;

/// The most options.
const MAX_OPTIONS: usize = 1 << 21;

/// The most items in all options together.
const MAX_CELLS: usize = 1 << 24;

/// The highest cost of an option: all together cost no more than a problem may.
const MAX_COST: u64 = 1 << 40;

/// Items and options.
#[derive(Default)]
pub(super) struct ScriptDraft {
    items: Vec<ScriptItem>,
    by_name: FxHashMap<String, usize>,
    options: Vec<NamedOption>,
    n_cells: usize,
    connected: Option<Connected>,
    pub(super) board: ScriptBoard,
}

struct ScriptItem {
    name: String,
    is_primary: bool,
    /// The number of options when it was last put in one, since it cannot be in that one again.
    seen: usize,
}

/// An option: numbers of items with their colors, none for no color.
struct NamedOption {
    cells: Vec<(usize, Option<String>)>,
    label: String,
    cost: Option<Decimal>,
    /// The nodes that it joins, or keeps apart.
    ports: Vec<String>,
    is_apart: bool,
}

impl ScriptDraft {
    /// Names an item.
    pub(super) fn item(&mut self, name: &str, is_primary: bool) -> Result<(), Complaint> {
        check_room("items", self.items.len(), MAX_ITEMS)?;
        if name.is_empty() {
            return Err(Complaint::new("an item without a name", "name it by a text or a number"));
        }
        if self.by_name.contains_key(name) {
            return Err(Complaint::new(format!("item `{name}` is named twice"), "name an item once"));
        }
        self.by_name.insert(name.into(), self.items.len());
        self.items.push(ScriptItem { name: name.into(), is_primary, seen: usize::MAX });
        Ok(())
    }

    /// Adds an option. An option that is refused changes nothing.
    pub(super) fn option(&mut self, words: &[String], label: String) -> Result<(), Complaint> {
        check_room("options", self.options.len(), MAX_OPTIONS)?;
        check_room("items in options", self.n_cells + words.len(), MAX_CELLS)?;
        let stamp = self.options.len();
        let cells = words.iter().map(|word| self.cell(word, stamp)).collect::<Result<Vec<_>, _>>();
        let cells = cells.inspect_err(|_| self.forget(stamp))?;
        self.n_cells += cells.len();
        self.options.push(NamedOption { cells, label, cost: None, ports: Vec::new(), is_apart: false });
        Ok(())
    }

    /// Gives the last option a label.
    pub(super) fn label(&mut self, label: String) -> Result<(), Complaint> {
        let last = self.options.last_mut();
        let last = last.ok_or_else(|| Complaint::new("a label without an option", "label() comes after option()"))?;
        last.label = label;
        Ok(())
    }

    /// Writes a text into a cell of the picture: the last option does, or it is there from the beginning.
    pub(super) fn picture(&mut self, place: [i64; 2], text: String) -> Result<(), Complaint> {
        self.board.write(self.options.len().checked_sub(1), place, text)
    }

    /// Sets the cost of the last option.
    pub(super) fn cost(&mut self, cost: &str) -> Result<(), Complaint> {
        let last = self.options.last_mut();
        let last = last.ok_or_else(|| Complaint::new("a cost without an option", "cost() comes after option()"))?;
        let number = cost.parse::<Decimal>().ok().filter(|cost| cost.units().unsigned_abs() <= MAX_COST);
        let help = format!("a cost is a whole number up to {MAX_COST}, or a text such as \"-2.5\"");
        if last.cost.is_some() {
            return Err(Complaint::new("this option has a cost already", "name the sum in one call of cost()"));
        }
        last.cost = Some(number.ok_or_else(|| Complaint::new(format!("{cost} is not a cost"), help))?);
        Ok(())
    }

    /// Says how options must be connected.
    pub(super) fn connected(&mut self, components: &str, nodes: &str, is_acyclic: bool) -> Result<(), Complaint> {
        let number = |text: &str, what| {
            let wrong =
                |error: ParseMultiplicityError| Complaint::new(format!("`{text}` is not {what}"), error.to_string());
            text.parse::<Multiplicity>().map_err(wrong)
        };
        if self.connected.is_some() {
            return Err(Complaint::new("how options are connected has been said already", "say it once"));
        }
        let components = number(components, "a number of components")?;
        self.connected = Some(Connected { components, nodes: number(nodes, "a number of nodes")?, is_acyclic });
        Ok(())
    }

    /// Sets the nodes that the last option joins or keeps apart.
    pub(super) fn ports(&mut self, nodes: Vec<String>, is_apart: bool) -> Result<(), Complaint> {
        let function = if is_apart { "apart" } else { "ports" };
        check_room("ports", self.n_cells + nodes.len(), MAX_CELLS)?;
        let last = self.options.last_mut().filter(|_| self.connected.is_some());
        let last = last.ok_or_else(|| {
            let help = format!("{function}() comes after connected() and option()");
            Complaint::new(format!("{function}() without an option"), help)
        })?;
        if !last.ports.is_empty() {
            return Err(Complaint::new(
                "this option has nodes already",
                "name them all in one call, or make two options",
            ));
        }
        if let Some(twice) = (1..nodes.len()).find(|&place| nodes[..place].contains(&nodes[place])) {
            return Err(Complaint::new(format!("node `{}` appears twice", nodes[twice]), "an option has a node once"));
        }
        self.n_cells += nodes.len();
        (last.ports, last.is_apart) = (nodes, is_apart);
        Ok(())
    }

    /// The problem. Primary items come first, each kind in the order in which it was named.
    pub(super) fn problem(&self) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        let mut ids = vec![ItemId::from_index(0); self.items.len()];
        for is_primary in [true, false] {
            for (number, item) in self.items.iter().enumerate().filter(|(_, item)| item.is_primary == is_primary) {
                ids[number] = if is_primary { builder.primary(&item.name)? } else { builder.secondary(&item.name)? };
            }
        }
        for (number, option) in self.options.iter().enumerate() {
            add(&mut builder, &ids, option)?;
            if !option.label.is_empty() {
                builder.label(OptionId::from_index(number), &option.label)?;
            }
            if let Some(cost) = option.cost {
                builder.cost(OptionId::from_index(number), cost)?;
            }
            let nodes = option.ports.iter().map(|word| port(&mut builder, word)).collect::<Result<Vec<NodeId>, _>>()?;
            match option.is_apart {
                true => builder.apart(OptionId::from_index(number), &nodes)?,
                false => builder.ports(OptionId::from_index(number), &nodes)?,
            };
        }
        if let Some(condition) = self.connected {
            builder.connected(condition);
        }
        Ok(builder.build())
    }

    /// The item of a word, and its color: the whole word is an item, or the part before its last colon.
    fn cell(&mut self, word: &str, stamp: usize) -> Result<(usize, Option<String>), Complaint> {
        let (name, color) = match word.rsplit_once(':') {
            Some((name, color)) if !self.by_name.contains_key(word) => (name, Some(color)),
            _ => (word, None),
        };
        let Some(&number) = self.by_name.get(name) else { return Err(self.unknown(name)) };
        let item = &mut self.items[number];
        if item.seen == stamp {
            return Err(Complaint::new(
                format!("item `{name}` appears twice in this option"),
                "an option is a set of items",
            ));
        }
        match color {
            Some("") => {
                return Err(Complaint::new(format!("`{word}` has no color"), "write the color behind the colon"));
            }
            Some(_) if item.is_primary => {
                let help = "only secondary items may have a color";
                return Err(Complaint::new(format!("primary item `{name}` has a color"), help));
            }
            _ => {}
        }
        item.seen = stamp;
        Ok((number, color.map(String::from)))
    }

    fn unknown(&self, name: &str) -> Complaint {
        let near = meant(name, self.items.iter().map(|item| item.name.as_str()));
        let help = near.unwrap_or("name it before: item(...) or secondary(...)".into());
        Complaint::new(format!("unknown item `{name}`"), help)
    }

    /// Takes back the marks of an option that was refused.
    fn forget(&mut self, stamp: usize) {
        for item in self.items.iter_mut().filter(|item| item.seen == stamp) {
            item.seen = usize::MAX;
        }
    }
}

fn add(builder: &mut ProblemBuilder, ids: &[ItemId], option: &NamedOption) -> Result<(), ProblemError> {
    for (number, color) in &option.cells {
        let color = color.as_deref().map_or(Ok(Color::NONE), |color| builder.color(color))?;
        builder.push(ids[*number], color)?;
    }
    builder.finish().map(drop)
}

fn check_room(what: &str, taken: usize, most: usize) -> Result<(), Complaint> {
    match taken < most {
        true => Ok(()),
        false => Err(Complaint::new(format!("too many {what}"), format!("a script may name {most}"))),
    }
}

/// A node, and its color behind a colon.
fn port(builder: &mut ProblemBuilder, word: &str) -> Result<NodeId, ProblemError> {
    let (label, color) = word.split_once(':').unwrap_or((word, ""));
    builder.colored_node(label, color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.into()).collect()
    }

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut draft = ScriptDraft::default();
        draft.item("s", false).unwrap();
        draft.item("a", true).unwrap();
        for wrong in [["a", "a"], ["a", "b"], ["s", "a:red"], ["a", "s:"]] {
            assert!(draft.option(&words(&wrong), String::new()).is_err(), "{wrong:?}");
        }
        draft.option(&words(&["s:red", "a"]), "one".into()).unwrap();
        let problem = draft.problem().unwrap();
        assert_eq!((problem.n_primary(), problem.n_items(), problem.n_options()), (1, 2, 1));
        assert_eq!(problem.option_label(OptionId::from_index(0)), Some("one"));
    }

    #[test]
    fn a_colon_may_be_part_of_a_name() {
        let mut draft = ScriptDraft::default();
        ["a:b", "a"].iter().for_each(|name| draft.item(name, false).unwrap());
        draft.option(&words(&["a:b", "a:c"]), String::new()).unwrap();
        let problem = draft.problem().unwrap();
        let cells: Vec<bool> = problem.cells(OptionId::from_index(0)).map(|(_, color)| color.is_none()).collect();
        assert_eq!(cells, [true, false]);
    }
}
