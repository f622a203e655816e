//! What has to be counted for the rows of a table: boards that are each other turned once, boards of one width in one sweep.

use std::collections::{HashMap, HashSet};

use crate::cli::ask::Row;
use crate::cli::settings::Settings;
use crate::job::Ask;

/// Something to count in one go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum StripWork {
    /// The row with this key.
    One(Vec<usize>),
    /// All boards with the same short sides and these lengths, which grow.
    Strip { across: Vec<usize>, lengths: Vec<usize> },
}

/// What to count, in the order in which rows need it.
pub(super) fn works(rows: &[Row], ask: &Ask, settings: &Settings) -> Vec<StripWork> {
    let may_sweep =
        settings.engine.is_none_or(|engine| engine.info().can_cut) && ask.can_be_cut() && settings.limit.is_none();
    let mut keys: Vec<&Vec<usize>> = Vec::new();
    let mut seen = HashSet::new();
    keys.extend(rows.iter().map(|row| &row.key).filter(|key| seen.insert(*key)));
    let mut works: Vec<StripWork> = Vec::new();
    let mut strips: HashMap<Vec<usize>, usize> = HashMap::new();
    for key in keys {
        let Some((&length, across)) = key.split_last().filter(|(_, across)| may_sweep && !across.is_empty()) else {
            works.push(StripWork::One(key.clone()));
            continue;
        };
        match strips.get(across).map(|&place| &mut works[place]) {
            Some(StripWork::Strip { lengths, .. }) => lengths.push(length),
            _ => {
                strips.insert(across.to_vec(), works.len());
                works.push(StripWork::Strip { across: across.to_vec(), lengths: vec![length] });
            }
        }
    }
    works.into_iter().map(settled).collect()
}

/// Turns a strip of a single board into that board, and sorts the lengths of several.
fn settled(job: StripWork) -> StripWork {
    match job {
        StripWork::Strip { across, lengths } if lengths.len() == 1 => StripWork::One([across, lengths].concat()),
        StripWork::Strip { across, mut lengths } => {
            lengths.sort_unstable();
            StripWork::Strip { across, lengths }
        }
        one => one,
    }
}
