//! Graphs by name: `grid:6x6`, `hypercube:5`, `petersen`. A table runs through ranges of their numbers: `torus:4..8x6`.

use super::vertices::{Edge, Graph};
use crate::error::FamilyError;
use crate::polyomino::is_in_aztec;
use crate::span::Span;
use crate::subsets::{choose, shown, subsets};
use dlx_core::format::similar;

/// The numbers of a rectangle; where one is given, it is a square.
const SIDES: &[&str] = &["rows", "columns"];

/// The names of graphs, the names of their numbers, and the separator between those.
const SHAPES: &[(&str, &[&str], char)] = &[
    ("grid", SIDES, 'x'),
    ("torus", SIDES, 'x'),
    ("king", SIDES, 'x'),
    ("knight", SIDES, 'x'),
    ("rook", SIDES, 'x'),
    ("queen", SIDES, 'x'),
    ("aztec", &["order"], ' '),
    ("hexagon", &["side"], ' '),
    ("triangle", &["side"], ' '),
    ("hypercube", &["dimension"], ' '),
    ("path", &["vertices"], ' '),
    ("cycle", &["vertices"], ' '),
    ("star", &["leaves"], ' '),
    ("wheel", &["spokes"], ' '),
    ("complete", &["vertices"], ' '),
    ("bipartite", &["left", "right"], ','),
    ("kneser", &["n", "k"], ','),
    (PETERSEN, &["n", "k"], ','),
];

/// Without numbers it is the one that is known best.
const PETERSEN: &str = "petersen";

const NAMES: &str = "graphs by name are grid:6x6 or grid:6, torus:6x6, king:8x8, knight:6x6, rook:4x4, queen:5x5, aztec:4, hexagon:3, \
                    triangle:4, hypercube:5, path:9, cycle:9, star:5, wheel:5, complete:12, bipartite:6,6, kneser:6,2, petersen or petersen:10,2";

/// What textbooks call some of them, before a number.
const SYMBOLS: [(&str, &str); 4] = [("K", "complete"), ("C", "cycle"), ("P", "path"), ("Q", "hypercube")];

/// What graphs are called, and which may have been meant by a word: `K3,3` is `bipartite:3,3`.
pub(super) fn names(word: &str) -> String {
    let (name, numbers) = word.split_at(word.find(':').unwrap_or(word.len()));
    let is_numbers = |rest: &&str| rest.split(',').all(|number| number.parse::<u32>().is_ok());
    let by_symbol = SYMBOLS.iter().find_map(|&(symbol, name)| {
        let numbers = word.strip_prefix(symbol).filter(is_numbers)?;
        let name = if symbol == "K" && numbers.contains(',') { "bipartite" } else { name };
        Some(format!("{name}:{numbers}"))
    });
    let near = || Some(similar(name, SHAPES.iter().map(|(name, ..)| *name))?.to_owned() + numbers);
    // A name that is right is not what was wrong.
    let meant = by_symbol.or_else(near).filter(|meant| meant != word);
    meant.map_or_else(String::new, |meant| format!("did you mean `{meant}`? ")) + NAMES
}

/// The most vertices, and the most edges, of a graph by name.
const MAX_SIZE: [usize; 2] = [1 << 20, 1 << 22];

/// Numbers by their names.
pub(super) type Spans = Vec<(String, Span)>;

/// A graph by name; its numbers are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NamedGraph {
    name: &'static str,
    numbers: &'static [&'static str],
    between: char,
}

