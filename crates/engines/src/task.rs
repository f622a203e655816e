//! The unit of work: the options that have been chosen already, and how often each solution below them counts.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use dlx_core::problem::{Color, ItemId, OptionId, Problem};
use dlx_core::tally::Count;

/// Count the solutions below a prefix.
///
/// A task names options and nothing else: no engine, no thread, no machine. It can be stored, sent, resumed and audited.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The options already chosen, in the order in which they were chosen.
    pub prefix: Prefix,
    /// How often each solution below the prefix counts.
    pub weight: Count,
    /// The share of the whole search that the task stands for: the product of 1 / branching along the prefix.
    /// Shares of all tasks add up to 1. They only move the progress bar.
    pub share: f64,
}

impl Task {
    /// The whole problem.
    #[must_use]
    pub fn root() -> Self {
        Self { prefix: Prefix::default(), weight: Count::ONE, share: 1.0 }
    }

    /// The numbers of the options chosen, with spaces between them.
    #[must_use]
    pub fn words(&self) -> String {
        self.prefix.iter().map(|option| option.index().to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// The options chosen on the way to a task, in the order in which they were chosen.
///
/// Tasks that one search leaves share the way to it. (A tree thousands of levels deep leaves thousands of tasks, whose ways one by one would take the square of that.)
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<OptionId>", into = "Vec<OptionId>")]
pub struct Prefix {
    shared: Arc<[OptionId]>,
    /// How many of those belong to it.
    length: usize,
    /// What is chosen after those.
    last: Option<OptionId>,
}

impl Prefix {
    /// The options, in order.
    pub fn iter(&self) -> impl Iterator<Item = &OptionId> + Clone {
        self.shared[..self.length].iter().chain(&self.last)
    }

    /// How many options there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length + usize::from(self.last.is_some())
    }

    /// Is no option chosen?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The options, one after the other.
    #[must_use]
    pub fn to_vec(&self) -> Vec<OptionId> {
        self.iter().copied().collect()
    }

    /// The way that it shares with other tasks, how many options of that belong to it, and what is chosen after those.
    #[must_use]
    pub fn on_way(&self) -> (&Arc<[OptionId]>, usize, Option<OptionId>) {
        (&self.shared, self.length, self.last)
    }

    /// The other way round: the first options of a way, and perhaps one more. None if the way has fewer.
    ///
    /// ```
    /// use dlx_count::OptionId;
    /// use dlx_count::engine::Prefix;
    ///
    /// let [one, two, three] = [1, 2, 3].map(OptionId::from_index);
    /// assert_eq!(Prefix::on(&[one, two].into(), 1, Some(three)).unwrap().to_vec(), [one, three]);
    /// assert_eq!(Prefix::on(&[one, two].into(), 3, None), None);
    /// ```
    #[must_use]
    pub fn on(way: &Arc<[OptionId]>, length: usize, last: Option<OptionId>) -> Option<Self> {
        (length <= way.len()).then(|| Self { shared: Arc::clone(way), length, last })
    }

    /// Does it begin with all of `other`, and go on?
    #[must_use]
    pub fn is_below(&self, other: &Self) -> bool {
        self.len() > other.len() && self.iter().zip(other.iter()).all(|(one, other)| one == other)
    }
}

impl From<Vec<OptionId>> for Prefix {
    fn from(options: Vec<OptionId>) -> Self {
        Self { length: options.len(), shared: options.into(), last: None }
    }
}

impl From<Prefix> for Vec<OptionId> {
    fn from(prefix: Prefix) -> Self {
        prefix.to_vec()
    }
}

impl FromIterator<OptionId> for Prefix {
    fn from_iter<I: IntoIterator<Item = OptionId>>(options: I) -> Self {
        Vec::from_iter(options).into()
    }
}

impl PartialEq for Prefix {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Prefix {}

impl PartialOrd for Prefix {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Prefix {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl Hash for Prefix {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|option| option.hash(state));
    }
}

impl fmt::Debug for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A prefix that no search of the problem can reach: what is counted below it is not part of this problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrefixError {
    /// An option that is not in the problem.
    #[error("there is no option {option} among {n_options}, numbered from 0")]
    Unknown {
        /// Its number.
        option: usize,
        /// How many there are.
        n_options: usize,
    },
    /// An option without a primary item.
    #[error("option {option} has no primary item and is never chosen")]
    Useless {
        /// Its number.
        option: usize,
    },
    /// Two options that want the same item.
    #[error("options {} and {} exclude each other", options[0], options[1])]
    Clash {
        /// Their numbers.
        options: [usize; 2],
    },
}

impl Task {
    /// Can a search of this problem reach the prefix: do its options exist, and is each compatible with those before it?
    ///
    /// Engines assume that. A task from outside, from a file or another machine, has to be checked first.
    ///
    /// ```
    /// use dlx_count::engine::Task;
    /// use dlx_count::{OptionId, family::queens};
    ///
    /// let problem = queens(4);
    /// let task = |options: &[usize]| Task { prefix: options.iter().map(|&n| OptionId::from_index(n)).collect(), ..Task::root() };
    /// assert_eq!(task(&[1]).check(&problem), Ok(()));
    /// assert_eq!(task(&[16]).check(&problem).unwrap_err().to_string(), "there is no option 16 among 16, numbered from 0");
    /// assert_eq!(task(&[0, 1]).check(&problem).unwrap_err().to_string(), "options 0 and 1 exclude each other");
    /// ```
    ///
    /// # Errors
    /// If not: the first option that does not fit, and why.
    pub fn check(&self, problem: &Problem) -> Result<(), PrefixError> {
        let problem = problem.tree_form();
        let mut taken: FxHashMap<ItemId, (Color, OptionId)> = FxHashMap::default();
        for &option in self.prefix.iter() {
            if option.index() >= problem.n_options() {
                return Err(PrefixError::Unknown { option: option.index(), n_options: problem.n_options() });
            }
            if !problem.has_primary(option) {
                return Err(PrefixError::Useless { option: option.index() });
            }
            let is_numbered = |item| problem.quotas().iter().any(|&(other, _)| other == item);
            for (item, color) in problem.cells(option).filter(|&(item, _)| !is_numbered(item)) {
                // Two options may have the same color of an item, not the item itself.
                if let Some((other, first)) = taken.insert(item, (color, option))
                    && (color.is_none() || other != color)
                {
                    return Err(PrefixError::Clash { options: [first.index(), option.index()] });
                }
            }
        }
        Ok(())
    }
}

/// What a paused search has left to do: for each level of its trail the options not yet tried.
///
/// It is as long as the trail and the open options together; the tasks are made one by one.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OpenSubtrees {
    /// Is the rest the whole task, of which nothing has been counted?
    pub is_whole: bool,
    /// The options chosen below the task's prefix when the search paused.
    pub trail: Vec<OptionId>,
    /// The levels with something left to try, the shallowest first.
    pub open: Vec<OpenLevel>,
}

/// The options that a paused search has not tried at one level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpenLevel {
    /// How many options of the trail are chosen before.
    pub level: usize,
    /// The share of the task that one of them stands for.
    pub share: f64,
    /// What is left to try after those.
    pub untried: Vec<OptionId>,
}

impl OpenSubtrees {
    /// The task as it was.
    #[must_use]
    pub fn whole() -> Self {
        Self { is_whole: true, ..Self::default() }
    }

