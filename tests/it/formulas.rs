//! Formulas read as what they mean: the same count as clause by clause, by every engine, and what the command line says of them.

use dlx_count::engine::least::Goal;
use dlx_count::family::{BinaryProgram, Cnf, Opb};
use dlx_count::format::OutputFormat;
use dlx_count::{EngineKind, Problem, Session};
use proptest::prelude::*;

use crate::cli::{Said, both, file_in, run};
use crate::common::{count, pair, seeded};
use crate::convert::written;
use crate::oracle;
use crate::reductions::{sketch, text_of};
use crate::times::{bounded, said};

/// The ending of a file's name says that it has a formula.
#[test]
fn the_words_cnf_and_opb_may_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = file_in(&folder, "a.cnf", "p cnf 3 2\n1 2 0\n-2 3 0\n");
    let opb = file_in(&folder, "a.opb", "+1 x1 +1 x2 +1 x3 >= 2 ;\n");
    for (name, count) in [(cnf, "4\n"), (opb, "4\n")] {
        assert_eq!(both(&format!("{name} -q")), count);
    }
}

/// Items of a formula are not in its file, and neither are numbers of options: demands are about literals, or refused.
#[test]
fn formulas_take_literals_alone() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = file_in(&folder, "a.cnf", "p cnf 4 2\n1 -4 -3 0\n1 0\n");
    assert_eq!(both(&format!("cnf {cnf} --select=-3 -q")), "4\n");
    let refused = both(&format!("cnf {cnf} --select 1 -q"));
    assert!(refused.contains("no option has the label `1`") && refused.contains("--assume=LITERAL"), "{refused}");
    let assumed = |literals: &str| both(&format!("cnf {cnf} {literals} -q"));
    assert_eq!(
        ["--assume=1", "--assume=-1", "--assume=-3 --assume=2", "--assume=-2 --as-written"].map(assumed),
        ["8\n", "0\n", "2\n", "4\n"]
    );
    for wrong in ["--assume=5", "--assume=0", "--assume=x"] {
        assert!(assumed(wrong).contains("from 1 to 4"), "{wrong}");
    }
    let opb = file_in(&folder, "a.opb", "+1 x1 +2 x2 +3 x3 <= 4 ;\n");
    for demand in ["--forbid x2", "--optional x2", "--at-most *=2", "--irredundant"] {
        for source in [&cnf, &opb] {
            let refused = both(&format!("solve {source} {demand}"));
            assert!(refused.contains("a formula takes --select alone"), "{source} {demand}: {refused}");
        }
    }
    let lp = "Minimize\n obj: x3\nSubject To\n a: x3 + x1 + x2 >= 1\n b: 2 x3 - x1 + x2 <= 2\nBinary\n x3 x1 x2\nEnd\n";
    let lp = file_in(&folder, "a.lp", lp);
    assert_eq!(run(&format!("solve {lp} --select x1 --in-order -q")).printed(), "x3 x1 x2\nx3 x1\nx1 x2\nx1\n");
    assert_eq!(both(&format!("lp {lp} --select x1 --select=-x3 -q")), "2\n");
}

/// A model costs as many as it has variables that are shown and true, also where each clause is an item.
#[test]
fn hidden_variables_cost_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = file_in(&folder, "a.cnf", "c p show 1 2 0\np cnf 4 5\n1 0\n2 3 0\n-2 -3 0\n2 4 0\n-2 -4 0\n");
    for plain in ["", "--as-written"] {
        assert_eq!(both(&format!("solve cnf {cnf} {plain} --minimize -q -j 1")), "1 -2 0\n", "{plain}");
    }
}

/// Random clauses of three of 50 variables, of which five are shown: to eliminate the others would take millions of literals.
fn hiding() -> (String, Vec<usize>) {
    let mut dice = fastrand::Rng::with_seed(5);
    let mut text = String::from("p cnf 50 165\nc p show 1 2 3 4 5 0\n");
    for _ in 0..165 {
        let variables = dice.choose_multiple(1..=50, 3);
        variables.iter().for_each(|it| text += &format!("{}{it} ", if dice.bool() { "-" } else { "" }));
        text += "0\n";
    }
    (text, (1..=5).collect())
}

