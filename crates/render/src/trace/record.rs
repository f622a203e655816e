//! Every option that a search tries, one after the other, with what it finds there.

use dlx_core::problem::{Color, ItemId, Multiplicity, OptionId, Problem};

/// Options looked at after the record is full, so that its end says how long the whole search is.
const LOOK_AHEAD: usize = 50_000_000;

/// What a search finds after trying an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// An item to branch on, and how many of its options are to be tried.
    Branch(ItemId, usize),
    /// An item without any option left, or with fewer than it still needs: the search turns back.
    DeadEnd(ItemId),
    /// Everything is covered.
    Solution,
    /// The option cannot be used with one chosen before: they share this item.
    Rejected(ItemId),
}

/// One option tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The step in which the option before it was chosen; none at the root.
    pub parent: Option<usize>,
    /// The option; none at the root.
    pub option: Option<OptionId>,
    /// Which of the options of its item it is, from 0.
    pub place: usize,
    /// What the step leads to.
    pub end: End,
}

/// How a search chooses the item to branch on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The one with the fewest options left.
    FewestFirst,
    /// The first one that is open, in a fixed order.
    InOrder,
}

/// The steps of a search, and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// How items were chosen.
    pub rule: Rule,
    /// The root first, then every option tried, in order.
    pub steps: Vec<Step>,
    /// The number of options tried: all of them, or as many as the limit allows.
    pub positions: u64,
    /// Solutions found in these steps.
    pub solutions: u64,
    /// Items found without options.
    pub dead_ends: u64,
    /// The number of options tried when the first solution was there.
    pub first_solution: Option<u64>,
    /// Did the search end within `positions`?
    pub is_whole: bool,
}

/// Records Algorithm X with the item that has the fewest options first, at most `n_steps` steps after the root.
///
/// ```
/// use dlx_count::{family::queens, trace::fewest_first};
///
/// let recording = fewest_first(&queens(4), 1000);
/// assert_eq!((recording.positions, recording.solutions), (12, 2));
/// ```
#[must_use]
pub fn fewest_first(problem: &Problem, n_steps: usize) -> Recording {
    Recorder::new(problem).record(Rule::FewestFirst, n_steps, |search| {
        let mut left = vec![0usize; problem.n_items()];
        for option in problem.choosable().filter(|&option| search.clash(option).is_none()) {
            problem.items_of(option).iter().for_each(|item| left[item.index()] += 1);
        }
        search.work += problem.n_options();
        if let Some(item) = search.short(|item| left[item.index()]) {
            return Some((item, Vec::new()));
        }
        let open = problem.items().take(problem.n_primary()).filter(|&item| !search.is_covered(item));
        let item = open.min_by_key(|item| left[item.index()])?;
        let options = problem.options().filter(|&option| problem.items_of(option).contains(&item));
        Some((item, options.filter(|&option| search.clash(option).is_none()).collect()))
    })
}

/// The state of a search: what has been chosen, and which items that leaves.
pub(super) struct Recorder<'a> {
    pub(super) problem: &'a Problem,
    /// For each item the color it was given, if it has been covered.
    covered: Vec<Option<Color>>,
    /// For each item that is covered several times: how often it is to be covered, and how often it is.
    counted: Vec<Option<(Multiplicity, usize)>>,
    /// Items covered by each option chosen, to be taken back.
    chosen: Vec<Vec<ItemId>>,
    /// Options looked at.
    pub(super) work: usize,
}

