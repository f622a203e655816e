//! The symmetries of a certificate of a count up to symmetry, as permutations of items, and the problems of what each of them leaves as it is: `checker/FORMAT.md`, "Counts up to symmetry".

use hashbrown::{HashMap, HashSet};

use dlx_canon::symmetry::Group;
use dlx_core::problem::{ItemId, OptionId, Problem};
use dlx_core::stop::poll;

use super::Unproved;

/// The most symmetries of a group that checkers take.
pub(super) const MOST_SYMMETRIES: u64 = 1000;

/// A symmetry: where it carries each item, and each option.
pub(super) struct ItemPermutation {
    pub(super) items: Vec<ItemId>,
    options: Vec<OptionId>,
}

/// The elements of a group, the identity first.
pub(super) fn permutations(problem: &Problem, group: &Group) -> Result<Vec<ItemPermutation>, Unproved> {
    if problem.is_derived() || problem.is_colored() {
        return Err(Unproved::Kinds("colors, or items that are covered several times"));
    }
    let mut sets = HashSet::new();
    let is_new = |option| {
        let mut items = problem.items_of(option).to_vec();
        items.sort_unstable();
        sets.insert(items)
    };
    if !problem.choosable().all(is_new) {
        return Err(Unproved::Kinds("equal options"));
    }
    if group.order() > MOST_SYMMETRIES {
        return Err(Unproved::Kinds("more than 1000 symmetries"));
    }
    let identity: Vec<OptionId> = problem.options().collect();
    let alike = Alike::new(problem);
    let all = std::iter::once(&identity[..]).chain(group.others());
    all.map(|options| {
        alike.permutation(problem, options).ok_or(Unproved::Kinds("symmetries that do not permute items"))
    })
    .collect()
}

/// Items that are in the same options, which these cannot tell apart: a symmetry carries the first of them to the first, the second to the second.
struct Alike {
    /// For each item the options that have it.
    options: Vec<Vec<OptionId>>,
    items: HashMap<(bool, Vec<OptionId>), Vec<ItemId>>,
}

impl Alike {
    fn new(problem: &Problem) -> Self {
        let mut options = vec![Vec::new(); problem.n_items()];
        for option in problem.choosable() {
            problem.items_of(option).iter().for_each(|item| options[item.index()].push(option));
        }
        let mut items: HashMap<_, Vec<ItemId>> = HashMap::new();
        for item in problem.items() {
            items.entry((problem.is_primary(item), options[item.index()].clone())).or_default().push(item);
        }
        Self { options, items }
    }

    fn permutation(&self, problem: &Problem, to: &[OptionId]) -> Option<ItemPermutation> {
        let image = |item: ItemId| {
            let (is_primary, options) = (problem.is_primary(item), &self.options[item.index()]);
            poll(options.len());
            let rank = self.items.get(&(is_primary, options.clone()))?.iter().position(|&other| other == item)?;
            let mut there: Vec<OptionId> = options.iter().map(|option| to[option.index()]).collect();
            there.sort_unstable();
            self.items.get(&(is_primary, there))?.get(rank).copied()
        };
        let items: Option<Vec<ItemId>> = problem.items().map(image).collect();
        Some(ItemPermutation { items: items?, options: to.to_vec() })
    }
}

impl ItemPermutation {
    /// The problem whose solutions are those that are left as they are: options that are carried to one another are chosen together.
    pub(super) fn fixed(&self, problem: &Problem) -> Result<Problem, Unproved> {
        let mut builder = Problem::builder();
        for item in problem.items() {
            builder.copy_item(problem, item)?;
        }
        let to = |option: OptionId| self.options[option.index()];
        for option in problem.choosable().filter(|&option| is_first(option, to)) {
            let all: Vec<ItemId> = cycle(option, to).flat_map(|option| problem.items_of(option)).copied().collect();
            let set: HashSet<ItemId> = all.iter().copied().collect();
            poll(all.len());
            if set.len() == all.len() {
                builder.option(&all)?;
            }
        }
        Ok(builder.build())
    }
}

/// A point and its images.
fn cycle<T: Copy + PartialEq>(start: T, to: impl Fn(T) -> T) -> impl Iterator<Item = T> {
    std::iter::successors(Some(start), move |&point| Some(to(point)).filter(|&next| next != start))
}

/// Is it the least of its images?
fn is_first<T: Copy + Ord>(start: T, to: impl Fn(T) -> T) -> bool {
    cycle(start, to).all(|point| start <= point)
}