/// Each assignment of the shown variables that extends to a model counts once.
#[test]
fn hidden_variables_that_cannot_be_eliminated_are_left_to_a_count() {
    let (text, shown) = hiding();
    let cnf = Cnf::read(&text).unwrap();
    let session = Session::builder().threads(2).build().unwrap();
    let extends = |values: &usize| {
        let literal = |&it: &usize| if values >> (it - 1) & 1 == 1 { format!("{it}") } else { format!("-{it}") };
        let assumed = shown.iter().try_fold(cnf.clone().with_all_shown(), |cnf, it| cnf.assuming(&literal(it)));
        !session.count(&assumed.unwrap().problem().unwrap()).unwrap().count.is_zero()
    };
    let expected = (0..32usize).filter(extends).count();
    assert!((1..32).contains(&expected), "{expected}");
    let question = cnf.counted_question().unwrap();
    let problem = question.problem();
    assert_eq!(problem.shown().map(<[_]>::len), Some(10), "two options for each");
    assert_eq!(session.count(&question).unwrap().count.to_u64(), u64::try_from(expected).ok());
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(&folder, "hiding.cnf", &text);
    assert_eq!(both(&format!("cnf {file} -q")), format!("{expected}\n"));
    assert_eq!(both(&format!("cnf {file} -q --engine learn -j 2")), format!("{expected}\n"));
    assert!(both(&format!("cnf {file} --mc")).contains("c s type pmc\n"));
    for line in [format!("solve cnf {file} --limit 1"), format!("cnf {file} --engine bits")] {
        let refused = both(&line);
        assert!(refused.contains("to eliminate the hidden variables") && refused.contains("--models"), "{refused}");
    }
    // In the library, too, nothing else takes hidden options for options.
    let bits = session.to_builder().engine(EngineKind::Bits).build().unwrap();
    let refusals = [
        session.solve(problem).count().err(),
        session.sample(problem, 1, 1).err(),
        session.estimate(problem, 10, 1).err(),
        bits.count(problem).err(),
    ];
    for refusal in refusals {
        let refusal = refusal.map(|error| error.to_string()).unwrap_or_default();
        assert!(refusal.contains("cannot be used where only some options are shown"), "{refusal}");
    }
    let refusal = dlx_count::format::write(problem, OutputFormat::Json, Vec::new()).unwrap_err().to_string();
    assert!(refusal.contains("cannot be written in any format"), "{refusal}");
}

/// Groups of literals of which one is true, or at most one, and some clauses between them.
fn grouped() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let literal = (1..=9i32, prop::bool::weighted(0.8)).prop_map(|(it, is_true)| if is_true { it } else { -it });
    let group = (prop::collection::vec(literal.clone(), 2..5), any::<bool>());
    let groups = prop::collection::vec(group, 1..5);
    let others = prop::collection::vec(prop::collection::vec(literal, 1..4), 0..4);
    (groups, others).prop_map(|(groups, mut clauses)| {
        for (group, is_exact) in groups {
            let pairs = (0..group.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            clauses.extend(pairs.map(|(a, b)| vec![-group[a], -group[b]]));
            clauses.extend(is_exact.then_some(group));
        }
        clauses
    })
}

