//! Engines take turns at a problem until one of them has the answer. Shares of the time are made by the [`rule`](dlx_engines::auto::rule), whose page says why no forecast can be far wrong for long.
//!
//! The tree is driven like any run, and stopped when its turn is over: closed tasks and open ones are kept for the next turn, as a journal would keep them for the next process. States,
//! classes and the search that learns stay in memory where they stopped. The first engine to end gives the answer; the work of the others is dropped. A limit on time leaves what the tree has counted: a lower bound.
//!
//! How long it takes to sum variables out ([`Buckets`](dlx_engines::buckets::Buckets)) is known before it begins, and it has no partial result: so it has no turns, but is done when the others promise nothing better, and a limit on time leaves enough. So is a sum over [signs](dlx_engines::signs).
//!
//! A run that is kept in a journal takes turns for the first seconds only, and then continues with the one that leads: a journal has room for one engine. A tree that leads is given all time as soon as the others have been looked at,
//! so that what it counts is written down; one that does not lead has its turns, and what it has counted in them is the start that is written down when it is chosen. (Queens that dominate a board of 7 x 7, up to symmetry: without turns states
//! were chosen for a part that the tree counts in 0.3 s, and had not ended after two minutes.)

use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::run::{Planned, Run};
use dlx_core::problem::{to_u64, whole_part};
use dlx_core::stop::{caught, is_due};
use dlx_core::tally::{Ending, Outcome};
use dlx_engines::auto::rule::{Standing, UNSEEN, believed, shares};
use dlx_engines::auto::{Choice, Rivals};
use dlx_engines::{EngineKind, Probes, RunSignal, Task};
use dlx_run::{Drive, Journal, JournalEntry, JournalError, Limits, Numbered, RunError, Start, Threads};

/// If all others take this time, in seconds, a look at classes is worth while.
const WORTH_LABELLING: f64 = 0.1;

/// Before their first turn classes, and the search that learns where there are no clauses, are taken to be this many times slower than the best of the others.
const BEFORE_FIRST_TURN: f64 = 4.0;

/// Whether items are loosely joined is looked at when all have spent this many times the time that it takes.
const PART_FOR_LOOK: f64 = 8.0;

/// Where items do not look alike, a tree that does not lead is divided after this many times the time, for one part in this many of what all have spent.
const UNLIKE: f64 = 4.0;

/// At most one part in this many of the time of the tree goes into splitting, and no more than all have spent where there are no symmetries; but always this time, in seconds.
const PART_FOR_SPLITTING: f64 = 32.0;
const SHORTEST_DIVISION: f64 = 0.02;

/// A tree that leads is probed again for one part in this many of the time that all have spent.
const PART_FOR_PROBES: f64 = 16.0;

/// The first round, in seconds. Each later one is half as long as all before together.
const FIRST_ROUND: f64 = 0.01;

/// A shorter turn, in seconds, is put off until more has come together.
const SHORT: f64 = 0.002;

/// A turn of states or classes is cut when it has taken this many times its credit.
const OVERDRAWN: f64 = 3.0;

/// The tree, if it leads and promises to end within this many times what all have spent, continues for so long, at most until it has had its share, since it loses what it has learned, tables and lanes, at the end of a turn. If it
/// promises more, it continues for as long as all have spent. (A program of one row, 30 prices and a budget: the tree led for 7 s of 13, states take 3; 9 s now.)
const LEAD: f64 = 3.0;

/// A leader with a smaller share has its turn last: the others have shorter ones, and may end in them.
const CLEAR_LEAD: f64 = 0.5;

/// The time, in seconds, for which a run takes turns that is to be kept in a journal; but at most a part of the limit on time, so that a run that is counted in short slices gets on.
const UNKEPT: f64 = 3.0;
const PART_UNKEPT: f64 = 0.25;

/// The least part of that time, in seconds, that earlier processes are taken to have left.
const LEAST_UNKEPT: f64 = 0.2;

/// One part in this many of the time of the fastest may go into orders to sum variables out; and of what all have spent, half for a first order, which is lost if it takes longer, and then an eighth.
const PART_FOR_ORDERS: f64 = 16.0;
const PART_FOR_FIRST: f64 = 4.0;
const PART_FOR_BETTER: f64 = 8.0;

