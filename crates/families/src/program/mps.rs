//! MPS files: rows, columns with their numbers, right sides, ranges and bounds, each in a section under its heading.
//!
//! A line is read as words between blanks, which is the free format, and all of the fixed one whose names have no blanks. Where that fails, it is read by the columns of the fixed format, in
//! which names may have blanks.
//!
//! An integer variable without bounds is one of 0 and 1, as CPLEX, Gurobi, SCIP and HiGHS have it.

use super::BinaryProgram;
use super::draft::ProgramDraft;
use super::number::{Amount, FileWord, ProgramResult};
use crate::text::{Line, lines_of};
use dlx_core::problem::Decimal;
use dlx_core::stop::poll;

pub(super) const BINARY: &str =
    "variables are 0 or 1 here: mark it by 'INTORG', with the bounds 0 and 1 or none, or as BV";

/// The places of the six fields of the fixed format.
const FIELDS: [(usize, usize); 6] = [(1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61)];

/// Reads an MPS file.
pub(super) fn read(text: &str) -> ProgramResult<BinaryProgram> {
    let fixed = |error| read_by(text, in_columns).map_err(|_| error);
    read_by(text, |line| Some(line.split_whitespace().collect())).or_else(fixed)
}

fn read_by<'a>(text: &'a str, words: fn(&'a str) -> Option<Vec<&'a str>>) -> ProgramResult<BinaryProgram> {
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
pub(super) enum MpsSection {
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
pub(super) enum MpsRow {
    Objective,
    Free,
    AtMost,
    AtLeast,
    Equal,
}

pub(super) struct MpsReader<'a> {
    pub(super) draft: ProgramDraft<'a>,
    pub(super) section: MpsSection,
    pub(super) line: Line<'a>,
    pub(super) rows: Vec<MpsRow>,
    /// By row the last column that has a number in it.
    pub(super) last: Vec<Option<usize>>,
    pub(super) right: Vec<Option<Amount>>,
    pub(super) ranges: Vec<Option<Decimal>>,
    /// Between 'INTORG' and 'INTEND'?
    pub(super) is_integer: bool,
    pub(super) has_objective: bool,
    /// The names of the sets of right sides, ranges and bounds.
    pub(super) sets: [Option<&'a str>; 3],
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

    pub(super) fn at(&self, text: &'a str) -> FileWord<'a> {
        FileWord { line: self.line, text: if text.is_empty() { self.line.1 } else { text } }
    }

    fn heading(&mut self) -> ProgramResult<()> {
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

    fn data(&mut self, words: &[&'a str]) -> ProgramResult<()> {
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

    fn sense(&mut self, word: &'a str) -> ProgramResult<()> {
        self.draft.is_maximum = match word.to_ascii_uppercase().as_str() {
            "MAX" | "MAXIMIZE" => true,
            "MIN" | "MINIMIZE" => false,
            _ => return Err(self.at(word).error(&format!("`{word}` is no sense"), "the sense is MAX or MIN")),
        };
        Ok(())
    }

    fn row(&mut self, words: &[&'a str]) -> ProgramResult<()> {
        let help = "a row is N, L, G or E and a name; names with blanks stand in the columns of the fixed format";
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

    fn column(&mut self, words: &[&'a str]) -> ProgramResult<()> {
        if let [_, marker, sense] = words
            && marker.trim_matches('\'') == "MARKER"
        {
            self.is_integer = match sense.trim_matches('\'') {
                "INTORG" => true,
                "INTEND" => false,
                _ => {
                    return Err(self
                        .at(sense)
                        .error(&format!("the marker `{sense}`"), "markers are INTORG and INTEND"));
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
        if column + 1 < n_columns {
            let what = format!("variable `{}` comes back", words[0]);
            return Err(self.at(words[0]).error(&what, "the lines of a variable stand together"));
        }
        if column == n_columns {
            let drafted = &mut self.draft.columns[column];
            // Until a bound says something else.
            (drafted.is_integer, drafted.is_binary) = (self.is_integer, self.is_integer);
        }
        words[1..].chunks(2).try_for_each(|pair| self.term(column, pair[0], pair[1]))
    }

    fn term(&mut self, column: usize, name: &'a str, number: &'a str) -> ProgramResult<()> {
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

    pub(super) fn find_row(&self, name: &'a str) -> ProgramResult<usize> {
        let help = "rows are listed in ROWS";
        self.draft.find_row(name).ok_or_else(|| self.at(name).error(&format!("no row `{name}`"), help))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "NAME a\nROWS\n N c\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x c 1 r 1\n M 'MARKER' 'INTEND'\n";

    /// A variable between markers is 0 or 1, and words that may be left out may be.
    #[test]
    fn words_may_be_left_out() {
        let brief = format!("{START}RHS\n r 1\nBOUNDS\n BV x\nENDATA\n");
        let full = format!("{START}RHS\n A r 1\nBOUNDS\n UP B x 1.\nENDATA\nrest\n");
        let none = format!("OBJSENSE MIN\n* note\n{START}\nRHS\n A r 1\nENDATA");
        assert!([&full, &none].iter().all(|text| read(text).unwrap() == read(&brief).unwrap()));
    }
}
