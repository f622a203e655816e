//! 0-1 programs in LP and MPS: counted and minimized against all assignments, in every way in which the formats can say the same.

use std::fmt::Write;

use dlx_count::engine::least::Goal;
use dlx_count::family::BinaryProgram;
use dlx_count::problem::Decimal;
use proptest::prelude::*;

use crate::cli::{both, file_in, told};
use crate::common::{count_by_every_engine, pair, seeded};
use crate::oracle;

/// A program with numbers in hundredths.
#[derive(Debug)]
struct Sketch {
    n: usize,
    rows: Vec<SketchRow>,
    costs: Vec<i64>,
    constant: i64,
    is_maximum: bool,
    /// Is the objective written, even if all its numbers are 0? Without one each variable that is 1 costs 1.
    is_priced: bool,
    /// By variable its value, if it is fixed.
    fixed: Vec<Option<bool>>,
}

#[derive(Debug)]
struct SketchRow {
    numbers: Vec<i64>,
    least: Option<i64>,
    most: Option<i64>,
}

impl Sketch {
    fn random(rng: &mut fastrand::Rng) -> Self {
        let n = rng.usize(1..8);
        let is_counted = rng.bool();
        let rows = (0..rng.usize(0..6)).map(|_| SketchRow::random(n, is_counted, rng)).collect();
        let has_costs = rng.u8(..4) > 0;
        let mut cost = || if has_costs { *rng.choice([0, 100, 250, -300, 1234, 700].iter()).unwrap() } else { 0 };
        let (costs, constant) = ((0..n).map(|_| cost()).collect(), cost());
        let fixed = (0..n).map(|_| (rng.u8(..8) == 0).then(|| rng.bool())).collect();
        let is_priced = has_costs || rng.bool();
        Self { n, rows, costs, constant, is_maximum: rng.bool(), is_priced, fixed }
    }

    /// The values of the objective of all solutions.
    fn values(&self) -> Vec<i64> {
        let sum = |numbers: &[i64], x: u32| (0..self.n).filter(|k| x >> k & 1 == 1).map(|k| numbers[k]).sum::<i64>();
        let allows = |x: u32| {
            let is_kept = |k: usize| self.fixed[k].is_none_or(|value| value == (x >> k & 1 == 1));
            let holds = |row: &SketchRow| {
                let sum = sum(&row.numbers, x);
                row.least.is_none_or(|least| least <= sum) && row.most.is_none_or(|most| sum <= most)
            };
            (0..self.n).all(is_kept) && self.rows.iter().all(holds)
        };
        let solutions = (0..1u32 << self.n).filter(|&x| allows(x));
        if self.is_priced {
            solutions.map(|x| self.constant + sum(&self.costs, x)).collect()
        } else {
            solutions.map(|x| 100 * i64::from(x.count_ones())).collect()
        }
    }
}

impl SketchRow {
    fn random(n: usize, is_counted: bool, rng: &mut fastrand::Rng) -> Self {
        let unit = *rng.choice([100, 50, 300, -100].iter()).unwrap();
        let numbers = if is_counted { vec![unit, unit, 0] } else { vec![100, -100, 0, 250, 75, -325] };
        let numbers: Vec<i64> = (0..n).map(|_| *rng.choice(numbers.iter()).unwrap()).collect();
        let mut bound = || unit * rng.i64(-1..4) + *rng.choice([0, 0, 0, 5].iter()).unwrap();
        let (a, b) = (bound(), bound());
        let (least, most) =
            [(Some(a), Some(a)), (Some(a.min(b)), Some(a.max(b))), (Some(a), None), (None, Some(a))][rng.usize(..4)];
        Self { numbers, least, most }
    }
}

/// A number of hundredths, written in one of several ways.
fn hundredths(number: i64, rng: &mut fastrand::Rng) -> String {
    let plain = Decimal::new(number, 2).to_string();
    match rng.u8(..4) {
        0 => format!("{number}e-2"),
        1 if number.abs() < 100 => plain.replacen("0.", ".", 1),
        2 if !plain.contains('.') => plain + ".",
        _ => plain,
    }
}

