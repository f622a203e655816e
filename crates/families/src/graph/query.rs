//! What is asked about a graph.

use super::districts::WantedParts;
use super::sets::VertexSets;
use crate::member::Family;
use dlx_core::problem::Multiplicity;

/// What was given in addition to the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct GraphQuery {
    pub(super) is_named: bool,
    pub(super) is_directed: bool,
    pub(super) of_edges: bool,
    /// Only maximal, or minimal, ones.
    pub(super) is_extreme: bool,
    /// Forests, instead of trees.
    pub(super) is_forest: bool,
    /// A path has all vertices.
    pub(super) is_hamiltonian: bool,
    /// The ends of a path.
    pub(super) ends: Option<[usize; 2]>,
    /// The problem is to have the symmetries of the graph, and no others.
    pub(super) is_up_to_symmetry: bool,
    pub(super) number: Option<usize>,
    /// How many vertices a part has.
    pub(super) sizes: Option<Multiplicity>,
}

impl GraphQuery {
    /// Which sets of vertices are asked for, covers or not.
    pub(super) fn sets(&self) -> VertexSets {
        let Self { is_extreme, number: size, is_up_to_symmetry: tells_apart, .. } = *self;
        VertexSets { is_cover: false, is_extreme, size, tells_apart }
    }

    /// Which partitions into districts are asked for.
    pub(super) fn parts(&self) -> WantedParts {
        let number = self.number.map_or(Multiplicity::ANY, Multiplicity::exactly);
        WantedParts { number, sizes: self.sizes.unwrap_or(Multiplicity::ANY) }
    }
}

/// The words of the command line for a member.
pub(super) fn words(family: &Family, graph: &str, asked: &GraphQuery) -> String {
    let extreme = if family.name == "vertexcover" { " --minimal" } else { " --maximal" };
    let flags = [
        // Up to symmetry the order of rounds does not count, whether it was asked for or not.
        (asked.is_named && !asked.is_up_to_symmetry, " --named"),
        (asked.is_directed, " --directed"),
        (asked.of_edges, " --edges"),
        (asked.is_extreme, extreme),
        (asked.is_forest, " --forests"),
        (asked.is_hamiltonian, " --hamiltonian"),
    ];
    let flags: String = flags.iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| *flag).collect();
    let number = family.numbers().next().zip(asked.number).map(|(name, number)| format!(" --{name} {number}"));
    let sizes = asked.sizes.map(|sizes| match sizes.most == Some(sizes.least) {
        true => format!(" --size {sizes}"),
        false => format!(" --sizes {sizes}"),
    });
    format!("{} {graph}{flags}{}{}", family.name, number.unwrap_or_default(), sizes.unwrap_or_default())
}
