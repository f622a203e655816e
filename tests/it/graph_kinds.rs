//! Graphs and colored sides up to symmetry: what the permutations of the vertices that keep a graph carry into one another, found by carrying all of it about.

use std::collections::BTreeSet;

use crate::cli::{Said, file_in, program, told};

type Edge = (usize, usize);

/// A graph with vertices 0 to n - 1, its arcs if it is directed.
struct Drawn {
    n: usize,
    edges: Vec<Edge>,
    is_directed: bool,
}

/// All orders of the numbers below n.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let longer = |order: Vec<usize>| (0..n).map(move |place| [&order[..place], &[n - 1], &order[place..]].concat());
    orders(n - 1).into_iter().flat_map(longer).collect()
}

impl Drawn {
    fn carried(&self, (a, b): Edge, order: &[usize]) -> Edge {
        let (a, b) = (order[a], order[b]);
        if self.is_directed { (a, b) } else { (a.min(b), a.max(b)) }
    }

    /// The permutations of vertices that carry edges to edges.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let edges: BTreeSet<Edge> = self.edges.iter().copied().collect();
        let keeps = |order: &Vec<usize>| self.edges.iter().all(|&edge| edges.contains(&self.carried(edge, order)));
        orders(self.n).into_iter().filter(keeps).collect()
    }

    /// How many there are of what no map carries into one another.
    fn kinds<T: Ord + Clone>(all: impl Iterator<Item = T>, maps: &[impl Fn(&T) -> T]) -> usize {
        let mut all: BTreeSet<T> = all.collect();
        let mut number = 0;
        while let Some(one) = all.pop_first() {
            number += 1;
            for map in maps {
                all.remove(&map(&one));
            }
        }
        number
    }

    fn kinds_of_vertex_sets(&self, is_right: impl Fn(u32) -> bool) -> usize {
        let symmetries = self.symmetries();
        let carry = |order: Vec<usize>| {
            move |set: &u32| (0..order.len()).filter(|v| set >> v & 1 == 1).map(|v| 1 << order[v]).sum::<u32>()
        };
        let maps: Vec<_> = symmetries.into_iter().map(carry).collect();
        Self::kinds((0..1u32 << self.n).filter(|&set| is_right(set)), &maps)
    }

    fn kinds_of_edge_sets(&self, is_right: impl Fn(&[Edge]) -> bool) -> usize {
        let symmetries = self.symmetries();
        let carry = |order: Vec<usize>| {
            move |set: &Vec<Edge>| {
                let mut set: Vec<Edge> = set.iter().map(|&edge| self.carried(edge, &order)).collect();
                set.sort_unstable();
                set
            }
        };
        let maps: Vec<_> = symmetries.into_iter().map(carry).collect();
        let chosen = |set: u32| {
            let mut chosen: Vec<Edge> =
                (0..self.edges.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| self.edges[edge]).collect();
            chosen.sort_unstable();
            chosen
        };
        Self::kinds((0..1u32 << self.edges.len()).map(chosen).filter(|set| is_right(set)), &maps)
    }

    fn kinds_of_colorings(&self, n_colors: usize) -> usize {
        let (symmetries, names) = (self.symmetries(), orders(n_colors));
        let carry = |order: &Vec<usize>, name: &Vec<usize>| {
            let (order, name) = (order.clone(), name.clone());
            move |colors: &Vec<usize>| {
                let mut carried = vec![0; colors.len()];
                colors.iter().enumerate().for_each(|(vertex, &color)| carried[order[vertex]] = name[color]);
                carried
            }
        };
        let maps: Vec<_> =
            symmetries.iter().flat_map(|order| names.iter().map(move |name| carry(order, name))).collect();
        let colors = |number: usize| -> Vec<usize> {
            (0..self.n).scan(number, |rest, _| Some(std::mem::replace(rest, *rest / n_colors) % n_colors)).collect()
        };
        let all = (0..n_colors.pow(u32::try_from(self.n).unwrap())).map(colors);
        let is_right = |colors: &Vec<usize>| self.edges.iter().all(|&(a, b)| colors[a] != colors[b]);
        Self::kinds(all.filter(is_right), &maps)
    }

    /// Partitions of the vertices, or of the edges, into cliques, of this many vertices if a number is given.
    fn clique_covers(&self, of_edges: bool, size: Option<usize>) -> Vec<Vec<Vec<usize>>> {
        let is_edge = |a: usize, b: usize| self.edges.contains(&(a.min(b), a.max(b)));
        let least = if of_edges { 2 } else { 1 };
        let sets = (0..1u32 << self.n).map(|set| (0..self.n).filter(|v| set >> v & 1 == 1).collect::<Vec<usize>>());
        let is_clique = |set: &Vec<usize>| {
            set.len() >= least
                && size.is_none_or(|size| set.len() == size)
                && set.iter().all(|&a| set.iter().all(|&b| a == b || is_edge(a, b)))
        };
        let cliques: Vec<Vec<usize>> = sets.filter(is_clique).collect();
        let items: Vec<Edge> = if of_edges { self.edges.clone() } else { (0..self.n).map(|v| (v, v)).collect() };
        let has = |clique: &Vec<usize>, (a, b): Edge| clique.contains(&a) && clique.contains(&b);
        let (mut open, mut whole) = (vec![Vec::<Vec<usize>>::new()], Vec::new());
        while let Some(some) = open.pop() {
            let free = |item: &Edge| !some.iter().any(|clique| has(clique, *item));
            let Some(next) = items.iter().copied().find(free) else {
                whole.push(some);
                continue;
            };
            let fits =
                |clique: &&Vec<usize>| has(clique, next) && items.iter().all(|item| !has(clique, *item) || free(item));
            open.extend(
                cliques.iter().filter(fits).map(|clique| [some.as_slice(), std::slice::from_ref(clique)].concat()),
            );
        }
        whole.iter_mut().for_each(|cover| cover.sort_unstable());
        whole
    }

    fn kinds_of_clique_covers(&self, of_edges: bool, size: Option<usize>) -> usize {
        let carry = |order: Vec<usize>| {
            move |cover: &Vec<Vec<usize>>| {
                let image = |clique: &Vec<usize>| {
                    let mut image: Vec<usize> = clique.iter().map(|&vertex| order[vertex]).collect();
                    image.sort_unstable();
                    image
                };
                let mut cover: Vec<Vec<usize>> = cover.iter().map(image).collect();
                cover.sort_unstable();
                cover
            }
        };
        let maps: Vec<_> = self.symmetries().into_iter().map(carry).collect();
        Self::kinds(self.clique_covers(of_edges, size).into_iter(), &maps)
    }

    /// The program's count of kinds.
    fn counted(&self, family: &str, more: &str) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graph.col");
        let lines: String = self.edges.iter().map(|(a, b)| format!("e {} {}\n", a + 1, b + 1)).collect();
        std::fs::write(&path, format!("p edge {} {}\n{lines}", self.n, self.edges.len())).unwrap();
        let (text, _) = told(&format!("{family} {} {more} --up-to-symmetry -q -j 1", path.display()));
        text.trim().parse().unwrap_or_else(|_| panic!("{family} {more}: {text}"))
    }

    /// Compares what may be asked of this graph.
    fn check(&self) {
        let has = |set: u32, vertex: usize| set >> vertex & 1 == 1;
        if self.is_directed {
            let is_cover = |set: &[Edge]| {
                set.len() == self.n
                    && (0..self.n).all(|v| set.iter().any(|&(a, _)| a == v) && set.iter().any(|&(_, b)| b == v))
            };
            assert_eq!(self.counted("cycles", "--directed"), self.kinds_of_edge_sets(is_cover), "{:?}", self.edges);
            return;
        }
        let is_free = |set: u32| self.edges.iter().all(|&(a, b)| !(has(set, a) && has(set, b)));
        let covers = |set: u32| self.edges.iter().all(|&(a, b)| has(set, a) || has(set, b));
        assert_eq!(self.counted("independent", ""), self.kinds_of_vertex_sets(is_free), "{:?}", self.edges);
        assert_eq!(self.counted("vertexcover", ""), self.kinds_of_vertex_sets(covers), "{:?}", self.edges);
        let degree = |set: &[Edge], vertex: usize| set.iter().filter(|(a, b)| *a == vertex || *b == vertex).count();
        let regular = |k: usize| move |set: &[Edge]| (0..self.n).all(|vertex| degree(set, vertex) == k);
        assert_eq!(self.counted("matching", ""), self.kinds_of_edge_sets(regular(1)), "{:?}", self.edges);
        assert_eq!(self.counted("cycles", ""), self.kinds_of_edge_sets(regular(2)), "{:?}", self.edges);
        for (size, words) in [(None, ""), (Some(2), "--size 2"), (Some(3), "--size 3")] {
            let kinds = |of_edges| self.kinds_of_clique_covers(of_edges, size);
            assert_eq!(self.counted("cliques", words), kinds(false), "{words} {:?}", self.edges);
            assert_eq!(self.counted("cliques", &format!("--edges {words}")), kinds(true), "{words} {:?}", self.edges);
        }
        for n_colors in [2, 3] {
            let more = format!("--colors {n_colors}");
            assert_eq!(self.counted("coloring", &more), self.kinds_of_colorings(n_colors), "{:?}", self.edges);
        }
    }
}

