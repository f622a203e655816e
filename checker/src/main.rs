//! `dlx-check FILE.cert [--problem FILE.dlx]`: is the count in a certificate right? FORMAT.md says what stands in the file, and why this is enough.
//!
//! It reads the certificate once, as a stream, and keeps in memory the problem, two sums for each level, and one block of records.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::process::ExitCode;

use flate2::bufread::ZlibDecoder;

const MAGIC: &[u8; 18] = b"dlx-certificate 3\n";

type Res<T> = Result<T, String>;

fn require(is_right: bool, why: &str) -> Res<()> {
    if is_right { Ok(()) } else { Err(why.into()) }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let checked = match words[..] {
        [file] if !file.starts_with("--") => check(file, None),
        [file, "--problem", problem] => check(file, Some(problem)),
        _ => Err("usage: dlx-check FILE.cert [--problem FILE.dlx]".into()),
    };
    println!(
        "{}",
        checked.as_ref().map_or_else(|why| format!("NOT VERIFIED: {why}"), |said| format!("VERIFIED {said}"))
    );
    if checked.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn check(path: &str, other: Option<&str>) -> Res<String> {
    let mut file = BufReader::new(File::open(path).map_err(|error| format!("{path}: {error}"))?);
    let mut magic = [0; MAGIC.len()];
    require(file.read_exact(&mut magic).is_ok() && magic == *MAGIC, "this is no certificate")?;
    let mut input = Input(BufReader::new(ZlibDecoder::new(file)));
    let length = input.number()?;
    let problem = Problem::read(&input.take(length)?)?;
    if let Some(path) = other {
        let other = Problem::read(&std::fs::read(path).map_err(|error| format!("{path}: {error}"))?)?;
        require(problem.sorted() == other.sorted(), &format!("the certificate is about another problem than {path}"))?;
    }
    let (total, words) = match input.number()? {
        0 => (states(&mut input, &problem, None)?, String::new()),
        1 => (classes(&mut input, &problem)?, String::new()),
        kind @ 2..=3 => best(&mut input, &problem, kind == 3)?,
        4 => kinds(&mut input, &problem)?,
        _ => return Err("this kind of certificate is unknown".into()),
    };
    let claimed = input.amount()?;
    let (found, claimed) = (decimals(total), decimals(claimed));
    require(found == claimed, &format!("the count is {found}, not {claimed}"))?;
    let is_end = matches!(input.0.read(&mut [0]), Ok(0));
    let is_end = is_end && matches!(input.0.into_inner().into_inner().fill_buf(), Ok([]));
    require(is_end, "something follows the count")?;
    Ok(found + &words)
}

/// The certificate, unpacked.
struct Input<R>(BufReader<R>);

impl<R: Read> Input<R> {
    fn take(&mut self, length: u64) -> Res<Vec<u8>> {
        let mut bytes = Vec::new();
        let result = self.0.by_ref().take(length).read_to_end(&mut bytes);
        require(result.is_ok() && bytes.len() as u64 == length, "the certificate ends too early, or is damaged")?;
        Ok(bytes)
    }

    /// Seven bits in each byte, the least first; all bytes but the last have the high bit.
    fn number(&mut self) -> Res<u64> {
        let (mut number, mut byte) = (0, [0]);
        for shift in (0..63).step_by(7) {
            self.0.read_exact(&mut byte).map_err(|_| "the certificate ends too early, or is damaged")?;
            number |= u64::from(byte[0] & 127) << shift;
            if byte[0] < 128 {
                return Ok(number);
            }
        }
        Err("a number is too long".into())
    }

    fn numbers(&mut self, number: usize) -> Res<Vec<usize>> {
        (0..number).map(|_| Ok(self.number()? as usize)).collect()
    }

    /// The bytes of a count, the least first.
    fn amount(&mut self) -> Res<Vec<u8>> {
        let length = self.number()?;
        require(length <= 4096, "a count is too long")?;
        self.take(length)
    }
}

/// A name, and how often the item is covered if it is primary.
type NamedItem = (String, Option<(u64, u64)>);

/// The items of an option by their names, with their colors.
type NamedCells<'a> = Vec<(&'a str, &'a str)>;

struct Problem {
    /// Primary ones come first.
    items: Vec<NamedItem>,
    /// Items with their colors, empty for none; and the cost.
    options: Vec<(Vec<(usize, String)>, String)>,
}

impl Problem {
    /// Reads Knuth's format.
    fn read(text: &[u8]) -> Res<Self> {
        let text = std::str::from_utf8(text).map_err(|_| "the problem is not in UTF-8")?;
        let words =
            |line: &'_ str| line.split([' ', '\t', '\r']).map(String::from).filter(|it| !it.is_empty()).collect();
        let lines = text.split('\n').filter(|line| !line.starts_with('|')).map(words);
        let mut lines = lines.filter(|words: &Vec<String>| !words.is_empty());
        let head = lines.next().ok_or("the problem has no items")?;
        let (mut problem, mut names) = (Self { items: Vec::new(), options: Vec::new() }, HashMap::new());
        let bar = head.iter().position(|word| word == "|").unwrap_or(head.len());
        for (place, word) in head.iter().enumerate().filter(|(place, _)| *place != bar) {
            let (times, name) =
                if place < bar { word.rsplit_once('|').unwrap_or(("1", word)) } else { ("1", &word[..]) };
            let (least, most) = times.split_once(':').unwrap_or((times, times));
            let bounds = (small(least)?, small(most)?);
            let is_good = !name.is_empty() && !name.contains(['|', ':']) && bounds.0 <= bounds.1;
            require(is_good, &format!("the problem has an item {word}"))?;
            require(names.insert(name.to_string(), names.len()).is_none(), "the problem has two items of a name")?;
            problem.items.push((name.into(), (place < bar).then_some(bounds)));
        }
        for mut words in lines {
            let cost = words.pop_if(|word| word.starts_with('|')).unwrap_or_default();
            let mut cells: Vec<(usize, String)> = Vec::new();
            for word in words {
                let (name, color) = word.split_once(':').unwrap_or((&word, ""));
                let item = *names.get(name).ok_or_else(|| format!("the problem has no item {name}"))?;
                let is_good = !word.contains(':') || !color.is_empty() && !color.contains(':');
                let is_good = is_good && (color.is_empty() || problem.items[item].1.is_none());
                let is_new = cells.iter().all(|(other, _)| *other != item);
                require(is_good && is_new, &format!("the problem has an option with {word}"))?;
                cells.push((item, color.into()));
            }
            problem.options.push((cells, cost));
        }
        Ok(problem)
    }

    fn is_primary(&self, item: usize) -> bool {
        self.items[item].1.is_some()
    }

    /// Items and options in an order that does not depend on theirs.
    fn sorted(&self) -> (Vec<&NamedItem>, Vec<NamedCells<'_>>) {
        let (mut items, mut options): (Vec<_>, Vec<Vec<_>>) = (self.items.iter().collect(), Vec::new());
        for (cells, _) in &self.options {
            let mut words: Vec<_> = cells.iter().map(|(item, color)| (&self.items[*item].0[..], &color[..])).collect();
            words.sort_unstable();
            options.push(words);
        }
        items.sort_unstable();
        options.sort_unstable();
        (items, options)
    }

    /// The items of each option that has a primary one; for certificates that know neither bounds nor colors.
    fn plain(&self) -> Res<Vec<Vec<usize>>> {
        let is_plain = self.items.iter().all(|(_, bounds)| matches!(bounds, None | Some((1, 1))))
            && self.options.iter().flat_map(|(cells, _)| cells).all(|(_, color)| color.is_empty());
        require(is_plain, "this kind of certificate is for problems without colors and bounds")?;
        let options = self.options.iter().map(|(cells, _)| cells.iter().map(|(item, _)| *item).collect());
        Ok(options.filter(|items: &Vec<usize>| items.iter().any(|&item| self.is_primary(item))).collect())
    }

    /// The problem whose solutions are those that a symmetry leaves as they are: options that it carries to one another are chosen together.
    fn fixed(&self, options: &[Vec<usize>], images: &[usize], carried: &[usize]) -> Self {
        let cycle = |start: usize, to: &[usize]| -> Vec<usize> {
            let next = |&place: &usize| Some(to[place]).filter(|&next| next != start);
            std::iter::successors(Some(start), next).collect()
        };
        let is_first = |start: usize, to: &[usize]| cycle(start, to).into_iter().min() == Some(start);
        let kept: Vec<usize> = (0..images.len()).filter(|&item| is_first(item, images)).collect();
        let items = kept.iter().map(|&item| self.items[item].clone()).collect();
        let mut together = Vec::new();
        for option in (0..options.len()).filter(|&option| is_first(option, carried)) {
            let all: Vec<usize> =
                cycle(option, carried).into_iter().flat_map(|option| options[option].clone()).collect();
            let set: HashSet<usize> = all.iter().copied().collect();
            if set.len() == all.len() {
                let cells = kept.iter().enumerate().filter(|(_, item)| set.contains(item));
                together.push((cells.map(|(place, _)| (place, String::new())).collect(), String::new()));
            }
        }
        Self { items, options: together }
    }
}

/// At most nine digits.
fn small(digits: &str) -> Res<u64> {
    let number = digits.parse().ok().filter(|_| digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    number.ok_or_else(|| format!("the problem has a number {digits}"))
}

/// Both sides of the equations modulo two primes of 62 bits, and the ways to the end.
struct Balance {
    primes: [u64; 2],
    /// For each byte of a state and each value that it may have a random number; one for 0.
    coins: Vec<Vec<[u64; 2]>>,
    /// For each level what its records add up to, and what leads there.
    sums: Vec<[[u64; 2]; 2]>,
    /// A number, the least byte first.
    total: Vec<u8>,
}

impl Balance {
    /// The certificate is on the disk; now the coins are thrown. The keys of RandomState come from the operating system.
    fn new(n_levels: usize, n_words: usize) -> Self {
        let (keys, mut number) = (RandomState::new(), 0u64);
        let mut random = || {
            number += 1;
            keys.hash_one(number)
        };
        let mut prime = || std::iter::repeat_with(|| random() >> 3 | 1 << 61 | 1).find(|&n| is_prime(n)).unwrap_or(2);
        let primes = [prime(), prime()];
        let mut coin = |value| primes.map(|p| if value == 0 { 1 } else { 1 + random() % (p - 1) });
        let coins = (0..8 * n_words).map(|_| (0..256).map(&mut coin).collect()).collect();
        Self { primes, coins, sums: vec![[[0; 2]; 2]; n_levels], total: Vec::new() }
    }

    /// Adds ways to a state to the side of the records, or of the steps.
    fn add(&mut self, level: usize, side: usize, state: &[u64], count: &[u8]) {
        for (k, &p) in self.primes.iter().enumerate() {
            let mut product = count.chunks(7).rev().fold(0, |rest, bytes| {
                let word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                if rest == 0 {
                    word
                } else {
                    ((u128::from(rest) << (8 * bytes.len()) | u128::from(word)) % u128::from(p)) as u64
                }
            });
            for (coins, byte) in self.coins.iter().zip(state.iter().flat_map(|word| word.to_le_bytes())) {
                if byte > 0 {
                    product = times(product, coins[usize::from(byte)][k], p);
                }
            }
            let sum = &mut self.sums[level][side][k];
            *sum += product;
            *sum -= if *sum >= p { p } else { 0 };
        }
    }

    /// The ways to the end, if all levels are in balance.
    fn total(self) -> Res<Vec<u8>> {
        match self.sums.iter().position(|sums| sums[0] != sums[1]) {
            Some(level) => Err(format!("level {level} is out of balance: its records are not what steps lead to")),
            None => Ok(self.total),
        }
    }
}

fn times(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

/// Miller's test with the first twelve primes, which decides below 2^64.
fn is_prime(n: u64) -> bool {
    let power = |base, exponent: u64| {
        let bits = (0..64).rev().map(|bit| exponent >> bit & 1 == 1);
        bits.fold(1, |power, bit| times(times(power, power, n), if bit { base } else { 1 }, n))
    };
    let twos = (n - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
        .iter()
        .all(|&base| power(base, (n - 1) >> twos) == 1 || (1..=twos).any(|k| power(base, (n - 1) >> k) == n - 1))
}

/// An item as a sweep sees it: a status, from 0 to the most.
struct Item {
    least: u64,
    most: u64,
    /// Do options add to the status? Otherwise, they agree on it.
    is_sum: bool,
    /// The first and the last level with an option that has it.
    levels: Option<(usize, usize)>,
    /// Where the status stands in a state.
    word: usize,
    shift: u64,
    bits: u64,
}

impl Item {
    fn status(&self, state: &[u64]) -> u64 {
        (state[self.word] & self.bits) >> self.shift
    }

    fn fits(&self, state: &[u64], more: u64) -> bool {
        let status = self.status(state);
        if self.is_sum { status + more <= self.most } else { status == 0 || more > 1 && status == more }
    }

    fn put(&self, state: &mut [u64], more: u64) {
        let sum = if self.is_sum { self.status(state) + more } else { more };
        state[self.word] = state[self.word] & !self.bits | sum << self.shift;
    }
}

/// At each level at most one of some options is chosen, all of which cover the item of the level.
#[derive(Default)]
struct Level {
    item: usize,
    /// Items, and what each adds to their status, or makes it.
    options: Vec<Vec<(usize, u64)>>,
    /// For each option the bits that must be 0: most do not fit, and that shows it soon.
    zeros: Vec<Vec<u64>>,
    /// Items that no later option has.
    settled: Vec<usize>,
    /// Items that a state shows, and their bits.
    live: Vec<usize>,
    bits: Vec<u64>,
}

struct Sweep {
    items: Vec<Item>,
    levels: Vec<Level>,
    /// Is the last item what is spent?
    is_spent: bool,
}

/// The count that records of states prove. If options spend something, it is that of the solutions that spend the most that they may; no solution may spend less.
fn states(input: &mut Input<impl Read>, problem: &Problem, spends: Option<(Vec<u64>, u64)>) -> Res<Vec<u8>> {
    let sweep = Sweep::new(input, problem, spends)?;
    let mut state = vec![0; sweep.items.iter().map(|item| item.word + 1).max().unwrap_or(0)];
    let mut balance = Balance::new(sweep.levels.len(), state.len());
    if sweep.items.iter().all(|item| item.levels.is_some() || item.least == 0) {
        sweep.arrive(&mut balance, 0, &mut state.clone(), &[1])?;
    }
    while let Some(level) = input.number()?.checked_sub(1) {
        let here = sweep.levels.get(level as usize).ok_or("a block is of no level")?;
        let n_bits = here
            .bits
            .iter()
            .rposition(|&bits| bits > 0)
            .map_or(0, |word| 64 * (word + 1) - here.bits[word].leading_zeros() as usize);
        let (n_records, width) = (input.number()?, input.number()?);
        require((1..=65536).contains(&n_records) && width <= 4096, "a block is too large")?;
        let block = input.take(n_records * (n_bits.div_ceil(8) as u64 + width))?;
        for record in 0..n_records as usize {
            let mut bytes = block.iter().skip(record).step_by(n_records as usize).copied();
            state.fill(0);
            for (place, byte) in (0..n_bits.div_ceil(8)).zip(&mut bytes) {
                state[place / 8] |= u64::from(byte) << (place % 8 * 8);
            }
            sweep.record(&mut balance, level as usize, &state, &bytes.collect::<Vec<u8>>())?;
        }
    }
    balance.total()
}

impl Sweep {
    fn new(input: &mut Input<impl Read>, problem: &Problem, spends: Option<(Vec<u64>, u64)>) -> Res<Self> {
        let n_items = problem.items.len();
        let order = input.numbers(problem.items.iter().filter(|(_, bounds)| bounds.is_some()).count())?;
        let mut position = vec![usize::MAX; n_items];
        for (place, &item) in order.iter().enumerate() {
            require(item < order.len() && position[item] == usize::MAX, "the order of the items is none")?;
            position[item] = place;
        }
        let (mut colors, mut degrees) = (vec![HashMap::new(); n_items], vec![0; n_items]);
        let mut groups = vec![Vec::new(); order.len()];
        for (number, (cells, _)) in problem.options.iter().enumerate() {
            let mut option = Vec::new();
            for (item, color) in cells {
                let next = 2 + colors[*item].len() as u64;
                option.push((*item, if color.is_empty() { 1 } else { *colors[*item].entry(color).or_insert(next) }));
            }
            let first = option.iter().map(|(item, _)| position[*item]).min().filter(|&first| first < usize::MAX);
            // An option without a primary item is never chosen.
            if let Some(first) = first {
                option.iter().for_each(|(item, _)| degrees[*item] += 1);
                option.extend(spends.iter().map(|(spends, _)| (n_items, spends[number])));
                groups[first].push(option);
            }
        }
        let status = |(item, (_, bounds)): (usize, &NamedItem)| match *bounds {
            Some((least, most)) => (least, most.min(degrees[item]), true),
            None => (0, 1 + colors[item].len() as u64, false),
        };
        let statuses = problem.items.iter().enumerate().map(status);
        let mut items = Vec::new();
        for (least, most, is_sum) in statuses.chain(spends.iter().map(|(_, most)| (0, *most, true))) {
            let (place, width) = (input.number()?, u64::from(64 - most.leading_zeros()));
            require(place < 4096 && place % 64 + width <= 64, "an item has an impossible place")?;
            let bits = ((1 << width) - 1) << (place % 64);
            items.push(Item { least, most, is_sum, levels: None, word: place as usize / 64, shift: place % 64, bits });
        }
        let mut levels = Vec::new();
        for (&item, group) in order.iter().zip(groups) {
            let is_several = problem.items[item].1.is_some_and(|(_, most)| most > 1);
            for part in group.chunks(if is_several { 1 } else { group.len().max(1) }) {
                for (item, _) in part.iter().flatten() {
                    let (first, _) = items[*item].levels.unwrap_or((levels.len(), 0));
                    items[*item].levels = Some((first, levels.len()));
                }
                levels.push(Level { item, options: part.to_vec(), ..Level::default() });
            }
        }
        let mut sweep = Self { items, levels, is_spent: spends.is_some() };
        sweep.place()?;
        Ok(sweep)
    }

    /// Determines what states show. No two items may share a bit while options have both.
    fn place(&mut self) -> Res<()> {
        let n_words = self.items.iter().map(|item| item.word + 1).max().unwrap_or(0);
        let mut taken = vec![vec![0; n_words]; self.levels.len()];
        for level in &mut self.levels {
            level.bits = vec![0; n_words];
            level.zeros = vec![vec![0; n_words]; level.options.len()];
            for (option, zeros) in level.options.iter().zip(&mut level.zeros) {
                let items = option.iter().map(|&(item, more)| (&self.items[item], more));
                for (item, _) in items.filter(|(item, more)| *more == 1 && (item.most == 1 || !item.is_sum)) {
                    zeros[item.word] |= item.bits;
                }
            }
        }
        for (number, item) in self.items.iter().enumerate() {
            let Some((first, last)) = item.levels else { continue };
            self.levels[last].settled.push(number);
            for taken in &mut taken[first..=last] {
                require(taken[item.word] & item.bits == 0, "two items have the same place")?;
                taken[item.word] |= item.bits;
            }
            for level in &mut self.levels[first + 1..=last] {
                level.live.push(number);
                level.bits[item.word] |= item.bits;
            }
        }
        Ok(())
    }

    /// Checks a record: the number of ways that lead to a state.
    fn record(&self, balance: &mut Balance, level: usize, state: &[u64], count: &[u8]) -> Res<()> {
        let (here, mut next) = (&self.levels[level], state.to_vec());
        let is_good = here.live.iter().map(|&item| &self.items[item]).all(|item| item.status(state) <= item.most);
        let is_good = is_good && state.iter().zip(&here.bits).all(|(state, bits)| state & !bits == 0);
        require(is_good, "a record has an impossible state")?;
        balance.add(level, 0, state, count);
        self.leave(balance, level, &mut next, count)?;
        for (option, zeros) in here.options.iter().zip(&here.zeros) {
            let is_free = state.iter().zip(zeros).all(|(state, zeros)| state & zeros == 0);
            if is_free && option.iter().all(|&(item, more)| self.items[item].fits(state, more)) {
                next.copy_from_slice(state);
                option.iter().for_each(|&(item, more)| self.items[item].put(&mut next, more));
                self.leave(balance, level, &mut next, count)?;
            }
        }
        Ok(())
    }

    /// Is what a level settles covered often enough?
    fn is_settled(&self, level: usize, state: &[u64]) -> bool {
        let mut items = self.levels[level].settled.iter().map(|&item| &self.items[item]);
        items.all(|item| item.status(state) >= item.least)
    }

    /// The choice of a level is made.
    fn leave(&self, balance: &mut Balance, level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        if self.is_settled(level, state) { self.arrive(balance, level + 1, state, count) } else { Ok(()) }
    }

    /// Adds ways to a state before a level, or before the next one whose item takes more; or to the end.
    fn arrive(&self, balance: &mut Balance, mut level: usize, state: &mut [u64], count: &[u8]) -> Res<()> {
        while let Some(here) = self.levels.get(level) {
            state.iter_mut().zip(&here.bits).for_each(|(state, bits)| *state &= bits);
            if self.items[here.item].status(state) < self.items[here.item].most {
                balance.add(level, 1, state, count);
                return Ok(());
            }
            if !self.is_settled(level, state) {
                return Ok(());
            }
            level += 1;
        }
        let spent = self.items.last().filter(|_| self.is_spent);
        require(spent.is_none_or(|item| item.status(state) == item.most), "a solution is better than the best")?;
        balance.total = sum(std::mem::take(&mut balance.total), count);
        Ok(())
    }
}

/// The number of solutions of least cost, or of greatest, which items and options pay with prices and what is spent beyond them.
fn best(input: &mut Input<impl Read>, problem: &Problem, is_greatest: bool) -> Res<(Vec<u8>, String)> {
    let digits = input.number()?;
    require(digits <= 18, "costs have too many digits")?;
    let (mut prices, mut paid) = (vec![0; problem.items.len()], 0);
    for (price, (_, bounds)) in prices.iter_mut().zip(&problem.items) {
        let Some((least, most)) = bounds else { continue };
        let number = i128::from(input.number()?);
        *price = if number % 2 == 0 { number / 2 } else { -(number + 1) / 2 };
        require(*price == 0 || least == most, "a price is for an item that is not covered a fixed number of times")?;
        paid += *price * i128::from(*least);
    }
    let (most, mut spends) = (input.number()?, Vec::new());
    for (cells, cost) in &problem.options {
        let cost = if is_greatest { -units(cost, digits as usize)? } else { units(cost, digits as usize)? };
        let spent = cost - cells.iter().map(|(item, _)| prices[*item]).sum::<i128>();
        let is_chosen = cells.iter().any(|(item, _)| problem.is_primary(*item));
        require(spent >= 0 || !is_chosen, "the items of an option have prices above its cost")?;
        spends.push(spent.clamp(0, i128::from(most) + 1) as u64);
    }
    let count = states(input, problem, Some((spends, most)))?;
    require(count.iter().any(|&byte| byte > 0), "no solution has the best cost")?;
    let cost = if is_greatest { -paid - i128::from(most) } else { paid + i128::from(most) };
    let (unit, amount) = (10u128.pow(digits as u32), cost.unsigned_abs());
    let part = format!(".{:0width$}", amount % unit, width = digits as usize);
    let (whole, part) = (amount / unit, part.trim_end_matches('0').trim_end_matches('.'));
    let (sign, word) = (if cost < 0 { "-" } else { "" }, if is_greatest { "greatest" } else { "least" });
    Ok((count, format!(" of {word} cost {sign}{whole}{part}")))
}

/// A cost, `|$-2.5`, in units of which 10^digits make 1.
fn units(cost: &str, digits: usize) -> Res<i128> {
    let text = cost.trim_start_matches(['|', '$']);
    let (whole, part) = text.trim_start_matches('-').split_once('.').unwrap_or((text.trim_start_matches('-'), ""));
    let is_good =
        whole.len() <= 19 && part.len() <= digits && (whole.to_string() + part).bytes().all(|it| it.is_ascii_digit());
    require(is_good, "a cost is not a number, or has too many digits")?;
    let amount: i128 = format!("0{whole}{part:0<digits$}").parse().map_err(|_| "a cost is too large")?;
    Ok(if text.starts_with('-') { -amount } else { amount })
}

/// The number of solutions up to the symmetries of a group: the mean number of those that a symmetry leaves as they are.
fn kinds(input: &mut Input<impl Read>, problem: &Problem) -> Res<(Vec<u8>, String)> {
    let (options, n_items, order) = (problem.plain()?, problem.items.len(), input.number()?);
    let sorted =
        |items: &mut dyn Iterator<Item = usize>| -> Vec<usize> { items.collect::<BTreeSet<_>>().into_iter().collect() };
    let places = options.iter().enumerate().map(|(place, items)| (sorted(&mut items.iter().copied()), place));
    let places: HashMap<Vec<usize>, usize> = places.collect();
    require(places.len() == options.len(), "two options are equal")?;
    require((1..=1000).contains(&order), "a group has an impossible order")?;
    let (mut total, mut group) = (Vec::new(), HashSet::new());
    for _ in 0..order {
        let images = input.numbers(n_items)?;
        let is_good = images
            .iter()
            .enumerate()
            .all(|(item, &to)| to < n_items && problem.is_primary(to) == problem.is_primary(item));
        require(is_good && images.iter().collect::<HashSet<_>>().len() == n_items, "this is no permutation")?;
        let image = |items: &Vec<usize>| places.get(&sorted(&mut items.iter().map(|&item| images[item]))).copied();
        let carried: Option<Vec<usize>> = options.iter().map(image).collect();
        let carried = carried.ok_or("a permutation is no symmetry")?;
        let fixed = problem.fixed(&options, &images, &carried);
        total = sum(total, &states(input, &fixed, None)?);
        require(group.insert(images), "a symmetry comes twice")?;
    }
    let product = |a: &Vec<usize>, b: &Vec<usize>| a.iter().map(|&item| b[item]).collect::<Vec<usize>>();
    let is_group = group.iter().all(|a| group.iter().all(|b| group.contains(&product(a, b))));
    require(is_group, "the symmetries are no group")?;
    require(divide(&mut total, order) == 0, "the mean is not whole")?;
    Ok((total, format!(" up to a group of order {order}")))
}

/// A set of items, with a bit for each.
type Set = Vec<u64>;

fn set(items: impl IntoIterator<Item = usize>, n_items: usize) -> Set {
    let mut set = vec![0; n_items.div_ceil(64)];
    items.into_iter().for_each(|item| set[item / 64] |= 1 << (item % 64));
    set
}

fn has(set: &[u64], item: usize) -> bool {
    set.get(item / 64).is_some_and(|word| word >> (item % 64) & 1 == 1)
}

fn without(set: &[u64], other: &[u64]) -> Set {
    set.iter().zip(other).map(|(a, b)| a & !b).collect()
}

fn is_within(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

/// Classes of states. A state is the set of items that are left.
struct Classes {
    n_items: usize,
    primary: Set,
    /// The items of each option, as a list and as a set.
    options: Vec<(Vec<usize>, Set)>,
    /// How many options have exactly these items.
    copies: HashMap<Set, usize>,
}

/// The count that records of classes prove.
fn classes(input: &mut Input<impl Read>, problem: &Problem) -> Res<Vec<u8>> {
    let n_items = problem.items.len();
    let options = problem.plain()?.into_iter().map(|items| (items.clone(), set(items, n_items)));
    let primary = set((0..n_items).filter(|&item| problem.is_primary(item)), n_items);
    let mut classes = Classes { n_items, primary, options: options.collect(), copies: HashMap::new() };
    classes.options.iter().for_each(|(_, set)| *classes.copies.entry(set.clone()).or_insert(0) += 1);
    let (whole, all) = (set(0..n_items, n_items), 0..classes.options.len());
    let mut balance = Balance::new(1, whole.len());
    classes.follow(input, &mut balance, &whole, all.clone().collect(), &[1])?;
    while let Some(branch) = input.number()?.checked_sub(1) {
        let (mut state, branch) = (vec![0; whole.len()], branch as usize);
        for (place, byte) in input.take(n_items.div_ceil(8) as u64)?.into_iter().enumerate() {
            state[place / 8] |= u64::from(byte) << (place % 8 * 8);
        }
        let count = input.amount()?;
        let is_good = has(&state, branch) && has(&classes.primary, branch) && is_within(&state, &whole);
        require(is_good, "a record has an impossible state")?;
        balance.add(0, 0, &state, &count);
        let fits = classes.fits(all.clone(), &state);
        for (_, option) in fits.iter().map(|&option| &classes.options[option]).filter(|it| has(&it.1, branch)) {
            let left = without(&state, option);
            let fits = classes.fits(fits.iter().copied(), &left);
            classes.follow(input, &mut balance, &left, fits, &count)?;
        }
    }
    balance.total()
}

impl Classes {
    /// Those of some options that fit if this is left.
    fn fits(&self, options: impl Iterator<Item = usize>, left: &[u64]) -> Vec<usize> {
        options.filter(|&option| is_within(&self.options[option].1, left)).collect()
    }

    /// Adds the ways to what is left, if these options fit.
    fn follow(
        &self,
        input: &mut Input<impl Read>,
        balance: &mut Balance,
        left: &[u64],
        fits: Vec<usize>,
        count: &[u8],
    ) -> Res<()> {
        let mut state = set(fits.iter().flat_map(|&option| self.options[option].0.iter().copied()), self.n_items);
        let needed = without(&self.primary, &without(&self.primary, left));
        if needed.iter().all(|word| *word == 0) {
            balance.total = sum(std::mem::take(&mut balance.total), count);
        } else if is_within(&needed, &state) {
            let way = input.number()?;
            require(way <= 1, "a step has an impossible permutation")?;
            if way == 1 {
                state = self.permuted(input, &state, &fits)?;
            }
            balance.add(0, 1, &state, count);
        }
        Ok(())
    }

    /// Reads which items take the place of those of a state, which these options fit, and checks that options take the place of these.
    fn permuted(&self, input: &mut Input<impl Read>, state: &[u64], fits: &[usize]) -> Res<Set> {
        let (mut images, mut image) = (vec![0; self.n_items], set([], self.n_items));
        for item in (0..self.n_items).filter(|&item| has(state, item)) {
            let to = input.number()? as usize;
            let is_alike = to < self.n_items && has(&self.primary, to) == has(&self.primary, item);
            require(is_alike && !has(&image, to), "a step has an impossible permutation")?;
            image[to / 64] |= 1 << (to % 64);
            images[item] = to;
        }
        let there = |items: &[usize]| set(items.iter().map(|&item| images[item]), self.n_items);
        let mut options = fits.iter().map(|&option| &self.options[option]);
        let is_good = options.all(|(items, set)| self.copies.get(&there(items)) == self.copies.get(set));
        let is_good = is_good && self.options.iter().filter(|it| is_within(&it.1, &image)).count() == fits.len();
        require(is_good, "a step has a permutation that does not carry options to options")?;
        Ok(image)
    }
}

/// A sum of numbers with 8 bits in each byte, the least first.
fn sum(mut total: Vec<u8>, more: &[u8]) -> Vec<u8> {
    total.resize(total.len().max(more.len()) + 1, 0);
    let mut carry = 0;
    for (sum, byte) in total.iter_mut().zip(more.iter().chain(std::iter::repeat(&0))) {
        carry += u16::from(*sum) + u16::from(*byte);
        *sum = carry as u8;
        carry >>= 8;
    }
    while total.last() == Some(&0) {
        total.pop();
    }
    total
}

/// Divides, and returns the rest.
fn divide(number: &mut [u8], by: u64) -> u64 {
    number.iter_mut().rev().fold(0, |rest, byte| {
        let all = rest << 8 | u64::from(*byte);
        *byte = (all / by) as u8;
        all % by
    })
}

fn decimals(mut number: Vec<u8>) -> String {
    let mut digits = Vec::new();
    while digits.is_empty() || number.iter().any(|&byte| byte > 0) {
        digits.push(divide(&mut number, 10).to_string());
    }
    digits.reverse();
    digits.concat()
}
