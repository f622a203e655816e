//! How many solutions there are of each composition: by the numbers of their options of the first kind and of the second, and by their cost.
//!
//! The count is a polynomial with a variable for each column, and the diagram of all solutions gives it in one walk from the ends to the root: a node adds the polynomial without its option to
//! the one with it, multiplied by the option's variables. So the tilings of a board with 10^30 of them take milliseconds. Where the frontier is wide and solutions are few, it is quicker to
//! find them one by one, by all threads, and to look at each.
//!
//! Both take turns, each twice as long as the one before and from the start, so the answer takes at most some eight times what the better way alone would take. A diagram that does not fit in memory is not tried again;
//! and once a turn has gone through a good part of all solutions, the next one goes through the rest as well.
//! Without columns, the search that [learns](super::learned) adds up the parts of a formula, or variables are summed out; they have four fifths of the time, and solutions are not gone through.
//! (Without turns a diagram of the 64903 sets of queens that dominate 4 x 4, with copies of items, took 55 s.)

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::learned::{LEARNERS_SHARE, Learning};
use super::resources::Session;
use super::takers::Found;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::stop::{caught, poll};
use dlx_core::tally::{Count, Counted, Ending, Semiring};
use dlx_engines::EngineKind;
use dlx_engines::frontier::{Diagram, Refusal, Zdd};
use dlx_run::{Control, Limits, Progress, RunError};

/// How long the first turn takes.
const TURN: Duration = Duration::from_millis(500);

/// Part of all solutions after which a turn goes through all: the time for the rest can be told from it.
const GOOD_PART: f64 = 0.25;

/// Room for sums, in bytes, however little memory there is.
const LEAST_ROOM: usize = 1 << 20;

/// What an allocation and its place in a tree take besides its contents, in bytes.
const ALLOCATION: usize = 32;

/// For each row the sums over the options of a solution in every column, and the amount of such solutions.
pub type Compositions<A = Count> = BTreeMap<Vec<i64>, A>;

/// What an option adds: places of columns, and the number added to each.
pub type Adds<'k> = dyn Fn(OptionId) -> Vec<(usize, i64)> + Sync + 'k;

/// Sums by columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByKind<A = Count> {
    /// The amount of solutions of each composition that occurs.
    pub compositions: Compositions<A>,
    /// [`Ending::Complete`], or why there may be more.
    pub ending: Ending,
    /// How they were counted.
    pub way: &'static str,
}

/// The amounts to be added up, and the columns.
#[derive(Clone)]
struct Columns<R> {
    number: usize,
    /// What each option of the original problem adds.
    adds: Vec<Vec<(usize, i64)>>,
    ring: R,
}

