//! Settings from outside: values by name, and which of them the script asked for.

use std::collections::BTreeMap;

use rhai::Dynamic;

use super::wrong::Complaint;
use crate::error::FamilyError;
use crate::span::Span;
use dlx_core::format::meant;

/// Values that were given, and parameters that the script has.
#[derive(Default)]
pub(super) struct ScriptSettings {
    given: BTreeMap<String, String>,
    /// The parameters that were asked for. Are they numbers?
    asked: BTreeMap<String, bool>,
    /// An error in a value, which the script cannot catch.
    wrong: Option<FamilyError>,
}

impl ScriptSettings {
    pub(super) fn new(given: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { given: given.into_iter().collect(), ..Self::default() }
    }

    /// The value of a parameter.
    pub(super) fn param(&mut self, name: &str, default: Dynamic) -> Result<Dynamic, Complaint> {
        self.asked.insert(name.into(), default.is_int());
        let Some(text) = self.given.get(name) else { return Ok(default) };
        let value = if default.is_int() {
            number(text).map(Dynamic::from).ok_or("a whole number")
        } else if default.is_bool() {
            text.parse::<bool>().map(Dynamic::from).map_err(|_| "true or false")
        } else if default.is_string() {
            Ok(text.clone().into())
        } else {
            return Err(Complaint::new(
                format!("the default of `{name}` is of no kind that can be set"),
                "it is a number, a text, or true or false",
            ));
        };
        value.map_err(|kind| {
            let (what, help) =
                (format!("`{text}` is not a value of the parameter {name}"), format!("{name} is {kind}"));
            self.wrong.get_or_insert(FamilyError::new(&what, &help));
            Complaint::new(what, help)
        })
    }

    /// Is this parameter a number? None if the script has not asked for it.
    pub(super) fn is_number(&self, name: &str) -> Option<bool> {
        self.asked.get(name).copied()
    }

    /// Is a value wrong?
    pub(super) fn is_wrong(&self) -> bool {
        self.wrong.is_some()
    }

    /// Was every value right, and asked for?
    pub(super) fn check(&self) -> Result<(), FamilyError> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let Some(stranger) = self.given.keys().find(|name| !self.asked.contains_key(*name)) else { return Ok(()) };
        let known = || self.asked.keys().map(String::as_str);
        let help = match (meant(stranger, known()), self.asked.is_empty()) {
            (Some(near), _) => near,
            (None, true) => "it has none".into(),
            (None, false) => format!("it has {}", known().collect::<Vec<_>>().join(", ")),
        };
        Err(FamilyError::new(format!("the script has no parameter `{stranger}`"), help))
    }
}

/// A whole number; the first if there are several.
fn number(text: &str) -> Option<i64> {
    let first = || text.parse::<Span>().ok().and_then(|span| i64::try_from(*span.values().first()?).ok());
    text.parse().ok().or_else(first)
}