impl NamedGraph {
    /// The graph that a word names, and its numbers by their names; none if it looks like the name of a file.
    pub(super) fn read(word: &str) -> Option<Result<(Self, Spans), FamilyError>> {
        let (name, numbers) = word.split_once(':').unwrap_or((word, ""));
        let is_word = !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphabetic());
        let known = SHAPES.iter().find(|(known, ..)| *known == name);
        let wrong = |what: String| Some(Err(FamilyError::new(what, names(word))));
        let Some(&(name, names, between)) = known else {
            let is_meant = is_word && word.contains(':') && !std::path::Path::new(word).exists();
            return if is_meant { wrong(format!("no graph is named `{name}`")) } else { None };
        };
        let numbers: Vec<&str> = if numbers.is_empty() { Vec::new() } else { numbers.split(between).collect() };
        let names: &[&str] = match numbers.len() {
            // A square has one number.
            1 if names == SIDES => &["side"],
            0 if name == PETERSEN => &[],
            _ => names,
        };
        if numbers.len() != names.len() {
            let form: Vec<String> = names.iter().map(|name| name.to_uppercase()).collect();
            let colon = if form.is_empty() { "" } else { ":" };
            return wrong(format!("`{word}` should be `{name}{colon}{}`", form.join(&between.to_string())));
        }
        let span = |(name, text): (&&str, &&str)| {
            let wrong = |help: String| FamilyError::new(format!("`{text}` in the graph {word}"), help);
            Ok(((*name).to_owned(), text.parse().map_err(wrong)?))
        };
        Some(
            names
                .iter()
                .zip(&numbers)
                .map(span)
                .collect::<Result<_, _>>()
                .map(|spans| (Self { name, numbers: names, between }, spans)),
        )
    }

    /// How many numbers it has.
    pub(super) fn n_numbers(self) -> usize {
        self.numbers.len()
    }

    /// All numbers: of a square its side twice.
    fn all(self, numbers: &[usize]) -> Vec<usize> {
        if self.name == PETERSEN && numbers.is_empty() {
            return vec![5, 2];
        }
        numbers.repeat(if self.between == 'x' { 2 / numbers.len().max(1) } else { 1 })
    }

    /// The name of the graph with these numbers.
    pub(super) fn word(self, numbers: &[usize]) -> String {
        if numbers.is_empty() {
            return self.name.to_owned();
        }
        let numbers: Vec<String> = self.all(numbers).iter().map(ToString::to_string).collect();
        format!("{}:{}", self.name, numbers.join(&self.between.to_string()))
    }

    /// The graph with these numbers, each edge in both directions if edges are arcs.
    pub(super) fn graph(self, numbers: &[usize], is_directed: bool) -> Result<Graph, FamilyError> {
        let numbers = &self.all(numbers)[..];
        let is_small = self.size(numbers).is_some_and(|size| (0..2).all(|which| size[which] <= MAX_SIZE[which]));
        if !is_small {
            let help = format!("a graph by name has up to {} vertices and {} edges", MAX_SIZE[0], MAX_SIZE[1]);
            return Err(FamilyError::new(format!("{} is too large", self.word(numbers)), help));
        }
        let (names, edges) = self.parts(numbers);
        let there = edges.into_iter().filter(|(a, b)| a != b);
        let both = there.flat_map(|(a, b)| std::iter::once((a, b)).chain(is_directed.then_some((b, a))));
        let edges: Vec<Edge> = both.map(|edge| (edge, None)).collect();
        Ok(Graph::new(names, &edges, is_directed))
    }

    /// A bound on the vertices and edges; none if there are far too many.
    fn size(self, numbers: &[usize]) -> Option<[usize; 2]> {
        let first = numbers.first().copied().unwrap_or_default();
        let product = numbers.iter().try_fold(1usize, |product, &number| product.checked_mul(number));
        let square = |n: usize| n.checked_mul(n);
        Some(match self.name {
            "grid" | "torus" | "king" | "knight" => [product?, product?.checked_mul(4)?],
            "rook" | "queen" => [product?, product?.checked_mul(2 * numbers.iter().max().copied().unwrap_or(0))?],
            "aztec" => [square(first)?.checked_mul(4)?; 2],
            "hexagon" => [square(first)?.checked_mul(6)?, square(first)?.checked_mul(9)?],
            "triangle" => [square(first)?, square(first)?.checked_mul(3)?],
            "hypercube" => [1usize.checked_shl(first.try_into().ok()?)?; 2].map(|n| n.saturating_mul(first.max(1))),
            "complete" => [first, square(first)?],
            "bipartite" => [numbers.iter().try_fold(0usize, |sum, &number| sum.checked_add(number))?, product?],
            "kneser" => {
                let n = usize::try_from(choose(first, numbers[1])).ok()?;
                [n, square(n)?]
            }
            "wheel" => [first.checked_add(1)?, first.checked_mul(2)?],
            PETERSEN => [first.checked_mul(2)?, first.checked_mul(3)?],
            _ => [first.checked_add(1)?; 2],
        })
    }

    /// Names of the vertices, and edges.
    fn parts(self, numbers: &[usize]) -> (Vec<String>, Vec<(usize, usize)>) {
        let first = numbers.first().copied().unwrap_or_default();
        match (self.name, numbers) {
            ("grid", &[n, m]) => steps([n, m], &[[0, 1], [1, 0]], false),
            ("torus", &[n, m]) => steps([n, m], &[[0, 1], [1, 0]], true),
            ("king", &[n, m]) => steps([n, m], &[[0, 1], [1, 0], [1, 1], [1, -1]], false),
            ("knight", &[n, m]) => steps([n, m], &[[1, 2], [1, -2], [2, 1], [2, -1]], false),
            ("rook", &[n, m]) => lines([n, m], false),
            ("queen", &[n, m]) => lines([n, m], true),
            ("aztec", _) => within([2 * first; 2], &[[0, 1], [1, 0]], |cell| is_in_aztec(first, cell), |_| true),
            ("triangle", _) => within([first; 2], &[[0, 1], [1, 0], [1, 1]], |[row, column]| column <= row, |_| true),
            ("hexagon", _) => hexagon(first),
            ("hypercube", _) => {
                let name = |vertex: usize| {
                    (0..first.max(1)).rev().map(move |bit| if vertex >> bit & 1 == 1 { '1' } else { '0' })
                };
                let edges = |vertex: usize| (0..first).map(move |bit| (vertex, vertex ^ 1 << bit));
                (
                    (0..1 << first).map(|vertex| name(vertex).collect()).collect(),
                    (0..1 << first).flat_map(edges).collect(),
                )
            }
            ("path", _) => (from_one(first), (1..first).map(|vertex| (vertex - 1, vertex)).collect()),
            ("cycle", _) => (from_one(first), (0..first).map(|vertex| (vertex, (vertex + 1) % first)).collect()),
            ("star", _) => (from_one(first + 1), (1..=first).map(|leaf| (0, leaf)).collect()),
            ("wheel", _) => {
                let spokes = (1..=first).map(|rim| (0, rim));
                let rim = (1..=first).map(|rim| (rim, rim % first + 1));
                (from_one(first + 1), spokes.chain(rim).collect())
            }
            ("complete", _) => (from_one(first), pairs(first, |_, _| true)),
            ("bipartite", &[left, right]) => {
                let names = (1..=left).map(|a| format!("a{a}")).chain((1..=right).map(|b| format!("b{b}")));
                (names.collect(), pairs(left + right, |a, b| a < left && b >= left))
            }
            ("kneser", &[n, k]) => {
                let sets: Vec<Vec<usize>> = subsets(n, k).collect();
                (
                    sets.iter().map(|set| shown(set)).collect(),
                    pairs(sets.len(), |a, b| sets[a].iter().all(|point| !sets[b].contains(point))),
                )
            }
            // Generalized Petersen graphs (Watkins, 1969): a rim, spokes, and inner vertices k steps apart.
            (_, &[n, k]) => {
                let inner = |at: usize| (at + n, (at + k) % n + n);
                let edges = (0..n).flat_map(|at| [(at, (at + 1) % n), (at, at + n), inner(at)]);
                (from_one(2 * n), edges.collect())
            }
            _ => (Vec::new(), Vec::new()),
        }
    }
}

