//! Options that must be connected: random problems against the naive counter, random graphs against all subsets of their edges, and what is published.

use std::collections::{HashMap, HashSet};

use dlx_count::engine::frontier::Diagram;
use dlx_count::engine::links::Solutions;
use dlx_count::engine::{RunSignal, Task};
use dlx_count::family::{Graph, graph, known};
use dlx_count::format::{InputFormat, OutputFormat, read, write};
use dlx_count::problem::{Connected, Constraints, Multiplicity};
use dlx_count::session::{Explanation, relaxed};
use dlx_count::symmetry::{CountQuery, GroupError};
use dlx_count::{Color, Count, EngineKind, ItemId, OptionId, Problem, Session, SplitDepth};
use proptest::prelude::*;

use crate::cli::{Said, run, told};
use crate::common::{MEMORY, count, count_task, pair, seeded};
use crate::explain::none_can_be_spared;
use crate::oracle;
use crate::reductions::graph_of;

/// The engines that know how options must be connected.
fn able(problem: &Problem) -> impl Iterator<Item = EngineKind> {
    EngineKind::ALL.iter().copied().filter(|engine| engine.knows(problem))
}

/// A random problem: covers with colors, some items covered several times, and ports at random.
fn drawn(seed: u64) -> Problem {
    let mut dice = fastrand::Rng::with_seed(seed);
    let (n_primary, n_secondary, n_nodes) = (dice.usize(0..7), dice.usize(0..4), dice.usize(1..8));
    let mut builder = Problem::builder();
    let primary = (0..n_primary).map(|item| builder.primary(format!("p{item}")).unwrap()).collect::<Vec<_>>();
    let secondary = (0..n_secondary).map(|item| builder.secondary(format!("s{item}")).unwrap()).collect::<Vec<_>>();
    let items: Vec<ItemId> = primary.iter().chain(&secondary).copied().collect();
    let colors = ["", "red", "blue"].map(|label| builder.color(label).unwrap());
    let nodes: Vec<_> = (0..n_nodes)
        .map(|node| {
            // Most nodes have no color.
            let color = ["", "red", "blue"][dice.usize(0..8).saturating_sub(5)];
            builder.colored_node(&format!("n{node}"), color).unwrap()
        })
        .collect();
    let keeps_apart = dice.bool();
    for _ in 0..dice.usize(0..18) {
        let has = items.iter().filter(|_| dice.usize(0..items.len()) < 2).copied().collect::<Vec<_>>();
        let color = |item: &ItemId| if item.index() < n_primary { Color::NONE } else { colors[dice.usize(0..3)] };
        let colored: Vec<Color> = has.iter().map(color).collect();
        let cells: Vec<(ItemId, Color)> = has.into_iter().zip(colored).collect();
        let option = builder.colored_option(&cells).unwrap();
        let n_ports = [0, 1, 2, 2, 3][dice.usize(0..5)].min(n_nodes);
        let ports = dice.choose_multiple(nodes.iter().copied(), n_ports);
        match keeps_apart && dice.usize(0..3) == 0 {
            true => builder.apart(option, &ports).unwrap(),
            false => builder.ports(option, &ports).unwrap(),
        };
    }
    let least = dice.usize(0..3);
    let components = Multiplicity { least, most: dice.bool().then(|| least + dice.usize(0..2)) };
    let least = dice.usize(0..4);
    let sizes = Multiplicity { least, most: dice.bool().then(|| least + dice.usize(0..3)) };
    let nodes = if dice.bool() { Multiplicity::ANY } else { sizes };
    builder.connected(Connected { components, nodes, is_acyclic: dice.usize(0..3) == 0 });
    let problem = builder.build();
    let least = dice.usize(0..3);
    let times = Multiplicity { least, most: dice.bool().then(|| least + dice.usize(0..2)) };
    match primary.first().filter(|_| dice.usize(0..4) == 0) {
        Some(&item) => problem.with_times(&[(item, times)]).unwrap(),
        None => problem,
    }
}