/// Graphs with many symmetries, with vertices that have no edge, in several pieces; and with four edges at each vertex, where the edges that are in and those that are out are alike.
#[test]
fn kinds_are_those_of_the_graph() {
    let draw = |n: usize, steps: &[usize]| {
        let edges = steps.iter().flat_map(|step| (0..n).map(move |v| (v.min((v + step) % n), v.max((v + step) % n))));
        edges.collect::<BTreeSet<Edge>>().into_iter().collect::<Vec<_>>()
    };
    let all = |edges: &[Edge]| edges.to_vec();
    for (n, edges) in [
        (3, Vec::new()),
        (4, all(&[(0, 1)])),
        (4, all(&[(0, 2), (1, 3)])),
        (4, all(&[(0, 3), (1, 3)])),
        (5, all(&[(0, 1), (0, 2), (0, 3), (0, 4)])),
        (5, draw(5, &[1])),
        (5, draw(5, &[1, 2])),
        (6, draw(6, &[1])),
        (6, draw(6, &[1, 2])),
        (6, draw(6, &[1, 3])),
        (7, draw(7, &[1, 2])),
        (5, all(&[(0, 1), (0, 2), (0, 4), (1, 2), (1, 4), (2, 4), (2, 3)])),
        (6, all(&[(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (0, 3), (2, 4)])),
        (5, all(&[(2, 3), (1, 4), (2, 4), (0, 4), (0, 1), (1, 2)])),
    ] {
        Drawn { n, edges, is_directed: false }.check();
    }
    let mut dice = fastrand::Rng::with_seed(3);
    for n in [3, 4, 4, 5] {
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        let arcs: Vec<Edge> = pairs.clone().filter(|_| dice.u8(..10) < 6).collect();
        Drawn { n, edges: pairs.clone().filter(|(a, b)| a != b).collect(), is_directed: true }.check();
        Drawn { n, edges: arcs, is_directed: true }.check();
        Drawn { n, edges: pairs.filter(|(a, b)| a < b && dice.bool()).collect(), is_directed: false }.check();
    }
}

/// What a problem fixes so that each thing is counted once would not be one of each kind.
#[test]
fn what_has_other_symmetries_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file_in(&folder, name, text);
    let (graph, formula) = (file("g.txt", "a b\nb c\nc a\n"), file("f.cnf", "p cnf 3 1\n1 2 3 0\n"));
    let (coins, picture) = (file("k.txt", "2 2 2 2"), file("p.txt", "1\n1\n\n1\n1\n"));
    for words in [
        "tour 5".into(),
        format!("tour {graph} --directed"),
        format!("independent {graph} --size 1"),
        format!("independent {graph} --maximal"),
        format!("vertexcover {graph} --minimal"),
        format!("cnf {formula}"),
        format!("knapsack {coins} --sum 4"),
        format!("nonogram {picture}"),
        "latin 5 --mates".into(),
    ] {
        let output = program().args(words.split_whitespace()).arg("--up-to-symmetry").output().unwrap();
        let said = output.said();
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains("--up-to-symmetry cannot be used here"), "{words}: {said}");
    }
    for (words, help) in [
        ("tour 5", "leave --up-to-symmetry out"),
        ("latin 4 --reduced", "leave --reduced out"),
        ("independent 4 --size 1", "leave --size out"),
    ] {
        let (_, said) = told(&format!("{words} --up-to-symmetry"));
        assert!(said.contains(&format!("help: {help}")), "{words}: {said}");
    }
}

