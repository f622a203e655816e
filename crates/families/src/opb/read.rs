//! OPB files: statements that end with `;`, comments that begin with `*`.

use std::sync::Arc;

use crate::error::FamilyError;
use crate::formula::{Formula, Literal, Naming, Reduced, WeightedSum, variable};
use crate::text::{Line, lines_of};
use dlx_canon::symmetry::Conditions;
use dlx_core::format::{SyntaxError, error_at, error_at_word, plural};
use dlx_core::problem::Problem;

/// The most variables, and the most terms of all sums.
const MAX_VARIABLES: usize = 1 << 22;
const MAX_TERMS: usize = 1 << 24;
/// The largest total of the numbers of a sum.
const MAX_TOTAL: i128 = 1 << 62;

/// A pseudo-Boolean formula.
///
/// ```
/// use dlx_count::{Session, family::Opb};
///
/// // Two of four, and not the first with the last.
/// let opb = Opb::read("+1 x1 +1 x2 +1 x3 +1 x4 = 2 ;\n-1 x1 -1 x4 >= -1 ;\n")?;
/// assert_eq!(Session::new()?.count(&opb.problem()?)?.count.to_string(), "5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opb {
    n_variables: usize,
    sums: Vec<WeightedSum>,
    assumed: Vec<Literal>,
    /// What literals cost, if costs are given.
    costs: Option<Vec<(i64, Literal)>>,
    /// Is the greatest sum of them asked for?
    is_maximized: bool,
}

impl Opb {
    /// Reads an OPB file.
    ///
    /// # Errors
    /// If it is not such a file, with line and column, or has products of literals or negative costs.
    pub fn read(text: &str) -> Result<Self, Box<SyntaxError>> {
        let mut reader = OpbReader::default();
        for line in lines_of(text) {
            reader.line(line)?;
        }
        reader.finish()
    }

    /// The same, where this literal is true: `x3`, or `-x3` or `~x3` for its opposite.
    ///
    /// # Errors
    /// If no constraint has its variable.
    pub fn assuming(mut self, literal: &str) -> Result<Self, FamilyError> {
        let opposite = literal.strip_prefix(['-', '~']);
        let number = opposite.unwrap_or(literal).strip_prefix('x').and_then(|number| number.parse().ok());
        let is_known = |number: &Literal| *number > 0 && variable(*number) <= self.n_variables;
        let Some(number) = number.filter(is_known) else {
            let help = format!("literals are x1 to x{}, with `-` before those that are false", self.n_variables);
            return Err(FamilyError::new(format!("the formula has no literal `{literal}`"), help));
        };
        self.assumed.push(if opposite.is_some() { -number } else { number });
        Ok(self)
    }

    /// The problem whose solutions are the models.
    ///
    /// # Errors
    /// If it grows too large.
    pub fn problem(&self) -> Result<Problem, FamilyError> {
        Ok(self.reduced()?.problem)
    }

    pub(super) fn reduced(&self) -> Result<Reduced, FamilyError> {
        self.formula().reduced()
    }

    fn formula(&self) -> Formula {
        let Self { n_variables, is_maximized, .. } = *self;
        let (sums, costs) = (self.sums.clone(), self.costs.clone());
        let naming = Naming::Signs;
        let clauses = self.assumed.iter().map(|&literal| vec![literal]).collect();
        Formula { n_variables, clauses, sums, costs, is_maximized, naming, ..Formula::default() }
    }

    /// Its constraints, to find out which of them clash.
    #[must_use]
    pub fn conditions(self: &Arc<Self>) -> Conditions {
        let (one, some) = (Arc::clone(self), Arc::clone(self));
        let in_words = move |place: usize| one.sums[place].in_words();
        let problem = move |places: &[usize]| {
            let sums = places.iter().map(|&place| some.sums[place].clone()).collect();
            Self { sums, costs: None, ..Self::clone(&some) }.problem().ok()
        };
        let all = Arc::clone(self);
        Conditions::new((self.sums.len(), "constraint"), in_words, problem, move || {
            all.formula().relaxed(all.assumed.len())
        })
    }
}

#[derive(Default)]
struct OpbReader {
    opb: Opb,
    /// The number of variables in the head, if there is one.
    promised: Option<usize>,
    /// The number of constraints in the head, and its line.
    n_promised: Option<(usize, usize)>,
    open: Statement,
    n_terms: usize,
    last: usize,
}

