//! Clauses about a puzzle, and the search for models that learns from conflicts: [batsat](https://github.com/c-cube/batsat), a MiniSat (Eén and Sörensson, 2003) in Rust. It is given up after a number of decisions or conflicts, and when
//! half of the time that is left is over.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use dlx_core::stop::{poll, time_left};
use std::cell::Cell;
use std::time::Duration;

/// With more literals than this in its clauses the search is given up.
const MOST_LITERALS: usize = 1 << 24;

/// Of this many literals each two get a clause if only one of them may hold; of more, further literals say whether one of the first ones does.
const MOST_PAIRED: usize = 6;

/// When a search is given up.
pub(super) struct SearchLimit {
    n_decisions: Cell<u32>,
    n_conflicts: Cell<u32>,
    late: Option<Duration>,
}

impl SearchLimit {
    /// After this many decisions.
    pub(super) fn decisions(most: u32) -> Self {
        let late = time_left().map(|left| left / 2);
        Self { n_decisions: Cell::new(most), n_conflicts: Cell::new(u32::MAX), late }
    }

    /// After this many conflicts and models.
    pub(super) fn conflicts(most: u32) -> Self {
        Self { n_conflicts: Cell::new(most), ..Self::decisions(u32::MAX) }
    }
}

impl Callbacks for SearchLimit {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            count_down(&self.n_conflicts);
        }
    }

    fn on_result(&mut self, _: lbool) {
        count_down(&self.n_conflicts);
    }

    fn stop(&self) -> bool {
        poll(1 << 10);
        if self.late.is_some_and(|late| time_left().is_some_and(|left| left < late)) {
            self.n_decisions.set(0);
        }
        count_down(&self.n_decisions);
        self.n_decisions.get().min(self.n_conflicts.get()) == 0
    }
}

fn count_down(number: &Cell<u32>) {
    number.set(number.get().saturating_sub(1));
}

/// Clauses, and the search for their models.
pub(super) struct SearchClauses {
    solver: Solver<SearchLimit>,
    n_literals: usize,
}

impl SearchClauses {
    /// None yet.
    pub(super) fn new(limit: SearchLimit) -> Self {
        Self { solver: Solver::new(SolverOpts::default(), limit), n_literals: 0 }
    }

    /// A new variable, as the literal that says that it is true.
    pub(super) fn literal(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// One of these holds.
    pub(super) fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let mut clause: Vec<Lit> = clause.into_iter().collect();
        poll(clause.len());
        self.n_literals += clause.len();
        if self.has_room() {
            self.solver.add_clause_reuse(&mut clause);
        }
    }

    /// No two of these hold.
    pub(super) fn add_at_most_one(&mut self, literals: &[Lit]) {
        if literals.len() <= MOST_PAIRED {
            for (rank, &one) in literals.iter().enumerate() {
                literals[..rank].iter().for_each(|&other| self.add([!one, !other]));
            }
            return;
        }
        let mut before = None;
        for &one in literals {
            let so_far = self.literal();
            self.add([!one, so_far]);
            if let Some(before) = before.replace(so_far) {
                self.add([!before, so_far]);
                self.add([!before, !one]);
            }
        }
    }

    /// As many of these hold: further literals say whether one of the first ones, or two, or more do (Sinz, 2005).
    pub(super) fn add_exactly(&mut self, number: usize, literals: &[Lit]) {
        let always = self.literal();
        self.add([always]);
        // How many of those so far hold at least: 0, 1 and so on.
        let mut least: Vec<Lit> = (0..number + 2).map(|rank| if rank == 0 { always } else { !always }).collect();
        for &one in literals {
            let next: Vec<Lit> = (0..number + 2).map(|rank| if rank == 0 { always } else { self.literal() }).collect();
            for rank in 1..number + 2 {
                self.add([!least[rank], next[rank]]);
                self.add([!one, !least[rank - 1], next[rank]]);
                self.add([!next[rank], least[rank], one]);
                self.add([!next[rank], least[rank - 1]]);
            }
            least = next;
        }
        self.add([least[number]]);
        self.add([!least[number + 1]]);
    }

    /// Were all clauses added? One for which there was no room would let the same model come again.
    pub(super) fn has_room(&self) -> bool {
        self.n_literals <= MOST_LITERALS
    }

    /// Whether there is a model in which these hold; nothing if that is not found out.
    pub(super) fn has_model(&mut self, assumed: &[Lit]) -> Option<bool> {
        let answer = if self.has_room() { self.solver.solve_limited(assumed) } else { lbool::UNDEF };
        (answer != lbool::UNDEF).then_some(answer == lbool::TRUE)
    }

    /// Does this hold in the model that was found last?
    pub(super) fn holds(&self, literal: Lit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }

    /// Does this hold in no model?
    pub(super) fn never_holds(&self, literal: Lit) -> bool {
        self.solver.value_lvl_0(literal) == lbool::FALSE
    }
}
