//! `dlx-check FILE.cert [--problem FILE.dlx]`: is the count in a certificate right? FORMAT.md says what stands in the file, and why this is enough.
//!
//! It reads the certificate once, as a stream, and keeps in memory the problem and two sums for each level.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::process::ExitCode;

use flate2::bufread::ZlibDecoder;

/// How certificates of states begin, and of classes.
const MAGICS: [&[u8]; 2] = [b"dlx-certificate 1\n", b"dlx-certificate 2\n"];
/// The most bytes of a count.
const LONGEST: u64 = 4096;

type Res<T> = Result<T, String>;

fn fail<T>(why: impl Into<String>) -> Res<T> {
    Err(why.into())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let checked = match words[..] {
        [file] if !file.starts_with("--") => check(file, None),
        [file, "--problem", problem] | ["--problem", problem, file] => check(file, Some(problem)),
        _ => fail("usage: dlx-check FILE.cert [--problem FILE.dlx]"),
    };
    match checked {
        Ok(count) => {
            println!("VERIFIED {count}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            println!("NOT VERIFIED: {why}");
            ExitCode::FAILURE
        }
    }
}

fn check(path: &str, problem: Option<&str>) -> Res<String> {
    let unreadable = |path: &str, error| format!("{path}: {error}");
    let mut file = BufReader::new(File::open(path).map_err(|error| unreadable(path, error))?);
    let mut magic = vec![0; MAGICS[0].len()];
    if file.read_exact(&mut magic).is_err() || !MAGICS.contains(&&magic[..]) {
        return fail("this is no certificate");
    }
    let mut input = Input { bytes: BufReader::new(ZlibDecoder::new(file)) };
    let length = input.number()?;
    let mut text = Vec::new();
    input.bytes.by_ref().take(length).read_to_end(&mut text).map_err(|_| "the problem is damaged")?;
    if text.len() as u64 != length {
        return fail("the certificate ends within the problem");
    }
    let parsed = Problem::read(&text)?;
    if let Some(path) = problem {
        let other = Problem::read(&std::fs::read(path).map_err(|error| unreadable(path, error))?)?;
        if parsed.sorted() != other.sorted() {
            return fail(format!("the certificate is about another problem than {path}"));
        }
    }
    let total = if magic == MAGICS[0] { sweep(&mut input, parsed)? } else { classes(&mut input, &parsed)? };
    let mut count = Vec::new();
    input.amount(&mut count)?;
    let (found, claimed) = (decimals(total), decimals(words(&count).collect()));
    if found != claimed {
        return fail(format!("the count is {found}, not {claimed}"));
    }
    let mut rest = [0];
    if !matches!(input.bytes.read(&mut rest), Ok(0))
        || !matches!(input.bytes.into_inner().into_inner().fill_buf(), Ok([]))
    {
        return fail("something follows the count");
    }
    Ok(found)
}

/// The certificate, unpacked.
struct Input<R> {
    bytes: BufReader<R>,
}

impl<R: Read> Input<R> {
    fn take(&mut self, buffer: &mut [u8]) -> Res<()> {
        self.bytes.read_exact(buffer).map_err(|_| "the certificate ends too early, or is damaged".into())
    }

    /// Seven bits in each byte, the least first; all bytes but the last have the high bit.
    fn number(&mut self) -> Res<u64> {
        let (mut number, mut byte) = (0, [0]);
        for shift in (0..63).step_by(7) {
            self.take(&mut byte)?;
            number |= u64::from(byte[0] & 127) << shift;
            if byte[0] < 128 {
                return Ok(number);
            }
        }
        fail("a number is too long")
    }

    /// A count, the least byte first.
    fn amount(&mut self, amount: &mut Vec<u8>) -> Res<()> {
        let length = self.number()?;
        if length > LONGEST {
            return fail("a count is too long");
        }
        amount.resize(length as usize, 0);
        self.take(amount)
    }
}

/// An item: how often it is covered, or that it is secondary.
struct Item {
    name: Vec<u8>,
    bounds: Option<(u64, u64)>,
}

struct Problem {
    /// Primary ones first.
    items: Vec<Item>,
    /// Items with their colors; empty for none.
    options: Vec<Vec<(usize, Vec<u8>)>>,
}

impl Problem {
    /// Knuth's format.
    fn read(text: &[u8]) -> Res<Self> {
        let (mut items, mut options, mut names) = (Vec::new(), Vec::new(), None);
        for line in text.split(|&byte| byte == b'\n') {
            let words: Vec<&[u8]> =
                line.split(|byte| b" \t\r".contains(byte)).filter(|word| !word.is_empty()).collect();
            if line.starts_with(b"|") || words.is_empty() {
                continue;
            }
            match &names {
                None => names = Some(read_items(&words, &mut items)?),
                Some(names) => options.push(read_option(&words, names, &items)?),
            }
        }
        if names.is_none() { fail("the problem has no items") } else { Ok(Self { items, options }) }
    }

    /// Its items and options as lists of words, whatever their order.
    fn sorted(&self) -> Vec<Vec<String>> {
        let word = |(item, color): &(usize, Vec<u8>)| format!("{:?} {color:?}", self.items[*item].name);
        let options = self.options.iter().map(|option| option.iter().map(word).collect());
        let items = self.items.iter().map(|item| vec![format!("{:?}", item.name), format!("{:?}", item.bounds)]);
        let mut all: Vec<Vec<String>> = options.collect();
        all.iter_mut().for_each(|words| words.sort_unstable());
        all.extend(items);
        all.sort_unstable();
        all
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into()
}

/// `a 2:4|b 2|c | s`
fn read_items(words: &[&[u8]], items: &mut Vec<Item>) -> Res<HashMap<Vec<u8>, usize>> {
    let (mut names, mut is_secondary) = (HashMap::new(), false);
    for &word in words {
        if word == b"|" {
            if std::mem::replace(&mut is_secondary, true) {
                return fail("the problem has two bars between its items");
            }
            continue;
        }
        let (mut bounds, mut name) = ((1, 1), word);
        if let Some(bar) = word.iter().position(|&byte| byte == b'|').filter(|_| !is_secondary) {
            let (times, after) = (&word[..bar], &word[bar + 1..]);
            let colon = times.iter().position(|&byte| byte == b':');
            let (least, most) = colon.map_or((times, times), |colon| (&times[..colon], &times[colon + 1..]));
            bounds = (small(least)?, small(most)?);
            name = after;
        }
        if name.is_empty() || name.iter().any(|byte| b"|:".contains(byte)) || bounds.0 > bounds.1 {
            return fail(format!("the problem has an item {}", shown(word)));
        }
        if names.insert(name.to_vec(), items.len()).is_some() {
            return fail(format!("the problem has two items {}", shown(name)));
        }
        items.push(Item { name: name.to_vec(), bounds: (!is_secondary).then_some(bounds) });
    }
    Ok(names)
}

/// At most nine digits.
fn small(digits: &[u8]) -> Res<u64> {
    let number = shown(digits).parse().ok().filter(|_| digits.len() <= 9 && digits.iter().all(u8::is_ascii_digit));
    number.ok_or_else(|| format!("the problem has a number {}", shown(digits)))
}

/// `a s:red |$5`
fn read_option(words: &[&[u8]], names: &HashMap<Vec<u8>, usize>, items: &[Item]) -> Res<Vec<(usize, Vec<u8>)>> {
    let mut option: Vec<(usize, Vec<u8>)> = Vec::new();
    for (place, &word) in words.iter().enumerate() {
        if word[0] == b'|' && place + 1 == words.len() {
            break;
        }
        let colon = word.iter().position(|&byte| byte == b':');
        let (name, color) = colon.map_or((word, &b""[..]), |colon| (&word[..colon], &word[colon + 1..]));
        let Some(&item) = names.get(name) else { return fail(format!("the problem has no item {}", shown(name))) };
        let is_bad_color =
            colon.is_some() && (color.is_empty() || color.contains(&b':') || items[item].bounds.is_some());
        if is_bad_color || option.iter().any(|(other, _)| *other == item) {
            return fail(format!("the problem has an option with {}", shown(word)));
        }
        option.push((item, color.to_vec()));
    }
    Ok(option)
}

/// Numbers modulo two primes of 62 bits.
type Pair = [u64; 2];

/// Both sides of the equations, and the ways to the end.
struct Balance {
    prime: Pair,
    /// For each byte of a state and each value that it may have a random number; one for 0.
    coins: Vec<Vec<Pair>>,
    /// For each level what its records add up to, and what leads there.
    sums: Vec<[Pair; 2]>,
    /// 32 bits in each word, the least first.
    total: Vec<u64>,
}

impl Balance {
    /// The certificate is on the disk; now the coins are thrown. The keys of RandomState come from the operating system.
    fn new(n_levels: usize, n_bytes: usize) -> Self {
        let (keys, mut number) = (RandomState::new(), 0u64);
        let mut random = || {
            number += 1;
            keys.hash_one(number)
        };
        let mut draw = || std::iter::repeat_with(|| random() >> 3 | 1 << 61 | 1).find(|&n| is_prime(n)).unwrap_or(2);
        let prime = [draw(), draw()];
        let mut coin = |value| prime.map(|p| if value == 0 { 1 } else { 1 + random() % (p - 1) });
        let coins = (0..n_bytes).map(|_| (0..256).map(&mut coin).collect()).collect();
        Self { prime, coins, sums: vec![[[0; 2]; 2]; n_levels], total: Vec::new() }
    }

    /// Adds ways to a state to the side of the records, or of the steps.
    fn add(&mut self, level: usize, side: usize, state: &[u8], count: &[u8]) {
        for (k, &p) in self.prime.iter().enumerate() {
            let reduce = |rest, word| ((u128::from(rest) << 32 | u128::from(word)) % u128::from(p)) as u64;
            let count = words(count).rev().fold(0, reduce);
            let bytes = self.coins.iter().zip(state).filter(|(_, byte)| **byte > 0);
            let product = bytes.fold(count, |product, (coins, &byte)| times(product, coins[usize::from(byte)][k], p));
            let sum = &mut self.sums[level][side][k];
            *sum = (*sum + product) % p;
        }
    }

    /// The ways to the end, if all levels are in balance.
    fn total(self) -> Res<Vec<u64>> {
        match self.sums.iter().position(|sums| sums[0] != sums[1]) {
            Some(level) => fail(format!("level {level} is out of balance: its records are not what steps lead to")),
            None => Ok(self.total),
        }
    }
}

fn times(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

fn power_of(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base, prime);
        }
        base = times(base, base, prime);
        exponent >>= 1;
    }
    power
}

