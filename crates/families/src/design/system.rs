//! A system, and its problem.

use rustc_hash::FxHashMap;

use crate::subsets::{choose, shown, subsets};
use dlx_core::problem::{ItemId, ProblemBuilder, ProblemError, to_u64};

/// The most points of a system.
pub const MAX_POINTS: usize = 1000;
/// The most sets that all options of a system may have together, and the most items.
pub const MAX_DESIGN: usize = 1 << 26;

/// Must the blocks fall into rounds?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rounds {
    /// The blocks need not fall into rounds.
    #[default]
    None,
    /// They must, and the order of the rounds does not matter.
    Unnamed,
    /// They must, and rounds have names: different orders of them count as different.
    Named,
}

/// Steiner systems: any `t` of `v` points lie together in exactly one block of `k`.
///
/// ```
/// use dlx_count::{Session, family::{Design, Rounds}};
///
/// let planes = Design { t: 2, v: 9, k: 3, rounds: Rounds::Unnamed, ..Design::default() };
/// assert_eq!(Session::new()?.count(planes.question()?.problem())?.count.to_string(), "840");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Design {
    /// Any `t` points lie together in one block.
    pub t: usize,
    /// Points.
    pub v: usize,
    /// Number of points per block.
    pub k: usize,
    /// Must the blocks fall into rounds?
    pub rounds: Rounds,
    /// The number of different blocks that contain the same t points; 0 is taken as 1.
    pub lambda: usize,
}

/// A block, and its round if there are rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) points: Vec<usize>,
    pub(super) round: usize,
}

/// What an option stands for: a block, or nothing that is shown.
pub(super) type Blocks = Vec<Option<Block>>;

impl Design {
    /// The words of the command line for it.
    #[must_use]
    pub fn words(self) -> String {
        let rounds = match self.rounds {
            Rounds::None => "",
            Rounds::Unnamed => " --resolvable",
            Rounds::Named => " --resolvable --named",
        };
        let lambda = if self.lambda > 1 { format!(" --lambda {}", self.lambda) } else { String::new() };
        format!("design {} {} {}{rounds}{lambda}", self.t, self.v, self.k)
    }

    /// How many blocks lie through any i points, as a fraction.
    pub(super) fn blocks_through(self, i: usize) -> [u128; 2] {
        let lambda = u128::from(to_u64(self.lambda.max(1)));
        [choose(self.v - i, self.t - i).saturating_mul(lambda), choose(self.k - i, self.t - i)]
    }

    /// Is there anything to cover, and can a block cover it?
    pub(super) fn has_blocks(self) -> bool {
        (self.t..=self.v).contains(&self.k)
    }

    /// All sets of points that can be blocks.
    pub(super) fn blocks(self) -> impl Iterator<Item = Vec<usize>> {
        subsets(self.v, self.k).filter(move |_| self.has_blocks())
    }
}

/// The items: sets of t points.
pub(super) struct PointSets {
    t: usize,
    items: FxHashMap<Vec<usize>, ItemId>,
}

impl PointSets {
    pub(super) fn new(design: Design, builder: &mut ProblemBuilder) -> Result<Self, ProblemError> {
        let item = |set: Vec<usize>| Ok((set.clone(), builder.primary(label(&set))?));
        Ok(Self { t: design.t, items: subsets(design.v, design.t).map(item).collect::<Result<_, _>>()? })
    }

    /// The items of a block.
    pub(super) fn of(&self, block: &[usize]) -> impl Iterator<Item = ItemId> {
        subsets(block.len(), self.t).map(|places| {
            let set: Vec<usize> = places.iter().map(|&place| block[place]).collect();
            self.items[&set]
        })
    }
}

/// The name of a set of points.
pub(super) fn label(set: &[usize]) -> String {
    if set.is_empty() { "all".into() } else { shown(set) }
}