proptest! {
    #![proptest_config(seeded(200))]

    #[test]
    fn items_count_as_clauses(clauses in grouped(), shown in prop::sample::subsequence((1..=9usize).collect::<Vec<_>>(), 0..=9)) {
        let cnf = Cnf::read(&text_of(9, &clauses, Some(&shown))).unwrap();
        prop_assert_eq!(count(&cnf.problem().unwrap()), oracle::count(&cnf.problem_as_written().unwrap()));
        let all = cnf.with_all_shown();
        prop_assert_eq!(count(&all.problem().unwrap()), oracle::count(&all.problem_as_written().unwrap()));
    }

    /// A problem as constraints, and as a problem again.
    #[test]
    fn constraints_and_back(sketch in sketch()) {
        let problem = sketch.build();
        let opb = Opb::read(&written(&problem, OutputFormat::Opb).unwrap()).unwrap().problem().unwrap();
        // An item without options makes a variable of its own.
        let expected = oracle::count(&problem);
        prop_assert_eq!(oracle::count(&opb), expected);
        let lp = BinaryProgram::read_lp(&written(&problem, OutputFormat::Lp).unwrap()).unwrap().problem().unwrap();
        prop_assert_eq!(oracle::count(&lp), expected);
        let mps = BinaryProgram::read_mps(&written(&problem, OutputFormat::Mps).unwrap()).unwrap().problem().unwrap();
        prop_assert_eq!(oracle::count(&mps), expected);
        let clauses = written(&opb, OutputFormat::Cnf).unwrap();
        prop_assert_eq!(oracle::count(&Cnf::read(&clauses).unwrap().problem().unwrap()), expected);
    }

    /// What solutions cost: nothing at all, as given, or 1 for each option that is no copy left idle.
    #[test]
    fn costs_and_back((sketch, bounds) in bounded(), factor in prop::option::of(0i64..3), is_greatest: bool) {
        let whole = sketch.build();
        let whole = factor.map_or(whole.clone(), |factor| whole.with_costs(|option| factor * (option.index() as i64 % 4 - 1)).unwrap());
        let problem = whole.with_times(&said(&whole, &bounds)).unwrap();
        let goal = Goal { number: 1, is_greatest, is_ties: false };
        let best = |problem: &Problem| pair().best(problem, goal).unwrap().solutions.first().map(|(cost, _)| *cost);
        let opb = Opb::read(&written(&problem, OutputFormat::Opb).unwrap()).unwrap().problem().unwrap();
        let lp = BinaryProgram::read_lp(&written(&problem, OutputFormat::Lp).unwrap()).unwrap().problem().unwrap();
        let mps = BinaryProgram::read_mps(&written(&problem, OutputFormat::Mps).unwrap()).unwrap().problem().unwrap();
        prop_assert_eq!([best(&opb), best(&lp), best(&mps)], [best(&problem); 3]);
    }
}

/// Problems with items come back as they were: as many primary items, and options.
#[test]
fn known_problems_are_found_again() {
    for (problem, solutions) in [
        (dlx_count::family::queens(8), 92),
        (dlx_count::family::latin(4, false).unwrap(), 576),
        (dlx_count::family::langford(7).unwrap(), 52),
    ] {
        for text in [OutputFormat::Cnf, OutputFormat::Opb].map(|format| written(&problem, format).unwrap()) {
            let is_cnf = text.contains("p cnf");
            let again = if is_cnf { Cnf::read(&text).unwrap().problem() } else { Opb::read(&text).unwrap().problem() };
            let again = again.unwrap();
            let session = Session::builder().threads(1).engine(Some(EngineKind::Links)).build().unwrap();
            assert_eq!(session.count(&again).unwrap().count.to_u64(), Some(solutions), "{}", problem.name());
            assert!(again.n_primary() <= problem.n_primary() && again.n_options() <= problem.n_options());
            assert!(!again.is_colored());
        }
    }
}

