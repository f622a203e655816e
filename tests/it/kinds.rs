//! One solution of each kind: listed, counted by Burnside's lemma, and put together from the solutions one by one.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlx_count::engine::links::Solutions;
use dlx_count::family::{Queens, known, langford, latin};
use dlx_count::job::Job;
use dlx_count::parallel::{Journal, Journals};
use dlx_count::session::Found;
use dlx_count::store::Store;
use dlx_count::symmetry::{
    CanonicalSet, Conjugate, Conjugator, CountQuery, Equivalence, Germ, Group, Grow, IsomorphismClasses,
};
use dlx_count::{Count, OptionId, Problem};
use proptest::prelude::*;

use crate::cli::{file_in, told};
use crate::common::{pair, seeded};
use crate::symmetric::symmetric;

/// The least solutions of all orbits, and the sizes of these, by carrying each solution wherever the group carries it.
fn orbits(problem: &Problem, group: &Group) -> HashMap<Vec<OptionId>, u64> {
    let all: Vec<Vec<OptionId>> = Solutions::new(problem).collect();
    let mut orbits = HashMap::new();
    for solution in all {
        let mut images: Vec<Vec<OptionId>> = group
            .others()
            .map(|element| {
                let mut image: Vec<OptionId> = solution.iter().map(|option| element[option.index()]).collect();
                image.sort_unstable();
                image
            })
            .collect();
        images.push(solution);
        *orbits.entry(images.into_iter().min().unwrap()).or_insert(0) += 1;
    }
    orbits
}

/// What `solve` hands out up to a group.
pub fn listed(problem: &Problem, group: &Arc<Group>) -> HashMap<Vec<OptionId>, u64> {
    let mut found = HashMap::new();
    let solver = pair().solve(problem).up_to(Some(Arc::clone(group).into()));
    let solved = solver.for_each(|solution| {
        found.insert(solution.to_vec(), group.orbit(solution).unwrap());
        ControlFlow::Continue(())
    });
    let solved = solved.unwrap();
    assert!(solved.outcome.is_complete());
    assert_eq!(solved.outcome.count, Count::from(found.len() as u64));
    assert_eq!(solved.standing_for, Some(found.values().copied().map(Count::from).sum()));
    // With a limit the kinds come in another order, each once.
    let (mut early, solver) = (HashSet::new(), pair().solve(problem).limit(1 << 40));
    let again = solver.up_to(Some(Arc::clone(group).into())).for_each(|solution| {
        assert!(found.contains_key(solution) && early.insert(solution.to_vec()));
        ControlFlow::Continue(())
    });
    assert_eq!((again.unwrap().standing_for, early.len()), (solved.standing_for, found.len()));
    found
}

/// What is grown without a list of the group: the same kinds, each shown by some solution of it.
fn grown(problem: &Problem, group: &Arc<Group>) -> HashMap<Vec<OptionId>, u64> {
    let kinds = Arc::new(IsomorphismClasses::of(problem).unwrap());
    let mut found = HashMap::new();
    let solver = pair().solve(problem).up_to(Some(Equivalence::Grown(kinds)));
    let encode = |kind: Found<'_>, batch: &mut Vec<(Vec<OptionId>, Count)>| {
        batch.push((kind.options.to_vec(), kind.orbit.unwrap().clone()));
    };
    let solved = solver.batches(Arc::new(encode), |batch, _| {
        for (solution, orbit) in batch {
            let images = group.others().map(|element| {
                let mut image: Vec<OptionId> = solution.iter().map(|option| element[option.index()]).collect();
                image.sort_unstable();
                image
            });
            let least = images.chain([solution.clone()]).min().unwrap();
            assert!(found.insert(least, orbit.to_u64().unwrap()).is_none(), "one kind twice");
        }
        ControlFlow::Continue(())
    });
    assert!(solved.unwrap().outcome.is_complete());
    found
}

/// How many kinds there are by Burnside's lemma, with one symmetry of each class of conjugates; the classes are the group.
pub fn mean(problem: &Problem) -> Count {
    let kinds = IsomorphismClasses::of(problem).unwrap();
    let (mut conjugator, mut checkpoints) = (Conjugator::new(&kinds), CanonicalSet::default());
    let mut open: Vec<(u64, Conjugate)> = conjugator.root().into_iter().collect();
    let (mut order, mut sum) = (0, 0);
    while let Some((hash, symmetry)) = open.pop() {
        if checkpoints.put(&kinds, hash, symmetry.clone()) && symmetry.is_whole() {
            let size = kinds.n_conjugates(&symmetry).to_u64().unwrap();
            order += size;
            sum += size * Solutions::new(&kinds.fixed(problem, &symmetry).problem).count() as u64;
        } else if !symmetry.is_whole() {
            open.extend(conjugator.grow(&symmetry));
        }
    }
    assert_eq!(Count::from(order), *kinds.n_permutations(), "the classes are the group");
    assert_eq!(sum % order, 0);
    Count::from(sum / order)
}

