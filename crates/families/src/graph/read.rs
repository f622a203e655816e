//! Graphs in files: DIMACS, or a list of edges, or of the TSPLIB.
//!
//! ```text
//! c a comment                  # a comment
//! p edge 4 3                   a b
//! e 1 2                        b c
//! e 2 3                        d
//! ```
//!
//! A number behind an edge is what it costs: `e 1 2 7`, `a b 7`. Files of the TSPLIB are read as well, see `tsplib`.
//!
//! DIMACS numbers its vertices from 1; arcs may be `a 1 2` as well as `e 1 2`. In a list every word is the name of a vertex: two make an edge, one alone is a vertex
//! that may have none. Between words stand spaces, or commas or semicolons. An edge that is written twice, or in both directions, is one edge, and has one cost. Loops are for directed graphs only.

use std::collections::HashMap;

use super::divided::Divider;
use super::tsplib;
use super::vertices::{Edge, Graph, MAX_VERTICES};
use crate::text::{Line, lines_of};
use dlx_core::format::{SyntaxError, error_at_word};
use dlx_core::problem::Decimal;

/// Reads a graph; if it is directed, edges go from the first vertex to the second.
///
/// # Errors
/// If a line is not in the format, with line and column, or there are more than [`MAX_VERTICES`].
///
/// ```
/// let triangle = dlx_count::family::graph("p edge 3 3\ne 1 2\ne 2 3\ne 3 1\n", false)?;
/// assert_eq!((triangle.n_vertices(), triangle.n_edges()), (3, 3));
/// # Ok::<(), Box<dlx_count::format::SyntaxError>>(())
/// ```
pub fn graph(text: &str, is_directed: bool) -> Result<Graph, Box<SyntaxError>> {
    let lines = lines_of(text);
    let (names, edges) = match lines.clone().find(|(_, line)| is_head(line)) {
        Some(head) => numbered(lines, head, is_directed)?,
        None if lines.clone().any(|(_, line)| tsplib::is_head(line)) => tsplib::read(lines, is_directed)?,
        None => named(lines, is_directed)?,
    };
    Ok(Graph::new(names, &edges, is_directed))
}

/// Vertices and edges.
type Parts = (Vec<String>, Vec<Edge>);

/// Is this `p edge 4 3`?
fn is_head(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], ["p", _, n, m] if n.parse::<u64>().is_ok() && m.parse::<u64>().is_ok())
}

fn numbered<'a>(
    lines: impl Iterator<Item = Line<'a>>,
    head: Line<'a>,
    is_directed: bool,
) -> Result<Parts, Box<SyntaxError>> {
    let word = head.1.split_whitespace().nth(2).unwrap_or_default();
    let n = word.parse::<usize>().ok().filter(|&n| n <= MAX_VERTICES);
    let n = n.ok_or_else(|| {
        error_at_word(head, word, &format!("`{word}` vertices"), &format!("there may be {MAX_VERTICES}"))
    })?;
    let (mut edges, mut n_lines) = (EdgeList::new(is_directed), 0);
    for line in lines.filter(|line| !line.1.trim().is_empty() && *line != head) {
        let words: Vec<&str> = line.1.split_whitespace().collect();
        match words[..] {
            ["c", ..] => {}
            // The color of a vertex, or its weight, which does not matter here.
            ["n", ..] => {}
            ["e" | "a", from, to, ref rest @ ..] => {
                let ends = [number(line, from, n)?, number(line, to, n)?];
                edges.add(line, ends, to, rest.first().copied())?;
                n_lines += 1;
            }
            _ => {
                return Err(error_at_word(
                    line,
                    words[0],
                    "not a line of a DIMACS graph",
                    "edges are `e 1 2`, comments begin with `c`",
                ));
            }
        }
    }
    let word = head.1.split_whitespace().nth(3).unwrap_or_default();
    // Some count every edge twice, and write it once; others write it twice, and count it once.
    if word.parse().is_ok_and(|promised: usize| n_lines < promised && 2 * n_lines != promised) {
        let what = format!("the header announces {word} edges, the file has {n_lines}");
        return Err(error_at_word(head, word, &what, "correct the header, or add what is missing"));
    }
    Ok(((1..=n).map(|vertex| vertex.to_string()).collect(), edges.all))
}

fn number(line: Line<'_>, word: &str, n: usize) -> Result<usize, Box<SyntaxError>> {
    let number = word.parse::<usize>().ok().filter(|number| (1..=n).contains(number));
    let number = number.ok_or_else(|| {
        error_at_word(line, word, &format!("`{word}` is not a vertex"), &format!("vertices are 1 to {n}"))
    })?;
    Ok(number - 1)
}

