//! Factors: variables that have weights, that a conjunction of others defines, and that nothing else depends on.
//!
//! Formulas of Bayesian networks have one for each number in their tables (Chavira and Darwiche, Artificial Intelligence 172, 2008): "this parameter counts if its variable and their parents have these values". Such a variable
//! cannot be eliminated, as its weight would be lost. It needs no item of its own besides, and no clauses: it becomes one item, whose options say that all are true, or which is the first that is not. Where the variables of a
//! table ask for the same, they become one item together, with an option for each row.
//! Networks of 40 variables with 3 values and of 30 with 4 take 0.1 s; with an item for each variable and its clauses, over 60 s (results/2026-11-29-factors).

use std::collections::{BTreeMap, BTreeSet};

use dlx_core::problem::{Color, ItemId, ProblemBuilder, ProblemError};

use super::literal::{Clause, Literal, place, positive, variable};

/// A literal that is true if, and only if, all of some others are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WeightedAnd {
    pub(super) literal: Literal,
    pub(super) all: Vec<Literal>,
}

/// Takes the definitions of such variables out of the clauses.
pub(super) fn take_out(n_variables: usize, clauses: &mut Vec<Clause>, may: impl Fn(usize) -> bool) -> Vec<WeightedAnd> {
    let mut clauses_with = vec![Vec::new(); 2 * n_variables + 2];
    for (number, clause) in clauses.iter().enumerate() {
        clause.iter().for_each(|&literal| clauses_with[place(literal)].push(number));
    }
    let (mut factors, mut is_out) = (Vec::new(), vec![false; clauses.len()]);
    for number in (1..=n_variables).filter(|&number| may(number)) {
        let it = positive(number);
        let both = [it, -it].into_iter().find_map(|it| {
            let (yes, no) = (&clauses_with[place(it)], &clauses_with[place(-it)]);
            let [definition] = yes[..] else { return None };
            let is_in = yes.iter().chain(no).all(|&clause| !is_out[clause]);
            let all = is_in.then(|| conjunction(it, &clauses[definition], no.iter().map(|&clause| &clauses[clause])));
            Some((WeightedAnd { literal: it, all: all?? }, definition, no))
        });
        let Some((factor, definition, pairs)) = both else { continue };
        pairs.iter().chain([&definition]).for_each(|&clause| is_out[clause] = true);
        factors.push(factor);
    }
    let mut is_out = is_out.into_iter();
    clauses.retain(|_| !is_out.next().unwrap_or_default());
    factors
}

/// The literals all of which must be true for this one to be, if these clauses define it so: one that has it and the opposites of all, and one for each with its own opposite.
fn conjunction<'a>(
    it: Literal,
    definition: &[Literal],
    pairs: impl Iterator<Item = &'a Clause>,
) -> Option<Vec<Literal>> {
    let all: BTreeSet<Literal> = definition.iter().filter(|&&literal| literal != it).map(|literal| -literal).collect();
    let other = |pair: &Clause| match pair[..] {
        [a, b] if variable(a) == variable(it) => Some(b),
        [a, b] if variable(b) == variable(it) => Some(a),
        _ => None,
    };
    let others: Option<BTreeSet<Literal>> = pairs.map(other).collect();
    (others? == all).then(|| all.into_iter().collect())
}

/// What a factor asks for: the value of a variable, or the choice of an "exactly one" item, as a color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Asked {
    Variable(usize),
    Choice(usize),
}

/// A literal as a color: what is asked for, and which of its colors that must be.
type Test = (Asked, usize);

/// The most literals of an item whose choice is a color.
const MOST_CHOICES: usize = 16;

/// An item for factors.
#[derive(Debug)]
enum FactorItem {
    /// One factor: its options say that all literals are true, or which is the first that is not.
    Alone(usize),
    /// Factors that ask for the same: there is an option for each combination of colors, with the literal of its factor, if any. What no option says is false.
    Table(Vec<Asked>, BTreeMap<Vec<usize>, Literal>),
}

