//! Items that are covered several times: between a and b times, by different options (Knuth's Algorithm M, TAOCP 7.2.2.1).
//!
//! Every engine can demand "exactly once", and that is enough. An item that is covered at most b times becomes b *copies*, each of them covered exactly once, and the copies must not be told apart:
//! of the options that cover the item, numbered in their order, copy k takes an earlier one than copy k + 1 (see `before`). A copy beyond the first a may also stay idle, and then all later
//! ones do. Where any number more may follow, those that follow the copies share the items of the last copy in one color: they come behind it, in no order.
//!
//! So an option with two such items of three copies each becomes up to nine options, or, where that would be too many, its choices are made `apart`. The solutions of the new problem are those of the old one, one for one: the copies of an item are
//! told by the order of the options that cover it. The new problem keeps the old one, and solutions are shown in its terms.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::apart::{Apart, Cells};
use super::before::{as_larger, as_smaller};
use super::bounds::{MOST_WAYS, by_item, check, fresh, is_better_counted};
use super::builder::ProblemBuilder;
use super::counted::counted;
use super::error::ProblemError;
use super::exact_cover::{BoundedOrigin, NONE, Problem};
use super::ids::{Color, ItemId, OptionId};
use super::multiplicity::Multiplicity;
use super::ranks::{Rank, Ranks};
use super::widths::to_u32;

impl Problem {
    /// The problem in which these items are covered these numbers of times, by different options, instead of once. Earlier bounds of other items stay.
    ///
    /// ```
    /// use dlx_count::problem::Multiplicity;
    /// use dlx_count::{Problem, Session};
    ///
    /// // Of three friends two are to come: three ways.
    /// let mut builder = Problem::builder();
    /// let party = builder.primary("party")?;
    /// for friend in ["Ann", "Bob", "Cid"] {
    ///     let option = builder.option(&[party])?;
    ///     builder.label(option, friend)?;
    /// }
    /// let problem = builder.build().with_times(&[(party, Multiplicity::exactly(2))])?;
    /// assert_eq!(Session::new()?.count(&problem)?.count.to_string(), "3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the least is more than the most, an option gives such an item a color, or the new one is too large.
    ///
    /// # Panics
    /// If an item is not in this problem, or, for a problem that was made by this method, not in the original one.
    pub fn with_times(&self, times: &[(ItemId, Multiplicity)]) -> Result<Self, ProblemError> {
        let Some(origin) = &self.origin else { return bounded(&self.whole(), times, None) };
        let old = origin.times.iter().filter(|(item, _)| times.iter().all(|(other, _)| other != item));
        let all: Vec<_> = old.chain(times).copied().collect();
        bounded(&origin.problem, &all, origin.needless.as_deref())
    }
}

/// One item that is covered several times, or any number of times.
struct ItemSlots {
    times: Multiplicity,
    copies: Vec<ItemId>,
    /// For each copy the items, by prefix, that keep it before the next one, if there is a next one.
    before_next: Vec<Vec<ItemId>>,
    /// The color of the options that come after all copies, if there may be any.
    follower: Option<Color>,
    /// The order of the options that cover the item, and how many of them have been seen.
    ranks: Ranks,
    n_seen: usize,
}

/// How an item of the old problem is covered in the new one.
enum Role {
    /// Exactly once.
    Primary,
    /// At most once.
    Secondary,
    /// Any number of times: it is not an item any more.
    Free,
    Several(ItemSlots),
}

/// The problem with bounds, by copies or by counts as is better; minimal covers by counts only.
pub(super) fn bounded(
    problem: &Problem,
    times: &[(ItemId, Multiplicity)],
    needless: Option<&[ItemId]>,
) -> Result<Problem, ProblemError> {
    // Once is what a primary item is covered anyway.
    let says_more = |(item, times): &&(ItemId, Multiplicity)| *times != Multiplicity::ONE || !problem.is_primary(*item);
    let times: &[(ItemId, Multiplicity)] = &times.iter().filter(says_more).copied().collect::<Vec<_>>();
    if times.is_empty() && needless.is_none() {
        return Ok(problem.clone());
    }
    let is_counted = needless.is_some() || is_better_counted(problem, times);
    if is_counted { counted(problem, times, needless) } else { expanded(problem, times) }
}

