//! The decision diagram of the clauses of a group of helpers, without those: what they say about its inputs.
//!
//! A node is what is left of the clauses, after unit propagation and without helpers that say nothing more: those all of whose resolvents are always true (M. Davis, H. Putnam, 1960). Nodes that are equal are one; they are reduced
//! from below, so that in the end equal functions are one node.

use std::collections::HashMap;

use dlx_canon::graph::mix;
use dlx_core::problem::to_u64;
use dlx_core::stop::poll;

use super::literal::{Clause, Literal, place, positive, variable};
use super::project::is_contradictory;

/// The most literals that may be left when the last input has a value, and the most choices to try: of counters hardly any literals are left.
const MOST_LEFT: usize = 256;
const MOST_CHOICES: usize = 64;
/// A helper in more pairs of clauses than this is not looked at.
const MOST_RESOLVENTS: usize = 256;
/// The most literals that are looked at for one diagram.
const MOST_WORK: usize = 1 << 26;
/// Pairs of inputs that are looked at before a diagram is made, and in how many solutions each.
const LOOKS: usize = 8;
const CASES: u64 = 16;

/// Open literals of clauses, a 0 behind each clause; sorted.
type Rest = Box<[Literal]>;

/// By level the nodes, each with those that the values false and true of the level's input lead to. Node 0 of a level is false everywhere, and the last level has this and one that is true.
pub(super) struct DecisionDiagram {
    levels: Vec<Vec<[usize; 2]>>,
    root: usize,
}

impl DecisionDiagram {
    /// Inputs are the variables from 1 on, in their order, and helpers those behind them. None if the diagram is too large.
    pub(super) fn of(n_inputs: usize, n_helpers: usize, clauses: &[Clause], work: &mut usize) -> Option<Self> {
        let mut simplifier = Simplifier::new(n_inputs, n_helpers);
        let all: Vec<Literal> = clauses.iter().flat_map(|clause| clause.iter().copied().chain([0])).collect();
        let mut rests: Vec<Rest> = simplifier.simplified(&all, &[]).into_iter().collect();
        if rests.iter().any(|rest| !simplifier.seems_symmetric(rest)) {
            *work += simplifier.work;
            return None;
        }
        let (mut levels, before) = (Vec::new(), *work);
        for input in 1..=n_inputs {
            let (mut numbers, mut next) = (HashMap::new(), Vec::new());
            let mut to = |literal: Literal, rest: &Rest| {
                let Some(rest) = simplifier.simplified(rest, &[literal]) else { return 0 };
                let number = numbers.len() + 1;
                *numbers.entry(rest).or_insert_with_key(|rest| {
                    next.push(rest.clone());
                    number
                })
            };
            let it = positive(input);
            let level: Vec<[usize; 2]> = rests.iter().map(|rest| [-it, it].map(|literal| to(literal, rest))).collect();
            levels.push(level);
            *work += std::mem::take(&mut simplifier.work);
            poll(*work);
            if next.len() > most_nodes(input) || *work - before > MOST_WORK {
                return None;
            }
            rests = next;
        }
        let ends = rests.iter().map(|rest| simplifier.is_satisfiable(rest)).collect::<Option<Vec<bool>>>()?;
        Some(Self::reduced(&levels, &ends))
    }

    /// Equal functions become one node. On a level nodes are numbered from 1.
    fn reduced(levels: &[Vec<[usize; 2]>], ends: &[bool]) -> Self {
        let mut classes: Vec<usize> = std::iter::once(0).chain(ends.iter().map(|&end| usize::from(end))).collect();
        let mut reduced = Vec::new();
        for level in levels.iter().rev() {
            let (mut numbers, mut nodes) = (HashMap::from([([0, 0], 0)]), vec![[0, 0]]);
            let mut class = |node: &[usize; 2]| {
                let node = node.map(|next| classes[next]);
                *numbers.entry(node).or_insert_with(|| {
                    nodes.push(node);
                    nodes.len() - 1
                })
            };
            classes = std::iter::once(0).chain(level.iter().map(&mut class)).collect();
            reduced.push(nodes);
        }
        reduced.reverse();
        Self { levels: reduced, root: classes.get(1).copied().unwrap_or(0) }
    }

    /// If all depends on the number of true literals alone, one of each input: their signs, and for each number whether it is right.
    pub(super) fn by_number(&self) -> Option<(Vec<Literal>, Vec<bool>)> {
        let (mut signs, mut nodes) = (Vec::new(), vec![self.root]);
        for level in &self.levels {
            let is_alike =
                |is_true: usize| nodes.windows(2).all(|two| level[two[0]][is_true] == level[two[1]][1 - is_true]);
            let is_true = [1, 0].into_iter().find(|&is_true| is_alike(is_true))?;
            signs.push(if is_true == 1 { 1 } else { -1 });
            let none = nodes.first().map(|&node| level[node][1 - is_true]);
            nodes = none.into_iter().chain(nodes.iter().map(|&node| level[node][is_true])).collect();
        }
        Some((signs, nodes.into_iter().map(|node| node == 1).collect()))
    }
}

