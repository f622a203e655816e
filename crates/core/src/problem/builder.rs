//! The only way to make a [`Problem`]: items first, then options, with every rule checked at once.

use std::fmt::{Display, Write};

use super::connected::DraftPorts;
use super::costs::Costs;
use super::error::ProblemError;
use super::exact_cover::Problem;
use super::ids::{Color, ItemId, OptionId};
use super::labels::{Labels, Lexicon};
use super::widths::to_usize;
use crate::stop::poll;

/// The largest index a problem may use: the engines keep two numbers above it for themselves.
const LIMIT: usize = to_usize(u32::MAX - 2);

/// The most options: engines keep the number of options that an item has left, and add 2^30 to it while the item is out of play.
const MOST_OPTIONS: usize = (1 << 30) - 1;

impl Problem {
    /// Starts a new problem.
    #[must_use]
    pub fn builder() -> ProblemBuilder {
        ProblemBuilder::new()
    }
}

/// Collects items and options and checks them.
///
/// ```
/// use dlx_count::Problem;
///
/// let mut builder = Problem::builder();
/// let row = builder.primary("row")?; // or any type that can be displayed
/// let left = builder.secondary("left")?;
/// let right = builder.secondary("right")?;
/// let ann = builder.option(&[row, left])?;
/// builder.option(&[row, right])?;
/// builder.label(ann, "Ann")?; // an option may have a label, too
/// let problem = builder.build();
/// assert_eq!((problem.n_options(), problem.option_label(ann)), (2, Some("Ann")));
/// # Ok::<(), dlx_count::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    name: String,
    items: Lexicon,
    pub(super) n_primary: usize,
    colors: Lexicon,
    pub(super) starts: Vec<u32>,
    cells: Vec<ItemId>,
    /// Parallel to `cells` once the first color has been seen, empty before.
    tints: Vec<Color>,
    /// The labels of options; empty as long as no option has one.
    option_labels: Labels,
    /// The costs of options that were given so far, and the sum of their amounts.
    pub(super) costs: Costs,
    pub(super) total_cost: u64,
    /// Nodes, ports and how options must be connected.
    pub(super) draft: DraftPorts,
    pub(super) n_ports: usize,
    /// For each item the number of the last option it was seen in, plus one.
    last_seen: Vec<u32>,
    /// The label being declared.
    text: String,
}

impl ProblemBuilder {
    pub(super) fn new() -> Self {
        Self { starts: vec![0], ..Self::default() }
    }

    /// Gives the problem a name for reports, such as `queens 8`.
    pub fn name(&mut self, name: impl Into<String>) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Declares an item that every solution covers exactly once.
    ///
    /// # Errors
    /// If the label is taken, a secondary item is already declared, or there are 2^32 - 3 items.
    pub fn primary(&mut self, label: impl Display) -> Result<ItemId, ProblemError> {
        if self.items.len() > self.n_primary {
            return Err(ProblemError::PrimaryAfterSecondary { label: label.to_string() });
        }
        let item = self.item(label)?;
        self.n_primary += 1;
        Ok(item)
    }

    /// Declares a primary item for each label, see [`primary`](Self::primary).
    ///
    /// # Errors
    /// As there.
    pub fn primaries(&mut self, labels: impl IntoIterator<Item = impl Display>) -> Result<Vec<ItemId>, ProblemError> {
        labels.into_iter().map(|label| self.primary(label)).collect()
    }

    /// Declares an item that every solution covers at most once, or any number of times in one color.
    ///
    /// # Errors
    /// If the label is taken or there are 2^32 - 3 items.
    pub fn secondary(&mut self, label: impl Display) -> Result<ItemId, ProblemError> {
        self.item(label)
    }

    /// Declares a secondary item for each label, see [`secondary`](Self::secondary).
    ///
    /// # Errors
    /// As there.
    pub fn secondaries(&mut self, labels: impl IntoIterator<Item = impl Display>) -> Result<Vec<ItemId>, ProblemError> {
        labels.into_iter().map(|label| self.secondary(label)).collect()
    }

    fn item(&mut self, label: impl Display) -> Result<ItemId, ProblemError> {
        poll(1);
        // One buffer for all labels: there may be millions.
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let _ = write!(text, "{label}");
        let item = self.labelled(&text);
        self.text = text;
        item
    }

