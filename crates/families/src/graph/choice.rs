//! What a solution chooses in a graph, in the names of its vertices, and in lines of text.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use super::districts;
use super::laid::{Meaning, has_rounds};
use super::vertices::Graph;
use dlx_core::problem::OptionId;

/// What a solution of a problem about a graph chooses: of these, what the problem is about. Vertices are called by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct GraphChoice<'a> {
    /// The edges, as the graph names their ends; on a path or cycle in the order and direction in which it goes through them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<[&'a str; 2]>>,
    /// The edges of each round, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Vec<[&'a str; 2]>>,
    /// The vertices of a path, from its start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<&'a str>,
    /// The vertices of each cycle, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cycles: Vec<Vec<&'a str>>,
    /// Vertices with their colors, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "by_vertex")]
    pub colors: Vec<(&'a str, usize)>,
    /// Cliques, or connected parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Vec<&'a str>>,
    /// A set of vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<Vec<&'a str>>,
}

fn by_vertex<S: Serializer>(colors: &[(&str, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(colors.iter().copied())
}

/// Reads solutions by what their options mean.
pub(crate) struct GraphReader {
    graph: Graph,
    meanings: Arc<[Meaning]>,
    has_edges: bool,
    has_rounds: bool,
    /// The edges by their ends, made when one is first asked for.
    edges_by_ends: OnceLock<FxHashMap<(usize, usize), usize>>,
    /// Are the parts connected ones, of which options say what is together?
    is_divided: bool,
}

impl GraphReader {
    pub(super) fn new(graph: Graph, meanings: Arc<[Meaning]>) -> Self {
        let has_edges = meanings.iter().any(|meaning| match meaning {
            Meaning::Edge { .. } | Meaning::Next { .. } | Meaning::Moves(_) => true,
            Meaning::Way { .. } | Meaning::Link { .. } => true,
            Meaning::Colored { .. } | Meaning::Part(_) | Meaning::Chosen(_) => false,
            Meaning::Together(_) | Meaning::Cut(_) | Meaning::LeftOut | Meaning::Nothing => false,
        });
        let is_divided = meanings.iter().any(|meaning| matches!(meaning, Meaning::Together(_)));
        let edges_by_ends = OnceLock::new();
        Self { graph, has_edges, has_rounds: has_rounds(&meanings), edges_by_ends, is_divided, meanings }
    }

    /// The names of each edge that an option chooses, where each edge is chosen by one option; none if options choose something else. An edge without direction has two names, `a-b` and `b-a`, and where both of its ends say
    /// that it is chosen it counts at the smaller vertex.
    pub(crate) fn chosen_edges(&self, option: OptionId) -> Option<Vec<Vec<String>>> {
        let by_ends = || self.edges_by_ends.get_or_init(|| self.graph.edges_by_ends());
        let edges: Vec<usize> = match self.meanings.get(option.index()).filter(|_| self.has_edges)? {
            Meaning::Edge { edge, .. } | Meaning::Link { edge, .. } => vec![*edge],
            meaning => meaning.steps(&self.graph).iter().filter_map(|ends| by_ends().get(ends).copied()).collect(),
        };
        Some(edges.into_iter().map(|edge| self.names_of(edge).collect()).collect())
    }

    /// The names of an edge: one, or without direction two.
    fn names_of(&self, edge: usize) -> impl Iterator<Item = String> {
        let (a, b) = self.graph.edges[edge];
        let back = (!self.graph.is_directed).then(|| format!("{}-{}", self.name(b), self.name(a)));
        std::iter::once(self.graph.edge_name(edge)).chain(back)
    }

    /// Has the graph an edge of this name, whether an option chooses it or not?
    pub(crate) fn has_edge(&self, name: &str) -> bool {
        (0..self.graph.edges.len()).any(|edge| self.names_of(edge).any(|its| its == name))
    }

    /// Does an option choose nothing, such as one by which an edge is left out?
    pub(crate) fn leaves_out(&self, option: OptionId) -> bool {
        matches!(self.meanings.get(option.index()), Some(Meaning::LeftOut | Meaning::Chosen(None) | Meaning::Nothing))
    }

    /// What a solution chooses.
    pub(crate) fn choice(&self, solution: &[OptionId]) -> GraphChoice<'_> {
        let mut found = RawChoice { next: vec![Vec::new(); self.graph.n_vertices()], ..RawChoice::default() };
        solution.iter().for_each(|option| found.read(&self.graph, &self.meanings[option.index()]));
        self.named(found)
    }

    fn named(&self, mut found: RawChoice) -> GraphChoice<'_> {
        let names = |vertices: &[usize]| vertices.iter().map(|&vertex| self.name(vertex)).collect::<Vec<_>>();
        let edge = |&(_, edge): &(usize, usize)| <[usize; 2]>::from(self.graph.edges[edge]).map(|end| self.name(end));
        found.rounds.sort_unstable();
        found.colors.sort_unstable();
        found.parts.sort_unstable();
        if let Some(set) = &mut found.set {
            set.sort_unstable();
        }
        let path = found.way.map(|first| followed(&found.next, first, &mut vec![false; found.next.len()]));
        let cycles = if path.is_none() { cycles(&found.next) } else { Vec::new() };
        let cycles: Vec<_> = cycles.iter().map(|cycle| names(cycle)).collect();
        let path = names(&path.unwrap_or_default());
        let parts = match self.is_divided {
            true => districts::parts(self.graph.n_vertices(), &found.together),
            false => found.parts,
        };
        let rounds = || found.rounds.chunk_by(|a, b| a.0 == b.0).map(|round| round.iter().map(edge).collect());
        let edges = || {
            let around =
                cycles.iter().flat_map(|cycle| (0..cycle.len()).map(|k| [cycle[k], cycle[(k + 1) % cycle.len()]]));
            let along = path.windows(2).map(|pair| [pair[0], pair[1]]);
            found.rounds.iter().map(edge).chain(around).chain(along).collect()
        };
        GraphChoice {
            edges: self.has_edges.then(edges),
            rounds: if self.has_rounds { rounds().collect() } else { Vec::new() },
            colors: found.colors.iter().map(|&(vertex, color)| (self.name(vertex), color + 1)).collect(),
            parts: parts.iter().map(|part| names(part)).collect(),
            vertices: found.set.map(|set| names(&set)),
            path,
            cycles,
        }
    }

    fn name(&self, vertex: usize) -> &str {
        &self.graph.names[vertex]
    }

    /// What a solution chooses, in lines.
    pub(crate) fn text(&self, solution: &[OptionId]) -> String {
        let choice = self.choice(solution);
        let own = self.is_divided.then(|| in_letters(&self.graph.names, &choice.parts)).flatten();
        own.unwrap_or_else(|| choice.text(self.is_divided))
    }
}