/// The program as an LP file.
fn lp(sketch: &Sketch, rng: &mut fastrand::Rng) -> String {
    let mut text = String::from("\\ made up\n");
    let heading = if sketch.is_maximum { ["Maximize", "MAX", "maximum"] } else { ["Minimize", "min", "MINIMUM"] };
    let _ = write!(text, "{}\n obj:", rng.choice(heading).unwrap());
    if sketch.is_priced {
        text += &lp_sum(&sketch.costs, rng);
    }
    if sketch.constant != 0 {
        let _ = write!(text, " + {}", hundredths(sketch.constant, rng));
    }
    let _ = writeln!(text, "\n{}", rng.choice(["Subject To", "st", "s.t.", "such  that", "ST."]).unwrap());
    // Behind a row that ends with a variable, one without a name would go on with it.
    let mut is_open = false;
    for (number, row) in sketch.rows.iter().enumerate() {
        if is_open || rng.u8(..3) > 0 {
            let _ = write!(text, " c{number}{}:", ["", " "][rng.usize(..2)]);
        }
        text += &lp_row(row, rng);
        is_open = row.least.is_none() || row.most.is_none();
    }
    text += "Bounds\n";
    for (k, value) in sketch.fixed.iter().enumerate() {
        match value {
            Some(value) => {
                let _ = writeln!(text, " x{k} = {}", u8::from(*value));
            }
            None => {
                text +=
                    &[format!(" 0 <= x{k} <= 1\n"), String::new(), format!(" -inf<=x{k}<=1 x{k}>=0\n")][rng.usize(..3)]
            }
        }
    }
    let _ = writeln!(text, "{}", rng.choice(["Binaries", "bin", "BINARY"]).unwrap());
    (0..sketch.n).for_each(|k| text += &format!(" x{k}{}", ["", "\n"][rng.usize(..2)]));
    text + "\nEnd\n"
}

fn lp_sum(numbers: &[i64], rng: &mut fastrand::Rng) -> String {
    let mut text = String::new();
    for (k, &number) in numbers.iter().enumerate() {
        let written = hundredths(number.abs(), rng);
        let number = if number.abs() == 100 && rng.bool() { String::new() } else { written };
        let sign = if numbers[k] < 0 { "-" } else { "+" };
        let _ = write!(
            text,
            " {sign}{}{number} x{k}{}",
            ["", " "][rng.usize(..2)],
            ["", "\n"][usize::from(rng.u8(..6) == 0)]
        );
    }
    text
}

/// A row, perhaps with a constant beside its terms, or with some of these to the right.
fn lp_row(row: &SketchRow, rng: &mut fastrand::Rng) -> String {
    let off = if rng.bool() { 0 } else { rng.i64(-300..300) };
    let is_moved = rng.u8(..3) == 0 && (row.least.is_none() != row.most.is_none() || row.least == row.most);
    let n_left = if is_moved { rng.usize(1..=row.numbers.len()) } else { row.numbers.len() };
    let moved: Vec<i64> =
        row.numbers.iter().enumerate().map(|(k, &number)| if k < n_left { 0 } else { -number }).collect();
    let moved = if is_moved { lp_sum(&moved, rng).replace('\n', " ") } else { String::new() };
    let mut sum = lp_sum(&row.numbers[..n_left], rng);
    if off != 0 {
        let _ = write!(sum, " {} {}", if off < 0 { "-" } else { "+" }, hundredths(off.abs(), rng));
    }
    let mut number = |bound: i64| hundredths(bound + off, rng);
    let bounds = (row.least.map(&mut number), row.most.map(&mut number));
    let turn = rng.bool();
    match bounds {
        (Some(least), Some(_)) if row.least == row.most && (!turn || is_moved) => format!("{sum} = {least}{moved}\n"),
        (Some(least), Some(most)) if turn => format!(" {most} >= {sum} >= {least}\n"),
        (Some(least), Some(most)) => format!("{least} <= {sum} <={most}\n"),
        (Some(least), None) if turn && !is_moved => format!(" {least} =< {sum}\n"),
        (Some(least), None) => format!("{sum} => {least}{moved}\n"),
        (None, Some(most)) if turn && !is_moved => format!(" {most} > {sum} >= -inf\n"),
        (None, Some(most)) => format!("{sum} < {most}{moved}\n"),
        (None, None) => String::new(),
    }
}

