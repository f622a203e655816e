//! `--select`, `--forbid`, `--optional`, `--at-least`, `--at-most` and `--irredundant`: from words to options and items of a problem.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use dlx_canon::symmetry::CountQuery;
use dlx_core::format::similar;
use dlx_core::problem::{Color, Constraints, ItemId, Multiplicity, OptionId, Problem};
use dlx_families::{FamilyError, quoted};

/// Constraints on solutions, as written by the user.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Demands {
    /// Options that must be in.
    pub select: Vec<String>,
    /// Items that no option may touch; or options by their label, or by items, perhaps with colors, that they contain together.
    pub forbid: Vec<String>,
    /// Items that need not be covered.
    pub optional: Vec<String>,
    /// Items that are covered at least N times: `ITEM=N`, or `*=N` for all primary ones.
    #[serde(default)]
    pub at_least: Vec<String>,
    /// Items that are covered at most N times, written likewise.
    #[serde(default)]
    pub at_most: Vec<String>,
    /// Only irredundant covers: without any one of its options some item would not be covered often enough.
    #[serde(default)]
    pub irredundant: bool,
    /// Solutions count as one if the group that the permutations in this file generate carries one into the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generators: Option<String>,
}

/// The error for demands on a problem that was made smaller by a symmetry.
pub(super) const MAY_BREAK_SYMMETRY: &str =
    "--select, --forbid, --optional, --at-least and --at-most may break the symmetry";

/// The help for a literal of a formula that is no option.
pub const SETTLED: &str = "if the file has it, reading has settled it or joined it to others: --assume=LITERAL makes it true, --assume=-LITERAL false";

impl Demands {
    /// Are there no demands?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Is none of them able to break a symmetry?
    pub(super) fn keep_symmetry(&self) -> bool {
        let Self { irredundant, generators, .. } = self;
        *self == Self { irredundant: *irredundant, generators: generators.clone(), ..Self::default() }
    }

    /// A question with these demands.
    ///
    /// # Errors
    /// If the question is one up to symmetry, or has no such options or items.
    pub fn apply(&self, question: CountQuery) -> Result<CountQuery, FamilyError> {
        if *self == (Self { generators: self.generators.clone(), ..Self::default() }) {
            return Ok(question);
        }
        if question.divisor() > 1 && !self.keep_symmetry() {
            return Err(FamilyError::new(MAY_BREAK_SYMMETRY, "count without --up-to-symmetry"));
        }
        if question.models().is_some_and(|models| models.weights.is_some()) {
            let help = "say it in clauses of the file; with --models weights are not read";
            return Err(FamilyError::new("demands may change what models weigh", help));
        }
        if question.models().is_some() {
            self.check_formula(question.problem().original())?;
        }
        let name = format!("{}{}", question.problem().name(), Self { generators: None, ..self.clone() });
        let demands = self.read(question.problem().original()).map_err(|error| {
            // What a formula settles or joins before it is a problem is no option.
            let has_variables = question.models().is_some() || question.conditions().is_some();
            if has_variables { FamilyError::new(error.what, SETTLED) } else { error }
        })?;
        let clash = clash(&question.problem().original().asked_for(&demands), &demands);
        let constrained = question.constrained(&demands).map_err(|error| FamilyError::new(error.to_string(), ""))?;
        Ok(if clash.is_some() { constrained.impossible(clash) } else { constrained }.called(name))
    }

    /// Refuses demands on a formula that are not about literals as its file has them.
    fn check_formula(&self, problem: &Problem) -> Result<(), FamilyError> {
        // Items of a formula may be called like variables, and are about others.
        if let Some(word) = self.select.iter().find(|word| !word.starts_with('#') && !is_label(problem, word)) {
            return Err(FamilyError::new(format!("no option has the label `{word}`"), SETTLED));
        }
        if *self == (Self { select: self.select.clone(), generators: self.generators.clone(), ..Self::default() }) {
            return Ok(());
        }
        let what = "a formula takes --select alone: other demands are about items, which it does not have";
        Err(FamilyError::new(
            what,
            "--assume=x makes the literal x true, and --assume=-x its opposite; say the rest in the file",
        ))
    }

