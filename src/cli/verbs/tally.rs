//! `dlx-count tally SOURCE --by WORD`: how many solutions have how many options of a kind, or such a cost; sums of other amounts than numbers of solutions.

use std::borrow::Cow;
use std::fmt::Display;
use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::best::has_sum;
use super::finding::all_wanted;
use super::verb::{Call, DEMANDS, Verb};
use super::weigh;
use crate::cli::args::parse_within;
use crate::cli::end::{Failure, Signals, status};
use crate::cli::settings::Settings;
use crate::cli::show::{note, print};
use crate::family::Drawing;
use crate::format::meant;
use crate::job::{SETTLED, options_with};
use crate::parallel::RunError;
use crate::problem::{Decimal, OptionId, Problem};
use crate::report::{CompositionFormat, compositions, plural, reason};
use crate::session::{Adds, ByKind, Compositions, Session};
use crate::stop::poll;
use crate::symmetry::CountQuery;
use crate::tally::{Counted, Ending, Modulo, Ratio, Semiring, Weighted};

pub(super) const VERB: Verb = Verb {
    name: "tally",
    about: "Count solutions by the kinds of their options, or by cost",
    examples: &[
        ("tally polyomino 8x8 --pieces dominoes --fixed --reuse --by I2.1", "tilings by flat dominoes"),
        ("tally polyomino 8x8 --pieces tetrominoes --reuse --by T4 --by I4", "by two pieces"),
        ("tally cliques 6 --by '*'", "by the number of options: set partitions by blocks"),
        ("tally file problem.dlx --by-cost", "by what the options cost together"),
        ("tally polyomino 8x8 --pieces dominoes --reuse --modulo 1000000007", ""),
        ("tally cliques 6 --weight '*=1/2'", "the sum of the products of weights"),
        ("tally cnf formula.cnf --weights", "the weighted count of models"),
    ],
    heeds: &[DEMANDS, &["threads", "memory", "time_limit", "json", "quiet"]],
    says: &[("json", "Print a JSON object for each row"), ("quiet", "Print only the rows")],
    takes_kinds: false,
    options: TallyArgs::augment_args,
    run: tally,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct TallyArgs {
    /// A kind: the options with this label, item or piece, or one by its number, `#3`; `r1*` for all with that prefix; repeatable
    #[arg(long, value_name = "WORD", global = true)]
    by: Vec<String>,
    /// Count by total cost; options without costs cost 1 each
    #[arg(long, global = true)]
    by_cost: bool,
    /// Count modulo P
    #[arg(long, value_name = "P", global = true, value_parser = parse_within(1, Some(u64::MAX)))]
    modulo: Option<u64>,
    /// Give each option of this kind the weight W, such as 3, -1/2 or 0.25: a solution counts as the product of its options' weights; repeatable
    #[arg(long, value_name = "WORD=W", global = true, conflicts_with = "modulo", allow_hyphen_values = true)]
    weight: Vec<String>,
    /// Weight each model by the weights of its literals, as given in the formula file
    #[arg(long, global = true, conflicts_with = "modulo")]
    weights: bool,
    /// Print comma-separated values
    #[arg(long, global = true, conflicts_with = "json")]
    csv: bool,
}

/// Prints a row for each composition that occurs.
fn tally(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, questions) = (call.options::<TallyArgs>()?, &call.settings, call.drawn_questions()?);
    if args.by.is_empty() && !args.by_cost && args.modulo.is_none() && args.weight.is_empty() && !args.weights {
        return Err(Failure::usage(
            "tally counts by kinds of options",
            "name one by --by WORD, or all options by --by '*'; or add up costs by --by-cost",
        ));
    }
    let weights = args.weight.iter().map(|word| weight(word)).collect::<Result<Vec<_>, _>>()?;
    let signals = Signals::listen()?;
    let tallying = Tallying { args: &args, settings, signals: &signals, questions: &questions };
    let mut last = Ending::Complete;
    for (question, drawing) in &questions {
        all_wanted(question, "a tally is one of all solutions")?;
        let (problem, drawing) = (question.problem(), drawing.as_ref());
        last = match args.modulo {
            Some(modulo) => {
                let sum: Sums<'_, _> = &|session, columns, adds| session.sum_by(problem, columns, adds, Modulo(modulo));
                let said = (["residue", &format!(" modulo {modulo}")], false);
                tallying.one((problem, drawing), (Modulo(modulo), sum), said)?
            }
            None if weights.is_empty() && !args.weights => {
                let sum: Sums<'_, _> = &|session, columns, adds| session.sum_by(problem, columns, adds, Counted);
                tallying.one((problem, drawing), (Counted, sum), (["count", ""], true))?
            }
            None => {
                let own = if args.weights { Some(weights_of(question, settings)?) } else { None };
                let weights = settings.in_time(|| tallying.weighed(problem.original(), drawing, &weights, own))??;
                let sum: Sums<'_, _> = &|session, columns, adds| session.weigh_by(problem, columns, adds, &weights);
                let ring = Weighted { weights: Vec::new() };
                tallying.one((problem, drawing), (ring, sum), (["weight", " in all"], false))?
            }
        };
        if last != Ending::Complete {
            break;
        }
    }
    Ok(status(last, signals.received()))
}

