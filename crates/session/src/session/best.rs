//! The best solutions: those of least cost, or of greatest cost.
//!
//! There are two ways, and which is better depends on the problem. Where the frontier stays narrow, the diagram of all solutions answers at once, and knows the second best as well as the best,
//! however many solutions there are. Where it does not, branch and bound sees only what may still be better. Unless an engine was asked for, both take turns, each twice as long as the one before:
//! so the answer takes at most some four times what the better way alone would take. Branch and bound continues where it was stopped; a diagram begins again. A diagram that does not fit in memory is not tried again.

use std::time::{Duration, Instant};

use super::resources::{Session, refuse_hidden};
use dlx_core::problem::{OptionId, Problem};
use dlx_core::stop::caught;
use dlx_core::tally::Ending;
use dlx_engines::frontier::{Diagram, Refusal, Zdd};
use dlx_engines::least::{Gauge, Goal, Least};
use dlx_engines::{EngineKind, RunSignal};
use dlx_run::{Control, Limits, Progress, RunError};

/// How long the first turn takes.
const TURN: Duration = Duration::from_millis(50);

/// The best solutions of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// Costs in [units](Problem::in_units_of_cost) and solutions, the best first; those of equal cost in the order of their options, which are those of the [original](Problem::original) problem.
    pub solutions: Vec<(i64, Vec<OptionId>)>,
    /// No solution is better than this: the cost of the best, if the search was complete. None if there is no solution.
    pub bound: Option<i64>,
    /// [`Ending::Complete`] if these are proved to be the best, or why there may be better ones.
    pub ending: Ending,
    /// How they were found.
    pub way: &'static str,
    /// Nodes of the tree that were visited.
    pub nodes: u64,
    /// Wall-clock time of the search.
    pub elapsed: Duration,
}

/// The means of a search.
struct BestSearch<'s> {
    session: &'s Session<'s>,
    problem: &'s Problem,
    goal: Goal,
    control: Control,
    limits: Limits,
    started: Instant,
    nodes: u64,
}

impl Session<'_> {
    /// Finds the best solutions of a problem and proves that there are no better ones, with the threads of the session and its limits on time and nodes. If options have no costs, each costs 1.
    /// Which of several solutions of equal cost are found, where not all are wanted, may depend on the threads.
    ///
    /// ```
    /// use dlx_count::engine::least::Goal;
    /// use dlx_count::{Session, format::knuth};
    ///
    /// let problem = knuth::read("a b c\na b |$3\nb c |$4\na |$2\nb |$2\nc |$2\n".as_bytes())?;
    /// let best = Session::new()?.best(&problem, Goal { number: 2, is_greatest: false, is_ties: false })?;
    /// let costs: Vec<i64> = best.solutions.iter().map(|(cost, _)| *cost).collect();
    /// assert_eq!((costs, best.bound), (vec![5, 6], Some(5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the threads cannot be started, or if the measure of a solution is [not a sum over its options](Problem::without_usual_costs).
    pub fn best(&self, problem: &Problem, goal: Goal) -> Result<Best, RunError> {
        let (_permit, control, started) = (self.permit(), self.control_of_one(), Instant::now());
        let limits = Limits { count: None, ..self.settings.limits.clone() };
        limits.tell(&control, self.threads());
        let best = || self.searched(problem, goal, (control.clone(), limits.clone(), started));
        self.until_stopped(&control, (&limits, started), best).unwrap_or_else(|ending| {
            let (elapsed, way) = (started.elapsed(), "stopped before the search had begun");
            Ok(Best { solutions: Vec::new(), bound: None, ending, way, nodes: 0, elapsed })
        })
    }

    fn searched(
        &self,
        problem: &Problem,
        goal: Goal,
        (control, limits, started): (Control, Limits, Instant),
    ) -> Result<Best, RunError> {
        refuse_hidden(problem, "a search for the best solutions")?;
        if let Some(help) = problem.unpriced() {
            return Err(RunError::Unpriced(help));
        }
        let priced = problem.priced();
        let mut search = BestSearch { session: self, problem: &priced, goal, control, limits, started, nodes: 0 };
        let mut best = match self.settings.engine {
            _ if problem.connected().is_some() => search.by_diagram_alone(),
            Some(EngineKind::Frontier) => search.by_diagram(),
            Some(_) => search.by_tree(),
            None => search.by_turns(),
        }?;
        best.solutions.sort_by(|(cost, options), (other, others)| {
            let order = if goal.is_greatest { other.cmp(cost) } else { cost.cmp(other) };
            order.then_with(|| options.cmp(others))
        });
        Ok(best)
    }
}

