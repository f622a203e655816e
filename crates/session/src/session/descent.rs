//! Counted descent: a part of the search tree divided by the options of an item, and the samples that fall into it divided among them in proportion to their counts.
//!
//! Each part is a problem of its own, counted by the engine that suits it. Parts that are the same up to names ([`isomorph::form`]) have the same count and are counted once in a whole draw; where all options of an item lead to the same
//! one, as in the first row of a Latin square, nothing has to be counted at all.

use rustc_hash::FxHashMap;

use super::resources::Session;
use dlx_core::problem::{Below, OptionId, Problem, to_u32};
use dlx_core::tally::{Chances, Count};
use dlx_engines::{EngineKind, isomorph};
use dlx_run::RunError;

/// Bytes of a sweep that is tried when nothing is known yet: some tenths of a second.
pub(super) const SMALL_SWEEP: usize = 128 << 20;

/// In a tree with more nodes than this no small sweep is tried.
const FEW_NODES: u64 = 1_000_000;

/// With no more solutions than this the engine for what is left is chosen again.
const FEW_SOLUTIONS: u64 = 100_000;

/// A small sweep that has failed is tried again when at most this many in five options are left.
const LEFT_OF_FIVE: usize = 4;

/// What is left below some options, and the samples that fall into it.
pub(super) struct SamplePart {
    pub(super) problem: Problem,
    /// The options of the whole problem that its options stand for.
    pub(super) options: Vec<OptionId>,
    /// Options of the whole problem.
    pub(super) chosen: Vec<OptionId>,
    pub(super) samples: Vec<usize>,
    /// None if nothing is known yet.
    known: Option<KnownCounts>,
    /// How many options there were when a small sweep failed last.
    failed_with: Option<usize>,
}

/// How samples can be drawn without going down.
pub(super) enum SampleWay {
    /// From a sweep with all its levels kept, in this many bytes.
    Sweep(usize),
    /// Up to isomorphism.
    Classes,
}

/// What is known of a part.
#[derive(Clone)]
struct KnownCounts {
    /// None as long as no count was needed, as for the whole, and for parts that are all alike.
    count: Option<Count>,
    /// The engine that has counted it, or a part that it belongs to, or the engine that would.
    engine: &'static str,
    nodes: u64,
}

impl KnownCounts {
    /// The engine for what is left below an option; none if it is to be chosen again. A part that was counted by classes has hardly more of them below, though it looks less alike
    /// there: the choice would be a tree (Latin squares of order 7, a cell of the second row: 27 s for 0.1).
    fn engine_below(&self) -> Option<EngineKind> {
        let is_by_classes = self.engine == EngineKind::Isomorph.name();
        let are_many = self.count.as_ref().is_none_or(|count| *count > Count::from(FEW_SOLUTIONS));
        (is_by_classes && are_many).then_some(EngineKind::Isomorph)
    }
}

/// What has been counted in a draw.
pub(super) struct Descent<'d> {
    session: Session<'d>,
    /// Parts by their forms.
    forms: FxHashMap<Vec<u8>, KnownCounts>,
    /// Bytes left for them.
    room: usize,
}

impl SamplePart {
    /// The whole problem.
    pub(super) fn whole(problem: &Problem, number: usize) -> Self {
        let (options, samples) = (problem.options().collect(), (0..number).collect());
        Self { problem: problem.clone(), options, chosen: Vec::new(), samples, known: None, failed_with: None }
    }

    /// Is nothing left to be covered?
    pub(super) fn is_covered(&self) -> bool {
        self.problem.n_primary() == 0
    }

    /// The best way to draw its samples at once, with this many bytes; none if it is better to go down a step.
    pub(super) fn worth_trying(&mut self, memory: usize) -> Option<SampleWay> {
        let is_by = |kind: EngineKind| self.known.as_ref().is_some_and(|known| known.engine == kind.name());
        if is_by(EngineKind::Frontier) {
            return Some(SampleWay::Sweep(memory));
        }
        if is_by(EngineKind::Isomorph) {
            return Some(SampleWay::Classes);
        }
        let (n_options, is_large) =
            (self.options.len(), self.known.as_ref().is_some_and(|known| known.nodes > FEW_NODES));
        let is_hopeless = self.failed_with.is_some_and(|before| 5 * n_options > LEFT_OF_FIVE * before);
        if is_large || is_hopeless {
            return None;
        }
        self.failed_with = Some(n_options);
        Some(SampleWay::Sweep(memory.min(SMALL_SWEEP)))
    }

