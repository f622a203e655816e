//! Turns the contents of a formula into items and options.
//!
//! "Exactly one of these" is a primary item, "at most one" a secondary one. A literal of an item is an option that covers all items that have it. Where its opposite is used
//! nowhere, not choosing it says enough; otherwise the variable becomes an item with two options, true and false. The opposite of a literal of a primary item with few literals is replaced by the other literals of that item.
//!
//! A clause with more to say is a primary item; its k-th option says that its first k - 1 literals are false and the k-th is true, by colors of their variables. So a clause that is
//! satisfied has exactly one option that fits, and any other clause has none. Sums and parities are chains, including "exactly k of these": copies of an item that is covered several times
//! would leave more states (30 of 60: 10 ms as a chain, not finished in 20 s as copies).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dlx_core::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};

use super::chain::{Chain, Link, Linked};
use super::factors::{ChoiceColors, FactorItems};
use super::literal::{Literal, place, positive, variable};
use super::recover::Recovered;
use super::reduced::Naming;

/// The most options of a chain.
const MOST_LINKS: usize = 1 << 22;
/// The opposite of a literal is replaced by at most this many others.
const MOST_OTHERS: usize = 16;

/// A problem, and the literal that each of its options makes true, if it does.
pub(super) struct Built {
    pub(super) problem: Problem,
    pub(super) literals: Vec<Option<Literal>>,
    pub(super) factors: OptionsOfItems,
}

/// The options of each item of factors, by their places.
type OptionsOfItems = Vec<Range<usize>>;

/// Builds the problem; none if a sum takes too many options.
pub(super) fn build(recovered: &Recovered, naming: &Naming) -> Result<Option<Built>, ProblemError> {
    let parts = ItemParts::new(recovered);
    let chains = parts.chains();
    let links: Option<Vec<_>> = chains.iter().map(|chain| chain.links(MOST_LINKS)).collect();
    let Some(links) = links else { return Ok(None) };
    let mut builder = Problem::builder();
    let items = FormulaItems::declare(&parts, (&chains, links), &mut builder)?;
    let (literals, factors) = items.add_options((&parts, &chains), naming, &mut builder)?;
    Ok(Some(Built { problem: builder.build(), literals, factors }))
}

/// The parts of a formula that become items.
struct ItemParts<'a> {
    recovered: &'a Recovered,
    factors: FactorItems<'a>,
    at_most: Vec<Vec<Literal>>,
    /// By variable: does it have an item of its own, as both of its values are used?
    has_both: Vec<bool>,
    /// By variable: is it in a clause or a chain?
    is_colored: Vec<bool>,
    /// By variable: is it shown where others are hidden?
    is_told_apart: Vec<bool>,
}

impl<'a> ItemParts<'a> {
    fn new(recovered: &'a Recovered) -> Self {
        let n_variables = recovered.open.last().copied().unwrap_or(0);
        let none = vec![false; n_variables + 1];
        let at_most = recovered.structure.at_most.clone();
        let factors = FactorItems::new(&recovered.factors, &recovered.structure.exactly);
        let mut parts =
            Self { recovered, factors, at_most, has_both: none.clone(), is_colored: none.clone(), is_told_apart: none };
        parts.color();
        // Solutions are told apart, and weighed, by the options of shown variables alone.
        recovered.shown.iter().flatten().for_each(|&variable| parts.is_told_apart[variable] = true);
        parts.decide();
        parts
    }

    /// Marks the variables of clauses, parities and sums, and those that factors ask for.
    fn color(&mut self) {
        let recovered = self.recovered;
        let clauses = recovered.structure.at_least.iter().flatten().map(|&literal| variable(literal));
        let parities = recovered.parities.iter().flat_map(|parity| &parity.variables).copied();
        let sums = recovered.sums.iter().flat_map(|sum| &sum.terms);
        let sums = sums.map(|&(_, literal)| variable(literal));
        let factors = self.factors.variables();
        clauses.chain(parities).chain(sums).chain(factors).for_each(|variable| self.is_colored[variable] = true);
    }