#[test]
fn the_command_line_says_what_was_found() {
    let rooks = "cnf tests/data/cnf/rooks.cnf";
    assert_eq!(both(&format!("{rooks} -q")), "6\n");
    assert_eq!(both(&format!("{rooks} --as-written -q")), "6\n");
    let said = both(&format!("{rooks} -v"));
    assert!(said.contains("6 exactly-one items") && said.contains("3 variables that others settle"), "{said}");
    let models = both(&format!("solve {rooks} -q"));
    let plain = both(&format!("solve {rooks} --as-written -q"));
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&models), sorted(&plain));
    assert_eq!(models.lines().count(), 6);
    assert_eq!(
        both(&format!("{rooks} --mc")),
        "s SATISFIABLE\nc s type mc\nc s log10-estimate 0.778151250383644\nc s exact arb int 6\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let never = file_in(&folder, "never.cnf", "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n");
    assert!(both(&format!("cnf {never} --mc")).starts_with("s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\n"));
    assert!(both(&format!("cnf {never} --mc -q")).contains("--mc"));
}

/// A model counts for its true variables, also those that were taken out; otherwise its weight would be unknown.
#[test]
fn costs_of_models() {
    let rooks = "cnf tests/data/cnf/rooks.cnf";
    for flag in ["", "--as-written"] {
        let tally = both(&format!("tally {rooks} --by-cost -q {flag}"));
        assert_eq!(tally.lines().last().unwrap().split_whitespace().collect::<Vec<_>>(), ["5", "6"], "{tally}");
    }
    let folder = tempfile::tempdir().unwrap();
    let odd = file_in(&folder, "odd.cnf", "p cnf 3 4\n1 2 3 0\n1 -2 -3 0\n-1 2 -3 0\n-1 -2 3 0\n");
    assert_eq!(both(&format!("cnf {odd} -q")), "4\n");
    let refused = both(&format!("solve cnf {odd} --minimize"));
    assert!(refused.contains("--as-written"), "{refused}");
    assert!(both(&format!("tally cnf {odd} --by-cost")).contains("--as-written"));
    assert!(both(&format!("solve cnf {odd} --as-written --minimize")).contains("least cost is 1"));
    assert_eq!(both("opb tests/data/opb/party.opb -q"), "5\n");
    let party = "opb tests/data/opb/party.opb";
    assert_eq!(both(&format!("solve {party} --minimize -q")), "-x1 x2 -x3 x4 -x5 x6\n");
    assert!(both(&format!("solve {party} --minimize")).contains("least cost is 5"));
}

/// Rows of decimals have as many sums as choices of variables, but few that differ in what completes them.
#[test]
fn numbers_with_many_digits_take_no_longer() {
    let number = |row: u64, k: u64| (row * 7919 + k * k * 4241 + k * 1777) % 9901 + 99;
    let (n, most) = (16, 32_050);
    let holds =
        |row: u64, model: &u64| (0..n).filter(|k| model >> k & 1 == 1).map(|k| number(row, k)).sum::<u64>() <= most;
    let expected = (0..1u64 << n).filter(|model| holds(0, model) && holds(1, model)).count();
    let rows = [0, 1].map(|row| {
        let terms = (0..n).map(|k| format!("{}.{:02} x{k}", number(row, k) / 100, number(row, k) % 100));
        format!(" {} <= {}.{:02}\n", terms.collect::<Vec<_>>().join(" + "), most / 100, most % 100)
    });
    let names: String = (0..n).map(|k| format!(" x{k}")).collect();
    let text = format!("Maximize\n obj: x0\nSubject To\n{}Binaries\n{names}\nEnd\n", rows.concat());
    let problem = BinaryProgram::read_lp(&text).unwrap().problem().unwrap();
    assert!(problem.n_options() < 5000, "{}", problem.n_options());
    for engine in [EngineKind::Frontier, EngineKind::Bits, EngineKind::Links] {
        let session = Session::builder().engine(engine).build().unwrap();
        assert_eq!(session.count(&problem).unwrap().count.to_u64(), Some(expected as u64), "{engine:?}");
    }
}

#[test]
fn products_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let product = file_in(&folder, "product.opb", "* #variable= 2 #constraint= 1\n+1 x1 x2 >= 1 ;\n");
    let said = both(&format!("opb {product}"));
    assert!(said.contains("product.opb:2:7") && said.contains("products"), "{said}");
}
