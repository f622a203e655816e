//! How pieces may be put down.

use super::arguments::Arguments;
use super::parameter::Parameter;

/// How pieces may be put down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Freedom {
    /// Turned, and in the plane reflected.
    #[default]
    Free,
    /// Turned: mirror images are different pieces.
    OneSided,
    /// As they are: orientations are different pieces.
    Fixed,
}

impl Freedom {
    /// The flags that say it.
    pub(super) const PARAMETERS: [Parameter; 2] = [
        Parameter::flag("one-sided", "Pieces may be rotated but not reflected: mirror images are different pieces")
            .not_with("fixed"),
        Parameter::flag("fixed", "Pieces may be neither rotated nor reflected: orientations are different pieces"),
    ];

    /// What was given.
    pub(super) fn of(arguments: &Arguments) -> Self {
        match (arguments.has("one-sided"), arguments.has("fixed")) {
            (true, _) => Self::OneSided,
            (_, true) => Self::Fixed,
            _ => Self::Free,
        }
    }

    /// The flag for it, with a space before.
    pub(super) const fn flag(self) -> &'static str {
        match self {
            Self::Free => "",
            Self::OneSided => " --one-sided",
            Self::Fixed => " --fixed",
        }
    }
}
