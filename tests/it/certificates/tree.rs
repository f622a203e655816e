//! Certificates of trees.

use std::cell::RefCell;

use dlx_count::family::langford;
use dlx_count::format::knuth;
use dlx_count::{EngineKind, Problem};
use proptest::prelude::*;

use super::bench::{
    Bench, body, certificate, certificate_by, changed, number_at, out_and_twice, packed, python, rust, unpacked,
};
use crate::cli::made;
use crate::common::{problem, runner, sketches};
use crate::oracle;

/// The problem of a certificate as FORMAT.md says: how often each item is covered, none if it is secondary; and options.
struct Written {
    items: Vec<Option<(usize, usize)>>,
    options: Vec<Vec<(usize, String)>>,
}

/// What is left at a node.
#[derive(Clone)]
struct Left {
    items: Vec<usize>,
    options: Vec<usize>,
    covered: Vec<usize>,
}

/// A record of a tree: where it begins, and what it is: 0 a leaf, 1 parts, otherwise an item.
type Place = (usize, usize);

impl Written {
    fn new(plain: &[u8]) -> Self {
        let (length, n_digits) = number_at(plain);
        let text = std::str::from_utf8(&plain[n_digits..n_digits + length]).unwrap();
        let mut lines = text.lines().filter(|line| !line.starts_with('|') && !line.trim().is_empty());
        let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        let bar = head.iter().position(|word| *word == "|").unwrap_or(head.len());
        let (mut names, mut items) = (Vec::new(), Vec::new());
        for (place, word) in head.iter().enumerate().filter(|(place, _)| *place != bar) {
            let (times, name) = word.rsplit_once('|').unwrap_or(("1", word));
            let (least, most) = times.split_once(':').unwrap_or((times, times));
            names.push(name);
            items.push((place < bar).then(|| (least.parse().unwrap(), most.parse().unwrap())));
        }
        let cell = |word: &str| {
            let (name, color) = word.split_once(':').unwrap_or((word, ""));
            (names.iter().position(|other| *other == name).unwrap(), color.to_string())
        };
        let options = lines.map(|line| line.split_whitespace().map(cell).collect::<Vec<_>>());
        let options = options.filter(|cells| cells.iter().any(|(item, _)| items[*item].is_some()));
        Self { options: options.collect(), items }
    }

    fn whole(&self) -> Left {
        let items = (0..self.items.len()).filter(|&item| self.items[item].is_some()).collect();
        let left = Left { items, options: (0..self.options.len()).collect(), covered: vec![0; self.items.len()] };
        let is_open = |option: &usize| self.options[*option].iter().all(|(item, _)| self.most(*item) > 0);
        Left { options: left.options.iter().copied().filter(is_open).collect(), ..left }
    }

    fn most(&self, item: usize) -> usize {
        self.items[item].map_or(1, |bounds| bounds.1)
    }

    fn has(&self, option: usize, item: usize) -> bool {
        self.options[option].iter().any(|cell| cell.0 == item)
    }

    fn open(&self, left: &Left) -> Vec<usize> {
        let is_open = |item: &usize| left.options.iter().any(|&option| self.has(option, *item));
        left.items.iter().copied().filter(is_open).collect()
    }

    fn is_short(&self, left: &Left) -> bool {
        let n_left = |item: usize| left.options.iter().filter(|&&option| self.has(option, item)).count();
        left.items.iter().any(|&item| left.covered[item] + n_left(item) < self.items[item].unwrap().0)
    }

    fn below(&self, left: &Left, item: usize) -> Vec<Left> {
        let (mut left, mut below) = (left.clone(), Vec::new());
        while let Some(&chosen) = left.options.iter().find(|&&option| self.has(option, item)) {
            left.options.retain(|&option| option != chosen);
            let mut next = left.clone();
            for (item, color) in &self.options[chosen] {
                next.covered[*item] += 1;
                let is_closed = next.covered[*item] >= self.most(*item);
                let agrees = |cell: &(usize, String)| cell.0 != *item || !color.is_empty() && cell.1 == *color;
                next.options.retain(|&option| !is_closed || self.options[option].iter().all(agrees));
            }
            below.push(next);
        }
        if left.covered[item] >= self.items[item].unwrap().0 {
            below.push(left);
        }
        below
    }

