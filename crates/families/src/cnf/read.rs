//! DIMACS files.

use super::weigh::WeightLines;
use crate::error::FamilyError;
use crate::formula::{Clause, Literal, LiteralWeights, normal, variable};
use crate::text::{Line, lines_of};
use dlx_core::format::{SyntaxError, error_at, error_at_word, plural};

/// The most variables, and the most literals in all clauses.
const MAX_VARIABLES: usize = 1 << 22;
const MAX_LITERALS: usize = 1 << 26;

/// What a line `c t` says is to be counted: models, projected or with weights.
const KINDS: [&str; 5] = ["mc", "pmc", "wmc", "pwmc", "wpmc"];

const HEADER: &str = "the header is `p cnf VARIABLES CLAUSES`";

/// A formula in conjunctive normal form.
///
/// ```
/// use dlx_count::{Session, family::Cnf};
///
/// let cnf = Cnf::read("p cnf 3 2\n1 2 0\n-2 3 0\n")?;
/// assert_eq!(Session::new()?.count(&cnf.problem()?)?.count.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    pub(super) n_variables: usize,
    /// The clauses, each without repetitions, sorted; none that is always true.
    pub(super) clauses: Vec<Clause>,
    /// The variables by which models are told apart, if not by all.
    pub(super) shown: Option<Vec<usize>>,
    /// What literals weigh, if models have weights; and of how many literals that was not said, but follows from the opposite.
    pub(super) weights: Option<LiteralWeights>,
    pub(super) n_assumed: usize,
    /// Does the file say whether shown parts of models are counted?
    pub(super) is_projected: Option<bool>,
}

impl Cnf {
    /// Reads a DIMACS file, with `c p show` or `c ind`, if it projects, and `c p weight` or `w`, if models have weights.
    ///
    /// # Errors
    /// If it is not such a file, with line and column.
    pub fn read(text: &str) -> Result<Self, Box<SyntaxError>> {
        let mut reader = CnfReader::default();
        for line in lines_of(text) {
            // SATLIB's files end so.
            if line.1.trim() == "%" {
                break;
            }
            reader.line(line)?;
        }
        reader.finish()
    }

    /// Makes a literal true, as a clause of its own would.
    ///
    /// # Errors
    /// If the word is no literal of the formula.
    ///
    /// ```
    /// use dlx_count::{Session, family::Cnf};
    ///
    /// let cnf = Cnf::read("p cnf 3 2\n1 2 0\n-2 3 0\n")?.assuming("-1")?;
    /// assert_eq!(Session::new()?.count(&cnf.problem()?)?.count.to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assuming(mut self, literal: &str) -> Result<Self, FamilyError> {
        let known = |literal: &Literal| *literal != 0 && variable(*literal) <= self.n_variables;
        let Some(literal) = literal.parse().ok().filter(known) else {
            let help = format!(
                "literals are the numbers of variables, from 1 to {}, with `-` before those that are false",
                self.n_variables
            );
            return Err(FamilyError::new(format!("the formula has no literal `{literal}`"), help));
        };
        self.clauses.push(vec![literal]);
        Ok(self)
    }

    /// Makes all variables of the formula shown ones, and drops weights.
    #[must_use]
    pub fn with_all_shown(self) -> Self {
        Self { shown: None, is_projected: Some(false), weights: None, n_assumed: 0, ..self }
    }
}

#[derive(Default)]
struct CnfReader<'t> {
    cnf: Cnf,
    weights: WeightLines<'t>,
    /// Does it say what is to be counted, and are those weights?
    is_weighted: Option<bool>,
    /// The line that says that all variables are shown, if one does.
    plain_at: Option<usize>,
    /// Where the largest variable stands that is shown.
    last_shown: Option<(usize, Line<'t>, &'t str)>,
    /// The number of clauses that the header announces, once it is read.
    promised: Option<usize>,
    n_clauses: usize,
    n_literals: usize,
    /// The clause that is not ended yet.
    open: Vec<Literal>,
    last: usize,
}

