//! What is demanded, what can be asked, and what to say if it cannot.

use crate::cli::args::DemandArgs;
use crate::cli::end::Failure;
use crate::family::{FamilyError, SourceError};
use crate::job::{Demands, Source};

/// The demands that were given.
pub(in crate::cli) fn demands(args: &DemandArgs) -> Demands {
    Demands {
        select: args.select.clone(),
        forbid: args.forbid.clone(),
        optional: args.optional.clone(),
        at_least: args.at_least.clone(),
        at_most: args.at_most.clone(),
        irredundant: args.irredundant,
        generators: args.generators.clone(),
    }
}

/// Can this source be read, and read again if the run is kept in a file?
pub(in crate::cli) fn check(source: &Source, is_kept: bool) -> Result<(), Failure> {
    match source.standard_inputs() {
        0 => Ok(()),
        1 if is_kept => Err(Failure::usage(
            "a run is read again when it goes on, and standard input cannot be",
            "save the problem in a file",
        )),
        1 => Ok(()),
        _ => {
            Err(Failure::usage("standard input can be read only once", "save the board or the pieces in a file: @FILE"))
        }
    }
}

impl From<FamilyError> for Failure {
    fn from(error: FamilyError) -> Self {
        Self::usage(error.what, &error.help)
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        match error {
            SourceError::Parameters(error) => error.into(),
            SourceError::Syntax { name, error } => Self::syntax(&name, &error),
            other => Self::io(other.to_string()),
        }
    }
}