proptest! {
    #![proptest_config(seeded(600))]

    /// Every engine that knows the problem, whole and in tasks; solutions one by one, the diagram of all, and samples.
    #[test]
    fn random_problems_agree_with_the_naive_counter(seed in any::<u64>()) {
        let problem = drawn(seed);
        let mut expected = oracle::solutions(&problem);
        expected.iter_mut().for_each(|solution| solution.sort_unstable());
        expected.sort_unstable();
        let number = Count::from(expected.len() as u64);
        for kind in able(&problem) {
            let mut engine = kind.build(&problem, MEMORY);
            prop_assert_eq!(&count_task(&mut *engine, &Task::root(), false).0, &number, "{}", kind.name());
            let split = pair().split(&problem, SplitDepth::At(2));
            let below = |task: &Task| count_task(&mut *engine, task, true).0;
            let sum = split.tasks.iter().map(below).fold(split.tally.count, |sum, count| sum + count);
            prop_assert_eq!(&sum, &number, "{} in tasks", kind.name());
        }
        let mut found: Vec<Vec<OptionId>> = Solutions::shuffled(&problem, seed).collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &expected);
        let diagram = Diagram::new(&problem, MEMORY, &RunSignal::default()).unwrap();
        prop_assert_eq!((diagram.count(), diagram.zdd(MEMORY).unwrap().count()), (number.clone(), number));
        for sample in diagram.sample(3, &mut fastrand::Rng::with_seed(seed)) {
            prop_assert!(expected.contains(&sample));
        }
    }
}

proptest! {
    #![proptest_config(seeded(60))]

    /// Threads, splits, merging, demands, and what is written and read.
    #[test]
    fn sessions_agree(seed in any::<u64>(), merging: bool) {
        let problem = drawn(seed);
        let expected = Count::from(oracle::count(&problem));
        prop_assert_eq!(&pair().count(&problem).unwrap().count, &expected);
        for kind in able(&problem) {
            for (threads, depth) in [(2, SplitDepth::Auto), (7, SplitDepth::At(1)), (1, SplitDepth::At(9))] {
                let session = Session::builder().engine(kind).threads(threads).split_depth(depth).merging(merging);
                prop_assert_eq!(&session.build().unwrap().count(&problem).unwrap().count, &expected, "{}", kind.name());
            }
        }
        for (written, wanted) in [(OutputFormat::Json, None), (OutputFormat::Dlx, Some(InputFormat::Dlx))] {
            let mut text = Vec::new();
            // Knuth's format has no options without items.
            if write(&problem, written, &mut text).is_err_and(|error| error.to_string().contains("without items")) {
                continue;
            }
            let again = read(text.as_slice(), wanted).unwrap();
            prop_assert_eq!(Count::from(oracle::count(&again)), expected.clone());
            prop_assert_eq!(again.connected(), problem.connected());
            let ports = |problem: &Problem| {
                let name = |&node: &_| [problem.node_label(node), problem.color_label(problem.node_color(node))].join(":");
                let names = |option| problem.ports_of(option).iter().map(name).chain(problem.keeps_apart(option).then(String::new)).collect();
                problem.options().map(names).collect::<Vec<Vec<String>>>()
            };
            prop_assert_eq!(ports(again.original()), ports(problem.original()));
        }
        if problem.original().n_options() > 0 {
            let selected = Constraints { select: vec![OptionId::from_index(0)], ..Constraints::default() };
            let constrained = problem.constrained(&selected).unwrap();
            prop_assert_eq!(count(&constrained), oracle::count(&constrained));
        }
        for format in [OutputFormat::Ec, OutputFormat::List, OutputFormat::Matrix, OutputFormat::Csv, OutputFormat::Cnf, OutputFormat::Opb, OutputFormat::Lp, OutputFormat::Mps] {
            let error = write(&problem, format, Vec::new()).unwrap_err().to_string();
            prop_assert!(error.contains("must be connected"), "{}", error);
        }
    }
}

/// A random graph as a set of edges among this many vertices.
#[derive(Clone, Debug)]
struct Drawing {
    n: usize,
    edges: Vec<(usize, usize)>,
}

impl Drawing {
    fn graph(&self) -> Graph {
        graph_of(self.n, self.edges.iter().copied(), false)
    }

    /// How many sets of edges are right.
    fn n_sets(&self, is_right: impl Fn(&Part) -> bool) -> u64 {
        let sets = (0..1usize << self.edges.len()).map(|set| {
            let chosen = self.edges.iter().enumerate().filter(|(edge, _)| set >> edge & 1 == 1).map(|(_, &ends)| ends);
            Part::new(self.n, &chosen.collect::<Vec<_>>())
        });
        sets.filter(|part| is_right(part)).count() as u64
    }
}