    fn parts(&self, left: &Left) -> Vec<Left> {
        let mut parts = Vec::new();
        let mut open = self.open(left);
        while let Some(&first) = open.first() {
            let mut reached = vec![first];
            loop {
                let meets = |option: &&usize| reached.iter().any(|&item| self.has(**option, item));
                let options = left.options.iter().filter(meets).flat_map(|&option| &self.options[option]);
                let joins = |item: &usize| left.covered[*item] < self.most(*item) && !reached.contains(item);
                let Some(next) = options.map(|cell| cell.0).find(joins) else { break };
                reached.push(next);
            }
            let (items, rest) = open.iter().partition(|&&item| reached.contains(&item));
            open = rest;
            parts.push(Left { items, ..left.clone() });
        }
        parts
    }

    fn count(&self, left: &Left) -> u64 {
        match self.open(left).first() {
            _ if self.is_short(left) => 0,
            None => 1,
            Some(&item) => self.below(left, item).iter().map(|left| self.count(left)).sum(),
        }
    }

    /// A tree that branches on items drawn by these dice, or ends, and has parts wherever it can.
    fn tree(&self, left: &Left, dice: &mut impl Iterator<Item = usize>, plain: &mut Vec<u8>, places: &mut Vec<Place>) {
        let (open, die) = (self.open(left), dice.next().unwrap());
        let is_short = self.is_short(left);
        let parts = if is_short { Vec::new() } else { self.parts(left) };
        let item = open.get(die / 4 % open.len().max(1));
        let (kind, below) = match item {
            _ if parts.len() > 1 => (1, parts),
            Some(&item) if !is_short && !die.is_multiple_of(4) => (2 + item, self.below(left, item)),
            _ => (0, Vec::new()),
        };
        places.push((plain.len(), kind));
        plain.push(kind.try_into().unwrap());
        if kind == 0 {
            plain.extend(amount(self.count(left)));
        }
        below.iter().for_each(|left| self.tree(left, dice, plain, places));
    }
}

fn amount(count: u64) -> Vec<u8> {
    let bytes = count.to_le_bytes();
    let n_bytes = 8 - usize::try_from(count.leading_zeros()).unwrap() / 8;
    [&[u8::try_from(n_bytes).unwrap()], &bytes[..n_bytes]].concat()
}

/// A certificate with a tree drawn by dice, and its records.
fn drawn(problem: &Problem, dice: &[usize]) -> (Vec<u8>, Vec<Place>, u64) {
    let (bytes, _) = certificate_by(EngineKind::Bits, problem);
    let whole = unpacked(&bytes);
    let written = Written::new(&whole);
    let (mut plain, mut places) = (whole[..body(&whole)].to_vec(), Vec::new());
    written.tree(&written.whole(), &mut dice.iter().copied().cycle(), &mut plain, &mut places);
    let count = written.count(&written.whole());
    places.push((plain.len(), 0));
    plain.extend(amount(count));
    (plain, places, count)
}

fn dice() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..64, 3..30)
}

/// Bounds, colors and secondary items, in up to three parts that share nothing.
fn texts() -> impl Strategy<Value = String> {
    let bounds = prop::collection::vec((0usize..3, 0usize..3), 1..4);
    let part = (bounds, prop::collection::vec((1usize..16, 0usize..3), 0..6));
    prop::collection::vec(part, 1..4).prop_map(|parts| {
        let (mut items, mut secondary, mut options) = (Vec::new(), Vec::new(), String::new());
        for (part, (bounds, sets)) in parts.iter().enumerate() {
            let bounds = bounds.iter().enumerate();
            items.extend(bounds.clone().map(|(item, (least, more))| format!("{least}:{}|p{part}{item}", least + more)));
            secondary.push(format!("s{part}"));
            for (set, tint) in sets {
                let cells: Vec<String> = bounds
                    .clone()
                    .filter(|(item, _)| set >> item & 1 == 1)
                    .map(|(item, _)| format!("p{part}{item}"))
                    .collect();
                if !cells.is_empty() {
                    let last = [String::new(), format!(" s{part}"), format!(" s{part}:red")][*tint].clone();
                    options += &format!("\n{}{last}", cells.join(" "));
                }
            }
        }
        format!("{} | {}{options}", items.join(" "), secondary.join(" "))
    })
}