/// Miller's test with the first twelve primes, which decides below 2^64.
fn is_prime(n: u64) -> bool {
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].iter().all(|&base| {
        let mut power = power_of(base, (n - 1) >> twos, n);
        let mut passes = power == 1 || power == n - 1;
        for _ in 1..twos {
            power = times(power, power, n);
            passes |= power == n - 1;
        }
        passes
    })
}

/// At each level at most one of some options is chosen, all of which cover the item of the level.
struct Level {
    item: usize,
    options: Vec<usize>,
    /// Items that no later option touches.
    settled: Vec<usize>,
    /// The bits of a state: each is one of the status of an item.
    bits: Vec<(usize, u32)>,
}

impl Level {
    /// The state in which items have this status.
    fn pack(&self, status: &[usize]) -> Vec<u8> {
        let mut state = vec![0; self.bits.len().div_ceil(8)];
        for (place, &(item, bit)) in self.bits.iter().enumerate() {
            state[place / 8] |= ((status[item] >> bit & 1) as u8) << (place % 8);
        }
        state
    }

    fn unpack(&self, state: &[u8], status: &mut [usize]) {
        for (place, &(item, bit)) in self.bits.iter().enumerate() {
            status[item] = status[item] & !(1 << bit) | usize::from(state[place / 8] >> (place % 8) & 1) << bit;
        }
    }
}