/// A part of a graph: how many edges each vertex has there, and which component each vertex is in.
struct Part {
    n_edges: usize,
    degrees: Vec<usize>,
    component: Vec<usize>,
}

impl Part {
    fn new(n: usize, edges: &[(usize, usize)]) -> Self {
        let (mut degrees, mut component) = (vec![0; n], (0..n).collect::<Vec<_>>());
        for &(a, b) in edges {
            degrees[a] += 1;
            degrees[b] += 1;
            let [from, to] = [component[a], component[b]];
            component.iter_mut().filter(|other| **other == from).for_each(|other| *other = to);
        }
        Self { n_edges: edges.len(), degrees, component }
    }

    /// The components of the vertices that have edges, or of all.
    fn n_components(&self, of_all: bool) -> usize {
        let there = (0..self.degrees.len()).filter(|&vertex| of_all || self.degrees[vertex] > 0);
        there.map(|vertex| self.component[vertex]).collect::<HashSet<_>>().len()
    }

    fn is_forest(&self) -> bool {
        self.n_edges + self.n_components(true) == self.degrees.len()
    }
}

fn drawings() -> impl Strategy<Value = Drawing> {
    (1usize..7).prop_flat_map(|n| {
        let edges = prop::collection::hash_set((0..n, 0..n), 0..11);
        edges.prop_map(move |edges| {
            let ordered: HashSet<(usize, usize)> =
                edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
            Drawing { n, edges: ordered.into_iter().collect() }
        })
    })
}

/// How many partitions of some vertices, a bit for each, into connected parts within bounds: the part of the first vertex, and what is left.
fn n_districts(neighbors: &[usize], sizes: Multiplicity, left: usize, known: &mut HashMap<usize, u64>) -> u64 {
    if left == 0 {
        return 1;
    }
    if let Some(&number) = known.get(&left) {
        return number;
    }
    let (first, mut number) = (left & left.wrapping_neg(), 0);
    let mut others = left ^ first;
    loop {
        let part = others | first;
        let size = part.count_ones() as usize;
        if sizes.least <= size && sizes.most.is_none_or(|most| size <= most) && hangs_together(neighbors, part) {
            number += n_districts(neighbors, sizes, left & !part, known);
        }
        if others == 0 {
            break;
        }
        others = (others - 1) & (left ^ first);
    }
    known.insert(left, number);
    number
}

fn hangs_together(neighbors: &[usize], set: usize) -> bool {
    let mut reached = set & set.wrapping_neg();
    loop {
        let more = (0..neighbors.len()).filter(|vertex| reached >> vertex & 1 == 1);
        let more = more.fold(reached, |all, vertex| all | neighbors[vertex] & set);
        if more == reached {
            return reached == set;
        }
        reached = more;
    }
}

/// Two parts may meet through a third one, some of whose vertices are joined already: the smallest graphs on which that matters have ten vertices.
#[test]
fn parts_meet_through_others() {
    let graph = graph("4 10\n2 3\n1 10\n7 10\n2 8\n1 3\n2 4\n4 5\n5 6\n1 5\n5 9\n4 7\n", false).unwrap();
    let number = |sizes| count(&graph.districts(Multiplicity::ANY, sizes).unwrap());
    assert_eq!(number(Multiplicity::ANY), 1648);
    assert_eq!(number(Multiplicity { least: 0, most: Some(6) }), 1522);
}

proptest! {
    #![proptest_config(seeded(40))]

    /// Districts of sparse graphs in which parts meet through others, by the part of the first vertex.
    #[test]
    fn larger_districts_agree_with_parts_taken_one_by_one(
        n in 9usize..12,
        pairs in prop::collection::vec((0usize..12, 0usize..12), 8..18),
        least in 0usize..4,
        most in prop::option::of(3usize..8),
    ) {
        let edges: HashSet<(usize, usize)> = pairs.into_iter().filter(|&(a, b)| a < b && b < n).collect();
        let mut neighbors = vec![0; n];
        for &(a, b) in &edges {
            neighbors[a] |= 1 << b;
            neighbors[b] |= 1 << a;
        }
        let drawing = Drawing { n, edges: edges.into_iter().collect() };
        let sizes = Multiplicity { least, most: most.map(|most| most.max(least)) };
        let problem = drawing.graph().districts(Multiplicity::ANY, sizes).unwrap();
        let expected = n_districts(&neighbors, sizes, (1 << n) - 1, &mut HashMap::new());
        for engine in [EngineKind::Frontier, EngineKind::Links] {
            let session = Session::builder().engine(engine).build().unwrap();
            prop_assert_eq!(session.count(&problem).unwrap().count.to_u64(), Some(expected));
        }
    }
}