fn expanded(problem: &Problem, times: &[(ItemId, Multiplicity)]) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    builder.name(problem.name());
    let mut all = roles(problem, times)?;
    let bounds = by_item(problem, times);
    let taken: HashSet<&str> = problem.items().map(|item| problem.item_label(item)).collect();
    let mut apart = declare_apart(problem, &all, &taken, &mut builder)?;
    let own = declare_own(problem, (&all, &apart, &bounds), &taken, &mut builder)?;
    let items = declare(problem, &mut all, &taken, &mut builder)?;
    for (option, apart) in apart.iter_mut().enumerate().filter_map(|(option, apart)| Some((option, apart.as_mut()?))) {
        apart.declare_color(fresh(&taken, format!("option#{option}?")), &mut builder)?;
    }
    let colors = problem.colors.iter().map(|label| builder.color(label)).collect::<Result<Vec<_>, _>>()?;
    let color_of = |color: Color| if color.is_none() { color } else { colors[color.index() - 1] };
    let mut options = Vec::new();
    for option in problem.options() {
        let mut plain: Cells = own[option.index()].map(|item| (item, Color::NONE)).into_iter().collect();
        let mut choices = Vec::new();
        for (item, color) in problem.cells(option) {
            match (&mut all[item.index()], items[item.index()]) {
                (Role::Several(slots), _) => choices.push(slots.next_choices()),
                (_, Some(item)) => plain.push((item, color_of(color))),
                (_, None) => {}
            }
        }
        let (all_cells, n_chosen) = match (&apart[option.index()], own[option.index()]) {
            (Some(apart), Some(own)) => (apart.options(plain, own, choices, &mut builder)?, 1),
            _ => (products(plain, &choices), usize::MAX),
        };
        for (number, cells) in all_cells.iter().enumerate() {
            let added = builder.colored_option(cells)?;
            if number < n_chosen {
                problem.option_label(option).map(|label| builder.label(added, label)).transpose()?;
            }
            options.push(if number < n_chosen { to_u32(option.index()) } else { NONE });
        }
    }
    let not_chosen = own.iter().zip(&apart).filter(|(_, apart)| apart.is_none()).filter_map(|(own, _)| *own);
    let not_chosen = not_chosen.map(|item| vec![(item, Color::NONE)]);
    for cells in all.iter().filter_map(Role::slots).flat_map(ItemSlots::idle).chain(not_chosen) {
        builder.colored_option(&cells)?;
        options.push(NONE);
    }
    let by_quotas = OnceLock::new();
    let origin = BoundedOrigin { problem: problem.clone(), times: times.to_vec(), options, needless: None, by_quotas };
    Ok(origin.build(builder))
}

/// The role of each item.
fn roles(problem: &Problem, times: &[(ItemId, Multiplicity)]) -> Result<Vec<Role>, ProblemError> {
    let role = |item| if problem.is_primary(item) { Role::Primary } else { Role::Secondary };
    let mut roles: Vec<Role> = problem.items().map(role).collect();
    let mut several = Vec::new();
    check(problem, times)?;
    for &(item, times) in times {
        roles[item.index()] = match times {
            Multiplicity::ONE => Role::Primary,
            Multiplicity::AT_MOST_ONCE => Role::Secondary,
            _ => {
                several.push((item, times));
                Role::Free
            }
        };
    }
    let is_once = |(item, color): &(ItemId, Color)| color.is_none() && !matches!(roles[item.index()], Role::Free);
    let key = |option: OptionId| problem.cells(option).filter(is_once).map(|(item, _)| item).min();
    let mut keys: Vec<Vec<Option<ItemId>>> = vec![Vec::new(); problem.n_items()];
    for option in problem.options().filter(|_| !several.is_empty()) {
        let key = key(option);
        problem.items_of(option).iter().for_each(|item| keys[item.index()].push(key));
    }
    for (item, times) in several {
        roles[item.index()] = ItemSlots::new(times, Ranks::new(&keys[item.index()])).map_or(Role::Free, Role::Several);
    }
    Ok(roles)
}