impl<'t> CnfReader<'t> {
    fn line(&mut self, line: Line<'t>) -> Result<(), Box<SyntaxError>> {
        let words: Vec<&str> = line.1.split_whitespace().collect();
        self.last = line.0;
        match words[..] {
            [] => Ok(()),
            ["c", "p", "weight", ..] | ["w", ..] => {
                if self.is_weighted == Some(false) {
                    let help = "take the weights out, or let the line `c t` say wmc or pwmc";
                    return Err(error_at_word(
                        line,
                        words[0],
                        "a weight, but the file says that models are counted",
                        help,
                    ));
                }
                self.weights.keep(line);
                Ok(())
            }
            ["c", "t", kind] if KINDS.contains(&kind) => self.kind(line, kind),
            ["c", "t", kind] if kind.starts_with("amc") => {
                Err(error_at_word(line, kind, "complex weights", "weights are rational: 3, -2/5, 0.25 or 2.5e-3"))
            }
            ["c", "p", "show", ..] | ["c", "ind", ..] => self.show(line, &words),
            ["c", "t", kind] => {
                let help = format!("the problem is one of {}", KINDS.join(", "));
                Err(error_at_word(line, kind, &format!("`{kind}` after `c t`"), &help))
            }
            ["c", "p", word, .., "0"] => {
                let help = "`c p show` names the variables that are shown, `c p weight` a literal and its weight";
                Err(error_at_word(line, word, &format!("`{word}` after `c p`"), help))
            }
            [word, ..] if word.starts_with('c') => Ok(()),
            ["p", "cnf", n, m] if self.promised.is_none() => self.head(line, n, m),
            ["p", "wcnf", _, _, _] if self.promised.is_none() => {
                let help = "`convert` reads 0-1 programs with costs in LP, MPS and OPB: write clauses as rows there";
                Err(error_at_word(line, words[1], "weighted clauses, of which as many as possible are to hold", help))
            }
            ["p", "pcnf" | "wcnf" | "wpcnf", ..] | ["vp", ..] if self.promised.is_none() || words[0] == "vp" => {
                let help = "the format of today has `p cnf VARIABLES CLAUSES`, `c p show 1 2 0` for shown variables and `c p weight 1 0.4 0` for weights";
                Err(error_at_word(line, words[0], "a line of an older format", help))
            }
            ["p", ..] => {
                let what = if self.promised.is_some() { "a second header" } else { "this is not the header of a CNF" };
                Err(error_at_word(line, words[0], what, HEADER))
            }
            _ => words.iter().try_for_each(|word| self.word(line, word)),
        }
    }

    fn kind(&mut self, line: Line<'_>, kind: &str) -> Result<(), Box<SyntaxError>> {
        (self.is_weighted, self.plain_at) = (Some(kind.contains('w')), (kind == "mc").then_some(line.0));
        self.cnf.is_projected = Some(kind.contains('p'));
        if self.is_weighted == Some(false) && !self.weights.is_empty() {
            return Err(error_at_word(line, kind, "models are to be counted, but the file has weights", "wmc or pwmc"));
        }
        Ok(())
    }

    fn head(&mut self, line: Line<'_>, n: &str, m: &str) -> Result<(), Box<SyntaxError>> {
        let number = |word: &str, most: usize| {
            let number = word.parse::<usize>().ok().filter(|&number| number <= most);
            number.ok_or_else(|| {
                error_at_word(line, word, &format!("`{word}` in the header"), &format!("a number up to {most}"))
            })
        };
        self.cnf.n_variables = number(n, MAX_VARIABLES)?;
        self.promised = Some(number(m, MAX_LITERALS)?);
        Ok(())
    }

