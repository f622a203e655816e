//! Weighted counts of models, against the sum over all assignments: by the search that learns, from the diagram, by turns of both, and in little memory.

use std::collections::{BTreeMap, BTreeSet};

use dlx_count::family::Cnf;
use dlx_count::symmetry::CountQuery;
use dlx_count::tally::{Ending, Ratio};
use dlx_count::{EngineKind, Session};
use proptest::test_runner::RngSeed;

use crate::cli::{Said, both, file_in, told, words};
use crate::common::seeded;

/// A formula of a few variables with weights, perhaps projected.
struct Sketch {
    n: i32,
    clauses: Vec<Vec<i32>>,
    shown: Option<BTreeSet<i32>>,
    weights: BTreeMap<i32, &'static str>,
}

/// Among them some that make a model worthless, or cancel.
const WEIGHTS: [&str; 10] = ["0", "1", "1/4", "0.75", "-2/3", "3.5", "2/3", "1e-1", "-1", "5"];

fn literal(dice: &mut fastrand::Rng, n: i32) -> i32 {
    let variable = dice.i32(1..=n);
    if dice.bool() { variable } else { -variable }
}

/// Literals of different variables.
fn some(dice: &mut fastrand::Rng, n: i32, size: usize) -> Vec<i32> {
    let variables = dice.choose_multiple(1..=n, size);
    variables.into_iter().map(|it| if dice.bool() { it } else { -it }).collect()
}

impl Sketch {
    fn random(dice: &mut fastrand::Rng) -> Self {
        let n = dice.i32(1..10);
        let mut clauses = Vec::new();
        for _ in 0..dice.i32(0..2 * n + 1) {
            let [a, b, c] = [(); 3].map(|()| literal(dice, n));
            match dice.u8(..10) {
                0 => clauses.push(vec![a]),
                1 => clauses.extend([vec![a, -b], vec![-a, b]]),
                2 => clauses.extend([vec![-a, b], vec![-a, c], vec![a, -b, -c]]),
                3 => {
                    if let [a, b, c] = some(dice, n, 3)[..] {
                        clauses.extend([vec![a, b, c], vec![a, -b, -c], vec![-a, b, -c], vec![-a, -b, c]]);
                    }
                }
                4 => {
                    let size = dice.usize(2..5);
                    let group = some(dice, n, size);
                    let pairs = (0..group.len()).flat_map(|k| (0..k).map(move |j| (j, k)));
                    clauses.extend(pairs.map(|(j, k)| vec![-group[j], -group[k]]));
                    clauses.extend(dice.bool().then_some(group));
                }
                _ => clauses.push(vec![a, b, c]),
            }
        }
        let shown = (dice.u8(..3) == 0).then(|| (1..=n).filter(|_| dice.u8(..3) > 0).collect::<BTreeSet<i32>>());
        let mut weights = BTreeMap::new();
        for it in (1..=n).filter(|it| shown.as_ref().is_none_or(|shown| shown.contains(it))) {
            if dice.u8(..3) > 0 {
                let [yes, no] = [(); 2].map(|()| WEIGHTS[dice.usize(..WEIGHTS.len())]);
                weights.extend([(it, yes), (-it, if dice.u8(..5) == 0 { yes } else { no })]);
            }
        }
        Self { n, clauses, shown, weights }
    }

    fn text(&self) -> String {
        let mut text = format!("c t wmc\np cnf {} {}\n", self.n, self.clauses.len());
        self.clauses
            .iter()
            .for_each(|clause| text += &(clause.iter().map(|it| format!("{it} ")).collect::<String>() + "0\n"));
        self.weights.iter().for_each(|(it, weight)| text += &format!("c p weight {it} {weight} 0\n"));
        if let Some(shown) = &self.shown {
            text += &format!("c p show {}0\n", shown.iter().map(|it| format!("{it} ")).collect::<String>());
        }
        text
    }

    /// The number of models, or of their shown parts, and the sum of their weights.
    fn models(&self) -> (u64, Ratio) {
        let holds = |values: u32, it: &i32| (values >> (it.unsigned_abs() - 1) & 1 == 1) == (*it > 0);
        let is_shown = |it: &i32| self.shown.as_ref().is_none_or(|shown| shown.contains(it));
        let (mut seen, mut sum) = (BTreeSet::new(), Ratio::from(0));
        for values in 0..1u32 << self.n {
            if !self.clauses.iter().all(|clause| clause.iter().any(|it| holds(values, it))) {
                continue;
            }
            let part: Vec<i32> =
                (1..=self.n).filter(is_shown).map(|it| if holds(values, &it) { it } else { -it }).collect();
            let weights = part.iter().filter_map(|it| self.weights.get(it));
            let weight = weights.fold(Ratio::from(1), |product, weight| product * &weight.parse().unwrap());
            if seen.insert(part) {
                sum = sum + &weight;
            }
        }
        (seen.len() as u64, sum)
    }
}

