//! A variable is eliminated: the tables that have it are multiplied, and the product is summed over its values.
//!
//! A table is a trie: a level for each variable, the one that is eliminated last at the top. A node has the set of values that occur below it. All tables that are multiplied are walked at once, from the top: a value that does not
//! occur in one of them, or does not fit to a value above, is never tried. The rows of the product come in the order in which they are kept. (Veldhuizen, "Leapfrog triejoin", ICDT 2014.)

use super::relations::{Relations, ValueSet, in_set, lowest};
use dlx_core::problem::{to_place, to_u32, to_usize};
use dlx_core::stop::poll;
use dlx_core::tally::Semiring;

/// A node of a table: the values that occur, and the place of the first in the next level; in the last level that of its amount.
#[derive(Clone, Copy, Debug)]
struct TrieNode {
    values: ValueSet,
    first: u32,
}

impl TrieNode {
    fn place_of(self, value: usize) -> usize {
        to_usize(self.first) + to_place(u64::from((self.values & ((1 << value) - 1)).count_ones()))
    }
}

/// A function of some variables: an amount for each way to choose their values that can be part of a solution.
#[derive(Clone, Debug)]
pub(super) struct TrieTable<A> {
    /// The variables, the one that is eliminated first at the end.
    pub(super) scope: Vec<usize>,
    levels: Vec<Vec<TrieNode>>,
    pub(super) amounts: Vec<A>,
}

impl<A> TrieTable<A> {
    fn new(scope: Vec<usize>) -> Self {
        Self { levels: scope.iter().map(|_| Vec::new()).collect(), scope, amounts: Vec::new() }
    }

    /// The number of nodes in a level; below all levels are the amounts.
    fn len_of(&self, level: usize) -> usize {
        self.levels.get(level).map_or(self.amounts.len(), Vec::len)
    }

    /// The same with other amounts.
    pub(super) fn into<B>(self, other: impl Fn(A) -> B) -> TrieTable<B> {
        TrieTable { scope: self.scope, levels: self.levels, amounts: self.amounts.into_iter().map(other).collect() }
    }

    /// About how many bytes it takes, besides those of numbers of any size.
    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(Vec::len).sum::<usize>() * size_of::<TrieNode>() + self.amounts.len() * size_of::<A>()
    }
}

/// The place in a table that is multiplied. Where values can be exchanged, it has rows in which new values come in order only: then values have other names there, in the order in which they occurred.
#[derive(Clone, Copy, Debug, Default)]
struct TrieCursor {
    node: usize,
    names: u64,
    named: u32,
}

impl TrieCursor {
    /// The name of a value that occurs next.
    fn name<const ALIKE: bool>(&mut self, value: usize) -> usize {
        if !ALIKE {
            return value;
        }
        if self.named >> value & 1 == 0 {
            self.names |= u64::from(self.named.count_ones()) << (4 * value);
            self.named |= 1 << value;
        }
        to_place(self.names >> (4 * value) & 15)
    }
}

/// A variable of a product.
#[derive(Debug)]
struct JoinLevel<'t> {
    all: ValueSet,
    /// Variables above, and the values that fit to each of theirs.
    checks: Vec<(usize, &'t [ValueSet])>,
    /// The tables that have it, and their nodes.
    tables: Vec<(usize, &'t [TrieNode])>,
}

/// Tables that are multiplied. `ALIKE` says that values can be exchanged.
#[derive(Debug)]
pub(super) struct TrieJoin<'t, R: Semiring, const ALIKE: bool> {
    ring: &'t R,
    /// The last level is that of the variable that is eliminated.
    levels: Vec<JoinLevel<'t>>,
    amounts: Vec<&'t [R::Amount]>,
    /// What each of its values makes of an amount; or nothing.
    gains: &'t [R::Amount],
    cursors: Vec<TrieCursor>,
    saved: Vec<TrieCursor>,
    values: Vec<usize>,
    product: TrieTable<R::Amount>,
    heap: usize,
    /// The most bytes of the product.
    room: usize,
    pub(super) n_rows: u64,
}

