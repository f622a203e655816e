//! MPS files: rows, columns with their numbers, right sides, ranges and bounds, each in a section under its heading.
//!
//! A line is read as words between blanks, which is the free format, and all of the fixed one whose names have no blanks. Where that fails, it is read by the columns of the fixed format, in
//! which names may have blanks.
//!
//! An integer variable without bounds is one of 0 and 1, as CPLEX, Gurobi, SCIP and HiGHS have it.

use super::BinaryProgram;
use super::draft::ProgramDraft;
use super::number::{Amount, Placed, negated, plus};
use crate::text::{Line, lines_of};
use dlx_core::format::SyntaxError;
use dlx_core::problem::Decimal;
use dlx_core::stop::poll;

type Read<T> = Result<T, Box<SyntaxError>>;

const BINARY: &str = "variables are 0 or 1 here: mark it by 'INTORG', with the bounds 0 and 1 or none, or as BV";
const RANGE: &str = "take smaller numbers, or fewer digits";

/// The places of the six fields of the fixed format.
const FIELDS: [(usize, usize); 6] = [(1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61)];

/// Reads an MPS file.
pub(super) fn read(text: &str) -> Read<BinaryProgram> {
    let fixed = |error| read_by(text, in_columns).map_err(|_| error);
    read_by(text, |line| Some(line.split_whitespace().collect())).or_else(fixed)
}

fn read_by<'a>(text: &'a str, words: fn(&'a str) -> Option<Vec<&'a str>>) -> Read<BinaryProgram> {
    let mut reader = MpsReader::new();
    for line in lines_of(text) {
        poll(1 + line.1.len() / 16);
        if line.1.starts_with('*') || line.1.trim().is_empty() {
            continue;
        }
        if reader.section == MpsSection::End {
            break;
        }
        reader.line = line;
        if line.1.starts_with(|sign: char| !sign.is_whitespace()) {
            reader.heading()?;
        } else {
            let words = words(line.1).ok_or_else(|| reader.at("").error("text between the fields", LINE))?;
            reader.data(&words)?;
        }
    }
    reader.finish()
}

const LINE: &str = "words have blanks between them";