struct Sweep {
    /// For each item how often it must be covered, 0 for secondary ones; its largest status; is it primary?
    items: Vec<(u64, usize, bool)>,
    /// Items, and the status that a secondary one gets.
    options: Vec<Vec<(usize, usize)>>,
    levels: Vec<Level>,
}

/// The count that records of states prove.
fn sweep(input: &mut Input<impl Read>, problem: Problem) -> Res<Vec<u64>> {
    let n_primary = problem.items.iter().filter(|item| item.bounds.is_some()).count();
    let mut order = Vec::new();
    let mut position = vec![None; n_primary];
    for place in 0..n_primary {
        let item = input.number()? as usize;
        match position.get_mut(item) {
            Some(position @ None) => *position = Some(place),
            _ => return fail("the order of the items is none"),
        }
        order.push(item);
    }
    let sweep = Sweep::new(&problem, &order, &position);
    let n_bytes = sweep.levels.iter().map(|level| level.bits.len().div_ceil(8)).max().unwrap_or(0);
    let mut balance = Balance::new(sweep.levels.len(), n_bytes);
    let mut status = vec![0; sweep.items.len()];
    let is_hopeless = |item: usize| sweep.items[item].1 == 0 && sweep.items[item].0 > 0;
    if !(0..n_primary).any(is_hopeless) {
        sweep.hand_on(&mut balance, 0, &status, &[1]);
    }
    let mut count = Vec::new();
    while let Some(level) = (input.number()? as usize).checked_sub(1) {
        if level >= sweep.levels.len() {
            return fail(format!("there is no level {level}"));
        }
        let mut key = vec![0; sweep.levels[level].bits.len().div_ceil(8)];
        status.fill(0);
        for _ in 0..input.number()? {
            input.take(&mut key)?;
            input.amount(&mut count)?;
            sweep.record(&mut balance, level, &key, &count, &mut status)?;
        }
    }
    balance.total()
}