proptest! {
    #![proptest_config(seeded(150))]

    /// Single cycles through all vertices, paths, trees, forests and sets that are connected, each by trying all sets of edges or vertices.
    #[test]
    fn random_graphs_agree_with_all_subsets(drawing in drawings(), k in 0usize..5) {
        let (n, graph) = (drawing.n, drawing.graph());
        let tours = |part: &Part| n >= 3 && part.degrees.iter().all(|&degree| degree == 2) && part.n_components(true) == 1;
        prop_assert_eq!(count(&graph.tours().unwrap()), drawing.n_sets(tours));
        let is_path = |part: &Part| {
            let ends = [0, n - 1];
            let is_right = |vertex: usize| if ends.contains(&vertex) { part.degrees[vertex] == 1 } else { [0, 2].contains(&part.degrees[vertex]) };
            (0..n).all(is_right) && part.n_components(false) == 1
        };
        if n > 1 {
            prop_assert_eq!(count(&graph.paths([0, n - 1], false).unwrap()), drawing.n_sets(is_path));
            let passes_all = |part: &Part| is_path(part) && part.degrees.iter().all(|&degree| degree > 0);
            prop_assert_eq!(count(&graph.paths([0, n - 1], true).unwrap()), drawing.n_sets(passes_all));
        }
        prop_assert_eq!(count(&graph.spanning_forests(None).unwrap()), drawing.n_sets(Part::is_forest));
        let trees = |number: usize| drawing.n_sets(|part| part.is_forest() && part.n_components(true) == number);
        prop_assert_eq!(count(&graph.spanning_forests(Some(1)).unwrap()), trees(1));
        let known = graph.n_spanning_trees();
        prop_assert_eq!(known.is_some(), graph.n_vertices() > 1);
        prop_assert!(known.is_none_or(|number| number == trees(1).into()));
        prop_assert_eq!(count(&graph.spanning_forests(Some(k)).unwrap()), trees(k));
        let is_piece = |set: usize, size: Option<usize>| {
            let has = |vertex: usize| set >> vertex & 1 == 1;
            let inside: Vec<_> = drawing.edges.iter().copied().filter(|&(a, b)| has(a) && has(b)).collect();
            let part = Part::new(n, &inside);
            let components: HashSet<usize> = (0..n).filter(|&vertex| has(vertex)).map(|vertex| part.component[vertex]).collect();
            components.len() == 1 && size.is_none_or(|size| set.count_ones() as usize == size)
        };
        let pieces = |size| (0..1usize << n).filter(|&set| is_piece(set, size)).count() as u64;
        prop_assert_eq!(count(&graph.connected_sets(None).unwrap()), pieces(None));
        prop_assert_eq!(count(&graph.connected_sets(Some(k)).unwrap()), pieces(Some(k)));
        prop_assert_eq!(count(&connected_edges(&drawing)), drawing.n_sets(|part| part.n_components(false) == 1));
    }

    /// Districts, by trying all partitions of the vertices: any number of parts or a given one, of any size or within bounds.
    #[test]
    fn random_districts_agree_with_all_partitions(drawing in drawings(), k in 0usize..5, least in 0usize..4, more in 0usize..3) {
        let graph = drawing.graph();
        let partitions = partitions(drawing.n);
        for number in [Multiplicity::ANY, Multiplicity::exactly(k)] {
            for sizes in [
                Multiplicity::ANY,
                Multiplicity { least, most: None },
                Multiplicity { least, most: Some(least + more) },
                Multiplicity::exactly(least),
            ] {
                let is_right = |partition: &&Vec<usize>| is_partition(&drawing, partition, number, sizes);
                let expected = partitions.iter().filter(is_right).count() as u64;
                prop_assert_eq!(count(&graph.districts(number, sizes).unwrap()), expected, "{:?} {:?}", number, sizes);
            }
        }
    }

    /// Directed tours and paths, by walking along all arcs.
    #[test]
    fn random_arcs_agree_with_all_walks(n in 1usize..6, pairs in prop::collection::vec((0usize..6, 0usize..6), 0..16)) {
        let arcs: HashSet<(usize, usize)> = pairs.into_iter().filter(|&(a, b)| a < n && b < n).collect();
        let text: String = (0..n).map(|vertex| format!("{vertex}\n")).chain(arcs.iter().map(|(a, b)| format!("{a} {b}\n"))).collect();
        let graph = graph(&text, true).unwrap();
        let walks = |is_end: &dyn Fn(&[usize]) -> bool| {
            let (mut number, mut open) = (0, vec![vec![0]]);
            while let Some(walk) = open.pop() {
                number += u64::from(is_end(&walk));
                let last = walk[walk.len() - 1];
                let next = (0..n).filter(|vertex| !walk.contains(vertex) && arcs.contains(&(last, *vertex)));
                open.extend(next.map(|vertex| [walk.as_slice(), &[vertex]].concat()));
            }
            number
        };
        let tours = walks(&|walk| walk.len() == n && arcs.contains(&(walk[n - 1], 0)));
        prop_assert_eq!(count(&graph.tours().unwrap()), tours);
        if n > 1 {
            let paths = walks(&|walk| walk[walk.len() - 1] == n - 1);
            prop_assert_eq!(count(&graph.paths([0, n - 1], false).unwrap()), paths);
            let all = walks(&|walk| walk[walk.len() - 1] == n - 1 && walk.len() == n);
            prop_assert_eq!(count(&graph.paths([0, n - 1], true).unwrap()), all);
        }
    }
}