/// Trees that are given to the checkers, and what was changed in them.
#[derive(Default)]
struct Trials {
    trees: u32,
    refused: u32,
    same: u32,
}

impl Trials {
    /// Is a changed tree verified? Then it says the same.
    fn is_verified(&mut self, bench: &Bench, changed: &[u8], said: &str) -> bool {
        let path = bench.put(&packed(changed));
        let (is_content, other) = rust(&[&path]);
        assert!(!is_content || other == said, "{other}, not {said}");
        let number = if is_content { &mut self.same } else { &mut self.refused };
        *number += 1;
        assert!(!number.is_multiple_of(40) || python(&[&path]).0 == is_content);
        is_content
    }

    /// A problem, by the program and as a tree drawn by dice.
    fn tree(&mut self, bench: &Bench, problem: &Problem, dice: &[usize], known: Option<u64>) {
        let (plain, places, count) = drawn(problem, dice);
        assert!(known.is_none_or(|known| known == count));
        self.trees += 1;
        let by_python = self.trees.is_multiple_of(40);
        for engine in [EngineKind::Bits, EngineKind::Links] {
            let (bytes, found) = certificate_by(engine, problem);
            assert_eq!(found.to_string(), count.to_string());
            assert!(bench.verified(&bytes, &count.to_string(), by_python));
        }
        assert!(bench.verified(&packed(&plain), &count.to_string(), by_python), "{places:?}");
        if self.trees.is_multiple_of(5) {
            self.changes(bench, &plain, &places, count);
        }
    }

    /// A record less, or twice; another item, or another count; a part of the file.
    fn changes(&mut self, bench: &Bench, plain: &[u8], places: &[Place], count: u64) {
        let said = format!("VERIFIED {count}");
        let mut verified = |changed: &[u8]| self.is_verified(bench, changed, &said);
        for ends in places.windows(2).take(12) {
            let ((from, kind), (to, _)) = (ends[0], ends[1]);
            for changed in out_and_twice(plain, from, to) {
                verified(&changed);
            }
            let mut other = plain.to_vec();
            other[from] = if kind == 0 { 2 } else { (kind + 1).try_into().unwrap() };
            verified(&other);
            if kind == 0 {
                other.splice(from..to, [&[0], &amount(count + 1 + u64::from(plain[to - 1]))[..]].concat());
                assert!(!verified(&other), "the leaf at {from}");
            }
            assert!(!verified(&plain[..to]), "cut at {to}");
        }
        let claim = places.last().unwrap().0;
        assert!(!verified(&[&plain[..claim], &amount(count + 1)[..]].concat()));
        assert!(!verified(&[plain, &[0]].concat()));
    }
}

/// Random problems, by the program and as trees drawn at random; the checkers verify them. What is changed is refused, unless it is a certificate of the same count by another way.
#[test]
fn trees_are_verified_and_what_is_changed_is_refused() {
    let (bench, trials) = (Bench::new(), RefCell::new(Trials::default()));
    let colored = runner(150, file!()).run(&(sketches(), dice()), |(sketch, dice)| {
        let problem = sketch.build();
        // An option without items cannot be written.
        if problem.options().all(|option| !problem.items_of(option).is_empty()) {
            trials.borrow_mut().tree(&bench, &problem, &dice, Some(oracle::count(&problem)));
        }
        Ok(())
    });
    colored.unwrap();
    let bounded = runner(150, file!()).run(&(texts(), dice()), |(text, dice)| {
        trials.borrow_mut().tree(&bench, &problem(&text), &dice, None);
        Ok(())
    });
    bounded.unwrap();
    let Trials { trees, refused, same } = trials.into_inner();
    println!("{trees} trees, {refused} changes refused, {same} without meaning");
    assert!(trees > 150 && refused > trees && same > 0);
}