/// The weighted count of the models of a formula.
pub fn weighed(session: &Session<'_>, question: &CountQuery) -> Ratio {
    let weights = question.models().unwrap().weights.as_deref().unwrap();
    let sum = session.weigh_by(question.problem(), 0, &|_| vec![], weights).unwrap();
    assert_eq!(sum.ending, Ending::Complete);
    sum.compositions.into_values().next().unwrap_or_else(|| Ratio::from(0))
}

/// A session of one thread with this engine.
pub fn session(engine: Option<EngineKind>, memory: usize) -> Session<'static> {
    Session::builder().threads(1).engine(engine).memory(memory).build().unwrap()
}

/// Units, equal variables, definitions, parities, items, free and hidden variables.
#[test]
fn weighted_counts_are_sums_over_all_assignments() {
    let config = seeded(600);
    let RngSeed::Fixed(seed) = config.rng_seed else { panic!("it is fixed") };
    let learn = Some(EngineKind::Learn);
    let engines = [(learn, 1 << 24), (Some(EngineKind::Frontier), 1 << 24), (None, 1 << 24), (learn, 2000)];
    let sessions = engines.map(|(engine, memory)| session(engine, memory));
    for case in 0..u64::from(config.cases) {
        let sketch = Sketch::random(&mut fastrand::Rng::with_seed(seed.wrapping_add(case)));
        let (text, (models, sum)) = (sketch.text(), sketch.models());
        let cnf = Cnf::read(&text).unwrap();
        for question in [cnf.question().unwrap(), cnf.question_as_written().unwrap()] {
            let found = sessions.each_ref().map(|session| weighed(session, &question));
            assert_eq!(found, [(); 4].map(|()| sum.clone()), "seed {}: {text}", seed.wrapping_add(case));
            assert_eq!(sessions[0].count(question.problem()).unwrap().count.to_u64(), Some(models), "{text}");
        }
        // Hidden variables may be left, which only one engine knows.
        let question = cnf.counted_question().unwrap();
        for session in [&sessions[0], &sessions[2], &sessions[3]] {
            assert_eq!(weighed(session, &question), sum, "seed {}: {text}", seed.wrapping_add(case));
            assert_eq!(session.count(&question).unwrap().count.to_u64(), Some(models), "{text}");
        }
    }
}

/// Formulas too large for all assignments: parts are known, clauses are learned, and numbers are long.
#[test]
fn learning_and_the_diagram_agree() {
    let mut dice = fastrand::Rng::with_seed(9);
    let sessions = [EngineKind::Learn, EngineKind::Frontier].map(|engine| session(Some(engine), 1 << 26));
    for _ in 0..6 {
        let clauses: Vec<Vec<i32>> = (0..60).map(|_| some(&mut dice, 28, 3)).collect();
        let weights = (1..=28).map(|it| (it, WEIGHTS[dice.usize(..WEIGHTS.len())]));
        let weights = weights.flat_map(|(it, weight)| [(it, weight), (-it, "0.123456789")]).collect();
        let text = Sketch { n: 28, clauses, shown: None, weights }.text();
        let question = Cnf::read(&text).unwrap().question().unwrap();
        assert_eq!(weighed(&sessions[0], &question), weighed(&sessions[1], &question), "{text}");
    }
}

