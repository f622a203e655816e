//! The limits in MPS files: right sides and ranges of rows, bounds of variables.

use super::BinaryProgram;
use super::mps::{BINARY, MpsReader, MpsRow, MpsSection};
use super::number::{Amount, FileWord, ProgramResult, SMALLER};
use dlx_core::problem::Decimal;

const BOUND: &str = "a bound is its kind, a set, a variable and perhaps a number, like UP BND x 1";

const ONE_SET: &str = "name the set in each line of a section, or in none";

impl<'a> MpsReader<'a> {
    /// Rows with their numbers, behind the name of the set if there is one.
    pub(super) fn numbers(
        &mut self,
        words: &[&'a str],
        set: usize,
        take: fn(&mut Self, usize, &'a str, &'a str) -> ProgramResult<()>,
    ) -> ProgramResult<()> {
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
    fn set(&mut self, set: usize, name: &'a str) -> ProgramResult<()> {
        match *self.sets[set].get_or_insert(name) {
            first if first == name => Ok(()),
            "" => Err(self.at(name).error(&format!("a set `{name}` behind lines without one"), ONE_SET)),
            first if name.is_empty() => {
                Err(self.at("").error(&format!("no set, behind lines of set `{first}`"), ONE_SET))
            }
            first => Err(self
                .at(name)
                .error(&format!("a second set `{name}`"), &format!("leave only one, such as `{first}`"))),
        }
    }

    pub(super) fn right_side(&mut self, row: usize, name: &'a str, number: &'a str) -> ProgramResult<()> {
        let amount = Amount::read(self.at(number))?;
        if self.right[row].replace(amount).is_some() {
            return Err(self.at(name).error(&format!("a second right side of `{name}`"), "each row has one"));
        }
        if self.rows[row] == MpsRow::Objective {
            // It is subtracted from the objective.
            let constant = Amount::read_finite(self.at(number))?.checked_neg();
            let constant = constant.ok_or_else(|| self.at(number).error("too large a number", SMALLER))?;
            self.draft.constant = Some(constant);
        }
        Ok(())
    }

    pub(super) fn range(&mut self, row: usize, name: &'a str, number: &'a str) -> ProgramResult<()> {
        let range = Amount::read_finite(self.at(number))?;
        let is_row = !matches!(self.rows[row], MpsRow::Objective | MpsRow::Free);
        if !is_row || self.ranges[row].replace(range).is_some() {
            return Err(self
                .at(name)
                .error(&format!("a range of `{name}`"), "rows that are L, G or E have one range each"));
        }
        Ok(())
    }

    pub(super) fn bound(&mut self, words: &[&'a str]) -> ProgramResult<()> {
        let Some((&kind, rest)) = words.split_first() else { return Ok(()) };
        let upper = kind.to_ascii_uppercase();
        let has_number = match upper.as_str() {
            "UP" | "LO" | "FX" | "UI" | "LI" => true,
            "BV" | "FR" | "MI" | "PL" => false,
            "SC" | "SI" => return Err(self.at(kind).error("a semi-continuous variable", BINARY)),
            _ => return Err(self.at(kind).error(&format!("`{kind}` is no kind of bound"), BOUND)),
        };
        let (set, name, number) = match *rest {
            [set, name, number] => (set, name, number),
            [name, number] if has_number => ("", name, number),
            // A number may stand where none is needed.
            [name, number] if self.draft.find_column(number).is_none() => ("", name, number),
            [set, name] => (set, name, ""),
            [name] if !has_number => ("", name, ""),
            _ => return Err(self.at("").error("no bound", BOUND)),
        };
        self.set(2, set)?;
        let help = "variables are listed in COLUMNS";
        let column = self.draft.find_column(name);
        let column = column.ok_or_else(|| self.at(name).error(&format!("no variable `{name}`"), help))?;
        let bound = if has_number { self.bound_of(&upper, number)? } else { None };
        let column = &mut self.draft.columns[column];
        column.is_binary = upper == "BV";
        column.is_integer |= ["BV", "UI", "LI"].contains(&upper.as_str());
        match upper.as_str() {
            "BV" => (column.lower, column.upper) = (Some(0.into()), Some(1.into())),
            "FX" | "FR" => column.fix(bound),
            "MI" | "LO" | "LI" => column.lower = bound,
            _ => column.upper = bound,
        }
        Ok(())
    }

    /// The number of a bound; none where it bounds nothing.
    fn bound_of(&self, kind: &str, number: &'a str) -> ProgramResult<Option<Decimal>> {
        let (is_lower, is_upper) = (kind.starts_with('L'), kind.starts_with('U'));
        match Amount::read(self.at(number))? {
            // The lower bound of 0 goes with it.
            Amount::Finite(bound) if is_upper && bound.units() < 0 => {
                Err(self.at(number).error("a negative upper bound", BINARY))
            }
            Amount::Finite(bound) => Ok(Some(bound)),
            Amount::Infinite { is_negative } if if is_negative { is_lower } else { is_upper } => Ok(None),
            Amount::Infinite { .. } => Err(self.at(number).error("no variable is infinite", "take 0 or 1")),
        }
    }

    pub(super) fn finish(mut self) -> ProgramResult<BinaryProgram> {
        if self.section != MpsSection::End {
            let (line, end) = (self.line, &self.line.1[self.line.1.len()..]);
            return Err(FileWord { line, text: end }.error("the file ends here", "an MPS file ends with ENDATA"));
        }
        for (row, kind) in self.rows.iter().enumerate() {
            let right = self.right[row].unwrap_or(Amount::Finite(Decimal::default()));
            let bounds = bounds(*kind, right, self.ranges[row]);
            let drafted = &mut self.draft.rows[row];
            let name = drafted.word;
            (drafted.least, drafted.most) = bounds
                .ok_or_else(|| name.error(&format!("the right side of row `{}` does not fit", name.text), SMALLER))?;
        }
        let mut kinds = self.rows.iter();
        self.draft.rows.retain(|_| kinds.next().is_some_and(|kind| !matches!(kind, MpsRow::Objective | MpsRow::Free)));
        self.draft.finish()
    }
}

/// The least and the most that a row may be; none if they do not fit.
fn bounds(kind: MpsRow, right: Amount, range: Option<Decimal>) -> Option<(Option<Decimal>, Option<Decimal>)> {
    let Amount::Finite(right) = right else {
        let Amount::Infinite { is_negative } = right else { return None };
        let says_nothing = matches!((kind, is_negative), (MpsRow::AtMost, false) | (MpsRow::AtLeast, true));
        return (says_nothing && range.is_none()).then_some((None, None));
    };
    let is_below = range.is_some_and(|size| size.units() < 0);
    let size = range.map_or(Some(None), |size| (if is_below { size.checked_neg() } else { Some(size) }).map(Some))?;
    let above = || size.map_or(Some(None), |size| right.checked_add(size).map(Some));
    let below = || size.map_or(Some(None), |size| right.checked_add(size.checked_neg()?).map(Some));
    Some(match kind {
        MpsRow::Objective | MpsRow::Free => (None, None),
        MpsRow::AtMost => (below()?, Some(right)),
        MpsRow::AtLeast => (Some(right), above()?),
        MpsRow::Equal if size.is_none() => (Some(right), Some(right)),
        MpsRow::Equal if is_below => (below()?, Some(right)),
        MpsRow::Equal => (Some(right), above()?),
    })
}
