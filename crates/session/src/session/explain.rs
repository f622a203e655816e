//! Why a problem has no solution: items that cannot be covered together, as few as can be.
//!
//! Items that are not asked for may be covered once or not at all: they are made secondary. If there is a solution with some items asked for, there is one with fewer of them asked for, so items are dropped as
//! long as there is still no solution: first halves, then quarters, in the end single ones (deletion; Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). What is left is
//! irreducible: without any of its items the others can be covered. It need not be the smallest such set.
//!
//! Where options must be connected, they must be so whatever items are dropped; there even no items may be too many. And since an option that only has items that are dropped may join others, these are not made secondary (it would
//! never be chosen), but each gets an option of its own.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use super::resources::{Session, refuse_hidden};
use crate::job::seldom::numbers_of_options;
use dlx_canon::symmetry::Conditions;
use dlx_core::problem::{Constraints, ItemId, Problem, ProblemBuilder, ProblemError};
use dlx_core::tally::{Count, Ending};
use dlx_engines::least::Goal;
use dlx_families::possible_options;
use dlx_run::{Limits, RunError};

/// A trial may take this many times as long as the whole problem took, and at least this time.
const PATIENCE: u32 = 8;
const SHORTEST: Duration = Duration::from_millis(200);

/// How long one solution is looked for by a tree before all are counted, for twice the time, and so on: a tree may not see what engines that merge states, or that learn, see soon. (200 variables in 920 clauses: 50 s were not enough for a
/// tree, and 0.4 s are for `learn`.)
const FIRST_LOOK: Duration = Duration::from_millis(500);

/// Why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Explanation {
    /// There are solutions.
    Solvable,
    /// A limit came before it was known whether there are any.
    Unknown(Ending),
    /// These primary items of the [original](Problem::original) problem cannot be covered together.
    Core {
        /// The items, in their order. None if no options at all are connected as they must be.
        items: Vec<ItemId>,
        /// Can the others be covered without any of them? If not, a limit came first.
        is_irreducible: bool,
    },
    /// These [conditions](Conditions) do not hold together.
    Clash {
        /// Their places, in order.
        places: Vec<usize>,
        /// Do the others hold together without any of them? If not, a limit came first.
        is_irreducible: bool,
    },
}

