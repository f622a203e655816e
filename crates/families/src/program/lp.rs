//! LP files, as CPLEX defines them: an objective, rows, bounds, and lists of the variables that are whole.
//!
//! Words may stand on any lines. A row ends with the number behind its relation, or, beyond CPLEX, with a sum in one line, whose variables are moved to the left; where a number comes first, it ends before a word that has no sign in front of it.

use super::BinaryProgram;
use super::draft::ProgramDraft;
use super::lp_words::{LpKind, LpSection, LpWord, LpWords, exponent};
use super::number::{Amount, FileWord, ProgramResult, SMALLER};
use dlx_core::format::SyntaxError;
use dlx_core::problem::Decimal;

const BINARY: &str = "variables are 0 or 1 here: list it under Binaries, or under Generals with the bounds 0 and 1";
pub(super) const LINEAR: &str = "rows and the objective are sums like 2 x + 3 y, no products, squares or conditions";
const ROW: &str = "a row is like c1: 2 x + y <= 3, or 1 <= x + y <= 3";
pub(super) const SUM: &str = "the numbers of a row are too large together";

/// Reads an LP file.
pub(super) fn read(text: &str) -> ProgramResult<BinaryProgram> {
    let mut reader = LpReader { words: LpWords::new(text), draft: ProgramDraft::new(BINARY), line: 0 };
    reader.objective()?;
    while reader.section()? {}
    reader.no_variable_within()?;
    reader.draft.finish()
}

pub(super) struct LpReader<'a> {
    pub(super) words: LpWords<'a>,
    pub(super) draft: ProgramDraft<'a>,
    /// The line of the last term, or number.
    pub(super) line: usize,
}

impl<'a> LpReader<'a> {
    fn objective(&mut self) -> ProgramResult<()> {
        let word = self.words.next();
        self.draft.is_maximum = match word.kind {
            LpKind::Heading(LpSection::Minimize) => false,
            LpKind::Heading(LpSection::Maximize) => true,
            _ => return Err(self.no_objective(word)),
        };
        self.name();
        let sum = self.sum(false)?;
        let next = self.words.peek(0);
        if !matches!(next.kind, LpKind::Heading(_)) {
            return Err(self.misplaced(next, "Subject To comes after the objective"));
        }
        if sum.infinite.is_some() {
            return Err(next.place.error("an infinite objective", LINEAR));
        }
        (self.draft.objective, self.draft.constant) = (sum.terms, sum.is_some.then_some(sum.constant));
        Ok(())
    }

    /// The error for a file that begins with this word.
    fn no_objective(&mut self, word: LpWord<'a>) -> Box<SyntaxError> {
        let is_mps = ["NAME", "ROWS", "OBJSENSE"].contains(&word.place.text);
        let help = match self.words.peek(0).kind {
            LpKind::Colon => {
                "an LP file of CPLEX begins with Minimize or Maximize, and its rows with Subject To; lp_solve has a format of its own"
            }
            _ if is_mps => {
                "an LP file begins with Minimize or Maximize; this looks like MPS, which `dlx-count mps FILE` reads"
            }
            _ => "an LP file begins with Minimize or Maximize",
        };
        word.place.error("no objective", help)
    }

    /// `2e1` is the number 20. Where `e1` is a variable, it may have been meant as 2 times that one.
    fn no_variable_within(&self) -> ProgramResult<()> {
        let is_variable =
            |word: &&FileWord<'_>| exponent(word.text).is_some_and(|name| self.draft.find_column(name).is_some());
        let Some(word) = self.words.doubtful.iter().find(is_variable) else { return Ok(()) };
        let name = exponent(word.text).unwrap_or_default();
        let number = word.text.strip_suffix(name).unwrap_or_default();
        let help = format!(
            "write `{number} {name}` for {number} times the variable; call the variable otherwise if the number is meant"
        );
        Err(word.error(&format!("`{}` is a number, but `{name}` is a variable", word.text), &help))
    }

