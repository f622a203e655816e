//! How often an item is covered, counted option by option: for covers that may overlap, and for minimal ones.
//!
//! Copies of an item, as `expand` makes them, are good where it is covered an exact number of times. Where more options may follow they are not: the search tells apart which option comes first and which second, though that
//! does not matter. Here only the number of times that an item is covered so far is told apart, up to what is enough. This is expressed by items and colors, so that every engine can count it:
//! * Each option has a primary item of its own, covered by choosing it or by not choosing it, and a secondary one that has the color `in` or `out` accordingly.
//! * For each item that may be covered several times its options are counted in their order: one secondary item between each and the next, whose color is the number so far, and one primary item for each
//!   step, whose options are the ways to continue.
//!
//! This suits the engine that merges states. All dominating sets of the 5 x 6 grid, 300126903, take 15 ms, and 17 s with copies; those of the 8 x 8 grid take 42 ms, and with copies no end is in sight. Exact numbers are counted
//! where an option has two such items at most (labelled cubic graphs of 12 vertices: 0.15 s, with copies less than a tenth after 20 s), or more than can be copied without making the choices apart (2-(8,4,3) designs: 2.2 s, and
//! none found in 20 s). In between copies are better (2-(9,3,2) designs: 1.3 s, with counts half of them in 20 s), and so they are if some items are covered just once.
//!
//! *Minimal covers* are those in which no option can be left out. An option is needed if some item of it would not be covered often enough without it: if that item is covered exactly as often as it must be. Where every
//! item is covered exactly once all covers are minimal; where items may be covered more often, few are (the minimal transversals of a hypergraph, TAOCP 7.1.4 and 7.2.2.1). To count them, numbers go up to one more,
//! so that after the last option the color is `just` if no option can be spared, and `more` otherwise. Choosing an option is then an option for each item that may need it: the first that does. That one is `just`,
//! those before it are `more`. Which it is follows from the cover, so there are as many solutions as minimal covers. And since an item that must be covered once is `just` covered by no other option, the others are set to
//! `out` at once: minimal dominating sets of queens on 4 x 4 take 5.5 thousand nodes of branch and bound, and 2.6 million without that.
//!
//! An option of k items becomes at most k + 1 options and a count to n becomes at most 2 (n + 1) options a step, so the problem stays small.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::apart::Cells;
use super::bounds::{check, fresh};
use super::builder::ProblemBuilder;
use super::error::ProblemError;
use super::exact_cover::{BoundedOrigin, NONE, Problem};
use super::ids::{Color, ItemId, OptionId};
use super::multiplicity::Multiplicity;
use super::widths::to_u32;

/// An item that may be covered several times: what is counted, and where the count stands.
struct Counter {
    times: Multiplicity,
    options: Vec<OptionId>,
    /// How often options cover it, the first ones together: one number before each, and one behind all.
    sums: Vec<usize>,
    /// The last number that is told apart from others. Where there is no bound it is a number that is enough, or more than enough where that matters.
    cap: usize,
    /// For each option the item of the step of the count there.
    steps: Vec<ItemId>,
    /// One for each option: the count after it.
    counts: Vec<ItemId>,
    /// The color of each number that has to be told from others, from 0.
    numbers: Vec<Color>,
}

/// The colors that do not stand for numbers.
#[derive(Clone, Copy)]
struct CountingColors {
    chosen: Color,
    left_out: Color,
    just: Color,
    more: Color,
}

/// How an option of the old problem appears in the new one.
struct OptionChoice {
    own: ItemId,
    is_in: ItemId,
}

struct Making<'p> {
    problem: &'p Problem,
    builder: ProblemBuilder,
    counters: Vec<Option<Counter>>,
    items: Vec<Option<ItemId>>,
    choices: Vec<Option<OptionChoice>>,
    words: CountingColors,
    /// What each option stands for.
    stands_for: Vec<u32>,
}

/// The problem in which these items are covered as often as `times` says. If only minimal covers are wanted, `needless` are the items that need no option: they are there so that an option must be in.
pub(super) fn counted(
    problem: &Problem,
    times: &[(ItemId, Multiplicity)],
    needless: Option<&[ItemId]>,
) -> Result<Problem, ProblemError> {
    counted_by_weight(problem, times, needless, |_, _| 1)
}

/// The problem of [`counted`], where an option covers such an item as often as its weight says, and is still one option.
pub(super) fn counted_by_weight(
    problem: &Problem,
    times: &[(ItemId, Multiplicity)],
    needless: Option<&[ItemId]>,
    weight: impl Fn(OptionId, ItemId) -> usize,
) -> Result<Problem, ProblemError> {
    let mut making = Making::new(problem, times, needless.is_some(), &weight)?;
    let colors = problem.colors.iter().map(|label| making.builder.color(label)).collect::<Result<Vec<_>, _>>()?;
    for option in problem.options() {
        making.add(option, &colors, needless)?;
    }
    making.count()?;
    let Making { builder, stands_for, .. } = making;
    let origin = BoundedOrigin {
        problem: problem.clone(),
        times: times.to_vec(),
        options: stands_for,
        needless: needless.map(<[_]>::to_vec),
        // An option may weigh more than one.
        by_quotas: OnceLock::from(None),
    };
    Ok(origin.build(builder))
}

