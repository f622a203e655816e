//! Demands on the solutions of a problem: this option must be in, that one must not, nothing may touch this item, that one need not be covered.
//!
//! Options keep their numbers, so solutions of the constrained problem are solutions of the other, option by option. Where an option must be in, no other may
//! cover one of its items. An option that must not be in loses its primary items: without any it is never chosen.

use super::counted::counted;
use super::error::ProblemError;
use super::exact_cover::Problem;
use super::ids::{Color, ItemId, OptionId};
use super::multiplicity::Multiplicity;
use std::borrow::Cow;
use std::sync::Arc;

/// Constraints on solutions of a problem.
///
/// ```
/// use dlx_count::problem::Constraints;
/// use dlx_count::{OptionId, Session, family::queens};
///
/// let problem = queens(8);
/// let corner = Constraints { select: vec![OptionId::from_index(0)], ..Constraints::default() };
/// assert_eq!(Session::new()?.count(&problem.constrained(&corner)?)?.count.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Constraints {
    /// These options must be in.
    pub select: Vec<OptionId>,
    /// No option may touch these items, and they need not be covered.
    pub forbid: Vec<ItemId>,
    /// These options must not be in.
    pub exclude: Vec<OptionId>,
    /// These items need not be covered: they become secondary.
    pub optional: Vec<ItemId>,
    /// How many times items are covered, by different options.
    pub times: Vec<(ItemId, Multiplicity)>,
    /// Only irredundant covers, also called minimal: without any one of its options some item would not be covered often enough.
    pub irredundant: bool,
}

impl Constraints {
    /// Are there no demands?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Does every symmetry carry solutions that meet them to such solutions?
    #[must_use]
    pub fn keep_symmetry(&self) -> bool {
        *self == Self { irredundant: self.irredundant, ..Self::default() }
    }

    /// May there be solutions of the constrained problem that are none of the other?
    fn allow_more(&self) -> bool {
        !(self.forbid.is_empty() && self.optional.is_empty() && self.times.is_empty())
    }

    /// An item that must be covered is neither forbidden nor optional.
    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        for (item, times) in self.times.iter().filter(|(_, times)| times.least > 0) {
            let label = || problem.item_label(*item).into();
            if self.forbid.contains(item) {
                return Err(ProblemError::Contradiction { label: label(), least: times.least, what: "forbidden" });
            }
            if self.optional.contains(item) {
                return Err(ProblemError::Contradiction { label: label(), least: times.least, what: "optional" });
            }
        }
        Ok(())
    }
}

/// Options that must be in.
struct Selected {
    /// For each item the only option that may cover it. This keeps every symmetry that keeps what is selected, whatever items it exchanges.
    sole: Vec<Option<OptionId>>,
    /// Options that need an item of their own: they have none that is covered just once, or only items that belong to another selected option, and then there is no solution.
    alone: Vec<OptionId>,
}