proptest! {
    #![proptest_config(seeded(150))]

    #[test]
    fn kinds_are_orbits(sketch in symmetric()) {
        let problem = sketch.build();
        let Ok(group) = Group::of(&problem) else { return Ok(()) };
        if group.order() > 1000 || Solutions::new(&problem).take(2000).count() == 2000 {
            return Ok(());
        }
        let group = Arc::new(group);
        let expected = orbits(&problem, &group);
        prop_assert_eq!(&listed(&problem, &group), &expected);
        prop_assert_eq!(grown(&problem, &group), expected.clone());
        prop_assert_eq!(mean(&problem), Count::from(expected.len() as u64));
        let outcome = pair().count(&CountQuery::up_to_all(problem).unwrap()).unwrap();
        prop_assert_eq!(outcome.count, Count::from(expected.len() as u64), "{:?}", outcome.reason);
    }
}

/// Main classes of Latin squares: OEIS A003090.
#[test]
fn published_numbers_of_kinds() {
    for (n, expected) in [(1, 1u64), (2, 1), (3, 1), (4, 2)] {
        let question = CountQuery::up_to_all(latin(n, false).unwrap()).unwrap();
        assert_eq!(pair().count(&question).unwrap().count, Count::from(expected), "{n}");
    }
    let question = CountQuery::up_to_all(langford(7).unwrap()).unwrap();
    assert_eq!((question.divisor(), pair().count(&question).unwrap().count), (2, Count::from(26u64)));
    for known in known().filter(|known| known.name.contains("--up-to-symmetry") && known.count.len() < 4) {
        let question = known.question();
        let solver = pair().solve(question.problem()).limit(20_000).up_to(question.equivalence().cloned());
        let solved = solver.for_each(|_| ControlFlow::Continue(())).unwrap();
        assert_eq!(solved.outcome.count.to_string(), known.count, "{}", known.name);
    }
}

#[test]
fn a_limit_counts_kinds() {
    let question = Queens { n: 8, up_to_symmetry: true, ..Queens::default() }.question().unwrap();
    for (limit, expected) in [(5, 5u64), (12, 12), (100, 12)] {
        let solver = pair().solve(question.problem()).limit(limit).up_to(question.equivalence().cloned());
        let solved = solver.for_each(|_| ControlFlow::Continue(())).unwrap();
        assert_eq!(solved.outcome.count, Count::from(expected), "{limit}");
    }
}

/// How many solutions each of those stands for that were written.
fn orbits_in(lines: &str) -> Vec<u64> {
    let orbit = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["orbit"].clone();
    lines.lines().map(|line| orbit(line).as_str().unwrap().parse().unwrap()).collect()
}

/// Workers may have found more than are written.
#[test]
fn solutions_that_are_written_stand_for_their_orbits() {
    for limit in 1..6 {
        let (lines, said) = told(&format!("solve queens 8 --up-to-symmetry --limit {limit} --as json"));
        let all: u64 = orbits_in(&lines).into_iter().sum();
        assert!(said.contains(&format!("they stand for {all} solutions")), "{limit}: {said}");
    }
}