fn from_one(n: usize) -> Vec<String> {
    (1..=n).map(|vertex| vertex.to_string()).collect()
}

fn pairs(n: usize, are_neighbors: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    all.filter(|&(a, b)| are_neighbors(a, b)).collect()
}

/// The cells of a board by row and column, from 1.
fn cells([n, m]: [usize; 2]) -> Vec<String> {
    (1..=n).flat_map(|row| (1..=m).map(move |column| format!("{row},{column}"))).collect()
}

/// Cells that are one of these steps apart; on a torus, also across the border.
fn steps(size: [usize; 2], steps: &[[isize; 2]], is_torus: bool) -> (Vec<String>, Vec<(usize, usize)>) {
    let [n, m] = size;
    let along = |at: usize, step: isize, length: usize| match at.checked_add_signed(step) {
        Some(there) if there < length => Some(there),
        _ if is_torus && step == 1 => Some(0),
        _ => None,
    };
    let all = (0..n).flat_map(|row| (0..m).map(move |column| [row, column]));
    let edges = all.flat_map(|[row, column]| {
        let there = move |&[down, right]: &[isize; 2]| Some([along(row, down, n)?, along(column, right, m)?]);
        steps.iter().filter_map(there).map(move |[to, side]| (row * m + column, to * m + side))
    });
    (cells(size), edges.collect())
}

