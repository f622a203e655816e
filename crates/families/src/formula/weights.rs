//! What models weigh: the product of the weights of their literals, as a product over chosen options.
//!
//! A variable whose literals weigh the same is a factor of all models. Any other one is kept when variables are taken out, since its value must be seen; then it is known, or equal or opposite to an open variable, whose
//! options say which of its literals holds.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dlx_core::problem::Problem;
use dlx_core::tally::Ratio;

use super::literal::{Literal, positive, variable};
use super::recover::Recovered;

/// For each variable that has weights, those of its negative and of its positive literal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LiteralWeights(pub(crate) BTreeMap<usize, [Ratio; 2]>);

impl LiteralWeights {
    /// The weight of a literal; none if it is 1.
    pub(crate) fn of(&self, literal: Literal) -> Option<&Ratio> {
        self.0.get(&variable(literal)).map(|both| &both[usize::from(literal > 0)])
    }

    /// The variables whose values make a difference.
    pub(super) fn telling(&self) -> impl Iterator<Item = Literal> {
        self.0.iter().filter(|(_, [no, yes])| no != yes).map(|(&variable, _)| positive(variable))
    }

    /// A variable that weighs something and is not among these, which are sorted.
    pub(crate) fn stranger(&self, shown: &[usize]) -> Option<usize> {
        let one = Ratio::from(1);
        let weighs = |both: &[Ratio; 2]| both.iter().any(|weight| *weight != one);
        let mut heavy = self.0.iter().filter(|(_, both)| weighs(both)).map(|(&variable, _)| variable);
        heavy.find(|variable| shown.binary_search(variable).is_err())
    }
}

/// Products, of which most are 1.
type Products = BTreeMap<Literal, Ratio>;

fn multiply(products: &mut Products, literal: Literal, weight: &Ratio) {
    let product = products.remove(&literal).unwrap_or_else(|| Ratio::from(1));
    products.insert(literal, product * weight);
}

/// Multiplies each number by the factors of all others: where one literal of a table is true, the others are false.
fn multiply_others(numbers: &mut [Ratio], factors: &[&Ratio]) {
    if factors.iter().all(|factor| **factor == Ratio::from(1)) {
        return;
    }
    for is_backwards in [false, true] {
        let mut before = Ratio::from(1);
        let mut step = |place: usize| {
            numbers[place] = numbers[place].clone() * &before;
            before = before.clone() * factors[place];
        };
        let n = factors.len();
        if is_backwards { (0..n).rev().for_each(&mut step) } else { (0..n).for_each(&mut step) }
    }
}

impl Recovered {
    /// The weight of each option of the problem, where these options make literals true, and those of each of these ranges are the options of an item of factors.
    pub(super) fn weighed(
        &self,
        weights: &LiteralWeights,
        problem: &Problem,
        (literals, factors): (&[Option<Literal>], &[Range<usize>]),
    ) -> Vec<Ratio> {
        let (of_roots, constant) = self.by_root(weights);
        let mut of_options = Products::new();
        let mut item_of: BTreeMap<Literal, &Vec<Literal>> = BTreeMap::new();
        for item in &self.structure.exactly {
            item_of.extend(item.iter().map(|&literal| (literal, item)));
        }
        let with_option: BTreeSet<Literal> = literals.iter().flatten().copied().collect();
        for (&literal, weight) in &of_roots {
            // What has no option is true where another of the item of its opposite is chosen.
            if with_option.contains(&literal) {
                multiply(&mut of_options, literal, weight);
            } else if let Some(item) = item_of.get(&-literal) {
                let others = item.iter().filter(|&&other| other != -literal);
                others.for_each(|&other| multiply(&mut of_options, other, weight));
            }
        }
        self.some_item().into_iter().for_each(|literal| multiply(&mut of_options, literal, &constant));
        let one = Ratio::from(1);
        let weight = |place: usize| match literals.get(place).copied().flatten() {
            Some(literal) => of_options.get(&literal).unwrap_or(&one).clone(),
            // Nothing is open: the only option stands for the only model.
            None if self.open.is_empty() => constant.clone(),
            None => one.clone(),
        };
        let mut all: Vec<Ratio> = problem.options().map(|option| weight(option.index())).collect();
        for table in factors {
            let is_said = |literal: &Literal| with_option.contains(&-literal);
            let of_false = literals[table.clone()].iter().map(|literal| {
                literal.filter(|literal| !is_said(literal)).and_then(|literal| of_roots.get(&-literal)).unwrap_or(&one)
            });
            multiply_others(&mut all[table.clone()], &of_false.collect::<Vec<_>>());
        }
        all
    }

    /// The products of the weights of literals that are equal, by their roots, and the factor that all models have.
    fn by_root(&self, weights: &LiteralWeights) -> (Products, Ratio) {
        let (values, mut of_roots, mut constant) = (self.models.values(), Products::new(), Ratio::from(1));
        for (&variable, [no, yes]) in &weights.0 {
            let literal = positive(variable);
            match values.value(literal) {
                _ if no == yes => constant = constant * yes,
                Some(is_true) => constant = constant * if is_true { yes } else { no },
                None => {
                    multiply(&mut of_roots, values.root(literal), yes);
                    multiply(&mut of_roots, -values.root(literal), no);
                }
            }
        }
        (of_roots, constant)
    }
}