    /// Decides which variables have an item of their own.
    fn decide(&mut self) {
        let exactly = &self.recovered.structure.exactly;
        let mut items_of: BTreeMap<Literal, Vec<usize>> = BTreeMap::new();
        for (number, item) in exactly.iter().enumerate() {
            item.iter().for_each(|&literal| items_of.entry(literal).or_default().push(number));
        }
        for &number in &self.recovered.open {
            let has = [positive(number), -positive(number)].map(|literal| items_of.contains_key(&literal));
            self.has_both[number] = has[0] == has[1] || self.is_colored[number] || self.is_told_apart[number];
        }
        // A factor has an item, but not one with two options.
        self.recovered.factors.iter().for_each(|factor| self.has_both[variable(factor.literal)] = false);
        for clique in &mut self.at_most {
            let mut left: BTreeSet<Literal> = clique.iter().copied().collect();
            for &literal in clique.iter().filter(|literal| !items_of.contains_key(literal)) {
                if self.has_both[variable(literal)] {
                    continue;
                }
                // Its opposite is in an item: it stands for the others of that.
                let its = items_of.get(&-literal).into_iter().flatten().map(|&number| &exactly[number]);
                let shortest = its.min_by_key(|item| item.len());
                let others: Vec<Literal> =
                    shortest.into_iter().flatten().copied().filter(|&it| it != -literal).collect();
                if others.len() > MOST_OTHERS || others.iter().any(|other| left.contains(other)) {
                    self.has_both[variable(literal)] = true;
                } else {
                    left.remove(&literal);
                    left.extend(others);
                }
            }
            *clique = left.into_iter().collect();
        }
    }

    fn chains(&self) -> Vec<Chain> {
        let parities = self.recovered.parities.iter().map(|parity| {
            let end = u64::from(parity.is_odd);
            let terms = parity.variables.iter().map(|&variable| (1, positive(variable))).collect();
            Chain { terms, least: end, most: end, is_parity: true }
        });
        let sums = self.recovered.sums.iter();
        let sums =
            sums.map(|sum| Chain { terms: sum.terms.clone(), least: sum.least, most: sum.most, is_parity: false });
        parities.chain(sums).collect()
    }

    /// The primary items, apart from those of factors: by their purpose; where there are chains, along the variables, the last of which decides. (An engine that merges states covers them in the order given, if it finds no better one.)
    fn purposes(&self, chains: &[Chain]) -> Vec<Purpose> {
        let structure = &self.recovered.structure;
        let variables = self.open_with(&self.has_both).map(|number| (number, Purpose::Variable(number)));
        let last = |literals: &Vec<Literal>| literals.iter().map(|&literal| variable(literal)).max().unwrap_or(0);
        let exactly = structure.exactly.iter().enumerate().map(|(k, item)| (last(item), Purpose::Exactly(k)));
        let clauses = structure.at_least.iter().enumerate().map(|(k, clause)| (last(clause), Purpose::Clause(k)));
        let places =
            chains.iter().enumerate().flat_map(|(number, chain)| (0..).zip(&chain.terms).map(move |it| (number, it)));
        let links = places.map(|(number, (k, &(_, literal)))| (variable(literal), Purpose::Link(number, k)));
        let mut purposes: Vec<_> = variables.chain(exactly).chain(clauses).chain(links).collect();
        if !chains.is_empty() {
            purposes.sort_by_key(|(last, _)| *last);
        }
        purposes.into_iter().map(|(_, purpose)| purpose).collect()
    }

    fn open_with(&self, flags: &'a [bool]) -> impl Iterator<Item = usize> {
        self.recovered.open.iter().copied().filter(|&variable| flags[variable])
    }
}

/// What a primary item is for: the values of a variable, "exactly one of these", a clause, a variable of a chain.
enum Purpose {
    Variable(usize),
    Exactly(usize),
    Clause(usize),
    Link(usize, usize),
}

impl Purpose {
    fn label(&self) -> String {
        match self {
            Self::Variable(number) => format!("x{number}"),
            Self::Exactly(k) => format!("one{}", k + 1),
            Self::Clause(k) => format!("c{}", k + 1),
            Self::Link(chain, k) => format!("chain{}.{}", chain + 1, k + 1),
        }
    }
}

/// The items, by their purpose.
struct FormulaItems {
    /// By the place of a literal the items that its option covers.
    of: Vec<Vec<ItemId>>,
    clauses: Vec<ItemId>,
    factors: Vec<ItemId>,
    linked: Vec<Linked>,
    /// By variable the item that has its value as a color.
    values: BTreeMap<usize, ItemId>,
    choices: ChoiceColors,
}

