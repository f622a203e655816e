//! What all solutions come to, and the best of them.

use dlx_count::engine::least::Goal;
use dlx_count::{Control, OptionId};
use pyo3::prelude::*;

use crate::errors::Fault;
use crate::patience::quietly;
use crate::problem::{Problem, all_wanted, integer};
use crate::settings::Settings;
use crate::solution::Solution;

/// A row of a tally: what the options come to in each column, and how many solutions have that.
type Row<'py> = (Vec<u64>, Bound<'py, PyAny>);

/// Counts solutions by what their options add to each of some columns. Says whether that is all.
#[pyfunction]
pub fn tally<'py>(
    py: Python<'py>,
    problem: &Problem,
    columns: usize,
    adds: Vec<Vec<(usize, u64)>>,
    settings: Settings,
) -> PyResult<(Vec<Row<'py>>, bool)> {
    all_wanted(problem.question(), "a tally")?;
    if problem.question().obstacle().is_some() {
        return Ok((Vec::new(), true));
    }
    let control = Control::default();
    let builder = settings.builder(&control)?;
    let of = |option: OptionId| adds.get(option.index()).cloned().unwrap_or_default();
    let count = || Ok::<_, Fault>(builder.build()?.count_by(problem.problem(), columns, &of)?);
    let found = quietly(py, &control, count)??;
    let is_all = found.ending == dlx_count::Ending::Complete;
    let row = |(sums, count)| Ok((sums, integer(py, &count)?));
    Ok((found.compositions.into_iter().map(row).collect::<PyResult<_>>()?, is_all))
}

/// Best solutions with their costs; the bound on the cost; and whether they are proved to be the best.
type Best = (Vec<(u64, Solution)>, Option<u64>, bool);

/// The best solutions, by the costs of the problem or by these.
#[pyfunction]
pub fn best(
    py: Python<'_>,
    problem: &Problem,
    costs: Option<Vec<u64>>,
    number: usize,
    is_greatest: bool,
    settings: Settings,
) -> PyResult<Best> {
    all_wanted(problem.question(), "the best solution")?;
    if problem.question().obstacle().is_some() {
        return Ok((Vec::new(), None, true));
    }
    let mut priced = problem.problem().clone();
    if let Some(costs) = costs {
        let cost_of = |option: OptionId| costs.get(option.index()).copied().unwrap_or_default();
        priced = priced.with_costs(cost_of).map_err(|error| Fault::input(error, "take smaller costs"))?;
    }
    let control = Control::default();
    let builder = settings.builder(&control)?;
    let goal = Goal { number, is_greatest, is_ties: false };
    let found = quietly(py, &control, || Ok::<_, Fault>(builder.build()?.best(&priced, goal)?))??;
    let is_proved = found.ending == dlx_count::Ending::Complete;
    let solution = |(cost, options): (u64, Vec<OptionId>)| (cost, problem.solution(options));
    Ok((found.solutions.into_iter().map(solution).collect(), found.bound, is_proved))
}