impl Session<'_> {
    /// Counts the solutions of a problem by the sums over their options in each of some columns: the number of options of a kind, where those of the kind add 1; or their cost, where each adds its cost. For a
    /// problem in which items are covered several times the options are those of the [original](Problem::original) one.
    ///
    /// ```
    /// use dlx_count::{Problem, Session};
    ///
    /// // A row of four cells in pieces of one and two: by the number of long ones.
    /// let mut builder = Problem::builder();
    /// let cells = (0..4).map(|cell| builder.primary(cell)).collect::<Result<Vec<_>, _>>()?;
    /// let short = cells.chunks(1).map(|one| builder.option(one)).collect::<Result<Vec<_>, _>>()?;
    /// cells.windows(2).try_for_each(|two| builder.option(two).map(drop))?;
    /// let by = Session::new()?.count_by(&builder.build(), 1, &|option| if short.contains(&option) { vec![] } else { vec![(0, 1)] })?;
    /// let counts: Vec<(i64, u64)> = by.compositions.iter().map(|(numbers, count)| (numbers[0], count.to_u64().unwrap())).collect();
    /// assert_eq!(counts, [(0, 1), (1, 3), (2, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the sums do not fit in the memory of the session.
    ///
    /// # Panics
    /// If an option adds to a column that does not exist, or a sum does not fit in 64 bits.
    pub fn count_by(&self, problem: &Problem, n_columns: usize, adds: &Adds<'_>) -> Result<ByKind, RunError> {
        self.sum_by(problem, n_columns, adds, Counted)
    }

    /// Sums by composition other amounts than numbers of solutions, such as numbers [modulo](dlx_core::tally::Modulo) another, or products of [weights](dlx_core::tally::Weighted).
    ///
    /// ```
    /// use dlx_count::tally::{Ratio, Weighted};
    /// use dlx_count::{Session, family::queens};
    ///
    /// let problem = queens(6);
    /// let half: Ratio = "1/2".parse()?;
    /// let ring = Weighted { weights: vec![half; problem.n_options()] };
    /// let sum = Session::new()?.sum_by(&problem, 0, &|_| vec![], ring)?;
    /// assert_eq!(sum.compositions[&vec![]].to_string(), "1/16"); // 4 solutions of 6 queens
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`count_by`](Self::count_by).
    ///
    /// # Panics
    /// As for [`count_by`](Self::count_by).
    pub fn sum_by<R: Semiring>(
        &self,
        problem: &Problem,
        n_columns: usize,
        adds: &Adds<'_>,
        ring: R,
    ) -> Result<ByKind<R::Amount>, RunError> {
        let started = Instant::now();
        let adds = problem.original().options().map(adds).collect();
        let columns = Columns { number: n_columns, adds, ring };
        let (mut turn, mut learner) = (TURN, Learning::of(self, problem, n_columns));
        let stopped = |ending, way| Ok(ByKind { compositions: Compositions::new(), ending, way });
        let mut may_walk = self.settings.engine != Some(EngineKind::Learn) && problem.shown().is_none();
        let mut learners_turn = turn / LEARNERS_SHARE;
        // Twice the time in which a turn would have gone through all solutions.
        let mut most_of_all = Duration::ZERO;
        loop {
            match self.learn_within(&mut learner, problem, &columns.ring, started, learners_turn) {
                Ok(Some(amount)) => return Ok(columns.learned(amount)),
                Ok(None) => {}
                Err(ending) => return stopped(ending, "stopped before all parts were added up"),
            }
            // Its first turns are short: variables may be summed out after each.
            learners_turn *= LEARNERS_SHARE;
            if learners_turn <= LEARNERS_SHARE * turn && learner.shared(0).0 {
                continue;
            }
            let (is_learning, memory) = learner.shared(self.settings.memory);
            match may_walk.then(|| self.walked_within(problem, &columns, (started, turn), memory)) {
                Some(Ok(compositions)) => {
                    let way = "from the diagram of all solutions";
                    return Ok(ByKind { compositions, ending: Ending::Complete, way });
                }
                Some(Err((Refusal::Stopped, Some(ending)))) => {
                    return stopped(ending, "stopped before the diagram was there");
                }
                None | Some(Err((Refusal::Stopped, None))) => {}
                Some(Err(_)) if is_learning => may_walk = false,
                Some(Err(_)) => return Ok(self.one_by_one(problem, columns, started, None)?.0),
            }
            learner.refuse_unable(problem)?;
            if !is_learning && problem.shown().is_none() {
                let time = turn.max(most_of_all);
                let (found, done) = self.one_by_one(problem, columns.clone(), started, Some(time))?;
                if found.ending != Ending::TimeLimit || self.settings.limits.is_late(started) {
                    return Ok(found);
                }
                most_of_all = if done >= GOOD_PART { time.mul_f64(2.0 / done) } else { Duration::ZERO };
            }
            turn *= 2;
            learners_turn = LEARNERS_SHARE * turn;
        }
    }

    /// The sums from the diagram, or why there are none after one turn, and which limit stopped it.
    fn walked_within<R: Semiring>(
        &self,
        problem: &Problem,
        columns: &Columns<R>,
        (started, turn): (Instant, Duration),
        memory: usize,
    ) -> Result<Compositions<R::Amount>, (Refusal, Option<Ending>)> {
        let (_permit, control) = (self.permit(), self.control_of_one());
        let signal = control.signal();
        let made = || {
            // Its options are those of the original problem.
            let form = problem.tree_form();
            let diagram = Diagram::new(form, memory, signal)?.zdd(memory)?;
            columns.walked(&diagram, form, memory).ok_or(Refusal::Memory)
        };
        let build = || caught(made).unwrap_or(Err(Refusal::Stopped));
        let built = self.for_a_turn(&control, (started, turn), build);
        built.unwrap_or(Err(Refusal::Threads)).map_err(|refusal| (refusal, control.stopped_by()))
    }

    /// Does some work that this control stops after one turn, or at a limit of the session, which counts from `started`.
    pub(super) fn for_a_turn<W: Send>(
        &self,
        control: &Control,
        (started, turn): (Instant, Duration),
        work: impl FnOnce() -> W + Send,
    ) -> Result<W, RunError> {
        let (signal, begun) = (control.signal(), Instant::now());
        self.meanwhile(signal.word(), work, || {
            self.settings.limits.enforce(control, started);
            // The observer passes signals on.
            self.observer.progress(&Progress { elapsed: started.elapsed(), ..Progress::default() });
            if begun.elapsed() >= turn {
                signal.stop();
            }
        })
    }

    /// The sums over solutions found one by one, for one turn, and the part of the tree that was searched.
    fn one_by_one<R: Semiring>(
        &self,
        problem: &Problem,
        columns: Columns<R>,
        started: Instant,
        turn: Option<Duration>,
    ) -> Result<(ByKind<R::Amount>, f64), RunError> {
        let sums = Arc::new(Mutex::new(Compositions::new()));
        let (shared, is_full, memory) =
            (Arc::clone(&sums), Arc::new(AtomicBool::new(false)), self.memory().max(LEAST_ROOM));
        let says_full = Arc::clone(&is_full);
        let encode = move |found: Found<'_>, (): &mut ()| {
            let (mut numbers, mut amount) = (vec![0; columns.number], columns.ring.one());
            for &option in found.options {
                columns.add(option, &mut numbers);
                amount = columns.ring.with(option, amount);
            }
            let mut sums = shared.lock().unwrap_or_else(PoisonError::into_inner);
            columns.put(&mut sums, numbers, &amount);
            if columns.bytes(&sums) > memory {
                says_full.store(true, Relaxed);
            }
        };
        let limits = self.settings.limits.after(started.elapsed());
        let time = limits.time.into_iter().chain(turn).min();
        let session = self.to_builder().limits(Limits { time, ..limits }).build()?;
        let solved = session.solve(problem).batches(Arc::new(encode), |(), _| {
            if is_full.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if is_full.load(Relaxed) {
            return Err(RunError::Memory { what: "the sums of all kinds of solutions" });
        }
        let compositions = std::mem::take(&mut *sums.lock().unwrap_or_else(PoisonError::into_inner));
        let found = ByKind { compositions, ending: solved.outcome.ending, way: "one solution after the other" };
        Ok((found, solved.outcome.done))
    }
}

