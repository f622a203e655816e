//! One solution of each of some kinds drawn at random, where the group is too large to be listed.
//!
//! To draw a pair of a symmetry and a solution that it leaves as it is (see [`sample_kinds`](super::sample_kinds)), no symmetry has to be drawn from the whole group: conjugate ones fix as many solutions of each kind. So a class of conjugates is drawn,
//! with a chance in proportion to its members times the solutions that one of them fixes, and then one of these solutions.
//!
//! There is no list to say which solution stands for the kind. The first one that was drawn stands for it, and canonical labels tell whether another one is of its kind.

use super::kinds::{ByTurns, KindsTask, TOO_MANY};
use super::mean::{SharedTerm, terms};
use super::orbit_enumerator::Conjugates;
use super::resources::Session;
use super::sample_kinds::OfKind;
use dlx_canon::symmetry::{CanonicalSet, Grow, Grower, IsomorphismClasses, Partial};
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::{Chances, Outcome};
use dlx_run::RunError;

impl Session<'_> {
    /// Draws kinds: from a list if they are few, by classes of symmetries if not. None if it was stopped.
    ///
    /// # Errors
    /// If neither the kinds nor the classes fit in memory.
    pub(super) fn drawn_of_large_group(
        &self,
        problem: &Problem,
        kinds: &IsomorphismClasses,
        number: usize,
        mut dice: fastrand::Rng,
    ) -> Result<Option<Vec<OfKind>>, RunError> {
        let (_permit, session) = (self.permit(), self.counting_parts());
        let task = session.task(problem, kinds, u64::MAX);
        let classes = match session.by_turns(&task)? {
            ByTurns::Classes(classes) => classes,
            ByTurns::Neither(nursery, mut classes) => {
                drop(nursery);
                match session.grow_conjugates(&task, &mut classes, u64::MAX)? {
                    true => classes,
                    false if task.control.stopped_by().is_some() => return Ok(None),
                    false => return Err(RunError::Memory { what: TOO_MANY }),
                }
            }
            ByTurns::Kinds(nursery) => {
                let grown = session.proved(&task, nursery)?;
                let of_kind = |kind: &Partial| OfKind { options: kinds.options(kind), orbit: kinds.orbit(kind) };
                let all = grown.solutions.iter().map(of_kind).collect();
                return Ok(grown.outcome.is_complete().then(|| OfKind::drawn(all, number, &mut dice)));
            }
        };
        session.drawn_by_class(&task, classes, number, dice)
    }

    /// Draws classes, and for each a solution that one of its symmetries leaves as it is.
    fn drawn_by_class(
        &self,
        task: &KindsTask<'_>,
        classes: Conjugates<'_>,
        number: usize,
        mut dice: fastrand::Rng,
    ) -> Result<Option<Vec<OfKind>>, RunError> {
        let classes = classes.into_whole();
        let terms = terms(task, &classes, None)?;
        let outcomes = self.outcomes(task, &terms)?;
        if outcomes.iter().any(|outcome| !outcome.is_complete()) {
            return Ok(None);
        }
        let members = |(outcome, term): (&Outcome, &SharedTerm<'_>)| outcome.count.clone() * term.members.clone();
        let chances: Chances = outcomes.iter().zip(&terms).map(members).collect();
        if chances.total().is_zero() {
            return Ok(Some(Vec::new()));
        }
        let mut samples_of = vec![Vec::new(); terms.len()];
        (0..number).for_each(|sample| samples_of[chances.draw(|| dice.u64(..))].push(sample));
        let mut solutions = vec![Vec::new(); number];
        for (term, samples) in terms.iter().zip(samples_of).filter(|(_, samples)| !samples.is_empty()) {
            let fixed = task.kinds.fixed(task.problem, term.symmetry);
            let dice = fastrand::Rng::with_seed(dice.u64(..));
            let Some(drawn) = self.drawn(&fixed.problem, samples.len(), dice)? else { return Ok(None) };
            samples.into_iter().zip(drawn).for_each(|(sample, own)| solutions[sample] = fixed.whole_solution(&own));
        }
        Ok(Some(standing_for_kinds(task.kinds, &solutions)))
    }
}

/// For each solution the first one of its kind.
fn standing_for_kinds(kinds: &IsomorphismClasses, solutions: &[Vec<OptionId>]) -> Vec<OfKind> {
    let (mut grower, mut shelf) = (Grower::new(kinds), CanonicalSet::default());
    let stands = |solution: &Vec<OptionId>| {
        let (hash, partial) = grower.solution(solution).expect("what a symmetry fixes is a solution");
        let kind: &Partial = shelf.like(kinds, hash, partial);
        OfKind { options: kinds.options(kind), orbit: kinds.orbit(kind) }
    };
    solutions.iter().map(stands).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use dlx_families::{latin, queens};

    /// The kinds that are grown, each with the same chance, and the numbers of solutions that they stand for.
    #[test]
    fn every_kind_has_the_same_chance() {
        let session = Session::builder().threads(2).build().unwrap();
        for (problem, n_kinds) in [
            (latin(4, false).unwrap(), 2),
            (latin(5, false).unwrap(), 2),
            (latin(6, false).unwrap(), 12),
            (queens(6), 1),
        ] {
            let kinds = IsomorphismClasses::of(&problem).unwrap();
            let task = session.task(&problem, &kinds, u64::MAX);
            let mut classes = session.conjugates(&task);
            assert!(session.grow_conjugates(&task, &mut classes, u64::MAX).unwrap());
            let dice = fastrand::Rng::with_seed(3);
            let drawn = session.drawn_by_class(&task, classes, 200 * n_kinds, dice).unwrap().unwrap();
            let mut numbers: BTreeMap<OfKind, f64> = BTreeMap::new();
            drawn.into_iter().for_each(|kind| *numbers.entry(kind).or_default() += 1.0);
            assert_eq!(numbers.len(), n_kinds, "{}", problem.name());
            let statistic: f64 = numbers.values().map(|number| (number - 200.0).powi(2) / 200.0).sum();
            let freedom = n_kinds as f64 - 1.0;
            assert!(statistic - freedom <= 5.0 * (2.0 * freedom).sqrt(), "{}: {statistic}", problem.name());
            let standing_for = numbers.into_keys().map(|kind| kind.orbit).sum();
            assert_eq!(session.count(&problem).unwrap().count, standing_for, "{}", problem.name());
        }
    }
}
