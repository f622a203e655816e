//! Steiner systems on the command line, and what is published about their numbers.

use super::system::{Design, Rounds};
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::error::{FamilyError, SourceError};
use crate::member::{Example, Family, Member};
use crate::parameter::Parameter;
use crate::published::Sequence;
use dlx_canon::symmetry::CountQuery;

/// The family on the command line.
pub(crate) struct DesignFamily;

const PARAMETERS: &[Parameter] = &[
    Parameter::first("t", "T", "Any T points lie in exactly one common block").number(),
    Parameter::first("v", "V", "Points, 0 to 1000").number(),
    Parameter::first("k", "K", "Points of a block").number(),
    Parameter::flag(
        "resolvable",
        "The blocks are partitioned into rounds, each covering every point once; systems with their rounds are counted",
    ),
    Parameter::named("lambda", "N", "Any T points lie in N common blocks instead of one").checked(is_lambda),
    Parameter::flag("named", "With --resolvable: rounds have names: their order matters"),
];

fn is_lambda(text: &str) -> Result<(), String> {
    let is_right = text.parse().is_ok_and(|number: usize| (1..=1000).contains(&number));
    if is_right { Ok(()) } else { Err("a number from 1 to 1000".into()) }
}

impl Family for DesignFamily {
    fn name(&self) -> &'static str {
        "design"
    }

    fn about(&self) -> &'static str {
        "Labelled Steiner systems: any T of V points in one block of K"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn examples(&self) -> &'static [Example] {
        &[
            ("design 3 8 4", "S(3,4,8)"),
            ("design 2 9 3 --resolvable", "with days, as Kirkman's schoolgirls walk"),
            ("design 2 7 3 --lambda 2", "any two points in two blocks, all blocks different"),
            ("table design 2 7..13 3", ""),
        ]
    }

    fn known(&self) -> &'static [Sequence] {
        KNOWN
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let rounds = match (arguments.has("resolvable"), arguments.has("named")) {
            (true, true) => Rounds::Named,
            // Rounds without names are told apart by the blocks of one point, which breaks the symmetry; where they have names, their order is a symmetry.
            (true, false) if self.is_up_to_all(arguments) => Rounds::Named,
            (true, false) => Rounds::Unnamed,
            (false, false) => Rounds::None,
            (false, true) => return Err(FamilyError::new("--named is about rounds", "add --resolvable").into()),
        };
        let lambda = arguments.word("lambda").and_then(|number| number.parse().ok()).unwrap_or(1);
        let value = |place: usize| values.get(place).copied().unwrap_or_default();
        Ok(Box::new(Design { t: value(0), v: value(1), k: value(2), rounds, lambda }))
    }
}

impl Member for Design {
    fn name(&self) -> String {
        self.words()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Self::question(*self)
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Self::drawing(*self).map(Some)
    }
}

/// A system that is the only one up to isomorphism; its automorphisms are those of the handbook.
const UNIQUE: &str = "C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs, 2007: v!/|Aut|, the only one";

const fn plain(t: usize, v: usize, k: usize) -> Design {
    Design { t, v, k, rounds: Rounds::None, lambda: 1 }
}

const fn resolved(v: usize, k: usize) -> Design {
    Design { t: 2, v, k, rounds: Rounds::Unnamed, lambda: 1 }
}

const KNOWN: &[Sequence] = &[
    Sequence {
        name: |v| plain(2, v, 3).words(),
        build: |v| plain(2, v, 3).question(),
        first: 3,
        step: 1,
        counts: &["1", "0", "0", "0", "30", "0", "840", "0", "0", "0", "1197504000", "0", "60281712691200"],
        source: "OEIS A030128, labelled; 0 unless v is 1 or 3 modulo 6 (T. P. Kirkman, 1847)",
    },
    Sequence {
        name: |v| plain(3, v, 4).words(),
        build: |v| plain(3, v, 4).question(),
        first: 4,
        step: 2,
        counts: &["1", "0", "30", "2520"],
        source: "H. Hanani, 1960 (v is 2 or 4 modulo 6); v!/|Aut| of AG(3,2) and of the inversive plane of order 3",
    },
    Sequence {
        name: |v| plain(2, v, 4).words(),
        build: |v| plain(2, v, 4).question(),
        first: 13,
        step: 3,
        counts: &["1108800", "3632428800"],
        source: UNIQUE,
    },
    Sequence {
        name: |k| plain(k - 1, 2 * k, k).words(),
        build: |k| plain(k - 1, 2 * k, k).question(),
        first: 6,
        step: 1,
        counts: &["5040"],
        source: UNIQUE,
    },
    Sequence {
        name: |v| resolved(v, 3).words(),
        build: |v| resolved(v, 3).question(),
        first: 3,
        step: 6,
        counts: &["1", "840"],
        source: UNIQUE,
    },
    Sequence {
        name: |v| resolved(v, 2).words(),
        build: |v| resolved(v, 2).question(),
        first: 2,
        step: 2,
        counts: &["1", "1", "6", "6240"],
        source: "OEIS A000438",
    },
];
