//! The families of graphs on the command line, as a table.

use super::cliques::WantedCliques;
use super::laid::Laid;
use super::query::{FLAGS, GraphQuery, words};
use super::source::{GRAPH, named, spans};
use super::vertices::Graph;
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::member::{Family, Fixed, HANGING, LaidOut, Member, Members};
use crate::parameter::Parameter;
use crate::quoted::quoted;
use dlx_canon::symmetry::{ClosedForm, CountQuery};
use dlx_core::format::meant;
use dlx_core::problem::{Multiplicity, Problem};

/// How a family of graphs makes its members.
macro_rules! graphs {
    ($lay_out:expr) => {
        |family, arguments, values| members(family, arguments, values, $lay_out)
    };
}

pub(crate) const MATCHING: Family = Family {
    name: "matching",
    about: "Perfect matchings of a graph (A001147 if it is complete)",
    parameters: &[GRAPH],
    examples: &[("matching 20", ""), ("matching graph.txt", "a graph in a file")],
    make: graphs!(|graph, _| graph.laid_matchings()),
    ..GRAPHS
};

pub(crate) const FACTORIZATION: Family = Family {
    name: "factorization",
    about: "Partitions of a graph's edges into perfect matchings (A000438)",
    parameters: &[GRAPH, Parameter::flag("named", "Rounds have names: their order matters (A036981)")],
    examples: &[("factorization 8", "schedules of a tournament"), ("factorization graph.txt --named", "")],
    // Rounds without names are told apart by the edges of one vertex, which breaks the symmetry; where they have names, their order is a symmetry.
    make: graphs!(|graph, asked| graph.laid_factorizations(asked.has("named") || asked.is_up_to_symmetry)),
    ..GRAPHS
};

pub(crate) const CYCLES: Family = Family {
    name: "cycles",
    about: "Cycle covers: disjoint cycles through all vertices (A001205)",
    parameters: &[
        GRAPH,
        Parameter::flag("directed", "Edges are arcs; cycles may have two vertices, or one with a loop (A000166)"),
    ],
    examples: &[("cycles 10", ""), ("cycles arcs.txt --directed", "")],
    // Symmetries do not exchange the ways out of the vertices with those into them.
    kinds_of_items: |arguments, problem| {
        let n_vertices = problem.items().filter(|&item| problem.is_primary(item)).count() / 2;
        let kinds = problem.items().map(|item| u32::from(item.index() >= n_vertices));
        Ok(arguments.has("directed").then(|| kinds.collect()))
    },
    make: graphs!(|graph, asked| graph.laid_cycles(asked.is_up_to_symmetry)),
    ..GRAPHS
};

pub(crate) const COLORING: Family = Family {
    name: "coloring",
    about: "Proper colorings of a graph with K colors",
    parameters: &[GRAPH, Parameter::named("colors", "K", "Number of colors").number().required()],
    examples: &[
        ("coloring graph.txt --colors 3", ""),
        ("table coloring graph.txt --colors 1..5", "the chromatic polynomial"),
    ],
    make: graphs!(|graph, asked| graph.laid_colorings(asked.number.unwrap_or_default(), asked.is_up_to_symmetry)),
    ..GRAPHS
};

pub(crate) const CLIQUES: Family = Family {
    name: "cliques",
    about: "Partitions of a graph's vertices, or edges, into cliques",
    parameters: &[
        GRAPH,
        Parameter::flag("edges", "Partition the edges instead of the vertices"),
        Parameter::named("size", "K", "Only cliques of K vertices").number(),
    ],
    examples: &[("cliques graph.txt", ""), ("cliques 9 --edges --size 3", "triangles that share no edge")],
    make: graphs!(|graph, asked| {
        graph.laid_cliques(WantedCliques { edges: asked.has("edges"), size: asked.number })
    }),
    ..GRAPHS
};

pub(crate) const TOUR: Family = Family {
    name: "tour",
    about: "Hamiltonian cycles of a graph: one cycle through all vertices",
    parameters: &[
        GRAPH,
        Parameter::flag(
            "directed",
            "Treat edges as arcs; a tour may then consist of two vertices, or of one vertex with a loop",
        ),
    ],
    examples: &[
        ("tour 8", ""),
        ("tour graph.txt", ""),
        ("solve tour graph.txt --limit 1", ""),
        ("solve tour cities.tsp --minimize", "the shortest"),
    ],
    fixes: |_| HANGING,
    make: graphs!(|graph, _| graph.laid_tours()),
    ..GRAPHS
};

/// The parameter that says where a path begins.
const START: &str = "start";

/// The parameter that says where it ends.
const END: &str = "end";

