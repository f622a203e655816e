//! "At least, at most, or exactly k of these", said by clauses with variables of their own.
//!
//! Sequential counters, totalizers, sorting and cardinality networks, adders: there are a dozen ways to write a cardinality constraint in clauses, and each has variants. Rather than know them by their looks, we ask what they
//! say about the variables that they are about:
//!
//! * *Helpers* are variables that are not asked for, as they are hidden, or that are settled by variables with lower numbers. Helpers that clauses join are a group; the other variables of those clauses are its inputs.
//! * Without the helpers, the clauses of a group are a function of the inputs. Its decision diagram is made level by level, an input each: a node is what is left of the clauses, after unit propagation, and after the elimination
//!   of helpers all of whose resolvents are always true. Where equal nodes are one, there are about as many on a level as there are numbers of true inputs so far ([`diagram`](super::diagram)).
//! * The diagram is reduced from below, so that equal functions are one node. If the node that is reached depends on nothing but the number of true literals, inputs or their opposites, and the numbers at the end that are
//!   right are an interval, the clauses are a bounded sum.
//!
//! So what is found is proved, and any other group stays as it is. The sums of a formula become chains ([`chain`](super::chain)), along which an engine that merges states goes in any order; helpers force one order on it, and
//! hide from the others that inputs are alike (results/2026-11-29-cardinality).

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use dlx_core::problem::to_u64;
use dlx_core::stop::poll;

use super::diagram::DecisionDiagram;
use super::literal::{Clause, Contradiction, Literal, positive, variable};
use super::model::Eliminated;
use super::project::is_contradictory;
use super::sums::WeightedSum;

/// The most literals of a group, each once for each input, as a diagram has them; and the fewest inputs: two are a clause or an equality.
const MOST_LITERALS: usize = 1 << 22;
const LEAST_INPUTS: usize = 3;
/// The most literals that are looked at, for all groups.
const MOST_WORK: usize = 1 << 27;
/// The most literals of a clause that settles a helper: gates, comparators and adders have four at most.
const MOST_OF_GATE: usize = 4;
/// The last clauses are tried by this many choices at most.
const MOST_CHOICES: usize = 1 << 12;

/// What takes the place of the clauses of some groups.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) sums: Vec<WeightedSum>,
    /// How the values of their helpers are found, if those are asked for.
    pub(super) steps: Vec<Eliminated>,
}

/// Takes out the groups of helpers whose clauses are bounded sums, where all inputs are shown.
pub(super) fn take_out(
    clauses: &mut Vec<Clause>,
    (is_helper, is_shown): (&[bool], &[bool]),
    are_asked_for: bool,
) -> Result<Counters, Contradiction> {
    let (mut found, mut work) = (Counters::default(), 0);
    let mut is_gone = vec![false; clauses.len()];
    // What propagation has taken apart, as it takes "exactly two of four", is tried together.
    let mut apart: BTreeMap<Vec<usize>, Vec<HelperGroup>> = BTreeMap::new();
    let mut take = |group: &HelperGroup| {
        let is_asked = work <= MOST_WORK && group.inputs.iter().all(|&input| is_shown[input]);
        let sum = if is_asked { group.sum(clauses, &mut work)? } else { None };
        let Some(sum) = sum else { return Ok(false) };
        if are_asked_for {
            found.steps.extend(group.steps(clauses));
        }
        found.sums.push(sum);
        group.clauses.iter().for_each(|&number| is_gone[number] = true);
        Ok(true)
    };
    for group in groups(clauses, is_helper) {
        if !take(&group)? {
            apart.entry(group.inputs.clone()).or_default().push(group);
        }
    }
    for together in apart.into_values().filter(|groups| groups.len() > 1) {
        take(&HelperGroup::of_all(together))?;
    }
    let mut is_gone = is_gone.into_iter();
    clauses.retain(|_| !is_gone.next().unwrap_or_default());
    Ok(found)
}

