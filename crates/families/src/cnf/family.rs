//! The family on the command line: `cnf FILE`.

use std::path::{Path, PathBuf};

use super::read::Cnf;
use crate::arguments::Arguments;
use crate::error::SourceError;
use crate::formula::Models;
use crate::member::{Example, Family, Fixed, Member};
use crate::parameter::{Parameter, ParameterKind};
use crate::text::word_of;

/// The family on the command line.
pub(crate) struct CnfFamily;

impl Family for CnfFamily {
    fn name(&self) -> &'static str {
        "cnf"
    }

    fn about(&self) -> &'static str {
        "Models of a formula in DIMACS, or projected on shown variables"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::first("path", "FILE", "The formula; `-` for standard input").of(ParameterKind::Path),
                Parameter::flag("models", "Count all models, even if the file shows only some variables"),
                Parameter::flag("as-written", "Make each clause an item; do not look for structure"),
            ]
        }
    }

    fn examples(&self) -> &'static [Example] {
        &[("cnf formula.cnf", ""), ("solve cnf formula.cnf --limit 1", "a model")]
    }

    fn fixes(&self, _: &Arguments) -> Option<Fixed> {
        Some(Fixed::new("of each clause the first literal that holds is told apart", "leave --up-to-symmetry out"))
    }

    fn member(&self, arguments: &Arguments, _: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let path = arguments.path("path").map_or_else(PathBuf::new, Path::to_path_buf);
        let cnf = arguments.read(&path, Cnf::read)?;
        let flags = ["models", "as-written"].into_iter().filter(|flag| arguments.has(flag));
        let flags: String = flags.map(|flag| format!(" --{flag}")).collect();
        let cnf = if arguments.has("models") { cnf.with_all_shown() } else { cnf };
        let is_as_written = arguments.has("as-written");
        let lay_out = move |name: &str| {
            if is_as_written {
                let plain = cnf.plain()?;
                return Ok((plain.problem.clone().with_name(name).into(), Some(plain.drawing())));
            }
            Ok(cnf.reduced()?.into_question(name))
        };
        Ok(Box::new(Models { name: format!("cnf {}{flags}", word_of(&path)), lay_out }))
    }
}
