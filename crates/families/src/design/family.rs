//! Steiner systems on the command line, and what is published about their numbers.

use super::system::{Design, Rounds};
use crate::error::FamilyError;
use crate::member::{Family, Named, only};
use crate::parameter::Parameter;

fn is_lambda(text: &str) -> Result<(), String> {
    let is_right = text.parse().is_ok_and(|number: usize| (1..=1000).contains(&number));
    if is_right { Ok(()) } else { Err("a number from 1 to 1000".into()) }
}

/// The family on the command line.
pub(crate) const DESIGN: Family = Family {
    name: "design",
    about: "Labelled Steiner systems: any T of V points in one block of K",
    parameters: &[
        Parameter::first("t", "T", "Any T points lie in exactly one common block").number(),
        Parameter::first("v", "V", "Points, 0 to 1000").number(),
        Parameter::first("k", "K", "Number of points per block").number(),
        Parameter::flag(
            "resolvable",
            "The blocks are partitioned into rounds, each covering every point once; systems with their rounds are counted",
        ),
        Parameter::named("lambda", "N", "Any T points lie in N common blocks instead of one").checked(is_lambda),
        Parameter::flag("named", "With --resolvable: rounds are numbered, so their order counts"),
    ],
    examples: &[
        ("design 3 8 4", "S(3,4,8)"),
        ("design 2 9 3 --resolvable", "with days, as in Kirkman's schoolgirl problem"),
        ("design 2 7 3 --lambda 2", "any two points in two blocks, all blocks different"),
        ("table design 2 7..13 3", ""),
    ],
    has_pictures: true,
    make: |family, arguments, values| {
        let rounds = match (arguments.has("resolvable"), arguments.has("named")) {
            (true, true) => Rounds::Named,
            // Rounds without names are told apart by the blocks of one point, which breaks the symmetry; where they have names, their order is a symmetry.
            (true, false) if family.is_up_to_all(arguments) => Rounds::Named,
            (true, false) => Rounds::Unnamed,
            (false, false) => Rounds::None,
            (false, true) => return Err(FamilyError::new("--named is about rounds", "add --resolvable").into()),
        };
        let lambda = arguments.word("lambda").and_then(|number| number.parse().ok()).unwrap_or(1);
        let value = |place: usize| values.get(place).copied().unwrap_or_default();
        let of = Design { t: value(0), v: value(1), k: value(2), rounds, lambda };
        only(Named {
            name: of.words(),
            of,
            question: |design| design.question(),
            drawing: |design| design.drawing().map(Some),
        })
    },
    ..Family::PLAIN
};
