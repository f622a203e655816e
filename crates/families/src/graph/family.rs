//! The families of graphs on the command line, as a table.

use super::cliques::WantedCliques;
use super::laid::Laid;
use super::query::{GraphQuery, words};
use super::sets::VertexSets;
use super::source::{GRAPH, named, spans};
use super::vertices::Graph;
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::error::{FamilyError, SourceError};
use crate::member::{Example, Family, Fixed, Member, single_values};
use crate::parameter::Parameter;
use crate::quoted::quoted;
use crate::span::Span;
use dlx_canon::symmetry::CountQuery;
use dlx_core::format::similar;
use dlx_core::problem::Problem;

/// A family of problems about graphs.
pub(crate) struct GraphFamily {
    name: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
    /// Parameters that are numbers, other than the number of vertices.
    numbers: &'static [&'static str],
    examples: &'static [Example],
    lay_out: fn(&Graph, &GraphQuery) -> Result<Laid, FamilyError>,
}

pub(crate) const MATCHING: GraphFamily = GraphFamily {
    name: "matching",
    about: "Perfect matchings of a graph (A001147 if it is complete)",
    parameters: &[GRAPH],
    numbers: &[],
    examples: &[("matching 20", ""), ("matching graph.txt", "a graph in a file")],
    lay_out: |graph, _| graph.laid_matchings(),
};

pub(crate) const FACTORIZATION: GraphFamily = GraphFamily {
    name: "factorization",
    about: "Partitions of a graph's edges into perfect matchings (A000438)",
    parameters: &[GRAPH, Parameter::flag("named", "Rounds have names: their order matters (A036981)")],
    numbers: &[],
    examples: &[("factorization 8", "schedules of a tournament"), ("factorization graph.txt --named", "")],
    lay_out: |graph, asked| graph.laid_factorizations(asked.is_named),
};

pub(crate) const CYCLES: GraphFamily = GraphFamily {
    name: "cycles",
    about: "Cycle covers: disjoint cycles through all vertices (A001205)",
    parameters: &[
        GRAPH,
        Parameter::flag("directed", "Edges are arcs; cycles may have two vertices, or one with a loop (A000166)"),
    ],
    numbers: &[],
    examples: &[("cycles 10", ""), ("cycles arcs.txt --directed", "")],
    lay_out: |graph, asked| graph.laid_cycles(asked.is_up_to_symmetry),
};

pub(crate) const COLORING: GraphFamily = GraphFamily {
    name: "coloring",
    about: "Proper colorings of a graph with K colors",
    parameters: &[GRAPH, Parameter::named("colors", "K", "Number of colors").number().required()],
    numbers: &["colors"],
    examples: &[
        ("coloring graph.txt --colors 3", ""),
        ("table coloring graph.txt --colors 1..5", "the chromatic polynomial"),
    ],
    lay_out: |graph, asked| graph.laid_colorings(asked.number.unwrap_or_default(), asked.is_up_to_symmetry),
};

pub(crate) const CLIQUES: GraphFamily = GraphFamily {
    name: "cliques",
    about: "Partitions of a graph's vertices, or edges, into cliques",
    parameters: &[
        GRAPH,
        Parameter::flag("edges", "Partition the edges instead of the vertices"),
        Parameter::named("size", "K", "Only cliques of K vertices").number(),
    ],
    numbers: &["size"],
    examples: &[("cliques graph.txt", ""), ("cliques 9 --edges --size 3", "triangles that share no edge")],
    lay_out: |graph, asked| graph.laid_cliques(WantedCliques { edges: asked.of_edges, size: asked.number }),
};

pub(crate) const TOUR: GraphFamily = GraphFamily {
    name: "tour",
    about: "Hamiltonian cycles of a graph: one cycle through all vertices",
    parameters: &[
        GRAPH,
        Parameter::flag("directed", "Edges are arcs; a tour may have two vertices, or one with a loop"),
    ],
    numbers: &[],
    examples: &[
        ("tour 8", ""),
        ("tour graph.txt", ""),
        ("solve tour graph.txt --limit 1", ""),
        ("solve tour cities.tsp --minimize", "the shortest"),
    ],
    lay_out: |graph, _| graph.laid_tours(),
};

/// The parameter that says where a path begins.
const FROM: &str = "from";

