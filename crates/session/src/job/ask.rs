//! The questions that a source and demands make: one, one for each puzzle of a file, or one for each row of a table.

use serde::{Deserialize, Serialize};

use super::demands::{Demands, MAY_BREAK_SYMMETRY};
use super::generators;
use super::members::Members;
use super::seldom::looked_at;
use super::source::Source;
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::Problem;
use dlx_families::{Drawing, FamilyError, Member, Parameter, ParameterKind, SourceError, quoted};

/// A source, and demands on its solutions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// Where the problems come from.
    pub source: Source,
    /// The demands on their solutions.
    pub demands: Demands,
}

impl Ask {
    /// All questions: most sources have one.
    ///
    /// # Errors
    /// If the arguments make no problem, a text cannot be read, or a demand cannot be met.
    pub fn questions(&self) -> Result<Vec<CountQuery>, SourceError> {
        self.members()?.questions()
    }

    /// The members of the source, whose questions are made when they are wanted.
    ///
    /// # Errors
    /// If the arguments name none, or a text cannot be read.
    pub fn members(&self) -> Result<Members<'_>, SourceError> {
        Ok(Members::new(self, self.source.members()?))
    }

    /// The members for these values of the numbers of the source: several if a file has several graphs.
    ///
    /// # Errors
    /// As for [`members`](Self::members).
    pub fn members_at(&self, values: &[usize]) -> Result<Members<'_>, SourceError> {
        Ok(Members::new(self, self.source.members_at(values)?))
    }

    /// All questions, each with a way to draw its solutions, if its family has one.
    ///
    /// # Errors
    /// As for [`questions`](Self::questions).
    pub fn drawn_questions(&self) -> Result<Vec<(CountQuery, Option<Drawing>)>, SourceError> {
        let members = self.source.members()?;
        let drawn = |member: &dyn Member| {
            let (question, drawing) = member.drawn()?;
            Ok((self.demanded(member, question)?, drawing))
        };
        members.iter().map(|member| drawn(member.as_ref())).collect()
    }

    /// The same; where a question cannot be asked about solutions, the [question](Member::counted_question) for their number.
    ///
    /// # Errors
    /// As for [`questions`](Self::questions).
    pub fn drawn_or_counted_questions(&self) -> Result<Vec<(CountQuery, Option<Drawing>)>, SourceError> {
        self.drawn_questions().or_else(|error| match self.members()?.counted_questions() {
            Ok(questions) => Ok(questions.into_iter().map(|question| (question, None)).collect()),
            Err(_) => Err(error),
        })
    }

    /// The first problem; if the question is one up to symmetry, the problem that it is about.
    ///
    /// # Errors
    /// As for [`questions`](Self::questions), and if there is none.
    pub fn problem(&self) -> Result<Problem, SourceError> {
        let members = self.members()?;
        let first = (members.number() > 0).then(|| members.question(0));
        Ok(first.ok_or_else(|| FamilyError::new("no puzzle", ""))??.problem().clone())
    }

    /// The question for these values of the numbers of the source.
    ///
    /// # Errors
    /// As for [`questions`](Self::questions).
    pub fn at(&self, values: &[usize]) -> Result<CountQuery, SourceError> {
        let member = self.source.member(values)?;
        Ok(self.demanded(member.as_ref(), member.question()?)?)
    }

    /// The name of the problem for these values.
    ///
    /// # Errors
    /// As for [`questions`](Self::questions).
    pub fn name_at(&self, values: &[usize]) -> Result<String, SourceError> {
        Ok(format!("{}{}{}", self.source.member(values)?.name(), self.demands, self.symmetry()))
    }

    /// Do the values in another order give the same count?
    #[must_use]
    pub fn is_turnable(&self) -> bool {
        self.demands.is_empty() && !self.is_up_to_all() && self.source.family().is_turnable(self.source.arguments())
    }

    /// Does a sweep along the longest of several boards of one width count the shorter ones, too?
    #[must_use]
    pub fn can_be_cut(&self) -> bool {
        self.demands.is_empty() && !self.is_up_to_all() && self.source.family().can_be_cut(self.source.arguments())
    }

    /// The question of a member with the demands, unless they may break a symmetry by which its problem was made smaller.
    pub(super) fn demanded(&self, member: &dyn Member, question: CountQuery) -> Result<CountQuery, FamilyError> {
        let (found, doubt) = (question.found().to_owned(), question.doubt().to_owned());
        let question = match member.kept() {
            Some(keep) if !self.demands.keep_symmetry() => question.keeping(keep),
            _ => question,
        };
        match self.source.family().halved_by(self.source.arguments()) {
            Some(flag) if !self.demands.keep_symmetry() => {
                Err(FamilyError::new(MAY_BREAK_SYMMETRY, format!("count without {flag}")))
            }
            _ => Ok(self.up_to_all(looked_at(self.demands.apply(question)?))?.saying(found).doubting(doubt)),
        }
    }

    /// The question up to all symmetries, if that is asked for; otherwise the question itself.
    fn up_to_all(&self, question: CountQuery) -> Result<CountQuery, FamilyError> {
        let generators = self.demands.generators.as_deref();
        if !self.is_up_to_all() && generators.is_none() || question.obstacle().is_some() {
            return Ok(question);
        }
        if let Some(file) = generators {
            return self.up_to_generators(file, question);
        }
        if let Some(fixed) = self.source.family().fixes(self.source.arguments()) {
            let what = format!("--up-to-symmetry cannot be used here, because {}", fixed.what);
            return Err(FamilyError::new(what, fixed.help));
        }
        let problem = question.problem();
        let kinds = self.source.family().kinds_of_items(self.source.arguments(), problem.original())?;
        let name = format!("{}{}", problem.name(), self.symmetry());
        question
            .up_to_its_symmetries(name, kinds.as_deref())
            .map_err(|error| FamilyError::new(error.to_string(), "leave --up-to-symmetry out"))
    }

    /// The question up to the symmetries that are written in a file.
    fn up_to_generators(&self, file: &str, question: CountQuery) -> Result<CountQuery, FamilyError> {
        if self.is_up_to_all() || question.equivalence().is_some() {
            return Err(FamilyError::new("--generators says which symmetries are meant", "leave --up-to-symmetry out"));
        }
        let symmetries = generators::read(file, question.problem())?;
        let name = format!("{} --generators {}", question.problem().name(), quoted(file));
        let help = "take fewer generators";
        question.up_to_group_of(name, &symmetries).map_err(|error| FamilyError::new(error.to_string(), help))
    }

    pub(super) fn is_up_to_all(&self) -> bool {
        self.source.family().is_up_to_all(self.source.arguments())
    }

    /// The common part of the names of the rows of a table: everything except the numbers, which may have several values.
    #[must_use]
    pub fn common_name(&self) -> String {
        let (family, arguments) = (self.source.family(), self.source.arguments());
        let is_common = |own: &&Parameter| !own.is_first && !matches!(own.kind, ParameterKind::Number);
        let mut name = String::from(family.name);
        for own in family.parameters.iter().filter(is_common).filter(|own| arguments.has(own.name)) {
            name += &format!(" --{}", own.name);
            arguments.words(own.name).for_each(|word| name += &format!(" {}", quoted(word)));
        }
        let symmetry = self.symmetry();
        let is_said = name.contains(&symmetry);
        format!("{name}{}{}", self.demands, if is_said { "" } else { &symmetry })
    }

    /// The part of the name of a problem about symmetry.
    fn symmetry(&self) -> String {
        match self.source.family().group(self.source.arguments()) {
            Some(group) => format!(" --symmetry {group}"),
            None if self.is_up_to_all() => " --up-to-symmetry".into(),
            None => String::new(),
        }
    }
}
