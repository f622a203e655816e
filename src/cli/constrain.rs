//! `--select`, `--forbid` and `--optional`: from words to options and items of the problem at hand.

use super::args::ConstraintArgs;
use super::exit::Failure;
use crate::format::nearest;
use crate::problem::{Constraints, ItemId, OptionId, Problem};
use crate::symmetry::Question;

impl ConstraintArgs {
    /// Is nothing demanded?
    pub(super) fn is_empty(&self) -> bool {
        self.select.is_empty() && self.forbid.is_empty() && self.optional.is_empty()
    }

    /// A question with these demands.
    pub(super) fn apply(&self, question: Question) -> Result<Question, Failure> {
        if self.is_empty() {
            return Ok(question);
        }
        if question.divisor() > 1 {
            return Err(Failure::usage(
                "--select, --forbid and --optional may break the symmetry",
                "count without --up-to-symmetry",
            ));
        }
        let problem = question.problem();
        let items = |words: &[String]| words.iter().map(|word| item(problem, word)).collect::<Result<_, _>>();
        let demands = Constraints {
            select: self.select.iter().map(|word| option(problem, word)).collect::<Result<_, _>>()?,
            forbid: items(&self.forbid)?,
            optional: items(&self.optional)?,
        };
        let name = format!("{}{}", problem.name(), self.words());
        let constrained = question.constrained(&demands).map_err(|error| Failure::usage(error.to_string(), ""))?;
        Ok(constrained.called(name))
    }

    /// As on the command line.
    fn words(&self) -> String {
        let lists = [("--select", &self.select), ("--forbid", &self.forbid), ("--optional", &self.optional)];
        let word = |word: &String| if word.contains(' ') { format!("\"{word}\"") } else { word.clone() };
        lists.iter().flat_map(|(flag, words)| words.iter().map(move |text| format!(" {flag} {}", word(text)))).collect()
    }
}

/// An item by its label, or by `#` and its number from 0.
fn item(problem: &Problem, word: &str) -> Result<ItemId, Failure> {
    if let Some(item) = problem.items().find(|&item| problem.item_label(item) == word) {
        return Ok(item);
    }
    let number = word.strip_prefix('#').unwrap_or(word).parse().ok().filter(|&number| number < problem.n_items());
    number.map(ItemId::from_index).ok_or_else(|| {
        let near = nearest(word, problem.items().map(|item| problem.item_label(item)));
        let last = problem.n_items().saturating_sub(1);
        let help = near.map_or("the problem has no items".into(), |near| {
            format!("did you mean `{near}`? An item is named by its label, or by its number from #0 to #{last}")
        });
        Failure::usage(format!("no item is called `{word}`"), &help)
    })
}

/// An option by its number from 0, or by some of its items that no other option has together.
fn option(problem: &Problem, word: &str) -> Result<OptionId, Failure> {
    let number: Option<usize> = word.strip_prefix('#').unwrap_or(word).parse().ok();
    let is_label = problem.items().any(|item| problem.item_label(item) == word);
    if let Some(number) = number.filter(|_| !is_label) {
        let last = problem.n_options().saturating_sub(1);
        let help = format!("the options are numbered from 0 to {last}");
        let is_there = number < problem.n_options();
        return if is_there {
            Ok(OptionId::from_index(number))
        } else {
            Err(Failure::usage(format!("there is no option {number}"), &help))
        };
    }
    let wanted: Vec<ItemId> = word.split_whitespace().map(|label| item(problem, label)).collect::<Result<_, _>>()?;
    let has_all = |option: &OptionId| wanted.iter().all(|item| problem.items_of(*option).contains(item));
    let found: Vec<OptionId> = problem.options().filter(has_all).collect();
    let exact: Vec<OptionId> =
        found.iter().copied().filter(|&option| problem.items_of(option).len() == wanted.len()).collect();
    match (exact.as_slice(), found.as_slice()) {
        ([one], _) | (_, [one]) => Ok(*one),
        (_, []) => Err(Failure::usage(
            format!("no option has the items `{word}`"),
            "an option is named by its number, or by items that it alone has together",
        )),
        (_, many) => Err(Failure::usage(
            format!(
                "{} options have the items `{word}`, the first two are {} and {}",
                many.len(),
                many[0].index(),
                many[1].index()
            ),
            "name one by its number, or by more of its items",
        )),
    }
}