/// A statement that is not ended yet.
#[derive(Default)]
struct Statement {
    is_objective: bool,
    terms: Vec<(i128, Literal)>,
    /// A number whose literal is still to come.
    number: Option<i128>,
    relation: Option<Relation>,
    bound: Option<i128>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

impl OpbReader {
    fn line(&mut self, line: Line<'_>) -> Result<(), Box<SyntaxError>> {
        self.last = line.0;
        if line.1.trim_start().starts_with('*') {
            return self.head(line);
        }
        for word in line.1.split_whitespace() {
            let mut rest = word;
            // Signs need no space around them.
            while !rest.is_empty() {
                let end = if rest.starts_with(';') { 1 } else { rest.find(';').unwrap_or(rest.len()) };
                let (part, behind) = rest.split_at(end);
                self.word(line, part)?;
                rest = behind;
            }
        }
        Ok(())
    }

    /// `* #variable= 5 #constraint= 4` says how many variables there are, also where some are in no line.
    fn head(&mut self, line: Line<'_>) -> Result<(), Box<SyntaxError>> {
        let Some((_, behind)) = line.1.split_once("#variable=") else { return Ok(()) };
        let word = behind.split_whitespace().next().unwrap_or_default();
        let number = word.parse().ok().filter(|&number| number <= MAX_VARIABLES);
        let what = format!("`{word}` in the header");
        let help = format!("the number of variables is up to {MAX_VARIABLES}");
        let number = number.ok_or_else(|| error_at_word(line, word, &what, &help))?;
        if number < self.opb.n_variables {
            let what = format!("`{word}` in the header, but x{} stands above it", self.opb.n_variables);
            return Err(error_at_word(line, word, &what, "the header is the first line"));
        }
        self.promised = Some(number);
        self.n_promised = behind.split_once("#constraint=").and_then(|(_, behind)| {
            let word = behind.split_whitespace().next()?;
            Some((line.0, word.parse().ok()?))
        });
        Ok(())
    }

    fn word(&mut self, line: Line<'_>, word: &str) -> Result<(), Box<SyntaxError>> {
        let is_first = self.open.terms.is_empty() && self.open.number.is_none() && self.open.relation.is_none();
        match word {
            ";" => self.end(line, word),
            "min:" | "max:" if is_first && !self.open.is_objective => {
                if self.opb.costs.is_some() {
                    return Err(error_at_word(line, word, "a second objective", "there is one, at most"));
                }
                (self.open.is_objective, self.opb.is_maximized) = (true, word == "max:");
                Ok(())
            }
            ">=" | "<=" | "=" => self.relation(line, word),
            _ if self.open.bound.is_some() => Err(error_at_word(line, word, "no end", "a statement ends with `;`")),
            _ if word.starts_with(['x', '~']) => self.literal(line, word),
            _ => self.number(line, word),
        }
    }

    fn relation(&mut self, line: Line<'_>, word: &str) -> Result<(), Box<SyntaxError>> {
        let open = &mut self.open;
        if open.is_objective || open.relation.is_some() || open.number.is_some() {
            let help = "a constraint is numbers with literals, then >=, <= or =, then a number and `;`";
            return Err(error_at_word(line, word, &format!("`{word}` in this place"), help));
        }
        open.relation = Some(match word {
            ">=" => Relation::AtLeast,
            "<=" => Relation::AtMost,
            _ => Relation::Equal,
        });
        Ok(())
    }

    fn number(&mut self, line: Line<'_>, word: &str) -> Result<(), Box<SyntaxError>> {
        let number = word.strip_prefix('+').unwrap_or(word).parse::<i64>().ok().map(i128::from);
        let help = "a statement is like `+2 x1 -1 ~x2 >= 1 ;`, with whole numbers of at most 63 bits";
        let digits = word.trim_start_matches(['+', '-']);
        let help = match word {
            "+" | "-" => "a sign stands before its number, without a blank: `+2 x1`",
            ">" | "<" | "=>" | "=<" | "==" => "relations are >=, <= and =",
            _ => help,
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit());
        let fault = if is_number { "has too many digits" } else { "is neither a number nor a literal" };
        let what = format!("`{word}` {fault}");
        let number = number.ok_or_else(|| error_at_word(line, word, &what, help))?;
        if self.open.number.is_some() {
            return Err(error_at_word(line, word, "two numbers", "each number stands before its literal"));
        }
        if self.open.relation.is_some() {
            self.open.bound = Some(number);
        } else {
            self.open.number = Some(number);
        }
        Ok(())
    }

