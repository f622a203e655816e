//! The interface of families. Users of families need only this, and the list of them in `lib.rs`.

use super::arguments::Arguments;
use super::drawing::Drawing;
use super::error::{FamilyError, SourceError};
use super::parameter::{Parameter, ParameterKind};
use super::span::Span;
use dlx_canon::symmetry::{ClosedForm, CountQuery, Keep};
use dlx_core::problem::{OptionId, Problem};

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

/// What a problem fixes whose options must be connected.
pub(super) const HANGING: Option<Fixed> = Some(Fixed::new("options must be connected", "leave --up-to-symmetry out"));

/// A family of problems: a row of the table from which the command line and its help are made.
///
/// ```
/// use dlx_count::family::{Arguments, Family};
///
/// let queens = Family::named("queens").unwrap();
/// let members = queens.members(&Arguments::default().with("n", ["8"]))?;
/// assert_eq!((members.len(), members[0].name()), (1, "queens 8".into()));
/// # Ok::<(), dlx_count::family::SourceError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its word on the command line.
    pub name: &'static str,
    /// Its description, in one line.
    pub about: &'static str,
    /// Its own parameters.
    pub parameters: &'static [Parameter],
    /// Example commands.
    pub examples: &'static [Example],
    /// Do its members have boards that can be drawn?
    pub has_pictures: bool,
    /// The members with these arguments, with one value for each number among them; in most families this is one.
    pub(super) make: fn(&Self, &Arguments, &[usize]) -> Members,
    pub(super) spans: fn(&Self, &Arguments) -> Spans,
    /// The parameter that leaves one of each two symmetric solutions out of the problem itself.
    pub(super) half: Option<&'static str>,
    pub(super) fixes: fn(&Arguments) -> Option<Fixed>,
    pub(super) kinds_of_items: fn(&Arguments, &Problem) -> Kinds,
    pub(super) is_turnable: fn(&Arguments) -> bool,
    pub(super) can_be_cut: fn(&Arguments) -> bool,
}

/// The members of a family that some arguments name.
pub(super) type Members = Result<Vec<Box<dyn Member>>, SourceError>;

/// The numbers among some arguments, by name.
pub(super) type Spans = Result<Vec<(String, Span)>, FamilyError>;

/// The kind of each item of a problem, if symmetries keep some.
pub(super) type Kinds = Result<Option<Vec<u32>>, FamilyError>;

/// A single member.
pub(super) fn only(member: impl Member + 'static) -> Members {
    Ok(vec![Box::new(member)])
}