    /// The rest of a whole search, of which this is the rest below some levels. Given for each level: how many options there were, the one that was chosen, and those that have not been tried.
    pub(super) fn below(self, levels: impl Iterator<Item = (u32, OptionId, Vec<OptionId>)>) -> Self {
        let (mut rest, mut share) = (Self::default(), 1.0);
        for (level, (width, chosen, untried)) in levels.enumerate() {
            share /= f64::from(width);
            if !untried.is_empty() {
                rest.open.push(OpenLevel { level, share, untried });
            }
            rest.trail.push(chosen);
        }
        let n_levels = rest.trail.len();
        rest.trail.extend(self.trail);
        let deeper = |open: OpenLevel| OpenLevel { level: open.level + n_levels, share: open.share * share, ..open };
        rest.open.extend(self.open.into_iter().map(deeper));
        rest
    }

    /// Is there no rest?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.is_whole && self.open.is_empty()
    }

    /// Is it all of the task?
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many tasks it comes to, and what share of the task they are, without making them.
    ///
    /// ```
    /// use dlx_count::engine::OpenSubtrees;
    ///
    /// assert_eq!(OpenSubtrees::whole().size(), (1, 1.0));
    /// ```
    #[must_use]
    pub fn size(&self) -> (usize, f64) {
        let sizes = self.open.iter().map(|open| (open.untried.len(), open.untried.len() as f64 * open.share));
        let whole = if self.is_whole { (1, 1.0) } else { (0, 0.0) };
        sizes.fold(whole, |(n, share), (more, part)| (n + more, share + part))
    }

    /// The tasks that, together with what was counted before the pause, make up `task`.
    pub fn tasks<'a>(&'a self, task: &'a Task) -> impl Iterator<Item = Task> + 'a {
        let way = if self.open.is_empty() { &[] } else { self.trail.as_slice() };
        let (shared, above) = (Arc::from_iter(task.prefix.iter().chain(way).copied()), task.prefix.len());
        let parts = self.open.iter().flat_map(move |open| {
            let (shared, length) = (Arc::clone(&shared), above + open.level);
            open.untried.iter().map(move |&option| Task {
                prefix: Prefix { shared: Arc::clone(&shared), length, last: Some(option) },
                weight: task.weight.clone(),
                share: task.share * open.share,
            })
        });
        self.is_whole.then(|| task.clone()).into_iter().chain(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_becomes_tasks_below_the_task_it_came_from() {
        let ids = |numbers: &[usize]| numbers.iter().map(|&number| OptionId::from_index(number)).collect::<Vec<_>>();
        let task = Task { prefix: ids(&[9]).into(), weight: Count::from(3u64), share: 0.5 };
        let open = vec![
            OpenLevel { level: 0, share: 0.25, untried: ids(&[4, 5]) },
            OpenLevel { level: 2, share: 0.125, untried: ids(&[6]) },
        ];
        let rest = OpenSubtrees { trail: ids(&[1, 2, 3]), open, is_whole: false };
        let tasks: Vec<Task> = rest.tasks(&task).collect();
        let prefixes: Vec<_> = tasks.iter().map(|task| task.prefix.to_vec()).collect();
        assert_eq!(prefixes, [ids(&[9, 4]), ids(&[9, 5]), ids(&[9, 1, 2, 6])]);
        assert_eq!((tasks.iter().map(|task| task.share).sum::<f64>(), rest.size()), (0.3125, (3, 0.625)));
        assert!(tasks.iter().all(|task| task.weight == Count::from(3u64)));
    }
}
