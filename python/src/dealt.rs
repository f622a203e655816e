//! A sweep in steps from bytes to bytes, for drivers that send the parts of its levels to other machines.

use dlx_count::engine::RunSignal;
use dlx_count::engine::frontier::{DealtError, DealtLevel, DealtStep, DealtSweep};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::Fault;
use crate::problem::integer;
use crate::records::read_head;

/// A level: how many are done, the number of its parts, and how it is dealt out.
type LevelTuple = (usize, usize, Vec<u8>);

/// Pieces, a sample of keys, and the number of states and of those made on the way.
type StepTuple<'py> = (Vec<Bound<'py, PyBytes>>, Bound<'py, PyBytes>, usize, u64);

/// The sweep of a problem: every process that makes it of the same head makes the same one, or refuses the pieces of another.
#[pyclass(frozen, module = "dlx_count._core")]
pub struct Sweep(Box<dyn DealtSweep>);

fn level((at, n_parts, deal): LevelTuple) -> DealtLevel {
    DealtLevel { at, n_parts, deal }
}

fn in_python(DealtLevel { at, n_parts, deal }: DealtLevel) -> LevelTuple {
    (at, n_parts, deal)
}

fn step_in_python(py: Python<'_>, step: DealtStep) -> StepTuple<'_> {
    let pieces = step.pieces.iter().map(|piece| PyBytes::new(py, piece)).collect();
    (pieces, PyBytes::new(py, &step.sample), step.n_states, step.n_nodes)
}

fn fault(error: DealtError) -> Fault {
    match error {
        DealtError::Stopped => Fault::Run("the sweep was stopped".into()),
        DealtError::Refused { what, .. } => Fault::Run(what.into()),
    }
}

#[pymethods]
impl Sweep {
    /// The sweep of the problem that the first line of a file of records is about, in steps that have this many bytes for states.
    #[new]
    fn new(py: Python<'_>, head: &str, memory: usize) -> PyResult<Self> {
        let (question, said) = read_head(head)?;
        let make = || said.sweep.sweep(question.problem(), memory, &RunSignal::default());
        let sweep = if question.obstacle().is_some() { None } else { py.detach(make) };
        let help = "leave the engine out: then tasks of the search tree are counted";
        Ok(Self(sweep.ok_or_else(|| Fault::input("this problem cannot be swept", help))?))
    }

    #[getter]
    fn n_levels(&self) -> usize {
        self.0.n_levels()
    }

    /// A level with more states than this is worth dealing out.
    #[getter]
    fn first(&self) -> usize {
        self.0.first()
    }

    /// The first level with more states than `most`, in `n_parts` parts, and its pieces: one for each part.
    fn begin<'py>(&self, py: Python<'py>, most: usize, n_parts: usize) -> PyResult<(LevelTuple, StepTuple<'py>)> {
        let made = py.detach(|| self.0.begin(most, n_parts, &RunSignal::default()));
        let (level, step) = made.map_err(fault)?;
        Ok((in_python(level), step_in_python(py, step)))
    }

    /// The level to which steps lead from this one, by a sample of its keys, the number of its states, and the number of parts that are wanted.
    fn next(
        &self,
        py: Python<'_>,
        from: LevelTuple,
        sample: &[u8],
        n_states: usize,
        n_parts: usize,
    ) -> PyResult<LevelTuple> {
        let from = level(from);
        let next = py.detach(|| self.0.next(&from, sample, (n_states, n_parts), &RunSignal::default()));
        Ok(in_python(next.map_err(fault)?))
    }

    /// Takes a part of a level to the next one: a piece for each of its parts.
    fn step<'py>(
        &self,
        py: Python<'py>,
        from: LevelTuple,
        to: LevelTuple,
        part: usize,
        pieces: Vec<Bound<'py, PyBytes>>,
    ) -> PyResult<StepTuple<'py>> {
        let (from, to) = (level(from), level(to));
        let pieces: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).collect();
        let step = py.detach(|| self.0.step((&from, &to), part, &pieces, &RunSignal::default()));
        Ok(step_in_python(py, step.map_err(fault)?))
    }

    /// The sum of the multiplicities of a part of the last level.
    fn total<'py>(
        &self,
        py: Python<'py>,
        last: LevelTuple,
        part: usize,
        pieces: Vec<Bound<'py, PyBytes>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let last = level(last);
        let pieces: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).collect();
        let total = py.detach(|| self.0.total(&last, part, &pieces, &RunSignal::default()));
        integer(py, &total.map_err(fault)?)
    }
}
