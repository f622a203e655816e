//! Latin squares and cubes on the command line.

use super::cube::{cube_drawing, cubes};
use super::read::{doubt, square};
use super::rectangle;
use super::square::{LatinSquare, begun};
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::either::{Either, either};
use crate::error::FamilyError;
use crate::grid::{LineLayout, kinds};
use crate::member::{Family, Fixed, Kinds, Member, Members, Named, SYMMETRY, only};
use crate::parameter::{Parameter, ParameterKind};
use crate::span::Span;
use dlx_canon::symmetry::{CountQuery, Keep};
use dlx_core::problem::{Problem, to_u64};
use dlx_core::tally::Count;

/// The groups up to which squares are counted, the largest first.
const GROUPS: &[(&str, &str)] = &[
    (
        "main",
        "any permutation of rows, columns and symbols, and any exchange of these three: main classes (A003090), the same as --up-to-symmetry",
    ),
    ("isotopy", "any permutation of rows, of columns and of symbols: isotopy classes (A040082)"),
    ("isomorphism", "the same permutation of rows, columns and symbols: quasigroups (A057991)"),
];

/// The questions about squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SquareQuery {
    Squares { is_reduced: bool },
    Transversals,
    Mates,
    Cubes,
}

impl SquareQuery {
    fn new(arguments: &Arguments) -> Result<Self, FamilyError> {
        let given: Vec<&str> =
            ["reduced", "transversals", "mates", "cube"].into_iter().filter(|flag| arguments.has(flag)).collect();
        Ok(match given[..] {
            [] => Self::Squares { is_reduced: false },
            ["reduced"] => Self::Squares { is_reduced: true },
            ["transversals"] => Self::Transversals,
            ["mates"] => Self::Mates,
            ["cube"] => Self::Cubes,
            _ => {
                return Err(FamilyError::new(
                    format!("--{} cannot be used together", given.join(" and --")),
                    "ask one question",
                ));
            }
        })
    }

    fn flag(self) -> &'static str {
        match self {
            Self::Squares { is_reduced: false } => "",
            Self::Squares { is_reduced: true } => " --reduced",
            Self::Transversals => " --transversals",
            Self::Mates => " --mates",
            Self::Cubes => " --cube",
        }
    }
}

/// The family on the command line.
pub(crate) const LATIN: Family = Family {
    name: "latin",
    about: "Latin squares (A002860), or completions of one in a file",
    parameters: &[
        Parameter::first(
            "n",
            "SQUARE",
            "The order, ROWSxCOLUMNS for rectangles, or a file with a square, `.` for an empty cell",
        )
        .of(ParameterKind::Path),
        Parameter::flag("reduced", "First row and first column in order (A000315)"),
        Parameter::flag("transversals", "Transversals of the square in the file, or of the cyclic square (A006717)")
            .not_with("reduced"),
        Parameter::flag("mates", "Orthogonal mates of that square whose first row is in order")
            .not_with("transversals"),
        Parameter::flag("cube", "Latin cubes (A098679)").not_with("reduced"),
        Parameter::named("symmetry", "GROUP", "Count squares up to a symmetry group").of(ParameterKind::Choice(GROUPS)),
    ],
    examples: &[
        ("latin 5", ""),
        ("latin 6 --reduced", "first row and column in order"),
        ("latin 3x7", "Latin rectangles (A001009)"),
        ("latin square.txt", "completions of a square with holes"),
        ("latin square.txt --transversals", ""),
        ("latin 3 --cube", ""),
        ("solve latin 6 --symmetry isotopy", "one square of each isotopy class"),
    ],
    has_pictures: true,
    spans: |_, arguments| {
        if let Some(sides) = sides(arguments)? {
            return Ok(["rows", "columns"].map(String::from).into_iter().zip(sides).collect());
        }
        Ok(match either(arguments, "n")? {
            Either::Numbers(span) => vec![("n".into(), span)],
            Either::File(..) => Vec::new(),
        })
    },
    fixes: |arguments| match () {
        () if arguments.has("mates") => {
            Some(Fixed::new("the first row of a mate is fixed", "leave --up-to-symmetry out"))
        }
        () if arguments.has("reduced") => {
            Some(Fixed::new("the first row and the first column are fixed", "leave --reduced out"))
        }
        () => None,
    },
    kinds_of_items,
    make: member,
    ..Family::PLAIN
};

/// The kinds of items, for the smaller groups.
fn kinds_of_items(arguments: &Arguments, problem: &Problem) -> Kinds {
    let Some(group) = arguments.word(SYMMETRY) else { return Ok(None) };
    if SquareQuery::new(arguments)? != (SquareQuery::Squares { is_reduced: false }) {
        return Err(FamilyError::new("--symmetry is about Latin squares", "--up-to-symmetry takes all symmetries"));
    }
    Ok(match group {
        "isotopy" => Some(kinds(problem, |(letter, ..)| letter.to_owned())),
        "isomorphism" if sides(arguments)?.is_some() => {
            return Err(FamilyError::new("a Latin rectangle is not a quasigroup", "--symmetry isotopy or main"));
        }
        // What keeps the diagonal orders columns as rows; what keeps symbol k in row k, symbols as rows.
        "isomorphism" => Some(kinds(problem, |(letter, first, second)| (letter.to_owned(), first == second))),
        _ => None,
    })
}

