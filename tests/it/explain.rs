//! Why there is no solution: sets of items against the naive counter, and what is known of famous boards.

use std::sync::Arc;

use dlx_count::engine::least::Goal;
use dlx_count::family::Opb;
use dlx_count::problem::Constraints;
use dlx_count::session::{Explanation, relaxed};
use dlx_count::{ItemId, OptionId, Problem};
use proptest::array::uniform4;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::cli::{Said, run, told};
use crate::common::{pair, seeded, sketches};
use crate::oracle;

/// Can these items be covered if all others may be left out?
fn can_be_covered(problem: &Problem, items: &[ItemId]) -> bool {
    oracle::count(&asking_for(problem, items)) > 0
}

/// The problem in which all other items may be left out.
fn asking_for(problem: &Problem, items: &[ItemId]) -> Problem {
    let optional = problem.items().filter(|item| problem.is_primary(*item) && !items.contains(item)).collect();
    problem.constrained(&Constraints { optional, ..Constraints::default() }).unwrap()
}

/// If these items cannot all be covered, the explanation has some that cannot be covered together, and any others of which can.
pub fn none_can_be_spared(
    explanation: Explanation,
    all: &[ItemId],
    can_be_covered: impl Fn(&[ItemId]) -> bool,
) -> Result<(), TestCaseError> {
    match explanation {
        Explanation::Solvable => prop_assert!(can_be_covered(all)),
        Explanation::Core { items, is_irreducible } => {
            prop_assert!(is_irreducible && !can_be_covered(&items));
            for &spared in &items {
                let others: Vec<ItemId> = items.iter().copied().filter(|&item| item != spared).collect();
                prop_assert!(can_be_covered(&others), "{items:?} without {spared:?}");
            }
        }
        other => prop_assert!(false, "{other:?}"),
    }
    Ok(())
}

/// The fewest items to leave out, by trying all sets.
fn fewest(problem: &Problem) -> usize {
    let all: Vec<ItemId> = problem.items().filter(|&item| problem.is_primary(item)).collect();
    let sets = (0u32..1 << all.len()).map(|set| {
        all.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, item)| *item).collect::<Vec<_>>()
    });
    sets.filter(|kept| can_be_covered(problem, kept)).map(|kept| all.len() - kept.len()).min().unwrap()
}

