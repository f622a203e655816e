//! Subset sums and knapsacks: choose numbers that add up to a sum, or to no more than a capacity. With numbers that may be taken any number of times: ways to give change.
//!
//! A number may have a value, which is its cost: the knapsack problem is to find the greatest value (`solve --maximize`). If no number has a value, each costs 1, and the least cost is that of
//! the fewest numbers.
//!
//! # The reduction
//!
//! Each number is a primary item; an option takes it some number of times, and gives the sums before it and behind it: the colors of two secondary items, on which
//! consecutive numbers agree. Before the first number the sum is 0, behind the last it is the target.
//!
//! It is parsimonious: a choice determines all sums, so one option of each number fits it, and none if the last sum is wrong. Only sums that can be reached, and from which
//! the end can be, are written; there are at most as many as the sum is large, so this is a reduction for small numbers. Where the sums are many, choices that are only to be counted are counted without it (see `sums`).
//!
//! Published: ways to give change for a dollar with coins up to 50 cents, 292 (OEIS A001300); with 1 to n, each any number of times, the partitions of n (A000041), each once those into
//! different parts (A000009); choices of signs before 1 to n with sum 0 (A063865).

use super::drawing::Drawing;
use super::error::{FamilyError, bounded};
use super::member::{Family, Fixed, Member, only};
use super::parameter::{Parameter, ParameterKind};
use super::sums::{Copies, n_choices};
use super::text::lines_of;
use dlx_canon::symmetry::{ClosedForm, CountQuery};
use dlx_core::format::{SyntaxError, error_at_word};
use dlx_core::problem::{Color, Decimal, ItemId, OptionId, Problem, ProblemBuilder, ProblemError, to_u32};
use dlx_core::stop::poll;
use dlx_core::tally::Count;

/// The most options.
const MAX_OPTIONS: usize = 1 << 22;

/// With more sums than these, choices that are only to be counted are counted without a problem.
const MANY_SUMS: usize = 1 << 18;

/// The highest value: all options together cost no more than a problem may.
const MAX_VALUE: u32 = 1 << 19;
/// The most digits behind the point of a value.
const MAX_DIGITS: u32 = 6;

/// Sums that are kept for all numbers together, a bit for each: 128 MiB.
const MOST_KEPT: usize = 1 << 30;

/// The largest sum.
const MAX_SUM: usize = 1 << 20;

/// Numbers, each with how often it may be taken.
///
/// ```
/// use dlx_count::{Session, family::Knapsack};
///
/// let coins = Knapsack::read("1* 5* 10* 25* 50*")?;
/// assert_eq!(Session::new()?.count(&coins.with_sum(100)?)?.count.to_string(), "292");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Knapsack {
    numbers: Vec<Copies>,
    /// The value of each, if it has one.
    values: Vec<Option<Decimal>>,
}

impl Knapsack {
    /// Reads numbers with white space between them: `7` may be taken once, `7*3` up to three times, `7*` any number of times; `7:12*3` is worth 12 each time. What follows `#` in a line is a
    /// comment.
    ///
    /// # Errors
    /// If a word is not a number, with line and column, or a 0 may be taken any number of times.
    pub fn read(text: &str) -> Result<Self, Box<SyntaxError>> {
        let mut knapsack = Self::default();
        for (number, line) in lines_of(text) {
            let shown = line.split('#').next().unwrap_or_default();
            for word in shown.split_whitespace() {
                let help = if word.starts_with("0*") {
                    "a 0 that may be taken any number of times makes solutions without end"
                } else {
                    "a number is whole, and may be taken once; `7*3` up to three times, `7*` any number of times; `7:12` is worth 12, and `7:12*3` both"
                };
                let what = format!("cannot read `{word}` as a number");
                let (number, value) = valued(word).ok_or_else(|| error_at_word((number, line), word, &what, help))?;
                knapsack.numbers.push(number);
                knapsack.values.push(value);
            }
        }
        Ok(knapsack)
    }

