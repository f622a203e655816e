//! How many choices of numbers have a sum, where a problem with an option for each sum on the way would be too large. There are two ways, and the one that promises to be shorter is taken.
//!
//! *By the sums.* The choices of a number a, up to c times, are the powers in 1 + z^a + ... + z^(ca), and the numbers of choices for all sums are the coefficients of the product of all these. A factor is
//! (1 - z^((c + 1) a)) / (1 - z^a), so it takes one subtraction and one addition for each sum, however often the number may be taken; any number of times, it is the division alone. Coefficients are kept in as many words as the
//! number of all choices has, and what is negative on the way comes right again.
//!
//! *In two halves*, for few large numbers: all sums of each half, in order, and for each sum of one the number of those of the other that fit (E. Horowitz and S. Sahni, "Computing partitions with applications to the knapsack problem", 1974).

use dlx_core::problem::{to_place, to_u64, whole_part};
use dlx_core::stop::poll;
use dlx_core::tally::Count;

/// A number, and how often it may be taken: as often as fits, if none.
pub(super) type Copies = (usize, Option<usize>);

/// Additions of words: some ten seconds.
const MOST_STEPS: f64 = (1u64 << 33) as f64;

/// Words to be kept.
const MOST_WORDS: f64 = (1u64 << 26) as f64;

/// Sums of a half.
const MOST_OF_HALF: usize = 1 << 24;

/// A step in the list of a half takes as long as so many additions.
const SORTING: f64 = 32.0;

/// The number of choices whose sum is at least and at most so much; none if that takes too long or too much memory.
pub(super) fn n_choices(numbers: &[Copies], least: usize, most: usize) -> Option<Count> {
    let (zeros, mut numbers): (Vec<Copies>, Vec<Copies>) = numbers.iter().partition(|&&(number, _)| number == 0);
    let times = |&(_, copies): &Copies| Count::from(to_u64(copies.unwrap_or(0)) + 1);
    let of_zeros = zeros.iter().map(times).fold(Count::ONE, |all, one| all * one);
    numbers.retain(|&(number, _)| number <= most);
    let n_words = to_place(whole_part(bits(&numbers, most) / 64.0)) + 1;
    let n_kept = (most as f64 + 1.0) * n_words as f64;
    let n_steps = 2.0 * numbers.len() as f64 * n_kept;
    let halves = halves(&numbers, most);
    let by_halves = halves.iter().map(|half| bits(half, most).exp2()).fold(0.0, f64::max) * SORTING;
    let may_be_summed = n_steps <= MOST_STEPS && n_kept <= MOST_WORDS;
    let found = match halves.map(|half| (by_halves < n_steps || !may_be_summed).then(|| sums(&half, most))?) {
        [Some(one), Some(other)] => n_pairs(&one, &other, least, most),
        _ if may_be_summed => by_sums(&numbers, least, most, n_words),
        _ => return None,
    };
    Some(found * of_zeros)
}

/// How often a number may be taken at most.
fn most_times((number, copies): Copies, most: usize) -> usize {
    copies.map_or(most / number, |copies| copies.min(most / number))
}

/// The logarithm of the number of all choices.
fn bits(numbers: &[Copies], most: usize) -> f64 {
    numbers.iter().map(|&number| (most_times(number, most) as f64 + 1.0).log2()).sum()
}

fn by_sums(numbers: &[Copies], least: usize, most: usize, n_words: usize) -> Count {
    let mut ways = vec![0; (most + 1) * n_words];
    ways[0] = 1;
    for &(number, copies) in numbers {
        if let Some(shift) = copies.and_then(|copies| number.checked_mul(copies.checked_add(1)?)) {
            for sum in (shift..=most).rev() {
                poll(n_words);
                apply(&mut ways, n_words, sum, sum - shift, u64::overflowing_sub);
            }
        }
        for sum in number..=most {
            poll(n_words);
            apply(&mut ways, n_words, sum, sum - number, u64::overflowing_add);
        }
    }
    ways[least * n_words..].chunks_exact(n_words).map(number_of).fold(Count::ZERO, |all, one| all + one)
}

/// Adds the number at one place to that at a later one, or subtracts it.
fn apply(ways: &mut [u64], n_words: usize, to: usize, from: usize, step: fn(u64, u64) -> (u64, bool)) {
    let (before, behind) = ways.split_at_mut(to * n_words);
    let mut carry = false;
    for (word, &other) in behind[..n_words].iter_mut().zip(&before[from * n_words..]) {
        let (sum, first) = step(*word, other);
        let (sum, second) = step(sum, u64::from(carry));
        (*word, carry) = (sum, first | second);
    }
}