impl Session<'_> {
    /// Items that cannot be covered together, if there is no solution. The limit on time is that of all trials together.
    ///
    /// ```
    /// use dlx_count::{Session, format::knuth, session::Explanation};
    ///
    /// // The only options for a and b share s.
    /// let problem = knuth::read("a b c d | s\na s\nb s\nc\nd\n".as_bytes())?;
    /// let Explanation::Core { items, is_irreducible: true } = Session::new()?.explain(&problem)? else { panic!() };
    /// let labels: Vec<&str> = items.iter().map(|&item| problem.item_label(item)).collect();
    /// assert_eq!(labels, ["a", "b"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the threads cannot be started; or options must be connected and items are covered several times.
    pub fn explain(&self, problem: &Problem) -> Result<Explanation, RunError> {
        self.core_of(problem, |problem, time| self.is_solvable(problem, time))
    }

    /// Items that cannot be covered together at this cost or less, in [units](Problem::in_units_of_cost), if there is no solution as cheap. If options have no costs, each costs 1. The limit on time is that of all trials together.
    ///
    /// ```
    /// use dlx_count::{Session, format::knuth, session::Explanation};
    ///
    /// // Whatever c costs, a and b cost 6.
    /// let problem = knuth::read("a b c\na |$4\nb |$2\na b |$7\nc |$1\n".as_bytes())?;
    /// let Explanation::Core { items, .. } = Session::new()?.explain_within(&problem, 5)? else { panic!() };
    /// let labels: Vec<&str> = items.iter().map(|&item| problem.item_label(item)).collect();
    /// assert_eq!(labels, ["a", "b"]);
    /// assert_eq!(Session::new()?.explain_within(&problem, 7)?, Explanation::Solvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`explain`](Self::explain) and [`best`](Self::best), and if a cost is negative: then covering less may cost more.
    pub fn explain_within(&self, problem: &Problem, most: i64) -> Result<Explanation, RunError> {
        // Options that were left out of a puzzle have no costs.
        if let Some(help) = problem.unpriced().or(problem.is_narrowed().then_some("leave costs out")) {
            return Err(RunError::Unpriced(help));
        }
        let priced = problem.priced();
        if priced.options().any(|option| priced.cost(option) < 0) {
            return Err(RunError::NegativeCost);
        }
        self.core_of(&priced, |problem, time| self.is_within(problem, most, time))
    }

    /// Drops items as long as what is left still has no solution.
    fn core_of(
        &self,
        problem: &Problem,
        has_solution: impl Fn(&Problem, Option<Duration>) -> Result<Result<bool, Ending>, RunError>,
    ) -> Result<Explanation, RunError> {
        refuse_hidden(problem, "an explanation")?;
        if problem.connected().is_some() && !problem.times().is_empty() {
            let what = "explain with items that are covered several times";
            return Err(RunError::Connected { what, instead: "a count says whether there is a solution" });
        }
        let (started, whole) = (Instant::now(), problem.original());
        let left = || self.settings.limits.time.map(|time| time.saturating_sub(started.elapsed()));
        match has_solution(problem, left())? {
            Ok(true) => return Ok(Explanation::Solvable),
            Ok(false) => {}
            Err(ending) => return Ok(Explanation::Unknown(ending)),
        }
        let patience = (started.elapsed() * PATIENCE).max(SHORTEST);
        let primary: Vec<ItemId> = whole.items().filter(|&item| whole.is_primary(item)).collect();
        let is_plain = problem.times().is_empty() && problem.connected().is_none();
        if let Some(item) = hopeless(whole, &primary).filter(|_| is_plain) {
            return Ok(Explanation::Core { items: vec![item], is_irreducible: true });
        }
        let limit = || left().map_or(patience, |left| left.min(patience));
        let holds = |fewer: &[ItemId]| match asking_for(problem, &primary, fewer) {
            Ok(easier) => has_solution(&easier, Some(limit())),
            // Too large to be made: as if it had taken too long.
            Err(_) => Ok(Err(Ending::TimeLimit)),
        };
        let (items, is_irreducible) = least_of(primary.clone(), holds, || left() == Some(Duration::ZERO))?;
        Ok(Explanation::Core { items, is_irreducible })
    }

    /// Conditions that do not hold together, if there is no solution. The limit on time is that of all trials together.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use dlx_count::{Session, family::Opb, session::Explanation};
    ///
    /// let opb = Arc::new(Opb::read("+1 x1 +1 x2 >= 1 ;\n+1 x1 +2 x3 <= 2 ;\n-1 x1 -1 x2 >= 0 ;\n")?);
    /// let conditions = opb.conditions();
    /// let Explanation::Clash { places, .. } = Session::new()?.explain_conditions(&conditions)? else { panic!() };
    /// assert_eq!(conditions.in_words(places[0]), "+1 x1 +1 x2 >= 1");
    /// assert_eq!(places, [0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn explain_conditions(&self, conditions: &Conditions) -> Result<Explanation, RunError> {
        let started = Instant::now();
        let left = || self.settings.limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let holds = |places: &[usize], time: Option<Duration>| match self.made_in(time, || conditions.problem(places)) {
            Some(Some(problem)) => self.is_solvable(&problem, time),
            _ => Ok(Err(Ending::TimeLimit)),
        };
        let all: Vec<usize> = conditions.places().collect();
        match holds(&all, left())? {
            Ok(true) => return Ok(Explanation::Solvable),
            Ok(false) => {}
            Err(ending) => return Ok(Explanation::Unknown(ending)),
        }
        let patience = (started.elapsed() * PATIENCE).max(SHORTEST);
        let holds = |places: &[usize]| holds(places, Some(left().map_or(patience, |left| left.min(patience))));
        let (places, is_irreducible) = least_of(all, holds, || left() == Some(Duration::ZERO))?;
        Ok(Explanation::Clash { places, is_irreducible })
    }

    /// Makes something within this time; none if it takes longer, or the session is stopped.
    fn made_in<T>(&self, time: Option<Duration>, make: impl FnOnce() -> T) -> Option<T> {
        let limits = Limits { time, ..Limits::default() };
        self.until_stopped(&self.control_of_one(), (&limits, Instant::now()), make).ok()
    }

    /// Is there a solution that costs no more than this? The search ends with the best one, or when its bound is higher.
    fn is_within(
        &self,
        problem: &Problem,
        most: i64,
        time: Option<Duration>,
    ) -> Result<Result<bool, Ending>, RunError> {
        let limits = Limits { time, ..Limits::default() };
        let goal = Goal { number: 1, is_greatest: false, is_ties: false };
        let best = self.to_builder().limits(limits).build()?.best(problem, goal)?;
        let is_too_dear = best.ending == Ending::Complete || best.bound.is_some_and(|bound| bound > most);
        Ok(match best.solutions.first() {
            Some((cost, _)) if *cost <= most => Ok(true),
            _ if is_too_dear => Ok(false),
            _ => Err(best.ending),
        })
    }

    /// Is there a solution? If that is not known after this time, why.
    ///
    /// # Errors
    /// If the threads cannot be started.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let session = Session::new()?;
    /// assert_eq!(session.is_solvable(&queens(8), None)?, Ok(true));
    /// assert_eq!(session.is_solvable(&queens(3), None)?, Ok(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_solvable(&self, problem: &Problem, time: Option<Duration>) -> Result<Result<bool, Ending>, RunError> {
        let started = Instant::now();
        let narrow = match problem.connected() {
            Some(_) => self.narrowed_within(problem, time).map(Cow::Owned),
            None => Ok(Cow::Borrowed(problem)),
        };
        let problem = match narrow {
            Ok(narrow) => narrow,
            Err(ending) => return Ok(Err(ending)),
        };
        let answer = |limits: Limits| -> Result<Result<bool, Ending>, RunError> {
            let outcome = self.to_builder().limits(limits).build()?.count(&*problem)?;
            Ok(match (outcome.count.is_zero(), outcome.ending) {
                (false, _) => Ok(true),
                (true, Ending::Complete) => Ok(false),
                (true, ending) => Err(ending),
            })
        };
        let (mut by_tree, mut most) = (true, time.map_or(FIRST_LOOK, |time| FIRST_LOOK.min(time / 2)));
        loop {
            let left = time.map(|time| time.saturating_sub(started.elapsed()));
            let is_last = left.is_some_and(|left| left <= 2 * most);
            let count = by_tree.then_some(Count::ONE);
            match answer(Limits { time: if is_last { left } else { Some(most) }, count, nodes: None })? {
                Err(Ending::TimeLimit) if !is_last => (by_tree, most) = (!by_tree, 2 * most),
                known => return Ok(known),
            }
        }
    }
}

