//! The members that a source names, and their questions, which are made when they are wanted.

use super::ask::Ask;
use dlx_canon::symmetry::{ClosedForm, CountQuery};
use dlx_core::problem::{OptionId, Problem};
use dlx_families::{Member, SourceError};

/// All members that a source names, with what is demanded of their solutions.
pub struct Members<'a> {
    ask: &'a Ask,
    all: Vec<Box<dyn Member>>,
}

impl<'a> Members<'a> {
    pub(super) fn new(ask: &'a Ask, all: Vec<Box<dyn Member>>) -> Self {
        Self { ask, all }
    }

    /// How many there are.
    #[must_use]
    pub fn number(&self) -> usize {
        self.all.len()
    }

    /// The words that make a member, without what is demanded.
    ///
    /// # Panics
    /// If there is none with this number.
    #[must_use]
    pub fn name(&self, number: usize) -> String {
        self.all[number].name()
    }

    /// The question of a member.
    ///
    /// # Errors
    /// If its values make no problem, or a demand cannot be met.
    ///
    /// # Panics
    /// If there is none with this number.
    pub fn question(&self, number: usize) -> Result<CountQuery, SourceError> {
        let member = self.all[number].as_ref();
        Ok(self.ask.demanded(member, member.question()?)?)
    }

    /// The questions of all members.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn questions(&self) -> Result<Vec<CountQuery>, SourceError> {
        (0..self.number()).map(|number| self.question(number)).collect()
    }

    /// The questions of all members, for numbers of solutions and nothing else.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn counted_questions(&self) -> Result<Vec<CountQuery>, SourceError> {
        if !self.is_plain() {
            return self.questions();
        }
        let counted = |member: &dyn Member| Ok(self.ask.demanded(member, member.counted_question()?)?);
        self.all.iter().map(|member| counted(member.as_ref())).collect()
    }

    /// The problem of which each member is what is left below its [prefix](Self::prefix), if there is one and nothing else is asked of them.
    #[must_use]
    pub fn shape(&self) -> Option<Problem> {
        self.all.first().filter(|_| self.is_plain())?.shape()
    }

    /// Is nothing asked of the solutions but to be solutions?
    fn is_plain(&self) -> bool {
        self.ask.demands.is_empty() && !self.ask.is_up_to_all()
    }

    /// A way to count the solutions of the only member without a problem, if there is one and nothing else is asked.
    #[must_use]
    pub fn closed_form(&self) -> Option<ClosedForm> {
        self.all.first().filter(|_| self.is_plain() && self.number() == 1)?.closed_form()
    }

    /// The options of the shape that a member has chosen.
    ///
    /// # Panics
    /// If there is none with this number.
    #[must_use]
    pub fn prefix(&self, number: usize) -> Vec<OptionId> {
        self.all[number].prefix()
    }
}
