//! What is asked about a graph.

use super::districts::WantedParts;
use super::sets::VertexSets;
use crate::member::Family;
use dlx_core::problem::Multiplicity;

/// What was given in addition to the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GraphQuery {
    /// The flags of the family that were given.
    pub(super) flags: Vec<&'static str>,
    /// The ends of a path.
    pub(super) ends: Option<[usize; 2]>,
    /// The problem is to have the symmetries of the graph, and no others.
    pub(super) is_up_to_symmetry: bool,
    pub(super) number: Option<usize>,
    /// How many vertices a part has.
    pub(super) sizes: Option<Multiplicity>,
}

impl GraphQuery {
    /// Was this flag given?
    pub(super) fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// Which sets of vertices are asked for.
    pub(super) fn sets(&self, is_cover: bool) -> VertexSets {
        let is_extreme = self.has("maximal") || self.has("minimal");
        VertexSets { is_cover, is_extreme, size: self.number, tells_apart: self.is_up_to_symmetry }
    }

    /// Which partitions into districts are asked for.
    pub(super) fn parts(&self) -> WantedParts {
        let number = self.number.map_or(Multiplicity::ANY, Multiplicity::exactly);
        WantedParts { number, sizes: self.sizes.unwrap_or(Multiplicity::ANY) }
    }
}

/// The flags of all families of graphs, in the order in which names have them.
pub(super) const FLAGS: [&str; 7] = ["named", "directed", "edges", "maximal", "minimal", "forests", "hamiltonian"];

/// The words of the command line for a member.
pub(super) fn words(family: &Family, graph: &str, asked: &GraphQuery) -> String {
    // Up to symmetry the order of rounds does not count, whether it was asked for or not.
    let is_said = |flag: &&str| asked.has(flag) && !(*flag == "named" && asked.is_up_to_symmetry);
    let flags: String = FLAGS.iter().filter(|flag| is_said(flag)).map(|flag| format!(" --{flag}")).collect();
    let number = family.numbers().next().zip(asked.number).map(|(name, number)| format!(" --{name} {number}"));
    let sizes = asked.sizes.map(|sizes| match sizes.most == Some(sizes.least) {
        true => format!(" --size {sizes}"),
        false => format!(" --sizes {sizes}"),
    });
    format!("{} {graph}{flags}{}{}", family.name, number.unwrap_or_default(), sizes.unwrap_or_default())
}