/// All partitions of `n` things, as the number of the part of each.
fn partitions(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let parts = |partition: &Vec<usize>| partition.iter().max().map_or(0, |most| most + 1);
        all = all
            .iter()
            .flat_map(|before| (0..=parts(before)).map(|part| [before.as_slice(), &[part]].concat()))
            .collect();
    }
    all
}

/// Are the parts as many as wanted, of these sizes, each in one piece?
fn is_partition(drawing: &Drawing, partition: &[usize], number: Multiplicity, sizes: Multiplicity) -> bool {
    let inside: Vec<_> = drawing.edges.iter().copied().filter(|&(a, b)| partition[a] == partition[b]).collect();
    let n_parts = partition.iter().max().map_or(0, |most| most + 1);
    let is_within = |times: Multiplicity, number| number >= times.least && times.most.is_none_or(|most| number <= most);
    let size = |part| partition.iter().filter(|&&other| other == part).count();
    Part::new(drawing.n, &inside).n_components(true) == n_parts
        && is_within(number, n_parts)
        && (0..n_parts).all(|part| is_within(sizes, size(part)))
}

/// Edges that are connected, one or more.
fn connected_edges(drawing: &Drawing) -> Problem {
    let mut builder = Problem::builder();
    let items: Vec<ItemId> = (0..drawing.edges.len()).map(|edge| builder.primary(edge).unwrap()).collect();
    for (&item, (a, b)) in items.iter().zip(&drawing.edges) {
        let ends = [a, b].map(|end| builder.node(&end.to_string()).unwrap());
        let is_in = builder.option(&[item]).unwrap();
        builder.ports(is_in, &ends).unwrap();
        builder.option(&[item]).unwrap();
    }
    builder.connected(Connected::ONE);
    builder.build()
}

/// Vertices covered twice by edges are cycles; with one component one cycle. The ports of edges are those of the options that the counts of items are made of.
#[test]
fn a_connected_cover_that_is_covered_twice_is_a_cycle() {
    for (edges, tours) in [(vec![(0, 1), (1, 2), (2, 0)], 1), (square(2), 1), (square(4), 6), (two_triangles(), 0)] {
        let mut builder = Problem::builder();
        let n = edges.iter().map(|&(a, b): &(usize, usize)| a.max(b) + 1).max().unwrap();
        let vertices: Vec<ItemId> = (0..n).map(|vertex| builder.primary(vertex).unwrap()).collect();
        for &(a, b) in &edges {
            let option = builder.option(&[vertices[a], vertices[b]]).unwrap();
            let ends = [a, b].map(|end| builder.node(&end.to_string()).unwrap());
            builder.ports(option, &ends).unwrap();
        }
        builder.connected(Connected::ONE);
        let twice: Vec<_> = vertices.iter().map(|&vertex| (vertex, Multiplicity::exactly(2))).collect();
        assert_eq!(count(&builder.build().with_times(&twice).unwrap()), tours);
    }
}