    fn literal(&mut self, line: Line<'_>, word: &str) -> Result<(), Box<SyntaxError>> {
        let name = word.strip_prefix('~').unwrap_or(word);
        let number = name.strip_prefix('x').and_then(|digits| digits.parse::<usize>().ok());
        let most = self.promised.unwrap_or(MAX_VARIABLES);
        let number = number.filter(|number| (1..=most).contains(number)).and_then(|number| i32::try_from(number).ok());
        let what = format!("`{word}` is not a literal");
        let help = format!("variables are x1 to x{most}, their opposites ~x1 to ~x{most}");
        let number = number.ok_or_else(|| error_at_word(line, word, &what, &help))?;
        let Some(count) = self.open.number.take() else {
            let help = "each literal has its number before it; products of literals are not counted: write one as a variable of its own";
            return Err(error_at_word(line, word, "a literal without a number", help));
        };
        self.n_terms += 1;
        if self.n_terms > MAX_TERMS {
            return Err(error_at_word(line, word, "too many terms", &format!("there may be {MAX_TERMS}")));
        }
        self.opb.n_variables = self.opb.n_variables.max(variable(number));
        self.open.terms.push((count, if word.starts_with('~') { -number } else { number }));
        Ok(())
    }

    fn end(&mut self, line: Line<'_>, word: &str) -> Result<(), Box<SyntaxError>> {
        let open = std::mem::take(&mut self.open);
        let at = |what: &str, help: &str| error_at_word(line, word, what, help);
        let total: i128 = open.terms.iter().map(|(count, _)| count.abs()).sum();
        if open.number.is_some() {
            return Err(at("a number without a literal", "each number stands before its literal"));
        }
        if total > MAX_TOTAL {
            return Err(at(
                "the numbers are too large",
                &format!("all of a statement together are at most {MAX_TOTAL}"),
            ));
        }
        if open.is_objective {
            let costs = open.terms.iter().map(|&(count, literal)| (i64::try_from(count).unwrap_or_default(), literal));
            self.opb.costs = Some(costs.collect());
            return Ok(());
        }
        let (Some(relation), Some(bound)) = (open.relation, open.bound) else {
            return Err(at("no bound", "a constraint ends with >=, <= or =, a number and `;`"));
        };
        let (least, most) = match relation {
            Relation::AtLeast => (Some(bound), None),
            Relation::AtMost => (None, Some(bound)),
            Relation::Equal => (Some(bound), Some(bound)),
        };
        self.opb.sums.push(WeightedSum::between(&open.terms, least, most));
        Ok(())
    }

    fn finish(mut self) -> Result<Opb, Box<SyntaxError>> {
        let open = &self.open;
        if open.is_objective || !open.terms.is_empty() || open.number.is_some() || open.relation.is_some() {
            return Err(error_at((self.last, ""), 1, "", "the last statement has no end", "a statement ends with `;`"));
        }
        if let Some((line, promised)) = self.n_promised
            && promised != self.opb.sums.len()
        {
            let (promised, found) = (plural(promised, "constraint"), self.opb.sums.len());
            let what = format!("the header announces {promised}, the file has {found}");
            return Err(error_at((line, ""), 1, "", &what, "correct the header, or add what is missing"));
        }
        self.opb.n_variables = self.promised.unwrap_or(self.opb.n_variables);
        Ok(self.opb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read() {
        let text = "* #variable= 4 #constraint= 3\nmin: +2 x1 +3 ~x3 ;\n* a comment\n+1 x1 -2 x2\n +3 ~x3 >= 2;\n1 x1 +1 x2 = -1 ;-1 x1 <= 0 ;\n";
        let opb = Opb::read(text).unwrap();
        assert_eq!((opb.n_variables, opb.costs), (4, Some(vec![(2, 1), (3, -3)])));
        let expected = [
            WeightedSum { terms: vec![(1, 1), (2, -2), (3, -3)], least: 4, most: 6 },
            WeightedSum { terms: vec![(1, -1), (1, -2)], least: 3, most: 2 },
            WeightedSum { terms: vec![(1, -1)], least: 0, most: 1 },
        ];
        assert_eq!(opb.sums, expected);
    }
}