/// Sides of squares in two colors, as all tiles together have them: one for each class under the rotations and reflections of the board, and the exchange of the colors unless the border has one.
#[test]
fn kinds_of_colored_sides_are_those_of_the_board() {
    for (rows, columns, has_border) in [(1, 1, false), (1, 2, false), (2, 2, false), (1, 3, false), (2, 2, true)] {
        // By twice the place of the middle of a side.
        let middles = (0..=2 * rows).flat_map(|y| (0..=2 * columns).map(move |x| (y, x)));
        let sides: Vec<(usize, usize)> = middles.filter(|(y, x)| (y + x) % 2 == 1).collect();
        let is_border = |(y, x): (usize, usize)| y == 0 || x == 0 || y == 2 * rows || x == 2 * columns;
        let is_right = |colors: &u32| {
            !has_border || sides.iter().enumerate().all(|(k, &side)| !is_border(side) || colors >> k & 1 == 0)
        };
        let place = |side: (usize, usize)| sides.iter().position(|&other| other == side).unwrap();
        let mut maps = Vec::new();
        for turn in 0..if rows == columns { 8 } else { 4 } {
            let carried = |(y, x): (usize, usize)| {
                let (y, x) =
                    (if turn & 1 == 1 { 2 * rows - y } else { y }, if turn & 2 == 2 { 2 * columns - x } else { x });
                if turn & 4 == 4 { (x, y) } else { (y, x) }
            };
            let images: Vec<usize> = sides.iter().map(|&side| place(carried(side))).collect();
            for exchanged in 0..if has_border { 1 } else { 2 } {
                let images = images.clone();
                maps.push(move |colors: &u32| {
                    images.iter().enumerate().map(|(k, image)| ((colors >> k & 1) ^ exchanged) << image).sum::<u32>()
                });
            }
        }
        let expected = Drawn::kinds((0..1u32 << sides.len()).filter(is_right), &maps);
        let border = if has_border { "--border 1" } else { "" };
        let words = format!("edges 2 --rows {rows} --columns {columns} --reuse {border} --up-to-symmetry -q");
        assert_eq!(told(&words).0.trim(), expected.to_string(), "{words}");
    }
    // Letters are exchanged everywhere or nowhere: 16 squares of a and b, up to their rows, columns and letters.
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(&folder, "words.txt", "aa\nab\nba\nbb\n");
    assert_eq!(told(&format!("words {path} --rows 2 --up-to-symmetry -q")).0, "4\n");
}

/// An option that can never be chosen breaks no symmetry.
#[test]
fn what_cannot_be_chosen_is_not_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.dlx");
    for more in ["", "a\n", "a b\n"] {
        std::fs::write(&path, format!("p | a b\np a\np b\n{more}")).unwrap();
        assert_eq!(told(&format!("file {} --up-to-symmetry -q", path.display())).0, "1\n", "{more}");
    }
}