/// The weight of each option that the source gives.
fn weights_of<'q>(question: &'q CountQuery, settings: &Settings) -> Result<&'q [Ratio], Failure> {
    weigh::weights(question, settings)?.ok_or_else(|| {
        Failure::usage(
            "this source gives no weights",
            "formulas do, in lines like `c p weight -3 0.25 0`; --weight WORD=W gives options a weight",
        )
    })
}

/// How amounts are summed by a number of columns, to which options add.
type Sums<'s, A> = &'s dyn Fn(&Session<'_>, usize, &Adds<'_>) -> Result<ByKind<A>, RunError>;

/// What tallying one problem after the other needs.
struct Tallying<'a> {
    args: &'a TallyArgs,
    settings: &'a Settings,
    signals: &'a Signals,
    /// All problems: a word that one of them knows is no mistake in another.
    questions: &'a [(CountQuery, Option<Drawing>)],
}

impl Tallying<'_> {
    /// Prints the tally of a problem. The words are the name of the amounts, and the text after their sum. The flag says whether the amount of some solutions is a lower bound of that of all.
    fn one<R: Semiring>(
        &self,
        (problem, drawing): (&Problem, Option<&Drawing>),
        (ring, sum): (R, Sums<'_, R::Amount>),
        ([what, behind], is_bound): ([&str; 2], bool),
    ) -> Result<Ending, Failure> {
        let args = self.args;
        if args.by_cost {
            has_sum(problem)?;
        }
        let priced = if args.by_cost { problem.priced() } else { Cow::Borrowed(problem) };
        let members = self.settings.in_time(|| self.members(problem.original(), drawing, &args.by))??;
        self.warn_of_items(problem.original(), drawing);
        let adds = |option: OptionId| {
            let kinds = (0..members.len()).map(|kind| (kind, members[kind].added[option.index()]));
            let kinds = kinds.filter(|&(_, added)| added != 0);
            let cost = args.by_cost.then(|| (members.len(), priced.original().cost(option)));
            kinds.chain(cost).collect::<Vec<_>>()
        };
        let cost = if args.by.iter().any(|word| word == "cost") { "total cost" } else { "cost" };
        let columns: Vec<String> = args.by.iter().cloned().chain(args.by_cost.then(|| cost.into())).collect();
        let session = self.settings.session_until(self.signals).build()?;
        let by = sum(&session, columns.len(), &adds)?;
        let (format, name) = (self.format(), problem.name());
        let is_complete = by.ending == Ending::Complete;
        if !is_complete && !is_bound {
            return self.nothing(name, what, by.ending);
        }
        let mut all = ring.zero();
        by.compositions.values().for_each(|amount| ring.add(&mut all, amount));
        let is_unknown = !is_complete && by.compositions.is_empty();
        let mut rows = self.rows(&priced, &members, by.compositions);
        // In JSON each problem has a line.
        if rows.is_empty() && (columns.is_empty() || format == CompositionFormat::Json) {
            rows.push((Vec::new(), all.clone()));
        }
        print(&match (columns.as_slice(), format) {
            ([], CompositionFormat::Text) => format!("{all}\n"),
            (_, CompositionFormat::Json) if is_unknown => unknown(what, by.ending),
            _ => compositions(&columns, what, &rows, (format, by.ending, self.one_of_several(name))),
        })?;
        if !self.settings.quiet {
            let least = if is_complete { "" } else { "at least " };
            let all = if behind.is_empty() { named(&all) } else { format!("{all}{behind}") };
            note(&format!("{name}: {least}{all}{}, {}", reason(by.ending), by.way));
        }
        Ok(by.ending)
    }

    /// Says of which words every solution has one option, since they name an item, and how its options are named.
    fn warn_of_items(&self, problem: &Problem, drawing: Option<&Drawing>) {
        let is_piece = |word: &str| {
            drawing.and_then(Drawing::scene).is_some_and(|scene| scene.kinds.iter().any(|kind| kind == word))
        };
        let weighted = self.args.weight.iter().filter_map(|word| Some(word.rsplit_once('=')?.0));
        for word in self.args.by.iter().map(String::as_str).chain(weighted).filter(|_| !self.settings.quiet) {
            let named = problem.items().find(|&item| problem.is_primary(item) && problem.item_label(item) == word);
            let Some(item) = named.filter(|_| !is_piece(word) && problem.times().is_empty()) else { continue };
            let has_it = |option: &OptionId| problem.items_of(*option).contains(&item);
            let its = || problem.options().filter(has_it);
            // The word may mean a label or a color as well, or those options of the item that choose something.
            let added = members(problem, drawing, &[word.to_owned()]).swap_remove(0).added;
            let means_it = problem.options().all(|option| has_it(&option) == (added[option.index()] != 0));
            if its().next().is_none() || !means_it {
                continue;
            }
            let name = |option: OptionId| format!("#{} ({})", option.index(), problem.cell_words(option).join(" "));
            let mut options: Vec<String> = its().take(MOST_NAMED).map(name).collect();
            options.extend(its().nth(MOST_NAMED).map(|_| format!("and {} more", its().count() - MOST_NAMED)));
            note(&format!("each solution has one option of item `{word}`; its options are {}", options.join(", ")));
        }
    }

    /// The rows of a table, with costs as they are written.
    fn rows<A>(&self, priced: &Problem, members: &[Occurrences], sums: Compositions<A>) -> Vec<(Vec<Decimal>, A)> {
        let number = |(column, sum): (usize, i64)| match members.get(column) {
            Some(kind) => Decimal::from(sum + kind.constant),
            None => priced.in_units_of_cost(sum),
        };
        sums.into_iter().map(|(sums, amount)| (sums.into_iter().enumerate().map(number).collect(), amount)).collect()
    }

    /// The weight of each option: the product of those of its kinds, and of its own, if it has one.
    fn weighed(
        &self,
        problem: &Problem,
        drawing: Option<&Drawing>,
        weights: &[(String, Ratio)],
        own: Option<&[Ratio]>,
    ) -> Result<Vec<Ratio>, Failure> {
        let kinds: Vec<String> = weights.iter().map(|(kind, _)| kind.clone()).collect();
        let members = self.members(problem, drawing, &kinds)?;
        // A literal that no option is of may be true where nothing is chosen.
        let is_weighed = |kind: &Occurrences| kind.constant == 0 && kind.added.iter().all(|&times| times >= 0);
        if let Some((word, _)) = kinds.iter().zip(&members).find(|(_, kind)| !is_weighed(kind)) {
            return Err(no_kind(word, problem, drawing));
        }
        let weight_of = |option: OptionId| {
            let its = weights.iter().zip(&members);
            let times = |kind: &Occurrences| usize::try_from(kind.added[option.index()]).unwrap_or(0);
            let its = its.flat_map(|((_, weight), kind)| std::iter::repeat_n(weight, times(kind)));
            let own = own.map_or_else(|| Ratio::from(1), |own| own[option.index()].clone());
            its.fold(own, |product, weight| product * weight)
        };
        Ok(problem.options().map(weight_of).collect())
    }

    /// For each word, how often each option of a problem is of that kind. A word of which no option is must be known otherwise.
    fn members(
        &self,
        problem: &Problem,
        drawing: Option<&Drawing>,
        words: &[String],
    ) -> Result<Vec<Occurrences>, Failure> {
        let members = members(problem, drawing, words);
        let is_known = |word: &String| {
            let mut others = self.questions.iter();
            others.any(|(question, drawing)| is_known(word, question.problem().original(), drawing.as_ref()))
        };
        let unknown = words.iter().zip(&members).find(|(word, members)| members.are_none() && !is_known(word));
        unknown.map_or(Ok(()), |(word, _)| Err(no_kind(word, problem, drawing)))?;
        Ok(members)
    }

    /// The name of a problem that is one of several.
    fn one_of_several<'n>(&self, name: &'n str) -> Option<&'n str> {
        (self.questions.len() > 1).then_some(name)
    }

    /// Says that nothing is known of an amount for which a partial sum is not a bound.
    fn nothing(&self, name: &str, what: &str, ending: Ending) -> Result<Ending, Failure> {
        if self.settings.json {
            print(&unknown(what, ending))?;
        }
        note(&format!("{name}: the {what} of a part says nothing of the whole, so none is printed{}", reason(ending)));
        Ok(ending)
    }

    fn format(&self) -> CompositionFormat {
        match (self.settings.json, self.args.csv) {
            (true, _) => CompositionFormat::Json,
            (_, true) => CompositionFormat::Csv,
            _ => CompositionFormat::Text,
        }
    }
}

