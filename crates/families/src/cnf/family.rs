//! The family on the command line: `cnf FILE`.

use std::sync::Arc;

use super::read::Cnf;
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::member::{Family, Fixed, Member, only};
use crate::parameter::{Parameter, ParameterKind};
use dlx_canon::symmetry::CountQuery;

/// The family on the command line.
pub(crate) const CNF: Family = Family {
    name: "cnf",
    about: "Models of a formula in DIMACS, or projected on shown variables",
    parameters: &[
        Parameter::first("path", "FILE", "The formula; `-` for standard input").of(ParameterKind::Path),
        Parameter::flag("models", "Count all models, even if the file shows only some variables or has weights"),
        Parameter::named("assume", "LITERALS", "Literals that are true, such as --assume=3 or --assume=\"3 -4\"")
            .repeated(),
        Parameter::flag("as-written", "Make each clause an item; do not look for structure"),
    ],
    examples: &[
        ("cnf formula.cnf", ""),
        ("solve cnf formula.cnf --limit 1", "a model"),
        ("cnf formula.cnf --assume=3 --assume=-4", "models in which 3 is true and 4 is not"),
    ],
    fixes: |_| {
        Some(Fixed::new("of each clause the first literal that holds is told apart", "leave --up-to-symmetry out"))
    },
    make: |_, arguments, _| {
        let (cnf, word) = arguments.read_file(Cnf::read)?;
        let flags = arguments.flags(&["models", "as-written"]);
        let (literals, assumed) = arguments.assumed();
        let cnf = literals.flat_map(|word| word.split_terminator(',')).try_fold(cnf, Cnf::assuming)?;
        let cnf = if arguments.has("models") { cnf.with_all_shown() } else { cnf };
        let is_as_written = arguments.has("as-written");
        let name = format!("cnf {word}{flags}{assumed}");
        only(NamedModels { name, cnf: Arc::new(cnf), is_as_written })
    },
    ..Family::PLAIN
};

/// The models of a formula under their name.
struct NamedModels {
    name: String,
    cnf: Arc<Cnf>,
    /// Is each clause an item?
    is_as_written: bool,
}

impl Member for NamedModels {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Ok(self.drawn()?.0)
    }

    fn counted_question(&self) -> Result<CountQuery, FamilyError> {
        if self.is_as_written {
            return self.question();
        }
        Ok(self.cnf.counted(&self.name)?.made_from(self.cnf.conditions()))
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(self.drawn()?.1)
    }

    fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        if self.is_as_written {
            return self.cnf.drawn_as_written(&self.name);
        }
        let (question, drawing) = self.cnf.drawn(&self.name)?;
        Ok((question.made_from(self.cnf.conditions()), drawing))
    }
}