impl Problem {
    /// Says which problem this was made of, by leaving options out that are in no solution: the last ones. Demands that allow more solutions are about that one, since some of these may then be in a solution.
    ///
    /// ```
    /// use dlx_count::problem::Constraints;
    /// use dlx_count::{Session, format::knuth};
    ///
    /// // The last option leaves nothing for b.
    /// let whole = knuth::read("a b c\na b\nc\na c\n".as_bytes())?;
    /// let problem = knuth::read("a b c\na b\nc\n".as_bytes())?.narrowed_from(whole);
    /// let optional = Constraints { optional: problem.items().skip(1).take(1).collect(), ..Constraints::default() };
    /// let counts = [problem.clone(), problem.constrained(&optional)?].map(|problem| Session::new()?.count(&problem));
    /// let [strict, loose] = counts.map(|outcome| outcome.map(|outcome| outcome.count.to_string()));
    /// assert_eq!((strict?.as_str(), loose?.as_str()), ("1", "2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn narrowed_from(self, whole: Self) -> Self {
        Self { whole: Some(Arc::new(whole)), ..self }
    }

    /// Was it [narrowed from](Self::narrowed_from) another problem?
    #[must_use]
    pub const fn is_narrowed(&self) -> bool {
        self.whole.is_some()
    }

    /// The problem that this was [narrowed from](Self::narrowed_from), or this one. The first options of both are the same.
    #[must_use]
    pub fn whole(&self) -> Cow<'_, Self> {
        self.whole.as_ref().map_or(Cow::Borrowed(self), |whole| {
            Cow::Owned(Self { name: self.name.clone(), unpriced: self.unpriced, ..(**whole).clone() })
        })
    }

    /// The problem that demands are about: the [whole](Self::whole) one if they allow more solutions.
    #[must_use]
    pub fn asked_for(&self, demands: &Constraints) -> Cow<'_, Self> {
        if demands.allow_more() { self.whole() } else { Cow::Borrowed(self) }
    }

    /// This problem with demands on its solutions. Options keep their numbers and labels, items their labels, unless some items are to be covered several times: see
    /// [`with_times`](Self::with_times). The demands on such a problem are about the one it was made of.
    ///
    /// # Errors
    /// If it grows past 2^32 - 3 nodes, an item cannot be covered as often as this, or demands on an item contradict each other.
    ///
    /// # Panics
    /// If an item or an option is not in this problem.
    pub fn constrained(&self, demands: &Constraints) -> Result<Self, ProblemError> {
        demands.check(self.original())?;
        let whole = self.original().asked_for(demands);
        let bounded = self.times().iter().chain(&demands.times).map(|(item, _)| *item);
        let (once, numbers) = whole.constrained_once(demands, &bounded.collect::<Vec<_>>())?;
        let once = match &whole.whole {
            Some(whole) => once.narrowed_from(whole.constrained_once(demands, &[])?.0),
            None => once,
        };
        let is_new = |item: &ItemId| demands.times.iter().any(|(other, _)| other == item);
        let old = self.times().iter().filter(|(item, _)| !is_new(item) && !demands.forbid.contains(item));
        let loosened = old.map(|&(item, times)| {
            (item, if demands.optional.contains(&item) { Multiplicity { least: 0, ..times } } else { times })
        });
        let all = loosened.chain(demands.times.iter().copied());
        let times: Vec<_> = all.filter_map(|(item, times)| Some((numbers[item.index()]?, times))).collect();
        if demands.irredundant || self.is_irredundant() {
            // Items that this problem does not have were added so that an option must be in.
            let mut is_needless = vec![true; once.n_items()];
            let asking = whole.items().filter(|&item| !self.is_needless(item));
            asking.filter_map(|item| numbers[item.index()]).for_each(|item| is_needless[item.index()] = false);
            let needless: Vec<ItemId> = once.items().filter(|item| is_needless[item.index()]).collect();
            return counted(&once, &times, Some(&needless));
        }
        if times.is_empty() { Ok(once) } else { once.with_times(&times) }
    }

    /// The problem with these demands, except that no item is covered several times; and the new numbers of the items.
    fn constrained_once(
        &self,
        demands: &Constraints,
        times: &[ItemId],
    ) -> Result<(Self, Vec<Option<ItemId>>), ProblemError> {
        let mut builder = Self::builder();
        builder.name(&self.name);
        let is_secondary =
            |item: &ItemId| !self.is_primary(*item) || demands.forbid.contains(item) || demands.optional.contains(item);
        let mut numbers = vec![None; self.n_items()];
        for item in self.items().filter(|item| !is_secondary(item)) {
            numbers[item.index()] = Some(builder.primary(self.item_label(item))?);
        }
        let Selected { sole, alone } = self.selected(demands, |item| !is_secondary(item) && !times.contains(item));
        let mut is_excluded = vec![false; self.n_options()];
        demands.exclude.iter().for_each(|option| is_excluded[option.index()] = true);
        let mut own = Vec::new();
        for option in alone {
            own.push((option, builder.primary(self.unused_label(option))?));
        }
        for item in self.items().filter(is_secondary) {
            numbers[item.index()] = Some(builder.secondary(self.item_label(item))?);
        }
        let mut colors = vec![Color::NONE];
        for label in self.colors.iter() {
            colors.push(builder.color(label)?);
        }
        for option in self.options() {
            let is_other = |item: &ItemId| sole[item.index()].is_some_and(|sole| sole != option);
            let is_out = is_excluded[option.index()]
                || self.items_of(option).iter().any(|item| demands.forbid.contains(item) || is_other(item));
            let cells = self.cells(option).filter(|(item, _)| !is_out || (is_secondary(item) && !times.contains(item)));
            for (item, color) in cells {
                let item = numbers[item.index()].expect("every item is primary or secondary");
                builder.push(item, colors[color.index()])?;
            }
            if let Some((_, item)) = own.iter().find(|(selected, _)| *selected == option && !is_out) {
                builder.push(*item, Color::NONE)?;
            }
            builder.finish()?;
        }
        let (option_labels, costs, usual) = (self.option_labels.clone(), self.costs.clone(), self.usual.clone());
        let (is_priced, unpriced, wiring) = (self.is_priced, self.unpriced, self.wiring.clone());
        let (invented, shown) = (own.iter().map(|(_, item)| *item).collect(), self.shown.clone());
        let made =
            Self { option_labels, costs, usual, is_priced, unpriced, invented, wiring, shown, ..builder.build() };
        Ok((made, numbers))
    }

    /// The options that must be in, where these items are covered just once.
    fn selected(&self, demands: &Constraints, is_once: impl Fn(&ItemId) -> bool) -> Selected {
        let mut select = demands.select.clone();
        select.sort_unstable();
        select.dedup();
        assert!(select.last().is_none_or(|option| option.index() < self.n_options()), "no such option");
        let (mut sole, mut alone) = (vec![None; self.n_items()], Vec::new());
        for option in select {
            let once: Vec<ItemId> = self.items_of(option).iter().copied().filter(&is_once).collect();
            if once.is_empty() || once.iter().any(|item| sole[item.index()].is_some()) {
                alone.push(option);
            }
            for item in once {
                sole[item.index()].get_or_insert(option);
            }
        }
        Selected { sole, alone }
    }

    /// Is this item of the original problem there only so that an option must be in?
    pub fn is_needless(&self, item: ItemId) -> bool {
        let needless = self.origin.as_ref().and_then(|origin| origin.needless.as_ref());
        needless.is_some_and(|needless| needless.contains(&item))
    }

    /// A label that no item has, for an item of this option alone.
    fn unused_label(&self, option: OptionId) -> String {
        let mut label = format!("option#{}", option.index());
        while self.items.iter().any(|taken| taken == label) {
            label.push('#');
        }
        label
    }
}
