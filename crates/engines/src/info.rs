//! The table of the engines: everything that is known of an engine is listed here.
//!
//! To add an engine, add its folder, its line in [`ENGINES`], its name in [`EngineKind`], and the cases in which `auto` chooses it.

use super::algorithm::Engine;
use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use super::{bits, frontier, isomorph, learn, links, signs};
use dlx_core::problem::Problem;
use dlx_core::tally::Tally;

/// The engines by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// Dancing links: [`links`].
    Links,
    /// Conflicts learned, parts counted apart: [`learn`].
    Learn,
    /// Living options as a bit set: [`bits`].
    Bits,
    /// Equal states merged, level by level: [`frontier`].
    Frontier,
    /// States merged up to isomorphism: [`isomorph`].
    Isomorph,
    /// Sums over signs: [`signs`].
    Signs,
}

/// What can be saved of a count that is stopped, so that it can be continued later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Keeps {
    /// Its rest: the tasks of the search tree that it has not counted yet.
    Tasks,
    /// The states of the last level that it has put aside.
    Levels,
    /// Such states merged up to isomorphism. There are fewer of them, and how many cannot be predicted.
    Classes,
    /// The part of a sum that it has made.
    Sum,
}

/// What is known of an engine.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EngineInfo {
    /// Which one it is.
    pub kind: EngineKind,
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// What it is good for, in a line.
    pub good_for: &'static str,
    /// Does it use all threads for one task? Then one worker is enough.
    pub is_parallel: bool,
    /// Is the number that it has found when it is stopped a lower bound of the count? If not, it has no count until the end.
    pub has_lower_bounds: bool,
    /// What is kept of a count that it has not finished.
    pub keeps: Keeps,
    /// Can its time be predicted, by random probes of the tree or by a look at the first levels?
    pub is_predictable: bool,
    /// Can it count the covers of the first items only, for many numbers of items in one go?
    pub can_cut: bool,
    /// Does it look at solutions one by one, so that its search can be shown and its counts can be taken as a reference?
    pub is_reference: bool,
    /// Can it handle options that must [be connected](dlx_core::problem::Connected)?
    pub knows_connected: bool,
    /// Can it handle items of which a [number of options](Problem::quotas) is to be chosen?
    pub knows_quotas: bool,
}

/// All engines. Among those that keep tasks, faster ones come later.
pub const ENGINES: [EngineInfo; 6] = [
    EngineInfo {
        kind: EngineKind::Links,
        name: "links",
        good_for: "dancing links in Knuth's arrays: the reference, solutions one by one, wide problems with few options left",
        is_parallel: false,
        has_lower_bounds: true,
        keeps: Keeps::Tasks,
        is_predictable: true,
        can_cut: false,
        is_reference: true,
        knows_connected: true,
        knows_quotas: true,
    },
    EngineInfo {
        kind: EngineKind::Learn,
        name: "learn",
        good_for: "conflicts learned, parts counted apart: formulas, and what is as loosely joined",
        is_parallel: true,
        has_lower_bounds: true,
        keeps: Keeps::Tasks,
        is_predictable: false,
        can_cut: false,
        is_reference: false,
        knows_connected: false,
        knows_quotas: false,
    },
    EngineInfo {
        kind: EngineKind::Bits,
        name: "bits",
        good_for: "living options as a bit set: search trees, such as queens and packings",
        is_parallel: false,
        has_lower_bounds: true,
        keeps: Keeps::Tasks,
        is_predictable: true,
        can_cut: false,
        is_reference: false,
        knows_connected: false,
        knows_quotas: true,
    },
    EngineInfo {
        kind: EngineKind::Frontier,
        name: "frontier",
        good_for: "equal states merged level by level: tilings, networks, whatever has a narrow frontier",
        is_parallel: true,
        has_lower_bounds: false,
        keeps: Keeps::Levels,
        is_predictable: true,
        can_cut: true,
        is_reference: false,
        knows_connected: true,
        knows_quotas: true,
    },
    EngineInfo {
        kind: EngineKind::Isomorph,
        name: "isomorph",
        good_for: "states merged up to isomorphism of what they leave: Latin squares, designs, whatever is symmetric",
        is_parallel: true,
        has_lower_bounds: false,
        keeps: Keeps::Classes,
        is_predictable: false,
        can_cut: false,
        is_reference: false,
        knows_connected: false,
        knows_quotas: false,
    },
    EngineInfo {
        kind: EngineKind::Signs,
        name: "signs",
        good_for: "sums over signs (Ryser, Glynn): dense permanents, Langford pairings, rows and up to 40 columns",
        is_parallel: true,
        has_lower_bounds: false,
        keeps: Keeps::Sum,
        is_predictable: true,
        can_cut: false,
        is_reference: false,
        knows_connected: false,
        knows_quotas: false,
    },
];