    /// The problem of choices with this sum.
    ///
    /// # Errors
    /// If the sum, or the problem, is too large.
    pub fn with_sum(&self, sum: usize) -> Result<Problem, FamilyError> {
        self.problem(sum, sum)
    }

    /// The problem of choices with at most this sum.
    ///
    /// # Errors
    /// If the sum, or the problem, is too large.
    pub fn with_sum_at_most(&self, sum: usize) -> Result<Problem, FamilyError> {
        self.problem(0, sum)
    }

    /// The number of choices with at least and at most this sum, found without a problem; none if that takes too long.
    ///
    /// ```
    /// use dlx_count::family::Knapsack;
    ///
    /// let numbers = Knapsack::read("123456789 987654321 555555555* 1*1000000")?;
    /// assert_eq!(numbers.n_choices(1_111_111_110, 1_111_111_110).unwrap().to_string(), "2");
    /// # Ok::<(), Box<dlx_count::format::SyntaxError>>(())
    /// ```
    #[must_use]
    pub fn n_choices(&self, least: usize, most: usize) -> Option<Count> {
        n_choices(&self.numbers, least, most)
    }

    /// Why no choice has as large a sum as this, if all numbers together make less.
    fn obstacle(&self, least: usize) -> Option<String> {
        let mut all = self.numbers.iter().map(|&(number, times)| number.checked_mul(times?));
        let all = all.try_fold(0usize, |sum, part| sum.checked_add(part?))?;
        (all < least).then(|| format!("all numbers together make {all}"))
    }

    fn problem(&self, least: usize, most: usize) -> Result<Problem, FamilyError> {
        let steps = self.steps(least, most)?;
        if self.numbers.is_empty() && least > 0 {
            let mut builder = Problem::builder();
            // Nothing can be chosen, and something is to be.
            builder.primary("sum").map_err(|error| FamilyError::new(error.to_string(), ""))?;
            return Ok(builder.build());
        }
        self.build(&steps).map_err(|error| FamilyError::new(error.to_string(), "take smaller numbers"))
    }

    /// For each number the options: how often it is taken, and the sums before and behind.
    fn steps(&self, least: usize, most: usize) -> Result<Vec<Vec<SumStep>>, FamilyError> {
        bounded("a sum", most, MAX_SUM)?;
        let too_many = || {
            let help =
                format!("there may be {MAX_OPTIONS} options: one for each sum that can be reached, and each number");
            FamilyError::new("too many sums", help)
        };
        if self.numbers.len().saturating_mul(most) > MOST_KEPT {
            return Err(too_many());
        }
        // Sums from which the end can be reached, from the last number to the first.
        let mut open = vec![SumSet::between(least, most)];
        let (mut steps, mut n_options) = (Vec::new(), 0usize);
        for &number in self.numbers.iter().rev() {
            open.push(open[open.len() - 1].before(number));
        }
        let mut here = vec![false; most + 1];
        here[0] = true;
        for (&number, behind) in self.numbers.iter().zip(open.iter().rev().skip(1)) {
            let mut next = vec![false; most + 1];
            let mut options = Vec::new();
            for (before, _) in here.iter().enumerate().filter(|&(_, &is_here)| is_here) {
                poll(1);
                for (times, sum) in taken(number, before, most).filter(|&(_, sum)| behind.has(sum)) {
                    poll(1);
                    next[sum] = true;
                    options.push(SumStep { times, before, behind: sum });
                }
                if n_options + options.len() > MAX_OPTIONS {
                    return Err(too_many());
                }
            }
            n_options += options.len();
            here = next;
            steps.push(options);
        }
        Ok(steps)
    }

