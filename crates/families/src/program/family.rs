//! The families on the command line: `lp FILE` and `mps FILE`.

use std::sync::Arc;

use super::{BinaryProgram, one_row};
use crate::arguments::Arguments;
use crate::member::{Family, Fixed, LaidOut, Members, only};
use crate::parameter::{Parameter, ParameterKind};
use dlx_canon::symmetry::ClosedForm;
use dlx_core::format::SyntaxError;

const PARAMETERS: &[Parameter] = &[
    Parameter::first("path", "FILE", "The program; `-` for standard input").of(ParameterKind::Path),
    Parameter::named("assume", "VARIABLES", "Variables that are 1, such as --assume=x, or 0, such as --assume=-x")
        .repeated(),
];

const PLAIN: Family = Family {
    parameters: PARAMETERS,
    fixes: |_| Some(Fixed::new("the two values of a variable are told apart", "leave --up-to-symmetry out")),
    ..Family::PLAIN
};

/// The family for LP files.
pub(crate) const LP: Family = Family {
    name: "lp",
    about: "0-1 programs in LP format: set partitioning, covering, packing",
    examples: &[("lp crews.lp", ""), ("solve lp crews.lp --minimize", "the least value of the objective")],
    make: |family, arguments, _| made(family, arguments, BinaryProgram::read_lp),
    ..PLAIN
};

/// The family for MPS files.
pub(crate) const MPS: Family = Family {
    name: "mps",
    about: "0-1 programs in MPS format, free or fixed",
    examples: &[("mps crews.mps", ""), ("solve mps crews.mps --minimize", "the least value of the objective")],
    make: |family, arguments, _| made(family, arguments, BinaryProgram::read_mps),
    ..PLAIN
};

fn made(family: &Family, arguments: &Arguments, read: fn(&str) -> Result<BinaryProgram, Box<SyntaxError>>) -> Members {
    let (program, word) = arguments.read_file(read)?;
    let (mut literals, assumed) = arguments.assumed();
    let program = Arc::new(literals.try_fold(program, BinaryProgram::assuming)?);
    let of_one_row = (program.rows.len() == 1).then(|| {
        let program = Arc::clone(&program);
        ClosedForm::new("sums", move || one_row::n_solutions(&program))
    });
    let laid_out = LaidOut::new(format!("{} {word}{assumed}", family.name), move |name: &str| {
        let (question, drawing) = program.question(name)?;
        Ok((question.made_from(program.conditions()), drawing))
    });
    only(laid_out.counted_by(of_one_row))
}
