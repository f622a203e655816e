//! The words of an LP file: names, numbers, signs, and the headings of its sections.
//!
//! A heading is the first word of a line, or its first two. Names may have nearly any character but those of expressions; so `3x+2y` is `3 x + 2 y`.

use std::collections::VecDeque;

use super::number::FileWord;
use crate::text::{Line, lines_of};
use dlx_core::stop::poll;

/// A word and what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct LpWord<'a> {
    pub(super) kind: LpKind,
    pub(super) place: FileWord<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LpKind {
    Name,
    Number,
    Sign,
    Less,
    Greater,
    Equal,
    Colon,
    /// What has no place in a linear expression: `[`, `*`, `^`, `->` and the like.
    Other,
    Heading(LpSection),
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LpSection {
    Minimize,
    Maximize,
    Rows,
    Bounds,
    Binaries,
    Integers,
    /// What the program cannot say with 0 and 1, or does not count.
    Foreign,
    End,
}

/// The headings of one word.
const HEADINGS: &[(&[&str], LpSection)] = &[
    (&["minimize", "minimise", "minimum", "min"], LpSection::Minimize),
    (&["maximize", "maximise", "maximum", "max"], LpSection::Maximize),
    (&["st", "s.t.", "st."], LpSection::Rows),
    (&["bounds", "bound"], LpSection::Bounds),
    (&["binaries", "binary", "bin"], LpSection::Binaries),
    (&["generals", "general", "gen", "integers", "integer", "int"], LpSection::Integers),
    (&["semi-continuous", "semis", "semi", "sos", "sos1", "sos2", "pwlobj", "scenario"], LpSection::Foreign),
    (&["end"], LpSection::End),
];

/// The headings of two words.
const PAIRS: &[([&str; 2], LpSection)] = &[
    (["subject", "to"], LpSection::Rows),
    (["such", "that"], LpSection::Rows),
    (["lazy", "constraints"], LpSection::Foreign),
    (["user", "cuts"], LpSection::Foreign),
    (["general", "constraints"], LpSection::Foreign),
];

/// The words of a text one after the other, with a look at the next two.
pub(super) struct LpWords<'a> {
    lines: Box<dyn Iterator<Item = Line<'a>> + 'a>,
    line: Line<'a>,
    rest: &'a str,
    ahead: VecDeque<LpWord<'a>>,
    /// Numbers such as `2e1`, which could also be 2 times a variable.
    pub(super) doubtful: Vec<FileWord<'a>>,
}

impl<'a> LpWords<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: Box::new(lines_of(text)), line: (1, ""), rest: "", ahead: VecDeque::new(), doubtful: Vec::new() }
    }

    /// The word after `behind` others, which stays.
    pub(super) fn peek(&mut self, behind: usize) -> LpWord<'a> {
        while self.ahead.len() <= behind {
            let word = self.read();
            self.ahead.push_back(word);
        }
        self.ahead[behind]
    }

    pub(super) fn next(&mut self) -> LpWord<'a> {
        self.peek(0);
        self.ahead.pop_front().expect("a look ahead fills the queue")
    }

    /// The next word, if it is of this kind.
    pub(super) fn next_if(&mut self, kind: LpKind) -> Option<LpWord<'a>> {
        (self.peek(0).kind == kind).then(|| self.next())
    }

    fn read(&mut self) -> LpWord<'a> {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.is_empty() && !self.rest.starts_with('\\') {
                let (kind, length) = word(self.rest);
                return self.take(kind, length);
            }
            let Some(line) = self.lines.next() else {
                self.rest = "";
                return LpWord {
                    kind: LpKind::End,
                    place: FileWord { line: self.line, text: &self.line.1[self.line.1.len()..] },
                };
            };
            poll(line.1.len() / 8);
            (self.line, self.rest) = (line, line.1.trim_start());
            if let Some((section, length)) = heading(self.rest) {
                return self.take(LpKind::Heading(section), length);
            }
        }
    }

    fn take(&mut self, kind: LpKind, length: usize) -> LpWord<'a> {
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        let place = FileWord { line: self.line, text };
        if kind == LpKind::Number && text.ends_with(|sign: char| sign.is_ascii_digit()) && exponent(text).is_some() {
            self.doubtful.push(place);
        }
        LpWord { kind, place }
    }
}

/// The heading with which a line begins, and its length.
fn heading(line: &str) -> Option<(LpSection, usize)> {
    // A comment may follow without a space.
    let line = line.split('\\').next().unwrap_or_default();
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
    if let Some(second) = words.next()
        && let Some((_, section)) = PAIRS.iter().find(|([a, b], _)| is(first, a) && is(second, b))
    {
        return Some((*section, second.as_ptr().addr() - line.as_ptr().addr() + second.len()));
    }
    let (_, section) = HEADINGS.iter().find(|(names, _)| names.iter().any(|name| is(first, name)))?;
    // A row may be called like a heading.
    let is_row = line[first.len()..].trim_start().starts_with(':');
    (!is_row).then_some((*section, first.len()))
}

/// What the first word of a text is, and its length.
fn word(text: &str) -> (LpKind, usize) {
    let second = text.as_bytes().get(1).copied();
    match text.as_bytes()[0] {
        b'-' if second == Some(b'>') => (LpKind::Other, 2),
        b'+' | b'-' => (LpKind::Sign, 1),
        b'<' => (LpKind::Less, if second == Some(b'=') { 2 } else { 1 }),
        b'>' => (LpKind::Greater, if second == Some(b'=') { 2 } else { 1 }),
        b'=' => match second {
            Some(b'<') => (LpKind::Less, 2),
            Some(b'>') => (LpKind::Greater, 2),
            _ => (LpKind::Equal, 1),
        },
        b':' => (LpKind::Colon, 1),
        b'[' | b']' | b'*' | b'^' | b'/' => (LpKind::Other, 1),
        b'0'..=b'9' | b'.' => (LpKind::Number, number(text)),
        _ => {
            let end = |sign: char| sign.is_whitespace() || "+-*^<>=:\\".contains(sign);
            let length = text.find(end).unwrap_or(text.len());
            let is_infinite = ["inf", "infinity"].iter().any(|name| text[..length].eq_ignore_ascii_case(name));
            (if is_infinite { LpKind::Number } else { LpKind::Name }, length)
        }
    }
}

/// The exponent of a number, with its letter.
pub(super) fn exponent(number: &str) -> Option<&str> {
    number.find(['e', 'E']).map(|at| &number[at..])
}

/// The length of the number with which a text begins.
fn number(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let part = text[whole..].strip_prefix('.').map_or(0, |rest| 1 + digits(rest));
    let mantissa = whole + part;
    let Some(rest) = text[mantissa..].strip_prefix(['e', 'E']) else { return mantissa };
    let sign = usize::from(rest.starts_with(['+', '-']));
    match digits(&rest[sign..]) {
        0 => mantissa,
        exponent => mantissa + 1 + sign + exponent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_need_no_space_between_them() {
        let text = "Subject\tTo \\ rows\n c1:3x+2.5e1y#1-.5 z>=-1\\end\nst: a=<1 b->c\nEND";
        let mut words = LpWords::new(text);
        let mut found = Vec::new();
        while words.peek(0).kind != LpKind::End {
            found.push(words.next().place.text);
        }
        let expected = "Subject\tTo|c1|:|3|x|+|2.5e1|y#1|-|.5|z|>=|-|1|st|:|a|=<|1|b|->|c|END";
        assert_eq!(found.join("|"), expected);
    }
}