impl<'p> Making<'p> {
    /// Declares all items, primary ones first.
    fn new(
        problem: &'p Problem,
        times: &[(ItemId, Multiplicity)],
        is_minimal: bool,
        weight: &dyn Fn(OptionId, ItemId) -> usize,
    ) -> Result<Self, ProblemError> {
        let mut builder = Problem::builder();
        builder.name(problem.name());
        let mut counters: Vec<Option<Counter>> = problem.items().map(|_| None).collect();
        check(problem, times)?;
        for &(item, times) in times {
            counters[item.index()] = (times != Multiplicity::ONE).then(|| Counter::new(times));
        }
        for option in problem.options() {
            for &item in problem.items_of(option) {
                counters[item.index()].iter_mut().for_each(|counter| counter.push(option, weight(option, item)));
            }
        }
        counters.iter_mut().flatten().for_each(|counter| counter.bound(is_minimal));
        let words = CountingColors {
            chosen: builder.color("in")?,
            left_out: builder.color("out")?,
            just: builder.color("just")?,
            more: builder.color("more")?,
        };
        let (items, choices, stands_for) = (vec![None; problem.n_items()], Vec::new(), Vec::new());
        let mut making = Self { problem, builder, counters, items, choices, words, stands_for };
        let taken: HashSet<&str> = problem.items().map(|item| problem.item_label(item)).collect();
        let label = |text: String| fresh(&taken, text);
        let is_once = |item: ItemId| problem.is_primary(item) || times.contains(&(item, Multiplicity::ONE));
        let owns = making.declare_primary(&is_once, &label)?;
        making.declare_secondary(owns, &label)?;
        Ok(making)
    }

    /// Declares what must be covered: items that are covered once, and option by option its own item and the steps of those that it covers, which is a good order for merging states.
    fn declare_primary(
        &mut self,
        is_once: &dyn Fn(ItemId) -> bool,
        label: &dyn Fn(String) -> String,
    ) -> Result<Vec<Option<ItemId>>, ProblemError> {
        let builder = &mut self.builder;
        for item in self.problem.items() {
            let name = self.problem.item_label(item);
            match &mut self.counters[item.index()] {
                // Nothing can cover it: so there is something that nothing covers.
                Some(counter) if counter.options.is_empty() && counter.times.least > 0 => {
                    builder.primary(label(format!("{name}#1")))?;
                }
                Some(_) => {}
                None if is_once(item) => self.items[item.index()] = Some(builder.primary(name)?),
                None => {}
            }
        }
        let mut owns = Vec::new();
        for option in self.problem.options() {
            let items = self.problem.items_of(option);
            let is_asked = items.iter().any(|item| self.counters[item.index()].is_some());
            let own = is_asked.then(|| builder.primary(label(format!("option#{}", option.index()))));
            owns.push(own.transpose()?);
            for &item in items {
                let name = self.problem.item_label(item);
                if let Some(counter) = &mut self.counters[item.index()] {
                    let number = counter.steps.len() + 1;
                    counter.steps.push(builder.primary(label(format!("{name}#{number}")))?);
                }
            }
        }
        Ok(owns)
    }

    /// Declares everything else: the other items, counts, and whether an option is chosen.
    fn declare_secondary(
        &mut self,
        owns: Vec<Option<ItemId>>,
        label: &dyn Fn(String) -> String,
    ) -> Result<(), ProblemError> {
        let builder = &mut self.builder;
        for item in self.problem.items() {
            let name = self.problem.item_label(item);
            match &mut self.counters[item.index()] {
                Some(counter) => counter.declare_counts(|k| label(format!("{name}#{k}=")), builder)?,
                None if self.items[item.index()].is_none() => {
                    self.items[item.index()] = Some(builder.secondary(name)?);
                }
                None => {}
            }
        }
        for (option, own) in owns.into_iter().enumerate() {
            let choice =
                own.map(|own| Ok(OptionChoice { own, is_in: builder.secondary(label(format!("option#{option}?")))? }));
            self.choices.push(choice.transpose()?);
        }
        Ok(())
    }

    fn put(&mut self, cells: &[(ItemId, Color)], stands_for: Option<OptionId>) -> Result<(), ProblemError> {
        let added = self.builder.colored_option(cells)?;
        if let Some(label) = stands_for.and_then(|option| self.problem.option_label(option)) {
            self.builder.label(added, label)?;
        }
        self.stands_for.push(stands_for.map_or(NONE, |option| to_u32(option.index())));
        Ok(())
    }