    fn labelled(&mut self, label: &str) -> Result<ItemId, ProblemError> {
        if self.items.find(label).is_some() {
            return Err(ProblemError::DuplicateItem { label: label.into() });
        }
        check_room("items", self.items.len(), LIMIT)?;
        self.items.add(label);
        self.last_seen.push(0);
        Ok(ItemId::from_index(self.items.len() - 1))
    }

    /// The item with this label.
    #[must_use]
    pub fn find_item(&self, label: &str) -> Option<ItemId> {
        self.items.find(label).map(ItemId::from_index)
    }

    /// The labels declared so far, in order.
    pub fn item_labels(&self) -> impl Iterator<Item = &str> {
        (0..self.items.len()).map(|index| self.items.get(index))
    }

    /// The color with this label, new or known. Labels are compared in full; the empty one is [`Color::NONE`].
    ///
    /// # Errors
    /// If there are 2^32 - 3 colors.
    pub fn color(&mut self, label: &str) -> Result<Color, ProblemError> {
        if label.is_empty() {
            return Ok(Color::NONE);
        }
        if let Some(index) = self.colors.find(label) {
            return Ok(Color::from_index(index + 1));
        }
        check_room("colors", self.colors.len(), LIMIT)?;
        self.colors.add(label);
        Ok(Color::from_index(self.colors.len()))
    }

    /// Adds an option without colors.
    ///
    /// # Errors
    /// If an item is unknown or given twice, or the problem grows past 2^32 - 3 nodes.
    /// The builder is then as it was before.
    pub fn option(&mut self, items: &[ItemId]) -> Result<OptionId, ProblemError> {
        self.add(items.iter().map(|&item| (item, Color::NONE)))
    }

    /// Adds an option in which items may have colors.
    ///
    /// # Errors
    /// As for [`option`](Self::option), and if a primary item has a color.
    pub fn colored_option(&mut self, cells: &[(ItemId, Color)]) -> Result<OptionId, ProblemError> {
        self.add(cells.iter().copied())
    }

    fn add(&mut self, cells: impl Iterator<Item = (ItemId, Color)>) -> Result<OptionId, ProblemError> {
        for (item, color) in cells {
            if let Err(error) = self.push(item, color) {
                self.abandon();
                return Err(error);
            }
        }
        self.finish()
    }

    /// Adds one item to the option that [`finish`](Self::finish) will end: for readers, which meet items one by one.
    ///
    /// # Errors
    /// As for [`colored_option`](Self::colored_option); what was pushed before stays.
    pub fn push(&mut self, item: ItemId, color: Color) -> Result<(), ProblemError> {
        poll(1);
        let stamp = self.stamp();
        let Some(seen) = self.last_seen.get_mut(item.index()) else {
            return Err(ProblemError::UnknownItem { label: format!("#{}", item.index()) });
        };
        if *seen == stamp {
            return Err(ProblemError::RepeatedItem { label: self.items.get(item.index()).into() });
        }
        if item.index() < self.n_primary && !color.is_none() {
            return Err(ProblemError::ColoredPrimary { label: self.items.get(item.index()).into() });
        }
        // Every option takes a node and a spacer in the links engine.
        check_room("nodes", self.cells.len() + 2 * self.items.len() + self.starts.len(), LIMIT)?;
        *seen = stamp;
        self.set_color(color);
        self.cells.push(item);
        Ok(())
    }

    fn set_color(&mut self, color: Color) {
        if self.tints.is_empty() && color.is_none() {
            return;
        }
        self.tints.resize(self.cells.len(), Color::NONE);
        self.tints.push(color);
    }

    /// Ends the option made of the items pushed since the last one.
    ///
    /// # Errors
    /// If there are 2^30 - 1 options.
    pub fn finish(&mut self) -> Result<OptionId, ProblemError> {
        poll(1);
        check_room("options", self.starts.len() - 1, MOST_OPTIONS)?;
        let option = OptionId::from_index(self.starts.len() - 1);
        self.starts.push(u32::try_from(self.cells.len()).expect("push checks the number of nodes"));
        Ok(option)
    }

    /// Ends the option made of the items pushed since the last one, and gives it a label, unless that is empty.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish).
    pub fn finish_labelled(&mut self, label: &str) -> Result<OptionId, ProblemError> {
        let option = self.finish()?;
        if !label.is_empty() {
            self.label(option, label)?;
        }
        Ok(option)
    }