impl EngineKind {
    /// All of them, in the order of the table.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self::Links; ENGINES.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = ENGINES[place].kind;
            place += 1;
        }
        all
    };

    /// Its line of the table.
    ///
    /// ```
    /// use dlx_count::EngineKind;
    ///
    /// assert!(EngineKind::Bits.info().has_lower_bounds);
    /// assert!(!EngineKind::Frontier.info().has_lower_bounds);
    /// ```
    #[must_use]
    pub fn info(self) -> &'static EngineInfo {
        const { &ENGINES }.iter().find(|info| info.kind == self).expect("a test looks for every engine in the table")
    }

    /// The engine of this name, if there is one.
    ///
    /// ```
    /// use dlx_count::EngineKind;
    ///
    /// assert_eq!(EngineKind::named("bits"), Some(EngineKind::Bits));
    /// assert_eq!(EngineKind::named("auto"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        // The name that `isomorph` had at first.
        let name = if name == "classes" { "isomorph" } else { name };
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The name on the command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Sets the engine up for a problem. The engines that keep states may use this many bytes for them. For a problem that it [cannot count](Self::knows) another engine is set up.
    ///
    /// Tasks are those of the tree of the problem's [form for trees](Problem::tree_form).
    #[must_use]
    pub fn build(self, problem: &Problem, memory: usize) -> Box<dyn Engine> {
        let form = problem.tree_form();
        if self.keeps_tasks() || self.knows(form) {
            return self.able(form).set_up(form, memory);
        }
        let whole = self.able(problem).set_up(problem, memory);
        if problem.has_quotas() {
            Box::new(InForms { whole, tasks: Self::of_tasks_of(problem).build(problem, 0) })
        } else {
            whole
        }
    }

    /// Kept out of the table: code that reads the table would be compiled together with every engine, even in the tests of a single one.
    fn set_up(self, problem: &Problem, memory: usize) -> Box<dyn Engine> {
        match self {
            Self::Links => Box::new(links::Links::new(problem)),
            Self::Learn => Box::new(learn::Learn::new(problem, memory / 2)),
            Self::Bits => Box::new(bits::Bits::new(problem)),
            Self::Frontier => Box::new(frontier::Frontier::new(problem, memory)),
            Self::Isomorph => Box::new(isomorph::Isomorph::new(problem, memory)),
            Self::Signs => Box::new(signs::Signs::new(problem)),
        }
    }

    /// Can it count this problem? Not every engine can handle options that must be connected, or are numbered; only `learn` knows hidden ones; and sums over signs need problems of a certain form.
    #[must_use]
    pub fn knows(self, problem: &Problem) -> bool {
        let EngineInfo { knows_connected, knows_quotas, .. } = self.info();
        (problem.connected().is_none() || *knows_connected)
            && (problem.quotas().is_empty() || *knows_quotas)
            && (problem.shown().is_none() || self == Self::Learn)
            && (self != Self::Signs || signs::time(problem).is_some())
    }

    /// The engine itself if it can count this problem, otherwise one of the same sort that can, one that searches a tree or one that merges states; or the [reference](Self::reference) if there is none.
    #[must_use]
    pub fn able(self, problem: &Problem) -> Self {
        if self.knows(problem) {
            return self;
        }
        if problem.shown().is_some() {
            return Self::Learn;
        }
        let same = |info: &&EngineInfo| info.kind.knows(problem) && info.kind.keeps_tasks() == self.keeps_tasks();
        ENGINES.iter().find(same).map_or_else(Self::reference, |info| info.kind)
    }

    /// Are the tasks of a search tree what can be saved of its count?
    #[must_use]
    pub fn keeps_tasks(self) -> bool {
        self.info().keeps == Keeps::Tasks
    }

    /// The engine that recounts what others have counted, and whose search can be looked at.
    #[must_use]
    pub fn reference() -> Self {
        Self::first(|info| info.is_reference)
    }

    /// The fastest engine that continues from tasks of a search tree.
    #[must_use]
    pub fn of_tasks() -> Self {
        ENGINES.iter().rfind(|info| info.keeps == Keeps::Tasks).expect("links is one").kind
    }

    /// The engine of [`of_tasks`](Self::of_tasks), or another one if it cannot count this problem in its [form for trees](Problem::tree_form).
    #[must_use]
    pub fn of_tasks_of(problem: &Problem) -> Self {
        Self::of_tasks().able(problem.tree_form())
    }

    /// The engine that continues from levels of states.
    #[must_use]
    pub fn of_levels() -> Self {
        Self::first(|info| info.keeps == Keeps::Levels)
    }

    /// The engine that counts the covers of the first items.
    #[must_use]
    pub fn of_cuts() -> Self {
        Self::first(|info| info.can_cut)
    }

    fn first(fits: impl Fn(&EngineInfo) -> bool) -> Self {
        ENGINES.iter().find(|info| fits(info)).expect("a test asks for each").kind
    }
}

/// An engine that merges states of a problem whose tree is that of another form: a task of that tree is searched.
struct InForms {
    whole: Box<dyn Engine>,
    tasks: Box<dyn Engine>,
}

impl Engine for InForms {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let engine = if task.prefix.is_empty() { &mut self.whole } else { &mut self.tasks };
        engine.run(task, signal)
    }

    fn is_parallel(&self) -> bool {
        self.whole.is_parallel()
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(Self { whole: self.whole.boxed_clone(), tasks: self.tasks.boxed_clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_an_engine_for_each_purpose() {
        assert_eq!(EngineKind::reference(), EngineKind::Links);
        assert_eq!(EngineKind::of_tasks(), EngineKind::Bits);
        assert_eq!([EngineKind::of_levels(), EngineKind::of_cuts()], [EngineKind::Frontier; 2]);
    }
}