    /// What is left below an option, without samples so far.
    fn below(&self, option: OptionId) -> Self {
        let Below { problem, options } = self.problem.below(option);
        Self {
            problem,
            options: options.iter().map(|option| self.options[option.index()]).collect(),
            chosen: self.chosen.iter().copied().chain([self.options[option.index()]]).collect(),
            samples: Vec::new(),
            known: None,
            failed_with: self.failed_with,
        }
    }

    /// What is left below each option of the item with the fewest.
    fn below_each(&self) -> Vec<Self> {
        let mut options_of = vec![Vec::new(); self.problem.n_primary()];
        for option in self.problem.choosable() {
            let items = self.problem.items_of(option).iter().filter(|item| self.problem.is_primary(**item));
            items.for_each(|item| options_of[item.index()].push(option));
        }
        let fewest = options_of.into_iter().min_by_key(Vec::len).unwrap_or_default();
        fewest.into_iter().map(|option| self.below(option)).collect()
    }
}

impl<'d> Descent<'d> {
    /// A descent in which nothing is counted yet. Counts may take half of the session's memory.
    pub(super) fn new(session: Session<'d>) -> Self {
        let room = session.memory() / 2;
        Self { session, forms: FxHashMap::default(), room }
    }

    /// Divides a part by the options of an item, and its samples among them; for the whole the engine is chosen first. None if it was stopped. If there is no solution, no part is left.
    pub(super) fn descend(
        &mut self,
        mut part: SamplePart,
        dice: &mut fastrand::Rng,
    ) -> Result<Option<Vec<SamplePart>>, RunError> {
        let Some(known) = part.known.take() else {
            let engine = self.session.engine_for(&part.problem)?;
            part.known = Some(KnownCounts { count: None, engine, nodes: u64::MAX });
            return Ok(Some(vec![part]));
        };
        let mut deeper = part.below_each();
        let Some(chances) = self.chances(&mut deeper, &known)? else { return Ok(None) };
        if chances.total().is_zero() {
            return Ok(Some(Vec::new()));
        }
        for sample in part.samples {
            deeper[chances.draw(|| dice.u64(..))].samples.push(sample);
        }
        deeper.retain(|part| !part.samples.is_empty());
        Ok(Some(deeper))
    }

    /// The counts of some parts. None if it was stopped.
    ///
    /// # Panics
    /// If the parts do not add up to the whole: a mistake in an engine.
    fn chances(&mut self, parts: &mut [SamplePart], whole: &KnownCounts) -> Result<Option<Chances>, RunError> {
        let n_parts = to_u32(parts.len());
        let form = |part: &SamplePart| if n_parts > 1 { isomorph::form(&part.problem) } else { None };
        let forms: Vec<Option<Vec<u8>>> = parts.iter().map(form).collect();
        let are_alike = n_parts == 1 || forms.iter().all(|form| form.is_some() && *form == forms[0]);
        for (part, form) in parts.iter_mut().zip(forms) {
            let known = if are_alike {
                Some(KnownCounts {
                    count: whole.count.as_ref().map(|count| count.divided_by(n_parts).0),
                    ..whole.clone()
                })
            } else {
                self.known(&part.problem, form, whole.engine_below())?
            };
            let Some(known) = known else { return Ok(None) };
            part.known = Some(known);
        }
        // Parts that did not have to be counted have equally many solutions.
        let count = |known: &KnownCounts| known.count.clone().unwrap_or(Count::ONE);
        let chances: Chances = parts.iter().filter_map(|part| part.known.as_ref()).map(count).collect();
        assert!(whole.count.as_ref().is_none_or(|count| chances.total() == *count), "the parts add up to the whole");
        Ok(Some(chances))
    }

    /// The count of a part of this form, known or counted now. None if it was stopped.
    fn known(
        &mut self,
        problem: &Problem,
        form: Option<Vec<u8>>,
        engine: Option<EngineKind>,
    ) -> Result<Option<KnownCounts>, RunError> {
        let Some(form) = form else { return self.count(problem, engine) };
        if let Some(known) = self.forms.get(&form) {
            return Ok(Some(known.clone()));
        }
        let known = self.count(problem, engine)?;
        if let Some(known) = &known
            && form.len() <= self.room
        {
            self.room -= form.len();
            self.forms.insert(form, known.clone());
        }
        Ok(known)
    }

    /// Counts, by this engine or by the one that seems best. None if it was stopped.
    fn count(&self, problem: &Problem, engine: Option<EngineKind>) -> Result<Option<KnownCounts>, RunError> {
        let session = self.session.to_builder().engine(engine).build().expect("its threads are there");
        let outcome = session.count(problem)?;
        let known =
            KnownCounts { count: Some(outcome.count.clone()), engine: outcome.engine, nodes: outcome.stats.nodes };
        Ok(outcome.is_complete().then_some(known))
    }
}