pub(crate) const PATH: Family = Family {
    name: "path",
    about: "Paths of a graph from one vertex to another (A007764)",
    parameters: &[
        GRAPH,
        Parameter::named(START, "VERTEX", "Where paths begin: the first vertex if omitted"),
        Parameter::named(END, "VERTEX", "Where they end: the last vertex if omitted"),
        Parameter::flag("hamiltonian", "Only paths through all vertices"),
        Parameter::flag("directed", "Edges are arcs"),
    ],
    examples: &[
        ("path graph.txt", "from the first vertex to the last"),
        ("path graph.txt --start a --end b", ""),
        ("path 7 --hamiltonian", ""),
    ],
    fixes: |_| HANGING,
    make: graphs!(|graph, asked| graph.laid_paths(asked.ends.unwrap_or_default(), asked.has("hamiltonian"))),
    ..GRAPHS
};

pub(crate) const SPANNING: Family = Family {
    name: "spanning",
    about: "Spanning trees of a graph, or forests (A007341)",
    parameters: &[
        GRAPH,
        Parameter::flag("forests", "Forests of any number of trees"),
        Parameter::named("trees", "K", "Spanning forests of K trees").number().not_with("forests"),
    ],
    examples: &[("spanning graph.txt", ""), ("spanning 6 --forests", ""), ("table spanning 6 --trees 1..6", "")],
    fixes: |_| HANGING,
    make: graphs!(|graph, asked| {
        graph.laid_forests(if asked.has("forests") { None } else { Some(asked.number.unwrap_or(1)) })
    }),
    ..GRAPHS
};

pub(crate) const PIECES: Family = Family {
    name: "pieces",
    about: "Connected sets of vertices of a graph",
    parameters: &[GRAPH, SIZE],
    examples: &[("pieces graph.txt", ""), ("table pieces graph.txt --size 1..5", "")],
    fixes: |_| HANGING,
    make: graphs!(|graph, asked| graph.laid_pieces(asked.number)),
    ..GRAPHS
};

pub(crate) const DISTRICTS: Family = Family {
    name: "districts",
    about: "Partitions of a graph into connected parts (A172477)",
    parameters: &[
        GRAPH,
        Parameter::named(INTO, "K", "Divide the graph into exactly K parts").number(),
        Parameter::named("size", "N", "Parts of N vertices").number(),
        Parameter::named(SIZES, "A..B", "Parts of A to B vertices; `A..` for A or more")
            .checked(|text| text.parse::<Multiplicity>().map(drop).map_err(|error| error.to_string()))
            .not_with("size"),
    ],
    examples: &[
        ("districts grid:6x6 --size 6", ""),
        ("districts graph.txt --into 4 --sizes 5..7", "nearly equal"),
        ("solve districts graph.txt --into 2 --minimize", "the fewest edges between them"),
        ("table districts graph.txt --into 1..5", ""),
    ],
    fixes: |_| HANGING,
    make: graphs!(|graph, asked| graph.laid_districts(asked.parts())),
    ..GRAPHS
};

/// The parameters that say how many parts there are, and how many vertices each has.
const INTO: &str = "into";
const SIZES: &str = "sizes";

const SIZE: Parameter = Parameter::named("size", "K", "Only sets of K vertices").number();

pub(crate) const INDEPENDENT: Family = Family {
    name: "independent",
    about: "Independent sets of a graph",
    parameters: &[GRAPH, Parameter::flag("maximal", "Only maximal sets"), SIZE],
    examples: &[
        ("independent graph.txt", ""),
        ("independent graph.txt --maximal", ""),
        ("table independent graph.txt --size 0..5", ""),
    ],
    fixes: in_order,
    make: graphs!(|graph, asked| graph.laid_sets(asked.sets(false))),
    ..GRAPHS
};

pub(crate) const VERTEX_COVER: Family = Family {
    name: "vertexcover",
    about: "Vertex covers of a graph",
    parameters: &[GRAPH, Parameter::flag("minimal", "Only minimal sets"), SIZE],
    examples: &[("vertexcover graph.txt", ""), ("table vertexcover graph.txt --size 0..5", "")],
    fixes: in_order,
    make: graphs!(|graph, asked| graph.laid_sets(asked.sets(true))),
    ..GRAPHS
};

/// What all families of graphs have in common.
const GRAPHS: Family = Family { has_pictures: true, spans, ..Family::PLAIN };

/// What is fixed where some sets of vertices are told from others.
fn in_order(arguments: &Arguments) -> Option<Fixed> {
    let fixed = [
        (
            "size",
            Fixed::new(
                "with --size the vertices are gone through one after the other",
                "leave --size out, or --up-to-symmetry",
            ),
        ),
        (
            "maximal",
            Fixed::new(
                "with --maximal neighbors are gone through one after the other",
                "leave --maximal out, or --up-to-symmetry",
            ),
        ),
        (
            "minimal",
            Fixed::new(
                "with --minimal neighbors are gone through one after the other",
                "leave --minimal out, or --up-to-symmetry",
            ),
        ),
    ];
    fixed.into_iter().find(|(flag, _)| arguments.has(flag)).map(|(_, fixed)| fixed)
}