fn member(family: &Family, arguments: &Arguments, values: &[usize]) -> Members {
    let wanted = SquareQuery::new(arguments)?;
    if let (Some(_), &[rows, columns]) = (sides(arguments)?, values) {
        if wanted != (SquareQuery::Squares { is_reduced: false }) {
            let flag = wanted.flag();
            let what = format!("{} is for squares, which have one number", flag.trim());
            return Err(FamilyError::new(what, format!("for example `latin {rows}{flag}`")).into());
        }
        return only(Named {
            name: rectangle::words([rows, columns]),
            of: [rows, columns],
            question: |size| Ok(CountQuery::from(rectangle::rectangles(*size)?).impossible(rectangle::obstacle(*size))),
            drawing: |size| Ok(Some(rectangle::rectangle_drawing(*size))),
        });
    }
    let n = values.first().copied().unwrap_or_default();
    let mut doubted = None;
    let (word, square) = match (either(arguments, "n")?, wanted) {
        (Either::File(_, word), SquareQuery::Cubes | SquareQuery::Squares { is_reduced: true }) => {
            let what = format!("{word} is not a number, and{} takes one", wanted.flag());
            return Err(
                FamilyError::new(what, "a file has a square, to be filled, or for its transversals and mates").into()
            );
        }
        (Either::File(path, word), _) => {
            let (square, read) = arguments.read(path, |text| Ok((square(text)?, doubt(text))))?;
            doubted = read;
            (word, square)
        }
        (Either::Numbers(_), SquareQuery::Squares { is_reduced }) => (n.to_string(), begun(n, is_reduced)?),
        // The cube has nothing in it.
        (Either::Numbers(_), SquareQuery::Cubes) => (n.to_string(), begun(0, false)?),
        (Either::Numbers(_), _) => (n.to_string(), LatinSquare::cyclic(n)?),
    };
    let is_asked = family.is_up_to_all(arguments) && matches!(wanted, SquareQuery::Squares { .. });
    let keep = is_asked.then(|| square.kept(family.group(arguments)));
    only(AboutSquare {
        name: format!("latin {word}{}", wanted.flag()),
        n,
        square,
        wanted,
        keep,
        doubt: doubted.unwrap_or_default(),
    })
}

/// The sides of rectangles, if the word is ROWSxCOLUMNS and not a file.
fn sides(arguments: &Arguments) -> Result<Option<[Span; 2]>, FamilyError> {
    let word = arguments.word("n").unwrap_or_default();
    let is_numbers = word.chars().all(|sign| sign.is_ascii_digit() || ".,=x".contains(sign));
    let Some((rows, columns)) = word.split_once('x').filter(|_| is_numbers) else { return Ok(None) };
    let span = |text: &str| {
        let help = "rectangles are ROWSxCOLUMNS such as 3x7; a table takes ranges such as 3x3..7";
        text.parse().map_err(|_| FamilyError::new(format!("`{word}` is not ROWSxCOLUMNS"), help))
    };
    Ok(Some([span(rows)?, span(columns)?]))
}

/// From this order on all squares are counted, and divided by those that have the same reduced one: what is fixed in a reduced square spoils symmetries, by which squares that are begun are merged. (Order 8: 4.1 s instead of 19.5; order 7: .31 instead of .20.)
const WHOLE_IS_EASIER: usize = 8;

/// n! (n - 1)!: the squares that have the same reduced one.
fn orders(n: usize) -> Count {
    let factorial = |n: usize| (1..=to_u64(n)).map(Count::from).fold(Count::from(1u64), |product, it| product * it);
    factorial(n) * factorial(n - 1)
}

/// The problem of one square, or of cubes.
struct AboutSquare {
    name: String,
    n: usize,
    square: LatinSquare,
    wanted: SquareQuery,
    /// What symmetries keep, if they are asked for.
    keep: Option<Keep>,
    /// How the file was read where it may be meant otherwise.
    doubt: String,
}

impl Member for AboutSquare {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        let problem = match self.wanted {
            SquareQuery::Squares { .. } => self.square.completions(),
            SquareQuery::Transversals => self.square.transversals(),
            SquareQuery::Mates => self.square.mates()?,
            SquareQuery::Cubes => cubes(self.n)?,
        };
        let keep = self.keep.clone().filter(|_| self.square.has_clues());
        let question =
            CountQuery::from(problem.with_name(&self.name)).doubting(&self.doubt).keeping(keep.unwrap_or_default());
        if self.wanted == (SquareQuery::Squares { is_reduced: true }) && self.n >= WHOLE_IS_EASIER {
            let whole = begun(self.n, false)?.completions().with_name(&self.name);
            return Ok(question.part_of(whole, orders(self.n)));
        }
        Ok(question)
    }

    fn kept(&self) -> Option<Keep> {
        self.keep.clone()
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(Some(match self.wanted {
            SquareQuery::Squares { .. } => self.square.drawing(&LineLayout::LATIN),
            SquareQuery::Transversals => self.square.transversal_drawing(),
            SquareQuery::Mates => {
                let (begun, layout) = self.square.mate()?;
                begun.drawing(&layout)
            }
            SquareQuery::Cubes => cube_drawing(self.n)?,
        }))
    }
}
