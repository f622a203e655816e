//! Helper variables: those that are settled by the others, in clauses that say no more with them than without.
//!
//! "At most one" is often written with variables of its own: sums of those before (sequential, ladder), rows and columns (product), groups (commander, bimander), digits (binary).
//! Where the other variables leave such a variable at most one value, each model of the rest without it stands for one model. The variable is then eliminated (M. Davis, H. Putnam, 1960): its clauses
//! are replaced by their resolvents, which are satisfied exactly where a value for it is left. The result is the pairs again, from which items are found.
//!
//! Unit propagation proves that at most one value is left; only that matters for correctness. Which of these variables to eliminate is a matter of taste: those whose elimination leaves fewer clauses
//! of more than two literals, or which are in none. A variable of an item, "exactly one of these", is settled by the others, too, but should stay.

use dlx_core::stop::poll;

use super::clauses::Clauses;
use super::literal::{Clause, Literal, normal, positive, variable};
use super::model::Eliminated;
use super::probe::LiteralProber;

/// The most resolvents of one variable, and the most literals of all clauses.
const MOST_RESOLVENTS: usize = 1 << 17;
const MOST_LITERALS: usize = 1 << 25;
/// The most clauses that propagation looks at, for all variables together.
const BUDGET: usize = 100_000_000;

/// What is to be seen of a variable that may be eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AskedOf {
    /// Its value: it must be settled by the others.
    Value,
    /// Nothing: its value is not asked for.
    Nothing,
    /// Nothing, and it would be left otherwise: any of them is better gone, if there are no more clauses without it (as in SatELite: Een and Biere, SAT 2005).
    NothingElse,
}

/// Eliminates those of some variables for which it is worth while, and says how their values are found.
pub(super) fn eliminate(
    n_variables: usize,
    clauses: &mut Clauses,
    may_go: impl Fn(usize) -> bool,
    asked: impl Fn(usize) -> AskedOf,
) -> Vec<Eliminated> {
    let mut prober = LiteralProber::new(n_variables);
    let mut steps = Vec::new();
    loop {
        let before = steps.len();
        // What helps is most often numbered behind what it helps.
        for number in (1..=n_variables).rev().filter(|&number| may_go(number)) {
            if prober.n_steps > BUDGET || clauses.n_literals > MOST_LITERALS || !clauses.units.is_empty() {
                return steps;
            }
            let it = positive(number);
            let Some(resolvents) = resolvents(clauses, it, asked(number)) else { continue };
            let is_settled = |prober: &mut LiteralProber| {
                prober.settles(clauses, it) || resolvents.is_empty() && prober.settles_by_cases(clauses, it)
            };
            if asked(number) != AskedOf::Value || is_settled(&mut prober) {
                steps.push(Eliminated::Clauses { variable: number, clauses: clauses.all_with(it) });
                clauses.take_out(it);
                clauses.take_out(-it);
                resolvents.into_iter().for_each(|clause| clauses.add(clause));
            }
        }
        if steps.len() == before {
            return steps;
        }
    }
}

/// The resolvents of a variable, if it is worth eliminating.
fn resolvents(clauses: &Clauses, it: Literal, asked: AskedOf) -> Option<Vec<Clause>> {
    let n_with = |literal: Literal| clauses.others(literal).len() + clauses.long_with(literal).count();
    let (n_yes, n_no) = (n_with(it), n_with(-it));
    if n_yes + n_no == 0 || n_yes.saturating_mul(n_no) > MOST_RESOLVENTS {
        return None;
    }
    let n_long = clauses.long_with(it).count() + clauses.long_with(-it).count();
    // The number of longer clauses that may come out, or of all.
    let most = match asked {
        AskedOf::Value => n_long.saturating_sub(1),
        AskedOf::Nothing => n_long,
        AskedOf::NothingElse => n_yes + n_no,
    };
    let (yes, no) = (clauses.all_with(it), clauses.all_with(-it));
    let (mut found, mut n_found, mut is_some) = (Vec::new(), 0, false);
    for (a, b) in no.iter().flat_map(|b| yes.iter().map(move |a| (a, b))) {
        poll(a.len() + b.len());
        // Most resolvents of pairs are there already.
        if a.len() + b.len() == 4 && clauses.has_pair(other(a, it), other(b, it)) {
            is_some = true;
            continue;
        }
        let Some(resolvent) = resolvent(a, b, it) else { continue };
        is_some = true;
        n_found += usize::from(resolvent.len() > 2 || asked == AskedOf::NothingElse);
        if n_found > most {
            return None;
        }
        found.push(resolvent);
    }
    // An option of one item says nothing about the others, either, but is a thing to choose.
    (asked != AskedOf::Value || is_some || !is_option_of_one_item(clauses, it)).then_some(found)
}