/// Cells in one row or column; or diagonal.
fn lines(size: [usize; 2], has_diagonals: bool) -> (Vec<String>, Vec<(usize, usize)>) {
    let place = |cell: usize| [cell / size[1], cell % size[1]];
    let edges = pairs(size[0] * size[1], |a, b| {
        let ([row, column], [to, side]) = (place(a), place(b));
        let (down, right) = (row.abs_diff(to), column.abs_diff(side));
        down == 0 || right == 0 || has_diagonals && down == right
    });
    (cells(size), edges)
}

/// The cells of a part of a rectangle that are one of these steps apart, if it leads right or a cell has edges to those below.
fn within(
    size: [usize; 2],
    directions: &[[isize; 2]],
    is_in: impl Fn([usize; 2]) -> bool,
    has_below: impl Fn([usize; 2]) -> bool,
) -> (Vec<String>, Vec<(usize, usize)>) {
    let (names, edges) = steps(size, directions, false);
    let place = |cell: usize| [cell / size[1], cell % size[1]];
    let mut next = 0..;
    let new: Vec<Option<usize>> = (0..names.len()).map(|cell| is_in(place(cell)).then(|| next.next())?).collect();
    let edges = edges.into_iter().filter(|&(a, b)| a + 1 == b || has_below(place(a)));
    let edges = edges.filter_map(|(a, b)| Some((new[a]?, new[b]?))).collect();
    (names.into_iter().zip(&new).filter(|(_, new)| new.is_some()).map(|(name, _)| name).collect(), edges)
}