/// By variable: do short clauses whose other variables have lower numbers leave it at most one value, whatever those are?
pub(super) fn settled_by_lower(clauses: &[Clause], n_variables: usize) -> Vec<bool> {
    let mut by_last: Vec<Vec<&Clause>> = vec![Vec::new(); n_variables + 1];
    for clause in clauses.iter().filter(|clause| clause.len() <= MOST_OF_GATE) {
        clause.last().into_iter().for_each(|&last| by_last[variable(last)].push(clause));
    }
    let is_settled = |its: Vec<&Clause>| {
        poll(its.len());
        let without = its.into_iter().map(|clause| clause[..clause.len() - 1].to_vec()).collect();
        is_contradictory(without, &mut { MOST_CHOICES })
    };
    by_last.into_iter().map(is_settled).collect()
}

/// Helpers that clauses join.
struct HelperGroup {
    /// Sorted, as are the inputs.
    helpers: Vec<usize>,
    inputs: Vec<usize>,
    /// The numbers of all clauses that have a helper.
    clauses: Vec<usize>,
}

fn groups(clauses: &[Clause], is_helper: &[bool]) -> Vec<HelperGroup> {
    let helpers_of = |clause: &Clause| {
        let all = clause.iter().map(|&literal| variable(literal));
        all.filter(|&variable| is_helper[variable]).collect::<Vec<_>>()
    };
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); is_helper.len()];
    for (number, clause) in clauses.iter().enumerate() {
        poll(clause.len());
        helpers_of(clause).into_iter().for_each(|helper| at[helper].push(number));
    }
    let (mut is_seen, mut is_taken) = (vec![false; is_helper.len()], vec![false; clauses.len()]);
    let mut groups = Vec::new();
    for first in 1..is_helper.len() {
        if !is_helper[first] || at[first].is_empty() || std::mem::replace(&mut is_seen[first], true) {
            continue;
        }
        let (mut group, mut open) = (HelperGroup { helpers: vec![], inputs: vec![], clauses: vec![] }, vec![first]);
        while let Some(helper) = open.pop() {
            group.helpers.push(helper);
            for &number in &at[helper] {
                if std::mem::replace(&mut is_taken[number], true) {
                    continue;
                }
                group.clauses.push(number);
                let near = helpers_of(&clauses[number]);
                open.extend(near.into_iter().filter(|&near| !std::mem::replace(&mut is_seen[near], true)));
            }
        }
        group.helpers.sort_unstable();
        let all = group.clauses.iter().flat_map(|&number| &clauses[number]).map(|&literal| variable(literal));
        group.inputs = all.filter(|&variable| !is_helper[variable]).collect();
        group.inputs.sort_unstable();
        group.inputs.dedup();
        groups.push(group);
    }
    groups
}

impl HelperGroup {
    /// Groups with the same inputs as one.
    fn of_all(groups: Vec<Self>) -> Self {
        let inputs = groups.first().map(|group| group.inputs.clone()).unwrap_or_default();
        let mut helpers: Vec<usize> = groups.iter().flat_map(|group| group.helpers.iter().copied()).collect();
        helpers.sort_unstable();
        Self { helpers, inputs, clauses: groups.into_iter().flat_map(|group| group.clauses).collect() }
    }

    /// The sum that the clauses come to, if they do.
    fn sum(&self, clauses: &[Clause], work: &mut usize) -> Result<Option<WeightedSum>, Contradiction> {
        let n_literals: usize = self.clauses.iter().map(|&number| clauses[number].len()).sum();
        if n_literals.saturating_mul(self.inputs.len()) > MOST_LITERALS || self.inputs.len() < LEAST_INPUTS {
            return Ok(None);
        }
        let own = || self.clauses.iter().map(|&number| &clauses[number]);
        let inputs = self.in_order(own());
        let places: HashMap<usize, usize> = inputs.iter().chain(&self.helpers).copied().zip(1..).collect();
        let local = |&literal: &Literal| positive(places[&variable(literal)]) * literal.signum();
        let local: Vec<Clause> = own().map(|clause| clause.iter().map(local).collect()).collect();
        let Some(diagram) = DecisionDiagram::of(inputs.len(), self.helpers.len(), &local, work) else {
            return Ok(None);
        };
        let Some((signs, is_right)) = diagram.by_number() else { return Ok(None) };
        let right: Vec<usize> = (0..is_right.len()).filter(|&number| is_right[number]).collect();
        let (Some(&least), Some(&most)) = (right.first(), right.last()) else { return Err(Contradiction) };
        let terms = inputs.iter().zip(signs).map(|(&input, sign)| (1, sign * positive(input))).collect();
        let sum = WeightedSum { terms, least: to_u64(least), most: to_u64(most) };
        Ok(Some(sum).filter(|_| right.len() == most - least + 1))
    }

