//! The one-line formats of nauty (McKay, `formats.txt`): graph6, sparse6 and digraph6, in which `geng` and others write a graph in each line.
//!
//! All signs are `?` to `~`: six bits each, the value plus 63. The number of vertices comes first, in one sign, or four or eight that begin with `~`.
//! In graph6 the upper triangle of the adjacency matrix follows, column by column. digraph6 begins with `&` and has the whole matrix, row by row. sparse6 begins with `:` and goes
//! through the edges by their larger end.

use super::vertices::{Edge, Graph};
use crate::text::lines_of;

/// The graphs of a text with one in each line; none if some line is not a graph.
pub(super) fn graphs(text: &str, is_directed: bool) -> Option<Vec<(Graph, String)>> {
    let heads = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];
    // networkx writes a head before each graph.
    let lines = lines_of(text)
        .map(|(_, line)| heads.iter().find_map(|head| line.strip_prefix(head)).unwrap_or(line).trim_end());
    let lines = lines.filter(|line| !line.is_empty());
    let graphs: Vec<_> =
        lines.map(|line| Some((graph(line, is_directed)?, format!("graph6:{line}")))).collect::<Option<_>>()?;
    (!graphs.is_empty()).then_some(graphs)
}

/// The graph of one line, if it is one; of an undirected graph each edge makes two arcs. There are no loops.
pub(in super::super) fn graph(line: &str, is_directed: bool) -> Option<Graph> {
    let (kind, body) = match line.as_bytes() {
        [kind @ (b':' | b'&'), body @ ..] => (*kind, body),
        body => (b' ', body),
    };
    let sixes: Vec<u8> =
        body.iter().map(|&sign| sign.checked_sub(63).filter(|&six| six < 64)).collect::<Option<_>>()?;
    let (n, rest) = number_of_vertices(&sixes)?;
    let arcs = match kind {
        b':' => sparse(n, rest)?,
        b'&' if is_directed => matrix(rest, n.checked_mul(n)?, (0..n).flat_map(|a| (0..n).map(move |b| (a, b))))?,
        b'&' => return None,
        _ => matrix(rest, n.checked_mul(n.saturating_sub(1))? / 2, (0..n).flat_map(|b| (0..b).map(move |a| (a, b))))?,
    };
    let is_doubled = is_directed && kind != b'&';
    let all = arcs.into_iter().filter(|(a, b)| is_directed || a != b);
    let all = all.flat_map(|(a, b)| std::iter::once((a, b)).chain(is_doubled.then_some((b, a))));
    let edges: Vec<Edge> = all.map(|arc| (arc, None)).collect();
    Some(Graph::new((1..=n).map(|vertex| vertex.to_string()).collect(), &edges, is_directed))
}

/// The number of vertices, and the signs after it.
fn number_of_vertices(sixes: &[u8]) -> Option<(usize, &[u8])> {
    let (digits, rest) = match sixes {
        [63, 63, rest @ ..] => rest.split_at_checked(6)?,
        [63, rest @ ..] => rest.split_at_checked(3)?,
        _ => sixes.split_at_checked(1)?,
    };
    let n = digits.iter().fold(0, |n, &six| n << 6 | usize::from(six));
    (n <= super::vertices::MAX_VERTICES).then_some((n, rest))
}

/// The pairs whose bit is set; the bits fill the signs, except for zeros at the end.
fn matrix(sixes: &[u8], n_bits: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Option<Vec<(usize, usize)>> {
    let bits = bits(sixes);
    let is_whole = sixes.len() == n_bits.div_ceil(6) && bits.clone().skip(n_bits).all(|bit| !bit);
    is_whole.then(|| pairs.zip(bits).filter(|(_, bit)| *bit).map(|(pair, _)| pair).collect())
}

fn bits(sixes: &[u8]) -> impl Iterator<Item = bool> + Clone {
    sixes.iter().flat_map(|&six| (0..6).rev().map(move |bit| six >> bit & 1 == 1))
}

/// The edges of sparse6: a bit that says whether to move to the next larger end, and a number that is a smaller end, or a larger end to move to.
fn sparse(n: usize, sixes: &[u8]) -> Option<Vec<(usize, usize)>> {
    let width = (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize;
    let mut bits = bits(sixes);
    let (mut larger, mut edges) = (0, Vec::new());
    while let Some(goes_on) = bits.next() {
        let end: Vec<bool> = bits.by_ref().take(width).collect();
        if end.len() < width {
            break;
        }
        larger += usize::from(goes_on);
        let end = end.iter().fold(0, |end, &bit| end << 1 | usize::from(bit));
        // What follows the last edge is padding.
        if larger >= n || end >= n {
            break;
        }
        if end > larger {
            larger = end;
        } else {
            edges.push((end, larger));
        }
    }
    Some(edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of `formats.txt`, and the Petersen graph.
    #[test]
    fn the_examples_of_nauty_are_read() {
        let edges = |line: &str, is_directed| {
            let graph = graph(line, is_directed).unwrap_or_else(|| panic!("{line}"));
            (graph.n_vertices(), graph.edges)
        };
        assert_eq!(edges("DQc", false), (5, vec![(0, 2), (1, 3), (0, 4), (3, 4)]));
        assert_eq!(edges(":Fa@x^", false), (7, vec![(0, 1), (0, 2), (1, 2), (5, 6)]));
        assert_eq!(edges("&DI?AO?", true), (5, vec![(0, 2), (0, 4), (3, 1), (3, 4)]));
        assert_eq!(edges("?", false), (0, vec![]));
        assert_eq!(edges("@", false), (1, vec![]));
        let petersen = graph("IheA@GUAo", false).unwrap();
        assert!(petersen.edges_at().iter().all(|edges| edges.len() == 3) && petersen.n_edges() == 15);
        assert_eq!(edges("A_", true), (2, vec![(0, 1), (1, 0)]));
        assert!(["", "D", "DQ", "DQcc", "DQd", "D c", "&DI?AO?"].iter().all(|line| graph(line, false).is_none()));
    }

    #[test]
    fn a_file_has_a_graph_in_each_line() {
        let words =
            |text: &str| graphs(text, false).map(|all| all.into_iter().map(|(_, word)| word).collect::<Vec<_>>());
        assert_eq!(words(">>graph6<<DQc\nA_\n"), Some(vec!["graph6:DQc".into(), "graph6:A_".into()]));
        assert_eq!(words(">>graph6<<DQc\n>>graph6<<A_\n"), words("DQc\nA_\n"));
        assert_eq!(words("a b\nb c\n"), None);
        assert_eq!(words("\n"), None);
    }
}
