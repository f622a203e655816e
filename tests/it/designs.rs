//! Steiner systems and their rounds, against a search that knows nothing of items and options.

use dlx_count::Count;
use dlx_count::family::{Design, Rounds};

use crate::common::count_by_every_engine;
use crate::oracle;

type Block = Vec<usize>;

fn count(design: Design) -> Count {
    let question = design.question().unwrap();
    count_by_every_engine(&question, 2)
}

/// The blocks of all systems, read back from the text of the solutions.
fn systems(design: Design) -> Vec<Vec<Block>> {
    let (question, drawing) = (design.question().unwrap(), design.drawing().unwrap());
    let blocks = |text: &str| text.split_whitespace().map(block).collect();
    oracle::solutions(question.problem()).iter().map(|solution| blocks(&drawing.draw(solution))).collect()
}

fn block(word: &str) -> Block {
    word.split(',').map(|point| point.parse().unwrap()).collect()
}

/// In how many ways blocks fall into rounds: the first block that is left opens a round, which is filled point by point.
fn resolutions(blocks: &[Block], round: &[usize], v: usize) -> usize {
    if round.len() == v || round.is_empty() {
        let Some((first, others)) = blocks.split_first() else { return 1 };
        return resolutions(others, first, v);
    }
    let point = (1..=v).find(|point| !round.contains(point)).unwrap();
    let fits = |block: &Block| block.contains(&point) && block.iter().all(|point| !round.contains(point));
    let ways = blocks.iter().enumerate().filter(|(_, block)| fits(block)).map(|(place, block)| {
        let others = [&blocks[..place], &blocks[place + 1..]].concat();
        resolutions(&others, &[round, block].concat(), v)
    });
    ways.sum()
}

#[test]
fn rounds_are_what_a_search_finds() {
    for (t, v, k) in
        [(1, 6, 2), (1, 6, 3), (2, 4, 2), (2, 6, 2), (2, 9, 3), (3, 8, 4), (3, 4, 4), (2, 3, 3), (2, 1, 3), (3, 2, 1)]
    {
        let design = |rounds| Design { t, v, k, rounds, lambda: 1 };
        let systems = systems(design(Rounds::None));
        let number: usize = systems.iter().map(|blocks| resolutions(blocks, &[], v)).sum();
        let n_rounds = systems[0].len() * k / v;
        let orders: u64 = (1..=n_rounds as u64).product();
        assert_eq!(count(design(Rounds::None)), Count::from(systems.len() as u64), "{t} {v} {k}");
        assert_eq!(count(design(Rounds::Unnamed)), Count::from(number as u64), "{t} {v} {k}");
        assert_eq!(count(design(Rounds::Named)), Count::from(number as u64) * Count::from(orders), "{t} {v} {k}");
    }
}

#[test]
fn any_t_points_are_in_one_block_of_every_system() {
    for (t, v, k) in [(2, 7, 3), (3, 8, 4), (1, 6, 3), (2, 5, 2)] {
        let systems = systems(Design { t, v, k, rounds: Rounds::None, lambda: 1 });
        assert!(!systems.is_empty());
        for blocks in systems {
            assert!(blocks.iter().all(|block| block.len() == k));
            for bits in (0u32..1 << v).filter(|bits| bits.count_ones() as usize == t) {
                let has_all =
                    |block: &&Block| (0..v).all(|point| bits >> point & 1 == 0 || block.contains(&(point + 1)));
                assert_eq!(blocks.iter().filter(has_all).count(), 1, "{t} {v} {k}: {blocks:?}");
            }
        }
    }
}

/// Nothing to cover is done in one way; what a block cannot cover, in none.
#[test]
fn corners() {
    let cases = [
        (0, 0, 0, 1),
        (0, 5, 2, 10),
        (2, 1, 3, 1),
        (3, 2, 2, 1),
        (2, 2, 3, 0),
        (2, 4, 1, 0),
        (2, 5, 5, 1),
        (3, 3, 3, 1),
    ];
    for (t, v, k, number) in cases {
        assert_eq!(
            count(Design { t, v, k, rounds: Rounds::None, lambda: 1 }),
            Count::from(number as u64),
            "{t} {v} {k}"
        );
    }
    // Fifteen schoolgirls in one row of three blocks of five, each day the same: strength 1.
    assert_eq!(count(Design { t: 1, v: 15, k: 5, rounds: Rounds::Unnamed, lambda: 1 }), Count::from(126_126_u64));
}