    /// The inputs in an order in which neighbors are close: each is the nearest one to the last, from an end on.
    fn in_order<'c>(&self, clauses: impl Iterator<Item = &'c Clause> + Clone) -> Vec<usize> {
        let mut near: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for clause in clauses {
            for &literal in clause {
                let others = clause.iter().map(|&other| variable(other)).filter(|&other| other != variable(literal));
                near.entry(variable(literal)).or_default().extend(others);
            }
        }
        near.values_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        let mut left: Vec<usize> = self.inputs.clone();
        let is_input = |variable: &usize| self.inputs.binary_search(variable).is_ok();
        let farthest = |from: usize| by_distance(&near, from).filter(is_input).last();
        // An end: as far as possible from a variable that is as far as possible from another.
        let end = farthest(self.inputs[0]).and_then(farthest);
        let (mut order, mut here) = (Vec::new(), end);
        while let Some(input) = here {
            poll(self.inputs.len() + self.helpers.len());
            left.retain(|&other| other != input);
            order.push(input);
            here = by_distance(&near, input).find(|variable| left.binary_search(variable).is_ok());
        }
        order
    }

    /// How the values of helpers follow from variables with lower numbers.
    fn steps(&self, clauses: &[Clause]) -> Vec<Eliminated> {
        let step = |&helper: &usize| {
            let is_its = |clause: &&Clause| clause.last() == Some(&positive(helper));
            let its = self.clauses.iter().map(|&number| &clauses[number]).filter(is_its).cloned().collect();
            Eliminated::Clauses { variable: helper, clauses: its }
        };
        self.helpers.iter().rev().map(step).collect()
    }
}

