//! The table of the engines: everything that is known of an engine is listed here.
//!
//! To add an engine, add its folder, its line in [`ENGINES`], its name in [`EngineKind`], and the cases in which `auto` chooses it.

use super::algorithm::Engine;
use super::{bits, frontier, isomorph, learn, links};
use dlx_core::problem::Problem;

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
    /// Can it handle options that must [hang together](dlx_core::problem::Connected)?
    pub knows_connected: bool,
    build: fn(&Problem, usize) -> Box<dyn Engine>,
}

/// All engines. Among those that keep tasks, faster ones come later.
pub const ENGINES: [EngineInfo; 5] = [
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
        build: |problem, _| Box::new(links::Links::new(problem)),
    },
    EngineInfo {
        kind: EngineKind::Learn,
        name: "learn",
        good_for: "conflicts learned, parts counted apart: formulas, and what is as loosely joined",
        is_parallel: false,
        has_lower_bounds: true,
        keeps: Keeps::Tasks,
        is_predictable: false,
        can_cut: false,
        is_reference: false,
        knows_connected: false,
        build: |problem, memory| Box::new(learn::Learn::new(problem, memory / 2)),
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
        build: |problem, _| Box::new(bits::Bits::new(problem)),
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
        build: |problem, memory| Box::new(frontier::Frontier::new(problem, memory)),
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
        build: |problem, memory| Box::new(isomorph::Isomorph::new(problem, memory)),
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
    #[must_use]
    pub fn build(self, problem: &Problem, memory: usize) -> Box<dyn Engine> {
        (self.able(problem).info().build)(problem, memory)
    }

    /// Can it count this problem? Not every engine can handle options that must hang together.
    #[must_use]
    pub fn knows(self, problem: &Problem) -> bool {
        problem.connected().is_none() || self.info().knows_connected
    }

    /// The engine itself if it can count this problem, otherwise one of the same sort that can: one that searches a tree, or one that merges states.
    #[must_use]
    pub fn able(self, problem: &Problem) -> Self {
        if self.knows(problem) {
            return self;
        }
        Self::first(|info| info.knows_connected && (info.keeps == Keeps::Tasks) == (self.info().keeps == Keeps::Tasks))
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

    /// The engine of [`of_tasks`](Self::of_tasks), or another one if it cannot count this problem.
    #[must_use]
    pub fn of_tasks_of(problem: &Problem) -> Self {
        Self::of_tasks().able(problem)
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