/// The honeycomb of n hexagons a side, as a wall of bricks: two rows of each n, of which those in the middle are the longest, and a step down from every second cell. Its vertices are also the triangles of a
/// hexagon of side n, and its perfect matchings the tilings of that by rhombs, which are the plane partitions in a box (OEIS A008793).
fn hexagon(n: usize) -> (Vec<String>, Vec<(usize, usize)>) {
    let is_in = |[row, column]: [usize; 2]| {
        let margin = if row < n { n - 1 - row } else { row - n };
        (margin..(4 * n - 1) - margin).contains(&column)
    };
    within([2 * n, (4 * n).saturating_sub(1)], &[[0, 1], [1, 0]], is_in, |[row, column]| (row + column + n) % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(word: &str) -> Result<Graph, FamilyError> {
        let (shape, spans) = NamedGraph::read(word).unwrap_or_else(|| panic!("{word}"))?;
        let numbers: Vec<usize> = spans.iter().map(|(_, span)| span.single().unwrap()).collect();
        assert_eq!((shape.word(&numbers), numbers.len()), (word.to_owned(), shape.n_numbers()));
        shape.graph(&numbers, false)
    }

    /// Vertices, edges, and the least and the greatest degree, which are known for each.
    #[test]
    fn graphs_have_the_size_and_the_degrees_that_they_should() {
        let cases = [
            ("grid:3x4", [12, 17, 2, 4]),
            ("grid:1x1", [1, 0, 0, 0]),
            ("torus:4x5", [20, 40, 4, 4]),
            ("torus:2x3", [6, 9, 3, 3]),
            ("king:3x3", [9, 20, 3, 8]),
            ("knight:8x8", [64, 168, 2, 8]),
            ("rook:3x4", [12, 30, 5, 5]),
            ("queen:5x5", [25, 160, 12, 16]),
            ("aztec:1", [4, 4, 2, 2]),
            ("aztec:3", [24, 36, 2, 4]),
            ("hexagon:1", [6, 6, 2, 2]),
            ("hexagon:3", [54, 72, 2, 3]),
            ("triangle:1", [1, 0, 0, 0]),
            ("triangle:4", [10, 18, 2, 6]),
            ("hypercube:5", [32, 80, 5, 5]),
            ("hypercube:0", [1, 0, 0, 0]),
            ("path:9", [9, 8, 1, 2]),
            ("cycle:9", [9, 9, 2, 2]),
            ("cycle:1", [1, 0, 0, 0]),
            ("star:5", [6, 5, 1, 5]),
            ("complete:12", [12, 66, 11, 11]),
            ("bipartite:3,6", [9, 18, 3, 6]),
            ("kneser:5,2", [10, 15, 3, 3]),
            ("kneser:6,2", [15, 45, 6, 6]),
            ("petersen", [10, 15, 3, 3]),
            ("petersen:10,2", [20, 30, 3, 3]),
            ("wheel:5", [6, 10, 3, 5]),
        ];
        for (word, [vertices, edges, least, greatest]) in cases {
            let graph = graph(word).unwrap();
            let degrees: Vec<usize> = graph.edges_at().iter().map(Vec::len).collect();
            let [low, high] = [degrees.iter().min(), degrees.iter().max()].map(|degree| *degree.unwrap());
            assert_eq!([graph.n_vertices(), graph.n_edges(), low, high], [vertices, edges, least, greatest], "{word}");
            assert!(!graph.names.contains(&String::new()), "{word}");
        }
        assert_eq!(graph("cycle:0").unwrap(), Graph::default());
        for (word, meant) in
            [("K3,3", "bipartite:3,3"), ("K5", "complete:5"), ("peterson", "petersen"), ("gird:3x4", "grid:3x4")]
        {
            assert!(names(word).starts_with(&format!("did you mean `{meant}`? graphs")), "{}", names(word));
        }
        assert!(["grid:3", "x"].iter().all(|word| names(word).starts_with("graphs")));
        let (square, spans) = NamedGraph::read("king:3..5").unwrap().unwrap();
        assert_eq!((square.word(&[4]), spans.len(), square.n_numbers()), ("king:4x4".to_owned(), 1, 1));
        assert_eq!(square.graph(&[3], false), graph("king:3x3"));
    }

    #[test]
    fn what_is_no_name_says_so() {
        assert!(["graph.txt", "grid.col", "./grid:3x3", "a b", ""].iter().all(|word| NamedGraph::read(word).is_none()));
        for (word, part) in [
            ("gird:6x6", "no graph is named `gird`"),
            ("grid:6x6x6", "`grid:ROWSxCOLUMNS`"),
            ("petersen:3", "should be"),
            ("grid:axb", "`a` in the graph"),
            ("hypercube:99", "too large"),
            ("kneser:64,32", "too large"),
            ("complete:99999", "too large"),
        ] {
            let error = graph(word).unwrap_err().to_string();
            assert!(error.contains(part), "{word}: {error}");
        }
    }
}