/// Variables by their distance from one of them, the nearest first.
fn by_distance(near: &BTreeMap<usize, Vec<usize>>, from: usize) -> impl Iterator<Item = usize> {
    let (mut seen, mut queue) = (BTreeSet::from([from]), VecDeque::from([from]));
    std::iter::from_fn(move || {
        let next = queue.pop_front()?;
        queue.extend(near.get(&next).into_iter().flatten().filter(|&&it| seen.insert(it)));
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A formula with inputs 1 to n, and helpers behind them.
    struct CounterSketch {
        n_variables: usize,
        clauses: Vec<Clause>,
        /// Do helpers follow in both directions?
        is_settled: bool,
    }

    impl CounterSketch {
        fn add(&mut self, clause: &[Literal]) {
            self.clauses.extend(super::super::literal::normal(clause.to_vec()));
        }

        fn helper(&mut self) -> Literal {
            self.n_variables += 1;
            positive(self.n_variables)
        }

        /// A literal that is true where at least k of these are, for each k.
        fn sorted(&mut self, list: &[Literal]) -> Vec<Literal> {
            let [one] = list else {
                let (left, right) = list.split_at(list.len() / 2);
                let (left, right) = (self.sorted(left), self.sorted(right));
                return self.merged(&left, &right);
            };
            vec![*one]
        }

        /// The outputs of a node of a totalizer (Bailleux and Boufkhad, CP 2003).
        fn merged(&mut self, left: &[Literal], right: &[Literal]) -> Vec<Literal> {
            let all: Vec<Literal> = (0..left.len() + right.len()).map(|_| self.helper()).collect();
            let at = |list: &[Literal], k: usize| k.checked_sub(1).map(|k| list[k]);
            for (a, b) in (0..=left.len()).flat_map(|a| (0..=right.len()).map(move |b| (a, b))) {
                let inputs = [at(left, a), at(right, b)].into_iter().flatten().map(|it| -it);
                let clause: Vec<Literal> = inputs.chain(at(&all, a + b)).collect();
                if a + b > 0 {
                    self.add(&clause);
                }
                if self.is_settled && a + b < all.len() {
                    let next = [left.get(a), right.get(b)].into_iter().flatten().copied();
                    let clause: Vec<Literal> = next.chain([-all[a + b]]).collect();
                    self.add(&clause);
                }
            }
            all
        }

        /// The same, one input after the other (Sinz, CP 2005).
        fn counted(&mut self, list: &[Literal]) -> Vec<Literal> {
            let mut sums = vec![list[0]];
            for &it in &list[1..] {
                sums = self.merged(&sums, &[it]);
            }
            sums
        }
    }

    fn found(sketch: CounterSketch, n: usize) -> (Counters, Vec<Clause>) {
        let CounterSketch { n_variables, mut clauses, is_settled } = sketch;
        let is_helper = match is_settled {
            true => settled_by_lower(&clauses, n_variables),
            false => (0..=n_variables).map(|variable| variable > n).collect(),
        };
        let counters = take_out(&mut clauses, (&is_helper, &vec![true; n_variables + 1]), is_settled).unwrap();
        (counters, clauses)
    }

    #[test]
    fn sums_are_found_in_all_encodings() {
        for (n, case) in (3..9).flat_map(|n| (0..60).map(move |case| (n, case))) {
            let is_settled = case % 2 == 1;
            let mut sketch = CounterSketch { n_variables: n, clauses: Vec::new(), is_settled };
            let signed =
                |input: usize| if (case * 7 + input * input * 13) % 5 < 2 { -positive(input) } else { positive(input) };
            let list: Vec<Literal> = (1..=n).map(signed).collect();
            let sums = if case % 4 < 2 { sketch.sorted(&list) } else { sketch.counted(&list) };
            let most = 1 + case % (n - 1);
            sketch.add(&[-sums[most]]);
            let least = if is_settled { case % (most + 1) } else { 0 };
            least.checked_sub(1).into_iter().for_each(|k| sketch.add(&[sums[k]]));
            let (Counters { sums, steps }, left) = found(sketch, n);
            let [sum] = &sums[..] else { panic!("{n} {case}: {sums:?}, {left:?}") };
            let of = |sum: &WeightedSum, values: usize| {
                let is_true = |it: Literal| (values >> (variable(it) - 1) & 1 == 1) == (it > 0);
                let number = sum.terms.iter().filter(|(_, it)| is_true(*it)).count();
                (sum.least..=sum.most).contains(&u64::try_from(number).unwrap())
            };
            let (least, most) = (u64::try_from(least).unwrap(), u64::try_from(most).unwrap());
            let expected = WeightedSum { terms: list.iter().map(|&it| (1, it)).collect(), least, most };
            assert!((0..1 << n).all(|values| of(sum, values) == of(&expected, values)), "{n} {case}: {sum:?}");
            assert_eq!((left.len(), steps.is_empty()), (0, !is_settled), "{n} {case}");
        }
    }

    /// Clauses that are no sum stay: a majority of three, one of which counts twice; and a helper with several values, of which models would be lost.
    #[test]
    fn what_is_no_sum_stays() {
        let clauses = vec![vec![-1, 4], vec![-2, -3, 4], vec![-4, 1, 2], vec![-4, 1, 3], vec![4, 5, 6]];
        let mut left = clauses.clone();
        let is_helper: Vec<bool> = (0..7).map(|variable| variable == 4).collect();
        let counters = take_out(&mut left, (&is_helper, &[true; 7]), false).unwrap();
        assert_eq!((counters.sums.len(), left), (0, clauses));
        let free = [vec![-1, 4], vec![-2, 4], vec![-3, 4], vec![-1, -2], vec![-1, -3], vec![-2, -3]];
        assert!(!settled_by_lower(&free, 4)[4]);
    }
}