/// Variables are summed out only if this takes at most this many times what all have spent so far, since they may promise too much; and at most as long as they have spent, or this part of what the fastest promises.
const MOST_WAITED: f64 = 8.0;
const PART_PROMISED: f64 = 2.0;

/// The racers.
const TREE: usize = 0;
const STATES: usize = 1;
const CLASSES: usize = 2;
const LEARNER: usize = 3;

/// What takes no turns, since its time is known.
const SIGNS: usize = 4;

/// Those that take turns in memory.
const MERGERS: [usize; 3] = [STATES, CLASSES, LEARNER];

/// How many there are.
const N: usize = 4;

/// Engines at one problem.
pub(super) struct Turns<'r> {
    run: Run<'r>,
    rivals: Rivals<'r>,
    tree: Option<Tree>,
    /// Have classes and the search that learns been considered?
    has_asked: bool,
    /// And the latter for problems without clauses?
    has_asked_more: bool,
    /// Time that further probes of the tree have taken, in seconds, and how often there were some.
    probed: f64,
    n_looks: u64,
    /// When all have spent this time, in seconds, orders to sum variables out are looked for.
    orders_due: f64,
    /// Time that each has had, that part of it which was its turns, and what it may have now, in seconds.
    spent: [f64; N],
    in_turns: [f64; N],
    credit: [f64; N],
    /// The least time that classes and the search that learns have promised to take in all, after some turn.
    promised: [f64; N],
    n_threads: f64,
}

/// The shortest time that one of them is expected to take from now on.
fn least(left: [Option<f64>; N]) -> f64 {
    left.into_iter().flatten().fold(f64::INFINITY, f64::min)
}

/// Is work that takes this time, and has no result before its end, to be preferred to all that take turns?
fn is_best(time: f64, left: [Option<f64>; N], spent: f64) -> bool {
    let least = least(left);
    time <= spent || time <= (spent * MOST_WAITED).min(least / PART_PROMISED)
}

/// Who leads, and the order of turns in a round.
fn order(shares: [f64; N]) -> (usize, [usize; N]) {
    let mut order = [TREE, STATES, CLASSES, LEARNER];
    order.sort_by(|&one, &other| shares[other].total_cmp(&shares[one]));
    let leader = order[0];
    if shares[leader] < CLEAR_LEAD {
        order.reverse();
    }
    (leader, order)
}

/// What comes when the turns are over.
enum AfterTurns {
    /// An engine has the answer, or will have it soon.
    Finish(Planned),
    /// One of them has all time from now on.
    GoOnWith(usize),
    /// The tree has ended, or the run is to end. No engine is written down that has not been chosen: a run that is kept takes turns again.
    Ended(Ending),
}

/// The tree, between two turns.
struct Tree {
    planned: Planned,
    start: Start,
    /// Tasks that were run.
    tasks: u64,
    /// The share that was done when it had been divided, and the time that this took, in seconds: they say nothing of how fast the rest is.
    before: f64,
    dividing: f64,
}

impl Tree {
    /// The share of the rest that is done.
    fn progress(&self) -> f64 {
        (self.start.done - self.before) / (1.0 - self.before).max(f64::EPSILON)
    }
}

impl<'r> Turns<'r> {
    pub(super) fn new(run: Run<'r>, rivals: Rivals<'r>) -> Self {
        let n_threads = run.session.threads().max(1) as f64;
        let spent = [0.0, run.begun.elapsed().as_secs_f64(), 0.0, 0.0];
        let (tree, has_asked, credit) = (None, false, [0.0; N]);
        let has_asked_more = false;
        Self {
            run,
            rivals,
            tree,
            has_asked,
            has_asked_more,
            probed: 0.0,
            n_looks: 0,
            orders_due: 0.0,
            spent,
            in_turns: [0.0; N],
            credit,
            promised: [f64::INFINITY; N],
            n_threads,
        }
    }