/// The second example of the competition's description of its format, where weights of negative literals are left out; and Pearl's wet grass: 0.44838, of which rain is 0.16038.
#[test]
fn published_weighted_counts() {
    let folder = tempfile::tempdir().unwrap();
    let weights = "c p weight 1 0.4 0\nc p weight 2 0.5 0\nc p weight 3 0.4 0\nc p weight 4 0.3 0\nc p weight 5 0.5 0\nc p weight 6 0.7 0\n";
    let example = file_in(&folder, "2.cnf", format!("p cnf 6 4\nc t wmc\n{weights}-1 -2 0\n2 3 -4 0\n4 5 0\n4 6 0\n"));
    let (lines, said) = told(&format!("cnf {example} --mc"));
    assert_eq!(
        lines,
        "s SATISFIABLE\nc s type wmc\nc s log10-estimate -0.460923901207223\nc s exact arb frac 173/500\n"
    );
    assert!(said.contains("the weight of 6 literals is not in the file"), "{said}");
    let (count, said) = told(&format!("cnf {example}"));
    assert!(count.contains("22 solutions") && said.contains("tally SOURCE --weights"), "{count}{said}");
    let grass = std::fs::read_to_string("tests/data/cnf/sprinkler.cnf").unwrap();
    let rain = file_in(&folder, "rain.cnf", grass.replace("p cnf 8 12", "p cnf 8 13").replace("\n3 0", "\n3 0\n1 0"));
    assert_eq!(told("tally cnf tests/data/cnf/sprinkler.cnf --weights -q").0, "22419/50000\n");
    assert_eq!(told(&format!("tally cnf {rain} --weights -q")).0, "8019/50000\n");
    let by = told("tally cnf tests/data/cnf/sprinkler.cnf --weights --by 1 --csv -q").0;
    assert_eq!(by, "1,weight,complete\n0,36/125,true\n1,8019/50000,true\n");
}

#[test]
fn the_lines_of_the_competition() {
    let folder = tempfile::tempdir().unwrap();
    let mc = |text: &str, more: &str| {
        let file = file_in(&folder, "f.cnf", text);
        both(&format!("cnf {file} --mc {more}"))
    };
    assert_eq!(
        mc("p cnf 2 0\nc p show 1 0\n", ""),
        "s SATISFIABLE\nc s type pmc\nc s log10-estimate 0.301029995663981\nc s exact arb int 2\n"
    );
    let weighted = "p cnf 2 1\nc t pwmc\nc p show 1 0\nc p weight 1 -3 0\nc p weight -1 1 0\n1 2 0\n";
    let lines = "s SATISFIABLE\nc s type pwmc\nc s neglog10-estimate 0.301029995663981\nc s exact arb frac -2\n";
    for more in ["", "--engine learn", "--engine frontier", "--as-written"] {
        assert_eq!(mc(weighted, more), lines, "{more}");
    }
    let cancelled = "p cnf 1 0\nc p weight 1 -3 0\nc p weight -1 3 0\n";
    assert_eq!(mc(cancelled, ""), "s SATISFIABLE\nc s type wmc\nc s log10-estimate -inf\nc s exact arb frac 0\n");
    let never = "p cnf 1 2\nc t wmc\n1 0\n-1 0\n";
    assert_eq!(mc(never, ""), "s UNSATISFIABLE\nc s type wmc\nc s log10-estimate -inf\nc s exact arb frac 0\n");
    assert!(
        mc(weighted, "--models").contains("c s type mc\nc s log10-estimate 0.477121254719662\nc s exact arb int 3\n")
    );
}

#[test]
fn what_cannot_be_weighed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let weighted = file_in(&folder, "w.cnf", "p cnf 2 1\nw 1 0.5\n1 2 0\n");
    let hidden = file_in(&folder, "h.cnf", "p cnf 2 1\nc p show 2 0\nw 1 0.5\n1 2 0\n");
    for (line, answer) in [
        (format!("cnf {weighted} --mc --engine bits"), "bits counts models and cannot weigh them"),
        (format!("cnf {weighted} --mc --limit 1"), "leave --limit out"),
        (format!("cnf {weighted} --select 1"), "demands may change what models weigh"),
        (format!("tally cnf {hidden} --weights"), "variable 1 has a weight but is hidden"),
        (format!("cnf {hidden} --mc --as-written"), "variable 1 has a weight but is hidden"),
        ("tally queens 6 --weights".into(), "this source gives no weights"),
    ] {
        let output = words(&line.split(' ').collect::<Vec<_>>());
        assert!(output.said().contains(answer) && output.status.code() == Some(2), "{line}: {}", output.all());
    }
    // A count takes no notice of weights.
    assert_eq!(words(&["cnf", &hidden, "-q"]).printed(), "2\n");
}

/// A limit leaves nothing to say: the status is 3.
#[test]
fn a_stopped_sum_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = fastrand::Rng::with_seed(3);
    let clauses = (0..400).map(|_| some(&mut dice, 200, 3)).collect();
    let weights = BTreeMap::from([(1, "0.25"), (-1, "3")]);
    let file = file_in(&folder, "f.cnf", Sketch { n: 200, clauses, shown: None, weights }.text());
    let output = words(&["cnf", &file, "--mc", "--time-limit", "600ms"]);
    assert_eq!((output.printed().as_str(), output.status.code()), ("s UNKNOWN\nc s type wmc\n", Some(3)));
}