/// Makes the problem about a graph, and says what its options mean.
type LayOut = fn(&Graph, &GraphQuery) -> Result<Laid, FamilyError>;

/// A member for each graph, with these values.
fn members(family: &Family, arguments: &Arguments, values: &[usize], lay_out: LayOut) -> Members {
    let is_directed = arguments.has("directed");
    let (graphs, others) = named(arguments, values, is_directed)?;
    let is_up_to_symmetry = family.is_up_to_all(arguments);
    let given = family.numbers().filter(|name| arguments.has(name));
    let numbers: Vec<(&str, usize)> = given.zip(others.iter().copied()).collect();
    let sizes = sizes(family, arguments, &numbers)?;
    let number = numbers.iter().find(|(name, _)| sizes.is_none() || *name == INTO).map(|&(_, number)| number);
    let flags = family.parameters.iter().map(|parameter| parameter.name).filter(|&name| FLAGS.contains(&name));
    let flags = flags.filter(|flag| arguments.has(flag)).collect();
    let asked = GraphQuery { flags, ends: None, is_up_to_symmetry, number, sizes };
    let about = |(graph, word): (Graph, String)| {
        let is_path = family.parameters.iter().any(|parameter| parameter.name == START);
        let (ends, between) = if is_path { ends(&graph, arguments)? } else { (None, String::new()) };
        let asked = GraphQuery { ends, ..asked.clone() };
        let name = words(family, &word, &asked) + &between;
        let drawn = graph.clone();
        let sooner = closed_form(family, graph, &asked);
        let member = LaidOut::new(name, move |name: &str| laid_out(&drawn, &asked, lay_out, name));
        Ok(Box::new(member.counted_by(sooner)) as Box<dyn Member>)
    };
    graphs.into_iter().map(about).collect()
}

/// How solutions may be counted without a search, if they may.
fn closed_form(family: &Family, graph: Graph, asked: &GraphQuery) -> Option<ClosedForm> {
    match asked.number {
        _ if asked.is_up_to_symmetry => None,
        Some(n_colors) if family.name == COLORING.name => {
            Some(ClosedForm::new("partitions", move || graph.n_colorings(n_colors)))
        }
        number if family.name == SPANNING.name && !asked.has("forests") && number.is_none_or(|number| number == 1) => {
            Some(ClosedForm::new("determinant", move || graph.n_spanning_trees()))
        }
        _ => None,
    }
}

/// How many vertices a part has, if that is said.
fn sizes(
    family: &Family,
    arguments: &Arguments,
    numbers: &[(&str, usize)],
) -> Result<Option<Multiplicity>, FamilyError> {
    if family.parameters.iter().all(|parameter| parameter.name != INTO) {
        return Ok(None);
    }
    let said = arguments.word(SIZES).map(str::parse).transpose();
    let said =
        said.map_err(|_| FamilyError::new("--sizes is not a range", "write `--sizes 3..5`, or `--sizes 3..`"))?;
    Ok(said.or(numbers.iter().find(|(name, _)| *name == "size").map(|&(_, size)| Multiplicity::exactly(size))))
}

fn laid_out(
    graph: &Graph,
    asked: &GraphQuery,
    lay_out: LayOut,
    name: &str,
) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
    let mut laid = lay_out(graph, asked)?.priced(graph)?;
    let problem = std::mem::replace(&mut laid.problem, Problem::builder().build());
    let question = CountQuery::from(problem.with_name(name)).keeping(std::mem::take(&mut laid.keep));
    Ok((question.impossible(laid.obstacle.take()), Some(laid.drawing(graph))))
}

/// The ends of a path, and the words that say so.
fn ends(graph: &Graph, arguments: &Arguments) -> Result<(Option<[usize; 2]>, String), FamilyError> {
    let (mut words, mut places) = (String::new(), [0, graph.n_vertices().saturating_sub(1)]);
    for (place, name) in places.iter_mut().zip([START, END]) {
        let Some(word) = arguments.word(name) else { continue };
        let known = || graph.names.iter().map(String::as_str);
        *place = known().position(|vertex| vertex == word).ok_or_else(|| {
            let some = || known().take(3).collect::<Vec<_>>().join("`, `");
            let help = meant(word, known()).unwrap_or_else(|| format!("its first vertices are `{}`", some()));
            FamilyError::new(format!("the graph has no vertex `{word}`"), help)
        })?;
        words += &format!(" --{name} {}", quoted(word));
    }
    Ok((Some(places), words))
}