    fn show(&mut self, line: Line<'t>, words: &[&'t str]) -> Result<(), Box<SyntaxError>> {
        let numbers = words.iter().skip_while(|word| word.parse::<Literal>().is_err());
        let shown = self.cnf.shown.get_or_insert_default();
        for word in numbers.take_while(|&&word| word != "0") {
            let variable = word.parse::<usize>().ok().filter(|&variable| variable <= MAX_VARIABLES);
            let variable = variable.ok_or_else(|| {
                error_at_word(line, word, &format!("`{word}` is not a variable"), "shown variables are numbers, then 0")
            })?;
            shown.push(variable);
            self.last_shown = self.last_shown.max(Some((variable, line, word)));
        }
        Ok(())
    }

    fn word(&mut self, line: Line<'_>, word: &str) -> Result<(), Box<SyntaxError>> {
        if self.promised.is_none() {
            return Err(error_at_word(line, word, "a clause before the header", HEADER));
        }
        let n = self.cnf.n_variables;
        let is_variable =
            |literal: &Literal| usize::try_from(literal.unsigned_abs()).is_ok_and(|variable| variable <= n);
        let is_opposite_of_none = |literal: Literal| literal == 0 && word.starts_with('-');
        let literal = word.parse().ok().filter(|it| is_variable(it) && !is_opposite_of_none(*it));
        let wrong = || {
            let help = match word.strip_prefix('x') {
                Some(rest) if rest.is_empty() || rest.parse::<Literal>().is_ok() => {
                    "XOR clauses are not read: write them as clauses".into()
                }
                None if word.trim_start_matches('-').chars().all(|sign| sign == '0') => "a clause ends with 0".into(),
                _ => format!("literals are 1 to {n} or their negatives; a clause ends with 0"),
            };
            error_at_word(line, word, &format!("`{word}` is not a literal"), &help)
        };
        match literal.ok_or_else(wrong)? {
            0 => self.end(),
            _ if self.n_literals == MAX_LITERALS => {
                return Err(error_at_word(line, word, "too many literals", &format!("there may be {MAX_LITERALS}")));
            }
            literal => {
                self.n_literals += 1;
                self.open.push(literal);
            }
        }
        Ok(())
    }

    fn end(&mut self) {
        self.n_clauses += 1;
        self.cnf.clauses.extend(normal(std::mem::take(&mut self.open)));
    }

    fn finish(mut self) -> Result<Cnf, Box<SyntaxError>> {
        let at_end = |what: &str, help: &str| error_at((self.last.max(1), ""), 1, "", what, help);
        let Some(promised) = self.promised else {
            return Err(at_end("there is no header", HEADER));
        };
        if !self.open.is_empty() {
            return Err(at_end("the last clause has no end", "a clause ends with 0"));
        }
        if self.n_clauses != promised {
            let promised = plural(promised, "clause");
            let what = format!("the header announces {promised}, the file has {}", self.n_clauses);
            return Err(at_end(&what, "correct the header, or add what is missing"));
        }
        let n = self.cnf.n_variables;
        if let Some((_, line, word)) = self.last_shown.filter(|(variable, ..)| *variable > n) {
            let what = format!("`{word}` is shown but is not a variable");
            return Err(error_at_word(line, word, &what, &format!("variables are 1 to {n}")));
        }
        if self.is_weighted == Some(true) || !self.weights.is_empty() {
            let (weights, n_assumed) = self.weights.read(n)?;
            (self.cnf.weights, self.cnf.n_assumed) = (Some(weights), n_assumed);
        }
        if let Some(shown) = &mut self.cnf.shown {
            shown.sort_unstable();
            shown.dedup();
            if let Some(at) = self.plain_at.filter(|_| shown.len() < n) {
                let what = "all models are to be counted, but only some variables are shown";
                return Err(error_at((at, ""), 1, "", what, "let the line say pmc, or take `c p show` out"));
            }
        }
        Ok(self.cnf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_may_take_several_lines_and_are_made_plain() {
        let cnf = Cnf::read("c one\np cnf 4 4\n1 -2\n 3 0 2 2 0\n1 -1 4 0\n0\n%\n0\n").unwrap();
        assert_eq!((cnf.n_variables, cnf.clauses, cnf.shown), (4, vec![vec![1, -2, 3], vec![2], vec![]], None));
        assert_eq!(Cnf::read("p cnf 3 0\nc p show 3 0\nc p show 1 3 0\n").unwrap().shown, Some(vec![1, 3]));
        assert_eq!(Cnf::read("c ind 2 0\np cnf 3 0\n").unwrap().shown, Some(vec![2]));
    }

    #[test]
    fn weights_are_exact() {
        let cnf = Cnf::read("c p weight 3 2.5e-1 0\np cnf 3 0\nw 1 1/3\nw -1 -2\nc t pwmc\nw 3 1/4 0\n").unwrap();
        let weights = cnf.weights.unwrap();
        let said = |literal| weights.of(literal).map(ToString::to_string);
        assert_eq!([1, -1, 2, 3].map(said), [Some("1/3".into()), Some("-2".into()), None, Some("1/4".into())]);
        assert_eq!((said(-3), cnf.n_assumed), (Some("3/4".into()), 1));
        let kind = |text: &str| Cnf::read(text).unwrap().weights.map(|weights| weights.0.len());
        assert_eq!(
            [kind("c t wmc\np cnf 1 0\n"), kind("c t mc\np cnf 1 0\n"), kind("p cnf 1 0\n")],
            [Some(0), None, None]
        );
    }
}