/// The most nodes on the level behind some inputs: the diagram of a sum has no more than one for each number of true inputs, and is seldom found much larger.
fn most_nodes(n_inputs: usize) -> usize {
    2 * (n_inputs + 1) * (n_inputs + 1)
}

/// Simplifies clauses.
struct Simplifier {
    n_inputs: usize,
    /// By clause its literals, and how many of them are open; none if the clause is gone.
    clauses: Vec<std::ops::Range<usize>>,
    n_open: Vec<usize>,
    literals: Vec<Literal>,
    /// By the place of a literal the clauses that have it, and how many of them are not gone.
    at: Vec<Vec<usize>>,
    n_at: Vec<usize>,
    is_known: Vec<bool>,
    units: Vec<Literal>,
    /// Helpers that are in fewer clauses than before.
    touched: Vec<usize>,
    work: usize,
}

impl Simplifier {
    fn new(n_inputs: usize, n_helpers: usize) -> Self {
        let n_places = 2 * (n_inputs + n_helpers) + 2;
        Self {
            n_inputs,
            clauses: Vec::new(),
            n_open: Vec::new(),
            literals: Vec::new(),
            at: vec![Vec::new(); n_places],
            n_at: vec![0; n_places],
            is_known: vec![false; n_places],
            units: Vec::new(),
            touched: Vec::new(),
            work: 0,
        }
    }