/// An amount of which nothing is known, in JSON.
fn unknown(what: &str, ending: Ending) -> String {
    format!("{}\n", json!({ what: null, "complete": false, "ending": ending }))
}

/// `1 solution`, `92 solutions`.
fn named(count: &impl Display) -> String {
    plural(count, "solution")
}

/// A kind and the weight of its options.
fn weight(word: &str) -> Result<(String, Ratio), Failure> {
    let (kind, weight) = word.rsplit_once('=').ok_or_else(|| {
        Failure::usage(format!("`{word}` is not a kind with a weight"), "write WORD=W, such as T4=1/2, or '*=2'")
    })?;
    let weight: Ratio =
        weight.parse().map_err(|error| Failure::usage(format!("`{weight}` is not a weight"), &format!("{error}")))?;
    Ok((kind.into(), weight))
}

/// The most options of an item that are named.
const MOST_NAMED: usize = 3;

/// Does a word mean this name of an option?
fn fits(word: &str, name: &str) -> bool {
    match word.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == word,
    }
}

/// What an option is called, and the edges that it chooses, each of which has one name or two; none if it chooses something else.
struct OptionNames {
    names: Vec<String>,
    edges: Option<Vec<Vec<String>>>,
    is_left_out: bool,
}

impl OptionNames {
    fn new(option: OptionId, problem: &Problem, drawing: Option<&Drawing>, is_formula: bool) -> Self {
        let scene = drawing.and_then(Drawing::scene);
        let mut names: Vec<String> = problem.option_label(option).map(String::from).into_iter().collect();
        names.push(format!("#{}", option.index()));
        let is_left_out = drawing.is_some_and(|drawing| drawing.leaves_out(option));
        if is_formula || is_left_out {
            return Self { names, edges: None, is_left_out };
        }
        names.extend(problem.cell_words(option));
        let edges = drawing.and_then(|drawing| drawing.chosen_edges(option));
        if edges.is_none() {
            // An item with a color is that item, too.
            let colored = problem.cells(option).filter(|(_, color)| !color.is_none());
            names.extend(colored.map(|(item, _)| problem.item_label(item).to_owned()));
        }
        let mark = scene.map(|scene| (scene, scene.mark(option))).filter(|(_, mark)| !mark.cells.is_empty());
        if let Some((scene, mark)) = mark {
            names.extend(scene.kinds.get(mark.kind).cloned());
            names.push(mark.word);
        }
        Self { names, edges, is_left_out }
    }

