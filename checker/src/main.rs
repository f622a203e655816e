//! `dlx-check FILE.cert [--problem FILE.dlx]`: is the count in a certificate right? FORMAT.md says what stands in the file, and why this is enough.
//!
//! It reads the certificate once, as a stream, and keeps in memory the problem and two sums for each level.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::process::ExitCode;

use flate2::bufread::ZlibDecoder;

const MAGIC: &[u8] = b"dlx-certificate 1\n";
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
    let mut magic = vec![0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || magic != MAGIC {
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
    let count = sweep(&mut input, parsed)?;
    let mut rest = [0];
    if !matches!(input.bytes.read(&mut rest), Ok(0))
        || !matches!(input.bytes.into_inner().into_inner().fill_buf(), Ok([]))
    {
        return fail("something follows the count");
    }
    Ok(count)
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

struct Field {
    prime: Pair,
}

impl Field {
    fn times(&self, a: Pair, b: Pair) -> Pair {
        [0, 1].map(|k| times(a[k], b[k], self.prime[k]))
    }

    fn plus(&self, a: Pair, b: Pair) -> Pair {
        [0, 1].map(|k| (a[k] + b[k]) % self.prime[k])
    }

    /// A count, the least byte first, modulo both.
    fn reduce(&self, count: &[u8]) -> Pair {
        self.prime.map(|p| {
            words(count).rev().fold(0, |sum, word| ((u128::from(sum) << 32 | u128::from(word)) % u128::from(p)) as u64)
        })
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
    /// Items whose status a state tells, with the number of bits for it.
    live: Vec<(usize, u32)>,
    /// What the records here add up to, and what leads here.
    sums: [Pair; 2],
}

struct Sweep {
    /// For each item how often it must be covered, 0 for secondary ones; its largest status; is it primary?
    items: Vec<(u64, usize, bool)>,
    /// Items, and the status that a secondary one gets.
    options: Vec<Vec<(usize, usize)>>,
    levels: Vec<Level>,
    field: Field,
    /// For each item and status a random number and its inverse; one for 0.
    coins: Vec<Vec<[Pair; 2]>>,
    /// Ways to the end, 32 bits in each word, the least first.
    total: Vec<u64>,
}

/// Checks everything behind the problem, and gives the count in decimals.
fn sweep(input: &mut Input<impl Read>, problem: Problem) -> Res<String> {
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
    let mut sweep = Sweep::new(&problem, &order, &position);
    let mut status = vec![0; sweep.items.len()];
    let is_hopeless = |item: usize| sweep.items[item].1 == 0 && sweep.items[item].0 > 0;
    if !(0..n_primary).any(is_hopeless) {
        sweep.hand_on(0, &status, [1; 2], &[1]);
    }
    let mut count = Vec::new();
    while let Some(level) = (input.number()? as usize).checked_sub(1) {
        if level >= sweep.levels.len() {
            return fail(format!("there is no level {level}"));
        }
        let n_bits: u32 = sweep.levels[level].live.iter().map(|(_, bits)| bits).sum();
        let mut key = vec![0; n_bits.div_ceil(8) as usize];
        status.fill(0);
        for _ in 0..input.number()? {
            input.take(&mut key)?;
            input.amount(&mut count)?;
            sweep.record(level, &key, &count, &mut status)?;
        }
    }
    if let Some(level) = sweep.levels.iter().position(|level| level.sums[0] != level.sums[1]) {
        return fail(format!("level {level} is out of balance: its records are not what the levels before lead to"));
    }
    input.amount(&mut count)?;
    let (found, claimed) = (decimals(sweep.total), decimals(words(&count).collect()));
    if found == claimed { Ok(found) } else { fail(format!("the count is {found}, not {claimed}")) }
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
                let (options, settled, live) = (part.to_vec(), Vec::new(), Vec::new());
                levels.push(Level { item, options, settled, live, sums: [[0; 2]; 2] });
            }
        }
        for (item, seen) in seen.iter().enumerate() {
            let Some((first, last)) = *seen else { continue };
            levels[last].settled.push(item);
            let bits = usize::BITS - items[item].1.leading_zeros();
            levels[first + 1..=last].iter_mut().for_each(|level| level.live.push((item, bits)));
        }
        // The certificate is on the disk; now the coins are thrown. The keys of RandomState come from the operating system.
        let (keys, mut number) = (RandomState::new(), 0u64);
        let mut random = || {
            number += 1;
            keys.hash_one(number)
        };
        let mut prime = || loop {
            let number = random() >> 3 | 1 << 61 | 1;
            if is_prime(number) {
                return number;
            }
        };
        let field = Field { prime: [prime(), prime()] };
        let mut coin = || {
            let coin = field.prime.map(|p| 1 + random() % (p - 1));
            [coin, [0, 1].map(|k| power_of(coin[k], field.prime[k] - 2, field.prime[k]))]
        };
        let coins = items.iter().map(|(_, most, _)| {
            let coins = (0..*most).map(|_| coin());
            std::iter::once([[1; 2]; 2]).chain(coins).collect()
        });
        let coins = coins.collect();
        Self { items, options, levels, field, coins, total: Vec::new() }
    }

    /// Checks a record: the number of ways that lead to a state.
    fn record(&mut self, level: usize, key: &[u8], count: &[u8], status: &mut [usize]) -> Res<()> {
        let (mut place, mut product) = (0, self.field.reduce(count));
        for &(item, bits) in &self.levels[level].live {
            status[item] = 0;
            for bit in 0..bits {
                status[item] |= usize::from(key[place / 8] >> (place % 8) & 1) << bit;
                place += 1;
            }
            match self.coins[item].get(status[item]) {
                Some(_) if status[item] == 0 => {}
                Some(coin) => product = self.field.times(product, coin[0]),
                None => return fail(format!("level {level} has a record with an impossible state")),
            }
        }
        if (place..8 * key.len()).any(|place| key[place / 8] >> (place % 8) & 1 == 1) {
            return fail(format!("level {level} has a record with an impossible state"));
        }
        self.levels[level].sums[0] = self.field.plus(self.levels[level].sums[0], product);
        self.choose(level, status, product, count);
        for number in 0..self.levels[level].options.len() {
            let option = std::mem::take(&mut self.options[self.levels[level].options[number]]);
            if option.iter().all(|&cell| self.fits(cell, status)) {
                let (before, mut product): (Vec<usize>, _) =
                    (option.iter().map(|cell| status[cell.0]).collect(), product);
                for (&(item, tint), &before) in option.iter().zip(&before) {
                    let after = if self.items[item].2 { before + 1 } else { tint };
                    if before != after {
                        product = self.field.times(product, self.coins[item][after][0]);
                        if before > 0 {
                            product = self.field.times(product, self.coins[item][before][1]);
                        }
                        status[item] = after;
                    }
                }
                self.choose(level, status, product, count);
                option.iter().zip(before).for_each(|(&(item, _), before)| status[item] = before);
            }
            let place = self.levels[level].options[number];
            self.options[place] = option;
        }
        Ok(())
    }

    fn fits(&self, (item, tint): (usize, usize), status: &[usize]) -> bool {
        let (_, most, is_primary) = self.items[item];
        if is_primary { status[item] < most } else { status[item] == 0 || (tint > 1 && status[item] == tint) }
    }

    /// The choice of a level is made.
    fn choose(&mut self, level: usize, status: &[usize], mut product: Pair, count: &[u8]) {
        if self.settle(level, status, &mut product) {
            self.hand_on(level + 1, status, product, count);
        }
    }

    /// Forgets the items that no later option touches. Are they covered often enough?
    fn settle(&self, level: usize, status: &[usize], product: &mut Pair) -> bool {
        self.levels[level].settled.iter().all(|&item| {
            if status[item] > 0 {
                *product = self.field.times(*product, self.coins[item][status[item]][1]);
            }
            status[item] as u64 >= self.items[item].0
        })
    }

    /// Adds ways to a state before a level, or before the next one whose item takes more.
    fn hand_on(&mut self, mut level: usize, status: &[usize], mut product: Pair, count: &[u8]) {
        while let Some(Level { item, .. }) = self.levels.get(level)
            && status[*item] == self.items[*item].1
        {
            if !self.settle(level, status, &mut product) {
                return;
            }
            level += 1;
        }
        match self.levels.get_mut(level) {
            Some(level) => level.sums[1] = self.field.plus(level.sums[1], product),
            None => add(&mut self.total, count),
        }
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
