//! The family on the command line: `opb FILE`.

use std::path::{Path, PathBuf};

use super::read::Opb;
use crate::arguments::Arguments;
use crate::error::SourceError;
use crate::formula::Models;
use crate::member::{Example, Family, Fixed, Member};
use crate::parameter::{Parameter, ParameterKind};
use crate::text::word_of;

/// The family on the command line.
pub(crate) struct OpbFamily;

impl Family for OpbFamily {
    fn name(&self) -> &'static str {
        "opb"
    }

    fn about(&self) -> &'static str {
        "Models of pseudo-Boolean constraints in OPB"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const { &[Parameter::first("path", "FILE", "The constraints; `-` for standard input").of(ParameterKind::Path)] }
    }

    fn examples(&self) -> &'static [Example] {
        &[("opb constraints.opb", ""), ("solve opb constraints.opb --minimize", "the least of `min:`")]
    }

    fn fixes(&self, _: &Arguments) -> Option<Fixed> {
        Some(Fixed::new("literals of a sum are gone through one after the other", "leave --up-to-symmetry out"))
    }

    fn member(&self, arguments: &Arguments, _: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let path = arguments.path("path").map_or_else(PathBuf::new, Path::to_path_buf);
        let opb = arguments.read(&path, Opb::read)?;
        let lay_out = move |name: &str| Ok(opb.reduced()?.with_names().into_question(name));
        Ok(Box::new(Models { name: format!("opb {}", word_of(&path)), lay_out }))
    }
}