impl<R: Semiring> Columns<R> {
    /// The only row there is without columns; none if the amount is that of no solution.
    fn learned(&self, amount: R::Amount) -> ByKind<R::Amount> {
        let compositions = std::iter::once((Vec::new(), amount)).filter(|(_, amount)| *amount != self.ring.zero());
        let way = "by parts that are taken apart";
        ByKind { compositions: compositions.collect(), ending: Ending::Complete, way }
    }

    /// Adds what an option adds.
    fn add(&self, option: OptionId, numbers: &mut [i64]) {
        for &(column, number) in &self.adds[option.index()] {
            numbers[column] = numbers[column].checked_add(number).expect("the sums of a column fit in 64 bits");
        }
    }

    fn put(&self, sums: &mut Compositions<R::Amount>, numbers: Vec<i64>, amount: &R::Amount) {
        self.ring.add(sums.entry(numbers).or_insert_with(|| self.ring.zero()), amount);
    }

    /// About how many bytes some sums take.
    fn bytes(&self, sums: &Compositions<R::Amount>) -> usize {
        sums.len() * (size_of::<(Vec<i64>, R::Amount)>() + self.number * size_of::<i64>() + ALLOCATION)
    }

    /// The polynomial of the root; none if there is no room for those on the way to it.
    fn walked(&self, diagram: &Zdd, problem: &Problem, memory: usize) -> Option<Compositions<R::Amount>> {
        let one = Compositions::from([(vec![0; self.number], self.ring.one())]);
        let bytes = |sums: &Compositions<R::Amount>| self.bytes(sums);
        diagram.evaluate_in(memory, Compositions::new(), one, bytes, |option, without, with| {
            poll((without.len() + with.len()) * (self.number + 1));
            let stands_for = problem.original_options(&[option]);
            let mut sum = without.clone();
            for (numbers, amount) in with {
                let (mut numbers, mut amount) = (numbers.clone(), amount.clone());
                for &option in &stands_for {
                    self.add(option, &mut numbers);
                    amount = self.ring.with(option, amount);
                }
                self.put(&mut sum, numbers, &amount);
            }
            sum
        })
    }
}
