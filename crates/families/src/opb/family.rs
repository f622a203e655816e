//! The family on the command line: `opb FILE`.

use std::sync::Arc;

use super::read::Opb;
use crate::member::{Family, Fixed, LaidOut, only};
use crate::parameter::{Parameter, ParameterKind};

/// The family on the command line.
pub(crate) const OPB: Family = Family {
    name: "opb",
    about: "Models of pseudo-Boolean constraints in OPB",
    parameters: &[
        Parameter::first("path", "FILE", "The constraints; `-` for standard input").of(ParameterKind::Path),
        Parameter::named("assume", "LITERALS", "Literals that are true, such as --assume=x3 or --assume=\"x3 -x4\"")
            .repeated(),
    ],
    examples: &[
        ("opb constraints.opb", ""),
        ("solve opb constraints.opb --minimize", "minimizes `min:`"),
        ("opb constraints.opb --assume=x3 --assume=-x4", "models in which x3 is true and x4 is not"),
    ],
    fixes: |_| Some(Fixed::new("literals of a sum are gone through one after the other", "leave --up-to-symmetry out")),
    make: |_, arguments, _| {
        let (opb, word) = arguments.read_file(Opb::read)?;
        let (mut literals, assumed) = arguments.assumed();
        let opb = Arc::new(literals.try_fold(opb, Opb::assuming)?);
        let lay_out = move |name: &str| {
            let (question, drawing) = opb.reduced()?.into_question(name);
            Ok((question.made_from(opb.conditions()), drawing))
        };
        only(LaidOut::new(format!("opb {word}{assumed}"), lay_out))
    },
    ..Family::PLAIN
};