impl Family {
    /// The family of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        crate::FAMILIES.iter().find(|family| family.name == name)
    }

    /// A family without parameters or members: the default for the others.
    pub(super) const PLAIN: Self = Self {
        name: "",
        about: "",
        parameters: &[],
        examples: &[],
        has_pictures: false,
        make: |_, _, _| Ok(Vec::new()),
        spans: |family, arguments| family.numbers().map(|name| Ok((name.into(), arguments.span(name)?))).collect(),
        half: None,
        fixes: |_| None,
        kinds_of_items: |_, _| Ok(None),
        is_turnable: |_| false,
        can_be_cut: |_| false,
    };

    /// Its own parameters, and those of every source.
    #[must_use]
    pub fn all_parameters(&self) -> Vec<&'static Parameter> {
        let is_own = self.has_own_symmetry();
        self.parameters.iter().chain((!is_own).then_some(&UP_TO_SYMMETRY)).collect()
    }

    /// Does it handle symmetry itself, since it has a group of its own for this?
    fn has_own_symmetry(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.name == UP_TO_SYMMETRY.name)
    }

    /// The names of its parameters that are numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &'static str> {
        let numbers = self.parameters.iter().filter(|parameter| matches!(parameter.kind, ParameterKind::Number));
        numbers.map(|parameter| parameter.name)
    }

    /// Is one solution of each kind asked for, up to all symmetries of the problem?
    #[must_use]
    pub fn is_up_to_all(&self, arguments: &Arguments) -> bool {
        (arguments.has(UP_TO_SYMMETRY.name) || arguments.has(SYMMETRY)) && !self.has_own_symmetry()
    }

    /// The member with these arguments, with one value for each number among them.
    ///
    /// # Errors
    /// If there is no such member, or several, or a text cannot be read.
    pub fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let mut members = self.members_at(arguments, values)?;
        match (members.len(), members.pop()) {
            (1, Some(member)) => Ok(member),
            (n, _) => {
                let help = "leave `table` out: each is counted";
                Err(FamilyError::new(format!("there are {n} graphs in this file"), help).into())
            }
        }
    }

    /// The members with these arguments, with one value for each number among them: several if a file has several graphs.
    ///
    /// # Errors
    /// If there is no such member, or a text cannot be read.
    pub fn members_at(&self, arguments: &Arguments, values: &[usize]) -> Result<Vec<Box<dyn Member>>, SourceError> {
        (self.make)(self, arguments, values)
    }

    /// All members that these arguments name.
    ///
    /// # Errors
    /// If there is no such member, a text cannot be read, or a number has several values.
    pub fn members(&self, arguments: &Arguments) -> Result<Vec<Box<dyn Member>>, SourceError> {
        self.members_at(arguments, &single_values(&self.spans(arguments)?)?)
    }

    /// The numbers that a table can run through, by name.
    ///
    /// # Errors
    /// If one of them is not a number.
    pub fn spans(&self, arguments: &Arguments) -> Result<Vec<(String, Span)>, FamilyError> {
        (self.spans)(self, arguments)
    }

    /// The flag that leaves one of each two symmetric solutions out of the problem itself, if it was given.
    #[must_use]
    pub fn halved_by(&self, arguments: &Arguments) -> Option<String> {
        self.half.filter(|name| arguments.has(name)).map(|name| format!("--{name}"))
    }

    /// What the problem fixes so that things are not counted in every order, if that takes symmetries away, so that the problem has fewer symmetries than are meant.
    #[must_use]
    pub fn fixes(&self, arguments: &Arguments) -> Option<Fixed> {
        (self.fixes)(arguments)
    }

    /// The name of the group up to which solutions are counted, if it is not that of all symmetries.
    #[must_use]
    pub fn group<'a>(&self, arguments: &'a Arguments) -> Option<&'a str> {
        arguments.word(SYMMETRY)
    }

    /// The kind of each item of a problem, where the [group](Self::group) is that of the symmetries that carry items to items of the same kind; none if all are meant.
    ///
    /// # Errors
    /// If the problem has no such group.
    pub fn kinds_of_items(&self, arguments: &Arguments, problem: &Problem) -> Result<Option<Vec<u32>>, FamilyError> {
        (self.kinds_of_items)(arguments, problem)
    }

    /// Do the values in another order give the same count?
    #[must_use]
    pub fn is_turnable(&self, arguments: &Arguments) -> bool {
        (self.is_turnable)(arguments)
    }

    /// Does a sweep along the longest of several boards of one width count the shorter ones, too?
    #[must_use]
    pub fn can_be_cut(&self, arguments: &Arguments) -> bool {
        (self.can_be_cut)(arguments)
    }
}

/// The value of each number, where none has several.
fn single_values(spans: &[(String, Span)]) -> Result<Vec<usize>, FamilyError> {
    let values: Option<Vec<usize>> = spans.iter().map(|(_, span)| span.single()).collect();
    let help = "`dlx-count table ...` counts each; other verbs take one number at a time";
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

    /// What is to be counted, for a number of solutions and nothing else: solutions of its problem may be [hidden](Problem::shown) in part.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    fn counted_question(&self) -> Result<CountQuery, FamilyError> {
        self.question()
    }

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

    /// A way to count its solutions without its problem, if there is one.
    fn closed_form(&self) -> Option<ClosedForm> {
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

/// A problem under its name, the usual member: what makes it, and how it is asked and drawn.
pub(super) struct Named<T> {
    pub(super) name: String,
    pub(super) of: T,
    pub(super) question: fn(&T) -> Result<CountQuery, FamilyError>,
    pub(super) drawing: fn(&T) -> Result<Option<Drawing>, FamilyError>,
}

impl<T: Send + Sync> Member for Named<T> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Ok((self.question)(&self.of)?.called(&self.name))
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        (self.drawing)(&self.of)
    }
}

/// A problem under its name that is made together with what draws its solutions.
pub(super) struct LaidOut<F> {
    name: String,
    /// Makes both, under this name.
    lay_out: F,
    closed_form: Option<ClosedForm>,
}

impl<F> LaidOut<F> {
    pub(super) const fn new(name: String, lay_out: F) -> Self {
        Self { name, lay_out, closed_form: None }
    }

    /// Its solutions may be counted in this way.
    pub(super) fn counted_by(self, closed_form: Option<ClosedForm>) -> Self {
        Self { closed_form, ..self }
    }
}

impl<F: Fn(&str) -> Result<(CountQuery, Option<Drawing>), FamilyError> + Send + Sync> Member for LaidOut<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Ok(self.drawn()?.0)
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        self.closed_form.clone()
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(self.drawn()?.1)
    }

    fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        let (question, drawing) = (self.lay_out)(&self.name)?;
        Ok((question.counted_by(self.closed_form.clone()), drawing))
    }
}
