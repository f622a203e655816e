//! `dlx-check FILE.cert [--problem FILE.dlx]`: is the count in a certificate right? FORMAT.md says
//! what stands in the file, and why this is enough.
//!
//! Here: what is asked, and the certificates that come down to others, of best costs and up to
//! symmetry. `file` reads numbers and problems; `proof` checks states, classes and trees.
//! The certificate is read once, as a stream; in memory are the problem, two sums for each level,
//! and one block of records.

mod file;
mod proof;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::process::ExitCode;

use file::{Natural, Problem, ProblemItem, Source};
use proof::Proof;

type Res<T> = Result<T, String>;

fn require(is_right: bool, why: &str) -> Res<()> {
    if is_right { Ok(()) } else { Err(why.into()) }
}

fn main() -> ExitCode {
    // A deep tree needs a deep stack; what is not used of it takes no memory.
    let checking = std::thread::Builder::new().stack_size(1 << 30).spawn(said);
    let checked = checking.map_err(|error| error.to_string()).and_then(|checking| {
        checking.join().unwrap_or_else(|_| Err("the checker has failed".into()))
    });
    let (line, code) = match checked {
        Ok(said) => (format!("VERIFIED {said}"), ExitCode::SUCCESS),
        Err(why) => (format!("NOT VERIFIED: {why}"), ExitCode::FAILURE),
    };
    println!("{line}");
    code
}

/// What the words ask for.
fn said() -> Res<String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [file] if !file.starts_with("--") => check(file, None),
        [file, "--problem", problem] => check(file, Some(problem)),
        _ => Err("usage: dlx-check FILE.cert [--problem FILE.dlx]".into()),
    }
}

fn check(path: &str, other: Option<&str>) -> Res<String> {
    let mut source = Source::open(path)?;
    let length = source.number()?;
    let text = source.take(length)?;
    let problem = Problem::read(&text)?;
    let kind = source.number()?;
    if let Some(path) = other {
        let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let other = Problem::read(&text)?;
        let has_costs = matches!(kind, 2..=3) && other.costs.iter().any(|cost| !cost.is_empty());
        let cost = |cost: &str| if has_costs { units(cost, 18) } else { Ok(0) };
        let is_same = other.in_order(cost)? == problem.in_order(cost)?;
        require(is_same, &format!("the certificate is about another problem than {path}"))?;
    }
    let (mut order, mut words) = (1, String::new());
    let total = match kind {
        0 => Proof::new(&mut source, &problem, true)?.states(None)?,
        1 => Proof::new(&mut source, problem.plain()?, false)?.classes()?,
        2..=3 => best(&mut source, problem, kind == 3, &mut words)?,
        4 => {
            order = source.number()?;
            words = format!(" up to a group of order {order}");
            kinds(&mut source, problem, order)?
        }
        5 => Proof::new(&mut source, &problem, false)?.tree()?,
        _ => return Err("this kind of certificate is unknown".into()),
    };
    let (claimed, mut claimed_total) = (source.count()?, Natural::default());
    claimed_total.add_product(&claimed, &Natural::new(&order.to_le_bytes()));
    let mean = if order > 1 { format!(" / {order}") } else { String::new() };
    require(claimed_total == total, &format!("the count is {total}{mean}, not {claimed}"))?;
    source.end()?;
    Ok(format!("{claimed}{words}"))
}