/// The number in some words, the lowest first.
fn number_of(words: &[u64]) -> Count {
    let base = || Count::from(1u128 << 64);
    words.iter().rev().fold(Count::ZERO, |number, &word| number * base() + Count::from(word))
}

/// Two parts of about as many choices each.
fn halves(numbers: &[Copies], most: usize) -> [Vec<Copies>; 2] {
    let mut all = numbers.to_vec();
    all.sort_by_key(|&number| std::cmp::Reverse(most_times(number, most)));
    let mut halves = [Vec::new(), Vec::new()];
    for number in all {
        let place = usize::from(bits(&halves[0], most) > bits(&halves[1], most));
        halves[place].push(number);
    }
    halves
}

/// The sums of all choices in order; none if they are too many.
fn sums(numbers: &[Copies], most: usize) -> Option<Vec<usize>> {
    let mut all = vec![0];
    for &(number, copies) in numbers {
        let times = most_times((number, copies), most);
        let before = all.len();
        for times in 1..=times {
            poll(before);
            let more = number * times;
            for place in 0..before {
                if all[place] <= most - more {
                    all.push(all[place] + more);
                }
            }
            if all.len() > MOST_OF_HALF {
                return None;
            }
        }
    }
    all.sort_unstable();
    Some(all)
}

/// The number of pairs of two lists in order whose sum is in bounds.
fn n_pairs(one: &[usize], other: &[usize], least: usize, most: usize) -> Count {
    let up_to = |bound: usize| -> u128 {
        let mut n_fitting = other.len();
        let fitting = one.iter().take_while(|&&sum| sum <= bound).map(|&sum| {
            while n_fitting > 0 && other[n_fitting - 1] > bound - sum {
                n_fitting -= 1;
            }
            u128::from(to_u64(n_fitting))
        });
        fitting.sum()
    };
    Count::from(up_to(most) - least.checked_sub(1).map_or(0, up_to))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All choices, one by one.
    fn naive(numbers: &[Copies], least: usize, most: usize) -> u64 {
        let Some((&(number, copies), rest)) = numbers.split_first() else { return u64::from(least == 0) };
        let fits = most.checked_div(number).unwrap_or(usize::MAX);
        let times = copies.map_or(fits, |copies| copies.min(fits));
        (0..=times).map(|times| naive(rest, least.saturating_sub(number * times), most - number * times)).sum()
    }

    #[test]
    fn both_ways_count_as_one_by_one() {
        let mut dice = fastrand::Rng::with_seed(1974);
        for _ in 0..3000 {
            let number = |dice: &mut fastrand::Rng| match dice.usize(0..4) {
                0 => (dice.usize(1..20), None),
                1 => (dice.usize(0..20), Some(dice.usize(0..4))),
                _ => (dice.usize(0..20), Some(1)),
            };
            let numbers: Vec<Copies> = (0..dice.usize(0..7)).map(|_| number(&mut dice)).collect();
            let most = dice.usize(0..40);
            let least = if dice.bool() { most } else { dice.usize(0..=most) };
            let expected = Count::from(naive(&numbers, least, most));
            assert_eq!(n_choices(&numbers, least, most), Some(expected.clone()), "{numbers:?} {least} {most}");
            let numbers: Vec<Copies> =
                numbers.into_iter().filter(|&(number, _)| number > 0 && number <= most).collect();
            let expected = Count::from(naive(&numbers, least, most));
            assert_eq!(by_sums(&numbers, least, most, 2), expected, "{numbers:?} {least} {most}");
            let [one, other] = halves(&numbers, most).map(|half| sums(&half, most).unwrap());
            assert_eq!(n_pairs(&one, &other, least, most), expected, "{numbers:?} {least} {most}");
        }
    }

    /// Numbers of choices of several words; sums of nine digits; what takes too long.
    #[test]
    fn large_ones() {
        let ones = vec![(1, Some(1)); 200];
        let middle = "90548514656103281165404177077484163874504589675413336841320";
        assert_eq!(n_choices(&ones, 100, 100).unwrap().to_string(), middle);
        assert_eq!(
            n_choices(&vec![(123_456_789, Some(1)); 36], 18 * 123_456_789, 18 * 123_456_789).unwrap().to_u64(),
            Some(9_075_135_300)
        );
        assert_eq!(
            n_choices(&(1_000_000_000..1_000_000_200).map(|a| (a, Some(1))).collect::<Vec<_>>(), 0, usize::MAX),
            None
        );
    }
}
