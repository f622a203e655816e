//! Solutions counted by how many options of each kind they have, against all solutions looked at one by one.

use std::collections::BTreeMap;

use dlx_count::session::ByKind;
use dlx_count::tally::{Ending, Modulo, Ratio, Semiring, Weighted};
use dlx_count::{Count, EngineKind, OptionId, Session};
use proptest::prelude::*;

use crate::cli::{Said, fed, file_in, told, words};
use crate::common::{pair, seeded};
use crate::oracle;
use crate::symmetric::symmetric;
use crate::times::{all_sets, bounded, said};

/// A session that sums by the search that learns, where that knows the problem.
fn learning() -> Session<'static> {
    Session::builder().threads(1).engine(EngineKind::Learn).build().unwrap()
}

proptest! {
    #![proptest_config(seeded(120))]

    /// The diagram and the list of all solutions agree with the oracle, with options of no kind, of one and of two.
    #[test]
    fn compositions_are_those_of_all_solutions(sketch in symmetric(), salt in 0usize..7) {
        let problem = sketch.build();
        let kinds_of = |option: OptionId| -> Vec<usize> {
            (0..2).filter(|kind| (option.index() * (salt + 1) + kind).is_multiple_of(2 + kind)).collect()
        };
        let solutions = oracle::solutions(&problem);
        let mut expected = BTreeMap::<Vec<i64>, u64>::new();
        for solution in &solutions {
            let mut numbers = vec![0; 2];
            solution.iter().copied().flat_map(kinds_of).for_each(|kind| numbers[kind] += 1);
            *expected.entry(numbers).or_insert(0) += 1;
        }
        let expected: BTreeMap<Vec<i64>, Count> = expected.into_iter().map(|(k, v)| (k, v.into())).collect();
        let narrow = pair().to_builder().memory(1).build().unwrap();
        let adds = |option: OptionId| kinds_of(option).into_iter().map(|kind| (kind, 1)).collect();
        for session in [pair(), &narrow] {
            let ByKind { compositions, ending, .. } = session.count_by(&problem, 2, &adds).unwrap();
            prop_assert_eq!(ending, Ending::Complete);
            prop_assert_eq!(&compositions, &expected);
        }
    }
}

proptest! {
    #![proptest_config(seeded(100))]

    /// Costs, residues and products of weights, from the diagram and one by one, against all sets of options, also where items are covered several times.
    #[test]
    fn other_sums_are_those_of_all_solutions((sketch, bounds) in bounded(), modulo in 1u64..9) {
        let whole = sketch.build().with_costs(|option| option.index() as i64 % 4 - 1).unwrap();
        let times = said(&whole, &bounds);
        let problem = whole.with_times(&times).unwrap();
        let all = all_sets(&whole, &times);
        let weights: Vec<i64> = whole.options().map(|option| option.index() as i64 % 5 - 2).collect();
        let (mut costs, mut weight) = (BTreeMap::<Vec<i64>, u64>::new(), 0);
        for solution in &all {
            *costs.entry(vec![whole.cost_of(solution)]).or_insert(0) += 1;
            weight += solution.iter().map(|option| weights[option.index()]).product::<i64>();
        }
        let narrow = pair().to_builder().memory(1).build().unwrap();
        for session in [pair(), &narrow] {
            let by_cost = session.count_by(&problem, 1, &|option| vec![(0, whole.cost(option))]).unwrap();
            let found: BTreeMap<Vec<i64>, u64> = by_cost.compositions.into_iter().map(|(key, count)| (key, count.to_u64().unwrap())).collect();
            prop_assert_eq!(&found, &costs);
            let residue = session.sum_by(&problem, 0, &|_| vec![], Modulo(modulo)).unwrap();
            prop_assert_eq!(residue.compositions.get(&vec![]).copied().unwrap_or(0), all.len() as u64 % modulo);
            // A weight is w / 3, so that the sum has a denominator.
            let ring = Weighted { weights: weights.iter().map(|weight| format!("{weight}/3").parse().unwrap()).collect() };
            let sum = session.sum_by(&problem, 1, &|_| vec![(0, 1)], ring).unwrap();
            let thirds: Ratio = sum.compositions.iter().fold(Ratio::from(0), |all, (size, amount)| {
                let ring = Weighted { weights: vec![Ratio::from(3)] };
                let whole = (0..size[0]).fold(amount.clone(), |amount, _| ring.with(OptionId::from_index(0), amount));
                let mut all = all;
                ring.add(&mut all, &whole);
                all
            });
            prop_assert_eq!(thirds, Ratio::from(weight));
        }
        let halves = |option: &OptionId| format!("{}/2", weights[option.index()]).parse::<Ratio>().unwrap();
        let product = |solution: &Vec<OptionId>| solution.iter().fold(Ratio::from(1), |all, it| all * &halves(it));
        let expected = all.iter().fold(Ratio::from(0), |sum, solution| sum + &product(solution));
        let (learn, halves) = (learning(), whole.options().map(|it| halves(&it)).collect::<Vec<_>>());
        for session in [pair(), &learn] {
            let found = session.weigh_by(&problem, 0, &|_| vec![], &halves).unwrap().compositions;
            prop_assert_eq!(found.into_values().next().unwrap_or_else(|| Ratio::from(0)), expected.clone());
            let residue = session.sum_by(&problem, 0, &|_| vec![], Modulo(modulo)).unwrap().compositions;
            prop_assert_eq!(residue.get(&vec![]).copied().unwrap_or(0), all.len() as u64 % modulo);
        }
    }
}

