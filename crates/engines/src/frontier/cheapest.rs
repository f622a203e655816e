//! The sets of a diagram in the order of their costs, as many as are asked for.
//!
//! A walk from the ends to the root finds for each node the cost of the cheapest way from it to a solution. Then the best ways come first: of all ways that have been begun take the one whose cost so far and what it
//! must cost at least from there is smallest, follow it to its end along the cheapest ways, and put back what branches off. Since the bound of each way is its true cost, nothing is followed in vain: the next
//! solution takes as many steps as its way has nodes, and what is kept grows by as many.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::zdd::Zdd;
use dlx_core::problem::{OptionId, to_usize};

/// No way to a solution.
const NO_WAY: i64 = i64::MAX;

/// The options of a way, the last first.
type Taken = Option<Rc<Link>>;

struct Link {
    option: OptionId,
    before: Taken,
}

/// A way that has been begun. Among equal ones the first that was put back comes first.
struct PartialPath {
    /// The least total cost of a way that begins like this.
    least: i64,
    number: u64,
    /// Its cost so far.
    cost: i64,
    node: u32,
    taken: Taken,
}

/// The sets of a diagram, the cheapest first, each with its cost; options in increasing order.
pub struct Cheapest<'z> {
    diagram: &'z Zdd,
    cost: Box<dyn Fn(OptionId) -> i64 + 'z>,
    /// For each node the cost of the cheapest way from there to a solution.
    least: Vec<i64>,
    ways: BinaryHeap<Reverse<PartialPath>>,
    n_ways: u64,
}

impl Zdd {
    /// All sets, the cheapest first: a set costs what its options cost together. Costs may be negative; sums must fit in 63 bits.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let diagram = Session::new()?.diagram(&queens(6))?;
    /// let costs: Vec<i64> = diagram.cheapest(|option| (option.index() as i64).pow(2)).map(|(cost, _)| cost).collect();
    /// assert!(costs.len() == 4 && costs.is_sorted());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cheapest<'z>(&'z self, cost: impl Fn(OptionId) -> i64 + 'z) -> Cheapest<'z> {
        let mut least = vec![NO_WAY, 0];
        for (option, [low, high]) in self.nodes().map(|(option, ends)| (option, ends.map(to_usize))) {
            let with = if least[high] == NO_WAY { NO_WAY } else { least[high] + cost(option) };
            least.push(with.min(least[low]));
        }
        let mut cheapest = Cheapest { diagram: self, cost: Box::new(cost), least, ways: BinaryHeap::new(), n_ways: 0 };
        cheapest.put_back(0, self.root(), None);
        cheapest
    }
}

impl Cheapest<'_> {
    /// Begins a way, if it leads to a solution.
    fn put_back(&mut self, cost: i64, node: u32, taken: Taken) {
        let least = self.least[to_usize(node)];
        if least < NO_WAY {
            self.ways.push(Reverse(PartialPath { least: cost + least, number: self.n_ways, cost, node, taken }));
            self.n_ways += 1;
        }
    }
}

impl Iterator for Cheapest<'_> {
    type Item = (i64, Vec<OptionId>);

    fn next(&mut self) -> Option<(i64, Vec<OptionId>)> {
        let Reverse(PartialPath { least, mut cost, mut node, mut taken, .. }) = self.ways.pop()?;
        while let Some((option, [low, high])) = self.diagram.node_at(node) {
            let with = Some(Rc::new(Link { option, before: taken.clone() }));
            let cost_with = cost + (self.cost)(option);
            let is_cheaper_without = self.least[to_usize(low)] != NO_WAY && cost + self.least[to_usize(low)] == least;
            if is_cheaper_without {
                self.put_back(cost_with, high, with);
                node = low;
            } else {
                self.put_back(cost, low, taken);
                (cost, node, taken) = (cost_with, high, with);
            }
        }
        let links = std::iter::successors(taken.as_deref(), |link| link.before.as_deref());
        let mut options: Vec<OptionId> = links.map(|link| link.option).collect();
        options.sort_unstable();
        Some((cost, options))
    }
}

impl std::fmt::Debug for Cheapest<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cheapest").field("ways", &self.ways.len()).finish_non_exhaustive()
    }
}

impl Ord for PartialPath {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.least, self.number).cmp(&(other.least, other.number))
    }
}

impl PartialOrd for PartialPath {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PartialPath {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PartialPath {}
