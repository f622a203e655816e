//! The verbs: a file for each, and one list of them.

mod audit;
mod best;
mod certify;
mod convert;
mod count;
mod estimate;
mod explain;
mod finding;
mod gallery;
mod gather;
mod generate;
mod known;
mod manual;
mod puzzle;
mod puzzles;
mod rate;
mod resume;
mod rows;
mod sample;
mod scale;
mod sheet;
mod shell;
mod solve;
mod split;
mod status;
mod steps;
mod strips;
mod table;
mod tally;
mod trace;
mod verb;
mod verify;
mod weigh;
mod work;

pub(super) use verb::{Call, HelpWords, Verb};

/// What a source does by itself: it is counted.
pub(super) const COUNT: &Verb = &count::VERB;

/// All verbs, in the order in which help lists them.
pub(super) const VERBS: &[&Verb] = &[
    &solve::VERB,
    &scale::VERB,
    &estimate::VERB,
    &explain::VERB,
    &sample::VERB,
    &tally::VERB,
    &gallery::VERB,
    &trace::VERB,
    &table::VERB,
    &resume::VERB,
    &status::VERB,
    &audit::VERB,
    &split::VERB,
    &work::VERB,
    &gather::VERB,
    &convert::VERB,
    &certify::VERB,
    &shell::COMPLETIONS,
    &shell::MAN,
    &verify::VERB,
    &rate::VERB,
    &generate::VERB,
];