    fn build(&self, steps: &[Vec<SumStep>]) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        let n = self.numbers.len();
        let items = builder.primaries((1..=n).map(|k| format!("n{k}")))?;
        let sums = builder.secondaries((1..n).map(|k| format!("s{k}")))?;
        let has_values = self.values.iter().any(Option::is_some);
        let mut taken = Vec::new();
        for (place, options) in steps.iter().enumerate() {
            for step in options {
                let before = place.checked_sub(1).and_then(|place| sums.get(place)).map(|&item| (item, step.before));
                let behind = sums.get(place).map(|&item| (item, step.behind));
                let option = add(&mut builder, items[place], before.into_iter().chain(behind))?;
                let times = i64::from(to_u32(step.times));
                taken.push(times);
                if has_values {
                    let value = self.values[place].unwrap_or_default();
                    builder.cost(option, Decimal::new(value.units().saturating_mul(times), value.digits()))?;
                }
            }
        }
        builder.build().with_usual_costs(|option| taken[option.index()])
    }

    fn drawing(&self, least: usize, most: usize) -> Result<Drawing, FamilyError> {
        let steps = self.steps(least, most)?;
        let numbers = self
            .numbers
            .iter()
            .zip(&steps)
            .flat_map(|(&(number, _), steps)| steps.iter().map(move |step| (number, step.times)));
        let taken: Vec<(usize, usize)> = numbers.collect();
        Ok(Drawing::text(move |solution| {
            let mut chosen: Vec<_> = solution.iter().map(|option| option.index()).collect();
            chosen.sort_unstable();
            let words = chosen.into_iter().map(|option| taken[option]).filter(|&(_, times)| times > 0);
            let word = |(number, times)| if times == 1 { format!("{number}") } else { format!("{number}*{times}") };
            words.map(word).collect::<Vec<_>>().join(" + ")
        }))
    }
}

/// A set of sums from 0 to a greatest one, in words of 64 bits.
struct SumSet {
    words: Vec<u64>,
}

impl SumSet {
    fn between(least: usize, most: usize) -> Self {
        let mut words = vec![0; most / 64 + 1];
        (least..=most).for_each(|sum| words[sum / 64] |= 1 << (sum % 64));
        Self { words }
    }

    fn has(&self, sum: usize) -> bool {
        self.words[sum / 64] >> (sum % 64) & 1 == 1
    }

    /// The sums from which one of these is reached by a number, taken as often as it may be: by twice as many times in each step.
    fn before(&self, (number, copies): Copies) -> Self {
        let mut before = Self { words: self.words.clone() };
        let fits = (64 * self.words.len()).checked_div(number).unwrap_or(0);
        let (times, mut done) = (copies.map_or(fits, |copies| copies.min(fits)), 0);
        while done < times {
            let step = (done + 1).min(times - done);
            before.add_lowered(step * number);
            done += step;
        }
        before
    }

    /// Adds each sum less this number.
    fn add_lowered(&mut self, number: usize) {
        let (words, bits) = (number / 64, number % 64);
        poll(self.words.len());
        for place in 0..self.words.len().saturating_sub(words) {
            let low = self.words[place + words] >> bits;
            let high = self.words.get(place + words + 1).filter(|_| bits > 0).map_or(0, |word| word << (64 - bits));
            self.words[place] |= low | high;
        }
    }
}

/// How many times a number is taken, and the sums before and behind it.
struct SumStep {
    times: usize,
    before: usize,
    behind: usize,
}

fn add(
    builder: &mut ProblemBuilder,
    item: ItemId,
    sums: impl Iterator<Item = (ItemId, usize)>,
) -> Result<OptionId, ProblemError> {
    builder.push(item, Color::NONE)?;
    for (sum, value) in sums {
        let color = builder.color(&value.to_string())?;
        builder.push(sum, color)?;
    }
    builder.finish()
}

/// The numbers of times that a number may be taken, with the sums after it.
fn taken((number, copies): (usize, Option<usize>), sum: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let fits = (most - sum).checked_div(number).unwrap_or(usize::MAX);
    let times = copies.map_or(fits, |copies| copies.min(fits));
    (0..=times).map(move |times| (times, sum + number * times))
}