impl Role {
    fn slots(&self) -> Option<&ItemSlots> {
        match self {
            Self::Several(slots) => Some(slots),
            _ => None,
        }
    }
}

/// The additional items of options with too many choices, one for each item that is covered several times.
fn declare_apart(
    problem: &Problem,
    all: &[Role],
    taken: &HashSet<&str>,
    builder: &mut ProblemBuilder,
) -> Result<Vec<Option<Apart>>, ProblemError> {
    let mut n_seen = vec![0; problem.n_items()];
    let mut apart = Vec::new();
    for option in problem.options() {
        let mut several = Vec::new();
        for &item in problem.items_of(option) {
            let Some(slots) = all[item.index()].slots() else { continue };
            let number = slots.n_choices(n_seen[item.index()]);
            n_seen[item.index()] += 1;
            several.extend(Some((item, number)).filter(|(_, number)| *number != 1));
        }
        let n_ways = several.iter().fold(1usize, |n_ways, (_, number)| n_ways.saturating_mul(*number));
        let number = option.index();
        let labels =
            several.iter().map(|(item, _)| fresh(taken, format!("option#{number}:{}", problem.item_label(*item))));
        apart.push((n_ways > MOST_WAYS).then(|| Apart::declare(labels, builder)).transpose()?);
    }
    Ok(apart)
}

/// An additional item for each option that may only follow copies, or covers nothing that must be covered, so that it would be left without a primary item: that item is covered by the option, or by not choosing it.
fn declare_own(
    problem: &Problem,
    (all, apart, bounds): (&[Role], &[Option<Apart>], &[Option<Multiplicity>]),
    taken: &HashSet<&str>,
    builder: &mut ProblemBuilder,
) -> Result<Vec<Option<ItemId>>, ProblemError> {
    let own = problem.options().map(|option| {
        let items = problem.items_of(option);
        let need_not = |item: &ItemId| match &all[item.index()] {
            Role::Several(slots) => slots.times.most.is_none(),
            Role::Primary => false,
            Role::Secondary | Role::Free => true,
        };
        let is_asked_for = items.iter().any(|item| bounds[item.index()].is_some()) && items.iter().all(need_not);
        (is_asked_for || apart[option.index()].is_some())
            .then(|| builder.primary(fresh(taken, format!("option#{}", option.index()))))
            .transpose()
    });
    own.collect()
}

/// Declares all items, primary ones first. Returns the new numbers of those without bounds.
fn declare(
    problem: &Problem,
    all: &mut [Role],
    taken: &HashSet<&str>,
    builder: &mut ProblemBuilder,
) -> Result<Vec<Option<ItemId>>, ProblemError> {
    let mut items = vec![None; problem.n_items()];
    for item in problem.items() {
        match &mut all[item.index()] {
            Role::Several(slots) => slots.declare_copies(problem.item_label(item), taken, builder)?,
            Role::Primary => items[item.index()] = Some(builder.primary(problem.item_label(item))?),
            Role::Secondary | Role::Free => {}
        }
    }
    for item in problem.items() {
        match &mut all[item.index()] {
            Role::Several(slots) => slots.declare_order(problem.item_label(item), taken, builder)?,
            Role::Secondary => items[item.index()] = Some(builder.secondary(problem.item_label(item))?),
            Role::Primary | Role::Free => {}
        }
    }
    Ok(items)
}

/// All options that an option becomes: one of the choices of each item.
fn products(plain: Cells, choices: &[Vec<Cells>]) -> Vec<Cells> {
    let mut products = vec![plain];
    for choices in choices {
        let longer = products.iter().flat_map(|cells| choices.iter().map(|choice| [&cells[..], choice].concat()));
        products = longer.collect();
    }
    products
}

