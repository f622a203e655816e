//! Bounded sums of literals, as in pseudo-Boolean lines: a number of them is true, or a weighted sum of them.
//!
//! A sum that says no more than a clause or "at most one" becomes clauses; what remains has bounds that cut.

use std::collections::HashMap;

use dlx_core::stop::poll;

use super::literal::{Clause, Contradiction, Literal, normal, variable};
use super::values::Values;

/// "At most one" of more literals than this is not written as pairs, but stays a sum until it becomes an item. (Few in tests, so that random formulas have such sums.)
const MOST_FOR_PAIRS: usize = if cfg!(test) { 4 } else { 2000 };

/// A sum of literals with bounds: each literal that is true counts with the number before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WeightedSum {
    /// Numbers from 1, and literals of different variables.
    pub(crate) terms: Vec<(u64, Literal)>,
    pub(crate) least: u64,
    pub(crate) most: u64,
}

/// Bounds beyond this, which is the most that all numbers of a sum come to, are this.
const MOST_BOUND: i128 = 1 << 62;

/// The most terms of a sum that are written.
const SHOWN: usize = 12;

impl WeightedSum {
    /// The same, unless a literal is true that is in no term: two sums, since each bound may be given up.
    pub(crate) fn unless(&self, literal: Literal) -> Vec<Self> {
        let total = self.total();
        let with = |number, literal| self.terms.iter().copied().chain([(number, literal)]).collect();
        let (least, over) = (self.least, total.saturating_sub(self.most));
        let lower = (least > 0).then(|| Self { terms: with(least, literal), least, most: total + least });
        let upper = (over > 0).then(|| Self { terms: with(over, -literal), least: 0, most: total });
        lower.into_iter().chain(upper).collect()
    }

    /// As OPB files write it: `+2 x1 +1 ~x3 >= 2`, or `1 <= +1 x1 +1 x2 <= 1`.
    pub(crate) fn in_words(&self) -> String {
        let literal = |it: Literal| format!("{}x{}", if it < 0 { "~" } else { "" }, variable(it));
        let terms = self.terms.iter().map(|&(count, it)| format!("+{count} {}", literal(it)));
        bounded(terms, (self.least > 0).then_some(self.least), (self.most < self.total()).then_some(self.most))
    }
}

/// The terms of a sum, the first ones if they are many, with its bounds.
pub(crate) fn bounded<N: PartialEq + std::fmt::Display>(
    terms: impl ExactSizeIterator<Item = String>,
    least: Option<N>,
    most: Option<N>,
) -> String {
    let n = terms.len();
    let more = (n > SHOWN).then(|| format!("... ({n} terms)"));
    let sum = terms.take(SHOWN).chain(more).collect::<Vec<_>>().join(" ");
    match (least, most) {
        (Some(least), Some(most)) if least == most => format!("{sum} = {least}"),
        (Some(least), Some(most)) => format!("{least} <= {sum} <= {most}"),
        (Some(least), None) => format!("{sum} >= {least}"),
        (None, Some(most)) => format!("{sum} <= {most}"),
        (None, None) => format!("{sum} >= 0"),
    }
}

/// Writes sums in terms of roots, and turns those that are equivalent to clauses into clauses. Returns whether anything is new.
pub(super) fn settle(
    sums: &mut Vec<WeightedSum>,
    values: &mut Values,
    clauses: &mut Vec<Clause>,
) -> Result<bool, Contradiction> {
    let mut is_new = false;
    let mut left = Vec::new();
    for mut sum in std::mem::take(sums) {
        poll(sum.terms.len());
        while sum.rewrite(values)? {
            is_new = true;
        }
        let n_clauses = clauses.len();
        if !sum.is_said_by(clauses) {
            left.push(sum);
        }
        is_new |= clauses.len() > n_clauses;
    }
    *sums = left;
    unite(sums)?;
    Ok(is_new)
}

/// Sums of the same terms, or of all their opposites, become one.
fn unite(sums: &mut Vec<WeightedSum>) -> Result<(), Contradiction> {
    let mut places: HashMap<Vec<(u64, Literal)>, usize> = HashMap::new();
    let mut united: Vec<WeightedSum> = Vec::new();
    for mut sum in std::mem::take(sums) {
        if sum.terms.first().is_some_and(|&(_, literal)| literal < 0) {
            sum = sum.of_opposites();
        }
        match places.get(&sum.terms) {
            Some(&place) => {
                let before = &mut united[place];
                (before.least, before.most) = (before.least.max(sum.least), before.most.min(sum.most));
                if before.least > before.most {
                    return Err(Contradiction);
                }
            }
            None => {
                places.insert(sum.terms.clone(), united.len());
                united.push(sum);
            }
        }
    }
    *sums = united;
    Ok(())
}

