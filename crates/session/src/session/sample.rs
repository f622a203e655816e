//! Solutions drawn at random, each with exactly the same chance.
//!
//! If all levels of a sweep fit in memory, they are walked backwards (`engine::frontier::Diagram`). If not, by counted [descent](super::descent): count below each option of
//! the item with the fewest, draw for each sample which of them it takes, in proportion to the counts, and continue below those that were drawn, where less is left and may fit.
//!
//! The cost of a sweep is not known beforehand, and a sweep that fails is lost time. So only a small one is tried at first. Then an engine is chosen: if that is the one that sweeps, all memory is used; if it is the one that merges up to isomorphism, samples are
//! drawn that way. Latin squares of order 7 fit in no memory and are counted in 0.1 s by classes: to draw one takes 0.7 s, where sweeps that failed at every step had taken minutes (results/2026-11-23-sample).

use super::descent::{Descent, SMALL_SWEEP, SamplePart, SampleWay};
use super::resources::{Session, refuse_hidden};
use dlx_core::problem::{OptionId, Problem};
use dlx_engines::frontier::{Diagram, Refusal};
use dlx_engines::{EngineKind, isomorph};
use dlx_run::RunError;

/// The means of drawing samples.
struct Draw<'d> {
    session: Session<'d>,
    dice: fastrand::Rng,
    /// The samples that have been drawn so far.
    drawn: Vec<Option<Vec<OptionId>>>,
}

impl Session<'_> {
    /// Draws `number` solutions, independently, each from all solutions; they are the same for the same seed, memory and threads. Empty if there is no solution, none if
    /// the session was stopped, or its time limit reached.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let samples = Session::new()?.sample(&queens(8), 3, 7)?.expect("it is not stopped");
    /// assert!(samples.len() == 3 && samples.iter().all(|solution| solution.len() == 8));
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    ///
    /// # Errors
    /// None today.
    pub fn sample(&self, problem: &Problem, number: usize, seed: u64) -> Result<Option<Vec<Vec<OptionId>>>, RunError> {
        refuse_hidden(problem, "a sample")?;
        let dice = fastrand::Rng::with_seed(seed);
        let form = problem.tree_form();
        if !form.quotas().is_empty() {
            let counted = self.timed(|session| session.drawn_by_numbers(problem, number, dice.clone()));
            match counted.unwrap_or(Ok(None)) {
                Err(RunError::Memory { .. }) => {}
                found => return found,
            }
        }
        let drawn = self.timed(|session| session.drawn(problem, number, dice)).unwrap_or(Ok(None))?;
        Ok(drawn.map(|drawn| drawn.into_iter().map(|solution| problem.original_options(&solution)).collect()))
    }

    /// Draws solutions as [`sample`](Self::sample) does, as options of this problem.
    pub(super) fn drawn(
        &self,
        problem: &Problem,
        number: usize,
        dice: fastrand::Rng,
    ) -> Result<Option<Vec<Vec<OptionId>>>, RunError> {
        let _permit = self.permit();
        if problem.connected().is_some() {
            return self.drawn_by_states(problem, (number, self.memory()), dice);
        }
        let mut draw = Draw { session: self.counting_parts(), dice, drawn: vec![None; number] };
        let mut descent = Descent::new(self.counting_parts());
        let mut parts = vec![SamplePart::whole(problem, number)];
        while let Some(mut part) = parts.pop() {
            if part.is_covered() {
                draw.keep(&part, vec![Vec::new(); part.samples.len()]);
                continue;
            }
            match draw.at_once(&mut part) {
                Ok(found) => draw.keep(&part, found),
                Err(Refusal::Stopped) => return Ok(None),
                Err(_) => match descent.descend(part, &mut draw.dice)? {
                    Some(deeper) => parts.extend(deeper),
                    None => return Ok(None),
                },
            }
        }
        Ok(Some(draw.drawn.into_iter().flatten().collect()))
    }

    /// Samples from states in which the options of an item are counted, not copied, if a small sweep suffices, or one is what would count the solutions. The options are those of the form for trees, which are the original ones.
    fn drawn_by_numbers(
        &self,
        problem: &Problem,
        number: usize,
        dice: fastrand::Rng,
    ) -> Result<Option<Vec<Vec<OptionId>>>, RunError> {
        let _permit = self.permit();
        let form = problem.tree_form();
        match self.drawn_by_states(form, (number, SMALL_SWEEP.min(self.memory())), dice.clone()) {
            Err(RunError::Memory { .. }) if self.engine_for(problem)? == EngineKind::Frontier.name() => {
                self.drawn_by_states(form, (number, self.memory()), dice)
            }
            found => found,
        }
    }

    /// All samples from the states of all levels: where options must be connected, what is left below some of them is not a problem of its own.
    fn drawn_by_states(
        &self,
        problem: &Problem,
        (number, memory): (usize, usize),
        mut dice: fastrand::Rng,
    ) -> Result<Option<Vec<Vec<OptionId>>>, RunError> {
        let control = self.control_of_one();
        let signal = control.signal();
        match self.observed(&control, || Ok(Diagram::new(problem, memory, signal)?.sample(number, &mut dice))) {
            Ok(found) => Ok(Some(found)),
            Err(Refusal::Stopped) => Ok(None),
            Err(_) => Err(RunError::Memory { what: "the states of all levels, from which samples are drawn," }),
        }
    }

    /// This session for the counts of parts, without its settings on engines and limits.
    pub(super) fn counting_parts(&self) -> Self {
        let builder = self.with_permit().to_builder();
        let builder = builder.engine(None).split_depth(dlx_run::SplitDepth::Auto).merging(true);
        builder.limits(dlx_run::Limits::default()).build().expect("its threads are there")
    }
}

impl Draw<'_> {
    /// Tries to draw all samples of a part, as options of the part.
    fn at_once(&mut self, part: &mut SamplePart) -> Result<Vec<Vec<OptionId>>, Refusal> {
        let memory = self.session.memory();
        let way = part.worth_trying(memory).ok_or(Refusal::Memory)?;
        let (dice, number, control) = (&mut self.dice, part.samples.len(), self.session.control_of_one());
        let (problem, signal) = (&part.problem, control.signal());
        self.session.observed(&control, || match way {
            SampleWay::Sweep(memory) => Ok(Diagram::new(problem, memory, signal)?.sample(number, dice)),
            SampleWay::Classes => isomorph::sample(problem, number, memory / 2, signal, dice),
        })
    }

    /// Keeps what was found in a part.
    fn keep(&mut self, part: &SamplePart, found: Vec<Vec<OptionId>>) {
        for (&sample, options) in part.samples.iter().zip(found) {
            let found = options.iter().map(|option| part.options[option.index()]);
            let mut solution: Vec<OptionId> = part.chosen.iter().copied().chain(found).collect();
            solution.sort_unstable();
            self.drawn[sample] = Some(solution);
        }
    }
}