/// The first four fields of a line in the fixed format.
fn mps_line(fields: [&str; 4]) -> String {
    format!(" {:<2} {:<8}  {:<8}  {:<12}\n", fields[0], fields[1], fields[2], fields[3])
}

/// The program as an MPS file; in the fixed format names have blanks.
fn mps(sketch: &Sketch, rng: &mut fastrand::Rng) -> String {
    let is_fixed = rng.bool();
    let [x, c] = if is_fixed { ["x ", "c r "] } else { ["x", "c"] };
    let mut text = format!(
        "NAME          made up\nOBJSENSE\n    {}\nROWS\n N  cost\n",
        if sketch.is_maximum { "MAX" } else { "MIN" }
    );
    let mut rows = Vec::new();
    for (number, row) in sketch.rows.iter().enumerate() {
        let (letter, right, range) = match (row.least, row.most) {
            (Some(least), Some(most)) if least == most => ("E", least, None),
            (Some(least), Some(most)) => [
                ("G", least, Some(most - least)),
                ("L", most, Some(least - most)),
                ("E", least, Some(most - least)),
                ("E", most, Some(least - most)),
            ][rng.usize(..4)],
            (Some(least), None) => ("G", least, None),
            (None, most) => ("L", most.unwrap(), None),
        };
        text += &mps_line([letter, &format!("{c}{number}"), "", ""]);
        rows.push((format!("{c}{number}"), right, range));
    }
    text += " N  free\nCOLUMNS\n    M1        'MARKER'                 'INTORG'\n";
    for k in 0..sketch.n {
        let name = format!("{x}{k}");
        if sketch.is_priced {
            text += &mps_line(["", &name, "cost", &hundredths(sketch.costs[k], rng)]);
        }
        text += &mps_line(["", &name, "free", "7"]);
        for ((row, ..), of) in rows.iter().zip(&sketch.rows) {
            if of.numbers[k] != 0 || rng.bool() {
                text += &mps_line(["", &name, row, &hundredths(of.numbers[k], rng)]);
            }
        }
    }
    text += "    M2        'MARKER'                 'INTEND'\nRHS\n";
    if sketch.is_priced {
        text += &mps_line(["", "right", "cost", &hundredths(-sketch.constant, rng)]);
    }
    for (row, right, _) in rows.iter().filter(|(_, right, _)| *right != 0) {
        text += &mps_line(["", "right", row, &hundredths(*right, rng)]);
    }
    text += "RANGES\n";
    for (row, range) in rows.iter().filter_map(|(row, _, range)| Some((row, (*range)?))) {
        text += &mps_line(["", "width", row, &hundredths(range, rng)]);
    }
    text + "BOUNDS\n" + &mps_bounds(sketch, x, rng) + "ENDATA\n"
}

/// What a variable may be, if that is said.
fn mps_bounds(sketch: &Sketch, x: &str, rng: &mut fastrand::Rng) -> String {
    let mut text = String::new();
    for (k, fixed) in sketch.fixed.iter().enumerate() {
        let (kind, number) = match fixed {
            Some(value) => ("FX", ["0", "1"][usize::from(*value)]),
            None => [("BV", ""), ("UP", "1"), ("", ""), ("UI", "1.")][rng.usize(..4)],
        };
        if !kind.is_empty() {
            text += &mps_line([kind, "limit", &format!("{x}{k}"), number]);
        }
    }
    text
}