    /// The options and items of a problem that the words mean.
    fn read(&self, problem: &Problem) -> Result<Constraints, FamilyError> {
        let items = |words: &[String]| words.iter().map(|word| item(problem, word)).collect::<Result<_, _>>();
        let has_several = |word: &str| {
            word.split_whitespace().nth(1).is_some() || has_color(problem, word) || as_edge(problem, word).is_some()
        };
        let is_item = |word: &String| item(problem, word).is_ok() || !has_several(word) && !is_label(problem, word);
        let (forbidden, excluded): (Vec<String>, Vec<String>) = self.forbid.iter().cloned().partition(is_item);
        let mut demands = Constraints {
            forbid: items(&forbidden)?,
            optional: items(&self.optional)?,
            irredundant: self.irredundant,
            ..Constraints::default()
        };
        forbidden.iter().try_for_each(|word| check_colors(problem, word))?;
        demands.times = self.times(problem, &demands)?;
        // Options of a puzzle that were left out may be in a solution if more is allowed.
        let whole = problem.asked_for(&demands);
        demands.select = self.select.iter().map(|word| option(&whole, word)).collect::<Result<_, _>>()?;
        for word in &excluded {
            match is_label(problem, word) {
                true => demands.exclude.push(option(&whole, word)?),
                false => demands.exclude.extend(options_with(&whole, word)?.1),
            }
        }
        Ok(demands)
    }

    /// How often items are to be covered. A number for one item takes the place of that for all; what is optional need not be covered as often as all, and nothing covers what is forbidden.
    fn times(&self, problem: &Problem, demands: &Constraints) -> Result<Vec<(ItemId, Multiplicity)>, FamilyError> {
        let (least, most) = (bounds(problem, &self.at_least, usize::max)?, bounds(problem, &self.at_most, usize::min)?);
        let times = |item: ItemId| {
            let is_forbidden = demands.forbid.contains(&item);
            let is_free = is_forbidden || demands.optional.contains(&item);
            let least = least.of(problem, item, !is_free);
            let most = most.of(problem, item, !is_forbidden);
            let times = Multiplicity { least: least.unwrap_or(0), most };
            (least.is_some() || most.is_some()).then_some((item, times))
        };
        Ok(problem.items().filter_map(times).collect())
    }
}

/// How often items are covered, at least or at most.
struct CoverBounds {
    /// All primary items, if that is said.
    all: Option<usize>,
    own: BTreeMap<ItemId, usize>,
}

impl CoverBounds {
    /// That of an item; that for all only if it is meant.
    fn of(&self, problem: &Problem, item: ItemId, is_meant: bool) -> Option<usize> {
        let all = self.all.filter(|_| is_meant && problem.is_primary(item));
        self.own.get(&item).copied().or(all)
    }
}

/// Reads `ITEM=N` and `*=N`; of several numbers for the same the stricter one holds.
fn bounds(
    problem: &Problem,
    words: &[String],
    stricter: fn(usize, usize) -> usize,
) -> Result<CoverBounds, FamilyError> {
    let mut bounds = CoverBounds { all: None, own: BTreeMap::new() };
    for word in words {
        let parts = word.rsplit_once('=').and_then(|(label, number)| Some((label, number.parse::<usize>().ok()?)));
        let Some((label, number)) = parts else {
            return Err(FamilyError::new(format!("`{word}` is not ITEM=N"), "write ITEM=N, such as `r0=2`, or `*=2`"));
        };
        if label == "*" && item(problem, label).is_err() {
            bounds.all = Some(bounds.all.map_or(number, |other| stricter(other, number)));
        } else {
            let own = bounds.own.entry(item(problem, label)?).or_insert(number);
            *own = stricter(*own, number);
        }
    }
    Ok(bounds)
}

