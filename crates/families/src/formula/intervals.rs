//! The states of a bounded sum, term by term: sums so far that the same choices complete are one state.
//!
//! What matters of a sum so far is which choices of the remaining terms end between the bounds. Sums that agree in that form an interval. So after k of n terms there are at most as many states as
//! choices of the first k terms, and not many more than choices of the other n - k, however large the numbers are: 18 numbers of four digits have hundreds of states, and ten thousands of sums.
//!
//! The interval of a sum is found from those of the two sums behind the next term, and looked up before it is found again: I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, "A New Look
//! at BDDs for Pseudo-Boolean Constraints", JAIR 45 (2012). There a constraint has one bound; with two, sums with the same choices, if there are any, are still an interval, as is easily seen.

use std::collections::BTreeMap;

use dlx_core::stop::poll;

use super::chain::Link;

/// Sums between two others, both included, that have the same choices.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: u64,
    high: u64,
    /// The sum that was met first, which names the state; none if no choice ends between the bounds.
    name: Option<u64>,
}

/// The states of a sum as far as they are known.
struct SumStates<'a> {
    numbers: &'a [u64],
    least: u64,
    most: u64,
    /// By the number of terms before: the sum of the others.
    rest: Vec<u64>,
    /// By the number of terms before: the intervals, by their ends.
    known: Vec<BTreeMap<u64, Interval>>,
    links: Vec<Vec<Link>>,
    n_known: usize,
}

/// For each number the links between states: added or not, the state before and the state behind. None if more than `most_links` would have to be looked at.
///
/// The sum of all numbers is at most 2^62.
pub(super) fn links(numbers: &[u64], (least, most): (u64, u64), most_links: usize) -> Option<Vec<Vec<Link>>> {
    let mut states = SumStates::new(numbers, least, most);
    // The sums whose intervals are needed, each for the one below it.
    let mut open = vec![(0, 0)];
    while let Some(&(k, sum)) = open.last() {
        if 2 * states.n_known > most_links {
            return None;
        }
        match states.missing(k, sum) {
            Some(next) => open.push(next),
            None => {
                open.pop();
                states.settle(k, sum);
            }
        }
    }
    states.links.iter_mut().for_each(|links| links.sort_unstable_by_key(|&(is_added, before, _)| (before, !is_added)));
    Some(states.links)
}

impl<'a> SumStates<'a> {
    fn new(numbers: &'a [u64], least: u64, most: u64) -> Self {
        let mut rest = vec![0];
        for number in numbers.iter().rev() {
            rest.push(rest[rest.len() - 1] + number);
        }
        rest.reverse();
        let known = vec![BTreeMap::new(); numbers.len()];
        Self { numbers, least, most, rest, known, links: vec![Vec::new(); numbers.len()], n_known: 0 }
    }

    /// The interval of a sum of the first k terms, if it is known.
    fn interval(&self, k: usize, sum: u64) -> Option<Interval> {
        if sum > self.most {
            return Some(Interval { low: self.most + 1, high: u64::MAX, name: None });
        }
        if sum + self.rest[k] < self.least {
            return Some(Interval { low: 0, high: self.least - self.rest[k] - 1, name: None });
        }
        match self.known.get(k) {
            None => Some(Interval { low: self.least, high: self.most, name: Some(self.least) }),
            Some(known) => known.range(sum..).next().map(|(_, interval)| *interval).filter(|it| it.low <= sum),
        }
    }

    /// A sum behind the next term whose interval must be known before that of this one.
    fn missing(&self, k: usize, sum: u64) -> Option<(usize, u64)> {
        if self.interval(k, sum).is_some() {
            return None;
        }
        let behind = [sum, sum + self.numbers[k]].map(|behind| (k + 1, behind));
        behind.into_iter().find(|&(k, sum)| self.interval(k, sum).is_none())
    }