    /// The engine that would count, by turns of all but the tree: for work that is divided into many counts.
    pub(super) fn choose(mut self) -> Result<&'static str, RunError> {
        let mut round = FIRST_ROUND;
        loop {
            let (left, shares) = self.standings()?;
            let before = self.spent_by_all();
            let first = |best: usize, racer: usize| if shares[racer] > shares[best] { racer } else { best };
            let leader = MERGERS.into_iter().fold(TREE, first);
            let is_clear = shares[leader] >= 1.0 || (leader == TREE && self.have_been_seen(left));
            if is_clear || before >= self.unkept() || self.is_over() {
                let tree = EngineKind::of_tasks_of(self.run.problem);
                return Ok([tree, EngineKind::Frontier, EngineKind::Isomorph, EngineKind::Learn][leader].name());
            }
            for racer in MERGERS.into_iter().filter(|&racer| left[racer].is_some()) {
                self.credit[racer] += shares[racer] * round;
                if self.credit[racer] >= SHORT
                    && let Some(Some(planned)) = self.turn(racer, (leader, shares[leader]), &None)?
                {
                    return Ok(planned.plan.engine);
                }
            }
            round = self.round_after(round, before);
        }
    }

    /// Counts from the beginning; if there is a journal, it has the start of the whole problem. A limit may end what is no turn of the tree, a forecast or another engine: what the tree has counted is a lower bound all the same.
    pub(super) fn count(mut self, kept: Option<Start>) -> Result<Outcome, RunError> {
        let (session, control, limits, started) =
            (self.run.session, self.run.control, self.run.limits.clone(), self.run.started);
        let ending = |stopped| session.ending(control, (&limits, started), stopped);
        let after = match caught(|| self.take_turns(&kept)) {
            Ok(after) => after?,
            Err(stopped) => AfterTurns::Ended(ending(stopped)),
        };
        let bound = self.tree.as_ref().filter(|_| kept.is_none()).map(|tree| tree.start.tally.count.clone());
        let outcome = caught(|| match after {
            AfterTurns::Finish(planned) => self.run.finish(planned, kept),
            AfterTurns::GoOnWith(racer) => self.go_on_with(racer, kept),
            AfterTurns::Ended(ending) => Ok(self.outcome(ending)),
        });
        let outcome = outcome.unwrap_or_else(|stopped| Ok(session.nothing_counted(ending(stopped), started)))?;
        let count = bound.filter(|bound| !outcome.is_complete() && *bound > outcome.count);
        Ok(Outcome { count: count.unwrap_or(outcome.count), ..outcome })
    }

    /// Lets all take turns, until one of them has the answer or all of the time. If there is a journal, it has the start of the whole problem.
    fn take_turns(&mut self, kept: &Option<Start>) -> Result<AfterTurns, RunError> {
        let mut round = FIRST_ROUND;
        loop {
            self.run.look_at_disk()?;
            self.plant_early(kept);
            let (left, shares) = self.standings()?;
            let before = self.spent_by_all();
            let (leader, order) = order(shares);
            let planned = |choice| Planned::new(choice, self.run.problem, self.run.session.settings.memory);
            if let Some(planned) = self.rivals.impossible().map(planned) {
                return Ok(AfterTurns::Finish(planned));
            }
            if let Some(planned) = self.sum_out(left, before)? {
                return Ok(AfterTurns::Finish(planned));
            }
            if self.signs_are_best(left, before) {
                return Ok(AfterTurns::GoOnWith(SIGNS));
            }
            if leader == TREE && self.looks_closer(before) {
                continue;
            }
            if shares[leader] >= 1.0 || (self.run.journal.is_some() && before >= self.unkept()) {
                return Ok(AfterTurns::GoOnWith(leader));
            }
            for racer in order.into_iter().filter(|&racer| left[racer].is_some()) {
                self.credit[racer] += shares[racer] * round;
                if racer == TREE && self.run.journal.is_some() {
                    // What the tree counts from now on is written down: it has the rest of the time once the others have been looked at.
                    if leader == TREE && self.have_been_seen(left) {
                        return Ok(AfterTurns::GoOnWith(TREE));
                    }
                    if leader == TREE || kept.is_some() {
                        continue;
                    }
                }
                if self.is_over() {
                    return Ok(AfterTurns::Ended(self.run.control.stopped_by().unwrap_or(Ending::Interrupted)));
                }
                if self.credit[racer] >= self.least_turn(racer, leader)
                    && let Some(answer) = self.turn(racer, (leader, shares[leader]), kept)?
                {
                    return match answer {
                        Some(planned) => Ok(AfterTurns::Finish(planned)),
                        None if self.run.journal.is_some() => Ok(AfterTurns::GoOnWith(TREE)),
                        None => Ok(AfterTurns::Ended(Ending::Complete)),
                    };
                }
            }
            round = self.round_after(round, before);
        }
    }

    /// At the beginning of a round: what each is expected to take, and its share of the round.
    fn standings(&mut self) -> Result<([Option<f64>; N], [f64; N]), RunError> {
        self.think_of_more()?;
        let left = self.left();
        Ok((left, shares(left, self.spent)))
    }

    /// Probes a tree that leads once more, for a small part of the time that all have spent, where options must be connected: there the first few probes see too little, and the tree has no table that makes it shorter than they say.
    /// (Hamiltonian cycles of 14 x 14: 11.4 s without, 4.6 with them; states alone take 3.7.)
    fn looks_closer(&mut self, spent: f64) -> bool {
        let (due, begun) = (spent / PART_FOR_PROBES - self.probed, Instant::now());
        if self.run.problem.connected().is_none() || !self.rivals.has_states() || due < SHORT {
            return false;
        }
        self.n_looks += 1;
        let is_due = || begun.elapsed().as_secs_f64() < due;
        self.rivals.heed(&Probes::new(self.run.problem, u64::MAX, self.n_looks, is_due));
        self.probed += begun.elapsed().as_secs_f64();
        true
    }

    /// Sums variables out if the others promise nothing better, by what the fastest of them is expected to take and what all have spent. Looks for orders each time that twice as much has been spent.
    fn sum_out(&mut self, left: [Option<f64>; N], spent: f64) -> Result<Option<Planned>, RunError> {
        let least = least(left);
        if least < WORTH_LABELLING {
            return Ok(None);
        }
        // Before the search that learns has had a turn, sums may take no longer than all have spent.
        let is_awaited = self.rivals.has_learner() && !self.rivals.is_for_a_look();
        let is_unseen = is_awaited && self.rivals.n_learner_nodes() == 0;
        let waited = if is_unseen { spent / MOST_WAITED } else { spent };
        if spent >= self.orders_due {
            self.orders_due = 2.0 * spent;
            let part = if self.rivals.buckets_time().is_none() { PART_FOR_FIRST } else { PART_FOR_BETTER };
            let seconds = (least / PART_FOR_ORDERS).min(spent / part);
            self.without_turns(2.0 * seconds, |rivals| rivals.look_for_orders(seconds))?;
        }
        let time = self.rivals.buckets_time().filter(|&time| time <= self.time_left() && is_best(time, left, waited));
        let Some(time) = time else { return Ok(None) };
        let choice = self.without_turns(OVERDRAWN * time + FIRST_ROUND, |rivals| rivals.sum_out())?.flatten();
        Ok(choice.map(|choice| Planned::new(choice, self.run.problem, self.run.session.settings.memory)))
    }

    /// The time that all have had together, in seconds.
    fn spent_by_all(&self) -> f64 {
        self.spent.iter().sum()
    }

    /// Seconds until the time limit.
    fn time_left(&self) -> f64 {
        self.run.limits.time.map_or(f64::INFINITY, |limit| self.run.left(limit).as_secs_f64())
    }

    /// Is a sum over signs the best, and would no limit stop it? A run that is kept can be continued, and is decided by forecasts when its time for turns is over.
    fn signs_are_best(&self, left: [Option<f64>; N], spent: f64) -> bool {
        let Some(time) = self.rivals.signs_time().map(|time| time / self.n_threads) else { return false };
        if self.run.journal.is_some() {
            return spent >= self.unkept() && left.into_iter().flatten().all(|other| time <= other);
        }
        time <= self.time_left() && is_best(time, left, spent)
    }

    /// Does some work that has no partial result, for no longer than this; none if it does not end.
    fn without_turns<W: Send>(
        &mut self,
        seconds: f64,
        work: impl FnOnce(&mut Rivals<'r>) -> W + Send,
    ) -> Result<Option<W>, RunError> {
        let (trial, rivals) = (&self.run.control.signal().for_trial(), &mut self.rivals);
        let word = trial.word().until(Instant::now().checked_add(Duration::from_secs_f64(seconds.min(1e9))));
        Ok(self.run.watched(trial, word, || caught(|| work(rivals)))?.ok())
    }

    /// The next round, after one before which this time was spent. Where all wait for a longer turn, as for a level that does not fit into one, it grows.
    fn round_after(&self, round: f64, before: f64) -> f64 {
        let spent = self.spent_by_all();
        if spent > before { (spent / 2.0).max(FIRST_ROUND) } else { 2.0 * round }
    }

    /// Have states and classes had as much time as they are worth before the tree continues alone?
    fn have_been_seen(&self, left: [Option<f64>; N]) -> bool {
        let enough = left[TREE].unwrap_or(0.0) * UNSEEN;
        MERGERS.into_iter().all(|racer| left[racer].is_none() || self.spent[racer] >= enough)
    }

    /// The least time for a turn. A tree that does not lead, or no longer does after the turns of others in this round, is split when it has had enough time for that. (Clauses that want unequal values: 4 ms were due to the tree, which was split
    /// for 240, and `learn` takes 60.)
    fn least_turn(&self, racer: usize, leader: usize) -> f64 {
        let leads = || leader == TREE && order(shares(self.left(), self.spent)).0 == TREE;
        let is_to_be_split = racer == TREE && self.tree.is_none() && !leads();
        if is_to_be_split { self.time_for_splitting().as_secs_f64() } else { SHORT }
    }

    /// Lets others join in, if those so far take long: classes where items look so alike that much may be merged, and the search that learns where there are clauses.
    fn think_of_more(&mut self) -> Result<(), RunError> {
        let least = least(self.left());
        if least < WORTH_LABELLING {
            return Ok(());
        }
        if self.has_asked {
            return self.think_of_loose();
        }
        self.has_asked = true;
        let (trial, rivals, begun) = (&self.run.control.signal().for_trial(), &mut self.rivals, Instant::now());
        let ask = || {
            if rivals.are_alike() {
                rivals.enter_classes(trial);
            }
            let asked = begun.elapsed();
            rivals.enter_learner(false);
            rivals.look_at_sums();
            asked
        };
        let asked = self.run.watched(trial, trial.word(), || caught(ask))?.unwrap_or_default().as_secs_f64();
        self.spent[CLASSES] += asked;
        self.spent[LEARNER] += begun.elapsed().as_secs_f64() - asked;
        self.think_of_loose()
    }

    /// Lets the search that learns join in where items are loosely joined, if all have spent much more time than it takes to see that. (Constraints on numbers of true variables: `learn` takes 0.05 s, and had its first turn after 0.1.)
    fn think_of_loose(&mut self) -> Result<(), RunError> {
        let is_early = || self.spent_by_all() < PART_FOR_LOOK * self.rivals.time_to_lay_out();
        if self.has_asked_more || self.rivals.has_learner() || is_early() {
            return Ok(());
        }
        self.has_asked_more = true;
        let (trial, rivals, begun) = (&self.run.control.signal().for_trial(), &mut self.rivals, Instant::now());
        let _ = self.run.watched(trial, trial.word(), || caught(|| rivals.enter_learner(true)))?;
        self.spent[LEARNER] += begun.elapsed().as_secs_f64();
        Ok(())
    }

    /// A small part of the time of the tree. (Independent sets of a torus: symmetry leaves always more than it merges, and to cover an orbit takes longer than to count.)
    fn time_for_splitting(&self) -> Duration {
        Duration::from_secs_f64((self.rivals.tree_time() / PART_FOR_SPLITTING).clamp(SHORTEST_DIVISION, 2.0))
    }

    /// The expected time of each from now on; none for one that cannot end.
    fn left(&self) -> [Option<f64>; N] {
        let progress = |spent: f64, share: f64| if share > 0.0 { spent * (1.0 - share) / share } else { f64::INFINITY };
        let tree = self.spent[TREE];
        let [_, states, classes, learner] = self.in_turns;
        let (share, dividing) = self.tree.as_ref().map_or((0.0, 0.0), |tree| (tree.progress(), tree.dividing));
        let forecast = self.rivals.tree_time() / self.n_threads;
        let tree = Standing { spent: tree, forecast, by_progress: progress(tree - dividing, share) }.left();
        let states = self.rivals.has_states().then(|| self.rivals.states_left(states));
        let least = states.map_or(tree, |states| states.min(tree));
        // What has had no turn is taken to be slower than these, and is judged by its progress after a short one.
        let expected = |racer: usize, by_progress: f64, spent: f64, slower: f64| {
            if by_progress.is_finite() {
                believed(by_progress, spent, spent, self.promised[racer])
            } else {
                (slower * least).max(spent)
            }
        };
        let classes = self.rivals.has_classes().then(|| {
            let own = classes * self.rivals.part_of_leading_order();
            expected(CLASSES, progress(own, self.rivals.share_of_classes()), classes, BEFORE_FIRST_TURN)
        });
        let learner = self.rivals.has_learner().then(|| {
            let slower = if self.rivals.is_formula() { 1.0 } else { BEFORE_FIRST_TURN };
            expected(LEARNER, progress(learner, self.rivals.share_of_learner()), learner, slower)
        });
        // One that has had its look goes on if it promises to be the first.
        let is_seen = self.rivals.is_for_a_look() && self.in_turns[LEARNER] >= self.look(least);
        let learner = learner.filter(|&learner| !is_seen || learner < least);
        [Some(tree), states, classes, learner]
    }

    /// How long a look may be, if the others promise to end within this time: a part of that, and of what all have spent. (Queens on a board of 60 by 60 promise years, and looks without the second bound took a third of the time.)
    fn look(&self, least: f64) -> f64 {
        least.min(self.spent_by_all()) * UNSEEN
    }

    /// For how many seconds a run takes turns that is to be kept. Of processes that were stopped before an engine was chosen each has half of what is left: so one that is stopped again and again gets on.
    fn unkept(&self) -> f64 {
        let before = self.run.journal.as_ref().map_or(Duration::ZERO, |journal| journal.time_before());
        let most =
            if before.is_zero() { UNKEPT } else { (UNKEPT - before.as_secs_f64()).clamp(LEAST_UNKEPT, UNKEPT) / 2.0 };
        self.run.limits.time.map_or(most, |limit| most.min(PART_UNKEPT * limit.as_secs_f64()))
    }

    /// Is the run to end, or the work that it is a part of? Turns are shorter than the time between two looks of an observer.
    fn is_over(&self) -> bool {
        self.run.limits.enforce(self.run.control, self.run.started);
        self.run.control.stopped_by().is_some() || is_due()
    }

    /// Lets one continue for as long as it has credit. If it ends: an engine that knows the answer, or none where the tree has it.
    fn turn(
        &mut self,
        racer: usize,
        (leader, share): (usize, f64),
        kept: &Option<Start>,
    ) -> Result<Option<Option<Planned>>, RunError> {
        let begun = Instant::now();
        // The turns of others, earlier in this round, may have shown that one of them is faster.
        let still = || shares(self.left(), self.spent);
        let lead = if racer == leader && racer == TREE && order(still()).0 == TREE { self.lead(share) } else { 0.0 };
        let mut credit = self.credit[racer].max(lead);
        if racer == LEARNER && self.rivals.is_for_a_look() {
            credit = credit.min(self.look(least(self.left())).max(SHORT));
        }
        let answer = match racer {
            TREE => self.drive(credit, kept)?.then_some(None),
            _ => self.merge(racer, credit)?.map(|choice| {
                let memory = self.run.session.settings.memory;
                Some(Planned::new(choice, self.run.problem, memory))
            }),
        };
        let took = begun.elapsed().as_secs_f64();
        self.spent[racer] += took;
        self.in_turns[racer] += took;
        self.credit[racer] -= took;
        let share = match racer {
            CLASSES => self.rivals.share_of_classes(),
            LEARNER => self.rivals.share_of_learner(),
            _ => 0.0,
        };
        if let Some(left) = self.left()[racer].filter(|_| share > 0.0) {
            self.promised[racer] = self.promised[racer].min(self.in_turns[racer] + left);
        }
        Ok(answer)
    }

    /// Divides the tree when others have taken as long as that takes, or have not ended soon: equal tasks may be merged, which makes it far shorter than its nodes say. Early if items look alike, later if not, and then for a part of the
    /// time that all have spent. (Independent sets of the 6-cube: 44 tasks of 1023 symmetries, 0.06 s instead of 2. Irredundant covers of six points by all sets: 32 tasks and 0.07 s alone; states had all the time, 3 s, since the tree
    /// promised far more.)
    fn plant_early(&mut self, kept: &Option<Start>) {
        let is_free = self.tree.is_none() && kept.is_none();
        if !is_free || !self.has_asked || self.run.problem.connected().is_some() {
            return;
        }
        let (spent, time) = (self.spent_by_all(), self.time_for_splitting());
        let wait = if self.rivals.are_alike() { 1.0 } else { UNLIKE };
        if spent >= wait * time.as_secs_f64().min(WORTH_LABELLING / 2.0) {
            let begun = Instant::now();
            self.tree = Some(self.plant(kept, time.min(Duration::from_secs_f64(spent / wait))));
            self.spent[TREE] += begun.elapsed().as_secs_f64();
        }
    }

    /// How long the tree may continue if it leads: no longer than until it has had this share of the time.
    fn lead(&self, share: f64) -> f64 {
        let (spent, tree) = (self.spent_by_all(), self.spent[TREE]);
        let promised = self.rivals.tree_time() / self.n_threads - tree;
        let until_share = (share * spent - tree) / (1.0 - share).max(f64::EPSILON);
        // It would not end in a longer one, and loses what it has learned all the same.
        let most = if promised <= LEAD * spent { promised } else { spent };
        most.min(until_share).max(0.0)
    }

    /// A turn of the states or of the classes.
    fn merge(&mut self, racer: usize, credit: f64) -> Result<Option<Choice>, RunError> {
        let trial: &RunSignal = &self.run.control.signal().for_trial();
        let (rivals, spent) = (&mut self.rivals, self.in_turns[racer]);
        // As many as there is credit for, by the time that those so far have taken.
        let more = |made: u64, each: f64| made.saturating_add(whole_part(credit / each));
        let until = |made: u64, each: f64| {
            let each = if made > 0 && spent > 0.0 { (spent / made as f64).min(100.0 * each) } else { each };
            more(made, each)
        };
        let work = || match racer {
            STATES => rivals.sweep(more(rivals.n_states(), rivals.states_pace(spent)), trial),
            LEARNER => rivals.learn(until(rivals.n_learner_nodes(), rivals.learner_time()), trial),
            _ => rivals.label(until(rivals.n_classes(), rivals.class_time()), trial),
        };
        // A level may be larger than it promised to be: then it is given up, and made again when there is more credit. Only the run itself unwinds a level, which would lose all.
        let (begun, most) = (Instant::now(), credit * OVERDRAWN);
        let (session, word, run) = (self.run.session, self.run.control.signal().word(), &mut self.run);
        let look = || {
            run.look(trial);
            if begun.elapsed().as_secs_f64() > most {
                trial.stop();
            }
        };
        Ok(session.meanwhile(word, || caught(work), look)?.unwrap_or(None))
    }

    /// A turn of the tree. Has it ended?
    fn drive(&mut self, credit: f64, kept: &Option<Start>) -> Result<bool, RunError> {
        if self.tree.is_none() {
            self.tree = Some(self.plant(kept, self.time_for_splitting()));
        }
        let Some(tree) = &mut self.tree else { return Ok(false) };
        let (session, run) = (self.run.session, &mut self.run);
        let control = run.control.below();
        control.signal().lend(session.workers.permits());
        let tally = &tree.start.tally;
        control.signal().note(tally.stats.nodes, tally.count.to_u64().unwrap_or(u64::MAX));
        let turn = run.started.elapsed() + Duration::from_secs_f64(credit);
        let time = run.limits.time.map_or(turn, |time| time.min(turn));
        let limits = Limits { time: Some(time), ..run.limits.clone() };
        limits.tell(&control, session.threads());
        let pocket = Pocket::new(&tree.start);
        let engine = tree.planned.engine.boxed_clone();
        let start = std::mem::replace(&mut tree.start, super::run::nothing());
        let (observer, journal) = (&*session.observer, Some(Box::new(pocket.clone()) as Box<dyn Journal>));
        let drive =
            Drive { control: &control, limits: &limits, observer, journal, started: run.started, shown: run.shown };
        let merged = Threads::with(&session.workers, session.threads(), engine, control.signal(), |workforce| {
            drive.run(start, workforce)
        })?;
        if let Some(failure) = merged.failure {
            return Err(failure);
        }
        if let Some(ending @ (Ending::CountLimit | Ending::NodeLimit)) = control.stopped_by() {
            run.control.stop(ending);
        }
        let (tasks, next) = pocket.tasks();
        tree.tasks += merged.tasks;
        tree.start = Start { tally: merged.tally, done: merged.done, tasks, next };
        run.shown = run.shown.max(merged.done);
        Ok(merged.is_complete)
    }

    /// The tree before its first turn, divided in about this time.
    fn plant(&mut self, kept: &Option<Start>, time: Duration) -> Tree {
        let (begun, choice) = (Instant::now(), self.rivals.only_tree());
        let mut planned = Planned::new(choice, self.run.problem, self.run.session.settings.memory);
        let start = match kept {
            Some(start) => start.clone(),
            None => {
                // Clauses of seven literals, 30 of whose variables take 74 s by a first look, were divided for 2 s, and `learn` takes 1.7.
                let plain = Duration::from_secs_f64(self.spent_by_all().max(SHORTEST_DIVISION));
                let split = self.run.split(&mut planned, Some([time, time.min(plain)]));
                self.rivals.shrink_tree(split.part_left());
                Start::from(split)
            }
        };
        planned.plan.tasks = start.tasks.len();
        Tree { planned, before: start.done, start, tasks: 0, dividing: begun.elapsed().as_secs_f64() }
    }

    /// What the tree has counted.
    fn outcome(&self, ending: Ending) -> Outcome {
        let (run, is_complete) = (&self.run, ending == Ending::Complete);
        let stopped = run.session.nothing_counted(ending, run.started);
        let Some(tree) = &self.tree else { return stopped };
        run.session.observer.planned(&tree.planned.plan);
        Outcome {
            count: tree.start.tally.count.clone(),
            ending,
            done: if is_complete { 1.0 } else { tree.start.done },
            stats: tree.start.tally.stats,
            engine: tree.planned.plan.engine,
            reason: tree.planned.plan.reason.clone(),
            tasks: tree.tasks,
            ..stopped
        }
    }

    /// Gives all time to one engine from now on, as if it had been chosen before.
    fn go_on_with(mut self, racer: usize, kept: Option<Start>) -> Result<Outcome, RunError> {
        let (problem, memory) = (self.run.problem, self.run.session.settings.memory);
        let choice = match racer {
            TREE => {
                let tree = match self.tree.take() {
                    Some(tree) => tree,
                    None => self.plant(&kept, self.time_for_splitting()),
                };
                if let Some(journal) = self.run.journal.as_mut().filter(|_| kept.is_none()) {
                    journal.begin(&tree.start).map_err(RunError::Journal)?;
                }
                let tally = &tree.start.tally;
                self.run.control.signal().note(tally.stats.nodes, tally.count.to_u64().unwrap_or(u64::MAX));
                return self.run.count_from(tree.start, tree.planned);
            }
            STATES => self.rivals.only_states(),
            SIGNS => self.rivals.only_signs(),
            LEARNER => self.rivals.only_learner(),
            _ => self.rivals.only_classes(),
        };
        self.run.finish(Planned::new(choice, problem, memory), kept)
    }
}

/// A journal in memory, of open tasks only.
#[derive(Clone)]
struct Pocket(Arc<Mutex<(FxHashMap<u64, Task>, u64)>>);

impl Pocket {
    fn new(start: &Start) -> Self {
        let tasks = start.tasks.iter().cloned().collect();
        Self(Arc::new(Mutex::new((tasks, start.next))))
    }

    /// The tasks that are open, and the number of the next.
    fn tasks(&self) -> (Vec<Numbered>, u64) {
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tasks: Vec<Numbered> = std::mem::take(&mut inside.0).into_iter().collect();
        tasks.sort_unstable_by_key(|(number, _)| *number);
        (tasks, inside.1)
    }
}

impl Journal for Pocket {
    fn start(&mut self) -> Result<Option<Start>, JournalError> {
        Ok(None)
    }

    fn begin(&mut self, _: &Start) -> Result<(), JournalError> {
        Ok(())
    }

    fn close(&mut self, entry: JournalEntry<'_>) -> Result<(), JournalError> {
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inside.0.remove(&entry.task);
        inside.0.extend(entry.rest.iter().cloned());
        inside.1 += to_u64(entry.rest.len());
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        Ok(())
    }
}