/// An open node: the options to be tried next.
struct OpenNode {
    step: usize,
    options: Vec<OptionId>,
    next: usize,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let mut counted = vec![None; problem.n_items()];
        problem.quotas().iter().for_each(|&(item, times)| counted[item.index()] = Some((times, 0)));
        Self { problem, covered: vec![None; problem.n_items()], counted, chosen: Vec::new(), work: 0 }
    }

    /// The first item to be covered several times that needs more options than are left for it, if there is one.
    fn short(&self, left: impl Fn(ItemId) -> usize) -> Option<ItemId> {
        let quotas = self.problem.quotas().iter().map(|(item, _)| *item);
        quotas.into_iter().find(|&item| {
            self.counted[item.index()].is_some_and(|(times, n)| n < times.least && times.least - n > left(item))
        })
    }

    pub(super) fn is_covered(&self, item: ItemId) -> bool {
        self.covered[item.index()].is_some()
    }

    /// The first item of an option that is taken already, if there is one.
    pub(super) fn clash(&self, option: OptionId) -> Option<ItemId> {
        let is_taken = |(item, color): &(ItemId, Color)| {
            if let Some((times, n)) = self.counted[item.index()] {
                return times.most == Some(n);
            }
            self.covered[item.index()].is_some_and(|given| given != *color || color.is_none())
        };
        self.problem.cells(option).find(is_taken).map(|(item, _)| item)
    }

    fn choose(&mut self, option: OptionId) {
        let fresh: Vec<(ItemId, Color)> =
            self.problem.cells(option).filter(|&(item, _)| !self.is_covered(item)).collect();
        for &(item, color) in &fresh {
            match &mut self.counted[item.index()] {
                Some((_, n)) => *n += 1,
                None => self.covered[item.index()] = Some(color),
            }
        }
        self.chosen.push(fresh.into_iter().map(|(item, _)| item).collect());
    }

    fn unchoose(&mut self) {
        let items = self.chosen.pop().unwrap_or_default();
        for item in items {
            match &mut self.counted[item.index()] {
                Some((_, n)) => *n -= 1,
                None => self.covered[item.index()] = None,
            }
        }
    }

    /// Searches; `next` says which item is next and which of its options are to be tried, or that nothing is left to cover.
    pub(super) fn record(
        mut self,
        rule: Rule,
        n_steps: usize,
        next: impl Fn(&mut Self) -> Option<(ItemId, Vec<OptionId>)>,
    ) -> Recording {
        let (mut recording, mut trail) = (Recording::new(rule), Vec::new());
        let mut tried: Option<(OptionId, usize)> = None;
        loop {
            let number = recording.number();
            let parent = trail.last().map(|open: &OpenNode| open.step);
            let (end, options) = self.try_next(tried, &next);
            recording.note(end);
            if number <= n_steps {
                let (option, place) = (tried.map(|(option, _)| option), tried.map_or(0, |(_, place)| place));
                recording.steps.push(Step { parent, option, place, end });
            }
            match end {
                End::Branch(..) => trail.push(OpenNode { step: number, options, next: 0 }),
                End::Rejected(_) => {}
                End::DeadEnd(_) | End::Solution => self.unchoose(),
            }
            tried = self.back_to_next(&mut trail);
            recording.is_whole = tried.is_none();
            if recording.is_whole || (number >= n_steps && self.work > LOOK_AHEAD) {
                return recording;
            }
            recording.positions += 1;
        }
    }

    /// Chooses an option if none of its items is taken, and says what that leads to.
    fn try_next(
        &mut self,
        tried: Option<(OptionId, usize)>,
        next: impl Fn(&mut Self) -> Option<(ItemId, Vec<OptionId>)>,
    ) -> (End, Vec<OptionId>) {
        if let Some(item) = tried.and_then(|(option, _)| self.clash(option)) {
            return (End::Rejected(item), Vec::new());
        }
        // The root chooses nothing, but is taken back as all others are.
        match tried {
            Some((option, _)) => self.choose(option),
            None => self.chosen.push(Vec::new()),
        }
        match next(self) {
            None => (self.short(|_| 0).map_or(End::Solution, End::DeadEnd), Vec::new()),
            Some((item, options)) if options.is_empty() => (End::DeadEnd(item), options),
            Some((item, options)) => (End::Branch(item, options.len()), options),
        }
    }

    /// Goes back to the last node that has an option left, and takes that; none if there is no such node.
    fn back_to_next(&mut self, trail: &mut Vec<OpenNode>) -> Option<(OptionId, usize)> {
        while let Some(open) = trail.last_mut() {
            if let Some(&option) = open.options.get(open.next) {
                open.next += 1;
                return Some((option, open.next - 1));
            }
            self.unchoose();
            trail.pop();
        }
        None
    }
}

impl Recording {
    fn new(rule: Rule) -> Self {
        let (steps, first_solution) = (Vec::new(), None);
        Self { rule, steps, positions: 0, solutions: 0, dead_ends: 0, first_solution, is_whole: false }
    }

