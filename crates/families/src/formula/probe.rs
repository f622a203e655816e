//! Literals refuted by unit propagation: a literal whose consequences contradict each other is false.

use dlx_core::stop::poll;

use super::clauses::Clauses;
use super::literal::{Literal, literal_at, place};

/// The most clauses that are looked at, for all literals together.
const BUDGET: usize = 5_000_000;
/// The most variables of which both values are looked at.
const MOST_CASES: usize = 3;

/// Follows assumptions through clauses, and forgets them again.
pub(super) struct LiteralProber {
    /// By the place of a literal: is it true?
    is_true: Vec<bool>,
    is_false: Vec<bool>,
    trail: Vec<usize>,
    /// False literals whose clauses are still to be looked at.
    queue: Vec<Literal>,
    /// Of each longer clause the literals that are false, of those whose clauses have been looked at; and where these are some.
    n_false: Vec<usize>,
    touched: Vec<usize>,
    /// How many clauses have been looked at.
    pub(super) n_steps: usize,
}

impl LiteralProber {
    pub(super) fn new(n_variables: usize) -> Self {
        let none = vec![false; 2 * n_variables + 2];
        let (trail, queue, n_false, touched) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { is_true: none.clone(), is_false: none, trail, queue, n_false, touched, n_steps: 0 }
    }

    /// Can this literal not be true?
    pub(super) fn refutes(&mut self, clauses: &Clauses, literal: Literal) -> bool {
        self.set(literal);
        let is_refuted = self.is_contradictory(clauses);
        self.forget();
        is_refuted
    }

    /// What follows from these literals; none if they contradict each other.
    pub(super) fn implied(&mut self, clauses: &Clauses, literals: &[Literal]) -> Option<Vec<Literal>> {
        let is_fine = clauses.units.iter().chain(literals).all(|&literal| self.set(literal));
        let is_fine = is_fine && !self.is_contradictory(clauses);
        let is_true = |&&place: &&usize| self.is_true[place];
        let implied = self.trail.iter().filter(is_true).map(|&place| literal_at(place)).collect();
        self.forget();
        is_fine.then_some(implied)
    }

    /// Does this variable have at most one value for any values of the others? If it had two, its clauses without its literals would all be true at once.
    pub(super) fn settles(&mut self, clauses: &Clauses, variable: Literal) -> bool {
        self.settles_where(clauses, variable, &[])
    }

    /// The same, with both values of some others looked at one by one: propagation alone does not see what a parity settles.
    pub(super) fn settles_by_cases(&mut self, clauses: &Clauses, variable: Literal) -> bool {
        let shortest = clauses.long_with(variable).min_by_key(|clause| clause.len());
        let others = shortest.into_iter().flatten().filter(|&&it| it != variable);
        let of: Vec<Literal> = others.copied().skip(1).take(MOST_CASES).collect();
        let case = |bits: usize| of.iter().enumerate().map(move |(k, &it)| if bits >> k & 1 == 0 { it } else { -it });
        (0..1usize << of.len()).all(|bits| self.settles_where(clauses, variable, &case(bits).collect::<Vec<_>>()))
    }

    fn settles_where(&mut self, clauses: &Clauses, variable: Literal, assumed: &[Literal]) -> bool {
        // Both of its literals count as false, so that its clauses are without it.
        for literal in [variable, -variable] {
            self.is_false[place(literal)] = true;
            self.trail.push(place(literal));
            self.queue.push(literal);
        }
        assumed.iter().for_each(|&literal| _ = self.set(literal));
        let is_settled = self.is_contradictory(clauses);
        self.forget();
        is_settled
    }

    /// Makes a literal true. Returns false if it is false.
    fn set(&mut self, literal: Literal) -> bool {
        if !self.is_true[place(literal)] && !self.is_false[place(literal)] {
            self.is_true[place(literal)] = true;
            self.is_false[place(-literal)] = true;
            self.trail.extend([place(literal), place(-literal)]);
            self.queue.push(-literal);
        }
        !self.is_false[place(literal)]
    }

    fn is_contradictory(&mut self, clauses: &Clauses) -> bool {
        self.n_false.resize(clauses.n_long(), 0);
        while let Some(literal) = self.queue.pop() {
            let pairs = clauses.others(literal);
            self.n_steps += 1 + pairs.len();
            poll(1 + pairs.len());
            if !pairs.iter().all(|&other| self.set(other)) {
                return true;
            }
            for (number, clause) in clauses.numbered_with(literal) {
                self.n_steps += 1;
                poll(1);
                if self.n_false[number] == 0 {
                    self.touched.push(number);
                }
                self.n_false[number] += 1;
                if self.n_false[number] + 1 >= clause.len() && self.is_broken(clause) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether no literal of the clause is true or open. If exactly one is open and none is true, it becomes true.
    fn is_broken(&mut self, clause: &[Literal]) -> bool {
        poll(clause.len());
        let mut last = None;
        for &literal in clause.iter().filter(|&&literal| !self.is_false[place(literal)]) {
            if self.is_true[place(literal)] || last.is_some() {
                return false;
            }
            last = Some(literal);
        }
        last.is_none_or(|last| !self.set(last))
    }

    fn forget(&mut self) {
        self.queue.clear();
        self.touched.drain(..).for_each(|number| self.n_false[number] = 0);
        for place in self.trail.drain(..) {
            self.is_true[place] = false;
            self.is_false[place] = false;
        }
    }
}

/// The literals that are true because their opposites are refuted.
pub(super) fn forced(n_variables: usize, clauses: &Clauses) -> Vec<Literal> {
    let mut prober = LiteralProber::new(n_variables);
    let mut forced = Vec::new();
    for literal in (2..2 * n_variables + 2).map(literal_at) {
        // Nothing follows from what is in no clause with its opposite.
        let has_consequences = !clauses.others(-literal).is_empty();
        if has_consequences && prober.n_steps < BUDGET && prober.refutes(clauses, literal) {
            forced.push(-literal);
        }
    }
    forced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consequences_contradict_each_other() {
        // Exactly one of 1, 2, 3, and none of them goes with 4.
        let list =
            vec![vec![1, 2, 3], vec![-1, -2], vec![-1, -3], vec![-2, -3], vec![-1, -4], vec![-2, -4], vec![-3, -4]];
        assert_eq!(forced(4, &Clauses::new(4, list)), [-4]);
    }

    #[test]
    fn a_variable_is_settled_by_others() {
        // 4 where 1 or 2, not with 3; exactly one of these three, or at most one.
        let exclusive = [vec![-1, -2], vec![-1, -3], vec![-2, -3], vec![-1, 4], vec![-2, 4], vec![-3, -4]];
        let mut prober = LiteralProber::new(4);
        assert!(!prober.settles(&Clauses::new(4, exclusive.to_vec()), 4));
        let all = [&exclusive[..], &[vec![1, 2, 3]]].concat();
        assert!(prober.settles(&Clauses::new(4, all), 4));
    }
}