impl Sweep {
    fn new(problem: &Problem, order: &[usize], position: &[Option<usize>]) -> Self {
        let n_items = problem.items.len();
        let (mut colors, mut degrees, mut options) = (vec![HashMap::new(); n_items], vec![0; n_items], Vec::new());
        let mut groups = vec![Vec::new(); order.len()];
        for option in &problem.options {
            let mut cells = Vec::new();
            for (item, color) in option {
                let next = 2 + colors[*item].len();
                cells.push((*item, if color.is_empty() { 1 } else { *colors[*item].entry(color).or_insert(next) }));
            }
            let first = cells.iter().filter_map(|(item, _)| position.get(*item).copied().flatten()).min();
            // An option without a primary item is never chosen.
            if let Some(first) = first {
                groups[first].push(options.len());
                cells.iter().for_each(|(item, _)| degrees[*item] += 1);
                options.push(cells);
            }
        }
        let items = (0..n_items).map(|item| match problem.items[item].bounds {
            Some((least, most)) => {
                (least, usize::try_from(most).map_or(degrees[item], |most| most.min(degrees[item])), true)
            }
            None => (0, 1 + colors[item].len(), false),
        });
        let items: Vec<(u64, usize, bool)> = items.collect();
        let (mut levels, mut seen) = (Vec::new(), vec![None; n_items]);
        for (&item, group) in order.iter().zip(&groups) {
            let is_several = problem.items[item].bounds.is_some_and(|(_, most)| most > 1);
            for part in group.chunks(if is_several { 1 } else { group.len().max(1) }) {
                for (item, _) in part.iter().flat_map(|&option| &options[option]) {
                    let (first, _) = seen[*item].unwrap_or((levels.len(), 0));
                    seen[*item] = Some((first, levels.len()));
                }
                levels.push(Level { item, options: part.to_vec(), settled: Vec::new(), bits: Vec::new() });
            }
        }
        for (item, seen) in seen.iter().enumerate() {
            let Some((first, last)) = *seen else { continue };
            levels[last].settled.push(item);
            let n_bits = usize::BITS - items[item].1.leading_zeros();
            levels[first + 1..=last].iter_mut().for_each(|level| level.bits.extend((0..n_bits).map(|bit| (item, bit))));
        }
        Self { items, options, levels }
    }

    /// Checks a record: the number of ways that lead to a state.
    fn record(&self, balance: &mut Balance, level: usize, key: &[u8], count: &[u8], status: &mut [usize]) -> Res<()> {
        let here = &self.levels[level];
        here.unpack(key, status);
        if here.pack(status) != key || here.bits.iter().any(|&(item, _)| status[item] > self.items[item].1) {
            return fail(format!("level {level} has a record with an impossible state"));
        }
        balance.add(level, 0, key, count);
        self.choose(balance, level, status, count);
        for option in here.options.iter().map(|&option| &self.options[option]) {
            if option.iter().all(|&cell| self.fits(cell, status)) {
                let before: Vec<usize> = option.iter().map(|cell| status[cell.0]).collect();
                for &(item, tint) in option {
                    status[item] = if self.items[item].2 { status[item] + 1 } else { tint };
                }
                self.choose(balance, level, status, count);
                option.iter().zip(before).for_each(|(&(item, _), before)| status[item] = before);
            }
        }
        Ok(())
    }

