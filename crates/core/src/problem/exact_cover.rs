//! The problem itself: the items to cover, and the options that cover them.

use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use super::builder::ProblemBuilder;
use super::connected::Wiring;
use super::costs::Costs;
use super::ids::{Color, ItemId, OptionId};
use super::labels::{Labels, Lexicon};
use super::multiplicity::Multiplicity;
use super::widths::{to_u64, to_usize};

/// Items to cover and options to cover them with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub(super) name: String,
    pub(super) items: Labels,
    pub(super) n_primary: usize,
    pub(super) colors: Labels,
    /// Option o has the cells `starts[o] .. starts[o + 1]`.
    pub(super) starts: Vec<u32>,
    pub(super) cells: Vec<ItemId>,
    /// Parallel to `cells`, or empty when nothing is colored.
    pub(super) tints: Vec<Color>,
    /// For options from the first on, up to the last one that has a label; an empty label counts as none.
    pub(super) option_labels: Labels,
    pub(super) costs: Costs,
    /// What each option costs if no costs were given and the least cost is asked for; empty if each costs 1.
    pub(super) usual: Vec<i64>,
    /// If no sum over options measures a solution: what to ask for instead; otherwise empty.
    pub(super) unpriced: &'static str,
    /// Were costs given, even though there are no options?
    pub(super) is_priced: bool,
    /// Items that were added, each so that an option must be in.
    pub(super) invented: Vec<ItemId>,
    /// The problem that this was made from, if items of that are covered several times.
    pub(super) origin: Option<Arc<BoundedOrigin>>,
    /// How options must be connected, if there is such a condition.
    pub(super) wiring: Option<Arc<Wiring>>,
    /// Secondary items that are covered several times: see `quotas`.
    pub(super) quotas: Vec<(ItemId, Multiplicity)>,
    /// The problem with the options that were left out because they are in no solution, if some were.
    pub(super) whole: Option<Arc<Problem>>,
    /// The options by which solutions are told apart, if not by all; sorted.
    pub(super) shown: Option<Arc<[OptionId]>>,
}

/// The problem that another one was made of, whose items have bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BoundedOrigin {
    pub(super) problem: Problem,
    pub(super) times: Vec<(ItemId, Multiplicity)>,
    /// The option of that problem that each option stands for, or [`NONE`].
    pub(super) options: Vec<u32>,
    /// If only minimal covers are meant: the items that need no option. See `counted`.
    pub(super) needless: Option<Vec<ItemId>>,
    /// The same with quotas, once it has been asked for.
    pub(super) by_quotas: OnceLock<Option<Box<Problem>>>,
}

impl BoundedOrigin {
    /// The problem of a builder that was made from this one: its options cost the same, and must be connected in the same way.
    pub(super) fn build(self, builder: ProblemBuilder) -> Problem {
        let costs = self.problem.costs.inherited(&self.options);
        let wiring = self.problem.wiring.as_ref().map(|wiring| Arc::new(wiring.inherited(&self.options)));
        Problem { origin: Some(Arc::new(self)), costs, wiring, ..builder.build() }
    }
}

/// The mark of an option that stands for no option of the original problem: it says that an item is not covered once more.
pub(super) const NONE: u32 = u32::MAX;

