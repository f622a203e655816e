//! A script, and the problem that it makes.

use rhai::Scope;

use super::board::ScriptBoard;
use super::language::{World, language};
use super::settings::ScriptSettings;
use super::wrong::{stopped, unread};
use crate::error::{FamilyError, SourceError};
use dlx_core::format::{SyntaxError, error_at};
use dlx_core::problem::{Problem, ProblemError};

/// A longer text is not taken for a script.
const MAX_LENGTH: usize = 1 << 20;

/// A problem as a small program.
///
/// ```
/// use dlx_count::{Session, family::Script};
///
/// let script = Script::read(r#"
///     let n = param("n", 3);
///     for k in 1..=n { item(k); }
///     for a in 1..=n { for b in a + 1..=n { option([a, b]); } }
/// "#)?;
/// let matchings = script.problem([("n", "6")])?;
/// assert_eq!(Session::new()?.count(&matchings)?.count.to_string(), "15");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Script {
    text: String,
    /// Its name in errors.
    name: String,
}

impl Script {
    /// A script. It is read by the language when it runs.
    ///
    /// # Errors
    /// If the text is too long, or is not in the language; the error has its line and column.
    pub fn read(text: &str) -> Result<Self, Box<SyntaxError>> {
        if text.len() > MAX_LENGTH {
            let what = format!("the script has more than {} MiB", MAX_LENGTH >> 20);
            return Err(error_at((1, ""), 1, "", &what, "a script computes what it names, instead of listing it"));
        }
        let text = text.trim_start_matches('\u{feff}');
        let compiled = language(&World::default()).compile(text);
        compiled.map_err(|error| unread(text, &error))?;
        Ok(Self { text: text.into(), name: "script".into() })
    }

    /// Sets the name of the script in errors.
    #[must_use]
    pub(super) fn called(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// The problem that the script makes with these values for its parameters.
    ///
    /// # Errors
    /// If it has no such parameter, or if it failed; the error has the line and column.
    pub fn problem<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Problem, SourceError> {
        Ok(self.drawn(values)?.0)
    }

    /// The problem, and what the script draws.
    pub(super) fn drawn<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(Problem, ScriptBoard), SourceError> {
        let world = World::default();
        *world.settings.borrow_mut() =
            ScriptSettings::new(values.into_iter().map(|(name, value)| (name.into(), value.into())));
        let ran = self.run(&world);
        // A script that was given what it does not want has a reason to fail.
        if ran.is_err() && world.settings.borrow().is_wrong() {
            world.settings.borrow().check()?;
        }
        ran.map_err(|error| SourceError::Syntax { name: self.name.clone(), error })?;
        world.settings.borrow().check()?;
        let mut draft = world.draft.borrow_mut();
        let problem = draft.problem();
        let help = |error: &ProblemError| match error {
            ProblemError::RecoloredNode { .. } => "a node has one color, or none, wherever it is a port",
            _ => "make the problem smaller",
        };
        let problem = problem.map_err(|error| FamilyError::new(error.to_string(), help(&error)))?;
        Ok((problem, std::mem::take(&mut draft.board)))
    }

    /// The parameters among these that are texts.
    pub(super) fn texts_among(&self, values: &[(String, String)]) -> Vec<String> {
        let world = World::default();
        *world.settings.borrow_mut() = ScriptSettings::new(values.iter().cloned());
        // If it fails, that is reported where its problem is asked for.
        let _ = self.run(&world);
        let settings = world.settings.borrow();
        let is_text = |name: &&String| settings.is_number(name) == Some(false);
        values.iter().map(|(name, _)| name).filter(is_text).cloned().collect()
    }

    fn run(&self, world: &World) -> Result<(), Box<SyntaxError>> {
        let engine = language(world);
        let compiled = engine.compile(&self.text).map_err(|error| unread(&self.text, &error))?;
        let ran = engine.run_ast_with_scope(&mut Scope::new(), &compiled);
        ran.map_err(|error| stopped(&self.text, error))
    }
}