/// As few of these as can be that do not hold together, as all do not; and is it known that all others hold together without any of them? It ends early when no time is left.
fn least_of<T: Clone>(
    mut asked: Vec<T>,
    holds: impl Fn(&[T]) -> Result<Result<bool, Ending>, RunError>,
    is_late: impl Fn() -> bool,
) -> Result<(Vec<T>, bool), RunError> {
    let mut is_irreducible = true;
    // How many are tried to be dropped together.
    let mut size = asked.len().div_ceil(2);
    while size > 0 {
        let mut place = 0;
        while place < asked.len() {
            let end = asked.len().min(place + size);
            let fewer = [&asked[..place], &asked[end..]].concat();
            match holds(&fewer)? {
                Ok(false) => asked = fewer,
                Ok(true) => place = end,
                Err(ending) => {
                    is_irreducible &= size > 1;
                    place = end;
                    if ending == Ending::Interrupted || is_late() {
                        return Ok((asked, false));
                    }
                }
            }
        }
        size = if size == 1 { 0 } else { size.min(asked.len()).div_ceil(2) };
    }
    Ok((asked, is_irreducible))
}

/// An item that no option covers: by itself it says why there is no solution.
fn hopeless(problem: &Problem, items: &[ItemId]) -> Option<ItemId> {
    let numbers = numbers_of_options(problem);
    items.iter().copied().find(|item| numbers[item.index()] == 0)
}

impl Session<'_> {
    /// The problem without options that are seen to be in no solution, as puzzles are: engines look one option ahead, and often do not see that options cannot be connected.
    fn narrowed_within(&self, problem: &Problem, time: Option<Duration>) -> Result<Problem, Ending> {
        let limits = Limits { time, ..Limits::default() };
        let made = || ProblemBuilder::copy_of(problem, possible_options(problem));
        let narrow = || made().map_or_else(|_| problem.clone(), ProblemBuilder::build);
        self.until_stopped(&self.control_of_one(), (&limits, Instant::now()), narrow)
    }
}

/// The problem in which only these of its primary items must be covered.
fn asking_for(problem: &Problem, primary: &[ItemId], asked: &[ItemId]) -> Result<Problem, ProblemError> {
    let optional: Vec<ItemId> = primary.iter().copied().filter(|item| asked.binary_search(item).is_err()).collect();
    match problem.connected() {
        // An option is not chosen if no item that must be covered has it; but it may join others.
        Some(_) => slackened(&problem.whole(), &optional),
        None => problem.constrained(&Constraints { optional, ..Constraints::default() }),
    }
}

/// The problem in which every item that must be covered may be left out at a cost of 1, and options cost nothing; and the item that each of its last options leaves out. So its best solutions leave
/// out as few as can be.
///
/// # Errors
/// If it grows past 2^32 - 3 nodes.
pub fn relaxed(problem: &Problem) -> Result<(Problem, Vec<ItemId>), ProblemError> {
    let primary: Vec<ItemId> = problem.items().filter(|&item| problem.is_primary(item)).collect();
    let slack = slackened(&problem.whole(), &primary)?;
    let first = slack.n_options() - primary.len();
    Ok((slack.with_costs(|option| i64::from(option.index() >= first))?, primary))
}

/// The problem with an option for each of these items that leaves it out at no cost.
fn slackened(problem: &Problem, items: &[ItemId]) -> Result<Problem, ProblemError> {
    let mut builder = ProblemBuilder::copy_of(problem, problem.options())?;
    builder.name(problem.name());
    for option in problem.options() {
        builder.cost(option, problem.cost(option))?;
    }
    for &item in items {
        let option = builder.option(&[item])?;
        builder.cost(option, 0)?;
    }
    Ok(builder.build())
}