impl<'t, R: Semiring, const ALIKE: bool> TrieJoin<'t, R, ALIKE> {
    /// Sets the product of tables up, whose variables are those of the scope; the last is summed.
    pub(super) fn new(
        ring: &'t R,
        relations: &'t Relations,
        (scope, gains): (&[usize], &'t [R::Amount]),
        tables: &'t [TrieTable<R::Amount>],
        room: usize,
    ) -> Self {
        let level = |place: usize| {
            let variable = scope[place];
            let check = |above: usize| Some((above, relations.fits[scope[above]].get(&variable)?.as_slice()));
            let nodes = |(number, table): (usize, &'t TrieTable<R::Amount>)| {
                let level = table.scope.iter().position(|&other| other == variable)?;
                Some((number, table.levels[level].as_slice()))
            };
            let checks = (0..place).filter_map(check).collect();
            JoinLevel {
                all: relations.all(variable),
                checks,
                tables: tables.iter().enumerate().filter_map(nodes).collect(),
            }
        };
        Self {
            ring,
            levels: (0..scope.len()).map(level).collect(),
            amounts: tables.iter().map(|table| table.amounts.as_slice()).collect(),
            gains,
            cursors: vec![TrieCursor::default(); tables.len()],
            saved: Vec::new(),
            values: vec![0; scope.len()],
            product: TrieTable::new(scope[..scope.len() - 1].to_vec()),
            heap: 0,
            room,
            n_rows: 0,
        }
    }

    /// The table of the sums; none if it does not fit.
    pub(super) fn multiplied(&mut self) -> Option<TrieTable<R::Amount>> {
        self.walk(0, 0)?;
        Some(std::mem::replace(&mut self.product, TrieTable::new(Vec::new())))
    }

    /// The values of a level that fit to those above.
    fn open(&self, level: usize) -> ValueSet {
        let JoinLevel { all, checks, tables } = &self.levels[level];
        let open = checks.iter().fold(*all, |open, &(above, fits)| open & fits[self.values[above]]);
        if ALIKE {
            return open;
        }
        tables.iter().fold(open, |open, &(table, nodes)| open & nodes[self.cursors[table].node].values)
    }

    /// Makes all rows that begin with the values above; are there any? `n_used` values occur above.
    fn walk(&mut self, level: usize, n_used: usize) -> Option<bool> {
        if level + 1 == self.levels.len() {
            return self.sum(level);
        }
        let first = self.product.len_of(level + 1);
        let open = if ALIKE { self.open(level) & lowest(n_used + 1) } else { self.open(level) };
        let saved = self.saved.len();
        for place in 0..self.levels[level].tables.len() {
            self.saved.push(self.cursors[self.levels[level].tables[place].0]);
        }
        let mut found = 0;
        for value in in_set(open) {
            if self.descend(level, value, saved) {
                self.values[level] = value;
                found |= ValueSet::from(self.walk(level + 1, n_used.max(value + 1))?) << value;
            }
        }
        for (&(table, _), &cursor) in self.levels[level].tables.iter().zip(&self.saved[saved..]) {
            self.cursors[table] = cursor;
        }
        self.saved.truncate(saved);
        if found != 0 {
            self.product.levels[level].push(TrieNode { values: found, first: to_u32(first) });
        }
        Some(found != 0)
    }

    /// Moves all tables of a level to what is below a value; if it does not occur in one of them, they are of no use.
    fn descend(&mut self, level: usize, value: usize, saved: usize) -> bool {
        for (&(table, nodes), before) in self.levels[level].tables.iter().zip(&self.saved[saved..]) {
            let (mut cursor, node) = (*before, nodes[before.node]);
            let name = cursor.name::<ALIKE>(value);
            if ALIKE && node.values >> name & 1 == 0 {
                return false;
            }
            cursor.node = node.place_of(name);
            self.cursors[table] = cursor;
        }
        true
    }

    /// Adds up the last level; is there a value?
    fn sum(&mut self, level: usize) -> Option<bool> {
        let mut sum: Option<R::Amount> = None;
        for value in in_set(self.open(level)) {
            let Some(amount) = self.amount(level, value) else { continue };
            match &mut sum {
                Some(sum) => self.ring.add(sum, &amount),
                None => sum = Some(amount),
            }
        }
        self.n_rows += 1;
        poll(1 + self.amounts.len());
        let Some(sum) = sum else { return Some(false) };
        self.heap += R::heap(&sum);
        self.product.amounts.push(sum);
        let n_rows = self.product.amounts.len();
        // Inner nodes are fewer than rows, mostly.
        let bytes = n_rows * (size_of::<R::Amount>() + size_of::<TrieNode>()) + self.heap;
        (bytes <= self.room && u32::try_from(n_rows).is_ok()).then_some(true)
    }

    /// The product of the amounts of all tables with a value of the last level.
    fn amount(&self, level: usize, value: usize) -> Option<R::Amount> {
        let mut product = self.gains.get(value).cloned();
        for (&(table, nodes), amounts) in self.levels[level].tables.iter().zip(&self.amounts) {
            let mut cursor = self.cursors[table];
            let (name, node) = (cursor.name::<ALIKE>(value), nodes[cursor.node]);
            if ALIKE && node.values >> name & 1 == 0 {
                return None;
            }
            let amount = amounts[node.place_of(name)].clone();
            match &mut product {
                Some(product) => self.ring.multiply(product, amount),
                None => product = Some(amount),
            }
        }
        Some(product.unwrap_or_else(|| self.ring.one()))
    }
}