    /// The options that an option becomes: one for each item that may be the first to need it, and one for not choosing it.
    fn add(&mut self, option: OptionId, colors: &[Color], needless: Option<&[ItemId]>) -> Result<(), ProblemError> {
        let color_of = |color: Color| if color.is_none() { color } else { colors[color.index() - 1] };
        let (mut plain, mut needy, mut is_needed) = (Cells::new(), Vec::new(), needless.is_none());
        for (item, color) in self.problem.cells(option) {
            match (&self.counters[item.index()], self.items[item.index()]) {
                (Some(counter), _) => needy.extend(counter.total().map(|total| (counter, total))),
                (None, Some(new)) => {
                    plain.push((new, color_of(color)));
                    let asks = !needless.unwrap_or_default().contains(&item);
                    is_needed |= asks && new.index() < self.builder.n_primary;
                }
                (None, None) => {}
            }
        }
        let mut out = None;
        if let Some(OptionChoice { own, is_in }) = self.choices[option.index()] {
            out = Some([(own, Color::NONE), (is_in, self.words.left_out)]);
            plain.extend([(own, Color::NONE), (is_in, self.words.chosen)]);
        }
        let mut ways = vec![plain; if is_needed { 1 } else { needy.len() }];
        for (needs, way) in ways.iter_mut().enumerate().filter(|_| !is_needed) {
            let before = needy[..needs].iter().map(|(_, total)| (*total, self.words.more));
            way.extend(before.chain([(needy[needs].1, self.words.just)]));
            self.leave_out_others(option, needy[needs].0, way);
        }
        if let Some(out) = out {
            self.put(&out, None)?;
        }
        ways.iter().try_for_each(|way| self.put(way, Some(option)))
    }

    /// Adds what follows at once: an item that must be covered once, and is covered just as often as it must be by this option, is covered by no other.
    fn leave_out_others(&self, option: OptionId, counter: &Counter, way: &mut Cells) {
        if counter.times.least > 1 {
            return;
        }
        let others = counter.options.iter().filter(|&&other| other != option);
        let others = others.filter_map(|other| self.choices[other.index()].as_ref());
        way.extend(others.map(|OptionChoice { is_in, .. }| (*is_in, self.words.left_out)));
    }

    /// The options that count.
    fn count(&mut self) -> Result<(), ProblemError> {
        for counter in std::mem::take(&mut self.counters).into_iter().flatten() {
            for (place, option) in counter.options.iter().enumerate() {
                let Some(OptionChoice { is_in, .. }) = self.choices[option.index()] else { continue };
                for (number, is_chosen) in counter.reached(place) {
                    let mut cells = vec![(counter.steps[place], Color::NONE)];
                    cells.push((is_in, if is_chosen { self.words.chosen } else { self.words.left_out }));
                    if place > 0 {
                        cells.push((counter.counts[place - 1], counter.numbers[number]));
                    }
                    let next = counter.next(number, place, is_chosen);
                    let is_last = place + 1 == counter.options.len();
                    let end = if next == counter.times.least { self.words.just } else { self.words.more };
                    cells.push((counter.counts[place], if is_last { end } else { counter.numbers[next] }));
                    self.put(&cells, None)?;
                }
            }
        }
        Ok(())
    }
}

impl Counter {
    fn new(times: Multiplicity) -> Self {
        let (options, steps, counts, numbers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { times, options, sums: vec![0], cap: 0, steps, counts, numbers }
    }

    fn push(&mut self, option: OptionId, weight: usize) {
        self.options.push(option);
        self.sums.push(self.total_weight() + weight);
    }

    fn total_weight(&self) -> usize {
        self.sums.last().copied().unwrap_or_default()
    }

    /// Sets how far to count, when all options are known.
    fn bound(&mut self, is_minimal: bool) {
        // Without a bound that can be exceeded, nothing is counted once there are enough.
        self.times.most = self.times.most.filter(|&most| most < self.total_weight());
        let enough = self.times.least + usize::from(is_minimal);
        self.cap = self.times.most.unwrap_or(enough).min(self.total_weight());
    }

    fn declare_counts(
        &mut self,
        label: impl Fn(usize) -> String,
        builder: &mut ProblemBuilder,
    ) -> Result<(), ProblemError> {
        let counts = (1..=self.options.len()).map(|k| builder.secondary(label(k)));
        self.counts = counts.collect::<Result<_, _>>()?;
        let numbers = (0..=self.cap).map(|number| builder.color(&number.to_string()));
        self.numbers = numbers.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The count after all options, if it can need one of them.
    fn total(&self) -> Option<ItemId> {
        self.counts.last().copied().filter(|_| self.times.least > 0)
    }

    /// The number behind the option in this place.
    fn next(&self, number: usize, place: usize, is_chosen: bool) -> usize {
        let weight = if is_chosen { self.sums[place + 1] - self.sums[place] } else { 0 };
        let next = number + weight;
        if self.times.most.is_none() { next.min(self.cap) } else { next }
    }

    /// The numbers that can stand before the option in this place, and whether it is chosen, such that enough can still follow and the bound is not exceeded.
    fn reached(&self, place: usize) -> impl Iterator<Item = (usize, bool)> {
        let n_after = self.total_weight() - self.sums[place + 1];
        (0..=self.sums[place].min(self.cap)).flat_map(|number| [(number, false), (number, true)]).filter(
            move |&(number, is_chosen)| {
                let next = self.next(number, place, is_chosen);
                next + n_after >= self.times.least && self.times.most.is_none_or(|most| next <= most)
            },
        )
    }
}
