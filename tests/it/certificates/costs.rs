//! Certificates of best costs.

use std::cell::Cell;

use dlx_count::engine::certificate::Unproved;
use proptest::prelude::*;

use super::bench::{Bench, body, changed, packed, python, rust, unpacked};
use crate::common::{pair, problem, runner};

/// Items with their bounds, and options: sets of items, whether they have a secondary item and in which color, and costs in tenths.
#[derive(Clone, Debug)]
struct PricedSketch {
    bounds: Vec<(usize, usize)>,
    options: Vec<(usize, usize, i64)>,
}

impl PricedSketch {
    fn any() -> impl Strategy<Value = Self> {
        let bounds = prop::collection::vec((0usize..3, prop_oneof![3 => Just(0usize), 1 => Just(1)]), 1..5);
        (bounds, prop::collection::vec((1usize..16, 0usize..3, -30i64..90), 1..11)).prop_map(|(bounds, mut options)| {
            options.retain(|(set, ..)| set % (1 << bounds.len()) > 0);
            Self { bounds, options }
        })
    }

    fn text(&self) -> String {
        let items = self.bounds.iter().enumerate();
        let names = items.map(|(item, (least, more))| format!("{least}:{}|p{item}", least + more));
        let mut text = names.chain(["| s".into()]).collect::<Vec<String>>().join(" ");
        for &(set, tint, cost) in &self.options {
            let items = (0..self.bounds.len()).filter(|item| set >> item & 1 == 1);
            let cells: Vec<String> = items.map(|item| format!("p{item}")).collect();
            let cost = format!("{}{}.{}", if cost < 0 { "-" } else { "" }, cost.abs() / 10, cost.abs() % 10);
            text += &format!("\n{}{} |${cost}", cells.join(" "), ["", " s", " s:red"][tint]);
        }
        text
    }

    /// What each solution costs.
    fn costs(&self) -> Vec<i64> {
        let cost_of = |chosen: usize| -> Option<i64> {
            let numbered = || self.options.iter().enumerate();
            let all = || numbered().filter(|(option, _)| chosen >> option & 1 == 1).map(|(_, it)| it);
            let covers = |item: usize| all().filter(|(set, ..)| set >> item & 1 == 1).count();
            let (alone, red) = (all().filter(|it| it.1 == 1).count(), all().filter(|it| it.1 == 2).count());
            let is_bounded =
                |(item, (least, more)): (usize, &(usize, usize))| (*least..=least + more).contains(&covers(item));
            let is_solution = self.bounds.iter().enumerate().all(is_bounded) && (alone == 0 || alone == 1 && red == 0);
            is_solution.then(|| all().map(|(.., cost)| cost).sum())
        };
        (0..1usize << self.options.len()).filter_map(cost_of).collect()
    }

    /// Has an option that costs less than nothing no item that could pay?
    fn is_dear(&self, is_greatest: bool) -> bool {
        let pays = |set: usize| (0..self.bounds.len()).any(|item| set >> item & 1 == 1 && self.bounds[item].1 == 0);
        let is_paid = |cost: i64| if is_greatest { cost <= 0 } else { cost >= 0 };
        self.options.iter().any(|&(set, _, cost)| !pays(set) && !is_paid(cost))
    }
}

/// Random problems with costs and bounds, against all sets of options: the least cost and the greatest, and how many have it. What is changed is refused, or says the same.
#[test]
fn best_costs_are_verified_and_what_is_changed_is_refused() {
    let (bench, [proved, dear, refused]) = (Bench::new(), [(); 3].map(|()| Cell::new(0usize)));
    let count = |cell: &Cell<usize>, more| cell.set(cell.get() + more);
    let run = runner(120, file!()).run(&(PricedSketch::any(), any::<bool>()), |(sketch, is_greatest)| {
        let (text, costs, mut bytes) = (sketch.text(), sketch.costs(), Vec::new());
        let best = if is_greatest { costs.iter().max() } else { costs.iter().min() };
        let proof = match pair().certify_best(&problem(&text), is_greatest, &mut bytes) {
            Ok(proof) => proof,
            Err(Unproved::Dear) => {
                count(&dear, 1);
                prop_assert!(best.is_some() && sketch.is_dear(is_greatest), "{}", text);
                return Ok(());
            }
            Err(error) => panic!("{error}: {text}"),
        };
        let path = bench.put(&bytes);
        let Some(&best) = best else {
            prop_assert_eq!((proof.cost, rust(&[&path])), (None, (true, "VERIFIED 0".into())));
            return Ok(());
        };
        let ties = costs.iter().filter(|&&cost| cost == best).count();
        prop_assert_eq!(proof.count.to_string(), ties.to_string(), "{}", text);
        let start = format!("VERIFIED {ties} of {} cost ", if is_greatest { "greatest" } else { "least" });
        let said = rust(&[&path]);
        let cost = said.1.strip_prefix(&start).and_then(|cost| cost.parse::<f64>().ok());
        prop_assert!(said.0 && cost.map(|cost| (cost * 10.0).round()) == Some(best as f64), "{} {:?}", text, said);
        count(&proved, 1);
        if proved.get() % 10 == 1 {
            prop_assert_eq!(python(&[&path]), said);
            let plain = unpacked(&bytes);
            count(&refused, changed(&bench, &plain, body(&plain) - 1, 1)[0]);
        }
        Ok(())
    });
    run.unwrap();
    let [proved, dear, refused] = [proved, dear, refused].map(Cell::into_inner);
    println!("{proved} best costs, {dear} without prices, {refused} changes refused");
    assert!(proved > dear && refused > proved);
}

/// Both read costs as they are written, and refuse what is none.
#[test]
fn costs_are_read_alike() {
    let bench = Bench::new();
    let mut bytes = Vec::new();
    let priced = problem("a b\na b |$3.25\na |$-1\nb |$4");
    pair().certify_best(&priced, false, &mut bytes).unwrap();
    let plain = unpacked(&bytes);
    assert!(bench.verified(&bytes, "1 of least cost 3", true));
    let place = plain.windows(5).position(|word| word == b"$3.25").unwrap();
    let costs = [(b"$2.99", false), (b"$3.26", true), (b"$9.99", true), (b"$-.25", false), (b"$2,25", false)];
    for (cost, is_good) in costs {
        let mut changed = plain.clone();
        changed[place..place + 5].copy_from_slice(cost);
        let path = bench.put(&packed(&changed));
        let said = rust(&[&path]);
        assert_eq!(said, python(&[&path]));
        assert_eq!(said.0, is_good, "{said:?}");
        assert!(!is_good || said.1 == "VERIFIED 1 of least cost 3", "{said:?}");
    }
}