    /// Declares an item as another problem has it, primary or secondary.
    ///
    /// # Errors
    /// As for [`primary`](Self::primary) and [`secondary`](Self::secondary).
    pub fn copy_item(&mut self, problem: &Problem, item: ItemId) -> Result<ItemId, ProblemError> {
        let label = problem.item_label(item);
        if problem.is_primary(item) { self.primary(label) } else { self.secondary(label) }
    }

    /// Adds an option as another problem has it, with its colors and ports, but without its label and cost. `copied` says which item stands here for one of that problem; where it says none, the item is left out.
    ///
    /// # Errors
    /// As for [`colored_option`](Self::colored_option) and [`ports`](Self::ports).
    ///
    /// ```
    /// use dlx_count::{Problem, Session, format::knuth};
    ///
    /// // Of the two covers the one without the first option.
    /// let (whole, mut builder) = (knuth::read("a b c\na\nb c\na b\nc\n".as_bytes())?, Problem::builder());
    /// for item in whole.items() {
    ///     builder.copy_item(&whole, item)?;
    /// }
    /// for option in whole.options().skip(1) {
    ///     builder.copy_option(&whole, option, Some)?;
    /// }
    /// assert_eq!(Session::new()?.count(&builder.build())?.count.to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_option(
        &mut self,
        problem: &Problem,
        option: OptionId,
        copied: impl Fn(ItemId) -> Option<ItemId>,
    ) -> Result<OptionId, ProblemError> {
        for (item, color) in problem.cells(option) {
            let Some(item) = copied(item) else { continue };
            let color = self.color(problem.color_label(color))?;
            self.push(item, color)?;
        }
        let added = self.finish()?;
        self.copy_ports(added, problem, option)?;
        Ok(added)
    }

    /// A builder that has all items of a problem, these of its options with their ports and labels, and how they must be connected. The name and costs are left out.
    ///
    /// # Errors
    /// If it grows past 2^32 - 3 nodes.
    pub fn copy_of(problem: &Problem, options: impl IntoIterator<Item = OptionId>) -> Result<Self, ProblemError> {
        let mut builder = Self::new();
        for item in problem.items() {
            builder.copy_item(problem, item)?;
        }
        for option in options {
            let added = builder.copy_option(problem, option, Some)?;
            if let Some(label) = problem.option_label(option) {
                builder.label(added, label)?;
            }
        }
        problem.connected().into_iter().for_each(|condition| _ = builder.connected(condition));
        Ok(builder)
    }

    /// Gives an option a label for its users, instead of the one it had. Labels need not differ; an empty label counts as none.
    ///
    /// # Errors
    /// If there is no such option.
    pub fn label(&mut self, option: OptionId, label: impl Display) -> Result<&mut Self, ProblemError> {
        if option.index() + 1 >= self.starts.len() {
            return Err(ProblemError::UnknownOption { number: option.index() });
        }
        self.option_labels.set(option.index(), &label.to_string());
        Ok(self)
    }

    /// Forgets the items pushed since the last option.
    fn abandon(&mut self) {
        let start = self.starts.last().map_or(0, |&start| to_usize(start));
        for cell in self.cells.drain(start..) {
            self.last_seen[cell.index()] = 0;
        }
        self.tints.truncate(start);
    }

    fn stamp(&self) -> u32 {
        u32::try_from(self.starts.len()).expect("finish checks the number of options")
    }

    /// The finished problem. An option pushed but not finished is not part of it.
    #[must_use]
    pub fn build(mut self) -> Problem {
        self.abandon();
        if !self.tints.is_empty() {
            self.tints.resize(self.cells.len(), Color::NONE);
        }
        let costs = self.take_costs(self.starts.len() - 1);
        let wiring = std::mem::take(&mut self.draft).build(self.starts.len() - 1);
        Problem {
            name: self.name,
            items: self.items.into_labels(),
            n_primary: self.n_primary,
            colors: self.colors.into_labels(),
            starts: self.starts,
            cells: self.cells,
            tints: self.tints,
            option_labels: self.option_labels.trimmed(),
            costs,
            usual: Vec::new(),
            unpriced: "",
            is_priced: false,
            invented: Vec::new(),
            origin: None,
            wiring,
            quotas: Vec::new(),
            whole: None,
            shown: None,
        }
    }
}

