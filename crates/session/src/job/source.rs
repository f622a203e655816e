//! Where problems come from: a family and the values of its parameters.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use dlx_families::{Arguments, Family, FamilyError, Member, ParameterKind, SourceError, Span};

/// A family and arguments for it.
///
/// ```
/// use dlx_count::{family::Arguments, job::Source};
///
/// let source = Source::new("queens", Arguments::default().with("n", ["8"])).unwrap();
/// assert_eq!(source.members()?[0].name(), "queens 8");
/// let text = serde_json::to_string(&source).unwrap();
/// assert_eq!(text, r#"{"family":"queens","arguments":{"n":["8"]}}"#);
/// assert_eq!(serde_json::from_str::<Source>(&text).unwrap(), source);
/// # Ok::<(), dlx_count::family::SourceError>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
pub struct Source {
    #[serde(serialize_with = "name", deserialize_with = "named")]
    family: &'static Family,
    arguments: Arguments,
}

impl Source {
    /// The family of this name with these arguments; none if there is no such family.
    #[must_use]
    pub fn new(family: &str, arguments: Arguments) -> Option<Self> {
        Some(Self { family: Family::named(family)?, arguments })
    }

    /// The family.
    #[must_use]
    pub fn family(&self) -> &'static Family {
        self.family
    }

    /// The arguments: the values of its parameters.
    #[must_use]
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// All members of the family that the arguments name.
    ///
    /// # Errors
    /// If there is none, a number has several values, or a text cannot be read.
    pub fn members(&self) -> Result<Vec<Box<dyn Member>>, SourceError> {
        self.family.members(&self.arguments)
    }

    /// The member with one value for each of [`spans`](Self::spans).
    ///
    /// # Errors
    /// If there is no such member, or a text cannot be read.
    pub fn member(&self, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        self.family.member(&self.arguments, values)
    }

    /// The members with one value for each of [`spans`](Self::spans): several if a file has several graphs.
    ///
    /// # Errors
    /// As for [`member`](Self::member).
    pub fn members_at(&self, values: &[usize]) -> Result<Vec<Box<dyn Member>>, SourceError> {
        self.family.members_at(&self.arguments, values)
    }

    /// The numbers that a table can run through, by name.
    ///
    /// # Errors
    /// If one of them is not a number.
    pub fn spans(&self) -> Result<Vec<(String, Span)>, FamilyError> {
        self.family.spans(&self.arguments)
    }

    /// How many times standard input is read. It cannot be read again.
    #[must_use]
    pub fn standard_inputs(&self) -> usize {
        let is_read = |(name, kind)| match kind {
            ParameterKind::Path => self.arguments.word(name) == Some("-"),
            ParameterKind::WordOrFile => self.arguments.word(name) == Some("@-"),
            ParameterKind::Word | ParameterKind::Number | ParameterKind::Choice(_) => false,
        };
        let parameters = self.family.all_parameters().into_iter().map(|parameter| (parameter.name, parameter.kind));
        parameters.filter(|&parameter| is_read(parameter)).count()
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.family.name == other.family.name && self.arguments == other.arguments
    }
}

impl Eq for Source {}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Source").field(&self.family.name).field(&self.arguments).finish()
    }
}

fn name<S: Serializer>(family: &&'static Family, serializer: S) -> Result<S::Ok, S::Error> {
    family.name.serialize(serializer)
}

fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static Family, D::Error> {
    let name = String::deserialize(deserializer)?;
    Family::named(&name).ok_or_else(|| de::Error::custom(format!("there is no family `{name}`")))
}