/// The fields of a line in the fixed format; none if there is something between them.
fn in_columns(line: &str) -> Option<Vec<&str>> {
    let places: Vec<usize> = line.char_indices().map(|(place, _)| place).chain([line.len()]).collect();
    let at = |column: usize| places[column.min(places.len() - 1)];
    let between = FIELDS.iter().map(|field| field.0).chain([places.len()]);
    let ends = [0].into_iter().chain(FIELDS.iter().map(|field| field.1));
    let is_clear = ends.zip(between).all(|(end, start)| line[at(end)..at(start.max(end))].trim().is_empty());
    let fields = FIELDS.iter().map(|&(start, end)| line[at(start)..at(end)].trim());
    is_clear.then(|| fields.filter(|field| !field.is_empty()).collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MpsSection {
    None,
    Sense,
    Rows,
    Columns,
    Right,
    Ranges,
    Bounds,
    End,
}

/// What the letter of a row says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MpsRow {
    Objective,
    Free,
    AtMost,
    AtLeast,
    Equal,
}

struct MpsReader<'a> {
    draft: ProgramDraft<'a>,
    section: MpsSection,
    line: Line<'a>,
    rows: Vec<MpsRow>,
    /// By row the last column that has a number in it.
    last: Vec<Option<usize>>,
    right: Vec<Option<Amount>>,
    ranges: Vec<Option<Decimal>>,
    /// Between 'INTORG' and 'INTEND'?
    is_integer: bool,
    has_objective: bool,
    /// The names of the sets of right sides, ranges and bounds.
    sets: [Option<&'a str>; 3],
}

impl<'a> MpsReader<'a> {
    fn new() -> Self {
        Self {
            draft: ProgramDraft::new(BINARY),
            section: MpsSection::None,
            line: (1, ""),
            rows: Vec::new(),
            last: Vec::new(),
            right: Vec::new(),
            ranges: Vec::new(),
            is_integer: false,
            has_objective: false,
            sets: [None; 3],
        }
    }

    fn at(&self, text: &'a str) -> Placed<'a> {
        Placed { line: self.line, text: if text.is_empty() { self.line.1 } else { text } }
    }

    fn heading(&mut self) -> Read<()> {
        let mut words = self.line.1.split_whitespace();
        let (word, rest) = (words.next().unwrap_or_default(), words.next());
        self.section = match word.to_ascii_uppercase().as_str() {
            "NAME" => MpsSection::None,
            "OBJSENSE" => MpsSection::Sense,
            "ROWS" => MpsSection::Rows,
            "COLUMNS" => MpsSection::Columns,
            "RHS" => MpsSection::Right,
            "RANGES" => MpsSection::Ranges,
            "BOUNDS" => MpsSection::Bounds,
            "ENDATA" => MpsSection::End,
            _ => {
                let what = format!("a section `{word}`");
                let help = "sections are NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS and ENDATA; other lines begin with a blank";
                return Err(self.at(word).error(&what, help));
            }
        };
        match rest.filter(|_| self.section == MpsSection::Sense) {
            Some(sense) => self.sense(sense),
            None => Ok(()),
        }
    }

    fn data(&mut self, words: &[&'a str]) -> Read<()> {
        match self.section {
            MpsSection::Sense => self.sense(words.first().copied().unwrap_or_default()),
            MpsSection::Rows => self.row(words),
            MpsSection::Columns => self.column(words),
            MpsSection::Right => self.numbers(words, 0, Self::right_side),
            MpsSection::Ranges => self.numbers(words, 1, Self::range),
            MpsSection::Bounds => self.bound(words),
            MpsSection::None | MpsSection::End => {
                Err(self.at(words.first().copied().unwrap_or_default()).error("no section", "ROWS comes first"))
            }
        }
    }

    fn sense(&mut self, word: &'a str) -> Read<()> {
        self.draft.is_maximum = match word.to_ascii_uppercase().as_str() {
            "MAX" | "MAXIMIZE" => true,
            "MIN" | "MINIMIZE" => false,
            _ => return Err(self.at(word).error(&format!("`{word}` is no sense"), "the sense is MAX or MIN")),
        };
        Ok(())
    }

    fn row(&mut self, words: &[&'a str]) -> Read<()> {
        let help = "a row is N, L, G or E and a name";
        let &[letter, name] = words else { return Err(self.at("").error("no row", help)) };
        let kind = match letter.to_ascii_uppercase().as_str() {
            "N" if self.has_objective => MpsRow::Free,
            "N" => MpsRow::Objective,
            "L" => MpsRow::AtMost,
            "G" => MpsRow::AtLeast,
            "E" => MpsRow::Equal,
            _ => return Err(self.at(letter).error(&format!("`{letter}` is no kind of row"), help)),
        };
        self.has_objective |= kind == MpsRow::Objective;
        self.draft.row(self.at(name), true)?;
        self.rows.push(kind);
        self.last.push(None);
        self.right.push(None);
        self.ranges.push(None);
        Ok(())
    }

    fn column(&mut self, words: &[&'a str]) -> Read<()> {
        if let [_, marker, sense] = words
            && marker.trim_matches('\'') == "MARKER"
        {
            self.is_integer = match sense.trim_matches('\'') {
                "INTORG" => true,
                "INTEND" => false,
                _ => {
                    return Err(self.at(sense).error(&format!("the marker `{sense}`"), "markers are INTORG and INTEND"));
                }
            };
            return Ok(());
        }
        if !matches!(words.len(), 3 | 5) {
            return Err(self
                .at("")
                .error("no column", "a line is a name of a variable, then a row and a number, once or twice"));
        }
        let n_columns = self.draft.columns.len();
        let column = self.draft.column(self.at(words[0]))?;
        if column == n_columns {
            let drafted = &mut self.draft.columns[column];
            // Until a bound says something else.
            (drafted.is_integer, drafted.is_binary) = (self.is_integer, self.is_integer);
        }
        words[1..].chunks(2).try_for_each(|pair| self.term(column, pair[0], pair[1]))
    }

    fn term(&mut self, column: usize, name: &'a str, number: &'a str) -> Read<()> {
        let row = self.find_row(name)?;
        if self.last[row].replace(column) == Some(column) {
            return Err(self
                .at(name)
                .error(&format!("a second number in row `{name}`"), "a variable has one number in each row"));
        }
        let number = Amount::read_finite(self.at(number))?;
        self.draft.count_term(self.at(name))?;
        match self.rows[row] {
            MpsRow::Free => {}
            MpsRow::Objective => self.draft.objective.push((number, column)),
            _ => self.draft.rows[row].terms.push((number, column)),
        }
        Ok(())
    }

    fn find_row(&self, name: &'a str) -> Read<usize> {
        let help = "rows are listed in ROWS";
        self.draft.find_row(name).ok_or_else(|| self.at(name).error(&format!("no row `{name}`"), help))
    }

    /// Rows with their numbers, behind the name of the set if there is one.
    fn numbers(
        &mut self,
        words: &[&'a str],
        set: usize,
        take: fn(&mut Self, usize, &'a str, &'a str) -> Read<()>,
    ) -> Read<()> {
        let has_set = words.len() % 2 == 1;
        if words.len() < 2 {
            return Err(self
                .at("")
                .error("no number", "a line is the name of a set, then a row and a number, once or twice"));
        }
        self.set(set, if has_set { words[0] } else { "" })?;
        words[usize::from(has_set)..].chunks(2).try_for_each(|pair| {
            let row = self.find_row(pair[0])?;
            take(self, row, pair[0], pair[1])
        })
    }

    /// Only one set of right sides, ranges or bounds can be meant.
    fn set(&mut self, set: usize, name: &'a str) -> Read<()> {
        match *self.sets[set].get_or_insert(name) {
            first if first == name => Ok(()),
            first => Err(self
                .at(name)
                .error(&format!("a second set `{name}`"), &format!("leave only one, such as `{first}`"))),
        }
    }

    fn right_side(&mut self, row: usize, name: &'a str, number: &'a str) -> Read<()> {
        let amount = Amount::read(self.at(number))?;
        if self.right[row].replace(amount).is_some() {
            return Err(self.at(name).error(&format!("a second right side of `{name}`"), "each row has one"));
        }
        if self.rows[row] == MpsRow::Objective {
            // It is subtracted from the objective.
            let constant = negated(Amount::read_finite(self.at(number))?);
            self.draft.constant = constant.ok_or_else(|| self.at(number).error("too large a number", RANGE))?;
        }
        Ok(())
    }

    fn range(&mut self, row: usize, name: &'a str, number: &'a str) -> Read<()> {
        let range = Amount::read_finite(self.at(number))?;
        let is_row = !matches!(self.rows[row], MpsRow::Objective | MpsRow::Free);
        if !is_row || self.ranges[row].replace(range).is_some() {
            return Err(self
                .at(name)
                .error(&format!("a range of `{name}`"), "rows that are L, G or E have one range each"));
        }
        Ok(())
    }

    fn bound(&mut self, words: &[&'a str]) -> Read<()> {
        let help = "a bound is its kind, a set, a variable and perhaps a number, like UP BND x 1";
        let Some((&kind, rest)) = words.split_first() else { return Ok(()) };
        let upper = kind.to_ascii_uppercase();
        let has_number = match upper.as_str() {
            "UP" | "LO" | "FX" | "UI" | "LI" => true,
            "BV" | "FR" | "MI" | "PL" => false,
            "SC" | "SI" => return Err(self.at(kind).error("a semi-continuous variable", BINARY)),
            _ => return Err(self.at(kind).error(&format!("`{kind}` is no kind of bound"), help)),
        };
        let (set, name, number) = match *rest {
            [set, name, number] => (set, name, Some(number)),
            [name, number] if has_number => ("", name, Some(number)),
            // A number may stand where none is needed.
            [name, number] if self.draft.find_column(number).is_none() => ("", name, Some(number)),
            [set, name] => (set, name, None),
            [name] if !has_number => ("", name, None),
            _ => return Err(self.at("").error("no bound", help)),
        };
        self.set(2, set)?;
        let what = format!("no variable `{name}`");
        let column = self
            .draft
            .find_column(name)
            .ok_or_else(|| self.at(name).error(&what, "variables are listed in COLUMNS"))?;
        let amount = number.filter(|_| has_number).map(|number| Amount::read(self.at(number))).transpose()?;
        let infinite = || self.at(number.unwrap_or(name)).error("no variable is infinite", "take 0 or 1");
        let finite = match amount {
            Some(Amount::Finite(number)) => Some(number),
            Some(Amount::Infinite { is_negative })
                if matches!((upper.as_str(), is_negative), ("UP", false) | ("LO", true)) =>
            {
                None
            }
            Some(_) => return Err(infinite()),
            None => None,
        };
        let column = &mut self.draft.columns[column];
        column.is_binary = false;
        match upper.as_str() {
            "BV" => (column.is_binary, column.is_integer) = (true, true),
            "FR" => column.fix(None),
            "MI" => column.lower = None,
            "PL" => column.upper = None,
            "FX" => column.fix(finite),
            "LO" | "LI" => column.lower = finite,
            _ => column.upper = finite,
        }
        column.is_integer |= matches!(upper.as_str(), "UI" | "LI");
        Ok(())
    }

    fn finish(mut self) -> Read<BinaryProgram> {
        if self.section != MpsSection::End {
            let (line, end) = (self.line, &self.line.1[self.line.1.len()..]);
            return Err(Placed { line, text: end }.error("the file ends here", "an MPS file ends with ENDATA"));
        }
        for (row, kind) in self.rows.iter().enumerate() {
            let right = self.right[row].unwrap_or(Amount::Finite(Decimal::default()));
            let bounds = bounds(*kind, right, self.ranges[row]);
            let drafted = &mut self.draft.rows[row];
            let name = drafted.word;
            (drafted.least, drafted.most) = bounds
                .ok_or_else(|| name.error(&format!("the right side of row `{}` does not fit", name.text), RANGE))?;
        }
        let mut kinds = self.rows.iter();
        self.draft.rows.retain(|_| kinds.next().is_some_and(|kind| !matches!(kind, MpsRow::Objective | MpsRow::Free)));
        self.draft.finish()
    }
}

/// The least and the most that a row may be; none if they do not fit.
#[expect(clippy::type_complexity, reason = "two bounds, if they fit")]
fn bounds(
    kind: MpsRow,
    right: Amount,
    range: Option<Decimal>,
) -> Option<(Option<Decimal>, Option<Decimal>)> {
    let Amount::Finite(right) = right else {
        let Amount::Infinite { is_negative } = right else { return None };
        let says_nothing = matches!((kind, is_negative), (MpsRow::AtMost, false) | (MpsRow::AtLeast, true));
        return (says_nothing && range.is_none()).then_some((None, None));
    };
    let is_below = range.is_some_and(|size| size.units() < 0);
    let size = range.map_or(Some(None), |size| (if is_below { negated(size) } else { Some(size) }).map(Some))?;
    let above = || size.map_or(Some(None), |size| plus(right, size).map(Some));
    let below = || size.map_or(Some(None), |size| plus(right, negated(size)?).map(Some));
    Some(match kind {
        MpsRow::Objective | MpsRow::Free => (None, None),
        MpsRow::AtMost => (below()?, Some(right)),
        MpsRow::AtLeast => (Some(right), above()?),
        MpsRow::Equal if size.is_none() => (Some(right), Some(right)),
        MpsRow::Equal if is_below => (below()?, Some(right)),
        MpsRow::Equal => (Some(right), above()?),
    })
}