impl BestSearch<'_> {
    fn by_tree(&mut self) -> Result<Best, RunError> {
        let mut least = Least::new(self.problem, self.goal);
        let is_done = self.tree_turn(&mut least, None)?;
        Ok(self.found_by_tree(&least, is_done))
    }

    /// The tree is searched only if there is no room for the diagram.
    fn by_diagram(&mut self) -> Result<Best, RunError> {
        match self.diagram_turn(None)? {
            Ok(diagram) => Ok(self.found_by_diagram(&diagram)),
            Err(Refusal::Stopped) => Ok(self.found_by_tree(&Least::new(self.problem, self.goal), false)),
            Err(_) => self.by_tree(),
        }
    }

    /// Branch and bound cannot handle options that must be connected.
    fn by_diagram_alone(&mut self) -> Result<Best, RunError> {
        match self.diagram_turn(None)? {
            Ok(diagram) => Ok(self.found_by_diagram(&diagram)),
            Err(Refusal::Stopped) => {
                let ending = self.control.stopped_by().unwrap_or(Ending::Interrupted);
                Ok(self.ended(Vec::new(), None, ending, "stopped before the diagram was there"))
            }
            Err(_) => Err(RunError::Memory { what: "the states of all levels, by which the best is found," }),
        }
    }

    fn by_turns(&mut self) -> Result<Best, RunError> {
        let (mut least, mut turn) = (Least::new(self.problem, self.goal), TURN);
        loop {
            let is_done = self.tree_turn(&mut least, Some(turn))?;
            if is_done || self.control.stopped_by().is_some() {
                return Ok(self.found_by_tree(&least, is_done));
            }
            match self.diagram_turn(Some(turn))? {
                Ok(diagram) => return Ok(self.found_by_diagram(&diagram)),
                Err(Refusal::Stopped) => turn *= 2,
                Err(_) => {
                    let is_done = self.tree_turn(&mut least, None)?;
                    return Ok(self.found_by_tree(&least, is_done));
                }
            }
        }
    }

    fn tree_turn(&mut self, least: &mut Least, time: Option<Duration>) -> Result<bool, RunError> {
        let (threads, gauge) = (self.session.threads(), least.gauge());
        self.turn(time, Some(&gauge), |signal| least.run(signal, threads))
    }

    fn diagram_turn(&mut self, time: Option<Duration>) -> Result<Result<Zdd, Refusal>, RunError> {
        let (problem, memory) = (self.problem, self.session.memory());
        let made = |signal: &RunSignal| Diagram::new(problem, memory, signal)?.zdd(memory);
        self.turn(time, None, |signal| caught(|| made(signal)).unwrap_or(Err(Refusal::Stopped)))
    }

    /// Does something on a thread of the pool, for at most `time`, and within the limits.
    fn turn<R: Send>(
        &mut self,
        time: Option<Duration>,
        gauge: Option<&Gauge>,
        work: impl FnOnce(&RunSignal) -> R + Send,
    ) -> Result<R, RunError> {
        let in_units = |cost: i64| self.problem.in_units_of_cost(cost);
        let (session, control, limits, started) = (self.session, &self.control, &self.limits, self.started);
        let (signal, begun, nodes) = (control.signal().for_trial(), Instant::now(), self.nodes);
        signal.bound(limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)), None, session.threads());
        let result = session.meanwhile(
            // The end of a turn does not unwind: what the turn has made is continued later.
            control.signal().word(),
            || work(&signal),
            || {
                limits.enforce(control, started);
                if time.is_some_and(|time| begun.elapsed() >= time) {
                    signal.stop();
                }
                session.observer.progress(&Progress {
                    nodes: nodes + signal.nodes(),
                    open_tasks: 1,
                    busy: 1,
                    elapsed: started.elapsed(),
                    best: gauge.and_then(Gauge::best).map(in_units),
                    bound: gauge.and_then(Gauge::bound).map(in_units),
                    ..Progress::default()
                });
            },
        )?;
        if gauge.is_some() {
            self.nodes += signal.nodes();
        }
        control.signal().note(signal.nodes(), 0);
        limits.enforce(control, started);
        Ok(result)
    }

    fn found_by_tree(&self, least: &Least, is_done: bool) -> Best {
        let stopped_by = || self.control.stopped_by().unwrap_or(Ending::Interrupted);
        let ending = if is_done { Ending::Complete } else { stopped_by() };
        self.ended(least.solutions(), least.gauge().bound(), ending, "by branch and bound")
    }

    fn found_by_diagram(&self, diagram: &Zdd) -> Best {
        let sign = if self.goal.is_greatest { -1 } else { 1 };
        let mut all = diagram.cheapest(|option| sign * self.problem.cost(option)).peekable();
        let best = all.peek().map(|(cost, _)| *cost);
        let wanted = all.take_while(|(cost, _)| !self.goal.is_ties || best == Some(*cost)).take(self.goal.number);
        let named = wanted.map(|(cost, options)| (sign * cost, self.problem.original_options(&options)));
        self.ended(named.collect(), best.map(|best| sign * best), Ending::Complete, "from the diagram of all solutions")
    }

    fn ended(
        &self,
        solutions: Vec<(i64, Vec<OptionId>)>,
        bound: Option<i64>,
        ending: Ending,
        way: &'static str,
    ) -> Best {
        Best { solutions, bound, ending, way, nodes: self.nodes, elapsed: self.started.elapsed() }
    }
}
