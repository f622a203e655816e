//! `dlx-count explain SOURCE --steps`: how a person gets to the solution.

use std::process::ExitCode;

use serde_json::{Value, json};

use super::explain::{SHOWN, Wording};
use crate::cli::end::{Failure, status};
use crate::cli::show::{note, print};
use crate::problem::{ItemId, OptionId, Problem};
use crate::puzzle::{Conclusion, Deduction, Deductions, Technique};
use crate::report::plural;
use crate::tally::Ending;

/// Prints each step as it is found.
pub(super) fn show(said: &Wording<'_>, problem: &Problem) -> Result<ExitCode, Failure> {
    let mut numbers = [0; Technique::ALL.len()];
    let all = || {
        let mut deductions = Deductions::new(problem).ok_or_else(|| {
            let what = "--steps is for items that are covered once, by options that need not be connected";
            Failure::usage(what, "steps are found for sudokus, Latin squares and other exact covers: leave it out")
        })?;
        for (before, deduction) in deductions.by_ref().enumerate() {
            let place = Technique::ALL.iter().position(|&technique| technique == deduction.technique);
            place.into_iter().for_each(|place| numbers[place] += 1);
            print(&said.step(before + 1, &deduction))?;
        }
        Ok::<Conclusion, Failure>(deductions.conclusion())
    };
    let Ok(conclusion) = said.settings.in_time(all) else {
        note("stopped by the time limit: there may be more steps");
        return Ok(status(Ending::TimeLimit, None));
    };
    print(&said.conclusion(conclusion?, numbers))?;
    Ok(ExitCode::SUCCESS)
}

impl Wording<'_> {
    fn step(&self, number: usize, deduction: &Deduction) -> String {
        match (self.settings.json, self.settings.quiet) {
            (true, _) => format!("{}\n", self.step_as_json(deduction)),
            (_, true) => String::new(),
            _ => format!("{number:4}  {}\n", self.step_in_words(deduction)),
        }
    }

    /// What is known now, and why.
    fn step_in_words(&self, deduction: &Deduction) -> String {
        let Deduction { technique, items, shared, chosen, out, n_singles } = deduction;
        let named = |items: &[ItemId], word: &str| self.list(items.iter().map(|&item| self.name(item)), word);
        let first = out.iter().take(SHOWN).map(|&option| self.option_name(option));
        let rest = out.len().checked_sub(SHOWN).filter(|&rest| rest > 0).map(|rest| plural(rest, "other"));
        let not = self.list(first.chain(rest), "or");
        let (all, taken) = (named(items, "and"), named(shared, "and"));
        match technique {
            Technique::Single => {
                let option = chosen.map(|option| self.option_name(option)).unwrap_or_default();
                format!("{option}: the only option left for {all}")
            }
            Technique::Intersection => format!("not {not}: every option for {all} covers {taken}"),
            Technique::DeadEnd => format!("not {not}: no option would be left for {all}"),
            Technique::Pair | Technique::Triple => format!("not {not}: {taken} are left to {all}"),
            Technique::Trial => {
                let singles = plural(*n_singles, "single");
                format!("not {not}: {singles} later no option would be left for {all}")
            }
        }
    }

    /// Words in a row, the last after `word`.
    fn list(&self, words: impl Iterator<Item = String>, word: &str) -> String {
        let mut words: Vec<String> = words.collect();
        let last = words.pop().unwrap_or_default();
        // Names that have commas are separated by semicolons.
        let comma = if words.iter().chain([&last]).any(|word| word.contains(',')) { "; " } else { ", " };
        if words.is_empty() { last } else { format!("{} {word} {last}", words.join(comma)) }
    }

    fn step_as_json(&self, deduction: &Deduction) -> Value {
        let labels =
            |items: &[ItemId]| -> Vec<&str> { items.iter().map(|&item| self.problem.item_label(item)).collect() };
        let words = |option: &OptionId| self.problem.cell_words(*option);
        let mut object = json!({ "technique": deduction.technique.name(), "items": labels(&deduction.items) });
        match deduction.chosen {
            Some(option) => object["chosen"] = json!(words(&option)),
            None => object["out"] = deduction.out.iter().map(words).collect(),
        }
        if !deduction.shared.is_empty() {
            object["shared"] = json!(labels(&deduction.shared));
        }
        if deduction.technique == Technique::Trial {
            object["singles"] = json!(deduction.n_singles);
        }
        object
    }

    /// The last line: the solution is found or not, after which steps.
    fn conclusion(&self, conclusion: Conclusion, numbers: [usize; Technique::ALL.len()]) -> String {
        let steps: usize = numbers.iter().sum();
        let all = Technique::ALL.into_iter().zip(numbers).filter(|&(_, number)| number > 0);
        if self.settings.json {
            let numbers: serde_json::Map<String, Value> =
                all.map(|(technique, number)| (technique.name().into(), json!(number))).collect();
            let end = match conclusion {
                Conclusion::Solved => json!({"solved": true, "steps": numbers}),
                Conclusion::Impossible(item) => {
                    json!({"solvable": false, "item": self.problem.item_label(item), "steps": numbers})
                }
                Conclusion::Open(left) => json!({"solved": false, "options": left, "steps": numbers}),
            };
            return format!("{end}\n");
        }
        let end = match conclusion {
            Conclusion::Solved => "solved".into(),
            Conclusion::Impossible(item) => format!("no solution, since no option is left for {},", self.name(item)),
            Conclusion::Open(left) => format!("not solved: {} left", plural(left, "option")),
        };
        let kinds: Vec<String> = all.map(|(technique, number)| plural(number, technique.name())).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
        format!("{}: {end} after {}{kinds}\n", self.problem.name(), plural(steps, "step"))
    }
}