/// Two selected options that exclude each other, or one that is forbidden, in words.
fn clash(problem: &Problem, demands: &Constraints) -> Option<String> {
    let name = |option: OptionId| match problem.option_label(option) {
        Some(label) => format!("`{label}`"),
        None => format!("#{} ({})", option.index(), problem.cell_words(option).join(" ")),
    };
    for &option in &demands.select {
        if demands.exclude.contains(&option) {
            return Some(format!("the option {} is selected and forbidden", name(option)));
        }
        if let Some(item) = problem.items_of(option).iter().find(|item| demands.forbid.contains(item)) {
            return Some(format!(
                "the selected option {} covers {}, which is forbidden",
                name(option),
                problem.item_label(*item)
            ));
        }
    }
    let bounded: Vec<ItemId> = problem.times().iter().chain(&demands.times).map(|(item, _)| *item).collect();
    let mut chosen: BTreeMap<ItemId, (OptionId, Color)> = BTreeMap::new();
    for &option in &demands.select {
        for (item, color) in problem.cells(option).filter(|(item, _)| !bounded.contains(item)) {
            let &mut (other, before) = chosen.entry(item).or_insert((option, color));
            if other != option && (color.is_none() || color != before) {
                let (one, other, item) = (name(other), name(option), problem.item_label(item));
                return Some(format!("the selected options {one} and {other} both cover {item}"));
            }
        }
    }
    None
}

impl fmt::Display for Demands {
    /// The demands as on the command line, each with a space before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (flag, words) in [
            ("--select", &self.select),
            ("--forbid", &self.forbid),
            ("--optional", &self.optional),
            ("--at-least", &self.at_least),
            ("--at-most", &self.at_most),
        ] {
            for word in words {
                write!(f, " {flag} {}", quoted(word))?;
            }
        }
        if self.irredundant {
            f.write_str(" --irredundant")?;
        }
        self.generators.iter().try_for_each(|file| write!(f, " --generators {}", quoted(file)))
    }
}

/// The help: what may have been meant, and how things are named.
fn behind_question(near: Option<&str>, names: &str) -> String {
    let Some(near) = near else { return names.into() };
    let (first, rest) = names.split_at_checked(1).unwrap_or_default();
    format!("did you mean `{near}`? {}{rest}", first.to_uppercase())
}

/// Has an option this label?
fn is_label(problem: &Problem, word: &str) -> bool {
    problem.options().any(|option| problem.option_label(option) == Some(word))
}

/// An item by its label, or by `#` and its number from 0.
pub(super) fn item(problem: &Problem, word: &str) -> Result<ItemId, FamilyError> {
    if let Some(item) = problem.items().find(|&item| problem.item_label(item) == word) {
        return Ok(item);
    }
    let number = word.strip_prefix('#').and_then(|number| number.parse().ok());
    number.filter(|&number| number < problem.n_items()).map(ItemId::from_index).ok_or_else(|| {
        let help = match problem.items().last() {
            _ if is_label(problem, word) => format!("`{word}` is an option; `--select` and `--forbid` take options"),
            None => "the problem has no items".into(),
            Some(last) => {
                let near = similar(word, problem.items().map(|item| problem.item_label(item)));
                let (label, number) = (problem.item_label(last), last.index());
                let names =
                    format!("an item is named by its label, such as `{label}`, or by its number from #0 to #{number}");
                behind_question(near, &names)
            }
        };
        FamilyError::new(format!("no item is called `{word}`"), help)
    })
}

/// How an option is named where options have labels.
const NAMES: &str =
    "an option is named by its label, by its number from #0, or by items that no other option contains together";