    /// How often an option is of a kind: once, or as often as it chooses an edge of the kind.
    fn times(&self, word: &str) -> i64 {
        let n_edges = self.edges.iter().flatten().filter(|edge| edge.iter().any(|name| fits(word, name))).count();
        let is_one = match word {
            "*" => self.edges.is_none() && !self.is_left_out,
            _ => self.names.iter().any(|name| fits(word, name)),
        };
        if n_edges > 0 { i64::try_from(n_edges).unwrap_or(i64::MAX) } else { is_one.into() }
    }
}

/// What there is of a kind in a solution: as often as its options say, and, where the kind is a literal of a formula that has no option, a constant.
#[derive(Clone, Default)]
struct Occurrences {
    constant: i64,
    is_literal: bool,
    /// By option.
    added: Vec<i64>,
}

impl Occurrences {
    /// Is no option of that kind?
    fn are_none(&self) -> bool {
        !self.is_literal && self.added.iter().all(|&times| times == 0)
    }
}

/// For each word, how often each option is of that kind: those with this label, if there are any; if none is of it, those with all of these items. (Items of a formula are not its variables, though they may have the same names.)
fn members(problem: &Problem, drawing: Option<&Drawing>, words: &[String]) -> Vec<Occurrences> {
    let is_formula = is_formula(drawing);
    let has_label = |option: OptionId, word: &str| problem.option_label(option) == Some(word);
    let are_labels: Vec<bool> =
        words.iter().map(|word| problem.options().any(|option| has_label(option, word))).collect();
    let mut members = vec![Occurrences::default(); words.len()];
    for option in problem.options() {
        let names = OptionNames::new(option, problem, drawing, is_formula);
        poll(100 * names.names.len());
        for ((word, &is_label), members) in words.iter().zip(&are_labels).zip(&mut members) {
            members.added.push(if is_label { has_label(option, word).into() } else { names.times(word) });
        }
    }
    let are_items = |word: &str| !is_formula && word.split_whitespace().nth(1).is_some();
    for (word, members) in words.iter().zip(&mut members).filter(|(word, _)| are_items(word)) {
        if members.are_none() {
            let found = options_with(problem, word).map_or(Vec::new(), |(_, options)| options);
            found.into_iter().for_each(|option| members.added[option.index()] = 1);
        }
    }
    for (word, members) in words.iter().zip(&mut members).filter(|(_, members)| members.are_none()) {
        let Some(sum) = drawing.and_then(|drawing| drawing.literal_sum(word)) else { continue };
        (members.constant, members.is_literal) = (sum.constant, true);
        sum.added.into_iter().for_each(|(option, adds)| members.added[option.index()] = adds);
    }
    members
}