pub(crate) const PATH: GraphFamily = GraphFamily {
    name: "path",
    about: "Paths of a graph from one vertex to another (A007764)",
    parameters: &[
        GRAPH,
        Parameter::named(FROM, "VERTEX", "Where paths begin: the first vertex if omitted"),
        Parameter::named("to", "VERTEX", "Where they end: the last vertex if omitted"),
        Parameter::flag("hamiltonian", "Only paths through all vertices"),
        Parameter::flag("directed", "Edges are arcs"),
    ],
    numbers: &[],
    examples: &[
        ("path graph.txt", "from the first vertex to the last"),
        ("path graph.txt --from a --to b", ""),
        ("path 7 --hamiltonian", ""),
    ],
    lay_out: |graph, asked| graph.laid_paths(asked.ends.unwrap_or_default(), asked.is_hamiltonian),
};

pub(crate) const SPANNING: GraphFamily = GraphFamily {
    name: "spanning",
    about: "Spanning trees of a graph, or forests (A007341)",
    parameters: &[
        GRAPH,
        Parameter::flag("forests", "Forests of any number of trees"),
        Parameter::named("trees", "K", "Forests of K trees that have all vertices").number().not_with("forests"),
    ],
    numbers: &["trees"],
    examples: &[("spanning graph.txt", ""), ("spanning 6 --forests", ""), ("table spanning 6 --trees 1..6", "")],
    lay_out: |graph, asked| graph.laid_forests(if asked.is_forest { None } else { Some(asked.number.unwrap_or(1)) }),
};

pub(crate) const PIECES: GraphFamily = GraphFamily {
    name: "pieces",
    about: "Sets of vertices of a graph that hang together",
    parameters: &[GRAPH, SIZE],
    numbers: &["size"],
    examples: &[("pieces graph.txt", ""), ("table pieces graph.txt --size 1..5", "")],
    lay_out: |graph, asked| graph.laid_pieces(asked.number),
};

const SIZE: Parameter = Parameter::named("size", "K", "Only sets of K vertices").number();

pub(crate) const INDEPENDENT: GraphFamily = GraphFamily {
    name: "independent",
    about: "Independent sets of a graph",
    parameters: &[GRAPH, Parameter::flag("maximal", "Only maximal sets"), SIZE],
    numbers: &["size"],
    examples: &[
        ("independent graph.txt", ""),
        ("independent graph.txt --maximal", ""),
        ("table independent graph.txt --size 0..5", ""),
    ],
    lay_out: |graph, asked| graph.laid_sets(VertexSets { is_cover: false, ..asked.sets() }),
};

pub(crate) const VERTEX_COVER: GraphFamily = GraphFamily {
    name: "vertexcover",
    about: "Vertex covers of a graph",
    parameters: &[GRAPH, Parameter::flag("minimal", "Only minimal sets"), SIZE],
    numbers: &["size"],
    examples: &[("vertexcover graph.txt", ""), ("table vertexcover graph.txt --size 0..5", "")],
    lay_out: |graph, asked| graph.laid_sets(VertexSets { is_cover: true, ..asked.sets() }),
};

impl Family for GraphFamily {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    fn examples(&self) -> &'static [Example] {
        self.examples
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn fixes(&self, arguments: &Arguments) -> Option<Fixed> {
        match self.name {
            "tour" | "path" | "spanning" | "pieces" => {
                Some(Fixed::new("options must hang together here", "leave --up-to-symmetry out"))
            }
            _ if arguments.has("size") && self.name != CLIQUES.name => Some(Fixed::new(
                "with --size the vertices are gone through one after the other",
                "leave --size out, or --up-to-symmetry",
            )),
            _ if arguments.has("maximal") => Some(Fixed::new(
                "with --maximal neighbors are gone through one after the other",
                "leave --maximal out, or --up-to-symmetry",
            )),
            _ if arguments.has("minimal") => Some(Fixed::new(
                "with --minimal neighbors are gone through one after the other",
                "leave --minimal out, or --up-to-symmetry",
            )),
            _ => None,
        }
    }

    /// Symmetries do not exchange the ways out of the vertices with those into them.
    fn kinds_of_items(&self, arguments: &Arguments, problem: &Problem) -> Result<Option<Vec<u32>>, FamilyError> {
        let is_of_arcs = self.name == CYCLES.name && arguments.has("directed");
        let n_vertices = problem.items().filter(|&item| problem.is_primary(item)).count() / 2;
        let kinds = problem.items().map(|item| u32::from(item.index() >= n_vertices));
        Ok(is_of_arcs.then(|| kinds.collect()))
    }