/// Partitions of a set by the number of blocks are Stirling numbers of the second kind (OEIS A008277); domino tilings of the chessboard by flat ones are symmetric, and add up to 12988816 (A004003).
#[test]
fn a_sum_of_nothing_is_a_row() {
    assert!(told("tally queens 3 --modulo 7 --json").0.contains("\"residue\":\"0\""));
}

#[test]
fn published_compositions() {
    let (table, said) = told("tally partition 7 --by * --csv");
    assert_eq!(
        table,
        "*,count,complete\n1,1,true\n2,63,true\n3,301,true\n4,350,true\n5,140,true\n6,21,true\n7,1,true\n"
    );
    assert!(said.contains("877 solutions"), "{said}");
    let (rows, _) = told("tally polyomino 8x8 --pieces dominoes --fixed --reuse --by I2.1 --json");
    let rows: Vec<serde_json::Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let counts: Vec<u64> = rows.iter().map(|row| row["count"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(counts.iter().sum::<u64>(), 12_988_816);
    assert!(counts.iter().eq(counts.iter().rev()), "{counts:?}");
    // Two ways: one sweep, and one solution after the other where the diagram has no room.
    let words = "tally polyomino 5x6 --pieces T4,L4,I2 --reuse --by T4 --by I2 -q";
    assert_eq!(told(words).0, told(&format!("{words} --memory 1MB")).0);
    assert!(told("tally queens 6 --by r9").1.contains("no option is of the kind `r9`"));
    assert!(told("tally queens 6").1.contains("--by '*'"));
    let weighed = fed("tally cnf - --weight=-3=2", "p cnf 3 2\n1 2 0\n-3 0\n").stderr;
    assert!(String::from_utf8_lossy(&weighed).contains("--assume=LITERAL"));
}

/// Literals that reading settles, or joins to others, are counted as often as they are true.
#[test]
fn settled_literals_are_tallied() {
    let table = |words: &str, text: &str| String::from_utf8(fed(words, text).stdout).unwrap();
    // 1 is true, 3 is the opposite of 2, and 4 is free.
    let text = "p cnf 4 3\n1 0\n2 3 0\n-2 -3 0\n";
    for (word, rows) in [
        ("1", "1,4,true\n"),
        ("-1", "0,4,true\n"),
        ("2", "0,2,true\n1,2,true\n"),
        ("3", "0,2,true\n1,2,true\n"),
        ("-3", "0,2,true\n1,2,true\n"),
    ] {
        let said = table(&format!("tally cnf - --by={word} --csv -q"), text);
        assert_eq!(said, format!("{word},count,complete\n{rows}"));
    }
    let both = table("tally cnf - --by 2 --by 3 --by 1 --csv -q", text);
    assert_eq!(both, "2,3,1,count,complete\n0,1,1,2,true\n1,0,1,2,true\n");
}

/// Variables of constraints have the names of the file, and not those of items of the same name: of the 8 assignments of x1 to x4 with 2 x3 + 3 x1 + x2 >= 3 and x3 >= x2 six have x1. A program's are selected by name, too.
#[test]
fn variables_go_by_their_names() {
    let table = |words: &str, text: &str| String::from_utf8(fed(words, text).stdout).unwrap();
    let rows = "* #variable= 4 #constraint= 2\n+2 x3 +3 x1 +1 x2 >= 3 ;\n+1 x3 -1 x2 >= 0 ;\n";
    assert_eq!(table("tally opb - --by x1 --csv -q", rows), "x1,count,complete\n0,2,true\n1,6,true\n");
    assert_eq!(table("tally opb - --by=-x1 --csv -q", rows), "-x1,count,complete\n0,6,true\n1,2,true\n");
    assert_eq!(table("tally opb - --weight x1=1/2 -q", rows), "5\n");
    assert_eq!(table("opb - --select x1 -q", rows), "6\n");
    let program = "Minimize\n obj: a + b\nSubject To\n c1: 2 c + 3 a + b >= 3\n c2: c - b >= 0\nBinary\n a b c\nEnd\n";
    assert_eq!(table("tally lp - --by a --csv -q", program), "a,count,complete\n0,1,true\n1,3,true\n");
    assert_eq!(table("lp - --select=-c -q", program), "1\n");
    // What a row settles is no option any more, and what is made of others has names like it.
    let settled = program.replace("Subject To\n", "Subject To\n c0: x1 = 1\n").replace(" a b c\n", " a b c x1\n");
    let said = fed("lp - --select x1 -q", &settled);
    assert_eq!((said.status.code(), &said.stdout[..]), (Some(2), &b""[..]));
    assert_eq!(table("tally lp - --by x1 --csv -q", &settled), "x1,count,complete\n1,4,true\n");
    // Also where rows are items, and it is 0.
    let rows = "Maximize\n obj: a + b + c\nSubject To\n c0: a = 0\n c1: b + c <= 1\nBinary\n a b c\nEnd\n";
    assert_eq!(table("tally lp - --by a --csv -q", rows), "a,count,complete\n0,3,true\n");
    assert_eq!(table("tally lp - --by=-b --csv -q", rows), "-b,count,complete\n0,1,true\n1,2,true\n");
    let solutions = table("solve lp - --json", program);
    assert!(solutions.contains(r#""labels":["a","-b","c","#), "{solutions}");
}

/// An option has an item in whatever color.
#[test]
fn an_item_with_a_color_is_that_item() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(&folder, "colors.dlx", "a b | s\na s:red\nb s:red\na\nb s\n");
    let tally = |more: &[&str]| {
        let all = [&["tally", "file", &path, "-q"], more].concat();
        words(&all).printed().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(tally(&["--by", "s", "--csv"]), "s,count,complete 1,2,true 2,1,true");
    assert_eq!(tally(&["--by", "s:red", "--csv"]), "s:red,count,complete 0,1,true 1,1,true 2,1,true");
    assert_eq!(tally(&["--weight", "s=2"]), "8");
}

/// What leaves a vertex or an edge out has the same items as what chooses it: names mean what is chosen, and so does `*`.
#[test]
fn names_mean_what_is_chosen() {
    for (line, printed) in [
        ("tally spanning 4 --weight 1-2=2 -q", "24\n"), // in 8 of the 16 trees
        ("tally spanning complete:4 --weight *=2 -q", "128\n"), // three edges each
        ("tally independent petersen --weight *=2 -q", "461\n"), // 1 + 10*2 + 30*4 + 30*8 + 5*16
        ("tally spanning 4 --by 1-2 --csv -q", "1-2,count,complete\n0,8,true\n1,8,true\n"),
        ("tally independent path:2 --by 1 --csv -q", "1,count,complete\n0,2,true\n1,1,true\n"),
        ("independent path:2 --select 1 -q", "1\n"),
        // Both ends of an edge say whether it is on a cycle or a path.
        ("tally cycles complete:4 --by 1-2 --csv -q", "1-2,count,complete\n0,1,true\n1,2,true\n"),
        ("tally path complete:4 --by 1-2 --csv -q", "1-2,count,complete\n0,3,true\n1,2,true\n"),
        ("tally tour complete:4 --weight 1-2=2 -q", "5\n"),
        // `*` is each edge, even where an option chooses two, or a vertex says that it is passed.
        ("tally path grid:3x3 --by * --csv -q", "*,count,complete\n4,6,true\n6,4,true\n8,2,true\n"),
        ("tally path grid:3x3 --weight *=2 -q", "864\n"),
        ("tally path complete:4 --by 2 --csv -q", "2,count,complete\n0,2,true\n1,3,true\n"),
        ("tally tour 5 --weight *=3 -q", "2916\n"), // 12 tours of five edges
    ] {
        assert_eq!(told(line).0, printed, "{line}");
    }
    assert_eq!(words(&["spanning", "4", "--select", "not 1-2", "-q"]).printed(), "8\n");
}

/// A word that names an item, of which each solution has one option, is told so; not one that means more than the item, such as a vertex and a color.
#[test]
fn words_that_name_an_item_are_told_so() {
    let said = |words: &str| told(words).1;
    assert!(said("tally queens 4 --by r0").contains("each solution has one option of item `r0`"));
    assert!(!said("tally coloring 3 --colors 3 --by 1").contains("each solution"));
}