    fn note(&mut self, end: End) {
        match end {
            End::Solution => {
                self.solutions += 1;
                self.first_solution.get_or_insert(self.positions);
            }
            End::DeadEnd(_) => self.dead_ends += 1,
            End::Branch(..) | End::Rejected(_) => {}
        }
    }

    /// The number of the last step, which may not be recorded.
    fn number(&self) -> usize {
        usize::try_from(self.positions).unwrap_or(usize::MAX)
    }

    /// Are there steps that are not recorded?
    #[must_use]
    pub fn is_cut(&self) -> bool {
        !self.is_whole || self.number() >= self.steps.len()
    }

    /// The options chosen up to a step, in order.
    #[must_use]
    pub fn trail(&self, step: usize) -> Vec<OptionId> {
        let up = std::iter::successors(Some(step), |&step| self.steps[step].parent);
        let mut options: Vec<OptionId> = up.filter_map(|step| self.steps[step].option).collect();
        options.reverse();
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::naive;
    use dlx_engines::links::Solutions;
    use dlx_families::{Board, Copies, Polyomino, langford, latin, pieces, queens};

    fn solutions(recording: &Recording) -> Vec<Vec<OptionId>> {
        let found = recording.steps.iter().enumerate().filter(|(_, step)| step.end == End::Solution);
        let sorted = |mut options: Vec<OptionId>| {
            options.sort_unstable();
            options
        };
        found.map(|(step, _)| sorted(recording.trail(step))).collect()
    }

    #[test]
    fn the_order_is_that_of_the_engine() {
        let dominoes = Polyomino::new(Board::parse("4x5").unwrap(), pieces("dominoes").unwrap()).copies(Copies::ANY);
        let dominoes = dominoes.question().unwrap().problem().clone();
        for problem in [queens(0), queens(3), queens(6), langford(7).unwrap(), latin(3, false).unwrap(), dominoes] {
            let recording = fewest_first(&problem, 10_000);
            assert!(recording.is_whole && !recording.is_cut(), "{}", problem.name());
            let expected: Vec<_> = Solutions::new(&problem).collect();
            assert_eq!(solutions(&recording), expected, "{}", problem.name());
            let mut plain = solutions(&naive(&problem, &[], 1_000_000));
            let mut sorted = expected;
            plain.sort();
            sorted.sort();
            assert_eq!(plain, sorted, "{}", problem.name());
        }
    }

    /// Colors and secondary items, too: the solutions are those of the engine on problems that have both.
    #[test]
    fn colors_may_be_shared_and_primary_items_may_not() {
        let text = "a b c | x y\na x:red\nb x:red y\nb x:blue\nc y\nc x:red\na b x\nc\n";
        let problem = dlx_core::format::knuth::read(text.as_bytes()).unwrap();
        let expected: Vec<_> = Solutions::new(&problem).collect();
        assert!(expected.len() > 2);
        assert_eq!(solutions(&fewest_first(&problem, 100)), expected);
    }

    #[test]
    fn a_record_is_cut_and_the_counting_goes_on() {
        let whole = fewest_first(&queens(6), 10_000);
        let cut = fewest_first(&queens(6), 5);
        assert_eq!((cut.steps.len(), cut.is_cut(), cut.is_whole), (6, true, true));
        assert_eq!((cut.positions, cut.solutions, cut.dead_ends), (whole.positions, 4, whole.dead_ends));
        assert_eq!(cut.steps[..], whole.steps[..6]);
        let exact = fewest_first(&queens(4), 12);
        assert_eq!((exact.steps.len(), exact.is_cut()), (13, false));
        assert!(fewest_first(&queens(4), 11).is_cut());
    }

    #[test]
    fn each_dead_end_has_an_item_without_options() {
        let problem = queens(6);
        let recording = fewest_first(&problem, 10_000);
        for (number, step) in recording.steps.iter().enumerate() {
            let End::DeadEnd(item) = step.end else { continue };
            let trail = recording.trail(number);
            let is_ruled_out = |option: OptionId| {
                problem
                    .items_of(option)
                    .iter()
                    .any(|item| trail.iter().any(|&chosen| problem.items_of(chosen).contains(item)))
            };
            let mut own = problem.options().filter(|&option| problem.items_of(option).contains(&item));
            assert!(own.all(is_ruled_out));
        }
        assert!(recording.dead_ends > 0);
    }
}
