//! Solutions drawn by lot, each with exactly the same chance.
//!
//! If all levels of a sweep fit in memory, they are walked backwards (`engine::frontier::Diagram`). If not, by counted descent: count below each option of
//! the item with the fewest, draw for each sample which of them it takes, in proportion to the counts, and go on below those that were drawn, where less is left and may fit.

use super::resources::Session;
use crate::engine::Task;
use crate::engine::frontier::{Diagram, Refusal};
use crate::engine::links::Links;
use crate::parallel::RunError;
use crate::problem::{OptionId, Problem};
use crate::tally::Count;

/// The prefix of a part of the tree, and the samples that fall into it.
struct Part {
    prefix: Vec<OptionId>,
    samples: Vec<usize>,
}

/// Parts without samples yet, and for each the sum of its count and those before it.
type Counted = (Vec<Part>, Vec<Count>);

/// What samples are drawn with.
struct Draw<'d> {
    session: Session<'d>,
    problem: &'d Problem,
    dice: fastrand::Rng,
    /// The samples, as far as they are drawn.
    drawn: Vec<Option<Vec<OptionId>>>,
}

impl Session<'_> {
    /// So many solutions, each drawn from all, whatever the others are; the same for the same seed, memory and threads. Empty if there is no solution, none if
    /// the session was stopped.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let samples = Session::new()?.sample(&queens(8), 3, 7)?.expect("nobody stops it");
    /// assert!(samples.len() == 3 && samples.iter().all(|solution| solution.len() == 8));
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    ///
    /// # Errors
    /// None today.
    pub fn sample(&self, problem: &Problem, number: usize, seed: u64) -> Result<Option<Vec<Vec<OptionId>>>, RunError> {
        let drawn = self.drawn(problem, number, fastrand::Rng::with_seed(seed))?;
        Ok(drawn.map(|drawn| drawn.into_iter().map(|solution| problem.original_options(&solution)).collect()))
    }

    /// The same, as options of this problem.
    pub(super) fn drawn(
        &self,
        problem: &Problem,
        number: usize,
        dice: fastrand::Rng,
    ) -> Result<Option<Vec<Vec<OptionId>>>, RunError> {
        let _hand = self.hand();
        let mut draw = Draw { session: self.counting_parts(), problem, dice, drawn: vec![None; number] };
        let mut parts = vec![Part { prefix: Vec::new(), samples: (0..number).collect() }];
        while let Some(part) = parts.pop() {
            match draw.sweep(&part) {
                Ok(found) => draw.keep(part, found),
                Err(Refusal::Stopped) => return Ok(None),
                Err(_) => match draw.descend(part)? {
                    Some(deeper) => parts.extend(deeper),
                    None => return Ok(None),
                },
            }
        }
        Ok(Some(draw.drawn.into_iter().flatten().collect()))
    }

    /// This session for the counts of parts: whatever it was told about engines and limits is not for them.
    pub(super) fn counting_parts(&self) -> Self {
        let builder = self.with_hand().to_builder();
        let builder = builder.engine(None).split_depth(crate::parallel::SplitDepth::Auto).merging(true);
        builder.limits(crate::parallel::Limits::default()).build().expect("its threads are there")
    }
}

impl Draw<'_> {
    /// Tries to draw all samples of a part from a sweep.
    fn sweep(&mut self, part: &Part) -> Result<Vec<Vec<OptionId>>, Refusal> {
        let (problem, memory, control) = (self.problem, self.session.memory(), self.session.control_of_one());
        let (dice, number) = (&mut self.dice, part.samples.len());
        self.session.observed(&control, || {
            let diagram = Diagram::below(problem, &part.prefix, memory, control.watch())?;
            Ok(diagram.map_or_else(Vec::new, |diagram| diagram.sample(number, dice)))
        })
    }

    /// Keeps what was found below the prefix of a part.
    fn keep(&mut self, part: Part, found: Vec<Vec<OptionId>>) {
        for (sample, options) in part.samples.into_iter().zip(found) {
            let mut solution = [part.prefix.as_slice(), options.as_slice()].concat();
            solution.sort_unstable();
            self.drawn[sample] = Some(solution);
        }
    }

    /// Divides a part by the options of its first item, and its samples among them. None if it was stopped.
    fn descend(&mut self, part: Part) -> Result<Option<Vec<Part>>, RunError> {
        let whole = Task { prefix: part.prefix.clone(), weight: Count::ONE, share: 1.0 };
        let mut links = Links::new(self.problem);
        let (tally, rest) = links.expand(&whole);
        if !tally.count.is_zero() {
            // The last option: each that is left ends a solution, if one is needed at all.
            let last = links.alive(&whole.prefix);
            let found = part.samples.iter().map(|_| self.dice.choice(&last).copied().into_iter().collect()).collect();
            self.keep(part, found);
            return Ok(Some(Vec::new()));
        }
        let Some((mut parts, ends)) = self.counted(rest.tasks(&whole))? else { return Ok(None) };
        if let Some(total) = ends.last().filter(|total| !total.is_zero()) {
            for sample in part.samples {
                let number = total.random_below(|| self.dice.u64(..));
                parts[ends.partition_point(|end| *end <= number)].samples.push(sample);
            }
        }
        parts.retain(|part| !part.samples.is_empty());
        Ok(Some(parts))
    }

    /// Counts below some tasks. None if it was stopped.
    fn counted(&self, tasks: impl Iterator<Item = Task>) -> Result<Option<Counted>, RunError> {
        let (mut parts, mut ends, mut total) = (Vec::new(), Vec::new(), Count::ZERO);
        for task in tasks {
            let outcome = self.session.run_task(self.problem, &task)?;
            if !outcome.is_complete() {
                return Ok(None);
            }
            total += outcome.count;
            ends.push(total.clone());
            parts.push(Part { prefix: task.prefix, samples: Vec::new() });
        }
        Ok(Some((parts, ends)))
    }
}