#[test]
fn the_command_line_shows_one_of_each_kind() {
    let (lines, said) = told("solve polyomino 3x20 --pieces pentominoes --up-to-symmetry --as json");
    assert_eq!(orbits_in(&lines), [4, 4]);
    assert!(said.contains("group of order 4; they stand for 8 solutions, which is all there are"), "{said}");
    assert_eq!(told("latin 4 --up-to-symmetry -q").0, "2\n");
    // Main classes of Latin squares: OEIS A003090. Steiner triple systems: A030129. Sudoku grids 2x3: 49 (E. Russell and F. Jarvis). One-factorizations: A000474.
    for (words, expected) in [
        ("latin 5", "2"),
        ("latin 6", "12"),
        ("steiner 13", "2"),
        ("steiner 15", "80"),
        ("sudoku --empty --box 2x3", "49"),
        ("factorization 8 --named", "6"),
        ("matching 12", "1"),
    ] {
        assert_eq!(told(&format!("{words} --up-to-symmetry -q")).0.trim(), expected, "{words}");
    }
    let (lines, said) = told("solve latin 7 --symmetry isomorphism --limit 2 --as json");
    assert!(lines.lines().count() == 2 && said.contains("2 solutions (not complete"), "{said}");
    let (lines, said) = told("solve steiner 13 --up-to-symmetry --as json");
    assert_eq!(lines.matches("\"orbit\"").count(), 2);
    assert!(said.contains("they stand for 1197504000 solutions, which is all there are"), "{said}");
    let (lines, said) = told("solve latin 6 --up-to-symmetry --limit 3");
    assert_eq!(lines.lines().filter(|line| !line.is_empty()).count(), 18, "{lines}");
    assert!(said.contains("3 solutions (not complete"), "{said}");
    assert!(told("latin 9 --up-to-symmetry --time-limit 100ms").0.contains("at least"));
    assert!(told("latin 7 --up-to-symmetry --memory 1MB").1.contains("do not fit in memory"));
    // Published: OEIS A000474 for K6; the rounds of K8 without names would make 7 of 6.
    assert_eq!(told("factorization 6 --named --up-to-symmetry -q").0, "1\n");
    assert_eq!(told("factorization 8 --up-to-symmetry -q").0, "6\n");
    // The designs of 9 points have one resolution, up to isomorphism.
    assert_eq!(told("design 2 9 3 --resolvable --up-to-symmetry -q").0, "1\n");
    assert!(told("latin 4 --reduced --up-to-symmetry").1.contains("are fixed"));
    assert_eq!(told("sudoku --empty --box 2x2 --up-to-symmetry -q").0, "2\n");
    assert_eq!(told("design 2 9 3 --up-to-symmetry -q").0, "1\n");
    assert!(told("trace queens 6 --up-to-symmetry -o q6.html").1.contains("leave --up-to-symmetry out"));
    assert!(told("latin 4 --up-to-symmetry --limit 1 --run /tmp/nowhere/x").1.contains("leave --run out"));
}

/// A count by classes of symmetries that is stopped halfway, here since half of the problems had no journal, goes on with what is kept.
#[test]
fn classes_of_symmetries_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin.run");
    let question = CountQuery::up_to_all(latin(5, false).unwrap()).unwrap();
    let session = pair();
    let problems = session.problems(&question).unwrap();
    let job = Job::answer("latin 5", [&question], Vec::new());
    let store = Store::open(&path, &job).unwrap();
    let half: HashSet<String> = problems.iter().step_by(2).map(Problem::fingerprint).collect();
    assert!(half.len() > 10, "{}", half.len());
    let some =
        |problem: &Problem| if half.contains(&problem.fingerprint()) { store.journal(problem) } else { Ok(None) };
    assert_eq!(session.count_kept(&question, &some).unwrap().count.to_u64(), Some(2));
    store.finish(false).unwrap();
    let status = Store::status(&path).unwrap();
    assert_eq!((status.parts.len(), status.is_complete), (half.len(), false));
    // What is kept is not begun again, and the rest is.
    let begun = AtomicUsize::new(0);
    let all = |problem: &Problem| {
        let mut part = store.part(problem)?.expect("each problem is counted once");
        begun.fetch_add(usize::from(!part.is_answered()?), Ordering::Relaxed);
        Ok(Some(Box::new(part) as Box<dyn Journal>))
    };
    assert_eq!(session.count_kept(&question, &all).unwrap().count.to_u64(), Some(2));
    assert_eq!(begun.into_inner(), problems.len() - half.len());
    store.finish(true).unwrap();
    let status = Store::status(&path).unwrap();
    assert_eq!((status.parts.len(), status.is_complete), (problems.len(), true));
}

/// The same on the command line, with an audit.
#[test]
fn a_run_up_to_symmetry_is_audited() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("latin.run").display().to_string();
    for words in [format!("latin 5 --up-to-symmetry -q --run {file}"), format!("resume {file} -q")] {
        assert_eq!(told(&words).0, "2\n", "{words}");
    }
    let (found, said) = told(&format!("audit {file} --sample 100% --seed 1"));
    assert!(found.contains("0 differ") && !said.contains("did not ask for"), "{found}{said}");
    let odd = folder.path().join("odd.run").display().to_string();
    let (told_of, said) = told(&format!("matching 13 --up-to-symmetry --run {odd}"));
    assert!(told_of.contains(": 0 solutions") && said.contains("nothing to count"), "{told_of}{said}");
    let stopped = folder.path().join("stopped.run").display().to_string();
    assert!(told(&format!("latin 8 --up-to-symmetry --time-limit 100ms --run {stopped}")).0.contains("at least 0"));
    assert!(told(&format!("status {stopped}")).0.contains(" 0.0% done"));
}