impl GraphChoice<'_> {
    /// The choice in lines; parts in braces, or with commas.
    fn text(&self, has_braces: bool) -> String {
        let line = |edges: &Vec<[&str; 2]>| edges.iter().map(|edge| edge.join("-")).collect::<Vec<_>>().join(" ");
        if !self.rounds.is_empty() {
            return self.rounds.iter().map(line).collect::<Vec<_>>().join("\n");
        }
        if !self.path.is_empty() {
            return self.path.join("-");
        }
        let set = |set: &Vec<&str>| format!("{{{}}}", set.join(" "));
        let mut words: Vec<String> = self.cycles.iter().map(|cycle| format!("({})", cycle.join(" "))).collect();
        if let Some(edges) = self.edges.as_ref().filter(|_| words.is_empty()) {
            words.push(line(edges));
        }
        words.extend(self.colors.iter().map(|(vertex, color)| format!("{vertex}={color}")));
        words.extend(self.parts.iter().map(|part| if has_braces { set(part) } else { part.join(",") }));
        words.extend(self.vertices.as_ref().map(set));
        words.join(" ")
    }
}

/// The vertices of a rectangle of cells in rows, with a letter for the part of each; none if these are no such vertices, or too many parts.
fn in_letters(names: &[String], parts: &[Vec<&str>]) -> Option<String> {
    let n_columns = rows(names)?;
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let letters: FxHashMap<&str, char> =
        parts.iter().zip(letters).flat_map(|(part, letter)| part.iter().map(move |&vertex| (vertex, letter))).collect();
    let mut text = String::new();
    for (place, name) in names.iter().enumerate() {
        let newline = if place > 0 && place % n_columns == 0 { "\n" } else { "" };
        let _ = write!(text, "{newline}{}", letters.get(name.as_str())?);
    }
    Some(text)
}

