//! What all solutions come to, and the best of them.

use dlx_count::engine::least::Goal;
use dlx_count::problem::Decimal;
use dlx_count::{Control, OptionId};
use pyo3::prelude::*;

use crate::errors::Fault;
use crate::patience::quietly;
use crate::problem::{Problem, all_wanted, integer};
use crate::settings::Settings;
use crate::solution::Solution;

/// A row of a tally: what the options come to in each column, and how many solutions have that.
type Row<'py> = (Vec<i64>, Bound<'py, PyAny>);

/// Counts solutions by what their options add to each of some columns. Says whether that is all.
#[pyfunction]
pub fn tally<'py>(
    py: Python<'py>,
    problem: &Problem,
    columns: usize,
    adds: Vec<Vec<(usize, i64)>>,
    settings: Settings,
) -> PyResult<(Vec<Row<'py>>, bool)> {
    all_wanted(problem.question(), "a tally")?;
    // Variables that were settled are in no option.
    if let Some(help) = problem.problem().unpriced().filter(|_| !problem.problem().is_narrowed()) {
        return Err(Fault::input("what a model adds up to is not the sum of its options", help).into());
    }
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

/// Best solutions with their costs, as texts; the bound on the cost; and whether they are proved to be the best.
type Best = (Vec<(String, Solution)>, Option<String>, bool);

/// The best solutions, by the costs of the problem or by these, which are decimal numbers.
#[pyfunction]
pub fn best(
    py: Python<'_>,
    problem: &Problem,
    costs: Option<Vec<String>>,
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
        let costs = costs.iter().map(|cost| cost.parse::<Decimal>()).collect::<Result<Vec<_>, _>>();
        let costs = costs.map_err(|error| Fault::input(error, "round the costs"))?;
        let cost_of = |option: OptionId| costs.get(option.index()).copied().unwrap_or_default();
        let help = "take smaller costs, or round them";
        priced = priced.with_costs(cost_of).map_err(|error| Fault::input(error, help))?;
    }
    let control = Control::default();
    let builder = settings.builder(&control)?;
    let goal = Goal { number, is_greatest, is_ties: false };
    let found = quietly(py, &control, || Ok::<_, Fault>(builder.build()?.best(&priced, goal)?))??;
    let is_proved = found.ending == dlx_count::Ending::Complete;
    let in_units = |cost: i64| priced.in_units_of_cost(cost).to_string();
    let solution = |(cost, options): (i64, Vec<OptionId>)| (in_units(cost), problem.solution(options));
    Ok((found.solutions.into_iter().map(solution).collect(), found.bound.map(in_units), is_proved))
}