impl WeightedSum {
    /// A sum of terms with any numbers between two bounds: a number that is subtracted for a literal is added for its opposite, and to the bounds.
    ///
    /// All together are at most 2^62.
    pub(crate) fn between(terms: &[(i128, Literal)], least: Option<i128>, most: Option<i128>) -> Self {
        let off: i128 = terms.iter().map(|(number, _)| number.min(&0)).sum();
        let total: i128 = terms.iter().map(|(number, _)| number.abs()).sum();
        let (least, most) = (least.map_or(0, |least| least - off), most.map_or(total, |most| most - off));
        // A number of true literals below 0 is one of false literals above their total.
        let (sign, least, most) = if most < 0 { (-1, total - most, total) } else { (1, least, most) };
        let positive = |&(number, literal): &(i128, Literal)| {
            let literal = if number < 0 { -sign * literal } else { sign * literal };
            Some((u64::try_from(number.abs()).ok()?, literal)).filter(|(number, _)| *number > 0)
        };
        let bound = |bound: i128| u64::try_from(bound.clamp(0, MOST_BOUND)).unwrap_or_default();
        Self { terms: terms.iter().filter_map(positive).collect(), least: bound(least), most: bound(most.min(total)) }
    }

    /// The same, said of the opposites of all literals.
    fn of_opposites(&self) -> Self {
        let total = self.total();
        let terms = self.terms.iter().map(|&(number, literal)| (number, -literal)).collect();
        Self { terms, least: total - self.most.min(total), most: total - self.least }
    }

    fn total(&self) -> u64 {
        self.terms.iter().map(|(number, _)| number).sum()
    }

    /// Substitutes what is known, and sets the literals that are forced. Returns whether any was set.
    fn rewrite(&mut self, values: &mut Values) -> Result<bool, Contradiction> {
        let mut known = 0;
        self.terms = self.open_terms(values, &mut known);
        if known > self.most {
            return Err(Contradiction);
        }
        (self.least, self.most) = (self.least.saturating_sub(known), self.most - known);
        self.divide();
        let total = self.total();
        self.most = self.most.min(total);
        if self.least > self.most {
            return Err(Contradiction);
        }
        let mut is_new = false;
        for &(number, literal) in &self.terms {
            if number > self.most {
                values.set(-literal)?;
                is_new = true;
            } else if total - number < self.least {
                values.set(literal)?;
                is_new = true;
            }
        }
        Ok(is_new)
    }

    /// Each open root once, in its sign. The part of the sum that does not depend on their values is added to `known`.
    fn open_terms(&self, values: &Values, known: &mut u64) -> Vec<(u64, Literal)> {
        let mut open: Vec<(Literal, u64)> = Vec::new();
        for &(number, literal) in &self.terms {
            match values.value(literal) {
                Some(true) => *known += number,
                Some(false) => {}
                None => open.push((values.root(literal), number)),
            }
        }
        open.sort_unstable_by_key(|&(literal, _)| (variable(literal), literal));
        let mut terms: Vec<(u64, Literal)> = Vec::new();
        for (literal, number) in open {
            match terms.pop() {
                Some((before, same)) if same == literal => terms.push((before + number, literal)),
                Some((before, opposite)) if opposite == -literal => {
                    *known += before.min(number);
                    let rest = before.abs_diff(number);
                    terms.push((rest, if before > number { opposite } else { literal }));
                }
                other => terms.extend(other.into_iter().chain([(number, literal)])),
            }
        }
        terms.retain(|(number, _)| *number > 0);
        terms
    }

    /// Divides by what all numbers have in common.
    fn divide(&mut self) {
        let common = self.terms.iter().fold(0, |common, &(number, _)| greatest_common_divisor(common, number));
        if common > 1 {
            self.terms.iter_mut().for_each(|(number, _)| *number /= common);
            (self.least, self.most) = (self.least.div_ceil(common), self.most / common);
        }
    }

    /// The literals of which at most one is true, and whether one must be, if that is what the sum says: too many for pairs, it is an item.
    pub(super) fn as_item(&self) -> Option<(Vec<Literal>, bool)> {
        let opposite = self.of_opposites();
        [self, &opposite].into_iter().find_map(|sum| {
            let mut numbers: Vec<u64> = sum.terms.iter().map(|(number, _)| *number).collect();
            numbers.sort_unstable();
            let &[one, other, ..] = numbers.as_slice() else { return None };
            let literals = || sum.terms.iter().map(|(_, literal)| *literal).collect();
            (one + other > sum.most && sum.least <= one).then(|| (literals(), sum.least > 0))
        })
    }