fn is_formula(drawing: Option<&Drawing>) -> bool {
    drawing.is_some_and(|drawing| drawing.values_in(&[]).is_some())
}

/// Does a word mean something in a problem: an item or a piece, even if no option is left that has it, or some of its options? There is nothing wrong with any word about a problem without options.
fn is_known(word: &str, problem: &Problem, drawing: Option<&Drawing>) -> bool {
    let is_formula = is_formula(drawing);
    let kinds = drawing.and_then(Drawing::scene).into_iter().flat_map(|scene| &scene.kinds);
    let items = problem.items().filter(|_| !is_formula).map(|item| problem.item_label(item));
    let names = |option: OptionId| OptionNames::new(option, problem, drawing, is_formula);
    problem.n_options() == 0
        || items.chain(kinds.map(String::as_str)).any(|name| fits(word, name))
        || drawing.is_some_and(|drawing| drawing.has_edge(word))
        || problem.options().any(|option| names(option).times(word) > 0)
}

/// The error for a word that means nothing in a problem.
fn no_kind(word: &str, problem: &Problem, drawing: Option<&Drawing>) -> Failure {
    let is_formula = is_formula(drawing);
    let names = |option: OptionId| OptionNames::new(option, problem, drawing, is_formula);
    let all_of = |names: OptionNames| names.names.into_iter().chain(names.edges.into_iter().flatten().flatten());
    let all: Vec<String> = problem.options().flat_map(|option| all_of(names(option))).collect();
    // Numbers of variables are all alike.
    let near = meant(word, all.iter().map(String::as_str)).filter(|_| !is_formula || !word.contains(char::is_numeric));
    let plain = if is_formula {
        SETTLED
    } else {
        "a kind is a label, an item or several of an option, a piece, or # and the number of an option"
    };
    Failure::usage(format!("no option is of the kind `{word}`"), near.as_deref().unwrap_or(plain))
}