    fn spans(&self, arguments: &Arguments) -> Result<Vec<(String, Span)>, FamilyError> {
        spans(arguments, self.numbers)
    }

    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let mut members = self.members_with(arguments, values)?;
        match members.len() {
            1 => Ok(members.remove(0)),
            n => Err(FamilyError::new(
                format!("there are {n} graphs in this file"),
                "leave `table` out: each is counted",
            )
            .into()),
        }
    }

    fn members(&self, arguments: &Arguments) -> Result<Vec<Box<dyn Member>>, SourceError> {
        self.members_with(arguments, &single_values(&self.spans(arguments)?)?)
    }
}

impl GraphFamily {
    /// A member for each graph, with these values.
    fn members_with(&self, arguments: &Arguments, values: &[usize]) -> Result<Vec<Box<dyn Member>>, SourceError> {
        let is_directed = arguments.has("directed");
        let (graphs, others) = named(arguments, values, is_directed)?;
        let is_extreme = arguments.has("maximal") || arguments.has("minimal");
        let (is_up_to_symmetry, number) = (self.is_up_to_all(arguments), others.first().copied());
        // Rounds without names are told apart by the edges of one vertex, which breaks the symmetry; where they have names, their order is a symmetry.
        let (is_named, of_edges) = (arguments.has("named") || is_up_to_symmetry, arguments.has("edges"));
        let (is_forest, is_hamiltonian) = (arguments.has("forests"), arguments.has("hamiltonian"));
        let asked = GraphQuery {
            is_named,
            is_directed,
            of_edges,
            is_extreme,
            is_forest,
            is_hamiltonian,
            ends: None,
            is_up_to_symmetry,
            number,
        };
        let about = |(graph, word): (Graph, String)| {
            let is_path = self.parameters.iter().any(|parameter| parameter.name == FROM);
            let (ends, between) = if is_path { ends(&graph, arguments)? } else { (None, String::new()) };
            let asked = GraphQuery { ends, ..asked };
            let name = words(self.name, &word, self.numbers, &asked) + &between;
            Ok(Box::new(AboutGraph { name, graph, asked, lay_out: self.lay_out }) as Box<dyn Member>)
        };
        graphs.into_iter().map(about).collect()
    }
}

/// The ends of a path, and the words that say so.
fn ends(graph: &Graph, arguments: &Arguments) -> Result<(Option<[usize; 2]>, String), FamilyError> {
    let (mut words, mut places) = (String::new(), [0, graph.n_vertices().saturating_sub(1)]);
    for (place, name) in places.iter_mut().zip([FROM, "to"]) {
        let Some(word) = arguments.word(name) else { continue };
        let known = || graph.names.iter().map(String::as_str);
        *place = known().position(|vertex| vertex == word).ok_or_else(|| {
            let near = similar(word, known()).map(|near| format!("did you mean `{near}`?"));
            FamilyError::new(format!("the graph has no vertex `{word}`"), near.unwrap_or_default())
        })?;
        words += &format!(" --{name} {}", quoted(word));
    }
    Ok((Some(places), words))
}

/// What is counted in one graph.
struct AboutGraph {
    name: String,
    graph: Graph,
    asked: GraphQuery,
    lay_out: fn(&Graph, &GraphQuery) -> Result<Laid, FamilyError>,
}

impl AboutGraph {
    fn laid(&self) -> Result<Laid, FamilyError> {
        (self.lay_out)(&self.graph, &self.asked)?.priced(&self.graph)
    }

    fn question_of(&self, laid: &mut Laid) -> CountQuery {
        let problem = std::mem::replace(&mut laid.problem, Problem::builder().build());
        let question = CountQuery::from(problem.with_name(&self.name)).keeping(std::mem::take(&mut laid.keep));
        question.impossible(laid.obstacle.take())
    }
}

impl Member for AboutGraph {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        let mut laid = self.laid()?;
        Ok(self.question_of(&mut laid))
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(Some((self.lay_out)(&self.graph, &self.asked)?.drawing(&self.graph)))
    }

    fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        let mut laid = self.laid()?;
        let question = self.question_of(&mut laid);
        Ok((question, Some(laid.drawing(&self.graph))))
    }
}