impl FormulaItems {
    fn declare(
        parts: &ItemParts<'_>,
        (chains, links): (&[Chain], Vec<Vec<Vec<Link>>>),
        builder: &mut ProblemBuilder,
    ) -> Result<Self, ProblemError> {
        let mut of = vec![Vec::new(); 2 * parts.has_both.len()];
        let mut cover = |item: ItemId, literals: &[Literal]| {
            literals.iter().for_each(|&literal| of[place(literal)].push(item));
        };
        let (mut clauses, mut linked) = (BTreeMap::new(), vec![BTreeMap::new(); links.len()]);
        for purpose in parts.purposes(chains) {
            let item = builder.primary(purpose.label())?;
            match purpose {
                Purpose::Variable(number) => cover(item, &[positive(number), -positive(number)]),
                Purpose::Exactly(k) => cover(item, &parts.recovered.structure.exactly[k]),
                Purpose::Clause(k) => drop(clauses.insert(k, item)),
                Purpose::Link(chain, k) => drop(linked[chain].insert(k, item)),
            }
        }
        let factors = parts.factors.declare(builder)?;
        let items = linked.into_iter().map(|items: BTreeMap<usize, ItemId>| items.into_values().collect());
        let mut linked: Vec<Linked> =
            links.into_iter().zip(items).map(|(its, items)| Linked::new(its, items)).collect();
        for (k, literals) in (1..).zip(&parts.at_most) {
            cover(builder.secondary(format!("most{k}"))?, literals);
        }
        for (k, linked) in (1..).zip(&mut linked) {
            linked.declare_sums(&format!("chain{k}"), builder)?;
        }
        let colored = parts.open_with(&parts.is_colored);
        let values = colored.map(|number| Ok((number, builder.secondary(format!("v{number}"))?)));
        let values = values.collect::<Result<_, ProblemError>>()?;
        let choices = parts.factors.choices(builder)?;
        Ok(Self { of, clauses: clauses.into_values().collect(), factors, linked, values, choices })
    }

    /// Adds all options, first those of literals and factors. Returns the literals, and the options of each item of factors.
    fn add_options(
        &self,
        (parts, chains): (&ItemParts<'_>, &[Chain]),
        naming: &Naming,
        builder: &mut ProblemBuilder,
    ) -> Result<(Vec<Option<Literal>>, OptionsOfItems), ProblemError> {
        let colors = if self.values.is_empty() { [Color::NONE; 2] } else { [builder.color("f")?, builder.color("t")?] };
        let value = |literal: Literal| {
            self.values.get(&variable(literal)).map(|&item| (item, colors[usize::from(literal > 0)]))
        };
        let mut literals = Vec::new();
        let mut add = |literal: Option<Literal>, cells: &[(ItemId, Color)], builder: &mut ProblemBuilder| {
            let option = builder.colored_option(cells)?;
            if let Some(name) = literal.and_then(|literal| naming.of(literal)) {
                builder.label(option, name)?;
            }
            literals.push(literal);
            Ok::<_, ProblemError>(literals.len())
        };
        let both = parts.recovered.open.iter().flat_map(|&number| [positive(number), -positive(number)]);
        let mut n_options = 0;
        for literal in both.filter(|&literal| !self.of[place(literal)].is_empty()) {
            let items = self.of[place(literal)].iter().map(|&item| (item, Color::NONE));
            let cells: Vec<_> = items.chain(value(literal)).chain(self.choices.of(literal)).collect();
            n_options = add(Some(literal), &cells, builder)?;
        }
        let mut factors = Vec::new();
        for options in parts.factors.options(&self.factors, &self.choices, value) {
            let before = n_options;
            for (literal, cells) in options {
                n_options = add(literal, &cells, builder)?;
            }
            factors.push(before..n_options);
        }
        for (&item, clause) in self.clauses.iter().zip(&parts.recovered.structure.at_least) {
            for (k, &literal) in clause.iter().enumerate() {
                let before = clause[..k].iter().filter_map(|&literal| value(-literal));
                let cells = std::iter::once((item, Color::NONE)).chain(before).chain(value(literal));
                builder.colored_option(&cells.collect::<Vec<_>>())?;
            }
        }
        for (linked, chain) in self.linked.iter().zip(chains) {
            linked.add(chain, builder, value)?;
        }
        Ok((literals, factors))
    }
}
