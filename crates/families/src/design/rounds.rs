//! Systems whose blocks fall into rounds: each point and each round make one more item, and an option is a block in a round.
//!
//! Where rounds have names there is an option for each block and each round. Where they have none, a round is named by its block through the first
//! point, and that by the first t - 1 companions of the point in it: t points lie in one block only, so no two blocks have the same. Which companions
//! come first is not known before, so every set of t - 1 other points is perhaps the name of a round, and has one more option, which says that it is not: it takes
//! all points of that round at once. In a solution every round has its own name, so orders of the rounds are not told apart.

use super::system::{Block, Blocks, Design, PointSets, Rounds, label};
use crate::subsets::{choose, subsets};
use dlx_core::problem::{ItemId, ProblemBuilder, ProblemError};

/// The items of the points in the rounds, and the options.
pub(super) fn build_resolved(
    design: Design,
    builder: &mut ProblemBuilder,
    sets: &PointSets,
) -> Result<Blocks, ProblemError> {
    match design.rounds {
        Rounds::Named => named(design, builder, sets),
        _ => unnamed(design, builder, sets),
    }
}

/// Items for each point in this round.
fn seats(design: Design, builder: &mut ProblemBuilder, round: &str) -> Result<Vec<ItemId>, ProblemError> {
    (1..=design.v).map(|point| builder.primary(format!("{point}@{round}"))).collect()
}

/// A block in a round.
fn place(
    builder: &mut ProblemBuilder,
    sets: &PointSets,
    seats: &[ItemId],
    block: Block,
    blocks: &mut Blocks,
) -> Result<(), ProblemError> {
    let items: Vec<ItemId> = sets.of(&block.points).chain(block.points.iter().map(|&point| seats[point])).collect();
    builder.option(&items)?;
    blocks.push(Some(block));
    Ok(())
}

fn named(design: Design, builder: &mut ProblemBuilder, sets: &PointSets) -> Result<Blocks, ProblemError> {
    let n_rounds = match design.has_blocks() && design.v > 0 {
        true => design.n_rounds(),
        false => 0,
    };
    let rounds = (1..=n_rounds).map(|round| seats(design, builder, &round.to_string()));
    let rounds: Vec<Vec<ItemId>> = rounds.collect::<Result<_, _>>()?;
    let mut blocks = Vec::new();
    for points in design.blocks() {
        for (round, seats) in rounds.iter().enumerate() {
            place(builder, sets, seats, Block { points: points.clone(), round }, &mut blocks)?;
        }
    }
    Ok(blocks)
}

fn unnamed(design: Design, builder: &mut ProblemBuilder, sets: &PointSets) -> Result<Blocks, ProblemError> {
    // The first point is 0, and the largest k - t points cannot be among its first t - 1 companions.
    let is_name = |name: &Vec<usize>| name.first() != Some(&0);
    let most = if design.has_blocks() && design.v > 0 { design.v + design.t - design.k } else { 0 };
    let names: Vec<Vec<usize>> = match most {
        0 => Vec::new(),
        _ => subsets(most, design.t - 1).filter(is_name).collect(),
    };
    let rounds = names.iter().map(|name| seats(design, builder, &label(name)));
    let rounds: Vec<Vec<ItemId>> = rounds.collect::<Result<_, _>>()?;
    let mut blocks = Vec::new();
    for (round, (name, seats)) in names.iter().zip(&rounds).enumerate() {
        for points in design.blocks().filter(|points| goes_with(points, name)) {
            place(builder, sets, seats, Block { points, round }, &mut blocks)?;
        }
        builder.option(seats)?;
        blocks.push(None);
    }
    Ok(blocks)
}

/// Can this block stand in the round of this name? It is the block of the first point that gives the name, or has neither that point nor a point of the name.
fn goes_with(points: &[usize], name: &[usize]) -> bool {
    match points {
        [0, companions @ ..] => companions.starts_with(name),
        _ => points.iter().all(|point| !name.contains(point)),
    }
}

impl Design {
    /// The number of rounds, which is the number of blocks through a point. If it is not a whole number, there is no system.
    fn n_rounds(self) -> usize {
        if self.k == 0 {
            return 0;
        }
        let rounds = choose(self.v - 1, self.t - 1) / choose(self.k - 1, self.t - 1);
        usize::try_from(rounds).unwrap_or(usize::MAX)
    }
}
