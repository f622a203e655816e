//! Langford pairs: put two of each of the numbers 1 to n in a row so that between the two k there are k others. OEIS A176127; A014552 up to reversal.
//!
//! Items are the numbers and the places; an option puts both k in places j and j + k + 1 (TAOCP 7.2.2.1, equation (16)). Skolem's sequences have one
//! number less between: places j and j + k (OEIS A004075).
//!
//! Up to reversal: the number n, or n - 1 if n is even, is never in the middle, so of every solution and its reversal
//! exactly one has it in the left half. The options that put it in the right half are left out (Knuth's exercise 15 there).

use std::sync::Arc;

use super::drawing::{Drawing, rows};
use super::error::{FamilyError, bounded};
use super::member::{Family, Fixed, Named, only};
use super::parameter::Parameter;
use super::scene::{Mark, Scene, Style};
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::{ItemId, Problem, ProblemError};

/// Larger rows have far more solutions than can be counted.
pub const MAX_LANGFORD: usize = 1000;

/// Which rows are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Langford {
    /// Numbers from 1 to n.
    pub n: usize,
    /// Count a row and its reversal as one.
    pub up_to_reversal: bool,
    /// One number less in between: Skolem's sequences.
    pub is_skolem: bool,
}

/// The problem of Langford's pairs in both directions.
///
/// # Errors
/// If n is larger than [`MAX_LANGFORD`].
///
/// ```
/// use dlx_count::{Session, family::langford};
///
/// assert_eq!(Session::new()?.count(&langford(7)?)?.count.to_string(), "52");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn langford(n: usize) -> Result<Problem, FamilyError> {
    Langford { n, ..Langford::default() }.problem()
}

impl Langford {
    /// The problem.
    ///
    /// # Errors
    /// If n is larger than [`MAX_LANGFORD`].
    pub fn problem(self) -> Result<Problem, FamilyError> {
        bounded("langford", self.n, MAX_LANGFORD)?;
        Ok(self.build().expect("numbers and places have different labels"))
    }

    /// Draws its solutions: the numbers in a row.
    ///
    /// # Errors
    /// If n is larger than [`MAX_LANGFORD`].
    pub fn drawing(self) -> Result<Drawing, FamilyError> {
        bounded("langford", self.n, MAX_LANGFORD)?;
        let pairs: Arc<[_]> = self.pairs().collect();
        let places = Arc::clone(&pairs);
        let scene = Scene::plane(Style::Row, [1, 2 * self.n], move |option| {
            let (k, first) = places[option.index()];
            Mark::new(k.to_string(), k, vec![first, first + self.distance(k)])
        });
        Ok(Drawing::new(scene, move |solution| {
            let mut row = vec![String::new(); 2 * self.n];
            for (k, first) in solution.iter().map(|option| pairs[option.index()]) {
                row[first] = k.to_string();
                row[first + self.distance(k)] = k.to_string();
            }
            rows(&row, 2 * self.n)
        }))
    }

    /// The numbers with the places where they may stand first, from 0, in the order of the options.
    fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        let places = move |k| (0..(2 * self.n).saturating_sub(self.distance(k))).map(move |first| (k, first));
        (1..=self.n).flat_map(places).filter(move |&(k, first)| !self.is_right_half(k, first))
    }

    fn words(self) -> String {
        let skolem = if self.is_skolem { " --skolem" } else { "" };
        let half = if self.up_to_reversal { " --up-to-reversal" } else { "" };
        format!("langford {}{skolem}{half}", self.n)
    }

    fn build(self) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        builder.name(self.words());
        // The large numbers have the fewest places.
        let mut numbers = vec![None; self.n + 1];
        for k in (1..=self.n).rev() {
            numbers[k] = Some(builder.primary(k.to_string())?);
        }
        let places: Vec<ItemId> = builder.primaries((1..=2 * self.n).map(|place| format!("s{place}")))?;
        for (k, first) in self.pairs() {
            if let Some(number) = numbers[k] {
                builder.option(&[number, places[first], places[first + self.distance(k)]])?;
            }
        }
        Ok(builder.build())
    }

    /// Places from one k to the other.
    fn distance(self, k: usize) -> usize {
        if self.is_skolem { k } else { k + 1 }
    }

    /// Is this the number that distinguishes a row from its reversal, in the right half? Places are from 0.
    fn is_right_half(self, k: usize, first: usize) -> bool {
        // The pair is its own reversal only if its distance is odd.
        let teller = if self.distance(self.n).is_multiple_of(2) { self.n } else { self.n - 1 };
        self.up_to_reversal && k == teller && 2 * first + self.distance(k) > 2 * self.n - 1
    }
}

/// The family on the command line.
pub(super) const LANGFORD: Family = Family {
    name: "langford",
    about: "Langford pairings: k numbers between the two k's (A176127)",
    parameters: &[
        Parameter::first("n", "N", "The largest number").number(),
        Parameter::flag("up-to-reversal", "Count a row and its reversal as one (A014552)"),
        Parameter::flag("skolem", "k - 1 others between the two k: Skolem sequences (A004075)"),
    ],
    examples: &[("langford 11 --up-to-reversal", ""), ("langford 9 --skolem", "")],
    has_pictures: true,
    fixes: |arguments| {
        let help = "leave --up-to-reversal out, or --up-to-symmetry: both count the same";
        arguments.has("up-to-reversal").then(|| Fixed::new("--up-to-reversal has taken the only symmetry", help))
    },
    make: |_, arguments, values| {
        let n = values.first().copied().unwrap_or_default();
        let (up_to_reversal, is_skolem) = (arguments.has("up-to-reversal"), arguments.has("skolem"));
        let of = Langford { n, up_to_reversal, is_skolem };
        only(Named {
            name: of.words(),
            of,
            question: |langford| langford.problem().map(CountQuery::from),
            drawing: |langford| langford.drawing().map(Some),
        })
    },
    half: Some("up-to-reversal"),
    ..Family::PLAIN
};