fn two_triangles() -> Vec<(usize, usize)> {
    vec![(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
}

/// The edges of a square board.
fn square(n: usize) -> Vec<(usize, usize)> {
    let right = (0..n * n).filter(|cell| cell % n + 1 < n).map(|cell| (cell, cell + 1));
    right.chain((0..n * (n - 1)).map(|cell| (cell, cell + n))).collect()
}

/// Kirchhoff: the number of spanning trees is any cofactor of the Laplacian, here without fractions (Bareiss, 1968).
fn kirchhoff(n: usize, edges: &[(usize, usize)]) -> i128 {
    let mut laplacian = vec![vec![0i128; n]; n];
    for &(a, b) in edges {
        laplacian[a][a] += 1;
        laplacian[b][b] += 1;
        laplacian[a][b] -= 1;
        laplacian[b][a] -= 1;
    }
    let mut before = 1;
    for pivot in 0..n - 2 {
        for row in pivot + 1..n - 1 {
            for column in pivot + 1..n - 1 {
                let [own, across] = [
                    laplacian[row][column] * laplacian[pivot][pivot],
                    laplacian[row][pivot] * laplacian[pivot][column],
                ];
                laplacian[row][column] = (own - across) / before;
            }
        }
        before = laplacian[pivot][pivot];
    }
    laplacian[n - 2][n - 2]
}

#[test]
fn spanning_trees_are_those_of_kirchhoff() {
    for n in 2..=5 {
        let drawing = Drawing { n: n * n, edges: square(n) };
        let trees = drawing.graph().spanning_forests(Some(1)).unwrap();
        let session = Session::builder().engine(EngineKind::Frontier).threads(1).build().unwrap();
        let counted = session.count(&trees).unwrap().count;
        assert_eq!(counted.to_string(), kirchhoff(n * n, &square(n)).to_string(), "{n}");
    }
}

/// Published counts of tours, paths, trees and pieces by states alone, to their end; the smaller ones are recounted by trees with those of all families.
#[test]
fn published_counts_are_those_of_states() {
    let mut number = 0;
    for known in known() {
        let question = known.question();
        if question.problem().connected().is_some() {
            let session = Session::builder().engine(EngineKind::Frontier).threads(2).build().unwrap();
            assert_eq!(session.count(&question).unwrap().count.to_string(), known.count, "{}", known.name);
            number += 1;
        }
    }
    assert!(number > 40, "only {number} of problems that are connected");
}

/// Nothing counts less than it should for want of knowledge: who does not know how options must be connected says so.
#[test]
fn what_does_not_know_says_so() {
    let problem = Drawing { n: 16, edges: square(4) }.graph().tours().unwrap();
    assert!(able(&problem).eq([EngineKind::Links, EngineKind::Frontier]));
    assert_eq!(CountQuery::up_to_all(problem.clone()).unwrap_err(), GroupError::Connected);
    assert_eq!(problem.parts(), vec![problem.clone()]);
    for (words, part) in [
        ("tour grid:4x4 --engine bits", "bits cannot be used where options must be connected: use links or frontier"),
        ("tour grid:4x4 --engine isomorph", "isomorph cannot be used where"),
        ("tour grid:4x4 --up-to-symmetry", "leave --up-to-symmetry out"),
        ("convert tour grid:4x4 --to ec", ".ec cannot express that options must be connected"),
        ("convert tour grid:4x4 --to cnf", "CNF cannot express that options must be connected"),
        ("certify tour grid:4x4 -o -", "cannot say how options must be connected"),
        (
            "explain pieces grid:3x3 --size 3 --at-most 1,1=2",
            "explain with items that are covered several times cannot be used where",
        ),
        ("trace tour grid:3x4 -o page.html", "trace cannot be used where options must be connected"),
        ("path grid:4x4 --start a", "no vertex `a`"),
        ("path grid:4x4 --start 1,1 --end 1,1", "two different ends"),
    ] {
        let output = run(words);
        let said = output.said();
        assert!(!output.status.success() && said.contains(part), "{words}: {said}");
    }
}

proptest! {
    #![proptest_config(seeded(300))]

    /// No item of an explanation can be spared: what can be covered, and at which cost, is found by the naive counter, with an option of its own for each item that may be left out.
    #[test]
    fn connected_items_are_explained(seed in any::<u64>(), most in 0i64..6, has_costs: bool) {
        let problem = drawn(seed);
        prop_assume!(problem.times().is_empty());
        let (loose, left_out) = relaxed(&problem).unwrap();
        let first = loose.n_options() - left_out.len();
        let cost = |option: OptionId| if has_costs { (option.index() * 7 % 4) as i64 } else { 0 };
        let is_cheap = |solution: &Vec<OptionId>| {
            solution.iter().filter(|option| option.index() < first).map(|&option| cost(option)).sum::<i64>() <= most
        };
        let all: Vec<Vec<OptionId>> = oracle::solutions(&loose).into_iter().filter(is_cheap).collect();
        let can_be_covered = |items: &[ItemId]| {
            let spares = |option: &OptionId| option.index() >= first && items.contains(&left_out[option.index() - first]);
            all.iter().any(|solution| !solution.iter().any(spares))
        };
        let explanation = match has_costs {
            true => pair().explain_within(&problem.with_costs(cost).unwrap(), most),
            false => pair().explain(&problem),
        };
        none_can_be_spared(explanation.unwrap(), &left_out, can_be_covered)?;
    }
}

/// An option that keeps its ports apart is no part of a component: that one is always chosen does not mean that a part is always there.
#[test]
fn options_that_keep_apart_make_no_component() {
    let text = "p0 p1 | | connected 1\np1 |!n4 |!n3\np0 |@n0 |@n1\np1 |@n4 |@n3\np0 |@n5 |@n2\n";
    let problem = read(text.as_bytes(), None).unwrap();
    assert_eq!(count(&problem), 2);
    assert_eq!(pair().explain(&problem).unwrap(), Explanation::Solvable);
}

/// The fewest edges between parts, against all partitions as they are drawn.
#[test]
fn partitions_cost_what_they_cut() {
    let n_cut = |drawing: &str| {
        let rows: Vec<&[u8]> = drawing.lines().map(str::as_bytes).collect();
        let across = rows.iter().flat_map(|row| row.windows(2)).filter(|pair| pair[0] != pair[1]).count();
        let down = rows.windows(2).flat_map(|pair| pair[0].iter().zip(pair[1])).filter(|(a, b)| a != b).count();
        across + down
    };
    let all = told("solve districts grid:3x4 --into 3 --sizes 3..5 -q").0;
    let fewest = all.split("\n\n").filter(|drawing| !drawing.trim().is_empty()).map(n_cut).min().unwrap();
    let best = told("solve districts grid:3x4 --into 3 --sizes 3..5 --minimize").0;
    assert!(best.starts_with(&format!("cost {fewest}\n")) && fewest > 4, "{best}");
}

/// Ways of asking: solutions, samples, the shortest, sizes, forecasts, several threads, limits, a file.
#[test]
fn every_verb_knows_or_refuses() {
    let said = |words: &str| told(words);
    assert_eq!(said("tour grid:6x6 -q").0, "1072\n");
    assert_eq!(said("tour grid:6x6 -q --engine links -j 3").0, "1072\n");
    assert_eq!(said("tour knight:6x6 -q").0, "9862\n");
    assert_eq!(said("path grid:3x3 -q").0, "12\n");
    assert_eq!(said("path cycle:5 --start 2 --end 4 -q").0, "2\n");
    assert_eq!(said("solve path grid:3x3 --limit 1").0.lines().next(), Some("1,1-1,2-1,3-2,3-3,3"));
    assert_eq!(said("solve tour grid:4x4 -q").0.lines().count(), 6);
    assert_eq!(
        said("sample tour grid:6x6 --count 5 --seed 1 -q").0.lines().filter(|line| line.starts_with('(')).count(),
        5
    );
    assert!(said("solve path grid:4x4 --minimize").1.contains("the least cost is 6"));
    assert!(said("solve path grid:4x4 --maximize --engine links").1.contains("the greatest cost is 14"));
    assert!(said("estimate tour grid:6x6 --seed 1").0.contains("1072 solutions"));
    for words in ["spanning petersen -q", "spanning petersen -q --engine frontier", "spanning petersen -q --trees 1"] {
        assert_eq!(said(words).0, "2000\n");
    }
    assert!(said("spanning queen:4x4").0.contains("\n  determinant, "));
    assert!(said("spanning queen:4x4 --json").0.contains("\"determinant\""));
    assert!(said("table spanning complete:5..30").0.contains(" 228767924549610000000000000000000000000000 "));
    // Those that have a given edge, 136 of 192, are counted by an engine.
    assert_eq!(said("spanning grid:3x3 --select #0 -q").0, "136\n");
    assert_eq!(said("spanning 4 --forests -q").0, "38\n");
    assert_eq!(said("pieces grid:3x3 --size 2 -q").0, "12\n");
    assert_eq!(said("districts grid:6x6 --size 6 -q -j 3").0, "451206\n");
    for sizes in ["6..", "6..8"] {
        assert_eq!(said(&format!("districts grid:4x5 --into 3 --sizes {sizes} -q")).0, "2763\n");
    }
    assert_eq!(said("districts 4 --into 2 -q").0, "7\n");
    assert_eq!(said("solve districts grid:2x2 --size 2 --in-order -q").0, "AA\nBB\n\nAB\nAB\n\n");
    assert_eq!(
        said("sample districts grid:4x4 --size 4 --count 3 --seed 1 -q")
            .0
            .lines()
            .filter(|line| !line.is_empty())
            .count(),
        12
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tour.json").display().to_string();
    let text = folder.path().join("tour.dlx").display().to_string();
    let (_, note) = told(&format!("convert tour grid:4x4 --to dlx -o {text}"));
    assert!(note.contains("Knuth's programs refuse this"), "{note}");
    assert_eq!(said(&format!("file {text} -q")).0, "6\n");
    assert!(run(&format!("convert tour grid:4x4 --to json -o {file}")).status.success());
    assert_eq!(said(&format!("file {file} -q")).0, "6\n");
    assert!(!run(&format!("file {file} -q --up-to-symmetry")).status.success());
    let kept = folder.path().join("tour.run").display().to_string();
    assert_eq!(said(&format!("tour grid:6x6 --run {kept} -q")).0, "1072\n");
    assert_eq!(said(&format!("resume {kept} -q")).0, "1072\n");
}

/// A run that is stopped again and again goes on where it was, by states and by tasks.
#[test]
fn stopped_runs_go_on() {
    let folder = tempfile::tempdir().unwrap();
    for engine in ["links", "frontier"] {
        let kept = folder.path().join(format!("{engine}.run")).display().to_string();
        let mut count = run(&format!("tour grid:6x6 --engine {engine} --run {kept} --node-limit 400 -q"));
        let mut number = 0;
        while !count.status.success() && number < 100 {
            count = run(&format!("resume {kept} --node-limit 400 -q"));
            number += 1;
        }
        assert_eq!(count.printed(), "1072\n", "{engine} after {number}");
    }
}

/// The condition is written beside the options, and read with line and column.
#[test]
fn json_says_how_options_hang_together() {
    let text = r#"{"options": [{"items": ["a"], "ports": ["x", "y"]}, {"items": ["a"]}, {"items": ["b"], "ports": ["z"]}, ["b"]], "connected": {"components": "0..1"}}"#;
    let problem = read(text.as_bytes(), None).unwrap();
    assert_eq!((count(&problem), problem.n_nodes()), (3, 3));
    let one = text.replace(r#"{"components": "0..1"}"#, "{}");
    assert_eq!(count(&read(one.as_bytes(), None).unwrap()), 2);
    let forest = text.replace(r#"{"components": "0..1"}"#, r#"{"components": "0..", "acyclic": true}"#);
    assert_eq!(count(&read(forest.as_bytes(), None).unwrap()), 4);
    let apart = text.replace(r#"{"items": ["b"], "ports": ["z"]}"#, r#"{"items": ["b"], "apart": ["x", "y"]}"#);
    assert_eq!(count(&read(apart.as_bytes(), None).unwrap()), 3);
    let large = text.replace(r#""0..1""#, r#""0..", "nodes": 2"#);
    assert_eq!(count(&read(large.as_bytes(), None).unwrap()), 2);
    for (from, to, part) in [
        (r#""0..1""#, r#""0..1", "nodes": "many""#, "is written like"),
        (r#""ports": ["z"]"#, r#""ports": ["z"], "apart": ["x"]"#, "keeps nothing apart"),
        (r#""0..1""#, r#""few""#, "is written like"),
        (r#"{"components": "0..1"}"#, "7", "not an object that says"),
        (r#"{"components": "0..1"}"#, r#"{"acyclic": 1}"#, "neither true nor false"),
        (r#"["x", "y"]"#, r#"["x", "x"]"#, "twice among the nodes"),
        (r#"["x", "y"]"#, "3", "not an array"),
    ] {
        let error = read(text.replace(from, to).as_bytes(), None).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("line 1"), "{error}");
    }
}