/// An option by its label, by `#` and its number from 0, or by some of its items that no other option has together.
fn option(problem: &Problem, word: &str) -> Result<OptionId, FamilyError> {
    if word.trim().is_empty() {
        let help = if problem.has_option_labels() { NAMES } else { BY_NUMBER };
        return Err(FamilyError::new("an option without a name", help));
    }
    let labelled: Vec<OptionId> =
        problem.options().filter(|&option| problem.option_label(option) == Some(word)).collect();
    match labelled.as_slice() {
        [] => option_without(problem, word),
        [one] => Ok(*one),
        several => Err(FamilyError::new(
            format!("{} options have the label `{word}`, {}", several.len(), first_two(several)),
            "name one by its number, such as #0",
        )),
    }
}

/// An option that is not named by its label. A number alone is a name: it would often be taken for that of a vertex or a variable.
fn option_without(problem: &Problem, word: &str) -> Result<OptionId, FamilyError> {
    let number: Option<usize> = word.strip_prefix('#').and_then(|number| number.parse().ok());
    let is_label = problem.items().any(|item| problem.item_label(item) == word);
    match number.filter(|_| !is_label) {
        Some(number) if number < problem.n_options() => Ok(OptionId::from_index(number)),
        Some(number) => {
            let help = format!("the options are numbered from #0 to #{}", problem.n_options().saturating_sub(1));
            Err(FamilyError::new(format!("there is no option {number}"), help))
        }
        None if problem.has_option_labels() => {
            option_with(problem, word).map_err(|error| no_label(problem, word, error))
        }
        None => option_with(problem, word),
    }
}

/// The error for words that are neither a label nor items.
fn no_label(problem: &Problem, word: &str, error: FamilyError) -> FamilyError {
    let is_item = |label| problem.items().any(|item| problem.item_label(item) == label);
    if word.split_whitespace().all(is_item) {
        return error;
    }
    let near = similar(word, problem.options().filter_map(|option| problem.option_label(option)));
    let what = format!("no option has the label `{word}`, and no item has that name");
    FamilyError::new(what, behind_question(near, NAMES))
}

fn first_two(options: &[OptionId]) -> String {
    let numbers: Vec<String> = options.iter().take(2).map(|option| format!("#{}", option.index())).collect();
    format!("the first two are {}", numbers.join(" and "))
}

/// The error for words that name no option, since one of their items does not exist.
fn no_option(problem: &Problem, word: &str, label: &str) -> FamilyError {
    let near = similar(label, problem.items().map(|item| problem.item_label(item)));
    let what = if word == label {
        format!("no option is called `{word}`")
    } else {
        format!("no option is called `{word}`: there is no item `{label}`")
    };
    FamilyError::new(what, behind_question(near, BY_NUMBER))
}

/// How an option is named where options have no labels.
const BY_NUMBER: &str =
    "an option is named by its number, such as #0, or by items that no other option contains together";

/// Two items with a `-` between them, as edges are printed, with a space instead.
fn as_edge(problem: &Problem, word: &str) -> Option<String> {
    let is_item = |label: &str| problem.items().any(|item| problem.item_label(item) == label);
    let ends = word.match_indices('-').map(|(at, _)| (&word[..at], &word[at + 1..]));
    let mut found = ends.filter(|(a, b)| is_item(a) && is_item(b)).map(|(a, b)| format!("{a} {b}"));
    found.find(|_| !is_item(word))
}

/// Refuses a forbidden item of which one color or another is in all options of some item: one color is meant. (An edge of a path is an item that the options of its ends cover with `in` or `out`.)
fn check_colors(problem: &Problem, word: &str) -> Result<(), FamilyError> {
    let (forbidden, Some(colors)) = (item(problem, word)?, colors(problem, word)) else { return Ok(()) };
    let has_it = |&option: &OptionId| problem.items_of(option).contains(&forbidden);
    let mut n_options = vec![[0, 0]; problem.n_items()];
    for option in problem.options() {
        let place = usize::from(has_it(&option));
        problem.items_of(option).iter().for_each(|item| n_options[item.index()][place] += 1);
    }
    let is_lost = |item: &ItemId| {
        let [without, with] = n_options[item.index()];
        problem.is_primary(*item) && without == 0 && with > 0
    };
    let Some(lost) = problem.items().find(|item| *item != forbidden && is_lost(item)) else { return Ok(()) };
    let what = format!("all options of item {} cover `{word}` in one color or another", problem.item_label(lost));
    Err(FamilyError::new(what, format!("forbid one color: {colors}")))
}

