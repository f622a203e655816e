//! Options that are in a solution, found by a search that learns from conflicts; all others are left out.
//!
//! The cover is written as clauses: of the options of an item one is chosen, and those that give another item different colors are not chosen together. A model need not be connected. If it is not, clauses are added that
//! every solution satisfies and the model does not: of a cycle one option is not chosen, and of two parts that should be one, one is left by an option at its border; then the next model is asked for. These are the lazy cuts of
//! the travelling salesman (Dantzig, Fulkerson and Johnson, 1954).
//!
//! Each solution that is found *supports* its options. The next one shall have one that is not yet supported; if there is none, none of those is in any solution. So a puzzle with one solution takes two
//! searches.

use super::clauses::{SearchClauses, SearchLimit};
use super::cuts::LazyCuts;
use batsat::Lit;
use dlx_core::problem::{Color, ItemId, OptionId, Problem};
use rustc_hash::{FxHashMap, FxHashSet};

/// Decisions after which the search is given up: some tenths of a second. Puzzles of 30 x 40 need some thousands, where they need any.
const MOST_DECISIONS: u32 = 1 << 14;

/// The problem as clauses.
struct CoverClauses<'p> {
    problem: &'p Problem,
    clauses: SearchClauses,
    /// The options that are left, and the literals that say that they are chosen.
    options: Vec<OptionId>,
    chosen: FxHashMap<OptionId, Lit>,
}

/// Leaves out options that are in no solution. Returns whether these are all of them. It is not tried where nodes have colors: the clauses that it learns about paths between numbers lead nowhere (results/2026-11-27-loops), and those of [taut](super::taut) solutions do.
pub(super) fn leave_out_unsupported(problem: &Problem, is_left: &mut [bool]) -> bool {
    if problem.has_colored_nodes() {
        return false;
    }
    let mut cover = CoverClauses::new(problem, is_left);
    cover.write();
    let mut open = cover.options.clone();
    let is_all_known = cover.support(&mut open);
    for option in open {
        let is_out = is_all_known || cover.clauses.never_holds(cover.chosen[&option]);
        is_left[option.index()] &= !is_out;
    }
    is_all_known
}

impl<'p> CoverClauses<'p> {
    fn new(problem: &'p Problem, is_left: &[bool]) -> Self {
        let mut clauses = SearchClauses::new(SearchLimit::decisions(MOST_DECISIONS));
        let options: Vec<OptionId> = problem.options().filter(|option| is_left[option.index()]).collect();
        let chosen = options.iter().map(|&option| (option, clauses.literal())).collect();
        Self { problem, clauses, options, chosen }
    }

    fn write(&mut self) {
        let mut options_of: Vec<Vec<OptionId>> = vec![Vec::new(); self.problem.n_items()];
        for &option in &self.options {
            self.problem.items_of(option).iter().for_each(|item| options_of[item.index()].push(option));
        }
        for options in &options_of[..self.problem.n_primary()] {
            let literals: Vec<Lit> = options.iter().map(|option| self.chosen[option]).collect();
            self.clauses.add_at_most_one(&literals);
            self.clauses.add(literals);
        }
        let colors = self.write_colors(&options_of);
        for options in &options_of[..self.problem.n_primary()] {
            self.write_agreement(options, &colors);
        }
    }

    /// The literals that say which color a secondary item has.
    fn write_colors(&mut self, options_of: &[Vec<OptionId>]) -> FxHashMap<(ItemId, Color), Lit> {
        let mut colors = FxHashMap::default();
        for item in self.problem.items().skip(self.problem.n_primary()) {
            let mut literals = Vec::new();
            for &option in &options_of[item.index()] {
                let color = self.problem.cells(option).find(|cell| cell.0 == item).map_or(Color::NONE, |cell| cell.1);
                let chosen = self.chosen[&option];
                if color.is_none() {
                    literals.push(chosen);
                    continue;
                }
                let literal = *colors.entry((item, color)).or_insert_with(|| {
                    literals.push(self.clauses.literal());
                    literals[literals.len() - 1]
                });
                self.clauses.add([!chosen, literal]);
            }
            self.clauses.add_at_most_one(&literals);
        }
        colors
    }

    /// Where all options of an item give another item a color, one of those has the color that it has.
    fn write_agreement(&mut self, options: &[OptionId], colors: &FxHashMap<(ItemId, Color), Lit>) {
        let mut having: FxHashMap<ItemId, FxHashMap<Color, Vec<Lit>>> = FxHashMap::default();
        for &option in options {
            for (item, color) in self.problem.cells(option).filter(|cell| !cell.1.is_none()) {
                having.entry(item).or_default().entry(color).or_default().push(self.chosen[&option]);
            }
        }
        let mut all: Vec<_> = having.into_iter().collect();
        all.sort_unstable_by_key(|(item, _)| *item);
        for (item, by_color) in all {
            if by_color.values().map(Vec::len).sum::<usize>() < options.len() {
                continue;
            }
            for (color, literals) in by_color {
                self.clauses.add(literals.into_iter().chain([!colors[&(item, color)]]));
            }
        }
    }

    /// Finds solutions until each of these options is in one, and takes those out that are. Returns whether that ended: what is left is in none.
    fn support(&mut self, open: &mut Vec<OptionId>) -> bool {
        let cuts = LazyCuts::new(self.problem, &self.options);
        while !open.is_empty() {
            let has_open = self.clauses.literal();
            let literals: Vec<Lit> = open.iter().map(|option| self.chosen[option]).collect();
            self.clauses.add(literals.into_iter().chain([!has_open]));
            let solution = match self.solve(has_open, &cuts) {
                Some(Some(solution)) => solution,
                ended => return ended.is_some(),
            };
            open.retain(|option| !solution.contains(option));
            self.clauses.add([!has_open]);
        }
        true
    }

    /// A solution in which this literal holds, if there is one; nothing if that is not found out.
    fn solve(&mut self, assumed: Lit, cuts: &LazyCuts<'_>) -> Option<Option<FxHashSet<OptionId>>> {
        loop {
            if !self.clauses.has_model(&[assumed])? {
                return Some(None);
            }
            let chosen = self.options.iter().copied();
            let chosen: Vec<OptionId> = chosen.filter(|option| self.clauses.holds(self.chosen[option])).collect();
            let clauses = cuts.of(&chosen);
            if clauses.is_empty() {
                return Some(Some(chosen.into_iter().collect()));
            }
            for clause in clauses {
                let literal = |(option, is_in): (OptionId, bool)| {
                    if is_in { self.chosen[&option] } else { !self.chosen[&option] }
                };
                let clause: Vec<Lit> = clause.into_iter().map(literal).collect();
                self.clauses.add(clause);
            }
        }
    }
}
