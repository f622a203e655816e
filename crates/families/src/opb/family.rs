//! The family on the command line: `opb FILE`.

use std::sync::Arc;

use super::read::Opb;
use crate::member::{Family, Fixed, LaidOut, only};
use crate::parameter::{Parameter, ParameterKind};

/// The family on the command line.
pub(crate) const OPB: Family = Family {
    name: "opb",
    about: "Models of pseudo-Boolean constraints in OPB",
    parameters: &[Parameter::first("path", "FILE", "The constraints; `-` for standard input").of(ParameterKind::Path)],
    examples: &[("opb constraints.opb", ""), ("solve opb constraints.opb --minimize", "minimizes `min:`")],
    fixes: |_| Some(Fixed::new("literals of a sum are gone through one after the other", "leave --up-to-symmetry out")),
    make: |_, arguments, _| {
        let (opb, word) = arguments.read_file(Opb::read)?;
        let opb = Arc::new(opb);
        let lay_out = move |name: &str| {
            let (question, drawing) = opb.reduced()?.into_question(name);
            Ok((question.made_from(opb.conditions()), drawing))
        };
        only(LaidOut::new(format!("opb {word}"), lay_out))
    },
    ..Family::PLAIN
};