    fn fits(&self, (item, tint): (usize, usize), status: &[usize]) -> bool {
        let (_, most, is_primary) = self.items[item];
        if is_primary { status[item] < most } else { status[item] == 0 || (tint > 1 && status[item] == tint) }
    }

    /// The choice of a level is made.
    fn choose(&self, balance: &mut Balance, level: usize, status: &[usize], count: &[u8]) {
        if self.is_settled(level, status) {
            self.hand_on(balance, level + 1, status, count);
        }
    }

    /// Are the items that no later option touches covered often enough?
    fn is_settled(&self, level: usize, status: &[usize]) -> bool {
        self.levels[level].settled.iter().all(|&item| status[item] as u64 >= self.items[item].0)
    }

    /// Adds ways to a state before a level, or before the next one whose item takes more.
    fn hand_on(&self, balance: &mut Balance, mut level: usize, status: &[usize], count: &[u8]) {
        while let Some(Level { item, .. }) = self.levels.get(level)
            && status[*item] == self.items[*item].1
        {
            if !self.is_settled(level, status) {
                return;
            }
            level += 1;
        }
        match self.levels.get(level) {
            Some(next) => balance.add(level, 1, &next.pack(status), count),
            None => add(&mut balance.total, count),
        }
    }
}

/// A set of items, 8 in each byte, as it stands in the file.
type Set = Vec<u8>;

fn has(set: &[u8], item: usize) -> bool {
    set.get(item / 8).is_some_and(|byte| byte >> (item % 8) & 1 == 1)
}

fn put(set: &mut [u8], item: usize) {
    set[item / 8] |= 1 << (item % 8);
}

fn is_within(set: &[u8], other: &[u8]) -> bool {
    set.iter().zip(other).fold(0, |outside, (a, b)| outside | a & !b) == 0
}

/// Classes of states. A state is the set of items that are left.
struct Classes {
    whole: Set,
    primary: Set,
    /// The items of each option, as a list and as a set.
    options: Vec<(Vec<usize>, Set)>,
    /// How many options have exactly these items.
    copies: HashMap<Set, usize>,
}

/// The count that records of classes prove.
fn classes(input: &mut Input<impl Read>, problem: &Problem) -> Res<Vec<u64>> {
    let classes = Classes::new(problem)?;
    let (mut state, mut count, all) = (classes.whole.clone(), vec![1], 0..classes.options.len());
    let mut balance = Balance::new(1, state.len());
    classes.follow(input, &mut balance, &state, all.clone().collect(), &count)?;
    while let Some(branch) = (input.number()? as usize).checked_sub(1) {
        input.take(&mut state)?;
        input.amount(&mut count)?;
        if !has(&state, branch) || !has(&classes.primary, branch) || !is_within(&state, &classes.whole) {
            return fail("a record has an impossible state");
        }
        balance.add(0, 0, &state, &count);
        let fits = classes.fits(all.clone(), &state);
        for (_, option) in fits.iter().map(|&option| &classes.options[option]).filter(|it| has(&it.1, branch)) {
            let left: Set = state.iter().zip(option).map(|(state, option)| state & !option).collect();
            let fits = classes.fits(fits.iter().copied(), &left);
            classes.follow(input, &mut balance, &left, fits, &count)?;
        }
    }
    balance.total()
}