fn named<'a>(lines: impl Iterator<Item = Line<'a>> + Clone, is_directed: bool) -> Result<Parts, Box<SyntaxError>> {
    let (mut numbers, mut names, mut edges) = (HashMap::new(), Vec::new(), EdgeList::new(is_directed));
    let lines = lines.filter(|line| !line.1.trim_start().starts_with('#'));
    let divider = Divider::new(lines.clone())?;
    check_no_sizes(lines.clone())?;
    check_no_matrix(lines.clone())?;
    for line in lines {
        let words = divider.words(line)?;
        if let Some(word) =
            words.first().filter(|word| word.ends_with(':')).or(words.get(1).filter(|&&word| word == ":"))
        {
            let help = "an edge stands in a line of its own: `1 2`; of the TSPLIB, files of type TSP and ATSP are read";
            return Err(error_at_word(line, word, "neither an edge nor a vertex", help));
        }
        if let Some(word) = words.first().filter(|word| is_foreign(word)) {
            let help = "graphs are lists of edges, in which comments begin with `#`, or DIMACS, graph6, sparse6 or TSPLIB files";
            return Err(error_at_word(line, word, "neither an edge nor a vertex", help));
        }
        if let Some(arrow) = words.iter().skip(1).find(|word| ["->", "--", "-", "<-", "<->"].contains(word)) {
            let help = "an edge is two names with a space between them, `a b`; arcs go from the first to the second where edges are directed";
            return Err(error_at_word(line, arrow, "a sign between two names", help));
        }
        if words.len() > 3 {
            let help = "an edge is two names, a vertex alone one; DIMACS graphs have a line such as `p edge 4 3`";
            return Err(error_at_word(line, words[3], "more than two names and a cost in a line", help));
        }
        let mut ends = Vec::new();
        for &word in words.iter().take(2) {
            if names.len() == MAX_VERTICES && !numbers.contains_key(word) {
                return Err(error_at_word(line, word, "too many vertices", &format!("there may be {MAX_VERTICES}")));
            }
            ends.push(*numbers.entry(word).or_insert_with(|| {
                names.push(word.to_owned());
                names.len() - 1
            }));
        }
        if let [a, b] = ends[..] {
            edges.add(line, [a, b], words[1], words.get(2).copied())?;
        }
    }
    Ok((names, edges.all))
}

/// Does a line of another format begin so, or a comment?
fn is_foreign(word: &str) -> bool {
    let pajek = ["*vertices", "*edges", "*arcs", "*network", "*matrix", "*edgeslist", "*arcslist"];
    word.starts_with("//") || pajek.contains(&word.to_ascii_lowercase().as_str())
}

/// The edges read so far.
struct EdgeList<'a> {
    is_directed: bool,
    all: Vec<Edge>,
    /// For each edge its cost, and the line that says so.
    known: HashMap<(usize, usize), (Option<Decimal>, Line<'a>)>,
}

impl<'a> EdgeList<'a> {
    fn new(is_directed: bool) -> Self {
        Self { is_directed, all: Vec::new(), known: HashMap::new() }
    }

    /// Adds an edge, whose second end is this word, and perhaps its cost.
    fn add(
        &mut self,
        line: Line<'a>,
        ends: [usize; 2],
        word: &str,
        price: Option<&str>,
    ) -> Result<(), Box<SyntaxError>> {
        let (a, b) = edge(line, ends, word, self.is_directed)?;
        let cost = price.map(|word| cost(line, word)).transpose()?;
        let key = if self.is_directed { (a, b) } else { (a.min(b), a.max(b)) };
        let (before, first) = *self.known.entry(key).or_insert((cost, line));
        if before != cost {
            let what = format!("this edge has another cost than in line {}, or none", first.0);
            return Err(error_at_word(
                line,
                price.unwrap_or(word),
                &what,
                "an edge has one cost: leave one of the lines out",
            ));
        }
        self.all.push(((a, b), cost));
        Ok(())
    }
}

/// Refuses a first line with the numbers of vertices and edges, as other programs have it: it would be an edge.
fn check_no_sizes<'a>(lines: impl Iterator<Item = Line<'a>> + Clone) -> Result<(), Box<SyntaxError>> {
    let mut lines = lines.filter(|line| !line.1.trim().is_empty());
    let numbers = |line: &str| line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<usize>>>();
    let Some((first, [n, m])) =
        lines.next().and_then(|line| Some((line, <[usize; 2]>::try_from(numbers(line.1)?).ok()?)))
    else {
        return Ok(());
    };
    let is_edge = |ends: Vec<usize>| ends.len() > 1 && ends[..2].iter().all(|&end| end <= n);
    // Counted first, which is quick: the number of edges is hardly ever there by chance.
    if lines.clone().count() != m || !lines.all(|line| numbers(line.1).is_some_and(is_edge)) {
        return Ok(());
    }
    let help = format!(
        "if it has the numbers of vertices and edges, write `p edge {n} {m}`, and `e` before each edge, or leave it out; if it is an edge, write it last"
    );
    Err(error_at_word(first, first.1.trim(), "an edge, or the size of the graph", &help))
}