impl Problem {
    /// The name of the problem in reports, for example `queens 8`; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Renames the problem.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Number of items, primary and secondary.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.items.len()
    }

    /// Number of primary items; they have the ids below this number.
    #[must_use]
    pub fn n_primary(&self) -> usize {
        self.n_primary
    }

    /// Number of options, including those without a primary item.
    #[must_use]
    pub fn n_options(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of cells, that is, the sum of the sizes of all options.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Number of different colors.
    #[must_use]
    pub fn n_colors(&self) -> usize {
        self.colors.len()
    }

    /// Does any option give a color to an item?
    #[must_use]
    pub fn is_colored(&self) -> bool {
        !self.tints.is_empty()
    }

    /// Must this item be covered?
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.n_primary
    }

    /// All items in order.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.n_items()).map(ItemId::from_index)
    }

    /// All options in order.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.n_options()).map(OptionId::from_index)
    }

    /// The options that can be chosen: those with a primary item.
    pub fn choosable(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.options().filter(|&option| self.has_primary(option))
    }

    /// The items of an option in the order in which they were given.
    #[must_use]
    pub fn items_of(&self, option: OptionId) -> &[ItemId] {
        &self.cells[self.range(option)]
    }

    /// The items of an option with their colors.
    pub fn cells(&self, option: OptionId) -> impl ExactSizeIterator<Item = (ItemId, Color)> + '_ {
        self.range(option).map(|cell| (self.cells[cell], self.tints.get(cell).copied().unwrap_or(Color::NONE)))
    }

    /// Do two options share no items but those that they give the same color? Otherwise no solution has both.
    #[must_use]
    pub fn go_together(&self, one: OptionId, other: OptionId) -> bool {
        let clash = |(item, color): (ItemId, Color)| {
            self.cells(other).any(|(same, painted)| same == item && (color.is_none() || color != painted))
        };
        !self.cells(one).any(clash)
    }

    /// Does this option have a primary item? Without one it is never chosen.
    #[must_use]
    pub fn has_primary(&self, option: OptionId) -> bool {
        self.items_of(option).iter().any(|&item| self.is_primary(item))
    }

    /// The label of an item.
    #[must_use]
    pub fn item_label(&self, item: ItemId) -> &str {
        self.items.get(item.index())
    }

    /// The label of a color; empty for [`Color::NONE`].
    #[must_use]
    pub fn color_label(&self, color: Color) -> &str {
        if color.is_none() { "" } else { self.colors.get(color.index() - 1) }
    }

    /// The label of an option, if it has one. Labels are only shown: they need not differ, and what is counted does not depend on them.
    #[must_use]
    pub fn option_label(&self, option: OptionId) -> Option<&str> {
        let is_there = option.index() < self.option_labels.len();
        is_there.then(|| self.option_labels.get(option.index())).filter(|label| !label.is_empty())
    }

    /// Does any option have a label?
    #[must_use]
    pub fn has_option_labels(&self) -> bool {
        !self.option_labels.is_empty()
    }

    /// An option in words, in one line: its label, if it has one, and its items with their colors, as Knuth writes them.
    ///
    /// ```
    /// let problem = dlx_count::format::knuth::read("a b | s\n| label: Ann\na s:red\nb\n".as_bytes())?;
    /// let words: Vec<String> = problem.options().map(|option| problem.option_words(option)).collect();
    /// assert_eq!(words, ["Ann: a s:red", "b"]);
    /// # Ok::<(), dlx_count::format::ReadError>(())
    /// ```
    #[must_use]
    pub fn option_words(&self, option: OptionId) -> String {
        let label = self.option_label(option).map(|label| format!("{}: ", label.replace(char::is_control, " ")));
        label.unwrap_or_default() + &self.cell_words(option).join(" ")
    }

    /// The items of an option with their colors, as Knuth writes them: `item` or `item:color`.
    #[must_use]
    pub fn cell_words(&self, option: OptionId) -> Vec<String> {
        let word = |(item, color)| match self.color_label(color) {
            "" => self.item_label(item).to_owned(),
            color => format!("{}:{color}", self.item_label(item)),
        };
        self.cells(option).filter(|(item, _)| !self.invented.contains(item)).map(word).collect()
    }

    /// The problem with colors of one character each, as Knuth's programs need; those that have one keep it. None if there are more colors than letters and digits.
    ///
    /// ```
    /// use dlx_count::format::knuth;
    ///
    /// let problem = knuth::read("a b | s\na s:red\nb s:0\na b s:red\n".as_bytes())?.with_short_colors().expect("two letters");
    /// assert_eq!(problem.options().map(|option| problem.option_words(option)).collect::<Vec<_>>(), ["a s:1", "b s:0", "a b s:1"]);
    /// # Ok::<(), dlx_count::format::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_short_colors(&self) -> Option<Self> {
        let mut free = ('0'..='9').chain('A'..='Z').chain('a'..='z').map(String::from);
        let is_free = |sign: &String| !self.colors.iter().any(|label| label == sign);
        let mut colors = Lexicon::default();
        for label in self.colors.iter() {
            let short = if label.len() == 1 { label.to_owned() } else { free.find(is_free)? };
            colors.add(&short);
        }
        let mut problem = Self { colors: colors.into_labels(), ..self.clone() };
        if let Some(origin) = &mut problem.origin {
            let origin = Arc::make_mut(origin);
            origin.by_quotas = OnceLock::new();
            origin.problem = origin.problem.with_short_colors()?;
        }
        Some(problem)
    }

    /// Does any color have a label of more than one character?
    #[must_use]
    pub fn has_long_colors(&self) -> bool {
        self.original().colors.iter().any(|label| label.len() > 1)
    }

    /// The problem that this one was made from, if items of that are covered several times; otherwise this problem itself.
    #[must_use]
    pub fn original(&self) -> &Self {
        self.origin.as_ref().map_or(self, |origin| &origin.problem)
    }

    /// How often items of the original problem are covered, where that is not once or, for secondary items, at most once.
    #[must_use]
    pub fn times(&self) -> &[(ItemId, Multiplicity)] {
        self.origin.as_ref().map_or(&self.quotas, |origin| &origin.times)
    }

    /// Are its solutions those of another problem, in which items are covered several times?
    #[must_use]
    pub fn is_derived(&self) -> bool {
        self.origin.is_some()
    }

    /// Are its solutions the [irredundant](super::Constraints::irredundant) covers of the original problem alone?
    #[must_use]
    pub fn is_irredundant(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.needless.is_some())
    }

    /// The problem with bounds that has the same solutions: the original one with its times, or this problem itself, if those do not say everything.
    #[must_use]
    pub fn with_bounds(&self) -> (&Self, &[(ItemId, Multiplicity)]) {
        if self.is_irredundant() { (self, &[]) } else { (self.original(), self.times()) }
    }

    /// The options of the original problem that a solution stands for, in increasing order.
    #[must_use]
    pub fn original_options(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let Some(origin) = &self.origin else { return solution.to_vec() };
        let options = solution.iter().map(|option| origin.options[option.index()]).filter(|&option| option != NONE);
        let mut options: Vec<OptionId> = options.map(|option| OptionId::from_index(to_usize(option))).collect();
        options.sort_unstable();
        options
    }

    /// The problem of which solutions are counted as one that have the same of these options: all others are hidden. For a formula this is projected model counting.
    ///
    /// Only a count, and a sum without columns, knows how to do that: what lists or draws solutions, or writes the problem to a file, is about all of them.
    ///
    /// ```
    /// use dlx_count::{Session, format::knuth};
    ///
    /// // Two ways to cover a, and for one of them two ways to cover b.
    /// let problem = knuth::read("a b\na\na b\nb\nb\n".as_bytes())?;
    /// let first: Vec<_> = problem.options().take(1).collect();
    /// let counts = [problem.clone(), problem.projected(first)].map(|problem| Session::new()?.count(&problem));
    /// let [all, projected] = counts.map(|outcome| outcome.map(|outcome| outcome.count.to_string()));
    /// assert_eq!((all?.as_str(), projected?.as_str()), ("3", "2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If items are covered several times, options must be connected, or there is no such option.
    #[must_use]
    pub fn projected(mut self, mut shown: Vec<OptionId>) -> Self {
        let is_plain = self.times().is_empty() && self.wiring.is_none() && self.origin.is_none();
        assert!(is_plain, "only plain problems are projected");
        shown.sort_unstable();
        shown.dedup();
        assert!(shown.last().is_none_or(|option| option.index() < self.n_options()), "no such option");
        self.shown = Some(shown.into());
        self
    }

    /// The options by which solutions are told apart, in increasing order, if not by all.
    #[must_use]
    pub fn shown(&self) -> Option<&[OptionId]> {
        self.shown.as_deref()
    }

    /// A hash of what is counted, as 32 hexadecimal digits: the first half of a SHA-256 over items, options and colors by number, costs, and how options must be connected.
    ///
    /// Two problems that differ only in their labels and name share it. The solutions are then the same lists of options.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hasher = Sha256::new();
        let sizes = [self.n_primary, self.n_items(), self.n_options(), self.n_cells()];
        sizes.iter().for_each(|&size| hasher.update(to_u64(size).to_le_bytes()));
        self.starts.iter().for_each(|start| hasher.update(start.to_le_bytes()));
        self.cells.iter().for_each(|item| hasher.update(item.get().to_le_bytes()));
        self.ranked_tints().for_each(|rank| hasher.update(rank.to_le_bytes()));
        if self.has_costs() {
            hasher.update(b"costs");
            self.costs.units.iter().for_each(|cost| hasher.update(cost.to_le_bytes()));
            if self.costs.digits > 0 {
                hasher.update(self.costs.digits.to_le_bytes());
            }
        }
        if let Some(wiring) = &self.wiring {
            wiring.hash(&mut hasher);
        }
        if let Some(shown) = &self.shown {
            hasher.update(b"shown");
            shown.iter().for_each(|option| hasher.update(option.get().to_le_bytes()));
        }
        if self.has_quotas() {
            // Its tasks are those of another tree than before there were quotas.
            hasher.update(b"quotas");
        }
        digits(hasher)
    }

    /// Do two problems differ in their labels and names only? This compares in full what [`fingerprint`](Self::fingerprint) hashes.
    #[must_use]
    pub fn is_same_but_for_names(&self, other: &Self) -> bool {
        (self.n_primary, self.n_items()) == (other.n_primary, other.n_items())
            && (&self.starts, &self.cells, &self.costs) == (&other.starts, &other.cells, &other.costs)
            && self.shown == other.shown
            && self.ranked_tints().eq(other.ranked_tints())
            && match (&self.wiring, &other.wiring) {
                (Some(one), Some(other)) => one.is_same_but_for_names(other),
                (one, other) => one.is_none() && other.is_none(),
            }
    }

    /// Colors numbered in the order in which they first occur.
    fn ranked_tints(&self) -> impl Iterator<Item = u32> {
        let (mut ranks, mut n_ranks) = (vec![0u32; self.n_colors() + 1], 0);
        self.tints.iter().map(move |color| {
            let rank = &mut ranks[color.index()];
            if *rank == 0 && !color.is_none() {
                n_ranks += 1;
                *rank = n_ranks;
            }
            *rank
        })
    }

    fn range(&self, option: OptionId) -> std::ops::Range<usize> {
        to_usize(self.starts[option.index()])..to_usize(self.starts[option.index() + 1])
    }
}

/// The first half of a hash, as 32 hexadecimal digits.
pub fn digits(hasher: Sha256) -> String {
    hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
