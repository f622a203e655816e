//! The interface of families. Users of families need only this, and the list of them in `lib.rs`.

use super::arguments::Arguments;
use super::drawing::Drawing;
use super::error::{FamilyError, SourceError};
use super::parameter::{Parameter, ParameterKind};
use super::span::Span;
use dlx_canon::symmetry::{CountQuery, Keep};
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::Count;

/// The words of a command, and what they do, where the words do not make that clear.
pub type Example = (&'static str, &'static str);

/// The parameter of every source that has no group of its own up to which solutions are counted.
static UP_TO_SYMMETRY: Parameter = Parameter::flag(
    "up-to-symmetry",
    "Count solutions related by a symmetry as one: any permutation of items, options and colors that preserves the problem",
);

/// The parameter for a smaller group, in families that have some.
pub(super) const SYMMETRY: &str = "symmetry";

/// Something that a problem fixes, and how to avoid it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The thing that is fixed, as a sentence.
    pub what: &'static str,
    /// What to ask instead.
    pub help: &'static str,
}

impl Fixed {
    pub(super) const fn new(what: &'static str, help: &'static str) -> Self {
        Self { what, help }
    }
}

/// A family of problems.
///
/// ```
/// use dlx_count::family::{Arguments, FAMILIES};
///
/// let queens = FAMILIES.iter().find(|family| family.name() == "queens").unwrap();
/// let members = queens.members(&Arguments::default().with("n", ["8"]))?;
/// assert_eq!((members.len(), members[0].name()), (1, "queens 8".into()));
/// # Ok::<(), dlx_count::family::SourceError>(())
/// ```
pub trait Family: Sync {
    /// Its word on the command line.
    fn name(&self) -> &'static str;

    /// Its description, in one line.
    fn about(&self) -> &'static str;

    /// Its own parameters.
    fn parameters(&self) -> &'static [Parameter];

    /// Its own parameters, and those of every source.
    fn all_parameters(&self) -> Vec<&'static Parameter> {
        let own = self.parameters();
        let is_own = own.iter().any(|parameter| parameter.name == UP_TO_SYMMETRY.name);
        own.iter().chain((!is_own).then_some(&UP_TO_SYMMETRY)).collect()
    }

    /// Is one solution of each kind asked for, up to all symmetries of the problem? A family that has a group of its own for this handles it itself.
    fn is_up_to_all(&self, arguments: &Arguments) -> bool {
        (arguments.has(UP_TO_SYMMETRY.name) || arguments.has(SYMMETRY))
            && self.parameters().iter().all(|parameter| parameter.name != UP_TO_SYMMETRY.name)
    }

    /// Example commands.
    fn examples(&self) -> &'static [Example];

    /// Do its members have boards that can be drawn?
    fn has_pictures(&self) -> bool {
        false
    }

    /// The member with these arguments, with one value for each number among them.
    ///
    /// # Errors
    /// If there is no such member, or a text cannot be read.
    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError>;

    /// All members that these arguments name; in most families this is one.
    ///
    /// # Errors
    /// As for [`member`](Self::member), and if a number has several values.
    fn members(&self, arguments: &Arguments) -> Result<Vec<Box<dyn Member>>, SourceError> {
        Ok(vec![self.member(arguments, &single_values(&self.spans(arguments)?)?)?])
    }

    /// The numbers that a table can run through, by name.
    ///
    /// # Errors
    /// If one of them is not a number.
    fn spans(&self, arguments: &Arguments) -> Result<Vec<(String, Span)>, FamilyError> {
        let numbers = self.parameters().iter().filter(|parameter| matches!(parameter.kind, ParameterKind::Number));
        numbers.map(|parameter| Ok((parameter.name.into(), arguments.span(parameter.name)?))).collect()
    }

    /// The flag that leaves one of each two symmetric solutions out of the problem itself, if it was given.
    fn halved_by(&self, _: &Arguments) -> Option<&'static str> {
        None
    }

    /// What the problem fixes so that things are not counted in every order, if that takes symmetries away, so that the problem has fewer symmetries than are meant.
    fn fixes(&self, _: &Arguments) -> Option<Fixed> {
        None
    }

    /// The name of the group up to which solutions are counted, if it is not that of all symmetries.
    fn group<'a>(&self, arguments: &'a Arguments) -> Option<&'a str> {
        arguments.word(SYMMETRY)
    }

    /// The kind of each item of a problem, where the [group](Self::group) is that of the symmetries that carry items to items of the same kind; none if all are meant.
    ///
    /// # Errors
    /// If the problem has no such group.
    fn kinds_of_items(&self, _: &Arguments, _: &Problem) -> Result<Option<Vec<u32>>, FamilyError> {
        Ok(None)
    }

    /// Do the values in another order give the same count?
    fn is_turnable(&self, _: &Arguments) -> bool {
        false
    }

    /// Does a sweep along the longest of several boards of one width count the shorter ones, too?
    fn can_be_cut(&self, _: &Arguments) -> bool {
        false
    }
}

/// The value of each number, where none has several.
pub(super) fn single_values(spans: &[(String, Span)]) -> Result<Vec<usize>, FamilyError> {
    let values: Option<Vec<usize>> = spans.iter().map(|(_, span)| span.single()).collect();
    let help = "put the verb before the source: dlx-count table ...";
    values.ok_or_else(|| FamilyError::new("a range of parameters makes a table", help))
}

/// A member of a family: all parameters have their values.
pub trait Member: Send + Sync {
    /// The words of the command line for it.
    fn name(&self) -> String;

    /// What is to be counted.
    ///
    /// # Errors
    /// If no problem can be made from the values.
    fn question(&self) -> Result<CountQuery, FamilyError>;

    /// What symmetries must preserve if demands remove options, since the remaining options show less of the structure. None if the question itself says all of it.
    fn kept(&self) -> Option<Keep> {
        None
    }

    /// A problem of which that of this member is what is left below its [prefix](Self::prefix), and that of each other member of the same source, too; none if there is no such problem.
    fn shape(&self) -> Option<Problem> {
        None
    }

    /// The options of the [shape](Self::shape) that this member has chosen: the clues of a puzzle.
    fn prefix(&self) -> Vec<OptionId> {
        Vec::new()
    }

    /// The number of its solutions, where its problem would be large and they are counted sooner without it.
    fn count(&self) -> Option<Count> {
        None
    }

    /// A way to draw its solutions, if there is one.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(None)
    }

    /// The question and the drawing together.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        Ok((self.question()?, self.drawing()?))
    }
}