/// An option: the literal whose value it says, if any, and its cells.
pub(super) type FactorOption = (Option<Literal>, Vec<(ItemId, Color)>);

/// How factors become items.
#[derive(Debug)]
pub(super) struct FactorItems<'a> {
    factors: &'a [WeightedAnd],
    exactly: &'a [Vec<Literal>],
    tests: Vec<Vec<Test>>,
    items: Vec<FactorItem>,
}

impl<'a> FactorItems<'a> {
    pub(super) fn new(factors: &'a [WeightedAnd], exactly: &'a [Vec<Literal>]) -> Self {
        let mut choices = BTreeMap::new();
        let short = exactly.iter().enumerate().filter(|(_, literals)| (3..=MOST_CHOICES).contains(&literals.len()));
        for (item, literals) in short.filter(|_| !factors.is_empty()) {
            let all = literals.iter().enumerate();
            choices.extend(all.map(|(place, &literal)| (literal, (Asked::Choice(item), place))));
        }
        let tests = factors.iter().map(|factor| {
            let mut asked = BTreeSet::new();
            let test = |literal: &Literal| match choices.get(literal) {
                // Two literals of one item would give its choice two colors.
                Some(test) if asked.insert(test.0) => *test,
                _ => (Asked::Variable(variable(*literal)), usize::from(*literal > 0)),
            };
            let mut tests: Vec<Test> = factor.all.iter().map(test).collect();
            tests.sort_unstable();
            tests
        });
        let mut it = Self { factors, exactly, tests: tests.collect(), items: Vec::new() };
        it.group();
        it
    }

    /// Puts factors that ask for the same in one item, if that takes no more options.
    fn group(&mut self) {
        let mut groups: BTreeMap<Vec<Asked>, Vec<usize>> = BTreeMap::new();
        for (factor, tests) in self.tests.iter().enumerate() {
            groups.entry(tests.iter().map(|test| test.0).collect()).or_default().push(factor);
        }
        for (asked, factors) in groups {
            let sizes = || asked.iter().map(|&it| self.n_colors(it));
            let n_alone = factors.len() * (1 + sizes().map(|size| size - 1).sum::<usize>());
            let is_table = sizes().try_fold(1, usize::checked_mul).is_some_and(|all| all <= n_alone);
            let mut rows = BTreeMap::new();
            for factor in factors {
                let row = self.tests[factor].iter().map(|test| test.1).collect();
                let literal = self.factors[factor].literal;
                if is_table && !rows.contains_key(&row) {
                    rows.insert(row, literal);
                } else {
                    self.items.push(FactorItem::Alone(factor));
                }
            }
            if !rows.is_empty() {
                self.items.push(FactorItem::Table(asked, rows));
            }
        }
    }

    fn n_colors(&self, asked: Asked) -> usize {
        match asked {
            Asked::Variable(_) => 2,
            Asked::Choice(item) => self.exactly[item].len(),
        }
    }

    fn all_asked(&self) -> impl Iterator<Item = Asked> {
        self.tests.iter().flatten().map(|test| test.0)
    }

    /// The variables whose values are asked for.
    pub(super) fn variables(&self) -> impl Iterator<Item = usize> {
        self.all_asked().filter_map(|asked| match asked {
            Asked::Variable(number) => Some(number),
            Asked::Choice(_) => None,
        })
    }

    /// The primary items.
    pub(super) fn declare(&self, builder: &mut ProblemBuilder) -> Result<Vec<ItemId>, ProblemError> {
        builder.primaries((1..=self.items.len()).map(|k| format!("f{k}")))
    }

    /// The secondary items whose colors are choices.
    pub(super) fn choices(&self, builder: &mut ProblemBuilder) -> Result<ChoiceColors, ProblemError> {
        let items: BTreeSet<Asked> = self.all_asked().collect();
        let mut choices = ChoiceColors::default();
        for asked in items {
            let Asked::Choice(item) = asked else { continue };
            let id = builder.secondary(format!("which{}", item + 1))?;
            let mut cells = Vec::new();
            for (literal, k) in self.exactly[item].iter().zip(1..) {
                let cell = (id, builder.color(&format!("{k}"))?);
                choices.of_literals.entry(*literal).or_default().push(cell);
                cells.push(cell);
            }
            choices.of_items.insert(item, cells);
        }
        Ok(choices)
    }