/// Is it an item with a color behind it?
fn has_color(problem: &Problem, word: &str) -> bool {
    word.rsplit_once(':').is_some_and(|(name, _)| item(problem, name).is_ok())
}

/// An item with each of its colors, as words of a message; none if it has none.
fn colors(problem: &Problem, name: &str) -> Option<String> {
    let item = item(problem, name).ok()?;
    let colors = problem.options().flat_map(|option| problem.cells(option)).filter(|cell| cell.0 == item);
    let mut words: Vec<String> = colors.map(|(_, color)| problem.color_label(color).to_owned()).collect();
    words.sort_unstable();
    words.dedup();
    words.retain(|word| !word.is_empty());
    let words: Vec<String> = words.iter().take(FEW_COLORS).map(|color| format!("`{name}:{color}`")).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The most colors that a message names.
const FEW_COLORS: usize = 6;

/// Items, perhaps with colors, and the options that have all of them, at least one.
///
/// # Errors
/// If a word is no item, or no option has all of them.
pub fn options_with(problem: &Problem, word: &str) -> Result<(Vec<ItemId>, Vec<OptionId>), FamilyError> {
    let edge = as_edge(problem, word);
    let word = edge.as_deref().unwrap_or(word);
    let colored = |label: &str| label.rsplit_once(':').and_then(|(name, _)| item(problem, name).ok());
    let known = |label| match item(problem, label) {
        Ok(item) => Ok((item, None)),
        Err(_) => colored(label).map(|item| (item, Some(label))).ok_or_else(|| no_option(problem, word, label)),
    };
    let cells = word.split_whitespace().map(known).collect::<Result<Vec<_>, _>>()?;
    let mut wanted: Vec<ItemId> = cells.iter().map(|(item, _)| *item).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let has_color = |option, cell: &str| problem.cell_words(option).iter().any(|word| word == cell);
    let has_all = |option: &OptionId| {
        wanted.iter().all(|item| problem.items_of(*option).contains(item))
            && cells.iter().filter_map(|(_, cell)| *cell).all(|cell| has_color(*option, cell))
    };
    let found: Vec<OptionId> = problem.options().filter(has_all).collect();
    if found.is_empty() {
        let one = |cell: &str| Some(format!("the item has colors: {}", colors(problem, cell.rsplit_once(':')?.0)?));
        let help = cells.iter().filter_map(|(_, cell)| *cell).find_map(one).unwrap_or_else(|| BY_NUMBER.into());
        return Err(FamilyError::new(format!("no option has the items `{word}`"), help));
    }
    Ok((wanted, found))
}

/// The only option that has these items, perhaps with colors, or, of several, has no others than these.
fn option_with(problem: &Problem, word: &str) -> Result<OptionId, FamilyError> {
    let (wanted, found) = options_with(problem, word)?;
    let has_no_other = |option: &OptionId| wanted.len() > 1 && problem.items_of(*option).len() == wanted.len();
    let exact: Vec<OptionId> = found.iter().copied().filter(has_no_other).collect();
    match (exact.as_slice(), found.as_slice()) {
        ([one], _) | (_, [one]) => Ok(*one),
        (_, several) => {
            let what = format!("{} options have the items `{word}`, {}", several.len(), first_two(several));
            let color = colors(problem, word).map(|colors| format!("; `--forbid` takes one with a color, {colors}"));
            let help = format!("name one by its number, or by more of its items{}", color.unwrap_or_default());
            Err(FamilyError::new(what, help))
        }
    }
}