/// Counts and best values are those of all assignments.
fn check(sketch: &Sketch, program: &BinaryProgram, text: &str) {
    let mut values = sketch.values();
    values.sort_unstable();
    let problem = program.problem().unwrap();
    assert_eq!(oracle::count(&problem), values.len() as u64, "{text}");
    assert_eq!(program.is_maximum(), sketch.is_maximum, "{text}");
    if problem.unpriced().is_some() {
        assert!(!sketch.is_priced, "{text}");
        return;
    }
    let problem = problem.priced();
    for is_greatest in [false, true] {
        let found = pair().best(&problem, Goal { number: 1, is_greatest, is_ties: false }).unwrap();
        let cost = found.solutions.first().map(|(cost, _)| problem.in_units_of_cost(*cost));
        let expected = if is_greatest { values.last() } else { values.first() };
        assert_eq!(cost, expected.map(|&value| Decimal::new(value, 2)), "{text}");
    }
}

proptest! {
    #![proptest_config(seeded(1000))]

    #[test]
    fn programs_are_counted_as_by_trying_everything(seed in any::<u64>()) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let sketch = Sketch::random(&mut rng);
        let text = lp(&sketch, &mut rng);
        check(&sketch, &BinaryProgram::read_lp(&text).unwrap_or_else(|error| panic!("{text}{error}")), &text);
        let text = mps(&sketch, &mut rng);
        check(&sketch, &BinaryProgram::read_mps(&text).unwrap_or_else(|error| panic!("{text}{error}")), &text);
    }
}

proptest! {
    #![proptest_config(seeded(60))]

    #[test]
    fn every_engine_counts_programs(seed in any::<u64>()) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let sketch = Sketch::random(&mut rng);
        let program = BinaryProgram::read_lp(&lp(&sketch, &mut rng)).unwrap();
        let count = count_by_every_engine(&program.problem().unwrap(), 1);
        prop_assert_eq!(count.to_u64().unwrap(), sketch.values().len() as u64);
    }
}

/// An objective of zeros, or of a constant alone, is one; without any each variable costs 1.
#[test]
fn objectives_may_be_zero() {
    let folder = tempfile::tempdir().unwrap();
    for (objective, least) in [("0 x", "0"), ("0", "0"), ("3 - 3", "0"), ("2", "2"), ("", "1")] {
        let text = format!("Minimize\n obj: {objective}\nSubject To\n c: x + y >= 1\nBinary\nx y\nEnd\n");
        let file = file_in(&folder, "a.lp", &text);
        let said = told(&format!("solve lp {file} --minimize")).0;
        assert!(said.starts_with(&format!("cost {least}\n")), "{objective}: {said}");
    }
}

/// Files that HiGHS has written, and a fixed one with blanks in names.
#[test]
fn programs_of_others_are_read() {
    for (file, flag, count, best, names) in [
        ("highs.lp", "--maximize", "3\n", "cost 9.5\n", "x1\n"),
        ("highs.mps", "--maximize", "3\n", "cost 9.5\n", "x1\n"),
        ("fixed.mps", "--minimize", "3\n", "cost 14.5\n", "BO DIAZ\n"),
        ("crews.lp", "--minimize", "4\n", "cost 20\n", "p1 p2 p6\n"),
        ("mixed.lp", "--maximize", "3\n", "cost 7.5\n", "a d\n"),
    ] {
        let source = format!("tests/data/programs/{file}");
        assert_eq!(both(&format!("{source} -q")), count, "{file}");
        let (text, _) = told(&format!("solve {source} {flag}"));
        assert_eq!(text, format!("{best}{names}"), "{file}");
    }
}

/// Rows keep their names, so it can be said which contradict each other.
#[test]
fn rows_in_conflict_have_names() {
    let folder = tempfile::tempdir().unwrap();
    let text = "min\nst\n only: a + b = 1\n early: a + c = 1\n late: b + c = 1\n other: d = 1\nbin\n a b c d\nend\n";
    let file = file_in(&folder, "a.lp", text);
    let said = both(&format!("explain {file}"));
    assert!(["only", "early", "late"].iter().all(|name| said.contains(name)) && !said.contains("other"), "{said}");
    let never = file_in(&folder, "b.lp", "min\nst\n much: a + b >= 3\nbin\n a b\nend\n");
    assert!(both(&never).contains("much"));
}
