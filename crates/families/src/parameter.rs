//! The parameters of a family, as a table: the command line, its help and its completions are made from it.

/// A parameter of a family.
///
/// ```
/// use dlx_count::family::Parameter;
///
/// const SIZE: Parameter = Parameter::first("n", "N", "Board size").number();
/// const TORUS: Parameter = Parameter::flag("toroidal", "Diagonals wrap around");
/// assert!(SIZE.is_first && SIZE.is_required && TORUS.value.is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name: `up-to-symmetry` is given as `--up-to-symmetry`.
    pub name: &'static str,
    /// The name of its value in help; a flag has none.
    pub value: Option<&'static str>,
    /// What it means, in one sentence.
    pub help: &'static str,
    /// The kind of its value.
    pub kind: ParameterKind,
    /// Is it given first and without its name?
    pub is_first: bool,
    /// Must it be given?
    pub is_required: bool,
    /// Does it take several values, with commas between them?
    pub is_list: bool,
    /// May it be given several times, with one value each?
    pub is_repeated: bool,
    /// The parameter that may be given instead of this one, if it must be given otherwise.
    pub unless: Option<&'static str>,
    /// A parameter that cannot be given together with this one.
    pub conflicts_with: Option<&'static str>,
    /// Checks a value. The error says what would be right.
    pub check: fn(&str) -> Result<(), String>,
    /// Some of its values, for completion in a shell.
    pub such_as: &'static [&'static str],
}

/// The kind of the value of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParameterKind {
    /// A word.
    Word,
    /// A number; in a table also a range or a list of numbers.
    Number,
    /// The name of a file; `-` is standard input.
    Path,
    /// A word, or `@` and the name of a file.
    WordOrFile,
    /// One of these words, each with its meaning.
    Choice(&'static [(&'static str, &'static str)]),
}

impl Parameter {
    const fn new(name: &'static str, value: Option<&'static str>, help: &'static str) -> Self {
        Self {
            name,
            value,
            help,
            kind: ParameterKind::Word,
            is_first: false,
            is_required: false,
            is_list: false,
            is_repeated: false,
            unless: None,
            conflicts_with: None,
            check: |_| Ok(()),
            such_as: &[],
        }
    }

    /// A parameter that must be given, without its name.
    #[must_use]
    pub const fn first(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self { is_first: true, is_required: true, ..Self::new(name, Some(value), help) }
    }

    /// A parameter that is given by its name and a value.
    #[must_use]
    pub const fn named(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, Some(value), help)
    }

    /// A parameter that is given or not.
    #[must_use]
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self::new(name, None, help)
    }

    /// Makes the parameter required.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Makes it required unless another parameter is given.
    #[must_use]
    pub const fn unless(self, other: &'static str) -> Self {
        Self { unless: Some(other), ..self }
    }

    /// Lets it take several values, with commas between them.
    #[must_use]
    pub const fn list(self) -> Self {
        Self { is_list: true, ..self }
    }

    /// Lets it be given any number of times.
    #[must_use]
    pub const fn repeated(self) -> Self {
        Self { is_repeated: true, ..self }
    }

    /// Makes its values numbers.
    #[must_use]
    pub const fn number(self) -> Self {
        let check = |text: &str| text.parse::<super::Span>().map(drop);
        Self { kind: ParameterKind::Number, check, ..self }
    }

    /// Sets the kind of its values.
    #[must_use]
    pub const fn of(self, kind: ParameterKind) -> Self {
        Self { kind, ..self }
    }

    /// Sets the check that its values must pass.
    #[must_use]
    pub const fn checked(self, check: fn(&str) -> Result<(), String>) -> Self {
        Self { check, ..self }
    }

    /// Adds some values that are worth suggesting.
    #[must_use]
    pub const fn such_as(self, words: &'static [&'static str]) -> Self {
        Self { such_as: words, ..self }
    }

    /// Forbids it together with another parameter.
    #[must_use]
    pub const fn not_with(self, other: &'static str) -> Self {
        Self { conflicts_with: Some(other), ..self }
    }
}
