//! The question about a system: the problem, why it may have no solution, and how solutions are written.

use super::rounds::build_resolved;
use super::system::{Block, Blocks, Design, MAX_DESIGN, MAX_POINTS, PointSets, Rounds, label};
use crate::drawing::Drawing;
use crate::error::{FamilyError, bounded};
use crate::graph::{MAX_DRAWN_POINTS, blocks_scene};
use crate::subsets::{choose, shown};
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::{Multiplicity, OptionId, Problem, ProblemBuilder, ProblemError, to_u64};

impl Design {
    /// The question, with the obstacle if some number of blocks would not be whole.
    ///
    /// # Errors
    /// If there are more than [`MAX_POINTS`] points, the problem is larger than [`MAX_DESIGN`], or a system of strength 0 is to have rounds.
    pub fn question(self) -> Result<CountQuery, FamilyError> {
        Ok(CountQuery::from(self.laid_out()?.0).impossible(self.obstacle()))
    }

    /// Writes its solutions: the blocks in a line, or a line for each round.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn drawing(self) -> Result<Drawing, FamilyError> {
        let (_, blocks) = self.laid_out()?;
        // Rounds have a color each, or else blocks.
        let colored = |(number, block): (usize, &Option<Block>)| {
            let block = block.as_ref()?;
            Some((block.points.clone(), if self.rounds == Rounds::None { number } else { block.round }))
        };
        let drawn = (self.v <= MAX_DRAWN_POINTS).then(|| blocks.iter().enumerate().map(colored).collect());
        let scene = drawn.map(|drawn| blocks_scene(self.v, drawn));
        let text = move |solution: &[OptionId]| {
            let mut chosen: Vec<&Block> =
                solution.iter().filter_map(|option| blocks[option.index()].as_ref()).collect();
            chosen.sort_by_key(|block| (block.round, &block.points));
            let line =
                |blocks: &[&Block]| blocks.iter().map(|block| shown(&block.points)).collect::<Vec<_>>().join("  ");
            chosen.chunk_by(|a, b| a.round == b.round).map(line).collect::<Vec<_>>().join("\n")
        };
        Ok(Drawing::perhaps(scene, text))
    }

    /// Why there is no such system, if some number of blocks would not be whole.
    fn obstacle(self) -> Option<String> {
        if !self.has_blocks() {
            return None;
        }
        if self.rounds != Rounds::None && self.k > 0 && !self.v.is_multiple_of(self.k) {
            return Some(format!("{} points do not fall into blocks of {}", self.v, self.k));
        }
        let fraction = |i| (i, self.blocks_through(i));
        let (i, [above, below]) = (0..self.t).map(fraction).find(|(_, [above, below])| above % below != 0)?;
        Some(match i {
            0 => format!("there would be {above}/{below} blocks"),
            1 => format!("each point would lie in {above}/{below} blocks"),
            _ => format!("any {i} points would lie in {above}/{below} blocks"),
        })
    }

    fn laid_out(self) -> Result<(Problem, Blocks), FamilyError> {
        bounded("design", self.v, MAX_POINTS)?;
        if self.rounds != Rounds::None && self.t == 0 {
            return Err(FamilyError::new(
                "a system of strength 0 has no rounds",
                "resolvable systems have strength 1 or more",
            ));
        }
        let options = if self.has_blocks() { choose(self.v, self.k) } else { 0 };
        let cells = options.saturating_mul(choose(self.k, self.t)).max(choose(self.v, self.t));
        let n_rounds = if self.rounds == Rounds::None { 1 } else { choose(self.v, self.t - 1) };
        if cells.saturating_mul(n_rounds) > u128::from(to_u64(MAX_DESIGN)) {
            let help = format!("all blocks together may have {MAX_DESIGN} sets of points");
            return Err(FamilyError::new(format!("{} is too large", self.words()), help));
        }
        let (problem, blocks) = self.build().expect("different sets have different labels");
        if self.lambda < 2 {
            return Ok((problem, blocks));
        }
        if self.rounds != Rounds::None {
            return Err(FamilyError::new(
                "--lambda is about systems without rounds",
                "leave --resolvable or --lambda out",
            ));
        }
        let times: Vec<_> = problem.items().map(|set| (set, Multiplicity::exactly(self.lambda))).collect();
        let several =
            problem.with_times(&times).map_err(|error| FamilyError::new(error.to_string(), "take a smaller --lambda"));
        Ok((several?, blocks))
    }

    fn build(self) -> Result<(Problem, Blocks), ProblemError> {
        let mut builder = Problem::builder();
        builder.name(self.words());
        let sets = PointSets::new(self, &mut builder)?;
        let blocks = match self.rounds {
            Rounds::None => self.build_plain(&mut builder, &sets)?,
            _ => build_resolved(self, &mut builder, &sets)?,
        };
        Ok((builder.build(), blocks))
    }

    fn build_plain(self, builder: &mut ProblemBuilder, sets: &PointSets) -> Result<Blocks, ProblemError> {
        let mut blocks = Vec::new();
        for points in self.blocks() {
            let option = builder.option(&sets.of(&points).collect::<Vec<_>>())?;
            builder.label(option, label(&points))?;
            blocks.push(Some(Block { points, round: 0 }));
        }
        Ok(blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(t: usize, v: usize, k: usize, rounds: Rounds) -> Problem {
        Design { t, v, k, rounds, lambda: 1 }.question().unwrap().problem().clone()
    }

    #[test]
    fn sets_are_items_and_blocks_are_options() {
        let fano = problem(2, 7, 3, Rounds::None);
        assert_eq!((fano.n_primary(), fano.n_items(), fano.n_options()), (21, 21, 35));
        assert_eq!((problem(3, 2, 5, Rounds::None).n_items(), problem(2, 2, 3, Rounds::None).n_options()), (0, 0));
    }

    #[test]
    fn what_does_not_come_out_even_is_said() {
        let obstacle =
            |t, v, k, rounds| Design { t, v, k, rounds, lambda: 1 }.question().unwrap().obstacle().map(String::from);
        assert_eq!(obstacle(2, 8, 3, Rounds::None).unwrap(), "there would be 28/3 blocks");
        assert_eq!(obstacle(2, 6, 3, Rounds::None).unwrap(), "each point would lie in 5/2 blocks");
        assert_eq!(obstacle(3, 9, 4, Rounds::None).unwrap(), "each point would lie in 28/3 blocks");
        assert_eq!(obstacle(2, 7, 3, Rounds::Named).unwrap(), "7 points do not fall into blocks of 3");
        for (t, v, k) in [(2, 7, 3), (0, 5, 2), (3, 2, 9), (2, 3, 1)] {
            assert_eq!(obstacle(t, v, k, Rounds::None), None);
        }
    }

    #[test]
    fn large_systems_are_refused() {
        for (t, v, k) in [(2, 1001, 3), (2, 1000, 500), (500, 1000, 501), (5, 60, 30)] {
            assert!(Design { t, v, k, rounds: Rounds::None, lambda: 1 }.question().is_err(), "{t} {v} {k}");
        }
        assert!(Design { t: 0, v: 4, k: 2, rounds: Rounds::Named, lambda: 1 }.question().is_err());
    }
}