/// Refuses a matrix of zeros and ones, as many rows as columns, that could be edges with costs.
fn check_no_matrix<'a>(lines: impl Iterator<Item = Line<'a>> + Clone) -> Result<(), Box<SyntaxError>> {
    let rows = lines.filter(|line| !line.1.trim().is_empty());
    let Some(first) = rows.clone().next() else { return Ok(()) };
    let n = first.1.split_whitespace().count();
    let is_bit = |word: &str| word == "0" || word == "1";
    let is_row = |line: &str| line.split_whitespace().all(is_bit) && line.split_whitespace().count() == n;
    if n <= 2 || !rows.clone().all(|line| is_row(line.1)) || rows.count() != n {
        return Ok(());
    }
    let help = "write an edge in each line, as the names of its vertices: `1 2`";
    Err(error_at_word(first, first.1.trim(), "this looks like an adjacency matrix", help))
}

/// What an edge costs.
fn cost(line: Line<'_>, word: &str) -> Result<Decimal, Box<SyntaxError>> {
    let cost = word.parse().ok().filter(|cost: &Decimal| cost.is_within(MOST_COST, MOST_DIGITS));
    let help = format!(
        "behind an edge stands what it costs: up to {MOST_COST}, perhaps negative, with {MOST_DIGITS} digits behind the point"
    );
    cost.ok_or_else(|| error_at_word(line, word, &format!("`{word}` is not a cost"), &help))
}

/// The highest cost of an edge: all options together cost no more than a problem may.
const MOST_COST: u32 = 1 << 30;
const MOST_DIGITS: u32 = 6;

fn edge(line: Line<'_>, [a, b]: [usize; 2], word: &str, is_directed: bool) -> Result<(usize, usize), Box<SyntaxError>> {
    match a == b && !is_directed {
        true => Err(error_at_word(line, word, "an edge from a vertex to itself", "only directed graphs have loops")),
        false => Ok((a, b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_say_the_same() {
        let numbered = graph("c a square\np edge 4 4\ne 1 2\ne 2 3\n\ne 3 4\ne 4 1\ne 2 1\n", false).unwrap();
        let named = graph("# a square\n1 2\n2 3\n3 4\n\n4 1\n1\n", false).unwrap();
        assert_eq!(numbered, named);
        assert_eq!(graph("c d\nd e\nx\n", false).unwrap().names, ["c", "d", "e", "x"]);
        assert_eq!(graph("a b\nb a\na a\n", true).unwrap().edges, [(0, 1), (1, 0), (0, 0)]);
        for table in ["a,b\nb,c\nd\n", "a;b\nb; c\nd\n", "source,target\na,b\nb,c,\nd", "from;to\na\t;b\nb c\nd\n"] {
            assert_eq!(graph(table, false).unwrap(), graph("a b\nb c\nd\n", false).unwrap(), "{table}");
        }
        assert_eq!(graph("source,target\nsource,a\na,target\n", false).unwrap().edges.len(), 3, "a name, not a head");
        assert_eq!(graph("from to\nto b\n", false).unwrap().edges.len(), 2);
        for text in ["from to\na b\n", "u,v,w\nu b\n", "Source\tTarget\tcost\na\tb\t2\n"] {
            let is_head = !text.starts_with("u,v");
            assert_eq!(
                graph(text, false).is_err_and(|error| error.what.contains("head of a table")),
                is_head,
                "{text}"
            );
        }
        assert!(graph("*Vertices 3\n*Edges\n1 2\n", false).is_err() && graph("// c\n1 2\n", false).is_err());
        assert_eq!(graph("a,b,7\n", false).unwrap(), graph("a b 7\n", false).unwrap());
        assert_eq!(graph("1,2\n1,2 1,3 7\n1,3 2,3\n", false).unwrap().names, ["1,2", "1,3", "2,3"]);
        assert_eq!(graph("", false).unwrap(), Graph::default());
        assert_eq!(graph("a b 7\nb c\nb a 7\n", false).unwrap().costs, [7, 0]);
        let error = graph("a b 7\nb c\nb a 9\n", false).unwrap_err();
        assert_eq!(
            (error.line, error.column, error.what.as_str()),
            (3, 5, "this edge has another cost than in line 1, or none")
        );
        assert_eq!(graph("a b 7\nb a 9\n", true).unwrap().costs, [7, 9]);
        assert_eq!(graph("p edge 2 1\ne 1 2 7\n", false).unwrap(), graph("1 2 7\n", false).unwrap());
    }
}