/// The number of solutions of least cost, or of greatest: an item pays its price each time that it
/// is covered, and options spend what is left of their costs.
fn best(
    source: &mut Source,
    mut problem: Problem<'_>,
    is_greatest: bool,
    words: &mut String,
) -> Res<Natural> {
    let (digits, sign) = (source.number()? as usize, if is_greatest { -1 } else { 1 });
    require(digits <= 18, "costs have too many digits")?;
    let (mut prices, mut best) = (vec![0; problem.items.len()], 0);
    for (price, item) in prices.iter_mut().zip(&problem.items[..problem.n_primary]) {
        let (number, (least, most)) = (i128::from(source.number()?), item.bounds.unwrap_or((0, 0)));
        *price = if number % 2 == 0 { number / 2 } else { -(number + 1) / 2 };
        let is_fixed = *price == 0 || least == most;
        require(is_fixed, "a price is for an item that is not covered a fixed number of times")?;
        best += *price * i128::from(least);
    }
    let (budget, n_items) = (source.number()?, problem.items.len());
    for (cells, cost) in problem.options.iter_mut().zip(&problem.costs) {
        let paid: i128 = cells.iter().map(|&(item, _)| prices[item]).sum();
        let spent = sign * units(cost, digits)? - paid;
        require(spent >= 0, "the items of an option have prices above its cost")?;
        cells.push((n_items, spent.min(i128::from(budget) + 1) as u64));
    }
    problem.items.push(ProblemItem { name: "", bounds: Some((0, budget)), n_colors: 0 });
    let count = Proof::new(source, &problem, true)?.states(Some(budget))?;
    require(count != Natural::default(), "no solution has the best cost")?;
    best = sign * (best + i128::from(budget));
    let digits_of_best = format!("{:0width$}", best.abs(), width = digits + 1);
    let (whole, part) = digits_of_best.split_at(digits_of_best.len() - digits);
    let amount = format!("{whole}.{}", part.trim_end_matches('0'));
    let (word, minus) =
        (["least", "greatest"][usize::from(is_greatest)], ["", "-"][usize::from(best < 0)]);
    *words = format!(" of {word} cost {minus}{}", amount.trim_end_matches('.'));
    Ok(count)
}

/// A cost, `|$-2.5`, in units of which 10^digits make 1.
fn units(cost: &str, digits: usize) -> Res<i128> {
    let text = cost.trim_start_matches('|').trim_start_matches('$');
    let amount = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = amount.split_once('.').unwrap_or((amount, ""));
    let is_number = [whole, part].concat().bytes().all(|digit| digit.is_ascii_digit());
    let is_good = is_number && whole.len() <= 19 && part.len() <= digits;
    require(is_good, "a cost is not a number, or has too many digits")?;
    let units: i128 =
        format!("0{whole}{part:0<digits$}").parse().map_err(|_| "a cost is too large")?;
    Ok(if text.starts_with('-') { -units } else { units })
}

/// The numbers of solutions that each symmetry of a group leaves as they are, added up. Their mean
/// is the number of solutions up to symmetry, by the lemma of Cauchy and Frobenius.
fn kinds(source: &mut Source, mut problem: Problem<'_>, order: u64) -> Res<Natural> {
    let (n_items, n_primary) = (problem.items.len(), problem.n_primary);
    let items = |cells: &Vec<(usize, u64)>| cells.iter().map(|&(item, _)| item).collect();
    let options: Vec<BTreeSet<usize>> = problem.plain()?.options.iter().map(items).collect();
    let places: HashMap<_, _> = options.iter().cloned().zip(0..).collect();
    require(places.len() == options.len(), "two options are equal")?;
    require((1..=1000).contains(&order), "a group has an impossible order")?;
    let (mut total, mut group) = (Natural::default(), HashSet::new());
    for _ in 0..order {
        let to = source.numbers(n_items)?;
        let is_good = to.iter().collect::<HashSet<_>>().len() == n_items
            && (0..n_items).all(|it| to[it] < n_items && (it < n_primary) == (to[it] < n_primary));
        require(is_good, "this is no permutation")?;
        let image = |items: &BTreeSet<usize>| items.iter().map(|&item| to[item]).collect();
        let carried = options.iter().map(|items| places.get(&image(items)).copied());
        let carried: Option<Vec<usize>> = carried.collect();
        let carried = carried.ok_or("a permutation is no symmetry")?;
        // Options that it carries to one another are chosen together, if they share no item.
        problem.options.clear();
        for start in 0..options.len() {
            let next = |&option: &usize| Some(carried[option]).filter(|&next| next != start);
            let cycle: Vec<usize> = std::iter::successors(Some(start), next).collect();
            let items: BTreeSet<_> = cycle.iter().flat_map(|&option| &options[option]).collect();
            let is_new = cycle.iter().all(|&option| option >= start);
            if is_new && items.len() == cycle.len() * options[start].len() {
                problem.options.push(items.into_iter().map(|&item| (item, 1)).collect());
            }
        }
        let count = Proof::new(source, &problem, true)?.states(None)?;
        total.add_product(&count, &Natural::new(&[1]));
        require(group.insert(to), "a symmetry comes twice")?;
    }
    let product = |a: &[usize], b: &[usize]| a.iter().map(|&item| b[item]).collect::<Vec<_>>();
    let is_group = group.iter().all(|a| group.iter().all(|b| group.contains(&product(a, b))));
    require(is_group, "the symmetries are no group")?;
    Ok(total)
}