/// The number of columns, if vertices are all cells of a rectangle, row by row.
fn rows(names: &[String]) -> Option<usize> {
    let last = names.last()?.split_once(',')?.1.parse::<usize>().ok().filter(|&columns| columns > 0)?;
    let is_right = |(place, name): (usize, &String)| *name == format!("{},{}", place / last + 1, place % last + 1);
    names.iter().enumerate().all(is_right).then_some(last)
}

/// What has been read of a solution, by numbers of vertices.
#[derive(Default)]
struct RawChoice {
    /// Rounds and edges.
    rounds: Vec<(usize, usize)>,
    colors: Vec<(usize, usize)>,
    parts: Vec<Vec<usize>>,
    together: Vec<Vec<usize>>,
    set: Option<Vec<usize>>,
    /// Which vertices follow each, on cycles or on a path.
    next: Vec<Vec<usize>>,
    /// Where the path begins.
    way: Option<usize>,
}

impl RawChoice {
    fn read(&mut self, graph: &Graph, meaning: &Meaning) {
        match meaning {
            Meaning::Edge { edge, round } => self.rounds.push((*round, *edge)),
            Meaning::Next { vertex, others } => self.next[*vertex].clone_from(others),
            Meaning::Colored { vertex, color } => self.colors.push((*vertex, *color)),
            Meaning::Part(part) => self.parts.push(part.clone()),
            Meaning::Moves(moves) => moves.iter().for_each(|&[from, to]| self.next[from] = vec![to]),
            Meaning::Chosen(vertex) => self.set.get_or_insert_default().extend(vertex),
            Meaning::Way { vertex, others, is_first } => {
                self.next[*vertex].clone_from(others);
                self.way = self.way.or(is_first.then_some(*vertex));
            }
            Meaning::Link { edge, first } => {
                let (a, b) = graph.edges[*edge];
                self.next[a].push(b);
                self.next[b].push(a);
                self.way = self.way.or(*first);
            }
            Meaning::Together(vertices) => self.together.push(vertices.clone()),
            Meaning::Cut(_) | Meaning::LeftOut | Meaning::Nothing => {}
        }
    }
}

/// The cycles, each followed from a vertex to a neighbor that has not been seen yet.
fn cycles(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut is_seen = vec![false; next.len()];
    let mut cycles = Vec::new();
    for start in (0..next.len()).filter(|&vertex| !next[vertex].is_empty()) {
        let cycle = followed(next, start, &mut is_seen);
        cycles.extend((!cycle.is_empty()).then_some(cycle));
    }
    cycles
}

/// The vertices that follow one, until one has been seen already.
fn followed(next: &[Vec<usize>], start: usize, is_seen: &mut [bool]) -> Vec<usize> {
    let (mut way, mut vertex) = (Vec::new(), Some(start));
    while let Some(here) = vertex.filter(|&here| !std::mem::replace(&mut is_seen[here], true)) {
        way.push(here);
        vertex = next[here].iter().copied().find(|&other| !is_seen[other]);
    }
    way
}