/// Is the variable in one long clause, of whose literals exactly one is true? Two literals in a row always exclude each other there; the others of a gate (`y` is `a` and `b`, an output that nothing else depends
/// on) mostly do not, and then the variable says nothing.
fn is_option_of_one_item(clauses: &Clauses, it: Literal) -> bool {
    let mut long = clauses.long_with(it).chain(clauses.long_with(-it));
    let (Some(item), None) = (long.next(), long.next()) else { return false };
    item.windows(2).all(|two| clauses.has_pair(-two[0], -two[1]))
}

/// The other literal of a pair.
fn other(pair: &[Literal], it: Literal) -> Literal {
    if variable(pair[0]) == variable(it) { pair[1] } else { pair[0] }
}

/// What two clauses say together without a variable, if anything.
fn resolvent(a: &[Literal], b: &[Literal], it: Literal) -> Option<Clause> {
    // Nothing, if they have a literal and its opposite. Most pairs have, and one may be long: "exactly one of 750" took 11 s where each pair was put together first.
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let is_opposed = |literal: &Literal| {
        let place = long.binary_search_by_key(&variable(*literal), |&other| variable(other));
        variable(*literal) != variable(it) && place.is_ok_and(|place| long[place] == -literal)
    };
    if short.iter().any(is_opposed) {
        return None;
    }
    let both = a.iter().chain(b).copied().filter(|&literal| variable(literal) != variable(it));
    normal(both.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clauses without helpers, which are those after number n.
    fn without_helpers(n: usize, n_variables: usize, clauses: Vec<Clause>) -> Vec<Clause> {
        let mut clauses = Clauses::new(n_variables, clauses);
        let steps = eliminate(n_variables, &mut clauses, |_| true, |_| AskedOf::Value);
        assert_eq!(steps.len(), n_variables - n);
        let mut list = clauses.into_list();
        list.sort();
        list
    }

    fn exactly_one(n: Literal) -> Vec<Clause> {
        let pairs = (1..=n).flat_map(|b| (1..b).map(move |a| vec![-a, -b]));
        let mut list: Vec<Clause> = pairs.chain([(1..=n).collect()]).collect();
        list.sort();
        list
    }

    #[test]
    fn a_sequence_becomes_pairs() {
        let mut clauses = vec![(1..=4).collect(), vec![-1, 5], vec![-2, 6], vec![-3, 7], vec![-5, 6], vec![-6, 7]];
        clauses.extend([vec![-2, -5], vec![-3, -6], vec![-4, -7]]);
        assert_eq!(without_helpers(4, 7, clauses), exactly_one(4));
    }

    #[test]
    fn digits_become_pairs() {
        let digit = |it: Literal, k: Literal| if (it - 1) >> k & 1 == 1 { 5 + k } else { -5 - k };
        let digits = (1..=4).flat_map(|it| (0..2).filter_map(move |k| normal(vec![-it, digit(it, k)])));
        assert_eq!(without_helpers(4, 6, digits.chain([(1..=4).collect()]).collect()), exactly_one(4));
    }

    #[test]
    fn commanders_become_pairs() {
        let mut clauses = vec![vec![7, 8, 9], vec![-7, -8], vec![-7, -9], vec![-8, -9]];
        for (a, head) in [(1, 7), (3, 8), (5, 9)] {
            clauses.extend([vec![-a, -a - 1], vec![a, a + 1, -head], vec![-a, head], vec![-a - 1, head]]);
        }
        assert_eq!(without_helpers(6, 9, clauses), exactly_one(6));
    }

    /// What its clauses say without a variable may be there already.
    #[test]
    fn resolvents_that_are_there_count() {
        let clauses = Clauses::new(5, vec![vec![1, 4], vec![2, -4], vec![1, 2], vec![-1, -4, 5]]);
        assert_eq!(resolvents(&clauses, 4, AskedOf::Value), Some(Vec::new()));
    }

    /// Outputs of gates that nothing else depends on say nothing, and then those of the gates before them.
    #[test]
    fn outputs_that_are_not_used_go() {
        let gates = [vec![-4, 1], vec![-4, 2], vec![4, -1, -2], vec![5, 3], vec![5, 4], vec![-5, -3, -4]];
        let xor = [vec![-6, 5, 1], vec![-6, -5, -1], vec![6, -5, 1], vec![6, 5, -1]];
        assert_eq!(without_helpers(3, 6, gates.into_iter().chain(xor).collect()), Vec::<Clause>::new());
        let item = Clauses::new(4, exactly_one(3));
        assert!((1..=3).all(|it| resolvents(&item, it, AskedOf::Value).is_none()));
    }

    /// With "at most one" alone a sequence has several values where none is true.
    #[test]
    fn what_is_not_settled_stays() {
        let mut clauses = Clauses::new(3, vec![vec![-1, 3], vec![-2, -3]]);
        assert!(eliminate(3, &mut clauses, |_| true, |_| AskedOf::Value).is_empty());
    }
}