    /// The options of each of the items.
    pub(super) fn options(
        &self,
        items: &[ItemId],
        choices: &ChoiceColors,
        color: impl Fn(Literal) -> Option<(ItemId, Color)>,
    ) -> Vec<Vec<FactorOption>> {
        let cells = |asked: Asked| match asked {
            Asked::Variable(number) => [-positive(number), positive(number)].into_iter().filter_map(&color).collect(),
            Asked::Choice(item) => choices.of_items[&item].clone(),
        };
        let options = |(&id, item): (&ItemId, &FactorItem)| match item {
            FactorItem::Alone(factor) => self.first_false(*factor, id, cells),
            FactorItem::Table(asked, rows) => table(asked, rows, id, cells),
        };
        items.iter().zip(&self.items).map(options).collect()
    }

    fn first_false(
        &self,
        factor: usize,
        id: ItemId,
        cells: impl Fn(Asked) -> Vec<(ItemId, Color)>,
    ) -> Vec<FactorOption> {
        let literal = self.factors[factor].literal;
        let (mut options, mut before) = (Vec::new(), vec![(id, Color::NONE)]);
        for &(asked, place) in &self.tests[factor] {
            let mut others = cells(asked);
            let passed = others.remove(place);
            let with = |cell| (Some(-literal), before.iter().copied().chain([cell]).collect());
            options.extend(others.into_iter().map(with));
            before.push(passed);
        }
        options.push((Some(literal), before));
        options
    }
}

/// The options of a table: all combinations.
fn table(
    asked: &[Asked],
    rows: &BTreeMap<Vec<usize>, Literal>,
    id: ItemId,
    cells: impl Fn(Asked) -> Vec<(ItemId, Color)>,
) -> Vec<FactorOption> {
    let mut all = vec![(Vec::new(), vec![(id, Color::NONE)])];
    for &asked in asked {
        let cells = cells(asked);
        let longer = all.iter().flat_map(|(row, before)| {
            cells.iter().enumerate().map(move |(place, &cell)| {
                let row: Vec<usize> = row.iter().copied().chain([place]).collect();
                (row, before.iter().copied().chain([cell]).collect())
            })
        });
        all = longer.collect();
    }
    all.into_iter().map(|(row, cells)| (rows.get(&row).copied(), cells)).collect()
}

/// The choices of "exactly one" items as colors of secondary items.
#[derive(Debug, Default)]
pub(super) struct ChoiceColors {
    /// By item a color for each of its literals.
    of_items: BTreeMap<usize, Vec<(ItemId, Color)>>,
    of_literals: BTreeMap<Literal, Vec<(ItemId, Color)>>,
}

impl ChoiceColors {
    /// What an option for this literal chooses.
    pub(super) fn of(&self, literal: Literal) -> impl Iterator<Item = (ItemId, Color)> {
        self.of_literals.get(&literal).into_iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_defines_it() {
        let clauses = vec![vec![-1, -2, 3], vec![1, -3], vec![2, -3], vec![1, 4]];
        let mut left = clauses.clone();
        assert_eq!(take_out(4, &mut left, |_| true), [WeightedAnd { literal: 3, all: vec![1, 2] }]);
        assert_eq!(left, [[1, 4]]);
        // One pair twice is not two.
        let twice = [clauses[0].clone(), clauses[1].clone(), clauses[1].clone()];
        assert_eq!(take_out(4, &mut twice.to_vec(), |it| it == 3), []);
        // One of the pairs is not there, or the variable is elsewhere, too.
        assert_eq!(take_out(4, &mut clauses[..2].to_vec(), |_| true), []);
        assert_eq!(take_out(4, &mut [clauses, vec![vec![3, 4]]].concat(), |it| it == 3), []);
    }
}
