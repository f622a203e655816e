//! What stands in the file: numbers, counts of any size, and a problem in Knuth's format.

use std::collections::HashMap;
use std::fmt::{Display, Formatter};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use flate2::bufread::ZlibDecoder;

use crate::{Res, require};

const MAGIC: &[u8; 18] = b"dlx-certificate 4\n";

/// A certificate, unpacked as it is read.
pub struct Source(BufReader<ZlibDecoder<BufReader<File>>>);

impl Source {
    pub fn open(path: &str) -> Res<Self> {
        let mut file =
            BufReader::new(File::open(path).map_err(|error| format!("{path}: {error}"))?);
        let mut magic = [0; MAGIC.len()];
        let is_whole = file.read_exact(&mut magic).is_ok();
        require(is_whole && magic.starts_with(b"dlx-certificate "), "this is no certificate")?;
        require(magic == *MAGIC, "this certificate is not of format 4, which this checker reads")?;
        Ok(Self(BufReader::new(ZlibDecoder::new(file))))
    }

    pub fn take(&mut self, length: u64) -> Res<Vec<u8>> {
        let mut bytes = Vec::new();
        let is_read = self.0.by_ref().take(length).read_to_end(&mut bytes).is_ok();
        let is_whole = is_read && bytes.len() as u64 == length;
        require(is_whole, "the certificate ends too early, or is damaged")?;
        Ok(bytes)
    }

    /// Seven bits in each byte, the least first; all bytes but the last have the high bit.
    pub fn number(&mut self) -> Res<u64> {
        let (mut number, mut byte) = (0, [0]);
        for shift in (0..63).step_by(7) {
            let is_read = self.0.read_exact(&mut byte);
            is_read.map_err(|_| "the certificate ends too early, or is damaged")?;
            number |= u64::from(byte[0] & 127) << shift;
            if byte[0] < 128 {
                return Ok(number);
            }
        }
        Err("a number is too long".into())
    }

    pub fn numbers(&mut self, number: usize) -> Res<Vec<usize>> {
        (0..number).map(|_| Ok(self.number()? as usize)).collect()
    }

    /// The number of bytes of a count, and these, the least first.
    pub fn count(&mut self) -> Res<Natural> {
        let length = self.number()?;
        require(length <= 4096, "a count is too long")?;
        Ok(Natural::new(&self.take(length)?))
    }

    /// Nothing may follow, neither packed nor unpacked.
    pub fn end(mut self) -> Res<()> {
        let is_end = matches!(self.0.read(&mut [0]), Ok(0));
        let is_end = is_end && matches!(self.0.into_inner().into_inner().fill_buf(), Ok([]));
        require(is_end, "something follows the count")
    }
}

/// A number of any size: its digits in base 10^9, the least first. The last is not 0.
#[derive(Default, PartialEq, Eq)]
pub struct Natural(Vec<u64>);

impl Natural {
    /// Bytes, the least first.
    pub fn new(bytes: &[u8]) -> Self {
        bytes.iter().rev().fold(Self::default(), |number, &byte| {
            let mut next = Self(vec![u64::from(byte)]);
            next.add_product(&number, &Self(vec![256]));
            next
        })
    }

    /// Adds a product, digit by digit, as at school.
    pub fn add_product(&mut self, a: &Self, b: &Self) {
        let Self(sum) = self;
        sum.resize(sum.len().max(a.0.len() + b.0.len()) + 1, 0);
        for (place, factor) in b.0.iter().enumerate() {
            let mut carry = 0;
            for (digit, other) in
                sum[place..].iter_mut().zip(a.0.iter().chain(std::iter::repeat(&0)))
            {
                carry += *digit + factor * other;
                (*digit, carry) = (carry % 1_000_000_000, carry / 1_000_000_000);
            }
        }
        sum.truncate(sum.iter().rposition(|&digit| digit > 0).map_or(0, |last| last + 1));
    }
}

impl Display for Natural {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.0.last().unwrap_or(&0))?;
        self.0.iter().rev().skip(1).try_for_each(|digit| write!(formatter, "{digit:09}"))
    }
}

pub struct ProblemItem<'a> {
    pub name: &'a str,
    /// How often a primary item is covered.
    pub bounds: Option<(u64, u64)>,
    pub n_colors: u64,
}

