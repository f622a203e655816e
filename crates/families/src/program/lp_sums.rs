//! Sums and numbers in LP files.

use super::lp::{LINEAR, LpReader, SUM};
use super::lp_words::LpKind;
use super::number::{Amount, ProgramResult, SMALLER};
use dlx_core::problem::Decimal;

/// A sum of terms, and of what stands without a variable.
#[derive(Default)]
pub(super) struct LpSum {
    pub(super) terms: Vec<(Decimal, usize)>,
    pub(super) constant: Decimal,
    /// Infinity among them; is it negative?
    pub(super) infinite: Option<bool>,
    pub(super) is_some: bool,
}

impl LpSum {
    pub(super) fn amount(&self) -> Amount {
        self.infinite.map_or(Amount::Finite(self.constant), |is_negative| Amount::Infinite { is_negative })
    }
}

impl LpReader<'_> {
    /// A number with its signs.
    pub(super) fn number(&mut self) -> ProgramResult<Amount> {
        let is_negative = self.signs().unwrap_or(false);
        let word = self.words.next();
        if word.kind != LpKind::Number {
            return Err(self.misplaced(word, "a number stands here"));
        }
        let amount = Amount::read(word.place)?;
        self.line = word.place.line.0;
        // What fits is symmetric but for one number, and that has no sign here.
        Ok(if is_negative { amount.negated().unwrap_or(amount) } else { amount })
    }

    /// Signs, if there are any: is their product negative?
    fn signs(&mut self) -> Option<bool> {
        let mut is_negative = None;
        while let Some(sign) = self.words.next_if(LpKind::Sign) {
            is_negative = Some(is_negative.unwrap_or(false) != (sign.place.text == "-"));
        }
        is_negative
    }

    /// A sum. It ends before what is no term, and before a term without a sign that is not its first; to the right of a relation it ends with its line, too.
    pub(super) fn sum(&mut self, is_right: bool) -> ProgramResult<LpSum> {
        let mut sum = LpSum::default();
        loop {
            if is_right && sum.is_some && self.words.peek(0).place.line.0 != self.line {
                return Ok(sum);
            }
            let signs = self.signs();
            let next = self.words.peek(0);
            if !(self.is_at_variable() || next.kind == LpKind::Number) {
                return match signs {
                    Some(_) => Err(self.misplaced(next, "a term stands behind a sign")),
                    None if next.kind == LpKind::Other => Err(self.misplaced(next, LINEAR)),
                    None => Ok(sum),
                };
            }
            if signs.is_none() && sum.is_some {
                return Ok(sum);
            }
            self.line = next.place.line.0;
            self.term(&mut sum, signs == Some(true), is_right)?;
            sum.is_some = true;
        }
    }

    /// Is a name next, and not that of a row?
    fn is_at_variable(&mut self) -> bool {
        self.words.peek(0).kind == LpKind::Name && self.words.peek(1).kind != LpKind::Colon
    }

    /// A variable, a number, or both; perhaps in one line.
    fn term(&mut self, sum: &mut LpSum, is_negative: bool, is_in_line: bool) -> ProgramResult<()> {
        let number = self.words.next_if(LpKind::Number);
        let next = self.words.peek(0);
        let is_behind = is_in_line && number.is_some() && next.place.line.0 != self.line;
        let signed = |number: Decimal| if is_negative { number.checked_neg().unwrap_or(number) } else { number };
        if self.is_at_variable() && !is_behind {
            self.words.next();
            self.draft.count_term(next.place)?;
            let number = number.map_or(Ok(1.into()), |number| Amount::read_finite(number.place))?;
            let column = self.column(next.place)?;
            sum.terms.push((signed(number), column));
        } else if let Some(number) = number {
            match Amount::read(number.place)? {
                Amount::Finite(amount) => {
                    let constant = sum.constant.checked_add(signed(amount));
                    sum.constant = constant.ok_or_else(|| number.place.error(SUM, SMALLER))?;
                }
                Amount::Infinite { is_negative: is_below } => sum.infinite = Some(is_below != is_negative),
            }
        }
        Ok(())
    }
}