    /// Reads the next section; none after the last.
    fn section(&mut self) -> ProgramResult<bool> {
        let heading = self.words.next();
        let LpKind::Heading(section) = heading.kind else {
            return Err(heading.place.error("no End", "an LP file ends with End"));
        };
        while !matches!(self.words.peek(0).kind, LpKind::Heading(_) | LpKind::End) {
            match section {
                LpSection::Rows => self.row()?,
                LpSection::Bounds => self.bound()?,
                LpSection::Binaries | LpSection::Integers => self.listed(section)?,
                LpSection::End => return Ok(false),
                LpSection::Foreign => {
                    let what = format!("`{}` cannot be counted", heading.place.text);
                    return Err(heading.place.error(&what, "write it as rows of variables that are 0 or 1"));
                }
                LpSection::Minimize | LpSection::Maximize => {
                    return Err(heading.place.error("a second objective", "an LP file has one objective"));
                }
            }
        }
        Ok(section != LpSection::End)
    }

    /// The name and the colon with which a row begins, if it does.
    fn name(&mut self) -> Option<FileWord<'a>> {
        (self.words.peek(0).kind == LpKind::Name && self.words.peek(1).kind == LpKind::Colon).then(|| {
            let name = self.words.next().place;
            self.words.next();
            name
        })
    }

    /// The error for a word that cannot follow what was read.
    pub(super) fn misplaced(&self, word: LpWord<'a>, help: &str) -> Box<SyntaxError> {
        match word.kind {
            LpKind::End => word.place.error("the file ends here", help),
            LpKind::Other => word.place.error(&format!("`{}` in this place", word.place.text), LINEAR),
            _ => word.place.error(&format!("`{}` in this place", word.place.text), help),
        }
    }

    /// A row: a sum, a relation and a number, or numbers at its ends.
    fn row(&mut self) -> ProgramResult<()> {
        let first = self.words.peek(0);
        let name = self.name();
        let left = self.sum(false)?;
        let place = name.unwrap_or(first.place);
        let row = self.draft.row(place, name.is_some())?;
        let relation = self.relation(ROW)?;
        if !left.is_some || (left.infinite.is_some() && !left.terms.is_empty()) {
            return Err(self.misplaced(relation, ROW));
        }
        if !left.terms.is_empty() {
            let right = self.sum(true)?;
            if !right.is_some || (right.infinite.is_some() && !right.terms.is_empty()) {
                let next = self.words.next();
                return Err(self.misplaced(next, ROW));
            }
            self.no_variable_behind()?;
            let moved = right.terms.iter().map(|&(number, column)| (number.checked_neg().unwrap_or(number), column));
            self.draft.rows[row].terms = left.terms.into_iter().chain(moved).collect();
            return self.limit(row, relation, right.amount(), left.constant);
        }
        let middle = self.sum(false)?;
        if middle.terms.is_empty() || middle.infinite.is_some() {
            return Err(place.error("a row without variables", ROW));
        }
        self.draft.rows[row].terms = middle.terms;
        let mirrored = LpWord { kind: turned(relation.kind), ..relation };
        self.limit(row, mirrored, left.amount(), middle.constant)?;
        if !matches!(self.words.peek(0).kind, LpKind::Less | LpKind::Greater | LpKind::Equal) {
            return Ok(());
        }
        let second = self.relation(ROW)?;
        if second.kind != relation.kind || second.kind == LpKind::Equal {
            return Err(self.misplaced(second, "both relations of a row are <=, or both are >="));
        }
        let right = self.number()?;
        self.no_variable_behind()?;
        self.limit(row, second, right, middle.constant)
    }

    /// After the number on the right, a name in the same line would belong to it.
    fn no_variable_behind(&mut self) -> ProgramResult<()> {
        let (next, after) = (self.words.peek(0), self.words.peek(1));
        let is_same_line = self.line == next.place.line.0;
        if next.kind == LpKind::Name && after.kind != LpKind::Colon && is_same_line {
            return Err(self.misplaced(next, "a sum has signs between its terms"));
        }
        if next.kind == LpKind::Other {
            return Err(self.misplaced(next, LINEAR));
        }
        Ok(())
    }

    fn relation(&mut self, help: &str) -> ProgramResult<LpWord<'a>> {
        let word = self.words.next();
        match word.kind {
            LpKind::Less | LpKind::Greater | LpKind::Equal => Ok(word),
            _ => Err(self.misplaced(word, help)),
        }
    }

    /// Bounds a row, whose sum has this constant, by a number to the right of the relation.
    fn limit(&mut self, row: usize, relation: LpWord<'a>, amount: Amount, constant: Decimal) -> ProgramResult<()> {
        let row = &mut self.draft.rows[row];
        let bound = match (amount, relation.kind) {
            (Amount::Finite(number), _) => {
                let moved = constant.checked_neg().and_then(|constant| number.checked_add(constant));
                moved.ok_or_else(|| relation.place.error(SUM, SMALLER))?
            }
            (Amount::Infinite { is_negative: false }, LpKind::Less) => return Ok(()),
            (Amount::Infinite { is_negative: true }, LpKind::Greater) => return Ok(()),
            _ => return Err(relation.place.error("no sum is infinite", ROW)),
        };
        if relation.kind != LpKind::Less {
            row.least = Some(bound);
        }
        if relation.kind != LpKind::Greater {
            row.most = Some(bound);
        }
        Ok(())
    }

    /// A bound: `0 <= x <= 1`, `x >= 0`, `x = 1` or `x free`.
    fn bound(&mut self) -> ProgramResult<()> {
        const BOUND: &str = "a bound is like x <= 1, 0 <= x <= 1, x = 1 or x free";
        if self.words.peek(0).kind != LpKind::Name {
            let number = self.number()?;
            let relation = self.relation(BOUND)?;
            let mirrored = LpWord { kind: turned(relation.kind), ..relation };
            let column = self.variable(BOUND)?;
            self.limit_column(column, mirrored, number)?;
            if matches!(self.words.peek(0).kind, LpKind::Less | LpKind::Greater) {
                let second = self.relation(BOUND)?;
                let number = self.number()?;
                self.limit_column(column, second, number)?;
            }
            return Ok(());
        }
        let column = self.variable(BOUND)?;
        if self.words.peek(0).place.text.eq_ignore_ascii_case("free") {
            self.words.next();
            self.draft.columns[column].fix(None);
            return Ok(());
        }
        let relation = self.relation(BOUND)?;
        let number = self.number()?;
        self.limit_column(column, relation, number)
    }

    fn variable(&mut self, help: &str) -> ProgramResult<usize> {
        let word = self.words.next();
        if word.kind != LpKind::Name {
            return Err(self.misplaced(word, help));
        }
        self.column(word.place)
    }

    /// The number of a variable. What CPLEX would take for a name with a comma is hardly meant as one.
    pub(super) fn column(&mut self, word: FileWord<'a>) -> ProgramResult<usize> {
        if word.text.starts_with([',', ';']) || word.text.ends_with([',', ';']) {
            let help = "numbers have a decimal point, names in a list blanks between them, and no line ends with `;`";
            return Err(word.error(&format!("`{}` is not a name", word.text), help));
        }
        self.draft.column(word)
    }

    /// Bounds a variable by a number to the right of the relation.
    fn limit_column(&mut self, column: usize, relation: LpWord<'a>, amount: Amount) -> ProgramResult<()> {
        let column = &mut self.draft.columns[column];
        let bound = match (amount, relation.kind) {
            (Amount::Finite(number), _) => Some(number),
            (Amount::Infinite { is_negative: false }, LpKind::Less) => None,
            (Amount::Infinite { is_negative: true }, LpKind::Greater) => None,
            _ => return Err(relation.place.error("no variable is infinite", "take 0 or 1")),
        };
        match relation.kind {
            LpKind::Less => column.upper = bound,
            LpKind::Greater => column.lower = bound,
            _ => column.fix(bound),
        }
        Ok(())
    }

    /// A variable in a list of those that are 0 or 1, or whole.
    fn listed(&mut self, section: LpSection) -> ProgramResult<()> {
        let column = self.variable("here stand names of variables, with blanks between them")?;
        let column = &mut self.draft.columns[column];
        *(if section == LpSection::Binaries { &mut column.is_binary } else { &mut column.is_integer }) = true;
        Ok(())
    }
}

/// The relation seen from the other side.
const fn turned(relation: LpKind) -> LpKind {
    match relation {
        LpKind::Less => LpKind::Greater,
        LpKind::Greater => LpKind::Less,
        other => other,
    }
}