/// What the program writes where a tree has many leaves; states of the same problem say the same count.
#[test]
fn large_trees_are_verified() {
    let bench = Bench::new();
    let sources: [&[&str]; 3] = [
        &["matching", "8", "--at-least", "*=3", "--at-most", "*=3", "--engine", "links"],
        &["polyomino", "4x8", "--pieces", "tetrominoes", "--reuse", "--engine", "links"],
        &["queens", "12", "--engine", "bits"],
    ];
    for source in sources {
        let (_folder, path) = made(&[&["certify"], source].concat(), "-o", "x.cert");
        let (_other, states) =
            made(&[&["certify"], &source[..source.len() - 2], &["--engine", "frontier"]].concat(), "-o", "y.cert");
        let (path, states) = (path.to_str().unwrap(), states.to_str().unwrap());
        let said = rust(&[path]);
        assert_eq!(rust(&[states]), said, "{source:?}");
        // The checker in Python takes many seconds for the last one.
        assert!(source[0] == "queens" || python(&[path]) == said, "{source:?}");
        let plain = unpacked(&std::fs::read(path).unwrap());
        let start = body(&plain);
        assert!(plain[start - 1] == 5 && plain.len() > start + 1000 && said.0, "{source:?} {said:?}");
        if source[0] == "matching" {
            let times = changed(&bench, &plain, start, 11);
            assert!(times[0] > 50, "{times:?}");
        }
    }
}

/// Two problems side by side: as parts of the tree, and in a sweep one after the other.
#[test]
fn parts_are_multiplied() {
    let bench = Bench::new();
    let mut text = Vec::new();
    knuth::write(&langford(8).unwrap(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
    let renamed = |line: &str| line.split_whitespace().map(|word| format!("{word}x")).collect::<Vec<_>>().join(" ");
    let both = lines[1..].iter().map(|line| format!("{line}\n{}", renamed(line))).collect::<Vec<_>>().join("\n");
    let both = problem(&format!("{} {}\n{both}", lines[0], renamed(lines[0])));
    let (bytes, count) = certificate_by(EngineKind::Bits, &both);
    assert_eq!(count.to_string(), "90000");
    let plain = unpacked(&bytes);
    assert_eq!(plain[body(&plain)], 1);
    assert!(bench.verified(&bytes, "90000", true));
    let sizes = [&langford(8).unwrap(), &both].map(|problem| unpacked(&certificate(problem).0).len());
    assert!(bench.verified(&certificate(&both).0, "90000", false) && sizes[1] < 5 * sizes[0], "{sizes:?}");
}

/// Leaves of another problem have other counts; and where they have not, the count is that of the problem in the certificate.
#[test]
fn a_tree_of_another_problem_is_refused() {
    let bench = Bench::new();
    let [many, few] =
        ["a b c | s\na s:1\nb s:1\nb s:2\nc s:1\nc\na b", "a b c | s\na s:1\nb s:1\nb s:2\nc s:1\nc\na b s:2"];
    let (many, few) = (problem(many), problem(few));
    let counts = [&many, &few].map(oracle::count);
    assert_ne!(counts[0], counts[1]);
    for dice in [vec![0, 1, 1], vec![1, 1, 1, 1], vec![5, 1, 6]] {
        let ((of_many, ..), (of_few, ..)) = (drawn(&many, &dice), drawn(&few, &dice));
        let (start, other) = (body(&of_many), body(&of_few));
        assert!(bench.verified(&packed(&of_many), &counts[0].to_string(), true));
        assert!(bench.verified(&packed(&of_few), &counts[1].to_string(), true));
        assert!(bench.refused(&packed(&[&of_many[..start], &of_few[other..]].concat()), true));
        assert!(bench.refused(&packed(&[&of_few[..other], &of_many[start..]].concat()), true));
    }
    // A tree is none of the other kinds.
    let mut states = unpacked(&certificate(&many).0);
    let start = body(&states);
    states[start - 1] = 5;
    assert!(bench.refused(&packed(&states), true));
}