/// Reads a number with its copies and, as in `7:12*3`, its value.
fn valued(word: &str) -> Option<(Copies, Option<Decimal>)> {
    let (number, rest) = word.split_once(':').unwrap_or((word, ""));
    if !word.contains(':') {
        return Some((copies(word)?, None));
    }
    let (value, times) =
        rest.split_once('*').map_or((rest, String::new()), |(value, times)| (value, format!("*{times}")));
    let is_small = |value: &Decimal| value.is_within(MAX_VALUE, MAX_DIGITS);
    let value = value.parse().ok().filter(|value| is_small(value) && !number.contains('*'))?;
    Some((copies(&format!("{number}{times}"))?, Some(value)))
}

/// Reads `7`, `7*3` or `7*`.
fn copies(word: &str) -> Option<Copies> {
    let (number, copies) = word.split_once('*').unwrap_or((word, "1"));
    let number: usize = number.parse().ok()?;
    let copies = if copies.is_empty() { None } else { Some(copies.parse().ok().filter(|&copies| copies <= MAX_SUM)?) };
    (number > 0 || copies.is_some()).then_some((number, copies))
}

/// The family on the command line.
pub(super) const KNAPSACK: Family = Family {
    name: "knapsack",
    about: "Subsets of numbers whose sum is given, or at most N (A001300)",
    parameters: &[
        Parameter::first(
            "path",
            "FILE",
            "Numbers; `7*3` may be taken three times, `7*` any number of times, `7:12` is worth 12; `-` for standard input",
        )
        .of(ParameterKind::Path),
        Parameter::named("sum", "N", "The sum of what is chosen")
            .number()
            .required()
            .unless("capacity")
            .not_with("capacity"),
        Parameter::named("capacity", "N", "The largest sum of what is chosen").number(),
    ],
    examples: &[
        ("knapsack numbers.txt --sum 100", ""),
        ("table knapsack coins.txt --sum 0..100", ""),
        ("knapsack numbers.txt --capacity 50", ""),
        ("solve knapsack worth.txt --capacity 50 --maximize", "the greatest value"),
    ],
    spans: |_, arguments| {
        let name = if arguments.has("sum") { "sum" } else { "capacity" };
        Ok(vec![(name.into(), arguments.span(name)?)])
    },
    fixes: |_| Some(Fixed::new("numbers are gone through one after the other", "leave --up-to-symmetry out")),
    make: |_, arguments, values| {
        let (knapsack, word) = arguments.read_file(Knapsack::read)?;
        let most = values.first().copied().unwrap_or_default();
        let (flag, least) = if arguments.has("sum") { ("sum", most) } else { ("capacity", 0) };
        only(Choices { name: format!("knapsack {word} --{flag} {most}"), knapsack, least, most })
    },
    ..Family::PLAIN
};

/// Numbers with bounds for their sum.
struct Choices {
    name: String,
    knapsack: Knapsack,
    least: usize,
    most: usize,
}

impl Member for Choices {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        let problem = self.knapsack.problem(self.least, self.most)?.with_name(&self.name);
        Ok(CountQuery::from(problem).impossible(self.knapsack.obstacle(self.least)))
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        let n_sums = self.most.saturating_add(1).saturating_mul(self.knapsack.numbers.len());
        let (knapsack, least, most) = (self.knapsack.clone(), self.least, self.most);
        (n_sums > MANY_SUMS).then(|| ClosedForm::new("sums", move || knapsack.n_choices(least, most)))
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        self.knapsack.drawing(self.least, self.most).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        let read = Knapsack::read("1 2*3 # four*\n\n5*\n").unwrap();
        assert_eq!(read.numbers, [(1, Some(1)), (2, Some(3)), (5, None)]);
        let worth = Knapsack::read("7:12*3 5:0 2:9*").unwrap();
        assert_eq!(
            (worth.numbers, worth.values),
            (vec![(7, Some(3)), (5, Some(1)), (2, None)], vec![Some(12.into()), Some(0.into()), Some(9.into())])
        );
    }
}