/// Groups that have names in the field, smaller than that of all symmetries.
#[test]
fn named_groups_make_the_published_numbers() {
    // OEIS A003090, A040082, A057991.
    for (group, counts) in [
        ("main", ["1", "1", "1", "2", "2", "12"].as_slice()),
        ("isotopy", &["1", "1", "1", "2", "2", "22"]),
        ("isomorphism", &["1", "1", "5", "35", "1411", "1130531", "12198455835"]),
    ] {
        for (n, count) in (1..).zip(counts) {
            assert_eq!(told(&format!("latin {n} --symmetry {group} -q")).0.trim(), *count, "{group} {n}");
        }
    }
    // All 288 and 28200960 grids by the orders of their symbols; the 288 by brute force.
    for (words, count) in [
        ("--box 2x2 --symmetry symbols", "12"),
        ("--box 2x3 --symmetry symbols", "39168"),
        ("--box 2x2 --symmetry all", "2"),
        ("--box 2x2 --symmetry places", "6"),
    ] {
        assert_eq!(told(&format!("sudoku --empty {words} -q")).0.trim(), count, "{words}");
    }
}

/// What turns a board of n queens around an axis, as lines of `--generators`.
fn flips(n: usize) -> String {
    let twins = |first: char, second: char, places: std::ops::Range<usize>, sum: usize| -> String {
        places.map(|place| format!("({first}{place} {second}{})", sum - place)).collect()
    };
    let rows: String = (0..n / 2).map(|place| format!("(r{place} r{})", n - 1 - place)).collect();
    let diagonals = twins('a', 'b', 1..2 * n - 2, 2 * n - 2);
    let transposed: String = (0..n).map(|place| format!("(r{place} c{place})")).collect();
    let falling: String = (1..n - 1).map(|place| format!("(b{place} b{})", 2 * n - 2 - place)).collect();
    format!("| a flip\n{rows} {diagonals}\n\n{transposed}{falling}\n")
}

#[test]
fn generators_say_which_solutions_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file_in(&folder, name, text);
    for (n, expected) in [(6, "1\n"), (7, "6\n"), (8, "12\n")] {
        let (board, group) = (told(&format!("convert queens {n} --to dlx")).0, file("group", &flips(n)));
        let board = file("board.dlx", &board);
        assert_eq!(told(&format!("{board} --generators {group} -q")).0, expected, "{n}");
        let (lines, _) = told(&format!("solve {board} --generators {group} --as json"));
        assert_eq!(lines.lines().count().to_string() + "\n", expected);
    }
    // Half of the group: each solution of 6 queens and its mirror image.
    let flip = file("flip", flips(6).lines().nth(1).unwrap());
    assert_eq!(told(&format!("queens 6 --generators {flip} -q")).0, "2\n");
    assert_eq!(told(&format!("queens 6 --at-least *=1 --at-most *=1 --generators {flip} -q")).0, "2\n");
    for (text, words, expected) in [
        ("(r0 r5", "queens 6", "line 1: `(r0 r5` is not a cycle"),
        ("\n(r0 x)", "queens 6", "line 2: no item is called `x`"),
        ("(r0 r1)(r0 r2)", "queens 6", "line 1: `r0` appears twice in the line"),
        ("(r0 r5)", "queens 6", "line 1: the image of option 0 (r0 c0 b5) is not an option"),
        ("(r0 a1)", "queens 6", "line 1: `r0` and `a1` are not to be covered equally often"),
        ("(r0 r5)", "queens 6 --up-to-symmetry", "leave --up-to-symmetry out"),
        ("(r0 r5)", "tally queens 6 --by r0", "--generators cannot be used with tally"),
    ] {
        let said = told(&format!("{words} --generators {}", file("wrong", text))).1;
        assert!(said.contains(expected), "{text:?}: {said}");
    }
    assert!(told("queens 6 --generators /no/such/file").1.contains("cannot read /no/such/file"));
}
