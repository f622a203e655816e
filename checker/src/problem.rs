//! The problem of a certificate, in Knuth's format.

use std::collections::{HashMap, HashSet};

use crate::{Res, require};

/// A name, and how often the item is covered if it is primary.
pub(crate) type NamedItem = (String, Option<(u64, u64)>);

/// The items of an option by their names, with their colors.
pub(crate) type NamedCells<'a> = Vec<(&'a str, &'a str)>;

pub(crate) struct Problem {
    /// Primary ones come first.
    pub(crate) items: Vec<NamedItem>,
    /// Items with their colors, empty for none; and the cost.
    pub(crate) options: Vec<(Vec<(usize, String)>, String)>,
}

impl Problem {
    /// Reads Knuth's format.
    pub(crate) fn read(text: &[u8]) -> Res<Self> {
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

    pub(crate) fn is_primary(&self, item: usize) -> bool {
        self.items[item].1.is_some()
    }

    /// Items and options in an order that does not depend on theirs.
    pub(crate) fn sorted(&self) -> (Vec<&NamedItem>, Vec<NamedCells<'_>>) {
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
    pub(crate) fn plain(&self) -> Res<Vec<Vec<usize>>> {
        let is_plain = self.items.iter().all(|(_, bounds)| matches!(bounds, None | Some((1, 1))))
            && self.options.iter().flat_map(|(cells, _)| cells).all(|(_, color)| color.is_empty());
        require(is_plain, "this kind of certificate is for problems without colors and bounds")?;
        let options = self.options.iter().map(|(cells, _)| cells.iter().map(|(item, _)| *item).collect());
        Ok(options.filter(|items: &Vec<usize>| items.iter().any(|&item| self.is_primary(item))).collect())
    }

    /// The problem whose solutions are those that a symmetry leaves as they are: options that it carries to one another are chosen together.
    pub(crate) fn fixed(&self, options: &[Vec<usize>], images: &[usize], carried: &[usize]) -> Self {
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