    /// What is left when these literals are true; with none, at the beginning, of all. None if that is a contradiction.
    fn simplified(&mut self, rest: &[Literal], literals: &[Literal]) -> Option<Rest> {
        self.load(rest);
        if literals.is_empty() {
            self.touched.extend(self.n_inputs + 1..self.at.len() / 2);
        }
        let units = self.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| self.literals[clause.start]);
        self.units.extend(literals.iter().copied().chain(units));
        while let Some(unit) = self.units.pop() {
            if self.is_known[place(-unit)] {
                return None;
            }
            if !std::mem::replace(&mut self.is_known[place(unit)], true) {
                self.set(unit)?;
            }
        }
        while let Some(helper) = self.touched.pop() {
            self.eliminate(positive(helper));
        }
        Some(self.rest(literals))
    }

    fn load(&mut self, rest: &[Literal]) {
        self.at.iter_mut().for_each(Vec::clear);
        self.is_known.fill(false);
        self.clauses.clear();
        self.n_open.clear();
        self.literals.clear();
        self.units.clear();
        self.touched.clear();
        for clause in rest.split(|&literal| literal == 0).filter(|clause| !clause.is_empty()) {
            clause.iter().for_each(|&literal| self.at[place(literal)].push(self.clauses.len()));
            let start = self.literals.len();
            self.literals.extend(clause);
            self.clauses.push(start..self.literals.len());
            self.n_open.push(clause.len());
        }
        self.n_at.clear();
        self.n_at.extend(self.at.iter().map(Vec::len));
        self.work += rest.len() + self.at.len();
    }

    /// Makes a literal true. None if a clause is left without literals.
    fn set(&mut self, literal: Literal) -> Option<()> {
        for rank in 0..self.at[place(literal)].len() {
            self.drop_clause(self.at[place(literal)][rank]);
        }
        for rank in 0..self.at[place(-literal)].len() {
            let clause = self.at[place(-literal)][rank];
            if self.n_open[clause] == 0 {
                continue;
            }
            self.n_open[clause] -= 1;
            match self.n_open[clause] {
                0 => return None,
                1 => {
                    let unit = self.open(clause).next();
                    self.units.extend(unit);
                }
                _ => {}
            }
        }
        Some(())
    }

    /// The literals of a clause that are not known to be false. (The one that is being made false is known.)
    fn open(&self, clause: usize) -> impl Iterator<Item = Literal> {
        let all = self.literals[self.clauses[clause].clone()].iter().copied();
        all.filter(|&literal| !self.is_known[place(-literal)])
    }

    fn drop_clause(&mut self, clause: usize) {
        if std::mem::take(&mut self.n_open[clause]) == 0 {
            return;
        }
        for rank in self.clauses[clause].clone() {
            let literal = self.literals[rank];
            self.n_at[place(literal)] -= 1;
            if variable(literal) > self.n_inputs {
                self.touched.push(variable(literal));
            }
        }
    }

    /// Drops the clauses of a helper if they say nothing without it.
    fn eliminate(&mut self, it: Literal) {
        let [n_yes, n_no] = [it, -it].map(|literal| self.n_at[place(literal)]);
        let is_known = [it, -it].iter().any(|&literal| self.is_known[place(literal)]);
        if is_known || n_yes + n_no == 0 || n_yes * n_no > MOST_RESOLVENTS {
            return;
        }
        if n_yes * n_no > 0 && !self.says_nothing(it) {
            return;
        }
        for literal in [it, -it] {
            for rank in 0..self.at[place(literal)].len() {
                self.drop_clause(self.at[place(literal)][rank]);
            }
        }
    }

    /// Are all resolvents of a variable always true?
    fn says_nothing(&mut self, it: Literal) -> bool {
        let [yes, no] = [it, -it].map(|literal| {
            let its = self.at[place(literal)].iter().copied();
            its.filter(|&clause| self.n_open[clause] > 0).collect::<Vec<usize>>()
        });
        let mut work = 0;
        let says_nothing = yes.iter().all(|&a| {
            no.iter().all(|&b| {
                work += self.clauses[a].len() * self.clauses[b].len();
                self.open(a).filter(|&literal| literal != it).any(|literal| self.open(b).any(|other| other == -literal))
            })
        });
        self.work += work;
        says_nothing
    }

    /// The clauses that are not gone, and the inputs that follow from the last one, to which they do not go back.
    fn rest(&mut self, last: &[Literal]) -> Rest {
        let inputs = (1..=self.n_inputs).flat_map(|input| [positive(input), -positive(input)]);
        let follow = inputs.filter(|&literal| self.is_known[place(literal)] && !last.contains(&literal));
        let left = (0..self.clauses.len()).filter(|&clause| self.n_open[clause] > 0);
        let left = left.map(|clause| self.open(clause).collect());
        let mut left: Vec<Clause> = follow.map(|literal| vec![literal]).chain(left).collect();
        left.sort_unstable();
        left.dedup();
        let rest: Rest = left.iter().flat_map(|clause| clause.iter().copied().chain([0])).collect();
        self.work += 4 * rest.len();
        rest
    }

    /// Where a solution is changed in two inputs, is it one still, at least if they were equal or if they were not? So it is in a sum, whose inputs count alike, or one of them as the other's opposite. Most clauses that are no sums are
    /// found out by some random solutions, before a diagram is made.
    fn seems_symmetric(&mut self, rest: &Rest) -> bool {
        let pairs = (0..LOOKS.min(self.n_inputs / 2)).map(|look| [look, self.n_inputs - 1 - look]);
        let mut pairs: Vec<([usize; 2], [bool; 2])> = pairs.map(|pair| (pair, [true; 2])).collect();
        for values in (0..CASES).filter_map(|case| self.some_solution(rest, case)).collect::<Vec<_>>() {
            for (pair, may_be) in &mut pairs {
                let mut other = values.clone();
                pair.iter().for_each(|&place| other[place] *= -1);
                let are_equal = (values[pair[0]] > 0) == (values[pair[1]] > 0);
                match self.is_right(rest, &other) {
                    Some(is_right) => may_be[usize::from(are_equal)] &= is_right,
                    None => return false,
                }
            }
        }
        pairs.iter().all(|(_, may_be)| *may_be != [false; 2])
    }

    /// Values of all inputs with which the clauses can be satisfied, if one soon finds some.
    fn some_solution(&mut self, rest: &Rest, case: u64) -> Option<Vec<Literal>> {
        let (mut rest, mut values) = (rest.clone(), Vec::new());
        let share = mix(case) % 256;
        for input in (1..=self.n_inputs).map(positive) {
            let sign = if mix(mix(case) ^ to_u64(values.len())) % 256 < share { 1 } else { -1 };
            let mut with = |it: Literal| self.simplified(&rest, &[it]).map(|rest| (it, rest));
            let (value, left) = with(sign * input).or_else(|| with(-sign * input))?;
            values.push(value);
            rest = left;
        }
        Some(values).filter(|_| self.is_satisfiable(&rest) == Some(true))
    }

    /// Can the clauses be satisfied with these values of all inputs?
    fn is_right(&mut self, rest: &Rest, values: &[Literal]) -> Option<bool> {
        match self.simplified(rest, values) {
            Some(rest) => self.is_satisfiable(&rest),
            None => Some(false),
        }
    }

    /// Can clauses without inputs be satisfied? None if that is not found out soon.
    fn is_satisfiable(&mut self, rest: &Rest) -> Option<bool> {
        if rest.len() > MOST_LEFT {
            return None;
        }
        let clauses = rest.split(|&literal| literal == 0).filter(|clause| !clause.is_empty());
        let mut choices = MOST_CHOICES;
        let is_contradictory = is_contradictory(clauses.map(<[Literal]>::to_vec).collect(), &mut choices);
        (choices > 0).then_some(!is_contradictory)
    }
}