#[derive(Default)]
pub struct Problem<'a> {
    /// Primary ones come first.
    pub items: Vec<ProblemItem<'a>>,
    pub n_primary: usize,
    /// Options with a primary item; others are in no solution. Each as its items, and what it does
    /// to their status: it adds 1, or the status of a secondary item is 2 + its color.
    pub options: Vec<Vec<(usize, u64)>>,
    /// What each option costs, as it is written.
    pub costs: Vec<&'a str>,
    /// The items of each option as they are written, in alphabetical order.
    words: Vec<Vec<&'a str>>,
}

impl<'a> Problem<'a> {
    pub fn read(text: &'a [u8]) -> Res<Self> {
        let text = std::str::from_utf8(text).map_err(|_| "the problem is not in UTF-8")?;
        let words = |line: &'a str| line.split([' ', '\t', '\r']).filter(|word| !word.is_empty());
        let lines = text.split('\n').filter(|line| !line.starts_with('|'));
        let mut lines =
            lines.map(|line| words(line).collect()).filter(|it: &Vec<_>| !it.is_empty());
        let (mut problem, mut names, mut tints) = (Self::default(), HashMap::new(), HashMap::new());
        let head = lines.next().ok_or("the problem has no items")?;
        problem.n_primary = head.iter().position(|word| *word == "|").unwrap_or(head.len());
        for (place, &word) in
            head.iter().enumerate().filter(|(place, _)| *place != problem.n_primary)
        {
            let is_primary = place < problem.n_primary;
            let (times, name) = word.rsplit_once('|').filter(|_| is_primary).unwrap_or(("1", word));
            let (least, most) = times.split_once(':').unwrap_or((times, times));
            let bounds = (small(least)?, small(most)?);
            let is_good = !name.is_empty() && !name.contains(['|', ':']) && bounds.0 <= bounds.1;
            require(is_good, &format!("the problem has an item {word}"))?;
            let is_new = names.insert(name, names.len()).is_none();
            require(is_new, "the problem has two items of a name")?;
            let bounds = is_primary.then_some(bounds);
            problem.items.push(ProblemItem { name, bounds, n_colors: 0 });
        }
        for mut words in lines {
            let cost = words.pop_if(|word| word.starts_with('|')).unwrap_or_default();
            let mut cells: Vec<(usize, u64)> = Vec::new();
            for word in &words {
                let (name, color) = word.split_once(':').unwrap_or((word, ""));
                let number = *names.get(name).ok_or(format!("the problem has no item {name}"))?;
                let item = &mut problem.items[number];
                let is_colored = !color.is_empty() && !color.contains(':') && item.bounds.is_none();
                let is_good = is_colored || !word.contains(':');
                let is_new = cells.iter().all(|&(other, _)| other != number);
                require(is_good && is_new, &format!("the problem has an option with {word}"))?;
                let next = 2 + item.n_colors;
                let tint =
                    if is_colored { *tints.entry((number, color)).or_insert(next) } else { 1 };
                item.n_colors = item.n_colors.max(tint - 1);
                cells.push((number, tint));
            }
            if cells.iter().any(|&(item, _)| item < problem.n_primary) {
                cells.sort_unstable();
                words.sort_unstable();
                problem.options.push(cells);
                problem.costs.push(cost);
                problem.words.push(words);
            }
        }
        Ok(problem)
    }

    /// Items, and options with their costs, in an order that does not depend on theirs.
    pub fn in_order(&self, cost: impl Fn(&str) -> Res<i128>) -> Res<impl PartialEq> {
        let mut items: Vec<_> = self.items.iter().map(|item| (item.name, item.bounds)).collect();
        let costs: Vec<i128> = self.costs.iter().map(|word| cost(word)).collect::<Res<_>>()?;
        let mut options: Vec<_> = self.words.iter().zip(costs).collect();
        items.sort_unstable();
        options.sort_unstable();
        Ok((items, options))
    }

    /// Some certificates know neither bounds nor colors.
    pub fn plain(&self) -> Res<&Self> {
        let is_plain = |item: &ProblemItem<'_>| {
            item.n_colors == 0 && item.bounds.is_none_or(|bounds| bounds == (1, 1))
        };
        let why = "this kind of certificate is for problems without colors and bounds";
        require(self.items.iter().all(is_plain), why)?;
        Ok(self)
    }
}

/// At most nine digits.
fn small(digits: &str) -> Res<u64> {
    let is_good = digits.len() <= 9 && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_good);
    number.ok_or_else(|| format!("the problem has a number {digits}"))
}
