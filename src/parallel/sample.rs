//! Solutions drawn by lot, each with exactly the same chance.
//!
//! If all levels of a sweep fit in memory, they are walked backwards (`engine::frontier::Diagram`). If not, by counted descent: count below each option of
//! the item with the fewest, draw for each sample which of them it takes, in proportion to the counts, and go on below those that were drawn, where less is left and may fit.

use crossbeam_channel::RecvTimeoutError;

use super::crew::Crew;
use super::drive::TICK;
use super::{Control, Counter, RunError};
use crate::engine::Task;
use crate::engine::frontier::{Diagram, Refusal};
use crate::engine::links::Links;
use crate::problem::{OptionId, Problem};
use crate::tally::Count;

/// Draws solutions of a problem.
///
/// ```
/// use dlx_count::family::queens;
/// use dlx_count::parallel::Sampler;
///
/// let problem = queens(8);
/// let samples = Sampler::new(&problem).draw(3, 7)?.expect("nobody stops it");
/// assert!(samples.iter().all(|solution| solution.len() == 8));
/// # Ok::<(), dlx_count::RunError>(())
/// ```
pub struct Sampler<'a> {
    problem: &'a Problem,
    threads: usize,
    memory: usize,
    control: Control,
    on_tick: Box<dyn FnMut() + Send + 'a>,
}

/// The prefix of a part of the tree, and the samples that fall into it.
struct Part {
    prefix: Vec<OptionId>,
    samples: Vec<usize>,
}

impl<'a> Sampler<'a> {
    /// With all processors and 1 GiB.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        let (threads, memory) = (num_cpus::get(), 1 << 30);
        Self { problem, threads, memory, control: Control::default(), on_tick: Box::new(|| {}) }
    }

    /// Number of worker threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Bytes for states.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// A handle to stop it with.
    #[must_use]
    pub fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// Called some dozen times a second meanwhile.
    #[must_use]
    pub fn on_tick(mut self, on_tick: impl FnMut() + Send + 'a) -> Self {
        self.on_tick = Box::new(on_tick);
        self
    }

    /// So many solutions, each drawn from all, whatever the others are; the same for the same seed, memory and threads. Empty if there is no solution, none if it was stopped.
    ///
    /// # Errors
    /// If the worker threads cannot be started.
    pub fn draw(mut self, number: usize, seed: u64) -> Result<Option<Vec<Vec<OptionId>>>, RunError> {
        let mut dice = fastrand::Rng::with_seed(seed);
        let crew = Crew::alone(self.threads);
        let mut drawn: Vec<Option<Vec<OptionId>>> = vec![None; number];
        let mut parts = vec![Part { prefix: Vec::new(), samples: (0..number).collect() }];
        while let Some(part) = parts.pop() {
            match self.sweep(&crew, &part, &mut dice)? {
                Ok(found) => {
                    for (sample, options) in part.samples.into_iter().zip(found) {
                        let mut solution = [part.prefix.as_slice(), options.as_slice()].concat();
                        solution.sort_unstable();
                        drawn[sample] = Some(solution);
                    }
                }
                Err(Refusal::Stopped) => return Ok(None),
                Err(_) => match self.descend(&crew, part, &mut dice, &mut drawn)? {
                    Some(deeper) => parts.extend(deeper),
                    None => return Ok(None),
                },
            }
        }
        Ok(Some(drawn.into_iter().flatten().collect()))
    }

    /// Tries to draw all samples of a part from a sweep.
    #[allow(clippy::type_complexity)]
    fn sweep(
        &mut self,
        crew: &Crew,
        part: &Part,
        dice: &mut fastrand::Rng,
    ) -> Result<Result<Vec<Vec<OptionId>>, Refusal>, RunError> {
        let pool = crew.pool()?;
        let (sender, receiver) = crossbeam_channel::bounded(1);
        let (problem, memory, watch, number) = (self.problem, self.memory, self.control.watch(), part.samples.len());
        let found = pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let diagram = Diagram::below(problem, &part.prefix, memory, watch);
                let found =
                    diagram.map(|diagram| diagram.map_or_else(Vec::new, |diagram| diagram.sample(number, dice)));
                drop(sender.send(found));
            });
            loop {
                match receiver.recv_timeout(TICK) {
                    Err(RecvTimeoutError::Timeout) => (self.on_tick)(),
                    result => return result.ok(),
                }
            }
        });
        Ok(found.expect("a panic has been passed on"))
    }

    /// Divides a part by the options of its first item, and its samples among them.
    fn descend(
        &mut self,
        crew: &Crew,
        part: Part,
        dice: &mut fastrand::Rng,
        drawn: &mut [Option<Vec<OptionId>>],
    ) -> Result<Option<Vec<Part>>, RunError> {
        let whole = Task { prefix: part.prefix, weight: Count::ONE, share: 1.0 };
        let mut links = Links::new(self.problem);
        let (tally, rest) = links.expand(&whole);
        if !tally.count.is_zero() {
            // The last option: each that is left ends a solution, if one is needed at all.
            let last = links.alive(&whole.prefix);
            for sample in part.samples {
                let mut solution = whole.prefix.clone();
                solution.extend(dice.choice(&last));
                solution.sort_unstable();
                drawn[sample] = Some(solution);
            }
            return Ok(Some(Vec::new()));
        }
        let (mut tasks, mut ends, mut total) = (Vec::new(), Vec::new(), Count::ZERO);
        for task in rest.tasks(&whole) {
            let counter = Counter::new(self.problem).crew(crew).memory(self.memory);
            let on_tick = &mut self.on_tick;
            let outcome = counter.control(self.control.clone()).on_progress(|_| on_tick()).run_below(&task)?;
            if !outcome.is_complete() {
                return Ok(None);
            }
            total += outcome.count;
            ends.push(total.clone());
            tasks.push(Part { prefix: task.prefix, samples: Vec::new() });
        }
        if !total.is_zero() {
            for sample in part.samples {
                let number = total.random_below(|| dice.u64(..));
                tasks[ends.partition_point(|end| *end <= number)].samples.push(sample);
            }
        }
        tasks.retain(|part| !part.samples.is_empty());
        Ok(Some(tasks))
    }
}