impl ItemSlots {
    /// Copies of an item whose options stand in this order; none if it may be covered any number of times.
    fn new(times: Multiplicity, ranks: Ranks) -> Option<Self> {
        // No two options of a rank can be chosen together. So an item cannot be covered more often than there are ranks, and a bound that cannot be reached is dropped.
        let most = times.most.filter(|&most| most < ranks.number || most == times.least);
        let above = ranks.number + 1;
        let times = Multiplicity { least: times.least.min(above), most: most.map(|most| most.min(above)) };
        let slots = Self { times, copies: Vec::new(), before_next: Vec::new(), follower: None, ranks, n_seen: 0 };
        (times != Multiplicity::ANY).then_some(slots)
    }

    fn n_copies(&self) -> usize {
        self.times.most.unwrap_or(self.times.least)
    }

    /// The primary items.
    fn declare_copies(
        &mut self,
        label: &str,
        taken: &HashSet<&str>,
        builder: &mut ProblemBuilder,
    ) -> Result<(), ProblemError> {
        let number = self.n_copies();
        let copies = (1..=number)
            .map(|k| builder.primary(if number == 1 { label.into() } else { fresh(taken, format!("{label}#{k}")) }));
        self.copies = copies.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The secondary items that keep the copies in order.
    fn declare_order(
        &mut self,
        label: &str,
        taken: &HashSet<&str>,
        builder: &mut ProblemBuilder,
    ) -> Result<(), ProblemError> {
        if self.times.most.is_none() {
            self.follower = Some(builder.color("more")?);
        }
        let n_pairs = if self.follower.is_some() { self.copies.len() } else { self.copies.len().saturating_sub(1) };
        let n_prefixes = 1 << self.ranks.digits();
        for k in 1..=n_pairs {
            let items =
                (1..n_prefixes).map(|prefix: usize| builder.secondary(fresh(taken, format!("{label}#{k}<{prefix:b}"))));
            self.before_next.push(items.collect::<Result<_, _>>()?);
        }
        Ok(())
    }

    /// What the next option that covers the item can cover instead: one of the copies, or the place after them.
    fn next_choices(&mut self) -> Vec<Cells> {
        let rank = self.ranks.of(self.n_seen);
        self.n_seen += 1;
        let copies = self.copies_at(rank.place).map(|k| self.taking(k, rank));
        let follower = self.follower.filter(|_| rank.place >= self.copies.len());
        let follower = follower.map(|color| self.behind(self.copies.len(), rank.larger, color).collect());
        copies.chain(follower).collect()
    }

    /// The copies that an option with `place` ranks before its own can take: there must be enough ranks before it for the copies before, and enough after it for the copies that must still be taken.
    fn copies_at(&self, place: usize) -> impl Iterator<Item = usize> {
        let (least, number) = (self.times.least, self.ranks.number);
        (0..self.n_copies()).filter(move |&k| k <= place && (k >= least || number - place >= least - k))
    }

    /// How many choices the option in this place has.
    fn n_choices(&self, option: usize) -> usize {
        let place = self.ranks.of(option).place;
        let is_behind = self.times.most.is_none() && place >= self.n_copies();
        self.copies_at(place).count() + usize::from(is_behind)
    }

    /// The options that leave a copy idle.
    fn idle(&self) -> Vec<Cells> {
        let end = Rank { place: self.ranks.number, smaller: self.ranks.end, larger: self.ranks.end };
        (self.times.least..self.copies.len()).map(|k| self.taking(k, end)).collect()
    }

    /// The items of copy k, taken by an option of this rank.
    fn taking(&self, k: usize, rank: Rank) -> Cells {
        let before = self.before_next.get(k).into_iter();
        let before =
            before.flat_map(|items| as_smaller(rank.smaller, self.ranks.digits()).map(|prefix| items[prefix - 1]));
        let mut cells = vec![(self.copies[k], Color::NONE)];
        cells.extend(before.map(|item| (item, Color::NONE)));
        cells.extend(self.behind(k, rank.larger, Color::NONE));
        cells
    }

    /// The items that keep an option with this number after copy k - 1.
    fn behind(&self, k: usize, number: usize, color: Color) -> impl Iterator<Item = (ItemId, Color)> {
        let before = k.checked_sub(1).map(|k| &self.before_next[k]);
        before
            .into_iter()
            .flat_map(move |items| as_larger(number, self.ranks.digits()).map(move |prefix| (items[prefix - 1], color)))
    }
}
