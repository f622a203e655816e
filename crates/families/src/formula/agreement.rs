//! Random formulas of many kinds: the problem that is read from them has the models that trying all values finds, one solution each.
//!
//! `DLX_CASES=100000 DLX_SEED=7 cargo test -p dlx-count-families agreement` tries more, and others.

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use dlx_count::engine::links::Solutions;
    use dlx_count::engine::{EngineKind, RunSignal, Task};
    use fastrand::Rng;

    use dlx_core::problem::{OptionId, Problem};
    use dlx_core::tally::Ratio;

    use super::super::literal::{Clause, Literal, normal, positive, variable};
    use super::super::recover::{Formula, HiddenVariables};
    use super::super::reduced::Reduced;
    use super::super::sums::WeightedSum;
    use super::super::weights::LiteralWeights;

    /// A growing formula; helper variables are numbered after the others.
    struct Sketch {
        random: Rng,
        /// Variables that are no helpers, and all.
        n_own: usize,
        n_variables: usize,
        clauses: Vec<Vec<Literal>>,
        sums: Vec<WeightedSum>,
    }

    const MOST_VARIABLES: usize = 13;

    impl Sketch {
        fn is_one_of(&mut self, n: usize) -> bool {
            self.random.usize(..n) == 0
        }

        fn literal(&mut self, n: usize) -> Literal {
            let literal = positive(1 + self.random.usize(..n));
            if self.is_one_of(2) { literal } else { -literal }
        }

        /// Some different variables, most often positive.
        fn some(&mut self, n: usize, size: usize) -> Vec<Literal> {
            let mut all: Vec<Literal> = (1..=positive(n)).collect();
            let is_signed = self.is_one_of(4);
            let mut some = Vec::new();
            for _ in 0..size.min(n) {
                let literal = all.swap_remove(self.random.usize(..all.len()));
                some.push(if is_signed && self.is_one_of(3) { -literal } else { literal });
            }
            some
        }

        fn helper(&mut self) -> Literal {
            self.n_variables += 1;
            positive(self.n_variables)
        }

        fn add(&mut self, clause: &[Literal]) {
            self.clauses.push(clause.to_vec());
        }

        fn pairs(&mut self, list: &[Literal]) {
            for (rank, &b) in list.iter().enumerate() {
                list[..rank].iter().for_each(|&a| self.clauses.push(vec![-a, -b]));
            }
        }

        /// "At most one" in one of the usual ways, as far as there is room for helpers.
        fn at_most_one(&mut self, list: &[Literal]) {
            let room = MOST_VARIABLES - self.n_variables;
            match self.random.usize(..7) {
                1 if room >= list.len() => self.sequence(list),
                2 if room >= list.len() => self.ladder(list),
                3 if room >= 4 => self.product(list),
                4 if room >= 3 => self.commander(list),
                5 if room >= 3 => self.digits(list, 1),
                6 if room >= 3 => self.digits(list, 2),
                _ => self.pairs(list),
            }
        }

        fn sequence(&mut self, list: &[Literal]) {
            let mut before: Option<Literal> = None;
            for &it in list {
                let sum = self.helper();
                self.add(&[-it, sum]);
                if let Some(before) = before {
                    self.add(&[-before, sum]);
                    self.add(&[-before, -it]);
                }
                if self.is_one_of(3) {
                    let clause: Vec<Literal> = [-sum, it].into_iter().chain(before).collect();
                    self.add(&clause);
                }
                before = Some(sum);
            }
        }

        /// "At most k", perhaps "at least j", by a counter whose sums follow in one direction, or in both.
        fn counter(&mut self, list: &[Literal]) {
            let (room, is_settled) = (MOST_VARIABLES - self.n_variables, self.is_one_of(2));
            if list.len() < 3 || room < 5 {
                return;
            }
            let mut sums = vec![list[0]];
            for &it in &list[1..] {
                let next: Vec<Literal> = (0..=sums.len()).map(|_| self.helper()).collect();
                for (k, &sum) in next.iter().enumerate() {
                    let [same, less] = [sums.get(k), k.checked_sub(1).and_then(|k| sums.get(k))].map(|it| it.copied());
                    same.into_iter().for_each(|same| self.clauses.push(vec![-same, sum]));
                    self.clauses.push(less.iter().map(|less| -less).chain([-it, sum]).collect());
                    if is_settled {
                        self.clauses.push(same.into_iter().chain([it, -sum]).collect());
                        less.into_iter().for_each(|less| self.clauses.push(vec![less, -sum]));
                    }
                }
                sums = next;
            }
            let most = 1 + self.random.usize(..list.len() - 1);
            self.clauses.push(vec![-sums[most]]);
            if self.is_one_of(2) {
                let least = self.random.usize(..=most);
                self.clauses.push(vec![sums[least]]);
            }
        }

        fn ladder(&mut self, list: &[Literal]) {
            let steps: Vec<Literal> = (1..list.len()).map(|_| self.helper()).collect();
            steps.windows(2).for_each(|pair| self.clauses.push(vec![-pair[1], pair[0]]));
            for (k, &it) in list.iter().enumerate() {
                let (up, down) = (k.checked_sub(1).map(|k| steps[k]), steps.get(k).copied());
                up.into_iter().for_each(|up| self.clauses.push(vec![-it, up]));
                down.into_iter().for_each(|down| self.clauses.push(vec![-it, -down]));
                let back: Vec<Literal> = std::iter::once(it).chain(up.map(|up| -up)).chain(down).collect();
                self.add(&back);
            }
        }

        fn product(&mut self, list: &[Literal]) {
            let (rows, columns) = ([self.helper(), self.helper()], [self.helper(), self.helper()]);
            for (k, &it) in list.iter().enumerate() {
                self.add(&[-it, rows[k / 2 % 2]]);
                self.add(&[-it, columns[k % 2]]);
                list[..k]
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| other % 4 == k % 4)
                    .for_each(|(_, &other)| self.clauses.push(vec![-it, -other]));
            }
            self.pairs(&rows);
            self.pairs(&columns);
        }

        fn commander(&mut self, list: &[Literal]) {
            let mut heads = Vec::new();
            for group in list.chunks(2) {
                let head = self.helper();
                self.pairs(group);
                group.iter().for_each(|&it| self.clauses.push(vec![-it, head]));
                if !self.is_one_of(4) {
                    self.clauses.push(group.iter().copied().chain([-head]).collect());
                }
                heads.push(head);
                if self.n_variables == MOST_VARIABLES {
                    break;
                }
            }
            self.pairs(list);
            self.pairs(&heads);
        }

        /// Groups of a size have binary numbers: bimander, or binary.
        fn digits(&mut self, list: &[Literal], size: usize) {
            let digits = [self.helper(), self.helper(), self.helper()];
            for (number, group) in list.chunks(size).enumerate() {
                self.pairs(group);
                for (k, &digit) in digits.iter().enumerate() {
                    let digit = if number >> k & 1 == 1 { digit } else { -digit };
                    group.iter().for_each(|&it| self.clauses.push(vec![-it, digit]));
                }
            }
        }

        fn parity(&mut self, list: &[Literal]) {
            for values in 0..1u32 << list.len() {
                if values.count_ones() % 2 == 1 {
                    self.clauses.push(
                        list.iter().enumerate().map(|(k, &it)| if values >> k & 1 == 1 { -it } else { it }).collect(),
                    );
                }
            }
        }

        /// Rows with at least one, columns with at most one.
        fn rows(&mut self, n: usize) {
            let (rows, columns) = (2 + self.random.usize(..2), 2 + self.random.usize(..3));
            if rows * columns > n {
                return;
            }
            let at = |row: usize, column: usize| positive(row * columns + column + 1);
            for row in 0..rows {
                let cells: Vec<Literal> = (0..columns).map(|column| at(row, column)).collect();
                self.clauses.push(cells);
            }
            for column in 0..columns {
                let cells: Vec<Literal> = (0..rows).map(|row| at(row, column)).collect();
                self.pairs(&cells);
            }
        }

        fn sum(&mut self, n: usize) {
            let size = 1 + self.random.usize(..5);
            let literals = self.some(n, size);
            let most = if self.is_one_of(2) { 1 } else { 4 };
            let terms: Vec<(u64, Literal)> = literals.into_iter().map(|it| (self.random.u64(1..=most), it)).collect();
            let total: u64 = terms.iter().map(|(number, _)| number).sum();
            let (a, b) = (self.random.u64(..=total), self.random.u64(..=total));
            let (least, most) = match self.random.usize(..4) {
                0 => (a, a),
                1 => (a, total),
                2 => (0, a),
                _ => (a.min(b), a.max(b)),
            };
            self.sums.push(WeightedSum { terms, least, most });
        }

        /// A gate: a variable that others settle.
        fn gate(&mut self, n: usize) {
            if self.n_variables == MOST_VARIABLES {
                return;
            }
            let out = if self.is_one_of(2) { self.helper() } else { self.literal(n) };
            let [a, b] = [self.literal(n), self.literal(n)];
            if self.is_one_of(3) {
                self.parity(&[out, a, b]);
            } else {
                let size = 2 + self.random.usize(..2);
                let all = if self.is_one_of(4) { vec![a, b] } else { self.some(n, size) };
                all.iter().for_each(|&it| self.clauses.push(vec![-out, it]));
                self.clauses.push(all.iter().map(|it| -it).chain([out]).collect());
            }
        }

        fn random(seed: u64) -> Formula {
            let mut sketch =
                Self { random: Rng::with_seed(seed), n_own: 0, n_variables: 0, clauses: Vec::new(), sums: Vec::new() };
            let n = 3 + sketch.random.usize(..8);
            (sketch.n_own, sketch.n_variables) = (n, n);
            if sketch.is_one_of(4) {
                sketch.rows(n);
            }
            for _ in 0..sketch.random.usize(..5) {
                let size = 2 + sketch.random.usize(..5);
                let list = sketch.some(n, size);
                if !sketch.is_one_of(3) {
                    sketch.add(&list);
                }
                sketch.at_most_one(&list);
            }
            if sketch.is_one_of(3) {
                let list = sketch.some(n, 3);
                sketch.counter(&list);
            }
            let has = [3, 3, 4].map(|k| sketch.is_one_of(k));
            if has[0] {
                (0..1 + sketch.random.usize(..3)).for_each(|_| sketch.gate(n));
            }
            if has[1] {
                for _ in 0..1 + sketch.random.usize(..4) {
                    let size = 3 + sketch.random.usize(..3);
                    let list = {
                        let n = sketch.n_variables;
                        sketch.some(n, size)
                    };
                    sketch.parity(&list);
                }
            }
            if has[2] {
                (0..1 + sketch.random.usize(..2)).for_each(|_| sketch.sum(n));
            }
            let n_clauses = if sketch.is_one_of(2) { 0 } else { sketch.random.usize(..2 * n) };
            for _ in 0..n_clauses {
                let size = if sketch.is_one_of(3) { 3 + sketch.random.usize(..2) } else { 2 };
                let clause: Vec<Literal> = (0..size)
                    .map(|_| {
                        let n = sketch.n_variables;
                        sketch.literal(n)
                    })
                    .collect();
                sketch.add(&clause);
            }
            sketch.finish()
        }

        /// The formula, perhaps with renumbered variables, perhaps projected.
        fn finish(mut self) -> Formula {
            let n = self.n_variables;
            let mut new: Vec<usize> = (1..=n).collect();
            if self.is_one_of(2) {
                new = self.some(n, n).iter().map(|it| variable(*it)).collect();
                let renamed = |it: Literal| positive(new[variable(it) - 1]) * it.signum();
                self.clauses.iter_mut().flatten().for_each(|it| *it = renamed(*it));
                self.sums.iter_mut().flat_map(|sum| &mut sum.terms).for_each(|(_, it)| *it = renamed(*it));
            }
            let is_projected = self.sums.is_empty() && self.is_one_of(3);
            let mut own = new[..self.n_own].to_vec();
            own.sort_unstable();
            let is_own = self.is_one_of(2);
            let shown =
                is_projected.then(|| if is_own { own } else { (1..=n).filter(|_| !self.is_one_of(3)).collect() });
            let clauses: Vec<Clause> = std::mem::take(&mut self.clauses).into_iter().filter_map(normal).collect();
            let costs = self.is_one_of(5).then(|| {
                (0..n).map(|_| (i64::try_from(self.random.usize(..9)).unwrap() - 4, self.literal(n))).collect()
            });
            let weighs = self.is_one_of(2) && shown.is_none() && costs.is_none();
            let weights = weighs.then(|| LiteralWeights((1..=n).map(|variable| (variable, self.weights())).collect()));
            Formula { n_variables: n, clauses, sums: self.sums, shown, costs, weights, ..Formula::default() }
        }

        /// The weights of a variable's literals, which are equal now and then.
        fn weights(&mut self) -> [Ratio; 2] {
            [(); 2].map(|()| Ratio::from(self.random.i64(1..4)))
        }
    }

    /// The shown parts of all models, by trying all values, as DIMACS writes them.
    fn models(formula: &Formula) -> BTreeSet<u64> {
        let is_true = |values: u64, it: Literal| (values >> (it.unsigned_abs() - 1) & 1 == 1) == (it > 0);
        let holds = |values: u64, sum: &WeightedSum| {
            let amount = sum.terms.iter().filter(|&&(_, it)| is_true(values, it)).map(|(number, _)| number).sum();
            (sum.least..=sum.most).contains(&amount)
        };
        let is_model = |&values: &u64| {
            formula.clauses.iter().all(|clause| clause.iter().any(|&it| is_true(values, it)))
                && formula.sums.iter().all(|sum| holds(values, sum))
        };
        let shown: u64 = match &formula.shown {
            None => u64::MAX,
            Some(shown) => shown.iter().map(|variable| 1 << (variable - 1)).sum(),
        };
        (0..1u64 << formula.n_variables).filter(is_model).map(|values| values & shown).collect()
    }

    fn number(name: &str) -> Option<u64> {
        std::env::var(name).ok()?.parse().ok()
    }

    /// The true variables of a model in DIMACS.
    fn values(model: &str) -> u64 {
        let literals = model.split_whitespace().map(|word| word.parse::<Literal>().unwrap());
        literals.filter(|&it| it > 0).map(|it| 1 << (it - 1)).sum()
    }

    #[test]
    fn solutions_are_models() {
        let (cases, seed) = (number("DLX_CASES").unwrap_or(3000), number("DLX_SEED").unwrap_or(1));
        let first = number("DLX_FIRST").unwrap_or(0);
        for case in first..first + cases {
            let formula = Sketch::random(seed.wrapping_mul(1_000_003).wrapping_add(case));
            let expected = models(&formula);
            let reduced = formula.reduced().unwrap();
            let solutions: Vec<_> = Solutions::new(&reduced.problem).collect();
            assert_eq!(solutions.len(), expected.len(), "case {case}, seed {seed}: {formula:?}");
            check_learned(&reduced.problem, case, expected.len());
            check_costs(&formula, &reduced.problem, &solutions, &expected);
            check_weights(&formula, &reduced, &solutions, &expected);
            let solutions: Vec<_> =
                solutions.iter().map(|solution| reduced.problem.original_options(solution)).collect();
            let drawing = reduced.into_question("").1.unwrap();
            let found: BTreeSet<u64> = solutions.iter().map(|solution| values(&drawing.draw(solution))).collect();
            assert_eq!(found, expected, "case {case}, seed {seed}: {formula:?}");
        }
    }

    /// Hidden variables that are left, or eliminated only where that makes the formula no longer: a search that counts solutions by their shown options finds the number of shown parts of models.
    #[test]
    fn shown_parts_of_models_are_counted() {
        let (cases, seed) = (number("DLX_CASES").unwrap_or(3000), number("DLX_SEED").unwrap_or(1));
        for case in 0..cases {
            let mut formula = Sketch::random(seed.wrapping_mul(2_000_003).wrapping_add(case));
            (formula.costs, formula.sums) = (None, Vec::new());
            let mut random = Rng::with_seed(case);
            let some = random.usize(..5);
            formula.shown = Some((1..=formula.n_variables).filter(|_| random.usize(..4) < some).collect());
            let expected = models(&formula).len();
            for hidden in [HiddenVariables::Left, HiddenVariables::AllLeft] {
                formula.hidden = hidden;
                let problem = formula.reduced().unwrap().problem;
                let mut engine = EngineKind::Learn.build(&problem, 1 << 20);
                let count = engine.run(&Task::root(), &RunSignal::default()).0.count;
                assert_eq!(count.to_u64(), u64::try_from(expected).ok(), "case {case}, seed {seed}: {formula:?}");
            }
        }
    }

    /// The search that learns, which takes clauses, sums and parities for what they are, finds as many, at once and below each option of an item.
    fn check_learned(problem: &Problem, case: u64, expected: usize) {
        let count = |prefix: Vec<OptionId>| {
            let task = Task { prefix: prefix.into(), ..Task::root() };
            let mut engine = EngineKind::Learn.build(problem, 1 << 20);
            engine.run(&task, &RunSignal::default()).0.count.to_u64().unwrap()
        };
        assert_eq!(count(Vec::new()), u64::try_from(expected).unwrap(), "case {case}");
        let item = Rng::with_seed(case).usize(..problem.n_primary().max(1));
        let has_item = |&option: &OptionId| problem.items_of(option).iter().any(|it| it.index() == item);
        let below: u64 = problem.choosable().filter(has_item).map(|option| count(vec![option])).sum();
        assert!(problem.n_primary() == 0 || below == u64::try_from(expected).unwrap(), "case {case}, item {item}");
    }

    /// Solutions weigh together what models weigh together.
    fn check_weights(formula: &Formula, reduced: &Reduced, solutions: &[Vec<OptionId>], expected: &BTreeSet<u64>) {
        let (Some(of_literals), Some(of_options)) = (&formula.weights, &reduced.weights) else { return };
        let weigh =
            |all: &mut dyn Iterator<Item = Ratio>| all.fold(Ratio::from(1), |product, weight| product * &weight);
        let of_model = |&values: &u64| {
            let both =
                |(&variable, both): (&usize, &[Ratio; 2])| both[usize::from(values >> (variable - 1) & 1 == 1)].clone();
            weigh(&mut of_literals.0.iter().map(both))
        };
        let of_solution = |solution: &Vec<OptionId>| {
            let chosen = reduced.problem.original_options(solution).into_iter();
            weigh(&mut chosen.map(|option| of_options[option.index()].clone()))
        };
        let (mut found, mut models): (Vec<Ratio>, Vec<Ratio>) =
            (solutions.iter().map(of_solution).collect(), expected.iter().map(of_model).collect());
        found.sort();
        models.sort();
        assert_eq!(found, models, "what models weigh: {formula:?}");
    }

    /// The usual cost of a model is its number of true variables, if the problem has usual costs.
    fn check_costs(formula: &Formula, problem: &Problem, solutions: &[Vec<OptionId>], expected: &BTreeSet<u64>) {
        // What hidden variables cost cannot be said.
        if formula.costs.is_some() && formula.shown.is_some() {
            return;
        }
        if problem.unpriced().is_some() {
            return;
        }
        let priced = problem.priced();
        let mut costs: Vec<i64> = solutions.iter().map(|solution| priced.cost_of(solution)).collect();
        let usual: Vec<(i64, Literal)> = (1..=positive(formula.n_variables)).map(|it| (1, it)).collect();
        let costs_of = formula.costs.as_ref().unwrap_or(&usual);
        let is_true = |values: u64, it: Literal| (values >> (it.unsigned_abs() - 1) & 1 == 1) == (it > 0);
        let cost = |&model: &u64| costs_of.iter().filter(|&&(_, it)| is_true(model, it)).map(|(cost, _)| cost).sum();
        let mut numbers: Vec<i64> = expected.iter().map(cost).collect();
        costs.sort_unstable();
        numbers.sort_unstable();
        assert_eq!(costs, numbers, "what models count for");
    }
}
