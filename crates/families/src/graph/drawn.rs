//! Graphs on paper: vertices named by rows and columns on a grid, others on a circle; edges or vertices that are chosen.

use std::sync::Arc;

use super::laid::{Meaning, has_rounds};
use super::vertices::Graph;
use crate::scene::{DrawnGraph, Mark, Scene, Style};

/// How far vertices of a grid, or neighbors on a circle, are apart at the least, in widths of a square cell.
const STEP: f64 = 1.4;

/// The picture of a graph and of what options choose in it.
pub(super) fn scene(graph: &Graph, meanings: Arc<[Meaning]>) -> Scene {
    let own = graph.clone();
    let has_rounds = has_rounds(&meanings);
    let drawn = drawn(graph);
    let mark = move |meaning: &Meaning| marked(&own, meaning, has_rounds);
    let scene = Scene::plane(Style::Graph, [1, graph.n_vertices()], move |option| {
        meanings.get(option.index()).map_or_else(Mark::default, &mark)
    });
    Scene { graph: Some(drawn), ..scene }
}

/// Points on a circle, and blocks of them, in which any two are joined: the blocks of options, by their points and colors.
pub(crate) fn blocks_scene(n: usize, blocks: Vec<Option<(Vec<usize>, usize)>>) -> Scene {
    let scene = Scene::plane(Style::Graph, [1, n], move |option| {
        let Some(Some((points, kind))) = blocks.get(option.index()) else { return Mark::default() };
        let names: Vec<String> = points.iter().map(|point| (point + 1).to_string()).collect();
        let pairs = points.iter().enumerate().flat_map(|(k, &a)| points[..k].iter().map(move |&b| [b, a]));
        Mark { edges: pairs.collect(), ..Mark::new(names.join(","), *kind, points.clone()) }
    });
    Scene { graph: Some(drawn(&Graph::with_all_edges(n, false))), ..scene }
}

/// The most points of which blocks are drawn.
pub(crate) const MAX_DRAWN_POINTS: usize = 60;

fn drawn(graph: &Graph) -> DrawnGraph {
    let edges = graph.edges.iter().map(|&(a, b)| [a, b]).collect();
    let places = grid(&graph.names).unwrap_or_else(|| circle(graph.n_vertices()));
    DrawnGraph { places, names: graph.names.clone(), edges }
}

/// Where vertices lie whose names are rows and columns; none if others are there.
fn grid(names: &[String]) -> Option<Vec<[f64; 2]>> {
    let pair = |name: &String| {
        let (row, column) = name.split_once(',')?;
        Some([column.parse::<u16>().ok()?, row.parse::<u16>().ok()?])
    };
    let pairs: Vec<[u16; 2]> = names.iter().map(pair).collect::<Option<_>>()?;
    let first = [0, 1].map(|axis| pairs.iter().map(|pair| pair[axis]).min().unwrap_or(0));
    let place = |pair: &[u16; 2]| [0, 1].map(|axis| STEP * f64::from(pair[axis] - first[axis]));
    Some(pairs.iter().map(place).collect())
}

/// The corners of a regular polygon, the first on top, then clockwise.
fn circle(n: usize) -> Vec<[f64; 2]> {
    let turn = std::f64::consts::TAU / n.max(1) as f64;
    let radius = (STEP / 2.0 / (turn / 2.0).sin().max(1e-9)).clamp(STEP, 100.0);
    let place = |k: usize| {
        let angle = turn * k as f64;
        [radius + radius * angle.sin(), radius - radius * angle.cos()]
    };
    (0..n).map(place).collect()
}

/// What an option chooses.
fn marked(graph: &Graph, meaning: &Meaning, has_rounds: bool) -> Mark {
    let to_others = |vertex: usize, others: &[usize]| others.iter().map(|&other| [vertex, other]).collect();
    let ends = |edge: usize| {
        let (a, b) = graph.edges[edge];
        vec![[a, b]]
    };
    match meaning {
        Meaning::Edge { edge, round } => {
            let word = if has_rounds { (round + 1).to_string() } else { graph.edge_name(*edge) };
            chosen_edges(word, *round, ends(*edge))
        }
        Meaning::Next { vertex, others } | Meaning::Way { vertex, others, .. } => {
            chosen_edges(graph.names[*vertex].clone(), 0, to_others(*vertex, others))
        }
        Meaning::Link { edge, .. } => chosen_edges(graph.edge_name(*edge), 0, ends(*edge)),
        Meaning::Moves(moves) => chosen_edges(String::new(), 0, moves.clone()),
        Meaning::Colored { vertex, color } => Mark::new((color + 1).to_string(), *color, vec![*vertex]),
        Meaning::Chosen(Some(vertex)) => Mark::new(graph.names[*vertex].clone(), 0, vec![*vertex]),
        Meaning::Part(part) => {
            let names: Vec<&str> = part.iter().map(|&vertex| graph.names[vertex].as_str()).collect();
            let kind = part.first().copied().unwrap_or(0);
            Mark::new(names.join(","), kind, part.clone())
        }
        Meaning::Together(vertices) => match vertices[..] {
            [a, b] => chosen_edges(String::new(), 0, vec![[a, b]]),
            _ => Mark::new(String::new(), 0, vertices.clone()),
        },
        Meaning::Chosen(None) | Meaning::Cut(_) | Meaning::LeftOut | Meaning::Nothing => Mark::default(),
    }
}

fn chosen_edges(word: String, kind: usize, edges: Vec<[usize; 2]>) -> Mark {
    let mut cells: Vec<usize> = edges.iter().flatten().copied().collect();
    cells.sort_unstable();
    cells.dedup();
    Mark { edges, ..Mark::new(word, kind, cells) }
}
