//! Which rows a table has, and what has to be counted for them: symmetric boards once, boards of one width in one sweep.

use super::super::args::RunArgs;
use super::super::exit::Failure;
use super::super::source::Ask;

/// The most rows of a table.
const MAX_ROWS: usize = 1_000_000;

/// A row: the values of its parameters, and those under which it is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) values: Vec<usize>,
    pub(super) key: Vec<usize>,
}

/// Something to count at one go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Job {
    /// The row with this key.
    One(Vec<usize>),
    /// All boards with the same short sides and these lengths, which grow.
    Strip { across: Vec<usize>, lengths: Vec<usize> },
}

/// All combinations of the values of the parameters, the last one fastest.
pub(super) fn rows(ask: Ask<'_>) -> Result<Vec<Row>, Failure> {
    let spans = ask.source.spans()?;
    let number = spans.iter().try_fold(1usize, |product, (_, span)| product.checked_mul(span.values().len()));
    if number.is_none_or(|number| number > MAX_ROWS) {
        return Err(Failure::usage(format!("the table has more than {MAX_ROWS} rows"), "make the ranges smaller"));
    }
    let mut all = vec![Vec::new()];
    for (_, span) in &spans {
        let longer = |values: &Vec<usize>| {
            span.values().iter().map(|&value| [values.as_slice(), &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let is_turnable = ask.has_turnable_board();
    let key = |values: &[usize]| {
        let mut key = values.to_vec();
        if is_turnable {
            key.sort_unstable();
        }
        key
    };
    let rows: Vec<Row> = all.into_iter().map(|values| Row { key: key(&values), values }).collect();
    // What the largest or the smallest values cannot be is said before anything is counted.
    rows.last().into_iter().chain(rows.first()).try_for_each(|row| ask.at(&row.key).map(drop))?;
    Ok(rows)
}

/// What to count, in the order in which rows need it.
pub(super) fn jobs(rows: &[Row], ask: Ask<'_>, run: &RunArgs) -> Vec<Job> {
    let may_sweep = run.engine.0.is_none_or(|engine| engine.info().can_cut) && ask.can_be_cut() && run.limit.is_none();
    let mut keys: Vec<&Vec<usize>> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    keys.extend(rows.iter().map(|row| &row.key).filter(|key| seen.insert(*key)));
    let mut jobs: Vec<Job> = Vec::new();
    let mut strips: std::collections::HashMap<Vec<usize>, usize> = std::collections::HashMap::new();
    for key in keys {
        let Some((&length, across)) = key.split_last().filter(|(_, across)| may_sweep && !across.is_empty()) else {
            jobs.push(Job::One(key.clone()));
            continue;
        };
        match strips.get(across).map(|&place| &mut jobs[place]) {
            Some(Job::Strip { lengths, .. }) => lengths.push(length),
            _ => {
                strips.insert(across.to_vec(), jobs.len());
                jobs.push(Job::Strip { across: across.to_vec(), lengths: vec![length] });
            }
        }
    }
    jobs.into_iter().map(settled).collect()
}

/// A strip of one board is no strip.
fn settled(job: Job) -> Job {
    match job {
        Job::Strip { across, lengths } if lengths.len() == 1 => Job::One([across, lengths].concat()),
        Job::Strip { across, mut lengths } => {
            lengths.sort_unstable();
            Job::Strip { across, lengths }
        }
        one => one,
    }
}