fn check_room(what: &'static str, taken: usize, limit: usize) -> Result<(), ProblemError> {
    if taken < limit { Ok(()) } else { Err(ProblemError::TooLarge { what, limit }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut builder = Problem::builder();
        let a = builder.primary("a").unwrap();
        let s = builder.secondary("s").unwrap();
        let red = builder.color("red").unwrap();
        assert_eq!(builder.option(&[a, s, a]), Err(ProblemError::RepeatedItem { label: "a".into() }));
        assert_eq!(
            builder.colored_option(&[(s, red), (a, red)]),
            Err(ProblemError::ColoredPrimary { label: "a".into() })
        );
        let first = builder.colored_option(&[(a, Color::NONE), (s, red)]).unwrap();
        let second = builder.option(&[a, s]).unwrap();
        let problem = builder.build();
        assert_eq!(problem.n_options(), 2);
        assert_eq!(problem.cells(first).collect::<Vec<_>>(), [(a, Color::NONE), (s, red)]);
        assert_eq!(problem.cells(second).collect::<Vec<_>>(), [(a, Color::NONE), (s, Color::NONE)]);
    }

    #[test]
    fn labels_of_options_are_kept_and_change_nothing_else() {
        let build = |labels: &[(usize, &str)]| {
            let mut builder = Problem::builder();
            let a = builder.primary("a").unwrap();
            builder.option(&[a]).unwrap();
            builder.option(&[a]).unwrap();
            assert_eq!(
                builder.label(OptionId::from_index(2), "no").unwrap_err(),
                ProblemError::UnknownOption { number: 2 }
            );
            for &(option, label) in labels {
                builder.label(OptionId::from_index(option), label).unwrap();
            }
            builder.build()
        };
        let [first, second] = [0, 1].map(OptionId::from_index);
        let labelled = build(&[(1, "Ann")]);
        assert_eq!((labelled.option_label(first), labelled.option_label(second)), (None, Some("Ann")));
        assert_eq!((labelled.has_option_labels(), build(&[]).has_option_labels()), (true, false));
        assert_eq!(labelled.fingerprint(), build(&[]).fingerprint());
        assert_ne!(labelled, build(&[]));
        assert_eq!(build(&[(1, "Ann"), (1, "")]), build(&[]));
    }

    /// No item can have as many options as the engines use to mark one that is out of play.
    #[test]
    fn options_are_fewer_than_what_marks_an_item_out_of_play() {
        let limit = MOST_OPTIONS;
        assert_eq!(check_room("options", limit - 1, limit), Ok(()));
        assert_eq!(check_room("options", limit, limit), Err(ProblemError::TooLarge { what: "options", limit }));
    }

    #[test]
    fn names_apart_problems_are_compared_in_full() {
        let build = |color: &str, other: &str, is_long: bool| {
            let mut builder = Problem::builder();
            let (a, s) = (builder.primary(color).unwrap(), builder.secondary("s").unwrap());
            let colors = [color, other].map(|label| builder.color(label).unwrap());
            for color in [colors[1], colors[0], colors[usize::from(is_long)]] {
                builder.colored_option(&[(a, Color::NONE), (s, color)]).unwrap();
            }
            builder.build()
        };
        let problem = build("red", "blue", true);
        let same = |other: &Problem| {
            let is_same = problem.is_same_but_for_names(other);
            assert_eq!(is_same, problem.fingerprint() == other.fingerprint());
            is_same
        };
        assert!(same(&build("green", "white", true)));
        assert!(!same(&build("red", "blue", false)));
        assert!(!same(&Problem::builder().build()));
    }

    #[test]
    fn items_are_declared_once_and_primary_first() {
        let mut builder = Problem::builder();
        builder.primary("a").unwrap();
        assert_eq!(builder.secondary("a"), Err(ProblemError::DuplicateItem { label: "a".into() }));
        builder.secondary("s").unwrap();
        assert_eq!(builder.primary("b"), Err(ProblemError::PrimaryAfterSecondary { label: "b".into() }));
        let stranger = ItemId::from_index(7);
        assert_eq!(builder.option(&[stranger]), Err(ProblemError::UnknownItem { label: "#7".into() }));
    }
}