    /// Notes the interval of a sum, and the links of its state. The intervals behind the next term are known.
    fn settle(&mut self, k: usize, sum: u64) {
        let number = self.numbers.get(k).copied().unwrap_or(0);
        let behind = || Some((self.interval(k + 1, sum)?, self.interval(k + 1, sum + number)?));
        let Some((without, with)) = self.interval(k, sum).is_none().then(behind).flatten() else { return };
        poll(1);
        let name = (without.name.is_some() || with.name.is_some()).then_some(sum);
        let low = without.low.max(with.low.saturating_sub(number));
        let high = without.high.min(with.high - number);
        self.known[k].insert(high, Interval { low, high, name });
        let links = [(true, with), (false, without)];
        let links = links.iter().filter_map(|(is_added, behind)| Some((*is_added, sum, behind.name?)));
        self.links[k].extend(links);
        self.n_known += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The choices of some numbers, as bits, whose sum together with `sum` lies between the bounds.
    fn choices(numbers: &[u64], sum: u64, (least, most): (u64, u64)) -> Vec<usize> {
        let bit = |choice: usize, k: usize| choice >> k & 1 == 1;
        let total =
            |choice: usize| (0..numbers.len()).filter(|&k| bit(choice, k)).map(|k| numbers[k]).sum::<u64>() + sum;
        (0..1 << numbers.len()).filter(|&choice| (least..=most).contains(&total(choice))).collect()
    }

    /// The choices that links lead through.
    fn paths(links: &[Vec<Link>]) -> Vec<usize> {
        let mut paths = vec![(0, 0)];
        for (k, links) in links.iter().enumerate() {
            let from = |(choice, state): (usize, u64)| {
                let its = links.iter().filter(move |&&(_, before, _)| before == state);
                its.map(move |&(is_added, _, behind)| (choice | usize::from(is_added) << k, behind))
            };
            paths = paths.into_iter().flat_map(from).collect();
        }
        let mut choices: Vec<usize> = paths.into_iter().map(|(choice, _)| choice).collect();
        choices.sort_unstable();
        choices
    }

    /// Thirty of sixty random numbers have 2^30 sums, and the others as many intervals.
    #[test]
    fn sums_of_too_many_values_are_given_up() {
        let mut dice = fastrand::Rng::with_seed(1);
        let numbers: Vec<u64> = (0..60).map(|_| dice.u64(1 << 50..1 << 51)).collect();
        assert!(links(&numbers, (45 << 50, u64::MAX >> 2), 100_000).is_none());
    }

    /// Against all choices: the links lead through those that are right, and there are as many states as sets of choices left.
    #[test]
    fn states_are_what_is_left_to_choose() {
        let mut dice = fastrand::Rng::with_seed(11);
        for _ in 0..2000 {
            let largest = [3, 20, 1000, 1 << 40][dice.usize(..4)];
            let numbers: Vec<u64> = (0..dice.usize(1..9)).map(|_| dice.u64(1..=largest)).collect();
            let total: u64 = numbers.iter().sum();
            let (a, b) = (dice.u64(0..=total), dice.u64(0..=total));
            let bounds = [(a.min(b), a.max(b)), (a, a), (0, a), (a, total)][dice.usize(..4)];
            let links = links(&numbers, bounds, 1 << 20).unwrap();
            assert_eq!(paths(&links), choices(&numbers, 0, bounds), "{numbers:?} {bounds:?}");
            for (k, links) in links.iter().enumerate() {
                let (first, others) = numbers.split_at(k);
                let sums: BTreeSet<u64> = choices(first, 0, (0, total))
                    .into_iter()
                    .map(|choice| (0..k).filter(|&j| choice >> j & 1 == 1).map(|j| first[j]).sum())
                    .collect();
                let mut left: BTreeSet<Vec<usize>> = sums.into_iter().map(|sum| choices(others, sum, bounds)).collect();
                left.remove(&Vec::new());
                let states: BTreeSet<u64> = links.iter().map(|&(_, before, _)| before).collect();
                assert_eq!(states.len(), left.len(), "{numbers:?} {bounds:?} {k}");
            }
        }
    }

    /// However large the numbers, the states are bounded by the choices before and behind.
    #[test]
    fn large_numbers_do_not_matter() {
        let mut dice = fastrand::Rng::with_seed(12);
        let numbers: Vec<u64> = (0..24).map(|_| dice.u64(1 << 40..1 << 41)).collect();
        let half = numbers.iter().sum::<u64>() / 2;
        let n_links: usize = links(&numbers, (0, half), 1 << 20).unwrap().iter().map(Vec::len).sum();
        assert!(n_links < 40_000, "{n_links}");
        assert_eq!(links(&numbers, (0, half), 1000), None);
    }
}
