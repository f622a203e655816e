//! What a symmetry must keep: how often each item is to be covered, and the kind of an item, if kinds are given.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use dlx_core::problem::{ItemId, Multiplicity, OptionId, Problem};

/// What symmetries keep in addition to options, where options do not show everything about a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// Things that are not items, such as the rows of a square: the kind of each, which symmetries keep.
    pub things: Vec<u32>,
    /// Sets of items and things that symmetries carry to such sets: sides of a tile that follow each other, a cell with its row and its column, for example.
    pub sets: Vec<Together>,
    /// Do colors mean the same in all items? Then symmetries exchange them in all items alike.
    pub has_common_colors: bool,
}

/// Items and things that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Together {
    /// By name. A set is ignored if one of them is not an item of the problem.
    pub items: Vec<String>,
    /// By their places among all things.
    pub things: Vec<usize>,
}

impl From<Vec<String>> for Together {
    fn from(items: Vec<String>) -> Self {
        Self { items, things: Vec::new() }
    }
}

/// Everything about a problem that symmetries must keep.
pub(super) struct SymmetryProblem<'p> {
    pub(super) problem: &'p Problem,
    /// How often each item is to be covered, and whether that is given by bounds.
    times: Vec<Multiplicity>,
    is_bounded: Vec<bool>,
    /// The items that need no option of an irredundant cover.
    is_needless: Vec<bool>,
    kinds: Option<&'p [u32]>,
    /// For each item with a [quota](Problem::quotas) a kind of its own, so that none is exchanged for another; 0 for the others.
    numbered: Vec<usize>,
    /// The kinds of the things that are not items.
    pub(super) things: Vec<u32>,
    /// Sets of items and things that symmetries carry to such sets.
    pub(super) sets: Vec<(Vec<ItemId>, Vec<usize>)>,
    /// Do symmetries exchange colors in all items alike?
    pub(super) has_common_colors: bool,
}

impl<'p> SymmetryProblem<'p> {
    /// The problem as it stands, not the one that it was made from.
    pub(super) fn as_it_stands(problem: &'p Problem) -> Self {
        let once = |item| Multiplicity { least: usize::from(problem.is_primary(item)), most: Some(1) };
        let (times, no) = (problem.items().map(once).collect(), vec![false; problem.n_items()]);
        let mut numbered = vec![0; problem.n_items()];
        (1..).zip(problem.quotas()).for_each(|(number, (item, _))| numbered[item.index()] = number);
        Self {
            problem,
            times,
            is_bounded: no.clone(),
            is_needless: no,
            kinds: None,
            numbered,
            things: Vec::new(),
            sets: Vec::new(),
            has_common_colors: false,
        }
    }

    /// The [original](Problem::original) problem and its bounds, if this one was made from such a problem. Where items have kinds, symmetries carry items to items of the same kind.
    pub(super) fn original(derived: &'p Problem, kinds: Option<&'p [u32]>) -> Self {
        let problem = derived.original();
        let mut asked = Self { kinds, ..Self::as_it_stands(problem) };
        for &(item, times) in derived.times() {
            asked.times[item.index()] = times;
            asked.is_bounded[item.index()] = true;
        }
        let mut n_options = vec![0; problem.n_items()];
        asked.options().flat_map(|option| problem.items_of(option)).for_each(|item| n_options[item.index()] += 1);
        for (times, n_options) in asked.times.iter_mut().zip(n_options) {
            // A bound that cannot be reached is dropped.
            times.most = times.most.filter(|&most| most < n_options);
        }
        asked.is_needless = problem.items().map(|item| derived.is_needless(item)).collect();
        asked
    }

    /// Adds what else belongs to a problem but does not show in its options.
    pub(super) fn keeping(self, keep: &Keep) -> Self {
        let named: FxHashMap<&str, ItemId> =
            self.problem.items().map(|item| (self.problem.item_label(item), item)).collect();
        let set = |set: &Together| {
            let items = set.items.iter().map(|name| named.get(name.as_str()).copied());
            Some((items.collect::<Option<_>>()?, set.things.clone()))
        };
        let sets = keep.sets.iter().filter_map(set).collect();
        Self { things: keep.things.clone(), sets, has_common_colors: keep.has_common_colors, ..self }
    }

    /// The options that can be chosen: those that cover what must be covered, or what has bounds.
    pub(super) fn options(&self) -> impl Iterator<Item = OptionId> {
        let is_asked_for = |item: &ItemId| self.problem.is_primary(*item) || self.is_bounded[item.index()];
        self.problem.options().filter(move |&option| self.problem.items_of(option).iter().any(is_asked_for))
    }

    /// Items of different kinds are not exchanged.
    pub(super) fn kind(&self, item: ItemId) -> (Reverse<usize>, Option<usize>, bool, u32, usize) {
        let Multiplicity { least, most } = self.times[item.index()];
        let kind = self.kinds.map_or(0, |kinds| kinds[item.index()]);
        (Reverse(least), most, self.is_needless[item.index()], kind, self.numbered[item.index()])
    }
}
