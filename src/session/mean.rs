//! How many kinds of solutions there are, as a mean: Burnside's lemma, with one symmetry of each class of conjugates.
//!
//! Each term is the count of an exact cover problem, smaller than the problem itself, and most often without a solution. They are counted side by side; the term of the identity, the largest, comes last and has all threads.

use super::kinds::Task;
use super::nursery::Nursery;
use super::resources::Session;
use crate::parallel::{Progress, RunError};
use crate::problem::to_u64;
use crate::symmetry::{Conjugate, Conjugator};
use crate::tally::{Count, Ending, Outcome};

/// Symmetries, or parts of them, up to symmetry.
pub(super) type Conjugates<'t> = Nursery<'t, Conjugator<'t>>;

impl Session<'_> {
    /// The symmetries of a problem, to be grown.
    pub(super) fn conjugates<'t>(&self, task: &Task<'t>) -> Conjugates<'t> {
        Nursery::new(task.kinds, self.threads(), false)
    }

    /// Grows symmetries until nothing is left, or there have been so many parts of them, or they take too much memory. Says whether nothing is left.
    pub(super) fn grow_conjugates<'t>(&self, task: &Task<'t>, classes: &mut Conjugates<'t>, most: u64) -> bool {
        let is_enough = |classes: &Conjugates<'_>| classes.n_germs >= most || classes.bytes > self.memory();
        self.meanwhile(|| classes.grow(self, &task.control, false, is_enough), || self.look(task))
    }

    /// The mean of the numbers of solutions that symmetries leave as they are, from one symmetry of each class of conjugates. If it is stopped, a lower bound.
    ///
    /// # Panics
    /// If the classes have not as many members as the group, or the mean is not a whole number, which would be a mistake in this crate.
    pub(super) fn mean<'t>(&self, task: &Task<'t>, classes: Conjugates<'t>) -> Result<Outcome, RunError> {
        let mut classes = classes.into_whole();
        let n_symmetries: Count = classes.iter().map(|class| task.kinds.n_conjugates(class)).sum();
        assert!(n_symmetries == *task.kinds.n_permutations(), "the classes are the group");
        let identity = classes.iter().position(Conjugate::is_identity).expect("the identity is a class of its own");
        let identity = classes.swap_remove(identity);
        let (mut sum, mut nodes, mut ending) = (Count::ZERO, task.control.watch().nodes(), Ending::Complete);
        let (session, mut failed, mut n_done) = (self.with_hand().to_builder().observer(()).build()?, None, 0);
        let count = |session: &Session<'_>, class: usize| {
            let session = session.to_builder().limits(self.time_left(task)).build()?;
            session.count(&task.kinds.fixed(task.problem, &classes[class]))
        };
        session.batch(classes.len(), count, |class, outcome| match outcome {
            Ok(outcome) => {
                n_done += 1;
                nodes += outcome.stats.nodes;
                sum += outcome.count * task.kinds.n_conjugates(&classes[class]);
                ending = if ending == Ending::Complete { outcome.ending } else { ending };
                let (open_tasks, elapsed) = (to_u64(classes.len()) - n_done, task.started.elapsed());
                self.observer.progress(&Progress { nodes, open_tasks, busy: 1, elapsed, ..Progress::default() });
            }
            Err(error) => failed = Some(error),
        });
        failed.map_or(Ok(()), Err)?;
        let whole = self.rest_of(task).build()?.count(&task.kinds.fixed(task.problem, &identity))?;
        let (sum, order) = (sum + whole.count, task.kinds.n_permutations());
        let ending = if ending == Ending::Complete { whole.ending } else { ending };
        let count = sum.div_ceil(order);
        assert!(ending != Ending::Complete || count.clone() * order.clone() == sum, "orbits are counted whole");
        let n_classes = classes.len() + 1;
        let reason = format!(
            "Burnside's lemma, with {n_classes} classes of conjugate symmetries, {order} symmetries in all; the identity: {}",
            whole.reason.as_deref().unwrap_or(whole.engine)
        );
        let mut stats = whole.stats;
        stats.nodes += nodes;
        Ok(Outcome { count, ending, stats, reason: Some(reason), elapsed: task.started.elapsed(), ..whole })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{latin, queens, steiner};
    use crate::problem::Problem;
    use crate::symmetry::Kinds;

    /// Squares of two colors along a line, neighbors alike where they meet, and each option twice.
    fn line(n: usize) -> Problem {
        let mut builder = Problem::builder();
        let cells: Vec<_> = (0..n).map(|cell| builder.primary(format!("c{cell}")).unwrap()).collect();
        let edges: Vec<_> = (0..=n).map(|edge| builder.secondary(format!("e{edge}")).unwrap()).collect();
        let colors = ["red", "blue"].map(|color| builder.color(color).unwrap());
        for (cell, &item) in cells.iter().enumerate() {
            for [left, right] in [[0, 0], [0, 1], [1, 0], [0, 0], [1, 1], [1, 1]] {
                let option = [
                    (item, crate::problem::Color::NONE),
                    (edges[cell], colors[left]),
                    (edges[cell + 1], colors[right]),
                ];
                builder.colored_option(&option).unwrap();
            }
        }
        builder.build()
    }

    /// The mean, and as many as are grown one by one.
    #[test]
    fn the_mean_is_the_number_of_kinds_that_are_grown() {
        let session = Session::builder().threads(2).build().unwrap();
        for problem in
            [latin(4, false).unwrap(), latin(5, false).unwrap(), steiner(9).unwrap(), queens(7), line(1), line(4)]
        {
            let kinds = Kinds::of(&problem).unwrap();
            let grown = session.grown(&problem, &kinds, u64::MAX).unwrap().outcome;
            let task = session.task(&problem, &kinds, u64::MAX);
            let mut classes = session.conjugates(&task);
            assert!(session.grow_conjugates(&task, &mut classes, u64::MAX));
            let mean = session.mean(&task, classes).unwrap();
            assert_eq!((mean.count, mean.ending), (grown.count, Ending::Complete), "{}", problem.name());
        }
    }
}