    /// Adds the clauses that are equivalent to the sum, and returns true, if there are such clauses.
    fn is_said_by(&self, clauses: &mut Vec<Clause>) -> bool {
        let total = self.total();
        let mut numbers: Vec<u64> = self.terms.iter().map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        let one = numbers.first().copied().unwrap_or(0);
        let two = numbers.iter().take(2).sum::<u64>();
        let literals: Vec<Literal> = self.terms.iter().map(|(_, literal)| *literal).collect();
        let opposites: Vec<Literal> = literals.iter().map(|literal| -literal).collect();
        let has_pairs = literals.len() <= MOST_FOR_PAIRS;
        let below = match self.least {
            0 => Some(Vec::new()),
            least if one >= least => Some(vec![literals.clone()]),
            least if total - two < least && has_pairs => Some(pairs(&literals)),
            _ => None,
        };
        let above = match self.most {
            most if most >= total => Some(Vec::new()),
            most if two > most && has_pairs => Some(pairs(&opposites)),
            most if total - one <= most => Some(vec![opposites]),
            _ => None,
        };
        let (Some(below), Some(above)) = (below, above) else { return false };
        clauses.extend(below.into_iter().chain(above).filter_map(normal));
        true
    }
}

/// The clauses that say that of any two at least one is true.
fn pairs(literals: &[Literal]) -> Vec<Clause> {
    let pairs = literals.iter().enumerate().flat_map(|(rank, &a)| literals[..rank].iter().map(move |&b| vec![b, a]));
    pairs.collect()
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(
        terms: &[(u64, Literal)],
        least: u64,
        most: u64,
    ) -> Result<(Vec<WeightedSum>, Vec<Clause>), Contradiction> {
        let (mut sums, mut clauses) = (vec![WeightedSum { terms: terms.to_vec(), least, most }], Vec::new());
        let mut values = Values::new(4, vec![true; 5]);
        values.set(4)?;
        settle(&mut sums, &mut values, &mut clauses)?;
        clauses.extend((1..4).filter_map(|it| values.value(it).map(|is_true| vec![if is_true { it } else { -it }])));
        clauses.sort();
        Ok((sums, clauses))
    }

    #[test]
    fn sums_that_are_clauses_become_clauses() {
        let exactly_one = vec![vec![-2, -1], vec![-3, -1], vec![-3, -2], vec![1, 2, 3]];
        let sorted = |list: &[Clause]| list.iter().map(|clause| normal(clause.clone()).unwrap()).collect::<Vec<_>>();
        let (sums, clauses) = settled(&[(2, 1), (2, 2), (2, 3)], 1, 3).unwrap();
        let mut expected = sorted(&exactly_one);
        expected.sort();
        assert_eq!((sums.len(), clauses), (0, expected));
        assert_eq!(settled(&[(1, 1), (1, 2), (1, -3)], 3, 3).unwrap(), (vec![], vec![vec![-3], vec![1], vec![2]]));
        assert_eq!(settled(&[(1, 1), (1, 2), (1, 3)], 0, 2).unwrap(), (vec![], vec![vec![-1, -2, -3]]));
        assert_eq!(settled(&[(1, 1), (1, 2), (1, 3)], 4, 4), Err(Contradiction));
        // 4 is true, and 1 comes with its opposite: 4 in any case, and 1 and 5.
        assert_eq!(settled(&[(3, 4), (2, 1), (1, -1), (5, 2)], 5, 10).unwrap().1, [vec![1, 2]]);
    }

    #[test]
    fn sums_of_which_one_is_true_are_items() {
        let item = |least, most| WeightedSum { terms: vec![(2, 1), (3, -2), (4, 3)], least, most }.as_item();
        assert_eq!(item(0, 4), Some((vec![1, -2, 3], false)));
        assert_eq!(item(2, 4), Some((vec![1, -2, 3], true)));
        assert_eq!(item(3, 4), None, "the first does not do alone");
        assert_eq!(item(0, 5), None);
        assert_eq!(item(5, 9), Some((vec![-1, 2, -3], false)), "at most one is false");
        assert_eq!(item(5, 7), Some((vec![-1, 2, -3], true)));
    }

    #[test]
    fn sums_that_are_more_stay() {
        let (sums, clauses) = settled(&[(2, 1), (3, 2), (4, 3)], 4, 6).unwrap();
        assert_eq!(
            (sums, clauses),
            (vec![WeightedSum { terms: vec![(2, 1), (3, 2), (4, 3)], least: 4, most: 6 }], vec![])
        );
    }
}
