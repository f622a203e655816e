//! One solution of each of some kinds drawn at random, each kind with exactly the same chance, however many solutions it has.
//!
//! To draw a solution and take its kind would favour the kinds with many solutions. The sum of Burnside's lemma does not: draw a symmetry with a chance in proportion to the number of solutions that it
//! leaves as they are, and then one of these. A solution that s symmetries fix comes up in s of the pairs, and its kind has (order of the group) / s solutions: so each kind has as many pairs as the group has
//! elements. (J. D. Dixon and H. S. Wilf, "The random selection of unlabeled graphs", 1983.) No solution is drawn in vain, and the kinds are never listed.
//!
//! Where the group is too large to be listed, the symmetries are drawn [by classes of conjugates](super::sample_classes), unless the kinds turn out to be few: then they are listed, and drawn from the list.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::resources::Session;
use super::takers::Found;
use dlx_canon::symmetry::{CountQuery, Equivalence, Group, Term};
use dlx_core::problem::{OptionId, to_place, to_u64};
use dlx_core::tally::{Chances, Count};
use dlx_run::RunError;

/// A solution that stands for its kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct OfKind {
    /// Its options, in increasing order: the same ones for each solution of the kind that was drawn.
    pub options: Vec<OptionId>,
    /// How many solutions are of the kind.
    pub orbit: Count,
}

impl Session<'_> {
    /// Draws `number` kinds of solutions, independently, each from all kinds; they are the same for the same seed, memory and threads. If the question is not one up to symmetry, every solution is a kind
    /// of its own. Empty if there is no solution, none if the session was stopped, or its time limit reached.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens, symmetry::CountQuery};
    ///
    /// // 6 queens have one kind of 4 solutions.
    /// let drawn = Session::new()?.sample_kinds(&CountQuery::up_to_all(queens(6))?, 3, 7)?.expect("it is not stopped");
    /// assert!(drawn.len() == 3 && drawn.iter().all(|kind| kind.orbit == 4u64.into() && kind == &drawn[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If neither all kinds fit in memory, nor symmetries, one of each class of conjugates.
    pub fn sample_kinds(
        &self,
        question: &CountQuery,
        number: usize,
        seed: u64,
    ) -> Result<Option<Vec<OfKind>>, RunError> {
        self.timed(|session| session.kinds_drawn(question, number, seed)).unwrap_or(Ok(None))
    }

    fn kinds_drawn(&self, question: &CountQuery, number: usize, seed: u64) -> Result<Option<Vec<OfKind>>, RunError> {
        let dice = fastrand::Rng::with_seed(seed);
        match question.equivalence() {
            Some(Equivalence::Listed(group)) if !question.is_listed() => {
                self.drawn_by_symmetry(question, group, number, dice)
            }
            Some(Equivalence::Grown(kinds)) if kinds.are_shown() => {
                self.drawn_of_large_group(question.problem(), kinds, number, dice)
            }
            Some(_) => self.drawn_from_list(question, number, dice),
            None => {
                let of_kind = |options| OfKind { options, orbit: Count::ONE };
                let drawn = self.sample(question.problem(), number, seed)?;
                Ok(drawn.map(|drawn| drawn.into_iter().map(of_kind).collect()))
            }
        }
    }

    /// Draws symmetries, and for each a solution that it leaves as it is.
    fn drawn_by_symmetry(
        &self,
        question: &CountQuery,
        group: &Group,
        number: usize,
        mut dice: fastrand::Rng,
    ) -> Result<Option<Vec<OfKind>>, RunError> {
        let Some(chances) = self.chances(question.terms())? else { return Ok(None) };
        if chances.total().is_zero() {
            return Ok(Some(Vec::new()));
        }
        let mut samples_of: Vec<Vec<usize>> = vec![Vec::new(); question.terms().len()];
        (0..number).for_each(|sample| samples_of[chances.draw(|| dice.u64(..))].push(sample));
        let mut drawn = vec![None; number];
        for (term, samples) in question.terms().iter().zip(samples_of).filter(|(_, samples)| !samples.is_empty()) {
            let dice = fastrand::Rng::with_seed(dice.u64(..));
            let Some(solutions) = self.drawn(&term.problem, samples.len(), dice)? else { return Ok(None) };
            for (sample, solution) in samples.into_iter().zip(solutions) {
                let least = group.least(&term.whole_solution(&solution));
                let orbit = group.orbit(&least).expect("none is less than the least");
                drawn[sample] = Some(OfKind { options: least, orbit: orbit.into() });
            }
        }
        Ok(Some(drawn.into_iter().flatten().collect()))
    }

    /// For each term the number of pairs of a symmetry and a solution that it leaves as it is. None if it was stopped.
    fn chances(&self, terms: &[Term]) -> Result<Option<Chances>, RunError> {
        let (_permit, session) = (self.permit(), self.counting_parts());
        let mut pairs = Vec::new();
        for term in terms {
            let outcome = session.count(&term.problem)?;
            if !outcome.is_complete() {
                return Ok(None);
            }
            pairs.push(outcome.count * Count::from(u64::from(term.weight)));
        }
        Ok(Some(pairs.into_iter().collect()))
    }

    /// Lists all kinds, in an order that does not depend on threads, and draws from them.
    fn drawn_from_list(
        &self,
        question: &CountQuery,
        number: usize,
        mut dice: fastrand::Rng,
    ) -> Result<Option<Vec<OfKind>>, RunError> {
        let (mut kinds, mut room, mut fits) = (Vec::new(), self.memory(), true);
        let encode = |found: Found<'_>, batch: &mut Vec<OfKind>| {
            let orbit = found.orbit.cloned().unwrap_or(Count::ONE);
            batch.push(OfKind { options: found.options.to_vec(), orbit });
        };
        let (_permit, session) = (self.permit(), self.counting_parts());
        let solver = session.solve(question.problem()).up_to(question.equivalence().cloned());
        let solved = solver.batches(Arc::new(encode), |batch: Vec<OfKind>, _| {
            let bytes: usize = batch.iter().map(OfKind::bytes).sum();
            kinds.extend(batch);
            fits = bytes <= room;
            room = room.saturating_sub(bytes);
            if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if !fits {
            return Err(RunError::Memory { what: "solutions, one of each kind," });
        }
        if !solved.outcome.is_complete() {
            return Ok(None);
        }
        Ok(Some(OfKind::drawn(kinds, number, &mut dice)))
    }
}

impl OfKind {
    /// Draws `number` of these, each from all; none if there are none.
    pub(super) fn drawn(mut kinds: Vec<Self>, number: usize, dice: &mut fastrand::Rng) -> Vec<Self> {
        kinds.sort_unstable();
        let place = |_| kinds[to_place(dice.u64(..to_u64(kinds.len())))].clone();
        if kinds.is_empty() { Vec::new() } else { (0..number).map(place).collect() }
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(self.options.as_slice())
    }
}