impl Classes {
    fn new(problem: &Problem) -> Res<Self> {
        let is_plain = problem.items.iter().all(|item| matches!(item.bounds, None | Some((1, 1))));
        if !is_plain || problem.options.iter().flatten().any(|(_, color)| !color.is_empty()) {
            return fail("classes are for problems without colors and bounds");
        }
        let empty: Set = vec![0; problem.items.len().div_ceil(8)];
        let set = |items: &[usize]| {
            let mut set = empty.clone();
            items.iter().for_each(|&item| put(&mut set, item));
            set
        };
        let all: Vec<usize> = (0..problem.items.len()).collect();
        let primary: Vec<usize> = all.iter().copied().filter(|&item| problem.items[item].bounds.is_some()).collect();
        let (whole, primary) = (set(&all), set(&primary));
        let (mut options, mut copies) = (Vec::new(), HashMap::new());
        for option in &problem.options {
            let items: Vec<usize> = option.iter().map(|(item, _)| *item).collect();
            // An option without a primary item is never chosen.
            if items.iter().any(|&item| has(&primary, item)) {
                *copies.entry(set(&items)).or_insert(0) += 1;
                options.push((items.clone(), set(&items)));
            }
        }
        Ok(Self { whole, primary, options, copies })
    }

    /// Those of some options that fit if this is left.
    fn fits(&self, options: impl Iterator<Item = usize>, left: &[u8]) -> Vec<usize> {
        options.filter(|&option| is_within(&self.options[option].1, left)).collect()
    }

    /// Adds the ways to what is left, if these options fit.
    fn follow(
        &self,
        input: &mut Input<impl Read>,
        balance: &mut Balance,
        left: &[u8],
        fits: Vec<usize>,
        count: &[u8],
    ) -> Res<()> {
        let mut state = vec![0; left.len()];
        for &option in &fits {
            state.iter_mut().zip(&self.options[option].1).for_each(|(state, option)| *state |= option);
        }
        let needed: Set = left.iter().zip(&self.primary).map(|(left, primary)| left & primary).collect();
        if needed.iter().all(|byte| *byte == 0) {
            add(&mut balance.total, count);
        } else if is_within(&needed, &state) {
            match input.number()? {
                0 => {}
                1 => state = self.permuted(input, &state, &fits)?,
                _ => return fail("a step has an impossible permutation"),
            }
            balance.add(0, 1, &state, count);
        }
        Ok(())
    }

    /// Reads which items take the place of those of a state, which these options fit, and checks that options take the place of these.
    fn permuted(&self, input: &mut Input<impl Read>, state: &[u8], fits: &[usize]) -> Res<Set> {
        let (mut images, mut image) = (vec![0; 8 * state.len()], vec![0; state.len()]);
        for item in (0..images.len()).filter(|&item| has(state, item)) {
            let to = input.number()? as usize;
            let is_alike = has(&self.primary, to) == has(&self.primary, item);
            if !has(&self.whole, to) || has(&image, to) || !is_alike {
                return fail("a step has an impossible permutation");
            }
            put(&mut image, to);
            images[item] = to;
        }
        let mut is_good = self.options.iter().filter(|(_, option)| is_within(option, &image)).count() == fits.len();
        let mut there = vec![0; state.len()];
        for (items, set) in fits.iter().map(|&option| &self.options[option]) {
            there.fill(0);
            items.iter().for_each(|&item| put(&mut there, images[item]));
            is_good &= self.copies.get(&there) == self.copies.get(set);
        }
        if is_good { Ok(image) } else { fail("a step has a permutation that does not carry options to options") }
    }
}

/// The words of 32 bits in a count.
fn words(count: &[u8]) -> impl DoubleEndedIterator<Item = u64> {
    count.chunks(4).map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)))
}

fn add(total: &mut Vec<u64>, count: &[u8]) {
    total.resize(total.len().max(count.len().div_ceil(4)) + 1, 0);
    let mut carry = 0;
    for (sum, word) in total.iter_mut().zip(words(count).chain(std::iter::repeat(0))) {
        carry += *sum + word;
        *sum = carry & 0xffff_ffff;
        carry >>= 32;
    }
    while total.last() == Some(&0) {
        total.pop();
    }
}

fn decimals(mut number: Vec<u64>) -> String {
    let mut digits = Vec::new();
    while number.iter().any(|&word| word > 0) {
        let mut rest = 0;
        for word in number.iter_mut().rev() {
            let whole = rest << 32 | *word;
            (*word, rest) = (whole / 10, whole % 10);
        }
        digits.push(rest.to_string());
    }
    digits.reverse();
    if digits.is_empty() { "0".into() } else { digits.concat() }
}