proptest! {
    #![proptest_config(seeded(150))]

    #[test]
    fn no_item_of_an_explanation_can_be_spared(sketch in sketches()) {
        let problem = sketch.build();
        let all: Vec<ItemId> = problem.items().filter(|&item| problem.is_primary(item)).collect();
        none_can_be_spared(pair().explain(&problem).unwrap(), &all, |items| can_be_covered(&problem, items))?;
    }

    /// The costs are 0 to 3, in turns.
    #[test]
    fn no_item_of_an_explanation_of_costs_can_be_spared(sketch in sketches(), most in 0i64..6) {
        let cost = |option: OptionId| i64::try_from(option.index() * 7 % 4).unwrap();
        let problem = sketch.build().with_costs(cost).unwrap();
        let is_cheap = |items: &[ItemId]| {
            let easier = asking_for(&problem, items);
            oracle::solutions(&easier).iter().any(|solution| easier.cost_of(solution) <= most)
        };
        let all: Vec<ItemId> = problem.items().filter(|&item| problem.is_primary(item)).collect();
        none_can_be_spared(pair().explain_within(&problem, most).unwrap(), &all, is_cheap)?;
    }

    #[test]
    fn no_constraint_of_a_clash_can_be_spared(rows in vec((uniform4(-3i64..4), 0i64..5), 6)) {
        let holds = |places: &[usize]| {
            let sum = |set: usize, row: &[i64; 4]| (0..4).filter(|it| set >> it & 1 == 1).map(|it| row[it]).sum::<i64>();
            (0..16).any(|set| places.iter().all(|&place| sum(set, &rows[place].0) >= rows[place].1))
        };
        let term = |(number, row): (usize, &i64)| format!("{row:+} x{} ", number + 1);
        let line = |(row, least): &([i64; 4], i64)| {
            format!("{}>= {least} ;\n", row.iter().enumerate().map(term).collect::<String>())
        };
        let constraints = Arc::new(Opb::read(&rows.iter().map(line).collect::<String>()).unwrap());
        let conditions = constraints.conditions();
        let relaxed = conditions.relaxed().unwrap();
        let best = pair().best(&relaxed.problem, Goal { number: 1, is_greatest: false, is_ties: false }).unwrap();
        let given_up = (relaxed.given_up)(&best.solutions[0].1);
        let without = |set: u32| (0..6).filter(|place| set >> place & 1 == 0).collect::<Vec<usize>>();
        let fewest = (0u32..64).filter(|&set| holds(&without(set))).map(u32::count_ones).min().unwrap();
        prop_assert!(given_up.len() == fewest as usize && best.solutions[0].0 == i64::from(fewest));
        prop_assert!(holds(&(0..6).filter(|place| !given_up.contains(place)).collect::<Vec<usize>>()));
        match pair().explain_conditions(&conditions).unwrap() {
            Explanation::Solvable => prop_assert!(holds(&[0, 1, 2, 3, 4, 5])),
            Explanation::Clash { places, is_irreducible } => {
                prop_assert!(is_irreducible && !holds(&places));
                for spared in &places {
                    let others: Vec<usize> = places.iter().copied().filter(|place| place != spared).collect();
                    prop_assert!(holds(&others), "{places:?} without {spared}");
                }
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn as_few_items_are_left_out_as_can_be(sketch in sketches()) {
        let problem = sketch.build();
        let (loose, _) = relaxed(&problem).unwrap();
        let best = pair().best(&loose, Goal { number: 1, is_greatest: false, is_ties: false }).unwrap();
        prop_assert_eq!(best.solutions.first().map(|(cost, _)| *cost), Some(fewest(&problem) as i64));
    }
}

/// Rows, constraints and clauses are named by themselves where items are others.
#[test]
fn rows_and_clauses_that_clash_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let said = |name: &str, text: &str| {
        let file = crate::cli::file_in(&folder, name, text);
        let lines = told(&format!("explain {file} -q")).0;
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let program = "Maximize\n obj: x\nSubject To\n cap: 2 x + 3 y + 4 z <= 5\n need: x + y + z >= 2\n both: y + 2 z >= 2\n w: x - w <= 0\nBinary\n x y z w\nEnd\n";
    let clash = ["cap: 2 x + 3 y + 4 z <= 5", "need: x + y + z >= 2", "both: y + 2 z >= 2"];
    assert_eq!(said("a.lp", program), clash);
    assert!(said("b.lp", &program.replace("cap: 2 x", "cap: 0.5 x").replace("5\n need", "9\n need")).is_empty());
    let sums = "+1 x1 +1 x2 >= 1 ;\n+1 x1 +2 x3 <= 2 ;\n-1 x1 -1 x2 >= 0 ;\n";
    assert_eq!(said("c.opb", sums), ["+1 x1 +1 x2 >= 1", "+1 ~x1 +1 ~x2 >= 2"]);
    let rows = "Minimize\n obj: x + y + z\nSubject To\n c1: x + y + z >= 2\n c2: x + y + z <= 1\nBinary\n x y z\nEnd\n";
    assert_eq!(said("f.lp", rows), ["c1: x + y + z >= 2", "c2: x + y + z <= 1"]);
    assert_eq!(said("g.opb", "+1 x1 +1 x2 = 3 ;\n"), ["+1 x1 +1 x2 >= 3"]);
    assert_eq!(said("h.opb", "+1 x1 +1 x2 <= -1 ;\n"), ["+1 ~x1 +1 ~x2 >= 3"]);
    let relaxed = told(&format!("explain {} --relax", crate::cli::file_in(&folder, "e.lp", program))).0;
    assert!(
        relaxed.ends_with("all but 1 of 4 rows can hold together; given up:\ncap: 2 x + 3 y + 4 z <= 5\n"),
        "{relaxed}"
    );
    let clauses = "p cnf 3 5\n1 2 0\n-1 2 0\n3 1 0\n1 -2 0\n-1 -2 0\n";
    assert_eq!(said("d.cnf", clauses), ["1 2 0", "-1 2 0", "1 -2 0", "-1 -2 0"]);
}

/// The cells of one color of a chessboard without two corners are 32, and their 30 neighbors have the other: of the 32 any 31 cannot be covered.
#[test]
fn the_mutilated_chessboard_is_explained_by_one_color() {
    let words = ["explain", "polyomino", "8x8", "--remove", "1,1 8,8", "--pieces", "dominoes", "--reuse", "-q"];
    let cells = String::from_utf8(crate::cli::words(&words).stdout).unwrap();
    let colors: Vec<u32> = cells
        .lines()
        .map(|cell| cell.split(',').map(|number| number.parse::<u32>().unwrap()).sum::<u32>() % 2)
        .collect();
    assert_eq!(colors, [1; 31]);
}

#[test]
fn explanations_are_said() {
    let (text, _) = told("explain queens 3");
    assert!(told("explain queens 3 --time-limit 0s").0.len() < text.len() + 100, "it ends");
    assert!(text.contains("These 3 items cannot be covered together, but any 2 of them can"), "{text}");
    let cages = std::fs::read_to_string("docs/src/examples/killer.txt").unwrap().replace("a=3 ", "a=4 ");
    let folder = tempfile::tempdir().unwrap();
    let file = crate::cli::file_in(&folder, "cages.txt", &cages);
    let (killer, _) = told(&format!("explain sudoku --empty --killer {file}"));
    assert!(killer.contains("in cage a, whose sum is 4:") && killer.contains("  1 in row 1, column 1"), "{killer}");
    assert!(!killer.contains("k1,1") && !killer.contains("p11"), "{killer}");
    assert!(text.contains("row 2 (r1): 3 options") && text.contains("leaves no option for"), "{text}");
    let corner = format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45));
    let corner = told(&format!("explain sudoku {corner}")).0;
    assert!(corner.contains("This item cannot be covered:\n\nrow 1, column 9: no option"), "{corner}");
    // A cyclic square of even order has no mate (L. Euler, 1782).
    let mates = told("explain latin 4 --mates").0;
    assert!(mates.contains("where the square has") && !mates.contains("box"), "{mates}");
    assert_eq!(told("explain queens 3 --relax -q").0.lines().count(), 2);
    assert_eq!(told("explain queens 8").0, "queens 8: there are solutions\n");
    assert!(told("explain coloring grid:3x3 --colors 1 --json").0.contains("\"irreducible\":true"));
    assert!(told("explain queens 5 --relax").0.contains("all items can be covered"));
    let several = told("explain latin 2 --at-least p11=2").0;
    assert!(several.contains("row 1, column 1, 2 times") || several.contains("symbol"), "{several}");
    let costs =
        crate::cli::file_in(&folder, "costs.csv", ",a,b,c,cost\nx,1,1,0,7.5\ny,1,0,0,4\nz,0,1,0,2\nw,0,0,1,1\n");
    let dear = told(&format!("explain file {costs} --within 5.5")).0;
    assert!(dear.contains("2 items cannot be covered together at a cost of 5.5 or less"), "{dear}");
    assert!(dear.contains("  x: a b  costs 7.5\n") && !dear.contains("c: "), "{dear}");
    assert!(told(&format!("explain file {costs} --within 7 -q")).0.is_empty());
    assert!(told(&format!("explain file {costs} --within 5.5 --json")).0.contains("\"within\":5.5"));
    assert!(run(&format!("explain file {costs} --within -1")).said().contains("a cost of 0 or more"));
    let bonus = crate::cli::file_in(&folder, "bonus.csv", ",a,b,cost\nx,1,0,-3\ny,0,1,5\n");
    assert!(run(&format!("explain file {bonus} --within 1")).said().contains("negative costs"));
    let pieces = "explain polyomino 6x11 --pieces pentominoes";
    assert!(told(pieces).0.contains("no solution: the pieces cover 60 cells"));
    assert!(told(&format!("{pieces} --json")).0.contains("\"reason\":\"the pieces cover 60 cells"));
    assert!(told("explain latin 2 --at-least p11=3 --json").0.contains("\"solvable\":false"));
    assert_eq!(run("explain latin 2 --at-least p11=2 --relax").status.code(), Some(2));
    assert_eq!(run("explain queens 8 --up-to-symmetry").status.code(), Some(2));
}

/// A row that asks for more variables than it has is not said to have none.
#[test]
fn rows_that_ask_for_too_many_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let program = |rows: &str| {
        let text = format!("Minimize\n x\nSubject To\n{rows}\nBinaries\n x y z\nEnd\n");
        crate::cli::file_in(&folder, "rows.lp", text)
    };
    for (rows, said) in [
        (" r1: x + y >= 3", "row r1 asks for 3 of its 2 variables"),
        (" r1: 2 x + 2 y >= 7\n z + x >= 1", "row r1 asks for 4 of its 2 variables"),
        (" r1: 2 <= x + y <= 1", "row r1 asks for at least 2 and at most 1 of its variables"),
        (" r1: x + y <= -1", "row r1 asks for fewer than 0 of its variables"),
        (" r1: x + y >= 1000000000000", "row r1 asks for 1000000000000 of its 2 variables"),
    ] {
        let path = program(rows);
        let (count, note) = told(&format!("lp {path}"));
        assert!(
            count.contains(": 0 solutions") && note.contains(&format!("nothing to count: {said}")),
            "{count}{note}"
        );
        let (text, note) = told(&format!("explain lp {path}"));
        assert!(!text.contains("r1: no option") && (note.contains(said) || text.contains("r1")), "{text}{note}");
    }
}
